/* picture.c: --plot, --plot-plane, --also and --level, looked at before anything is computed. */
#include <errno.h>
#include <string.h>

#include "picture.h"

int ss_picture_read_options(const ss_arguments *arguments, ss_picture_options *options) {
  options->level = ss_arguments_all(arguments, "level", &options->levels);
  options->motion = ss_arguments_all(arguments, "also", &options->motions);
  return options->level && options->motion ? 0 : ss_cli_fail(SS_MEMORY, "--also");
}

int ss_picture_refuse_options(const ss_arguments *arguments, const char *format) {
  static const char *const options[] = {"also", "level"};
  for (size_t i = 0; i < 2; i++)
    if (ss_arguments_has(arguments, options[i]))
      return ss_cli_refuse("--%s is about %s", options[i], format);
  return 0;
}

int ss_picture_read_axes(ss_arena *arena, const ss_model *model, const char *plane,
                         const char *names[2]) {
  if (!ss_picture_split(arena, plane, names))
    return ss_cli_refuse("--plot-plane %s: expected two names, as x,x'", plane);
  const char *wrong = ss_picture_find_wrong_axis(model, names);
  if (!wrong) return 0;
  return ss_cli_refuse(
      "--plot-plane %s: this is no coordinate and no velocity, as x or x' (the first may be t)",
      wrong);
}

int ss_picture_check_ending(const char *file) {
  return ss_show_draws(file)
             ? 0
             : ss_cli_refuse("--plot %s: the ending must be .svg, .png or .pdf", file);
}

int ss_picture_complain(ss_status status, const char *file) {
  if (status != SS_IO) return ss_cli_fail(status, file);
  ss_cli_error("cannot write %s: %s", file, strerror(errno));
  return ss_status_exit_code(status);
}

int ss_picture_draw(const ss_plane *plane, const char *file) {
  const ss_status status = ss_show_plane_plot(plane, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}
