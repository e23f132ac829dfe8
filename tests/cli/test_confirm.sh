# What the checker does not confirm is not called proved, and gets no certificate.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

# a model that has more statements than the checker reads
{
  printf "coord x\nkinetic = 1/2*x'^2\npotential = x^2\nforce x = -x'\n"
  for ((i = 0; i < 2100; i++)); do echo "state s$i { x = $i }"; done
} >"$scratch/many.still"
run "too much for the checker" 20 "unknown: supported, not proved: a proof was found that the checker does not confirm: the model has more than 2048 statements
*WL2004-A.1  supported*" "" prove "$scratch/many.still" --out "$scratch/many.json"
check "no certificate of it" test ! -e "$scratch/many.json"

# a proof that it confirms is told as before
run "two masses" 0 "proved: *" "" prove models/two-masses.still --out "$scratch/two.json"
check "with its certificate" "$BUILD/standstill-check" "$scratch/two.json" --quiet
finish
