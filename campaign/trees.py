#!/usr/bin/env python3
"""trees.py: proofs by boxes with a box tree, a formula or a level changed, given to the checker.

usage: campaign/trees.py [CHANGES] [SEED] [SECONDS] [corpus]

Certificates by boxes: those of tests/checker/corpus.txt and, without `corpus`, those of the machines of table.py. Each is accepted as it is.
Then, in turn,
  - a box tree: signs left out, doubled, exchanged or replaced, a tree taken from another question, a question about
    something else (its kind, face, contact, corner, variables);
  - a formula of the model: a number, a sign, an operator, a function, an exponent, the digest and the parameter with it;
  - the level, up and down.
All are sealed again. A rejected change is counted. An accepted one must be true, and is counted by why it is:
  - the tree is another one that proves the same claim about the same machine;
  - the level is less than the one that was proved;
  - `prove` proves the claim of the changed model, with a level that is not less, at the effort 1 or 5;
  - where it does not reach the level, 100 motions from below it do not contradict the claim.
What is none of these is printed and kept: it is for somebody to read.
"""
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from fractions import Fraction

import table

BUILD = os.environ.get("BUILD", "build")
KINDS = ["border", "rest", "mass", "damping", "limit", "full", "above", "curved", "balance", "inwards", "falls", "apart"]
FUNCTIONS = ["sin", "cos", "exp", "tanh", "abs", "sqrt"]


def write(root, path):
    text = json.dumps({k: v for k, v in root.items() if k != "seal"})[:-1] + ", "
    open(path, "w").write(text + '"seal": "%s"\n}\n' % hashlib.sha256(text.encode()).hexdigest())


def check(path):
    return subprocess.run([BUILD + "/standstill-check", "--quiet", path], capture_output=True, timeout=120).returncode


def prove(root, scratch, effort, at, more=()):
    """what prove says of the claim and the model of the certificate, or None"""
    model, claim = os.path.join(scratch, "changed.still"), root["claim"]
    open(model, "w").write(root["model"]["text"])
    kind = "bounded" if "bounded" in claim else "attractive"
    if "stable" in claim and root["theorem"] != "SS-LYAPUNOV":
        kind = "stable"
    command = [BUILD + "/standstill", "prove", model, "--json", "--time-limit", "20", "--claim", kind, "--effort", str(effort)]
    for name, value in (root["settings"].items() if isinstance(root["settings"], dict) else root["settings"]):
        command += ["--set", "%s=%s" % (name, value)]
    if root.get("feedback"):
        command += ["--feedback", root["feedback"]]
    system = root["system"]
    if system.get("stiffness"):
        command += ["--stiffness", "%s" % float(Fraction(system["stiffness"]))]
    if at:
        place = [x if isinstance(x, list) else [x, x] for x in system["place"]]
        command += ["--at", ",".join("%s=%.17g" % (n, (Fraction(x[0]) + Fraction(x[1])) / 2)
                                     for n, x in zip(system["coordinates"], place))]
    p = subprocess.run(command + list(more), capture_output=True, text=True)
    return json.loads(p.stdout) if p.returncode in (0, 10, 20, 30) else None


def is_agreed(d, root):
    """prove says the claim of the certificate or more, with a level that is not less"""
    claim = root["claim"]
    if not d or d["verdict"] == "unknown":
        return False
    if d["claim"].startswith("globally") and not claim.startswith(("globally", "un", "not")):
        return True
    ours = re.sub("locally-|globally-", "", claim) == re.sub("locally-|globally-", "", d["claim"])
    ours = ours or (root["theorem"] == d["theorem"] == "SS-LYAPUNOV")
    if not ours or claim.startswith("globally") > d["claim"].startswith("globally"):
        return False
    return not root.get("level") or (d["level"] is not None and
                                     Fraction(root["level"]) <= Fraction(d["level"]) * (1 + Fraction(1, 10**9)))


# ---- changes: each changes the certificate and says how, or None --------------------------------

def questions(root):
    return [q for c in root["conditions"] for q in c.get("questions", [])] + [c for c in root["conditions"] if "tree" in c]


def change_tree(r, root):
    found = [q for q in questions(root) if q.get("tree")]
    q = r.choice(found)
    tree, how = q["tree"], r.choice(["out", "doubled", "swap", "other", "cut", "taken", "question"])
    i = r.randrange(len(tree))
    if how == "out":
        q["tree"] = tree[:i] + tree[i + 1:]
    elif how == "doubled":
        q["tree"] = tree[:i] + tree[i] + tree[i:]
    elif how == "swap":
        j = r.randrange(len(tree))
        s = list(tree)
        s[i], s[j] = s[j], s[i]
        q["tree"] = "".join(s)
    elif how == "other":
        q["tree"] = tree[:i] + r.choice("abcdefg0123456789.^ ") + tree[i + 1:]
    elif how == "cut":
        q["tree"] = tree[:i]
    elif how == "taken":
        q["tree"] = r.choice(found)["tree"]
    else:
        key = r.choice([k for k in q if k not in ("tree", "id")])
        if key == "kind":
            q[key] = r.choice(KINDS)
        elif isinstance(q[key], int):
            q[key] += r.choice([-1, 1])
        elif isinstance(q[key], list) and q[key]:
            q[key] = q[key][:-1] if r.random() < 0.5 else q[key] + q[key][:1]
    return "tree, " + how


