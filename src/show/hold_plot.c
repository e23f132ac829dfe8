/* hold_plot.c: the friction forces that hold a position, as a picture (Leine & van de Wouw 2008,
 * figure 9).
 *
 * At a position at rest, u = 0, let x be one or two friction forces and all others stay what they
 * are in the forces that were found. The normal forces follow from x: they are those that leave
 * closed contacts closed,
 *
 *     G_NN lambda_N = -(c_N + G_NT lambda_T),
 *
 * which where the machine is in balance are the only ones. The picture has
 *
 *     admissible   the x with lambda_N >= 0 at contacts and -lambda_T in lambda_N C everywhere
 *     balances     the x with u' = 0: nothing, a point, a line, or all of the plane
 *     holds        both: the machine can rest there.
 *
 * u' is affine in x, u' = u0 + A x, and judged in the metric of M: L^T u', M = L L^T. The set of
 * admissible forces is {excess <= 0}, excess being how far the worst force is beyond its law; its
 * border is the contour of excess on a grid.
 */
#include <math.h>
#include <string.h>

#include "plane.h"
#include "show_private.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PLANE = 240, LINE = 60, GRID = 241, FINE = 2001 };

/* Rounding, of forces: relative to the largest one. */
static const double ROUNDING = 1e-9;

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_snapshot *snapshot;
  ss_contact_state state;
  size_t n, shown, axis[2]; /* components of the problem that x is */
  double *r[3];             /* size: forces are r[0] + x_1 r[1] + x_2 r[2] */
  double *a[3];             /* n: so is L^T u' */
  double scale;             /* of forces */
  int rank;                 /* of the balance; -1: no x balances */
  double point[2], along[2];
  bool held; /* something holds it, as drawn */
  ss_panel panel;
} page;

/* ---- forces ---------------------------------------------------------------------------------- */

static bool has_normal(const ss_contact *c) {
  return c->kind == SS_ELEMENT_CONTACT || c->kind == SS_ELEMENT_SLIDER;
}

static bool is_normal(const page *p, size_t component) {
  for (size_t k = 0; k < p->state.contacts; k++)
    if (has_normal(&p->state.contact[k]) && p->state.contact[k].offset == component) return true;
  return false;
}

/* How much normal force a law needs for the force t, by halving. */
static double measure_need(const ss_law *law, const double *t) {
  double lo = 0, hi = 1;
  while (hi < 1e12 && !ss_law_contains(law, hi, t, 0)) lo = hi, hi *= 4;
  for (int i = 0; i < 40; i++) {
    const double middle = (lo + hi) / 2;
    if (ss_law_contains(law, middle, t, 0))
      hi = middle;
    else
      lo = middle;
  }
  return hi;
}

/* How far a contact's forces r are beyond its law: <= 0 is admissible. */
static double measure_excess(const ss_contact *c, const double *r) {
  const double *t = r + has_normal(c);
  const double N = c->kind == SS_ELEMENT_FRICTION ? c->normal
                   : c->kind == SS_ELEMENT_SLIDER ? fabs(r[0])
                                                  : r[0];
  const double lift = c->kind == SS_ELEMENT_SLIDER ? -INFINITY : -N;
  const double *most = c->law.argument;
  if (c->kind == SS_ELEMENT_CLUTCH) return -r[0];
  switch (c->law.kind) {
  case SS_LAW_FRICTIONLESS: return lift;
  case SS_LAW_COULOMB: return fmax(lift, fabs(*t) - most[0] * N);
  case SS_LAW_DISK: return fmax(lift, hypot(t[0], t[1]) - most[0] * N);
  default: {
    double length = 0, need = measure_need(&c->law, t);
    for (size_t a = 0; a < ss_contact_dimension(c) - has_normal(c); a++)
      length = hypot(length, t[a]);
    return fmax(lift, need > 0 ? (1 - N / need) * length : -N);
  }
  }
}

static double find_excess(const page *p, const double *x, double *r) {
  double worst = -INFINITY;
  for (size_t i = 0; i < p->state.size; i++)
    r[i] = p->r[0][i] + x[0] * p->r[1][i] + x[1] * p->r[2][i];
  for (size_t k = 0; k < p->state.contacts; k++)
    worst = fmax(worst, measure_excess(&p->state.contact[k], r + p->state.contact[k].offset));
  return worst;
}

/* ---- what follows from x --------------------------------------------------------------------- */

