/* dictionary.h: a polyhedron over the rationals, and linear programs on it, one after the other. */
#ifndef STANDSTILL_REST_DICTIONARY_H
#define STANDSTILL_REST_DICTIONARY_H

#include <flint/fmpq_mat.h>

#include "standstill/base.h"

/* {x : (1, x) satisfies the rows}. Rows of the dictionary say what x and the slacks are,
 *
 *     basic = T_0 + sum of T_j column_j,
 *
 * the columns being slacks, 0 at the present vertex, or free parameters, on which no slack depends.
 * Rows 0 ... count - 1 are x; the others are slacks. */
typedef struct ss_dictionary {
  slong count;         /* variables x */
  slong rows, columns; /* columns without the constant */
  fmpq_mat_t T;        /* rows x (1 + columns) */
  slong *basic;        /* per row from `count` on: the inequality whose slack it is; -1: none */
  slong *column;       /* the inequality of a column; -1: a free parameter */
  slong inequalities;
  bool *positive; /* per inequality: strict somewhere, as far as vertices were visited */
  bool empty;
  size_t pivots; /* so far */
} ss_dictionary;

/* Finds a vertex, or that there is no point. Rows are those of cone.h. */
void ss_dictionary_create(const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                          ss_dictionary *dictionary);
void ss_dictionary_clear(ss_dictionary *dictionary);

/* The largest (sign = 1) or least (-1) value of x_i; false if there is none. The dictionary is
 * that of a vertex where it is attained. Not for an empty one. */
bool ss_dictionary_extreme(ss_dictionary *dictionary, slong i, int sign, fmpq_t value);

/* Is inequality i strict somewhere, or an equation all over the polyhedron? */
bool ss_dictionary_is_strict(ss_dictionary *dictionary, slong i);

/* Can inequality i be an equation somewhere? */
bool ss_dictionary_is_met(ss_dictionary *dictionary, slong i);

/* x at the present vertex. */
const fmpq *ss_dictionary_at(const ss_dictionary *dictionary, slong i);

#endif
