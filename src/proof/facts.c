/* facts.c: the matrices that the theorems speak of, exactly.
 *
 *     Cs = (C + C^T)/2        dissipates
 *     N                       a basis of ker W^T: velocities without slip
 *     Mr, Cr, Kr, Crs         N^T . N of M, C, K, Cs
 *     A = [0 I; -Mr^-1 Kr  -Mr^-1 Cr]      the sticking motion
 *     q_e = K^-1 f            the rest point without friction, from which q is counted
 *
 * All in rational arithmetic, O(n^3) operations.
 *
 * Where entries have ranges, M, K, Cs and Crs are replaced once and for all by lower ends
 * (family.c): what is then shown of them, A > 0 or A >= 0, holds for every machine within the
 * ranges.
 */
#include <string.h>

#include "level.h"

fmpq *ss_entry(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

double ss_entry_double(const fmpq_mat_t A, slong i, slong j) {
  return ss_number_to_double(fmpq_mat_entry(A, i, j));
}

void ss_matrix_to_doubles(const fmpq_mat_t A, double *to) {
  for (slong j = 0; j < fmpq_mat_ncols(A); j++)
    for (slong i = 0; i < fmpq_mat_nrows(A); i++) *to++ = ss_entry_double(A, i, j);
}

void ss_exact_form(fmpq_t value, const fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t y) {
  fmpq_t row;
  fmpq_init(row);
  fmpq_zero(value);
  for (slong i = 0; i < fmpq_mat_nrows(A); i++) {
    fmpq_zero(row);
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      fmpq_addmul(row, ss_entry(A, i, j), ss_entry(y, j, 0));
    fmpq_addmul(value, row, ss_entry(x, i, 0));
  }
  fmpq_clear(row);
}

const fmpq_mat_struct *ss_facts_matrix(const ss_facts *f, const char *name) {
  const struct {
    const char *name;
    const fmpq_mat_struct *matrix;
  } all[] = {{"M", f->M},   {"K", f->K},   {"Cs", f->Cs},  {"Crs", f->Crs},
             {"Kr", f->KN}, {"KW", f->KW}, {"CWG", f->CWG}};
  size_t i = 0;
  while (strcmp(all[i].name, name) != 0) i++;
  return all[i].matrix;
}

static ss_definiteness definiteness(const fmpq_mat_t A) {
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  ss_definiteness answer = ss_exact_ldl(A, L, D, NULL);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return answer;
}

/* B = N^T A N */
static void reduce(fmpq_mat_t B, const fmpq_mat_t A, const fmpq_mat_t N) {
  slong n = fmpq_mat_nrows(N), r = fmpq_mat_ncols(N);
  fmpq_mat_t T, P;
  fmpq_mat_init(T, r, n);
  fmpq_mat_init(P, n, r);
  fmpq_mat_transpose(T, N);
  fmpq_mat_mul(P, A, N);
  fmpq_mat_mul(B, T, P);
  fmpq_mat_clear(T);
  fmpq_mat_clear(P);
}

/* ---- radii ----------------------------------------------------------------------------------- */

void ss_facts_lower(fmpq_mat_t A, const fmpq_mat_t radius) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      fmpq_sub(ss_entry(A, i, i), ss_entry(A, i, i), ss_entry(radius, i, j));
}

/* What depends on parameters, and which of these matrices do. */
struct ss_families {
  ss_family M, K, Cs, Crs;
  bool has_M, has_K, has_Cs, has_Crs, failed;
};

const ss_family *ss_facts_family(const ss_facts *f, const char *name) {
  const struct ss_families *x = f->families;
  if (!x) return NULL;
  if (strcmp(name, "M") == 0) return x->has_M ? &x->M : NULL;
  if (strcmp(name, "K") == 0) return x->has_K ? &x->K : NULL;
  if (strcmp(name, "Cs") == 0) return x->has_Cs ? &x->Cs : NULL;
  return strcmp(name, "Crs") == 0 && x->has_Crs ? &x->Crs : NULL;
}

bool ss_facts_failed(const ss_facts *f) {
  return !f->linear->exact && (!f->families || f->families->failed);
}

