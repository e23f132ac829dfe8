/* simulate_output.c: where a motion goes: a table, a picture, the standard output. */
#include <string.h>

#include "simulate.h"

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* ---- before the run -------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* Does the file end with one of the endings? The last one is NULL. */
static bool ends_with_any(const char *file, const char *const *endings) {
  for (; *endings; endings++)
    if (ends_with(file, *endings)) return true;
  return false;
}

/* --also and --level are about a plane, and a plane about a picture. */
static int check_plane(const ss_simulation *s, const char *plane) {
  const char *names[2];
  if (!plane) return ss_picture_refuse_options(s->arguments, "a plane: --plot-plane X,Y");
  if (!ss_arguments_has(s->arguments, "plot"))
    return refuse("--plot-plane", plane, "--plot FILE says where to draw it");
  return ss_picture_read_axes(s->arena, s->model, plane, names);
}

int ss_simulate_check_output(const ss_simulation *s) {
  static const char *const tables[] = {".csv", ".json", ".h5", ".hdf5", NULL};
  const char *out = ss_arguments_text(s->arguments, "out");
  const char *plot = ss_arguments_text(s->arguments, "plot");
  const char *plane = ss_arguments_text(s->arguments, "plot-plane");
  if (out && !ends_with_any(out, tables))
    return refuse("--out", out, "the ending must be .csv, .json or .h5");
  const int code = plot ? ss_picture_check_ending(plot) : 0;
  return code == 0 ? check_plane(s, plane) : code;
}

bool ss_simulate_shows_trajectory(const ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  return ss_arguments_has(a, "out") || ss_arguments_has(a, "plot") || ss_arguments_has(a, "json");
}

/* ---- after it -------------------------------------------------------------------------------- */

static int write_out(const ss_simulation *s, const char *file) {
  if (!ends_with(file, ".csv") && !ends_with(file, ".json")) {
    const ss_status status = ss_show_motion_hdf5(s->system, s->parameters, &s->motion, file);
    return status == SS_OK ? 0 : ss_picture_complain(status, file);
  }
  ss_text out;
  ss_text_start(&out);
  if (ends_with(file, ".json"))
    ss_show_motion_json(s->system, &s->motion, &out);
  else
    ss_show_motion_csv(s->system, s->parameters, &s->motion, &out);
  return ss_cli_write_file(file, &out);
}

/* What the first motion is called beside others. */
static const char *name_start(const ss_simulation *s) {
  const char *from = ss_arguments_text(s->arguments, "from");
  if (from) return from;
  return s->model->states ? s->model->state[0].name.text : "all 0";
}

static int draw_plane(const ss_simulation *s, const char *file) {
  const bool alone = !ss_arguments_has(s->arguments, "also");
  const ss_plane_motion first = {&s->motion, alone ? "" : name_start(s)};
  ss_plane plane = {.title = s->model->title};
  ss_diagnostics list;
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  if (!ss_picture_split(s->arena, ss_arguments_text(s->arguments, "plot-plane"), plane.axis))
    return ss_cli_fail(SS_MEMORY, file);
  const ss_status status = ss_picture_fill(s->picture, &first, &list, &plane);
  const int code = ss_cli_end(status, &list, file);
  return code == 0 ? ss_picture_draw(&plane, file) : code;
}

static int draw(const ss_simulation *s, const char *file) {
  if (s->picture) return draw_plane(s, file);
  const ss_status status = ss_show_motion_plot(s->system, &s->motion, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int print(const ss_simulation *s) {
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(s->arguments, "json"))
    ss_show_motion_json(s->system, &s->motion, &out);
  else
    ss_show_motion(s->system, &s->motion, &out);
  return ss_cli_finish(&out);
}

/* The first failure counts, but each is tried: a file that cannot be written costs no other. */
int ss_simulate_show(const ss_simulation *s) {
  const char *out = ss_arguments_text(s->arguments, "out");
  const char *plot = ss_arguments_text(s->arguments, "plot");
  const char *dump = ss_arguments_text(s->arguments, "dump");
  const bool quiet = ss_arguments_has(s->arguments, "quiet");
  const int codes[] = {out ? write_out(s, out) : 0, plot ? draw(s, plot) : 0,
                       dump ? ss_simulate_dump(s, dump) : 0, quiet ? 0 : print(s)};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i] != 0) return codes[i];
  return 0;
}
