/* pushed.h: a machine with its loop closed and pushed: shared by the tests of references. */
#ifndef STANDSTILL_TESTS_VARY_PUSHED_H
#define STANDSTILL_TESTS_VARY_PUSHED_H

#include "../motion/machine.h"
#include "standstill/reference.h"

/* A ball that a force pushes; a bar that lands on both ends. */
#define PUSHED_BALL                                                                                \
  "coord y\ninput F\nkinetic = 1/2*y'^2\npotential = 10*y\nforce y = F\n"                          \
  "contact floor { gap = y; restitution = newton(1/2, 0) }\nstate drop { y = 0.8 }\n"
#define PUSHED_BAR                                                                                 \
  "coord y, a\ninput F; input M\nkinetic = 1/2*y'^2 + 1/6*a'^2\npotential = 10*y\n"                \
  "force y = F; force a = M\ncontact left { gap = y - sin(a) }\n"                                  \
  "contact right { gap = y + sin(a) }\nstate drop { y = 0.8 }\n"

typedef struct pushed_machine {
  machine m;
  ss_system *pushed;
  double parameters[16];
} pushed_machine;

static inline pushed_machine push_machine(const char *text) {
  pushed_machine p = {.m = machine_parse(text)};
  ss_system *open;
  assert_int_equal(ss_system_derive(p.m.arena, p.m.model, &open), SS_OK);
  assert_int_equal(ss_system_push(p.m.arena, open, p.m.system, &p.pushed), SS_OK);
  memcpy(p.parameters, p.m.parameters, p.m.model->parameters * sizeof(double));
  machine_put(&p.m, "drop");
  return p;
}

static inline ss_reference_motion refer(pushed_machine *p, double end) {
  ss_reference_options o = ss_reference_default_options();
  ss_reference_motion r;
  o.end = end;
  assert_int_equal(ss_reference_make(p->m.arena, p->pushed, p->parameters, p->m.q, p->m.u, &o, &r),
                   SS_OK);
  return r;
}

#endif
