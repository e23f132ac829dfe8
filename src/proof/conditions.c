/* conditions.c: conditions about the matrices of a linear machine.
 *
 * Every function adds one line to an attempt. Definiteness is read from the exact factors L D L^T;
 * where it fails, the vector that shows it is part of the line. Where entries have radii, a
 * statement is about every matrix within them (facts.c, uncertain.c).
 */
#include <math.h>
#include <string.h>

#include "facts.h"

/* ---- definiteness ---------------------------------------------------------------------------- */

static const char *smallest_pivot(const ss_attempt *a, const fmpq_mat_t D) {
  slong least = 0;
  for (slong i = 1; i < fmpq_mat_nrows(D); i++)
    if (fmpq_cmp(ss_entry(D, i, 0), ss_entry(D, least, 0)) < 0) least = i;
  return ss_arena_format(a->arena, "smallest pivot %s",
                         ss_number_text(a->arena, ss_entry(D, least, 0)));
}

/* "x^T A x = -1/4 for x = (1, -1)"; on ker W^T that x = N y which the machine would have. */
static const char *show_form(const ss_facts *f, const fmpq_mat_t A, const fmpq_mat_t y) {
  const bool reduced = A == f->Crs || A == f->KN;
  fmpq_mat_t x;
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_init(x, reduced ? f->n : fmpq_mat_nrows(y), 1);
  if (reduced)
    fmpq_mat_mul(x, f->N, y);
  else
    fmpq_mat_set(x, y);
  ss_exact_form(value, y, A, y);
  const char *text = ss_arena_format(f->arena, "x^T A x = %s for x = %s",
                                     ss_number_text(f->arena, value), ss_vector_text(f->arena, x));
  fmpq_mat_clear(x);
  fmpq_clear(value);
  return text;
}

/* What is not shown: failed with parameters for which it is false, else unknown. */
static ss_condition_status show_failure(const ss_facts *f, const char *name, bool semidefinite,
                                        const fmpq_mat_t x, const char **detail) {
  const bool damped = strcmp(name, "CWG") == 0,
             derived = damped || strcmp(name, "KW") == 0 || strcmp(name, "Kr") == 0;
  const ss_family *family = ss_facts_family(f, damped ? "Cs" : derived ? "K" : name);
  const fmpq_mat_struct *A = ss_facts_matrix(f, name);
  if (!family) {
    *detail = show_form(f, A, x);
    return SS_CONDITION_FAILED;
  }
  fmpq_mat_t y;
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_init(y, fmpq_mat_nrows(A), 1);
  const char *where = derived ? NULL : ss_family_violate(f->arena, family, !semidefinite, y, value);
  *detail =
      where ? ss_arena_format(f->arena, "x^T A x = %s for x = %s at %s",
                              ss_number_text(f->arena, value), ss_vector_text(f->arena, y), where)
            : "not shown for all parameters in their ranges";
  fmpq_mat_clear(y);
  fmpq_clear(value);
  return where ? SS_CONDITION_FAILED : SS_CONDITION_UNKNOWN;
}

static bool factorise(ss_attempt *a, const ss_facts *f, int number, const char *name,
                      bool semidefinite) {
  const fmpq_mat_struct *A = ss_facts_matrix(f, name);
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D, x;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  fmpq_mat_init(x, n, 1);
  ss_definiteness is = ss_exact_ldl(A, L, D, x);
  bool good = is == SS_DEFINITE || (semidefinite && is == SS_SEMIDEFINITE);
  ss_condition_status status = SS_CONDITION_PROVED;
  json_t *evidence = good ? ss_evidence(semidefinite ? "semidefinite" : "definite") : NULL;
  const char *detail;
  if (good) {
    json_object_set_new(evidence, "matrix", json_string(name));
    ss_evidence_factors(evidence, L, D);
    detail = smallest_pivot(a, D);
  } else {
    status = show_failure(f, name, semidefinite, x, &detail);
  }
  ss_attempt_add(a, number, status, evidence, detail);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
  return good;
}

bool ss_attempt_definite(ss_attempt *a, const ss_facts *f, int number, const char *name) {
  return factorise(a, f, number, name, false);
}

bool ss_attempt_semidefinite(ss_attempt *a, const ss_facts *f, int number, const char *name) {
  return factorise(a, f, number, name, true);
}

/* The largest x^T K x while the parameters are in their ranges, or a bound of it: of a family of
 * polynomials, else of the intervals, x^T K x + |x|^T R |x|. */
