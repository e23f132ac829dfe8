/* energy_leave.c: a region around a rest set that some motions leave, however near they start.
 *
 * Let R be a box of positions and velocities, E the rest positions in R, none of which lies on a
 * face of R, and U_E the least potential of E, which is compact. If at no point of R with dU/dq = 0
 * the potential has a minimum, there are positions as near to E as one likes with U < U_E: where
 * U_E is taken, dU/dq != 0 leads downwards, or dU/dq = 0 and some direction v does,
 *
 *     v^T (d2U/dq2) v < 0    wherever dU/dq = 0 in R.                                (STATIONARY)
 *
 * From there, without velocity, the energy T + U < U_E does not grow; a motion that stays in R
 * tends to rest positions in R (the conditions of theorem 1 hold in all of R), which have at least
 * U_E: it leaves R. That E is not empty is shown for its stationary point, by the theorem of
 * Poincare and Miranda: with Y near (d2U/dq2)^-1, the i-th component of Y dU/dq is negative on the
 * lower and positive on the upper face i of a small box of positions.                   (EXISTS)
 *
 * R: from the stationary point a face goes outwards as long as it meets rest positions; velocities
 * are bounded by a number that is lowered as long as a condition fails. Everything holds in R
 * whatever the energy, so that questions have none. All is asked of the box prover and kept.
 *
 * Contacts: where all gaps are positive in R, no contact has a force and none is hit while a motion
 * stays there; everything above is then about the machine without contacts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"

enum { GROWTHS = 60, SHRINKS = 8, ITERATIONS = 400 };

static const ss_boxes_effort effort = {.boxes = 20000}, coarse = {.boxes = 1000};

typedef struct leave {
  ss_energy *e;
  ss_energy_proof *p;
  ss_status status;
} leave;

/* ---- questions of its own -------------------------------------------------------------------- */

static void write_stationary(const ss_energy *e, ss_energy_writing *w) {
  ss_graph *g = e->graph;
  ss_expr H[SS_ENERGY_COORDINATES * SS_ENERGY_COORDINATES], sum = ss_expr_integer(g, 0);
  const double *v = e->leaving->downwards;
  for (size_t i = 0; i < e->n; i++)
    if (!ss_expr_is_integer(g, e->dU[i], 0))
      ss_energy_write_condition(w, SS_BOXES_ZERO, ss_energy_write_function(w, e->dU[i]), 0, 0);
  if (ss_expr_jacobian(g, e->n, e->dU, e->n, e->system->q, H) != SS_OK) return;
  for (size_t i = 0; i < e->n * e->n; i++)
    sum = ss_expr_add(g, sum,
                      ss_expr_mul(g, ss_energy_number(e, v[i / e->n]),
                                  ss_expr_mul(g, ss_energy_number(e, v[i % e->n]), H[i])));
  ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE,
                            ss_energy_write_function(w, ss_expr_simplify(g, sum)), 0, 0);
}

static void write_exists(const ss_energy *e, size_t i, bool upper, ss_energy_writing *w) {
  ss_graph *g = e->graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t j = 0; j < e->n; j++)
    sum = ss_expr_add(
        g, sum, ss_expr_mul(g, ss_energy_number(e, e->leaving->inverse[i * e->n + j]), e->dU[j]));
  if (upper) sum = ss_expr_neg(g, sum);
  ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE, ss_energy_write_function(w, sum), 0, 0);
}

void ss_leave_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  if (q->kind == SS_ENERGY_STATIONARY) write_stationary(e, w);
  if (q->kind == SS_ENERGY_EXISTS) write_exists(e, q->open, q->face % 2, w);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool keep(leave *s, const ss_energy_answer *answer) {
  ss_energy_proof *p = s->p;
  if (p->asked == p->room) {
    const size_t room = p->room ? 2 * p->room : 32;
    ss_energy_answer *more = realloc(p->answer, room * sizeof *more);
    if (!more) s->status = SS_MEMORY;
    if (!more) return false;
    p->answer = more;
    p->room = room;
  }
  p->answer[p->asked++] = *answer;
  return true;
}

