"""The reports of all worked models, looked at by a browser. Prints TAP.

usage: reports.py PROGRAM FOLDER MODEL...     pages and screenshots go to FOLDER

For every page: no complaint on the console, no request but the page itself, a machine that is drawn
and that Play moves, a basin on which a click and a key show a motion, colours of the classes, a
phone's width without scrolling sideways, everything readable without a script.
"""

import hashlib
import os
import struct
import subprocess
import sys
import time
import zlib

from browser import Browser

EVIL = "</script><script>window.broken = 1</script>'&"
NASTY = """model "%s"
source "<b>%s"
param c = 0.1    # [<i>] %s
coord x
kinetic = 1/2*x'^2
potential = 1/2*x^2
force x = -c*x'
friction a%s { slip = x'; normal = 1; law = coulomb(1) }
state far { x = 3 }
draw circle (x, 0) radius 0.3
draw label "%s" at (x, 1)
""" % (EVIL, EVIL, EVIL, "a" * 300, EVIL)

tests = failures = 0


def check(name, passed, detail=""):
    global tests, failures
    tests += 1
    print("%s %d - %s" % ("ok" if passed else "not ok", tests, name))
    if not passed:
        failures += 1
        print("# " + str(detail)[:600].replace("\n", "\n# "))
    sys.stdout.flush()


