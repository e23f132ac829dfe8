/* test_film_html.c: one page, whole without a script, with data that is JSON and text that stays
 * text. */
#include "film_stage.h"

#include <jansson.h>

static void a_page_has_everything(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_html(&s.film, &out), SS_OK);
  assert_int_equal(count_of(out.data, "data-piece="), s.film.pieces);
  assert_int_equal(count_of(out.data, "<polygon"), 1);
  assert_non_null(strstr(out.data, "id=\"play\""));
  assert_non_null(strstr(out.data, "requestAnimationFrame"));
  assert_non_null(strstr(out.data, "<details class=\"long\"><summary>"));
  /* nothing is fetched */
  assert_null(strstr(out.data, "http"));
  assert_null(strstr(out.data, "src="));
  assert_null(strstr(out.data, "@import"));
  assert_true(out.length < 200000);
  ss_text_stop(&out);
  close_film(&s);
}

/* No key to contacts that are not drawn, no buttons for events that there are not; in the first
 * frame, which is seen without a script, contacts have their colours. */
static void what_is_not_there_is_not_shown(void **state) {
  (void)state;
  film_stage s = open_film("coord x\nkinetic = x'^2\ndraw circle (x, 0) radius 1\n", "x'=1", 1);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_html(&s.film, &out), SS_OK);
  assert_null(strstr(out.data, "<p class=\"key\">"));
  assert_int_equal(count_of(out.data, "type=\"button\" hidden>"), 2);
  ss_text_stop(&out);
  close_film(&s);
  s = open_film(FALLING, "x'=1", 1);
  ss_text_start(&out);
  assert_int_equal(ss_film_write_html(&s.film, &out), SS_OK);
  assert_non_null(strstr(out.data, "<p class=\"key\">"));
  assert_null(strstr(out.data, "type=\"button\" hidden>"));
  assert_non_null(strstr(out.data, "class=\"arrow\" style=\"color:#e69f00\""));
  ss_text_stop(&out);
  close_film(&s);
}

static void text_of_the_model_is_escaped(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 0.2);
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_html(&s.film, &out), SS_OK);
  assert_null(strstr(out.data, "<b>"));
  assert_null(strstr(out.data, "<i>"));
  assert_non_null(strstr(out.data, "<title>&lt;/script&gt;&lt;b&gt;&amp;&quot;</title>"));
  assert_int_equal(count_of(out.data, "</script>"), 2);
  ss_text_stop(&out);
  close_film(&s);
}

static void the_data_is_json(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 3);
  const ss_film *f = &s.film;
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(ss_film_write_html(f, &out), SS_OK);
  char *from = strstr(out.data, "id=\"film\">") + strlen("id=\"film\">");
  *strstr(from, "</script>") = '\0';
  json_t *root = json_loads(from, 0, NULL);
  assert_non_null(root);
  const json_t *pieces = json_object_get(root, "pieces");
  assert_int_equal(json_array_size(pieces), f->pieces);
  assert_int_equal(json_array_size(json_object_get(root, "t")), f->frames);
  assert_int_equal(json_array_size(json_object_get(root, "events")), s.motion->events);
  const double grain = json_number_value(json_object_get(root, "grain"));
  for (size_t i = 0; i < f->pieces; i++) {
    const json_t *rows = json_object_get(json_array_get(pieces, i), "rows");
    const size_t k = json_array_size(rows) - 1;
    assert_true(k == 0 || k == f->frames - 1);
    const double *at = ss_film_at(f, k, &f->piece[i]);
    /* the first number, to half a grain */
    const double x = json_number_value(json_array_get(json_array_get(rows, k), 0)) / grain;
    assert_true(fabs(x + f->low[0] - at[0]) <= 0.5001 / grain);
  }
  json_decref(root);
  ss_text_stop(&out);
  close_film(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_has_everything), cmocka_unit_test(what_is_not_there_is_not_shown),
      cmocka_unit_test(text_of_the_model_is_escaped), cmocka_unit_test(the_data_is_json)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
