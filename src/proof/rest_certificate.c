/* rest_certificate.c: where a linear machine with frictions can rest, for a second program.
 *
 *     K q = f + W l,    |l_i| <= p_i
 *
 * With K^T y = s e_j, s = 1 or -1, every rest point has s q_j = y^T (f + W l), hence
 *
 *     s q_j <= y^T f + sum_i p_i |(W^T y)_i|.
 *
 * Each end is told with such a y and with a rest point that attains it. Where K is regular, y is a
 * row of the inverse. Else it is free by Z w, Z a basis of ker K^T, and the dual of
 *
 *     max y^T W l,    Z^T W l = -Z^T f,    l = x - p,    x + t = 2 p,    x, t >= 0
 *
 * gives w. Where no y exists some v with K v = 0 has v_j = 1, and the set is unbounded along both
 * v and -v. Nothing rests if y = Z w makes the right side negative: it is told as -1.
 */
#include "facts.h"
#include "standstill/json.h"

typedef struct extents {
  const ss_facts *f;
  slong k;             /* columns of Z */
  fmpq_mat_t Z, N, KT; /* bases of ker K^T and ker K; K^T */
  fmpq_mat_t y, l, q;
} extents;

static void start(extents *w, const ss_facts *f) {
  const fmpq_mat_struct *K = f->linear->center.K;
  w->f = f;
  fmpq_mat_init(w->KT, f->n, f->n);
  fmpq_mat_transpose(w->KT, K);
  ss_exact_kernel(w->Z, w->KT);
  ss_exact_kernel(w->N, K);
  w->k = fmpq_mat_ncols(w->Z);
  fmpq_mat_init(w->y, f->n, 1);
  fmpq_mat_init(w->l, f->m, 1);
  fmpq_mat_init(w->q, f->n, 1);
}

static void stop(extents *w) {
  fmpq_mat_struct *all[] = {w->Z, w->N, w->KT, w->y, w->l, w->q};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) fmpq_mat_clear(all[i]);
}

/* x = A^T y */
static void multiply_transposed(fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t y) {
  fmpq_mat_t T;
  fmpq_mat_init(T, fmpq_mat_ncols(A), fmpq_mat_nrows(A));
  fmpq_mat_transpose(T, A);
  fmpq_mat_mul(x, T, y);
  fmpq_mat_clear(T);
}

/* The program of the head: rows Z^T W x = -Z^T f + Z^T W p, x + t = 2 p. */
static void write_program(const extents *w, fmpq_mat_t A, fmpq_mat_t b, fmpq_mat_t cost) {
  const ss_facts *f = w->f;
  fmpq_mat_t ZW, load;
  fmpq_mat_init(ZW, w->k, f->m);
  fmpq_mat_init(load, f->n, 1);
  multiply_transposed(ZW, w->Z, f->W);
  fmpq_mat_mul(load, f->W, f->p);
  fmpq_mat_sub(load, load, f->linear->center.f);
  for (slong i = 0; i < w->k; i++) {
    for (slong j = 0; j < f->m; j++) fmpq_set(ss_entry(A, i, j), ss_entry(ZW, i, j));
    for (slong j = 0; j < f->n; j++)
      fmpq_addmul(ss_entry(b, i, 0), ss_entry(w->Z, j, i), ss_entry(load, j, 0));
  }
  for (slong j = 0; j < f->m; j++) {
    fmpq_one(ss_entry(A, w->k + j, j));
    fmpq_one(ss_entry(A, w->k + j, f->m + j));
    fmpq_add(ss_entry(b, w->k + j, 0), ss_entry(f->p, j, 0), ss_entry(f->p, j, 0));
    for (slong i = 0; i < f->n; i++)
      fmpq_submul(ss_entry(cost, j, 0), ss_entry(f->W, i, j), ss_entry(w->y, i, 0));
  }
  fmpq_mat_clear(ZW);
  fmpq_mat_clear(load);
}

/* l that makes y^T W l largest, and y that shows it, by the dual; false if nothing rests, which y
 * then shows. */
static bool solve_program(extents *w) {
  const ss_facts *f = w->f;
  fmpq_mat_t A, b, cost, x, dual;
  fmpq_mat_init(A, w->k + f->m, 2 * f->m);
  fmpq_mat_init(b, w->k + f->m, 1);
  fmpq_mat_init(cost, 2 * f->m, 1);
  fmpq_mat_init(x, 2 * f->m, 1);
  fmpq_mat_init(dual, w->k + f->m, 1);
  write_program(w, A, b, cost);
  const bool good = ss_exact_lp(A, b, cost, x, dual) == SS_LP_OPTIMAL;
  if (!good) fmpq_mat_zero(w->y);
  for (slong i = 0; i < f->n; i++)
    for (slong j = 0; j < w->k; j++)
      fmpq_addmul(ss_entry(w->y, i, 0), ss_entry(w->Z, i, j), ss_entry(dual, j, 0));
  for (slong j = 0; j < f->m; j++)
    fmpq_sub(ss_entry(w->l, j, 0), ss_entry(x, j, 0), ss_entry(f->p, j, 0));
  fmpq_mat_struct *all[] = {A, b, cost, x, dual};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) fmpq_mat_clear(all[i]);
  return good;
}

