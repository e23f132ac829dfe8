/* motion_plot.c: a motion as a picture: coordinates, velocities, contact forces and modes over
 * time, or a phase plane.
 *
 * The modes are strips, one an element: free is empty, stick is dark, slip is light; so that one
 * sees at a glance when the machine slides and when it holds.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot.h"
#include "show_private.h"
#include "standstill/show.h"

enum { PAGE_WIDTH = 520, LEFT = 62, RIGHT = 14, TOP = 34, PANEL = 105, GAP = 26, STRIP = 13 };

/* ---- data in columns ----------------------------------------------------------------------- */

typedef struct columns {
  ss_arena *arena;
  const ss_motion *motion;
  size_t count;
  double *t;
} columns;

/* One number of every sample: get(sample, i). */
static double *gather(columns *c, double (*get)(const ss_sample *, size_t), size_t i) {
  double *values = ss_arena_new(c->arena, c->count, double);
  for (size_t k = 0; values && k < c->count; k++) values[k] = get(&c->motion->sample[k], i);
  return values;
}

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

/* ---- panels over time ---------------------------------------------------------------------- */

typedef struct group {
  const char *label;
  size_t count;
  const char *const *names;
  double (*get)(const ss_sample *, size_t);
} group;

/* All curves of a group in one panel. */
static ss_status draw_group(ss_plot *plot, columns *c, const group *g, ss_panel *panel) {
  double lo = 1, hi = 0;
  double **curves = ss_arena_new(c->arena, g->count, double *);
  if (!curves) return SS_MEMORY;
  for (size_t i = 0; i < g->count; i++) {
    curves[i] = gather(c, g->get, i);
    if (!curves[i]) return SS_MEMORY;
    ss_plot_extend(c->count, 1, curves[i], &lo, &hi);
  }
  ss_plot_margin(&lo, &hi);
  panel->y0 = lo;
  panel->y1 = hi;
  panel->y_label = g->label;
  ss_plot_axes(plot, panel);
  for (size_t i = 0; i < g->count; i++)
    ss_plot_curve(plot, panel, c->count, 1, c->t, curves[i], (int)i);
  ss_plot_legend(plot, panel, g->count, g->names);
  return SS_OK;
}

/* How dark an element's strip is in a mode. */
static double darkness(ss_mode mode) {
  return mode == SS_MODE_FREE ? 0 : mode == SS_MODE_STICK ? 0.9 : 0.35;
}

static void draw_strip(ss_plot *plot, const columns *c, const ss_panel *panel, size_t element) {
  for (size_t k = 0; k + 1 < c->count; k++) {
    const ss_sample *s = &c->motion->sample[k];
    double alpha = s->modes ? darkness(s->modes[element]) : 0;
    double box[4] = {s->t, 0, c->motion->sample[k + 1].t, 1};
    if (alpha > 0 && box[2] > box[0]) ss_plot_bar(plot, panel, box, (int)element, alpha);
  }
}

static void draw_modes(ss_plot *plot, const columns *c, const ss_system *s, ss_panel panel) {
  panel.height = STRIP - 3;
  panel.y0 = 0;
  panel.y1 = 1;
  for (size_t i = 0; i < s->elements; i++) {
    draw_strip(plot, c, &panel, i);
    ss_plot_text(plot, 6, panel.top + 9, 8, s->element[i].element->name.text);
    panel.top += STRIP;
  }
  ss_plot_text(plot, panel.left, panel.top + 10, 8, "dark: sticks    light: slips    empty: open");
}

/* Names of the forces: "left N", "left T". */
static const char **name_forces(ss_arena *arena, const ss_system *s) {
  const char **names = ss_arena_new(arena, s->normals + s->slips, const char *);
  for (size_t i = 0; names && i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    if (e->normal != SIZE_MAX)
      names[e->normal] = ss_arena_format(arena, "%s N", e->element->name.text);
    for (size_t k = 0; k < e->slips; k++)
      names[s->normals + e->slip + k] =
          ss_arena_format(arena, "%s %s", e->element->name.text, ss_show_slip_name(e->element, k));
  }
  return names;
}

static const char **name_velocities(ss_arena *arena, const ss_system *s) {
  const char **names = ss_arena_new(arena, s->coordinates, const char *);
  for (size_t i = 0; names && i < s->coordinates; i++)
    names[i] = ss_arena_format(arena, "%s'", s->names[i]);
  return names;
}

