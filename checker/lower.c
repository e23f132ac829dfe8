/* lower.c: matrices that no matrix of the system is below, wherever the parameters are.
 *
 * Where entries have ranges, the certificate states lower ends of M, K, Cs and Crs: matrices B with
 *
 *     A(y) - B >= 0    for all y in a box,     A(y) = A_0 + sum_t y_t1 y_t2 ... A_t.
 *
 * Entries are polynomials; each power of a parameter with a range, or of its inverse, counts as a
 * variable y of its own, so that A is affine in each of them. Entries with other symbols are taken
 * as intervals, center and radius of the certificate. So may be entries that, multiplied out, are
 * wider than these, or all entries: A >= B is seen if one of the three families shows it. A
 * variable that stands in one term y A_t only, A_t >= 0 or A_t <= 0, is at one end in the worst
 * case. The others are tried at all corners of their box, which is enough since A(y) is a mean of
 * its values there; or, if they are more than ten, entry by entry: a symmetric E with |E_ij| <=
 * R_ij is >= -diag(row sums of R). Intervals lower the diagonal by their row sums in the same way.
 * All of it is decided here, by elimination.
 */
#include "check.h"

enum { MOST_POWERS = 64, MOST_FAMILY_TERMS = 512, MOST_FREE = 10 };

typedef struct power {
  size_t symbol;
  ulong exponent;
  interval range;
} power;

typedef struct family {
  size_t n, powers, terms;
  power power[MOST_POWERS];
  uint64_t product[MOST_FAMILY_TERMS]; /* a bit for each power; the first is 1 */
  matrix *term[MOST_FAMILY_TERMS], *radius;
} family;

/* By symmetric elimination: no negative pivot, and a row of zeros where a pivot is 0. */
bool is_semidefinite(run *r, const matrix *from) {
  const slong n = fmpq_mat_nrows(from);
  matrix *A = new_matrix(r, (size_t)n, (size_t)n);
  fmpq *factor = new_rational(r);
  fmpq_mat_set(A, from);
  for (slong k = 0; k < n; k++) {
    const fmpq *pivot = entry(A, k, k);
    if (fmpq_sgn(pivot) < 0) return false;
    for (slong i = k + 1; i < n; i++) {
      if (fmpq_is_zero(entry(A, i, k))) continue;
      if (fmpq_is_zero(pivot)) return false;
      fmpq_div(factor, entry(A, i, k), pivot);
      for (slong j = k + 1; j < n; j++) fmpq_submul(entry(A, i, j), factor, entry(A, k, j));
    }
  }
  return true;
}

static void add_multiple(matrix *B, const matrix *A, const fmpq *c) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++) fmpq_addmul(entry(B, i, j), entry(A, i, j), c);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A range, or the inverse of one. */
static bool is_plain(run *r, size_t i) {
  const symbol *s = &r->symbols[i];
  if (s->function == 'r') return true;
  for (size_t j = 0; s->function == 'i' && j < r->symbol_count; j++)
    if (r->symbols[j].function == 'r' &&
        fmpq_mpoly_equal(s->first, variable(r, 2 * r->n + j), r->ring))
      return true;
  return false;
}

/* Its number, a new one if need be; MOST_POWERS if there are too many. */
static size_t find_power(run *r, family *f, size_t which, ulong exponent) {
  size_t i = 0;
  while (i < f->powers && !(f->power[i].symbol == which && f->power[i].exponent == exponent)) i++;
  if (i < f->powers || i == MOST_POWERS) return i;
  const interval s = r->symbols[which].range, x = new_interval(r);
  fmpq_pow_si(x.low, s.low, (slong)exponent);
  fmpq_pow_si(x.high, s.high, (slong)exponent);
  if (fmpq_cmp(x.low, x.high) > 0) fmpq_swap(x.low, x.high);
  if (exponent % 2 == 0 && fmpq_sgn(s.low) < 0 && fmpq_sgn(s.high) > 0) fmpq_zero(x.low);
  f->power[f->powers++] = (power){which, exponent, x};
  return i;
}

