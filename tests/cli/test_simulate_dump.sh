# `simulate --dump`: the problem in the file has the impulses of the motion as its solution.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

# numbers KEY FILE: the first list of that name in a JSON text, one number a line.
numbers() {
  tr -d '\n' <"$2" | awk -v key="\"$1\": [" '{
    rest = substr($0, index($0, key) + length(key))
    count = split(substr(rest, 1, index(rest, "]") - 1), list, ",")
    for (i = 1; i <= count; i++) print list[i] + 0
  }' OFMT=%.17g
}

# same A B: equal lists to the solver's tolerance, 1e-10 of the size of the problem.
same() { paste "$1" "$2" | awk '
  { d = $1 - $2; if (d > 1e-9 || d < -1e-9) bad = 1; n++; print }
  END { exit bad || !n }'; }

# The block hits the floor with its right corner; both contacts get impulses. The dump goes contact
# by contact (N, T, N, T), the motion's list has all normals first.
run "the rocking block" 0 "{*" "" simulate models/rocking-block.still --from tilted --json \
  --dump "$scratch/block.hdf5"
numbers impulses "$scratch/out" | awk '{ r[NR] = $1 } END { print r[1]; print r[3]; print r[2]; print r[4] }' \
  >"$scratch/expected"
run "its problem is solved" 0 '{*"status": "solved"*' "" contact "$scratch/block.hdf5" --json
numbers reactions "$scratch/out" >"$scratch/found"
check "by the impulses of the impact" same "$scratch/expected" "$scratch/found"

# one contact in space
run "the stool" 0 "{*" "" simulate models/three-leg-stool.still --from shoved --json --end 0.3 \
  --dump "$scratch/stool.hdf5"
numbers impulses "$scratch/out" |
  awk '{ r[NR] = $1 } END { for (i = 1; i <= 3; i++) { print r[i]; print r[2 + 2*i]; print r[3 + 2*i] } }' \
  >"$scratch/expected"
run "its problem is solved" 0 '{*"status": "solved"*' "" contact "$scratch/stool.hdf5" --json
numbers reactions "$scratch/out" >"$scratch/found"
check "by the impulses of its first impact" same "$scratch/expected" "$scratch/found"

# at rest: the weight m g dt on two corners, 9.81 * 0.01 / 2 each
run "no impact: a time step at the end" 0 "" "" simulate models/rocking-block.still --from rest --quiet \
  --dump "$scratch/rest.hdf5" --step 0.01
run "its problem is solved" 0 '{*"status": "solved"*' "" contact "$scratch/rest.hdf5" --json
numbers reactions "$scratch/out" | awk 'NR % 2 { sum += $1 } END { print sum; }' >"$scratch/found"
echo 0.0981 >"$scratch/expected"
check "the weight" same "$scratch/expected" "$scratch/found"

run "nothing to write" 2 "" "standstill: error: --dump *: no impact, and no contact is closed at the end" \
  simulate models/friction-oscillator.still --from kick --quiet --dump "$scratch/none.hdf5"
run "not in FCLIB's form" 2 "" "*.hdf5: error: contact 1 does not fit into FCLIB's form: a slider*" \
  simulate models/constrained-beam.still --from pulled --quiet --dump "$scratch/none.hdf5"
finish
