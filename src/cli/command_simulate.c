/* command_simulate.c: `standstill simulate MODEL`: a motion, its events, its energy book, its
 * picture. */
#include <string.h>

#include "cli.h"
#include "standstill/motion.h"
#include "standstill/show.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"method", SS_OPTION_TEXT, "METHOD", "events (default), moreau or penalty"},
    {"end", SS_OPTION_REAL, "T", "stop at this time (default 10)"},
    {"every", SS_OPTION_REAL, "DT",
     "also record the state every DT (default: the end through 500)"},
    {"step", SS_OPTION_REAL, "DT", "moreau: the step (default 1e-3); 0: chosen by the tolerance"},
    {"tolerance", SS_OPTION_REAL, "TOL", "events: of the integration (default 1e-10)"},
    {"stiffness", SS_OPTION_REAL, "K", "penalty: of every contact (default 1e6)"},
    {"feedback", SS_OPTION_TEXT, "NAME", "the feedback law, where the model has several"},
    {"input", SS_OPTION_REPEATED, "NAME=FORMULA", "let an input follow a formula, as u=2*sin(t)"},
    {"on-ambiguity", SS_OPTION_TEXT, "CHOICE",
     "of several consistent modes: first, or stop (default)"},
    {"go-on", SS_OPTION_SWITCH, NULL, "go on after the machine has come to rest"},
    SS_SHARED_JSON,
    SS_SHARED_OUT,
    SS_SHARED_PLOT,
    {"plot-plane", SS_OPTION_TEXT, "X,Y", "draw this plane, as x,x', instead of curves over time"},
    SS_SHARED_QUIET,
};

typedef struct simulation {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_model *model;
  ss_system *system; /* without open inputs */
  double *parameters, *q, *u;
  ss_motion_options options;
  ss_motion motion;
} simulation;

/* ---- what was asked for -------------------------------------------------------------------- */

static int refuse(const char *format, const char *text) {
  ss_cli_error(format, text);
  return ss_status_exit_code(SS_BAD_INPUT);
}

static int read_method(simulation *s) {
  const char *word = ss_arguments_text(s->arguments, "method");
  const char *words[SS_MOTION_METHOD_COUNT];
  for (int k = 0; k < SS_MOTION_METHOD_COUNT; k++) {
    words[k] = ss_motion_method_word((ss_motion_method)k);
    if (word && strcmp(word, words[k]) == 0) s->options.method = (ss_motion_method)k;
    if (word && strcmp(word, words[k]) == 0) return 0;
  }
  if (!word) return 0;
  const char *near = ss_nearest_name(word, SS_MOTION_METHOD_COUNT, words);
  if (near)
    ss_cli_error("no method '%s'; did you mean '%s'?", word, near);
  else
    ss_cli_error("no method '%s'; there are events, moreau and penalty", word);
  return ss_status_exit_code(SS_BAD_INPUT);
}

static int read_options(simulation *s) {
  const ss_arguments *a = s->arguments;
  ss_motion_options *o = &s->options;
  const char *ambiguity = ss_arguments_text(a, "on-ambiguity");
  *o = ss_motion_default_options();
  o->end = ss_arguments_real(a, "end", o->end);
  o->every = ss_arguments_real(a, "every", o->end / 500);
  o->step = ss_arguments_real(a, "step", o->step);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->stiffness = ss_arguments_real(a, "stiffness", o->stiffness);
  o->go_on_at_rest = ss_arguments_has(a, "go-on");
  o->first_if_several = ambiguity && strcmp(ambiguity, "first") == 0;
  if (ambiguity && !o->first_if_several && strcmp(ambiguity, "stop") != 0)
    return refuse("--on-ambiguity is 'first' or 'stop', not '%s'", ambiguity);
  if (!ss_arguments_has(a, "quiet")) {
    o->progress = ss_cli_show_progress;
    o->user = &o->end;
  }
  return read_method(s);
}

/* Feedback laws and --input, put into the equations. */
static int close_loop(simulation *s, const ss_system *open) {
  size_t count;
  const char *law = ss_arguments_text(s->arguments, "feedback");
  const char *const *texts = ss_arguments_all(s->arguments, "input", &count);
  ss_expr *formulas = ss_arena_new(s->arena, s->model->inputs, ss_expr);
  ss_diagnostics list;
  if (!texts || !formulas) return ss_cli_fail(SS_MEMORY, "simulate");
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    ss_diagnostics_start(&list, s->arena, "--input", texts[i], strlen(texts[i]));
    status = ss_model_input_from_text(s->model, texts[i], &list, formulas);
    ss_cli_print_diagnostics(&list);
  }
  if (status != SS_OK) return ss_status_exit_code(status);
  ss_diagnostics_start(&list, s->arena, law ? "--feedback" : s->arguments->operand, law,
                       law ? strlen(law) : 0);
  status = ss_model_choose_feedback(s->model, law, &list, formulas);
  ss_cli_print_diagnostics(&list);
  if (status != SS_OK) return ss_status_exit_code(status);
  status = ss_system_close_loop(s->arena, open, formulas, &s->system);
  return status == SS_OK ? 0 : ss_cli_fail(status, "the inputs");
}

