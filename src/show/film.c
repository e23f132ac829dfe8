/* film.c: a motion as pictures.
 *
 * The places of all drawings are one tape over (q, u, t). Frames lie at equal distances in time;
 * the state in between is interpolated linearly between samples, of which there are hundreds, and
 * at an impact two. A film of a motion that is over in a moment takes at least SHORTEST seconds,
 * one of a long motion at most LONGEST.
 *
 * What goes farther than WIDEST times the size of the first frame leaves the picture: all of it
 * would be a dot. What comes to rest may go FARTHER. The film ends when what moves has left it, for
 * good or for more than a quarter of the time.
 *
 * Springs, dampers and hatchings become lines here, so that all kinds of film draw the same.
 * Cost: frames times the tape.
 */
#include "film_studio.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double SHORTEST = 5, LONGEST = 10, FLASH = 0.15; /* seconds of the film */
static const double WIDEST = 2.5, FARTHER = 40;               /* of the first frame's size */

enum { WINDINGS = 12, TICKS = 14, SPRING = WINDINGS + 4, CYLINDER = 7, PISTON = 4 };

/* ---- formulas -------------------------------------------------------------------------------- */

static size_t count_formulas(const ss_drawing *d) {
  return d->places * d->dimensions + (d->kind == SS_DRAWING_CIRCLE);
}

/* All places, then dP/dq of every arrow. */
static ss_status list_outputs(ss_film_studio *s, ss_graph *graph, ss_expr *output) {
  const ss_model *model = s->system->model;
  const size_t n = s->system->coordinates;
  size_t at = 0;
  for (size_t i = 0; i < model->drawings; i++) {
    const ss_drawing *d = &model->drawing[i];
    s->first[i] = at;
    for (size_t k = 0; k < d->places * d->dimensions; k++) output[at++] = d->place[k].resolved;
    if (d->kind == SS_DRAWING_CIRCLE) output[at++] = d->radius.resolved;
  }
  s->places = at;
  ss_status status = SS_OK;
  for (size_t i = 0; i < model->drawings && status == SS_OK; i++) {
    const ss_drawing *d = &model->drawing[i];
    if (d->kind != SS_DRAWING_ARROW) continue;
    s->jacobian[i] = at;
    status =
        ss_expr_jacobian(graph, d->dimensions, output + s->first[i], n, s->system->q, output + at);
    at += d->dimensions * n;
  }
  return status;
}

static ss_status compile(ss_film_studio *s) {
  const ss_model *model = s->system->model;
  const size_t n = s->system->coordinates;
  s->outputs = 0;
  for (size_t i = 0; i < model->drawings; i++)
    s->outputs += count_formulas(&model->drawing[i]) +
                  (model->drawing[i].kind == SS_DRAWING_ARROW) * n * model->drawing[i].dimensions;
  ss_graph *graph = ss_graph_create_over(s->arena, s->system->graph);
  ss_expr *output = ss_arena_new(s->arena, s->outputs, ss_expr);
  ss_expr *input = ss_arena_new(s->arena, 2 * n + 1, ss_expr);
  ss_expr *parameter = ss_arena_new(s->arena, model->parameters, ss_expr);
  s->first = ss_arena_new(s->arena, model->drawings, size_t);
  s->jacobian = ss_arena_new(s->arena, model->drawings, size_t);
  if (!graph || !output || !input || !parameter || !s->first || !s->jacobian) return SS_MEMORY;
  memcpy(input, s->system->q, n * sizeof *input);
  memcpy(input + n, s->system->u, n * sizeof *input);
  input[2 * n] = model->time;
  for (size_t i = 0; i < model->parameters; i++) parameter[i] = model->parameter[i].symbol;
  ss_status status = list_outputs(s, graph, output);
  if (status == SS_OK)
    status = ss_tape_compile(graph, model->parameters, parameter, 2 * n + 1, input, s->outputs,
                             output, &s->tape);
  if (status != SS_OK) return status;
  s->work = ss_arena_new(s->arena, ss_tape_work_size(s->tape), double);
  if (s->work) ss_tape_prepare(s->tape, s->parameters, s->work);
  return s->work ? SS_OK : SS_MEMORY;
}

