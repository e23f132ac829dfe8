/* questions.h: questions of two variables for the tests of the box prover. */
#ifndef TESTS_BOXES_QUESTIONS_H
#define TESTS_BOXES_QUESTIONS_H

#include <string.h>

#include "boxes.h"

typedef struct asked {
  ss_graph *graph;
  ss_expr x[2];
  ss_tape *tape, *near;
  ss_boxes_local local;
  ss_boxes_question question;
} asked;

static inline ss_expr resolve_name(void *user, const char *name, size_t length, ss_span where) {
  asked *a = user;
  (void)where;
  (void)length;
  return a->x[name[0] == 'y'];
}

static inline ss_expr read_formula(asked *a, const char *text) {
  ss_diagnostics list;
  ss_arena *arena = ss_arena_create();
  ss_diagnostics_start(&list, arena, "test", text, strlen(text));
  const ss_expr e =
      ss_expr_parse(a->graph, &list, (ss_span){0, (uint32_t)strlen(text)}, resolve_name, a);
  assert_int_equal(list.errors, 0);
  ss_arena_destroy(arena);
  return e;
}

static inline ss_tape *compile_texts(asked *a, size_t count, const char *const *text) {
  ss_expr f[16];
  ss_tape *tape = NULL;
  for (size_t i = 0; i < count; i++) f[i] = read_formula(a, text[i]);
  assert_int_equal(ss_tape_compile(a->graph, 0, NULL, 2, a->x, count, f, &tape), SS_OK);
  return tape;
}

/* Formulas of x and y; the conditions speak of them in their order. */
static inline asked ask_about(size_t count, const char *const *text, size_t conditions,
                              const ss_boxes_condition *condition, size_t objective) {
  asked a = {.graph = ss_graph_create()};
  a.x[0] = ss_expr_symbol(a.graph, "x");
  a.x[1] = ss_expr_symbol(a.graph, "y");
  a.tape = compile_texts(&a, count, text);
  a.question = (ss_boxes_question){
      .tape = a.tape, .conditions = conditions, .condition = condition, .objective = objective};
  return a;
}

static inline void forget(asked *a) {
  ss_tape_destroy(a->tape);
  ss_tape_destroy(a->near);
  ss_graph_destroy(a->graph);
}

#endif
