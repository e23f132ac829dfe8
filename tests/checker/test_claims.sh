#!/usr/bin/env bash
# Claims other than attraction: certificates that are accepted, and coherent false ones.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/scripts/tap.sh
BUILD=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

confirmed() { # certificate, exit status of prove, theorem, then arguments of prove
  local file=$1 status=$2 theorem=$3
  shift 3
  "$BUILD/standstill" prove "$@" --quiet --out "$file" >/dev/null
  [ $? = "$status" ] && grep -q "\"theorem\": \"$theorem\"" "$file" && "$BUILD/standstill-check" "$file" >/dev/null
}

# The certificate with a change, lines of Python about c, sealed anew; swap(a, b): in the model's text.
rejected() { # certificate, change, words of the message
  python3 - "$1" "$2" "$scratch/altered.json" <<'END' || return 1
import hashlib, json, sys
c = json.load(open(sys.argv[1]))
of = {e["id"].split(".")[1]: e for e in c["conditions"]}
s = c["system"]
def swap(old, new):
    t = c["model"]["text"]
    assert old in t, old
    c["model"]["text"] = t.replace(old, new)
    c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()
def entries(name, value):
    s[name] = s["formulas"][name] = value
exec(sys.argv[2])
del c["seal"]
text = json.dumps(c, indent=1)[:-2] + ",\n "
seal = hashlib.sha256(text.encode()).hexdigest()
open(sys.argv[3], "w").write(text + '"seal": "%s"\n}\n' % seal)
END
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 1 ] && grep -q "$3" "$scratch/said" || { cat "$scratch/said"; false; }
}

machine() { # NAME POTENTIAL FORCE: two masses, the first of which rubs
  printf "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = %s\nforce x = %s\nfriction f { slip = x'; normal = 1; law = coulomb(1) }\n" \
    "$2" "$3" >"$scratch/$1.still"
}
machine firm "x^2 + y^2" "-x'"
machine loose "(x - y)^2" "-x'"
machine held "y^2 - x^2" "x'"
firm=$scratch/firm.json loose=$scratch/loose.json bound=$scratch/bound.json bounded=$scratch/bounded.json held=$scratch/held.json
check "a set that is stable" confirmed "$firm" 0 SS-SET "$scratch/firm.still" --claim stable
check "one without a place of its own" confirmed "$loose" 0 SS-SET "$scratch/loose.still" --claim stable
check "motions that are bounded" confirmed "$bound" 0 SS-BOUNDED "$scratch/firm.still" --claim bounded
check "by friction" confirmed "$bounded" 0 SS-BOUNDED "$scratch/loose.still" --claim bounded
check "a point that friction holds" confirmed "$held" 0 SS-POINT "$scratch/held.still" --claim stable
for file in "$firm" "$bound"; do # what feeds is not seen, or there is a hill
  check "$(basename "$file"): damping that feeds" rejected "$file" \
    'swap("-x\x27", "x\x27"); entries("C", [["-1", "0"], ["0", "0"]]); of["4"]["D"] = ["-1", "0"]' "is not at least 0"
  check "$(basename "$file"): without a word of damping" rejected "$file" \
    'swap("-x\x27", "x\x27"); entries("C", [["-1", "0"], ["0", "0"]]); c["conditions"].pop()' "asks for this condition here"
  check "$(basename "$file"): a hill" rejected "$file" \
    'swap("x^2 + y^2", "x^2 - y^2"); entries("K", [["2", "0"], ["0", "-2"]]); of["3"]["D"] = ["2", "-2"]' "not positive"
  check "$(basename "$file"): neither" rejected "$file" \
    'swap("x^2 + y^2", "x^2"); entries("K", [["2", "0"], ["0", "0"]]); of["3"]["D"] = ["2", "0"]' "not positive\|center"
  check "$(basename "$file"): semidefinite, and no more" rejected "$file" \
    'swap("x^2 + y^2", "x^2"); entries("K", [["2", "0"], ["0", "0"]]); of["3"]["D"] = ["2", "0"]; of["3"]["kind"] = "semidefinite"' \
    "asks for this condition here"
done
pushed='swap("(x - y)^2", "(x - y)^2 - 2*x"); entries("f", ["2", "0"]); s["center"] = None; '
for file in "$loose" "$bounded"; do # friction holds 1 at the most
  check "$(basename "$file"): a load that nothing holds" rejected "$file" "$pushed"'h = of["5"] if of["5"]["kind"] == "held" else of["6"]; h["forces"] = ["-2"]' \
    "beyond\|not inside"
  check "$(basename "$file"): without a word of it" rejected "$file" "$pushed"'c["conditions"].pop()' "asks for this condition here"
done
check "what no spring and no friction holds" rejected "$bounded" \
  'swap("(x - y)^2", "x^2"); entries("K", [["2", "0"], ["0", "0"]]); of["3"]["L"] = [[], ["0"]]; of["3"]["D"] = ["2", "0"]; of["5"]["L"] = [[], ["0"]]; of["5"]["D"] = ["3", "0"]' \
  "not positive"
check "a point on a hill that is free" rejected "$held" \
  'swap("y^2 - x^2", "-y^2 - x^2"); entries("K", [["-2", "0"], ["0", "-2"]]); of["4"]["D"] = ["-2"]' "not positive"
