/* lemke.c: planar contact problems as linear complementarity problems, by Lemke's method.
 *
 * In the form of Anitescu & Potra a planar contact contributes four pairs
 *
 *     0 <= r_N   _|_  xi_N                  >= 0
 *     0 <= beta+ _|_  xi_T + s              >= 0        r_T = beta+ - beta-
 *     0 <= beta- _|_  s - xi_T              >= 0
 *     0 <= s     _|_  mu r_N - beta+ - beta- >= 0
 *
 * (friction elements the last three with mu N in place of mu r_N, frictionless contacts and
 * clutches the first only, sliders r_N = r+ - r-). The matrix is copositive for every G that is
 * positive semidefinite, so that with the lexicographic rule Lemke's method ends at a solution
 * whenever c = W^T v for some v: always at velocity level with equal restitutions. A ray ends it
 * otherwise: a sliding contact (acceleration level) near Painleve's paradox may have no solution.
 * For sliders with friction r+ and r- may both be positive, which widens the friction bound; the
 * residual tells.
 *
 * The tableau [I, -M, -d, q] is dense, n x (2n + 2), row by row, in components scaled to unit
 * diagonal of G; one pivot costs 2 n^2, and about n are needed. The lexicographic ratio test
 * compares the rows of the basis inverse, the tableau's first n columns, so that it cannot cycle.
 * Rounding grows with the pivots: a result that is plainly wrong is tried again along another path,
 * and the caller solves the modes of the result once more and verifies.
 *
 * References: Lemke 1965; Anitescu & Potra 1997; Cottle, Pang & Stone, The Linear Complementarity
 * Problem, sections 4.4 and 4.9.
 */
#include <math.h>
#include <string.h>

#include "modes.h"

/* Entries of the tableau below this count as 0. */
static const double small = 1e-11;

/* What a variable z_k of the complementarity problem is: a reaction (component, factor) and
 * possibly its tied tangential reaction, or a slip speed. */
typedef struct variable {
  size_t component, tied;
  double factor, tie;
} variable;

typedef struct tableau {
  const planar *p;
  size_t n, width;
  double *T, *scale;
  double *cover; /* d: any positive vector will do */
  variable *z;
  size_t *basis; /* k < n: w_k; n + k: z_k; 2n: the artificial variable */
} tableau;

/* At most five pairs a contact: a slider's r+ and r-, and three for friction. */
static size_t count_pairs(const ss_contact_problem *problem) {
  return 5 * problem->contacts;
}

static double *get_row(const tableau *t, size_t i) {
  return t->T + i * t->width;
}

static void add_variable(tableau *t, size_t component, double factor, size_t tied, double tie) {
  t->z[t->n++] = (variable){component, tied, factor, tie};
}

/* ---- the complementarity problem ------------------------------------------------------------- */

/* The variables of a contact, in the order of its pairs. */
static void list_variables(tableau *t, const planar_contact *contact) {
  const size_t N = contact->N, T = contact->T;
  const double slide = contact->sliding ? contact->slide : 0;
  const size_t tied = contact->sliding ? T : NO_COMPONENT;
  if (N != NO_COMPONENT) {
    add_variable(t, N, 1, tied, slide);
    if (contact->kind == SS_ELEMENT_SLIDER) add_variable(t, N, -1, tied, slide);
  }
  if (T == NO_COMPONENT || contact->sliding) return;
  add_variable(t, T, 1, NO_COMPONENT, 0);
  add_variable(t, T, -1, NO_COMPONENT, 0);
  add_variable(t, NO_COMPONENT, 0, NO_COMPONENT, 0);
}

/* Entry of S G S. */
static double read_G(const tableau *t, size_t i, size_t j) {
  return t->p->G[i + j * t->p->n] * t->scale[i] * t->scale[j];
}

/* Velocity of variable k's direction caused by variable l. */
static double couple(const tableau *t, const variable *k, const variable *l) {
  if (l->component == NO_COMPONENT) return 0;
  double value = l->factor * read_G(t, k->component, l->component);
  if (l->tied != NO_COMPONENT)
    value += l->tie * t->scale[l->component] / t->scale[l->tied] * read_G(t, k->component, l->tied);
  return k->factor * value;
}

