#!/usr/bin/env python3
"""mutants.py: random changes of the source, and whether a test notices.

usage: campaign/mutants.py [--seed N] [--only FOLDER]... [--list FILE] [--short | --near] COUNT      (from the root of a checkout)

A clone of the last commit is built in build/mutants. Then, COUNT times, one place in the code of one room (all rooms
alike often; --only: of these folders) is changed: a comparison, a sign, a logical operator, a number, a condition, or a
statement that is left out (but none that frees something). What does not compile, or compiles to the same code, is drawn again. The tests of that
room run, that of the changed file first, then those of the rooms right of it, the checker's and those of the command
line last, until one fails (--short: without those that take longest; --near: those of the
room and of the commands only, so that more survive). A test of which a process takes more than two minutes of processor time, or that takes
sixteen minutes, has failed. Survivors are listed with their
change; whether one is equivalent, or changes nothing but speed, a person must say. Same seed, same tree: same changes.
"""
import argparse, os, random, re, subprocess, sys, time

ROOMS = "base expr model system contact boxes sdp sos rest motion sweep proof tube vary study show face cli".split()
SECONDS = 120  # of processor time, so that a busy machine changes nothing
WORK = "build/mutants"
NEAR = {"proof": ["prove"], "rest": ["rest"], "motion": ["simulate"], "contact": ["contact", "simulate"], "boxes": ["rest"],
        "sdp": [], "sos": ["attract"], "tube": ["prove"], "vary": ["vary"], "sweep": ["chart"], "study": ["chart", "prove"], "show": ["rest", "prove"], "cli": []}  # commands
LONG = {"tests/cli/test_command_basin.sh", "tests/cli/test_memory.sh", "tests/cli/test_faults.sh", "tests/model/test_robust.c",
        "tests/cli/test_command_plot.sh", "tests/cli/test_basin_plot.sh", "tests/cli/test_levels_in_basins.sh",
        "tests/scripts/test_examples.sh"}

