/* test_map.c: maps of proved cells are accepted, and no false cell is.
 *
 * Of the oscillator (m = k = 1, c = -1/2, friction 1) it is known what every start does: with the
 * next point where it stops at X, it comes to rest if |X| is below that of the limit cycle,
 * coth(pi sigma/(2 omega)) with sigma = 1/4, and escapes if it is above. So a random leaf, with the
 * plan of another or none, may be accepted only if what it says is true of its corners and its
 * middle. `ranged` is the same machine with k in [15/16, 17/16], `loose` one with the friction in
 * [31/32, 33/32] and c in [31/64, 33/64]: of all ends and the middle.
 * MAP_TRIES: how many leaves of each kind, 250 if it is not set. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

static json_t *open_map(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "tests/checker/maps/%s.json", name);
  json_t *root = json_load_file(path, 0, NULL);
  assert_non_null(root);
  return root;
}

static void maps_are_accepted(void **state) {
  (void)state;
  const char *const names[] = {"oscillator", "three-masses", "ranged", "loose"};
  for (size_t i = 0; i < COUNT(names); i++) {
    char message[600] = "";
    json_t *root = open_map(names[i]);
    const int status = check_json(root, message);
    if (status != 0) print_error("%s: %s\n", names[i], message);
    assert_int_equal(status, 0);
    json_decref(root);
  }
}

static int count_tries(void) {
  const char *said = getenv("MAP_TRIES");
  return said ? atoi(said) : 250;
}

/* A machine, and by how much its numbers may differ. */
typedef struct oscillator {
  double k, c, p, dk, dc, dp;
} oscillator;

static oscillator find_oscillator(const char *name) {
  oscillator o = {.k = 1, .c = 0.5, .p = 1};
  if (strcmp(name, "ranged") == 0) o.dk = 1 / 16.;
  if (strcmp(name, "loose") == 0) o.dc = 1 / 64., o.dp = 1 / 32.;
  return o;
}

/* Where the motion from (x, u) stops next: x'' = c x' - k x - p sign(x'), by small steps. */
static double find_stop(const oscillator *o, double x, double u) {
  const double sign = u > 0 ? 1 : -1, h = 1e-4;
  while (u * sign > 0) {
    const double a = o->c * u - o->k * x - o->p * sign, v = u + h / 2 * a, y = x + h / 2 * u;
    x += h * v;
    u += h * (o->c * v - o->k * y - o->p * sign);
  }
  return x;
}

static bool comes_to_rest(const oscillator *o, double x, double u) {
  const double sigma = o->c / 2, turn = exp(M_PI * sigma / sqrt(o->k - sigma * sigma)),
               cycle = (turn + 1) / (turn - 1) * o->p / o->k;
  return fabs(find_stop(o, x, u)) < cycle;
}

/* Whether it does so, or does not, for all machines. */
static bool all_do(const oscillator *o, double x, double u, bool rest) {
  for (int i = 0; i < 27; i++) {
    const int a = i % 3 - 1, b = i / 3 % 3 - 1, c = i / 9 - 1;
    if ((a && o->dk == 0) || (b && o->dc == 0) || (c && o->dp == 0)) continue;
    const oscillator one = {o->k + a * o->dk, o->c + b * o->dc, o->p + c * o->dp, 0, 0, 0};
    if (comes_to_rest(&one, x, u) != rest) return false;
  }
  return true;
}

static uint64_t next_random(uint64_t *seed, uint64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (*seed >> 33) % below;
}

/* Whether all five points of a cell of [-4, 4]^2 do the same, and it is this. */
static bool is_true(const oscillator *o, const size_t cell[3], bool rest) {
  const double width = ldexp(8, -(int)cell[0]);
  for (int k = 0; k < 5; k++) {
    const double x = -4 + width * ((double)cell[1] + (k == 4 ? 0.5 : k % 2)),
                 u = -4 + width * ((double)cell[2] + (k == 4 ? 0.5 : k / 2));
    if (!all_do(o, x, u, rest)) return false;
  }
  return true;
}

