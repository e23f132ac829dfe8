/* interior.h: what the files of this room share: the normalised program ("form"), its operators,
 * and the steps of the interior point method.
 *
 * A point of the cone is one array, `form->length` numbers: first the scalars (x >= 0), then the
 * matrix blocks, both triangles, by columns, each aligned to 64 bytes.
 */
#ifndef SS_SDP_INTERIOR_H
#define SS_SDP_INTERIOR_H

#include "standstill/sdp.h"

/* ---- units (scales.c) ------------------------------------------------------------------------ */

/* Powers of two: equality i is multiplied by row[i], variable j stands for column[j] of it, X and g
 * are measured in beta, Z and y in gamma. */
typedef struct ss_scales {
  double *row, *column, beta, gamma;
} ss_scales;

ss_status ss_scales_make(const ss_sdp_program *program, ss_arena *arena, ss_scales *scales);

/* ---- the normalised program (form.c) --------------------------------------------------------- */

typedef struct ss_sdp_form_block {
  size_t n, at;       /* size; where it begins in a point */
  size_t first, last; /* its entries */
} ss_sdp_form_block;

/* An entry and its mirror image; the value of a diagonal entry is halved, so that the pair of it is
 * the entry too and no formula has cases. */
typedef struct ss_sdp_form_entry {
  uint32_t row, column, equality;
  double value;
} ss_sdp_form_entry;

/* The entries of one equality in one block. */
typedef struct ss_sdp_form_part {
  size_t block, first, last;
} ss_sdp_form_part;

/* A coefficient of an equality: of a scalar. `index` is the scalar, or the equality by columns. */
typedef struct ss_sdp_form_term {
  size_t index;
  double value;
} ss_sdp_form_term;

/* Where a row of a block of the program went. */
typedef struct ss_sdp_form_place {
  size_t block; /* SIZE_MAX: a scalar; SIZE_MAX - 1: nowhere, nothing asks for it */
  size_t index; /* its row there, or its number among the scalars */
} ss_sdp_form_place;

#define SS_SDP_FORM_SCALAR  SIZE_MAX
#define SS_SDP_FORM_NOWHERE (SIZE_MAX - 1)

typedef struct ss_sdp_form {
  size_t m, p;              /* equalities and free variables that are kept */
  size_t scalars, blocks;   /* of the cone */
  size_t order, length;     /* scalars + sum n; numbers of a point */
  size_t largest;           /* n of the largest block */
  ss_sdp_form_block *block; /* */
  ss_sdp_form_entry *entry; /* by block, then by equality */
  ss_sdp_form_part *part;   /* by equality, then by block */
  size_t *part_start;       /* m + 1 */
  ss_sdp_form_term *term;   /* scalars, by equality */
  size_t *term_start;       /* m + 1 */
  ss_sdp_form_term *down;   /* the same by scalar, equalities ascending */
  size_t *down_start;       /* scalars + 1 */
  double *B;                /* m x p, by columns */
  double *C, *b, *f;        /* a point; m; p */
  double *row_scale;        /* equality i was multiplied by it; powers of two, all of them */
  double *column_scale;     /* p: g = beta column_scale g' */
  double beta, gamma;       /* X = beta X', Z = gamma Z' */
  size_t *equality;         /* m: its number in the program */
  size_t *variable;         /* p */
  ss_sdp_form_place *place; /* of every row of every block of the program */
  size_t *place_start;      /* blocks of the program + 1 */
} ss_sdp_form;

/* Which equalities and free variables of a program are kept; NULL: all. */
typedef struct ss_sdp_form_choice {
  const bool *equality, *variable;
} ss_sdp_form_choice;

ss_status ss_sdp_form_make(const ss_sdp_program *program, ss_sdp_form_choice choice,
                           ss_arena *arena, ss_sdp_form *form);

/* The point of the program from one of the form, and y, g; what was not kept is 0. */
void ss_sdp_form_expand(const ss_sdp_program *program, const ss_sdp_form *form, double scale,
                        const double *point, double *whole);

