/* What the tests of sums of squares share: a ring, an arena, and polynomials from text. */
#ifndef SS_TEST_SOS_SUPPORT_H
#define SS_TEST_SOS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/sos/sos_private.h"

static ss_arena *arena __attribute__((unused));
static ss_ring ring __attribute__((unused));

static int setup(void **state) {
  (void)state;
  arena = ss_arena_create();
  return arena && ss_ring_start(&ring, 100000) ? 0 : 1;
}

static int teardown(void **state) {
  (void)state;
  ss_ring_stop(&ring);
  ss_arena_destroy(arena);
  return 0;
}

/* "3/2 xxy - 1 z": terms of a coefficient and letters, a to z are the atoms 0 to 25. */
__attribute__((unused)) static ss_poly poly(const char *text) {
  ss_poly sum = {0};
  int sign = 1;
  while (*text) {
    char *end = NULL;
    if (*text == ' ' || *text == '+') {
      text++;
      continue;
    }
    if (*text == '-') {
      sign = -1;
      text++;
      continue;
    }
    const long above = strtol(text, &end, 10);
    assert_true(end > text);
    long below = 1;
    if (*end == '/') below = strtol(end + 1, &end, 10);
    while (*end == ' ') end++;
    ss_power powers[64];
    size_t count = 0;
    for (; *end >= 'a' && *end <= 'z'; end++)
      powers[count++] = (ss_power){(uint32_t)(*end - 'a'), 1};
    fmpq_t c;
    fmpq_init(c);
    fmpq_set_si(c, sign * above, (ulong)below);
    sum = ss_poly_plus(&ring, sum, ss_poly_term(&ring, c, ss_ring_monomial(&ring, count, powers)));
    fmpq_clear(c);
    text = end;
    sign = 1;
  }
  return sum;
}

__attribute__((unused)) static ss_poly times(ss_poly a, ss_poly b) {
  ss_poly product = {0};
  assert_true(ss_poly_multiply(&ring, a, b, &product));
  return product;
}

__attribute__((unused)) static ss_sos_answer decide(ss_poly p) {
  const ss_sos_options options = ss_sos_default_options();
  ss_sos_answer answer;
  assert_int_equal(ss_sos_decide_poly(&ring, p, &options, arena, &answer), SS_OK);
  return answer;
}

/* A polynomial's program with its work, scaled, split, dropped. */
typedef struct one_poly {
  ss_sos_part part;
  ss_sos_summand summand;
  ss_sos_condition condition;
  ss_sos_program program;
  sos_work work;
} one_poly;

__attribute__((unused)) static one_poly *prepare(ss_poly p) {
  one_poly *to = ss_arena_new(arena, 1, one_poly);
  ss_sos_basis basis;
  assert_int_equal(ss_sos_newton(&ring, p, arena, &basis), SS_OK);
  to->part = (ss_sos_part){ss_poly_integer(&ring, 1), basis.count, basis.monomial};
  to->summand = (ss_sos_summand){SS_SOS_ONE, p};
  to->condition = (ss_sos_condition){1, &to->summand, 1, &to->part};
  to->program = (ss_sos_program){0, 1, &to->condition};
  to->work = (sos_work){.ring = &ring, .program = &to->program, .arena = arena};
  assert_true(ss_sos_find_scales(&to->work) && ss_sos_make_blocks(&to->work) &&
              ss_sos_make_columns(&to->work) && ss_sos_drop_monomials(&to->work));
  return to;
}

#endif
