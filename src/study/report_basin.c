/* report_basin.c: the basin of a report: its plane, its map, motions through it.
 *
 * The plane goes through the rest point that proofs are about, or the middle of its rest set.
 * Unless it is given, it is (x, x') of a machine with one coordinate, the two positions of one with
 * two and no contacts, and else (q_i, q_i') of the coordinate that goes most evenly to both sides
 * of its rest in the motions of the report: it rocks or swings rather than falls. A coordinate at
 * each value of which the machine can rest is not taken; where only such ones move, two velocities
 * are. Ranges hold the rest sets, the starts of the file and the motions that came to rest, with
 * half as much again on each side.
 *
 * The map is as fine as the time allows: coarse ones are timed first. Then motions from a grid of
 * TRACKS x TRACKS starts are run by events and thinned to what can be seen in a picture, SEEN of
 * its width: a page can show them, and the machine in them, without computing any motion. They are
 * run in an order that spreads those that the time has left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report.h"

enum { COARSEST = 5, COARSE = 11, FINE = 81, TRACKS = 9, POINTS_MOST = 160, IMPACTS_MOST = 40 };
enum { SAMPLES = 1500, SAMPLES_LEAST = 300, SAMPLES_MOST = 20000, SAMPLES_EVER = 5000000 };

static const double SEEN = 1.0 / 150, LEAST_END = 100, FAR_AWAY = 2, ANGULAR = 4;

typedef struct allowance {
  const ss_report_work *work;
  double least; /* of the time left */
} allowance;

typedef struct atlas {
  ss_report_work *w;
  const ss_model *model;
  size_t n;
  double *at;     /* n: the middle of the rest set; then n zeros */
  double scale;   /* how far motions go */
  size_t axis[2]; /* i is coordinate i, n + i its velocity */
  ss_basin_options options;
  allowance time; /* of the map */
  double every;   /* samples of the motions */
  ss_basin *basin;
} atlas;

/* ---- the plane ------------------------------------------------------------------------------- */

static double value_of(const ss_sample *s, size_t n, size_t variable) {
  return variable < n ? s->q[variable] : s->u[variable - n];
}

static bool came_to_rest(const ss_motion *m) {
  return m->at_rest || m->settles;
}

/* The range of a variable over rest sets, starts, and motions that came to rest. */
static void measure(const atlas *a, size_t variable, double *lo, double *hi) {
  const ss_report *r = a->w->report;
  *lo = *hi = a->at[variable];
  for (size_t i = 0; i < r->starts; i++) {
    const ss_motion *m = &r->start[i].motion;
    const size_t count = came_to_rest(m) ? m->samples : m->samples > 0;
    for (size_t k = 0; k < count; k++) {
      *lo = fmin(*lo, value_of(&m->sample[k], a->n, variable));
      *hi = fmax(*hi, value_of(&m->sample[k], a->n, variable));
    }
  }
  /* where the motions of the file end elsewhere than in the lowest set, others do not matter */
  for (size_t i = 0; variable < a->n && i < r->rest->count && !r->at; i++) {
    const ss_rest_set *set = &r->rest->set[i];
    if (isfinite(set->lo[variable])) *lo = fmin(*lo, set->lo[variable]);
    if (isfinite(set->hi[variable])) *hi = fmax(*hi, set->hi[variable]);
  }
}

/* The share of a width that is beyond the rest set that the map is about, 1/100 at the least: what
 * can rest wherever it goes tells little about how motions end. */
static double share_beyond(const atlas *a, size_t i, double width) {
  const ss_rest_sets *rest = a->w->report->rest;
  const size_t set = ss_rest_which(rest, a->at, 1e-3);
  const double extent = set < rest->count ? rest->set[set].hi[i] - rest->set[set].lo[i] : 0;
  return fmax(0.01, 1 - extent / width);
}

/* How far the motions of a coordinate go to the one side of its rest as to the other: 1 is as far;
 * where all go to one side only, how wide they are as a share of the largest value; less where it
 * can rest at much of what they pass. */
