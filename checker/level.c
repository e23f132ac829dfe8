/* level.c: the level below which the energy falls, and whether the rest set lies inside it.
 *
 *     V = 1/2 u^T M u + 1/2 q^T K q,    V' = -u^T C u - sum p_j |w_j^T u|
 *
 * A leaf speaks of the velocities u with s_j w_j^T u >= 0 wherever s_j is not 0, and of -u. While
 * 1/2 u^T M u < level, d_j^T M^-1 d_j <= p_j^2 / (2 level) gives |d_j^T u| < p_j by Cauchy and
 * Schwarz, so that -V' >= u^T (Cs + sym sum s_j w_j d_j^T) u, with s_j = 1 where the leaf has no
 * sign. Numbers N_jk >= 0 and
 *
 *     Cs + sym sum s_j w_j d_j^T - sum N_jk s_j s_k sym(w_j w_k^T) = L D L^T,  D >= 0
 *
 * show that this is not negative in the leaf. The leaves must cover every pattern of signs: they
 * are pairwise disjoint, opposites included, and their shares add up to 1.
 *
 * The rest set is K q = W lambda, |lambda_j| <= p_j; there V = 1/2 lambda^T W^T K^-1 W lambda is
 * convex, so that its maximum is at a corner; or it is at most sum t_j if diag(t) >= that matrix.
 */
#include <string.h>

#include "check.h"

/* B^T A^-1 B */
static matrix *by_inverse(run *r, const matrix *A, const matrix *B) {
  return multiply(r, transpose(r, B), solve_system(r, A, B));
}

/* N, with rows and columns of 0 for the frictions without a sign. */
static matrix *read_pairs(run *r, const json_t *leaf, const int *signs) {
  size_t with_sign[MOST_COORDINATES], count = 0;
  for (size_t j = 0; j < r->system.m; j++)
    if (signs[j]) with_sign[count++] = j;
  const matrix *given = read_triangle(r, leaf, "N", count, 1);
  matrix *N = new_matrix(r, r->system.m, r->system.m);
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b <= a; b++) {
      if (fmpq_sgn(fmpq_mat_entry(given, a, b)) < 0) refuted(r, "an entry of N is negative");
      fmpq_set(fmpq_mat_entry(N, with_sign[a], with_sign[b]), fmpq_mat_entry(given, a, b));
    }
  return N;
}

/* The leaf's matrix Cs + sym W S (d - N S W^T), S = diag(s), is semidefinite. Lowers `least` to its
 * smallest p_j^2 / (2 d_j^T M^-1 d_j). */
static void verify_leaf(run *r, const json_t *leaf, const int *signs, fmpq **least) {
  const system_data *s = &r->system;
  const matrix *d = read_matrix(r, leaf, "d", s->m, s->n);
  matrix *S = new_matrix(r, s->m, s->m), *B = new_matrix(r, s->m, s->n);
  for (size_t j = 0; j < s->m; j++)
    fmpq_set_si(fmpq_mat_entry(S, j, j), signs[j] ? signs[j] : 1, 1);
  const matrix *WS = multiply(r, s->W.center, S);
  fmpq_mat_sub(B, d, multiply(r, read_pairs(r, leaf, signs), transpose(r, WS)));
  matrix *A = symmetric_part(r, multiply(r, WS, B));
  fmpq_mat_add(A, A, lower_end(r, find_matrix(r, "Cs")));
  verify_factors(r, A, leaf, false);
  const matrix *steep = by_inverse(r, lower_end(r, s->M), transpose(r, d));
  for (size_t j = 0; j < s->m; j++) {
    fmpq *level = entry_end(r, s->p, j, 0, -1);
    if (fmpq_is_zero(fmpq_mat_entry(steep, j, j))) continue;
    fmpq_mul(level, level, level);
    fmpq_div(level, level, fmpq_mat_entry(steep, j, j));
    fmpq_div_2exp(level, level, 1);
    if (!*least || fmpq_cmp(level, *least) < 0) *least = level;
  }
}

/* No velocity is in both leaves, nor in one and the opposite of the other. */
static bool are_disjoint(const int *a, const int *b, size_t m) {
  bool apart = false, apart_opposite = false;
  for (size_t j = 0; j < m; j++) {
    apart |= a[j] * b[j] < 0;
    apart_opposite |= a[j] * b[j] > 0;
  }
  return apart && apart_opposite;
}

/* With k signs a leaf and its opposite cover 2^(1-k) of the patterns, and all of them with none. */
static void verify_cover(run *r, const int *signs, size_t leaves) {
  const size_t m = r->system.m;
  fmpq *sum = new_rational(r), *share = new_rational(r);
  for (size_t i = 0; i < leaves; i++) {
    size_t k = 0;
    for (size_t j = 0; j < i; j++)
      if (!are_disjoint(signs + i * m, signs + j * m, m))
        refuted(r, "leaves %zu and %zu overlap", j + 1, i + 1);
    for (size_t j = 0; j < m; j++) k += signs[i * m + j] != 0;
    fmpq_one(share);
    fmpq_div_2exp(share, share, k ? k - 1 : 0);
    fmpq_add(sum, sum, share);
  }
  if (!fmpq_is_one(sum)) refuted(r, "the leaves do not cover every pattern of signs");
}

