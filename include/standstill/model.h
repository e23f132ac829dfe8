/* model.h: a model file, read.
 *
 * A model is what the file says: names, exact numbers, formulas. It is constant once read. Every
 * formula is kept three times: as written (names of abbreviations and points are symbols, ddt is an
 * operation), for printing; the same without any folding (1*x, 2 + 3), for whom the steps count;
 * and resolved (`…` without suffix): an expression over parameters, coordinates, velocities, inputs
 * and t only. Nothing here is numeric; nothing knows about contact
 * mechanics beyond the words.
 */
#ifndef STANDSTILL_MODEL_H
#define STANDSTILL_MODEL_H

#include "standstill/expr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A formula: as written, resolved, and as written with nothing folded. SS_EXPR_NONE in all where
 * the file is silent. */
typedef struct ss_formula {
  ss_expr written, resolved, plain;
  ss_span where; /* in the source text; length 0 when it came from JSON or the command line */
} ss_formula;

/* A declared name. */
typedef struct ss_name {
  const char *text;
  const char *doc;  /* the comment behind the declaration, without its unit; "" if none */
  const char *unit; /* the [unit] that opens the comment; NULL if none */
  ss_span where;
} ss_name;

typedef struct ss_parameter {
  ss_name name;
  ss_expr symbol;
  ss_formula value;     /* may use other parameters */
  ss_formula low, high; /* the range, or none */
  bool overridden;      /* by --set */
  bool counts;          /* it says how many there are of something: only --set may change it */
  /* With every parameter replaced by its value: a number wherever the value is rational. */
  ss_expr closed, closed_low, closed_high;
  double number; /* the nearest to `closed` */
} ss_parameter;

typedef struct ss_coordinate {
  ss_name name;
  ss_expr q, u; /* the symbols x and x' */
  bool aux;     /* a first-order state: z' is its rate, and no velocity of the machine */
} ss_coordinate;

typedef struct ss_abbreviation {
  ss_name name;
  ss_expr symbol; /* in formulas as written */
  ss_formula value;
} ss_abbreviation;

typedef struct ss_body {
  ss_name name;
  ss_formula mass, inertia, at[3], gravity[2];
} ss_body;

typedef struct ss_point {
  ss_name name;
  size_t body;
  ss_formula local[2]; /* in the body's axes */
  ss_expr position[2]; /* resolved, in space */
  ss_expr symbol[2];   /* NAME.x and NAME.y in formulas as written */
} ss_point;

/* force NAME = expr: on coordinate `on`; force at POINT = (fx, fy): on point `on`;
 * rate NAME = expr: of the first-order state `on`, exactly one. */
typedef struct ss_force {
  bool at_point, is_rate;
  size_t on;
  ss_formula value[2];
} ss_force;

typedef struct ss_input {
  ss_name name;
  ss_expr symbol;
  ss_formula low, high;
} ss_input;

/* What an element does while a feedback law holds. */
#define SS_DURING_LIST(X)                                                                          \
  X(ANYTHING, "") X(OPEN, "open") X(CLOSED, "closed") X(STICKS, "sticks") X(SLIPS, "slips")

typedef enum ss_during {
#define SS_DURING_ENUM(name, word) SS_DURING_##name,
  SS_DURING_LIST(SS_DURING_ENUM)
#undef SS_DURING_ENUM
      SS_DURING_COUNT
} ss_during;

const char *ss_during_word(ss_during during);

typedef struct ss_feedback {
  const char *law; /* the law's name, "" if it has none */
  size_t input;
  size_t after;     /* it holds from the so many-th instant with events on; 0: from the start */
  ss_during during; /* it holds while `element` does this; the last of the file that does counts */
  size_t element;
  const char *element_name; /* as the file says it */
  ss_formula value;
  bool derived; /* from the shape of that name: no line of the file */
} ss_feedback;

/* shape NAME { potential; damping }: the potential and Rayleigh's function that the machine shall
 * have; shapes.c derives a feedback law of that name for every input. */
typedef struct ss_shape {
  ss_name name;
  ss_formula potential, damping; /* damping may be none */
} ss_shape;

/* lyapunov NAME = FORMULA: a function of q and u by which theorems may try to prove. */
typedef struct ss_lyapunov {
  ss_name name;
  ss_formula value;
} ss_lyapunov;

