/* map.h: what the commands that make maps share: basin and chart. */
#ifndef STANDSTILL_CLI_MAP_H
#define STANDSTILL_CLI_MAP_H

#include "picture.h"

/* A run of one of them. */
typedef struct ss_map_run {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_sweep_team team;
  ss_machine *machine;
  ss_diagnostics list;     /* what the library says */
  const ss_sweep_map *map; /* once it is prepared */
  ss_map_findings findings;
  double limit; /* seconds */
  bool draws, stopped_by_limit;
} ss_map_run;

/* What the commands do differently. All but `sweep` return exit codes, after an error message where
 * that is not 0. */
typedef struct ss_map_command {
  int (*prepare)(ss_map_run *run); /* every rank */
  ss_status (*sweep)(ss_map_run *run);
  int (*finish)(ss_map_run *run); /* rank 0, of a map that is complete or was stopped */
} ss_map_command;

/* The options that both commands have. */
#define SS_MAP_OPTIONS                                                                             \
  {"grid", SS_OPTION_TEXT, "NxM", "points along the axes (default 101x101)"},                      \
      {"refine", SS_OPTION_SWITCH, NULL, "compute only near boundaries between classes"},          \
      SS_SHARED_OUT, {"resume", SS_OPTION_SWITCH, NULL, "go on with what an earlier run left"},    \
      {"time-limit", SS_OPTION_REAL, "S", "stop after S seconds; --resume goes on"},               \
      SS_SHARED_THREADS, SS_SHARED_JSON, SS_SHARED_QUIET

/* Progress, the time limit and signals; `user` is the run. */
bool ss_map_go_on(void *user, const ss_sweep_progress *progress);

/* Those options; exit codes as above. */
int ss_map_read_options(ss_map_run *run, ss_map_options *options);

/* The command as a shell reads it back, without what only says where results go; in the arena, NULL
 * when memory is out. */
const char *ss_cli_command_line(const ss_arguments *arguments);

/* --end, --tolerance, --gain, and --step where the command has it. */
void ss_map_read_reach(const ss_arguments *arguments, ss_reach_options *options);

/* "low:high" */
int ss_map_read_range(const char *option, const char *text, double *low, double *high);

/* Every rank: joins, opens the machine, prepares, sweeps, finishes, prints. */
int ss_map_run_command(ss_map_run *run, const ss_map_command *command);

/* Progress of a sweep with rate and time left, on a terminal. */
void ss_map_draw_progress(const ss_sweep_progress *progress);
void ss_map_clear_progress(void);

#endif
