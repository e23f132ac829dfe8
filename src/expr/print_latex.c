/* print_latex.c: an expression as LaTeX.
 *
 * Names follow the habits of the field: Greek letters by their names (phi as \varphi), digits at
 * the end and what follows an underscore as an index (mu1 and mu_1 give \mu_{1}), a prime as a dot
 * over the letter, a point's coordinate A.x as x_{A}. Quotients are fractions, products juxtaposed.
 * Cut like print.c, but every operand that is left out becomes \ldots, so that groups are closed.
 */
#include "print_private.h"

#include <ctype.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const greek[] = {"alpha", "beta",  "gamma", "delta",  "epsilon", "zeta", "eta",
                                    "theta", "iota",  "kappa", "lambda", "mu",      "nu",   "xi",
                                    "pi",    "rho",   "sigma", "tau",    "phi",     "chi",  "psi",
                                    "omega", "Gamma", "Delta", "Theta",  "Lambda",  "Xi",   "Pi",
                                    "Sigma", "Phi",   "Psi",   "Omega"};

/* A letter as it is, a Greek letter by its command, a word upright. */
static void add_stem(ss_text *out, const char *name, size_t length) {
  if (length == 1) {
    ss_text_add_bytes(out, name, 1);
    return;
  }
  for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
    if (strlen(greek[i]) == length && memcmp(greek[i], name, length) == 0) {
      ss_text_addf(out, length == 3 && memcmp(name, "phi", 3) == 0 ? "\\var%s" : "\\%s", greek[i]);
      return;
    }
  ss_text_addf(out, "\\mathrm{%.*s}", (int)length, name);
}

/* Stem and index of a plain name: "mu_k" and "mu1" have one. */
static void add_plain_name(ss_text *out, const char *name, size_t length) {
  const char *bracket = memchr(name, '[', length); /* x[3][1] as x_{3,1} */
  if (bracket) {
    add_stem(out, name, (size_t)(bracket - name));
    ss_text_add(out, "_{");
    for (const char *c = bracket + 1; c + 1 < name + length; c++)
      if (*c != '[') ss_text_add(out, *c == ']' ? "," : (char[]){*c, 0});
    ss_text_add(out, "}");
    return;
  }
  const char *underscore = memchr(name, '_', length);
  size_t stem = length;
  if (underscore && underscore > name)
    stem = (size_t)(underscore - name);
  else
    while (stem > 1 && isdigit((unsigned char)name[stem - 1])) stem--;
  add_stem(out, name, stem);
  size_t index = stem < length && name[stem] == '_' ? stem + 1 : stem;
  if (index >= length) return;
  ss_text_add(out, "_{");
  for (size_t i = index; i < length; i++)
    ss_text_add(out, name[i] == '_' ? "," : (char[]){name[i], 0});
  ss_text_add(out, "}");
}

static void print_name(ss_printer *p, const char *name) {
  size_t length = strlen(name);
  bool dotted = length > 1 && name[length - 1] == '\'';
  if (dotted) length--;
  if (dotted) ss_text_add(p->out, "\\dot{");
  const char *point = memchr(name, '.', length);
  if (point) {
    add_stem(p->out, point + 1, length - (size_t)(point + 1 - name));
    ss_text_addf(p->out, "_{%.*s}", (int)(point - name), name);
  } else {
    add_plain_name(p->out, name, length);
  }
  if (dotted) ss_text_add(p->out, "}");
}

/* ---- operations ------------------------------------------------------------------------------ */

static void print_number(ss_printer *p, const fmpq *value) {
  ss_text digits;
  ss_text_start(&digits);
  ss_print_number(value, &digits);
  char *slash = strchr(digits.data, '/');
  if (slash) {
    bool negative = digits.data[0] == '-';
    *slash = '\0';
    ss_text_addf(p->out, "%s\\frac{%s}{%s}", negative ? "-" : "", digits.data + negative,
                 slash + 1);
  } else {
    ss_text_add(p->out, digits.data);
  }
  ss_text_stop(&digits);
}

static void print_braced(ss_printer *p, const char *before, ss_expr e, const char *after) {
  ss_printer_add_text(p, before);
  ss_printer_add(p, e, SS_STRENGTH_SUM);
  ss_printer_add_text(p, after);
}

