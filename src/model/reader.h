/* reader.h: what the files of src/model share while a model is read, and nobody else sees.
 *
 * The way of a model file (model.c calls these in turn):
 *
 *     families.c               rows of things that are written once: the text expanded
 *     statements.c, blocks.c   pass 1: the text in statements; names and stretches of formulas
 *     feedbacks.c              of these the laws of the inputs
 *     json_read.c              the same from JSON: names and trees of formulas
 *     references.c             names that mean bodies, points, coordinates and inputs find them
 *     settings.c               --set
 *     sites.c                  one list of all formulas, whatever they belong to
 *     formulas.c               pass 2: every formula parsed once, names becoming symbols
 *     order.c                  definitions sorted so that each comes after those that it uses
 *     resolve.c, rewrite.c     pass 3: abbreviations, points and ddt replaced by their meaning
 *     block_values.c           states and charts: definitions of their own
 *     evaluate.c               numbers: parameters, constants
 *     shapes.c                 feedback laws from the energies that are wanted
 *     drawings.c               what the machine looks like
 *     check_*.c                what must hold
 *     json_write.c             the canonical form, and its fingerprint
 *
 * Nothing returns early: a mistake leaves a formula without expression (SS_EXPR_NONE), and who
 * meets one keeps silent, so that one run reports all mistakes and each once.
 */
#ifndef STANDSTILL_MODEL_READER_H
#define STANDSTILL_MODEL_READER_H

#include <arb.h>
#include <jansson.h>

#include "standstill/model.h"

/* Limits, so that no file can take more time or memory than a person would wait for. */
enum {
  SS_MODEL_TEXT_MOST = 4 << 20,
  SS_MODEL_JSON_MOST = 32 << 20,
  SS_MODEL_COORDINATES_MOST = 20000,
  SS_MODEL_TABLE_MOST = 4 << 20 /* states times coordinates */
};

/* ---- lexer.c --------------------------------------------------------------------------------- */

typedef enum ss_token_kind {
  SS_TOKEN_END,
  SS_TOKEN_NEWLINE,
  SS_TOKEN_NAME, /* x, x', A.x: `plain` says whether it is a name alone */
  SS_TOKEN_NUMBER,
  SS_TOKEN_STRING,
  SS_TOKEN_OPEN,  /* ( [ */
  SS_TOKEN_CLOSE, /* ) ] */
  SS_TOKEN_OPEN_BRACE,
  SS_TOKEN_CLOSE_BRACE,
  SS_TOKEN_COMMA,
  SS_TOKEN_SEMICOLON,
  SS_TOKEN_COLON,
  SS_TOKEN_EQUALS,   /* = == */
  SS_TOKEN_RELATION, /* <= >= < > */
  SS_TOKEN_OPERATOR, /* + - * / ^ */
  SS_TOKEN_BAD       /* a character of no token, a string without end */
} ss_token_kind;

typedef struct ss_token {
  ss_token_kind kind;
  bool plain;
  ss_span where;
  ss_span comment; /* NEWLINE, END: the comment before it, from its '#'; length 0 if none */
} ss_token;

typedef struct ss_lexer {
  const char *text;
  size_t at, end;
} ss_lexer;

ss_lexer ss_lexer_start(const char *text, ss_span span);
ss_token ss_lexer_next(ss_lexer *lexer);

/* ---- names.c --------------------------------------------------------------------------------- */

/* What can be declared. The first five are values and share one table. */
#define SS_KIND_LIST(X)                                                                            \
  X(PARAMETER, "parameter", VALUE)                                                                 \
  X(COORDINATE, "coordinate", VALUE)                                                               \
  X(ABBREVIATION, "abbreviation", VALUE)                                                           \
  X(INPUT, "input", VALUE)                                                                         \
  X(CHART, "chart coordinate", VALUE)                                                              \
  X(BODY, "body", BODY)                                                                            \
  X(POINT, "point", POINT)                                                                         \
  X(ELEMENT, "element", ELEMENT)                                                                   \
  X(STATE, "state", STATE)                                                                         \
  X(REGION, "region", REGION)                                                                      \
  X(FEEDBACK, "feedback", FEEDBACK)                                                                \
  X(SHAPE, "shape", SHAPE)                                                                         \
  X(LYAPUNOV, "lyapunov function", LYAPUNOV)                                                       \
  X(EXPECTATION, "expectation", EXPECTATION)

