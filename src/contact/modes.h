/* modes.h: planar contact problems in the form that planar.c, enumerate.c and modes.c share.
 *
 * A combination of modes (one byte per contact) makes the contact laws linear:
 *
 *     free      r_N = r_T = 0
 *     stick     xi_N = 0, xi_T = 0                    (without friction: xi_N = 0; "closed")
 *     slip+     xi_N = 0, r_T = -mu |N|               xi_T >= 0
 *     slip-     xi_N = 0, r_T = +mu |N|               xi_T <= 0
 *     sliding   xi_N = 0, r_T = slide |N|             (coded as stick)
 *
 * with N = r_N for contacts, |N| = +-r_N for sliders (the sign is part of the mode), N known for
 * friction elements.
 */
#ifndef STANDSTILL_CONTACT_MODES_H
#define STANDSTILL_CONTACT_MODES_H

#include "workspace.h"

#define NO_COMPONENT ((size_t)-1)

/* A slider whose normal force is negative: added to the mode. */
enum { MODE_PULLS = 4, MODE_MASK = 3, MODE_NONE = 255 };

typedef struct planar_contact {
  ss_element_kind kind;
  bool sliding;
  size_t N, T; /* components, or NO_COMPONENT; a clutch is a normal component */
  double mu, normal, slide;
  double g, iN, iT; /* scale of the residual; inverse diagonal entries, 0 for 0 */
} planar_contact;

typedef struct planar {
  const ss_contact_problem *problem;
  size_t contacts, n;
  const double *G, *c;
  planar_contact *contact;
} planar;

/* The linear system of the modes: A[a + lead * b], unknowns row[b], tied to tied[b] by tie[b]. */
typedef struct mode_system {
  size_t m, lead;
  double *A, *x;
  size_t *row, *tied;
  double *tie;
  double *inverse, *multiplier; /* of the elimination */
} mode_system;

/* Is this a planar problem with dense G? */
bool ss_modes_apply(const ss_contact_problem *problem);

/* The part of the compact form that needs no G; the whole of it. */
void ss_modes_place(const ss_contact *in, planar_contact *out);
void ss_modes_compact(const ss_contact_problem *problem, planar_contact *out);

size_t ss_modes_work(const ss_contact_problem *problem);

/* Builds the compact form in the workspace; returns the rest of the workspace. */
void *ss_modes_start(const ss_contact_problem *problem, void *work, planar *p, mode_system *system);

/* Moves z, xz = G z + c to the solution of the modes' linear system that is near z: directions that
 * depend on earlier ones keep their reaction. False if the result is not finite. */
bool ss_modes_solve(const planar *p, const unsigned char *modes, mode_system *system, double *z,
                    double *xz);

/* The norm of the natural map, scaled as in the residual but not divided. */
double ss_modes_natural_map(const planar *p, const double *r, const double *xi);

/* Lists the unknowns of the modes in `system` and puts the other reactions into z: zeros, ties and
 * constants. Did that change z? */
bool ss_modes_list(const planar *p, const unsigned char *modes, mode_system *system, double *z);

/* A and x = -xi of the listed unknowns. */
void ss_modes_gather(const planar *p, const double *xz, mode_system *system);

#endif
