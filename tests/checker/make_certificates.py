#!/usr/bin/env python3
"""Certificates made by hand: the data of tests/checker/certificates, from the matrices below.

usage: make_certificates.py FOLDER      (from the root of the repository; standard library only)

The systems are written down here as matrices and the multipliers are chosen by thought, so that the
checker is tested against a third hand, neither its own derivation nor the prover's.
"""
import hashlib, json, os, sys
from fractions import Fraction as Q

folder = sys.argv[1]


def text(x):
    return f"{x.numerator}/{x.denominator}" if x.denominator != 1 else str(x.numerator)


def out(a):
    """Rationals as strings, all the way down."""
    if isinstance(a, (list, tuple)):
        return [out(x) for x in a]
    return text(Q(a))


def mul(A, B):
    return [[sum((a * b for a, b in zip(row, col)), Q(0)) for col in zip(*B)] for row in A]


def tr(A, columns=None):
    return [list(c) for c in zip(*A)] if A and A[0] else [[] for _ in range(columns or 0)]


def add(A, B, f=1):
    return [[Q(a) + f * Q(b) for a, b in zip(x, y)] for x, y in zip(A, B)]


def sym(A):
    return [[x / 2 for x in row] for row in add(A, tr(A))]


def eye(n):
    return [[Q(i == j) for j in range(n)] for i in range(n)]


def ldl(A):
    """L D L^T of a symmetric matrix; zero columns where a pivot is zero."""
    n = len(A)
    A = [[Q(x) for x in row] for row in A]
    L, D = [[] for _ in range(n)], []
    for j in range(n):
        d = A[j][j]
        D.append(d)
        for i in range(j + 1, n):
            assert d != 0 or A[i][j] == 0
            L[i].append(A[i][j] / d if d else Q(0))
        for i in range(j + 1, n):
            for k in range(j + 1, n):
                A[i][k] -= L[i][j] * d * L[k][j]
    return {"L": out(L), "D": out(D)}


def rref(A):
    A, row, pivots = [[Q(x) for x in r] for r in A], 0, []
    for j in range(len(A[0]) if A else 0):
        p = next((i for i in range(row, len(A)) if A[i][j]), None)
        if p is None:
            continue
        A[row], A[p] = A[p], A[row]
        A[row] = [x / A[row][j] for x in A[row]]
        for i in range(len(A)):
            if i != row:
                A[i] = [x - A[i][j] * y for x, y in zip(A[i], A[row])]
        pivots.append(j)
        row += 1
    return A[:row], pivots


def kernel(W):
    """The basis of ker W^T whose free coordinates are 1, as n rows."""
    n = len(W)
    E, pivots = rref(tr(W))
    free = [j for j in range(n) if j not in pivots]
    N = [[Q(0)] * len(free) for _ in range(n)]
    for c, j in enumerate(free):
        N[j][c] = Q(1)
        for i, p in enumerate(pivots):
            N[p][c] = -E[i][j]
    return N


def solve(A, B):
    n = len(A)
    R, pivots = rref([list(map(Q, a)) + list(map(Q, b)) for a, b in zip(A, B)])
    assert pivots == list(range(n))
    return [row[n:] for row in R]


def congruent(N, A):
    return mul(tr(N), mul(A, N))


def lower(A, R):
    """A - diag(r), r the row sums of R"""
    return [[x - (i == j) * sum(map(Q, R[i])) for j, x in enumerate(row)] for i, row in enumerate(A)]


