/* one.c: machines with one coordinate and a spring that is an odd polynomial.
 *
 *     m x'' + c x' + U'(x) = w lambda,      U'(x) = sum_i c_i (x - e)^(2 i + 1)
 *
 * The force at rest is read as a polynomial by its derivatives at x = 0; the point e about which it
 * is odd follows from its two highest coefficients, e = -a_(d-1)/(d a_d), and is verified by
 * shifting. What the matrices of the certificate say is the machine with the spring c_0 alone,
 * which is also how the numbers m, c, p are found: the same machine with the force -c x' - c_0
 * (x - e).
 */
#include "one.h"

enum { DEGREE_MOST = 15 };

/* Coefficients of -h(q, 0), lowest first, into a column of DEGREE_MOST + 1; -1 if it is no
 * polynomial over the rationals, else the degree. */
static int read_force(const ss_system *s, fmpq_mat_t a) {
  ss_graph *g = s->graph;
  ss_expr zero = ss_expr_integer(g, 0), h, at_zero;
  fmpz_t factorial;
  fmpz_init_set_ui(factorial, 1);
  int degree = -1;
  ss_expr_substitute(g, 1, s->u, &zero, 1, s->h, &h);
  h = ss_expr_simplify(g, h);
  for (int i = 0; i <= DEGREE_MOST; i++) {
    if (i) fmpz_mul_si(factorial, factorial, i);
    ss_expr_substitute(g, 1, s->q, &zero, 1, &h, &at_zero);
    const fmpq *value = at_zero ? ss_expr_value(g, ss_expr_simplify(g, at_zero)) : NULL;
    if (!value) break;
    fmpq_neg(ss_entry(a, i, 0), value);
    fmpq_div_fmpz(ss_entry(a, i, 0), ss_entry(a, i, 0), factorial);
    ss_expr_differentiate(g, 1, &h, s->q[0], &h);
    h = ss_expr_simplify(g, h);
    if (ss_expr_is_integer(g, h, 0)) {
      degree = i;
      break;
    }
  }
  fmpz_clear(factorial);
  ss_graph_clear_status(g);
  return degree;
}

/* a(x) becomes a(x + e), by Horner's scheme. */
static void shift(fmpq_mat_t a, int degree, const fmpq_t e) {
  for (int i = 0; i < degree; i++)
    for (int j = degree - 1; j >= i; j--) fmpq_addmul(ss_entry(a, j, 0), e, ss_entry(a, j + 1, 0));
}

/* Makes the force odd about e; false if it is not. */
static bool find_center(fmpq_mat_t a, int degree, fmpq_t e) {
  if (degree % 2 == 0) return false;
  fmpq_mul_si(e, ss_entry(a, degree, 0), -degree);
  fmpq_div(e, ss_entry(a, degree - 1, 0), e);
  shift(a, degree, e);
  for (int i = 0; i <= degree; i += 2)
    if (!fmpq_is_zero(ss_entry(a, i, 0))) return false;
  return true;
}

/* The machine with the spring c_0 about e. */
static ss_status make_linear(ss_arena *arena, const ss_system *s, const fmpq_t c0, const fmpq_t e,
                             ss_linear *linear, const char **why_not) {
  ss_graph *g = s->graph;
  ss_system copy = *s;
  ss_expr *h = ss_arena_new(arena, 1, ss_expr), slope;
  if (!h) return SS_MEMORY;
  ss_expr_differentiate(g, 1, s->h, s->u[0], &slope);
  slope = ss_expr_simplify(g, slope);
  /* damping must not depend on the state, or the linear machine is another one */
  if (ss_expr_depends(g, slope, s->u[0]) || ss_expr_depends(g, slope, s->q[0])) {
    *why_not = "the damping depends on the state";
    return SS_OK;
  }
  ss_expr spring =
      ss_expr_mul(g, ss_expr_number(g, c0), ss_expr_sub(g, s->q[0], ss_expr_number(g, e)));
  h[0] = ss_expr_sub(g, ss_expr_mul(g, slope, s->u[0]), spring);
  copy.h = h;
  return ss_linear_create(arena, &copy, linear, why_not);
}

ss_status ss_one_find(ss_arena *arena, const ss_system *s, ss_one *one, const char **why_not) {
  fmpq_mat_t a;
  fmpq_t e;
  ss_status status = SS_OK;
  *one = (ss_one){0};
  *why_not = NULL;
  fmpq_mat_init(a, DEGREE_MOST + 1, 1);
  fmpq_init(e);
  int degree = read_force(s, a);
  if (degree < 1)
    *why_not = "the spring is no polynomial with rational coefficients";
  else if (!find_center(a, degree, e))
    *why_not = "the spring is not odd about any point";
  else
    status = make_linear(arena, s, ss_entry(a, 1, 0), e, &one->linear, why_not);
  if (status == SS_OK && !*why_not) {
    fmpq_mat_init(one->spring, (degree + 1) / 2, 1);
    for (int i = 0; i < (degree + 1) / 2; i++)
      fmpq_set(ss_entry(one->spring, i, 0), ss_entry(a, 2 * i + 1, 0));
  }
  fmpq_mat_clear(a);
  fmpq_clear(e);
  return status;
}

void ss_one_clear(ss_one *one) {
  ss_linear_clear(&one->linear);
  fmpq_mat_clear(one->spring);
}

void ss_one_bound(fmpq_t p, const ss_facts *f) {
  fmpq_t w;
  fmpq_init(w);
  fmpq_zero(p);
  for (slong j = 0; j < f->m; j++) {
    fmpq_abs(w, ss_entry(f->W, 0, j));
    fmpq_addmul(p, w, ss_entry(f->p, j, 0));
  }
  fmpq_clear(w);
}

bool ss_one_spring(ss_attempt *a, int number, const fmpq_mat_t spring) {
  bool good = fmpq_sgn(ss_entry(spring, 0, 0)) > 0;
  for (slong i = 0; i < fmpq_mat_nrows(spring); i++)
    good = good && fmpq_sgn(ss_entry(spring, i, 0)) >= 0;
  json_t *evidence = good ? ss_evidence("spring") : NULL;
  if (good) json_object_set_new(evidence, "coefficients", ss_evidence_vector(spring));
  return ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                        "the spring pulls back: U' is odd with coefficients >= 0, the first > 0",
                        ss_arena_format(a->facts->arena, "coefficients %s of x, x^3, …",
                                        ss_vector_text(a->facts->arena, spring)));
}