static const char *latex_word(ss_op op) {
  switch (op) {
  case SS_OP_ASIN: return "\\arcsin";
  case SS_OP_ACOS: return "\\arccos";
  case SS_OP_ATAN: return "\\arctan";
  case SS_OP_ATAN2: return "\\operatorname{atan2}";
  case SS_OP_SIGN: return "\\operatorname{sign}";
  case SS_OP_DDT: return "\\frac{\\mathrm{d}}{\\mathrm{d}t}";
  case SS_OP_SIN: return "\\sin";
  case SS_OP_COS: return "\\cos";
  case SS_OP_TAN: return "\\tan";
  case SS_OP_TANH: return "\\tanh";
  case SS_OP_EXP: return "\\exp";
  case SS_OP_LOG: return "\\log";
  case SS_OP_MIN: return "\\min";
  default: return "\\max";
  }
}

static void print_call(ss_printer *p, ss_expr e, const char *word) {
  ss_expr a = ss_expr_arg(p->graph, e, 0), b = ss_expr_arg(p->graph, e, 1);
  ss_printer_add_text(p, word);
  /* sin x without parentheses for a lone symbol */
  if (!b && ss_expr_op(p->graph, a) == SS_OP_SYMBOL) {
    print_braced(p, "{", a, "}");
    return;
  }
  print_braced(p, "\\left(", a, "");
  if (b) print_braced(p, ", ", b, "");
  ss_printer_add_text(p, "\\right)");
}

static bool is_plain_function(const ss_graph *g, ss_expr e) {
  ss_op op = ss_expr_op(g, e);
  return op == SS_OP_SIN || op == SS_OP_COS || op == SS_OP_TAN || op == SS_OP_TANH;
}

/* \sin^{2}{x} rather than \sin{x}^{2}, which reads as the sine of a square. */
static void print_power(ss_printer *p, ss_expr e) {
  ss_expr base = ss_expr_arg(p->graph, e, 0);
  if (is_plain_function(p->graph, base)) {
    ss_printer_add_text(p, latex_word(ss_expr_op(p->graph, base)));
    print_braced(p, "^{", ss_expr_arg(p->graph, e, 1), "}");
    print_call(p, base, "");
    return;
  }
  ss_printer_add(p, base, SS_STRENGTH_ATOM);
  print_braced(p, "^{", ss_expr_arg(p->graph, e, 1), "}");
}

static void print_node(ss_printer *p, ss_expr e) {
  const ss_graph *g = p->graph;
  ss_expr a = ss_expr_arg(g, e, 0), b = ss_expr_arg(g, e, 1);
  ss_op op = ss_expr_op(g, e);
  switch (op) {
  case SS_OP_NUMBER: print_number(p, ss_expr_value(g, e)); return;
  case SS_OP_SYMBOL: print_name(p, ss_expr_name(g, e)); return;
  case SS_OP_PI: ss_text_add(p->out, "\\pi"); return;
  case SS_OP_ADD:
    ss_printer_add_infix(p, e, ss_print_is_negative(g, b) ? " " : " + ", SS_STRENGTH_SUM,
                         SS_STRENGTH_SUM);
    return;
  case SS_OP_SUB: ss_printer_add_infix(p, e, " - ", SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT); return;
  case SS_OP_MUL:
    ss_printer_add_infix(p, e, " \\, ", ss_print_first_place(g, a), SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_DIV:
    print_braced(p, "\\frac{", a, "}{");
    print_braced(p, "", b, "}");
    return;
  case SS_OP_POW: print_power(p, e); return;
  case SS_OP_NEG:
    ss_printer_add_text(p, "-");
    ss_printer_add(p, a, SS_STRENGTH_PRODUCT);
    return;
  case SS_OP_SQRT: print_braced(p, "\\sqrt{", a, "}"); return;
  case SS_OP_AT: ss_print_curve(p, e); return;
  case SS_OP_ABS: print_braced(p, "\\left|", a, "\\right|"); return;
  default: print_call(p, e, latex_word(op)); return;
  }
}

void ss_print_latex(const ss_graph *graph, ss_expr e, ss_text *out) {
  ss_printer p = {.graph = graph,
                  .out = out,
                  .open = "\\left(",
                  .close = "\\right)",
                  .rest = "\\ldots",
                  .table = "\\mathrm{table}",
                  .balanced = true,
                  .print_node = print_node};
  ss_printer_run(&p, e);
}
