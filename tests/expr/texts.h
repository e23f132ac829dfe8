/* texts.h: expressions from text, every name being a symbol, and back. */
#ifndef STANDSTILL_TESTS_TEXTS_H
#define STANDSTILL_TESTS_TEXTS_H

#include <string.h>

#include "standstill/expr.h"

static inline ss_expr resolve_any(void *graph, const char *name, size_t length, ss_span where) {
  char copy[64];
  (void)where;
  if (length >= sizeof copy) return SS_EXPR_NONE;
  memcpy(copy, name, length);
  copy[length] = '\0';
  return ss_expr_symbol(graph, copy);
}

/* The expression, or SS_EXPR_NONE with the mistakes in the list. */
static inline ss_expr read_with(ss_graph *g, ss_diagnostics *list, ss_arena *arena,
                                const char *text, size_t length) {
  ss_diagnostics_start(list, arena, "formula", text, length);
  return ss_expr_parse(g, list, (ss_span){0, (uint32_t)length}, resolve_any, g);
}

/* The expression of a text that has no mistakes. */
static inline ss_expr read_text(ss_graph *g, const char *text) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_expr e = read_with(g, &list, arena, text, strlen(text));
  assert_int_equal(list.count, 0);
  assert_int_not_equal(e, SS_EXPR_NONE);
  ss_arena_destroy(arena);
  return e;
}

/* Whether an expression prints as the text. */
static inline void assert_prints(const ss_graph *g, ss_expr e, ss_print_style style,
                                 const char *expected) {
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(g, e, style, &out);
  assert_string_equal(out.data, expected);
  ss_text_stop(&out);
}

#endif
