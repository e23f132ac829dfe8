#!/usr/bin/env bash
# Certificates of machines with sliders: accepted as they are written, rejected when something in
# them is changed and sealed anew.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/scripts/tap.sh
BUILD=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

certify() { # certificate, then arguments of prove
  local file=$1
  shift
  "$BUILD/standstill" prove "$@" --quiet --out "$file" && "$BUILD/standstill-check" "$file" >/dev/null
}

# The certificate with a change, a line of Python about c, sealed anew.
altered() {
  python3 - "$1" "$2" "$scratch/altered.json" <<'END'
import hashlib, json, sys
c = json.load(open(sys.argv[1]))
of = {e["id"].split(".")[1]: e for e in c["conditions"]}
exec(sys.argv[2])
del c["seal"]
text = json.dumps(c, indent=1)[:-2] + ",\n "
seal = hashlib.sha256(text.encode()).hexdigest()
open(sys.argv[3], "w").write(text + '"seal": "%s"\n}\n' % seal)
END
}

rejected() { # certificate, change, words of the message
  altered "$1" "$2" || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  local status=$?
  [ $status = 1 ] && grep -q "$3" "$scratch/said" || { cat "$scratch/said"; false; }
}

beam=$scratch/beam.json
check "a beam in two sliders" certify "$beam" models/constrained-beam.still
check "a bead on a rod, and a mass that a friction alone brakes" certify "$scratch/pad.json" tests/checker/models/rod-and-pad.still
# forces in the sliders are sums of terms of 1/J that cancel
for J in 1e-3 1e-5; do check "a beam with J = $J" certify "$scratch/thin.json" models/constrained-beam.still --set J=$J; done
check "the beam with other friction" rejected "$beam" \
  'c["model"]["text"] = c["model"]["text"].replace("mu2 = 0.3", "mu2 = 0.4"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest(); c["parameters"]["mu2"] = "2/5"' \
  "not show"
check "the beam, a higher level" rejected "$beam" 'c["level"] = "92/5"' "not show"
check "the beam, a set of sliders that is missing" rejected "$beam" 'of["5"]["questions"].pop()' "missing"
check "the beam by another theorem" rejected "$beam" \
  'c["theorem"] = "LW2008-T1"; [e.update(id=e["id"].replace("C3", "T1")) for e in c["conditions"]]' "other machines"
wrong_chart() { # the chart does not satisfy the sliders
  altered "$beam" 'c["model"]["text"] = c["model"]["text"].replace("x = l*sin(phi); y = l*cos(phi) }   # [rad]", "x = l*sin(phi); y = 2*l*cos(phi) }   # [rad]"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 2 ] && grep -q "does not satisfy the sliders" "$scratch/said"
}
check "the beam with a chart that is none" wrong_chart


# nothing may stand in a certificate that is not read
malformed() { # certificate, change, words of the message
  altered "$1" "$2" || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  local status=$?
  [ $status = 2 ] && grep -q "$3" "$scratch/said" || { cat "$scratch/said"; false; }
}
check "the beam, a question twice" malformed "$beam" 'of["5"]["questions"].append(of["5"]["questions"][-1])' "superfluous"
check "the beam, a condition twice" malformed "$beam" 'c["conditions"].append(of["9"])' "stands there twice"
check "the beam, a condition of nobody" malformed "$beam" 'of["2"]["id"] = "LW2008-C3.x"' "none of the theorem"
check "the beam, a condition of another theorem" malformed "$beam" 'of["2"]["id"] = "LW2008-T1.2"' "none of the theorem"
check "the beam, a remark" malformed "$beam" 'of["2"]["note"] = "checked"' "a member is superfluous"
check "the beam, other coordinates" malformed "$beam" 'c["system"]["coordinates"] = ["phi"]' "not those of the machine"
check "the beam, a coordinate too many" malformed "$beam" 'c["system"]["coordinates"].append("x")' "coordinates"
check "the beam, another force" malformed "$beam" \
  'q = of["5"]["questions"][-1]["variables"]; q[-1] = "slider 9 0"' "the name of a force"

