/* system.h: the equations of motion of a model,
 *
 *     M(q) u' = h(q, u, t) + B(q) v + sum over elements (W_N lambda_N + W_T lambda_T),
 *     gamma_N = W_N^T u + w_N,       gamma_N' = W_N^T u' + zeta_N,       and the same with T,
 *
 * derived by Lagrange's method as expressions over parameters, q, u, t, and compiled to tapes on
 * demand. v are the inputs. A system and its graph live in the arena that it was derived in. It is
 * derived in a graph of its own, over that of the model or of the system that it comes from, which
 * must outlive it; with its traits found, the graph is sealed. From then on nothing is written:
 * any number of threads may use one system.
 *
 * FIRST-ORDER STATES z (aux, rate) stand among the coordinates, with M_zz = 1, no energy, no part
 * in gaps and slips, and h_z = their rate. Their velocity is 0: what h_z moves is z itself,
 *
 *     z' = h_z(q, u, z, t),      u_z = u_z' = 0,
 *
 * so that rest, u = 0 with balanced h, is rest of z too. Who integrates must know (`aux`).
 *
 * Normals are the elements that have a gap (contacts and sliders), in the order of the file; slips
 * are all components of slip, spin and roll, element by element.
 */
#ifndef STANDSTILL_SYSTEM_H
#define STANDSTILL_SYSTEM_H

#include "standstill/model.h"
#include "standstill/tape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One direction in which a contact can move: gamma = W^T u + w and gamma' = W^T u' + zeta. */
typedef struct ss_direction {
  const ss_expr *W; /* one entry per coordinate */
  ss_expr w;        /* the part that moves by itself: the partial derivative with respect to t */
  ss_expr zeta;     /* W'^T u + w' */
} ss_direction;

typedef struct ss_system_element {
  const ss_element *element;
  size_t normal; /* index among the normals; SIZE_MAX for friction and clutch */
  size_t slip;   /* index of its first slip */
  size_t slips;  /* how many it has */
} ss_system_element;

/* What a tape of a system can compute: name, and how many numbers. Matrices row by row. */
#define SS_QUANTITY_LIST(X)                                                                        \
  X(M, n *n)                                                                                       \
  X(H, n)                                                                                          \
  X(B, n *inputs)                                                                                  \
  X(GAP, normals)                                                                                  \
  X(WN, normals *n)                                                                                \
  X(WN_TIME, normals) /* w */                                                                      \
  X(WN_RATE, normals) /* zeta */                                                                   \
  X(WT, slips *n)                                                                                  \
  X(WT_TIME, slips)                                                                                \
  X(WT_RATE, slips)                                                                                \
  X(NORMAL, elements) /* the known normal force of a friction, 0 for others */                     \
  X(LAW, 3 * elements)                                                                             \
  X(RESTITUTION, 2 * elements)                                                                     \
  X(ENERGY, 2) /* kinetic, potential */                                                            \
  X(FNC, n)                                                                                        \
  X(FGYR, n)                                                                                       \
  X(CONTROL, n)

typedef enum ss_quantity {
#define SS_QUANTITY_ENUM(name, count) SS_QUANTITY_##name,
  SS_QUANTITY_LIST(SS_QUANTITY_ENUM)
#undef SS_QUANTITY_ENUM
      SS_QUANTITY_COUNT
} ss_quantity;

/* M u' + C u + K q = f + W lambda with constant coefficients: expressions over parameters. */
typedef struct ss_linear_form {
  const ss_expr *M, *C, *K; /* n x n, row by row */
  const ss_expr *f;         /* n */
} ss_linear_form;

/* What an expression depends on: a set of these. */
enum { SS_ON_POSITION = 1, SS_ON_VELOCITY = 2, SS_ON_TIME = 4, SS_ON_PARAMETER = 8 };

/* What is asked of a system again and again, found once. */
typedef struct ss_traits {
  unsigned on[SS_QUANTITY_COUNT]; /* what each quantity depends on */
  size_t symbols;                 /* q_1, u_1, q_2, …, t, the parameters */
  const ss_expr *symbol;
  const bool *occurs;           /* a row of `symbols` per quantity (ss_system_occurs) */
  bool autonomous;              /* nothing depends on t */
  bool driven;                  /* a gap or a slip moves by itself: a w is not 0 */
  bool constant_mass;           /* M */
  bool diagonal_mass;           /* M */
  bool constant_directions;     /* W of all gaps and slips */
  bool polynomial;              /* h, in q and u */
  ss_expr kink;                 /* the first part of h that is not smooth; SS_EXPR_NONE: all is */
  const ss_linear_form *linear; /* NULL: h is not linear, or M, W or a law is not constant */
  const char *why_not_linear;   /* "the stiffness depends on x"; NULL if it is linear */
} ss_traits;

