/* plane_plot.c: a plane as a picture: a map, a direction field, level sets, rest sets, motions.
 *
 * Everything is drawn twice: without a file first, to learn how high the legend is. The page is 300
 * points wide, so that its letters of 8 and 9 points still have 6.5 and 7 in a column of 8.5 cm.
 * Motions go in a colour each; a ring is where one starts, a dot where it ends. A velocity that
 * jumps in an impact is a straight piece.
 */
#include <math.h>

#include "plane.h"

enum { WIDTH = 300, LEFT = 50, RIGHT = 12, HEIGHT = 200, EDGE = 6 };

/* ---- motions --------------------------------------------------------------------------------- */

static double get_value(const ss_page *view, const ss_sample *s, int k) {
  const size_t i = view->axis[k].index;
  switch (view->axis[k].kind) {
  case SS_AXIS_TIME: return s->t;
  case SS_AXIS_POSITION: return s->q[i];
  case SS_AXIS_VELOCITY: return s->u[i];
  default: return NAN;
  }
}

/* The points of a motion, and room for one more. */
static bool gather(const ss_page *view, const ss_motion *m, double *values[2]) {
  for (int k = 0; k < 2; k++) {
    values[k] = ss_arena_new(view->arena, m->samples + 1, double);
    if (!values[k]) return false;
    for (size_t i = 0; i < m->samples; i++) values[k][i] = get_value(view, &m->sample[i], k);
  }
  return true;
}

/* Above a map lines need colours that its tints do not have. */
static ss_pen choose_pen(const ss_page *view, size_t k) {
  const size_t style = (k + (view->plane->map ? 1 : 0)) % (SS_PLOT_COLOURS - 1);
  return (ss_pen){.colour = ss_plot_colour(style, 1), .width = 1.2, .halo = view->plane->map};
}

static bool is_inside(const ss_panel *p, double x, double y) {
  return x >= p->x0 && x <= p->x1 && y >= p->y0 && y <= p->y1;
}

static void draw_end(ss_page *view, double x, double y, uint32_t fill, uint32_t rim) {
  const ss_panel *p = &view->panel;
  if (is_inside(p, x, y))
    ss_plot_disk(&view->plot, ss_panel_x(p, x), ss_panel_y(p, y), 2.4, fill, rim);
}

static ss_status draw_motion(ss_page *view, size_t k) {
  const ss_plane_motion *m = &view->plane->motion[k];
  const ss_pen pen = choose_pen(view, k);
  size_t count = m->motion->samples;
  double *at[2];
  if (!gather(view, m->motion, at)) return SS_MEMORY;
  /* over time, what rests stays there */
  if (count && m->motion->at_rest && view->axis[0].kind == SS_AXIS_TIME) {
    at[0][count] = view->panel.x1;
    at[1][count] = at[1][count - 1];
    count++;
  }
  ss_plot_line(&view->plot, &view->panel, count, at[0], at[1], &pen);
  if (count && view->axis[0].kind != SS_AXIS_TIME) {
    draw_end(view, at[0][count - 1], at[1][count - 1], pen.colour, pen.colour);
    draw_end(view, at[0][0], at[1][0], 0xFFFFFF, pen.colour);
  }
  if (*m->name) ss_page_explain(view, SS_LEGEND_LINE, &pen, m->name);
  return SS_OK;
}

/* What rings and dots mean: where all motions rest, where some do, where none does. */
static void explain_ends(ss_page *view) {
  const ss_plane *p = view->plane;
  const ss_pen dark = {.colour = 0x404040};
  size_t rests = 0;
  if (p->motions == 0 || view->axis[0].kind == SS_AXIS_TIME) return;
  for (size_t k = 0; k < p->motions; k++) rests += p->motion[k].motion->at_rest;
  ss_page_explain(view, SS_LEGEND_RING, &dark, "start");
  ss_page_explain(view, SS_LEGEND_DISK, &dark, rests == p->motions ? "rest" : "end");
}

