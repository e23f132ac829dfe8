"""promises.py: what docs/python.md promises, as tests; prints TAP lines."""
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import numpy as np

import standstill as ss

PROGRAM = os.path.join(os.environ.get("BUILD", "build"), "standstill")
BLOCK, MASSES = "models/rocking-block.still", "models/two-masses.still"


def ask(*words):
    """What the command line prints as JSON."""
    return json.loads(subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True).stdout)


def a_motion_has_the_numbers_of_the_command_line():
    for method in ("events", "moreau"):
        told = ask("simulate", BLOCK, "--from", "tilted", "--end", "2", "--every", "0.01", "--method", method)
        run = ss.open(BLOCK).simulate("tilted", end=2, every=0.01, method=method)
        assert run.final == told["final"]["state"], (run.final, told["final"])
        assert [e.t for e in run.events] == [e["t"] for e in told["events"]]
        assert [e.kind for e in run.events] == [e["kind"] for e in told["events"]]
        assert run.energy["friction"] == told["energy"]["friction"]


def arrays_are_views_that_outlive_the_run():
    x = ss.open(BLOCK).simulate("tilted", end=2).q["x"]
    assert x.base is not None and not x.flags.writeable
    waste = [ss.open(BLOCK).simulate("tilted", end=1) for _ in range(5)]
    del waste
    again = ss.open(BLOCK).simulate("tilted", end=2).q["x"]
    assert np.array_equal(x, again)


def settings_and_ranges():
    m = ss.open(BLOCK, mu=0.4)
    assert m.parameters["mu"] == 0.4 and m.change(mu="1/5").parameters["mu"] == 0.2
    assert ss.open(MASSES, c2=(-0.31, -0.29)).prove().verdict in ("proved", "unknown")


BALL = """model "Ball"
coord y
input F in [-20, 20]
kinetic = 1/2*y'^2
potential = 10*y
force y = F
contact floor { gap = y; restitution = newton(1/2, 0) }
state drop { y = 0.8 }
"""


def a_motion_that_follows_another():
    m = ss.parse(BALL)
    near, far = (m.track("drop", {"y": 0.81}, end=0.7, weights={"F": 0.1}, by_clock=late) for late in (False, True))
    assert near.error.shape == (len(near.run.t), 2) and near.input.shape == (len(near.run.t), 1)
    assert abs(near.error).max() < 0.2 and abs(far.error).max() > 3
    assert set(near.segment) == {0, 1} and near.told["missed"] == 0
    assert "switched by events" in str(near) and near._repr_svg_().rstrip().endswith("</svg>")
    try:
        m.track("drop", weights={"z": 1.0})
    except ss.InputError as error:
        assert "no state or input 'z'" in str(error)
    else:
        raise AssertionError("a weight of nothing")


def a_fit_with_the_numbers_of_the_command_line():
    data = "examples/data/rocking-block.csv"
    told = ask("fit", BLOCK, "--from", "drop", "--data", data, "--parameters", "mu,k,eN")
    f = ss.open(BLOCK).fit(data, ["mu", "k", "eN"], start="drop")
    assert f.told == told and f.explained and f.undetermined == []
    for name, truth in dict(mu=0.25, k=22, eN=0.45).items():
        low, high = f.intervals[name]
        assert low <= truth <= high
    assert "fitted to 450 numbers" in str(f) and f._repr_svg_().rstrip().endswith("</svg>")
    try:
        ss.open(BLOCK).fit(data, ["nu"], start="drop")
        raise AssertionError("nu is no parameter")
    except ss.InputError as error:
        assert "no parameter of that name" in str(error)


def rest_sets():
    sets = ss.open(MASSES).rest()
    assert sets.complete and len(sets) == 1 and sets["E1"]["extent"]["x1"] == [-1, 1]
    assert ss.open(MASSES).contains("x1=0.5") == "proved"
    assert ss.open(MASSES).contains({"x1": 1.5}) == "refuted"


def a_proof_and_its_certificate():
    told = ask("prove", MASSES)
    proof = ss.open(MASSES).prove()
    assert proof and proof.verdict == told["verdict"] and proof.level == told["level"]
    assert all(c["status"] == "proved" for c in proof.conditions)
    with tempfile.TemporaryDirectory() as folder:
        files = [proof.save(os.path.join(folder, "masses.proof.json")),
                 ss.open(MASSES).rest().save(os.path.join(folder, "masses.rest.json"))]
        for file in files:
            checked = subprocess.run([PROGRAM + "-check", file, MASSES], capture_output=True, text=True)
            assert checked.returncode == 0, checked.stdout + checked.stderr