/* ---- frames ---------------------------------------------------------------------------------- */

/* The last sample at or before t; of several at one time the last. */
static size_t find_sample(const ss_motion *m, size_t from, double t) {
  while (from + 1 < m->samples && m->sample[from + 1].t <= t) from++;
  return from;
}

static void interpolate(const ss_film_studio *s, size_t k, double t, double *in) {
  const ss_motion *m = s->motion;
  const size_t n = s->system->coordinates;
  const ss_sample *a = &m->sample[k], *b = &m->sample[k + 1 < m->samples ? k + 1 : k];
  const double share = b->t > a->t ? (t - a->t) / (b->t - a->t) : 0;
  for (size_t i = 0; i < n; i++) {
    in[i] = a->q[i] + share * (b->q[i] - a->q[i]);
    in[n + i] = a->u[i] + share * (b->u[i] - a->u[i]);
  }
  in[2 * n] = t;
}

/* A contact that was hit less than FLASH of the film ago. */
static void add_flashes(const ss_film_studio *s, double t, uint8_t *light) {
  const double flash = FLASH * s->film->end / s->film->seconds;
  for (size_t i = 0; i < s->motion->events; i++) {
    const ss_event *e = &s->motion->event[i];
    if (ss_event_jumps(e->kind) && e->element < s->system->elements && e->t <= t &&
        t < e->t + flash)
      light[e->element] = SS_LIGHT_HIT;
  }
}

/* Places, J and lights of all frames. `at` is the sample of each. */
static void run_frames(ss_film_studio *s, double *times, uint8_t *light, size_t *at) {
  const ss_film *f = s->film;
  const size_t elements = s->system->elements;
  size_t k = 0;
  for (size_t i = 0; i < f->frames; i++) {
    const double t = f->frames > 1 ? f->end * (double)i / (double)(f->frames - 1) : 0;
    times[i] = t;
    at[i] = k = find_sample(s->motion, k, t);
    interpolate(s, k, t, ss_tape_in(s->tape, s->work));
    ss_tape_run(s->tape, s->work);
    memcpy(s->raw + i * s->outputs, ss_tape_out(s->tape, s->work), s->outputs * sizeof *s->raw);
    const ss_mode *modes = s->motion->sample[k].modes;
    for (size_t e = 0; modes && e < elements; e++)
      light[i * elements + e] = ss_film_light(modes[e]);
    add_flashes(s, t, light + i * elements);
  }
}

/* ---- from drawings to pieces ----------------------------------------------------------------- */

static size_t count_points(const ss_drawing *d) {
  const bool flat = d->dimensions == 2;
  switch (d->kind) {
  case SS_DRAWING_SPRING: return flat ? SPRING : 2;
  case SS_DRAWING_ARROW: return 2;
  default: return d->places;
  }
}

/* A drawing is one piece; a ground has its hatching, a damper its piston besides. */
static void add_piece(ss_film_piece *list, ss_film *film, ss_film_piece piece) {
  piece.first = film->numbers;
  film->numbers += piece.count;
  list[film->pieces++] = piece;
}

static void list_pieces(ss_film_piece *list, ss_film *film, const ss_model *model) {
  for (size_t i = 0; i < model->drawings; i++) {
    const ss_drawing *d = &model->drawing[i];
    const bool flat = d->dimensions == 2;
    ss_film_piece p = {
        .count = count_points(d) * d->dimensions, .element = d->element, .text = d->text};
    if (d->kind == SS_DRAWING_POLYGON) p.kind = SS_FILM_AREA;
    if (d->kind == SS_DRAWING_ARROW) p.kind = SS_FILM_ARROW;
    if (d->kind == SS_DRAWING_LABEL) p.kind = SS_FILM_LABEL;
    if (d->kind == SS_DRAWING_CIRCLE) p.kind = SS_FILM_CIRCLE, p.count++;
    p.thin = d->kind == SS_DRAWING_SPRING;
    if (d->kind == SS_DRAWING_DAMPER && flat) {
      p.thin = true, p.count = 2 * CYLINDER;
      add_piece(list, film, p);
      p.count = 2 * PISTON;
    }
    add_piece(list, film, p);
    if ((d->kind == SS_DRAWING_GROUND || d->kind == SS_DRAWING_WALL) && flat)
      add_piece(
          list, film,
          (ss_film_piece){.thin = true, .count = 2 * 3 * TICKS, .element = SIZE_MAX, .text = ""});
  }
}

