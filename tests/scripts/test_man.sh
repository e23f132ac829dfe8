# The manual page names every command with every option that its help names, and no others; and it
# is well formed, where a formatter is there to say so.
. "$(dirname "$0")/tap.sh"
program=$BUILD/standstill page=man/standstill.1

# "--name value" in lower case, one a line, sorted.
options_of_help() {
  "$program" help "$1" | sed -n 's/^  --\([a-z-]*\)\( [^ ][^ ]*\)\{0,1\}  .*/\1\2/p' |
    grep -v '^help$' | tr A-Z a-z | sort
}
options_of_page() {
  awk -v command="$1" '
    /^\.S[sh] / { inside = /^\.Ss / && $2 == command }
    inside && /^\.It Fl -/ { sub(/^\.It Fl -/, ""); sub(/ Ar /, " "); print }' $page |
    tr A-Z a-z | sort
}
same_options() { diff <(options_of_help "$1") <(options_of_page "$1"); }
commands_of_help() { "$program" help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | sort; }
commands_of_page() {
  awk '/^\.Sh / { inside = $2 == "COMMANDS" } inside && /^\.Ss / { print $2 }' $page | sort
}
same_commands() { diff <(commands_of_help) <(commands_of_page); }

check "the page names the commands that there are" same_commands
for command in $(commands_of_help); do check "the options of $command" same_options "$command"; done

# The checker's page names the options of its usage.
checker_options() { diff <("$BUILD/standstill-check" --help | grep -o -- '^  --[a-z]*' | tr -d ' ' | sort) \
  <(sed -n 's/^\.It Fl -\([a-z]*\)$/--\1/p' man/standstill-check.1 | sort); }
check "the options of standstill-check" checker_options
pages=(man/*.1)
if command -v mandoc >/dev/null; then
  check "mandoc finds nothing wrong" mandoc -T lint -W warning "${pages[@]}"
elif command -v groff >/dev/null; then
  clean() { ! groff -mandoc -ww -Tutf8 "${pages[@]}" 2>&1 >/dev/null | grep .; }
  check "groff finds nothing wrong" clean
else
  skip "no mandoc or groff: the form of the page is not checked"
fi
finish
