# Reports in a browser: the models in the folders of models/, as test_reports.sh has those beside them.
# NEEDS: chromium python3
. "$(dirname "$0")/../scripts/tap.sh"
if ! command -v chromium >/dev/null || ! command -v python3 >/dev/null; then
  skip "no Chromium here: make test-browser installs it"
  finish
fi
exec python3 tests/browser/reports.py "$BUILD/standstill" "$BUILD/reports" models/*/*.still
