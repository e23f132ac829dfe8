/* command_info.c: `standstill info MODEL`: the model, its derived equations, its numbers at a
 * state. */
#include <string.h>

#include "picture.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    {"at", SS_OPTION_TEXT, "STATE", "numbers at a state of the file, or at x=0.1,phi'=2"},
    {"modes", SS_OPTION_SWITCH, NULL, "with --at: all contact modes that are consistent there"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    SS_SHARED_PLOT,
    {"latex", SS_OPTION_SWITCH, NULL, "print the equations as LaTeX"},
    SS_SHARED_JSON,
};

/* What a run needs; everything lives in the arguments' arena but the graph. */
typedef struct info_run {
  const ss_arguments *arguments;
  ss_machine *machine; /* modes are about closed loops; equations show open inputs */
  const ss_model *model;
  const ss_system *system;
  ss_system *projected;
} info_run;

/* What the model expects of its rest sets, held against them; a search among very many coordinates
 * takes minutes, and nobody who asks for equations waits for it. */
static ss_status add_expected(const info_run *run, ss_expected *expected, ss_text *out) {
  enum { COORDINATES_MOST = 100 };
  if (run->model->expectations && run->model->coordinates > COORDINATES_MOST) {
    ss_text_addf(out, "\nmore than %d coordinates: `rest` tests what is expected, info does not\n",
                 COORDINATES_MOST);
    return SS_OK;
  }
  const ss_status status = ss_machine_find_expected(run->arguments->arena, run->machine, expected);
  if (status == SS_OK) ss_show_expected(run->system, expected, out);
  return status;
}

static int show_equations(info_run *run) {
  enum { NOT_AS_EXPECTED = 10 };
  ss_expected expected = {.verdict = SS_UNKNOWN};
  ss_text out;
  if (run->model->chart) {
    const ss_status status = ss_system_project(run->arguments->arena, run->system, &run->projected);
    if (status != SS_OK) return ss_cli_fail(status, "deriving the equations");
  }
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_model_print_json(run->model, &out);
  else if (ss_arguments_has(run->arguments, "latex"))
    ss_show_system_latex(run->system, run->projected, &out);
  else {
    ss_show_system(run->system, run->projected, &out);
    const ss_status status = add_expected(run, &expected, &out);
    if (status != SS_OK) {
      ss_text_stop(&out);
      return ss_cli_fail(status, "what is expected");
    }
  }
  const int code = ss_cli_finish(&out);
  return code == 0 && expected.verdict == SS_REFUTED ? NOT_AS_EXPECTED : code;
}

/* The state of that text (NULL: all zeros) and its numbers. */
static int take_state(const info_run *run, const char *text, ss_snapshot *snapshot) {
  ss_arena *arena = run->arguments->arena;
  size_t n = run->model->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_diagnostics list;
  if (!q || !u) return ss_cli_fail(SS_MEMORY, "info");
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  ss_status status = text ? ss_machine_state(run->machine, "--at", text, &list, q, u) : SS_OK;
  if (status != SS_OK) return ss_cli_end(status, &list, "--at");
  if (!text) text = "zero: --at STATE asks elsewhere";
  status = ss_snapshot_take(arena, run->system, text, ss_machine_parameters(run->machine), q, u,
                            snapshot);
  if (status == SS_SINGULAR)
    return ss_cli_refuse("the mass matrix is not positive definite at %s", text);
  if (status == SS_BAD_ARGUMENT) return ss_cli_refuse("something is not finite at %s", text);
  return status == SS_OK ? 0 : ss_cli_fail(status, "info");
}

static int show_state(const info_run *run, const char *text) {
  ss_arena *arena = run->arguments->arena;
  ss_snapshot snapshot;
  const int code = take_state(run, text, &snapshot);
  if (code != 0) return code;
  ss_status status = ss_snapshot_add_losses(arena, &snapshot);
  if (status == SS_OK && ss_arguments_has(run->arguments, "modes"))
    status = ss_snapshot_add_modes(arena, &snapshot);
  if (status != SS_OK) return ss_cli_fail(status, "info");
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_snapshot_json(&snapshot, &out);
  else
    ss_show_snapshot(&snapshot, &out);
  return ss_cli_finish(&out);
}

/* Laws and power, at the state or where all is zero. */
static int draw_laws(const info_run *run, const char *at) {
  const char *file = ss_arguments_text(run->arguments, "plot"), *why_not = NULL;
  ss_snapshot snapshot;
  if (!file) return 0;
  int code = ss_picture_check_ending(file);
  if (code == 0) code = take_state(run, at, &snapshot);
  if (code != 0) return code;
  const ss_status status = ss_show_law_plot(&snapshot, at != NULL, file, &why_not);
  if (why_not) return ss_cli_refuse("--plot %s: %s", file, why_not);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int run_info(const ss_arguments *arguments) {
  info_run run = {.arguments = arguments};
  const char *at = ss_arguments_text(arguments, "at");
  if (!at && ss_arguments_has(arguments, "modes")) {
    ss_cli_error("--modes needs a state: --at STATE");
    return ss_status_exit_code(SS_BAD_ARGUMENT);
  }
  const bool closed = ss_arguments_has(arguments, "modes") ||
                      ss_arguments_has(arguments, "feedback") ||
                      ss_arguments_has(arguments, "input");
  int code = ss_cli_open(arguments, !closed, &run.machine);
  if (code == 0) {
    run.model = ss_machine_model(run.machine);
    run.system = ss_machine_system(run.machine);
    code = draw_laws(&run, at);
    if (code == 0) code = at ? show_state(&run, at) : show_equations(&run);
  }
  ss_machine_close(run.machine);
  return code;
}

const ss_command ss_command_info = {"info", "MODEL",
                                    "show a model, its derived equations, its numbers at a state",
                                    SS_OPTIONS(options), run_info};
