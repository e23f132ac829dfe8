/* track.h: machines that follow references: shared by the tests of tracking. */
#ifndef STANDSTILL_TESTS_STUDY_TRACK_H
#define STANDSTILL_TESTS_STUDY_TRACK_H

#include "../../src/study/track.h"
#include "stage.h"

/* A bar with forces at its middle that lands on both ends; a ball that bounces. */
#define BAR                                                                                        \
  "coord y, a\ninput F; input M\nkinetic = 1/2*y'^2 + 1/6*a'^2\npotential = 10*y\n"                \
  "force y = F; force a = M\ncontact left { gap = y - sin(a) }\n"                                  \
  "contact right { gap = y + sin(a) }\nstate drop { y = 0.8 }\n"
#define PUSHED                                                                                     \
  "param top = 1000\ncoord y\ninput F in [-top, top]\nkinetic = 1/2*y'^2\npotential = 10*y\n"      \
  "force y = F\ncontact floor { gap = y; restitution = newton(1/2, 0) }\nstate drop { y = 0.8 }\n"

static inline ss_tracker *follow(stage *s, ss_track_options *o) {
  ss_tracker *k;
  const ss_status status = ss_track_open(s->machine, o, &s->said, &k);
  if (status != SS_OK && s->said.count) print_error("%s\n", s->said.items[0].message);
  assert_int_equal(status, SS_OK);
  return k;
}

static inline ss_track_options to_drop(double end) {
  ss_track_options o = ss_track_default_options();
  o.reference = "drop";
  o.end = end;
  return o;
}

/* The motion from the reference's start and d, with many samples. */
static inline ss_track run_off(stage *s, const ss_tracker *k, const double *d, ss_motion *m) {
  const ss_reference_motion *r = ss_track_reference(k);
  double x[8];
  ss_motion_options how = ss_motion_default_options();
  ss_track track;
  ss_reference_look_up(r, 0, 0, x, NULL);
  for (size_t i = 0; i < 2 * r->n; i++) x[i] += d[i];
  how.end = r->variation.t;
  how.every = how.end / 2000;
  assert_int_equal(ss_track_run(s->arena, k, x, x + r->n, &how, m, &track), SS_OK);
  return track;
}

#endif