# what is looked for, and what may stand in its place
SWAPS = [(r" < ", [" <= ", " > "]), (r" <= ", [" < "]), (r" > ", [" >= ", " < "]), (r" >= ", [" > "]),
         (r" == ", [" != "]), (r" != ", [" == "]), (r" \+ ", [" - "]), (r" - ", [" + "]), (r" \* ", [" + "]),
         (r" \+= ", [" -= "]), (r" -= ", [" += "]), (r" && ", [" || "]), (r" \|\| ", [" && "]),
         (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"]), (r"(?<=[(=,\[ ])!(?=[a-z(])", [""]),
         (r"(?<![\w.\"'])0(?![\w.\"'])", ["1"]), (r"(?<![\w.\"'])1(?![\w.\"'])", ["0", "2"]),
         (r"(?<![\w.\"'])2(?![\w.\"'])", ["1", "3"])]
STATEMENT = re.compile(r"^(\s+)((?:if \(.*\) )?)([a-z_][\w.>\[\]*& -]*(?: [+*/|&-]?= .*|\(.*\))|[\w.>\[\]-]+(\+\+|--));$")
CONDITION = re.compile(r"\b(if|while) \((.*)\)( .*;| \{|)$")
FREES = re.compile(r"_clear\(|free\(|_destroy\(|_stop\(|_close\(|decref\(")  # leaks are for the sanitizers
WORDS = ("return", "goto", "static", "const", "size_t", "int", "double", "bool", "char", "typedef", "case")


def code_lines(text):
    """The numbers of lines with code inside functions, comments blanked out."""
    clean = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    clean = re.sub(r'"(\\.|[^"\\\n])*"', lambda m: '"' + "~" * (len(m.group()) - 2) + '"', clean)
    lines, inside = [], False
    for k, line in enumerate(clean.split("\n")):
        if re.match(r"^[A-Za-z].*\) \{$", line) or (not inside and re.match(r"^ .*\) \{$", line)):
            inside = True
        elif line.startswith("}"):
            inside = False
        elif inside and line.strip() and not line.lstrip().startswith("#"):
            lines.append(k)
    return clean.split("\n"), lines


def changes(clean, k):
    """The changes of line k: (from, to, new text)."""
    line, found = clean[k], []
    for pattern, others in SWAPS:
        for m in re.finditer(pattern, line):
            found += [(m.start(), m.end(), other) for other in others]
    m = CONDITION.search(line)
    if m and m.group(2).count("(") == m.group(2).count(")"):
        found += [(m.start(2), m.end(2), f"!({m.group(2)})")]
    m = STATEMENT.match(line)
    if m and not m.group(3).startswith(WORDS) and not FREES.search(m.group(3)) and line.count("(") == line.count(")"):
        found += [(m.start(3), m.end(3), "(void)0")] * 2
    return found


def draw(dice, folders):
    """A file, the number of a line in it, what it becomes."""
    while True:
        folder = dice.choice(folders)
        path = f"{folder}/" + dice.choice(sorted(f for f in os.listdir(f"{WORK}/{folder}") if f.endswith(".c")))
        text = open(f"{WORK}/{path}").read()
        clean, lines = code_lines(text)
        if not lines or path in ("src/sweep/alone.c",):
            continue
        k = dice.choice(lines)
        options = changes(clean, k)
        if not options:
            continue
        start, end, new = dice.choice(options)
        line = text.split("\n")[k]
        if "~" in clean[k][start:end]:
            continue
        return path, k, line[:start] + new + line[end:]


def make(*targets, mutant=True):
    words = ["make", "-s", "-j2", *(["DEV=-w"] if mutant else []), *targets]
    return subprocess.run(words, cwd=WORK, capture_output=True, text=True).returncode == 0


def code_of(path):
    """The machine code of a file, without what is for debuggers."""
    o = f"{WORK}/build/{path[:-2]}.o"
    subprocess.run(["objcopy", "--strip-debug", o, o + ".code"], check=True)
    return open(o + ".code", "rb").read()


def put(path, text):
    open(f"{WORK}/{path}", "w").write(text)


def tests_in(room):
    """The tests of a room, without those that need a peer's package."""
    found = [f"tests/{room}/{t}" for t in sorted(os.listdir(f"{WORK}/tests/{room}")) if re.match(r"test_.*\.(c|sh)$", t)]
    return [t for t in found if "NEEDS:" not in open(f"{WORK}/{t}").read()]


def tests_of(path, short):
    """Groups of tests, in the order in which they run."""
    room = path.split("/")[-2]
    own = f"tests/{room}/test_{os.path.basename(path)[:-2]}.c"
    right = ["checker"] if room == "checker" else ROOMS[ROOMS.index(room):]
    groups = [[own]] if os.path.exists(f"{WORK}/{own}") else []
    if room == "checker":
        groups = [["tests/checker/test_refusals.c", "tests/checker/test_model.c"]]  # the others take longer
    for r in right:
        groups.append([t for t in tests_in(r) if t not in sum(groups, [])])
    if room != "checker":
        groups.append(["tests/checker/test_proofs.sh", "tests/scripts/test_examples.sh"])
    if short == "near" and room != "checker":
        commands = NEAR.get(room, ["info", "simulate", "rest", "prove"])
        groups = groups[:2] + [[f"tests/cli/test_command_{c}.sh" for c in commands], ["tests/checker/test_proofs.sh"]]
        groups = [[t for t in g if os.path.exists(f"{WORK}/{t}")] for g in groups]
    if short:
        groups = [[t for t in g if t not in LONG or g == [own]] for g in groups]
    return [g for g in groups if g]


def fails(t):
    words = ["prlimit", f"--cpu={SECONDS}", "timeout", "-k", "5", str(8 * SECONDS), *(["bash", t] if t.endswith(".sh") else [f"build/{t[:-2]}"])]
    done = subprocess.run(words, cwd=WORK, env=dict(os.environ, BUILD="build", CC="gcc"), stdin=subprocess.DEVNULL,
                          capture_output=True)
    return done.returncode != 0 or b"\nnot ok" in done.stdout


def noticed(path, short, broken):
    """The first test that fails, of those that are not broken anyway; None if none does."""
    built = False
    for group in tests_of(path, short):
        for t in sorted(group, key=lambda t: t.endswith(".sh")):
            if t in broken:
                continue
            if t.endswith(".sh") and not built and not make("all"):
                return "the build"
            built = built or t.endswith(".sh")
            if t.endswith(".c") and not make(f"build/{t[:-2]}"):
                return "the build of " + t
            if fails(t):
                return t
    return None


def main():
    words = argparse.ArgumentParser()
    words.add_argument("count", type=int)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--only", action="append")
    words.add_argument("--short", dest="short", action="store_const", const="short")
    words.add_argument("--near", dest="short", action="store_const", const="near")
    words.add_argument("--list", default="build/mutants.txt")
    asked = words.parse_args()
    folders = asked.only or [f"src/{r}" for r in ROOMS] + ["checker"]
    if not os.path.exists(WORK):
        subprocess.run(["git", "clone", "-q", "--shared", ".", WORK], check=True)
    subprocess.run("git fetch -q origin HEAD && git checkout -q --detach FETCH_HEAD && git reset -q --hard", shell=True, cwd=WORK, check=True)
    objects = [f"build/{t[:-2]}.o" for r in os.listdir(f"{WORK}/tests") if os.path.isdir(f"{WORK}/tests/{r}")
               for t in tests_in(r) if t.endswith(".c")]
    if not make("all", *objects, mutant=False):
        sys.exit("the tree does not build")
    dice, tried, survived, sound, broken = random.Random(asked.seed), 0, 0, set(), set()
    out = open(asked.list, "a")
    say = lambda text: (print(text, flush=True), out.write(text + "\n"), out.flush())
    say(f"# seed {asked.seed}, {' '.join(folders)}, commit " +
        subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=WORK, capture_output=True, text=True).stdout.strip())
    while tried < asked.count:
        path, k, new = draw(dice, folders)
        object_file, text = f"build/{path[:-2]}.o", open(f"{WORK}/{path}").read()
        make(object_file, mutant=False)
        before = code_of(path)
        lines = text.split("\n")
        old, lines[k] = lines[k], new
        put(path, "\n".join(lines))
        begin = time.time()
        if make(object_file) and code_of(path) != before:
            tried += 1
            by = noticed(path, asked.short, broken)
            while by and by.startswith("tests/") and by not in sound:
                # does it fail without the change too?
                put(path, text)
                make(f"build/{by[:-2]}" if by.endswith(".c") else "all", mutant=False)
                (broken if fails(by) else sound).add(by)
                if by in broken:
                    say(f"# {by} fails without any change")
                    put(path, "\n".join(lines))
                    by = noticed(path, asked.short, broken)
            survived += by is None
            word = "SURVIVED" if by is None else "noticed "
            say(f"{tried:4} {word} {path}:{k + 1}: `{old.strip()}` -> `{new.strip()}`"
                f"{' by ' + by if by else ''} ({time.time() - begin:.0f} s)")
        put(path, text)
    make("all", mutant=False)
    say(f"# {tried} changes, {survived} survived")


main()
