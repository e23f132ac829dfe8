/* test_contact_text.c: the answer of a contact problem, in words and as JSON. */
#include <jansson.h>

#include "fixture.h"

/* One planar contact, 2 r_N - 2 = xi_N, r_T = xi_T: r = (1, 0), xi = 0. */
static const char text[] = "2\n1\n0\n2\n2\n2 2\n2 0 0 1\n-2 0\n0.5\n";

static void both_forms(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_contact_options options = ss_contact_default_options();
  const ss_contact_problem *problem;
  ss_diagnostics list;
  ss_contact_answer answer;
  ss_text out;
  ss_diagnostics_start(&list, arena, "text", text, strlen(text));
  assert_int_equal(ss_contact_read_text(text, strlen(text), arena, &list, &problem), SS_OK);
  assert_int_equal(ss_contact_answer_find(arena, problem, &options, &answer), SS_OK);
  assert_int_equal(answer.status, SS_OK);
  assert_true(fabs(answer.r[0] - 1) < 1e-10 && fabs(answer.xi[0]) < 1e-10);
  ss_text_start(&out);
  ss_show_contact(&answer, "a.dat", &out);
  assert_non_null(strstr(out.data, "a.dat: 1 contact, G dense\nstatus    solved\n"));
  assert_non_null(strstr(out.data, "contact             r_N             r_T            xi_N"));
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_contact_json(&answer, &out);
  json_t *root = json_loads(out.data, 0, NULL);
  assert_string_equal(json_string_value(json_object_get(root, "status")), "solved");
  assert_int_equal(json_array_size(json_object_get(root, "reactions")), 2);
  json_decref(root);
  ss_text_stop(&out);
  /* what was not found has no residual in JSON */
  answer.status = SS_NO_CONVERGENCE;
  answer.report.residual = INFINITY;
  ss_text_start(&out);
  ss_show_contact_json(&answer, &out);
  assert_non_null(strstr(out.data, "\"no solution found\""));
  assert_non_null(strstr(out.data, "\"residual\": null"));
  ss_text_stop(&out);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_forms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
