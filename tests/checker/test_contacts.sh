#!/usr/bin/env bash
# Certificates of machines with contacts: accepted as they are written, rejected when something in
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

# what is 0 by a factor or a parameter needs no box
nothing() { # POTENTIAL FORCE
  printf "param c = 0\ncoord y\nkinetic = 1/2*y'^2\npotential = 10*y + %s\nforce y = %s\n" "$1" "$2" >"$scratch/0.still"
  printf "contact floor { gap = y; restitution = newton(1/2, 0) }\n" >>"$scratch/0.still"
  certify "$scratch/0.json" "$scratch/0.still"
}
for potential in "0*y" "0/2*y^2" "c/2*y^2" "c*y^4"; do
  for force in "0*y'" "-c*y'" "-c*y'^3" "-y'"; do
    check "U = 10 y + $potential with the force $force" nothing "$potential" "$force"
  done
done

# coordinates on which nothing depends, because a number is 0
check "a body on a slope of 0" certify "$scratch/biped.json" models/planar-biped.still --set alpha=0 --claim stable
check "nor on two planes" certify "$scratch/planes.json" models/planar-biped.still --set alpha=0 --set phi1=0 --set phi2=0 --set e=1/4 --claim stable

# rest points that move with parameters
check "a block of any height" certify "$scratch/height.json" models/rocking-block.still --at rest --set b=0.095:0.105
check "and stable" certify "$scratch/stable.json" models/rocking-block.still --at rest --claim stable --set b=0.095:0.105
check "an arm against a wall anywhere" certify "$scratch/wall.json" models/two-link-arm-one-motor.still --set w=1.45:1.55
check "a pendulum of any length" certify "$scratch/length.json" models/rough-pendulum.still --set eN=0.5 --set eT=0.5 --set l1=0.95:1.05
# a saddle that moves
printf "param p = 0.1 in [0.05, 0.15]\ncoord x\nkinetic = 1/2*x'^2\npotential = -(x - p)^2/2 - (x - p)^4\nforce x = -x'\n" >"$scratch/hill.still"
hill() {
  "$BUILD/standstill" prove "$scratch/hill.still" --claim stable --quiet --out "$scratch/hill.json"
  [ $? = 10 ] && "$BUILD/standstill-check" "$scratch/hill.json" >"$scratch/said" && grep -q "x by 1 times" "$scratch/said"
}
check "a hill that moves" hill

# an arm that its motors feed leaves the place where it is pressed against the wall
along="$scratch/along.json"
fed() {
  "$BUILD/standstill" prove models/two-link-arm.still --set Kv=-0.2 --quiet --out "$along"
  [ $? = 10 ] && "$BUILD/standstill-check" "$along" models/two-link-arm.still >/dev/null
}
check "an arm that is fed along a wall" fed

# The certificate with a change, a line of Python about c, sealed anew.
altered() {
  python3 - "$1" "$2" "$scratch/altered.json" <<'END'
import hashlib, json, sys
from fractions import Fraction
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

# form: P, by rows; start: y. Damping takes away, a friction rubs, another claim, P that is none
turned='n = len(c["system"]["start"]); P = c["system"]["form"]; '
check "fed along a wall: with damping" rejected "$along" 'c["settings"] = ["Kv=0.2"]; c["parameters"]["Kv"] = "1/5"' "does not hold in its box"
check "a form that falls" rejected "$along" "$turned"'c["system"]["form"] = [str(-Fraction(x)) for x in P]' "does not hold in its box"
check "a start where it is negative" rejected "$along" 'c["system"]["start"] = ["0"] * 4' "does not hold in its box"
check "a form that is not symmetric" rejected "$along" "$turned"'P[1] = str(Fraction(P[1]) + 1)' "it is not symmetric"
check "a tangent weight that is too small" rejected "$along" 'c["system"]["weight"] = "0"' "does not hold in its box"
check "a region that is elsewhere" rejected "$scratch/wall.json" 'c["system"]["slide"][0][3] = "0"' "no value of the parameter"
check "a region that moves with a number" rejected "$scratch/wall.json" 'c["system"]["slide"].append(["q1", "Kp", "1/1000000000", "20"])' "no value of the parameter"
check "another claim" rejected "$along" 'c["claim"] = "not-attractive"' "is known"
check "a contact that rubs" rejected "$along" 'c["model"]["text"] = c["model"]["text"].replace("restitution", "slip = q1\u0027; law = coulomb(1/3); restitution"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' "about other machines"
check "two contacts closed" rejected "$along" 'c["model"]["text"] += "\ncontact far { gap = 9 - q1 }\n"; c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest(); c["system"]["closed"] = 3' "one contact is at the most"

# The same where it cannot be read so.
invalid() { # certificate, change, words of the message
  altered "$1" "$2" || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 2 ] && grep -q "$3" "$scratch/said" || { cat "$scratch/said"; false; }
}