static double rate_coordinate(const atlas *a, size_t i) {
  const ss_report *r = a->w->report;
  double up = 0, down = 0;
  for (size_t k = 0; k < r->starts; k++)
    for (size_t j = 0; j < r->start[k].motion.samples; j++) {
      const double apart = r->start[k].motion.sample[j].q[i] - a->at[i];
      up = fmax(up, apart);
      down = fmax(down, -apart);
    }
  const double most = fmax(up, down);
  /* what rounding moves does not move */
  if (!(most > 1e-9 * a->scale)) return 0;
  const double rate = fmin(up, down) / most + 1e-3 * most / (most + fabs(a->at[i]));
  return rate * share_beyond(a, i, up + down);
}

/* How far the motions go, of all coordinates. */
static double measure_motions(const atlas *a) {
  double lo, hi, most = 0;
  for (size_t i = 0; i < a->n; i++) {
    measure(a, i, &lo, &hi);
    most = fmax(most, hi - lo);
  }
  return most;
}

/* Whether the machine can rest at every value of a coordinate. */
static bool is_unbounded(const atlas *a, size_t i) {
  const ss_rest_sets *rest = a->w->report->rest;
  bool all = true;
  for (size_t k = 0; k < rest->count; k++)
    all = all && isinf(rest->set[k].lo[i]) && isinf(rest->set[k].hi[i]);
  return all;
}

/* Of the coordinates that matter where it rests; a->n: none of these moves. */
static size_t find_liveliest(atlas *a) {
  size_t best = a->n;
  a->scale = measure_motions(a);
  double most = 0;
  for (size_t i = 0; i < a->n; i++) {
    const double rate = is_unbounded(a, i) ? 0 : rate_coordinate(a, i);
    if (rate > most) best = i;
    most = fmax(most, rate);
  }
  return best;
}

/* Of those at each value of which it can rest, but one: that whose velocity varies most. */
static size_t find_fastest(const atlas *a, size_t but) {
  size_t best = a->n;
  double most = -1, lo, hi;
  for (size_t i = 0; i < a->n; i++) {
    if (i == but || !is_unbounded(a, i)) continue;
    measure(a, a->n + i, &lo, &hi);
    if (hi - lo > most) best = i;
    most = fmax(most, hi - lo);
  }
  return best;
}

/* Where a machine rests wherever it is, its velocities tell how motions go. */
static void choose_velocities(atlas *a) {
  const size_t first = find_fastest(a, a->n);
  const size_t second = first < a->n ? find_fastest(a, first) : a->n;
  const size_t only = first < a->n ? first : 0;
  a->axis[0] = second < a->n ? a->n + first : only;
  a->axis[1] = a->n + (second < a->n ? second : only);
}

static void choose_plane(atlas *a) {
  const bool positions = a->n == 2 && ss_machine_system(a->w->machine)->normals == 0;
  const size_t liveliest = find_liveliest(a);
  a->axis[0] = positions ? 0 : liveliest;
  a->axis[1] = positions ? 1 : a->n + liveliest;
  if (positions ? is_unbounded(a, 0) && is_unbounded(a, 1) : liveliest == a->n)
    choose_velocities(a);
}

static const char *name_variable(const atlas *a, size_t variable) {
  const char *name = a->model->coordinate[variable % a->n].name.text;
  return variable < a->n ? name : ss_arena_format(a->w->arena, "%s'", name);
}

/* Three digits are enough for the ends of a picture. */
static double round_off(double x, double unit) {
  const double step = pow(10, floor(log10(unit)) - 1);
  return round(x / step) * step;
}

static void choose_range(atlas *a, int k) {
  double lo, hi;
  measure(a, a->axis[k], &lo, &hi);
  /* velocities go both ways */
  if (a->axis[k] >= a->n) hi = fmax(hi, -lo), lo = -hi;
  double air = 0.5 * (hi - lo);
  if (!(air > fmax(1e-12, 1e-6 * fmax(fabs(lo), fabs(hi))))) air = 1;
  a->options.low[k] = round_off(lo - air, air);
  a->options.high[k] = round_off(hi + air, air);
}

