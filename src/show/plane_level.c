/* plane_level.c: level sets {V < rho} of the energy, cut with a plane.
 *
 * V = T + U, counted from the lowest potential energy of the rest sets on the page, taken at their
 * corners, at the points that were traced and in their middle: there the machine rests with V = 0,
 * as the theorems count. Where the page has none, all of them count; without rest sets, V is
 * counted from the model's own zero. The line V = rho is found on a grid by marching squares:
 * smooth enough for the page, no proof. Of a level that is about a region only what lies in it is
 * drawn: elsewhere as little energy means nothing. A level of a function of the file is that of the
 * function, which is 0 at rest.
 *
 * Beside levels of the energy of a machine without contacts and sliders a dotted line encloses the
 * states where the energy grows,
 *
 *     u^T f_nc - sum over frictions Psi*(gamma) > 0,
 *
 * what damping feeds and what friction takes; a level that keeps clear of it is one on which the
 * energy falls. (Frictions that move by themselves are left out, and with them the line.)
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plane.h"

enum { POINTS = 181 };

/* What is drawn levels of: the energy; a function of the file; the rate of the energy. */
typedef struct energy {
  const ss_system *system;
  ss_system_tape tape;
  ss_tape *function;
  double *work;
  size_t n;
  bool rate;
} energy;

static ss_status prepare_tape(ss_page *view, const ss_tape *tape, energy *e) {
  e->work = ss_arena_new(view->arena, ss_tape_work_size(tape), double);
  if (e->work) ss_tape_prepare(tape, view->plane->parameters, e->work);
  return e->work ? SS_OK : SS_MEMORY;
}

static ss_status prepare_energy(ss_page *view, bool rate, energy *e) {
  const unsigned what = rate ? SS_QUANTITY_BIT(FNC) | SS_QUANTITY_BIT(WT) |
                                   SS_QUANTITY_BIT(NORMAL) | SS_QUANTITY_BIT(LAW)
                             : SS_QUANTITY_BIT(ENERGY);
  *e = (energy){.system = view->plane->system, .rate = rate};
  e->n = e->system->coordinates;
  const ss_status status = ss_system_compile(e->system, what, &e->tape);
  return status == SS_OK ? prepare_tape(view, e->tape.tape, e) : status;
}

static ss_status prepare_function(ss_page *view, const ss_plane_level *level, energy *e) {
  const ss_system *s = view->plane->system;
  const ss_model *m = s->model;
  const size_t n = s->coordinates;
  ss_expr in[2 * n + 1], parameter[m->parameters + 1];
  *e = (energy){.system = s, .n = n};
  for (size_t i = 0; i < m->parameters; i++) parameter[i] = m->parameter[i].symbol;
  memcpy(in, s->q, n * sizeof *in);
  memcpy(in + n, s->u, n * sizeof *in);
  const ss_status status = ss_tape_compile(level->graph, m->parameters, parameter, 2 * n, in, 1,
                                           &level->function, &e->function);
  return status == SS_OK ? prepare_tape(view, e->function, e) : status;
}

static void clear_energy(energy *e) {
  ss_system_tape_destroy(&e->tape);
  ss_tape_destroy(e->function);
}

/* What friction of element i takes, of the outputs of a tape. */
static double find_dissipation(const energy *e, const double *out, const double *u, size_t i) {
  const ss_system_element *of = &e->system->element[i];
  const double *law = out + e->tape.offset[SS_QUANTITY_LAW] + 3 * i;
  const ss_contact contact =
      ss_contact_of(of->element, law, out[e->tape.offset[SS_QUANTITY_NORMAL] + i]);
  const double *W = out + e->tape.offset[SS_QUANTITY_WT] + e->n * of->slip;
  double gamma[SS_SLIP_MOST] = {0}, point[SS_SLIP_MOST];
  for (size_t k = 0; k < of->slips; k++)
    for (size_t j = 0; j < e->n; j++) gamma[k] += W[k * e->n + j] * u[j];
  return ss_law_support(&contact.law, contact.normal, gamma, point);
}

static double find_rate(const energy *e, const double *out, const double *u) {
  double rate = 0;
  for (size_t i = 0; i < e->n; i++) rate += u[i] * out[e->tape.offset[SS_QUANTITY_FNC] + i];
  for (size_t i = 0; i < e->system->elements; i++) rate -= find_dissipation(e, out, u, i);
  return rate == 0 ? -DBL_MIN : rate; /* at rest it does not grow */
}

