/* attempt.c: the conditions of a theorem, verified one after the other.
 *
 * Every function adds one line: what is asked, whether it holds, the number that decides, and for
 * the certificate what convinces a second program. Definiteness is read from the exact factors
 * L D L^T; where it fails, the vector that shows it is part of the line.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prove.h"

void ss_attempt_start(ss_attempt *a, const ss_facts *facts, const char *theorem) {
  *a = (ss_attempt){.facts = facts,
                    .theorem = theorem,
                    .rest_energy = NAN,
                    .rest_fraction = NAN,
                    .paper_residual = NAN};
  a->levels = (ss_levels){.published = NAN, .tight = NAN, .proved = NAN};
  fmpq_init(a->level);
}

void ss_attempt_clear(ss_attempt *a) {
  for (size_t i = 0; i < a->count; i++) json_decref(a->condition[i].evidence);
  a->count = 0;
  fmpq_clear(a->level);
}

bool ss_attempt_add(ss_attempt *a, int number, ss_condition_status status, json_t *evidence,
                    const char *text, const char *detail) {
  const char *id = ss_arena_format(a->facts->arena, "%s.%d", a->theorem, number);
  if (evidence) json_object_set_new(evidence, "id", json_string(id));
  a->condition[a->count++] = (ss_condition){.id = id,
                                            .text = text,
                                            .detail = detail ? detail : "",
                                            .status = status,
                                            .evidence = evidence};
  return status == SS_CONDITION_PROVED;
}

/* ---- words ----------------------------------------------------------------------------------- */

const char *ss_number_text(ss_arena *arena, const fmpq_t x) {
  char *text = fmpq_get_str(NULL, 10, x);
  const char *copy = strlen(text) <= 13 ? ss_arena_copy_text(arena, text, strlen(text))
                                        : ss_arena_format(arena, "%.10g", ss_number_to_double(x));
  flint_free(text);
  return copy;
}

const char *ss_vector_text(ss_arena *arena, const fmpq_mat_t x) {
  ss_text out;
  ss_text_start(&out);
  for (slong i = 0; i < fmpq_mat_nrows(x); i++)
    ss_text_addf(&out, "%s%s", i ? ", " : "(", ss_number_text(arena, ss_entry(x, i, 0)));
  ss_text_add(&out, ")");
  const char *copy = ss_arena_copy_text(arena, out.data, out.length);
  ss_text_stop(&out);
  return copy;
}

/* The largest double that is not above x > 0. */
static double round_down(const fmpq_t x) {
  double value = fmin(ss_number_to_double(x), DBL_MAX);
  fmpq_t back;
  fmpq_init(back);
  ss_exact_from_double(back, value, 0);
  if (fmpq_cmp(back, x) > 0) value = nextafter(value, 0);
  fmpq_clear(back);
  return value;
}

void ss_attempt_tell_level(ss_attempt *a) {
  ss_arena *arena = a->facts->arena;
  ss_levels *l = &a->levels;
  char *text = fmpq_get_str(NULL, 10, a->level);
  a->has_level = true;
  l->exact = ss_arena_copy_text(arena, text, strlen(text));
  flint_free(text);
  l->proved = round_down(a->level);
  l->digits = ss_number_text(arena, a->level);
  if (!l->digits || !l->exact || strcmp(l->digits, l->exact) == 0) return;
  /* a unit of the tenth digit is at least 1e-10 of the number */
  for (double less = l->proved; l->digits && strtod(l->digits, NULL) > l->proved;
       less -= 1e-10 * l->proved)
    l->digits = ss_arena_format(arena, "%.10g", less);
}

static const char *matrix_words(const char *name) {
  if (strcmp(name, "M") == 0) return "the mass matrix M";
  if (strcmp(name, "K") == 0) return "the stiffness matrix K";
  if (strcmp(name, "Cs") == 0) return "the damping, Cs = (C + C^T)/2,";
  if (strcmp(name, "Crs") == 0) return "the damping without slip, Cs on ker W^T,";
  return "the stiffness without slip, K on ker W^T,";
}

