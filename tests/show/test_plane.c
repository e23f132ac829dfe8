/* test_plane.c: what the names of axes mean, and how they are labelled. */
#include "../../src/show/plane.h"
#include "plane_fixture.h"

static void test_names(void **state) {
  (void)state;
  static const struct {
    const char *name;
    ss_status status;
    ss_axis_kind kind;
    size_t index;
  } cases[] = {{"x", SS_OK, SS_AXIS_POSITION, 0},  {"y", SS_OK, SS_AXIS_POSITION, 1},
               {"y'", SS_OK, SS_AXIS_VELOCITY, 1}, {"t", SS_OK, SS_AXIS_TIME, 0},
               {"z", SS_BAD_INPUT, 0, 0},          {"x''", SS_BAD_INPUT, 0, 0},
               {"", SS_BAD_INPUT, 0, 0},           {"'", SS_BAD_INPUT, 0, 0},
               {"xy", SS_BAD_INPUT, 0, 0}};
  plane_fixture p;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    start_plane(&p, two, cases[i].name, "y");
    ss_page view = {.plane = &p.plane};
    p.plane.map = NULL;
    assert_int_equal(ss_page_resolve(&view), cases[i].status);
    if (cases[i].status == SS_OK) {
      assert_int_equal(view.axis[0].kind, cases[i].kind);
      assert_int_equal(view.axis[0].index, cases[i].index);
    }
    assert_int_equal(ss_show_plane_plot(&p.plane, "plane.gif"), SS_BAD_INPUT);
    /* with a map any name will do */
    p.plane.map = &p.map;
    assert_int_equal(ss_page_resolve(&view), SS_OK);
    stop_plane(&p);
  }
}

static void test_labels(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  assert_string_equal(ss_show_axis_label(arena, "x", false, "m"), "x [m]");
  assert_string_equal(ss_show_axis_label(arena, "x'", true, "m"), "x' [m/s]");
  assert_string_equal(ss_show_axis_label(arena, "x'", true, "kg m"), "x' [(kg m)/s]");
  assert_string_equal(ss_show_axis_label(arena, "x'", true, "1"), "x' [1/s]");
  assert_string_equal(ss_show_axis_label(arena, "x", false, "1"), "x");
  assert_string_equal(ss_show_axis_label(arena, "x", false, NULL), "x");
  assert_string_equal(ss_show_axis_label(arena, "x", false, ""), "x");
  /* seconds where the model says units at all, of whichever coordinate */
  static const char *const texts[] = {"coord x, y\nkinetic = x'^2 + y'^2\n",
                                      "coord x\ncoord y # [m]\nkinetic = x'^2 + y'^2\n"};
  for (int k = 0; k < 2; k++) {
    ss_machine *machine;
    assert_int_equal(ss_machine_parse("m", texts[k], NULL, NULL, &machine), SS_OK);
    assert_string_equal(ss_show_time_label(ss_machine_model(machine)), k ? "time [s]" : "time");
    ss_machine_close(machine);
  }
  ss_arena_destroy(arena);
}

/* The base state with the axes' values in it. */
static void test_place(void **state) {
  (void)state;
  plane_fixture p;
  double q[2], u[2];
  start_plane(&p, two, "y'", "x");
  ss_page view = {.plane = &p.plane, .q = q, .u = u};
  p.q[1] = 7;
  p.u[0] = 8;
  assert_int_equal(ss_page_resolve(&view), SS_OK);
  assert_true(ss_page_has_states(&view));
  assert_true(ss_page_place(&view, 1, 2));
  assert_true(q[0] == 2 && q[1] == 7 && u[0] == 8 && u[1] == 1);
  p.plane.axis[1] = "y'";
  assert_int_equal(ss_page_resolve(&view), SS_OK);
  assert_false(ss_page_has_states(&view));
  stop_plane(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_labels),
                                     cmocka_unit_test(test_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
