/* map.c: a map in the making: its grid, its file, its facts and classes.
 *
 * Everything that decides the content of a map is a fact, a line of its file: so a file is
 * continued by the same question only. Class 0 is "not done". A point takes about 20 bytes; a grid
 * that this machine cannot hold is refused before anything is computed.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study_private.h"

enum { FACTS_MOST = 128, THREADS_MOST = 1024, POINTS = 101 };

ss_map_options ss_map_default_options(void) {
  return (ss_map_options){.count = {POINTS, POINTS}};
}

/* ---- facts and classes ----------------------------------------------------------------------- */

const char *ss_map_number(const ss_map_work *w, double value) {
  for (int digits = 6; digits < 17; digits++) {
    const char *text = ss_arena_format(w->arena, "%.*g", digits, value);
    if (!text) return "?";
    if (strtod(text, NULL) == value) return text;
  }
  const char *text = ss_arena_format(w->arena, "%.17g", value);
  return text ? text : "?";
}

void ss_map_add_fact(ss_map_work *w, const char *key, const char *format, ...) {
  va_list args, again;
  assert(w->map.facts < FACTS_MOST);
  if (w->map.facts == FACTS_MOST) return;
  va_start(args, format);
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  char *value = length >= 0 ? ss_arena_alloc(w->arena, (size_t)length + 1, 1) : NULL;
  if (value) vsnprintf(value, (size_t)length + 1, format, again);
  va_end(again);
  va_end(args);
  /* one line each, in files and journals */
  for (char *c = value; c && *c; c++)
    if (*c == '\n') *c = ' ';
  w->fact[w->map.facts++] = (ss_sweep_fact){.key = key, .value = value ? value : "?"};
}

uint8_t ss_map_add_class(ss_map_work *w, const char *name, ss_sweep_role role) {
  const size_t code = w->map.classes;
  if (code >= SS_SWEEP_CLASSES_MOST) return 0;
  w->class_of_code[w->map.classes++] = (ss_sweep_class){.name = name, .role = role};
  return (uint8_t)code;
}

void ss_map_add_loop(ss_map_work *w) {
  const ss_machine_options *o = ss_machine_options_of(w->machine);
  if (o->feedback) ss_map_add_fact(w, "feedback", "%s", o->feedback);
  for (size_t i = 0; i < o->inputs; i++) ss_map_add_fact(w, "input", "%s", o->input[i]);
}

static void add_model(ss_map_work *w, const char *kind) {
  const ss_model *model = ss_machine_model(w->machine);
  ss_text list;
  ss_text_start(&list);
  for (size_t i = 0; i < model->parameters; i++)
    ss_text_addf(&list, "%s%s=%s", i ? " " : "", model->parameter[i].name.text,
                 ss_map_number(w, model->parameter[i].number));
  ss_map_add_fact(w, "kind", "%s", kind);
  ss_map_add_fact(w, "model", "%s", model->title);
  ss_map_add_fact(w, "hash", "%s", model->hash);
  ss_map_add_fact(w, "parameters", "%s", list.data);
  ss_text_stop(&list);
}

/* The model in its canonical form: enough to draw the map again. */
static ss_status add_canonical(ss_map_work *w) {
  ss_text text;
  ss_text_start(&text);
  ss_model_print_json(ss_machine_model(w->machine), &text);
  w->map.model = text.failed ? NULL : ss_arena_copy_text(w->arena, text.data, text.length);
  ss_text_stop(&text);
  w->map.command = w->options->command ? w->options->command : "";
  return w->map.model ? SS_OK : SS_MEMORY;
}

/* ---- the grid -------------------------------------------------------------------------------- */

/* Class, value and flags of a point take ten bytes, refinement and writing about as many. */
static bool fits_memory(size_t points) {
  const double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  return bytes <= 0 || 20 * (double)points < 0.8 * bytes;
}

