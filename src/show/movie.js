// movie.js: plays a film (film.h). The page has its first frame already; without this script it stays.
// What draws a film into a scene, standstill.stage, serves other scripts of the page too.
"use strict";
const standstill = {
  // A scene whose shapes are there; load gives it a film, draw shows a frame of it.
  stage: function (scene) {
    const shapes = Array.from(scene.querySelectorAll("[data-piece]"));
    const width = 960, height = 540, colours = ["#999999", "#009e73", "#e69f00", "#d55e00"];
    let film, middle, scale, shown = 0, yaw = Math.PI / 6, pitch = 0.44;

    function load(given) {
      film = given;
      const span = film.low.map((low, k) => film.high[k] - low);
      const across = film.dimensions === 3 ? Math.hypot(...span) : 0;
      middle = film.low.map((low, k) => low + span[k] / 2);
      scale = across ? Math.min(width, height) / across
                     : Math.min(width / (span[0] || 1), height / (span[1] || 1));
      if (film.dimensions !== 3 || scene.tabIndex === 0) return;
      scene.style.cursor = "grab";
      scene.setAttribute("tabindex", "0");
      scene.setAttribute("role", "application");
      const hint = document.createElement("p");
      hint.textContent = "Drag the picture, or use the arrow keys on it, to turn it.";
      hint.className = "hint";
      hint.id = scene.id + "-hint";
      scene.setAttribute("aria-describedby", hint.id);
      scene.after(hint);
    }

    function project(place) {
      let x = place[0] - middle[0], y = place[1] - middle[1];
      if (film.dimensions === 3) {
        const turned = Math.cos(yaw) * x + Math.sin(yaw) * y, back = Math.cos(yaw) * y - Math.sin(yaw) * x;
        x = turned;
        y = Math.cos(pitch) * (place[2] - middle[2]) + Math.sin(pitch) * back;
      }
      return [width / 2 + scale * x, height / 2 - scale * y];
    }

    // The places of a piece: whole numbers of 1/film.grain of the picture; one row, or one per frame.
    function places(piece, i) {
      const row = piece.rows.length > 1 ? piece.rows[i] : piece.rows[0], d = film.dimensions, list = [];
      for (let k = 0; k + d <= row.length; k += d)
        list.push(project(row.slice(k, k + d).map((v, j) => film.origin[j] + v / film.grain)));
      return { list, radius: row.length % d ? scale * row[row.length - 1] / film.grain : 0 };
    }

    function drawArrow(shape, points, light) {
      const [a, b] = points, length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const n = length ? [(b[0] - a[0]) / length, (b[1] - a[1]) / length] : [0, 0], head = Math.min(12, length);
      const at = (back, side) => [b[0] - back * n[0] - side * n[1], b[1] - back * n[1] + side * n[0]].join(",");
      shape.querySelector("polyline").setAttribute(
        "points", length < 1 ? "" : [a.join(","), b.join(","), at(head, head / 2), b.join(","), at(head, -head / 2)].join(" "));
      const dot = shape.querySelector("circle");
      dot.setAttribute("cx", a[0]);
      dot.setAttribute("cy", a[1]);
      dot.setAttribute("r", light === 3 ? 14 : light ? 6 : 4);
      shape.style.color = colours[light];
    }

    function draw(i) {
      shown = i;
      for (const shape of shapes) {
        const piece = film.pieces[Number(shape.dataset.piece)], now = places(piece, i), first = now.list[0];
        if (piece.kind === "arrow") drawArrow(shape, now.list, Number(film.lights[piece.element][i]));
        else if (piece.kind === "circle") {
          shape.setAttribute("cx", first[0]);
          shape.setAttribute("cy", first[1]);
          shape.setAttribute("r", Math.abs(now.radius));
        } else if (piece.kind === "label") {
          shape.setAttribute("x", first[0]);
          shape.setAttribute("y", first[1]);
        } else shape.setAttribute("points", now.list.map((p) => p.join(",")).join(" "));
      }
    }

    // what has three dimensions is turned by hand, or by arrow keys
    const turn = (across, up) => {
      yaw += across;
      pitch = Math.max(-1.5, Math.min(1.5, pitch + up));
      draw(shown);
    };
    const arrows = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    scene.addEventListener("keydown", (e) => {
      if (!film || film.dimensions !== 3 || !arrows[e.key]) return;
      e.preventDefault();
      turn(...arrows[e.key]);
    });
    let held = null;
    scene.addEventListener("pointerdown", (e) => {
      if (!film || film.dimensions !== 3) return;
      held = [e.clientX, e.clientY];
      scene.setPointerCapture(e.pointerId);
    });
    scene.addEventListener("pointerup", () => { held = null; });
    scene.addEventListener("pointermove", (e) => {
      if (!held) return;
      turn((e.clientX - held[0]) / 200, (e.clientY - held[1]) / 200);
      held = [e.clientX, e.clientY];
    });
    return { load, draw };
  },

  // Whether the reader has asked for pages that do not move by themselves.
  still: Boolean(window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches),
};

