/* energy_region.c: the region in which a level is searched.
 *
 * A box R of positions and velocities around the rest point. It grows from a small one: the face
 * with the least energy moves outwards, until all of them have an energy that is aimed at, or until
 * one has passed a ridge (a farther face has less energy), where the best place for it is searched.
 * Energies of faces are bounded by the box prover, coarsely.
 *
 * M is positive definite on all of R: where it is not, T + U bounds nothing, and the least energy
 * of a face is not its least U. A face that would take in such a place stops before it.
 */
#include <math.h>

#include "energy.h"

enum { GROWTHS = 64, GOLDEN = 14, HALVINGS = 12 };

static const ss_boxes_effort coarse = {.boxes = 400, .gap = 0.02};

typedef ss_energy_search search;

static double ask_pressed(search *s, size_t face, size_t set, const ss_boxes_effort *effort) {
  const ss_energy_question q = {
      .kind = SS_ENERGY_BORDER, .condition = 8, .face = face, .closed = set};
  ss_energy_answer answer;
  const ss_status status = ss_energy_ask(s->e, &q, s->p->lo, s->p->hi, effort, &answer);
  if (status != SS_OK) s->status = status;
  const double bound = status == SS_OK ? answer.boxes.bound : (double)NAN;
  if (status == SS_OK && answer.boxes.least < 0) s->below = true;
  if (status == SS_OK) ss_energy_answer_clear(&answer);
  return bound;
}

static double ask_face(search *s, size_t face, const ss_boxes_effort *effort) {
  double least = ask_pressed(s, face, 0, effort);
  for (size_t set = 1; set < ss_energy_sets(s->e); set++)
    least = fmin(least, ask_pressed(s, face, set, effort));
  return least;
}

static double *end_of(search *s, size_t face) {
  return face % 2 ? &s->p->hi[face / 2] : &s->p->lo[face / 2];
}

static double middle_of(const search *s, size_t face) {
  return face / 2 < s->e->n ? s->p->point.q[face / 2] : 0;
}

static double try_end(search *s, size_t face, double end, const ss_boxes_effort *effort) {
  double *at = end_of(s, face);
  const double before = *at;
  *at = end;
  const double energy = ask_face(s, face, effort);
  *at = before;
  return energy;
}

/* The ridge lies between two ends: the best one in there. */
static void refine_end(search *s, size_t face, double near, double far) {
  const double golden = 0.381966;
  const ss_boxes_effort near_ridge = {.boxes = 2000, .gap = s->fine.gap > 0 ? s->fine.gap : 1e-3};
  const int steps = GOLDEN + (int)(3 * log10(2e-5 / near_ridge.gap));
  double a = near + golden * (far - near), b = far - golden * (far - near);
  double fa = try_end(s, face, a, &near_ridge), fb = try_end(s, face, b, &near_ridge);
  for (int i = 0; i < steps && s->status == SS_OK; i++) {
    if (fa >= fb) {
      far = b;
      b = a;
      fb = fa;
      a = near + golden * (far - near);
      fa = try_end(s, face, a, &near_ridge);
    } else {
      near = a;
      a = b;
      fa = fb;
      b = far - golden * (far - near);
      fb = try_end(s, face, b, &near_ridge);
    }
  }
  const double best = fa >= fb ? a : b;
  if (fmax(fa, fb) > s->energy[face]) *end_of(s, face) = best;
  s->energy[face] = ask_face(s, face, &coarse);
  s->stuck[face] = true;
}

/* M > 0 on the region with this end of it. */
static bool is_regular(search *s, size_t face, double end) {
  const ss_energy *e = s->e;
  const ss_energy_question q = {.kind = SS_ENERGY_MASS, .condition = 1};
  ss_energy_answer answer;
  if (face / 2 >= e->n ||
      !ss_expr_find_symbol(e->graph, e->n * e->n, e->system->M, 1, &e->variable[face / 2]))
    return true;
  double *at = end_of(s, face);
  const double before = *at;
  *at = end;
  const ss_status status = ss_energy_ask(e, &q, s->p->lo, s->p->hi, &coarse, &answer);
  *at = before;
  if (status != SS_OK) return false;
  const bool regular = answer.boxes.verdict == SS_PROVED;
  ss_energy_answer_clear(&answer);
  return regular;
}