/* The matrix of a product; NULL if there are too many. */
static matrix *find_term(run *r, family *f, uint64_t product) {
  for (size_t t = 0; t < f->terms; t++)
    if (f->product[t] == product) return f->term[t];
  if (f->terms == MOST_FAMILY_TERMS) return NULL;
  f->product[f->terms] = product;
  return f->term[f->terms++] = new_matrix(r, f->n, f->n);
}

/* The product of one term of a polynomial; false if it has other symbols. */
static bool find_product(run *r, family *f, const poly *e, slong t, uint64_t *product) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
  *product = 0;
  for (size_t i = 0; i < r->symbol_count; i++) {
    const ulong exponent = exponents[2 * r->n + i];
    if (exponent == 0) continue;
    const size_t p = is_plain(r, i) ? find_power(r, f, i, exponent) : MOST_POWERS;
    if (p == MOST_POWERS) return false;
    *product |= UINT64_C(1) << p;
  }
  return true;
}

static void add_half(matrix *A, size_t i, size_t j, const fmpq *c) {
  static const fmpq half = {1, 2};
  fmpq_addmul(entry(A, i, j), c, &half);
  fmpq_addmul(entry(A, j, i), c, &half);
}

static bool add_polynomial(run *r, family *f, const poly *e, size_t i, size_t j) {
  uint64_t product;
  fmpq *c = new_rational(r);
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++)
    if (!find_product(r, f, e, t, &product) || !find_term(r, f, product)) return false;
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    find_product(r, f, e, t, &product);
    fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
    add_half(find_term(r, f, product), i, j, c);
  }
  return true;
}

static family *new_family(run *r, size_t n) {
  family *f = new_room(r, 1, sizeof *f);
  f->n = n;
  f->radius = new_matrix(r, n, n);
  find_term(r, f, 0);
  return f;
}

static bool is_narrow(run *r, const poly *e, interval x);

/* Which entries are polynomials: all that can be, those that are nowhere outside of what the
 * certificate says, none. */
typedef enum reading { WIDE, NARROW, INTERVALS, READINGS } reading;

/* The symmetric part of a matrix with these entries. */
static family *read_family(run *r, table entries, uncertain A, reading how) {
  const size_t n = (size_t)fmpq_mat_nrows(A.center);
  family *f = new_family(r, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      const interval said = {entry_end(r, A, i, j, -1), entry_end(r, A, i, j, 1)};
      if ((how == WIDE || (how == NARROW && is_narrow(r, entries[i][j], said))) &&
          add_polynomial(r, f, entries[i][j], i, j))
        continue;
      add_half(f->term[0], i, j, entry(A.center, i, j));
      add_half(f->radius, i, j, entry(A.radius, i, j));
    }
  return f;
}

/* N^T A N */
static family *reduce_family(run *r, const family *A, const matrix *N) {
  const matrix *T = transpose(r, N), *size = absolute(r, N);
  family *f = new_room(r, 1, sizeof *f);
  *f = *A;
  f->n = (size_t)fmpq_mat_ncols(N);
  for (size_t t = 0; t < A->terms; t++) f->term[t] = multiply(r, T, multiply(r, A->term[t], N));
  f->radius = multiply(r, absolute(r, T), multiply(r, A->radius, size));
  return f;
}

/* ---- A(y) >= 0 ------------------------------------------------------------------------------- */

/* The only term of a power, if it has one: 1 or -1 by its sign, 0 if neither. */
static int find_sign(run *r, const family *f, size_t p) {
  const uint64_t bit = UINT64_C(1) << p;
  const matrix *own = NULL;
  size_t count = 0;
  for (size_t t = 0; t < f->terms; t++) {
    if (!(f->product[t] & bit) || fmpq_mat_is_zero(f->term[t])) continue;
    count++;
    if (f->product[t] == bit) own = f->term[t];
  }
  if (count == 0) return 1;
  if (count > 1 || !own) return 0;
  matrix *opposite = new_matrix(r, f->n, f->n);
  fmpq_mat_neg(opposite, own);
  return is_semidefinite(r, own) ? 1 : is_semidefinite(r, opposite) ? -1 : 0;
}

