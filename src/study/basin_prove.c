/* basin_prove.c: a basin in which every cell is proved to rest, proved to escape, or open.
 *
 * A cell is a box of starts; a tube around the motion from its middle decides it (tube.h), or it is
 * divided into four, down to 2^depth cells along an axis. The target is what `prove` shows of the
 * machine: a level below which all motions tend to rest, or that all of them do. Cells of the first
 * grid are independent of each other, so that threads share them and the map is the same bit for
 * bit for any number of threads. What is left open is simulated, from the middles of the finest
 * cells, and stays open.
 *
 * Shares of the area are counted in finest cells, hence exact. The leaves, each with its plan, are
 * the certificate: a second program follows the plans without search (docs/certificate.md).
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/json.h"
#include "study_private.h"

enum { DEPTH = 8, DEPTH_MOST = 12, FIRST = 4 };

/* The proved leaves of a cell of the first grid. */
typedef struct proved_cell {
  ss_text leaves; /* a line each: depth, column, row, fate, plan */
  size_t motions;
  bool done;
} proved_cell;

struct ss_basin_proof {
  size_t depth, first; /* of the finest cells, of the first grid */
  ss_tube_target *target;
  const ss_basin *simulator;
  ss_basin_options simulated;
  proved_cell *cell;
  const char *certificate; /* its file; NULL: none */
  uint8_t rest, escape, open_rest, open_escape, open;
  ss_map_proved shares;
};

/* ---- what is asked --------------------------------------------------------------------------- */

static void forget_proof(void *object) {
  struct ss_basin_proof *p = object;
  for (size_t i = 0; p->cell && i < (size_t)1 << 2 * p->first; i++)
    if (p->cell[i].leaves.data) ss_text_stop(&p->cell[i].leaves);
}

static bool ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* FILE.h5 -> FILE.proof.json; FILE.proof.json is the certificate, and there is no map then. */
static ss_status name_certificate(ss_basin *b, ss_map_options *map) {
  struct ss_basin_proof *p = b->proof;
  if (!map->file) return SS_OK;
  if (ends_with(map->file, ".proof.json")) {
    p->certificate = map->file;
    map->file = NULL;
    return SS_OK;
  }
  const char *dot = strrchr(map->file, '.');
  const size_t length = dot ? (size_t)(dot - map->file) : strlen(map->file);
  p->certificate = ss_arena_format(b->work.arena, "%.*s.proof.json", (int)length, map->file);
  return p->certificate ? SS_OK : SS_MEMORY;
}

static ss_status refuse_options(const ss_basin *b, ss_diagnostics *list) {
  const ss_basin_options *r = b->request;
  if (r->depth > DEPTH_MOST)
    return ss_study_refuse(list, SS_BAD_INPUT, "--depth %zu: at most %d", r->depth, DEPTH_MOST);
  if (r->map.resume || r->map.refine)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--%s: a proved map is made in one run, by a quadtree",
                           r->map.resume ? "resume" : "refine");
  return r->map.file ? ss_study_check_certificate(b->machine, list) : SS_OK;
}

ss_status ss_basin_prepare_proof(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = ss_arena_new(b->work.arena, 1, struct ss_basin_proof);
  ss_map_options *map = ss_arena_new(b->work.arena, 1, ss_map_options);
  if (!p || !map) return SS_MEMORY;
  if (!ss_arena_defer(b->work.arena, forget_proof, p)) return SS_MEMORY;
  b->proof = p;
  ss_status status = refuse_options(b, list);
  if (status != SS_OK) return status;
  p->depth = b->request->depth ? b->request->depth : DEPTH;
  p->first = p->depth < FIRST ? p->depth : FIRST;
  *map = b->request->map;
  map->count[0] = map->count[1] = (size_t)1 << p->depth;
  b->work.options = map;
  status = name_certificate(b, map);
  if (status == SS_OK)
    status = ss_study_find_target(b->work.arena, b->machine, b->options.end, list, &p->target);
  if (status != SS_OK) return status;
  p->simulated = *b->request;
  p->simulated.prove = false;
  p->simulated.reach.end = fmax(p->simulated.reach.end, ss_reach_default_options().end);
  p->simulated.map = ss_map_default_options();
  p->simulated.map.command = b->request->map.command;
  ss_basin *simulator;
  status = ss_basin_prepare(b->work.arena, b->machine, &p->simulated, list, &simulator);
  p->simulator = simulator;
  return status;
}