static void forget(ss_energy_proof *p, size_t from) {
  while (p->asked > from) ss_energy_answer_clear(&p->answer[--p->asked]);
}

/* No state of the box is as the question says; the answer is kept if so. */
static bool none(leave *s, ss_energy_question q, const double *lo, const double *hi,
                 const ss_boxes_effort *with) {
  ss_energy_answer answer;
  q.plain = true;
  const ss_status status = ss_energy_ask(s->e, &q, lo, hi, with, &answer);
  if (status == SS_MEMORY) s->status = status;
  if (status != SS_OK) return false;
  if (answer.boxes.verdict == SS_PROVED && keep(s, &answer)) return true;
  ss_energy_answer_clear(&answer);
  return false;
}

static bool ask(leave *s, ss_energy_question q) {
  if (none(s, q, s->p->lo, s->p->hi, &effort)) return true;
  s->p->detail[q.condition] = "not in all of a region around it";
  return false;
}

/* ---- the conditions -------------------------------------------------------------------------- */

/* In the order in which the checker asks. */
static bool dissipates(leave *s) {
  const ss_energy *e = s->e;
  ss_energy_question q = {.kind = SS_ENERGY_FULL, .condition = 5};
  if (!e->sliders && !ask(s, q)) return false;
  for (size_t j = 0; j < e->frictions + e->sliders; j++) {
    const ss_rubbing *r = j < e->frictions ? &e->friction[j] : &e->slider[j - e->frictions];
    for (size_t k = 0; k < r->slips; k++) {
      q = (ss_energy_question){.kind = SS_ENERGY_LIMIT, .condition = 5, .open = j, .corner = k};
      if (!ask(s, q)) return false;
    }
  }
  for (size_t k = 0; ss_slider_question(e, k, &q); k++)
    if (!ask(s, q)) return false;
  return true;
}

static bool takes_away(leave *s) {
  ss_energy_question q;
  for (size_t k = 0; ss_energy_power_question(s->e, k, &q); k++)
    if (!ask(s, q)) return false;
  return true;
}

/* No contact closes in the region, e being the machine with them. */
static bool are_open(leave *s, const ss_energy *e) {
  ss_energy *bare = s->e;
  bool good = true;
  s->e = (ss_energy *)e;
  for (size_t j = 0; j < e->contacts && good; j++)
    good = none(s, (ss_energy_question){.kind = SS_ENERGY_APART, .condition = 4, .open = j},
                s->p->lo, s->p->hi, &effort);
  s->e = bare;
  return good;
}

/* The energy falls wherever the motion goes. */
static bool is_passive_everywhere(const ss_energy *e) {
  bool good = ss_expr_is_integer(e->graph, e->power, 0) || e->passive;
  for (size_t j = 0; j < e->frictions && good; j++)
    good = !ss_expr_find_symbol(e->graph, e->friction[j].slips, e->friction[j].limit, 2 * e->n,
                                e->variable);
  return good;
}

/* ---- the rest point -------------------------------------------------------------------------- */

/* Gauss' elimination: A^-1 in B; false if singular. */
static bool invert(size_t n, double *A, double *B) {
  for (size_t i = 0; i < n * n; i++) B[i] = i / n == i % n;
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
    if (!(fabs(A[p * n + k]) > 0)) return false;
    for (size_t j = 0; j < n; j++) {
      const double a = A[k * n + j], b = B[k * n + j];
      A[k * n + j] = A[p * n + j], A[p * n + j] = a;
      B[k * n + j] = B[p * n + j], B[p * n + j] = b;
    }
    const double d = A[k * n + k];
    for (size_t j = 0; j < n; j++) A[k * n + j] /= d, B[k * n + j] /= d;
    for (size_t i = 0; i < n; i++) {
      const double f = i == k ? 0 : A[i * n + k];
      for (size_t j = 0; j < n; j++)
        A[i * n + j] -= f * A[k * n + j], B[i * n + j] -= f * B[k * n + j];
    }
  }
  return true;
}

