# docs/tutorial.md: every command, in the order of the page.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the tutorial's commands are about build/, this is $BUILD/"
  finish
fi
scripts/check-readme docs/tutorial.md
