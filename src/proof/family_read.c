/* family_read.c: the entries of a matrix as polynomials in the parameters with a range.
 *
 * The formulas are those that the certificate states (linear.h): texts over the parameters. Sums,
 * products, integer powers and quotients by one term are polynomials, powers of either sign; a
 * formula with anything else is an interval, the one that the room system found for it. A negative
 * power needs a range without 0, which the formula being defined everywhere implies.
 *
 * Each power of a parameter that occurs is a variable of the family; a term is a product of these
 * times a matrix. Only the symmetric part is kept.
 *
 * Powers that vary by themselves make a polynomial wider than it is: (h + 1)^4, multiplied out, is
 * below 0 somewhere for h in [-1/2, 1/2], and its interval is not. On the other hand intervals
 * forget that entries vary together. The caller chooses (family.h), and may try one after the
 * other.
 */
#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "standstill/poly.h"

/* ---- polynomials ----------------------------------------------------------------------------- */

/* One entry being read. */
typedef struct reading {
  ss_family_kind kind;
  const ss_model *model;
  ss_graph *graph;
  ss_ring ring;
} reading;

/* Parameters with a rational range are the atoms. */
static bool find_atom(const reading *x, const char *name, uint32_t *atom) {
  const size_t i = ss_model_find_parameter(x->model, name);
  fmpq_t low, high;
  if (i >= x->model->parameters) return false;
  fmpq_init(low);
  fmpq_init(high);
  const bool good = ss_model_parameter_range(x->model, i, low, high);
  fmpq_clear(low);
  fmpq_clear(high);
  *atom = (uint32_t)i;
  return good;
}

static bool read_poly(reading *x, ss_expr e, ss_poly *p);

/* p^n; a negative power of one term only. */
static bool raise_poly(reading *x, ss_poly p, long n, ss_poly *power) {
  fmpq_t c;
  if (n >= 0) return n <= 16 && ss_poly_raise(&x->ring, p, n, power);
  if (p.count != 1 || n < -16) return false;
  fmpq_init(c);
  fmpq_pow_si(c, &p.terms[0].coefficient, n);
  *power = ss_poly_term(&x->ring, c, ss_ring_raise(&x->ring, p.terms[0].monomial, (int32_t)n));
  fmpq_clear(c);
  return true;
}

static bool read_power(reading *x, ss_poly base, ss_expr exponent, ss_poly *p) {
  const fmpq *n = ss_expr_value(x->graph, exponent);
  if (!n && ss_expr_op(x->graph, exponent) == SS_OP_NEG) return false;
  if (!n || !fmpz_is_one(fmpq_denref(n)) || !fmpz_fits_si(fmpq_numref(n))) return false;
  return raise_poly(x, base, fmpz_get_si(fmpq_numref(n)), p);
}

static bool read_operation(reading *x, ss_expr e, ss_poly *p) {
  const ss_op op = ss_expr_op(x->graph, e);
  ss_poly a, b;
  if (op != SS_OP_ADD && op != SS_OP_SUB && op != SS_OP_MUL && op != SS_OP_DIV && op != SS_OP_NEG &&
      op != SS_OP_POW)
    return false;
  if (!read_poly(x, ss_expr_arg(x->graph, e, 0), &a)) return false;
  if (op == SS_OP_POW) return read_power(x, a, ss_expr_arg(x->graph, e, 1), p);
  if (op == SS_OP_NEG) {
    *p = ss_poly_minus(&x->ring, ss_poly_integer(&x->ring, 0), a);
    return true;
  }
  if (!read_poly(x, ss_expr_arg(x->graph, e, 1), &b)) return false;
  if (op == SS_OP_ADD) *p = ss_poly_plus(&x->ring, a, b);
  if (op == SS_OP_SUB) *p = ss_poly_minus(&x->ring, a, b);
  if (op == SS_OP_ADD || op == SS_OP_SUB) return true;
  if (op == SS_OP_DIV && !raise_poly(x, b, -1, &b)) return false;
  return ss_poly_multiply(&x->ring, a, b, p);
}

static bool read_poly(reading *x, ss_expr e, ss_poly *p) {
  uint32_t atom;
  const fmpq *number = ss_expr_value(x->graph, e);
  if (number) {
    *p = ss_poly_number(&x->ring, number);
    return true;
  }
  if (ss_expr_op(x->graph, e) != SS_OP_SYMBOL) return read_operation(x, e, p);
  if (!find_atom(x, ss_expr_name(x->graph, e), &atom)) return false;
  *p = ss_poly_atom(&x->ring, atom, 1);
  return true;
}

static ss_expr find_name(void *context, const char *name, size_t length, ss_span span) {
  reading *x = context;
  char copy[128];
  (void)span;
  if (length >= sizeof copy) return SS_EXPR_NONE;
  memcpy(copy, name, length);
  copy[length] = '\0';
  return ss_expr_symbol(x->graph, copy);
}

