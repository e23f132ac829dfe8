/* picture.h: what commands that draw planes share: rest sets, levels, further motions.
 *
 * A picture is made in two steps, so that a misprint is found before anything long runs:
 * ss_picture_read looks at the options --also and --level, ss_picture_fill computes what they ask
 * for and puts it into a plane.
 */
#ifndef STANDSTILL_CLI_PICTURE_H
#define STANDSTILL_CLI_PICTURE_H

#include "cli.h"
#include "standstill/show.h"

#define SS_SHARED_ALSO                                                                             \
  { "also", SS_OPTION_REPEATED, "STATE", "draw the motion from here too, as kick or x=1, mu=0.2" }
#define SS_SHARED_LEVEL                                                                            \
  {                                                                                                \
    "level", SS_OPTION_REPEATED, "RHO",                                                            \
        "draw V < RHO, V being the energy; proved: the level of a proof"                           \
  }

/* A motion of --also, from a state of its own and with parameters of its own. */
typedef struct ss_variant {
  const char *name; /* in the legend */
  ss_model *model;
  ss_system *system; /* without open inputs */
  double *parameters, *q, *u;
  ss_motion motion;
} ss_variant;

typedef struct ss_picture {
  const ss_arguments *arguments;
  ss_arena *arena;
  const ss_model *model;
  const ss_system *system; /* without open inputs */
  const double *parameters, *q, *u;
  const ss_rest_sets *rest;  /* NULL: to be found */
  const double *from, *to;   /* in this box; NULL: as the search chooses */
  const char *region;        /* in this region; NULL: the model's only one */
  const double *page;        /* ranges of both axes, if they are given; else NULL */
  size_t axis[2];            /* with a page: i is coordinate i, n + i its velocity */
  ss_motion_options options; /* how variants move */
  bool resample;             /* as often as a picture asks for */
  ss_cli_loop loop;
  size_t variants, levels;
  ss_variant *variant;
  ss_plane_level *level;
} ss_picture;

/* Both return exit codes, after an error message where that is not 0. */
int ss_picture_read(ss_picture *picture);

/* Rest sets, levels and motions; `first` (or NULL) is drawn before those of --also. The rest is the
 * caller's: axes, title, map. */
int ss_picture_fill(ss_picture *picture, const ss_plane_motion *first, ss_plane *plane);

void ss_picture_close(ss_picture *picture);

/* picture_also.c: reads the motions of --also; runs them. */
int ss_picture_read_also(ss_picture *picture);
int ss_picture_run_also(ss_picture *picture);

/* ---- axes ------------------------------------------------------------------------------------ */

/* The two names of "x, x'" in the arena; false if there are not two. */
bool ss_picture_split(ss_arena *arena, const char *plane, const char *names[2]);

/* Whether the names can be axes: coordinates, velocities, the first also the time t; returns the
 * exit code. */
int ss_picture_check_axes(const ss_model *model, const char *const names[2]);

/* Whether the ending is that of a picture; returns the exit code. */
int ss_picture_check_ending(const char *file);

/* The message for a picture that could not be drawn. */
int ss_picture_complain(ss_status status, const char *file);

#endif
