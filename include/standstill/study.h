/* study.h: what combines several analyses of a machine (machine.h).
 *
 *     fit        which parameters explain what was measured?
 *     attack     motions against a claim
 *     basin      a map: in which rest set does the motion from each start end?
 *     chart      a map: how does a verdict change over two parameters, or along one?
 *     picture    what goes into the picture of a plane; show.h draws it
 *
 * Lists of diagnostics and arenas as in machine.h. Nothing here prints or listens to signals: long
 * work asks a callback whether to go on.
 */
#ifndef STANDSTILL_STUDY_H
#define STANDSTILL_STUDY_H

#include "standstill/machine.h"
#include "standstill/reach.h"
#include "standstill/reference.h"
#include "standstill/sweep.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- perturbed motions ----------------------------------------------------------------------- */

/* Motions from perturbed starts beside what the variation predicts of them: (x_eps - x)/eps and z
 * over time. Around events the first has peaks, as high as a jump through eps, as wide as eps. */
typedef struct ss_spread {
  size_t n, times, motions;
  const double *t;                      /* times */
  double eps;                           /* of the perturbations */
  const double *difference, *predicted; /* motions x times x 2 n; NAN: not known */
  size_t events;
  const double *event; /* their times */
} ss_spread;

/* Of the perturbations that a variation was checked with (those without a note, the first four):
 * `options` are those of the variation. */
ss_status ss_spread_run(ss_arena *arena, const ss_machine *machine, const ss_start *start,
                        const ss_vary_options *options, const ss_variation *variation,
                        ss_spread *spread);

/* ---- measurements ---------------------------------------------------------------------------- */

/* What was measured of a motion from t = 0 on: columns of a file (table.h) that are called like
 * coordinates (x) and velocities (x'). */
typedef struct ss_measured {
  const char *file;
  size_t rows, columns;
  const double *t;            /* rows, in order, none below 0 */
  const size_t *state;        /* columns: i is coordinate i, n + i its velocity */
  const char *const *name;    /* columns */
  const double *const *value; /* columns, of rows numbers each; NAN: not measured */
} ss_measured;

/* Reads them; columns that are neither time nor state are passed over. SS_BAD_INPUT, SS_IO: the
 * list says what is wrong with the file. */
ss_status ss_machine_read_measured(ss_arena *arena, const ss_machine *machine, const char *file,
                                   ss_diagnostics *list, ss_measured *measured);

typedef struct ss_fit_options {
  const char *from; /* the state at t = 0; NULL: the first of the file */
  size_t parameters, starts;
  const char *const *parameter; /* to be found, from their values in the machine on */
  const char *const *start;     /* so are these of the state at t = 0: x, phi' */
  double confidence;            /* of all intervals together: 0.95 */
  double tolerance;             /* of the motions: 1e-9 */
  size_t tries;                 /* further starting values, where the first do not explain: 12 */
  bool first_if_several;        /* as in ss_motion_options */
  /* called now and then with the number of motions so far; false stops (SS_LIMIT). May be NULL. */
  bool (*go_on)(void *user, size_t motions);
  void *user;
} ss_fit_options;

ss_fit_options ss_fit_default_options(void);

/* Something to be found. */
typedef struct ss_fit_unknown {
  const char *name;
  double begin, value;
  bool determined;  /* false: another value, with others changed along, explains as well */
  double error;     /* standard deviation; NAN: not determined */
  double low, high; /* the interval */
  bool at_end;      /* the value is an end of the range that the model declares: no optimum */
} ss_fit_unknown;

typedef struct ss_fit {
  size_t unknowns;
  const ss_fit_unknown *unknown;
  double confidence;
  size_t numbers;           /* that were measured */
  size_t left_out;          /* of them: far off all others, as velocities beside an impact */
  double residual;          /* root mean square of all that count */
  const double *residuals;  /* columns: of each */
  const double *predicted;  /* columns x rows */
  double correlation;       /* of neighbouring residuals: near 0 where only noise is left */
  bool explained;           /* it is */
  size_t rounds, motions;   /* of all tries */
  const char *no_gradients; /* why derivatives came by differences of motions; NULL: from vary */
  ss_machine *machine;      /* with the values found; ss_fit_clear closes it */
  ss_motion motion;         /* from the start found, to the last time */
} ss_fit;

