/* support.h: reading a model from a string in a test. */
#ifndef STANDSTILL_TESTS_MODEL_SUPPORT_H
#define STANDSTILL_TESTS_MODEL_SUPPORT_H

#include <stdio.h>
#include <string.h>

#include "standstill/model.h"

typedef struct reading {
  ss_arena *arena;
  ss_diagnostics list;
  ss_model *model;
} reading;

static inline void start_reading(reading *r) {
  *r = (reading){.arena = ss_arena_create()};
  assert_non_null(r->arena);
}

static inline void stop_reading(reading *r) {
  ss_model_close(r->model);
  ss_arena_destroy(r->arena);
}

static inline ss_status parse(reading *r, const char *text, size_t length) {
  ss_diagnostics_start(&r->list, r->arena, "test.still", text, length);
  return ss_model_parse(r->arena, "test.still", text, length, 0, NULL, &r->list, &r->model);
}

/* What the reader says about a text, in full; in the reading's arena. */
static inline const char *messages(reading *r) {
  ss_text out;
  ss_text_start(&out);
  ss_diagnostics_print(&r->list, &out);
  const char *copy = ss_arena_copy_text(r->arena, out.data, out.length);
  ss_text_stop(&out);
  return copy;
}

/* A model without mistakes. */
static inline reading read_good(const char *text) {
  reading r;
  start_reading(&r);
  ss_status status = parse(&r, text, strlen(text));
  if (status != SS_OK) print_message("%s", messages(&r));
  assert_int_equal(status, SS_OK);
  return r;
}

/* A model with mistakes, the first of which contains the words. */
static inline void expect_mistake(const char *text, const char *words) {
  reading r;
  start_reading(&r);
  ss_status status = parse(&r, text, strlen(text));
  assert_int_not_equal(status, SS_OK);
  assert_null(r.model);
  const char *all = messages(&r);
  if (!strstr(all, words)) fail_msg("expected \"%s\" in:\n%s", words, all);
  stop_reading(&r);
}

static inline ss_expr symbol_of(void *user, const char *name, size_t length, ss_span where) {
  char copy[64];
  (void)where;
  assert_true(length < sizeof copy);
  memcpy(copy, name, length);
  copy[length] = '\0';
  return ss_expr_symbol(user, copy);
}

/* A graph over a sealed one; one that is open itself. */
static inline ss_graph *open_over(ss_arena *arena, const ss_graph *graph) {
  return ss_graph_is_sealed(graph) ? ss_graph_create_over(arena, graph) : (ss_graph *)graph;
}

/* e is equal to the formula for all values: the difference is proved to be zero. */
static inline void assert_formula(const ss_graph *graph, ss_expr e, const char *formula) {
  ss_arena *arena = ss_arena_create();
  ss_graph *g = open_over(arena, graph);
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "formula", formula, strlen(formula));
  ss_span all = {0, (uint32_t)strlen(formula)};
  ss_expr expected = ss_expr_parse(g, &list, all, symbol_of, g);
  assert_int_not_equal(expected, SS_EXPR_NONE);
  assert_int_not_equal(e, SS_EXPR_NONE);
  if (ss_expr_is_zero(g, ss_expr_sub(g, e, expected)) != SS_PROVED) {
    ss_text out;
    ss_text_start(&out);
    ss_expr_print(g, e, SS_PRINT_TEXT, &out);
    print_message("found %s\nexpected %s\n", out.data, formula);
    ss_text_stop(&out);
    fail();
  }
  ss_arena_destroy(arena);
}

#endif
