/* motion_fixture.h: a motion written down by hand, for the tests of what is shown of motions. */
#ifndef MOTION_FIXTURE_H
#define MOTION_FIXTURE_H

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "fixture.h"

enum { SAMPLES = 6, EVENTS = 4 };

/* The bead falls on the floor at t = 1/3, slips, and rests at t = 2. Numbers are chosen to be told
 * apart, not to obey the equations. */
typedef struct motion_fixture {
  fixture f;
  double parameters[3];
  double q[SAMPLES][2], u[SAMPLES][2], forces[SAMPLES][3];
  ss_mode modes[SAMPLES][2];
  double u_before[2], u_after[2], impulses[3], friction_of[2], impacts_of[2];
  ss_sample sample[SAMPLES];
  ss_event event[EVENTS];
  ss_motion motion;
  char file[300];
} motion_fixture;

static inline void fill_samples(motion_fixture *m) {
  static const double times[SAMPLES] = {0, 0.1, 1.0 / 3, 1.0 / 3, 1, 2};
  static const ss_mode floor_modes[SAMPLES] = {SS_MODE_FREE, SS_MODE_FREE,      SS_MODE_FREE,
                                               SS_MODE_FREE, SS_MODE_SLIP_PLUS, SS_MODE_STICK};
  for (size_t i = 0; i < SAMPLES; i++) {
    const double t = times[i];
    for (size_t k = 0; k < 2; k++) {
      m->q[i][k] = t + 10 * (double)k;
      m->u[i][k] = 1 / 3.0 - t;
    }
    for (size_t k = 0; k < 3; k++) m->forces[i][k] = t * (double)(k + 1);
    m->modes[i][0] = floor_modes[i];
    m->modes[i][1] = SS_MODE_SLIP_MINUS;
    m->sample[i] = (ss_sample){t, m->q[i], m->u[i], m->forces[i], m->modes[i]};
  }
}

static inline void fill_events(motion_fixture *m) {
  for (size_t k = 0; k < 2; k++) {
    m->u_before[k] = -1 - (double)k;
    m->u_after[k] = 0.1 + (double)k;
  }
  for (size_t k = 0; k < 3; k++) m->impulses[k] = 0.7 + (double)k;
  m->event[0] = (ss_event){.t = 1.0 / 3,
                           .kind = SS_EVENT_IMPACT,
                           .element = 0,
                           .energy_before = 5,
                           .energy_after = 1.25,
                           .u_before = m->u_before,
                           .u_after = m->u_after,
                           .impulses = m->impulses,
                           .q = m->q[2]};
  m->event[1] = (ss_event){.t = 1, .kind = SS_EVENT_CLOSE, .element = 0, .q = m->q[4]};
  m->event[2] = (ss_event){.t = 2, .kind = SS_EVENT_STICK, .element = 0, .q = m->q[5]};
  m->event[3] = (ss_event){.t = 2, .kind = SS_EVENT_REST, .element = SIZE_MAX, .q = m->q[5]};
}

static inline void start_motion(motion_fixture *m) {
  *m = (motion_fixture){.parameters = {2, 9.81, 0.25}};
  start_fixture(&m->f, bead);
  fill_samples(m);
  fill_events(m);
  m->friction_of[0] = -0.5;
  m->friction_of[1] = -0.25;
  m->impacts_of[0] = -3.75;
  m->motion = (ss_motion){.method = SS_MOTION_EVENTS,
                          .steps = 77,
                          .events = EVENTS,
                          .samples = SAMPLES,
                          .event = m->event,
                          .sample = m->sample,
                          .t = 2,
                          .q = m->q[5],
                          .u = m->u[5],
                          .at_rest = true,
                          .energy = {.start = 10,
                                     .end = 5.75,
                                     .kinetic = 0,
                                     .potential = 5.75,
                                     .work = 0.25,
                                     .controls = 0.125,
                                     .friction = -0.75,
                                     .impacts = -3.75,
                                     .residual = 1e-13,
                                     .friction_of = m->friction_of,
                                     .impacts_of = m->impacts_of}};
}

static inline void stop_motion(motion_fixture *m) {
  if (*m->file) unlink(m->file);
  stop_fixture(&m->f);
}

/* A file of that ending, for this test alone; removed by stop_motion. */
static inline const char *name_file(motion_fixture *m, const char *ending) {
  if (*m->file) unlink(m->file);
  const char *folder = getenv("TMPDIR");
  snprintf(m->file, sizeof m->file, "%s/motion-%ld%s", folder ? folder : P_tmpdir, (long)getpid(),
           ending);
  return m->file;
}

/* The text of a file, appended. */
static inline void load_file(const char *file, ss_text *out) {
  char buffer[4096];
  FILE *in = fopen(file, "rb");
  assert_non_null(in);
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, in)) > 0;)
    ss_text_add_bytes(out, buffer, got);
  fclose(in);
}

static inline ss_motion_source get_source(const motion_fixture *m) {
  return (ss_motion_source){.system = m->f.system, .parameters = m->parameters};
}

#endif
