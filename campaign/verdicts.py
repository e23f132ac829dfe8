#!/usr/bin/env python3
"""verdicts.py: verdicts about hostile machines against motions of the same command line.

usage: campaign/verdicts.py [--motions] [--kind KIND] [MACHINES] [FIRST]      (default 200, 0; BUILD: the folder of the programs)

Machines of one to three coordinates with what a proof may overlook: stiffness that is singular, nearly
singular, or singular somewhere in a range; ranges of damping and of friction; gyroscopic forces; constant forces, some
of them exactly as large as a friction bound; inputs with and without bounds, laws, alternatives of laws, `shape` laws.
Half of them are drawn so; the others where one hypothesis of one theorem decides, on either side of it:

    fed           negative damping against friction: rest sets that stick out of the level (WL2004-T4, T3)
    gyroscopic    hills that a gyroscope may hold, with and without damping (SS-SADDLE)
    edge          held by exactly as much friction as there is, in a singular stiffness, and fed (SS-STICK)
    loaded        pulled over a rough floor with exactly as much as friction holds, more, or less (SS-SLIDE)
    bouncing      balls and boxes on a floor, restitutions up to 1, forces that feed (LW2008-T1)
    function      oscillators with a Lyapunov function of the file (SS-LYAPUNOV)

Each is asked for by `prove`, with the law that was drawn: is the rest set attractive, stable, or are motions bounded?
A verdict that is not unknown must be confirmed by `standstill-check` (--motions: it is not asked, to see what motions notice
by themselves). Then, with the parameters at random values or
at ends of their ranges, `simulate` must agree:

    globally attractive    from random starts the motion ends at rest, settles, or has lost 99 % of its speed; or it is
                           slow and has lost energy
    below a level          from starts at 0.98 of the level the energy never passes the level, and the motion ends as above;
                           where all of the rest set is said to be below it, the energy of no vertex of it is above
    stable                 from 1e-5 beside a place where the machine came to rest, or beside the rest point without
                           friction, it never gets faster than 1e-3
    bounded                the energy about the rest point does not grow; where there is none, what it reaches in a long
                           time is not more than twice what it reaches in a sixteenth of it
    unstable, unbounded    a start near the rest point that the proof names gets ten times farther away,
                           where the proof names one (no ranges)

A motion that cannot be computed counts as trouble too, unless a limit of time was hit (*slow*). What does not
agree is listed with its model, and the exit status is 1.
"""
import argparse, json, os, random, subprocess, sys, tempfile

BUILD = os.environ.get("BUILD", "build")
SECONDS = 40


class Trouble(Exception):
    pass


def run(*words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=4 * SECONDS)
    except subprocess.TimeoutExpired:
        return 3, "", "no end after %d s" % (4 * SECONDS)
    return done.returncode, done.stdout, done.stderr


# ---- machines ----------------------------------------------------------------------------------------


