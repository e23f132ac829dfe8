/* json_tree.c: expressions as JSON trees, written and read.
 *
 *     "x"  "x'"  "A.x"  "t"  "pi"     names                "1/3"  "-2"      exact rationals
 *     ["+", a, b]  ["-", a, b]  ["*", a, b]  ["/", a, b]  ["^", a, b]       ["neg", a]
 *     ["sin", a]  ["atan2", a, b]  ["ddt", a]  …
 *     ["+", a, b, ["-", c], …]     a long sum, from the left: ((a + b) - c) …; likewise * and /
 *
 * The form must be the same whatever the order in which a graph came to be, because it is hashed.
 * The two arguments of +, *, min and max are therefore put in an order of their own: numbers, then
 * names, then the rest by a hash of their structure. Long sums and products are written flat along
 * their deepest branch: a tree of a thousand terms would otherwise be a thousand levels deep, which
 * JSON readers refuse. Reading folds them back, giving the same nodes again.
 *
 * Writing uses a stack of its own; reading recurses, as deep as the JSON library lets a text be
 * (2048). Cost: O(nodes of the graph) once a model, then O(length of the text).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_private.h"

/* ---- an order of expressions ----------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t with) {
  h = (h ^ with) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

static uint64_t hash_text(const char *text) {
  uint64_t h = 14695981039346656037u;
  for (; *text; text++) h = (h ^ (unsigned char)*text) * 1099511628211u;
  return h;
}

static uint64_t hash_integer(const fmpz *value) {
  return mix(fmpz_fdiv_ui(value, 0xFFFFFFFFFFFFFFC5u), (uint64_t)(fmpz_sgn(value) + 1));
}

static bool commutes(ss_op op) {
  return op == SS_OP_ADD || op == SS_OP_MUL || op == SS_OP_MIN || op == SS_OP_MAX;
}

static uint64_t hash_of(const ss_trees *trees, ss_expr e) {
  const ss_graph *graph = trees->graph;
  const fmpq *value = ss_expr_value(graph, e);
  if (value) return mix(hash_integer(fmpq_numref(value)), hash_integer(fmpq_denref(value)));
  if (ss_expr_name(graph, e)) return hash_text(ss_expr_name(graph, e));
  ss_op op = ss_expr_op(graph, e);
  uint64_t a = trees->hash[ss_expr_arg(graph, e, 0)], b = trees->hash[ss_expr_arg(graph, e, 1)];
  if (commutes(op) && a > b) return mix(mix((uint64_t)op, b), a);
  return mix(mix((uint64_t)op, a), b);
}

bool ss_trees_start(ss_trees *trees, const ss_graph *graph) {
  size_t count = ss_graph_count(graph);
  *trees = (ss_trees){.graph = graph};
  trees->hash = calloc(count, sizeof *trees->hash);
  trees->depth = calloc(count, sizeof *trees->depth);
  if (!trees->hash || !trees->depth) return false;
  for (ss_expr e = 1; e < count; e++) {
    uint32_t a = trees->depth[ss_expr_arg(graph, e, 0)];
    uint32_t b = trees->depth[ss_expr_arg(graph, e, 1)];
    trees->hash[e] = hash_of(trees, e);
    trees->depth[e] = 1 + (a > b ? a : b);
  }
  return true;
}

void ss_trees_stop(ss_trees *trees) {
  free(trees->hash);
  free(trees->depth);
  free(trees->stack);
}

static int rank(const ss_graph *graph, ss_expr e) {
  ss_op op = ss_expr_op(graph, e);
  return op == SS_OP_NUMBER ? 0 : op == SS_OP_SYMBOL ? 1 : 2;
}

static bool comes_first(const ss_trees *trees, ss_expr a, ss_expr b) {
  const ss_graph *graph = trees->graph;
  if (rank(graph, a) != rank(graph, b)) return rank(graph, a) < rank(graph, b);
  if (rank(graph, a) == 1) return strcmp(ss_expr_name(graph, a), ss_expr_name(graph, b)) < 0;
  return trees->hash[a] < trees->hash[b];
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What is left to write: an expression, or a piece of text before it. */
struct ss_tree_piece {
  ss_expr e;
  const char *text;
};

