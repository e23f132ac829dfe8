/* print_mathml.c: an expression as MathML, which browsers set without any script.
 *
 * Names follow the habits of print_latex.c: Greek letters by their names, digits at the end and
 * what follows an underscore as an index, a prime as a dot over the letter, A.x as x with the index
 * A. A quotient is a fraction, a product has a thin space between its factors, or a
 * point where sin x is one that others follow. Every operand of a
 * scheme that counts its children (fraction, power, root) is one <mrow>. Cut like print_latex.c: an
 * operand that is left out becomes an ellipsis, so that what was opened is closed.
 */
#include <ctype.h>
#include <string.h>

#include "print_private.h"

/* ---- names ----------------------------------------------------------------------------------- */

static const char *find_greek(const char *name, size_t length) {
  static const char *const greek[][2] = {
      {"alpha", "α"},  {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"},
      {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},
      {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},
      {"psi", "ψ"},    {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"},
      {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},
      {"Psi", "Ψ"},    {"Omega", "Ω"}};
  for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
    if (strlen(greek[i][0]) == length && memcmp(greek[i][0], name, length) == 0) return greek[i][1];
  return NULL;
}

static void add_escaped(ss_text *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '<' || text[i] == '>' || text[i] == '&')
      ss_text_addf(out, "&#%d;", text[i]);
    else
      ss_text_add_bytes(out, text + i, 1);
  }
}

/* The dot stands above the whole name, not as an accent: U+0307 combines with one letter only, is
 * lost beside what rises there (left'), and leaves no trace on an i; how near an accent comes is
 * the font's affair. */
static void add_stem(ss_text *out, const char *name, size_t length, bool dotted) {
  const char *letter = find_greek(name, length);
  ss_text_add(out, dotted ? "<mover><mi>" : "<mi>");
  if (letter)
    ss_text_add(out, letter);
  else
    add_escaped(out, name, length);
  ss_text_add(out, dotted ? "</mi><mo>⋅</mo></mover>" : "</mi>");
}

/* Where the index of a plain name begins; its length: there is none. */
static size_t find_index(const char *name, size_t length) {
  const char *bracket = memchr(name, '[', length), *underscore = memchr(name, '_', length);
  size_t stem = length;
  if (bracket) return (size_t)(bracket - name);
  if (underscore && underscore > name) return (size_t)(underscore - name);
  while (stem > 1 && isdigit((unsigned char)name[stem - 1])) stem--;
  return stem;
}

/* "mu_k", "mu1" and "x[3][1]" have an index: 3,1. */
static void add_plain_name(ss_text *out, const char *name, size_t length, bool dotted) {
  const size_t stem = find_index(name, length);
  bool begun = false;
  if (stem == length) {
    add_stem(out, name, length, dotted);
    return;
  }
  ss_text_add(out, "<msub>");
  add_stem(out, name, stem, dotted);
  ss_text_add(out, "<mtext>");
  for (size_t i = stem; i < length; i++) {
    const bool parts = name[i] == '_' || name[i] == '[' || name[i] == ']';
    if (parts && name[i] != ']' && begun) ss_text_add(out, ",");
    if (!parts) add_escaped(out, name + i, 1);
    begun = begun || !parts;
  }
  ss_text_add(out, "</mtext></msub>");
}

static void print_name(ss_printer *p, const char *name) {
  size_t length = strlen(name);
  const bool dotted = length > 1 && name[length - 1] == '\'';
  if (dotted) length--;
  const char *point = memchr(name, '.', length);
  if (point) {
    ss_text_add(p->out, "<msub>");
    add_stem(p->out, point + 1, length - (size_t)(point + 1 - name), dotted);
    add_stem(p->out, name, (size_t)(point - name), false);
    ss_text_add(p->out, "</msub>");
  } else {
    add_plain_name(p->out, name, length, dotted);
  }
}

/* ---- operations ------------------------------------------------------------------------------ */

static void print_number(ss_printer *p, const fmpq *value) {
  ss_text digits;
  ss_text_start(&digits);
  ss_print_number(value, &digits);
  const bool negative = digits.data[0] == '-';
  char *slash = strchr(digits.data, '/');
  ss_text_add(p->out, negative ? "<mo>−</mo>" : "");
  if (slash) {
    *slash = '\0';
    ss_text_addf(p->out, "<mfrac><mn>%s</mn><mn>%s</mn></mfrac>", digits.data + negative,
                 slash + 1);
  } else {
    ss_text_addf(p->out, "<mn>%s</mn>", digits.data + negative);
  }
  ss_text_stop(&digits);
}

static void print_between(ss_printer *p, const char *before, ss_expr e, const char *after) {
  ss_printer_add_text(p, before);
  ss_printer_add(p, e, SS_STRENGTH_SUM);
  ss_printer_add_text(p, after);
}

static const char *mathml_word(ss_op op) {
  switch (op) {
  case SS_OP_ASIN: return "<mi>arcsin</mi>";
  case SS_OP_ACOS: return "<mi>arccos</mi>";
  case SS_OP_ATAN: return "<mi>arctan</mi>";
  case SS_OP_ATAN2: return "<mi>atan2</mi>";
  case SS_OP_SIGN: return "<mi>sign</mi>";
  case SS_OP_DDT: return "<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>";
  case SS_OP_SIN: return "<mi>sin</mi>";
  case SS_OP_COS: return "<mi>cos</mi>";
  case SS_OP_TAN: return "<mi>tan</mi>";
  case SS_OP_TANH: return "<mi>tanh</mi>";
  case SS_OP_EXP: return "<mi>exp</mi>";
  case SS_OP_LOG: return "<mi>log</mi>";
  case SS_OP_MIN: return "<mi>min</mi>";
  default: return "<mi>max</mi>";
  }
}

