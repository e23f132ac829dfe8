/* motion_plot.c: a motion as a picture: coordinates, velocities, contact forces and modes over
 * time, or a phase plane.
 *
 * Curves connect the recorded states. Units are those of the model's coordinates: on the axis where
 * all curves share one, else behind the curves' names. The modes are strips, one an element: free
 * is empty, stick is dark, slip is light; a thin line is an impact. So one sees at a glance when
 * the machine slides, when it holds and when it bounces.
 */
#include <math.h>
#include <string.h>

#include "plot.h"
#include "show_private.h"
#include "standstill/show.h"

enum { WIDTH = 520, LEFT = 62, RIGHT = 14, PANEL = 105, STRIP = 13, PLANE = 330, SQUARE = 400 };

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_motion *motion;
  const char *const *plane; /* NULL: over time */
  double *t;
  double y; /* how far down the page is used */
} page;

/* ---- data in columns ----------------------------------------------------------------------- */

typedef double get_number(const ss_sample *sample, size_t i);

static double get_time(const ss_sample *s, size_t i) {
  (void)i;
  return s->t;
}

static double get_q(const ss_sample *s, size_t i) {
  return s->q[i];
}

static double get_u(const ss_sample *s, size_t i) {
  return s->u[i];
}

static double get_force(const ss_sample *s, size_t i) {
  return s->forces ? s->forces[i] : NAN;
}

/* One number of every sample; NULL when memory is out. */
static double *gather(const page *p, get_number *get, size_t i) {
  const size_t count = p->motion->samples;
  double *values = ss_arena_new(p->arena, count, double);
  for (size_t k = 0; values && k < count; k++) values[k] = get(&p->motion->sample[k], i);
  return values;
}

/* ---- names and units ----------------------------------------------------------------------- */

static const char *unit_of(const page *p, size_t coordinate) {
  return p->system->model->coordinate[coordinate].name.unit;
}

/* The unit of all coordinates; NULL if there is none or they differ. */
static const char *find_common_unit(const page *p) {
  const char *unit = unit_of(p, 0);
  for (size_t i = 1; unit && i < p->system->coordinates; i++)
    if (!unit_of(p, i) || strcmp(unit, unit_of(p, i)) != 0) return NULL;
  return unit;
}

/* "x [m]", "x' [m/s]"; without a unit the name alone. */
static const char *add_unit(const page *p, const char *name, bool rate, const char *unit) {
  if (!unit) return name;
  const bool composed = rate && strpbrk(unit, " /*") != NULL;
  return ss_arena_format(p->arena, "%s [%s%s%s%s]", name, composed ? "(" : "", unit,
                         composed ? ")" : "", rate ? "/s" : "");
}

static const char *name_coordinate(const page *p, size_t i, bool rate) {
  return ss_arena_format(p->arena, "%s%s", p->system->names[i], rate ? "'" : "");
}

/* Names of all coordinates or velocities, with units where they differ. */
static const char **name_coordinates(const page *p, bool rate) {
  const size_t n = p->system->coordinates;
  const bool common = n > 1 && find_common_unit(p);
  const char **names = ss_arena_new(p->arena, n, const char *);
  for (size_t i = 0; names && i < n; i++) {
    const char *name = name_coordinate(p, i, rate);
    names[i] = name ? add_unit(p, name, rate, common ? NULL : unit_of(p, i)) : NULL;
    if (!names[i]) return NULL;
  }
  return names;
}

/* "left N", "left T". */
static const char **name_forces(const page *p) {
  const ss_system *s = p->system;
  const char **names = ss_arena_new(p->arena, s->normals + s->slips, const char *);
  bool good = names != NULL;
  for (size_t i = 0; good && i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    const char *name = e->element->name.text;
    if (e->normal != SIZE_MAX)
      good = (names[e->normal] = ss_arena_format(p->arena, "%s N", name)) != NULL;
    for (size_t k = 0; good && k < e->slips; k++) {
      const char *slip = ss_show_slip_name(e->element, k);
      names[s->normals + e->slip + k] = ss_arena_format(p->arena, "%s %s", name, slip);
      good = names[s->normals + e->slip + k] != NULL;
    }
  }
  return good ? names : NULL;
}

/* Seconds, if the model says units at all. */
static const char *name_time(const page *p) {
  for (size_t i = 0; i < p->system->coordinates; i++)
    if (unit_of(p, i)) return "time [s]";
  return "time";
}

/* ---- panels over time ---------------------------------------------------------------------- */

typedef struct group {
  const char *label;
  size_t count;
  const char **names;
  get_number *get;
} group;

