/* scale.h: a contact problem in which turning is measured by lengths of its own (scale.c). */
#ifndef STANDSTILL_CONTACT_SCALE_H
#define STANDSTILL_CONTACT_SCALE_H

#include "workspace.h"

typedef struct ss_measured_problem {
  ss_contact_problem problem;
  const double *length; /* of each component: r = length r', xi' = length xi */
} ss_measured_problem;

/* The contact in lengths of its own, and these, one per component: 1 where it does not turn. */
void ss_scale_contact(const ss_contact_problem *problem, size_t i, ss_contact *contact,
                      double *length);

/* Is it worth while: is the residual the scaled one, does a law turn, and is G dense? The memory
 * that ss_scale_make takes. */
bool ss_scale_applies(const ss_contact_problem *problem, ss_residual_kind kind);
size_t ss_scale_work(const ss_contact_problem *problem);

void ss_scale_make(const ss_contact_problem *problem, void **work, ss_measured_problem *scaled);

/* A start in the scaled problem's reactions; its results in those of the original. */
void ss_scale_start(const ss_measured_problem *scaled, double *r);
void ss_scale_finish(const ss_measured_problem *scaled, double *r, double *xi);

#endif
