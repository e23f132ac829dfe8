/* enumerate.c: all solutions of a small planar contact problem, mode by mode.
 *
 * Each contact has at most six modes (modes.h); a combination of modes makes the problem
 *
 *     A x = b  (closed directions at rest),     inequalities that are affine in x
 *
 * with r = P x + r0. Every solution of the contact problem satisfies one of these systems, so going
 * through all of them finds all solutions and decides existence and uniqueness.
 *
 * A is scaled to unit diagonal and eliminated with complete pivoting, which shows its rank. Full
 * rank: one candidate, checked by the residual. Dependent directions: either b is inconsistent (no
 * solution in this mode), or x = x0 + Z y with y free, and the inequalities are a polyhedron in y:
 * its deepest point, a linear program, decides whether there is a solution and represents it. The
 * motion is unique if xi does not change over the polyhedron: trivially when G P Z = 0 (the usual
 * case: several forces, the same motion), otherwise by two linear programs a component.
 *
 * A solution on the border of modes (xi_T = 0 at the friction limit) is found several times and
 * reported once. Costs m^3/3 a combination, up to 4^k combinations for k contacts: 4 ms for six.
 * Nothing is found "almost": a candidate counts if its residual is within the tolerance.
 *
 * References: Leine & van de Wouw 2008, eqs. 9, 20; Varkonyi, table I and definition 1.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "modes.h"
#include "polyhedron.h"

enum { MOST = 2 * SS_ENUMERATE_MOST, MODES_MOST = 6 };

/* Pivots below this share of the largest count as 0 in a matrix with unit diagonal. */
static const double rank_tolerance = 1e-10;

typedef struct enumeration {
  planar p;
  mode_system system;
  planar_contact contact[SS_ENUMERATE_MOST];
  double A[MOST * MOST], scale[MOST], x[MOST + 1], inverse[MOST + 1], multiplier[MOST + 1],
      tie[MOST];
  size_t row[MOST], tied[MOST], column_order[MOST];
  unsigned char options[SS_ENUMERATE_MOST][MODES_MOST], count[SS_ENUMERATE_MOST],
      choice[SS_ENUMERATE_MOST], modes[SS_ENUMERATE_MOST];
  size_t rank;
  double Z[MOST][MOST]; /* columns: r of the null directions */
  double GZ[MOST][MOST];
  double r[MOST], xi[MOST], best[MOST];
  polyhedron polyhedron;
  dictionary dictionary;
  double size, tolerance, least;
  bool forces_unique, motion_unique;
} enumeration;

/* ---- the combinations ------------------------------------------------------------------------ */

static void list_options(const planar_contact *contact, unsigned char *options,
                         unsigned char *count) {
  static const unsigned char contact_modes[] = {SS_MODE_FREE, SS_MODE_STICK, SS_MODE_SLIP_PLUS,
                                                SS_MODE_SLIP_MINUS};
  static const unsigned char slider_modes[] = {SS_MODE_STICK,
                                               SS_MODE_SLIP_PLUS,
                                               SS_MODE_SLIP_MINUS,
                                               SS_MODE_STICK | MODE_PULLS,
                                               SS_MODE_SLIP_PLUS | MODE_PULLS,
                                               SS_MODE_SLIP_MINUS | MODE_PULLS};
  const bool simple = contact->T == NO_COMPONENT || contact->sliding;
  *count = 0;
  if (contact->kind == SS_ELEMENT_SLIDER) {
    for (int i = 0; i < 6; i += simple ? 3 : 1) options[(*count)++] = slider_modes[i];
    if (contact->T == NO_COMPONENT) *count = 1;
    return;
  }
  const int first = contact->kind == SS_ELEMENT_FRICTION ? 1 : 0;
  for (int i = first; i < (simple ? 2 : 4); i++) options[(*count)++] = contact_modes[i];
}

/* The next combination; false after the last. */
static bool advance(enumeration *e) {
  for (size_t i = 0; i < e->p.contacts; i++) {
    if (++e->choice[i] == e->count[i]) e->choice[i] = 0;
    e->modes[i] = e->options[i][e->choice[i]];
    if (e->choice[i] != 0) return true;
  }
  return false;
}

