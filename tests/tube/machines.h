/* machines.h: machines for the tests of tubes, as models that are written here. */
#ifndef STANDSTILL_TEST_MACHINES_H
#define STANDSTILL_TEST_MACHINES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "standstill/study.h"
#include "standstill/tube.h"

/* Spring, damper c, friction: van de Wouw & Leine 2004, section 2. */
#define OSCILLATOR(c)                                                                              \
  "model \"oscillator\"\ncoord x\nkinetic = x'^2/2\npotential = x^2/2\nforce x = -(" c ")*x'\n"    \
  "friction floor { slip = x'; normal = 10; law = coulomb(0.1) }\n"

/* Two masses on a rough floor: section 6.1. */
#define TWO_MASSES                                                                                 \
  "model \"masses\"\ncoord x1, x2\nkinetic = x1'^2/2 + x2'^2/2\n"                                  \
  "potential = x1^2/2 + (x2 - x1)^2/2 + x2^2/2\n"                                                  \
  "force x1 = -0.5*x1' - 0.375*(x2' - x1')\nforce x2 = -0.5*x2' + 0.375*(x2' - x1')\n"             \
  "friction first { slip = x1'; normal = 10; law = coulomb(0.1) }\n"                               \
  "friction second { slip = x2'; normal = 10; law = coulomb(0.1) }\n"

typedef struct subject {
  ss_arena *arena;
  ss_machine *machine;
  ss_linear linear;
  const char *why; /* it is not linear */
  fmpq_t level;
  const ss_tube *tube;
} subject;

static inline subject open_subject(const char *text) {
  subject s = {.arena = ss_arena_create()};
  assert_non_null(s.arena);
  assert_int_equal(ss_machine_parse("test", text, NULL, NULL, &s.machine), SS_OK);
  assert_int_equal(ss_linear_create(s.arena, ss_machine_system(s.machine), &s.linear, &s.why),
                   SS_OK);
  fmpq_init(s.level);
  return s;
}

/* Its tube, with a level if that is not NULL. */
static inline void make_tube(subject *s, const char *level) {
  const char *why;
  if (level) assert_int_equal(fmpq_set_str(s->level, level, 10), 0);
  const ss_tube_options o = {.level = level ? s->level : NULL, .end = 60};
  assert_int_equal(ss_tube_create(s->arena, &s->linear, &o, &s->tube, &why), SS_OK);
}

static inline void close_subject(subject *s) {
  if (!s->why) ss_linear_clear(&s->linear);
  fmpq_clear(s->level);
  ss_machine_close(s->machine);
  ss_arena_destroy(s->arena);
}

/* In [-1, 1]. */
static inline double random_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-52 - 1;
}

#endif