static void lower_diagonal(matrix *A, const matrix *R) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_nrows(A); j++)
      fmpq_sub(entry(A, i, i), entry(A, i, i), entry(R, i, j));
}

/* A where the powers of `high` are at their upper ends, lowered by the radii. */
static matrix *find_corner(run *r, const family *f, uint64_t high) {
  matrix *A = new_matrix(r, f->n, f->n);
  fmpq *value = new_rational(r);
  for (size_t t = 0; t < f->terms; t++) {
    fmpq_one(value);
    for (size_t p = 0; p < f->powers; p++)
      if (f->product[t] >> p & 1)
        fmpq_mul(value, value, high >> p & 1 ? f->power[p].range.high : f->power[p].range.low);
    add_multiple(A, f->term[t], value);
  }
  lower_diagonal(A, f->radius);
  return A;
}

/* A product of powers: those of `fixed` at the ends of `high`, the others anywhere. */
static interval bound_product(run *r, const family *f, size_t t, uint64_t fixed, uint64_t high) {
  const interval value = new_interval(r), y = new_interval(r);
  fmpq *x = new_rational(r);
  fmpq_one(value.low);
  fmpq_one(value.high);
  for (size_t p = 0; p < f->powers; p++) {
    const interval s = f->power[p].range;
    if (!(f->product[t] >> p & 1)) continue;
    for (size_t i = 0; i < 4; i++) {
      const bool upper = fixed >> p & 1 ? high >> p & 1 : i >> 1;
      fmpq_mul(x, i & 1 ? value.high : value.low, upper ? s.high : s.low);
      widen(y, x, i == 0);
    }
    fmpq_set(value.low, y.low);
    fmpq_set(value.high, y.high);
  }
  return value;
}

/* With too many free powers: entry by entry. */
static matrix *lower_entries(run *r, const family *f, uint64_t fixed, uint64_t high) {
  matrix *A = new_matrix(r, f->n, f->n);
  fmpq *radius = new_rational(r), *center = new_rational(r);
  for (size_t t = 0; t < f->terms; t++) {
    const interval value = bound_product(r, f, t, fixed, high);
    fmpq_add(center, value.low, value.high);
    fmpq_sub(radius, value.high, value.low);
    fmpq_div_2exp(center, center, 1);
    fmpq_div_2exp(radius, radius, 1);
    add_multiple(A, f->term[t], center);
    matrix *R = absolute(r, f->term[t]);
    fmpq_mat_scalar_mul_fmpq(R, R, radius);
    lower_diagonal(A, R);
  }
  lower_diagonal(A, f->radius);
  return A;
}

/* The matrices of which A(y) is nowhere below a mean: their number, and one after the other. */
typedef struct corners {
  const family *f;
  size_t count, free[MOST_POWERS], frees;
  uint64_t fixed, high;
} corners;

static corners find_corners(run *r, const family *f) {
  corners c = {.f = f};
  for (size_t p = 0; p < f->powers; p++) {
    const int sign = find_sign(r, f, p);
    if (sign == 0) c.free[c.frees++] = p;
    if (sign != 0) c.fixed |= UINT64_C(1) << p;
    if (sign < 0) c.high |= UINT64_C(1) << p;
  }
  c.count = c.frees > MOST_FREE ? 1 : (size_t)1 << c.frees;
  return c;
}