void ss_basin_start_proof(ss_basin *b) {
  struct ss_basin_proof *p = b->proof;
  const ss_proof *known = &p->target->known;
  ss_map_work *w = &b->work;
  p->shares.set = b->sets.count == 1 ? b->sets.set[0].name : "rest";
  const char *name = ss_arena_format(w->arena, "%s, proved", p->shares.set);
  p->rest = ss_map_add_class(w, name ? name : "proved", SS_SWEEP_PROVED_REST);
  p->escape = ss_map_add_class(w, "escapes, proved", SS_SWEEP_PROVED_ESCAPES);
  p->open_rest = ss_map_add_class(w, "open, rests by simulation", SS_SWEEP_OPEN_REST);
  p->open_escape = ss_map_add_class(w, "open, escapes by simulation", SS_SWEEP_OPEN_ESCAPES);
  p->open = ss_map_add_class(w, "open", SS_SWEEP_OPEN);
  ss_map_add_fact(w, "proof", "tubes, depth %zu, target %s%s", p->depth, known->level ? "V < " : "",
                  known->level ? known->level : known->theorem);
  /* points are the middles of cells */
  for (int k = 0; k < 2; k++) {
    ss_sweep_axis *axis = &w->map.axis[k];
    const double half = (axis->high - axis->low) / (double)axis->count / 2;
    axis->low += half;
    axis->high -= half;
  }
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Cell (i, j) of 2^depth x 2^depth: its middle, and what of it rounding may leave out. */
static void place(const ss_basin *b, size_t depth, size_t i, size_t j, double *x, double *reach) {
  const size_t n = ss_machine_model(b->machine)->coordinates, at[2] = {i, j};
  for (size_t k = 0; k < n; k++) x[k] = b->q[k], x[n + k] = b->u[k];
  for (size_t k = 0; k < 2 * n; k++) reach[k] = 0;
  for (int k = 0; k < 2; k++) {
    const double low = b->page[2 * k], high = b->page[2 * k + 1];
    const double width = ldexp(high - low, -(int)depth);
    const double slip = 0x1p-50 * (fabs(low) + fabs(high));
    x[b->axis[k]] = low + width * ((double)at[k] + 0.5);
    reach[b->axis[k]] = width / 2 + slip;
  }
}

static void paint(const ss_basin *b, size_t depth, size_t i, size_t j, uint8_t code) {
  const size_t size = (size_t)1 << (b->proof->depth - depth), row = (size_t)1 << b->proof->depth;
  for (size_t y = j * size; y < (j + 1) * size; y++) {
    memset(b->work.map.code + y * row + i * size, code, size);
    for (size_t x = i * size; x < (i + 1) * size; x++)
      b->work.map.value[y * row + x] = (double)depth;
  }
}

static void divide(const ss_basin *b, proved_cell *cell, size_t depth, size_t i, size_t j) {
  const struct ss_basin_proof *p = b->proof;
  double x[2 * SS_TUBE_MOST], reach[2 * SS_TUBE_MOST];
  ss_tube_answer a;
  ss_text plan;
  place(b, depth, i, j, x, reach);
  ss_text_start(&plan);
  cell->motions++;
  ss_tube_follow(p->target->tube, x, reach, &plan, &a);
  cell->leaves.failed = cell->leaves.failed || plan.failed;
  if (a.fate == SS_TUBE_LEVEL || a.fate == SS_TUBE_REST) {
    const char *fate = a.fate == SS_TUBE_REST ? "settle" : "rest";
    ss_text_addf(&cell->leaves, "%zu %zu %zu %s %s\n", depth, i, j, fate, plan.data);
    paint(b, depth, i, j, p->rest);
  } else if (a.fate == SS_TUBE_ESCAPE) {
    ss_text_addf(&cell->leaves, "%zu %zu %zu escape %zu %zu %s\n", depth, i, j, a.ray, a.direction,
                 plan.data);
    paint(b, depth, i, j, p->escape);
  } else if (depth == p->depth) {
    paint(b, depth, i, j, p->open);
  } else {
    for (size_t k = 0; k < 4; k++) divide(b, cell, depth + 1, 2 * i + k % 2, 2 * j + k / 2);
  }
  ss_text_stop(&plan);
}

/* ---- a sweep over the first grid ------------------------------------------------------------- */

static ss_status open_task(const void *user, void **worker) {
  *worker = (void *)user;
  return SS_OK;
}

static void close_task(void *worker) {
  (void)worker;
}

static ss_status divide_task(void *worker, size_t count, const double *a, const double *b,
                             uint8_t *codes, double *values) {
  const ss_basin *basin = worker;
  (void)b;
  for (size_t k = 0; k < count; k++) {
    const size_t index = (size_t)llround(a[k]), side = (size_t)1 << basin->proof->first;
    proved_cell *cell = &basin->proof->cell[index];
    ss_text_start(&cell->leaves);
    divide(basin, cell, basin->proof->first, index % side, index / side);
    if (cell->leaves.failed) return SS_MEMORY;
    cell->done = true;
    codes[k] = 1;
    values[k] = 0;
  }
  return SS_OK;
}

static ss_status sweep_cells(ss_basin *b, ss_diagnostics *list) {
  static const ss_sweep_class classes[2] = {{"not done", SS_SWEEP_NOT_DONE},
                                            {"done", SS_SWEEP_OTHER}};
  const size_t cells = (size_t)1 << 2 * b->proof->first;
  const ss_sweep_task task = {b, open_task, close_task, divide_task};
  const char *why;
  ss_sweep_map grid = {.axis = {{"cell", "", 0, (double)(cells - 1), cells}, {"", "", 0, 0, 1}},
                       .classes = 2,
                       .class_of_code = classes,
                       .command = "",
                       .model = ""};
  ss_sweep_options o = ss_sweep_default_options();
  o.threads = b->work.options->threads;
  o.chunk = 1;
  o.go_on = b->work.options->go_on;
  o.user = b->work.options->user;
  const ss_status status = ss_sweep_run(b->work.arena, &task, &o, &grid, &why);
  if (status == SS_OK || status == SS_LIMIT) return status;
  return ss_study_refuse(list, status, "--prove: %s", *why ? why : ss_status_text(status));
}

/* What simulation says where nothing is proved. */
static ss_status simulate_open(ss_basin *b, ss_diagnostics *list) {
  const struct ss_basin_proof *p = b->proof;
  ss_sweep_map *map = &b->work.map;
  const size_t side = (size_t)1 << p->depth;
  ss_basin_worker *w;
  const char *why;
  ss_status status = ss_basin_open(p->simulator, &p->simulator->options, &w, &why);
  if (status != SS_OK)
    return ss_study_refuse(list, status, "basin: %s", why ? why : ss_status_text(status));
  for (size_t k = 0; k < side * side && status == SS_OK; k++) {
    if (map->code[k] != p->open) continue;
    const double x = ss_sweep_at(&map->axis[0], k % side), y = ss_sweep_at(&map->axis[1], k / side);
    uint8_t code;
    double time;
    status = ss_basin_classify(w, 1, &x, &y, &code, &time);
    if (status != SS_OK) break;
    const ss_sweep_role role = p->simulator->work.map.class_of_code[code].role;
    if (role == SS_SWEEP_REST || role == SS_SWEEP_OTHER) map->code[k] = p->open_rest;
    if (role == SS_SWEEP_ESCAPES) map->code[k] = p->open_escape;
  }
  ss_basin_close(w);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "basin: %s", ss_status_text(status));
}

