/* guards.c: the functions that end a phase, with their derivatives.
 *
 *     open contact     gap;  rate gamma_N
 *     closed contact   r_N
 *     slip             sign gamma_T; spatial: |gamma_T|
 *     stick            mu N - lambda_T and mu N + lambda_T (planar); N = r_N, |r_N| or known;
 *                      several directions: N h(n) - lambda_T . n, n the normal of the law's set
 *                      where the ray through lambda_T leaves it, h its support function
 *                      (contact.h); mu N - |lambda_T| of a disk. At the bound n need not be
 *                      differentiated, since lambda_T = N dh/dn there
 *     clutch           free: gamma; locked: r
 *
 * all positive while the modes are right. Their rates are derivatives along the motion,
 * (d/dq) u + (d/du) u' + d/dt. Unlike those of motion.h forces are not made relative.
 *
 * Forces of directions that were dropped because they depend on others (bonds.c), and of all others
 * of the same kind then, are not unique and end no phase here: the motion says where they do.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

typedef struct listing {
  const ss_frame *f;
  const ss_response *s;
  ss_vary_guard *guard;
  size_t count;
} listing;

static void add(listing *l, ss_guard_kind kind, size_t element, int sign, double value) {
  ss_vary_guard *g = &l->guard[l->count++];
  *g = (ss_vary_guard){kind, element, sign, value, NAN, g->slope, 0};
  memset(g->slope, 0, l->f->columns * sizeof *g->slope);
}

/* Adds factor times a row of derivatives to the last guard's. */
static void add_slope(listing *l, double factor, const double *row) {
  double *slope = l->guard[l->count - 1].slope;
  for (size_t c = 0; c < l->f->columns; c++) slope[c] += factor * row[c];
}

static void find_rate(listing *l) {
  const ss_frame *f = l->f;
  ss_vary_guard *g = &l->guard[l->count - 1];
  g->rate = g->slope[2 * f->n];
  for (size_t k = 0; k < 2 * f->n; k++) g->rate += g->slope[k] * ss_frame_rate(f, f->u, l->s->v, k);
}

static void add_gap(listing *l, size_t i) {
  const size_t normal = l->f->system->element[i].normal;
  add(l, SS_GUARD_GAP, i, 1, ss_frame_value(l->f, SS_QUANTITY_GAP, normal));
  add_slope(l, 1, ss_frame_slope(l->f, SS_QUANTITY_GAP, normal));
  find_rate(l);
}

/* A force of the response. */
static void add_force(listing *l, ss_guard_kind kind, size_t i, size_t component) {
  add(l, kind, i, 1, l->s->r[component]);
  add_slope(l, 1, l->s->r_slope + component * l->f->columns);
  find_rate(l);
}

static void add_planar_slip(listing *l, size_t i, int sign) {
  const ss_frame *f = l->f;
  const size_t d = f->normals + f->system->element[i].slip;
  add(l, SS_GUARD_SLIP, i, sign, sign * f->gamma[d]);
  add_slope(l, sign, f->gamma_slope + d * f->columns);
  find_rate(l);
}

/* |gamma| of every part of the law that moves. */
static void add_spatial_slip(listing *l, size_t i) {
  const ss_frame *f = l->f;
  const ss_system_element *e = &f->system->element[i];
  const ss_law_kind law = e->element->law;
  for (size_t part = 0; part < ss_law_parts(law); part++) {
    const double speed = ss_frame_speed(f, i, part);
    if (l->s->bond[i].holds[part]) continue;
    add(l, SS_GUARD_SLIP, i, (int)part, speed);
    for (size_t k = ss_law_part_first(part); k < ss_law_part_last(law, part); k++) {
      const size_t d = f->normals + e->slip + k;
      add_slope(l, f->gamma[d] / fmax(speed, 1e-300), f->gamma_slope + d * f->columns);
    }
    find_rate(l);
  }
}

static void add_slip(listing *l, size_t i, int sign) {
  if (l->f->system->element[i].slips > 1)
    add_spatial_slip(l, i);
  else
    add_planar_slip(l, i, sign);
}

/* The normal force of element i, whose component is `normal` (SIZE_MAX: it is known), as an amount,
 * and the sense of its slope, which *slope is. */
static double find_normal(const listing *l, size_t i, size_t normal, const double **slope,
                          double *side) {
  const ss_frame *f = l->f;
  *side = 1;
  *slope = ss_frame_slope(f, SS_QUANTITY_NORMAL, i);
  if (normal == SIZE_MAX) return ss_frame_value(f, SS_QUANTITY_NORMAL, i);
  *slope = l->s->r_slope + normal * f->columns;
  const double N = l->s->r[normal];
  if (N < 0 && f->system->element[i].element->kind == SS_ELEMENT_SLIDER) *side = -1;
  return *side * N;
}

/* mu N - sign lambda_T of a planar law. */
static void add_bound(listing *l, size_t i, size_t normal, size_t slip, int sign) {
  const ss_frame *f = l->f;
  const double mu = ss_frame_value(f, SS_QUANTITY_LAW, 3 * i);
  const double *dN;
  double side;
  const double N = find_normal(l, i, normal, &dN, &side);
  add(l, SS_GUARD_BOUND, i, sign, mu * N - sign * l->s->r[slip]);
  add_slope(l, mu * side, dN);
  add_slope(l, N, ss_frame_slope(f, SS_QUANTITY_LAW, 3 * i));
  add_slope(l, -sign, l->s->r_slope + slip * f->columns);
  find_rate(l);
}