static void push(ss_trees *trees, ss_expr e, const char *text) {
  if (trees->used == trees->capacity) {
    size_t capacity = 2 * trees->capacity + 64;
    struct ss_tree_piece *stack = realloc(trees->stack, capacity * sizeof *stack);
    if (!stack) {
      trees->failed = true;
      return;
    }
    trees->stack = stack;
    trees->capacity = capacity;
  }
  trees->stack[trees->used++] = (struct ss_tree_piece){e, text};
}

static void reverse(struct ss_tree_piece *pieces, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    struct ss_tree_piece piece = pieces[i];
    pieces[i] = pieces[count - 1 - i];
    pieces[count - 1 - i] = piece;
  }
}

/* The argument along which a sum goes on, and the other one. */
static void choose_branch(const ss_trees *trees, ss_expr e, ss_op plus, ss_op minus,
                          ss_expr *branch, ss_expr *term) {
  ss_expr a = ss_expr_arg(trees->graph, e, 0), b = ss_expr_arg(trees->graph, e, 1);
  ss_op op_a = ss_expr_op(trees->graph, a), op_b = ss_expr_op(trees->graph, b);
  bool a_goes_on = op_a == plus || op_a == minus, b_goes_on = op_b == plus || op_b == minus;
  bool take_b = ss_expr_op(trees->graph, e) == plus && b_goes_on != a_goes_on ? b_goes_on : false;
  if (ss_expr_op(trees->graph, e) == plus && a_goes_on == b_goes_on)
    take_b = a_goes_on && trees->depth[a] != trees->depth[b] ? trees->depth[b] > trees->depth[a]
                                                             : comes_first(trees, b, a);
  *branch = take_b ? b : a;
  *term = take_b ? a : b;
}

/* ["+", first, term, ["-", term], …]; two terms as ["+", a, b] or ["-", a, b]. */
static void write_chain(ss_trees *trees, ss_expr e, ss_op plus, ss_op minus) {
  const char *inverse = minus == SS_OP_SUB ? "[\"-\"," : "[\"/\",";
  size_t from = trees->used, links = 0;
  ss_expr branch = e, term;
  ss_op op = ss_expr_op(trees->graph, e);
  /* pieces in the order of the stack, last first: terms come out from the end of the chain */
  push(trees, SS_EXPR_NONE, "]");
  for (; op == plus || op == minus; op = ss_expr_op(trees->graph, branch)) {
    ss_op link = op;
    choose_branch(trees, branch, plus, minus, &branch, &term);
    if (link == minus) push(trees, SS_EXPR_NONE, "]");
    push(trees, term, NULL);
    if (link == minus) push(trees, SS_EXPR_NONE, inverse);
    push(trees, SS_EXPR_NONE, ",");
    links++;
  }
  push(trees, branch, NULL);
  push(trees, SS_EXPR_NONE, plus == SS_OP_ADD ? "[\"+\"," : "[\"*\",");
  if (links == 1 && ss_expr_op(trees->graph, e) == minus && !trees->failed) {
    trees->used = from;
    push(trees, SS_EXPR_NONE, "]");
    push(trees, term, NULL);
    push(trees, SS_EXPR_NONE, ",");
    push(trees, branch, NULL);
    push(trees, SS_EXPR_NONE, inverse);
  }
}

static void write_call(ss_trees *trees, ss_expr e, ss_text *out) {
  ss_op op = ss_expr_op(trees->graph, e);
  ss_expr a = ss_expr_arg(trees->graph, e, 0), b = ss_expr_arg(trees->graph, e, 1);
  ss_text_addf(out, "[\"%s\",", op == SS_OP_POW ? "^" : op == SS_OP_NEG ? "neg" : ss_op_word(op));
  size_t from = trees->used;
  if (commutes(op) && comes_first(trees, b, a)) {
    ss_expr swap = a;
    a = b;
    b = swap;
  }
  push(trees, a, NULL);
  if (b) push(trees, SS_EXPR_NONE, ",");
  if (b) push(trees, b, NULL);
  push(trees, SS_EXPR_NONE, "]");
  if (!trees->failed) reverse(trees->stack + from, trees->used - from);
}

