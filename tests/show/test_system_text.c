/* test_system_text.c: everything of a model and its equations is on the page. */
#include "fixture.h"

static void test_bead(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, bead);
  ss_text_start(&out);
  ss_show_system(f.system, NULL, &out);
  const char *pieces[] = {
      "Bead\nnobody\n\ncoordinates\n",
      "  mu  = 1/4 in [0.2, 0.3]  [1]      friction\n",
      "  push in [-1, 1], to which it saturates\n  hold: push = -x\n",
      "  U = m*g*y\n",
      "equations of motion   M u' = h + B v + W_N λ_N + W_T λ_T\n",
      "  M = [ m  0 ]\n      [ 0  m ]\n",
      "  h = [ -x'  ]\n      [ -m*g ]\n",
      "  B = [ 1 ]\n      [ 0 ]\n",
      "contact floor   coulomb(mu), newton(0, 0)\n",
      "  W_N  (-1/2, 1)\n",
      "friction wall   coulomb(mu)\n  normal force  3\n",
      "states  low high\n",
      "regions  near\n",
  };
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) assert_contains(&out, pieces[i]);
  ss_text_stop(&out);
  stop_fixture(&f);
}

/* A pendulum as a bead on a bilateral circle: the string's force is m l theta'^2 + m g cos(theta).
 */
static void test_chart(void **state) {
  (void)state;
  static const char pendulum[] = "param m = 1; param l = 2; param g = 10\ncoord x, y\n"
                                 "kinetic = 1/2*m*(x'^2 + y'^2); potential = m*g*y\n"
                                 "slider string { gap = (x^2 + y^2 - l^2)/(2*l) }\n"
                                 "chart theta { x = l*sin(theta); y = -l*cos(theta) }\n";
  fixture f;
  ss_text out;
  start_fixture(&f, pendulum);
  ss_text_start(&out);
  ss_show_system(f.system, f.projected, &out);
  assert_contains(&out, "  M = [ m*l^2 ]\n  h = [ -m*l*g*sin(theta) ]\n");
  assert_contains(&out, "normal forces of the sliders\n  λ_N.string = ");
  ss_text_stop(&out);
  stop_fixture(&f);
}

/* An input has its unit and its meaning, as everything else that is declared. */
static void test_input(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, "coord x # [m]\nparam m = 1 # [kg]\nkinetic = 1/2*m*x'^2\n"
                    "input u in [-5, 5] # [N] motor\ninput w # [N]\nforce x = u + w\n");
  ss_text_start(&out);
  ss_show_system(f.system, NULL, &out);
  assert_contains(&out, "  u in [-5, 5], to which it saturates  [N]  motor\n  w  [N]\n");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bead), cmocka_unit_test(test_chart),
                                     cmocka_unit_test(test_input)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
