/* oscillator.h: the theorems about one coordinate, tried on a text. */
#ifndef STANDSTILL_TESTS_PROOF_OSCILLATOR_H
#define STANDSTILL_TESTS_PROOF_OSCILLATOR_H

#include "../../src/proof/odd_spring.h"
#include "support.h"

#define MASS "coord x\nkinetic = 1/2*x'^2\n"
#define RUBS "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"

/* m = -1 where `spoil` is set: the reader refuses such a model. */
static inline void expect_oscillator(const char *text, const char *theorem, bool spoil,
                                     const char *id, ss_condition_status status) {
  machine m = read_machine("test.still", text, 0, NULL);
  ss_one one;
  ss_system *inserted;
  const char *why_not;
  assert_int_equal(ss_system_insert_parameters(m.arena, m.system, &inserted), SS_OK);
  assert_int_equal(ss_one_find(m.arena, inserted, &one, &why_not), SS_OK);
  assert_null(why_not);
  ss_one_find_facts(&one, m.arena);
  if (spoil) fmpq_set_si(ss_entry(one.facts.M, 0, 0), -1, 1);
  expect_attempt(&m, theorem, &one, id, status);
  ss_facts_clear(&one.facts);
  ss_one_clear(&one);
  stop(&m);
}

#endif
