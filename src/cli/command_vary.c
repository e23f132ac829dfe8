/* command_vary.c: `standstill vary MODEL`: how a motion changes with its start and its parameters,
 * through all its events. */
#include <string.h>

#include "picture.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"end", SS_OPTION_REAL, "T", "the map is that from 0 to this time (default 10)"},
    {"parameters", SS_OPTION_TEXT, "NAMES", "vary these parameters too, as mu,e,k"},
    {"period", SS_OPTION_SWITCH, NULL, "the end is the start again: multipliers of the cycle"},
    {"check", SS_OPTION_INTEGER, "N", "compare with N perturbed motions: the order must be 2"},
    {"check-size", SS_OPTION_REAL, "EPS", "their largest perturbation (default 1e-3)"},
    {"window", SS_OPTION_REAL, "DT", "events within this time happen at once (default 1e-8)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "of the motion and its variation (default 1e-12)"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    SS_SHARED_JSON,
    {"plot", SS_OPTION_TEXT, "FILE",
     "draw perturbed motions and their prediction: .svg, .png, .pdf"},
    SS_SHARED_QUIET,
};

typedef struct vary_run {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_machine *machine;
  const ss_model *model;
  const ss_system *system;
  double *q, *u;
  ss_vary_options options;
  size_t *parameter;
  ss_variation variation;
  ss_vary_cycle cycle;
} vary_run;

/* ---- what was asked for ---------------------------------------------------------------------- */

static int add_parameter(vary_run *run, const char *name) {
  const size_t i = ss_model_find_parameter(run->model, name);
  if (i == run->model->parameters)
    return ss_cli_refuse("--parameters %s: the model has no parameter of that name", name);
  for (size_t k = 0; k < run->options.parameters; k++)
    if (run->parameter[k] == i) return ss_cli_refuse("--parameters %s: it is named twice", name);
  run->parameter[run->options.parameters++] = i;
  return 0;
}

/* "mu, e, k" */
static int read_parameters(vary_run *run) {
  const char *text = ss_arguments_text(run->arguments, "parameters");
  run->parameter = ss_arena_new(run->arena, run->model->parameters + 1, size_t);
  if (!run->parameter) return ss_cli_fail(SS_MEMORY, "vary");
  run->options.parameter = run->parameter;
  while (text && *text) {
    text += strspn(text, ", ");
    const size_t length = strcspn(text, ", ");
    const char *name = ss_arena_copy_text(run->arena, text, length);
    if (!name) return ss_cli_fail(SS_MEMORY, "vary");
    const int code = length ? add_parameter(run, name) : 0;
    if (code != 0) return code;
    text += length;
  }
  return 0;
}

static int read_options(vary_run *run) {
  const ss_arguments *a = run->arguments;
  ss_vary_options *o = &run->options;
  *o = ss_vary_default_options();
  o->end = ss_arguments_real(a, "end", o->end);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->window = ss_arguments_real(a, "window", o->window);
  const char *plot = ss_arguments_text(a, "plot");
  o->checks = ss_arguments_integer(a, "check", plot ? 2 : 0);
  o->check_size = ss_arguments_real(a, "check-size", o->check_size);
  if (!(o->window >= 0))
    return ss_cli_refuse("--window %s: it is negative", ss_arguments_text(a, "window"));
  if (!(o->check_size > 0))
    return ss_cli_refuse("--check-size %s: expected a number above 0",
                         ss_arguments_text(a, "check-size"));
  const int code = plot ? ss_picture_check_ending(plot) : 0;
  return code == 0 ? read_parameters(run) : code;
}

