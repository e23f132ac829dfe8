/* test_patterns.c: every case of closed contacts and slider sides comes exactly once. */
#include "../../src/rest/rest_private.h"
#include "rests.h"

/* A slider with friction before two contacts, one between them without, a friction at the end. */
static const char mixed[] = "model \"mixed\"\ncoord x, y, z, w\n"
                            "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)\n"
                            "slider rough { gap = x; slip = y'; law = coulomb(1/2) }\n"
                            "contact a { gap = y }\n"
                            "slider smooth { gap = w }\n"
                            "contact b { gap = z; slip = y'; law = coulomb(1/3) }\n"
                            "friction f { slip = z'; normal = 1; law = coulomb(1) }\n";

/* count contacts x - i >= 0 on one coordinate. */
static machine many_contacts(size_t count) {
  ss_text text;
  ss_text_start(&text);
  ss_text_addf(&text, "model \"many\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = -1\n");
  for (size_t i = 0; i < count; i++) ss_text_addf(&text, "contact c%zu { gap = x + %zu }\n", i, i);
  machine m = machine_parse(text.data);
  ss_text_stop(&text);
  return m;
}

static void test_every_case_once(void **state) {
  (void)state;
  machine m = machine_parse(mixed);
  ss_patterns patterns;
  assert_int_equal(ss_rest_patterns_list(m.arena, m.system, 8, &patterns), SS_OK);
  assert_true(patterns.all);
  assert_int_equal(patterns.count, 8);
  bool seen[2][2][2] = {0};
  for (size_t i = 0; i < patterns.count; i++) {
    const ss_rest_pattern *p = &patterns.item[i];
    assert_true(p->closed[0] && p->closed[2] && p->closed[4]);
    assert_int_equal(abs(p->side[0]), 1);
    for (size_t e = 1; e < 5; e++) assert_int_equal(p->side[e], 0);
    bool *once = &seen[p->side[0] > 0][p->closed[1]][p->closed[3]];
    assert_false(*once);
    *once = true;
  }
  machine_close(&m);
}

/* Of 12 contacts: none, one or two are closed, 1 + 12 + 66 cases in all. */
static void test_few_of_many(void **state) {
  (void)state;
  machine m = many_contacts(12);
  ss_patterns patterns;
  bool seen[12][12] = {0};
  assert_int_equal(ss_rest_patterns_list(m.arena, m.system, 8, &patterns), SS_OK);
  assert_false(patterns.all);
  assert_int_equal(patterns.count, 79);
  for (size_t i = 0; i < patterns.count; i++) {
    size_t closed[3] = {0}, count = 0;
    for (size_t e = 0; e < 12; e++)
      if (patterns.item[i].closed[e]) {
        assert_in_range(count, 0, 1);
        closed[count++] = e;
      }
    if (count < 2) continue;
    assert_false(seen[closed[0]][closed[1]]);
    seen[closed[0]][closed[1]] = true;
  }
  machine_close(&m);
}

/* Too many cases are a limit; a single position has only one case of contacts, whatever their
 * number. */
static void test_limits(void **state) {
  (void)state;
  machine m = many_contacts(30);
  ss_rest_pattern pattern;
  ss_rest_answer answer;
  assert_int_equal(ss_rest_patterns_start(m.arena, m.system, 8, &pattern), SS_LIMIT);
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_OK);
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_int_equal(answer.closed_count, 1);
  assert_near(answer.forces[0], 1, 1e-14);
  machine_close(&m);
}

static void test_sides(void **state) {
  (void)state;
  machine m = machine_parse(mixed);
  ss_rest_pattern pattern;
  assert_int_equal(ss_rest_pattern_create(m.arena, m.system, &pattern), SS_OK);
  assert_true(ss_rest_pattern_choose_sides(m.system, 0, &pattern));
  const int first = pattern.side[0];
  assert_true(ss_rest_pattern_choose_sides(m.system, 1, &pattern));
  assert_int_equal(pattern.side[0], -first);
  assert_false(ss_rest_pattern_choose_sides(m.system, 2, &pattern));
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_case_once),
      cmocka_unit_test(test_few_of_many),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_sides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
