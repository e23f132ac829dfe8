/* schur.c: the Schur complement M_ij = <A_i, X A_j V>, V = Z^-1, from sparse A_i.
 *
 * Column j needs U = X A_j V in every block in which A_j has entries, and of U only the places of
 * the A_i with i >= j (equalities are sorted by falling number of entries, form.c). With q entries
 * (c, d, v) of A_j, E entries of those A_i and n rows there are three ways, and the cheapest by a
 * rough count is taken, block by block and column by column:
 *
 *     place by place    sum_q v (X_ac V_db + X_ad V_cb + X_bc V_da + X_bd V_ca)     q E
 *     outer products    U = sum_q v (x_c v_d^T + x_d v_c^T), by columns of X and V  q n^2 + E
 *     a product         U^T = (V A_j) X                                             n^3 + q n + E
 *
 * This is F1, F2, F3 of SDPA, with outer products in place of F2: A_j of sums of squares have a few
 * entries, all of which lie in cache. A pair (i, j) is always worked on by the thread that has j,
 * in the order of the blocks, so that the bits are the same for any number of threads.
 *
 * Reference: Fujisawa, Kojima, Nakata, Math. Programming 79 (1997) 235-253.
 *
 * CFLAGS: -O3
 */
#include <omp.h>
#include <string.h>

#include "interior.h"

#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))

typedef struct column {
  const ss_form *form;
  const ss_form_block *block;
  const double *X, *V; /* of the block */
  size_t first, last;  /* entries of A_j */
  double *M;           /* column j */
  double *U, *T;       /* n^2 each */
} column;

/* ---- place by place -------------------------------------------------------------------------- */

static void add_places(const column *job) {
  const size_t n = job->block->n;
  for (size_t q = job->first; q < job->last; q++) {
    const ss_form_entry *a = &job->form->entry[q];
    const double *xc = job->X + n * a->row, *xd = job->X + n * a->column;
    const double *vc = job->V + n * a->row, *vd = job->V + n * a->column;
    for (size_t k = job->first; k < job->block->last; k++) {
      const ss_form_entry *e = &job->form->entry[k];
      const double there = (xc[e->row] * vd[e->column] + xd[e->row] * vc[e->column]) +
                           (xc[e->column] * vd[e->row] + xd[e->column] * vc[e->row]);
      job->M[e->equality] += a->value * e->value * there;
    }
  }
}

/* ---- by the whole of U ----------------------------------------------------------------------- */

WIDE static void add_outer(size_t n, double value, const double *restrict x,
                           const double *restrict v, double *restrict U) {
  for (size_t j = 0; j < n; j++) {
    const double s = value * v[j];
    for (size_t i = 0; i < n; i++) U[i + n * j] += s * x[i];
  }
}

static void multiply_outer(const column *job) {
  const size_t n = job->block->n;
  memset(job->U, 0, n * n * sizeof *job->U);
  for (size_t q = job->first; q < job->last; q++) {
    const ss_form_entry *a = &job->form->entry[q];
    if (a->row == a->column) {
      add_outer(n, 2 * a->value, job->X + n * a->row, job->V + n * a->row, job->U);
      continue;
    }
    add_outer(n, a->value, job->X + n * a->row, job->V + n * a->column, job->U);
    add_outer(n, a->value, job->X + n * a->column, job->V + n * a->row, job->U);
  }
}

static void multiply_whole(const column *job) {
  const size_t n = job->block->n;
  memset(job->T, 0, n * n * sizeof *job->T);
  for (size_t q = job->first; q < job->last; q++) { /* T = V A_j */
    const ss_form_entry *a = &job->form->entry[q];
    double *tc = job->T + n * a->row, *td = job->T + n * a->column;
    const double *vc = job->V + n * a->row, *vd = job->V + n * a->column;
    for (size_t i = 0; i < n; i++) tc[i] += a->value * vd[i];
    for (size_t i = 0; i < n; i++) td[i] += a->value * vc[i];
  }
  ss_dense_multiply(n, job->T, job->X, job->U);
}

/* sum over the entries of A_i of U_ab + U_ba. */
static void gather(const column *job) {
  const size_t n = job->block->n;
  const double *U = job->U;
  for (size_t k = job->first; k < job->block->last; k++) {
    const ss_form_entry *e = &job->form->entry[k];
    job->M[e->equality] += e->value * (U[e->row + n * e->column] + U[e->column + n * e->row]);
  }
}

/* Nanoseconds, roughly: three a place, 0.3 an element of an outer product, two a place of U. */
static void add_block(const column *job) {
  const double n = (double)job->block->n, q = (double)(job->last - job->first);
  const double E = (double)(job->block->last - job->first);
  const double product = n > SS_DENSE_SMALL ? 0.1 : 0.25;
  const double places = 3 * q * E, outer = 0.6 * q * n * n + 2 * E;
  const double whole = product * n * n * n + q * n + 2 * E;
  if (places <= outer && places <= whole) {
    add_places(job);
    return;
  }
  if (outer <= whole)
    multiply_outer(job);
  else
    multiply_whole(job);
  gather(job);
}

/* ---- scalars --------------------------------------------------------------------------------- */

/* The first coefficient of a scalar whose equality is at least j. */
static size_t find_down(const ss_form *form, size_t scalar, size_t j) {
  size_t low = form->down_start[scalar], high = form->down_start[scalar + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (form->down[middle].index < j)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_scalars(const ss_form *form, size_t j, const double *X, const double *V,
                        double *M) {
  for (size_t k = form->term_start[j]; k < form->term_start[j + 1]; k++) {
    const size_t s = form->term[k].index;
    const double weight = form->term[k].value * (X[s] * V[s]);
    for (size_t d = find_down(form, s, j); d < form->down_start[s + 1]; d++)
      M[form->down[d].index] += weight * form->down[d].value;
  }
}

/* ---- all columns ----------------------------------------------------------------------------- */

size_t ss_schur_work_size(const ss_form *form) {
  return 2 * form->largest * form->largest;
}

static void form_column(const ss_form *form, size_t j, const double *X, const double *V,
                        double *work, double *M) {
  memset(M + j, 0, (form->m - j) * sizeof *M);
  add_scalars(form, j, X, V, M);
  for (size_t k = form->part_start[j]; k < form->part_start[j + 1]; k++) {
    const ss_form_part *part = &form->part[k];
    const ss_form_block *block = &form->block[part->block];
    const column job = {.form = form,
                        .block = block,
                        .X = X + block->at,
                        .V = V + block->at,
                        .first = part->first,
                        .last = part->last,
                        .M = M,
                        .U = work,
                        .T = work + form->largest * form->largest};
    add_block(&job);
  }
}

void ss_schur_form(const ss_form *form, size_t threads, const double *X, const double *V,
                   double *work, double *M) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    double *own = work + (size_t)omp_get_thread_num() * ss_schur_work_size(form);
#pragma omp for schedule(dynamic, 8)
    for (size_t j = 0; j < form->m; j++) form_column(form, j, X, V, own, M + form->m * j);
  }
}