#define SS_ELEMENT_LIST(X)                                                                         \
  X(CONTACT, "contact") X(SLIDER, "slider") X(FRICTION, "friction") X(CLUTCH, "clutch")

typedef enum ss_element_kind {
#define SS_ELEMENT_ENUM(name, word) SS_ELEMENT_##name,
  SS_ELEMENT_LIST(SS_ELEMENT_ENUM)
#undef SS_ELEMENT_ENUM
      SS_ELEMENT_COUNT
} ss_element_kind;

/* Law: name, word, number of arguments, slip components, spin components, roll components. */
#define SS_LAW_LIST(X)                                                                             \
  X(FRICTIONLESS, "", 0, 0, 0, 0)                                                                  \
  X(COULOMB, "coulomb", 1, 1, 0, 0)                                                                \
  X(DISK, "disk", 1, 2, 0, 0)                                                                      \
  X(ELLIPSE, "ellipse", 2, 2, 0, 0)                                                                \
  X(CONTENSOU, "contensou", 2, 2, 1, 0)                                                            \
  X(ROLLING, "rolling", 3, 2, 1, 2)                                                                \
  X(ONEWAY, "oneway", 0, 1, 0, 0)

typedef enum ss_law_kind {
#define SS_LAW_ENUM(name, word, arguments, slip, spin, roll) SS_LAW_##name,
  SS_LAW_LIST(SS_LAW_ENUM)
#undef SS_LAW_ENUM
      SS_LAW_COUNT
} ss_law_kind;

#define SS_RESTITUTION_LIST(X)                                                                     \
  X(NEWTON, "newton", 2)                                                                           \
  X(SEQUENTIAL, "sequential", 1) X(ENERGETIC, "energetic", 1) X(POISSON, "poisson", 1)

typedef enum ss_restitution_kind {
#define SS_RESTITUTION_ENUM(name, word, arguments) SS_RESTITUTION_##name,
  SS_RESTITUTION_LIST(SS_RESTITUTION_ENUM)
#undef SS_RESTITUTION_ENUM
      SS_RESTITUTION_COUNT
} ss_restitution_kind;

const char *ss_element_word(ss_element_kind kind);
const char *ss_law_word(ss_law_kind kind);
int ss_law_arguments(ss_law_kind kind);
/* Components of the friction force: slip + spin + roll (0, 1, 2, 3 or 5). */
int ss_law_dimension(ss_law_kind kind);
const char *ss_restitution_word(ss_restitution_kind kind);
int ss_restitution_arguments(ss_restitution_kind kind);

enum { SS_SLIP_MOST = 5 };

typedef struct ss_element {
  ss_element_kind kind;
  ss_name name;
  ss_formula gap;    /* contact, slider */
  ss_formula normal; /* friction */
  size_t slips;      /* components: slip, then spin, then roll */
  ss_formula slip[SS_SLIP_MOST];
  ss_law_kind law;
  ss_formula law_argument[3];
  ss_formula stribeck[3]; /* mus, muk, vs of that short form, which law_argument[0] is made of */
  ss_restitution_kind restitution; /* contact; newton(0, 0) by default */
  ss_formula restitution_argument[2];
  /* units of the forces along gap, slip, spin and roll; NULL where the model does not say enough */
  const char *force_unit[4];
} ss_element;

/* Independent coordinates that satisfy the sliders: model coordinate i = map[i](chart coordinates).
 */
typedef struct ss_chart {
  size_t count;
  ss_coordinate *coordinates;
  ss_formula *map; /* per model coordinate; `resolved` is over parameters and chart coordinates */
} ss_chart;

/* Coordinates that the file does not name: `written` is none, `resolved` is 0. */
typedef struct ss_state {
  ss_name name;
  ss_formula *q, *u; /* one per coordinate; `resolved` is over parameters only */
} ss_state;

typedef enum ss_relation_kind { SS_LESS_EQUAL, SS_GREATER_EQUAL, SS_EQUAL } ss_relation_kind;

typedef struct ss_relation {
  ss_relation_kind kind;
  ss_formula left, right;
} ss_relation;

