/* search.h: the equilibria of a nonlinear system, as a problem in numbers. */
#ifndef STANDSTILL_REST_SEARCH_H
#define STANDSTILL_REST_SEARCH_H

#include "lp.h"
#include "rest_private.h"
#include "standstill/contact.h"

/* ---- search.c: what is searched, and the numbers at a place ---------------------------------- */

/* The coordinates that are searched, z, are the chart's where there is a chart, else q. Numbers at
 * the last place that was evaluated: those of ss_statics, q and the region's margins r >= 0, each
 * with its gradient by z (k entries a number). */
typedef struct ss_search {
  const ss_system *system;
  ss_graph *graph;         /* the statics' */
  const ss_chart *chart;   /* of z; NULL: z = q */
  bool plain;              /* no box, no region: for single places */
  const char *region_name; /* NULL: the only one */
  size_t n, k, normals, slips, elements, relations;
  ss_expr *z;
  const char **names;
  double *from, *to, *period; /* the box; after which all repeats, or 0 */
  double *q_period;           /* n: the same for q */
  bool *q_free;               /* n: moves with a free coordinate */
  bool *free;                 /* nothing depends on it: it stays where it is */
  bool *equal;                /* of each relation: r = 0 instead of r >= 0 */
  ss_domain domain;           /* of z: where the formulas have a value */
  double force;               /* the size of forces in the box: a small one of some places */
  const ss_expr *formula;     /* n: h as formulas of z */
  double begun, until;        /* moments of ss_clock(); 0: no end */
  bool late;                  /* something was left out for want of time */
  ss_tape *tape;
  double *work;
  const double *h, *gap, *WN, *WT, *law, *normal, *argument, *q, *region;
  const double *dh, *dgap, *dWN, *dWT, *dnormal, *dq, *dregion;
} ss_search;

/* Without options there is neither a chart nor a box nor a region: for single places in q. The tape
 * must be destroyed with ss_search_stop, after a failure too. SS_BAD_ARGUMENT if a box of the
 * options makes no sense. */
ss_status ss_search_start(ss_arena *arena, const ss_statics *statics,
                          const ss_rest_options *options, ss_search *search);
void ss_search_stop(ss_search *search);

/* The width of the box. */
static inline double ss_search_width(const ss_search *search, size_t j) {
  return search->to[j] - search->from[j];
}

/* By which share of the time each part of the search ends; verifying has what is left. */
#define SS_SHARE_COVER  0.5
#define SS_SHARE_ENDS   0.6
#define SS_SHARE_STARTS 0.8

/* The moment at which a share of the time is over; 0: never. */
static inline double ss_search_moment(const ss_search *search, double share) {
  return search->until > 0 ? search->begun + share * (search->until - search->begun) : 0;
}

/* Has the moment come? If so, something is left out. */
static inline bool ss_search_is_late(ss_search *search, double moment) {
  const bool late = ss_clock_is_past(moment);
  search->late |= late;
  return late;
}

/* How many coordinates are not free. */
static inline size_t ss_search_mattering(const ss_search *search) {
  size_t count = 0;
  for (size_t i = 0; i < search->k; i++) count += !search->free[i];
  return count;
}

/* Evaluates; false if something is not finite or has no value. */
bool ss_search_at(ss_search *search, const double *z);

/* ---- period.c ------------------------------------------------------------------------------- */

/* After which distance of z all formulas repeat, proved: a turn for angles; 0: none is known. */
double ss_search_find_period(ss_arena *arena, ss_graph *graph, size_t count,
                             const ss_expr *formulas, ss_expr z);

/* ---- region.c -------------------------------------------------------------------------------- */

/* Margins, >= 0 or (`equal`) = 0 in the region. */
typedef struct ss_region_margins {
  size_t relations;
  ss_expr *margin;
  bool *equal;
} ss_region_margins;

/* The relations about positions of the region of that name, or of the only one, with the
 * parameters' values; none if there is no such region. */
ss_status ss_region_list(ss_arena *arena, const ss_statics *statics, const char *name,
                         ss_region_margins *list);

/* The least and greatest z that the relations allow, as far as balls can tell: the region lies
 * within. Infinite where there is no bound. `margins` are formulas of z, those of `search`. */
ss_status ss_region_bound(const ss_search *search, const ss_expr *margins, double *lo, double *hi);

/* ---- step.c: one linear step ----------------------------------------------------------------- */

/* Where a walk is and where it wants to go. Forces: normals, then slips. */
typedef struct ss_walker {
  ss_search *search;
  const ss_rest_pattern *pattern;
  double *z, *force;      /* the place and the forces there */
  double *dz, *new_force; /* the step: */
  double residual; /* unbalanced force over the force at hand, open closed gaps over lengths */
  double margin;   /* of a step without movement: how far the forces are from their limits */
  ss_lp lp;
  double *cut;       /* directions of cuts of spatial laws */
  size_t *cut_owner; /* and their elements */
  size_t *cut_slack; /* columns of what is left to them, in the last program */
  size_t cuts, first_cuts;
  size_t programs; /* linear programs solved so far */
  double until;    /* from this moment on it finds nothing; 0: never */
  double *reach;   /* k: how far a step may go */
  double *balance; /* n x k: d(h + W force)/dz */
  size_t *columns; /* of movements and forces in the program */
} ss_walker;