unchanged() {
  altered "$1" "pass" && "$BUILD/standstill-check" "$scratch/altered.json" >/dev/null
}

# An error, not a crash: the text gets a force that depends on the time.
timed() {
  altered "$block" 'c["model"]["text"] += "force x = sin(t)\n"; c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 2 ] && grep -q "depends on the time" "$scratch/said"
}

# V may be counted from elsewhere, with a level to match: what it is counted from is told.
shifted() {
  altered "$bar" 'from fractions import Fraction as F; s = c["system"]; s["zero"] = "-100"; c["level"] = str(F(c["level"]) + 100 - 1); s["from"] = "100"; c["claim"] = "attractive-subset"; of["8"]["questions"] = [q for q in of["8"]["questions"] if q["kind"] != "rest"]' || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  grep -q "V = T + U - (-100)" "$scratch/said"
}

# Another text of the model: FROM, TO, what is said of it
reworded() {
  altered "$arm" "t = c['model']['text']; assert '$1' in t; c['model']['text'] = t.replace('$1', '$2'); c['model']['sha256'] = hashlib.sha256(c['model']['text'].encode()).hexdigest()" || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  local status=$?
  [ $status = "${4:-2}" ] && grep -q "$3" "$scratch/said" || { echo "$status"; cat "$scratch/said"; false; }
}
check "it does not move" rejected "$scratch/height.json" 'del c["system"]["slide"]' ""
check "it moves elsewhere" rejected "$scratch/height.json" 'c["system"]["slide"][0][2] = "-1"' ""
check "what moves is no coordinate" invalid "$scratch/height.json" 'c["system"]["slide"][0][0] = "b"' "slide"
check "by what is no parameter" invalid "$scratch/height.json" 'c["system"]["slide"][0][1] = "y"' "slide"
check "by half a number" invalid "$scratch/height.json" 'c["system"]["slide"][0].pop()' "slide"
arm=$scratch/arm.json
check "two links that a shape holds" certify "$arm" tests/checker/models/shaped-arm.still --feedback press
check "the same in other words" reworded "force b = w" "force b = (w)" "^proved" 0
check "a direction that turns" reworded "force b = w" "force b = w*cos(b)" "directions are rational numbers"
check "one that ends" reworded "force b = w" "force b = w*0" "inputs of a shape are dependent"
check "two inputs along one line" reworded "force b = w" "force b = w - s" "inputs of a shape are dependent"
check "three inputs for two" reworded "input w" "input w; input z" "an input for each coordinate"
check "a law beside the shape" reworded "input w" "input w; feedback press: w = 1" "others do not\|defined twice\|several laws"
check "another shape" reworded "potential = a^2 + b^2" "potential = a^2 - b^2" "" 1
check "a damping that feeds" reworded "damping = a" "damping = -a" "" 1

bar=$scratch/bar.json block=$scratch/block.json
check "a bar, locally" certify "$bar" models/rocking-bar.still --at rest
check "a double pendulum on a rough floor" certify "$scratch/rough.json" models/rough-pendulum.still
check "a block, everywhere" certify "$block" models/falling-block.still
check "sealed anew" unchanged "$bar"
check "a higher level" rejected "$bar" 'c["level"] = "81/10"' "does not show what it says"
check "a face that is missing" rejected "$bar" 'of["8"]["questions"].pop(0)' "asked next"
check "a question that is missing" rejected "$bar" 'of["4"]["questions"].pop()' "a question is missing"
check "another set of contacts" rejected "$bar" 'c["system"]["chosen"] = 1' "asked next\|not show"
check "a larger region" rejected "$bar" 'c["system"]["region"][2] = ["-4", "4"]' "not show"
check "a leaf that says too much" rejected "$bar" \
  'q = of["4"]["questions"][0]; q["tree"] = "2 "' "does not show what it says"
