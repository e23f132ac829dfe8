/* nonlinear.c: the rest sets of a nonlinear system.
 *
 * Equilibria are sought from many starts: the states of the model, the middle of the box, and
 * places spread over the box, each in a different case of closed contacts and slider sides. A start
 * settles on the nearest equilibrium that its linear steps lead to (step.c), and the set there is
 * explored (explore.c) unless it is known. All of that is a search in doubles. Where at most three
 * coordinates matter, a cover of the box (cover.c) decides: which of it is true, what is connected,
 * how far it reaches, and that there is nothing else; where it tells points, or intervals of one
 * coordinate, nothing is left to be searched. Where more matter, every place
 * that is reported is verified (verify.c), and that there are no others is not claimed.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "cover.h"

enum { PLACES_MOST = 32 }; /* told of each piece of a set that is known by a search only */

/* ---- starts ---------------------------------------------------------------------------------- */

/* A number in [0, 1): the digits of `index` in a prime base, mirrored (Halton's sequence), shifted
 * by the seed. */
static double spread(size_t index, size_t coordinate, uint64_t seed) {
  static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  const unsigned base = primes[coordinate % (sizeof primes / sizeof *primes)];
  double value = 0, digit = 1.0 / base;
  for (size_t i = index; i > 0; i /= base, digit /= base) value += digit * (double)(i % base);
  value += (double)(seed * 0x9e3779b97f4a7c15u * (coordinate + 1) >> 11) * 0x1p-53;
  return value - floor(value);
}

/* Start number `index`; false if it is none. */
static bool choose_start(const ss_search *s, size_t index, uint64_t seed, double *z) {
  const ss_model *model = s->system->model;
  double u[s->n];
  if (index < model->states) {
    if (model->chart) return false;
    return ss_model_evaluate_state(model, index, z, u) == SS_OK;
  }
  for (size_t j = 0; j < s->k; j++) {
    const double at = index == model->states ? 0.5 : spread(index, j, seed);
    z[j] = s->free[j] ? 0 : s->from[j] + at * ss_search_width(s, j);
  }
  return true;
}

static ss_status try_start(ss_pieces *pieces, const ss_rest_pattern *pattern, size_t index,
                           uint64_t seed) {
  ss_walker *w = pieces->walker;
  const ss_search *s = pieces->search;
  if (!choose_start(s, index, seed, w->z)) return SS_OK;
  for (size_t j = 0; j < s->k; j++)
    if (s->period[j] == 0 && !s->free[j]) w->z[j] = fmin(s->to[j], fmax(s->from[j], w->z[j]));
  w->pattern = pattern;
  memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
  if (!ss_walker_settle(w, 0.25, NULL) || !ss_walker_hold(w, 1e-10)) return SS_OK;
  return ss_pieces_explore(pieces);
}

static bool is_over(ss_walker *w, const ss_rest_options *options) {
  return w->programs > options->programs_most || ss_search_is_late(w->search, w->until);
}

static ss_status try_starts(ss_pieces *pieces, const ss_rest_options *options, size_t *starts) {
  const size_t fixed = pieces->search->system->model->states + 1;
  const size_t cases = pieces->patterns->count;
  const size_t each = options->starts / cases > 8 ? options->starts / cases : 8;
  ss_walker *w = pieces->walker;
  ss_status status = SS_OK;
  *starts = 0;
  w->programs = 0; /* those of the cover do not count */
  w->until = ss_search_moment(pieces->search, SS_SHARE_STARTS);
  for (size_t i = 0; i < fixed + each; i++)
    for (size_t p = 0; p < cases && status == SS_OK && !is_over(w, options); p++, ++*starts)
      /* many closed contacts first: there machines rest most often */
      status = try_start(pieces, &pieces->patterns->item[cases - 1 - p],
                         i < fixed ? i : fixed + (i - fixed) * cases + p, options->seed);
  w->until = ss_search_moment(pieces->search, 1);
  /* more sets than are kept: those that there are, and not all */
  return status == SS_LIMIT ? SS_OK : status;
}

/* ---- what the cover shows -------------------------------------------------------------------- */

/* The ends of a set in the system's own coordinates, by those of the component; with a chart these
 * are the chart's, and the coordinates' stay as they were traced. */
