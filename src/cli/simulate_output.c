/* simulate_output.c: where a motion goes: a table, a picture, the standard output. */
#include <string.h>

#include "simulate.h"
#include "standstill/show.h"

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* ---- before the run ------------------------------------------------------------------------ */

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

/* The two names of "x, x'" in the arena; false if there are not two. */
static bool split_plane(const ss_simulation *s, const char *plane, const char *names[2]) {
  const char *comma = strchr(plane, ',');
  if (!comma || strchr(comma + 1, ',')) return false;
  const char *starts[2] = {plane, comma + 1}, *ends[2] = {comma, plane + strlen(plane)};
  for (int k = 0; k < 2; k++) {
    while (starts[k] < ends[k] && *starts[k] == ' ') starts[k]++;
    while (ends[k] > starts[k] && ends[k][-1] == ' ') ends[k]--;
    names[k] = ss_arena_copy_text(s->arena, starts[k], (size_t)(ends[k] - starts[k]));
    if (!names[k]) return false;
  }
  return true;
}

/* A coordinate, or one with an apostrophe behind it. */
static bool is_axis(const ss_model *model, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < model->coordinates; i++) {
    const char *coordinate = model->coordinate[i].name.text;
    const size_t length = strlen(coordinate);
    if (strncmp(name, coordinate, length) == 0 &&
        (n == length || (n == length + 1 && name[length] == '\'')))
      return true;
  }
  return false;
}

static int check_plane(const ss_simulation *s, const char *plane) {
  const char *names[2];
  if (!ss_arguments_has(s->arguments, "plot"))
    return refuse("--plot-plane", plane, "--plot FILE says where to draw it");
  if (!split_plane(s, plane, names))
    return refuse("--plot-plane", plane, "expected two names, as x,x'");
  for (int k = 0; k < 2; k++)
    if (!is_axis(s->model, names[k]))
      return refuse("--plot-plane", names[k], "this is no coordinate and no velocity, as x or x'");
  return 0;
}

int ss_simulate_check_output(const ss_simulation *s) {
  static const char *const tables[] = {".csv", ".json", ".h5", ".hdf5", NULL};
  static const char *const pictures[] = {".svg", ".png", ".pdf", NULL};
  const char *out = ss_arguments_text(s->arguments, "out");
  const char *plot = ss_arguments_text(s->arguments, "plot");
  const char *plane = ss_arguments_text(s->arguments, "plot-plane");
  if (out && !ends_with_any(out, tables))
    return refuse("--out", out, "the ending must be .csv, .json or .h5");
  if (plot && !ends_with_any(plot, pictures))
    return refuse("--plot", plot, "the ending must be .svg, .png or .pdf");
  return plane ? check_plane(s, plane) : 0;
}

bool ss_simulate_shows_trajectory(const ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  return ss_arguments_has(a, "out") || ss_arguments_has(a, "plot") || ss_arguments_has(a, "json");
}

/* ---- after it ------------------------------------------------------------------------------ */

static int complain_about_file(ss_status status, const char *file) {
  if (status != SS_IO) return ss_cli_fail(status, file);
  ss_cli_error("cannot write %s", file);
  return ss_status_exit_code(status);
}

static int write_out(const ss_simulation *s, const char *file) {
  if (!ends_with(file, ".csv") && !ends_with(file, ".json")) {
    const ss_status status = ss_show_motion_hdf5(s->system, s->parameters, &s->motion, file);
    return status == SS_OK ? 0 : complain_about_file(status, file);
  }
  ss_text out;
  ss_text_start(&out);
  if (ends_with(file, ".json"))
    ss_show_motion_json(s->system, &s->motion, &out);
  else
    ss_show_motion_csv(s->system, s->parameters, &s->motion, &out);
  return ss_cli_write_file(file, &out);
}

static int draw(const ss_simulation *s, const char *file) {
  const char *plane = ss_arguments_text(s->arguments, "plot-plane"), *names[2];
  if (plane && !split_plane(s, plane, names)) return ss_cli_fail(SS_MEMORY, file);
  const ss_status status = ss_show_motion_plot(s->system, &s->motion, plane ? names : NULL, file);
  return status == SS_OK ? 0 : complain_about_file(status, file);
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
