/* simulate.h: what the files of the command `simulate` share. */
#ifndef STANDSTILL_CLI_SIMULATE_H
#define STANDSTILL_CLI_SIMULATE_H

#include "picture.h"
#include "standstill/cycle.h"

typedef struct ss_simulation {
  const ss_arguments *arguments;
  ss_arena *arena;
  ss_machine *machine;
  const ss_model *model;
  const ss_system *system; /* without open inputs */
  const double *parameters;
  double *q, *u;
  ss_motion_options options;
  ss_motion motion;
  ss_motion_source source;
  ss_motion_file *file; /* --out; NULL: not asked for, or in place */
  bool streams;         /* the file gets the motion as it goes, and nobody else needs all of it */
  ss_picture *picture;  /* NULL: no plane is drawn */
  ss_measured measured; /* --data; rows 0: none */
  ss_tracker *tracker;  /* --track; NULL: not asked for */
  ss_track track;
} ss_simulation;

/* All return exit codes, after an error message where that is not 0. */

/* --from, or the first state of the file. */
int ss_simulate_read_start(ss_simulation *s);

/* A note after a refusal, where a start of one's own left coordinates at 0. */
void ss_simulate_explain_start(const ss_simulation *s);

/* A note where nothing moved because nobody said from where: what else to try. */
void ss_simulate_explain_stillness(const ss_simulation *s);

/* Endings of files and names of axes, looked at before anything moves: a long run must not end in
 * a misprint. */
int ss_simulate_check_output(const ss_simulation *s);

/* --data, which is about a picture over time. */
int ss_simulate_read_data(ss_simulation *s);

/* --out is begun before a run, anew where another came before, and put in place after it. */
int ss_simulate_begin_output(ss_simulation *s);
int ss_simulate_end_output(ss_simulation *s);

/* Whether somebody will see the trajectory: a table, a picture or JSON. */
bool ss_simulate_shows_trajectory(const ss_simulation *s);

/* --out, --plot, --dump, and the text or JSON on the standard output. */
int ss_simulate_show(ss_simulation *s);

/* --track: its reference, before the run; the run itself. */
int ss_simulate_open_track(ss_simulation *s);
ss_status ss_simulate_follow(ss_simulation *s);

/* --prove: what is proved of the start, and of those near it. */
int ss_simulate_prove(ss_simulation *s);

/* --compare: motions with springs beside the rigid one. */
int ss_simulate_compare(ss_simulation *s);

#endif
