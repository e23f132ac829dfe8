/* plan.c: which points of a grid are computed, round by round.
 *
 * Without refinement there is one round with all points. With it, the grid is covered by cells, at
 * first some 32 along an axis, whose corners are computed. A cell is mixed if its corners are not
 * all of one class. A level ends when every neighbour of a mixed cell (eight of them) has been
 * looked at as well, so that a boundary that leaves the cells at hand is followed. Then mixed cells
 * and their neighbours are halved along both axes, down to single intervals of the grid; every
 * other cell is filled with the class of its corners.
 *
 * The cells that are halved lie along the boundary, so their number doubles from level to level and
 * the evaluations of an N x N map grow like N times the length of the boundary. What is smaller
 * than a cell of the first level and touches none of its corners is not found: that is the price.
 *
 * A round depends on the classes of the rounds before it and on nothing else. Cost besides the
 * points: O(cells of the present level) bytes and time a round. What can fail: memory.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_private.h"

enum { CELL_IDLE, CELL_LOOKED_AT, CELL_MIXED };

/* ---- cells ----------------------------------------------------------------------------------- */

static size_t count_cells(const ss_plan *p) {
  return p->axis[0].cells * p->axis[1].cells;
}

static size_t corner(const ss_plan *p, size_t cell0, size_t cell1, int k) {
  const size_t i = p->axis[0].cut[cell0 + (k & 1)], j = p->axis[1].cut[cell1 + (k >> 1)];
  return j * p->map->axis[0].count + i;
}

static bool is_mixed(const ss_plan *p, size_t cell0, size_t cell1) {
  const uint8_t first = p->map->code[corner(p, cell0, cell1, 0)];
  for (int k = 1; k < 4; k++)
    if (p->map->code[corner(p, cell0, cell1, k)] != first) return true;
  return false;
}

static ss_status add_point(ss_plan *p, size_t point) {
  if (p->map->evaluated[point] || p->waits[point]) return SS_OK;
  if (p->count == p->capacity) {
    const size_t capacity = p->capacity ? 2 * p->capacity : 4096;
    uint32_t *list = realloc(p->list, capacity * sizeof *list);
    if (!list) return SS_MEMORY;
    p->list = list;
    p->capacity = capacity;
  }
  p->waits[point] = 1;
  p->list[p->count++] = (uint32_t)point;
  return SS_OK;
}

static ss_status look_at(ss_plan *p, size_t cell0, size_t cell1) {
  ss_status status = SS_OK;
  p->cell[cell1 * p->axis[0].cells + cell0] = CELL_LOOKED_AT;
  for (int k = 0; k < 4 && status == SS_OK; k++) status = add_point(p, corner(p, cell0, cell1, k));
  return status;
}

/* The cells around one, itself included: [from, to] along an axis. */
static void get_neighbours(const ss_plan_axis *axis, size_t cell, size_t *from, size_t *to) {
  *from = cell > 0 ? cell - 1 : 0;
  *to = cell + 1 < axis->cells ? cell + 1 : cell;
}

/* ---- one level ------------------------------------------------------------------------------- */

/* Marks the mixed cells, and looks at their neighbours that nobody has looked at yet; was there
 * one? */
static ss_status follow_boundary(ss_plan *p, bool *grew) {
  const size_t cells0 = p->axis[0].cells, cells1 = p->axis[1].cells;
  assert(cells0 > 0);
  *grew = false;
  for (size_t c = 0; c < cells0 * cells1; c++)
    if (p->cell[c] == CELL_LOOKED_AT && is_mixed(p, c % cells0, c / cells0))
      p->cell[c] = CELL_MIXED;
  for (size_t c = 0; c < cells0 * cells1; c++) {
    size_t from[2], to[2];
    if (p->cell[c] != CELL_MIXED) continue;
    get_neighbours(&p->axis[0], c % cells0, &from[0], &to[0]);
    get_neighbours(&p->axis[1], c / cells0, &from[1], &to[1]);
    for (size_t j = from[1]; j <= to[1]; j++)
      for (size_t i = from[0]; i <= to[0]; i++) {
        if (p->cell[j * cells0 + i] != CELL_IDLE) continue;
        *grew = true;
        if (look_at(p, i, j) != SS_OK) return SS_MEMORY;
      }
  }
  return SS_OK;
}

static bool is_near_mixed(const ss_plan *p, size_t cell0, size_t cell1) {
  size_t from[2], to[2];
  get_neighbours(&p->axis[0], cell0, &from[0], &to[0]);
  get_neighbours(&p->axis[1], cell1, &from[1], &to[1]);
  for (size_t j = from[1]; j <= to[1]; j++)
    for (size_t i = from[0]; i <= to[0]; i++)
      if (p->cell[j * p->axis[0].cells + i] == CELL_MIXED) return true;
  return false;
}

static void fill_cell(const ss_plan *p, size_t cell0, size_t cell1) {
  const ss_sweep_map *map = p->map;
  const uint8_t code = map->code[corner(p, cell0, cell1, 0)];
  for (size_t j = p->axis[1].cut[cell1]; j <= p->axis[1].cut[cell1 + 1]; j++)
    for (size_t i = p->axis[0].cut[cell0]; i <= p->axis[0].cut[cell0 + 1]; i++) {
      const size_t point = j * map->axis[0].count + i;
      if (!map->evaluated[point]) map->code[point] = code;
    }
}

/* ---- from level to level --------------------------------------------------------------------- */

