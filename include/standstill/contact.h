/* contact.h: force laws, impact laws, and the contact problem with its solvers.
 *
 * THE CONTACT PROBLEM. Given G and c, find reactions r and local velocities xi with
 *
 *     xi = G r + c,        G = W^T M^-1 W  (symmetric, positive semidefinite, possibly singular),
 *
 * such that every contact obeys its law. One form serves three uses:
 *
 *     impact          r impulses, c = (I + E) W^T u-, xi = gamma+ + E gamma- (Newton's restitution)
 *     time stepping   r impulses over the step, c = W^T (u + M^-1 h dt) + E W^T u
 *     acceleration    r forces, c = W^T M^-1 h + (dW/dt)^T u, xi = accelerations of closed contacts
 *
 * A contact owns consecutive components of r, xi and c: the normal one first (contacts and sliders
 * only), then those of its friction law. With C the law's convex set of negative forces for a unit
 * normal force (symmetric about 0 for all friction laws):
 *
 *     contact    0 <= xi_N, 0 <= r_N, xi_N r_N = 0;   xi_T in N_{C(r_N)}(-r_T),  C(N) = N C
 *     slider     xi_N = 0;                            xi_T in N_{C(|r_N|)}(-r_T)
 *     friction                                        xi_T in N_{C(normal)}(-r_T)
 *     clutch     0 <= xi, 0 <= r, xi r = 0
 *     sliding    (acceleration level, gamma_T != 0)   r_T = N slide, N = r_N, |r_N| or normal
 *
 * THE RESIDUAL of (r, xi) is that of the natural map, made independent of units: with
 * g_i = largest diagonal entry of G in contact i (1 where that is 0),
 *
 *     F_i = g_i (r_i - prox(r_i - xi_i / g_i)),
 *     residual = |F| / sqrt(|c|^2 + sum over friction contacts (g_i bound_i normal_i)^2)
 *
 * normal part: prox on r_N >= 0 (a slider: F_N = xi_N); tangential part: prox on the set of radius
 * max(r_N, 0), |r_N| or normal; a sliding contact: F_T = g (r_T - N slide). bound_i is the largest
 * friction force for a unit normal force. A residual of 1e-10 so means ten digits of the
 * velocities. SS_RESIDUAL_UNIT takes g_i = 1 and divides by |c|, the scaling of Siconos's fc2d and
 * fc3d errors.
 */
#ifndef STANDSTILL_CONTACT_H
#define STANDSTILL_CONTACT_H

#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- force laws as convex sets --------------------------------------------------------------- */

/* A friction law and its arguments, in the order of the model language: coulomb(mu), disk(mu),
 * ellipse(mu1, mu2), contensou(mu, r), rolling(mu, r, mur). C is the set of admissible negative
 * forces for a unit normal force:
 *
 *     frictionless  {} (no components)         coulomb   [-mu, mu]
 *     disk          |x| <= mu                  ellipse   (x1/mu1)^2 + (x2/mu2)^2 <= 1
 *     contensou     uniform pressure on a disc of radius r: {(f, tau)} with support function
 *                   mu <|v + omega x y|>, the mean over the disc's points y
 *     rolling       contensou(mu, r) x disk(mur)
 *     oneway        R^-, whatever the normal force: also the set of a unilateral normal force
 */
typedef struct ss_law {
  ss_law_kind kind;
  double argument[3];
} ss_law;

/* The nearest point of N C to x, N >= 0. p may be x. */
void ss_law_prox(const ss_law *law, double normal, const double *x, double *p);

/* An element of the generalised Jacobian of prox with respect to x (J, dimension x dimension,
 * column major) and to the normal force (dN). */
void ss_law_prox_derivative(const ss_law *law, double normal, const double *x, double *J,
                            double *dN);

/* The support function sup {v . y : y in N C} (+inf for oneway with v < 0) and, where `point` is
 * not NULL, a y that attains it (0 where none does or v = 0). */
double ss_law_support(const ss_law *law, double normal, const double *v, double *point);

/* Is x in N C, widened by `tolerance` in the Euclidean norm? */
bool ss_law_contains(const ss_law *law, double normal, const double *x, double tolerance);