def results_that_nobody_keeps_are_cleared_before_their_memory():
    for _ in range(3):
        assert ss.open(BLOCK, mu=0.4).prove().verdict == "proved"
        assert "<svg" in ss.open(BLOCK).simulate("tilted", end=1).plot(plane="x, x'")._repr_svg_()
        # exports of notebooks take SVG out of a page: the same as an image
        assert ss.open(BLOCK).simulate("tilted", end=1)._repr_html_().startswith('<img alt="picture" src="data:image/svg')


def a_basin_with_the_numbers_of_the_command_line():
    told = ask("basin", MASSES, "--plane", "x1,x2", "--range", "-6:6,-6:6", "--grid", "41x41", "--refine")
    b = ss.open(MASSES).basin("x1, x2", range=((-6, 6), (-6, 6)), grid=(41, 41), threads=2)
    counts = {name: count for name, count in b.counts.items() if count}
    assert counts == {name: n for name, n in told["counts"].items() if n}, (counts, told["counts"])
    assert b.classes.shape == (41, 41) and b.names[b.classes[20, 20]] == "E1"
    said = subprocess.run([PROGRAM, "basin", MASSES, "--plane", "x1,x2", "--range", "-6:6,-6:6", "--grid", "41x41",
                           "--refine"], capture_output=True, text=True).stdout
    assert str(b) == said, (str(b), said)
    # turned to the right the block has its right corner below the floor, if the left one is kept on it
    told = ask("basin", BLOCK, "--plane", "phi,phi'", "--range", "-0.4:0.4,-2:2", "--grid", "5x5", "--closed", "left")
    assert told["counts"]["inconsistent"] > 0
    for closed in ("left", ["left"], None):
        kept = ss.open(BLOCK).basin("phi, phi'", range=((-0.4, 0.4), (-2, 2)), grid=(5, 5), refine=False, closed=closed)
        same = {k: n for k, n in kept.counts.items() if n} == {k: n for k, n in told["counts"].items() if n}
        assert same == (closed is not None), (closed, kept.counts)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "b.png")
        b.plot(file, levels=["proved"])
        with open(file, "rb") as drawn:
            assert drawn.read(4) == b"\x89PNG"


def a_chart_with_the_numbers_of_the_command_line():
    told = ask("chart", MASSES, "--vary", "c1=-0.9:1.1", "--vary", "c2=-0.9:1.1", "--grid", "5x5", "--test", "prove")
    c = ss.open(MASSES).chart(vary={"c1": (-0.9, 1.1), "c2": (-0.9, 1.1)}, grid=(5, 5), threads=1)
    assert {k: n for k, n in c.counts.items() if n} == {k: n for k, n in told["counts"].items() if n}
    assert c.axes == ("c1", "c2") and "Chart c1, c2" in repr(c) and "<svg" in c._repr_svg_()
    try:
        ss.open(MASSES).chart(vary={})
        raise AssertionError("no parameter is no chart")
    except ValueError:
        pass


def a_chart_along_one_parameter():
    c = ss.open(MASSES).chart(vary={"c2": (-1, 1)}, grid=21, threads=1)
    assert c.axes == ("c2",) and c.classes.shape == c.values.shape == c.a.shape == (21,) and c.b.size == 0
    known = np.isfinite(c.values)
    assert np.allclose(c.values[known] * (0.5 + 2 * c.a[known]) ** 2, 1) and known.sum() == 8
    assert "Chart c2:" in repr(c) and "<svg" in c._repr_svg_()


def a_report():
    with tempfile.TemporaryDirectory() as folder:
        file = ss.open(MASSES).report(os.path.join(folder, "masses.html"), time_limit=2)
        with open(file, encoding="utf-8") as page:
            assert "<section id=\"basin\">" in page.read()
        try:
            ss.open(MASSES).report(os.path.join(folder, "nowhere", "masses.html"), time_limit=1)
            raise AssertionError("there is no such folder")
        except ss.InputError as error:
            assert "cannot write" in str(error)


