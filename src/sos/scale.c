/* scale.c: powers of two for atoms, unknowns, conditions and weights.
 *
 * Every coefficient of every p_cv and g_ck should be about 1. With log2 of its size r_0 this asks
 *
 *     r_0 + sum_a e_a s_a + k_c + u_v = 0,     r_0 + sum_a e_a s_a + w_ck = 0
 *
 * for as many equations as there are terms; the least squares solution is approached by changing
 * one exponent at a time (Gauss-Seidel on the normal equations), which converges whatever the rank
 * is, and is rounded to integers: no digit of the program changes.
 */
#include <math.h>

#include "sos_private.h"

enum { SWEEPS = 40 };

typedef struct equation {
  uint32_t monomial;
  double size;    /* log2 of the coefficient */
  double *one[2]; /* k_c and u_v, or w_ck and NULL */
} equation;

typedef struct balance {
  const ss_ring *ring;
  size_t count;
  equation *equation;
  size_t atoms, others;
  double *atom, *other;
} balance;

static double log_size(const fmpq *x) {
  const double above = fabs((double)fmpz_sizeinbase(fmpq_numref(x), 2)),
               below = (double)fmpz_sizeinbase(fmpq_denref(x), 2);
  return above - below;
}

static double residual(const balance *s, const equation *e) {
  double r = e->size + *e->one[0] + (e->one[1] ? *e->one[1] : 0);
  const ss_monomial m = s->ring->monomials[e->monomial];
  for (uint32_t i = 0; i < m.count; i++) r += m.powers[i].exponent * s->atom[m.powers[i].atom];
  return r;
}

static double factor(const balance *s, const equation *e, const double *unknown) {
  if (unknown >= s->atom && unknown < s->atom + s->atoms)
    return ss_ring_exponent(s->ring, e->monomial, (uint32_t)(unknown - s->atom));
  return (e->one[0] == unknown) + (e->one[1] == unknown);
}

/* The best value of one exponent, the others being as they are. */
static void improve(const balance *s, double *unknown) {
  double above = 0, below = 0;
  for (size_t i = 0; i < s->count; i++) {
    const double a = factor(s, &s->equation[i], unknown);
    if (a == 0) continue;
    above += a * residual(s, &s->equation[i]);
    below += a * a;
  }
  if (below > 0) *unknown -= above / below;
}

static void enter(balance *s, ss_poly poly, double *first, double *second) {
  for (size_t i = 0; i < poly.count; i++)
    s->equation[s->count++] =
        (equation){poly.terms[i].monomial, log_size(&poly.terms[i].coefficient), {first, second}};
}

static size_t count_terms(const ss_sos_program *program) {
  size_t terms = 0;
  for (size_t c = 0; c < program->conditions; c++) {
    const ss_sos_condition *condition = &program->condition[c];
    for (size_t i = 0; i < condition->summands; i++) terms += condition->summand[i].poly.count;
    for (size_t i = 0; i < condition->parts; i++) terms += condition->part[i].weight.count;
  }
  return terms;
}

static size_t count_atoms(const ss_ring *ring) {
  size_t atoms = 0;
  for (size_t i = 0; i < ring->count; i++)
    for (uint32_t k = 0; k < ring->monomials[i].count; k++)
      if (ring->monomials[i].powers[k].atom >= atoms) atoms = ring->monomials[i].powers[k].atom + 1;
  return atoms;
}

/* others: u (unknowns and tau), k (conditions), then w (parts). */
static void enter_program(balance *s, const ss_sos_program *program) {
  double *u = s->other, *k = u + program->unknowns + 1, *w = k + program->conditions;
  for (size_t c = 0; c < program->conditions; c++) {
    const ss_sos_condition *condition = &program->condition[c];
    for (size_t i = 0; i < condition->summands; i++) {
      const size_t v = condition->summand[i].unknown;
      enter(s, condition->summand[i].poly, k + c, u + (v == SS_SOS_ONE ? program->unknowns : v));
    }
    for (size_t i = 0; i < condition->parts; i++) enter(s, condition->part[i].weight, w++, NULL);
  }
}

static bool take(sos_work *work, const balance *s) {
  const ss_sos_program *program = work->program;
  sos_scales *to = &work->scales;
  const double *u = s->other, *k = u + program->unknowns + 1, *w = k + program->conditions;
  to->atoms = s->atoms;
  to->atom = ss_arena_new(work->arena, s->atoms, long);
  to->unknown = ss_arena_new(work->arena, program->unknowns + 1, long);
  to->condition = ss_arena_new(work->arena, program->conditions, long);
  to->weight = ss_arena_new(work->arena, program->conditions, long *);
  if (!to->atom || !to->unknown || !to->condition || !to->weight) return false;
  for (size_t a = 0; a < s->atoms; a++) to->atom[a] = lround(s->atom[a]);
  for (size_t v = 0; v <= program->unknowns; v++) to->unknown[v] = lround(u[v]);
  for (size_t c = 0; c < program->conditions; c++) {
    to->condition[c] = lround(k[c]);
    to->weight[c] = ss_arena_new(work->arena, program->condition[c].parts, long);
    if (!to->weight[c]) return false;
    for (size_t i = 0; i < program->condition[c].parts; i++) to->weight[c][i] = lround(*w++);
  }
  return true;
}

bool ss_sos_find_scales(sos_work *work) {
  const ss_sos_program *program = work->program;
  balance s = {.ring = work->ring, .atoms = count_atoms(work->ring)};
  s.others = program->unknowns + 1 + program->conditions;
  for (size_t c = 0; c < program->conditions; c++) s.others += program->condition[c].parts;
  s.equation = ss_arena_new(work->arena, count_terms(program), equation);
  s.atom = ss_arena_new(work->arena, s.atoms, double);
  s.other = ss_arena_new(work->arena, s.others, double);
  if (!s.equation || !s.atom || !s.other) return false;
  enter_program(&s, program);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (size_t i = 0; i < s.others; i++) improve(&s, s.other + i);
    for (size_t i = 0; i < s.atoms; i++) improve(&s, s.atom + i);
  }
  return take(work, &s);
}

long ss_sos_shift(const sos_work *work, uint32_t monomial) {
  const ss_monomial m = work->ring->monomials[monomial];
  long shift = 0;
  for (uint32_t i = 0; i < m.count; i++)
    if (m.powers[i].atom < work->scales.atoms)
      shift += m.powers[i].exponent * work->scales.atom[m.powers[i].atom];
  return shift;
}

ss_poly ss_sos_scale(sos_work *work, ss_poly poly, long shift) {
  fmpq_t one;
  fmpq_init(one);
  fmpq_one(one);
  const ss_poly scaled = ss_poly_scale(work->ring, poly, one, 0); /* a copy */
  fmpq_clear(one);
  if (work->ring->failed) return scaled;
  for (size_t i = 0; i < scaled.count; i++) {
    const long bits = shift + ss_sos_shift(work, scaled.terms[i].monomial);
    fmpq *c = &scaled.terms[i].coefficient;
    if (bits >= 0) fmpq_mul_2exp(c, c, (ulong)bits);
    if (bits < 0) fmpq_div_2exp(c, c, (ulong)-bits);
  }
  return scaled;
}
