/* test_zero_modes.c: modes from rest, held against closed forms. */
#include "stances.h"

static machine open_biped(const char *a, const char *b) {
  const ss_setting setting[] = {{.text = a}, {.text = b}};
  return read_machine("models/planar-biped.still", NULL, 2, setting);
}

static const ss_zero_motion *find(machine *m, ss_zero_mode first, ss_zero_mode second) {
  size_t count;
  ss_zero_motion *motion;
  assert_int_equal(ss_zero_order_motions(m->arena, find_zero(m), &count, &motion), SS_OK);
  assert_int_equal(count, 16);
  for (size_t k = 0; k < count; k++)
    if (motion[k].mode[0] == first && motion[k].mode[1] == second) return &motion[k];
  return NULL;
}

/* Slip + on foot 1 alone: lambda_N (1 + l1^2 - mu l1) = cos alpha. */
static void one_slip(void **state) {
  (void)state;
  machine m = open_biped("d=0.1", "mu1=0.05");
  const ss_zero_motion *pf = find(&m, SS_ZERO_PLUS, SS_ZERO_FREE);
  const double l1 = tan(M_PI / 6) - 0.1, N = cos(M_PI / 6) / (1 + l1 * l1 - 0.05 * l1);
  assert_true(fabs(pf->force[0] - N) < 1e-14 && fabs(pf->force[1] + 0.05 * N) < 1e-14);
  assert_true(fabs(pf->acceleration[1] - (0.5 + N * (l1 - 0.05 * 2))) < 1e-14);
  assert_true(pf->acceleration[0] == 0);
  assert_int_equal(pf->consistent, SS_PROVED); /* the paper's ambiguous region */
  assert_int_equal(find(&m, SS_ZERO_MINUS, SS_ZERO_FREE)->consistent, SS_REFUTED);
  assert_int_equal(find(&m, SS_ZERO_FREE, SS_ZERO_FREE)->consistent, SS_REFUTED);
  assert_false(find(&m, SS_ZERO_STICK, SS_ZERO_STICK)->determined);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_slip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
