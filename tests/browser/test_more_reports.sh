# Reports in a browser: models/ from A to O.
# NEEDS: chromium python3
. "$(dirname "$0")/look.sh"
look models/[a-o]*.still
