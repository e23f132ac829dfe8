/* test_rest_text.c: rest sets for people. */
#include "rest_fixture.h"

static void expect(const char *text, const char *piece) {
  if (!strstr(text, piece)) fail_msg("no '%s' in\n%s", piece, text);
}

static void test_sets(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, mass_on_floor);
  const ss_rest_sets sets = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest(&sets, &out);
  expect(out.data, "1 rest set   all: exact");
  expect(out.data, "E1  segment, exact; closed: floor");
  expect(out.data, "x  from -1/6 to 1/6");
  expect(out.data, "y  = 0");
  expect(out.data, "vertex (1/6, 0)");
  ss_text_stop(&out);
  /* the same range of many coordinates is said once, other ranges one by one */
  const char *names[9] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  double from[9], to[9], period[9] = {0};
  ss_rest_sets many = sets;
  for (int i = 0; i < 9; i++) from[i] = -10, to[i] = 10;
  many.searched = 9, many.searched_names = names, many.searched_period = period;
  many.from = from, many.to = to;
  for (int k = 0; k < 2; k++) {
    to[8] = k ? 3 : 10;
    ss_text_start(&out);
    ss_show_rest(&many, &out);
    expect(out.data, k ? "h from -10 to 10, i from -10 to 3\n"
                       : "searched: each of 9 coordinates from -10 to 10\n");
    ss_text_stop(&out);
  }
  stop_fixture(&f);
}

/* A line has a place that it goes through, no vertex, and one direction. */
static void test_flats(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, "coord x\nkinetic = 1/2*x'^2\n"
                    "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  const ss_rest_sets line = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest(&line, &out);
  expect(out.data, "E1  line, exact\n");
  expect(out.data, "    through (0)\n    unbounded to and fro along (1)\n");
  assert_null(strstr(out.data, "vert"));
  ss_text_stop(&out);
  stop_fixture(&f);
  /* bounded to one side it is none */
  start_fixture(&f, "coord x\nkinetic = 1/2*x'^2\ncontact c { gap = x }\n"
                    "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  const ss_rest_sets half = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest(&half, &out);
  expect(out.data, "E1  polyhedron with 1 vertex, exact");
  expect(out.data, "    vertex (0)\n    unbounded along (1)\n");
  ss_text_stop(&out);
  stop_fixture(&f);
}

/* A set that is narrow and far away has ends that differ, in their order. */
static void test_far(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\n"
                    "force x = -(x - 1000000) - (x - 1000000)^3\n"
                    "friction f { slip = x'; normal = 1e-5; law = coulomb(1) }\n"
                    "region r { x >= 999999; x <= 1000001 }\n");
  const ss_rest_sets sets = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest(&sets, &out);
  expect(out.data, "999999.99999");
  expect(out.data, "1000000.0000");
  ss_text_stop(&out);
  stop_fixture(&f);
  start_fixture(&f, "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*(x - 1000000/7)^2\n"
                    "friction f { slip = x'; normal = 1e-9; law = coulomb(1/13) }\n");
  const ss_rest_sets exact = find_sets(&f);
  ss_text_start(&out);
  ss_show_rest(&exact, &out); /* 142857 + 1/7 +- 1e-9/13 */
  expect(out.data, "x  from 142857.14285714281 to 142857.14285714293\n");
  ss_text_stop(&out);
  stop_fixture(&f);
}

static void test_answers(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, mass_on_floor);
  ss_rest_answer answer = ask_at(&f, 0.125, 0);
  ss_text_start(&out);
  ss_show_rest_answer(f.system, &answer, &out);
  expect(out.data, "can rest here");
  expect(out.data, "closed: floor");
  expect(out.data, "floor  N  1\n");
  expect(out.data, "floor  T  0.375\n");
  ss_text_stop(&out);
  answer = ask_at(&f, 1, 0);
  ss_text_start(&out);
  ss_show_rest_answer(f.system, &answer, &out);
  expect(out.data, "cannot rest here");
  expect(out.data, "no contact force can stop the motion along");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets), cmocka_unit_test(test_flats),
                                     cmocka_unit_test(test_far), cmocka_unit_test(test_answers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
