/* rest.h: where a machine can rest.
 *
 * A position q is an equilibrium if admissible contact forces hold it:
 *
 *     h(q, 0) + sum over elements (W_N lambda_N + W_T lambda_T) = 0,
 *     contact    g_N >= 0, lambda_N >= 0, g_N lambda_N = 0, -lambda_T in lambda_N C
 *     slider     g_N = 0,                                   -lambda_T in |lambda_N| C
 *     friction                                              -lambda_T in normal C
 *     clutch     lambda >= 0
 *
 * with C the set of the element's force law. A slip that moves by itself with a constant velocity w
 * (a belt) goes on at rest: its lambda_T is the point of -C that dissipates most. The equilibria
 * form sets, because friction may hold a machine anywhere in a range. A REST SET is a connected
 * one. Systems are autonomous here: what depends on the time is refused. Where a formula of the
 * model, as it is written, has no value, nothing rests.
 */
#ifndef STANDSTILL_REST_H
#define STANDSTILL_REST_H

#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the sets -------------------------------------------------------------------------------- */

#define SS_REST_SHAPE_LIST(X)                                                                      \
  X(POINT, "point")                                                                                \
  X(SEGMENT, "segment")                                                                            \
  X(POLYTOPE, "polytope")        /* convex, bounded, given by its vertices */                      \
  X(POLYHEDRON, "polyhedron")    /* convex, goes to infinity along its rays */                     \
  X(UNION, "union of polytopes") /* connected, several convex parts */                             \
  X(CURVE, "curve")              /* one free coordinate: the points are a polyline on it */        \
  X(PATCH, "patch")              /* two: the points go round its boundary */                       \
  X(BOX, "box")                  /* within lo and hi; more is not known */

typedef enum ss_rest_shape {
#define SS_REST_SHAPE_ENUM(name, word) SS_REST_##name,
  SS_REST_SHAPE_LIST(SS_REST_SHAPE_ENUM)
#undef SS_REST_SHAPE_ENUM
      SS_REST_SHAPE_COUNT
} ss_rest_shape;

const char *ss_rest_shape_word(ss_rest_shape shape);

/* A convex part of a set: conv(vertices) + cone(rays), and the same as
 * {q : facet . q <= bound, hold . q = level}, facets and equations with normals of length 1. */
typedef struct ss_rest_part {
  size_t vertices, rays;                              /* a line is two opposite rays */
  const double *vertex;                               /* vertices x n */
  const double *ray;                                  /* rays x n */
  const char *const *exact_vertex, *const *exact_ray; /* the same as fractions; NULL: not exact */
  size_t facets, equations;
  const double *facet, *bound, *hold, *level;
} ss_rest_part;

typedef struct ss_rest_set {
  const char *name; /* "E1", "E2", … */
  ss_rest_shape shape;
  size_t dimension;                  /* of the set itself; SIZE_MAX: not known */
  size_t closed_count;               /* contacts that are closed everywhere in the set */
  const size_t *closed;              /* their indices among the elements */
  const double *center;              /* n: a member, in the middle of the set */
  const double *lo, *hi;             /* n: the extent; infinite where the set is unbounded */
  const double *inner_lo, *inner_hi; /* n: it reaches at least so far; NAN: not shown */
  bool certain;                      /* there is such a set: proved */
  bool enclosed;  /* nothing of it lies beyond lo and hi: proved; else what the search has met */
  bool connected; /* it is one connected set: proved; else it may be several that are near */
  const char *method;                            /* "exact polyhedra", "cover", "search" */
  const char *const *exact_lo, *const *exact_hi; /* fractions, "inf", "-inf"; NULL: not exact */
  const char *const *exact_center;               /* fractions; NULL: not exact */
  bool exact;         /* everything here follows from the file's rationals in exact arithmetic */
  double residual;    /* traced sets: the largest unbalanced force left, of the forces at hand */
  size_t free_count;  /* coordinates on which nothing depends: the set is the same for each value */
  const size_t *free; /* their indices; lo and hi are infinite there */
  size_t parts;       /* convex parts, of linear systems */
  const ss_rest_part *part;
  bool vertices_left_out; /* of the parts: there are too many; their facets may be superfluous, or
                             those of the box around them */
  bool cut;               /* it goes on beyond the box, or (traced sets) the region */
  bool beyond;            /* polyhedra: told whole, it reaches beyond the region */
  size_t points;          /* curve, patch, box: */
  const double *point;    /* points x n */
  size_t lines;           /* the points form so many polylines; polyline i is made of the points */
  const size_t *line;     /* line[i] <= index < line[i + 1] */
  bool loop;              /* a curve that comes back to itself */
  /* the extent in the chart's coordinates, where the model has a chart; else NULL */
  const double *chart_center, *chart_lo, *chart_hi, *chart_inner_lo, *chart_inner_hi;
} ss_rest_set;

typedef struct ss_rest_sets {
  const ss_system *system;
  size_t count;
  const ss_rest_set *set;
  bool complete;   /* these are all, in the region */
  bool stopped;    /* options->until came first */
  const char *how; /* "all: exact polyhedra of every set of closed contacts", … */
  size_t boxes;    /* of the cover */
  size_t searched; /* coordinates that were searched (the chart's, if there is one); 0: none */
  const double *from, *to; /* the box that was searched, one pair a coordinate; NULL: no box */
  const double *searched_period; /* of the same: everything repeats after it; 0: no */
  const char *const *searched_names;
  const double *period; /* n: everything repeats after so much of a coordinate: a turn of an
                           angle; 0: no. NULL: all 0 */
} ss_rest_sets;