/* A matrix with its formulas: A or, with N, N^T A N. */
typedef struct entries {
  const char *const *formula;
  const fmpq_mat_struct *center, *radius, *N;
} entries;

/* It, and B, its lower end, in one way of reading; false when memory is out. */
static bool read_lower(const ss_facts *f, ss_family *A, fmpq_mat_t B, const entries *e,
                       ss_family_kind kind) {
  ss_family full;
  ss_family *read = e->N ? &full : A;
  bool good = ss_family_read(read, kind, f->linear->system->model, e->formula, e->center,
                             e->radius) == SS_OK;
  if (e->N) {
    good = ss_family_reduce(A, &full, e->N, false) == SS_OK && good;
    ss_family_clear(&full);
  }
  if (good) ss_family_lower(B, A);
  return good;
}

/* B becomes the lower end of a matrix, if it has radii; whether it has. Of the ways to read it the
 * first that shows most. Polynomials beside intervals must be narrow: which entries are polynomials
 * the checker sees with other eyes, and then it can do no worse. */
static bool lower_matrix(ss_facts *f, ss_family *A, fmpq_mat_t B, entries e) {
  bool found = false;
  fmpq_mat_t other;
  if (!f->families || fmpq_mat_is_zero(e.radius)) return false;
  fmpq_mat_init(other, fmpq_mat_nrows(B), fmpq_mat_ncols(B));
  for (int kind = SS_FAMILY_WIDE; kind <= SS_FAMILY_INTERVALS; kind++) {
    ss_family one;
    if (!read_lower(f, &one, other, &e, (ss_family_kind)kind)) f->families->failed = true;
    const bool mixed = kind == SS_FAMILY_WIDE && !fmpq_mat_is_zero(one.radius);
    if (mixed || (found && definiteness(other) <= definiteness(B))) {
      ss_family_clear(&one);
      continue;
    }
    if (found) ss_family_clear(A);
    found = true;
    *A = one;
    fmpq_mat_set(B, other);
  }
  fmpq_mat_clear(other);
  return true;
}

static void lower_reduced(ss_facts *f) {
  struct ss_families *x = f->families;
  const ss_linear *l = f->linear;
  if (!x || !x->has_Cs) return;
  x->has_Crs =
      lower_matrix(f, &x->Crs, f->Crs, (entries){l->formula.C, l->center.C, l->radius.C, f->N});
}

static void clear_families(struct ss_families *x) {
  if (!x) return;
  if (x->has_M) ss_family_clear(&x->M);
  if (x->has_K) ss_family_clear(&x->K);
  if (x->has_Cs) ss_family_clear(&x->Cs);
  if (x->has_Crs) ss_family_clear(&x->Crs);
}

/* The sticking motion; Mr is positive definite because M is. */
static void find_motion(ss_facts *f) {
  fmpq_mat_t inverse, block;
  fmpq_mat_init(inverse, f->r, f->r);
  fmpq_mat_init(block, f->r, f->r);
  fmpq_mat_inv(inverse, f->Mr);
  for (slong half = 0; half < 2; half++) {
    fmpq_mat_mul(block, inverse, half ? f->Cr : f->Kr);
    for (slong i = 0; i < f->r; i++)
      for (slong j = 0; j < f->r; j++)
        fmpq_neg(ss_entry(f->A, f->r + i, half * f->r + j), ss_entry(block, i, j));
  }
  for (slong i = 0; i < f->r; i++) fmpq_one(ss_entry(f->A, i, f->r + i));
  fmpq_mat_clear(inverse);
  fmpq_mat_clear(block);
}

