/* test_mutations.c: certificates with one thing changed are rejected.
 *
 * Every certificate of tests/checker/certificates is accepted as it is. Then, one at a time,
 *   - every digit of its entries is changed (and its seal made new, so that the change itself and
 * not the seal must be noticed), every entry is negated, replaced, removed and doubled, every
 * member is removed, a member is added;
 *   - digits of the file are changed without a new seal, as an accident would.
 * All must be rejected; survivors are counted and listed. Exempt from the first part are the name
 * of the model file, which is a label, and certificates with radii, where another valid interval is
 * another valid proof.
 */
#include <dirent.h>

#include "support.h"

enum { MOST_FILES = 64, MOST_SURVIVORS_SHOWN = 20 };

typedef struct count {
  size_t tried, survived;
  const char *file;
  const json_t *whole; /* the certificate, while its parts are changed */
} count;

static void try_change(count *n, const char *what) {
  char message[600];
  n->tried++;
  if (check_json(n->whole, message) != 0) return;
  if (n->survived++ < MOST_SURVIVORS_SHOWN) print_error("survived: %s: %s\n", n->file, what);
}

/* ---- strings --------------------------------------------------------------------------------- */

static void try_string(count *n, json_t *leaf, const char *path, const char *text) {
  char what[200];
  snprintf(what, sizeof what, "%s = \"%.60s\"", path, text);
  json_string_set(leaf, text);
  try_change(n, what);
}

/* Every digit by the next one; of long texts a sample. */
static void change_digits(count *n, json_t *leaf, const char *path) {
  char *text = strdup(json_string_value(leaf));
  size_t length = strlen(text), step = length > 400 ? length / 40 : 1;
  for (size_t i = 0; i < length; i++) {
    const char digit = text[i];
    if (digit < '0' || digit > '9' || i % step != 0) continue;
    text[i] = (char)(digit == '9' ? '0' : digit + 1);
    try_string(n, leaf, path, text);
    text[i] = (char)(digit == '0' ? '7' : digit - 1);
    try_string(n, leaf, path, text);
    text[i] = digit;
  }
  json_string_set(leaf, text);
  free(text);
}

static void change_string(count *n, json_t *leaf, const char *path) {
  char *text = strdup(json_string_value(leaf));
  char *negative = calloc(strlen(text) + 2, 1);
  change_digits(n, leaf, path);
  sprintf(negative, text[0] == '-' ? "%s" : "-%s", text + (text[0] == '-'));
  try_string(n, leaf, path, negative);
  try_string(n, leaf, path, strcmp(text, "5/7") == 0 ? "7/5" : "5/7");
  try_string(n, leaf, path, "");
  json_string_set(leaf, text);
  free(negative);
  free(text);
}

/* ---- everything ------------------------------------------------------------------------------ */

static void change_value(count *n, json_t *value, const char *path);

static void change_array(count *n, json_t *array, const char *path) {
  char inner[300];
  for (size_t i = 0; i < json_array_size(array); i++) {
    json_t *entry = json_incref(json_array_get(array, i));
    snprintf(inner, sizeof inner, "%s[%zu]", path, i);
    change_value(n, entry, inner);
    json_array_remove(array, i);
    try_change(n, inner);
    json_array_insert(array, i, entry);
    json_array_insert(array, i, entry);
    try_change(n, inner);
    json_array_remove(array, i);
    json_decref(entry);
  }
}

static void change_object(count *n, json_t *object, const char *path) {
  char inner[300];
  const char *key;
  json_t *copy = json_copy(object), *value;
  json_object_foreach(copy, key, value) {
    if (strcmp(key, "file") == 0 || strcmp(key, "seal") == 0) continue;
    snprintf(inner, sizeof inner, "%s.%s", path, key);
    change_value(n, value, inner);
    json_object_del(object, key);
    try_change(n, inner);
    json_object_set(object, key, value);
    json_object_set_new(object, key, json_null());
    if (!json_is_null(value)) try_change(n, inner);
    json_object_set(object, key, value);
  }
  json_object_set_new(object, "extra", json_string("1"));
  try_change(n, "an extra member");
  json_object_del(object, "extra");
  json_decref(copy);
}

static void change_value(count *n, json_t *value, const char *path) {
  if (json_is_string(value)) change_string(n, value, path);
  if (json_is_array(value)) change_array(n, value, path);
  if (json_is_object(value)) change_object(n, value, path);
  if (!json_is_integer(value)) return;
  const json_int_t number = json_integer_value(value);
  for (json_int_t other = -2; other <= number + 1; other++) {
    json_integer_set(value, other);
    if (other != number) try_change(n, path);
  }
  json_integer_set(value, number);
}