/* region NAME { … } and expect WHAT [NAME] { … }. */
typedef struct ss_relations {
  ss_name name;
  const char *of; /* expect's second name, or NULL */
  size_t count;
  ss_relation *items;
} ss_relations;

/* draw …: what the machine looks like. Word; places, more of them, radius, element, text. */
#define SS_DRAWING_LIST(X)                                                                         \
  X(LINE, "line", 2, false, false, false, false)                                                   \
  X(SPRING, "spring", 2, false, false, false, false)                                               \
  X(DAMPER, "damper", 2, false, false, false, false)                                               \
  X(GROUND, "ground", 2, false, false, false, false)                                               \
  X(WALL, "wall", 2, false, false, false, false)                                                   \
  X(POLYGON, "polygon", 3, true, false, false, false)                                              \
  X(CIRCLE, "circle", 1, false, true, false, false)                                                \
  X(ARROW, "arrow", 1, false, false, true, false)                                                  \
  X(LABEL, "label", 1, false, false, false, true)

typedef enum ss_drawing_kind {
#define SS_DRAWING_ENUM(name, ...) SS_DRAWING_##name,
  SS_DRAWING_LIST(SS_DRAWING_ENUM)
#undef SS_DRAWING_ENUM
      SS_DRAWING_COUNT
} ss_drawing_kind;

const char *ss_drawing_word(ss_drawing_kind kind);

enum { SS_DRAWING_DIMENSIONS = 3 };

typedef struct ss_drawing {
  ss_drawing_kind kind;
  ss_span where;
  size_t dimensions, places; /* two or three coordinates each */
  ss_formula *place;         /* places x dimensions, over parameters, q, u, t */
  ss_formula radius;         /* of a circle */
  size_t element;            /* whose force an arrow shows; else SIZE_MAX */
  const char *text;          /* of a label; else "" */
} ss_drawing;

typedef struct ss_model {
  const char *title, *source; /* "" where the file is silent */
  const char *file, *text;    /* as read; text is NULL for a model read from JSON */
  const char *expanded;       /* the text without families: where formulas are; NULL: it has none */
  char hash[65];              /* SHA-256 of the canonical JSON, in hexadecimal */
  const ss_graph *graph;      /* sealed; what needs more expressions makes a graph over it */
  ss_expr time;               /* the symbol t */

  size_t parameters, coordinates, abbreviations, bodies, points, forces, inputs, feedbacks, shapes,
      lyapunovs, elements, states, regions, expectations, drawings;
  ss_parameter *parameter;
  ss_coordinate *coordinate;
  ss_abbreviation *abbreviation;
  ss_body *body;
  ss_point *point;
  ss_formula *kinetics, *potentials; /* the lines of the file */
  size_t kinetics_count, potentials_count;
  ss_force *force;
  ss_input *input;
  ss_feedback *feedback;
  ss_shape *shape;
  ss_lyapunov *lyapunov;
  ss_element *element;
  ss_chart *chart; /* NULL if none */
  ss_state *state;
  ss_relations *region, *expectation;
  ss_drawing *drawing; /* no part of the hash */

  /* Totals, resolved: bodies and force lines added up. */
  ss_expr kinetic, potential;
  ss_expr
      *generalised_force; /* one per coordinate: force lines and force-at lines, of a first-order
                                 state its rate; inputs enter linearly */
} ss_model;

/* --set NAME=VALUE or NAME=LOW:HIGH, as text; VALUE may be any expression over parameters. */
typedef struct ss_setting {
  const char *text; /* "mu=0.4" */
} ss_setting;

/* Reads a model: the text form, or the canonical JSON (a text that opens with '{'). All mistakes go
 * to the list, which the caller started with the text; SS_BAD_INPUT if there was an error. The
 * model lives in the arena, its graph until ss_model_close. */
ss_status ss_model_parse(ss_arena *arena, const char *file, const char *text, size_t length,
                         size_t settings, const ss_setting *setting, ss_diagnostics *list,
                         ss_model **model);

/* The same from a file. An unreadable file is SS_IO with a diagnostic. */
ss_status ss_model_read(ss_arena *arena, const char *file, size_t settings,
                        const ss_setting *setting, ss_diagnostics *list, ss_model **model);
void ss_model_close(ss_model *model);