/* The values for which the motion is nearest to what was measured, in the sense of least squares,
 * every column weighed by its own scatter. SS_BAD_INPUT: names or a start that make no sense, a
 * motion that cannot start. SS_NO_CONVERGENCE: no motion from these values gets to the last time.
 */
ss_status ss_machine_fit(ss_arena *arena, const ss_machine *machine, const ss_measured *measured,
                         const ss_fit_options *options, ss_diagnostics *list, ss_fit *fit);
void ss_fit_clear(ss_fit *fit);

/* ---- tracking -------------------------------------------------------------------------------- */

typedef struct ss_track_options {
  /* a state from which the machine moves with the inputs that it was opened with, or a motion in a
   * file with named columns (t, x, x', inputs, modes); NULL: the first state of the model */
  const char *reference;
  const char *weights; /* "x=100, x'=1, Fx=0.01": of errors and of inputs; NULL: all are 1 */
  double end;          /* of the reference; NAN: 10, or the end of its file */
  double tolerance;    /* of its motion: 1e-10 */
  double extent;       /* as in ss_reference_options: 0.1 */
  bool by_clock;       /* without spreading: segments change at the times of the reference */
  bool first_if_several;
} ss_track_options;

ss_track_options ss_track_default_options(void);

/* A reference that a machine can follow; constant once open, so that threads may share it. The
 * machine must outlive it. */
typedef struct ss_tracker ss_tracker;

/* SS_BAD_INPUT: the list says what is wrong with the request, the file or the reference. */
ss_status ss_track_open(const ss_machine *machine, const ss_track_options *options,
                        ss_diagnostics *list, ss_tracker **tracker);
void ss_track_close(ss_tracker *tracker);
const ss_reference_motion *ss_track_reference(const ss_tracker *tracker);

/* Beside a sample of the motion. */
typedef struct ss_track_sample {
  size_t segment;         /* of the reference */
  const double *error;    /* 2 n: x - alpha */
  const double *input;    /* inputs: v, after clipping */
  const double *feedback; /* inputs: v - mu */
  bool saturated;         /* an input is clipped */
  double cost;            /* error^T Q error + feedback^T R feedback */
} ss_track_sample;

typedef struct ss_track {
  size_t inputs;
  bool by_clock;
  size_t samples; /* as the motion has */
  const ss_track_sample *sample;
  double error, feedback; /* the largest of a sample */
  double saturated;       /* for how long an input was clipped */
  double cost;            /* its integral, by trapezes */
  size_t missed;          /* instants of the reference that did not happen */
  size_t unexpected;      /* guards that reached 0 though the reference has another one next */
  double unexpected_time; /* of the first of them */
  ss_event_guard unexpected_guard;
} ss_track;

/* The motion from (q, u) that follows the reference, by events; inputs saturate at their bounds.
 * Status and motion as in ss_motion_run. */
ss_status ss_track_run(ss_arena *arena, const ss_tracker *tracker, const double *q, const double *u,
                       const ss_motion_options *options, ss_motion *motion, ss_track *track);

/* ---- attacks on a claim ---------------------------------------------------------------------- */

/* What contradicts a claim: the motion from (q, u), below the level in the region of the claim, at
 * the time t. */
typedef enum ss_attack_kind {
  SS_ATTACK_GAINS,    /* V grows, from `before` to `after` */
  SS_ATTACK_LEAVES,   /* it leaves the region */
  SS_ATTACK_ELSEWHERE /* it rests where the claim says that it does not */
} ss_attack_kind;

/* "gains", "leaves", "elsewhere". */
const char *ss_attack_word(ss_attack_kind kind);

typedef struct ss_attack_finding {
  ss_attack_kind kind;
  const double *q, *u;  /* n each: the start */
  double t;             /* when it was seen */
  double before, after; /* V: the least before, and then; NAN: not known */
} ss_attack_finding;

typedef struct ss_attack_options {
  size_t count;  /* motions */
  double end;    /* each for this time at the most */
  uint64_t seed; /* of the starts */
} ss_attack_options;

