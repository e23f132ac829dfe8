/* measured.c: a file of measurements, as columns of the state.
 *
 * A column counts if it is called like a coordinate or a velocity of the model. A cell without text
 * was not measured. Times are from 0 on, when motions start; a file with another beginning has to
 * say when its motion began, and is refused rather than shifted.
 */
#include <math.h>
#include <string.h>

#include "standstill/table.h"
#include "study_private.h"

static ss_status complain(ss_diagnostics *list, ss_status status, const char *why) {
  return ss_study_refuse(list, status, "%s", why ? why : ss_status_text(status));
}

/* "x, x', phi, phi'": what columns could be called. */
static const char *list_names(ss_arena *arena, const ss_model *model) {
  const char *all = "";
  for (size_t i = 0; all && i < model->coordinates; i++)
    all = ss_arena_format(arena, "%s%s%s, %s'", all, i ? ", " : "", model->coordinate[i].name.text,
                          model->coordinate[i].name.text);
  return all ? all : "";
}

static ss_status take_columns(ss_arena *arena, const ss_model *model, const ss_data_table *table,
                              ss_measured *m, const char **why) {
  size_t *state = ss_arena_new(arena, table->columns, size_t);
  const char **name = ss_arena_new(arena, table->columns, const char *);
  const double **value = ss_arena_new(arena, table->columns, const double *);
  if (!state || !name || !value) return SS_MEMORY;
  for (size_t i = 0; i < table->columns; i++) {
    const size_t index = ss_study_find_variable(model, table->name[i]);
    if (index == SIZE_MAX) continue;
    const ss_status status =
        ss_table_get(arena, table, table->name[i], true, &value[m->columns], why);
    if (status != SS_OK) return status;
    state[m->columns] = index;
    name[m->columns++] = table->name[i];
  }
  m->state = state;
  m->name = name;
  m->value = value;
  if (m->columns) return SS_OK;
  *why = ss_arena_format(arena, "%s has no column of a coordinate or velocity: %s", table->file,
                         list_names(arena, model));
  return SS_BAD_INPUT;
}

ss_status ss_machine_read_measured(ss_arena *arena, const ss_machine *machine, const char *file,
                                   ss_diagnostics *list, ss_measured *m) {
  ss_data_table table;
  const char *why = NULL;
  *m = (ss_measured){0};
  ss_status status = ss_table_read(arena, file, &table, &why);
  if (status == SS_OK) status = ss_table_get_times(arena, &table, false, &m->t, &why);
  if (status == SS_OK) status = take_columns(arena, ss_machine_model(machine), &table, m, &why);
  if (status != SS_OK) return status == SS_MEMORY ? status : complain(list, status, why);
  m->file = table.file;
  m->rows = table.rows;
  if (m->t[0] >= 0) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "%s begins at t = %g: motions start at 0", file,
                         m->t[0]);
}
