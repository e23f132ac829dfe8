/* test_orbit.c: the direction field of a machine with one coordinate, against its formulas. */
#include "plane.h"

#define STOPPED                                                                                    \
  "coord q\nkinetic = q'^2/2\nfriction f { slip = q'; normal = 1; law = coulomb(1) }\n"

static void pulls_are_those_of_the_machine(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  arb_struct g[3], x[1], v[1];
  for (int i = 0; i < 3; i++) arb_init(g + i);
  arb_init(x);
  arb_init(v);
  for (double q = -3; q < 3; q += 0.37)
    for (double u = 0; u < 2; u += 0.3) {
      const double right = -sin(q) - u / 5 - 0.2, left = sin(q) - u / 5 - 0.2;
      assert_float_equal(ss_orbit_pull(s.o, 1, q, u), right, 1e-14);
      assert_float_equal(ss_orbit_pull(s.o, -1, -q, u), left, 1e-14);
      arb_set_d(x, -q);
      arb_set_d(v, u);
      assert_true(ss_orbit_pull_box(s.o, -1, x, v, g));
      assert_float_equal(arf_get_d(arb_midref(g), ARF_RND_NEAR), left, 1e-14);
      assert_float_equal(arf_get_d(arb_midref(g + 1), ARF_RND_NEAR), -cos(q), 1e-14);
      assert_float_equal(arf_get_d(arb_midref(g + 2), ARF_RND_NEAR), -0.2, 1e-14);
    }
  for (int i = 0; i < 3; i++) arb_clear(g + i);
  arb_clear(x);
  arb_clear(v);
  close_stage(&s);
}

static void rest_is_where_friction_holds(void **state) {
  (void)state;
  const double end = asin(0.2);
  stage s = open_stage(PENDULUM);
  assert_true(ss_orbit_rests(s.o, -end + 1e-9, end - 1e-9));
  assert_false(ss_orbit_rests(s.o, -end - 1e-9, end - 1e-9));
  assert_false(ss_orbit_rests(s.o, -end + 1e-9, end + 1e-9));
  assert_true(ss_orbit_rests(s.o, M_PI - end + 1e-9, M_PI));
  assert_true(ss_orbit_loses(s.o, -3, 3, 100));
  close_stage(&s);
  /* damping that feeds: as long as friction takes more; a mass that changes feeds nothing */
  s = open_stage("coord q\nkinetic = (1 + q^2)*q'^2/2\npotential = q^2\nforce q = q'/10\n"
                 "friction f { slip = q'; normal = 1; law = coulomb(1/5) }\n");
  assert_true(ss_orbit_loses(s.o, -3, 3, 1.99));
  assert_false(ss_orbit_loses(s.o, -3, 3, 2.01));
  close_stage(&s);
}

/* What the theorem asks for, violated once each. */
static void others_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } cases[] = {
      {"coord q, p\nkinetic = q'^2/2 + p'^2/2\npotential = sin(q)*p\n"
       "friction f { slip = q'; normal = 1; law = coulomb(1) }\n",
       "one coordinate"},
      {"coord q\nkinetic = q'^2/2\npotential = q^4\n", "no friction"},
      {"coord q\nkinetic = q'^2/2\npotential = q^4\ncontact c { gap = 1 - q }\n", "no friction"},
      {STOPPED "contact c { gap = 1 - q }\ncontact d { gap = 1 + q }\n", "more than one contact"},
      {STOPPED "contact c { gap = 1 - q^2 }\n", "not c x + d"},
      {STOPPED "contact c { gap = 1 - q + t/9 }\n", "time"},
      {STOPPED "contact c { gap = 1 - q; slip = q'; law = coulomb(1) }\n", "friction of its own"},
      {STOPPED "contact c { gap = 1 - q; restitution = newton(1, 0) }\n", "not below 1"},
      {STOPPED "contact c { gap = 1 - q; restitution = poisson(1/2) }\n", "impact law"},
      {STOPPED "contact c { gap = 600 - q }\n", "too wide"},
      {"coord q\nkinetic = q'^2/2\npotential = q^4\n"
       "friction f { slip = q' - 1; normal = 1; law = coulomb(1) }\n",
       "belt"},
      {"coord q\nkinetic = q'^2/2\npotential = q^4\nforce q = cos(t)\n"
       "friction f { slip = q'; normal = 1; law = coulomb(1) }\n",
       "time"},
      {"param k = 1 in [1, 2]\ncoord q\nkinetic = q'^2/2\npotential = k*q^4\n"
       "friction f { slip = q'; normal = 1; law = coulomb(1) }\n",
       "range"},
      {"coord q\nkinetic = q'^2/2\npotential = q^4\nforce q = -abs(q')\n"
       "friction f { slip = q'; normal = 1; law = coulomb(1) }\n",
       "smooth"},
      /* static friction above what slides: a jump */
      {"coord q\nkinetic = q'^2/2\npotential = q^4\n"
       "friction f { slip = q'; normal = 1; law = coulomb(0.3 - 0.1*abs(sign(q'))) }\n",
       "has a function of a coordinate or velocity"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    stage s = open_stage(cases[i].text);
    if (!s.why || !strstr(s.why, cases[i].why))
      fail_msg("%s: %s", cases[i].why, s.why ? s.why : "accepted");
    close_stage(&s);
  }
}

/* Where the stop is, a little beyond; what an impact leaves. */
static void stops_are_found(void **state) {
  (void)state;
  stage s = open_stage("param d = 1/3; param e = d + 1/6\n" STOPPED
                       "contact c { gap = 2*q + d; restitution = newton(e, 0) }\n");
  assert_null(s.why);
  assert_int_equal(s.o->wall, -1);
  assert_true(s.o->stop <= -1. / 6 && s.o->stop >= -1. / 6 - 0x1p-40);
  assert_true(s.o->bounce >= 0.5 && s.o->bounce < 0.5000001);
  close_stage(&s);
  s = open_stage(STOPPED "contact c { gap = (1 - q)/7 }\n");
  assert_null(s.why);
  assert_int_equal(s.o->wall, 1);
  assert_true(s.o->stop >= 1 && s.o->stop <= 1 + 0x1p-40 && s.o->bounce == 0);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulls_are_those_of_the_machine),
                                     cmocka_unit_test(rest_is_where_friction_holds),
                                     cmocka_unit_test(stops_are_found),
                                     cmocka_unit_test(others_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