/* 200 motions, 100 units of time each. */
ss_attack_options ss_attack_default_options(void);

typedef struct ss_attack {
  size_t asked, motions;         /* starts that were found below the level are followed */
  size_t rested, moving, failed; /* came to rest; moved at the end; could not be followed */
  const char *why_not;           /* a phrase: motions have nothing to say here; else NULL */
  size_t coordinates;
  const char *const *names; /* of the coordinates */
  size_t findings;
  const ss_attack_finding *finding;
} ss_attack;

/* Follows motions from starts in the claimed region, on its border and inside, contacts open and
 * closed. Where attack->findings is not 0, the claim or the simulation is wrong. */
ss_status ss_machine_attack(ss_arena *arena, const ss_machine *machine, const ss_proof *proof,
                            const ss_attack_options *options, ss_diagnostics *list,
                            ss_attack *attack);

/* ---- maps ------------------------------------------------------------------------------------ */

/* How a map is made, whatever it shows. */
typedef struct ss_map_options {
  size_t count[2];     /* points along the two axes */
  bool refine;         /* compute only near boundaries between classes */
  size_t threads;      /* 0: one for each core */
  const char *file;    /* .h5, or .csv without values; NULL: nowhere */
  bool resume;         /* go on with what an earlier run left of that file */
  const char *command; /* how the map came about, for its file; NULL: nothing */
  int rank;            /* of this process among those that mpirun started (ss_sweep_join) */
  /* Called several times a second, from one thread; false stops (SS_LIMIT). May be NULL. */
  bool (*go_on)(void *user, const ss_sweep_progress *progress);
  void *user;
} ss_map_options;

/* 101 x 101 points, every core, no file. */
ss_map_options ss_map_default_options(void);

/* A crossing of a class's boundary on a line: s runs from 0 to 1 along it. The ends of the interval
 * that holds it are starts that were decided, of the classes before and after. */
typedef struct ss_map_edge {
  double s, a, b;
  double width;     /* of the interval, as a distance in the plane */
  double undecided; /* of that, what no time that was tried decides; 0: nothing */
  const char *before, *after;
  const ss_cycle *cycle; /* the unstable cycle that the motion from here stays near; NULL: none */
  /* the stable cycle to which the side tends that no time decides; NULL: none is known. Of such a
   * side it is only known that it has not come to rest. */
  const ss_cycle *goal;
} ss_map_edge;

/* A point whose class another method does not confirm. */
typedef struct ss_map_disagreement {
  double a, b;
  const char *map, *events;
} ss_map_disagreement;

/* What is proved of a map, as shares of its area: exact, and 1 in sum. */
typedef struct ss_map_proved {
  double rest, escape, open;
  size_t motions;          /* that were followed */
  const char *set;         /* the rest set */
  const char *certificate; /* its file; NULL: none was written */
} ss_map_proved;

/* What was found besides the map itself. */
typedef struct ss_map_findings {
  const char *file; /* where the map is; NULL: nowhere */
  bool has_edges;   /* they were asked for */
  size_t edges, checked, disagreements;
  const ss_map_edge *edge;
  size_t coordinates; /* of the cycles, and their names */
  const char *const *names;
  const ss_map_disagreement *disagreement;
  const ss_map_proved *proved; /* NULL: nobody has asked */
} ss_map_findings;

/* ---- basins ---------------------------------------------------------------------------------- */

typedef struct ss_basin_options {
  const char *axis[2]; /* coordinates (x), velocities (x'); one may be a parameter */
  double low[2], high[2];
  const char *from;       /* the state that gives all other values; NULL: the first of the file */
  ss_reach_options reach; /* gain NAN: a hundred times the spread of the energy over nine starts;
                             region and sets are found here */
  const char *region;     /* what leaves it escapes; NULL: the model's only one */
  const char *closed;     /* contacts that all starts keep closed, "floor,wall"; NULL: none. What is
                             not on the axes follows */
  size_t boxes;           /* where rest sets are searched, as "x=-1:1" */
  const char *const *box;
  const ss_rest_sets *sets; /* those that are known already; NULL: they are searched */
  bool prove;               /* every cell of a quadtree is proved to rest or to escape, or open */
  size_t depth;       /* the finest cells: 2^depth along an axis, which is the grid then (0: 8) */
  ss_map_options map; /* prove: `file` ends in .h5 or .csv, beside which FILE.proof.json is the
                         certificate, or in .proof.json: the certificate alone */
} ss_basin_options;