static void read_signs(run *r, const json_t *leaf, int *signs) {
  const json_t *list = json_object_get(leaf, "signs");
  int first = 0;
  if (json_array_size(list) != r->system.m) malformed(r, "signs: one a friction is expected");
  for (size_t j = 0; j < r->system.m; j++) {
    signs[j] = (int)read_integer(r, json_array_get(list, j), -1, 1, "signs");
    if (!first) first = signs[j];
  }
  if (first < 0) refuted(r, "the first sign of a leaf is not +1");
}

void verify_level(run *r, const json_t *c) {
  const json_t *list = json_object_get(c, "leaves");
  const system_data *s = &r->system;
  const size_t leaves = json_array_size(list), m = s->m;
  fmpq *least = NULL;
  if (leaves < 1 || leaves > MOST_LEAVES) malformed(r, "leaves: 1 to %d are expected", MOST_LEAVES);
  int *signs = new_room(r, leaves * m, sizeof *signs);
  for (size_t i = 0; i < leaves; i++) {
    const json_t *leaf = json_array_get(list, i);
    read_shape(r, leaf, "leaf", "signs d N L D");
    read_signs(r, leaf, signs + i * m);
    verify_leaf(r, leaf, signs + i * m, &least);
  }
  verify_cover(r, signs, leaves);
  if (!least) refuted(r, "no d is there: the energy falls at every level");
  expect_number(r, r->root, "level", least);
  confirm(r, "the energy falls wherever V < %s (%zu %s)", show_rational(r, s->level), leaves,
          leaves == 1 ? "leaf" : "leaves");
}

/* Q = 1/2 Lambda W^T K^-1 W Lambda, with K at its lower and p at its upper end. */
static matrix *rest_energy(run *r) {
  const system_data *s = &r->system;
  matrix *Lambda = new_matrix(r, s->m, s->m);
  for (size_t j = 0; j < s->m; j++)
    fmpq_set(fmpq_mat_entry(Lambda, j, j), entry_end(r, s->p, j, 0, 1));
  matrix *Q = by_inverse(r, lower_end(r, s->K), multiply(r, s->W.center, Lambda));
  fmpq_mat_scalar_div_fmpz(Q, Q, (fmpz[]){2});
  return Q;
}

/* The largest s^T Q s over the corners s, in integers over a common denominator. */
static fmpq *largest_energy(run *r, const matrix *Q) {
  const slong m = fmpq_mat_nrows(Q);
  fmpq *most = new_rational(r), *energy = new_rational(r);
  if (m > MOST_CORNERS) malformed(r, "corners of more than %d frictions", MOST_CORNERS);
  fmpz_mat_t integers;
  fmpz_mat_init(integers, m, m);
  fmpz_one(fmpq_denref(energy));
  fmpq_mat_get_fmpz_mat_matwise(integers, fmpq_denref(energy), Q);
  for (ulong corner = 0; corner < (ulong)1 << m; corner += 2) { /* s and -s agree: s_0 = 1 */
    fmpz_zero(fmpq_numref(energy));
    for (slong i = 0; i < m; i++)
      for (slong j = 0; j < m; j++)
        (((corner >> i ^ corner >> j) & 1) ? fmpz_sub : fmpz_add)(
            fmpq_numref(energy), fmpq_numref(energy), fmpz_mat_entry(integers, i, j));
    if (fmpq_cmp(energy, most) > 0) fmpq_set(most, energy);
  }
  fmpz_mat_clear(integers);
  fmpq_canonicalise(most);
  return most;
}

/* diag(t) - Q >= 0; the bound is the sum of t. */
static fmpq *diagonal_bound(run *r, const json_t *c, matrix *Q) {
  const size_t m = r->system.m;
  matrix *t = read_vector(r, c, "t", m);
  fmpq *sum = new_rational(r);
  fmpq_mat_neg(Q, Q);
  for (size_t j = 0; j < m; j++) {
    fmpq_add(fmpq_mat_entry(Q, j, j), fmpq_mat_entry(Q, j, j), fmpq_mat_entry(t, j, 0));
    fmpq_add(sum, sum, fmpq_mat_entry(t, j, 0));
  }
  verify_factors(r, Q, c, false);
  return sum;
}

void verify_inside(run *r, const json_t *c) {
  const json_t *method = json_object_get(c, "method");
  bool corners = says(method, "vertices");
  if (!corners && !says(method, "diagonal")) malformed(r, "method: vertices or diagonal");
  read_shape(r, c, "condition", corners ? "id kind method energy" : "id kind method t L D");
  matrix *Q = rest_energy(r);
  const fmpq *energy = corners ? largest_energy(r, Q) : diagonal_bound(r, c, Q);
  if (corners) expect_number(r, c, "energy", energy);
  if (fmpq_cmp(energy, r->system.level) >= 0)
    refuted(r, "the rest set reaches the energy %s, not below the level", show_rational(r, energy));
  confirm(r, "the whole rest set lies inside, its energy is at most %s", show_rational(r, energy));
}
