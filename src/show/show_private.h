/* show_private.h: what the files of src/show share. */
#ifndef STANDSTILL_SHOW_PRIVATE_H
#define STANDSTILL_SHOW_PRIVATE_H

#include "standstill/show.h"

/* The first word of a motion's file. */
#define SS_MOTION_FORMAT "standstill-motion/1"

/* ---- tables ---------------------------------------------------------------------------------- */

/* Text in aligned columns: cells row by row, two spaces between columns. */
typedef struct ss_table {
  size_t columns, count, capacity;
  char **cells;
  bool failed;
} ss_table;

void ss_table_start(ss_table *table, size_t columns);
void ss_table_stop(ss_table *table);
/* The next cell, by printf. */
void ss_table_add(ss_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text (if it has failed, so has the table) or an expression as the next cell. */
void ss_table_add_text(ss_table *table, const ss_text *text);
void ss_table_add_expr(ss_table *table, const ss_graph *graph, ss_expr e);
/* Every row after `indent` spaces; cells that end a row are not padded. */
void ss_table_print(const ss_table *table, int indent, ss_text *out);

/* ---- words ----------------------------------------------------------------------------------- */

/* What a matrix is called, and its rows and columns where it has to be listed. */
typedef struct ss_matrix_text {
  const char *name;
  const char *const *rows, *const *columns; /* rows may be NULL */
} ss_matrix_text;

/* name = [ … ], from a table that holds exactly the entries. */
void ss_show_matrix(const ss_matrix_text *matrix, const ss_table *entries, ss_text *out);

/* "coulomb(mu)", "newton(eN, eT)", "" for a frictionless contact. */
void ss_show_law(const ss_graph *graph, const ss_element *element, ss_text *out);
void ss_show_restitution(const ss_graph *graph, const ss_element *element, ss_text *out);

/* "xR <= LP" */
void ss_show_relation(const ss_graph *graph, const ss_relation *relation, ss_text *out);

/* A parameter's value: "= 1/60", or "≈ 0.5235987756" where it is not rational. */
void ss_show_parameter_value(const ss_model *model, size_t parameter, ss_text *out);

/* Shortest decimal that reads back to the same double. */
void ss_show_double(double value, ss_text *out);

/* The modes of a snapshot, if it has them. */
void ss_show_modes(const ss_snapshot *snapshot, ss_text *out);

/* The name of slip component k of an element: "T", or "T1", "T2", "spin", "roll1", "roll2". */
const char *ss_show_slip_name(const ss_element *element, size_t k);

#endif
