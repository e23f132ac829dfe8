/* test_theorems.c: the table: rows are complete, conditions ordered, and rows of one name stand
 * together, for each question the stronger one first. What follows besides is never the claim
 * itself, and each is about a theorem of the table. */
#include "support.h"

static void test_rows(void **state) {
  (void)state;
  size_t count;
  const ss_theorem *t = ss_theorems(&count);
  assert_true(count >= 10);
  for (size_t i = 0; i < count; i++) {
    assert_true(strlen(t[i].id) > 0 && strlen(t[i].source) > 0);
    assert_int_not_equal(t[i].claim, SS_CLAIM_NONE);
    assert_non_null(t[i].view);
    assert_non_null(t[i].prove);
    const bool local = t[i].claim == SS_CLAIM_LOCALLY_ATTRACTIVE ||
                       t[i].claim == SS_CLAIM_ATTRACTIVE_SUBSET ||
                       t[i].claim == SS_CLAIM_LOCALLY_BOUNDED;
    assert_int_equal(strstr(t[i].sentence, "%s") != NULL, local);
    for (const ss_requirement *r = t[i].conditions; r->number; r++) {
      assert_true(strlen(r->text) > 0);
      assert_true(r == t[i].conditions || r->number > r[-1].number);
    }
    for (const ss_consequence *c = t[i].also; c && c->claim; c++) {
      assert_int_not_equal(c->claim, t[i].claim);
      find_theorem(c->by);
    }
    for (size_t j = 0; j < i; j++)
      if (strcmp(t[i].id, t[j].id) == 0) {
        assert_string_equal(t[i - 1].id, t[i].id);
        assert_string_equal(t[i].source, t[j].source);
        /* of one view: the stronger claim, or the one with more or stronger consequences, first */
        const bool fewer = t[i].claim == t[j].claim && t[j].also &&
                           (!t[i].also || t[i].also->claim > t[j].also->claim);
        assert_true(t[i].view != t[j].view || t[i].claim > t[j].claim || t[i].how < t[j].how ||
                    fewer);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
