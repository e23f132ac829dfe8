# Completion scripts: every command and option of the tables, in scripts that the shells accept.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

for shell in bash zsh fish; do "$program" help --completion $shell >"$scratch/$shell"; done
run "another shell" 2 "" "*--completion is bash, zsh or fish, not 'csh'*" help --completion csh

complete_words() { # the words of a command line: what bash offers for the last one
  (
    . "$scratch/bash"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _standstill
    printf '%s\n' "${COMPREPLY[@]}"
  )
}
commands() { "$program" help | sed -n 's/^  \([a-z]*\)  *.*/\1/p'; }
options() { "$program" help "$1" | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort; }
bash_commands() { diff <(commands | sort) <(complete_words standstill "" | sort); }
check "bash: commands" bash_commands
bash_options() {
  local c
  for c in $(commands); do diff <(options "$c") <(complete_words standstill "$c" -- | sort) || return 1; done
}
check "bash: the options of every command" bash_options
bash_prefix() { [ "$(complete_words standstill simulate --mo | tr '\n' ' ')" = "--movie " ]; }
check "bash: a beginning" bash_prefix
bash_files() { complete_words standstill info models/rocking- | grep -qx models/rocking-block.still; }
check "bash: models" bash_files

others() { # every command and option stands in the script
  local c o
  for c in $(commands); do
    for o in $(options "$c"); do
      case $1 in
        zsh) awk -v c="    $c)" '$0 == c { on = 1; next } on && / ;;$/ { print; exit } on' "$scratch/zsh" | grep -qF -- "$o[" ;;
        fish) grep -qF -- "from $c' -l ${o#--} " "$scratch/fish" ;;
      esac || { echo "$1: $c $o"; return 1; }
    done
  done
}
check "zsh: every option" others zsh
check "fish: every option" others fish
# files are offered for the values that are files, and for no others
offers() { # shell, option of simulate, what its line has
  case $1 in
    zsh) grep -F -- "--$2[" "$scratch/zsh" | head -1 | grep -q -- "$3" ;;
    fish) grep -F -- "from simulate' -l $2 " "$scratch/fish" | grep -q -- "$3" ;;
  esac
}
check "zsh: a file" offers zsh movie ":FILE:_files'"
check "zsh: a number" offers zsh tolerance ":[A-Z]*:'"
check "fish: a file" offers fish movie " -r -F "
check "fish: a number" offers fish tolerance " -x "
check "bash reads its script" bash -n "$scratch/bash"
for shell in zsh fish; do
  if command -v $shell >/dev/null; then check "$shell reads its script" $shell -n "$scratch/$shell"; else skip "no $shell here"; fi
done

# --color, NO_COLOR: in a pipe there is no colour unless it is asked for
escape=$(printf '\033')
coloured() { "$@" 2>&1 | grep -q "$escape"; }
plain() { ! coloured "$@"; }
check "no colour in a pipe" plain "$program" info nowhere.still
check "colour that is asked for" coloured "$program" info nowhere.still --color always
check "in either form, in front" coloured "$program" --color=always info nowhere.still
check "even against NO_COLOR" coloured env NO_COLOR=1 "$program" info nowhere.still --color=always
check "colour that is not wanted" plain "$program" info nowhere.still --color never
run "a colour that there is not" 2 "" "*--color is always, never or auto, not 'blue'*" info x --color blue
run "no colour at all" 2 "" "*--color is always, never or auto, not ''*" info x --color
finish
