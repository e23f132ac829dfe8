# What a machine without root, without apt or without a package gets to read. The machines are
# made up: a folder of commands that is the whole PATH.
. "$(dirname "$0")/tap.sh"

# A PATH with the usual tools; $1 adds or replaces commands, as lines "name: shell text".
machine() {
  bin=$scratch/bin
  rm -rf "$bin" && mkdir "$bin"
  local tool name text
  for tool in bash sh env awk sed grep dirname id cat mktemp rm tail tr touch true mkdir; do
    ln -s "$(type -P $tool)" "$bin/$tool"
  done
  while IFS=: read -r name text; do
    [ -n "$name" ] || continue
    rm -f "$bin/$name"
    printf '#!%s\n%s\n' "$(command -v bash)" "$text" >"$bin/$name"
    chmod +x "$bin/$name"
  done <<<"$1"
}
here() { env PATH="$bin" CC=cc scripts/install-packages "$@"; }
one_line() { # the whole output of a command that must fail
  local expected=$1 got
  shift
  if got=$("$@" 2>&1); then echo "succeeded: $got"; return 1; fi
  echo "$got"
  [ "$got" = "$expected" ]
}
group=$(awk '$1 == "test" { list = list " " $2 } END { print substr(list, 2) }' scripts/packages)
line="standstill: missing: $group (on Debian: apt-get install $group)"

installed='dpkg-query: echo installed'
missing='dpkg-query: [ -e '$scratch/installed' ] && echo installed'
apt='apt-get: echo "$@" >>'$scratch/apt.log'; case "$*" in *install*) touch '$scratch/installed' ;; esac'
no_compiler='cc: exit 1'
user='id: echo 1000'
root='id: echo 0'

machine "$installed"
check "nothing is missing, nothing is done" here build test
machine "$missing
$no_compiler"
check "no apt: one line" one_line "$line" here test
machine "$missing
$no_compiler
$apt
$user"
check "apt but neither root nor sudo: one line" one_line "$line" here test
machine "$missing
$no_compiler
$apt
$user
sudo: exit 1"
check "a sudo that asks for a password: one line" one_line "$line" here test
no_log() { [ ! -e "$scratch/apt.log" ]; }
check "and nothing was installed" no_log
machine "$missing
$no_compiler
$apt
$root"
check "--check installs nothing" one_line "$line" here --check test
check "not even as root" no_log
check "root installs" here test
asked_for() { grep -q -- "install --yes --no-install-recommends $1\$" "$scratch/apt.log"; }
check "what is missing, and asks nothing" asked_for "$group"
rm -f "$scratch/installed" "$scratch/apt.log"
machine "$missing
$no_compiler
$apt
$user
sudo: shift; exec \"\$@\""
check "sudo without a password installs" here test
rm -f "$scratch/installed"
machine "$missing
$no_compiler
$root
apt-get: case \"\$*\" in *update*) touch $scratch/lists ;; *) [ -e $scratch/lists ] && touch $scratch/installed ;; esac"
check "a machine without package lists fetches them" here test
machine "dpkg-query: exit 1
$no_compiler
$root
apt-get: echo 'E: no network'; exit 100"
check_fails "apt that fails is quoted" "E: no network" here test
check_fails "and the line is printed" "$line" here test
machine "cc: exit 0"
check "no dpkg, but a compiler that finds the header" here libcmocka-dev
machine "dpkg-query: exit 1
cc: exit 0"
check "dpkg does not know it, but the compiler finds the header" here libcmocka-dev
machine "dpkg-query: exit 1
$no_compiler"
check_fails "several are named in one line" "missing: libc6-dev pkg-config libflint-dev" here build
check_fails "a package may be named itself" "missing: python3-sympy (" here python3-sympy

machine "dpkg-query: exit 1
pkg-config: exit 0
$no_compiler"
check "dpkg does not know it, but pkg-config finds the module" here libjansson-dev
check_fails "the module of another flavour is no sign beside dpkg" "missing: libopenblas-pthread-dev (" \
  here libopenblas-pthread-dev
machine "pkg-config: exit 0
$no_compiler"
check "without dpkg it is" here libopenblas-pthread-dev
# a header that several packages have says nothing about any of them
no_shared_sign() { ! grep -v '^#' scripts/packages | grep -E '[ (](cblas|lapacke|mpi)\.h|[ (](mpicc|mpirun)$'; }
check "no sign is a file that other packages have too" no_shared_sign

plain_make() { env PATH="$bin" make --no-print-directory BUILD="$scratch/build" CC=cc; }
machine "dpkg-query: exit 1
$no_compiler
$(printf 'make: exec %s "$@"' "$(command -v make)")"
check_fails "plain make says what is missing" "standstill: missing: libc6-dev pkg-config " plain_make
finish
