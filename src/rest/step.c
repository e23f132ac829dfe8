/* step.c: one linear step of a walk among equilibria.
 *
 * At a place z with forces lambda_0 the conditions of rest are linear to first order in a movement
 * dz and in new forces lambda:
 *
 *     h + W lambda + d(h + W lambda_0)/dz dz = 0
 *     g + dg/dz dz = 0 (closed), >= 0 (open; region)
 *     lambda within its law: alpha, beta >= 0 with
 *         contact, slider    lambda_N = s (alpha + beta),  lambda_T = mu (alpha - beta)
 *         friction           lambda_T = alpha - beta,      alpha + beta = mu (N + dN/dz dz)
 *         clutch             lambda = alpha
 *         spatial laws       v . (-lambda_T) <= N sigma(v) for directions v (cuts), sigma being the
 *                            law's support function; a force beyond its law asks for one more
 *
 * which with |dz_j| <= reach_j is a linear program. Four questions are asked of it: the forces at
 * the place that stay farthest from their limits (hold: alpha, beta >= t, t as large as possible);
 * the step after which they can stay farthest from them (ease), a way inwards; the step that leaves
 * the least unbalanced (restore); the balanced step that goes farthest in a direction (advance).
 * Several force distributions in one position, which redundant contacts allow,
 * are no trouble: the program chooses one.
 *
 * Forces are measured in the largest one at hand, movements in their reach. Cost: some 20 pivots of
 * a tableau of 10 to 40 rows.
 */
#include <math.h>
#include <string.h>

#include "search.h"

enum { CUTS_MOST = 64, CUTS_KEPT = 16, ROUNDS_MOST = 40, STALLS_MOST = 8 };

static const double NEAR_CUT = 0.02; /* of the largest force */

typedef enum purpose { HOLD, RESTORE, ADVANCE, EASE } purpose;

/* Are forces asked to keep off their limits? */
static bool keeps_off(purpose why) {
  return why == HOLD || why == EASE;
}

/* A program while it is written. Columns of movements: dz_j = reach_j (x_2j - x_2j+1). A column of
 * forces adds unit * part[] * x to up to two components of force. */
typedef struct writing {
  ss_walker *w;
  ss_lp *lp;
  purpose purpose;
  bool elastic;
  double unit;    /* of forces */
  size_t slack;   /* the column of t, followed by that of -t; used in hold and ease */
  size_t *move;   /* k: first of the two columns; SIZE_MAX: does not move */
  size_t balance; /* the first row of the balance */
} writing;

