# Reports in a browser: models/ from P to Z, and one with nasty texts.
# NEEDS: chromium python3
. "$(dirname "$0")/look.sh"
look models/[p-z]*.still
