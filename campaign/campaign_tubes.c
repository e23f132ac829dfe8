/* campaign_tubes.c: does any motion contradict a map of proved cells?
 *
 * The two planes of the two masses, and the plane of the oscillator, are proved to 256 x 256 cells.
 * Random points of cells that are proved are followed by the event-driven method, which shares
 * nothing with tubes, to t = 200: what is proved to rest must come to rest, what is proved to
 * escape must not, and must be farther away at the end than it was.
 *
 * Usage: campaign_tubes [MOTIONS]     (default: 10000 for each plane)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "standstill/study.h"

typedef struct plane {
  const char *model, *axis[2];
  double reach;
} plane;

/* In [0, 1). */
static double next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Whether the motion from there does what is proved. */
static bool agrees(ss_arena *arena, const ss_machine *machine, const double *x, bool rest) {
  const size_t n = ss_machine_model(machine)->coordinates;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  double before = 0, after = 0;
  o.end = 200;
  if (ss_motion_run(arena, ss_machine_system(machine), ss_machine_parameters(machine), x, x + n, &o,
                    &motion) != SS_OK)
    return false;
  for (size_t i = 0; i < n; i++) {
    before += x[i] * x[i] + x[n + i] * x[n + i];
    after += motion.q[i] * motion.q[i] + motion.u[i] * motion.u[i];
  }
  return rest ? motion.at_rest : !motion.at_rest && after > before;
}

static void try_plane(const plane *p, size_t motions) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine;
  ss_basin *basin;
  ss_basin_options o = ss_basin_default_options();
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  for (int k = 0; k < 2; k++) o.axis[k] = p->axis[k], o.low[k] = -p->reach, o.high[k] = p->reach;
  o.prove = true;
  if (ss_machine_open(p->model, NULL, &list, &machine) != SS_OK ||
      ss_basin_prepare(arena, machine, &o, &list, &basin) != SS_OK ||
      ss_basin_run(basin, &list) != SS_OK)
    exit(1);
  const ss_sweep_map *map = ss_basin_map(basin);
  const size_t n = ss_machine_model(machine)->coordinates, side = map->axis[0].count;
  size_t count[2] = {0}, wrong = 0, axis[2];
  uint64_t seed = 1;
  for (int k = 0; k < 2; k++) axis[k] = (size_t)(p->axis[k][0] == 'x' && n > 1) * k;
  for (size_t k = 0; k < 2 && n == 1; k++) axis[k] = k;
  const bool velocities = n > 1 && p->axis[0][2] == '\'';
  for (size_t done = 0; done < motions;) {
    double x[4] = {0};
    size_t cell = 0;
    for (size_t k = 0; k < 2; k++) {
      const double at = next_random(&seed) * (double)side;
      x[axis[k] + (velocities ? n : 0)] = p->reach * (2 * at / (double)side - 1);
      cell += (size_t)at * (k ? side : 1);
    }
    const ss_sweep_role role = map->class_of_code[map->code[cell]].role;
    if (role != SS_SWEEP_PROVED_REST && role != SS_SWEEP_PROVED_ESCAPES) continue;
    ss_arena *scratch = ss_arena_create();
    const bool rest = role == SS_SWEEP_PROVED_REST;
    wrong += !agrees(scratch, machine, x, rest);
    count[rest]++;
    done++;
    ss_arena_destroy(scratch);
  }
  printf("| `%s` | %s, %s | %zu | %zu | %zu |\n", p->model, p->axis[0], p->axis[1], count[1],
         count[0], wrong);
  fflush(stdout);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
}

int main(int count, char **words) {
  static const plane planes[] = {{"models/friction-oscillator.still", {"x", "x'"}, 4},
                                 {"models/two-masses.still", {"x1", "x2"}, 6},
                                 {"models/two-masses.still", {"x1'", "x2'"}, 10}};
  const size_t motions = count > 1 ? (size_t)atol(words[1]) : 10000;
  printf("| model | plane | rest | escape | contradict |\n|---|---|---|---|---|\n");
  for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) try_plane(&planes[i], motions);
  return 0;
}
