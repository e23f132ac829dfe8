/* report.h: what report.c and report_basin.c share. */
#ifndef STANDSTILL_STUDY_REPORT_H
#define STANDSTILL_STUDY_REPORT_H

#include "study_private.h"

typedef struct ss_report_work {
  ss_arena *arena;
  const ss_machine *machine;
  const ss_report_options *options;
  ss_report *report;
  double begun; /* from when on the seconds count (ss_clock) */
} ss_report_work;

/* Seconds of the options that are left; negative when they are over. */
double ss_report_time_left(const ss_report_work *work);

/* A position as a state in words; NULL: no memory. */
const char *ss_report_name_position(ss_report_work *work, const double *q);

/* Whether the plane that was asked for makes sense. */
ss_status ss_report_check_plane(ss_report_work *work, ss_diagnostics *list);

/* The basin, its plane and the motions in it; no_basin says why there is none. */
ss_status ss_report_map_basin(ss_report_work *work, ss_diagnostics *list);

#endif
