/* zero_order.c: mass, loads and contact directions at a rest position, as balls.
 *
 * Parameters are intervals (exact where they are rational), the position is exact; tapes of the
 * system are run in balls. D = J M^-1 J^T and a = J M^-1 h by ball linear algebra: a mass matrix
 * that is not seen to be positive definite is refused. A contact counts as closed if its gap cannot
 * be told from 0.
 */
#include "standstill/zero_order.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "standstill/linear.h"

enum { PRECISION = 256, CLOSED = 200 }; /* bits: of balls; of gaps that count as 0 */

static void clear(void *object) {
  ss_zero_order *z = object;
  arb_mat_clear(z->M);
  arb_mat_clear(z->h);
  arb_mat_clear(z->J);
  arb_mat_clear(z->D);
  arb_mat_clear(z->a);
  for (size_t i = 0; i < SS_ZERO_ORDER_MOST; i++) {
    arb_clear(&z->mu[i]);
    arb_clear(&z->e[i]);
  }
}

/* A zero order with room for everything, cleared by the arena; NULL when memory is out. */
static ss_zero_order *make(ss_arena *arena, const ss_system *system, size_t contacts) {
  const slong n = (slong)system->coordinates, rows = 2 * (slong)contacts;
  ss_zero_order *z = ss_arena_new(arena, 1, ss_zero_order);
  if (!z) return NULL;
  z->system = system;
  z->contacts = contacts;
  z->coordinates = system->coordinates;
  z->precision = PRECISION;
  arb_mat_init(z->M, n, n);
  arb_mat_init(z->h, n, 1);
  arb_mat_init(z->J, rows, n);
  arb_mat_init(z->D, rows, rows);
  arb_mat_init(z->a, rows, 1);
  for (size_t i = 0; i < SS_ZERO_ORDER_MOST; i++) {
    arb_init(&z->mu[i]);
    arb_init(&z->e[i]);
  }
  if (ss_arena_defer(arena, clear, z)) return z;
  clear(z);
  return NULL;
}

/* ---- what the system says -------------------------------------------------------------------- */

typedef struct reading {
  const ss_system *system;
  ss_system_tape tape;
  arb_ptr work, parameter;
  slong work_size, parameters;
  arb_srcptr out;
} reading;

static arb_srcptr at(const reading *r, ss_quantity quantity, size_t index) {
  return r->out + r->tape.offset[quantity] + index;
}

static ss_status set_parameters(const ss_model *model, arb_ptr parameter) {
  const slong count = (slong)model->parameters;
  fmpq_mat_t center, radius;
  fmpq_mat_init(center, count, 1);
  fmpq_mat_init(radius, count, 1);
  const ss_status status = ss_model_enclose_parameters(model, center, radius);
  arb_t wide;
  arb_init(wide);
  for (slong i = 0; i < count && status == SS_OK; i++) {
    arb_set_fmpq(parameter + i, fmpq_mat_entry(center, i, 0), PRECISION);
    arb_set_fmpq(wide, fmpq_mat_entry(radius, i, 0), PRECISION);
    arb_add_error(parameter + i, wide);
  }
  arb_clear(wide);
  fmpq_mat_clear(center);
  fmpq_mat_clear(radius);
  return status;
}

static ss_status run(reading *r, const double *q) {
  const ss_system *s = r->system;
  const unsigned wanted = SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H) | SS_QUANTITY_BIT(GAP) |
                          SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(WT) | SS_QUANTITY_BIT(LAW) |
                          SS_QUANTITY_BIT(RESTITUTION);
  ss_status status = ss_system_compile(s, wanted, &r->tape);
  if (status != SS_OK) return status;
  r->work_size = (slong)ss_balls_work_size(r->tape.tape);
  r->work = _arb_vec_init(r->work_size);
  r->parameters = (slong)s->model->parameters;
  r->parameter = _arb_vec_init(r->parameters);
  status = set_parameters(s->model, r->parameter);
  if (status != SS_OK) return status;
  ss_balls_prepare(r->tape.tape, r->parameter, r->work, PRECISION);
  arb_ptr in = ss_balls_in(r->tape.tape, r->work);
  for (size_t i = 0; i < s->coordinates; i++) {
    arb_set_d(in + i, q[i]);
    arb_zero(in + s->coordinates + i);
  }
  arb_zero(in + 2 * s->coordinates);
  ss_balls_run(r->tape.tape, r->work, PRECISION);
  r->out = ss_balls_out(r->tape.tape, r->work);
  return SS_OK;
}

static void stop(reading *r) {
  if (r->work) _arb_vec_clear(r->work, r->work_size);
  if (r->parameter) _arb_vec_clear(r->parameter, r->parameters);
  ss_system_tape_destroy(&r->tape);
}