/* Normal forces from the friction forces in r, with the share `load` of c: 1, or 0 for what a
 * friction force adds. SS_SINGULAR: they do not follow. */
static ss_status add_normals(page *p, double load, double *r) {
  const ss_contact_state *s = &p->state;
  size_t *at = ss_arena_new(p->arena, s->size, size_t), m = 0;
  if (!at) return SS_MEMORY;
  for (size_t i = 0; i < s->size; i++)
    if (is_normal(p, i)) at[m++] = i;
  if (m == 0) return SS_OK;
  double *G = ss_arena_new(p->arena, 2 * m * m + m, double), *L = G + m * m, *b = L + m * m;
  if (!G) return SS_MEMORY;
  double largest = 0;
  for (size_t i = 0; i < m; i++) {
    b[i] = -load * s->c[at[i]];
    for (size_t j = 0; j < s->size; j++)
      if (!is_normal(p, j)) b[i] -= s->G[at[i] + s->size * j] * r[j];
    for (size_t j = 0; j < m; j++) G[i + m * j] = s->G[at[i] + s->size * at[j]];
    largest = fmax(largest, G[i + m * i]);
  }
  const ss_status status = ss_matrix_factor(m, G, L);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < m; i++)
    if (L[i + m * i] * L[i + m * i] <= ROUNDING * largest) return SS_SINGULAR;
  ss_matrix_solve(m, L, 1, b);
  for (size_t i = 0; i < m; i++) r[at[i]] = b[i];
  return SS_OK;
}

/* L^T u' of forces r. */
static void find_balance(const page *p, double load, const double *r, double *a) {
  const ss_contact_state *s = &p->state;
  memcpy(a, s->load, p->n * sizeof *a);
  ss_contact_solve_lower(p->n, s->L, a);
  for (size_t i = 0; i < p->n; i++) {
    a[i] *= load;
    for (size_t j = 0; j < s->size; j++) a[i] += s->Y[i + p->n * j] * r[j];
  }
}

static ss_status derive_forces(page *p, const ss_rest_answer *answer) {
  ss_status status = SS_OK;
  for (int k = 0; k < 3 && status == SS_OK; k++) {
    p->r[k] = ss_arena_new(p->arena, p->state.size + 1, double);
    p->a[k] = ss_arena_new(p->arena, p->n, double);
    if (!p->r[k] || !p->a[k]) return SS_MEMORY;
    if (k > (int)p->shown) continue;
    for (size_t i = 0; i < p->state.size && k == 0 && answer->forces; i++)
      if (i != p->axis[0] && i != p->axis[1]) p->r[0][i] = answer->forces[p->state.direction[i]];
    if (k > 0) p->r[k][p->axis[k - 1]] = 1;
    status = add_normals(p, k == 0, p->r[k]);
    find_balance(p, k == 0, p->r[k], p->a[k]);
  }
  return status;
}

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* The x with a0 + x1 a1 + x2 a2 = 0: the longer of a1, a2 first, what the other adds to it after;
 * lengths are compared with those that a force has before normal forces answer it. */
static void solve_balance(page *p) {
  const size_t n = p->n;
  double size[2] = {0}, load = 0;
  for (size_t k = 0; k < p->shown; k++) {
    const double *y = p->state.Y + n * p->axis[k];
    size[k] = sqrt(dot(n, y, y));
  }
  for (size_t j = 0; j < p->state.size; j++) {
    const double *y = p->state.Y + n * j;
    load = fmax(load, fabs(p->r[0][j]) * sqrt(dot(n, y, y)));
  }
  load = fmax(load, sqrt(dot(n, p->a[0], p->a[0])));
  double a[2][2] = {{dot(n, p->a[1], p->a[1]), dot(n, p->a[1], p->a[2])}};
  a[1][1] = dot(n, p->a[2], p->a[2]);
  const double share[2] = {size[0] > 0 ? a[0][0] / (size[0] * size[0]) : 0,
                           size[1] > 0 ? a[1][1] / (size[1] * size[1]) : 0};
  const int one = share[1] > share[0], two = !one;
  const double small = ROUNDING * ROUNDING;
  const double b[2] = {-dot(n, p->a[0], p->a[1]), -dot(n, p->a[0], p->a[2])};
  const double first = a[one][one], cross = a[0][1];
  p->rank = 0;
  if (share[one] > small) {
    const double rest = a[two][two] - cross * cross / first;
    p->rank =
        p->shown == 2 && rest > 1e3 * small * size[two] * size[two] && rest > 1e-12 * a[two][two]
            ? 2
            : 1;
    p->point[two] = p->rank == 2 ? (b[two] - cross * b[one] / first) / rest : 0;
    p->point[one] = (b[one] - cross * p->point[two]) / first;
    p->along[two] = 1;
    p->along[one] = -cross / first;
  }
  double left = 0;
  for (size_t i = 0; i < n; i++)
    left = hypot(left, p->a[0][i] + p->point[0] * p->a[1][i] + p->point[1] * p->a[2][i]);
  if (left > ROUNDING * load) p->rank = -1;
}

