/* basin_prove.c: a basin in which every cell is proved to rest, proved to escape, or open.
 *
 * A cell is a box of starts; a tube around the motion from its middle decides it (tube.h), or it is
 * divided into four, down to 2^depth cells along an axis. The target is what `prove` shows of the
 * machine: a level below which all motions tend to rest, or that all of them do. Cells of the first
 * grid are independent of each other: threads and ranks share them, a journal keeps those that are
 * done (basin_cells.c), and the map is the same bit for bit however it was made.
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

enum { DEPTH = 8, DEPTH_MOST = 12, FIRST = 4, FIRST_STRIPS = 5 };

/* ---- what is asked --------------------------------------------------------------------------- */

static void forget_proof(void *object) {
  struct ss_basin_proof *p = object;
  for (size_t i = 0; p->cell && i < p->chunks; i++)
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
    map->resume = false;
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
  if (r->map.refine)
    return ss_study_refuse(list, SS_BAD_INPUT, "--refine: a proved map is made by a quadtree");
  return r->map.file ? ss_study_check_certifiable(b->machine, list) : SS_OK;
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
  const bool strips = b->varied != NO_AXIS;
  const size_t first = strips ? FIRST_STRIPS : FIRST;
  p->first = p->depth < first ? p->depth : first;
  p->chunks = (size_t)1 << (strips ? 1 : 2) * p->first;
  p->parts = !strips && p->depth < DEPTH_MOST;
  *map = b->request->map;
  map->count[0] = map->count[1] = (size_t)1 << p->depth;
  b->work.options = map;
  status = name_certificate(b, map);
  if (status == SS_OK && !strips && !ss_basin_is_fenced(b->machine))
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

/* The classes that tubes lead to. */
static ss_status start_tubes(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = b->proof;
  const ss_proof *known = p->target ? &p->target->known : NULL;
  p->shares.set = b->sets.count == 1 ? b->sets.set[0].name : "rest";
  const char *name = ss_arena_format(b->work.arena, "%s, proved", p->shares.set);
  p->rest = ss_map_add_class(&b->work, name ? name : "proved", SS_SWEEP_PROVED_REST);
  if (!known) ss_map_add_fact(&b->work, "proof", "tubes in strips, depth %zu", p->depth);
  if (!known) return ss_basin_try_strips(b, list);
  ss_map_add_fact(&b->work, "proof", "tubes, depth %zu, target %s%s", p->depth,
                  known->level ? "V < " : "", known->level ? known->level : known->theorem);
  return SS_OK;
}

ss_status ss_basin_start_proof(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = b->proof;
  ss_map_work *w = &b->work;
  if (p->certificate && !w->options->file) {
    w->sweep.journal = ss_arena_format(w->arena, "%s.part", p->certificate);
    w->sweep.resume = b->request->map.resume;
    if (!w->sweep.journal) return SS_MEMORY;
  }
  const bool tubes = p->target || b->varied != NO_AXIS;
  const ss_status status = tubes ? start_tubes(b, list) : ss_basin_start_fences(b, list);
  if (status != SS_OK) return status;
  p->escape = ss_map_add_class(w, "escapes, proved", SS_SWEEP_PROVED_ESCAPES);
  p->open_rest = ss_map_add_class(w, "open, rests by simulation", SS_SWEEP_OPEN_REST);
  p->open_escape = ss_map_add_class(w, "open, escapes by simulation", SS_SWEEP_OPEN_ESCAPES);
  p->open = ss_map_add_class(w, "open", SS_SWEEP_OPEN);
  /* points are the middles of cells */
  for (int k = 0; k < 2; k++) {
    ss_sweep_axis *axis = &w->map.axis[k];
    const double half = (axis->high - axis->low) / (double)axis->count / 2;
    axis->low += half;
    axis->high -= half;
  }
  return SS_OK;
}

/* ---- a sweep over the first grid ------------------------------------------------------------- */

/* The question of the sweep: that of the map, and its page. */
static ss_status state_question(const ss_basin *b, ss_sweep_map *grid) {
  static const ss_sweep_class classes[2] = {{"not done", SS_SWEEP_NOT_DONE},
                                            {"done", SS_SWEEP_OTHER}};
  const ss_sweep_map *map = &b->work.map;
  const size_t cells = b->proof->chunks;
  ss_sweep_fact *fact = ss_arena_new(b->work.arena, map->facts + 1, ss_sweep_fact);
  const char *page =
      ss_arena_format(b->work.arena, "%s %a %a %s %a %a", map->axis[0].name, b->page[0], b->page[1],
                      map->axis[1].name, b->page[2], b->page[3]);
  if (!fact || !page) return SS_MEMORY;
  memcpy(fact, map->fact, map->facts * sizeof *fact);
  fact[map->facts] = (ss_sweep_fact){"page", page};
  *grid = (ss_sweep_map){.axis = {{"cell", "", 0, (double)(cells - 1), cells}, {"", "", 0, 0, 1}},
                         .classes = 2,
                         .class_of_code = classes,
                         .facts = map->facts + 1,
                         .fact = fact,
                         .command = "",
                         .model = ""};
  return SS_OK;
}

static ss_status sweep_cells(ss_basin *b, ss_diagnostics *list) {
  const ss_map_work *w = &b->work;
  const ss_sweep_task task = ss_basin_cells_task(b);
  const char *why;
  ss_sweep_map grid;
  ss_sweep_options o = w->sweep;
  o.chunk = 1;
  o.go_on = w->options->go_on;
  o.user = w->options->user;
  ss_status status = state_question(b, &grid);
  if (status == SS_OK) status = ss_sweep_run(w->arena, &task, &o, &grid, &why);
  if (status == SS_OK || status == SS_LIMIT || w->options->rank != 0) return status;
  const bool journal = o.journal && (status == SS_BAD_INPUT || status == SS_IO);
  return ss_study_refuse(list, status, "%s: %s", journal ? o.journal : "--prove",
                         why && *why ? why : ss_status_text(status));
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
  for (size_t i = 0; i < p->chunks; i++)
    for (const char *line = p->cell[i].leaves.data, *end; (end = strchr(line, '\n'));
         line = end + 1) {
      ss_json_append(&list, json_stringn(line, (size_t)(end - line)));
    }
  return list;
}

static json_t *describe_map(const ss_basin *b, const size_t cells[3]) {
  const struct ss_basin_proof *p = b->proof;
  const size_t n = ss_machine_model(b->machine)->coordinates;
  double x[2 * SS_TUBE_MOST];
  json_t *map = p->target ? ss_study_describe_tube(p->target->tube, 2 * n) : json_object();
  json_t *shares = json_object(), *axes = json_array();
  if (p->fences) ss_basin_describe_fences(b, map);
  for (size_t k = 0; k < n; k++) x[k] = b->q[k], x[n + k] = b->u[k];
  for (size_t k = 0; k < 2; k++)
    ss_json_append(&axes, k == b->varied ? json_string(b->request->axis[k])
                                         : json_integer((json_int_t)b->axis[k]));
  ss_json_set(&map, "axes", axes);
  ss_json_set(&map, "low", ss_study_numbers(2, (double[]){b->page[0], b->page[2]}));
  ss_json_set(&map, "high", ss_study_numbers(2, (double[]){b->page[1], b->page[3]}));
  if (!p->fences) ss_json_set(&map, "base", ss_study_numbers(2 * n, x));
  ss_json_set(&map, "depth", json_integer((json_int_t)(p->depth + p->parts)));
  if (b->varied == NO_AXIS)
    ss_json_set(&map, "leaves", leaves_of(p));
  else
    ss_json_set(&map, "pieces", ss_basin_describe_pieces(b));
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
    cells[code < p->escape ? 0 : code == p->escape ? 1 : 2]++;
  }
  p->shares.rest = (double)cells[0] / (double)(side * side);
  p->shares.escape = (double)cells[1] / (double)(side * side);
  p->shares.open = (double)cells[2] / (double)(side * side);
  for (size_t i = 0; i < p->chunks; i++) p->shares.motions += p->cell[i].motions;
}