def equations_over_many_states():
    f = ss.open(BLOCK).equations()
    q = np.random.default_rng(1).normal(size=(4, 5, 3))
    assert f.M(q).shape == (4, 5, 3, 3) and f.W(q).shape == (4, 5, 3, 4) and f.gaps(q).shape == (4, 5, 2)
    told = ask("info", BLOCK, "--at", "tilted")["at"]
    assert f.M(told["q"]).tolist() == told["M"] and f.h(told["q"], told["u"]).tolist() == told["h"]
    try:
        f.M([1.0, 2.0])
    except ValueError as error:
        assert "x, y, phi" in str(error)
    else:
        raise AssertionError("a position of two numbers was taken")


def mistakes_have_their_place():
    try:
        ss.parse("coord x\nkinetic = 1/2*y'^2\n", name="mine")
    except ss.InputError as error:
        assert (error.file, error.line, error.column) == ("mine", 2, 15) and isinstance(error, ValueError)
    else:
        raise AssertionError("an unknown name was taken")
    for wrong in (lambda: ss.open("nowhere.still"), lambda: ss.open(BLOCK, nu=1),
                  lambda: ss.open(BLOCK).simulate("nowhere"), lambda: ss.open(BLOCK).simulate(method="magic"),
                  lambda: ss.open(BLOCK).simulate("tilted", end=-1),
                  lambda: ss.open(BLOCK).basin("x", range=((0, 1), (0, 1))),
                  lambda: ss.open(BLOCK).simulate("tilted").plot("x.gif"),
                  lambda: ss.open(MASSES, c2=2).prove("fast")):
        try:
            wrong()
        except ValueError:
            continue
        raise AssertionError("a mistake was taken")


def results_draw_themselves():
    m = ss.open(BLOCK)
    for one in (m.simulate("tilted", end=1), ss.open(MASSES).rest()):
        assert one._repr_svg_().rstrip().endswith("</svg>") and repr(one).startswith("<standstill.")
    # several on one page: no name of one is a name of another, and nothing stands before them
    both = [m.simulate("tilted", end=1)._repr_svg_(), ss.open(MASSES).rest()._repr_svg_()]
    names = [set(re.findall(r'id="([^"]+)"', one)) for one in both]
    assert all(one.startswith("<svg") for one in both) and all(names) and not names[0] & names[1]
    for one, own in zip(both, names):
        assert set(re.findall(r'href="#([^"]+)"', one)) | set(re.findall(r"url\(#([^)]+)\)", one)) <= own


def the_lock_is_released():
    m, beats = ss.open(MASSES), []
    done = threading.Event()

    def beat():
        while not done.is_set():
            beats.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=beat)
    thread.start()
    start = time.monotonic()
    m.basin("x1, x2", range=((-6, 6), (-6, 6)), grid=(201, 201), refine=False, threads=1)
    took = time.monotonic() - start
    done.set()
    thread.join()
    during = sum(start < t < start + took for t in beats)
    assert during >= 3, (during, took)


def control_c_stops_a_basin():
    code = ("import standstill as ss\nm = ss.open('models/two-masses.still')\nprint('go', flush=True)\n"
            "try:\n m.basin('x1, x2', range=((-6, 6), (-6, 6)), grid=(3000, 3000), refine=False)\n"
            "except KeyboardInterrupt:\n print('stopped', flush=True)\n")
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "go\n"
    time.sleep(1)
    child.send_signal(2)
    said = child.communicate(timeout=120)[0]
    assert said == "stopped\n" and child.returncode == 0, (said, child.returncode)


# what is called otherwise in Python: a parameter of open, a method of the result, another method of the machine
ELSEWHERE = {
    "": {"set": "open **settings", "feedback": "open feedback", "input": "open inputs", "json": "told", "plot": "plot",
         "quiet": "progress", "from": "start", "help": None},
    "info": {"json": "info", "at": "at"},
    "simulate": {"compare": "compare stiffness", "cycle": "Run.cycle", "prove": "prove_start", "radius": "prove_start radius",
                 "out": "Run.save", "data": "Run.plot data", "plot-plane": "Run.plot plane", "also": "Run.plot also",
                 "level": "Run.plot levels", "movie": "Run.movie", "dump": "Run.dump", "track": "track reference",
                 "weights": "track weights", "by-clock": "track by_clock"},
    "rest": {"contains": "contains position", "plane": "Rest.plot plane", "out": "Rest.save"},
    "prove": {"out": "Proof.save", "dump": "Proof.dump"},
    "vary": {"plot": "Variation.plot"},
    "fit": {"start": "starts", "from": "start"},
    "basin": {"check": "Basin.check count", "edge": "Basin.edges", "also": "Basin.plot motions",
              "level": "Basin.plot levels", "out": "file"},
    "chart": {"out": "file"},
    "report": {"out": "file"},
}


