#!/usr/bin/python3
"""chain_sympy.py: the equations of motion of a planar chain by SymPy, for bench_chain.c.

usage: chain_sympy.py LINKS

Lagrange's equations by hand, M u' = h, as SymPy's documentation would write them: velocities are
symbols, every derivative is taken once, nothing is substituted. Then the quickest of SymPy's
simplifications that reaches the same form (Pythagoras, differences of angles): expand, TR5, expand,
TR10i; `trigsimp` reaches it too and takes some fifty times as long. Prints the seconds of the
derivation and of the simplification, each the least of three runs with an empty cache, and the
number of operations of the result.
"""
import sys
import time

import sympy
from sympy import cos, diff, expand, sin
from sympy.core.cache import clear_cache
from sympy.simplify.fu import TR5, TR10i


def derive(n):
    q, u, m, l, J = (sympy.symbols(f"{letter}1:{n + 1}") for letter in "qumlJ")
    g = sympy.Symbol("g")

    def rate(e):
        return sum(diff(e, q[i]) * u[i] for i in range(n))

    x = y = T = U = sympy.Integer(0)
    for i in range(n):
        centre_x, centre_y = x + l[i] * sin(q[i]) / 2, y - l[i] * cos(q[i]) / 2
        x, y = x + l[i] * sin(q[i]), y - l[i] * cos(q[i])
        T += m[i] * (rate(centre_x) ** 2 + rate(centre_y) ** 2) / 2 + J[i] * u[i] ** 2 / 2
        U += m[i] * g * centre_y
    p = [diff(T, u[k]) for k in range(n)]
    M = {(i, j): diff(p[i], u[j]) for i in range(n) for j in range(i, n)}
    h = [diff(T, q[k]) - diff(U, q[k]) - rate(p[k]) for k in range(n)]
    return list(M.values()) + h


def simplify(e):
    return TR10i(expand(TR5(expand(e))))


def main():
    n = int(sys.argv[1])
    deriving, simplifying, operations = float("inf"), float("inf"), 0
    for _ in range(3):
        clear_cache()
        start = time.process_time()
        equations = derive(n)
        middle = time.process_time()
        equations = [simplify(e) for e in equations]
        end = time.process_time()
        deriving = min(deriving, middle - start)
        simplifying = min(simplifying, end - middle)
        operations = sum(int(sympy.count_ops(e)) for e in equations)
    print(deriving, simplifying, operations)


main()
