/* stage.h: the inside of an event-driven run, set to stances by hand: shared by tests. */
#ifndef STANDSTILL_TESTS_MOTION_STAGE_H
#define STANDSTILL_TESTS_MOTION_STAGE_H

#include "../../src/motion/events.h"
#include "machine.h"

typedef struct stage {
  machine m;
  ss_run run;
  ss_events ev;
} stage;

/* The stage must not move in memory afterwards: parts of it point to others. */
static inline void stage_open(stage *s, machine m, const char *state) {
  s->m = m;
  machine_put(&s->m, state);
  assert_int_equal(ss_run_start(&s->run, s->m.arena, s->m.system, s->m.parameters, &s->m.options),
                   SS_OK);
  memcpy(s->run.q, s->m.q, s->run.n * sizeof(double));
  memcpy(s->run.u, s->m.u, s->run.n * sizeof(double));
  assert_int_equal(ss_events_open(&s->ev, &s->run), SS_OK);
}

static inline void stage_close(stage *s) {
  ss_events_close(&s->ev);
  ss_run_end(&s->run);
  machine_close(&s->m);
}

static inline void stage_set(stage *s, size_t element, ss_stance_kind kind, int sign) {
  s->ev.stance[element] = (ss_stance){.kind = kind, .sign = sign, .side = 1};
}

static inline bool stage_solve(stage *s) {
  return ss_stances_solve(&s->ev, 0, s->run.q, s->run.u);
}

#endif
