/* flow.c: certificates about polynomial systems, whose text is the system itself.
 *
 *     x' = f(x),   V > 0 for x != 0,   V' = grad V . f < 0 on 0 < V <= level
 *
 * by sums of squares: with S(b, L, D) = sum_k D_k (sum_i L_ik x^b_i)^2, L unit lower triangular,
 *
 *     V = S(function), D > 0     -V' = S(squares) + (level - V) S(multiplier), D > 0 and D >= 0,
 *
 * as polynomials, multiplied out here. In the first two bases each variable has a power of its own.
 * With all D > 0, the factors being regular, S >= c sum of the squares of the basis, so that
 * V and S(squares) are positive except at 0 and V is without bound: every motion that starts with
 * V < level stays there, and tends to 0 (Lyapunov). Or the contrary, that V does not fall
 * everywhere: a point x != 0 with V < level and V' >= 0.
 */
#include "check.h"

/* x^e */
static poly *monomial(run *r, const json_t *exponents) {
  poly *m = new_poly(r);
  ulong *e = new_room(r, 2 * r->n + MOST_SYMBOLS, sizeof *e);
  want_array(r, exponents, r->n, "basis");
  for (size_t i = 0; i < r->n; i++)
    e[i] = (ulong)read_integer(r, json_array_get(exponents, i), 0, MOST_DEGREE / 2, "an exponent");
  fmpq_mpoly_set_coeff_fmpq_ui(m, &(fmpq){1, 1}, e, r->ring);
  return m;
}

/* Is it a power of the variable alone? */
static bool is_power(run *r, const poly *m, size_t index) {
  int used[2 * MOST_COORDINATES + MOST_SYMBOLS] = {0};
  fmpq_mpoly_used_vars(used, m, r->ring);
  bool alone = used[index];
  for (size_t i = 0; i < r->n; i++) alone = alone && (i == index || !used[i]);
  return alone;
}

static void expect_axes(run *r, size_t count, poly *const *basis) {
  for (size_t i = 0; i < r->n; i++) {
    bool found = false;
    for (size_t k = 0; k < count && !found; k++) found = is_power(r, basis[k], i);
    if (!found) refuted(r, "%s: a variable has no power of its own in the basis", r->where);
  }
}

/* S of a member; its basis must reach all axes if strict. */
static poly *sum_squares(run *r, const char *member, bool strict) {
  const json_t *data = json_object_get(r->root, member), *list;
  snprintf(r->where, sizeof r->where, "%s", member);
  read_shape(r, data, member, "basis L D");
  list = json_object_get(data, "basis");
  const size_t n = json_array_size(list);
  if (!json_is_array(list) || n > MOST_LEAVES) malformed(r, "basis: an array is expected");
  poly **basis = new_room(r, n + 1, sizeof *basis), *sum = new_poly(r);
  for (size_t i = 0; i < n; i++) basis[i] = monomial(r, json_array_get(list, i));
  if (strict) expect_axes(r, n, basis);
  matrix *L = read_triangle(r, data, "L", n, 0), *D = read_vector(r, data, "D", n);
  for (size_t k = 0; k < n; k++) {
    poly *form = basis[k];
    if (fmpq_sgn(entry(D, k, 0)) < (strict ? 1 : 0)) refuted(r, "a square has no positive weight");
    for (size_t i = k + 1; i < n; i++) {
      if (fmpq_is_zero(entry(D, k, 0)) && !fmpq_is_zero(entry(L, i, k)))
        refuted(r, "a column without weight is not 0");
      form = sum_of(r, form, product_of(r, rational_poly(r, entry(L, i, k)), basis[i]), 1);
    }
    sum = sum_of(r, sum, product_of(r, rational_poly(r, entry(D, k, 0)), product_of(r, form, form)),
                 1);
  }
  return sum;
}

/* Only the coordinates stand in it. */
static poly *read_part(run *r, const item *it) {
  poly *e = evaluate(r, it->part[0]);
  int used[2 * MOST_COORDINATES + MOST_SYMBOLS] = {0};
  fmpq_mpoly_used_vars(used, e, r->ring);
  for (size_t i = r->n; i < 2 * r->n + MOST_SYMBOLS; i++)
    if (used[i]) complain(r, it->name, "this is no polynomial of the coordinates");
  return e;
}

