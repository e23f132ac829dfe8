/* spatial_start.c: the memory of the spatial solver, and what is computed once for a problem.
 *
 * One function lays out all arrays, with a carver that either counts bytes or hands them out, so
 * that the size query and the solver cannot disagree. Dense G: the largest matrix of a Newton step,
 * all contacts sticking. Sparse G: the factors of that matrix. Their size depends on the fill,
 * hence the query orders the graph in memory of its own; the solver, which must not allocate,
 * orders it again where the factors come later (its cost is a few percent of one factorisation).
 *
 * A contact's face holds what the iterations read most: form, diagonal block, scales. A diagonal
 * entry of 0 (a direction in which nothing can move) is replaced by the contact's largest one,
 * or 1.
 *
 * Fails, with SIZE_MAX, only when memory for the query is out.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "dense_lu.h"
#include "spatial.h"

/* ---- workspace ------------------------------------------------------------------------------- */

/* Takes pieces from `at`; where `base` is NULL it only counts. */
typedef struct carver {
  char *base;
  size_t used;
} carver;

static void *take(carver *c, size_t count, size_t size) {
  void *piece = c->base ? c->base + c->used : NULL;
  c->used += carve_size(count, size);
  return piece;
}

static size_t count_general(const ss_contact_problem *problem);

static void lay_out_dense(spatial *s, carver *c) {
  const size_t lead = ss_lu_lead(s->n);
  s->matrix = take(c, (s->n + 1) * lead, sizeof *s->matrix);
  s->panel = take(c, SS_LU_PANEL * lead, sizeof *s->panel);
  s->strip = take(c, FACE_MOST * s->n, sizeof *s->strip);
  s->pivot = take(c, s->n, sizeof *s->pivot);
}

static void lay_out_graph(spatial *s, carver *c) {
  const size_t n = s->contacts, edges = s->problem->sparse->start[n];
  s->order = take(c, n, sizeof *s->order);
  s->mirror = take(c, edges, sizeof *s->mirror);
  s->graph = (ss_adjacency){n, s->problem->sparse->start, s->problem->sparse->column, s->mirror};
}

/* `blocks`: those of L below the diagonal. */
static void lay_out_factors(spatial *s, carver *c, size_t blocks) {
  const size_t n = s->contacts, square = s->side * s->side * sizeof(double);
  s->lu.order = s->order;
  size_t **pieces[] = {&s->lu.place, &s->lu.parent, &s->lu.fill, &s->lu.mark, &s->lu.stack};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++)
    *pieces[k] = take(c, n, sizeof(size_t));
  s->rhs = take(c, n * s->side, sizeof *s->rhs);
  s->lu.start = take(c, n + 1, sizeof(size_t));
  s->lu.index = take(c, blocks, sizeof(size_t));
  s->lu.L = take(c, blocks, square);
  s->lu.U = take(c, blocks, square);
  s->lu.inverse = take(c, n, square);
  s->lu.left = take(c, n, square);
  s->lu.above = take(c, n, square);
}

static size_t find_side(const ss_contact_problem *problem) {
  size_t side = 1;
  for (size_t i = 0; i < problem->contacts; i++) {
    const size_t d = ss_contact_dimension(&problem->contact[i]);
    if (d > side) side = d;
  }
  return side;
}

/* Everything but the sparse factors. */
static void lay_out(spatial *s, carver *c) {
  const size_t n = s->n, m = s->contacts;
  double **vectors[] = {&s->xi,    &s->point,    &s->point_xi, &s->target, &s->target_xi,
                        &s->trial, &s->trial_xi, &s->center,   &s->best};
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
    *vectors[k] = take(c, n, sizeof(double));
  s->face = take(c, m, sizeof *s->face);
  s->tangent = take(c, m, sizeof *s->tangent);
  s->general = take(c, count_general(s->problem), sizeof *s->general);
  s->column = take(c, m, sizeof *s->column);
  s->active = take(c, m, sizeof *s->active);
}

/* Numbers of work for the ordering and the count of fill. */
static size_t ordering_work(const ss_adjacency *graph) {
  const size_t order = ss_block_order_work(graph), count = 3 * graph->nodes;
  return order > count ? order : count;
}

/* Fills order and mirror; the blocks of L, or SIZE_MAX if G's pattern is not symmetric. */
static size_t analyse_graph(const ss_adjacency *graph, size_t *order, size_t *mirror,
                            size_t *work) {
  if (!ss_adjacency_mirror(graph, mirror, work)) return SIZE_MAX;
  ss_block_order(graph, order, work);
  return ss_block_lu_count(graph, order, work);
}

/* Bytes for graph and factors; SIZE_MAX when memory is out. The ordering works where the factors
 * come later. */
static size_t sparse_work(const ss_contact_problem *problem, const ss_contact_options *options) {
  spatial s = {.problem = problem, .contacts = problem->contacts, .side = find_side(problem)};
  carver fixed = {0};
  lay_out_graph(&s, &fixed);
  const size_t ordering = fixed.used + ordering_work(&s.graph) * sizeof(size_t);
  carver memory = {.base = malloc(ordering)}, all = {0};
  if (!memory.base) return SIZE_MAX;
  lay_out_graph(&s, &memory);
  size_t blocks =
      analyse_graph(&s.graph, s.order, s.mirror, (size_t *)(void *)(memory.base + memory.used));
  if (blocks != SIZE_MAX && options->fill_most) blocks = options->fill_most;
  free(memory.base);
  lay_out_graph(&s, &all);
  if (blocks != SIZE_MAX) lay_out_factors(&s, &all, blocks);
  return all.used > ordering ? all.used : ordering;
}

