/* assemble.c: the contact problem of a system at a state, and all its consistent modes.
 *
 * With M = L L^T and the directions W of the elements that take part (the normal first, then the
 * slips)
 *
 *     acceleration   xi = gamma',      G = W^T M^-1 W,   c = W^T M^-1 (h + B v) + zeta
 *     impact         xi = gamma+ + E gamma-,  the same G,   c = (I + E) gamma-
 *
 * A state is built in steps, so that whoever asks at many states (src/motion) makes the buffers
 * once and decides by itself who takes part, and as what:
 *
 *     begin   M = L L^T, gamma, the load h       load   M^-1 load
 *     join    an element and its directions      pose   c and G
 *
 * Only the first, ss_contact_state_create, allocates. For single states (a question of a user, the
 * start of a proof) ss_contact_at_* take all steps at once. At acceleration level a contact takes
 * part if its gap is closed and it does not separate, and its friction force is known up to the
 * normal force if it slips: r_T = N slide with -slide the point of C that the slip velocity
 * supports. A contact that approaches makes the acceleration meaningless: an impact comes first,
 * which the state says. "Closed" and "zero" are meant as ss_model_closed_below says.
 *
 * Costs n^3 + n^2 size + n size^2. Fails where M is not positive definite.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "workspace.h"

/* ---- buffers --------------------------------------------------------------------------------- */

ss_status ss_contact_state_create(ss_arena *arena, const ss_system *system, ss_contact_state *s) {
  assert(ss_graph_is_sealed(system->graph));
  const size_t n = system->coordinates, most = system->normals + system->slips;
  const size_t elements = system->elements;
  *s = (ss_contact_state){.system = system, .n = n, .elements = elements};
  s->L = ss_arena_new(arena, n * n, double);
  s->load = ss_arena_new(arena, n, double);
  s->free = ss_arena_new(arena, n, double);
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
  const bool made = s->L && s->load && s->free && s->gamma && s->closed && s->element &&
                    s->direction && s->contact && s->W && s->Y && s->w && s->G && s->c && s->eN &&
                    s->eT;
  return made ? SS_OK : SS_MEMORY;
}

/* ---- the state ------------------------------------------------------------------------------- */

double ss_contact_rate(size_t n, const double *W, const double *w, size_t i, const double *u) {
  double rate = w[i];
  for (size_t k = 0; k < n; k++) rate += W[i * n + k] * u[k];
  return rate;
}

ss_status ss_contact_state_begin(ss_contact_state *s, const ss_system_values *values,
                                 const double *u) {
  const size_t n = s->n, normals = s->system->normals;
  const double *const *of = values->of;
  s->u = u;
  s->contacts = s->size = 0;
  const ss_status status = ss_matrix_factor(n, of[SS_QUANTITY_M], s->L);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < normals; i++)
    s->gamma[i] = ss_contact_rate(n, of[SS_QUANTITY_WN], of[SS_QUANTITY_WN_TIME], i, u);
  for (size_t i = 0; i < s->system->slips; i++)
    s->gamma[normals + i] = ss_contact_rate(n, of[SS_QUANTITY_WT], of[SS_QUANTITY_WT_TIME], i, u);
  memcpy(s->load, of[SS_QUANTITY_H], n * sizeof *s->load);
  return SS_OK;
}

void ss_contact_state_load(ss_contact_state *s) {
  memcpy(s->free, s->load, s->n * sizeof *s->free);
  ss_contact_solve_lower(s->n, s->L, s->free);
  ss_contact_solve_upper(s->n, s->L, s->free);
}

/* ---- who takes part -------------------------------------------------------------------------- */

ss_contact ss_contact_of(const ss_element *element, const double *argument, double normal) {
  ss_contact contact = {.kind = element->kind, .law.kind = element->law};
  for (size_t k = 0; k < 3; k++) contact.law.argument[k] = fmax(0, argument[k]);
  contact.normal = element->kind == SS_ELEMENT_FRICTION ? normal : 0;
  return contact;
}

void ss_contact_slide_parts(ss_contact *contact, const double *gammaT, const bool *moves) {
  contact->sliding = moves[0];
  contact->turning = moves[ss_law_parts(contact->law.kind) - 1];
  ss_law_support(&contact->law, 1, gammaT, contact->slide);
  for (size_t k = 0; k < SS_SLIP_MOST; k++) contact->slide[k] = -contact->slide[k];
}

