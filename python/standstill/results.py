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

from .library import Arena, Bar, Picture, Said, c_text, ffi, lib, picture, run, shown, shown_json, text


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


class Event(NamedTuple):
    """Something that happened: `kind` is impact, stick, slip, roll, detach, close, accumulation, jam, rest, settle or
    leave; `contact` is None where it concerns none."""

    t: float
    kind: str
    contact: Optional[str]


class Run:
    """A motion. t: times; q["x"], u["x"]: positions and velocities; events; energy: the book."""

    def __init__(self, machine, arena: Arena, motion, said: Said):
        self._machine, self._arena, self._motion = machine, arena, motion
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

    def plot(self, file=None, *, ax=None) -> Any:
        """Everything over time, drawn by the library; with `ax`, positions in axes of matplotlib."""
        if ax is not None:
            for name, values in self.q.items():
                ax.plot(self.t, values, label=name)
            ax.set_xlabel("t")
            ax.legend()
            return ax
        return picture(lambda name: lib.ss_show_motion_plot(self._machine._system, self._motion, name), file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

    def __str__(self) -> str:
        return shown(lib.ss_show_motion, self._machine._system, self._motion)

    def __repr__(self) -> str:
        how = "at rest" if self.at_rest else "settled" if self.settles else "moving"
        return f"<standstill.Run: {how} at t = {self.end:.6g}, {self._motion.events} events>"


# ---- rest sets ---------------------------------------------------------------------------------


class Rest:
    """The rest sets: `sets` with name, extent, inner, closed, …; `complete`: there are no others, proved."""

    def __init__(self, machine, arena: Arena, sets):
        self._machine, self._arena, self._sets = machine, arena, sets
        told = shown_json(lib.ss_show_rest_json, sets, ffi.NULL)
        self.sets: List[Dict[str, Any]] = told["sets"]
        self.complete: bool = told["complete"]
        self.how: str = told.get("how", "")

    def __len__(self) -> int:
        return len(self.sets)

    def __getitem__(self, which) -> Dict[str, Any]:
        """By index or by name ("E1")."""
        if isinstance(which, str):
            return next(one for one in self.sets if one["name"] == which)
        return self.sets[which]

    def plot(self, file=None, *, plane: Optional[Tuple[str, str]] = None) -> Picture:
        names = [c_text(name) for name in plane] if plane else None
        axes = ffi.new("const char *[2]", names) if names else ffi.NULL

        def draw(name, keep=(names, axes)):
            return lib.ss_show_rest_plot(self._sets, keep[1], name)

        return picture(draw, file)

    def _repr_svg_(self) -> str:
        return self.plot()._repr_svg_()

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
        self._fit = ffi.gc(fit, lib.ss_fit_clear)
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

    def __str__(self) -> str:
        return shown(lib.ss_show_fit, self._measured, self._fit)

    def __repr__(self) -> str:
        return f"<standstill.Fit: {', '.join(f'{name} = {value:.4g}' for name, value in self.values.items())}>"


# ---- proofs ------------------------------------------------------------------------------------


class Proof:
    """A verdict: "proved", "refuted" or "unknown", with its theorem and the status of every condition."""

    def __init__(self, machine, arena: Arena, proof, choice):
        self._machine, self._arena = machine, arena
        self._choice = choice
        self._proof = ffi.gc(proof, lib.ss_proof_clear)
        self.told: Dict[str, Any] = shown_json(lib.ss_show_proof_json, proof, choice, ffi.NULL, ffi.NULL)

    verdict: str = property(lambda self: self.told["verdict"])
    claim: str = property(lambda self: self.told["claim"])
    theorem: Optional[str] = property(lambda self: self.told.get("theorem"))
    conditions: List[Dict[str, Any]] = property(lambda self: self.told["conditions"])
    claims: List[Dict[str, Any]] = property(lambda self: self.told["claims"])
    level: Optional[float] = property(lambda self: self.told.get("level"))

    def save(self, file) -> str:
        """Writes the certificate, for standstill-check."""
        said, name = Said(), os.fspath(file)
        if self.verdict == "unknown":
            raise ValueError("what is unknown has no certificate")
        said.check(lib.ss_machine_certify(self._machine._pointer, self._proof, c_text(name), said.list))
        return name

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __str__(self) -> str:
        return shown(lib.ss_show_proof, self._proof)

    def __repr__(self) -> str:
        return f"<standstill.Proof: {self.verdict}, {self.claim}, {self.theorem}>"


# ---- basins ------------------------------------------------------------------------------------


class Map:
    """Classes over two axes: classes[j, i] is that of the point (a[i], b[j]), an index of `names`."""

    def __init__(self, machine, arena: Arena, m, kept):
        self._machine, self._arena, self._kept = machine, arena, kept
        self._map, shape = m, (m.axis[1].count, m.axis[0].count)
        owner = (machine, arena, kept)
        self.axes = (text(m.axis[0].name), text(m.axis[1].name))
        self.a, self.b = (np.array([lib.ss_sweep_at(ffi.addressof(m, "axis", k), i)
                                    for i in range(m.axis[k].count)]) for k in (0, 1))
        self.classes = _view(owner, m.code, shape, np.uint8)
        self.values = _view(owner, m.value, shape)
        self.evaluated = _view(owner, m.evaluated, shape, np.uint8)
        self.names = [text(m.class_of_code[k].name) for k in range(m.classes)]
        self.counts = {name: int(lib.ss_sweep_count(m, k)) for k, name in enumerate(self.names)}
        self.complete = bool(m.complete)

    @staticmethod
    def _sweep(options, bar: Bar, work):
        """Runs work() with the callback that shows the bar and listens to Ctrl-C; that callback, and the status."""
        stop = threading.Event()

        @ffi.callback("bool(void *, const ss_sweep_progress *)", error=False)
        def go(_, progress):
            bar(progress.done / progress.known if progress.known else 0.0)
            return not stop.is_set()

        options.map.go_on = go
        try:
            return go, run(work, stop)
        finally:
            bar.close()

    def _draw(self, ax):
        ax.pcolormesh(self.a, self.b, self.classes, shading="nearest")
        ax.set_xlabel(self.axes[0])
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

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}: {count}" for name, count in self.counts.items() if count)
        return f"<standstill.{type(self).__name__} {self.axes[0]}, {self.axes[1]}: {counts}>"


