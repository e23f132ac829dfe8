/* Systems for the tests of flows. */
#ifndef SS_TEST_FLOWS_H
#define SS_TEST_FLOWS_H

#include "../../src/sos/field_private.h"
#include "support.h"

/* x' = -x + x^3: V = x^2 falls below 1 and not beyond. */
#define CUBIC "coord x\nrate x = -x + x^3\nfunction V = x^2\n"

/* A circle is the border: r' = -r (1 - r^2). */
#define CIRCLE                                                                                     \
  "coord x, y\nlet s = 1 - x^2 - y^2   # inside\nrate x = -x*s - y\nrate y = -y*s + x\n"           \
  "function V = 1/2*(x^2 + y^2)\n"

static ss_diagnostics list __attribute__((unused));

__attribute__((unused)) static const ss_field *read_flow(const char *text) {
  const ss_field *flow = NULL;
  ss_diagnostics_start(&list, arena, "test.flow", text, strlen(text));
  assert_int_equal(ss_field_read_text(text, strlen(text), arena, &list, &flow), SS_OK);
  return flow;
}

__attribute__((unused)) static ss_field_answer decide_flow(const char *text, long above,
                                                           ulong below) {
  fmpq_t level;
  ss_field_answer answer;
  fmpq_init(level);
  fmpq_set_si(level, above, below);
  assert_int_equal(ss_field_decide(read_flow(text), level, arena, &answer), SS_OK);
  fmpq_clear(level);
  return answer;
}

#endif
