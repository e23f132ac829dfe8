"""results.py: what a machine answers: motions, rest sets, proofs, basins, equations.

Arrays look into the library's memory without a copy and keep it alive; they cannot be written to.
"""
from __future__ import annotations

import math
import os
import threading
from functools import cached_property
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from .library import (Arena, Bar, InputError, Picture, Said, c_text, ffi, lib, owned, picture, run, shown, shown_json,
                      text)


class _View(np.ndarray):
    """An array that keeps the memory alive that it looks into."""

    _owner = None

    def __array_finalize__(self, other):
        self._owner = getattr(other, "_owner", None)


def _view(owner, pointer, shape: Tuple[int, ...], dtype=np.float64) -> np.ndarray:
    size = math.prod(shape)
    if size == 0:
        return np.zeros(shape, dtype)
    data = np.frombuffer(ffi.buffer(pointer, size * np.dtype(dtype).itemsize), dtype).reshape(shape)
    array = data.view(_View)
    array._owner = owner
    array.flags.writeable = False
    return array


# ---- motions -----------------------------------------------------------------------------------


def _picture_options(levels, motions, how):
    """What a picture of a plane contains besides, and what must live as long."""
    level, motion = [c_text(str(one)) for one in levels], [c_text(one) for one in motions]
    arrays = ffi.new("const char *[]", level or 1), ffi.new("const char *[]", motion or 1)
    options = ffi.new("ss_picture_options *", {"levels": len(level), "motions": len(motion), "how": how})
    options.level, options.motion = arrays
    return options, (level, motion, arrays)


class Event(NamedTuple):
    """Something that happened: `kind` is impact, stick, slip, roll, detach, close, accumulation, jam, rest, settle or
    leave; `contact` is None where it concerns none."""

    t: float
    kind: str
    contact: Optional[str]


