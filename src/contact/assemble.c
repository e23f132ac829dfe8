/* assemble.c: the contact problem of a system at a state, and all its consistent modes.
 *
 * With M = L L^T and the directions W of the elements that take part (the normal first, then the
 * slips)
 *
 *     acceleration   xi = gamma',      G = W^T M^-1 W,   c = W^T M^-1 (h + B v) + zeta
 *     impact         xi = gamma+ + E gamma-,  the same G,   c = (I + E) gamma-
 *
 * At acceleration level a contact takes part if its gap is closed and it does not separate, and its
 * friction force is known up to the normal force if it slips: r_T = N slide with -slide the point
 * of C that the slip velocity supports. A contact that approaches makes the acceleration
 * meaningless: an impact comes first, which the state says.
 *
 * This is for single states (a question of a user, the start of a proof): it allocates in the
 * arena. "Closed" and "zero" are meant up to SS_CLOSED, because states are rounded numbers.
 */
#include <math.h>
#include <string.h>

#include "workspace.h"

/* ---- the state ------------------------------------------------------------------------------- */

static double find_size(size_t n, const double *x) {
  double size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

static bool allocate(ss_arena *arena, ss_contact_state *s) {
  const size_t n = s->n, most = s->system->normals + s->system->slips, elements = s->elements;
  s->L = ss_arena_new(arena, n * n, double);
  s->acceleration = ss_arena_new(arena, n, double);
  s->gamma = ss_arena_new(arena, most, double);
  s->closed = ss_arena_new(arena, elements, bool);
  s->element = ss_arena_new(arena, elements, size_t);
  s->direction = ss_arena_new(arena, most, size_t);
  s->contact = ss_arena_new(arena, elements, ss_contact);
  s->W = ss_arena_new(arena, n * most, double);
  s->Y = ss_arena_new(arena, n * most, double);
  s->w = ss_arena_new(arena, most, double);
  s->G = ss_arena_new(arena, most * most, double);
  s->c = ss_arena_new(arena, most, double);
  s->eN = ss_arena_new(arena, elements, double);
  s->eT = ss_arena_new(arena, elements, double);
  return s->L && s->acceleration && s->gamma && s->closed && s->element && s->direction &&
         s->contact && s->W && s->Y && s->w && s->G && s->c && s->eN && s->eT;
}

double ss_contact_rate(size_t n, const double *W, const double *w, size_t i, const double *u) {
  double rate = w[i];
  for (size_t k = 0; k < n; k++) rate += W[i * n + k] * u[k];
  return rate;
}

static bool are_finite(const ss_system *system, const ss_system_values *values) {
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    for (size_t i = 0; i < ss_system_count(system, (ss_quantity)k); i++)
      if (!isfinite(values->of[k][i])) return false;
  return true;
}

/* Everything but the contact problem itself. */
static ss_status start(ss_arena *arena, const ss_system *system, const ss_system_values *values,
                       const ss_place *place, ss_contact_state *s) {
  const size_t n = system->coordinates;
  const double *u = place->u;
  *s = (ss_contact_state){.system = system, .n = n, .elements = system->elements, .u = u};
  if (!are_finite(system, values)) return SS_BAD_ARGUMENT;
  if (!allocate(arena, s)) return SS_MEMORY;
  const ss_status status = ss_matrix_factor(n, values->of[SS_QUANTITY_M], s->L);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < system->normals; i++)
    s->gamma[i] =
        ss_contact_rate(n, values->of[SS_QUANTITY_WN], values->of[SS_QUANTITY_WN_TIME], i, u);
  for (size_t i = 0; i < system->slips; i++)
    s->gamma[system->normals + i] =
        ss_contact_rate(n, values->of[SS_QUANTITY_WT], values->of[SS_QUANTITY_WT_TIME], i, u);
  for (size_t i = 0; i < system->elements; i++) {
    const ss_system_element *e = &system->element[i];
    s->closed[i] = e->element->kind != SS_ELEMENT_CONTACT ||
                   values->of[SS_QUANTITY_GAP][e->normal] <= SS_CLOSED * find_size(n, place->q);
  }
  return SS_OK;
}

