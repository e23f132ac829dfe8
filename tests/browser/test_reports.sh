# Reports in a browser: every worked model's page is opened, played and clicked on.
# NEEDS: chromium python3
. "$(dirname "$0")/../scripts/tap.sh"
if ! command -v chromium >/dev/null || ! command -v python3 >/dev/null; then
  skip "no Chromium here: make test-browser installs it"
  finish
fi
# what was seen stays in $BUILD/reports, to be looked at
exec python3 tests/browser/reports.py "$BUILD/standstill" "$BUILD/reports" models/*.still
