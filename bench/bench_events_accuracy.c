/* bench_events_accuracy.c: the error of event-driven motions against their tolerance.
 *
 * Motions with stick and slip, impacts, sliders, spatial friction and accumulation are computed
 * with tolerances from 1e-4 to 1e-12 and compared with one of 1e-13, the least that makes sense:
 * the largest difference of the final positions and velocities, and the steps that were taken. The
 * table stands in docs/accuracy.md. Piecewise linear machines are left out: their flow is exact,
 * whatever the tolerance.
 */
#include "accuracy.h"

static const run runs[] = {
    {"stick and slip", "friction-oscillator", "k3=0.2", "x=2, x'=1", 5},
    {"sliders", "constrained-beam", NULL, "pulled", 0.6},
    {"spatial slip", "sliding-disk", NULL, "orbit", 1.5},
    {"landing, both corners", "plank-box", "mu=0.15", "landing, x'=0.6", 0.5},
    {"impacts", "rough-pendulum", NULL, "raised", 0.6},
    {"rocking, accumulation", "rocking-block", NULL, "tilted", 10},
};

enum { RUNS = sizeof runs / sizeof *runs };

static ss_motion move_within(machine *m, double end, double tolerance) {
  ss_motion_options options = ss_motion_default_options();
  options.end = end;
  options.tolerance = tolerance;
  return move(m, &options);
}

static void show(const run *r) {
  machine m;
  printf("%-24s", r->label);
  if (!open_machine(r, &m)) {
    printf("cannot be read\n");
    return;
  }
  const ss_motion reference = move_within(&m, r->end, 1e-13);
  for (int digits = 4; digits <= 12; digits += 2) {
    const ss_motion motion = move_within(&m, r->end, pow(10, -digits));
    printf("  %7.1e %5zu", compare(&m, &motion, &reference), motion.steps);
  }
  printf("\n");
  close_machine(&m);
}

int main(void) {
  printf("%-24s", "error and steps at");
  for (int digits = 4; digits <= 12; digits += 2) printf("  1e-%02d        ", digits);
  printf("\n");
  for (size_t i = 0; i < RUNS; i++) show(&runs[i]);
  return 0;
}
