# `standstill simulate` from outside: every option, every mistake, and what is kept after a failure.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

block=models/rocking-block.still
ball=models/bouncing-ball.still
oscillator=models/friction-oscillator.still

# ---- a run --------------------------------------------------------------------------------------

still="an equilibrium: nothing moves"
run "the first state is the start" 0 "events*came to rest at t = 0,*" \
  "standstill: note: the first state of the file, 'rest', is $still; try --from drop or --from toss" \
  simulate $ball
run "states that rest are not recommended" 0 "*" "*$still; try --from kick or --from runaway" \
  simulate $oscillator
run "rest that was asked for" 0 "events*came to rest at t = 0,*" "" simulate $ball --from rest
run "rest in silence" 0 "" "" simulate $ball --quiet
run "a first state that moves" 0 "events*" "" simulate models/plank-box.still --end 0.1
printf "coord x, y\nkinetic = x'^2 + y'^2\n" >"$scratch/free.still"
run "no states at all" 0 "*came to rest at t = 0,*" \
  "*the start, with all coordinates 0, is $still; try --from \"x'=1\"" simulate "$scratch/free.still"
run "a state of the file" 0 "events*0.451523641  impact  *floor*accumulation*came to rest at t = 4.06371*energy*
method events, * steps" "" simulate $ball --from drop
run "a state of one's own" 0 "*came to rest at t = 0, in the rest set near x = 0.5*" "" \
  simulate $oscillator --from x=0.5
run "no friction where there is none" 0 "*losses in floor *" "" simulate $ball --from drop --method moreau
run "not at rest at the end" 0 "*at t = 1: y = *moving with y' = *" "" \
  simulate $ball --from drop --end 1