/* The rows -M of the friction pairs that begin at row `first`; `from` is the contact's first row.
 */
static void fill_friction(tableau *t, const planar_contact *contact, size_t from, size_t first) {
  const size_t n = t->n, s = first + 2;
  get_row(t, first)[n + s] = get_row(t, first + 1)[n + s] = -1; /* xi_T + s, s - xi_T */
  double *bound = get_row(t, s);
  bound[n + first] = bound[n + first + 1] = 1; /* - beta+ - beta- */
  if (contact->N == NO_COMPONENT) {
    bound[2 * n + 1] = contact->mu * contact->normal / t->scale[contact->T];
    return;
  }
  const double mu = contact->mu * t->scale[contact->N] / t->scale[contact->T];
  for (size_t k = from; k < first; k++) bound[n + k] = -mu;
}

static void fill_rows(tableau *t, const double *velocity) {
  const size_t n = t->n;
  for (size_t i = 0; i < n; i++) {
    double *row = get_row(t, i);
    memset(row, 0, t->width * sizeof *row);
    row[i] = 1;
    row[2 * n] = -t->cover[i];
    const variable *k = &t->z[i];
    if (k->component == NO_COMPONENT) continue;
    for (size_t l = 0; l < n; l++) row[n + l] = -couple(t, k, &t->z[l]);
    row[2 * n + 1] = k->factor * t->scale[k->component] * velocity[k->component];
  }
}

/* The tableau [I, -M, -d, q]; r receives the constant reactions of sliding friction elements. */
static void build(tableau *t, double *r, double *xi) {
  const planar *p = t->p;
  memset(r, 0, p->n * sizeof *r);
  memcpy(xi, p->c, p->n * sizeof *xi);
  for (size_t j = 0; j < p->n; j++) {
    const double g = p->G[j * (p->n + 1)];
    t->scale[j] = g > 0 ? 1 / sqrt(g) : 1;
  }
  t->n = 0;
  for (size_t i = 0; i < p->contacts; i++) {
    const planar_contact *contact = &p->contact[i];
    list_variables(t, contact);
    if (contact->kind != SS_ELEMENT_FRICTION || !contact->sliding) continue;
    r[contact->T] = contact->normal * contact->slide;
    add_multiple(p->n, r[contact->T], p->G + contact->T * p->n, xi);
  }
  t->width = (2 * t->n + 2 + 7) & ~(size_t)7;
  fill_rows(t, xi);
  for (size_t i = 0, from = 0; i < p->contacts; i++) {
    const planar_contact *contact = &p->contact[i];
    const size_t normals = contact->N == NO_COMPONENT           ? 0
                           : contact->kind == SS_ELEMENT_SLIDER ? 2
                                                                : 1;
    const bool friction = contact->T != NO_COMPONENT && !contact->sliding;
    if (friction) fill_friction(t, contact, from, from + normals);
    from += normals + (friction ? 3 : 0);
  }
  for (size_t i = 0; i < t->n; i++) t->basis[i] = i;
}

/* ---- pivoting -------------------------------------------------------------------------------- */

WIDE_VECTORS static void pivot(tableau *t, size_t row, size_t column) {
  double *r = get_row(t, row);
  const double inverse = 1 / r[column];
  for (size_t k = 0; k < t->width; k++) r[k] *= inverse;
  r[column] = 1;
  for (size_t i = 0; i < t->n; i++) {
    double *other = get_row(t, i);
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    add_multiple(t->width, -factor, r, other);
    other[column] = 0;
  }
}

/* Is row i lexicographically less than row j after division by their entries a, b > 0? */
static bool precedes(const tableau *t, size_t i, double a, size_t j, double b) {
  const double *x = get_row(t, i), *y = get_row(t, j);
  const double first = x[2 * t->n + 1] / a - y[2 * t->n + 1] / b;
  if (fabs(first) > small) return first < 0;
  for (size_t k = 0; k < t->n; k++) {
    const double difference = x[k] / a - y[k] / b;
    if (fabs(difference) > small) return difference < 0;
  }
  return false;
}

