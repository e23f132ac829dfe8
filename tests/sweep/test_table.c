/* test_table.c: a map as a table, and whether a table answers a question. */
#include "grid.h"

static const ss_sweep_class classes[] = {
    {"not done", SS_SWEEP_NOT_DONE}, {"E1", SS_SWEEP_REST}, {"escapes", SS_SWEEP_ESCAPES}};
static uint8_t code[6] = {1, 2, 1, 1, 2, 1};

static ss_sweep_map make_map(size_t facts, const ss_sweep_fact *fact) {
  return (ss_sweep_map){.axis = {{"x", "m", -0.1, 0.1, 3}, {"x'", "m/s", 0, 1, 2}},
                        .classes = 3,
                        .class_of_code = classes,
                        .facts = facts,
                        .fact = fact,
                        .command = "standstill basin bead.still",
                        .model = "{}",
                        .code = code,
                        .complete = true};
}

static const ss_sweep_fact facts[] = {{"model", "Bead"}, {"hash", "00"}, {"method", "pwl"}};

static void read_back(const char *file, char *text, size_t size) {
  FILE *in = fopen(file, "r");
  assert_non_null(in);
  text[fread(text, 1, size - 1, in)] = '\0';
  fclose(in);
}

static void one_line_a_point(void **state) {
  (void)state;
  ss_sweep_map map = make_map(3, facts);
  char name[] = "/tmp/standstill-table-XXXXXX", text[1000];
  close(mkstemp(name));
  assert_int_equal(ss_sweep_write_table(&map, name), SS_OK);
  read_back(name, text, sizeof text);
  assert_string_equal(text, "# model: Bead\n# hash: 00\n# method: pwl\n"
                            "# command: standstill basin bead.still\n"
                            "x,x',class\n"
                            "-0.1,0,E1\n0,0,escapes\n0.1,0,E1\n"
                            "-0.1,1,E1\n0,1,escapes\n0.1,1,E1\n");
  const ss_sweep_class with_commas[] = {
      classes[0], {"E1, proved", SS_SWEEP_PROVED_REST}, {"a \"b\"", SS_SWEEP_ESCAPES}};
  map.class_of_code = with_commas;
  assert_int_equal(ss_sweep_write_table(&map, name), SS_OK);
  read_back(name, text, sizeof text);
  assert_non_null(strstr(text, "-0.1,0,\"E1, proved\"\n0,0,\"a \"\"b\"\"\"\n"));
  map.complete = false;
  assert_int_equal(ss_sweep_write_table(&map, name), SS_OK);
  read_back(name, text, sizeof text);
  assert_non_null(strstr(text, "# not complete\n"));
  unlink(name);
}

/* A line: values instead of a second axis. */
static void one_axis(void **state) {
  (void)state;
  double value[3] = {0.5, NAN, 2};
  ss_sweep_map map = make_map(1, facts);
  char name[] = "/tmp/standstill-table-XXXXXX", text[1000];
  map.axis[1] = (ss_sweep_axis){"", "", 0, 0, 1};
  map.value = value;
  assert_true(ss_sweep_is_line(&map));
  close(mkstemp(name));
  assert_int_equal(ss_sweep_write_table(&map, name), SS_OK);
  read_back(name, text, sizeof text);
  assert_string_equal(text, "# model: Bead\n# command: standstill basin bead.still\n"
                            "x,class,value\n-0.1,E1,0.5\n0,escapes,\n0.1,E1,2\n");
  unlink(name);
}

static void questions_are_compared(void **state) {
  (void)state;
  const ss_sweep_fact other[] = {{"model", "Bead"}, {"hash", "001"}, {"method", "pwl"}};
  const ss_sweep_fact more[] = {{"model", "Bead"}, {"hash", "00"}, {"method", "pwl"}, {"end", "1"}};
  ss_sweep_map map = make_map(3, facts), wrong = make_map(3, other), longer = make_map(4, more);
  const char *difference;
  char name[] = "/tmp/standstill-table-XXXXXX";
  close(mkstemp(name));
  assert_int_equal(ss_sweep_write_table(&map, name), SS_OK);
  assert_int_equal(ss_sweep_compare_table(&map, name, &difference), SS_OK);
  assert_null(difference);
  assert_int_equal(ss_sweep_compare_table(&wrong, name, &difference), SS_OK);
  assert_string_equal(difference, "hash");
  assert_int_equal(ss_sweep_compare_table(&longer, name, &difference), SS_OK);
  assert_string_equal(difference, "end");
  unlink(name);
}

static void files_that_cannot_be(void **state) {
  (void)state;
  const ss_sweep_map map = make_map(3, facts);
  const char *difference;
  assert_int_equal(ss_sweep_write_table(&map, "/nowhere/a.csv"), SS_IO);
  assert_int_equal(ss_sweep_compare_table(&map, "/nowhere/a.csv", &difference), SS_IO);
  assert_true(ss_sweep_is_table("a.csv"));
  assert_false(ss_sweep_is_table("a.h5"));
  assert_false(ss_sweep_is_table(".csv"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_line_a_point),
      cmocka_unit_test(one_axis),
      cmocka_unit_test(questions_are_compared),
      cmocka_unit_test(files_that_cannot_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
