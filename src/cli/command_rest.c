/* command_rest.c: `standstill rest MODEL`: the sets of positions where a machine can rest, or
 * whether it can rest at one position. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    {"contains", SS_OPTION_TEXT, "STATE", "can it rest there? a state of the file, or x=0.1"},
    {"tolerance", SS_OPTION_REAL, "TOL", "of ends that are not exact, and of --contains (1e-9)"},
    SS_SHARED_BOX,
    {"region", SS_OPTION_TEXT, "NAME", "search this region of the model (default: its only one)"},
    {"starts", SS_OPTION_INTEGER, "N", "start the search at so many places (default 200)"},
    {"cell", SS_OPTION_REAL, "SHARE", "of a set: largest cells at its boundary (default 1/64)"},
    {"boxes", SS_OPTION_INTEGER, "N", "cover with at most so many boxes (default 12000)"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    {"time-limit", SS_OPTION_REAL, "S", "stop searching after S seconds; what was found is shown"},
    SS_SHARED_JSON,
    {"out", SS_OPTION_TEXT, "FILE", "write a certificate of where it rests, for standstill-check"},
    SS_SHARED_PLOT,
    {"plane", SS_OPTION_TEXT, "X,Y",
     "draw this plane: coordinates; with --contains forces, as left T"},
    SS_SHARED_QUIET,
};

/* What a run needs; everything lives in the arguments' arena but the graph. */
typedef struct rest_run {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_machine *machine;
  const ss_model *model;
  const ss_system *system; /* without open inputs */
  ss_rest_options options;
  double until;         /* of --time-limit */
  const char *plane[2]; /* NULL: as the picture likes */
} rest_run;

/* ---- what was asked for ---------------------------------------------------------------------- */

static int read_plane(rest_run *run) {
  const char *text = ss_arguments_text(run->arguments, "plane");
  if (!text) return 0;
  if (!ss_picture_split(run->arena, text, run->plane))
    return ss_cli_refuse("--plane %s: expected two names, as x,y", text);
  if (!ss_arguments_has(run->arguments, "plot"))
    return ss_cli_refuse("--plane %s: --plot FILE says where to draw it", text);
  for (int k = 0; k < 2 && !ss_arguments_has(run->arguments, "contains"); k++)
    if (ss_model_find_coordinate(run->model, run->plane[k]) == run->model->coordinates)
      return ss_cli_refuse("--plane %s: this is no coordinate of the model", run->plane[k]);
  return 0;
}

static int read_region(rest_run *run) {
  const char *name = ss_arguments_text(run->arguments, "region");
  bool known = !name;
  for (size_t i = 0; i < run->model->regions && !known; i++)
    known = strcmp(run->model->region[i].name.text, name) == 0;
  run->options.region = name;
  return known ? 0 : ss_cli_refuse("--region %s: the model has no region of that name", name);
}

