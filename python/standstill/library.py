"""library.py: the shared library, what it says when something is wrong, and long calls that Ctrl-C stops."""
from __future__ import annotations

import json
import base64
import os
import re
import sys
import tempfile
import threading
import zlib
from typing import Any, Callable, List, NamedTuple, Optional

from ._standstill import ffi

_here = os.path.dirname(os.path.abspath(__file__))


# what the library loads, and the Debian packages that have it
_RUNTIME = {
    "libsundials_arkode.so.5": "libsundials-arkode5", "libsundials_cvode.so.6": "libsundials-cvode6",
    "libflint-arb.so.2": "libflint-arb2", "libflint.so.17": "libflint17", "libgmp.so.10": "libgmp10",
    "libcairo.so.2": "libcairo2", "libhdf5_serial.so.103": "libhdf5-103-1", "libjansson.so.4": "libjansson4",
    "liblapacke.so.3": "liblapacke", "libopenblas.so.0": "libopenblas0-pthread", "libsleef.so.3": "libsleef3",
    "libgomp.so.1": "libgomp1",
}


def _load():
    """The library that STANDSTILL_LIBRARY names, else the one beside this file, else the system's."""
    beside = os.path.join(_here, "libstandstill.so")
    name = os.environ.get("STANDSTILL_LIBRARY") or (beside if os.path.exists(beside) else "libstandstill.so.0")
    try:
        return ffi.dlopen(name)
    except OSError as error:
        missing = [package for file, package in _RUNTIME.items() if not _is_there(file)]
        hint = f"; on Debian: apt-get install {' '.join(missing)}" if missing else ""
        raise ImportError(f"standstill cannot load its library: {error}{hint}") from None


def _is_there(file: str) -> bool:
    try:
        ffi.dlopen(file)
    except OSError:
        return False
    return True


lib = _load()


class Problem(NamedTuple):
    """One thing that is wrong, with its place: line and column count from 1, line 0 is the whole file."""

    severity: str
    file: Optional[str]
    line: int
    column: int
    message: str
    hint: Optional[str]


class Error(Exception):
    """What the library could not do. `status` is its name ("SS_BAD_INPUT"), `problems` what it said."""

    def __init__(self, status: str, text: str, problems: List[Problem]):
        super().__init__(text)
        self.status, self.problems = status, problems

    def _first(self, name: str):
        return getattr(self.problems[0], name) if self.problems else None

    file = property(lambda self: self._first("file"))
    line = property(lambda self: self._first("line"))
    column = property(lambda self: self._first("column"))


class InputError(Error, ValueError):
    """The model, a setting, a state or an option is wrong."""


class LimitError(Error, RuntimeError):
    """A limit was hit, or a computation did not converge."""


