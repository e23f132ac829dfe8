/* motion_plot.c: a motion as a picture: coordinates, velocities, contact forces and modes over
 * time.
 *
 * Curves connect the recorded states. Units are those of the model's coordinates: on the axis where
 * all curves share one, else behind the curves' names; those of forces follow from the model's. A
 * machine at rest is shown to stay there for a little while. The modes are strips, one per element:
 * free is empty, stick is dark, slip is light; a thin line is an impact. So one sees at a glance
 * when the machine slides, when it holds and when it bounces.
 */
#include <math.h>
#include <string.h>

#include "plane.h"
#include "show_private.h"
#include "standstill/show.h"

/* Letters of 8 and 9 points on a page of 360: still 5 to 6 points in the column of a paper. */
enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 84, STRIP = 13 };

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_motion *motion;
  size_t points; /* of a curve: the samples and, for a machine at rest, one more */
  double *t;
  double y; /* how far down the page is used */
} page;

/* ---- data in columns ------------------------------------------------------------------------- */

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

/* The sample that point k of a curve shows. */
static const ss_sample *sample_of(const page *p, size_t k) {
  return &p->motion->sample[k < p->motion->samples ? k : p->motion->samples - 1];
}

/* One number of every point; NULL when memory is out. */
static double *gather(const page *p, get_number *get, size_t i) {
  double *values = ss_arena_new(p->arena, p->points, double);
  for (size_t k = 0; values && k < p->points; k++) values[k] = get(sample_of(p, k), i);
  return values;
}

/* How long a machine at rest is shown to stay: else the forces that hold it could not be seen. */
static double find_end(const ss_motion *m) {
  if (!(m->t > 0)) return 1;
  return m->at_rest ? 1.04 * m->t : m->t;
}

/* ---- names and units ------------------------------------------------------------------------- */

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
    names[i] =
        name ? ss_show_axis_label(p->arena, name, rate, common ? NULL : unit_of(p, i)) : NULL;
    if (!names[i]) return NULL;
  }
  return names;
}

/* The unit of slip component k: along slip, spin or roll. */
static const char *unit_of_slip(const ss_element *e, size_t k) {
  return e->force_unit[k < 2 ? 1 : k == 2 ? 2 : 3];
}

/* The unit of all contact forces; NULL if there is none, they differ, or there is but one force. */
static const char *find_force_unit(const page *p) {
  const char *common = NULL;
  if (p->system->normals + p->system->slips < 2) return NULL;
  for (size_t i = 0; i < p->system->elements; i++) {
    const ss_system_element *e = &p->system->element[i];
    for (size_t k = e->normal == SIZE_MAX ? 1 : 0; k < e->slips + 1; k++) {
      const char *unit = k ? unit_of_slip(e->element, k - 1) : e->element->force_unit[0];
      if (!unit || (common && strcmp(common, unit) != 0)) return NULL;
      common = unit;
    }
  }
  return common;
}

/* "left N", with its unit where units differ. */
static const char *name_force(const page *p, const ss_element *e, const char *which,
                              const char *unit) {
  const char *name = ss_arena_format(p->arena, "%s %s", e->name.text, which);
  return name ? ss_show_axis_label(p->arena, name, false, find_force_unit(p) ? NULL : unit) : NULL;
}

/* "left N", "left T". */
static const char **name_forces(const page *p) {
  const ss_system *s = p->system;
  const char **names = ss_arena_new(p->arena, s->normals + s->slips, const char *);
  bool good = names != NULL;
  for (size_t i = 0; good && i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    if (e->normal != SIZE_MAX) {
      names[e->normal] = name_force(p, e->element, "N", e->element->force_unit[0]);
      good = names[e->normal] != NULL;
    }
    for (size_t k = 0; good && k < e->slips; k++) {
      const char **name = &names[s->normals + e->slip + k];
      *name =
          name_force(p, e->element, ss_show_slip_name(e->element, k), unit_of_slip(e->element, k));
      good = *name != NULL;
    }
  }
  return good ? names : NULL;
}

/* ---- panels over time ------------------------------------------------------------------------ */

typedef struct group {
  const char *label;
  size_t count;
  const char **names;
  get_number *get;
} group;

/* All curves of a group in one panel, below what the page has so far. */
static ss_status draw_group(page *p, const group *g, ss_panel *panel) {
  double **curves = ss_arena_new(p->arena, g->count, double *);
  if (!curves || !g->names) return SS_MEMORY;
  panel->y0 = 1;
  panel->y1 = 0;
  for (size_t i = 0; i < g->count; i++) {
    curves[i] = gather(p, g->get, i);
    if (!curves[i]) return SS_MEMORY;
    ss_plot_extend(p->points, curves[i], &panel->y0, &panel->y1);
  }
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = g->count == 1 ? g->names[0] : g->label;
  p->y += g->count > 1 ? 17 : 14;
  if (g->count > 1) p->y += ss_plot_legend(&p->plot, panel, p->y, g->count, g->names) - 8;
  panel->top = p->y;
  ss_plot_axes(&p->plot, panel);
  for (size_t i = 0; i < g->count; i++)
    ss_plot_curve(&p->plot, panel, p->points, p->t, curves[i], i);
  p->y += panel->height;
  return SS_OK;
}

