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
# pip builds in isolation: its sitecustomize hides the packages of the system from every interpreter started
build_for_pip() {
  mkdir -p "$scratch/hidden" "$scratch/pip"
  echo 'import sys; sys.path[:] = [p for p in sys.path if "-packages" not in p]' >"$scratch/hidden/sitecustomize.py"
  BUILD=$BUILD CC=${CC:-cc} PYTHONPATH=$scratch/hidden:python $python -c '
import importlib.util, sys, backend
assert importlib.util.find_spec("cffi") is None
backend.build_wheel(sys.argv[1])' "$scratch/pip"
}
check "a wheel" build_wheel
check "the same within pip" build_for_pip
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
names_packages() { # where Python has neither: both are named at once
  PYTHONPATH=$scratch/hidden:$scratch/site $python -c 'import standstill' 2>"$scratch/said"
  grep -q "^ImportError: .*apt-get install python3-cffi-backend python3-numpy (for .*pip install cffi numpy)$" "$scratch/said"
}
# the hints of the package are those of a user's script, where mypy is
cat >"$scratch/user.py" <<'END'
import standstill as ss


def main() -> None:
    m = ss.open("model.still", mu=0.4)
    run = m.simulate("drop", end=2)
    last: float = float(run.q["x"][-1])
    print(last, run.events[0].kind, m.prove().verdict, m.equations().M(run.positions).shape)
END
has_hints() { [ -e "$scratch/site/standstill/py.typed" ]; }
satisfies_mypy() { (cd "$scratch" && mypy --strict --python-executable "$scratch/venv/bin/python" user.py); }
check "says that it has type hints" has_hints
if command -v mypy >/dev/null && $python -m venv --system-site-packages "$scratch/venv" >/dev/null 2>&1; then
  cp -r "$scratch/site/standstill" "$scratch"/venv/lib/python3*/site-packages/
  check "mypy --strict has nothing to say about a user's script" satisfies_mypy
fi
check "names the packages of Debian that Python lacks" names_packages
finish
