/* lanes_make.c: the making of a block of lanes.
 *
 * What no state changes is found out here, from the expressions: which numbers of W are 0, so that
 * neither M^-1 W nor G computes with them; whether M is constant, so that it is inverted once.
 * Friction coefficients must be. All memory is taken here.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "lanes.h"

#define WANTED                                                                                     \
  (SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H) | SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) |          \
   SS_QUANTITY_BIT(WN_TIME) | SS_QUANTITY_BIT(WN_RATE) | SS_QUANTITY_BIT(WT) |                     \
   SS_QUANTITY_BIT(WT_TIME) | SS_QUANTITY_BIT(WT_RATE) | SS_QUANTITY_BIT(NORMAL))

/* ---- memory ---------------------------------------------------------------------------------- */

static bool make_states(ss_motion_lanes *b) {
  ss_arena *arena = b->arena;
  b->begin = ss_arena_new(arena, SS_LANES, double);
  b->t = ss_arena_new(arena, SS_LANES, double);
  b->q = ss_arena_new(arena, b->n * SS_LANES, double);
  b->u = ss_arena_new(arena, b->n * SS_LANES, double);
  b->a = ss_arena_new(arena, b->n * SS_LANES, double);
  b->P = ss_arena_new(arena, b->size * SS_LANES, double);
  b->leave = ss_arena_new(arena, b->normals * SS_LANES, double);
  b->touches = ss_arena_new(arena, b->normals, uint64_t);
  b->single = ss_arena_new(arena, SS_LANES, ss_moreau_state);
  return b->begin && b->t && b->q && b->u && b->a && b->P && b->leave && b->touches && b->single;
}

static bool make_numbers(ss_motion_lanes *b) {
  ss_arena *arena = b->arena;
  const size_t n = b->n, size = b->size;
  double **const vectors[] = {&b->free, &b->v, &b->u_end};
  double **const components[] = {&b->target, &b->c, &b->xi};
  bool fine = true;
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
    fine &= (*vectors[k] = ss_arena_new(arena, n * SS_LANES, double)) != NULL;
  for (size_t k = 0; k < sizeof components / sizeof *components; k++)
    fine &= (*components[k] = ss_arena_new(arena, size * SS_LANES, double)) != NULL;
  b->gamma = ss_arena_new(arena, SS_LANES, double);
  b->rate = ss_arena_new(arena, SS_LANES, double);
  b->factor = ss_arena_new(arena, n * n * SS_LANES, double);
  b->Zs = ss_arena_new(arena, size * n * SS_LANES, double);
  b->G = ss_arena_new(arena, size * size * SS_LANES, double);
  b->normal = ss_arena_new(arena, b->elements * SS_LANES, double);
  b->open = ss_arena_new(arena, b->elements, uint64_t);
  b->contact = ss_arena_new(arena, b->elements, ss_contact);
  return fine && b->gamma && b->rate && b->factor && b->Zs && b->G && b->normal && b->open &&
         b->contact;
}

static bool make_lists(ss_motion_lanes *b) {
  ss_arena *arena = b->arena;
  const size_t n = b->n, size = b->size;
  b->column = ss_arena_new(arena, size, size_t);
  b->owner = ss_arena_new(arena, size, size_t);
  b->is_slider = ss_arena_new(arena, b->normals, bool);
  b->direction = ss_arena_new(arena, size * n, const double *);
  b->own = ss_arena_new(arena, size, const double *);
  b->force = ss_arena_new(arena, n, const double *);
  b->W = ss_arena_new(arena, size, ss_lane_pattern);
  b->Z = ss_arena_new(arena, size, ss_lane_pattern);
  b->products = ss_arena_new(arena, size * size, ss_lane_pattern);
  b->pushes = ss_arena_new(arena, n, ss_lane_pattern);
  return b->column && b->owner && b->is_slider && b->direction && b->own && b->force && b->W &&
         b->Z && b->products && b->pushes;
}

/* ---- what is known beforehand ---------------------------------------------------------------- */

