/* linears.h: linear machines for the tests of src/rest. */
#ifndef STANDSTILL_TESTS_REST_LINEARS_H
#define STANDSTILL_TESTS_REST_LINEARS_H

#include "../../src/rest/linear.h"
#include "rests.h"

typedef struct linears {
  machine m;
  ss_statics statics;
  ss_rest_linear linear;
  bool is_linear;
} linears;

static inline linears linears_open(const char *text) {
  linears l = {.m = machine_parse(text)};
  assert_int_equal(ss_statics_create(l.m.arena, l.m.system, l.m.parameters, &l.statics), SS_OK);
  return l;
}

static inline void linears_read(linears *l) {
  assert_int_equal(ss_rest_linear_read(l->m.arena, &l->statics, &l->linear, &l->is_linear), SS_OK);
}

static inline void linears_close(linears *l) {
  ss_rest_linear_clear(&l->linear);
  machine_close(&l->m);
}

/* A chain of n blocks between a wall and nothing, springs of stiffness 1, friction at most 1 under
 * each block: K^-1 has entries min(i, j), so that |x_i| <= i (2 n + 1 - i) / 2. */
static inline void write_chain(size_t n, char *text) {
  text += sprintf(text, "model \"chain\"\ncoord x1\npotential = 1/2*x1^2\n");
  for (size_t i = 2; i <= n; i++)
    text += sprintf(text, "coord x%zu\npotential = 1/2*(x%zu - x%zu)^2\n", i, i, i - 1);
  for (size_t i = 1; i <= n; i++)
    text += sprintf(text,
                    "kinetic = 1/2*x%zu'^2\n"
                    "friction f%zu { slip = x%zu'; normal = 1; law = coulomb(1) }\n",
                    i, i, i);
}

#endif
