/* study_private.h: what the files of the room share. */
#ifndef STANDSTILL_STUDY_PRIVATE_H
#define STANDSTILL_STUDY_PRIVATE_H

#include "standstill/fence.h"
#include "standstill/study.h"
#include "standstill/tube.h"

/* ---- what a person should read (refuse.c) ---------------------------------------------------- */

/* Adds an error that stands in no text; returns the status. */
ss_status ss_study_refuse(ss_diagnostics *list, ss_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Contacts that starts keep closed, "floor,wall", one flag per normal (basin.c). */
ss_status ss_study_read_closed(ss_arena *arena, const ss_system *system, const char *text,
                               ss_diagnostics *list, const bool **closed);

/* Refuses a state that moves where one at rest is asked for; `option` and `text` as they were
 * given. */
ss_status ss_study_check_still(const ss_machine *machine, const char *option, const char *text,
                               const double *u, ss_diagnostics *list);

/* The items of `from` behind those of `to`; `file`, if not NULL, is where they are said to be. */
void ss_study_pass_on(const ss_diagnostics *from, const char *file, ss_diagnostics *to);

/* ---- axes (picture_axes.c) ------------------------------------------------------------------- */

/* Which variable a name is: i is coordinate i, n + i its velocity; SIZE_MAX: none. */
size_t ss_study_find_variable(const ss_model *model, const char *name);

/* basin_chart.c: the same among the chart's: i, count + i its velocity; SIZE_MAX: none. */
size_t ss_study_find_chart_variable(const ss_model *model, const char *name);

/* ---- maps (map.c, map_run.c) ----------------------------------------------------------------- */

/* A map in the making: what basins and charts share. */
typedef struct ss_map_work {
  ss_arena *arena;
  const ss_machine *machine;
  const ss_map_options *options;
  bool line; /* along one axis: the second number of points is 1 */
  ss_sweep_map map;
  ss_sweep_fact *fact;           /* the map's */
  ss_sweep_class *class_of_code; /* the map's */
  ss_sweep_options sweep;
  ss_sweep_task task;
} ss_map_work;

/* Grid, file and first facts, looked at before anything is computed. `names` are the axes'. */
ss_status ss_map_start(ss_map_work *work, const char *kind, ss_diagnostics *list);

/* The range of an axis. */
ss_status ss_map_set_range(ss_map_work *work, int axis, double low, double high,
                           ss_diagnostics *list);

/* Numbers of the options of a motion that must be above 0. */
ss_status ss_map_check_reach(const ss_reach_options *options, ss_diagnostics *list);

/* A fact, formatted; a class, whose code is returned. */
void ss_map_add_fact(ss_map_work *work, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint8_t ss_map_add_class(ss_map_work *work, const char *name, ss_sweep_role role);

/* The feedback law and the inputs of the machine, as facts. */
void ss_map_add_loop(ss_map_work *work);

/* A double in full precision, in the arena. */
const char *ss_map_number(const ss_map_work *work, double value);

/* Writes the file of a map. */
ss_status ss_map_write(const ss_map_work *work, ss_diagnostics *list);

/* To be resumed, the file there, no journal: a file of another question is refused. *complete: all
 * of this map is in it, and is taken. */
ss_status ss_map_look_at_old(ss_map_work *work, ss_diagnostics *list, bool *complete);

/* Sweeps, writes the file, forgets the journal. */
ss_status ss_map_run(ss_map_work *work, ss_diagnostics *list);

/* ---- points of a basin (basin_points.c) ------------------------------------------------------ */

enum { NO_AXIS = 2 };

struct ss_basin {
  ss_map_work work;
  const ss_basin_options *request;
  const ss_machine *machine;
  double *q, *u;            /* the base state */
  size_t axis[2];           /* of the plane: i is coordinate i, n + i its velocity, 2n neither */
  size_t varied;            /* which of the two is a parameter; NO_AXIS: none */
  bool charted;             /* an axis, 2n above, is a coordinate of the chart (basin_chart.c) */
  ss_reach_options options; /* as chosen; without region: each thread has a model of its own */
  size_t region;            /* index among the model's regions; SIZE_MAX: none */
  ss_rest_sets sets;
  bool widened;                            /* they were sought in a wider box than was asked for */
  uint8_t set_code[SS_SWEEP_CLASSES_MOST]; /* class of each rest set */
  uint8_t elsewhere;                       /* rests, in no known set */
  uint8_t settling_code[SS_SWEEP_CLASSES_MOST]; /* the same for what only settles */
  uint8_t settling_elsewhere;
  uint8_t code[SS_REACH_COUNT]; /* class of every other end */
  double page[4];               /* the ranges of the axes */
  struct ss_basin_proof *proof; /* basin_prove.c; NULL: nobody has asked */
};

/* ---- certificates (ask.c, confirm.c) --------------------------------------------------------- */

/* Refuses what a certificate has no place for. */
ss_status ss_study_check_certifiable(const ss_machine *machine, ss_diagnostics *list);

/* What the checker says of the text of a certificate: PROVED, or REFUTED with a message. */
ss_status ss_study_ask_checker(const ss_text *text, char message[600], ss_verdict *verdict);

/* Hands the certificate of a proof to the checker; a proof that it does not accept is withdrawn. */
ss_status ss_study_confirm(ss_arena *arena, const ss_machine *machine, ss_proof *proof);

/* ---- tubes and their targets (start_prove.c) ------------------------------------------------- */

/* What `prove` shows of a linear machine, and tubes that lead there. */
typedef struct ss_tube_target {
  ss_proof known;
  bool has_level;
  fmpq *level;
  const ss_tube *tube;
  size_t gaps; /* contacts that must stay open: the machine is followed without them */
} ss_tube_target;

/* The same machine without its contacts; the gaps that must stay open then, or why there are none.
 */
ss_status ss_machine_apart(const ss_machine *machine, ss_diagnostics *list, ss_machine **apart);
bool ss_machine_is_apart(const ss_machine *machine);
ss_status ss_study_find_gaps(ss_arena *arena, const ss_machine *machine, const ss_tube_gap **gap,
                             const char **why_not);

/* In the arena. Machines that tubes are not about, or of which nothing is known, are refused. */
ss_status ss_study_find_target(ss_arena *arena, const ss_machine *machine, double end,
                               ss_diagnostics *list, ss_tube_target **target);

/* Writes the text of a certificate, if it could be made and the checker confirms it, which it is
 * asked without a file, too. SS_BAD_INPUT: it does not. */
ss_status ss_study_write_confirmed(ss_status made, const ss_text *text, const char *file,
                                   ss_diagnostics *list);
/* The same of a certificate with `map`, a json_t, which is taken over. */
ss_status ss_study_write_tubes(const ss_machine *machine, const ss_tube_target *target, void *map,
                               const char *file, ss_diagnostics *list);

/* json_t: doubles as exact numbers; the constants of a tube of d entries, as an object. */
void *ss_study_numbers(size_t count, const double *value);
void *ss_study_describe_tube(const ss_tube *tube, size_t d);
/* What is shown of a tube, and its plan, behind what is in `leaf`. */
void ss_study_write_leaf(const ss_tube *tube, const ss_tube_answer *answer, const ss_text *plan,
                         ss_text *leaf);

/* ---- proved basins (basin_prove.c, basin_cells.c) -------------------------------------------- */

/* The proved leaves of a cell of the first grid, a line each: depth, column, row, fate, plan. */
typedef struct ss_proved_cell {
  ss_text leaves;
  size_t motions;
} ss_proved_cell;

struct ss_basin_proof {
  size_t depth, first;     /* of the finest cells, of the first grid */
  bool parts;              /* finest cells that stay open are tried in four parts */
  size_t chunks;           /* what a thread does at once: its cells, or strips */
  ss_tube_target *target;  /* NULL: by fences, or in strips */
  const ss_fences *fences; /* and its havens have the classes from `rest` on */
  const ss_basin *simulator;
  ss_basin_options simulated;
  ss_proved_cell *cell;
  const char *certificate; /* its file; NULL: none */
  uint8_t rest, escape, open_rest, open_escape, open;
  ss_map_proved shares;
};

/* Divides the cells of the first grid, its points; what is shown goes into map and leaves. */
ss_sweep_task ss_basin_cells_task(const ss_basin *basin);

/* Looks at the machine and at what is asked, before anything is computed; of a basin whose plane
 * and base state are read. Then: classes and facts; the run. */
ss_status ss_basin_prepare_proof(ss_basin *basin, ss_diagnostics *list);
ss_status ss_basin_start_proof(ss_basin *basin, ss_diagnostics *list);

/* ---- where an axis is a parameter (basin_strips.c) ------------------------------------------- */

/* The machine of an interval of the parameter, one of 2^depth. */
typedef struct ss_basin_piece {
  size_t depth, index;
  ss_arena *arena; /* NULL: not opened yet */
  ss_machine *machine;
  ss_tube_target *target; /* NULL: it decides nothing */
  bool told;
} ss_basin_piece;

/* Not SS_OK: it has no target; the list, or NULL, says why. To be closed in any case. */
ss_status ss_basin_open_piece(const ss_basin *basin, size_t depth, size_t index,
                              ss_diagnostics *list, ss_basin_piece *piece);
void ss_basin_close_piece(ss_basin_piece *piece);
/* Its line. */
ss_status ss_basin_tell_piece(const ss_basin *basin, const ss_basin_piece *piece, ss_text *text);
/* Refuses what has no pieces anywhere. */
ss_status ss_basin_try_strips(const ss_basin *basin, ss_diagnostics *list);
/* json_t: the pieces, with their leaves. */
void *ss_basin_describe_pieces(const ss_basin *basin);

/* ---- by fences (basin_fences.c) -------------------------------------------------------------- */

/* Machines with one coordinate that are not linear. */
bool ss_basin_is_fenced(const ss_machine *machine);
/* The fences of a basin whose page is known, with the classes of their havens. */
ss_status ss_basin_start_fences(ss_basin *basin, ss_diagnostics *list);
/* The haven of a cell, given by its middle and half its width; SIZE_MAX: none. */
size_t ss_basin_find_haven(const ss_basin *basin, const double *x, const double *reach);
/* Havens and fences, into a json_t that describes a map. */
void ss_basin_describe_fences(const ss_basin *basin, void *map);
ss_status ss_basin_run_proof(ss_basin *basin, ss_diagnostics *list);

/* One thread's part: an engine. */
typedef struct ss_basin_worker ss_basin_worker;

/* *why: a phrase after a failure. */
ss_status ss_basin_open(const ss_basin *basin, const ss_reach_options *options,
                        ss_basin_worker **worker, const char **why);
void ss_basin_close(ss_basin_worker *worker);
ss_reach *ss_basin_reach(const ss_basin_worker *worker);

/* The same by events, whatever the map was made by, to `longer` times the end; says why not. */
ss_status ss_basin_open_events(const ss_basin *basin, double longer, ss_diagnostics *list,
                               ss_basin_worker **worker);

/* The start at a point of the plane, consistent with the contacts; false if it cannot be. */
bool ss_basin_start(const ss_basin_worker *worker, double a, double b, double *q, double *u);

/* basin_chart.c: the base state of a plane over the chart, the middle of it, or why there is none;
 * the state of two values on its axes, of a machine with its own parameters. */
ss_status ss_basin_read_chart(ss_basin *basin, ss_diagnostics *list);
bool ss_basin_start_on_chart(const ss_basin *basin, const ss_machine *machine, const double *value,
                             double *q, double *u);

/* Classes and times of points. */
ss_status ss_basin_classify(ss_basin_worker *worker, size_t count, const double *a, const double *b,
                            uint8_t *codes, double *times);

/* The task of a sweep. */
ss_sweep_task ss_basin_task(const ss_basin *basin);

/* ---- points of a chart (chart_points.c, chart_*.c) ------------------------------------------- */

typedef struct ss_chart_test ss_chart_test;

struct ss_parameter_chart {
  ss_map_work work;
  const ss_parameter_chart_options *request;
  const char *from;
  const ss_chart_test *test;
  ss_reach_options options; /* simulate, as chosen */
  uint8_t first;            /* class of the test's first own one */
  uint8_t invalid;          /* class of a point where there is no model */
  uint8_t failed;           /* the test could not be done */
};

/* A machine at a point of the chart. */
typedef struct ss_chart_point {
  const ss_parameter_chart *chart;
  ss_arena *arena;
  ss_machine *machine;
  const ss_model *model;
  const ss_system *system;
  const double *parameters;
  double *q, *u;
} ss_chart_point;

/* What can be charted: its word, what its value is, its classes, and the class of a point. */
struct ss_chart_test {
  const char *word, *value;
  ss_status (*prepare)(ss_parameter_chart *chart);
  ss_status (*run)(const ss_chart_point *point, uint8_t *code, double *value);
};

extern const ss_chart_test ss_chart_prove, ss_chart_simulate, ss_chart_modes, ss_chart_rest,
    ss_chart_contains, ss_chart_stable;

/* The machine with its parameters at (a, b), on a line at a, and its state. SS_BAD_INPUT: there is
 * none. */
/* "mu=0.3": the shortest decimal that means the number. */
const char *ss_chart_set_parameter(ss_arena *arena, const char *name, double value);
ss_status ss_chart_open_point(const ss_parameter_chart *chart, ss_arena *arena, double a, double b,
                              ss_chart_point *point);
void ss_chart_close_point(ss_chart_point *point);

ss_sweep_task ss_chart_task(const ss_parameter_chart *chart);

/* ---- motions of a picture (picture_motions.c) ------------------------------------------------ */

/* A further motion, of a machine and from a state of its own. */
typedef struct ss_variant {
  const char *name; /* in the legend */
  ss_machine *machine;
  double *q, *u;
  ss_motion motion;
} ss_variant;

struct ss_picture {
  ss_arena *arena;
  const ss_machine *machine;
  ss_machine *own; /* the same, if the picture opened it; else NULL */
  ss_picture_options options;
  bool bare; /* one axis is a parameter: a map, and nothing of states */
  size_t variants, levels;
  ss_variant *variant;
  ss_plane_level *level;
};

/* Reads the motions that were asked for; runs them. */
ss_status ss_picture_read_motions(ss_picture *picture, ss_diagnostics *list);
ss_status ss_picture_run_motions(ss_picture *picture, ss_diagnostics *list);

/* ---- counting.c ------------------------------------------------------------------------------ */

/* Laws that change with the number of instants at which something happened. */
typedef struct ss_counting ss_counting;

/* From what the inputs follow at first; *counting NULL: no law changes. A mistake where the machine
 * was not opened for it (options.counts). */
ss_status ss_counting_make(ss_arena *arena, const ss_machine *machine, ss_graph *graph,
                           const ss_expr *first, ss_diagnostics *list, ss_counting **counting);
void ss_counting_destroy(ss_counting *counting);
ss_status ss_counting_move(ss_arena *arena, const ss_machine *machine, const ss_counting *counting,
                           const ss_start *start, const ss_motion_options *options,
                           ss_motion *motion);

#endif
