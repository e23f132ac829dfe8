/* test_stance_slips.c: what must hold between impacts, held against derivatives computed here. */
#include "stances.h"

static double entry_of(const arb_mat_t A, slong i, slong j) {
  return ball_middle(arb_mat_entry(A, i, j));
}

/* -V' of one unknown while contact i slips with the sign g and the speed 1. */
static double loss_of(const ss_footing *s, size_t i, size_t g, size_t v) {
  const stance_contact *c = &s->contact[i];
  const double slip = g == 0 ? 1 : -1;
  const double u[] = {0, slip, 0},
               rate[] = {0, ball_middle(&c->slips[g].slip), ball_middle(&c->slips[g].up)};
  double sum = v == STANCE_F ? entry_of(c->load, 0, 1) * slip : 0;
  for (slong a = 0; a < 3; a++)
    for (slong b = 0; b < 3; b++) sum += 2 * u[a] * rate[b] * entry_of(c->form[g][v], a, b);
  /* T + b gap_j: the power of load and friction is not in the form */
  if (v == ss_stance_weight(s, i, g)) {
    const double force = ball_middle(&s->zero->mu[i]) * ball_middle(&c->slips[g].normal);
    for (slong b = 0; b < 3; b++) sum -= slip * rate[b] * entry_of(c->K, 1, b) * (b != 1);
    sum -= slip * rate[1] * entry_of(c->K, 1, 1);
    sum += slip * (entry_of(c->load, 0, 1) - slip * force);
  }
  return -sum;
}

static void slips_slow_down(void **state) {
  (void)state;
  static const char *const bodies[] = {"d=0.55 mu1=0.7", "alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1",
                                       "d=1.2 mu1=0.05"};
  for (size_t b = 0; b < 3; b++) {
    machine m = read_file("models/planar-biped.still", bodies[b]);
    ss_footing *s = find_stance(&m);
    assert_true(ss_stance_pose(s));
    size_t k = 0;
    for (size_t i = 0; i < 2; i++)
      for (size_t g = 0; g < 2; g++) {
        if (!s->contact[i].slips[g].lasts || !s->contact[i].slips[g].stops) continue;
        while (k < s->inequalities && !strstr(s->inequality[k].what, "slows down")) k++;
        assert_true(k < s->inequalities);
        for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
          if (v != STANCE_R + i)
            assert_near(entry_of(s->inequality[k].A[v], 0, 0) + 10, loss_of(s, i, g, v) + 10,
                        1e-12);
        k++;
      }
    assert_true(k > 0);
    stop(&m);
  }
}

/* Where k is one number, nothing is asked of it at the end of a slip. */
static void one_weight(void **state) {
  (void)state;
  machine m = read_file("models/planar-biped.still", "d=0.55 mu1=0.7");
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_false(s->tied[0]);
  assert_int_equal(ss_stance_weight(s, 0, 1), STANCE_K + 1);
  size_t before = s->inequalities;
  assert_true(ss_stance_pose_rest(s, 0));
  assert_int_equal(s->inequalities, before + 1);
  s->tied[0] = true;
  before = s->inequalities;
  assert_true(ss_stance_pose_rest(s, 0));
  assert_int_equal(s->inequalities, before);
  assert_int_equal(ss_stance_weight(s, 0, 1), STANCE_K);
  while (s->inequalities < STANCE_MOST) assert_non_null(ss_stance_new_inequality(s, "", 1));
  assert_null(ss_stance_new_inequality(s, "", 1));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slips_slow_down),
                                     cmocka_unit_test(one_weight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