def every_option_of_the_commands_is_there():
    for command, others in ELSEWHERE.items():
        if not command:
            continue
        told = subprocess.run([PROGRAM, "help", command], capture_output=True, text=True).stdout
        options = re.findall(r"^  --([a-z-]+)", told, re.M)
        assert len(options) > 5, (command, told)
        here = inspect.signature(getattr(ss.Machine, command)).parameters
        for option in options:
            place = others.get(option, ELSEWHERE[""].get(option, option.replace("-", "_")))
            if place is None or place in here or place in ("told", "plot", "progress"):
                continue
            method, _, keyword = place.partition(" ")
            holder, _, name = method.rpartition(".")
            owner = getattr(ss, holder) if holder else ss if method == "open" else ss.Machine
            assert hasattr(owner, name), f"{command} --{option}: no {place}"
            assert not keyword or keyword.lstrip("*") in inspect.signature(getattr(owner, name)).parameters, \
                f"{command} --{option}: no {place}"


def options_of_motions_have_the_numbers_of_the_command_line():
    with tempfile.TemporaryDirectory() as folder:
        for words, model, start, more in (
                (("--on-ambiguity", "first"), "models/painleve-rod.still", "spun", dict(on_ambiguity="first")),
                (("--on-jam", "impact"), "models/painleve-rod.still", "pushed", dict(on_jam="impact")),
                (("--impact-order", "right,left"), "models/rocking-block.still", "drop",
                 dict(impact_order="right,left")),
                (("--method", "penalty", "--stiffness", "left=1e4"), BLOCK, "tilted",
                 dict(method="penalty", stiffness={"left": 1e4})),
                (("--method", "penalty", "--damping", "floor=2e5", "--power", "1.5"), "models/bouncing-ball.still",
                 "drop", dict(method="penalty", damping={"floor": 2e5}, power=1.5)),
                (("--region", "above_floor"), BLOCK, "x=0.1, y=0.4, phi=1.5, phi'=2", dict(region="above_floor")),
                (("--go-on", "--tolerance", "1e-8"), BLOCK, "tilted", dict(go_on=True, tolerance=1e-8))):
            start_words = ("--from", start) if start else ()
            told = ask("simulate", model, *start_words, "--end", "1", "--every", "0.01", *words)
            run = ss.open(model).simulate(start, end=1, every=0.01, **more)
            assert run.told == told, (words, run.final, told.get("final"))
        run = ss.open(BLOCK).simulate("tilted", end=1, every=0.01)
        for name in ("a.csv", "a.json", "a.h5", "a.html", "a.svg", "dump.h5", "plane.png"):
            file = os.path.join(folder, name)
            if name.startswith("a."):
                (run.movie if name in ("a.html", "a.svg") else run.save)(file)
            elif name == "dump.h5":
                run.dump(file)
            else:
                run.plot(file, plane="x, x'", also=["drop"], levels=["proved"])
            assert os.path.getsize(file) > 100, name
        csv = os.path.join(folder, "b.csv")
        subprocess.run([PROGRAM, "simulate", BLOCK, "--from", "tilted", "--end", "1", "--every", "0.01", "--quiet",
                        "--out", csv], check=True)
        with open(csv, encoding="utf-8") as one, open(os.path.join(folder, "a.csv"), encoding="utf-8") as other:
            assert one.read() == other.read()
    for wrong in (dict(on_jam="go"), dict(impact_order="nobody"), dict(step=0.1), dict(region="none"), dict(time_limit=0)):
        try:
            ss.open(BLOCK).simulate("tilted", **wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong} was taken")


