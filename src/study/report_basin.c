/* report_basin.c: the basin of a report: its plane, its map, motions through it.
 *
 * The plane goes through the middle of the rest set that proofs are about. Unless it is given, it
 * is (x, x') of a machine with one coordinate, the two positions of one with two and no contacts,
 * and else (q_i, q_i') of the coordinate that goes most evenly to both sides of its rest in the
 * motions of the report: it rocks or swings rather than falls. Ranges hold the rest sets, the
 * starts of the file and the motions that came to rest, with half as much again on each side.
 *
 * The map is as fine as the time allows: a coarse one is timed first. Then motions from a grid of
 * TRACKS x TRACKS starts are run by events and thinned to what can be seen in a picture, SEEN of
 * its width: a page can show them without computing anything. They are run in an order that spreads
 * those that the time has left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report.h"

enum { COARSE = 11, FINE = 81, TRACKS = 9, POINTS_MOST = 240, SAMPLES = 1500 };

static const double SEEN = 1.0 / 150;

typedef struct atlas {
  ss_report_work *w;
  const ss_model *model;
  size_t n;
  double *at;     /* n: the middle of the rest set; then n zeros */
  size_t axis[2]; /* i is coordinate i, n + i its velocity */
  ss_basin_options options;
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
  for (size_t i = 0; variable < a->n && i < r->rest->count; i++) {
    const ss_rest_set *set = &r->rest->set[i];
    if (isfinite(set->lo[variable])) *lo = fmin(*lo, set->lo[variable]);
    if (isfinite(set->hi[variable])) *hi = fmax(*hi, set->hi[variable]);
  }
}

/* How far the motions of a coordinate go to the one side of its rest as to the other: 1 is as far;
 * where all go to one side only, how wide they are as a share of the largest value. */
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
  return most > 0 ? fmin(up, down) / most + 1e-3 * most / (most + fabs(a->at[i])) : 0;
}

static size_t find_liveliest(const atlas *a) {
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < a->n; i++) {
    const double rate = rate_coordinate(a, i);
    if (rate > most) best = i;
    most = fmax(most, rate);
  }
  return best;
}