/* ---- one linear system ----------------------------------------------------------------------- */

/* Rows and columns scaled to unit diagonal of G: A' = S A S, x = S x', b' = S b. */
static void scale_system(enumeration *e) {
  mode_system *s = &e->system;
  for (size_t a = 0; a < s->m; a++) {
    const double diagonal = e->p.G[s->row[a] * (e->p.n + 1)];
    e->scale[a] = diagonal > 0 ? 1 / sqrt(diagonal) : 1;
  }
  for (size_t b = 0; b < s->m; b++)
    for (size_t a = 0; a < s->m; a++) s->A[a + s->lead * b] *= e->scale[a] * e->scale[b];
  for (size_t a = 0; a < s->m; a++) s->x[a] *= e->scale[a];
}

static void swap(double *x, double *y) {
  const double t = *x;
  *x = *y;
  *y = t;
}

/* Brings the largest entry of the rest of A to place (k, k) and returns its size. */
static double bring_pivot(enumeration *e, size_t k) {
  mode_system *s = &e->system;
  size_t row = k, column = k;
  double most = 0;
  for (size_t b = k; b < s->m; b++)
    for (size_t a = k; a < s->m; a++)
      if (fabs(s->A[a + s->lead * b]) > most) {
        most = fabs(s->A[a + s->lead * b]);
        row = a;
        column = b;
      }
  for (size_t b = 0; b < s->m; b++) swap(&s->A[k + s->lead * b], &s->A[row + s->lead * b]);
  for (size_t a = 0; a < s->m; a++) swap(&s->A[a + s->lead * k], &s->A[a + s->lead * column]);
  swap(&s->x[k], &s->x[row]);
  const size_t t = e->column_order[k];
  e->column_order[k] = e->column_order[column];
  e->column_order[column] = t;
  return most;
}

/* Gauss-Jordan: the first `rank` columns become the identity. False if b is inconsistent. */
static bool reduce(enumeration *e) {
  mode_system *s = &e->system;
  const size_t m = s->m;
  double largest = 0;
  for (size_t b = 0; b < m; b++) largest = fmax(largest, fabs(s->x[b]));
  for (size_t b = 0; b < m; b++) e->column_order[b] = b;
  for (e->rank = 0; e->rank < m; e->rank++) {
    const size_t k = e->rank;
    if (bring_pivot(e, k) <= rank_tolerance) break;
    const double inverse = 1 / s->A[k + s->lead * k];
    for (size_t b = k; b < m; b++) s->A[k + s->lead * b] *= inverse;
    s->x[k] *= inverse;
    for (size_t a = 0; a < m; a++) {
      const double factor = s->A[a + s->lead * k];
      if (a == k || factor == 0) continue;
      for (size_t b = k; b < m; b++) s->A[a + s->lead * b] -= factor * s->A[k + s->lead * b];
      s->x[a] -= factor * s->x[k];
    }
  }
  for (size_t a = e->rank; a < m; a++)
    if (fabs(s->x[a]) > 1e-8 * largest) return false;
  return true;
}

/* r += value times the direction of unknown b: itself and what is tied to it. */
static void add_unknown_to(const enumeration *e, size_t b, double value, double *r) {
  const mode_system *s = &e->system;
  r[s->row[b]] += value * e->scale[b];
  if (s->tied[b] != s->row[b]) r[s->tied[b]] += s->tie[b] * value * e->scale[b];
}

/* Makes the largest diagonal entry times reaction of a null direction 1: a velocity like all
 * others. */
static void normalise(const enumeration *e, double *z) {
  double most = 0;
  for (size_t i = 0; i < e->p.n; i++) most = fmax(most, fabs(e->p.G[i * (e->p.n + 1)] * z[i]));
  for (size_t i = 0; i < e->p.n && most > 0; i++) z[i] /= most;
}

