# The script that runs the commands of a page, on small pages.
. "$(dirname "$0")/tap.sh"

page() { printf '%s\n' "$1" >"$scratch/page.md"; }
sound() { page "$2"; check "$1" scripts/check-readme "$scratch/page.md"; }
broken() { page "$2"; check_fails "$1" "$3" scripts/check-readme "$scratch/page.md"; }

sound "commands that succeed" '
```sh
true
echo hello
```
words'
sound "the text that they print" '
```sh
printf "a\nb\nc\n"
```

```text
a
b
c
```'
sound "dots stand for any lines, or none" '
```sh
printf "a\nb\nc\nd\n"
```
```text
...
b
…
c
...
```'
sound "a block that is not run" '
```sh not-run: it takes an hour
false
```'
sound "blocks in other languages" '
```c
int x;
```'
broken "a command that fails" '
```sh
echo before
false
echo after
```' "not ok 1"
broken "another text" '
```sh
echo a
```
```text
b
```' "expected: b"
broken "too little text" '
```sh
printf "a\nb\n"
```
```text
a
```' "prints something else"
broken "too much text" '
```sh
echo a
```
```text
a
b
```' "expected: b"
broken "dots do not hide a missing line" '
```sh
printf "a\nb\n"
```
```text
...
c
...
```' "expected: c"
broken "the second block" '
```sh
true
```
```sh
false
```' "not ok 2"
finish
