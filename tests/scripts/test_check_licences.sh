# The script that holds the linked libraries against docs/dependencies.md: on made-up pages for a
# small program, and on what was built here.
. "$(dirname "$0")/tap.sh"

echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -o "$scratch/program"
page() { # a library, its licence, and rows of another table
  printf '%s\n' '## What the program and the library link' '| library | package | licence | reason |' \
    "| \`libm\`, \`$1\` | libc6-dev | $2 | all |" '## What these load in turn' "$3" >"$scratch/page.md"
}
page libc LGPL-2.1+ ''
check "a library that is listed" scripts/check-licences "$scratch/page.md" "$scratch/program"
page libd LGPL-2.1+ ''
check_fails "one that is not" "links libc, which is not in" \
  scripts/check-licences "$scratch/page.md" "$scratch/program"
page libc GPL-2+ ''
check_fails "one under the GPL" "links libc, which is under the GPL-2+" \
  scripts/check-licences "$scratch/page.md" "$scratch/program"
page libc 'GPL-3+ with the runtime exception' ''
check "the compiler's exception" scripts/check-licences "$scratch/page.md" "$scratch/program"
page libd LGPL-2.1+ '| `libc` | nobody | LGPL-2.1+ |'
check_fails "listed only as loaded in turn" "links libc" \
  scripts/check-licences "$scratch/page.md" "$scratch/program"
check "what was built here" scripts/check-licences docs/dependencies.md \
  "$BUILD/standstill" "$BUILD/libstandstill.so"
finish
