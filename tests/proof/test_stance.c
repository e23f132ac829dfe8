/* test_stance.c: geometry and modes of bodies on two contacts. */
#include "stances.h"

static void coordinates(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_footing *s = find_stance(&m);
  assert_null(s->geometry);
  assert_null(s->modes);
  assert_true(fabs(ball_middle(&s->ratio) - 1) < 1e-14); /* one plane: both feet slide alike */
  /* the load along the slip is sin alpha */
  assert_true(fabs(ball_middle(arb_mat_entry(s->contact[0].load, 0, 1)) - 0.5) < 1e-14);
  for (size_t i = 0; i < 2; i++) /* D_NN - mu D_NT */
    for (size_t g = 0; g < 2; g++) {
      const double l = tan(M_PI / 6) + (i == 0 ? -0.55 : 0.55), mu = i == 0 ? 0.7 : 2;
      const double drag = 1 + l * l - (g == 0 ? mu : -mu) * l;
      assert_true(fabs(ball_middle(&s->contact[i].drag[g]) - drag) < 1e-13);
    }
  stop(&m);
}

static const char *why_modes(const char *text) {
  machine m = prove_file("models/planar-biped.still", text);
  ss_footing *s = find_stance(&m);
  const char *why = s->modes ? s->modes : s->geometry;
  static char copy[200];
  snprintf(copy, sizeof copy, "%s", why ? why : "");
  stop(&m);
  return copy;
}

static void what_stands_in_the_way(void **state) {
  (void)state;
  assert_string_equal(why_modes("d=1"), "");
  assert_non_null(strstr(why_modes("alpha=0"), "no part along"));
  assert_non_null(strstr(why_modes("d=0.1 mu1=0.05"), "speeds up while"));
  /* slip of one sign has no solution: there is none */
  assert_string_equal(why_modes("mu1=3 mu2=3 alpha=pi/9 d=0.5"), "");
  assert_string_equal(why_modes("mu1=3 mu2=3 alpha=pi/9 d=0.5 e=0.1"), "");
}

static void kinds(void **state) {
  (void)state;
  static const char plane[] =
      "param mu = 1\ncoord x, z, theta\nbody b { mass = 1; inertia = 1; at = (x, z, theta) }\n"
      "potential = z - x/2\npoint P on b (-1, -1)\npoint Q on b (2, -1)\n"
      "contact p { gap = P.y + 1; slip = ddt(P.x); law = coulomb(mu); restitution = newton(0, 0) "
      "}\n"
      "contact q { gap = Q.y + 1; slip = ddt(Q.x); law = coulomb(mu); restitution = newton(0, 0) "
      "}\n";
  machine m = read_machine("test.still", plane, 0, NULL);
  ss_footing *stance;
  const char *why_not;
  assert_int_equal(ss_stance_find(m.arena, find_zero(&m), &stance, &why_not), SS_OK);
  assert_null(stance);
  assert_non_null(strstr(why_not, "sequential"));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(coordinates),
                                     cmocka_unit_test(what_stands_in_the_way),
                                     cmocka_unit_test(kinds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
