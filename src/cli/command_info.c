/* command_info.c: `standstill info MODEL`: the model, its derived equations, its numbers at a
 * state. */
#include <string.h>

#include "cli.h"
#include "standstill/show.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    {"at", SS_OPTION_TEXT, "STATE", "numbers at a state of the file, or at x=0.1,phi'=2"},
    {"modes", SS_OPTION_SWITCH, NULL, "with --at: all contact modes that are consistent there"},
    {"latex", SS_OPTION_SWITCH, NULL, "print the equations as LaTeX"},
    SS_SHARED_JSON,
};

/* What a run needs; everything lives in the arguments' arena but the graph. */
typedef struct info_run {
  const ss_arguments *arguments;
  ss_model *model;
  ss_system *system, *projected;
} info_run;

static int show_equations(const info_run *run) {
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_model_print_json(run->model, &out);
  else if (ss_arguments_has(run->arguments, "latex"))
    ss_show_system_latex(run->system, run->projected, &out);
  else
    ss_show_system(run->system, run->projected, &out);
  return ss_cli_finish(&out);
}

/* The state that --at names, into q and u. */
static ss_status read_state(const info_run *run, const char *text, double *q, double *u) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, run->arguments->arena, "--at", text, strlen(text));
  ss_status status = ss_model_state_from_text(run->model, text, &list, q, u);
  for (size_t i = 0; i < list.count; i++) list.items[i].file = "--at";
  ss_cli_print_diagnostics(&list);
  return status;
}

/* The contact modes at a snapshot, into it. */
static ss_status add_modes(ss_arena *arena, ss_snapshot *snapshot) {
  ss_contact_state *contacts = ss_arena_new(arena, 1, ss_contact_state);
  ss_state_modes *modes = ss_arena_new(arena, 1, ss_state_modes);
  if (!contacts || !modes) return SS_MEMORY;
  const ss_place place = {snapshot->q, snapshot->u, NULL};
  ss_status status =
      ss_contact_at_acceleration(arena, snapshot->system, &snapshot->values, &place, contacts);
  if (status == SS_OK) status = ss_contact_modes(arena, contacts, modes);
  snapshot->contacts = contacts;
  snapshot->modes = modes;
  return status;
}

static int show_state(const info_run *run, const char *text) {
  ss_arena *arena = run->arguments->arena;
  size_t n = run->model->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  double *parameters = ss_arena_new(arena, run->model->parameters, double);
  if (!q || !u || !parameters) return ss_cli_fail(SS_MEMORY, "info");
  ss_status status = read_state(run, text, q, u);
  if (status != SS_OK) return ss_status_exit_code(status);
  ss_model_parameter_values(run->model, parameters);
  ss_snapshot snapshot;
  status = ss_snapshot_take(arena, run->system, text, parameters, q, u, &snapshot);
  if (status == SS_SINGULAR) {
    ss_cli_error("the mass matrix is not positive definite at %s", text);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  if (status == SS_BAD_ARGUMENT) {
    ss_cli_error("something is not finite at %s", text);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  if (status == SS_OK && ss_arguments_has(run->arguments, "modes"))
    status = add_modes(arena, &snapshot);
  if (status != SS_OK) return ss_cli_fail(status, "info");
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_snapshot_json(&snapshot, &out);
  else
    ss_show_snapshot(&snapshot, &out);
  return ss_cli_finish(&out);
}

static int run_info(const ss_arguments *arguments) {
  info_run run = {.arguments = arguments};
  const char *at = ss_arguments_text(arguments, "at");
  if (!at && ss_arguments_has(arguments, "modes")) {
    ss_cli_error("--modes needs a state: --at STATE");
    return ss_status_exit_code(SS_BAD_ARGUMENT);
  }
  ss_status status = ss_cli_read_model(arguments, &run.model);
  if (status != SS_OK) return ss_status_exit_code(status);
  status = ss_system_derive(arguments->arena, run.model, &run.system);
  if (status == SS_OK && run.model->chart)
    status = ss_system_project(arguments->arena, run.system, &run.projected);
  int code = status != SS_OK ? ss_cli_fail(status, "deriving the equations")
             : at            ? show_state(&run, at)
                             : show_equations(&run);
  ss_model_close(run.model);
  return code;
}

const ss_command ss_command_info = {
    .name = "info",
    .operand = "MODEL",
    .summary = "show a model, its derived equations, its numbers at a state",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_info,
};
