#!/usr/bin/env python3
"""covers.py: certificates of covers of random machines, against --contains.

usage: campaign/covers.py [MACHINES] [FIRST]      (default 100, 0; BUILD: the folder of the programs, campaign_rest built)

The machines are those of campaign_rest. Each is asked for a certificate of its box ±1 (`rest --out`), which writes none
that the checker rejects: those are counted. Then the tree is walked: in the smallest cells, which are near the ends, and in some others a
random place is asked of `rest --contains --tolerance 0`, which must say yes where everything is said to rest and no where nothing is, or
nothing (*undecided*). The centre of every set that `rest` tells must lie in a place. Cells narrower than 1e-7 are not asked: gaps
count as closed up to 1e-9 there. What does not agree is listed, and the exit status is 1.
"""
import collections, json, os, random, re, subprocess, sys, tempfile
from fractions import Fraction

BUILD = os.environ.get("BUILD", "build")
NARROW, SMALLEST, OTHERS = 1e-7, 4, 3


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def draw(number):
    """The text of a machine, without its region."""
    text = run(f"{BUILD}/campaign/campaign_rest", "machine", str(number)).stdout
    return text[:re.search(r"^region", text, re.M).start()]


def walk(tree, at, box, sets, components, leaves):
    """The leaves from `at` on, [(sign, box)]; where the text goes on."""
    sign = tree[at]
    if sign.isalpha():
        j = ord(sign) - ord("a")
        low, high = box[j]
        cut = low / 2 + high / 2
        at = walk(tree, at + 1, box[:j] + [(low, cut)] + box[j + 1:], sets, components, leaves)
        return walk(tree, at, box[:j] + [(cut, high)] + box[j + 1:], sets, components, leaves)
    leaves.append((sign, box))
    at += 1
    for _ in range({"-": sets, "+": components, ".": 0}[sign]):
        at = tree.index(" ", at) + 1
    return at


def try_machine(number, folder, tally):
    model, proof, text = f"{folder}/m.still", f"{folder}/m.json", draw(number)
    open(model, "w").write(text)
    names = re.search(r"^coord (.*)$", text, re.M).group(1).split(", ")
    done = run(f"{BUILD}/standstill", "rest", model, "--json", "--out", proof, *sum((["--box", f"{n}=-1:1"] for n in names), []))
    tally["machines"] += 1
    if done.returncode:
        tally["rejected" if "does not confirm" in done.stderr else "refused"] += 1
        return
    told = json.load(open(proof))
    names = told["system"]["coordinates"]
    box = [tuple(float(Fraction(x)) for x in ends) for ends in told["system"]["box"]]
    sets = 2 ** len(re.findall(r"^contact", text, re.M))
    components = sum(1 + bool(re.search(r"law = (disk|ellipse)", line)) for line in re.findall(r"^friction.*$", text, re.M))
    leaves, dice = [], random.Random(number)
    assert walk(told["cover"], 0, box, sets, components, leaves) == len(told["cover"])
    tally["leaves"] += len(leaves)
    tally["places"] += len(told["places"])
    for sign, code in (("+", 0), ("-", 10)):
        cells = sorted((b for s, b in leaves if s == sign and min(h - l for l, h in b) > NARROW), key=lambda b: max(h - l for l, h in b))
        for cell in cells[:SMALLEST] + dice.sample(cells, min(OTHERS, len(cells))):
            place = ",".join(f"{n}={dice.uniform(0.9 * l + 0.1 * h, 0.1 * l + 0.9 * h)!r}" for n, (l, h) in zip(names, cell))
            said = run(f"{BUILD}/standstill", "rest", model, "--contains", place, "--tolerance", "0").returncode
            tally["asked"] += 1
            tally["undecided"] += said == 20
            if said not in (code, 20):
                tally["false"] += 1
                print(f"machine {number}: {place} is said to be '{sign}', --contains ends with {said}", flush=True)
    for one in json.loads(done.stdout)["sets"]:
        tally["sets"] += 1
        if not any(all(float(Fraction(low)) - 1e-9 <= one["center"][n] <= float(Fraction(high)) + 1e-9
                       for n, (low, high) in zip(names, place["outer"])) for place in told["places"]):
            tally["false"] += 1
            print(f"machine {number}: {one['name']} lies in no place", flush=True)


def main():
    count, first = (int(w) for w in (sys.argv[1:] + ["100", "0"][len(sys.argv) - 1:])[:2])
    sys.setrecursionlimit(10000)
    tally = collections.Counter(dict.fromkeys("machines refused rejected leaves places sets asked undecided false".split(), 0))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            try_machine(number, folder, tally)
            if tally["machines"] % 10 == 0 or tally["machines"] == count:
                print(", ".join(f"{tally[k]} {k}" for k in tally), flush=True)
    sys.exit(tally["false"] > 0)


main()
