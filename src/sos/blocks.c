/* blocks.c: Gram matrices split into blocks, their columns in the equations, and monomials that
 * cannot occur.
 *
 * SYMMETRY. Let E be the span over GF(2) of the exponents of all monomials in the p_cv and g_ck of
 * a condition. A change of signs x_j -> (-1)^z_j x_j with z orthogonal to E leaves them alone, so
 * that a solution G may be averaged over these: entries G_ij with e_i + e_j not in E become 0.
 * Monomials are therefore in one block exactly if their exponents agree modulo E.
 *
 * ABSENT MONOMIALS. If a row of the equations meets no p_cv and only diagonal entries of Gram
 * matrices, all with the same sign, these entries are 0 and so are their rows and columns: the
 * monomial leaves the basis. Repeated until nothing changes; no solution is lost (this is facial
 * reduction by diagonal matrices, and contains what Newton polytopes say).
 */
#include <stdlib.h>
#include <string.h>

#include "sos_private.h"

static void clear_matrix(void *matrix) {
  fmpq_mat_clear(matrix);
}

fmpq_mat_struct *ss_sos_matrix(ss_arena *arena, size_t rows, size_t columns) {
  fmpq_mat_struct *A = ss_arena_new(arena, 1, fmpq_mat_struct);
  if (!A) return NULL;
  fmpq_mat_init(A, (slong)rows, (slong)columns);
  if (ss_arena_defer(arena, clear_matrix, A)) return A;
  fmpq_mat_clear(A);
  return NULL;
}

/* ---- symmetry -------------------------------------------------------------------------------- */

enum { MOST_ATOMS = 64 };

/* A basis of E in echelon form: `vector[i]` has the bit `lead[i]`, which no other vector has. */
typedef struct span {
  size_t count;
  uint64_t vector[MOST_ATOMS], lead[MOST_ATOMS];
} span;

static uint64_t parity(const ss_ring *ring, uint32_t monomial) {
  const ss_monomial m = ring->monomials[monomial];
  uint64_t bits = 0;
  for (uint32_t i = 0; i < m.count; i++)
    if (m.powers[i].exponent % 2 != 0 && m.powers[i].atom < MOST_ATOMS)
      bits |= (uint64_t)1 << m.powers[i].atom;
  return bits;
}

static uint64_t reduce(const span *E, uint64_t bits) {
  for (size_t i = 0; i < E->count; i++)
    if (bits & E->lead[i]) bits ^= E->vector[i];
  return bits;
}

static void extend(span *E, uint64_t bits) {
  bits = reduce(E, bits);
  if (bits == 0) return;
  const uint64_t lead = bits & -bits;
  for (size_t i = 0; i < E->count; i++)
    if (E->vector[i] & lead) E->vector[i] ^= bits;
  E->vector[E->count] = bits;
  E->lead[E->count++] = lead;
}

static void extend_by(const ss_ring *ring, span *E, ss_poly poly) {
  for (size_t i = 0; i < poly.count; i++) extend(E, parity(ring, poly.terms[i].monomial));
}

