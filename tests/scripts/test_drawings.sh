# Every worked model is drawn, and each of its contacts, frictions and clutches lights up: it has an arrow.
. "$(dirname "$0")/tap.sh"
for model in models/*.still models/*/*.still; do
  dark=$(sed 's/#.*//' "$model" | awk '
    { for (i = 1; i < NF; i++) if ($i == "draw" && $(i + 1) == "arrow") arrow[$(i + 2)] = 1 }
    /^ *(contact|friction|clutch) / { name[$2] = 1 }
    /^ *draw / { drawn = 1 }
    END { if (!drawn) print "nothing"; for (n in name) if (!(n in arrow)) print n }')
  check "$model" test -z "$dark"
done
finish
