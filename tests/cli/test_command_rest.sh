# `standstill rest`: text, JSON, pictures, one position, and what is wrong with a request.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

# rest NAME STATUS STDOUT STDERR ARGUMENTS...
rest() { run "$1" "$2" "$3" "$4" rest "${@:5}"; }

rest "vertices as fractions" 0 "1 rest set*E1  polytope with 4 vertices, exact*vertex (1/3, -1/3)*" \
  "" models/two-masses.still
rest "decimal numbers, closed contacts" 0 "*segment, exact; closed: floor*x  from -0.2943 to 0.2943*" \
  "" models/falling-block.still
rest "unbounded" 0 "*b  from -inf to inf*unbounded to and fro along (0, 1)*" "" models/ratchet.still
rest "a curve in the chart's coordinate" 0 "*theta  from -0.5829135887 to 0.5829135887*" "" \
  models/constrained-beam.still
rest "free coordinates" 0 "*x      anything*" "" models/planar-biped.still
rest "a feedback law is put in" 0 "*q  = 0.5*" "" models/arm-against-stop.still
rest "parameters are set" 0 "*x  from -0.5 to 0.5*" "" models/friction-oscillator.still --set k=2
rest "JSON" 0 '*"sets": \[*"name": "E1"*"closed": \[\]*"extent": {*"x1": \[*"exact": true*"exact_vertices"*"complete": true*' \
  "" models/two-masses.still --json
rest "JSON of a traced set" 0 '*"extent": {*"theta": \[*"boundary": \[*"searched": {*"theta"*' "" \
  models/constrained-beam.still --json
certified() { # model, what the checker prints
  rest "a certificate: $1" 0 "*" "" "$1" --out "$scratch/rest.json" "${@:3}"
  check "it holds: $1" bash -c "$BUILD/standstill-check '$scratch/rest.json' '$1' | grep -q '$2'"
}
certified models/two-masses.still "rest points have x2 from -1 to 1, both attained"
certified tests/checker/models/loose.still "rest points have any value of y"
certified tests/checker/models/loose.still "rest points have z from -1/6 to 1/6"
certified tests/checker/models/loose.still "nothing rests" --set F=1
certified models/two-masses.still "in the box x1 from 0 to 1, x2 from -10 to 10 nothing rests but" --box x1=0:1
certified models/small/double-well.still "x from -1.02412030.* to -0.973994353.*; it reaches at least from -1.02412030.* to -0.973994353"
certified models/bouncing-ball.still "y from -.*e-.* to .*e-.*; that something does was not shown"
certified models/bouncing-ball.still "in the box y from 1 to 2 nothing rests$" --box y=1:2
rest "no certificate with sliders" 2 "" "*the certificate: *without sliders, clutches" \
  models/constrained-beam.still --out "$scratch/none.json"
rest "no certificate with ranges" 2 "" "*about one value of each parameter, and one has a range*" \
  models/two-masses.still --set k1=0.9:1.1 --out "$scratch/none.json"
rest "no certificate of a point" 2 "" "*not about --contains*" models/two-masses.still --contains x1=0 \
  --out "$scratch/none.json"
check "none is written" test ! -e "$scratch/none.json"
rest "the forces that hold it, as a picture" 0 "can rest here*" "" models/rocking-block.still --contains "rest, x=0.01" \
  --plot "$scratch/hold.svg" --plane "right T,left T"
check "its axes are forces" grep -q "</svg>" "$scratch/hold.svg"
rest "of a place that none hold" 10 "cannot rest here*" "" models/two-masses.still --contains x1=2 --plot "$scratch/none.svg"
rest "forces that do not act" 2 "" "*--plane names two friction forces*" models/two-masses.still --contains x1=0 \
  --plot "$scratch/no.svg" --plane x1,x2
rest "no friction to be drawn" 2 "" "*no friction acts there*" models/bouncing-ball.still --contains y=0 --plot "$scratch/no.svg"
rest "an ending that is none" 2 "" "*must be .svg*" models/two-masses.still --contains x1=0 --plot "$scratch/no.txt"
check "no picture is left" test ! -e "$scratch/no.svg"
rest "quiet" 0 "" "" models/two-masses.still --quiet
rest "a range" 0 "*searched: x from -1 to 2*" "" models/friction-oscillator.still --set k3=1 \
  --box x=-1:2
rest "a set that goes on beyond the range" 0 "*goes on beyond the box*" "" \
  models/friction-oscillator.still --set k3=1 --box x=-0.5:0.2


cat >"$scratch/expects.still" <<'MODEL'
model "expects"
param F = 1
coord x, y
kinetic = 1/2*(x'^2 + y'^2)
potential = x^4/4 + y^2/2
friction base { slip = (x', y'); normal = F; law = disk(1) }
region part { x + y <= 1/2 }
expect equilibria { x^6 + y^2 <= 1 }
MODEL
rest "as expected, cut by the region" 0 "*goes on beyond*the region*as expected at * points*" "" \
  "$scratch/expects.still"
