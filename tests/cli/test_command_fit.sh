# `fit`: parameters from a measured motion; `simulate --data`: measurements over a motion.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
block=models/rocking-block.still data=examples/data/rocking-block.csv
bead=models/friction-oscillator.still

run "what made the data is in the intervals" 0 '*"values": {*' "" \
  fit $block --from drop --data $data --parameters mu,k,eN --json
inside() { python3 -c "import json, sys
f = json.load(open(sys.argv[1]))
for name, truth in dict(mu=0.25, k=22, eN=0.45).items():
  low, high = f['intervals'][name]
  assert low <= truth <= high and low < f['values'][name] < high, name
assert f['undetermined'] == [] and f['explained'] and f['residual'] < 0.005 and f['differences'] is None
" "$scratch/out"; }
check "mu, k and eN" inside
"$program" simulate $bead --from x=2.4 --end 10 --every 0.1 --quiet --out "$scratch/motion.csv"
run "a motion of ours is a measurement" 0 "*mu  0.1 *from 0.15*k   1 *from 0.5*" "" \
  fit $bead --from x=2.4 --data "$scratch/motion.csv" --parameters mu,k --set mu=0.15 --set k=0.5
run "what is not determined" 0 "*mu *undetermined*g *undetermined*" "" \
  fit $bead --from x=2.4 --data "$scratch/motion.csv" --parameters mu,g
run "a start" 0 "*x   2.4 *from 2.2*" "" \
  fit $bead --from x=2.2 --data "$scratch/motion.csv" --parameters mu --start x --plot "$scratch/fit.svg"
check "its picture" grep -q '</svg>' "$scratch/fit.svg"
run "another machine" 20 "*the model does not explain the data*" "" \
  fit $bead --from x=0.7 --data "$scratch/motion.csv" --parameters mu --tries 1
# both sides of every impact stand in a table of our own: neither counts, and nothing is far off
run "a motion with impacts" 0 "" "" simulate $block --from drop --end 1 --every 0.02 --quiet --out "$scratch/own.csv"
own() { "$program" fit $block --from drop --data "$scratch/own.csv" --parameters mu --set mu=0.2 --json; }
own_is_exact() { own | python3 -c "import json, sys
f = json.load(sys.stdin)
sys.exit(not (f['explained'] and f['left_out'] == 0 and f['residual'] < 1e-7))"; }
check "its own table is fitted to rounding" own_is_exact
run "quiet" 0 "" "" fit $bead --from x=2.4 --data "$scratch/motion.csv" --parameters mu --quiet
run "measurements over a motion" 0 "" "" \
  simulate $block --from drop --end 1 --data $data --plot "$scratch/over.svg" --quiet
check "their picture" grep -q '</svg>' "$scratch/over.svg"

fails() { run "$1" 2 "" "standstill: error: $2" "${@:3}"; }
fails "no data" "fit needs measurements: --data FILE" fit $bead --parameters mu
fails "nothing to find" "nothing is to be found*" fit $bead --data "$scratch/motion.csv"
fails "no such parameter" "--parameters nu: the model has no parameter of that name" \
  fit $bead --data "$scratch/motion.csv" --parameters nu
fails "no such coordinate" "--start y: this is no coordinate*" \
  fit $bead --data "$scratch/motion.csv" --start y
fails "a probability" "--confidence is a probability between 0 and 1" \
  fit $bead --data "$scratch/motion.csv" --parameters mu --confidence 95
fails "a picture" "--plot a.txt: the ending must be .svg, .png or .pdf" \
  fit $bead --data "$scratch/motion.csv" --parameters mu --plot a.txt
fails "no column" "$data has no column of a coordinate or velocity: x1, x1', x2, x2'" \
  fit models/two-masses.still --data $data --parameters mu1
printf 't,x\n0,1\n1,2\n0.5,3\n' >"$scratch/late.csv"
fails "times out of order" "$scratch/late.csv:4: the time 0.5 comes after 1" \
  fit $bead --data "$scratch/late.csv" --parameters mu
printf "t,x\n0,1\n" >"$scratch/one.csv"
fails "more unknowns than numbers" "$scratch/one.csv: 1 measured number cannot tell 2 unknowns" \
  fit $bead --data "$scratch/one.csv" --parameters mu,k
printf "t,x\n0,1\n1,1e300\n2,1\n" >"$scratch/large.csv"
fails "numbers without a square" "$scratch/large.csv: x = 1e+300 at t = 1 cannot be squared" \
  fit $bead --data "$scratch/large.csv" --parameters mu
fails "no picture for data" "--data $data: --plot FILE says where to draw it" \
  simulate $block --data $data
fails "a plane has no time" "--data $data: measurements are drawn over time*" \
  simulate $block --data $data --plot "$scratch/a.svg" --plot-plane x,y
finish