def text(pointer) -> Optional[str]:
    """A C string, or None."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def c_bytes(value: bytes):
    """Bytes as a C string, which would end at a zero in them."""
    if b"\0" in value:
        raise InputError("SS_BAD_INPUT", "a text with a zero byte: %r" % value[:60], [])
    return ffi.new("char[]", value)


def c_text(value: Optional[str]):
    return ffi.NULL if value is None else c_bytes(os.fsencode(value))


class Texts:
    """A C array of strings that stays alive as long as this does."""

    def __init__(self, items):
        self._items = [c_text(item) for item in items]
        self.array = ffi.new("const char *[]", self._items or 1)
        self.count = len(self._items)


class Arena:
    """Memory of results: freed with the last array that looks into it."""

    def __init__(self):
        pointer = lib.ss_arena_create()
        if pointer == ffi.NULL:
            raise MemoryError("out of memory")
        self.pointer = ffi.gc(pointer, lib.ss_arena_destroy)


def owned(arena: Arena, pointer, clear):
    """What lives in an arena and is to be cleared: before the arena is freed, whoever lets go of it first."""
    return ffi.gc(pointer, lambda one, keep=arena: clear(one))


class Said:
    """A list of diagnostics."""

    def __init__(self):
        self._arena = Arena()
        self.list = ffi.new("ss_diagnostics *")
        lib.ss_diagnostics_start(self.list, self._arena.pointer, ffi.NULL, ffi.NULL, 0)

    def problems(self) -> List[Problem]:
        items = (self.list.items[k] for k in range(self.list.count))
        return [Problem("error" if d.severity == lib.SS_ERROR else "warning", text(d.file), d.line, d.column,
                        text(d.message) or "", text(d.hint)) for d in items]

    def check(self, status: int) -> None:
        """Raises what a status other than SS_OK means."""
        if status == lib.SS_OK:
            return
        if status == lib.SS_MEMORY:
            raise MemoryError("out of memory")
        name = text(lib.ss_status_name(status))
        said = text(lib.ss_machine_said(self.list)) if self.list.count else text(lib.ss_status_text(status))
        kind = {2: InputError, 3: LimitError}.get(lib.ss_status_exit_code(status), Error)
        raise kind(name, (said or "").rstrip("\n"), self.problems())


def run(function: Callable[[], Any], stop: Optional[threading.Event] = None) -> Any:
    """The result of a long call of the library, made in a thread of its own (the interpreter's lock is
    released there), so that Ctrl-C arrives here. It sets `stop`, and the call ends soon; without a `stop`
    the call is left to itself."""
    if threading.current_thread() is not threading.main_thread():
        return function()
    result: List[Any] = []
    done = threading.Event()

    def work():
        try:
            result.append((function(), None))
        except BaseException as error:  # pylint: disable=broad-except
            result.append((None, error))
        done.set()

    threading.Thread(target=work, daemon=True).start()
    try:
        done.wait()
    except KeyboardInterrupt:
        if stop is not None:
            stop.set()
            done.wait()
        raise
    value, error = result[0]
    if error:
        raise error
    return value


class Bar:
    """A progress bar on a terminal, nothing elsewhere; `show` None asks the terminal."""

    def __init__(self, what: str, show: Optional[bool]):
        self._what, self._last = what, ""
        self._show = sys.stderr.isatty() if show is None else show

    def __call__(self, share: float) -> None:
        if not self._show:
            return
        line = f"\r{self._what} [{'#' * int(40 * share):<40}] {100 * share:3.0f} %"
        if line != self._last:
            sys.stderr.write(line)
            sys.stderr.flush()
            self._last = line

    def close(self) -> None:
        if self._last:
            sys.stderr.write("\r" + " " * len(self._last) + "\r")


def shown(function, *arguments) -> str:
    """What a function of show.h prints, its last argument being the text."""
    out = ffi.new("ss_text *")
    lib.ss_text_start(out)
    try:
        function(*arguments, out)
        if out.failed:
            raise MemoryError("out of memory")
        return ffi.buffer(out.data, out.length)[:].decode("utf-8")
    finally:
        lib.ss_text_stop(out)


def shown_json(function, *arguments) -> Any:
    return json.loads(shown(function, *arguments))


def _for_page(svg: str) -> str:
    """As part of a page: without the line that a file begins with, and with names of its own, so that several on one
    page do not take each other's letters."""
    svg = re.sub(r"^<\?xml[^>]*\?>\s*", "", svg)
    own = zlib.crc32(svg.encode())
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>s{own}-", svg)


class Picture:
    """A drawing: shows itself in a notebook; `save` writes .svg, .png or .pdf."""

    def __init__(self, draw: Callable[[str], None]):
        self._draw = draw

    def save(self, file) -> "Picture":
        self._draw(os.fspath(file))
        return self

    def __repr__(self) -> str:
        return "<standstill.Picture>"

    def _repr_svg_(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "picture.svg")
            self._draw(file)
            with open(file, encoding="utf-8") as drawn:
                return _for_page(drawn.read())

    def _repr_html_(self) -> str:
        return as_image(self._repr_svg_())


def as_image(svg: str) -> str:
    """The picture as an image in HTML: exports of notebooks take SVG out of a page, but not images."""
    return '<img alt="picture" src="data:image/svg+xml;base64,%s">' % base64.b64encode(svg.encode()).decode()


def picture(draw: Callable[[Any], int], file) -> Picture:
    """A picture that `draw(C file name)` draws, saved if there is a file."""

    def check_and_draw(name: str) -> None:
        status = draw(c_text(name))
        if status != lib.SS_OK:
            reason = "a picture ends with .svg, .png or .pdf" if not lib.ss_show_draws(c_text(name)) else "it cannot be drawn"
            raise InputError(text(lib.ss_status_name(status)), f"{name}: {reason}", [])

    made = Picture(check_and_draw)
    return made if file is None else made.save(file)