check "a weight below 0" rejected "$bar" \
  'q = of["4"]["questions"][0]; q["tree"] = "(-1 0 0)"' "a weight is negative"
check "a rest set that starts lower" rejected "$bar" 'c["system"]["from"] = "1/10"' "not show"
check "elastic" rejected "$block" \
  'c["model"]["text"] = c["model"]["text"].replace("eN = 0.5", "eN = 1.0"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest(); c["parameters"]["eN"] = {"exact": "1"} if isinstance(c["parameters"]["eN"], dict) else "1"' \
  "restitution\|parameter"
check "nothing that rubs" rejected "$block" 'c["system"]["chosen"] = 0' "does not show what it says"
check "a force that depends on the time" timed

# A function of the file, and friction.
printf "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = (x^2 + y^2)/2\nforce x = y/2\nforce y = -x/2 + y^3/500\n" >"$scratch/plane.still"
printf "friction f { slip = x'; normal = 1; law = coulomb(1) }\nfriction g { slip = y'; normal = 1; law = coulomb(1) }\n" >>"$scratch/plane.still"
printf "lyapunov V = (x'^2 + y'^2 + x^2 + y^2)/2\nlyapunov W = (x'^2 + y'^2 + x^2 + y^2)/2 + x*x'/9\n" >>"$scratch/plane.still"
rubbed=$scratch/rubbed.json strict=$scratch/strict.json
check "a function that falls whatever friction does" certify "$rubbed" "$scratch/plane.still"
check "and is strict" certify "$strict" "$scratch/plane.still" --claim stable
check "a higher level" rejected "$rubbed" 'from fractions import Fraction as F; c["level"] = str(F(c["level"])*2)' "does not show what it says"
check "a function with a slope at rest" rejected "$rubbed" 'c["system"]["lyapunov"] = "W"' "the slope of V is not seen"
check "velocities to one side" rejected "$rubbed" 'c["system"]["low"][2] = "-1/8"' "the same bounds\|does not show"
check "velocities to the other" rejected "$rubbed" 'c["system"]["low"][3] = str(2*__import__("fractions").Fraction(c["system"]["low"][3]))' "the same bounds"
check "weaker friction" rejected "$rubbed" 'c["model"]["text"] = c["model"]["text"].replace("normal = 1; law = coulomb(1) }\nfriction g", "normal = 1/2; law = coulomb(1) }\nfriction g"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' "does not show what it says"
check "one face is missing" invalid "$rubbed" 'of["4"]["trees"].pop()' "one is missing"
check "one is there twice" invalid "$rubbed" 'of["4"]["trees"].append(of["4"]["trees"][0])' "superfluous"
check "a flat one" rejected "$strict" 'c["model"]["text"] = c["model"]["text"].replace("V = (x\x27^2 + y\x27^2 + x^2 + y^2)/2", "V = (x\x27^2 + y\x27^2 + x^4 + y^2)/2"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' ""
check "a disk" invalid "$rubbed" 'c["model"]["text"] = c["model"]["text"].replace("slip = x\x27; normal = 1; law = coulomb(1)", "slip = (x\x27, y\x27); normal = 1; law = disk(1)"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' "coulomb"