class Case:
    def __init__(self, name, model, theorem, claim, M, C, K, W, p, frictions, coordinates, parameters,
                 settings=(), level=None, center=None, feedback=None, radius=None, formulas=None, how="asymptotic",
                 load=None):
        n = len(M)
        to = lambda A: [[Q(x) for x in row] for row in A]
        self.M, self.C, self.K, self.W, self.p = to(M), to(C), to(K), to(W), [Q(x) for x in p]
        self.n, self.m, self.theorem, self.level = n, len(p), theorem, level
        self.zero = [[Q(0)] * n for _ in range(n)]
        self.R = {k: to(v) for k, v in (radius or {}).items() if k in "MCK"}
        self.Rp = [Q(x) for x in (radius or {}).get("p", [0] * self.m)]
        self.Cs, self.N = sym(self.C), kernel(self.W) if self.m else eye(n)
        self.name, self.conditions = name, []
        source = open(model, encoding="utf-8").read()
        f = load or [row[0] for row in mul(self.K, [[Q(x)] for x in center or [0] * n])]
        entries = {"M": out(self.M), "C": out(self.C), "K": out(self.K), "f": out(f), "W": out(self.W), "p": out(self.p)}
        system = {"coordinates": coordinates, "frictions": frictions, "center": None if load else out(center or [0] * n),
                  "formulas": dict(entries, **(formulas or {})), **entries}
        if radius:
            system["radius"] = {"M": out(self.R["M"]), "C": out(self.R["C"]), "K": out(self.R["K"]), "f": out([0] * n),
                                "W": out([[0] * self.m] * n), "p": out(self.Rp)}
            system["lower"] = {name: out(self.get(name)) for name in ("M", "K", "Cs", "Crs")}
        self.data = {"format": "standstill-certificate/2",
                     "model": {"file": os.path.basename(model),
                               "sha256": hashlib.sha256(source.encode()).hexdigest(), "text": source},
                     "settings": list(settings), "feedback": feedback,
                     "parameters": {k: {a: text(Q(b)) for a, b in v.items()} if isinstance(v, dict)
                                    else text(Q(v)) for k, v in parameters.items()},
                     "claim": claim, "how": None if claim in ("unstable", "not-attractive") else how,
                     "theorem": theorem, "level": None if level is None else text(Q(level)),
                     "system": system, "conditions": self.conditions}

    def put(self, number, kind, **data):
        self.conditions.append({"id": f"{self.theorem}.{number}", "kind": kind, **data})

    def get(self, name):
        R = self.R
        if name in ("M", "K"):
            return lower(getattr(self, name), R.get(name, self.zero))
        Cs = lower(self.Cs, sym(R["C"])) if "C" in R else self.Cs
        return {"Cs": Cs, "Crs": congruent(self.N, Cs), "Kr": congruent(self.N, self.K)}[name]

    def definite(self, number, name, kind="definite"):
        self.put(number, kind, matrix=name, **ldl(self.get(name)))

    def energy(self):
        self.definite(1, "M")
        self.put(2, "symmetric", matrix="K")
        self.definite(3, "K")

    def kernel(self, number):
        self.put(number, "kernel", matrix="W", basis=out(self.N))

    def leaf(self, signs, d, N=(), cuts=(), kappa=0, level=None):
        """d: a row (d_j, zeta_j) for each friction and each cut with a sign; zeta 0 may be left out."""
        n, level = self.n, Q(self.level if level is None else level)
        d = [[Q(x) for x in row] + [Q(0)] * (n + 1 - len(row)) for row in d]
        used = [j for j in range(len(signs)) if j < self.m or signs[j]]
        w = tr(self.W) + [[Q(x) for x in c] for c in cuts]
        w = [[(signs[j] or 1) * x for x in w[j]] + [Q(0)] for j in used]
        A = [row + [Q(0)] for row in add(self.get("Cs"), self.get("M"), -Q(kappa))] + [[Q(0)] * n + [2 * Q(kappa) * level]]
        outer = lambda x, y: sym([[a * b for b in y] for a in x])
        for wj, dj in zip(w, d):
            A = add(A, outer(wj, dj))
        marked = [wj for wj, j in zip(w, used) if signs[j]]
        for a, row in enumerate(N):
            for b, x in enumerate(row):
                A = add(A, outer(marked[a], marked[b]), -Q(x))
        return {"signs": list(signs), "d": out(d), "N": out(list(N)), "kappa": text(Q(kappa)), **ldl(A)}

    def inside(self, number, t=None):
        p = [a + b for a, b in zip(self.p, self.Rp)]
        WL = [[x * y for x, y in zip(row, p)] for row in self.W]
        half = [[x / 2 for x in row] for row in mul(tr(WL), solve(self.get("K"), WL))]
        if t:
            D = [[Q(t[i]) * (i == j) - half[i][j] for j in range(self.m)] for i in range(self.m)]
            return self.put(number, "inside", method="diagonal", t=out(t), **ldl(D))
        best = max(sum(half[i][j] * (1 if (s >> i & 1) == (s >> j & 1) else -1)
                       for i in range(self.m) for j in range(self.m)) for s in range(1 << self.m))
        self.put(number, "inside", method="vertices", energy=text(best))

    def motion(self):
        Mr, r = congruent(self.N, self.M), len(self.N[0])
        K, C = solve(Mr, congruent(self.N, self.K)), solve(Mr, congruent(self.N, self.C))
        top = [[Q(0)] * r + row for row in eye(r)]
        return top + [[-x for x in a + b] for a, b in zip(K, C)]

    def write(self):
        body = json.dumps(self.data, indent=1, ensure_ascii=False)
        head = body[:-2] + ",\n "
        seal = hashlib.sha256(head.encode()).hexdigest()
        with open(os.path.join(folder, self.name + ".json"), "w", encoding="utf-8") as f:
            f.write(head + f'"seal": "{seal}"\n}}\n')


