/* test_start_proof.c: what is proved of a start, in words and as JSON. */
#include "film_stage.h"

#include <jansson.h>

static const double q[2] = {1.5, 0}, u[2] = {0, -2};
static const ss_start_options asked = {.q = q, .u = u, .radius = 0.1, .end = 60};

static void show(const ss_start_proof *proof, const char *words, const char *fate) {
  film_stage s = open_film(FALLING, "drop", 1);
  const ss_model *model = ss_machine_model(s.machine);
  ss_text text, json;
  ss_text_start(&text);
  ss_text_start(&json);
  ss_show_start_proof(model, &asked, proof, &text);
  ss_show_start_proof_json(model, &asked, proof, &json);
  if (!strstr(text.data, words)) print_error("%s", text.data);
  assert_non_null(strstr(text.data, words));
  assert_non_null(strstr(text.data, "x = 1.5, y' = -2\n"));
  json_t *root = json_loads(json.data, 0, NULL);
  assert_non_null(root);
  assert_string_equal(json_string_value(json_object_get(root, "fate")), fate);
  assert_true(json_number_value(json_object_get(json_object_get(root, "start"), "y'")) == -2);
  assert_true(json_is_null(json_object_get(root, "certificate")) == !proof->certificate);
  json_decref(root);
  ss_text_stop(&text);
  ss_text_stop(&json);
  close_film(&s);
}

static void every_verdict(void **state) {
  (void)state;
  ss_start_proof p = {.verdict = SS_PROVED,
                      .radius = 0.1,
                      .time = 2.5,
                      .tube = 0.25,
                      .set = "E1",
                      .theorem = "WL2004-T4",
                      .level = "16",
                      .certificate = "a.proof.json"};
  show(&p,
       "below the level V = 16 by t = 2.5, from where every motion tends to rest in E1 (WL2004-T4)",
       "rest");
  show(&p, "certificate: a.proof.json", "rest");
  p.level = p.certificate = NULL;
  show(&p, "tends to rest in E1, as every motion of this machine does", "rest");
  p.settles = true; /* not as every motion does, nor below a level */
  show(&p, "by t = 2.5 so near a rest point that it tends to rest in E1", "rest");
  p.settles = false;
  p.verdict = SS_REFUTED;
  show(&p, "never comes to rest; at t = 2.5", "escape");
  p.verdict = SS_UNKNOWN;
  show(&p, "is 0.25 wide, and nothing is shown; try a smaller --radius, or a longer --end", "open");
  p.reason = "the leaf does not hold";
  show(&p, "that the checker does not confirm: the leaf does not hold", "open");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_verdict)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
