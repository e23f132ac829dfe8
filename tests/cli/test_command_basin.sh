# basin: the maps of van de Wouw & Leine 2004, figures 5 and 6, against independent ones; runs that
# are killed, stopped, shared between threads and ranks; files that are damaged; wrong requests.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
masses=models/two-masses.still
here=tests/cli

# ---- the published maps: rows of 0 (escapes) and 1 (rests), computed by another program -----------

# rows CSV: the map as such rows.
rows() {
  awk -F, '/^#/ { next } !head { head = 1; next }
    { line = line ($3 == "E1" ? 1 : $3 == "escapes" ? 0 : "?"); if (++n == 41) { print line; line = ""; n = 0 } }' "$1"
}
agrees() { # figure, arguments
  local figure=$1
  shift
  "$program" basin $masses "$@" --grid 41x41 --out "$scratch/$figure.csv" --quiet || return 1
  diff "$here/basin_$figure.txt" <(rows "$scratch/$figure.csv")
}
check "figure 5: every point" agrees fig5 --plane x1,x2 --range -6:6,-6:6
check "figure 6: every point" agrees fig6 --plane "x1',x2'" --range -10:10,-10:10
check "figure 5, refined: every point" agrees fig5 --plane x1,x2 --range -6:6,-6:6 --refine

# Every point of a proven level {V < rho} is in the basin: V = T + U of the two masses.
level=$("$program" prove $masses --json | sed -n 's/^ *"proved": *\([0-9.e+-]*\),*$/\1/p')
inside() { # map, formula of V over $1 and $2
  awk -F, -v level="$level" '/^-?[0-9]/ && '"$2"' < level { n++; if ($3 != "E1") { print; wrong = 1 } }
    END { if (n < 200) print n " points"; exit wrong || n < 200 }' "$scratch/$1.csv"
}
check "the proven level of figure 5 is in the basin" inside fig5 '$1 * $1 - $1 * $2 + $2 * $2'
check "the proven level of figure 6 is in the basin" inside fig6 '($1 * $1 + $2 * $2) / 2'

# edge NAME PLANE A B S: the boundary on the ray S (A, B), the position from the same source.
edge() {
  local plane=$2 a=$3 b=$4 s=$5 found
  found=$("$program" basin $masses --plane "$plane" --range -20:20,-20:20 --grid 1x1 --json \
    --edge "0,0:$(awk "BEGIN { printf \"%.17g,%.17g\", 1.1 * $s * $a, 1.1 * $s * $b }")" |
    awk -F'[:,]' '/"a":/ { a = $2 } /"b":/ { b = $2 } /"s":/ { n++ } END { print n, a, b }')
  awk -v found="$found" -v a=$a -v b=$b -v s=$s 'BEGIN {
    split(found, f, " ")
    if (f[1] != 1) { print "edges: " found; exit 1 }
    error = (f[2] - s * a) ^ 2 + (f[3] - s * b) ^ 2
    if (error > 1e-12) { print found " is off by " sqrt(error); exit 1 } }'
}
while read -r plane a b s; do
  check "edge of $plane along $a,$b to 1e-6" edge "" $plane $a $b $s
done <<'END'
x1,x2 1 -1 2.9453713297055417
x1,x2 1 0 5.822407299763467
x1,x2 0 1 5.822407299763467
x1,x2 1 -0.5 3.922330971523663
x1,x2 0.5 -1 3.922330971523663
x1,x2 1 0.5 9.791451889674116
x1',x2' 1 -1 5.092869168830108
x1',x2' 1 0 9.723666681657395
x1',x2' 0 1 9.723666681657395
x1',x2' 1 -0.5 6.768935083797069
x1',x2' 0.5 -1 6.768935083797069
x1',x2' 1 0.5 15.94794442900525
END

