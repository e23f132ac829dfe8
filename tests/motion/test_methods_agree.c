/* test_methods_agree.c: the event-driven method and time stepping end in the same place.
 *
 * They share the equations, the contact solver and the question of rest, and nothing else. From the
 * same random starts both must rest or not rest, and end within the error of the time stepping,
 * which halving its step tells: over all starts of a machine the largest distance between the
 * methods is at most five times the largest change that halving the step made (for an error of
 * second order it is a third of it).
 */
#include "machine.h"

enum { STARTS = 6, NUMBERS = 5 };

typedef struct contest {
  const char *model;
  const char *from; /* a state with random numbers in it, */
  double low[NUMBERS], high[NUMBERS];
  double end;
} contest;

static const contest contests[] = {
    {"friction-oscillator", "x=%.17g,x'=%.17g", {-2, -1}, {2, 1}, 40},
    {"two-masses", "x1=%.17g,x2=%.17g,x1'=%.17g,x2'=%.17g", {-2, -2, -2, -2}, {2, 2, 2, 2}, 40},
    {"two-masses-between", "x1=%.17g,x2=%.17g,x1'=%.17g", {-2, -2, -2}, {2, 2, 2}, 60},
    {"two-masses-sum", "x1=%.17g,x2=%.17g,x1'=%.17g", {-1, -1, -1}, {1, 1, 1}, 60},
    {"falling-block", "x=%.17g,y=%.17g,x'=%.17g,y'=%.17g", {-1, 0.01, -2, -2}, {1, 1, 2, 2}, 20},
    {"bouncing-ball", "y=%.17g,y'=%.17g", {0.01, -2}, {1, 2}, 20},
    {"rocking-block",
     "phi=%.17g,y=0.25+%.17g,x=%.17g,x'=%.17g,phi'=%.17g",
     {-0.4, 0, -0.2, -0.5, -1},
     {0.4, 0.1, 0.2, 0.5, 1},
     10},
    {"rocking-bar", "phi=%.17g,y=1+%.17g,x=%.17g", {-0.3, 0, -0.2}, {0.3, 0.1, 0.2}, 10},
    {"constrained-beam", "phi=%1$.17g,x=l*sin(%1$.17g),y=l*cos(%1$.17g)", {1.2}, {5}, 20},
    {"arm-against-stop", "q=%.17g,q'=%.17g", {0.6, -1}, {3, 1}, 10},
    {"sliding-disk", "x=%.17g,y=%.17g,x'=%.17g,y'=%.17g", {-1, -1, -2, -2}, {1, 1, 2, 2}, 20},
    {"ratchet", "a=%.17g,b=%.17g", {-1, 0}, {1, 1}, 20},
    {"plank-box", "x=0.7,y=0.15+%.17g,theta=%.17g,phi=%.17g", {0, -0.3, -0.3}, {0.1, 0.3, 0.1}, 2},
    {"rough-pendulum", "a1=pi/2+%.17g,a2=pi/2+%.17g", {-0.2, -0.2}, {0.2, 0.2}, 5},
    {"planar-biped", "z=0.1+%.17g,theta=%.17g,x=%.17g", {0, -0.1, -0.1}, {0.1, 0.1, 0.1}, 10},
};

static uint64_t source = 88172645463325252ULL;

static double draw(double low, double high) {
  source ^= source << 13;
  source ^= source >> 7;
  source ^= source << 17;
  return low + (high - low) * (double)(source >> 11) * 0x1p-53;
}

static void put_at_random(machine *m, const contest *c) {
  double r[NUMBERS];
  char text[300];
  for (size_t k = 0; k < NUMBERS; k++) r[k] = draw(c->low[k], c->high[k]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
  snprintf(text, sizeof text, c->from, r[0], r[1], r[2], r[3], r[4]);
#pragma GCC diagnostic pop
  machine_put(m, text);
}

static ss_motion run_by(machine *m, ss_motion_method method, double step, double end) {
  m->options.method = method;
  m->options.step = step;
  machine_run_well(m, end);
  return m->motion;
}

static double find_distance(size_t n, const ss_motion *a, const ss_motion *b) {
  double largest = 0;
  for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(a->q[k] - b->q[k]));
  return largest;
}

static void hold(const contest *c) {
  machine m = machine_open(c->model, NULL);
  const size_t n = m.system->coordinates;
  double apart = 0, change = 1e-9;
  for (int k = 0; k < STARTS; k++) {
    put_at_random(&m, c);
    const ss_motion events = run_by(&m, SS_MOTION_EVENTS, 0, c->end);
    const ss_motion coarse = run_by(&m, SS_MOTION_MOREAU, 1e-3, c->end);
    const ss_motion fine = run_by(&m, SS_MOTION_MOREAU, 5e-4, c->end);
    assert_true(events.at_rest == fine.at_rest);
    apart = fmax(apart, find_distance(n, &events, &fine));
    change = fmax(change, find_distance(n, &coarse, &fine));
  }
  if (apart > 5 * change || change > 1e-2)
    print_error("%s: %.2e apart, halving the step changes %.2e\n", c->model, apart, change);
  assert_true(apart <= 5 * change && change <= 1e-2);
  machine_close(&m);
}

static void test_methods_agree(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof contests / sizeof *contests; k++) hold(&contests[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_methods_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