static bool is_unique(const ss_response *s, size_t component) {
  return component != SIZE_MAX && !s->dependent && s->role[component] != SS_ROLE_DROPPED;
}

/* N h(n) - lambda_T . n of a part of a law in several directions, component[0] its first. There is
 * none where no force acts. */
static void add_spatial_bound(listing *l, size_t i, size_t part, const size_t *component) {
  const ss_frame *f = l->f;
  const ss_system_element *e = &f->system->element[i];
  const size_t normal = e->normal != SIZE_MAX ? ss_response_find(l->s, e->normal) : SIZE_MAX;
  const size_t count = ss_law_part_last(e->element->law, part) - ss_law_part_first(part);
  double force[SS_ROLL_FIRST] = {0}, n[SS_ROLL_FIRST] = {0}, h = 0, inner = 0, side;
  const double *dN;
  ss_law law = {.kind = e->element->law};
  ss_law_slope at;
  for (size_t k = 0; k < 3; k++) law.argument[k] = ss_frame_value(f, SS_QUANTITY_LAW, 3 * i + k);
  law = ss_law_part(&law, part);
  for (size_t k = 0; k < count; k++) force[k] = l->s->r[component[k]];
  if (!ss_law_find_normal(&law, force, n) || !ss_law_find_slope(&law, n, &at)) return;
  for (size_t k = 0; k < count; k++) {
    h += at.point[k] * n[k];
    inner += force[k] * n[k];
  }
  const double N = find_normal(l, i, normal, &dN, &side);
  add(l, SS_GUARD_BOUND, i, (int)part, N * h - inner);
  l->guard[l->count - 1].bound = N * h;
  add_slope(l, side * h, dN);
  for (size_t j = 0; j < (law.kind == SS_LAW_DISK ? 1u : 2u); j++) {
    double slope = 0;
    for (size_t k = 0; k < count; k++) slope += at.by_argument[k][j] * n[k];
    add_slope(l, N * slope, ss_frame_slope(f, SS_QUANTITY_LAW, 3 * i + (part ? 2 : 0) + j));
  }
  for (size_t k = 0; k < count; k++) add_slope(l, -n[k], l->s->r_slope + component[k] * f->columns);
  find_rate(l);
}

/* Of every part that is held. */
static void add_spatial_bounds(listing *l, size_t i) {
  const ss_frame *f = l->f;
  const ss_system_element *e = &f->system->element[i];
  const ss_law_kind law = e->element->law;
  for (size_t part = 0; part < ss_law_parts(law); part++) {
    const size_t first = ss_law_part_first(part), last = ss_law_part_last(law, part);
    size_t component[SS_ROLL_FIRST];
    bool unique = l->s->bond[i].kind == SS_BOND_HELD || l->s->bond[i].holds[part];
    for (size_t k = first; k < last && unique; k++) {
      component[k - first] = ss_response_find(l->s, f->normals + e->slip + k);
      unique = is_unique(l->s, component[k - first]);
    }
    if (unique) add_spatial_bound(l, i, part, component);
  }
}

static void add_held(listing *l, size_t i) {
  const ss_frame *f = l->f;
  const ss_system_element *e = &f->system->element[i];
  const size_t slip = e->slips ? ss_response_find(l->s, f->normals + e->slip) : SIZE_MAX;
  const size_t normal = e->normal != SIZE_MAX ? ss_response_find(l->s, e->normal) : SIZE_MAX;
  if (e->element->kind == SS_ELEMENT_CLUTCH) {
    if (is_unique(l->s, slip)) add_force(l, SS_GUARD_BOUND, i, slip);
    return;
  }
  if (e->slips != 1 || !is_unique(l->s, slip)) return;
  add_bound(l, i, normal, slip, 1);
  add_bound(l, i, normal, slip, -1);
}

size_t ss_vary_list_guards(const ss_frame *f, const ss_mode *modes, const ss_response *s,
                           ss_vary_guard *guard) {
  listing l = {f, s, guard, 0};
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    const ss_element_kind kind = e->element->kind;
    const ss_bond *bond = &s->bond[i];
    if (bond->kind == SS_BOND_NONE) {
      if (kind == SS_ELEMENT_CONTACT) add_gap(&l, i);
      if (kind == SS_ELEMENT_CLUTCH) add_slip(&l, i, 1);
      continue;
    }
    const size_t normal = kind == SS_ELEMENT_CONTACT ? ss_response_find(s, e->normal) : SIZE_MAX;
    if (is_unique(s, normal)) add_force(&l, SS_GUARD_NORMAL, i, normal);
    if (bond->kind == SS_BOND_HELD) add_held(&l, i);
    if (e->slips > 1) add_spatial_bounds(&l, i);
    if (modes[i] == SS_MODE_SLIP_PLUS || modes[i] == SS_MODE_SLIP_MINUS ||
        modes[i] == SS_MODE_SLIP || modes[i] == SS_MODE_ROLL)
      add_slip(&l, i, bond->sign);
  }
  return l.count;
}
