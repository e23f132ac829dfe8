/* range.h: where formulas lie while parameters are in their ranges, and formulas as written. */
#ifndef STANDSTILL_SYSTEM_RANGE_H
#define STANDSTILL_SYSTEM_RANGE_H

#include "standstill/model.h"

/* ---- range.c --------------------------------------------------------------------------------- */

/* Symbols of a graph and the intervals that they stand for. The graph may grow. */
typedef struct ss_box {
  const ss_graph *graph;
  size_t count;
  const ss_expr *symbol;
  fmpq *low, *high;
  /* by node: */
  size_t room;
  fmpq *now;      /* at a corner, two each */
  fmpq *found;    /* over the box, two each, once asked for */
  uint8_t *asked; /* 0 no, 1 it has none, 2 it is found */
  uint8_t *good;
  uint8_t *degree;
} ss_box;

/* SS_OK or SS_MEMORY; ss_box_clear is due in both cases. `low` and `high` stay the caller's. */
ss_status ss_box_start(ss_box *box, const ss_graph *graph, size_t count, const ss_expr *symbol,
                       fmpq *low, fmpq *high);
void ss_box_clear(ss_box *box);

/* The interval of a formula by the rule of docs/certificate.md, in box->found[2 e] and [2 e + 1];
 * *defined is false where the formula is not seen to be defined everywhere in the box, or has other
 * symbols. */
ss_status ss_box_find(ss_box *box, ss_expr e, bool *defined);

/* Whether the interval is exact: no function was rounded. */
bool ss_box_is_exact(const ss_box *box, ss_expr e);

/* ---- written.c ------------------------------------------------------------------------------- */

/* The formulas of a model as they are written, their definitions inserted, in a graph of their own
 * in which nothing is folded. */
typedef struct ss_written {
  const ss_model *model;
  const ss_graph *from; /* of the model's formulas and the laws */
  const ss_expr *law;   /* what the inputs follow, resolved; NULL if there are none */
  ss_arena *arena;
  ss_graph *graph;
  ss_expr *copy;                /* by node of the model's graph, once it is inserted */
  size_t depth, checked;        /* of definitions; nodes that were looked at */
  struct ss_written_node *node; /* what is known of them */
  size_t room, symbols;         /* nodes that are no rational operations */
  ss_box box;                   /* of the parameters with a range */
  const ss_formula *formula;    /* the one that is read */
  const char *why;              /* a phrase; NULL as long as nothing stands against it */
  bool unlinear;                /* because it is not linear */
  bool smooth;                  /* sin, cos, … of coordinates are good, and so is any size */
  bool loose;                   /* nothing is checked: formulas are copied only */
  bool failed;                  /* memory */
} ss_written;

/* SS_OK or SS_MEMORY; ss_written_clear is due in both cases. */
ss_status ss_written_start(ss_written *w, const ss_model *model, const ss_graph *from,
                           const ss_expr *law);
void ss_written_clear(ss_written *w);
/* Remembers the first reason. */
void ss_written_refuse(ss_written *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A formula, checked: every denominator and every argument of a function in it is a number in the
 * domain, wherever the parameters are in their ranges. */
ss_expr ss_written_read(ss_written *w, const ss_formula *formula);
/* What an input follows: the law among those of the file that is this formula, or itself. */
ss_expr ss_written_law(ss_written *w, size_t input);
/* All formulas from which the equations of motion follow. */
void ss_written_read_all(ss_written *w);
/* Those of the machine itself, without a chart. */
void ss_written_read_machine(ss_written *w);
/* What is said over parameters with a range, as a text of the language; SS_EXPR_NONE if it cannot
 * be read back. */
ss_expr ss_written_parse(ss_written *w, const char *text);

#endif
