/* linear_view.c: a machine seen as a linear one, with dry friction.
 *
 *     M q'' + C q' + K q = f + W lambda,    -lambda_j in p_j Sign(w_j^T q')
 *
 * The numbers come from the room system; facts.c derives what the theorems ask for. Here stands
 * what does not belong to a single theorem: what a certificate says of such a system, which of them
 * a theorem concerns,
 *
 *     K > 0:    damping feeds a motion without slip, or spares it, or friction acts
 *     K >= 0,   K not >= 0
 *
 * and what is told about a machine that none of them decides.
 */
#include "odd_spring.h"

/* ---- the certificate ------------------------------------------------------------------------- */

static json_t *formula_rows(size_t rows, size_t columns, const char *const *text) {
  json_t *list = json_array();
  for (size_t i = 0; i < rows; i++)
    json_array_append_new(list, ss_evidence_texts(columns, text + i * columns));
  return list;
}

static json_t *formulas_of(const ss_linear *l) {
  const ss_linear_formulas *f = &l->formula;
  const size_t n = l->coordinates, m = l->frictions;
  json_t *object = json_object();
  json_object_set_new(object, "M", formula_rows(n, n, f->M));
  json_object_set_new(object, "C", formula_rows(n, n, f->C));
  json_object_set_new(object, "K", formula_rows(n, n, f->K));
  json_object_set_new(object, "f", ss_evidence_texts(n, f->f));
  json_object_set_new(object, "W", formula_rows(n, m, f->W));
  json_object_set_new(object, "p", ss_evidence_texts(m, f->p));
  if (l->clutches) json_object_set_new(object, "G", formula_rows(n, l->clutches, f->G));
  return object;
}

static void add_data(json_t *object, const ss_linear_data *d) {
  json_object_set_new(object, "M", ss_evidence_matrix(d->M));
  json_object_set_new(object, "C", ss_evidence_matrix(d->C));
  json_object_set_new(object, "K", ss_evidence_matrix(d->K));
  json_object_set_new(object, "f", ss_evidence_vector(d->f));
  json_object_set_new(object, "W", ss_evidence_matrix(d->W));
  json_object_set_new(object, "p", ss_evidence_vector(d->p));
  if (fmpq_mat_ncols(d->G)) json_object_set_new(object, "G", ss_evidence_matrix(d->G));
}

/* What no matrix within the ranges is below. */
static json_t *lower_ends(const ss_facts *f) {
  json_t *object = json_object();
  json_object_set_new(object, "M", ss_evidence_matrix(f->M));
  json_object_set_new(object, "K", ss_evidence_matrix(f->K));
  json_object_set_new(object, "Cs", ss_evidence_matrix(f->Cs));
  json_object_set_new(object, "Crs", ss_evidence_matrix(f->Crs));
  return object;
}

json_t *ss_evidence_system(const ss_facts *f) {
  json_t *system = json_object();
  const ss_linear *l = f->linear;
  json_object_set_new(system, "coordinates", ss_evidence_texts(l->coordinates, l->coordinate));
  json_object_set_new(system, "frictions", ss_evidence_texts(l->frictions, l->friction));
  if (l->clutches)
    json_object_set_new(system, "clutches", ss_evidence_texts(l->clutches, l->clutch));
  json_object_set_new(system, "center",
                      f->sure_center ? ss_evidence_vector(f->center) : json_null());
  json_object_set_new(system, "formulas", formulas_of(l));
  add_data(system, &l->center);
  if (f->balls) {
    json_t *radius = json_object();
    add_data(radius, &l->radius);
    json_object_set_new(system, "radius", radius);
    json_object_set_new(system, "lower", lower_ends(f));
  }
  return system;
}

/* ---- the view -------------------------------------------------------------------------------- */

static ss_status find_facts(const ss_subject *s, const ss_linear *linear, void **facts) {
  ss_facts *f = ss_arena_new(s->arena, 1, ss_facts);
  if (!f) return SS_MEMORY;
  ss_facts_find(f, s->arena, linear);
  *facts = f;
  return SS_OK;
}

