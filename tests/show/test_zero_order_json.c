/* test_zero_order_json.c: the keys, and null where there is nothing. */
#include "../../src/show/show_private.h"
#include "fixture.h"

static const char feet[] =
    "coord x, z, theta\nbody b { mass = 1; inertia = 1; at = (x, z, theta) }\n"
    "potential = z - x/2\npoint P on b (-1, -1)\npoint Q on b (2, -1)\n"
    "contact p { gap = P.y + 1; slip = ddt(P.x); law = coulomb(1); restitution = sequential(0) }\n"
    "contact q { gap = Q.y + 1; slip = ddt(Q.x); law = coulomb(1); restitution = sequential(0) }\n"
    "state rest { x = 0 }\n";

static void test_keys(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  start_fixture(&f, feet);
  assert_int_equal(take(&f, "rest", &s), SS_OK);
  json_t *none = ss_show_zero_order_json(&s);
  assert_true(json_is_null(none));
  json_decref(none);
  ss_zero_motion *motion;
  assert_int_equal(ss_zero_order_find(f.arena, s.system, s.q, &s.zero, &s.no_zero), SS_OK);
  assert_int_equal(ss_zero_order_motions(f.arena, s.zero, &s.motions, &motion), SS_OK);
  s.motion = motion;
  json_t *z = ss_show_zero_order_json(&s);
  assert_int_equal(json_array_size(json_object_get(z, "modes")), 16);
  assert_true(json_is_true(json_object_get(z, "held")));
  /* D of gap p: 1 + 1^2 */
  const json_t *D = json_array_get(json_array_get(json_object_get(z, "D"), 0), 0);
  assert_true(fabs(json_number_value(D) - 2) < 1e-15);
  const json_t *first = json_array_get(json_object_get(z, "modes"), 0);
  assert_string_equal(json_string_value(json_object_get(json_object_get(first, "contacts"), "q")),
                      "free");
  assert_true(json_is_false(json_object_get(first, "consistent")));
  json_decref(z);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_keys)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
