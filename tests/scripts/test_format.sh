# The layout of the C files is what .clang-format says. Only clang-format 14, Debian 12's, is asked:
# other versions lay out differently.
. "$(dirname "$0")/tap.sh"
shopt -s nullglob
files=(include/standstill/*.h src/*/*.[ch] checker/*.[ch] tests/*/*.[ch] bench/*.[ch] fuzz/*.[ch]
  examples/*.c)
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
  check "${#files[@]} files are laid out by .clang-format" clang-format --dry-run -Werror "${files[@]}"
else
  skip "no clang-format 14: the layout is not checked"
fi

# What style asks for and no compiler says.
no_tabs() { ! grep -nP '\t' "${files[@]}"; }
no_wide_lines() { ! LC_ALL=C.UTF-8 grep -nE '^.{101,}' "${files[@]}"; }
no_left_overs() { ! grep -nE '\b(TODO|FIXME|XXX|HACK)\b' "${files[@]}"; }
library=()
for file in src/*/*.c; do [[ $file == src/cli/* || $file == src/show/* ]] || library+=("$file"); done
no_prints() { ! grep -nE '\b(printf|puts|putchar|perror|exit|abort)\(|\bfprintf\((stdout|stderr)' "${library[@]}"; }
# A tag names one type in the whole library, whichever headers a reader opens.
tags() {
  sed -nE 's/^typedef (struct|enum|union) (ss_[a-z0-9_]+) \{.*/\2/p; s/^(struct|enum|union) (ss_[a-z0-9_]+) \{.*/\2/p' "$@"
}
one_type_a_tag() { [ -z "$(tags include/standstill/*.h src/*/*.[ch] | sort | uniq -d | tee /dev/stderr)" ]; }
# The head of a file says what it computes; what needs more words belongs to docs/.
short_heads() {
  ! awk 'FNR == 1 { inside = 1 } inside && /\*\// { if (FNR > 40) print FILENAME ": " FNR " lines"; inside = 0 }' \
    include/standstill/*.h src/*/*.[ch] checker/*.[ch] | grep .
}
check "no head is over 40 lines" short_heads
check "no tabs" no_tabs
check "no tag is two types" one_type_a_tag
check "no line is over 100 columns" no_wide_lines
check "nothing is left to do" no_left_overs
check "the library neither prints nor exits" no_prints
finish