ss_status ss_report_check_plane(ss_report_work *w, ss_diagnostics *list) {
  const ss_report_options *o = w->options;
  for (int k = 0; k < 2 && o->plane[0]; k++)
    if (!o->plane[k] ||
        ss_study_find_variable(ss_machine_model(w->machine), o->plane[k]) == SIZE_MAX)
      return ss_study_refuse(list, SS_BAD_INPUT,
                             "--plane %s: this is no coordinate and no velocity, as x or x'",
                             o->plane[k] ? o->plane[k] : "");
  return SS_OK;
}

static ss_status set_plane(atlas *a) {
  const ss_report_options *o = a->w->options;
  if (o->plane[0])
    for (int k = 0; k < 2; k++) a->axis[k] = ss_study_find_variable(a->model, o->plane[k]);
  else
    choose_plane(a);
  for (int k = 0; k < 2; k++) {
    a->options.axis[k] = name_variable(a, a->axis[k]);
    if (!a->options.axis[k]) return SS_MEMORY;
    if (o->range)
      a->options.low[k] = o->range[2 * k], a->options.high[k] = o->range[2 * k + 1];
    else
      choose_range(a, k);
  }
  return SS_OK;
}

/* The rest point of the first proof, so that its level is seen; else the middle of its rest set. */
static const double *find_base(const atlas *a) {
  const ss_report *r = a->w->report;
  const ss_proof *p = r->claims ? &r->claim[0].proof : NULL;
  if (p && p->verdict == SS_PROVED && p->rest_point && !a->model->chart) return p->rest_point;
  if (r->at) return r->choice.at;
  return r->choice.chosen < r->choice.sets.count ? r->choice.sets.set[r->choice.chosen].center
                                                 : r->rest->set[0].center;
}

static ss_status set_base(atlas *a) {
  a->at = ss_arena_new(a->w->arena, 2 * a->n, double);
  if (!a->at) return SS_MEMORY;
  memcpy(a->at, find_base(a), a->n * sizeof *a->at);
  a->options.from = ss_report_name_position(a->w, a->at);
  return a->options.from ? SS_OK : SS_MEMORY;
}

/* ---- the map --------------------------------------------------------------------------------- */

static bool has_time(void *user, const ss_sweep_progress *progress) {
  const allowance *a = user;
  (void)progress;
  return ss_report_time_left(a->work) > a->least;
}

/* How long the motions take that come to rest; 0: none does. */
static double find_longest(const ss_report *r) {
  double longest = 0;
  for (size_t i = 0; i < r->starts; i++)
    if (came_to_rest(&r->start[i].motion)) longest = fmax(longest, r->start[i].motion.t);
  return longest;
}

/* Motions are followed eight times as long, and so long that slow escapes and cycles are seen. */
static double choose_end(const ss_report *r) {
  const double longest = find_longest(r);
  return longest > 0 ? fmin(200, fmax(LEAST_END, round_off(8 * longest, longest))) : LEAST_END;
}

static ss_status sweep(atlas *a, size_t count, ss_diagnostics *list, double *seconds) {
  const double before = ss_report_time_left(a->w);
  a->options.map.count[0] = a->options.map.count[1] = count;
  a->options.reach.until = ss_clock() + before - a->time.least;
  ss_status status = ss_basin_prepare(a->w->arena, a->w->machine, &a->options, list, &a->basin);
  if (status == SS_OK) status = ss_basin_run(a->basin, list);
  *seconds = before - ss_report_time_left(a->w);
  return status;
}

