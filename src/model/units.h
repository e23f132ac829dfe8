/* units.h: dimensions of quantities, for the reader's check. */
#ifndef STANDSTILL_MODEL_UNITS_H
#define STANDSTILL_MODEL_UNITS_H

#include "standstill/base.h"

enum { SS_BASE_UNITS = 7, SS_ONE_POWER = 60 };

/* Powers of kg, m, s, A, K, mol, cd, in sixtieths. */
typedef struct ss_dimension {
  int power[SS_BASE_UNITS];
} ss_dimension;

/* The dimension of "N s/m"; false with the stretch that is no unit. */
bool ss_unit_read(const char *text, ss_dimension *dimension, const char **bad, size_t *bad_length);

/* The unit that was meant, or NULL. Scaled: of the same quantity, as m of mm, but not of its
 * size. */
const char *ss_unit_nearest(const char *word, bool *scaled);

bool ss_dimension_equal(const ss_dimension *a, const ss_dimension *b);
bool ss_dimension_is_one(const ss_dimension *a);
/* a b or, with sign -1, a/b. */
ss_dimension ss_dimension_product(const ss_dimension *a, const ss_dimension *b, int sign);
/* "kg m^2/s^2"; "1" for a number. */
void ss_dimension_print(const ss_dimension *a, ss_text *out);

#endif