class Run:
    """A motion. t: times; q["x"], u["x"]: positions and velocities; events; energy: the book."""

    def __init__(self, machine, arena: Arena, motion, said: Said, asked):
        self._machine, self._arena, self._motion = machine, arena, motion
        self._options, self._kept, self._start = asked
        self._table = ffi.new("ss_motion_table *")
        said.check(lib.ss_motion_tabulate(arena.pointer, machine._system, motion, self._table))
        self.at_rest, self.settles = bool(motion.at_rest), bool(motion.settles)
        self.method = text(lib.ss_motion_method_word(motion.method))
        self.end, self.steps = motion.t, motion.steps
        self.reason, self.doubt = text(motion.reason), text(motion.doubt)

    # arrays are made when they are asked for: a loop of many motions wants few of them

    def _column(self, pointer, *width: int) -> np.ndarray:
        return _view((self._machine, self._arena, self._motion), pointer, (self._table.samples, *width))

    def _by_name(self, table: np.ndarray) -> Mapping[str, np.ndarray]:
        return {name: table[:, k] for k, name in enumerate(self._machine.coordinates)}

    t: np.ndarray = cached_property(lambda self: self._column(self._table.t))
    positions: np.ndarray = cached_property(lambda self: self._column(self._table.q, self._table.coordinates))
    velocities: np.ndarray = cached_property(lambda self: self._column(self._table.u, self._table.coordinates))
    forces: np.ndarray = cached_property(lambda self: self._column(self._table.force, self._table.forces))
    q: Mapping[str, np.ndarray] = cached_property(lambda self: self._by_name(self.positions))
    u: Mapping[str, np.ndarray] = cached_property(lambda self: self._by_name(self.velocities))

    @property
    def final(self) -> Dict[str, float]:
        """The last state: x and x' of every coordinate."""
        names, m = self._machine.coordinates, self._motion
        state = {name: m.q[k] for k, name in enumerate(names)}
        state.update({name + "'": m.u[k] for k, name in enumerate(names)})
        return state

    @property
    def events(self) -> List[Event]:
        m, system = self._motion, self._machine._system
        named = lambda e: None if e.element >= system.elements else text(system.element[e.element].element.name.text)
        each = (m.event[k] for k in range(m.events))
        return [Event(e.t, text(lib.ss_event_word(e.kind)), named(e)) for e in each]

    @property
    def energy(self) -> Dict[str, float]:
        """start + work + friction + impacts + residual = end."""
        book = self._motion.energy
        return {key: getattr(book, key) for key in ("start", "end", "work", "friction", "impacts", "residual")}

    @property
    def told(self) -> Dict[str, Any]:
        """All of the JSON that the command line prints."""
        return shown_json(lib.ss_show_motion_json, self._machine._system, self._motion)

    @cached_property
    def cycle(self) -> Optional[Dict[str, Any]]:
        """The cycle to which a motion tends that goes on at its end; None: none was found."""
        if self.at_rest or self.settles:
            return None
        found, said = ffi.new("const ss_cycle **"), Said()
        status = run(lambda: lib.ss_machine_find_cycle(self._arena.pointer, self._machine._pointer, self._options,
                                                       self._motion, found))
        if status == lib.SS_BAD_ARGUMENT:
            return None
        said.check(status)
        self._motion.cycle = found[0]
        return self.told["final"].get("cycle")

    def _name_start(self) -> str:
        model = self._machine._model
        return self._start or (text(model.state[0].name.text) if model.states else "all 0")

    def save(self, file) -> str:
        """Writes all of it: .csv, .json or .h5."""
        name, start, said = os.fspath(file), c_text(self._name_start()), Said()
        pointer = self._machine._pointer
        source = ffi.new("ss_motion_source *", {
            "system": self._machine._system, "parameters": lib.ss_machine_parameters(pointer),
            "inputs": lib.ss_machine_options_of(pointer), "how": self._options, "start": start})
        if not lib.ss_show_motion_has_form(c_text(name)):
            raise ValueError(f"{name}: the ending must be .csv, .json or .h5")
        said.check(lib.ss_show_motion_write(source, self._motion, c_text(name)))
        return name

    def movie(self, file) -> str:
        """The machine moving, as its draw statements say: .html, .svg or .gif."""
        name, arena = os.fspath(file), Arena()
        if not lib.ss_show_films(c_text(name)) or not self._machine._model.drawings:
            raise ValueError(f"{name}: a movie ends in .html, .svg or .gif, of a model with draw statements")
        Said().check(lib.ss_show_movie(arena.pointer, self._machine._system,
                                       lib.ss_machine_parameters(self._machine._pointer), self._motion, c_text(name)))
        return name

    def dump(self, file, *, step: float = 1e-3) -> str:
        """The contact problem of the first impact, else of a time step at the end, in FCLIB's form."""
        said, arena, state = Said(), Arena(), ffi.new("ss_contact_state *")
        name = os.fspath(file)
        said.check(lib.ss_machine_problem(arena.pointer, self._machine._pointer, self._motion, step, state))
        if state.contacts == 0:
            raise ValueError("no impact, and no contact is closed at the end")
        problem = ffi.new("ss_contact_problem *", lib.ss_contact_state_problem(state))
        said.check(lib.ss_contact_write(problem, self._machine._model.title, c_text(name), said.list, arena.pointer))
        return name

    def _draw_plane(self, file, plane, also, levels) -> Picture:
        names = [name.strip() for name in (plane.split(",") if isinstance(plane, str) else plane)]
        if len(names) != 2:
            raise ValueError("a plane has two axes, as \"x, x'\"")
        said, arena, made = Said(), Arena(), ffi.new("ss_picture **")
        q, u = self._machine._read_state(self._start)
        options, kept = _picture_options(levels, also, self._options[0])
        options.q, options.u = ffi.from_buffer("double[]", q), ffi.from_buffer("double[]", u)
        options.resample = True
        said.check(lib.ss_picture_prepare(arena.pointer, self._machine._pointer, options, said.list, made))
        drawn = owned(arena, made[0], lib.ss_picture_close)
        label, axes = c_text(self._name_start() if also else ""), [c_text(name) for name in names]
        first = ffi.new("ss_plane_motion *", {"motion": self._motion, "name": label})
        on = ffi.new("ss_plane *", {"title": self._machine._model.title, "axis": axes})
        said.check(lib.ss_picture_fill(drawn, first, said.list, on))
        keep = (arena, drawn, kept, options, q, u, label, axes, first, self)
        return picture(lambda name, keep=keep: lib.ss_show_plane_plot(on, name), file)

    def plot(self, file=None, *, plane=None, also=(), levels=(), data=None, ax=None) -> Any:
        """Everything over time, drawn by the library; `data`: measurements over it (.csv, .h5); `plane`: that one,
        as "x, x'", with further motions (`also`) and levels of the energy (numbers, or "proved"); with `ax`, positions
        in axes of matplotlib."""
        if ax is not None:
            for name, values in self.q.items():
                ax.plot(self.t, values, label=name)
            ax.set_xlabel("t")
            ax.legend()
            return ax
        if plane is not None:
            return self._draw_plane(file, plane, also, levels)
        if also or levels:
            raise ValueError("also and levels are about a plane, as plane=\"x, x'\"")
        system, motion = self._machine._system, self._motion
        if data is None:
            return picture(lambda name: lib.ss_show_motion_plot(system, motion, name), file)
        said, measured = Said(), ffi.new("ss_measured *")
        said.check(lib.ss_machine_read_measured(self._arena.pointer, self._machine._pointer,
                                                c_text(os.fspath(data)), said.list, measured))
        return picture(lambda name: lib.ss_show_measured_plot(system, motion, measured, ffi.NULL, name), file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __str__(self) -> str:
        return shown(lib.ss_show_motion, self._machine._system, self._motion)

    def __repr__(self) -> str:
        how = "at rest" if self.at_rest else "settled" if self.settles else "moving"
        return f"<standstill.Run: {how} at t = {self.end:.6g}, {self._motion.events} events>"


class Comparison:
    """The rigid motion and those with springs for contacts: `told` has distances and orders."""

    def __init__(self, machine, arena: Arena, comparison, kept):
        self._machine, self._arena, self._comparison, self._kept = machine, arena, comparison, kept
        self.told: Dict[str, Any] = shown_json(lib.ss_show_comparison_json, machine._system, comparison)

    def plot(self, file=None) -> Picture:
        """All coordinates of all motions over each other."""
        return picture(lambda name: lib.ss_show_comparison_plot(self._machine._system, self._comparison, name), file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __str__(self) -> str:
        return shown(lib.ss_show_comparison, self._machine._system, self._comparison)

    def __repr__(self) -> str:
        return f"<standstill.Comparison: {self._comparison.count} stiffnesses>"


class Variation:
    """How a motion changes with its start and parameters: `told` has transition, multipliers, events, check;
    `refused`: why not up to the end, or None."""

    def __init__(self, machine, options, kept, period: bool):
        q, u, self._index, _ = self._kept = kept
        self._machine, self._options, self._arena = machine, options, Arena()
        self._variation, cycle = ffi.new("ss_variation *"), ffi.new("ss_vary_cycle *")
        at = [ffi.from_buffer("double[]", one) for one in (q, u)]
        pointer, parameters = self._arena.pointer, lib.ss_machine_parameters(machine._pointer)
        plant = lib.ss_machine_plant(machine._pointer)
        if machine._model.inputs and plant != ffi.NULL:
            pushed = ffi.new("ss_system **")
            Said().check(lib.ss_system_push(pointer, plant, machine._system, pushed))
            options.pushed = pushed[0]
        status = run(lambda: lib.ss_vary_run(pointer, machine._system, parameters, *at, options, self._variation))
        if status != lib.SS_OK and self._variation.motion.reason != ffi.NULL:
            raise InputError(text(lib.ss_status_name(status)), text(self._variation.motion.reason), [])
        Said().check(status)
        if period and not self._variation.refusal.kind and self._variation.pieces == 1:
            Said().check(lib.ss_vary_find_multipliers(pointer, self._variation, 0, *at, cycle))
        self._cycle = cycle if cycle.count else ffi.NULL
        self.told: Dict[str, Any] = self._show(lib.ss_show_vary_json, shown_json)
        self.refused: Optional[str] = text(self._variation.refusal.reason)

    def _show(self, function, by):
        return by(function, self._machine._system, self._variation, self._cycle, self._index)

    def plot(self, file=None) -> Picture:
        """The perturbed motions of the check and what is predicted of them."""
        if not self._options.checks:
            raise ValueError("perturbed motions are those of a check: vary(…, check=2)")
        at = ffi.new("ss_start *", {"q": ffi.from_buffer("double[]", self._kept[0]),
                                    "u": ffi.from_buffer("double[]", self._kept[1])})
        spread = ffi.new("ss_spread *")
        Said().check(run(lambda: lib.ss_spread_run(self._arena.pointer, self._machine._pointer, at, self._options,
                                                   self._variation, spread)))
        return picture(lambda name, keep=self: lib.ss_show_spread_plot(self._machine._system, spread, name), file)

    def __str__(self) -> str:
        return self._show(lib.ss_show_vary, shown)

    def __repr__(self) -> str:
        return f"<standstill.Variation: {self.refused or f'from 0 to {self._variation.t:.6g}'}>"


# ---- rest sets ---------------------------------------------------------------------------------


class Rest:
    """The rest sets: `sets` with name, extent, inner, closed, …; `complete`: there are no others, proved."""

    def __init__(self, machine, arena: Arena, sets):
        self._machine, self._arena, self._sets = machine, arena, sets
        told = shown_json(lib.ss_show_rest_json, sets, ffi.NULL)
        self.sets: List[Dict[str, Any]] = told["sets"]
        self.complete: bool = told["complete"]
        self.how: str = told.get("how", "")
        self.stopped: bool = told.get("stopped", False)

    def __len__(self) -> int:
        return len(self.sets)

    def __getitem__(self, which) -> Dict[str, Any]:
        """By index or by name ("E1")."""
        if isinstance(which, str):
            return next(one for one in self.sets if one["name"] == which)
        return self.sets[which]

    def save(self, file) -> str:
        """Writes a certificate, for standstill-check: the ends of linear machines with frictions alone, else a cover."""
        name, said = os.fspath(file), Said()

        def write(out):
            said.check(lib.ss_machine_rest_certificate(self._arena.pointer, self._machine._pointer, ffi.NULL, said.list, out))

        certificate = shown(write)
        with open(name, "w", encoding="utf-8") as target:
            target.write(certificate)
        return name

    def plot(self, file=None, *, plane: Optional[Tuple[str, str]] = None) -> Picture:
        names = [c_text(name) for name in plane] if plane else None
        axes = ffi.new("const char *[2]", names) if names else ffi.NULL

        def draw(name, keep=(names, axes)):
            return lib.ss_show_rest_plot(self._sets, keep[1], name)

        return picture(draw, file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __str__(self) -> str:
        return shown(lib.ss_show_rest, self._sets)

    def __repr__(self) -> str:
        return f"<standstill.Rest: {', '.join(one['name'] for one in self.sets) or 'none'}>"


# ---- fits --------------------------------------------------------------------------------------


class Fit:
    """What was found from measurements: `values`, `errors`, `intervals` by name, `undetermined`, `residual`,
    `explained`; `told`: all of the JSON."""

    def __init__(self, arena: Arena, measured, fit, keep):
        self._arena, self._measured, self._keep = arena, measured, keep
        self._fit = owned(arena, fit, lib.ss_fit_clear)
        self.told: Dict[str, Any] = shown_json(lib.ss_show_fit_json, measured, fit)
        self.values: Dict[str, float] = self.told["values"]
        self.errors: Dict[str, Optional[float]] = self.told["errors"]
        self.intervals: Dict[str, Optional[List[float]]] = self.told["intervals"]
        self.undetermined: List[str] = self.told["undetermined"]
        self.residual: float = self.told["residual"]
        self.explained: bool = self.told["explained"]

    def plot(self, file=None) -> Picture:
        def draw(name):
            system = lib.ss_machine_system(self._fit.machine)
            motion = ffi.addressof(self._fit, "motion")
            return lib.ss_show_measured_plot(system, motion, self._measured, self._fit.predicted, name)

        return picture(draw, file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __str__(self) -> str:
        return shown(lib.ss_show_fit, self._measured, self._fit)

    def __repr__(self) -> str:
        return f"<standstill.Fit: {', '.join(f'{name} = {value:.4g}' for name, value in self.values.items())}>"


class Track:
    """A motion (`run`) that followed a reference: `error` (x - alpha), `input`, `feedback`, `segment` beside run.t;
    `told`: all of the JSON."""

    def __init__(self, run: Run, arena: Arena, tracker, track):
        self.run, self._arena, self._tracker, self._track = run, arena, tracker, track
        system, reference = run._machine._system, lib.ss_track_reference(tracker)
        self.told: Dict[str, Any] = shown_json(lib.ss_show_track_json, system, run._motion, reference, track)["track"]
        samples = self.told["samples"]
        self.error: np.ndarray = np.array([s["error"] for s in samples])
        self.input: np.ndarray = np.array([s["input"] for s in samples])
        self.feedback: np.ndarray = np.array([s["feedback"] for s in samples])
        self.segment: np.ndarray = np.array([s["segment"] for s in samples])

    def plot(self, file=None) -> Picture:
        system, motion = self.run._machine._system, self.run._motion
        return picture(lambda name: lib.ss_show_track_plot(system, motion, self._track, name), file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __str__(self) -> str:
        return shown(lib.ss_show_track, self.run._machine._system, lib.ss_track_reference(self._tracker), self._track)

    def __repr__(self) -> str:
        return f"<standstill.Track: largest error {self._track.error:.4g}, feedback {self._track.feedback:.4g}>"


# ---- proofs ------------------------------------------------------------------------------------


class Proof:
    """A verdict: "proved", "refuted" or "unknown", with its theorem and the status of every condition."""

    def __init__(self, machine, arena: Arena, proof, choice, attack):
        self._machine, self._arena = machine, arena
        self._choice, self._attack = choice, attack
        self._proof = owned(arena, proof, lib.ss_proof_clear)
        self.told: Dict[str, Any] = shown_json(lib.ss_show_proof_json, proof, choice, attack, ffi.NULL)

    verdict: str = property(lambda self: self.told["verdict"])
    claim: str = property(lambda self: self.told["claim"])
    theorem: Optional[str] = property(lambda self: self.told.get("theorem"))
    conditions: List[Dict[str, Any]] = property(lambda self: self.told["conditions"])
    claims: List[Dict[str, Any]] = property(lambda self: self.told["claims"])
    level: Optional[float] = property(lambda self: self.told.get("level"))
    attack: Optional[Dict[str, Any]] = property(lambda self: self.told.get("attack"))
    stopped: bool = property(lambda self: self.told.get("stopped", False))

    def save(self, file) -> str:
        """Writes the certificate, for standstill-check."""
        said, name = Said(), os.fspath(file)
        if self.verdict == "error":
            raise ValueError("what a motion contradicts has no certificate")
        if self.verdict == "unknown":
            raise ValueError("what is unknown has no certificate")
        said.check(lib.ss_machine_certify(self._machine._pointer, self._proof, c_text(name), said.list))
        return name

    def dump(self, file) -> str:
        """Writes the semidefinite program that was solved, in SDPA's form."""
        name = os.fspath(file)
        if self._proof.program == ffi.NULL:
            raise ValueError("no semidefinite program was solved")
        Said().check(lib.ss_sdp_write(self._proof.program, c_text("standstill"), c_text(name)))
        return name

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __str__(self) -> str:
        return shown(lib.ss_show_proof, self._proof)

    def __repr__(self) -> str:
        return f"<standstill.Proof: {self.verdict}, {self.claim}, {self.theorem}>"


class StartProof:
    """What is proved of a start: `verdict` (proved: it comes to rest; refuted: it escapes), all of it in `told`."""

    def __init__(self, machine, arena: Arena, options, proof, kept):
        self._machine, self._arena, self._options, self._proof, self._kept = machine, arena, options, proof, kept
        self.told: Dict[str, Any] = shown_json(lib.ss_show_start_proof_json, machine._model, options, proof)
        self.verdict: str = self.told["verdict"]

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __str__(self) -> str:
        return shown(lib.ss_show_start_proof, self._machine._model, self._options, self._proof)

    def __repr__(self) -> str:
        return f"<standstill.StartProof: {self.verdict}>"


# ---- basins ------------------------------------------------------------------------------------


class Map:
    """Classes over two axes: classes[j, i] is that of the point (a[i], b[j]), an index of `names`; along one axis
    classes[i] is that of a[i], and b is empty."""

    def __init__(self, machine, arena: Arena, m, kept):
        self._machine, self._arena, self._kept = machine, arena, kept
        self._map, shape = m, (m.axis[1].count, m.axis[0].count)
        line = bool(lib.ss_sweep_is_line(m))
        owner = (machine, arena, kept)
        self.axes = tuple(text(m.axis[k].name) for k in (0, 1)[:1 if line else 2])
        self.a, self.b = (np.array([lib.ss_sweep_at(ffi.addressof(m, "axis", k), i)
                                    for i in range(m.axis[k].count)]) for k in (0, 1))
        if line:
            shape, self.b = (m.axis[0].count,), np.empty(0)
        self.classes = _view(owner, m.code, shape, np.uint8)
        self.values = _view(owner, m.value, shape)
        self.evaluated = _view(owner, m.evaluated, shape, np.uint8)
        self.names = [text(m.class_of_code[k].name) for k in range(m.classes)]
        self.counts = {name: int(lib.ss_sweep_count(m, k)) for k, name in enumerate(self.names)}
        self.complete = bool(m.complete)

    @staticmethod
    def _sweep(options, bar: Bar, until: float, work):
        """Runs work() with the callback that shows the bar, listens to Ctrl-C and ends at a moment of the library's
        clock (0: never); that callback, and the status."""
        stop = threading.Event()

        @ffi.callback("bool(void *, const ss_sweep_progress *)", error=False)
        def go(_, progress):
            bar(progress.done / progress.known if progress.known else 0.0)
            return not stop.is_set() and (until == 0 or lib.ss_clock() < until)

        options.map.go_on = go
        try:
            return go, run(work, stop)
        finally:
            bar.close()

    def _draw(self, ax):
        ax.set_xlabel(self.axes[0])
        if len(self.axes) == 1:
            ax.scatter(self.a, self.values if np.isfinite(self.values).any() else 0 * self.a, c=self.classes, s=8)
            return ax
        ax.pcolormesh(self.a, self.b, self.classes, shading="nearest")
        ax.set_ylabel(self.axes[1])
        return ax

    def plot(self, file=None, *, ax=None) -> Any:
        """The map with its legend."""
        if ax is not None:
            return self._draw(ax)
        plane = ffi.new("ss_plane *", {"title": self._machine._model.title, "map": self._map})
        plane.axis[0], plane.axis[1] = self._map.axis[0].name, self._map.axis[1].name
        return picture(lambda name, keep=self: lib.ss_show_plane_plot(plane, name), file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def _findings(self):
        return ffi.new("ss_map_findings *")

    def __str__(self) -> str:
        return shown(lib.ss_show_map, self._map, self._findings())

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}: {count}" for name, count in self.counts.items() if count)
        return f"<standstill.{type(self).__name__} {', '.join(self.axes)}: {counts}>"


class Chart(Map):
    """A verdict over two parameters, or along one."""

    @classmethod
    def compute(cls, machine, options, kept, bar: Bar, until: float) -> "Chart":
        said, arena, made = Said(), Arena(), ffi.new("ss_parameter_chart **")
        said.check(lib.ss_parameter_chart_prepare(arena.pointer, machine._pointer, options, said.list, made))
        go, status = cls._sweep(options, bar, until, lambda: lib.ss_parameter_chart_run(made[0], said.list))
        m = lib.ss_parameter_chart_map(made[0])
        if m.code == ffi.NULL:
            said.check(status)
        return cls(machine, arena, m, (options, kept, go))


class Basin(Map):
    """In which rest set motions end: classes[j, i] is that of the start (a[i], b[j])."""

    def __init__(self, machine, arena: Arena, basin, kept):
        super().__init__(machine, arena, lib.ss_basin_map(basin), kept)
        self._basin = basin

    def _find(self, work) -> Dict[str, Any]:
        said, arena, found = Said(), Arena(), ffi.new("ss_map_findings *")
        said.check(run(lambda: work(arena.pointer, said.list, found)))
        return shown_json(lib.ss_show_map_json, self._map, found)

    def _findings(self):
        return ffi.new("ss_map_findings *", {"proved": lib.ss_basin_proved(self._basin)})

    def check(self, count: int) -> Dict[str, Any]:
        """So many random points done again by events and compared: `checked`, `disagreements`."""
        return self._find(lambda *to: lib.ss_basin_check(to[0], self._basin, count, *to[1:]))

    def edges(self, start: Tuple[float, float], to: Tuple[float, float]) -> List[Dict[str, Any]]:
        """The boundaries along a line of the plane, to 1e-8, by events."""
        line = ffi.new("double[4]", [*start, *to])
        return self._find(lambda *at: lib.ss_basin_find_edges(at[0], self._basin, line, *at[1:]))["edges"]

    @property
    def proved(self) -> Optional[Dict[str, Any]]:
        """Shares of the area that are proved to rest, to escape, and open; None: nobody has asked."""
        p = lib.ss_basin_proved(self._basin)
        return None if p == ffi.NULL else {"rest": p.rest, "escape": p.escape, "open": p.open, "set": text(p.set),
                                           "certificate": text(p.certificate)}

    @classmethod
    def compute(cls, machine, options, kept, bar: Bar, until: float) -> "Basin":
        said, arena, made = Said(), Arena(), ffi.new("ss_basin **")
        said.check(lib.ss_basin_prepare(arena.pointer, machine._pointer, options, said.list, made))
        go, status = cls._sweep(options, bar, until, lambda: lib.ss_basin_run(made[0], said.list))
        if lib.ss_basin_map(made[0]).code == ffi.NULL:
            said.check(status)
        return cls(machine, arena, made[0], (options, kept, go))

    def plot(self, file=None, *, levels=(), motions=(), ax=None) -> Any:
        """The map with its rest sets; `levels`: numbers or "proved"; `motions`: starts."""
        if ax is not None:
            return self._draw(ax)
        said, arena, made = Said(), Arena(), ffi.new("ss_picture **")
        options, named = _picture_options(levels, motions, lib.ss_motion_default_options())
        said.check(lib.ss_basin_picture(arena.pointer, self._basin, options, said.list, made))
        drawn = owned(arena, made[0], lib.ss_picture_close)
        plane = ffi.new("ss_plane *", {"title": self._machine._model.title, "map": self._map})
        plane.axis[0], plane.axis[1] = self._map.axis[0].name, self._map.axis[1].name
        said.check(lib.ss_picture_fill(drawn, ffi.NULL, said.list, plane))
        kept = (arena, drawn, named, options, self)
        return picture(lambda name, keep=kept: lib.ss_show_plane_plot(plane, name), file)


# ---- equations ---------------------------------------------------------------------------------


class Equations:
    """M u' = h + W lambda, compiled. Arguments are (…, n) arrays of positions, velocities and (…) of times;
    results have the same leading shape."""

    def __init__(self, machine):
        made = ffi.new("ss_equations **")
        Said().check(lib.ss_equations_open(machine._pointer, made))
        self._machine, self._equations = machine, ffi.gc(made[0], lib.ss_equations_close)
        self._n = len(machine.coordinates)

    def _evaluate(self, quantity: int, shape: Tuple[int, ...], q, u, t) -> np.ndarray:
        q = np.ascontiguousarray(q, dtype=float)
        if q.ndim == 0 or q.shape[-1] != self._n:
            raise ValueError(f"the last axis of q has {self._n} entries: {', '.join(self._machine.coordinates)}")
        lead = q.shape[:-1]
        u = ffi.NULL if u is None else np.ascontiguousarray(np.broadcast_to(np.asarray(u, float), q.shape))
        t = ffi.NULL if t is None else np.ascontiguousarray(np.broadcast_to(np.asarray(t, float), lead))
        out = np.empty(lead + shape)
        at = lambda array: array if array is ffi.NULL else ffi.from_buffer("double[]", array)
        states = ffi.new("ss_states *", {"count": int(np.prod(lead)), "q": at(q), "u": at(u), "t": at(t)})
        if out.size:
            Said().check(lib.ss_equations_evaluate(self._equations, quantity, states, ffi.from_buffer("double[]", out)))
        return out

    def M(self, q, t=None) -> np.ndarray:
        """The mass matrix, (…, n, n)."""
        return self._evaluate(lib.SS_QUANTITY_M, (self._n, self._n), q, None, t)

    def h(self, q, u=None, t=None) -> np.ndarray:
        """All forces but those of the contacts, (…, n)."""
        return self._evaluate(lib.SS_QUANTITY_H, (self._n,), q, u, t)

    def gaps(self, q, t=None) -> np.ndarray:
        """The gaps of contacts and sliders, in the order of the file."""
        return self._evaluate(lib.SS_QUANTITY_GAP, (self._machine._system.normals,), q, None, t)

    def WN(self, q, t=None) -> np.ndarray:
        """Directions of normal forces, (…, n, normals)."""
        rows = self._evaluate(lib.SS_QUANTITY_WN, (self._machine._system.normals, self._n), q, None, t)
        return np.swapaxes(rows, -1, -2)

    def WT(self, q, t=None) -> np.ndarray:
        """Directions of friction forces, (…, n, slips)."""
        rows = self._evaluate(lib.SS_QUANTITY_WT, (self._machine._system.slips, self._n), q, None, t)
        return np.swapaxes(rows, -1, -2)

    def W(self, q, t=None) -> np.ndarray:
        """Both beside each other: normals, then slips."""
        return np.concatenate([self.WN(q, t), self.WT(q, t)], axis=-1)

    def energy(self, q, u=None, t=None) -> Tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy."""
        both = self._evaluate(lib.SS_QUANTITY_ENERGY, (2,), q, u, t)
        return both[..., 0], both[..., 1]
