"""machine.py: a machine, and the questions that it answers."""
from __future__ import annotations

import os
import threading
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .library import Arena, Bar, LimitError, Said, Texts, c_bytes, c_text, ffi, lib, run, shown, text
from .results import Basin, Chart, Comparison, Equations, Fit, Proof, Rest, Run, StartProof, Track, Variation

Value = Union[str, float, int, Tuple[Any, Any]]
METHODS = ("events", "moreau", "penalty")
CLAIMS = ("attractive", "stable", "bounded")
ENGINES = ("auto", "pwl", "moreau", "events")
# options of simulate that only some methods know
OF_METHOD = {"step": ("moreau",), "stiffness": ("penalty",), "damping": ("penalty",),
             "power": ("penalty",), "impact_order": ("events",), "on_jam": ("events",),
             "on_ambiguity": ("events", "penalty")}


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


def _choose(what: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(f"no {what} {word!r}; there are {', '.join(words)}")
    return words.index(word)


def _until(time_limit: Optional[float]) -> float:
    """The moment of the library's clock at which so many seconds are over; 0: never."""
    if time_limit is None:
        return 0.0
    if not time_limit > 0:
        raise ValueError("time_limit: expected a number of seconds above 0")
    return lib.ss_clock() + time_limit


def _set(options, **values) -> None:
    """Those that are given."""
    for name, value in values.items():
        if value is not None:
            setattr(options, name, value)


class _Watch:
    """The bar of a motion that is computed, and the moment at which it is to end."""

    def __init__(self, bar: Bar, end: float, time_limit: Optional[float]):
        self.bar, self.end = bar, end
        self.until = None if time_limit is None else time.monotonic() + time_limit


_raised = threading.local()  # what was raised while this thread's motion was computed


def _keep(_, error, trace):
    _raised.error = error


# one for all motions: to make a callback takes longer than a short motion; Ctrl-C arrives in it, ends
# the motion, and is raised again by who asked for the motion
@ffi.callback("bool(void *, double)", error=False, onerror=_keep)
def _go_on(user, t):
    watch = ffi.from_handle(user)
    watch.bar(min(1.0, t / watch.end) if watch.end > 0 else 1.0)
    return watch.until is None or time.monotonic() < watch.until


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

    def _motion_options(self, method: str, end: float, every: Optional[float], given: Mapping[str, Any]):
        """Options of a motion from those of `simulate`, and what must live as long."""
        options, kept = ffi.new("ss_motion_options *", lib.ss_motion_default_options()), []
        options.method, options.end = _choose("method", method, METHODS), end
        options.every = end / 500 if every is None else every
        for name, methods in OF_METHOD.items():
            if given.get(name) not in (None, "stop", ()) and method not in methods:
                raise ValueError(f"{name} means nothing to the method {method}")
        _set(options, step=given.get("step"), tolerance=given.get("tolerance"))
        options.go_on_at_rest = given.get("go_on", False)
        options.first_if_several = _choose("on_ambiguity", given.get("on_ambiguity", "stop"), ("stop", "first")) == 1
        options.impact_if_jammed = _choose("on_jam", given.get("on_jam", "stop"), ("stop", "impact")) == 1
        for name, usual in (("stiffness", options.stiffness), ("damping", float("nan")), ("power", 1.0)):
            self._set_spring(options, name, usual, given.get(name), kept)
        self._set_order(options, given.get("impact_order", ()), kept)
        region = given.get("region")
        if region is not None or self._model.regions == 1:
            names = [text(self._model.region[k].name.text) for k in range(self._model.regions)]
            options.region = self._model.region + (0 if region is None else _choose("region", region, names))
        return options, kept

    def _contacts(self) -> Dict[str, int]:
        elements = ((k, self._model.element[k]) for k in range(self._model.elements))
        return {text(e.name.text): k for k, e in elements if e.kind == lib.SS_ELEMENT_CONTACT}

    def _set_spring(self, options, option: str, usual: float, given, kept) -> None:
        """A number of all contacts, or some by name."""
        if given is None:
            return
        contacts = self._contacts()
        of = np.full(self._model.elements, usual if isinstance(given, Mapping) else given, float)
        for name, value in given.items() if isinstance(given, Mapping) else ():
            of[list(contacts.values())[_choose("contact", name, list(contacts))]] = value
        kept.append(of)
        setattr(options, option + "_of", ffi.from_buffer("double[]", of))

    def _set_order(self, options, order: Union[str, Sequence[str]], kept) -> None:
        names = [name.strip() for name in order.split(",")] if isinstance(order, str) else list(order)
        if not names:
            return
        contacts, count = self._contacts(), self._model.elements
        rank = [count + k for k in range(count)]
        for next_rank, name in enumerate(names):
            if name not in contacts or rank[contacts[name]] < count:
                raise ValueError(f"impact_order: no contact {name!r}, or named twice")
            rank[contacts[name]] = next_rank
        kept.append(ffi.new("size_t[]", rank))
        options.impact_rank = kept[-1]

    def simulate(self, start=None, *, end: float = 10.0, method: str = "events", every: Optional[float] = None,
                 step: Optional[float] = None, tolerance: Optional[float] = None,
                 stiffness: Union[None, float, Mapping[str, float]] = None,
                 damping: Union[None, float, Mapping[str, float]] = None,
                 power: Union[None, float, Mapping[str, float]] = None, on_ambiguity: str = "stop",
                 impact_order: Union[str, Sequence[str]] = (), on_jam: str = "stop", region: Optional[str] = None,
                 go_on: bool = False, time_limit: Optional[float] = None, progress: Optional[bool] = None) -> Run:
        """The motion from a state (a name of the file, "x=0.1", a mapping; None: the first of the file).
        `every`: also record the state so often (None: 500 times until the end); `on_ambiguity`: "first" follows
        the first of several consistent modes; `on_jam`: "impact" goes on where no modes are consistent;
        `impact_order`: names of contacts; `stiffness`, `damping`, `power`: of all contacts, or by name."""
        options, kept = self._motion_options(method, end, every, dict(
            step=step, tolerance=tolerance, stiffness=stiffness, damping=damping, power=power, on_ambiguity=on_ambiguity, on_jam=on_jam,
            impact_order=impact_order, region=region, go_on=go_on))
        _until(time_limit)
        said, arena, bar = Said(), Arena(), Bar("simulate", progress)
        motion, given = ffi.new("ss_motion *"), options
        handle = ffi.new_handle(_Watch(bar, end, time_limit))
        given.progress, given.user = _go_on, handle
        _raised.error = None
        status = lib.ss_machine_move(arena.pointer, self._pointer, c_text(_write_state(start)), given, said.list,
                                     motion)
        bar.close()
        given.progress, given.user = ffi.NULL, ffi.NULL
        if _raised.error:
            raise _raised.error
        if motion.q == ffi.NULL:
            said.check(status if status != lib.SS_OK else lib.SS_MEMORY)
        return Run(self, arena, motion, said, (options, kept, _write_state(start)))

    def compare(self, stiffness: Sequence[float], start=None, *, end: float = 10.0, every: Optional[float] = None,
                tolerance: Optional[float] = None, on_ambiguity: str = "stop", go_on: bool = False) -> Comparison:
        """The rigid motion and, for each stiffness, that with springs for contacts."""
        options, kept = self._motion_options("penalty", end, end / 4000 if every is None else every, dict(
            tolerance=tolerance, on_ambiguity=on_ambiguity, go_on=go_on))
        q, u = self._read_state(start)
        from_buffer = lambda array: ffi.from_buffer("double[]", array)
        at = ffi.new("ss_start *", {"q": from_buffer(q), "u": from_buffer(u)})
        list_of = np.asarray(stiffness, float)
        arena, made = Arena(), ffi.new("ss_comparison *")
        status = run(lambda: lib.ss_machine_compare(arena.pointer, self._pointer, at, options, len(list_of),
                                                    from_buffer(list_of), made))
        if status != lib.SS_OK:
            said = Said()
            if made.reason != ffi.NULL:
                raise LimitError(text(lib.ss_status_name(status)), text(made.reason), [])
            said.check(status)
        return Comparison(self, arena, made, kept)

    def prove_start(self, start=None, *, radius: float = 0.0, end: float = 60.0, file=None) -> StartProof:
        """What becomes of this start, and of all that differ by at most `radius`, as a theorem; `file`: of the
        certificate."""
        q, u = self._read_state(start)
        said, arena, proof = Said(), Arena(), ffi.new("ss_start_proof *")
        name = c_text(None if file is None else os.fspath(file))
        options = ffi.new("ss_start_options *", {"q": ffi.from_buffer("double[]", q), "radius": radius, "end": end,
                                                 "u": ffi.from_buffer("double[]", u), "file": name})
        said.check(run(lambda: lib.ss_machine_prove_start(arena.pointer, self._pointer, options, said.list, proof)))
        return StartProof(self, arena, options, proof, (q, u, name))

    def vary(self, start=None, *, end: float = 10.0, parameters: Sequence[str] = (), period: bool = False,
             check: int = 0, check_size: Optional[float] = None, window: Optional[float] = None,
             tolerance: Optional[float] = None) -> Variation:
        """How the motion changes with its start and these parameters, through its events; `period`: the end is the
        start again; `check`: compare with so many perturbed motions."""
        indices = []
        for name in parameters:
            k = lib.ss_model_find_parameter(self._model, c_text(name))
            if k == self._model.parameters or k in indices:
                raise ValueError(f"parameters: {name!r} is no parameter, or named twice")
            indices.append(k)
        n, count = len(self.coordinates), len(indices)
        index, slope = ffi.new("size_t[]", indices + [0]), np.zeros(2 * n * count + 1)
        options = ffi.new("ss_vary_options *", lib.ss_vary_default_options())
        _set(options, end=end, tolerance=tolerance, window=window, check_size=check_size, checks=check)
        q, u = self._read_state(start)
        name = _write_state(start)
        if name is None and self._model.states:
            name = text(self._model.state[0].name.text)
        pointer = ffi.from_buffer("double[]", slope)
        Said().check(lib.ss_vary_start_slopes(self._model, c_text(name), count, index, pointer))
        options.parameters, options.parameter, options.start_slope = count, index, pointer
        return Variation(self, options, (q, u, index, slope), period)

    def info(self, at=None, *, modes: bool = False, latex: bool = False) -> str:
        """The derived equations as text, or as LaTeX; at a state: its numbers, and the consistent modes."""
        if at is None:
            if modes:
                raise ValueError("modes: at which state?")
            return shown(lib.ss_show_system_latex if latex else lib.ss_show_system, self._system, ffi.NULL)
        q, u = self._read_state(at)
        arena, made, name = Arena(), ffi.new("ss_snapshot *"), c_text(_write_state(at))
        numbers = (ffi.from_buffer("double[]", one) for one in (q, u))
        Said().check(lib.ss_snapshot_take(arena.pointer, self._system, name, lib.ss_machine_parameters(self._pointer),
                                          *numbers, made))
        if modes:
            Said().check(lib.ss_snapshot_add_modes(arena.pointer, made))
        return shown(lib.ss_show_snapshot, made)

    def fit(self, data, parameters: Sequence[str] = (), *, start=None, starts: Sequence[str] = (),
            confidence: float = 0.95, tries: int = 12, tolerance: Optional[float] = None,
            time_limit: Optional[float] = None) -> Fit:
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
        _set(options, tolerance=tolerance)
        until, stop = _until(time_limit), threading.Event()

        @ffi.callback("bool(void *, size_t)", error=False)
        def go_on(_, motions):
            return not stop.is_set() and (until == 0 or lib.ss_clock() < until)

        options.go_on = go_on
        said.check(run(lambda: lib.ss_machine_fit(arena.pointer, self._pointer, measured, options, said.list, fit),
                       stop))
        return Fit(arena, measured, fit, (names, entries, base, self))

    def track(self, reference, start=None, *, end: Optional[float] = None, weights: Optional[Mapping[str, float]] = None,
              by_clock: bool = False, every: Optional[float] = None) -> Track:
        """The motion from a state that follows a reference: that from another state, or one in a file (.csv, .h5)."""
        said, arena, pointer = Said(), Arena(), ffi.new("ss_tracker **")
        options = ffi.new("ss_track_options *", lib.ss_track_default_options())
        named = c_text(os.fspath(reference) if isinstance(reference, os.PathLike) else _write_state(reference))
        costs = c_text(",".join(f"{name}={value!r}" for name, value in weights.items()) if weights else None)
        options.reference, options.weights, options.by_clock = named, costs, by_clock
        if end is not None:
            options.end = end
        said.check(run(lambda: lib.ss_track_open(self._pointer, options, said.list, pointer)))
        tracker = ffi.gc(pointer[0], lib.ss_track_close)
        size = len(self.coordinates)
        q, u = ffi.new("double[]", size), ffi.new("double[]", size)
        said.check(lib.ss_machine_state(self._pointer, c_text("start"), c_text(_write_state(start)), said.list, q, u))
        given = ffi.new("ss_motion_options *", lib.ss_motion_default_options())
        given.end = lib.ss_track_reference(tracker).variation.t
        given.every = given.end / 500 if every is None else every
        motion, track = ffi.new("ss_motion *"), ffi.new("ss_track *")
        status = run(lambda: lib.ss_track_run(arena.pointer, tracker, q, u, given, motion, track))
        if motion.q == ffi.NULL:
            said.check(status if status != lib.SS_OK else lib.SS_MEMORY)
        return Track(Run(self, arena, motion, said, (given, None, _write_state(start))), arena, tracker, track)

    def rest(self, *, box: Optional[Mapping[str, Tuple[float, float]]] = None, region: Optional[str] = None,
             starts: Optional[int] = None, cell: Optional[float] = None, boxes: Optional[int] = None,
             tolerance: Optional[float] = None, time_limit: Optional[float] = None) -> Rest:
        """The sets of positions where it can rest; `box`: search in these ranges; `tolerance`: of ends that are not
        exact."""
        said, arena, sets = Said(), Arena(), ffi.new("ss_rest_sets *")
        options = ffi.new("ss_rest_options *", lib.ss_rest_default_options())
        if box:
            texts = Texts(_write_setting(name, tuple(ends)) for name, ends in box.items())
            said.check(lib.ss_machine_read_box(arena.pointer, self._pointer, texts.count, texts.array, said.list,
                                               options))
        regions = [text(self._model.region[k].name.text) for k in range(self._model.regions)]
        if region is not None:
            _choose("region", region, regions)
        name = c_text(region)
        _set(options, starts=starts, cell=cell, boxes_most=boxes, ends=tolerance)
        options.until, options.region = _until(time_limit), name
        call = lambda: lib.ss_machine_rest(arena.pointer, self._pointer, options, said.list, sets)
        said.check(run(call))
        return Rest(self, arena, sets)

    def contains(self, position, tolerance: float = 1e-9) -> str:
        """Whether it can rest there: "proved", "refuted" or "unknown"."""
        said, arena, answer = Said(), Arena(), ffi.new("ss_rest_answer *")
        said.check(lib.ss_machine_contains(arena.pointer, self._pointer, c_text(_write_state(position)), tolerance,
                                           said.list, answer))
        return text(lib.ss_verdict_text(answer.verdict))

    def prove(self, claim: str = "attractive", *, at=None, leaves: Optional[int] = None, effort: int = 1,
              attack: int = 0, attack_level: Optional[float] = None, stiffness: Optional[float] = None,
              time_limit: Optional[float] = None) -> Proof:
        """Does it come to rest (attractive), is the rest set stable, are motions bounded? `attack`: follow so many
        motions from the claimed region; `stiffness`: of the machine whose contacts are springs."""
        if not 1 <= effort <= 5:
            raise ValueError("effort is a number from 1 to 5")
        if stiffness is not None and not stiffness > 0:
            raise ValueError("stiffness is a positive number")
        said, arena = Said(), Arena()
        proof, choice = ffi.new("ss_proof *"), ffi.new("ss_rest_choice *")
        options = ffi.new("ss_proof_options *", lib.ss_proof_default_options())
        options.question = _choose("claim", claim, CLAIMS)
        _set(options, leaves=leaves, stiffness=stiffness)
        for _ in range(1, effort):
            options.box_gap /= 10
            options.boxes *= 2
        where, options.until = c_text(_write_state(at)), _until(time_limit)

        def call():
            status = lib.ss_machine_choose_rest(arena.pointer, self._pointer, where, options.until, said.list, choice)
            options.at, options.chosen = choice.at, at is not None
            options.sets, options.own_set = ffi.addressof(choice, "sets"), choice.chosen
            return status or lib.ss_machine_prove(arena.pointer, self._pointer, options, said.list, proof)

        said.check(run(call))
        if proof.rest_point != ffi.NULL:
            choice.chosen = lib.ss_rest_which(ffi.addressof(choice, "sets"), proof.rest_point, 1e-6)
        return Proof(self, arena, proof, choice, self._attack(arena, proof, attack, attack_level))

    def _attack(self, arena: Arena, proof, count: int, level: Optional[float]):
        if not count:
            return ffi.NULL
        said, result = Said(), ffi.new("ss_attack *")
        options = ffi.new("ss_attack_options *", lib.ss_attack_default_options())
        options.count = count
        claimed = ffi.new("ss_proof *", proof[0])
        if level is not None:
            claimed.levels.proved = level
        said.check(run(lambda: lib.ss_machine_attack(arena.pointer, self._pointer, claimed, options, said.list,
                                                     result)))
        return result

    def basin(self, plane: Union[str, Sequence[str]], *, range, grid: Tuple[int, int] = (101, 101),
              start=None, method: str = "auto", end: Optional[float] = None, step: Optional[float] = None,
              tolerance: Optional[float] = None, gain: Optional[float] = None, region: Optional[str] = None,
              closed: Union[None, str, Sequence[str]] = None,
              box: Optional[Mapping[str, Tuple[float, float]]] = None, prove: bool = False,
              depth: Optional[int] = None, refine: bool = True, threads: int = 0, file=None, resume: bool = False,
              time_limit: Optional[float] = None, progress: Optional[bool] = None) -> Basin:
        """In which rest set does the motion from each start of a plane end? `prove`: of whole cells, proved; then
        `depth` is what `grid` is else. `gain`: more energy than at the start by so much is an escape. `closed`:
        contacts that all starts keep closed."""
        kept = c_text(closed if closed is None or isinstance(closed, str) else ",".join(closed))
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
        options.reach.engine = _choose("method", method, ENGINES)
        _set(options.reach, end=end, step=step, tolerance=tolerance, gain=gain)
        boxes, where = Texts(_write_setting(name, tuple(ends)) for name, ends in (box or {}).items()), c_text(region)
        options.boxes, options.box, options.region, options.closed = boxes.count, boxes.array, where, kept
        if depth is not None and not prove:
            raise ValueError("depth goes with prove")
        options.prove, options.depth = prove, depth or 0
        options.map.refine = refine and not prove  # a quadtree is what refining is elsewhere
        return Basin.compute(self, options, (axes, base, out, boxes, where, kept), Bar("basin", progress),
                             _until(time_limit))

    def chart(self, *, vary: Mapping[str, Tuple[float, float]], test: str = "prove",
              grid: Union[None, int, Sequence[int]] = None, start=None, end: Optional[float] = None,
              tolerance: Optional[float] = None, gain: Optional[float] = None,
              refine: bool = False, threads: int = 0, file=None, resume: bool = False,
              time_limit: Optional[float] = None, progress: Optional[bool] = None) -> Chart:
        """How a verdict changes over two parameters, or along one; `vary`: their ranges, `test`: as the command's,
        `grid`: points along each (21; along one 101)."""
        if len(vary) not in (1, 2):
            raise ValueError("a chart varies one parameter or two, as {\"mu\": (0, 1), \"k\": (1, 2)}")
        grid = (101 if len(vary) == 1 else 21) if grid is None else grid
        counts = [grid] * len(vary) if isinstance(grid, int) else list(grid)
        if len(counts) != len(vary):
            raise ValueError("a grid has as many numbers of points as parameters vary")
        names, word, base = [c_text(name) for name in vary], c_text(test), c_text(_write_state(start))
        options = ffi.new("ss_parameter_chart_options *", lib.ss_parameter_chart_default_options())
        for k, ends in enumerate(vary.values()):
            options.parameter[k], options.map.count[k] = names[k], counts[k]
            options.low[k], options.high[k] = ends
        options.test, options.map.refine, options.map.threads = word, refine, threads
        out = c_text(None if file is None else os.fspath(file))
        options.map.file, options.map.resume = out, resume
        _set(options.reach, end=end, tolerance=tolerance, gain=gain)
        setattr(options, "from", base)
        return Chart.compute(self, options, (names, word, base, out), Bar("chart", progress), _until(time_limit))

    def report(self, file, *, start=None, end: Optional[float] = None,
               plane: Union[None, str, Sequence[str]] = None, range=None, threads: int = 0,
               time_limit: Optional[float] = None) -> str:
        """Everything about the machine on one HTML page; `time_limit`: seconds for its motions and maps (20 without
        it), as many for rest sets, as many for proofs (60 each)."""
        said, name = Said(), os.fspath(file)
        options = ffi.new("ss_report_options *", lib.ss_report_default_options())
        if time_limit is not None:
            _until(time_limit)
            options.seconds = options.patience = time_limit
        options.threads, base = threads, c_text(_write_state(start))
        setattr(options, "from", base)
        _set(options, end=end)
        names = [n.strip() for n in (plane.split(",") if isinstance(plane, str) else plane or ())]
        axes = [c_text(n) for n in names]
        if len(axes) not in (0, 2) or (range is not None and not axes):
            raise ValueError("a plane has two axes, as \"x, x'\", and a range is that of a plane")
        for k, axis in enumerate(axes):
            options.plane[k] = axis
        ends = ffi.new("double[4]", [float(one) for pair in range for one in pair]) if range is not None else ffi.NULL
        options.range = ends
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
    status = lib.ss_machine_parse(c_text(name), c_bytes(model.encode()), options, said.list, made)
    del kept
    said.check(status)
    return Machine(made[0], said)