# Contacts that are springs.
soft=$scratch/soft.json held=$scratch/held.json
check "an arm against a spring" certify "$soft" models/arm-against-stop.still --stiffness 1000
check "two links against a spring" certify "$scratch/links.json" models/two-link-arm.still --stiffness 1000
check "stable there" certify "$held" models/two-link-arm.still --stiffness 1000 --claim stable
check "bounded there" certify "$scratch/stays.json" models/two-link-arm.still --stiffness 1000 --claim bounded
check "a softer spring" rejected "$scratch/links.json" 'c["system"]["stiffness"] = "10"' ""
check "one that pulls" rejected "$soft" 'c["system"]["stiffness"] = "-1"' "stiffness: it is not positive"
check "more curvature than the springs have" rejected "$held" 'c["system"]["tau"] = "1001"' "not so stiff"
check "a spring that is forgotten" rejected "$scratch/links.json" 'c["system"]["closed"] = 0' "a spring may be pressed"
check "a set that is not looked at" rejected "$scratch/links.json" 'of["8"]["questions"] = [q for q in of["8"]["questions"] if q["closed"] == 0]' "asked next\|missing"
check "a rigid machine" rejected "$soft" 'c["theorem"] = "T1999-T5"; del c["system"]["stiffness"]
for e in c["conditions"]: e["id"] = e["id"].replace("T6", "T5")' ""
check "no stiffness" invalid "$soft" 'del c["system"]["stiffness"]' "stiffness"
check "what it needs not" invalid "$soft" 'c["system"]["chosen"] = 1' "chosen"
check "a contact that rubs" rejected "$soft" 'c["model"]["text"] = c["model"]["text"].replace("gap = q - q0; ", "gap = q - q0; slip = q\x27; law = coulomb(1/2); "); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' "contacts without friction"

# That a rest point is stable: a strict minimum, in a box of positions and forces.
still=$scratch/still.json calm=$scratch/calm.json
check "a block stays" certify "$still" models/rocking-block.still --claim stable --at rest
check "everywhere" certify "$calm" models/falling-block.still --claim stable
check "motions are bounded" certify "$scratch/bounded.json" models/falling-block.still --claim bounded
check "a beam stays" certify "$scratch/beam.json" models/constrained-beam.still --claim stable
check "stays, sealed anew" unchanged "$still"
check "another rest point" rejected "$still" \
  'a = c["system"]["around"][0]; a[0], a[1] = "1/64", "1/32"' "does not show what it says"
check "a box around nothing" rejected "$still" 'a = c["system"]["around"][0]; a[0], a[1] = a[1], a[0]' "it is empty"
check "a box that leaves the region" rejected "$still" 'c["system"]["around"][0][0] = "-100"' "not in the region"
check "a force that pulls" rejected "$still" 'c["system"]["forces"][0][0] = "-1"' "forces: they are not positive"
check "a singular inverse" rejected "$still" \
  'c["system"]["inverse"] = ["0"]*len(c["system"]["inverse"])' "inverse: it is singular"
check "other contacts closed" rejected "$still" \
  'c["system"]["closed"] = 0; c["system"]["forces"] = []; c["system"]["inverse"] = ["1", "0", "0", "0", "1", "0", "0", "0", "1"]
for q in of["2"]["questions"]: q["variables"] = [v for v in q["variables"] if "force" not in v]' \
  "does not show what it says\|asked next"
check "no curvature" rejected "$still" 'c["system"]["tau"] = "0"' "does not show what it says"
check "a level above the border" rejected "$still" 'c["level"] = "2"' "does not show what it says"
check "a face of forces that is missing" rejected "$still" \
  'q = of["2"]["questions"]; q.remove([x for x in q if x["kind"] == "balance"][-1])' "asked next"
check "it does not attract" rejected "$still" 'c["claim"] = "attractive-subset"; c["how"] = "asymptotic"' "no theorem"
check "nor in which way" rejected "$still" 'c["how"] = "asymptotic"' "how: it is asymptotic"
check "what rests need not stay" rejected "$bar" 'c["claim"] = "stable-point"; c["how"] = None' "no theorem"
check "a ridge in place of a valley" rejected "$calm" \
  'c["model"]["text"] = c["model"]["text"].replace("1/2*k*x^2", "-1/2*k*x^2"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"

# The whole box, not one face of it: a rest point that lies behind a wall.
printf "coord x\nkinetic = 1/2*x'^2\npotential = x^2\ncontact wall { gap = x^2 + 1/10; restitution = newton(1/2, 0) }\n" >"$scratch/wall.still"
check "a wall that is apart" certify "$scratch/wall.json" "$scratch/wall.still" --claim stable
check "a rest point behind a wall" rejected "$scratch/wall.json" \
  'c["model"]["text"] = c["model"]["text"].replace("+ 1/10", "- 1/10"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()
