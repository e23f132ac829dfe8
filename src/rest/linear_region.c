/* linear_region.c: exact rest sets that reach beyond the model's region.
 *
 * Polyhedra are told whole, whatever the region. That one leaves it is seen at its vertices, and
 * FAR out along its rays: for a region that is convex that is all there is to ask. Where vertices
 * are left out, relations in a single coordinate are asked about at the ends of the extent.
 *
 * Relations are asked about in ball arithmetic, of the fractions where there are some: a machine
 * of a nanometre leaves a region of an Angstrom. One that has no value here, nor a little further
 * in, does not hold; very far out it may be too large for balls, which says nothing: exp(2^1000).
 */
#include <math.h>
#include <string.h>

#include "linear.h"
#include "search.h"

enum { PRECISION = 128 };

/* Powers of 2: as far out along rays; and which share of the way to the centre is a little. */
static const slong FAR[] = {0, 30, 100, 1000};
enum {
  FARS = sizeof FAR / sizeof *FAR,
  INWARDS = -30,
  VALUES = 30 /* so far out they are there */
};

/* Of numbers that were rounded on the way. */
static const double ROUNDED = 1e-12;

typedef struct asking {
  const ss_rest_linear *m;
  ss_region_margins region;
  ss_tape *tape;
  arb_ptr work, place, middle; /* of the tape; n; n */
} asking;

/* A number by its fraction, if it has one. */
static void read_number(const char *fraction, double value, arb_t x) {
  fmpq_t exact;
  fmpq_init(exact);
  if (fraction && fmpq_set_str(exact, fraction, 10) == 0) {
    arb_set_fmpq(x, exact, PRECISION);
  } else {
    arb_set_d(x, value);
    mag_set_d(arb_radref(x), ROUNDED * fabs(value));
  }
  fmpq_clear(exact);
}

/* The margins where the place is; then whether relation i is violated, or any if i is SIZE_MAX. */
static bool is_violated(const asking *a, size_t i, bool *no_value) {
  ss_balls_run(a->tape, a->work, PRECISION);
  arb_srcptr margin = ss_balls_out(a->tape, a->work);
  *no_value = false;
  for (size_t k = 0; k < a->region.relations; k++)
    if (i == SIZE_MAX || i == k) {
      *no_value |= arf_is_nan(arb_midref(margin + k));
      if (arb_is_negative(margin + k)) return true;
      if (a->region.equal[k] && arb_is_positive(margin + k)) return true;
    }
  return false;
}

/* Does the place, which is 2^far out, with certainty lie outside? */
static bool is_beyond(const asking *a, size_t i, slong far) {
  arb_ptr in = ss_balls_in(a->tape, a->work);
  bool here, further;
  for (size_t j = 0; j < a->m->n; j++) arb_set(in + j, a->place + j);
  if (is_violated(a, i, &here)) return true;
  if (!here || far > VALUES) return false;
  for (size_t j = 0; j < a->m->n; j++) { /* a little further in */
    arb_sub(in + j, a->middle + j, a->place + j, PRECISION);
    arb_mul_2exp_si(in + j, in + j, INWARDS);
    arb_add(in + j, in + j, a->place + j, PRECISION);
  }
  return is_violated(a, i, &further) || further;
}

static bool leaves_by_part(const asking *a, const ss_rest_part *part) {
  const size_t n = a->m->n;
  arb_t step;
  bool beyond = false;
  arb_init(step);
  for (size_t v = 0; v < part->vertices && !beyond; v++)
    for (size_t r = 0; r <= part->rays * FARS && !beyond; r++) { /* the last: the vertex itself */
      for (size_t j = 0; j < n; j++) {
        const size_t at = v * n + j, along = r / FARS * n + j;
        read_number(part->exact_vertex ? part->exact_vertex[at] : NULL, part->vertex[at],
                    a->place + j);
        if (r == part->rays * FARS) continue;
        read_number(part->exact_ray ? part->exact_ray[along] : NULL, part->ray[along], step);
        arb_mul_2exp_si(step, step, FAR[r % FARS]);
        arb_add(a->place + j, a->place + j, step, PRECISION);
      }
      beyond = is_beyond(a, SIZE_MAX, r == part->rays * FARS ? 0 : FAR[r % FARS]);
    }
  arb_clear(step);
  return beyond;
}

/* An end of q_j, or FAR out where there is none. */
static void read_end(const ss_rest_set *set, size_t j, bool upper, size_t far, arb_t x) {
  const double end = upper ? set->hi[j] : set->lo[j];
  const char *const *fraction = upper ? set->exact_hi : set->exact_lo;
  if (isfinite(end)) {
    read_number(fraction ? fraction[j] : NULL, end, x);
  } else {
    arb_set_si(x, upper ? 1 : -1);
    arb_mul_2exp_si(x, x, FAR[far]);
  }
}

/* By the ends of q_j, for relations in nothing but q_j. */
static bool leaves_by_end(const asking *a, const ss_rest_set *set, size_t j) {
  const size_t n = a->m->n;
  for (size_t i = 0; i < a->region.relations; i++) {
    bool alone = true;
    for (size_t k = 0; k < n; k++)
      if (k != j)
        alone &= !ss_expr_depends(a->m->statics->graph, a->region.margin[i], a->m->system->q[k]);
    for (size_t side = 0; side < 2 * FARS && alone; side++) {
      for (size_t k = 0; k < n; k++) arb_set(a->place + k, a->middle + k);
      read_end(set, j, side % 2, side / 2, a->place + j);
      if (is_beyond(a, i, FAR[side / 2])) return true;
    }
  }
  return false;
}

static bool leaves(const asking *a, const ss_rest_set *set) {
  for (size_t j = 0; j < a->m->n; j++)
    read_number(set->exact_center ? set->exact_center[j] : NULL, set->center[j], a->middle + j);
  for (size_t p = 0; p < set->parts && !set->vertices_left_out; p++)
    if (leaves_by_part(a, &set->part[p])) return true;
  for (size_t j = 0; j < a->m->n && set->vertices_left_out; j++)
    if (leaves_by_end(a, set, j)) return true;
  return false;
}

ss_status ss_rest_linear_tell_beyond(const ss_rest_linear *m, const char *region,
                                     ss_rest_sets *sets) {
  asking a = {.m = m};
  ss_status status = ss_region_list(m->arena, m->statics, region, &a.region);
  if (status != SS_OK || !a.region.relations) return status;
  /* a relation in the coordinates of a chart says nothing about those of a polyhedron */
  const ss_chart *chart = m->system->model->chart;
  for (size_t i = 0; chart && i < chart->count; i++)
    if (ss_expr_find_symbol(m->statics->graph, a.region.relations, a.region.margin, 1,
                            &chart->coordinates[i].q))
      return SS_OK;
  status = ss_tape_compile(m->statics->graph, 0, NULL, m->n, m->system->q, a.region.relations,
                           a.region.margin, &a.tape);
  if (status != SS_OK) return status;
  const slong size = (slong)ss_balls_work_size(a.tape), n = (slong)m->n;
  a.work = _arb_vec_init(size);
  a.place = _arb_vec_init(2 * n);
  a.middle = a.place + n;
  ss_balls_prepare(a.tape, NULL, a.work, PRECISION);
  for (size_t i = 0; i < sets->count; i++)
    ((ss_rest_set *)&sets->set[i])->beyond = leaves(&a, &sets->set[i]);
  _arb_vec_clear(a.work, size);
  _arb_vec_clear(a.place, 2 * n);
  ss_tape_destroy(a.tape);
  return SS_OK;
}
