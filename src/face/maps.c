/* maps.c: basins, charts and edges in one call each.
 *
 * What can be wrong, the picture's file included, is said before anything long runs. A map that was
 * stopped is drawn as far as it goes. Under MPI the first rank draws.
 */
#include <assert.h>

#include "standstill/standstill.h"

/* Adds a sentence without a place; returns the status. */
static ss_status refuse(ss_diagnostics *list, ss_status status, const char *what,
                        const char *file) {
  ss_diagnostic *item = ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "%s %s", what, file);
  *item = (ss_diagnostic){.severity = SS_ERROR, .status = status, .message = item->message};
  return status;
}

static ss_status check_picture(const char *file, ss_diagnostics *list) {
  if (!file || ss_show_draws(file)) return SS_OK;
  return refuse(list, SS_BAD_INPUT, "a picture ends with .svg, .png or .pdf, not", file);
}

static ss_status draw(const ss_plane *plane, const char *file, ss_diagnostics *list) {
  const ss_status status = ss_show_plane_plot(plane, file);
  return status == SS_OK ? SS_OK : refuse(list, status, "cannot draw", file);
}

static ss_plane start_plane(const ss_machine *machine, const ss_sweep_map *map) {
  return (ss_plane){.title = ss_machine_model(machine)->title,
                    .axis = {map->axis[0].name, map->axis[1].name},
                    .map = map};
}

/* ---- basins ---------------------------------------------------------------------------------- */

/* Sweeps, then draws what there is; a stopped map stays a stopped one. */
static ss_status run_and_draw(const ss_machine *machine, ss_basin *basin, ss_picture *picture,
                              const char *file, ss_diagnostics *list) {
  const ss_status status = ss_basin_run(basin, list);
  const ss_sweep_map *map = ss_basin_map(basin);
  if ((status != SS_OK && status != SS_LIMIT) || !picture || !map->code) return status;
  ss_plane plane = start_plane(machine, map);
  ss_status drawn = ss_picture_fill(picture, NULL, list, &plane);
  if (drawn == SS_OK) drawn = draw(&plane, file, list);
  return drawn == SS_OK ? status : drawn;
}

ss_status ss_machine_basin(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, const ss_picture_options *picture,
                           ss_diagnostics *list, const ss_sweep_map **map) {
  const char *file = picture && options->map.rank == 0 ? picture->file : NULL;
  ss_basin *basin = NULL;
  ss_picture *content = NULL;
  assert(arena && machine && options && list && map);
  *map = NULL;
  ss_status status = check_picture(file, list);
  if (status == SS_OK) status = ss_basin_prepare(arena, machine, options, list, &basin);
  if (status == SS_OK && file) status = ss_basin_picture(arena, basin, picture, list, &content);
  if (status == SS_OK) status = run_and_draw(machine, basin, content, file, list);
  if (basin && ss_basin_map(basin)->code) *map = ss_basin_map(basin);
  ss_picture_close(content);
  return status;
}

ss_status ss_machine_edges(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, const double line[4],
                           ss_diagnostics *list, ss_map_findings *findings) {
  ss_basin *basin;
  assert(arena && machine && options && list && findings);
  const ss_status status = ss_basin_prepare(arena, machine, options, list, &basin);
  return status == SS_OK ? ss_basin_find_edges(arena, basin, line, list, findings) : status;
}

/* ---- charts ---------------------------------------------------------------------------------- */

ss_status ss_machine_chart(ss_arena *arena, const ss_machine *machine,
                           const ss_parameter_chart_options *options, const char *picture,
                           ss_diagnostics *list, const ss_sweep_map **map) {
  const char *file = options->map.rank == 0 ? picture : NULL;
  ss_parameter_chart *chart = NULL;
  assert(arena && machine && list && map);
  *map = NULL;
  ss_status status = check_picture(file, list);
  if (status == SS_OK) status = ss_parameter_chart_prepare(arena, machine, options, list, &chart);
  if (status != SS_OK) return status;
  status = ss_parameter_chart_run(chart, list);
  if (ss_parameter_chart_map(chart)->code) *map = ss_parameter_chart_map(chart);
  if ((status != SS_OK && status != SS_LIMIT) || !file || !*map) return status;
  const ss_plane plane = start_plane(machine, *map);
  const ss_status drawn = draw(&plane, file, list);
  return drawn == SS_OK ? status : drawn;
}

/* ---- what was said --------------------------------------------------------------------------- */

const char *ss_machine_said(ss_diagnostics *list) {
  ss_text text;
  ss_text_start(&text);
  ss_diagnostics_print(list, &text);
  const char *said = text.failed ? NULL : ss_arena_copy_text(list->arena, text.data, text.length);
  ss_text_stop(&text);
  return said;
}
