/* plot_contour.c: the lines on which values at the points of a grid have a given level.
 *
 * Marching squares: a line crosses an edge of the grid whose ends lie on different sides of the
 * level, at the place that linear interpolation says; within a cell crossings are joined in pairs.
 * A cell with four crossings is a saddle: its middle, taken as the mean of the corners, decides
 * which corners belong together. An edge has at most two cells, so a crossing has at most two
 * neighbours, and following them strings the crossings to polylines: first those that begin at the
 * border (or at a value that is not finite), then those that are closed. For a function with second
 * derivatives below B the points are on a level within h^2 B / 8 of the one asked for, h being the
 * edge. Cost: a few operations a cell.
 */
#include <math.h>

#include "plot.h"

typedef struct contour {
  const ss_grid *grid;
  double level;
  size_t edges;         /* across: j*columns + i; upwards: the same after all of them */
  size_t (*link)[2];    /* of each edge: the crossings next to its own; SIZE_MAX: none */
  bool *crossed, *done; /* of each edge */
  size_t count;
  double *x, *y;
} contour;

static double value_at(const contour *c, size_t i, size_t j) {
  return c->grid->value[j * c->grid->columns + i];
}

/* Whether the level is passed between two values. A value on the level counts as above it. */
static bool passes(const contour *c, double a, double b) {
  return (a < c->level) != (b < c->level);
}

static void join(contour *c, size_t a, size_t b) {
  c->link[a][c->link[a][0] != SIZE_MAX] = b;
  c->link[b][c->link[b][0] != SIZE_MAX] = a;
  c->crossed[a] = c->crossed[b] = true;
}

/* Joins the crossings of the cell whose lower left corner is (i, j). */
static void cross_cell(contour *c, size_t i, size_t j) {
  const size_t columns = c->grid->columns, up = columns * c->grid->rows;
  const double corner[4] = {value_at(c, i, j), value_at(c, i + 1, j), value_at(c, i + 1, j + 1),
                            value_at(c, i, j + 1)};
  /* edge k goes from corner k to the next one */
  const size_t edge[4] = {j * columns + i, up + j * columns + i + 1, (j + 1) * columns + i,
                          up + j * columns + i};
  size_t found[4], crossings = 0;
  for (size_t k = 0; k < 4; k++)
    if (!isfinite(corner[k])) return;
  for (size_t k = 0; k < 4; k++)
    if (passes(c, corner[k], corner[(k + 1) % 4])) found[crossings++] = edge[k];
  if (crossings == 2) join(c, found[0], found[1]);
  if (crossings < 4) return;
  const double middle = 0.25 * (corner[0] + corner[1] + corner[2] + corner[3]);
  /* corners 0 and 2 are together if the middle is on their side: the lines cut off 1 and 3 */
  const size_t first = passes(c, middle, corner[0]) ? 3 : 1;
  join(c, edge[0], edge[first]);
  join(c, edge[2], edge[4 - first]);
}

/* The place of a crossing becomes the next point. */
static void add_point(contour *c, size_t edge) {
  const ss_grid *g = c->grid;
  const size_t all = g->columns * g->rows, at = edge % all;
  const size_t i = at % g->columns, j = at / g->columns, right = edge < all, upper = edge >= all;
  const double a = value_at(c, i, j), b = value_at(c, i + right, j + upper);
  const double share = (c->level - a) / (b - a);
  const double column = (double)i + (right ? share : 0), row = (double)j + (upper ? share : 0);
  c->x[c->count] = g->x0 + (g->x1 - g->x0) * column / (double)(g->columns - 1);
  c->y[c->count++] = g->y0 + (g->y1 - g->y0) * row / (double)(g->rows - 1);
}

static void end_line(contour *c) {
  c->x[c->count] = c->y[c->count] = NAN;
  c->count++;
}

static void follow(contour *c, size_t start) {
  size_t edge = start;
  while (edge != SIZE_MAX && !c->done[edge]) {
    add_point(c, edge);
    c->done[edge] = true;
    const size_t *next = c->link[edge];
    edge = next[0] != SIZE_MAX && !c->done[next[0]] ? next[0] : next[1];
  }
  /* a closed line ends where it began */
  if (c->link[start][1] != SIZE_MAX) add_point(c, start);
  end_line(c);
}

ss_status ss_plot_contour(ss_arena *arena, const ss_grid *grid, double level, size_t *count,
                          double **x, double **y) {
  contour c = {.grid = grid, .level = level, .edges = 2 * grid->columns * grid->rows};
  *count = 0;
  if (grid->columns < 2 || grid->rows < 2) return SS_OK;
  c.link = ss_arena_alloc(arena, c.edges, sizeof *c.link);
  c.crossed = ss_arena_new(arena, c.edges, bool);
  c.done = ss_arena_new(arena, c.edges, bool);
  /* every crossing once, a closing point and an end for each line of at least two */
  c.x = ss_arena_new(arena, 2 * c.edges + 2, double);
  c.y = ss_arena_new(arena, 2 * c.edges + 2, double);
  if (!c.link || !c.crossed || !c.done || !c.x || !c.y) return SS_MEMORY;
  for (size_t k = 0; k < c.edges; k++) c.link[k][0] = c.link[k][1] = SIZE_MAX;
  for (size_t j = 0; j + 1 < grid->rows; j++)
    for (size_t i = 0; i + 1 < grid->columns; i++) cross_cell(&c, i, j);
  for (size_t k = 0; k < c.edges; k++)
    if (c.crossed[k] && !c.done[k] && c.link[k][1] == SIZE_MAX) follow(&c, k);
  for (size_t k = 0; k < c.edges; k++)
    if (c.crossed[k] && !c.done[k]) follow(&c, k);
  *count = c.count;
  *x = c.x;
  *y = c.y;
  return SS_OK;
}