cat >"$scratch/belt.still" <<'END'
coord x
kinetic = 1/2*x'^2
potential = 1/2*x^2
force x = x'/20
friction f { slip = x' - 1; normal = 1; law = coulomb(1) }
END
run "the cycle it tends to" 0 "*moving with*it tends to a cycle: period 6.338*on it x from -0.124* to 2.039*" "" \
  simulate "$scratch/belt.still" --from x=1.5 --end 200 --cycle
run "by JSON" 0 '*"cycle": {*"period": 6.338*"multipliers"*' "" \
  simulate "$scratch/belt.still" --from x=1.5 --end 200 --cycle --method moreau --json
run "no cycle" 0 "*at t = 10: *" "*--cycle: no cycle was found*" simulate $oscillator --from x=3 --cycle
printf "coord x\nkinetic = 1/2*x'^2\nforce x = sin(t)\n" >"$scratch/clock.still"
run "no return map" 0 "*at t = 10: *" "*--cycle: forces depend on time*" simulate "$scratch/clock.still" --cycle
run "a parameter" 0 "*0.903047282  impact*" "" simulate $ball --from drop --set g=9.81/4
run "going on after rest" 0 "*rest*came to rest at t = 4.0637*method*" "" \
  simulate $ball --from drop --end 6 --go-on --out "$scratch/long.csv"
check "to the end" grep -q "^6," "$scratch/long.csv"
run "time stepping" 0 "*impact*floor*method moreau, *" "" \
  simulate $ball --from drop --method moreau --step 1e-3 --end 1
run "springs" 0 "*0.451523641  impact*floor*kinetic energy 9.81 -> 6.26952*detach*came to rest at t = 4.*
method penalty, *" "" simulate $ball --from drop --method penalty --stiffness 1e6
run "the stiffness of one contact" 0 "*0.451523641  impact*floor*
  0.45467*  detach*" "" \
  simulate $ball --from drop --method penalty --stiffness 1e3 --stiffness floor=1e6 --end 1
run "quiet" 0 "" "" simulate $ball --from drop --quiet
run "JSON" 0 '{*"method": "events"*"status": "SS_OK"*"at_rest": true*"residual":*"trajectory":*}' "" \
  simulate $ball --from drop --json
run "a motion that may not be the only one" 0 "*
not unique at t = 0.319275428: 'left' and 'right' land at once; *" "" \
  simulate models/rocking-bar.still --from y=0.5 --end 0.5
run "the same in JSON" 0 '{*"unique": false*"doubt": {*"t": 0.3192754284*"reason": "*land at once*' "" \
  simulate models/rocking-bar.still --from y=0.5 --end 0.5 --json
run "a motion that is" 0 '{*"unique": true*' "" simulate $ball --from drop --json
stool="models/three-leg-stool.still --method moreau --step 1e-3 --from"
run "a singularity of the coordinates" 3 \
  "*stopped early: at t = 0.5*: energy out of nothing, after the mass matrix was almost singular*" "*" \
  simulate $stool "z=0.9,beta=0.5,beta'=1.2,alpha'=0.3,gamma'=0.7"
run "nothing on a pipe but the result" 0 "events*" "" simulate $block --from drop

# ---- inputs -------------------------------------------------------------------------------------

cat >"$scratch/cart.still" <<'END'
coord x
input u in [-1, 1]
kinetic = 1/2*x'^2
force x = u
feedback slow: u = -x - x'
feedback fast: u = -9*x - 3*x'
state start { x = 1 }
END
cart=$scratch/cart.still
run "a feedback law" 0 "at t = 2: x = *work of controls*" "" simulate "$cart" --feedback fast --end 2
run "several laws, no choice" 2 "" "*input 'u' has several feedback laws, 'slow', 'fast': choose one" \
  simulate "$cart"
run "an unknown law" 2 "" "--feedback:1:1: error: unknown feedback law 'fats'*did you mean 'fast'?" \
  simulate "$cart" --feedback fats
# x = 1 + t^2/4 at constant u = 1/2; saturated at 1 for u = 5: x = 1 + t^2/2
run "a formula" 0 "at t = 2: x = 2
  moving with x' = 1
*" "" simulate "$cart" --input u=1/2 --end 2
run "a formula beyond the range" 0 "at t = 2: x = 3
*" "" simulate "$cart" --input u=5 --end 2
for method in moreau penalty; do
  run "a formula, $method" 0 "at t = 2: x = 2
*" "" \
    simulate "$cart" --input u=1/2 --end 2 --method $method
  run "a feedback law, $method" 0 "at t = 2: x = *work of controls*" "" \
    simulate "$cart" --feedback fast --end 2 --method $method
done
run "an unknown input" 2 "" "--input:1:1: error: unknown input 'v'*" simulate "$cart" --input v=1
run "a misprint in a formula" 2 "" "--input:1:3: error: unknown name 'z'*" simulate "$cart" --input u=z

# ---- output -------------------------------------------------------------------------------------

lines() { grep -vc '^#' "$1"; }
at_least() { [ "$(lines "$2")" -ge "$1" ] || { lines "$2"; false; }; }
run "a table" 0 "" "" simulate $block --from tilted --quiet --out "$scratch/run.csv"
check "it has a head" grep -q "^t,x,y,phi,x',y',phi',left N,right N,left T,right T,left mode,right mode$" \
  "$scratch/run.csv"
check "500 samples though it rests early" at_least 500 "$scratch/run.csv"
run "samples as often as asked for" 0 "" "" \
  simulate $ball --from drop --end 0.4 --every 0.1 --quiet --out "$scratch/few.csv"
check "start, three on the way, the end" test "$(lines "$scratch/few.csv")" -le 7
check "and no fewer" at_least 6 "$scratch/few.csv"
run "events only" 0 "" "" simulate $ball --from drop --end 0.4 --every 0 --quiet --out "$scratch/e.csv"
check "start and end" test "$(lines "$scratch/e.csv")" -le 3
run "JSON in a file" 0 "" "" simulate $ball --from drop --quiet --out "$scratch/run.json"
check "it is JSON" grep -q '"energy_ratio": 0.64' "$scratch/run.json"
run "HDF5" 0 "" "" simulate $ball --from drop --quiet --out "$scratch/run.h5"
check "it is HDF5" grep -q HDF "$scratch/run.h5"
for ending in svg png pdf; do
  run "a picture: $ending" 0 "" "" simulate $block --from tilted --quiet --plot "$scratch/run.$ending"
  check "it is not empty" test -s "$scratch/run.$ending"
done
run "a phase plane" 0 "" "" \
  simulate $oscillator --from kick --quiet --plot "$scratch/plane.svg" --plot-plane "x, x'"
check "a vector picture" grep -q '</svg>' "$scratch/plane.svg"
run "several motions in a plane" 0 "" "" simulate $oscillator --from kick --also runaway \
  --also "oiled: kick, mu=0.05" --also "mu=(1+1)/100" --level 2 --quiet --plot "$scratch/many.svg" \
  --plot-plane "x,x'"
check "more curves than one alone" test "$(grep -c stroke-linejoin "$scratch/many.svg")" -gt \
  "$(grep -c stroke-linejoin "$scratch/plane.svg")"
run "over time" 0 "" "" simulate models/arm-against-stop.still --end 2 --also "free: q0=-2" --quiet \
  --plot "$scratch/time.svg" --plot-plane t,q
run "all at once" 0 "events*" "" simulate $block --from tilted --out "$scratch/a.csv" \
  --plot "$scratch/a.svg" --dump "$scratch/a.hdf5"

# ---- mistakes: status 2, before anything moves --------------------------------------------------

fails() { run "$1" 2 "" "standstill: error: $2" simulate "${@:3}"; }
fails "an unknown ending" "--out run.txt: the ending must be .csv, .json or .h5" $ball --out run.txt
fails "no ending" "--out run: the ending must be*" $ball --out run
fails "an unknown picture" "--plot run.gif: the ending must be .svg, .png or .pdf" $ball --plot run.gif
fails "a plane without a picture" "--plot-plane y,y': --plot FILE says*" $ball --plot-plane "y,y'"
fails "half a plane" "--plot-plane y: expected two names*" $ball --plot a.svg --plot-plane y
fails "an unknown axis" "--plot-plane z: this is no coordinate*" $ball --plot a.svg --plot-plane y,z
fails "time upwards" "--plot-plane t: this is no coordinate*" $ball --plot a.svg --plot-plane y,t
fails "more motions without a plane" "--also is about a plane: --plot-plane X,Y" $ball --also drop
fails "a level without a plane" "--level is about a plane: --plot-plane X,Y" $ball --plot a.svg --level 1
fails "a level that is none" "--level needs a positive number or 'proved', not '-1'" $ball --plot a.svg \
  --plot-plane "y,y'" --level -1
run "an unknown state of another motion" 2 "" "--also:1:1: error: unknown state 'drpo'*did you mean 'drop'?" \
  simulate $ball --from drop --plot a.svg --plot-plane "y,y'" --also drpo
run "an unknown value of it" 2 "" "--also:*error: *" simulate $ball --plot a.svg --plot-plane "y,y'" \
  --also "drop, g=zz"
run "another motion that cannot start" 2 "events*" \
  "standstill: error: --also y=-1: the start penetrates the contact 'floor': its gap is -1" \
  simulate $ball --from drop --plot "$scratch/b.svg" --plot-plane "y,y'" --also y=-1
fails "an unknown method" "no method 'event'; did you mean 'events'?" $ball --method event
fails "a far method" "no method 'x'; there are events, moreau and penalty" $ball --method x
fails "an option of another method" "--stiffness means nothing to the method events" \
  $ball --stiffness 1e5
fails "another one" "--step means nothing to the method events" $ball --step 0.01
fails "time that stands still" "the end of the motion must be a positive time, not 0" $ball --end 0
fails "time that runs back" "the end of the motion must be a positive time, not -1" $ball --end -1
fails "time without end" "--end needs a decimal number, not 'inf'" $ball --end inf
fails "no number" "--end needs a decimal number, not 'soon'" $ball --end soon
fails "negative sampling" "the time between samples must be positive or 0, not -0.1" $ball --every -0.1
fails "no tolerance" "the tolerance must be in (0, 0.01], not 0" $ball --tolerance 0
fails "too much tolerance" "the tolerance must be in (0, 0.01], not 1" $ball --tolerance 1
fails "a negative step" "the step must be positive or 0, not -1" $ball --method moreau --step -1
fails "a damping of another method" "--damping means nothing to the method events" $ball --damping 1
fails "a power without damping" "the power of 'floor' is not 1: its damping, 0 or more, must be given" \
  $ball --method penalty --power 1.5
run "a contact with a law of its own" 0 "*method penalty, *" "" \
  simulate $ball --from drop --method penalty --damping floor=2e5 --power 1.5 --end 1
fails "no stiffness" "the stiffness of 'floor' must be positive, not 0" $ball --method penalty --stiffness 0
fails "a stiffness in words" "--stiffness needs a decimal number, as 1e6 or floor=1e6, not 'stiff'" \
  $ball --method penalty --stiffness stiff
fails "the stiffness of nobody" "--stiffness: no contact 'flor'; did you mean 'floor'?" \
  $ball --method penalty --stiffness flor=1e5
fails "the stiffness of a friction" "--stiffness: no contact 'floor'" \
  $oscillator --method penalty --stiffness floor=1e5
fails "an ambiguous word" "--on-ambiguity is 'first' or 'stop', not 'last'" $ball --on-ambiguity last
fails "a jammed word" "--on-jam is 'impact' or 'stop', not 'jam'" $ball --on-jam jam
fails "a jam of time stepping" "--on-jam means nothing to the method moreau" $ball --on-jam impact --method moreau
fails "an order of nobody" "--impact-order: no contact 'ceiling', or named twice" $ball --impact-order ceiling
fails "a start that penetrates" "the start penetrates the contact 'floor': its gap is -0.1" \
  $ball --from y=-0.1
fails "a start that forgets coordinates" "the start penetrates the contact 'left'*
standstill: note: coordinates that --from does not name are 0; a state of the file may come first*" \
  $block --from phi=0.1
printf "coord x, y\nkinetic = x'^2 + y'^2\npotential = 1/y\nstate s { y = 1 }\n" >"$scratch/pole.still"
fails "a start that forgets a coordinate of a pole" "the equations of motion are not finite at the start*
standstill: note: coordinates that --from does not name are 0; a state of the file may come first*" \
  "$scratch/pole.still" --from x=1
fails "a start that is not finite" "the start is not finite" $ball --from "y=1e308*10"
run "a state that does not exist" 2 "" "--from:1:1: error: unknown state 'drpo'*did you mean 'drop'?" \
  simulate $ball --from drpo
run "a value that does not exist" 2 "" "--from:1:*error: division by zero*" simulate $ball --from y=1/0
run "no such model" 2 "" "no-such.still: error: *" simulate no-such.still

cat >"$scratch/mass.still" <<'END'
coord x
kinetic = 1/2*(2 + x)*x'^2
END
fails "a mass that is not positive" "the mass matrix is not positive definite at the start" \
  "$scratch/mass.still" --from x=-3
fails "off the slider" "the start is off the slider 'horizontal' by *" \
  models/constrained-beam.still --from "hanging, y=-1.25"

# ---- files that cannot be written: status 2, the rest is still done -----------------------------

nowhere=$scratch/no/such/folder
run "an unwritable table: told before anything moves" 2 "" "standstill: error: cannot write $nowhere/a.csv: No such file*" \
  simulate $ball --from drop --out "$nowhere/a.csv"
run "an unwritable JSON: told before anything moves" 2 "" "standstill: error: cannot write $nowhere/a.json: No such file*" \
  simulate $ball --from drop --out "$nowhere/a.json"
run "an unwritable HDF5: told before anything moves" 2 "" "standstill: error: cannot write $nowhere/a.h5: No such file*" \
  simulate $ball --from drop --out "$nowhere/a.h5"
run "an unwritable picture" 2 "events*" "standstill: error: cannot write $nowhere/a.svg: No such file*" \
  simulate $ball --from drop --plot "$nowhere/a.svg" --out "$scratch/other.csv"
check "the table is written all the same" test -s "$scratch/other.csv"
run "an unwritable dump" 2 "events*" "*$nowhere/a.hdf5*" simulate $ball --from drop --dump "$nowhere/a.hdf5"

# ---- failures on the way: status 3, everything up to there is kept ------------------------------

# x = 1/(1 - t)^2 is gone at t = 1
cat >"$scratch/blow.still" <<'END'
coord x
kinetic = 1/2*x'^2
force x = 6*x^2
state start { x = 1; x' = 2 }
END
run "a motion that blows up" 3 "at t = 1*stopped early: the integration failed at t = *" \
  "standstill: error: the integration failed at t = *" \
  simulate "$scratch/blow.still" --out "$scratch/blow.csv" --plot "$scratch/blow.svg" --end 4
check "its table is kept" grep -q '^0.5,' <(awk -F, '$1 == 0.504 { print "0.5," $2 }' "$scratch/blow.csv")
check "its picture too" test -s "$scratch/blow.svg"
run "no motion at all" 3 '{*"status": "SS_NO_CONVERGENCE"*"reason": "no modes of tip*}' \
  "standstill: error: no modes of tip (free, slip+) obey the contact laws at t = 0*" \
  simulate models/painleve-rod.still --from pushed --json
run "several motions" 3 "*" "standstill: error: 2 sets of modes are possible at t = 0: tip free | tip slip+; --on-ambiguity first*" \
  simulate models/painleve-rod.still --from spun
run "the first of them" 0 "*" "" simulate models/painleve-rod.still --from spun --on-ambiguity first --end 0.1
run "an impact without collision" 0 "events*jam *tip *kinetic energy 0.5 -> 0.265528*not unique at t = 0: no modes obey*" "" \
  simulate models/painleve-rod.still --from pushed --on-jam impact --end 0.1

# ---- the bar ------------------------------------------------------------------------------------

if script -qec true /dev/null >/dev/null 2>&1; then
  # a motion without end, which is given more time until its bar is seen
  endless="$program simulate $oscillator --from runaway --set c=0 --set mu=0 --end 1e9 --every 0"
  bar() { script -qec "timeout $1 $2" /dev/null | grep -q '\[.*t = .* of 1e+09'; }
  sooner_or_later() {
    local seconds
    for seconds in 1 2 4 8 16 32 64; do bar $seconds "$1" && return; done
  }
  check "a bar on a terminal" sooner_or_later "$endless"
  no_bar() { ! bar "$@"; }
  check "none when quiet" no_bar 1 "$endless --quiet"
else
  skip "no script(1): the bar on a terminal is not tested"
fi
# laws that change with events: lifted at the first, let go at the second
printf '%s\n' "coord y" "input F" "kinetic = 1/2*y'^2" "potential = 10*y" "force y = F" "feedback F = 0" \
  "feedback after 1 : F = 12" "contact floor { gap = y }" "state drop { y = 5 }" >"$scratch/hop.still"
run "a law that changes with events" 0 "*at t = 3: y = 4*" "" simulate "$scratch/hop.still" --end 3
run "which a method without events does not follow" 2 "" \
  "*the method moreau does not follow a law that changes with events*" simulate "$scratch/hop.still" --method moreau
run "nor what looks for a cycle" 2 "" "*--cycle does not go with a law that changes with events*" \
  simulate "$scratch/hop.still" --cycle
for command in rest prove vary basin; do
  run "nor $command" 2 "" "*input 'F' follows another law from event 1 on*only simulate, by events*" \
    $command "$scratch/hop.still"
done
run "unless a formula is chosen" 0 "*came to rest at t = 1,*" "" simulate "$scratch/hop.still" --input F=0
finish
