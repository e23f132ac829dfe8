/* vary.h: a model, varied: shared by the tests of the room. */
#ifndef STANDSTILL_TESTS_VARY_VARY_H
#define STANDSTILL_TESTS_VARY_VARY_H

#include "../../src/vary/variation.h"
#include "../motion/machine.h"

/* The motion from the machine's state up to `end` and its variation. */
static inline ss_variation vary_to(machine *m, double end, ss_vary_options *options) {
  ss_vary_options own = ss_vary_default_options();
  ss_variation v;
  if (!options) options = &own;
  options->end = end;
  const ss_status status = ss_vary_run(m->arena, m->system, m->parameters, m->q, m->u, options, &v);
  if (status != SS_OK) print_error("stopped: %s\n", v.motion.reason ? v.motion.reason : "");
  assert_int_equal(status, SS_OK);
  return v;
}

/* The same, and nothing is refused. */
static inline ss_variation vary_well(machine *m, double end, ss_vary_options *options) {
  const ss_variation v = vary_to(m, end, options);
  if (v.refusal.kind) print_error("refused: %s\n", v.refusal.reason);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_NONE);
  return v;
}

/* The smallest observed order of `count` checks, all of which must be there; those with too few
 * sizes above noise tell none, but half of them do. */
static inline double vary_order(machine *m, double end, size_t count) {
  ss_vary_options options = ss_vary_default_options();
  options.checks = count;
  const ss_variation v = vary_well(m, end, &options);
  double least = INFINITY;
  size_t told = 0;
  assert_int_equal(v.check.count, count);
  for (size_t k = 0; k < count; k++) {
    if (v.check.note[k]) print_error("check %zu: %s\n", k, v.check.note[k]);
    assert_null(v.check.note[k]);
    if (isnan(v.check.order[k])) continue;
    least = fmin(least, v.check.order[k]);
    told++;
  }
  assert_true(2 * told >= count);
  return least;
}

/* ---- parts of the room, alone ---------------------------------------------------------------- */

/* A frame with `moved` parameters by name, and responses. */
typedef struct bench {
  machine m;
  ss_vary v;
  ss_vary_options options;
  size_t moved[8];
} bench;

static inline void bench_open(bench *b, machine m, size_t moved, const char *const *names) {
  *b = (bench){.m = m, .options = ss_vary_default_options()};
  for (size_t k = 0; k < moved; k++) b->moved[k] = ss_model_find_parameter(m.model, names[k]);
  b->v = (ss_vary){.system = m.system, .options = &b->options, .arena = m.arena};
  b->v.scratch = ss_arena_create();
  assert_int_equal(ss_frame_create(m.arena, m.system, m.parameters, moved, b->moved, &b->v.frame),
                   SS_OK);
  assert_int_equal(ss_response_create(m.arena, &b->v.frame, &b->v.response), SS_OK);
  assert_int_equal(ss_contact_state_create(m.arena, m.system, &b->v.contacts), SS_OK);
  b->v.bonds = ss_arena_new(m.arena, m.system->elements, ss_bond);
}

static inline void bench_close(bench *b) {
  ss_frame_destroy(&b->v.frame);
  ss_arena_destroy(b->v.scratch);
  machine_close(&b->m);
}

/* The frame at the machine's state with column c of (q, u, t, moved) shifted by d. */
static inline void bench_look(bench *b, size_t c, double d) {
  ss_frame *f = &b->v.frame;
  const size_t n = f->n;
  double q[8], u[8], t = 0.3;
  memcpy(q, b->m.q, n * sizeof *q);
  memcpy(u, b->m.u, n * sizeof *u);
  if (c < n) q[c] += d;
  if (c >= n && c < 2 * n) u[c - n] += d;
  if (c == 2 * n) t += d;
  double *in = ss_forward_in(f->tape.tape, f->work);
  if (c > 2 * n) in[c] += d;
  assert_true(ss_frame_look(f, t, q, u));
  if (c > 2 * n) in[c] -= d;
}

#endif
