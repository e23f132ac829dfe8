/* Passes and active sets: what the method calls done has a verified residual; it seldom gives up.
 */
#include "../../src/contact/workspace.h"
#include "support.h"

static size_t count_failures(size_t contacts, int count, bool dependent, uint64_t seed) {
  random_problem *p = malloc(sizeof *p);
  random_source source = {seed};
  const ss_contact_options options = ss_contact_default_options();
  size_t failures = 0;
  for (int i = 0; i < count; i++) {
    draw_planar(&source, contacts, dependent ? draw_count(&source, 1, 2 * contacts) : 0, p);
    double r[SIZE_MOST] = {0}, xi[SIZE_MOST];
    ss_contact_report report = {0};
    void *work = make_work(ss_contact_planar_work(&p->problem));
    const bool done = ss_contact_planar_raw(&p->problem, &options, work, r, &report);
    const double residual = ss_contact_residual(&p->problem, SS_RESIDUAL_SCALED, r, xi);
    assert_int_equal(done, residual <= options.tolerance);
    assert_true(report.iterations > 0);
    failures += !done;
    free(work);
  }
  free(p);
  return failures;
}

static void full_rank(void **state) {
  (void)state;
  for (size_t contacts = 1; contacts <= 32; contacts *= 2)
    assert_true(count_failures(contacts, 500, false, contacts) <= 1);
}

static void dependent_directions(void **state) {
  (void)state;
  for (size_t contacts = 1; contacts <= 16; contacts *= 2)
    assert_true(count_failures(contacts, 300, true, 50 + contacts) <= 3);
}

/* The pass limit is kept. */
static void limits_are_kept(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {7};
  ss_contact_options options = ss_contact_default_options();
  options.passes_most = 1;
  for (int i = 0; i < 50; i++) {
    draw_planar(&source, 16, 8, p);
    double r[SIZE_MOST] = {0};
    ss_contact_report report = {0};
    void *work = make_work(ss_contact_planar_work(&p->problem));
    ss_contact_planar_raw(&p->problem, &options, work, r, &report);
    assert_true(report.iterations <= 20);
    free(work);
  }
  free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_rank),
      cmocka_unit_test(dependent_directions),
      cmocka_unit_test(limits_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
