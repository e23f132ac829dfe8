# `make install` and `make uninstall`: what is installed, a program built against it as a user would
# build one, and the installed program itself.
. "$(dirname "$0")/tap.sh"
version=$(sed -n 's/^#define SS_VERSION "\(.*\)"/\1/p' include/standstill/version.h)
cc=${CC:-cc}

install_to() { make --no-print-directory install BUILD="$BUILD" "$@"; }
stage=$scratch/stage prefix=$scratch/prefix
check "make install DESTDIR=" install_to PREFIX=/usr DESTDIR="$stage"
check "make install PREFIX=" install_to PREFIX="$prefix"

has_files() { # everything that the README promises, under the prefix
  local file
  for file in bin/standstill lib/libstandstill.a lib/libstandstill.so lib/libstandstill.so.0 \
    lib/libstandstill.so.$version include/standstill/base.h include/standstill/version.h \
    lib/pkgconfig/standstill.pc share/man/man1/standstill.1; do
    [ -s "$1/$file" ] || { echo "$file is missing"; return 1; }
  done
  diff <(ls include/standstill) <(ls "$1/include/standstill") &&
    diff <(find models examples -type f | sort) <(cd "$1/share/standstill" && find models examples -type f | sort)
}
check "all files are below DESTDIR and PREFIX" has_files "$stage/usr"
check "all files are below PREFIX" has_files "$prefix"
names_stage() { ! grep -rl "$scratch" "$stage/usr/lib/pkgconfig"; }
check "DESTDIR is written into no file" names_stage
check "the soname has the major version" bash -c \
  "objdump -p '$prefix/lib/libstandstill.so' | grep -q 'SONAME *libstandstill.so.${version%%.*}$'"
only_ours() { ! nm -D --defined-only "$prefix/lib/libstandstill.so" | grep -v ' ss_'; }
check "the shared library shows only names with our prefix" only_ours

cat >"$scratch/program.c" <<'C'
#include <standstill/base.h>
#include <standstill/version.h>
#include <stdio.h>
int main(void) {
  const char *names[] = {"stick", "slip"};
  printf("%s %s %s\n", SS_VERSION, ss_nearest_name("stikc", 2, names), ss_status_text(SS_OK));
  return 0;
}
C
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
says() { # expected output, command
  local expected=$1 got
  shift
  got=$("$@") || return 1
  echo "$got"
  [ "$got" = "$expected" ]
}
build_shared() { $cc "$scratch/program.c" -o "$scratch/shared" $(pkg-config --cflags --libs standstill); }
build_static() { # with all of it, so that every library it asks for must be named
  $cc "$scratch/program.c" -o "$scratch/static" $(pkg-config --cflags standstill) \
    -Wl,--whole-archive "$prefix/lib/libstandstill.a" -Wl,--no-whole-archive \
    $(pkg-config --static --libs standstill | sed 's/-lstandstill//')
}
check "pkg-config knows the version" says "$version" pkg-config --modversion standstill
check "a program builds against the shared library" build_shared
check "and runs" says "$version stick done" env LD_LIBRARY_PATH="$prefix/lib" "$scratch/shared"
check "a program builds against the static library" build_static
check "and runs without the shared one" says "$version stick done" "$scratch/static"
headers_stand_alone() {
  local header
  for header in "$prefix"/include/standstill/*.h; do
    echo "#include <standstill/${header##*/}>" |
      $cc -std=c17 -Wall -Wextra -Werror -fsyntax-only $(pkg-config --cflags standstill) -x c - || return 1
  done
}
check "every header can be included alone, in C17" headers_stand_alone
check "the installed program runs" says "standstill $version" "$prefix/bin/standstill" version

is_gone() { ! find "$prefix" ! -type d | grep .; }
check "make uninstall" make --no-print-directory uninstall BUILD="$BUILD" PREFIX="$prefix"
check "leaves no file behind" is_gone
finish