/* Index by name, or the count where there is none. */
size_t ss_model_find_state(const ss_model *model, const char *name);
size_t ss_model_find_coordinate(const ss_model *model, const char *name);
size_t ss_model_find_parameter(const ss_model *model, const char *name);
size_t ss_model_find_element(const ss_model *model, const char *name);

/* ---- numbers (values.c, from_text.c) --------------------------------------------------------- */

/* The parameters as doubles, each the nearest; `values` has model->parameters entries. */
void ss_model_parameter_values(const ss_model *model, double *values);

/* The exact value; false if it is not rational (sqrt(2), pi/4). */
bool ss_model_parameter_exact(const ss_model *model, size_t parameter, fmpq_t value);

/* The exact range; false if there is none or its ends are not rational. */
bool ss_model_parameter_range(const ss_model *model, size_t parameter, fmpq_t low, fmpq_t high);

/* States are rounded: they are written in decimals, or come from formulas in doubles. A gap at
 * positions x counts as closed, a velocity among velocities x as none, up to SS_CLOSED of the
 * largest |x_i|, or of 1 where that is larger: up to SS_CLOSED max(1, |x_1|, .., |x_n|). This is
 * the one place that says so. */
#define SS_CLOSED 1e-9
double ss_model_closed_below(size_t n, const double *x);

/* Values of expressions over parameters, of the model's graph or one over it. SS_BAD_INPUT if one
 * is not finite; SS_BAD_ARGUMENT if one contains something else. */
ss_status ss_model_evaluate(const ss_model *model, const ss_graph *graph, size_t count,
                            const ss_expr *exprs, double *values);

/* A state of the file: q and u have model->coordinates entries. */
ss_status ss_model_evaluate_state(const ss_model *model, size_t state, double *q, double *u);

/* A state as the command line names it: a name of the file ("tilted"), values
 * ("x=0.1, phi'=2*pi"; formulas over parameters; what is not named is 0), or both
 * ("tilted, x=0.1"). Mistakes go to the list, under the name "--from". */
ss_status ss_model_state_from_text(const ss_model *model, const char *text, ss_diagnostics *list,
                                   double *q, double *u);

/* The same, and coordinates and velocities as expressions over parameters (`formulas`: all q, then
 * all u, model->coordinates entries each) in a graph over the model's. */
ss_status ss_model_state_formulas_from_text(const ss_model *model, const char *text,
                                            ss_diagnostics *list, double *q, double *u,
                                            ss_graph *graph, ss_expr *formulas);

/* ---- inputs (inputs.c) ----------------------------------------------------------------------- */

/* What each input follows: the feedback law of that name (which may be NULL), else its law without
 * a name, else its only law, else 0. `formulas` has model->inputs entries, over parameters,
 * coordinates, velocities and t, in a graph over the model's; those that are not SS_EXPR_NONE
 * already stay as they are. Several laws to choose from, an unknown one, or a 0 outside of the
 * input's bounds are mistakes. */
ss_status ss_model_choose_feedback(const ss_model *model, const char *law, ss_diagnostics *list,
                                   ss_graph *graph, ss_expr *formulas);

/* What an input follows by its laws once something has happened at `events` instants; NULL: no law
 * (it is 0, or one must be chosen). `law` as above. */
const ss_feedback *ss_model_find_feedback(const ss_model *model, size_t input, const char *law,
                                          size_t events);

/* Does the input follow this law, `law` being the one asked for, while its conditions hold? */
bool ss_model_follows(const ss_model *model, const ss_feedback *feedback, const char *law);

/* "u = 2*sin(t)": sets the formula of input u, in the same graph. The list was started with the
 * text. "u = FILE.csv", "u = cubic:FILE.csv:force": it follows a column of a file (table.h), with
 * linear (the default) or cubic interpolation; *until, which the caller starts with INFINITY, falls
 * to the file's last time, from which on the last value is kept. */
ss_status ss_model_input_from_text(const ss_model *model, const char *text, ss_diagnostics *list,
                                   ss_graph *graph, ss_expr *formulas, double *until);

/* The canonical form: exact rationals as strings, expressions as trees. Reads back to an equal
 * model. */
void ss_model_print_json(const ss_model *model, ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
