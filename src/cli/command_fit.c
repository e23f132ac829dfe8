/* command_fit.c: `standstill fit MODEL --data FILE`: parameters and starts from a measured motion.
 */
#include <string.h>

#include "picture.h"

static const ss_option options[] = {
    {"data", SS_OPTION_TEXT, "FILE", "what was measured: .csv or .h5 with columns t, x, x'"},
    {"parameters", SS_OPTION_TEXT, "NAMES", "find these, from their values on, as mu,e,k"},
    {"start", SS_OPTION_TEXT, "NAMES", "find these of the state at t = 0 too, as x,phi'"},
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"confidence", SS_OPTION_REAL, "P", "of all intervals together (default 0.95)"},
    {"tries", SS_OPTION_INTEGER, "N", "other starting values, if the first fail (default 12)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "of the motions (default 1e-9)"},
    {"time-limit", SS_OPTION_REAL, "S", "stop after S seconds, without a result"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    SS_SHARED_JSON,
    SS_SHARED_PLOT,
    SS_SHARED_QUIET,
};

typedef struct fit_run {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_machine *machine;
  ss_measured measured;
  ss_fit_options options;
  ss_fit fit;
} fit_run;

/* "mu, e, k" */
static const char *const *read_names(const fit_run *run, const char *option, size_t *count) {
  const char *text = ss_arguments_text(run->arguments, option);
  const char **names = ss_arena_new(run->arena, text ? strlen(text) + 1 : 1, const char *);
  *count = 0;
  while (names && text && *text) {
    text += strspn(text, ", ");
    const size_t length = strcspn(text, ", ");
    if (length && !(names[(*count)++] = ss_arena_copy_text(run->arena, text, length))) return NULL;
    text += length;
  }
  return names;
}

static int read_options(fit_run *run) {
  const ss_arguments *a = run->arguments;
  ss_fit_options *o = &run->options;
  const char *plot = ss_arguments_text(a, "plot");
  *o = ss_fit_default_options();
  o->from = ss_arguments_text(a, "from");
  o->confidence = ss_arguments_real(a, "confidence", o->confidence);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->tries = ss_arguments_integer(a, "tries", o->tries);
  o->parameter = read_names(run, "parameters", &o->parameters);
  o->start = read_names(run, "start", &o->starts);
  if (!o->parameter || !o->start) return ss_cli_fail(SS_MEMORY, "fit");
  if (!ss_cli_limit_time(a, NULL)) return ss_status_exit_code(SS_BAD_INPUT);
  return plot ? ss_picture_check_ending(plot) : 0;
}

static int read_data(fit_run *run) {
  const char *file = ss_arguments_text(run->arguments, "data");
  ss_diagnostics list;
  if (!file) {
    ss_cli_error("fit needs measurements: --data FILE");
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  const ss_status status =
      ss_machine_read_measured(run->arena, run->machine, file, &list, &run->measured);
  const int code = ss_cli_end(status, &list, file);
  if (code == 0) ss_cli_note_inputs(run->machine, run->measured.t[run->measured.rows - 1]);
  return code;
}

static int show(const fit_run *run) {
  const char *plot = ss_arguments_text(run->arguments, "plot");
  ss_text out;
  int code = 0;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_fit_json(&run->measured, &run->fit, &out);
  else if (!ss_arguments_has(run->arguments, "quiet"))
    ss_show_fit(&run->measured, &run->fit, &out);
  if (plot) {
    const ss_status status =
        ss_show_measured_plot(ss_machine_system(run->fit.machine), &run->fit.motion, &run->measured,
                              run->fit.predicted, plot);
    if (status != SS_OK) code = ss_picture_complain(status, plot);
  }
  const int printed = ss_cli_finish(&out);
  return code ? code : printed;
}

static int fit(fit_run *run) {
  enum { UNEXPLAINED = 20 };
  ss_diagnostics list;
  int code = read_options(run);
  if (code == 0) code = read_data(run);
  if (code != 0) return code;
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  const ss_status status =
      ss_machine_fit(run->arena, run->machine, &run->measured, &run->options, &list, &run->fit);
  code = ss_cli_end(status, &list, "fit");
  if (code == 0) code = show(run);
  return code == 0 && !run->fit.explained ? UNEXPLAINED : code;
}

static int run_fit(const ss_arguments *arguments) {
  fit_run run = {.arguments = arguments, .arena = arguments->arena};
  int code = ss_cli_open(arguments, false, &run.machine);
  if (code == 0) code = fit(&run);
  ss_fit_clear(&run.fit);
  ss_machine_close(run.machine);
  return code;
}

const ss_command ss_command_fit = {
    .name = "fit",
    .operand = "MODEL",
    .summary = "find parameters and starts from a measured motion, with confidence intervals",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_fit,
};
