/* command_plot.c: `standstill plot FILE`: the picture of a file of basin, chart or simulate.
 *
 * The file has the model: nothing else is needed. A map is drawn as basin draws it, a motion as
 * simulate does; the picture goes beside the file unless --plot says otherwise. */
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
  ss_diagnostics list;
  ss_picture *picture;
} plot_run;

/* --plot, or the file's name with another ending. */
static int choose_output(plot_run *r) {
  const char *dot = strrchr(r->file, '.'), *slash = strrchr(r->file, '/');
  r->out = ss_arguments_text(r->arguments, "plot");
  if (r->out) return ss_picture_check_ending(r->out);
  const size_t length = dot && (!slash || dot > slash) ? (size_t)(dot - r->file) : strlen(r->file);
  r->out = ss_arena_format(r->arena, "%.*s.svg", (int)length, r->file);
  return r->out ? 0 : ss_cli_fail(SS_MEMORY, r->file);
}

static bool asks_for_more(const plot_run *r) {
  return ss_arguments_has(r->arguments, "also") || ss_arguments_has(r->arguments, "level");
}

/* What the picture contains, then the picture. */
static int draw_plane(plot_run *r, const ss_plane_motion *first, ss_plane *plane) {
  const ss_status status = ss_picture_fill(r->picture, first, &r->list, plane);
  const int code = ss_cli_end(status, &r->list, r->file);
  return code == 0 ? ss_picture_draw(plane, r->out) : code;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static int draw_map(plot_run *r, const ss_sweep_map *map) {
  ss_picture_options o = {0};
  ss_plane plane = {.title = ss_sweep_fact_of(map, "model"),
                    .axis = {map->axis[0].name, map->axis[1].name},
                    .map = map};
  if (ss_arguments_has(r->arguments, "plot-plane"))
    return ss_cli_refuse("%s: --plot-plane is about motions; this is a map", r->file);
  /* a basin has states around it; a chart of parameters has not */
  if (strcmp(ss_sweep_fact_of(map, "kind"), "basin") != 0)
    return asks_for_more(r)
               ? ss_cli_refuse("%s: --also and --level are about states; its axes are parameters",
                               r->file)
               : ss_picture_draw(&plane, r->out);
  int code = ss_picture_read_options(r->arguments, &o);
  if (code != 0) return code;
  const ss_status status = ss_picture_of_map(r->arena, map, &o, &r->list, &r->picture);
  code = ss_cli_end(status, &r->list, r->file);
  return code == 0 ? draw_plane(r, NULL, &plane) : code;
}

/* ---- motions --------------------------------------------------------------------------------- */

/* Other motions are computed as the recorded one was. */
static int draw_motion_plane(plot_run *r, const ss_recording *recording, const char *axes) {
  const ss_sample *start = &recording->motion.sample[0];
  const ss_model *model = ss_machine_model(recording->machine);
  const ss_plane_motion first = {&recording->motion,
                                 ss_arguments_has(r->arguments, "also") ? recording->start : ""};
  ss_picture_options o = {.q = start->q, .u = start->u, .how = recording->how, .resample = true};
  ss_plane plane = {.title = model->title};
  if (!ss_picture_split(r->arena, axes, plane.axis))
    return ss_cli_refuse("%s: --plot-plane needs two names, as x,x'", r->file);
  int code = ss_picture_read_axes(r->arena, model, axes, plane.axis);
  if (code == 0) code = ss_picture_read_options(r->arguments, &o);
  if (code != 0) return code;
  if (!(o.how.every > 0)) o.how.every = o.how.end / SAMPLES;
  const ss_status status =
      ss_picture_prepare(r->arena, recording->machine, &o, &r->list, &r->picture);
  code = ss_cli_end(status, &r->list, r->file);
  return code == 0 ? draw_plane(r, &first, &plane) : code;
}

static int draw_motion(plot_run *r, const ss_recording *recording) {
  const char *axes = ss_arguments_text(r->arguments, "plot-plane");
  if (!axes && asks_for_more(r))
    return ss_cli_refuse("%s: --also and --level are about a plane: --plot-plane X,Y", r->file);
  if (axes) return draw_motion_plane(r, recording, axes);
  const ss_status status =
      ss_show_motion_plot(ss_machine_system(recording->machine), &recording->motion, r->out);
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
  if (ss_show_motion_read(r->arena, r->file, &recording, &not_motion) == SS_OK) {
    const int code = draw_motion(r, &recording);
    ss_picture_close(r->picture);
    r->picture = NULL;
    ss_machine_close(recording.machine);
    return code;
  }
  /* what is damaged is told from what is neither */
  if (!strstr(not_map, "no map")) return ss_cli_refuse("%s: %s", r->file, not_map);
  if (!strstr(not_motion, "no motion")) return ss_cli_refuse("%s: %s", r->file, not_motion);
  return ss_cli_refuse("%s: this is no map of basin or chart and no motion of simulate", r->file);
}

static int run_plot(const ss_arguments *arguments) {
  plot_run r = {.arguments = arguments, .arena = arguments->arena, .file = arguments->operand};
  ss_diagnostics_start(&r.list, r.arena, NULL, NULL, 0);
  int code = choose_output(&r);
  if (code == 0) code = draw_file(&r);
  ss_picture_close(r.picture);
  return code;
}

const ss_command ss_command_plot = {"plot", "FILE",
                                    "draw a map or a motion again from its .h5 file",
                                    SS_OPTIONS(options), run_plot};