/* ---- the certificate ------------------------------------------------------------------------- */

static json_t *share_of(size_t cells, size_t depth) {
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_ui(x, cells, 1);
  fmpq_div_2exp(x, x, 2 * depth);
  char *text = fmpq_get_str(NULL, 10, x);
  json_t *number = json_string(text);
  flint_free(text);
  fmpq_clear(x);
  return number;
}

static json_t *leaves_of(const struct ss_basin_proof *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < (size_t)1 << 2 * p->first; i++)
    for (const char *line = p->cell[i].leaves.data, *end; (end = strchr(line, '\n'));
         line = end + 1) {
      size_t length = (size_t)(end - line);
      if (length && line[length - 1] == ' ') length--; /* an empty plan */
      ss_json_append(&list, json_stringn(line, length));
    }
  return list;
}

static json_t *describe_map(const ss_basin *b, const size_t cells[3]) {
  const struct ss_basin_proof *p = b->proof;
  const size_t n = ss_machine_model(b->machine)->coordinates;
  double x[2 * SS_TUBE_MOST];
  json_t *map = ss_study_describe_tube(p->target->tube, 2 * n), *shares = json_object();
  for (size_t k = 0; k < n; k++) x[k] = b->q[k], x[n + k] = b->u[k];
  ss_json_set(&map, "axes", json_pack("[i, i]", (int)b->axis[0], (int)b->axis[1]));
  ss_json_set(&map, "low", ss_study_numbers(2, (double[]){b->page[0], b->page[2]}));
  ss_json_set(&map, "high", ss_study_numbers(2, (double[]){b->page[1], b->page[3]}));
  ss_json_set(&map, "base", ss_study_numbers(2 * n, x));
  ss_json_set(&map, "depth", json_integer((json_int_t)p->depth));
  ss_json_set(&map, "leaves", leaves_of(p));
  ss_json_set(&shares, "rest", share_of(cells[0], p->depth));
  ss_json_set(&shares, "escape", share_of(cells[1], p->depth));
  ss_json_set(&shares, "open", share_of(cells[2], p->depth));
  ss_json_set(&map, "shares", shares);
  return map;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void count_cells(ss_basin *b, size_t cells[3]) {
  struct ss_basin_proof *p = b->proof;
  const size_t side = (size_t)1 << p->depth;
  for (size_t k = 0; k < side * side; k++) {
    const uint8_t code = b->work.map.code[k];
    cells[code == p->rest ? 0 : code == p->escape ? 1 : 2]++;
  }
  p->shares.rest = (double)cells[0] / (double)(side * side);
  p->shares.escape = (double)cells[1] / (double)(side * side);
  p->shares.open = (double)cells[2] / (double)(side * side);
  for (size_t i = 0; i < (size_t)1 << 2 * p->first; i++) p->shares.motions += p->cell[i].motions;
}

ss_status ss_basin_run_proof(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = b->proof;
  ss_map_work *w = &b->work;
  const size_t points = (size_t)1 << 2 * p->depth;
  size_t cells[3] = {0};
  w->map.code = ss_arena_new(w->arena, points, uint8_t);
  w->map.value = ss_arena_new(w->arena, points, double);
  w->map.evaluated = ss_arena_new(w->arena, points, uint8_t);
  p->cell = ss_arena_new(w->arena, (size_t)1 << 2 * p->first, proved_cell);
  if (!w->map.code || !w->map.value || !w->map.evaluated || !p->cell) return SS_MEMORY;
  ss_status status = sweep_cells(b, list);
  if (status == SS_OK) status = simulate_open(b, list);
  if (status != SS_OK) return status;
  memset(w->map.evaluated, 1, points);
  w->map.complete = true;
  count_cells(b, cells);
  if (p->certificate)
    status =
        ss_study_write_tubes(b->machine, p->target, describe_map(b, cells), p->certificate, list);
  if (status == SS_OK) p->shares.certificate = p->certificate;
  if (status == SS_OK && w->options->file) status = ss_map_write(w, list);
  return status;
}

const ss_map_proved *ss_basin_proved(const ss_basin *basin) {
  return basin->proof && basin->work.map.complete ? &basin->proof->shares : NULL;
}
