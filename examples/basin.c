/* basin.c: from where does it come to rest? A map by two threads, to a file and a picture. */
#include <standstill/standstill.h>
#include <stdio.h>

int main(int count, char **words) {
  const char *file = count > 1 ? words[1] : "two-masses.still", *level = "proved";
  ss_arena *arena = ss_arena_create();
  ss_diagnostics said;
  ss_machine *machine;
  const ss_sweep_map *map = NULL;
  ss_basin_options o = ss_basin_default_options();
  ss_picture_options picture = {.file = "basin.svg", .levels = 1, .level = &level};
  for (int k = 0; k < 2; k++) o.low[k] = -6, o.high[k] = 6, o.map.count[k] = 300;
  o.axis[0] = "x1", o.axis[1] = "x2";
  o.map.threads = 2, o.map.file = "basin.h5", o.map.resume = true;
  ss_diagnostics_start(&said, arena, NULL, NULL, 0);
  ss_status status = ss_machine_open(file, NULL, &said, &machine);
  if (status == SS_OK) status = ss_machine_basin(arena, machine, &o, &picture, &said, &map);
  fputs(ss_machine_said(&said), stderr);
  if (map) printf("%zu of 90000 starts come to rest in E1\n", ss_sweep_count(map, 1));
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return ss_status_exit_code(status);
}
