/* snapshot_json.c: a system at a state, for programs. The keys are documented in docs/output.md and
 * stable; every number reads back to the same double, parameters carry their exact value too. */
#include "json_private.h"
#include "show_private.h"

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
    json_object_set_new(entry, "value", ss_json_real(s->parameters[i]));
    json_object_set_new(entry, "exact", exact_text(m, i));
    json_object_set_new(object, m->parameter[i].name.text, entry);
  }
  return object;
}

static void add_elements(const ss_snapshot *s, json_t *at) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates;
  json_t *gaps = json_object(), *WN = json_object(), *WT = json_object(), *closed = json_array();
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    const char *name = e->element->name.text;
    if (e->normal != SIZE_MAX) {
      json_object_set_new(gaps, name, ss_json_real(s->values.of[SS_QUANTITY_GAP][e->normal]));
      json_object_set_new(WN, name, ss_json_list(n, s->values.of[SS_QUANTITY_WN] + n * e->normal));
    }
    if (e->slips)
      json_object_set_new(WT, name,
                          ss_json_matrix(e->slips, n, s->values.of[SS_QUANTITY_WT] + n * e->slip));
    if (e->element->kind == SS_ELEMENT_CONTACT && s->closed[i])
      json_array_append_new(closed, json_string(name));
  }
  json_object_set_new(at, "gaps", gaps);
  json_object_set_new(at, "WN", WN);
  json_object_set_new(at, "WT", WT);
  json_object_set_new(at, "closed", closed);
}

static void add_delassus(const ss_snapshot *s, json_t *at) {
  if (!s->G) return;
  json_t *names = json_array();
  for (size_t i = 0; i < s->directions; i++)
    json_array_append_new(names, json_string(s->direction[i]));
  json_object_set_new(at, "directions", names);
  json_object_set_new(at, "delassus", ss_json_matrix(s->directions, s->directions, s->G));
  json_object_set_new(at, "condition", ss_json_real(s->condition));
  json_object_set_new(at, "rank", json_integer((json_int_t)s->rank));
}

/* One mode: what each element does, accelerations, forces (normal first). */
static json_t *mode_object(const ss_system *sys, const ss_state_mode *mode) {
  json_t *object = json_object(), *contacts = json_object(), *forces = json_object();
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    const char *name = e->element->name.text;
    json_t *list = json_array();
    if (e->normal != SIZE_MAX) json_array_append_new(list, ss_json_real(mode->forces[e->normal]));
    for (size_t k = 0; k < e->slips; k++)
      json_array_append_new(list, ss_json_real(mode->forces[sys->normals + e->slip + k]));
    json_object_set_new(contacts, name, json_string(ss_mode_word(mode->mode[i])));
    json_object_set_new(forces, name, list);
  }
  json_object_set_new(object, "contacts", contacts);
  json_object_set_new(object, "acceleration", ss_json_list(sys->coordinates, mode->acceleration));
  json_object_set_new(object, "forces", forces);
  json_object_set_new(object, "forces_unique", json_boolean(mode->forces_unique));
  json_object_set_new(object, "motion_unique", json_boolean(mode->motion_unique));
  return object;
}

static void add_modes(const ss_snapshot *s, json_t *root) {
  if (!s->modes) return;
  json_t *list = json_array();
  for (size_t i = 0; i < s->modes->count; i++)
    json_array_append_new(list, mode_object(s->system, &s->modes->items[i]));
  json_object_set_new(root, "modes", list);
  const char *solutions = s->modes->decided ? ss_solutions_word(s->modes->solutions) : "unknown";
  json_object_set_new(root, "solutions", json_string(solutions));
  json_object_set_new(root, "impact", json_boolean(s->contacts->approaching));
}

/* What the inputs of a closed loop follow, as formulas. */
static void add_inputs(const ss_snapshot *s, json_t *at) {
  const ss_system *sys = s->system;
  if (!sys->law || sys->model->inputs == 0) return;
  json_t *inputs = json_object();
  for (size_t i = 0; i < sys->model->inputs; i++) {
    ss_text formula;
    ss_text_start(&formula);
    ss_expr_print(sys->graph, sys->law[i], SS_PRINT_TEXT, &formula);
    json_object_set_new(inputs, sys->model->input[i].name.text, json_string(formula.data));
    ss_text_stop(&formula);
  }
  json_object_set_new(at, "inputs", inputs);
}

static json_t *snapshot(const ss_snapshot *s) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates;
  json_t *root = json_object(), *names = json_array(), *at = json_object();
  for (size_t i = 0; i < n; i++) json_array_append_new(names, json_string(sys->names[i]));
  json_object_set_new(root, "model", json_string(sys->model->title));
  json_object_set_new(root, "hash", json_string(sys->model->hash));
  json_object_set_new(root, "coordinates", names);
  json_object_set_new(root, "parameters", parameters(s));
  json_object_set_new(at, "state", json_string(s->name));
  json_object_set_new(at, "q", ss_json_list(n, s->q));
  json_object_set_new(at, "u", ss_json_list(n, s->u));
  json_object_set_new(at, "M", ss_json_matrix(n, n, s->values.of[SS_QUANTITY_M]));
  json_object_set_new(at, "h", ss_json_list(n, s->values.of[SS_QUANTITY_H]));
  if (sys->inputs)
    json_object_set_new(at, "B", ss_json_matrix(n, sys->inputs, s->values.of[SS_QUANTITY_B]));
  add_inputs(s, at);
  add_elements(s, at);
  json_object_set_new(at, "kinetic", ss_json_real(s->values.of[SS_QUANTITY_ENERGY][0]));
  json_object_set_new(at, "potential", ss_json_real(s->values.of[SS_QUANTITY_ENERGY][1]));
  add_delassus(s, at);
  json_object_set_new(root, "at", at);
  add_modes(s, root);
  return root;
}

void ss_show_snapshot_json(const ss_snapshot *s, ss_text *out) {
  ss_json_print(snapshot(s), out);
}
