# Editor modes: loaded where the editor is there, and every word of the language is in them.
. "$(dirname "$0")/../scripts/tap.sh"
vim=editors/vim code=editors/vscode

# what the language says of itself: its statements, drawings, laws, restitutions and functions
statements() { sed -n '/^} statements\[\] = /,/};/p' src/model/statements.c | grep -o '{"[a-z0-9]*"' | tr -d '{"'; }
listed() { sed -n "/^#define SS_$1_LIST/,/^\$/p" "$2" | grep -o '"[a-z0-9]\{2,\}"' | tr -d '"'; }
words() {
  statements
  listed DRAWING include/standstill/model.h
  listed LAW include/standstill/model.h
  listed RESTITUTION include/standstill/model.h
  listed OP include/standstill/expr.h
  listed DURING include/standstill/model.h
  printf '%s\n' pi after while for sum to radius
}
complete() { # file
  [ "$(words | wc -l)" -gt 50 ] || { echo "too few words"; return 1; }
  local word missing=0
  for word in $(words); do grep -Eq "(^|[^a-z]|b)$word([^a-z0-9]|$)" "$1" || { echo "no '$word'"; missing=1; }; done
  return $missing
}
check "Vim's mode has every word of the language" complete $vim/syntax/still.vim
check "VS Code's mode has every word of the language" complete $code/syntaxes/still.tmLanguage.json

{
  cat models/rocking-block.still
  echo "feedback soft while floor sticks : u = after - 1"
  echo "for k in 1..n { draw circle (x, k) radius 1 }"
} >"$scratch/words.still"

# group of the word at a line and column
cat >"$scratch/look.vim" <<END
set nocompatible
set runtimepath^=$PWD/$vim
filetype plugin on
syntax on
edit $scratch/words.still
function! Group(pattern)
  call cursor(1, 1)
  call search(a:pattern)
  return synIDattr(synID(line('.'), col('.'), 1), 'name')
endfunction
let said = [&filetype, Group('^param'), Group('coulomb('), Group('9.81'), Group('ddt('), Group('"Rocking'), Group('^# A block'), Group('gap ='), Group('polygon'), Group('while floor'), Group('sticks'), Group('after - 1'), Group('for k'), Group('in 1'), Group('radius 1')]
call writefile(said, '$scratch/said')
quitall!
END
loads_in_vim() {
  vim -es -u NONE -S "$scratch/look.vim" </dev/null
  diff "$scratch/said" - <<END
still
stillStatement
stillLaw
stillNumber
stillFunction
stillString
stillComment
stillField
stillDrawing
stillWhen
stillWhen

stillRepeat
stillRepeat
stillWhere
END
}
if command -v vim >/dev/null && vim --version | grep -q '+syntax'; then
  check "Vim loads its mode and knows the words of a model" loads_in_vim
else
  skip "no Vim with syntax highlighting here"
fi

loads_as_json() {
  python3 - $code <<'END'
import json, os, re, sys
code = sys.argv[1]
package = json.load(open(os.path.join(code, "package.json")))
language = package["contributes"]["languages"][0]
json.load(open(os.path.join(code, language["configuration"])))
grammar = json.load(open(os.path.join(code, package["contributes"]["grammars"][0]["path"])))
assert grammar["scopeName"] == package["contributes"]["grammars"][0]["scopeName"]
patterns = [(re.compile(p["match"], re.M), p.get("name") or p["captures"]["1"]["name"]) for p in grammar["patterns"]]
def scope(text, word):
    """The first pattern that has the word, as the editor takes it."""
    at = text.index(word)
    found = [(m.start(), i) for i, (r, _) in enumerate(patterns) for m in r.finditer(text) if m.start() <= at < m.end()]
    return patterns[min(found)[1]][1] if found else None
for text, word, want in [("for k in 1..n {", "for", "keyword.control.still"),
                         ("param mu = 0.3 # [1] friction", "param", "keyword.control.still"),
                         ("param mu = 0.3 # [1] friction", "0.3", "constant.numeric.still"),
                         ("param mu = 0.3 # [1] friction", "friction", "comment.line.number-sign.still"),
                         ("  gap = A.y; law = coulomb(mu)", "coulomb", "support.class.still"),
                         ("  gap = A.y; law = coulomb(mu)", "gap", "variable.parameter.still"),
                         ("draw spring (0, 0) to (x, 0)", "draw", "keyword.control.still"),
                         ("feedback after 2 : u = 1", "after", "keyword.control.still"),
                         ("feedback soft while floor sticks : u = 1", "sticks", "keyword.control.still"),
                         ("model \"a # b\"", "a # b", "string.quoted.double.still"),
                         ("potential = sin(x)", "sin", "support.function.still")]:
    assert scope(text, word) == want, (text, word, scope(text, word))
END
}
check "VS Code's mode is sound, and knows the words of a model" loads_as_json
finish
