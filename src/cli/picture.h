/* picture.h: what commands that draw planes share: --plot, --also, --level. */
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

/* All return exit codes, after an error message where that is not 0. */

/* --level and --also. */
int ss_picture_read_options(const ss_arguments *arguments, ss_picture_options *options);

/* Whether one of --level and --also was given; without a picture that is a mistake. */
int ss_picture_refuse_options(const ss_arguments *arguments, const char *format);

/* --plot-plane: two names, coordinates or velocities, the first may be the time. */
int ss_picture_read_axes(ss_arena *arena, const ss_model *model, const char *plane,
                         const char *names[2]);

/* Whether the ending is that of a picture. */
int ss_picture_check_ending(const char *file);

/* Draws the plane; the message where it cannot be. */
int ss_picture_draw(const ss_plane *plane, const char *file);

/* The message for a picture that could not be drawn. */
int ss_picture_complain(ss_status status, const char *file);

#endif
