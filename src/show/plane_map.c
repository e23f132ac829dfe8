/* plane_map.c: the cells of a map in the colours of their classes.
 *
 * The role of a class decides its colour: rest sets are tints of Okabe and Ito's colours, what is
 * proved is blue and what is refuted is red, in fainter shades for weaker claims, which differ in
 * lightness too; what is left, unknown or lost is grey, a point that is not done white; where a
 * proof is open the colour of what a simulation says is hatched. Cells are centred on their points.
 * The legend lists the classes that occur, with the number of points.
 */
#include "plane.h"

/* A colour of the palette in fainter shades for the second and later classes of a role. */
static uint32_t fade(size_t style, size_t among) {
  static const double shares[] = {0.65, 0.38, 0.18, 0.5, 0.28, 0.1};
  return ss_plot_colour(style, shares[among % (sizeof shares / sizeof *shares)]);
}

enum { COLOURS = SS_PLOT_COLOURS - 1, DIFFERENT = 2 * COLOURS }; /* not the black one; two tints */

/* The colour of a class; `among` is how many classes of the same role came before it. */
static uint32_t choose_colour(ss_sweep_role role, size_t among) {
  static const uint32_t greys[] = {0xE6E6E6, 0xC8C8C8, 0xB0B0B0};
  switch (role) {
  case SS_SWEEP_NOT_DONE: return 0xFFFFFF;
  case SS_SWEEP_ESCAPES:
  case SS_SWEEP_UNKNOWN: return greys[among % 3];
  case SS_SWEEP_UNDECIDED: return 0xF0E442;
  case SS_SWEEP_INCONSISTENT: return 0x969696;
  case SS_SWEEP_FAILED: return 0x4D4D4D;
  case SS_SWEEP_PROVED:
  case SS_SWEEP_PROVED_REST: return fade(0, among);
  case SS_SWEEP_PROVED_ESCAPES: return greys[1];
  case SS_SWEEP_OPEN_REST: return SS_PLOT_HATCHED | fade(0, 0);
  case SS_SWEEP_OPEN_ESCAPES: return SS_PLOT_HATCHED | greys[1];
  case SS_SWEEP_OPEN: return SS_PLOT_HATCHED | 0xF0E442;
  case SS_SWEEP_REFUTED: return fade(1, among);
  case SS_SWEEP_REST: return ss_plot_colour(among % COLOURS, among < COLOURS ? 0.38 : 0.75);
  default: return ss_plot_colour((among + 2) % COLOURS, among < COLOURS ? 0.38 : 0.75);
  }
}

/* One colour a class. Where a role has more classes than there are colours, those that do not occur
 * need none. */
static void choose_colours(const ss_sweep_map *map, const size_t *counts, uint32_t *colours) {
  size_t all[SS_SWEEP_ROLE_COUNT] = {0}, seen[SS_SWEEP_ROLE_COUNT] = {0};
  for (size_t k = 0; k < map->classes; k++) all[map->class_of_code[k].role]++;
  for (size_t k = 0; k < map->classes; k++) {
    const ss_sweep_role role = map->class_of_code[k].role;
    colours[k] = choose_colour(role, seen[role]);
    if (counts[k] || all[role] <= DIFFERENT) seen[role]++;
  }
}

static ss_status explain_classes(ss_page *view, const uint32_t *colours, const size_t *counts) {
  const ss_sweep_map *map = view->plane->map;
  for (size_t k = 0; k < map->classes; k++) {
    const ss_pen pen = {.colour = colours[k]};
    if (counts[k] == 0) continue;
    const char *name =
        ss_arena_format(view->arena, "%s (%zu)", map->class_of_code[k].name, counts[k]);
    if (!name) return SS_MEMORY;
    ss_page_explain(view, SS_LEGEND_BOX, &pen, name);
  }
  return SS_OK;
}

ss_status ss_page_draw_map(ss_page *view) {
  const ss_sweep_map *map = view->plane->map;
  if (!map) return SS_OK;
  const size_t cells = map->axis[0].count * map->axis[1].count;
  uint32_t colours[SS_SWEEP_CLASSES_MOST + 1] = {0};
  size_t counts[SS_SWEEP_CLASSES_MOST + 1] = {0};
  uint32_t *cell = ss_arena_new(view->arena, cells, uint32_t);
  if (!cell) return SS_MEMORY;
  for (size_t i = 0; i < cells; i++) counts[map->code[i]]++;
  choose_colours(map, counts, colours);
  for (size_t i = 0; i < cells; i++) cell[i] = colours[map->code[i]];
  const ss_status status =
      ss_plot_cells(&view->plot, &view->panel, map->axis[0].count, map->axis[1].count, cell);
  return status == SS_OK ? explain_classes(view, colours, counts) : status;
}
