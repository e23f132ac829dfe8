# `standstill plot`: pictures from files, the same as those drawn when the files were made.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
map="basin models/two-masses.still --plane x1,x2 --range -6:6,-6:6 --grid 11x11"
beam="basin models/constrained-beam.still --from hanging --plane phi,phi' --range 1:5,-3:3 --grid 7x7"

# same NAME FILE PICTURE OPTIONS...: the file, drawn again, is the picture.
same() {
  run "$1: drawn again" 0 "" "" plot "$2" --plot "$scratch/again.png" "${@:4}"
  check "$1: the same picture" cmp "$3" "$scratch/again.png"
}
# shellcheck disable=SC2086
draw() { "$program" "${@:2}" --quiet --out "$scratch/$1.h5" --plot "$scratch/$1.png"; }
draw map $map --level proved --also apart
same "a basin" "$scratch/map.h5" "$scratch/map.png" --level proved --also apart
draw beam $beam --level 15 --also "phi=2, phi'=1" --set mu1=0.2
same "sliders" "$scratch/beam.h5" "$scratch/beam.png" --level 15 --also "phi=2, phi'=1"
draw arm basin models/arm-against-stop.still --plane "q,q'" --range 0.5:2,-3:3 --grid 7x7
same "a feedback law" "$scratch/arm.h5" "$scratch/arm.png"
draw chart chart models/friction-oscillator.still --vary c=-1:1 --vary mu=0:0.5 --grid 5x5 --test prove
same "a chart" "$scratch/chart.h5" "$scratch/chart.png"
draw drop simulate models/rocking-block.still --from drop
same "a motion" "$scratch/drop.h5" "$scratch/drop.png"
draw kick simulate models/friction-oscillator.still --from kick --plot-plane "x,x'"
same "a phase plane" "$scratch/kick.h5" "$scratch/kick.png" --plot-plane "x,x'"
run "another motion beside it" 0 "" "" plot "$scratch/kick.h5" --plot-plane "x,x'" --also runaway \
  --level 2 --plot "$scratch/more.svg"

# what is drawn beside a motion follows the same inputs, by the same method
cat >"$scratch/cart.still" <<'END'
coord x
input u in [-1, 1]
input v
kinetic = 1/2*x'^2
force x = u + v - x'
feedback slow: u = -x
feedback fast: u = -9*x
END
for law in slow fast; do
  "$program" simulate "$scratch/cart.still" --feedback $law --input "v=sin(t)/4" --from x=1 --end 3 \
    --quiet --out "$scratch/$law.h5" --plot-plane "x,x'" --plot "$scratch/$law.svg" --also "other: x=0.5"
  run "inputs are remembered: $law" 0 "" "" plot "$scratch/$law.h5" --plot-plane "x,x'" \
    --also "other: x=0.5" --plot "$scratch/again.svg"
  check "and the picture is as it was: $law" cmp "$scratch/$law.svg" "$scratch/again.svg"
done

"$program" basin models/rocking-block.still --plane "phi,phi'" --range -1:1,-6:6 --grid 2001x2001 \
  --time-limit 0.05 --quiet --out "$scratch/part.h5" 2>/dev/null
run "a map that was stopped" 0 "" "" plot "$scratch/part.h5" --plot "$scratch/part.png"
run "beside the file" 0 "" "" plot "$scratch/map.h5"
check "under its name" grep -q '</svg>' "$scratch/map.svg"
if h5dump --version >/dev/null 2>&1; then
  datasets() { h5dump -n "$1" | awk '$1 == "dataset" { print $2 }' | tr '\n' ' '; }
  check "what a map has" test "$(datasets "$scratch/map.h5")" = \
    "/axis1 /axis2 /class /class_names /class_roles /evaluated /facts /model /value "
  number() { h5dump -d "$1[$2;1]" "$3" | awk '/DATA \{/ { getline; sub(/.*: /, ""); print; exit }'; }
  check "its first number" test "$(number /axis1 0 "$scratch/map.h5")" = -6
  check "its last" test "$(number /axis1 10 "$scratch/map.h5")" = 6
else
  skip "no h5dump: files are not looked at by others"
fi

fails() { run "$1" 2 "" "standstill: error: $2" plot "${@:3}"; }
fails "no such file" "cannot read no-such.h5" no-such.h5
fails "no map and no motion" "README.md: this is no map of basin or chart and no motion of simulate" \
  README.md
head -c 3000 "$scratch/map.h5" >"$scratch/torn.h5"
fails "a torn map" "$scratch/torn.h5: it is truncated*" "$scratch/torn.h5"
head -c 3000 "$scratch/drop.h5" >"$scratch/torn.h5"
fails "a torn motion" "$scratch/torn.h5: it is truncated*" "$scratch/torn.h5"
{ head -c 3000 "$scratch/drop.h5"; printf x; tail -c +3002 "$scratch/drop.h5"; } >"$scratch/torn.h5"
fails "a motion that was changed" "$scratch/torn.h5: it was changed*" "$scratch/torn.h5"
fails "an unknown picture" "--plot a.gif: the ending must be*" "$scratch/map.h5" --plot a.gif
fails "a plane of a map" "*--plot-plane is about motions; this is a map" "$scratch/map.h5" \
  --plot-plane x1,x2
fails "half a plane" "*--plot-plane needs two names, as x,x'" "$scratch/kick.h5" --plot-plane x
fails "an unknown axis" "--plot-plane z: this is no coordinate*" "$scratch/kick.h5" --plot-plane x,z
fails "a level over time" "*--also and --level are about a plane*" "$scratch/kick.h5" --level 2
fails "a level of a chart" "*--also and --level are about states*" "$scratch/chart.h5" --level 2
fails "nowhere to write" "cannot write $scratch/no/a.svg: No such file or directory" "$scratch/map.h5" --plot "$scratch/no/a.svg"
finish