/* ---- definiteness ---------------------------------------------------------------------------- */

static const char *smallest_pivot(const ss_attempt *a, const fmpq_mat_t D) {
  slong least = 0;
  for (slong i = 1; i < fmpq_mat_nrows(D); i++)
    if (fmpq_cmp(ss_entry(D, i, 0), ss_entry(D, least, 0)) < 0) least = i;
  return ss_arena_format(a->facts->arena, "smallest pivot %s",
                         ss_number_text(a->facts->arena, ss_entry(D, least, 0)));
}

/* "x^T A x = -1/4 for x = (1, -1)"; on ker W^T that x = N y which the machine would have. */
static const char *show_form(const ss_attempt *a, const fmpq_mat_t A, const fmpq_mat_t y) {
  const ss_facts *f = a->facts;
  const bool reduced = A == f->Crs || A == f->Kr;
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

static bool factorise(ss_attempt *a, int number, const char *name, const fmpq_mat_t A,
                      bool semidefinite) {
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D, x;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  fmpq_mat_init(x, n, 1);
  ss_definiteness is = ss_exact_ldl(A, L, D, x);
  bool good = is == SS_DEFINITE || (semidefinite && is == SS_SEMIDEFINITE);
  const char *kind = semidefinite ? "semidefinite" : "definite";
  json_t *evidence = good ? ss_evidence(kind) : NULL;
  if (good) {
    json_object_set_new(evidence, "matrix", json_string(name));
    ss_evidence_factors(evidence, L, D);
  }
  const char *text =
      ss_arena_format(a->facts->arena, "%s is positive %s", matrix_words(name), kind);
  ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence, text,
                 good ? smallest_pivot(a, D) : show_form(a, A, x));
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
  return good;
}

bool ss_attempt_definite(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  return factorise(a, number, name, A, false);
}

bool ss_attempt_semidefinite(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  return factorise(a, number, name, A, true);
}

/* value = x^T A x + |x|^T R |x|: the largest within the radii. */
static void find_largest(fmpq_t value, const ss_uncertain *A, const fmpq_mat_t x) {
  fmpq_mat_t size;
  fmpq_t more;
  fmpq_init(more);
  fmpq_mat_init(size, fmpq_mat_nrows(x), 1);
  for (slong i = 0; i < fmpq_mat_nrows(x); i++) fmpq_abs(ss_entry(size, i, 0), ss_entry(x, i, 0));
  ss_exact_form(value, x, A->center, x);
  ss_exact_form(more, size, A->radius, size);
  fmpq_add(value, value, more);
  fmpq_mat_clear(size);
  fmpq_clear(more);
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

bool ss_attempt_negative(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  const ss_facts *f = a->facts;
  slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D, x;
  fmpq_t value;
  ss_uncertain K;
  ss_facts_stiffness(&K, f, false);
  if (f->sure_K) fmpq_mat_set(K.center, A);
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  fmpq_mat_init(x, n, 1);
  fmpq_init(value);
  bool good = ss_exact_ldl(K.center, L, D, x) == SS_INDEFINITE;
  if (good && !f->sure_K) shorten(x);
  if (good) find_largest(value, &K, x);
  good = good && fmpq_sgn(value) < 0;
  ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                 good ? show_negative(name, K.center, x, value) : NULL,
                 ss_arena_format(f->arena, "%s is not positive semidefinite", matrix_words(name)),
                 good        ? show_form(a, K.center, x)
                 : f->sure_K ? smallest_pivot(a, D)
                             : "not for all parameters");
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
  fmpq_clear(value);
  ss_uncertain_clear(&K);
  return good;
}

/* ---- equalities ------------------------------------------------------------------------------ */

