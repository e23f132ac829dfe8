/* basin_more.c: --check and --edge: the map questioned by the event-driven method.
 *
 * --check takes points by a fixed sequence (a linear congruence), so that it can be repeated; it
 * compares classes. --edge samples the line at equal distances and halves every interval whose ends
 * differ until it is shorter than 1e-8 in the plane; if what is beyond is not yet the class of the
 * next sample, it goes on from there. An interval whose ends agree is taken to have no boundary.
 * Next to a boundary motions take long to decide: a point that is undecided counts with the upper
 * end.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basin.h"

enum { SAMPLES = 65, EDGES_MOST = 512 };

static const double WIDTH = 1e-8;

static int open_events(const ss_basin *b, ss_basin_worker **w) {
  ss_reach_options options = b->options;
  const char *why;
  options.engine = SS_REACH_ENGINE_EVENTS;
  const ss_status status = ss_basin_open(b, &options, w, &why);
  if (status == SS_OK) return 0;
  ss_cli_error("by events: %s", why ? why : ss_status_text(status));
  return ss_status_exit_code(status);
}

static const char *name_class(const ss_basin *b, uint8_t code) {
  return b->map.classes[code].name;
}

/* ---- check ----------------------------------------------------------------------------------- */

int ss_basin_check(ss_basin *b) {
  const ss_sweep_map *map = &b->map.map;
  const size_t points = map->axis[0].count * map->axis[1].count;
  const size_t wanted = ss_arguments_integer(b->map.arguments, "check", 0);
  const size_t count = wanted < points ? wanted : points;
  ss_map_disagreement *list = ss_arena_new(b->map.arena, count, ss_map_disagreement);
  ss_basin_worker *w;
  if (!list) return ss_cli_fail(SS_MEMORY, "--check");
  const int code = open_events(b, &w);
  if (code != 0) return code;
  ss_map_findings *f = &b->map.findings;
  f->disagreement = list;
  uint64_t random = 1;
  ss_status status = SS_OK;
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
      list[f->disagreements++] = (ss_map_disagreement){
          .a = x, .b = y, .map = name_class(b, map->code[point]), .events = name_class(b, found)};
  }
  ss_basin_close(w);
  return status == SS_OK ? 0 : ss_cli_fail(status, "--check");
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* "0,0:1,2": four numbers. */
static bool read_line(const char *text, double line[4]) {
  static const char after[] = ",:,";
  for (int k = 0; k < 4; k++) {
    char *end;
    line[k] = strtod(text, &end);
    if (end == text || *end != after[k] || !isfinite(line[k])) return false;
    text = end + 1;
  }
  return true;
}

int ss_basin_read_edge(const ss_basin *b, double line[4]) {
  const char *text = ss_arguments_text(b->map.arguments, "edge");
  if (!text) return 0;
  if (read_line(text, line) && (line[0] != line[2] || line[1] != line[3])) return 0;
  ss_cli_error("--edge %s: expected the two ends of a line, as 0,0:1,2", text);
  return ss_status_exit_code(SS_BAD_INPUT);
}

typedef struct probe {
  ss_basin_worker *worker;
  const double *line;
  ss_map_edge *edge;
  ss_status status;
} probe;

static double go_along(const probe *p, int axis, double s) {
  return (1 - s) * p->line[axis] + s * p->line[axis + 2];
}

static uint8_t ask(probe *p, double s) {
  const double x = go_along(p, 0, s), y = go_along(p, 1, s);
  uint8_t code = 0;
  double t;
  if (p->status == SS_OK) p->status = ss_basin_classify(p->worker, 1, &x, &y, &code, &t);
  return code;
}

/* Part of the line, and the classes of its ends. */
typedef struct stretch {
  double low, high;
  uint8_t from, to;
} stretch;

/* Halves it until it is short; `from` does not change. */
static void narrow(const ss_basin *b, probe *p, double length, stretch *x) {
  while ((x->high - x->low) * length > WIDTH) {
    const double middle = 0.5 * (x->low + x->high);
    const uint8_t code = ask(p, middle);
    if (p->status != SS_OK || middle <= x->low || middle >= x->high) break;
    if (code == x->from) {
      x->low = middle;
    } else {
      x->high = middle;
      if (code != b->code[SS_REACH_UNDECIDED]) x->to = code;
    }
  }
}

/* The boundaries between two samples that differ. */
static void find_between(ss_basin *b, probe *p, stretch whole) {
  const double length = hypot(p->line[2] - p->line[0], p->line[3] - p->line[1]);
  ss_map_findings *f = &b->map.findings;
  while (whole.from != whole.to && f->edges < EDGES_MOST && p->status == SS_OK) {
    stretch x = whole;
    narrow(b, p, length, &x);
    const double s = 0.5 * (x.low + x.high);
    p->edge[f->edges++] = (ss_map_edge){.s = s,
                                        .a = go_along(p, 0, s),
                                        .b = go_along(p, 1, s),
                                        .width = (x.high - x.low) * length,
                                        .before = name_class(b, x.from),
                                        .after = name_class(b, x.to)};
    if ((whole.high - x.high) * length <= WIDTH) break;
    whole.low = x.high;
    whole.from = x.to;
  }
}

int ss_basin_find_edges(ss_basin *b) {
  double line[4];
  ss_map_findings *f = &b->map.findings;
  probe p = {.line = line};
  p.edge = ss_arena_new(b->map.arena, EDGES_MOST, ss_map_edge);
  if (!p.edge) return ss_cli_fail(SS_MEMORY, "--edge");
  int code = ss_basin_read_edge(b, line);
  if (code == 0) code = open_events(b, &p.worker);
  if (code != 0) return code;
  f->has_edges = true;
  f->edge = p.edge;
  uint8_t before = ask(&p, 0);
  for (int k = 1; k < SAMPLES && p.status == SS_OK; k++) {
    const double s = (double)k / (SAMPLES - 1);
    const uint8_t after = ask(&p, s);
    find_between(b, &p, (stretch){(double)(k - 1) / (SAMPLES - 1), s, before, after});
    before = after;
  }
  ss_basin_close(p.worker);
  return p.status == SS_OK ? 0 : ss_cli_fail(p.status, "--edge");
}
