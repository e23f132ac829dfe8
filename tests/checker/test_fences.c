/* test_fences.c: maps by fences are accepted, and no false cell or fence is.
 *
 * The pendulum of tests/checker/maps/pendulum.json, phi'' = -9.81 sin phi - phi' - 2 sign phi', is
 * followed by small steps to where it comes to rest. A random leaf may be accepted only if its
 * corners and its middle do what it says; of random changes to fences and havens those that are
 * accepted must leave every leaf as true as it was.
 *
 * Usage: test_fences [TRIES]     (of each kind; default: 200) */
#include <math.h>

#include "support.h"

static int tries = 200;

static json_t *open_map(void) {
  json_t *root = json_load_file("tests/checker/maps/pendulum.json", 0, NULL);
  assert_non_null(root);
  return root;
}

static void map_is_accepted(void **state) {
  (void)state;
  char message[600] = "";
  json_t *root = open_map();
  const int status = check_json(root, message);
  if (status != 0) print_error("%s\n", message);
  assert_int_equal(status, 0);
  json_decref(root);
}

/* Where it comes to rest. */
static double find_rest(double q, double u) {
  const double h = 2e-4;
  for (size_t k = 0; k < 1000000; k++) {
    const double pull = -9.81 * sin(q);
    if (u == 0 && fabs(pull) <= 2) return q;
    const double sign = u != 0 ? (u > 0 ? 1 : -1) : pull > 0 ? 1 : -1;
    const double v = u + h / 2 * (pull - u - 2 * sign), y = q + h / 2 * u;
    const double next = u + h * (-9.81 * sin(y) - v - 2 * sign);
    q += h * v;
    u = next * sign < 0 && fabs(9.81 * sin(q)) <= 2 ? 0 : next;
  }
  return NAN;
}

static uint64_t next_random(uint64_t *seed, uint64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (*seed >> 33) % below;
}

static double number_of(const json_t *object, const char *name) {
  double a, b = 1;
  assert_true(sscanf(json_string_value(json_object_get(object, name)), "%lf/%lf", &a, &b) >= 1);
  return a / b;
}

/* Whether five points of a cell of [-3, 3] x [-8, 8] rest in the haven. */
static bool is_true(const json_t *havens, const size_t cell[3], size_t haven) {
  const json_t *h = json_array_get(havens, haven);
  const double width = ldexp(1, -(int)cell[0]);
  for (int k = 0; k < 5; k++) {
    const double q = -3 + 6 * width * ((double)cell[1] + (k == 4 ? 0.5 : k % 2)),
                 u = -8 + 16 * width * ((double)cell[2] + (k == 4 ? 0.5 : k / 2));
    const double at = find_rest(q, u);
    if (!(number_of(h, "from") - 1e-3 < at && at < number_of(h, "to") + 1e-3)) return false;
  }
  return true;
}

/* The havens that one needs, itself and those that turns lead on to, and no others, whose fences
 * would be checked for nothing. Its number among them. */
static size_t keep_chain(const json_t *havens, size_t haven, json_t *kept) {
  json_t *copy = json_copy(json_array_get(havens, haven));
  const json_t *next = json_object_get(copy, "next");
  if (next) {
    const size_t after = keep_chain(havens, (size_t)json_integer_value(next), kept);
    json_object_set_new(copy, "next", json_integer((json_int_t)after));
  }
  json_array_append_new(kept, copy);
  return json_array_size(kept) - 1;
}

