# Inputs: one rule for all commands. An input follows --input, else the law that --feedback names, else
# its law without a name, else its only law, else it is 0, which its bounds must allow.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

# Every command that sees a machine move or rest, with what it needs.
commands=(
  "info --at x=1 --modes"
  "simulate --from x=1 --end 1"
  "rest"
  "prove"
  "basin --plane x,x' --range -1:1,-1:1 --grid 2x2 --end 1"
  "chart --vary k=1:2 --vary c=0.1:0.2 --grid 2x2 --test rest"
)

# A bounded input without a law, whose bounds exclude 0: it cancels in the sum of b's law, so that no
# test for saturation sees it, and the motion grows.
cat >"$scratch/pushed.still" <<'END'
param k = 1
param c = 1/2
coord x
input a in [1, 2]
input b
kinetic = 1/2*x'^2
potential = 1/2*k*x^2
force x = a*x' - b*x' + c*x'
feedback b = 1
END
refused="$scratch/pushed.still: error: input 'a' has no law, and 0 is outside its bounds*--input a=FORMULA*"
for command in "${commands[@]}"; do
  # shellcheck disable=SC2086
  set -- $command
  run "$1: no law, and 0 is outside" 2 "" "$refused" "$1" "$scratch/pushed.still" "${@:2}"
  case $1 in prove) continue ;; esac
  "$program" "$1" "$scratch/pushed.still" "${@:2}" --input a=1 >/dev/null 2>"$scratch/err"
  check "$1: --input says what it is" [ $? -ne 2 ]
done
sed 's/^feedback b = 1/&\nfeedback a = 0/' "$scratch/pushed.still" >"$scratch/law.still"
for command in "${commands[@]}"; do
  # shellcheck disable=SC2086
  set -- $command
  "$program" "$1" "$scratch/law.still" "${@:2}" >/dev/null 2>"$scratch/err"
  check "$1: so does a law" [ $? -ne 2 ]
done
run "a law is clipped to its bounds" 0 "*input a = 1, clipped to \[1, 2\]*input b = 1*" "" \
  info "$scratch/law.still" --at x=1 --modes
# clipped to 1 it feeds the motion: x'' = -x + (1 - 1 + 1/2) x'
run "the proof sees the clipped machine" 20 "unknown*saturates*" "" prove "$scratch/law.still"
run "equations show open inputs all the same" 0 "*" "" info "$scratch/pushed.still"

# A name that one input's law has takes no law from another: with b gone the mass would coast.
cat >"$scratch/two.still" <<'END'
param k = 1
param c = 0
coord x
coord y
input a
input b
kinetic = 1/2*(x'^2 + y'^2)
potential = 1/2*k*(x^2 + y^2)
force x = a - c*x'
force y = b
feedback soft: a = -x'
feedback hard: a = -4*x'
feedback b = -5*y'
END
same() { # command: with --feedback soft as with both formulas
  local with without
  with=$("$program" "$1" "$scratch/two.still" "${@:2}" --feedback soft --json 2>&1)
  without=$("$program" "$1" "$scratch/two.still" "${@:2}" --input "a=-x'" --input "b=-5*y'" --json 2>&1)
  diff <(grep -v '"hash"\|"feedback"\|"input"\|"command"' <<<"$with") \
    <(grep -v '"hash"\|"feedback"\|"input"\|"command"' <<<"$without")
}
two=(
  "info --at y=1,y'=1 --modes"
  "simulate --from y=1,y'=1 --end 3"
  "rest"
  "basin --plane y,y' --range -1:1,-1:1 --grid 3x3 --end 30"
  "chart --vary k=1:2 --vary c=0:0.2 --grid 2x2 --test simulate --from y=1"
)
for command in "${two[@]}"; do
  # shellcheck disable=SC2086
  set -- $command
  check "$1: --feedback leaves the laws of other inputs" same "$@"
done
run "prove: too" 0 "*every motion*" "" prove "$scratch/two.still" --feedback soft
run "several laws ask for a choice" 2 "" "*input 'a' has several feedback laws, 'soft', 'hard': choose one*" \
  prove "$scratch/two.still"
