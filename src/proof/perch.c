/* perch.c: a machine seen as one that friction holds in every direction.
 *
 * Where mass, forces and directions depend on nothing, one evaluation is about all states. Else
 * the position that is asked about (or that of the model's first state) is the middle of a box of
 * positions, the largest of a few sizes in which conditions can be decided; contacts whose gap is
 * not positive in all of it count as closed. That they are closed together somewhere in the box is
 * shown by signs: gap i is negative on one face across a coordinate of its own and positive on the
 * opposite one (Poincare and Miranda).
 */
#include "perch.h"

#include <math.h>

#include "lyapunov.h"
#include "standstill/linear.h"

enum { PRECISION = 192 };

/* ---- memory ---------------------------------------------------------------------------------- */

static void clear(void *object) {
  ss_perch *p = object;
  arb_mat_clear(p->M);
  arb_mat_clear(p->h);
  arb_mat_clear(p->J);
  arb_mat_clear(p->D);
  arb_mat_clear(p->a);
  arb_mat_clear(p->force);
  for (size_t i = 0; i < PERCH_MOST; i++) {
    arb_clear(&p->element[i].bound);
    arb_clear(&p->element[i].e);
  }
}

static ss_perch *make(const ss_subject *s) {
  const slong n = (slong)s->system->coordinates;
  ss_perch *p = ss_arena_new(s->arena, 1, ss_perch);
  if (!p) return NULL;
  p->system = s->system;
  p->n = s->system->coordinates;
  p->precision = PRECISION;
  arb_mat_init(p->M, n, n);
  arb_mat_init(p->h, n, 1);
  arb_mat_init(p->J, n, n);
  arb_mat_init(p->D, n, n);
  arb_mat_init(p->a, n, 1);
  arb_mat_init(p->force, n, 1);
  for (size_t i = 0; i < PERCH_MOST; i++) {
    arb_init(&p->element[i].bound);
    arb_init(&p->element[i].e);
  }
  if (ss_arena_defer(s->arena, clear, p)) return p;
  clear(p);
  return NULL;
}

/* ---- what the system says -------------------------------------------------------------------- */

typedef struct reading {
  const ss_system *system;
  ss_system_tape tape;
  arb_ptr work, parameter, in;
  slong work_size, parameters;
} reading;

static arb_srcptr value(const reading *r, ss_quantity quantity, size_t index) {
  return ss_balls_out(r->tape.tape, r->work) + r->tape.offset[quantity] + index;
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

static ss_status start(reading *r, const ss_system *s) {
  const unsigned wanted = SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H) | SS_QUANTITY_BIT(GAP) |
                          SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(WT) | SS_QUANTITY_BIT(LAW) |
                          SS_QUANTITY_BIT(NORMAL) | SS_QUANTITY_BIT(RESTITUTION);
  *r = (reading){.system = s};
  ss_status status = ss_system_compile(s, wanted, &r->tape);
  if (status != SS_OK) return status;
  r->work_size = (slong)ss_balls_work_size(r->tape.tape);
  r->work = _arb_vec_init(r->work_size);
  r->parameters = (slong)s->model->parameters;
  r->parameter = _arb_vec_init(r->parameters);
  status = set_parameters(s->model, r->parameter);
  if (status != SS_OK) return status;
  ss_balls_prepare(r->tape.tape, r->parameter, r->work, PRECISION);
  r->in = ss_balls_in(r->tape.tape, r->work);
  return SS_OK;
}

static void stop(reading *r) {
  if (r->work) _arb_vec_clear(r->work, r->work_size);
  if (r->parameter) _arb_vec_clear(r->parameter, r->parameters);
  ss_system_tape_destroy(&r->tape);
}

/* Coordinate i is at its middle plus `side` times the radius, or anywhere within it. */
static void place(const reading *r, const ss_perch *p, size_t i, int side, bool wide) {
  arb_t off;
  arb_init(off);
  arb_set_d(r->in + i, p->at ? p->at[i] : 0);
  arb_set_d(off, p->radius);
  if (wide) arb_add_error(r->in + i, off);
  arb_mul_si(off, off, side, PRECISION);
  arb_add(r->in + i, r->in + i, off, PRECISION);
  arb_clear(off);
}

