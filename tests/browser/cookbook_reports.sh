# Reports in a browser: the cookbook, bodies in space, tracking, piles.
# NEEDS: chromium python3
. "$(dirname "$0")/look.sh"
look models/{cookbook,piles,space,tracking}/*.still
