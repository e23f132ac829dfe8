/* map_read.c: what was asked of a map: its grid, its file, its facts and classes. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "map.h"

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("--%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* A decimal number that ends where `stop` does. */
static bool read_decimal(const char *text, const char *stop, double *value) {
  char *end;
  if (text == stop || !strchr("+-.0123456789", *text)) return false;
  *value = strtod(text, &end);
  return end == stop && isfinite(*value) && !memchr(text, 'x', (size_t)(stop - text));
}

int ss_map_read_range(const ss_map_request *r, const char *option, const char *text, double *low,
                      double *high) {
  (void)r;
  const char *colon = strchr(text, ':');
  if (!colon || !read_decimal(text, colon, low) ||
      !read_decimal(colon + 1, text + strlen(text), high))
    return refuse(option, text, "expected two decimal numbers, as 0:1");
  if (!(*low < *high)) return refuse(option, text, "the range is empty: low:high, with low < high");
  return 0;
}

/* A count of digits only, at most nine of them; 0 if it is none. */
static size_t read_count(const char *text, size_t length) {
  size_t value = 0;
  if (length == 0 || length > 9) return 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return 0;
    value = 10 * value + (size_t)(text[i] - '0');
  }
  return value;
}

/* Class, value and flags of a point take ten bytes, refinement and writing about as many. */
static bool fits_memory(size_t points) {
  const double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  return bytes <= 0 || 20 * (double)points < 0.8 * bytes;
}

int ss_map_check_positive(const ss_map_request *r, size_t count, const char *const *options) {
  for (size_t i = 0; i < count; i++) {
    const char *text = ss_arguments_text(r->arguments, options[i]);
    const double value = ss_arguments_real(r->arguments, options[i], 0);
    if (text && !(value > 0)) return refuse(options[i], text, "expected a number above 0");
    if (text && strcmp(options[i], "tolerance") == 0 && value > 0.01)
      return refuse(options[i], text, "expected a number of 0.01 at the most");
  }
  return 0;
}

static int read_grid(ss_map_request *r) {
  const char *text = ss_arguments_text(r->arguments, "grid");
  if (!text) text = "101x101";
  const char *cross = strchr(text, 'x');
  const size_t length = strlen(text), first = cross ? (size_t)(cross - text) : length;
  const size_t n = read_count(text, first);
  const size_t m = cross ? read_count(cross + 1, length - first - 1) : n;
  if (n == 0 || m == 0)
    return refuse("grid", text, "expected two numbers of points, as 41x41, each at least 1");
  if (n > SS_SWEEP_POINTS_MOST / m)
    return refuse("grid", text, "more points than a map can have (2^30)");
  if (!fits_memory(n * m)) return refuse("grid", text, "more points than this machine can hold");
  r->map.axis[0].count = n;
  r->map.axis[1].count = m;
  return 0;
}

const char *ss_map_number(const ss_map_request *r, double value) {
  for (int digits = 6; digits < 17; digits++) {
    const char *text = ss_arena_format(r->arena, "%.*g", digits, value);
    if (!text) return "?";
    if (strtod(text, NULL) == value) return text;
  }
  const char *text = ss_arena_format(r->arena, "%.17g", value);
  return text ? text : "?";
}

/* ---- facts and classes ----------------------------------------------------------------------- */

void ss_map_add_fact(ss_map_request *r, const char *key, const char *format, ...) {
  va_list args;
  if (r->map.facts == SS_MAP_FACTS_MOST) return;
  va_start(args, format);
  va_list again;
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  char *value = length >= 0 ? ss_arena_alloc(r->arena, (size_t)length + 1, 1) : NULL;
  if (value) vsnprintf(value, (size_t)length + 1, format, again);
  va_end(again);
  va_end(args);
  /* one line each, in files and journals */
  for (char *c = value; c && *c; c++)
    if (*c == '\n') *c = ' ';
  r->fact[r->map.facts++] = (ss_sweep_fact){.key = key, .value = value ? value : "?"};
}

