/* check.h: what the files of standstill-check share.
 *
 * The program runs once over one certificate, from top to bottom, and every file below is one step
 * of it. What is allocated lives until the end of the run (run.c), so that no function frees
 * anything; what is found wrong ends the run at once, by malformed() or refuted(). Rationals,
 * matrices and polynomials are FLINT's. Nothing here comes from the library or its headers.
 */
#ifndef STANDSTILL_CHECK_H
#define STANDSTILL_CHECK_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arb.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_mpoly.h>
#include <jansson.h>

typedef fmpq_mat_struct matrix;
typedef fmpq_mpoly_struct poly;
typedef struct run run;

#define entry(A, i, j) fmpq_mat_entry(A, i, j)
#define COUNT(list)    (sizeof list / sizeof *list)

/* Limits: what is larger is refused, not tried. */
enum {
  BITS = 256,                 /* of balls */
  MOST_BYTES = 64 << 20,      /* of a certificate */
  MOST_TEXT = 1 << 20,        /* of a model */
  MOST_COORDINATES = 128,     /* also of frictions */
  MOST_ITEMS = 2048,          /* statements of a model that count */
  MOST_SYMBOLS = 96,          /* irrational numbers and ranges in a model */
  MOST_TERMS = 20000,         /* of a polynomial */
  MOST_DEGREE = 128,          /* of a polynomial */
  MOST_SPRING = 32,           /* coefficients of a spring */
  MOST_DIGITS = 1000000,      /* of a rational */
  MOST_LEAVES = 4096,         /* of a level */
  MOST_FORCES = 8,            /* coordinates of a machine with contacts */
  MOST_CORNERS = 16,          /* frictions whose 2^m corners are enumerated */
  MOST_NESTING = 1000,        /* of brackets and definitions */
  MOST_DEPTH = 4000,          /* of formulas, definitions inserted */
  MOST_FORMULA = 1 << 16,     /* bytes of a formula of a certificate */
  MOST_POWER = 1000,          /* integers to which something is raised */
  MOST_OPERATIONS = 20000000, /* with terms of polynomials */
  MOST_STEPS = 40000000,      /* with intervals */
  MOST_BITS = 100000          /* of their coefficients and ends */
};

/* ---- the model (lexer.c, model.c) ------------------------------------------------------------ */

typedef struct interval {
  fmpq *low, *high;
} interval;

typedef struct token {
  char kind; /* 'n' name, '0' number, '"' text, 'r' relation, 0 the end, else the sign itself */
  const char *at;
  size_t length, line; /* line 0: of a setting; IN_CERTIFICATE: of a formula in it */
} token;

enum { IN_CERTIFICATE = (size_t)1 << 30 };

/* The tokens [from, to); none where both are equal. */
typedef struct formula {
  size_t from, to;
} formula;

/* What a statement says, and its formulas in their order. */
typedef enum item_kind {
  PARAM = 1,            /* value, low, high */
  COORD = 1 << 1,       /* none */
  LET = 1 << 2,         /* value */
  INPUT = 1 << 3,       /* low, high */
  CHART_COORD = 1 << 4, /* none */
  BODY = 1 << 5,        /* mass, inertia, x, y, angle, gx, gy */
  POINT = 1 << 6,       /* a, b */
  KINETIC = 1 << 7,     /* energy */
  POTENTIAL = 1 << 8,   /* energy */
  FORCE = 1 << 9,       /* value */
  FORCE_AT = 1 << 10,   /* fx, fy */
  FEEDBACK = 1 << 11,   /* value */
  FRICTION = 1 << 12,   /* slip, normal, mu */
  SLIDER = 1 << 13,     /* slip, none, mu, gap */
  CHART_MAP = 1 << 14,  /* value */
  TEXT = 1 << 15,       /* none: model, source */
  STATE = 1 << 16,      /* none; also region, expect */
  ENTRY = 1 << 17,      /* value: of a state */
  RELATION = 1 << 18,   /* left, right: of a region or expectation */
  SHAPE = 1 << 19,      /* potential, damping */
  DRAWING = 1 << 20,    /* a place, x, y, z, and a radius; the name is an arrow's contact */
  LYAPUNOV = 1 << 21,   /* value */
  RATE = 1 << 22,       /* value: of a polynomial system */
  FUNCTION = 1 << 23,   /* value: likewise */
  CONTACT = 1 << 24,    /* as a friction, with gap and restitution */
  CLUTCH = 1 << 25      /* slip */
} item_kind;