/* Is 0 an interior point of N C? */
bool ss_law_zero_is_interior(const ss_law *law, double normal);

/* Dimension of the affine hull of N C: at most the number of components. */
int ss_law_set_dimension(const ss_law *law, double normal);

/* ---- the same in balls (law_balls.c) --------------------------------------------------------- */

/* sum = the support function of C, for a unit normal force, over the balls of the arguments and of
 * v (as many as the law has components): encloses every value. For oneway: 0 where v >= 0
 * throughout, else indeterminate. */
void ss_law_support_balls(ss_law_kind kind, arb_srcptr argument, arb_srcptr v, arb_t sum,
                          slong precision);

/* Is x in N C for all numbers in the balls (PROVED), or for none (REFUTED)? N must be >= 0
 * throughout. Contensou's set is judged by chords of its boundary and never refuted. */
ss_verdict ss_law_contains_balls(ss_law_kind kind, arb_srcptr argument, const arb_t normal,
                                 arb_srcptr x, slong precision);

/* ---- the contact problem --------------------------------------------------------------------- */

typedef struct ss_contact {
  ss_element_kind kind;
  ss_law law;
  size_t offset; /* of its first component in r, xi, c: the sum of the earlier dimensions */
  double normal; /* friction: the known normal force (or impulse), >= 0 */
  bool sliding;  /* acceleration level: the slip velocity is not 0, so r_T = N slide */
  bool turning;  /* rolling: the same of its roll, the components from SS_ROLL_FIRST on */
  /* minus the maximiser of the support function at gamma_T; its sign names the mode, -0.0 too */
  double slide[SS_SLIP_MOST];
} ss_contact;

/* The set of `rolling` is a product: its first part (slip and spin, which are coupled) and its roll
 * move or are held each by itself. Of other laws there is only the first part. */
enum { SS_ROLL_FIRST = 3, SS_PARTS_MOST = 2 };

/* Parts of a law; the components [first, last) of one of them. */
size_t ss_law_parts(ss_law_kind kind);
size_t ss_law_part_first(size_t part);
size_t ss_law_part_last(ss_law_kind kind, size_t part);

/* The law of one part: contensou(mu, r) and disk(mur) of rolling(mu, r, mur). */
ss_law ss_law_part(const ss_law *law, size_t part);

/* The maximiser of the support function at a slip, for a unit normal force, and its derivatives. */
typedef struct ss_law_slope {
  double point[SS_ROLL_FIRST], by_slip[SS_ROLL_FIRST][SS_ROLL_FIRST];
  double by_argument[SS_ROLL_FIRST][2];
} ss_law_slope;

/* Of a law of one part (not `rolling`). False where there is none: no slip, a set without interior.
 */
bool ss_law_find_slope(const ss_law *law, const double *v, ss_law_slope *slope);

/* The outer unit normal where the ray through a force leaves the set of a law of one part: disk,
 * ellipse, contensou. False where there is none: no force, a set without interior. */
bool ss_law_find_normal(const ss_law *law, const double *force, double *normal);

/* Does friction component a of the contact slide? */
static inline bool ss_contact_slides(const ss_contact *contact, size_t a) {
  return a < SS_ROLL_FIRST ? contact->sliding : contact->turning;
}

/* Components of a contact: 1 (normal; contact and slider) + those of its law; 1 for a clutch. */
size_t ss_contact_dimension(const ss_contact *contact);

/* G in compressed block rows: row i's blocks are start[i] <= k < start[i + 1], block k is in column
 * column[k], and its entries, dimension(i) x dimension(column[k]) column major, begin at
 * value[at[k]]. Columns ascend within a row, the diagonal block is always stored, and both
 * triangles are. */
typedef struct ss_block_matrix {
  const size_t *start, *column, *at;
  const double *value;
} ss_block_matrix;

typedef struct ss_contact_problem {
  size_t contacts, size; /* size = sum of the dimensions */
  const ss_contact *contact;
  const double *dense;           /* size x size, column major; NULL where G is `sparse` */
  const ss_block_matrix *sparse; /* NULL where G is dense */
  const double *c;
} ss_contact_problem;