static int read_options(rest_run *run) {
  run->options = ss_rest_default_options();
  run->options.until = run->until;
  run->options.starts = ss_arguments_integer(run->arguments, "starts", run->options.starts);
  run->options.boxes_most = ss_arguments_integer(run->arguments, "boxes", run->options.boxes_most);
  run->options.ends = ss_arguments_real(run->arguments, "tolerance", run->options.ends);
  run->options.cell = ss_arguments_real(run->arguments, "cell", run->options.cell);
  if (!(run->options.ends >= 0))
    return ss_cli_refuse("--tolerance %s: the tolerance is negative",
                         ss_arguments_text(run->arguments, "tolerance"));
  if (!(run->options.cell > 0 && run->options.cell <= 1))
    return ss_cli_refuse("--cell %s: expected a share, above 0 and at most 1",
                         ss_arguments_text(run->arguments, "cell"));
  ss_diagnostics list;
  size_t count;
  const char *const *box = ss_arguments_all(run->arguments, "box", &count);
  if (!box) return ss_cli_fail(SS_MEMORY, "rest");
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  const ss_status status =
      ss_machine_read_box(run->arena, run->machine, count, box, &list, &run->options);
  int code = ss_cli_end(status, &list, "--box");
  if (code == 0) code = read_region(run);
  return code == 0 ? read_plane(run) : code;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The friction forces that hold it there. */
static int draw_forces(const rest_run *run, const char *text, const double *q, const double *u,
                       const ss_rest_answer *answer) {
  const char *file = ss_arguments_text(run->arguments, "plot"), *why_not = NULL;
  ss_snapshot snapshot;
  if (!file) return 0;
  const int code = ss_picture_check_ending(file);
  if (code != 0) return code;
  ss_status status = ss_snapshot_take(run->arena, run->system, text,
                                      ss_machine_parameters(run->machine), q, u, &snapshot);
  if (status == SS_OK)
    status =
        ss_show_hold_plot(&snapshot, answer, run->plane[0] ? run->plane : NULL, file, &why_not);
  if (why_not) return ss_cli_refuse("--plot %s: %s", file, why_not);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int show_answer(const rest_run *run, const char *text) {
  enum { NOT_A_MEMBER = 10, UNDECIDED = 20 };
  const size_t n = run->model->coordinates;
  double *q = ss_arena_new(run->arena, n, double), *u = ss_arena_new(run->arena, n, double);
  const double tolerance = ss_arguments_real(run->arguments, "tolerance", 1e-9);
  ss_diagnostics list;
  ss_rest_answer answer;
  if (!q || !u) return ss_cli_fail(SS_MEMORY, "rest");
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  ss_status status = ss_machine_state(run->machine, "--contains", text, &list, q, u);
  if (status == SS_OK)
    status = ss_machine_contains(run->arena, run->machine, text, tolerance, &list, &answer);
  if (status != SS_OK) return ss_cli_end(status, &list, "--contains");
  int code = draw_forces(run, text, q, u, &answer);
  if (code != 0) return code;
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_rest_answer_json(run->system, q, &answer, &out);
  else if (!ss_arguments_has(run->arguments, "quiet"))
    ss_show_rest_answer(run->system, &answer, &out);
  code = ss_cli_finish(&out);
  if (code != 0 || answer.verdict == SS_PROVED) return code;
  return answer.verdict == SS_REFUTED ? NOT_A_MEMBER : UNDECIDED;
}

static int draw(const rest_run *run, const ss_rest_sets *sets, const char *file) {
  const ss_status status = ss_show_rest_plot(sets, run->plane[0] ? run->plane : NULL, file);
  if (status == SS_BAD_INPUT)
    return ss_cli_refuse("--plot %s: a picture ends with .svg, .png or .pdf", file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int certify(const rest_run *run, const char *file) {
  ss_diagnostics list;
  ss_text text;
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  ss_text_start(&text);
  ss_status status =
      ss_machine_rest_certificate(run->arena, run->machine, &run->options, &list, &text);
  int code = status == SS_OK ? 0 : ss_cli_end(status, &list, "rest");
  if (code == 0) status = ss_file_write(file, &text);
  if (code == 0 && status != SS_OK) code = ss_picture_complain(status, file);
  ss_text_stop(&text);
  return code;
}

static int show_sets(const rest_run *run) {
  enum { NOT_AS_EXPECTED = 10 };
  const char *plot = ss_arguments_text(run->arguments, "plot");
  ss_diagnostics list;
  ss_rest_sets sets;
  ss_expected expected;
  ss_diagnostics_start(&list, run->arena, NULL, NULL, 0);
  ss_status status = ss_machine_rest(run->arena, run->machine, &run->options, &list, &sets);
  if (status != SS_OK) return ss_cli_end(status, &list, "rest");
  status = ss_machine_check_expected(run->arena, run->machine, &sets, &expected);
  if (status != SS_OK) return ss_cli_fail(status, "rest");
  const char *file = ss_arguments_text(run->arguments, "out");
  int code = plot ? draw(run, &sets, plot) : 0;
  if (code == 0 && file) code = certify(run, file);
  if (code != 0) return code;
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(run->arguments, "json"))
    ss_show_rest_json(&sets, &expected, &out);
  else if (!ss_arguments_has(run->arguments, "quiet")) {
    ss_show_rest(&sets, &out);
    ss_show_expected(run->system, &expected, &out);
  }
  code = ss_cli_finish(&out);
  if (code == 0 && sets.stopped) code = ss_cli_tell_stop();
  return code == 0 && expected.verdict == SS_REFUTED ? NOT_AS_EXPECTED : code;
}

static int rest(rest_run *run) {
  run->model = ss_machine_model(run->machine);
  run->system = ss_machine_system(run->machine);
  const int code = read_options(run);
  if (code != 0) return code;
  const char *contains = ss_arguments_text(run->arguments, "contains");
  if (ss_arguments_has(run->arguments, "out") && contains)
    return ss_cli_refuse("--out: a certificate is about rest sets, not about --contains");
  return contains ? show_answer(run, contains) : show_sets(run);
}

static int run_rest(const ss_arguments *arguments) {
  rest_run run = {.arguments = arguments, .arena = arguments->arena};
  if (!ss_cli_limit_time(arguments, &run.until)) return ss_status_exit_code(SS_BAD_INPUT);
  int code = ss_cli_open(arguments, false, &run.machine);
  if (code == 0) code = rest(&run);
  ss_machine_close(run.machine);
  return code;
}

const ss_command ss_command_rest = {"rest", "MODEL", "find where a machine can rest",
                                    SS_OPTIONS(options), run_rest};