# Three rest sets whose basins wind around each other: what is beyond an edge is what comes before the
# next one, and by symmetry the edges of the line backwards through 0 are the same.
cat >"$scratch/wells.still" <<'END'
model "Double well with dry friction"
coord x
kinetic = 1/2*x'^2
potential = 1/4*x^4 - 1/2*x^2
force x = -0.05*x'
friction base { slip = x'; normal = 0.08; law = coulomb(1) }
END
edges() { # line: position and classes of each edge, as numbers in the order of x
  "$program" basin "$scratch/wells.still" --plane "x,x'" --range -2:2,-2:2 --grid 1x1 --edge "$1" |
    sed -n "s/^edge at \([-0-9.e]*\), .*: E\(.\) | E\(.\)$/\1 \2 \3/p"
}
no_gap() {
  edges -2,0.3:2,0.3 >"$scratch/there"
  edges -2,-0.3:2,-0.3 | awk '{ printf "%.12g %d %d\n", -$1, 4 - $3, 4 - $2 }' | tac >"$scratch/back"
  paste -d' ' "$scratch/there" "$scratch/back" | awk '
    NR > 1 && $2 != after { print "a gap before " $0; wrong = 1 }
    ($1 - $4) ^ 2 > 4e-16 || $2 != $5 || $3 != $6 { print "not symmetric: " $0; wrong = 1 }
    { after = $3 } END { exit wrong || NR != 18 }'
}
check "edges follow each other" no_gap

# The same machine a thousand times smaller has the same map: nothing is near because it is small.
small() {
  sed "s|^potential.*|potential = 1/4*x^4*1e6 - 1/2*x^2|; s|normal = 0.08|normal = 0.08e-3|" \
    "$scratch/wells.still" >"$scratch/small.still"
  "$program" basin "$scratch/wells.still" --plane "x,x'" --range -2:2,-2:2 --grid 21x21 --quiet \
    --out "$scratch/wells.csv" || return 1
  "$program" basin "$scratch/small.still" --plane "x,x'" --range -2e-3:2e-3,-2e-3:2e-3 --grid 21x21 \
    --quiet --out "$scratch/small.csv" "$@" || return 1
  diff <(grep -v '^#' "$scratch/wells.csv" | cut -d, -f3) <(grep -v '^#' "$scratch/small.csv" | cut -d, -f3)
}
check "a small machine has the same map" small --box x=-2e-3:2e-3
check "its sets are found in the usual box too" small
elsewhere() { ! small --box x=-2e-3:-5e-4 >/dev/null && grep -q ",rests elsewhere" "$scratch/small.csv"; }
check "sets beside the box are elsewhere" elsewhere
run "contacts that are kept closed" 0 "*
closed   left
*" "" basin models/rocking-block.still --plane "phi,phi'" --range 0:0.4,-2:2 --closed left --grid 3x3
run "a contact that is not there" 2 "" "*--closed left,lef: the model has no contact 'lef'*" basin \
  models/rocking-block.still --plane "phi,phi'" --range 0:0.4,-2:2 --closed left,lef --grid 3x3
run "a box of nothing" 2 "" "standstill: error: --box y=0:1: this is no coordinate*" basin \
  "$scratch/wells.still" --plane "x,x'" --range -2:2,-2:2 --box y=0:1

# ---- who computes it makes no difference ---------------------------------------------------------

map() { "$program" basin $masses --plane x1,x2 --range -6:6,-6:6 --quiet "$@"; }
map --grid 120x110 --threads 1 --out "$scratch/one.h5"
map --grid 120x110 --threads 2 --out "$scratch/two.h5"
check "1 and 2 threads: the same file" cmp "$scratch/one.h5" "$scratch/two.h5"
map --grid 120x110 --threads 1 --refine --out "$scratch/refined.h5"
block() {
  "$program" basin models/rocking-block.still --plane "phi,phi'" --range -0.3:0.3,-1:1 \
    --grid 20x20 --end 5 --quiet "$@"
}
block --threads 1 --out "$scratch/block1.h5"
block --threads 3 --out "$scratch/block3.h5"
check "time stepping, 1 and 3 threads: the same file" cmp "$scratch/block1.h5" "$scratch/block3.h5"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# what MPI keeps until the end is not our leak
ranks() { ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe -n "$@"; }
if command -v mpirun >/dev/null && nm "$program" 2>/dev/null | grep -q MPI_Init_thread; then
  same_with_ranks() { # file, arguments
    local file=$1
    shift
    ranks 4 "$program" basin $masses --plane x1,x2 --range -6:6,-6:6 --quiet --grid 120x110 \
      --out "$scratch/ranks.h5" "$@" || return 1
    cmp "$file" "$scratch/ranks.h5"
  }
  check "4 ranks: the same file" same_with_ranks "$scratch/one.h5"
  check "4 ranks, refined: the same file" same_with_ranks "$scratch/refined.h5" --refine
  said_once() {
    [ "$(ranks 3 "$program" basin $masses --plane x1,x1 --range -6:6,-6:6 2>&1 | grep -c 'are the same')" = 1 ]
  }
  check "what is wrong is said by one rank" said_once
  few=(basin $masses --plane x1,x2 --range -6:6,-6:6 --quiet --method events --grid 24x24)
  "$program" "${few[@]}" --out "$scratch/few.h5"
  stop_ranks() { # 3 ranks are stopped, 2 go on; if they were done before, nothing is left to do
    rm -f "$scratch/few3.h5"*
    ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe -n 3 "$program" "${few[@]}" --out "$scratch/few3.h5" &
    local pid=$!
    while kill -0 $pid && [ "$(stat -c %s "$scratch/few3.h5.part" 2>/dev/null || echo 0)" -lt 2000 ]; do
      sleep 0.05
    done
    kill -INT $pid
    wait $pid
    ranks 2 "$program" "${few[@]}" --out "$scratch/few3.h5" --resume && cmp "$scratch/few.h5" "$scratch/few3.h5"
  }
  check "ranks that Ctrl-C stops are resumed by others" stop_ranks
else
  skip "no mpirun, or a build without MPI"
fi

# ---- killed, stopped, resumed ----------------------------------------------------------------------

# Two threads, whatever the machine has; how long it takes here says when to kill, up to 0.2 s.
long=(basin $masses --plane x1,x2 --range -6:6,-6:6 --grid 300x300 --quiet --threads 2 --out)
begin=$(date +%s%N)
"$program" "${long[@]}" "$scratch/whole.h5"
whole=$((($(date +%s%N) - begin) / 1000)) # microseconds
[ $whole -lt 400000 ] || whole=400000
RANDOM=7
kill_twenty() { # each of a run under way; one that was faster is compared, and begun anew
  local killed=0 pid tries moment
  for ((tries = 0; tries < 200 && killed < 20; tries++)); do
    "$program" "${long[@]}" "$scratch/killed.h5" --resume &
    pid=$!
    moment=$((whole * (RANDOM % 100) / 200))
    sleep 0.$(printf %06d $moment)
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    case $? in
      137) killed=$((killed + 1)) ;;
      0) cmp "$scratch/whole.h5" "$scratch/killed.h5" && rm "$scratch/killed.h5" || return 1 ;;
      *) return 1 ;;
    esac
  done
  [ $killed = 20 ]
}
check "killed at 20 random moments" kill_twenty
check "and resumed" "$program" "${long[@]}" "$scratch/killed.h5" --resume
check "the file is that of an undisturbed run" cmp "$scratch/whole.h5" "$scratch/killed.h5"
check "the journal is gone" [ ! -e "$scratch/killed.h5.part" ]
check "a complete map is not computed again" "$program" "${long[@]}" "$scratch/killed.h5" --resume

