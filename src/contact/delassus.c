/* delassus.c: the Delassus matrix and what impulses do to velocities.
 *
 * With the Cholesky factor M = L L^T (ss_matrix_factor) and Y = L^-1 W,
 *
 *     G = W^T M^-1 W = Y^T Y,      M^-1 W r = L^-T Y r.
 *
 * G so is symmetric to the last bit and positive semidefinite up to rounding, whatever the
 * condition of M. Costs n^2 size + n size^2; the matrices are small (n coordinates of a
 * machine), so that plain loops beat a library call. Columns of W that begin or end with zeros (a
 * chain of many blocks) cost only what lies between. Nothing can fail.
 */
#include <string.h>

#include "workspace.h"

void ss_contact_solve_lower(size_t n, const double *L, double *y) {
  for (size_t j = 0; j < n; j++) {
    if (y[j] == 0) continue;
    const double yj = y[j] / L[j + n * j];
    for (size_t i = j + 1; i < n; i++) y[i] -= L[i + n * j] * yj;
    y[j] = yj;
  }
}

void ss_contact_solve_upper(size_t n, const double *L, double *y) {
  for (size_t j = n; j-- > 0;) {
    double yj = y[j];
    for (size_t i = j + 1; i < n; i++) yj -= L[i + n * j] * y[i];
    y[j] = yj / L[j + n * j];
  }
}

void ss_contact_delassus(size_t n, const double *L, size_t size, const double *W, double *Y,
                         double *G) {
  memcpy(Y, W, n * size * sizeof *Y);
  for (size_t j = 0; j < size; j++) ss_contact_solve_lower(n, L, Y + n * j);
  for (size_t j = 0; j < size; j++) {
    size_t first = 0, last = n;
    while (first < n && Y[first + n * j] == 0) first++;
    while (last > first && Y[last - 1 + n * j] == 0) last--;
    for (size_t i = 0; i <= j; i++) {
      double sum = 0;
      for (size_t k = first; k < last; k++) sum += Y[k + n * i] * Y[k + n * j];
      G[i + size * j] = G[j + size * i] = sum;
    }
  }
}

void ss_contact_respond(size_t n, const double *L, size_t size, const double *Y, const double *r,
                        double *v) {
  memset(v, 0, n * sizeof *v);
  for (size_t j = 0; j < size; j++)
    for (size_t k = 0; k < n; k++) v[k] += Y[k + n * j] * r[j];
  ss_contact_solve_upper(n, L, v);
}

double ss_contact_energy(size_t n, const double *L, const double *u) {
  double sum = 0;
  for (size_t j = 0; j < n; j++) {
    double y = 0;
    for (size_t i = j; i < n; i++) y += L[i + n * j] * u[i];
    sum += y * y;
  }
  return 0.5 * sum;
}
