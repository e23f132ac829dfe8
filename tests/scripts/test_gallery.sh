# docs/gallery.md: every command draws its picture, on a coarse grid; what it prints is what it says.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the commands of docs/gallery.md are about build/, this is $BUILD/"
  finish
fi
pictures=docs/pictures
coarse=$scratch/gallery.md
sed -E "s#--grid [0-9]+x[0-9]+#--grid 13x13#; s#--(plot|movie) $pictures/#--\1 $scratch/#" docs/gallery.md >"$coarse"
check "the commands" scripts/check-readme "$coarse"

# Every picture of the page is drawn by one of its commands, is in the repository and is small.
shown=$(grep -o '(pictures/[^)]*)' docs/gallery.md | tr -d '()' | sed 's|^pictures/||')
drawn=$(grep -oE -- "--(plot|movie) $pictures/[^ ]*" docs/gallery.md | sed 's|.*/||')
check "what is shown is what is drawn" diff <(sort <<<"$shown") <(sort <<<"$drawn")
for picture in $shown; do
  check "$picture was drawn" grep -q '</svg>' "$scratch/$picture"
  check "$picture is in the repository" grep -q '</svg>' "$pictures/$picture"
  check "$picture is below 300 kB" test "$(wc -c <"$pictures/$picture")" -lt 300000
done

# Those in the repository are drawn by this program: as many pieces, and the same page.
shape() { grep -o 'viewBox="[^"]*"' "$1"; grep -c 'fill:none' "$1"; }
fine=$(grep -o "build/standstill simulate .*--plot .*" docs/gallery.md | sed "s|$pictures/|$scratch/fine-|")
check "a command as it is written" bash -c "$fine"
check "the picture in the repository" diff <(shape $pictures/arm.svg) <(shape "$scratch/fine-arm.svg")
finish