typedef enum ss_kind {
#define SS_KIND_ENUM(name, word, table) SS_KIND_##name,
  SS_KIND_LIST(SS_KIND_ENUM)
#undef SS_KIND_ENUM
      SS_KIND_COUNT
} ss_kind;

typedef enum ss_namespace {
  SS_NAMESPACE_VALUE,
  SS_NAMESPACE_BODY,
  SS_NAMESPACE_POINT,
  SS_NAMESPACE_ELEMENT,
  SS_NAMESPACE_STATE,
  SS_NAMESPACE_REGION,
  SS_NAMESPACE_FEEDBACK,
  SS_NAMESPACE_SHAPE,
  SS_NAMESPACE_LYAPUNOV,
  SS_NAMESPACE_EXPECTATION,
  SS_NAMESPACE_COUNT
} ss_namespace;

typedef struct ss_known {
  const char *text;
  ss_kind kind;
  size_t index;
  ss_span where;
  bool used;
} ss_known;

typedef struct ss_names {
  ss_known *items; /* in the order of declaration */
  size_t count;
  uint32_t *slots; /* open addressing: 1 + index into items */
  size_t slot_count;
} ss_names;

typedef struct ss_reader ss_reader;

const char *ss_kind_word(ss_kind kind);

/* The entry of that name, or NULL. */
ss_known *ss_names_find(const ss_names *names, const char *text, size_t length);

/* Declares a name; false after a complaint: a second declaration and, for values, a reserved word
 * are errors. */
bool ss_names_declare(ss_reader *reader, ss_kind kind, size_t index, const ss_name *name);

/* "did you mean …?" from the names of a table, as far as they are of one of the kinds (bits). */
void ss_names_suggest(ss_reader *reader, ss_diagnostic *item, const char *name, ss_namespace table,
                      unsigned kinds);

/* ---- reader.c -------------------------------------------------------------------------------- */

/* Formulas of a JSON model: ss_formula.where.offset counts them from 1, its length is 0. */
typedef struct ss_json_source {
  const char *path; /* "elements.left.gap" */
  const json_t *tree;
} ss_json_source;

/* A name that is looked up once everything has been declared. */
typedef enum ss_reference_kind {
  SS_REFERENCE_BODY,       /* of a point */
  SS_REFERENCE_COORDINATE, /* of a force */
  SS_REFERENCE_POINT,      /* of a force */
  SS_REFERENCE_INPUT,      /* of a feedback */
  SS_REFERENCE_CHART,      /* a key of the chart */
  SS_REFERENCE_STATE,      /* a key of a state */
  SS_REFERENCE_ELEMENT,    /* of a drawing */
  SS_REFERENCE_DURING      /* of a feedback: the element that it depends on */
} ss_reference_kind;

typedef struct ss_reference {
  ss_reference_kind kind;
  size_t owner;
  const char *name;
  bool primed;
  ss_span where;
  ss_formula value; /* of a chart's or state's key */
} ss_reference;

/* Did the file give this formula, readable or not? */
static inline bool ss_formula_is_given(const ss_formula *formula) {
  return formula->where.offset || formula->where.length;
}

/* An item of a block: key = value, or left relation right. */
typedef struct ss_item {
  const char *key;
  bool primed;
  ss_span where; /* of the key */
  ss_formula value, right;
  ss_relation_kind relation;
} ss_item;

typedef struct ss_items {
  ss_item *items;
  size_t count;
  bool broken; /* some of it could not be read: what is missing may have been there */
} ss_items;

