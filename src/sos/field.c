/* field.c: does V fall below a level?
 *
 * The program has two conditions, V = m^T G m and -V' = m_0^T G_0 m_0 + (level - V) m_1^T G_1 m_1,
 * with bases from the degrees of V and V': with 2a the order of V' at 0 and 2b its degree, m_1 has
 * the degrees a .. b - deg V/2, but at least a, and m_0 what is needed then. Where the answer has
 * definite G and G_0 that reach every axis, V and -V' are bounded from below by sums of even powers
 * of all variables: V > 0 and grows without bound, V' < 0.
 *
 * If not, a point with V' >= 0 is searched: from random directions, on rays up to the level, by
 * small random steps uphill in V' relative to the size of its terms. The point is rounded to a
 * rational one, and only exact values count.
 */
#include <math.h>
#include <string.h>

#include "field_private.h"

/* ---- sums of squares ------------------------------------------------------------------------- */

/* What a definite Gram matrix keeps: the rows that are not 0. */
static bool strip(ss_arena *arena, const ss_sos_part *part, const fmpq_mat_struct *gram,
                  ss_field_gram *to) {
  uint32_t *basis = ss_arena_new(arena, part->count, uint32_t);
  slong *kept = ss_arena_new(arena, part->count, slong);
  if (!basis || !kept) return false;
  *to = (ss_field_gram){.basis = basis};
  for (size_t i = 0; i < part->count; i++)
    if (!fmpq_is_zero(fmpq_mat_entry(gram, (slong)i, (slong)i))) {
      kept[to->count] = (slong)i;
      basis[to->count++] = part->basis[i];
    }
  fmpq_mat_struct *matrix = ss_sos_matrix(arena, to->count, to->count);
  for (size_t i = 0; matrix && i < to->count; i++)
    for (size_t j = 0; j < to->count; j++)
      fmpq_set(fmpq_mat_entry(matrix, (slong)i, (slong)j), fmpq_mat_entry(gram, kept[i], kept[j]));
  to->matrix = matrix;
  return matrix;
}

static bool is_definite(const fmpq_mat_struct *A) {
  fmpq_mat_t L, D;
  fmpq_mat_init(L, fmpq_mat_nrows(A), fmpq_mat_nrows(A));
  fmpq_mat_init(D, fmpq_mat_nrows(A), 1);
  const bool good = ss_exact_ldl(A, L, D, NULL) == SS_DEFINITE;
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return good;
}

/* Is a power of each coordinate in the basis? */
static bool reaches_axes(const ss_field *flow, const ss_field_gram *gram) {
  for (uint32_t a = 0; a < flow->coordinates; a++) {
    bool found = false;
    for (size_t i = 0; i < gram->count && !found; i++) {
      const ss_monomial m = flow->ring->monomials[gram->basis[i]];
      found = m.count == 1 && m.powers[0].atom == a;
    }
    if (!found) return false;
  }
  return true;
}

static bool is_positive(const ss_field *flow, const ss_field_gram *gram) {
  return reaches_axes(flow, gram) && is_definite(gram->matrix);
}

static ss_status make_basis(const ss_field *flow, long low, long high, ss_arena *arena,
                            ss_sos_part *part) {
  uint32_t atom[SS_FIELD_MOST_COORDINATES];
  for (uint32_t i = 0; i < flow->coordinates; i++) atom[i] = i;
  ss_sos_basis basis;
  const ss_status status =
      ss_sos_monomials(flow->ring, flow->coordinates, atom, NULL, low, high, arena, &basis);
  if (status == SS_OK) *part = (ss_sos_part){part->weight, basis.count, basis.monomial};
  return status;
}

static long larger(long a, long b) {
  return a > b ? a : b;
}

/* The parts: G over V's basis, G_0, G_1. */
static ss_status make_parts(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                            ss_sos_part part[3]) {
  const ss_poly V = flow->function, W = flow->fall;
  ss_ring *ring = flow->ring;
  const long degree = ss_poly_degree(ring, V, NULL), low = (ss_poly_order(ring, W, NULL) + 1) / 2,
             high = larger(low, (ss_poly_degree(ring, W, NULL) - degree + 1) / 2),
             most = larger((ss_poly_degree(ring, W, NULL) + 1) / 2, high + (degree + 1) / 2);
  part[0].weight = part[1].weight = ss_poly_integer(ring, 1);
  part[2].weight = ss_poly_minus(ring, ss_poly_number(ring, level), V);
  ss_status status =
      make_basis(flow, (ss_poly_order(ring, V, NULL) + 1) / 2, degree / 2, arena, &part[0]);
  if (status == SS_OK) status = make_basis(flow, low, most, arena, &part[1]);
  return status == SS_OK ? make_basis(flow, low, high, arena, &part[2]) : status;
}

static ss_status prove(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                       ss_field_answer *answer) {
  ss_sos_part part[3];
  ss_status status = make_parts(flow, level, arena, part);
  if (status != SS_OK) return status;
  const ss_poly minus = ss_poly_minus(flow->ring, (ss_poly){0}, flow->fall);
  const ss_sos_summand summand[] = {{SS_SOS_ONE, flow->function}, {SS_SOS_ONE, minus}};
  const ss_sos_condition condition[] = {{1, &summand[0], 1, &part[0]},
                                        {1, &summand[1], 2, &part[1]}};
  const ss_sos_program program = {0, 2, condition};
  const ss_sos_options options = ss_sos_default_options();
  ss_sos_answer found;
  status = ss_sos_decide(flow->ring, &program, &options, arena, &found);
  if (status != SS_OK) return status;
  answer->program = found.program;
  answer->reason = found.verdict == SS_REFUTED
                       ? "no sums of squares of this degree show it, and no point the contrary"
                       : found.reason;
  if (found.verdict != SS_PROVED) return SS_OK;
  for (size_t k = 0; k < 3; k++)
    if (!strip(arena, &part[k], k == 0 ? &found.gram[0][0] : &found.gram[1][k - 1],
               &answer->gram[k]))
      return SS_MEMORY;
  if (is_positive(flow, &answer->gram[0]) && is_positive(flow, &answer->gram[1]))
    answer->verdict = SS_PROVED;
  else
    answer->reason = "the function is shown not to grow, but not to fall everywhere";
  return SS_OK;
}

ss_status ss_field_decide(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                          ss_field_answer *answer) {
  *answer = (ss_field_answer){0};
  if (fmpq_sgn(level) <= 0) return SS_BAD_ARGUMENT;
  fmpq_mat_struct *held = ss_sos_matrix(arena, 1, 1);
  if (!held) return SS_MEMORY;
  fmpq_set(fmpq_mat_entry(held, 0, 0), level);
  answer->level = fmpq_mat_entry(held, 0, 0);
  answer->reason = "the function or its rate is 0";
  if (flow->function.count == 0) return SS_OK;
  ss_status status = ss_field_search(flow, level, arena, answer);
  if (status == SS_OK && answer->verdict == SS_UNKNOWN && flow->fall.count > 0)
    status = prove(flow, level, arena, answer);
  if (answer->verdict != SS_UNKNOWN) answer->reason = NULL;
  return status;
}
