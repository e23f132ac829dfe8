# docs/cookbook.md: every command draws its picture; every model of the folder is on the page.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the commands of docs/cookbook.md are about build/, this is $BUILD/"
  finish
fi
pictures=docs/pictures
sed -E "s#--(plot|movie) $pictures/#--\1 $scratch/#; s#--grid 41x41#--grid 11x11#" docs/cookbook.md >"$scratch/page.md"
check "the commands" scripts/check-readme "$scratch/page.md"
shown=$(grep -o '(pictures/[^)]*)' docs/cookbook.md | tr -d '()' | sed 's|^pictures/||')
drawn=$(grep -oE -- "--(plot|movie) $pictures/[^ ]*" docs/cookbook.md | sed 's|.*/||')
check "what is shown is what is drawn" diff <(sort <<<"$shown") <(sort <<<"$drawn")
for picture in $shown; do
  check "$picture was drawn" grep -q '</svg>' "$scratch/$picture"
  check "$picture is in the repository, below 100 kB" test "$(wc -c <"$pictures/$picture")" -lt 100000
done
check "ten machines" test "$(wc -l <<<"$shown")" = 10
check "every model of the folder" diff <(ls models/cookbook) \
  <(grep -o '(../models/cookbook/[^)]*)' docs/cookbook.md | sed 's|.*/||; s|)||' | sort)

# The pad squeals above mu = 0.58: (Kxx - Kyy)^2 + 4 Kxy (Kxy - mu kn) = 0 of its stiffness.
squeal=models/cookbook/brake-squeal.still
grows() { "$BUILD/standstill" simulate $squeal --set mu="$1" --end 100 --quiet 2>&1 | grep -q "normal force of 'belt' is negative"; }
quiet() { ! grows "$1"; }
check "the brake squeals at 0.65" grows 0.65
check "and is quiet at 0.5" quiet 0.5

# The PID drive creeps to its goal if it sticks near it, and hunts otherwise.
creeps() { "$BUILD/standstill" simulate models/cookbook/pid-stiction.still --from "x=-$1, z=-0.12" --end 100 | grep -q "has settled"; }
hunts() { ! creeps "$1"; }
check "it creeps from 0.009" creeps 0.009
check "and hunts from 0.01" hunts 0.01
finish