class Machine:
    """Its text; names; ranges; laws; numbers of M, K, f for given parameters."""

    def __init__(self, dice):
        self.dice, self.n = dice, dice.randint(1, 3)
        self.names, self.ranges, self.laws = ["x", "y", "z"][:self.n], {}, []
        self.lines, self.inputs = [], {}
        self.shape = dice.random() < 0.2
        self.factor = self.draw_range("s", [(-1, 2), (0, 1), (0.5, 2), (0.001, 1), (0.8, 1.2), (-0.001, 0.001)], 0.45)
        self.feed = self.draw_range("r", [(0.5, 1), (-0.1, 0.1), (0, 1), (0.9, 1.1)], 0.25)
        self.rub = self.draw_range("m", [(0.5, 1), (0.9, 1.1), (0.1, 2)], 0.25)
        self.lines.append("coord " + ", ".join(self.names))
        self.draw_energies()
        self.draw_inputs()
        self.draw_forces()

    def draw_range(self, name, ranges, chance):
        if self.dice.random() >= chance:
            return ""
        self.ranges[name] = low, high = self.dice.choice(ranges)
        self.lines.append(f"param {name} = {high} in [{low}, {high}]")
        return f"*{name}"

    def square(self, rank, factor=""):
        """A sum of squares of this rank; `factor` multiplies the first one."""
        A = [[[] for _ in self.names] for _ in self.names]
        for k in range(rank):
            a = [self.dice.randint(-2, 2) for _ in self.names]
            for i in range(self.n):
                for j in range(self.n):
                    if a[i] * a[j]:
                        A[i][j].append(f"{a[i] * a[j]}{factor if k == 0 else ''}")
        return [[" + ".join(e) or "0" for e in row] for row in A]

    def form(self, A, prime=""):
        return " + ".join(f"({A[i][j]})/2*{a}{prime}*{b}{prime}" for i, a in enumerate(self.names)
                          for j, b in enumerate(self.names))

    def draw_energies(self):
        dice = self.dice
        self.K = self.square(dice.randint(0, self.n + 1), self.factor)
        if dice.random() < 0.2:
            self.K[0][0] += dice.choice([" - 1/1000000", " - 3", " + 1/1000000"])
        self.f = [dice.choice([0, 0, 0, 1, -1, 2, 0.5]) for _ in self.names]
        self.lines.append("kinetic = " + " + ".join(f"1/2*{x}'^2" for x in self.names))
        self.lines.append(f"potential = {self.form(self.K)}")

    def draw_inputs(self):
        dice = self.dice
        if self.shape:
            self.inputs = {x: f"v{i}" for i, x in enumerate(self.names)}
            wanted, damping = self.square(dice.randint(self.n - 1, self.n + 1), self.factor), self.square(dice.randint(0, self.n))
            self.lines += [f"input v{i}" for i in range(self.n)]
            self.lines.append(f"shape press {{ potential = {self.form(wanted)}; damping = {self.form(damping, chr(39))} }}")
            self.K, self.f, self.laws = wanted, None, ["press"]  # the force of the shape takes the loads over
        elif dice.random() < 0.4:
            self.inputs = {self.names[0]: "F"}
            self.lines.append("input F" + dice.choice(["", " in [-1, 1]", " in [0, 2]"]))
            self.laws = dice.choice([[], ["soft"], ["soft", "hard"]])
            for law in self.laws:
                gain = dice.choice(["-1/2", "1/2", "0", "-1/3"])
                self.lines.append(f"feedback {law} : F = {gain}*{self.names[0]}'")

    def draw_forces(self):
        dice, names = self.dice, self.names
        C, g = self.square(dice.randint(0, self.n), self.feed), dice.choice([0, 0, 1, 3])
        for i, x in enumerate(names):
            load = 0 if self.f is None else self.f[i]
            force = f"{load}" + "".join(f" - ({C[i][j]})/4*{y}'" for j, y in enumerate(names))
            if g and self.n > 1 and i < 2:
                force += f" {'+' if i == 0 else '-'} {g}*{names[1 - i]}'"
            self.lines.append(f"force {x} = {force}" + (f" + {self.inputs[x]}" if x in self.inputs else ""))
            if dice.random() < 0.2:
                self.lines.append(f"force {x} = 1/50*{x}'")
        for i, x in enumerate(names):
            if dice.random() < 0.7:
                slip = x + "'" if dice.random() < 0.8 else " + ".join(y + "'" for y in names)
                bound = dice.choice(["1", "2", "1/2"]) + self.rub
                self.lines.append(f"friction f{i} {{ slip = {slip}; normal = 1; law = coulomb({bound}) }}")

    def text(self):
        return "\n".join(self.lines) + "\n"

    def settings(self):
        values = {}
        for name, (low, high) in self.ranges.items():
            values[name] = self.dice.choice([low, high, (low + high) / 2, self.dice.uniform(low, high)])
        return values

    def stiffness(self, values):
        return [[float(eval(e, {}, values)) for e in row] for row in self.K]

    def rest_point(self, values):
        """K q = f, or None."""
        return solve(self.stiffness(values), [float(x) for x in self.f or [0] * self.n])

    def energy(self, values, q, u, center):
        K, d, n = self.stiffness(values), [a - b for a, b in zip(q, center)], range(self.n)
        return sum(x * x for x in u) / 2 + sum(d[i] * K[i][j] * d[j] for i in n for j in n) / 2

    def random_start(self, size):
        return [[self.dice.uniform(-size, size) for _ in self.names] for _ in range(2)]

    def start_below(self, values, said):
        """A start at 0.98 of the level, or None."""
        center, start = self.rest_point(values), self.random_start(1)
        if center is None:
            return None
        start[0] = [a + b for a, b in zip(start[0], center)]
        scale = (0.98 * said["level"] / self.energy(values, *start, center)) ** 0.5
        return [[c + scale * (q - c) for q, c in zip(start[0], center)], [scale * u for u in start[1]]]


