# The script that follows the links of the documentation: on small pages, and on this repository.
. "$(dirname "$0")/tap.sh"

page() { # text of docs/a.md in a fresh tree
  tree=$scratch/tree
  rm -rf "$tree"
  mkdir -p "$tree/docs" "$tree/src/base"
  touch "$tree/src/base/arena.c"
  printf '# Title\n\n## The way of `data`\n' >"$tree/README.md"
  printf '%s\n' "$1" >"$tree/docs/a.md"
}
sound() { page "$2"; check "$1" scripts/check-links "$tree"; }
broken() { page "$2"; check_fails "$1" "$3" scripts/check-links "$tree"; }

sound "links and paths that lead somewhere" \
  'See [it](../README.md), [there](../README.md#the-way-of-data), `src/base/arena.c` and `src/base/`.'
sound "what stands for many is not looked up" 'Tests are in `tests/<room>/test_*.c`, see `1/2`.'
sound "blocks are not looked up" '```
[x](nowhere.md)
```
    `src/nothing.c`'
sound "the web is not asked" '[x](https://example.org/nothing)'
broken "a link to no file" 'See [it](b.md)
and so on' 'docs/a.md:1: b.md leads nowhere'
broken "a second link in the line" '[x](../README.md) [y](c.md)' 'c.md leads nowhere'
broken "a link to no heading" '[x](../README.md#the-way)' 'no such heading'
broken "a path that is not there" '
It is in `src/base/arenas.c`.' 'docs/a.md:2: src/base/arenas.c does not exist'
check "this repository" scripts/check-links
finish
