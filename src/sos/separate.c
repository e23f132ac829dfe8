/* separate.c: a rational functional that no sum of squares survives.
 *
 * The dual of the margin program gives l~ by row with l~(g m m^T) >= -t I, which is definite where
 * t < 0, and sum_c l~_c(p~_cv) = 0 up to rounding. The values are rounded to multiples of 2^-bits,
 * and the equations are restored exactly by changing as few of them as there are equations, those
 * that span, found modulo a prime. At the rows by which monomials left their bases l is nowhere
 * bounded: it is set so large, the larger the earlier they left, that the matrices over the whole
 * bases are definite too. What is found is verified by multiplying out.
 */
#include <assert.h>
#include <math.h>

#include <flint/nmod_mat.h>

#include "sos_private.h"

static ulong modulo(const fmpq *x, nmod_t mod) {
  const ulong above = fmpz_fdiv_ui(fmpq_numref(x), mod.n),
              below = fmpz_fdiv_ui(fmpq_denref(x), mod.n);
  return below == 0 ? 0 : nmod_mul(above, nmod_inv(below, mod), mod);
}

/* Rows that span the equations of the unknowns. */
static size_t choose(const sos_work *work, slong *chosen) {
  nmod_mat_t A;
  nmod_mat_init(A, (slong)work->program->unknowns, (slong)work->rows, 4611686018427388039UL);
  for (size_t i = 0; i < work->summands; i++) {
    const sos_summand *s = &work->summand[i];
    if (s->unknown == work->program->unknowns) continue;
    for (size_t k = 0; k < s->column.poly.count; k++) {
      ulong *entry = &nmod_mat_entry(A, (slong)s->unknown, (slong)s->column.row[k]);
      *entry = nmod_add(*entry, modulo(&s->column.poly.terms[k].coefficient, A->mod), A->mod);
    }
  }
  const slong rank = nmod_mat_rref(A);
  slong column = 0;
  for (slong i = 0; i < rank; i++, column++) {
    while (nmod_mat_entry(A, i, column) == 0) column++;
    chosen[i] = column;
  }
  nmod_mat_clear(A);
  return (size_t)rank;
}

/* The equations in the chosen rows: [A | -l(p_v)]. */
static void fill(const sos_work *work, const fmpq_mat_struct *l, size_t rank, const slong *chosen,
                 fmpq_mat_t A) {
  for (size_t i = 0; i < work->summands; i++) {
    const sos_summand *s = &work->summand[i];
    if (s->unknown == work->program->unknowns) continue;
    for (size_t k = 0; k < s->column.poly.count; k++) {
      const fmpq *c = &s->column.poly.terms[k].coefficient;
      const slong row = (slong)s->column.row[k], v = (slong)s->unknown;
      fmpq_submul(fmpq_mat_entry(A, v, (slong)rank), c, fmpq_mat_entry(l, row, 0));
      for (size_t j = 0; j < rank; j++)
        if (chosen[j] == row)
          fmpq_add(fmpq_mat_entry(A, v, (slong)j), fmpq_mat_entry(A, v, (slong)j), c);
    }
  }
}

static bool restore(const sos_work *work, fmpq_mat_struct *l) {
  const size_t unknowns = work->program->unknowns;
  if (unknowns == 0) return true;
  slong *chosen = ss_arena_new(work->arena, unknowns, slong);
  if (!chosen) return false;
  const size_t rank = choose(work, chosen);
  fmpq_mat_t A;
  fmpq_mat_init(A, (slong)unknowns, (slong)rank + 1);
  fill(work, l, rank, chosen, A);
  bool good = fmpq_mat_rref(A, A) == (slong)rank;
  for (size_t i = 0; i < rank && good; i++)
    good = fmpq_is_one(fmpq_mat_entry(A, (slong)i, (slong)i));
  for (size_t i = 0; i < rank && good; i++) {
    fmpq *to = fmpq_mat_entry(l, chosen[i], 0);
    fmpq_add(to, to, fmpq_mat_entry(A, (slong)i, (slong)rank));
  }
  fmpq_mat_clear(A);
  return good;
}

static void shift(fmpq *x, long bits) {
  if (bits >= 0) fmpq_mul_2exp(x, x, (ulong)bits);
  if (bits < 0) fmpq_div_2exp(x, x, (ulong)-bits);
}

/* l of condition c: its rows, then the rows of monomials that left, at 2^(height 4^(later rounds)).
 */
static bool make(const sos_work *work, const fmpq_mat_struct *l, size_t c, long height,
                 ss_sos_functional *to) {
  const size_t rows = work->first_row[c + 1] - work->first_row[c];
  uint32_t *monomial = ss_arena_new(work->arena, rows + work->dropped, uint32_t);
  fmpq_mat_struct *value = ss_sos_matrix(work->arena, rows + work->dropped + 1, 1);
  if (!monomial || !value) return false;
  *to = (ss_sos_functional){0, monomial, fmpq_mat_entry(value, 0, 0)};
  for (size_t i = 0; i < rows; i++) {
    const size_t row = work->first_row[c] + i;
    fmpq *v = fmpq_mat_entry(value, (slong)to->count, 0);
    monomial[to->count++] = work->row_monomial[row];
    fmpq_set(v, fmpq_mat_entry(l, (slong)row, 0));
    shift(v, work->scales.condition[c] + ss_sos_shift(work, work->row_monomial[row]));
  }
  for (size_t i = 0; i < work->dropped; i++) {
    const sos_drop *drop = &work->drop[i];
    bool known = drop->condition != c;
    for (size_t k = 0; k < to->count && !known; k++) known = monomial[k] == drop->row;
    if (known) continue;
    const size_t later = work->rounds - 1 - drop->round;
    fmpq *v = fmpq_mat_entry(value, (slong)to->count, 0);
    monomial[to->count++] = drop->row;
    fmpq_set_si(v, drop->sign, 1);
    shift(v, height << (2 * (later < 4 ? later : 4)));
    shift(v, work->scales.condition[c] + ss_sos_shift(work, drop->row));
  }
  return true;
}

bool ss_sos_separate(sos_work *work, const sos_point *point, long bits, ss_sos_answer *answer) {
  assert(bits >= 0);
  const size_t conditions = work->program->conditions;
  fmpq_mat_struct *l = ss_sos_matrix(work->arena, work->rows, 1);
  ss_sos_functional *functional = ss_arena_new(work->arena, conditions, ss_sos_functional);
  if (!l || !functional) return false;
  double largest = 0;
  for (size_t i = 0; i < work->rows; i++) largest = fmax(largest, fabs(point->moment[i]));
  for (size_t i = 0; i < work->rows; i++)
    ss_sos_round_number(fmpq_mat_entry(l, (slong)i, 0),
                        largest > 0 ? point->moment[i] / largest : 0, bits);
  if (!restore(work, l)) return false;
  for (long height = 8; height <= 128; height *= 4) {
    bool good = true;
    for (size_t c = 0; c < conditions && good; c++) good = make(work, l, c, height, &functional[c]);
    if (good && ss_sos_verify_functional(work->ring, work->program, functional)) {
      answer->functional = functional;
      return true;
    }
    if (work->dropped == 0) break;
  }
  return false;
}