/* SS_BAD_ARGUMENT if offsets, parameters or numbers are out of range (negative or not finite);
 * `problem->size` must agree. O(size^2) for dense G. The solvers do not call it. */
ss_status ss_contact_check(const ss_contact_problem *problem);

/* xi = G r + c. */
void ss_contact_velocity(const ss_contact_problem *problem, const double *r, double *xi);

typedef enum ss_residual_kind { SS_RESIDUAL_SCALED, SS_RESIDUAL_UNIT } ss_residual_kind;

/* The residual of r as defined above; xi receives G r + c. */
double ss_contact_residual(const ss_contact_problem *problem, ss_residual_kind kind,
                           const double *r, double *xi);

/* ---- solvers --------------------------------------------------------------------------------- */

/* auto chooses by size and shape. enumerate and lemke take dense planar problems only (laws
 * frictionless, coulomb, oneway). */
#define SS_METHOD_LIST(X)                                                                          \
  X(AUTO, "auto")                                                                                  \
  X(ENUMERATE, "enumerate")                                                                        \
  X(LEMKE, "lemke")                                                                                \
  X(NEWTON, "newton")                                                                              \
  X(GAUSS_SEIDEL, "gauss-seidel")

typedef enum ss_contact_method {
#define SS_METHOD_ENUM(name, word) SS_METHOD_##name,
  SS_METHOD_LIST(SS_METHOD_ENUM)
#undef SS_METHOD_ENUM
      SS_METHOD_COUNT
} ss_contact_method;

const char *ss_contact_method_word(ss_contact_method method);

typedef struct ss_contact_options {
  ss_contact_method method;
  ss_residual_kind residual;
  double tolerance;
  size_t passes_most, newton_most, pivots_most;
  /* sparse G: blocks that its factors may have, for workspaces that serve many problems; one that
   * needs more is solved without Newton's method. 0: as many as the problem needs */
  size_t fill_most;
  bool warm; /* r holds a guess */
} ss_contact_options;

/* auto, scaled, 1e-10, limits that only defective problems reach, cold start. */
ss_contact_options ss_contact_default_options(void);

typedef struct ss_contact_report {
  ss_contact_method method; /* the one that produced r */
  double residual;          /* of r, recomputed from G and c */
  size_t iterations;        /* modes, pivots, Newton steps and passes together */
} ss_contact_report;

/* Bytes of workspace for problems of this size, shape and storage; the workspace must be aligned to
 * 64 bytes. */
size_t ss_contact_work_size(const ss_contact_problem *problem, const ss_contact_options *options);

/* Solves. SS_OK: the residual of r is at most the tolerance, verified. SS_NO_CONVERGENCE: no method
 * reached it; r is the best one found and report->residual says how good it is.
 * SS_BAD_ARGUMENT: the method asked for cannot take the problem. No allocation. */
ss_status ss_contact_solve(const ss_contact_problem *problem, const ss_contact_options *options,
                           void *work, double *r, double *xi, ss_contact_report *report);

/* The same; what is not solved so is tried again as a sequence of easier problems (proximal.c), for
 * seconds rather than milliseconds. For single problems, not for time steps: allocates, in the
 * arena, which is left as it was. */
ss_status ss_contact_solve_patiently(ss_arena *arena, const ss_contact_problem *problem,
                                     const ss_contact_options *options, double *r, double *xi,
                                     ss_contact_report *report);

/* ---- all solutions of a small planar problem ------------------------------------------------- */

/* "closed" is the name of a closed contact or slider without friction, "slip" that of spatial slip,
 * "roll" that of a contact with the law rolling that sticks while it rolls. */
#define SS_MODE_LIST(X)                                                                            \
  X(FREE, "free")                                                                                  \
  X(STICK, "stick")                                                                                \
  X(SLIP_PLUS, "slip+")                                                                            \
  X(SLIP_MINUS, "slip-")                                                                           \
  X(CLOSED, "closed")                                                                              \
  X(SLIP, "slip")                                                                                  \
  X(ROLL, "roll")