class Chart(Map):
    """A verdict over two parameters."""

    @classmethod
    def compute(cls, machine, options, kept, bar: Bar) -> "Chart":
        said, arena, made = Said(), Arena(), ffi.new("ss_parameter_chart **")
        said.check(lib.ss_parameter_chart_prepare(arena.pointer, machine._pointer, options, said.list, made))
        go, status = cls._sweep(options, bar, lambda: lib.ss_parameter_chart_run(made[0], said.list))
        m = lib.ss_parameter_chart_map(made[0])
        if m.code == ffi.NULL:
            said.check(status)
        return cls(machine, arena, m, (options, kept, go))


class Basin(Map):
    """In which rest set motions end: classes[j, i] is that of the start (a[i], b[j])."""

    def __init__(self, machine, arena: Arena, basin, kept):
        super().__init__(machine, arena, lib.ss_basin_map(basin), kept)
        self._basin = basin

    @classmethod
    def compute(cls, machine, options, kept, bar: Bar) -> "Basin":
        said, arena, made = Said(), Arena(), ffi.new("ss_basin **")
        said.check(lib.ss_basin_prepare(arena.pointer, machine._pointer, options, said.list, made))
        go, status = cls._sweep(options, bar, lambda: lib.ss_basin_run(made[0], said.list))
        if lib.ss_basin_map(made[0]).code == ffi.NULL:
            said.check(status)
        return cls(machine, arena, made[0], (options, kept, go))

    def plot(self, file=None, *, levels=(), motions=(), ax=None) -> Any:
        """The map with its rest sets; `levels`: numbers or "proved"; `motions`: starts."""
        if ax is not None:
            return self._draw(ax)
        said, arena, made = Said(), Arena(), ffi.new("ss_picture **")
        level = [c_text(str(one)) for one in levels]
        motion = [c_text(one) for one in motions]
        options = ffi.new("ss_picture_options *", {"levels": len(level), "motions": len(motion),
                                                   "how": lib.ss_motion_default_options()})
        arrays = ffi.new("const char *[]", level or 1), ffi.new("const char *[]", motion or 1)
        options.level, options.motion = arrays
        said.check(lib.ss_basin_picture(arena.pointer, self._basin, options, said.list, made))
        drawn = ffi.gc(made[0], lib.ss_picture_close)
        plane = ffi.new("ss_plane *", {"title": self._machine._model.title, "map": self._map})
        plane.axis[0], plane.axis[1] = self._map.axis[0].name, self._map.axis[1].name
        said.check(lib.ss_picture_fill(drawn, ffi.NULL, said.list, plane))
        kept = (arena, drawn, level, motion, arrays, options, self)
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