static void list_components(ss_motion_lanes *b) {
  size_t next = 0;
  for (size_t i = 0; i < b->elements; i++) {
    const ss_system_element *e = &b->system->element[i];
    const bool has_normal = e->normal != SIZE_MAX;
    b->contact[i] = b->stepper.kind[i];
    b->contact[i].offset = next;
    if (has_normal) b->is_slider[e->normal] = e->element->kind == SS_ELEMENT_SLIDER;
    for (size_t k = 0; k < has_normal + e->slips; k++, next++) {
      b->owner[next] = i;
      b->column[next] = has_normal && k == 0 ? e->normal : b->normals + e->slip + k - has_normal;
    }
  }
}

static bool add_pattern(ss_arena *arena, size_t n, ss_lane_pattern *pattern) {
  *pattern = (ss_lane_pattern){.index = ss_arena_new(arena, n, size_t)};
  return pattern->index != NULL;
}

static bool contains(const ss_lane_pattern *pattern, size_t k) {
  for (size_t a = 0; a < pattern->count; a++)
    if (pattern->index[a] == k) return true;
  return false;
}

static bool list_patterns(ss_motion_lanes *b) {
  const size_t n = b->n, size = b->size;
  if (!add_pattern(b->arena, n, &b->all)) return false;
  for (size_t k = 0; k < n; k++) b->all.index[b->all.count++] = k;
  for (size_t i = 0; i < size; i++) {
    const size_t at = b->column[i];
    const ss_direction *d =
        at < b->normals ? &b->system->normal[at] : &b->system->slip[at - b->normals];
    if (!add_pattern(b->arena, n, &b->W[i])) return false;
    for (size_t k = 0; k < n; k++)
      if (!ss_expr_is_integer(b->system->graph, d->W[k], 0)) b->W[i].index[b->W[i].count++] = k;
    b->Z[i] = b->mass == SS_MASS_DIAGONAL ? b->W[i] : b->all;
  }
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) {
      ss_lane_pattern *both = &b->products[i * size + j];
      if (!add_pattern(b->arena, n, both)) return false;
      for (size_t a = 0; a < b->W[i].count; a++)
        if (contains(&b->Z[j], b->W[i].index[a])) both->index[both->count++] = b->W[i].index[a];
    }
  return true;
}

static bool list_pushes(ss_motion_lanes *b) {
  for (size_t k = 0; k < b->n; k++) {
    if (!add_pattern(b->arena, b->size, &b->pushes[k])) return false;
    for (size_t i = 0; i < b->size; i++)
      if (contains(&b->Z[i], k)) b->pushes[k].index[b->pushes[k].count++] = i;
  }
  return true;
}

static bool is_planar(const ss_motion_lanes *b) {
  const unsigned state = SS_ON_POSITION | SS_ON_VELOCITY | SS_ON_TIME;
  if (b->system->auxiliaries) return false;
  if (b->system->traits.on[SS_QUANTITY_LAW] & state) return false;
  for (size_t i = 0; i < b->elements; i++)
    if (ss_law_dimension(b->contact[i].law.kind) > 1) return false;
  return b->elements <= SS_LANE_CONTACTS_MOST;
}

static void look_at_laws(ss_motion_lanes *b) {
  for (size_t i = 0; i < b->elements; i++) {
    b->knows_normals |= b->contact[i].kind == SS_ELEMENT_FRICTION;
    b->contact[i].law.argument[0] = b->stepper.at.law[3 * i];
  }
}

/* ---- the block ------------------------------------------------------------------------------- */