typedef enum ss_mode {
#define SS_MODE_ENUM(name, word) SS_MODE_##name,
  SS_MODE_LIST(SS_MODE_ENUM)
#undef SS_MODE_ENUM
      SS_MODE_COUNT
} ss_mode;

const char *ss_mode_word(ss_mode mode);

enum { SS_ENUMERATE_MOST = 8 }; /* contacts */

/* A solution, named by its motion: free if xi_N > 0, else by the sign of xi_T. Equal xi mean equal
 * motions (G = W^T M^-1 W: G d = 0 implies W d = 0), so the list holds each motion once. Where
 * dependent directions let several forces produce the same motion, r is one of them and
 * forces_unique is false; where a whole range of motions lies within one mode, motion_unique is
 * false. */
typedef struct ss_mode_solution {
  ss_mode mode[SS_ENUMERATE_MOST];
  double r[2 * SS_ENUMERATE_MOST], xi[2 * SS_ENUMERATE_MOST];
  double residual;
  bool forces_unique, motion_unique;
} ss_mode_solution;

typedef enum ss_solutions {
  SS_SOLUTIONS_NONE,
  SS_SOLUTIONS_UNIQUE,
  SS_SOLUTIONS_SEVERAL
} ss_solutions;

const char *ss_solutions_word(ss_solutions solutions); /* "none", "unique", "several" */

typedef struct ss_mode_list {
  size_t count;
  ss_mode_solution *items;
  ss_solutions solutions; /* motions: none (Painleve), exactly one, several */
} ss_mode_list;

/* All solutions of a dense planar problem of at most SS_ENUMERATE_MOST contacts, up to `tolerance`
 * in the scaled residual. The list lives in the arena. */
ss_status ss_contact_enumerate(const ss_contact_problem *problem, double tolerance, ss_arena *arena,
                               ss_mode_list *list);

/* ---- problems in files ----------------------------------------------------------------------- */

enum { SS_PROBLEM_FILE_MOST = 1 << 30 }; /* bytes */

/* Reads a friction-contact problem in FCLIB's HDF5 form (local, or global and then reduced) or in
 * Siconos's text form. Planar contacts become coulomb(mu), spatial ones disk(mu), bilateral
 * constraints frictionless sliders behind them. The list is started here; the problem lives in the
 * arena. SS_IO, SS_BAD_INPUT: the list says why. */
ss_status ss_contact_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                          const ss_contact_problem **problem);

/* Siconos's text form; the list must have been started. */
ss_status ss_contact_read_text(const char *text, size_t length, ss_arena *arena,
                               ss_diagnostics *list, const ss_contact_problem **problem);

/* Writes the problem in FCLIB's local HDF5 form, over a file of that name. The form knows contacts
 * of one dimension with coulomb, disk or no friction, and sliders without friction: whatever else
 * is in the problem is SS_BAD_INPUT, and the list, which is started here, names it. */
ss_status ss_contact_write(const ss_contact_problem *problem, const char *title, const char *path,
                           ss_diagnostics *list, ss_arena *arena);

/* ---- many small planar problems at once ------------------------------------------------------ */

enum { SS_LANE_CONTACTS_MOST = 4 };

/* SS_LANES planar problems of one shape: kinds, laws and offsets of the contacts are shared,
 * numbers are not. Arrays are aligned to 64 bytes, number x of lane k is x[... * SS_LANES + k]. No
 * contact is sliding. */
typedef struct ss_contact_lanes {
  size_t contacts, size;
  const ss_contact *contact;
  const double *G;      /* size x size, column major; below the diagonal nothing is read */
  const double *c;      /* size */
  const double *mu;     /* one per contact; NULL: the laws' */
  const double *normal; /* one per contact (friction elements); NULL: the contacts' */
  const uint64_t *open; /* one per contact, bit k: not closed in lane k, r = 0; NULL: all closed */
  uint64_t strict;      /* lanes whose warm start is kept only if it is a thousand times better */
} ss_contact_lanes;

typedef struct ss_lane_report {
  uint64_t redone;   /* lanes that the lane method left to ss_contact_solve */
  uint64_t unsolved; /* lanes without a solution to the tolerance; their r is the best found */
  uint64_t kept;     /* lanes whose warm start was a solution already */
} ss_lane_report;

