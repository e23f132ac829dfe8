/* attempt.c: the conditions of a theorem, one after the other, in the words of its row.
 *
 * An attempt knows neither matrices nor machines: a condition is a number in the list of the row,
 * whether it holds, the number that decides, and for the certificate what convinces a second
 * program. The list grows in the arena.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "theorem.h"

void ss_attempt_start(ss_attempt *a, ss_arena *arena, const ss_proof_options *options,
                      const ss_theorem *theorem, const void *facts) {
  *a = (ss_attempt){.arena = arena,
                    .options = options,
                    .theorem = theorem,
                    .facts = facts,
                    .rest_energy = NAN,
                    .rest_fraction = NAN,
                    .paper_residual = NAN};
  a->levels = (ss_levels){.published = NAN, .tight = NAN, .proved = NAN};
  fmpq_init(a->level);
}

void ss_attempt_clear(ss_attempt *a) {
  for (size_t i = 0; i < a->count; i++) json_decref(a->condition[i].evidence);
  a->count = 0;
  fmpq_clear(a->level);
}

/* Room for one more; false when memory is out. */
static bool make_room(ss_attempt *a) {
  if (a->count < a->room) return true;
  const size_t room = a->room ? 2 * a->room : 8;
  ss_condition *list = ss_arena_new(a->arena, room, ss_condition);
  if (!list) return false;
  if (a->count) memcpy(list, a->condition, a->count * sizeof *list);
  a->condition = list;
  a->room = room;
  return true;
}

static const char *text_of(const ss_theorem *theorem, int number) {
  for (const ss_requirement *r = theorem->conditions; r && r->number; r++)
    if (r->number == number) return r->text;
  return "";
}

bool ss_attempt_add(ss_attempt *a, int number, ss_condition_status status, json_t *evidence,
                    const char *detail) {
  const char *id = ss_arena_format(a->arena, "%s.%d", a->theorem->id, number);
  if (!id || !make_room(a)) {
    json_decref(evidence);
    return false;
  }
  if (evidence) json_object_set_new(evidence, "id", json_string(id));
  a->condition[a->count++] = (ss_condition){.id = id,
                                            .number = number,
                                            .text = text_of(a->theorem, number),
                                            .detail = detail ? detail : "",
                                            .status = status,
                                            .evidence = evidence};
  return status == SS_CONDITION_PROVED;
}

/* ---- words ----------------------------------------------------------------------------------- */

const char *ss_number_text(ss_arena *arena, const fmpq_t x) {
  char *text = fmpq_get_str(NULL, 10, x);
  const char *copy = strlen(text) <= 13 ? ss_arena_copy_text(arena, text, strlen(text))
                                        : ss_arena_format(arena, "%.10g", ss_number_to_double(x));
  flint_free(text);
  return copy;
}

const char *ss_vector_text(ss_arena *arena, const fmpq_mat_t x) {
  ss_text out;
  ss_text_start(&out);
  for (slong i = 0; i < fmpq_mat_nrows(x); i++)
    ss_text_addf(&out, "%s%s", i ? ", " : "(", ss_number_text(arena, fmpq_mat_entry(x, i, 0)));
  ss_text_add(&out, ")");
  const char *copy = ss_arena_copy_text(arena, out.data, out.length);
  ss_text_stop(&out);
  return copy;
}

/* The largest double that is not above x > 0. */
static double round_down(const fmpq_t x) {
  double value = fmin(ss_number_to_double(x), DBL_MAX);
  fmpq_t back;
  fmpq_init(back);
  ss_exact_from_double(back, value, 0);
  if (fmpq_cmp(back, x) > 0) value = nextafter(value, 0);
  fmpq_clear(back);
  return value;
}

void ss_attempt_tell_level(ss_attempt *a) {
  ss_arena *arena = a->arena;
  ss_levels *l = &a->levels;
  char *text = fmpq_get_str(NULL, 10, a->level);
  a->has_level = true;
  l->exact = ss_arena_copy_text(arena, text, strlen(text));
  flint_free(text);
  l->proved = round_down(a->level);
  l->digits = ss_number_text(arena, a->level);
  if (!l->digits || !l->exact || strcmp(l->digits, l->exact) == 0) return;
  /* a unit of the tenth digit is at least 1e-10 of the number */
  for (double less = l->proved; l->digits && strtod(l->digits, NULL) > l->proved;
       less -= 1e-10 * l->proved)
    l->digits = ss_arena_format(arena, "%.10g", less);
}

const char *ss_attempt_explain(const ss_attempt *a, const char *about) {
  const ss_condition *last = a->count ? &a->condition[a->count - 1] : NULL;
  if (!last) return NULL;
  return ss_arena_format(a->arena, "%s asks that %s, which is not shown%s%s", about, last->text,
                         last->detail ? ": " : "", last->detail ? last->detail : "");
}
