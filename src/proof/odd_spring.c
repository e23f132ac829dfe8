/* odd_spring.c: machines with one coordinate and a spring that is an odd polynomial.
 *
 *     m x'' + c x' + U'(x) = w lambda,      U'(x) = sum_i c_i (x - e)^(2 i + 1)
 *
 * The force must be a polynomial as it is written: a kink hides from derivatives (system/smooth.c).
 * It is read by its derivatives at x = 0, x' = 0; the point e about which it is odd follows from
 * its two highest coefficients, e = -a_(d-1)/(d a_d), and is verified by its derivatives there.
 * They are formulas, in which irrational numbers and parameters with a range may occur. The
 * matrices of the certificate are those of the spring c_0 alone.
 */
#include <assert.h>

#include "odd_spring.h"

enum { DEGREE_MOST = 15 };

/* Coefficients of -h(q, 0) about q = e, lowest first, DEGREE_MOST + 1 of them; -1 if h is no
 * polynomial, else the degree. They are formulas of parameters with a range. */
static int read_force(const ss_system *s, ss_graph *g, ss_expr e, ss_expr *a) {
  ss_expr h = ss_expr_simplify(g, s->h[0]), kink;
  if (!h || ss_system_find_kink(s, g, 1, &h, true, &kink) != SS_OK || kink) return -1;
  fmpq_t factorial;
  fmpq_init(factorial);
  fmpq_set_si(factorial, -1, 1);
  int degree = -1;
  ss_expr_substitute(g, 1, s->u, &s->zero, 1, &h, &h);
  h = ss_expr_simplify(g, h);
  for (int i = 0; i <= DEGREE_MOST; i++) {
    if (i) fmpq_div_fmpz(factorial, factorial, (fmpz[]){i});
    ss_expr_substitute(g, 1, s->q, &e, 1, &h, &a[i]);
    if (!a[i] || ss_expr_depends(g, a[i], s->model->time)) break;
    a[i] = ss_expr_simplify(g, ss_expr_mul(g, ss_expr_number(g, factorial), a[i]));
    ss_expr_differentiate(g, 1, &h, s->q[0], &h);
    h = ss_expr_simplify(g, h);
    if (ss_expr_is_integer(g, h, 0)) {
      degree = i;
      break;
    }
  }
  fmpq_clear(factorial);
  ss_graph_clear_status(g);
  return degree;
}

/* The coefficients of a force that is odd about e; false if it is not, or e not rational. */
static bool find_center(const ss_system *s, ss_graph *g, int degree, ss_expr *a, ss_expr *e) {
  if (degree % 2 == 0) return false;
  ss_expr slope = ss_expr_mul(g, ss_expr_integer(g, -degree), a[degree]);
  *e = ss_expr_simplify(g, ss_expr_div(g, a[degree - 1], slope));
  if (!*e || !ss_expr_value(g, *e) || read_force(s, g, *e, a) != degree) return false;
  for (int i = 0; i <= degree; i += 2)
    if (ss_expr_is_zero(g, a[i]) != SS_PROVED) return false;
  return true;
}

/* Damping must not depend on the state. */
static bool has_constant_damping(const ss_system *s, ss_graph *g) {
  ss_expr slope;
  ss_expr_differentiate(g, 1, s->h, s->u[0], &slope);
  slope = ss_expr_simplify(g, slope);
  return !ss_system_find_dependence(s, g, 1, &slope);
}

/* The coefficients of x, x^3, … and all other entries. */
static ss_status read_numbers(ss_arena *arena, const ss_system *s, ss_graph *g, int degree,
                              const ss_expr *a, ss_one *one, const char **why_not) {
  ss_expr odd[DEGREE_MOST / 2 + 1];
  size_t count = 0;
  for (int i = 1; i <= degree; i += 2) odd[count++] = a[i];
  return ss_linear_create_about(arena, s, one->center, g, count, odd, &one->linear, &one->spring,
                                why_not);
}

ss_status ss_one_find(ss_arena *arena, const ss_system *s, ss_one *one, const char **why_not) {
  assert(ss_graph_is_sealed(s->graph));
  ss_expr a[DEGREE_MOST + 1], center;
  ss_status status = SS_OK;
  *one = (ss_one){0};
  *why_not = NULL;
  fmpq_init(one->center);
  ss_graph *g = ss_graph_create_over(arena, s->graph);
  if (!g) return SS_MEMORY;
  int degree = read_force(s, g, s->zero, a);
  if (degree < 1)
    *why_not = "the spring is no polynomial of degree up to 15";
  else if (!find_center(s, g, degree, a, &center))
    *why_not = "the spring is not odd about any rational point";
  else if (!has_constant_damping(s, g))
    *why_not = "those about oscillators need a constant damping";
  else
    fmpq_set(one->center, ss_expr_value(g, center));
  if (!*why_not) status = read_numbers(arena, s, g, degree, a, one, why_not);
  if (status == SS_OK && !*why_not && !fmpq_mat_is_zero(one->linear.radius.W))
    *why_not = "a direction of friction is irrational or has a range";
  return status;
}

