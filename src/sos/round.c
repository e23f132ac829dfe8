/* round.c: from the margin program's numbers to rational unknowns and Gram matrices.
 *
 * Unknowns and entries of S are rounded to multiples of 2^-bits; the equations then have residuals
 * of about that size, which are taken away exactly:
 *
 *     a row that has entries of its own (S_ab whose column is one term there) spreads its residual
 *     over them, in the ratio of their coefficients: the least change in the sum of squares;
 *     the other rows come first, together: a set of columns that span them, found modulo a prime,
 *     takes the solution of the linear system over the rationals.
 *
 * S stays positive definite if the margin is larger than the changes; only its exact factors
 * decide. More bits are tried by the caller until they do.
 */
#include <assert.h>
#include <math.h>

#include <flint/fmpz_vec.h>
#include <flint/nmod_mat.h>

#include "sos_private.h"

typedef struct rounding {
  sos_work *work;
  fmpq_mat_struct *unknown;  /* column of unknowns + 1 */
  fmpq_mat_struct **S;       /* by block */
  fmpq_mat_struct *residual; /* column of rows */
  fmpq_mat_struct *own;      /* column of rows: sum of squares of the coefficients of own entries */
} rounding;

void ss_sos_round_number(fmpq_t value, double number, long bits) {
  assert(isfinite(number));
  fmpz_set_d(fmpq_numref(value), nearbyint(ldexp(isfinite(number) ? number : 0, (int)bits)));
  fmpz_one(fmpq_denref(value));
  fmpq_div_2exp(value, value, (ulong)bits);
}

/* ---- columns as a list: summands, then the entries of S -------------------------------------- */

typedef struct place {
  const sos_column *column;
  fmpq *value[2]; /* what it multiplies: an unknown, or S_ab and S_ba */
  int sign;       /* +1 for summands, -1 for entries */
  bool is_entry;
} place;

static size_t count_places(const sos_work *work) {
  size_t count = work->summands;
  for (size_t b = 0; b < work->blocks; b++) {
    const size_t size = sos_size(&work->block[b]);
    count += size * (size + 1) / 2;
  }
  return count;
}

static place *list_places(const rounding *r, size_t *count) {
  const sos_work *work = r->work;
  place *list = ss_arena_new(work->arena, count_places(work), place);
  *count = 0;
  if (!list) return NULL;
  for (size_t i = 0; i < work->summands; i++) {
    fmpq *value = fmpq_mat_entry(r->unknown, (slong)work->summand[i].unknown, 0);
    list[(*count)++] = (place){&work->summand[i].column, {value, NULL}, 1, false};
  }
  for (size_t n = 0; n < work->blocks; n++)
    for (size_t b = 0; b < sos_size(&work->block[n]); b++)
      for (size_t a = 0; a <= b; a++)
        list[(*count)++] = (place){&work->block[n].column[sos_at(a, b)],
                                   {fmpq_mat_entry(r->S[n], (slong)a, (slong)b),
                                    a < b ? fmpq_mat_entry(r->S[n], (slong)b, (slong)a) : NULL},
                                   -1,
                                   true};
  return list;
}

/* residual -= sign * change * column: what is left to be balanced. */
static void change(rounding *r, const place *p, const fmpq_t by) {
  fmpq_t product;
  fmpq_init(product);
  for (size_t k = 0; k < p->column->poly.count; k++) {
    fmpq *to = fmpq_mat_entry(r->residual, (slong)p->column->row[k], 0);
    fmpq_mul(product, by, &p->column->poly.terms[k].coefficient);
    if (p->sign > 0) fmpq_sub(to, to, product);
    if (p->sign < 0) fmpq_add(to, to, product);
  }
  fmpq_clear(product);
}

static bool is_own(const place *p) {
  return p->is_entry && p->column->poly.count == 1;
}

/* ---- rows without entries of their own ------------------------------------------------------- */

typedef struct rest {
  size_t rows, places, chosen;
  slong *row_of;       /* by row: its place among the rest, or -1 */
  const place **place; /* columns that meet the rest; the chosen ones first after choose() */
} rest;