/* Traits of an expression: what it contains. */
enum {
  SS_HAS_PARAMETER = 1,
  SS_HAS_COORDINATE = 2,
  SS_HAS_VELOCITY = 4,
  SS_HAS_INPUT = 8,
  SS_HAS_TIME = 16,
  SS_HAS_CHART = 32,  /* a chart coordinate */
  SS_HAS_KINK = 64,   /* abs, min, max, sign */
  SS_HAS_UNFIT = 128, /* a number that no double can hold, a constant that is not a number */
  SS_HAS_AUX = 256,   /* a first-order state */
  SS_HAS_RATE = 512   /* .. its derivative, which no formula may have */
};

/* Where a formula stands: its role, its words in messages, what it may contain. */
#define SS_ROLE_LIST(X)                                                                            \
  X(VALUE, "value", PARAMETER, SS_ALLOW_CONSTANT)                                                  \
  X(VALUE_RANGE, "range", PARAMETER, SS_ALLOW_CONSTANT)                                            \
  X(LET, "definition", ABBREVIATION, SS_ALLOW_ALL)                                                 \
  X(MASS, "mass", BODY, SS_ALLOW_CONSTANT)                                                         \
  X(INERTIA, "inertia", BODY, SS_ALLOW_CONSTANT)                                                   \
  X(AT, "position", BODY, SS_ALLOW_SMOOTH)                                                         \
  X(GRAVITY, "gravity", BODY, SS_ALLOW_CONSTANT | SS_HAS_TIME)                                     \
  X(LOCAL, "place", POINT, SS_ALLOW_SMOOTH | SS_HAS_KINK)                                          \
  X(KINETIC, "kinetic energy", COUNT, SS_ALLOW_SMOOTH | SS_HAS_VELOCITY)                           \
  X(POTENTIAL, "potential energy", COUNT, SS_ALLOW_SMOOTH)                                         \
  X(FORCE, "force", COUNT, SS_ALLOW_STATE | SS_HAS_INPUT)                                          \
  X(INPUT_RANGE, "range", INPUT, SS_ALLOW_CONSTANT)                                                \
  X(FEEDBACK, "feedback", COUNT, SS_ALLOW_STATE)                                                   \
  X(SHAPED_POTENTIAL, "potential energy", SHAPE, SS_ALLOW_SMOOTH)                                  \
  X(SHAPED_DAMPING, "damping", SHAPE, SS_ALLOW_SMOOTH | SS_HAS_VELOCITY)                           \
  X(LYAPUNOV, "lyapunov function", COUNT, SS_ALLOW_LYAPUNOV)                                       \
  X(GAP, "gap", ELEMENT, SS_ALLOW_SMOOTH)                                                          \
  X(NORMAL, "normal force", ELEMENT, SS_ALLOW_STATE)                                               \
  X(SLIP, "slip", ELEMENT, SS_ALLOW_STATE & ~SS_HAS_AUX)                                           \
  X(STRIBECK, "law", ELEMENT, SS_ALLOW_SMOOTH | SS_HAS_KINK | SS_HAS_AUX)                          \
  X(LAW, "law", ELEMENT, SS_ALLOW_STATE)                                                           \
  X(RESTITUTION, "restitution", ELEMENT, SS_ALLOW_CONSTANT)                                        \
  X(CHART, "chart", COUNT, SS_ALLOW_CONSTANT | SS_HAS_CHART | SS_HAS_TIME)                         \
  X(STATE, "values", STATE, SS_ALLOW_CONSTANT)                                                     \
  X(REGION, "relations", REGION, SS_ALLOW_STATE)                                                   \
  X(EXPECTATION, "relations", EXPECTATION, SS_ALLOW_STATE)                                         \
  X(DRAWING, "drawing", COUNT, SS_ALLOW_STATE)

enum {
  SS_ALLOW_CONSTANT = SS_HAS_PARAMETER | SS_HAS_KINK,
  SS_ALLOW_SMOOTH = SS_HAS_PARAMETER | SS_HAS_COORDINATE | SS_HAS_TIME,
  SS_ALLOW_STATE = SS_ALLOW_SMOOTH | SS_HAS_VELOCITY | SS_HAS_KINK | SS_HAS_AUX,
  SS_ALLOW_LYAPUNOV = SS_HAS_PARAMETER | SS_HAS_COORDINATE | SS_HAS_VELOCITY,
  SS_ALLOW_ALL = 511 - SS_HAS_UNFIT
};

