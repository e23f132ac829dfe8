# basin --prove: maps in which cells are proved, their certificates, and the second program.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
two=models/two-masses.still
plane="--plane x1,x2 --range -6:6,-6:6"

# shellcheck disable=SC2086
prove() { "$program" basin $two --prove $plane --depth 6 "$@"; }
check "the positions of two masses" prove --quiet --threads 1 --out "$scratch/one.h5" --plot "$scratch/map.svg"
check "the picture is there" test -s "$scratch/map.svg"
check "the second program confirms all of it" "$BUILD/standstill-check" --quiet "$scratch/one.proof.json" $two
prove --quiet --threads 2 --out "$scratch/two.proof.json"
check "the same bits with two threads" cmp "$scratch/one.proof.json" "$scratch/two.proof.json"
check "a certificate alone" test ! -e "$scratch/two.proof.json.part"
shares() { prove --json | python3 -c '
import json, sys
p = json.load(sys.stdin)["proved"]
sys.exit(not (p["rest"] + p["escape"] + p["open"] == 1 and p["open"] < 0.072 and 0.68 < p["rest"] < 0.74))'; }
check "shares of the area: 1 in sum, 7 % open" shares
run "two sides of the share" 0 "*proved: between 6?.?? % and 7?.?? % of these starts come to rest*" "" \
  basin $two --prove $plane --depth 5
check "drawn again from its file" "$program" plot "$scratch/one.h5" --plot "$scratch/again.svg"

# Motions that stick in a wide window: what the first program bounds, the second must bound as well.
narrow() { "$program" basin $two --prove --plane "x1',x2'" --depth 1 --end 60 --quiet \
  --range -1.015625:-0.9375,-9.84375:-9.765625 --out "$scratch/narrow.proof.json"; }
check "cells whose motions stick early" narrow
check "are confirmed" "$BUILD/standstill-check" --quiet "$scratch/narrow.proof.json" $two

# A changed digit, and a cell that nobody has proved, sealed again.
sed 's/"4 10 7 rest"/"4 10 3 rest"/' "$scratch/one.proof.json" >"$scratch/changed.json"
check "a changed file is rejected" test "$("$BUILD/standstill-check" --quiet "$scratch/changed.json" 2>&1 | grep -c 'seal')" = 1

fails() { run "$1" 2 "" "standstill: error: $2" basin $two --prove $plane "${@:3}"; }
fails "a grid" "--grid: it does not go with --prove" --grid 5x5
fails "too deep" "--depth 13: at most 12" --depth 13
run "depth without proof" 2 "" "standstill: error: --depth: it goes with --prove" basin $two $plane --depth 3
run "a machine that is not linear" 2 "" "standstill: error: --prove: this is no linear machine*" \
  basin models/rough-pendulum.still --prove --plane a1,a2 --range -1:1,-1:1
finish