static bool find_rest(const rounding *r, size_t count, const place *list, rest *to) {
  const sos_work *work = r->work;
  to->row_of = ss_arena_new(work->arena, work->rows, slong);
  to->place = ss_arena_new(work->arena, count, const place *);
  if (!to->row_of || !to->place) return false;
  for (size_t i = 0; i < work->rows; i++)
    to->row_of[i] =
        fmpq_is_zero(fmpq_mat_entry(r->own, (slong)i, 0)) ? (slong)to->rows++ : (slong)-1;
  for (size_t i = 0; i < count; i++) {
    bool meets = false;
    for (size_t k = 0; k < list[i].column->poly.count && !meets; k++)
      meets = to->row_of[list[i].column->row[k]] >= 0;
    if (meets) to->place[to->places++] = &list[i];
  }
  return true;
}

static ulong modulo(const fmpq *x, nmod_t mod) {
  const ulong above = fmpz_fdiv_ui(fmpq_numref(x), mod.n),
              below = fmpz_fdiv_ui(fmpq_denref(x), mod.n);
  return below == 0 ? 0 : nmod_mul(above, nmod_inv(below, mod), mod);
}

/* The columns that span all: pivots of the echelon form modulo a prime. An unknown with several
 * summands has several places here; each stands for all of them, which sum_places() respects. */
static void choose(rest *to) {
  nmod_mat_t A;
  nmod_mat_init(A, (slong)to->rows, (slong)to->places, 4611686018427388039UL);
  for (size_t j = 0; j < to->places; j++)
    for (size_t k = 0; k < to->places; k++)
      if (to->place[k]->value[0] == to->place[j]->value[0])
        for (size_t i = 0; i < to->place[k]->column->poly.count; i++) {
          const slong row = to->row_of[to->place[k]->column->row[i]];
          if (row < 0) continue;
          ulong *entry = &nmod_mat_entry(A, row, (slong)j);
          *entry = nmod_add(
              *entry, modulo(&to->place[k]->column->poly.terms[i].coefficient, A->mod), A->mod);
        }
  const slong rank = nmod_mat_rref(A);
  slong column = 0;
  for (slong i = 0; i < rank; i++, column++) {
    while (nmod_mat_entry(A, i, column) == 0) column++;
    to->place[to->chosen++] = to->place[column];
  }
  nmod_mat_clear(A);
}

/* All places of the same number: the summands of one unknown in several conditions. */
static void change_all(rounding *r, size_t count, const place *list, const place *p,
                       const fmpq_t by) {
  for (size_t i = 0; i < count; i++)
    if (list[i].value[0] == p->value[0]) change(r, &list[i], by);
  for (int side = 0; side < 2; side++)
    if (p->value[side]) fmpq_add(p->value[side], p->value[side], by);
}

/* The system [chosen columns | residual] of the rest. */
static void fill(const rounding *r, size_t count, const place *list, const rest *to, fmpq_mat_t A) {
  for (size_t j = 0; j < to->chosen; j++)
    for (size_t i = 0; i < count; i++) {
      if (list[i].value[0] != to->place[j]->value[0]) continue;
      for (size_t k = 0; k < list[i].column->poly.count; k++) {
        const slong row = to->row_of[list[i].column->row[k]];
        if (row < 0) continue;
        fmpq *entry = fmpq_mat_entry(A, row, (slong)j);
        const fmpq *c = &list[i].column->poly.terms[k].coefficient;
        if (list[i].sign > 0) fmpq_add(entry, entry, c);
        if (list[i].sign < 0) fmpq_sub(entry, entry, c);
      }
    }
  for (size_t i = 0; i < r->work->rows; i++)
    if (to->row_of[i] >= 0)
      fmpq_set(fmpq_mat_entry(A, to->row_of[i], (slong)to->chosen),
               fmpq_mat_entry(r->residual, (slong)i, 0));
}