typedef enum ss_role {
#define SS_ROLE_ENUM(name, phrase, kind, allowed) SS_ROLE_##name,
  SS_ROLE_LIST(SS_ROLE_ENUM)
#undef SS_ROLE_ENUM
      SS_ROLE_COUNT
} ss_role;

typedef struct ss_site {
  ss_formula *formula;
  ss_role role;
  size_t owner; /* index of the parameter, body, element, force, … */
  int part;     /* component */
} ss_site;

/* What a symbol stands for: a value's kind and index; a point's component; the time. */
typedef struct ss_meaning {
  enum { SS_MEANS_VALUE, SS_MEANS_RATE, SS_MEANS_POINT, SS_MEANS_TIME } what;
  ss_kind kind;
  size_t index;
  int component;
} ss_meaning;

/* A memo of images of expressions; see rewrite.c. */
typedef struct ss_rewriter {
  ss_graph *graph;
  ss_expr (*rule)(void *user, ss_expr e, ss_expr a, ss_expr b);
  void *user;
  ss_expr *image;
  uint32_t *stamp, now;
  size_t capacity;
  ss_expr *stack;
  size_t stack_capacity;
} ss_rewriter;

/* Definitions are parameters, abbreviations, bodies and points, numbered in this order. */
typedef struct ss_edge {
  uint32_t user, used;
} ss_edge;

struct ss_reader {
  ss_arena *arena;   /* for the model */
  ss_arena *scratch; /* gone when the model is read */
  ss_diagnostics *list;
  ss_model *model;
  ss_graph *graph; /* the model's, until it is sealed */
  bool failed;     /* memory is out */
  char spill[1024];

  /* text */
  ss_lexer lexer;
  ss_token token;
  bool fresh_line;  /* the token is the first of its line */
  ss_kind declared; /* by the statement being read: these get its comment; COUNT if none */
  size_t declared_from;
  ss_span opening_comment; /* behind the brace that opens its block */

  /* families.c */
  const char **counts; /* parameters that say how many there are */
  size_t count_count;
  ss_span *index_names; /* in the user's text */
  size_t index_name_count;

  /* JSON */
  bool json;
  ss_json_source *sources;
  size_t source_count;

  bool torn; /* something could not be read: names may be used there */
  size_t unknown_names;
  ss_names names[SS_NAMESPACE_COUNT];
  bool chart_broken; /* some of it could not be read */
  ss_reference *references;
  size_t reference_count;

  ss_site *sites;
  size_t site_count;
  ss_meaning *meanings; /* by symbol */
  size_t meaning_count;
  ss_expr *let_symbol, *point_symbol; /* point i: x at 2i, y at 2i + 1 */

  const ss_element *ruled; /* whose law is being parsed: what `slip` means there; NULL elsewhere */
  bool plain;              /* formulas are parsed without folding */
  size_t definition;       /* the one being parsed, or NO_DEFINITION */
  ss_edge *edges;
  size_t edge_count;
  uint32_t *order; /* definitions, each after those that it uses; cyclic ones are left out */
  size_t order_count;

  ss_rewriter resolver, rates; /* resolved forms; total time derivatives of those */
  bool accelerated;            /* ddt met a velocity */

  ss_rewriter closer; /* parameters replaced by their values */

  uint16_t *traits; /* by expression, as far as trait_count */
  uint8_t *varies;  /* likewise: it contains a symbol */
  size_t trait_count;
};

enum { SS_NO_DEFINITION = UINT32_MAX };

/* Zeroed memory that lives as long as the model, or as the reading; NULL after setting `failed`. */
void *ss_reader_keep(ss_reader *reader, size_t count, size_t size);
void *ss_reader_borrow(ss_reader *reader, size_t count, size_t size);

/* A zeroed new last item of an array; a spare one (not in the array) when memory is out. `items`
 * is the address of the array's pointer. */
void *ss_reader_append(ss_reader *reader, ss_arena *arena, void *items, size_t *count, size_t size);