/* y^T f + sum p |W^T y|, and the forces that attain it where K is regular. */
static void find_bound(extents *w, fmpq_t bound) {
  const ss_facts *f = w->f;
  fmpq_mat_t g;
  fmpq_mat_init(g, f->m, 1);
  multiply_transposed(g, f->W, w->y);
  fmpq_zero(bound);
  for (slong i = 0; i < f->n; i++)
    fmpq_addmul(bound, ss_entry(w->y, i, 0), ss_entry(f->linear->center.f, i, 0));
  for (slong j = 0; j < f->m; j++) {
    const int sign = fmpq_sgn(ss_entry(g, j, 0));
    if (w->k == 0) fmpq_mul_si(ss_entry(w->l, j, 0), ss_entry(f->p, j, 0), sign);
    fmpq_abs(ss_entry(g, j, 0), ss_entry(g, j, 0));
    fmpq_addmul(bound, ss_entry(f->p, j, 0), ss_entry(g, j, 0));
  }
  fmpq_mat_clear(g);
}

static void add_point(extents *w, json_t *object) {
  ss_facts_position(w->q, w->f, w->l);
  json_object_set_new(object, "q", ss_evidence_vector(w->q));
  json_object_set_new(object, "forces", ss_evidence_vector(w->l));
}

/* One end, y having K^T y = sign e_j. */
static json_t *write_end(extents *w, int sign) {
  json_t *object = json_object();
  fmpq_t at;
  fmpq_init(at);
  if (w->k) solve_program(w);
  find_bound(w, at);
  fmpq_mul_si(at, at, sign);
  json_object_set_new(object, "at", ss_evidence_number(at));
  add_point(w, object);
  json_object_set_new(object, "y", ss_evidence_vector(w->y));
  fmpq_clear(at);
  return object;
}

/* v with K v = 0 and v_j = 1, and a rest point. */
static void add_direction(extents *w, slong j, json_t *object) {
  slong c = 0;
  fmpq_mat_t v;
  fmpq_mat_init(v, w->f->n, 1);
  while (fmpq_is_zero(ss_entry(w->N, j, c))) c++;
  for (slong i = 0; i < w->f->n; i++)
    fmpq_div(ss_entry(v, i, 0), ss_entry(w->N, i, c), ss_entry(w->N, j, c));
  fmpq_mat_zero(w->y);
  solve_program(w);
  add_point(w, object);
  json_object_set_new(object, "direction", ss_evidence_vector(v));
  fmpq_mat_clear(v);
}

static json_t *write_extent(extents *w, slong j) {
  json_t *object = json_object();
  fmpq_mat_t unit;
  fmpq_mat_init(unit, w->f->n, 1);
  json_object_set_new(object, "coordinate", json_string(w->f->linear->coordinate[j]));
  for (int sign = -1; sign <= 1; sign += 2) {
    fmpq_set_si(ss_entry(unit, j, 0), sign, 1);
    if (ss_solve_freely(w->y, w->KT, unit))
      json_object_set_new(object, sign < 0 ? "low" : "high", write_end(w, sign));
    else if (sign > 0)
      add_direction(w, j, object);
  }
  fmpq_mat_clear(unit);
  return object;
}

/* Into the certificate: the extents, or why there are none. */
static void add_extents(json_t *root, const ss_facts *f) {
  extents w;
  fmpq_t bound;
  fmpq_init(bound);
  start(&w, f);
  if (w.k && !solve_program(&w)) {
    find_bound(&w, bound);
    fmpq_neg(bound, bound);
    for (slong i = 0; i < f->n; i++) fmpq_div(ss_entry(w.y, i, 0), ss_entry(w.y, i, 0), bound);
    json_object_set_new(root, "nowhere", ss_evidence_vector(w.y));
  } else {
    json_t *list = json_array();
    for (slong j = 0; j < f->n; j++) json_array_append_new(list, write_extent(&w, j));
    json_object_set_new(root, "extents", list);
  }
  stop(&w);
  fmpq_clear(bound);
}

/* Why no certificate can be written; NULL if one can. */
static const char *find_obstacle(const ss_system *s, const ss_linear *l) {
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].element->kind != SS_ELEMENT_FRICTION)
      return "a certificate of rest is about frictions alone, without contacts, sliders, clutches";
  return l->exact ? NULL
                  : "a certificate of rest needs rational numbers: a parameter has a range, "
                    "or a number is irrational";
}

ss_status ss_rest_write_certificate(ss_arena *arena, const ss_system *system, size_t settings,
                                    const char *const *setting, const char *feedback, ss_text *out,
                                    const char **why_not) {
  ss_linear linear;
  ss_facts facts;
  *why_not = NULL;
  ss_status status = ss_linear_create(arena, system, &linear, why_not);
  if (status != SS_OK || *why_not) return status == SS_OK ? SS_BAD_ARGUMENT : status;
  *why_not = find_obstacle(system, &linear);
  if (*why_not) {
    ss_linear_clear(&linear);
    return SS_BAD_ARGUMENT;
  }
  if (ss_facts_find(&facts, arena, &linear)) {
    json_t *root = ss_certificate_frame("standstill-rest/1", system->model, settings, setting,
                                        feedback, &status);
    json_object_set_new(root, "system", ss_evidence_system(&facts));
    add_extents(root, &facts);
    if (status == SS_OK)
      status = ss_json_print_sealed(root, out);
    else
      json_decref(root);
  } else {
    *why_not = "the mass matrix is singular";
    status = SS_BAD_ARGUMENT;
  }
  ss_facts_clear(&facts);
  ss_linear_clear(&linear);
  return status;
}