def cycles_comparisons_variations_and_starts():
    belt = "models/mass-on-belt.still"
    told = ask("simulate", belt, "--from", "riding", "--end", "30", "--cycle")
    assert ss.open(belt).simulate("riding", end=30).cycle == told["final"].get("cycle") and "cycle" in told["final"]
    ball = "models/bouncing-ball.still"
    told = ask("simulate", ball, "--method", "penalty", "--compare", "1e3,1e4", "--end", "0.5")
    c = ss.open(ball).compare([1e3, 1e4], end=0.5)
    assert c.told == told and "<svg" in c._repr_svg_()
    told = ask("vary", ball, "--end", "0.5", "--parameters", "e", "--check", "2")
    v = ss.open(ball).vary(end=0.5, parameters=["e"], check=2)
    assert v.told == told and "<svg" in v.plot()._repr_svg_()
    told = ask("simulate", MASSES, "--from", "x1=2", "--prove", "--radius", "0.01")
    assert ss.open(MASSES).prove_start("x1=2", radius=0.01).told == told
    assert ss.open(BLOCK).info(latex=True) == subprocess.run([PROGRAM, "info", BLOCK, "--latex"], capture_output=True,
                                                             text=True).stdout


def options_of_rest_proofs_and_maps():
    assert ss.open(BLOCK).rest(box={"x": (-1, 1)}, cell=0.1, boxes=3000, tolerance=1e-3).sets == \
        ask("rest", BLOCK, "--box", "x=-1:1", "--cell", "0.1", "--boxes", "3000", "--tolerance", "1e-3")["sets"]
    told = ask("prove", MASSES, "--leaves", "16", "--attack", "5", "--attack-level", "10")
    assert ss.open(MASSES).prove(leaves=16, attack=5, attack_level=10).told == told
    assert ss.open(MASSES).prove(time_limit=1e-6).stopped
    told = ask("prove", BLOCK, "--at", "x=0.1, y=0.1")
    assert ss.open(BLOCK).prove(at="x=0.1, y=0.1").told == told
    b = ss.open(MASSES).basin("x1, x2", range=((-6, 6), (-6, 6)), grid=(21, 21), method="events", tolerance=1e-8,
                              refine=False, threads=2)
    words = ("basin", MASSES, "--plane", "x1,x2", "--range", "-6:6,-6:6", "--grid", "21x21")
    assert b.edges((0, 0), (6, 6)) == ask(*words, "--method", "events", "--tolerance", "1e-8", "--edge", "0,0:6,6")["edges"]
    assert b.check(3)["checked"] == 3
    told = ask("basin", MASSES, "--plane", "x1,x2", "--range", "-6:6,-6:6", "--prove", "--depth", "4")
    cells = ss.open(MASSES).basin("x1, x2", range=((-6, 6), (-6, 6)), prove=True, depth=4)
    shares = cells.proved
    assert "\nproved: between " in str(cells)
    assert {k: shares[k] for k in ("rest", "escape", "open")} == {k: told["proved"][k] for k in ("rest", "escape", "open")}


def the_page_runs():
    with open("docs/python.md", encoding="utf-8") as page:
        code = page.read().split("```python\n")[1].split("```")[0]
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath("models"), os.path.join(folder, "models"))
        ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        assert "\n[-1.0, 1.0]\nproved 16.0\n" in ran.stdout, ran.stdout
        assert {"block.svg", "masses.proof.json", "basin.png"} <= set(os.listdir(folder))


def programs_are_dumped():
    stance = ss.open("models/planar-biped.still").prove("stable", at="rest")
    with tempfile.TemporaryDirectory() as folder:
        file = stance.dump(os.path.join(folder, "p.dat-s"))
        assert os.path.getsize(file) > 100
    try:
        ss.open("models/two-masses.still").prove().dump("/dev/null")
    except ValueError as error:
        assert "no semidefinite program" in str(error)
    else:
        raise AssertionError("there is none")


def texts_with_zeros_are_refused():
    ball = ss.open("models/bouncing-ball.still")
    for ask_for in (lambda: ball.simulate("drop\0x"), lambda: ss.open("models/bouncing-ball.still\0x"),
                    lambda: ss.parse("coord x\nkinetic = 1/2*x'^2\npotential = x^2\n\0force x = x'\n"),
                    lambda: ss.open("models/bouncing-ball.still", g="9\0x")):
        try:
            ask_for()
        except ss.InputError as error:
            assert "zero byte" in str(error)
        else:
            raise AssertionError("it was cut at the zero")


def main():
    tests = [f for f in globals().values() if callable(f) and getattr(f, "__module__", "") == "__main__"
             and f not in (ask, main) and not isinstance(f, dict)]
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} {test.__name__.replace('_', ' ')}", flush=True)
        except BaseException:  # pylint: disable=broad-except
            traceback.print_exc()
            print(f"not ok {number} {test.__name__.replace('_', ' ')}", flush=True)


main()