static int read_start(simulation *s) {
  const char *from = ss_arguments_text(s->arguments, "from");
  ss_diagnostics list;
  if (!from) from = s->model->states ? s->model->state[0].name.text : "";
  ss_diagnostics_start(&list, s->arena, "--from", from, strlen(from));
  ss_status status = *from ? ss_model_state_from_text(s->model, from, &list, s->q, s->u) : SS_OK;
  ss_cli_print_diagnostics(&list);
  ss_model_parameter_values(s->model, s->parameters);
  return ss_status_exit_code(status);
}

/* ---- what came out ------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

static int write_out(const simulation *s, const char *file) {
  ss_text out;
  if (ends_with(file, ".h5") || ends_with(file, ".hdf5")) {
    ss_status status = ss_show_motion_hdf5(s->system, s->parameters, &s->motion, file);
    return status == SS_OK ? 0 : ss_cli_fail(status, file);
  }
  ss_text_start(&out);
  if (ends_with(file, ".json"))
    ss_show_motion_json(s->system, &s->motion, &out);
  else if (ends_with(file, ".csv"))
    ss_show_motion_csv(s->system, s->parameters, &s->motion, &out);
  else {
    ss_text_stop(&out);
    return refuse("--out %s: the ending must be .csv, .json or .h5", file);
  }
  return ss_cli_write_file(file, &out);
}

static int draw(const simulation *s, const char *file) {
  const char *plane = ss_arguments_text(s->arguments, "plot-plane");
  const char *comma = plane ? strchr(plane, ',') : NULL;
  const char *names[2] = {NULL, NULL};
  if (plane && !comma) return refuse("--plot-plane takes two names, as x,x', not '%s'", plane);
  if (plane) {
    names[0] = ss_arena_copy_text(s->arena, plane, (size_t)(comma - plane));
    names[1] = comma + 1 + strspn(comma + 1, " ");
  }
  ss_status status = ss_show_motion_plot(s->system, &s->motion, plane ? names : NULL, file);
  if (status == SS_BAD_INPUT && plane &&
      (ends_with(file, ".svg") || ends_with(file, ".png") || ends_with(file, ".pdf")))
    return refuse("--plot-plane %s: both must be coordinates or their velocities", plane);
  if (status == SS_BAD_INPUT)
    return refuse("--plot %s: the ending must be .svg, .png or .pdf", file);
  return status == SS_OK ? 0 : ss_cli_fail(status, file);
}

static int show(const simulation *s) {
  const char *out_file = ss_arguments_text(s->arguments, "out");
  const char *picture = ss_arguments_text(s->arguments, "plot");
  int code = out_file ? write_out(s, out_file) : 0;
  if (code == 0 && picture) code = draw(s, picture);
  if (code != 0 || ss_arguments_has(s->arguments, "quiet")) return code;
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(s->arguments, "json"))
    ss_show_motion_json(s->system, &s->motion, &out);
  else
    ss_show_motion(s->system, &s->motion, &out);
  return ss_cli_finish(&out);
}

static int simulate(simulation *s) {
  ss_system *open;
  size_t n = s->model->coordinates;
  s->q = ss_arena_new(s->arena, n, double);
  s->u = ss_arena_new(s->arena, n, double);
  s->parameters = ss_arena_new(s->arena, s->model->parameters, double);
  if (!s->q || !s->u || !s->parameters) return ss_cli_fail(SS_MEMORY, "simulate");
  ss_status status = ss_system_derive(s->arena, s->model, &open);
  if (status != SS_OK) return ss_cli_fail(status, "deriving the equations");
  int code = read_options(s);
  if (code == 0) code = close_loop(s, open);
  if (code == 0) code = read_start(s);
  if (code != 0) return code;
  status = ss_motion_run(s->arena, s->system, s->parameters, s->q, s->u, &s->options, &s->motion);
  ss_cli_end_progress();
  if (status != SS_OK)
    ss_cli_error("%s",
                 s->motion.reason && *s->motion.reason ? s->motion.reason : ss_status_text(status));
  /* everything up to a failure is still shown; a start that makes no sense has nothing to show */
  if (s->motion.samples > 0) code = show(s);
  return status != SS_OK ? ss_status_exit_code(status) : code;
}

static int run_simulate(const ss_arguments *arguments) {
  simulation s = {.arguments = arguments, .arena = arguments->arena};
  ss_status status = ss_cli_read_model(arguments, &s.model);
  if (status != SS_OK) return ss_status_exit_code(status);
  int code = simulate(&s);
  ss_model_close(s.model);
  return code;
}

const ss_command ss_command_simulate = {
    .name = "simulate",
    .operand = "MODEL",
    .summary = "move a model in time, with every event and every joule accounted for",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_simulate,
};