static void false_cells_are_rejected(const char *name) {
  const oscillator o = find_oscillator(name);
  const int tries = count_tries();
  uint64_t seed = 2;
  size_t accepted = 0, lies = 0;
  json_t *root = open_map(name), *map = json_object_get(root, "map");
  json_t *all = json_incref(json_object_get(map, "leaves")), *one = json_array();
  json_object_set_new(map, "leaves", one);
  for (int k = 0; k < tries; k++) {
    const char *other =
        json_string_value(json_array_get(all, next_random(&seed, json_array_size(all))));
    const bool rest = strstr(other, "escape") == NULL;
    size_t cell[3] = {3 + next_random(&seed, 3)};
    const char *claim = strpbrk(other, "rse");
    char text[2000], message[600], share[60];
    for (int i = 1; i < 3; i++) cell[i] = next_random(&seed, (uint64_t)1 << cell[0]);
    snprintf(text, sizeof text, "%zu %zu %zu %s", cell[0], cell[1], cell[2], claim);
    if (!rest && k % 2) /* where it is now, in any direction */
      snprintf(text, sizeof text, "%zu %zu %zu escape 0 %zu", cell[0], cell[1], cell[2],
               (size_t)next_random(&seed, 1024));
    json_array_clear(one);
    json_array_append_new(one, json_string(text));
    json_t *shares = json_object_get(map, "shares");
    snprintf(share, sizeof share, "1/%zu", (size_t)1 << 2 * cell[0]);
    json_object_set_new(shares, rest ? "rest" : "escape", json_string(share));
    json_object_set_new(shares, rest ? "escape" : "rest", json_string("0"));
    snprintf(share, sizeof share, "%zu/%zu", ((size_t)1 << 2 * cell[0]) - 1,
             (size_t)1 << 2 * cell[0]);
    json_object_set_new(shares, "open", json_string(share));
    if (check_json(root, message) != 0) continue;
    accepted++;
    const bool good = is_true(&o, cell, rest);
    lies += !good;
    if (!good) print_error("accepted: %s\n", text);
  }
  /* some are true and proved by the plan of another */
  assert_true(accepted > (size_t)tries / 50);
  assert_int_equal(lies, 0);
  json_decref(all);
  json_decref(root);
}

static void false_cells(void **state) {
  (void)state;
  false_cells_are_rejected("oscillator");
  false_cells_are_rejected("ranged");
  false_cells_are_rejected("loose");
}

/* The same for boxes of starts anywhere, of any width. */
static void false_starts_are_rejected(const char *name) {
  const oscillator o = find_oscillator(name);
  const int tries = count_tries();
  uint64_t seed = 3;
  size_t accepted = 0, lies = 0;
  json_t *root = open_map(name), *old = json_object_get(root, "map");
  json_t *all = json_incref(json_object_get(old, "leaves"));
  json_t *map =
      json_pack("{s: O, s: O, s: O, s: O, s: O}", "rate", json_object_get(old, "rate"), "unit",
                json_object_get(old, "unit"), "held", json_object_get(old, "held"), "modes",
                json_object_get(old, "modes"), "settle", json_object_get(old, "settle"));
  if (json_object_get(old, "stretch"))
    json_object_set(map, "stretch", json_object_get(old, "stretch"));
  json_object_set_new(root, "map", map);
  for (int k = 0; k < tries; k++) {
    const char *other =
        json_string_value(json_array_get(all, next_random(&seed, json_array_size(all))));
    const bool rest = strstr(other, "escape") == NULL;
    long at[2], wide[2];
    size_t cell[3];
    char text[2][2][40], message[600];
    assert_int_equal(sscanf(other, "%zu %zu %zu", &cell[0], &cell[1], &cell[2]), 3);
    /* about where the plan belongs, in odd parts of 2^-10: lowest terms */
    const long width = 8192 >> cell[0];
    for (int i = 0; i < 2; i++) {
      at[i] =
          -4096 + width * (long)cell[1 + i] - width + (long)next_random(&seed, 3 * (uint64_t)width);
      wide[i] = (long)next_random(&seed, (uint64_t)width + 1);
      at[i] |= 1, wide[i] |= 1;
      snprintf(text[0][i], sizeof *text[0], "%ld/1024", at[i]);
      snprintf(text[1][i], sizeof *text[0], "%ld/1024", wide[i]);
    }
    for (int i = 0; i < 2; i++)
      json_object_set_new(map, i ? "reach" : "start", json_pack("[s, s]", text[i][0], text[i][1]));
    json_object_set_new(map, "leaf", json_string(strpbrk(other, "rse")));
    if (check_json(root, message) != 0) continue;
    accepted++;
    bool good = true;
    for (int i = 0; i < 5; i++)
      good = good && all_do(&o,
                            0x1p-10 * (double)(at[0] + (i == 4  ? 0
                                                        : i % 2 ? wide[0]
                                                                : -wide[0])),
                            0x1p-10 * (double)(at[1] + (i == 4  ? 0
                                                        : i / 2 ? wide[1]
                                                                : -wide[1])),
                            rest);
    lies += !good;
    if (!good) print_error("accepted: %s %s, %s\n", text[0][0], text[0][1], other);
  }
  assert_true(accepted > (size_t)tries / 50);
  assert_int_equal(lies, 0);
  json_decref(all);
  json_decref(root);
}

