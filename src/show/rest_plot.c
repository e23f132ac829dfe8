/* rest_plot.c: rest sets as a picture in the plane of two coordinates.
 *
 * Convex parts are the hulls of their shadows on the plane, patches the polygons of their
 * boundaries, curves curves, points dots. A set that goes on to infinity is drawn to the edge of
 * the picture. Where one coordinate tells everything (one degree of freedom) the sets lie on a
 * line.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plane.h"
#include "plot.h"
#include "show_private.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PLANE = 240, LINE = 70, FAR = 100 };
static const double ROUNDING = 1e-12, SEARCHED = 1e-6; /* of the size of a coordinate */

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_rest_sets *sets;
  const char *title;
  size_t n, axis[2]; /* SIZE_MAX: a line at 0 */
  double reach;      /* how wide the sets are: rays leave the picture FAR times as far away */
  double height;     /* of the panel */
  ss_panel panel;
} page;

static double pick(const page *p, const double *q, int k) {
  return p->axis[k] == SIZE_MAX ? 0 : q[p->axis[k]];
}

/* ---- axes ------------------------------------------------------------------------------------ */

/* Whether nothing depends on a coordinate, in any set. */
static bool is_free(const page *p, size_t j) {
  bool all = p->sets->count > 0;
  for (size_t i = 0; i < p->sets->count; i++) all = all && ss_show_is_free(&p->sets->set[i], j);
  return all;
}

/* How much a coordinate varies over all sets; 0 where that is no more than what searches leave
 * open. */
static double measure_spread(const page *p, size_t j) {
  double lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < p->sets->count; i++) {
    const ss_rest_set *set = &p->sets->set[i];
    lo = fmin(lo, isfinite(set->lo[j]) ? set->lo[j] : set->center[j]);
    hi = fmax(hi, isfinite(set->hi[j]) ? set->hi[j] : set->center[j]);
  }
  return hi - lo > fmax(1e-9, SEARCHED * fmax(fabs(lo), fabs(hi))) ? hi - lo : 0;
}

/* How many sets a coordinate tells apart from all earlier ones by their centres. */
static size_t count_distinct(const page *p, size_t j) {
  size_t distinct = 0;
  for (size_t i = 0; i < p->sets->count; i++) {
    bool new = true;
    for (size_t k = 0; k < i; k++)
      if (fabs(p->sets->set[i].center[j] - p->sets->set[k].center[j]) <=
          1e-3 * measure_spread(p, j))
        new = false;
    distinct += new;
  }
  return distinct;
}

/* The first coordinate that varies, and of the others the one that tells most sets apart. One on
 * which nothing depends shows nothing, unless there is no other. */
static void choose_axes(page *p) {
  size_t first = 0;
  p->axis[1] = SIZE_MAX;
  while (first < p->n && (is_free(p, first) || !(measure_spread(p, first) > 0))) first++;
  for (size_t j = p->n; j-- > 0 && first >= p->n;)
    if (!is_free(p, j)) p->axis[0] = j;
  p->axis[0] = first < p->n ? first : p->axis[0];
  double best = -1;
  for (size_t j = 0; j < p->n; j++) {
    const double worth = (measure_spread(p, j) > 0 ? 1 : 0) + 2 * (double)count_distinct(p, j);
    if (j == p->axis[0] || is_free(p, j) || worth <= best) continue;
    best = worth;
    p->axis[1] = j;
  }
}

static ss_status find_axes(page *p, const char *const plane[2]) {
  if (!plane) {
    choose_axes(p);
    return SS_OK;
  }
  for (int k = 0; k < 2; k++) {
    p->axis[k] = 0;
    while (p->axis[k] < p->n && strcmp(plane[k], p->sets->system->names[p->axis[k]]) != 0)
      p->axis[k]++;
    if (p->axis[k] == p->n) return SS_BAD_INPUT;
  }
  return SS_OK;
}

static const char *name_axis(const page *p, int k) {
  const ss_model *model = p->sets->system->model;
  if (p->axis[k] == SIZE_MAX) return NULL;
  const ss_name *name = &model->coordinate[p->axis[k]].name;
  return ss_show_axis_label(p->arena, name->text, false, name->unit);
}

/* ---- shapes in the plane --------------------------------------------------------------------- */

typedef struct spot {
  double x, y;
} spot;

static int compare_spots(const void *a, const void *b) {
  const spot *s = a, *t = b;
  return s->x != t->x ? (s->x > t->x) - (s->x < t->x) : (s->y > t->y) - (s->y < t->y);
}

