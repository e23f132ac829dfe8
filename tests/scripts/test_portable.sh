# The library runs on every processor of its kind: wide vectors only where they were asked for at run time.
. "$(dirname "$0")/tap.sh"
if [ "$(uname -m)" != x86_64 ] || ! command -v objdump >/dev/null; then
  skip "this is about x86-64"
  finish
fi
# kernels chosen by what the processor says have files of their own; clones that the loader chooses, names
narrow() {
  objdump -d --no-show-raw-insn "$BUILD/libstandstill.a" | awk '
    /file format/ { kernel = /_avx(2|512)\.o:/ }
    /^[0-9a-f]+ <.*>:$/ { name = $2; clone = /\.(avx|arch_)/ }
    /%[yz]mm/ { wide++; if (!kernel && !clone) { print name; wrong = 1 } }
    END { exit wrong || !wide }' | sort -u | head
  [ "${PIPESTATUS[1]}" = 0 ]
}
check "no wide vector outside of what is chosen at run time" narrow
finish