static void false_starts(void **state) {
  (void)state;
  false_starts_are_rejected("oscillator");
  false_starts_are_rejected("ranged");
  false_starts_are_rejected("loose");
}

/* Whether the map is rejected with one leaf, or one share, in another form. */
static bool is_rejected(json_t *root, const char *leaf, const char *share, const char *value) {
  char message[600];
  json_t *map = json_incref(json_object_get(root, "map")), *copy = json_deep_copy(map);
  json_object_set_new(root, "map", copy);
  if (leaf) json_array_set_new(json_object_get(copy, "leaves"), 0, json_string(leaf));
  if (share) json_object_set_new(json_object_get(copy, "shares"), share, json_string(value));
  const bool rejected = check_json(root, message) != 0;
  if (!rejected) print_message("accepted: %s %s\n", leaf ? leaf : share, value ? value : "");
  json_object_set_new(root, "map", map);
  return rejected;
}

/* Cells outside the square, deeper than the map, of fates and directions that there are not. */
static void odd_leaves_are_rejected(void **state) {
  (void)state;
  static const char *const leaves[] = {"",
                                       "4 0 0",
                                       "4 0 escape 0 150",
                                       "4 16 0 escape 0 150",
                                       "4 0 16 escape 0 150",
                                       "6 0 0 escape 0 150",
                                       "4 0 0 fly 0 150",
                                       "4 0 0 escape 0",
                                       "4 0 0 escape 1 150",
                                       "4 0 0 escape 0 1024",
                                       "4 0 0 escape 0 150 ",
                                       "4 0 0 escape 0 150x",
                                       "4 0 0 rest 0 150"};
  static const char *const shares[] = {"rest", "escape", "open"};
  json_t *root = open_map("oscillator");
  assert_false(is_rejected(root, "4 0 0 escape 0 150", NULL, NULL)); /* as it is */
  for (size_t i = 0; i < COUNT(leaves); i++) assert_true(is_rejected(root, leaves[i], NULL, NULL));
  for (size_t i = 0; i < COUNT(shares); i++) assert_true(is_rejected(root, NULL, shares[i], "1/3"));
  json_decref(root);
}

/* 64 rates while frictions stick have room, 65 have not. */
static void many_rates(void **state) {
  (void)state;
  json_t *root = open_map("oscillator"), *held = json_array();
  char message[600];
  json_object_set_new(json_object_get(root, "map"), "held", held);
  for (size_t k = 0; k < 64; k++)
    json_array_append_new(
        held, json_pack("{s: i, s: s, s: s}", "frictions", 1, "rate", "0", "push", "1/2"));
  assert_int_equal(check_json(root, message), 0);
  json_array_append(held, json_array_get(held, 0));
  assert_int_equal(check_json(root, message), 2);
  assert_non_null(strstr(message, "at most 64 rates"));
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_are_accepted), cmocka_unit_test(odd_leaves_are_rejected),
      cmocka_unit_test(many_rates), cmocka_unit_test(false_cells), cmocka_unit_test(false_starts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
