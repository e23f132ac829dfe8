/* snapshot_json.c: a system at a state, for programs. The keys are documented in docs/output.md and
 * stable; every number reads back to the same double, parameters carry their exact value too. */
#include "show_private.h"
#include "standstill/json.h"

static json_t *exact_text(const ss_model *m, size_t parameter) {
  fmpq_t value;
  fmpq_init(value);
  json_t *text = json_null();
  if (ss_model_parameter_exact(m, parameter, value)) {
    char *digits = fmpq_get_str(NULL, 10, value);
    text = json_string(digits);
    flint_free(digits);
  }
  fmpq_clear(value);
  return text;
}

static json_t *parameters(const ss_snapshot *s) {
  const ss_model *m = s->system->model;
  json_t *object = json_object();
  for (size_t i = 0; i < m->parameters; i++) {
    json_t *entry = json_object();
    ss_json_set(&entry, "value", ss_json_real(s->parameters[i]));
    ss_json_set(&entry, "exact", exact_text(m, i));
    ss_json_set(&object, m->parameter[i].name.text, entry);
  }
  return object;
}

static void add_elements(const ss_snapshot *s, json_t **at) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates;
  json_t *gaps = json_object(), *WN = json_object(), *WT = json_object(), *closed = json_array();
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    const char *name = e->element->name.text;
    if (e->normal != SIZE_MAX) {
      ss_json_set(&gaps, name, ss_json_real(s->values.of[SS_QUANTITY_GAP][e->normal]));
      ss_json_set(&WN, name, ss_json_list(n, s->values.of[SS_QUANTITY_WN] + n * e->normal));
    }
    if (e->slips)
      ss_json_set(&WT, name,
                  ss_json_matrix(e->slips, n, s->values.of[SS_QUANTITY_WT] + n * e->slip));
    if (e->element->kind == SS_ELEMENT_CONTACT && s->closed[i])
      ss_json_append(&closed, json_string(name));
  }
  ss_json_set(at, "gaps", gaps);
  ss_json_set(at, "WN", WN);
  ss_json_set(at, "WT", WT);
  ss_json_set(at, "closed", closed);
}

static void add_delassus(const ss_snapshot *s, json_t **at) {
  if (!s->G) return;
  json_t *names = json_array();
  for (size_t i = 0; i < s->directions; i++) ss_json_append(&names, json_string(s->direction[i]));
  ss_json_set(at, "directions", names);
  ss_json_set(at, "delassus", ss_json_matrix(s->directions, s->directions, s->G));
  ss_json_set(at, "condition", ss_json_real(s->condition));
  ss_json_set(at, "rank", json_integer((json_int_t)s->rank));
}

/* One mode: what each element does, accelerations, forces (normal first). */
static json_t *mode_object(const ss_system *sys, const ss_state_mode *mode) {
  json_t *object = json_object(), *contacts = json_object(), *forces = json_object();
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    const char *name = e->element->name.text;
    json_t *list = json_array();
    if (e->normal != SIZE_MAX) ss_json_append(&list, ss_json_real(mode->forces[e->normal]));
    for (size_t k = 0; k < e->slips; k++)
      ss_json_append(&list, ss_json_real(mode->forces[sys->normals + e->slip + k]));
    ss_json_set(&contacts, name, json_string(ss_mode_word(mode->mode[i])));
    ss_json_set(&forces, name, list);
  }
  ss_json_set(&object, "contacts", contacts);
  ss_json_set(&object, "acceleration", ss_json_list(sys->coordinates, mode->acceleration));
  ss_json_set(&object, "forces", forces);
  ss_json_set(&object, "forces_unique", json_boolean(mode->forces_unique));
  ss_json_set(&object, "motion_unique", json_boolean(mode->motion_unique));
  return object;
}

static void add_modes(const ss_snapshot *s, json_t **root) {
  if (!s->modes) return;
  json_t *list = json_array();
  for (size_t i = 0; i < s->modes->count; i++)
    ss_json_append(&list, mode_object(s->system, &s->modes->items[i]));
  ss_json_set(root, "modes", list);
  const char *solutions = s->modes->decided ? ss_solutions_word(s->modes->solutions) : "unknown";
  ss_json_set(root, "solutions", json_string(solutions));
  ss_json_set(root, "impact", json_boolean(s->contacts->approaching));
}

/* What the inputs of a closed loop follow, as formulas. */
static void add_inputs(const ss_snapshot *s, json_t **at) {
  const ss_system *sys = s->system;
  if (!sys->law || sys->model->inputs == 0) return;
  json_t *inputs = json_object();
  for (size_t i = 0; i < sys->model->inputs; i++) {
    ss_text formula;
    ss_text_start(&formula);
    ss_expr_print(sys->graph, sys->law[i], SS_PRINT_TEXT, &formula);
    ss_json_set(&inputs, sys->model->input[i].name.text, json_string(formula.data));
    ss_text_stop(&formula);
  }
  ss_json_set(at, "inputs", inputs);
}

static json_t *snapshot(const ss_snapshot *s) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates;
  json_t *root = json_object(), *names = json_array(), *at = json_object();
  for (size_t i = 0; i < n; i++) ss_json_append(&names, json_string(sys->names[i]));
  ss_json_set(&root, "model", json_string(sys->model->title));
  ss_json_set(&root, "hash", json_string(sys->model->hash));
  ss_json_set(&root, "coordinates", names);
  ss_json_set(&root, "parameters", parameters(s));
  ss_json_set(&at, "state", json_string(s->name));
  ss_json_set(&at, "q", ss_json_list(n, s->q));
  ss_json_set(&at, "u", ss_json_list(n, s->u));
  ss_json_set(&at, "M", ss_json_matrix(n, n, s->values.of[SS_QUANTITY_M]));
  ss_json_set(&at, "h", ss_json_list(n, s->values.of[SS_QUANTITY_H]));
  if (sys->inputs)
    ss_json_set(&at, "B", ss_json_matrix(n, sys->inputs, s->values.of[SS_QUANTITY_B]));
  add_inputs(s, &at);
  add_elements(s, &at);
  ss_json_set(&at, "f_gyr", ss_json_list(n, s->values.of[SS_QUANTITY_FGYR]));
  ss_json_set(&at, "f_nc", ss_json_list(n, s->values.of[SS_QUANTITY_FNC]));
  ss_json_set(&at, "power", ss_json_real(ss_snapshot_power(s)));
  ss_json_set(&at, "kinetic", ss_json_real(s->values.of[SS_QUANTITY_ENERGY][0]));
  ss_json_set(&at, "potential", ss_json_real(s->values.of[SS_QUANTITY_ENERGY][1]));
  add_delassus(s, &at);
  ss_show_losses_json(s, &at);
  ss_json_set(&root, "at", at);
  add_modes(s, &root);
  if (s->modes) ss_json_set(&root, "zero_order", ss_show_zero_order_json(s));
  return root;
}

void ss_show_snapshot_json(const ss_snapshot *s, ss_text *out) {
  ss_json_print(snapshot(s), out);
}
