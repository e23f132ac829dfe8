/* command_chart.c: `standstill chart MODEL`: how does a verdict change over two parameters? */
#include <string.h>

#include "chart.h"
#include "picture.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"vary", SS_OPTION_REPEATED, "NAME=LOW:HIGH", "the two parameters: give it twice"},
    {"test", SS_OPTION_TEXT, "TEST", "what to chart: prove, simulate, modes, rest or contains"},
    {"end", SS_OPTION_REAL, "T", "simulate: undecided after this time (default 200)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "simulate: of the integration (default 1e-10)"},
    {"gain", SS_OPTION_REAL, "E", "simulate: escapes with more energy than at its start by E"},
    {"feedback", SS_OPTION_TEXT, "NAME", "the feedback law, where the model has several"},
    {"input", SS_OPTION_REPEATED, "NAME=FORMULA", "let an input follow a formula, as u=2*sin(t)"},
    SS_SHARED_PLOT,
    SS_MAP_OPTIONS,
};

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("--%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* "mu=0:1" */
static int read_axis(ss_chart_request *c, int k, const char *text) {
  const ss_model *model = c->map.model;
  ss_sweep_axis *axis = &c->map.map.axis[k];
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return refuse("vary", text, "expected a parameter and its range, as mu=0:1");
  c->parameter[k] = ss_arena_copy_text(c->map.arena, text, (size_t)(equals - text));
  if (!c->parameter[k]) return ss_cli_fail(SS_MEMORY, "chart");
  const size_t i = ss_model_find_parameter(model, c->parameter[k]);
  if (i == model->parameters) {
    const char **names = ss_arena_new(c->map.arena, i + 1, const char *);
    for (size_t j = 0; names && j < i; j++) names[j] = model->parameter[j].name.text;
    const char *near = names ? ss_nearest_name(c->parameter[k], i, names) : NULL;
    const char *why = near ? ss_arena_format(c->map.arena, "did you mean '%s'?", near) : NULL;
    return refuse("vary", c->parameter[k], why ? why : "the model has no parameter of that name");
  }
  axis->name = c->parameter[k];
  axis->unit = model->parameter[i].name.unit ? model->parameter[i].name.unit : "";
  return ss_map_read_range(&c->map, "vary", equals + 1, &axis->low, &axis->high);
}

static int read_axes(ss_chart_request *c) {
  size_t count;
  const char *const *texts = ss_arguments_all(c->map.arguments, "vary", &count);
  if (!texts) return ss_cli_fail(SS_MEMORY, "chart");
  if (count != 2)
    return refuse("vary", "", "two parameters make a chart: --vary p=0:1 --vary q=0:2");
  for (int k = 0; k < 2; k++) {
    const int code = read_axis(c, k, texts[k]);
    if (code != 0) return code;
  }
  return strcmp(c->parameter[0], c->parameter[1]) != 0
             ? 0
             : refuse("vary", texts[1], "the two parameters are the same");
}

static int read_test(ss_chart_request *c) {
  const char *word = ss_arguments_text(c->map.arguments, "test");
  if (!word) {
    ss_cli_error("--test: what is to be charted? There are %s", ss_chart_words);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  c->test = ss_chart_find_test(word);
  if (c->test) return 0;
  ss_cli_error("--test %s: there are %s", word, ss_chart_words);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* The state and the inputs, as they are without the chart: mistakes in them are said here. */
static int read_from(ss_chart_request *c) {
  const ss_model *model = c->map.model;
  const char *from = ss_arguments_text(c->map.arguments, "from");
  double *state = ss_arena_new(c->map.arena, 2 * model->coordinates, double);
  ss_diagnostics list;
  ss_system *system;
  if (!state) return ss_cli_fail(SS_MEMORY, "chart");
  c->from = from ? from : model->states ? model->state[0].name.text : "";
  ss_diagnostics_start(&list, c->map.arena, "--from", c->from, strlen(c->from));
  ss_status status =
      *c->from ? ss_model_state_from_text(model, c->from, &list, state, state + model->coordinates)
               : SS_OK;
  ss_cli_print_diagnostics(&list);
  if (status != SS_OK) return ss_status_exit_code(status);
  if (!ss_cli_read_loop(c->map.arguments, &c->loop)) return ss_status_exit_code(SS_MEMORY);
  status = ss_cli_close_loop(&c->loop, c->map.arena, model, true, &system);
  return ss_status_exit_code(status);
}

static int make(ss_map_request *m) {
  static const char *const positive[] = {"end", "tolerance", "gain"};
  ss_chart_request *c = (ss_chart_request *)m;
  const char *plot = ss_arguments_text(m->arguments, "plot");
  int code = ss_map_read(m, "chart");
  if (code == 0 && plot) code = ss_picture_check_ending(plot);
  if (code == 0) code = read_axes(c);
  if (code == 0) code = read_test(c);
  if (code == 0) code = ss_map_check_positive(m, sizeof positive / sizeof *positive, positive);
  if (code == 0) code = read_from(c);
  if (code != 0) return code;
  ss_map_add_fact(m, "test", "%s", c->test->word);
  ss_map_add_fact(m, "base", "%s", c->from);
  if (c->loop.law) ss_map_add_fact(m, "feedback", "%s", c->loop.law);
  for (size_t i = 0; i < c->loop.inputs; i++) ss_map_add_fact(m, "input", "%s", c->loop.input[i]);
  ss_map_add_fact(m, "value", "%s", c->test->value);
  c->invalid = ss_map_add_class(m, "no model", SS_SWEEP_INCONSISTENT);
  c->failed = ss_map_add_class(m, "failed", SS_SWEEP_FAILED);
  m->sweep.chunk = 8;
  m->task = ss_chart_task(c);
  return c->test->prepare(c);
}

static int finish(ss_map_request *m) {
  const char *file = ss_arguments_text(m->arguments, "plot");
  const ss_plane plane = {
      .title = m->model->title, .axis = {m->map.axis[0].name, m->map.axis[1].name}, .map = &m->map};
  const ss_status status = file ? ss_show_plane_plot(&plane, file) : SS_OK;
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int run_chart(const ss_arguments *arguments) {
  ss_chart_request c = {.map = {.arguments = arguments, .arena = arguments->arena}};
  return ss_map_run_command(&c.map, make, finish);
}

const ss_command ss_command_chart = {
    .name = "chart",
    .operand = "MODEL",
    .summary = "map how a verdict changes over two parameters",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_chart,
};
