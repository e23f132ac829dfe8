/* test_attack.c: what motions say against a claim, in words and as JSON. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "../../src/show/show_private.h"
#include "fixture.h"

static const char *const names[] = {"x", "phi"};
static const double q[] = {0.1, 2}, u[] = {-1, 0};
static const ss_attack_finding found = {
    .kind = SS_ATTACK_GAINS, .q = q, .u = u, .t = 0.5, .before = 1, .after = 1.25};
static const ss_attack lost = {.asked = 9,
                               .motions = 9,
                               .rested = 6,
                               .moving = 2,
                               .coordinates = 2,
                               .names = names,
                               .findings = 1,
                               .finding = &found};

static void in_words(void **state) {
  (void)state;
  ss_text out;
  ss_text_start(&out);
  ss_show_attack(&lost, &out);
  assert_non_null(strstr(out.data, "9 motions from the claimed region, 6 came to rest"));
  assert_non_null(strstr(out.data, "2 still moved at the end; 1 contradicts the claim"));
  assert_non_null(strstr(out.data, "V grows at t = 0.5, from 1 to 1.25, from "
                                   "x=0.10000000000000001, phi=2, x'=-1, phi'=0"));
  assert_non_null(strstr(out.data, "error: the claim or the simulation is wrong"));
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_attack(&(ss_attack){.why_not = "it is unknown"}, &out);
  assert_string_equal(out.data, "\nattack: none, it is unknown\n");
  ss_text_stop(&out);
}

static void as_json(void **state) {
  (void)state;
  json_t *a = ss_show_attack_json(&lost), *nothing = ss_show_attack_json(NULL);
  const json_t *first = json_array_get(json_object_get(a, "findings"), 0);
  assert_true(json_is_null(nothing));
  assert_int_equal(json_integer_value(json_object_get(a, "motions")), 9);
  assert_string_equal(json_string_value(json_object_get(first, "kind")), "gains");
  assert_true(json_real_value(json_object_get(json_object_get(first, "start"), "x'")) == -1);
  json_decref(a);
  json_decref(nothing);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_words), cmocka_unit_test(as_json)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