class Special(Machine):
    """A linear machine that is drawn where one hypothesis decides."""

    def __init__(self, dice):
        self.dice, self.ranges, self.laws, self.shape, self.lines = dice, {}, [], False, []
        self.draw()
        self.lines[:0] = ["coord " + ", ".join(self.names), "kinetic = " + " + ".join(f"1/2*{x}'^2" for x in self.names)]

    def spring(self, K, f):
        self.n, self.K, self.f = len(self.names), [[str(e) for e in row] for row in K], f
        self.lines.append(f"potential = {self.form(self.K)}" + "".join(f" - ({load})*{x}" for load, x in zip(f, self.names)))

    def rub(self, slip, bound):
        self.lines.append(f"friction f{len(self.lines)} {{ slip = {slip}'; normal = 1; law = coulomb({bound}) }}")


class Fed(Special):
    def draw(self):
        dice = self.dice
        self.names = ["x", "y"][:dice.randint(1, 2)]
        c = dice.choice([0, 0, -1]) / 4 if len(self.names) == 2 else 0
        self.spring([[dice.choice([0.5, 1, 2, 4]) if i == j else c for j in self.names] for i in self.names],
                    [0] * len(self.names))
        for x in self.names:
            self.lines.append(f"force {x} = {dice.choice([0.2, 0.5, 1, 1.5, 2, 3])}*{x}'")
            self.rub(x, dice.choice([0.5, 1, 2]))


class Gyroscopic(Special):
    def draw(self):
        dice = self.dice
        self.names, g = ["x", "y"] + ["z"] * dice.randint(0, 1), dice.choice([1, 3, 4, 6])
        self.spring([[(-dice.choice([0.5, 1, 2]) if i < 2 else 1) if i == j else 0 for j in range(len(self.names))]
                     for i in range(len(self.names))], [0] * len(self.names))
        for i, x in enumerate(self.names[:2]):
            self.lines.append(f"force {x} = {'' if i else '-'}{g}*{self.names[1 - i]}' - {dice.choice([0, 0, 0.1, 0.5])}*{x}'")
        if len(self.names) == 3:
            self.rub("z", dice.choice([0.5, 1]))


class Edge(Special):
    def draw(self):
        dice = self.dice
        self.names, a, b = ["x", "y", "v", "w"], dice.choice([1, 2, 3]), dice.choice([1, 2, "sqrt(2)"])
        root = 2 ** 0.5
        number = root if b == "sqrt(2)" else b
        self.n, self.f = 4, [0] * 4
        self.K = [[str(a * a), str(a * number), "0", "0"], [str(a * number), str(number ** 2), "0", "0"], ["0", "0", "-1", "0"],
                  ["0", "0", "0", "-1"]]
        bound, load = 1, dice.choice([1, -1, 0.5, 1.5, 0])
        self.lines += [f"potential = 1/2*({a}*x + {b}*y)^2 - 1/2*(v^2 + w^2) - ({load})*x",
                       f"force x = -{dice.choice([0.5, 1])}*x'", f"force y = {dice.choice([0.02, 0.1, 0.3])}*y'",
                       "force v = 4*w'", "force w = -4*v'"]
        self.rub("x", bound)

    def rest_point(self, values):
        return None