static ss_status record_ends(const ss_cover *cover, const ss_component *c, ss_arena *arena,
                             ss_rest_set *set) {
  const ss_search *s = cover->judge.s;
  double *lo = ss_arena_new(arena, s->k, double), *hi = ss_arena_new(arena, s->k, double);
  double *in_lo = ss_arena_new(arena, s->k, double), *in_hi = ss_arena_new(arena, s->k, double);
  if (!lo || !hi || !in_lo || !in_hi) return SS_MEMORY;
  for (size_t j = 0; j < s->k; j++) {
    const double *was_lo = s->chart ? set->chart_lo : set->lo;
    const double *was_hi = s->chart ? set->chart_hi : set->hi;
    /* an angle was told round the set's centre */
    const double turn =
        s->period[j] > 0 ? s->period[j] * round((was_lo[j] - c->lo[j]) / s->period[j]) : 0;
    /* a turn is a rounded number, and rounds what it is added to: outer ends go outwards */
    const double size = fmax(fabs(c->lo[j] + turn), fabs(c->hi[j] + turn));
    const double off = turn != 0 ? 2 * DBL_EPSILON * (fabs(turn) + size) : 0;
    const bool keep = s->free[j] || (s->period[j] > 0 && c->round);
    lo[j] = keep ? was_lo[j] : c->lo[j] + turn - off;
    hi[j] = keep ? was_hi[j] : c->hi[j] + turn + off;
    in_lo[j] = keep ? NAN : c->in_lo[j] + turn + off;
    in_hi[j] = keep ? NAN : c->in_hi[j] + turn - off;
    if (off > 0 && in_lo[j] > in_hi[j]) in_lo[j] = in_hi[j] = NAN;
  }
  *(s->chart ? &set->chart_lo : &set->lo) = lo;
  *(s->chart ? &set->chart_hi : &set->hi) = hi;
  *(s->chart ? &set->chart_inner_lo : &set->inner_lo) = in_lo;
  *(s->chart ? &set->chart_inner_hi : &set->inner_hi) = in_hi;
  return SS_OK;
}

/* Of the box: below it steps of a walk are rounding. */
static const double SPECK = 1e-9;

/* May the component go on beyond the box that is covered? */
static bool reaches_end(const ss_cover *cover, const ss_component *c) {
  const ss_search *s = cover->judge.s;
  for (size_t j = 0; j < s->k; j++)
    if (!s->free[j] && s->period[j] == 0 && (c->lo[j] <= s->from[j] || c->hi[j] >= s->to[j]))
      return true;
  return false;
}

/* So small, without a cell that rests, that a walk along it says nothing about its dimension? */
static bool is_speck(const ss_cover *cover, const ss_component *c) {
  const ss_search *s = cover->judge.s;
  bool small = !c->inside && !c->point;
  for (size_t j = 0; j < s->k; j++)
    small &= s->free[j] || c->hi[j] - c->lo[j] <= SPECK * ss_search_width(s, j);
  return small;
}

static ss_status record_cover(const ss_cover *cover, ss_arena *arena, const size_t *group,
                              ss_rest_sets *sets) {
  ss_status status = SS_OK;
  for (size_t i = 0; i < sets->count && status == SS_OK; i++) {
    ss_rest_set *set = (ss_rest_set *)&sets->set[i];
    const ss_component *c = &cover->component[group[i]];
    set->certain = c->certain;
    set->connected = c->connected;
    set->enclosed = cover->whole;
    set->method = "cover";
    set->cut |= reaches_end(cover, c);
    if (set->shape != SS_REST_POINT && is_speck(cover, c)) {
      set->shape = SS_REST_BOX;
      set->dimension = SIZE_MAX;
    }
    status = record_ends(cover, c, arena, set);
  }
  return status;
}

/* Places that may rest, though nothing was found there. */
static size_t count_doubts(const ss_cover *cover, const ss_pieces *pieces) {
  size_t doubts = 0;
  for (size_t m = 0; m < cover->count; m++) {
    bool shown = cover->component[m].empty;
    for (size_t i = 0; i < pieces->count; i++) shown |= pieces->piece[i].group == m;
    doubts += !shown;
  }
  return doubts;
}

/* Does the cover tell all there is to tell: nothing, points, lines of one coordinate? */
static bool tells_all(const ss_cover *cover) {
  const bool line = ss_search_mattering(cover->judge.s) == 1;
  for (size_t m = 0; m < cover->count; m++) {
    const ss_component *c = &cover->component[m];
    if (!c->empty && !c->point && !(line && c->inside && c->connected)) return false;
  }
  return cover->whole;
}