c["system"]["around"][0] = ["-1/2", "1/2"]' "apart: leaf . of a tree does not show\|apart: leaf .. of a tree does not show"
printf "param a = 0 in [-0.5, 0.5]\ncoord x\nkinetic = 1/2*x'^2\npotential = (x - a)^2*(1 + x^2)\n" >"$scratch/moved.still"
check "a rest point that moves with a parameter" certify "$scratch/moved.json" "$scratch/moved.still" --claim stable

# Parameters with ranges: V counts from U at a place, and what cancels there is written out here.
ranged=$scratch/ranged.json drag=$scratch/drag.json
check "a mass with a range" certify "$ranged" models/small/quartic-spring.still --set m1=0.95:1.05
check "a well that moves" certify "$scratch/well.json" models/small/double-well.still --set d=0.95:1.05 --claim stable
check "a weight with a range" certify "$scratch/weight.json" models/rocking-block.still --at rest --set m=0.95:1.05 --claim bounded
check "another place" rejected "$scratch/well.json" 'c["system"]["place"] = ["-3/4"]' "not show\|not in the region\|not below"
check "part of a range" rejected "$ranged" 'c["system"]["region"][-1][0] = "1"' "whole range"

# Clutches: the same machine with another one, or with none, is another machine.
turn='c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()'
pawl=$scratch/pawl.json
check "a ratchet" certify "$pawl" models/ratchet.still
check "a pawl that holds the wheel alone" rejected "$pawl" \
  'c["model"]["text"] = c["model"]["text"].replace("b\x27 - a\x27", "b\x27"); '"$turn" "entry (1, 1) of G"
check "and is told so" rejected "$pawl" \
  'c["model"]["text"] = c["model"]["text"].replace("b\x27 - a\x27", "b\x27"); c["system"]["G"] = [["0"], ["1"]]; c["system"]["formulas"]["G"] = [["0"], ["1"]]; '"$turn" \
  "L D L^T is not the matrix"
check "and one with its own factors" rejected "$pawl" \
  'c["model"]["text"] = c["model"]["text"].replace("b\x27 - a\x27", "b\x27"); c["system"]["G"] = [["0"], ["1"]]; c["system"]["formulas"]["G"] = [["0"], ["1"]]; of["5"]["L"] = [[], ["0"]]; of["5"]["D"] = ["0", "401/400"]; '"$turn" \
  "D_1 = 0 is not positive"
check "another theorem" invalid "$pawl" 'c["theorem"] = "SS-SLIDE"' "not about clutches"
check "no clutch" invalid "$pawl" \
  'c["model"]["text"] = c["model"]["text"].replace("clutch ", "# "); '"$turn" "there is none"

# What cancels is 0: gyroscopic forces do not damp; and what stands in a formula need not count.
printf "param w = 3/2\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2/2 + y^2\nforce x = -x'^3 + w*y'\nforce y = -y'^3 - w*x'\n" >"$scratch/gyro.still"
check "gyroscopic forces beside a cubic drag" certify "$scratch/gyro.json" "$scratch/gyro.still" --claim stable
printf "param w = 3/2\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2/2 + y^2 + y^4\nforce x = -x' + w*y'\nforce y = -w*x'\n" >"$scratch/late.still"
check "gyroscopic forces beside an undamped velocity" certify "$scratch/late.json" "$scratch/late.still"
printf "coord x, y\nkinetic = 0.2*x'^2 + 0.35*y'^2 + 0.2*cos(x)*x'*y'\npotential = x^2 + y^2 - x^2*y + 3/2*y\ncontact c0 { gap = y + sin(x)/2; slip = x'; law = coulomb(0.9); restitution = newton(0.1, 0.1) }\ncontact c1 { gap = x + 3 - y/2; slip = x'; law = coulomb(1.6); restitution = newton(0.9, 0.7) }\n" >"$scratch/plane.still"
check "velocities that cancel" certify "$scratch/plane.json" "$scratch/plane.still"

# A drag that is not linear.
check "cubic damping" certify "$drag" models/small/cubic-damping.still
check "a drag that pushes" rejected "$drag" \
  'c["model"]["text"] = c["model"]["text"].replace("-c*phi", "c*phi"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"
check "a drag to one side" rejected "$drag" \
  'c["model"]["text"] = c["model"]["text"].replace("\x27^3", "\x27^2"); of["3"]["questions"][0]["variables"] = ["phi\x27"]; c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"

