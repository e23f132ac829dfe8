/* family.c: what holds for a symmetric matrix wherever the parameters are in their ranges.
 *
 *     A(y) = A_0 + sum_t y_t1 y_t2 … A_t,      low_i <= y_i <= high_i
 *
 * Entries are polynomials in the parameters and their inverses; each power of a parameter is a
 * variable y of its own, so that A is affine in each of them and lies in the convex hull of its
 * values at the corners of the box. What is wanted is a matrix B with A >= B:
 *
 *   - a variable with one term y A_t of its own, A_t >= 0 (or <= 0), is at its lower (upper) end in
 *     the worst case: B may be taken there. With springs, masses and dampers that is the rule, so
 *     that one corner is left, however many parameters there are;
 *   - the others, ten at the most, have 2^k corners A_v. If all of them are >= 0, B = s A_m
 *     with A_m their mean and the largest s for which A_v >= s A_m (by bisection, each step
 *     exact): k K_0 with any range of k > 0 has B = k_low K_0. If A > 0 at all corners, B > 0;
 *   - if some corner is indefinite, or there are more variables, B is the center minus the row sums
 *     of what each entry may vary (diagonal dominance), which forgets that they vary together.
 *
 * Entries that are no such polynomials (functions, irrational numbers) are intervals, and lower B
 * by their row sums.
 *
 * Cost: 2^k factorisations of exact matrices.
 */
#include <string.h>

#include "family.h"

static ss_definiteness definiteness(const fmpq_mat_t A, fmpq_mat_struct *x) {
  const slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  const ss_definiteness is = ss_exact_ldl(A, L, D, x);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return is;
}

/* 1 if A >= 0, -1 if A <= 0, 0 if neither. */
static int sign_of(const fmpq_mat_t A) {
  fmpq_mat_t B;
  if (definiteness(A, NULL) != SS_INDEFINITE) return 1;
  fmpq_mat_init(B, fmpq_mat_nrows(A), fmpq_mat_nrows(A));
  fmpq_mat_neg(B, A);
  const int sign = definiteness(B, NULL) == SS_INDEFINITE ? 0 : -1;
  fmpq_mat_clear(B);
  return sign;
}

/* ---- corners --------------------------------------------------------------------------------- */

/* Which variables stand for what at a corner. */
typedef struct corner {
  uint64_t fixed; /* worst at one end: */
  uint64_t high;  /* the upper one, or the lower */
  size_t count;   /* of the others, */
  size_t free[SS_FAMILY_VARIABLES];
} corner;

/* Variables whose only term is y A_t with A_t of one sign are worst at one end. */
static void fix_variables(corner *c, const ss_family *A) {
  *c = (corner){0};
  for (size_t v = 0; v < A->variables; v++) {
    const uint64_t bit = UINT64_C(1) << v;
    size_t terms = 0, own = 0;
    for (size_t t = 0; t < A->terms; t++) {
      if (!(A->term[t].product & bit) || fmpq_mat_is_zero(A->term[t].matrix)) continue;
      terms++;
      if (A->term[t].product == bit) own = t;
    }
    const int sign = terms == 0 ? 1 : terms == 1 && own ? sign_of(A->term[own].matrix) : 0;
    if (sign == 0) c->free[c->count++] = v;
    if (sign != 0) c->fixed |= bit;
    if (sign < 0) c->high |= bit;
  }
}

/* B += c A */
static void add_multiple(fmpq_mat_t B, const fmpq_mat_t A, const fmpq_t c) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_nrows(A); j++)
      fmpq_addmul(fmpq_mat_entry(B, i, j), fmpq_mat_entry(A, i, j), c);
}

/* B_ii -= sum_j R_ij */
static void lower_by(fmpq_mat_t B, const fmpq_mat_t R) {
  for (slong i = 0; i < fmpq_mat_nrows(B); i++)
    for (slong j = 0; j < fmpq_mat_nrows(B); j++)
      fmpq_sub(fmpq_mat_entry(B, i, i), fmpq_mat_entry(B, i, i), fmpq_mat_entry(R, i, j));
}

/* A where the variables of `high` are at their upper ends, lowered by the radii. */
static void evaluate(fmpq_mat_t B, const ss_family *A, uint64_t high) {
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_zero(B);
  for (size_t t = 0; t < A->terms; t++) {
    fmpq_one(value);
    for (size_t v = 0; v < A->variables; v++)
      if (A->term[t].product >> v & 1)
        fmpq_mul(value, value, high >> v & 1 ? &A->variable[v].high : &A->variable[v].low);
    add_multiple(B, A->term[t].matrix, value);
  }
  lower_by(B, A->radius);
  fmpq_clear(value);
}

