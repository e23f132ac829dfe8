/* lanes.c: SS_LANES small planar contact problems at once.
 *
 * The method of planar.c without branches: lanes share vectors, and what differs between them is a
 * mask. A few Gauss-Seidel passes, then semismooth Newton steps: with the masks `active` of the
 * directions that are at rest and the tie s of each contact (r_T = s r_N where it slips)
 *
 *     A dx = -xi on the active directions,   A[i, j] = G[i, j] + s_j G[i, t_j],
 *
 * is eliminated without exchanges. Inactive and dependent directions have the inverse pivot 0, so
 * that they neither act nor move. Lanes that have converged keep their result. Those that have not
 * after three steps are packed together and get more passes, round by round; what is left then, one
 * in a hundred of random problems with dependent directions, goes to the scalar solver.
 *
 * The residual of every lane is computed from G and c, so that nothing unverified is returned.
 *
 * A warm start is verified first, which costs a fifth of a solution, and provides the modes if it
 * fails: no passes then. One and two contacts with friction are shapes that the compiler knows
 * (lanes_kernel.h).
 */
#include <assert.h>
#include <string.h>

#include "lanes.h"

_Static_assert(SS_LANES <= 64, "a lane is a bit of a mask");

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

/* ---- one lane by the scalar solver ----------------------------------------------------------- */

typedef struct single {
  ss_contact contact[SS_LANE_CONTACTS_MOST];
  double G[SIZE * SIZE], c[SIZE], r[SIZE], xi[SIZE];
  size_t from[SIZE];
  ss_contact_problem problem;
} single;

/* Where entry (i, j) of the symmetric G begins: on or above the diagonal, the rest is not read. */
static size_t find_entry(const ss_contact_lanes *lanes, size_t i, size_t j) {
  return (i < j ? i + j * lanes->size : j + i * lanes->size) * SS_LANES;
}

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
      s->G[i + n * j] = lanes->G[find_entry(lanes, s->from[i], s->from[j]) + at];
  }
  s->problem = (ss_contact_problem){contacts, n, s->contact, s->G, NULL, s->c};
}

static bool redo(const ss_contact_lanes *lanes, const ss_contact_options *options, size_t at,
                 void *work, double *r, double *xi) {
  single *s = carve(&work, 1, sizeof *s);
  ss_contact_report report;
  extract(lanes, at, s);
  for (size_t a = 0; a < s->problem.size; a++) s->r[a] = r[s->from[a] * SS_LANES + at];
  const bool solved = ss_contact_solve(&s->problem, options, work, s->r, s->xi, &report) == SS_OK;
  for (size_t i = 0; i < lanes->size; i++) {
    r[i * SS_LANES + at] = 0;
    xi[i * SS_LANES + at] = lanes->c[i * SS_LANES + at];
  }
  for (size_t a = 0; a < s->problem.size; a++) r[s->from[a] * SS_LANES + at] = s->r[a];
  for (size_t j = 0; j < lanes->size; j++)
    for (size_t i = 0; i < lanes->size; i++)
      xi[i * SS_LANES + at] += lanes->G[find_entry(lanes, i, j) + at] * r[j * SS_LANES + at];
  return solved;
}

/* ---- lanes that need more passes ------------------------------------------------------------- */

/* The waiting lanes, moved together. */
typedef struct packed {
  _Alignas(64) double G[SIZE * SIZE * SS_LANES], c[SIZE * SS_LANES], r[SIZE * SS_LANES],
      xi[SIZE * SS_LANES], mu[SS_LANE_CONTACTS_MOST * SS_LANES],
      normal[SS_LANE_CONTACTS_MOST * SS_LANES];
  uint64_t open[SS_LANE_CONTACTS_MOST];
  size_t from[SS_LANES];
} packed;

/* Number `row` of lane `at` of an array, for all lanes of the pack. */
static void pack_row(const packed *p, size_t row, const double *in, double *out) {
  for (size_t i = 0; i < SS_LANES; i++) out[row * SS_LANES + i] = in[row * SS_LANES + p->from[i]];
}

