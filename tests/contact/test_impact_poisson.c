/* test_impact_poisson.c: Poisson's impacts of two phases, against single contacts by cases, balls
 * in a row, slip in space. */
#include "impact.h"

/* One planar contact: the impulse N, T with N >= least that ends with velocities as Coulomb's law
 * wants them, xi_N >= 0 and xi_N = 0 where N > least. By cases; false if none fits. */
static bool press_once(const double *G, double mu, const double *c, double least, double *r) {
  for (int held = 0; held < 2; held++) /* N is the least one, or xi_N = 0 */
    for (int slip = -1; slip <= 1; slip++) {
      double N = least, T = slip * -mu * N;
      if (held && slip) N = -c[0] / (G[0] - slip * mu * G[1]), T = -slip * mu * N;
      if (held && !slip) {
        const double det = G[0] * G[3] - G[1] * G[1];
        N = (-G[3] * c[0] + G[1] * c[1]) / det;
        T = (G[1] * c[0] - G[0] * c[1]) / det;
      }
      if (!held && !slip) T = -(c[1] + G[1] * N) / G[3];
      const double xN = G[0] * N + G[1] * T + c[0], xT = G[1] * N + G[3] * T + c[1];
      if (!isfinite(N) || N < least - 1e-12 || xN < -1e-12 || fabs(T) > mu * N + 1e-12) continue;
      if (slip * xT < 0) continue;
      r[0] = N;
      r[1] = T;
      return true;
    }
  return false;
}

/* Kane and Levinson's pendulum, where friction turns the slip round on the way. The two phases
 * never gain energy, at angles at which Newton's law does. */
static void poisson_at_one_contact(void **state) {
  (void)state;
  random_source source = {78};
  int turned = 0, tested = 0, newton_gains = 0;
  for (int i = 0; i < 20000; i++) {
    const pendulum_case p = {.a1 = draw_between(&source, -80, 80),
                             .a2 = draw_between(&source, -80, 80),
                             .mu = draw_between(&source, 0, 1),
                             .eN = draw_uniform(&source),
                             .u = {draw_normal(&source), draw_normal(&source)}};
    scene s;
    set_pendulum(&s, &p);
    s.impact.expands = true;
    double G[4], c[2], phase[2][2];
    for (size_t j = 0; j < 2; j++) {
      double y[2] = {s.W[2 * j], s.W[2 * j + 1]};
      ss_matrix_solve(2, s.L, 1, y);
      for (size_t k = 0; k < 2; k++) G[k + 2 * j] = s.W[2 * k] * y[0] + s.W[2 * k + 1] * y[1];
      c[j] = s.W[2 * j] * s.u[0] + s.W[2 * j + 1] * s.u[1];
    }
    const bool one = p.mu * fabs(G[1]) < 0.9 * G[0] && G[0] * G[3] > 1.01 * G[1] * G[1];
    if (c[0] > 0 || !one) continue;
    assert_true(press_once(G, p.mu, c, 0, phase[0]));
    for (int k = 0; k < 2; k++) c[k] += G[k] * phase[0][0] + G[k + 2] * phase[0][1];
    assert_true(press_once(G, p.mu, c, p.eN * phase[0][0], phase[1]));
    assert_int_equal(strike(&s, ss_impact_poisson), SS_OK);
    for (int k = 0; k < 2; k++) {
      const double sum = phase[0][k] + phase[1][k];
      if (fabs(s.Lambda[k] - sum) > 1e-7 * fmax(1, fabs(sum)))
        fail_msg("%d: impulse %d: %.12g instead of %.12g", i, k, s.Lambda[k], sum);
    }
    assert_false(s.report.gains);
    turned += phase[0][1] * phase[1][1] < 0;
    tested++;
    assert_int_equal(strike(&s, ss_impact_newton), SS_OK);
    newton_gains += s.report.gains;
  }
  assert_true(tested > 3000 && turned > 100 && newton_gains > 10);
}

/* A ball of mass m1 falls with v on one of mass m2 that lies on the floor, coefficients e1 between
 * them and e2 at the floor. Compression stops both by the impulses m1 v. Expansion returns e1 m1 v
 * and e2 m1 v: u1 = e1 v, u2 = (e2 - e1) m1 v / m2, unless that passes the floor or the upper ball:
 * then the lower stays, or both leave together. */
static void poisson_for_two_balls(void **state) {
  (void)state;
  const double v = 3;
  const struct {
    double m1, m2, e1, e2, u1, u2;
  } cases[] = {
      {1, 2, 0.3, 0.5, 0.9, 0.3},
      {1, 2, 0.5, 0.3, 1.5, 0},           /* the floor must give 0.5 m1 v */
      {2, 1, 0.1, 0.9, 0.9 * 2, 0.9 * 2}, /* 3 u = e2 m1 v */
      {1, 2, 0, 0, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s = {.M = {cases[i].m1, 0, 0, cases[i].m2}, .W = {1, -1, 0, 1}, .u = {-v, 0}};
    add_frictionless(&s, cases[i].e1);
    add_frictionless(&s, cases[i].e2);
    tie_up(&s, 2);
    s.impact.expands = true;
    assert_int_equal(strike(&s, ss_impact_poisson), SS_OK);
    assert_near(s.after[0], cases[i].u1);
    assert_near(s.after[1], cases[i].u2);
    assert_false(s.report.gains);
    /* Newton's law lets the lower one lie */
    assert_int_equal(strike(&s, ss_impact_newton), SS_OK);
    assert_near(s.after[1], 0);
  }
}

/* A disc with a slip in two directions and spin: what slips throughout has mu Lambda_N against the
 * slip in both phases, as a ball that is thrown on the floor. */
static void poisson_in_space(void **state) {
  (void)state;
  const double e = 0.6, mu = 0.1;
  scene s = {.M = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .W = {0, 0, 1, 1, 0, 0, 0, 1, 0}, .u = {3, 4, -2}};
  add_contact(&s, mu, e, 0);
  s.contact[0].law = (ss_law){SS_LAW_DISK, {mu}};
  s.impact.size = 3;
  tie_up(&s, 3);
  s.impact.expands = true;
  assert_int_equal(strike(&s, ss_impact_poisson), SS_OK);
  assert_near(s.Lambda[0], 2 * (1 + e));
  assert_near(s.after[2], 2 * e);
  assert_near(s.after[0], 3 - 0.6 * mu * 2 * (1 + e));
  assert_near(s.after[1], 4 - 0.8 * mu * 2 * (1 + e));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(poisson_at_one_contact),
      cmocka_unit_test(poisson_for_two_balls),
      cmocka_unit_test(poisson_in_space),
  };
  return cmocka_run_group_tests(tests, NULL, free_work);
}
