# look.sh: `look MODEL...` opens the report of each model, plays it and clicks on it. Four scripts
# share the worked models; `make test` runs the two that are called test_, `make test-browser` all.
# What was seen stays in $BUILD/reports.
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/tap.sh"
look() {
  if ! command -v chromium >/dev/null || ! command -v python3 >/dev/null; then
    skip "no Chromium here: make test-browser installs it"
    finish
  fi
  exec python3 tests/browser/reports.py "$BUILD/standstill" "$BUILD/reports" "$@"
}
