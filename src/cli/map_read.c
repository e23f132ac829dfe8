/* map_read.c: the options that basin and chart share. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map.h"

/* ---- numbers --------------------------------------------------------------------------------- */

/* A decimal number that ends where `stop` does. */
static bool read_decimal(const char *text, const char *stop, double *value) {
  char *end;
  if (text == stop || !strchr("+-.0123456789", *text)) return false;
  *value = strtod(text, &end);
  return end == stop && isfinite(*value) && !memchr(text, 'x', (size_t)(stop - text));
}

int ss_map_read_range(const char *option, const char *text, double *low, double *high) {
  const char *colon = strchr(text, ':');
  if (!colon || !read_decimal(text, colon, low) ||
      !read_decimal(colon + 1, text + strlen(text), high))
    return ss_cli_refuse("--%s %s: expected two decimal numbers, as 0:1", option, text);
  if (!(*low < *high))
    return ss_cli_refuse("--%s %s: the range is empty: low:high, with low < high", option, text);
  return 0;
}

/* A count of digits only; 0 if it is none. What is larger than any map is as large as that. */
static size_t read_count(const char *text, size_t length) {
  size_t value = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return 0;
    value = 10 * value + (size_t)(text[i] - '0');
    if (value > SS_SWEEP_POINTS_MOST) value = SS_SWEEP_POINTS_MOST + 1;
  }
  return value;
}

static int read_grid(const ss_arguments *a, ss_map_options *o) {
  const char *text = ss_arguments_text(a, "grid");
  if (!text) return 0;
  const char *cross = strchr(text, 'x');
  const size_t length = strlen(text), first = cross ? (size_t)(cross - text) : length;
  o->count[0] = read_count(text, first);
  o->count[1] = cross ? read_count(cross + 1, length - first - 1) : o->count[0];
  if (o->count[0] && o->count[1]) return 0;
  return ss_cli_refuse("--grid %s: expected numbers of points, as 41x41, each at least 1", text);
}

void ss_map_read_reach(const ss_arguments *a, ss_reach_options *o) {
  o->end = ss_arguments_real(a, "end", o->end);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->gain = ss_arguments_real(a, "gain", o->gain);
  if (ss_arguments_knows(a, "step")) o->step = ss_arguments_real(a, "step", o->step);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* How the work is done and shown is no part of what the map is: equal maps have equal files. */
static bool decides_content(const char *option) {
  static const char *const how[] = {"out",   "resume", "time-limit", "threads", "json",  "quiet",
                                    "check", "edge",   "plot",       "also",    "level", NULL};
  for (size_t i = 0; how[i]; i++)
    if (strcmp(option, how[i]) == 0) return false;
  return true;
}

static void add_word(const char *word, ss_text *out) {
  ss_text_add(out, " ");
  ss_cli_quote(word, out);
}

const char *ss_cli_command_line(const ss_arguments *a) {
  ss_text text;
  ss_text_start(&text);
  ss_text_addf(&text, "standstill %s", a->command->name);
  add_word(a->operand, &text);
  for (size_t i = 0; i < a->given_count; i++) {
    const ss_given *given = &a->given[i];
    if (!decides_content(given->option->name)) continue;
    ss_text_addf(&text, " --%s", given->option->name);
    if (given->text) add_word(given->text, &text);
  }
  const char *command = ss_arena_copy_text(a->arena, text.data, text.length);
  ss_text_stop(&text);
  return command;
}

int ss_map_read_options(ss_map_run *run, ss_map_options *o) {
  const ss_arguments *a = run->arguments;
  o->threads = ss_arguments_integer(a, "threads", 0);
  o->refine = ss_arguments_has(a, "refine");
  o->resume = ss_arguments_has(a, "resume");
  o->file = run->findings.file = ss_arguments_text(a, "out");
  o->rank = run->team.rank;
  o->go_on = ss_map_go_on;
  o->user = run;
  o->command = ss_cli_command_line(a);
  if (!o->command) return ss_cli_fail(SS_MEMORY, a->operand);
  run->limit = ss_cli_read_limit(a);
  if (run->limit == 0) return ss_status_exit_code(SS_BAD_INPUT);
  return read_grid(a, o);
}