/* ---- what is seen ---------------------------------------------------------------------------- */

/* The largest normal force of the contact of component i, over the corners of a box of x. */
static double find_most(const page *p, size_t i, const double reach[2], double *r) {
  const ss_contact *c = p->state.contact;
  double most = 0, way[SS_SLIP_MOST] = {0};
  while (c->offset + ss_contact_dimension(c) <= i) c++;
  if (c->kind == SS_ELEMENT_CLUTCH) return 0;
  way[i - c->offset - has_normal(c)] = 1;
  for (int corner = 0; corner < 4; corner++) {
    const double x[] = {corner & 1 ? reach[0] : -reach[0], corner & 2 ? reach[1] : -reach[1]};
    find_excess(p, x, r);
    most = fmax(most, has_normal(c) ? fabs(r[c->offset]) : c->normal);
  }
  return ss_law_support(&c->law, most, way, NULL);
}

/* Beyond what is admissible too, the line of what balances is seen, unless it is far from it. */
static void reach_line(const page *p, double reach[2]) {
  const double a[2] = {p->along[0] / reach[0], p->along[1] / reach[1]};
  const double o[2] = {p->point[0] / reach[0], p->point[1] / reach[1]};
  const double s = -(o[0] * a[0] + o[1] * a[1]) / (a[0] * a[0] + a[1] * a[1]);
  for (int k = 0; k < 2; k++) reach[k] *= fmin(5, fmax(1, 1.2 * fabs(o[k] + s * a[k])));
}

/* The forces that can be, as far as they feed each other through the normal forces, and those that
 * balance. */
