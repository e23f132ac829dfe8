/* held.c: a rest point whose friction forces are inside their bounds.
 *
 *     K q = f + W l,    |l_j| < p_j for all j
 *
 * Where K is regular, q = K^-1 f needs no friction, l = 0. Where it is singular, such a point need
 * not exist (f = p on a floor without springs: it coasts), and what holds near every other rest
 * point is not the motion without slip but one that slips to one side. With Z a basis of ker K the
 * loads are balanced for some q if Z^T (f + W l) = 0, so that the least share s of the bounds is
 * the solution of a linear program,
 *
 *     min s,   Z^T W l = -Z^T f,   l = (b - a)/2,   a + b = 2 s p,   a, b, s >= 0,
 *
 * exact, with 2 m + 1 unknowns. s < 1 is what is asked for.
 *
 * Where entries have radii: a regular K is shown by its inverse; otherwise one q and l must balance
 * the loads of every machine within, as 0 and 0 do where there are no loads.
 */
#include "facts.h"

typedef struct balance {
  fmpq_mat_t q, l;
  fmpq_t share; /* of the bounds that is used */
} balance;

static void init_balance(balance *b, const ss_facts *f) {
  fmpq_mat_init(b->q, f->n, 1);
  fmpq_mat_init(b->l, f->m, 1);
  fmpq_init(b->share);
}

static void clear_balance(balance *b) {
  fmpq_mat_clear(b->q);
  fmpq_mat_clear(b->l);
  fmpq_clear(b->share);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* B = Z^T A, initialised here. */
static void project(fmpq_mat_t B, const fmpq_mat_t Z, const fmpq_mat_t A) {
  fmpq_mat_t T;
  fmpq_mat_init(T, fmpq_mat_ncols(Z), fmpq_mat_nrows(Z));
  fmpq_mat_init(B, fmpq_mat_ncols(Z), fmpq_mat_ncols(A));
  fmpq_mat_transpose(T, Z);
  fmpq_mat_mul(B, T, A);
  fmpq_mat_clear(T);
}

static void write_program(fmpq_mat_t A, fmpq_mat_t right, const ss_facts *f, const fmpq_mat_t Z) {
  const slong k = fmpq_mat_ncols(Z);
  fmpq_mat_t ZW, Zf;
  project(ZW, Z, f->W);
  project(Zf, Z, f->linear->center.f);
  for (slong i = 0; i < k; i++) {
    fmpq_neg(ss_entry(right, i, 0), ss_entry(Zf, i, 0));
    for (slong j = 0; j < f->m; j++) {
      fmpq_div_2exp(ss_entry(A, i, f->m + j), ss_entry(ZW, i, j), 1);
      fmpq_neg(ss_entry(A, i, j), ss_entry(A, i, f->m + j));
    }
  }
  for (slong j = 0; j < f->m; j++) {
    fmpq_one(ss_entry(A, k + j, j));
    fmpq_one(ss_entry(A, k + j, f->m + j));
    fmpq_mul_si(ss_entry(A, k + j, 2 * f->m), ss_entry(f->p, j, 0), -2);
  }
  fmpq_mat_clear(ZW);
  fmpq_mat_clear(Zf);
}

/* The forces l that use the least share; false if none balance the loads. */
static bool find_forces(balance *b, const ss_facts *f, const fmpq_mat_t Z) {
  const slong rows = fmpq_mat_ncols(Z) + f->m, columns = 2 * f->m + 1;
  fmpq_mat_t A, right, cost, x, y;
  fmpq_mat_init(A, rows, columns);
  fmpq_mat_init(right, rows, 1);
  fmpq_mat_init(cost, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, rows, 1);
  write_program(A, right, f, Z);
  fmpq_one(ss_entry(cost, 2 * f->m, 0));
  bool good = ss_exact_lp(A, right, cost, x, y) == SS_LP_OPTIMAL;
  fmpq_set(b->share, ss_entry(x, 2 * f->m, 0));
  for (slong j = 0; good && j < f->m; j++) {
    fmpq_sub(ss_entry(b->l, j, 0), ss_entry(x, f->m + j, 0), ss_entry(x, j, 0));
    fmpq_div_2exp(ss_entry(b->l, j, 0), ss_entry(b->l, j, 0), 1);
  }
  fmpq_mat_struct *all[] = {A, right, cost, x, y};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) fmpq_mat_clear(all[i]);
  return good;
}

