/* track_fixture.h: a reference and how it was followed, written down by hand. */
#ifndef TRACK_FIXTURE_H
#define TRACK_FIXTURE_H

#include "motion_fixture.h"

typedef struct track_fixture {
  motion_fixture m;
  double numbers[SAMPLES][6], t[2];
  ss_track_sample sample[SAMPLES];
  ss_event_guard guard;
  ss_vary_event event;
  ss_mode modes[2];
  ss_reference_segment segment[2];
  ss_reference_motion reference;
  ss_track track;
} track_fixture;

static inline void start_track(track_fixture *f) {
  *f = (track_fixture){0};
  start_motion(&f->m);
  for (size_t i = 0; i < SAMPLES; i++) {
    for (size_t k = 0; k < 6; k++) f->numbers[i][k] = 0.01 * (double)(i + k);
    f->sample[i] = (ss_track_sample){.segment = i / 3,
                                     .error = f->numbers[i],
                                     .input = f->numbers[i] + 4,
                                     .feedback = f->numbers[i] + 5};
  }
  f->t[1] = 1;
  f->guard = (ss_event_guard){SS_GUARD_GAP, 0, 0, -1};
  f->event = (ss_vary_event){.t = 0.5, .guards = 1, .guard = &f->guard};
  for (size_t k = 0; k < 2; k++)
    f->segment[k] = (ss_reference_segment){.instants = k, .modes = f->modes, .knots = 2, .t = f->t};
  f->reference = (ss_reference_motion){.n = 2,
                                       .inputs = 1,
                                       .variation = {.events = 1, .event = &f->event},
                                       .segments = 2,
                                       .segment = f->segment};
  f->track = (ss_track){.inputs = 1,
                        .samples = SAMPLES,
                        .sample = f->sample,
                        .error = 0.25,
                        .feedback = 3,
                        .saturated = 0.125,
                        .missed = 1,
                        .unexpected = 2,
                        .unexpected_time = 0.75,
                        .unexpected_guard = f->guard};
}

#endif
