/* test_report.c: a machine on one page, in one call. */
#include "../study/stage.h"
#include "standstill/standstill.h"

static void a_page_in_one_call(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  char folder[] = "/tmp/standstill-face-XXXXXX", file[64], text[32] = "";
  assert_non_null(mkdtemp(folder));
  sprintf(file, "%s/bead.html", folder);
  assert_int_equal(ss_machine_report(s.machine, NULL, file, &s.said), SS_OK);
  FILE *in = fopen(file, "r");
  assert_non_null(in);
  assert_int_equal(fread(text, 1, 15, in), 15);
  fclose(in);
  assert_string_equal(text, "<!DOCTYPE html>");
  unlink(file);
  assert_int_equal(ss_machine_report(s.machine, NULL, "/nowhere/at/all.html", &s.said), SS_IO);
  assert_said(&s, "cannot write /nowhere/at/all.html");
  rmdir(folder);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_page_in_one_call)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