void ss_contact_slide(ss_contact *contact, const double *gammaT) {
  const bool moves[SS_PARTS_MOST] = {true, true};
  ss_contact_slide_parts(contact, gammaT, moves);
}

/* Which parts of the law move? */
static bool find_moving(ss_law_kind kind, const double *slip, double still, bool *moves) {
  bool any = false;
  for (size_t part = 0; part < ss_law_parts(kind); part++) {
    moves[part] = false;
    for (size_t k = ss_law_part_first(part); k < ss_law_part_last(kind, part); k++)
      moves[part] |= fabs(slip[k]) > still;
    any |= moves[part];
  }
  return any;
}

/* Adds a direction: the normals are counted first, then the slips. */
static void add_direction(ss_contact_state *s, const ss_system_values *values, size_t direction) {
  const size_t n = s->n, normals = s->system->normals;
  const bool is_normal = direction < normals;
  const size_t i = is_normal ? direction : direction - normals;
  const double *W = values->of[is_normal ? SS_QUANTITY_WN : SS_QUANTITY_WT] + i * n;
  memcpy(s->W + s->size * n, W, n * sizeof *W);
  s->w[s->size] = values->of[is_normal ? SS_QUANTITY_WN_TIME : SS_QUANTITY_WT_TIME][i];
  s->direction[s->size++] = direction;
}

static bool has_normal(const ss_contact *contact) {
  return contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
}

ss_contact *ss_contact_state_join(ss_contact_state *s, const ss_system_values *values, size_t i,
                                  const ss_contact *as) {
  const ss_system_element *e = &s->system->element[i];
  const double *restitution = values->of[SS_QUANTITY_RESTITUTION] + 2 * i;
  const bool bounces = e->element->kind == SS_ELEMENT_CONTACT;
  const bool newton = e->element->restitution != SS_RESTITUTION_ENERGETIC;
  const size_t k = s->contacts++, slips = ss_contact_dimension(as) - has_normal(as);
  assert(k < s->elements && i < s->elements && slips <= e->slips);
  assert(!has_normal(as) || e->normal != SIZE_MAX);
  s->contact[k] = *as;
  s->contact[k].offset = s->size;
  s->element[k] = i;
  s->eN[k] = bounces ? restitution[0] : 0;
  s->eT[k] = bounces && newton ? restitution[1] : 0;
  if (has_normal(as)) add_direction(s, values, e->normal);
  for (size_t j = 0; j < slips; j++) add_direction(s, values, s->system->normals + e->slip + j);
  return &s->contact[k];
}

/* ---- the problem ----------------------------------------------------------------------------- */

ss_contact_problem ss_contact_state_problem(const ss_contact_state *s) {
  return (ss_contact_problem){
      .contacts = s->contacts, .size = s->size, .contact = s->contact, .dense = s->G, .c = s->c};
}

void ss_contact_state_pose_acceleration(ss_contact_state *s, const ss_system_values *values) {
  const size_t n = s->n, normals = s->system->normals;
  for (size_t a = 0; a < s->size; a++) {
    const size_t d = s->direction[a];
    double rate = d < normals ? values->of[SS_QUANTITY_WN_RATE][d]
                              : values->of[SS_QUANTITY_WT_RATE][d - normals];
    for (size_t k = 0; k < n; k++) rate += s->W[a * n + k] * s->free[k];
    s->c[a] = rate;
  }
  ss_contact_delassus(n, s->L, s->size, s->W, s->Y, s->G);
}

void ss_contact_state_pose_impact(ss_contact_state *s) {
  for (size_t k = 0; k < s->contacts; k++) {
    const size_t first = s->contact[k].offset, last = first + ss_contact_dimension(&s->contact[k]);
    for (size_t a = first; a < last; a++) {
      const double e = s->direction[a] < s->system->normals ? s->eN[k] : s->eT[k];
      s->c[a] = (1 + e) * s->gamma[s->direction[a]];
    }
  }
  ss_contact_delassus(s->n, s->L, s->size, s->W, s->Y, s->G);
}