static void false_cells_are_rejected(void **state) {
  (void)state;
  uint64_t seed = 2;
  size_t accepted = 0, lies = 0;
  json_t *root = open_map(), *map = json_object_get(root, "map"), *one = json_array();
  json_t *havens = json_incref(json_object_get(map, "havens")), *kept = json_array();
  json_object_set_new(map, "leaves", one);
  json_object_set_new(map, "havens", kept);
  for (int k = 0; k < tries; k++) {
    size_t cell[3] = {1 + next_random(&seed, 4)}, haven = next_random(&seed, 7);
    if (k % 2) haven = 3;
    char text[100], message[600], share[60];
    for (int i = 1; i < 3; i++) cell[i] = next_random(&seed, (uint64_t)1 << cell[0]);
    json_array_clear(kept);
    snprintf(text, sizeof text, "%zu %zu %zu rest %zu", cell[0], cell[1], cell[2],
             keep_chain(havens, haven, kept));
    json_array_clear(one);
    json_array_append_new(one, json_string(text));
    json_t *shares = json_object_get(map, "shares");
    const size_t all = (size_t)1 << 2 * cell[0];
    snprintf(share, sizeof share, "1/%zu", all);
    json_object_set_new(shares, "rest", json_string(share));
    snprintf(share, sizeof share, "%zu/%zu", all - 1, all);
    json_object_set_new(shares, "open", json_string(share));
    if (check_json(root, message) != 0) continue;
    accepted++;
    const bool lie = !is_true(havens, cell, haven);
    lies += lie;
    if (lie) print_error("accepted: %s of haven %zu\n", text, haven);
  }
  print_message("%d cells, %zu accepted, %zu lies\n", tries, accepted, lies);
  assert_true(accepted > (size_t)tries / 20);
  assert_int_equal(lies, 0);
  json_decref(havens);
  json_decref(root);
}

/* A cell or a haven just beyond the last one is not there; the last one is. */
static void leaves_of_nothing_are_told(void **state) {
  (void)state;
  json_t *root = open_map(), *map = json_object_get(root, "map"), *one = json_array();
  json_t *kept = json_array();
  const size_t last = keep_chain(json_object_get(map, "havens"), 3, kept);
  const size_t depth = (size_t)json_integer_value(json_object_get(map, "depth"));
  json_object_set_new(map, "leaves", one);
  json_object_set_new(map, "havens", kept);
  const size_t sound[][4] = {{depth, 0, 0, last}, {1, 1, 1, last}, {0, 0, 0, 0}};
  const size_t beyond[][4] = {
      {1, 1, 1, last + 1}, {1, 2, 1, last}, {1, 1, 2, last}, {depth + 1, 0, 0, last}};
  for (size_t k = 0; k < 7; k++) {
    const size_t *cell = k < 3 ? sound[k] : beyond[k - 3];
    char text[100], message[600] = "";
    snprintf(text, sizeof text, "%zu %zu %zu rest %zu", cell[0], cell[1], cell[2], cell[3]);
    json_array_clear(one);
    json_array_append_new(one, json_string(text));
    const int status = check_json(root, message);
    assert_int_equal(strstr(message, "is none") != NULL, k >= 3);
    assert_int_equal(status == 2, k >= 3);
  }
  json_decref(root);
}

/* The double well of tests/checker/maps/wells.json, x'' = x - x^3 - x'/4 - sign(x')/10. */
static double find_well(double q, double u) {
  const double h = 2e-4;
  for (size_t k = 0; k < 1000000; k++) {
    const double pull = q - q * q * q;
    if (u == 0 && fabs(pull) <= 0.1) return q;
    const double sign = u != 0 ? (u > 0 ? 1 : -1) : pull > 0 ? 1 : -1;
    const double v = u + h / 2 * (pull - u / 4 - sign / 10), y = q + h / 2 * u;
    const double next = u + h * (y - y * y * y - v / 4 - sign / 10);
    q += h * v;
    u = next * sign < 0 && fabs(q - q * q * q) <= 0.1 ? 0 : next;
  }
  return NAN;
}

/* That of tests/checker/maps/track.json: the same well, and a mass 1 + x^2/2. From T = M u^2/2,
 * d/dt (M u) - M' u^2/2 = M u' + M' u^2/2 is the sum of the forces. */
