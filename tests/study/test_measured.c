/* test_measured.c: measurements from a file: which columns count, and what is wrong with others. */
#include <unistd.h>

#include "stage.h"

static void columns(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_measured m;
  char file[64];
  static const struct {
    const char *text, *said; /* NULL: it is good */
  } files[] = {
      {"t,x',note,x\n0,1,a,2\n0,,b,3\n1.5,4,c,\n", NULL},
      {"t,y\n0,1\n", "has no column of a coordinate or velocity: x, x'"},
      {"x\n1\n", "has no column 't' (or 'time')"},
      {"t,x\n0,1\n2,1\n1,1\n", ":4: the time 1 comes after 2"},
      {"t,x\n0,1\n1,oops\n", ":3: 'oops' in column 'x' is no finite decimal number"},
      {"t,x\n-1,1\n1,2\n", "begins at t = -1: motions start at 0"},
  };
  snprintf(file, sizeof file, "/tmp/test_measured.%ld.csv", (long)getpid());
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    FILE *out = fopen(file, "w");
    fputs(files[i].text, out);
    fclose(out);
    const ss_status status = ss_machine_read_measured(s.arena, s.machine, file, &s.said, &m);
    assert_int_equal(status, files[i].said ? SS_BAD_INPUT : SS_OK);
    if (files[i].said) assert_said(&s, files[i].said);
    s.said.count = s.said.errors = 0;
    if (files[i].said) continue;
    assert_true(m.rows == 3 && m.columns == 2);
    assert_true(m.state[0] == 1 && m.state[1] == 0);
    assert_string_equal(m.name[0], "x'");
    assert_true(m.value[0][0] == 1 && isnan(m.value[0][1]) && m.value[0][2] == 4);
    assert_true(m.value[1][1] == 3 && isnan(m.value[1][2]) && m.t[2] == 1.5);
  }
  unlink(file);
  assert_int_equal(ss_machine_read_measured(s.arena, s.machine, file, &s.said, &m), SS_IO);
  assert_said(&s, "No such file");
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