/* T + U; without velocities (NULL) U. */
static double evaluate(const energy *e, const double *q, const double *u) {
  const ss_tape *tape = e->function ? e->function : e->tape.tape;
  double *in = ss_tape_in(tape, e->work);
  for (size_t i = 0; i < e->n; i++) {
    in[i] = q[i];
    in[e->n + i] = u ? u[i] : 0;
  }
  if (!e->function) in[2 * e->n] = 0;
  ss_tape_run(tape, e->work);
  const double *out = ss_tape_out(tape, e->work);
  if (e->function) return out[0];
  if (e->rate) return find_rate(e, out, u);
  return out[e->tape.offset[SS_QUANTITY_ENERGY]] + out[e->tape.offset[SS_QUANTITY_ENERGY] + 1];
}

static double find_lowest(const energy *e, size_t count, const double *points, double lowest) {
  for (size_t i = 0; i < count; i++) lowest = fmin(lowest, evaluate(e, points + i * e->n, NULL));
  return lowest;
}

static double find_lowest_of_set(const energy *e, const ss_rest_set *set, double lowest) {
  lowest = find_lowest(e, set->center ? 1 : 0, set->center, lowest);
  lowest = find_lowest(e, set->points, set->point, lowest);
  for (size_t k = 0; k < set->parts; k++)
    lowest = find_lowest(e, set->part[k].vertices, set->part[k].vertex, lowest);
  return lowest;
}

/* Of the sets on the page; of all where there is none. */
static double find_zero(ss_page *view, const energy *e) {
  const ss_rest_sets *rest = view->plane->rest;
  double here = INFINITY, anywhere = INFINITY;
  for (size_t i = 0; rest && i < rest->count; i++) {
    if (ss_page_meets(view, &rest->set[i])) here = find_lowest_of_set(e, &rest->set[i], here);
    anywhere = find_lowest_of_set(e, &rest->set[i], anywhere);
  }
  return isfinite(here) ? here : isfinite(anywhere) ? anywhere : 0;
}

/* V on a grid over the panel. */
static ss_status fill_grid(ss_page *view, const energy *e, ss_grid *grid) {
  const ss_panel *p = &view->panel;
  double *value = ss_arena_new(view->arena, POINTS * POINTS, double);
  *grid = (ss_grid){POINTS, POINTS, p->x0, p->x1, p->y0, p->y1, value};
  if (!value) return SS_MEMORY;
  const double zero = e->function || e->rate ? 0 : find_zero(view, e);
  for (size_t j = 0; j < POINTS; j++)
    for (size_t i = 0; i < POINTS; i++) {
      const double x = p->x0 + (p->x1 - p->x0) * (double)i / (POINTS - 1);
      const double y = p->y0 + (p->y1 - p->y0) * (double)j / (POINTS - 1);
      const bool there = ss_page_place(view, x, y);
      value[j * POINTS + i] = there ? evaluate(e, view->q, view->u) - zero : NAN;
    }
  return SS_OK;
}

/* Whether the state that is placed lies in the region of the level. */
static bool is_inside(const ss_page *view, const ss_plane_level *level) {
  const ss_system *s = view->plane->system;
  for (size_t k = 0; k < level->region_count; k++)
    for (size_t i = 0; i < s->coordinates; i++) {
      const char *name = level->region_name[k];
      const size_t length = strlen(s->names[i]);
      if (strncmp(name, s->names[i], length) != 0) continue;
      if (name[length] && strcmp(name + length, "'") != 0) continue;
      const double x = name[length] ? view->u[i] : view->q[i];
      if (!(x >= level->region_lo[k] && x <= level->region_hi[k])) return false;
    }
  return true;
}

/* The grid without what lies outside of the region. */
static ss_status cut_grid(ss_page *view, const ss_plane_level *level, const ss_grid *from,
                          ss_grid *grid) {
  const ss_panel *p = &view->panel;
  double *value = ss_arena_new(view->arena, POINTS * POINTS, double);
  *grid = *from;
  if (!value) return SS_MEMORY;
  for (size_t j = 0; j < POINTS; j++)
    for (size_t i = 0; i < POINTS; i++) {
      const double x = p->x0 + (p->x1 - p->x0) * (double)i / (POINTS - 1);
      const double y = p->y0 + (p->y1 - p->y0) * (double)j / (POINTS - 1);
      const bool in = ss_page_place(view, x, y) && is_inside(view, level);
      value[j * POINTS + i] = in ? from->value[j * POINTS + i] : NAN;
    }
  grid->value = value;
  return SS_OK;
}