/* r of the basic solution, and the null directions Z with G Z. */
static void expand(enumeration *e) {
  const mode_system *s = &e->system;
  for (size_t k = 0; k < e->rank; k++) add_unknown_to(e, e->column_order[k], s->x[k], e->r);
  for (size_t j = 0; j + e->rank < s->m; j++) {
    double *z = e->Z[j], *Gz = e->GZ[j];
    memset(z, 0, e->p.n * sizeof *z);
    memset(Gz, 0, e->p.n * sizeof *Gz);
    add_unknown_to(e, e->column_order[e->rank + j], 1, z);
    for (size_t k = 0; k < e->rank; k++)
      add_unknown_to(e, e->column_order[k], -s->A[k + s->lead * (e->rank + j)], z);
    normalise(e, z);
    for (size_t b = 0; b < e->p.n; b++) add_multiple(e->p.n, z[b], e->p.G + b * e->p.n, Gz);
  }
}

/* ---- inequalities ---------------------------------------------------------------------------- */

/* weight_r . r + weight_xi . xi + constant >= 0 on at most two components. */
static void add_row(enumeration *e, const double *reaction, const double *velocity,
                    double constant) {
  polyhedron *p = &e->polyhedron;
  double value = constant;
  for (size_t i = 0; i < e->p.n; i++) value += reaction[i] * e->r[i] + velocity[i] * e->xi[i];
  p->v[p->rows] = value / e->size;
  for (size_t j = 0; j < p->unknowns; j++) {
    double slope = 0;
    for (size_t i = 0; i < e->p.n; i++)
      slope += reaction[i] * e->Z[j][i] + velocity[i] * e->GZ[j][i];
    p->D[p->rows][j] = slope;
  }
  p->rows++;
}

/* The inequalities of one contact in its mode, as velocities (reactions times g). */
static void add_rows(enumeration *e, size_t i) {
  const planar_contact *contact = &e->contact[i];
  const unsigned char mode = e->modes[i] & MODE_MASK;
  const double sign = e->modes[i] & MODE_PULLS ? -1 : 1, g = contact->g;
  const size_t N = contact->N, T = contact->T;
  double reaction[MOST] = {0}, velocity[MOST] = {0};
  if (mode == SS_MODE_FREE) {
    velocity[N] = 1;
    add_row(e, reaction, velocity, 0);
    return;
  }
  const bool signless = contact->kind == SS_ELEMENT_SLIDER && T == NO_COMPONENT;
  if (N != NO_COMPONENT && !signless) {
    reaction[N] = sign * g;
    add_row(e, reaction, velocity, 0);
    reaction[N] = 0;
  }
  if (T == NO_COMPONENT || contact->sliding) return;
  if (mode != SS_MODE_STICK) {
    velocity[T] = mode == SS_MODE_SLIP_PLUS ? 1 : -1;
    add_row(e, reaction, velocity, 0);
    return;
  }
  for (int side = -1; side <= 1; side += 2) {
    if (N != NO_COMPONENT) reaction[N] = contact->mu * sign * g;
    reaction[T] = side * g;
    add_row(e, reaction, velocity, N == NO_COMPONENT ? contact->mu * contact->normal * g : 0);
  }
}

/* Does c . y vary over the polyhedron by more than 1e-7? */
static bool varies(enumeration *e, const double *c, const double *inside) {
  double ends[2] = {0, 0};
  for (int side = 0; side < 2; side++) {
    double objective[MOST], y[MOST];
    memcpy(y, inside, e->polyhedron.unknowns * sizeof *y);
    for (size_t j = 0; j < e->polyhedron.unknowns; j++) objective[j] = side ? -c[j] : c[j];
    const optimum found = ss_polyhedron_climb(&e->polyhedron, objective, &e->dictionary, y);
    if (found == OPTIMUM_UNBOUNDED) return true;
    for (size_t j = 0; j < e->polyhedron.unknowns; j++) ends[side] += c[j] * y[j];
  }
  return ends[0] - ends[1] > 1e-7;
}