static uint64_t find_corner(const corner *c, size_t number) {
  uint64_t high = c->high;
  for (size_t i = 0; i < c->count; i++)
    if (number >> i & 1) high |= UINT64_C(1) << c->free[i];
  return high;
}

/* ---- several corners ------------------------------------------------------------------------- */

/* A_v >= s A_m at all corners. */
static bool holds(const ss_family *A, const corner *c, const fmpq_mat_t mean, const fmpq_t s) {
  fmpq_t minus;
  fmpq_mat_t B;
  bool good = true;
  fmpq_init(minus);
  fmpq_neg(minus, s);
  fmpq_mat_init(B, A->n, A->n);
  for (size_t i = 0; i < (size_t)1 << c->count && good; i++) {
    evaluate(B, A, find_corner(c, i));
    add_multiple(B, mean, minus);
    good = definiteness(B, NULL) != SS_INDEFINITE;
  }
  fmpq_clear(minus);
  fmpq_mat_clear(B);
  return good;
}

static void find_mean(fmpq_mat_t mean, const ss_family *A, const corner *c) {
  fmpq_t share;
  fmpq_mat_t B;
  fmpq_init(share);
  fmpq_set_si(share, 1, (ulong)1 << c->count);
  fmpq_mat_init(B, A->n, A->n);
  fmpq_mat_zero(mean);
  for (size_t i = 0; i < (size_t)1 << c->count; i++) {
    evaluate(B, A, find_corner(c, i));
    add_multiple(mean, B, share);
  }
  fmpq_clear(share);
  fmpq_mat_clear(B);
}

/* B = s A_m with the largest s; false if some corner is not >= 0. */
static bool scale_mean(fmpq_mat_t B, const ss_family *A, const corner *c) {
  enum { STEPS = 12 };
  fmpq_t low, high, middle;
  fmpq_mat_t mean;
  fmpq_init(low);
  fmpq_init(high);
  fmpq_init(middle);
  fmpq_mat_init(mean, A->n, A->n);
  find_mean(mean, A, c);
  const bool good = holds(A, c, mean, low);
  fmpq_one(high);
  for (int i = 0; i < STEPS && good; i++) {
    fmpq_add(middle, low, high);
    fmpq_div_2exp(middle, middle, 1);
    fmpq_set(holds(A, c, mean, middle) ? low : high, middle);
  }
  fmpq_mat_zero(B);
  add_multiple(B, mean, low);
  fmpq_clear(low);
  fmpq_clear(high);
  fmpq_clear(middle);
  fmpq_mat_clear(mean);
  return good;
}

/* ---- entries by themselves ------------------------------------------------------------------- */

/* center ± radius of a product of variables. */
static void bound_product(const ss_family *A, uint64_t product, fmpq_t center, fmpq_t radius) {
  fmpq_t low, high, x[4];
  fmpq_init(low);
  fmpq_init(high);
  for (int i = 0; i < 4; i++) fmpq_init(x[i]);
  fmpq_one(low);
  fmpq_one(high);
  for (size_t v = 0; v < A->variables; v++) {
    if (!(product >> v & 1)) continue;
    const fmpq *ends[2] = {&A->variable[v].low, &A->variable[v].high};
    for (int i = 0; i < 4; i++) fmpq_mul(x[i], i & 1 ? high : low, ends[i >> 1]);
    fmpq_set(low, x[0]);
    fmpq_set(high, x[0]);
    for (int i = 1; i < 4; i++) {
      if (fmpq_cmp(x[i], low) < 0) fmpq_set(low, x[i]);
      if (fmpq_cmp(x[i], high) > 0) fmpq_set(high, x[i]);
    }
  }
  fmpq_add(center, low, high);
  fmpq_sub(radius, high, low);
  fmpq_div_2exp(center, center, 1);
  fmpq_div_2exp(radius, radius, 1);
  for (int i = 0; i < 4; i++) fmpq_clear(x[i]);
  fmpq_clear(low);
  fmpq_clear(high);
}

/* Fixed variables at their ends, the others wherever they are, entry by entry. */
static void lower_entries(fmpq_mat_t B, const ss_family *A, const corner *c) {
  fmpq_t center, radius;
  fmpq_mat_t size;
  fmpq_init(center);
  fmpq_init(radius);
  fmpq_mat_init(size, A->n, A->n);
  fmpq_mat_zero(B);
  for (size_t t = 0; t < A->terms; t++) {
    const uint64_t product = A->term[t].product;
    if (product && (product & c->fixed) == product) {
      const ss_variable *v = &A->variable[__builtin_ctzll(product)];
      add_multiple(B, A->term[t].matrix, product & c->high ? &v->high : &v->low);
      continue;
    }
    bound_product(A, product, center, radius);
    add_multiple(B, A->term[t].matrix, center);
    for (slong i = 0; i < A->n * A->n; i++)
      fmpq_abs(fmpq_mat_entry(size, i / A->n, i % A->n),
               fmpq_mat_entry(A->term[t].matrix, i / A->n, i % A->n));
    fmpq_mat_scalar_mul_fmpq(size, size, radius);
    lower_by(B, size);
  }
  lower_by(B, A->radius);
  fmpq_clear(center);
  fmpq_clear(radius);
  fmpq_mat_clear(size);
}