/* Bytes of the file, the seal as it was. */
static void change_bytes(count *n, bytes b) {
  char message[600];
  for (size_t i = 0; i < b.size; i++) {
    if (b.data[i] < '0' || b.data[i] > '9') continue;
    const char digit = b.data[i];
    b.data[i] = (char)(digit == '9' ? '0' : digit + 1);
    n->tried++;
    if (check_certificate(b.data, b.size, NULL, 0, NULL, message) == 0) {
      n->survived++;
      print_error("survived: %s: byte %zu\n", n->file, i);
    }
    b.data[i] = digit;
  }
}

/* ---- the files ------------------------------------------------------------------------------- */

static const char folder[] = "tests/checker/certificates";

static size_t list_files(char names[MOST_FILES][300]) {
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  size_t found = 0;
  assert_non_null(directory);
  while ((entry = readdir(directory)))
    if (strstr(entry->d_name, ".json") && found < MOST_FILES)
      snprintf(names[found++], 300, "%s/%.200s", folder, entry->d_name);
  closedir(directory);
  assert_true(found > 10);
  return found;
}

static void test_accepted(void **state) {
  static char names[MOST_FILES][300];
  (void)state;
  for (size_t i = 0, files = list_files(names); i < files; i++) {
    char message[600];
    bytes b = read_bytes(names[i]);
    if (check_certificate(b.data, b.size, NULL, 0, NULL, message) != 0)
      fail_msg("%s: %s", names[i], message);
    free(b.data);
  }
}

static void test_entries(void **state) {
  static char names[MOST_FILES][300];
  count n = {0};
  (void)state;
  for (size_t i = 0, files = list_files(names); i < files; i++) {
    char message[600];
    json_t *root = json_load_file(names[i], 0, NULL);
    n.file = names[i] + sizeof folder;
    n.whole = root;
    /* other radii may be as good, but what is concluded from them is not */
    const bool exact = !json_object_get(json_object_get(root, "system"), "radius");
    assert_int_equal(check_json(root, message), 0);
    change_value(&n, exact ? root : json_object_get(root, "conditions"), "");
    assert_int_equal(check_json(root, message), 0);
    json_decref(root);
  }
  print_message("%zu changes of entries, %zu survived\n", n.tried, n.survived);
  assert_true(n.tried > 5000);
  assert_int_equal(n.survived, 0);
}

/* An interval that does not contain what the model says is rejected for that reason. */
static void test_radii(void **state) {
  static const struct {
    const char *member, *inner, *message;
    size_t row;
    const char *text;
  } changes[] = {
      {"radius", "K", "system: entry (1, 1) of K", 0, "1/11"},
      {"radius", "M", "system: entry (1, 1) of M", 0, "0"},
      {"radius", "K", "system: entry (2, 2) of K", 1, "-1/10"},
      {"radius", "W", "W must be exact", 1, "1/10"},
  };
  char message[600];
  (void)state;
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    json_t *root = json_load_file("tests/checker/certificates/two-masses-uncertain.json", 0, NULL);
    json_t *radius = json_object_get(json_object_get(root, "system"), changes[i].member);
    json_t *row = json_array_get(json_object_get(radius, changes[i].inner), changes[i].row);
    json_array_set_new(row, changes[i].row, json_string(changes[i].text));
    assert_int_not_equal(check_json(root, message), 0);
    assert_non_null(strstr(message, changes[i].message));
    json_decref(root);
  }
}

/* Entries that are not affine in a range: an interval that holds at the middle or at one end only
 * is rejected, and the message says what differs. */
static void test_bent(void **state) {
  static const struct {
    const char *entry, *center, *radius, *message;
  } changes[] = {
      {"M", "181/100", "0",
       "M is between 181/100 and 221/100 in the model, 181/100 in the certificate: larger than its "
       "upper end by 0.4"},
      {"M", "11/5", "1/100",
       "and 221/100 in the model, between 219/100 and 221/100 in the certificate: smaller than its "
       "lower end by 0.38"},
      {"M", "2", "0", "M is between 181/100 and 221/100 in the model, 2 in the certificate"},
      {"M", "201/100", "199/1000", "in the model, between 1811/1000 and 2209/1000 in"},
      {"K", "78/100", "1/20", "entry (1, 1) of K is between"},
      {"K", "157/200", "0", "entry (1, 1) of K is between"},
  };
  char message[600];
  (void)state;
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    json_t *root = json_load_file("tests/checker/certificates/bent.json", 0, NULL);
    json_t *system = json_object_get(root, "system"), *radius = json_object_get(system, "radius");
    const char *center = strcmp(changes[i].center, "78/100") ? changes[i].center : "39/50";
    json_array_set_new(json_array_get(json_object_get(system, changes[i].entry), 0), 0,
                       json_string(center));
    json_array_set_new(json_array_get(json_object_get(radius, changes[i].entry), 0), 0,
                       json_string(changes[i].radius));
    assert_int_equal(check_json(root, message), 1);
    if (!strstr(message, changes[i].message)) fail_msg("%zu: %s", i, message);
    json_decref(root);
  }
}

