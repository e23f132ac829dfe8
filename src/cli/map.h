/* map.h: what the commands that make maps share: basin and chart. */
#ifndef STANDSTILL_CLI_MAP_H
#define STANDSTILL_CLI_MAP_H

#include "cli.h"
#include "standstill/show.h"

enum { SS_MAP_FACTS_MOST = 32 };

typedef struct ss_map_request {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_model *model;
  ss_sweep_team team;
  ss_sweep_map map;
  ss_sweep_fact fact[SS_MAP_FACTS_MOST]; /* the map's */
  ss_sweep_class classes[SS_SWEEP_CLASSES_MOST];
  ss_sweep_options sweep;
  ss_sweep_task task;
  ss_map_findings findings;
} ss_map_request;

/* The options that both commands have. */
#define SS_MAP_OPTIONS                                                                             \
  {"grid", SS_OPTION_TEXT, "NxM", "points along the two axes (default 101x101)"},                  \
      {"refine", SS_OPTION_SWITCH, NULL, "compute only near boundaries between classes"},          \
      SS_SHARED_OUT, {"resume", SS_OPTION_SWITCH, NULL, "go on with what an earlier run left"},    \
      {"time-limit", SS_OPTION_REAL, "S", "stop after S seconds; --resume goes on"},               \
      SS_SHARED_THREADS, SS_SHARED_JSON, SS_SHARED_QUIET

/* All that return int return exit codes, after an error message where that is not 0. */

/* --grid, --out and what goes with them, looked at before anything is computed. */
int ss_map_read(ss_map_request *r, const char *kind);

/* "low:high" */
int ss_map_read_range(const ss_map_request *r, const char *option, const char *text, double *low,
                      double *high);

/* Numbers above 0 where they are given; of --tolerance, at most 0.01. */
int ss_map_check_positive(const ss_map_request *r, size_t count, const char *const *options);

/* A fact, formatted; a class. */
void ss_map_add_fact(ss_map_request *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint8_t ss_map_add_class(ss_map_request *r, const char *name, ss_sweep_role role);

/* A double in full precision, in the arena. */
const char *ss_map_number(const ss_map_request *r, double value);

/* Sweeps and writes the file; SS_LIMIT's exit code if it was stopped. On ranks but the first: their
 * part of the work. */
int ss_map_sweep(ss_map_request *r);

/* The summary on the standard output. */
int ss_map_print(const ss_map_request *r);

/* Every rank: joins, asks the model, lets `make` fill the request and `finish` end it on rank 0. */
int ss_map_run_command(ss_map_request *r, int (*make)(ss_map_request *),
                       int (*finish)(ss_map_request *));

/* Progress of a sweep with rate and time left, on a terminal. */
void ss_map_draw_progress(const ss_sweep_progress *progress);
void ss_map_clear_progress(void);

#endif