slow=(basin $masses --plane x1,x2 --range -6:6,-6:6 --quiet --method events) # a millisecond a point
interrupt() { # signal: the run ends with 3 and says how to go on
  rm -f "$scratch/stopped.h5"*
  "$program" "${slow[@]}" --grid 1000x1000 --out "$scratch/stopped.h5" 2>"$scratch/said" &
  local pid=$!
  while kill -0 $pid; do # until a chunk is in the journal
    [ "$(stat -c %s "$scratch/stopped.h5.part" 2>/dev/null || echo 0)" -lt 2000 ] || break
    sleep 0.05
  done
  kill "$1" $pid
  wait $pid
  [ $? = 3 ] && grep -q -- "--resume" "$scratch/said" && [ -e "$scratch/stopped.h5.part" ] &&
    [ -e "$scratch/stopped.h5" ]
}
check "Ctrl-C stops, writes and says how to resume" interrupt -INT
check "so does SIGTERM" interrupt -TERM
run "the time limit" 3 "" "*time limit*--resume" "${slow[@]}" --grid 1000x1000 --time-limit 0.3 \
  --out "$scratch/limit.h5"
run "without --resume it is not overwritten" 2 "" "*limit.h5.part*--resume*" "${slow[@]}" \
  --grid 1000x1000 --out "$scratch/limit.h5"
