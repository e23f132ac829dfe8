/* plane_line.c: a map along one axis: its classes as a strip, and its values above them.
 *
 * Where there are values, as a level or a time, the strip is as high as a plane of motions and y
 * is their axis; else it is low and y means nothing. The curve goes through the points that were
 * computed and is cut where the class changes: a value belongs to its class, and what lies between
 * two of them is not known. A value that stands alone is a dot.
 */
#include <math.h>

#include "plane.h"

enum { HIGH = 150, LOW = 40 };

static bool has_value(const ss_sweep_map *map, size_t i) {
  return map->evaluated[i] && isfinite(map->value[i]);
}

void ss_page_fit_line(ss_page *view) {
  const ss_sweep_map *map = view->plane->map;
  ss_panel *p = &view->panel;
  double lo = 1, hi = 0;
  for (size_t i = 0; i < map->axis[0].count; i++)
    if (has_value(map, i)) ss_plot_extend(1, &map->value[i], &lo, &hi);
  p->bare = lo > hi;
  p->height = p->bare ? LOW : HIGH;
  p->y_label = p->bare ? NULL : ss_sweep_fact_of(map, "value");
  p->y0 = p->bare ? 0 : lo;
  p->y1 = p->bare ? 1 : hi;
  if (!p->bare) ss_plot_margin(&p->y0, &p->y1);
}

/* The values from a point on that one curve goes through; *next is where the next one may begin. */
static size_t gather(const ss_sweep_map *map, size_t first, double *x, double *y, size_t *next) {
  size_t count = 0, i = first;
  for (; i < map->axis[0].count && map->code[i] == map->code[first]; i++) {
    if (!map->evaluated[i]) continue;
    if (!has_value(map, i)) break;
    x[count] = ss_sweep_at(&map->axis[0], i);
    y[count++] = map->value[i];
  }
  *next = i > first ? i : first + 1;
  return count;
}

ss_status ss_page_draw_values(ss_page *view) {
  const ss_sweep_map *map = view->plane->map;
  const ss_pen pen = {.colour = 0x202020, .width = 1.2, .halo = true};
  if (!map || !ss_sweep_is_line(map)) return SS_OK;
  double *x = ss_arena_new(view->arena, map->axis[0].count, double);
  double *y = ss_arena_new(view->arena, map->axis[0].count, double);
  if (!x || !y) return SS_MEMORY;
  const ss_panel *p = &view->panel;
  for (size_t i = 0; i < map->axis[0].count;) {
    const size_t count = gather(map, i, x, y, &i);
    ss_plot_line(&view->plot, p, count, x, y, &pen);
    if (count == 1)
      ss_plot_disk(&view->plot, ss_panel_x(p, x[0]), ss_panel_y(p, y[0]), 1.6, pen.colour,
                   pen.colour);
  }
  return SS_OK;
}