static void write_number(const fmpq *value, ss_text *out) {
  char *text = fmpq_get_str(NULL, 10, value);
  ss_text_addf(out, "\"%s\"", text);
  flint_free(text);
}

static void write_node(ss_trees *trees, ss_expr e, ss_text *out) {
  const ss_graph *graph = trees->graph;
  switch (ss_expr_op(graph, e)) {
  case SS_OP_NUMBER: write_number(ss_expr_value(graph, e), out); return;
  case SS_OP_SYMBOL: ss_text_addf(out, "\"%s\"", ss_expr_name(graph, e)); return;
  case SS_OP_PI: ss_text_add(out, "\"pi\""); return;
  case SS_OP_ADD:
  case SS_OP_SUB: write_chain(trees, e, SS_OP_ADD, SS_OP_SUB); return;
  case SS_OP_MUL:
  case SS_OP_DIV: write_chain(trees, e, SS_OP_MUL, SS_OP_DIV); return;
  default: write_call(trees, e, out);
  }
}

void ss_trees_write(ss_trees *trees, ss_expr e, ss_text *out) {
  if (e == SS_EXPR_NONE) {
    ss_text_add(out, "null");
    return;
  }
  trees->used = 0;
  push(trees, e, NULL);
  while (trees->used && !trees->failed) {
    struct ss_tree_piece piece = trees->stack[--trees->used];
    if (piece.text)
      ss_text_add(out, piece.text);
    else
      write_node(trees, piece.e, out);
  }
  out->failed = out->failed || trees->failed;
}

/* ---- reading --------------------------------------------------------------------------------- */

static ss_expr build(ss_reader *reader, const json_t *tree, ss_span where);

static ss_expr refuse(ss_reader *reader, ss_span where, const char *message, const char *detail) {
  ss_reader_error(reader, where, "%s%s%s%s", message, detail ? " '" : "", detail ? detail : "",
                  detail ? "'" : "");
  return SS_EXPR_NONE;
}

/* "-3/4", or a decimal. */
static ss_expr build_rational(ss_reader *reader, const char *text, ss_span where) {
  fmpq_t value;
  fmpq_init(value);
  bool negative = *text == '-';
  const char *digits = text + negative;
  bool good = strlen(digits) < 2500 && strspn(digits, "0123456789/") == strlen(digits) && *digits &&
              fmpq_set_str(value, digits, 10) == 0 && !fmpz_is_zero(fmpq_denref(value));
  if (good)
    fmpq_canonicalise(value);
  else
    good = ss_number_from_text(digits, strlen(digits), value);
  if (negative) fmpq_neg(value, value);
  ss_expr e = good ? ss_expr_number(reader->graph, value)
                   : refuse(reader, where, "this is not a number:", text);
  fmpq_clear(value);
  return e;
}

/* A JSON number means the decimal that a person would write for it. */
static ss_expr build_real(ss_reader *reader, double value, ss_span where) {
  char text[40];
  if (!isfinite(value)) return refuse(reader, where, "a number that is not finite", NULL);
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  return build_rational(reader, text, where);
}

static ss_expr build_name(ss_reader *reader, const char *text, ss_span where) {
  if ((*text >= '0' && *text <= '9') || *text == '-') return build_rational(reader, text, where);
  if (strcmp(text, "pi") == 0) return ss_expr_pi(reader->graph);
  return ss_reader_resolve_name(reader, text, strlen(text), where);
}