later=("${slow[@]}" --out "$scratch/limit.h5" --resume)
run "another grid is refused" 2 "" "*another question (points along axis 1)" "${later[@]}" \
  --grid 1001x1000
run "other parameters are refused" 2 "" "*another question (hash)" "${later[@]}" --grid 1000x1000 \
  --set mu1=0.2
run "another model is refused" 2 "" "*another question (model)" basin models/two-masses-sum.still \
  --quiet --method events --out "$scratch/limit.h5" --resume --plane x1,x2 --range -6:6,-6:6 \
  --grid 1000x1000
rm "$scratch/limit.h5.part"
run "a journal that is missing is said" 2 "" "*its journal*is missing" "${later[@]}" --grid 1000x1000
run "a complete file of other parameters is refused" 2 "" "*another question (hash)" basin $masses \
  --quiet --resume --plane x1,x2 --range -6:6,-6:6 --grid 120x110 --set mu1=0.2 \
  --out "$scratch/one.h5"

again() { run "$1" "$2" "" "$3" basin $masses --plane x1,x2 --range -6:6,-6:6 --grid 41x41 --quiet \
  --resume --out "$scratch/fig5.csv" "${@:4}"; }
again "a table of other parameters is refused" 2 "*fig5.csv: it answers another question (hash)" --set mu1=0.2
again "a table of this question is not" 0 ""

run "a map that was stopped is drawn" 3 "" "*stopped*" "${slow[@]}" --grid 1000x1000 --time-limit 0.3 \
  --plot "$scratch/stopped.svg" --level 16
check "as far as it goes" grep -q '</svg>' "$scratch/stopped.svg"

if script -qec true /dev/null >/dev/null 2>&1; then
  bar() { # given more time until it is seen
    local seconds
    for seconds in 1 2 4 8 16 32; do
      script -qec "$program basin $masses --plane x1,x2 --range -6:6,-6:6 --method events \
        --grid 1000x1000 --time-limit $seconds" /dev/null |
        grep -q '\[#* *\] [0-9]* of 1000000, .* a second, .* left' && return
    done
  }
  check "a bar on a terminal, with rate and time left" bar
else
  skip "no script(1): the bar on a terminal is not tested"
fi

# ---- damaged files -----------------------------------------------------------------------------------

resume_one() { run "$1" 2 "" "$2" basin $masses --plane x1,x2 --range -6:6,-6:6 --grid 120x110 \
  --quiet --resume --out "$scratch/damaged.h5"; }
head -c 5000 "$scratch/one.h5" >"$scratch/damaged.h5"
resume_one "a truncated file" "*damaged.h5: it is truncated*"
{ head -c 9000 "$scratch/one.h5"; printf X; tail -c +9002 "$scratch/one.h5"; } >"$scratch/damaged.h5"
resume_one "a changed byte" "*damaged.h5: it was changed: its checksum does not match"
echo "no map" >"$scratch/damaged.h5"
resume_one "another kind of file" "*damaged.h5: it is no map*"
rm "$scratch/damaged.h5"
echo "no journal" >"$scratch/damaged.h5.part"
resume_one "another kind of journal" "*damaged.h5.part: it is no journal"

