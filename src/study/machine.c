/* machine.c: a machine from a model file, or text, to closed equations.
 *
 *     read with settings ─▶ model ─▶ derive ─▶ M u' = h + B v + … ─▶ close ─▶ v = laws and formulas
 *
 * The ritual stands here once. A machine owns an arena with everything in it and is constant after
 * opening. Another value of a parameter is another machine: abbreviations, states, laws and exact
 * numbers all follow from the text, so it is read again (about a millisecond) with one setting more
 * rather than patched.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "track.h"

struct ss_machine {
  ss_arena *arena;
  ss_machine_options options; /* copies */
  ss_model *model;
  ss_system *system;
  const ss_system *plant; /* with its inputs open */
  ss_counting *counting;  /* laws that change with events; NULL: none does */
  double *parameters;
  bool apart;          /* without its contacts */
  double inputs_until; /* the last time of a file that an input follows; INFINITY: of none */
};

/* ---- opening --------------------------------------------------------------------------------- */

static const char *copy_text(ss_arena *arena, const char *text) {
  return text ? ss_arena_copy_text(arena, text, strlen(text)) : NULL;
}

static const char *const *copy_texts(ss_arena *arena, size_t count, const char *const *texts) {
  const char **copies = ss_arena_new(arena, count, const char *);
  for (size_t i = 0; copies && i < count; i++)
    if (!(copies[i] = copy_text(arena, texts[i]))) return NULL;
  return copies;
}

static ss_status copy_options(ss_machine *m, const ss_machine_options *o) {
  if (!o) return SS_OK;
  m->options = *o;
  m->options.setting = copy_texts(m->arena, o->settings, o->setting);
  m->options.input = copy_texts(m->arena, o->inputs, o->input);
  m->options.feedback = copy_text(m->arena, o->feedback);
  const bool failed =
      !m->options.setting || !m->options.input || !m->options.feedback != !o->feedback;
  return failed ? SS_MEMORY : SS_OK;
}

/* From `text`, or from the file where that is NULL. */
static ss_status read_model(ss_machine *m, const char *file, const char *text,
                            ss_diagnostics *list) {
  const size_t length = text ? strlen(text) : 0, count = m->options.settings;
  ss_setting *settings = ss_arena_new(m->arena, count, ss_setting);
  ss_diagnostics about;
  if (!settings) return SS_MEMORY;
  for (size_t i = 0; i < count; i++) settings[i].text = m->options.setting[i];
  ss_diagnostics_start(&about, list ? list->arena : m->arena, file, text, length);
  const ss_status status =
      text ? ss_model_parse(m->arena, file, text, length, count, settings, &about, &m->model)
           : ss_model_read(m->arena, file, count, settings, &about, &m->model);
  ss_study_pass_on(&about, NULL, list);
  if (status != SS_OK && about.count == 0)
    return ss_study_refuse(list, status, "%s: %s", file, ss_status_text(status));
  return status;
}

/* What each input follows. */
static ss_status choose_formulas(ss_machine *m, ss_diagnostics *list, ss_graph *graph,
                                 ss_expr *formulas) {
  const ss_machine_options *o = &m->options;
  ss_arena *arena = list ? list->arena : m->arena;
  ss_diagnostics about;
  for (size_t i = 0; i < o->inputs; i++) {
    ss_diagnostics_start(&about, arena, "--input", o->input[i], strlen(o->input[i]));
    const ss_status status =
        ss_model_input_from_text(m->model, o->input[i], &about, graph, formulas, &m->inputs_until);
    ss_study_pass_on(&about, NULL, list);
    if (status != SS_OK) return status;
  }
  ss_diagnostics_start(&about, arena, o->feedback ? "--feedback" : m->model->file, o->feedback,
                       o->feedback ? strlen(o->feedback) : 0);
  const ss_status status = ss_model_choose_feedback(m->model, o->feedback, &about, graph, formulas);
  ss_study_pass_on(&about, NULL, list);
  return status;
}

