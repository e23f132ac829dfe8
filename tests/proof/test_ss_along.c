/* test_ss_along.c: rest points that motions leave along what is closed there. */
#include "../../src/proof/energy.h"
#include "support.h"

#define OSCILLATOR(force)                                                                          \
  "coord q\nkinetic = q'^2/2\npotential = q^2/2 + q^4\nforce q = " force "\n"
/* a bead that is pressed on a wall, x = 0, and fed along it */
#define BEAD(potential, force, law)                                                                \
  "coord x, y\nkinetic = (x'^2 + y'^2)/2 + x'*y'/4\npotential = " potential "\nforce y = " force   \
  "\ncontact wall { gap = x; " law "restitution = newton(1/2, 0) }\n"

static void expect(const char *text, ss_verdict verdict) {
  machine m = prove_text(text);
  if (verdict == SS_REFUTED)
    assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-ALONG");
  else
    assert_int_equal(m.proof.verdict, verdict);
  stop(&m);
}

/* The bead on a parabola, for all of a range. */
#define PARABOLA(x, y) PARABOLA_IN("1/10", x, y)
#define PARABOLA_IN(low, x, y)                                                                     \
  "param c = 1/9 in [" low ", 1/8]\ncoord x, y\nkinetic = (x'^2 + y'^2)/2\n"                       \
  "potential = x + x^2 + y^2/2 + y^4\nforce x = " x "\nforce y = " y                               \
  "\ncontact bowl { gap = x - y^2/5 }\n"

/* A bead on y = s x^2/2 under gravity: on a hump, in a bowl, damped or not. */
#define HILL(s, force)                                                                             \
  "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = 10*y\n" force "contact hill { gap = y - (" s \
  ")*x^2/2; restitution = newton(1/2, 0) }\n"

/* TESTS: SS-ALONG proved */
static void on_a_hump(void **state) {
  (void)state;
  expect(HILL("-1", "force x = -x'\nforce y = -y'\n"), SS_REFUTED);
  expect(HILL("-1", ""), SS_REFUTED); /* e^(a t) and e^(-a t) */
  expect(HILL("-1/100", ""), SS_REFUTED);
  expect(HILL("1", ""), SS_UNKNOWN);
}

/* TESTS: SS-ALONG proved */
static void fed(void **state) {
  (void)state;
  expect(OSCILLATOR("(1 - q^2)*q'"), SS_REFUTED);
  expect(BEAD("x + x^2 + y^2/2 + y^4", "y'/9", ""), SS_REFUTED);
  expect(PARABOLA("-x'", "c*y'"), SS_REFUTED);
}

/* It rests where it only touches the wall: motions that keep to it may be no motions at all. */
/* TESTS: SS-ALONG.2 violated */
static void not_pressed(void **state) {
  (void)state;
  expect(BEAD("x^2 + y^2/2 + y^4", "y'/9", ""), SS_UNKNOWN);
  expect(BEAD("x + x^2 + y^2/2 + y^4", "y'/9", "slip = y'; law = coulomb(1/9); "), SS_UNKNOWN);
}

/* Nothing feeds at first order; what is fed is held by the contact, or damped more than fed. */
/* TESTS: SS-ALONG.3 violated
 * TESTS: SS-ALONG unknown */
static void not_growing(void **state) {
  (void)state;
  expect(OSCILLATOR("q'^3"), SS_UNKNOWN);
  expect(PARABOLA("c*x'", "-y'"), SS_UNKNOWN);
  expect(BEAD("x + x^2 + y^2/2 + y^4", "x'/9 - y'", ""), SS_UNKNOWN);
  expect(PARABOLA_IN("-1/100", "-x'", "c*y'"), SS_UNKNOWN); /* which the middle of the range does */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(on_a_hump),
      cmocka_unit_test(fed),
      cmocka_unit_test(not_pressed),
      cmocka_unit_test(not_growing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