/* All of the box, at rest. */
static void run(const reading *r, const ss_perch *p) {
  for (size_t i = 0; i < p->n; i++) {
    place(r, p, i, 0, true);
    arb_zero(r->in + p->n + i);
  }
  arb_zero(r->in + 2 * p->n);
  ss_balls_run(r->tape.tape, r->work, PRECISION);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* A phrase if theorems about this view do not know the element. */
static const char *look_at(const ss_system_element *e) {
  const ss_element *it = e->element;
  if (it->kind != SS_ELEMENT_CONTACT && it->kind != SS_ELEMENT_FRICTION)
    return "there are sliders or clutches";
  if (it->law != SS_LAW_FRICTIONLESS && it->law != SS_LAW_COULOMB && it->law != SS_LAW_DISK)
    return "a law of friction is neither coulomb nor disk";
  if (it->kind == SS_ELEMENT_CONTACT && it->restitution != SS_RESTITUTION_NEWTON &&
      it->restitution != SS_RESTITUTION_SEQUENTIAL)
    return "impacts are not by Newton's law";
  return NULL;
}

/* Elements that count, with their rows; false if these are not one per coordinate. */
static bool choose_elements(const reading *r, ss_perch *p) {
  const ss_system *s = p->system;
  size_t rows = 0;
  p->elements = 0;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    const bool contact = e->element->kind == SS_ELEMENT_CONTACT;
    if (contact && !p->everywhere && arb_is_positive(value(r, SS_QUANTITY_GAP, e->normal)))
      continue;
    if (rows + contact + e->slips > p->n || p->elements == PERCH_MOST) return false;
    perch_element *to = &p->element[p->elements++];
    to->name = e->element->name.text;
    to->element = i;
    to->contact = contact;
    to->row = rows;
    to->slip = rows + contact;
    to->slips = e->slips;
    rows += contact + e->slips;
  }
  return rows == p->n && rows > 0;
}

static void read_element(const reading *r, ss_perch *p, perch_element *x) {
  const ss_system_element *e = &p->system->element[x->element];
  const size_t n = p->n;
  arb_set(&x->bound, value(r, SS_QUANTITY_LAW, 3 * x->element));
  if (x->slips == 0) arb_zero(&x->bound);
  if (!x->contact)
    arb_mul(&x->bound, &x->bound, value(r, SS_QUANTITY_NORMAL, x->element), PRECISION);
  if (x->contact) arb_set(&x->e, value(r, SS_QUANTITY_RESTITUTION, 2 * x->element));
  for (size_t j = 0; j < n; j++) {
    if (x->contact)
      arb_set(arb_mat_entry(p->J, x->row, j), value(r, SS_QUANTITY_WN, e->normal * n + j));
    for (size_t k = 0; k < x->slips; k++)
      arb_set(arb_mat_entry(p->J, x->slip + k, j), value(r, SS_QUANTITY_WT, (e->slip + k) * n + j));
  }
}

/* Gap i changes its sign across the coordinate, wherever the other pinned ones are. */
static bool crosses(const reading *r, ss_perch *p, size_t i, size_t coordinate) {
  const ss_system_element *e = &p->system->element[p->element[i].element];
  int sign[2];
  for (size_t side = 0; side < 2; side++) {
    for (size_t j = 0; j < p->n; j++) {
      bool pinned = false;
      for (size_t k = 0; k < p->elements; k++)
        pinned = pinned || (k != i && p->element[k].contact && p->element[k].pinned == j);
      place(r, p, j, 0, pinned);
    }
    place(r, p, coordinate, side ? 1 : -1, false);
    ss_balls_run(r->tape.tape, r->work, PRECISION);
    arb_srcptr gap = value(r, SS_QUANTITY_GAP, e->normal);
    sign[side] = arb_is_positive(gap) ? 1 : arb_is_negative(gap) ? -1 : 0;
  }
  return sign[0] * sign[1] < 0;
}