static ss_status close_loop(ss_machine *m, ss_diagnostics *list) {
  ss_system *open = m->system;
  ss_expr *formulas = ss_arena_new(m->arena, m->model->inputs, ss_expr);
  ss_graph *graph = ss_graph_create_over(m->arena, open->graph);
  if (!formulas || !graph) return SS_MEMORY;
  ss_status status = choose_formulas(m, list, graph, formulas);
  if (status == SS_OK) status = ss_counting_make(m->arena, m, graph, formulas, list, &m->counting);
  if (status != SS_OK) return status;
  const ss_status closed = ss_system_close_loop(m->arena, open, graph, formulas, &m->system);
  return closed == SS_OK ? SS_OK
                         : ss_study_refuse(list, closed, "the inputs: %s", ss_status_text(closed));
}

/* Without its contacts; what is drawn may be about them. */
static void remove_contacts(ss_model *model) {
  size_t count = 0;
  for (size_t i = 0; i < model->elements; i++)
    if (model->element[i].kind != SS_ELEMENT_CONTACT) model->element[count++] = model->element[i];
  model->elements = count;
  model->drawings = 0;
}

static ss_status fill_machine(ss_machine *m, const char *file, const char *text,
                              ss_diagnostics *list) {
  ss_status status = read_model(m, file, text, list);
  if (status != SS_OK) return status;
  if (m->apart) remove_contacts(m->model);
  status = ss_system_derive(m->arena, m->model, &m->system);
  if (status != SS_OK)
    return ss_study_refuse(list, status, "deriving the equations: %s", ss_status_text(status));
  m->plant = m->system;
  if (!m->options.open) status = close_loop(m, list);
  m->parameters = ss_arena_new(m->arena, m->model->parameters, double);
  if (!m->parameters) return SS_MEMORY;
  ss_model_parameter_values(m->model, m->parameters);
  return status;
}

