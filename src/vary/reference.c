/* reference.c: the segments of a reference, continued beyond their instants, with their gains.
 *
 * The variation along the reference gives the instants, with the states after every stage of every
 * order of their events (vary.h). From each of these states the motion is integrated in the modes
 * there, forwards and backwards, guards or not (flow.c): knots are where it passes on its way.
 * Where it cannot go on (a spatial slip that comes to its end) the segment ends.
 *
 * Gains are found from the last segment to the first (riccati.c). P at the end of a segment is the
 * mean of G^T P+ G over the orders of the instant that ends it, with P+ at the beginning of the
 * next; between events at once, over the orders that go on from there. Beyond the end of its part a
 * segment keeps the gain it has there: backwards the equation is stable, forwards it is not. A part
 * between events at once has no duration, and motions are in it for as long as their events are
 * apart, however early it begins: it keeps its gain on both sides.
 *
 * Jump gains are those by the state: the input itself does not jump a motion. Guards that depend on
 * it, release and the beginning of slip, are passed with continuous forces, where nothing jumps.
 */
#include <math.h>
#include <string.h>

#include "reference.h"

enum { KNOTS_LEAST = 16 };

ss_reference_options ss_reference_default_options(void) {
  return (ss_reference_options){.end = 10, .tolerance = 1e-10, .extent = 0.1, .knots = 1000};
}

/* A segment in the making; its knots are those before `first`, `own`, and those behind. */
typedef struct part {
  ss_reference_segment out;
  const double *start; /* 2 n: alpha at `begin` */
  size_t first, last;  /* the knots of begin and end */
  double *t, *x, *rate, *gain;
  double *P; /* at begin: states x states */
} part;

typedef struct making {
  ss_arena *arena, *scratch;
  const ss_system *system;
  const ss_reference_options *options;
  ss_reference_motion *out;
  ss_frame frame;
  ss_vary_flow flow;
  ss_bond *bonds;
  ss_response response;
  size_t parts;
  part *part;
  double *Q, *R, *wasted;
} making;

/* ---- the list of segments -------------------------------------------------------------------- */

static unsigned find_all(const ss_vary_event *e) {
  return (1u << e->guards) - 1;
}

static void add_part(making *m, const part *p) {
  m->part[m->parts++] = *p;
}

/* Segments between events of an instant, each set of them once. */
static void add_between(making *m, size_t instant) {
  const ss_vary_event *e = &m->out->variation.event[instant];
  const size_t before = m->parts;
  for (size_t k = 0; k < e->ways; k++)
    for (size_t i = 0; i + 1 < e->way[k].stages; i++) {
      const ss_vary_stage *s = &e->way[k].stage[i];
      bool known = s->done == find_all(e);
      for (size_t j = before; j < m->parts; j++) known |= m->part[j].out.done == s->done;
      if (!known)
        add_part(m, &(part){.out = {.instants = instant,
                                    .done = s->done,
                                    .begin = e->t,
                                    .end = e->t,
                                    .modes = s->modes},
                            .start = s->x});
    }
}

static const ss_vary_stage *find_last_stage(const ss_vary_event *e) {
  return &e->way[0].stage[e->way[0].stages - 1];
}

static ss_status list_parts(making *m, const double *x0) {
  const ss_variation *v = &m->out->variation;
  size_t most = v->events + 1;
  for (size_t k = 0; k < v->events; k++)
    for (size_t i = 0; i < v->event[k].ways; i++) most += v->event[k].way[i].stages;
  m->part = ss_arena_new(m->scratch, most, part);
  if (!m->part) return SS_MEMORY;
  for (size_t k = 0; k <= v->events; k++) {
    const ss_vary_stage *s = k ? find_last_stage(&v->event[k - 1]) : NULL;
    add_part(m, &(part){.out = {.instants = k,
                                .begin = k ? v->event[k - 1].t : 0,
                                .end = k < v->events ? v->event[k].t : v->t,
                                .modes = s ? s->modes : v->start},
                        .start = s ? s->x : x0});
  }
  for (size_t k = 0; k < v->events; k++) add_between(m, k);
  return SS_OK;
}

/* ---- knots ----------------------------------------------------------------------------------- */