typedef struct ss_system {
  const ss_model *model;
  const ss_graph *graph; /* sealed; what needs more expressions makes a graph over it */
  size_t coordinates;    /* n */
  const ss_expr *q, *u;
  const ss_expr *state;     /* q_1, u_1, q_2, …, t */
  ss_expr zero;             /* the number 0 */
  const char *const *names; /* of the coordinates */
  size_t auxiliaries;       /* how many of them are first-order states */
  const bool *aux;          /* which are; n entries */

  ss_expr kinetic;                /* the terms of second order in u: 1/2 u^T M u */
  ss_expr potential;              /* U, less what T has without velocities: a turning frame's */
  ss_expr carried;                /* the terms of T of first order in u, which do no work */
  bool frame_moves;               /* T has terms of first order or none */
  const ss_expr *M;               /* n x n, symmetric */
  const ss_expr *h;               /* f_nc + f_gyr - dT/dq - dU/dq, without inputs */
  const ss_expr *gyroscopic;      /* f_gyr: no power */
  const ss_expr *nonconservative; /* f_nc, without inputs */
  const ss_expr *control;         /* the part of f_nc that a closed loop does; zeros otherwise */
  const ss_expr *law;             /* what the inputs of a closed loop follow; NULL otherwise */
  size_t inputs;
  const ss_expr *B; /* n x inputs, row by row */

  size_t elements, normals, slips;
  const ss_system_element *element;
  const ss_expr *gap;         /* one per normal */
  const ss_direction *normal; /* one per normal */
  const ss_direction *slip;   /* one per slip */

  /* For a system in the coordinates of a chart (ss_system_project), else NULL:
   * q_full = map(q), u_full = T u + df/dt, u_full' = T u' + kappa. */
  const struct ss_projection *projection;

  ss_traits traits;
} ss_system;

/* How a projected system comes from the full one, and the forces in its sliders:
 * lambda_N = a + b u' + D lambda + E v, one row per slider; lambda: the slips' forces, then the
 * normal forces of the contacts. */
typedef struct ss_projection {
  const ss_system *full;
  const ss_expr *map;      /* full q in terms of the chart's */
  const ss_expr *T;        /* full n x chart n, row by row */
  const ss_expr *velocity; /* full u in terms of the chart's: T u + df/dt */
  const ss_expr *kappa;    /* full n: T' u + the explicit time part */
  size_t sliders;
  const size_t *slider; /* index of each among the full system's normals */
  const ss_expr *a;     /* sliders */
  const ss_expr *b;     /* sliders x chart n */
  const ss_expr *D;     /* sliders x (slips + contacts) */
  const ss_expr *E;     /* sliders x inputs */
} ss_projection;

/* Derives the equations in the model's own coordinates. SS_LIMIT or SS_MEMORY can happen; the model
 * was checked when it was read. */
ss_status ss_system_derive(ss_arena *arena, const ss_model *model, ss_system **system);

/* The equations in the coordinates of the model's chart: M = T^T M T, h = T^T (h - M kappa),
 * W = T^T W (van de Wouw & Leine 2004, eqs. 9-16). The sliders' own directions vanish and are left
 * out; their friction stays, with normal forces from the projection. SS_BAD_ARGUMENT without a
 * chart, SS_SINGULAR if the sliders' directions are dependent everywhere. */
ss_status ss_system_project(ss_arena *arena, const ss_system *full, ss_system **system);

/* The system with its inputs replaced by formulas over parameters, q, u, t (one per input; the
 * model's feedback laws or a user's functions), saturated to the inputs' ranges. The formulas are
 * in a graph over the open system's, which the new system goes on in and seals. */
ss_status ss_system_close_loop(ss_arena *arena, const ss_system *open, ss_graph *graph,
                               const ss_expr *formula, ss_system **system);

/* Frictions that slip at rest with a constant velocity become forces, and those that fall with
 * speed have their coefficient at rest (belts.c). Where belts do, their slope counts as damping:
 * that at rest, for `near`, else the worst. *falls: one does, or a friction may hold nothing at
 * rest and rub all the same. What cannot be seen so is refused by a phrase in *why_not, *settled
 * NULL. */
ss_status ss_system_settle_belts(ss_arena *arena, const ss_system *from, bool near,
                                 ss_system **settled, bool *falls, const char **why_not);

/* A closed loop whose inputs can be pushed off what they follow: v = saturated law + p. The pushes
 * p are parameters of its model, behind all others, and 0; `closed` comes from `open`. */
ss_status ss_system_push(ss_arena *arena, const ss_system *open, const ss_system *closed,
                         ss_system **pushed);