static bool settle_rest(rounding *r, size_t count, const place *list) {
  rest to = {0};
  if (!find_rest(r, count, list, &to)) return false;
  if (to.rows == 0) return true;
  choose(&to);
  fmpq_mat_t A;
  fmpq_mat_init(A, (slong)to.rows, (slong)to.chosen + 1);
  fill(r, count, list, &to, A);
  const slong rank = fmpq_mat_rref(A, A);
  bool good = rank == (slong)to.chosen; /* else the residual is not spanned */
  for (slong i = 0; i < rank && good; i++) good = !fmpq_is_zero(fmpq_mat_entry(A, i, i));
  for (slong i = 0; i < rank && good; i++)
    change_all(r, count, list, to.place[i], fmpq_mat_entry(A, i, (slong)to.chosen));
  fmpq_mat_clear(A);
  return good;
}

/* ---- rows with entries of their own ---------------------------------------------------------- */

static void find_own(rounding *r, size_t count, const place *list) {
  for (size_t i = 0; i < count; i++)
    if (is_own(&list[i])) {
      const fmpq *c = &list[i].column->poly.terms[0].coefficient;
      fmpq_addmul(fmpq_mat_entry(r->own, (slong)list[i].column->row[0], 0), c, c);
    }
}

static void spread(rounding *r, size_t count, const place *list) {
  fmpq_t by;
  fmpq_init(by);
  for (size_t i = 0; i < count; i++) {
    if (!is_own(&list[i])) continue;
    const slong row = (slong)list[i].column->row[0];
    fmpq_div(by, fmpq_mat_entry(r->residual, row, 0), fmpq_mat_entry(r->own, row, 0));
    fmpq_mul(by, by, &list[i].column->poly.terms[0].coefficient);
    for (int side = 0; side < 2; side++)
      if (list[i].value[side]) fmpq_sub(list[i].value[side], list[i].value[side], by);
  }
  for (size_t i = 0; i < r->work->rows; i++)
    if (!fmpq_is_zero(fmpq_mat_entry(r->own, (slong)i, 0)))
      fmpq_zero(fmpq_mat_entry(r->residual, (slong)i, 0));
  fmpq_clear(by);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static bool start(rounding *r, sos_work *work, const sos_point *point, long bits) {
  ss_arena *arena = work->arena;
  *r = (rounding){.work = work,
                  .unknown = ss_sos_matrix(arena, work->program->unknowns + 1, 1),
                  .S = ss_arena_new(arena, work->blocks, fmpq_mat_struct *),
                  .residual = ss_sos_matrix(arena, work->rows, 1),
                  .own = ss_sos_matrix(arena, work->rows, 1)};
  if (!r->unknown || !r->S || !r->residual || !r->own) return false;
  for (size_t v = 0; v <= work->program->unknowns; v++)
    ss_sos_round_number(fmpq_mat_entry(r->unknown, (slong)v, 0), point->unknown[v], bits);
  for (size_t n = 0; n < work->blocks; n++) {
    const size_t size = sos_size(&work->block[n]);
    r->S[n] = ss_sos_matrix(arena, size, size);
    if (!r->S[n]) return false;
    for (size_t b = 0; b < size; b++)
      for (size_t a = 0; a <= b; a++) {
        fmpq *to = fmpq_mat_entry(r->S[n], (slong)a, (slong)b);
        ss_sos_round_number(to, point->S[n][a + b * size], bits);
        fmpq_set(fmpq_mat_entry(r->S[n], (slong)b, (slong)a), to);
      }
  }
  return true;
}

static bool is_semidefinite(const fmpq_mat_struct *S) {
  fmpq_mat_t L, D;
  fmpq_mat_init(L, fmpq_mat_nrows(S), fmpq_mat_nrows(S));
  fmpq_mat_init(D, fmpq_mat_nrows(S), 1);
  const bool good = ss_exact_ldl(S, L, D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return good;
}

static void shift(fmpq *x, long bits) {
  if (bits >= 0) fmpq_mul_2exp(x, x, (ulong)bits);
  if (bits < 0) fmpq_div_2exp(x, x, (ulong)-bits);
}

/* G = F^T S F / tau, scaled back, into the part's matrix. */
static void put_gram(const rounding *r, size_t n, const fmpq_t tau, fmpq_mat_struct *gram) {
  const sos_work *work = r->work;
  const sos_block *block = &work->block[n];
  fmpq_mat_t T, G;
  fmpq_mat_init(T, fmpq_mat_nrows(r->S[n]), (slong)block->count);
  fmpq_mat_init(G, (slong)block->count, (slong)block->count);
  fmpq_mat_mul(T, r->S[n], block->face);
  fmpq_mat_t Ft;
  fmpq_mat_init(Ft, (slong)block->count, fmpq_mat_nrows(block->face));
  fmpq_mat_transpose(Ft, block->face);
  fmpq_mat_mul(G, Ft, T);
  const long scale =
      work->scales.weight[block->condition][block->part] - work->scales.condition[block->condition];
  for (size_t i = 0; i < block->count; i++)
    for (size_t j = 0; j < block->count; j++) {
      fmpq *to = fmpq_mat_entry(gram, (slong)block->index[i], (slong)block->index[j]);
      fmpq_div(to, fmpq_mat_entry(G, (slong)i, (slong)j), tau);
      shift(to, scale - ss_sos_shift(work, block->monomial[i]) -
                    ss_sos_shift(work, block->monomial[j]));
    }
  fmpq_mat_clear(T);
  fmpq_mat_clear(G);
  fmpq_mat_clear(Ft);
}

static bool answer_with(const rounding *r, ss_sos_answer *answer) {
  const sos_work *work = r->work;
  const ss_sos_program *program = work->program;
  fmpq_t tau;
  fmpq_init(tau);
  fmpq_one(tau);
  if (work->constant) {
    fmpq_set(tau, fmpq_mat_entry(r->unknown, (slong)program->unknowns, 0));
    shift(tau, work->scales.unknown[program->unknowns]);
  }
  fmpq_mat_struct **gram = ss_arena_new(work->arena, program->conditions, fmpq_mat_struct *);
  bool good = gram && fmpq_sgn(tau) > 0;
  for (size_t c = 0; c < program->conditions && good; c++) {
    const ss_sos_condition *condition = &program->condition[c];
    gram[c] = ss_arena_new(work->arena, condition->parts, fmpq_mat_struct);
    good = gram[c];
    for (size_t k = 0; k < condition->parts && good; k++) {
      const fmpq_mat_struct *made =
          ss_sos_matrix(work->arena, condition->part[k].count, condition->part[k].count);
      good = made;
      if (good) gram[c][k] = *made; /* shares the numbers, which the arena clears */
    }
  }
  for (size_t n = 0; n < work->blocks && good; n++)
    put_gram(r, n, tau, &gram[work->block[n].condition][work->block[n].part]);
  for (size_t v = 0; v < program->unknowns && good; v++) {
    fmpq *value = fmpq_mat_entry(r->unknown, (slong)v, 0);
    shift(value, work->scales.unknown[v]);
    fmpq_div(value, value, tau);
  }
  fmpq_clear(tau);
  if (!good) return false;
  answer->gram = gram;
  answer->value = program->unknowns > 0 ? fmpq_mat_entry(r->unknown, 0, 0) : NULL;
  return true;
}

bool ss_sos_round(sos_work *work, const sos_point *point, long bits, ss_sos_answer *answer) {
  assert(bits >= 0);
  rounding r;
  size_t count;
  if (!start(&r, work, point, bits)) return false;
  const place *list = list_places(&r, &count);
  if (!list) return false;
  for (size_t i = 0; i < count; i++) change(&r, &list[i], list[i].value[0]);
  find_own(&r, count, list);
  if (!settle_rest(&r, count, list)) return false;
  spread(&r, count, list);
  for (size_t i = 0; i < work->rows; i++)
    if (!fmpq_is_zero(fmpq_mat_entry(r.residual, (slong)i, 0))) return false;
  for (size_t n = 0; n < work->blocks; n++)
    if (!is_semidefinite(r.S[n])) return false;
  return answer_with(&r, answer) &&
         ss_sos_verify(work->ring, work->program, answer->value, answer->gram);
}
