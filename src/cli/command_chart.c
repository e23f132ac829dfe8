/* command_chart.c: `standstill chart MODEL`: how does a verdict change over one parameter
 * or two? */
#include <string.h>

#include "map.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"vary", SS_OPTION_REPEATED, "NAME=LOW:HIGH", "a parameter; give it twice for a map of two"},
    {"test", SS_OPTION_TEXT, "TEST",
     "what to chart: prove, simulate, modes, rest, contains, stable"},
    {"end", SS_OPTION_REAL, "T", "simulate: undecided after this time (default 200)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "simulate: of the integration (default 1e-10)"},
    {"gain", SS_OPTION_REAL, "E", "simulate: escapes with more energy than at its start by E"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    SS_SHARED_PLOT,
    SS_MAP_OPTIONS,
};

typedef struct chart_run {
  ss_map_run run; /* first: a pointer to it is one to the chart */
  ss_parameter_chart_options options;
  ss_parameter_chart *chart;
} chart_run;

/* "mu=0:1" */
static int read_axis(chart_run *c, int k, const char *text) {
  ss_parameter_chart_options *o = &c->options;
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return ss_cli_refuse("--vary %s: expected a parameter and its range, as mu=0:1", text);
  o->parameter[k] = ss_arena_copy_text(c->run.arena, text, (size_t)(equals - text));
  if (!o->parameter[k]) return ss_cli_fail(SS_MEMORY, "chart");
  return ss_map_read_range("vary", equals + 1, &o->low[k], &o->high[k]);
}

static int read_axes(chart_run *c) {
  size_t count;
  const char *const *texts = ss_arguments_all(c->run.arguments, "vary", &count);
  if (!texts) return ss_cli_fail(SS_MEMORY, "chart");
  if (count < 1 || count > 2)
    return ss_cli_refuse("--vary: one parameter or two make a chart: --vary p=0:1 --vary q=0:2");
  const char *grid = ss_arguments_text(c->run.arguments, "grid");
  if (count == 1 && grid && strchr(grid, 'x'))
    return ss_cli_refuse("--grid %s: one parameter has one number of points, as 101", grid);
  const int code = read_axis(c, 0, texts[0]);
  return code == 0 && count == 2 ? read_axis(c, 1, texts[1]) : code;
}

static int prepare(ss_map_run *run) {
  chart_run *c = (chart_run *)run;
  const ss_arguments *a = run->arguments;
  const char *plot = ss_arguments_text(a, "plot");
  c->options = ss_parameter_chart_default_options();
  int code = ss_map_read_options(run, &c->options.map);
  if (code == 0 && plot) code = ss_picture_check_ending(plot);
  if (code == 0) code = read_axes(c);
  if (code != 0) return code;
  ss_map_read_reach(a, &c->options.reach);
  c->options.test = ss_arguments_text(a, "test");
  c->options.from = ss_arguments_text(a, "from");
  const ss_status status =
      ss_parameter_chart_prepare(run->arena, run->machine, &c->options, &run->list, &c->chart);
  if (status == SS_OK) run->map = ss_parameter_chart_map(c->chart);
  return ss_cli_end(status, &run->list, "chart");
}

static ss_status sweep(ss_map_run *run) {
  return ss_parameter_chart_run(((chart_run *)run)->chart, &run->list);
}

static int finish(ss_map_run *run) {
  const char *file = ss_arguments_text(run->arguments, "plot");
  const ss_plane plane = {.title = ss_machine_model(run->machine)->title,
                          .axis = {run->map->axis[0].name, run->map->axis[1].name},
                          .map = run->map};
  return file ? ss_picture_draw(&plane, file) : 0;
}

static int run_chart(const ss_arguments *arguments) {
  static const ss_map_command command = {prepare, sweep, finish};
  chart_run c = {.run = {.arguments = arguments, .arena = arguments->arena}};
  return ss_map_run_command(&c.run, &command);
}

const ss_command ss_command_chart = {"chart", "MODEL",
                                     "map how a verdict changes over one parameter or two",
                                     SS_OPTIONS(options), run_chart};