/* No axes; the others as in ss_reach_default_options and ss_map_default_options. */
ss_basin_options ss_basin_default_options(void);

/* A basin that was asked for: all that can be wrong with the request is said here, before anything
 * long is computed. It lives in the arena; options and machine must outlive it. */
typedef struct ss_basin ss_basin;

ss_status ss_basin_prepare(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, ss_diagnostics *list, ss_basin **basin);

/* Computes the map and writes its file. SS_LIMIT: it was stopped; the map and its file have what is
 * done, and with a file a later run can resume. Under MPI all ranks call this, rank 0 has the map.
 */
ss_status ss_basin_run(ss_basin *basin, ss_diagnostics *list);

/* The map; its arrays are NULL before the run. */
const ss_sweep_map *ss_basin_map(const ss_basin *basin);

/* What is proved of a basin that has run; NULL: nobody has asked. */
const ss_map_proved *ss_basin_proved(const ss_basin *basin);

/* Points of the map, taken by a fixed sequence, done again by events and compared. Fills `checked`
 * and the disagreements. */
ss_status ss_basin_check(ss_arena *arena, const ss_basin *basin, size_t count, ss_diagnostics *list,
                         ss_map_findings *findings);

/* Boundaries along the line from (line[0], line[1]) to (line[2], line[3]), by events, to 1e-8 in
 * the plane. Starts near a boundary are followed up to 64 times longer than the map's. Fills the
 * edges. The basin need not have run. */
ss_status ss_basin_find_edges(ss_arena *arena, const ss_basin *basin, const double line[4],
                              ss_diagnostics *list, ss_map_findings *findings);

/* ---- charts of verdicts ---------------------------------------------------------------------- */

typedef struct ss_parameter_chart_options {
  const char *parameter[2]; /* the second NULL: along one, with map.count[0] points */
  double low[2], high[2];
  const char *test;       /* prove, simulate, modes, rest, contains or stable */
  const char *from;       /* the state that simulate, modes and contains ask about */
  ss_reach_options reach; /* simulate; gain NAN: a hundred times the energy at the start */
  ss_map_options map;
} ss_parameter_chart_options;

ss_parameter_chart_options ss_parameter_chart_default_options(void);

/* As a basin: prepared, run, asked for its map. */
typedef struct ss_parameter_chart ss_parameter_chart;

ss_status ss_parameter_chart_prepare(ss_arena *arena, const ss_machine *machine,
                                     const ss_parameter_chart_options *options,
                                     ss_diagnostics *list, ss_parameter_chart **chart);
ss_status ss_parameter_chart_run(ss_parameter_chart *chart, ss_diagnostics *list);
const ss_sweep_map *ss_parameter_chart_map(const ss_parameter_chart *chart);

/* ---- pictures of planes ---------------------------------------------------------------------- */

/* A level of the energy V = T + U, counted from its lowest value on the rest sets of the page. */
typedef struct ss_plane_level {
  double rho;         /* INFINITY: all states, by a proof; nothing is drawn, the legend says it */
  const char *remark; /* behind it in the legend; "": nothing */
  /* the box of states that it is about: coordinates (x) and velocities (x'); 0: all states */
  size_t region_count;
  const char *const *region_name;
  const double *region_lo, *region_hi;
  /* a function of the file in place of the energy, 0 at rest; NULL: the energy */
  const ss_graph *graph;
  ss_expr function;
} ss_plane_level;

typedef struct ss_plane_motion {
  const ss_motion *motion;
  const char *name; /* in the legend; "": none */
} ss_plane_motion;

/* A plane through the state space, or of two parameters, and what is drawn there, from below to
 * above; of a map along one axis its classes as a strip, with its values as a curve. Two axes, each
 * a coordinate (x), a velocity (x'), or the time (t), which goes with motions only; with a map, any
 * two names, those of the map's axes. */
