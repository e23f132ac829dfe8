/* plane_rest.c: rest sets, cut with a plane.
 *
 * A rest set lives at velocity 0: the plane meets it only where every velocity, on an axis or in
 * the base state, is 0. Of a convex part, {q : facet . q <= bound, hold . q = level}, the plane
 * cuts out a polygon: the page, clipped by one half plane after the other (Sutherland and
 * Hodgman), equations being strips of no width. Of a curve or a patch those pieces are drawn
 * whose points lie in the plane, a point without neighbours there as a dot; along an angle they
 * come again after each turn. Where a plane of one position cuts through a patch, whose other
 * coordinates are one, what lies between the places where its boundary passes the plane's value
 * of that is drawn. What is narrower than a line is drawn as one, what is smaller than a dot as a
 * dot. Along an axis on which nothing depends a set goes across the page.
 */
#include <math.h>
#include <stdlib.h>

#include "plane.h"
#include "show_private.h"

enum { CORNERS = 256 };
static const double NARROW = 1e-9; /* of a strip, as a share of the page */
static const ss_pen thick = {.colour = 0x000000, .width = 2.6, .halo = true};

typedef struct polygon {
  size_t count;
  double x[CORNERS], y[CORNERS];
} polygon;

/* ---- convex parts ---------------------------------------------------------------------------- */

/* Cuts off what is beyond n0 x + n1 y <= c. A convex polygon gains at most one corner. */
static void clip_polygon(polygon *p, double n0, double n1, double c) {
  const polygon old = *p;
  p->count = 0;
  for (size_t i = 0; i < old.count; i++) {
    const size_t k = (i + 1) % old.count;
    const double a = n0 * old.x[i] + n1 * old.y[i] - c, b = n0 * old.x[k] + n1 * old.y[k] - c;
    if (a <= 0 && p->count < CORNERS) {
      p->x[p->count] = old.x[i];
      p->y[p->count++] = old.y[i];
    }
    if ((a <= 0) == (b <= 0) || p->count == CORNERS) continue;
    p->x[p->count] = old.x[i] + (old.x[k] - old.x[i]) * a / (a - b);
    p->y[p->count++] = old.y[i] + (old.y[k] - old.y[i]) * a / (a - b);
  }
}

/* normal . q <= bound (or, within a strip, = bound) as a half plane of the page. */
static void apply_bound(const ss_page *view, const double *normal, double bound, bool equation,
                        polygon *p) {
  const ss_panel *panel = &view->panel;
  const double size[2] = {panel->x1 - panel->x0, panel->y1 - panel->y0};
  double n[2] = {0, 0}, rest = bound, scale = 1;
  for (size_t i = 0; i < view->plane->system->coordinates; i++) {
    bool on_axis = false;
    for (int k = 0; k < 2; k++)
      if (view->axis[k].kind == SS_AXIS_POSITION && view->axis[k].index == i)
        n[k] = normal[i], on_axis = true;
    if (!on_axis) rest -= normal[i] * view->plane->q[i];
    if (!on_axis) scale = fmax(scale, fabs(view->plane->q[i]));
  }
  const double slack = NARROW * fmax(scale, fabs(n[0]) * size[0] + fabs(n[1]) * size[1]);
  clip_polygon(p, n[0], n[1], rest + slack);
  if (equation) clip_polygon(p, -n[0], -n[1], slack - rest);
}

/* The page, or its part at velocity 0. */
static polygon start_polygon(const ss_page *view) {
  const ss_panel *p = &view->panel;
  polygon whole = {4, {p->x0, p->x1, p->x1, p->x0}, {p->y0, p->y0, p->y1, p->y1}};
  const double slack[2] = {NARROW * (p->x1 - p->x0), NARROW * (p->y1 - p->y0)};
  for (int k = 0; k < 2; k++) {
    if (view->axis[k].kind != SS_AXIS_VELOCITY) continue;
    clip_polygon(&whole, k == 0, k == 1, slack[k]);
    clip_polygon(&whole, -(k == 0), -(k == 1), slack[k]);
  }
  return whole;
}