static double turn(spot a, spot b, spot c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The convex hull, by Andrew's chain: `hull` has room for 2 * count. Returns its corners. */
static size_t find_hull(size_t count, spot *spots, spot *hull) {
  qsort(spots, count, sizeof *spots, compare_spots);
  size_t size = 0;
  for (int upper = 0; upper < 2; upper++) {
    const size_t start = size;
    for (size_t i = 0; i < count; i++) {
      const spot next = spots[upper ? count - 1 - i : i];
      while (size >= start + 2 && turn(hull[size - 2], hull[size - 1], next) <= 0) size--;
      hull[size++] = next;
    }
    size--;
  }
  return size;
}

/* The shadow of a convex part: its vertices, and how far its rays are drawn. */
static size_t list_shadow(const page *p, const ss_rest_part *part, spot *spots) {
  size_t count = 0;
  for (size_t v = 0; v < part->vertices; v++) {
    const double *q = part->vertex + v * p->n;
    spots[count++] = (spot){pick(p, q, 0), pick(p, q, 1)};
    for (size_t r = 0; r < part->rays; r++) {
      const double *d = part->ray + r * p->n;
      const double length = hypot(pick(p, d, 0), pick(p, d, 1));
      if (length > 0)
        spots[count++] = (spot){pick(p, q, 0) + FAR * p->reach * pick(p, d, 0) / length,
                                pick(p, q, 1) + FAR * p->reach * pick(p, d, 1) / length};
    }
  }
  return count;
}

/* Points as a polygon, a curve or a dot, whatever they are. */
static void draw_points(page *p, size_t count, const double *x, const double *y, bool area,
                        size_t style) {
  if (area && count > 2)
    ss_plot_polygon(&p->plot, &p->panel, count, x, y, style, 0.35);
  else if (count > 1)
    ss_plot_curve(&p->plot, &p->panel, count, x, y, style);
  bool small = count > 0;
  for (size_t i = 1; i < count; i++)
    small = small && fabs(ss_panel_x(&p->panel, x[i]) - ss_panel_x(&p->panel, x[0])) < 1 &&
            fabs(ss_panel_y(&p->panel, y[i]) - ss_panel_y(&p->panel, y[0])) < 1;
  if (small) ss_plot_dot(&p->plot, &p->panel, x[0], y[0], style);
}

static ss_status draw_part(page *p, const ss_rest_part *part, size_t style) {
  const size_t most = part->vertices * (part->rays + 1);
  spot *spots = ss_arena_new(p->arena, most, spot),
       *hull = ss_arena_new(p->arena, 2 * most + 2, spot);
  double *x = ss_arena_new(p->arena, 2 * most + 2, double);
  double *y = ss_arena_new(p->arena, 2 * most + 2, double);
  if (!spots || !hull || !x || !y) return SS_MEMORY;
  const size_t count = list_shadow(p, part, spots);
  const size_t corners = count > 1 ? find_hull(count, spots, hull) : count;
  for (size_t i = 0; i < corners; i++) {
    x[i] = count > 1 ? hull[i].x : spots[0].x;
    y[i] = count > 1 ? hull[i].y : spots[0].y;
  }
  draw_points(p, corners, x, y, true, style);
  return SS_OK;
}

/* Along an angle a traced line may leave the range in which sets are given: it comes back a turn
 * later, or earlier. */
static void draw_turned(page *p, const ss_rest_set *set, size_t count, double *at[2],
                        size_t style) {
  for (int k = 0; k < 2; k++) {
    const size_t j = p->axis[k];
    const double period = j == SIZE_MAX || !p->sets->period ? 0 : p->sets->period[j];
    double lo = 1, hi = 0;
    if (!(period > 0)) continue;
    ss_plot_extend(count, at[k], &lo, &hi);
    const double turn = lo < set->lo[j] - 1e-6 ? period : hi > set->hi[j] + 1e-6 ? -period : 0;
    for (size_t i = 0; i < count && turn != 0; i++) at[k][i] += turn;
    if (turn != 0) draw_points(p, count, at[0], at[1], set->shape == SS_REST_PATCH, style);
  }
}

static ss_status draw_line(page *p, const ss_rest_set *set, size_t line, size_t style) {
  const size_t first = set->line[line], count = set->line[line + 1] - first;
  double *x = ss_arena_new(p->arena, count + 1, double);
  double *y = ss_arena_new(p->arena, count + 1, double);
  if (!x || !y) return SS_MEMORY;
  for (size_t i = 0; i < count; i++) {
    x[i] = pick(p, set->point + (first + i) * p->n, 0);
    y[i] = pick(p, set->point + (first + i) * p->n, 1);
  }
  draw_points(p, count, x, y, set->shape == SS_REST_PATCH, style);
  draw_turned(p, set, count, (double *[]){x, y}, style);
  return SS_OK;
}

static ss_status draw_set(page *p, size_t index) {
  const ss_rest_set *set = &p->sets->set[index];
  ss_status status = SS_OK;
  const bool box_only = set->shape == SS_REST_BOX || set->vertices_left_out;
  for (size_t i = 0; i < set->parts && status == SS_OK && !box_only; i++)
    status = draw_part(p, &set->part[i], index);
  if (set->parts && !box_only) return status;
  if (box_only) {
    const double box[] = {pick(p, set->lo, 0), pick(p, set->lo, 1), pick(p, set->hi, 0),
                          pick(p, set->hi, 1)};
    ss_plot_bar(&p->plot, &p->panel, box, index, 0.35);
    return SS_OK;
  }
  for (size_t i = 0; i < set->lines && status == SS_OK; i++) status = draw_line(p, set, i, index);
  if (set->lines == 0)
    ss_plot_dot(&p->plot, &p->panel, pick(p, set->center, 0), pick(p, set->center, 1), index);
  return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The data of the panel: all sets, with rays as long as the sets are wide. */
static void choose_range(page *p) {
  double lo[2] = {1, 1}, hi[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < p->sets->count; i++) {
      const ss_rest_set *set = &p->sets->set[i];
      const double ends[] = {pick(p, set->lo, k), pick(p, set->hi, k), pick(p, set->center, k)};
      ss_plot_extend(3, ends, &lo[k], &hi[k]);
    }
    if (lo[k] > hi[k]) lo[k] = -1, hi[k] = 1;
    /* what only rounding, or the search, tells apart is one place */
    if (hi[k] - lo[k] <= fmax(ROUNDING, SEARCHED * fmax(fabs(lo[k]), fabs(hi[k]))))
      lo[k] = hi[k] = fabs(lo[k] + hi[k]) <= 2 * ROUNDING ? 0 : 0.5 * (lo[k] + hi[k]);
  }
  p->reach = fmax(hi[0] - lo[0], hi[1] - lo[1]);
  if (!(p->reach > 0)) p->reach = 1;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < p->sets->count; i++) {
      const ss_rest_set *set = &p->sets->set[i];
      if (isinf(pick(p, set->lo, k))) lo[k] = fmin(lo[k], pick(p, set->center, k) - p->reach);
      if (isinf(pick(p, set->hi, k))) hi[k] = fmax(hi[k], pick(p, set->center, k) + p->reach);
    }
  for (int k = 0; k < 2; k++) ss_plot_margin(&lo[k], &hi[k]);
  p->panel.x0 = lo[0];
  p->panel.x1 = hi[0];
  p->panel.y0 = lo[1];
  p->panel.y1 = hi[1];
}

