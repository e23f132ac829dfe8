/* balance.h: forces that hold a machine, by exact linear programs. */
#ifndef STANDSTILL_REST_BALANCE_H
#define STANDSTILL_REST_BALANCE_H

#include "search.h"

/* The numbers at a position; W by rows of n. All laws are planar. */
typedef struct ss_balance {
  const ss_system *system;
  size_t n, count;
  fmpq *h, *gap, *WN, *WT, *mu, *normal, *all;
  bool exact; /* the numbers are those of the file, not rounded ones */
} ss_balance;

/* False, and nothing to clear, if a number is not rational or not finite, or a law not planar. */
bool ss_balance_of_formulas(const ss_statics *there, ss_balance *balance);
bool ss_balance_of_numbers(const ss_search *search, ss_balance *balance);
void ss_balance_clear(ss_balance *balance);

/* Are there forces with h + W lambda = 0 within the laws? If so, lambda (normals, then slips); if
 * not, a push v (n numbers) with v . (h + W lambda) > 0 for all admissible lambda. */
bool ss_balance_hold(const ss_balance *balance, const ss_rest_pattern *pattern, fmpq *lambda,
                     fmpq *push);

#endif
