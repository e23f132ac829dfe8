/* sdp.h: semidefinite programs, solved by an interior point method.
 *
 *     minimise  <C, X> + f^T g     such that  <A_i, X> + (B g)_i = b_i,  i = 1 .. m,   X >= 0
 *     maximise  b^T y              such that  Z = C - sum_i y_i A_i >= 0,  B^T y = f
 *
 * X and Z are made of blocks: symmetric matrices (>= 0: positive semidefinite) and diagonal ones
 * (>= 0: no negative entry). g is free: it has no sign and is not split into two that have. m = 0,
 * no blocks and no free variables are legal.
 *
 * THE NORMALISED PROGRAM. Residuals and tolerances are about the program in which equality i is
 * divided by its norm |(A_i, B_i)|, column j of B by its norm after that, b by its largest entry
 * beta, and (C, f) by its largest entry gamma (a norm or an entry that is 0 counts as 1), so that
 * they mean the same whatever the units:
 *
 *     primal = |b - A(X) - B g| / beta            least_X = least eigenvalue of X / beta
 *     dual   = |(C - A^T(y) - Z, f - B^T y)| / gamma    least_Z = least eigenvalue of Z / gamma
 *     gap    = |p - d| / (beta gamma + |p| + |d|),  p and d the values of the two programs
 *
 * OPTIMAL means: all of these were computed from the answer and the program as it was given, in
 * extended precision where sums cancel, and none exceeds the tolerance (least_X and least_Z: none
 * is below minus the tolerance). They bound the distance to a solution only if the program is well
 * conditioned: a program without interior can have small residuals at values away from its
 * optimum, and no solver in doubles can tell. Proofs start from exact numbers, not from here.
 *
 * INFEASIBLE means that a ray was found and checked:
 *
 *     primal infeasible   y, normalised b^T y = 1:   ray = max(0, greatest eigenvalue of A^T(y))
 *                         + |B^T y|; a feasible (X, g) would have tr X + |g| >= beta / ray
 *     dual infeasible     (X, g), X >= 0, normalised <C, X> + f^T g = -1:   ray = |A(X) + B g|
 *                         + max(0, minus the least eigenvalue of X);
 *                         a feasible y would have |y| or tr Z >= gamma / ray, about
 *
 * in the norms of the normalised program; ray = 0 is a certificate up to the rounding of the check.
 *
 * THREADS. A program is constant while it is solved and may be shared; several solves may run at
 * once. The answer has the same bits for any number of threads.
 */
#ifndef STANDSTILL_SDP_H
#define STANDSTILL_SDP_H

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- programs -------------------------------------------------------------------------------- */

typedef struct ss_sdp_block {
  size_t size;
  bool diagonal; /* `size` numbers that are not negative */
} ss_sdp_block;

/* An entry of A_i, or of C (whose `equality` is not read). It stands for itself and its mirror
 * image: give either of the two. Entries of one place are added. Indices begin at 0. */
typedef struct ss_sdp_entry {
  size_t equality, block, row, column;
  double value;
} ss_sdp_entry;

/* An entry of B. Entries of one place are added. */
typedef struct ss_sdp_coefficient {
  size_t equality, variable;
  double value;
} ss_sdp_coefficient;

typedef struct ss_sdp_program {
  size_t blocks;
  const ss_sdp_block *block;
  size_t equalities;
  const double *b;
  size_t variables; /* free ones */
  const double *f;
  size_t costs;
  const ss_sdp_entry *cost; /* C */
  size_t entries;
  const ss_sdp_entry *entry; /* all A_i, in any order */
  size_t coefficients;
  const ss_sdp_coefficient *coefficient; /* B, in any order */
} ss_sdp_program;

/* SS_BAD_ARGUMENT if an index is out of range, a number is not finite, an entry of a diagonal block
 * is off its diagonal, or a pointer is NULL where its count is not 0. */
ss_status ss_sdp_check(const ss_sdp_program *program);

/* Where a block begins in X and Z: size^2 numbers (both triangles, by columns), or `size` numbers
 * of a diagonal one, block after block. block = blocks: how many numbers there are. */
size_t ss_sdp_offset(const ss_sdp_program *program, size_t block);

/* ---- answers --------------------------------------------------------------------------------- */

#define SS_SDP_OUTCOME_LIST(X)                                                                     \
  X(OPTIMAL, "optimal")                                                                            \
  X(PRIMAL_INFEASIBLE, "primal infeasible")                                                        \
  X(DUAL_INFEASIBLE, "dual infeasible")                                                            \
  X(STALLED, "stalled")                                                                            \
  X(LIMIT, "limit")

