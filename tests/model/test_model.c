/* The language's three examples, read to the last detail; files; limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

static const char block_text[] =
    "model \"Rocking block\"\n"
    "source \"Leine & van de Wouw 2008\"\n"
    "param m  = 1                     # [kg]\n"
    "param a  = 0.2                   # [m]       half width\n"
    "param b  = 0.1                   # [m]       half height\n"
    "param J  = m*(a^2 + b^2)/3       # [kg m^2]  homogeneous block\n"
    "param k  = 10                    # [N/m]     spring\n"
    "param g  = 9.81                  # [m/s^2]\n"
    "param mu = 0.3 in [0.25, 0.35]   # [1]       friction\n"
    "param e  = 0.5                   # [1]\n"
    "coord x, y                       # [m]       centre of mass\n"
    "coord phi                        # [rad]     rotation\n"
    "body  block { mass = m; inertia = J; at = (x, y, phi); gravity = (0, -g) }\n"
    "point A on block (-a, -b)\n"
    "point B on block ( a, -b)\n"
    "potential = 1/2*k*x^2\n"
    "contact left  { gap = A.y; slip = ddt(A.x); law = coulomb(mu); restitution = newton(e, e) }\n"
    "contact right { gap = B.y; slip = ddt(B.x); law = coulomb(mu); restitution = newton(e, e) }\n"
    "state  rest   { y = b }\n"
    "state  tilted { phi = 0.2; y = a*sin(phi) + b*cos(phi) }\n"
    "expect equilibria { abs(x) <= min(mu, a/b)*m*g/k; y = b; phi = 0 }\n";

static void test_rocking_block(void **state) {
  (void)state;
  reading r = read_good(block_text);
  ss_model *m = r.model;
  assert_string_equal(m->title, "Rocking block");
  assert_int_equal(m->parameters, 8);
  assert_int_equal(m->coordinates, 3);
  assert_int_equal(m->elements, 2);
  assert_string_equal(m->coordinate[1].name.unit, "m");
  assert_string_equal(m->coordinate[1].name.doc, "centre of mass");
  assert_string_equal(m->parameter[0].name.unit, "kg");
  assert_string_equal(m->parameter[0].name.doc, "");
  assert_int_equal(m->element[1].law, SS_LAW_COULOMB);
  assert_int_equal(m->element[1].slips, 1);
  assert_int_equal(m->expectation[0].count, 3);

  assert_formula(m->graph, m->element[0].gap.resolved, "y - sin(phi)*a - cos(phi)*b");
  assert_formula(m->graph, m->element[0].slip[0].resolved,
                 "x' + a*sin(phi)*phi' + b*cos(phi)*phi'");
  assert_formula(m->graph, m->kinetic, "1/2*m*(x'^2 + y'^2) + 1/2*J*phi'^2");
  assert_formula(m->graph, m->potential, "1/2*k*x^2 + m*g*y");
  assert_formula(m->graph, m->generalised_force[0], "0");
  /* the state's own phi; 0.2 is 1/5 */
  assert_formula(m->graph, m->state[1].q[1].resolved, "a*sin(1/5) + b*cos(1/5)");
  assert_formula(m->graph, m->state[1].q[0].resolved, "0");
  stop_reading(&r);
}

static void test_written_formulas_keep_their_names(void **state) {
  (void)state;
  reading r = read_good(block_text);
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(r.model->graph, r.model->element[0].slip[0].written, SS_PRINT_TEXT, &out);
  assert_string_equal(out.data, "ddt(A.x)");
  ss_text_stop(&out);
  stop_reading(&r);
}

static void test_chart(void **state) {
  (void)state;
  reading r = read_good("param l = 1; param m = 2\n"
                        "coord x, y, phi\n"
                        "kinetic = m/2*(x'^2 + y'^2 + phi'^2)\n"
                        "slider one { gap = x - l*sin(phi) }\n"
                        "slider two { gap = y - l*cos(phi) }\n"
                        "chart theta { y = l*cos(phi); phi = theta + pi; x = l*sin(phi) }\n");
  ss_model *m = r.model;
  assert_int_equal(m->chart->count, 1);
  assert_string_equal(m->chart->coordinates[0].name.text, "theta");
  /* y uses phi, which the chart gives further down */
  assert_formula(m->graph, m->chart->map[1].resolved, "l*cos(theta + pi)");
  stop_reading(&r);
}

static void test_forces_at_points(void **state) {
  (void)state;
  reading r = read_good("coord x, y, phi; param l = 2; input F in [-1, 1]\n"
                        "body b { mass = 1; inertia = 1; at = (x, y, phi) }\n"
                        "point P on b (l, 0)\n"
                        "force at P = (0, F)\n"
                        "force x = -x'\n"
                        "force x = -3*x'\n"
                        "feedback soft: F = -phi\n"
                        "feedback F = -2*phi\n");
  ss_model *m = r.model;
  assert_formula(m->graph, m->generalised_force[0], "-4*x'");
  assert_formula(m->graph, m->generalised_force[1], "F");
  assert_formula(m->graph, m->generalised_force[2], "F*l*cos(phi)");
  assert_string_equal(m->feedback[0].law, "soft");
  assert_string_equal(m->feedback[1].law, "");
  stop_reading(&r);
}

