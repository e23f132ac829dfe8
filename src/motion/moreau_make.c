/* moreau_make.c: the making of steppers, states and results; where a trajectory begins.
 *
 * All memory is taken here, so that a step takes none. The workspaces of the contact solvers must
 * serve every subset of the elements. What they need grows with the number of contacts and of
 * components, except that small planar problems have methods of their own: the first 1, 2, .. of
 * all elements and of the planar ones among them cover all cases.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "moreau.h"

#define WANTED_AT_IMPACTS                                                                          \
  (SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(WN_TIME) | SS_QUANTITY_BIT(WT) |   \
   SS_QUANTITY_BIT(WT_TIME) | SS_QUANTITY_BIT(LAW) | SS_QUANTITY_BIT(RESTITUTION))

#define WANTED                                                                                     \
  (SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H) | SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) |          \
   SS_QUANTITY_BIT(WN_TIME) | SS_QUANTITY_BIT(WN_RATE) | SS_QUANTITY_BIT(WT) |                     \
   SS_QUANTITY_BIT(WT_TIME) | SS_QUANTITY_BIT(WT_RATE) | SS_QUANTITY_BIT(NORMAL) |                 \
   SS_QUANTITY_BIT(LAW) | SS_QUANTITY_BIT(RESTITUTION) | SS_QUANTITY_BIT(FNC) |                    \
   SS_QUANTITY_BIT(CONTROL))

/* ---- the stepper ----------------------------------------------------------------------------- */

static void describe_elements(ss_moreau *m) {
  for (size_t i = 0; i < m->elements; i++) {
    const ss_element *e = m->system->element[i].element;
    m->kind[i] = (ss_contact){.kind = e->kind, .law.kind = e->law};
  }
}

static bool make_buffers(ss_moreau *m, ss_arena *arena) {
  const size_t n = m->n, most = m->normals + m->slips;
  double **const vectors[] = {&m->u, &m->free, &m->v, &m->u_mean};
  double **const components[] = {&m->target, &m->c, &m->P, &m->xi, &m->w, &m->ago};
  bool fine = true;
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
    fine &= (*vectors[k] = ss_arena_new(arena, n, double)) != NULL;
  for (size_t k = 0; k < sizeof components / sizeof *components; k++)
    fine &= (*components[k] = ss_arena_new(arena, most, double)) != NULL;
  m->W = ss_arena_new(arena, n * most, double);
  m->Z = ss_arena_new(arena, n * most, double);
  m->G = ss_arena_new(arena, most * most, double);
  m->L = ss_arena_new(arena, n * n, double);
  m->eN = ss_arena_new(arena, m->elements, double);
  m->eT = ss_arena_new(arena, m->elements, double);
  m->order = ss_arena_new(arena, m->elements, size_t);
  m->approach = ss_arena_new(arena, m->elements, double);
  m->element = ss_arena_new(arena, m->elements, size_t);
  m->column = ss_arena_new(arena, most, size_t);
  m->kind = ss_arena_new(arena, m->elements, ss_contact);
  m->contact = ss_arena_new(arena, m->elements, ss_contact);
  return fine && m->W && m->Z && m->G && m->L && m->eN && m->eT && m->order && m->approach &&
         m->element && m->column && m->kind && m->contact;
}

/* The largest workspaces over the first 1, 2, .. elements, all or only the planar ones. */
static void find_work_sizes(ss_moreau *m, bool planar, size_t *solving, size_t *impact) {
  const double any = 0;
  const bool expands = ss_impact_has_phases(m->system);
  size_t count = 0, size = 0;
  for (size_t i = 0; i < m->elements; i++) {
    if (planar && ss_law_dimension(m->kind[i].law.kind) > 1) continue;
    m->contact[count] = m->kind[i];
    m->contact[count].offset = size;
    size += ss_contact_dimension(&m->contact[count++]);
    const ss_contact_problem problem = {count, size, m->contact, &any, NULL, &any};
    const ss_impact hit = {
        .n = m->n, .contacts = count, .size = size, .contact = m->contact, .expands = expands};
    const size_t a = ss_contact_work_size(&problem, &m->options);
    const size_t b = ss_impact_work_size(&hit, &m->impact_options);
    if (a > *solving) *solving = a;
    if (b > *impact) *impact = b;
  }
}

/* Everything at once, in blocks; their numbers do not matter. */
static void add_sparse_size(ss_moreau *m, size_t *solving) {
  m->count = m->size = 0;
  for (size_t i = 0; i < m->elements; i++) {
    m->contact[i] = m->kind[i];
    m->contact[i].offset = m->size;
    m->element[m->count++] = i;
    m->size += ss_contact_dimension(&m->kind[i]);
  }
  const ss_moreau_sparse *p = &m->sparse;
  const ss_block_matrix all = {p->near_first, p->near, p->near_first, p->value};
  const ss_contact_problem problem = {
      .contacts = m->count, .size = m->size, .contact = m->contact, .sparse = &all, .c = m->c};
  const size_t bytes = ss_contact_work_size(&problem, &m->options);
  if (bytes > *solving) *solving = bytes;
  m->count = m->size = 0;
}

/* Half of the instructions of a pile's tape are for rates of directions, which impacts do not
 * need. M is constant where there are blocks. */
static ss_status compile_light(ss_moreau *m, ss_arena *arena, const double *parameters) {
  const ss_status status = ss_system_compile(m->system, WANTED_AT_IMPACTS, &m->light_tape);
  if (status != SS_OK) return status;
  m->light_work = ss_arena_new(arena, ss_tape_work_size(m->light_tape.tape), double);
  if (!m->light_work) return SS_MEMORY;
  ss_tape_prepare(m->light_tape.tape, parameters, m->light_work);
  const ss_state_view found =
      ss_state_view_open(&m->light_tape, ss_tape_out(m->light_tape.tape, m->light_work));
  m->light = m->full;
  m->light.gap = found.gap;
  m->light.WN = found.WN;
  m->light.wN = found.wN;
  m->light.WT = found.WT;
  m->light.wT = found.wT;
  m->light.law = found.law;
  m->light.restitution = found.restitution;
  return SS_OK;
}