# ---- the paper's two masses -------------------------------------------------------------------------

two = dict(coordinates=["x1", "x2"], M=eye(2), K=[[2, -1], [-1, 2]])
base = dict(m1=1, m2=1, k1=1, k2=1)


def damping(c1, c2):
    return [[c1 + c2, -c2], [-c2, c1 + c2]]


def two_masses(name, theorem, claim, c1=Q(1, 2), c2=Q(-3, 8), **more):
    return Case(name, "models/two-masses.still", theorem, claim, C=damping(c1, c2), W=eye(2), p=[1, 1],
                frictions=["first", "second"], **two,
                parameters=dict(base, c1=c1, c2=c2, mu1=Q(1, 10), mu2=Q(1, 10), g=10), **more)


e = Q(1, 8)
one = [([0, 0], [[e, -e], [-e, e]], ())]
pair = [([1, 1], [[0, 0], [0, 0]], [[0], [Q(3, 4), 0]]), ([1, -1], [[e, -e], [e, -e]], [[0], [0, 0]])]
for name, leaves, t in [("two-masses", one, None), ("two-masses-split", pair, None),
                        ("two-masses-diagonal", one, [1, 1])]:
    c = two_masses(name, "WL2004-T4", "locally-attractive", level=16)
    c.energy()
    c.put(4, "friction")
    c.kernel(5)
    c.put(8, "level", cuts=[], leaves=[c.leaf(*leaf) for leaf in leaves])
    c.inside(9, t)
    c.write()

# More than the level needs: a cut, zeta and kappa. Levels of the columns: 81/25, 361/100, 8.
cut = [Q(1), Q(2)]
f, g, h = Q(1, 4), Q(1, 10), Q(1, 32)
rows = [[f, -f, g], [-f, f, -g / 2]]
c = two_masses("two-masses-cut", "WL2004-T4", "locally-attractive", level=Q(81, 25))
c.energy()
c.put(4, "friction")
c.kernel(5)
c.put(8, "level", cuts=out([cut]), leaves=[
    c.leaf([1, 0, s], rows + [[s * h / 2, 0, -2 * h]], [[0], [h, 0]], [cut], Q(1, 8)) for s in (1, -1)])
c.inside(9)
c.write()

c = two_masses("two-masses-set", "WL2004-T2", "globally-attractive", c2=Q(1, 5), settings=["c2=1/5"])
c.energy()
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.write()


def one_friction(name, model, friction, W, theorem, claim, c1, c2, **more):
    return Case(name, f"models/{model}.still", theorem, claim, C=damping(c1, c2), W=W, p=[1], frictions=[friction],
                **two, parameters=dict(base, c1=c1, c2=c2, mu=Q(1, 10), g=10), **more)