bool ss_impact_has_phases(const ss_system *system) {
  for (size_t i = 0; i < system->elements; i++) {
    const ss_element *e = system->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT && e->restitution == SS_RESTITUTION_POISSON) return true;
  }
  return false;
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
                     .eT = s->eT,
                     .expands = ss_impact_has_phases(s->system)};
}

/* ---- single states --------------------------------------------------------------------------- */

static bool are_finite(const ss_system *system, const ss_system_values *values) {
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    for (size_t i = 0; i < ss_system_count(system, (ss_quantity)k); i++)
      if (!isfinite(values->of[k][i])) return false;
  return true;
}

/* Everything but the contact problem itself. */
static ss_status start(ss_arena *arena, const ss_system *system, const ss_system_values *values,
                       const ss_place *place, ss_contact_state *s) {
  const size_t n = system->coordinates, inputs = system->inputs;
  *s = (ss_contact_state){0};
  if (!are_finite(system, values)) return SS_BAD_ARGUMENT;
  ss_status status = ss_contact_state_create(arena, system, s);
  if (status != SS_OK) return status;
  const double closed = ss_model_closed_below(n, place->q);
  for (size_t i = 0; i < system->elements; i++) {
    const ss_system_element *e = &system->element[i];
    s->closed[i] =
        e->element->kind != SS_ELEMENT_CONTACT || values->of[SS_QUANTITY_GAP][e->normal] <= closed;
  }
  status = ss_contact_state_begin(s, values, place->u);
  if (status != SS_OK) return status;
  /* h + B v */
  for (size_t i = 0; place->v && i < n; i++)
    for (size_t k = 0; k < inputs; k++)
      s->load[i] += values->of[SS_QUANTITY_B][i * inputs + k] * place->v[k];
  ss_contact_state_load(s);
  return SS_OK;
}

/* The element takes part as its model says. */
static ss_contact *join_as_is(ss_contact_state *s, const ss_system_values *values, size_t i) {
  const ss_contact contact =
      ss_contact_of(s->system->element[i].element, values->of[SS_QUANTITY_LAW] + 3 * i,
                    values->of[SS_QUANTITY_NORMAL][i]);
  return ss_contact_state_join(s, values, i, &contact);
}

/* The velocity that decides whether an element takes part: normal, or that of a clutch. */
static double find_leading_velocity(const ss_contact_state *s, size_t i) {
  const ss_system_element *e = &s->system->element[i];
  return s->gamma[e->normal != SIZE_MAX ? e->normal : s->system->normals + e->slip];
}

static bool is_one_sided(const ss_contact_state *s, size_t i) {
  const ss_element_kind kind = s->system->element[i].element->kind;
  return kind == SS_ELEMENT_CONTACT || kind == SS_ELEMENT_CLUTCH;
}

/* Does an element that is closed approach, so that an impact is due? */
static bool approaches(const ss_contact_state *s, double still) {
  for (size_t i = 0; i < s->elements; i++)
    if (s->closed[i] && is_one_sided(s, i) && find_leading_velocity(s, i) < -still) return true;
  return false;
}

ss_status ss_contact_at_acceleration(ss_arena *arena, const ss_system *system,
                                     const ss_system_values *values, const ss_place *place,
                                     ss_contact_state *s) {
  const ss_status status = start(arena, system, values, place, s);
  if (status != SS_OK) return status;
  const double still = ss_model_closed_below(s->n, place->u);
  s->approaching = approaches(s, still);
  for (size_t i = 0; i < system->elements; i++) {
    const ss_system_element *e = &system->element[i];
    if (!s->closed[i]) continue;
    if (is_one_sided(s, i) && find_leading_velocity(s, i) > still) continue;
    ss_contact *contact = join_as_is(s, values, i);
    const double *slip = s->gamma + system->normals + e->slip;
    bool moves[SS_PARTS_MOST] = {false};
    if (contact->kind != SS_ELEMENT_CLUTCH && find_moving(contact->law.kind, slip, still, moves))
      ss_contact_slide_parts(contact, slip, moves);
  }
  ss_contact_state_pose_acceleration(s, values);
  return SS_OK;
}

