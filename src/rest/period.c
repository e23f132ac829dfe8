/* period.c: after which distance of a coordinate everything repeats.
 *
 * A coordinate z enters periodically if it enters through sines, cosines and tangents of c_i z + …
 * alone. With rational c_i, and g their greatest common divisor (c_i = n_i g with integers n_i that
 * share no factor), the shortest distance of all arguments is 2 pi / g. That it is one of the
 * formulas is not concluded from that: they are written down for z + 2 pi / g and compared.
 *
 * Where 2 pi is such a distance too and holds no more than PERIODS_MOST of the shortest, z is taken
 * for an angle and its period for a turn: whoever asks about a motor with 24 cogs wants to see them
 * all. A periodic potential whose scale is far below that of the coordinate is told once; a cover
 * of thousands of equal sets would say no more.
 */
#include <math.h>
#include <stdlib.h>

#include "search.h"

enum { PERIODS_MOST = 64 };

/* Do the formulas stay the same when z moves on by `distance`? */
static bool repeats(ss_arena *arena, ss_graph *g, size_t count, const ss_expr *formulas, ss_expr z,
                    ss_expr distance) {
  const ss_expr moved = ss_expr_add(g, z, distance);
  ss_expr *after = ss_arena_new(arena, count, ss_expr);
  if (!after || ss_expr_substitute(g, 1, &z, &moved, count, formulas, after) != SS_OK) return false;
  for (size_t j = 0; j < count; j++)
    if (after[j] != formulas[j] &&
        ss_expr_is_zero(g, ss_expr_sub(g, after[j], formulas[j])) != SS_PROVED)
      return false;
  return true;
}

/* gcd = the greatest common divisor of two rationals that are not 0. */
static void divide_commonly(fmpq_t gcd, const fmpq_t a) {
  fmpz_t x, y;
  fmpz_init(x);
  fmpz_init(y);
  fmpz_mul(x, fmpq_numref(gcd), fmpq_denref(a));
  fmpz_mul(y, fmpq_numref(a), fmpq_denref(gcd));
  fmpz_gcd(x, x, y);
  fmpz_mul(y, fmpq_denref(gcd), fmpq_denref(a));
  fmpq_set_fmpz_frac(gcd, x, y);
  fmpz_clear(x);
  fmpz_clear(y);
}

/* gcd of d(argument)/dz over all sines, cosines and tangents; false if one is no rational or there
 * is none. */
static bool find_frequency(ss_graph *g, size_t count, const ss_expr *formulas, ss_expr z,
                           fmpq_t gcd) {
  const size_t nodes = ss_graph_count(g);
  uint8_t *marks = calloc(nodes, 1);
  bool good = marks != NULL, found = false;
  if (good) ss_expr_mark(g, count, formulas, marks);
  for (size_t e = 1; e < nodes && good; e++) {
    const ss_op op = marks[e] ? ss_expr_op(g, (ss_expr)e) : SS_OP_NUMBER;
    if (op != SS_OP_SIN && op != SS_OP_COS && op != SS_OP_TAN) continue;
    const ss_expr argument = ss_expr_arg(g, (ss_expr)e, 0);
    if (!ss_expr_depends(g, argument, z)) continue;
    ss_expr slope;
    good = ss_expr_differentiate(g, 1, &argument, z, &slope) == SS_OK;
    const ss_expr simple = good ? ss_expr_simplify(g, slope) : SS_EXPR_NONE;
    const fmpq *value = simple ? ss_expr_value(g, simple) : NULL;
    good = value && !fmpq_is_zero(value);
    if (good && found) divide_commonly(gcd, value);
    if (good && !found) fmpq_abs(gcd, value);
    found = true;
  }
  free(marks);
  return good && found;
}

double ss_search_find_period(ss_arena *arena, ss_graph *g, size_t count, const ss_expr *formulas,
                             ss_expr z) {
  const ss_expr turn = ss_expr_mul(g, ss_expr_integer(g, 2), ss_expr_pi(g));
  fmpq_t frequency;
  fmpq_init(frequency);
  double period = 0;
  const bool known = find_frequency(g, count, formulas, z, frequency);
  const bool many = known && fmpq_cmp_si(frequency, PERIODS_MOST) > 0;
  if (!many && repeats(arena, g, count, formulas, z, turn))
    period = 2 * M_PI;
  else if (known && repeats(arena, g, count, formulas, z,
                            ss_expr_div(g, turn, ss_expr_number(g, frequency)))) {
    fmpq_inv(frequency, frequency);
    period = 2 * M_PI * ss_number_to_double(frequency);
  }
  fmpq_clear(frequency);
  return period;
}