bool ss_solve_freely(fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t b) {
  const slong n = fmpq_mat_ncols(A);
  bool solved = true;
  fmpq_mat_t E;
  fmpq_mat_init(E, fmpq_mat_nrows(A), n + 1);
  fmpq_mat_concat_horizontal(E, A, b);
  const slong rank = fmpq_mat_rref(E, E);
  fmpq_mat_zero(x);
  for (slong i = 0; i < rank; i++) {
    slong pivot = i;
    while (fmpq_is_zero(ss_entry(E, i, pivot))) pivot++;
    if (pivot < n)
      fmpq_set(ss_entry(x, pivot, 0), ss_entry(E, i, n));
    else
      solved = false;
  }
  fmpq_mat_clear(E);
  return solved;
}

void ss_facts_position(fmpq_mat_t q, const ss_facts *f, const fmpq_mat_t l) {
  fmpq_mat_t load;
  fmpq_mat_init(load, f->n, 1);
  fmpq_mat_mul(load, f->W, l);
  fmpq_mat_add(load, load, f->linear->center.f);
  ss_solve_freely(q, f->linear->center.K, load);
  fmpq_mat_clear(load);
}

static bool find_balance(balance *b, const ss_facts *f) {
  fmpq_mat_t Z;
  ss_exact_kernel(Z, f->linear->center.K);
  bool good = find_forces(b, f, Z);
  if (good) ss_facts_position(b->q, f, b->l);
  fmpq_mat_clear(Z);
  return good;
}

/* ---- the condition --------------------------------------------------------------------------- */

/* Whether K q - f is what it is at the center for every machine within the radii. */
static bool is_certain(const balance *b, const ss_facts *f) {
  const ss_linear_data *r = &f->linear->radius;
  for (slong i = 0; i < f->n; i++) {
    if (!fmpq_is_zero(ss_entry(r->f, i, 0))) return false;
    for (slong j = 0; j < f->n; j++)
      if (!fmpq_is_zero(ss_entry(b->q, j, 0)) && !fmpq_is_zero(ss_entry(r->K, i, j))) return false;
  }
  return true;
}

static bool add_regular(ss_attempt *a, int number) {
  json_t *evidence = ss_evidence("nonsingular");
  json_object_set_new(evidence, "matrix", json_string("K"));
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, evidence,
                        "without friction, K being regular for all parameters in their ranges");
}

static json_t *write_balance(const balance *b) {
  json_t *evidence = ss_evidence("held");
  json_object_set_new(evidence, "q", ss_evidence_vector(b->q));
  json_object_set_new(evidence, "forces", ss_evidence_vector(b->l));
  return evidence;
}

bool ss_attempt_held(ss_attempt *a, const ss_facts *f, int number) {
  balance b;
  const bool exact = f->sure_K && fmpq_mat_is_zero(f->linear->radius.f);
  if (!exact && f->regular)
    return f->sure_K ? ss_attempt_nonsingular(a, f, number, "K") : add_regular(a, number);
  init_balance(&b, f);
  const bool found = find_balance(&b, f);
  const bool strict = found && fmpq_cmp_si(b.share, 1) < 0, certain = is_certain(&b, f);
  const char *detail =
      !certain ? "not shown for all parameters in their ranges"
      : strict ? ss_arena_format(a->arena, "at %s, with %.4g of the bounds",
                                 ss_vector_text(a->arena, b.q), ss_number_to_double(b.share))
      : found
          ? ss_arena_format(a->arena, "only with %.4g of the bounds", ss_number_to_double(b.share))
          : "no friction forces balance the loads";
  ss_attempt_add(a, number,
                 strict && certain ? SS_CONDITION_PROVED
                 : exact           ? SS_CONDITION_FAILED
                                   : SS_CONDITION_UNKNOWN,
                 strict && certain ? write_balance(&b) : NULL, detail);
  if (strict && certain) ss_attempt_escape_from(a, f, b.q);
  clear_balance(&b);
  return strict && certain;
}