/* All curves of a group in one panel, below what the page has so far. */
static ss_status draw_group(page *p, const group *g, ss_panel *panel) {
  const size_t samples = p->motion->samples;
  double **curves = ss_arena_new(p->arena, g->count, double *);
  if (!curves || !g->names) return SS_MEMORY;
  panel->y0 = 1;
  panel->y1 = 0;
  for (size_t i = 0; i < g->count; i++) {
    curves[i] = gather(p, g->get, i);
    if (!curves[i]) return SS_MEMORY;
    ss_plot_extend(samples, curves[i], &panel->y0, &panel->y1);
  }
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = g->count == 1 ? g->names[0] : g->label;
  p->y += g->count > 1 ? 17 : 14;
  if (g->count > 1) p->y += ss_plot_legend(&p->plot, panel, p->y, g->count, g->names) - 8;
  panel->top = p->y;
  ss_plot_axes(&p->plot, panel);
  for (size_t i = 0; i < g->count; i++) ss_plot_curve(&p->plot, panel, samples, p->t, curves[i], i);
  p->y += panel->height;
  return SS_OK;
}

static ss_status draw_groups(page *p, ss_panel *panel) {
  const ss_system *s = p->system;
  const size_t forces = s->normals + s->slips, count = forces ? 3 : 2;
  const char *unit = find_common_unit(p);
  const group groups[] = {
      {add_unit(p, "coordinates", false, unit), s->coordinates, name_coordinates(p, false), get_q},
      {add_unit(p, "velocities", true, unit), s->coordinates, name_coordinates(p, true), get_u},
      {"contact forces", forces, forces ? name_forces(p) : NULL, get_force}};
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    panel->x_numbers = i + 1 == count;
    panel->x_label = panel->x_numbers ? name_time(p) : NULL;
    status = draw_group(p, &groups[i], panel);
  }
  p->y += 30;
  return status;
}

/* ---- modes --------------------------------------------------------------------------------- */

/* How dark an element's strip is in a mode. */
static double darkness(ss_mode mode) {
  switch (mode) {
  case SS_MODE_FREE: return 0;
  case SS_MODE_STICK: return 0.9;
  case SS_MODE_CLOSED: return 0.6;
  default: return 0.3;
  }
}

/* Stretches of equal darkness as one bar each. */
static void draw_strip(page *p, const ss_panel *panel, size_t element) {
  const ss_motion *m = p->motion;
  size_t first = 0;
  for (size_t k = 1; k < m->samples && m->sample[first].modes; k++) {
    const double alpha = darkness(m->sample[first].modes[element]);
    const bool last = k + 1 == m->samples;
    if (!last && darkness(m->sample[k].modes[element]) == alpha) continue;
    const double box[4] = {m->sample[first].t, 0, m->sample[k].t, 1};
    if (alpha > 0 && box[2] > box[0]) ss_plot_bar(&p->plot, panel, box, element, alpha);
    first = k;
  }
}

/* A line for every impact that can be told from the one before. */
static bool mark_impacts(page *p, const ss_panel *panel, size_t element) {
  double last = -INFINITY;
  for (size_t k = 0; k < p->motion->events; k++) {
    const ss_event *e = &p->motion->event[k];
    if (e->kind != SS_EVENT_IMPACT || e->element != element) continue;
    if (ss_panel_x(panel, e->t) < last + 1) continue;
    ss_plot_mark(&p->plot, panel, e->t);
    last = ss_panel_x(panel, e->t);
  }
  return last > -INFINITY;
}

static void explain(page *p, double *x, double alpha, const char *word) {
  const ss_panel swatch = {*x, p->y - 7, 14, 8, 0, 1, 0, 1, NULL, NULL, false};
  const double whole[4] = {0, 0, 1, 1};
  if (alpha > 0)
    ss_plot_bar(&p->plot, &swatch, whole, SS_PLOT_COLOURS - 1, alpha);
  else
    ss_plot_mark(&p->plot, &swatch, 0.5);
  if (alpha > 0) ss_plot_frame(&p->plot, &swatch);
  ss_plot_text(&p->plot, *x + 18, p->y, 8, word);
  *x += 18 + ss_plot_text_width(&p->plot, 8, word) + 14;
}

/* What the strips mean, as far as they can occur. */
static void explain_strips(page *p, bool impacts) {
  const ss_system *s = p->system;
  bool rubs = false, glides = false;
  double x = LEFT;
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].element->law == SS_LAW_FRICTIONLESS)
      glides = true;
    else
      rubs = true;
  p->y += 10;
  if (rubs) explain(p, &x, darkness(SS_MODE_STICK), "sticks");
  if (glides) explain(p, &x, darkness(SS_MODE_CLOSED), "closed");
  if (rubs) explain(p, &x, darkness(SS_MODE_SLIP_PLUS), "slips");
  if (impacts) explain(p, &x, 0, "impact");
  p->y += 4;
}

