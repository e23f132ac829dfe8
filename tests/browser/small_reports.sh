# Reports in a browser: the small models, gradients, stances.
# NEEDS: chromium python3
. "$(dirname "$0")/look.sh"
look models/{gradients,small,stances}/*.still
