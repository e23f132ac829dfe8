/* test_system_mathml.c: equations on a page; what is too long is named, not written. */
#include "film_stage.h"

#include "../../src/show/show_private.h"

static ss_text print(const char *text, ss_machine **machine) {
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_machine_parse("m", text, NULL, NULL, machine), SS_OK);
  ss_show_system_mathml(ss_machine_system(*machine), &out);
  assert_false(out.failed);
  return out;
}

static void a_system(void **state) {
  (void)state;
  ss_machine *machine;
  ss_text out = print(FALLING, &machine);
  assert_non_null(strstr(out.data, "<mi>T</mi><mo>=</mo>"));
  assert_int_equal(count_of(out.data, "<mtable class=\"matrix\">"), 4); /* M, h, W_N, W_T */
  assert_non_null(strstr(out.data, "<h3>contact floor</h3>"));
  assert_non_null(strstr(out.data, "coulomb(0.3), newton(1/2, 0)"));
  assert_int_equal(count_of(out.data, "<math"), count_of(out.data, "</math>"));
  ss_text_stop(&out);
  ss_machine_close(machine);
}

/* The law of a friction is about a normal force: without it nobody can follow. */
static void normal_forces_of_frictions(void **state) {
  (void)state;
  ss_machine *machine;
  ss_text out = print("param F = 2\ncoord x\nkinetic = x'^2\n"
                      "friction f { slip = x'; normal = F; law = coulomb(1) }\n",
                      &machine);
  assert_non_null(strstr(out.data, "<msub><mi>λ</mi><mi>N</mi></msub><mo>=</mo><mi>F</mi>"));
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_system_latex(ss_machine_system(machine), NULL, &out);
  assert_non_null(strstr(out.data, "\\[ \\lambda_{\\mathrm{N},\\mathrm{f}} = F \\]"));
  ss_text_stop(&out);
  ss_machine_close(machine);
}

/* Belts and gaps that move by themselves: W alone would be another machine's. */
static void what_moves_by_itself(void **state) {
  (void)state;
  ss_machine *machine;
  ss_text out = print("param v = 2\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                      "friction f { slip = x' - v; normal = 1; law = coulomb(1) }\n"
                      "contact c { gap = y }\n",
                      &machine);
  assert_non_null(strstr(out.data, "<msub><mi>w</mi><mtext>T</mtext></msub><mo>=</mo>"));
  assert_null(strstr(out.data, "<msub><mi>w</mi><mtext>N</mtext></msub>"));
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_system_latex(ss_machine_system(machine), NULL, &out);
  assert_non_null(strstr(
      out.data, "\\[ \\mathbf{w}_{\\mathrm{T}} = \\begin{bmatrix}\n  -v\n\\end{bmatrix} \\]"));
  assert_null(strstr(out.data, "\\mathbf{w}_{\\mathrm{N}}"));
  ss_text_stop(&out);
  ss_machine_close(machine);
}

static void what_is_too_long(void **state) {
  (void)state;
  ss_machine *machine;
  ss_text model;
  ss_text_start(&model);
  ss_text_add(&model, "coord x\nkinetic = 1/2*x'^2\npotential = x^2");
  for (int i = 1; i < 400; i++) ss_text_addf(&model, " + sin(x + %d)^2*cos(%d*x)", i, i + 1);
  ss_text_add(&model, "\n");
  ss_text out = print(model.data, &machine);
  assert_non_null(strstr(out.data, "is too long for this page"));
  assert_true(out.length < 60000);
  ss_text_stop(&out);
  ss_text_stop(&model);
  ss_machine_close(machine);
}

/* What is wider than a page has smaller letters; a wide row of W is a column. */
static void what_is_wide(void **state) {
  (void)state;
  ss_machine *machine;
  ss_text out = print("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2\n"
                      "contact floor { gap = y }\n",
                      &machine);
  assert_null(strstr(out.data, "msubsup"));
  assert_int_equal(count_of(out.data, "font-size:100%"),
                   count_of(out.data, "display=\"block\"") - 1);
  assert_non_null(strstr(out.data, "<mtext>N</mtext></msub><mi>T</mi></msup><mo>=</mo>"));
  ss_text_stop(&out);
  ss_machine_close(machine);
  out = print("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2\n"
              "let long = sin(x + 10001) + sin(x + 10002)*sin(y + 20001) + sin(x + 10003)*cos(y)\n"
              "contact floor { gap = y + long + long^2 }\n",
              &machine);
  /* W_N is a column too wide for a page: its entries, broken like the gap */
  assert_int_equal(count_of(out.data, "is too wide for the page"), 1);
  assert_non_null(
      strstr(out.data, "<msub><msub><mi>W</mi><mtext>N</mtext></msub><mrow><mi>x</mi>"));
  assert_true(count_of(out.data, "</math> <math ") > 3);
  assert_int_equal(count_of(out.data, "<math"), count_of(out.data, "</math>"));
  assert_int_equal(count_of(out.data, "<mrow>"), count_of(out.data, "</mrow>"));
  ss_text_stop(&out);
  ss_machine_close(machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_system), cmocka_unit_test(normal_forces_of_frictions),
      cmocka_unit_test(what_moves_by_itself), cmocka_unit_test(what_is_too_long),
      cmocka_unit_test(what_is_wide)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
