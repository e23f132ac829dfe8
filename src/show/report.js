// report.js: motions in the plane of the basin. All of them were computed before; this draws the
// one whose start is nearest to a click, or that is chosen from the list or by the arrow keys: its
// path in the plane, and the machine that moves along it. Of the machine the positions are stored;
// where its parts are then, the formulas of the model's drawings say.
"use strict";
(function () {
  const data = document.getElementById("tracks");
  if (!data) return;
  const plane = JSON.parse(data.textContent), svg = document.getElementById("plane");
  const path = document.getElementById("path"), dot = document.getElementById("dot");
  const ring = document.getElementById("ring"), said = document.getElementById("said");
  const list = document.getElementById("start"), again = document.getElementById("again");
  const replay = document.getElementById("replay"), clock = document.getElementById("then");
  const still = Boolean(window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  const machine = plane.machine && typeof standstill !== "undefined" ? prepare() : null;
  let shown = -1, share = 0, last = null, playing = false, film = null;

  // Lists of whole numbers, of which the differences are written.
  function add(list, width) {
    for (let k = width; k < list.length; k++) list[k] += list[k - width];
  }
  plane.tracks.forEach((track) => {
    add(track.p, 3);
    if (machine) add(track.q, plane.machine.variables.length);
  });

  // The shapes are those of the machine at the top of the page.
  function prepare() {
    replay.innerHTML = document.getElementById("scene").innerHTML;
    return standstill.stage(replay);
  }
  if (replay && !machine) replay.remove();

  // The point at or before a share of the time, and how much of the way to the next is behind us.
  function find(track, now) {
    const p = track.p;
    let k = 0;
    while (3 * k + 5 < p.length && p[3 * k + 5] <= now * 1000) k++;
    const next = 3 * k + 5 < p.length ? k + 1 : k, span = p[3 * next + 2] - p[3 * k + 2];
    return { k, next, part: span > 0 ? (now * 1000 - p[3 * k + 2]) / span : 0 };
  }

  function between(list, width, place, j) {
    const a = list[width * place.k + j], b = list[width * place.next + j];
    return a + place.part * (b - a);
  }

  // ---- the machine: formulas, places, frames

  const operators = {
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b,
    "^": (a, b) => Math.pow(a, b), neg: (a) => -a,
  };

  // A node is a number, [variable], or [operation, node, node].
  function run(variables) {
    const value = [];
    for (const node of plane.machine.program)
      value.push(typeof node === "number" ? node
                 : node.length === 1 ? variables[node[0]]
                 : (operators[node[0]] || Math[node[0]])(value[node[1]], value[node[2]]));
    return value;
  }

  // A point at a share of the way between two ends, and so far to its left.
  function put(ends, shares) {
    const x = ends[2] - ends[0], y = ends[3] - ends[1], length = Math.hypot(x, y) || 1;
    return shares.flatMap(([s, left]) => [ends[0] + s * x - left * y / length, ends[1] + s * y + left * x / length]);
  }

  // The pieces of a drawing, as film.c makes them.
  function pieces(drawing, at, size) {
    const wide = 0.025 * size;
    if (drawing.kind === "arrow") return [at.concat(at)];
    if (at.length !== 4 || drawing.dimensions !== 2) return [at];
    if (drawing.kind === "spring") {
      const winding = [[0, 0], [0.15, 0]];
      for (let i = 0; i < 12; i++) winding.push([0.15 + 0.7 * (i + 0.5) / 12, i % 2 ? -wide : wide]);
      return [put(at, winding.concat([[0.85, 0], [1, 0]]))];
    }
    if (drawing.kind === "damper")
      return [put(at, [[0, 0], [0.3, 0], [0.3, wide], [0.7, wide], [0.3, wide], [0.3, -wide], [0.7, -wide]]),
              put(at, [[1, 0], [0.55, 0], [0.55, 0.8 * wide], [0.55, -0.8 * wide]])];
    if (drawing.kind === "ground" || drawing.kind === "wall") {
      const ticks = [];
      for (let i = 0; i < 14; i++) ticks.push([(i + 0.7) / 14, 0], [i / 14, -0.03 * size], [(i + 0.7) / 14, 0]);
      return [at, put(at, ticks)];
    }
    return [at];
  }

  function lights(track, element, place, now, flash) {
    const hit = track.hits.some((h) => h[1] === element && h[0] <= now * 1000 && now * 1000 < h[0] + flash);
    return hit ? 3 : Number((track.lights[element] || "0")[place.k] || 0);
  }

  // The film of a track: what movie.js has for the motion at the top of the page.
  function shoot(track) {
    const main = standstill.film, m = plane.machine, d = main.dimensions, width = m.variables.length;
    const size = Math.max(...main.low.map((low, k) => main.high[k] - low)) / 1.1;
    const seconds = Math.min(8, Math.max(3, track.t)), frames = track.t > 0 ? Math.round(40 * seconds) + 1 : 1;
    const made = { dimensions: d, grain: 1, origin: [0, 0, 0], low: main.low.slice(), high: main.high.slice(),
                   seconds, frames, pieces: main.pieces.map((p) => ({ kind: p.kind, element: p.element, rows: [] })),
                   lights: main.lights.map(() => []) };
    for (let i = 0; i < frames; i++) {
      const now = frames > 1 ? i / (frames - 1) : 0, place = find(track, now);
      const state = m.variables.map((v, j) => v.low + v.unit * between(track.q, width, place, j));
      const value = run(state.concat([now * track.t]));
      let piece = 0;
      for (const drawing of m.drawings) {
        const at = drawing.places.map((node) => value[node]);
        drawing.dimensions = d;
        if (drawing.kind === "circle") made.pieces[piece++].rows.push(at.concat([value[drawing.radius]]));
        else pieces(drawing, at, size).forEach((row) => made.pieces[piece++].rows.push(row));
        at.forEach((v, k) => {
          if (!Number.isFinite(v)) return;
          made.low[k % d] = Math.max(main.low[k % d] - size, Math.min(made.low[k % d], v - 0.05 * size));
          made.high[k % d] = Math.min(main.high[k % d] + size, Math.max(made.high[k % d], v + 0.05 * size));
        });
      }
      made.lights.forEach((light, e) => light.push(lights(track, e, place, now, 150 / seconds)));
    }
    return made;
  }

  // ---- showing

  function draw() {
    const track = plane.tracks[shown], place = find(track, share);
    dot.setAttribute("cx", between(track.p, 3, place, 0) / 10);
    dot.setAttribute("cy", between(track.p, 3, place, 1) / 10);
    again.textContent = playing ? "Pause" : "Play";
    clock.textContent = "t = " + (share * track.t).toFixed(3);
    if (film) machine.draw(Math.round(share * (film.frames - 1)));
  }

  function tick(now) {
    if (playing && last !== null) {
      share = Math.min(1, share + (now - last) / 1000 / (film ? film.seconds : 4));
      if (share >= 1) playing = false;
      draw();
    }
    last = playing ? now : null;
    if (playing) window.requestAnimationFrame(tick);
  }

  function go(on) {
    const runs = playing;
    playing = on;
    if (on && share >= 1) share = 0;
    draw();
    if (on && !runs) window.requestAnimationFrame(tick);
  }

  function show(index) {
    const track = plane.tracks[index], points = [];
    shown = index;
    for (let k = 0; k < track.p.length; k += 3) points.push(track.p[k] / 10 + "," + track.p[k + 1] / 10);
    path.setAttribute("points", points.join(" "));
    path.dataset.track = index;
    ring.setAttribute("cx", track.p[0] / 10);
    ring.setAttribute("cy", track.p[1] / 10);
    [dot, ring].forEach((mark) => mark.removeAttribute("visibility"));
    document.getElementById("replaying").hidden = false;
    list.value = String(index);
    said.textContent = track.text;
    if (machine) {
      film = shoot(track);
      machine.load(film);
    }
    share = still ? 1 : 0;
    go(!still);
  }

  function nearest(x, y, allowed) {
    let best = -1, least = Infinity;
    plane.tracks.forEach((track, i) => {
      const far = Math.hypot(track.p[0] / 10 - x, track.p[1] / 10 - y);
      if (far < least && allowed(track, i)) { least = far; best = i; }
    });
    return best;
  }

  svg.addEventListener("click", (e) => {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    const x = (e.clientX - box.left) / box.width * view.width, y = (e.clientY - box.top) / box.height * view.height;
    const found = nearest(x, y, () => true);
    if (found >= 0) show(found);
  });
  svg.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.key === " " && shown >= 0) { e.preventDefault(); go(!playing); }
    if (!step) return;
    e.preventDefault();
    if (shown < 0) { show(0); return; }
    const from = plane.tracks[shown].p;
    const found = nearest(from[0] / 10 + 12 * step[0], from[1] / 10 + 12 * step[1], (track, i) => i !== shown &&
      (track.p[0] - from[0]) * step[0] + (track.p[1] - from[1]) * step[1] > 20);
    if (found >= 0) show(found);
  });
  list.addEventListener("change", () => { if (list.value !== "") show(Number(list.value)); });
  again.addEventListener("click", () => go(!playing));
  document.body.classList.add("awake");
})();