ss_status ss_walker_create(ss_arena *arena, ss_search *search, ss_walker *walker);

/* The forces at the place, as far within their limits as possible, dz = 0. False if there are none
 * that balance to `allowed`. A negative margin says how far they are beyond their limits; gaps are
 * not looked at. */
bool ss_walker_hold(ss_walker *walker, double allowed);

/* The step within `reach` that leaves the least unbalanced, with hold . dz = 0 (NULL: none). */
bool ss_walker_restore(ss_walker *walker, const double *hold);

/* The balanced step that goes farthest along `goal`. */
bool ss_walker_advance(ss_walker *walker, const double *goal, const double *hold);

/* The step within `reach` after which the forces can stay farthest from their limits, to first
 * order; false if they cannot keep off them. */
bool ss_walker_ease(ss_walker *walker);

/* The residual at the place with its forces; that of the forces alone. */
double ss_walker_residual(const ss_walker *walker);
double ss_walker_unbalanced(const ss_walker *walker);

/* The largest force at hand. */
double ss_walker_unit(const ss_walker *walker);

/* Walks from the place to an equilibrium near it, by steps of at most `reach` of the box; false if
 * it finds none. */
bool ss_walker_settle(ss_walker *walker, double reach, const double *hold);

/* ---- trace.c: walks among equilibria --------------------------------------------------------- */

/* Places in the order of a walk. */
typedef struct ss_trail {
  size_t count, capacity, k;
  double *z;
  double residual; /* the largest */
  bool cut;        /* the walk ended at the end of the box */
  bool round;      /* or after a whole turn */
} ss_trail;

/* How many directions lead on from the place, and coordinates that tell them apart (k entries). */
size_t ss_trace_dimension(ss_walker *walker, size_t *coordinate);

/* Follows the set from the place along `goal` (scaled coordinates) within hold . dz = 0, through
 * all patterns, until it ends. The trail begins with the place. False when memory is out. */
bool ss_trace_walk(ss_walker *walker, const ss_patterns *patterns, const double *goal,
                   const double *hold, ss_trail *trail);

/* Goes on along `goal` as long as that makes progress: to a place where z . goal is largest. */
void ss_trace_climb(ss_walker *walker, const double *goal);

bool ss_trail_add(ss_trail *trail, const double *z, double residual);

/* ---- explore.c: sets that were found --------------------------------------------------------- */

/* A traced set in z. Points: of a curve in order, of a patch round its centre, of a box its ends.
 */
typedef struct ss_piece {
  ss_rest_shape shape;
  size_t dimension, group; /* pieces of one group are connected */
  size_t plane[2];         /* of a patch: the coordinates that tell its points apart */
  ss_trail trail;
  double *center;
  bool loop;
  bool verified; /* every place of the trail is an equilibrium: proved (verify.c) */
} ss_piece;

typedef struct ss_pieces {
  ss_search *search;
  ss_walker *walker;
  const ss_patterns *patterns;
  size_t count, capacity;
  ss_piece *piece;
} ss_pieces;

/* The set at the walker's place, unless it is known already. */
ss_status ss_pieces_explore(ss_pieces *pieces);

/* How far z is from a known set, in widths of the box; 0 within. */
double ss_pieces_distance(const ss_pieces *pieces, const double *z);

/* The place of the set that is nearest to z, if that is a single point; else NULL. */
const double *ss_pieces_point(const ss_pieces *pieces, const double *z);
void ss_pieces_clear(ss_pieces *pieces);

/* ---- verify.c -------------------------------------------------------------------------------- */

/* Asks about the places of every piece that is not verified in ball arithmetic, `places_most` (and
 * the last) evenly spread ones if there are more, and drops those that have no certificate, unless
 * none has one. */
ss_status ss_pieces_verify(ss_pieces *pieces, ss_arena *arena, size_t places_most);

/* Where one coordinate alone matters: pieces get different groups if a place between them cannot
 * rest, proved. Else they stay as they are. */
ss_status ss_pieces_part(ss_pieces *pieces, ss_arena *arena);

/* ---- explore_record.c ------------------------------------------------------------------------ */

/* Turns the angles of a piece so that its centre lies within half a turn of 0. */
void ss_piece_turn(const ss_search *search, ss_piece *piece);

/* The groups of pieces as rest sets; group[], if not NULL, one per piece, receives the group of
 * each set. */
ss_status ss_pieces_show(const ss_pieces *pieces, ss_arena *arena, ss_rest_sets *sets,
                         size_t *group);

#endif
