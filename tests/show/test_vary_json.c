/* test_vary_json.c: the keys that scripts depend on, and every number in full precision. */
#include <jansson.h>

#include "vary_fixture.h"

static json_t *print(const vary_fixture *f) {
  ss_text out;
  ss_text_start(&out);
  ss_show_vary_json(f->m.system, &f->v, f->v.refusal.kind ? NULL : &f->cycle, &f->parameter, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  assert_non_null(root);
  ss_text_stop(&out);
  return root;
}

static double at(const json_t *matrix, size_t i, size_t j) {
  return json_real_value(json_array_get(json_array_get(matrix, i), j));
}

static void test_keys(void **state) {
  (void)state;
  vary_fixture f = start_vary("bouncing-ball", "drop", 1);
  json_t *root = print(&f);
  const json_t *event = json_array_get(json_object_get(root, "events"), 0);
  assert_true(at(json_object_get(event, "gain"), 1, 0) == f.v.event[0].piece[0].gain[3]);
  assert_true(at(json_object_get(event, "parameters"), 1, 0) == f.v.event[0].piece[0].gain[5]);
  assert_string_equal(json_string_value(json_object_get(event, "kind")), "impact");
  const json_t *pieces = json_object_get(json_object_get(root, "transition"), "pieces");
  assert_int_equal(json_array_size(pieces), 1);
  assert_true(at(json_object_get(json_array_get(pieces, 0), "matrix"), 0, 1) ==
              f.v.piece[0].gain[1]);
  assert_true(json_real_value(json_object_get(root, "t")) == 1);
  assert_int_equal(json_array_size(json_object_get(json_object_get(root, "multipliers"), "values")),
                   2);
  const json_t *runs = json_object_get(json_object_get(root, "check"), "runs");
  assert_int_equal(json_array_size(runs), 1);
  assert_null(json_object_get(root, "refused"));
  json_decref(root);
  machine_close(&f.m);
}

static void test_refused(void **state) {
  (void)state;
  vary_fixture f = start_vary("friction-oscillator", "stuck", 1);
  json_t *root = print(&f);
  const json_t *refused = json_object_get(root, "refused");
  assert_string_equal(json_string_value(json_object_get(refused, "kind")), "border");
  assert_string_equal(json_string_value(json_array_get(json_object_get(refused, "contacts"), 0)),
                      "floor");
  assert_true(json_is_null(json_object_get(root, "holds_up_to")));
  json_decref(root);
  machine_close(&f.m);
}

/* Both contacts that the sentence names. */
static void test_refused_by_two(void **state) {
  (void)state;
  machine m = machine_parse("coord y, phi\nkinetic = 1/2*(y'^2 + 0.1*phi'^2)\npotential = 9.81*y\n"
                            "contact left { gap = y - phi; restitution = newton(0.5, 0) }\n"
                            "contact right { gap = y + phi; restitution = newton(0.5, 0) }\n");
  vary_fixture f = {.m = m};
  ss_vary_options options = ss_vary_default_options();
  f.m.q[0] = 1;
  options.end = 0.46;
  assert_int_equal(ss_vary_run(f.m.arena, f.m.system, f.m.parameters, f.m.q, f.m.u, &options, &f.v),
                   SS_OK);
  json_t *root = print(&f);
  const json_t *refused = json_object_get(root, "refused");
  const json_t *contacts = json_object_get(refused, "contacts");
  assert_string_equal(json_string_value(json_object_get(refused, "kind")), "discontinuous");
  assert_int_equal(json_array_size(contacts), 2);
  const char *reason = json_string_value(json_object_get(refused, "reason"));
  for (size_t i = 0; i < 2; i++)
    assert_non_null(strstr(reason, json_string_value(json_array_get(contacts, i))));
  json_decref(root);
  machine_close(&f.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_refused_by_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
