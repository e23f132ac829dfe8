/* test_cycle_attract.c: which motions tend to a cycle, by machines about which that is known. */
#include "machine.h"
#include "standstill/cycle.h"

static bool ask(const char *text, const char *start, double end) {
  machine m = machine_parse(text);
  bool yes;
  machine_put(&m, start);
  m.options.end = end;
  assert_int_equal(ss_cycle_attracts(m.system, m.parameters, m.q, m.u, &m.options, &yes), SS_OK);
  machine_close(&m);
  return yes;
}

#define SPRING "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
#define BELT(law)                                                                                  \
  SPRING "force x = -x'/10\nfriction f { slip = x' - 1; normal = 1; law = " law " }\n"

/* Van der Pol, weak and strong; stick-slip on a belt; two of them coupled; with a contact that is
 * closed all the time. */
static void what_tends_to_a_cycle(void **state) {
  (void)state;
  assert_true(ask(SPRING "force x = (1 - x^2)*x'\n", "x=1", 60));
  assert_true(ask(SPRING "force x = (1 - x^2)*x'/10\n", "x=1.9", 60));
  assert_true(ask(SPRING "force x = 5*(1 - x^2)*x'\n", "x=0.1, x'=3", 60));
  assert_true(ask(BELT("stribeck(1, 0.4, 0.5)"), "x=0", 60));
  assert_true(ask("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                  "potential = 1/2*x^2 + 1/2*y^2 + 1/4*(x - y)^2\n"
                  "force x = (1 - x^2)*x'\nforce y = -y'\n",
                  "x=1", 60));
  assert_true(ask("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*x^2 + y\n"
                  "force x = (1 - x^2)*x'\ncontact floor { gap = y }\n",
                  "x=1", 60));
}

/* What decays, however slowly, what rests, runs away, or is one of a family does not. */
static void what_does_not(void **state) {
  (void)state;
  static const char *const forces[] = {"0",       "-x'/10^9",  "-x'/10^6", "-x'/10^4",
                                       "-x'/100", "-x'/10",    "-x'",      "x'/10^6",
                                       "x'/10",   "-x'^3/100", "-x'^3/4",  "-x^3"};
  for (size_t k = 0; k < sizeof forces / sizeof *forces; k++) {
    char text[200];
    snprintf(text, sizeof text, SPRING "force x = %s\n", forces[k]);
    if (ask(text, "x=1", 60)) print_error("a cycle with the force %s\n", forces[k]);
    assert_false(ask(text, "x=1", 60));
  }
  assert_false(
      ask(SPRING "friction f { slip = x'; normal = 1; law = coulomb(1/1000) }\n", "x=1", 60));
  assert_false(
      ask(SPRING "friction f { slip = x'; normal = 1; law = coulomb(1/10^6) }\n", "x=1", 60));
  assert_false(ask(BELT("coulomb(1)"), "x=0", 60)); /* sticks, slips, settles */
  /* it slides away from its spring: nothing turns */
  assert_false(ask("coord x\nkinetic = 1/2*x'^2\npotential = -1/2*x^2\n", "x=1", 10));
}

/* On a belt of constant friction the circle x' <= v around the equilibrium is reached from outside
 * in one turn; inside there is a family of circles, each of which stays: neutral, not attracting.
 * From outside, on it, inside; other sizes. */
static void what_attracts_from_one_side_only(void **state) {
  (void)state;
  static const char text[] = "coord x\nkinetic = %d*x'^2\npotential = 25*x^2\n"
                             "friction b { slip = x' - %s; normal = 20; law = coulomb(0.4) }\n";
  static const char *const starts[] = {"x=0.5", "x=0.16, x'=0.3", "x=0.2"};
  for (size_t k = 0; k < 6; k++) {
    char model[200];
    snprintf(model, sizeof model, text, k < 3 ? 1 : 4, k < 3 ? "0.3" : "(-1/4)");
    assert_false(ask(model, starts[k % 3], 20));
  }
}

/* The unstable cycle of the oscillator: on it, inside and outside. */
static void what_repels(void **state) {
  (void)state;
  static const char text[] = SPRING "force x = x'/2\n"
                                    "friction f { slip = x'; normal = 1; law = coulomb(1) }\n";
  assert_false(ask(text, "x=2.59935069570455", 40));
  assert_false(ask(text, "x=2.599", 40));
  assert_false(ask(text, "x=2.6", 40));
}

/* A drive with integral action and friction that falls with speed hunts: it sticks at both ends of
 * its cycle until the integral, which moves most, has grown enough. With friction that does not
 * fall it settles. */
static void what_hunts(void **state) {
  (void)state;
  static const char text[] = "coord x\naux e\nkinetic = 1/2*x'^2\nforce x = -40*x - 8*x' - 60*e\n"
                             "rate e = x\nfriction f { slip = x'; normal = 5; law = %s }\n";
  char model[300];
  snprintf(model, sizeof model, text, "stribeck(1, 0.7, 0.05)");
  assert_true(ask(model, "x=-1", 60));
  snprintf(model, sizeof model, text, "coulomb(0.7)");
  assert_false(ask(model, "x=-1", 60));
}

static void the_clock_is_refused(void **state) {
  (void)state;
  machine m = machine_parse(SPRING "force x = sin(t)\n");
  bool yes;
  m.options.end = 10;
  assert_int_equal(ss_cycle_attracts(m.system, m.parameters, m.q, m.u, &m.options, &yes),
                   SS_BAD_ARGUMENT);
  assert_false(yes);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_tends_to_a_cycle),
      cmocka_unit_test(what_does_not),
      cmocka_unit_test(what_attracts_from_one_side_only),
      cmocka_unit_test(what_repels),
      cmocka_unit_test(what_hunts),
      cmocka_unit_test(the_clock_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
