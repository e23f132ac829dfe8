/* chart.c: how does a verdict change over two parameters, or along one?
 *
 * A request is looked at first: the parameters, the state, the test; what is wrong with them is
 * said before anything is computed. Every point is a machine of its own (chart_points.c); what is
 * asked there is a test: a row of the table below.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "study_private.h"

static const ss_chart_test *const tests[] = {&ss_chart_prove, &ss_chart_simulate, &ss_chart_modes,
                                             &ss_chart_rest,  &ss_chart_contains, &ss_chart_stable};
static const char words[] = "prove, simulate, modes, rest, contains and stable";

ss_parameter_chart_options ss_parameter_chart_default_options(void) {
  ss_parameter_chart_options options = {.reach = ss_reach_default_options(),
                                        .map = ss_map_default_options()};
  options.reach.gain = NAN;
  return options;
}

static ss_status refuse_parameter(const ss_parameter_chart *c, const char *name,
                                  ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(c->work.machine);
  const size_t count = model->parameters;
  const char **names = ss_arena_new(c->work.arena, count, const char *);
  for (size_t j = 0; names && j < count; j++) names[j] = model->parameter[j].name.text;
  const char *near = names ? ss_nearest_name(name, count, names) : NULL;
  if (near) return ss_study_refuse(list, SS_BAD_INPUT, "--vary %s: did you mean '%s'?", name, near);
  return ss_study_refuse(list, SS_BAD_INPUT, "--vary %s: the model has no parameter of that name",
                         name);
}

static ss_status read_axes(ss_parameter_chart *c, ss_diagnostics *list) {
  const ss_parameter_chart_options *r = c->request;
  const ss_model *model = ss_machine_model(c->work.machine);
  if (!r->parameter[0]) return ss_study_refuse(list, SS_BAD_INPUT, "--vary: which parameter?");
  for (int k = 0; k < 2 - c->work.line; k++) {
    const char *name = r->parameter[k];
    const size_t i = ss_model_find_parameter(model, name);
    if (i == model->parameters) return refuse_parameter(c, name, list);
    if (model->parameter[i].counts)
      return ss_study_refuse(list, SS_BAD_INPUT,
                             "--vary %s: it says how many there are of something: only --set "
                             "changes it",
                             name);
    const char *unit = model->parameter[i].name.unit;
    c->work.map.axis[k].name = name;
    c->work.map.axis[k].unit = unit ? unit : "";
    const ss_status status = ss_map_set_range(&c->work, k, r->low[k], r->high[k], list);
    if (status != SS_OK) return status;
  }
  if (c->work.line || strcmp(r->parameter[0], r->parameter[1]) != 0) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "--vary %s=%g:%g: the two parameters are the same",
                         r->parameter[1], r->low[1], r->high[1]);
}

static ss_status read_test(ss_parameter_chart *c, ss_diagnostics *list) {
  const char *word = c->request->test;
  if (!word)
    return ss_study_refuse(list, SS_BAD_INPUT, "--test: what is to be charted? There are %s",
                           words);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strcmp(word, tests[i]->word) == 0) c->test = tests[i];
  if (c->test) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "--test %s: there are %s", word, words);
}

/* The state as it is without the chart: mistakes in it are said here. */
static ss_status read_from(ss_parameter_chart *c, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(c->work.machine);
  const char *from = c->request->from;
  double *state = ss_arena_new(c->work.arena, 2 * model->coordinates, double);
  if (!state) return SS_MEMORY;
  c->from = from ? from : model->states ? model->state[0].name.text : "";
  double *u = state + model->coordinates;
  const ss_status status = ss_machine_state(c->work.machine, "--from", c->from, list, state, u);
  if (status != SS_OK || c->test != &ss_chart_contains) return status;
  return ss_study_check_still(c->work.machine, "--from", c->from, u, list);
}

static ss_status prepare(ss_parameter_chart *c, ss_diagnostics *list) {
  ss_map_work *w = &c->work;
  ss_status status = ss_map_start(w, "chart", list);
  if (status == SS_OK) status = read_axes(c, list);
  if (status == SS_OK) status = read_test(c, list);
  if (status == SS_OK) status = ss_map_check_reach(&c->options, list);
  if (status == SS_OK) status = read_from(c, list);
  if (status != SS_OK) return status;
  ss_map_add_fact(w, "test", "%s", c->test->word);
  ss_map_add_fact(w, "base", "%s", c->from);
  ss_map_add_loop(w);
  ss_map_add_fact(w, "value", "%s", c->test->value);
  c->invalid = ss_map_add_class(w, "no model", SS_SWEEP_INCONSISTENT);
  c->failed = ss_map_add_class(w, "failed", SS_SWEEP_FAILED);
  w->sweep.chunk = 8;
  w->task = ss_chart_task(c);
  return c->test->prepare(c);
}

ss_status ss_parameter_chart_prepare(ss_arena *arena, const ss_machine *machine,
                                     const ss_parameter_chart_options *options,
                                     ss_diagnostics *list, ss_parameter_chart **chart) {
  ss_parameter_chart *c = ss_arena_new(arena, 1, ss_parameter_chart);
  assert(machine && options && list && chart);
  *chart = NULL;
  if (!c) return SS_MEMORY;
  c->work = (ss_map_work){
      .arena = arena, .machine = machine, .options = &options->map, .line = !options->parameter[1]};
  c->request = options;
  c->options = options->reach;
  const ss_status status = prepare(c, list);
  if (status == SS_OK) *chart = c;
  return status;
}

ss_status ss_parameter_chart_run(ss_parameter_chart *chart, ss_diagnostics *list) {
  return ss_map_run(&chart->work, list);
}

const ss_sweep_map *ss_parameter_chart_map(const ss_parameter_chart *chart) {
  return &chart->work.map;
}
