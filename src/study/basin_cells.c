/* basin_cells.c: cells of a proved basin, divided until each is decided or as fine as asked for.
 *
 * A cell of the first grid is a point of a sweep. What a thread finds of it is a text, whose first
 * line is the number of motions that were followed and whose others are leaves,
 *
 *     DEPTH COLUMN ROW rest|settle|escape ... PLAN     as in the certificate
 *     DEPTH COLUMN ROW open CLASS                      the class by a simulation from its middle
 *
 * so that it can be sent to another rank or kept in a journal; rank 0 reads it, paints the map and
 * keeps the proved leaves. A text depends on its cell alone. Where an axis is a parameter a point
 * of the sweep is a strip of cells, and the machines of its leaves have lines of their own
 * (basin_strips.c).
 *
 * A cell of the last depth that stays open as a whole is tried once more in four parts, as its
 * motions need only agree in the end, not on the way: it is proved if all parts are, of one class;
 * its leaves are those of its parts then, one deeper than the map. Half of what is open beyond the
 * cells that the border crosses is decided so, for half as many motions again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

typedef struct cell_worker {
  const ss_basin *basin;
  ss_basin_worker *simulator;
  ss_basin_piece *piece; /* of the strip, 2^k of the k-th depth from behind 2^k - 1 on; or NULL */
  size_t strip;
  ss_text leaves;
  size_t motions;
  ss_status status;
} cell_worker;

/* Cell (i, j) of 2^depth x 2^depth: its middle, and what of it rounding may leave out. */
static void place(const ss_basin *b, size_t depth, size_t i, size_t j, double *x, double *reach) {
  const size_t n = ss_machine_model(b->machine)->coordinates, at[2] = {i, j};
  for (size_t k = 0; k < n; k++) x[k] = b->q[k], x[n + k] = b->u[k];
  for (size_t k = 0; k < 2 * n; k++) reach[k] = 0;
  for (int k = 0; k < 2; k++) {
    const double low = b->page[2 * k], high = b->page[2 * k + 1];
    const double width = ldexp(high - low, -(int)depth);
    const double slip = 0x1p-50 * (fabs(low) + fabs(high));
    if (b->varied == (size_t)k) continue;
    x[b->axis[k]] = low + width * ((double)at[k] + 0.5);
    reach[b->axis[k]] = width / 2 + slip;
  }
}

static size_t count_pieces(const struct ss_basin_proof *p) {
  return ((size_t)2 << (p->depth - p->first)) - 1;
}

/* The machine that a cell is about; NULL: nothing is known of it. */
static const ss_tube_target *find_target(cell_worker *w, const size_t cell[3],
                                         ss_basin_piece **piece) {
  const struct ss_basin_proof *p = w->basin->proof;
  *piece = NULL;
  if (w->basin->varied == NO_AXIS) return p->target;
  const size_t up = cell[0] - p->first, index = cell[1 + w->basin->varied];
  *piece = &w->piece[((size_t)1 << up) - 1 + (index - (w->strip << up))];
  if (!(*piece)->arena) {
    const ss_status status = ss_basin_open_piece(w->basin, cell[0], index, NULL, *piece);
    if (status == SS_MEMORY) w->status = SS_MEMORY;
  }
  return (*piece)->target;
}

/* What simulation says where nothing is proved. */
static uint8_t simulate(cell_worker *w, size_t i, size_t j) {
  const struct ss_basin_proof *p = w->basin->proof;
  const ss_sweep_axis *axis = w->basin->work.map.axis;
  const double x = ss_sweep_at(&axis[0], i), y = ss_sweep_at(&axis[1], j);
  uint8_t code;
  double time;
  w->status = ss_basin_classify(w->simulator, 1, &x, &y, &code, &time);
  if (w->status != SS_OK) return p->open;
  const ss_sweep_role role = p->simulator->work.map.class_of_code[code].role;
  if (role == SS_SWEEP_REST || role == SS_SWEEP_OTHER) return p->open_rest;
  return role == SS_SWEEP_ESCAPES ? p->open_escape : p->open;
}

/* By fences: a leaf, if the cell has a haven; its class, or SIZE_MAX. */
static size_t enter_haven(cell_worker *w, const size_t cell[3], const double *x,
                          const double *reach) {
  const struct ss_basin_proof *p = w->basin->proof;
  const size_t haven = ss_basin_find_haven(w->basin, x, reach);
  if (haven == SIZE_MAX) return SIZE_MAX;
  ss_text_addf(&w->leaves, "%zu %zu %zu rest %zu\n", cell[0], cell[1], cell[2], haven);
  return p->rest + ss_fences_root(p->fences, haven);
}