# Inputs that follow a file: parabolas are exact with cubic interpolation, so that the motion is that
# of the formula; with linear interpolation it is another one.
cat >"$scratch/driven.still" <<'END'
coord x
input u in [-50, 50]
kinetic = 1/2*x'^2
potential = 2*x^2 + x^4/4
force x = u
friction floor { slip = x'; normal = 1; law = coulomb(0.1) }
END
for i in 0 0.5 1.5 2 3; do echo "$i,$(awk "BEGIN { print $i^2 }"),9"; done >"$scratch/rows"
{ echo "t,u,force" && cat "$scratch/rows"; } >"$scratch/u.csv"
last() { "$program" simulate "$scratch/driven.still" --from x=1 --end 3 --json --input "$1" 2>/dev/null |
  python3 -c "import json, sys; f = json.load(sys.stdin)['final']['state']; print(*f.values())"; }
near() { python3 -c "import sys; a, b = [[float(v) for v in s.split()] for s in sys.argv[1:3]]
sys.exit(max(abs(x - y) for x, y in zip(a, b)) > float(sys.argv[3]))" "$@"; }
check "cubic: the parabola itself" near "$(last 'u=t^2')" "$(last "u=cubic:$scratch/u.csv")" 1e-9
check "linear: another motion" near "$(last 'u=t^2')" "$(last "u=$scratch/u.csv")" 0.2
differ() { ! near "$@"; }
check "linear is not cubic" differ "$(last 'u=t^2')" "$(last "u=$scratch/u.csv")" 1e-3
check "another column" near "$(last 'u=9')" "$(last "u=$scratch/u.csv:force")" 1e-9
run "the file ends first" 0 "*" "*the file of an input ends at t = 3: from there on it keeps its last value*" \
  simulate "$scratch/driven.still" --from x=1 --end 4 --input "u=$scratch/u.csv"
sed '4s/2.25/oops/' "$scratch/u.csv" >"$scratch/bad.csv"
for command in simulate vary; do
  run "$command: a cell that is no number" 2 "" "*bad.csv:4: 'oops' in column 'u' is no finite decimal number*" \
    $command "$scratch/driven.still" --from x=1 --end 1 --input "u=$scratch/bad.csv"
  run "$command: no such file" 2 "" "*none.csv: No such file*" \
    $command "$scratch/driven.still" --from x=1 --end 1 --input "u=$scratch/none.csv"
done
run "vary through a file" 0 "*order 2.00?*order 2.00?" "" \
  vary "$scratch/driven.still" --from x=1 --end 2.7 --check 2 --input "u=$scratch/u.csv"
# A peak of a thousandth of a second in a minute without force is not passed over: impulse 1, at t = 30.
printf 't,u\n0,0\n30,0\n30.001,1000\n30.002,0\n60,0\n' >"$scratch/peak.csv"
sed 's/in .-50, 50.//; s/^potential.*/potential = 0/; /^friction/d' "$scratch/driven.still" >"$scratch/free.still"
peak=$("$program" simulate "$scratch/free.still" --from x=0 --end 60 --json --input "u=$scratch/peak.csv" |
  python3 -c "import json, sys; f = json.load(sys.stdin)['final']['state']; print(*f.values())")
check "a short peak is not passed over" near "$peak" "29.999 1" 1e-8
# A hundred thousand rows: the formula's motion up to the interpolation's error, and its derivative.
python3 -c "
import math
print('t,u')
for i in range(100001): print('%.17g,%.17g' % (i / 1e4, math.sin(3 * i / 1e4)))" >"$scratch/many.csv"
check "a hundred thousand rows" near "$(last 'u=sin(3*t)')" "$(last "u=$scratch/many.csv")" 1e-7
check "and cubic" near "$(last 'u=sin(3*t)')" "$(last "u=cubic:$scratch/many.csv")" 1e-9
run "vary through a hundred thousand rows" 0 "*order 2.00?*" "" \
  vary "$scratch/driven.still" --from x=1 --end 1.3 --check 1 --input "u=$scratch/many.csv"
finish