static double find_on_track(double q, double u) {
  const double h = 2e-4;
  for (size_t k = 0; k < 1000000; k++) {
    const double pull = q - q * q * q;
    if (u == 0 && fabs(pull) <= 0.1) return q;
    const double sign = u != 0 ? (u > 0 ? 1 : -1) : pull > 0 ? 1 : -1;
    const double v = u + h / 2 * (pull - u / 4 - sign / 10 - q * u * u / 2) / (1 + q * q / 2);
    const double y = q + h / 2 * u, forces = y - y * y * y - v / 4 - sign / 10;
    const double next = u + h * (forces - y * v * v / 2) / (1 + y * y / 2);
    q += h * v;
    u = next * sign < 0 && fabs(q - q * q * q) <= 0.1 ? 0 : next;
  }
  return NAN;
}

/* A haven, in half of the draws one that a turn leads on from. */
static size_t draw_haven(const json_t *havens, uint64_t *seed) {
  const bool turn = next_random(seed, 2);
  size_t haven;
  do haven = next_random(seed, json_array_size(havens));
  while (turn && !json_object_get(json_array_get(havens, haven), "next"));
  return haven;
}

/* Leaves that name a turn end where that ends, or are rejected. */
static void reject_false_turns(const char *path, double (*find_end)(double, double)) {
  uint64_t seed = 8;
  size_t accepted = 0, turns = 0, lies = 0;
  json_t *root = json_load_file(path, 0, NULL);
  json_t *map = json_object_get(root, "map"), *one = json_array();
  json_t *havens = json_incref(json_object_get(map, "havens")), *kept = json_array();
  json_object_set_new(map, "leaves", one);
  json_object_set_new(map, "havens", kept);
  for (int k = 0; k < tries; k++) {
    const size_t cell[3] = {4, next_random(&seed, 16), next_random(&seed, 16)};
    const size_t haven = draw_haven(havens, &seed);
    char text[100], message[600];
    json_array_clear(kept);
    snprintf(text, sizeof text, "4 %zu %zu rest %zu", cell[1], cell[2],
             keep_chain(havens, haven, kept));
    json_array_clear(one);
    json_array_append_new(one, json_string(text));
    json_t *shares = json_object_get(map, "shares");
    json_object_set_new(shares, "rest", json_string("1/256"));
    json_object_set_new(shares, "open", json_string("255/256"));
    if (check_json(root, message) != 0) continue;
    accepted++;
    const json_t *h = json_array_get(havens, haven);
    turns += json_object_get(h, "next") != NULL;
    while (json_object_get(h, "next"))
      h = json_array_get(havens, (size_t)json_integer_value(json_object_get(h, "next")));
    bool good = true;
    for (int i = 0; i < 5; i++) {
      const double at = find_end(-2 + ((double)cell[1] + (i == 4 ? 0.5 : i % 2)) / 4,
                                 -2 + ((double)cell[2] + (i == 4 ? 0.5 : i / 2)) / 4);
      good = good && number_of(h, "from") - 1e-3 < at && at < number_of(h, "to") + 1e-3;
    }
    lies += !good;
    if (!good) print_error("accepted: %s\n", text);
  }
  print_message("%d cells, %zu accepted, %zu of them turn, %zu lies\n", tries, accepted, turns,
                lies);
  assert_true(turns > (size_t)tries / 40);
  assert_int_equal(lies, 0);
  json_decref(havens);
  json_decref(root);
}

static void false_turns_are_rejected(void **state) {
  (void)state;
  reject_false_turns("tests/checker/maps/wells.json", find_well);
}

static void and_on_a_track(void **state) {
  (void)state;
  reject_false_turns("tests/checker/maps/track.json", find_on_track);
}

/* That of tests/checker/maps/stop.json, x'' = -x - 1 + x'/4 - 2/5 sign(x'), with a stop at -2 that
 * leaves 3/5 of the speed. */
static double find_at_stop(double q, double u) {
  const double h = 2e-4;
  for (size_t k = 0; k < 1000000; k++) {
    const double pull = -q - 1;
    if (u == 0 && (fabs(pull) <= 0.4 || (q == -2 && pull <= 0.4))) return q;
    const double sign = u != 0 ? (u > 0 ? 1 : -1) : pull > 0 ? 1 : -1;
    const double v = u + h / 2 * (pull + u / 4 - 0.4 * sign), y = q + h / 2 * u;
    const double next = u + h * (-y - 1 + v / 4 - 0.4 * sign);
    q += h * v;
    u = next * sign < 0 && fabs(q + 1) <= 0.4 ? 0 : next;
    if (q >= -2) continue;
    q = -2;
    u *= -0.6;
  }
  return NAN;
}