typedef struct ss_rest_options {
  const double *from, *to; /* the box to search, in the chart's coordinates if there is a chart,
                              else in the system's; NULL, or NAN for a coordinate: that of the
                              model's region, else one period (angles: a turn), others ±10 */
  const char *region;      /* the model's region to search; NULL: the only one, if it has one */
  size_t starts;           /* of the multi-start search */
  size_t programs_most;    /* a limit of that search: linear programs */
  size_t boxes_most;       /* of the cover, and half as many for its ends */
  double cell;             /* of the cover: cells at the boundary of a set are at most this share of
                              its largest extent; of one coordinate alone: as small as doubles go */
  double ends;             /* of the cover: how far the two numbers that an end lies between are
                              apart at most, as a share of the extent, if boxes_most allows it */
  size_t contacts_most;    /* more contacts: only the sets of at most two closed ones are tried */
  uint64_t seed;
  double until; /* a moment of ss_clock() at which it ends with what it has; 0: never. Exact
                   polyhedra do not look at it */
} ss_rest_options;

ss_rest_options ss_rest_default_options(void);

/* Finds the rest sets of a system in the model's own coordinates. `parameters` are the numbers of
 * the model's parameters; results live in the arena. SS_BAD_ARGUMENT with a phrase in *why_not:
 * open inputs, the coordinates of a chart, something that depends on the time, a belt that is not
 * understood (docs/model-language.md). */
ss_status ss_rest_find(ss_arena *arena, const ss_system *system, const double *parameters,
                       const ss_rest_options *options, ss_rest_sets *sets, const char **why_not);

/* The set that contains q up to `tolerance` (a distance), the nearest one if several do; SIZE_MAX
 * if none does. Allocates nothing. */
size_t ss_rest_which(const ss_rest_sets *sets, const double *q, double tolerance);

/* The same of a position that is known to rest. What is stored of a set's shape is coarser than the
 * set: where the sets are all and none has q, it is the only one whose proved extent has it. */
size_t ss_rest_which_at_rest(const ss_rest_sets *sets, const double *q, double tolerance);

/* ---- a cover that can be followed ------------------------------------------------------------ */

/* Where a machine with at most three coordinates that matter can rest, with the fact that shows it
 * in each cell of a box: docs/certificate.md describes the tree. A PLACE is a connected union of
 * cells in which something may rest; beside the places nothing in the box does. */
typedef struct ss_rest_witness {
  size_t k;                 /* coordinates that matter: */
  const size_t *coordinate; /* which ones */
  const double *box;        /* k pairs */
  size_t pushes;
  const double *push; /* pushes x n */
  const char *tree;
  size_t places;
  const double *end; /* places x k x 4: what rests there lies between the first two, and reaches at
                        least from the third to the fourth (the lower one is infinite: not shown) */
} ss_rest_witness;

/* SS_BAD_ARGUMENT with a phrase in *why_not: as for ss_rest_find, or it is not a machine for this.
 * Regions do not count but for the box. */
ss_status ss_rest_find_witness(ss_arena *arena, const ss_system *system, const double *parameters,
                               const ss_rest_options *options, ss_rest_witness *witness,
                               const char **why_not);

/* ---- one position ---------------------------------------------------------------------------- */

typedef struct ss_rest_answer {
  ss_verdict verdict;   /* PROVED: a place to rest; REFUTED: it is none; UNKNOWN: no certificate */
  bool exact;           /* decided in rational arithmetic; else in balls */
  const char *reason;   /* a phrase: why not, or how it was decided */
  size_t penetrates;    /* the element whose gap is violated; SIZE_MAX: none */
  const double *forces; /* normals, then slips: forces that hold it; NULL unless proved */
  const char *const *exact_forces; /* as fractions; NULL: not exact */
  double distance;                 /* proved: an equilibrium is within this of q; 0: q itself */
  double residual;    /* unknown: the least max |h + W lambda| found, over the largest force */
  const double *push; /* n; refuted for want of forces: a virtual velocity v along which h does
                         more work than contact forces can take away: v . (h + W lambda) > 0 for all
                         admissible lambda (with several slider sides: of the first); else NULL */
  const char *const *exact_push; /* as fractions; NULL: not exact */
  size_t closed_count;
  const size_t *closed; /* contacts that are closed at q */
} ss_rest_answer;

/* A position as expressions over parameters, in a graph over the system's that may be added to. */
typedef struct ss_rest_formulas {
  ss_graph *graph;
  const ss_expr *q;
} ss_rest_formulas;

/* Can the machine rest at q? `formulas`, if not NULL, is q as expressions over parameters, which
 * makes an exact answer possible where everything at q is rational. Elsewhere gaps count as closed
 * up to SS_CLOSED (model.h), and q counts as a place to rest if an equilibrium is proved to exist
 * within `tolerance` of it. SS_BAD_ARGUMENT as above, or if something is not finite at q. */
ss_status ss_rest_contains(ss_arena *arena, const ss_system *system, const double *parameters,
                           const double *q, const ss_rest_formulas *formulas, double tolerance,
                           ss_rest_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
