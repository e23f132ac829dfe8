/* bench_moreau_accuracy.c: the error of time stepping against its step, and its order.
 *
 * Motions with stick and slip, sliders, impacts, accumulation and spatial friction are computed
 * with steps from 4e-3 to 3e-5 and compared with the event-driven method at the tolerance 1e-12,
 * whose own error is far below: the largest difference of the final positions and velocities, the
 * residual of the energy book relative to the largest energy, the deepest gap. Orders are slopes of
 * straight lines through the logarithms, by least squares. Then the same motions with the step
 * chosen by a tolerance. The tables stand in docs/accuracy.md.
 */
#include "accuracy.h"

static const run runs[] = {
    {"stick and slip, until rest", "friction-oscillator", "c=0", "x=10.3", 20},
    {"stick and slip, two masses", "two-masses", NULL, "x1=2, x2=-1, x1'=1", 4},
    {"sliders with friction", "constrained-beam", NULL, "pulled", 0.6},
    {"a control, impacts", "arm-against-stop", NULL, "start", 0.5},
    {"impacts, in flight", "bouncing-ball", NULL, "drop", 2.4},
    {"impacts with friction", "rough-pendulum", NULL, "raised", 0.6},
    {"impacts, slip, until rest", "falling-block", NULL, "drop", 10},
    {"rocking on corners", "rocking-block", NULL, "tilted", 0.2},
    {"rocking on corners that stick", "rocking-block", "mu=2", "tilted", 0.2},
    {"rocking, until rest", "rocking-block", NULL, "tilted", 10},
    {"landing on both corners", "plank-box", "mu=0.15", "landing, x'=0.6", 0.5},
    {"spatial slip", "sliding-disk", NULL, "orbit", 1.5},
};

enum { RUNS = sizeof runs / sizeof *runs, STEPS = 8 };

/* The slope of log y over log x; NAN where a y is 0. */
static double fit_order(const double *x, const double *y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int k = 0; k < STEPS; k++) {
    sx += log(x[k]), sy += log(y[k]);
    sxx += log(x[k]) * log(x[k]), sxy += log(x[k]) * log(y[k]);
  }
  return (STEPS * sxy - sx * sy) / (STEPS * sxx - sx * sx);
}

static double find_residual(const ss_motion *motion) {
  const ss_energy_book *b = &motion->energy;
  const double largest = fmax(fmax(fabs(b->start), fabs(b->end)),
                              fmax(fabs(b->work), fmax(fabs(b->friction), fabs(b->impacts))));
  return largest > 0 ? fabs(b->residual) / largest : 0;
}

static ss_motion_options choose_stepping(double end, double step, double tolerance) {
  ss_motion_options options = ss_motion_default_options();
  options.method = SS_MOTION_MOREAU;
  options.end = end;
  options.step = step;
  options.tolerance = tolerance;
  return options;
}

static ss_motion move_exactly(machine *m, double end) {
  ss_motion_options options = ss_motion_default_options();
  options.end = end;
  options.tolerance = 1e-12;
  return move(m, &options);
}

/* Errors with fixed steps, their order, the residual and the gap with the step 1e-3. */
static void show_steps(const run *r, machine *m, const ss_motion *reference) {
  double steps[STEPS], errors[STEPS], residuals[STEPS], gap = 0;
  printf("%-28s", r->label);
  for (int k = 0; k < STEPS; k++) {
    steps[k] = 4e-3 / (1 << k);
    const ss_motion_options options = choose_stepping(r->end, steps[k], 1e-10);
    const ss_motion motion = move(m, &options);
    errors[k] = compare(m, &motion, reference);
    residuals[k] = find_residual(&motion);
    if (k == 2) gap = motion.penetration;
    printf(" %7.1e", errors[k]);
  }
  printf("  %5.2f   %7.1e %5.2f  %7.1e\n", fit_order(steps, errors), residuals[2],
         fit_order(steps, residuals), gap);
}

/* Errors and numbers of steps with the step control. */
static void show_tolerances(const run *r, machine *m, const ss_motion *reference) {
  printf("%-28s", r->label);
  for (int digits = 4; digits <= 10; digits += 2) {
    const ss_motion_options options = choose_stepping(r->end, 0, pow(10, -digits));
    const ss_motion motion = move(m, &options);
    printf("  %7.1e %6zu", compare(m, &motion, reference), motion.steps);
  }
  printf("\n");
}

static void show_all(void (*show)(const run *, machine *, const ss_motion *)) {
  for (size_t i = 0; i < RUNS; i++) {
    machine m;
    if (!open_machine(&runs[i], &m)) {
      printf("%s cannot be read\n", runs[i].model);
      continue;
    }
    const ss_motion reference = move_exactly(&m, runs[i].end);
    show(&runs[i], &m, &reference);
    close_machine(&m);
  }
}

int main(void) {
  printf("%-28s", "error with the step");
  for (int k = 0; k < STEPS; k++) printf(" %7.1e", 4e-3 / (1 << k));
  printf("  order   residual order  deepest gap (1e-3)\n");
  show_all(show_steps);
  printf("\n%-28s", "error and steps at");
  for (int digits = 4; digits <= 10; digits += 2) printf("  1e-%02d         ", digits);
  printf("\n");
  show_all(show_tolerances);
  return 0;
}