# ---- what is wrong with a request ------------------------------------------------------------------

wrong() { run "$1" 2 "" "standstill: error: $2" basin "${@:3}"; }
square="--range -1:1,-1:1"
wrong "no plane" "--plane*which two*" $masses
wrong "no range" "--range*" $masses --plane x1,x2
wrong "one axis" "--plane x1: expected two names, as x,x'" $masses --plane x1 $square
wrong "an unknown variable" "--plane x3: unknown variable; did you mean 'x[12]'*" $masses --plane x1,x3 $square
wrong "equal axes" "--plane x1,x1: the two axes are the same" $masses --plane x1,x1 $square
wrong "an empty range" "--range 1:1: the range is empty*" $masses --plane x1,x2 --range 1:1,0:1
wrong "a range backwards" "--range 2:1: the range is empty*" $masses --plane x1,x2 --range 0:1,2:1
wrong "no numbers" "--range a:b: expected two decimal numbers*" $masses --plane x1,x2 --range a:b,0:1
wrong "not finite" "--range 0:inf: expected*" $masses --plane x1,x2 --range 0:inf,0:1
wrong "a grid of nothing" "--grid 0x5: expected*" $masses --plane x1,x2 $square --grid 0x5
wrong "a grid of words" "--grid axb: expected*" $masses --plane x1,x2 $square --grid axb
wrong "a huge grid" "--grid 99999x99999: more points*" $masses --plane x1,x2 $square --grid 99999x99999
if [ "$(awk '/MemTotal/ { print int($2 / 1e6) }' /proc/meminfo)" -lt 24 ]; then
  wrong "a grid for a larger machine" "--grid 32000x32000: more points than this machine can hold" \
    $masses --plane x1,x2 $square --grid 32000x32000
fi
wrong "an unknown method" "--method euler: there are*" $masses --plane x1,x2 $square --method euler
wrong "a method that does not apply" "basin: *" models/rocking-block.still --plane "x,phi" $square --method pwl
wrong "a file without ending" "--out map: the ending must be*" $masses --plane x1,x2 $square --out map
wrong "a folder that is not there" "cannot write /nowhere/map.h5: *" $masses --plane x1,x2 $square \
  --out /nowhere/map.h5
wrong "--resume without --out" "--resume*--out FILE*" $masses --plane x1,x2 $square --resume
wrong "a time limit of 0" "--time-limit 0: *" $masses --plane x1,x2 $square --time-limit 0
wrong "an end of 0" "--end 0: *" $masses --plane x1,x2 $square --end 0
wrong "a tolerance of 1" "--tolerance 1: *" $masses --plane x1,x2 $square --tolerance 1
wrong "a line that is a point" "--edge 0,0:0,0: *" $masses --plane x1,x2 $square --edge 0,0:0,0
wrong "a line of words" "--edge here: *" $masses --plane x1,x2 $square --edge here
wrong "an unknown region" "--region moon: *" $masses --plane x1,x2 $square --region moon
run "an unknown state" 2 "" "--from:*" basin $masses --plane x1,x2 $square --from nowhere
run "no such model" 2 "" "*nothing.still*" basin nothing.still --plane x1,x2 $square
run "one point" 0 "*E1*1*100.0 %*" "" basin $masses --plane x1,x2 $square --grid 1x1

# ---- checks, inconsistent starts ---------------------------------------------------------------------

run "--check finds no disagreement" 0 "*10 points done again by events, 0 disagree" "" basin $masses \
  --plane x1,x2 --range -6:6,-6:6 --grid 21x21 --check 10
run "starts that cannot be lifted" 0 "*inconsistent*" "" basin models/bouncing-ball.still \
  --plane "y,y'" --range -1:1,-1:1 --grid 5x2 --end 1
finish
