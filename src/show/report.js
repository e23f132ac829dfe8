// report.js: motions in the plane of the basin. All of them were computed before; this draws the
// one whose start is nearest to a click, or that is chosen from the list or by the arrow keys.
"use strict";
(function () {
  const data = document.getElementById("tracks");
  if (!data) return;
  const plane = JSON.parse(data.textContent), svg = document.getElementById("plane");
  const path = document.getElementById("path"), dot = document.getElementById("dot");
  const ring = document.getElementById("ring"), said = document.getElementById("said");
  const list = document.getElementById("start");
  const still = window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  let shown = -1, begun = null;

  // Three numbers a point: place on the page in tenths, share of the time in thousandths.
  function at(track, share) {
    const p = track.p;
    let k = 0;
    while (k + 5 < p.length && p[k + 5] <= share * 1000) k += 3;
    const next = k + 5 < p.length ? k + 3 : k, span = p[next + 2] - p[k + 2];
    const part = span > 0 ? (share * 1000 - p[k + 2]) / span : 0;
    return [0, 1].map((j) => (p[k + j] + part * (p[next + j] - p[k + j])) / 10);
  }

  function place(share) {
    const [x, y] = at(plane.tracks[shown], Math.min(1, share));
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
  }

  function tick(now) {
    if (begun === null) begun = now;
    const share = (now - begun) / 4000;
    place(share);
    if (share < 1) window.requestAnimationFrame(tick); else begun = null;
  }

  function show(index) {
    const track = plane.tracks[index], points = [];
    const idle = begun === null;
    shown = index;
    for (let k = 0; k < track.p.length; k += 3) points.push(track.p[k] / 10 + "," + track.p[k + 1] / 10);
    path.setAttribute("points", points.join(" "));
    path.dataset.track = index;
    ring.setAttribute("cx", track.p[0] / 10);
    ring.setAttribute("cy", track.p[1] / 10);
    [dot, ring].forEach((mark) => mark.removeAttribute("visibility"));
    list.value = String(index);
    said.textContent = track.text;
    if (still) { place(1); return; }
    begun = null;
    if (idle) window.requestAnimationFrame(tick);
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
    if (!step) return;
    e.preventDefault();
    if (shown < 0) { show(0); return; }
    const from = plane.tracks[shown].p;
    const found = nearest(from[0] / 10 + 12 * step[0], from[1] / 10 + 12 * step[1], (track, i) => i !== shown &&
      (track.p[0] - from[0]) * step[0] + (track.p[1] - from[1]) * step[1] > 20);
    if (found >= 0) show(found);
  });
  list.addEventListener("change", () => { if (list.value !== "") show(Number(list.value)); });
  document.body.classList.add("awake");
})();