static void and_at_a_stop(void **state) {
  (void)state;
  reject_false_turns("tests/checker/maps/stop.json", find_at_stop);
}

/* The map of one machine, said of another one, hash and seal and all. */
static int check_of_another(const char *path, const char *before, const char *after,
                            char message[600]) {
  json_t *root = json_load_file(path, 0, NULL);
  json_t *said = json_object_get(root, "model");
  const char *text = json_string_value(json_object_get(said, "text")),
             *place = strstr(text, before);
  char other[1000], hex[65];
  assert_non_null(place);
  const int length = snprintf(other, sizeof other, "%.*s%s%s", (int)(place - text), text, after,
                              place + strlen(before));
  sha256_hex(other, (size_t)length, hex);
  json_object_set_new(said, "text", json_string(other));
  json_object_set_new(said, "sha256", json_string(hex));
  const int status = check_json(root, message);
  json_decref(root);
  return status;
}

static void maps_of_other_masses_are_rejected(void **state) {
  (void)state;
  const char *path = "tests/checker/maps/track.json";
  static const char *const change[][2] = {
      {"(1 + x^2/2)", "(1)"},
      {"(1 + x^2/2)", "(1 + x^2)"},
      {"(1 + x^2/2)", "(1 + x^2/3)"},
      {"(1 + x^2/2)", "(1 + x^2/2)^2"},
      {"(1 + x^2/2)", "(1 + x^2/2 + x/50)"},
      {"(1 + x^2/2)", "(1 - x^2/2)"},
      {"(1 + x^2/2)", "(1 - x^2/9)"},
      {"(1 + x^2/2)", "(11/10 + x^2/2)"},
      {"(1 + x^2/2)", "(1 + x^4/2)"},
      {"(1 + x^2/2)", "exp(x^2/2)"},
      {"1/2*", "3/5*"},
      {"x'^2\n", "x'^2 + x^2*x'^2/100\n"},
      {"potential = x^4/4", "potential = x^4/4 - x/50"},
      {"x^4/4", "x^4/5"},
      {"-x'/4", "-x'/5"},
      {"-x'/4", "-x'/4 + x*x'^2/2"}, /* the very term that the mass makes, taken away again */
      {"-x'/4", "-x'/4 - x*x'^2/2"},
      {"coulomb(1/10)", "coulomb(1/11)"},
      {"coulomb(1/10)", "coulomb(1/9)"},
      {"slip = x'", "slip = (1 + x^2/2)*x'"},
  };
  char message[600];
  assert_int_equal(check_of_another(path, "1/2*", "2/4*", message), 0);
  for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
    const int status = check_of_another(path, change[i][0], change[i][1], message);
    if (status != 1) print_error("%s: %d %s\n", change[i][1], status, message);
    assert_int_equal(status, 1);
  }
}

static void maps_of_other_stops_are_rejected(void **state) {
  (void)state;
  const char *path = "tests/checker/maps/stop.json";
  static const char *const change[][2] = {
      {"newton(3/5, 0)", "newton(4/5, 0)"},
      {"newton(3/5, 0)", "newton(1/2, 0)"},
      {"newton(3/5, 0)", "newton(1, 0)"},
      {"newton(3/5, 0)", "newton(-3/5, 0)"},
      {"newton(3/5, 0)", "sequential(3/5)"},
      {"; restitution = newton(3/5, 0)", ""},
      {"gap = x + 2", "gap = x + 21/10"},
      {"gap = x + 2", "gap = x + 19/10"},
      {"gap = x + 2", "gap = x + 2 + x^2/100"},
      {"gap = x + 2", "gap = 2 - x"},
      {"gap = x + 2", "gap = -2 - x"},
      {"gap = x + 2", "gap = x + 2; slip = x'; law = coulomb(1/10)"},
      {"contact stop", "contact other { gap = 3 - x }\ncontact stop"},
      {"x'/4", "x'/3"},
      {"coulomb(2/5)", "coulomb(3/10)"},
  };
  char message[600];
  assert_int_equal(check_of_another(path, "gap = x + 2", "gap = 3*x + 6", message), 0);
  for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
    const int status = check_of_another(path, change[i][0], change[i][1], message);
    if (status == 0) print_error("%s is accepted\n", change[i][1]);
    assert_int_not_equal(status, 0);
  }
}

