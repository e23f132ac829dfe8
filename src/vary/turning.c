/* turning.c: impacts with slip in several directions, whose direction they change.
 *
 * The impulse opposes the slip after the impact (Bouma 2018, (2.71) with errata D7), not the one
 * before: with xi = gamma+ + e gamma- in the directions of one part of a law and p(xi) the
 * maximiser of its support function (law_slope.c of contact),
 *
 *     r + N p(xi) = 0,       xi = W^T v + (1 + e) gamma-,
 *
 * in place of a tie that is known. p does not change with the length of xi, its Hessian H has
 * H xi = 0, and Newton's step from some xi and N is linear in r, the new N and v:
 *
 *     r + N p + N_0 H (W^T v + s) = 0.
 *
 * The rows of velocities that all directions have in bonds.c, times N_0 H, and 1 and p where r and
 * N stand are so the rows of these; a step or two from what the contact solver found. They are
 * turned into the direction of xi, where H is 0, and across: H is as large as xi is small, and what
 * rounding leaves of it along xi would be as large as xi. The derivative is that of the same
 * equation,
 *
 *     dr + dN p + N (H dxi + p_a da) = 0,     a the arguments of the law.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "variation.h"

static void find_part(const ss_frame *f, const ss_response *s, size_t x, ss_turning *t) {
  const size_t a = s->unknown[x], i = s->owner[a];
  const ss_system_element *e = &f->system->element[i];
  const size_t k = s->direction[a] - f->normals - e->slip;
  const ss_law_kind law = e->element->law;
  *t = (ss_turning){.first = a, .part = k >= SS_ROLL_FIRST, .unknown = x};
  t->count = ss_law_part_last(law, t->part) - ss_law_part_first(t->part);
  t->push = s->r[s->master[a]];
  for (size_t y = 0; y < s->unknowns; y++)
    if (s->unknown[y] == s->master[a]) t->normal = y;
}

/* An orthonormal basis, the slip its first direction: columns of the reflection that takes the
 * first axis there, I - 2 w w^T / w^2 with w = e_1 +- slip / |slip|. */
static void find_basis(const double *slip, ss_turning *t) {
  double size = 0, w[SS_ROLL_FIRST] = {0}, square = 0;
  for (size_t i = 0; i < t->count; i++) size = hypot(size, slip[i]);
  const double sign = slip[0] < 0 ? -1 : 1;
  for (size_t i = 0; i < t->count; i++) {
    w[i] = slip[i] / size + (i == 0 ? sign : 0);
    square += w[i] * w[i];
  }
  for (size_t i = 0; i < t->count; i++)
    for (size_t j = 0; j < t->count; j++)
      t->basis[i][j] = (i == 0 ? -sign : 1) * ((i == j) - 2 * w[i] * w[j] / square);
}

/* Row i of the basis times a vector. */
static double turn(const ss_turning *t, size_t i, const double *x) {
  double sum = 0;
  for (size_t k = 0; k < t->count; k++) sum += t->basis[i][k] * x[k];
  return sum;
}

bool ss_turning_find(const ss_frame *f, ss_response *s) {
  s->turnings = 0;
  for (size_t x = 0; x < s->unknowns;) {
    if (s->role[s->unknown[x]] != SS_ROLE_LAW) {
      x++;
      continue;
    }
    ss_turning *t = &s->turning[s->turnings++];
    find_part(f, s, x, t);
    const size_t i = s->owner[t->first];
    ss_law law = {.kind = f->system->element[i].element->law};
    for (size_t k = 0; k < 3; k++) law.argument[k] = ss_frame_value(f, SS_QUANTITY_LAW, 3 * i + k);
    law = ss_law_part(&law, t->part);
    if (!ss_law_find_slope(&law, s->slip + t->first, &t->slope)) return false;
    find_basis(s->slip + t->first, t);
    x += t->count;
  }
  return true;
}

void ss_turning_mix(const ss_response *s, size_t columns, double *rows) {
  for (size_t k = 0; k < s->turnings; k++) {
    const ss_turning *t = &s->turning[k];
    double *block = rows + t->unknown * columns;
    for (size_t c = 0; c < columns; c++) {
      double old[SS_ROLL_FIRST];
      for (size_t i = 0; i < t->count; i++) old[i] = block[i * columns + c];
      for (size_t i = 0; i < t->count; i++) {
        block[i * columns + c] = 0;
        for (size_t j = 0; j < t->count && i > 0; j++)
          block[i * columns + c] += t->push * turn(t, i, t->slope.by_slip[j]) * old[j];
      }
    }
  }
}

void ss_turning_add_forces(const ss_response *s, double *A) {
  const size_t m = s->unknowns;
  for (size_t k = 0; k < s->turnings; k++) {
    const ss_turning *t = &s->turning[k];
    for (size_t i = 0; i < t->count; i++) {
      for (size_t j = 0; j < t->count; j++)
        A[(t->unknown + i) * m + t->unknown + j] += t->basis[i][j];
      A[(t->unknown + i) * m + t->normal] += turn(t, i, t->slope.point);
    }
  }
}

void ss_turning_add_arguments(const ss_frame *f, const ss_response *s, double *b) {
  for (size_t k = 0; k < s->turnings; k++) {
    const ss_turning *t = &s->turning[k];
    const size_t owner = s->owner[t->first], shift = t->part ? 2 : 0;
    const bool disk = t->part || f->system->element[owner].element->law == SS_LAW_DISK;
    for (size_t j = 0; j < (disk ? 1u : 2u); j++) {
      const double *slope = ss_frame_slope(f, SS_QUANTITY_LAW, 3 * owner + shift + j);
      double own[SS_ROLL_FIRST], by_argument[SS_ROLL_FIRST];
      for (size_t i = 0; i < t->count; i++) own[i] = t->slope.by_argument[i][j];
      for (size_t i = 0; i < t->count; i++) by_argument[i] = turn(t, i, own);
      for (size_t i = 0; i < t->count; i++)
        for (size_t c = 0; c < f->columns; c++)
          b[(t->unknown + i) * f->columns + c] -= t->push * by_argument[i] * slope[c];
    }
  }
}

/* Rounding of a slip, as a share of the velocities whose difference it is: a change of that size is
 * none, however small the slip. */
static const double ROUNDING = 64 * DBL_EPSILON;

double ss_turning_repeat(const ss_frame *f, ss_response *s) {
  double change = 0;
  for (size_t k = 0; k < s->turnings; k++) {
    const ss_turning *t = &s->turning[k];
    double size = 0, most = 0;
    for (size_t a = t->first; a < t->first + t->count; a++) {
      const size_t d = s->direction[a] - f->normals;
      const double *W = f->values.of[SS_QUANTITY_WT] + d * f->n;
      const double *unused;
      double xi = (1 + ss_response_restitution(f, s, a, &unused)) * f->gamma[s->direction[a]];
      double terms = fabs(xi);
      for (size_t j = 0; j < f->n; j++) {
        xi += W[j] * s->v[j];
        terms += fabs(W[j] * s->v[j]);
      }
      most = fmax(most, fabs(xi - s->slip[a]) - ROUNDING * terms);
      size = fmax(size, fabs(xi));
      s->slip[a] = xi;
    }
    change = fmax(change, most / fmax(size, 1e-300));
  }
  return change;
}
