/* room.h: what the files of src/contact share with one another and with nobody else.
 *
 * ss_contact_solve (solve.c) tries the methods below in the order that suits the problem. A method
 * gets a workspace of its own size and a start r (zeros, or the caller's guess); it returns true if
 * it believes to be done, with its best r either way. solve.c verifies the residual, so that a
 * method may err but never lie.
 */
#ifndef STANDSTILL_CONTACT_ROOM_H
#define STANDSTILL_CONTACT_ROOM_H

#include "standstill/contact.h"

/* Few planar contacts: the modes in turn (enumerate.c). */
size_t ss_contact_enumerate_work(const ss_contact_problem *problem);
bool ss_contact_enumerate_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                              void *work, double *r, ss_contact_report *report);

/* Planar, dense: Gauss-Seidel sweeps and active sets (planar.c); Lemke's pivoting (lemke.c). */
size_t ss_contact_planar_work(const ss_contact_problem *problem);
bool ss_contact_planar_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                           void *work, double *r, ss_contact_report *report);
size_t ss_contact_lemke_work(const ss_contact_problem *problem);
bool ss_contact_lemke_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                          void *work, double *r, ss_contact_report *report);

/* Everything else: spatial friction, block-sparse G, hundreds of contacts (spatial.c). Obeys
 * options->method newton and gauss-seidel; auto means its own best mixture of them. */
size_t ss_contact_spatial_work(const ss_contact_problem *problem,
                               const ss_contact_options *options);
bool ss_contact_spatial_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                            void *work, double *r, ss_contact_report *report);

#endif