static ss_status find_view(const ss_subject *s, void **facts, const char **why_not) {
  *facts = NULL;
  *why_not = NULL;
  if (s->not_linear) {
    *why_not = ss_arena_format(s->arena,
                               s->linear->vague ? "the numbers of the machine are not certain: %s"
                                                : "theorems about linear machines do not apply: %s",
                               s->not_linear);
    return SS_OK;
  }
  return find_facts(s, s->linear, facts);
}

/* A linear machine with clutches; of others there is nothing to tell. */
static ss_status find_clutched(const ss_subject *s, void **facts, const char **why_not) {
  *facts = NULL;
  *why_not = NULL;
  return s->clutched ? find_facts(s, s->clutched, facts) : SS_OK;
}

static void clear_view(void *facts) {
  ss_facts_clear(facts);
}

static json_t *write_view(const void *facts) {
  return ss_evidence_system(facts);
}

static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  const ss_facts *f = facts;
  (void)proved;
  if (f->M_is == SS_DEFINITE && f->symmetric && f->sure_W) ss_extent_linear(proof, f);
}

static void describe_clutched(const void *facts, bool proved, ss_proof *proof) {
  (void)facts, (void)proved, (void)proof;
}

const ss_view ss_view_clutch = {
    find_clutched, clear_view, write_view, describe_clutched,
    "motions with clutches, whose velocities are continuous, and which exist and are unique"};

const ss_view ss_view_linear = {find_view, clear_view, write_view, describe_view, SS_FILIPPOV};

/* ---- which of them --------------------------------------------------------------------------- */

/* There is an energy, and it is known which motions do not slip. */
static bool has_energy(const ss_facts *f) {
  return f->M_is == SS_DEFINITE && f->symmetric && f->sure_W;
}

static bool is_stiff(const ss_facts *f) {
  return has_energy(f) && f->K_is == SS_DEFINITE;
}

bool ss_linear_is_soft(const void *facts) {
  const ss_facts *f = facts;
  return has_energy(f) && f->regular && f->K_is != SS_DEFINITE && ss_facts_push(f);
}

bool ss_linear_is_fed(const void *facts) {
  const ss_facts *f = facts;
  return has_energy(f) && f->r > 0 && (f->K_is != SS_DEFINITE || f->Crs_is == SS_INDEFINITE);
}

bool ss_linear_is_loose(const void *facts) {
  const ss_facts *f = facts;
  return has_energy(f) && f->K_is == SS_SEMIDEFINITE;
}

bool ss_linear_is_undamped(const void *facts) {
  const ss_facts *f = facts;
  return is_stiff(f) && f->sure && f->r > 0 && f->Crs_is == SS_SEMIDEFINITE;
}

bool ss_linear_is_rubbed(const void *facts) {
  const ss_facts *f = facts;
  return is_stiff(f) && f->m > 0;
}

/* ---- what is told ---------------------------------------------------------------------------- */

#define UNCERTAIN_SLIP                                                                             \
  "a direction of friction is irrational or has a range: ker W^T is not certain"

/* "the stiffness is singular along (1, 1)…" */
static const char *explain_singular(const ss_facts *f, const char *more) {
  fmpq_mat_t kernel, x;
  ss_exact_kernel(kernel, f->K);
  fmpq_mat_init(x, f->n, 1);
  for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(x, i, 0), ss_entry(kernel, i, 0));
  const char *text = ss_arena_format(f->arena, "the stiffness is singular along %s%s",
                                     ss_vector_text(f->arena, x), more);
  fmpq_mat_clear(kernel);
  fmpq_mat_clear(x);
  return text;
}

/* "…: K of x and y is only known to lie between 1 and 2", the entry with the largest radius. */
static const char *name_widest(const ss_facts *f, const char *what, const char *name,
                               const fmpq_mat_t center, const fmpq_mat_t radius) {
  const slong n = f->n;
  slong at = 0;
  for (slong i = 1; i < n * n; i++)
    if (fmpq_cmp(ss_entry(radius, i / n, i % n), ss_entry(radius, at / n, at % n)) > 0) at = i;
  const char *const *q = f->linear->coordinate;
  double c = ss_entry_double(center, at / n, at % n), r = ss_entry_double(radius, at / n, at % n);
  return ss_arena_format(f->arena, "%s: %s of %s%s%s is only known to lie between %.6g and %.6g",
                         what, name, q[at / n], at / n == at % n ? "" : " and ",
                         at / n == at % n ? "" : q[at % n], c - r, c + r);
}

