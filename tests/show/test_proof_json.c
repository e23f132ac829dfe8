/* test_proof_json.c: verdicts for programs. */
#include "../proof/support.h"
#include "standstill/show.h"

static json_t *show(const machine *m, const char *certificate) {
  ss_text out;
  ss_text_start(&out);
  ss_show_proof_json(&m->proof, NULL, NULL, certificate, &out);
  json_t *root = json_loads(out.data, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(root);
  ss_text_stop(&out);
  return root;
}

static void assert_text(const json_t *root, const char *key, const char *expected) {
  const char *text = json_string_value(json_object_get(root, key));
  assert_non_null(text);
  assert_string_equal(text, expected);
}

static void test_proved(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS RUBS_X DAMPER("-1/2", "1"));
  json_t *root = show(&m, "a.json");
  assert_text(root, "verdict", "proved");
  assert_text(root, "claim", "locally-attractive");
  assert_text(root, "how", "asymptotic");
  assert_text(root, "rest_set_inside", "whole");
  assert_text(root, "certificate", "a.json");
  assert_true(json_is_true(json_object_get(root, "paper_condition")));
  assert_near(json_real_value(json_object_get(root, "level")), m.proof.levels.proved, 0);
  assert_int_equal(json_array_size(json_object_get(root, "conditions")), m.proof.conditions);
  assert_text(root, "question", "attractive");
  const json_t *claims = json_object_get(root, "claims"), *first = json_array_get(claims, 0);
  assert_int_equal(json_array_size(claims), m.proof.answers);
  assert_text(first, "what", "attractive");
  assert_text(first, "of", "set");
  assert_text(first, "verdict", "proved");
  assert_text(first, "scope", "local");
  assert_text(first, "how", "asymptotic");
  assert_text(first, "theorem", "WL2004-T4");
  assert_near(json_real_value(json_object_get(first, "level")), m.proof.levels.proved, 0);
  assert_text(json_array_get(claims, 1), "of", "point");
  assert_true(json_is_null(json_object_get(root, "rest_sets")));
  json_decref(root);
  stop(&m);
}

/* What is refuted is that it attracts; the claim is what was proved instead. */
static void test_refuted(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS RUBS_APART);
  json_t *root = show(&m, NULL);
  assert_text(root, "verdict", "refuted");
  assert_text(root, "claim", "not-attractive");
  assert_true(json_is_null(json_object_get(root, "how")));
  assert_text(root, "theorem", "SS-UNDAMPED");
  assert_true(json_is_null(json_object_get(root, "certificate")));
  assert_true(json_is_null(json_object_get(root, "level")));
  json_decref(root);
  stop(&m);
  m = prove_text(TWO "potential = x^2 - y^2 - 2*x\n" RUBS_X);
  root = show(&m, NULL);
  assert_text(root, "verdict", "refuted");
  assert_text(root, "claim", "unstable");
  json_t *escape = json_object_get(root, "escape");
  assert_near(json_number_value(json_array_get(json_object_get(escape, "from"), 0)), 1, 0);
  assert_near(json_number_value(json_array_get(json_object_get(escape, "q"), 0)), 1, 0);
  assert_true(json_is_false(json_object_get(escape, "beyond")));
  json_decref(root);
  stop(&m);
}

static void test_unknown(void **state) {
  (void)state;
  machine m = prove_text(TWO "potential = x^4 + y^2\n");
  json_t *root = show(&m, NULL);
  assert_text(root, "verdict", "unknown");
  assert_text(root, "claim", "none");
  assert_non_null(json_string_value(json_object_get(root, "reason")));
  assert_text(root, "theorem", "LW2008-T1"); /* the nearest one */
  assert_true(json_is_null(json_object_get(root, "region")));
  json_decref(root);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_proved),
      cmocka_unit_test(test_refuted),
      cmocka_unit_test(test_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