def change_formula(r, root):
    text = root["model"]["text"]
    body = [m for m in re.finditer(r"\d+(?:\.\d+)?|[-+*/]|\b(?:%s)\b" % "|".join(FUNCTIONS), text)
            if "#" not in text[text.rfind("\n", 0, m.start()) + 1:m.start()]
            and not text[text.rfind("\n", 0, m.start()) + 1:].startswith(("model", "source", "draw", "expect", "state"))]
    m = r.choice(body)
    old = m.group()
    if old in "+-*/":
        new = r.choice([c for c in "+-*/" if c != old])
    elif old in FUNCTIONS:
        new = r.choice([f for f in FUNCTIONS if f != old])
    else:
        v = Fraction(old) * r.choice([Fraction(1, 2), 2, Fraction(9, 10), Fraction(11, 10), Fraction(65, 64), 0, -1])
        new = str(float(v)) if v >= 0 else "(%s)" % float(v)
    changed = text[:m.start()] + new + text[m.end():]
    root["model"]["text"] = changed
    root["model"]["sha256"] = hashlib.sha256(changed.encode()).hexdigest()
    line = changed[changed.rfind("\n", 0, m.start()) + 1:].split("\n")[0]
    simple = re.match(r"param\s+(\w+)\s*=\s*\(?(-?[\d.]+)\)?\s*(#.*)?$", line)
    if simple and simple.group(1) in root["parameters"] and not root["settings"]:
        if isinstance(root["parameters"][simple.group(1)], str):
            root["parameters"][simple.group(1)] = str(Fraction(simple.group(2)))
    return "formula, " + ("number" if old[0].isdigit() else "sign" if old in "+-*/" else "function")


def change_level(r, root):
    key = "level" if root.get("level") else None
    if not key:
        return None
    by = r.choice([Fraction(1, 10**6), Fraction(1, 10**4), Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), 1, 10, -2,
                   Fraction(-1, 100)])
    root[key] = str(Fraction(root[key]) * (1 + by))
    return "level, " + ("up" if by > 0 else "down")


def explain(how, root, old, scratch):
    """why an accepted change is true, or None"""
    if how.startswith("tree"):
        return "another tree"
    if how.startswith("level") and 0 < Fraction(root["level"]) <= Fraction(old["level"]):
        return "a smaller level"
    asks = [False] + [True] * bool(root["system"].get("place"))
    for effort in (1, 5):
        for at in asks:
            if is_agreed(prove(root, scratch, effort, at), root):
                return "prove agrees"
    for at in asks if root.get("level") else []:
        d = prove(root, scratch, 1, at, ["--attack", "100", "--attack-level", "%.17g" % float(Fraction(root["level"]))])
        if d and d["attack"]["motions"] and not d["attack"]["findings"]:
            return "100 motions agree"
    return None


def certificates(scratch):
    for line in open("tests/checker/corpus.txt"):
        if line[0] != "#" and '"tree"' in line:
            yield line.split(" ", 1)[0], json.loads(line.split(" ", 1)[1])
    for name, (source, words, *_) in ([] if sys.argv[4:] else table.ROWS.items()):
        path, out = "models/%s.still" % source, os.path.join(scratch, "c.json")
        if "\n" in source:
            path = os.path.join(scratch, "m.still")
            open(path, "w").write(source)
        if os.path.exists(out):
            os.remove(out)
        subprocess.run([BUILD + "/standstill", "prove", path, "--out", out] + words.split(), capture_output=True)
        if os.path.exists(out) and '"tree"' in open(out).read():
            yield name, json.load(open(out))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    r, rows, bad = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1), {}, 0
    end = time.monotonic() + float(sys.argv[3]) if len(sys.argv) > 3 else float("inf")
    with tempfile.TemporaryDirectory() as scratch:
        path, subjects = os.path.join(scratch, "changed.json"), []
        for name, root in certificates(scratch):
            write(root, path)
            began = time.monotonic()
            if check(path) == 0:
                subjects.append((name, root, time.monotonic() - began))
            else:
                bad += 1
                print("REJECTED as it is: %s" % name, flush=True)
        print("%d certificates" % len(subjects), flush=True)
        # each as often as it is cheap to check
        weights = [1 / max(t, 0.02) for _, _, t in subjects]
        done = 0
        while done < count and time.monotonic() < end:
            name, old, _ = r.choices(subjects, weights)[0]
            root = json.loads(json.dumps(old))
            how = r.choices([change_tree, change_formula, change_level], [5, 4, 1])[0](r, root)
            if not how or root == old:
                continue
            write(root, path)
            try:
                status = check(path)
            except subprocess.TimeoutExpired:
                status = 1
            done += 1
            row = rows.setdefault(how, Counter())
            row["changes"] += 1
            if status in (1, 2):
                row["rejected"] += 1
                continue
            why = explain(how, root, old, scratch) if status == 0 else None
            row[why or "unexplained"] += 1
            if not why:
                bad += 1
                kept = "/tmp/tree-%s-%d.json" % (sys.argv[2] if len(sys.argv) > 2 else "1", done)
                os.replace(path, kept)
                print("UNEXPLAINED (status %d): %s: %s: %s" % (status, name, how, kept), flush=True)
    keys = ["changes", "rejected", "another tree", "a smaller level", "prove agrees", "100 motions agree", "unexplained"]
    print("| change | " + " | ".join(keys) + " |\n|---|" + "---|" * len(keys))
    for how, row in sorted(rows.items()) + [("all", sum(rows.values(), Counter()))]:
        print("| %s | %s |" % (how, " | ".join(str(row[k]) for k in keys)))
    return bad != 0


sys.exit(main())
