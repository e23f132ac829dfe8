/* print.c: an expression as text of the model language or as C.
 *
 * Infix with the fewest parentheses that keep the meaning: every operation has a binding strength
 * (sum < product < power < atom), and an operand is put in parentheses when it binds less than its
 * place demands. Text reads back to an equal expression. C needs <math.h> and computes in the order
 * of the graph, a + (b + c) if it says so; primes become "_dot" and points "_", a name that C keeps
 * for itself gets a "_", small integer powers are written out as products.
 *
 * The printer keeps what is still to be printed on a stack of its own, so that depth is no matter.
 * But an expression prints as a tree, and a tree can be exponentially larger than its graph: after
 * SS_PRINT_MOST_LENGTH characters "..." stands for the rest. LaTeX and MathML have files of their
 * own.
 */
#include "print_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the stack ------------------------------------------------------------------------------- */

static void push(ss_printer *p, ss_print_item item) {
  if (p->count == p->capacity) {
    size_t capacity = p->capacity ? 2 * p->capacity : 64;
    ss_print_item *items = realloc(p->items, capacity * sizeof *items);
    if (!items) {
      p->out->failed = true;
      return;
    }
    p->items = items;
    p->capacity = capacity;
  }
  p->items[p->count++] = item;
}

void ss_printer_add_text(ss_printer *p, const char *text) {
  push(p, (ss_print_item){.text = text});
}

void ss_printer_add(ss_printer *p, ss_expr e, int place) {
  push(p, (ss_print_item){.e = e, .place = place});
}

void ss_printer_add_infix(ss_printer *p, ss_expr e, const char *sign, int left, int right) {
  ss_printer_add(p, ss_expr_arg(p->graph, e, 0), left);
  ss_printer_add_text(p, sign);
  ss_printer_add(p, ss_expr_arg(p->graph, e, 1), right);
}

/* The items of a node stand in the order of reading; on a stack the first comes last. */
static void reverse(ss_print_item *items, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    ss_print_item swapped = items[i];
    items[i] = items[count - 1 - i];
    items[count - 1 - i] = swapped;
  }
}

void ss_printer_run(ss_printer *p, ss_expr e) {
  size_t start = p->out->length;
  ss_printer_add(p, e, SS_STRENGTH_SUM);
  while (p->count > 0 && !p->out->failed) {
    ss_print_item item = p->items[--p->count];
    bool too_long = p->out->length - start > SS_PRINT_MOST_LENGTH;
    if (item.text) {
      ss_text_add(p->out, item.text);
    } else if (item.e == SS_EXPR_NONE || too_long) {
      ss_text_add(p->out, p->rest);
      if (too_long && !p->balanced) break;
    } else {
      size_t base = p->count;
      bool parentheses = ss_print_strength(p->graph, item.e) < item.place;
      if (parentheses) ss_text_add(p->out, p->open);
      p->print_node(p, item.e);
      if (parentheses) ss_printer_add_text(p, p->close);
      reverse(p->items + base, p->count - base);
    }
  }
  free(p->items);
}

/* ---- numbers and names ----------------------------------------------------------------------- */

/* A denominator of 2 and 5 only, and few digits: "9.81" reads better than "981/100". */
static bool add_decimal(const fmpq *value, ss_text *out) {
  fmpz_t rest, scale, digits;
  fmpz_init_set(rest, fmpq_denref(value));
  fmpz_init(scale);
  fmpz_init(digits);
  int places = 0;
  fmpz_one(scale);
  for (; places < 9 && !fmpz_divisible(scale, rest); places++) fmpz_mul_ui(scale, scale, 10);
  bool is_decimal = fmpz_divisible(scale, rest) && fmpz_divisible_si(rest, 5);
  if (is_decimal) {
    fmpz_divexact(scale, scale, rest);
    fmpz_mul(digits, scale, fmpq_numref(value));
    is_decimal = fmpz_bits(digits) < 50;
  }
  if (is_decimal) {
    long all = fmpz_get_si(digits), unit = 1;
    for (int i = 0; i < places; i++) unit *= 10;
    ss_text_addf(out, "%s%ld.%0*ld", all < 0 ? "-" : "", labs(all) / unit, places,
                 labs(all) % unit);
  }
  fmpz_clear(rest);
  fmpz_clear(scale);
  fmpz_clear(digits);
  return is_decimal;
}

static void add_integer(const fmpz *value, ss_text *out) {
  char *text = fmpz_get_str(NULL, 10, value);
  ss_text_add(out, text);
  flint_free(text);
}

