/* track.h: what the files about tracking share. */
#ifndef STANDSTILL_STUDY_TRACK_H
#define STANDSTILL_STUDY_TRACK_H

#include "standstill/table.h"
#include "study_private.h"

/* Constant once open; several motions may follow it. */
struct ss_tracker {
  ss_arena *arena;
  const ss_machine *machine; /* whose loop the reference is a motion of */
  ss_machine *own;           /* the same, if its inputs come from the reference's file */
  ss_system *pushed;
  ss_reference_motion reference;
  size_t n, inputs, elements;
  double end;
  ss_tape *law;             /* of the inputs, over q, u, t */
  const double *low, *high; /* inputs: their bounds, or infinities */
  const double *weight, *effort;
  bool by_clock;
};

/* ---- track_file.c ---------------------------------------------------------------------------- */

/* A reference in a file: its rows, against which the motion is held. */
typedef struct ss_track_file {
  ss_data_table table;
  const double *t;
  const double *const *state; /* 2 n columns; NULL: there is none (velocities of aux) */
} ss_track_file;

/* Reads it: the start (q, u), the end, and in tracker->own a machine whose inputs follow it. */
ss_status ss_track_read_file(ss_tracker *tracker, const char *file, ss_diagnostics *list,
                             ss_track_file *out, double *q, double *u);

/* Is the motion of the reference the file's? */
ss_status ss_track_compare_file(const ss_tracker *tracker, const ss_track_file *file,
                                ss_diagnostics *list);

/* ---- machine.c ------------------------------------------------------------------------------- */

/* Another machine, with further formulas for inputs. */
ss_status ss_machine_follow(const ss_machine *machine, size_t inputs, const char *const *input,
                            ss_diagnostics *list, ss_machine **changed);

#endif
