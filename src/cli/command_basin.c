/* command_basin.c: `standstill basin MODEL`: which rest set does each start reach?
 *
 * The request is read and checked on every rank before anything is computed. A map that was stopped
 * is drawn as far as it goes, and not questioned. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"plane", SS_OPTION_TEXT, "A,B", "the two axes: coordinates or velocities, as x,x', or x,mu"},
    {"range", SS_OPTION_TEXT, "A0:A1,B0:B1", "from where to where along each"},
    {"method", SS_OPTION_TEXT, "METHOD", "auto (default), pwl, moreau or events"},
    {"end", SS_OPTION_REAL, "T", "undecided after this time (default 200)"},
    {"step", SS_OPTION_REAL, "DT", "moreau: the step (default 1e-3)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "events: of the integration (default 1e-10)"},
    {"gain", SS_OPTION_REAL, "E", "escapes with more energy than at its start by E"},
    {"region", SS_OPTION_TEXT, "NAME",
     "escapes when it leaves this region (default: the only one)"},
    {"closed", SS_OPTION_TEXT, "LIST",
     "keep these contacts closed, as floor,wall: other coordinates follow"},
    SS_SHARED_BOX,
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    {"prove", SS_OPTION_SWITCH, NULL, "prove of whole cells that they rest, or escape"},
    {"depth", SS_OPTION_INTEGER, "D", "prove: down to 2^D cells along an axis (default 8)"},
    {"check", SS_OPTION_INTEGER, "K", "do K random points again by events and compare"},
    {"edge", SS_OPTION_TEXT, "A0,B0:A1,B1", "find boundaries along a line to 1e-8, by events"},
    SS_SHARED_PLOT,
    SS_SHARED_ALSO,
    SS_SHARED_LEVEL,
    SS_MAP_OPTIONS,
};

typedef struct basin_run {
  ss_map_run run; /* first: a pointer to it is one to the basin */
  ss_basin_options options;
  ss_basin *basin;
  ss_picture *picture; /* NULL: none */
  double line[4];      /* --edge */
} basin_run;

/* ---- what was asked for ---------------------------------------------------------------------- */

static int read_plane(basin_run *b) {
  const ss_arguments *a = b->run.arguments;
  const char *plane = ss_arguments_text(a, "plane"), *range = ss_arguments_text(a, "range");
  const char *ranges[2];
  if (!plane) return ss_cli_refuse("--plane: which two variables? As --plane x,x'");
  if (!range) return ss_cli_refuse("--range: from where to where? As --range -1:1,-2:2");
  if (!ss_picture_split(b->run.arena, plane, b->options.axis))
    return ss_cli_refuse("--plane %s: expected two names, as x,x'", plane);
  if (!ss_picture_split(b->run.arena, range, ranges))
    return ss_cli_refuse("--range %s: expected two ranges, as -1:1,-2:2", range);
  for (int k = 0; k < 2; k++) {
    const int code = ss_map_read_range("range", ranges[k], &b->options.low[k], &b->options.high[k]);
    if (code != 0) return code;
  }
  return 0;
}

static int read_method(basin_run *b) {
  const char *word = ss_arguments_text(b->run.arguments, "method");
  for (int k = 0; k < SS_REACH_ENGINE_COUNT; k++) {
    if (!word || strcmp(word, ss_reach_engine_word((ss_reach_engine)k)) != 0) continue;
    b->options.reach.engine = (ss_reach_engine)k;
    return 0;
  }
  return word ? ss_cli_refuse("--method %s: there are auto, pwl, moreau and events", word) : 0;
}

/* "0,0:1,2": four numbers. */
static int read_edge(basin_run *b) {
  static const char after[] = ",:,";
  const char *text = ss_arguments_text(b->run.arguments, "edge");
  double *line = b->line;
  char *end = (char *)text;
  for (int k = 0; text && k < 4; k++) {
    const char *from = k ? end + 1 : end;
    line[k] = strtod(from, &end);
    if (end == from || *end != after[k] || !isfinite(line[k])) break;
    if (k == 3 && (line[0] != line[2] || line[1] != line[3])) return 0;
  }
  return text ? ss_cli_refuse("--edge %s: expected the two ends of a line, as 0,0:1,2", text) : 0;
}