def lyapunov(A, alpha):
    """P with A^T P + P A - alpha P = I."""
    n = len(A)
    B = add(A, eye(n), -alpha / 2)
    rows = [[Q(0)] * n * n for _ in range(n * n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                rows[i * n + j][k * n + j] += B[k][i]
                rows[i * n + j][i * n + k] += B[k][j]
    P = solve(rows, [[x] for row in eye(n) for x in row])
    return [[P[i * n + j][0] for j in range(n)] for i in range(n)]


def growing(c, number, alpha, x, RA=None):
    """RA: the radii of A."""
    A = c.motion()
    P = lyapunov(A, alpha)
    image = [row[0] for row in mul(P, [[Q(v)] for v in x])]
    PA, size = mul(P, A), [[abs(v) for v in row] for row in P]
    R = mul(size, RA or [[Q(0)] * len(A)] * len(A))
    form = lower(add(add(PA, tr(PA)), P, -alpha), add(R, tr(R)))
    c.put(number, "growing", P=out(P), alpha=text(alpha), x=out(x), image=out(image),
          value=text(sum(a * b for a, b in zip(x, image))), **ldl(form))


c = one_friction("stick-mode", "two-masses-between", "between", [[-1], [1]], "SS-STICK", "unstable", Q(-1, 5), Q(1, 2),
                 settings=["c1=-0.2", "c2=0.5"])
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.kernel(3)
c.put(4, "nonsingular", matrix="Kr", determinant="2")
growing(c, 5, Q(1, 10), [1, 0])
c.put(6, "held", q=["0", "0"], forces=["0"])
c.write()

# The same with a damper of uncertain strength: Cr = -2/5 +- 1/50, Mr = 2.
c = Case("stick-mode-uncertain", "models/two-masses-between.still", "SS-STICK", "unstable", C=damping(Q(-1, 5), Q(1, 2)),
         W=[[-1], [1]], p=[1], frictions=["between"], **two, settings=["c1=-0.21:-0.19", "c2=0.5"],
         parameters=dict(base, c1=dict(center=Q(-1, 5), radius=Q(1, 100)), c2=Q(1, 2), mu=Q(1, 10), g=10),
         radius=dict(M=[[0, 0], [0, 0]], C=[[Q(1, 100), 0], [0, Q(1, 100)]], K=[[0, 0], [0, 0]]),
         formulas=dict(C=[["c1 + c2", "-1/2"], ["-1/2", "0.5 + c1"]]))
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.kernel(3)
c.put(4, "nonsingular", matrix="Kr", determinant="2")
growing(c, 5, Q(1, 10), [1, 0], [[Q(0), Q(0)], [Q(0), Q(1, 100)]])
c.put(6, "held", q=["0", "0"], forces=["0"])
c.write()

# Sliding on a rough floor, with a spring that does not hold and without any.
c = Case("slide", "tests/checker/models/floor.still", "SS-SLIDE", "globally-attractive", M=eye(2), C=[[1, -1], [-1, 1]],
         K=[[1, -1], [-1, 1]], W=[[1], [0]], p=[1], frictions=["floor"], coordinates=["x", "y"],
         parameters=dict(F=Q(1, 4)), load=[Q(1, 4), Q(0)])
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.definite(3, "K", "semidefinite")
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.definite(6, "Crs")
c.put(7, "definite", matrix="KW", **ldl([[Q(2), Q(-1)], [Q(-1), Q(1)]]))
c.put(8, "held", q=["0", "0"], forces=["-1/4"])
c.write()

c = Case("block", "tests/checker/models/block.still", "SS-SLIDE", "globally-attractive", M=[[1]], C=[[0]], K=[[0]],
         W=[[1]], p=[1], frictions=["floor"], coordinates=["x"], parameters=dict(F=Q(1, 2)), how="finite",
         load=[Q(1, 2)])
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.definite(3, "K", "semidefinite")
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.put(7, "definite", matrix="KW", **ldl([[Q(1)]]))
c.put(8, "held", q=["0"], forces=["-1/2"])
c.write()

c = one_friction("undamped", "two-masses-sum", "support", [[1], [1]], "SS-UNDAMPED", "not-attractive", Q(1, 2), Q(-1, 4),
                 settings=["c1=1/2", "c2=-1/4"])
c.energy()
c.kernel(4)
c.put(5, "undamped", basis=out(eye(2)), S=out(c.motion()))
c.write()

c = one_friction("semidefinite", "two-masses-between", "between", [[-1], [1]], "WL2004-T2", "globally-attractive",
                 Q(1, 2), Q(-1, 4), settings=["c2=-c1/2"])
c.energy()
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.definite(6, "Crs")
c.write()

# ---- a chain of three masses: friction under the first, a damper behind the last ------------------------

for name, c1, theorem, claim, level in [("chain", Q(0), "WL2004-T2", "globally-attractive", None),
                                        ("chain-local", Q(-1, 4), "WL2004-T4", "locally-attractive", 2)]:
    c = Case(name, "tests/checker/models/chain.still", theorem, claim, M=[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
             C=[[c1, 0, 0], [0, 0, 0], [0, 0, Q(1, 2)]], K=[[2, -1, 0], [-1, 2, -1], [0, -1, 2]], W=[[1], [0], [0]],
             p=[Q(1, 2)], frictions=["under"], coordinates=["x1", "x2", "x3"], level=level,
             parameters=dict(c1=c1, c3=Q(1, 2), F=Q(1, 2)), settings=["c1=-1/4"] if c1 else [])
    c.energy()
    if c1:
        c.put(4, "friction")
        c.kernel(5)
        c.definite(6, "Crs", "semidefinite")
        c.put(7, "observable", steps=4)
        c.put(8, "level", cuts=[], leaves=[c.leaf([0], [[Q(1, 4), 0, 0]])])
        c.inside(9)
    else:
        c.definite(4, "Cs", "semidefinite")
        c.kernel(5)
        c.put(6, "observable", steps=4)
    c.write()

# ---- one coordinate ---------------------------------------------------------------------------------------


def oscillator(name, theorem, claim, k3=Q(0), k=Q(1), cc=Q(-1, 2), p=Q(1), **more):
    parameters = dict(m=1, k=k, k3=k3, c=cc, mu=p / 10, g=10)
    parameters.update(more.pop("parameters", {}))
    return Case(name, "models/friction-oscillator.still", theorem, claim, M=[[1]], C=[[cc]], K=[[k]], W=[[1]], p=[p],
                frictions=["floor"], coordinates=["x"], parameters=parameters, **more)


c = oscillator("oscillator", "WL2004-T4", "locally-attractive", level=2)
c.energy()
c.put(4, "friction")
c.kernel(5)
c.put(8, "level", cuts=[], leaves=[c.leaf([0], [[Q(1, 2)]])])
c.inside(9)
c.write()

c = oscillator("oscillator-subset", "WL2004-T3", "attractive-subset", cc=Q(-3, 2), settings=["c=-3/2"], level=Q(2, 9))
c.energy()
c.put(4, "friction")
c.kernel(5)
c.put(8, "level", cuts=[], leaves=[c.leaf([0], [[Q(3, 2)]])])
c.write()

for name, k3, settings in [("oscillator-speed", Q(0), []), ("oscillator-cubic", Q(1, 2), ["k3=0.5"])]:
    c = oscillator(name, "WL2004-C", "locally-attractive", k3=k3, settings=settings, level=2)
    c.definite(1, "M")
    coefficients = out([1, k3] if k3 else [1])
    c.put(2, "spring", coefficients=coefficients, formulas=coefficients)
    c.put(3, "friction")
    c.put(4, "speed")
    step, low, high = Q(1, 2**40), 0, 2**41
    while high - low > 1:
        middle = (low + high) // 2
        x = middle * step
        low, high = (middle, high) if x + k3 * x**3 < 1 else (low, middle)
    x = high * step
    c.put(5, "extent", x=text(x), energy=text(x**2 / 2 + k3 * x**4 / 4))
    c.write()

c = oscillator("oscillator-passive", "WL2004-A", "globally-attractive", k3=Q(1), cc=Q(3, 10),
               settings=["k3=1", "c=3/10"])
c.definite(1, "M")
c.put(2, "spring", coefficients=["1", "1"], formulas=["1", "1"])
c.definite(3, "Cs", "semidefinite")
c.put(4, "friction")
c.write()

root, tiny = Q(1414213562373, 10**12), Q(1, 10**12)
c = oscillator("oscillator-uncertain", "WL2004-T4", "locally-attractive", k=root, p=Q(3, 4), level=Q(1, 2),
               settings=["k=sqrt(2)", "mu=0.05:0.1"],
               parameters=dict(k=dict(center=root, radius=tiny), mu=dict(center=Q(3, 40), radius=Q(1, 40))),
               radius=dict(M=[[0]], C=[[0]], K=[[tiny]], p=[Q(1, 4)]),
               formulas=dict(K=[["sqrt(2)"]], p=["10*mu"]))
c.energy()
c.put(4, "friction")
c.kernel(5)
c.put(8, "level", cuts=[], leaves=[c.leaf([0], [[Q(1, 2)]])])
c.inside(9)
c.write()

# Two masses, one of them sqrt(2), walls of uncertain stiffness: M, K and p are known within radii.
p1, low_M = [root, Q(1)], [[root - tiny, 0], [0, 1]]
best = min((a - r)**2 / (2 * mul([d], solve(low_M, [[x] for x in d]))[0][0])
           for a, r, d in zip(p1, [tiny, 0], one[0][1]))
c = Case("two-masses-uncertain", "models/two-masses.still", "WL2004-T4", "locally-attractive", M=[[root, 0], [0, 1]],
         C=damping(Q(1, 2), Q(-3, 8)), K=[[2, -1], [-1, 2]], W=eye(2), p=p1, frictions=["first", "second"],
         coordinates=["x1", "x2"], level=best, settings=["m1=sqrt(2)", "k1=0.9:1.1"],
         parameters=dict(base, c1=Q(1, 2), c2=Q(-3, 8), mu1=Q(1, 10), mu2=Q(1, 10), g=10,
                         m1=dict(center=root, radius=tiny), k1=dict(center=1, radius=Q(1, 10))),
         radius=dict(M=[[tiny, 0], [0, 0]], C=[[0, 0], [0, 0]], K=[[Q(1, 10), 0], [0, Q(1, 10)]], p=[tiny, 0]),
         formulas=dict(M=[["2/sqrt(2)", "0"], ["0", "1"]], K=[["k1 + 1", "-1"], ["-1", "k2 + k1"]],
                       p=["mu1*m1*g", "1"]))
c.energy()
c.put(4, "friction")
c.kernel(5)
c.put(8, "level", cuts=[], leaves=[c.leaf(*one[0])])
c.inside(9)
c.write()

# ---- negative stiffness -------------------------------------------------------------------------------------

c = Case("negative-stiffness", "tests/checker/models/saddle.still", "LW2008-T3", "unstable", M=eye(2),
         C=[[Q(1, 5), 0], [0, Q(1, 5)]], K=[[1, 2], [2, 1]], W=eye(2), p=[1, 1], frictions=["a", "b"],
         coordinates=["x", "y"], parameters=dict(c=Q(1, 5), F=1))
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.put(3, "nonsingular", matrix="K", determinant="-3")
c.put(4, "negative", matrix="K", x=["1", "-1"], image=["-1", "1"], value="-2")
c.definite(5, "Cs", "semidefinite")
c.put(6, "trivial", matrices=["Cs", "W"])
c.write()

# Springs to the walls that push, of uncertain stiffness, and uncertain damping.
c = Case("negative-stiffness-uncertain", "models/two-masses.still", "LW2008-T3", "unstable", M=eye(2),
         C=damping(Q(1, 2), Q(3, 20)), K=[[0, -1], [-1, 0]], W=eye(2), p=[1, 1], frictions=["first", "second"],
         coordinates=["x1", "x2"], settings=["k1=-1.1:-0.9", "c2=0.1:0.2"],
         parameters=dict(base, k1=dict(center=-1, radius=Q(1, 10)), c1=Q(1, 2), c2=dict(center=Q(3, 20), radius=Q(1, 20)),
                         mu1=Q(1, 10), mu2=Q(1, 10), g=10),
         radius=dict(M=[[0, 0], [0, 0]], C=[[Q(1, 20)] * 2] * 2, K=[[Q(1, 10), 0], [0, Q(1, 10)]]),
         formulas=dict(C=[["1/2 + c2", "-c2"], ["-c2", "1/2 + c2"]], K=[["1 + k1", "-1"], ["-1", "k1 + 1"]]))
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.put(3, "nonsingular", matrix="K")
c.put(4, "negative", matrix="K", x=["1", "1"], image=["-1", "-1"], value="-9/5")
c.definite(5, "Cs", "semidefinite")
c.put(6, "trivial", matrices=["Cs", "W"])
c.write()

c = Case("fed-saddle", "tests/checker/models/fed-saddle.still", "SS-SADDLE", "unstable", M=eye(2),
         C=[[Q(-1, 2), 0], [Q(1, 4), Q(1, 2)]], K=[[-1, 1], [1, 2]], W=[[2], [0]], p=[1], frictions=["a"],
         coordinates=["x", "y"], parameters=dict(c=Q(1, 2), F=1))
c.definite(1, "M")
c.put(2, "symmetric", matrix="K")
c.put(3, "nonsingular", matrix="K", determinant="-3")
c.put(4, "negative", matrix="K", x=["1", "0"], image=["-1", "1"], value="-1")
c.kernel(5)
c.definite(6, "Crs")
c.write()

# ---- the language: bodies, points, forces at points, feedback, sliders, a chart, gravity ----------------------

c = Case("sledge", "tests/checker/models/sledge.still", "WL2004-T2", "globally-attractive", M=[[5]], C=[[Q(3, 4)]],
         K=[[12]], W=[[2]], p=[Q(3, 2)], frictions=["runner"], coordinates=["z"], center=[Q(-19, 6)], feedback="soft",
         parameters=dict(m=2, J=Q(1), h=Q(1, 4), k=8, g=10, mu=Q(3, 10), a=2, s=4))
c.energy()
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.write()

# ---- entries that are not affine ------------------------------------------------------------------------------

c = Case("bent", "tests/checker/models/bent.still", "WL2004-T2", "globally-attractive", M=[[Q(201, 100)]], C=[[1]],
         K=[[Q(78, 100)]], W=[[]], p=[], frictions=[], coordinates=["x"], parameters=dict(a=dict(center=1, radius=Q(1, 10))),
         radius=dict(M=[[Q(1, 5)]], C=[[0]], K=[[Q(6, 100)]]), formulas=dict(M=[["1 + a^2"]], K=[["atan2(a, 1)"]]))
c.energy()
c.definite(4, "Cs", "semidefinite")
c.kernel(5)
c.definite(6, "Crs")
c.write()

# ---- where machines can rest: K q = f + W l, |l| <= p ----------------------------------------------------------


def rest(c, **more):
    for member in ("claim", "how", "theorem", "level", "conditions"):
        c.data.pop(member)
    c.data["format"] = "standstill-rest/1"
    c.data.update(more)
    c.write()


def end(at, q, forces, y):
    return dict(at=text(Q(at)), q=out(q), forces=out(forces), y=out(y))


third = Q(1, 3)
rest(two_masses("rest-two-masses", None, None), extents=[
    dict(coordinate=name, low=end(-1, [-1, -1], [-1, -1], [-a, -b]), high=end(1, [1, 1], [1, 1], [a, b]))
    for name, a, b in [("x1", 2 * third, third), ("x2", third, 2 * third)]])


def loose(name, F, **more):
    return Case(name, "tests/checker/models/loose.still", None, None, M=eye(3), C=[[0] * 3] * 3,
                K=[[1, -1, 0], [-1, 1, 0], [0, 0, 2]], W=eye(3), p=[Q(1, 4), Q(1, 4), third], frictions=["a", "b", "c"],
                coordinates=["x", "y", "z"], parameters=dict(F=F), load=[F, 0, 0], **more)


held, along = [Q(-1, 8), 0, 0], [1, 1, 0]
rest(loose("rest-loose", Q(1, 8)), extents=[
    *[dict(coordinate=name, q=out([0, 0, 0]), forces=out(held), direction=out(along)) for name in "xy"],
    dict(coordinate="z", low=end(Q(-1, 6), [0, 0, Q(-1, 6)], [Q(-1, 8), 0, -third], [0, 0, Q(-1, 2)]),
         high=end(Q(1, 6), [0, 0, Q(1, 6)], [Q(-1, 8), 0, third], [0, 0, Q(1, 2)]))])
rest(loose("rest-nowhere", Q(1), settings=["F=1"]), nowhere=out([-2, -2, 0]))