ss_status ss_walker_create(ss_arena *arena, ss_search *search, ss_walker *walker) {
  const size_t k = search->k, forces = search->normals + search->slips;
  const size_t inequalities = search->normals + search->relations + CUTS_MOST;
  const size_t rows = 5 * k + search->n + inequalities + search->elements + 4;
  const size_t columns =
      6 * k + 2 * search->n + 3 * inequalities + 4 * search->elements + 2 * forces + 8;
  *walker = (ss_walker){.search = search};
  walker->z = ss_arena_new(arena, k, double);
  walker->dz = ss_arena_new(arena, k, double);
  walker->reach = ss_arena_new(arena, k, double);
  walker->force = ss_arena_new(arena, forces, double);
  walker->new_force = ss_arena_new(arena, forces, double);
  walker->balance = ss_arena_new(arena, search->n * k, double);
  walker->cut = ss_arena_new(arena, CUTS_MOST * SS_SLIP_MOST, double);
  walker->cut_owner = ss_arena_new(arena, CUTS_MOST, size_t);
  walker->cut_slack = ss_arena_new(arena, CUTS_MOST, size_t);
  walker->columns = ss_arena_new(arena, k + forces + 2 * search->elements, size_t);
  if (!walker->z || !walker->dz || !walker->reach || !walker->force || !walker->new_force ||
      !walker->balance || !walker->cut || !walker->cut_owner || !walker->cut_slack ||
      !walker->columns)
    return SS_MEMORY;
  return ss_lp_create(arena, rows, columns, &walker->lp);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* row += scale * gradient . dz */
static void add_movement(const writing *p, size_t row, const double *gradient, double scale) {
  for (size_t j = 0; j < p->w->search->k; j++) {
    if (p->move[j] == SIZE_MAX) continue;
    const double entry = scale * gradient[j] * p->w->reach[j];
    ss_lp_add(p->lp, row, p->move[j], entry);
    ss_lp_add(p->lp, row, p->move[j] + 1, -entry);
  }
}

/* A row that may be missed, at a cost. */
static void make_elastic(const writing *p, size_t row, bool both) {
  if (!p->elastic) return;
  ss_lp_add(p->lp, row, ss_lp_column(p->lp, 1), 1);
  if (both) ss_lp_add(p->lp, row, ss_lp_column(p->lp, 1), -1);
}

static void write_movements(writing *p, const double *goal) {
  const ss_search *s = p->w->search;
  for (size_t j = 0; j < s->k; j++) {
    p->move[j] = SIZE_MAX;
    if (p->purpose == HOLD || s->free[j] || !(p->w->reach[j] > 0)) continue;
    const double wanted = goal ? goal[j] * p->w->reach[j] : 0;
    /* little against what a movement changes, which is in proportion to its reach */
    const double effort =
        p->purpose == RESTORE ? 1e-4 * fmin(1, p->w->reach[j] / ss_search_width(s, j)) : 0;
    p->move[j] = ss_lp_column(p->lp, effort - wanted);
    ss_lp_column(p->lp, effort + wanted);
    for (size_t side = 0; side < 2; side++) {
      const size_t row = ss_lp_row(p->lp, 1);
      ss_lp_add(p->lp, row, p->move[j] + side, 1);
      ss_lp_add(p->lp, row, ss_lp_column(p->lp, 0), 1);
    }
  }
}

/* h/unit + W lambda/unit + ... = 0: the part without forces. */
static void write_balance(writing *p) {
  const ss_search *s = p->w->search;
  p->balance = p->lp->rows;
  for (size_t i = 0; i < s->n; i++) {
    const size_t row = ss_lp_row(p->lp, -s->h[i] / p->unit);
    add_movement(p, row, p->w->balance + i * s->k, 1 / p->unit);
    make_elastic(p, row, true);
  }
}

/* How much a gradient can change a number within the reach; 1 if it cannot. */
static double measure(const ss_walker *w, const double *gradient) {
  double most = 0;
  for (size_t j = 0; j < w->search->k; j++) most = fmax(most, fabs(gradient[j] * w->reach[j]));
  return most > 0 ? most : 1;
}

/* value + gradient . dz = 0 or >= 0 */
static void write_condition(const writing *p, double value, const double *gradient, bool equal) {
  const double scale = 1 / measure(p->w, gradient);
  const size_t row = ss_lp_row(p->lp, -value * scale);
  add_movement(p, row, gradient, scale);
  if (!equal) ss_lp_add(p->lp, row, ss_lp_column(p->lp, 0), -1);
  make_elastic(p, row, equal);
}

/* from <= z + dz <= to, but for angles: they are followed round. */
static void write_box(const writing *p) {
  const ss_search *s = p->w->search;
  for (size_t j = 0; j < s->k; j++)
    for (int side = -1; side <= 1 && p->move[j] != SIZE_MAX && s->period[j] == 0; side += 2) {
      const double room = side < 0 ? p->w->z[j] - s->from[j] : s->to[j] - p->w->z[j];
      if (room > p->w->reach[j]) continue;
      const size_t row = ss_lp_row(p->lp, fmax(room, 0) / p->w->reach[j]);
      ss_lp_add(p->lp, row, p->move[j], side);
      ss_lp_add(p->lp, row, p->move[j] + 1, -side);
      ss_lp_add(p->lp, row, ss_lp_column(p->lp, 0), 1);
    }
}

static void write_conditions(const writing *p) {
  const ss_search *s = p->w->search;
  if (p->purpose == HOLD) return;
  write_box(p);
  for (size_t e = 0; e < s->elements; e++) {
    const size_t i = s->system->element[e].normal;
    if (i != SIZE_MAX) write_condition(p, s->gap[i], s->dgap + i * s->k, p->w->pattern->closed[e]);
  }
  for (size_t i = 0; i < s->relations; i++)
    write_condition(p, s->region[i], s->dregion + i * s->k, s->equal[i]);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* The balance's entries of a force column: part times the direction. */
static void press(const writing *p, size_t column, const double *direction, double part) {
  for (size_t i = 0; i < p->w->search->n; i++)
    ss_lp_add(p->lp, p->balance + i, column, part * direction[i]);
}

/* A column alpha >= t that stands for the normal force `normal` and friction `slip` (parts). */
static size_t write_edge(const writing *p, size_t e, double normal, double slip) {
  const ss_search *s = p->w->search;
  const ss_system_element *element = &s->system->element[e];
  const size_t column = ss_lp_column(p->lp, 0);
  for (int copy = 0; copy < 3; copy++) { /* alpha itself, t and -t */
    const size_t to = copy == 0 ? column : p->slack + (size_t)copy - 1;
    const double sign = copy == 2 ? -1 : 1;
    if (copy > 0 && !keeps_off(p->purpose)) break;
    if (normal != 0) press(p, to, s->WN + element->normal * s->n, sign * normal);
    if (slip != 0) press(p, to, s->WT + element->slip * s->n, sign * slip);
  }
  return column;
}

/* column (+ t) enters a row. */
static void enter(const writing *p, size_t row, size_t column, double entry, bool with_slack) {
  ss_lp_add(p->lp, row, column, entry);
  if (!with_slack || !keeps_off(p->purpose)) return;
  ss_lp_add(p->lp, row, p->slack, entry);
  ss_lp_add(p->lp, row, p->slack + 1, -entry);
}

/* alpha + beta = mu (N + dN dz) */
static size_t write_known_friction(const writing *p, size_t e, double mu) {
  const ss_search *s = p->w->search;
  const size_t row = ss_lp_row(p->lp, mu * s->normal[e] / p->unit);
  const size_t alpha = write_edge(p, e, 0, 1), beta = write_edge(p, e, 0, -1);
  enter(p, row, alpha, 1, true);
  enter(p, row, beta, 1, true);
  add_movement(p, row, s->dnormal + e * s->k, -mu / p->unit);
  return alpha;
}

/* One cut: v . (-lambda_T) + t <= N sigma(v). `parts`: columns of lambda_T (pairs), then of N. */
static void write_cut(const writing *p, size_t e, size_t cut, const size_t *parts) {
  const double *v = p->w->cut + cut * SS_SLIP_MOST;
  const ss_search *s = p->w->search;
  const ss_system_element *element = &s->system->element[e];
  ss_law law = {.kind = element->element->law};
  memcpy(law.argument, s->law + 3 * e, sizeof law.argument);
  const double sigma = ss_law_support(&law, 1, v, NULL);
  const bool known = element->element->kind == SS_ELEMENT_FRICTION;
  const size_t row = ss_lp_row(p->lp, known ? sigma * s->normal[e] / p->unit : 0);
  for (size_t i = 0; i < element->slips; i++) {
    ss_lp_add(p->lp, row, parts[i], -v[i]);
    ss_lp_add(p->lp, row, parts[i] + 1, v[i]);
  }
  if (known)
    add_movement(p, row, s->dnormal + e * s->k, -sigma / p->unit);
  else
    enter(p, row, parts[element->slips], -sigma, true);
  p->w->cut_slack[cut] = ss_lp_column(p->lp, 0);
  enter(p, row, p->w->cut_slack[cut], 1, true);
}

static void write_spatial(const writing *p, size_t e, size_t *parts) {
  const ss_search *s = p->w->search;
  const ss_system_element *element = &s->system->element[e];
  const double side = p->w->pattern->side[e] < 0 ? -1 : 1;
  for (size_t i = 0; i < element->slips; i++) {
    parts[i] = ss_lp_column(p->lp, 0);
    ss_lp_column(p->lp, 0);
    press(p, parts[i], s->WT + (element->slip + i) * s->n, 1);
    press(p, parts[i] + 1, s->WT + (element->slip + i) * s->n, -1);
  }
  if (element->normal != SIZE_MAX) parts[element->slips] = write_edge(p, e, side, 0);
  for (size_t c = 0; c < p->w->cuts; c++)
    if (p->w->cut_owner[c] == e) write_cut(p, e, c, parts);
}

/* Columns of an element's forces; parts[] tells where they begin. */
static void write_element(const writing *p, size_t e, size_t *parts) {
  const ss_search *s = p->w->search;
  const ss_system_element *element = &s->system->element[e];
  const double mu = s->law[3 * e], side = p->w->pattern->side[e] < 0 ? -1 : 1;
  const bool normal = element->normal != SIZE_MAX;
  parts[0] = SIZE_MAX;
  if (!p->w->pattern->closed[e]) return;
  /* what does not press does not rub */
  if (element->element->kind == SS_ELEMENT_FRICTION && !(s->normal[e] > 0)) return;
  if (element->slips > 1)
    write_spatial(p, e, parts);
  else if (element->element->kind == SS_ELEMENT_CLUTCH)
    parts[0] = write_edge(p, e, 0, 1);
  else if (!normal)
    parts[0] = mu > 0 ? write_known_friction(p, e, mu) : SIZE_MAX;
  else if (element->slips && mu > 0) {
    parts[0] = write_edge(p, e, side, mu);
    write_edge(p, e, side, -mu);
  } else {
    parts[0] = write_edge(p, e, side, 0);
    if (element->element->kind == SS_ELEMENT_SLIDER) write_edge(p, e, -side, 0);
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

static double value_of(const writing *p, size_t column, bool with_slack) {
  const double *x = p->lp->x;
  const double t = with_slack && keeps_off(p->purpose) ? x[p->slack] - x[p->slack + 1] : 0;
  return p->unit * (x[column] + t);
}

static void read_element(const writing *p, size_t e, const size_t *parts) {
  const ss_search *s = p->w->search;
  const ss_system_element *element = &s->system->element[e];
  const double mu = s->law[3 * e], side = p->w->pattern->side[e] < 0 ? -1 : 1;
  double *N = p->w->new_force + (element->normal == SIZE_MAX ? 0 : element->normal);
  double *T = p->w->new_force + s->normals + element->slip;
  const bool normal = element->normal != SIZE_MAX;
  if (parts[0] == SIZE_MAX) return;
  if (element->slips > 1) {
    for (size_t i = 0; i < element->slips; i++)
      T[i] = value_of(p, parts[i], false) - value_of(p, parts[i] + 1, false);
    if (normal) *N = side * value_of(p, parts[element->slips], true);
    return;
  }
  const double alpha = value_of(p, parts[0], true);
  if (element->element->kind == SS_ELEMENT_CLUTCH)
    *T = alpha;
  else if (!normal)
    *T = alpha - value_of(p, parts[0] + 1, true);
  else if (element->slips && mu > 0) {
    const double beta = value_of(p, parts[0] + 1, true);
    *N = side * (alpha + beta);
    *T = mu * (alpha - beta);
  } else if (element->element->kind == SS_ELEMENT_SLIDER)
    *N = side * (alpha - value_of(p, parts[0] + 1, true));
  else
    *N = alpha;
}

/* A cut for the spatial force that is farthest beyond its law; false if all obey. */
static bool add_cut(ss_walker *w, double unit) {
  const ss_search *s = w->search;
  double farthest = 1e-12 * unit;
  size_t owner = SIZE_MAX;
  double v[SS_SLIP_MOST];
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    if (element->slips < 2 || !w->pattern->closed[e]) continue;
    ss_law law = {.kind = element->element->law};
    memcpy(law.argument, s->law + 3 * e, sizeof law.argument);
    const double N =
        element->normal == SIZE_MAX ? fmax(0, s->normal[e]) : fabs(w->new_force[element->normal]);
    double x[SS_SLIP_MOST], near[SS_SLIP_MOST], off = 0;
    for (size_t i = 0; i < element->slips; i++)
      x[i] = -w->new_force[s->normals + element->slip + i];
    ss_law_prox(&law, N, x, near);
    for (size_t i = 0; i < element->slips; i++) off += (x[i] - near[i]) * (x[i] - near[i]);
    off = sqrt(off);
    if (off <= farthest) continue;
    farthest = off;
    owner = e;
    for (size_t i = 0; i < element->slips; i++) v[i] = (x[i] - near[i]) / off;
  }
  if (owner == SIZE_MAX) return false;
  size_t at = w->cuts < CUTS_MOST ? w->cuts++ : CUTS_MOST - 1;
  w->cut_owner[at] = owner;
  memcpy(w->cut + at * SS_SLIP_MOST, v, sizeof v);
  return true;
}

/* ---- the questions --------------------------------------------------------------------------- */

/* Cuts that the last program was far from are left out: a place near by needs those near it. The
 * first ones, of which there must be some, stay. */
static void drop_cuts(ss_walker *w) {
  size_t kept = w->first_cuts;
  for (size_t c = kept; c < w->cuts; c++) {
    if (w->pattern->closed[w->cut_owner[c]] && w->lp.x[w->cut_slack[c]] > NEAR_CUT) continue;
    memmove(w->cut + kept * SS_SLIP_MOST, w->cut + c * SS_SLIP_MOST, SS_SLIP_MOST * sizeof *w->cut);
    w->cut_owner[kept++] = w->cut_owner[c];
  }
  w->cuts = kept;
}

/* Bounds of every component of spatial friction: the first cuts. Cuts hold everywhere and stay
 * until there are too many. */
static void start_cuts(ss_walker *w) {
  const ss_search *s = w->search;
  if (w->cuts > 0 && w->cuts < CUTS_MOST / 2) return;
  w->cuts = 0;
  for (size_t e = 0; e < s->elements; e++)
    for (size_t i = 0; s->system->element[e].slips > 1 && i < 2 * s->system->element[e].slips;
         i++) {
      if (w->cuts == CUTS_MOST) return;
      double *v = w->cut + w->cuts * SS_SLIP_MOST;
      memset(v, 0, SS_SLIP_MOST * sizeof *v);
      v[i / 2] = i % 2 ? -1 : 1;
      w->cut_owner[w->cuts++] = e;
      w->first_cuts = w->cuts;
    }
}

double ss_walker_unit(const ss_walker *w) {
  const ss_search *s = w->search;
  double unit = s->force;
  for (size_t i = 0; i < s->n; i++) unit = fmax(unit, fabs(s->h[i]));
  for (size_t e = 0; e < s->elements; e++) unit = fmax(unit, fabs(s->normal[e]));
  return unit > 0 ? unit : 1;
}

/* d(h + W force)/dz */
static void differentiate(ss_walker *w) {
  const ss_search *s = w->search;
  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < s->k; j++) {
      double sum = s->dh[i * s->k + j];
      for (size_t m = 0; m < s->normals; m++)
        sum += w->force[m] * s->dWN[(m * s->n + i) * s->k + j];
      for (size_t m = 0; m < s->slips; m++)
        sum += w->force[s->normals + m] * s->dWT[(m * s->n + i) * s->k + j];
      w->balance[i * s->k + j] = sum;
    }
}

static void write_program(writing *p, const double *goal, const double *hold, size_t *parts) {
  const ss_search *s = p->w->search;
  ss_lp_reset(p->lp);
  write_movements(p, goal);
  if (keeps_off(p->purpose)) {
    p->slack = ss_lp_column(p->lp, -1);
    ss_lp_column(p->lp, 1);
    const size_t row = ss_lp_row(p->lp, 1);
    ss_lp_add(p->lp, row, p->slack, 1);
    ss_lp_add(p->lp, row, p->slack + 1, -1);
    ss_lp_add(p->lp, row, ss_lp_column(p->lp, 0), 1);
  }
  write_balance(p);
  write_conditions(p);
  if (hold) add_movement(p, ss_lp_row(p->lp, 0), hold, 1 / measure(p->w, hold));
  for (size_t e = 0, at = 0; e < s->elements; e++) {
    write_element(p, e, parts + at);
    at += s->system->element[e].slips + 1;
  }
}

static void read_program(const writing *p, const size_t *parts) {
  const ss_search *s = p->w->search;
  memset(p->w->new_force, 0, (s->normals + s->slips) * sizeof *p->w->new_force);
  for (size_t j = 0; j < s->k; j++) {
    const double *x = p->move[j] == SIZE_MAX ? NULL : p->lp->x + p->move[j];
    p->w->dz[j] = x ? p->w->reach[j] * (x[0] - x[1]) : 0;
  }
  for (size_t e = 0, at = 0; e < s->elements; e++) {
    read_element(p, e, parts + at);
    at += s->system->element[e].slips + 1;
  }
  p->w->margin =
      keeps_off(p->purpose) ? value_of(p, p->slack, false) - value_of(p, p->slack + 1, false) : 0;
}

/* Asks, with more cuts as long as spatial forces are beyond their laws. Cuts that are nearly the
 * same may leave a program unsolved: then the answer is that of the one before, or all begins
 * anew. */
static bool ask(ss_walker *w, purpose why, const double *goal, const double *hold) {
  writing p = {.w = w, .lp = &w->lp, .purpose = why, .elastic = why == RESTORE};
  size_t *parts = w->columns + w->search->k;
  if (ss_search_is_late(w->search, w->until)) return false;
  p.move = w->columns;
  p.unit = ss_walker_unit(w);
  bool answered = false, anew = false;
  differentiate(w);
  start_cuts(w);
  for (size_t round = 0; round < ROUNDS_MOST; round++) {
    write_program(&p, goal, hold, parts);
    w->programs++;
    if (ss_lp_solve(p.lp) != SS_LP_SOLVED) {
      w->cuts = answered ? w->cuts - 1 : w->first_cuts;
      if (answered || anew || w->first_cuts == 0) return answered;
      anew = true;
      continue;
    }
    answered = true;
    read_program(&p, parts);
    if (!add_cut(w, p.unit)) break;
  }
  if (w->cuts > CUTS_KEPT) drop_cuts(w);
  return true;
}

bool ss_walker_hold(ss_walker *w, double allowed) {
  const size_t forces = w->search->normals + w->search->slips;
  if (!ss_search_at(w->search, w->z)) return false;
  memset(w->dz, 0, w->search->k * sizeof *w->dz);
  memset(w->reach, 0, w->search->k * sizeof *w->reach);
  /* where nothing balances to rounding, the least unbalanced forces are the answer */
  if (!ask(w, HOLD, NULL, NULL) && !ask(w, RESTORE, NULL, NULL)) return false;
  memcpy(w->force, w->new_force, forces * sizeof *w->force);
  w->residual = ss_walker_unbalanced(w);
  return w->residual <= allowed;
}

bool ss_walker_restore(ss_walker *walker, const double *hold) {
  return ask(walker, RESTORE, NULL, hold);
}

bool ss_walker_advance(ss_walker *walker, const double *goal, const double *hold) {
  return ask(walker, ADVANCE, goal, hold);
}

bool ss_walker_ease(ss_walker *walker) {
  return ask(walker, EASE, NULL, NULL) && walker->margin > 0;
}

double ss_walker_unbalanced(const ss_walker *w) {
  const ss_search *s = w->search;
  double left = 0, size = s->force;
  for (size_t i = 0; i < s->n; i++) {
    double sum = s->h[i];
    size = fmax(size, fabs(sum));
    for (size_t m = 0; m < s->normals + s->slips; m++) {
      const double *W = m < s->normals ? s->WN + m * s->n : s->WT + (m - s->normals) * s->n;
      sum += w->force[m] * W[i];
      size = fmax(size, fabs(w->force[m] * W[i]));
    }
    left = fmax(left, fabs(sum));
  }
  return size > 0 ? left / size : 0;
}

double ss_walker_residual(const ss_walker *w) {
  const ss_search *s = w->search;
  double off = 0;
  for (size_t e = 0; e < s->elements; e++) {
    const size_t i = s->system->element[e].normal;
    if (i != SIZE_MAX) off = fmax(off, w->pattern->closed[e] ? fabs(s->gap[i]) : -s->gap[i]);
  }
  for (size_t i = 0; i < s->relations; i++)
    off = fmax(off, s->equal[i] ? fabs(s->region[i]) : -s->region[i]);
  return ss_walker_unbalanced(w) + off;
}

bool ss_walker_settle(ss_walker *w, double reach, const double *hold) {
  const ss_search *s = w->search;
  const size_t forces = s->normals + s->slips;
  double best = INFINITY;
  size_t stalls = 0;
  if (ss_search_is_late(w->search, w->until)) return false;
  for (size_t step = 0; step < 40 && stalls < STALLS_MOST; step++) {
    if (!ss_search_at(w->search, w->z)) return false;
    for (size_t j = 0; j < s->k; j++) w->reach[j] = s->free[j] ? 0 : reach * ss_search_width(s, j);
    if (!ss_walker_restore(w, hold)) return false;
    for (size_t j = 0; j < s->k; j++) w->z[j] += w->dz[j];
    memcpy(w->force, w->new_force, forces * sizeof *w->force);
    if (!ss_search_at(w->search, w->z)) return false;
    w->residual = ss_walker_residual(w);
    if (w->residual <= 1e-15) return true;
    if (w->residual >= best && w->residual <= 1e-12) return true;
    stalls = w->residual >= 0.5 * best ? stalls + 1 : 0;
    /* what is left is less than a program sees: one of its size sees it */
    if (stalls) reach = fmin(reach / 2, 4 * w->residual);
    best = fmin(best, w->residual);
  }
  return w->residual <= 1e-12;
}