/* The start, and how it moves with the parameters. */
static int read_start(vary_run *run) {
  const char *from = ss_arguments_text(run->arguments, "from");
  const size_t n = run->model->coordinates;
  double *slope = ss_arena_new(run->arena, 2 * n * run->options.parameters + 1, double);
  ss_diagnostics list;
  run->q = ss_arena_new(run->arena, n, double);
  run->u = ss_arena_new(run->arena, n, double);
  if (!run->q || !run->u || !slope) return ss_cli_fail(SS_MEMORY, "vary");
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  ss_status status = ss_machine_state(run->machine, "--from", from, &list, run->q, run->u);
  if (status != SS_OK) return ss_cli_end(status, &list, "--from");
  if (!from && run->model->states) from = run->model->state[0].name.text;
  status = ss_vary_start_slopes(run->model, from, run->options.parameters, run->parameter, slope);
  run->options.start_slope = slope;
  return status == SS_OK ? 0 : ss_cli_fail(status, "--parameters");
}

/* ---- the answer ------------------------------------------------------------------------------ */

static int print(const vary_run *run) {
  const ss_vary_cycle *cycle = run->cycle.count ? &run->cycle : NULL;
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_vary_json(run->system, &run->variation, cycle, run->parameter, &out);
  else if (!ss_arguments_has(run->arguments, "quiet"))
    ss_show_vary(run->system, &run->variation, cycle, run->parameter, &out);
  return ss_cli_finish(&out);
}

/* Multipliers, where the map is one matrix. */
static int find_cycle(vary_run *run) {
  const ss_variation *v = &run->variation;
  if (!ss_arguments_has(run->arguments, "period") || v->refusal.kind) return 0;
  if (v->pieces != 1) {
    ss_cli_note("the map over the period has %zu pieces: no multipliers", v->pieces);
    return 0;
  }
  const ss_status status = ss_vary_find_multipliers(run->arena, v, 0, run->q, run->u, &run->cycle);
  return status == SS_OK ? 0 : ss_cli_fail(status, "--period");
}

/* The motions of the check, over time. */
static int draw(vary_run *run) {
  const char *file = ss_arguments_text(run->arguments, "plot");
  const ss_start start = {run->q, run->u};
  ss_spread spread;
  if (!file || run->variation.refusal.kind) return 0;
  ss_status status =
      ss_spread_run(run->arena, run->machine, &start, &run->options, &run->variation, &spread);
  if (status != SS_OK) return ss_cli_fail(status, "--plot");
  if (spread.motions == 0)
    return ss_cli_refuse("--plot %s: no perturbed motion gets to the end", file);
  status = ss_show_spread_plot(run->system, &spread, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

/* What inputs do at events is told in JSON. */
static int push_inputs(vary_run *run) {
  ss_system *pushed;
  if (!run->model->inputs || !ss_arguments_has(run->arguments, "json")) return 0;
  const ss_status status =
      ss_system_push(run->arena, ss_machine_plant(run->machine), run->system, &pushed);
  run->options.pushed = pushed;
  return status == SS_OK ? 0 : ss_cli_fail(status, "vary");
}

static int vary(vary_run *run) {
  enum { REFUSED = 20 };
  run->model = ss_machine_model(run->machine);
  run->system = ss_machine_system(run->machine);
  int code = read_options(run);
  if (code == 0) code = read_start(run);
  if (code != 0) return code;
  ss_cli_note_inputs(run->machine, run->options.end);
  code = push_inputs(run);
  if (code != 0) return code;
  const ss_status status = ss_vary_run(run->arena, run->system, ss_machine_parameters(run->machine),
                                       run->q, run->u, &run->options, &run->variation);
  if (status != SS_OK) {
    const char *reason = run->variation.motion.reason;
    ss_cli_error("%s", reason ? reason : ss_status_text(status));
    return ss_status_exit_code(status);
  }
  code = find_cycle(run);
  if (code == 0) code = print(run);
  if (code == 0) code = draw(run);
  return code == 0 && run->variation.refusal.kind ? REFUSED : code;
}

static int run_vary(const ss_arguments *arguments) {
  vary_run run = {.arguments = arguments, .arena = arguments->arena};
  int code = ss_cli_open(arguments, false, &run.machine);
  if (code == 0) code = vary(&run);
  ss_machine_close(run.machine);
  return code;
}

const ss_command ss_command_vary = {
    "vary", "MODEL", "how a motion changes with its start and its parameters, through its events",
    SS_OPTIONS(options), run_vary};
