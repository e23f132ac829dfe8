/* picture_axes.c: names of axes and of picture files, checked before anything is computed. */
#include <string.h>

#include "picture.h"

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

bool ss_picture_split(ss_arena *arena, const char *plane, const char *names[2]) {
  const char *comma = strchr(plane, ',');
  if (!comma || strchr(comma + 1, ',')) return false;
  const char *starts[2] = {plane, comma + 1}, *ends[2] = {comma, plane + strlen(plane)};
  for (int k = 0; k < 2; k++) {
    while (starts[k] < ends[k] && *starts[k] == ' ') starts[k]++;
    while (ends[k] > starts[k] && ends[k][-1] == ' ') ends[k]--;
    names[k] = ss_arena_copy_text(arena, starts[k], (size_t)(ends[k] - starts[k]));
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

int ss_picture_check_axes(const ss_model *model, const char *const names[2]) {
  for (int k = 0; k < 2; k++) {
    if (is_axis(model, names[k]) || (k == 0 && strcmp(names[k], "t") == 0)) continue;
    return refuse("--plot-plane", names[k],
                  "this is no coordinate and no velocity, as x or x' (the first may be t)");
  }
  return 0;
}

int ss_picture_check_ending(const char *file) {
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  const size_t n = strlen(file);
  for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
    if (n > 4 && strcmp(file + n - 4, endings[k]) == 0) return 0;
  return refuse("--plot", file, "the ending must be .svg, .png or .pdf");
}

int ss_picture_complain(ss_status status, const char *file) {
  if (status != SS_IO) return ss_cli_fail(status, file);
  ss_cli_error("cannot write %s", file);
  return ss_status_exit_code(status);
}