void ss_print_number(const fmpq *value, ss_text *out) {
  if (!fmpz_is_one(fmpq_denref(value)) && add_decimal(value, out)) return;
  add_integer(fmpq_numref(value), out);
  if (fmpz_is_one(fmpq_denref(value))) return;
  ss_text_add(out, "/");
  add_integer(fmpq_denref(value), out);
}

static void print_c_number(ss_printer *p, const fmpq *value) {
  double d = ss_number_to_double(value);
  char digits[32];
  snprintf(digits, sizeof digits, isinf(d) ? d < 0 ? "-INFINITY" : "INFINITY" : "%.17g", d);
  ss_text_add(p->out, digits);
  /* a double, not an integer */
  if (!strpbrk(digits, ".eI")) ss_text_add(p->out, ".0");
}

/* Words that C and the printed functions keep for themselves. */
static bool is_kept_by_c(const char *name) {
  static const char *const words[] = {
      "auto",     "break",  "case",   "char",     "const",   "continue", "default",  "do",
      "double",   "else",   "enum",   "extern",   "float",   "for",      "goto",     "if",
      "inline",   "int",    "long",   "register", "return",  "restrict", "short",    "signed",
      "sizeof",   "static", "struct", "switch",   "typedef", "union",    "unsigned", "void",
      "volatile", "while",  "pow",    "fabs",     "fmin",    "fmax",     "M_PI",     "INFINITY"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i], name) == 0) return true;
  return false;
}

static void print_name(ss_printer *p, const char *name) {
  if (!p->c) {
    ss_text_add(p->out, name);
    return;
  }
  bool is_kept = is_kept_by_c(name);
  for (; *name; name++) {
    if (*name == '\'')
      ss_text_add(p->out, "_dot");
    else
      ss_text_add_bytes(p->out, *name == '.' ? "_" : name, 1);
  }
  if (is_kept) ss_text_add(p->out, "_");
}

/* ---- operations ------------------------------------------------------------------------------ */

/* A product or quotient whose first operand is a negative number begins with a sign. */
static bool begins_with_sign(const ss_graph *g, ss_expr e) {
  const fmpq *factor = ss_expr_value(g, ss_expr_arg(g, e, 0));
  return factor && fmpq_sgn(factor) < 0;
}

int ss_print_strength(const ss_graph *g, ss_expr e) {
  const fmpq *value = ss_expr_value(g, e);
  if (value && fmpq_sgn(value) < 0) return SS_STRENGTH_SUM;
  if (value && !fmpz_is_one(fmpq_denref(value))) return SS_STRENGTH_PRODUCT;
  switch (ss_expr_op(g, e)) {
  case SS_OP_ADD:
  case SS_OP_SUB:
  case SS_OP_NEG: return SS_STRENGTH_SUM;
  case SS_OP_MUL:
  case SS_OP_DIV: return begins_with_sign(g, e) ? SS_STRENGTH_SUM : SS_STRENGTH_PRODUCT;
  case SS_OP_POW: return SS_STRENGTH_POWER;
  default: return SS_STRENGTH_ATOM;
  }
}

int ss_print_first_place(const ss_graph *g, ss_expr e) {
  return ss_expr_value(g, e) ? SS_STRENGTH_SUM : SS_STRENGTH_PRODUCT;
}

bool ss_print_is_negative(const ss_graph *g, ss_expr e) {
  while (ss_expr_op(g, e) == SS_OP_ADD || ss_expr_op(g, e) == SS_OP_SUB) e = ss_expr_arg(g, e, 0);
  const fmpq *value = ss_expr_value(g, e);
  if (value) return fmpq_sgn(value) < 0;
  return ss_expr_op(g, e) == SS_OP_NEG || (ss_expr_op(g, e) == SS_OP_MUL && begins_with_sign(g, e));
}

static void print_call(ss_printer *p, ss_expr e, const char *word) {
  ss_printer_add_text(p, word);
  ss_printer_add_text(p, "(");
  ss_printer_add(p, ss_expr_arg(p->graph, e, 0), SS_STRENGTH_SUM);
  if (ss_op_arity(ss_expr_op(p->graph, e)) == 2) {
    ss_printer_add_text(p, ", ");
    ss_printer_add(p, ss_expr_arg(p->graph, e, 1), SS_STRENGTH_SUM);
  }
  ss_printer_add_text(p, ")");
}

