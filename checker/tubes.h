/* tubes.h: what tube.c and map.c share. */
#ifndef STANDSTILL_CHECK_TUBES_H
#define STANDSTILL_CHECK_TUBES_H

#include <acb_mat.h>
#include <stdlib.h>

#include "check.h"

typedef arb_mat_struct balls;

enum {
  PREC = 128,
  ORDER = 14,
  BIG = 16,
  TABLE = 1024,
  HULL = 4,
  MOST_TUBE = 8,
  MOST_MODES = 4,
  MOST_TUBE_STEPS = 100000000
};

/* Frictions that hold: those whose directions are independent, G_SS^-1, sqrt of its diagonal. */
typedef struct held {
  size_t count, index[MOST_TUBE];
  balls *inverse;
} held;

typedef struct tubes {
  size_t n, m, d;
  balls *A, *B, *P, *Q, *W, *hull[HULL + 1];                /* Q = P^-1, W: rows (0, w_j^T) */
  arb_ptr p, kappa, rate, bound, unit, radius, slip[TABLE]; /* |A|; of the level */
  arb_ptr norm;
  bool always; /* all motions come to rest */
  const matrix *low, *high, *base, *center;
  size_t depth;
  held *held[1 << MOST_TUBE];
  size_t modes;
  acb_t nu[MOST_MODES];
  acb_mat_t l[MOST_MODES];
  /* the tube */
  arb_ptr x, r, r0, eps, reach, c[ORDER + 2], least, excess, force, a, weight, t[8];
  int sign[MOST_TUBE];
  bool sure, begun;
  size_t k, steps; /* units of the sure phase; steps of all tubes */
} tubes;

balls *new_ball_matrix(run *r, size_t rows, size_t columns);
balls *to_balls(run *r, const matrix *A);
void root_form(arb_t z, const balls *S, arb_srcptr x); /* z = sqrt(x^T S x), S > 0 */
/* exp(A k unit), their norms, and those of the slips on each unit. */
void fill_tables(run *r, tubes *t);
/* Follows the plan from where the tube is; false: it is none, or a sure step is not. */
bool follow_plan(run *r, tubes *t, const char *text);

#endif