typedef struct ss_plane {
  const ss_system *system; /* in the model's own coordinates; NULL: a map and nothing else */
  const double *parameters;
  const char *title;
  const char *axis[2];
  const double *q, *u;     /* the base state: all that is not on the axes; NULL: not known */
  const bool *closed;      /* one per normal: states of the plane keep it closed; NULL: none */
  const ss_sweep_map *map; /* its axes are the picture's; NULL: what is drawn decides */
  bool directions;         /* the direction field, where there is one degree of freedom */
  size_t levels;
  const ss_plane_level *level;
  const ss_rest_sets *rest;
  size_t motions;
  const ss_plane_motion *motion;
} ss_plane;

/* What a picture of a plane is to contain beside a map or a motion. */
typedef struct ss_picture_options {
  const char *file; /* of one-call pictures (standstill.h): .svg, .png or .pdf */
  size_t levels, motions;
  const char *const *level;  /* "2.5", or "proved": the level of a proof */
  const char *const *motion; /* "kick", "x=1, mu=0.2", "oiled: mu=0.2": further motions */
  const double *q, *u;       /* the base state, where motions start that name none */
  const ss_rest_sets *rest;  /* NULL: to be found: */
  const double *from, *to;   /* in this box; NULL: as the search chooses */
  const char *region;        /* in this region; NULL: the model's only one */
  const double *page;        /* ranges of both axes, if they are given; else NULL */
  const bool *closed;        /* one per normal: starts keep it closed, with a page; NULL: none */
  size_t axis[2];        /* with a page: i is coordinate i, n + i its velocity, 2n a parameter */
  ss_motion_options how; /* the motions */
  bool resample;         /* as often as a picture asks for */
} ss_picture_options;

/* A picture that was asked for: what can be wrong is said first, levels are proved. Motions are run
 * when the plane is filled. The picture is closed by the caller. */
typedef struct ss_picture ss_picture;

ss_status ss_picture_prepare(ss_arena *arena, const ss_machine *machine,
                             const ss_picture_options *options, ss_diagnostics *list,
                             ss_picture **picture);
void ss_picture_close(ss_picture *picture);

/* Rest sets, levels and motions into a plane; `first` (or NULL) is drawn before the others. Axes,
 * title and map are the caller's. */
ss_status ss_picture_fill(ss_picture *picture, const ss_plane_motion *first, ss_diagnostics *list,
                          ss_plane *plane);

/* The picture of a basin: its plane, its rest sets; of a map that was read from a file, whose facts
 * tell the machine. Of `options`, levels and motions count. */
ss_status ss_basin_picture(ss_arena *arena, const ss_basin *basin,
                           const ss_picture_options *options, ss_diagnostics *list,
                           ss_picture **picture);
ss_status ss_picture_of_map(ss_arena *arena, const ss_sweep_map *map,
                            const ss_picture_options *options, ss_diagnostics *list,
                            ss_picture **picture);

/* The two names of "x, x'" in the arena; false if there are not two. */
bool ss_picture_split(ss_arena *arena, const char *plane, const char *names[2]);

/* Whether the names can be axes of motions: coordinates, velocities, the first also the time t; the
 * first that cannot is the result, NULL: both can. */
const char *ss_picture_find_wrong_axis(const ss_model *model, const char *const names[2]);

/* ---- proofs about starts --------------------------------------------------------------------- */

typedef struct ss_start_options {
  const double *q, *u;
  double radius;    /* no coordinate and no velocity of a start differs by more; 0: this one */
  double end;       /* how long the motion is followed */
  const char *file; /* of the certificate; NULL: none */
} ss_start_options;

/* proved: all of these starts tend to rest; refuted: all escape, for ever. */
typedef struct ss_start_proof {
  ss_verdict verdict;
  double radius;           /* as asked */
  double time;             /* when it was decided, or given up */
  double tube;             /* the distance of any of the motions to the one in the middle then */
  const char *set;         /* the rest set; NULL: it has no name */
  const char *theorem;     /* of the target, and */
  const char *level;       /* the level that they come below; NULL: all motions tend to rest, or */
  bool settles;            /* these do, being so near a rest point (T5 of docs/theory.md) */
  bool apart;              /* the machine has contacts, and none of them closes on the way */
  bool touches;            /* nothing is shown because one may */
  const char *reason;      /* what the checker does not confirm: the verdict is unknown; or NULL */
  const char *certificate; /* its file; NULL: none was written */
} ss_start_proof;

