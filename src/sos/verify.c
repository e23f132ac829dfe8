/* verify.c: multiplying out. Nothing here knows how the numbers were found.
 *
 * A condition holds if, monomial by monomial, p_c0 + sum_v f_v p_cv - sum_k g_ck m^T G_ck m has the
 * coefficient 0, and every G is semidefinite by its factors. A functional separates if all
 * l(g m m^T) are positive definite and l vanishes on the p_cv, which no p_c with a sum of squares
 * on its other side can do, l(p_c0) being negative: l of the other side is a sum of tr(L G) >= 0.
 */
#include <stdlib.h>

#include "sos_private.h"

/* Coefficients by monomial; it grows with the ring. */
typedef struct sums {
  ss_ring *ring;
  size_t count;
  fmpq *value;
  bool failed;
} sums;

static fmpq *at(sums *s, uint32_t monomial) {
  if (monomial >= s->count) {
    const size_t count = 2 * (size_t)monomial + 64;
    fmpq *grown = realloc(s->value, count * sizeof *grown);
    if (!grown) {
      s->failed = true;
      return NULL;
    }
    for (size_t i = s->count; i < count; i++) fmpq_init(&grown[i]);
    s->value = grown;
    s->count = count;
  }
  return &s->value[monomial];
}

static void add(sums *s, uint32_t monomial, const fmpq *a, const fmpq *b, int sign) {
  fmpq *to = at(s, monomial);
  if (to && sign > 0) fmpq_addmul(to, a, b);
  if (to && sign < 0) fmpq_submul(to, a, b);
}

static void stop(sums *s) {
  for (size_t i = 0; i < s->count; i++) fmpq_clear(&s->value[i]);
  free(s->value);
}

static ss_definiteness definiteness(const fmpq_mat_struct *A) {
  fmpq_mat_t L, D;
  fmpq_mat_init(L, fmpq_mat_nrows(A), fmpq_mat_nrows(A));
  fmpq_mat_init(D, fmpq_mat_nrows(A), 1);
  const ss_definiteness found = ss_exact_ldl(A, L, D, NULL);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return found;
}

static void subtract_part(sums *s, const ss_sos_part *part, const fmpq_mat_struct *gram) {
  for (size_t i = 0; i < part->count; i++)
    for (size_t j = 0; j < part->count; j++) {
      const fmpq *entry = fmpq_mat_entry(gram, (slong)i, (slong)j);
      if (fmpq_is_zero(entry)) continue;
      const uint32_t product = ss_ring_multiply(s->ring, part->basis[i], part->basis[j]);
      for (size_t k = 0; k < part->weight.count; k++)
        add(s, ss_ring_multiply(s->ring, product, part->weight.terms[k].monomial), entry,
            &part->weight.terms[k].coefficient, -1);
    }
}

static bool holds(ss_ring *ring, const ss_sos_condition *condition, const fmpq *value,
                  const fmpq_mat_struct *gram) {
  sums s = {.ring = ring};
  fmpq_t one;
  fmpq_init(one);
  fmpq_one(one);
  for (size_t i = 0; i < condition->summands; i++) {
    const ss_sos_summand *summand = &condition->summand[i];
    const fmpq *factor = summand->unknown == SS_SOS_ONE ? one : &value[summand->unknown];
    for (size_t k = 0; k < summand->poly.count; k++)
      add(&s, summand->poly.terms[k].monomial, &summand->poly.terms[k].coefficient, factor, 1);
  }
  bool good = true;
  for (size_t k = 0; k < condition->parts && good; k++) {
    good = definiteness(&gram[k]) != SS_INDEFINITE;
    if (good) subtract_part(&s, &condition->part[k], &gram[k]);
  }
  for (size_t i = 0; i < s.count && good; i++) good = fmpq_is_zero(&s.value[i]);
  good = good && !s.failed && !ring->failed;
  fmpq_clear(one);
  stop(&s);
  return good;
}

bool ss_sos_verify(ss_ring *ring, const ss_sos_program *program, const fmpq *value,
                   fmpq_mat_struct *const *gram) {
  for (size_t c = 0; c < program->conditions; c++)
    if (!holds(ring, &program->condition[c], value, gram[c])) return false;
  return true;
}

/* ---- functionals ----------------------------------------------------------------------------- */

static void enter(sums *s, const ss_sos_functional *l) {
  for (size_t i = 0; i < l->count; i++) {
    fmpq *to = at(s, l->monomial[i]);
    if (to) fmpq_set(to, &l->value[i]);
  }
}

static void apply(sums *s, ss_poly poly, fmpq_t sum) {
  for (size_t k = 0; k < poly.count; k++) {
    const fmpq *value = at(s, poly.terms[k].monomial);
    if (value) fmpq_addmul(sum, value, &poly.terms[k].coefficient);
  }
}

static bool is_positive(sums *s, const ss_sos_part *part) {
  fmpq_mat_t L;
  fmpq_mat_init(L, (slong)part->count, (slong)part->count);
  for (size_t i = 0; i < part->count; i++)
    for (size_t j = 0; j < part->count; j++) {
      const uint32_t product = ss_ring_multiply(s->ring, part->basis[i], part->basis[j]);
      for (size_t k = 0; k < part->weight.count; k++) {
        const fmpq *value =
            at(s, ss_ring_multiply(s->ring, product, part->weight.terms[k].monomial));
        if (value)
          fmpq_addmul(fmpq_mat_entry(L, (slong)i, (slong)j), value,
                      &part->weight.terms[k].coefficient);
      }
    }
  const bool good = definiteness(L) == SS_DEFINITE;
  fmpq_mat_clear(L);
  return good;
}

bool ss_sos_verify_functional(ss_ring *ring, const ss_sos_program *program,
                              const ss_sos_functional *functional) {
  fmpq_mat_t total; /* l(p_cv) by unknown, that of 1 last */
  fmpq_mat_init(total, (slong)program->unknowns + 1, 1);
  bool good = true, constant = false;
  for (size_t c = 0; c < program->conditions && good; c++) {
    const ss_sos_condition *condition = &program->condition[c];
    sums s = {.ring = ring};
    enter(&s, &functional[c]);
    for (size_t i = 0; i < condition->summands; i++) {
      const size_t v = condition->summand[i].unknown;
      constant |= v == SS_SOS_ONE && condition->summand[i].poly.count > 0;
      apply(&s, condition->summand[i].poly,
            fmpq_mat_entry(total, (slong)(v == SS_SOS_ONE ? program->unknowns : v), 0));
    }
    for (size_t k = 0; k < condition->parts && good; k++)
      good = is_positive(&s, &condition->part[k]);
    good = good && !s.failed && !ring->failed;
    stop(&s);
  }
  for (size_t v = 0; v < program->unknowns && good; v++)
    good = fmpq_is_zero(fmpq_mat_entry(total, (slong)v, 0));
  if (constant) good = good && fmpq_sgn(fmpq_mat_entry(total, (slong)program->unknowns, 0)) < 0;
  fmpq_mat_clear(total);
  return good;
}
