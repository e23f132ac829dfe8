# The shared library shows the functions of the public headers and nothing else; the headers work
# alone, in C and in C++.
. "$(dirname "$0")/tap.sh"
cc=${CC:-cc} cxx=${CXX:-c++}
headers=(include/standstill/*.h)

# the list that make uses, against what the compiler says
scripts/public-functions "${headers[@]}" >"$scratch/public"
for header in "${headers[@]}"; do echo "#include \"$header\""; done >"$scratch/all.c"
if $cc -I. -Iinclude -fsyntax-only -aux-info "$scratch/aux" "$scratch/all.c" 2>/dev/null; then
  declared() {
    grep 'include/standstill/' "$scratch/aux" | grep -v ' static ' | grep -o 'ss_[a-z0-9_]* (' |
      tr -d ' (' | sort -u | diff - "$scratch/public"
  }
  check "scripts/public-functions finds what the compiler finds" declared
else
  skip "this compiler does not list declarations"
fi
exported() {
  nm -D --defined-only "$BUILD/libstandstill.so" | awk '{ print $3 }' | sort | diff "$scratch/public" -
}
check "$(wc -l <"$scratch/public") functions, each exported, and nothing else" exported

listed() { # on the page, by its name or, in a row of several, by its end
  local f end missing=0
  for f in $(scripts/public-functions include/standstill/standstill.h include/standstill/machine.h include/standstill/study.h); do
    grep -q "\`$f\`" docs/library.md && continue
    for end in $(grep -o '`_[a-z_]*`' docs/library.md | tr -d '`'); do
      [[ $f == *"$end" ]] && continue 2
    done
    echo "docs/library.md does not list $f"
    missing=1
  done
  return $missing
}
check "docs/library.md lists the functions of the face and of studies" listed

small() { # what the script makes of a header
  printf '%s\n' "$1" >"$scratch/small.h"
  [ "$(scripts/public-functions "$scratch/small.h" | tr '\n' ' ')" = "$2" ]
}
check "a function" small 'int ss_a(int x);' "ss_a "
check "pointers, attributes, several lines" small 'char *ss_a(void)
  __attribute__((format(printf, 1, 2)));' "ss_a "
check "inline functions, types, macros and comments are none" small 'static inline int ss_b(int x) {
  return ss_c(x);
}
#define ss_d(x) \\
  ss_e(x)
/* ss_f(x); */
typedef struct ss_g { int (*ss_h)(int); } ss_g;
int ss_i(int (*ss_j)(void));' "ss_i "

alone() { # compiler with its language
  local header
  for header in "${headers[@]}"; do
    echo "#include <standstill/${header##*/}>" |
      "$@" -Wall -Wextra -Werror -fsyntax-only -Iinclude - || return 1
  done
}
check "every header alone, in C17" alone $cc -std=c17 -x c
if command -v "$cxx" >/dev/null; then
  check "every header alone, in C++" alone "$cxx" -std=c++17 -x c++
  link_all() { # every function by its C name
    { cat "$scratch/all.c"
      echo 'typedef void (*any)(void); any table[] = {'
      sed 's/.*/reinterpret_cast<any>(\&&),/' "$scratch/public"
      echo '}; int main() { return table[0] == nullptr; }'; } >"$scratch/all.cc"
    "$cxx" -std=c++17 -I. -Iinclude "$scratch/all.cc" -o "$scratch/all" -L"$BUILD" -lstandstill \
      -Wl,-rpath,"$(realpath "$BUILD")" -Wl,--unresolved-symbols=ignore-in-shared-libs && "$scratch/all"
  }
  check "and every function is found from there" link_all
else
  skip "no C++ compiler"
fi
finish