/* All that is closed, with frictions whose normal force is known or without them; no problem is
 * posed. */
static ss_status join_closed(ss_arena *arena, const ss_system *system,
                             const ss_system_values *values, const ss_place *place, bool frictions,
                             ss_contact_state *s) {
  const ss_status status = start(arena, system, values, place, s);
  if (status != SS_OK) return status;
  s->approaching = approaches(s, ss_model_closed_below(s->n, place->u));
  for (size_t i = 0; i < system->elements; i++)
    if (s->closed[i] && (frictions || system->element[i].element->kind != SS_ELEMENT_FRICTION))
      join_as_is(s, values, i);
  return SS_OK;
}

ss_status ss_contact_at_impact(ss_arena *arena, const ss_system *system,
                               const ss_system_values *values, const ss_place *place,
                               ss_contact_state *s) {
  const ss_status status = join_closed(arena, system, values, place, false, s);
  if (status == SS_OK) ss_contact_state_pose_impact(s);
  return status;
}

ss_status ss_contact_at_state(ss_arena *arena, const ss_system *system,
                              const ss_system_values *values, const ss_place *place,
                              ss_contact_state *s) {
  const ss_status status = join_closed(arena, system, values, place, true, s);
  if (status == SS_OK) ss_contact_state_pose_acceleration(s, values);
  return status;
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
  for (size_t i = 0; i < n; i++) out->acceleration[i] += s->free[i];
  return SS_OK;
}

/* The mode of a contact of any law by its accelerations. */
static ss_mode name_mode(const ss_contact *contact, const double *xi, double still) {
  const int components = law_components(contact->law.kind);
  if (contact->kind != SS_ELEMENT_SLIDER && contact->kind != SS_ELEMENT_FRICTION && xi[0] > still)
    return SS_MODE_FREE;
  if (contact->kind == SS_ELEMENT_CLUTCH) return SS_MODE_STICK;
  if (components == 0) return SS_MODE_CLOSED;
  const double *rate = xi + has_normal(contact);
  bool moves[SS_PARTS_MOST] = {false};
  find_moving(contact->law.kind, rate, still, moves);
  if (!contact->sliding && !moves[0])
    return contact->turning || moves[1] ? SS_MODE_ROLL : SS_MODE_STICK;
  if (components > 1) return SS_MODE_SLIP;
  const double slip = contact->sliding ? contact->slide[0] : rate[0];
  return signbit(slip) != contact->sliding ? SS_MODE_SLIP_MINUS : SS_MODE_SLIP_PLUS;
}

/* Spatial friction or many contacts: what the solver finds, without a claim about others. */
static ss_status find_one(ss_arena *arena, const ss_contact_state *s, ss_state_modes *modes) {
  const ss_contact_options options = ss_contact_default_options();
  const ss_contact_problem problem = ss_contact_state_problem(s);
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  void *work = ss_arena_alloc(arena, ss_contact_work_size(&problem, &options), 1);
  double *r = ss_arena_new(arena, s->size, double), *xi = ss_arena_new(arena, s->size, double);
  ss_mode *mode = ss_arena_new(arena, s->contacts, ss_mode);
  if (!work || !r || !xi || !mode) return SS_MEMORY;
  ss_contact_report report;
  const bool found = ss_contact_solve(&problem, &options, work, r, xi, &report) == SS_OK;
  if (!found) {
    ss_arena_release(arena, mark);
    return SS_OK;
  }
  const double still = 1e-8 * ss_contact_data_size(&problem, SS_RESIDUAL_SCALED);
  for (size_t k = 0; k < s->contacts; k++)
    mode[k] = name_mode(&s->contact[k], xi + s->contact[k].offset, still);
  modes->items = ss_arena_new(arena, 1, ss_state_mode);
  if (!modes->items) return SS_MEMORY;
  modes->count = 1;
  return explain(arena, s, r, mode, &modes->items[0]);
}

ss_status ss_contact_modes(ss_arena *arena, const ss_contact_state *s, ss_state_modes *modes) {
  *modes = (ss_state_modes){0};
  const ss_contact_problem problem = ss_contact_state_problem(s);
  ss_mode_list list;
  ss_status status = ss_contact_enumerate(&problem, 1e-10, arena, &list);
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
