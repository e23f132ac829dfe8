/* test_apart.c: leaves of a machine with a stop are accepted only where no motion touches it.
 *
 * The machine of the map is the oscillator of test_map.c, and it gets a stop anywhere on either
 * side. What the leaf of a cell says, with its own plan or with that of another, may be accepted
 * only if the corners and the middle of the cell rest, and do so before the stop: by small steps.
 * APART_TRIES: how many leaves, 400 if it is not set. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

static uint64_t seed = 7;

static uint64_t draw(uint64_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % below;
}

static json_t *open_map(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "tests/checker/maps/%s.json", name);
  json_t *root = json_load_file(path, 0, NULL);
  assert_non_null(root);
  return root;
}

/* Whether the motion rests before side x = stop: x'' = x'/2 - x - sign(x'). */
static bool stays_before(double x, double u, int side, double stop) {
  const double h = 1e-3;
  for (int swing = 0; swing < 200; swing++) {
    const double sign = u != 0 ? (u > 0 ? 1 : -1) : (x > 0 ? -1 : 1);
    if (side * x >= stop || fabs(x) > 100) return false;
    if (u == 0 && fabs(x) <= 1) return true;
    do {
      const double v = u + h / 2 * (u / 2 - x - sign), y = x + h / 2 * u;
      x += h * v;
      u += h * (v / 2 - y - sign);
      if (side * x >= stop) return false;
    } while (u * sign > 0);
    u = 0;
  }
  return false;
}

static bool is_true(const size_t cell[3], int side, double stop) {
  const double width = ldexp(8, -(int)cell[0]);
  for (int k = 0; k < 5; k++) {
    const double x = -4 + width * ((double)cell[1] + (k == 4 ? 0.5 : k % 2)),
                 u = -4 + width * ((double)cell[2] + (k == 4 ? 0.5 : k / 2));
    if (!stays_before(x, u, side, stop)) return false;
  }
  return true;
}

/* A line more in the model of the certificate. */
static void add_line(json_t *root, const char *line) {
  json_t *said = json_object_get(root, "model");
  char text[2000], hex[65];
  const int length =
      snprintf(text, sizeof text, "%s%s\n", json_string_value(json_object_get(said, "text")), line);
  assert_true(length < (int)sizeof text);
  sha256_hex(text, (size_t)length, hex);
  json_object_set_new(said, "text", json_string(text));
  json_object_set_new(said, "sha256", json_string(hex));
}

static void keep_one(json_t *map, const char *leaf, size_t depth, bool rest) {
  json_t *shares = json_object_get(map, "shares"), *one = json_array();
  const size_t all = (size_t)1 << 2 * depth;
  char share[60];
  json_array_append_new(one, json_string(leaf));
  json_object_set_new(map, "leaves", one);
  snprintf(share, sizeof share, "1/%zu", all);
  json_object_set_new(shares, rest ? "rest" : "escape", json_string(share));
  json_object_set_new(shares, rest ? "escape" : "rest", json_string("0"));
  snprintf(share, sizeof share, "%zu/%zu", all - 1, all);
  json_object_set_new(shares, "open", json_string(share));
}

static void what_touches_is_rejected(void **state) {
  (void)state;
  const char *said = getenv("APART_TRIES");
  const int tries = said ? atoi(said) : 400;
  int accepted = 0, lies = 0, touching = 0;
  json_t *whole = open_map("oscillator");
  const json_t *all = json_object_get(json_object_get(whole, "map"), "leaves");
  for (int k = 0; k < tries; k++) {
    const char *leaf = json_string_value(json_array_get(all, draw(json_array_size(all))));
    const bool rest = strstr(leaf, "escape") == NULL;
    const int side = k % 2 ? 1 : -1, scale = 1 + (int)draw(3);
    const double stop = (double)(8 + draw(56)) / 16;
    size_t cell[3];
    char text[2000], line[200], message[600];
    assert_int_equal(sscanf(leaf, "%zu %zu %zu", &cell[0], &cell[1], &cell[2]), 3);
    for (int i = 1; k % 4 > 1 && i < 3; i++) cell[i] = draw((uint64_t)1 << cell[0]);
    snprintf(text, sizeof text, "%zu %zu %zu %s", cell[0], cell[1], cell[2], strpbrk(leaf, "rse"));
    snprintf(line, sizeof line,
             "contact stop { gap = %d*(%.17g - %d*x); restitution = newton(1/2, 0) }", scale, stop,
             side);
    json_t *root = json_deep_copy(whole);
    add_line(root, line);
    keep_one(json_object_get(root, "map"), text, cell[0], rest);
    const bool good = rest && is_true(cell, side, stop), taken = check_json(root, message) == 0;
    accepted += taken;
    touching += !good;
    lies += taken && !good;
    if (taken && !good) print_error("accepted: %s, %s\n", text, line);
    json_decref(root);
  }
  assert_true(accepted > tries / 20 && touching > tries / 5);
  assert_int_equal(lies, 0);
  json_decref(whole);
}

/* What stops a motion is not only a stop to one side of it. */
static void other_contacts_are_rejected(void **state) {
  (void)state;
  static const struct {
    const char *map, *line, *message;
  } cases[] = {
      {"oscillator", "contact c { gap = 50 - x - x^2/100 }", "the gap is not linear"},
      {"oscillator", "contact c { gap = 50 - x + t }", ""},
      {"oscillator", "contact c { gap = 50 - x + x' }", "velocity"},
      {"oscillator", "contact c { gap = -1 }", "depends on no coordinate"},
      {"oscillator", "contact c { gap = 2 - x }\ncontact d { gap = 1 + x - x }", "no coordinate"},
      {"oscillator", "contact c { gap = 50 - x }", "does not hold"}, /* escapes */
      {"ranged", "contact c { gap = 50 - x }", "without ranges"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char message[600] = "";
    json_t *root = open_map(cases[i].map);
    add_line(root, cases[i].line);
    assert_int_not_equal(check_json(root, message), 0);
    if (!strstr(message, cases[i].message)) print_error("%s: %s\n", cases[i].line, message);
    assert_non_null(strstr(message, cases[i].message));
    json_decref(root);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_touches_is_rejected),
                                     cmocka_unit_test(other_contacts_are_rejected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