/* As fine as a third of the time allows; refined, the work grows like the length of borders. */
static ss_status draw_map(atlas *a, ss_diagnostics *list) {
  double seconds, again;
  ss_status status = sweep(a, COARSEST, list, &seconds);
  if (status != SS_OK) return status;
  ss_basin *coarse = a->basin;
  if (seconds * COARSE * COARSE > ss_report_time_left(a->w) * COARSEST * COARSEST) return SS_OK;
  status = sweep(a, COARSE, list, &seconds);
  if (status == SS_LIMIT) {
    a->basin = coarse;
    return SS_OK;
  }
  if (status != SS_OK) return status;
  coarse = a->basin;
  /* a coarse map is better than none, and may take all the time */
  a->time.least = 0.4 * a->w->options->seconds;
  const double left = 0.33 * a->w->options->seconds;
  size_t count = (size_t)fmin(FINE, COARSE * sqrt(left / fmax(seconds, 1e-3)));
  count -= (count + 1) % 2;
  if (count <= COARSE) return SS_OK;
  a->options.map.refine = count > 21;
  status = sweep(a, count, list, &again);
  /* what did not become ready in time is not shown */
  if (status == SS_LIMIT) a->basin = coarse;
  a->w->report->basin_stopped = status == SS_LIMIT;
  return status == SS_LIMIT ? SS_OK : status;
}

/* ---- motions --------------------------------------------------------------------------------- */

/* However long the map has taken, motions have a tenth of the time. */
static bool has_time_for_motion(void *user, double t) {
  const allowance *a = user;
  (void)t;
  return ss_report_time_left(a->work) > a->least;
}

static void normalise(const atlas *a, const double *point, double *to) {
  for (int k = 0; k < 2; k++)
    to[k] = (point[k] - a->options.low[k]) / (a->options.high[k] - a->options.low[k]);
}

/* How far the coordinates of a motion go. */
static void measure_motion(const atlas *a, const ss_motion *m, double *span) {
  for (size_t j = 0; j < a->n; j++) {
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < m->samples; i++)
      lo = fmin(lo, m->sample[i].q[j]), hi = fmax(hi, m->sample[i].q[j]);
    span[j] = hi - lo;
  }
}

/* Whether a sample can be told from another: in the plane, by where the machine is, by what its
 * elements do. */
static bool differs(const atlas *a, const ss_sample *s, const ss_sample *last, const double *span,
                    double coarse) {
  const size_t elements = ss_machine_system(a->w->machine)->elements;
  double from[2], to[2], square = 0;
  for (int k = 0; k < 2; k++) {
    from[k] = value_of(last, a->n, a->axis[k]);
    to[k] = value_of(s, a->n, a->axis[k]);
  }
  normalise(a, from, from);
  normalise(a, to, to);
  for (int k = 0; k < 2; k++) square += (to[k] - from[k]) * (to[k] - from[k]);
  bool far = sqrt(square) > coarse * SEEN;
  for (size_t j = 0; j < a->n; j++)
    far |= span[j] > 0 && fabs(s->q[j] - last->q[j]) > 2 * coarse * SEEN * span[j];
  const bool same = coarse > 4 || !s->modes || !last->modes ||
                    memcmp(s->modes, last->modes, elements * sizeof *s->modes) == 0;
  return far || !same;
}

/* So many samples from the start on that the motion is not far from the picture; all of one that
 * comes to rest. */
static size_t count_near(const atlas *a, const ss_motion *m) {
  if (came_to_rest(m)) return m->samples;
  for (size_t i = 0; i < m->samples; i++) {
    double at[2];
    for (int k = 0; k < 2; k++) at[k] = value_of(&m->sample[i], a->n, a->axis[k]);
    normalise(a, at, at);
    for (int k = 0; k < 2; k++)
      if (!(fabs(at[k] - 0.5) < FAR_AWAY)) return i;
  }
  return m->samples;
}

/* The samples that differ, the first and the last: `kept` has their indices. A motion that comes to
 * rest is looked at less closely until POINTS_MOST are enough, unless its path were angular then;
 * another is shown as far as they are. */
