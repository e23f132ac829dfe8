/* rest_box.c: --box NAME=LOW:HIGH: where rest sets are searched, for all commands that search. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* Coordinates that are searched: the chart's where there is one. */
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

static int refuse(const char *text, const char *why) {
  ss_cli_error("--box %s: %s", text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* NAME=LOW:HIGH */
static int read_range(const ss_model *model, const char *text, double *from, double *to) {
  const char *equals = strchr(text, '=');
  const size_t i = find_searched(model, text, equals ? (size_t)(equals - text) : strlen(text));
  if (i == count_searched(model))
    return refuse(text, model->chart ? "this is no coordinate of the chart, which is searched"
                                     : "this is no coordinate of the model");
  char *end = NULL;
  from[i] = equals ? strtod(equals + 1, &end) : NAN;
  if (equals && end > equals + 1 && *end == ':') to[i] = strtod(end + 1, &end);
  if (!equals || *end || !isfinite(from[i]) || !isfinite(to[i]) || from[i] >= to[i])
    return refuse(text, "expected NAME=LOW:HIGH with numbers LOW < HIGH");
  return 0;
}

int ss_cli_read_box(ss_arena *arena, const ss_model *model, size_t count, const char *const *texts,
                    ss_rest_options *options) {
  const size_t k = count_searched(model);
  double *from = ss_arena_new(arena, k, double), *to = ss_arena_new(arena, k, double);
  if (!texts || !from || !to) return ss_cli_fail(SS_MEMORY, "--box");
  for (size_t i = 0; i < k; i++) from[i] = to[i] = NAN;
  for (size_t i = 0; i < count; i++) {
    const int code = read_range(model, texts[i], from, to);
    if (code != 0) return code;
  }
  options->from = from;
  options->to = to;
  return 0;
}