/* Bytes of workspace, aligned to 64 bytes. */
size_t ss_contact_lanes_work_size(const ss_contact_lanes *lanes, const ss_contact_options *options);

/* Solves all lanes: at most SS_LANE_CONTACTS_MOST contacts with laws frictionless, coulomb or
 * oneway, else SS_BAD_ARGUMENT. SS_NO_CONVERGENCE if a lane is unsolved. Every lane's residual is
 * verified. Answers agree with ss_contact_solve's to the tolerance where the solution is unique. A
 * warm start that is a solution is kept, any other one provides the first modes. */
ss_status ss_contact_solve_lanes(const ss_contact_lanes *lanes, const ss_contact_options *options,
                                 void *work, double *r, double *xi, ss_lane_report *report);

/* ---- the mass matrix: M = L L^T, L n x n, column major, lower triangle (ss_matrix_factor) ---- */

/* y = L^-1 y, y = L^-T y. */
void ss_contact_solve_lower(size_t n, const double *L, double *y);
void ss_contact_solve_upper(size_t n, const double *L, double *y);

/* Y = L^-1 W (n x size) and G = Y^T Y. */
void ss_contact_delassus(size_t n, const double *L, size_t size, const double *W, double *Y,
                         double *G);

/* v = M^-1 W r = L^-T Y r: what reactions r do to velocities. */
void ss_contact_respond(size_t n, const double *L, size_t size, const double *Y, const double *r,
                        double *v);

/* u^T L L^T u / 2 */
double ss_contact_energy(size_t n, const double *L, const double *u);

/* ---- impact laws ----------------------------------------------------------------------------- */

/* Closed contacts of a system at the moment of an impact. Contacts are as in a contact problem of
 * `size` components, W holds the directions of those components in its columns. */
typedef struct ss_impact {
  size_t n;        /* coordinates */
  const double *L; /* M = L L^T: n x n, column major, lower triangle (ss_matrix_factor) */
  const double *u; /* velocities before */
  size_t contacts, size;
  const ss_contact *contact;
  const double *W;     /* n x size, column major: gamma = W^T u + w */
  const double *w;     /* own velocity of the directions; NULL: 0 */
  const double *eN;    /* one per contact; NULL: 0. energetic: Tornambe's c_i */
  const double *eT;    /* one per contact; NULL: 0 */
  const size_t *order; /* sequence: the contacts in the order in which they are looked at */
  bool expands;        /* poisson: workspaces have room for a second phase */
  bool keeps_closed;   /* sequence: contacts that were hit stay closed and share later impulses */
} ss_impact;

#define SS_OUTCOME_LIST(X)                                                                         \
  X(DONE, "done")                                                                                  \
  X(UNSOLVED, "the contact problem has no solution that was found")                                \
  X(UNREACHABLE, "no impulse along the normals leads to the prescribed energy")                    \
  X(NEGATIVE, "the velocity is so large that the coefficient of restitution is negative")          \
  X(FRICTION, "this impact law is for frictionless contacts")                                      \
  X(ENDLESS, "the sequence of impacts did not come to an end")

typedef enum ss_impact_outcome {
#define SS_OUTCOME_ENUM(name, text) SS_IMPACT_##name,
  SS_OUTCOME_LIST(SS_OUTCOME_ENUM)
#undef SS_OUTCOME_ENUM
      SS_IMPACT_OUTCOME_COUNT
} ss_impact_outcome;

const char *ss_impact_outcome_text(ss_impact_outcome outcome);

typedef struct ss_impact_report {
  ss_impact_outcome outcome;
  double before, after;     /* kinetic energy */
  bool gains;               /* after > before, beyond rounding */
  double residual;          /* of the (worst) contact problem solved */
  size_t impacts;           /* single impacts of a sequence; else 1 */
  ss_contact_method method; /* of the last contact problem */
} ss_impact_report;

/* Bytes of workspace for any of the laws below, aligned to 64 bytes. */
size_t ss_impact_work_size(const ss_impact *impact, const ss_contact_options *options);