# what motions leave
leaves() { # certificate, then arguments of prove
  local file=$1
  shift
  "$BUILD/standstill" prove "$@" --quiet --out "$file"
  [ $? = 10 ] && "$BUILD/standstill-check" "$file" >/dev/null
}
cat >"$scratch/up.still" <<'END'
coord x
kinetic = 1/2*x'^2
potential = cos(x)
friction hinge { slip = x'; normal = 1; law = coulomb(1/10) }
state up { x = 0 }
END
up=$scratch/up.json
check "a leaning beam is left" leaves "$scratch/lean.json" models/constrained-beam.still --at leaning
check "a pendulum upside down" leaves "$up" "$scratch/up.still" --at up
check "a smaller region" rejected "$up" 'c["system"]["region"][0] = ["-1/16", "1/16"]' "not show"
check "a region with a minimum" rejected "$up" 'c["system"]["region"][0] = ["-4", "4"]' "not show"
check "a place outside" rejected "$up" 'c["system"]["place"][0] = ["-4", "4"]' "not in the region"
check "no place" rejected "$up" 'c["system"]["place"][0] = ["1/64", "1/32"]' "not show"
check "a singular inverse" rejected "$up" 'c["system"]["inverse"] = ["0"]' "singular"
check "no direction" rejected "$up" 'c["system"]["downwards"] = ["0"]' "not show"
check "another claim" rejected "$up" 'c["claim"] = "unbounded"' "is known"
check "no question about the border" rejected "$up" 'of["8"]["questions"].pop()' "missing"

# what is pressed against stops
arm=$scratch/arm.json two=$scratch/two.json
check "an arm, everywhere" certify "$arm" models/arm-against-stop.still --set e=1
check "an arm of two links" certify "$two" models/two-link-arm.still
check "by a theorem without elastic impacts" rejected "$arm" \
  'c["theorem"] = "LW2008-T1"; [e.update(id=e["id"].replace("T1999-T5", "LW2008-T1")) for e in c["conditions"]]' "restitution"
check "a higher level of two links" rejected "$two" 'c["level"] = "5"' "not show"

# a place whose ends are exchanged is no part of the region, and has no rest position inside
printf "coord x\nkinetic = 1/2*x'^2\npotential = x^3/3 - x\nforce x = -x'/3\nfriction f { slip = x'; normal = 1; law = coulomb(3/100) }\n" >"$scratch/hill.still"
hill=$scratch/hill.json
check "a hill" leaves "$hill" "$scratch/hill.still" --at x=-1
check "a hill, seen beside it" rejected "$hill" \
  'c["system"]["region"][0] = ["-1/2", "1/2"]; c["system"]["place"][0] = ["0", "-3/2"]; c["system"]["inverse"] = ["1"]; of["2"]["questions"][0]["tree"] = "0 "' "place: it is empty"
check "a hill, a condition that is missing" malformed "$hill" 'c["conditions"].remove(of["9"])' "LW2008-T2.9. is missing"
check "a hill, a kind of nobody" malformed "$hill" 'of["9"]["kind"] = "hollow"' "its kind is not known"
check "a hill, a velocity by no name" malformed "$hill" 'of["2"]["questions"][0]["variables"].append("xx")' "a name is expected"
check "a hill with friction that is not the same everywhere" rejected "$hill" \
  'c["model"]["text"] = c["model"]["text"].replace("normal = 1", "normal = 1 + (x + 1)^2"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' "T2.7: the energy may grow"
# a parameter with a range, whose name begins with that of a coordinate, is not taken for a velocity
printf "param xm = 1 in [9/10, 11/10]\ncoord x\nkinetic = 1/2*xm*x'^2\npotential = 1 - cos(x) + xm*x^2/9\nforce x = -x'\nfriction f { slip = x'; normal = xm; law = coulomb(1/10) }\n" >"$scratch/named.still"
check "a parameter with a name like a velocity's" certify "$scratch/named.json" "$scratch/named.still"
printf "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y - 6*x\ncontact c { gap = y; slip = x'; law = coulomb(1/2) }\n" >"$scratch/falls.still"
check "what falls for ever" leaves "$scratch/falls.json" "$scratch/falls.still"
check "what falls for ever, with another coordinate" malformed "$scratch/falls.json" 'c["system"]["coordinates"] = ["y", "x"]' "not those of the machine"
check "what falls for ever, twice" malformed "$scratch/falls.json" 'c["conditions"].append(dict(of["1"], id="SS-NOWHERE.2"))' "superfluous"
finish