static matrix *at_corner(run *r, const corners *c, size_t number) {
  uint64_t high = c->high;
  if (c->frees > MOST_FREE) return lower_entries(r, c->f, c->fixed, c->high);
  for (size_t i = 0; i < c->frees; i++)
    if (number >> i & 1) high |= UINT64_C(1) << c->free[i];
  return find_corner(r, c->f, high);
}

static bool is_above(run *r, const family *f, const matrix *B) {
  const corners c = find_corners(r, f);
  for (size_t i = 0; i < c.count; i++) {
    matrix *A = at_corner(r, &c, i);
    fmpq_mat_sub(A, A, B);
    if (!is_semidefinite(r, A)) return false;
  }
  return true;
}

/* The least of a family of numbers, or a bound of it. */
static fmpq *find_least(run *r, const family *f) {
  fmpq *least = NULL;
  const corners c = find_corners(r, f);
  for (size_t i = 0; i < c.count; i++) {
    fmpq *value = entry(at_corner(r, &c, i), 0, 0);
    if (!least || fmpq_cmp(value, least) < 0) least = value;
  }
  return least;
}

static family *negate_family(family *f) {
  for (size_t t = 0; t < f->terms; t++) fmpq_mat_neg(f->term[t], f->term[t]);
  return f;
}

/* A polynomial, its variables being anywhere, is nowhere outside of x. */
static bool is_narrow(run *r, const poly *e, interval x) {
  family *f = new_family(r, 1);
  fmpq *above = new_rational(r);
  if (!add_polynomial(r, f, e, 0, 0) || fmpq_cmp(find_least(r, f), x.low) < 0) return false;
  fmpq_neg(above, find_least(r, negate_family(f)));
  return fmpq_cmp(above, x.high) <= 0;
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* N^T A N, where N is not NULL; it has a symmetric B below it, which one of the readings shows. */
static matrix *take(run *r, const json_t *lower, const char *name, table entries, uncertain A,
                    const matrix *N) {
  const size_t n = N ? r->system.r : r->system.n;
  matrix *B = read_matrix(r, lower, name, n, n);
  bool above = false;
  if (!fmpq_mat_equal(B, transpose(r, B))) refuted(r, "lower: %s is not symmetric", name);
  for (int how = WIDE; how < READINGS && !above; how++) {
    family *f = read_family(r, entries, A, (reading)how);
    above = is_above(r, N ? reduce_family(r, f, N) : f, B);
  }
  if (!above) refuted(r, "lower: %s is not seen to be below the matrix in all of the ranges", name);
  return B;
}

void take_lower_ends(run *r, const json_t *system) {
  system_data *s = &r->system;
  derived *d = &r->derived;
  const json_t *lower = json_object_get(system, "lower");
  s->lower_M = s->M.center;
  s->lower_K = s->K.center;
  s->lower_Cs = symmetric_part(r, s->C.center);
  s->lower_Crs = multiply(r, transpose(r, s->N), multiply(r, s->lower_Cs, s->N));
  if (!lower) return;
  read_shape(r, lower, "lower", "M K Cs Crs");
  s->lower_M = take(r, lower, "M", d->M, s->M, NULL);
  s->lower_K = take(r, lower, "K", d->K, s->K, NULL);
  s->lower_Cs = take(r, lower, "Cs", d->C, s->C, NULL);
  s->lower_Crs = take(r, lower, "Crs", d->C, s->C, s->N);
  confirm(r, "M, K and the damping are nowhere below the lower ends of the certificate");
}

/* By the reading that gives what the certificate says, or by the first. */
fmpq *largest_form(run *r, const matrix *x, const fmpq *said) {
  fmpq *first = NULL, *value = NULL;
  for (int how = WIDE; how < READINGS && !(value && fmpq_equal(value, said)); how++) {
    family *K = read_family(r, r->derived.K, r->system.K, (reading)how);
    value = new_rational(r);
    fmpq_neg(value, find_least(r, negate_family(reduce_family(r, K, x))));
    if (!first) first = value;
  }
  return fmpq_equal(value, said) ? value : first;
}