static void find_largest(fmpq_t value, const ss_facts *f, const fmpq_mat_t x) {
  const ss_family *K = ss_facts_family(f, "K");
  ss_family form;
  fmpq_mat_t least;
  fmpq_t margin;
  ss_exact_form(value, x, f->linear->center.K, x);
  if (!K) return;
  fmpq_mat_init(least, fmpq_mat_nrows(x), 1);
  fmpq_init(margin);
  for (slong i = 0; i < fmpq_mat_nrows(x); i++) fmpq_abs(ss_entry(least, i, 0), ss_entry(x, i, 0));
  ss_exact_form(margin, least, f->linear->radius.K, least);
  fmpq_add(value, value, margin);
  fmpq_mat_clear(least);
  fmpq_mat_init(least, 1, 1);
  if (fmpq_mat_is_zero(K->radius) && ss_family_reduce(&form, K, x, true) == SS_OK) {
    ss_family_lower(least, &form);
    fmpq_neg(margin, ss_entry(least, 0, 0));
    if (fmpq_cmp(margin, value) < 0) fmpq_set(value, margin);
    ss_family_clear(&form);
  }
  fmpq_mat_clear(least);
  fmpq_clear(margin);
}

static json_t *show_negative(const char *name, const fmpq_mat_t A, const fmpq_mat_t x,
                             const fmpq_t value) {
  json_t *evidence = ss_evidence("negative");
  fmpq_mat_t image;
  fmpq_mat_init(image, fmpq_mat_nrows(x), 1);
  fmpq_mat_mul(image, A, x);
  json_object_set_new(evidence, "matrix", json_string(name));
  json_object_set_new(evidence, "x", ss_evidence_vector(x));
  json_object_set_new(evidence, "image", ss_evidence_vector(image));
  json_object_set_new(evidence, "value", ss_evidence_number(value));
  fmpq_mat_clear(image);
  return evidence;
}

/* x in some digits is as good, and shorter where the matrix has a long center. */
static void shorten(fmpq_mat_t x) {
  double most = 0;
  for (slong i = 0; i < fmpq_mat_nrows(x); i++) most = fmax(most, fabs(ss_entry_double(x, i, 0)));
  for (slong i = 0; i < fmpq_mat_nrows(x); i++)
    ss_exact_from_double(ss_entry(x, i, 0), ss_entry_double(x, i, 0), 1e-6 * most);
}

/* x with x^T K x < 0 for all parameters in their ranges, and the largest of these values; the
 * pivots of the center are in D. False if none was found. */
static bool find_push(const ss_facts *f, fmpq_mat_t x, fmpq_mat_t D, fmpq_t value) {
  fmpq_mat_t L;
  fmpq_mat_init(L, f->n, f->n);
  bool good = ss_exact_ldl(f->linear->center.K, L, D, x) == SS_INDEFINITE;
  if (good && !f->sure_K) shorten(x);
  if (good) find_largest(value, f, x);
  fmpq_mat_clear(L);
  return good && fmpq_sgn(value) < 0;
}

bool ss_attempt_negative(ss_attempt *a, const ss_facts *f, int number) {
  const fmpq_mat_struct *K = f->linear->center.K;
  fmpq_mat_t D, x;
  fmpq_t value;
  fmpq_mat_init(D, f->n, 1);
  fmpq_mat_init(x, f->n, 1);
  fmpq_init(value);
  bool good = find_push(f, x, D, value);
  ss_attempt_add(a, number,
                 good        ? SS_CONDITION_PROVED
                 : f->sure_K ? SS_CONDITION_FAILED
                             : SS_CONDITION_UNKNOWN,
                 good ? show_negative("K", K, x, value) : NULL,
                 good        ? show_form(f, K, x)
                 : f->sure_K ? smallest_pivot(a, D)
                             : "not shown for all parameters in their ranges");
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
  fmpq_clear(value);
  return good;
}

bool ss_facts_push(const ss_facts *f) {
  fmpq_mat_t D, x;
  fmpq_t value;
  fmpq_mat_init(D, f->n, 1);
  fmpq_mat_init(x, f->n, 1);
  fmpq_init(value);
  bool good = find_push(f, x, D, value);
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
  fmpq_clear(value);
  return good;
}

/* ---- equalities ------------------------------------------------------------------------------ */

bool ss_attempt_symmetric(ss_attempt *a, const ss_facts *f, int number) {
  const fmpq_mat_struct *K = f->linear->center.K;
  const char *detail = f->symmetric ? "" : "not for all parameters in their ranges";
  for (slong i = 0; i < f->n; i++)
    for (slong j = 0; j < i; j++) {
      const fmpq *here = ss_entry(K, i, j), *there = ss_entry(K, j, i);
      if (!fmpq_equal(here, there))
        detail = ss_arena_format(a->arena, "%s in place of %s for %s and %s: a circulatory force",
                                 ss_number_text(a->arena, here), ss_number_text(a->arena, there),
                                 f->linear->coordinate[i], f->linear->coordinate[j]);
    }
  json_t *evidence = f->symmetric ? ss_evidence("symmetric") : NULL;
  if (evidence) json_object_set_new(evidence, "matrix", json_string("K"));
  return ss_attempt_add(a, number, f->symmetric ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                        evidence, detail);
}

