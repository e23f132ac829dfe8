/* levels.h: a machine in the coordinates of the search for its level. */
#ifndef STANDSTILL_TESTS_PROOF_LEVELS_H
#define STANDSTILL_TESTS_PROOF_LEVELS_H

#include "../../src/proof/level.h"
#include "support.h"

typedef struct search {
  machine m;
  ss_scaled s;
} search;

static inline void start_search(search *t, const char *text) {
  t->m = start_facts(text);
  settle(&t->m);
  assert_true(ss_level_scale(&t->s, &t->m.facts, 4, t->m.arena));
}

static inline void stop_search(search *t) {
  ss_level_clear(&t->s);
  stop(&t->m);
}

/* C = diag(-1, -2), p = 1, 1: phi is largest along y, tau = 2. */
#define DIAGONAL TWO SPRINGS RUBS_X RUBS_Y DAMPER("-1", "-2")

/* The two masses of the paper: tau^2 = 1/32. */
#define PAPER                                                                                      \
  TWO SPRINGS RUBS_X RUBS_Y "force x = -1/2*x' - 3/8*(y' - x')\nforce y = -1/2*y' + 3/8*(y' - "    \
                            "x')\n"

/* C = [-.3 .1; .1 -.3], a case of the paper: tau = 0.3, along x and along y. */
#define COUPLED TWO SPRINGS RUBS_X RUBS_Y "force x = 0.3*x' - 0.1*y'\nforce y = 0.3*y' - 0.1*x'\n"

/* Signs of the two frictions and four cuts. */
#define SIGNS(...) ((int[6]){__VA_ARGS__})

static inline ss_leaf *solve_leaf(search *t, const int *sign) {
  const ss_effort exact = {.gap = 1e-9, .hopeless = HUGE_VAL};
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  assert_non_null(leaf);
  assert_true(ss_level_minimise(&t->s, leaf, &exact));
  return leaf;
}

#endif
