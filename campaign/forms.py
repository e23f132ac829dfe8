#!/usr/bin/env python3
"""forms.py: a model's text and its JSON form are one machine to every command.

usage: campaign/forms.py [--short] [--random COUNT FIRST] [MODEL]...      (BUILD: the folder of the programs)

Each model (and COUNT random ones of verdicts.py: inputs with and without bounds, laws, alternatives of laws, ranges,
`shape`) is written in JSON by `info --json`. Then every command runs with either file, once for each law: `info` at a
state with its modes, `rest`, `prove` with its three questions, `simulate` by three methods, `vary`, `basin`, `chart`
(--short: the first four). Exit status, what is said, words and structure must be the same, numbers equal to 1e-6 (the
order of terms differs, and with it the rounding). The certificate of the text must be accepted by the checker, and the JSON
form of the JSON form must be itself. What differs is listed, and the exit status is 1.
"""
import argparse, json, os, random, subprocess, sys, tempfile

BUILD = os.environ.get("BUILD", "build")
# how a run went, not what it found; the words of formulas, whose terms may stand in another order
FREE = {"inputs", "file", "certificate", "seconds", "steps", "evaluations", "leaves", "residual", "evaluated", "iterations", "cost"}


def run(*words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return "no end", "", ""
    return done.returncode, done.stdout, done.stderr


def size(value):
    """The largest number in it, for what differs by rounding only."""
    if isinstance(value, dict):
        return max(map(size, value.values()), default=0)
    if isinstance(value, list):
        return max(map(size, value), default=0)
    return abs(value) if isinstance(value, float) else 0


def differences(a, b, scale, path=""):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool) and not isinstance(b, bool):
        return [] if abs(a - b) <= 1e-6 * max(abs(a), abs(b)) + 1e-9 * max(1, scale) else [f"{path}: {a} and {b}"]
    if type(a) is not type(b):
        return [f"{path}: {str(a)[:80]} and {str(b)[:80]}"]
    if isinstance(a, dict):
        if sorted(a) != sorted(b):
            return [f"{path}: keys {sorted(set(a) ^ set(b))}"]
        return [d for k in a if k not in FREE for d in differences(a[k], b[k], scale, f"{path}.{k}")]
    if isinstance(a, list):
        if len(a) != len(b):
            return [f"{path}: {len(a)} and {len(b)} entries"]
        return [d for i, (x, y) in enumerate(zip(a, b)) for d in differences(x, y, scale, f"{path}[{i}]")]
    return [] if a == b else [f"{path}: {str(a)[:120]} and {str(b)[:120]}"]


def plain(text, files):
    for name in files:
        text = text.replace(name, "MODEL")
    return text


def commands(form, law, short):
    """Words of the commands, MODEL being the second."""
    with_law = ["--feedback", law] if law else []
    states = [s["name"] for s in form["states"]] or [form["coordinates"][0] + "=0.5"]
    yield ["info", "--json", "--modes", "--at", states[-1], *with_law]
    yield ["rest", "--json", *with_law]
    for question in ["attractive"] if short else ["attractive", "stable", "bounded"]:
        yield ["prove", "--json", "--claim", question, *with_law]
    yield ["simulate", "--json", "--from", states[-1], "--end", "1", "--every", "0.25", *with_law]
    if short:
        return
    for method in "moreau", "penalty":
        yield ["simulate", "--json", "--from", states[-1], "--end", "0.5", "--every", "0.1", "--method", method, "--step", "1e-4",
               *with_law]
    yield ["vary", "--json", "--from", states[-1], "--end", "0.5", *with_law]
    x = form["coordinates"][0]
    yield ["basin", "--json", "--plane", f"{x},{x}'", "--range", "-1:1,-1:1", "--grid", "3x3", "--end", "5", *with_law]
    names = [n for n, p in form["parameters"].items() if "exact" in p and not p.get("counts")][:2]
    if len(names) == 2:
        yield ["chart", "--json", "--vary", f"{names[0]}=0.5:2", "--vary", f"{names[1]}=0.5:2", "--grid", "2x2", "--test", "prove", *with_law]


def compare(folder, model, words):
    """What differs between the model's text and its JSON form under a command."""
    files, outs = [model, os.path.join(folder, "m.json")], []
    for number, name in enumerate(files):
        more = []
        if words[0] == "prove" and number == 0:  # certificates hold the model's text: not of JSON
            more = ["--out", os.path.join(folder, f"c{number}.json")]
        if words[0] in ("basin", "chart"):
            more = ["--out", os.path.join(folder, f"g{number}.h5"), "--quiet"]
        for old in os.listdir(folder):
            if old != "m.json" and old != os.path.basename(model):
                os.remove(os.path.join(folder, old))
        code, out, err = run(f"{BUILD}/standstill", words[0], name, *words[1:], *more)
        if words[0] == "prove" and more and os.path.exists(more[1]):
            checked, _, why = run(f"{BUILD}/standstill-check", more[1])
            if checked != 0:
                return [f"the checker rejects that of {name}: {why.strip()[:200]}"]
        outs.append((code, out, plain(err, files + [os.path.basename(f) for f in files] + more)))
    (code, out, err), (code2, out2, err2) = outs
    if code != code2:
        return [f"exit status {code} and {code2}: {err.strip()[:200]} | {err2.strip()[:200]}"]
    if code not in (0, 10, 20):
        strip = lambda text: [line.split("error: ")[-1] for line in text.split("\n") if "error: " in line]
        return [] if strip(err) == strip(err2) else [f"said: {strip(err)} and {strip(err2)}"]
    if not out.startswith("{"):
        return [] if out == out2 else ["text differs"]
    one, two = json.loads(out), json.loads(out2)
    return differences(one, two, size(one))[:3]


def check_model(folder, model, laws, short):
    """The number of comparisons, and a list of what differs."""
    code, out, err = run(f"{BUILD}/standstill", "info", model, "--json")
    if code != 0:
        return 0, [f"info ends with {code}: {err.strip()[:300]}"]
    written = os.path.join(folder, "m.json")
    open(written, "w").write(out)
    again = run(f"{BUILD}/standstill", "info", written, "--json")
    found = [] if again[1] == out else ["the JSON form of the JSON form is another one"]
    form, count = json.loads(out), 1
    named = sorted({f["law"] for f in form["feedbacks"] if f.get("law")} | {s["name"] for s in form.get("shapes", [])})
    for law in (laws or [None] + named):
        for words in commands(form, law, short):
            count += 1
            found += [f"{' '.join(words)}: {d}" for d in compare(folder, model, words)]
    return count, found


def main():
    words = argparse.ArgumentParser()
    words.add_argument("models", nargs="*")
    words.add_argument("--short", action="store_true")
    words.add_argument("--random", nargs=2, type=int, default=(0, 0))
    asked = words.parse_args()
    wrong = count = machines = 0
    with tempfile.TemporaryDirectory() as folder:
        cases = list(asked.models)
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        import verdicts
        for number in range(asked.random[1], asked.random[1] + asked.random[0]):
            cases.append((number, verdicts.Machine(random.Random(number)).text()))
        for case in cases:
            model = case
            if isinstance(case, tuple):
                model = os.path.join(folder, "random.still")
                open(model, "w").write(case[1])
            done, found = check_model(folder, model, None, asked.short)
            machines, count, wrong = machines + 1, count + done, wrong + len(found)
            for line in found:
                print(f"{case if isinstance(case, str) else 'random ' + str(case[0])}: {line}", flush=True)
            if found and isinstance(case, tuple):
                print(case[1], flush=True)
    print(f"{machines} machines, {count} comparisons, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
