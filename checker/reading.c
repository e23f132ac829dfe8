/* reading.c: the members of a certificate, read without mercy.
 *
 *     rational   -?digits[/digits]     vector    array of rationals
 *     matrix     array of rows         triangle  array of rows of growing length
 *
 * A rational must be written as FLINT would write it, an object must have exactly the members that
 * the format gives it. Whoever reads a certificate loosely checks another one than was written:
 * what could be said in two ways is therefore allowed in one only, and what differs is malformed.
 */
#include "check.h"

void read_shape(run *r, const json_t *object, const char *what, const char *members) {
  if (!json_is_object(object)) malformed(r, "%s: an object is expected", what);
  size_t count = 0;
  for (const char *at = members; *at; count++) {
    char key[32];
    size_t length = strcspn(at, " ");
    snprintf(key, sizeof key, "%.*s", (int)length, at);
    if (!json_object_get(object, key)) malformed(r, "%s: the member \"%s\" is missing", what, key);
    at += length + (at[length] == ' ');
  }
  if (json_object_size(object) != count) malformed(r, "%s: a member is superfluous", what);
}

const char *read_text(run *r, const json_t *object, const char *member) {
  const json_t *value = json_object_get(object, member);
  if (!json_is_string(value)) malformed(r, "%s: a string is expected", member);
  return json_string_value(value);
}

static void read_into(run *r, fmpq *x, const json_t *value, const char *member) {
  const char *text = json_string_value(value);
  if (!text) malformed(r, "%s: a rational such as \"-3/8\" is expected", member);
  size_t length = strlen(text);
  if (length > MOST_DIGITS) malformed(r, "%s: a rational of %zu digits", member, length);
  char *again = new_room(r, length + 4, 1);
  bool good = fmpq_set_str(x, text, 10) == 0 && fmpq_is_canonical(x);
  if (!good || strcmp(fmpq_get_str(again, 10, x), text) != 0)
    malformed(r, "%s: \"%.40s\" is not a rational in lowest terms", member, text);
}

fmpq *read_rational(run *r, const json_t *object, const char *member) {
  fmpq *x = new_rational(r);
  read_into(r, x, json_object_get(object, member), member);
  return x;
}

fmpq *read_entry(run *r, const json_t *list, size_t i, const char *what) {
  fmpq *x = new_rational(r);
  read_into(r, x, json_array_get(list, i), what);
  return x;
}

void expect_number(run *r, const json_t *object, const char *member, const fmpq *value) {
  const fmpq *said = read_rational(r, object, member);
  if (!fmpq_equal(said, value))
    refuted(r, "%s is %s, not %s", member, show_rational(r, value), show_rational(r, said));
}

bool says(const json_t *value, const char *text) {
  return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

void want_array(run *r, const json_t *value, size_t length, const char *what) {
  if (!json_is_array(value)) malformed(r, "%s: an array is expected", what);
  if (json_array_size(value) != length)
    malformed(r, "%s: %zu entries where %zu are expected", what, json_array_size(value), length);
}

static void read_row(run *r, const json_t *value, fmpq *x, size_t length, const char *member) {
  want_array(r, value, length, member);
  for (size_t i = 0; i < length; i++) read_into(r, x + i, json_array_get(value, i), member);
}

/* Rows of first, first + growth, first + 2 growth, ... entries. */
static matrix *read_rows(run *r, const json_t *object, const char *member, matrix *A, size_t first,
                         size_t growth) {
  const json_t *value = json_object_get(object, member);
  size_t rows = (size_t)fmpq_mat_nrows(A);
  want_array(r, value, rows, member);
  for (size_t i = 0; i < rows; i++)
    read_row(r, json_array_get(value, i), entry(A, i, 0), first + growth * i, member);
  return A;
}

matrix *read_matrix(run *r, const json_t *object, const char *member, size_t rows, size_t columns) {
  return read_rows(r, object, member, new_matrix(r, rows, columns), columns, 0);
}

matrix *read_vector(run *r, const json_t *object, const char *member, size_t rows) {
  matrix *x = new_matrix(r, rows, 1);
  read_row(r, json_object_get(object, member), x->entries, rows, member);
  return x;
}

matrix *read_triangle(run *r, const json_t *object, const char *member, size_t n, size_t first) {
  return read_rows(r, object, member, new_matrix(r, n, n), first, 1);
}

long read_integer(run *r, const json_t *value, long least, long most, const char *what) {
  if (!json_is_integer(value)) malformed(r, "%s: an integer is expected", what);
  json_int_t number = json_integer_value(value);
  if (number < least || number > most)
    malformed(r, "%s: %lld lies outside %ld ... %ld", what, (long long)number, least, most);
  return (long)number;
}
