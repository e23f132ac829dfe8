/* basin_plot.c: the picture of a basin: the map, the rest sets, levels, motions. */
#include "basin.h"

int ss_basin_read_picture(ss_basin *b) {
  static const char *const options[] = {"also", "level"};
  const ss_arguments *a = b->map.arguments;
  const char *file = ss_arguments_text(a, "plot");
  for (size_t i = 0; i < 2 && !file; i++)
    if (ss_arguments_has(a, options[i])) {
      ss_cli_error("--%s is about a picture: --plot FILE", options[i]);
      return ss_status_exit_code(SS_BAD_INPUT);
    }
  if (!file) return 0;
  const int code = ss_picture_check_ending(file);
  if (code != 0) return code;
  for (int k = 0; k < 2; k++) {
    b->page[2 * k] = b->map.map.axis[k].low;
    b->page[2 * k + 1] = b->map.map.axis[k].high;
  }
  b->picture = (ss_picture){.arguments = a,
                            .arena = b->map.arena,
                            .model = b->map.model,
                            .system = b->system,
                            .parameters = b->parameters,
                            .q = b->q,
                            .u = b->u,
                            .rest = b->options.sets,
                            .page = b->page,
                            .axis = {b->axis[0], b->axis[1]},
                            .options = ss_motion_default_options(),
                            .resample = true,
                            .loop = b->loop};
  b->picture.options.end = b->options.end;
  b->picture.options.every = b->options.end / 5000;
  b->picture.options.first_if_several = true;
  return ss_picture_read(&b->picture);
}

int ss_basin_draw(ss_basin *b) {
  const char *file = ss_arguments_text(b->map.arguments, "plot");
  const ss_sweep_map *map = &b->map.map;
  ss_plane plane = {
      .title = b->map.model->title, .axis = {map->axis[0].name, map->axis[1].name}, .map = map};
  if (!file) return 0;
  const int code = ss_picture_fill(&b->picture, NULL, &plane);
  if (code != 0) return code;
  const ss_status status = ss_show_plane_plot(&plane, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}
