/* test_rest_certificate.c: certificates of where linear machines rest: their ends, and what has
 * none. That they are verified is tested with the checker (tests/checker). */
#include "support.h"

/* The certificate of a text; NULL, with the phrase, where there is none. */
static json_t *certify(machine *m, const char *text, const char **why_not) {
  ss_text out;
  *m = read_machine("test.still", text, 0, NULL);
  ss_text_start(&out);
  const ss_status status =
      ss_rest_write_certificate(m->arena, m->system, 0, NULL, NULL, &out, why_not);
  json_t *root = status == SS_OK ? json_loadb(out.data, out.length, 0, NULL) : NULL;
  assert_int_equal(status, root ? SS_OK : SS_BAD_ARGUMENT);
  ss_text_stop(&out);
  return root;
}

static void expect_number(const json_t *root, size_t j, const char *side, const char *value) {
  const json_t *end = json_object_get(json_array_get(json_object_get(root, "extents"), j), side);
  assert_string_equal(json_string_value(json_object_get(end, "at")), value);
}

/* |2 x - y| <= 1, |2 y - x| <= 1: both reach from -1 to 1. */
static void ends(void **state) {
  (void)state;
  machine m;
  const char *why_not;
  json_t *root = certify(&m, TWO SPRINGS RUBS_X RUBS_Y, &why_not);
  assert_non_null(root);
  for (size_t j = 0; j < 2; j++) {
    expect_number(root, j, "low", "-1");
    expect_number(root, j, "high", "1");
  }
  json_decref(root);
  stop(&m);
}

/* No friction holds what nothing else does. */
static void nowhere(void **state) {
  (void)state;
  machine m;
  const char *why_not;
  json_t *root = certify(&m, TWO "potential = x^2\nforce y = 1\n" RUBS_X, &why_not);
  assert_non_null(root);
  assert_non_null(json_object_get(root, "nowhere"));
  json_decref(root);
  stop(&m);
}

static void refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      TWO "potential = x^4 + y^2\n" RUBS_X,
      TWO SPRINGS "contact c { gap = x + 1 }\n",
      "param k = 1 in [1, 2]\n" TWO "potential = k*x^2 + y^2\n" RUBS_X,
      TWO "potential = sqrt(2)*x^2 + y^2\n" RUBS_X,
      TWO SPRINGS "friction b { slip = x' - 1; normal = 1; law = coulomb(1) }\n",
      TWO SPRINGS "friction b { slip = x'; normal = 1; law = stribeck(2, 1, 1) }\n",
      TWO SPRINGS "clutch c { slip = x'; law = oneway }\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m;
    const char *why_not = NULL;
    assert_null(certify(&m, texts[i], &why_not));
    assert_true(why_not && strlen(why_not) > 0);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends),
      cmocka_unit_test(nowhere),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
