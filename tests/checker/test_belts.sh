# Machines with belts, and with friction that falls with speed: what is proved is confirmed.
. "$(dirname "$0")/../scripts/tap.sh"
program=$BUILD/standstill checker=$BUILD/standstill-check
mass() { printf "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -(%s)*x'\nfriction b { slip = x' - 0.1; normal = 1; law = %s }\n" "$1" "$2"; }
try() { # NAME CLAIM VERDICT CODE
  local code
  "$program" prove "$scratch/$1.still" --claim "$2" --out "$scratch/$1.$2.json" >"$scratch/out"
  code=$?
  [ "$(sed -n '1s/:.*//p' "$scratch/out")" = "$3" ] && { [ "$3" = unknown ] || "$checker" "$scratch/$1.$2.json" "$scratch/$1.still" >/dev/null; } &&
    [ "$code" = "$4" ]
}
mass 1 'coulomb(0.3)' >"$scratch/damped.still"
mass 0 'coulomb(0.3)' >"$scratch/free.still"
mass 0.1 'stribeck(0.5, 0.3, 0.1)' >"$scratch/squeals.still"
mass 1.6 'stribeck(0.5, 0.3, 0.1)' >"$scratch/between.still"
mass 2 'stribeck(0.5, 0.3, 0.1)' >"$scratch/outweighed.still"
check "constant friction and a damper: attractive" try damped attractive proved 0
check "without it: not attractive" try free attractive refuted 10
check "and stable" try free stable proved 0
check "friction that falls: unstable" try squeals attractive refuted 10
check "a damper that outweighs every fall: attractive" try outweighed attractive proved 0
check "one that does so at rest only: unknown" try between attractive unknown 20
mass 1 'stribeck(0.5, 0.3, 0.1)' | sed "s|1/2\*x^2|-1/2*x^2|; s|x' - 0.1|x'|" >"$scratch/pushed.still"
says_negative() { try pushed attractive unknown 20 && grep -q "^unknown: the stiffness is negative in some direction" "$scratch/out"; }
check "a spring that pushes, which is known: it is told" says_negative
finish