static ss_status compile(ss_motion_lanes *b, const double *parameters) {
  const ss_status status = ss_system_compile(b->system, WANTED, &b->tape);
  if (status != SS_OK) return status;
  b->work = ss_arena_new(b->arena, ss_lanes_work_size(b->tape.tape), double);
  if (!b->work) return SS_MEMORY;
  ss_lanes_prepare(b->tape.tape, parameters, b->work);
  b->in = ss_lanes_in(b->tape.tape, b->work);
  for (size_t k = 0; k < SS_QUANTITY_COUNT; k++)
    b->out[k] = ss_lanes_out(b->tape.tape, b->work) + b->tape.offset[k] * SS_LANES;
  for (size_t k = 0; k < b->n; k++) b->force[k] = b->out[SS_QUANTITY_H] + k * SS_LANES;
  for (size_t i = 0; i < b->size; i++) {
    const bool normal = b->column[i] < b->normals;
    const size_t row = b->column[i] - (normal ? 0 : b->normals);
    const double *W = b->out[normal ? SS_QUANTITY_WN : SS_QUANTITY_WT] + row * b->n * SS_LANES;
    b->own[i] = b->out[normal ? SS_QUANTITY_WN_TIME : SS_QUANTITY_WT_TIME] + row * SS_LANES;
    for (size_t k = 0; k < b->n; k++) b->direction[i * b->n + k] = W + k * SS_LANES;
  }
  return SS_OK;
}

/* The scalar stepper, evaluated once for what is constant. */
static ss_status make_stepper(ss_motion_lanes *b, const double *parameters) {
  ss_status status = ss_moreau_create(b->arena, b->system, parameters, &b->stepper);
  if (status == SS_OK) status = ss_moreau_new_result(b->arena, &b->stepper, &b->result);
  for (size_t k = 0; k < SS_LANES && status == SS_OK; k++)
    status = ss_moreau_new_state(b->arena, &b->stepper, &b->single[k]);
  if (status != SS_OK) return status;
  ss_moreau *m = &b->stepper;
  ss_moreau_evaluate(m, 0, m->q, m->u);
  b->mass = m->mass.kind;
  b->inverse = m->mass.inverse;
  return b->mass == SS_MASS_VARIES ? SS_OK : ss_mass_update(&m->mass, m->at.M);
}

static ss_status make_solver(ss_motion_lanes *b) {
  const ss_contact_lanes any = {
      .contacts = b->elements, .size = b->size, .contact = b->contact, .G = b->G, .c = b->c};
  b->options = ss_contact_default_options();
  b->options.warm = true;
  b->solve_work = ss_arena_alloc(b->arena, ss_contact_lanes_work_size(&any, &b->options), 1);
  return b->solve_work ? SS_OK : SS_MEMORY;
}

static ss_status make(ss_motion_lanes *b, const double *parameters) {
  if (!make_states(b) || !make_numbers(b) || !make_lists(b)) return SS_MEMORY;
  ss_status status = make_stepper(b, parameters);
  if (status != SS_OK) return status;
  list_components(b);
  look_at_laws(b);
  b->vectorised = is_planar(b);
  if (!b->vectorised) return SS_OK;
  if (!list_patterns(b) || !list_pushes(b)) return SS_MEMORY;
  status = compile(b, parameters);
  return status == SS_OK ? make_solver(b) : status;
}

ss_status ss_motion_lanes_create(const ss_system *system, const double *parameters, double step,
                                 ss_motion_lanes **lanes) {
  assert(ss_graph_is_sealed(system->graph));
  *lanes = NULL;
  if (system->inputs || system->projection || !(step > 0) || isinf(step)) return SS_BAD_ARGUMENT;
  ss_arena *arena = ss_arena_create();
  ss_motion_lanes *b = arena ? ss_arena_new(arena, 1, ss_motion_lanes) : NULL;
  if (!b) {
    if (arena) ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  *b = (ss_motion_lanes){.arena = arena,
                         .system = system,
                         .n = system->coordinates,
                         .elements = system->elements,
                         .normals = system->normals,
                         .size = system->normals + system->slips,
                         .dt = step,
                         .kernel = ss_block_kernel_at(0)};
  const ss_status status = make(b, parameters);
  if (status == SS_OK)
    *lanes = b;
  else
    ss_motion_lanes_destroy(b);
  return status;
}

void ss_motion_lanes_destroy(ss_motion_lanes *lanes) {
  if (!lanes) return;
  ss_system_tape_destroy(&lanes->tape);
  ss_moreau_destroy(&lanes->stepper);
  ss_arena_destroy(lanes->arena);
}
