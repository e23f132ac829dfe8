# The notebooks of examples/, executed: what they say is what they have stored.
. "$(dirname "$0")/../scripts/tap.sh"
python=${PYTHON:-/usr/bin/python3}
if ! $python -c 'import cffi, numpy' 2>/dev/null; then
  skip "no cffi or numpy for $python"
  finish
fi
if grep -q __asan_init "$BUILD/libstandstill.so"; then
  skip "the library is built with sanitizers"
  finish
fi
make_package() { BUILD=$BUILD CC=${CC:-cc} $python python/backend.py package "$scratch/site"; }
check "the package" make_package
export PYTHONPATH=$scratch/site BUILD
for notebook in examples/*.ipynb; do check "$notebook" $python scripts/run-notebook "$notebook"; done
check "there are three" test "$(ls examples/*.ipynb | wc -l)" = 3
# with Jupyter's own executor too, where it is installed
by_jupyter() {
  $python - examples/*.ipynb <<'END'
import sys
import nbformat
from nbclient import NotebookClient
for file in sys.argv[1:]:
    # as a user does, who opens it in its folder
    NotebookClient(nbformat.read(file, 4), timeout=300, resources={"metadata": {"path": "examples"}}).execute()
END
}
if $python -c 'import nbclient, ipykernel' 2>/dev/null; then
  check "Jupyter executes them" by_jupyter
else
  skip "no nbclient or ipykernel for $python"
fi
finish