/* The coordinate that moves each gap most, one of its own; then the signs of all. */
static bool find_closed(const reading *r, ss_perch *p) {
  for (size_t i = 0; i < p->elements; i++) p->element[i].pinned = p->n;
  for (size_t i = 0; i < p->elements; i++) {
    double most = 0;
    if (!p->element[i].contact) continue;
    for (size_t j = 0; j < p->n; j++) {
      const double slope =
          fabs(arf_get_d(arb_midref(arb_mat_entry(p->J, p->element[i].row, j)), ARF_RND_NEAR));
      bool taken = false;
      for (size_t k = 0; k < p->elements; k++) taken = taken || p->element[k].pinned == j;
      if (taken || !(slope > most)) continue;
      most = slope;
      p->element[i].pinned = j;
    }
    if (p->element[i].pinned == p->n) return false;
  }
  for (size_t i = 0; i < p->elements; i++)
    if (p->element[i].contact && !crosses(r, p, i, p->element[i].pinned)) return false;
  return true;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* D, a and force, as far as they are known. */
static void derive(ss_perch *p) {
  const slong n = (slong)p->n;
  arb_mat_t Jt, X, y, L;
  arb_mat_init(L, n, n);
  arb_mat_init(Jt, n, n);
  arb_mat_init(X, n, n);
  arb_mat_init(y, n, 1);
  arb_mat_transpose(Jt, p->J);
  p->heavy = arb_mat_cho(L, p->M, p->precision) && arb_mat_solve(X, p->M, Jt, p->precision) &&
             arb_mat_solve(y, p->M, p->h, p->precision);
  p->independent = arb_mat_solve(p->force, Jt, p->h, p->precision);
  arb_mat_neg(p->force, p->force);
  if (p->heavy) {
    arb_mat_mul(p->D, p->J, X, p->precision);
    arb_mat_mul(p->a, p->J, y, p->precision);
  }
  p->heavy = p->heavy && arb_mat_is_finite(p->D) && arb_mat_is_finite(p->a);
  p->independent = p->independent && arb_mat_is_finite(p->force);
  arb_mat_clear(L);
  arb_mat_clear(Jt);
  arb_mat_clear(X);
  arb_mat_clear(y);
}

/* Everything over the box; false if the elements are not one row per coordinate. */
static bool fill(const reading *r, ss_perch *p) {
  const size_t n = p->n;
  run(r, p);
  if (!choose_elements(r, p)) return false;
  for (size_t i = 0; i < n; i++) {
    arb_set(arb_mat_entry(p->h, i, 0), value(r, SS_QUANTITY_H, i));
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(p->M, i, j), value(r, SS_QUANTITY_M, i * n + j));
  }
  for (size_t i = 0; i < p->elements; i++) read_element(r, p, &p->element[i]);
  derive(p);
  p->closed = p->everywhere || find_closed(r, p);
  return true;
}

/* From a box of a millionth of the position's size on, a thousand times smaller each time. */
static bool fill_box(const reading *r, ss_perch *p) {
  double size = 0;
  for (size_t i = 0; i < p->n; i++) size = fmax(size, fabs(p->at[i]));
  bool filled = false;
  for (int k = 2; k < 7 && !(filled && ss_perch_holds(p)); k++) {
    p->radius = ldexp(1 + size, -10 * k);
    filled = fill(r, p);
  }
  return filled;
}

void ss_perch_stir(const ss_perch *p, const perch_element *contact, arb_t sum) {
  arb_t part;
  arb_init(part);
  arb_zero(sum);
  for (size_t i = 0; i < p->elements; i++)
    for (size_t k = 0; k < p->element[i].slips && !p->element[i].contact; k++) {
      arb_abs(part, arb_mat_entry(p->D, contact->row, p->element[i].slip + k));
      arb_addmul(sum, part, &p->element[i].bound, p->precision);
    }
  arb_clear(part);
}