bool ss_attempt_symmetric(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  json_t *evidence = NULL;
  const char *detail = "";
  slong n = fmpq_mat_nrows(A);
  bool good = true;
  for (slong i = 0; i < n && good; i++)
    for (slong j = 0; j < i && good; j++) {
      good = fmpq_equal(ss_entry(A, i, j), ss_entry(A, j, i)) != 0;
      if (!good)
        detail =
            ss_arena_format(a->facts->arena, "%s in place of %s for %s and %s: a circulatory force",
                            ss_number_text(a->facts->arena, ss_entry(A, i, j)),
                            ss_number_text(a->facts->arena, ss_entry(A, j, i)),
                            a->facts->linear->coordinate[i], a->facts->linear->coordinate[j]);
    }
  if (good) {
    evidence = ss_evidence("symmetric");
    json_object_set_new(evidence, "matrix", json_string(name));
  }
  return ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                        ss_arena_format(a->facts->arena, "%s is symmetric", matrix_words(name)),
                        detail);
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
  ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                 ss_arena_format(a->facts->arena, "%s is not singular", matrix_words(name)),
                 ss_arena_format(a->facts->arena, "determinant %s",
                                 ss_number_text(a->facts->arena, determinant)));
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
                        ss_arena_format(a->facts->arena, "%s is not singular", matrix_words(name)),
                        good ? "for all parameters in their ranges"
                             : "perhaps for some parameters in their ranges");
}

bool ss_attempt_nonsingular(ss_attempt *a, int number, const char *name, const fmpq_mat_t A) {
  ss_uncertain K;
  ss_facts_stiffness(&K, a->facts, strcmp(name, "Kr") == 0);
  bool good = fmpq_mat_is_zero(K.radius) ? add_determinant(a, number, name, A)
                                         : add_regular(a, number, name, &K);
  ss_uncertain_clear(&K);
  return good;
}

bool ss_attempt_kernel(ss_attempt *a, int number) {
  const ss_facts *f = a->facts;
  json_t *evidence = ss_evidence("kernel");
  json_object_set_new(evidence, "matrix", json_string("W"));
  json_object_set_new(evidence, "basis", ss_evidence_matrix(f->N));
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, evidence,
                        "velocities without slip: ker W^T",
                        ss_arena_format(f->arena, "dimension %ld of %ld", (long)f->r, (long)f->n));
}

bool ss_attempt_friction(ss_attempt *a, int number) {
  bool good = a->facts->m > 0;
  return ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                        good ? ss_evidence("friction") : NULL, "there is dry friction",
                        ss_arena_format(a->facts->arena, "%ld element%s with p > 0",
                                        (long)a->facts->m, a->facts->m == 1 ? "" : "s"));
}

/* ---- observability --------------------------------------------------------------------------- */

bool ss_attempt_observable(ss_attempt *a, int number) {
  const ss_facts *f = a->facts;
  const char *text = "no sticking motion is free of dissipation";
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
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, text,
                          "not shown for all parameters in their ranges");
  json_t *evidence = unseen == 0 ? ss_evidence("observable") : NULL;
  if (evidence) json_object_set_new(evidence, "steps", json_integer(steps));
  return ss_attempt_add(a, number, evidence ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                        text,
                        ss_arena_format(f->arena, "rank %ld of %ld after %ld steps",
                                        (long)(2 * f->r - unseen), (long)(2 * f->r), (long)steps));
}

bool ss_attempt_sticking_damping(ss_attempt *a, int number) {
  const ss_facts *f = a->facts;
  if (f->r == 0) return true;
  return f->Crs_is == SS_DEFINITE ? ss_attempt_definite(a, number, "Crs", f->Crs)
                                  : ss_attempt_semidefinite(a, number, "Crs", f->Crs);
}

bool ss_attempt_sticking_ends(ss_attempt *a, int number) {
  if (a->facts->r == 0 || a->facts->Crs_is == SS_DEFINITE) return true;
  return ss_attempt_observable(a, number);
}
