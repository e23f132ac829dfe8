/* test_refusals.c: for every refusal a false certificate that nothing else stops.
 *
 * Each case is a certificate that is coherent: its digests and its seal fit, what follows from what
 * it says was computed anew. One thing in it is false, or said in a way that the format does not
 * allow. It must be rejected with its message. Then that refusal alone is switched off (off.h), and
 * the certificate must be accepted: so the refusal is needed, and a checker without it would be
 * noticed here. Every place in the sources that refutes must be met by a case.
 *
 * A case has a base (a file of tests/checker/certificates, or one of the machines below) and lines
 * of changes: "path = json", or "text: old => new" for the model.
 */
#include "off.h"

#include "refusals.h"
#include "support.h"

/* ---- switching off --------------------------------------------------------------------------- */

enum { MOST_PLACES = 200 };

static struct {
  const char *off; /* in the message of the refusal that is switched off, or NULL */
  char place[100]; /* of the last refusal */
  char met[MOST_PLACES][100];
  size_t count;
} refusals;

void note_place(const char *file, int line) {
  snprintf(refusals.place, sizeof refusals.place, "%s:%d", file, line);
}

void stop_unless_off(run *r, int status, const char *format, ...) {
  char message[600];
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  if (!refusals.off || !strstr(message, refusals.off)) stop(r, status, "%s", message);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* JSON with single quotes, so that it can stand in C. */
static json_t *read_json(const char *text) {
  char *copy = strdup(text);
  json_error_t error;
  for (char *at = copy; *at; at++)
    if (*at == '\'') *at = '"';
  json_t *value = json_loads(copy, JSON_DECODE_ANY, &error);
  if (!value) fail_msg("%s: %s", copy, error.text);
  free(copy);
  return value;
}

/* path = "a.b[1][2]" */
static void set_path(json_t *at, const char *path, json_t *value) {
  for (;;) {
    const size_t length = strcspn(path, ".[");
    char key[60];
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    const bool last = path[length] == '\0' || (path[length] == ']' && !path[length + 1]);
    const bool index = key[0] >= '0' && key[0] <= '9';
    const size_t number = (size_t)atoi(key);
    const size_t used = index ? strcspn(path, "]") + 1 : length;
    const char *rest = path + used;
    if (*rest == '.' || *rest == '[') rest++;
    if (index && !*rest) {
      if (number < json_array_size(at))
        json_array_set_new(at, number, value);
      else
        json_array_append_new(at, value);
      return;
    }
    if (!index && last) {
      json_object_set_new(at, key, value);
      return;
    }
    at = index ? json_array_get(at, number) : json_object_get(at, key);
    if (!at) fail_msg("no %s", path);
    path = rest;
  }
}

static void change_text(json_t *root, const char *old, const char *new) {
  json_t *inner = json_object_get(root, "model");
  const char *text = json_string_value(json_object_get(inner, "text")), *at = strstr(text, old);
  if (!at) fail_msg("no %s in the model", old);
  char *changed = calloc(strlen(text) + strlen(new) + 1, 1);
  sprintf(changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
  json_object_set_new(inner, "text", json_string(changed));
  free(changed);
}

static void change(json_t *root, const char *changes) {
  char *copy = strdup(changes), *line = copy, *next;
  for (; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    char *equals = strstr(line, " = "), *arrow = strstr(line, " => ");
    if (strncmp(line, "text: ", 6) == 0) {
      *arrow = '\0';
      change_text(root, line + 6, arrow + 4);
    } else {
      *equals = '\0';
      set_path(root, line, read_json(equals + 3));
    }
  }
  free(copy);
}

static void renew_digest(json_t *root) {
  json_t *inner = json_object_get(root, "model");
  const json_t *text = json_object_get(inner, "text");
  char hex[65];
  sha256_hex(json_string_value(text), json_string_length(text), hex);
  json_object_set_new(inner, "sha256", json_string(hex));
}

static json_t *open_base(const char *base) {
  char path[200];
  if (base[0] == '{') return read_json(base);
  snprintf(path, sizeof path, "tests/checker/certificates/%s.json", base);
  json_t *root = json_load_file(path, 0, NULL);
  assert_non_null(root);
  return root;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void meet_place(void) {
  size_t i = 0;
  while (i < refusals.count && strcmp(refusals.met[i], refusals.place) != 0) i++;
  if (i < refusals.count) return;
  assert_true(refusals.count < MOST_PLACES);
  memcpy(refusals.met[refusals.count++], refusals.place, sizeof refusals.place);
}

static void test_bases(void **state) {
  const char *const bases[] = {two_frictions, pushed,  standing, rocking,
                               fenced,        flowing, leaving,  nowhere};
  char message[600];
  (void)state;
  for (size_t i = 0; i < COUNT(bases); i++) {
    json_t *root = open_base(bases[i]);
    renew_digest(root);
    if (check_json(root, message) != 0) fail_msg("base %zu: %s", i, message);
    json_decref(root);
  }
}

static void test_cases(void **state) {
  size_t wrong = 0;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char message[600] = "";
    json_t *root = open_base(cases[i].base);
    change(root, cases[i].changes);
    if (!strstr(cases[i].changes, "sha256")) renew_digest(root);
    refusals.off = NULL;
    const int status = check_json(root, message);
    if (status == 0 || !strstr(message, cases[i].message)) {
      print_error("case %zu, \"%s\": %d %s\n", i, cases[i].message, status, message);
      wrong++;
      json_decref(root);
      continue;
    }
    meet_place();
    refusals.off = cases[i].message;
    if (check_json(root, message) != 0) {
      print_error("case %zu, \"%s\" off: %s\n", i, cases[i].message, message);
      wrong++;
    }
    refusals.off = NULL;
    json_decref(root);
  }
  assert_int_equal(wrong, 0);
}

/* The seal, and the model file: what is not in the certificate itself. */
static void test_files(void **state) {
  char message[600];
  (void)state;
  bytes b = read_bytes("tests/checker/certificates/two-masses-set.json");
  char *seal = strstr(b.data, "\"seal\": \"") + 9;
  for (int turn = 0; turn < 2; turn++) {
    if (turn == 0) seal[5] = seal[5] == '0' ? '1' : '0';
    const char *file = turn == 0 ? NULL : "coord x\n",
               *word = turn == 0 ? "the seal does not" : "the model file differs";
    refusals.off = NULL;
    const size_t size = file ? strlen(file) : 0;
    assert_int_equal(check_certificate(b.data, b.size, file, size, NULL, message), 1);
    assert_non_null(strstr(message, word));
    meet_place();
    refusals.off = word;
    assert_int_equal(check_certificate(b.data, b.size, file, size, NULL, message), 0);
    if (turn == 0) {
      free(b.data);
      b = read_bytes("tests/checker/certificates/two-masses-set.json");
    }
  }
  refusals.off = NULL;
  free(b.data);
}

/* A theorem that nobody knows: nothing stands behind this refusal that could be asked. */
static void test_unknown_theorem(void **state) {
  char message[600];
  (void)state;
  json_t *root = open_base("two-masses-set");
  json_object_set_new(root, "claim", json_string("locally-attractive"));
  assert_int_equal(check_json(root, message), 1);
  assert_non_null(strstr(message, "no theorem"));
  meet_place();
  json_decref(root);
}

/* The rocking body at x = 1 with a force besides; whether the certificate still holds. */
static int check_pushed(const char *changes, char message[600]) {
  json_t *root = open_base(rocking);
  change(root, "system.at = ['1','0','0']");
  change(root, changes);
  renew_digest(root);
  const int status = check_json(root, message);
  json_decref(root);
  return status;
}

/* At rest ddt of anything is 0, whatever its value is: once ddt(x) counted as x. */
static void test_rates(void **state) {
  char message[600];
  (void)state;
  if (check_pushed("text: potential = => force x = -ddt(x); potential =", message) != 0)
    fail_msg("%s", message);
  assert_int_equal(check_pushed("text: 4*z - 3*x => 4*z - 2*x; force x = ddt(x)", message), 1);
}

/* A cycle begins in an interval, or at the ratio 0 alone, which sticking makes exact. */
static void test_ratios(void **state) {
  static const char *const low[] = {"'0'", "'1/100'", "'1/50'"};
  char message[600], changes[100];
  (void)state;
  for (size_t i = 0; i < COUNT(low); i++) {
    snprintf(changes, sizeof changes, "conditions[1].low = %s\nconditions[1].high = %s", low[i],
             low[i == 2 ? 1 : i]);
    assert_int_equal(check_pushed(changes, message), i == 0 ? 0 : 2);
    if (i > 0) assert_non_null(strstr(message, "an interval of ratios"));
  }
}

/* Every line of the sources that refutes was met. */
static void test_all_met(void **state) {
  static const char *const files[] = {
      "boxes",  "lyapunov", "taylor", "conditions", "derive",  "formula", "interval", "level",
      "lexer",  "linear",   "lower",  "model",      "numbers", "reading", "run",      "spring",
      "system", "theorems", "value",  "zero",       "stance",  "events",  "cycle",    "rest"};
  size_t places = 0, missed = 0;
  (void)state;
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    char path[100], place[160];
    snprintf(path, sizeof path, "checker/%s.c", files[f]);
    bytes b = read_bytes(path);
    int number = 1;
    bool comment = false;
    for (char *line = b.data, *next; line; line = next, number++) {
      next = strchr(line, '\n');
      if (next) *next++ = '\0';
      comment = (comment || strstr(line, "/*") == line) && !strstr(line, "*/");
      if (comment || strncmp(line, " *", 2) == 0 || !strstr(line, "refuted(r, ")) continue;
      places++;
      snprintf(place, sizeof place, "%s:%d", path, number);
      size_t i = 0;
      while (i < refusals.count && strcmp(refusals.met[i], place) != 0) i++;
      if (i == refusals.count) {
        print_error("no case meets %s: %s\n", place, line);
        missed++;
      }
    }
    free(b.data);
  }
  assert_true(places > 55);
  assert_int_equal(missed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bases),   cmocka_unit_test(test_cases),
      cmocka_unit_test(test_files),   cmocka_unit_test(test_unknown_theorem),
      cmocka_unit_test(test_rates),   cmocka_unit_test(test_ratios),
      cmocka_unit_test(test_all_met),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