/* A knot where the flow is; false: the modes have no forces there. */
static bool put_knot(making *m, part *p, size_t k, double t, const double *x) {
  ss_frame *f = &m->frame;
  const size_t n = f->n;
  if (!ss_frame_look(f, t, x, x + n)) return false;
  if (!ss_response_of_modes(f, p->out.modes, m->bonds, &m->response)) return false;
  p->t[k] = t;
  memcpy(p->x + k * 2 * n, x, 2 * n * sizeof *x);
  for (size_t i = 0; i < 2 * n; i++)
    p->rate[k * 2 * n + i] = ss_frame_rate(f, x + n, m->response.v, i);
  return true;
}

/* Knots from `from` towards `to`, `count` of them, at `at`, `at + step`, ..; how many there are. */
static size_t go(making *m, part *p, const double *start, double from, double to, size_t count,
                 size_t at, int step) {
  const size_t n2 = 2 * m->frame.n;
  double *x = m->wasted, *transition = x + n2;
  memcpy(x, start, n2 * sizeof *x);
  for (size_t k = 0; k < count; k++) {
    const double now = from + (to - from) * (double)k / (double)count;
    const double next = k + 1 == count ? to : from + (to - from) * (double)(k + 1) / (double)count;
    if (ss_vary_flow_run(&m->flow, p->out.modes, now, next, x, transition) != SS_OK) return k;
    if (!put_knot(m, p, at, next, x)) return k;
    at = step > 0 ? at + 1 : at - 1;
  }
  return count;
}

/* How many knots a stretch of time has. */
static size_t count_knots(const making *m, double duration) {
  if (!(duration > 0)) return 0;
  const double share = ceil((double)m->options->knots * duration / m->options->end);
  return share > KNOTS_LEAST ? (size_t)share : KNOTS_LEAST;
}

static ss_status fill_part(making *m, part *p) {
  const size_t n2 = 2 * m->frame.n, inputs = m->out->inputs;
  const double extent = m->options->extent * m->options->end;
  const double from = fmax(p->out.begin - extent, 0), to = p->out.end + extent;
  const size_t before = count_knots(m, p->out.begin - from),
               own = count_knots(m, p->out.end - p->out.begin),
               behind = count_knots(m, to - p->out.end), all = before + own + behind + 1;
  p->t = ss_arena_new(m->arena, all, double);
  p->x = ss_arena_new(m->arena, all * n2, double);
  p->rate = ss_arena_new(m->arena, all * n2, double);
  p->gain = ss_arena_new(m->arena, all * inputs * n2 + 1, double);
  p->P = ss_arena_new(m->scratch, n2 * n2, double);
  if (!p->t || !p->x || !p->rate || !p->gain || !p->P) return SS_MEMORY;
  if (!put_knot(m, p, before, p->out.begin, p->start)) return SS_NO_CONVERGENCE;
  if (go(m, p, p->start, p->out.begin, p->out.end, own, before + 1, 1) < own)
    return SS_NO_CONVERGENCE;
  const size_t earlier = go(m, p, p->start, p->out.begin, from, before, before - 1, -1);
  const double *end = p->x + (before + own) * n2;
  const size_t later = go(m, p, end, p->out.end, to, behind, before + own + 1, 1);
  /* a part that could not be gone to its end begins later */
  const size_t skipped = before - earlier;
  p->first = earlier;
  p->last = earlier + own;
  p->t += skipped;
  p->x += skipped * n2;
  p->rate += skipped * n2;
  p->out.knots = earlier + own + later + 1;
  return SS_OK;
}

/* ---- gains ----------------------------------------------------------------------------------- */

/* A and B of a knot. */
static bool linearise(making *m, const part *p, const ss_riccati *r, size_t k) {
  ss_frame *f = &m->frame;
  const size_t n = f->n, n2 = 2 * n, inputs = m->out->inputs;
  const double *x = p->x + k * n2;
  double *A = r->A + k * n2 * n2, *B = r->B + k * n2 * inputs;
  if (!ss_frame_look(f, p->t[k], x, x + n)) return false;
  if (!ss_response_of_modes(f, p->out.modes, m->bonds, &m->response)) return false;
  for (size_t i = 0; i < n; i++) {
    const bool aux = f->system->aux[i];
    const double *slope = m->response.v_slope + i * f->columns;
    const size_t row = aux ? i : n + i;
    if (!aux) A[i * n2 + n + i] = 1;
    memcpy(A + row * n2, slope, n2 * sizeof *A);
    memcpy(B + row * inputs, slope + n2 + 1, inputs * sizeof *B);
  }
  ss_riccati_weigh(r, k);
  return true;
}