/* Parts of frictions and contacts beside those above: slip (2), spin, roll (2); arguments of the
 * law (3), of the restitution (2). */
enum { SLIPS = 7, LAW = 12, RESTITUTION = 15, PARTS = 17 };

enum { VALUES = PARAM | COORD | LET | INPUT | CHART_COORD }; /* what may stand in a formula */

typedef struct item item;

/* A formula as a tree, names replaced by what they stand for. */
typedef struct node node;
typedef struct derivative derivative;
struct node {
  /* '0' number, 'P' pi, 'r' a parameter with a range, 'x' coordinate, 'u' its velocity, '@' time,
   * + - * / ^, 'n' minus, 'd' ddt, else a function (interval.c) */
  char op;
  node *a, *b;
  const fmpq *number;
  item *item;
  token at;
  size_t depth;
  bool fixed;  /* neither a coordinate, a velocity nor the time stands in it */
  char inputs; /* its degree in the inputs; 2 stands for more */
  char zero;   /* is it 0, as it is written? 'y', 'n'; 0: not asked yet (trees.c) */
  char has;    /* what stands in it as it is written, of the following */
  /* value.c: as a polynomial, and since when */
  poly *value;
  size_t epoch;
  /* interval.c: over the box, once asked for; at a corner; by one parameter */
  bool ready, asked, has_range, good;
  interval range, now;
  size_t stamp, degree_stamp;
  int degree;
  char sure; /* does its value depend on no range? 'y', 'n'; 0: not asked yet */
  /* taylor.c: over a box and at its middle, since when, with room for how many coefficients */
  arb_ptr taylor[2];
  size_t taylor_stamp[2], taylor_room[2];
  /* trees.c: derivatives, ddt written out, at rest, at a place */
  derivative *slopes;
  node *rate, *rest, *placed;
  const matrix *where; /* it is placed */
  node *pulled;        /* sliders.c: in the coordinates of the chart */
  bool smooth;         /* energy.c: it was seen to be */
};

enum { HAS_X = 1, HAS_U = 2, HAS_TIME = 4, HAS_KINK = 8, HAS_CHART = 16 };

struct item {
  item_kind kind;
  token name, other; /* `other`: the body of a point, the law of a feedback */
  token law;         /* of a friction or contact */
  formula part[PARTS];
  bool set;       /* a parameter: by a setting */
  bool busy;      /* being read or evaluated */
  node *tree;     /* of what stands for a formula, once it is read */
  node *slide;    /* of a coordinate: how far its origin has moved, or NULL (energy.c) */
  poly *value;    /* of what has one, once it is evaluated */
  interval range; /* of a parameter with a range; else NULL */
  interval now;   /* and the part of it at a corner */
};

typedef struct model {
  token *tokens;
  size_t count, capacity, at; /* `at`: what is read next */
  item *items;
  size_t item_count;
  const char *feedback; /* the law that closes the loop, or NULL */
  const item *probe;    /* an input that is 1, all others being 0; or NULL */
} model;

/* A number that is not rational, as a variable of the polynomials. */
typedef struct symbol {
  char function; /* what made it of these numbers, see interval.c; 'r' range, 'i' inverse */
  const poly *first, *second;
  interval range;
} symbol;

/* left = by * right, for the newest symbol in left: A + left B is A + (B / by) right. */
typedef struct relation {
  size_t newest; /* symbol */
  const poly *left, *by, *right;
} relation;