(function () {
  const film = JSON.parse(document.getElementById("film").textContent);
  const scene = document.getElementById("scene"), stage = standstill.stage(scene);
  const bar = document.getElementById("time"), clock = document.getElementById("clock");
  const play = document.getElementById("play"), speed = document.getElementById("speed");
  const said = document.getElementById("event");
  const waits = scene.dataset.waits === "yes";
  let frame = 0, playing = !standstill.still && !waits, last = null;
  standstill.film = film;
  film.origin = film.low;
  // the film may end before the motion; times of frames have six digits
  film.events = film.events.filter((e) => e.t <= film.t[film.t.length - 1] * (1 + 1e-5));
  stage.load(film);

  function draw() {
    const i = Math.max(0, Math.min(film.t.length - 1, Math.round(frame)));
    stage.draw(i);
    bar.value = i;
    clock.textContent = "t = " + film.t[i].toFixed(3);
    bar.setAttribute("aria-valuetext", clock.textContent);
    play.textContent = playing ? "Pause" : "Play";
  }

  function tick(now) {
    if (playing && last !== null) {
      frame += (now - last) / 1000 * film.rate * Number(speed.value);
      if (frame > film.t.length - 1) { frame = film.t.length - 1; playing = false; }
      draw();
    }
    last = now;
    if (playing) window.requestAnimationFrame(tick); else last = null;
  }

  function go(on) {
    playing = on;
    if (said) said.textContent = "";
    if (on && frame >= film.t.length - 1) frame = 0;
    draw();
    if (on) window.requestAnimationFrame(tick);
  }

  // The frame that shows what happens at a time: the first one then or later.
  function find(t) {
    const i = film.t.findIndex((now) => now >= t);
    return i < 0 ? film.t.length - 1 : i;
  }

  // Shows a frame and what happens in it, for the eye and, once, for the ear: the clock is silent.
  function show(i) {
    frame = i;
    go(false);
    if (!said) return;
    const here = film.events.filter((e) => find(e.t) === i), first = here.slice(0, 4);
    said.textContent = first.map((e) => (e.kind + " " + e.contact).trim() + " at t = " + e.t.toFixed(6)).join(", ") +
      (here.length > 4 ? ", and " + (here.length - 4) + " more" : "");
  }

  // To the first event after the frame that is shown, or to the last one before it.
  function step(direction) {
    const at = Math.round(frame), apart = film.events.filter((e) => (find(e.t) - at) * direction > 0);
    const event = direction > 0 ? apart[0] : apart[apart.length - 1];
    show(event ? find(event.t) : direction > 0 ? film.t.length - 1 : 0);
  }

  play.addEventListener("click", () => go(!playing));
  bar.addEventListener("input", () => { frame = Number(bar.value); go(false); });
  document.getElementById("next").addEventListener("click", () => step(1));
  document.getElementById("before").addEventListener("click", () => step(-1));
  // on a page with other things, keys count where the machine is
  (waits ? scene.parentElement : document).addEventListener("keydown", (e) => {
    if (e.target.tagName === "SELECT" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === " " && e.target.tagName !== "BUTTON") { e.preventDefault(); go(!playing); }
    if (e.key === "n") step(1);
    if (e.key === "b") step(-1);
  });
  // a row of the list is clicked on, or its time is reached by Tab
  document.querySelectorAll("[data-t]").forEach((row) => {
    const button = document.createElement("button"), cell = row.cells[0];
    button.type = "button";
    button.className = "at";
    button.textContent = cell.textContent;
    cell.replaceChildren(button);
    row.addEventListener("click", () => show(find(Number(row.dataset.t))));
  });
  // what rests from the start has one frame: there is nothing to play
  if (film.t.length > 1) document.body.classList.add("alive");
  go(playing);
})();
