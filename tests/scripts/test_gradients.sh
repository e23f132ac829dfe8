# docs/gradients.md: its commands print what it says.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the commands of docs/gradients.md are about build/, this is $BUILD/"
  finish
fi
check "the commands" scripts/check-readme docs/gradients.md
finish
