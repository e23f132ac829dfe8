/* test_boxes.c: proofs by boxes, accepted as they are and rejected when something is changed.
 *
 * The changes are sealed again, so that the change itself must be noticed. A tree in which a sign
 * is left out or added is none, or no longer covers the region with facts that hold; a level that
 * is larger than the best one, 1.95899, is false whatever the tree is.
 */
#include "support.h"

static json_t *load(void) {
  json_t *root = json_load_file("tests/checker/boxes/van-der-pol.json", 0, NULL);
  char message[600];
  assert_non_null(root);
  assert_int_equal(check_json(root, message), 0);
  return root;
}

static json_t *find_condition(const json_t *root, const char *kind) {
  const json_t *list = json_object_get(root, "conditions");
  for (size_t i = 0; i < json_array_size(list); i++)
    if (says(json_object_get(json_array_get(list, i), "kind"), kind))
      return json_array_get(list, i);
  fail_msg("no condition %s", kind);
  return NULL;
}

static int check_tree(const json_t *root, json_t *condition, const char *text) {
  char message[600];
  json_object_set_new(condition, "tree", json_string(text));
  return check_json(root, message);
}

/* Every sign that is no part of a weight, left out and doubled. */
static void test_trees(void **state) {
  (void)state;
  json_t *root = load(), *falls = find_condition(root, "falls");
  char *tree = strdup(json_string_value(json_object_get(falls, "tree")));
  const size_t length = strlen(tree);
  size_t tried = 0, survived = 0;
  char *changed = calloc(length + 2, 1);
  bool weight = false;
  for (size_t i = 0; i < length; i++) {
    weight = tree[i] == '(' || (weight && tree[i] != ')');
    if (weight || tree[i] == ')' || tree[i] == ' ') continue;
    memcpy(changed, tree, i);
    strcpy(changed + i, tree + i + 1);
    survived += check_tree(root, falls, changed) == 0;
    changed[i] = tree[i];
    strcpy(changed + i + 1, tree + i);
    survived += check_tree(root, falls, changed) == 0;
    tried += 2;
  }
  assert_true(tried > 500);
  assert_int_equal(survived, 0);
  free(tree);
  free(changed);
  json_decref(root);
}

/* Facts that are not true: V >= level near the rest point, V' < 0 everywhere, weights of no use. */
static void test_facts(void **state) {
  (void)state;
  json_t *root = load(), *falls = find_condition(root, "falls");
  static const char *const wrong[] = {"^",      "0 ",    ".",    "(1)",   "(0)",     "(-1)",
                                      "(nan)",  "(inf)", "1 ",   "?",     "",        "a",
                                      "a^",     "e^^",   "a^^^", "(1 1)", "(1e400)", "( 1)",
                                      "00000 ", "+0 ",   "0",    "((1))", "a0 ^\\n"};
  for (size_t i = 0; i < COUNT(wrong); i++)
    assert_int_not_equal(check_tree(root, falls, wrong[i]), 0);
  json_decref(root);
}

/* Levels above the best one, and such that are none. */
static void test_levels(void **state) {
  (void)state;
  json_t *root = load();
  char message[600];
  static const char *const wrong[] = {"19590/10000", "98/50", "2", "1000", "0", "-1", "1959/1000"};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    json_object_set_new(root, "level", json_string(wrong[i]));
    assert_int_not_equal(check_json(root, message), 0);
  }
  json_decref(root);
}

/* Another rest point, another region, another function, another machine. */
static void test_system(void **state) {
  (void)state;
  static const struct {
    const char *member;
    size_t at;
    const char *value;
  } wrong[] = {{"center", 0, "1/8"}, {"center", 1, "1/8"}, {"low", 0, "-1/2"}, {"low", 0, "-100"},
               {"high", 1, "1/4"},   {"high", 0, "-1"},    {"high", 1, "1/3"}, {"low", 1, "1/8"}};
  char message[600];
  for (size_t i = 0; i < COUNT(wrong); i++) {
    json_t *root = load();
    json_t *list = json_object_get(json_object_get(root, "system"), wrong[i].member);
    json_array_set_new(list, wrong[i].at, json_string(wrong[i].value));
    assert_int_not_equal(check_json(root, message), 0);
    json_decref(root);
  }
  json_t *root = load();
  json_object_set_new(json_object_get(root, "system"), "lyapunov", json_string("W"));
  assert_int_not_equal(check_json(root, message), 0);
  json_decref(root);
  root = load(); /* more damping: another machine, whose level is smaller */
  json_array_append_new(json_object_get(root, "settings"), json_string("mu=1.3"));
  json_object_set_new(json_object_get(root, "parameters"), "mu", json_string("13/10"));
  assert_int_not_equal(check_json(root, message), 0);
  json_decref(root);
}

/* Forces that are not defined everywhere below the level, though V does not see them. */
static void test_domains(void **state) {
  (void)state;
  json_t *root = load();
  char message[600], hex[65];
  json_t *said = json_object_get(root, "model");
  const char *text = json_string_value(json_object_get(said, "text"));
  char *changed = calloc(strlen(text) + 40, 1);
  const char *at = strstr(text, "force q = ");
  assert_non_null(at);
  sprintf(changed, "%.*sforce q = 0/(q - 1/2) %s", (int)(at - text), text, at + 10);
  sha256_hex(changed, strlen(changed), hex);
  json_object_set_new(said, "text", json_string(changed));
  json_object_set_new(said, "sha256", json_string(hex));
  assert_int_not_equal(check_json(root, message), 0);
  free(changed);
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_trees), cmocka_unit_test(test_facts),
                                     cmocka_unit_test(test_levels), cmocka_unit_test(test_system),
                                     cmocka_unit_test(test_domains)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
