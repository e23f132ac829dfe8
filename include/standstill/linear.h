/* linear.h: a linear machine with dry friction, in numbers that proofs can use:
 *
 *     M q'' + C q' + K q = f + W lambda,      -lambda_j in p_j Sign(w_j^T q'),    p_j > 0
 *
 * with exact rationals. Where a parameter is irrational or has a range an entry is a ball, center
 * and radius rational, and statements are about every system within the balls.
 */
#ifndef STANDSTILL_LINEAR_H
#define STANDSTILL_LINEAR_H

#include "standstill/exact.h"
#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_linear_data {
  fmpq_mat_t M, C, K; /* n x n */
  fmpq_mat_t f;       /* n x 1 */
  fmpq_mat_t W;       /* n x m, a column per friction */
  fmpq_mat_t p;       /* m x 1: coefficient times normal force */
  fmpq_mat_t G;       /* n x k, a column per clutch */
} ss_linear_data;

/* The same as formulas over the parameters with a range, texts of the model language, by rows:
 * each center and radius is the interval of its formula. */
typedef struct ss_linear_formulas {
  const char *const *M, *const *C, *const *K, *const *f, *const *W, *const *p, *const *G;
} ss_linear_formulas;

typedef struct ss_linear {
  const ss_system *system;       /* that the matrices belong to: the chart's if there are sliders */
  size_t coordinates, frictions; /* n, m */
  const char *const *coordinate; /* their names */
  const char *const *friction;   /* names of the elements with p > 0, in the order of the file */
  size_t clutches;               /* k: G^T q' >= 0, with forces G eta, eta >= 0, eta^T G^T q' = 0 */
  const char *const *clutch;
  bool exact;     /* all radii are 0 */
  bool symmetric; /* K = K^T, as formulas: throughout the balls */
  bool vague;     /* there are no numbers because those of a formula are not known well enough */
  ss_linear_data center, radius;
  ss_linear_formulas formula;
} ss_linear;

/* The numbers of a system without open inputs, in the model's own coordinates. If it has none,
 * *why_not says so in a phrase ("the stiffness depends on x") and there is nothing to clear;
 * `system` is set all the same where only the form of the forces is at fault.
 * Elements without friction force (p = 0) are left out. Names and system live in the arena.
 * One-way clutches are no obstacle: who reads the numbers asks for `clutches`. */
ss_status ss_linear_create(ss_arena *arena, const ss_system *system, ss_linear *linear,
                           const char **why_not);
void ss_linear_clear(ss_linear *linear);

/* U' = sum c_i (x - e)^(2 i + 1): columns of centers and radii, and formulas. */
typedef struct ss_spring {
  fmpq_mat_t center, radius;
  const char *const *formula;
} ss_spring;

/* The same of a machine with one coordinate, its parameters inserted, whose force has these `count`
 * coefficients c_i about e, formulas of an open graph over the system's: K is c_0, f is c_0 e. */
ss_status ss_linear_create_about(ss_arena *arena, const ss_system *inserted, const fmpq *e,
                                 ss_graph *graph, size_t count, const ss_expr *coefficient,
                                 ss_linear *linear, ss_spring *spring, const char **why_not);
void ss_spring_clear(ss_spring *spring);

/* The same with formulas in place of every parameter that has no range: what is left depends on
 * coordinates, velocities, time and parameters with a range only. */
ss_status ss_system_insert_parameters(ss_arena *arena, const ss_system *from, ss_system **inserted);

/* What each parameter stands for: a formula over parameters with a range only, or its own symbol if
 * it has one; in a graph over the model's. `formulas` has model->parameters entries. */
ss_status ss_model_open_parameters(ss_arena *arena, const ss_model *model, ss_graph *graph,
                                   ss_expr *formulas);

/* The parameters, from their formulas as they are written, as balls with rational center and radius
 * (columns): radius 0 where the value is rational. A parameter with a range stands for all of it.
 * SS_BAD_INPUT if one is not finite. */
ss_status ss_model_enclose_parameters(const ss_model *model, fmpq_mat_t center, fmpq_mat_t radius);

#ifdef __cplusplus
}
#endif

#endif