static bool add_determinant(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  fmpq_t determinant;
  fmpq_init(determinant);
  if (fmpq_mat_nrows(A))
    fmpq_mat_det(determinant, A);
  else
    fmpq_one(determinant);
  bool good = !fmpq_is_zero(determinant);
  json_t *evidence = good ? ss_evidence("nonsingular") : NULL;
  if (good) {
    json_object_set_new(evidence, "matrix", json_string(name));
    json_object_set_new(evidence, "determinant", ss_evidence_number(determinant));
  }
  ss_attempt_add(
      a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
      ss_arena_format(a->arena, "determinant %s", ss_number_text(a->arena, determinant)));
  fmpq_clear(determinant);
  return good;
}

/* The same where it has radii. */
static bool add_regular(ss_attempt *a, int number, const char *name, const ss_uncertain *A) {
  ss_uncertain inverse;
  bool good = ss_uncertain_invert(&inverse, A);
  json_t *evidence = good ? ss_evidence("nonsingular") : NULL;
  if (good) json_object_set_new(evidence, "matrix", json_string(name));
  ss_uncertain_clear(&inverse);
  return ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_UNKNOWN, evidence,
                        good ? "for all parameters in their ranges"
                             : "perhaps for some parameters in their ranges");
}

bool ss_attempt_nonsingular(ss_attempt *a, const ss_facts *f, int number, const char *name) {
  ss_uncertain K;
  ss_facts_stiffness(&K, f, strcmp(name, "Kr") == 0);
  bool good = fmpq_mat_is_zero(K.radius) ? add_determinant(a, number, name, K.center)
                                         : add_regular(a, number, name, &K);
  ss_uncertain_clear(&K);
  return good;
}

bool ss_attempt_kernel(ss_attempt *a, const ss_facts *f, int number) {
  if (!f->sure_W)
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL,
                          "a direction of friction is irrational or has a range");
  json_t *evidence = ss_evidence("kernel");
  json_object_set_new(evidence, "matrix", json_string("W"));
  json_object_set_new(evidence, "basis", ss_evidence_matrix(f->N));
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, evidence,
                        ss_arena_format(f->arena, "dimension %ld of %ld", (long)f->r, (long)f->n));
}

bool ss_attempt_friction(ss_attempt *a, const ss_facts *f, int number) {
  bool good = f->m > 0;
  return ss_attempt_add(
      a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
      good ? ss_evidence("friction") : NULL,
      ss_arena_format(a->arena, "%ld element%s with p > 0", (long)f->m, f->m == 1 ? "" : "s"));
}

/* ---- observability --------------------------------------------------------------------------- */

bool ss_attempt_observable(ss_attempt *a, const ss_facts *f, int number) {
  slong steps = 0, unseen = 0;
  if (f->sure) {
    fmpq_mat_t V;
    steps = ss_sticking_unseen(V, f);
    unseen = fmpq_mat_ncols(V);
    fmpq_mat_clear(V);
  } else {
    steps = ss_sticking_seen(f);
  }
  if (steps == 0)
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL,
                          "not shown for all parameters in their ranges");
  json_t *evidence = unseen == 0 ? ss_evidence("observable") : NULL;
  if (evidence) json_object_set_new(evidence, "steps", json_integer(steps));
  return ss_attempt_add(a, number, evidence ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                        ss_arena_format(f->arena, "rank %ld of %ld after %ld steps",
                                        (long)(2 * f->r - unseen), (long)(2 * f->r), (long)steps));
}

bool ss_attempt_sticking_damping(ss_attempt *a, const ss_facts *f, int number) {
  return f->r == 0 || factorise(a, f, number, "Crs", f->Crs_is != SS_DEFINITE);
}

bool ss_attempt_sticking_dissipates(ss_attempt *a, const ss_facts *f, int number) {
  if (f->r == 0) return true;
  return f->Crs_is == SS_DEFINITE ? ss_attempt_definite(a, f, number, "Crs")
                                  : ss_attempt_observable(a, f, number);
}

bool ss_attempt_sticking_ends(ss_attempt *a, const ss_facts *f, int number) {
  return f->r == 0 || f->Crs_is == SS_DEFINITE || ss_attempt_observable(a, f, number);
}