/* Point at a share of the way from (a, b) to (c, d), and so far to its left. */
static double *put(double *out, const double *ends, double share, double left) {
  const double x = ends[2] - ends[0], y = ends[3] - ends[1], length = hypot(x, y);
  out[0] = ends[0] + share * x - (length > 0 ? left * y / length : 0);
  out[1] = ends[1] + share * y + (length > 0 ? left * x / length : 0);
  return out + 2;
}

static void wind(const double *ends, double width, double *out) {
  out = put(put(out, ends, 0, 0), ends, 0.15, 0);
  for (int i = 0; i < WINDINGS; i++)
    out = put(out, ends, 0.15 + 0.7 * (i + 0.5) / WINDINGS, i % 2 ? -width : width);
  put(put(out, ends, 0.85, 0), ends, 1, 0);
}

/* A cylinder, open at its far end, and a piston in it. */
static void damp(const double *ends, double width, double *out) {
  static const double outline[CYLINDER + PISTON][2] = {
      {0, 0},    {0.3, 0}, {0.3, 1},  {0.7, 1},    {0.3, 1},    {0.3, -1},
      {0.7, -1}, {1, 0},   {0.55, 0}, {0.55, 0.8}, {0.55, -0.8}};
  for (int i = 0; i < CYLINDER + PISTON; i++)
    out = put(out, ends, outline[i][0], width * outline[i][1]);
}

static void hatch(const double *ends, double width, double *out) {
  for (int i = 0; i < TICKS; i++) {
    const double share = (i + 0.7) / TICKS;
    out = put(out, ends, share, 0);
    out = put(out, ends, share - 0.7 / TICKS, -width);
    out = put(out, ends, share, 0);
  }
}

/* ---- room for arrows -------------------------------------------------------------------- */

/* Whether a place, or a part of a circle, is in the picture. */
static bool is_inside(const ss_film *f, const double *place, double radius) {
  for (size_t k = 0; k < f->dimensions; k++)
    if (!(place[k] + radius >= f->low[k] && place[k] - radius <= f->high[k])) return false;
  return true;
}

/* Tips of arrows whose feet are in the picture are in it too. */
static void make_room(ss_film *f) {
  const size_t d = f->dimensions;
  double low[3], high[3];
  memcpy(low, f->low, sizeof low);
  memcpy(high, f->high, sizeof high);
  for (size_t k = 0; k < f->pieces * f->frames; k++) {
    const ss_film_piece *p = &f->piece[k / f->frames];
    const double *a = ss_film_at(f, k % f->frames, p);
    if (p->kind != SS_FILM_ARROW || !is_inside(f, a, 0) || !isfinite(a[d] + a[d + 1])) continue;
    for (size_t i = 0; i < d; i++)
      low[i] = fmin(low[i], a[d + i]), high[i] = fmax(high[i], a[d + i]);
  }
  memcpy(f->low, low, sizeof low);
  memcpy(f->high, high, sizeof high);
}

/* ---- all together ---------------------------------------------------------------------------- */