/* Of linear machines with dry friction whose rest set has a proved level, or attracts everything
 * (ss_machine_prove); others are refused. */
ss_status ss_machine_prove_start(ss_arena *arena, const ss_machine *machine,
                                 const ss_start_options *options, ss_diagnostics *list,
                                 ss_start_proof *proof);

/* ---- reports --------------------------------------------------------------------------------- */

/* What a page about a machine is made of; show.h writes it. All zeros but times: as below. */
typedef struct ss_report_options {
  const char *from;     /* the start of the motion that is shown; NULL: the first of the file that
                           moves and comes to rest, else that moves, else the first */
  double end;           /* of the motions; 0: 10, or 100 where they come to rest by then */
  const char *plane[2]; /* of the basin; NULL: chosen */
  const double *range;  /* four numbers, with a plane; NULL: chosen */
  double seconds;       /* for maps and motions, which are as fine as these allow */
  double patience;      /* seconds for rest sets, as many for proofs: they end by counted work */
  size_t threads;       /* 0: one for each core */
  const char *command;  /* how it came about; NULL: nothing is known */
} ss_report_options;

/* 20 seconds, 60 of patience. */
ss_report_options ss_report_default_options(void);

/* The motion from a state of the file, or from options.from. */
typedef struct ss_report_start {
  const char *name;
  ss_status status;
  ss_motion motion; /* q NULL: it could not begin */
  bool leaves;      /* the region of the model; the motion ends there */
  double end;       /* when it would have been stopped */
} ss_report_start;

/* One of the three questions, and the text of its certificate (NULL: there is none). */
typedef struct ss_report_claim {
  ss_proof proof;
  const char *certificate;
  size_t length;
} ss_report_claim;

/* A motion in the plane of the basin, thinned to what can be seen. */
typedef struct ss_report_track {
  double a, b;          /* its start */
  size_t points;        /* three numbers each: both axes and the time */
  const double *point;  /* then the state there, q and u, */
  const double *state;  /* points x 2n */
  const ss_mode *modes; /* and what the elements do: points x elements */
  size_t impacts;       /* the first of them: time and element */
  const ss_event *impact;
  const char *end; /* "comes to rest in E1", "still moves", … */
  bool rests;
  double t;     /* when it ended */
  double until; /* when the points end: earlier for one that goes on and on, or far away */
} ss_report_track;

typedef struct ss_report {
  const ss_machine *machine;
  const char *command; /* "" where it is not known */
  size_t starts, shown;
  ss_report_start *start; /* of which `shown` is the one to be seen */
  const ss_rest_sets *rest;
  const char *no_rest; /* why not, where rest is NULL */
  ss_expected expected;
  ss_rest_choice choice;
  const char *at; /* a state in the rest set of the proofs; NULL: that which `prove` chooses */
  size_t claims;
  ss_report_claim claim[SS_QUESTIONS];
  const ss_sweep_map *basin;
  const char *no_basin, *basin_command;              /* why not; what makes it again */
  double basin_end;                                  /* how long its motions were followed */
  bool basin_stopped, tracks_stopped, chart_stopped; /* by the limit of time */
  ss_plane plane; /* with the basin, rest sets and the proved level */
  size_t tracks;
  ss_report_track *track;
  const ss_sweep_map *chart; /* of the verdict over the first two parameters with ranges, or NULL */
  const char *chart_command;
} ss_report;

/* Everything that a report tells. What cannot be had is told by its reason in the report; a failure
 * is memory, or a start or a plane that makes no sense. End with ss_report_clear. */
ss_status ss_report_make(ss_arena *arena, const ss_machine *machine,
                         const ss_report_options *options, ss_diagnostics *list, ss_report *report);
void ss_report_clear(ss_report *report);

#ifdef __cplusplus
}
#endif

#endif