/* The radii of A: those of Mr^-1 [Kr Cr]. */
static bool bound_motion(ss_facts *f) {
  const ss_linear_data *d = &f->linear->center, *r = &f->linear->radius;
  ss_uncertain M = {{*d->M}, {*r->M}}, C = {{*d->C}, {*r->C}}, K = {{*d->K}, {*r->K}};
  ss_uncertain Mr, inverse, reduced[2], part;
  ss_uncertain_reduce(&Mr, &M, f->N);
  ss_uncertain_reduce(&reduced[0], &K, f->N);
  ss_uncertain_reduce(&reduced[1], &C, f->N);
  bool good = ss_uncertain_invert(&inverse, &Mr);
  for (slong half = 0; half < 2; half++) {
    ss_uncertain_multiply(&part, &inverse, &reduced[half]);
    for (slong i = 0; i < f->r; i++)
      for (slong j = 0; j < f->r; j++)
        fmpq_set(ss_entry(f->A_radius, f->r + i, half * f->r + j), ss_entry(part.radius, i, j));
    ss_uncertain_clear(&part);
    ss_uncertain_clear(&reduced[half]);
  }
  ss_uncertain_clear(&Mr);
  ss_uncertain_clear(&inverse);
  return good;
}

void ss_facts_stiffness(ss_uncertain *K, const ss_facts *f, bool reduced) {
  ss_uncertain full = {{*f->linear->center.K}, {*f->linear->radius.K}};
  if (reduced) {
    ss_uncertain_reduce(K, &full, f->N);
    return;
  }
  ss_uncertain_init(K, f->n, f->n);
  fmpq_mat_set(K->center, full.center);
  fmpq_mat_set(K->radius, full.radius);
}

static void find_reduced(ss_facts *f) {
  fmpq_mat_t T;
  fmpq_mat_init(T, f->m, f->n);
  fmpq_mat_transpose(T, f->W);
  ss_exact_kernel(f->N, T);
  fmpq_mat_clear(T);
  f->r = fmpq_mat_ncols(f->N);
  fmpq_mat_struct *reduced[4] = {f->Mr, f->Cr, f->Kr, f->Crs};
  const ss_linear_data *d = &f->linear->center;
  const fmpq_mat_struct *full[4] = {d->M, d->C, d->K, f->Cs};
  for (int i = 0; i < 4; i++) {
    fmpq_mat_init(reduced[i], f->r, f->r);
    reduce(reduced[i], full[i], f->N);
  }
  fmpq_mat_init(f->A, 2 * f->r, 2 * f->r);
  fmpq_mat_init(f->A_radius, 2 * f->r, 2 * f->r);
  find_motion(f);
  f->sure_A = f->sure || bound_motion(f);
}

/* Kinv and q_e, as far as they exist; whether K is regular throughout. */
static bool find_inverse(ss_facts *f) {
  const ss_linear_data *d = &f->linear->center;
  const bool good = fmpq_mat_inv(f->Kinv, f->K) != 0;
  if (f->sure_K) {
    if (good) fmpq_mat_mul(f->center, f->Kinv, d->f);
    return good;
  }
  ss_uncertain K, inverse;
  ss_facts_stiffness(&K, f, false);
  const bool regular = ss_uncertain_invert(&inverse, &K);
  if (regular) fmpq_mat_mul(f->center, inverse.center, d->f);
  ss_uncertain_clear(&K);
  ss_uncertain_clear(&inverse);
  return regular || f->K_is == SS_DEFINITE;
}

/* B = A + W W^T */
static void add_square(fmpq_mat_t B, const fmpq_mat_t A, const fmpq_mat_t W) {
  fmpq_mat_t T, square;
  fmpq_mat_init(T, fmpq_mat_ncols(W), fmpq_mat_nrows(W));
  fmpq_mat_init(square, fmpq_mat_nrows(W), fmpq_mat_nrows(W));
  fmpq_mat_transpose(T, W);
  fmpq_mat_mul(square, W, T);
  fmpq_mat_add(B, A, square);
  fmpq_mat_clear(T);
  fmpq_mat_clear(square);
}

/* K + W W^T, N^T K N and Cs + W W^T + G G^T */
static void find_reach(ss_facts *f) {
  fmpq_mat_init(f->KN, f->r, f->r);
  reduce(f->KN, f->K, f->N);
  fmpq_mat_init(f->KW, f->n, f->n);
  add_square(f->KW, f->K, f->W);
  fmpq_mat_init(f->CWG, f->n, f->n);
  add_square(f->CWG, f->Cs, f->W);
  add_square(f->CWG, f->CWG, f->linear->center.G);
}

static void copy(fmpq_mat_t to, const fmpq_mat_t from) {
  fmpq_mat_init(to, fmpq_mat_nrows(from), fmpq_mat_ncols(from));
  fmpq_mat_set(to, from);
}