static ss_expr combine(ss_reader *reader, ss_op op, ss_expr a, ss_expr b, ss_span where) {
  ss_graph *graph = reader->graph;
  ss_expr e = ss_expr_binary(graph, op, a, b);
  if (!e && a && b && ss_graph_status(graph) == SS_BAD_INPUT)
    ss_reader_error(reader, where,
                    op == SS_OP_DIV ? "division by zero" : "zero to a negative power");
  if (ss_graph_status(graph) == SS_BAD_INPUT) ss_graph_clear_status(graph);
  return e;
}

/* Is it ["-", x] (or ["/", x]) with one argument? */
static bool is_inverse(const json_t *tree, const char *sign) {
  const char *word = json_string_value(json_array_get(tree, 0));
  return json_array_size(tree) == 2 && word && strcmp(word, sign) == 0;
}

/* All terms from the left. */
static ss_expr build_chain(ss_reader *reader, const json_t *tree, ss_op plus, ss_op minus,
                           ss_span where) {
  const char *inverse = minus == SS_OP_SUB ? "-" : "/";
  ss_expr sum = build(reader, json_array_get(tree, 1), where);
  for (size_t i = 2; i < json_array_size(tree); i++) {
    const json_t *term = json_array_get(tree, i);
    bool inverted = is_inverse(term, inverse);
    ss_expr e = build(reader, inverted ? json_array_get(term, 1) : term, where);
    sum = combine(reader, inverted ? minus : plus, sum, e, where);
  }
  return sum;
}

/* The operation that a word or sign means, SS_OP_COUNT if none. */
static ss_op operation_of(const char *word) {
  static const struct {
    const char *sign;
    ss_op op;
  } signs[] = {{"+", SS_OP_ADD}, {"-", SS_OP_SUB}, {"*", SS_OP_MUL},
               {"/", SS_OP_DIV}, {"^", SS_OP_POW}, {"neg", SS_OP_NEG}};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strcmp(signs[i].sign, word) == 0) return signs[i].op;
  ss_op op = ss_op_from_word(word, strlen(word));
  return op == SS_OP_PI ? SS_OP_COUNT : op;
}

bool ss_json_is_operation(const json_t *tree) {
  const char *word = json_string_value(json_array_get(tree, 0));
  return word && operation_of(word) != SS_OP_COUNT;
}

static ss_expr build_operation(ss_reader *reader, const json_t *tree, ss_span where) {
  const char *word = json_string_value(json_array_get(tree, 0));
  size_t arguments = json_array_size(tree) ? json_array_size(tree) - 1 : 0;
  if (!word) return refuse(reader, where, "an expression [operation, …] opens with a word", NULL);
  ss_op op = operation_of(word);
  if (op == SS_OP_COUNT) return refuse(reader, where, "unknown operation", word);
  if ((op == SS_OP_ADD || op == SS_OP_MUL) && arguments >= 2)
    return build_chain(reader, tree, op, op == SS_OP_ADD ? SS_OP_SUB : SS_OP_DIV, where);
  if (arguments != (size_t)ss_op_arity(op))
    return refuse(reader, where, "wrong number of arguments of", word);
  ss_expr a = build(reader, json_array_get(tree, 1), where);
  if (arguments == 1) return ss_expr_unary(reader->graph, op, a);
  return combine(reader, op, a, build(reader, json_array_get(tree, 2), where), where);
}

static ss_expr build(ss_reader *reader, const json_t *tree, ss_span where) {
  switch (tree ? json_typeof(tree) : JSON_NULL) {
  case JSON_STRING: return build_name(reader, json_string_value(tree), where);
  case JSON_ARRAY: return build_operation(reader, tree, where);
  case JSON_REAL: return build_real(reader, json_real_value(tree), where);
  case JSON_INTEGER: {
    char digits[32];
    snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(tree));
    return build_rational(reader, digits, where);
  }
  default: return refuse(reader, where, "expected an expression", NULL);
  }
}

ss_expr ss_reader_build_tree(ss_reader *reader, const json_t *tree, ss_span where) {
  return build(reader, tree, where);
}
