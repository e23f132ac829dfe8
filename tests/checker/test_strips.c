/* test_strips.c: maps of starts against a parameter are accepted, and no false cell is.
 *
 * x'' = -c x' - x - sign(x') from rest at x, c in [-1, -1/4]: with sigma = -c/2 and
 * omega^2 = 1 - sigma^2 it comes to rest if |x| is below coth(pi sigma/(2 omega)) one stop later,
 * and escapes if it is above. So a random leaf with the plan of another one may be accepted only if
 * what it says is true of its corners and its middle. STRIP_TRIES: how many leaves, 250 if it is
 * not set. */
#include <math.h>

#include "support.h"

static json_t *open_strips(void) {
  json_t *root = json_load_file("tests/checker/maps/strips.json", 0, NULL);
  assert_non_null(root);
  return root;
}

static json_t *pieces_of(json_t *root) {
  return json_object_get(json_object_get(root, "map"), "pieces");
}

static json_t *leaves_of(json_t *root, size_t piece) {
  json_t *map = json_object_get(json_array_get(pieces_of(root), piece), "map");
  return json_object_get(map, "leaves");
}

static void strips_are_accepted(void **state) {
  (void)state;
  char message[600] = "";
  json_t *root = open_strips();
  const int status = check_json(root, message);
  if (status != 0) print_error("%s\n", message);
  assert_int_equal(status, 0);
  json_decref(root);
}

/* From rest at x: half a turn around the end of friction, again and again. */
static bool comes_to_rest(double c, double x) {
  const double sigma = -c / 2, turn = exp(M_PI * sigma / sqrt(1 - sigma * sigma));
  for (int k = 0; k < 2000 && fabs(x) < 1e6; k++) {
    if (fabs(x) <= 1) return true;
    const double end = x > 0 ? 1 : -1;
    x = end - turn * (x - end);
  }
  return false;
}

/* Of [-4, 4] x [-1, -1/4] in 16 x 16 cells, four corners and the middle. */
static bool is_true(size_t column, size_t row, bool rest) {
  for (int k = 0; k < 5; k++) {
    const double x = -4 + ((double)column + (k == 4 ? 0.5 : k % 2)) / 2,
                 c = -1 + ((double)row + (k == 4 ? 0.5 : k / 2)) * 3 / 64;
    if (comes_to_rest(c, x) != rest) return false;
  }
  return true;
}

static void set_shares(json_t *root, bool rest) {
  json_t *shares = json_object_get(json_object_get(root, "map"), "shares");
  json_object_set_new(shares, rest ? "rest" : "escape", json_string("1/256"));
  json_object_set_new(shares, rest ? "escape" : "rest", json_string("0"));
  json_object_set_new(shares, "open", json_string("255/256"));
}

static uint64_t next_random(uint64_t *seed, uint64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (*seed >> 33) % below;
}

static void false_cells_are_rejected(void **state) {
  (void)state;
  const char *said = getenv("STRIP_TRIES");
  const int tries = said ? atoi(said) : 250;
  uint64_t seed = 4;
  size_t accepted = 0, lies = 0;
  json_t *all = open_strips();
  for (int k = 0; k < tries; k++) {
    json_t *root = open_strips(), *pieces = pieces_of(root);
    const size_t count = json_array_size(pieces), from = next_random(&seed, count);
    const size_t to = next_random(&seed, count);
    const json_t *others = leaves_of(all, from);
    const char *other =
        json_string_value(json_array_get(others, next_random(&seed, json_array_size(others))));
    const bool rest = strstr(other, "escape") == NULL;
    const size_t column = next_random(&seed, 16);
    json_t *piece = json_incref(json_array_get(pieces, to));
    const size_t row = (size_t)json_integer_value(json_object_get(piece, "index"));
    char text[2000], message[600];
    snprintf(text, sizeof text, "4 %zu %zu %s", column, row, strpbrk(other, "rse"));
    json_array_clear(pieces);
    json_array_append_new(pieces, piece);
    json_array_clear(leaves_of(root, 0));
    json_array_append_new(leaves_of(root, 0), json_string(text));
    set_shares(root, rest);
    if (check_json(root, message) == 0) {
      const bool good = is_true(column, row, rest);
      accepted++;
      lies += !good;
      if (!good) print_error("accepted: %s\n", text);
    }
    json_decref(root);
  }
  assert_true(accepted > (size_t)tries / 50);
  assert_int_equal(lies, 0);
  json_decref(all);
}

/* The certificate is rejected, with this in what it says. */
static void is_rejected(json_t *root, const char *why) {
  char message[600] = "";
  assert_int_not_equal(check_json(root, message), 0);
  if (!strstr(message, why)) fail_msg("\"%s\" instead of \"%s\"", message, why);
  json_decref(root);
}

/* What is proved of one interval is not said of another. */
static void other_intervals_are_rejected(void **state) {
  (void)state;
  json_t *root = open_strips();
  json_object_set_new(json_array_get(pieces_of(root), 0), "index", json_integer(1));
  is_rejected(root, "piece 1 of 2^4: the parameter c is between");
  root = open_strips();
  json_object_set_new(json_array_get(pieces_of(root), 0), "depth", json_integer(3));
  is_rejected(root, "the parameter c is between");
  root = open_strips();
  json_object_set_new(json_array_get(pieces_of(root), 0), "index", json_integer(16));
  is_rejected(root, "index");
  root = open_strips();
  json_object_set_new(json_object_get(root, "map"), "high", json_pack("[s, s]", "4", "-1/5"));
  is_rejected(root, "the parameter c is between");
  root = open_strips();
  json_array_append(pieces_of(root), json_array_get(pieces_of(root), 0));
  is_rejected(root, "covers what another one does");
}

/* A share more than its cells have. */
static void false_shares_are_rejected(void **state) {
  (void)state;
  static const char *const names[] = {"rest", "escape", "open"};
  for (size_t i = 0; i < COUNT(names); i++) {
    json_t *root = open_strips();
    json_object_set_new(json_object_get(json_object_get(root, "map"), "shares"), names[i],
                        json_string("1/3"));
    is_rejected(root, ", not 1/3");
  }
}

static void odd_axes_are_rejected(void **state) {
  (void)state;
  static const char *const axes[] = {"[0, 1]",      "['c', 'c']", "[0, 'b']", "[2, 'c']",
                                     "['c', 0, 0]", "[0]",        "['c', 0]"};
  static const char *const why[] = {
      "one is the name of a parameter", "axes", "names no parameter", "axes", "axes", "axes", ""};
  for (size_t i = 0; i < COUNT(axes); i++) {
    char text[40];
    snprintf(text, sizeof text, "%s", axes[i]);
    for (char *at = text; *at; at++)
      if (*at == '\'') *at = '"';
    json_t *root = open_strips();
    json_object_set_new(json_object_get(root, "map"), "axes", json_loads(text, 0, NULL));
    is_rejected(root, why[i]);
  }
  json_t *root = open_strips();
  json_object_set_new(root, "settings", json_pack("[s]", "c=-1/2"));
  is_rejected(root, "sets a parameter for the second time");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strips_are_accepted), cmocka_unit_test(other_intervals_are_rejected),
      cmocka_unit_test(false_shares_are_rejected), cmocka_unit_test(odd_axes_are_rejected),
      cmocka_unit_test(false_cells_are_rejected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
