/* track_file.c: a reference in a file.
 *
 *     t, x, x', ..     all coordinates and velocities; the first row, at t = 0, is the start
 *     Fx, ..           inputs that have a column follow it; the others do what the machine says
 *     left mode, ..    modes of elements, where the file has them (as `simulate --out` writes)
 *
 * A reference must be a motion of the model, through its events: what the model does from the
 * file's start with the file's inputs is the reference, and the rows are held against it. A row may
 * be off by SHARE of its column's extent, since inputs are interpolated between rows; rows nearer
 * to an event than NEAR of the duration, or than their neighbours, are passed over. Halfway between
 * two rows positions that both rows tell by their values and velocities may be off by as much, by
 * ACROSS where an event is between them; else the file has a gap there.
 */
#include <math.h>
#include <string.h>

#include "standstill/table.h"
#include "track.h"

static const double SHARE = 0.02, ACROSS = 0.1, NEAR = 0.002;

static ss_status complain(ss_diagnostics *list, ss_status status, const char *why) {
  if (status == SS_MEMORY) return status;
  return ss_study_refuse(list, status, "--track: %s", why ? why : ss_status_text(status));
}

/* Is the column something that a reference can have? */
static bool is_known(const ss_model *m, const char *name) {
  if (strcmp(name, "t") == 0 || strcmp(name, "time") == 0) return true;
  if (ss_study_find_variable(m, name) != SIZE_MAX) return true;
  for (size_t j = 0; j < m->inputs; j++)
    if (strcmp(name, m->input[j].name.text) == 0) return true;
  const char *space = strchr(name, ' ');
  for (size_t i = 0; space && i < m->elements; i++) {
    const char *element = m->element[i].name.text;
    if (strlen(element) == (size_t)(space - name) &&
        strncmp(element, name, (size_t)(space - name)) == 0)
      return true;
  }
  return false;
}

static ss_status read_states(ss_tracker *k, ss_track_file *f, const char **why) {
  const ss_model *m = ss_machine_model(k->machine);
  const double **state = ss_arena_new(k->arena, 2 * k->n, const double *);
  if (!state) return SS_MEMORY;
  f->state = state;
  for (size_t i = 0; i < f->table.columns; i++)
    if (!is_known(m, f->table.name[i])) {
      *why = ss_arena_format(k->arena, "%s: column '%s' is no time, state, input or element's",
                             f->table.file, f->table.name[i]);
      return SS_BAD_INPUT;
    }
  for (size_t i = 0; i < 2 * k->n; i++) {
    const bool rate = i >= k->n;
    const char *name = m->coordinate[i % k->n].name.text;
    if (rate && m->coordinate[i % k->n].aux) continue;
    if (rate) name = ss_arena_format(k->arena, "%s'", name);
    if (!name) return SS_MEMORY;
    const ss_status status = ss_table_get(k->arena, &f->table, name, false, &state[i], why);
    if (status != SS_OK) return status;
  }
  return SS_OK;
}

/* A machine whose inputs follow the columns of the file that have their names. */
static ss_status follow_columns(ss_tracker *k, const ss_track_file *f, ss_diagnostics *list) {
  const ss_model *m = ss_machine_model(k->machine);
  const char **texts = ss_arena_new(k->arena, m->inputs, const char *);
  size_t count = 0;
  if (!texts) return SS_MEMORY;
  for (size_t j = 0; j < m->inputs; j++) {
    const char *name = m->input[j].name.text;
    if (ss_table_find(&f->table, name) == f->table.columns) continue;
    texts[count++] = ss_arena_format(k->arena, "%s=%s:%s", name, f->table.file, name);
    if (!texts[count - 1]) return SS_MEMORY;
  }
  return count ? ss_machine_follow(k->machine, count, texts, list, &k->own) : SS_OK;
}

ss_status ss_track_read_file(ss_tracker *k, const char *file, ss_diagnostics *list,
                             ss_track_file *f, double *q, double *u) {
  const char *why = NULL;
  ss_status status = ss_table_read(k->arena, file, &f->table, &why);
  if (status == SS_OK) status = ss_table_get_times(k->arena, &f->table, false, &f->t, &why);
  if (status == SS_OK) status = read_states(k, f, &why);
  if (status != SS_OK) return complain(list, status, why);
  if (f->t[0] != 0)
    return ss_study_refuse(list, SS_BAD_INPUT, "--track: %s begins at t = %g: motions start at 0",
                           file, f->t[0]);
  for (size_t i = 0; i < k->n; i++) {
    q[i] = f->state[i][0];
    u[i] = f->state[k->n + i] ? f->state[k->n + i][0] : 0;
  }
  k->end = f->t[f->table.rows - 1];
  return follow_columns(k, f, list);
}

/* ---- against the motion ---------------------------------------------------------------------- */

/* Is a row so near to an event that it may be on its other side? */
static bool is_near_event(const ss_tracker *k, const ss_track_file *f, size_t row) {
  const ss_variation *v = &k->reference.variation;
  const double near = NEAR * k->end;
  const double before = row ? f->t[row - 1] : f->t[row];
  const double after = row + 1 < f->table.rows ? f->t[row + 1] : f->t[row];
  for (size_t i = 0; i < v->events; i++)
    if (v->event[i].t >= before - near && v->event[i].t <= after + near) return true;
  return false;
}

