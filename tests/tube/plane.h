/* plane.h: machines with one coordinate for the tests of fences. */
#ifndef STANDSTILL_TEST_PLANE_H
#define STANDSTILL_TEST_PLANE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "../../src/tube/fence_private.h"
#include "standstill/study.h"

#define PENDULUM                                                                                   \
  "coord q\nkinetic = q'^2/2\npotential = 1 - cos(q)\nforce q = -q'/5\n"                           \
  "friction pivot { slip = q'; normal = 1; law = coulomb(1/5) }\n"

/* No force but friction: w' = -1/2. */
#define BLOCK                                                                                      \
  "coord q\nkinetic = q'^2/2\nfriction floor { slip = 2*q'; normal = 1; law = coulomb(1/4) }\n"

typedef struct stage {
  ss_arena *arena;
  ss_machine *machine;
  orbit *o;
  const char *why;
} stage;

static inline stage open_stage(const char *text) {
  stage s = {.arena = ss_arena_create()};
  assert_non_null(s.arena);
  assert_int_equal(ss_machine_parse("test", text, NULL, NULL, &s.machine), SS_OK);
  const ss_status status = ss_orbit_open(s.arena, ss_machine_system(s.machine), &s.o, &s.why);
  assert_true(status == SS_OK || (status == SS_BAD_ARGUMENT && s.why));
  return s;
}

static inline void close_stage(stage *s) {
  ss_machine_close(s->machine);
  ss_arena_destroy(s->arena);
}

#endif