static ss_status draw_groups(page *p, ss_panel *panel) {
  const ss_system *s = p->system;
  const size_t forces = s->normals + s->slips, count = forces ? 3 : 2;
  const char *unit = find_common_unit(p);
  const group groups[] = {
      {ss_show_axis_label(p->arena, "coordinates", false, unit), s->coordinates,
       name_coordinates(p, false), get_q},
      {ss_show_axis_label(p->arena, "velocities", true, unit), s->coordinates,
       name_coordinates(p, true), get_u},
      {ss_show_axis_label(p->arena, "contact forces", false, find_force_unit(p)), forces,
       forces ? name_forces(p) : NULL, get_force}};
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    panel->x_numbers = i + 1 == count;
    panel->x_label = panel->x_numbers ? ss_show_time_label(p->system->model) : NULL;
    status = draw_group(p, &groups[i], panel);
  }
  p->y += 30;
  return status;
}

/* ---- modes ----------------------------------------------------------------------------------- */

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
  size_t first = 0;
  for (size_t k = 1; k < p->points && sample_of(p, first)->modes; k++) {
    const double alpha = darkness(sample_of(p, first)->modes[element]);
    const bool last = k + 1 == p->points;
    if (!last && darkness(sample_of(p, k)->modes[element]) == alpha) continue;
    const double box[4] = {p->t[first], 0, p->t[k], 1};
    if (alpha > 0 && box[2] > box[0]) ss_plot_bar(&p->plot, panel, box, element, alpha);
    first = k;
  }
}

/* A line for every impact that can be told from the one before. */
static bool mark_impacts(page *p, const ss_panel *panel, size_t element) {
  double last = -INFINITY;
  for (size_t k = 0; k < p->motion->events; k++) {
    const ss_event *e = &p->motion->event[k];
    if (!ss_event_jumps(e->kind) || e->element != element) continue;
    if (ss_panel_x(panel, e->t) < last + 1) continue;
    ss_plot_mark(&p->plot, panel, e->t);
    last = ss_panel_x(panel, e->t);
  }
  return last > -INFINITY;
}

static void explain(page *p, double *x, double alpha, const char *word) {
  const double wide = alpha > 0 ? 14 : 2;
  const ss_panel swatch = {
      .left = *x, .top = p->y - 7, .width = wide, .height = 8, .x1 = 1, .y1 = 1};
  const double whole[4] = {0, 0, 1, 1};
  if (alpha > 0)
    ss_plot_bar(&p->plot, &swatch, whole, SS_PLOT_COLOURS - 1, alpha);
  else
    ss_plot_mark(&p->plot, &swatch, 0.5);
  if (alpha > 0) ss_plot_frame(&p->plot, &swatch);
  ss_plot_text(&p->plot, *x + wide + 4, p->y, 8, word);
  *x += wide + 4 + ss_plot_text_width(&p->plot, 8, word) + 14;
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

/* ---- pages ----------------------------------------------------------------------------------- */

/* In letters that let all of it be read, if that can be had. */
static void draw_title(page *p) {
  enum { EDGE = 6, LARGEST = 10, SMALLEST = 8 };
  const char *title = p->system->model->title;
  double size = LARGEST;
  while (size > SMALLEST && ss_plot_text_width(&p->plot, size, title) > WIDTH - 2 * EDGE)
    size -= 0.5;
  ss_plot_text_within(&p->plot, EDGE, 16, size, WIDTH - 2 * EDGE, title);
  p->y = *title ? 20 : 4;
}

static ss_status draw_over_time(page *p) {
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  panel.x1 = find_end(p->motion);
  draw_title(p);
  p->t = gather(p, get_time, 0);
  if (p->t && p->points > p->motion->samples) p->t[p->points - 1] = panel.x1;
  const ss_status status = p->t ? draw_groups(p, &panel) : SS_MEMORY;
  if (status == SS_OK && p->system->elements) draw_modes(p, panel);
  return status;
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* Draws into the file, or only measures: p->y is the height then. */
static ss_status draw(page *p, const char *file) {
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  status = draw_over_time(p);
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_motion_plot(const ss_system *system, const ss_motion *motion, const char *file) {
  page p = {.arena = ss_arena_create(), .system = system, .motion = motion};
  p.points = motion->samples + (motion->at_rest && motion->samples ? 1 : 0);
  if (!p.arena) return SS_MEMORY;
  ss_status status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