/* From P at the end of the part to the gains of all its knots, and to P at its beginning. */
static ss_status find_gains(making *m, part *p, const double *end) {
  const size_t n2 = 2 * m->frame.n, size = m->out->inputs * n2;
  const ss_arena_mark mark = ss_arena_get_mark(m->scratch);
  ss_riccati r;
  if (ss_riccati_create(m->scratch, n2, m->out->inputs, p->out.knots, &r) != SS_OK)
    return SS_MEMORY;
  r.Q = m->Q;
  r.R = m->R;
  memcpy(r.P, end, n2 * n2 * sizeof *end);
  bool good = true;
  const size_t least = p->first == p->last ? p->first : 0;
  for (size_t k = least; k <= p->last && good; k++) good = linearise(m, p, &r, k);
  for (size_t k = p->last; good; k--) {
    ss_riccati_find_gain(&r, k, p->gain + k * size);
    if (k == p->first) memcpy(p->P, r.P, n2 * n2 * sizeof *end);
    if (k == least) break;
    good = ss_riccati_go_back(&r, k, p->t[k] - p->t[k - 1]);
  }
  for (size_t k = 0; k < p->out.knots; k++)
    if (k < least || k > p->last)
      memcpy(p->gain + k * size, p->gain + p->last * size, size * sizeof *p->gain);
  ss_arena_release(m->scratch, mark);
  return good ? SS_OK : SS_NO_CONVERGENCE;
}

/* sum += share of P+ through the stages of a way from `stage` on. */
static ss_status pass_stages(making *m, const ss_vary_way *way, size_t stage, double share,
                             const double *after, double *sum) {
  const size_t n2 = 2 * m->frame.n, size = n2 * n2, columns = m->out->variation.columns;
  const ss_arena_mark mark = ss_arena_get_mark(m->scratch);
  ss_riccati r;
  double *P = ss_arena_new(m->scratch, size, double),
         *next = ss_arena_new(m->scratch, size, double);
  if (!P || !next || ss_riccati_create(m->scratch, n2, 0, 0, &r) != SS_OK) return SS_MEMORY;
  memcpy(P, after, size * sizeof *P);
  for (size_t k = way->stages; k-- > stage;) {
    memset(next, 0, size * sizeof *next);
    ss_riccati_jump(&r, columns, way->stage[k].gain, 1, P, next);
    memcpy(P, next, size * sizeof *P);
  }
  for (size_t i = 0; i < size; i++) sum[i] += share * P[i];
  ss_arena_release(m->scratch, mark);
  return SS_OK;
}

/* P before the rest of an instant, of which `done` has happened. */
static ss_status average(making *m, size_t instant, unsigned done, const double *after,
                         double *sum) {
  const ss_vary_event *e = &m->out->variation.event[instant];
  size_t count = 0;
  for (int round = 0; round < 2; round++)
    for (size_t k = 0; k < e->ways; k++) {
      size_t stage = 0;
      while (done && stage < e->way[k].stages && e->way[k].stage[stage].done != done) stage++;
      if (done && stage == e->way[k].stages) continue;
      if (round == 0) count++;
      if (round == 0) continue;
      const ss_status status =
          pass_stages(m, &e->way[k], done ? stage + 1 : 0, 1 / (double)count, after, sum);
      if (status != SS_OK) return status;
    }
  return SS_OK;
}

