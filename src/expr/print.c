/* print.c: an expression as text of the model language or as C.
 *
 * Infix with the fewest parentheses that keep the meaning: every operation has a binding strength
 * (sum < product < power < atom), and an operand is put in parentheses when it binds less than its
 * place demands. Text reads back to an equal expression; C needs <math.h>, primes become "_dot" and
 * points "_", small integer powers are written out as products.
 *
 * An expression prints as a tree, and a tree can be exponentially larger than its graph: printing
 * stops with "..." after MOST_LENGTH characters or MOST_DEPTH levels, so that its cost is bounded.
 * LaTeX is in print_latex.c.
 */
#include "print_private.h"

#include <stdlib.h>

typedef struct printer {
  const ss_graph *graph;
  bool c;
  ss_text *out;
  size_t start; /* length of the text before this expression */
  int depth;
} printer;

static void print(printer *p, ss_expr e, int place);

/* ---- numbers and names ---------------------------------------------------------------------- */

/* A denominator of 2 and 5 only, and few digits: "9.81" reads better than "981/100". */
static bool add_decimal(const fmpq *value, ss_text *out) {
  fmpz_t rest, scale, digits;
  fmpz_init_set(rest, fmpq_denref(value));
  fmpz_init(scale);
  fmpz_init(digits);
  int places = 0;
  fmpz_one(scale);
  for (; places < 9 && !fmpz_divisible(scale, rest); places++) fmpz_mul_ui(scale, scale, 10);
  bool is_decimal = places > 0 && fmpz_divisible(scale, rest) && fmpz_divisible_si(rest, 5) &&
                    fmpz_bits(fmpq_numref(value)) < 30;
  if (is_decimal) {
    fmpz_divexact(scale, scale, rest);
    fmpz_mul(digits, scale, fmpq_numref(value));
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

static void print_number(printer *p, const fmpq *value) {
  if (!p->c) {
    ss_print_number(value, p->out);
  } else if (fmpz_is_one(fmpq_denref(value)) && fmpz_bits(fmpq_numref(value)) < 54) {
    ss_text_addf(p->out, "%ld.0", fmpz_get_si(fmpq_numref(value)));
  } else {
    ss_text_addf(p->out, "%.17g", ss_number_to_double(value));
  }
}

static void print_name(printer *p, const char *name) {
  if (!p->c) {
    ss_text_add(p->out, name);
    return;
  }
  for (; *name; name++) {
    if (*name == '\'')
      ss_text_add(p->out, "_dot");
    else
      ss_text_add_bytes(p->out, *name == '.' ? "_" : name, 1);
  }
}

/* ---- operations ----------------------------------------------------------------------------- */

int ss_print_strength(const ss_graph *g, ss_expr e) {
  const fmpq *value = ss_expr_value(g, e);
  if (value && fmpq_sgn(value) < 0) return SS_STRENGTH_SUM;
  if (value && !fmpz_is_one(fmpq_denref(value))) return SS_STRENGTH_PRODUCT;
  switch (ss_expr_op(g, e)) {
  case SS_OP_ADD:
  case SS_OP_SUB:
  case SS_OP_NEG: return SS_STRENGTH_SUM;
  case SS_OP_MUL: {
    const fmpq *factor = ss_expr_value(g, ss_expr_arg(g, e, 0));
    return factor && fmpq_sgn(factor) < 0 ? SS_STRENGTH_SUM : SS_STRENGTH_PRODUCT;
  }
  case SS_OP_DIV: return SS_STRENGTH_PRODUCT;
  case SS_OP_POW: return SS_STRENGTH_POWER;
  default: return SS_STRENGTH_ATOM;
  }
}

static void print_infix(printer *p, ss_expr e, const char *sign, int left, int right) {
  print(p, ss_expr_arg(p->graph, e, 0), left);
  ss_text_add(p->out, sign);
  print(p, ss_expr_arg(p->graph, e, 1), right);
}

static void print_call(printer *p, ss_expr e, const char *word) {
  ss_text_addf(p->out, "%s(", word);
  print(p, ss_expr_arg(p->graph, e, 0), SS_STRENGTH_SUM);
  if (ss_op_arity(ss_expr_op(p->graph, e)) == 2) {
    ss_text_add(p->out, ", ");
    print(p, ss_expr_arg(p->graph, e, 1), SS_STRENGTH_SUM);
  }
  ss_text_add(p->out, ")");
}

/* C has no power operator: x^3 as x*x*x, the rest as pow(). */
static void print_c_power(printer *p, ss_expr e) {
  ss_expr base = ss_expr_arg(p->graph, e, 0), exponent = ss_expr_arg(p->graph, e, 1);
  for (long n = 2; n <= 4; n++) {
    if (!ss_expr_is_integer(p->graph, exponent, n)) continue;
    ss_text_add(p->out, "(");
    for (long i = 0; i < n; i++) {
      if (i) ss_text_add(p->out, "*");
      print(p, base, SS_STRENGTH_POWER);
    }
    ss_text_add(p->out, ")");
    return;
  }
  print_call(p, e, "pow");
}

static void print_c_sign(printer *p, ss_expr e) {
  ss_expr a = ss_expr_arg(p->graph, e, 0);
  ss_text_add(p->out, "((");
  print(p, a, SS_STRENGTH_SUM);
  ss_text_add(p->out, " > 0) - (");
  print(p, a, SS_STRENGTH_SUM);
  ss_text_add(p->out, " < 0))");
}

static const char *c_word(ss_op op) {
  switch (op) {
  case SS_OP_ABS: return "fabs";
  case SS_OP_MIN: return "fmin";
  case SS_OP_MAX: return "fmax";
  default: return ss_op_word(op);
  }
}

static void print_operation(printer *p, ss_expr e) {
  const ss_graph *g = p->graph;
  ss_op op = ss_expr_op(g, e);
  switch (op) {
  case SS_OP_NUMBER: print_number(p, ss_expr_value(g, e)); return;
  case SS_OP_SYMBOL: print_name(p, ss_expr_name(g, e)); return;
  case SS_OP_PI: ss_text_add(p->out, p->c ? "M_PI" : "pi"); return;
  case SS_OP_ADD: print_infix(p, e, " + ", SS_STRENGTH_SUM, SS_STRENGTH_SUM); return;
  case SS_OP_SUB: print_infix(p, e, " - ", SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT); return;
  case SS_OP_MUL: print_infix(p, e, "*", SS_STRENGTH_PRODUCT, SS_STRENGTH_PRODUCT); return;
  case SS_OP_DIV: print_infix(p, e, "/", SS_STRENGTH_PRODUCT, SS_STRENGTH_POWER); return;
  case SS_OP_NEG:
    ss_text_add(p->out, "-");
    print(p, ss_expr_arg(g, e, 0), SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_POW:
    if (p->c)
      print_c_power(p, e);
    else
      print_infix(p, e, "^", SS_STRENGTH_ATOM, SS_STRENGTH_ATOM);
    return;
  case SS_OP_SIGN:
    if (p->c)
      print_c_sign(p, e);
    else
      print_call(p, e, "sign");
    return;
  default: print_call(p, e, p->c ? c_word(op) : ss_op_word(op)); return;
  }
}

static void print(printer *p, ss_expr e, int place) {
  if (e == SS_EXPR_NONE || p->depth > SS_PRINT_MOST_DEPTH ||
      p->out->length - p->start > SS_PRINT_MOST_LENGTH) {
    ss_text_add(p->out, "...");
    return;
  }
  bool parentheses = ss_print_strength(p->graph, e) < place;
  p->depth++;
  if (parentheses) ss_text_add(p->out, "(");
  print_operation(p, e);
  if (parentheses) ss_text_add(p->out, ")");
  p->depth--;
}

void ss_expr_print(const ss_graph *graph, ss_expr e, ss_print_style style, ss_text *out) {
  if (style == SS_PRINT_LATEX) {
    ss_print_latex(graph, e, out);
    return;
  }
  printer p = {.graph = graph, .c = style == SS_PRINT_C, .out = out, .start = out->length};
  print(&p, e, SS_STRENGTH_SUM);
}
