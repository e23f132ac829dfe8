# The command line from outside: what is printed where, and the exit status.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

version=$(sed -n 's/^#define SS_VERSION "\(.*\)"/\1/p' include/standstill/version.h)
usage="Standstill: *usage: standstill COMMAND*commands:*  help  *  version  *"
run "version" 0 "standstill $version" "" version
run "--version" 0 "standstill $version" "" --version
run "help" 0 "$usage" "" help
run "--help" 0 "$usage" "" --help
run "-h" 0 "$usage" "" -h
run "no command at all: the usage, as an error" 2 "" "$usage"
run "help of a command" 0 "usage: standstill version*options:*--help*" "" help version
run "the same as an option" 0 "usage: standstill version*options:*--help*" "" version --help
run "help of no command" 2 "" \
  "standstill: error: no command 'versoin'; did you mean 'version'?" help versoin
run "an unknown command" 2 "" "standstill: error: no command 'vresion'; did you mean 'version'?" vresion
run "a far name" 2 "" "standstill: error: no command 'frobnicate'; 'standstill help' lists the commands" \
  frobnicate
run "an option first" 2 "" "standstill: error: a command comes first: *" --json version
run "an empty command" 2 "" "standstill: error: no command ''; *" ""
run "an unknown option" 2 "" \
  "standstill: error: version has no option '--hlep'; did you mean '--help'?" version --hlep
run "an option with one dash" 2 "" "standstill: error: no option '-q'; *" version -q
run "a name too many" 2 "" "standstill: error: version takes no name; 'x' is one too many" version x
run "bytes that would clear the screen" 2 "" $'standstill: error: no command \'\xff?\\[2J\'*' $'\xff\x1b[2J'

if [ -w /dev/full ]; then
  check_fails "a full disk is an error" "cannot write to the standard output" \
    bash -c "$program help >/dev/full"
fi

# Every command, whatever it is: its help names each option once, and a wrong option is refused.
for command in $("$program" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  run "$command --help" 0 "usage: standstill $command*--help*" "" "$command" --help
  run "$command refuses nonsense" 2 "" "standstill: error: $command has no option '--zzz'*" "$command" --zzz
done

# info: every worked model; the canonical form reads back to itself; mistakes have a place.
model=models/rocking-block.still
reads_back() { # printed, read and printed again: byte for byte
  "$program" info "$1" --json >"$scratch/model.json" &&
    "$program" info "$scratch/model.json" --json | cmp - "$scratch/model.json"
}
for file in models/*.still; do
  check "info $file" "$program" info "$file"
  check "info $file --latex" "$program" info "$file" --latex
  check "info $file --json reads back" reads_back "$file"
done
run "info leaves expectations of many coordinates to rest" 0 "*more than 100 coordinates: \`rest\` tests what is expected, info does not" "" info models/chain-of-blocks.still --set n=101
run "info without a model" 2 "" "standstill: error: info needs a MODEL: *" info
run "a file that is not there" 2 "" "nothing.still: error: *No such file*" info nothing.still
run "a folder instead of a file" 2 "" "models: error: *" info models
run "a malformed model" 2 "" "tests/bad-models/cycle-two.still:*: error: *" \
  info tests/bad-models/cycle-two.still
run "a parameter that is not there" 2 "" \
  "--set:1:1: error: unknown parameter 'muu'*did you mean 'mu'?" info $model --set muu=0.4
run "a setting that is none" 2 "" "--set:*: error: *" info $model --set mu
run "laws as a picture" 0 "*" "" info $model --plot "$scratch/laws.svg"
check "which is there" grep -q "</svg>" "$scratch/laws.svg"
run "laws in a file of another kind" 2 "" "*must be .svg*" info $model --plot "$scratch/laws.txt"
run "no law to be drawn" 2 "" "*nothing rubs*" info models/bouncing-ball.still --plot "$scratch/none.svg"
run "modes without a state" 2 "" "standstill: error: --modes needs a state: --at STATE" info $model --modes
run "modes at a state" 0 "*exactly one*other forces lead to the same motion*" "" \
  info $model --at rest --modes
run "a state that is not there" 2 "" "--at:1:1: error: *did you mean 'tilted'?" info $model --at tiltd
run "the last --set of a name counts, and shows" 0 "*mu *= 0.4*" "" \
  info $model --set mu=0.9 --set mu=0.4
run "a value that is not rational" 0 "*alpha *= 1/6*pi ≈ 0.5235987756 *" "" info models/planar-biped.still
run "numbers at a state" 0 "at tilted*contact left *closed*" "" info $model --at tilted

no_escapes() { ! "$@" 2>&1 | grep -q $'\x1b'; }
escapes() { "$@" 2>&1 | grep -q $'\x1b'; }
check "no colour in a pipe" no_escapes "$program" vresion
check "nor in diagnostics" no_escapes "$program" info $model --set muu=1
if script -qec true /dev/null >/dev/null 2>&1; then
  terminal() { env "$@" script -qec "$program vresion" /dev/null; }
  check "colour on a terminal" escapes terminal TERM=xterm
  diagnostics() { env TERM=xterm script -qec "$program info $model --set muu=1" /dev/null; }
  check "and in diagnostics" escapes diagnostics
  check "but not with NO_COLOR" no_escapes terminal TERM=xterm NO_COLOR=1
  check "nor on a dumb one" no_escapes terminal TERM=dumb
else
  skip "no script(1): colour on a terminal is not tested"
fi
finish
