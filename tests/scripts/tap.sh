# tap.sh: what the tests written in bash share. Sourced, never run.
#
#   check NAME COMMAND...     passes when the command succeeds; shows its output when not
#   check_fails NAME TEXT COMMAND...   passes when the command fails and its output has TEXT
#   skip NAME                 a test that cannot run here; NAME says why
#   finish                    prints the plan, at the very end
#
# The working folder is the repository; $scratch is a folder of the test's own.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
BUILD=${BUILD:-build}
export LC_ALL=C # awk reads and writes 0.5, not 0,5
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tests=0 failures=0

report() { # "ok" or "not ok", name, output to show
  tests=$((tests + 1))
  echo "$1 $tests - $2"
  [ "$1" = ok ] && return
  failures=$((failures + 1))
  printf '%s\n' "$3" | head -n 60 | sed 's/^/# /'
}

check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1 </dev/null); then report ok "$name"; else report "not ok" "$name" "$output"; fi
}

check_fails() {
  local name=$1 text=$2 output
  shift 2
  if output=$("$@" 2>&1 </dev/null); then
    report "not ok" "$name" "succeeded, but should have failed:
$output"
  elif [[ $output != *"$text"* ]]; then
    report "not ok" "$name" "failed without saying '$text':
$output"
  else
    report ok "$name"
  fi
}

skip() {
  tests=$((tests + 1))
  echo "ok $tests # SKIP $1"
}

finish() {
  echo "1..$tests"
  [ $failures = 0 ]
  exit
}