static size_t choose_points(const atlas *a, const ss_motion *m, const double *span, size_t *kept) {
  const size_t near = count_near(a, m);
  size_t count = SIZE_MAX;
  for (double coarse = 1; count > POINTS_MOST; coarse *= 1.5) {
    count = 0;
    for (size_t i = 0; i < near && count <= POINTS_MOST; i++)
      if (count == 0 || i + 1 == near ||
          differs(a, &m->sample[i], &m->sample[kept[count - 1]], span, coarse))
        kept[count++] = i;
    if ((!came_to_rest(m) || coarse > ANGULAR) && count > POINTS_MOST) count = POINTS_MOST;
  }
  return count;
}

static void keep_impacts(const atlas *a, const ss_motion *m, ss_report_track *track) {
  ss_event *impact = ss_arena_new(a->w->arena, IMPACTS_MOST, ss_event);
  for (size_t i = 0; impact && i < m->events && track->impacts < IMPACTS_MOST; i++)
    if (m->event[i].kind == SS_EVENT_IMPACT)
      impact[track->impacts++] =
          (ss_event){.t = m->event[i].t, .kind = SS_EVENT_IMPACT, .element = m->event[i].element};
  track->impact = impact;
}

static ss_status thin(const atlas *a, ss_arena *work, const ss_motion *m, ss_report_track *track) {
  const size_t n = a->n, elements = ss_machine_system(a->w->machine)->elements;
  size_t *kept = ss_arena_new(work, POINTS_MOST + 1, size_t);
  double *span = ss_arena_new(work, n, double);
  if (!kept || !span) return SS_MEMORY;
  measure_motion(a, m, span);
  const size_t count = choose_points(a, m, span, kept);
  double *point = ss_arena_new(a->w->arena, 3 * count, double);
  double *state = ss_arena_new(a->w->arena, 2 * n * count, double);
  ss_mode *modes = ss_arena_new(a->w->arena, elements * count, ss_mode);
  if (!point || !state || !modes) return SS_MEMORY;
  for (size_t i = 0; i < count; i++) {
    const ss_sample *s = &m->sample[kept[i]];
    for (int k = 0; k < 2; k++) point[3 * i + (size_t)k] = value_of(s, n, a->axis[k]);
    point[3 * i + 2] = s->t;
    memcpy(state + 2 * n * i, s->q, n * sizeof *state);
    memcpy(state + 2 * n * i + n, s->u, n * sizeof *state);
    if (s->modes) memcpy(modes + elements * i, s->modes, elements * sizeof *modes);
  }
  track->points = count;
  track->until = count ? point[3 * (count - 1) + 2] : 0;
  track->point = point, track->state = state, track->modes = modes;
  keep_impacts(a, m, track);
  return track->impact ? SS_OK : SS_MEMORY;
}

static const char *describe_end(const atlas *a, const ss_motion *m, ss_status status) {
  const ss_rest_sets *rest = a->w->report->rest;
  const size_t set = came_to_rest(m) ? ss_rest_which_at_rest(rest, m->q, 1e-3) : SIZE_MAX;
  const char *word = m->at_rest ? "comes to rest" : "settles";
  if (status == SS_OK && came_to_rest(m) && set < rest->count)
    return ss_arena_format(a->w->arena, "%s %s %s", word, m->at_rest ? "in" : "to",
                           rest->set[set].name);
  if (status == SS_OK && came_to_rest(m)) return word;
  if (status == SS_OK && m->events && m->event[m->events - 1].kind == SS_EVENT_LEAVE)
    return "leaves the region";
  if (status == SS_OK) return "still moves";
  if (status == SS_LIMIT) return "was not followed further";
  return m->reason ? ss_arena_format(a->w->arena, "stops: %s", m->reason) : "stops";
}