/* The row that leaves when `column` enters; n on a ray. The artificial variable leaves as soon as
 * it can. */
static size_t choose_row(const tableau *t, size_t column) {
  size_t chosen = t->n;
  double entry = 0;
  for (size_t i = 0; i < t->n; i++) {
    const double a = get_row(t, i)[column];
    if (a <= small) continue;
    if (chosen == t->n || precedes(t, i, a, chosen, entry)) {
      chosen = i;
      entry = a;
    }
  }
  for (size_t i = 0; i < t->n && chosen < t->n; i++) {
    const double a = get_row(t, i)[column];
    if (t->basis[i] != 2 * t->n || a <= small) continue;
    const size_t q = 2 * t->n + 1;
    if (get_row(t, i)[q] / a <= get_row(t, chosen)[q] / entry + small) return i;
  }
  return chosen;
}

/* The row with the lexicographically least right-hand side through d; n if none is negative. */
static size_t find_worst(const tableau *t) {
  size_t worst = t->n;
  for (size_t i = 0; i < t->n; i++) {
    if (get_row(t, i)[2 * t->n + 1] >= 0) continue;
    if (worst == t->n || precedes(t, i, t->cover[i], worst, t->cover[worst])) worst = i;
  }
  return worst;
}

/* Lemke's path; false on a ray or at the limit. */
static bool follow_path(tableau *t, size_t pivots_most, size_t *pivots) {
  size_t row = find_worst(t), column = 2 * t->n;
  if (row == t->n) return true;
  while (row < t->n && *pivots < pivots_most) {
    ++*pivots;
    const size_t leaving = t->basis[row];
    pivot(t, row, column);
    t->basis[row] = column;
    if (leaving == 2 * t->n) return true;
    column = leaving < t->n ? leaving + t->n : leaving - t->n;
    row = choose_row(t, column);
  }
  return false;
}

static void read_reactions(const tableau *t, double *r) {
  for (size_t i = 0; i < t->n; i++) {
    if (t->basis[i] < t->n || t->basis[i] == 2 * t->n) continue;
    const variable *z = &t->z[t->basis[i] - t->n];
    if (z->component == NO_COMPONENT) continue;
    const double value = get_row(t, i)[2 * t->n + 1] * t->scale[z->component];
    r[z->component] += z->factor * value;
    if (z->tied != NO_COMPONENT) r[z->tied] += z->tie * value;
  }
}

size_t ss_contact_lemke_work(const ss_contact_problem *problem) {
  const size_t n = count_pairs(problem), size = problem->size;
  return ss_modes_work(problem) + 2 * carve_size(size, sizeof(double)) +
         carve_size(n, sizeof(double)) + carve_size(n, sizeof(variable)) +
         carve_size(n, sizeof(size_t)) + carve_size(n * (2 * n + 9), sizeof(double));
}

enum { PATHS = 4 };

bool ss_contact_lemke_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                          void *work, double *r, ss_contact_report *report) {
  const size_t n = count_pairs(problem);
  planar p;
  mode_system system;
  work = ss_modes_start(problem, work, &p, &system);
  tableau t = {.p = &p};
  double *xi = carve(&work, problem->size, sizeof *xi);
  t.scale = carve(&work, problem->size, sizeof *t.scale);
  t.cover = carve(&work, n, sizeof *t.cover);
  t.z = carve(&work, n, sizeof *t.z);
  t.basis = carve(&work, n, sizeof *t.basis);
  t.T = carve(&work, n * (2 * n + 9), sizeof *t.T);
  const double size = ss_contact_data_size(problem, SS_RESIDUAL_SCALED);
  /* where rounding spoils one path, another covering vector leads along another */
  for (int path = 0; path < PATHS; path++) {
    for (size_t i = 0; i < n; i++) t.cover[i] = 1 + path * fmod(0.6180339887 * (double)(i + 1), 1);
    build(&t, r, xi);
    const bool ended = follow_path(&t, options->pivots_most, &report->iterations);
    read_reactions(&t, r);
    ss_contact_velocity(problem, r, xi);
    if (ended && ss_modes_natural_map(&p, r, xi) <= 1e-6 * size) return true;
  }
  return false;
}
