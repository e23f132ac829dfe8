/* test_motion_csv.c: the table reads back to the same doubles. */
#include "motion_fixture.h"

static const char head[] = "# parameters: m=2 g=9.81 mu=0.25\n"
                           "t,x,y,x',y',floor N,floor T,wall T,floor mode,wall mode\n";

static void test_table(void **state) {
  (void)state;
  motion_fixture m;
  ss_text out;
  start_motion(&m);
  ss_text_start(&out);
  const ss_motion_source source = get_source(&m);
  const char *name = name_file(&m, ".csv");
  assert_int_equal(ss_show_motion_write(&source, &m.motion, name), SS_OK);
  load_file(name, &out);
  assert_true(strncmp(out.data, "# model: Bead\n# hash: ", 22) == 0);
  assert_contains(&out, head);
  const char *line = strstr(out.data, head) + strlen(head);
  for (size_t i = 0; i < SAMPLES; i++) {
    double numbers[8];
    char *end = (char *)line;
    for (size_t k = 0; k < 8; k++) {
      numbers[k] = strtod(end, &end);
      assert_int_equal(*end++, ',');
    }
    assert_true(numbers[0] == m.sample[i].t);
    for (size_t k = 0; k < 2; k++) assert_true(numbers[1 + k] == m.q[i][k]);
    for (size_t k = 0; k < 2; k++) assert_true(numbers[3 + k] == m.u[i][k]);
    for (size_t k = 0; k < 3; k++) assert_true(numbers[5 + k] == m.forces[i][k]);
    line = strchr(end, '\n') + 1;
  }
  assert_string_equal(line, "");
  assert_contains(&out, ",slip+,slip-\n");
  ss_text_stop(&out);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