/* Halves every cell wider than one interval; parent[k]: the old cell of the new cell k. */
static ss_status halve_axis(const ss_plan_axis *old, ss_plan_axis *new, size_t **parent) {
  new->cells = 0;
  new->cut = malloc((2 * old->cells + 1) * sizeof *new->cut);
  *parent = malloc(2 * old->cells * sizeof **parent);
  if (!new->cut || !*parent) return SS_MEMORY;
  for (size_t k = 0; k < old->cells; k++) {
    const size_t low = old->cut[k], middle = low + (old->cut[k + 1] - low) / 2;
    (*parent)[new->cells] = k;
    new->cut[new->cells++] = low;
    if (middle == low) continue;
    (*parent)[new->cells] = k;
    new->cut[new->cells++] = middle;
  }
  new->cut[new->cells] = old->cut[old->cells];
  return SS_OK;
}

/* Decides about each cell that was looked at: divided, or filled. */
static void judge_cells(ss_plan *p, uint8_t *divided) {
  const size_t cells0 = p->axis[0].cells;
  for (size_t c = 0; c < count_cells(p); c++) {
    divided[c] = p->cell[c] != CELL_IDLE && is_near_mixed(p, c % cells0, c / cells0);
    if (p->cell[c] != CELL_IDLE && !divided[c]) fill_cell(p, c % cells0, c / cells0);
  }
}

/* Puts the finer axes in place and looks at the cells whose parents were divided. */
static ss_status descend(ss_plan *p, const ss_plan_axis finer[2], size_t *const parent[2],
                         const uint8_t *divided) {
  const size_t parents0 = p->axis[0].cells;
  uint8_t *cell = calloc(finer[0].cells * finer[1].cells, 1);
  if (!cell) return SS_MEMORY;
  free(p->cell);
  p->cell = cell;
  for (int k = 0; k < 2; k++) {
    free(p->axis[k].cut);
    p->axis[k] = finer[k];
  }
  ss_status status = SS_OK;
  for (size_t j = 0; j < finer[1].cells && status == SS_OK; j++)
    for (size_t i = 0; i < finer[0].cells && status == SS_OK; i++)
      if (divided[parent[1][j] * parents0 + parent[0][i]]) status = look_at(p, i, j);
  return status;
}

static ss_status refine(ss_plan *p, bool *finest) {
  assert(count_cells(p) > 0);
  ss_plan_axis finer[2] = {{0}};
  size_t *parent[2] = {NULL, NULL};
  uint8_t *divided = malloc(count_cells(p));
  ss_status status = divided ? SS_OK : SS_MEMORY;
  if (divided) judge_cells(p, divided);
  for (int k = 0; k < 2 && status == SS_OK; k++)
    status = halve_axis(&p->axis[k], &finer[k], &parent[k]);
  *finest =
      status == SS_OK && finer[0].cells == p->axis[0].cells && finer[1].cells == p->axis[1].cells;
  bool taken = false;
  if (status == SS_OK && !*finest) {
    status = descend(p, finer, parent, divided);
    taken = p->axis[0].cut == finer[0].cut;
  }
  for (int k = 0; k < 2; k++) {
    if (!taken) free(finer[k].cut);
    free(parent[k]);
  }
  free(divided);
  return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* At least one cell; ss_sweep_run has looked at `coarse`. */
static ss_status cut_axis(ss_plan_axis *axis, size_t points, size_t coarse) {
  const size_t intervals = points > 1 ? points - 1 : 1;
  axis->cells = coarse < intervals ? coarse : intervals;
  assert(axis->cells > 0);
  axis->cut = malloc((axis->cells + 1) * sizeof *axis->cut);
  if (!axis->cut) return SS_MEMORY;
  for (size_t k = 0; k <= axis->cells; k++) axis->cut[k] = k * (points - 1) / axis->cells;
  return SS_OK;
}

ss_status ss_plan_start(ss_plan *plan, ss_sweep_map *map, const ss_sweep_options *options) {
  *plan = (ss_plan){.map = map, .refine = options->refine};
  plan->count = map->axis[0].count * map->axis[1].count;
  if (!plan->refine) return SS_OK;
  plan->count = 0;
  for (int k = 0; k < 2; k++)
    if (cut_axis(&plan->axis[k], map->axis[k].count, options->coarse) != SS_OK) return SS_MEMORY;
  plan->cell = calloc(count_cells(plan), 1);
  plan->waits = calloc(map->axis[0].count * map->axis[1].count, 1);
  if (!plan->cell || !plan->waits) return SS_MEMORY;
  ss_status status = SS_OK;
  for (size_t j = 0; j < plan->axis[1].cells && status == SS_OK; j++)
    for (size_t i = 0; i < plan->axis[0].cells && status == SS_OK; i++)
      status = look_at(plan, i, j);
  return status;
}

ss_status ss_plan_go_on(ss_plan *plan, bool *more) {
  *more = false;
  if (!plan->refine) return SS_OK;
  bool finest = false, grew;
  plan->count = 0;
  ss_status status = SS_OK;
  /* a step may need no new point, if all corners are known already */
  while (status == SS_OK && plan->count == 0 && !finest) {
    status = follow_boundary(plan, &grew);
    if (status == SS_OK && !grew) status = refine(plan, &finest);
  }
  plan->round++;
  *more = status == SS_OK && plan->count > 0;
  return status;
}

void ss_plan_stop(ss_plan *plan) {
  free(plan->list);
  free(plan->cell);
  free(plan->waits);
  for (int k = 0; k < 2; k++) free(plan->axis[k].cut);
}
