/* basin_edges.c: boundaries between classes along a line, by the event-driven method.
 *
 * The line is sampled at equal distances, and every interval whose ends differ is halved until it
 * is shorter than 1e-8 in the plane; if what is beyond is not yet the class of the next sample, it
 * goes on from there. An interval whose ends agree is taken to have no boundary.
 *
 * Next to a boundary motions take long to decide. A start that the map's time does not decide is
 * given 8 and then 64 times that; the ends of an interval are decided starts in any case. Where
 * even that does not decide, the interval is narrowed from both sides, and what is left between is
 * told as undecided.
 *
 * A boundary often is a surface of motions that tend to an unstable cycle: a motion from the middle
 * of the interval stays near it for long. Where one is found (ss_cycle_find) that repels in one
 * direction only, it is told. A side that cycles, or that no time decides, tends to a stable one:
 * that is looked for from the sample on that side, and told.
 */
#include <assert.h>
#include <math.h>

#include "study_private.h"

enum { SAMPLES = 65, EDGES_MOST = 512, CYCLES_MOST = 16 };

/* How much longer than the map's a motion may take. */
enum { HORIZONS = 3 };
static const double LONGER[HORIZONS] = {1, 8, 64};

static const double WIDTH = 1e-8;

typedef struct probe {
  const ss_basin *basin;
  ss_basin_worker *worker[HORIZONS]; /* NULL: not needed yet */
  ss_diagnostics *list;
  const double *line;
  ss_map_edge *edge;
  ss_status status;
} probe;

static double go_along(const probe *p, int axis, double s) {
  return (1 - s) * p->line[axis] + s * p->line[axis + 2];
}

static bool is_undecided(const probe *p, uint8_t code) {
  return code == p->basin->code[SS_REACH_UNDECIDED];
}

static bool may_cycle(const probe *p, uint8_t code) {
  return is_undecided(p, code) || code == p->basin->code[SS_REACH_CYCLES];
}

/* The class at s, with as much time as it takes, as far as there is. */
static uint8_t ask(probe *p, double s) {
  const double x = go_along(p, 0, s), y = go_along(p, 1, s);
  uint8_t code = p->basin->code[SS_REACH_UNDECIDED];
  for (int k = 0; k < HORIZONS && p->status == SS_OK && is_undecided(p, code); k++) {
    double t;
    if (!p->worker[k])
      p->status = ss_basin_open_events(p->basin, LONGER[k], p->list, &p->worker[k]);
    if (p->status == SS_OK) p->status = ss_basin_classify(p->worker[k], 1, &x, &y, &code, &t);
  }
  return code;
}

/* A stretch of the line, and the classes of its ends. */
typedef struct stretch {
  double low, high;
  uint8_t from, to;
  bool open; /* what is between is not decided */
} stretch;

