/* test_stance_forms.c: the functions agree where both contacts slide; slip times departure differs
 * by what is asked for. */
#include "stances.h"

/* A body on two slopes: slips of the two contacts differ. */
#define SLOPES                                                                                     \
  "coord x, z, theta\nbody b { mass = 1; inertia = 1/2; at = (x, z, theta) }\n"                    \
  "potential = z - x/3\npoint P on b (-1, -1)\npoint Q on b (3/2, -1)\n"                           \
  "contact p { gap = P.y + 1; slip = ddt(P.x); law = coulomb(1); restitution = sequential(%s) }\n" \
  "contact q { gap = Q.y + 1 - (Q.x - 3/2)/4; slip = ddt(Q.x + Q.y/4); law = coulomb(1); "         \
  "restitution = sequential(%s) }\n"

/* c^T form c of one unknown, for slips of the sign g. */
static double form(ss_footing *s, size_t i, size_t g, size_t v, const double *c) {
  double sum = 0;
  for (slong a = 0; a < 3; a++)
    for (slong b = 0; b < 3; b++)
      sum += c[a] * c[b] * ball_middle(arb_mat_entry(s->contact[i].form[g][v], a, b));
  return sum;
}

static void to_other(ss_footing *s, size_t i, const double *c, double *other) {
  for (slong a = 0; a < 3; a++) {
    other[a] = 0;
    for (slong b = 0; b < 3; b++)
      other[a] += ball_middle(arb_mat_entry(s->contact[i].to_other, a, b)) * c[b];
  }
}

static void meet(void **state) {
  (void)state;
  for (int bounces = 0; bounces < 2; bounces++) {
    char text[2000];
    snprintf(text, sizeof text, SLOPES, bounces ? "1/10" : "0", bounces ? "1/10" : "0");
    machine m = read_machine("test.still", text, 0, NULL);
    ss_footing *s = find_stance(&m);
    assert_null(s->geometry);
    ss_stance_set_functions(s);
    for (size_t k = 0; k < 4; k++)
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
        const size_t i = k / 2, g = k % 2, far = ss_stance_sign(s, 1 - i, ss_stance_sign(s, i, g));
        const double slides[] = {0, 1, 0}, up[] = {1, 1, 0}, down[] = {1, -1, 0};
        double other[3], a[2], b[2];
        to_other(s, i, slides, other);
        assert_true(fabs(form(s, i, g, v, slides) - form(s, 1 - i, far, v, other)) < 1e-13);
        if (!bounces) continue;
        a[0] = form(s, i, g, v, up);
        a[1] = form(s, i, g, v, down);
        to_other(s, i, up, other);
        b[0] = form(s, 1 - i, far, v, other);
        to_other(s, i, down, other);
        b[1] = form(s, 1 - i, far, v, other);
        /* of w_i |s_i|: what b adds, and nothing else */
        const double more = v == STANCE_B + 2 * i + g ? (g ? -2 : 2) : 0;
        assert_true(fabs((a[0] - a[1]) - (b[0] - b[1]) - more) < 1e-13);
      }
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(meet)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
