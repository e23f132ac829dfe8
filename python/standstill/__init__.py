"""Standstill: will it come to a standstill, from where, and can you prove it?

    import standstill as ss
    m = ss.open("rocking-block.still", mu=0.4)
    run = m.simulate("tilted", end=2)      # run.t, run.q["x"], run.events, run.energy, run.plot()
    sets = m.rest()
    proof = m.prove()                      # proof.verdict, proof.level, proof.save("block.proof.json")
    b = m.basin("phi, phi'", range=((-1, 1), (-5, 5)), grid=(200, 200))
    f = m.equations()                      # f.M(q), f.h(q, u), f.W(q), over many states
"""
from importlib.util import find_spec as _find
from sys import executable as _executable

# all that is missing in one sentence, before anything asks for it
_missing = [package for module, package in (("_cffi_backend", "python3-cffi-backend"), ("numpy", "python3-numpy"))
            if _find(module) is None]
if _missing:
    raise ImportError(f"standstill needs packages that are not here; on Debian: apt-get install {' '.join(_missing)}"
                      f" (for /usr/bin/python3; another Python, as {_executable} may be, has its own: pip install cffi numpy)")

from .library import Error, InputError, LimitError, Picture, Problem
from .machine import Machine, open, parse
from .results import Basin, Chart, Comparison, Equations, Event, Fit, Proof, Rest, Run, StartProof, Track, Variation

__all__ = ["open", "parse", "Machine", "Run", "Event", "Fit", "Rest", "Proof", "Basin", "Chart", "Comparison",
           "StartProof", "Track", "Variation", "Equations", "Picture", "Error", "InputError", "LimitError", "Problem"]
