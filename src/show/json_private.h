/* json_private.h: numbers and lists as JSON. */
#ifndef STANDSTILL_SHOW_JSON_PRIVATE_H
#define STANDSTILL_SHOW_JSON_PRIVATE_H

#include <jansson.h>

#include "standstill/base.h"

/* A number, or null where it is not finite: JSON has no NaN. */
json_t *ss_json_real(double value);

/* null for a NULL pointer. */
json_t *ss_json_list(size_t count, const double *values);
json_t *ss_json_matrix(size_t rows, size_t columns, const double *values);

/* Appends the text of the tree, indented, every number in full precision; frees the tree. */
void ss_json_print(json_t *root, ss_text *out);

#endif