/* M^-1 (h + B v) */
static void accelerate(const ss_contact_state *s, const ss_system_values *values, const double *v) {
  const size_t n = s->n, inputs = s->system->inputs;
  for (size_t i = 0; i < n; i++) {
    s->acceleration[i] = values->of[SS_QUANTITY_H][i];
    for (size_t k = 0; v && k < inputs; k++)
      s->acceleration[i] += values->of[SS_QUANTITY_B][i * inputs + k] * v[k];
  }
  ss_contact_solve_lower(n, s->L, s->acceleration);
  ss_contact_solve_upper(n, s->L, s->acceleration);
}

/* ---- the problem ----------------------------------------------------------------------------- */

/* Adds a direction (normals first, then slips) with its c. */
static void add_direction(ss_contact_state *s, const ss_system_values *values, size_t direction,
                          double c) {
  const size_t n = s->n, normals = s->system->normals;
  const bool is_normal = direction < normals;
  const size_t i = is_normal ? direction : direction - normals;
  const double *W = values->of[is_normal ? SS_QUANTITY_WN : SS_QUANTITY_WT] + i * n;
  memcpy(s->W + s->size * n, W, n * sizeof *W);
  s->w[s->size] = values->of[is_normal ? SS_QUANTITY_WN_TIME : SS_QUANTITY_WT_TIME][i];
  s->c[s->size] = c;
  s->direction[s->size++] = direction;
}

ss_contact ss_contact_of(const ss_element *element, const double *argument, double normal) {
  ss_contact contact = {.kind = element->kind, .law.kind = element->law};
  memcpy(contact.law.argument, argument, sizeof contact.law.argument);
  contact.normal = element->kind == SS_ELEMENT_FRICTION ? normal : 0;
  return contact;
}

void ss_contact_slide(ss_contact *contact, const double *gammaT) {
  contact->sliding = true;
  ss_law_support(&contact->law, 1, gammaT, contact->slide);
  for (size_t k = 0; k < SS_SLIP_MOST; k++) contact->slide[k] = -contact->slide[k];
}

/* The contact of element i, not yet its directions. */
static ss_contact *add_contact(ss_contact_state *s, const ss_system_values *values, size_t i) {
  const ss_element *element = s->system->element[i].element;
  ss_contact *contact = &s->contact[s->contacts];
  *contact = ss_contact_of(element, values->of[SS_QUANTITY_LAW] + 3 * i,
                           values->of[SS_QUANTITY_NORMAL][i]);
  contact->offset = s->size;
  const bool newton = element->restitution != SS_RESTITUTION_ENERGETIC;
  s->eN[s->contacts] = values->of[SS_QUANTITY_RESTITUTION][2 * i];
  s->eT[s->contacts] = newton ? values->of[SS_QUANTITY_RESTITUTION][2 * i + 1] : 0;
  s->element[s->contacts++] = i;
  return contact;
}

/* gamma' without contact forces: W^T M^-1 h + zeta. */
static double find_free_rate(const ss_contact_state *s, const ss_system_values *values,
                             size_t direction) {
  const size_t normals = s->system->normals;
  const bool is_normal = direction < normals;
  const size_t i = is_normal ? direction : direction - normals;
  return ss_contact_rate(s->n, values->of[is_normal ? SS_QUANTITY_WN : SS_QUANTITY_WT],
                         values->of[is_normal ? SS_QUANTITY_WN_RATE : SS_QUANTITY_WT_RATE], i,
                         s->acceleration);
}

static void finish(ss_contact_state *s) {
  ss_contact_delassus(s->n, s->L, s->size, s->W, s->Y, s->G);
  s->problem = (ss_contact_problem){s->contacts, s->size, s->contact, s->G, NULL, s->c};
}

