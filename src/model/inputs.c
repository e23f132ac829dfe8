/* inputs.c: what the inputs of a model do in a run.
 *
 * An input follows a formula of the command line ("u=2*sin(t)"), else a feedback law of the file,
 * else it is 0. Laws are chosen by name; without a name there must be only one law for the input.
 * Formulas may use parameters, abbreviations, coordinates, velocities and t. Mistakes are shown in
 * the text itself.
 */
#include <string.h>

#include "standstill/model.h"

typedef struct request {
  const ss_model *model;
  ss_diagnostics *list;
} request;

static ss_diagnostic *complain(const request *r, ss_span where, const char *what,
                               const char *name) {
  return ss_diagnostics_add(r->list, SS_ERROR, where, "unknown %s '%s'", what, name);
}

/* A name of the file as an expression; SS_EXPR_NONE if there is none. */
static ss_expr find_value(const ss_model *m, const char *name) {
  if (strcmp(name, "t") == 0) return m->time;
  for (size_t i = 0; i < m->coordinates; i++) {
    if (strcmp(ss_expr_name(m->graph, m->coordinate[i].q), name) == 0) return m->coordinate[i].q;
    if (strcmp(ss_expr_name(m->graph, m->coordinate[i].u), name) == 0) return m->coordinate[i].u;
  }
  for (size_t i = 0; i < m->abbreviations; i++)
    if (strcmp(m->abbreviation[i].name.text, name) == 0) return m->abbreviation[i].value.resolved;
  size_t p = ss_model_find_parameter(m, name);
  return p < m->parameters ? m->parameter[p].symbol : SS_EXPR_NONE;
}

static ss_expr resolve(void *user, const char *name, size_t length, ss_span where) {
  request *r = user;
  const char *text = ss_arena_copy_text(r->list->arena, name, length);
  ss_expr e = text ? find_value(r->model, text) : SS_EXPR_NONE;
  if (!e && text) complain(r, where, "name", text);
  return e;
}

static size_t find_input(const ss_model *m, const char *name, size_t length) {
  for (size_t i = 0; i < m->inputs; i++)
    if (strlen(m->input[i].name.text) == length && memcmp(m->input[i].name.text, name, length) == 0)
      return i;
  return m->inputs;
}

ss_status ss_model_input_from_text(const ss_model *model, const char *text, ss_diagnostics *list,
                                   ss_expr *formulas) {
  request r = {model, list};
  size_t length = strlen(text), name = strcspn(text, "=");
  ss_span left = {0, (uint32_t)name};
  while (left.length && text[left.length - 1] == ' ') left.length--;
  if (name == length) {
    ss_diagnostics_add(list, SS_ERROR, left, "expected INPUT=FORMULA");
    return SS_BAD_INPUT;
  }
  size_t input = find_input(model, text, left.length);
  const char *copy = ss_arena_copy_text(list->arena, text, left.length);
  if (input == model->inputs) complain(&r, left, "input", copy ? copy : "");
  ss_span right = {(uint32_t)name + 1, (uint32_t)(length - name - 1)};
  ss_expr e = ss_expr_parse(model->graph, list, right, resolve, &r);
  if (list->errors || !e) return SS_BAD_INPUT;
  formulas[input] = e;
  return SS_OK;
}

/* The feedback for an input among the laws of that name (NULL: whichever there is one of). */
static ss_status choose(const ss_model *m, size_t input, const char *law, ss_diagnostics *list,
                        ss_expr *formula) {
  size_t found = 0;
  for (size_t i = 0; i < m->feedbacks; i++) {
    const ss_feedback *f = &m->feedback[i];
    if (f->input != input || (law && strcmp(f->law, law) != 0)) continue;
    *formula = f->value.resolved;
    found++;
  }
  if (found < 2) return SS_OK;
  ss_diagnostics_add(list, SS_ERROR, (ss_span){0}, "input '%s' has %zu feedback laws: choose one",
                     m->input[input].name.text, found);
  return SS_BAD_INPUT;
}

static bool has_law(const ss_model *m, const char *law) {
  for (size_t i = 0; i < m->feedbacks; i++)
    if (strcmp(m->feedback[i].law, law) == 0) return true;
  return false;
}

ss_status ss_model_choose_feedback(const ss_model *model, const char *law, ss_diagnostics *list,
                                   ss_expr *formulas) {
  ss_status status = SS_OK;
  if (law && !has_law(model, law)) {
    request r = {model, list};
    ss_diagnostic *item = complain(&r, (ss_span){0, (uint32_t)strlen(law)}, "feedback law", law);
    const char **names = ss_arena_new(list->arena, model->feedbacks, const char *);
    for (size_t i = 0; names && i < model->feedbacks; i++) names[i] = model->feedback[i].law;
    const char *near = names ? ss_nearest_name(law, model->feedbacks, names) : NULL;
    if (near) item->hint = ss_arena_format(list->arena, "did you mean '%s'?", near);
    return SS_BAD_INPUT;
  }
  for (size_t i = 0; i < model->inputs; i++) {
    formulas[i] = ss_expr_integer(model->graph, 0);
    if (choose(model, i, law, list, &formulas[i]) != SS_OK) status = SS_BAD_INPUT;
  }
  return status;
}