typedef enum ss_sdp_outcome {
#define SS_SDP_OUTCOME_ENUM(name, word) SS_SDP_##name,
  SS_SDP_OUTCOME_LIST(SS_SDP_OUTCOME_ENUM)
#undef SS_SDP_OUTCOME_ENUM
      SS_SDP_OUTCOME_COUNT
} ss_sdp_outcome;

const char *ss_sdp_outcome_word(ss_sdp_outcome outcome);

/* A point, or a ray if the program is infeasible (then what does not belong to the ray is 0). */
typedef struct ss_sdp_point {
  double *X, *Z; /* ss_sdp_offset(program, blocks) numbers each */
  double *g;     /* variables */
  double *y;     /* equalities */
} ss_sdp_point;

/* What was measured of a point, as defined at the head. */
typedef struct ss_sdp_residuals {
  double primal_value, dual_value; /* <C, X> + f^T g and b^T y, not normalised */
  double primal, dual, gap;
  double least_X, least_Z; /* infinity where there is no block */
} ss_sdp_residuals;

typedef struct ss_sdp_options {
  double tolerance;  /* of every residual */
  size_t iterations; /* at most */
  double seconds;    /* at most, of the clock on the wall; 0: no limit */
  size_t threads;    /* for the blocks; 0 counts as 1 */
} ss_sdp_options;

/* 1e-9, 200 iterations, no limit of time, one thread. */
ss_sdp_options ss_sdp_default_options(void);

typedef struct ss_sdp_answer {
  ss_sdp_outcome outcome;
  const char *reason; /* one sentence: why it ended so */
  ss_sdp_point point;
  ss_sdp_residuals residuals; /* of the point; not of a ray */
  double ray;                 /* residual of the ray, if infeasible */
  size_t iterations;
  size_t dependent; /* equalities that follow from the others and were left out; their y is 0 */
  const size_t *dependents;
  size_t idle; /* free variables whose columns of B depend on the others; their g is 0 */
} ss_sdp_answer;

/* Solves the program. The answer lives in the arena. SS_OK: optimal, or infeasible with its ray.
 * SS_NO_CONVERGENCE: stalled; SS_LIMIT: iterations or seconds; the best point with its residuals is
 * in the answer. SS_BAD_ARGUMENT, SS_MEMORY: no answer. Nothing is allocated inside the iterations.
 */
ss_status ss_sdp_solve(const ss_sdp_program *program, const ss_sdp_options *options,
                       ss_arena *arena, ss_sdp_answer *answer);

/* The residuals of any point, from the program as it is given. O(entries + sum of size^3). */
ss_status ss_sdp_measure(const ss_sdp_program *program, const ss_sdp_point *point, ss_arena *arena,
                         ss_sdp_residuals *residuals);

/* The residual of a ray of either kind, as defined at the head; infinity if b^T y is not positive
 * or <C, X> + f^T g not negative. */
ss_status ss_sdp_measure_primal_ray(const ss_sdp_program *program, const double *y, ss_arena *arena,
                                    double *ray);
ss_status ss_sdp_measure_dual_ray(const ss_sdp_program *program, const double *X, const double *g,
                                  ss_arena *arena, double *ray);

/* ---- files ----------------------------------------------------------------------------------- */

enum { SS_SDP_FILE_MOST = 1 << 30 }; /* bytes */

/* SDPA's sparse format (.dat-s):  minimise c^T x  such that  sum_i x_i F_i - F_0 >= 0.
 *
 * It is the dual program here, with b = c, A_i = F_i, C = -F_0, y = -x; the optimum in the
 * convention of the file is minus the optimum here. The format has no free variables: they are
 * written as one diagonal block of differences, g = g+ - g-, the last one, and a diagonal block
 * that consists of such pairs, entry for entry the opposite of each other, is read as free
 * variables. A program that is written is read back as the same, its numbers bit for bit, entries
 * of one place added. */

/* Reads a file; the list is started here. SS_IO, SS_BAD_INPUT: the list says why. The program lives
 * in the arena. */
ss_status ss_sdp_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                      const ss_sdp_program **program);

/* The same from a text; the list must have been started. */
ss_status ss_sdp_read_text(const char *text, size_t length, ss_arena *arena, ss_diagnostics *list,
                           const ss_sdp_program **program);

/* Writes a program over a file of that name; `title`, if not NULL, becomes a comment. SS_IO. */
ss_status ss_sdp_write(const ss_sdp_program *program, const char *title, const char *path);

/* The same into a text. */
ss_status ss_sdp_write_text(const ss_sdp_program *program, const char *title, ss_text *text);

#ifdef __cplusplus
}
#endif

#endif