size_t ss_contact_spatial_work(const ss_contact_problem *problem,
                               const ss_contact_options *options) {
  carver c = {0};
  spatial s = {.problem = problem, .options = options, .n = problem->size};
  s.contacts = problem->contacts;
  s.side = find_side(problem);
  lay_out(&s, &c);
  if (problem->dense)
    lay_out_dense(&s, &c);
  else {
    const size_t bytes = sparse_work(problem, options);
    if (bytes == SIZE_MAX) return SIZE_MAX;
    c.used += bytes;
  }
  const size_t few = ss_few_apply(problem) ? ss_few_work(problem) : 0;
  return few > c.used ? few : c.used;
}

/* ---- faces ----------------------------------------------------------------------------------- */

static face_form find_form(const ss_contact *contact) {
  if (contact->kind == SS_ELEMENT_CLUTCH) return FORM_NORMAL;
  if (contact->law.kind == SS_LAW_FRICTIONLESS)
    return contact->kind == SS_ELEMENT_CONTACT ? FORM_NORMAL : FORM_BILATERAL;
  if (contact->kind != SS_ELEMENT_CONTACT || contact->sliding) return FORM_GENERAL;
  if (contact->law.kind == SS_LAW_COULOMB) return FORM_INTERVAL;
  return contact->law.kind == SS_LAW_DISK ? FORM_DISK : FORM_GENERAL;
}

static size_t count_general(const ss_contact_problem *problem) {
  size_t count = 0;
  for (size_t i = 0; i < problem->contacts; i++)
    count += find_form(&problem->contact[i]) == FORM_GENERAL;
  return count;
}

static void find_block(const ss_contact_problem *problem, size_t i, face *f) {
  if (problem->dense) {
    f->block = problem->dense + f->offset * (problem->size + 1);
    f->lead = problem->size;
    return;
  }
  const ss_block_matrix *G = problem->sparse;
  size_t k = G->start[i];
  while (G->column[k] != i) k++;
  f->block = G->value + G->at[k];
  f->lead = f->dimension;
}

/* A bound of the largest eigenvalue of the tangential block: its largest row sum. */
static double bound_tangential(const face *f, unsigned first) {
  double bound = 0;
  for (unsigned a = first; a < f->dimension; a++) {
    double sum = 0;
    for (unsigned b = first; b < f->dimension; b++) sum += fabs(f->block[a + f->lead * b]);
    bound = fmax(bound, sum);
  }
  return bound;
}

static void make_face(const spatial *s, size_t i, face *f) {
  const ss_contact *contact = &s->problem->contact[i];
  *f = (face){.form = find_form(contact),
              .dimension = (unsigned)ss_contact_dimension(contact),
              .offset = contact->offset,
              .mu = contact->law.argument[0],
              .contact = contact};
  if (f->form == FORM_NORMAL || f->form == FORM_BILATERAL) f->mu = 0;
  find_block(s->problem, i, f);
  for (unsigned a = 0; a < f->dimension; a++) f->g = fmax(f->g, f->block[a + f->lead * a]);
  if (!(f->g > 0)) f->g = 1;
  const bool has_normal = contact->kind != SS_ELEMENT_FRICTION;
  f->gN = f->block[0] > 0 ? f->block[0] : f->g;
  f->gT = bound_tangential(f, has_normal);
  if (!(f->gT > 0)) f->gT = f->g;
  if (f->form == FORM_DISK) ss_spatial_eliminate(f);
}

void ss_spatial_start(spatial *s, void *work) {
  carver c = {.base = work};
  s->side = find_side(s->problem);
  lay_out(s, &c);
  size_t general = 0;
  for (size_t i = 0; i < s->contacts; i++) {
    make_face(s, i, &s->face[i]);
    const bool is_general = s->face[i].form == FORM_GENERAL;
    s->tangent[i] = (tangent){.general = is_general ? &s->general[general++] : NULL};
  }
  if (s->problem->dense) lay_out_dense(s, &c);
  s->rest = c.base + c.used;
  s->best_F = INFINITY;
  s->data_size = ss_contact_data_size(s->problem, s->options->residual);
  s->goal = SPATIAL_MARGIN * s->options->tolerance * s->data_size;
  s->damping = s->grade = 1;
  s->fine = s->goal;
  for (size_t i = 0; i < s->contacts && s->options->residual == SS_RESIDUAL_UNIT; i++)
    s->fine = fmin(s->fine, s->goal * s->face[i].g);
}

void ss_spatial_prepare_lu(spatial *s) {
  if (s->problem->dense || s->is_ordered) return;
  carver c = {.base = s->rest};
  lay_out_graph(s, &c);
  const size_t blocks =
      analyse_graph(&s->graph, s->order, s->mirror, (size_t *)(void *)(c.base + c.used));
  s->is_ordered = true;
  s->has_lu = blocks != SIZE_MAX && !(s->options->fill_most && blocks > s->options->fill_most);
  if (s->has_lu) lay_out_factors(s, &c, blocks);
}