/* Again with shorter intervals where it is over before its path is seen. */
static ss_status run_finely(const atlas *a, ss_arena *arena, const double *state,
                            ss_motion_options *o, ss_motion *motion) {
  const ss_system *system = ss_machine_system(a->w->machine);
  const double *parameters = ss_machine_parameters(a->w->machine);
  const ss_status status = ss_motion_run(arena, system, parameters, state, state + a->n, o, motion);
  if (status != SS_OK || !(motion->t > 0) || motion->t > SAMPLES_LEAST * o->every) return status;
  o->every = fmax(motion->t / SAMPLES, o->end / SAMPLES_EVER);
  return ss_motion_run(arena, system, parameters, state, state + a->n, o, motion);
}

static ss_status run_track(const atlas *a, const ss_basin_worker *worker, allowance *time,
                           const double at[2]) {
  ss_report *r = a->w->report;
  ss_report_track *track = &r->track[r->tracks];
  ss_arena *arena = ss_arena_create();
  double *state = arena ? ss_arena_new(arena, 2 * a->n, double) : NULL;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion = {0};
  o.end = a->options.reach.end;
  o.every = a->every;
  o.tolerance = 1e-8;
  o.first_if_several = true;
  o.progress = has_time_for_motion;
  o.user = time;
  if (a->model->regions == 1) o.region = &a->model->region[0];
  ss_status status = state ? SS_OK : SS_MEMORY;
  if (status == SS_OK && ss_basin_start(worker, at[0], at[1], state, state + a->n)) {
    ss_status ran = run_finely(a, arena, state, &o, &motion);
    *track =
        (ss_report_track){.a = at[0], .b = at[1], .t = motion.t, .rests = came_to_rest(&motion)};
    if (motion.q) status = thin(a, arena, &motion, track);
    if (motion.q) track->end = describe_end(a, &motion, ran);
    if (track->points && track->end) r->tracks++;
    if (ran == SS_MEMORY) status = ran;
  }
  ss_arena_destroy(arena);
  return status;
}

static ss_status run_tracks(atlas *a, ss_diagnostics *list) {
  enum { ALL = TRACKS * TRACKS, STRIDE = 37 };
  ss_report *r = a->w->report;
  ss_basin_worker *worker;
  r->track = ss_arena_new(a->w->arena, ALL, ss_report_track);
  if (!r->track) return SS_MEMORY;
  ss_status status = ss_basin_open_events(a->basin, 1, list, &worker);
  if (status != SS_OK) return status;
  a->every = fmax(find_longest(r) / (4 * SAMPLES), a->options.reach.end / SAMPLES_MOST);
  allowance time = {a->w, fmin(0, ss_report_time_left(a->w) - 0.1 * a->w->options->seconds)};
  for (size_t k = 0; k < ALL && status == SS_OK && has_time_for_motion(&time, 0); k++) {
    const size_t i = k * STRIDE % ALL;
    const double share[2] = {((double)(i % TRACKS) + 0.5) / TRACKS,
                             ((double)(i / TRACKS) + 0.5) / TRACKS};
    double at[2];
    for (int j = 0; j < 2; j++)
      at[j] = a->options.low[j] + share[j] * (a->options.high[j] - a->options.low[j]);
    status = run_track(a, worker, &time, at);
  }
  r->tracks_stopped = status == SS_OK && !has_time_for_motion(&time, 0);
  ss_basin_close(worker);
  return status;
}