/* The velocity that decides whether an element takes part: normal, or that of a clutch. */
static double find_leading_velocity(const ss_contact_state *s, size_t i) {
  const ss_system_element *e = &s->system->element[i];
  return s->gamma[e->normal != SIZE_MAX ? e->normal : s->system->normals + e->slip];
}

ss_status ss_contact_at_acceleration(ss_arena *arena, const ss_system *system,
                                     const ss_system_values *values, const ss_place *place,
                                     ss_contact_state *s) {
  const ss_status status = start(arena, system, values, place, s);
  if (status != SS_OK) return status;
  accelerate(s, values, place->v);
  const double still = SS_CLOSED * find_size(s->n, place->u);
  for (size_t i = 0; i < system->elements; i++) {
    const ss_system_element *e = &system->element[i];
    const ss_element_kind kind = e->element->kind;
    const bool one_sided = kind == SS_ELEMENT_CONTACT || kind == SS_ELEMENT_CLUTCH;
    if (!s->closed[i]) continue;
    if (one_sided && find_leading_velocity(s, i) < -still) s->approaching = true;
    if (one_sided && find_leading_velocity(s, i) > still) continue;
    ss_contact *contact = add_contact(s, values, i);
    const double *slip = s->gamma + system->normals + e->slip;
    bool slips = false;
    for (size_t k = 0; k < e->slips && kind != SS_ELEMENT_CLUTCH; k++)
      slips = slips || fabs(slip[k]) > still;
    if (slips) ss_contact_slide(contact, slip);
    if (e->normal != SIZE_MAX)
      add_direction(s, values, e->normal, find_free_rate(s, values, e->normal));
    for (size_t k = 0; k < e->slips; k++) {
      const size_t direction = system->normals + e->slip + k;
      add_direction(s, values, direction, find_free_rate(s, values, direction));
    }
  }
  finish(s);
  return SS_OK;
}

ss_status ss_contact_at_impact(ss_arena *arena, const ss_system *system,
                               const ss_system_values *values, const ss_place *place,
                               ss_contact_state *s) {
  const ss_status status = start(arena, system, values, place, s);
  if (status != SS_OK) return status;
  const double still = SS_CLOSED * find_size(s->n, place->u);
  for (size_t i = 0; i < system->elements; i++) {
    const ss_system_element *e = &system->element[i];
    const ss_element_kind kind = e->element->kind;
    if (!s->closed[i] || kind == SS_ELEMENT_FRICTION) continue;
    if (kind != SS_ELEMENT_SLIDER && find_leading_velocity(s, i) < -still) s->approaching = true;
    add_contact(s, values, i);
    const double eN = kind == SS_ELEMENT_CONTACT ? s->eN[s->contacts - 1] : 0;
    const double eT = kind == SS_ELEMENT_CONTACT ? s->eT[s->contacts - 1] : 0;
    if (e->normal != SIZE_MAX) add_direction(s, values, e->normal, (1 + eN) * s->gamma[e->normal]);
    for (size_t k = 0; k < e->slips; k++) {
      const size_t direction = system->normals + e->slip + k;
      add_direction(s, values, direction, (1 + eT) * s->gamma[direction]);
    }
  }
  finish(s);
  return SS_OK;
}

