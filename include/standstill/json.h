/* json.h: results as JSON, whole or not at all.
 *
 * A tree is built from Jansson's values; what is put into it goes through ss_json_set and
 * ss_json_append, which take a failure (memory) up the tree: a container that lost something
 * becomes NULL, what it is put into does too, and at the root ss_json_print marks the text as
 * failed. So nobody has to look at each step, and nothing is ever printed with a piece missing.
 */
#ifndef STANDSTILL_JSON_H
#define STANDSTILL_JSON_H

#include <jansson.h>

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts a value (whose reference is taken over) into a container. After a failure, or if the value
 * is NULL, the container is freed and *object or *array is NULL, and stays so. */
void ss_json_set(json_t **object, const char *key, json_t *value);
void ss_json_append(json_t **array, json_t *value);

/* A number, or null where it is not finite: JSON has no NaN. */
json_t *ss_json_real(double value);

/* A text, null for a NULL pointer; bytes that are not UTF-8 (as in names of files) become '?'. */
json_t *ss_json_text(const char *text);

/* null for a NULL pointer. */
json_t *ss_json_list(size_t count, const double *values);
json_t *ss_json_matrix(size_t rows, size_t columns, const double *values);

/* Appends the text of the tree, indented, every number in full precision; frees the tree. */
void ss_json_print(json_t *root, ss_text *out);

/* The same as a certificate: indented by 1, and sealed, its last member being "seal", the SHA-256
 * of all bytes before it. SS_MEMORY. */
ss_status ss_json_print_sealed(json_t *root, ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