class Loaded(Special):
    def draw(self):
        dice = self.dice
        self.names = ["x", "y"][:dice.randint(1, 2)]
        bounds = [dice.choice([0.5, 1, 2]) for _ in self.names]
        loads = [b * dice.choice([1, 1, -1, 0.5, 0, 1.1]) for b in bounds]
        self.spring([[0 for _ in self.names] for _ in self.names], loads)
        for x, b in zip(self.names, bounds):
            self.rub(x, b)


class Nonlinear(Special):
    """Its energy E, and perhaps a function V, as formulas of Python, velocities being x_; `low`: where coordinates begin."""

    low, theorem = {}, None

    def rest_point(self, values):
        return [0] * self.n

    def energy(self, values, q, u, center):
        names = dict(zip(self.names, q)) | {x + "_": v for x, v in zip(self.names, u)}
        return eval(self.V if self.theorem == "SS-LYAPUNOV" else self.E, {}, names)

    def random_start(self, size):
        return [[self.dice.uniform(self.low.get(x, -size), size) for x in self.names],
                [self.dice.uniform(-size, size) for _ in self.names]]

    def start_below(self, values, said):
        box = said["region"] or {}
        ends = [[box.get(x + prime, [-5, 5]) for x in self.names] for prime in ("", "'")]
        best = None
        for _ in range(2000):
            start = [[self.dice.uniform(max(a, self.low.get(x, a)), b) for (a, b), x in zip(part, self.names)] for part in ends]
            V = self.energy(values, *start, None)
            if V <= 0.98 * said["level"] and (best is None or V > best[0]):
                best = V, start
        return best and best[1]


class Bouncing(Nonlinear):
    def draw(self):
        dice = self.dice
        self.names, self.low = ["y", "x"][:dice.randint(1, 2)], {"y": 0}
        self.n, k, e = len(self.names), dice.choice([0, 1, 20]), dice.choice([0, 0.3, 0.8, 1])
        self.E = f"y_**2/2 + 10*y + {k}/2*y**2" + (" + x_**2/2 + 3*x**2" if self.n == 2 else "")
        self.lines.append(f"potential = 10*y + {k}/2*y^2" + (" + 3*x^2" if self.n == 2 else ""))
        self.lines.append(f"force y = {dice.choice([0, 0, -0.2, 0.1])}*y'")
        slides = f"slip = x'; law = coulomb({dice.choice([0.1, 0.5])}); " if self.n == 2 else ""
        self.lines.append(f"contact floor {{ gap = y; {slides}restitution = newton({e}, {e if self.n == 2 else 0}) }}")


class Function(Nonlinear):
    def draw(self):
        dice, mu = self.dice, self.dice.choice([0.5, 1, 1.25, 2])
        self.names, self.n = ["q"], 1
        a, b, c = dice.choice([mu / 2 + 1 / mu, 1, 2]), dice.choice([1, 0.5, 0.3]), dice.choice([1 / mu, 1])
        self.E = "q**2/2 + q_**2/2"
        self.V = f"{a}*q**2 + {b}*q*q_ + {c}*q_**2"
        self.lines.append(f"force q = -q - {mu}*(1 - q^2)*q'")
        self.lines.append(f"lyapunov V = {a}*q^2 + {b}*q*q' + {c}*q'^2")


KINDS = {"fed": Fed, "gyroscopic": Gyroscopic, "edge": Edge, "loaded": Loaded, "bouncing": Bouncing, "function": Function}


