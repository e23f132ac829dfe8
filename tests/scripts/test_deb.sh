# The package with the headers brings the headers that they include.
. "$(dirname "$0")/tap.sh"
depends=$(sed -n '/^Package: libstandstill-dev/,/^$/p' debian/control | tr '\n' ' ')
brings() { [[ $depends == *[\ ,]"$1"[\ ,]* ]]; }
for header in $(sed -nE 's/^#include <([a-z_]+\/)?([a-z_]+)\.h>.*/\1\2.h/p' include/standstill/*.h | sort -u); do
  package=$(awk -v header="$header" '$3 == header || $3 == substr(header, 1, length(header) - 2) ".pc" { print $2 }' scripts/packages)
  case $header in
    flint/*) package=libflint-dev ;;
    arb*) package=libflint-arb-dev ;;
    std* | string.h | math.h | setjmp.h | limits.h) continue ;;
  esac
  check "<$header> comes with ${package:-?}" brings "$package"
done
finish
