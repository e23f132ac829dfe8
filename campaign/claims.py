#!/usr/bin/env python3
"""claims.py: random machines through `prove --attack` and the checker.

usage: campaign/claims.py [COUNT] [SEED] [MOTIONS] [SECONDS]

It ends after SECONDS, with the table of what was done; `attacked` are the proved ones about which motions have something to
say (a claim that a rest set is stable has no region to start from).

Variations of worked models (parameters, geometry, wrong inertia, e up to 1, mu up to 2, ranges) and machines of
one and two coordinates with random potentials, mass matrices, damping of any order, gyroscopic terms, negative
damping and one to four contacts; each is asked one of the three questions. And machines that violate a hypothesis
of theorem 1, which must never be proved. Every claim is attacked by MOTIONS motions, every
certificate goes to standstill-check. What is wrong is printed with its model; the table goes to docs/campaign.md.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter

BUILD = os.environ.get("BUILD", "build")
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
MOTIONS = sys.argv[3] if len(sys.argv) > 3 else "200"
END = time.monotonic() + float(sys.argv[4]) if len(sys.argv) > 4 else float("inf")
LIMIT = 30  # seconds, of a proof


def number(r, low, high):
    return "%.3g" % r.uniform(low, high)


def worked(name, ranges):
    def make(r):
        return open("models/%s.still" % name).read(), {k: number(r, *v) for k, v in ranges.items()}
    return make


def contact(r, i, gap):
    law = "slip = x'; law = coulomb(%s); " % number(r, 0, 2) if r.random() < 0.7 else ""
    e = number(r, 0, 1) if r.random() < 0.9 else "1"
    return "contact c%d { gap = %s; %srestitution = newton(%s, %s) }\n" % (
        i, gap, law, e, e if r.random() < 0.6 else number(r, 0, 1))


def potential(r):
    terms = ["%s*x^2" % number(r, 0.1, 2)]
    for t in ["x^3", "x^4", "x*y", "y^2", "x^2*y", "cos(x)", "exp(-4*(x - 1)^2)", "y^3"]:
        if r.random() < 0.35:
            terms.append("%s*%s" % (number(r, -1.5, 1.5), t))
    return " + ".join("(%s)" % t for t in terms)


def plane(r):
    gaps = ["y", "y + x^2/4", "y - x/3 + 1/5", "2 - x", "x + 3 - y/2", "y + sin(x)/2"]
    text = "coord x, y\nkinetic = 1/2*%s*x'^2 + 1/2*%s*y'^2 + %s*x'*y'\n" % (
        number(r, 0.3, 3), number(r, 0.3, 3), r.choice(["0", "0.1", "x/3", "0.2*cos(x)"]))
    text += "potential = %s + %s*y\n" % (potential(r), number(r, 0.5, 4))
    for i, gap in enumerate(r.sample(gaps, r.randint(1, 4))):
        text += contact(r, i, gap)
    if r.random() < 0.5:
        text += "force x = -%s*x'\n" % number(r, -0.1, 1)
    return text, {}


def smooth(r):
    text = "coord x, y\nkinetic = 1/2*(1 + %s*x^2)*x'^2 + 1/2*y'^2 + %s*x*x'*y'\n" % (
        number(r, -0.5, 0.5), number(r, -0.5, 0.5))
    text += "potential = %s + %s*y^2\n" % (potential(r), number(r, 0.1, 2))
    text += "force x = -%s*x' + %s*x*x'\nforce y = -%s*y'\n" % (
        number(r, 0, 1), number(r, -0.3, 0.3), number(r, 0, 1))
    if r.random() < 0.5:
        text += "friction f { slip = x' + y'; normal = %s; law = coulomb(1) }\n" % number(r, 0, 0.5)
    return text, {}


def lyapunov(r):
    a, b, c = (number(r, 0.5, 2) for _ in range(3))
    text = "coord q\nkinetic = 1/2*q'^2\npotential = %s*(1 - cos(q)) + %s*q^2\nforce q = -%s*(1 - %s*q^2)*q'\n" % (
        a, number(r, 0, 1), b, number(r, -1, 1))
    return text + "lyapunov V = %s*q^2 + %s*q*q' + q'^2\n" % (c, number(r, 0, 1)), {}


def damped(r):
    """one coordinate: damping of any order, negative damping beside friction, a range"""
    text = "param a = 0 in [%s, %s]\ncoord x\nkinetic = 1/2*(1 + %s*x^2)*x'^2\n" % (
        number(r, -0.2, 0), number(r, 0, 0.2), number(r, 0, 0.5))
    text += "potential = %s\n" % r.choice(["(x - a)^2*(1 + x^2)", "1 - cos(x) + a*x", "x^2 - %s*x^3" % number(r, 0, 1),
                                           "(x^2 - 1)^2 + a*x/9", "x^4 + (1 + a)*x^2"])
    text += "force x = %s\n" % r.choice(["-x'^3", "-%s*x'" % number(r, -0.1, 1), "%s*x' - x'^3" % number(r, 0, 0.2),
                                        "-x^2*x'", "0"])
    if r.random() < 0.6:
        text += "friction f { slip = x'; normal = %s; law = coulomb(1) }\n" % number(r, 0.05, 0.5)
    if r.random() < 0.4:
        text += "contact stop { gap = %s - x; restitution = newton(%s, 0) }\n" % (number(r, -0.1, 2), number(r, 0, 1))
    return text, {}


def late(r):
    """two coordinates of which one is damped, gyroscopic terms"""
    g = number(r, -2, 2)
    text = "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2/2 + %s*y^2 + %s*x*y + %s*y^4 + %s*x^2*y\n" % (
        number(r, 0.3, 2), number(r, -0.5, 0.5), number(r, 0, 1), number(r, -0.3, 0.3))
    text += "force x = -%s%s + %s*y'\nforce y = -%s*x'\n" % (number(r, 0.1, 1), r.choice(["*x'", "*x'^3"]), g, g)
    if r.random() < 0.3:
        text += "contact stop { gap = %s - x; restitution = newton(%s, 0) }\n" % (number(r, 0.1, 2), number(r, 0, 1))
    return text, {}


def pressed(r):
    """a two-link arm that a shape presses against stops"""
    text = open("models/two-link-arm%s.still" % r.choice(["", "-one-motor"])).read()
    names = [l.split()[1] for l in text.splitlines() if l.startswith("param") and "=" in l]
    values = {l.split()[1]: l.split("=")[1].split()[0] for l in text.splitlines() if l.startswith("param")}
    chosen = {}
    for n in names:
        try:
            v = float(values[n])
        except ValueError:
            continue
        chosen[n] = "%.3g" % (v * r.uniform(0.6, 1.5))
    return text, chosen


BLOCK = {"m": (0.3, 3), "J": (0.01, 1), "a": (0.1, 1.5), "b": (0.05, 1), "k": (5, 200), "mu": (0, 2), "eN": (0, 1)}
FAMILIES = {
    "rocking-bar": worked("rocking-bar", {k: v for k, v in BLOCK.items() if k != "b"}),
    "rocking-block": worked("rocking-block", BLOCK),
    "falling-block": worked("falling-block", {"m": (0.2, 3), "k": (1, 50), "mu": (0, 2), "eN": (0, 1)}),
    "friction-oscillator": worked("friction-oscillator", {"c": (-1, 1), "k3": (-1, 1)}),
    "double-pendulum": worked("small/double-pendulum", {"m1": (0.2, 3), "m2": (0.2, 3), "l2": (0.3, 2), "r1": (0.1, 2),
                                                        "r2": (0.1, 2)}),
    "constrained-beam": worked("constrained-beam", {"J": (0.01, 1), "mu1": (0, 2), "mu2": (0, 1)}),
    "box-on-incline": worked("small/box-on-incline", {"a": (-0.6, 0.6), "mu": (0, 1)}),
    "arm": worked("arm-against-stop", {"Kp": (-0.5, 3), "Kv": (-0.1, 1), "q0": (-0.5, 1), "e": (0, 1)}),
    "two-link arms": pressed, "damping of one coordinate": damped, "seen late": late,
    "ratchet": worked("ratchet", {"k": (1, 9), "N": (0, 50), "mu": (0, 1), "Ja": (0.01, 1)}),
    "contacts in the plane": plane, "smooth": smooth, "function of the file": lyapunov}

FLOOR = "contact f { gap = %s; slip = x'; law = coulomb(0.3); restitution = newton(%s, %s) }\n"
SPRING = "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y\n"
VIOLATORS = {
    "an indefinite mass": "coord x, y\nkinetic = 1/2*(x'^2 - y'^2)\npotential = x^2 + y^2\nforce x = -x'\nforce y = -y'\n",
    "a floor that moves": SPRING + FLOOR % ("y - sin(t)/9", "0.5", "0.5"),
    "elastic": SPRING + FLOOR % ("y", "1", "1"),
    "restitution that gains": SPRING + FLOOR % ("y", "0.5", "-0.9"),
    "a saddle": "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 - y^2 - y^4/9\nforce x = -x'\nforce y = -y'\n",
    "a clutch": SPRING + "force y = -y'\nclutch c { slip = x'; law = oneway }\n",
    "fed": SPRING + "force x = x'/9\n" + FLOOR % ("y", "0.5", "0.5"),
    "undamped": "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y^2 + y^4\nforce x = -x'\n",
}
REFUSED = ["an indefinite mass"]  # before any theorem is asked; another that is refused was not tried
CALM = ["elastic", "undamped", "a clutch"]  # these are stable and bounded all the same
HELD = ["restitution that gains", "fed"]  # friction holds them near rest all the same, by SS-PERCH
CLAIMS = ["attractive", "stable", "bounded"]


def ask(text, settings, scratch, claim="attractive"):
    """(verdict, motions that attacked it, what is wrong or "")"""
    model, certificate = os.path.join(scratch, "m.still"), os.path.join(scratch, "c.json")
    open(model, "w").write(text)
    if os.path.exists(certificate):
        os.remove(certificate)
    command = [BUILD + "/standstill", "prove", model, "--json", "--out", certificate, "--attack", MOTIONS,
               "--time-limit", str(LIMIT), "--claim", claim]
    for k, v in settings.items():
        command += ["--set", "%s=%s" % (k, v)]
    p = subprocess.run(command, capture_output=True, text=True)
    if p.returncode in (2, 3):
        return "refused" if p.returncode == 2 else "limit", 0, ""
    if p.returncode not in (0, 10, 20, 30):
        return "crash", 0, "exit status %d" % p.returncode
    d = json.loads(p.stdout)
    motions = d["attack"]["motions"]
    if p.returncode == 30:
        return "error", motions, "attack: %s" % json.dumps(d["attack"]["findings"][:1])
    if d["verdict"] != "unknown":
        c = subprocess.run([BUILD + "/standstill-check", certificate], capture_output=True, text=True)
        if c.returncode:
            return d["verdict"], motions, "check: " + (c.stderr or c.stdout).strip().splitlines()[-1]
    return d["verdict"], motions, ""


def main():
    r, rows, wrong = random.Random(SEED), {}, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in VIOLATORS.items():
            for claim in ["attractive"] if name in CALM else CLAIMS[::2] if name in HELD else CLAIMS:
                verdict, _, why = ask(text, {}, scratch, claim)
                if verdict == "proved" or why or (verdict == "refused") != (name in REFUSED):
                    print("WRONG: %s, %s: %s %s" % (name, claim, verdict, why), flush=True)
                    wrong += 1
        for i in range(COUNT):
            if time.monotonic() > END:
                break
            name = list(FAMILIES)[i % len(FAMILIES)]
            text, settings = FAMILIES[name](r)
            claim = r.choice(["attractive", "attractive", "stable", "bounded"])
            verdict, motions, why = ask(text, settings, scratch, claim)
            row = rows.setdefault(name, Counter())
            row["machines"] += 1
            row[verdict] += 1
            row["attacked"] += motions > 0
            row["motions"] += motions
            if why:
                wrong += 1
                row["wrong"] += 1
                print("WRONG: %s, %s: %s %s\n%s%s" % (name, claim, verdict, why, text, settings), flush=True)
    keys = ["machines", "proved", "refuted", "unknown", "limit", "refused", "error", "crash", "wrong", "attacked", "motions"]
    print("| family | " + " | ".join(keys) + " |\n|---|" + "---|" * len(keys))
    for name, row in rows.items():
        print("| %s | %s |" % (name, " | ".join(str(row[k]) for k in keys)))
    print("machines that violate a hypothesis: %d, none proved: %s" % (len(VIOLATORS), wrong == 0))
    return wrong != 0


sys.exit(main())