/* Six digits, never more than the level itself: a proved one must not grow by rounding. */
static double round_down(double rho) {
  char digits[32];
  snprintf(digits, sizeof digits, "%.6g", rho);
  const double shown = strtod(digits, NULL), unit = pow(10, floor(log10(rho)) - 5);
  return shown > rho ? floor(rho / unit) * unit : shown;
}

static ss_status draw_level(ss_page *view, const ss_grid *grid, size_t k) {
  static const double dashes[][2] = {{5, 2.5}, {1.5, 1.5}, {9, 2}};
  const ss_plane_level *level = &view->plane->level[k];
  const double *dash = dashes[k % (sizeof dashes / sizeof *dashes)];
  const ss_pen pen = {.colour = 0x000000, .width = 1.1, .dash = {dash[0], dash[1]}, .halo = true};
  size_t count;
  double *x, *y;
  if (isinf(level->rho)) {
    ss_page_explain(view, SS_LEGEND_LINE, &pen, "proved of every start (no line)");
    return SS_OK;
  }
  ss_grid own = *grid;
  ss_status status = level->region_count ? cut_grid(view, level, grid, &own) : SS_OK;
  if (status == SS_OK) status = ss_plot_contour(view->arena, &own, level->rho, &count, &x, &y);
  if (status != SS_OK) return status;
  const char *name =
      ss_arena_format(view->arena, "V = %.6g%s%s%s", round_down(level->rho),
                      *level->remark ? ", " : "", level->remark, count ? "" : " (not here)");
  if (!name) return SS_MEMORY;
  if (count) ss_plot_line(&view->plot, &view->panel, count, x, y, &pen);
  ss_page_explain(view, SS_LEGEND_LINE, &pen, name);
  return SS_OK;
}

/* A level of a function of the file has a grid of its own. */
static ss_status draw_function(ss_page *view, size_t k) {
  energy e = {0};
  ss_grid grid;
  ss_status status = prepare_function(view, &view->plane->level[k], &e);
  if (status == SS_OK) status = fill_grid(view, &e, &grid);
  if (status == SS_OK) status = draw_level(view, &grid, k);
  clear_energy(&e);
  return status;
}

/* Is it known where the energy grows? */
static bool has_rate(const ss_system *s) {
  bool known = s->inputs == 0 && !s->traits.driven;
  for (size_t i = 0; i < s->elements; i++)
    known = known && s->element[i].element->kind == SS_ELEMENT_FRICTION;
  return known;
}

/* The border of where the energy grows, if it does so anywhere on the page. */
static ss_status draw_growth(ss_page *view) {
  const ss_pen pen = {.colour = 0xa03020, .width = 1, .dash = {1, 1.6}, .halo = true};
  energy e = {0};
  ss_grid grid;
  size_t count = 0;
  double *x, *y;
  if (!has_rate(view->plane->system)) return SS_OK;
  ss_status status = prepare_energy(view, true, &e);
  if (status == SS_OK) status = fill_grid(view, &e, &grid);
  if (status == SS_OK) status = ss_plot_contour(view->arena, &grid, 0, &count, &x, &y);
  if (status == SS_OK && count) {
    ss_plot_line(&view->plot, &view->panel, count, x, y, &pen);
    ss_page_explain(view, SS_LEGEND_LINE, &pen, "beyond it the energy grows");
  }
  clear_energy(&e);
  return status;
}

ss_status ss_page_draw_levels(ss_page *view) {
  if (view->plane->levels == 0 || !ss_page_has_states(view)) return SS_OK;
  energy e = {0};
  ss_grid grid;
  bool of_energy = false;
  ss_status status = prepare_energy(view, false, &e);
  if (status == SS_OK) status = fill_grid(view, &e, &grid);
  for (size_t k = 0; k < view->plane->levels && status == SS_OK; k++) {
    const bool own = view->plane->level[k].graph != NULL;
    of_energy = of_energy || !own;
    status = own ? draw_function(view, k) : draw_level(view, &grid, k);
  }
  clear_energy(&e);
  return status == SS_OK && of_energy ? draw_growth(view) : status;
}
