# standstill-check from outside: what it prints, its exit status, files that are none.
. "$(dirname "$0")/../scripts/tap.sh"
program=$BUILD/standstill-check
good=tests/checker/certificates/two-masses.json

# run NAME STATUS STDOUT STDERR ARGUMENTS...: patterns; "*" matches any.
run() {
  local name=$1 status=$2 out=$3 err=$4 got_status
  shift 4
  "$program" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  got_status=$?
  got_out=$(cat "$scratch/out") got_err=$(cat "$scratch/err")
  if [ $got_status = "$status" ] && [[ $got_out == $out ]] && [[ $got_err == $err ]] &&
    [ "$(wc -l <"$scratch/err")" -le 1 ]; then
    report ok "$name"
  else
    report "not ok" "$name" "status $got_status, not $status
stdout: $got_out
stderr: $got_err"
  fi
}

run "a certificate" 0 "*WL2004-T4.8*V < 16 *on trust*proved *locally-attractive*" "" $good
run "with its model" 0 "*is that of the model file*" "" $good models/two-masses.still
run "with another model" 1 "*" "*rejected: the model file differs*" $good models/two-masses-sum.still
run "quietly" 0 "" "" --quiet $good
for file in tests/checker/certificates/*.json; do
  run "$(basename "$file" .json)" 0 "*proved *" "" "$file"
done

# the least and the greatest of ranges that overlap: both ends are those of the model
printf '%s\n' 'model "m"' 'param a = 2 in [1, 3]' 'param b = 3 in [2, 4]' 'param k = min(a, b)' 'param c = max(a, b)' 'coord x' \
  "kinetic = 1/2*x'^2" 'potential = 1/2*k*x^2' "force x = -c*x'" "friction f { slip = x'; normal = 1; law = coulomb(1) }" >"$scratch/least.still"
"$BUILD/standstill" prove "$scratch/least.still" --quiet --out "$scratch/least.json"
run "the least and the greatest of ranges" 0 "*proved *" "" "$scratch/least.json"
check "their ends" bash -c "grep -q '\"radius\": \"1\"' '$scratch/least.json' && [ \$(grep -c '\"center\": \"3\"' '$scratch/least.json') = 2 ]"

check_fails "no certificate: the usage" "usage: standstill-check" "$program"
check "no certificate: status 2" bash -c "$program 2>/dev/null; [ \$? = 2 ]"
check "help" "$program" --help
run "an unknown option" 2 "" "standstill-check: error: '--frob' is not expected" --frob $good
run "a name too many" 2 "" "standstill-check: error: 'c' is not expected" a b c
run "a file that is not there" 2 "" "*error: it cannot be opened" "$scratch/none"
run "a folder" 2 "" "*error: it cannot be read" models
run "a model that is not there" 2 "" "*error: it cannot be opened" $good "$scratch/none"
: >"$scratch/empty"
run "an empty file" 2 "" "*error: not a certificate: it is too short" "$scratch/empty"
run "a model instead" 2 "" "*error: the file does not end with its seal*" models/two-masses.still
for part in 1 2 3 4 5; do
  head -c $(($(wc -c <$good) * part / 6)) $good >"$scratch/cut.json"
  run "truncated after $part/6" 2 "" "*error: the file does not end with its seal*" "$scratch/cut.json"
done
head -c 70000000 /dev/zero >"$scratch/huge"
run "a huge file" 2 "" "*error: the file is larger than *" "$scratch/huge"
sed 's/"level": "16"/"level": "17"/' $good >"$scratch/changed.json"
run "a changed digit" 1 "*" "*rejected: the seal does not fit*" "$scratch/changed.json"

# The same with a new seal: the checker sees what is wrong itself.
seal() { # stdin: a certificate with any seal
  head -n -2 >"$scratch/head"
  printf ' ' >>"$scratch/head"
  cat "$scratch/head"
  printf '"seal": "%s"\n}\n' "$(sha256sum <"$scratch/head" | cut -d' ' -f1)"
}
altered() { # name, status, message, sed command, another certificate
  sed "$4" "${5:-$good}" | seal >"$scratch/altered.json"
  run "$1" "$2" "*" "$3" "$scratch/altered.json"
}
altered "sealed again" 0 "" ""
altered "another level" 1 "*rejected: WL2004-T4.8, level: level is 16, not 17" \
  's/"level": "16"/"level": "17"/'
altered "another claim" 1 "*rejected: no theorem \"WL2004-T4\" with the claim*" \
  's/"locally-attractive"/"globally-attractive"/'
altered "another theorem" 1 "*rejected: *" 's/WL2004-T4/WL2004-T2/'
altered "an entry of K" 1 "*rejected: system: entry (1, 2) of K is -1 in the model*" \
  '/^  "K"/,/^  "W"/ { 0,/"-1"/ s/"-1"/"-2"/ }'
block=tests/checker/certificates/block.json slide=tests/checker/certificates/slide.json
altered "forces that do not balance" 1 "*rejected: SS-SLIDE.8, held: the forces do not balance in coordinate 1" \
  's/"-1\/2"/"-1\/3"/' $block
# the load 1 needs all of the bound: coherent, and false
altered "a force at its bound" 1 "*rejected: SS-SLIDE.8, held: the friction force 1 is not inside its bound" \
  's/"-1\/2"/"-1"/; s/"1\/2"/"1"/; s/"settings": \[\]/"settings": ["F=1"]/' $block
altered "another place of the same" 1 "*rejected: SS-SLIDE.8, held: the coordinate 1 is free and must be 0" \
  '/"q": \[/,/]/ s/"0"/"7"/' $block
altered "in finite time against springs" 1 "*rejected: in finite time: K is not 0" \
  's/"asymptotic"/"finite"/' $slide
altered "a center where there are many" 1 "*rejected: system: the center is not unique*" \
  's/"center": null/"center": ["0", "0"]/' $slide
altered "how it is reached" 1 "*rejected: no theorem \"WL2004-T4\" with the claim*" 's/"asymptotic"/"finite"/'
# formulas that are the model's almost everywhere, and one that is about a velocity
uncertain=tests/checker/certificates/two-masses-uncertain.json
altered "a formula wrong near an end" 1 "*rejected: system: entry (1, 1) of K is between*" \
  's/"k1 + 1"/"k1 + 1 + max(0, k1 - 109\/100)"/' $uncertain
altered "a velocity in a formula" 2 "*error: formula, *a formula of the certificate is about parameters" \
  "s/\"k1 + 1\"/\"k1 + 1 + 0*k1'\"/" $uncertain
run "says of which machine" 0 "*about      the model with m1=sqrt(2), k1=0.9:1.1*" "" $uncertain
altered "not in lowest terms" 2 "*error: level: \"32/2\" is not a rational in lowest terms" \
  's/"level": "16"/"level": "32\/2"/'
altered "a number instead of a string" 2 "*error: level: a rational such as*" 's/"level": "16"/"level": 16/'
altered "not JSON" 2 "*error: line *" 's/"level": "16"/"level": /'
altered "another format" 2 "*error: the format*" 's/certificate\/2/certificate\/1/'
altered "a setting of no parameter" 2 "*error: settings: \"zz=1\" names no parameter" \
  's/"settings": \[\]/"settings": ["zz=1"]/'
altered "a setting that changes the system" 1 "*rejected: the parameter c2 is 1 in the model, -3/8 in*" \
  's/"settings": \[\]/"settings": ["c2=1"]/'

if [ -w /dev/full ]; then
  check_fails "a full disk is an error" "cannot write" bash -c "$program $good >/dev/full"
fi
finish
