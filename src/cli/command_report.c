/* command_report.c: `standstill report MODEL`: all that can be said about a machine, on one page.
 *
 * The page needs no other file and no network. What it takes is limited by --time-limit: rest sets,
 * proofs, maps and motions. */
#include <math.h>
#include <string.h>

#include "map.h"
#include "standstill/standstill.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    {"from", SS_OPTION_TEXT, "STATE", "show the motion from this state (default: one that moves)"},
    {"end", SS_OPTION_REAL, "T",
     "stop motions at this time (default: 10, or up to 100 until rest)"},
    {"plane", SS_OPTION_TEXT, "A,B", "the axes of the basin, as x,x' (default: chosen)"},
    {"range", SS_OPTION_TEXT, "A0:A1,B0:B1", "from where to where along each (default: chosen)"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    {"time-limit", SS_OPTION_REAL, "S",
     "seconds for maps (default 20), for rest sets and for proofs (60 each)"},
    SS_SHARED_THREADS,
    {"out", SS_OPTION_TEXT, "FILE", "the page (default: report.html)"},
    SS_SHARED_QUIET,
};

static int read_plane(const ss_arguments *a, ss_report_options *o) {
  const char *plane = ss_arguments_text(a, "plane"), *range = ss_arguments_text(a, "range");
  const char *ranges[2];
  double *ends = ss_arena_new(a->arena, 4, double);
  if (!ends) return ss_cli_fail(SS_MEMORY, a->operand);
  if (plane && !ss_picture_split(a->arena, plane, o->plane))
    return ss_cli_refuse("--plane %s: expected two names, as x,x'", plane);
  if (!range) return 0;
  if (!plane) return ss_cli_refuse("--range %s: of which plane? As --plane x,x'", range);
  if (!ss_picture_split(a->arena, range, ranges))
    return ss_cli_refuse("--range %s: expected two ranges, as -1:1,-2:2", range);
  int code = 0;
  for (int k = 0; k < 2 && code == 0; k++)
    code = ss_map_read_range("range", ranges[k], &ends[2 * k], &ends[2 * k + 1]);
  o->range = ends;
  return code;
}

static int read_options(const ss_arguments *a, ss_report_options *o) {
  const double limit = ss_cli_read_limit(a);
  *o = ss_report_default_options();
  if (limit == 0) return ss_status_exit_code(SS_BAD_INPUT);
  if (isfinite(limit)) o->seconds = o->patience = limit;
  o->from = ss_arguments_text(a, "from");
  o->end = ss_arguments_real(a, "end", o->end);
  if (ss_arguments_has(a, "end") && !(o->end > 0))
    return ss_cli_refuse("--end: motions need a time above 0");
  o->threads = ss_arguments_has(a, "threads") ? ss_arguments_integer(a, "threads", 1) : 0;
  return read_plane(a, o);
}

static int write(const ss_arguments *a, const ss_machine *machine, const char *file) {
  ss_report_options o;
  ss_diagnostics list;
  int code = read_options(a, &o);
  if (code != 0) return code;
  o.command = ss_cli_command_line(a);
  ss_diagnostics_start(&list, a->arena, NULL, NULL, 0);
  code = ss_cli_end(ss_machine_report(machine, &o, file, &list), &list, a->operand);
  if (code != 0 || ss_arguments_has(a, "quiet")) return code;
  ss_text text;
  ss_text_start(&text);
  ss_text_addf(&text, "report: %s\n", file);
  return ss_cli_finish(&text);
}

static int run_report(const ss_arguments *arguments) {
  const char *given = ss_arguments_text(arguments, "out"), *file = given ? given : "report.html";
  const size_t n = strlen(file);
  ss_machine *machine;
  if (n < 6 || strcmp(file + n - 5, ".html") != 0)
    return ss_cli_refuse("--out %s: a report is a page: its name ends with .html", file);
  int code = ss_cli_open(arguments, false, &machine);
  if (code == 0) code = write(arguments, machine, file);
  ss_machine_close(machine);
  return code;
}

const ss_command ss_command_report = {
    "report", "MODEL",
    "write one page with all of it: motion, equations, rest sets, verdicts, basin",
    SS_OPTIONS(options), run_report};
