"""python_loop.py: many short motions, for bench_python.c.

usage: python_loop.py MODEL MOTIONS END       prints the seconds of CPU time and the sum of the last positions
"""
import sys
import time

import standstill as ss

model, motions, end = ss.open(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
begun, total = time.process_time(), 0.0
for k in range(motions):
    total += model.simulate({"x": 2 + 1e-4 * k}, end=end).q["x"][-1]
print(time.process_time() - begun, repr(float(total)))