static void draw_modes(page *p, ss_panel panel) {
  bool impacts = false;
  panel.height = STRIP - 3;
  panel.y0 = 0;
  panel.y1 = 1;
  for (size_t i = 0; i < p->system->elements; i++) {
    panel.top = p->y;
    draw_strip(p, &panel, i);
    if (mark_impacts(p, &panel, i)) impacts = true;
    ss_plot_frame(&p->plot, &panel);
    ss_plot_text_within(&p->plot, 6, panel.top + 8, 8, LEFT - 12,
                        p->system->element[i].element->name.text);
    p->y += STRIP;
  }
  explain_strips(p, impacts);
}

/* ---- pages --------------------------------------------------------------------------------- */

static void draw_title(page *p, double width) {
  const char *title = p->system->model->title;
  ss_plot_text_within(&p->plot, LEFT, 16, 10, width - LEFT - RIGHT, title);
  p->y = *title ? 20 : 4;
}

static ss_status draw_over_time(page *p) {
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  panel.x1 = p->motion->t > 0 ? p->motion->t : 1;
  draw_title(p, WIDTH);
  p->t = gather(p, get_time, 0);
  const ss_status status = p->t ? draw_groups(p, &panel) : SS_MEMORY;
  if (status == SS_OK && p->system->elements) draw_modes(p, panel);
  return status;
}

/* ---- a phase plane ------------------------------------------------------------------------- */

/* What a name such as x or x' means; false if nothing. */
static bool find_axis(const page *p, const char *name, size_t *coordinate, bool *rate) {
  size_t length = strlen(name);
  *rate = length > 1 && name[length - 1] == '\'';
  length -= *rate;
  for (size_t i = 0; i < p->system->coordinates; i++) {
    *coordinate = i;
    if (strlen(p->system->names[i]) == length && strncmp(p->system->names[i], name, length) == 0)
      return true;
  }
  return false;
}

static void explain_dots(page *p) {
  ss_panel here = {.left = LEFT, .top = p->y, .width = 1, .height = 1, .x1 = 1, .y1 = 1};
  ss_plot_dot(&p->plot, &here, 4, 3.5, 2);
  ss_plot_text(&p->plot, LEFT + 10, p->y, 8, "start");
  ss_plot_dot(&p->plot, &here, 44, 3.5, 1);
  ss_plot_text(&p->plot, LEFT + 50, p->y, 8, p->motion->at_rest ? "rest" : "end");
}

/* Values and label of an axis. */
static ss_status name_axis(const page *p, const char *name, double **values, const char **label) {
  size_t i;
  bool rate;
  if (!find_axis(p, name, &i, &rate)) return SS_BAD_INPUT;
  *values = gather(p, rate ? get_u : get_q, i);
  *label = add_unit(p, name, rate, unit_of(p, i));
  return *values && *label ? SS_OK : SS_MEMORY;
}

static ss_status draw_plane(page *p) {
  ss_panel panel = {.left = LEFT, .width = SQUARE, .height = PLANE, .x_numbers = true};
  const size_t count = p->motion->samples;
  double *x, *y;
  ss_status status = name_axis(p, p->plane[0], &x, &panel.x_label);
  if (status == SS_OK) status = name_axis(p, p->plane[1], &y, &panel.y_label);
  if (status != SS_OK) return status;
  draw_title(p, LEFT + SQUARE + RIGHT);
  panel.x0 = panel.y0 = 1;
  ss_plot_extend(count, x, &panel.x0, &panel.x1);
  ss_plot_extend(count, y, &panel.y0, &panel.y1);
  ss_plot_margin(&panel.x0, &panel.x1);
  ss_plot_margin(&panel.y0, &panel.y1);
  p->y += 12;
  explain_dots(p);
  panel.top = p->y += 12;
  ss_plot_axes(&p->plot, &panel);
  ss_plot_curve(&p->plot, &panel, count, x, y, 0);
  if (count) {
    ss_plot_dot(&p->plot, &panel, x[0], y[0], 2);
    ss_plot_dot(&p->plot, &panel, x[count - 1], y[count - 1], 1);
  }
  p->y += PLANE + 26;
  return SS_OK;
}

/* ---- the picture --------------------------------------------------------------------------- */

/* Draws into the file, or only measures: p->y is the height then. */
static ss_status draw(page *p, const char *file) {
  const double width = p->plane ? LEFT + SQUARE + RIGHT : WIDTH;
  ss_status status = ss_plot_start(&p->plot, file, width, p->y + 8);
  if (status != SS_OK) return status;
  status = p->plane ? draw_plane(p) : draw_over_time(p);
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_motion_plot(const ss_system *system, const ss_motion *motion,
                              const char *const plane[2], const char *file) {
  page p = {.arena = ss_arena_create(), .system = system, .motion = motion, .plane = plane};
  if (!p.arena) return SS_MEMORY;
  ss_status status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
