/* chart_modes.c: the contact modes at a state on a chart: none consistent, several, or the one that
 * is; the value is how many there are.
 *
 * Patterns of modes are classes of their own while there are fewer than a map can have. Spatial
 * modes cannot be enumerated: the one that the solver found, and no value.
 */
#include <math.h>
#include <string.h>

#include "study_private.h"

enum { NONE, SEVERAL, NOT_LISTED, PATTERNS };

/* The modes that an element can have, as bits. */
static unsigned get_modes(const ss_element *element) {
  const bool planar = element->law == SS_LAW_COULOMB;
  unsigned modes = planar ? 1u << SS_MODE_STICK | 1u << SS_MODE_SLIP_PLUS | 1u << SS_MODE_SLIP_MINUS
                          : 1u << SS_MODE_STICK | 1u << SS_MODE_SLIP;
  if (element->law == SS_LAW_ROLLING) modes |= 1u << SS_MODE_ROLL;
  if (element->law == SS_LAW_FRICTIONLESS) modes = 1u << SS_MODE_CLOSED;
  if (element->kind == SS_ELEMENT_CONTACT) modes |= 1u << SS_MODE_FREE;
  if (element->kind == SS_ELEMENT_CLUTCH) modes = (1u << SS_MODE_COUNT) - 1;
  return modes;
}

/* Patterns are numbers: the mode of element i is the i-th digit. The next one after `modes` that
 * the elements can have; false after the last. */
static bool find_next(const ss_model *model, ss_mode *modes) {
  for (size_t i = 0; i < model->elements; i++) {
    const unsigned possible = get_modes(&model->element[i]);
    for (unsigned k = modes[i] + 1u; k < SS_MODE_COUNT; k++)
      if (possible >> k & 1) {
        modes[i] = (ss_mode)k;
        return true;
      }
    modes[i] = (ss_mode)__builtin_ctz(possible);
  }
  return false;
}

static void set_first(const ss_model *model, ss_mode *modes) {
  for (size_t i = 0; i < model->elements; i++)
    modes[i] = (ss_mode)__builtin_ctz(get_modes(&model->element[i]));
}

static size_t count_patterns(const ss_model *model) {
  size_t count = 1;
  for (size_t i = 0; i < model->elements && count < SS_SWEEP_CLASSES_MOST; i++)
    count *= (size_t)__builtin_popcount(get_modes(&model->element[i]));
  return count;
}

static bool lists_patterns(const ss_model *model) {
  return model->elements > 0 && count_patterns(model) + 8 < SS_SWEEP_CLASSES_MOST;
}

static const char *name_pattern(ss_arena *arena, const ss_model *model, const ss_mode *modes) {
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < model->elements; i++)
    ss_text_addf(&text, "%s%s%s%s", i ? " " : "",
                 model->elements > 1 ? model->element[i].name.text : "",
                 model->elements > 1 ? ":" : "", ss_mode_word(modes[i]));
  const char *name = ss_arena_copy_text(arena, text.data, text.length);
  ss_text_stop(&text);
  return name ? name : "?";
}

static ss_status prepare_modes(ss_parameter_chart *c) {
  ss_map_work *w = &c->work;
  const ss_model *model = ss_machine_model(w->machine);
  ss_mode *modes = ss_arena_new(w->arena, model->elements + 1, ss_mode);
  if (!modes) return SS_MEMORY;
  c->first = ss_map_add_class(w, "none", SS_SWEEP_REFUTED);
  ss_map_add_class(w, "several", SS_SWEEP_UNKNOWN);
  ss_map_add_class(w, lists_patterns(model) ? "another one" : "one", SS_SWEEP_PROVED);
  if (!lists_patterns(model)) return SS_OK;
  set_first(model, modes);
  do ss_map_add_class(w, name_pattern(w->arena, model, modes), SS_SWEEP_OTHER);
  while (find_next(model, modes));
  return SS_OK;
}

/* The number of a pattern among those of the elements; NOT_LISTED where it is none. */
static size_t find_pattern(const ss_chart_point *p, const ss_mode *modes) {
  const ss_model *model = p->model;
  ss_mode *at = ss_arena_new(p->arena, model->elements + 1, ss_mode);
  if (!at || !lists_patterns(model)) return NOT_LISTED;
  set_first(model, at);
  for (size_t k = PATTERNS;; k++) {
    if (memcmp(at, modes, model->elements * sizeof *at) == 0) return k;
    if (!find_next(model, at)) return NOT_LISTED;
  }
}

static ss_status run_modes(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_system_values values;
  ss_contact_state *contacts = ss_arena_new(p->arena, 1, ss_contact_state);
  ss_state_modes modes;
  const ss_place place = {p->q, p->u, NULL};
  if (!contacts) return SS_MEMORY;
  ss_status status = ss_system_evaluate(p->arena, p->system, p->parameters, p->q, p->u, 0, &values);
  if (status == SS_OK)
    status = ss_contact_at_acceleration(p->arena, p->system, &values, &place, contacts);
  if (status == SS_OK) status = ss_contact_modes(p->arena, contacts, &modes);
  if (status != SS_OK) return status;
  *value = modes.decided ? (double)modes.count : NAN;
  *code = p->chart->failed;
  if (!modes.decided && modes.count == 0) return SS_OK;
  size_t kind = NOT_LISTED;
  if (modes.count == 1) kind = find_pattern(p, modes.items[0].mode);
  if (modes.decided && modes.solutions == SS_SOLUTIONS_SEVERAL) kind = SEVERAL;
  if (modes.decided && modes.solutions == SS_SOLUTIONS_NONE) kind = NONE;
  *code = (uint8_t)(p->chart->first + kind);
  return SS_OK;
}

const ss_chart_test ss_chart_modes = {"modes", "consistent modes", prepare_modes, run_modes};