ss_status ss_cover_decide(ss_pieces *pieces, ss_arena *arena, const ss_rest_options *options,
                          ss_cover *c, ss_rest_sets *sets) {
  ss_status status = ss_cover_create(arena, pieces->search, pieces->walker, pieces->patterns,
                                     options->cell, options->boxes_most, c);
  if (status == SS_OK) status = ss_cover_sharpen(c, options->ends, options->boxes_most / 2);
  size_t starts;
  if (status == SS_OK && !tells_all(c)) status = try_starts(pieces, options, &starts);
  if (status == SS_OK) ss_cover_assign(c, pieces);
  if (status == SS_OK) status = ss_cover_seek(c, pieces);
  if (status == SS_OK) status = ss_pieces_verify(pieces, arena, SIZE_MAX);
  if (status == SS_OK) status = ss_cover_shape(c, pieces);
  if (status == SS_OK) status = ss_pieces_verify(pieces, arena, SIZE_MAX); /* what was drawn */
  /* what was not tested joins everything: then the search says what is apart, as far as it can */
  const bool searched = !c->whole && ss_search_mattering(pieces->search) == 1;
  if (status == SS_OK && searched) status = ss_pieces_part(pieces, arena);
  size_t *group = ss_arena_new(arena, pieces->count, size_t);
  if (status == SS_OK && !group) status = SS_MEMORY;
  if (status == SS_OK) status = ss_pieces_show(pieces, arena, sets, group);
  if (status == SS_OK && !searched) status = record_cover(c, arena, group, sets);
  for (size_t i = 0; searched && i < sets->count; i++)
    ((ss_rest_set *)&sets->set[i])->method = "search";
  const size_t doubts = status == SS_OK ? count_doubts(c, pieces) : 0;
  sets->complete = c->whole && doubts == 0;
  sets->boxes = c->boxes;
  sets->how = sets->complete ? ss_arena_format(arena, "all: a cover of %zu boxes", c->boxes)
              : c->whole
                  ? ss_arena_format(arena, "a cover of %zu boxes; %zu place%s left undecided",
                                    c->boxes, doubts, doubts == 1 ? " is" : "s are")
                  : ss_arena_format(arena, "a cover that %zu boxes did not complete%s", c->boxes,
                                    pieces->search->late ? ": its time was over" : "");
  return status;
}

static ss_status show_search(ss_pieces *pieces, ss_arena *arena, size_t starts,
                             ss_rest_sets *sets) {
  ss_status status = ss_pieces_verify(pieces, arena, PLACES_MOST);
  if (status == SS_OK) status = ss_pieces_show(pieces, arena, sets, NULL);
  for (size_t i = 0; i < sets->count; i++) ((ss_rest_set *)&sets->set[i])->method = "search";
  sets->how = ss_arena_format(
      arena, "found by a search from %zu place%s%s%s", starts, starts == 1 ? "" : "s",
      pieces->patterns->all ? "" : ", with at most two contacts closed",
      pieces->search->late ? ", until its time was over: sets may reach further" : "");
  return status;
}

ss_status ss_rest_find_nonlinear(ss_arena *arena, const ss_statics *statics,
                                 const ss_rest_options *options, ss_rest_sets *sets) {
  ss_search search;
  ss_walker walker;
  ss_patterns patterns = {0};
  size_t starts = 0;
  ss_pieces pieces = {.search = &search, .walker = &walker, .patterns = &patterns};
  ss_status status = ss_search_start(arena, statics, options, &search);
  if (status == SS_OK) status = ss_walker_create(arena, &search, &walker);
  if (status == SS_OK)
    status = ss_rest_patterns_list(arena, statics->system, options->contacts_most, &patterns);
  const bool covers = ss_search_mattering(&search) <= SS_COVER_COORDINATES_MOST;
  if (status == SS_OK && !covers) status = try_starts(&pieces, options, &starts);
  ss_cover cover = {0};
  if (status == SS_OK)
    status = covers ? ss_cover_decide(&pieces, arena, options, &cover, sets)
                    : show_search(&pieces, arena, starts, sets);
  ss_cover_destroy(&cover);
  sets->stopped = search.late;
  sets->searched = search.k;
  sets->from = search.from;
  sets->to = search.to;
  sets->searched_period = search.period;
  sets->searched_names = search.names;
  sets->period = search.q_period;
  ss_pieces_clear(&pieces);
  ss_search_stop(&search);
  return status == SS_OK && !sets->how ? SS_MEMORY : status;
}