# No position at which forces balance.
down() { # the certificate of a refutation
  "$BUILD/standstill" prove models/small/box-on-incline.still --set mu=0.3 --quiet --out "$scratch/down.json"
  [ $? = 10 ] && "$BUILD/standstill-check" "$scratch/down.json" >/dev/null
}
check "a box that slides for ever" down
check "a rougher incline" rejected "$scratch/down.json" 'c["settings"] = ["mu=0.31"]; c["parameters"]["mu"] = "31/100"' "does not show what it says"
check "a bend in the incline" rejected "$scratch/down.json" \
  'c["model"]["text"] = c["model"]["text"].replace("potential = ", "potential = s^2 + "); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "depends on the state"
check "without closed contacts only" rejected "$scratch/down.json" 'of["1"]["questions"].pop()' "a question is missing"
check "forces that push" rejected "$scratch/down.json" 'c["system"]["force"] = "-1"' "force: it is not positive"
check "a negative mass" rejected "$scratch/down.json" \
  'c["model"]["text"] = c["model"]["text"].replace("kinetic   = ", "kinetic   = -m*s\x27^2 + "); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "not constant and positive definite"
check "a mass that vanishes somewhere" rejected "$scratch/down.json" \
  'c["model"]["text"] = c["model"]["text"].replace("kinetic   = ", "kinetic   = 1/2*m*(s - 1)*s\x27^2 + "); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "not constant and positive definite"
check "it is not unstable" rejected "$scratch/down.json" 'c["claim"] = "unstable"' "no theorem"

# Negative damping, and friction that takes more.
printf "coord y, x\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = 1 - cos(x) + y^2/2\nforce x = x'/2\nforce y = -y'\nfriction f { slip = -2*x'; normal = 1; law = coulomb(0.3) }\n" >"$scratch/fed.still"
fed=$scratch/fed.json
check "friction against negative damping" certify "$fed" "$scratch/fed.still"
check "more is fed" rejected "$fed" \
  'c["model"]["text"] = c["model"]["text"].replace("x\x27/2", "x\x27"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"
check "less is taken" rejected "$fed" \
  'c["model"]["text"] = c["model"]["text"].replace("-2*x", "x"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"
check "what nothing brakes" rejected "$fed" \
  'c["model"]["text"] = c["model"]["text"].replace("= -y\x27", "= y\x27"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"
check "what another one feeds" rejected "$fed" \
  'c["model"]["text"] = c["model"]["text"].replace("= -y\x27", "= -y\x27 + x\x27/9"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "neither friction nor damping"
check "a drag in its place" rejected "$fed" \
  'c["model"]["text"] = c["model"]["text"].replace("= -y\x27", "= -y\x27^3"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "the damping is not linear"

# Dissipation that is seen by derivatives.
printf "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\npotential = x^2/2 + x^4/4 + (y - x)^2/2\nforce x = -x'\n" >"$scratch/late.still"
late=$scratch/late.json
check "one damper for two masses" certify "$late" "$scratch/late.still"
check "a mass that is not tied" rejected "$late" \
  'c["model"]["text"] = c["model"]["text"].replace("(y - x)^2", "y^2"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "does not show what it says"
check "too few derivatives" rejected "$late" 'of["5"]["questions"][0]["corner"] = 2' "does not show what it says"
check "derivatives of what sticks" rejected "$late" \
  'c["model"]["text"] += "friction f { slip = x\x27; normal = 1; law = coulomb(1) }\n"; c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' \
  "derivatives do not help"

