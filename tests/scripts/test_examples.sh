# The programs of examples/: short, shown by docs/library.md as they are, built against the installed
# library as a user builds them, in C and one of them in C++ too, and run.
. "$(dirname "$0")/tap.sh"
cc=${CC:-cc} cxx=${CXX:-c++}
root=$PWD
prefix=$scratch/prefix
check "make install" make --no-print-directory install BUILD="$BUILD" PREFIX="$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

is_short() { [ "$(wc -l <"$1")" -le 25 ] || wc -l "$1"; [ "$(wc -l <"$1")" -le 25 ]; }
# the listing of the page that begins as the file does
shown() { awk -v head="$(head -n 1 "$1")" '/^```/ { on = 0 } $0 == head { on = 1 } on' docs/library.md; }
on_the_page() { diff "$1" <(shown "$1"); }
build() { # file, program, compiler with options
  local file=$1 program=$2
  shift 2
  "$@" -Wall -Wextra -Werror -fopenmp "$file" -o "$scratch/$program" \
    $(pkg-config --cflags --libs standstill)
}
for file in examples/*.c; do
  check "$file: at most 25 lines" is_short "$file"
  check "$file: docs/library.md shows it" on_the_page "$file"
  check "$file: builds in C17" build "$file" "$(basename "$file" .c)" $cc -std=c17
done
if command -v "$cxx" >/dev/null; then
  check "examples/motion.c: builds in C++" build examples/motion.c motion++ "$cxx" -x c++ -std=c++17
else
  skip "no C++ compiler"
  cp "$scratch/motion" "$scratch/motion++"
fi

# says PROGRAM MODEL: it prints what the page says that it prints.
says() {
  (cd "$scratch" && "./$1" "$root/models/$2.still") >"$scratch/got" || return 1
  cat "$scratch/got"
  awk 'NR == FNR { page[$0]; next } !($0 in page) { wrong = 1 } END { exit wrong || FNR == 0 }' \
    docs/library.md "$scratch/got"
}
check "a motion" says motion rocking-block
check "a motion, in C++" says motion++ rocking-block
check "a proof" says proof two-masses
check "its certificate" "$BUILD/standstill-check" "$scratch/proof.json" models/two-masses.still
check "a basin" says basin two-masses
check "its picture" grep -q '</svg>' "$scratch/basin.svg"
check "its file: the program draws it" "$BUILD/standstill" plot "$scratch/basin.h5"
check "the basin again, from its file" says basin two-masses
check "many threads" says threads friction-oscillator
refuses() { (cd "$scratch" && ! ./motion nothing.still 2>said >/dev/null && grep -q "nothing.still: error" said); }
check "what is wrong is said" refuses
finish