/* The laws give velocities after the impact and impulses (`size` numbers). SS_OK: done.
 * SS_NO_CONVERGENCE: the report's outcome says why not, and u_after = u. No allocation.
 *
 * newton: Leine & van de Wouw 2008, eqs. 20-23, 30-31: xi = gamma+ + E gamma- in the law of each
 * contact, so that a contact that takes no part may leave faster. With eN = eT = NULL the
 * completely inelastic impact of Bouma, eqs. 2.25-2.28. */
ss_status ss_impact_newton(const ss_impact *impact, const ss_contact_options *options, void *work,
                           double *u_after, double *Lambda, ss_impact_report *report);

/* Impacts one contact at a time, always the first in `order` that approaches, each with Newton's
 * law eN for its normal and Coulomb's law for its tangential velocity after the impact (Varkonyi,
 * eqs. 15-21). With keeps_closed, contacts that were hit take part in the later impacts
 * inelastically (Bouma's micro-impacts). Ends when no contact approaches faster than 1e-12 of the
 * first approach. */
ss_status ss_impact_sequence(const ss_impact *impact, const ss_contact_options *options, void *work,
                             double *u_after, double *Lambda, ss_impact_report *report);

/* Poisson's law: compression without restitution, then expansion, in which every contact gives back
 * at least eN of its normal impulse, Coulomb's law holding in both (Pfeiffer & Glocker 1996,
 * chapter 8; Anitescu & Potra 1997). eT is not used; `expands` must be set. */
ss_status ss_impact_poisson(const ss_impact *impact, const ss_contact_options *options, void *work,
                            double *u_after, double *Lambda, ss_impact_report *report);

/* The next order in lexicographic succession; false after the last (then the first again). */
bool ss_impact_next_order(size_t contacts, size_t *order);

/* Tornambe 1999, remark 8: T+ = T- prod e_i^2 with e_i = 1 - c_i |gamma_Ni-| over the approaching
 * contacts, all frictionless. The direction of the impulse is that of Newton's law with one common
 * coefficient, which for one contact is no choice at all. */
ss_status ss_impact_energetic(const ss_impact *impact, const ss_contact_options *options,
                              void *work, double *u_after, double *Lambda,
                              ss_impact_report *report);

/* ---- when energy cannot grow ----------------------------------------------------------------- */

/* Conditions 6 and 7 of Leine & van de Wouw 2008, theorem 1, with Newton's law. Each suffices for
 * T+ <= T- (7c only if no contact separates before: gamma_N- <= 0). */
typedef struct ss_restitution_conditions {
  bool in_range; /* 6: 0 <= eN < 1, |eT| < 1 */
  bool small;    /* 7a: left < right */
  bool equal;    /* 7b */
  bool smooth;   /* 7c: no friction */
  double
      left; /* 1 - b_min / b_max, b = (1 - e) / (1 + e): the printed 2 e / (1 + e) if an e is 0 */
  double right; /* 1 / cond G, 0 if G is singular */
} ss_restitution_conditions;

/* The printed 7a assumes e >= 0; with b_max in place of 1 it holds for all |e| < 1. */
ss_status ss_restitution_check(const ss_contact_problem *problem, const double *eN,
                               const double *eT, ss_arena *arena,
                               ss_restitution_conditions *conditions);

/* ---- a system at a state --------------------------------------------------------------------- */

/* The velocity of direction i: row i of W (n numbers per row) times u, plus its own. */
double ss_contact_rate(size_t n, const double *W, const double *w, size_t i, const double *u);

/* The contact of an element with its law's arguments (3) and, for friction, its normal force; its
 * offset is the caller's to set. */
ss_contact ss_contact_of(const ss_element *element, const double *argument, double normal);

/* The contact slips with gamma_T: it is sliding, and r_T = N slide opposes the slip. */
void ss_contact_slide(ss_contact *contact, const double *gammaT);

/* The same of those parts of its law for which `moves` is true. */
void ss_contact_slide_parts(ss_contact *contact, const double *gammaT, const bool *moves);

/* A state and the inputs there (NULL: 0). */
typedef struct ss_place {
  const double *q, *u, *v;
} ss_place;

