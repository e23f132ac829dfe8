#!/usr/bin/env python3
"""mutants.py: random changes of the source, and whether a test notices.

usage: campaign/mutants.py [--seed N] [--only FOLDER]... [--list FILE] [--budget SECONDS] [--seconds SECONDS] COUNT
                           (from the root of a checkout)

A clone of the last commit is built in build/mutants. Then, COUNT times or until --seconds have passed, one place in the
code of one room (all rooms alike often; --only: of these folders) is changed: a comparison, a sign, a logical operator, a
number, a condition, or a statement that is left out (but none that frees something). What does not compile, or compiles to
the same code, is drawn again. Of a changed file its object alone is made, not optimised: tests are linked once, with shared libraries, and
a small one with that object comes before the others (programs whose own object is changed are linked anew). Tests run until one fails, for at most --budget seconds of processor time (default 120): those with the name of the
file, those of its room, those of the commands that show what it does, then those of the rooms right of it and of the checker; in each
of these groups the shorter ones first, as earlier runs have measured them. A test of which a process takes more than two
minutes of processor time, or that takes sixteen minutes, has failed. Survivors are listed with their change; whether one is
equivalent, or changes nothing but speed, a person must say. Same seed, same tree: same changes.
"""
import argparse, glob, json, os, random, re, resource, shutil, subprocess, sys, time

ROOMS = "base expr model system contact boxes sdp sos rest motion sweep proof tube vary study show face cli".split()
SECONDS = 120  # of processor time, so that a busy machine changes nothing
WORK, TIMES = "build/mutants", "build/mutants-times.json"
NEAR = {"proof": ["prove"], "rest": ["rest"], "motion": ["simulate"], "contact": ["contact", "simulate"], "boxes": ["rest"],
        "sdp": [], "sos": ["attract"], "tube": ["prove"], "vary": ["vary"], "sweep": ["chart"], "study": ["chart", "prove"], "show": ["rest", "prove"], "cli": []}  # commands
# which script shows what these files of the checker do
SHOWN = {"contacts": "along attraction energy fed late leaving minimum nowhere questions rubbed", "sliders": "sliders",
         "belts": "belts", "proofs": "bounces cycle events families lyapunov stance taylor theorems"}
# they take the libraries and programs that `make` installs, or minutes
LEFT_OUT = {"tests/scripts/test_examples.sh", "tests/cli/test_memory.sh", "tests/cli/test_faults.sh"}

# they end at the first difference: only what takes less than two seconds comes before them
TABLES = ["tests/checker/test_corpus.c", "tests/proof/test_table.c"]

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


def run(command):
    return subprocess.run(command, shell=True, cwd=WORK, capture_output=True, text=True).returncode == 0


def read_commands(targets):
    """What makes each object and program: {file: command}."""
    text = subprocess.run(["make", "-n", "-B", "V=1", "CC=" + CC, *targets], cwd=WORK, capture_output=True, text=True).stdout
    found = {}
    for line in text.replace("\\\n", " ").split("\n"):
        m = re.search(r" -o (build/\S+)", line)
        if m:
            found[m.group(1)] = line
    return found


CC = "ccache gcc" if shutil.which("ccache") else "gcc"

# shared libraries: a program that has all of it, and what of it
LIBRARIES = {"stand": ("build/standstill", r"build/libstandstill\.a$"),
             "check": ("build/standstill-check", r"build/checker/(?!main\.o).*\.o$"),
             "off": ("build/tests/checker/test_refusals", r"build/tests/checker/off/.*\.o$")}


def library_of(o):
    """The library that an object is in, or None."""
    if o.startswith("build/src/") and not o.startswith("build/src/cli/"):
        return "stand"
    return next((name for name in ("check", "off") if re.match(LIBRARIES[name][1], o)), None)


def tests_in(room):
    """The tests of a room, without those that need a peer's package."""
    found = [f"tests/{room}/{t}" for t in sorted(os.listdir(f"{WORK}/tests/{room}")) if re.match(r"test_.*\.(c|sh)$", t)]
    return [t for t in found if t not in LEFT_OUT and "NEEDS:" not in open(f"{WORK}/{t}").read()]


