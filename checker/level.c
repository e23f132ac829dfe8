/* level.c: the level below which the energy falls, and whether the rest set lies inside it.
 *
 *     V = 1/2 u^T M u + 1/2 q^T K q,    V' = -u^T C u - sum p_j |w_j^T u|
 *
 * A leaf speaks of the velocities u with s_j w_j^T u >= 0 wherever s_j is not 0, and of -u. Its
 * columns w_j are those of W, and the cuts that have a sign in it, with p_j = 0. It shows V' <= 0
 * where 1/2 u^T M u < level by d_j, zeta_j, N_jk >= 0 and kappa (docs/certificate.md says why):
 *
 *     y_j = p_j - zeta_j >= 0, or p_j - |zeta_j| without a sign;  d_j^T M^-1 d_j <= y_j^2/(2 level)
 *     [Cs 0; 0 0] + sym sum s_j w_j (d_j, zeta_j)^T - sum N_jk s_j s_k sym(w_j w_k^T)
 *                 + kappa [-M 0; 0 2 level] = L D L^T,  D >= 0     (s_j = 1 without a sign)
 *
 * A leaf is checked at its own level, the largest that its d and zeta allow; the level is the
 * smallest of all. The leaves must cover every pattern of signs: they are pairwise disjoint,
 * opposites included, and their shares add up to 1.
 *
 * The rest set is K q = W lambda, |lambda_j| <= p_j; there V = 1/2 lambda^T W^T K^-1 W lambda is
 * convex, so that its maximum is at a corner; or it is at most sum t_j if diag(t) >= that matrix.
 */
#include "check.h"

/* B^T A^-1 B */
static matrix *by_inverse(run *r, const matrix *A, const matrix *B) {
  return multiply(r, transpose(r, B), solve_system(r, A, B));
}

/* The columns of one leaf: all of W, and the cuts with a sign. */
typedef struct cell {
  size_t count;
  int *sign;
  fmpq **p;
  matrix *W; /* s_j w_j, and a last row of 0 */
} cell;

static cell find_cell(run *r, const int *signs, const matrix *cuts) {
  const system_data *s = &r->system;
  const size_t all = s->m + (size_t)fmpq_mat_nrows(cuts);
  cell c = {.sign = new_room(r, all, sizeof(int)), .p = new_room(r, all, sizeof(fmpq *))};
  size_t columns = s->m;
  for (size_t j = s->m; j < all; j++) columns += signs[j] != 0;
  c.W = new_matrix(r, s->n + 1, columns);
  for (size_t j = 0; j < all; j++) {
    if (j >= s->m && !signs[j]) continue;
    for (size_t i = 0; i < s->n; i++)
      fmpq_mul_si(entry(c.W, i, c.count),
                  j < s->m ? entry(s->W.center, i, j) : entry(cuts, j - s->m, i),
                  signs[j] ? signs[j] : 1);
    c.p[c.count] = j < s->m ? entry_end(r, s->p, j, 0, -1) : new_rational(r);
    c.sign[c.count++] = signs[j];
  }
  return c;
}

/* N, with rows and columns of 0 for the columns without a sign. */
static matrix *read_pairs(run *r, const json_t *leaf, const cell *c) {
  size_t *with_sign = new_room(r, c->count, sizeof *with_sign), count = 0;
  for (size_t j = 0; j < c->count; j++)
    if (c->sign[j]) with_sign[count++] = j;
  const matrix *given = read_triangle(r, leaf, "N", count, 1);
  matrix *N = new_matrix(r, c->count, c->count);
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b <= a; b++) {
      if (fmpq_sgn(entry(given, a, b)) < 0) refuted(r, "an entry of N is negative");
      fmpq_set(entry(N, with_sign[a], with_sign[b]), entry(given, a, b));
    }
  return N;
}

/* The smallest y_j^2 / (2 d_j^T M^-1 d_j); NULL if all d_j are 0. Rows of D: (d_j, zeta_j). */
static fmpq *leaf_level(run *r, const cell *c, const matrix *D) {
  const size_t n = r->system.n;
  matrix *d = new_matrix(r, n, c->count);
  fmpq *least = NULL;
  for (size_t j = 0; j < c->count; j++)
    for (size_t i = 0; i < n; i++) fmpq_set(entry(d, i, j), entry(D, j, i));
  const matrix *steep = by_inverse(r, r->system.lower_M, d);
  for (size_t j = 0; j < c->count; j++) {
    const fmpq *zeta = entry(D, j, n), *size = entry(steep, j, j);
    fmpq *y = new_rational(r);
    if (j >= r->system.m && fmpq_is_zero(zeta)) refuted(r, "a cut is there for nothing");
    (!c->sign[j] && fmpq_sgn(zeta) < 0 ? fmpq_add : fmpq_sub)(y, c->p[j], zeta);
    if (fmpq_sgn(y) < 0) refuted(r, "zeta is larger than p");
    if (fmpq_is_zero(size)) continue;
    fmpq_mul(y, y, y);
    fmpq_div(y, y, size);
    fmpq_div_2exp(y, y, 1);
    if (!least || fmpq_cmp(y, least) < 0) least = y;
  }
  return least;
}