/* Which of forces and motion are the same all over the polyhedron? */
static void judge_uniqueness(enumeration *e, const double *inside) {
  const size_t unknowns = e->polyhedron.unknowns;
  double c[MOST];
  e->forces_unique = e->motion_unique = true;
  for (size_t j = 0; j < unknowns; j++) {
    memset(c, 0, sizeof c);
    c[j] = 1;
    if (varies(e, c, inside)) e->forces_unique = false;
  }
  for (size_t i = 0; i < e->p.n && !e->forces_unique; i++) {
    double most = 0;
    for (size_t j = 0; j < unknowns; j++) {
      c[j] = e->GZ[j][i];
      most = fmax(most, fabs(c[j]));
    }
    if (most > 1e-9 && varies(e, c, inside)) e->motion_unique = false;
  }
}

/* Picks y in x = x0 + Z y. False if no y satisfies the inequalities. Y is measured in e->size. */
static bool choose_forces(enumeration *e) {
  polyhedron *p = &e->polyhedron;
  double y[MOST + 1];
  p->rows = 0;
  p->unknowns = e->system.m - e->rank;
  for (size_t i = 0; i < e->p.contacts; i++) add_rows(e, i);
  const double depth = ss_polyhedron_deepest(p, &e->dictionary, y);
  if (!(depth >= -10 * e->tolerance)) return false;
  /* points on the border must not look infeasible to the next programs */
  for (size_t i = 0; i < p->rows; i++) p->v[i] -= fmin(depth, 0);
  judge_uniqueness(e, y);
  for (size_t j = 0; j < p->unknowns; j++) {
    add_multiple(e->p.n, y[j] * e->size, e->Z[j], e->r);
    add_multiple(e->p.n, y[j] * e->size, e->GZ[j], e->xi);
  }
  return true;
}

/* ---- one combination ------------------------------------------------------------------------- */

/* Solves the present combination of modes into r, xi. */
static bool try_modes(enumeration *e) {
  memset(e->r, 0, sizeof e->r);
  ss_modes_list(&e->p, e->modes, &e->system, e->r);
  ss_contact_velocity(e->p.problem, e->r, e->xi);
  ss_modes_gather(&e->p, e->xi, &e->system);
  scale_system(e);
  if (!reduce(e)) return false;
  expand(e);
  ss_contact_velocity(e->p.problem, e->r, e->xi);
  e->forces_unique = e->motion_unique = true;
  if (e->rank < e->system.m) {
    if (!choose_forces(e)) return false;
    ss_contact_velocity(e->p.problem, e->r, e->xi);
  }
  const double map = ss_modes_natural_map(&e->p, e->r, e->xi);
  if (map < e->least) {
    e->least = map;
    memcpy(e->best, e->r, sizeof e->best);
  }
  return map <= e->tolerance * e->size;
}

static void start(const ss_contact_problem *problem, double tolerance, enumeration *e) {
  e->p =
      (planar){problem, problem->contacts, problem->size, problem->dense, problem->c, e->contact};
  ss_modes_compact(problem, e->contact);
  e->system = (mode_system){.A = e->A,
                            .x = e->x,
                            .row = e->row,
                            .tied = e->tied,
                            .tie = e->tie,
                            .inverse = e->inverse,
                            .multiplier = e->multiplier};
  e->size = ss_contact_data_size(problem, SS_RESIDUAL_SCALED);
  e->tolerance = tolerance;
  e->least = INFINITY;
  for (size_t i = 0; i < problem->contacts; i++) {
    list_options(&e->contact[i], e->options[i], &e->count[i]);
    e->choice[i] = 0;
    e->modes[i] = e->options[i][0];
  }
}

size_t ss_contact_enumerate_work(void) {
  return carve_size(1, sizeof(enumeration));
}

bool ss_contact_enumerate_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                              void *work, double *r, ss_contact_report *report) {
  enumeration *e = work;
  bool found = false;
  start(problem, options->tolerance, e);
  do {
    report->iterations++;
    found = try_modes(e);
  } while (!found && advance(e));
  if (e->least < INFINITY) memcpy(r, found ? e->r : e->best, problem->size * sizeof *r);
  return found;
}

