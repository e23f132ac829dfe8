/* basin_check.c: points of a basin done again by the event-driven method.
 *
 * Points are taken by a fixed sequence (a linear congruence), so that a check can be repeated;
 * classes are compared. Cost: one motion by events for each point.
 */
#include <assert.h>

#include "study_private.h"

static ss_map_disagreement compare(const ss_sweep_map *map, size_t point, uint8_t found) {
  return (ss_map_disagreement){.a = ss_sweep_at(&map->axis[0], point % map->axis[0].count),
                               .b = ss_sweep_at(&map->axis[1], point / map->axis[0].count),
                               .map = map->class_of_code[map->code[point]].name,
                               .events = map->class_of_code[found].name};
}

ss_status ss_basin_check(ss_arena *arena, const ss_basin *basin, size_t wanted,
                         ss_diagnostics *list, ss_map_findings *f) {
  const ss_sweep_map *map = &basin->work.map;
  const size_t points = map->axis[0].count * map->axis[1].count;
  const size_t count = wanted < points ? wanted : points;
  ss_map_disagreement *items = ss_arena_new(arena, count, ss_map_disagreement);
  ss_basin_worker *w;
  assert(map->code && map->complete);
  if (!items) return SS_MEMORY;
  ss_status status = ss_basin_open_events(basin, 1, list, &w);
  if (status != SS_OK) return status;
  f->disagreement = items;
  f->checked = f->disagreements = 0;
  uint64_t random = 1;
  for (size_t k = 0; k < count && status == SS_OK; k++) {
    uint8_t found;
    double t;
    random = random * 6364136223846793005u + 1442695040888963407u;
    const size_t point = count == points ? k : (size_t)(random >> 16) % points;
    const double x = ss_sweep_at(&map->axis[0], point % map->axis[0].count);
    const double y = ss_sweep_at(&map->axis[1], point / map->axis[0].count);
    status = ss_basin_classify(w, 1, &x, &y, &found, &t);
    f->checked++;
    if (status == SS_OK && found != map->code[point])
      items[f->disagreements++] = compare(map, point, found);
  }
  ss_basin_close(w);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "--check: %s", ss_status_text(status));
}
