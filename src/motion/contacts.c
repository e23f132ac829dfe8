/* contacts.c: the contact problem of a system at acceleration level.
 *
 * With M = L L^T, Y = L^-1 W and G = Y^T Y, forces r accelerate the contacts' directions by
 *
 *     xi = G r + c,     c = W^T M^-1 h + zeta,
 *
 * W holding the directions of the elements that take part, element by element, the normal first. An
 * element whose slip velocity is not 0 knows its friction force up to the normal force: r_T = N
 * slide, slide being minus the point of its set that the slip velocity supports.
 *
 * Contacts with springs (springs.c) know their forces, which are part of the load in place of h.
 * Only where the question is whether friction can hold the machine do they take part, as friction
 * elements with a known normal force.
 *
 * Elements that can exert no friction (idle.c) have their normal direction only, if any.
 *
 * A run asks for this problem many times a step: all buffers are made once. What it shares with the
 * problem of a single state is in src/contact (delassus.c, assemble.c). Costs n^3 + n^2 size + n
 * size^2. Fails only where M is not positive definite.
 */
#include <math.h>
#include <string.h>

#include "run.h"

/* ---- buffers --------------------------------------------------------------------------------- */

static ss_contact describe(const ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  ss_contact contact = ss_contact_of(e->element, run->at.law + 3 * i, fmax(0, run->at.normal[i]));
  if (ss_springs_have(run, i)) {
    contact.kind = SS_ELEMENT_FRICTION;
    contact.normal = fmax(0, run->springs->force[e->normal]);
  }
  if (run->idle[i]) contact.law.kind = SS_LAW_FRICTIONLESS;
  return contact;
}

/* Does element i have no direction in the problem: no friction, and no normal force to be found? */
static bool is_absent(const ss_run *run, size_t i) {
  const ss_system_element *e = &run->system->element[i];
  const bool has_normal = e->normal != SIZE_MAX && !ss_springs_have(run, i);
  return !has_normal && (run->idle[i] || e->slips == 0);
}

size_t ss_contacts_most(const ss_run *run, ss_contacts *c, ss_contacts_measure *measure) {
  const double any = 0;
  size_t most = 0;
  for (int planar = 0; planar < 2; planar++) {
    size_t count = 0, size = 0;
    for (size_t i = 0; i < run->elements; i++) {
      const ss_contact contact = describe(run, i);
      if (is_absent(run, i)) continue;
      if (planar && ss_law_dimension(contact.law.kind) > 1) continue;
      c->contact[count] = contact;
      c->contact[count++].offset = size;
      size += ss_contact_dimension(&contact);
      const ss_contact_problem problem = {count, size, c->contact, &any, NULL, &any};
      const size_t wanted = measure(run, &problem, &c->options);
      if (wanted > most) most = wanted;
    }
  }
  return most;
}

static size_t measure_problem(const ss_run *run, const ss_contact_problem *problem,
                              const ss_contact_options *options) {
  (void)run;
  return ss_contact_work_size(problem, options);
}

ss_status ss_contacts_create(ss_run *run, ss_contacts *c) {
  const size_t n = run->n, most = run->normals + run->slips;
  ss_arena *arena = run->scratch;
  *c = (ss_contacts){.options = ss_contact_default_options()};
  c->contact = ss_arena_new(arena, run->elements, ss_contact);
  c->element = ss_arena_new(arena, run->elements, size_t);
  c->column = ss_arena_new(arena, most, size_t);
  c->W = ss_arena_new(arena, n * most, double);
  c->Y = ss_arena_new(arena, n * most, double);
  c->G = ss_arena_new(arena, most * most, double);
  c->c = ss_arena_new(arena, most, double);
  c->r = ss_arena_new(arena, most, double);
  c->xi = ss_arena_new(arena, most, double);
  c->L = ss_arena_new(arena, n * n, double);
  c->load = ss_arena_new(arena, n, double);
  c->free = ss_arena_new(arena, n, double);
  c->acceleration = ss_arena_new(arena, n, double);
  c->gamma = ss_arena_new(arena, most, double);
  if (!c->contact || !c->element || !c->column || !c->W || !c->Y || !c->G || !c->c || !c->r ||
      !c->xi || !c->load || !c->L || !c->free || !c->acceleration || !c->gamma)
    return SS_MEMORY;
  c->work = ss_arena_alloc(arena, ss_contacts_most(run, c, measure_problem), 1);
  return c->work ? SS_OK : SS_MEMORY;
}