uint8_t ss_map_add_class(ss_map_request *r, const char *name, ss_sweep_role role) {
  const size_t code = r->map.classes;
  if (code >= SS_SWEEP_CLASSES_MOST) return 0;
  r->classes[r->map.classes++] = (ss_sweep_class){.name = name, .role = role};
  return (uint8_t)code;
}

static void add_model(ss_map_request *r, const char *kind) {
  ss_text list;
  ss_text_start(&list);
  for (size_t i = 0; i < r->model->parameters; i++)
    ss_text_addf(&list, "%s%s=%s", i ? " " : "", r->model->parameter[i].name.text,
                 ss_map_number(r, r->model->parameter[i].number));
  ss_map_add_fact(r, "kind", "%s", kind);
  ss_map_add_fact(r, "model", "%s", r->model->title);
  ss_map_add_fact(r, "hash", "%s", r->model->hash);
  ss_map_add_fact(r, "parameters", "%s", list.data);
  ss_text_stop(&list);
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
  const bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_+-.,:=/%@^") == strlen(word);
  ss_text_addf(out, plain ? " %s" : " \"%s\"", word);
}

static int state_command(ss_map_request *r) {
  const ss_arguments *a = r->arguments;
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
  r->map.command = ss_arena_copy_text(r->arena, text.data, text.length);
  ss_text_stop(&text);
  ss_text_start(&text);
  ss_model_print_json(r->model, &text);
  r->map.model = text.failed ? NULL : ss_arena_copy_text(r->arena, text.data, text.length);
  ss_text_stop(&text);
  return r->map.command && r->map.model ? 0 : ss_cli_fail(SS_MEMORY, a->operand);
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* Endings, and whether the file can be written at all: a long run must not end in a misprint. */
static int check_output(ss_map_request *r) {
  const char *out = ss_arguments_text(r->arguments, "out");
  const double limit = ss_arguments_real(r->arguments, "time-limit", 1);
  if (!(limit > 0))
    return refuse("time-limit", ss_arguments_text(r->arguments, "time-limit"),
                  "expected a number of seconds above 0");
  if (!out && ss_arguments_has(r->arguments, "resume"))
    return refuse("resume", "", "--out FILE says what to go on with");
  if (!out) return 0;
  if (!ends_with(out, ".csv") && !ends_with(out, ".h5") && !ends_with(out, ".hdf5"))
    return refuse("out", out, "the ending must be .csv or .h5");
  r->findings.file = out;
  r->sweep.journal = ss_arena_format(r->arena, "%s.part", out);
  if (!r->sweep.journal) return ss_cli_fail(SS_MEMORY, out);
  FILE *file = r->team.rank == 0 ? fopen(out, "a") : NULL;
  if (r->team.rank == 0 && !file) {
    ss_cli_error("cannot write %s: %s", out, strerror(errno));
    return ss_status_exit_code(SS_IO);
  }
  if (file) {
    /* an empty file that this made is taken away again: the map comes under its name when it is
     * whole */
    const bool empty = ftell(file) == 0;
    fclose(file);
    if (empty) remove(out);
  }
  return 0;
}

int ss_map_read(ss_map_request *r, const char *kind) {
  r->map.fact = r->fact;
  r->map.class_of_code = r->classes;
  r->map.axis[0].unit = r->map.axis[1].unit = "";
  r->sweep = ss_sweep_default_options();
  r->sweep.threads = ss_arguments_integer(r->arguments, "threads", 0);
  r->sweep.refine = ss_arguments_has(r->arguments, "refine");
  r->sweep.resume = ss_arguments_has(r->arguments, "resume");
  int code = r->sweep.threads > 1024 ? refuse("threads", "N", "at most 1024") : read_grid(r);
  if (code == 0) code = check_output(r);
  if (code == 0) code = state_command(r);
  if (code != 0) return code;
  add_model(r, kind);
  ss_map_add_class(r, ss_sweep_role_word(SS_SWEEP_NOT_DONE), SS_SWEEP_NOT_DONE);
  return 0;
}