static ss_status set_grid(ss_map_work *w, ss_diagnostics *list) {
  const size_t n = w->options->count[0], m = w->line ? 1 : w->options->count[1];
  const char *why = NULL;
  if (n == 0 || m == 0)
    why = "expected numbers of points, as 41x41, each at least 1";
  else if (n > SS_SWEEP_POINTS_MOST / m)
    why = "more points than a map can have (2^30)";
  else if (!fits_memory(n * m))
    why = "more points than this machine can hold";
  if (why) return ss_study_refuse(list, SS_BAD_INPUT, "--grid %zux%zu: %s", n, m, why);
  if (w->options->threads > THREADS_MOST)
    return ss_study_refuse(list, SS_BAD_INPUT, "--threads %zu: at most %d", w->options->threads,
                           THREADS_MOST);
  w->map.axis[0].count = n;
  w->map.axis[1].count = m;
  return SS_OK;
}

ss_status ss_map_set_range(ss_map_work *w, int axis, double low, double high,
                           ss_diagnostics *list) {
  if (!(low < high) || !isfinite(low) || !isfinite(high))
    return ss_study_refuse(list, SS_BAD_INPUT, "the range of %s is empty: from %g to %g",
                           w->map.axis[axis].name, low, high);
  w->map.axis[axis].low = low;
  w->map.axis[axis].high = high;
  return SS_OK;
}

ss_status ss_map_check_reach(const ss_reach_options *o, ss_diagnostics *list) {
  const struct {
    const char *option;
    double value;
  } numbers[] = {
      {"end", o->end}, {"step", o->step}, {"tolerance", o->tolerance}, {"gain", o->gain}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].value <= 0)
      return ss_study_refuse(list, SS_BAD_INPUT, "--%s %g: expected a number above 0",
                             numbers[i].option, numbers[i].value);
  if (o->tolerance > 0.01)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--tolerance %g: expected a number of 0.01 at the most", o->tolerance);
  return SS_OK;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* Can it be written at all? A long run must not end in a misprint. */
static ss_status try_file(const char *file, ss_diagnostics *list) {
  ss_file *out;
  const ss_status status = ss_file_begin(file, &out);
  ss_file_cancel(out);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "cannot write %s: %s", file,
                         status == SS_IO ? strerror(errno) : ss_status_text(status));
}

static ss_status set_file(ss_map_work *w, ss_diagnostics *list) {
  const char *file = w->options->file;
  if (!file && w->options->resume)
    return ss_study_refuse(list, SS_BAD_INPUT, "--resume: --out FILE says what to go on with");
  if (!file) return SS_OK;
  if (!ends_with(file, ".csv") && !ends_with(file, ".h5") && !ends_with(file, ".hdf5"))
    return ss_study_refuse(list, SS_BAD_INPUT, "--out %s: the ending must be .csv or .h5", file);
  w->sweep.journal = ss_arena_format(w->arena, "%s.part", file);
  if (!w->sweep.journal) return SS_MEMORY;
  return w->options->rank == 0 ? try_file(file, list) : SS_OK;
}

ss_status ss_map_start(ss_map_work *w, const char *kind, ss_diagnostics *list) {
  assert(w->arena && w->machine && w->options);
  w->fact = ss_arena_new(w->arena, FACTS_MOST, ss_sweep_fact);
  w->class_of_code = ss_arena_new(w->arena, SS_SWEEP_CLASSES_MOST, ss_sweep_class);
  if (!w->fact || !w->class_of_code) return SS_MEMORY;
  w->map.fact = w->fact;
  w->map.class_of_code = w->class_of_code;
  w->map.axis[0].unit = w->map.axis[1].unit = "";
  w->map.axis[1].name = "";
  w->sweep = ss_sweep_default_options();
  w->sweep.threads = w->options->threads;
  w->sweep.refine = w->options->refine;
  w->sweep.resume = w->options->resume;
  ss_status status = set_grid(w, list);
  if (status == SS_OK) status = set_file(w, list);
  if (status == SS_OK) status = add_canonical(w);
  if (status != SS_OK) return status;
  add_model(w, kind);
  ss_map_add_class(w, ss_sweep_role_word(SS_SWEEP_NOT_DONE), SS_SWEEP_NOT_DONE);
  return SS_OK;
}
