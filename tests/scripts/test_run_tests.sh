# The runner must notice every way in which a test program can fail.
. "$(dirname "$0")/tap.sh"

program() { # name, text of a script
  printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1"
  chmod +x "$scratch/$1"
}
program good 'echo 1..2; echo "ok 1 - a"; echo "ok 2 - b"'
program fine 'echo 1..2; echo "ok 1 - a"; echo "ok 2 - b"'
program bad 'echo 1..2; echo "ok 1 - a"; echo "not ok 2 - b"; echo "# 1 != 2"; exit 1'
program lying 'echo 1..2; echo "ok 1 - a"; echo "not ok 2 - b"'
program dying 'echo 1..3; echo "ok 1 - a"; kill -SEGV $$'
program leaking 'echo 1..1; echo "ok 1 - a"; exit 23'
program short 'echo 1..3; echo "ok 1 - a"'
program planless 'echo "ok 1 - a"'
program silent 'exit 0'
program slow 'sleep 60'
program skipping 'echo 1..2; echo "not ok 1 # SKIP no peer"; echo "ok 2 - b"'

last_line() { scripts/run-tests "$scratch/logs" "${@/#/$scratch/}" | tail -n 1; }
ends_with() { # expected last line, programs
  local expected=$1 got
  shift
  got=$(last_line "$@")
  echo "$got"
  [ "$got" = "$expected" ]
}

check "good programs pass" scripts/run-tests "$scratch/logs" "$scratch/good"
check "and are counted" ends_with "4 passed, 0 failed" good fine
check "a failed test is counted" ends_with "3 passed, 1 failed" good bad
check "whatever the exit status" ends_with "1 passed, 1 failed" lying
check "the tests that a dying program did not reach have failed" ends_with "1 passed, 2 failed" dying
check "a bad end after good tests is a failure" ends_with "1 passed, 1 failed" leaking
check "fewer tests than planned" ends_with "1 passed, 2 failed" short
check "no plan" ends_with "1 passed, 1 failed" planless
check "no test at all" ends_with "0 passed, 1 failed" silent
check "a skipped test is neither" ends_with "1 passed, 0 failed" skipping
check "a program that hangs" env TEST_SECONDS=1 bash -c \
  "scripts/run-tests $scratch/logs $scratch/slow | grep -q 'stopped after TEST_SECONDS'"
check_fails "a failure is the exit status" "1 passed, 1 failed" \
  scripts/run-tests "$scratch/logs" "$scratch/bad"
check_fails "and its message is shown" "# 1 != 2" scripts/run-tests "$scratch/logs" "$scratch/bad"
finish
