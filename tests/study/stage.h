/* stage.h: machines for the tests of studies, opened from text, and what they were told. */
#ifndef STANDSTILL_TESTS_STUDY_STAGE_H
#define STANDSTILL_TESTS_STUDY_STAGE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/study/study_private.h"

/* x'' + x in [-F, F]: from (x, 0) it rests at once where |x| <= F, and always somewhere there. */
static const char BEAD[] = "model \"Bead\"\n"
                           "param F = 0.5\n"
                           "param k = 1\n"
                           "coord x # [m]\n"
                           "kinetic = 1/2*x'^2\n"
                           "potential = 1/2*k*x^2\n"
                           "friction base { slip = x'; normal = F; law = coulomb(1) }\n"
                           "state here { x = 2*F }\n"
                           "state kick { x = 1; x' = 1 }\n";

/* Two wells at x = -1 and 1, with much friction: three intervals of rest. */
static const char WELLS[] = "model \"Wells\"\n"
                            "param F = 0.1\n"
                            "coord x\n"
                            "kinetic = 1/2*x'^2\n"
                            "potential = 1/4*x^4 - 1/2*x^2\n"
                            "friction base { slip = x'; normal = F; law = coulomb(1) }\n";

/* A mass that an input pushes. */
static const char CART[] = "model \"Cart\"\n"
                           "coord x\n"
                           "input v in [-1, 1]\n"
                           "kinetic = 1/2*x'^2\n"
                           "force x = v\n"
                           "feedback soft: v = -x\n"
                           "feedback hard: v = -2*x - x'\n";

/* A brake that feeds its own motion: unstable without friction, so that far starts escape. */
static const char FED[] = "model \"Fed\"\n"
                          "param c = -0.3\n"
                          "coord x\n"
                          "kinetic = 1/2*x'^2\n"
                          "potential = 1/2*x^2\n"
                          "force x = -c*x'\n"
                          "friction base { slip = x'; normal = 1; law = coulomb(1) }\n";

typedef struct stage {
  ss_arena *arena;
  ss_diagnostics said;
  ss_machine *machine;
} stage;

static inline stage open_stage(const char *text) {
  stage s = {.arena = ss_arena_create()};
  assert_non_null(s.arena);
  ss_diagnostics_start(&s.said, s.arena, NULL, NULL, 0);
  if (text) assert_int_equal(ss_machine_parse("stage", text, NULL, &s.said, &s.machine), SS_OK);
  return s;
}

static inline void close_stage(stage *s) {
  ss_machine_close(s->machine);
  ss_arena_destroy(s->arena);
}

/* Whether the first message has the text; then the list is empty again. */
static inline void assert_said(stage *s, const char *text) {
  assert_true(s->said.count > 0);
  if (!strstr(s->said.items[0].message, text))
    fail_msg("said '%s', not '%s'", s->said.items[0].message, text);
  s->said.count = s->said.errors = 0;
}

/* A basin of the plane x, x'. */
static inline ss_basin_options plane_options(double half, size_t points) {
  ss_basin_options o = ss_basin_default_options();
  o.axis[0] = "x";
  o.axis[1] = "x'";
  for (int k = 0; k < 2; k++) {
    o.low[k] = -half;
    o.high[k] = half;
    o.map.count[k] = points;
  }
  return o;
}

static inline ss_basin *prepare_basin(stage *s, const ss_basin_options *o) {
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s->arena, s->machine, o, &s->said, &basin), SS_OK);
  assert_int_equal(s->said.count, 0);
  return basin;
}

static inline const char *name_class(const ss_sweep_map *map, size_t i, size_t j) {
  return map->class_of_code[map->code[j * map->axis[0].count + i]].name;
}

/* A chart of two parameters with a test, run. */
static inline const ss_sweep_map *run_chart(stage *s, const ss_parameter_chart_options *o) {
  ss_parameter_chart *chart;
  assert_int_equal(ss_parameter_chart_prepare(s->arena, s->machine, o, &s->said, &chart), SS_OK);
  assert_int_equal(ss_parameter_chart_run(chart, &s->said), SS_OK);
  assert_int_equal(s->said.count, 0);
  return ss_parameter_chart_map(chart);
}

static inline ss_parameter_chart_options chart_options(const char *test) {
  ss_parameter_chart_options o = ss_parameter_chart_default_options();
  o.parameter[0] = "F";
  o.parameter[1] = "k";
  o.low[0] = 0.5;
  o.high[0] = 1.5;
  o.low[1] = 1;
  o.high[1] = 2;
  o.test = test;
  o.map.count[0] = 3;
  o.map.count[1] = 2;
  return o;
}

#define RUN_TESTS(...)                                                                             \
  int main(void) {                                                                                 \
    const struct CMUnitTest tests[] = {__VA_ARGS__};                                               \
    return cmocka_run_group_tests(tests, NULL, NULL);                                              \
  }
#define T(name) cmocka_unit_test(name)

#endif