def pixels(png):
    """The colours of a PNG of 8 bits a channel, as a dictionary of how often each occurs."""
    at, data = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            width, height, _, form = struct.unpack(">IIBB", png[at + 8:at + 18])
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    n = {2: 3, 6: 4}[form]
    raw, row, count = zlib.decompress(data), bytearray(width * n), {}
    for y in range(height):
        start = y * (width * n + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * n])
        for i in range(len(line)):
            a = line[i - n] if i >= n else 0
            b, c = row[i], row[i - n] if i >= n else 0
            if kind == 4:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))
                line[i] = (line[i] + near[2]) & 255
            else:
                line[i] = (line[i] + (0, a, b, (a + b) // 2)[kind]) & 255
        row = line
        for i in range(0, len(line), n):
            colour = bytes(line[i:i + 3])
            count[colour] = count.get(colour, 0) + 1
    return count


def share_of_blue(count):
    """Pixels of the tint that starts have which come to rest."""
    blue = sum(k for c, k in count.items() if c[2] > c[0] + 25 and c[2] > 150)
    return blue / sum(count.values())


def look_at_energies(browser, name):
    """All three lines are seen, also where two of them are one: each has pixels near its colour."""
    if not browser.evaluate("document.querySelector('#energy img') !== null"):
        return
    count = pixels(browser.screenshot("#energy img", scale=2))
    hidden = [line for line, colour in (("T", b"\x00\x72\xb2"), ("U", b"\xd5\x5e\x00"),
                                        ("T + U", b"\x00\x9e\x73"))
              if sum(k for c, k in count.items()
                     if max(abs(x - y) for x, y in zip(c, colour)) < 24) < 500]
    check(name + ": every energy has its line", not hidden, hidden)


def look(browser, name, page, folder):
    browser.open(page)
    check(name + ": nothing on the console", not browser.console, browser.console)
    outside = [r for r in browser.requests if not r.startswith("data:")]
    check(name + ": no request leaves the page",
          outside == ["file://" + os.path.abspath(page)], outside)
    look_at_energies(browser, name)
    check(name + ": at most a megabyte", os.path.getsize(page) <= 1000000, os.path.getsize(page))
    shapes = browser.evaluate("""Array.from(document.querySelectorAll('#scene [data-piece]')).filter(
      (s) => { const b = s.getBBox(); return b.width + b.height > 0; }).length""")
    seen = pixels(browser.screenshot("#scene", os.path.join(folder, name + "-machine.png"),
                                     0.5))
    check(name + ": the machine is drawn", shapes > 1 and len(seen) > 3, (shapes, len(seen)))
    if browser.evaluate("standstill.film.t.length") > 1:
        look_at_playing(browser, name)
    else:
        check(name + ": what rests from the start has nothing to play",
              browser.evaluate("document.getElementById('controls').offsetHeight") == 0)
    if browser.evaluate("document.getElementById('scene').getAttribute('role') === 'application'"):
        look_at_turning(browser, name)
    look_for_readers(browser, name)
    look_at_certificates(browser, name)
    bare = browser.evaluate("""Array.from(document.querySelectorAll(`img:not([alt]),
      img[alt=""], button:empty, svg:not([aria-label])`)).length""")
    check(name + ": pictures and buttons have words", bare == 0, bare)
    if browser.evaluate("!!document.getElementById('plane')"):
        look_at_basin(browser, name, folder)


def look_at_playing(browser, name):
    """It waits until Play; then the clock runs, and what can be seen to move (a nudge may be less than the
    grain of the film) has moved in some frame."""
    state, clock = "document.getElementById('scene').innerHTML", "document.getElementById('clock').textContent"
    still, begun = browser.evaluate(state), browser.evaluate(clock)
    time.sleep(0.2)
    stays = browser.evaluate(state) == still
    browser.evaluate("document.getElementById('play').click()")
    time.sleep(0.6)
    runs = browser.evaluate(clock) != begun
    moves, seen = browser.evaluate("""(() => {
      const film = standstill.film, bar = document.getElementById('time'), scenes = new Set();
      for (let k = 0; k <= 20; k++) { bar.value = Math.round(k / 20 * (film.t.length - 1));
        bar.dispatchEvent(new Event('input')); scenes.add(document.getElementById('scene').innerHTML); }
      return [film.pieces.some((p) => p.rows.some((r) => String(r) !== String(p.rows[0]))), scenes.size]; })()""")
    check(name + ": it waits, and Play moves it", stays and runs and (seen > 2 or not moves),
          (stays, runs, moves, seen))
    look_at_steps(browser, name)
    browser.evaluate("document.querySelector('.skip').focus()")
    reached = set()
    for _ in range(18):
        browser.press("Tab", 9)
        reached.add(browser.evaluate("document.activeElement.id || document.activeElement.className"))
    wanted = {"play", "time"}
    if not browser.evaluate("document.getElementById('next').hidden"):  # it is where there are events
        wanted.add("next")
    check(name + ": Tab gets to the controls", wanted <= reached, reached)


def look_at_turning(browser, name):
    """What has three dimensions is turned, by the mouse and by keys, while the time stands still."""
    if browser.evaluate("document.getElementById('play').textContent") != "Play":
        browser.evaluate("document.getElementById('play').click()")
    state = "document.getElementById('scene').innerHTML"
    seen = [browser.evaluate(state)]
    box = browser.evaluate("""(() => { const e = document.getElementById('scene'); e.scrollIntoView();
      const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()""")
    for kind, far in (("mousePressed", 0), ("mouseMoved", 60), ("mouseReleased", 60)):
        browser.call("Input.dispatchMouseEvent", type=kind, x=box[0] + far, y=box[1], button="left",
                     buttons=1, clickCount=1)
    seen.append(browser.evaluate(state))
    browser.evaluate("document.getElementById('scene').focus()")
    browser.press("ArrowUp", 38)
    seen.append(browser.evaluate(state))
    check(name + ": is turned by the mouse and by keys", len(set(seen)) == 3, len(set(seen)))


def look_for_readers(browser, name):
    """What a screen reader and a keyboard need: landmarks, headings in order, names, a way through by Tab."""
    wrong = browser.evaluate("""(() => {
      const all = (s) => Array.from(document.querySelectorAll(s)), wrong = [];
      const named = (e) => (e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') ||
        (e.labels && e.labels.length && e.labels[0].textContent) || e.textContent || '').trim();
      if (all('main').length !== 1 || all('nav[aria-label]').length !== 1 || all('h1').length !== 1 ||
          !document.documentElement.lang) wrong.push('landmarks');
      all('h1,h2,h3').forEach((h, i, list) => {
        if (i && Number(h.tagName[1]) > Number(list[i - 1].tagName[1]) + 1) wrong.push(h.textContent); });
      all('button,input,select,a[href],summary,[tabindex="0"]').forEach((e) => {
        if (!named(e)) wrong.push(e.outerHTML.slice(0, 100)); });
      all('thead th:not([scope])').forEach((e) => wrong.push(e.outerHTML));
      all('[tabindex]').forEach((e) => { if (e.tabIndex > 0) wrong.push('an order of its own'); });
      return wrong; })()""")
    check(name + ": readers find their way", not wrong, wrong)


def look_at_steps(browser, name):
    """A step to an event says which; so does its row in the list, by Tab; a clock that runs is silent."""
    heard = """Array.from(document.querySelectorAll('output,[aria-live],[role=status]')).map(
      (e) => e.textContent).join('|')"""
    browser.evaluate("""(() => { const bar = document.getElementById('time'); bar.value = 0;
      bar.dispatchEvent(new Event('input')); document.getElementById('play').click(); })()""")
    before = browser.evaluate(heard)
    time.sleep(0.3)
    silent = browser.evaluate(heard) == before
    browser.evaluate("document.getElementById('play').click()")
    check(name + ": what plays is not read out frame by frame", silent, before)
    if browser.evaluate("document.getElementById('next').hidden"):
        return
    wrong = browser.evaluate("""(() => {
      const wrong = [], bar = document.getElementById('time'), said = document.getElementById('event');
      const film = standstill.film, button = (id) => document.getElementById(id).click(), frames = [];
      const told = (e) => (e.kind + ' ' + e.contact).trim() + ' at t = ' + e.t.toFixed(6);
      bar.value = 0; bar.dispatchEvent(new Event('input'));
      for (let k = 0; k < 4; k++) {
        button('next');
        if (Number(bar.value) === Number(frames[frames.length - 1])) break;
        frames.push(bar.value);
        if (!film.events.some((e) => said.textContent.startsWith(told(e))) &&
            Number(bar.value) < Number(bar.max)) wrong.push(said.textContent); }
      while (frames.length > 1) { const last = frames.pop(); button('before');
        if (bar.value !== frames[frames.length - 1]) wrong.push([last, bar.value, frames]); }
      document.querySelectorAll('details').forEach((d) => { d.open = true; });
      const rows = Array.from(document.querySelectorAll('button.at'));
      if (film.events.length && !rows.length) wrong.push('no rows');
      rows.slice(0, 3).forEach((b, k) => { b.focus(); b.click();
        if (document.activeElement !== b || !said.textContent.includes(' at t = ')) wrong.push(k); });
      return wrong; })()""")
    check(name + ": steps go from event to event and say which", not wrong, wrong)


def look_at_certificates(browser, name):
    """What a click on one saves is the text whose hash stands beside it."""
    links = browser.evaluate("""Array.from(document.querySelectorAll('a.certificate')).map((a) => [
      decodeURIComponent(a.href.slice(a.href.indexOf(',') + 1)), a.closest('li').querySelector('.hash').textContent])""")
    wrong = [told for text, told in links if hashlib.sha256(text.encode()).hexdigest() != told]
    check(name + ": certificates are what their hashes say", not wrong, wrong)


def look_at_basin(browser, name, folder):
    box = browser.evaluate("""(() => { const e = document.getElementById('plane');
      e.scrollIntoView(); const r = e.getBoundingClientRect();
      return [r.left, r.top, r.width, r.height]; })()""")
    browser.click(box[0] + 0.6 * box[2], box[1] + 0.3 * box[3])
    time.sleep(0.3)
    points = browser.evaluate("document.getElementById('path').getAttribute('points') || ''")
    said = browser.evaluate("document.getElementById('said').textContent")
    check(name + ": a click on the basin shows a motion", points and said.startswith("from "),
          (points[:80], said))
    look_at_replay(browser, name, folder)
    # where few motions were computed the one that is shown may be the last on a side
    for key, code in ("ArrowLeft", 37), ("ArrowRight", 39), ("ArrowUp", 38), ("ArrowDown", 40):
        browser.press(key, code)
        time.sleep(0.1)
        other = browser.evaluate("document.getElementById('said').textContent")
        if other != said:
            break
    count = browser.evaluate("document.querySelectorAll('.begin').length")
    check(name + ": an arrow key shows another", count < 2 or (other != said and other), (said, other))
    picture = pixels(browser.screenshot("#basin figure", os.path.join(folder, name + "-basin.png"),
                                        0.6))
    rests = browser.evaluate("""Array.from(document.querySelectorAll('#basin tbody tr')).filter(
      (r) => /^E1$|^rests$/.test(r.cells[0].textContent)).reduce(
      (sum, r) => sum + parseFloat(r.cells[2].textContent), 0)""")
    check(name + ": starts that come to rest in E1 have its colour",
          rests < 5 or share_of_blue(picture) > 0.002 * rests, (rests, share_of_blue(picture)))


def look_at_replay(browser, name, folder):
    """The machine moves along the chosen motion: the longest path, which no start at rest has."""
    browser.evaluate("""(() => { const list = document.getElementById('start');
      const tracks = JSON.parse(document.getElementById('tracks').textContent).tracks;
      list.value = String(tracks.reduce((k, t, i) => t.p.length > tracks[k].p.length ? i : k, 0));
      list.dispatchEvent(new Event('change')); })()""")
    state = "document.getElementById('replay').innerHTML + document.getElementById('then').textContent"
    seen = [browser.evaluate(state)]
    for _ in range(2):
        time.sleep(0.4)
        seen.append(browser.evaluate(state))
    shapes = browser.evaluate("""Array.from(document.querySelectorAll('#replay [data-piece]')).filter(
      (s) => { const b = s.getBBox(); return b.width + b.height > 0; }).length""")
    odd = browser.evaluate("/NaN|Infinity|undefined/.test(document.getElementById('replay').innerHTML)")
    browser.evaluate("document.getElementById('again').click()")
    at = browser.evaluate(state)
    time.sleep(0.2)
    stays = browser.evaluate(state) == at
    check(name + ": the machine moves in it, and Pause stops it",
          shapes > 1 and not odd and len(set(seen)) == 3 and stays,
          (shapes, odd, len(set(seen)), stays))
    browser.screenshot("#replaying", os.path.join(folder, name + "-replay.png"), 0.6)


def look_on_phone(browser, name, page, folder):
    browser.call("Emulation.setDeviceMetricsOverride", width=375, height=800, deviceScaleFactor=1,
                 mobile=True)
    browser.open(page)
    wide = browser.evaluate("document.documentElement.scrollWidth")
    browser.screenshot("header", os.path.join(folder, name + "-phone.png"))
    check(name + ": fits a phone", wide <= 376, wide)
    browser.call("Emulation.setDeviceMetricsOverride", width=900, height=1200, deviceScaleFactor=1,
                 mobile=False)


def look_without_script(folder, name, page):
    with Browser(javascript=False) as browser:
        browser.open(page)
        seen = pixels(browser.screenshot("#scene", scale=0.5))
        text = browser.evaluate("document.body.innerText")
        words = ["Verdicts", "proved", "Rest sets", "Basin", "standstill-check"]
        missing = [w for w in words if w not in text]
        hidden = browser.evaluate("getComputedStyle(document.querySelector('.pick')).display")
        check(name + ": readable without a script",
              not missing and len(seen) > 3 and hidden == "none", (missing, len(seen), hidden))
        pdf = browser.call("Page.printToPDF")["data"]
        check(name + ": can be printed", len(pdf) > 20000, len(pdf))


def look_at_nasty_texts(program, folder):
    model, page = os.path.join(folder, "nasty.still"), os.path.join(folder, "nasty.html")
    with open(model, "w") as out:
        out.write(NASTY)
    made = subprocess.run([program, "report", model, "--out", page, "--quiet", "--time-limit", "3"])
    check("nasty texts: a page is made", made.returncode == 0)
    with Browser() as browser:
        look(browser, "nasty", page, folder)
        check("nasty texts: the title is the text", browser.evaluate("document.title") == EVIL,
              browser.evaluate("document.title"))
        check("nasty texts: no script of theirs runs", not browser.evaluate("window.broken"))
        look_on_phone(browser, "nasty", page, folder)
        long, film = os.path.join(folder, "long.still"), os.path.join(folder, "long-film.html")
        with open(long, "w") as out:
            out.write(NASTY.replace(EVIL, "W" * 3000))
        subprocess.run([program, "simulate", long, "--movie", film, "--quiet"])
        browser.open(film)
        wide = browser.evaluate("document.documentElement.scrollWidth")
        check("a title without end: its film is as wide as the page", wide <= 901, wide)


def main(program, folder, models):
    os.makedirs(folder, exist_ok=True)
    pages = {}
    for model in models:
        name = os.path.splitext(os.path.relpath(model, "models"))[0].replace(os.sep, "_")
        pages[name] = os.path.join(folder, name + ".html")
        made = subprocess.run([program, "report", model, "--out", pages[name], "--quiet",
                               "--time-limit", "4"], capture_output=True, text=True)
        check(name + ": a page is made", made.returncode == 0, made.stderr)
    with Browser() as browser:
        for name, page in pages.items():
            if os.path.exists(page):
                look(browser, name, page, folder)
                look_on_phone(browser, name, page, folder)
    if "two-masses" in pages:
        look_without_script(folder, "two-masses", pages["two-masses"])
        look_at_nasty_texts(program, folder)
    print("1..%d" % tests)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