/* One number of a fence, or an end of a haven, is another one. */
static void change_something(json_t *havens, uint64_t *seed) {
  static const char *const names[] = {"right_under", "right_over", "left_under", "left_over"};
  json_t *haven = json_array_get(havens, next_random(seed, json_array_size(havens)));
  const char *name = names[next_random(seed, 4)], *text;
  if (next_random(seed, 8) == 0) {
    char end[60];
    snprintf(end, sizeof end, "%d/64", (int)next_random(seed, 1280) - 640);
    json_object_set_new(haven, next_random(seed, 2) ? "from" : "to", json_string(end));
    return;
  }
  while (!(text = json_string_value(json_object_get(haven, name))))
    name = names[next_random(seed, 4)];
  char *copy = calloc(strlen(text) + 30, 1);
  size_t numbers = 1, at = 0;
  for (const char *c = text; *c; c++) numbers += *c == ' ';
  const size_t chosen = next_random(seed, numbers);
  for (size_t i = 0; i < chosen; i++) at += strcspn(text + at, " ") + 1;
  const size_t length = strcspn(text + at, " ");
  const long old = strtol(text + at, NULL, 10);
  const long by = 1L << (chosen % 3 ? 26 + next_random(seed, 14) : next_random(seed, 3));
  sprintf(copy, "%.*s%ld%s", (int)at, text, next_random(seed, 2) ? old + by : old - by,
          text + at + length);
  json_object_set_new(haven, name, json_string(copy));
  free(copy);
}

/* Leaves were true; a changed fence or haven that is accepted says nothing else of them. */
static void changed_fences_are_rejected(void **state) {
  (void)state;
  uint64_t seed = 5;
  size_t rejected = 0, lies = 0;
  for (int k = 0; k < tries; k++) {
    char message[600];
    json_t *root = open_map(), *map = json_object_get(root, "map");
    json_t *havens = json_object_get(map, "havens");
    change_something(havens, &seed);
    if (check_json(root, message) != 0) {
      rejected++;
      json_decref(root);
      continue;
    }
    for (size_t i = k % 73; i < json_array_size(json_object_get(map, "leaves")); i += 73) {
      size_t cell[3], haven;
      const char *leaf = json_string_value(json_array_get(json_object_get(map, "leaves"), i));
      assert_int_equal(sscanf(leaf, "%zu %zu %zu rest %zu", &cell[0], &cell[1], &cell[2], &haven),
                       4);
      lies += !is_true(havens, cell, haven);
    }
    json_decref(root);
  }
  assert_int_equal(lies, 0);
  print_message("%d changes, %zu rejected, %zu lies\n", tries, rejected, lies);
  assert_true(rejected > (size_t)tries / 2);
}

int main(int argc, char **argv) {
  if (argc > 1) tries = atoi(argv[1]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(map_is_accepted),
                                     cmocka_unit_test(false_cells_are_rejected),
                                     cmocka_unit_test(leaves_of_nothing_are_told),
                                     cmocka_unit_test(false_turns_are_rejected),
                                     cmocka_unit_test(and_on_a_track),
                                     cmocka_unit_test(and_at_a_stop),
                                     cmocka_unit_test(maps_of_other_stops_are_rejected),
                                     cmocka_unit_test(maps_of_other_masses_are_rejected),
                                     cmocka_unit_test(changed_fences_are_rejected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
