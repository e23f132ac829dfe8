/* map_run.c: a map from the request to the file.
 *
 *     file there, no journal    the same question, complete: taken as it is; else refused
 *     sweep                     go_on is asked several times a second; a journal keeps every chunk
 *     file written              when the map is complete, when it is stopped, every ten seconds
 *     journal forgotten         when the file has all of it
 *
 * A run that was killed leaves its journal, and a later one resumes from there. A table has no
 * values, so a table of this question is computed again.
 */
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "study_private.h"

/* ---- while it runs --------------------------------------------------------------------------- */

static bool go_on(void *user, const ss_sweep_progress *progress) {
  const ss_map_options *o = ((const ss_map_work *)user)->options;
  return !o->go_on || o->go_on(o->user, progress);
}

/* The map so far; a failure will be said at the end. */
static void save(void *user, const ss_sweep_map *map) {
  const char *file = ((const ss_map_work *)user)->options->file;
  if (file && !ss_sweep_is_table(file)) ss_sweep_write(map, file);
}

static ss_status write_map(const ss_sweep_map *map, const char *file, ss_diagnostics *list) {
  const bool table = ss_sweep_is_table(file);
  const ss_status status = table ? ss_sweep_write_table(map, file) : ss_sweep_write(map, file);
  if (status == SS_IO)
    return ss_study_refuse(list, status, "cannot write %s: %s", file, strerror(errno));
  if (status != SS_OK) return ss_study_refuse(list, status, "%s: %s", file, ss_status_text(status));
  return SS_OK;
}

ss_status ss_map_write(const ss_map_work *w, ss_diagnostics *list) {
  return write_map(&w->map, w->options->file, list);
}

/* ---- before it ------------------------------------------------------------------------------- */

static const char *name_difference(const ss_sweep_map *new, const ss_sweep_map *old) {
  for (size_t i = 0; i < new->facts; i++)
    if (strcmp(ss_sweep_fact_of(old, new->fact[i].key), new->fact[i].value) != 0)
      return new->fact[i].key;
  for (int k = 0; k < 2; k++) {
    const ss_sweep_axis *a = &new->axis[k], *b = &old->axis[k];
    if (strcmp(a->name, b->name) != 0) return "axes";
    if (a->low != b->low || a->high != b->high) return "range";
    if (a->count != b->count) return "grid";
  }
  return old->facts == new->facts ? NULL : "facts";
}

static ss_status refuse_another(ss_diagnostics *list, const char *file, const char *difference) {
  return ss_study_refuse(list, SS_BAD_INPUT,
                         "cannot go on with %s: it answers another question (%s)", file,
                         difference);
}

static ss_status look_at_old_table(const ss_map_work *w, ss_diagnostics *list) {
  const char *file = w->options->file, *difference;
  if (ss_sweep_compare_table(&w->map, file, &difference) != SS_OK)
    return ss_study_refuse(list, SS_BAD_INPUT, "cannot go on with %s: %s", file, strerror(errno));
  return difference ? refuse_another(list, file, difference) : SS_OK;
}

ss_status ss_map_look_at_old(ss_map_work *w, ss_diagnostics *list, bool *complete) {
  const char *file = w->options->file, *why;
  *complete = false;
  if (!w->sweep.resume || access(w->sweep.journal, F_OK) == 0) return SS_OK;
  if (access(file, F_OK) != 0) return SS_OK;
  if (ss_sweep_is_table(file)) return look_at_old_table(w, list);
  ss_sweep_map old;
  const ss_status status = ss_sweep_read(w->arena, file, &old, &why);
  if (status != SS_OK) return ss_study_refuse(list, status, "cannot go on with %s: %s", file, why);
  const char *difference = name_difference(&w->map, &old);
  if (difference) return refuse_another(list, file, difference);
  if (!old.complete)
    return ss_study_refuse(
        list, SS_BAD_INPUT,
        "cannot go on with %s: it is not complete, and its journal %s is missing", file,
        w->sweep.journal);
  w->map.code = old.code;
  w->map.value = old.value;
  w->map.evaluated = old.evaluated;
  w->map.complete = *complete = true;
  return SS_OK;
}

/* ---- the run --------------------------------------------------------------------------------- */

static ss_status complain(const ss_map_work *w, ss_status status, const char *why,
                          ss_diagnostics *list) {
  const char *said = why ? why : ss_status_text(status);
  if (w->sweep.journal && (status == SS_BAD_INPUT || status == SS_IO))
    return ss_study_refuse(list, status, "%s: %s", w->sweep.journal, said);
  return ss_study_refuse(list, status, "%s", said);
}

static ss_status sweep_and_write(ss_map_work *w, ss_diagnostics *list) {
  const char *why, *file = w->options->file;
  w->sweep.go_on = go_on;
  w->sweep.save = save;
  w->sweep.user = w;
  const ss_status status = ss_sweep_run(w->arena, &w->task, &w->sweep, &w->map, &why);
  if (w->options->rank != 0) return status;
  if (status != SS_OK && status != SS_LIMIT) return complain(w, status, why, list);
  if (why && list) {
    ss_diagnostic *item = ss_diagnostics_add(list, SS_WARNING, SS_NOWHERE, "%s", why);
    *item = (ss_diagnostic){.severity = SS_WARNING, .message = item->message};
  }
  const ss_status written = file ? write_map(&w->map, file, list) : SS_OK;
  if (written != SS_OK) return written;
  if (status == SS_OK && w->sweep.journal) ss_sweep_forget(w->sweep.journal);
  return status;
}

ss_status ss_map_run(ss_map_work *w, ss_diagnostics *list) {
  bool complete = false;
  assert(w->task.classify && w->map.axis[0].name && w->map.axis[1].name);
  const bool looks = w->options->file && w->options->rank == 0;
  const ss_status status = looks ? ss_map_look_at_old(w, list, &complete) : SS_OK;
  /* all ranks sweep, or none */
  if (!ss_sweep_agree(status == SS_OK && !complete)) return status;
  return sweep_and_write(w, list);
}