/* By a tube: a leaf, if it leads somewhere; its class, or SIZE_MAX. */
static size_t follow(cell_worker *w, const size_t cell[3], const double *x, const double *reach) {
  const struct ss_basin_proof *p = w->basin->proof;
  ss_tube_answer a;
  ss_text plan;
  ss_basin_piece *piece;
  const ss_tube_target *target = find_target(w, cell, &piece);
  if (!target) return SIZE_MAX;
  ss_text_start(&plan);
  w->motions++;
  ss_tube_follow(target->tube, x, reach, &plan, &a);
  if (a.fate != SS_TUBE_OPEN) {
    if (piece && !piece->told) w->status = ss_basin_tell_piece(w->basin, piece, &w->leaves);
    if (piece) piece->told = true;
    ss_text_addf(&w->leaves, "%zu %zu %zu ", cell[0], cell[1], cell[2]);
    ss_study_write_leaf(target->tube, &a, &plan, &w->leaves);
    ss_text_add(&w->leaves, "\n");
  }
  w->leaves.failed = w->leaves.failed || plan.failed;
  ss_text_stop(&plan);
  if (a.fate == SS_TUBE_OPEN) return SIZE_MAX;
  return a.fate == SS_TUBE_ESCAPE ? p->escape : p->rest;
}

static size_t decide(cell_worker *w, const size_t cell[3]) {
  double x[2 * SS_TUBE_MOST], reach[2 * SS_TUBE_MOST];
  place(w->basin, cell[0], cell[1], cell[2], x, reach);
  return (w->basin->proof->fences ? enter_haven : follow)(w, cell, x, reach);
}

/* A cell of the last depth by its four parts, with one class; else no leaf is left of them. */
static bool decide_parts(cell_worker *w, size_t i, size_t j) {
  const struct ss_basin_proof *p = w->basin->proof;
  const size_t before = w->leaves.length;
  size_t class = SIZE_MAX;
  bool good = p->parts;
  for (size_t k = 0; good && k < 4; k++) {
    const size_t own = decide(w, (size_t[]){p->depth + 1, 2 * i + k % 2, 2 * j + k / 2});
    good = own != SIZE_MAX && (k == 0 || own == class);
    class = own;
  }
  if (!good) w->leaves.data[w->leaves.length = before] = 0;
  return good;
}

static void divide(cell_worker *w, size_t depth, size_t i, size_t j) {
  const struct ss_basin_proof *p = w->basin->proof;
  if (w->status != SS_OK || decide(w, (size_t[]){depth, i, j}) != SIZE_MAX) return;
  if (depth == p->depth && !decide_parts(w, i, j))
    ss_text_addf(&w->leaves, "%zu %zu %zu open %u\n", depth, i, j, simulate(w, i, j));
  for (size_t k = 0; depth < p->depth && k < 4; k++)
    divide(w, depth + 1, 2 * i + k % 2, 2 * j + k / 2);
}

/* ---- what a thread does ---------------------------------------------------------------------- */

static ss_status open_worker(const void *user, void **worker) {
  const ss_basin *b = user;
  const ss_basin *simulator = b->proof->simulator;
  const char *why;
  cell_worker *w = calloc(1, sizeof *w);
  if (!w) return SS_MEMORY;
  w->basin = b;
  ss_text_start(&w->leaves);
  if (b->varied != NO_AXIS) w->piece = calloc(count_pieces(b->proof), sizeof *w->piece);
  ss_status status = b->varied == NO_AXIS || w->piece ? SS_OK : SS_MEMORY;
  if (status == SS_OK) status = ss_basin_open(simulator, &simulator->options, &w->simulator, &why);
  if (status == SS_OK) {
    *worker = w;
  } else {
    free(w->piece);
    free(w);
  }
  return status;
}

static void close_worker(void *worker) {
  cell_worker *w = worker;
  ss_basin_close(w->simulator);
  ss_text_stop(&w->leaves);
  free(w->piece);
  free(w);
}

/* All cells of the strip. */
static void divide_strip(cell_worker *w, size_t strip) {
  const struct ss_basin_proof *p = w->basin->proof;
  const bool first = w->basin->varied == 0;
  w->strip = strip;
  for (size_t k = 0; k < (size_t)1 << p->first; k++)
    divide(w, p->first, first ? strip : k, first ? k : strip);
  for (size_t k = 0; k < count_pieces(p); k++) ss_basin_close_piece(&w->piece[k]);
}