/* K = K^T as formulas, as centers and as radii. */
static bool is_symmetric(const ss_linear *l) {
  const slong n = (slong)l->coordinates;
  bool same = l->symmetric;
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < i; j++)
      same = same && fmpq_equal(ss_entry(l->center.K, i, j), ss_entry(l->center.K, j, i)) &&
             fmpq_equal(ss_entry(l->radius.K, i, j), ss_entry(l->radius.K, j, i));
  return same;
}

/* M, K and Cs at their lower ends. */
static void find_lower_ends(ss_facts *f) {
  const ss_linear *l = f->linear;
  const ss_linear_data *d = &l->center, *r = &l->radius;
  fmpq_mat_init(f->Cs, f->n, f->n);
  ss_exact_symmetric_part(f->Cs, d->C);
  f->families = l->exact ? NULL : ss_arena_new(f->arena, 1, struct ss_families);
  if (!f->families) return;
  struct ss_families *x = f->families;
  x->has_M = lower_matrix(f, &x->M, f->M, (entries){l->formula.M, d->M, r->M, NULL});
  if (f->symmetric)
    x->has_K = lower_matrix(f, &x->K, f->K, (entries){l->formula.K, d->K, r->K, NULL});
  x->has_Cs = lower_matrix(f, &x->Cs, f->Cs, (entries){l->formula.C, d->C, r->C, NULL});
}

bool ss_facts_find(ss_facts *f, ss_arena *arena, const ss_linear *linear) {
  const ss_linear_data *d = &linear->center, *r = &linear->radius;
  *f = (ss_facts){.arena = arena, .linear = linear, .level = ss_level_room(arena)};
  f->n = (slong)linear->coordinates;
  f->m = (slong)linear->frictions;
  copy(f->M, d->M);
  copy(f->C, d->C);
  copy(f->K, d->K);
  copy(f->W, d->W);
  copy(f->p, d->p);
  copy(f->p_high, d->p);
  fmpq_mat_sub(f->p, f->p, r->p);
  fmpq_mat_add(f->p_high, f->p_high, r->p);
  f->symmetric = is_symmetric(linear);
  find_lower_ends(f);
  f->sure_K = fmpq_mat_is_zero(r->K);
  f->sure_C = fmpq_mat_is_zero(r->C);
  f->sure_W = fmpq_mat_is_zero(r->W) && fmpq_mat_is_zero(r->G);
  f->sure = f->sure_K && f->sure_C && fmpq_mat_is_zero(r->M);
  f->balls = !f->sure || !f->sure_W || !fmpq_mat_is_zero(r->p) || !fmpq_mat_is_zero(r->f);
  fmpq_mat_init(f->Minv, f->n, f->n);
  fmpq_mat_init(f->Kinv, f->n, f->n);
  fmpq_mat_init(f->center, f->n, 1);
  f->M_is = definiteness(f->M);
  if (f->M_is != SS_DEFINITE) return false;
  fmpq_mat_inv(f->Minv, f->M);
  f->K_is = f->symmetric ? definiteness(f->K) : SS_INDEFINITE;
  f->regular = find_inverse(f);
  f->sure_center = fmpq_mat_is_zero(r->f) && (fmpq_mat_is_zero(d->f) || (f->sure_K && f->regular));
  find_reduced(f);
  lower_reduced(f);
  find_reach(f);
  f->Cs_is = definiteness(f->Cs);
  f->Crs_is = f->r ? definiteness(f->Crs) : SS_DEFINITE;
  return true;
}

void ss_facts_clear(ss_facts *f) {
  ss_level_forget(f->level);
  clear_families(f->families);
  fmpq_mat_clear(f->p_high);
  fmpq_mat_struct *all[] = {f->M,    f->C,        f->K,  f->W,  f->p,   f->center, f->Cs,
                            f->N,    f->Mr,       f->Cr, f->Kr, f->Crs, f->A,      f->Minv,
                            f->Kinv, f->A_radius, f->KW, f->KN, f->CWG};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) fmpq_mat_clear(all[i]);
}
