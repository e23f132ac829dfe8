# `standstill attract`: a public failure of semidefinite solvers, from both sides of the true level,
# in any units, with certificates that the checker accepts.
. "$(dirname "$0")/../scripts/tap.sh"
program=$BUILD/standstill
model=models/quartic-basin.flow

# run NAME STATUS STDOUT STDERR ARGUMENTS...: patterns; "*" matches any.
run() {
  local name=$1 status=$2 out=$3 err=$4 got_status
  shift 4
  "$program" attract "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  got_status=$?
  got_out=$(cat "$scratch/out") got_err=$(cat "$scratch/err")
  if [ $got_status = "$status" ] && [[ $got_out == $out ]] && [[ $got_err == $err ]]; then
    report ok "$name"
  else
    report "not ok" "$name" "status $got_status, not $status
stdout: $got_out
stderr: $got_err"
  fi
}

run "below the level" 0 "proved: every motion that starts with V < 999/20000 tends to 0*exact" "" \
  $model --level 0.04995 --out "$scratch/below.json"
check "its certificate" "$BUILD/standstill-check" "$scratch/below.json" $model
run "above the level" 10 "refuted: V does not fall everywhere below 1001/20000*at x = *>= 0" "" \
  $model --level 0.05005 --out "$scratch/above.json"
check "its certificate" "$BUILD/standstill-check" "$scratch/above.json" $model
run "JSON" 10 '*"verdict": "refuted"*"point": {*"x": "*"rate": "*' "" $model --level 1001/20000 --json
run "the program is written" 0 "proved*" "" $model --level 0.04995 --dump "$scratch/below.dat-s"
check "in SDPA's form" grep -qx 16 "$scratch/below.dat-s"
run "no program where a point is found" 10 "refuted*" "*note: no semidefinite program was solved*" \
  $model --level 0.05005 --dump "$scratch/above.dat-s"
check "nothing is written then" test ! -e "$scratch/above.dat-s"
run "at the level itself" 20 "unknown: *" "" $model --level 1/20

for scale in 100000000 1/100000000; do
  sed "s|^function V = .*|function V = $scale*(x^2 + y^2)|" $model >"$scratch/scaled.flow"
  if [ $scale = 100000000 ]; then low=4995000 high=5005000; else low=4995/10000000000000 high=5005/10000000000000; fi
  run "V times $scale, below" 0 "proved*" "" "$scratch/scaled.flow" --level $low --out "$scratch/s.json"
  check "its certificate" "$BUILD/standstill-check" "$scratch/s.json"
  run "V times $scale, above" 10 "refuted*" "" "$scratch/scaled.flow" --level $high
done

# a certificate with another level, or another digit, and a new seal
seal() { # stdin: a certificate with any seal
  head -n -2 >"$scratch/head"
  printf ' ' >>"$scratch/head"
  cat "$scratch/head"
  printf '"seal": "%s"\n}\n' "$(sha256sum <"$scratch/head" | cut -d' ' -f1)"
}
sed 's|"level": "999/20000"|"level": "1/20"|' "$scratch/below.json" | seal >"$scratch/changed.json"
check_fails "a larger level" "multiplied out, it is not" "$BUILD/standstill-check" "$scratch/changed.json"
sed 's|"level": "1001/20000"|"level": "1/20"|' "$scratch/above.json" | seal >"$scratch/changed.json"
check_fails "a point above the level" "not below the level" "$BUILD/standstill-check" "$scratch/changed.json"

run "no level" 2 "" "*--level: it must be given*" $model
run "a negative level" 2 "" "*--level: a positive number is expected*" $model --level -1
run "no file" 2 "" "*it cannot be opened*" "$scratch/none" --level 1
run "a machine instead" 2 "" "*bouncing-ball.still:*error: *" models/bouncing-ball.still --level 1
printf 'coord x\nrate x = -x + y\nfunction V = x^2\n' >"$scratch/wrong.flow"
run "a name without meaning" 2 "" "*wrong.flow:2:*'y' is not defined*" "$scratch/wrong.flow" --level 1
finish