/* The direction of the least eigenvalue, by powers of c - H. */
static void find_downwards(size_t n, const double *H, double *v) {
  double size = 0, next[SS_ENERGY_COORDINATES];
  for (size_t i = 0; i < n * n; i++) size += fabs(H[i]);
  for (size_t i = 0; i < n; i++) v[i] = 1 + 0.1 * (double)i;
  for (int round = 0; round < ITERATIONS; round++) {
    double most = 0;
    for (size_t i = 0; i < n; i++) {
      next[i] = size * v[i];
      for (size_t j = 0; j < n; j++) next[i] -= H[i * n + j] * v[j];
      most = fmax(most, fabs(next[i]));
    }
    for (size_t i = 0; i < n; i++) v[i] = most > 0 ? next[i] / most : 0;
  }
  for (size_t i = 0; i < n; i++) v[i] = round(v[i] * 1048576) / 1048576;
}

/* H at the stationary point, in doubles; coordinates on which nothing depends have a 1. */
static bool find_curvature(leave *s, double *H) {
  const ss_energy *e = s->e;
  ss_tape *tape = NULL;
  if (ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, e->n, e->dU, &tape) != SS_OK)
    return false;
  double *work = ss_arena_new(e->arena, ss_forward_work_size(tape), double);
  if (work) {
    ss_forward_prepare(tape, NULL, work);
    double *in = ss_forward_in(tape, work);
    for (size_t i = 0; i < e->variables; i++)
      in[i] = i < e->n       ? s->p->point.q[i]
              : i < 2 * e->n ? 0
                             : (e->range_lo[i - 2 * e->n] + e->range_hi[i - 2 * e->n]) / 2;
    ss_forward_run(tape, work);
    const double *slope = ss_forward_gradients(tape, work);
    for (size_t i = 0; i < e->n * e->n; i++) H[i] = slope[i / e->n * e->variables + i % e->n];
    for (size_t i = 0; i < e->n; i++)
      if (!e->used[i]) H[i * e->n + i] = 1;
  }
  ss_tape_destroy(tape);
  return work != NULL;
}

static bool exists(leave *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  for (size_t i = 0; i < e->variables; i++) {
    const double lo = i < e->n ? p->point.lo[i] : p->lo[i],
                 hi = i < e->n ? p->point.hi[i] : p->hi[i];
    const double more = i < e->n && e->used[i] ? 4 * (hi - lo) + 1e-7 * fmax(1, fabs(hi)) : 0;
    p->place_lo[i] = lo - more;
    p->place_hi[i] = hi + more;
  }
  for (size_t face = 0; face < 2 * e->n; face++) {
    const ss_energy_question q = {
        .kind = SS_ENERGY_EXISTS, .condition = 6, .open = face / 2, .face = face};
    if (e->used[face / 2] && !none(s, q, p->place_lo, p->place_hi, &effort)) return false;
  }
  return true;
}

/* ---- the region ------------------------------------------------------------------------------ */

static bool is_free(leave *s, size_t face) {
  return none(s,
              (ss_energy_question){.kind = s->e->sliders ? SS_ENERGY_HELD : SS_ENERGY_REST,
                                   .condition = 8,
                                   .face = face},
              s->p->lo, s->p->hi, &coarse);
}

