/* lp.h: small dense linear programs in doubles. */
#ifndef STANDSTILL_REST_LP_H
#define STANDSTILL_REST_LP_H

#include "standstill/base.h"

/* Minimise cost . x over A x = b, x >= 0. Rows and columns are added one by one, up to the sizes
 * that the program was made for; asking for more sets `full`. */
typedef struct ss_lp {
  size_t rows_most, columns_most, rows, columns;
  double *A, *b, *cost, *x; /* A by rows of columns_most entries */
  double *T;                /* the tableau */
  size_t *basis, *owner;    /* owner: a workspace */
  bool full;
} ss_lp;

ss_status ss_lp_create(ss_arena *arena, size_t rows_most, size_t columns_most, ss_lp *lp);
void ss_lp_reset(ss_lp *lp);
size_t ss_lp_column(ss_lp *lp, double cost);
size_t ss_lp_row(ss_lp *lp, double b);
/* A[row][column] += value */
void ss_lp_add(ss_lp *lp, size_t row, size_t column, double value);

typedef enum ss_lp_end { SS_LP_SOLVED, SS_LP_NO_POINT, SS_LP_NO_BOUND, SS_LP_GAVE_UP } ss_lp_end;

/* lp->x is the solution: x >= 0 always, A x = b to some 1e-9. No allocation. */
ss_lp_end ss_lp_solve(ss_lp *lp);

#endif