static span find_span(const sos_work *work, const ss_sos_condition *condition) {
  span E = {0};
  for (size_t a = MOST_ATOMS; a < work->scales.atoms; a++) { /* too many: nothing is split */
    for (int k = 0; k < MOST_ATOMS; k++) extend(&E, (uint64_t)1 << k);
    return E;
  }
  for (size_t i = 0; i < condition->summands; i++)
    extend_by(work->ring, &E, condition->summand[i].poly);
  for (size_t i = 0; i < condition->parts; i++)
    extend_by(work->ring, &E, condition->part[i].weight);
  return E;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static bool add_block(sos_work *work, size_t c, size_t k, const uint64_t *key, uint64_t which) {
  const ss_sos_part *part = &work->program->condition[c].part[k];
  sos_block *block = &work->block[work->blocks];
  *block = (sos_block){.condition = c, .part = k};
  block->index = ss_arena_new(work->arena, part->count, size_t);
  block->monomial = ss_arena_new(work->arena, part->count, uint32_t);
  if (!block->index || !block->monomial) return false;
  for (size_t i = 0; i < part->count; i++)
    if (key[i] == which) {
      block->index[block->count] = i;
      block->monomial[block->count++] = part->basis[i];
    }
  block->face = ss_sos_matrix(work->arena, block->count, block->count);
  if (!block->face) return false;
  fmpq_mat_one(block->face);
  work->blocks++;
  return true;
}

static bool split(sos_work *work, size_t c, size_t k, const span *E) {
  const ss_sos_part *part = &work->program->condition[c].part[k];
  uint64_t *key = ss_arena_new(work->arena, part->count, uint64_t);
  if (!key) return false;
  for (size_t i = 0; i < part->count; i++) key[i] = reduce(E, parity(work->ring, part->basis[i]));
  for (size_t i = 0; i < part->count; i++) {
    bool seen = false;
    for (size_t j = 0; j < i && !seen; j++) seen = key[j] == key[i];
    if (!seen && !add_block(work, c, k, key, key[i])) return false;
  }
  return true;
}

static bool make_summands(sos_work *work) {
  const ss_sos_program *program = work->program;
  size_t count = 0;
  for (size_t c = 0; c < program->conditions; c++) count += program->condition[c].summands;
  work->summand = ss_arena_new(work->arena, count, sos_summand);
  if (!work->summand) return false;
  for (size_t c = 0; c < program->conditions; c++)
    for (size_t i = 0; i < program->condition[c].summands; i++) {
      const ss_sos_summand *from = &program->condition[c].summand[i];
      const size_t v = from->unknown == SS_SOS_ONE ? program->unknowns : from->unknown;
      work->constant |= from->unknown == SS_SOS_ONE && from->poly.count > 0;
      work->summand[work->summands++] = (sos_summand){
          c,
          v,
          {ss_sos_scale(work, from->poly, work->scales.condition[c] + work->scales.unknown[v]),
           NULL}};
    }
  return !work->ring->failed;
}

bool ss_sos_make_blocks(sos_work *work) {
  const ss_sos_program *program = work->program;
  size_t most = 0;
  for (size_t c = 0; c < program->conditions; c++)
    for (size_t k = 0; k < program->condition[c].parts; k++)
      most += program->condition[c].part[k].count;
  work->block = ss_arena_new(work->arena, most, sos_block);
  if (!work->block || !make_summands(work)) return false;
  for (size_t c = 0; c < program->conditions; c++) {
    const span E = find_span(work, &program->condition[c]);
    for (size_t k = 0; k < program->condition[c].parts; k++)
      if (!split(work, c, k, &E)) return false;
  }
  return true;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* F_a m, as a polynomial. */
static ss_poly face_poly(sos_work *work, const sos_block *block, size_t a) {
  ss_poly sum = {0};
  for (size_t i = 0; i < block->count; i++) {
    const fmpq *entry = fmpq_mat_entry(block->face, (slong)a, (slong)i);
    if (fmpq_is_zero(entry)) continue;
    sum = ss_poly_plus(work->ring, sum, ss_poly_term(work->ring, entry, block->monomial[i]));
  }
  return sum;
}

static bool make_block_columns(sos_work *work, sos_block *block) {
  const size_t size = sos_size(block);
  const ss_poly weight =
      ss_sos_scale(work, work->program->condition[block->condition].part[block->part].weight,
                   work->scales.weight[block->condition][block->part]);
  ss_poly *basis = ss_arena_new(work->arena, size, ss_poly);
  block->column = ss_arena_new(work->arena, size * (size + 1) / 2, sos_column);
  fmpq_t factor;
  fmpq_init(factor);
  bool good = basis && block->column;
  for (size_t a = 0; a < size && good; a++) basis[a] = face_poly(work, block, a);
  for (size_t b = 0; b < size && good; b++)
    for (size_t a = 0; a <= b && good; a++) {
      ss_poly product = {0};
      good = ss_poly_multiply(work->ring, basis[a], basis[b], &product) &&
             ss_poly_multiply(work->ring, product, weight, &product);
      fmpq_set_si(factor, a == b ? 1 : 2, 1);
      block->column[sos_at(a, b)].poly = ss_poly_scale(work->ring, product, factor, 0);
    }
  fmpq_clear(factor);
  return good && !work->ring->failed;
}

static int compare(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* What a condition's columns are, one after the other; NULL at the end. */
static sos_column *next_column(sos_work *work, size_t c, size_t *at) {
  for (; *at < work->summands; ++*at)
    if (work->summand[*at].condition == c) return &work->summand[(*at)++].column;
  size_t skipped = work->summands;
  for (size_t b = 0; b < work->blocks; b++) {
    const size_t size = sos_size(&work->block[b]), count = size * (size + 1) / 2;
    if (*at < skipped + count) {
      if (work->block[b].condition == c) return &work->block[b].column[(*at)++ - skipped];
      *at = skipped + count;
    }
    skipped += count;
  }
  return NULL;
}

/* The monomials of a condition become rows, and its columns learn where they stand. */
static bool make_rows(sos_work *work, size_t c) {
  size_t terms = 0, rows = 0;
  sos_column *column;
  for (size_t at = 0; (column = next_column(work, c, &at));) terms += column->poly.count;
  uint32_t *list = ss_arena_new(work->arena, terms, uint32_t);
  if (!list) return false;
  terms = 0;
  for (size_t at = 0; (column = next_column(work, c, &at));)
    for (size_t i = 0; i < column->poly.count; i++) list[terms++] = column->poly.terms[i].monomial;
  qsort(list, terms, sizeof *list, compare);
  for (size_t i = 0; i < terms; i++)
    if (i == 0 || list[i] != list[i - 1]) list[rows++] = list[i];
  uint32_t *all = ss_arena_new(work->arena, work->rows + rows, uint32_t);
  if (!all) return false;
  if (work->rows > 0) memcpy(all, work->row_monomial, work->rows * sizeof *all);
  if (rows > 0) memcpy(all + work->rows, list, rows * sizeof *all);
  for (size_t at = 0; (column = next_column(work, c, &at));) {
    column->row = ss_arena_new(work->arena, column->poly.count, uint32_t);
    if (!column->row) return false;
    for (size_t i = 0; i < column->poly.count; i++) {
      const uint32_t *found =
          bsearch(&column->poly.terms[i].monomial, list, rows, sizeof *list, compare);
      column->row[i] = (uint32_t)(work->rows + (size_t)(found - list));
    }
  }
  work->row_monomial = all;
  work->rows += rows;
  return true;
}

bool ss_sos_make_columns(sos_work *work) {
  for (size_t b = 0; b < work->blocks; b++)
    if (!make_block_columns(work, &work->block[b])) return false;
  const size_t conditions = work->program->conditions;
  work->rows = 0;
  work->first_row = ss_arena_new(work->arena, conditions + 1, size_t);
  if (!work->first_row) return false;
  for (size_t c = 0; c < conditions; c++) {
    if (!make_rows(work, c)) return false;
    work->first_row[c + 1] = work->rows;
  }
  return true;
}

/* ---- absent monomials ------------------------------------------------------------------------ */

enum { POSITIVE = 1, NEGATIVE = 2, HELD = 4 };

static void mark_rows(const sos_work *work, unsigned char *mark) {
  for (size_t i = 0; i < work->summands; i++)
    for (size_t k = 0; k < work->summand[i].column.poly.count; k++)
      mark[work->summand[i].column.row[k]] |= HELD;
  for (size_t n = 0; n < work->blocks; n++)
    for (size_t b = 0; b < sos_size(&work->block[n]); b++)
      for (size_t a = 0; a <= b; a++) {
        const sos_column *column = &work->block[n].column[sos_at(a, b)];
        for (size_t k = 0; k < column->poly.count; k++) {
          const int sign = fmpq_sgn(&column->poly.terms[k].coefficient);
          mark[column->row[k]] |= a < b ? HELD : sign > 0 ? POSITIVE : NEGATIVE;
        }
      }
}

/* The term of a row that says so; count if none does. */
static size_t find_reason(const sos_column *diagonal, const unsigned char *mark) {
  size_t k = 0;
  while (k < diagonal->poly.count && mark[diagonal->row[k]] != POSITIVE &&
         mark[diagonal->row[k]] != NEGATIVE)
    k++;
  return k;
}

/* Before faces: row a of F belongs to monomial a. */
static bool shrink(sos_work *work, sos_block *block, const unsigned char *mark, bool *changed) {
  size_t left = 0;
  const size_t size = block->count;
  for (size_t a = 0; a < size; a++) {
    const ss_poly diagonal = block->column[sos_at(a, a)].poly;
    const size_t k = find_reason(&block->column[sos_at(a, a)], mark);
    if (k < diagonal.count) {
      work->drop[work->dropped++] =
          (sos_drop){block->condition, work->rounds, diagonal.terms[k].monomial,
                     fmpq_sgn(&diagonal.terms[k].coefficient)};
      continue;
    }
    block->index[left] = block->index[a];
    block->monomial[left++] = block->monomial[a];
  }
  if (left == size) return true;
  *changed = true;
  block->count = left;
  block->face = ss_sos_matrix(work->arena, left, left);
  if (block->face) fmpq_mat_one(block->face);
  return block->face;
}

bool ss_sos_drop_monomials(sos_work *work) {
  size_t most = 0;
  for (size_t b = 0; b < work->blocks; b++) most += work->block[b].count;
  work->drop = ss_arena_new(work->arena, most, sos_drop);
  if (!work->drop) return false;
  for (bool changed = true; changed; work->rounds += changed) {
    changed = false;
    unsigned char *mark = ss_arena_new(work->arena, work->rows, unsigned char);
    if (!mark) return false;
    mark_rows(work, mark);
    for (size_t b = 0; b < work->blocks; b++)
      if (!shrink(work, &work->block[b], mark, &changed)) return false;
    if (changed && !ss_sos_make_columns(work)) return false;
  }
  return true;
}