static ss_status draw_motions(ss_page *view) {
  ss_status status = SS_OK;
  if (!ss_page_has_states(view) && view->plane->map) return SS_OK;
  for (size_t k = 0; k < view->plane->motions && status == SS_OK; k++)
    status = draw_motion(view, k);
  if (status == SS_OK) explain_ends(view);
  return status;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Cells are centred on their points: half a cell more on each side. */
static ss_status take_range_of_map(ss_page *view) {
  const ss_sweep_axis *axis = view->plane->map->axis;
  double lo[2], hi[2];
  for (int k = 0; k < 2; k++) {
    const size_t steps = axis[k].count > 1 ? axis[k].count - 1 : 1;
    const double size = axis[k].high - axis[k].low;
    const double half = size != 0 ? 0.5 * size / (double)steps : fmax(fabs(axis[k].low), 1) * 1e-3;
    lo[k] = axis[k].low - half;
    hi[k] = axis[k].high + half;
  }
  ss_panel *p = &view->panel;
  p->x0 = lo[0], p->x1 = hi[0], p->y0 = lo[1], p->y1 = hi[1];
  if (ss_sweep_is_line(view->plane->map)) ss_page_fit_line(view);
  return SS_OK;
}

/* The extent of a rest set along an axis. */
static void measure_set(const ss_page *view, const ss_rest_set *set, int k, double ends[2]) {
  const bool position = view->axis[k].kind == SS_AXIS_POSITION;
  ends[0] = position ? set->lo[view->axis[k].index] : 0;
  ends[1] = position ? set->hi[view->axis[k].index] : 0;
}

/* A rest set that the motions come across is shown as a whole, if it is finite. */
static void extend_by_rest(const ss_page *view, double lo[2], double hi[2]) {
  const ss_rest_sets *rest = view->plane->rest;
  const double from[2] = {lo[0], lo[1]}, to[2] = {hi[0], hi[1]};
  if (!ss_page_has_states(view)) return;
  for (size_t i = 0; rest && i < rest->count; i++) {
    double ends[2][2];
    bool met = true;
    for (int k = 0; k < 2; k++) {
      measure_set(view, &rest->set[i], k, ends[k]);
      if (!isfinite(ends[k][1] - ends[k][0]) || ends[k][1] < from[k] || ends[k][0] > to[k])
        met = false;
    }
    for (int k = 0; met && k < 2; k++) ss_plot_extend(2, ends[k], &lo[k], &hi[k]);
  }
}

static ss_status fit_range(ss_page *view) {
  double lo[2] = {1, 1}, hi[2] = {0, 0}, *at[2];
  for (size_t m = 0; m < view->plane->motions; m++) {
    const ss_motion *motion = view->plane->motion[m].motion;
    if (!gather(view, motion, at)) return SS_MEMORY;
    for (int k = 0; k < 2; k++) ss_plot_extend(motion->samples, at[k], &lo[k], &hi[k]);
  }
  extend_by_rest(view, lo, hi);
  for (int k = 0; k < 2; k++) {
    if (view->axis[k].kind != SS_AXIS_TIME || !(hi[k] > lo[k])) ss_plot_margin(&lo[k], &hi[k]);
  }
  ss_panel *p = &view->panel;
  p->x0 = lo[0], p->x1 = hi[0], p->y0 = lo[1], p->y1 = hi[1];
  return SS_OK;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* In letters that let all of it be read, if that can be had. */
static void draw_title(ss_page *view) {
  enum { LARGEST = 10, SMALLEST = 8 };
  const char *title = view->plane->title;
  double size = LARGEST;
  while (size > SMALLEST && ss_plot_text_width(&view->plot, size, title) > WIDTH - 2 * EDGE)
    size -= 0.5;
  ss_plot_text_within(&view->plot, EDGE, 15, size, WIDTH - 2 * EDGE, title);
  view->panel.top = *title ? 28 : 14;
}

/* Maps are square, those along one axis are strips; planes of motions are wider than high. */
static ss_status draw_panel(ss_page *view) {
  ss_status (*const layers[])(ss_page *) = {
      ss_page_draw_map,  ss_page_draw_values, ss_page_draw_field, ss_page_draw_levels,
      ss_page_draw_rest, draw_motions,        ss_page_name_rest};
  view->keys = 0;
  draw_title(view);
  ss_plot_axes(&view->plot, &view->panel);
  ss_status status = SS_OK;
  for (size_t i = 0; i < sizeof layers / sizeof *layers && status == SS_OK; i++)
    status = layers[i](view);
  ss_plot_frame(&view->plot, &view->panel);
  return status;
}

/* Draws into the file or the text, or only measures: *height is that of the page then. */
static ss_status draw(ss_page *view, const char *file, ss_text *svg, double *height) {
  ss_status status = svg ? ss_plot_start_svg(&view->plot, svg, WIDTH, *height)
                         : ss_plot_start(&view->plot, file, WIDTH, *height);
  if (status != SS_OK) return status;
  const ss_arena_mark mark = ss_arena_get_mark(view->arena);
  status = draw_panel(view);
  const double bottom = view->panel.top + view->panel.height + 40;
  const double legend =
      ss_plot_marks(&view->plot, LEFT, bottom, WIDTH - LEFT - RIGHT, view->keys, view->key);
  *height = view->keys ? bottom + legend - 4 : bottom - 8;
  ss_arena_release(view->arena, mark);
  if (status == SS_OK) return ss_plot_stop(&view->plot);
  ss_plot_cancel(&view->plot);
  return status;
}

static ss_status prepare(ss_page *view) {
  view->panel.left = LEFT;
  view->panel.width = WIDTH - LEFT - RIGHT;
  view->panel.height = view->plane->map ? view->panel.width : HEIGHT;
  view->panel.x_numbers = true;
  ss_status status = ss_page_resolve(view);
  if (status == SS_OK) status = ss_page_open(view);
  if (status == SS_OK) status = ss_page_label(view);
  if (status != SS_OK) return status;
  return view->plane->map ? take_range_of_map(view) : fit_range(view);
}

static ss_status draw_plane(const ss_plane *plane, const char *file, ss_text *svg, ss_panel *panel,
                            double *height) {
  ss_page view = {.plane = plane, .arena = ss_arena_create()};
  *height = 0;
  if (!view.arena) return SS_MEMORY;
  ss_status status = prepare(&view);
  if (status == SS_OK) status = draw(&view, NULL, NULL, height);
  if (status == SS_OK) status = draw(&view, file, svg, height);
  if (panel) *panel = view.panel;
  ss_page_close(&view);
  ss_arena_destroy(view.arena);
  return status;
}

ss_status ss_show_plane_plot(const ss_plane *plane, const char *file) {
  double height;
  return draw_plane(plane, file, NULL, NULL, &height);
}

ss_status ss_plane_draw_svg(const ss_plane *plane, ss_text *out, ss_panel *panel, double size[2]) {
  size[0] = WIDTH;
  return draw_plane(plane, NULL, out, panel, &size[1]);
}