check "one that is fed where it is free" rejected "$held" \
  'swap("force x = x\x27", "force x = x\x27\nforce y = y\x27"); entries("C", [["-1", "0"], ["0", "-1"]]); of["5"]["D"] = ["-1"]' "is not at least 0"
for k in 4 5 6; do
  check "a point, condition $k is not there" rejected "$held" 'c["conditions"] = [e for e in c["conditions"] if not e["id"].endswith(".'$k'")]' \
    "asks for this condition here"
done

# Statement 2 of LW2008-T2: nothing rubs, so that motions come back, but not to the top.
printf "coord x\nkinetic = 1/2*x'^2\npotential = cos(x)\nstate up { x = 0 }\n" >"$scratch/top.still"
top=$scratch/top.json
check "a top without friction" confirmed "$top" 10 LW2008-T2 "$scratch/top.still" --at up
check "is not said to be unstable" rejected "$top" 'c["claim"] = "unstable"' "missing\|not show\|expected"
check "nor where it is fed elsewhere" rejected "$top" 'swap("cos(x)\n", "cos(x)\nforce x = -(1 - x^2)*x\x27\n")' "the energy may grow\|not show\|missing"
check "nor where it is fed" rejected "$top" 'swap("cos(x)\n", "cos(x)\nforce x = x\x27\n")' "the energy may grow\|not show\|missing"

# A level, and the energies of rest positions below it.
bar=$scratch/bar.json
check "a bar, locally" confirmed "$bar" 0 LW2008-T1 models/rocking-bar.still --at rest
check "rest positions up to the level itself" rejected "$bar" 's["from"] = c["level"]' "from: it is not below the level"
check "rest positions of no energy" rejected "$bar" 's["from"] = "0"' "from: it is not below the level"

# Dissipation that is seen by derivatives, at a stop and by a drag.
printf "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = x^2/2 + x^4/4 + (y - x)^2/2\nforce x = -x'\ncontact c { gap = x + 9; restitution = newton(1/2, 0) }\n" >"$scratch/late.still"
late=$scratch/late.json
check "one damper for two masses, beside a stop" confirmed "$late" 0 LW2008-T1 "$scratch/late.still"
check "a mass that is not tied" rejected "$late" 'swap("(y - x)^2", "y^2")' "does not show what it says"
check "a stop that takes what the damper sees" rejected "$late" 'swap("x + 9", "x + 9"); swap("force x = -x\x27", "force x = 0*x\x27")' "does not show\|derivatives do not help\|asked next\|missing"

# Ranges of restitution that end at 0 and at 1, which doubles hold as they are.
ball() { # file, the range, forces
  printf "param e = 1/2 in [%s]\ncoord y\nkinetic = 1/2*y'^2\npotential = 10*y\n%s\ncontact floor { gap = y; restitution = newton(e, 0) }\n" "$2" "$3" >"$1"
}
ball "$scratch/any.still" "0, 1" "force y = -y'"
ball "$scratch/less.still" "0, 9/10" ""
any=$scratch/any.json less=$scratch/less.json
check "any restitution, damped" confirmed "$any" 0 T1999-T5 "$scratch/any.still"
check "any restitution, stable" confirmed "$scratch/calm.json" 0 SS-CALM "$scratch/any.still" --claim stable
check "restitution from 0 on" confirmed "$less" 0 LW2008-T1 "$scratch/less.still"
check "elastic impacts are not attracted" rejected "$less" 'swap("0, 9/10", "0, 1"); c["parameters"]["e"]["radius"] = c["parameters"]["e"]["center"] = "1/2"; s["region"][-1][1] = "1"' "a restitution is not in"
ball "$scratch/elastic.still" "0, 1" ""
unseen() { # nothing is said to fail that holds but at an end
  [ "$("$BUILD/standstill" prove "$scratch/elastic.still" --json | python3 -c 'import json, sys; print([c["status"] for c in json.load(sys.stdin)["conditions"] if c["id"].endswith(".6")])')" = "['unknown']" ]
}
check "an end of a range is no failure" unseen

# Nothing starts below a level that contacts do not allow.
printf "coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\nforce x = -x'\ncontact c { gap = x + 5; restitution = newton(1/2, 0) }\n" >"$scratch/apart.still"
apart=$scratch/apart.json
check "a stop far away" confirmed "$apart" 0 T1999-T5 "$scratch/apart.still"
check "a stop with all of it behind" rejected "$apart" 'swap("x + 5", "x - 5")' "allow a place below the level"
check "a gap that is never open" rejected "$apart" 'swap("x + 5", "-1 - x^2")' "allow a place below the level"
printf "coord y\nkinetic = 1/2*y'^2\npotential = 10*y + y^2\nforce y = -y'\ncontact a { gap = y; restitution = newton(1/2, 0) }\ncontact b { gap = y + 1; restitution = newton(1/2, 0) }\n" >"$scratch/floors.still"
check "two floors" confirmed "$scratch/floors.json" 0 T1999-T5 "$scratch/floors.still"
check "a floor above a ceiling" rejected "$scratch/floors.json" 'swap("y + 1", "-y - 1")' "allow a place"
finish
