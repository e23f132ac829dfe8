/* schur.c: the Schur complement M_ij = <A_i, X A_j V>, V = Z^-1, from sparse A_i.
 *
 * Column j needs U = X A_j V in every block in which A_j has entries, and of U only the places of
 * the A_i with i >= j (equalities are sorted by falling number of entries, form.c). With q entries
 * (c, d, v) of A_j in r different rows, E entries of those A_i and n rows there are two ways, and
 * the cheaper by a rough count is taken, block by block and column by column:
 *
 *     place by place    sum_q v (X_ac V_db + X_ad V_cb + X_bc V_da + X_bd V_ca)          q E
 *     the whole of U    U^T = (V A_j) X, of which only r columns and rows are not 0     r n^2 + E
 *
 * This is F1 and F3 of SDPA; F2 lies between them and gains nothing where r is small. A pair (i, j)
 * is always worked on by the thread that has j, in the order of the blocks, so that the bits are
 * the same for any number of threads.
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
  const ss_sdp_form *form;
  const ss_sdp_form_block *block;
  const double *X, *V; /* of the block */
  size_t first, last;  /* entries of A_j */
  double *M;           /* column j */
  double *U, *T, *Y;   /* n^2 each */
  uint32_t *slot;      /* n: the number of a row among the r rows, from 1 */
} column;

/* ---- place by place -------------------------------------------------------------------------- */

static void add_places(const column *job) {
  const size_t n = job->block->n;
  const ss_sdp_form_entry *entry = job->form->entry;
  for (size_t q = job->first; q < job->last; q++) {
    const ss_sdp_form_entry *a = &entry[q];
    const double *xc = job->X + n * a->row, *xd = job->X + n * a->column;
    const double *vc = job->V + n * a->row, *vd = job->V + n * a->column;
    for (size_t k = job->first; k < job->block->last;) {
      const uint32_t i = entry[k].equality;
      double sum = 0;
      for (; k < job->block->last && entry[k].equality == i; k++) {
        const ss_sdp_form_entry *e = &entry[k];
        sum += e->value * ((xc[e->row] * vd[e->column] + xd[e->row] * vc[e->column]) +
                           (xc[e->column] * vd[e->row] + xd[e->column] * vc[e->row]));
      }
      job->M[i] += a->value * sum;
    }
  }
}

/* ---- by the whole of U ----------------------------------------------------------------------- */

static inline void add_column(size_t n, double value, const double *restrict x,
                              double *restrict to) {
  for (size_t i = 0; i < n; i++) to[i] += value * x[i];
}

/* The rows of A_j get numbers; returns how many there are. */
static size_t number_rows(const column *job) {
  uint32_t rows = 0;
  memset(job->slot, 0, job->block->n * sizeof *job->slot);
  for (size_t q = job->first; q < job->last; q++) {
    const ss_sdp_form_entry *a = &job->form->entry[q];
    if (!job->slot[a->row]) job->slot[a->row] = ++rows;
    if (!job->slot[a->column]) job->slot[a->column] = ++rows;
  }
  return rows;
}

/* T = the columns of V A_j that are not 0, Y = those of X that they meet. */
WIDE static void gather_columns(const column *job, size_t rows) {
  const size_t n = job->block->n;
  memset(job->T, 0, n * rows * sizeof *job->T);
  for (size_t q = job->first; q < job->last; q++) {
    const ss_sdp_form_entry *a = &job->form->entry[q];
    add_column(n, a->value, job->V + n * a->column, job->T + n * (job->slot[a->row] - 1));
    add_column(n, a->value, job->V + n * a->row, job->T + n * (job->slot[a->column] - 1));
  }
  for (size_t i = 0; i < n; i++)
    if (job->slot[i]) memcpy(job->Y + n * (job->slot[i] - 1), job->X + n * i, n * sizeof *job->Y);
}

