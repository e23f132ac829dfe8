/* inputs.c: what the inputs of a model do: the one rule for all commands.
 *
 *     an input follows    a formula of the caller ("u=2*sin(t)") or a file (input_tables.c),
 *              else       the law whose name was given,
 *              else       its law without a name,
 *              else       its only law (several named ones ask for a choice),
 *              else       it is 0, which must be within its bounds.
 *
 * Whatever it follows is clipped to its bounds (system/close_loop.c). So a name that one input's
 * law has takes no law from another input. Formulas may use parameters, abbreviations, coordinates,
 * velocities and t. Mistakes are shown in the text itself.
 */
#include <math.h>
#include <string.h>

#include "reader.h"

typedef struct request {
  const ss_model *model;
  ss_diagnostics *list;
} request;

/* "unknown WHAT 'name'", with the nearest of the names that would be good. */
static void complain(const request *r, ss_span where, const char *what, const char *name,
                     size_t count, const char *const *good) {
  ss_diagnostic *item = ss_diagnostics_add(r->list, SS_ERROR, where, "unknown %s '%s'", what, name);
  const char *near = good ? ss_nearest_name(name, count, good) : NULL;
  if (near) item->hint = ss_arena_format(r->list->arena, "did you mean '%s'?", near);
}

/* ---- formulas of the command line ------------------------------------------------------------ */

/* A name of the file as an expression; SS_EXPR_NONE if there is none. */
static ss_expr find_value(const ss_model *m, const char *name) {
  if (strcmp(name, "t") == 0) return m->time;
  for (size_t i = 0; i < m->coordinates; i++) {
    if (strcmp(ss_expr_name(m->graph, m->coordinate[i].q), name) == 0) return m->coordinate[i].q;
    if (m->coordinate[i].aux) continue;
    if (strcmp(ss_expr_name(m->graph, m->coordinate[i].u), name) == 0) return m->coordinate[i].u;
  }
  for (size_t i = 0; i < m->abbreviations; i++)
    if (strcmp(m->abbreviation[i].name.text, name) == 0) return m->abbreviation[i].value.resolved;
  size_t p = ss_model_find_parameter(m, name);
  return p < m->parameters ? m->parameter[p].symbol : SS_EXPR_NONE;
}

/* Everything that find_value knows; NULL when memory is out. */
static const char **list_values(const ss_model *m, ss_arena *arena, size_t *count) {
  const size_t most = 2 * m->coordinates + m->abbreviations + m->parameters;
  const char **names = ss_arena_new(arena, most, const char *);
  *count = 0;
  if (!names) return NULL;
  for (size_t i = 0; i < m->coordinates; i++) {
    names[(*count)++] = ss_expr_name(m->graph, m->coordinate[i].q);
    if (!m->coordinate[i].aux) names[(*count)++] = ss_expr_name(m->graph, m->coordinate[i].u);
  }
  for (size_t i = 0; i < m->abbreviations; i++) names[(*count)++] = m->abbreviation[i].name.text;
  for (size_t i = 0; i < m->parameters; i++) names[(*count)++] = m->parameter[i].name.text;
  return names;
}

static ss_expr resolve(void *user, const char *name, size_t length, ss_span where) {
  request *r = user;
  const char *text = ss_arena_copy_text(r->list->arena, name, length);
  ss_expr e = text ? find_value(r->model, text) : SS_EXPR_NONE;
  if (e || !text) return e;
  size_t count;
  const char **names = list_values(r->model, r->list->arena, &count);
  complain(r, where, "name", text, count, names);
  return SS_EXPR_NONE;
}

static size_t find_input(const request *r, ss_span where) {
  const ss_model *m = r->model;
  ss_arena *arena = r->list->arena;
  const char *name = ss_arena_copy_text(arena, r->list->text + where.offset, where.length);
  const char **names = ss_arena_new(arena, m->inputs, const char *);
  if (!name || !names) return m->inputs;
  for (size_t i = 0; i < m->inputs; i++) {
    names[i] = m->input[i].name.text;
    if (strcmp(name, names[i]) == 0) return i;
  }
  complain(r, where, "input", name, m->inputs, names);
  return m->inputs;
}

