# Every fuzz target, linked without libFuzzer, on each of its seeds.
. "$(dirname "$0")/tap.sh"
shopt -s nullglob
for target in fuzz/fuzz_*.c; do
  name=$(basename "$target" .c)
  seeds=()
  for folder in $(scripts/fuzz-seeds "${name#fuzz_}"); do seeds+=("$folder"/*); done
  check "$name on ${#seeds[@]} seeds" "$BUILD/replay/$name" "${seeds[@]}"
done
[ $tests -gt 0 ] || skip "there is no fuzz target yet"
finish