rest "JSON of what is as expected" 0 \
  '*"cut": true*"expectations": \[*"holds": true*"tested": *"at": null*"relation": null*' "" \
  "$scratch/expects.still" --json
rest "not as expected" 10 "*not as expected: x^6 + y^2 <= 1 is false at x=*, where it can rest (proved)*" \
  "" "$scratch/expects.still" --set F=2
rest "JSON of what is not" 10 '*"holds": false*"at": {*"x": *"relation": "x^6 + y^2 <= 1"*' "" \
  "$scratch/expects.still" --set F=2 --json
rest "quiet, not as expected" 10 "" "" "$scratch/expects.still" --set F=2 --quiet
run "info: as expected" 0 "*equations of motion*as expected at * points*" "" \
  info "$scratch/expects.still"
run "info: not as expected" 10 \
  "*equations of motion*not as expected: x^6 + y^2 <= 1 is false at x=*, where it can rest (proved)*" \
  "" info "$scratch/expects.still" --set F=2
rest "the block is not upside down" 0 "3 rest sets*as expected at*" "" models/rocking-block.still
rest "nor is the biped" 0 "3 rest sets*as expected at 3 points*" "" models/planar-biped.still

for ending in svg png pdf; do
  rest "a picture: $ending" 0 "" "" models/rocking-block.still --quiet --plot "$scratch/p.$ending"
  check "it is there: $ending" test -s "$scratch/p.$ending"
done
rest "the plane of a picture" 0 "" "" models/rocking-block.still --quiet --plot "$scratch/q.svg" \
  --plane "phi, y"
check "its axes" grep -q svg "$scratch/q.svg"

rest "a member" 0 "can rest here*(exact)*first   T  1*second  T  -1*" "" models/two-masses.still \
  --contains x1=1/3,x2=-1/3
rest "no member" 10 "cannot rest here*exact*no contact force can stop*(-1, 1)*" "" \
  models/two-masses.still --contains x1=0.9,x2=-0.9
rest "a state of the file" 0 "can rest here*closed: leg1, leg2, leg3*N   13.08*" "" \
  models/three-leg-stool.still --contains rest
rest "penetration" 10 "cannot rest here: contact floor is penetrated*" "" \
  models/falling-block.still --contains y=-1
rest "JSON of a member" 0 '*"contains": {*"member": true*"exact_forces": {*"first": \[*"1"*' "" \
  models/two-masses.still --contains x1=1/3,x2=-1/3 --json
rest "JSON of no member" 10 '*"member": false*"exact_push": {*' "" models/two-masses.still \
  --contains x1=9 --json

rest "a state that moves" 2 "" "*--contains x1=1, x2'=3: nothing moves at rest, and x2' is 3 there*" \
  models/two-masses.still --contains "x1=1, x2'=3"
rest "its position" 0 "can rest here*" "" models/three-leg-stool.still \
  --contains "shoved, x'=0, gamma'=0"
rest "a box cuts exact sets" 0 "*searched: x1 from 0 to 1*x2  from -0.5 to 1*goes on beyond*" "" \
  models/two-masses.still --box x1=0:1
rest "an unknown coordinate" 2 "" "*--contains:1:1: error: unknown coordinate 'x3'*" \
  models/two-masses.still --contains x3=1
rest "a negative tolerance" 2 "" "*tolerance is negative*" models/sliding-disk.still \
  --contains x=0 --tolerance -1
rest "a share of cells beyond 1" 2 "" "*--cell 2: expected a share, above 0 and at most 1*" \
  models/sliding-disk.still --cell 2
rest "ends as coarse as asked for" 0 "*x  from \[-0.29*, -0.29*\] to*" "" \
  models/sliding-disk.still --tolerance 1e-4 --cell 0.05
rest "a range without an end" 2 "" "*--box x1=0: expected NAME=LOW:HIGH*" models/two-masses.still \
  --box x1=0
rest "a range of nothing" 2 "" "*--box z=0:1: this is no coordinate of the model*" \
  models/two-masses.still --box z=0:1
rest "a range beside the chart" 2 "" "*no coordinate of the chart*" models/constrained-beam.still \
  --box x=0:1
rest "an unknown ending" 2 "" "*--plot a.gif*" models/two-masses.still --plot a.gif
rest "a plane without a picture" 2 "" "*--plot FILE*" models/two-masses.still --plane x1,x2
rest "a plane of one name" 2 "" "*two names*" models/two-masses.still --plot a.svg --plane x1
rest "a plane of unknown names" 2 "" "*--plane z: this is no coordinate*" models/two-masses.still \
  --plot a.svg --plane x1,z
cat >"$scratch/shaken.still" <<'MODEL'
model "shaken"
coord x
kinetic = 1/2*x'^2
force x = sin(t)
MODEL
rest "what depends on the time" 2 "" "*depends on the time*" "$scratch/shaken.still"
finish
