/* command_plot.c: `standstill plot FILE`: the picture of a file of basin, chart or simulate.
 *
 * The file has the model: nothing else is needed. A map is drawn as basin draws it, a motion as
 * simulate does; the picture goes beside the file unless --plot says otherwise. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "picture.h"

static const ss_option options[] = {
    SS_SHARED_PLOT,
    {"plot-plane", SS_OPTION_TEXT, "X,Y", "of a motion: draw this plane, as x,x' or t,x"},
    SS_SHARED_ALSO,
    SS_SHARED_LEVEL,
};

enum { SAMPLES = 1000 };

typedef struct plot_run {
  const ss_arguments *arguments;
  ss_arena *arena;
  const char *file, *out;
  ss_model *model;
  ss_system *system;
  double *parameters;
  const double *q, *u; /* the base state */
  double page[4];
  ss_picture picture;
} plot_run;

static int refuse(const plot_run *r, const char *why) {
  ss_cli_error("%s: %s", r->file, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* --plot, or the file's name with another ending. */
static int choose_output(plot_run *r) {
  const char *dot = strrchr(r->file, '.'), *slash = strrchr(r->file, '/');
  r->out = ss_arguments_text(r->arguments, "plot");
  if (r->out) return ss_picture_check_ending(r->out);
  const size_t length = dot && (!slash || dot > slash) ? (size_t)(dot - r->file) : strlen(r->file);
  r->out = ss_arena_format(r->arena, "%.*s.svg", (int)length, r->file);
  return r->out ? 0 : ss_cli_fail(SS_MEMORY, r->file);
}

static int draw_plane(plot_run *r, const ss_plane_motion *first, ss_plane *plane) {
  const int code = ss_picture_fill(&r->picture, first, plane);
  if (code != 0) return code;
  const ss_status status = ss_show_plane_plot(plane, r->out);
  return status == SS_OK ? 0 : ss_picture_complain(status, r->out);
}

static ss_picture start_picture(const plot_run *r) {
  return (ss_picture){.arguments = r->arguments,
                      .arena = r->arena,
                      .model = r->model,
                      .system = r->system,
                      .parameters = r->parameters,
                      .q = r->q,
                      .u = r->u,
                      .options = ss_motion_default_options(),
                      .resample = true,
                      .loop = {.model_file = r->file}};
}

/* ---- maps ------------------------------------------------------------------------------------ */

static ss_status read_model(plot_run *r, const char *text) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, r->arena, r->file, text, strlen(text));
  return ss_model_parse(r->arena, r->file, text, strlen(text), 0, NULL, &list, &r->model);
}

/* The inputs of the map's facts. */
static ss_status read_loop(const plot_run *r, const ss_sweep_map *map, ss_cli_loop *loop) {
  const char **inputs = ss_arena_new(r->arena, map->facts, const char *);
  const char *law = ss_sweep_fact_of(map, "feedback");
  *loop = (ss_cli_loop){.model_file = r->file, .law = *law ? law : NULL, .input = inputs};
  for (size_t i = 0; inputs && i < map->facts; i++)
    if (strcmp(map->fact[i].key, "input") == 0) inputs[loop->inputs++] = map->fact[i].value;
  return inputs ? SS_OK : SS_MEMORY;
}

/* The box and the region that were searched for rest sets. */
static ss_status read_box(plot_run *r, const ss_sweep_map *map) {
  ss_rest_options search = ss_rest_default_options();
  const char **texts = ss_arena_new(r->arena, map->facts, const char *);
  size_t count = 0;
  for (size_t i = 0; texts && i < map->facts; i++)
    if (strcmp(map->fact[i].key, "box") == 0) texts[count++] = map->fact[i].value;
  if (!texts || ss_cli_read_box(r->arena, r->model, count, texts, &search) != 0)
    return SS_BAD_INPUT;
  const char *region = ss_sweep_fact_of(map, "region");
  r->picture.region = *region ? region : NULL;
  r->picture.from = search.from;
  r->picture.to = search.to;
  return SS_OK;
}

/* The base state as the map's facts tell it. */
static ss_status read_base(plot_run *r, const ss_sweep_map *map) {
  const size_t n = r->model->coordinates;
  const char *base = ss_sweep_fact_of(map, "base");
  ss_diagnostics list;
  double *q = ss_arena_new(r->arena, n, double), *u = ss_arena_new(r->arena, n, double);
  r->parameters = ss_arena_new(r->arena, r->model->parameters, double);
  if (!q || !u || !r->parameters) return SS_MEMORY;
  r->q = q;
  r->u = u;
  ss_model_parameter_values(r->model, r->parameters);
  ss_diagnostics_start(&list, r->arena, r->file, base, strlen(base));
  return *base ? ss_model_state_from_text(r->model, base, &list, q, u) : SS_OK;
}

/* Which variable an axis is: i is coordinate i, n + i its velocity; false: something else. */
static bool find_axis(const ss_model *model, const char *name, size_t *axis) {
  for (size_t i = 0; i < model->coordinates; i++) {
    const char *coordinate = model->coordinate[i].name.text;
    const size_t length = strlen(coordinate);
    if (strncmp(name, coordinate, length) != 0) continue;
    *axis = name[length] ? model->coordinates + i : i;
    if (!name[length] || strcmp(name + length, "'") == 0) return true;
  }
  return false;
}