class Tests:
    """The programs of a changed tree, and how long tests take."""

    def __init__(self):
        every = [t for r in ROOMS + ["checker"] if os.path.isdir(f"{WORK}/tests/{r}") for t in tests_in(r)]
        if subprocess.run(["make", "-s", "-j2", "CC=" + CC, "all"], cwd=WORK).returncode:
            sys.exit("the tree does not build")
        self.command = read_commands(["all", *(f"build/{t[:-2]}" for t in every if t.endswith(".c"))])
        self.times = json.load(open(TIMES)) if os.path.exists(TIMES) else {}
        self.sound, self.broken, self.shared, self.kept = set(), set(), set(), {}
        if not all(self.make_library(name) for name in LIBRARIES):
            sys.exit("the libraries cannot be linked")

    def make_objects(self, words):
        """Objects of tests are made when they are needed."""
        missing = [o for o in words if o.endswith(".o") and not os.path.exists(f"{WORK}/{o}")]
        return all(run(f"mkdir -p {os.path.dirname(o)} && {self.command[o]}") for o in missing)

    def make_library(self, name):
        """A shared library of what programs have in common, and an empty one that comes before it."""
        program, pattern = LIBRARIES[name]
        words = self.command[program].split()
        words = words[words.index(program) + 1:]
        inside = [w for w in words if re.match(pattern, w)]
        libs = " ".join(w for w in words if not w.endswith((".o", ".a")))
        return self.make_objects(inside) and run(
            f"mkdir -p build/so && {CC} -shared -o build/so/lib{name}.so -Wl,--whole-archive {' '.join(inside)} -Wl,--no-whole-archive {libs} && "
            f"{CC} -shared -o build/so/libchanged-{name}.so -x c /dev/null")

    def compile(self, o):
        """An object of a changed file, in the library that comes before the others. What it was before is kept."""
        for kept in [o, *(f"build/so/libchanged-{name}.so" for name in LIBRARIES if library_of(o) == name)]:
            if kept not in self.kept:
                self.kept[kept] = open(f"{WORK}/{kept}", "rb").read()
        return run(f"{self.command[o]} -w -O0") and all(
            run(f"{CC} -shared -o build/so/libchanged-{name}.so {o}") for name in LIBRARIES if library_of(o) == name)

    def put_back(self):
        """The objects as they were."""
        for path, content in self.kept.items():
            open(f"{WORK}/{path}", "wb").write(content)
        self.kept = {}

    def link(self, program, path):
        """A program that has the changed file in it or in the library before the others."""
        words, o = self.command[program].split(), f"build/{path[:-2]}.o"
        own = o in words and not library_of(o)
        if program in self.shared and not own:
            return True
        if not self.make_objects(words):
            return False
        text = self.command[program]
        source = f"{WORK}/{program[6:]}.c"
        if os.path.exists(source) and "--wrap=" in open(source).read():  # which reaches no shared library
            return run(text if o in words else text.replace("build/libstandstill.a", f"{o} build/libstandstill.a", 1))
        for name in LIBRARIES:
            parts = [w for w in words if library_of(w) == name or (name == "stand" and w.endswith("libstandstill.a"))]
            if parts:
                text = text.replace(f" {parts[0]} ", f" -Lbuild/so -Wl,-rpath,{os.path.abspath(WORK)}/build/so -Wl,--push-state,--no-as-needed -lchanged-{name} -l{name} -Wl,--pop-state ", 1)
                for w in parts[1:]:
                    text = text.replace(f" {w} ", " ", 1)
        (self.shared.discard if own else self.shared.add)(program)
        return run(text)

    def groups(self, path):
        room = path.split("/")[-2]
        own = sorted(t[len(WORK) + 1:] for t in glob.glob(f"{WORK}/tests/*/test_{os.path.basename(path)[:-2]}*"))
        own = [t for t in own if t.endswith((".c", ".sh")) and (room == "checker") == t.startswith("tests/checker/")]
        if room == "checker":
            first = ["tests/checker/test_refusals.c", "tests/checker/test_corpus.c", "tests/checker/test_model.c"]
            first += [f"tests/checker/test_{s}.sh" for s in SHOWN if os.path.basename(path)[:-2] in SHOWN[s].split()]
            groups = [own + first, tests_in(room), ["tests/cli/test_command_prove.sh"]]
        else:
            near = [f"tests/cli/test_command_{c}.sh" for c in NEAR.get(room, ["info", "simulate", "rest", "prove"])]
            right = [t for r in ROOMS[ROOMS.index(room) + 1:] for t in tests_in(r)]
            tables = ["tests/proof/test_table.c"] if ROOMS.index(room) <= ROOMS.index("proof") else []
            groups = [own + (tables if room == "proof" else []), tests_in(room), tables + near, right + ["tests/checker/test_proofs.sh"]]
        seen = set()
        for group in groups:
            group = [t for t in group if t not in seen and t not in LEFT_OUT and os.path.exists(f"{WORK}/{t}")]
            seen.update(group)
            yield sorted(group, key=lambda t: self.guess(t))

    def guess(self, t):
        """Seconds; scripts of which nothing is known are taken for long."""
        return 2 if t in TABLES else self.times.get(t, 30 if t.endswith(".sh") else 1)

    def fails(self, t):
        words = ["prlimit", f"--cpu={SECONDS}", "timeout", "-k", "5", str(8 * SECONDS),
                 *(["bash", t] if t.endswith(".sh") else [f"build/{t[:-2]}"])]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, cwd=WORK, env=dict(os.environ, BUILD="build", CC="gcc", OPENBLAS_NUM_THREADS="1", TABLE_STOP="1"),
                              stdin=subprocess.DEVNULL, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        failed = done.returncode != 0 or b"\nnot ok" in done.stdout
        if not failed:
            self.times[t] = self.took
        return failed

    def prepare(self, t, path):
        """Links what a test needs."""
        off = f"build/tests/checker/off/{path[8:-2]}.o"  # the checker that can be switched off
        if t == "tests/checker/test_refusals.c" and path.startswith("checker/") and off in self.command and self.changed and off not in self.kept:
            if not self.compile(off):
                return False
        if t.endswith(".c"):
            return self.link(f"build/{t[:-2]}", path)
        if self.linked:
            return True
        self.linked = True
        return self.link("build/standstill", path) and self.link("build/standstill-check", path)

    def noticed(self, path, budget):
        """The first test that fails, of those that do not fail anyway, or None; and the number of tests."""
        self.linked, spent, count = False, 0, 0
        for group in self.groups(path):
            for t in group:
                if t in self.broken or spent + self.guess(t) > budget:
                    continue
                if not self.prepare(t, path):  # a change that compiles is linked as the file is
                    sys.exit(f"{t} cannot be linked with {path}")
                count += 1
                if self.fails(t):
                    return t, count
                spent += self.took
        return None, count