/* The form of the leaf is semidefinite. Lowers `least` to the leaf's level. */
static void verify_leaf(run *r, const json_t *leaf, const cell *c, fmpq **least) {
  const size_t n = r->system.n;
  const matrix *D = read_matrix(r, leaf, "d", c->count, n + 1);
  const matrix *Cs = r->system.lower_Cs, *M = r->system.lower_M;
  const fmpq *kappa = read_rational(r, leaf, "kappa");
  fmpq *own = leaf_level(r, c, D), *twice = new_rational(r);
  matrix *B = new_matrix(r, c->count, n + 1);
  fmpq_mat_sub(B, D, multiply(r, read_pairs(r, leaf, c), transpose(r, c->W)));
  matrix *A = symmetric_part(r, multiply(r, c->W, B));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      fmpq_add(entry(A, i, j), entry(A, i, j), entry(Cs, i, j));
      fmpq_submul(entry(A, i, j), kappa, entry(M, i, j));
    }
  fmpq_mul_si(twice, own ? own : r->system.level, 2);
  fmpq_addmul(entry(A, n, n), kappa, twice);
  verify_factors(r, A, leaf, false);
  if (own && (!*least || fmpq_cmp(own, *least) < 0)) *least = own;
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
static void verify_cover(run *r, const int *signs, size_t leaves, size_t m) {
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

static void read_signs(run *r, const json_t *leaf, size_t count, int *signs) {
  const json_t *list = json_object_get(leaf, "signs");
  int first = 0;
  if (json_array_size(list) != count) malformed(r, "signs: one per friction and cut is expected");
  for (size_t j = 0; j < count; j++) {
    signs[j] = (int)read_integer(r, json_array_get(list, j), -1, 1, "signs");
    if (!first) first = signs[j];
  }
  if (first < 0) refuted(r, "the first sign of a leaf is not +1");
}

void verify_level(run *r, const json_t *c) {
  const json_t *list = json_object_get(c, "leaves");
  const size_t leaves = json_array_size(list), cuts = json_array_size(json_object_get(c, "cuts"));
  const size_t all = r->system.m + cuts;
  fmpq *least = NULL;
  if (leaves < 1 || leaves > MOST_LEAVES) malformed(r, "leaves: 1 to %d are expected", MOST_LEAVES);
  if (cuts >= leaves) malformed(r, "cuts: fewer than leaves are expected");
  const matrix *cut = read_matrix(r, c, "cuts", cuts, r->system.n);
  int *signs = new_room(r, leaves * all, sizeof *signs);
  for (size_t i = 0; i < leaves; i++) {
    const json_t *leaf = json_array_get(list, i);
    read_shape(r, leaf, "leaf", "signs d N kappa L D");
    read_signs(r, leaf, all, signs + i * all);
    cell own = find_cell(r, signs + i * all, cut);
    verify_leaf(r, leaf, &own, &least);
  }
  verify_cover(r, signs, leaves, all);
  if (least)
    expect_number(r, r->root, "level", least);
  else
    refuted(r, "no d is there: the energy falls at every level");
  confirm(r, "the energy falls wherever V < %s (%zu %s)", show_rational(r, r->system.level), leaves,
          leaves == 1 ? "leaf" : "leaves");
}

/* Q = 1/2 Lambda W^T K^-1 W Lambda, with K at its lower and p at its upper end. */
static matrix *rest_energy(run *r) {
  const system_data *s = &r->system;
  matrix *Lambda = new_matrix(r, s->m, s->m);
  for (size_t j = 0; j < s->m; j++) fmpq_set(entry(Lambda, j, j), entry_end(r, s->p, j, 0, 1));
  matrix *Q = by_inverse(r, s->lower_K, multiply(r, s->W.center, Lambda));
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
    fmpq_add(entry(Q, j, j), entry(Q, j, j), entry(t, j, 0));
    fmpq_add(sum, sum, entry(t, j, 0));
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
