/* spatial_small.c: few contacts with disk(mu), dense G: the ladder's first rung, lighter.
 *
 * The same method as gauss_seidel.c, tangent.c and newton.c, for the one form of contact that
 * simulations solve by the million, in one piece: a few projected passes, then Newton steps on the
 * prox equations with full length. The law linearised at r, xi (tangent.c) is homogeneous, so that
 * a step need not know where it starts:
 *
 *     (B_i G_ij S_j + D_i) y = -B_i c_i,    r = S y,    xi = G r + c.
 *
 * What is computed for |F| (y = g r_T - xi_T and its length) also gives the next step's modes.
 * No line search, no memory of better points: whatever does not converge within eight steps goes to
 * the ladder, which starts afresh. Of random problems of full rank with mu up to 1 none of
 * thousands does, with mu = 2 one in a hundred; with dependent directions every tenth for mu = 0.1,
 * most for mu = 1.
 *
 * Cost: below 1 us for 2 contacts, 5 us for 8. 1e-12 of the diagonal scale is added, so that
 * dependent directions have a solution; the residual tells whether that was good enough. Fails,
 * with false, where a diagonal entry of G is not positive.
 */
#include <math.h>
#include <string.h>

#include "dense_lu.h"
#include "spatial.h"

enum { FEW_MOST = 32, PASSES = 4, STEPS = 8 };

static const double regular = 1e-12;

/* A contact: its numbers and how it enters the next step. */
typedef struct spot {
  double mu, g, iN, iT; /* largest diagonal entry; inverse step lengths of the passes */
  double e0, e1, delta; /* slip: direction, and the term on the diagonal */
  unsigned count;       /* unknowns: 0 free, 1 without friction, 2 slip, 3 stick */
  size_t column;        /* of the first one */
} spot;

typedef struct few {
  size_t contacts, n;
  const double *G, *c;
  spot spots[FEW_MOST];
  double *r, *xi, *A, *panel;
} few;

bool ss_few_apply(const ss_contact_problem *problem) {
  if (!problem->dense || problem->contacts > FEW_MOST) return false;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    if (contact->kind != SS_ELEMENT_CONTACT || contact->law.kind != SS_LAW_DISK || contact->sliding)
      return false;
  }
  return true;
}

/* False if a diagonal entry is not positive: the ladder knows what to do then. */
static bool start(few *p, const ss_contact_problem *problem) {
  for (size_t i = 0; i < p->contacts; i++) {
    spot *s = &p->spots[i];
    const double *G = p->G + 3 * i * (p->n + 1), *G1 = G + p->n, *G2 = G1 + p->n;
    const double largest = G1[1] > G2[2] ? G1[1] : G2[2];
    if (!(G[0] > 0 && G1[1] > 0 && G2[2] > 0)) return false;
    s->mu = problem->contact[i].law.argument[0];
    s->g = largest > G[0] ? largest : G[0];
    s->iN = 1 / G[0];
    s->iT = 1 / (largest + fabs(G1[2]));
  }
  return true;
}

/* ---- passes ---------------------------------------------------------------------------------- */

static inline void relax_contact(const few *p, size_t i) {
  const spot *s = &p->spots[i];
  const size_t n = p->n, o = 3 * i;
  const double *G = p->G + o * n;
  double *r = p->r + o, *xi = p->xi + o;
  const double step = r[0] - xi[0] * s->iN, N = step > 0 ? step : 0, a = N - r[0];
  const double y = r[1] - (xi[1] + G[o + 1] * a) * s->iT;
  const double z = r[2] - (xi[2] + G[o + 2] * a) * s->iT, length = y * y + z * z;
  const double bound = s->mu * N, k = length > bound * bound ? bound / sqrt(length) : 1;
  const double b = k * y - r[1], c = k * z - r[2];
  if (a == 0 && b == 0 && c == 0) return;
  r[0] = N;
  r[1] = k * y;
  r[2] = k * z;
  for (size_t m = 0; m < n; m++) p->xi[m] += a * G[m] + b * G[n + m] + c * G[2 * n + m];
}

/* ---- natural map and modes ------------------------------------------------------------------- */

