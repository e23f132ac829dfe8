/* picture_axes.c: names of axes: coordinates x, velocities x', the time t. */
#include <assert.h>
#include <string.h>

#include "study_private.h"

bool ss_picture_split(ss_arena *arena, const char *plane, const char *names[2]) {
  const char *comma = strchr(plane, ',');
  if (!comma || strchr(comma + 1, ',')) return false;
  const char *starts[2] = {plane, comma + 1}, *ends[2] = {comma, plane + strlen(plane)};
  for (int k = 0; k < 2; k++) {
    while (starts[k] < ends[k] && *starts[k] == ' ') starts[k]++;
    while (ends[k] > starts[k] && ends[k][-1] == ' ') ends[k]--;
    names[k] = ss_arena_copy_text(arena, starts[k], (size_t)(ends[k] - starts[k]));
    if (!names[k] || !*names[k]) return false;
  }
  return true;
}

size_t ss_study_find_variable(const ss_model *model, const char *name) {
  assert(model && name);
  for (size_t i = 0; i < model->coordinates; i++) {
    const char *coordinate = model->coordinate[i].name.text;
    const size_t length = strlen(coordinate);
    if (strncmp(name, coordinate, length) != 0) continue;
    if (!name[length]) return i;
    if (strcmp(name + length, "'") == 0)
      return model->coordinate[i].aux ? SIZE_MAX : model->coordinates + i;
  }
  return SIZE_MAX;
}

const char *ss_picture_find_wrong_axis(const ss_model *model, const char *const names[2]) {
  for (int k = 0; k < 2; k++) {
    const bool time = k == 0 && strcmp(names[k], "t") == 0;
    if (!time && ss_study_find_variable(model, names[k]) == SIZE_MAX) return names[k];
  }
  return NULL;
}