void ss_one_clear(ss_one *one) {
  ss_linear_clear(&one->linear);
  fmpq_clear(one->center);
  ss_spring_clear(&one->spring);
}

void ss_one_find_facts(ss_one *one, ss_arena *arena) {
  ss_facts *f = &one->facts;
  ss_facts_find(f, arena, &one->linear);
  fmpq_set(ss_entry(f->center, 0, 0), one->center);
  f->sure_center = true;
  f->balls = f->balls || !fmpq_mat_is_zero(one->spring.radius);
}

void ss_one_coefficient(fmpq_t c, const ss_one *one, slong i, int end) {
  if (end > 0)
    fmpq_add(c, ss_entry(one->spring.center, i, 0), ss_entry(one->spring.radius, i, 0));
  else
    fmpq_sub(c, ss_entry(one->spring.center, i, 0), ss_entry(one->spring.radius, i, 0));
}

void ss_one_bound(fmpq_t sum, const ss_facts *f, const fmpq_mat_t p) {
  fmpq_t w;
  fmpq_init(w);
  fmpq_zero(sum);
  for (slong j = 0; j < f->m; j++) {
    fmpq_abs(w, ss_entry(f->W, 0, j));
    fmpq_addmul(sum, w, ss_entry(p, j, 0));
  }
  fmpq_clear(w);
}

bool ss_one_spring(ss_attempt *a, int number, const ss_one *one) {
  fmpq_mat_t least;
  bool good = true;
  fmpq_mat_init(least, fmpq_mat_nrows(one->spring.center), 1);
  for (slong i = 0; i < fmpq_mat_nrows(least); i++) {
    ss_one_coefficient(ss_entry(least, i, 0), one, i, -1);
    good = good && fmpq_sgn(ss_entry(least, i, 0)) >= (i == 0);
  }
  json_t *evidence = good ? ss_evidence("spring") : NULL;
  if (good) json_object_set_new(evidence, "coefficients", ss_evidence_vector(one->spring.center));
  if (good)
    json_object_set_new(
        evidence, "formulas",
        ss_evidence_texts((size_t)fmpq_mat_nrows(one->spring.center), one->spring.formula));
  if (good && one->facts.balls)
    json_object_set_new(evidence, "radius", ss_evidence_vector(one->spring.radius));
  ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                 ss_arena_format(a->arena, "coefficients %s%s of x, x^3, …",
                                 one->facts.balls ? "at least " : "",
                                 ss_vector_text(a->arena, least)));
  fmpq_mat_clear(least);
  return good;
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Linear machines whose numbers are not exact are left to the theorems about these, which know a
 * level better where damping has a radius. */
static ss_status find_view(const ss_subject *s, void **facts, const char **why_not) {
  const ss_linear *l = s->linear;
  *facts = NULL;
  *why_not = NULL;
  if (!l->system || l->system->coordinates != 1 || (!s->not_linear && !l->exact)) return SS_OK;
  ss_one *one = ss_arena_new(s->arena, 1, ss_one);
  if (!one) return SS_MEMORY;
  ss_status status = ss_one_find(s->arena, l->system, one, why_not);
  if (status != SS_OK || *why_not) {
    ss_one_clear(one);
    return status;
  }
  ss_one_find_facts(one, s->arena);
  *facts = one;
  return SS_OK;
}

static void clear_view(void *facts) {
  ss_one *one = facts;
  ss_facts_clear(&one->facts);
  ss_one_clear(one);
}

static json_t *write_view(const void *facts) {
  return ss_evidence_system(&((const ss_one *)facts)->facts);
}

static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  if (proved) ss_extent_spring(proof, facts);
}

const ss_view ss_view_spring = {find_view, clear_view, write_view, describe_view, SS_FILIPPOV};

bool ss_spring_is_fed(const void *facts) {
  const ss_facts *f = &((const ss_one *)facts)->facts;
  return f->M_is == SS_DEFINITE && fmpq_sgn(ss_entry(f->Cs, 0, 0)) < 0;
}

bool ss_spring_is_passive(const void *facts) {
  return !ss_spring_is_fed(facts);
}

const char *ss_spring_explain(const ss_attempt *a) {
  (void)a;
  return "a condition of the theorem about oscillators fails";
}
