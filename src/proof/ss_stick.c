/* ss_stick.c: a growing motion where friction cannot reach.
 *
 * THEOREM:   SS-STICK    ours: if the motion without slip has a growing mode, the rest
 *                        set is unstable.
 * REQUIRES:  SS-STICK.1  M is positive definite                        -> check_mass()
 * REQUIRES:  SS-STICK.2  K is symmetric                                -> check_symmetry()
 * REQUIRES:  SS-STICK.4  Kr = N^T K N is not singular                  -> check_regularity()
 * REQUIRES:  SS-STICK.5  x' = A x grows: A^T P + P A > alpha P with alpha > 0, x^T P x > 0
 *                                                                      -> check_growing()
 * REQUIRES:  SS-STICK.6  K q_e = f + W l, |l_j| < p_j for some q_e and l   -> check_held()
 * CONCLUDES: SS-STICK.C  unstable; not bounded where nothing rubs
 *
 * Near q_e the friction forces that keep the machine from slipping differ from l by a linear
 * function of the state, so that they are inside their bounds and x' = A x is its motion. (Without
 * 6 they may be at a bound, where the motion slips to one side, and dies there.) z = x^T P x grows
 * along it at least like exp(alpha t), so that the motion from q_e + eps x leaves a fixed
 * neighbourhood, however small eps is; the rest set meets the sticking subspace in q_e only because
 * Kr is regular. Without friction x' = A x is the motion wherever it is, and is not bounded.
 * docs/theory.md has the proof.
 *
 * P and alpha are found in floating point: alpha/2 in the widest gap between the positive real
 * parts of the eigenvalues (and 0), away from where two eigenvalues of B = A - alpha/2 have the sum
 * 0, P from the Lyapunov equation B^T P + P B = I by the real Schur form B = Z T Z^T (LAPACK dgees,
 * dtrsyl). By the inertia theorem P is positive somewhere. Both are rounded to short rationals, and
 * what they claim is verified exactly; more digits are tried where the rounding was too coarse.
 * Where A has radii, the matrix is lowered by the row sums of its own.
 */
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_regularity(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_nonsingular(a, f, 4, "Kr");
}

/* ---- the search ------------------------------------------------------------------------------ */

typedef struct growth {
  size_t size; /* 2 r */
  double *T, *Z, *P, *work, *real, *imaginary, *x;
  double shift; /* alpha/2 */
} growth;

static bool allocate(growth *g, ss_arena *arena, size_t size) {
  *g = (growth){.size = size};
  double *block = ss_arena_new(arena, 4 * size * size + 3 * size, double);
  if (!block) return false;
  g->T = block;
  g->Z = g->T + size * size;
  g->P = g->Z + size * size;
  g->work = g->P + size * size;
  g->real = g->work + size * size;
  g->imaginary = g->real + size;
  g->x = g->imaginary + size;
  return true;
}

static int descending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

/* How far B = A - shift is from two eigenvalues whose sum is 0, where P does not exist. */
static double separation(const growth *g, double shift) {
  double least = HUGE_VAL;
  for (size_t i = 0; i < g->size; i++)
    for (size_t j = 0; j <= i; j++) {
      double real = g->real[i] + g->real[j] - 2 * shift;
      least = fmin(least, hypot(real, fabs(g->imaginary[i]) - fabs(g->imaginary[j])));
    }
  return least;
}

/* The widest gap between positive real parts, 0 included; false if none is positive. */
static bool find_gap(growth *g, double *below, double *width) {
  *below = *width = 0;
  memcpy(g->x, g->real, g->size * sizeof *g->x);
  qsort(g->x, g->size, sizeof *g->x, descending);
  for (size_t i = 0; i < g->size && g->x[i] > 0; i++) {
    double next = i + 1 < g->size ? fmax(0, g->x[i + 1]) : 0;
    if (g->x[i] - next > *width) {
      *width = g->x[i] - next;
      *below = next;
    }
  }
  return *width > 0;
}

/* A place in the gap for alpha/2. The middle is the worst where both ends are real eigenvalues:
 * their distances from it have the sum 0. */
static bool choose_shift(growth *g) {
  double below, width, best = 0;
  if (!find_gap(g, &below, &width)) return false;
  for (int tenth = 5; tenth > 0; tenth--) {
    double shift = below + width * tenth / 10, apart = separation(g, shift);
    if (apart > best) {
      best = apart;
      g->shift = shift;
    }
  }
  return best > 0;
}