void ss_perch_length(const arb_mat_t column, size_t from, size_t count, slong precision, arb_t z) {
  arb_zero(z);
  if (count == 1) arb_abs(z, arb_mat_entry(column, from, 0));
  for (size_t k = 0; k < count && count > 1; k++)
    arb_addmul(z, arb_mat_entry(column, from + k, 0), arb_mat_entry(column, from + k, 0),
               precision);
  if (count > 1) arb_sqrtpos(z, z, precision);
}

/* ---- the view -------------------------------------------------------------------------------- */

static bool is_constant(const ss_system *s) {
  const unsigned state = SS_ON_POSITION | SS_ON_VELOCITY | SS_ON_TIME;
  static const ss_quantity all[] = {SS_QUANTITY_M,          SS_QUANTITY_H,      SS_QUANTITY_WN,
                                    SS_QUANTITY_WT,         SS_QUANTITY_NORMAL, SS_QUANTITY_LAW,
                                    SS_QUANTITY_RESTITUTION};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (s->traits.on[all[i]] & state) return false;
  return true;
}

static ss_status find_position(const ss_subject *s, const double **q) {
  const size_t n = s->system->coordinates;
  double *place_ = ss_arena_new(s->arena, n, double), *u = ss_arena_new(s->arena, n, double);
  *q = s->at;
  if (!place_ || !u) return SS_MEMORY;
  if (*q || s->system->model->states == 0) return SS_OK;
  const ss_status status = ss_model_evaluate_state(s->system->model, 0, place_, u);
  if (status == SS_OK) *q = place_;
  return status;
}

static ss_status check_system(const ss_subject *s, bool *fits) {
  const ss_system *system = s->system;
  const char *why_not = NULL;
  *fits = system->traits.autonomous && !system->traits.driven && system->inputs == 0 &&
          !system->projection && !system->model->chart && system->elements > 0 &&
          system->coordinates <= PERCH_MOST && system->traits.kink == SS_EXPR_NONE;
  for (size_t i = 0; i < system->elements && *fits; i++) *fits = !look_at(&system->element[i]);
  if (!*fits) return SS_OK;
  const ss_status status = ss_system_check_written(s->arena, system, &why_not);
  *fits = status == SS_OK && !why_not;
  return status;
}

/* Machines of another kind have nothing to tell here: no phrase is given. */
static ss_status find_view(const ss_subject *s, void **facts, const char **why_not) {
  bool fits;
  *facts = NULL;
  *why_not = NULL;
  ss_status status = check_system(s, &fits);
  if (status != SS_OK || !fits) return status;
  ss_perch *p = make(s);
  if (!p) return SS_MEMORY;
  status = find_position(s, &p->at);
  reading r = {0};
  if (status == SS_OK) status = start(&r, s->system);
  if (status == SS_OK) {
    p->everywhere = is_constant(s->system);
    bool found = p->everywhere && fill(&r, p);
    if (!found && p->at) {
      p->everywhere = false;
      found = fill_box(&r, p);
    }
    if (found) *facts = p;
  }
  stop(&r);
  return status;
}

static void clear_view(void *facts) {
  (void)facts; /* the arena's */
}

static json_t *write_view(const void *facts) {
  const ss_perch *p = facts;
  json_t *system = json_object(), *names = json_array(), *at = json_array();
  for (size_t i = 0; i < p->elements; i++)
    json_array_append_new(names, json_string(p->element[i].name));
  for (size_t i = 0; i < p->n && !p->everywhere; i++)
    json_array_append_new(at, ss_evidence_double(p->at[i]));
  json_object_set_new(system, "held", names);
  json_object_set_new(system, "at", p->everywhere ? json_null() : json_incref(at));
  json_object_set_new(system, "radius",
                      p->everywhere ? json_null() : ss_evidence_double(p->radius));
  json_decref(at);
  return system;
}

static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  (void)facts;
  if (proved) proof->any_energy = true;
}

const ss_view ss_view_perch = {find_view, clear_view, write_view, describe_view,
                               "motions with impacts by Newton's law that go on for all times, "
                               "all of them where there are several"};