static polygon cut_part(const ss_page *view, const ss_rest_part *part) {
  const size_t n = view->plane->system->coordinates;
  polygon p = start_polygon(view);
  for (size_t i = 0; i < part->facets; i++)
    apply_bound(view, part->facet + i * n, part->bound[i], false, &p);
  for (size_t i = 0; i < part->equations; i++)
    apply_bound(view, part->hold + i * n, part->level[i], true, &p);
  return p;
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* Extent on the page, in points: of the whole and across its longest diagonal. */
static void measure(const ss_page *view, const polygon *p, double *length, double *width) {
  size_t a = 0, b = 0;
  *length = *width = 0;
  double px[CORNERS], py[CORNERS];
  for (size_t i = 0; i < p->count; i++) {
    px[i] = ss_panel_x(&view->panel, p->x[i]);
    py[i] = ss_panel_y(&view->panel, p->y[i]);
  }
  for (size_t i = 0; i < p->count; i++)
    for (size_t k = 0; k < i; k++)
      if (hypot(px[i] - px[k], py[i] - py[k]) > *length) {
        *length = hypot(px[i] - px[k], py[i] - py[k]);
        a = i, b = k;
      }
  for (size_t i = 0; i<p->count && * length> 0; i++) {
    const double across = (px[b] - px[a]) * (py[i] - py[a]) - (py[b] - py[a]) * (px[i] - px[a]);
    *width = fmax(*width, fabs(across) / *length);
  }
}

static bool is_on_page(const ss_page *view, double x, double y) {
  const ss_panel *p = &view->panel;
  return x >= p->x0 && x <= p->x1 && y >= p->y0 && y <= p->y1;
}

static void draw_dot(ss_page *view, double x, double y) {
  if (!is_on_page(view, x, y)) return;
  ss_plot_disk(&view->plot, ss_panel_x(&view->panel, x), ss_panel_y(&view->panel, y), 2.4, 0x000000,
               0xFFFFFF);
}

/* How a set was drawn. */
typedef enum look { LOOK_NONE, LOOK_DOT, LOOK_LINE, LOOK_AREA } look;

static look draw_area(ss_page *view, size_t count, const double *x, const double *y) {
  ss_plot_polygon(&view->plot, &view->panel, count, x, y, SS_PLOT_COLOURS - 1, 0.55);
  return LOOK_AREA;
}

static look draw_polygon(ss_page *view, const polygon *p) {
  double length, width;
  if (p->count == 0) return LOOK_NONE;
  measure(view, p, &length, &width);
  if (length >= 3 && width >= 2.6) return draw_area(view, p->count, p->x, p->y);
  if (length >= 3) ss_plot_line(&view->plot, &view->panel, p->count, p->x, p->y, &thick);
  if (length >= 3) return LOOK_LINE;
  draw_dot(view, p->x[0], p->y[0]);
  return LOOK_DOT;
}

/* ---- curves and patches ---------------------------------------------------------------------- */

/* The place of a point of the set on the page; false if it is not in the plane. Where nothing
 * depends on a coordinate every value of it is that of a rest point. */
static bool find_place(ss_page *view, const ss_rest_set *set, const double *q, double *x,
                       double *y) {
  double value[2];
  for (int k = 0; k < 2; k++)
    value[k] = view->axis[k].kind == SS_AXIS_POSITION ? q[view->axis[k].index] + view->turn[k] : 0;
  if (!ss_page_place(view, value[0], value[1])) return false;
  for (int k = 0; k < 2; k++)
    if (view->axis[k].kind == SS_AXIS_POSITION) view->q[view->axis[k].index] -= view->turn[k];
  for (size_t i = 0; i < view->plane->system->coordinates; i++)
    if (!ss_show_is_free(set, i) && fabs(view->q[i] - q[i]) > 1e-6 * fmax(1, fabs(q[i])))
      return false;
  *x = value[0];
  *y = value[1];
  return true;
}

/* The polylines of a set on the page, each ended by a point that is not finite, as points that are
 * not in the plane are. Returns how many points are in it. */
static size_t place_points(ss_page *view, const ss_rest_set *set, double *x, double *y,
                           size_t *count) {
  const size_t n = view->plane->system->coordinates;
  const bool closed = set->loop || set->shape == SS_REST_PATCH;
  size_t inside = 0, k = 0;
  for (size_t line = 0; line < set->lines; line++) {
    const size_t first = set->line[line], end = set->line[line + 1], start = k;
    for (size_t i = first; i < end; i++, k++)
      if (find_place(view, set, set->point + i * n, &x[k], &y[k]))
        inside++;
      else
        x[k] = y[k] = NAN;
    if (closed && end > first) x[k] = x[start], y[k] = y[start], k++;
    x[k] = y[k] = NAN;
    k++;
  }
  *count = k;
  return inside;
}

static look draw_middle(ss_page *view, const ss_rest_set *set) {
  double x, y;
  if (!set->center || !find_place(view, set, set->center, &x, &y)) return LOOK_NONE;
  draw_dot(view, x, y);
  return LOOK_DOT;
}

/* Points of the plane whose neighbours are not in it. */
static size_t draw_lonely(ss_page *view, size_t count, const double *x, const double *y) {
  size_t lonely = 0;
  for (size_t i = 0; i < count; i++) {
    const bool before = i > 0 && isfinite(x[i - 1]), after = i + 1 < count && isfinite(x[i + 1]);
    if (!isfinite(x[i]) || before || after) continue;
    draw_dot(view, x[i], y[i]);
    lonely++;
  }
  return lonely;
}

/* The one coordinate beside that of the axis along which a patch extends; n if there is none, or
 * more than one. */
static size_t find_across(const ss_page *view, const ss_rest_set *set, size_t axis) {
  const size_t n = view->plane->system->coordinates;
  size_t across = n;
  for (size_t i = 0; i < n; i++) {
    if (i == axis || ss_show_is_free(set, i)) continue;
    if (!(set->hi[i] - set->lo[i] > 1e-6 * fmax(1, fabs(set->lo[i])))) continue;
    if (across < n) return n;
    across = i;
  }
  return across;
}

static int compare(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* A patch that a plane of one position and a velocity cuts: where its boundary passes the plane, in
 * order; every other piece between these is inside. */
static look draw_cut(ss_page *view, const ss_rest_set *set) {
  const int k = view->axis[0].kind == SS_AXIS_POSITION ? 0 : 1;
  const size_t n = view->plane->system->coordinates, axis = view->axis[k].index;
  if (set->shape != SS_REST_PATCH || view->axis[k].kind != SS_AXIS_POSITION) return LOOK_NONE;
  if (view->axis[1 - k].kind != SS_AXIS_VELOCITY) return LOOK_NONE;
  const size_t across = find_across(view, set, axis);
  double *at = ss_arena_new(view->arena, set->points + 1, double);
  const double low = k ? view->panel.y0 : view->panel.x0,
               high = k ? view->panel.y1 : view->panel.x1;
  size_t count = 0;
  look found = LOOK_NONE;
  if (across == n || !at) return LOOK_NONE;
  const double level = view->plane->q[across];
  for (size_t line = 0; line < set->lines; line++)
    for (size_t i = set->line[line]; i < set->line[line + 1]; i++) {
      const size_t next = i + 1 < set->line[line + 1] ? i + 1 : set->line[line];
      const double *p = set->point + i * n, *q = set->point + next * n;
      if ((p[across] >= level) == (q[across] >= level)) continue;
      const double share = (level - p[across]) / (q[across] - p[across]);
      at[count++] = p[axis] + share * (q[axis] - p[axis]) + view->turn[k];
    }
  qsort(at, count, sizeof *at, compare);
  for (size_t i = 0; i + 1 < count; i += 2) {
    double end[2][2] = {{0, 0}, {0, 0}};
    if (at[i] > high || at[i + 1] < low) continue;
    found = LOOK_LINE;
    end[k][0] = at[i], end[k][1] = at[i + 1];
    ss_plot_line(&view->plot, &view->panel, 2, end[0], end[1], &thick);
  }
  return found;
}

/* A plane may pass between traced points, through the middle. */
static look draw_points(ss_page *view, const ss_rest_set *set) {
  const size_t room = set->points + 2 * set->lines;
  double *x = ss_arena_new(view->arena, room, double), *y = ss_arena_new(view->arena, room, double);
  size_t count;
  if (!x || !y) return LOOK_NONE;
  const size_t inside = place_points(view, set, x, y, &count);
  if (inside == 0) return draw_middle(view, set);
  if (set->shape == SS_REST_PATCH && inside == set->points) return draw_area(view, count, x, y);
  ss_plot_line(&view->plot, &view->panel, count, x, y, &thick);
  const size_t lonely = draw_lonely(view, count, x, y);
  if (lonely < inside) return LOOK_LINE;
  draw_middle(view, set);
  return LOOK_DOT;
}

/* Whether an axis is a coordinate on which nothing depends. */
static bool is_swept(const ss_page *view, const ss_rest_set *set, int k) {
  return view->axis[k].kind == SS_AXIS_POSITION && ss_show_is_free(set, view->axis[k].index);
}

/* A set that is the same for each value of an axis: a band across the page. */
static look draw_band(ss_page *view, const ss_rest_set *set) {
  const size_t n = view->plane->system->coordinates;
  double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY}, at[2];
  for (size_t i = 0; i <= set->points; i++) {
    const double *q = i < set->points ? set->point + i * n : set->center;
    if (!find_place(view, set, q, &at[0], &at[1])) continue;
    for (int k = 0; k < 2; k++) lo[k] = fmin(lo[k], at[k]), hi[k] = fmax(hi[k], at[k]);
  }
  if (lo[0] > hi[0]) return LOOK_NONE;
  polygon band = start_polygon(view);
  for (int k = 0; k < 2; k++) {
    if (is_swept(view, set, k) || view->axis[k].kind != SS_AXIS_POSITION) continue;
    const double size = k ? view->panel.y1 - view->panel.y0 : view->panel.x1 - view->panel.x0;
    clip_polygon(&band, k == 0, k == 1, hi[k] + NARROW * size);
    clip_polygon(&band, -(k == 0), -(k == 1), NARROW * size - lo[k]);
  }
  return draw_polygon(view, &band);
}

/* ---- the sets -------------------------------------------------------------------------------- */

static bool base_moves(const ss_page *view) {
  for (size_t i = 0; i < view->plane->system->coordinates; i++) {
    bool on_axis = false;
    for (int k = 0; k < 2; k++)
      if (view->axis[k].kind == SS_AXIS_VELOCITY && view->axis[k].index == i) on_axis = true;
    if (!on_axis && view->plane->u[i] != 0) return true;
  }
  return false;
}

bool ss_page_meets(ss_page *view, const ss_rest_set *set) {
  const size_t n = view->plane->system->coordinates;
  double x, y;
  if (base_moves(view)) return false;
  for (size_t k = 0; k < set->parts; k++)
    if (cut_part(view, &set->part[k]).count) return true;
  for (size_t i = 0; set->parts == 0 && i <= set->points; i++) {
    const double *q = i < set->points ? set->point + i * n : set->center;
    if (q && find_place(view, set, q, &x, &y) && is_on_page(view, x, y)) return true;
  }
  return false;
}

/* Its name above its middle, where that is on the page. */
static void name_set(ss_page *view, const ss_rest_set *set) {
  const ss_panel *p = &view->panel;
  double x, y;
  if (!set->center || !find_place(view, set, set->center, &x, &y) || !is_on_page(view, x, y))
    return;
  ss_plot_label(&view->plot, ss_panel_x(p, x), ss_panel_y(p, y) - 6, 9, set->name);
}

/* Does something with the set after every turn of an axis, if that is an angle, that brings it to
 * the page. */
static void repeat_set(ss_page *view, const ss_rest_set *set, int k,
                       void (*again)(ss_page *, const ss_rest_set *)) {
  enum { TURNS = 100 };
  const double *periods = view->plane->rest->period;
  const size_t i = view->axis[k].index;
  const double lo = k ? view->panel.y0 : view->panel.x0, hi = k ? view->panel.y1 : view->panel.x1;
  if (set->parts || view->axis[k].kind != SS_AXIS_POSITION || !periods || !(periods[i] > 0)) return;
  for (int turns = -TURNS; turns <= TURNS; turns++) {
    const double turn = periods[i] * turns;
    if (turns == 0 || set->hi[i] + turn < lo || set->lo[i] + turn > hi) continue;
    view->turn[k] = turn;
    again(view, set);
    view->turn[k] = 0;
  }
}

static void draw_again(ss_page *view, const ss_rest_set *set) {
  if (draw_cut(view, set) == LOOK_NONE) draw_points(view, set);
}

static look draw_set(ss_page *view, const ss_rest_set *set) {
  look found = LOOK_NONE;
  for (size_t k = 0; k < set->parts; k++) {
    const polygon p = cut_part(view, &set->part[k]);
    const look drawn = draw_polygon(view, &p);
    if (drawn > found) found = drawn;
  }
  if (set->parts == 0 && (is_swept(view, set, 0) || is_swept(view, set, 1)))
    return draw_band(view, set);
  if (set->parts == 0 && set->shape != SS_REST_BOX) {
    found = draw_cut(view, set);
    if (found == LOOK_NONE && ss_page_meets(view, set)) found = draw_points(view, set);
    for (int k = 0; k < 2; k++) repeat_set(view, set, k, draw_again);
  }
  return found;
}

/* One entry of the legend, with the largest look that occurs. */
static void explain_looks(ss_page *view, const size_t count[LOOK_AREA + 1]) {
  static const ss_legend_kind kinds[] = {
      [LOOK_DOT] = SS_LEGEND_DISK, [LOOK_LINE] = SS_LEGEND_LINE, [LOOK_AREA] = SS_LEGEND_BOX};
  const ss_pen grey = {.colour = ss_plot_colour(SS_PLOT_COLOURS - 1, 0.55)};
  const char *name =
      count[LOOK_DOT] + count[LOOK_LINE] + count[LOOK_AREA] > 1 ? "rest sets" : "rest set";
  for (int k = LOOK_AREA; k > LOOK_NONE; k--) {
    if (count[k] == 0) continue;
    ss_page_explain(view, kinds[k], k == LOOK_AREA ? &grey : &thick, name);
    return;
  }
}

ss_status ss_page_draw_rest(ss_page *view) {
  const ss_rest_sets *rest = view->plane->rest;
  size_t count[LOOK_AREA + 1] = {0};
  if (!rest || !ss_page_has_states(view) || base_moves(view)) return SS_OK;
  for (size_t i = 0; i < rest->count; i++) count[draw_set(view, &rest->set[i])]++;
  explain_looks(view, count);
  return SS_OK;
}

ss_status ss_page_name_rest(ss_page *view) {
  const ss_rest_sets *rest = view->plane->rest;
  if (!rest || rest->count < 2 || !ss_page_has_states(view) || base_moves(view)) return SS_OK;
  for (size_t i = 0; i < rest->count; i++) {
    name_set(view, &rest->set[i]);
    for (int k = 0; k < 2; k++) repeat_set(view, &rest->set[i], k, name_set);
  }
  return SS_OK;
}
