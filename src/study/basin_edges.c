/* basin_edges.c: boundaries between classes along a line, by the event-driven method.
 *
 * The line is sampled at equal distances, and every interval whose ends differ is halved until it
 * is shorter than 1e-8 in the plane; if what is beyond is not yet the class of the next sample, it
 * goes on from there. An interval whose ends agree is taken to have no boundary. Next to a boundary
 * motions take long to decide: a point that is undecided counts with the upper end.
 */
#include <assert.h>
#include <math.h>

#include "study_private.h"

enum { SAMPLES = 65, EDGES_MOST = 512 };

static const double WIDTH = 1e-8;

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
static void find_between(const ss_basin *b, probe *p, stretch whole, ss_map_findings *f) {
  const ss_sweep_class *class_of_code = b->work.map.class_of_code;
  const double length = hypot(p->line[2] - p->line[0], p->line[3] - p->line[1]);
  while (whole.from != whole.to && f->edges < EDGES_MOST && p->status == SS_OK) {
    stretch x = whole;
    narrow(b, p, length, &x);
    const double s = 0.5 * (x.low + x.high);
    p->edge[f->edges++] = (ss_map_edge){.s = s,
                                        .a = go_along(p, 0, s),
                                        .b = go_along(p, 1, s),
                                        .width = (x.high - x.low) * length,
                                        .before = class_of_code[x.from].name,
                                        .after = class_of_code[x.to].name};
    if ((whole.high - x.high) * length <= WIDTH) break;
    whole.low = x.high;
    whole.from = x.to;
  }
}

ss_status ss_basin_find_edges(ss_arena *arena, const ss_basin *basin, const double line[4],
                              ss_diagnostics *list, ss_map_findings *f) {
  probe p = {.line = line};
  assert(basin && line && f);
  if ((line[0] == line[2] && line[1] == line[3]) ||
      !isfinite(line[0] + line[1] + line[2] + line[3]))
    return ss_study_refuse(list, SS_BAD_INPUT, "--edge %g,%g:%g,%g: expected two ends of a line",
                           line[0], line[1], line[2], line[3]);
  p.edge = ss_arena_new(arena, EDGES_MOST, ss_map_edge);
  if (!p.edge) return SS_MEMORY;
  const ss_status status = ss_basin_open_events(basin, list, &p.worker);
  if (status != SS_OK) return status;
  f->has_edges = true;
  f->edges = 0;
  f->edge = p.edge;
  uint8_t before = ask(&p, 0);
  for (int k = 1; k < SAMPLES && p.status == SS_OK; k++) {
    const double s = (double)k / (SAMPLES - 1);
    const uint8_t after = ask(&p, s);
    find_between(basin, &p, (stretch){(double)(k - 1) / (SAMPLES - 1), s, before, after}, f);
    before = after;
  }
  ss_basin_close(p.worker);
  if (p.status == SS_OK) return SS_OK;
  return ss_study_refuse(list, p.status, "--edge: %s", ss_status_text(p.status));
}