/* ---- operators (operators.c) ----------------------------------------------------------------- */

/* r = b - A(X) - B g, accumulated in long double; b = NULL: 0. */
void ss_sdp_form_residual(const ss_sdp_form *form, size_t threads, const double *b, const double *X,
                          const double *g, double *r);

/* S = C - A^T(y) - Z; C = NULL or Z = NULL: 0. */
void ss_sdp_form_slack(const ss_sdp_form *form, size_t threads, const double *C, const double *y,
                       const double *Z, double *S);

/* r = f - B^T y in long double; f = NULL: 0. */
void ss_sdp_form_free_residual(const ss_sdp_form *form, const double *f, const double *y,
                               double *r);

/* <X, Z>, summed block by block. */
double ss_sdp_form_dot(const ss_sdp_form *form, const double *X, const double *Z);

/* ---- dense matrices, by columns (dense.c) ---------------------------------------------------- */

/* C = A B. */
void ss_dense_multiply(size_t n, const double *A, const double *B, double *C);

/* U = T Y^T, T and Y n x rank; by OpenBLAS. */
void ss_dense_multiply_outer(size_t n, size_t rank, const double *T, const double *Y, double *U);

/* The lower factor of A into L (whose upper triangle is set to 0); false: not positive definite. */
bool ss_dense_factor(size_t n, const double *A, double *L);

/* The inverse of L L^T, both triangles. `work`: n^2. */
void ss_dense_invert(size_t n, const double *L, double *work, double *inverse);

/* W = L^-1 D L^-T, both triangles. */
void ss_dense_congrue(size_t n, const double *L, const double *D, double *W);

/* A lower bound of the least eigenvalue of W, within `slack` |W|; W is overwritten. work: 3 n. */
double ss_dense_least(size_t n, double *W, double slack, double *work);

/* The same of L^-1 D L^-T without forming it, by Lanczos' method: an estimate, for large n.
 * work: ss_dense_lanczos_size(n). */
double ss_dense_least_lanczos(size_t n, const double *L, const double *D, double *work);
size_t ss_dense_lanczos_size(size_t n);

/* The lower factor of an m x m matrix in place; false: not positive definite. With pivots (from 1):
 * its rank, work: 2 m. Solving with it. */
bool ss_dense_factor_large(size_t m, double *M);
size_t ss_dense_factor_pivoted(size_t m, double *M, int *pivot, double tolerance, double *work);
void ss_dense_solve_large(size_t m, const double *L, size_t columns, double *x);

/* The eigenvalues of a symmetric matrix that is overwritten, ascending; `vectors`: it receives
 * them.
 */
ss_status ss_dense_eigen(size_t n, double *A, bool vectors, double *values);

/* Up to this size matrices are worked on by plain loops, which many threads may run at once; beyond
 * it by OpenBLAS, one call at a time in the whole process. */
enum { SS_DENSE_SMALL = 40 };

/* ---- the Schur complement (schur.c, system.c) ------------------------------------------------ */

/* The lower triangle of M_ij = <A_i, X A_j V>, m x m by columns. work: threads times
 * ss_schur_work_size. */
void ss_schur_form(const ss_sdp_form *form, size_t threads, const double *X, const double *V,
                   double *work, double *M);
size_t ss_schur_work_size(const ss_sdp_form *form);

/* The system  M dy + B dg = h,  B^T dy = r,  factored. */
typedef struct ss_kkt {
  const ss_sdp_form *form;
  double *M;     /* m x m: M + omega B B^T, then its factor */
  double *Q;     /* m x p: (M + omega B B^T)^-1 B */
  double *S;     /* p x p: the factor of B^T Q */
  double *scale; /* m: the diagonal was made 1 */
  double omega;
  double shift;  /* what was added to the diagonal */
  size_t shifts; /* how many shifts were tried */
} ss_kkt;

