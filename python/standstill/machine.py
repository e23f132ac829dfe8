"""machine.py: a machine, and the questions that it answers."""
from __future__ import annotations

import os
import threading
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .library import Arena, Bar, Said, Texts, c_text, ffi, lib, run, text
from .results import Basin, Chart, Equations, Fit, Proof, Rest, Run

Value = Union[str, float, int, Tuple[Any, Any]]
METHODS = ("events", "moreau", "penalty")
CLAIMS = ("attractive", "stable", "bounded")


def _write_setting(name: str, value: Value) -> str:
    """mu=0.4 as the command line has it; a pair is a range."""
    if isinstance(value, (tuple, list)):
        low, high = value
        return f"{name}={_write_number(low)}:{_write_number(high)}"
    return f"{name}={_write_number(value)}"


def _write_number(value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def _write_state(state) -> Optional[str]:
    """A name, a text ("x=0.1, phi'=2"), or a mapping of the same."""
    if state is None or isinstance(state, str):
        return state
    return ", ".join(f"{name}={_write_number(value)}" for name, value in state.items())


class _Watch:
    """The bar of a motion that is computed."""

    def __init__(self, bar: Bar, end: float):
        self.bar, self.end = bar, end


_raised = threading.local()  # what was raised while this thread's motion was computed


def _keep(_, error, trace):
    _raised.error = error


# one for all motions: to make a callback takes longer than a short motion; Ctrl-C arrives in it, ends
# the motion, and is raised again by who asked for the motion
@ffi.callback("bool(void *, double)", error=False, onerror=_keep)
def _go_on(user, t):
    watch = ffi.from_handle(user)
    watch.bar(min(1.0, t / watch.end) if watch.end > 0 else 1.0)
    return True


class Machine:
    """A model with its settings, inputs closed and equations derived. Constant: threads may share it."""

    def __init__(self, pointer, said: Said):
        self._pointer = ffi.gc(pointer, lib.ss_machine_close)
        self._model = lib.ss_machine_model(pointer)
        self._system = lib.ss_machine_system(pointer)
        self.warnings = said.problems()
        self.coordinates: Tuple[str, ...] = tuple(
            text(self._system.names[k]) for k in range(self._system.coordinates))

    title = property(lambda self: text(self._model.title))

    @property
    def parameters(self) -> Dict[str, float]:
        """The parameters as numbers."""
        values = lib.ss_machine_parameters(self._pointer)
        return {text(self._model.parameter[k].name.text): values[k] for k in range(self._model.parameters)}

    def __repr__(self) -> str:
        return f"<standstill.Machine {self.title!r}: {', '.join(self.coordinates)}>"

    def change(self, **settings: Value) -> "Machine":
        """The same machine with further settings."""
        said, made = Said(), ffi.new("ss_machine **")
        texts = Texts(_write_setting(name, value) for name, value in settings.items())
        said.check(lib.ss_machine_change(self._pointer, texts.count, texts.array, said.list, made))
        return Machine(made[0], said)

    def state(self, state=None) -> Tuple[Dict[str, float], Dict[str, float]]:
        """A state as numbers: positions and velocities by the names of the coordinates."""
        q, u = self._read_state(state)
        return dict(zip(self.coordinates, q)), dict(zip(self.coordinates, u))

    def _read_state(self, state):
        said, n = Said(), len(self.coordinates)
        q, u = np.zeros(n), np.zeros(n)
        said.check(lib.ss_machine_state(self._pointer, c_text("from"), c_text(_write_state(state)), said.list,
                                        ffi.from_buffer("double[]", q), ffi.from_buffer("double[]", u)))
        return q, u

    # ---- questions -------------------------------------------------------------------------------

    def simulate(self, start=None, *, end: float = 10.0, method: str = "events", every: Optional[float] = None,
                 step: Optional[float] = None, tolerance: Optional[float] = None,
                 stiffness: Optional[float] = None, go_on: bool = False,
                 progress: Optional[bool] = None) -> Run:
        """The motion from a state (a name of the file, "x=0.1", a mapping; None: the first of the file).
        `every`: also record the state so often (None: 500 times until the end)."""
        if method not in METHODS:
            raise ValueError(f"no method {method!r}; there are {', '.join(METHODS)}")
        options = lib.ss_motion_default_options()
        options.method, options.end, options.go_on_at_rest = METHODS.index(method), end, go_on
        options.every = end / 500 if every is None else every
        for name, value in (("step", step), ("tolerance", tolerance), ("stiffness", stiffness)):
            if value is not None:
                setattr(options, name, value)
        said, arena, bar = Said(), Arena(), Bar("simulate", progress)
        motion, given = ffi.new("ss_motion *"), ffi.new("ss_motion_options *", options)
        handle = ffi.new_handle(_Watch(bar, end))
        given.progress, given.user = _go_on, handle
        _raised.error = None
        status = lib.ss_machine_move(arena.pointer, self._pointer, c_text(_write_state(start)), given, said.list,
                                     motion)
        bar.close()
        if _raised.error:
            raise _raised.error
        if motion.q == ffi.NULL:
            said.check(status if status != lib.SS_OK else lib.SS_MEMORY)
        return Run(self, arena, motion, said)

    def fit(self, data, parameters: Sequence[str] = (), *, start=None, starts: Sequence[str] = (),
            confidence: float = 0.95, tries: int = 12) -> Fit:
        """Parameters, and entries of the state at t = 0 (`starts`), from measurements in a file (.csv, .h5)."""
        said, arena = Said(), Arena()
        measured, fit = ffi.new("ss_measured *"), ffi.new("ss_fit *")
        said.check(lib.ss_machine_read_measured(arena.pointer, self._pointer, c_text(os.fspath(data)), said.list,
                                                measured))
        options = ffi.new("ss_fit_options *", lib.ss_fit_default_options())
        names, entries, base = Texts(parameters), Texts(starts), c_text(_write_state(start))
        options.parameters, options.parameter = names.count, names.array
        options.starts, options.start = entries.count, entries.array
        options.confidence, options.tries = confidence, tries
        setattr(options, "from", base)
        said.check(run(lambda: lib.ss_machine_fit(arena.pointer, self._pointer, measured, options, said.list, fit)))
        return Fit(arena, measured, fit, (names, entries, base, self))

    def rest(self, *, box: Optional[Mapping[str, Tuple[float, float]]] = None) -> Rest:
        """The sets of positions where it can rest."""
        said, arena, sets = Said(), Arena(), ffi.new("ss_rest_sets *")
        options = ffi.new("ss_rest_options *", lib.ss_rest_default_options())
        if box:
            texts = Texts(_write_setting(name, tuple(ends)) for name, ends in box.items())
            said.check(lib.ss_machine_read_box(arena.pointer, self._pointer, texts.count, texts.array, said.list,
                                               options))
        call = lambda: lib.ss_machine_rest(arena.pointer, self._pointer, options, said.list, sets)
        said.check(run(call))
        return Rest(self, arena, sets)

    def contains(self, position, tolerance: float = 1e-9) -> str:
        """Whether it can rest there: "proved", "refuted" or "unknown"."""
        said, arena, answer = Said(), Arena(), ffi.new("ss_rest_answer *")
        said.check(lib.ss_machine_contains(arena.pointer, self._pointer, c_text(_write_state(position)), tolerance,
                                           said.list, answer))
        return text(lib.ss_verdict_text(answer.verdict))

    def prove(self, claim: str = "attractive", *, at=None) -> Proof:
        """Does it come to rest (attractive), is the rest set stable, are motions bounded?"""
        if claim not in CLAIMS:
            raise ValueError(f"no claim {claim!r}; there are {', '.join(CLAIMS)}")
        said, arena = Said(), Arena()
        proof, choice = ffi.new("ss_proof *"), ffi.new("ss_rest_choice *")
        options = ffi.new("ss_proof_options *", lib.ss_proof_default_options())
        options.question = CLAIMS.index(claim)
        where = c_text(_write_state(at))

        def call():
            status = lib.ss_machine_choose_rest(arena.pointer, self._pointer, where, said.list, choice)
            options.at = choice.at
            return status or lib.ss_machine_prove(arena.pointer, self._pointer, options, said.list, proof)

        said.check(run(call))
        return Proof(self, arena, proof, choice)

    def basin(self, plane: Union[str, Sequence[str]], *, range, grid: Tuple[int, int] = (101, 101),
              start=None, end: Optional[float] = None, refine: bool = True, threads: int = 0,
              file=None, resume: bool = False, progress: Optional[bool] = None) -> Basin:
        """In which rest set does the motion from each start of a plane end?"""
        names = [name.strip() for name in (plane.split(",") if isinstance(plane, str) else plane)]
        if len(names) != 2:
            raise ValueError("a plane has two axes, as \"x, x'\"")
        axes = [c_text(name) for name in names]
        base, out = c_text(_write_state(start)), c_text(None if file is None else os.fspath(file))
        options = ffi.new("ss_basin_options *", lib.ss_basin_default_options())
        for k in (0, 1):
            options.axis[k], options.map.count[k] = axes[k], grid[k]
            options.low[k], options.high[k] = range[k]
        setattr(options, "from", base)
        options.map.refine, options.map.threads, options.map.file, options.map.resume = refine, threads, out, resume
        if end is not None:
            options.reach.end = end
        return Basin.compute(self, options, (axes, base, out), Bar("basin", progress))

    def chart(self, *, vary: Mapping[str, Tuple[float, float]], test: str = "prove", grid: Tuple[int, int] = (21, 21),
              start=None, refine: bool = False, threads: int = 0, progress: Optional[bool] = None) -> Chart:
        """How a verdict changes over two parameters; `vary`: their ranges, `test`: as the command's."""
        if len(vary) != 2:
            raise ValueError("a chart varies two parameters, as {\"mu\": (0, 1), \"k\": (1, 2)}")
        names, word, base = [c_text(name) for name in vary], c_text(test), c_text(_write_state(start))
        options = ffi.new("ss_parameter_chart_options *", lib.ss_parameter_chart_default_options())
        for k, ends in enumerate(vary.values()):
            options.parameter[k], options.map.count[k] = names[k], grid[k]
            options.low[k], options.high[k] = ends
        options.test, options.map.refine, options.map.threads = word, refine, threads
        setattr(options, "from", base)
        return Chart.compute(self, options, (names, word, base), Bar("chart", progress))

    def report(self, file, *, seconds: float = 20.0) -> str:
        """Everything about the machine on one HTML page; `seconds` for its maps and motions."""
        said, name = Said(), os.fspath(file)
        options = ffi.new("ss_report_options *", lib.ss_report_default_options())
        options.seconds = seconds
        said.check(run(lambda: lib.ss_machine_report(self._pointer, options, c_text(name), said.list)))
        return name

    def equations(self) -> Equations:
        """M, h, W and the gaps as functions of many states."""
        return Equations(self)


def _options(settings: Mapping[str, Value], inputs: Optional[Mapping[str, str]], feedback: Optional[str]):
    given = Texts(_write_setting(name, value) for name, value in settings.items())
    laws = Texts(f"{name}={law}" for name, law in (inputs or {}).items())
    law = c_text(feedback)
    options = ffi.new("ss_machine_options *", {"settings": given.count, "setting": given.array,
                                               "inputs": laws.count, "input": laws.array, "feedback": law})
    return options, (given, laws, law)


def open(file, *, inputs: Optional[Mapping[str, str]] = None, feedback: Optional[str] = None,
         **settings: Value) -> Machine:
    """Opens a model file: `mu=0.4` sets a parameter, `mu=(0.3, 0.5)` gives it a range."""
    said, made = Said(), ffi.new("ss_machine **")
    options, kept = _options(settings, inputs, feedback)
    status = lib.ss_machine_open(c_text(os.fspath(file)), options, said.list, made)
    del kept
    said.check(status)
    return Machine(made[0], said)


def parse(model: str, *, name: str = "model", inputs: Optional[Mapping[str, str]] = None,
          feedback: Optional[str] = None, **settings: Value) -> Machine:
    """The same from a text."""
    said, made = Said(), ffi.new("ss_machine **")
    options, kept = _options(settings, inputs, feedback)
    status = lib.ss_machine_parse(c_text(name), ffi.new("char[]", model.encode()), options, said.list, made)
    del kept
    said.check(status)
    return Machine(made[0], said)