/* Does the expression contain ddt? A formula of the command line has no use for it. */
static bool has_rate(const ss_graph *g, ss_expr e, ss_arena *arena) {
  const size_t count = ss_graph_count(g);
  uint8_t *marks = ss_arena_new(arena, count, uint8_t);
  if (!marks) return true;
  ss_expr_mark(g, 1, &e, marks);
  for (ss_expr i = 1; i < count; i++)
    if (marks[i] && ss_expr_op(g, i) == SS_OP_DDT) return true;
  return false;
}

ss_status ss_model_input_from_text(const ss_model *model, const char *text, ss_diagnostics *list,
                                   ss_graph *graph, ss_expr *formulas, double *until) {
  request r = {model, list};
  const size_t length = strlen(text), equals = strcspn(text, "=");
  ss_span left = {(uint32_t)strspn(text, " "), 0};
  ss_span right = {(uint32_t)equals + 1, (uint32_t)(length - equals - 1)};
  for (size_t end = left.offset; end < equals; end++)
    if (text[end] != ' ') left.length = (uint32_t)(end + 1 - left.offset);
  if (equals == length || left.length == 0) {
    ss_diagnostics_add(list, SS_ERROR, left, "expected INPUT=FORMULA or INPUT=FILE.csv");
    return SS_BAD_INPUT;
  }
  const size_t input = find_input(&r, left);
  if (ss_input_names_table(text + right.offset)) {
    if (input == model->inputs) return SS_BAD_INPUT;
    ss_input_table from = {text + right.offset, model->input[input].name.text, INFINITY};
    const ss_status status = ss_input_from_table(model, &from, list, graph, &formulas[input]);
    *until = fmin(*until, from.until);
    return status;
  }
  const ss_expr e = ss_expr_parse(graph, list, right, resolve, &r);
  if (e && has_rate(graph, e, list->arena))
    ss_diagnostics_add(list, SS_ERROR, right, "ddt is for model files: a velocity is written x'");
  if (list->errors || !e || input == model->inputs) return SS_BAD_INPUT;
  formulas[input] = e;
  return SS_OK;
}

/* ---- feedback laws --------------------------------------------------------------------------- */

/* The laws for an input, as "'soft', 'hard'". */
static const char *list_laws(const ss_model *m, size_t input, ss_arena *arena) {
  const char *all = "";
  for (size_t i = 0; all && i < m->feedbacks; i++)
    if (m->feedback[i].input == input && !m->feedback[i].after && !m->feedback[i].during)
      all = ss_arena_format(arena, "%s%s'%s'", all, *all ? ", " : "", m->feedback[i].law);
  return all ? all : "";
}

/* The law of that name; NULL: none. "" is the name of a law without one. */
static const ss_feedback *find_law(const ss_model *m, size_t input, const char *law) {
  for (size_t i = 0; law && i < m->feedbacks; i++)
    if (m->feedback[i].input == input && !m->feedback[i].after && !m->feedback[i].during &&
        strcmp(m->feedback[i].law, law) == 0)
      return &m->feedback[i];
  return NULL;
}

/* Has the input a law of that name, be it one that begins later? */
static bool has_name(const ss_model *m, size_t input, const char *law) {
  for (size_t i = 0; law && i < m->feedbacks; i++)
    if (m->feedback[i].input == input && strcmp(m->feedback[i].law, law) == 0) return true;
  return false;
}

/* The name of the law that an input follows; NULL where there is none, or more to choose from. */
static const char *find_name(const ss_model *m, size_t input, const char *law, bool *several) {
  const char *only = NULL;
  *several = false;
  if (has_name(m, input, law)) return law;
  if (has_name(m, input, "")) return "";
  for (size_t i = 0; i < m->feedbacks; i++) {
    if (m->feedback[i].input != input) continue;
    *several = *several || (only && strcmp(only, m->feedback[i].law) != 0);
    only = m->feedback[i].law;
  }
  return *several ? NULL : only;
}