static ss_status make_room(ss_basin *b) {
  struct ss_basin_proof *p = b->proof;
  ss_map_work *w = &b->work;
  const size_t points = (size_t)1 << 2 * p->depth;
  w->map.code = ss_arena_new(w->arena, points, uint8_t);
  w->map.value = ss_arena_new(w->arena, points, double);
  w->map.evaluated = ss_arena_new(w->arena, points, uint8_t);
  p->cell = ss_arena_new(w->arena, p->chunks, ss_proved_cell);
  return w->map.code && w->map.value && w->map.evaluated && p->cell ? SS_OK : SS_MEMORY;
}

/* The certificate of a map that no theorem stands beside; the map is taken over. */
static ss_status write_alone(const ss_basin *b, json_t *map, ss_diagnostics *list) {
  const ss_machine_options *o = ss_machine_options_of(b->machine);
  ss_text text;
  ss_text_start(&text);
  const ss_status made = (b->proof->fences ? ss_proof_write_fences : ss_proof_write_strips)(
      ss_machine_model(b->machine), o->settings, o->setting, o->feedback, map, &text);
  const ss_status status = ss_study_write_confirmed(made, &text, b->proof->certificate, list);
  ss_text_stop(&text);
  return status;
}

/* Of what is complete, the certificate, which the checker has to confirm whether or not it is
 * asked for, if there can be one; the map, as far as it is. */
static ss_status write_files(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = b->proof;
  ss_map_work *w = &b->work;
  ss_status status = SS_OK;
  size_t cells[3] = {0};
  if (w->map.complete) count_cells(b, cells);
  if (w->map.complete && ss_study_check_certifiable(b->machine, NULL) == SS_OK)
    status = p->target ? ss_study_write_tubes(b->machine, p->target, describe_map(b, cells),
                                              p->certificate, list)
                       : write_alone(b, describe_map(b, cells), list);
  if (status == SS_OK && w->map.complete) p->shares.certificate = p->certificate;
  if (status == SS_OK && w->options->file) status = ss_map_write(w, list);
  return status;
}

ss_status ss_basin_run_proof(ss_basin *b, ss_diagnostics *list) {
  ss_map_work *w = &b->work;
  bool complete;
  ss_status status = make_room(b);
  /* a map that is complete is made again: the same bits, and its leaves are known then */
  if (status == SS_OK && w->options->file && w->options->rank == 0)
    status = ss_map_look_at_old(w, list, &complete);
  if (!ss_sweep_agree(status == SS_OK)) return status == SS_OK ? SS_LIMIT : status;
  status = sweep_cells(b, list);
  if (w->options->rank != 0 || (status != SS_OK && status != SS_LIMIT)) return status;
  w->map.complete = status == SS_OK;
  const ss_status written = write_files(b, list);
  /* what is not confirmed would not be the next time; what could not be written may be */
  const bool over = w->map.complete && (written == SS_OK || written == SS_BAD_INPUT);
  if (over && w->sweep.journal) ss_sweep_forget(w->sweep.journal);
  return written != SS_OK ? written : status;
}

const ss_map_proved *ss_basin_proved(const ss_basin *basin) {
  return basin->proof && basin->work.map.complete ? &basin->proof->shares : NULL;
}
