# `standstill vary`: text, JSON, parameters, cycles, checks, refusals, and what is wrong with a request.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

# vary NAME STATUS STDOUT STDERR ARGUMENTS...
vary() { run "$1" "$2" "$3" "$4" vary "${@:5}"; }

vary "a gain and the map" 0 "*t = 0.451523641  impact  floor*3.9865*-0.8*transition map over \[0, 1\]*" \
  "" models/bouncing-ball.still --from drop --end 1
vary "a parameter" 0 "*y'           e*4.4294*" "" models/bouncing-ball.still --from drop --end 1 \
  --parameters e
vary "several parameters, with what they derive" 0 '*"parameters": \[*"mB"*"lB"*"cone_parameters"*' "" \
  models/plank-box.still --from landing --end 0.05 --parameters "mB, lB" --json
vary "two orders" 0 "*left, right  at once: the gain depends on the order*first to last: right, left*" \
  "" models/plank-box.still --from landing --end 0.05
vary "a check" 0 "*order 2.0*" "" models/bouncing-ball.still --from drop --end 1 --check 3
vary "a check of another size" 0 "*eps 0.01:*" "" models/bouncing-ball.still --from drop --end 1 \
  --check 1 --check-size 0.01
vary "a cycle" 0 "*multipliers *1*the end is*away from the start*" "" models/friction-oscillator.still \
  --set mu=0 --from "x=1" --end 6.283185307179586 --period
vary "JSON" 0 '*"events": \[*"kind": "impact"*"gain": \[*"pieces"*"transition"*"check": {*"order": *' "" \
  models/bouncing-ball.still --from drop --end 1 --check 1 --json
vary "JSON of a cycle" 0 '*"multipliers": {*"largest"*' "" models/friction-oscillator.still --set mu=0 \
  --from "x=1" --end 6.283185307179586 --period --json
vary "JSON of a model with inputs" 0 '*"inputs": \[*"input_gain": \[*' "" \
  models/plank-box.still --from landing --end 0.05 --json
vary "quiet" 0 "" "" models/bouncing-ball.still --from drop --end 1 --quiet
vary "refused: superfluous" 20 "*no derivative beyond t = 0 (superfluous): 'right'*differ by 2.09*" "" \
  models/plank-box.still --set LB=0.1 --set lB=0.4 --set mu=0.15 \
  --from "x=0.7, y=0.225, phi=-0.06, x'=0.3, y'=-0.9, phi'=-0.1" --end 0.05
vary "refused: border" 20 '*"refused": {*"kind": "border"*"contacts": \[*"floor"*' "" \
  models/friction-oscillator.still --from stuck --json
vary "a map of several pieces has no multipliers" 0 "*transition map*" "*2 pieces: no multipliers*" \
  models/plank-box.still --from landing --end 0.05 --period
vary "an unknown parameter" 2 "" "*--parameters nu: the model has no parameter of that name*" \
  models/bouncing-ball.still --parameters nu
vary "a parameter twice" 2 "" "*--parameters e: it is named twice*" models/bouncing-ball.still \
  --parameters e,e
vary "a start in the floor" 2 "" "*penetrates*" models/bouncing-ball.still --from "y=-1"
vary "a negative window" 2 "" "*--window -1: it is negative*" models/bouncing-ball.still --window -1
vary "a check without size" 2 "" "*--check-size 0: expected a number above 0*" \
  models/bouncing-ball.still --check-size 0
vary "no motion" 3 "" "*Painleve*" models/painleve-rod.still --from pushed
run "a picture" 0 "*order 2.0*" "" vary models/plank-box.still --from landing --end 0.05 --plot "$scratch/a.svg"
check "which is there" grep -q '</svg>' "$scratch/a.svg"
run "a picture of another kind" 2 "" "*--plot a.txt: the ending must be .svg, .png or .pdf*" \
  vary models/plank-box.still --from landing --end 0.05 --plot a.txt
printf '%s\n' "coord y" "kinetic = 1/2*y'^2" "force y = 20*t - 10" "contact l { gap = y }" >"$scratch/lifted.still"
run "no perturbation, no number" 0 "*    1  the start allows no perturbation" "" \
  vary "$scratch/lifted.still" --from y=0 --end 1 --check 1
finish
