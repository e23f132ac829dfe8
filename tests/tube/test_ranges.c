/* test_ranges.c: machines of which numbers are known within radii.
 *
 * Motions by events of machines that are drawn from the ranges, their ends among them, must be
 * where the tube says when it ends, and do what it says. */
#include "machines.h"

#include "../../src/tube/tube_private.h"

#define RANGED                                                                                     \
  "model \"masses\"\nparam c2 = -0.375 in [-0.38, -0.37]\nparam k2 = 1 in [0.99, 1.01]\n"          \
  "param mu = 0.1 in [0.098, 0.102]\ncoord x1, x2\nkinetic = x1'^2/2 + x2'^2/2\n"                  \
  "potential = x1^2/2 + k2*(x2 - x1)^2/2 + x2^2/2\n"                                               \
  "force x1 = -0.5*x1' + c2*(x2' - x1')\nforce x2 = -0.5*x2' - c2*(x2' - x1')\n"                   \
  "friction first { slip = x1'; normal = 10; law = coulomb(mu) }\n"                                \
  "friction second { slip = x2'; normal = 10; law = coulomb(0.1) }\n"

static double energy_norm(const ss_linear *l, const double *e) {
  const slong n = (slong)l->coordinates;
  double sum = 0;
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++)
      sum += e[i] * fmpq_get_d(fmpq_mat_entry(l->center.K, i, j)) * e[j] +
             e[n + i] * fmpq_get_d(fmpq_mat_entry(l->center.M, i, j)) * e[n + j];
  return sqrt(fmax(sum, 0));
}

/* |x - x~|/r when the tube ends, of a machine and a start that were drawn. */
static double try_motion(const subject *s, const double *y, uint64_t *seed,
                         const ss_tube_answer *a) {
  static const double low[3] = {-0.38, 0.99, 0.098}, high[3] = {-0.37, 1.01, 0.102};
  ss_arena *arena = ss_arena_create();
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  double parameters[3], e[4];
  for (int i = 0; i < 3; i++) {
    const double at = random_number(seed), middle = (low[i] + high[i]) / 2;
    const double part = at < -0.4 ? -1 : at > 0.4 ? 1 : at;
    parameters[i] = middle + 0.999999 * part * (high[i] - middle);
  }
  o.end = a->time;
  assert_int_equal(
      ss_motion_run(arena, ss_machine_system(s->machine), parameters, y, y + 2, &o, &motion),
      SS_OK);
  for (size_t i = 0; i < 2; i++) e[i] = motion.q[i] - a->x[i], e[2 + i] = motion.u[i] - a->x[2 + i];
  const double ratio =
      (energy_norm(&s->linear, e) - 1e-7 * (1 + energy_norm(&s->linear, a->x))) / a->radius;
  ss_arena_destroy(arena);
  return ratio;
}

static void motions_of_all_machines_stay(void **state) {
  (void)state;
  subject s = open_subject(RANGED);
  make_tube(&s, NULL);
  uint64_t seed = 5;
  double most = 0;
  int decided[4] = {0};
  for (int k = 0; k < 120; k++) {
    double x[4], reach[4], y[4];
    const bool still = k % 2;
    ss_tube_answer a;
    for (int i = 0; i < 4; i++) {
      x[i] = i > 1 && still ? 0 : 7 * random_number(&seed);
      reach[i] = i > 1 && still ? 0 : 0.01 * (1 + random_number(&seed));
    }
    ss_tube_follow(s.tube, x, reach, NULL, &a);
    decided[a.fate]++;
    if (!(a.time > 0)) continue;
    for (int j = 0; j < 4; j++) {
      for (int i = 0; i < 4; i++) y[i] = x[i] + reach[i] * random_number(&seed);
      most = fmax(most, try_motion(&s, y, &seed, &a));
    }
  }
  /* inside, and not because tubes are wide */
  assert_true(most < 1 && most > 0.3);
  assert_true(decided[SS_TUBE_REST] > 20 && decided[SS_TUBE_ESCAPE] > 5);
  close_subject(&s);
}

/* C: four numbers; K: its diagonal, and both others at once; p: one. */
static void numbers_are_counted(void **state) {
  (void)state;
  subject s = open_subject(RANGED);
  make_tube(&s, NULL);
  size_t terms = 0;
  assert_int_equal(s.tube->ranges, 8);
  for (size_t i = 0; i < 8; i++) terms += s.tube->range[i].terms;
  assert_int_equal(terms, 4 + 4);
  assert_true(fabs(s.tube->give_way[0] - 0.02) < 1e-12 && s.tube->give_way[1] == 0);
  /* K^-1 = [2 1; 1 2]/3: four entries of C, four of K */
  const double stir = 4 * 0.005 + 4 * 0.01 * sqrt(2. / 3);
  assert_true(s.tube->stir > stir && s.tube->stir < 1.003 * stir);
  /* radii of 0.01 in sums of rows of 0.02; the least eigenvalue of K is 1 */
  assert_true(s.tube->longer >= 0.02 && s.tube->longer < 0.0201);
  close_subject(&s);
}

static const char *refuse(const char *text) {
  static char reason[200];
  const char *why = NULL;
  const ss_tube *tube;
  const ss_tube_options o = {.end = 10};
  subject s = open_subject(text);
  assert_null(s.why);
  assert_int_equal(ss_tube_create(s.arena, &s.linear, &o, &tube, &why), SS_BAD_ARGUMENT);
  snprintf(reason, sizeof reason, "%s", why);
  close_subject(&s);
  return reason;
}

#define BLOCK(mass, spring)                                                                        \
  "param a = 1 in [0.9, 1.1]\ncoord x\nkinetic = " mass "*x'^2/2\npotential = " spring "\n"        \
  "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n"

static void what_may_not_have_a_range(void **state) {
  (void)state;
  assert_non_null(strstr(refuse(BLOCK("a", "x^2/2")), "masses"));
  assert_non_null(strstr(refuse(BLOCK("1", "x^2/2 + a*x")), "rest point"));
  assert_non_null(strstr(refuse(BLOCK("1", "a*x^2/2 + x")), "rest point"));
  assert_non_null(strstr(refuse(BLOCK("1", "(a + (a - 1)*2)*x^2/2")), "too wide"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(motions_of_all_machines_stay),
                                     cmocka_unit_test(numbers_are_counted),
                                     cmocka_unit_test(what_may_not_have_a_range)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
