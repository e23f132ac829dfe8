/* test_lyapunov_region.c: boxes around levels, against levels that are known. */
#include "../../src/proof/lyapunov.h"

#include "support.h"

static ss_lyapunov_facts *see(machine *m) {
  const ss_subject subject = {.arena = m->arena, .system = m->system};
  const char *why_not;
  void *facts;
  assert_int_equal(ss_view_lyapunov.find(&subject, &facts, &why_not), SS_OK);
  assert_non_null(facts);
  return facts;
}

/* Van der Pol: about 1.95898; the ellipse of that level lies in the box, which is not much larger,
 * in any units of q. */
static void finds_the_level(void **state) {
  (void)state;
  static const char *const unit[] = {"1", "1e6", "1e-6"};
  for (int i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "param s = %s\ncoord q\nkinetic = 1/2*q'^2\n"
             "force q = -q - 5/4*(1 - (q/s)^2)*q'\n"
             "lyapunov V = (57/40*q^2 + q*q' + 4/5*q'^2)/s^2\n",
             unit[i]);
    machine m = read_machine("test.still", text, 0, NULL);
    ss_lyapunov_facts *f = see(&m);
    const double s = strtod(unit[i], NULL);
    double level;
    assert_true(ss_lyapunov_find_region(f, &level));
    assert_true(level > 1.95 && level < 2.1);
    /* q^2 <= level P^-1_11, with det P = 57/40 4/5 - 1/4 */
    const double most = sqrt(1.95898 * 0.8 / (1.14 - 0.25));
    assert_true(f->hi[0] / s > most && f->hi[0] / s < 1.3 * most);
    assert_true(f->lo[0] / s < -most && f->lo[0] / s > -1.3 * most);
    ss_view_lyapunov.clear(f);
    stop(&m);
  }
}

/* Nothing is found where V does not rise, or V' is not negative. */
static void finds_none(void **state) {
  (void)state;
  static const char *const text[] = {
      "coord q\nkinetic = 1/2*q'^2\nforce q = -q - q'\nlyapunov V = q^2 - q'^2\n",
      "coord q\nkinetic = 1/2*q'^2\nforce q = -q + q'\nlyapunov V = q^2 + q'^2\n"};
  for (int i = 0; i < 2; i++) {
    machine m = read_machine("test.still", text[i], 0, NULL);
    ss_lyapunov_facts *f = see(&m);
    double level;
    assert_false(ss_lyapunov_find_region(f, &level));
    ss_view_lyapunov.clear(f);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_level),
                                     cmocka_unit_test(finds_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