static void choose_plane(atlas *a) {
  const bool positions = a->n == 2 && ss_machine_system(a->w->machine)->normals == 0;
  a->axis[0] = positions ? 0 : find_liveliest(a);
  a->axis[1] = positions ? 1 : a->n + a->axis[0];
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
  if (!(air > 1e-6 * fmax(fabs(lo), fabs(hi)))) air = 1;
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

/* The middle of the rest set as a state in words. */
static ss_status set_base(atlas *a) {
  const ss_report *r = a->w->report;
  const size_t chosen = r->choice.chosen < r->choice.sets.count ? r->choice.chosen : SIZE_MAX;
  const double *middle =
      chosen == SIZE_MAX ? r->rest->set[0].center : r->choice.sets.set[chosen].center;
  ss_text text;
  a->at = ss_arena_new(a->w->arena, 2 * a->n, double);
  if (!a->at) return SS_MEMORY;
  memcpy(a->at, middle, a->n * sizeof *a->at);
  ss_text_start(&text);
  for (size_t i = 0; i < a->n; i++)
    ss_text_addf(&text, "%s%s=%.10g", i ? "," : "", a->model->coordinate[i].name.text, a->at[i]);
  a->options.from = text.failed ? NULL : ss_arena_copy_text(a->w->arena, text.data, text.length);
  ss_text_stop(&text);
  return a->options.from ? SS_OK : SS_MEMORY;
}

/* ---- the map --------------------------------------------------------------------------------- */

static bool has_time(void *user, const ss_sweep_progress *progress) {
  const ss_report_work *w = user;
  (void)progress;
  return ss_report_time_left(w) > 0.4 * w->options->seconds;
}

/* Motions are followed eight times as long as the longest one that came to rest. */
static double choose_end(const ss_report *r) {
  double longest = 0;
  for (size_t i = 0; i < r->starts; i++)
    if (came_to_rest(&r->start[i].motion)) longest = fmax(longest, r->start[i].motion.t);
  return longest > 0 ? fmin(200, fmax(0.1, round_off(8 * longest, longest))) : 10;
}

static ss_status sweep(atlas *a, size_t count, ss_diagnostics *list, double *seconds) {
  const double before = ss_report_time_left(a->w);
  a->options.map.count[0] = a->options.map.count[1] = count;
  ss_status status = ss_basin_prepare(a->w->arena, a->w->machine, &a->options, list, &a->basin);
  if (status == SS_OK) status = ss_basin_run(a->basin, list);
  *seconds = before - ss_report_time_left(a->w);
  return status;
}

/* As fine as a third of the time allows; refined, the work grows like the length of borders. */
static ss_status draw_map(atlas *a, ss_diagnostics *list) {
  double seconds, again;
  ss_status status = sweep(a, COARSE, list, &seconds);
  if (status != SS_OK) return status;
  ss_basin *coarse = a->basin;
  const double left = 0.33 * a->w->options->seconds;
  size_t count = (size_t)fmin(FINE, COARSE * sqrt(left / fmax(seconds, 1e-3)));
  count -= (count + 1) % 2;
  if (count <= COARSE) return SS_OK;
  a->options.map.refine = count > 21;
  status = sweep(a, count, list, &again);
  /* what did not become ready in time is not shown */
  if (status == SS_LIMIT) a->basin = coarse;
  return status == SS_LIMIT ? SS_OK : status;
}

/* ---- motions --------------------------------------------------------------------------------- */

static bool has_time_for_motion(void *user, double t) {
  (void)t;
  return ss_report_time_left(user) > 0;
}

static void normalise(const atlas *a, const double *point, double *to) {
  for (int k = 0; k < 2; k++)
    to[k] = (point[k] - a->options.low[k]) / (a->options.high[k] - a->options.low[k]);
}

/* The samples that differ by what can be seen, the first and the last. */
static ss_status thin(const atlas *a, const ss_motion *m, ss_report_track *track) {
  double *out = ss_arena_new(a->w->arena, 3 * (POINTS_MOST + 1), double), last[2] = {0}, now[2];
  if (!out) return SS_MEMORY;
  for (size_t i = 0; i < m->samples; i++) {
    double *p = out + 3 * track->points;
    for (int k = 0; k < 2; k++) p[k] = value_of(&m->sample[i], a->n, a->axis[k]);
    p[2] = m->sample[i].t;
    normalise(a, p, now);
    const bool ends = i + 1 == m->samples;
    const bool far = hypot(now[0] - last[0], now[1] - last[1]) > SEEN;
    if (!isfinite(now[0] + now[1]) || (i && !ends && !far)) continue;
    if (!ends && track->points >= POINTS_MOST) continue;
    memcpy(last, now, sizeof last);
    track->points++;
  }
  track->point = out;
  return SS_OK;
}

static const char *describe_end(const atlas *a, const ss_motion *m, ss_status status) {
  const ss_rest_sets *rest = a->w->report->rest;
  const size_t set = came_to_rest(m) ? ss_rest_which(rest, m->q, 1e-3) : SIZE_MAX;
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

static ss_status run_track(const atlas *a, const ss_basin_worker *worker, double x, double y) {
  ss_report *r = a->w->report;
  ss_report_track *track = &r->track[r->tracks];
  ss_arena *arena = ss_arena_create();
  double *state = arena ? ss_arena_new(arena, 2 * a->n, double) : NULL;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion = {0};
  o.end = a->options.reach.end;
  o.every = o.end / SAMPLES;
  o.tolerance = 1e-8;
  o.first_if_several = true;
  o.progress = has_time_for_motion;
  o.user = a->w;
  if (a->model->regions == 1) o.region = &a->model->region[0];
  ss_status status = state ? SS_OK : SS_MEMORY;
  if (status == SS_OK && ss_basin_start(worker, x, y, state, state + a->n)) {
    const ss_status ran =
        ss_motion_run(arena, ss_machine_system(a->w->machine), ss_machine_parameters(a->w->machine),
                      state, state + a->n, &o, &motion);
    *track = (ss_report_track){.a = x, .b = y, .t = motion.t, .rests = came_to_rest(&motion)};
    if (motion.q) status = thin(a, &motion, track);
    if (motion.q) track->end = describe_end(a, &motion, ran);
    if (track->points && track->end) r->tracks++;
    if (ran == SS_MEMORY) status = ran;
  }
  ss_arena_destroy(arena);
  return status;
}

static ss_status run_tracks(const atlas *a, ss_diagnostics *list) {
  enum { ALL = TRACKS * TRACKS, STRIDE = 37 };
  ss_report *r = a->w->report;
  ss_basin_worker *worker;
  r->track = ss_arena_new(a->w->arena, ALL, ss_report_track);
  if (!r->track) return SS_MEMORY;
  ss_status status = ss_basin_open_events(a->basin, 1, list, &worker);
  if (status != SS_OK) return status;
  for (size_t k = 0; k < ALL && status == SS_OK && ss_report_time_left(a->w) > 0; k++) {
    const size_t i = k * STRIDE % ALL;
    const double share[2] = {((double)(i % TRACKS) + 0.5) / TRACKS,
                             ((double)(i / TRACKS) + 0.5) / TRACKS};
    double at[2];
    for (int j = 0; j < 2; j++)
      at[j] = a->options.low[j] + share[j] * (a->options.high[j] - a->options.low[j]);
    status = run_track(a, worker, at[0], at[1]);
  }
  ss_basin_close(worker);
  return status;
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
  a->options.map.user = w;
  a->options.reach.end = choose_end(r);
  ss_diagnostics_start(&said, w->arena, NULL, NULL, 0);
  ss_status status = set_base(a);
  if (status == SS_OK) status = set_plane(a);
  if (status != SS_OK) return status;
  status = draw_map(a, &said);
  if (status == SS_OK) status = describe(a);
  if (status == SS_OK) status = run_tracks(a, &said);
  if (status == SS_OK) r->no_basin = NULL;
  if (status == SS_OK || status == SS_MEMORY) return status;
  r->no_basin = said.count ? said.items[0].message : ss_status_text(status);
  r->basin = NULL;
  /* what was asked for and makes no sense is a mistake of who asks */
  if (!w->options->plane[0] || status != SS_BAD_INPUT) return SS_OK;
  ss_study_pass_on(&said, NULL, list);
  return status;
}