/* ---- the system (derive.c, system.c) --------------------------------------------------------- */

/* As derived from the model: entries are polynomials in the symbols alone. */
typedef poly *table[MOST_COORDINATES][MOST_COORDINATES];
typedef struct derived {
  table M, C, K, f, W, p, ways;     /* n*n, n*n, n*n, n*1, n*m, m*1, n*k: of the clutches */
  poly *G[MOST_COORDINATES];        /* n: dU/dq - F, all of it */
  item *friction[MOST_COORDINATES]; /* m: those with p > 0 */
  item *clutch[MOST_COORDINATES];   /* k */
  size_t clutches;
  poly *normal[MOST_COORDINATES]; /* by slider: its force, if it has friction */
  bool linear;
} derived;

/* Every matrix whose entries differ from those of the center by at most the radii. */
typedef struct uncertain {
  matrix *center, *radius;
} uncertain;

/* As the certificate says, compared with the former. The radii are 0 where it gives none. */
typedef struct system_data {
  size_t n, m, r;                /* coordinates, frictions, dimension of ker W^T */
  uncertain M, C, K, f, W, p, G; /* G: of the clutches */
  matrix *N;                     /* the basis of ker W^T */
  matrix *lower_M, *lower_K, *lower_Cs, *lower_Crs; /* none of these matrices is below */
  fmpq *level;                                      /* NULL if none */
} system_data;

/* ---- boxes (taylor.c, boxes.c) --------------------------------------------------------------- */

enum { BOX_BITS = 96, MOST_VARIABLES = 40, MOST_CONDITIONS = 80, MOST_ORDER = 2 };

/* A variable of boxes: a coordinate, a velocity, a parameter with a range (or a force). */
typedef struct box_variable {
  char op; /* x u r */
  item *item;
} box_variable;

/* Where functions are evaluated, and how many of their derivatives are. */
typedef struct space {
  size_t k, order, room, stamp;
  const box_variable *variable;
  bool middle;                             /* of the box, to one order less; else all of it */
  arb_ptr at[2], offset, series, spare[4]; /* box and middle, box - middle; workspaces */
  arb_ptr nothing;                         /* 0 */
} space;

/* '>' f > 0, 'g' f >= 0, '=' f = 0, 'M' the matrix (lower triangle) is not positive definite, 'R'
 * the columns of the matrix are dependent. */
typedef struct box_condition {
  char sense;
  node **f, **other; /* in another form; NULL: not looked for */
  size_t count, rows, columns;
} box_condition;

typedef struct box_question {
  size_t k, conditions;
  box_variable variable[MOST_VARIABLES];
  double low[MOST_VARIABLES], high[MOST_VARIABLES];
  box_condition condition[MOST_CONDITIONS];
  bool plain;   /* no energy */
  bool bare;    /* whatever the gaps are */
  bool curved;  /* with second derivatives */
  node *energy; /* NULL: none */
  node *other_energy;
  const fmpq *level; /* of it */
  /* around the rest point, in the first variables, condition 0 may be false by its curvature */
  const double *center[2];
  size_t states;
  /* of the two forms of the functions: which one they are in now; leaves that each was tried on,
   * and the nodes that this took */
  bool in_other, was_cut;
  size_t tried[2], cost[2];
} box_question;

/* ---- one run (run.c) ------------------------------------------------------------------------- */

typedef struct allocation allocation;

struct run {
  jmp_buf end;
  int status; /* 0 confirmed, 1 refuted, 2 malformed */
  char message[600];
  FILE *print; /* where confirmations go, or NULL */
  allocation *allocations;
  json_t *root;
  struct strip *strip; /* tubes.h: one piece of a map; NULL: a certificate of its own */

