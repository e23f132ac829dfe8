#!/usr/bin/env python3
"""verdicts.py: verdicts about hostile linear machines against motions of the same command line.

usage: campaign/verdicts.py [MACHINES] [FIRST]      (default 200, 0; BUILD is the folder of the programs)

Machines of one to three coordinates with what a proof may overlook: stiffness that is singular, nearly
singular, or singular somewhere in a range; constant forces, some of them exactly as large as a friction bound;
inputs with and without bounds, laws and alternatives of laws. Each is asked for by `prove`, with the law that
was drawn, and a verdict that is not unknown must be confirmed by `standstill-check`. Then, with the parameters
at random values or at ends of their ranges, `simulate` must agree:

    globally attractive    from random starts the motion ends at rest, or has lost 99 % of its speed
    unstable               a start near the rest point that the proof names gets ten times farther away,
                           where the proof names one (no ranges)

What does not agree is listed with its model, and the exit status is 1.
"""
import json, os, random, subprocess, sys, tempfile

BUILD = os.environ.get("BUILD", "build")


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def number(x):
    return f"({x})"


def form(A, names, prime):
    n = len(names)
    return " + ".join(f"{number(A[i][j])}/2*{names[i]}{prime}*{names[j]}{prime}" for i in range(n) for j in range(n))


def square(n, rank, dice, factor=""):
    """A sum of squares of this rank; `factor` multiplies the first one."""
    A = [[[] for _ in range(n)] for _ in range(n)]
    for k in range(rank):
        a = [dice.randint(-2, 2) for _ in range(n)]
        for i in range(n):
            for j in range(n):
                if a[i] * a[j]:
                    A[i][j].append(f"{a[i] * a[j]}{factor if k == 0 else ''}")
    return [[" + ".join(e) or "0" for e in row] for row in A]


def draw(dice):
    """A model text, its parameters with a range, its laws."""
    n = dice.randint(1, 3)
    names = ["x", "y", "z"][:n]
    ranges, text = {}, ""
    factor = ""
    if dice.random() < 0.5:
        low, high = dice.choice([(-1, 2), (0, 1), (0.5, 2), (0.001, 1), (0.8, 1.2), (-0.001, 0.001)])
        ranges["s"] = (low, high)
        text += f"param s = {high} in [{low}, {high}]\n"
        factor = "*s"
    text += "coord " + ", ".join(names) + "\n"
    M = [["1" if i == j else "0" for j in range(n)] for i in range(n)]
    K = square(n, dice.randint(0, n + 1), dice, factor)
    if dice.random() < 0.2:
        K[0][0] += dice.choice([" - 1/1000000", " - 3", " + 1/1000000"])
    text += f"kinetic = {form(M, names, chr(39))}\npotential = {form(K, names, '')}\n"
    C = square(n, dice.randint(0, n), dice)
    laws = []
    if dice.random() < 0.4:
        bounds = dice.choice(["", " in [-1, 1]", " in [0, 2]"])
        text += f"input F{bounds}\n"
        laws = dice.choice([[], ["soft"], ["soft", "hard"]])
        for law in laws:
            text += f"feedback {law} : F = {dice.choice(['-1/2', '1/2', '0', '-1/3'])}*{names[0]}'\n"
    for i in range(n):
        load = dice.choice([0, 0, 0, 1, -1, 2, 0.5])
        text += f"force {names[i]} = {load}"
        text += "".join(f" - ({C[i][j]})/4*{names[j]}'" for j in range(n))
        text += (" + F" if "input" in text and i == 0 else "") + "\n"
        if dice.random() < 0.2:
            text += f"force {names[i]} = 1/50*{names[i]}'\n"
    for i in range(n):
        if dice.random() < 0.7:
            bound = dice.choice(["1", "2", "1/2"])
            text += f"friction f{i} {{ slip = {names[i]}'; normal = 1; law = coulomb({bound}) }}\n"
    return text, names, ranges, laws


def settings(ranges, dice):
    words = []
    for name, (low, high) in ranges.items():
        value = dice.choice([low, high, (low + high) / 2, dice.uniform(low, high)])
        words += ["--set", f"{name}={value:.12g}"]
    return words


def simulate(model, words, start, time):
    state = ",".join(f"{k}={v:.15g}" for k, v in start.items())
    code, out, err = run(f"{BUILD}/standstill", "simulate", model, "--from", state, "--time", str(time), "--json", *words)
    return json.loads(out) if code == 0 else None


def speed(state, names):
    return sum(abs(state[n + "'"]) for n in names)


def attack_attractive(model, words, names, ranges, dice):
    for _ in range(3):
        start = {n: dice.uniform(-5, 5) for n in names} | {n + "'": dice.uniform(-5, 5) for n in names}
        end = simulate(model, words + settings(ranges, dice), start, 4000)
        if end and not end["final"]["at_rest"] and speed(end["final"]["state"], names) > 0.01 * speed(start, names):
            return f"moves on from {start}: {end['final']}"
    return None


def attack_unstable(model, words, names, proof):
    e = proof["escape"]
    if not e:
        return None
    step = 1.001 if e["beyond"] else 1e-4
    start = {n: f + step * (q - f) for n, q, f in zip(names, e["q"], e["from"])}
    start |= {n + "'": (0 if e["beyond"] else step * u) for n, u in zip(names, e["u"])}
    far = lambda s: sum(abs(s[n] - (q if e["beyond"] else f)) + abs(s[n + "'"]) for n, q, f in zip(names, e["q"], e["from"]))
    near = far(start)
    for time in (20, 200, 2000):
        end = simulate(model, words, start, time)
        if end is None or far(end["final"]["state"]) > 10 * near:
            return None
    return f"does not escape from {start}"


def main():
    machines = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts, bad = {}, 0
    folder = tempfile.mkdtemp()
    for i in range(first, first + machines):
        dice = random.Random(i)
        text, names, ranges, laws = draw(dice)
        model, proof = f"{folder}/{i}.still", f"{folder}/{i}.json"
        open(model, "w").write(text)
        words = ["--feedback", dice.choice(laws)] if laws else []
        code, out, err = run(f"{BUILD}/standstill", "prove", model, "--json", "--out", proof, *words)
        if code in (0, 10):
            said = json.loads(out)
            what = said["claim"] + " " + said["theorem"]
            check = run(f"{BUILD}/standstill-check", proof, model)
            trouble = None if check[0] == 0 else "the checker refuses: " + check[2].strip()
            if not trouble and said["claim"] == "globally-attractive":
                trouble = attack_attractive(model, words, names, ranges, dice)
            if not trouble and said["claim"] == "unstable":
                trouble = attack_unstable(model, words, names, said)
            if trouble:
                bad += 1
                print(f"machine {i}, {what}: {trouble}\n{text}")
        else:
            what = {20: "unknown", 2: "refused"}.get(code, f"status {code}")
            if code not in (2, 20):
                bad += 1
                print(f"machine {i}: status {code}: {err}\n{text}")
        counts[what] = counts.get(what, 0) + 1
    for what, count in sorted(counts.items()):
        print(f"{count:6}  {what}")
    print(f"{machines} machines, {bad} where verdict, checker and motions differ")
    return bad > 0


sys.exit(main())