ss_impact ss_contact_impact(const ss_contact_state *s) {
  return (ss_impact){.n = s->n,
                     .L = s->L,
                     .u = s->u,
                     .contacts = s->contacts,
                     .size = s->size,
                     .contact = s->contact,
                     .W = s->W,
                     .w = s->w,
                     .eN = s->eN,
                     .eT = s->eT};
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* What the solution r of the problem means for the system: modes, forces, accelerations. */
static ss_status explain(ss_arena *arena, const ss_contact_state *s, const double *r,
                         const ss_mode *mode, ss_state_mode *out) {
  const size_t n = s->n, directions = s->system->normals + s->system->slips;
  out->mode = ss_arena_new(arena, s->elements, ss_mode);
  out->acceleration = ss_arena_new(arena, n, double);
  out->forces = ss_arena_new(arena, directions, double);
  if (!out->mode || !out->acceleration || !out->forces) return SS_MEMORY;
  for (size_t i = 0; i < s->elements; i++) out->mode[i] = SS_MODE_FREE;
  for (size_t k = 0; k < s->contacts; k++) out->mode[s->element[k]] = mode[k];
  for (size_t a = 0; a < s->size; a++) out->forces[s->direction[a]] = r[a];
  ss_contact_respond(n, s->L, s->size, s->Y, r, out->acceleration);
  for (size_t i = 0; i < n; i++) out->acceleration[i] += s->acceleration[i];
  return SS_OK;
}

/* The mode of a contact of any law by its accelerations. */
static ss_mode name_mode(const ss_contact *contact, const double *xi, double still) {
  const bool has_normal = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
  const int components = law_components(contact->law.kind);
  if (contact->kind != SS_ELEMENT_SLIDER && contact->kind != SS_ELEMENT_FRICTION && xi[0] > still)
    return SS_MODE_FREE;
  if (contact->kind == SS_ELEMENT_CLUTCH) return SS_MODE_STICK;
  if (components == 0) return SS_MODE_CLOSED;
  const double *slip = contact->sliding ? contact->slide : xi + has_normal;
  bool slips = contact->sliding;
  for (int k = 0; k < components; k++) slips = slips || fabs(slip[k]) > still;
  if (!slips) return SS_MODE_STICK;
  if (components > 1) return SS_MODE_SLIP;
  return signbit(slip[0]) != contact->sliding ? SS_MODE_SLIP_MINUS : SS_MODE_SLIP_PLUS;
}

/* Spatial friction or many contacts: what the solver finds, without a claim about others. */
static ss_status find_one(ss_arena *arena, const ss_contact_state *s, ss_state_modes *modes) {
  const ss_contact_options options = ss_contact_default_options();
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  void *work = ss_arena_alloc(arena, ss_contact_work_size(&s->problem, &options), 1);
  double *r = ss_arena_new(arena, s->size, double), *xi = ss_arena_new(arena, s->size, double);
  ss_mode *mode = ss_arena_new(arena, s->contacts, ss_mode);
  if (!work || !r || !xi || !mode) return SS_MEMORY;
  ss_contact_report report;
  const bool found = ss_contact_solve(&s->problem, &options, work, r, xi, &report) == SS_OK;
  if (!found) {
    ss_arena_release(arena, mark);
    return SS_OK;
  }
  const double still = 1e-8 * ss_contact_data_size(&s->problem, SS_RESIDUAL_SCALED);
  for (size_t k = 0; k < s->contacts; k++)
    mode[k] = name_mode(&s->contact[k], xi + s->contact[k].offset, still);
  modes->items = ss_arena_new(arena, 1, ss_state_mode);
  if (!modes->items) return SS_MEMORY;
  modes->count = 1;
  return explain(arena, s, r, mode, &modes->items[0]);
}

ss_status ss_contact_modes(ss_arena *arena, const ss_contact_state *s, ss_state_modes *modes) {
  *modes = (ss_state_modes){0};
  ss_mode_list list;
  ss_status status = ss_contact_enumerate(&s->problem, 1e-10, arena, &list);
  if (status == SS_BAD_ARGUMENT) return find_one(arena, s, modes);
  if (status != SS_OK) return status;
  modes->decided = true;
  modes->solutions = list.solutions;
  modes->items = ss_arena_new(arena, list.count, ss_state_mode);
  if (!modes->items) return SS_MEMORY;
  for (size_t i = 0; i < list.count && status == SS_OK; i++) {
    const ss_mode_solution *item = &list.items[i];
    modes->items[i].forces_unique = item->forces_unique;
    modes->items[i].motion_unique = item->motion_unique;
    status = explain(arena, s, item->r, item->mode, &modes->items[i]);
    modes->count++;
  }
  return status;
}