  model model;
  size_t n; /* coordinates of the model: q are the variables 0..n-1, u the next n, then symbols */
  fmpq_mpoly_ctx_t ring; /* initialized where n > 0 */
  symbol symbols[MOST_SYMBOLS];
  relation relations[3 * MOST_SYMBOLS]; /* of a symbol two at most, and what settles it */
  size_t symbol_count, relation_count, nesting, operations;
  size_t epoch, stamp, degree_stamp, steps; /* of values, of intervals */
  item *coordinate[MOST_COORDINATES];       /* of the model or, with a chart, of the chart */
  /* normal.c: whose variables are symbols, NULL: nobody's; these; what symbols are as trees */
  const box_question *normal;
  poly *place[MOST_VARIABLES];
  node *origin[MOST_SYMBOLS];

  space space;
  derived derived;
  system_data system;
  const char *theorem, *claim;
  json_t *conditions;
  size_t next;         /* condition */
  size_t asked[10];    /* questions, by condition */
  bool told[10];       /* conditions of the theorem that were confirmed */
  char where[96];      /* the condition at hand, for messages */
  const char *name;    /* its matrix, or "" */
  table spring;        /* U' = sum spring[i][0] x^(2i+1), where the theorem is about a spring */
  uncertain stiffness; /* the same as the certificate says */
  size_t spring_count;
  struct machine *machine; /* lyapunov.c */
  struct stance *stance;   /* stance.c */
  struct perch *perch;     /* perch.c */
  size_t leaves, boxes;    /* of trees, and what was evaluated */
  size_t nodes;            /* of formulas, over boxes */
};

/* Checks a certificate; `model_text` is NULL or what its model must be. Returns 0, 1 or 2, with the
 * reason in `message` where it is not 0. Confirmations are printed unless `print` is NULL. */
int check_certificate(const char *bytes, size_t size, const char *model_text, size_t model_size,
                      FILE *print, char message[600]);