static ss_status solve(making *m) {
  const size_t n2 = 2 * m->frame.n, events = m->out->variation.events;
  double *P = ss_arena_new(m->scratch, n2 * n2, double);
  if (!P) return SS_MEMORY;
  for (size_t i = 0; i < n2; i++) P[i * n2 + i] = m->Q[i];
  ss_status status = find_gains(m, &m->part[events], P);
  for (size_t k = events; k-- > 0 && status == SS_OK;) {
    const double *after = m->part[k + 1].P;
    for (size_t i = 0; i < m->parts && status == SS_OK; i++) {
      part *p = &m->part[i];
      if (p->out.instants != k) continue;
      memset(P, 0, n2 * n2 * sizeof *P);
      status = average(m, k, p->out.done, after, P);
      if (status == SS_OK) status = find_gains(m, p, P);
    }
  }
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static ss_status publish(making *m) {
  const size_t n2 = 2 * m->frame.n;
  ss_reference_segment *list = ss_arena_new(m->arena, m->parts, ss_reference_segment);
  double *cost = ss_arena_new(m->arena, n2 * n2, double);
  if (!list || !cost) return SS_MEMORY;
  for (size_t i = 0; i < m->parts; i++) {
    const part *p = &m->part[i];
    list[i] = p->out;
    list[i].t = p->t;
    list[i].x = p->x;
    list[i].rate = p->rate;
    list[i].gain = p->gain;
  }
  memcpy(cost, m->part[0].P, n2 * n2 * sizeof *cost);
  m->out->segment = list;
  m->out->segments = m->parts;
  m->out->cost = cost;
  return SS_OK;
}

static ss_status open_making(making *m, const double *parameters) {
  const size_t n2 = 2 * m->system->coordinates, inputs = m->out->inputs;
  const size_t first = m->system->model->parameters - inputs;
  size_t *pushes = ss_arena_new(m->scratch, inputs + 1, size_t);
  if (!pushes) return SS_MEMORY;
  for (size_t j = 0; j < inputs; j++) pushes[j] = first + j;
  ss_status status = ss_frame_create(m->scratch, m->system, parameters, inputs, pushes, &m->frame);
  if (status == SS_OK)
    status = ss_vary_flow_create(m->scratch, &m->frame, m->options->tolerance, &m->flow);
  if (status == SS_OK) status = ss_response_create(m->scratch, &m->frame, &m->response);
  if (status != SS_OK) return status;
  m->bonds = ss_arena_new(m->scratch, m->frame.elements + 1, ss_bond);
  m->Q = ss_arena_new(m->scratch, n2, double);
  m->R = ss_arena_new(m->scratch, inputs + 1, double);
  m->wasted = ss_arena_new(m->scratch, n2 * (1 + m->frame.width), double);
  if (!m->bonds || !m->Q || !m->R || !m->wasted) return SS_MEMORY;
  for (size_t i = 0; i < n2; i++) m->Q[i] = m->options->weight ? m->options->weight[i] : 1;
  for (size_t j = 0; j < inputs; j++) m->R[j] = m->options->effort ? m->options->effort[j] : 1;
  return SS_OK;
}

static ss_status make_segments(making *m, const double *x0) {
  ss_status status = list_parts(m, x0);
  for (size_t i = 0; i < m->parts && status == SS_OK; i++) status = fill_part(m, &m->part[i]);
  if (status == SS_OK) status = solve(m);
  return status == SS_OK ? publish(m) : status;
}

ss_status ss_reference_make(ss_arena *arena, const ss_system *pushed, const double *parameters,
                            const double *q, const double *u, const ss_reference_options *options,
                            ss_reference_motion *out) {
  making m = {.arena = arena, .system = pushed, .options = options, .out = out};
  const size_t n = pushed->coordinates;
  ss_vary_options how = ss_vary_default_options();
  *out = (ss_reference_motion){.n = n, .inputs = pushed->model->inputs};
  how.end = options->end;
  how.tolerance = options->tolerance;
  how.first_if_several = options->first_if_several;
  ss_status status = ss_vary_run(arena, pushed, parameters, q, u, &how, &out->variation);
  if (status != SS_OK || out->variation.refusal.kind) return status;
  double *x0 = ss_arena_new(arena, 2 * n, double);
  m.scratch = ss_arena_create();
  status = x0 && m.scratch ? open_making(&m, parameters) : SS_MEMORY;
  if (status == SS_OK) {
    memcpy(x0, q, n * sizeof *q);
    memcpy(x0 + n, u, n * sizeof *u);
    status = make_segments(&m, x0);
  }
  ss_frame_destroy(&m.frame);
  ss_arena_destroy(m.scratch);
  return status;
}
