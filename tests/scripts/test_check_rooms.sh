# The script that checks the rooms: on a small tree, on the same tree with one mistake at a time, and
# on this repository.
. "$(dirname "$0")/tap.sh"

make_tree() {
  tree=$scratch/tree
  rm -rf "$tree"
  mkdir -p "$tree"/{docs,include/standstill,src/{base,motion,rest,study,cli},checker,tests/checker}
  printf '#include <stdio.h>\n#include "check.h"\n' >"$tree/checker/main.c"
  printf '#include <flint/fmpq.h>\n' >"$tree/checker/check.h"
  printf '#include "../../checker/check.h"\n' >"$tree/tests/checker/test_a.c"
  cat >"$tree/docs/architecture.md" <<'MD'
| room | kind | public headers | what |
|---|---|---|---|
| `src/base/` | ground | `base.h`, `version.h` | memory |
| `src/motion/` | analysis | `motion.h` | time |
| `src/rest/` | analysis | `rest.h` | rest |
| `src/study/` | composition | `study.h` | both |
| `src/cli/` | output | - | commands |
MD
  local room
  touch "$tree"/include/standstill/{base,version}.h
  for room in motion rest; do
    echo '#include "standstill/base.h"' >"$tree/include/standstill/$room.h"
    printf '#include <math.h>\n#include "private.h"\n' >"$tree/src/$room/a.c"
    printf '#include "standstill/%s.h"\n' $room >"$tree/src/$room/private.h"
  done
  echo '#include "standstill/version.h"' >"$tree/src/base/a.c"
  printf '#include "standstill/rest.h"\n#include "standstill/motion.h"\n' |
    tee "$tree/src/cli/main.c" >"$tree/include/standstill/study.h"
}

mistake() { # name, what the script must say, a command that makes the mistake
  make_tree
  eval "$3"
  check_fails "$1" "$2" scripts/check-rooms "$tree"
}

make_tree
check "a sound tree passes" scripts/check-rooms "$tree"
make_tree
mkdir "$tree/src/vary"
check "an empty folder is no room yet" scripts/check-rooms "$tree"
mistake "a folder that is not in the table" "src/vary/ is missing in the table of rooms" \
  'mkdir $tree/src/vary; touch $tree/src/vary/a.c'
make_tree
rm -r "$tree/src/motion"
check "the header of a room may come first" scripts/check-rooms "$tree"
mistake "a room without a folder and a header" "src/motion/ does not exist" \
  'rm -r $tree/src/motion $tree/include/standstill/motion.h; rm $tree/src/cli/main.c'
mistake "a header without a room" "sos.h: belongs to no room" 'touch $tree/include/standstill/sos.h'
mistake "a header that is not there" "include/standstill/version.h does not exist" \
  'rm $tree/include/standstill/version.h'
mistake "a room that looks to its right" "src/base/a.c:2: base includes standstill/rest.h of rest" \
  'echo "#include \"standstill/rest.h\"" >>$tree/src/base/a.c'
mistake "a public header that looks to its right" "include/standstill/base.h:1: base includes" \
  'echo "#include \"standstill/rest.h\"" >$tree/include/standstill/base.h'
mistake "two analyses" "two analyses never call each other" \
  'echo "#include \"standstill/motion.h\"" >>$tree/src/rest/a.c'
mistake "a composition to the right" "motion includes standstill/study.h of study" \
  'echo "#include \"standstill/study.h\"" >>$tree/src/motion/a.c'
mistake "a kind that is none" "src/rest/ is a 'place', which is no kind of room" \
  'sed -i "/rest.h/s/analysis/place/" $tree/docs/architecture.md'
mistake "one tag for two types" "rest.h:2: ss_spring is defined elsewhere too" \
  'echo "struct ss_spring { int a; };" | tee -a $tree/include/standstill/rest.h >>$tree/src/motion/a.c'
mistake "one name for two types" "src/rest/a.c:4: ss_pair is defined elsewhere too" \
  'printf "typedef struct {\n} ss_pair;\n" | tee -a $tree/src/motion/a.c >>$tree/src/rest/a.c'
mistake "a private header of another room" "a private header of another room" \
  'echo "#include \"../motion/private.h\"" >>$tree/src/cli/main.c'
mistake "a header that nobody has" "which does not exist" \
  'echo "#include \"standstill/nobody.h\"" >>$tree/src/cli/main.c'
for name in '"standstill/base.h"' '<standstill/base.h>' '"../src/base/a.h"' '"src/base/a.h"'; do
  mistake "the checker includes $name" "checker/main.c:3: the checker includes" \
    'echo "#include $name" >>$tree/checker/main.c'
done
mistake "a header that the checker has not" "checker/ has no header nobody.h" \
  'echo "#include \"nobody.h\"" >>$tree/checker/main.c'
mistake "a test of the checker with the library" "tests/checker/test_a.c:2: includes" \
  'echo "#include \"standstill/base.h\"" >>$tree/tests/checker/test_a.c'
mistake "no table" "has no table of rooms" 'echo >$tree/docs/architecture.md'
check "this repository" scripts/check-rooms
finish