/* The part of the reference that holds at a time. */
static const ss_reference_segment *find_segment(const ss_tracker *k, double t, size_t *index) {
  *index = 0;
  for (size_t i = 0; i < k->reference.segments; i++)
    if (!k->reference.segment[i].done && k->reference.segment[i].begin <= t) *index = i;
  return &k->reference.segment[*index];
}

/* How far each state of the file goes: once, for files are long. */
static void find_extents(const ss_tracker *k, const ss_track_file *f, double *extent) {
  for (size_t i = 0; i < 2 * k->n; i++) {
    double low = INFINITY, high = -INFINITY;
    for (size_t j = 0; f->state[i] && j < f->table.rows; j++) {
      low = fmin(low, f->state[i][j]);
      high = fmax(high, f->state[i][j]);
    }
    extent[i] = high - low;
  }
}

/* Is state i of the row, of this extent, what the model says? */
static ss_status compare_state(const ss_tracker *k, const ss_track_file *f, size_t row, size_t i,
                               const double value_and_extent[2], ss_diagnostics *list) {
  const ss_model *m = ss_machine_model(k->machine);
  const double value = value_and_extent[0], allowed = SHARE * value_and_extent[1];
  if (fabs(value - f->state[i][row]) <= fmax(allowed, 1e-6 * (1 + fabs(value)))) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT,
                         "--track: %s is no motion of the model: at t = %g %s%s is %.6g there, and "
                         "%.6g when the model moves from its start with its inputs",
                         f->table.file, f->t[row], m->coordinate[i % k->n].name.text,
                         i < k->n ? "" : "'", f->state[i][row], value);
}

static ss_status compare_modes(const ss_tracker *k, const ss_track_file *f, size_t row,
                               const ss_mode *modes, ss_diagnostics *list) {
  const ss_model *m = ss_machine_model(k->machine);
  for (size_t i = 0; f->table.cell && i < m->elements; i++) {
    const char *name = ss_arena_format(k->arena, "%s mode", m->element[i].name.text);
    if (!name) return SS_MEMORY;
    const size_t column = ss_table_find(&f->table, name);
    if (column == f->table.columns) continue;
    const char *word = f->table.cell[row * f->table.columns + column];
    if (!*word || strcmp(word, ss_mode_word(modes[i])) == 0) continue;
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--track: %s: '%s' is in mode '%s' at t = %g there, which the model "
                           "does not reach: it is '%s'",
                           f->table.file, m->element[i].name.text, word, f->t[row],
                           ss_mode_word(modes[i]));
  }
  return SS_OK;
}

/* Do a row and the next one tell where the machine is between them? */
static ss_status look_for_gap(const ss_tracker *k, const ss_track_file *f, size_t row,
                              const double *extent, double *x, ss_diagnostics *list) {
  const ss_model *m = ss_machine_model(k->machine);
  const size_t n = k->n;
  size_t index;
  const double h = f->t[row + 1] - f->t[row], middle = f->t[row] + h / 2;
  find_segment(k, middle, &index);
  ss_reference_look_up(&k->reference, index, middle, x, NULL);
  const double share = is_near_event(k, f, row) || is_near_event(k, f, row + 1) ? ACROSS : SHARE;
  for (size_t i = 0; i < n; i++) {
    const double *q = f->state[i], *u = f->state[n + i];
    if (!q || !u) continue;
    /* the cubic of both ends */
    const double told = (q[row] + q[row + 1]) / 2 + h / 8 * (u[row] - u[row + 1]);
    if (fabs(told - x[i]) <= fmax(share * extent[i], 1e-6 * (1 + fabs(x[i])))) continue;
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--track: %s has a gap from t = %g to %g: halfway %s would be %.6g by "
                           "its rows, and is %.6g when the model moves with its inputs",
                           f->table.file, f->t[row], f->t[row + 1], m->coordinate[i].name.text,
                           told, x[i]);
  }
  return SS_OK;
}

ss_status ss_track_compare_file(const ss_tracker *k, const ss_track_file *f, ss_diagnostics *list) {
  double *x = ss_arena_new(k->arena, 2 * k->n, double);
  double *extent = ss_arena_new(k->arena, 2 * k->n, double);
  if (!x || !extent) return SS_MEMORY;
  ss_status status = SS_OK;
  find_extents(k, f, extent);
  for (size_t row = 0; row < f->table.rows && f->t[row] <= k->end && status == SS_OK; row++) {
    size_t index;
    if (is_near_event(k, f, row)) continue;
    const ss_reference_segment *segment = find_segment(k, f->t[row], &index);
    status = compare_modes(k, f, row, segment->modes, list);
    ss_reference_look_up(&k->reference, index, f->t[row], x, NULL);
    for (size_t i = 0; i < 2 * k->n && status == SS_OK; i++)
      if (f->state[i])
        status = compare_state(k, f, row, i, (const double[2]){x[i], extent[i]}, list);
  }
  for (size_t row = 0; row + 1 < f->table.rows && f->t[row + 1] <= k->end && status == SS_OK; row++)
    status = look_for_gap(k, f, row, extent, x, list);
  return status;
}
