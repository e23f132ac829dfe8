/* dimensions.h: dimensions of formulas while the units of a model are checked. */
#ifndef STANDSTILL_MODEL_DIMENSIONS_H
#define STANDSTILL_MODEL_DIMENSIONS_H

#include "reader.h"
#include "units.h"

/* A dimension is a number: its place in a table. The first two are no dimensions. */
enum { SS_DIMENSION_UNKNOWN, SS_DIMENSION_ANY };

typedef struct ss_dimensions {
  ss_reader *reader;
  ss_rewriter rewriter; /* from expressions to places in the table */
  ss_dimension *items;
  size_t count;
  ss_expr one, time, energy;
  const ss_site *site; /* the formula being visited */
  ss_expr pure;        /* a factor in it that was taken for a pure number; SS_EXPR_NONE */
} ss_dimensions;

/* `timeless`: time is a number like everything else. */
void ss_dimensions_start(ss_dimensions *d, ss_reader *reader, bool timeless);
void ss_dimensions_stop(ss_dimensions *d);

ss_expr ss_dimensions_add(ss_dimensions *d, ss_dimension dimension);
/* a b or, with sign -1, a/b. */
ss_expr ss_dimensions_combine(ss_dimensions *d, ss_expr a, ss_expr b, int sign);
bool ss_dimensions_is_known(ss_expr id);
const char *ss_dimensions_print(ss_dimensions *d, ss_expr id);
ss_expr ss_dimensions_declared(ss_dimensions *d, const ss_name *name);
/* A hint about such a factor, where there is one: who writes -2*x' often means 2 N s/m. */
void ss_dimensions_explain(ss_dimensions *d, ss_diagnostic *mistake);
/* The dimension of a formula; mistakes inside it are reported. */
ss_expr ss_dimensions_of(ss_dimensions *d, const ss_site *site);

#endif
