/* workspace.h: what the files of src/contact share with one another and with nobody else.
 *
 * ss_contact_solve (solve.c) tries the methods below in the order that suits the problem. A method
 * gets a workspace of its own size and a start r (zeros, or the caller's guess); it returns true if
 * it believes to be done, with its best r either way, and adds to report->iterations. solve.c
 * verifies the residual, so that a method may err but never lie.
 */
#ifndef STANDSTILL_CONTACT_WORKSPACE_H
#define STANDSTILL_CONTACT_WORKSPACE_H

#include "standstill/contact.h"

/* ---- small tools ----------------------------------------------------------------------------- */

/* Kernels are compiled for narrow and for wide vectors; the machine chooses when the program
 * starts. */
#define WIDE_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))

/* Eight and four numbers at any address. */
typedef double eight __attribute__((vector_size(64), aligned(8)));
typedef double four __attribute__((vector_size(32), aligned(8)));

/* y += a x */
static inline void add_multiple(size_t n, double a, const double *x, double *y) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) *(eight *)(y + i) += a * *(const eight *)(x + i);
  for (; i + 4 <= n; i += 4) *(four *)(y + i) += a * *(const four *)(x + i);
  for (; i < n; i++) y[i] += a * x[i];
}

/* fmax and fmin without their care for NaN, which costs a call. */
static inline double larger_of(double a, double b) {
  return a > b ? a : b;
}

static inline double smaller_of(double a, double b) {
  return a < b ? a : b;
}

/* Takes `count` items from a workspace, each piece aligned to 64 bytes. */
static inline size_t carve_size(size_t count, size_t size) {
  return (count * size + 63) & ~(size_t)63;
}

static inline void *carve(void **work, size_t count, size_t size) {
  void *piece = *work;
  *work = (char *)piece + carve_size(count, size);
  return piece;
}

/* Components of a law's friction force: ss_law_dimension without the call. */
static inline int law_components(ss_law_kind kind) {
#define LAW_COMPONENTS(name, word, arguments, slip, spin, roll) (slip) + (spin) + (roll),
  static const signed char components[] = {SS_LAW_LIST(LAW_COMPONENTS)};
#undef LAW_COMPONENTS
  return components[kind];
}

/* ---- the problem (problem.c) ----------------------------------------------------------------- */

/* g_i, the largest diagonal entry of G in a contact's block; 1 where that is 0. */
double ss_contact_scale(const ss_contact_problem *problem, size_t contact);

/* The largest friction force (or torque) for a unit normal force. */
double ss_contact_bound(const ss_contact *contact);

/* The nearest point of N C to y; of parts that slide, -N slide. */
void ss_contact_prox(const ss_contact *contact, double normal, const double *y, double *p);

/* The residual's denominator. */
double ss_contact_data_size(const ss_contact_problem *problem, ss_residual_kind kind);

/* ---- sets with a smooth boundary (ellipse.c, contensou.c) ------------------------------------ */

/* A boundary point of a convex set in the plane: its unit normal n, the point P = grad h(n), the
 * value h(n) of the support function and the radius of curvature R there. */
typedef struct ss_boundary_point {
  double n[2], P[2], h, R;
} ss_boundary_point;

/* Is x outside? Then `at` is the boundary point whose normal points at x. Half axes a > 0. */
bool ss_ellipse_project(const double a[2], const double x[2], ss_boundary_point *at);

/* The same for the profile of the Contensou body, mu N = scale > 0, disc radius r > 0, in the
 * quadrant x >= 0: x[0] is the length of the force, x[1] that of the torque. */
bool ss_contensou_project(double scale, double r, const double x[2], ss_boundary_point *at);

/* The boundary point on the ray through x >= 0, x != 0. */
void ss_contensou_cross(double scale, double r, const double x[2], ss_boundary_point *at);

/* The boundary point with outer normal n >= 0. */
void ss_contensou_boundary(double scale, double r, const double n[2], ss_boundary_point *at);

/* ---- methods --------------------------------------------------------------------------------- */

/* Few planar contacts: the modes in turn (enumerate.c). The workspace is of fixed size. */
size_t ss_contact_enumerate_work(void);
bool ss_contact_enumerate_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                              void *work, double *r, ss_contact_report *report);

/* Planar, dense: Gauss-Seidel passes and active sets (planar.c); Lemke's pivoting (lemke.c). */
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