void ss_print_curve(ss_printer *p, ss_expr e) {
  int order = 0;
  ss_expr_curve(p->graph, ss_expr_arg(p->graph, e, 1), &order);
  ss_printer_add_text(p, p->table);
  for (int k = 0; k < order; k++) ss_printer_add_text(p, p->c ? "_dot" : "'");
  ss_printer_add_text(p, p->open);
  ss_printer_add(p, ss_expr_arg(p->graph, e, 0), SS_STRENGTH_SUM);
  ss_printer_add_text(p, p->close);
}

/* C has no power operator: x^3 as x*x*x, the rest as pow(). */
static void print_c_power(ss_printer *p, ss_expr e) {
  ss_expr base = ss_expr_arg(p->graph, e, 0), exponent = ss_expr_arg(p->graph, e, 1);
  for (long n = 2; n <= 4; n++) {
    if (!ss_expr_is_integer(p->graph, exponent, n)) continue;
    ss_printer_add_text(p, "(");
    for (long i = 0; i < n; i++) {
      if (i) ss_printer_add_text(p, "*");
      ss_printer_add(p, base, SS_STRENGTH_POWER);
    }
    ss_printer_add_text(p, ")");
    return;
  }
  print_call(p, e, "pow");
}

/* A double: the quotient of two signs must not be one of integers. */
static void print_c_sign(ss_printer *p, ss_expr e) {
  ss_expr a = ss_expr_arg(p->graph, e, 0);
  ss_printer_add_text(p, "(double)((");
  ss_printer_add(p, a, SS_STRENGTH_SUM);
  ss_printer_add_text(p, " > 0) - (");
  ss_printer_add(p, a, SS_STRENGTH_SUM);
  ss_printer_add_text(p, " < 0))");
}

static const char *c_word(ss_op op) {
  switch (op) {
  case SS_OP_ABS: return "fabs";
  case SS_OP_MIN: return "fmin";
  case SS_OP_MAX: return "fmax";
  default: return ss_op_word(op);
  }
}

static void print_leaf(ss_printer *p, ss_expr e) {
  const fmpq *value = ss_expr_value(p->graph, e);
  if (value && p->c)
    print_c_number(p, value);
  else if (value)
    ss_print_number(value, p->out);
  else if (ss_expr_name(p->graph, e))
    print_name(p, ss_expr_name(p->graph, e));
  else
    ss_text_add(p->out, p->c ? "M_PI" : "pi");
}

static void print_node(ss_printer *p, ss_expr e) {
  ss_op op = ss_expr_op(p->graph, e);
  ss_expr a = ss_expr_arg(p->graph, e, 0);
  int first = ss_print_first_place(p->graph, a);
  /* what is added or multiplied last: text may regroup it, C may not */
  int term = p->c ? SS_STRENGTH_PRODUCT : SS_STRENGTH_SUM;
  int factor = p->c ? SS_STRENGTH_POWER : SS_STRENGTH_PRODUCT;
  switch (op) {
  case SS_OP_NUMBER:
  case SS_OP_SYMBOL:
  case SS_OP_PI: print_leaf(p, e); return;
  case SS_OP_ADD: ss_printer_add_infix(p, e, " + ", SS_STRENGTH_SUM, term); return;
  case SS_OP_SUB: ss_printer_add_infix(p, e, " - ", SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT); return;
  case SS_OP_MUL: ss_printer_add_infix(p, e, "*", first, factor); return;
  case SS_OP_DIV: ss_printer_add_infix(p, e, "/", first, SS_STRENGTH_POWER); return;
  case SS_OP_NEG:
    ss_printer_add_text(p, "-");
    ss_printer_add(p, a, SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_POW:
    if (p->c)
      print_c_power(p, e);
    else
      ss_printer_add_infix(p, e, "^", SS_STRENGTH_ATOM, SS_STRENGTH_ATOM);
    return;
  case SS_OP_AT: ss_print_curve(p, e); return;
  case SS_OP_SIGN:
    if (p->c)
      print_c_sign(p, e);
    else
      print_call(p, e, "sign");
    return;
  default: print_call(p, e, p->c ? c_word(op) : ss_op_word(op)); return;
  }
}

void ss_expr_print(const ss_graph *graph, ss_expr e, ss_print_style style, ss_text *out) {
  if (style == SS_PRINT_LATEX || style == SS_PRINT_MATHML) {
    (style == SS_PRINT_LATEX ? ss_print_latex : ss_print_mathml)(graph, e, out);
    return;
  }
  ss_printer p = {.graph = graph,
                  .out = out,
                  .c = style == SS_PRINT_C,
                  .open = "(",
                  .close = ")",
                  .rest = "...",
                  .table = "table",
                  .print_node = print_node};
  ss_printer_run(&p, e);
}