static inline double square(double x) {
  return x * x;
}

/* |F_i|^2, and the law linearised for the next step. */
static inline double look_at(spot *s, const double *r, const double *xi) {
  const double g = s->g, y = g * r[1] - xi[1], z = g * r[2] - xi[2], length = sqrt(y * y + z * z);
  const double inverse = length > 0 ? 1 / length : 0;
  const double h = g * r[0] - xi[0], bound = s->mu * h, radius = r[0] > 0 ? g * s->mu * r[0] : 0;
  const double FN = g * r[0] < xi[0] ? g * r[0] : xi[0];
  const double k = length > radius ? radius * inverse : 1;
  if (h <= 0) {
    s->count = 0;
  } else if (length < bound) {
    s->count = 3;
  } else {
    s->count = bound > 0 ? 2 : 1;
    s->e0 = y * inverse;
    s->e1 = z * inverse;
    s->delta = bound > 0 ? g * (length - bound) / bound : 0;
  }
  return square(FN) + square(g * r[1] - k * y) + square(g * r[2] - k * z);
}

/* The norm of F; fills modes and columns, returns the number of unknowns through `unknowns`. */
static double look(few *p, size_t *unknowns) {
  double sum = 0;
  size_t m = 0;
  for (size_t i = 0; i < p->contacts; i++) {
    sum += look_at(&p->spots[i], p->r + 3 * i, p->xi + 3 * i);
    p->spots[i].column = m;
    m += p->spots[i].count;
  }
  *unknowns = m;
  return sqrt(sum);
}

/* |F|^2 of a contact with step length 1. */
static double square_unit(const spot *s, const double *r, const double *xi) {
  const double y = r[1] - xi[1], z = r[2] - xi[2], length = sqrt(y * y + z * z);
  const double radius = r[0] > 0 ? s->mu * r[0] : 0, k = length > radius ? radius / length : 1;
  return square(fmin(r[0], xi[0])) + square(r[1] - k * y) + square(r[2] - k * z);
}

/* Is the residual small enough, F being its norm in our own scaling? */
static bool is_done(const few *p, ss_residual_kind kind, double F, double goal) {
  if (kind == SS_RESIDUAL_SCALED) return F <= goal;
  if (!(F <= 1e4 * goal)) return false;
  double sum = 0;
  for (size_t i = 0; i < p->contacts; i++)
    sum += square_unit(&p->spots[i], p->r + 3 * i, p->xi + 3 * i);
  return sqrt(sum) <= goal;
}

/* ---- a Newton step --------------------------------------------------------------------------- */

/* out = B x */
static inline void test(const spot *s, double x0, double x1, double x2, double *out) {
  out[0] = x0;
  if (s->count == 3) {
    out[1] = x1;
    out[2] = x2;
  } else if (s->count == 2) {
    out[1] = s->e0 * x2 - s->e1 * x1;
  }
}

/* B_i G_ij S_j */
static inline void put_block(const spot *si, const spot *sj, const double *G, size_t n, double *out,
                             size_t lead) {
  const double *G1 = G + n, *G2 = G1 + n;
  if (sj->count == 3) {
    test(si, G[0], G[1], G[2], out);
    test(si, G1[0], G1[1], G1[2], out + lead);
    test(si, G2[0], G2[1], G2[2], out + 2 * lead);
    return;
  }
  const double a = sj->mu * sj->e0, b = sj->mu * sj->e1, e0 = sj->e0, e1 = sj->e1;
  test(si, G[0] + a * G1[0] + b * G2[0], G[1] + a * G1[1] + b * G2[1], G[2] + a * G1[2] + b * G2[2],
       out);
  if (sj->count == 2)
    test(si, e0 * G2[0] - e1 * G1[0], e0 * G2[1] - e1 * G1[1], e0 * G2[2] - e1 * G1[2], out + lead);
}