/* Faces go outwards until none of them meets rest positions. */
static bool find_region(leave *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  for (size_t i = 0; i < e->variables; i++) {
    const double middle = i < e->n ? p->point.q[i] : 0;
    const double radius = i < e->n && !e->used[i] ? 0 : i < e->n ? 1e-3 * fmax(1, fabs(middle)) : 1;
    p->lo[i] = i < 2 * e->n ? middle - radius : e->range_lo[i - 2 * e->n];
    p->hi[i] = i < 2 * e->n ? middle + radius : e->range_hi[i - 2 * e->n];
  }
  for (int round = 0; round < GROWTHS && s->status == SS_OK; round++) {
    bool all = true;
    forget(p, 0);
    for (size_t face = 0; face < 2 * e->n; face++) {
      if (!e->used[face / 2] || is_free(s, face)) continue;
      double *end = face % 2 ? &p->hi[face / 2] : &p->lo[face / 2];
      *end += 0.4 * (*end - p->point.q[face / 2]);
      all = false;
    }
    if (all) return true;
  }
  p->detail[8] = "rest positions reach to the border of every region around it";
  return false;
}

static void find(leave *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  double *H = ss_arena_new(e->arena, e->n * e->n, double);
  double *Y = ss_arena_new(e->arena, e->n * e->n, double),
         *v = ss_arena_new(e->arena, e->n, double);
  if (!H || !Y || !v || !find_curvature(s, H)) return;
  find_downwards(e->n, H, v);
  p->downwards = v;
  p->inverse = Y;
  if (!invert(e->n, H, Y)) return;
  if (!find_region(s)) return;
  p->holds[8] = true;
  p->holds[2] = ask(s, (ss_energy_question){.kind = SS_ENERGY_STATIONARY, .condition = 2});
  p->holds[6] = p->holds[2] && exists(s);
  if (!p->holds[6]) return;
  const size_t before = p->asked;
  for (int round = 0; round < SHRINKS && s->status == SS_OK && !p->holds[5]; round++) {
    forget(p, before);
    p->detail[4] = NULL;
    p->holds[1] = ask(s, (ss_energy_question){.kind = SS_ENERGY_MASS, .condition = 1});
    p->holds[3] = p->holds[1] && takes_away(s);
    p->holds[5] = p->holds[3] && dissipates(s);
    for (size_t i = e->n; i < 2 * e->n && !p->holds[5] && round + 1 < SHRINKS; i++)
      p->lo[i] /= 4, p->hi[i] /= 4;
  }
  p->holds[4] = p->holds[3] && !p->detail[4];
  p->holds[7] = is_passive_everywhere(e);
  p->unique = ss_slider_is_convex(e);
}

ss_status ss_energy_find_leaving(ss_energy *e, const ss_proof_options *options) {
  if (e->leaving) return SS_OK;
  ss_energy_proof *p = ss_arena_new(e->arena, 1, ss_energy_proof);
  ss_energy *bare = ss_arena_new(e->arena, 1, ss_energy);
  leave s = {.e = bare, .p = p};
  if (!p || !bare) return SS_MEMORY;
  *p = (ss_energy_proof){.bound = -INFINITY};
  e->leaving = p;
  if (e->force <= 0) e->force = 1;
  const double *at = e->full ? e->at : options->at;
  ss_status status = ss_energy_slide(e, at);
  *bare = *e;
  bare->contacts = 0;
  if (status == SS_OK) status = ss_energy_find_point(bare, at, &p->point);
  if (status != SS_OK || !p->point.stationary || p->point.found) return status;
  p->lo = ss_arena_new(e->arena, e->variables, double);
  p->hi = ss_arena_new(e->arena, e->variables, double);
  p->place_lo = ss_arena_new(e->arena, e->variables, double);
  p->place_hi = ss_arena_new(e->arena, e->variables, double);
  if (!p->lo || !p->hi || !p->place_lo || !p->place_hi) return SS_MEMORY;
  find(&s);
  p->never = p->holds[5] && are_open(&s, e);
  for (size_t i = 0; at && i < e->n; i++)
    if (e->used[i] && !(at[i] >= p->lo[i] && at[i] <= p->hi[i])) p->holds[8] = false;
  return s.status;
}