/* ---- the problem ----------------------------------------------------------------------------- */

ss_status ss_contacts_factor(const ss_run *run, ss_contacts *c, const double *u) {
  const ss_view *at = &run->at;
  const size_t n = run->n;
  if (ss_matrix_factor(n, at->M, c->L) != SS_OK) return SS_SINGULAR;
  for (size_t i = 0; i < run->normals; i++) c->gamma[i] = ss_contact_rate(n, at->WN, at->wN, i, u);
  for (size_t i = 0; i < run->slips; i++)
    c->gamma[run->normals + i] = ss_contact_rate(n, at->WT, at->wT, i, u);
  memcpy(c->load, at->h, n * sizeof *c->load);
  if (run->springs) ss_springs_press(run, c->gamma, c->load);
  memcpy(c->free, c->load, n * sizeof *c->free);
  ss_contact_solve_lower(n, c->L, c->free);
  ss_contact_solve_upper(n, c->L, c->free);
  return SS_OK;
}

static void add_component(const ss_run *run, ss_contacts *c, size_t column) {
  const size_t n = run->n, normals = run->normals;
  const bool is_normal = column < normals;
  const double *W = is_normal ? run->at.WN + n * column : run->at.WT + n * (column - normals);
  double rate = is_normal ? run->at.zetaN[column] : run->at.zetaT[column - normals];
  memcpy(c->W + n * c->size, W, n * sizeof *W);
  for (size_t k = 0; k < n; k++) rate += W[k] * c->free[k];
  c->c[c->size] = rate;
  c->column[c->size++] = column;
}

static void add_element(const ss_run *run, ss_contacts *c, size_t i, ss_part part) {
  const ss_system_element *e = &run->system->element[i];
  ss_contact *contact = &c->contact[c->count];
  *contact = describe(run, i);
  contact->offset = c->size;
  c->element[c->count++] = i;
  if (part == SS_PART_SLIDING) ss_contact_slide(contact, c->gamma + run->normals + e->slip);
  if (e->normal != SIZE_MAX && !ss_springs_have(run, i)) add_component(run, c, e->normal);
  for (size_t k = 0; k < e->slips && !run->idle[i]; k++)
    add_component(run, c, run->normals + e->slip + k);
}

void ss_contacts_gather(const ss_run *run, ss_contacts *c, const ss_part *part) {
  c->count = c->size = 0;
  for (size_t i = 0; i < run->elements; i++)
    if (part[i] != SS_PART_NONE && !is_absent(run, i)) add_element(run, c, i, part[i]);
  ss_contact_delassus(run->n, c->L, c->size, c->W, c->Y, c->G);
}

ss_contact_problem ss_contacts_problem(const ss_contacts *c) {
  return (ss_contact_problem){
      .contacts = c->count, .size = c->size, .contact = c->contact, .dense = c->G, .c = c->c};
}

void ss_contacts_apply(const ss_run *run, ss_contacts *c, const double *r, double *forces) {
  ss_contact_respond(run->n, c->L, c->size, c->Y, r, c->acceleration);
  for (size_t k = 0; k < run->n; k++) c->acceleration[k] += c->free[k];
  if (!forces) return;
  memset(forces, 0, (run->normals + run->slips) * sizeof *forces);
  for (size_t j = 0; j < c->size; j++) forces[c->column[j]] = r[j];
  for (size_t i = 0; run->springs && i < run->normals + run->slips; i++)
    forces[i] += run->springs->force[i];
}