/* The contact problem of a system at a state: its buffers, and what they hold. */
typedef struct ss_contact_state {
  const ss_system *system;
  size_t n, elements;
  const double *u;
  double *L;        /* of the mass matrix */
  double *load;     /* n: h + B v, and what else is known */
  double *free;     /* n: M^-1 load, the acceleration without contact forces */
  double *gamma;    /* velocities of all normals, then of all slips */
  bool *closed;     /* per element: gap closed; true where there is no gap (single states only) */
  bool approaching; /* a closed contact approaches (or a clutch turns back): an impact is due */
  size_t contacts, size;
  size_t *element;   /* of each contact of the problem */
  size_t *direction; /* of each component: among the normals, then the slips */
  ss_contact *contact;
  double *W, *Y, *w;       /* n x size, L^-1 W, own velocities */
  double *G, *c, *eN, *eT; /* eN, eT: per contact of the problem */
} ss_contact_state;

/* Buffers for any problem of the system, in the arena. None of the functions below allocates. */
ss_status ss_contact_state_create(ss_arena *arena, const ss_system *system,
                                  ss_contact_state *state);

/* L, gamma and load = h of the system's values at velocities u, which the state keeps; no contact
 * takes part yet. SS_SINGULAR if M is not positive definite. */
ss_status ss_contact_state_begin(ss_contact_state *state, const ss_system_values *values,
                                 const double *u);

/* free = M^-1 load, whatever the caller has added to the load. */
void ss_contact_state_load(ss_contact_state *state);

/* Element i takes part as the contact `as`, whose kind and law say with which directions; its
 * offset is set here. */
ss_contact *ss_contact_state_join(ss_contact_state *state, const ss_system_values *values, size_t i,
                                  const ss_contact *as);

/* G, and c = gamma' without contact forces; G, and c = (I + E) gamma. */
void ss_contact_state_pose_acceleration(ss_contact_state *state, const ss_system_values *values);
void ss_contact_state_pose_impact(ss_contact_state *state);

/* Has a contact of the system an impact law of two phases (poisson)? */
bool ss_impact_has_phases(const ss_system *system);

/* What was posed, for the solvers and for the impact laws. */
ss_contact_problem ss_contact_state_problem(const ss_contact_state *state);
ss_impact ss_contact_impact(const ss_contact_state *state);

/* Single states, in the arena. `values` are the system's at the place. SS_SINGULAR if M is not
 * positive definite (`closed` is valid then), SS_BAD_ARGUMENT if something is not finite.
 *
 * At acceleration level: closed contacts that do not separate, sliders, friction elements, clutches
 * that do not run free; those whose slip velocity is not 0 are sliding. */
ss_status ss_contact_at_acceleration(ss_arena *arena, const ss_system *system,
                                     const ss_system_values *values, const ss_place *place,
                                     ss_contact_state *state);

/* An impact by Newton's law: all closed contacts, sliders and clutches (a known friction force is
 * finite and gives no impulse). */
ss_status ss_contact_at_impact(ss_arena *arena, const ss_system *system,
                               const ss_system_values *values, const ss_place *place,
                               ss_contact_state *state);

/* All directions that act, moving or not: of closed contacts, sliders, frictions and clutches; c as
 * at acceleration level. */
ss_status ss_contact_at_state(ss_arena *arena, const ss_system *system,
                              const ss_system_values *values, const ss_place *place,
                              ss_contact_state *state);

/* A consistent combination of modes at a state. */
typedef struct ss_state_mode {
  ss_mode *mode;        /* per element */
  double *acceleration; /* u' */
  double *forces;       /* of the normals, then of the slips */
  bool forces_unique, motion_unique;
} ss_state_mode;

typedef struct ss_state_modes {
  size_t count;
  ss_state_mode *items;
  ss_solutions solutions;
  bool decided; /* false: not planar or too many contacts; items hold what the solver found */
} ss_state_modes;

/* All consistent modes of a problem at acceleration level. */
ss_status ss_contact_modes(ss_arena *arena, const ss_contact_state *state, ss_state_modes *modes);

#ifdef __cplusplus
}
#endif

#endif
