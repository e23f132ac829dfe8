# A model's text and its JSON form are one machine to every command (campaign/forms.py).
. "$(dirname "$0")/../scripts/tap.sh"
export BUILD
for model in friction-oscillator two-masses arm-against-stop bouncing-ball; do
  check "$model" python3 campaign/forms.py "models/$model.still"
done
check "random machines with inputs, laws and ranges" python3 campaign/forms.py --short --random 6 11
# a quotient that cancels counts as it is written, in JSON too
printf '%s\n' 'param k = 1 in [-1/2, 2]' 'coord x' "kinetic = 1/2*x'^2" 'potential = (k/k)*x^2' "force x = -x'" >"$scratch/k.still"
"$BUILD/standstill" info "$scratch/k.still" --json >"$scratch/k.json"
for form in still json; do
  "$BUILD/standstill" prove "$scratch/k.$form" --quiet
  check "what divides by a range that has 0: .$form" test $? = 20
done
# laws: that of the name, else the one without a name, else the only one
cat >"$scratch/l.still" <<'END'
coord x, y
input a; input b
kinetic = 1/2*(x'^2 + y'^2)
potential = 1/2*(x^2 + y^2)
force x = a
force y = b
feedback soft : a = -x'
feedback hard : a = -3*x'
feedback b = -5*y'
END
"$BUILD/standstill" info "$scratch/l.still" --json >"$scratch/l.json"
for form in still json; do
  "$BUILD/standstill" info "$scratch/l.$form" --feedback soft --json --at "x'=1,y'=1" | tr -d ' \n' >"$scratch/at.json"
  check "another input keeps its law: .$form" grep -q '"h":\[-1\(\.0*\)\?,-5\(\.0*\)\?\]' "$scratch/at.json"
done
finish
