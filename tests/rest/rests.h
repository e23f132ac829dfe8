/* rests.h: the rest sets of a model: shared by the tests of src/rest. */
#ifndef STANDSTILL_TESTS_REST_RESTS_H
#define STANDSTILL_TESTS_REST_RESTS_H

#include "../motion/machine.h"
#include "standstill/rest.h"

static inline ss_rest_sets find_rests(machine *m) {
  const ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  const char *why_not;
  const ss_status status =
      ss_rest_find(m->arena, m->system, m->parameters, &options, &sets, &why_not);
  if (status != SS_OK) print_error("%s\n", why_not ? why_not : ss_status_text(status));
  assert_int_equal(status, SS_OK);
  return sets;
}

/* Is there a vertex within the error? */
static inline void check_vertex(const ss_rest_part *part, size_t n, const double *expected,
                                double error) {
  for (size_t i = 0; i < part->vertices; i++) {
    double off = 0;
    for (size_t j = 0; j < n; j++) off = fmax(off, fabs(part->vertex[i * n + j] - expected[j]));
    if (off <= error) return;
  }
  print_error("no vertex at %.17g ...\n", expected[0]);
  fail();
}

#endif
