/* polyhedron.c: tiny linear programs  max c . y  subject to  D y + v >= 0,  y free.
 *
 * The primal simplex method on a dictionary whose rows are the slacks s = v + D y, the outputs y
 * themselves, and the objective, all as affine functions of the nonbasic variables (at first y,
 * later slacks). A free variable enters once and never leaves; among slacks Bland's rule (lowest
 * index) excludes cycling. A first program, max t subject to D y + v >= t, finds a start: its
 * optimum is the point deepest inside, which also serves as a representative of the polyhedron.
 *
 * Rows are expected to be scaled: entries below 1e-11 count as 0. Sizes here are at most 24 rows
 * and 17 unknowns, some ten pivots of 1000 multiplications. Nothing can fail but the iteration
 * limit, which is reported as "not known".
 */
#include <math.h>
#include <string.h>

#include "polyhedron.h"

static const double small = 1e-11;

enum { PIVOTS_MOST = 500 };

/* Row r's variable and column j's change places. */
static void exchange(dictionary *d, size_t r, size_t j) {
  double *row = d->T[r];
  const double inverse = 1 / row[j];
  for (size_t k = 0; k <= d->unknowns; k++) row[k] *= -inverse;
  row[j] = inverse;
  for (size_t i = 0; i <= d->rows + d->unknowns; i++) {
    const double factor = d->T[i][j];
    if (i == r || factor == 0) continue;
    d->T[i][j] = 0;
    for (size_t k = 0; k <= d->unknowns; k++) d->T[i][k] += factor * row[k];
  }
  const int leaving = d->row_variable[r];
  d->row_variable[r] = d->column_variable[j];
  d->column_variable[j] = leaving;
}

/* The column that improves the objective: free ones first, then the slack of lowest index. */
static size_t choose_column(const dictionary *d, double *direction) {
  const double *objective = d->T[d->rows + d->unknowns];
  size_t chosen = d->unknowns;
  for (size_t j = 0; j < d->unknowns; j++) {
    const int variable = d->column_variable[j];
    if (variable == FREE_VARIABLE && fabs(objective[j]) > small) {
      *direction = objective[j] > 0 ? 1 : -1;
      return j;
    }
    const bool better = chosen == d->unknowns || variable < d->column_variable[chosen];
    if (variable != FREE_VARIABLE && objective[j] > small && better) chosen = j;
  }
  *direction = 1;
  return chosen;
}

/* The slack that blocks first; rows if none does. Ties: the lowest index. */
static size_t choose_row(const dictionary *d, size_t j, double direction) {
  size_t chosen = d->rows;
  double least = INFINITY;
  for (size_t i = 0; i < d->rows; i++) {
    const double slope = d->T[i][j] * direction;
    if (d->row_variable[i] == FREE_VARIABLE || slope > -small) continue;
    const double ratio = fmax(0, d->T[i][d->unknowns]) / -slope;
    const bool tie = ratio == least && d->row_variable[i] < d->row_variable[chosen];
    if (ratio < least || tie) {
      least = ratio;
      chosen = i;
    }
  }
  return chosen;
}

static optimum climb(dictionary *d) {
  for (int pivot = 0; pivot < PIVOTS_MOST; pivot++) {
    double direction;
    const size_t j = choose_column(d, &direction);
    if (j == d->unknowns) return OPTIMUM_FOUND;
    const size_t i = choose_row(d, j, direction);
    if (i == d->rows) return OPTIMUM_UNBOUNDED;
    exchange(d, i, j);
  }
  return OPTIMUM_UNKNOWN;
}

/* The dictionary of D y + v about the point y; the last row is left to the objective. */
static void build(const polyhedron *p, const double *y, dictionary *d) {
  d->rows = p->rows;
  d->unknowns = p->unknowns;
  memset(d->T, 0, sizeof d->T);
  for (size_t i = 0; i < p->rows; i++) {
    d->row_variable[i] = (int)i;
    double value = p->v[i];
    for (size_t j = 0; j < p->unknowns; j++) {
      d->T[i][j] = p->D[i][j];
      value += p->D[i][j] * y[j];
    }
    d->T[i][p->unknowns] = value;
  }
  for (size_t j = 0; j < p->unknowns; j++) {
    d->column_variable[j] = FREE_VARIABLE;
    d->T[p->rows + j][j] = 1;
    d->T[p->rows + j][p->unknowns] = y[j];
  }
}

static void read_point(const dictionary *d, double *y) {
  for (size_t j = 0; j < d->unknowns; j++) y[j] = d->T[d->rows + j][d->unknowns];
}

double ss_polyhedron_deepest(const polyhedron *p, dictionary *d, double *y) {
  polyhedron deeper = *p;
  double least = 1;
  for (size_t i = 0; i < p->rows; i++) {
    deeper.D[i][p->unknowns] = -1;
    least = fmin(least, p->v[i]);
  }
  /* depth counts up to 1 only: the program stays bounded */
  memset(deeper.D[p->rows], 0, sizeof deeper.D[p->rows]);
  deeper.D[p->rows][p->unknowns] = -1;
  deeper.v[p->rows] = 1;
  deeper.rows++;
  deeper.unknowns++;
  memset(y, 0, p->unknowns * sizeof *y);
  y[p->unknowns] = least;
  build(&deeper, y, d);
  double *objective = d->T[d->rows + d->unknowns];
  objective[p->unknowns] = 1;
  objective[d->unknowns] = least;
  climb(d);
  read_point(d, y);
  return y[p->unknowns];
}

optimum ss_polyhedron_climb(const polyhedron *p, const double *c, dictionary *d, double *y) {
  build(p, y, d);
  double *objective = d->T[d->rows + d->unknowns];
  memcpy(objective, c, p->unknowns * sizeof *c);
  for (size_t j = 0; j < p->unknowns; j++) objective[p->unknowns] += c[j] * y[j];
  const optimum found = climb(d);
  read_point(d, y);
  return found;
}