/* A formula that is another function is rejected, also where its interval is as good. */
static void test_formulas(void **state) {
  static const char *const others[][2] = {{"M", "a^3 + 1"},   {"M", "1 + a^2 + (a - 1)*0.001"},
                                          {"M", "221/100"},   {"K", "atan2(1, a)"},
                                          {"K", "atan(a^2)"}, {"K", "1/(1/atan2(a, 1) + 1/10^9)"}};
  char message[600];
  (void)state;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    json_t *root = json_load_file("tests/checker/certificates/bent.json", 0, NULL);
    json_t *formulas = json_object_get(json_object_get(root, "system"), "formulas");
    json_array_set_new(json_array_get(json_object_get(formulas, others[i][0]), 0), 0,
                       json_string(others[i][1]));
    assert_int_equal(check_json(root, message), 1);
    if (!strstr(message, "in the model, not ")) fail_msg("%s: %s", others[i][1], message);
    json_decref(root);
  }
}

/* The same function in another form is as good; one that is not defined in the ranges is none. */
static void test_forms(void **state) {
  static const char *const forms[][2] = {
      {"(a + 1)^2 - 2*a", NULL},
      {"(a^3 + a)/a", NULL},
      {"sqrt(a^2 + 1)*sqrt(1 + a*a)", NULL},
      {"(a^2 + 1)*(sin(a)^2 + cos(a)^2)", NULL},
      {"(a^2 + 1)*(cos(2*a) + 2*sin(a)^2)", NULL},
      {"a^2 + exp(a + 1)*exp(-a)/exp(1)", NULL},
      {"1/(1/(a^2 + 1) + 1/a - 1/a)", NULL},
      {"(a^2 + 1)*(a - 1)/(a - 1)", "divides by what may be zero"},
      {"a^2 + sqrt(a - 1)^2 + 2 - a", "root of what may be negative"},
      {"x + 1", "'x': the name has no meaning"},
      {"a^2 + 1)", "is not expected"},
  };
  char message[600];
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    json_t *root = json_load_file("tests/checker/certificates/bent.json", 0, NULL);
    json_t *formulas = json_object_get(json_object_get(root, "system"), "formulas");
    json_array_set_new(json_array_get(json_object_get(formulas, "M"), 0), 0,
                       json_string(forms[i][0]));
    const int status = check_json(root, message);
    if (status != (forms[i][1] ? 2 : 0) || (forms[i][1] && !strstr(message, forms[i][1])))
      fail_msg("%s: %d %s", forms[i][0], status, message);
    json_decref(root);
  }
}

/* Radii that contain the model's and are too wide for what is concluded: K may be singular. */
static void test_wide_radii(void **state) {
  char message[600];
  (void)state;
  json_t *root =
      json_load_file("tests/checker/certificates/negative-stiffness-uncertain.json", 0, NULL);
  json_t *K = json_object_get(json_object_get(json_object_get(root, "system"), "radius"), "K");
  for (size_t i = 0; i < 2; i++) json_array_set_new(json_array_get(K, i), i, json_string("1"));
  assert_int_equal(check_json(root, message), 1);
  assert_non_null(strstr(message, "LW2008-T3.3"));
  json_decref(root);
}

static void test_intervals(void **state) {
  static const char *const wrong[][3] = {{"k1", "radius", "1/11"},
                                         {"k1", "radius", "1/9"},
                                         {"m1", "radius", "0"},
                                         {"m1", "center", "3/2"}};
  char message[600];
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    json_t *root = json_load_file("tests/checker/certificates/two-masses-uncertain.json", 0, NULL);
    json_t *parameter = json_object_get(json_object_get(root, "parameters"), wrong[i][0]);
    json_object_set_new(parameter, wrong[i][1], json_string(wrong[i][2]));
    assert_int_equal(check_json(root, message), 1);
    assert_non_null(strstr(message, wrong[i][0]));
    json_decref(root);
  }
}

static void test_bytes(void **state) {
  static char names[MOST_FILES][300];
  count n = {0};
  (void)state;
  for (size_t i = 0, files = list_files(names); i < files; i++) {
    bytes b = read_bytes(names[i]);
    n.file = names[i] + sizeof folder;
    change_bytes(&n, b);
    free(b.data);
  }
  print_message("%zu changes of digits, %zu survived\n", n.tried, n.survived);
  assert_int_equal(n.survived, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accepted), cmocka_unit_test(test_entries),
      cmocka_unit_test(test_radii),    cmocka_unit_test(test_wide_radii),
      cmocka_unit_test(test_bent),     cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_forms),    cmocka_unit_test(test_intervals),
      cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
