/* lanes.c: SS_LANES small planar contact problems at once.
 *
 * The method of planar.c without branches: lanes share vectors, and what differs between them is a
 * mask. A few Gauss-Seidel sweeps, then semismooth Newton steps: with the masks `active` of the
 * directions that are at rest and the tie s of each contact (r_T = s r_N where it slips)
 *
 *     A dx = -xi on the active directions,   A[i, j] = G[i, j] + s_j G[i, t_j],
 *
 * is eliminated without exchanges. Inactive and dependent directions have the inverse pivot 0, so
 * that they neither act nor move. Lanes that have converged keep their result; a group of lanes
 * stops when all have. Those that have not after two rounds are left to the scalar solver: one in
 * several thousand of random problems of full rank, one in fifty with dependent directions.
 *
 * The residual of every lane is computed from G and c, so that nothing unverified is returned.
 */
#include <string.h>

#include "lanes.h"

#ifdef __x86_64__
ss_contact_lane_kernel *ss_contact_lane_kernel_at(size_t i) {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  if (avx512 && i-- == 0) return ss_contact_lanes_avx512;
  if (avx2 && i-- == 0) return ss_contact_lanes_avx2;
  return i == 0 ? ss_contact_lanes_portable : NULL;
}
#else
ss_contact_lane_kernel *ss_contact_lane_kernel_at(size_t i) {
  return i == 0 ? ss_contact_lanes_portable : NULL;
}
#endif

enum { SIZE = 2 * SS_LANE_CONTACTS_MOST };

/* ---- one lane by the scalar solver
 * --------------------------------------------------------------- */

typedef struct single {
  ss_contact contact[SS_LANE_CONTACTS_MOST];
  double G[SIZE * SIZE], c[SIZE], r[SIZE], xi[SIZE];
  size_t from[SIZE];
  ss_contact_problem problem;
} single;

/* The problem of one lane: its closed contacts. */
static void extract(const ss_contact_lanes *lanes, size_t at, single *s) {
  size_t n = 0, contacts = 0;
  for (size_t k = 0; k < lanes->contacts; k++) {
    if (lanes->open && lanes->open[k] >> at & 1) continue;
    ss_contact *contact = &s->contact[contacts++];
    *contact = lanes->contact[k];
    if (lanes->mu) contact->law.argument[0] = lanes->mu[k * SS_LANES + at];
    if (lanes->normal) contact->normal = lanes->normal[k * SS_LANES + at];
    contact->offset = n;
    for (size_t a = 0; a < ss_contact_dimension(contact); a++)
      s->from[n++] = lanes->contact[k].offset + a;
  }
  for (size_t j = 0; j < n; j++) {
    s->c[j] = lanes->c[s->from[j] * SS_LANES + at];
    for (size_t i = 0; i < n; i++)
      s->G[i + n * j] = lanes->G[(s->from[i] + s->from[j] * lanes->size) * SS_LANES + at];
  }
  s->problem = (ss_contact_problem){contacts, n, s->contact, s->G, NULL, s->c};
}

static bool redo(const ss_contact_lanes *lanes, const ss_contact_options *options, size_t at,
                 void *work, double *r, double *xi) {
  single *s = carve(&work, 1, sizeof *s);
  ss_contact_report report;
  extract(lanes, at, s);
  const bool solved = ss_contact_solve(&s->problem, options, work, s->r, s->xi, &report) == SS_OK;
  for (size_t i = 0; i < lanes->size; i++) {
    r[i * SS_LANES + at] = 0;
    xi[i * SS_LANES + at] = lanes->c[i * SS_LANES + at];
  }
  for (size_t a = 0; a < s->problem.size; a++) r[s->from[a] * SS_LANES + at] = s->r[a];
  for (size_t j = 0; j < lanes->size; j++)
    for (size_t i = 0; i < lanes->size; i++)
      xi[i * SS_LANES + at] +=
          lanes->G[(i + j * lanes->size) * SS_LANES + at] * r[j * SS_LANES + at];
  return solved;
}

/* ---- all lanes
 * ----------------------------------------------------------------------------------- */

static bool fits(const ss_contact_lanes *lanes) {
  if (lanes->contacts > SS_LANE_CONTACTS_MOST || lanes->size > SIZE) return false;
  for (size_t k = 0; k < lanes->contacts; k++) {
    const ss_law_kind law = lanes->contact[k].law.kind;
    const bool planar_law =
        law == SS_LAW_FRICTIONLESS || law == SS_LAW_COULOMB || law == SS_LAW_ONEWAY;
    if (!planar_law || lanes->contact[k].sliding) return false;
  }
  return true;
}

size_t ss_contact_lanes_work_size(const ss_contact_lanes *lanes,
                                  const ss_contact_options *options) {
  const double any = 0;
  const ss_contact_problem problem = {
      lanes->contacts, lanes->size, lanes->contact, &any, NULL, &any};
  return carve_size(1, sizeof(single)) + ss_contact_work_size(&problem, options);
}

ss_status ss_contact_solve_lanes(const ss_contact_lanes *lanes, const ss_contact_options *options,
                                 void *work, double *r, double *xi, ss_lane_report *report) {
  *report = (ss_lane_report){0};
  if (!fits(lanes)) return SS_BAD_ARGUMENT;
  planar_contact contact[SS_LANE_CONTACTS_MOST];
  for (size_t k = 0; k < lanes->contacts; k++) ss_modes_place(&lanes->contact[k], &contact[k]);
  report->redone = ss_contact_lane_kernel_at(0)(lanes, contact, options->tolerance, r, xi);
  for (size_t at = 0; at < SS_LANES; at++)
    if (report->redone >> at & 1 && !redo(lanes, options, at, work, r, xi))
      report->unsolved |= (uint64_t)1 << at;
  return report->unsolved ? SS_NO_CONVERGENCE : SS_OK;
}