/* The last start of class `from` below `high`, which is undecided. */
static double find_last(probe *p, double length, uint8_t from, double low, double high) {
  while ((high - low) * length > WIDTH && p->status == SS_OK) {
    const double middle = 0.5 * (low + high);
    if (ask(p, middle) == from)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The first start above `low`, which is undecided, that is decided; *to is its class. */
static double find_first(probe *p, double length, double low, double high, uint8_t *to) {
  while ((high - low) * length > WIDTH && p->status == SS_OK) {
    const double middle = 0.5 * (low + high);
    const uint8_t code = ask(p, middle);
    if (is_undecided(p, code))
      low = middle;
    else
      high = middle, *to = code;
  }
  return high;
}

/* Halves it until it is short; `from` does not change. */
static void narrow(probe *p, double length, stretch *x) {
  const bool decided = !is_undecided(p, x->from) && !is_undecided(p, x->to);
  while ((x->high - x->low) * length > WIDTH) {
    const double middle = 0.5 * (x->low + x->high);
    const uint8_t code = ask(p, middle);
    if (p->status != SS_OK || middle <= x->low || middle >= x->high) break;
    if (decided && is_undecided(p, code)) {
      x->open = true;
      x->low = find_last(p, length, x->from, x->low, middle);
      x->high = find_first(p, length, middle, x->high, &x->to);
      break;
    }
    if (code == x->from) {
      x->low = middle;
    } else {
      x->high = middle;
      x->to = code;
    }
  }
}

/* The cycle that the motion from s stays near, after so much time, if it repels in so many
 * directions. */
static const ss_cycle *find_cycle(ss_arena *arena, probe *p, double s, double after,
                                  size_t outside) {
  const ss_system *system = ss_machine_system(p->basin->machine);
  const double *parameters = ss_machine_parameters(p->basin->machine);
  const size_t n = system->coordinates;
  double *q = ss_arena_new(arena, 2 * n, double);
  ss_cycle *cycle = ss_arena_new(arena, 1, ss_cycle);
  if (p->basin->varied != NO_AXIS) return NULL; /* it is one of another machine */
  ss_motion_options options = ss_motion_default_options();
  ss_motion motion = {0};
  bool found = false;
  if (!q || !cycle) return NULL;
  options.tolerance = p->basin->options.tolerance;
  if (!ss_basin_start(p->worker[0], go_along(p, 0, s), go_along(p, 1, s), q, q + n)) return NULL;
  options.end = after;
  ss_status status =
      after > 0 ? ss_motion_run(arena, system, parameters, q, q + n, &options, &motion) : SS_OK;
  options.end = p->basin->options.end;
  if (status == SS_OK)
    status = ss_cycle_find(arena, system, parameters, motion.q ? motion.q : q,
                           motion.u ? motion.u : q + n, &options, cycle, &found);
  if (status == SS_MEMORY) p->status = status;
  return status == SS_OK && found && cycle->outside == outside ? cycle : NULL;
}

/* Where the side that cycles, or is not decided, tends to, as the sample there shows it. */
static const ss_cycle *find_goal(ss_arena *arena, probe *p, const stretch *whole,
                                 const stretch *edge) {
  const double after = LONGER[HORIZONS - 1] * p->basin->options.end;
  const double s = edge->to == whole->to ? whole->high : edge->high;
  if (may_cycle(p, edge->from)) return find_cycle(arena, p, whole->low, after, 0);
  return may_cycle(p, edge->to) ? find_cycle(arena, p, s, after, 0) : NULL;
}

/* The boundaries between two samples that differ. */
static void find_between(ss_arena *arena, probe *p, stretch whole, ss_map_findings *f) {
  const ss_sweep_class *class_of_code = p->basin->work.map.class_of_code;
  const double length = hypot(p->line[2] - p->line[0], p->line[3] - p->line[1]);
  while (whole.from != whole.to && f->edges < EDGES_MOST && p->status == SS_OK) {
    stretch x = whole;
    narrow(p, length, &x);
    if (p->status != SS_OK) return;
    const double s = 0.5 * (x.low + x.high), width = (x.high - x.low) * length;
    ss_map_edge *edge = &p->edge[f->edges++];
    *edge = (ss_map_edge){.s = s,
                          .a = go_along(p, 0, s),
                          .b = go_along(p, 1, s),
                          .width = width,
                          .undecided = x.open ? fmax(0, width - 2 * WIDTH) : 0,
                          .before = class_of_code[x.from].name,
                          .after = class_of_code[x.to].name};
    if (f->edges <= CYCLES_MOST) edge->cycle = find_cycle(arena, p, s, 0, 1);
    if (f->edges <= CYCLES_MOST) edge->goal = find_goal(arena, p, &whole, &x);
    if ((whole.high - x.high) * length <= WIDTH) break;
    whole.low = x.high;
    whole.from = x.to;
  }
}

ss_status ss_basin_find_edges(ss_arena *arena, const ss_basin *basin, const double line[4],
                              ss_diagnostics *list, ss_map_findings *f) {
  probe p = {.basin = basin, .line = line, .list = list};
  assert(basin && line && f);
  if ((line[0] == line[2] && line[1] == line[3]) ||
      !isfinite(line[0] + line[1] + line[2] + line[3]))
    return ss_study_refuse(list, SS_BAD_INPUT, "--edge %g,%g:%g,%g: expected two ends of a line",
                           line[0], line[1], line[2], line[3]);
  p.edge = ss_arena_new(arena, EDGES_MOST, ss_map_edge);
  if (!p.edge) return SS_MEMORY;
  const ss_system *system = ss_machine_system(basin->machine);
  f->has_edges = true;
  f->edges = 0;
  f->edge = p.edge;
  f->coordinates = system->coordinates;
  f->names = system->names;
  uint8_t before = ask(&p, 0);
  for (int k = 1; k < SAMPLES && p.status == SS_OK; k++) {
    const double s = (double)k / (SAMPLES - 1);
    const stretch between = {
        .low = (double)(k - 1) / (SAMPLES - 1), .high = s, .from = before, .to = ask(&p, s)};
    find_between(arena, &p, between, f);
    before = between.to;
  }
  for (int k = 0; k < HORIZONS; k++) ss_basin_close(p.worker[k]);
  if (p.status == SS_OK) return SS_OK;
  return ss_study_refuse(list, p.status, "--edge: %s", ss_status_text(p.status));
}
