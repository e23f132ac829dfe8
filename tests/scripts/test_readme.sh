# Every command of the README, run from the repository.
. "$(dirname "$0")/tap.sh"
if [ "$BUILD" != build ]; then
  skip "the README's commands are about build/, this is $BUILD/"
  finish
fi
scripts/check-readme README.md