static void choose_range(page *p, const ss_rest_answer *answer, double *r) {
  double reach[2] = {0, 0};
  for (int pass = 0; pass < 4; pass++) {
    double next[2] = {0, 0};
    for (size_t k = 0; k < p->shown; k++) next[k] = find_most(p, p->axis[k], reach, r);
    memcpy(reach, next, sizeof reach);
  }
  for (size_t k = 0; k < p->shown; k++) {
    if (answer->forces)
      reach[k] = fmax(reach[k], fabs(answer->forces[p->state.direction[p->axis[k]]]));
    if (p->rank == (int)p->shown) reach[k] = fmax(reach[k], fabs(p->point[k]));
    if (!(reach[k] > 0)) reach[k] = 1;
  }
  if (p->rank == 1 && p->shown == 2) reach_line(p, reach);
  p->scale = fmax(reach[0], reach[1]);
  p->panel.x0 = -1.2 * reach[0];
  p->panel.x1 = 1.2 * reach[0];
  p->panel.y0 = p->shown == 2 ? -1.2 * reach[1] : -1;
  p->panel.y1 = p->shown == 2 ? 1.2 * reach[1] : 1;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static const ss_pen balance_pen = {0x000000, 0.9, {4, 2}, false};
static const ss_pen hold_pen = {0xD55E00, 3, {0, 0}, false};
static const uint32_t admissible_colour = 0xA6CBE3;

/* {excess <= 0} over the panel; a ring of cells beyond it closes what goes on. */
static ss_status draw_area(page *p, size_t style, double *r) {
  ss_grid grid = {.columns = GRID, .rows = GRID};
  const double wide = (p->panel.x1 - p->panel.x0) / (GRID - 3);
  const double high = (p->panel.y1 - p->panel.y0) / (GRID - 3);
  double *value = ss_arena_new(p->arena, (size_t)GRID * GRID, double), *x, *y;
  size_t count;
  if (!value) return SS_MEMORY;
  grid.x0 = p->panel.x0 - wide, grid.x1 = p->panel.x1 + wide;
  grid.y0 = p->panel.y0 - high, grid.y1 = p->panel.y1 + high;
  for (size_t j = 0; j < GRID; j++)
    for (size_t i = 0; i < GRID; i++) {
      const double at[] = {grid.x0 + (double)i * wide, grid.y0 + (double)j * high};
      const bool ring = i == 0 || j == 0 || i + 1 == GRID || j + 1 == GRID;
      value[i + GRID * j] = ring ? p->scale : find_excess(p, at, r);
    }
  grid.value = value;
  const ss_status status = ss_plot_contour(p->arena, &grid, 0, &count, &x, &y);
  if (status == SS_OK && count) ss_plot_polygon(&p->plot, &p->panel, count, x, y, style, 0.35);
  return status;
}

/* The interval of one force: bars between the places where the excess changes its sign. */
static void draw_interval(page *p, double *r) {
  const double step = (p->panel.x1 - p->panel.x0) / FINE;
  double from = NAN;
  for (size_t i = 0; i <= FINE; i++) {
    const double x[2] = {p->panel.x0 + step * (double)i, 0};
    const bool good = i < FINE && find_excess(p, x, r) <= ROUNDING * p->scale;
    if (good && isnan(from)) from = x[0];
    if (!good && !isnan(from))
      ss_plot_bar(&p->plot, &p->panel, (double[]){from, -0.4, x[0] - step, 0.4}, 0, 0.35),
          from = NAN;
  }
}

static void mark_point(page *p, const double *x, bool holds) {
  ss_plot_disk(&p->plot, ss_panel_x(&p->panel, x[0]), ss_panel_y(&p->panel, x[1]), 3,
               holds ? hold_pen.colour : 0xFFFFFF, holds ? hold_pen.colour : 0x000000);
}

/* The line of the forces that balance; broad where they are admissible. */
static ss_status draw_line(page *p, double *r) {
  double *x = ss_arena_new(p->arena, 3 * FINE, double), *y = x + FINE, *held = y + FINE;
  if (!x) return SS_MEMORY;
  const double wide = p->panel.x1 - p->panel.x0, high = p->panel.y1 - p->panel.y0;
  const double step = 1 / fmax(fabs(p->along[0]) / wide, fabs(p->along[1]) / high);
  const double to_middle =
      -(p->point[0] * p->along[0] / (wide * wide) + p->point[1] * p->along[1] / (high * high)) /
      (p->along[0] * p->along[0] / (wide * wide) + p->along[1] * p->along[1] / (high * high));
  for (size_t i = 0; i < FINE; i++) {
    const double s = to_middle + step * (2.0 * (double)i / (FINE - 1) - 1);
    const double at[] = {p->point[0] + s * p->along[0], p->point[1] + s * p->along[1]};
    const bool good = find_excess(p, at, r) <= ROUNDING * p->scale;
    x[i] = at[0], y[i] = at[1], held[i] = good ? at[1] : NAN;
    p->held = p->held || good;
  }
  ss_plot_line(&p->plot, &p->panel, FINE, x, held, &hold_pen);
  ss_plot_line(&p->plot, &p->panel, FINE, x, y, &balance_pen);
  return SS_OK;
}

static ss_status draw_forces(page *p, const ss_rest_answer *answer, double *r) {
  const bool whole = p->rank == 0; /* whatever the friction forces are, it is in balance */
  ss_status status = SS_OK;
  if (p->shown == 1)
    draw_interval(p, r);
  else
    status = draw_area(p, whole ? 5 : 0, r);
  if (status == SS_OK && p->rank == 1 && p->shown == 2) status = draw_line(p, r);
  if (status == SS_OK && p->rank == (int)p->shown) {
    p->held = find_excess(p, p->point, r) <= ROUNDING * p->scale;
    mark_point(p, p->point, p->held);
  } else if (status == SS_OK && answer->forces) {
    double x[2] = {0, 0};
    for (size_t k = 0; k < p->shown; k++) x[k] = answer->forces[p->state.direction[p->axis[k]]];
    p->held = true;
    mark_point(p, x, true);
  }
  return status;
}

static double explain(page *p, double y) {
  ss_legend_mark marks[3] = {{SS_LEGEND_BOX, {.colour = admissible_colour}, "admissible"}};
  size_t count = 1;
  if (p->rank == 1 && p->shown == 2)
    marks[count++] = (ss_legend_mark){SS_LEGEND_LINE, balance_pen, "balance"};
  if (p->rank == (int)p->shown && !p->held)
    marks[count++] = (ss_legend_mark){SS_LEGEND_RING, {.colour = 0}, "balances, not admissible"};
  if (p->rank < 0)
    marks[count++] = (ss_legend_mark){SS_LEGEND_RING, {.colour = 0xFFFFFF}, "none balance"};
  if (p->rank == 0) marks[0].name = "admissible; all balance";
  if (p->held)
    marks[count++] = (ss_legend_mark){
        p->rank == 1 && p->shown == 2 ? SS_LEGEND_LINE : SS_LEGEND_DISK, hold_pen, "hold it"};
  return ss_plot_marks(&p->plot, LEFT, y, WIDTH - LEFT - RIGHT, count, marks);
}

static const char *name_axis(const page *p, size_t k) {
  const ss_contact_state *s = &p->state;
  size_t contact = s->contacts - 1;
  while (s->contact[contact].offset > p->axis[k]) contact--;
  const ss_element *e = s->system->element[s->element[contact]].element;
  const size_t slip = p->axis[k] - s->contact[contact].offset - has_normal(&s->contact[contact]);
  return ss_show_axis_label(p->arena, p->snapshot->direction[p->axis[k]], false,
                            e->force_unit[slip < 2    ? 1
                                          : slip == 2 ? 2
                                                      : 3]);
}

static ss_status draw_page(page *p, const ss_rest_answer *answer, const char *file) {
  double *r = ss_arena_new(p->arena, p->state.size + 1, double);
  const double top = 44, height = p->shown == 2 ? PLANE : LINE;
  p->panel = (ss_panel){.left = LEFT, .top = top, .width = WIDTH - LEFT - RIGHT, .height = height};
  p->panel.x_label = name_axis(p, 0);
  p->panel.y_label = p->shown == 2 ? name_axis(p, 1) : NULL;
  p->panel.x_numbers = true;
  p->panel.bare = p->shown == 1;
  /* what is too long is cut at its end: the machine's name is the less needed there */
  const char *title = ss_arena_format(p->arena, "Friction forces at %s: %s", p->snapshot->name,
                                      p->snapshot->system->model->title);
  if (!r || !title || !p->panel.x_label) return SS_MEMORY;
  choose_range(p, answer, r);
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, top + height + 38);
  if (status != SS_OK) return status;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, title);
  ss_plot_axes(&p->plot, &p->panel);
  status = draw_forces(p, answer, r);
  explain(p, 34);
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* The first two friction forces that act, or those of these names, as `left T`. */
static const char *choose_axes(page *p, const char *const plane[2], bool found) {
  size_t all = 0;
  p->axis[0] = p->axis[1] = SIZE_MAX;
  for (size_t i = 0; i < p->state.size; i++) {
    if (is_normal(p, i)) continue;
    all++;
    for (size_t k = 0; plane && k < 2; k++)
      if (strcmp(plane[k], p->snapshot->direction[i]) == 0) p->axis[k] = i;
    if (!plane && p->shown < 2) p->axis[p->shown++] = i;
  }
  if (plane) {
    p->shown = 2;
    if (p->axis[0] == p->axis[1] || p->axis[0] == SIZE_MAX || p->axis[1] == SIZE_MAX)
      return "--plane names two friction forces that act there, as left T,right T";
  }
  if (all == 0) return "no friction acts there";
  if (all > p->shown && !found)
    return "more than two friction forces act, and none that hold it were found";
  return NULL;
}

ss_status ss_show_hold_plot(const ss_snapshot *snapshot, const ss_rest_answer *answer,
                            const char *const plane[2], const char *file, const char **why_not) {
  page p = {.arena = ss_arena_create(), .snapshot = snapshot};
  const ss_place place = {.q = snapshot->q, .u = snapshot->u};
  p.n = snapshot->system->coordinates;
  *why_not = NULL;
  if (!p.arena) return SS_MEMORY;
  ss_status status =
      ss_contact_at_state(p.arena, snapshot->system, &snapshot->values, &place, &p.state);
  if (status == SS_OK && snapshot->system->traits.driven)
    *why_not = "a friction slips at rest, on a belt: its force is known";
  if (status == SS_OK && !*why_not) *why_not = choose_axes(&p, plane, answer->forces != NULL);
  if (status == SS_OK && !*why_not) {
    status = derive_forces(&p, answer);
    if (status == SS_SINGULAR) *why_not = "normal forces do not follow from the friction forces";
    if (status == SS_OK) solve_balance(&p);
    if (status == SS_OK) status = draw_page(&p, answer, file);
  }
  ss_arena_destroy(p.arena);
  return *why_not ? SS_BAD_ARGUMENT : status;
}