static ss_status compile(ss_moreau *m, ss_arena *arena, const double *parameters) {
  const ss_status status = ss_system_compile(m->system, WANTED, &m->tape);
  if (status != SS_OK) return status;
  m->work = ss_arena_new(arena, ss_tape_work_size(m->tape.tape), double);
  if (!m->work) return SS_MEMORY;
  ss_tape_prepare(m->tape.tape, parameters, m->work);
  m->q = m->in = ss_tape_in(m->tape.tape, m->work);
  m->at = m->full = ss_state_view_open(&m->tape, ss_tape_out(m->tape.tape, m->work));
  return m->sparse.on ? compile_light(m, arena, parameters) : SS_OK;
}

ss_status ss_moreau_create(ss_arena *arena, const ss_system *system, const double *parameters,
                           ss_moreau *m) {
  assert(ss_graph_is_sealed(system->graph));
  *m = (ss_moreau){.system = system, .options = ss_contact_default_options(), .where = SIZE_MAX};
  m->impact_options = m->options;
  m->options.warm = true;
  m->n = system->coordinates;
  m->elements = system->elements;
  m->normals = system->normals;
  m->slips = system->slips;
  if (!make_buffers(m, arena)) return SS_MEMORY;
  describe_elements(m);
  size_t solving = 0, impact = 0;
  find_work_sizes(m, false, &solving, &impact);
  find_work_sizes(m, true, &solving, &impact);
  if (ss_moreau_sparse_create(arena, m) != SS_OK) return SS_MEMORY;
  if (m->sparse.on) add_sparse_size(m, &solving);
  m->solve_work = ss_arena_alloc(arena, solving, 1);
  m->impact_work = ss_arena_alloc(arena, impact, 1);
  if (!m->solve_work || !m->impact_work) return SS_MEMORY;
  const ss_status status = ss_mass_create(arena, system, &m->mass);
  return status == SS_OK ? compile(m, arena, parameters) : status;
}

void ss_moreau_destroy(ss_moreau *m) {
  ss_system_tape_destroy(&m->tape);
  ss_system_tape_destroy(&m->light_tape);
}

/* ---- states and results ---------------------------------------------------------------------- */

ss_status ss_moreau_new_state(ss_arena *arena, const ss_moreau *m, ss_moreau_state *state) {
  const size_t n = m->n, most = m->normals + m->slips;
  const size_t doubles = 4 * n + most + 3 * m->normals;
  *state = (ss_moreau_state){.bytes = doubles * sizeof(double) + m->normals * sizeof(bool)};
  double *block = ss_arena_alloc(arena, state->bytes, 1);
  if (!block) return SS_MEMORY;
  state->block = block;
  state->q = block;
  state->u = block + n;
  state->a = block + 2 * n;
  state->rate = block + 3 * n;
  state->forces = block + 4 * n;
  state->leave = state->forces + most;
  state->landing = state->leave + m->normals;
  state->touches = (bool *)(block + doubles);
  return SS_OK;
}

void ss_moreau_copy(ss_moreau_state *to, const ss_moreau_state *from) {
  to->t = from->t;
  to->step = from->step;
  to->solved = from->solved;
  to->landed = from->landed;
  memcpy(to->block, from->block, from->bytes);
}

static bool make_hit(ss_arena *arena, const ss_moreau *m, ss_moreau_hit *hit) {
  hit->q = ss_arena_new(arena, m->n, double);
  hit->u_before = ss_arena_new(arena, m->n, double);
  hit->u_after = ss_arena_new(arena, m->n, double);
  hit->impulses = ss_arena_new(arena, m->normals + m->slips, double);
  return hit->q && hit->u_before && hit->u_after && hit->impulses;
}

ss_status ss_moreau_new_result(ss_arena *arena, const ss_moreau *m, ss_moreau_result *result) {
  *result = (ss_moreau_result){0};
  result->hit = ss_arena_new(arena, m->normals, ss_moreau_hit);
  result->amounts = ss_arena_new(arena, 2 + m->elements, double);
  result->modes = ss_arena_new(arena, m->elements, ss_mode);
  if (!result->hit || !result->amounts || !result->modes) return SS_MEMORY;
  for (size_t k = 0; k < m->normals; k++)
    if (!make_hit(arena, m, &result->hit[k])) return SS_MEMORY;
  return SS_OK;
}

void ss_moreau_start(ss_moreau *m, double t, const double *q, const double *u,
                     ss_moreau_state *state) {
  const double closed = ss_model_closed_below(m->n, q);
  const double still = ss_model_closed_below(m->n, u);
  memset(state->block, 0, state->bytes);
  state->t = t;
  state->step = 0;
  state->solved = true;
  state->landed = false;
  memcpy(state->q, q, m->n * sizeof *q);
  memcpy(state->u, u, m->n * sizeof *u);
  ss_moreau_evaluate(m, t, q, u);
  for (size_t k = 0; k < m->n; k++)
    if (m->system->aux[k]) state->rate[k] = m->at.h[k];
  for (size_t k = 0; k < m->normals; k++) {
    state->leave[k] = ss_contact_rate(m->n, m->at.WN, m->at.wN, k, u);
    state->landing[2 * k] = -INFINITY;
    state->touches[k] = m->at.gap[k] <= closed && fabs(state->leave[k]) <= still;
  }
}
