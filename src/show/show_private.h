/* show_private.h: what the files of src/show share. */
#ifndef STANDSTILL_SHOW_PRIVATE_H
#define STANDSTILL_SHOW_PRIVATE_H

#include "standstill/json.h"
#include "standstill/show.h"
#include "standstill/table.h"

/* ---- files of motions ------------------------------------------------------------------------ */

/* A form that a motion's file can have: functions that begin it, add to it, end it. Failures other
 * than those of the file are memory, and set `failed`. */
typedef struct ss_motion_form {
  void (*begin)(ss_motion_file *file);
  void (*take)(ss_motion_file *file, const ss_motion_piece *piece);
  void (*end)(ss_motion_file *file, const ss_motion *motion);
} ss_motion_form;

extern const ss_motion_form ss_motion_csv, ss_motion_json, ss_motion_hdf5;

enum { SS_MOTION_COLUMNS = 10 };

struct ss_motion_file {
  ss_motion_source source;
  const ss_motion_form *form;
  const char *name;
  ss_file *file;
  bool failed;                          /* memory */
  ss_file *events, *trajectory;         /* JSON: lists that go into it at the end */
  int64_t hdf5, set[SS_MOTION_COLUMNS]; /* HDF5: the file and its datasets */
  size_t event_count, sample_count;     /* so far */
};

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Period, first multiplier and extent of a cycle of n coordinates, after what it is. */
void ss_show_cycle(size_t n, const char *const *names, const char *what, const ss_cycle *cycle,
                   ss_text *out);
json_t *ss_show_cycle_json(size_t n, const ss_cycle *cycle);

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

/* More columns than a line holds: such matrices need no table to be listed from. */
enum { SS_SHOW_MOST_COLUMNS = 33 };

/* "  name[row, column] = " */
void ss_show_place(const ss_matrix_text *matrix, size_t row, size_t column, size_t columns,
                   ss_text *out);

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

/* rest_text.c: whether nothing depends on coordinate j in the set. */
bool ss_show_is_free(const ss_rest_set *set, size_t j);

/* rest_plot.c: the picture as SVG at the end of a text, with this title. */
ss_status ss_show_rest_svg(const ss_rest_sets *sets, const char *title, ss_text *out);

/* system_mathml.c: the derived equations as MathML in HTML. */
void ss_show_system_mathml(const ss_system *system, ss_text *out);

/* snapshot_losses.c */
void ss_show_losses(const ss_snapshot *snapshot, ss_text *out);
void ss_show_losses_json(const ss_snapshot *snapshot, json_t **at);

/* zero_order_json.c: the zero-order dynamics of a snapshot; null where there is none. */
json_t *ss_show_zero_order_json(const ss_snapshot *snapshot);

/* What an attack found (attack.c), a json_t; NULL: null. */
void *ss_show_attack_json(const ss_attack *attack);

/* u^T f_nc at the state. (snapshot.c) */
double ss_snapshot_power(const ss_snapshot *snapshot);

#endif