static void assemble(const few *p, size_t m, size_t lead) {
  for (size_t k = 0; k <= m; k++)
    for (size_t a = m; a < lead; a++) p->A[a + lead * k] = 0;
  for (size_t j = 0; j < p->contacts; j++) {
    const spot *sj = &p->spots[j];
    double *columns = p->A + lead * sj->column;
    if (!sj->count) continue;
    for (size_t i = 0; i < p->contacts; i++)
      if (p->spots[i].count)
        put_block(&p->spots[i], sj, p->G + 3 * i + p->n * 3 * j, p->n, columns + p->spots[i].column,
                  lead);
    for (size_t a = 0; a < sj->count; a++) columns[sj->column + a + lead * a] += regular * sj->g;
    if (sj->count == 2) columns[sj->column + 1 + lead] += sj->delta;
    test(sj, -p->c[3 * j], -p->c[3 * j + 1], -p->c[3 * j + 2], p->A + lead * m + sj->column);
  }
}

/* r = S y */
static inline void place(const spot *s, const double *y, double *r) {
  r[0] = r[1] = r[2] = 0;
  if (s->count == 0) return;
  r[0] = y[0];
  if (s->count == 3) {
    r[1] = y[1];
    r[2] = y[2];
  } else if (s->count == 2) {
    r[1] = s->mu * y[0] * s->e0 - s->e1 * y[1];
    r[2] = s->mu * y[0] * s->e1 + s->e0 * y[1];
  }
}

/* xi = G r + c */
WIDE_VECTORS static void multiply(const few *p) {
  const size_t n = p->n;
  for (size_t m = 0; m < n; m++) p->xi[m] = p->c[m];
  for (size_t j = 0; j < p->contacts; j++) {
    const double *G = p->G + 3 * j * n, a = p->r[3 * j], b = p->r[3 * j + 1], c = p->r[3 * j + 2];
    if (p->spots[j].count == 0) continue;
    size_t m = 0;
    for (; m + 4 <= n; m += 4)
      *(four *)(p->xi + m) += a * *(const four *)(G + m) + b * *(const four *)(G + n + m) +
                              c * *(const four *)(G + 2 * n + m);
    for (; m < n; m++) p->xi[m] += a * G[m] + b * G[n + m] + c * G[2 * n + m];
  }
}

static bool step(few *p, size_t m) {
  const size_t lead = ss_lu_lead(m);
  assemble(p, m, lead);
  if (!ss_lu_eliminate(m, lead, p->A, p->panel)) return false;
  const double *y = p->A + lead * m;
  for (size_t i = 0; i < p->contacts; i++)
    place(&p->spots[i], y + p->spots[i].column, p->r + 3 * i);
  multiply(p);
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

size_t ss_few_work(const ss_contact_problem *problem) {
  const size_t n = problem->size, lead = ss_lu_lead(n);
  return carve_size(n, sizeof(double)) + carve_size((n + 1 + SS_LU_PANEL) * lead, sizeof(double));
}

bool ss_few_solve(const ss_contact_problem *problem, const ss_contact_options *options, void *work,
                  double *r, size_t *iterations) {
  const size_t n = problem->size;
  few p = {.contacts = problem->contacts, .n = n, .G = problem->dense, .c = problem->c, .r = r};
  p.xi = carve(&work, n, sizeof *p.xi);
  p.A = carve(&work, (n + 1 + SS_LU_PANEL) * ss_lu_lead(n), sizeof *p.A);
  p.panel = p.A + (n + 1) * ss_lu_lead(n);
  if (!start(&p, problem)) return false;
  memset(r, 0, n * sizeof *r);
  memcpy(p.xi, p.c, n * sizeof *r);
  for (int k = 0; k < PASSES; k++)
    for (size_t i = 0; i < p.contacts; i++) relax_contact(&p, i);
  *iterations += PASSES;
  const double goal =
      SPATIAL_MARGIN * options->tolerance * ss_contact_data_size(problem, options->residual);
  size_t unknowns;
  double F = look(&p, &unknowns);
  for (int k = 0; k < STEPS; k++) {
    if (is_done(&p, options->residual, F, goal)) return true;
    if (!isfinite(F) || !step(&p, unknowns)) return false;
    ++*iterations;
    F = look(&p, &unknowns);
  }
  return is_done(&p, options->residual, F, goal);
}
