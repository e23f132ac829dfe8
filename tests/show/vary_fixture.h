/* vary_fixture.h: a variation of the bouncing ball, for the tests of what is shown of it. */
#ifndef VARY_FIXTURE_H
#define VARY_FIXTURE_H

#include "../motion/machine.h"
#include "standstill/show.h"

typedef struct vary_fixture {
  machine m;
  size_t parameter;
  ss_variation v;
  ss_vary_cycle cycle;
} vary_fixture;

static inline vary_fixture start_vary(const char *model, const char *state, double end) {
  vary_fixture f = {.m = machine_open(model, NULL)};
  machine_put(&f.m, state);
  ss_vary_options options = ss_vary_default_options();
  options.end = end;
  options.parameters = 1;
  options.parameter = &f.parameter;
  options.checks = 1;
  assert_int_equal(ss_vary_run(f.m.arena, f.m.system, f.m.parameters, f.m.q, f.m.u, &options, &f.v),
                   SS_OK);
  if (!f.v.refusal.kind)
    assert_int_equal(ss_vary_find_multipliers(f.m.arena, &f.v, 0, f.m.q, f.m.u, &f.cycle), SS_OK);
  return f;
}

#endif