/* End the run: it is no certificate, or one that does not hold. */
#define malformed(r, ...) stop(r, 2, __VA_ARGS__)
#define refuted(r, ...)   stop(r, 1, __VA_ARGS__)
_Noreturn void stop(run *r, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void confirm(run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

void *new_room(run *r, size_t count, size_t size); /* zeroed */
fmpq *new_rational(run *r);
arb_struct *new_ball(run *r);
arb_ptr new_balls(run *r, size_t count);
matrix *new_matrix(run *r, size_t rows, size_t columns);
poly *new_poly(run *r);
const char *show_rational(run *r, const fmpq_t x);
void free_all(run *r); /* of these */

/* ---- sha256.c, reading.c --------------------------------------------------------------------- */

void sha256_hex(const void *data, size_t size, char hex[65]);

/* The object has exactly these members, separated by blanks; `what` is for messages. */
void read_shape(run *r, const json_t *object, const char *what, const char *members);
const char *read_text(run *r, const json_t *object, const char *member);
/* Members of an object. A triangle has n rows of first, first + 1, ... entries. */
fmpq *read_rational(run *r, const json_t *object, const char *member);
fmpq *read_entry(run *r, const json_t *list, size_t i, const char *what); /* of a list */
matrix *read_matrix(run *r, const json_t *object, const char *member, size_t rows, size_t columns);
matrix *read_vector(run *r, const json_t *object, const char *member, size_t rows);
matrix *read_triangle(run *r, const json_t *object, const char *member, size_t n, size_t first);
/* Ends the run unless the member is this number. */
void expect_number(run *r, const json_t *object, const char *member, const fmpq *value);
void want_array(run *r, const json_t *value, size_t length, const char *what);
bool says(const json_t *value, const char *text); /* it is this string */
long read_integer(run *r, const json_t *value, long least, long most, const char *what);

/* ---- from the text to the system ------------------------------------------------------------- */

void lex(run *r, const char *text, size_t line); /* appends to r->model.tokens, with an end */
bool token_is(token t, const char *word);
bool same_name(token a, token b);
_Noreturn void complain(run *r, token t, const char *what); /* malformed, with the place */
token peek(run *r);                                         /* the token that is read next */
char accept(run *r, const char *kinds); /* its kind if it is one of these: it is passed */
void want(run *r, char kind);           /* ends the run if it is not */

void expand_families(run *r); /* of the tokens of the model */
void parse_model(run *r, const char *text);
void check_names(run *r); /* every name has a meaning where it stands */
void apply_setting(run *r, const char *text);
item *next_item(run *r, const item *after, unsigned kinds); /* the first one after NULL */
item *find_item(run *r, unsigned kinds, token name);

/* formula.c: trees. */
node *read_formula(run *r, formula f);
node *read_text_formula(run *r, const char *text); /* over parameters and pi */
node *read_item(run *r, item *it);                 /* what a parameter or name stands for */
const item *find_law(run *r, const item *input);   /* that an input follows; NULL: it is 0 */
extern const item OPEN_INPUTS;                     /* all inputs are variables */
void probe_input(run *r, const item *input);       /* it is 1, the others 0; NULL: laws again */
node *make_node(run *r, char op, node *a, node *b);
bool fits_double(const fmpq *x);
void read_double(fmpq *x, double value);
void read_point(run *r, const item *point, node *position[2]);

/* interval.c: where a formula lies while the parameters are in their ranges, by the rule of
 * docs/certificate.md; false if it is not defined everywhere, or not seen to be. */
bool find_interval(run *r, node *e, interval *range);
bool apply_range(run *r, char code, interval x, interval y, interval z); /* z = function(x, y) */
char find_function(token name, size_t arguments);                        /* its code, or 0 */
bool is_monotone(char code);
void set_ball(arb_t ball, interval x, slong bits);
bool evaluate_function(char code, arb_t z, const arb_t x, const arb_t y);
bool is_exact(interval x); /* one number */
interval new_interval(run *r);
void widen(interval hull, const fmpq *x, bool first); /* takes x in, or is x */
void meet(interval x, interval y);                    /* x becomes what is in both */
bool has_zero(interval x);

/* value.c: polynomials. */
size_t choose_coordinates(run *r, item_kind kind); /* COORD or CHART_COORD; their number */
poly *product_of(run *r, const poly *a, const poly *b);
poly *sum_of(run *r, const poly *a, const poly *b, int sign); /* a + b or a - b */
poly *value_of(run *r, node *e);
interval range_of(run *r, node *e); /* where a number lies, by its tree and by its polynomial */
bool is_sure(run *r, node *e);      /* a number whose value was found, and depends on no range */
poly *evaluate(run *r, formula f);
poly *evaluate_coordinate(run *r, item *it);
poly *rate_of(run *r, const poly *e); /* the total time derivative of a function of q */
poly *variable(run *r, size_t index);
poly *by_variable(run *r, const poly *e, size_t index); /* the derivative */
bool is_zero(run *r, const poly *e);
bool is_constant(run *r, const poly *e);                          /* free of q and u */
poly *put_to_zero(run *r, const poly *e, size_t from, size_t to); /* these variables */

/* zero.c: whether two functions are the same. */
poly *try_product(run *r, const poly *a, const poly *b); /* NULL if that is too large to go on */
poly *cancel(run *r, poly *e);         /* a common factor of it and of what it is divided by */
bool vanishes(run *r, const poly *e);  /* it is shown to be 0 wherever it is defined */
bool differs(run *r, const poly *e);   /* it is shown not to be 0 everywhere */
bool is_steady(run *r, const poly *e); /* it is shown not to depend on q and u */

/* numbers.c: symbols. */
interval find_range(run *r, const poly *e); /* where a constant polynomial lies */
/* The variable of a number; the same function of the same numbers is the same variable. */
poly *enter_symbol(run *r, char code, const poly *first, const poly *second, interval range);
poly *reduce_poly(run *r, poly *e); /* by the relations between symbols */
poly *rational_poly(run *r, const fmpq_t x);
/* A function of polynomials that lie in x and y; its own interval is known to be within z. */
poly *apply_function(run *r, char code, poly *a, poly *b, interval x, interval y, interval z);
poly *invert(run *r, const poly *e, interval x);
poly *pi_symbol(run *r);

/* belts.c: frictions that slip at rest, and those that fall with speed. */
bool falls(const item *it);
void refuse_falling(run *r);
bool is_belt(run *r, const item *it);
bool has_falling_belt(run *r);
void add_belts(run *r); /* to G; refuses them where the theorem is about none */
node *friction_coefficient(run *r, const item *it);
void check_coefficients(run *r, const item *it); /* not negative, and vs positive */

void read_model(run *r);      /* coordinates; names, inputs and laws make sense */
void refuse_elements(run *r); /* contacts and spatial laws, which only LW2008-T1 is about */
void enter_ring(run *r);      /* the coordinates of the model, and their polynomials */
void derive_system(run *r);
void compare_parameters(run *r, const json_t *parameters);
void compare_system(run *r, const json_t *system);
/* Ends the run unless the numbers of the model lie within what the certificate says, which gives a
 * formula for each, by rows or, where `flat`, in one list. */
void compare_entries(run *r, table entries, const json_t *formulas, bool flat, uncertain A,
                     const char *what);

/* ---- taylor.c, boxes.c, lyapunov.c ----------------------------------------------------------- */

void open_space(run *r, size_t k, size_t order, const box_variable *variable);
void enter_box(run *r, const double *low, const double *high);
/* The value, k slopes, k (k + 1)/2 second derivatives; valid until another box is entered. */
arb_srcptr taylor_of(run *r, node *e);
size_t taylor_length(const run *r);
size_t place_of_pair(const run *r, size_t i, size_t j);
void add_product(arb_t z, const arb_t a, const arb_t b); /* z += a b */
void add_value(arb_t z, const arb_t a, const arb_t b);   /* likewise, tighter */
void raise_ball(arb_t z, const arb_t a, ulong n);        /* a^n, an even power not below 0 */

/* f and sum w_i f_i over the box that was entered. */
void enclose_one(run *r, node *f, arb_t value);
void enclose_sum(run *r, size_t count, node *const *f, const double *w, arb_t sum);

/* normal.c: all functions of a question in another form. */
void find_other_forms(run *r, box_question *q);
poly *value_in_box(run *r, node *e); /* of a variable of it */

/* A force in [low, 1], which a certificate calls by its kind and two numbers. */
node *add_extra(run *r, box_question *q, double low, const char *kind, size_t a, size_t b);
/* Ends the run unless the tree shows that no state of the box satisfies all conditions with an
 * energy below the level. Without a tree: the only condition is refuted on the whole box. */
void replay_tree(run *r, box_question *q, const char *tree);
void enter_machine(run *r, const json_t *system);

/* ---- linear.c, conditions.c, level.c, spring.c, theorems.c ----------------------------------- */

/* Ends the run unless A = L D L^T with L, D of the condition and D > 0, or >= 0 if not strict. */
void verify_factors(run *r, const matrix *A, const json_t *condition, bool strict);
matrix *multiply(run *r, const matrix *A, const matrix *B);
matrix *transpose(run *r, const matrix *A);
matrix *symmetric_part(run *r, const matrix *A);
matrix *kernel_of_transpose(run *r, const matrix *W);
matrix *solve_system(run *r, const matrix *A, const matrix *B); /* A^-1 B */
size_t rank_of(run *r, const matrix *A);
matrix *absolute(run *r, const matrix *A); /* |A|, entry by entry */
uncertain multiply_uncertain(run *r, uncertain A, uncertain B);
uncertain invert_uncertain(run *r, uncertain A); /* ends the run if one may be singular */
bool is_full(run *r, uncertain A);               /* its columns are independent; or ends the run */
matrix *lower_end(run *r, uncertain A);          /* a symmetric one that none is below */
fmpq *entry_end(run *r, uncertain A, size_t i, size_t j, int sign); /* center + sign radius */

uncertain find_matrix(run *r, const char *name); /* by its name in a certificate */

/* lower.c: what the certificate says of the lower ends, held against the model. */
bool is_semidefinite(run *r, const matrix *A); /* a symmetric one */
void take_lower_ends(run *r, const json_t *system);
/* x^T K x in all of the ranges, or a bound of it: the one that is `said`, if it is one. */
fmpq *largest_form(run *r, const matrix *x, const fmpq *said);

/* ---- trees.c --------------------------------------------------------------------------------- */

#define ADD(a, b) combine_trees(r, '+', a, b)
#define SUB(a, b) combine_trees(r, '-', a, b)
#define MUL(a, b) combine_trees(r, '*', a, b)
#define DIV(a, b) combine_trees(r, '/', a, b)
#define NEG(a)    combine_trees(r, 'n', a, NULL)

node *number_tree(run *r, const fmpq *x);
node *integer_tree(run *r, slong value);
node *velocity_tree(run *r, item *coordinate);
node *combine_trees(run *r, char op, node *a, node *b); /* + - * / n, numbers folded */
node *rebuild_tree(run *r, char op, node *a, node *b);  /* any, and 0^n folded too */
node *differentiate(run *r, node *e, const item *by, bool velocity);
node *write_out(run *r, node *e); /* ddt of a function of positions */
node *at_rest(run *r, node *e);   /* velocities 0 */
node *at_place(run *r, node *e, item *const *q, const matrix *place); /* at rest there */
bool is_zero_tree(const node *e); /* 0 is a term, or a factor of what is finite everywhere */
node *dot_trees(run *r, size_t n, node *const *x, node *const *y);
node *determinant_tree(run *r, size_t n, node *const *A);
void invert_trees(run *r, size_t n, node *const *A, node **inverse);

void verify_energy(run *r);
void verify_nowhere(run *r);                 /* SS-NOWHERE */
void verify_along(run *r);                   /* SS-ALONG */
void verify_leaving(run *r); /* LW2008-T2 */ /* attraction.c */

typedef void verifier(run *r, const json_t *condition);
void enter_spring(run *r, const json_t *system);
verifier verify_level, verify_inside, verify_spring, verify_speed, verify_extent;
void enter_stance(run *r, const json_t *system);
verifier verify_footing, verify_forces, verify_potential, verify_modes, verify_losses,
    verify_functions;
verifier verify_motion, verify_cycle, verify_growth;
void enter_perch(run *r, const json_t *system);
verifier verify_heavy, verify_directions, verify_pressed, verify_grip, verify_bounces,
    verify_constant;
verifier verify_mass, verify_border, verify_falls, verify_stationary;
verifier verify_even, verify_rubs, verify_convex, verify_bounds, verify_strict;

/* The next condition must be this one; verifies it and prints what it confirmed. */
void expect_condition(run *r, int number, const char *kind, const char *name);
bool next_is(run *r, const char *kind);
void verify_theorem(run *r);
void verify_flow(run *r);   /* flow.c: a certificate about a polynomial system */
void verify_map(run *r);    /* map.c: cells of starts, beside a theorem that was verified */
void verify_strips(run *r); /* strips.c: cells of starts against a parameter */
/* What a piece says, `root`, as if it were a certificate; its status and message. `root` is taken
 * over. */
int check_piece(json_t *root, struct strip *strip, char message[600]);
void verify_fences(run *r); /* fences.c: starts of a machine with one coordinate */
void verify_rest(run *r);   /* rest.c: where a linear machine can rest */
void verify_places(run *r); /* cover.c: where any can, in a box */
void verify_balance(run *r, const matrix *q, const matrix *l); /* K q = f + W l */
void verify_free_coordinates(run *r, const matrix *q); /* those free in the echelon form of K */
void print_machine(const run *r);                      /* of which machine */
void print_claim(run *r, const char *sentence);        /* with the level, if there is one */

#endif
