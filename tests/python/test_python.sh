# The Python package: its wheel, installed as a user installs it, and everything that it promises.
. "$(dirname "$0")/../scripts/tap.sh"
python=${PYTHON:-/usr/bin/python3}
if ! $python -c 'import cffi, numpy' 2>/dev/null; then
  skip "no cffi or numpy for $python"
  finish
fi
build_wheel() { BUILD=$BUILD CC=${CC:-cc} $python python/backend.py wheel "$scratch"; }
unpack() { $python -m zipfile -e "$scratch"/standstill-*.whl "$scratch/site"; }
is_small() { [ "$(stat -c %s "$scratch"/standstill-*.whl)" -le 5000000 ]; }
check "a wheel" build_wheel
check "unpacks" unpack
# a library built with sanitizers is large, and cannot be loaded by an interpreter that is not
if grep -q __asan_init "$BUILD/libstandstill.so"; then
  skip "the library is built with sanitizers"
  finish
fi
check "of at most 5 MB" is_small
export PYTHONPATH=$scratch/site BUILD
same_structures() {
  $python tests/python/sizes.py >"$scratch/sizes.c" &&
    ${CC:-cc} -Iinclude "$scratch/sizes.c" -o "$scratch/sizes" && "$scratch/sizes"
}
check "structures have the sizes that C gives them" same_structures
while read -r mark number name; do
  case $mark in
    ok) report ok "$name" ;;
    not) report "not ok" "${number} ${name}" "$(cat "$scratch/said")" ;;
  esac
done < <($python tests/python/promises.py 2>"$scratch/said")
refuses_without_library() {
  STANDSTILL_LIBRARY=/nowhere.so $python -c 'import standstill' 2>"$scratch/said"
  grep -q "cannot load its library" "$scratch/said"
}
check "says that it cannot load its library" refuses_without_library
finish
