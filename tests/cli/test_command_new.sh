# new: a model to start from, which every other command accepts.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
program=$PWD/$program
cd "$scratch" || exit 2

run "it says what comes next" 0 "wrote bead.still; next: standstill info bead.still" "" new bead
run "it does not write over a file" 2 "" "*there is such a file already*" new bead
run "an ending may be given" 0 "*wrote other.still*" "" new other.still
run "quietly" 0 "" "" new third --quiet
run "a name that would break the title" 2 "" "*a name has no quotes*" new 'a"b'
run "no name" 2 "" "*a name has no quotes*" new ./
run "nowhere" 2 "" "*No such file or directory*" new nowhere/at/all

titled() { "$program" info bead.still | head -1 | grep -qx bead; }
check "the title is the name" titled
taught() {
  local said
  said=$("$program" info bead.still) || return 1
  for word in "friction: a value, and the range that proofs cover" "restitution of the wall" "pulled kicked"; do
    grep -qF "$word" <<<"$said" || { echo "no '$word'"; return 1; }
  done
}
check "info tells what everything means" taught
# every command that the file names can be run as it stands there
follow() {
  local command
  while read -r command; do
    command=${command//FILE/bead.still} command=${command/movie.html/$scratch/movie.html}
    echo "$command"
    "$program" ${command#standstill } >/dev/null || return 1
  done < <(sed -n 's/^#     \(standstill [a-z]* FILE\( --movie movie.html\)\{0,1\}\).*/\1/p' bead.still)
  [ -s report.html ] && [ -s movie.html ]
}
check "the commands that it names" follow
moves() { "$program" simulate bead.still | grep -q "impact *wall" && "$program" simulate bead.still | grep -q "came to rest"; }
check "it hits the wall and comes to rest" moves
proves() { "$program" prove bead.still | grep -q "^proved: every motion approaches the rest set"; }
check "and that is proved" proves
finish