def put(path, text):
    open(f"{WORK}/{path}", "w").write(text)


def code_of(tests, path, level="-O0"):
    """The machine code of a file, without what is for debuggers; None if it does not compile."""
    o = f"build/{path[:-2]}.o"
    if not run(f"{tests.command[o]} -w {level} -g0 -o build/so/code.o"):
        return None
    return open(f"{WORK}/build/so/code.o", "rb").read()


def try_change(tests, path, k, new, budget):
    """None if it is no change, else (old line, the test that notices or None, number of tests)."""
    text, o = open(f"{WORK}/{path}").read(), f"build/{path[:-2]}.o"
    before, best, lines = code_of(tests, path), None, text.split("\n")
    old, lines[k] = lines[k], new

    def change():
        put(path, "\n".join(lines))
        tests.changed = code_of(tests, path) not in (None, before) and tests.compile(o)
        return tests.changed

    def restore():
        put(path, text)
        tests.put_back()
        tests.changed = tests.linked = False

    answer = None
    if change():
        by, count = tests.noticed(path, budget)
        while by and by not in tests.sound:
            restore()  # does it fail without the change too?
            (tests.broken if not tests.prepare(by, path) or tests.fails(by) else tests.sound).add(by)
            if by in tests.sound:
                break
            print(f"# {by} fails without any change", flush=True)
            change()
            by, count = tests.noticed(path, budget)
        # what no test notices may be the same code after all, once it is optimised
        best = None if by else code_of(tests, path, "-O2")
        answer = old, by, count
    restore()
    return None if best and best == code_of(tests, path, "-O2") else answer


def main():
    words = argparse.ArgumentParser()
    words.add_argument("count", type=int)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--only", action="append")
    words.add_argument("--budget", type=float, default=120)
    words.add_argument("--seconds", type=float, default=1e9)
    words.add_argument("--list", default="build/mutants.txt")
    asked = words.parse_args()
    start = time.time()
    folders = asked.only or [f"src/{r}" for r in ROOMS] + ["checker"]
    if not os.path.exists(WORK):
        subprocess.run(["git", "clone", "-q", "--shared", ".", WORK], check=True)
    subprocess.run("git fetch -q origin HEAD && git checkout -q --detach FETCH_HEAD && git reset -q --hard", shell=True, cwd=WORK, check=True)
    tests, dice, tried, survived = Tests(), random.Random(asked.seed), 0, 0
    out = open(asked.list, "a")
    say = lambda text: (print(text, flush=True), out.write(text + "\n"), out.flush())
    say(f"# seed {asked.seed}, {' '.join(folders)}, commit " +
        subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=WORK, capture_output=True, text=True).stdout.strip())
    while tried < asked.count and time.time() - start < asked.seconds:
        path, k, new = draw(dice, folders)
        begin = time.time()
        answer = try_change(tests, path, k, new, asked.budget)
        if not answer:
            continue
        old, by, count = answer
        tried += 1
        survived += by is None
        word = "SURVIVED" if by is None else "noticed "
        say(f"{tried:4} {word} {path}:{k + 1}: `{old.strip()}` -> `{new.strip()}`"
            f"{' by ' + by if by else ''} ({count} tests, {time.time() - begin:.0f} s)")
        json.dump(tests.times, open(TIMES, "w"))
    say(f"# {tried} changes, {survived} survived")


main()