def solve(A, b):
    """A x = b, or None."""
    n = len(b)
    A = [row[:] + [x] for row, x in zip(A, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        if abs(A[p][k]) < 1e-9:
            return None
        A[k], A[p] = A[p], A[k]
        for i in range(n):
            if i != k:
                A[i] = [x - A[i][k] / A[k][k] * y for x, y in zip(A[i], A[k])]
    return [A[i][n] / A[i][i] for i in range(n)]


# ---- motions -----------------------------------------------------------------------------------------


class Attack:
    def __init__(self, machine, model, words):
        self.machine, self.model, self.words, self.values = machine, model, words, machine.settings()
        self.slow = False
        self.set = [w for name, value in self.values.items() for w in ("--set", f"{name}={value:.12g}")]

    def simulate(self, start, time):
        names = self.machine.names
        state = ",".join(f"{x}={q:.15g},{x}'={u:.15g}" for x, q, u in zip(names, *start))
        code, out, err = run(f"{BUILD}/standstill", "simulate", self.model, "--from", state, "--end", str(time), "--json",
                             "--time-limit", str(SECONDS), *self.words, *self.set)
        if code == 3:
            self.slow = True
            return None
        if code != 0:
            raise Trouble(f"simulate ends with {code}: {err.strip()} (from {state}, {self.set})")
        return json.loads(out)

    def random_start(self, size):
        return self.machine.random_start(size)

    def where(self, start):
        return f"from {start} with {self.set}"

    def must_end(self, start, time=4000):
        said = self.simulate(start, time)
        if not said:
            return
        end, first = said["final"], sum(map(abs, start[1])) + sum(map(abs, start[0]))
        speed = sum(abs(end["state"][x + "'"]) for x in self.machine.names)
        if end["at_rest"] or end["settles"] or speed <= 0.01 * first:
            return
        center = self.rest_point()
        row = said["trajectory"][-1]
        if center is None or self.energy(row["q"], row["u"], center) > (1 - 1e-4) * self.energy(*start, center):
            raise Trouble(f"moves on {self.where(start)}: {end}")
        self.slow = True

    def rest_point(self):
        return self.machine.rest_point(self.values)

    def energy(self, q, u, center):
        return self.machine.energy(self.values, q, u, center)

    def must_stay_below(self, said, attracts):
        center, start, level = self.rest_point(), self.machine.start_below(self.values, said), said["level"]
        if start is None:
            return
        moved = self.simulate(start, 200)
        for row in moved["trajectory"] if moved else []:
            if self.energy(row["q"], row["u"], center) > level * (1 + 1e-6):
                raise Trouble(f"passes the level {self.where(start)} at t = {row['t']}")
        if attracts:
            self.must_end(start)

    def must_be_inside(self, level):
        """No vertex of the rest set has an energy above the level."""
        center, code = self.rest_point(), 0
        if center is None or isinstance(self.machine, Nonlinear):
            return
        code, out, err = run(f"{BUILD}/standstill", "rest", self.model, "--json", *self.words, *self.set)
        for found in json.loads(out)["sets"] if code == 0 else []:
            for vertex in found.get("vertices") or []:
                q = [vertex[x] for x in self.machine.names]
                if self.energy(q, [0] * self.machine.n, center) > level * (1 + 1e-9):
                    raise Trouble(f"the rest set has {q}, above the level {level:.9g}, with {self.set}")

    def must_be_slow(self, center, time=2000):
        start = self.random_start(1e-5)
        start[0] = [a + b for a, b in zip(start[0], center)]
        said = self.simulate(start, time)
        fastest = max((max(map(abs, row["u"])) for row in said["trajectory"]), default=0) if said else 0
        if fastest > 1e-3:
            raise Trouble(f"gets as fast as {fastest:.3g} {self.where(start)}")

    def must_be_stable(self, point):
        center = self.rest_point()
        if center is not None:
            self.must_be_slow(center)
        if point:
            return
        said = self.simulate(self.random_start(3), 1000)
        if said and said["final"]["at_rest"]:
            self.must_be_slow([said["final"]["state"][x] for x in self.machine.names])

    def must_not_gain(self, start, center):
        said = self.simulate(start, 1000)
        most = self.energy(*start, center) * (1 + 1e-6) + 1e-9
        for row in said["trajectory"] if said else []:
            if self.energy(row["q"], row["u"], center) > most:
                raise Trouble(f"gains energy {self.where(start)} until t = {row['t']}")

    def must_be_bounded(self):
        reached, start, center = [], self.random_start(5), self.rest_point()
        if center is not None:  # the energy does not grow
            return self.must_not_gain(start, center)
        for time in (250, 4000):
            said = self.simulate(start, time)
            if not said:
                return
            reached.append(max(sum(map(abs, row["q"] + row["u"])) for row in said["trajectory"]))
        if reached[1] > 2 * reached[0] + 1:
            raise Trouble(f"reaches {reached[1]:.4g} after {reached[0]:.4g} {self.where(start)}")

    def must_leave(self, escape):
        if not escape or self.machine.ranges:
            return
        step = 1.001 if escape["beyond"] else 1e-4
        aim, base = escape["q"], escape["from"]
        q = [f + step * (x - f) for x, f in zip(aim, base)]
        u = [0 if escape["beyond"] else step * x for x in escape["u"]]
        middle = aim if escape["beyond"] else base
        far = lambda q, u: sum(abs(x - c) for x, c in zip(q, middle)) + sum(map(abs, u))
        for time in (20, 200, 2000, 20000, 2e6, 2e8):
            said = self.simulate([q, u], time)
            if not said or far(said["trajectory"][-1]["q"], said["trajectory"][-1]["u"]) > 10 * far(q, u):
                return
            way = [far(row["q"], row["u"]) for row in said["trajectory"]]
            if said["final"]["at_rest"] or time >= 2000 and max(way[len(way) // 2:]) < 1.0001 * max(way[:len(way) // 2]):
                break
        raise Trouble(f"does not escape from {q}, {u}")


def attack(machine, model, words, said):
    claim, level, machine.theorem = said["claim"], said["level"], said["theorem"]
    for _ in range(3):
        a = Attack(machine, model, words)
        if claim == "globally-attractive":
            a.must_end(a.random_start(5))
        if claim in ("locally-attractive", "attractive-subset", "locally-bounded"):
            a.must_stay_below(said, claim != "locally-bounded")
        if claim == "locally-attractive":
            a.must_be_inside(level)
        if claim in ("stable", "stable-point"):
            a.must_be_stable(claim == "stable-point")
        if claim == "bounded":
            a.must_be_bounded()
        if claim in ("unstable", "unbounded"):
            a.must_leave(said["escape"])
        if a.slow:
            return ", slow"
    return ""


# ---- the campaign ------------------------------------------------------------------------------------


def try_machine(i, folder, kind, motions):
    """What was said, and the trouble with it, or None."""
    dice = random.Random(i)
    kind = KINDS[kind] if kind else dice.choice([Machine] * len(KINDS) + list(KINDS.values()))
    machine = kind(dice)
    model, proof = f"{folder}/{i}.still", f"{folder}/{i}.json"
    open(model, "w").write(machine.text())
    words = ["--feedback", dice.choice(machine.laws)] if machine.laws else []
    claim = dice.choice(["attractive", "attractive", "stable", "bounded"]) if kind == Machine else "attractive"
    code, out, err = run(f"{BUILD}/standstill", "prove", model, "--claim", claim, "--json", "--out", proof, *words)
    if code not in (0, 10):
        what = {20: "unknown", 2: "refused", 3: "limit"}.get(code, f"status {code}")
        return f"{claim}: {what}", None if code in (2, 3, 20) else err, machine
    said = json.loads(out)
    check = (0,) if motions else run(f"{BUILD}/standstill-check", proof, model)
    if check[0] != 0:
        return "refused by the checker", check[2].strip(), machine
    what = said["claim"] + " " + said["theorem"] + (", shape" if machine.shape else "")
    try:
        return what + attack(machine, model, words, said), None, machine
    except Trouble as trouble:
        return what, str(trouble), machine


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--motions", action="store_true")
    words.add_argument("--kind", choices=KINDS)
    words.add_argument("machines", nargs="?", type=int, default=200)
    words.add_argument("first", nargs="?", type=int, default=0)
    o = words.parse_args()
    machines, first = o.machines, o.first
    counts, bad = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(first, first + machines):
            what, trouble, machine = try_machine(i, folder, o.kind, o.motions)
            counts[what] = counts.get(what, 0) + 1
            if trouble:
                bad += 1
                print(f"machine {i}, {what}: {trouble}\n{machine.text()}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:6}  {what}")
    print(f"{machines} machines, {bad} where verdict, checker and motions differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