/* An input that nothing drives. */
static ss_status stay_zero(const ss_model *m, size_t input, ss_diagnostics *list, ss_graph *graph,
                           ss_expr *formula) {
  const char *name = m->input[input].name.text;
  ss_verdict verdict;
  const ss_status status = ss_model_input_may_be_zero(m, input, list->arena, &verdict);
  if (status != SS_OK) return status;
  *formula = ss_expr_integer(graph, 0);
  if (verdict == SS_PROVED) return SS_OK;
  ss_diagnostic *item = ss_diagnostics_add(
      list, SS_ERROR, (ss_span){0},
      verdict == SS_REFUTED ? "input '%s' has no law, and 0 is outside its bounds"
                            : "input '%s' has no law, and 0 may be outside its bounds, which "
                              "depend on parameters with a range",
      name);
  item->hint = ss_arena_format(list->arena, "say what it follows: --input %s=FORMULA", name);
  return SS_BAD_INPUT;
}

const char *ss_during_word(ss_during during) {
#define WORD_OF(name, word) word,
  static const char *const words[] = {SS_DURING_LIST(WORD_OF)};
  return words[during];
}

ss_during ss_during_from_word(const char *word) {
  for (int d = SS_DURING_OPEN; d < SS_DURING_COUNT; d++)
    if (strcmp(ss_during_word((ss_during)d), word) == 0) return (ss_during)d;
  return SS_DURING_ANYTHING;
}

bool ss_model_follows(const ss_model *m, const ss_feedback *f, const char *law) {
  bool several;
  const char *name = find_name(m, f->input, law, &several);
  return name && strcmp(name, f->law) == 0;
}

const char *ss_model_feedback_key(ss_arena *arena, const ss_feedback *f, const char *input) {
  if (f->during)
    return ss_arena_format(arena, "%s%swhile %s %s: %s", f->law, *f->law ? " " : "",
                           f->element_name, ss_during_word(f->during), input);
  if (f->after)
    return ss_arena_format(arena, "%s%safter %zu: %s", f->law, *f->law ? " " : "", f->after, input);
  return ss_arena_format(arena, "%s%s%s", f->law, *f->law ? ": " : "", input);
}

const ss_feedback *ss_model_find_feedback(const ss_model *m, size_t input, const char *law,
                                          size_t events) {
  bool several;
  const char *name = find_name(m, input, law, &several);
  const ss_feedback *found = find_law(m, input, name);
  for (size_t i = 0; name && i < m->feedbacks; i++) {
    const ss_feedback *f = &m->feedback[i];
    if (f->input != input || !f->after || f->after > events || strcmp(f->law, name) != 0) continue;
    if (!found || f->after > found->after) found = f;
  }
  return found;
}

static ss_status choose(const ss_model *m, size_t input, const char *law, ss_diagnostics *list,
                        ss_graph *graph, ss_expr *formula) {
  bool several;
  const ss_feedback *found = find_law(m, input, find_name(m, input, law, &several));
  if (found) *formula = found->value.resolved;
  if (found) return SS_OK;
  if (!several) return stay_zero(m, input, list, graph, formula);
  ss_diagnostics_add(list, SS_ERROR, (ss_span){0},
                     "input '%s' has several feedback laws, %s: choose one",
                     m->input[input].name.text, list_laws(m, input, list->arena));
  return SS_BAD_INPUT;
}

static bool has_law(const ss_model *m, const char *law) {
  for (size_t i = 0; i < m->feedbacks; i++)
    if (strcmp(m->feedback[i].law, law) == 0) return true;
  return false;
}

ss_status ss_model_choose_feedback(const ss_model *model, const char *law, ss_diagnostics *list,
                                   ss_graph *graph, ss_expr *formulas) {
  ss_status status = SS_OK;
  if (law && !has_law(model, law)) {
    request r = {model, list};
    const char **names = ss_arena_new(list->arena, model->feedbacks, const char *);
    for (size_t i = 0; names && i < model->feedbacks; i++) names[i] = model->feedback[i].law;
    complain(&r, (ss_span){0, (uint32_t)strlen(law)}, "feedback law", law, model->feedbacks, names);
    return SS_BAD_INPUT;
  }
  for (size_t i = 0; i < model->inputs; i++) {
    const ss_status chosen = formulas[i] ? SS_OK : choose(model, i, law, list, graph, &formulas[i]);
    if (chosen != SS_OK) status = chosen;
  }
  return status;
}