static ss_status divide_cells(void *worker, size_t count, const double *a, const double *b,
                              uint8_t *codes, double *values) {
  cell_worker *w = worker;
  const size_t first = w->basin->proof->first, side = (size_t)1 << first;
  (void)b;
  w->status = SS_OK;
  w->motions = 0;
  ss_text_stop(&w->leaves);
  ss_text_start(&w->leaves);
  for (size_t k = 0; k < count; k++) {
    const size_t index = (size_t)llround(a[k]);
    if (w->piece)
      divide_strip(w, index);
    else
      divide(w, first, index % side, index / side);
    codes[k] = 1;
    values[k] = 0;
  }
  return w->leaves.failed ? SS_MEMORY : w->status;
}

static ss_status tell(void *worker, ss_text *text) {
  const cell_worker *w = worker;
  ss_text_addf(text, "%zu\n%s", w->motions, w->leaves.data);
  return SS_OK;
}

/* ---- what rank 0 makes of it ----------------------------------------------------------------- */

/* A part of a cell of the last depth paints all of it. */
static void paint(const ss_basin *b, const size_t leaf[3], uint8_t code) {
  const size_t depth = b->proof->depth, part = leaf[0] > depth, row = (size_t)1 << depth;
  const size_t cell[3] = {leaf[0], leaf[1] >> part, leaf[2] >> part};
  const size_t size = part ? 1 : (size_t)1 << (depth - leaf[0]);
  const ss_sweep_map *map = &b->work.map;
  for (size_t y = cell[2] * size; y < (cell[2] + 1) * size; y++)
    for (size_t x = cell[1] * size; x < (cell[1] + 1) * size; x++) {
      map->code[y * row + x] = code;
      map->value[y * row + x] = (double)cell[0];
      map->evaluated[y * row + x] = 1;
    }
}

/* Whether the line is a leaf of that cell of the first grid. */
static bool take_leaf(const ss_basin *b, size_t chunk, const char *line, size_t length) {
  const struct ss_basin_proof *p = b->proof;
  ss_text *leaves = &p->cell[chunk].leaves;
  size_t c[3];
  unsigned code = 0;
  char fate[8], head[96];
  snprintf(head, sizeof head, "%.*s", (int)(length < sizeof head ? length : sizeof head), line);
  if (b->varied != NO_AXIS && strncmp(head, "piece ", 6) == 0) {
    ss_text_addf(leaves, "%.*s\n", (int)length, line);
    return !leaves->failed;
  }
  const int found = sscanf(head, "%zu %zu %zu %7[a-z] %u", &c[0], &c[1], &c[2], fate, &code);
  if (found < 4 || c[0] < p->first || c[0] > p->depth + p->parts) return false;
  const size_t up = c[0] - p->first;
  if (c[1] >> c[0] || c[2] >> c[0]) return false;
  const size_t own =
      b->varied == NO_AXIS ? (c[1] >> up) + ((c[2] >> up) << p->first) : c[1 + b->varied] >> up;
  if (own != chunk) return false;
  const bool open = strcmp(fate, "open") == 0;
  if (open && (found < 5 || code < p->open_rest || code > p->open)) return false;
  const bool haven = !open && p->fences;
  if (haven && (found < 5 || code >= ss_fences_count(p->fences))) return false;
  const uint8_t rest = (uint8_t)(p->rest + (haven ? ss_fences_root(p->fences, code) : 0));
  paint(b, c, open ? (uint8_t)code : strcmp(fate, "escape") == 0 ? p->escape : rest);
  if (!open) ss_text_addf(leaves, "%.*s\n", (int)length, line);
  return !leaves->failed;
}

static ss_status hear(const void *user, size_t chunk, const char *text, size_t length) {
  const ss_basin *b = user;
  ss_proved_cell *cell = &b->proof->cell[chunk];
  const char *end = text + length;
  if (!length || end[-1] != '\n') return SS_BAD_INPUT;
  if (!cell->leaves.data) ss_text_start(&cell->leaves);
  cell->motions = strtoul(text, NULL, 10);
  for (const char *line = strchr(text, '\n') + 1, *next; line < end; line = next + 1) {
    next = memchr(line, '\n', (size_t)(end - line));
    if (!take_leaf(b, chunk, line, (size_t)(next - line)))
      return cell->leaves.failed ? SS_MEMORY : SS_BAD_INPUT;
  }
  return SS_OK;
}

ss_sweep_task ss_basin_cells_task(const ss_basin *basin) {
  return (ss_sweep_task){basin, open_worker, close_worker, divide_cells, tell, hear};
}