static ss_status draw_page(page *p, const char *const *names, double top) {
  ss_status status = SS_OK;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, p->title);
  p->panel =
      (ss_panel){.left = LEFT, .top = top, .width = WIDTH - LEFT - RIGHT, .height = p->height};
  p->panel.x_label = name_axis(p, 0);
  p->panel.y_label = name_axis(p, 1);
  p->panel.x_numbers = true;
  choose_range(p);
  if (p->sets->count) ss_plot_legend(&p->plot, &p->panel, 32, p->sets->count, names);
  ss_plot_axes(&p->plot, &p->panel);
  for (size_t i = 0; i < p->sets->count && status == SS_OK; i++) status = draw_set(p, i);
  return status;
}

/* Names of the sets with their closed contacts. */
static const char **name_sets(const page *p) {
  const char **names = ss_arena_new(p->arena, p->sets->count, const char *);
  for (size_t i = 0; names && i < p->sets->count; i++) {
    const ss_rest_set *set = &p->sets->set[i];
    const char *name = set->name;
    for (size_t k = 0; k < set->closed_count && name; k++)
      name = ss_arena_format(p->arena, "%s%s%s", name, k ? "+" : " ",
                             p->sets->system->element[set->closed[k]].element->name.text);
    if (!name) return NULL;
    names[i] = name;
  }
  return names;
}

static ss_status draw_sets(const ss_rest_sets *sets, const char *title, const char *const plane[2],
                           const char *file, ss_text *svg) {
  page p = {.arena = ss_arena_create(), .sets = sets, .title = title};
  p.n = sets->system->coordinates;
  if (!p.arena) return SS_MEMORY;
  const char **names = name_sets(&p);
  ss_status status = names ? find_axes(&p, plane) : SS_MEMORY;
  p.height = p.axis[1] == SIZE_MAX ? LINE : PLANE;
  /* the legend's height is known once it has been drawn somewhere */
  double top = 42;
  if (status == SS_OK) status = ss_plot_start(&p.plot, NULL, WIDTH, PLANE);
  if (status == SS_OK) {
    const ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT};
    if (sets->count) top = 30 + ss_plot_legend(&p.plot, &panel, 32, sets->count, names);
    ss_plot_cancel(&p.plot);
    const double height = top + p.height + 38;
    status = svg ? ss_plot_start_svg(&p.plot, svg, WIDTH, height)
                 : ss_plot_start(&p.plot, file, WIDTH, height);
  }
  if (status == SS_OK) {
    status = draw_page(&p, names, top);
    if (status == SS_OK)
      status = ss_plot_stop(&p.plot);
    else
      ss_plot_cancel(&p.plot);
  }
  ss_arena_destroy(p.arena);
  return status;
}

ss_status ss_show_rest_plot(const ss_rest_sets *sets, const char *const plane[2],
                            const char *file) {
  return draw_sets(sets, sets->system->model->title, plane, file, NULL);
}

ss_status ss_show_rest_svg(const ss_rest_sets *sets, const char *title, ss_text *out) {
  return draw_sets(sets, title, NULL, NULL, out);
}