static const char *explain_mass(const ss_facts *f) {
  const ss_linear *l = f->linear;
  if (fmpq_mat_is_zero(l->radius.M)) return "the mass matrix is not positive definite";
  return name_widest(f,
                     "the mass matrix could not be shown to be positive definite for all "
                     "parameters in their ranges",
                     "M", l->center.M, l->radius.M);
}

static const char *explain_stiffness(const ss_facts *f) {
  const ss_linear *l = f->linear;
  if (!f->symmetric) return "the stiffness is not symmetric: circulatory forces have no energy";
  if (!f->regular && f->sure_K)
    return explain_singular(f,
                            ": rest points, if there are any, are not bounded in this direction");
  if (fmpq_mat_is_zero(l->radius.K))
    return "the stiffness is negative in some direction, and no theorem about such friction speaks "
           "of that";
  return name_widest(f,
                     "the stiffness could not be shown to be positive definite for all "
                     "parameters in their ranges, nor to be negative in some direction",
                     "K", l->center.K, l->radius.K);
}

const char *ss_linear_explain(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  if (f->M_is != SS_DEFINITE) return explain_mass(f);
  if (!f->symmetric || f->K_is != SS_DEFINITE) return explain_stiffness(f);
  if (!f->sure_W) return UNCERTAIN_SLIP;
  return f->m ? "the damping is negative"
              : "nothing rubs, and that a motion grows or goes on for ever was not verified";
}

/* The number of the condition at which an attempt ended. */
static int last_number(const ss_attempt *a) {
  return a->count ? a->condition[a->count - 1].number : 0;
}

/* What springs do not hold: why it is not certain that friction does. */
const char *ss_linear_explain_loose(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  const int last = last_number(a);
  const char *why =
      last == 4   ? ", and the damping is negative"
      : last == 6 ? ", and a motion without slip may be undamped"
      : last == 7 ? ", and friction does not act there either"
                  : ", and no rest point was shown to leave a margin to the bounds of friction";
  return f->sure_K ? explain_singular(f, why)
                   : ss_arena_format(f->arena, "the stiffness may be singular%s", why);
}

const char *ss_linear_explain_rubbed(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  if (f->Crs_is != SS_DEFINITE && !f->sure)
    return "a velocity without slip is not damped, and what follows from it could not be shown for "
           "all parameters in their ranges";
  if (f->Crs_is == SS_INDEFINITE)
    return "a velocity without slip is fed by the damping, but that a motion without slip grows "
           "was not verified: the energy does not decide";
  return "no level on which the energy falls could be verified";
}

const char *ss_linear_explain_soft(const ss_attempt *a) {
  (void)a;
  return "the stiffness is negative, but the damping does not take energy from every motion "
         "without slip, and that one of them grows was not verified";
}

const char *ss_linear_explain_stable(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  if (f->M_is != SS_DEFINITE) return explain_mass(f);
  if (!f->symmetric) return explain_stiffness(f);
  if (!f->sure_W) return UNCERTAIN_SLIP;
  switch (last_number(a)) {
  case 4:
    return "the stiffness is not positive definite where friction does not act, and that a motion "
           "there grows was not verified";
  case 5: return "the damping may feed a motion without slip, and that one grows was not verified";
  default: return "no rest point was shown to leave a margin to the bounds of friction";
  }
}

const char *ss_linear_explain_bounded(const ss_attempt *a) {
  const ss_facts *f = a->facts;
  if (f->M_is != SS_DEFINITE) return explain_mass(f);
  if (!f->symmetric) return explain_stiffness(f);
  if (!f->sure_W) return UNCERTAIN_SLIP;
  switch (last_number(a)) {
  case 3:
    return "the stiffness is not shown to be positive semidefinite: the energy bounds no motion";
  case 4: return "the damping is negative, and no level below which motions stay could be verified";
  case 5: return "neither springs nor friction hold the machine in some direction";
  default: return "no rest point was shown to leave a margin to the bounds of friction";
  }
}