/* ---- all solutions --------------------------------------------------------------------------- */

static ss_mode name_mode(const enumeration *e, size_t i, double still) {
  const planar_contact *contact = &e->contact[i];
  const bool unilateral = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_CLUTCH;
  if (unilateral && e->xi[contact->N] > still) return SS_MODE_FREE;
  if (contact->kind == SS_ELEMENT_CLUTCH) return SS_MODE_STICK;
  if (contact->T == NO_COMPONENT) return SS_MODE_CLOSED;
  if (contact->sliding) return signbit(contact->slide) ? SS_MODE_SLIP_PLUS : SS_MODE_SLIP_MINUS;
  const double slip = e->xi[contact->T];
  return slip > still ? SS_MODE_SLIP_PLUS : slip < -still ? SS_MODE_SLIP_MINUS : SS_MODE_STICK;
}

static double distance(size_t n, const double *x, const double *y) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

/* Adds the solution at hand, unless its motion is in the list already. */
static ss_status add_solution(const enumeration *e, ss_arena *arena, ss_mode_list *list) {
  const size_t n = e->p.n;
  const double still = fmax(100 * e->tolerance, 1e-9) * e->size;
  for (size_t k = 0; k < list->count; k++) {
    ss_mode_solution *known = &list->items[k];
    if (distance(n, known->xi, e->xi) > 2 * still) continue;
    const double size = fmax(distance(n, e->r, (double[MOST]){0}), 1e-300);
    if (!e->forces_unique || distance(n, known->r, e->r) > 1e-7 * size)
      known->forces_unique = false;
    if (!e->motion_unique) known->motion_unique = false;
    return SS_OK;
  }
  if ((list->count & (list->count - 1)) == 0) {
    const size_t space = list->count ? 2 * list->count : 1;
    ss_mode_solution *items = ss_arena_new(arena, space, ss_mode_solution);
    if (!items) return SS_MEMORY;
    if (list->count) memcpy(items, list->items, list->count * sizeof *items);
    list->items = items;
  }
  ss_mode_solution *item = &list->items[list->count++];
  *item = (ss_mode_solution){.forces_unique = e->forces_unique, .motion_unique = e->motion_unique};
  for (size_t i = 0; i < e->p.contacts; i++) item->mode[i] = name_mode(e, i, still);
  memcpy(item->r, e->r, n * sizeof *e->r);
  memcpy(item->xi, e->xi, n * sizeof *e->xi);
  item->residual = ss_modes_natural_map(&e->p, e->r, e->xi) / e->size;
  return SS_OK;
}

ss_status ss_contact_enumerate(const ss_contact_problem *problem, double tolerance, ss_arena *arena,
                               ss_mode_list *list) {
  assert(tolerance > 0);
  *list = (ss_mode_list){0};
  if (problem->contacts > SS_ENUMERATE_MOST || !ss_modes_apply(problem)) return SS_BAD_ARGUMENT;
  enumeration *e = ss_arena_new(arena, 1, enumeration);
  if (!e) return SS_MEMORY;
  start(problem, tolerance, e);
  do {
    if (!try_modes(e)) continue;
    const ss_status status = add_solution(e, arena, list);
    if (status != SS_OK) return status;
  } while (advance(e));
  list->solutions = list->count == 0                                   ? SS_SOLUTIONS_NONE
                    : list->count == 1 && list->items[0].motion_unique ? SS_SOLUTIONS_UNIQUE
                                                                       : SS_SOLUTIONS_SEVERAL;
  return SS_OK;
}

const char *ss_mode_word(ss_mode mode) {
#define MODE_WORD(name, word) word,
  static const char *const words[] = {SS_MODE_LIST(MODE_WORD)};
#undef MODE_WORD
  return words[mode];
}

const char *ss_solutions_word(ss_solutions solutions) {
  static const char *const words[] = {"none", "unique", "several"};
  return words[solutions];
}
