# The pictures of basins: what goes into them, and what is refused before anything is computed.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
two=models/two-masses.still
map="--plane x1,x2 --range -6:6,-6:6 --grid 11x11"

# shellcheck disable=SC2086
basin() { run "$1" "$2" "$3" "$4" basin $two $map "${@:5}"; }
for ending in svg png pdf; do
  basin "a picture: $ending" 0 "" "" --quiet --plot "$scratch/map.$ending"
  check "it is not empty" test -s "$scratch/map.$ending"
done
basin "motions and levels" 0 "" "" --quiet --also apart --also "x1=1" --also too_far --level 16 \
  --level 4 --plot "$scratch/more.svg"
check "more lines than without" test "$(grep -c 'fill:none' "$scratch/more.svg")" -gt \
  "$(grep -c 'fill:none' "$scratch/map.svg")"
basin "a level that is proved" 0 "" "" --quiet --level proved --plot "$scratch/more.svg"
run "beside the summary" 0 "Two masses*E1*" "" basin $two $map --plot "$scratch/map.svg"
run "a machine with sliders" 0 "" "" basin models/constrained-beam.still --plane "phi,phi'" \
  --range 2:4,-2:2 --grid 5x5 --quiet --level 15 --plot "$scratch/beam.svg"
run "a machine with contacts" 0 "" "" basin models/rocking-block.still --plane "phi,phi'" \
  --range -0.2:0.2,-1:1 --grid 5x5 --quiet --level 0.1 --also tilted --plot "$scratch/block.svg"

fails() { run "$1" 2 "" "standstill: error: $2" basin $two $map "${@:3}"; }
fails "an unknown picture" "--plot a.gif: the ending must be .svg, .png or .pdf" --plot a.gif
fails "a motion without a picture" "--also is about a picture: --plot FILE" --also apart
fails "a level without a picture" "--level is about a picture: --plot FILE" --level 2
fails "a level in words" "--level needs a positive number or 'proved', not 'high'" --plot a.svg --level high
run "a level that is not proved" 2 "" "standstill: error: --level proved: no level is proved*" \
  basin models/constrained-beam.still --plane "phi,phi'" --range 2:4,-2:2 --grid 5x5 --level proved \
  --set mu1=3/2 --set mu2=3/2 --plot a.svg
run "none, because all motions rest: the picture says so" 0 "" "" \
  basin $two $map --set c2=1 --level proved --quiet --plot "$scratch/all.svg"
run "the same without a level" 0 "" "" basin $two $map --set c2=1 --quiet --plot "$scratch/none.svg"
# the one of the legend: a level that is there has two
check "no line is drawn for it" test "$(grep -c 'stroke-dasharray' "$scratch/all.svg")" = 1
check "none without" test "$(grep -c 'stroke-dasharray' "$scratch/none.svg")" = 0
run "an unknown state" 2 "" "--also:1:1: error: unknown state 'apat'*" basin $two $map --plot a.svg \
  --also apat
run "nowhere to write" 2 "*" "standstill: error: cannot write $scratch/no/such/a.svg: No such file*" basin $two $map \
  --plot "$scratch/no/such/a.svg"
finish