/* The typed forms: an array of the model, an array of the reading. */
#define ss_model_append(r, items, count, type)                                                     \
  ((type *)ss_reader_append((r), (r)->arena, &(items), &(count), sizeof(type)))
#define ss_scratch_append(r, items, count, type)                                                   \
  ((type *)ss_reader_append((r), (r)->scratch, &(items), &(count), sizeof(type)))

/* Adds a diagnostic; in a JSON model its message begins with the path instead of a line. */
ss_diagnostic *ss_reader_error(ss_reader *reader, ss_span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
ss_diagnostic *ss_reader_warn(ss_reader *reader, ss_span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How a mistake in a state is said: an error in the file as it is, a warning once a parameter was
 * set from the command line. */
typedef ss_diagnostic *(*ss_complaint)(ss_reader *reader, ss_span where, const char *format, ...);
ss_complaint ss_reader_state_complaint(const ss_reader *reader);

/* A hint: printf into the list's arena. Nothing for items that are left out. */
void ss_reader_hint(ss_reader *reader, ss_diagnostic *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ss_reader_suggest(ss_reader *reader, ss_diagnostic *item, const char *name, size_t count,
                       const char *const *candidates);

/* "there are newton, sequential, energetic and poisson"; before it the nearest of them, where one
 * is near. */
void ss_reader_list_words(ss_reader *reader, ss_diagnostic *item, const char *word, size_t count,
                          const char *const *words);

/* A copy of a stretch of the source. */
char *ss_reader_copy(ss_reader *reader, ss_span where);
unsigned ss_reader_line(const ss_reader *reader, ss_span where);

/* The declared name of that kind and index (not FEEDBACK). */
ss_name *ss_reader_name(ss_reader *reader, ss_kind kind, size_t index);

/* ---- pass 1, text: statements.c, feedbacks.c, items.c, comments.c ---------------------------- */

void ss_reader_read_text(ss_reader *reader);
void ss_reader_advance(ss_reader *reader);
bool ss_reader_read_feedback(ss_reader *reader);

/* Do `first` and what follows it begin a statement? */
bool ss_lexer_at_statement(ss_lexer ahead, ss_token first);
/* The same of the current token, at the beginning of a line. */
bool ss_reader_at_statement(const ss_reader *reader);

/* Complains "expected …, found …" at the current token; false. */
bool ss_reader_expected(ss_reader *reader, const char *what);
bool ss_reader_accept(ss_reader *reader, ss_token_kind kind, const char *what);
bool ss_reader_accept_name(ss_reader *reader, const char *what, ss_name *name);
/* One word; one sign, where kinds of brackets matter. */
bool ss_reader_accept_word(ss_reader *reader, const char *word, const char *what);
bool ss_reader_accept_sign(ss_reader *reader, char sign, const char *what);
bool ss_reader_at_sign(ss_reader *reader, char sign);
/* A string without its quotes, \" and \\ replaced. */
bool ss_reader_read_quoted(ss_reader *reader, const char **text);

/* Where a formula may end besides the end of its statement. */
enum { SS_UNTIL_COMMA = 1, SS_UNTIL_IN = 2, SS_UNTIL_RELATION = 4, SS_IN_BLOCK = 8 };

/* Passes over a formula and notes its stretch; false after a complaint. */
bool ss_reader_skip_formula(ss_reader *reader, unsigned until, ss_formula *formula);

/* "{" … "}"; false after a complaint that ended the block. */
bool ss_reader_read_items(ss_reader *reader, bool relations, ss_items *items);

/* Control characters and what is not UTF-8 become '?'. */
void ss_reader_make_printable(char *text);

/* A unit that nobody knows is reported where it stands. */
void ss_reader_check_unit(ss_reader *reader, ss_span where, const char *unit);

/* The comment's unit, if it can have one, and words go to the name. */
void ss_reader_document(ss_reader *reader, ss_span comment, bool has_unit, ss_name *name);

/* ---- pass 1, both: blocks.c, elements.c ------------------------------------------------------ */

/* ( a, b, … ) as its components, anything else as one; at most `most` are stored. Returns how many
 * there are, 0 after a complaint. */
size_t ss_reader_split_tuple(ss_reader *reader, const ss_item *item, size_t most,
                             ss_formula *parts);

/* The word of NAME or NAME ( a, b, … ) and its arguments; NULL after a complaint. */
const char *ss_reader_split_call(ss_reader *reader, const ss_item *item, size_t most,
                                 ss_formula *parts, size_t *count);

/* A key of a block; the list of a block's keys ends with a NULL word. */
typedef struct ss_block_key {
  const char *word;
  bool required;
} ss_block_key;

/* found[i] = the item whose key is keys[i], or NULL. Unknown, doubled and missing keys are
 * complained about; `what` ("contact 'left'") and `where` say of what. False if some of the block
 * could not be understood: a key that is missing may have been meant. */
bool ss_reader_find_keys(ss_reader *reader, const ss_items *items, const char *what, ss_span where,
                         const ss_block_key *keys, const ss_item **found);

void ss_reader_add_body(ss_reader *reader, const ss_name *name, const ss_items *items);
void ss_reader_add_shape(ss_reader *reader, const ss_name *name, const ss_items *items);
void ss_reader_add_element(ss_reader *reader, ss_element_kind kind, const ss_name *name,
                           const ss_items *items);
void ss_reader_add_chart(ss_reader *reader, size_t count, const ss_name *names,
                         const ss_items *items);
void ss_reader_add_state(ss_reader *reader, const ss_name *name, const ss_items *items);
void ss_reader_add_relations(ss_reader *reader, ss_kind kind, const ss_name *name, const char *of,
                             const ss_items *items);

/* ---- the later passes ------------------------------------------------------------------------ */

/* Notes a name for ss_reader_link, where it finds what it refers to. */
void ss_reader_refer(ss_reader *reader, ss_reference_kind kind, size_t owner, const char *name,
                     ss_span where);

/* False if a limit was hit and there is no going on. */
bool ss_reader_link(ss_reader *reader);
/* Rates belong to first-order states, forces to coordinates. */
void ss_reader_check_rates(ss_reader *reader);
/* The mistakes of another text, appended. */
void ss_diagnostics_take_over(ss_diagnostics *list, const ss_diagnostics *other);
void ss_reader_apply_settings(ss_reader *reader, size_t count, const ss_setting *settings);
void ss_reader_make_symbols(ss_reader *reader);
void ss_reader_list_sites(ss_reader *reader);
unsigned ss_role_allowed(ss_role role);
/* "the gap of contact 'left'". */
const char *ss_site_describe(ss_reader *reader, const ss_site *site);

ss_expr ss_reader_resolve_name(void *user, const char *name, size_t length, ss_span where);
void ss_reader_parse_formulas(ss_reader *reader);
/* A formula that could be parsed, once more and without folding; from its JSON tree if it has one.
 */
ss_expr ss_reader_parse_plain(ss_reader *reader, ss_span where, const json_t *tree,
                              ss_expr written);
/* The number of the definition of a value's kind and index. */
size_t ss_reader_definition(const ss_reader *reader, ss_kind kind, size_t index);
size_t ss_reader_sort_edges(ss_reader *reader, size_t count, size_t edge_count,
                            const ss_edge *edges, uint32_t *order, uint32_t *open);
void ss_reader_sort_definitions(ss_reader *reader);
void ss_reader_resolve(ss_reader *reader);
void ss_reader_add_up(ss_reader *reader);
void ss_reader_localise(ss_reader *reader);
void ss_reader_evaluate(ss_reader *reader);

void ss_rewriter_start(ss_rewriter *rewriter, ss_graph *graph,
                       ss_expr (*rule)(void *user, ss_expr e, ss_expr a, ss_expr b), void *user);
void ss_rewriter_stop(ss_rewriter *rewriter);
/* Forgets all images. */
void ss_rewriter_reset(ss_rewriter *rewriter);
void ss_rewriter_set(ss_rewriter *rewriter, ss_expr e, ss_expr image);
ss_expr ss_rewriter_apply(ss_rewriter *rewriter, ss_expr root);
/* The rule of substitution: the same operation on the images; `user` is the graph. */
ss_expr ss_rewriter_rebuild(void *user, ss_expr e, ss_expr a, ss_expr b);

/* ---- enclose.c: values of expressions without symbols ---------------------------------------- */

enum { SS_SIGN_UNKNOWN = 2 };

/* Balls around the values; an indeterminate one where there is no finite value. */
ss_status ss_model_enclose(const ss_graph *graph, size_t count, const ss_expr *exprs,
                           arb_ptr values);
/* -1, 0, 1 or SS_SIGN_UNKNOWN (also for SS_EXPR_NONE). */
int ss_model_sign(const ss_graph *graph, ss_expr e);

/* ---- inputs.c -------------------------------------------------------------------------------- */

/* How often something has happened, as a file says it; 0: not so. */
#define SS_FEEDBACK_COUNT_EXPECTED "expected how often something has happened: 1, 2, .. 1000000"
static inline size_t ss_feedback_count(long long number) {
  return number > 0 && number <= 1000000 ? (size_t)number : 0;
}

/* What an element does, as a file says it; SS_DURING_ANYTHING: not so. */
#define SS_DURING_EXPECTED "expected 'open', 'closed', 'sticks' or 'slips'"
ss_during ss_during_from_word(const char *word);

/* What tells a feedback from all others: its law, when it holds, and its input. */
const char *ss_model_feedback_key(ss_arena *arena, const ss_feedback *feedback, const char *input);

/* ---- input_bounds.c -------------------------------------------------------------------------- */

/* Whether 0 is within the bounds of an input, whatever the parameters are in their ranges. */
ss_status ss_model_input_may_be_zero(const ss_model *model, size_t input, ss_arena *arena,
                                     ss_verdict *verdict);

/* The canonical form without its hash. */
void ss_model_print_canonical(const ss_model *model, ss_text *out);

/* ---- checks ---------------------------------------------------------------------------------- */

void ss_reader_find_traits(ss_reader *reader);
uint16_t ss_reader_traits(const ss_reader *reader, ss_expr e);
void ss_reader_check_contents(ss_reader *reader);
void ss_reader_check_degrees(ss_reader *reader);
void ss_reader_check_laws(ss_reader *reader);
void ss_reader_check_states(ss_reader *reader);
void ss_reader_check_chart(ss_reader *reader);
void ss_reader_check_mass(ss_reader *reader);
void ss_reader_check_units(ss_reader *reader);
void ss_reader_check_unused(ss_reader *reader);

/* ---- drawings.c ------------------------------------------------------------------------------ */

bool ss_drawing_find(const char *word, ss_drawing_kind *kind);
void ss_reader_suggest_drawing(ss_reader *reader, ss_span where, const char *word);
bool ss_reader_read_draw(ss_reader *reader);
/* `element`: whose name is looked up later, or NULL. */
void ss_reader_add_drawing(ss_reader *reader, const ss_drawing *drawing, const ss_name *element);
void ss_reader_check_drawings(ss_reader *reader);

/* ---- families.c ------------------------------------------------------------------------------ */

/* Puts the expanded text in place of the list's, with its map; false after a complaint. */
bool ss_reader_expand(ss_reader *reader, size_t settings, const ss_setting *setting);
/* Marks the parameters that count; an index must not have the name of a value. */
void ss_reader_check_families(ss_reader *reader);

/* ---- shapes.c -------------------------------------------------------------------------------- */

/* A feedback for every shape and input, still without formula. */
void ss_reader_announce_shapes(ss_reader *reader);
/* Their formulas, or why there is none. */
void ss_reader_derive_shapes(ss_reader *reader);

/* ---- input_tables.c -------------------------------------------------------------------------- */

/* What an input is to follow: the text behind its "=", its name; and the last time of the file. */
typedef struct ss_input_table {
  const char *text, *input;
  double until;
} ss_input_table;

/* Whether the text names a file rather than a formula. */
bool ss_input_names_table(const char *text);
ss_status ss_input_from_table(const ss_model *model, ss_input_table *from, ss_diagnostics *list,
                              ss_graph *graph, ss_expr *formula);

#endif
