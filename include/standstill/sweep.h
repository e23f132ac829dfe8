/* sweep.h: maps over two axes, or along one: every point of a grid put into a class, on all cores
 * and on many machines, in a file that survives a crash.
 *
 * What a class means is the caller's business: the task classifies points (a, b), the sweep decides
 * which points, in which chunks, by whom, and keeps what is done. A chunk's result depends on the
 * chunk alone, so a map is bit for bit the same for every number of threads and ranks and after
 * every interruption.
 *
 *     grid         point (i, j) has a = axis 0 at i, b = axis 1 at j; arrays run j*count0 + i
 *     line         axis 1 has the name "" and one point
 *     refinement   only cells whose corners differ, and their neighbours, are divided further;
 *                  points in between get the class of their cell
 *     journal      FILE.part: finished chunks with checksums, in the order in which they came
 *     map file     FILE.h5: plain HDF5 datasets behind a user block with a checksum of the file;
 *                  docs/output.md has the format
 */
#ifndef STANDSTILL_SWEEP_H
#define STANDSTILL_SWEEP_H

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- grids and maps -------------------------------------------------------------------------- */

typedef struct ss_sweep_axis {
  const char *name; /* a coordinate, a velocity (x') or a parameter */
  const char *unit; /* "" where unknown */
  double low, high;
  size_t count; /* points, both ends included; one point is `low` */
} ss_sweep_axis;

/* Point i of an axis; exact at both ends. */
double ss_sweep_at(const ss_sweep_axis *axis, size_t i);

/* What a class is to a reader: decides colours and legends. */
#define SS_SWEEP_ROLE_LIST(X)                                                                      \
  X(NOT_DONE, "not done") /* class 0 of every map */                                               \
  X(REST, "rest")         /* reaches a rest set; several classes may have this role */             \
  X(ESCAPES, "escapes")                                                                            \
  X(UNDECIDED, "undecided")       /* at the time limit */                                          \
  X(INCONSISTENT, "inconsistent") /* no motion can start there */                                  \
  X(FAILED, "failed")             /* the computation could not go on */                            \
  X(PROVED, "proved")                                                                              \
  X(REFUTED, "refuted")                                                                            \
  X(UNKNOWN, "unknown")                                                                            \
  X(OTHER, "other")             /* several classes may have this role */                           \
  X(PROVED_REST, "proved rest") /* of a box of starts, as the following */                         \
  X(PROVED_ESCAPES, "proved escapes")                                                              \
  X(OPEN_REST, "open, rest") /* nothing is proved; what a simulation says */                       \
  X(OPEN_ESCAPES, "open, escapes")                                                                 \
  X(OPEN, "open")

typedef enum ss_sweep_role {
#define SS_SWEEP_ROLE_ENUM(name, word) SS_SWEEP_##name,
  SS_SWEEP_ROLE_LIST(SS_SWEEP_ROLE_ENUM)
#undef SS_SWEEP_ROLE_ENUM
      SS_SWEEP_ROLE_COUNT
} ss_sweep_role;

const char *ss_sweep_role_word(ss_sweep_role role);

typedef struct ss_sweep_class {
  const char *name;
  ss_sweep_role role;
} ss_sweep_class;

enum { SS_SWEEP_CLASSES_MOST = 255 };

/* What a map is about. Everything that decides its content stands in `facts`, so that a file is
 * continued by the same question only. Texts are never NULL. */
typedef struct ss_sweep_fact {
  const char *key, *value;
} ss_sweep_fact;

typedef struct ss_sweep_map {
  ss_sweep_axis axis[2];
  size_t classes;
  const ss_sweep_class *class_of_code; /* [0] is not done */
  /* model (title), hash, parameters, kind (basin, chart), base, method, value, …: lines of a
   * file's head */
  size_t facts;
  const ss_sweep_fact *fact;
  const char *command; /* the command line that made it; no part of the question */
  const char *model;   /* the model in its canonical JSON, parameters set: enough to redraw */
  /* one per point, j*axis[0].count + i */
  uint8_t *code;      /* class */
  double *value;      /* a number beside it, as the time to rest; NaN where there is none */
  uint8_t *evaluated; /* 1: computed; 0: filled in by refinement, or not done */
  bool complete;
} ss_sweep_map;

/* Whether there is one axis only: the second has no name. */
bool ss_sweep_is_line(const ss_sweep_map *map);

/* The value of a fact, or "". */
const char *ss_sweep_fact_of(const ss_sweep_map *map, const char *key);

