/* alike.c: guards that reach 0 together in every perturbed motion.
 *
 * Guard i is reached Delta_i = row_i z after the instant (orders.c). Two guards are one event where
 * their rows agree on every z that there is. Which are there?
 *
 *     those that the bonds of the present modes allow:     row_a - row_b in the span of their rows
 *     those that the start can lead to:                    (row_a - row_b) G M = 0
 *
 * with M the map up to the instant and G the gain of what has happened in it. The second are fewer:
 * a table that stood on two legs and was thrown off them by an impact is parallel to the floor
 * along them, in the air as well. Both are asked, since a start may be a state with closed
 * contacts.
 *
 * Costs pieces * width^2 per pair; the reach of one row width^3.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Directions closer than this are one; entries of maps, as shares of the largest, that are none. */
static const double SAME = 1e-7, ROUNDING = 1e-12;

/* Takes from `row` its parts along the orthonormal rows of `basis`. */
static void remove_parts(size_t width, size_t rows, const double *basis, double *row) {
  for (int twice = 0; twice < 2; twice++)
    for (size_t k = 0; k < rows; k++) {
      double sum = 0;
      for (size_t c = 0; c < width; c++) sum += basis[k * width + c] * row[c];
      for (size_t c = 0; c < width; c++) row[c] -= sum * basis[k * width + c];
    }
}

static double norm(size_t width, const double *row) {
  double sum = 0;
  for (size_t c = 0; c < width; c++) sum += row[c] * row[c];
  return sqrt(sum);
}

/* A row of derivatives (columns) joins the basis (width). */
static void join(const ss_frame *f, const double *slope, double *basis, size_t *rows) {
  const size_t n = f->n, width = f->width;
  double *row = basis + *rows * width;
  for (size_t c = 0; c < width; c++) row[c] = slope[c < 2 * n ? c : c + 1];
  const double before = norm(width, row);
  remove_parts(width, *rows, basis, row);
  const double after = norm(width, row);
  if (!(after > 1e-10 * before)) return;
  for (size_t c = 0; c < width; c++) row[c] /= after;
  ++*rows;
}

size_t ss_vary_list_bonds(const ss_frame *f, const ss_mode *modes, double *basis) {
  size_t rows = 0;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (modes[i] == SS_MODE_FREE) continue;
    if (e->normal != SIZE_MAX) {
      join(f, ss_frame_slope(f, SS_QUANTITY_GAP, e->normal), basis, &rows);
      join(f, f->gamma_slope + e->normal * f->columns, basis, &rows);
    }
    for (size_t k = 0; k < e->slips; k++)
      if (ss_vary_is_held(f, modes, i, k))
        join(f, f->gamma_slope + (f->normals + e->slip + k) * f->columns, basis, &rows);
  }
  return rows;
}

void ss_vary_keep_bonds(const ss_frame *f, size_t rows, const double *basis, double *z) {
  remove_parts(f->width, rows, basis, z);
}

/* ---- are they one? --------------------------------------------------------------------------- */

bool ss_vary_rows_agree(const ss_frame *f, size_t rows, const double *basis, const double *a,
                        const double *b, double *d) {
  for (size_t c = 0; c < f->width; c++) d[c] = a[c] - b[c];
  remove_parts(f->width, rows, basis, d);
  return norm(f->width, d) <= SAME * (norm(f->width, a) + norm(f->width, b));
}

/* to = row A */
static void pull_back(size_t width, const double *row, const double *A, double *to) {
  memset(to, 0, width * sizeof *to);
  for (size_t k = 0; k < width; k++)
    for (size_t c = 0; row[k] != 0 && c < width; c++) to[c] += row[k] * A[k * width + c];
}

bool ss_vary_rows_meet(const ss_frame *f, const ss_instant *in, const double *gain, const double *a,
                       const double *b, double *d) {
  const size_t width = f->width;
  double *here = d + width, *mine = d + 2 * width, *other = d + 3 * width;
  for (size_t k = 0; k < in->pieces; k++) {
    const double *map = in->piece[k].matrix;
    double most = 0;
    for (size_t i = 0; i < width * width; i++) most = fmax(most, fabs(map[i]));
    pull_back(width, a, gain, here);
    const double sizes = norm(width, here);
    pull_back(width, here, map, mine);
    pull_back(width, b, gain, here);
    const double least = ROUNDING * most * (sizes + norm(width, here));
    pull_back(width, here, map, other);
    for (size_t c = 0; c < width; c++) d[c] = mine[c] - other[c];
    if (norm(width, d) > SAME * (norm(width, mine) + norm(width, other)) + least) return false;
  }
  return in->pieces > 0;
}

double ss_vary_reach(const ss_frame *f, const ss_instant *in, const double *gain,
                     const double *row) {
  const size_t width = f->width;
  double most = in->pieces ? 0 : 1;
  for (size_t k = 0; k < in->pieces; k++)
    for (size_t c = 0; c < width; c++) {
      double sum = 0;
      for (size_t i = 0; i < width; i++)
        for (size_t j = 0; row[i] != 0 && j < width; j++)
          sum += row[i] * gain[i * width + j] * in->piece[k].matrix[j * width + c];
      most = fmax(most, fabs(sum));
    }
  return most;
}
