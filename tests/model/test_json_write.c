/* The canonical form: complete, stable, hashed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/json_private.h"
#include "support.h"

static const char everything[] =
    "model \"All \\\"of\\\" it\"; source \"here\"\n"
    "param m = 1/3 in [0.1, 2]  # [kg] mass\nparam r = sqrt(m)\n"
    "coord x, y # [m] place\ncoord phi\n"
    "let h = x + r\n"
    "body b { mass = m; inertia = 1; at = (x, y, phi); gravity = (0, -9.81) } # a body\n"
    "point P on b (r, 0)\nkinetic = phi'^2\npotential = h^2\npotential = 1/2*x^2\n"
    "input u in [-1, 1]; input w\nforce x = u; force at P = (w, 0)\nfeedback soft: u = -x; "
    "feedback u = 0\n"
    "contact c { gap = P.y + 2; slip = ddt(P.x); law = coulomb(0.3); restitution = newton(0.5, 0) "
    "}\n"
    "slider s { gap = y - phi }\nfriction f { slip = (x', y'); spin = phi'; roll = (x', y')\n"
    "  normal = 3; law = rolling(1, 2, 3) }\nclutch k { slip = x'; law = oneway }\n"
    "chart p, q { x = p; y = phi; phi = q }\n"
    "state one { x = m; y' = 2; phi' = 2 } # first\nregion near { x <= 1; y >= 0 }\n"
    "expect equilibria { x = 0 }\nexpect equilibria c { y = 0 }\n";

static json_t *load(const ss_model *model) {
  ss_text text;
  ss_text_start(&text);
  ss_model_print_json(model, &text);
  json_t *root = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, NULL);
  ss_text_stop(&text);
  assert_non_null(root);
  return root;
}

static void expect_text(const json_t *object, const char *key, const char *text) {
  const char *found = json_string_value(json_object_get(object, key));
  assert_non_null(found);
  assert_string_equal(found, text);
}

static void test_keys(void **state) {
  (void)state;
  reading r = read_good(everything);
  json_t *root = load(r.model);
  expect_text(root, "format", "standstill-model/1");
  expect_text(root, "title", "All \"of\" it");
  expect_text(root, "hash", r.model->hash);
  const json_t *m = json_object_get(json_object_get(root, "parameters"), "m");
  assert_true(json_real_value(json_object_get(m, "value")) == 1.0 / 3);
  expect_text(m, "exact", "1/3");
  expect_text(root, "source", "here");
  const json_t *first = json_array_get(json_object_get(root, "coordinates"), 0);
  assert_string_equal(json_string_value(first), "x");
  const json_t *root_of_m = json_object_get(json_object_get(root, "parameters"), "r");
  assert_true(json_is_null(json_object_get(root_of_m, "exact")));
  expect_text(json_object_get(root, "units"), "y", "m");
  expect_text(json_object_get(root, "docs"), "m", "mass");
  expect_text(json_array_get(json_object_get(root, "bodies"), 0), "doc", "a body");
  assert_int_equal(json_array_size(json_object_get(root, "elements")), 4);
  assert_int_equal(json_array_size(json_object_get(root, "potential")), 2);
  json_decref(root);
  stop_reading(&r);
}

static void test_there_and_back(void **state) {
  (void)state;
  reading r = read_good(everything), s;
  ss_text one, two;
  ss_text_start(&one);
  ss_text_start(&two);
  ss_model_print_json(r.model, &one);
  s = read_good(one.data);
  ss_model_print_json(s.model, &two);
  assert_string_equal(one.data, two.data);
  assert_string_equal(r.model->hash, s.model->hash);
  assert_null(s.model->text);
  assert_formula(s.model->graph, s.model->element[0].slip[0].resolved, "x' - r*sin(phi)*phi'");
  ss_text_stop(&one);
  ss_text_stop(&two);
  stop_reading(&r);
  stop_reading(&s);
}

static void expect_same_hash(const char *a, const char *b, bool same) {
  reading r = read_good(a), s = read_good(b);
  assert_int_equal(strlen(r.model->hash), 64);
  assert_true((strcmp(r.model->hash, s.model->hash) == 0) == same);
  stop_reading(&r);
  stop_reading(&s);
}

static void test_the_hash(void **state) {
  (void)state;
  const char *text = "coord x, y; kinetic = x'^2 + y'^2; potential = x*y + 0.5*x";
  expect_same_hash(text, text, true);
  /* blanks, order of terms, ways to write a number */
  expect_same_hash(text, "kinetic=y'*y' + x'^2\n\n potential = 1/2*x + y*x\ncoord x,y\n", true);
  expect_same_hash(text, "coord x, y; kinetic = x'^2 + y'^2; potential = x*y + 0.51*x", false);
  expect_same_hash(text, "coord y, x; kinetic = x'^2 + y'^2; potential = x*y + 0.5*x", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_there_and_back),
      cmocka_unit_test(test_the_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
