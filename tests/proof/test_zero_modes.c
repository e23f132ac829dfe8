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

/* Both stick if and only if mu1 + mu2 >= 2 tan alpha: the feet are symmetric about the load. */
static void held(void **state) {
  (void)state;
  static const struct {
    const char *mu1, *mu2;
    ss_verdict verdict;
  } cases[] = {{"mu1=0.7", "mu2=2", SS_PROVED},
               {"mu1=0.1", "mu2=1.06", SS_PROVED},
               {"mu1=0.1", "mu2=1.05", SS_REFUTED},
               {"mu1=0.5", "mu2=0.5", SS_REFUTED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = open_biped(cases[i].mu1, cases[i].mu2);
    const ss_verdict found = ss_zero_order_holds(find_zero(&m), NULL);
    assert_int_equal(found, cases[i].verdict);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_slip), cmocka_unit_test(held)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