ss_status ss_kkt_make(const ss_sdp_form *form, ss_arena *arena, ss_kkt *kkt);

/* Factors what ss_schur_form left in kkt->M; false: not even with a shift. */
bool ss_kkt_factor(ss_kkt *kkt);
/* Factors it once more, with the shift of that number or the first larger one with which there is a
 * factor; false: there is none. */
bool ss_kkt_shift(ss_kkt *kkt, size_t shifts);
void ss_kkt_solve(ss_kkt *kkt, const double *h, const double *r, double *dy, double *dg);

/* ---- dependent rows and columns (depend.c) --------------------------------------------------- */

typedef struct ss_depend {
  bool *equality, *variable; /* of the program: kept */
  size_t dependent, idle;    /* not kept */
  double *y;                 /* a ray of primal infeasibility, of the program, or NULL */
  double *g;                 /* a ray of dual infeasibility, of the program, or NULL */
} ss_depend;

/* `form` has all equalities and variables. */
ss_status ss_depend_find(const ss_sdp_program *program, const ss_sdp_form *form, size_t threads,
                         ss_arena *arena, ss_depend *depend);

/* ---- the iteration (iterate.c, direction.c, step.c) ------------------------------------------ */

/* A point of the form and of its dual. */
typedef struct ss_iterate {
  double *X, *Z, *y, *g;
} ss_iterate;

typedef struct ss_sdp_run {
  const ss_sdp_form *form;
  ss_sdp_options options;
  size_t threads;
  ss_kkt kkt;
  ss_iterate now, best, step, guess;   /* guess: the predictor's step */
  ss_iterate spare;                    /* the best step so far while it is refined */
  double *LX, *LZ, *V;                 /* factors of X and Z; V = Z^-1 */
  double *Rd, *rp, *rf;                /* residuals: dual, primal, of the free variables */
  double *K, *E;                       /* the fixed part of a step; work */
  double *h, *r, *ddy, *ddg, *zy, *zg; /* of the linear system and its refinement */
  double *work;                        /* threads times work_each */
  size_t work_each;
  double *least; /* one per block, and one for the scalars */
  double mu, sigma;
  double primal, dual, gap, value_primal, value_dual; /* of now */
  double merit;                                       /* of best */
  size_t improved;                                    /* when best was found */
  double linear;                                      /* residual of the last linear system */
} ss_sdp_run;

ss_status ss_sdp_run_make(const ss_sdp_form *form, const ss_sdp_options *options, ss_arena *arena,
                          ss_sdp_run *run);

void ss_sdp_run_copy(const ss_sdp_form *form, const ss_iterate *from, ss_iterate *to);

/* How the iterations ended; the best iterate is in run->best, a ray in run->now. */
ss_sdp_outcome ss_sdp_run_iterate(ss_sdp_run *run, size_t *iterations, const char **reason);

/* Whether the iterates point along a ray: SS_SDP_PRIMAL_INFEASIBLE (then now.y is it, b^T y = 1),
 * SS_SDP_DUAL_INFEASIBLE (now.X, now.g), or SS_SDP_STALLED: no.
 * The system of the step must be factored. */
ss_sdp_outcome ss_ray_find(ss_sdp_run *run);

/* The step towards sigma mu on the central path, with the corrector <- guess if it is not NULL. */
void ss_sdp_run_direction(ss_sdp_run *run, double sigma, const ss_iterate *guess, ss_iterate *step);

/* out = in - sym(X D V): how X answers a change D of Z. in = NULL: 0; out may be in. */
void ss_sdp_run_respond(const ss_sdp_run *run, const double *X, const double *D, const double *in,
                        double *out);

/* The largest step within the cone from a point with factor L along D, at most `most`. */
double ss_sdp_run_longest(ss_sdp_run *run, const double *point, const double *L, const double *D,
                          double most);

/* Factors of X or Z; false: not in the interior. */
bool ss_sdp_run_factor(ss_sdp_run *run, const double *point, double *L);

#endif
