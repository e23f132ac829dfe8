/* rest_box.c: where rest sets are searched, from texts as "x=-1:1".
 *
 * Coordinates are those that the search uses: the chart's where the model has one. A range that
 * nobody gives stays NAN: the search chooses it.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

static size_t count_searched(const ss_model *model) {
  return model->chart ? model->chart->count : model->coordinates;
}

static size_t find_searched(const ss_model *model, const char *name, size_t length) {
  size_t i = 0;
  for (; i < count_searched(model); i++) {
    const char *other =
        model->chart ? model->chart->coordinates[i].name.text : model->coordinate[i].name.text;
    if (strlen(other) == length && strncmp(other, name, length) == 0) break;
  }
  return i;
}

/* NAME=LOW:HIGH; returns what is wrong, or NULL. */
static const char *read_range(const ss_model *model, const char *text, double *from, double *to) {
  const char *equals = strchr(text, '=');
  const size_t i = find_searched(model, text, equals ? (size_t)(equals - text) : strlen(text));
  if (i == count_searched(model))
    return model->chart ? "this is no coordinate of the chart, which is searched"
                        : "this is no coordinate of the model";
  char *end = NULL;
  from[i] = equals ? strtod(equals + 1, &end) : NAN;
  if (equals && end > equals + 1 && *end == ':') to[i] = strtod(end + 1, &end);
  if (!equals || *end || !isfinite(from[i]) || !isfinite(to[i]) || from[i] >= to[i])
    return "expected NAME=LOW:HIGH with numbers LOW < HIGH";
  return NULL;
}

ss_status ss_machine_read_box(ss_arena *arena, const ss_machine *machine, size_t count,
                              const char *const *texts, ss_diagnostics *list,
                              ss_rest_options *search) {
  const ss_model *model = ss_machine_model(machine);
  const size_t k = count_searched(model);
  double *from = ss_arena_new(arena, k, double), *to = ss_arena_new(arena, k, double);
  assert(count == 0 || texts);
  if (!from || !to) return SS_MEMORY;
  for (size_t i = 0; i < k; i++) from[i] = to[i] = NAN;
  for (size_t i = 0; i < count; i++) {
    const char *wrong = read_range(model, texts[i], from, to);
    if (wrong) return ss_study_refuse(list, SS_BAD_INPUT, "--box %s: %s", texts[i], wrong);
  }
  search->from = from;
  search->to = to;
  return SS_OK;
}