/* The least of the corners, where the matrix is a number. */
static void find_least(fmpq_mat_t B, const ss_family *A, const corner *c) {
  fmpq_mat_t other;
  fmpq_mat_init(other, 1, 1);
  for (size_t i = 0; i < (size_t)1 << c->count; i++) {
    evaluate(other, A, find_corner(c, i));
    if (i == 0 || fmpq_cmp(fmpq_mat_entry(other, 0, 0), fmpq_mat_entry(B, 0, 0)) < 0)
      fmpq_mat_set(B, other);
  }
  fmpq_mat_clear(other);
}

void ss_family_lower(fmpq_mat_t B, const ss_family *A) {
  corner c;
  fix_variables(&c, A);
  if (c.count == 0)
    evaluate(B, A, c.high);
  else if (A->n == 1 && c.count <= SS_FAMILY_CORNERS)
    find_least(B, A, &c);
  else if (c.count > SS_FAMILY_CORNERS || !scale_mean(B, A, &c))
    lower_entries(B, A, &c);
}

/* ---- violations ------------------------------------------------------------------------------ */

/* The variables at a corner of the parameters: those with an even power of one that changes its
 * sign have no such value, and a variable of an odd or negative power may fall where it rises. */
static bool choose_ends(const ss_family *A, size_t number, uint64_t *high, size_t *parameters) {
  size_t seen[SS_FAMILY_VARIABLES];
  *parameters = 0;
  *high = 0;
  for (size_t v = 0; v < A->variables; v++) {
    const ss_variable *y = &A->variable[v];
    size_t i = 0;
    if (y->power != 1 && fmpq_sgn(&y->low) <= 0) return false;
    while (i < *parameters && seen[i] != y->parameter) i++;
    if (i == *parameters) seen[(*parameters)++] = y->parameter;
    const bool upper = number >> i & 1;
    if (y->power > 0 ? upper : !upper) *high |= UINT64_C(1) << v;
  }
  return *parameters <= SS_FAMILY_CORNERS;
}

/* "k = 1, m = 2" */
static const char *name_corner(ss_arena *arena, const ss_family *A, uint64_t high) {
  ss_text text;
  bool *told = ss_arena_new(arena, A->model->parameters + 1, bool);
  ss_text_start(&text);
  for (size_t v = 0; told && v < A->variables; v++) {
    const ss_variable *y = &A->variable[v];
    double value = ss_number_to_double(high >> v & 1 ? &y->high : &y->low);
    if (told[y->parameter] || y->power != 1) continue;
    ss_text_addf(&text, "%s%s = %.6g", text.length ? ", " : "",
                 A->model->parameter[y->parameter].name.text, value);
    told[y->parameter] = true;
  }
  const char *copy = ss_arena_format(arena, "%s", text.length ? text.data : "an end of a range");
  ss_text_stop(&text);
  return copy;
}

const char *ss_family_violate(ss_arena *arena, const ss_family *A, bool strict, fmpq_mat_t x,
                              fmpq_t value) {
  fmpq_mat_t B, T, Bx, form;
  size_t parameters = 0;
  uint64_t high;
  const char *where = NULL;
  if (!fmpq_mat_is_zero(A->radius)) return NULL;
  fmpq_mat_init(B, A->n, A->n);
  fmpq_mat_init(T, 1, A->n);
  fmpq_mat_init(Bx, A->n, 1);
  fmpq_mat_init(form, 1, 1);
  for (size_t i = 0; !where && choose_ends(A, i, &high, &parameters) && i < (size_t)1 << parameters;
       i++) {
    evaluate(B, A, high);
    const ss_definiteness is = definiteness(B, x);
    if (is == SS_DEFINITE || (is == SS_SEMIDEFINITE && !strict)) continue;
    fmpq_mat_transpose(T, x);
    fmpq_mat_mul(Bx, B, x);
    fmpq_mat_mul(form, T, Bx);
    fmpq_set(value, fmpq_mat_entry(form, 0, 0));
    where = name_corner(arena, A, high);
  }
  fmpq_mat_clear(B);
  fmpq_mat_clear(T);
  fmpq_mat_clear(Bx);
  fmpq_mat_clear(form);
  return where;
}
