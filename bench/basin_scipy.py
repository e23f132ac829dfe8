#!/usr/bin/python3
"""basin_scipy.py: do two masses reach their rest set by T = 100? With SciPy, for bench_basin.c.

usage: basin_scipy.py < STARTS       four numbers a line: x1 x2 x1' x2'

Event-driven, as a careful user would write it: solve_ivp (RK45, relative tolerance 1e-8, absolute
1e-10) on each of the nine modes of sticking and slipping, with terminal events. Prints the seconds of
CPU time, then 0 or 1 for each start.
"""
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

K = np.array([[2.0, -1.0], [-1.0, 2.0]])
C = np.array([[0.125, 0.375], [0.375, 0.125]])
END, EVENTS_MOST = 100.0, 2000


def forces(x):
    return -K @ x[:2] - C @ x[2:]


def choose_mode(x, sign):
    f = forces(x)
    for i in range(2):
        if x[2 + i] == 0:
            sign[i] = 0 if abs(f[i]) <= 1 + 1e-12 else np.sign(f[i])


def make_events(sign, begin):
    def ends(i):
        return lambda t, x: sign[i] * x[2 + i] + (1e-14 if t <= begin else 0)

    def begins(i):
        return lambda t, x: 1 + 1e-9 - abs(forces(x)[i])

    events = [ends(i) if sign[i] else begins(i) for i in range(2)]
    for event in events:
        event.direction, event.terminal = -1, True
    return events


def reaches_rest(start):
    x, t = np.array(start), 0.0
    sign = np.sign(x[2:])
    for _ in range(EVENTS_MOST):
        if t >= END:
            return False
        choose_mode(x, sign)
        if not sign.any():
            return True
        slips = sign != 0

        def rates(_, y):
            a = forces(y) - sign
            return np.concatenate([np.where(slips, y[2:], 0), np.where(slips, a, 0)])

        run = solve_ivp(rates, (t, END), x, events=make_events(sign, t), rtol=1e-8, atol=1e-10)
        x, t = run.y[:, -1].copy(), run.t[-1]
        for i in range(2):
            happened = len(run.t_events[i]) > 0
            if not slips[i] or happened:
                x[2 + i] = 0
            if not slips[i] and happened:
                sign[i] = np.sign(forces(x)[i])
                x[2 + i] = 1e-13 * sign[i]
    return False


starts = [[float(word) for word in line.split()] for line in sys.stdin]
begin = time.process_time()
reached = [reaches_rest(start) for start in starts]
print(time.process_time() - begin)
print(" ".join(str(int(yes)) for yes in reached))