static void test_all_laws(void **state) {
  (void)state;
  reading r = read_good(
      "coord x, y, s, a, b; kinetic = x'^2 + y'^2 + s'^2 + a'^2 + b'^2\n"
      "friction f1 { slip = x'; normal = 1; law = coulomb(0.1) }\n"
      "friction f2 { slip = (x', y'); normal = 1; law = disk(0.1) }\n"
      "friction f3 { slip = (x', y'); normal = 1; law = ellipse(0.1, 0.2) }\n"
      "friction f4 { slip = (x', y'); spin = s'; normal = 1; law = contensou(0.1, 0.2) }\n"
      "friction f5 { slip = (x', y'); spin = s'; roll = (a', b'); normal = 1\n"
      "              law = rolling(0.1, 0.2, 0.3) }\n"
      "clutch c { slip = x'; law = oneway }\n"
      "contact n { gap = y; restitution = energetic(0.1) }\n"
      "contact o { gap = x; restitution = sequential(0.5) }\n"
      "slider p { gap = s }\n");
  static const size_t slips[] = {1, 2, 2, 3, 5, 1, 0, 0, 0};
  for (size_t i = 0; i < 9; i++) {
    const ss_element *element = &r.model->element[i];
    assert_int_equal(element->slips, slips[i]);
    assert_int_equal(ss_law_dimension(element->law), slips[i]);
  }
  assert_formula(r.model->graph, r.model->element[4].slip[3].resolved, "a'");
  assert_int_equal(r.model->element[6].restitution, SS_RESTITUTION_ENERGETIC);
  stop_reading(&r);
}

static void test_files(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  ss_status status =
      ss_model_read(r.arena, "tests/model/no-such-file.still", 0, NULL, &r.list, &r.model);
  assert_int_equal(status, SS_IO);
  assert_int_equal(r.list.errors, 1);
  status = ss_model_read(r.arena, "tests", 0, NULL, &r.list, &r.model);
  assert_int_equal(status, SS_IO);
  stop_reading(&r);
}

/* UTF-8 by the standard's table: the least and largest characters of each length, and what is next
 * to them; the byte that is told. A mark before a text or before JSON says nothing. */
static void test_bytes(void **state) {
  static const struct {
    const char *bytes;
    size_t length;
    const char *message;
  } cases[] = {
      {"\x01", 1, NULL},
      {"\x7F\xC2\x80", 3, NULL},
      {"\xDF\xBF\xE0\xA0\x80", 5, NULL},
      {"\xED\x9F\xBF\xEE\x80\x80", 6, NULL},
      {"\xEF\xBF\xBF\xF0\x90\x80\x80", 7, NULL},
      {"\xF4\x8F\xBF\xBF", 4, NULL},
      {"\x00", 1, "0x00 is not a character"},
      {"a\x80", 2, "0x80 is not UTF-8"},
      {"\xC1\xBF", 2, "0xC1 is not UTF-8"},
      {"\xE0\x9F\xBF", 3, "0xE0 is not UTF-8"},
      {"\xED\xA0\x80", 3, "0xED is not UTF-8"},
      {"\xED\xBF\xBF", 3, "0xED is not UTF-8"},
      {"\xF0\x8F\xBF\xBF", 4, "0xF0 is not UTF-8"},
      {"\xF4\x90\x80\x80", 4, "0xF4 is not UTF-8"},
      {"\xF8\x88\x80\x80\x80", 5, "0xF8 is not UTF-8"},
      {"\xC2 ", 2, "0xC2 is not UTF-8"},
      {"\xE2\x82", 2, "0xE2 is not UTF-8"}, /* the text ends */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[80] = "coord x; kinetic = x'^2 # ";
    const size_t length = strlen(text);
    memcpy(text + length, cases[i].bytes, cases[i].length);
    reading r;
    start_reading(&r);
    const ss_status status = parse(&r, text, length + cases[i].length);
    assert_int_equal(status, cases[i].message ? SS_BAD_INPUT : SS_OK);
    if (cases[i].message) assert_non_null(strstr(r.list.items[0].message, cases[i].message));
    stop_reading(&r);
  }
  reading r = read_good("\xEF\xBB\xBF"
                        "coord x; kinetic = x'^2");
  ss_text json;
  ss_text_start(&json);
  ss_text_add(&json, "\xEF\xBB\xBF");
  ss_model_print_json(r.model, &json);
  reading again;
  start_reading(&again);
  assert_int_equal(parse(&again, json.data, json.length), SS_OK);
  stop_reading(&again);
  ss_text_stop(&json);
  stop_reading(&r);
}

static void test_limits(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "coord x0");
  for (int i = 1; i < 20500; i++) ss_text_addf(&text, ", x%d", i);
  reading r;
  start_reading(&r);
  assert_int_equal(parse(&r, text.data, text.length), SS_LIMIT);
  assert_int_equal(r.list.items[0].status, SS_LIMIT);
  assert_non_null(strstr(r.list.items[0].message, "more than 20000 coordinates"));
  stop_reading(&r);
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rocking_block),
      cmocka_unit_test(test_written_formulas_keep_their_names),
      cmocka_unit_test(test_chart),
      cmocka_unit_test(test_forces_at_points),
      cmocka_unit_test(test_all_laws),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