static void print_call(ss_printer *p, ss_expr e, const char *word) {
  const ss_expr a = ss_expr_arg(p->graph, e, 0), b = ss_expr_arg(p->graph, e, 1);
  ss_printer_add_text(p, word);
  ss_printer_add_text(p, "<mo>&#x2061;</mo>"); /* "of" */
  /* sin x without parentheses for a lone symbol */
  if (!b && ss_expr_op(p->graph, a) == SS_OP_SYMBOL) {
    ss_printer_add(p, a, SS_STRENGTH_SUM);
    return;
  }
  print_between(p, "<mrow><mo>(</mo>", a, b ? "<mo>,</mo>" : "");
  if (b) ss_printer_add(p, b, SS_STRENGTH_SUM);
  ss_printer_add_text(p, "<mo>)</mo></mrow>");
}

static bool is_plain_function(const ss_graph *g, ss_expr e) {
  const ss_op op = ss_expr_op(g, e);
  return op == SS_OP_SIN || op == SS_OP_COS || op == SS_OP_TAN || op == SS_OP_TANH;
}

/* The square stands at the function's word, not at its argument. */
static void print_power(ss_printer *p, ss_expr e) {
  const ss_expr base = ss_expr_arg(p->graph, e, 0), exponent = ss_expr_arg(p->graph, e, 1);
  const bool function = is_plain_function(p->graph, base);
  ss_printer_add_text(p, "<msup><mrow>");
  if (function)
    ss_printer_add_text(p, mathml_word(ss_expr_op(p->graph, base)));
  else
    ss_printer_add(p, base, SS_STRENGTH_ATOM);
  print_between(p, "</mrow><mrow>", exponent, "</mrow></msup>");
  if (function) print_call(p, base, "");
}

/* Whether the last factor is a function of a lone symbol, sin x: what follows it could be taken for
 * a part of the argument. */
static bool ends_with_call(const ss_graph *g, ss_expr e) {
  while (ss_expr_op(g, e) == SS_OP_MUL) e = ss_expr_arg(g, e, 1);
  if (ss_expr_op(g, e) == SS_OP_POW) e = ss_expr_arg(g, e, 0);
  return ss_op_arity(ss_expr_op(g, e)) == 1 && ss_expr_op(g, e) != SS_OP_NEG &&
         ss_expr_op(g, ss_expr_arg(g, e, 0)) == SS_OP_SYMBOL;
}

/* A root of more than a letter is a power: without a mathematical font its sign does not grow. */
static void print_root(ss_printer *p, ss_expr a) {
  if (ss_op_arity(ss_expr_op(p->graph, a)) == 0)
    print_between(p, "<msqrt>", a, "</msqrt>");
  else
    print_between(p, "<msup><mrow><mo>(</mo>", a,
                  "<mo>)</mo></mrow><mrow><mn>1</mn><mo>/</mo><mn>2</mn></mrow></msup>");
}

static void print_node(ss_printer *p, ss_expr e) {
  const ss_graph *g = p->graph;
  const ss_expr a = ss_expr_arg(g, e, 0), b = ss_expr_arg(g, e, 1);
  const ss_op op = ss_expr_op(g, e);
  switch (op) {
  case SS_OP_NUMBER: print_number(p, ss_expr_value(g, e)); return;
  case SS_OP_SYMBOL: print_name(p, ss_expr_name(g, e)); return;
  case SS_OP_PI: ss_text_add(p->out, "<mi>π</mi>"); return;
  case SS_OP_ADD:
    ss_printer_add_infix(p, e, ss_print_is_negative(g, b) ? "" : "<mo>+</mo>", SS_STRENGTH_SUM,
                         SS_STRENGTH_SUM);
    return;
  case SS_OP_SUB:
    ss_printer_add_infix(p, e, "<mo>−</mo>", SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_MUL:
    ss_printer_add_infix(p, e, ends_with_call(g, a) ? "<mo>⋅</mo>" : "<mspace width=\"0.17em\"/>",
                         ss_print_first_place(g, a), SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_DIV:
    print_between(p, "<mfrac><mrow>", a, "</mrow><mrow>");
    print_between(p, "", b, "</mrow></mfrac>");
    return;
  case SS_OP_POW: print_power(p, e); return;
  case SS_OP_NEG:
    ss_printer_add_text(p, "<mo>−</mo>");
    ss_printer_add(p, a, SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_SQRT: print_root(p, a); return;
  case SS_OP_AT: ss_print_curve(p, e); return;
  case SS_OP_ABS: print_between(p, "<mrow><mo>|</mo>", a, "<mo>|</mo></mrow>"); return;
  default: print_call(p, e, mathml_word(op)); return;
  }
}

void ss_print_mathml(const ss_graph *graph, ss_expr e, ss_text *out) {
  ss_printer p = {.graph = graph,
                  .out = out,
                  .open = "<mrow><mo>(</mo>",
                  .close = "<mo>)</mo></mrow>",
                  .rest = "<mi>…</mi>",
                  .table = "<mi>table</mi>",
                  .balanced = true,
                  .print_node = print_node};
  ss_printer_run(&p, e);
}
