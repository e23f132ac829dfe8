/* stances.h: the planar biped with settings, at its rest position. */
#ifndef STANDSTILL_TESTS_PROOF_STANCES_H
#define STANDSTILL_TESTS_PROOF_STANCES_H

#include "../../src/proof/stance.h"
#include "support.h"

static const double origin[8] __attribute__((unused)) = {0};

/* Asked whether the rest position is stable; "d=1 mu1=0.7". */
__attribute__((unused)) static machine ask_biped(const char *settings) {
  machine m = read_file("models/planar-biped.still", settings);
  m.options.question = SS_QUESTION_STABLE;
  m.options.at = origin;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

__attribute__((unused)) static const ss_zero_order *find_zero(machine *m) {
  const ss_zero_order *zero = NULL;
  const char *why_not;
  assert_int_equal(ss_zero_order_find(m->arena, m->system, origin, &zero, &why_not), SS_OK);
  if (!zero) fail_msg("%s", why_not);
  return zero;
}

__attribute__((unused)) static ss_footing *find_stance(machine *m) {
  ss_footing *stance = NULL;
  const char *why_not;
  assert_int_equal(ss_stance_find(m->arena, find_zero(m), &stance, &why_not), SS_OK);
  if (!stance) fail_msg("%s", why_not);
  return stance;
}

/* The condition with this number; NULL if it was not reached. */
__attribute__((unused)) static const ss_condition *condition_of(const machine *m, int number) {
  for (size_t i = 0; i < m->proof.conditions; i++)
    if (m->proof.condition[i].number == number) return &m->proof.condition[i];
  return NULL;
}

static inline double ball_middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

#endif
