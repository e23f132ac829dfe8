/* linear_hull.h: the interval of all values of a formula over ranges and irrational numbers. */
#ifndef STANDSTILL_LINEAR_HULL_H
#define STANDSTILL_LINEAR_HULL_H

#include "standstill/exact.h"
#include "standstill/model.h"

typedef enum ss_hull_kind {
  SS_HULL_NONE,   /* no interval was found */
  SS_HULL_EXACT,  /* the ends are those of the rule, in rationals */
  SS_HULL_ROUNDED /* the same with irrational numbers rounded outwards */
} ss_hull_kind;

/* low[i] <= exprs[i] <= high[i] (columns) for all values of the parameters in their ranges, where
 * kind[i] is not SS_HULL_NONE. */
ss_status ss_model_find_hulls(const ss_model *model, size_t count, const ss_expr *exprs,
                              fmpq_mat_t low, fmpq_mat_t high, ss_hull_kind *kind);

#endif