/* A basin has states around it; a chart of parameters has not. */
static int draw_basin(plot_run *r, const ss_sweep_map *map, ss_plane *plane) {
  ss_cli_loop loop;
  ss_status status = read_loop(r, map, &loop);
  if (status == SS_OK) status = ss_cli_close_loop(&loop, r->arena, r->model, false, &r->system);
  if (status == SS_OK) status = read_base(r, map);
  if (status != SS_OK) return refuse(r, "its model or its facts make no sense");
  r->picture = start_picture(r);
  r->picture.loop = loop;
  r->picture.page = r->page;
  if (read_box(r, map) != SS_OK) return refuse(r, "its model or its facts make no sense");
  for (int k = 0; k < 2; k++) {
    r->page[2 * k] = map->axis[k].low;
    r->page[2 * k + 1] = map->axis[k].high;
    if (!find_axis(r->model, map->axis[k].name, &r->picture.axis[k]))
      return refuse(r, "its axes are no variables of its model");
  }
  const double end = strtod(ss_sweep_fact_of(map, "end"), NULL);
  if (end > 0) r->picture.options.end = end;
  r->picture.options.every = r->picture.options.end / (5 * SAMPLES);
  r->picture.options.first_if_several = true;
  const int code = ss_picture_read(&r->picture);
  return code == 0 ? draw_plane(r, NULL, plane) : code;
}

static int draw_map(plot_run *r, const ss_sweep_map *map) {
  ss_plane plane = {.title = ss_sweep_fact_of(map, "model"),
                    .axis = {map->axis[0].name, map->axis[1].name},
                    .map = map};
  if (ss_arguments_has(r->arguments, "plot-plane"))
    return refuse(r, "--plot-plane is about motions; this is a map");
  if (strcmp(ss_sweep_fact_of(map, "kind"), "basin") == 0) {
    if (read_model(r, map->model) != SS_OK) return refuse(r, "its model cannot be read");
    return draw_basin(r, map, &plane);
  }
  if (ss_arguments_has(r->arguments, "also") || ss_arguments_has(r->arguments, "level"))
    return refuse(r, "--also and --level are about states; its axes are parameters");
  const ss_status status = ss_show_plane_plot(&plane, r->out);
  return status == SS_OK ? 0 : ss_picture_complain(status, r->out);
}

/* ---- motions --------------------------------------------------------------------------------- */

static int draw_motion_plane(plot_run *r, const ss_recording *recording, const char *axes) {
  const ss_plane_motion first = {&recording->motion,
                                 ss_arguments_has(r->arguments, "also") ? "recorded" : ""};
  ss_plane plane = {.title = r->model->title};
  if (!ss_picture_split(r->arena, axes, plane.axis))
    return refuse(r, "--plot-plane needs two names, as x,x'");
  int code = ss_picture_check_axes(r->model, plane.axis);
  if (code != 0) return code;
  r->picture = start_picture(r);
  r->picture.options.end = recording->motion.t;
  r->picture.options.every = recording->motion.t / SAMPLES;
  code = ss_picture_read(&r->picture);
  return code == 0 ? draw_plane(r, &first, &plane) : code;
}

static int draw_motion(plot_run *r, const ss_recording *recording) {
  const ss_sample *start = &recording->motion.sample[0];
  const char *axes = ss_arguments_text(r->arguments, "plot-plane");
  r->model = recording->model;
  r->system = recording->system;
  r->parameters = recording->parameters;
  r->q = start->q;
  r->u = start->u;
  if (axes) return draw_motion_plane(r, recording, axes);
  if (ss_arguments_has(r->arguments, "also") || ss_arguments_has(r->arguments, "level"))
    return refuse(r, "--also and --level are about a plane: --plot-plane X,Y");
  const ss_status status = ss_show_motion_plot(r->system, &recording->motion, r->out);
  return status == SS_OK ? 0 : ss_picture_complain(status, r->out);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int draw_file(plot_run *r) {
  const char *not_map, *not_motion;
  ss_sweep_map map;
  ss_recording recording;
  if (access(r->file, R_OK) != 0) {
    ss_cli_error("cannot read %s", r->file);
    return ss_status_exit_code(SS_IO);
  }
  if (ss_sweep_read(r->arena, r->file, &map, &not_map) == SS_OK) return draw_map(r, &map);
  if (ss_show_motion_read(r->arena, r->file, &recording, &not_motion) == SS_OK)
    return draw_motion(r, &recording);
  /* a map that is damaged is told from a file that is none */
  const bool damaged = strstr(not_map, "no map") == NULL;
  return refuse(r,
                damaged ? not_map : "this is no map of basin or chart and no motion of simulate");
}

static int run_plot(const ss_arguments *arguments) {
  plot_run r = {.arguments = arguments, .arena = arguments->arena, .file = arguments->operand};
  int code = choose_output(&r);
  if (code == 0) code = draw_file(&r);
  ss_picture_close(&r.picture);
  ss_model_close(r.model);
  return code;
}

const ss_command ss_command_plot = {
    .name = "plot",
    .operand = "FILE",
    .summary = "draw a map or a motion again from its .h5 file",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_plot,
};