/* C = op(A) op(B), square, by columns. */
static void multiply(size_t n, const double *A, bool transpose, const double *B, bool other,
                     double *C) {
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += (transpose ? A[k + n * i] : A[i + n * k]) * (other ? B[j + n * k] : B[k + n * j]);
      C[i + n * j] = sum;
    }
}

/* T^T Y + Y T = scale I,   P = Z Y Z^T / scale. */
static bool solve_lyapunov(growth *g) {
  int n = (int)g->size;
  double scale = 1;
  memset(g->P, 0, g->size * g->size * sizeof *g->P);
  for (size_t i = 0; i < g->size; i++) {
    g->P[i + g->size * i] = 1;
    g->T[i + g->size * i] -= g->shift;
  }
  int info = LAPACKE_dtrsyl(LAPACK_COL_MAJOR, 'T', 'N', 1, n, n, g->T, n, g->T, n, g->P, n, &scale);
  if (info < 0 || scale == 0) return false;
  multiply(g->size, g->Z, false, g->P, false, g->work);
  multiply(g->size, g->work, false, g->Z, true, g->P);
  for (size_t i = 0; i < g->size * g->size; i++) g->P[i] /= scale;
  return true;
}

/* The direction in which P is most positive. */
static bool find_direction(growth *g) {
  int n = (int)g->size;
  memcpy(g->work, g->P, g->size * g->size * sizeof *g->work);
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n, g->work, n, g->real) != 0) return false;
  memcpy(g->x, g->work + g->size * (g->size - 1), g->size * sizeof *g->x);
  return g->real[g->size - 1] > 0;
}

static bool search(growth *g, const ss_facts *f) {
  int n = (int)g->size, dimension = 0;
  if (n == 0) return false;
  ss_matrix_to_doubles(f->A, g->T);
  if (LAPACKE_dgees(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, g->T, n, &dimension, g->real, g->imaginary,
                    g->Z, n) != 0)
    return false;
  return choose_shift(g) && solve_lyapunov(g) && find_direction(g);
}

/* ---- the proof ------------------------------------------------------------------------------- */

typedef struct evidence {
  fmpq_mat_t P, x, image, L, D, Q, T;
  fmpq_t alpha, value;
} evidence;

static void init_evidence(evidence *e, slong n) {
  fmpq_mat_struct *square[] = {e->P, e->L, e->Q, e->T}, *column[] = {e->x, e->image, e->D};
  for (int i = 0; i < 4; i++) fmpq_mat_init(square[i], n, n);
  for (int i = 0; i < 3; i++) fmpq_mat_init(column[i], n, 1);
  fmpq_init(e->alpha);
  fmpq_init(e->value);
}

static void clear_evidence(evidence *e) {
  fmpq_mat_struct *all[] = {e->P, e->L, e->Q, e->T, e->x, e->image, e->D};
  for (int i = 0; i < 7; i++) fmpq_mat_clear(all[i]);
  fmpq_clear(e->alpha);
  fmpq_clear(e->value);
}

/* P, x and alpha to about `tolerance` of the largest entry. */
static void round_numbers(evidence *e, const growth *g, double tolerance) {
  double size = 0, length = 0;
  for (size_t i = 0; i < g->size * g->size; i++) size = fmax(size, fabs(g->P[i]));
  for (size_t i = 0; i < g->size; i++) length = fmax(length, fabs(g->x[i]));
  for (size_t j = 0; j < g->size; j++) {
    for (size_t i = 0; i <= j; i++) {
      fmpq *entry = ss_entry(e->P, (slong)i, (slong)j);
      ss_exact_from_double(entry, (g->P[i + g->size * j] + g->P[j + g->size * i]) / 2,
                           size * tolerance);
      fmpq_set(ss_entry(e->P, (slong)j, (slong)i), entry);
    }
    ss_exact_from_double(ss_entry(e->x, (slong)j, 0), g->x[j] / length, 1e-3);
  }
  ss_exact_from_double(e->alpha, 2 * g->shift, 2 * g->shift * fmin(tolerance, 1e-3));
}

