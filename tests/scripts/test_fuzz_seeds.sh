# Every fuzz target, linked without libFuzzer, on each of its seeds and on mutants of them; and what
# `make fuzz` would stumble over before it begins: flags that clang does not know.
. "$(dirname "$0")/tap.sh"
shopt -s nullglob
for target in fuzz/fuzz_*.c; do
  name=$(basename "$target" .c)
  seeds=()
  for folder in $(scripts/fuzz-seeds "${name#fuzz_}"); do seeds+=("$folder"/*.*); done
  check "$name on ${#seeds[@]} seeds and 4000 mutants" \
    "$BUILD/replay/$name" --mutants 4000 "${seeds[@]}"
done
[ $tests -gt 0 ] || skip "there is no fuzz target yet"

# a target that dies is noticed, and its input is kept
cat >"$scratch/dies.c" <<'END'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (data[i] == '!') abort();
  return 0;
}
END
echo "a seed without it" >"$scratch/seed"
check "a target that dies is built" ${CC:-cc} "$scratch/dies.c" fuzz/replay.c -o "$scratch/dies"
check "it lives on its seed" "$scratch/dies" "$scratch/seed"
check_fails "it dies of a mutant" "" "$scratch/dies" --mutants 4000 "$scratch/seed"
check "the mutant is kept" grep -q '!' "$scratch/dies.finding"

if command -v clang >/dev/null; then
  sources=$(grep -lE '^ \* CFLAGS:' src/*/*.c checker/*.c)
  flags=$(make -pn fuzz 2>/dev/null | sed -n 's/^flags := //p' | head -n 1)
  for source in $sources; do
    # shellcheck disable=SC2046,SC2086
    check "clang takes the flags of $source" \
      clang $flags -Wno-error $(CC=clang scripts/known-flags "$source") -fsyntax-only "$source"
  done
else
  skip "clang is not installed: its flags are not tried"
fi
finish
