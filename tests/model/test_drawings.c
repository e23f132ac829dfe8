/* test_drawings.c: what a machine looks like, in text and JSON, outside the hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

#define BASE                                                                                       \
  "param l = 2\ncoord x\nkinetic = 1/2*x'^2\n"                                                     \
  "friction f { slip = x'; normal = 1; law = coulomb(0.3) }\n"
#define DRAWN                                                                                      \
  BASE "draw line (0, 0) to (x, l)\ndraw polygon (x, 0) (x + 1, 0) (x + 1, l) (x, l)\n"            \
       "draw circle (x, 1) radius l/2\ndraw arrow f at (x, 0)\ndraw label \"a \\\"b\\\"\" at (0, " \
       "t)\n"

static void every_kind_is_read(void **state) {
  (void)state;
  static const size_t places[] = {2, 4, 1, 1, 1};
  static const ss_drawing_kind kinds[] = {SS_DRAWING_LINE, SS_DRAWING_POLYGON, SS_DRAWING_CIRCLE,
                                          SS_DRAWING_ARROW, SS_DRAWING_LABEL};
  reading r = read_good(DRAWN);
  assert_int_equal(r.model->drawings, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(r.model->drawing[i].kind, kinds[i]);
    assert_int_equal(r.model->drawing[i].places, places[i]);
    assert_int_equal(r.model->drawing[i].dimensions, 2);
  }
  assert_formula((ss_graph *)r.model->graph, r.model->drawing[1].place[2].resolved, "x + 1");
  assert_formula((ss_graph *)r.model->graph, r.model->drawing[2].radius.resolved, "l/2");
  assert_int_equal(r.model->drawing[3].element, 0);
  assert_int_equal(r.model->drawing[0].element, SIZE_MAX);
  assert_string_equal(r.model->drawing[4].text, "a \"b\"");
  stop_reading(&r);
}

static void lines_may_be_broken_inside_brackets(void **state) {
  (void)state;
  reading r = read_good(BASE "draw line (0\n, 0\n) to (x, l\n)\n");
  assert_int_equal(r.model->drawing[0].places, 2);
  stop_reading(&r);
}

static void the_hash_is_that_of_the_machine(void **state) {
  (void)state;
  reading bare = read_good(BASE), drawn = read_good(DRAWN);
  assert_string_equal(bare.model->hash, drawn.model->hash);
  stop_reading(&bare);
  stop_reading(&drawn);
}

static void json_brings_them_back(void **state) {
  (void)state;
  reading r = read_good(DRAWN);
  ss_text one, two;
  ss_text_start(&one);
  ss_text_start(&two);
  ss_model_print_json(r.model, &one);
  reading again = read_good(one.data);
  ss_model_print_json(again.model, &two);
  assert_string_equal(one.data, two.data);
  assert_int_equal(again.model->drawings, 5);
  ss_text_stop(&one);
  ss_text_stop(&two);
  stop_reading(&again);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_read), cmocka_unit_test(lines_may_be_broken_inside_brackets),
      cmocka_unit_test(the_hash_is_that_of_the_machine), cmocka_unit_test(json_brings_them_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