/* Packs the waiting lanes; what is left over repeats the first. Returns how many there are. */
static size_t pack(const ss_contact_lanes *lanes, uint64_t waiting, packed *p,
                   ss_contact_lanes *out) {
  size_t count = 0;
  for (size_t at = 0; at < SS_LANES; at++)
    if (waiting >> at & 1) p->from[count++] = at;
  for (size_t i = count; i < SS_LANES; i++) p->from[i] = p->from[0];
  *out = *lanes;
  out->G = p->G, out->c = p->c, out->strict = 0;
  for (size_t j = 0; j < lanes->size; j++) {
    pack_row(p, j, lanes->c, p->c);
    for (size_t i = 0; i <= j; i++) pack_row(p, i + j * lanes->size, lanes->G, p->G);
  }
  for (size_t k = 0; k < lanes->contacts; k++) {
    if (lanes->mu) pack_row(p, k, lanes->mu, p->mu);
    if (lanes->normal) pack_row(p, k, lanes->normal, p->normal);
    p->open[k] = 0;
    for (size_t i = 0; lanes->open && i < SS_LANES; i++)
      p->open[k] |= (lanes->open[k] >> p->from[i] & 1) << i;
  }
  if (lanes->mu) out->mu = p->mu;
  if (lanes->normal) out->normal = p->normal;
  if (lanes->open) out->open = p->open;
  return count;
}

/* Another round for the waiting lanes; returns those that still wait. */
static uint64_t try_again(const ss_contact_lanes *lanes, const planar_contact *contact,
                          ss_lane_effort effort, uint64_t waiting, packed *p, double *const to[2]) {
  ss_contact_lanes together;
  effort.lanes = pack(lanes, waiting, p, &together);
  const uint64_t left = ss_contact_lane_kernel_at(0)(&together, contact, &effort, p->r, p->xi);
  for (size_t k = 0; k < effort.lanes; k++) {
    if (left >> k & 1) continue;
    for (size_t i = 0; i < lanes->size; i++) {
      to[0][i * SS_LANES + p->from[k]] = p->r[i * SS_LANES + k];
      to[1][i * SS_LANES + p->from[k]] = p->xi[i * SS_LANES + k];
    }
    waiting &= ~((uint64_t)1 << p->from[k]);
  }
  return waiting;
}

/* ---- all lanes ------------------------------------------------------------------------------- */

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
  const size_t one = carve_size(1, sizeof(single)) + ss_contact_work_size(&problem, options);
  return one > sizeof(packed) ? one : sizeof(packed);
}

ss_status ss_contact_solve_lanes(const ss_contact_lanes *lanes, const ss_contact_options *options,
                                 void *work, double *r, double *xi, ss_lane_report *report) {
  static const int passes[] = {3, 12, 50, 150};
  assert(((uintptr_t)work & 63) == 0 && ((uintptr_t)r & 63) == 0 && ((uintptr_t)xi & 63) == 0);
  *report = (ss_lane_report){0};
  if (!fits(lanes)) return SS_BAD_ARGUMENT;
  planar_contact contact[SS_LANE_CONTACTS_MOST];
  for (size_t k = 0; k < lanes->contacts; k++) ss_modes_place(&lanes->contact[k], &contact[k]);
  ss_lane_effort effort = {options->tolerance, passes[0], SS_LANES, NULL};
  double *const to[2] = {r, xi};
  if (options->warm) effort.passes = 0, effort.kept = &report->kept;
  uint64_t waiting = ss_contact_lane_kernel_at(0)(lanes, contact, &effort, r, xi);
  effort.kept = NULL;
  for (size_t round = !options->warm; round < sizeof passes / sizeof *passes && waiting; round++) {
    effort.passes = passes[round];
    waiting = try_again(lanes, contact, effort, waiting, work, to);
  }
  report->redone = waiting;
  for (size_t at = 0; at < SS_LANES; at++)
    if (waiting >> at & 1 && !redo(lanes, options, at, work, r, xi))
      report->unsolved |= (uint64_t)1 << at;
  return report->unsolved ? SS_NO_CONVERGENCE : SS_OK;
}