/* The system with 0 in place of every parameter whose value is 0 (a spring that is switched off).
 * SS_BAD_INPUT if a formula divides by one. */
ss_status ss_system_insert_zeros(ss_arena *arena, const ss_system *from, const double *parameters,
                                 ss_system **inserted);

/* Are the formulas of the model, as they are written, smooth functions of the state, defined
 * everywhere in the ranges? What cancels counts: 0/(x - 1) is none. *why_not is NULL, or a phrase
 * that shows the formula. */
ss_status ss_system_check_written(ss_arena *arena, const ss_system *system, const char **why_not);

/* ---- domain.c: where formulas have a value --------------------------------------------------- */

/* What the argument of an operation must be for the operation to have a value. */
typedef enum ss_need {
  SS_NEED_NONZERO,     /* of a denominator, of the cosine of a tangent's argument */
  SS_NEED_POSITIVE,    /* of log */
  SS_NEED_NONNEGATIVE, /* of sqrt; 1 - a and 1 + a of asin and acos */
  SS_NEED_PERHAPS      /* positive is enough, but may not be needed: a^b with any b */
} ss_need;

typedef struct ss_domain {
  size_t count;
  const ss_expr *argument;
  const ss_need *need;
} ss_domain;

/* Symbols, and what takes their places. */
typedef struct ss_replacing {
  size_t pairs;
  const ss_expr *from, *to;
} ss_replacing;

/* What must hold so that all formulas of the model, as they are written, have a value at rest: what
 * cancels counts, as in 0/(x - 1). Arguments are expressions of `graph`, one over
 * the system's, and come before those that are made of them; symbols are replaced. What holds for
 * numbers is left out. With `chart` those of the chart's map alone, else those of all but it.
 * SS_LIMIT if definitions are too deep. */
ss_status ss_system_list_domain(ss_arena *arena, const ss_system *system, ss_graph *graph,
                                const ss_replacing *replace, bool chart, ss_domain *domain);

/* The first part of the expressions, of the system's graph or one over it, that sees the state and
 * is not smooth everywhere (sign, abs, log, a denominator, …) or, if asked, no polynomial;
 * SS_EXPR_NONE if all are. */
ss_status ss_system_find_kink(const ss_system *system, const ss_graph *graph, size_t count,
                              const ss_expr *exprs, bool polynomial, ss_expr *kink);

/* The first of q_1, u_1, q_2, …, t on which one of the expressions depends (of the system's graph
 * or one over it); SS_EXPR_NONE if none does: they are constant along every motion. */
ss_expr ss_system_find_dependence(const ss_system *system, const ss_graph *graph, size_t count,
                                  const ss_expr *exprs);

/* Whether a coordinate, velocity, parameter or t occurs in a quantity. */
bool ss_system_occurs(const ss_system *system, ss_quantity quantity, ss_expr symbol);

/* ---- numbers --------------------------------------------------------------------------------- */

#define SS_QUANTITY_BIT(name) (1u << SS_QUANTITY_##name)
#define SS_QUANTITY_ALL       ((1u << SS_QUANTITY_COUNT) - 1)

/* A tape with inputs q, u, t (in this order: ss_tape_in) and the model's parameters as its
 * parameters. offset[k] is where quantity k begins among the outputs. */
typedef struct ss_system_tape {
  ss_tape *tape;
  size_t offset[SS_QUANTITY_COUNT];
} ss_system_tape;

/* How many numbers a quantity has. */
size_t ss_system_count(const ss_system *system, ss_quantity quantity);

/* Compiles the quantities of the mask. */
ss_status ss_system_compile(const ss_system *system, unsigned quantities, ss_system_tape *tape);
void ss_system_tape_destroy(ss_system_tape *tape);

/* The same with some of the parameters, by their distinct indices, as inputs behind q, u, t: for
 * derivatives by them. The tape's parameters are the others, in their order. */
ss_status ss_system_compile_moving(const ss_system *system, unsigned quantities, size_t moved,
                                   const size_t *parameter, ss_system_tape *tape);

/* All quantities of a system at one state. */
typedef struct ss_system_values {
  const double *of[SS_QUANTITY_COUNT];
} ss_system_values;

/* Evaluates everything at (q, u, t) for the given parameter values, into the arena: for single
 * states; whoever evaluates many compiles a tape and keeps its workspace. */
ss_status ss_system_evaluate(ss_arena *arena, const ss_system *system, const double *parameters,
                             const double *q, const double *u, double t, ss_system_values *values);

/* d exprs[i] / d symbols[j], row by row, simplified. */
ss_status ss_expr_jacobian(ss_graph *graph, size_t count, const ss_expr *exprs, size_t symbols,
                           const ss_expr *symbol, ss_expr *jacobian);

#ifdef __cplusplus
}
#endif

#endif