/* The value at the point. */
static fmpq *value_at(run *r, const poly *e, const matrix *x) {
  fmpq **values = new_room(r, 2 * r->n + MOST_SYMBOLS, sizeof *values), *value = new_rational(r);
  for (size_t i = 0; i < 2 * r->n + MOST_SYMBOLS; i++)
    values[i] = i < r->n ? entry(x, i, 0) : new_rational(r);
  if (!fmpq_mpoly_evaluate_all_fmpq(value, e, values, r->ring)) refuted(r, "it has no value");
  return value;
}

/* V and V' from the text. */
static void read_flow(run *r, poly **V, poly **fall) {
  if (next_item(r, NULL, ~(unsigned)(TEXT | COORD | LET | PARAM | RATE | FUNCTION)))
    malformed(r, "a polynomial system has coordinates, definitions, rates and a function");
  enter_ring(r);
  check_names(r);
  const item *function = next_item(r, NULL, FUNCTION), *rate = NULL;
  if (!function || next_item(r, function, FUNCTION)) malformed(r, "there is not one function");
  *V = read_part(r, function);
  if (!fmpq_is_zero(value_at(r, *V, new_matrix(r, r->n, 1))))
    malformed(r, "the function is not 0 at 0");
  *fall = new_poly(r);
  for (size_t i = 0; i < r->n; i++) {
    if (!(rate = find_item(r, RATE, r->coordinate[i]->name)))
      complain(r, r->coordinate[i]->name, "a coordinate has no rate");
    *fall = sum_of(r, *fall, product_of(r, by_variable(r, *V, i), read_part(r, rate)), 1);
  }
}

static void expect_zero(run *r, const poly *e, const char *what) {
  if (!is_zero(r, e)) refuted(r, "multiplied out, it is not %s", what);
  confirm(r, "multiplied out, it is %s", what);
}

static void verify_point(run *r, const poly *V, const poly *fall, const fmpq *level) {
  const matrix *x = read_vector(r, r->root, "point", r->n);
  const fmpq *value = value_at(r, V, x), *rate = value_at(r, fall, x);
  snprintf(r->where, sizeof r->where, "point");
  if (fmpq_mat_is_zero(x)) refuted(r, "it is 0");
  if (fmpq_cmp(value, level) >= 0) refuted(r, "it is not below the level");
  if (fmpq_sgn(rate) < 0) refuted(r, "V falls there");
  confirm(r, "V is %s there, and V' is %s", show_rational(r, value), show_rational(r, rate));
}

static void conclude(const run *r, const char *what, const char *level) {
  if (!r->print) return;
  fprintf(r->print, "on trust   Lyapunov's theorem; FLINT, Arb and Jansson\nproved     %s %s\n",
          what, level);
}

void verify_flow(run *r) {
  poly *V, *fall;
  const bool shown = !json_object_get(r->root, "point");
  read_shape(r, r->root, "the certificate",
             shown ? "format model level function squares multiplier seal"
                   : "format model level point seal");
  read_flow(r, &V, &fall);
  const fmpq *level = read_rational(r, r->root, "level");
  if (fmpq_sgn(level) <= 0) refuted(r, "level: it is not positive");
  if (!shown) {
    verify_point(r, V, fall, level);
    return conclude(r, "V does not fall everywhere below the level", show_rational(r, level));
  }
  expect_zero(r, sum_of(r, V, sum_squares(r, "function", true), -1), "V");
  const poly *below = sum_of(r, rational_poly(r, level), V, -1);
  const poly *squares = sum_squares(r, "squares", true);
  const poly *weighted = product_of(r, below, sum_squares(r, "multiplier", false));
  expect_zero(r, sum_of(r, fall, sum_of(r, squares, weighted, 1), 1), "-V' less its squares");
  conclude(r, "every motion that starts below the level tends to 0: V <", show_rational(r, level));
}