/* U = T Y^T, n x n from n x rows. */
WIDE static void multiply_outer(size_t n, size_t rows, const double *T, const double *Y,
                                double *U) {
  for (size_t j = 0; j < n; j++) {
    double *u = U + n * j;
    for (size_t i = 0; i < n; i++) u[i] = 0;
    for (size_t k = 0; k < rows; k++) add_column(n, Y[j + n * k], T + n * k, u);
  }
}

/* sum over the entries of A_i of U_ab + U_ba. */
static void gather(const column *job) {
  const size_t n = job->block->n;
  const double *U = job->U;
  const ss_sdp_form_entry *entry = job->form->entry;
  for (size_t k = job->first; k < job->block->last;) {
    const uint32_t i = entry[k].equality;
    double sum = 0;
    for (; k < job->block->last && entry[k].equality == i; k++) {
      const ss_sdp_form_entry *e = &entry[k];
      sum += e->value * (U[e->row + n * e->column] + U[e->column + n * e->row]);
    }
    job->M[i] += sum;
  }
}

/* Nanoseconds, roughly: three a place, 0.2 an element of an outer product, two a place of U. */
static void add_block(const column *job) {
  const size_t n = job->block->n, q = job->last - job->first, rows = number_rows(job);
  const double E = (double)(job->block->last - job->first), square = (double)(n * n);
  const double outer = (n > SS_DENSE_SMALL ? 0.1 : 0.2) * square * (double)rows;
  if (3 * (double)q * E <= outer + (double)(q * n) + 2 * E) {
    add_places(job);
    return;
  }
  gather_columns(job, rows);
  if (n <= SS_DENSE_SMALL)
    multiply_outer(n, rows, job->T, job->Y, job->U);
  else
    ss_dense_multiply_outer(n, rows, job->T, job->Y, job->U);
  gather(job);
}

/* ---- scalars --------------------------------------------------------------------------------- */

/* The first coefficient of a scalar whose equality is at least j. */
static size_t find_down(const ss_sdp_form *form, size_t scalar, size_t j) {
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

static void add_scalars(const ss_sdp_form *form, size_t j, const double *X, const double *V,
                        double *M) {
  for (size_t k = form->term_start[j]; k < form->term_start[j + 1]; k++) {
    const size_t s = form->term[k].index;
    const double weight = form->term[k].value * (X[s] * V[s]);
    for (size_t d = find_down(form, s, j); d < form->down_start[s + 1]; d++)
      M[form->down[d].index] += weight * form->down[d].value;
  }
}

/* ---- all columns ----------------------------------------------------------------------------- */

size_t ss_schur_work_size(const ss_sdp_form *form) {
  return 3 * form->largest * form->largest + form->largest;
}

static void form_column(const ss_sdp_form *form, size_t j, const double *X, const double *V,
                        double *work, double *M) {
  const size_t square = form->largest * form->largest;
  memset(M + j, 0, (form->m - j) * sizeof *M);
  add_scalars(form, j, X, V, M);
  for (size_t k = form->part_start[j]; k < form->part_start[j + 1]; k++) {
    const ss_sdp_form_part *part = &form->part[k];
    const ss_sdp_form_block *block = &form->block[part->block];
    const column job = {.form = form,
                        .block = block,
                        .X = X + block->at,
                        .V = V + block->at,
                        .first = part->first,
                        .last = part->last,
                        .M = M,
                        .U = work,
                        .T = work + square,
                        .Y = work + 2 * square,
                        .slot = (uint32_t *)(work + 3 * square)};
    add_block(&job);
  }
}

void ss_schur_form(const ss_sdp_form *form, size_t threads, const double *X, const double *V,
                   double *work, double *M) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    double *own = work + (size_t)omp_get_thread_num() * ss_schur_work_size(form);
#pragma omp for schedule(dynamic, 8)
    for (size_t j = 0; j < form->m; j++) form_column(form, j, X, V, own, M + form->m * j);
  }
}