/* What goes with --prove and what does not. */
static int read_prove(const basin_run *b) {
  static const char *const others[] = {"grid", "check", "edge"};
  const ss_arguments *a = b->run.arguments;
  if (!ss_arguments_has(a, "prove"))
    return ss_arguments_has(a, "depth") ? ss_cli_refuse("--depth: it goes with --prove") : 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (ss_arguments_has(a, others[i]))
      return ss_cli_refuse("--%s: it does not go with --prove", others[i]);
  return 0;
}

static int read_options(basin_run *b) {
  const ss_arguments *a = b->run.arguments;
  ss_basin_options *o = &b->options;
  *o = ss_basin_default_options();
  int code = ss_map_read_options(&b->run, &o->map);
  if (code == 0) code = read_plane(b);
  if (code == 0) code = read_method(b);
  if (code == 0) code = read_edge(b);
  if (code == 0) code = read_prove(b);
  if (code != 0) return code;
  ss_map_read_reach(a, &o->reach);
  o->from = ss_arguments_text(a, "from");
  o->region = ss_arguments_text(a, "region");
  o->closed = ss_arguments_text(a, "closed");
  o->prove = ss_arguments_has(a, "prove");
  o->depth = ss_arguments_integer(a, "depth", 0);
  o->box = ss_arguments_all(a, "box", &o->boxes);
  return o->box ? 0 : ss_cli_fail(SS_MEMORY, a->operand);
}

/* What goes with --plot is looked at before the sweep. */
static int read_picture(basin_run *b) {
  const ss_arguments *a = b->run.arguments;
  const char *file = ss_arguments_text(a, "plot");
  ss_picture_options o = {0};
  if (!file) return ss_picture_refuse_options(a, "a picture: --plot FILE");
  int code = ss_picture_check_ending(file);
  if (code == 0) code = ss_picture_read_options(a, &o);
  if (code != 0) return code;
  const ss_status status = ss_basin_picture(b->run.arena, b->basin, &o, &b->run.list, &b->picture);
  return ss_cli_end(status, &b->run.list, file);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int prepare(ss_map_run *run) {
  basin_run *b = (basin_run *)run;
  const int code = read_options(b);
  if (code != 0) return code;
  const ss_status status =
      ss_basin_prepare(run->arena, run->machine, &b->options, &run->list, &b->basin);
  if (status != SS_OK) return ss_cli_end(status, &run->list, "basin");
  run->map = ss_basin_map(b->basin);
  return read_picture(b);
}

static ss_status sweep(ss_map_run *run) {
  return ss_basin_run(((basin_run *)run)->basin, &run->list);
}

static int draw(basin_run *b) {
  ss_map_run *r = &b->run;
  ss_plane plane = {.title = ss_machine_model(r->machine)->title,
                    .axis = {b->options.axis[0], b->options.axis[1]},
                    .map = r->map};
  if (!b->picture) return 0;
  const ss_status status = ss_picture_fill(b->picture, NULL, &r->list, &plane);
  const int code = ss_cli_end(status, &r->list, "--plot");
  return code == 0 ? ss_picture_draw(&plane, ss_arguments_text(r->arguments, "plot")) : code;
}

static int finish(ss_map_run *run) {
  basin_run *b = (basin_run *)run;
  const size_t check = ss_arguments_integer(run->arguments, "check", 0);
  ss_status status = SS_OK;
  run->findings.proved = ss_basin_proved(b->basin);
  /* a certificate alone is no map */
  if (run->findings.proved && run->findings.proved->certificate == b->options.map.file)
    run->findings.file = NULL;
  if (run->map->complete && check)
    status = ss_basin_check(run->arena, b->basin, check, &run->list, &run->findings);
  if (status == SS_OK && run->map->complete && ss_arguments_has(run->arguments, "edge"))
    status = ss_basin_find_edges(run->arena, b->basin, b->line, &run->list, &run->findings);
  const int code = ss_cli_end(status, &run->list, "basin");
  return code == 0 ? draw(b) : code;
}

static int run_basin(const ss_arguments *arguments) {
  static const ss_map_command command = {prepare, sweep, finish};
  basin_run b = {.run = {.arguments = arguments, .arena = arguments->arena}};
  const int code = ss_map_run_command(&b.run, &command);
  ss_picture_close(b.picture);
  return code;
}

const ss_command ss_command_basin = {"basin", "MODEL", "map which rest set each start reaches",
                                     SS_OPTIONS(options), run_basin};