static ss_status make_machine(const char *file, const char *text, const ss_machine_options *options,
                              bool apart, ss_diagnostics *list, ss_machine **machine) {
  ss_arena *arena = ss_arena_create();
  ss_machine *m = arena ? ss_arena_new(arena, 1, ss_machine) : NULL;
  *machine = NULL;
  if (!m) {
    ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  m->arena = arena;
  m->inputs_until = INFINITY;
  m->apart = apart;
  ss_status status = copy_options(m, options);
  if (status == SS_OK) file = copy_text(arena, file);
  if (status == SS_OK && !file) status = SS_MEMORY;
  if (status == SS_OK) status = fill_machine(m, file, text, list);
  if (status == SS_OK)
    *machine = m;
  else
    ss_machine_close(m);
  return status;
}

ss_status ss_machine_open(const char *file, const ss_machine_options *options, ss_diagnostics *list,
                          ss_machine **machine) {
  assert(file && machine);
  return make_machine(file, NULL, options, false, list, machine);
}

ss_status ss_machine_parse(const char *file, const char *text, const ss_machine_options *options,
                           ss_diagnostics *list, ss_machine **machine) {
  assert(file && text && machine);
  return make_machine(file, text, options, false, list, machine);
}

/* Texts of the machine, then further ones. */
static const char **join_texts(ss_arena *arena, size_t olds, const char *const *old, size_t count,
                               const char *const *more) {
  const char **all = ss_arena_new(arena, olds + count, const char *);
  if (!all) return NULL;
  if (olds) memcpy(all, old, olds * sizeof *all);
  if (count) memcpy(all + olds, more, count * sizeof *all);
  return all;
}

/* The same machine with further settings and formulas of inputs. */
static ss_status change(const ss_machine *machine, const ss_machine_options *more, bool apart,
                        ss_diagnostics *list, ss_machine **changed) {
  const ss_model *model = machine->model;
  const ss_machine_options *old = &machine->options;
  ss_arena *arena = ss_arena_create();
  ss_machine_options options = *old;
  ss_text json;
  *changed = NULL;
  if (!arena) return SS_MEMORY;
  options.setting = join_texts(arena, old->settings, old->setting, more->settings, more->setting);
  options.settings += more->settings;
  options.input = join_texts(arena, old->inputs, old->input, more->inputs, more->input);
  options.inputs += more->inputs;
  options.open = false;
  ss_text_start(&json);
  if (!model->text) ss_model_print_json(model, &json);
  ss_status status = options.setting && options.input && !json.failed ? SS_OK : SS_MEMORY;
  if (status == SS_OK)
    status = make_machine(model->file, model->text ? model->text : json.data, &options,
                          machine->apart || apart, list, changed);
  ss_text_stop(&json);
  ss_arena_destroy(arena);
  return status;
}

ss_status ss_machine_change(const ss_machine *machine, size_t settings, const char *const *setting,
                            ss_diagnostics *list, ss_machine **changed) {
  const ss_machine_options more = {.settings = settings, .setting = setting};
  return change(machine, &more, false, list, changed);
}

ss_status ss_machine_follow(const ss_machine *machine, size_t inputs, const char *const *input,
                            ss_diagnostics *list, ss_machine **changed) {
  const ss_machine_options more = {.inputs = inputs, .input = input};
  return change(machine, &more, false, list, changed);
}

ss_status ss_machine_apart(const ss_machine *machine, ss_diagnostics *list, ss_machine **apart) {
  return change(machine, &(ss_machine_options){0}, true, list, apart);
}

bool ss_machine_is_apart(const ss_machine *m) {
  return m->apart;
}

void ss_machine_close(ss_machine *m) {
  if (!m) return;
  ss_counting_destroy(m->counting);
  if (m->model) ss_model_close(m->model);
  ss_arena_destroy(m->arena);
}

/* ---- asking ---------------------------------------------------------------------------------- */

const ss_model *ss_machine_model(const ss_machine *m) {
  return m->model;
}

const ss_system *ss_machine_system(const ss_machine *m) {
  return m->system;
}

const double *ss_machine_parameters(const ss_machine *m) {
  return m->parameters;
}

const ss_system *ss_machine_plant(const ss_machine *m) {
  return m->plant;
}

bool ss_machine_counts(const ss_machine *m) {
  return m->counting;
}

ss_status ss_machine_move_from(ss_arena *arena, const ss_machine *m, const double *q,
                               const double *u, const ss_motion_options *options,
                               ss_motion *motion) {
  return m->counting ? ss_counting_move(arena, m, m->counting, &(ss_start){q, u}, options, motion)
                     : ss_motion_run(arena, m->system, m->parameters, q, u, options, motion);
}

double ss_machine_inputs_until(const ss_machine *m) {
  return m->inputs_until;
}

const ss_machine_options *ss_machine_options_of(const ss_machine *m) {
  return &m->options;
}

ss_status ss_machine_state(const ss_machine *m, const char *option, const char *text,
                           ss_diagnostics *list, double *q, double *u) {
  const ss_model *model = m->model;
  ss_diagnostics about;
  assert(m && q && u);
  if (!text) text = model->states ? model->state[0].name.text : "";
  memset(q, 0, model->coordinates * sizeof *q);
  memset(u, 0, model->coordinates * sizeof *u);
  if (!*text) return SS_OK;
  /* where nobody listens, words still need a place */
  ss_arena *own = list ? NULL : ss_arena_create();
  if (!list && !own) return SS_MEMORY;
  ss_diagnostics_start(&about, list ? list->arena : own, option, text, strlen(text));
  const ss_status status = ss_model_state_from_text(model, text, &about, q, u);
  ss_study_pass_on(&about, option, list);
  ss_arena_destroy(own);
  return status;
}