/* As far as M allows; the face is stuck there. */
static double stop_before(search *s, size_t face, double near, double far) {
  for (int i = 0; i < HALVINGS; i++) {
    const double end = near / 2 + far / 2;
    if (is_regular(s, face, end))
      near = end;
    else
      far = end;
  }
  s->stuck[face] = true;
  return near;
}

/* Moves a face outwards. */
static void grow_face(search *s, size_t face) {
  double *end = end_of(s, face);
  const double middle = middle_of(s, face), before = *end, step = before - middle;
  double far = middle + 1.4 * step;
  if (!is_regular(s, face, far)) far = stop_before(s, face, before, far);
  const double energy = try_end(s, face, far, &coarse);
  /* others have moved since it was asked, and a face that is larger has less energy */
  if (!(energy > s->energy[face] * (1 + 1e-9))) s->energy[face] = ask_face(s, face, &coarse);
  if (energy > s->energy[face] * (1 + 1e-9) || s->energy[face] <= 0) {
    *end = far;
    s->energy[face] = energy;
    if (fabs(step) > 1e6 * s->e->scale[face / 2]) s->stuck[face] = true;
  } else {
    refine_end(s, face, middle + 0.7 * step, far);
  }
}

bool ss_energy_grow_region(search *s, double aim) {
  for (int i = 0; i < GROWTHS * (int)s->faces && s->status == SS_OK; i++) {
    size_t lowest = s->faces;
    for (size_t f = 0; f < s->faces; f++)
      if (!isnan(s->energy[f]) && (lowest == s->faces || s->energy[f] < s->energy[lowest]))
        lowest = f;
    if (lowest == s->faces) return true;
    if (s->energy[lowest] >= aim) {
      /* the faces have become larger since they were asked */
      bool low = false;
      for (size_t f = 0; f < s->faces; f++) {
        if (isnan(s->energy[f])) continue;
        s->energy[f] = ask_face(s, f, &coarse);
        low = low || s->energy[f] < aim;
      }
      if (!low) return true;
      continue;
    }
    if (s->stuck[lowest]) return false;
    grow_face(s, lowest);
  }
  return false;
}

static bool make_room(search *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  if (s->stuck) return true;
  p->lo = ss_arena_new(e->arena, e->variables, double);
  p->hi = ss_arena_new(e->arena, e->variables, double);
  s->faces = 4 * e->n;
  s->energy = ss_arena_new(e->arena, s->faces, double);
  s->stuck = ss_arena_new(e->arena, s->faces, bool);
  return p->lo && p->hi && s->energy && s->stuck;
}

/* Faces of coordinates on which nothing depends, and of parameters, do not count: NAN. */
void ss_energy_start_region(search *s, double share) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  if (!make_room(s)) {
    s->status = SS_MEMORY;
    return;
  }
  for (size_t i = 0; i < e->variables; i++) {
    const double middle = i < e->n ? p->point.q[i] : 0;
    /* the rest points of all parameters are inside; more than 1 widens velocities only */
    const double spread = i < e->n ? fmax(p->point.hi[i] - middle, middle - p->point.lo[i]) : 0;
    const double scale = i < 2 * e->n ? fmax(e->scale[i], fabs(middle)) : 0;
    const double radius =
        i < e->n && !e->used[i]
            ? 0
            : fmax(0.05 * (i < e->n ? fmin(share, 1) : share) * scale, 3 * spread);
    p->lo[i] = i < 2 * e->n ? middle - radius : e->range_lo[i - 2 * e->n];
    p->hi[i] = i < 2 * e->n ? middle + radius : e->range_hi[i - 2 * e->n];
  }
  s->below = false;
  for (size_t f = 0; f < s->faces; f++) s->stuck[f] = false;
  for (size_t f = 0; f < s->faces; f++)
    s->energy[f] = f / 2 < e->n && !e->used[f / 2] ? (double)NAN : ask_face(s, f, &coarse);
}