/* A phrase if the element stands in the way, else NULL; closed contacts are counted. */
static const char *look_at(const reading *r, size_t i, size_t *contacts, size_t *element) {
  const ss_system_element *e = &r->system->element[i];
  if (e->element->kind != SS_ELEMENT_CONTACT) return "there is friction besides that of contacts";
  arb_srcptr gap = at(r, SS_QUANTITY_GAP, e->normal);
  if (arb_is_positive(gap)) return NULL;
  if (!arb_contains_zero(gap)) return "a gap is negative there";
  if (mag_cmp_2exp_si(arb_radref(gap), -CLOSED) > 0) return "a gap is not 0 in all of the ranges";
  if (e->slips != 1 || e->element->law != SS_LAW_COULOMB)
    return "a closed contact is not planar with the law coulomb";
  if (*contacts == SS_ZERO_ORDER_MOST) return "more than four contacts are closed";
  element[(*contacts)++] = i;
  return NULL;
}

static void fill(const reading *r, const size_t *element, ss_zero_order *z) {
  const size_t n = z->coordinates;
  for (size_t i = 0; i < n; i++) {
    arb_set(arb_mat_entry(z->h, i, 0), at(r, SS_QUANTITY_H, i));
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(z->M, i, j), at(r, SS_QUANTITY_M, i * n + j));
  }
  for (size_t k = 0; k < z->contacts; k++) {
    const ss_system_element *e = &r->system->element[element[k]];
    z->element[k] = element[k];
    z->name[k] = e->element->name.text;
    arb_set(&z->mu[k], at(r, SS_QUANTITY_LAW, 3 * element[k]));
    arb_set(&z->e[k], at(r, SS_QUANTITY_RESTITUTION, 2 * element[k]));
    for (size_t j = 0; j < n; j++) {
      arb_set(arb_mat_entry(z->J, 2 * k, j), at(r, SS_QUANTITY_WN, e->normal * n + j));
      arb_set(arb_mat_entry(z->J, 2 * k + 1, j), at(r, SS_QUANTITY_WT, e->slip * n + j));
    }
  }
}

/* D and a; false if M may not be positive definite or a number is not finite. */
static bool derive(ss_zero_order *z) {
  const slong n = (slong)z->coordinates, rows = 2 * (slong)z->contacts;
  arb_mat_t Jt, X, y, L;
  arb_mat_init(L, n, n);
  arb_mat_init(Jt, n, rows);
  arb_mat_init(X, n, rows);
  arb_mat_init(y, n, 1);
  arb_mat_transpose(Jt, z->J);
  const bool good = arb_mat_cho(L, z->M, z->precision) &&
                    arb_mat_solve(X, z->M, Jt, z->precision) &&
                    arb_mat_solve(y, z->M, z->h, z->precision);
  if (good) {
    arb_mat_mul(z->D, z->J, X, z->precision);
    arb_mat_mul(z->a, z->J, y, z->precision);
  }
  arb_mat_clear(L);
  arb_mat_clear(Jt);
  arb_mat_clear(X);
  arb_mat_clear(y);
  return good && arb_mat_is_finite(z->D) && arb_mat_is_finite(z->a);
}

static const char *why_not_here(const ss_system *s) {
  if (!s->traits.autonomous || s->traits.driven) return "something depends on the time";
  if (s->inputs > 0) return "it has open inputs";
  if (s->traits.kink != SS_EXPR_NONE) return "the forces are not smooth";
  return NULL;
}

ss_status ss_zero_order_find(ss_arena *arena, const ss_system *system, const double *q,
                             const ss_zero_order **zero, const char **why_not) {
  assert(ss_graph_is_sealed(system->graph));
  size_t contacts = 0, element[SS_ZERO_ORDER_MOST];
  *zero = NULL;
  *why_not = why_not_here(system);
  if (*why_not) return SS_OK;
  reading r = {.system = system};
  ss_status status = run(&r, q);
  for (size_t i = 0; i < system->elements && status == SS_OK && !*why_not; i++)
    *why_not = look_at(&r, i, &contacts, element);
  if (status == SS_OK && !*why_not && contacts < 1) *why_not = "no contact is closed there";
  if (status == SS_OK && !*why_not) {
    ss_zero_order *z = make(arena, system, contacts);
    if (!z) status = SS_MEMORY;
    if (z) {
      fill(&r, element, z);
      if (derive(z))
        *zero = z;
      else
        *why_not = "the mass matrix is not positive definite there, or a number is not finite";
    }
  }
  stop(&r);
  return status;
}
