/* print_private.h: what the printers share. */
#ifndef STANDSTILL_PRINT_PRIVATE_H
#define STANDSTILL_PRINT_PRIVATE_H

#include "graph_private.h"

enum { SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT, SS_STRENGTH_POWER, SS_STRENGTH_ATOM };
enum { SS_PRINT_MOST_LENGTH = 200000 };

/* What is still to be printed: a piece of text, or an expression in a place that demands a binding
 * strength. */
typedef struct ss_print_item {
  const char *text;
  ss_expr e;
  int place;
} ss_print_item;

typedef struct ss_printer ss_printer;
struct ss_printer {
  const ss_graph *graph;
  ss_text *out;
  bool c;                          /* C rather than the model language */
  const char *open, *close, *rest; /* parentheses, and what stands for what is left out */
  const char *table;               /* the word for a curve */
  bool balanced;                   /* what is cut must close its groups: LaTeX, MathML */

  /* Prints one node: a leaf to `out`, an operation as items, in the order of reading. */
  void (*print_node)(ss_printer *printer, ss_expr e);

  ss_print_item *items; /* a stack: the last one comes next */
  size_t count, capacity;
};

void ss_printer_run(ss_printer *printer, ss_expr e);

/* For print_node: the next item; or three, the operands of e with a sign between them. */
void ss_printer_add_text(ss_printer *printer, const char *text);
void ss_printer_add(ss_printer *printer, ss_expr e, int place);
void ss_printer_add_infix(ss_printer *printer, ss_expr e, const char *sign, int left, int right);

/* How strongly the printed form of e binds. */
int ss_print_strength(const ss_graph *graph, ss_expr e);

/* The place of the first operand of a product: a number needs no parentheses there. */
int ss_print_first_place(const ss_graph *graph, ss_expr e);

/* Whether the formula of e begins with a minus sign: added to another it needs no plus sign. Not
 * for the model language and C, where a sign belongs to its term. */
bool ss_print_is_negative(const ss_graph *graph, ss_expr e);

/* "3", "-1/3", "9.81". */
void ss_print_number(const fmpq *value, ss_text *out);

/* "table(t)" and, of its derivatives, "table'(t)": for print_node. */
void ss_print_curve(ss_printer *printer, ss_expr e);

void ss_print_latex(const ss_graph *graph, ss_expr e, ss_text *out);
void ss_print_mathml(const ss_graph *graph, ss_expr e, ss_text *out);

#endif
