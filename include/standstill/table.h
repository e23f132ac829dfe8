/* table.h: named columns of numbers from a file: what was measured, or what an input follows.
 *
 *     .csv          a line of names, then a line per row; commas, semicolons or tabs between (the
 *                   first of them that the line of names has); empty lines and lines that begin
 *                   with '#' are passed over; a cell without text is a gap
 *     .h5, .hdf5    datasets of one dimension and equal length; of a motion's file (docs/output.md)
 *                   also its coordinates and velocities by their names; NaN is a gap
 *
 * Cells are read as numbers when their column is asked for, so that a file may have columns of
 * words.
 */
#ifndef STANDSTILL_TABLE_H
#define STANDSTILL_TABLE_H

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The word that begins the seal of a motion's .h5 (ss_file_seal). */
#define SS_MOTION_FORMAT "standstill-motion/1"

typedef struct ss_data_table {
  const char *file;
  size_t rows, columns;
  const char *const *name;
  const size_t *line; /* of each row in its file; NULL: there are no lines, rows count from 1 */
  const char *const *cell; /* rows x columns, by rows; NULL: */
  const double *number;    /* columns x rows, by columns */
} ss_data_table;

/* Whether the name has one of the endings. */
bool ss_table_has_form(const char *file);

/* Reads a file. SS_IO, SS_BAD_INPUT: *why says it in a sentence with the file and, where there is
 * one, the line. */
ss_status ss_table_read(ss_arena *arena, const char *file, ss_data_table *table, const char **why);

/* Index of a column; table->columns: there is none. */
size_t ss_table_find(const ss_data_table *table, const char *name);

/* The numbers of a column; a gap is NAN if `gaps` are allowed, else a mistake. SS_BAD_INPUT: *why
 * as above. */
ss_status ss_table_get(ss_arena *arena, const ss_data_table *table, const char *name, bool gaps,
                       const double **column, const char **why);

/* The column `t` or `time`: in order, and if `strictly` no two equal. */
ss_status ss_table_get_times(ss_arena *arena, const ss_data_table *table, bool strictly,
                             const double **times, const char **why);

#ifdef __cplusplus
}
#endif

#endif
