# docs/output.md: its commands print what it says, and it explains every key of every JSON output.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the commands of docs/output.md are about build/, this is $BUILD/"
  finish
fi
check "the commands" scripts/check-readme docs/output.md

# explained NAMES COMMAND...: each key of the JSON that it prints stands in backticks in the page,
# NAMES of the model apart.
explained() {
  local names=" $1 " key missing=0
  shift
  for key in $("$BUILD/standstill" "$@" --json | grep -o '"[^"]*":' | tr -d '":' | sort -u); do
    [[ $names == *" $key "* ]] && continue
    grep -q "\`$key\`" docs/output.md || { echo "not explained: $key"; missing=1; }
  done
  return $missing
}
block="x y phi x' y' phi' left right m a b J k mu g eN eT"
check "keys of info --at" explained "$block" info models/rocking-block.still --at tilted --modes
check "keys of info --at, inputs" explained "q q' stop far I Kp Kv q0 e" \
  info models/arm-against-stop.still --at start
check "keys of simulate" explained "$block" simulate models/rocking-block.still --from tilted
check "keys of prove" explained "x1 x2" prove models/two-masses.still
"$BUILD/standstill" simulate models/rocking-block.still --from tilted --quiet --dump "$scratch/a.hdf5"
check "keys of contact" explained "" contact "$scratch/a.hdf5"

check "keys of basin" explained "E1 rests elsewhere escapes undecided inconsistent failed" \
  basin models/two-masses.still --plane x1,x2 --range=-6:6,-6:6 --grid 3x3 --check 2 --edge=0,0:4,-4

check "keys of chart" explained "none several another one no model failed slip slip+" \
  chart models/painleve-rod.still --from pushed --vary mu=0:3 --vary g=1:10 --grid 2x2 --test modes

# The picture of the README is what its command draws: the same page, as many curves and marks.
"$BUILD/standstill" simulate models/rocking-block.still --from drop --quiet --plot "$scratch/a.svg"
shape() { grep -o '<svg[^>]*>' "$1" | grep -o 'viewBox="[^"]*"'; grep -c 'fill:none;stroke' "$1"; }
same_shape() { diff <(shape "$1") <(shape "$2"); }
check "the picture of the README" same_shape docs/pictures/rocking-block.svg "$scratch/a.svg"
finish
