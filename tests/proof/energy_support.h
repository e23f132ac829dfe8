/* energy_support.h: machines seen by their energies. */
#ifndef STANDSTILL_TESTS_PROOF_ENERGY_SUPPORT_H
#define STANDSTILL_TESTS_PROOF_ENERGY_SUPPORT_H

#include "../../src/proof/energy.h"
#include "support.h"

/* The view of a machine; the facts are the arena's. */
static inline ss_energy *see(machine *m, const char **why_not) {
  void *facts;
  ss_linear *linear = ss_arena_new(m->arena, 1, ss_linear);
  ss_subject s = {.arena = m->arena, .system = m->system, .linear = linear};
  assert_int_equal(ss_linear_create(m->arena, m->system, linear, &s.not_linear), SS_OK);
  assert_int_equal(ss_view_energy.find(&s, &facts, why_not), SS_OK);
  return facts;
}

#define FLOOR                                                                                      \
  "contact floor { gap = y; slip = x'; law = coulomb(1/2); restitution = newton(1/2, 0) }\n"
#define PLANE "coord x, y\nkinetic = x'^2 + y'^2\n"

#endif