static void fill_frame(ss_film_studio *s, size_t frame, size_t sample, double *number) {
  const ss_model *model = s->system->model;
  double *out = number + frame * s->film->numbers;
  for (size_t i = 0; i < model->drawings; i++) {
    const ss_drawing *d = &model->drawing[i];
    const double *raw = s->raw + frame * s->outputs + s->first[i];
    const bool flat = d->dimensions == 2;
    size_t count = count_formulas(d);
    if (flat && d->kind == SS_DRAWING_SPRING)
      wind(raw, 0.025 * s->size, out), count = 2 * SPRING;
    else if (flat && d->kind == SS_DRAWING_DAMPER)
      damp(raw, 0.025 * s->size, out), count = 2 * (CYLINDER + PISTON);
    else if (d->kind == SS_DRAWING_ARROW)
      ss_film_find_arrow(s, i, frame, sample, out), count = 2 * d->dimensions;
    else
      memcpy(out, raw, count * sizeof *out);
    out += count;
    if (!flat || (d->kind != SS_DRAWING_GROUND && d->kind != SS_DRAWING_WALL)) continue;
    hatch(raw, 0.03 * s->size, out);
    out += 2 * 3 * TICKS;
  }
}

/* Extent of all places, circles with their radii, over the first so many frames. */
static void measure_frames(const ss_film_studio *s, size_t frames, double low[3], double high[3]) {
  const ss_model *model = s->system->model;
  for (size_t k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (size_t i = 0; i < frames * model->drawings; i++) {
    const size_t drawing = i % model->drawings;
    const ss_drawing *d = &model->drawing[drawing];
    const double *raw = s->raw + i / model->drawings * s->outputs + s->first[drawing];
    const double r = d->kind == SS_DRAWING_CIRCLE ? fabs(raw[d->dimensions]) : 0;
    for (size_t k = 0; k < d->places * d->dimensions; k++) {
      const size_t j = k % d->dimensions;
      if (!isfinite(raw[k])) continue;
      low[j] = fmin(low[j], raw[k] - r);
      high[j] = fmax(high[j], raw[k] + r);
    }
  }
}

static void measure(ss_film_studio *s) {
  ss_film *f = s->film;
  double low[3], high[3], first = 0;
  /* what comes to rest has not flown away, even if nothing but itself is drawn */
  const double widest = s->motion->at_rest || s->motion->settles ? FARTHER : WIDEST;
  measure_frames(s, f->frames, f->low, f->high);
  measure_frames(s, 1, low, high);
  for (size_t k = 0; k < f->dimensions; k++) first = fmax(first, high[k] - low[k]);
  for (size_t k = 0; k < f->dimensions && first > 0; k++) {
    f->low[k] = fmax(f->low[k], low[k] - widest * first);
    f->high[k] = fmin(f->high[k], high[k] + widest * first);
  }
  s->size = 0;
  for (size_t k = 0; k < f->dimensions; k++) s->size = fmax(s->size, f->high[k] - f->low[k]);
  if (!(s->size > 0)) s->size = 1;
  for (size_t k = 0; k < 3; k++) {
    if (!(f->low[k] <= f->high[k])) f->low[k] = f->high[k] = 0;
    f->low[k] -= 0.05 * s->size, f->high[k] += 0.05 * s->size;
  }
}

/* ---- what leaves the picture ----------------------------------------------------------------- */

/* Whether something that moves during the film is seen in a frame. */
static bool is_seen(const ss_film_studio *s, const bool *moves, size_t frame) {
  const ss_model *model = s->system->model;
  for (size_t i = 0; i < model->drawings; i++) {
    const ss_drawing *d = &model->drawing[i];
    const double *raw = s->raw + frame * s->outputs + s->first[i];
    const double radius = d->kind == SS_DRAWING_CIRCLE ? fabs(raw[d->dimensions]) : 0;
    for (size_t k = 0; k < d->places * d->dimensions; k += d->dimensions)
      if (moves[s->first[i] + k] && is_inside(s->film, raw + k, radius)) return true;
  }
  return false;
}

/* moves[k]: the place that begins there is elsewhere in some frame. */
static bool mark_moving(const ss_film_studio *s, bool *moves) {
  const ss_model *model = s->system->model;
  bool some = false;
  for (size_t i = 0; i < model->drawings; i++) {
    const size_t d = model->drawing[i].dimensions;
    for (size_t k = s->first[i]; k < s->first[i] + model->drawing[i].places * d; k += d) {
      for (size_t frame = 1; frame < s->film->frames && !moves[k]; frame++)
        moves[k] = memcmp(s->raw + k, s->raw + frame * s->outputs + k, d * sizeof *s->raw) != 0;
      some = some || moves[k];
    }
  }
  return some;
}

/* The last frame up to which what moves is seen for three quarters of the time. */
static ss_status find_last_seen(const ss_film_studio *s, size_t *last) {
  const size_t frames = s->film->frames;
  const ss_arena_mark mark = ss_arena_get_mark(s->arena);
  bool *moves = ss_arena_new(s->arena, s->places, bool);
  *last = frames - 1;
  if (!moves) return SS_MEMORY;
  if (mark_moving(s, moves)) {
    size_t seen = 0, found = 0;
    for (size_t i = 0; i < frames; i++) {
      if (!is_seen(s, moves, i)) continue;
      seen++;
      if (4 * seen >= 3 * (i + 1)) found = i;
    }
    if (found > 0) *last = found;
  }
  ss_arena_release(s->arena, mark);
  return SS_OK;
}

/* ---- the whole film -------------------------------------------------------------------------- */

static void set_length(ss_film *f, double end) {
  f->end = end;
  f->seconds = fmin(LONGEST, fmax(SHORTEST, end));
  f->frames = end > 0 ? (size_t)(f->seconds * SS_FILM_RATE) + 1 : 1;
}

static ss_status shoot(ss_film_studio *s) {
  ss_film *f = s->film;
  const size_t elements = s->system->elements, drawings = s->system->model->drawings;
  ss_film_piece *list = ss_arena_new(s->arena, 2 * drawings, ss_film_piece);
  if (!list) return SS_MEMORY;
  list_pieces(list, f, s->system->model);
  f->piece = list;
  double *times = ss_arena_new(s->arena, f->frames, double);
  double *number = ss_arena_new(s->arena, f->frames * f->numbers, double);
  uint8_t *light = ss_arena_new(s->arena, f->frames * elements, uint8_t);
  size_t *at = ss_arena_new(s->arena, f->frames, size_t);
  s->raw = ss_arena_new(s->arena, f->frames * s->outputs, double);
  if (!times || !number || !light || !at || !s->raw) return SS_MEMORY;
  run_frames(s, times, light, at);
  measure(s);
  size_t last;
  ss_status status = find_last_seen(s, &last);
  if (status == SS_OK && last + 1 < f->frames) {
    set_length(f, times[last]);
    run_frames(s, times, light, at);
  }
  for (size_t i = 0; i < f->frames && status == SS_OK; i++) fill_frame(s, i, at[i], number);
  f->t = times, f->number = number, f->light = light;
  if (status == SS_OK) {
    ss_film_scale_arrows(s, number);
    make_room(f);
  }
  return status;
}

ss_status ss_film_make(ss_arena *arena, const ss_system *system, const double *parameters,
                       const ss_motion *motion, ss_film *film) {
  assert(ss_graph_is_sealed(system->graph));
  const ss_model *model = system->model;
  *film = (ss_film){.system = system, .motion = motion};
  if (model->drawings == 0 || motion->samples == 0) return SS_BAD_INPUT;
  film->dimensions = model->drawing[0].dimensions;
  set_length(film, motion->t);
  ss_film_studio s = {.arena = arena, .system = system, .parameters = parameters, .motion = motion};
  s.film = film;
  ss_status status = compile(&s);
  if (status == SS_OK) status = ss_film_begin_arrows(&s);
  if (status == SS_OK) status = shoot(&s);
  ss_film_end_arrows(&s);
  ss_tape_destroy(s.tape);
  return status;
}

ss_status ss_film_thin(ss_arena *arena, size_t step, ss_film *film) {
  const size_t elements = film->system->elements, n = film->numbers;
  if (step < 2 || film->frames < 3) return SS_OK;
  const size_t frames = (film->frames - 1 + step - 1) / step + 1;
  double *t = ss_arena_new(arena, frames, double);
  double *number = ss_arena_new(arena, frames * n, double);
  uint8_t *light = ss_arena_new(arena, frames * elements, uint8_t);
  if (!t || !number || !light) return SS_MEMORY;
  for (size_t i = 0; i < frames; i++) {
    const size_t k = i + 1 < frames ? i * step : film->frames - 1;
    t[i] = film->t[k];
    memcpy(number + i * n, film->number + k * n, n * sizeof *number);
    memcpy(light + i * elements, film->light + k * elements, elements);
  }
  film->frames = frames;
  film->t = t, film->number = number, film->light = light;
  return SS_OK;
}

/* ---- looking at it --------------------------------------------------------------------------- */

const double *ss_film_at(const ss_film *film, size_t frame, const ss_film_piece *piece) {
  return film->number + frame * film->numbers + piece->first;
}

bool ss_film_stands(const ss_film *film, const ss_film_piece *piece) {
  const size_t bytes = piece->count * sizeof(double);
  for (size_t i = 1; i < film->frames; i++)
    if (memcmp(ss_film_at(film, i, piece), ss_film_at(film, 0, piece), bytes) != 0) return false;
  return true;
}

ss_light ss_film_light(ss_mode mode) {
  if (mode == SS_MODE_STICK || mode == SS_MODE_CLOSED) return SS_LIGHT_STICK;
  return mode == SS_MODE_FREE ? SS_LIGHT_FREE : SS_LIGHT_SLIP;
}

uint32_t ss_film_colour(ss_light light) {
  static const uint32_t colours[] = {0x999999, 0x009e73, 0xe69f00, 0xd55e00};
  return colours[light];
}

void ss_film_project(const ss_film *film, const double *place, double width, double height,
                     double page[2]) {
  double middle[3], x, y, w = film->high[0] - film->low[0], h = film->high[1] - film->low[1];
  for (int k = 0; k < 3; k++) middle[k] = (film->low[k] + film->high[k]) / 2;
  x = place[0] - middle[0], y = place[1] - middle[1];
  if (film->dimensions == 3) {
    const double depth = film->high[2] - film->low[2], z = place[2] - middle[2];
    const double turned = 0.87 * x + 0.5 * y, back = -0.5 * x + 0.87 * y;
    x = turned, y = 0.9 * z + 0.42 * back;
    w = h = hypot(hypot(w, h), depth);
  }
  const double scale = fmin(width / (w > 0 ? w : 1), height / (h > 0 ? h : 1));
  page[0] = width / 2 + scale * x;
  page[1] = height / 2 - scale * y;
}

size_t ss_film_draw_arrow(const ss_film *film, size_t frame, const ss_film_piece *piece,
                          const double size[2], double page[2 * SS_FILM_ARROW_POINTS]) {
  const double *at = ss_film_at(film, frame, piece), largest = 0.022 * size[1];
  double *foot = page, *tip = page + 2;
  ss_film_project(film, at, size[0], size[1], foot);
  ss_film_project(film, at + film->dimensions, size[0], size[1], tip);
  const double x = tip[0] - foot[0], y = tip[1] - foot[1], length = hypot(x, y);
  if (!(length >= 1)) return 0;
  const double head = fmin(largest, length), nx = x / length, ny = y / length;
  for (int k = 0; k < 2; k++) {
    const double side = k ? -head / 2 : head / 2;
    page[4 + 4 * k] = tip[0] - head * nx - side * ny;
    page[5 + 4 * k] = tip[1] - head * ny + side * nx;
  }
  page[6] = tip[0], page[7] = tip[1];
  return SS_FILM_ARROW_POINTS;
}

void ss_film_add_word(const ss_film *film, ss_text *out) {
  if (film->end < film->motion->t)
    ss_text_addf(out, "ends at t = %.4g: what moves leaves the picture, and goes on until t = %.4g",
                 film->end, film->motion->t);
}
