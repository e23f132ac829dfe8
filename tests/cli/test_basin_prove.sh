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

# Ranges: what is proved of all machines is proved of fewer cells, and the second program knows it.
ranged() { "$program" basin $two --prove $plane --depth 5 --set mu1=0.098:0.102 --set c2=-0.376:-0.374 --set k2=0.995:1.005 \
  --json --out "$scratch/ranged.proof.json" | python3 -c '
import json, sys
p = json.load(sys.stdin)["proved"]
sys.exit(not (0.12 < p["open"] < 0.25))'; }
run "more numbers with ranges than directions" 2 "" "standstill: error: --prove: more than 8 of its numbers have ranges" \
  basin $two --prove $plane --depth 5 --set mu1=0.098:0.102 --set mu2=0.098:0.102 --set c2=-0.376:-0.374 --set k2=0.995:1.005
check "cells of all machines of a range" ranged
check "are confirmed by the second program" "$BUILD/standstill-check" --quiet "$scratch/ranged.proof.json" $two
corner() { "$program" basin $two --set c2=-0.377:-0.373 --prove --plane "x1',x2'" --depth 1 --end 60 --quiet \
  --range=-3.75:-2.5,-8.75:-7.5 --out "$scratch/corner.proof.json"; }
check "a cell that the second program bounds more roughly" corner
run "a mass with a range" 2 "" "standstill: error: --prove: masses or directions of friction have a range, or are not rational" \
  basin $two --prove $plane --depth 5 --set m1=0.99:1.01

# A changed digit, and a cell that nobody has proved, sealed again.
sed 's/"4 10 7 rest"/"4 10 3 rest"/' "$scratch/one.proof.json" >"$scratch/changed.json"
check "a changed file is rejected" test "$("$BUILD/standstill-check" --quiet "$scratch/changed.json" 2>&1 | grep -c 'seal')" = 1

# ---- stopped, killed, resumed, by ranks -------------------------------------------------------------
# shellcheck disable=SC2086
deep() { "$program" basin $two --prove $plane --depth 7 --quiet "$@"; }
deep --out "$scratch/whole.h5"
kill_some() { # each of a run under way
  local k pid
  for k in 1 2 3 4 5; do
    "$program" basin $two --prove --plane x1,x2 --range -6:6,-6:6 --depth 7 --quiet --threads 2 --resume \
      --out "$scratch/killed.h5" &
    pid=$!
    while kill -0 $pid 2>/dev/null && [ "$(stat -c %s "$scratch/killed.h5.part" 2>/dev/null || echo 0)" -lt $((k * 30000)) ]; do
      sleep 0.02
    done
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
  done
  [ -e "$scratch/killed.h5.part" ]
}
check "killed five times, it leaves a journal" kill_some
check "and goes on" deep --resume --out "$scratch/killed.h5"
check "to the same map" cmp "$scratch/whole.h5" "$scratch/killed.h5"
check "and the same certificate" cmp "$scratch/whole.proof.json" "$scratch/killed.proof.json"
check "the journal is gone" test ! -e "$scratch/killed.h5.part"
run "the time limit" 3 "" "*stopped by the time limit after*--resume" basin $two --prove --plane x1,x2 \
  --range -6:6,-6:6 --depth 9 --quiet --time-limit 0.4 --out "$scratch/limit.proof.json"
check "it is in the journal" test -s "$scratch/limit.proof.json.part"
run "of another depth" 2 "" "*limit.proof.json.part: it belongs to another question (proof)" basin $two --prove \
  --plane x1,x2 --range -6:6,-6:6 --depth 7 --quiet --resume --out "$scratch/limit.proof.json"
run "of another plane" 2 "" "*limit.proof.json.part: it belongs to another question*" basin $two --prove \
  --plane x1,x2 --range -6:6,-6:5 --depth 9 --quiet --resume --out "$scratch/limit.proof.json"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if command -v mpirun >/dev/null && nm "$program" 2>/dev/null | grep -q MPI_Init_thread; then
  # shellcheck disable=SC2086
  ranks() { ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe -n 3 "$program" basin $two --prove $plane \
    --depth 7 --quiet --out "$scratch/ranks.h5"; }
  check "three ranks" ranks
  check "the same map" cmp "$scratch/whole.h5" "$scratch/ranks.h5"
  check "the same certificate" cmp "$scratch/whole.proof.json" "$scratch/ranks.proof.json"
else
  skip "no mpirun, or a build without MPI"
fi

fails() { run "$1" 2 "" "standstill: error: $2" basin $two --prove $plane "${@:3}"; }
fails "a grid" "--grid: it does not go with --prove" --grid 5x5
fails "too deep" "--depth 13: at most 12" --depth 13
run "depth without proof" 2 "" "standstill: error: --depth: it goes with --prove" basin $two $plane --depth 3

# Every hypothesis violated once, each with a sentence that says which.
refused() { # name, words of the message, model
  printf 'coord x, y\nkinetic = %s\n%b' "$3" "$4" >"$scratch/refused.still"
  run "$1" 2 "" "standstill: error: --prove: $2" basin "$scratch/refused.still" --prove --plane x,y --range -1:1,-1:1
}
floor="potential = x^2 + y^2\nfriction f { slip = x'; normal = 1; law = coulomb(1) }\n"
masses="x'^2/2 + y'^2/2"
several="it is not linear: motions of several coordinates are only known to stay together*"
refused "more friction at rest than in motion" "${several}a friction bound depends on x'*" "$masses" \
  "potential = x^2 + y^2\nfriction f { slip = x'; normal = 1; law = coulomb(2 - abs(sign(x'))) }\n"
refused "a mass that depends on the state" "$several" "(2 + cos(x))*x'^2/2 + y'^2/2" "$floor"
refused "a cubic spring" "$several" "$masses" "${floor}force x = -x^3\n"
refused "circulatory forces" "nothing is known of its rest set: the stiffness is not symmetric*" "$masses" \
  "${floor}force x = y/4\nforce y = -x/4\n"
away="it has contacts: nothing carries a ball of starts through impacts yet, and it is not seen to stay away from them"
refused "a gap that bends" "$away (a gap is not linear)*" "$masses" \
  "${floor}contact c { gap = 2 - y - y^3; restitution = newton(0, 0) }\n"
refused "a contact, and what is not linear" "$away (it is not linear)*" "$masses" \
  "${floor}contact c { gap = 2 - y; restitution = newton(0, 0) }\nforce x = -x^3\n"
refused "a contact, and a range" "$away (a parameter has a range)*" "$masses" \
  "param k = 1 in [0.9, 1.1]\n${floor}contact c { gap = 2 - k*y; restitution = newton(0, 0) }\n"
refused_alone() { # the same of fences
  printf 'coord x\n%b' "$3" >"$scratch/refused.still"
  run "$1" 2 "" "standstill: error: --prove: $2" basin "$scratch/refused.still" --prove --plane "x,x'" --range -1:1,-1:1
}
cubic="kinetic = x'^2/2\npotential = x^4\nfriction f { slip = x'; normal = 1; law ="
refused_alone "a friction bound that jumps at rest" "'2 - abs(sign(x'))' in line 4 has a function*" \
  "$cubic coulomb(2 - abs(sign(x'))) }\n"
refused_alone "a belt" "a belt feeds it" "kinetic = x'^2/2\npotential = x^4\n\
friction f { slip = x' - 1; normal = 1; law = coulomb(1) }\n"
refused_alone "a force that depends on the time" "something depends on the time" "$cubic coulomb(1) }\nforce x = sin(t)\n"
refused_alone "a parameter with a range" "a parameter has a range" \
  "param k = 1 in [0.9, 1.1]\nforce x = -k*x\n$cubic coulomb(1) }\n"
refused_alone "no friction" "it has no friction" "kinetic = x'^2/2\npotential = x^4\n"
stop="contact c { gap = 1 - x; restitution = newton(1/2, 0)"
refused_alone "a contact with friction" "a contact has friction of its own" "$cubic coulomb(1) }\n$stop; slip = x'; law = coulomb(1) }\n"
refused_alone "two contacts" "it has more than one contact" "$cubic coulomb(1) }\n$stop }\ncontact d { gap = 1 + x }\n"
refused_alone "a gap that is not linear" "a gap is not c x + d" "$cubic coulomb(1) }\ncontact c { gap = 1 - x - x^3 }\n"

run "a cubic spring whose stiffness is 0 is linear" 0 "*motions were followed*" "" \
  basin models/friction-oscillator.still --prove --plane "x,x'" --range -4:4,-4:4 --depth 3

# One coordinate, not linear: by fences, with a certificate that the second program confirms.
wells() { "$program" basin models/small/pendulum.still --set r=1 --set c=1/2 --prove --plane "phi,phi'" \
  --range -3:3,-9:9 --depth 4 --quiet --out "$scratch/wells.proof.json"; }
check "a pendulum" wells
printf '%s\n' 'coord x' "kinetic = x'^2/2" "potential = x^4/4 - x^2/2" "force x = -x'/5" \
  "friction f { slip = x'; normal = 1; law = coulomb(0.1) }" >"$scratch/double.still"
named() { "$program" basin "$scratch/double.still" --prove --plane "x,x'" --range -3:3,-3:3 --depth 4 "$@" |
  grep -q "$want, proved"; }
want="^  E3" check "rest sets are named" named
want="^  rests between 0.1[0-9]* and 1.5[0-9]*" check "but not by a search that did not see all of the haven" named --box x=0.9:1.05
# masses that depend on the position: what the program finds the checker confirms, or nothing is told or written
massive() { # NAME MASS POTENTIAL LEAST-SHARE
  printf '%s\n' 'coord x' "kinetic = 1/2*($2)*x'^2" "potential = $3" "force x = -0.006*x' - 0.01*x'^3" \
    "friction f { slip = x'; normal = 1; law = coulomb(0.068) }" >"$scratch/$1.still"
  "$program" basin "$scratch/$1.still" --prove --plane "x,x'" --range=-1.36:1.36,-0.83:0.83 --depth 4 --end 1 --json \
    --out "$scratch/$1.proof.json" >"$scratch/told" || return
  "$BUILD/standstill-check" --quiet "$scratch/$1.proof.json" "$scratch/$1.still" || return
  python3 -c "import json, sys; sys.exit(json.load(open('$scratch/told'))['proved']['rest'] < $4)"
}
check "two wells on a curve" massive two "1 + 0.3*x^2" "-0.25*x^2 + 0.1525*x^4 + x^3/60" 0.3
check "a bead on a wave" massive wave "2 + sin(x)" "1 - cos(x)" 0.9
check "a bead on a parabola" massive bead "1 + x^2" "x^2/2" 0.99
# contacts of several coordinates, which tubes keep away from: more of them leave less
damped="kinetic = x'^2/2 + y'^2/2\npotential = x^2/2 + (y - x)^2/2 + y^2/2\nforce x = -x'/4\nforce y = -y'/4\n\
friction a { slip = x'; normal = 1; law = coulomb(1/2) }\nfriction b { slip = y'; normal = 1; law = coulomb(1/2) }\n"
apart() { # CONTACTS LEAST-SHARE MOST-SHARE
  printf "coord x, y\n$damped$1" >"$scratch/apart.still"
  "$program" basin "$scratch/apart.still" --prove --plane x,y --range -2:2,-2:2 --depth 4 --json \
    --out "$scratch/apart.proof.json" >"$scratch/told" || return
  "$BUILD/standstill-check" "$scratch/apart.proof.json" "$scratch/apart.still" |
    grep -q "^proved     without its contacts" || return
  python3 -c "import json, sys; p = json.load(open('$scratch/told'))['proved']['rest']; sys.exit(not $2 < p < $3)"
}
rough="slip = y'; law = coulomb(1/3); restitution = newton(1/2, 0)"
check "a rough stop" apart "contact c { gap = 1 - y; $rough }\n" 0.6 0.75
check "and one between the masses" apart \
  "contact c { gap = 1 - y; $rough }\ncontact d { gap = 2 + x - y; restitution = newton(0, 0) }\n" 0.5 0.64
# a stop, through impacts, on either side
stopped() { # GAP LEAST-SHARE RANGE
  printf '%s\n' 'coord x' "kinetic = x'^2/2" "potential = x^2/2" "force x = x'/4" \
    "friction f { slip = x'; normal = 1; law = coulomb(2/5) }" \
    "contact stop { gap = $1; restitution = newton(3/5, 0) }" >"$scratch/stopped.still"
  "$program" basin "$scratch/stopped.still" --prove --plane "x,x'" --range=$3 --depth 4 --end 1 --json \
    --out "$scratch/stopped.proof.json" >"$scratch/told" || return
  "$BUILD/standstill-check" --quiet "$scratch/stopped.proof.json" "$scratch/stopped.still" || return
  python3 -c "import json, sys; sys.exit(json.load(open('$scratch/told'))['proved']['rest'] < $2)"
}
check "a fed mass with a stop to the left" stopped "x + 1" 0.6 -1:1,-1:1
check "and to the right, in thirds" stopped "(1/3 - x)/3" 0.3 -2:1,-1:1
check "its fences are confirmed" "$BUILD/standstill-check" --quiet "$scratch/wells.proof.json" models/small/pendulum.still
finish