/* A map of which every start has failed shows nothing; why it fails does. */
static const char *explain_failure(const atlas *a) {
  const ss_report *r = a->w->report;
  for (size_t k = 0; k < r->basin->classes; k++)
    if (r->basin->class_of_code[k].role == SS_SWEEP_FAILED &&
        ss_sweep_count(r->basin, k) == r->basin->axis[0].count * r->basin->axis[1].count)
      return r->tracks ? ss_arena_format(a->w->arena,
                                         "no start of its plane can be followed to its end; one %s",
                                         r->track[0].end)
                       : "no start of its plane can be followed";
  return NULL;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* A level of the energy only: a function of the file has levels of its own. */
static void take_level(const ss_report *r, ss_plane *plane, ss_plane_level *level) {
  const ss_proof *p = r->claims ? &r->claim[0].proof : NULL;
  const bool known = p && p->verdict == SS_PROVED && p->levels.proved > 0 &&
                     isfinite(p->levels.proved) && strcmp(p->theorem, "SS-LYAPUNOV") != 0;
  if (!known) return;
  *level = (ss_plane_level){.rho = p->levels.proved,
                            .remark = p->region_count ? "proved, in its region" : "proved",
                            .region_count = p->region_count,
                            .region_name = p->region_name,
                            .region_lo = p->region_lo,
                            .region_hi = p->region_hi};
  plane->levels = 1;
  plane->level = level;
}

static ss_status describe(atlas *a) {
  ss_report *r = a->w->report;
  const ss_sweep_map *map = ss_basin_map(a->basin);
  ss_plane_level *level = ss_arena_new(a->w->arena, 1, ss_plane_level);
  if (!level) return SS_MEMORY;
  r->basin = map;
  r->basin_end = a->options.reach.end;
  r->basin_command = ss_arena_format(
      a->w->arena,
      "standstill basin %s --plane \"%s,%s\" --range %.6g:%.6g,%.6g:%.6g --grid %zux%zu%s --end "
      "%.6g --from \"%s\"",
      a->model->file, map->axis[0].name, map->axis[1].name, map->axis[0].low, map->axis[0].high,
      map->axis[1].low, map->axis[1].high, map->axis[0].count, map->axis[1].count,
      map->axis[0].count > 21 ? " --refine" : "", a->options.reach.end, a->options.from);
  r->plane = (ss_plane){.system = ss_machine_system(a->w->machine),
                        .parameters = ss_machine_parameters(a->w->machine),
                        .title = "",
                        .axis = {map->axis[0].name, map->axis[1].name},
                        .q = a->at,
                        .u = a->at + a->n,
                        .map = map,
                        .rest = r->rest};
  take_level(r, &r->plane, level);
  return r->basin_command ? SS_OK : SS_MEMORY;
}

ss_status ss_report_map_basin(ss_report_work *w, ss_diagnostics *list) {
  ss_report *r = w->report;
  ss_diagnostics said;
  r->no_basin = r->no_rest ? r->no_rest : "no place to rest was found";
  if (!r->rest || r->rest->count == 0) return SS_OK;
  /* they live as long as the report: maps point to them */
  atlas *a = ss_arena_new(w->arena, 1, atlas);
  if (!a) return SS_MEMORY;
  *a =
      (atlas){.w = w, .model = ss_machine_model(w->machine), .options = ss_basin_default_options()};
  a->n = a->model->coordinates;
  a->options.map.threads = w->options->threads;
  a->options.map.go_on = has_time;
  a->time = (allowance){w, 0};
  a->options.map.user = &a->time;
  a->options.reach.end = choose_end(r);
  a->options.sets = r->rest;
  ss_diagnostics_start(&said, w->arena, NULL, NULL, 0);
  ss_status status = set_base(a);
  if (status == SS_OK) status = set_plane(a);
  if (status != SS_OK) return status;
  status = draw_map(a, &said);
  if (status == SS_OK) status = describe(a);
  if (status == SS_OK) status = run_tracks(a, &said);
  if (status == SS_OK) r->no_basin = explain_failure(a);
  if (status == SS_OK && r->no_basin) r->basin = NULL;
  if (status == SS_OK || status == SS_MEMORY) return status;
  r->basin_stopped = status == SS_LIMIT;
  r->no_basin = status == SS_LIMIT ? "its time was over, --time-limit S gives it more"
                : said.count       ? said.items[0].message
                                   : ss_status_text(status);
  r->basin = NULL;
  /* what was asked for and makes no sense is a mistake of who asks */
  if (!w->options->plane[0] || status != SS_BAD_INPUT) return SS_OK;
  ss_study_pass_on(&said, NULL, list);
  return status;
}
