/* test_certificate.c: the frame of a certificate: members, parameters, settings, seal. */
#include "support.h"

static json_t *write(const machine *m, size_t settings, const char *const *setting, ss_text *text) {
  ss_text_start(text);
  assert_int_equal(ss_proof_write_certificate(&m->proof, m->model, settings, setting, NULL, text),
                   SS_OK);
  json_t *root = json_loads(text->data, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(root);
  return root;
}

static const char *text_of(const json_t *root, const char *member) {
  return json_string_value(json_object_get(root, member));
}

static void test_members(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS RUBS_X DAMPER("-1/2", "1"));
  ss_text text;
  json_t *root = write(&m, 0, NULL, &text);
  assert_string_equal(text_of(root, "format"), "standstill-certificate/2");
  assert_string_equal(text_of(root, "claim"), "locally-attractive");
  assert_string_equal(text_of(root, "theorem"), "WL2004-T4");
  assert_string_equal(text_of(root, "level"), m.proof.level);
  assert_true(json_is_null(json_object_get(root, "feedback")));
  json_t *conditions = json_object_get(root, "conditions");
  assert_int_equal(json_array_size(conditions), m.proof.conditions);
  assert_string_equal(text_of(json_array_get(conditions, 0), "id"), "WL2004-T4.1");
  char hash[65];
  const char *model = text_of(json_object_get(root, "model"), "text");
  ss_sha256(model, strlen(model), hash);
  assert_string_equal(text_of(json_object_get(root, "model"), "sha256"), hash);
  json_decref(root);
  ss_text_stop(&text);
  stop(&m);
}

/* The seal is over all bytes before it, and the file ends with it. */
static void test_seal(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS DAMPER("1", "1"));
  ss_text text;
  char hash[65], end[100];
  json_decref(write(&m, 0, NULL, &text));
  const char *seal = strstr(text.data, "\"seal\"");
  assert_non_null(seal);
  ss_sha256(text.data, (size_t)(seal - text.data), hash);
  snprintf(end, sizeof end, "\"seal\": \"%s\"\n}\n", hash);
  assert_string_equal(seal, end);
  ss_text_stop(&text);
  stop(&m);
}

/* A range is itself; what depends on it is enclosed; of two settings the last counts. */
static void test_parameters(void **state) {
  (void)state;
  machine m =
      prove_text("param k = 2 in [1, 4]; param c = 3; param s = 3*k; param r = sqrt(2)\n" TWO
                 "potential = 1/2*s*x^2 + 9*r*y^2\nforce x = -c*x'\nforce y = -y'\n");
  static const char *const settings[] = {"k=1", "c=3", "k = 2"};
  ss_text text;
  json_t *root = write(&m, 3, settings, &text), *p = json_object_get(root, "parameters");
  assert_string_equal(text_of(json_object_get(p, "k"), "center"), "5/2");
  assert_string_equal(text_of(json_object_get(p, "k"), "radius"), "3/2");
  assert_string_equal(text_of(p, "c"), "3");
  assert_non_null(text_of(json_object_get(p, "s"), "radius"));
  assert_non_null(text_of(json_object_get(p, "r"), "radius"));
  json_t *list = json_object_get(root, "settings");
  assert_int_equal(json_array_size(list), 2);
  assert_string_equal(json_string_value(json_array_get(list, 1)), "k = 2");
  json_decref(root);
  ss_text_stop(&text);
  stop(&m);
}

/* A piece of a map has no frame: what is proved, and of which parameters. */
static void test_described(void **state) {
  (void)state;
  machine m = prove_text("param k = 2 in [1, 4]\n" TWO "potential = k*x^2 + k*y^2\n"
                         "force x = -x'\nforce y = -y'\n");
  ss_status status = SS_MEMORY;
  json_t *root = ss_proof_describe(&m.proof, m.model, &status);
  assert_int_equal(status, SS_OK);
  assert_non_null(root);
  assert_string_equal(text_of(root, "theorem"), m.proof.theorem);
  assert_int_equal(json_array_size(json_object_get(root, "conditions")), m.proof.conditions);
  const json_t *k = json_object_get(json_object_get(root, "parameters"), "k");
  assert_string_equal(text_of(k, "center"), "5/2");
  assert_null(json_object_get(root, "model"));
  json_decref(root);
  stop(&m);
  m = prove_text(TWO "potential = (x - y)^2\n");
  assert_null(ss_proof_describe(&m.proof, m.model, &status));
  assert_int_equal(status, SS_BAD_ARGUMENT);
  stop(&m);
}

/* There is no certificate of what is not known. */
static void test_unknown(void **state) {
  (void)state;
  machine m = prove_text(TWO "potential = (x - y)^2\n");
  ss_text text;
  ss_text_start(&text);
  assert_int_equal(ss_proof_write_certificate(&m.proof, m.model, 0, NULL, NULL, &text),
                   SS_BAD_ARGUMENT);
  ss_text_stop(&text);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_members),    cmocka_unit_test(test_seal),
      cmocka_unit_test(test_parameters), cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_described),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
