/* test_ss_stick.c: growing motions without slip. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  expect_end(text, "SS-STICK", id, status);
}

/* TESTS: SS-STICK proved */
static void friction_elsewhere(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1"), "SS-STICK.6", SS_CONDITION_PROVED);
  /* a slow growth, and one without oscillation: negative stiffness where nothing rubs */
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1/100000"), "SS-STICK.6", SS_CONDITION_PROVED);
  expect(TWO "potential = x^2 - y^2\n" RUBS_X DAMPER("1", "1"), "SS-STICK.6", SS_CONDITION_PROVED);
}

/* Two real eigenvalues grow, 3.97 and 0.93: in the middle between them P does not exist. */
static void real_growth(void **state) {
  (void)state;
  expect(TWO "potential = 5/2*x^2 + x*y + 3/2*y^2\n"
             "force x = x' + 2*y'\nforce y = 2*x' + 4*y'\n",
         "SS-STICK.6", SS_CONDITION_PROVED);
}

/* Irrational numbers and ranges, in all matrices; where growth is not certain, it is not said. */
static void within_radii(void **state) {
  (void)state;
  static const char rest[] = "coord x, y\nkinetic = 1/2*(x'^2 + s*y'^2 + x'*y')\n"
                             "potential = s*x^2 + y^2\nforce x = -x'\n" RUBS_X;
  char text[256];
  snprintf(text, sizeof text, "param s = sqrt(2)\n%sforce y = s*y'\n", rest);
  expect(text, "SS-STICK.6", SS_CONDITION_PROVED);
  machine m = prove_text(text);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-STICK");
  stop(&m);
  snprintf(text, sizeof text, "param s = 2 in [1.99, 2.01]\n%sforce y = s*y'\n", rest);
  expect(text, "SS-STICK.6", SS_CONDITION_PROVED);
  snprintf(text, sizeof text,
           "param s = 0.1 in [-0.01, 0.21]\n" TWO SPRINGS RUBS_X "force x = -x'\nforce y = s*y'\n");
  expect(text, "SS-STICK.5", SS_CONDITION_UNKNOWN);
}

/* TESTS: SS-STICK.1 violated */
static void negative_mass(void **state) {
  (void)state;
  expect_mass_refused("SS-STICK");
}

/* TESTS: SS-STICK.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO SPRINGS "force x = y\n", "SS-STICK.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-STICK.4 violated */
static void rest_points_without_slip(void **state) {
  (void)state;
  expect(TWO "potential = x^2\n" RUBS_X DAMPER("1", "-1"), "SS-STICK.4", SS_CONDITION_FAILED);
}

/* Damping feeds one direction and takes from another, and gyroscopic forces mix them: it decays. */
/* TESTS: SS-STICK.5 violated
 * TESTS: SS-STICK unknown */
static void the_sticking_motion_decays(void **state) {
  (void)state;
  const char *text = TWO "potential = 1/2*(x^2 + y^2)\n"
                         "force x = x'/10 + 3*y'\nforce y = -x'*3 - y'\n";
  expect(text, "SS-STICK.5", SS_CONDITION_FAILED);
  machine m = prove_text(text);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  assert_non_null(m.proof.reason);
  stop(&m);
}

/* The load is held at the bound only (K singular, through sqrt(2)), or not at all (k = 0 inside the
 * range): the motion without slip is none, it slips to one side and dies. */
/* TESTS: SS-STICK.6 violated */
static void rest_at_the_bound(void **state) {
  (void)state;
  static const char *const texts[] = {
      "coord x, y, v, w\nkinetic = 1/2*(x'^2 + y'^2 + v'^2 + w'^2)\n"
      "potential = x^2 + sqrt(2)*x*y + 1/2*y^2 - x - 1/2*(v^2 + w^2)\n"
      "force x = -x'\nforce y = 0.02*y'\nforce v =  4*w'\nforce w = -4*v'\n" RUBS_X,
      "param k = 1 in [-1, 2]\n" TWO "potential = 1/2*k*x^2 - 1/2*y^2 - 2*x\n" RUBS_X};
  for (size_t i = 0; i < 2; i++) {
    expect(texts[i], "SS-STICK.6", SS_CONDITION_UNKNOWN);
    machine m = prove_text(texts[i]);
    assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
    stop(&m);
  }
  /* exactly: K = [1 1; 1 1], the load (1, 0) is held by -1 = -p; and by less where p is more */
  static const char bound[] = TWO "potential = 1/2*(x + y)^2 - x\nforce y = y'\n";
  char text[300];
  snprintf(text, sizeof text, "%s%s", bound, RUBS_X);
  expect(text, "SS-STICK.6", SS_CONDITION_FAILED);
  snprintf(text, sizeof text, "%sfriction a { slip = x'; normal = 1; law = coulomb(1.01) }\n",
           bound);
  expect(text, "SS-STICK.6", SS_CONDITION_PROVED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_elsewhere),
      cmocka_unit_test(within_radii),
      cmocka_unit_test(negative_mass),
      cmocka_unit_test(real_growth),
      cmocka_unit_test(circulatory_force),
      cmocka_unit_test(rest_points_without_slip),
      cmocka_unit_test(the_sticking_motion_decays),
      cmocka_unit_test(rest_at_the_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