/* A^T P + P A - alpha P >= Q = L D L^T > 0 and x^T P x > 0, exactly. */
static bool verify(evidence *e, const ss_facts *f) {
  fmpq_mat_t aP;
  ss_uncertain P, A = {{*f->A}, {*f->A_radius}}, PA;
  ss_uncertain_init(&P, fmpq_mat_nrows(e->P), fmpq_mat_ncols(e->P));
  fmpq_mat_set(P.center, e->P);
  ss_uncertain_multiply(&PA, &P, &A);
  fmpq_mat_transpose(e->T, PA.center);
  fmpq_mat_add(e->Q, PA.center, e->T);
  fmpq_mat_init(aP, fmpq_mat_nrows(e->P), fmpq_mat_ncols(e->P));
  fmpq_mat_scalar_mul_fmpq(aP, e->P, e->alpha);
  fmpq_mat_sub(e->Q, e->Q, aP);
  fmpq_mat_transpose(e->T, PA.radius);
  fmpq_mat_add(e->T, e->T, PA.radius);
  ss_facts_lower(e->Q, e->T);
  fmpq_mat_clear(aP);
  ss_uncertain_clear(&P);
  ss_uncertain_clear(&PA);
  if (fmpq_sgn(e->alpha) <= 0 || ss_exact_ldl(e->Q, e->L, e->D, NULL) != SS_DEFINITE) return false;
  fmpq_mat_mul(e->image, e->P, e->x);
  ss_exact_form(e->value, e->x, e->P, e->x);
  return fmpq_sgn(e->value) > 0;
}

static json_t *write_evidence(const evidence *e) {
  json_t *object = ss_evidence("growing");
  json_object_set_new(object, "P", ss_evidence_matrix(e->P));
  json_object_set_new(object, "alpha", ss_evidence_number(e->alpha));
  json_object_set_new(object, "x", ss_evidence_vector(e->x));
  json_object_set_new(object, "image", ss_evidence_vector(e->image));
  json_object_set_new(object, "value", ss_evidence_number(e->value));
  ss_evidence_factors(object, e->L, e->D);
  return object;
}

/* A state on the growing motion: N x. */
static void find_escape(ss_attempt *a, const ss_facts *f, const growth *g) {
  double *state = ss_arena_new(f->arena, (size_t)(2 * f->n), double);
  for (slong i = 0; state && i < f->n; i++)
    for (slong j = 0; j < f->r; j++) {
      state[i] += ss_entry_double(f->N, i, j) * g->x[j];
      state[f->n + i] += ss_entry_double(f->N, i, j) * g->x[f->r + j];
    }
  if (state) ss_attempt_set_escape(a, f, state, false);
}

static bool check_held(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_held(a, f, 6);
}

static bool check_growing(ss_attempt *a, const ss_facts *f) {
  static const double tolerances[] = {1e-3, 1e-5, 1e-8, 1e-12};
  growth g;
  bool good = false;
  if (f->r == 0) return ss_attempt_add(a, 5, SS_CONDITION_FAILED, NULL, "every motion slips");
  if (!f->sure_A || !allocate(&g, f->arena, 2 * (size_t)f->r) || !search(&g, f))
    return ss_attempt_add(a, 5, SS_CONDITION_FAILED, NULL,
                          f->sure_A ? "no eigenvalue has a positive part"
                                    : "the mass matrix is too uncertain");
  evidence e;
  init_evidence(&e, 2 * f->r);
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances && !good; i++) {
    round_numbers(&e, &g, tolerances[i]);
    good = verify(&e, f);
  }
  const char *detail =
      good ? ss_arena_format(f->arena, "growth rate %s", ss_number_text(f->arena, e.alpha))
           : "found in floating point, not verified exactly";
  ss_attempt_add(a, 5, good ? SS_CONDITION_PROVED : SS_CONDITION_UNKNOWN,
                 good ? write_evidence(&e) : NULL, detail);
  if (good) find_escape(a, f, &g);
  clear_evidence(&e);
  return good;
}

bool ss_theorem_ss_stick(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_mass(a, f) && check_symmetry(a, f) && ss_attempt_kernel(a, f, 3) &&
         check_regularity(a, f) && check_growing(a, f) && check_held(a, f);
}

bool ss_theorem_ss_stick_free(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return f->m == 0 && ss_theorem_ss_stick(a);
}
