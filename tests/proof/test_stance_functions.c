/* test_stance_functions.c: the inequalities held against motions that are computed here.
 *
 * For random unknowns the quadratic forms are compared with V before and after an impact, with the
 * impact solved by its own formulas in the body's coordinates. */
#include "stances.h"

static double draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* V^(i) at u (no gap), by the definition in stance.h with r = 0, for slips of the sign g. */
static double value(const ss_footing *s, size_t i, size_t g, const double *f, const double *u) {
  const double h = 1;
  const double t = tan(M_PI / 6), d = 0.55, l[] = {t - d, t + d};
  (void)s;
  const double slip = u[0] + h * u[2], own = u[1] + l[i] * u[2];
  const double T = 0.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  assert_true(fabs(own) < 1e-12);
  /* T where both slide, by s^2: the body does not turn */
  const double k = f[STANCE_K + 2 * i + g], K = ball_middle(arb_mat_entry(s->contact[i].K, 1, 1));
  return k * T + (f[STANCE_Q + g] - k / 2 * K) * slip * slip;
}

/* Plastic impacts at foot 1 of a body that slides on foot 2, sticking after it. */
static void sticking_impacts(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  uint64_t seed = 5;
  size_t found = 0;
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    if (strcmp(e->what, "the function falls to an impact at the other contact") != 0) continue;
    if (e->size != 2) continue;
    /* by contacts: slip + and - after a slip of the other sign, then stick after slip + and - */
    const size_t i = found / 4, j = 1 - i, side = found % 2;
    if (found++ % 4 < 2) continue;
    const double t = tan(M_PI / 6), l[] = {t - 0.55, t + 0.55}, mu[] = {0.7, 2};
    for (int trial = 0; trial < 20; trial++) {
      const double x[] = {draw(&seed), draw(&seed)};
      const double N = (x[0] + x[1]) / (2 * mu[i]), F = (x[1] - x[0]) / 2;
      /* after: foot i stands still; before: less the impulse, foot j slides (w_j = 0) */
      const double du[] = {F, N, N * l[i] + F};
      /* u after = w (turning about foot i); before = after - du has no velocity of gap j */
      const double spin = (du[1] + l[j] * du[2]) / (l[j] - l[i]);
      const double after[] = {-spin, -l[i] * spin, spin};
      const double before[] = {after[0] - du[0], after[1] - du[1], after[2] - du[2]};
      double f[STANCE_UNKNOWNS] = {0}, form = 0;
      for (size_t v = STANCE_Q; v < STANCE_A; v++) f[v] = draw(&seed);
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
        for (slong a = 0; a < 2; a++)
          for (slong b = 0; b < 2; b++)
            form += f[v] * x[a] * x[b] * ball_middle(arb_mat_entry(e->A[v], a, b));
      const double fall = value(s, j, side, f, before) - value(s, i, s->rest[i], f, after);
      assert_true(fabs(form - fall) < 1e-12 * (1 + fabs(fall)));
    }
  }
  assert_int_equal(found, 8);
  stop(&m);
}

static void energy(void **state) {
  (void)state;
  static const struct {
    const char *settings;
    bool loses;
  } cases[] = {{"alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1", true},
               {"alpha=pi/9 e=0.99 d=2 mu1=2 mu2=2", false}};
  for (size_t k = 0; k < 2; k++) {
    machine m = read_file("models/planar-biped.still", cases[k].settings);
    assert_true(ss_stance_loses_energy(find_stance(&m)) == cases[k].loses);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sticking_impacts), cmocka_unit_test(energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