/* The polynomial of a formula; false if it is none. */
static bool parse_entry(reading *x, ss_arena *arena, const char *text, ss_poly *p) {
  ss_diagnostics list;
  const ss_span span = {0, (uint32_t)strlen(text)};
  ss_diagnostics_start(&list, arena, "entry", text, strlen(text));
  const ss_expr e = ss_expr_parse(x->graph, &list, span, find_name, x);
  const bool good = e && ss_graph_status(x->graph) == SS_OK && read_poly(x, e, p);
  ss_graph_clear_status(x->graph);
  return good && !x->ring.failed;
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* y^n for the range of y. */
static void set_range(ss_variable *v, const ss_model *model) {
  fmpq_t low, high;
  fmpq_init(low);
  fmpq_init(high);
  ss_model_parameter_range(model, v->parameter, low, high);
  fmpq_pow_si(&v->low, low, v->power);
  fmpq_pow_si(&v->high, high, v->power);
  if (fmpq_cmp(&v->low, &v->high) > 0) fmpq_swap(&v->low, &v->high);
  if (fmpq_sgn(low) < 0 && fmpq_sgn(high) > 0 && v->power % 2 == 0) fmpq_zero(&v->low);
  fmpq_clear(low);
  fmpq_clear(high);
}

/* The number of a variable, a new one if need be; SS_FAMILY_VARIABLES if there are too many. */
static size_t find_variable(ss_family *A, size_t parameter, long power) {
  size_t i = 0;
  while (i < A->variables &&
         !(A->variable[i].parameter == parameter && A->variable[i].power == power))
    i++;
  if (i < A->variables || i == SS_FAMILY_VARIABLES) return i;
  ss_variable *v = &A->variable[A->variables++];
  *v = (ss_variable){.parameter = parameter, .power = power};
  fmpq_init(&v->low);
  fmpq_init(&v->high);
  set_range(v, A->model);
  return i;
}

static bool find_product(ss_family *A, ss_monomial m, uint64_t *product) {
  *product = 0;
  for (uint32_t i = 0; i < m.count; i++) {
    const size_t v = find_variable(A, m.powers[i].atom, m.powers[i].exponent);
    if (v == SS_FAMILY_VARIABLES) return false;
    *product |= UINT64_C(1) << v;
  }
  return true;
}

/* The matrix of a product, a new one if need be; NULL when memory is out. */
static fmpq_mat_struct *find_matrix(ss_family *A, uint64_t product) {
  for (size_t i = 0; i < A->terms; i++)
    if (A->term[i].product == product) return A->term[i].matrix;
  if (A->terms == A->room) {
    const size_t room = A->room ? 2 * A->room : 8;
    ss_family_term *more = realloc(A->term, room * sizeof *more);
    if (!more) return NULL;
    A->term = more;
    A->room = room;
  }
  ss_family_term *t = &A->term[A->terms++];
  t->product = product;
  fmpq_mat_init(t->matrix, A->n, A->n);
  return t->matrix;
}

/* matrix_ij and _ji += c/2 */
static void add_symmetric(fmpq_mat_t matrix, slong i, slong j, const fmpq_t c) {
  fmpq_t half;
  fmpq_init(half);
  fmpq_div_2exp(half, c, 1);
  fmpq_add(fmpq_mat_entry(matrix, i, j), fmpq_mat_entry(matrix, i, j), half);
  fmpq_add(fmpq_mat_entry(matrix, j, i), fmpq_mat_entry(matrix, j, i), half);
  fmpq_clear(half);
}

/* All products of the polynomial must have variables before its terms are added. */
static bool add_poly(ss_family *A, const reading *x, ss_poly p, slong i, slong j, bool *memory) {
  uint64_t product;
  for (size_t k = 0; k < p.count; k++)
    if (!find_product(A, x->ring.monomials[p.terms[k].monomial], &product)) return false;
  for (size_t k = 0; k < p.count; k++) {
    find_product(A, x->ring.monomials[p.terms[k].monomial], &product);
    fmpq_mat_struct *matrix = find_matrix(A, product);
    if (!matrix) {
      *memory = false;
      return true;
    }
    add_symmetric(matrix, i, j, &p.terms[k].coefficient);
  }
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static ss_status start(ss_family *A, const ss_model *model, slong n) {
  *A = (ss_family){.model = model, .n = n};
  fmpq_mat_init(A->radius, n, n);
  return find_matrix(A, 0) ? SS_OK : SS_MEMORY;
}

/* The polynomial is nowhere outside of center +- radius, its variables being anywhere. */
static bool is_narrow(const reading *x, ss_poly p, const fmpq *center, const fmpq *radius,
                      bool *memory) {
  ss_family one, opposite;
  fmpq_mat_t unit, least;
  fmpq_mat_init(unit, 1, 1);
  fmpq_mat_init(least, 1, 1);
  fmpq_one(fmpq_mat_entry(unit, 0, 0));
  *memory = *memory && start(&one, x->model, 1) == SS_OK;
  bool narrow = *memory && add_poly(&one, x, p, 0, 0, memory);
  *memory = ss_family_reduce(&opposite, &one, unit, true) == SS_OK && *memory;
  for (int i = 0; i < 2 && narrow && *memory; i++) {
    ss_family_lower(least, i == 0 ? &one : &opposite);
    fmpq *end = fmpq_mat_entry(least, 0, 0);
    (i == 0 ? fmpq_sub : fmpq_add)(end, end, center);
    fmpq_add(end, end, radius);
    narrow = fmpq_sgn(end) >= 0;
  }
  ss_family_clear(&one);
  ss_family_clear(&opposite);
  fmpq_mat_clear(unit);
  fmpq_mat_clear(least);
  return narrow;
}

static void take_entry(ss_family *A, reading *x, ss_arena *arena, const char *text, slong i,
                       slong j, const fmpq *center, const fmpq *radius, bool *memory) {
  ss_poly p;
  if (x->kind != SS_FAMILY_INTERVALS && !fmpq_is_zero(radius) && parse_entry(x, arena, text, &p) &&
      (x->kind == SS_FAMILY_WIDE || is_narrow(x, p, center, radius, memory)) &&
      add_poly(A, x, p, i, j, memory))
    return;
  add_symmetric(A->term[0].matrix, i, j, center);
  add_symmetric(A->radius, i, j, radius);
}

ss_status ss_family_read(ss_family *A, ss_family_kind kind, const ss_model *model,
                         const char *const *formula, const fmpq_mat_t center,
                         const fmpq_mat_t radius) {
  enum { MOST_TERMS = 4096 };
  const slong n = fmpq_mat_nrows(center);
  ss_arena *arena = ss_arena_create();
  reading x = {.kind = kind, .model = model, .graph = ss_graph_create()};
  const bool ring = ss_ring_start(&x.ring, MOST_TERMS);
  ss_status status = start(A, model, n);
  bool memory = arena && x.graph && ring;
  for (slong i = 0; i < n * n && memory && status == SS_OK; i++)
    take_entry(A, &x, arena, formula[i], i / n, i % n, fmpq_mat_entry(center, i / n, i % n),
               fmpq_mat_entry(radius, i / n, i % n), &memory);
  if (ring) ss_ring_stop(&x.ring);
  ss_graph_destroy(x.graph);
  ss_arena_destroy(arena);
  return status == SS_OK && !memory ? SS_MEMORY : status;
}

void ss_family_clear(ss_family *A) {
  for (size_t i = 0; i < A->terms; i++) fmpq_mat_clear(A->term[i].matrix);
  for (size_t i = 0; i < A->variables; i++) {
    fmpq_clear(&A->variable[i].low);
    fmpq_clear(&A->variable[i].high);
  }
  fmpq_mat_clear(A->radius);
  free(A->term);
}

/* B += N^T A N, or minus that. */
static void add_reduced(fmpq_mat_t B, const fmpq_mat_t A, const fmpq_mat_t N, bool negative) {
  fmpq_mat_t T, AN, P;
  fmpq_mat_init(T, fmpq_mat_ncols(N), fmpq_mat_nrows(N));
  fmpq_mat_init(AN, fmpq_mat_nrows(N), fmpq_mat_ncols(N));
  fmpq_mat_init(P, fmpq_mat_ncols(N), fmpq_mat_ncols(N));
  fmpq_mat_transpose(T, N);
  fmpq_mat_mul(AN, A, N);
  fmpq_mat_mul(P, T, AN);
  (negative ? fmpq_mat_sub : fmpq_mat_add)(B, B, P);
  fmpq_mat_clear(T);
  fmpq_mat_clear(AN);
  fmpq_mat_clear(P);
}

ss_status ss_family_reduce(ss_family *B, const ss_family *A, const fmpq_mat_t N, bool negative) {
  ss_status status = start(B, A->model, fmpq_mat_ncols(N));
  fmpq_mat_t absolute;
  for (size_t i = 0; i < A->variables; i++)
    find_variable(B, A->variable[i].parameter, A->variable[i].power);
  for (size_t i = 0; i < A->terms && status == SS_OK; i++) {
    fmpq_mat_struct *matrix = find_matrix(B, A->term[i].product);
    if (matrix)
      add_reduced(matrix, A->term[i].matrix, N, negative);
    else
      status = SS_MEMORY;
  }
  fmpq_mat_init(absolute, fmpq_mat_nrows(N), fmpq_mat_ncols(N));
  for (slong i = 0; i < fmpq_mat_nrows(N); i++)
    for (slong j = 0; j < fmpq_mat_ncols(N); j++)
      fmpq_abs(fmpq_mat_entry(absolute, i, j), fmpq_mat_entry(N, i, j));
  add_reduced(B->radius, A->radius, absolute, false);
  fmpq_mat_clear(absolute);
  return status;
}