/* How many points have the class; how many were computed. */
size_t ss_sweep_count(const ss_sweep_map *map, size_t code);
size_t ss_sweep_evaluations(const ss_sweep_map *map);

/* ---- files ----------------------------------------------------------------------------------- */

/* Writes a map as HDF5, to a temporary name first: the file is whole or not there. */
ss_status ss_sweep_write(const ss_sweep_map *map, const char *file);

/* Reads one back, into the arena. SS_IO: cannot be read; SS_BAD_INPUT: no map, truncated or
 * changed. *why says it in a phrase. */
ss_status ss_sweep_read(ss_arena *arena, const char *file, ss_sweep_map *map, const char **why);

/* A table of the classes instead (of a line: and of its values), for spreadsheets: whether the name
 * asks for one (.csv); writes it; whether the table in a file answers the map's question:
 * *difference is NULL then, else the first fact that differs. SS_IO if the file cannot be read or
 * written. */
bool ss_sweep_is_table(const char *file);
ss_status ss_sweep_write_table(const ss_sweep_map *map, const char *file);
ss_status ss_sweep_compare_table(const ss_sweep_map *map, const char *file,
                                 const char **difference);

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* What is computed at a point. `open` makes what one thread needs. `classify` fills codes (1 and
 * up) and values of `count` points; a failure ends the sweep. */
typedef struct ss_sweep_task {
  const void *user;
  ss_status (*open)(const void *user, void **worker);
  void (*close)(void *worker);
  ss_status (*classify)(void *worker, size_t count, const double *a, const double *b,
                        uint8_t *codes, double *values);
  /* A text that goes with a chunk, or both NULL. `tell` adds what the thread has to say of the
   * chunk that it has just classified; `hear` gets it on rank 0, once a chunk, whether it was
   * computed or found in the journal, never two at a time. Not SS_OK: it is no such text. */
  ss_status (*tell)(void *worker, ss_text *text);
  ss_status (*hear)(const void *user, size_t chunk, const char *text, size_t length);
} ss_sweep_task;

typedef struct ss_sweep_progress {
  size_t done, known; /* points computed, points known to need it (grows with refinement) */
  size_t resumed;     /* of those done: found in the journal */
  double seconds;     /* since the start */
} ss_sweep_progress;

typedef struct ss_sweep_options {
  size_t threads; /* 0: one for each core that this process may use */
  size_t chunk;   /* points of a chunk; part of the question where a task is not pointwise */
  bool refine;
  size_t coarse;       /* refinement begins with so many cells along an axis (32) */
  const char *journal; /* NULL: none */
  bool resume;         /* go on with the journal, if it is there */
  /* Called on rank 0 from one thread, several times a second. False: finish the chunks under way
   * and stop. May be NULL. */
  bool (*go_on)(void *user, const ss_sweep_progress *progress);
  /* Called every ten seconds, seldom enough to cost little: the map so far. May be NULL. */
  void (*save)(void *user, const ss_sweep_map *map);
  void *user;
} ss_sweep_options;

/* Every core, chunks of 256, no refinement, no journal. */
ss_sweep_options ss_sweep_default_options(void);

/* Classifies the grid of `map`, whose axes, classes, facts, command and model are given and whose
 * arrays are made in the arena. SS_OK: complete. SS_LIMIT: stopped by go_on; the map has what is
 * done and the journal stays. SS_BAD_INPUT: the journal is of another question, or is no journal;
 * SS_IO: it cannot be written. *why says it in a phrase; with SS_OK it is a remark, or NULL. The
 * journal of a complete map stays until ss_sweep_forget. Under MPI all ranks call this; only rank 0
 * gets the map. */
ss_status ss_sweep_run(ss_arena *arena, const ss_sweep_task *task, const ss_sweep_options *options,
                       ss_sweep_map *map, const char **why);

/* Removes a journal. */
void ss_sweep_forget(const char *journal);

/* Points of a grid at most; ss_sweep_run refuses more (SS_BAD_ARGUMENT). */
#define SS_SWEEP_POINTS_MOST ((size_t)1 << 30)

/* ---- many machines --------------------------------------------------------------------------- */

/* Joins the ranks that mpirun started; without mpirun, or in a build without MPI, rank 0 of 1. The
 * first and the last call of a program that sweeps. */
typedef struct ss_sweep_team {
  int rank, size;
} ss_sweep_team;

ss_status ss_sweep_join(ss_sweep_team *team);
void ss_sweep_leave(void);

/* Whether all ranks are fine; all of them ask. A rank that cannot begin so ends all of them. */
bool ss_sweep_agree(bool fine);

#ifdef __cplusplus
}
#endif

#endif