static ss_status draw_over_time(ss_arena *arena, const ss_system *s, const ss_motion *m,
                                const char *file) {
  columns c = {arena, m, m->samples, NULL};
  c.t = gather(&c, get_time, 0);
  const char **velocities = name_velocities(arena, s), **forces = name_forces(arena, s);
  if (!c.t || !velocities || !forces) return SS_MEMORY;
  group groups[] = {{"coordinates", s->coordinates, s->names, get_q},
                    {"velocities", s->coordinates, velocities, get_u},
                    {"contact forces", s->normals + s->slips, forces, get_force}};
  size_t count = s->normals + s->slips > 0 ? 3 : 2;
  double modes = s->elements ? STRIP * (double)s->elements + 20 : 0;
  ss_plot plot;
  ss_status status =
      ss_plot_start(&plot, file, PAGE_WIDTH, TOP + (double)count * (PANEL + GAP) + modes + 16);
  if (status != SS_OK) return status;
  ss_plot_text(&plot, LEFT, 15, 10, s->model->title);
  ss_panel panel = {.left = LEFT, .top = TOP, .width = PAGE_WIDTH - LEFT - RIGHT, .height = PANEL};
  panel.x0 = 0;
  panel.x1 = m->t > 0 ? m->t : 1;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    panel.x_numbers = i + 1 == count;
    panel.x_label = panel.x_numbers ? "time [s]" : NULL;
    status = draw_group(&plot, &c, &groups[i], &panel);
    panel.top += PANEL + GAP;
  }
  panel.top += 8;
  if (s->elements) draw_modes(&plot, &c, s, panel);
  ss_status written = ss_plot_stop(&plot);
  return status == SS_OK ? written : status;
}

/* ---- a phase plane ------------------------------------------------------------------------- */

/* The column that a name such as x or x' means; NULL with SS_BAD_INPUT if none. */
static double *find_column(columns *c, const ss_system *s, const char *name) {
  size_t length = strlen(name);
  bool is_velocity = length > 1 && name[length - 1] == '\'';
  for (size_t i = 0; i < s->coordinates; i++)
    if (strlen(s->names[i]) == length - is_velocity &&
        strncmp(s->names[i], name, length - is_velocity) == 0)
      return gather(c, is_velocity ? get_u : get_q, i);
  return NULL;
}

static ss_status draw_plane(ss_arena *arena, const ss_system *s, const ss_motion *m,
                            const char *const plane[2], const char *file) {
  columns c = {arena, m, m->samples, NULL};
  double *x = find_column(&c, s, plane[0]), *y = find_column(&c, s, plane[1]);
  if (!x || !y) return SS_BAD_INPUT;
  ss_panel panel = {.left = LEFT, .top = TOP, .width = 400, .height = 330, .x_numbers = true};
  panel.x0 = panel.y0 = 1;
  ss_plot_extend(c.count, 1, x, &panel.x0, &panel.x1);
  ss_plot_extend(c.count, 1, y, &panel.y0, &panel.y1);
  ss_plot_margin(&panel.x0, &panel.x1);
  ss_plot_margin(&panel.y0, &panel.y1);
  panel.x_label = plane[0];
  panel.y_label = plane[1];
  ss_plot plot;
  ss_status status = ss_plot_start(&plot, file, LEFT + 400 + RIGHT, TOP + 330 + 36);
  if (status != SS_OK) return status;
  ss_plot_text(&plot, LEFT, 15, 10, s->model->title);
  ss_plot_axes(&plot, &panel);
  ss_plot_curve(&plot, &panel, c.count, 1, x, y, 0);
  if (c.count) {
    ss_plot_dot(&plot, &panel, x[0], y[0], 2);
    ss_plot_dot(&plot, &panel, x[c.count - 1], y[c.count - 1], 1);
  }
  ss_plot_text(&plot, LEFT, TOP - 5, 8, "green: start    orange: end");
  return ss_plot_stop(&plot);
}

ss_status ss_show_motion_plot(const ss_system *system, const ss_motion *motion,
                              const char *const plane[2], const char *file) {
  ss_arena *arena = ss_arena_create();
  if (!arena) return SS_MEMORY;
  ss_status status = plane ? draw_plane(arena, system, motion, plane, file)
                           : draw_over_time(arena, system, motion, file);
  ss_arena_destroy(arena);
  return status;
}
