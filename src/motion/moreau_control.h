/* moreau_control.h: steps whose length follows from a tolerance. */
#ifndef STANDSTILL_MOTION_MOREAU_CONTROL_H
#define STANDSTILL_MOTION_MOREAU_CONTROL_H

#include "moreau.h"

typedef struct ss_moreau_control {
  double tolerance;
  double dt;                /* of the next attempt */
  double size_q, size_u;    /* the largest |q| and |u| so far */
  ss_moreau_state start;    /* of the attempt */
  ss_moreau_state whole;    /* after one step of dt */
  ss_moreau_state between;  /* after the first of two steps of dt/2 */
  ss_moreau_result once;    /* of the whole step, */
  ss_moreau_result half[2]; /* and of the two halves */
} ss_moreau_control;

ss_status ss_moreau_control_create(ss_arena *arena, const ss_moreau *m, double tolerance, double dt,
                                   ss_moreau_control *control);

/* Two steps of equal length, to the tolerance, not beyond `limit`: control->between and
 * control->half[0], then the state and control->half[1]. `modes`: those of the step before, or
 * NULL. No allocation. */
ss_status ss_moreau_control_step(ss_moreau_control *control, ss_moreau *m, ss_moreau_state *state,
                                 const ss_mode *modes, double limit);

#endif
