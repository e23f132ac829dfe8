# `simulate --track`: a motion that follows a reference, and what is said where it cannot.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

cat >"$scratch/ball.still" <<'END'
model "Ball"
coord y
input F in [-20, 20]
kinetic = 1/2*y'^2
potential = 10*y
force y = F
contact floor { gap = y; restitution = newton(1/2, 0) }
state drop { y = 0.8 }
END
ball="simulate $scratch/ball.still --track drop --end 0.7"
run "the reference itself" 0 "*switched by events*1 instant and 2 segments*largest error *e-*" "" $ball
run "from beside it" 0 "*largest error 0.0*" "" $ball --from y=0.81
run "without spreading" 0 "*switched by the clock*largest error [3-7].*" "" $ball --from y=0.81 --by-clock
run "as JSON" 0 '{*"trajectory": *"track": {*"by_clock": false*"segments": *"samples": *}*' "" \
  $ball --from y=0.81 --json
run "as a picture" 0 "" "" $ball --from y=0.81 --quiet --plot "$scratch/ball.svg"
check "which is there" test -s "$scratch/ball.svg"
run "weights" 0 "*largest feedback*" "" $ball --from y=0.81 --weights "y=100,F=0.01"
run "inputs saturate" 0 "*inputs saturated for 0.1*" "" $ball --from y=0.9 --weights "y=1e5,F=0.01"
run "a file of its own" 0 "" "" simulate "$scratch/ball.still" --end 0.7 --quiet --out "$scratch/ball.csv"
run "can be followed" 0 "*1 instant and 2 segments*" "" \
  simulate "$scratch/ball.still" --track "$scratch/ball.csv"
# forces of two corners that stick reach their limit, the inputs change with that and put it off
lifted() {
  "$BUILD/standstill" simulate models/tracking/plank-box.still --track above --end 1.5 \
    --weights "x=100,y=100,theta=100,phi=0,Fx=0.01,Fy=0.01,Mz=0.1" \
    --from "above, x=0.6008, y=lP/2 + lB/2 + 0.04906, theta=-0.00095, x'=0.50008, y'=0.00088, theta'=-0.00024" |
    grep 'reference'
}
check "a release that is put off comes again, and is one" \
  eval '! lifted | grep -q "not in the reference" && lifted | grep -q "5 instants"'
fails() { run "$1" 2 "" "standstill: error: $2" "${@:3}"; }
run "no such state" 2 "" "--track:1:1: error: unknown state 'nowhere'*" simulate "$scratch/ball.still" --track nowhere
fails "no such file" "*nowhere.csv*" simulate "$scratch/ball.still" --track nowhere.csv
fails "another method" "--track means nothing to the method moreau" $ball --method moreau
fails "a proof" "--track goes without --prove*" $ball --prove
fails "weights alone" "--weights and --by-clock go with --track" simulate "$scratch/ball.still" --weights y=1
fails "a bad weight" "--weights: no state or input 'z'" $ball --weights z=1
fails "no inputs" "--track: the model has no inputs to follow with" \
  simulate models/rocking-block.still --track tilted
# Two feet that stand without load stick in the motion; rounding must not name them otherwise in its reference.
"$program" simulate models/tracking/hopper.still --from flight --end 1.2 --every 0.006 --out "$scratch/hop.csv" >/dev/null
run "a motion's own file is a reference" 0 "*the reference has 2 instants and 5 segments*" "*" \
  simulate models/tracking/hopper.still --from flight --end 1.2 --track "$scratch/hop.csv"
finish