# The velocity along a slider is 0 in its chart, and so is what it is squared in.
cat >"$scratch/guided.still" <<END
coord x, y
kinetic = 1/2*x'^2 + 1/2*y'^2
potential = 1/2*x^2 + x^4 + y
force x = -2*x'
slider s { gap = y; slip = x'; law = coulomb(0.3) }
chart c { y = 0; x = c }
END
check "a spring that is not linear, in a guide" certify "$scratch/guided.json" "$scratch/guided.still"

# What has no value somewhere, though it cancels: no proof, and the checker refuses to hear of it.
hollow() {
  printf "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -x' + 0/(x - 1/2)\ncontact c { gap = x + 1; restitution = newton(0.5, 0) }\n" >"$scratch/hollow.still"
  "$BUILD/standstill" prove "$scratch/hollow.still" >"$scratch/said"
  [ $? = 20 ] && grep -q "'-x' + 0/(x - 1/2)' in line 4 divides by a coordinate" "$scratch/said" || return 1
  sed 's/ + 0.*//' "$scratch/hollow.still" >"$scratch/whole.still"
  certify "$scratch/whole.json" "$scratch/whole.still" || return 1
  altered "$scratch/whole.json" 'c["model"]["text"] = c["model"]["text"].replace("-x\x27", "-x\x27 + 0/(x - 1/2)"); c["model"]["sha256"] = hashlib.sha256(c["model"]["text"].encode()).hexdigest()' || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 2 ] && grep -q "may not be smooth" "$scratch/said"
}
check "a force that is not defined everywhere" hollow
check "V counted from elsewhere" shifted

# A ridge along a line, and a mass that is singular at x = 1 and indefinite beyond.
cat >"$scratch/saddle.still" <<'END'
coord x, y
kinetic   = 1/2*(x'^2 + y'^2)
potential = y + x^2 + 2*x*y
contact floor { gap = y; slip = x'; law = coulomb(1/5); restitution = newton(1/2, 1/2) }
END
cat >"$scratch/mass.still" <<'END'
coord x, y
kinetic   = 1/2*(1 - x)*x'^2 + 1/2*y'^2
potential = 1/2*(x^2 + y^2)
force x   = -x'
force y   = -y'
END
mass=$scratch/mass.json
check "a ridge" certify "$scratch/saddle.json" "$scratch/saddle.still"
check "a mass that vanishes" certify "$mass" "$scratch/mass.still"
check "beyond where it does" rejected "$mass" 'c["system"]["region"][0][1] = "2"' "not show"
# a level below which there is nothing says nothing; conditions away from rest say nothing about it
check "nothing below the level" rejected "$mass" 'c["system"]["zero"] = "-1000"' "not below the level"
check "a place elsewhere" rejected "$mass" 'c["system"]["place"][0] = "5"' "not in the region"
check "a region without rest" rejected "$mass" 'c["system"]["region"][2] = ["1", "1"]' "at rest inside"
cat >"$scratch/top.still" <<'END'
coord a
kinetic = 1/2*a'^2
potential = cos(a)
force a = -a'
friction pivot { slip = a'; normal = 1; law = coulomb(1/2) }
region top { a >= -1; a <= 1 }
END
top=$scratch/top.json
unstable() { "$BUILD/standstill" prove "$scratch/top.still" --out "$top" >/dev/null; [ $? = 10 ] && "$BUILD/standstill-check" "$top" >/dev/null; }
check "a top that is left" unstable
check "a top, away from rest" rejected "$top" 'c["system"]["region"][1] = ["1", "1"]' "at rest inside"
mapped() { # a map that nothing follows
  altered "$top" 'c["format"] = "standstill-map/1"; c["map"] = {"leaves": ["0 0 0 rest"]}' || return 1
  "$BUILD/standstill-check" "$scratch/altered.json" >"$scratch/said" 2>&1
  [ $? = 2 ] && grep -q "only linear machines with friction have one" "$scratch/said"
}
check "a top with a map" mapped

# A top between stops that the region does not reach; the same claim with stops that it does.
printf 'contact stop { gap = 1 - a; restitution = newton(1/2, 0) }\nstate up { a = 0 }\n' >>"$scratch/top.still"
stopped() { "$BUILD/standstill" prove "$scratch/top.still" --at up --claim stable --out "$top" >/dev/null; [ $? = 10 ] && "$BUILD/standstill-check" "$top" >/dev/null; }
check "a top with a stop" stopped
check "a top, sealed anew" unchanged "$top"
check "a stop in the region" rejected "$top" \
  't = c["model"]["text"].replace("gap = 1 - a", "gap = 1/20 - a"); c["model"]["text"] = t; c["model"]["sha256"] = hashlib.sha256(t.encode()).hexdigest()' "apart"
check "a stop, not attractive" rejected "$top" 'c["claim"] = "not-attractive"' "without contacts"
check "a stop that is not asked about" rejected "$top" 'of["4"]["questions"] = []' "a question is missing"
finish
