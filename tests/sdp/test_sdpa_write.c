/* A program that is written is read back as the same. */
#include <stdio.h>

#include "support.h"

static const ss_sdp_program *read_back(const ss_text *text) {
  const ss_sdp_program *program;
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "test.dat-s", text->data, text->length);
  assert_int_equal(ss_sdp_read_text(text->data, text->length, arena, &list, &program), SS_OK);
  return program;
}

static void the_text_of_a_program(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  add_block(to, 1, true);
  to->program.variables = 1;
  to->f[0] = 2;
  add_equality(to, 0.1);
  add_entry(to, 0, 0, 1, 0, 3);
  add_entry(to, 0, 0, 0, 1, 1); /* the same place */
  add_cost(to, 1, 0, 0, 0.5);
  add_free(to, 0, 0, -4);
  ss_text text;
  ss_text_start(&text);
  assert_int_equal(ss_sdp_write_text(&to->program, "two\nlines", &text), SS_OK);
  assert_string_equal(text.data, "\"two lines\n"
                                 "\"the last block holds 1 free variables as differences of two\n"
                                 "1\n3\n2 -1 -2\n0.10000000000000001\n"
                                 "0 2 1 1 -0.5\n0 3 1 1 -2\n0 3 2 2 2\n"
                                 "1 1 1 2 4\n1 3 1 1 -4\n1 3 2 2 4\n");
  ss_text_stop(&text);
}

/* Bit for bit: both are normalised to the same form. */
static void random_programs_come_back(void **state) {
  (void)state;
  random_source source = {121};
  const int sizes[] = {4, -3, 1, 6};
  for (size_t p = 0; p < 4; p++) {
    const made *to = make_feasible(&source, 4, sizes, 7, p, 4);
    ss_text text;
    ss_text_start(&text);
    assert_int_equal(ss_sdp_write_text(&to->program, NULL, &text), SS_OK);
    const ss_sdp_program *back = read_back(&text);
    assert_int_equal(back->variables, p);
    assert_int_equal(back->blocks, 4);
    const ss_sdp_form one = make_form(&to->program), other = make_form(back);
    assert_int_equal(one.length, other.length);
    assert_true(one.beta == other.beta);
    ss_sdp_residuals r, q;
    const ss_sdp_point point = make_point(&to->program);
    for (size_t i = 0; i < 7; i++) point.y[i] = 1 + (double)i;
    for (size_t j = 0; j < p; j++) point.g[j] = 1 + (double)j;
    for (size_t e = 0; e < ss_sdp_offset(back, 4); e++) point.X[e] = point.Z[e] = (double)(e % 3);
    assert_int_equal(ss_sdp_measure(&to->program, &point, arena, &r), SS_OK);
    assert_int_equal(ss_sdp_measure(back, &point, arena, &q), SS_OK);
    assert_true(fabs(r.primal - q.primal) < 1e-14 * r.primal);
    assert_true(fabs(r.dual - q.dual) < 1e-14 * r.dual);
    assert_true(r.dual_value == q.dual_value);
    ss_text_stop(&text);
  }
}

static void files(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  add_equality(to, 1);
  add_entry(to, 0, 0, 0, 0, 1);
  char path[] = "/tmp/test_sdpa_write.XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(ss_sdp_write(&to->program, "a title", path), SS_OK);
  const ss_sdp_program *program;
  ss_diagnostics list;
  assert_int_equal(ss_sdp_read(path, arena, &list, &program), SS_OK);
  assert_int_equal(program->entries, 1);
  remove(path);
  assert_int_equal(ss_sdp_write(&to->program, NULL, "/no/such/folder/x.dat-s"), SS_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_text_of_a_program),
      cmocka_unit_test(random_programs_come_back),
      cmocka_unit_test(files),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
