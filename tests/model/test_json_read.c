/* Models from JSON: what is lenient, what is refused, and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "\"coordinates\":[\"x\"],\"kinetic\":[[\"^\",\"x'\",2]]"

static void test_a_small_model(void **state) {
  (void)state;
  reading r = read_good("  {" FRAME
                        ",\"parameters\":{\"m\":2,\"k\":{\"value\":0.1},\"e\":{\"exact\":\"1/7\"}},"
                        "\"potential\":[[\"*\",\"m\",\"k\",\"e\",\"x\"]],\"at\":{\"q\":[1]}}");
  assert_formula(r.model->graph, r.model->parameter[1].closed, "1/10");
  assert_formula(r.model->graph, r.model->parameter[2].closed, "1/7");
  assert_string_equal(r.model->title, "");
  stop_reading(&r);
}

static const struct {
  const char *json, *words;
} cases[] = {
    {"{", "this is not JSON"},
    {"{\"coordinates\":[\"x\"],\"coordinates\":[\"y\"]}", "this is not JSON"},
    {"{}", "the model has no coordinate"},
    {"{\"coordinates\":3}", "coordinates: expected a list"},
    {"{\"coordinates\":[3]}", "coordinates[0]: a name is missing"},
    {"{\"coordinates\":[\"3x\"]}", "coordinates[0]: '3x' is not a name"},
    {"{" FRAME ",\"parameters\":[1]}", "parameters: expected an object"},
    {"{" FRAME ",\"parameters\":{\"m\":{}}}", "parameters.m.formula: a parameter needs"},
    {"{" FRAME ",\"parameters\":{\"m\":{\"formula\":\"n\"}}}",
     "parameters.m.formula: unknown name 'n'"},
    {"{" FRAME ",\"parameters\":{\"m\":{\"formula\":1,\"range\":[0]}}}", "a range has two ends"},
    {"{" FRAME ",\"parameters\":{\"m\":{\"formula\":1,\"exact\":\"2\"}}}",
     "parameters.m: 'exact' is 2, but that is not the value of 'formula'"},
    {"{" FRAME ",\"potential\":[[\"sine\",\"x\"]]}", "potential[0]: unknown operation 'sine'"},
    {"{" FRAME ",\"potential\":[[\"sin\",\"x\",1]]}", "wrong number of arguments of 'sin'"},
    {"{" FRAME ",\"potential\":[[]]}", "opens with a word"},
    {"{" FRAME ",\"potential\":[{}]}", "potential[0]: expected an expression"},
    {"{" FRAME ",\"potential\":[null]}", "potential[0]: expected an expression"},
    {"{" FRAME ",\"potential\":[[\"/\",\"x\",0]]}", "potential[0]: division by zero"},
    {"{" FRAME ",\"potential\":[\"1/x\"]}", "this is not a number: '1/x'"},
    {"{" FRAME ",\"potential\":[1e999]}", "this is not JSON"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contact\"}]}", "elements[0]: a name is missing"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contakt\",\"name\":\"c\"}]}", "unknown kind of element"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contact\",\"name\":\"c\"}]}",
     "elements.c: contact 'c' has no 'gap'"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contact\",\"name\":\"c\",\"gap\":\"x\",\"slip\":\"x'\","
     "\"law\":[\"coulomb\",\"q\"]}]}",
     "elements.c.law[1]: unknown name 'q'"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contact\",\"name\":\"c\",\"gap\":\"x\",\"law\":3}]}",
     "elements.c.law: expected [word, argument"},
    {"{" FRAME ",\"elements\":[{\"kind\":\"contact\",\"name\":\"c\",\"gap\":\"x\",\"gop\":3}]}",
     "elements.c.gop: unknown key 'gop' in contact 'c'"},
    {"{" FRAME ",\"forces\":[{\"on\":\"z\",\"value\":1}]}", "forces[0]: unknown coordinate 'z'"},
    {"{" FRAME ",\"forces\":[{\"at\":\"P\",\"value\":1}]}", "expected 2 components"},
    {"{" FRAME ",\"states\":[{\"name\":\"s\",\"values\":{\"y\":1}}]}",
     "states.s.y: unknown coordinate 'y'"},
    {"{" FRAME ",\"regions\":[{\"name\":\"r\",\"relations\":[[\"<\",1,2]]}]}",
     "regions.r[0]: a relation is"},
    {"{" FRAME ",\"chart\":{\"coordinates\":[]}}", "a chart needs coordinates"},
    {"{" FRAME ",\"abbreviations\":{\"a\":\"b\",\"b\":\"a\"}}",
     "abbreviations.a: 'a' is defined by itself"},
    {"{" FRAME ",\"title\":3}", "title: expected a string"},
};

static void test_mistakes_name_their_place(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_mistake(cases[i].json, cases[i].words);
}

static void test_deep_trees_are_refused(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "{" FRAME ",\"potential\":[");
  for (int i = 0; i < 100000; i++) ss_text_add(&text, "[\"sin\",");
  expect_mistake(text.data, "this is not JSON");
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_small_model),
      cmocka_unit_test(test_mistakes_name_their_place),
      cmocka_unit_test(test_deep_trees_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
