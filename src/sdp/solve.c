/* solve.c: from a program to an answer.
 *
 *     check; normalise (form.c); find what depends (depend.c); iterate (iterate.c);
 *     back to the units of the program; measure (measure.c); say what was measured
 *
 * The iteration proposes an outcome, the measurement on the program as it was given decides: an
 * "optimal" whose residuals exceed the tolerance becomes "stalled", and so does a ray that is none.
 * Without equalities nothing is iterated: X = 0 is optimal if C >= 0 and f = 0; else f or an
 * eigenvector of C is a ray.
 */
#include <math.h>
#include <string.h>

#include "interior.h"

const char *ss_sdp_outcome_word(ss_sdp_outcome outcome) {
  static const char *const words[] = {
#define WORD(name, word) word,
      SS_SDP_OUTCOME_LIST(WORD)
#undef WORD
  };
  return outcome < SS_SDP_OUTCOME_COUNT ? words[outcome] : "?";
}

ss_sdp_options ss_sdp_default_options(void) {
  return (ss_sdp_options){.tolerance = 1e-9, .iterations = 200, .threads = 1};
}

/* ---- checking -------------------------------------------------------------------------------- */

static bool check_entries(const ss_sdp_program *program, size_t count, const ss_sdp_entry *entry,
                          bool of_equality) {
  if (count && !entry) return false;
  for (size_t k = 0; k < count; k++) {
    const ss_sdp_entry *e = &entry[k];
    if (of_equality && e->equality >= program->equalities) return false;
    if (e->block >= program->blocks || !isfinite(e->value)) return false;
    const ss_sdp_block *block = &program->block[e->block];
    if (e->row >= block->size || e->column >= block->size) return false;
    if (block->diagonal && e->row != e->column) return false;
  }
  return true;
}

static bool check_numbers(size_t count, const double *x) {
  if (count && !x) return false;
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

ss_status ss_sdp_check(const ss_sdp_program *program) {
  if (program->blocks && !program->block) return SS_BAD_ARGUMENT;
  if (program->coefficients && !program->coefficient) return SS_BAD_ARGUMENT;
  if (!check_numbers(program->equalities, program->b) ||
      !check_numbers(program->variables, program->f) ||
      !check_entries(program, program->costs, program->cost, false) ||
      !check_entries(program, program->entries, program->entry, true))
    return SS_BAD_ARGUMENT;
  for (size_t k = 0; k < program->coefficients; k++) {
    const ss_sdp_coefficient *c = &program->coefficient[k];
    if (c->equality >= program->equalities || c->variable >= program->variables ||
        !isfinite(c->value))
      return SS_BAD_ARGUMENT;
  }
  return SS_OK;
}

/* ---- answers --------------------------------------------------------------------------------- */

static ss_status make_point(const ss_sdp_program *program, ss_arena *arena, ss_sdp_point *point) {
  const size_t length = ss_sdp_offset(program, program->blocks);
  point->X = ss_arena_new(arena, length, double);
  point->Z = ss_arena_new(arena, length, double);
  point->g = ss_arena_new(arena, program->variables, double);
  point->y = ss_arena_new(arena, program->equalities, double);
  return point->X && point->Z && point->g && point->y ? SS_OK : SS_MEMORY;
}

/* The numbers of the kept equalities that are left out. */
static ss_status list_dependent(const ss_sdp_program *program, const ss_depend *depend,
                                ss_arena *arena, ss_sdp_answer *answer) {
  size_t *list = ss_arena_new(arena, depend->dependent, size_t), count = 0;
  if (!list) return SS_MEMORY;
  for (size_t i = 0; i < program->equalities; i++)
    if (!depend->equality[i]) list[count++] = i;
  answer->dependent = count;
  answer->dependents = list;
  answer->idle = depend->idle;
  return SS_OK;
}

static void store_dual(const ss_sdp_form *form, const ss_iterate *iterate, ss_sdp_point *point) {
  for (size_t i = 0; i < form->m; i++)
    point->y[form->equality[i]] = form->gamma * form->row_scale[i] * iterate->y[i];
}

static void store_free(const ss_sdp_form *form, const ss_iterate *iterate, ss_sdp_point *point) {
  for (size_t j = 0; j < form->p; j++)
    point->g[form->variable[j]] = form->beta * form->column_scale[j] * iterate->g[j];
}

static ss_status stall(ss_sdp_answer *answer, const char *reason) {
  answer->outcome = SS_SDP_STALLED;
  answer->reason = reason;
  return SS_NO_CONVERGENCE;
}

/* ---- deciding by measurement ----------------------------------------------------------------- */

static bool is_optimal(const ss_sdp_residuals *r, double tolerance) {
  return r->primal <= tolerance && r->dual <= tolerance && r->gap <= tolerance &&
         r->least_X >= -tolerance && r->least_Z >= -tolerance;
}

/* A point: optimal if it measures so, whatever the iteration said. */
static ss_status conclude_point(const ss_sdp_program *program, const ss_sdp_options *options,
                                ss_arena *arena, ss_sdp_answer *answer) {
  const ss_status status = ss_sdp_measure(program, &answer->point, arena, &answer->residuals);
  if (status) return status;
  if (is_optimal(&answer->residuals, options->tolerance)) {
    if (answer->outcome != SS_SDP_OPTIMAL)
      answer->reason = "the residuals are within the tolerance";
    answer->outcome = SS_SDP_OPTIMAL;
    return SS_OK;
  }
  if (answer->outcome == SS_SDP_OPTIMAL)
    return stall(answer, "the residuals exceed the tolerance in the units of the program");
  return answer->outcome == SS_SDP_LIMIT ? SS_LIMIT : SS_NO_CONVERGENCE;
}

/* A ray: infeasible if it measures so. */
static ss_status conclude_ray(const ss_sdp_program *program, const ss_sdp_options *options,
                              ss_arena *arena, ss_sdp_answer *answer) {
  const ss_sdp_point *ray = &answer->point;
  const ss_status status =
      answer->outcome == SS_SDP_PRIMAL_INFEASIBLE
          ? ss_sdp_measure_primal_ray(program, ray->y, arena, &answer->ray)
          : ss_sdp_measure_dual_ray(program, ray->X, ray->g, arena, &answer->ray);
  if (status) return status;
  if (answer->ray <= options->tolerance) return SS_OK;
  return stall(answer, "the iterates seemed to point along a ray that is none");
}

/* ---- no equalities --------------------------------------------------------------------------- */

/* X = v v^T for the eigenvector of the least eigenvalue of C, if that is below 0 beyond rounding.
 */
static ss_status find_descent(const ss_sdp_program *program, ss_arena *arena, ss_sdp_point *point,
                              bool *found) {
  *found = false;
  for (size_t k = 0, at = 0; k < program->blocks && !*found; k++) {
    const size_t n = program->block[k].size;
    const double *C = point->Z + at;
    if (program->block[k].diagonal) {
      for (size_t i = 0; i < n && !*found; i++)
        if (C[i] < 0) point->X[at + i] = *found = true;
      at += n;
      continue;
    }
    double *V = ss_arena_new(arena, n * n, double), *values = ss_arena_new(arena, n, double);
    if (!V || !values) return SS_MEMORY;
    memcpy(V, C, n * n * sizeof *V);
    const ss_status status = ss_dense_eigen(n, V, true, values);
    if (status) return status;
    const double rounding = n ? 1e-15 * (double)n * fmax(-values[0], values[n - 1]) : 0;
    if (n && values[0] < -rounding) {
      *found = true;
      for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) point->X[at + i + n * j] = V[i] * V[j];
    }
    at += n * n;
  }
  return SS_OK;
}

static ss_status solve_without_equalities(const ss_sdp_program *program, const ss_sdp_form *form,
                                          const ss_sdp_options *options, ss_arena *arena,
                                          ss_sdp_answer *answer) {
  ss_sdp_point *point = &answer->point;
  ss_sdp_form_expand(program, form, form->gamma, form->C, point->Z);
  bool found = false;
  for (size_t j = 0; j < program->variables; j++) {
    point->g[j] = -program->f[j];
    found = found || program->f[j] != 0;
  }
  ss_status status = found ? SS_OK : find_descent(program, arena, point, &found);
  if (status) return status;
  answer->outcome = found ? SS_SDP_DUAL_INFEASIBLE : SS_SDP_OPTIMAL;
  answer->reason = found ? "there is no equality, and the value falls without bound"
                         : "there is no equality, and no point is better than 0";
  if (!found) return conclude_point(program, options, arena, answer);
  memset(point->Z, 0, ss_sdp_offset(program, program->blocks) * sizeof *point->Z);
  return conclude_ray(program, options, arena, answer);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* A ray that the dependent equalities or variables gave. */
static ss_status answer_dependent(const ss_sdp_program *program, const ss_depend *depend,
                                  const ss_sdp_options *options, ss_arena *arena,
                                  ss_sdp_answer *answer) {
  if (depend->y) {
    memcpy(answer->point.y, depend->y, program->equalities * sizeof(double));
    answer->outcome = SS_SDP_PRIMAL_INFEASIBLE;
    answer->reason = "an equality contradicts the others";
  } else {
    memcpy(answer->point.g, depend->g, program->variables * sizeof(double));
    answer->outcome = SS_SDP_DUAL_INFEASIBLE;
    answer->reason = "free variables that cancel in every equality lower the value";
  }
  return conclude_ray(program, options, arena, answer);
}

static ss_status iterate(const ss_sdp_program *program, const ss_sdp_form *form,
                         const ss_sdp_options *options, ss_arena *arena, ss_sdp_answer *answer) {
  ss_sdp_run run;
  ss_status status = ss_sdp_run_make(form, options, arena, &run);
  if (status) return status;
  answer->outcome = ss_sdp_run_iterate(&run, &answer->iterations, &answer->reason);
  ss_sdp_point *point = &answer->point;
  if (answer->outcome == SS_SDP_PRIMAL_INFEASIBLE) {
    store_dual(form, &run.now, point);
    status = conclude_ray(program, options, arena, answer);
  } else if (answer->outcome == SS_SDP_DUAL_INFEASIBLE) {
    ss_sdp_form_expand(program, form, form->beta, run.now.X, point->X);
    store_free(form, &run.now, point);
    status = conclude_ray(program, options, arena, answer);
  }
  if (status == SS_OK && answer->outcome != SS_SDP_OPTIMAL &&
      (answer->outcome == SS_SDP_PRIMAL_INFEASIBLE || answer->outcome == SS_SDP_DUAL_INFEASIBLE))
    return SS_OK;
  ss_sdp_form_expand(program, form, form->beta, run.best.X, point->X);
  ss_sdp_form_expand(program, form, form->gamma, run.best.Z, point->Z);
  store_dual(form, &run.best, point);
  store_free(form, &run.best, point);
  return conclude_point(program, options, arena, answer);
}

ss_status ss_sdp_solve(const ss_sdp_program *program, const ss_sdp_options *options,
                       ss_arena *arena, ss_sdp_answer *answer) {
  *answer = (ss_sdp_answer){0};
  if (ss_sdp_check(program) || !(options->tolerance > 0)) return SS_BAD_ARGUMENT;
  ss_status status = make_point(program, arena, &answer->point);
  if (status) return status;
  ss_sdp_form form;
  ss_depend depend;
  const size_t threads = options->threads ? options->threads : 1;
  status = ss_sdp_form_make(program, (ss_sdp_form_choice){0}, arena, &form);
  if (!status) status = ss_depend_find(program, &form, threads, arena, &depend);
  if (!status) status = list_dependent(program, &depend, arena, answer);
  if (status) return status;
  if (depend.y || depend.g) return answer_dependent(program, &depend, options, arena, answer);
  if (depend.dependent || depend.idle)
    status = ss_sdp_form_make(program, (ss_sdp_form_choice){depend.equality, depend.variable},
                              arena, &form);
  if (status) return status;
  if (form.m == 0) return solve_without_equalities(program, &form, options, arena, answer);
  return iterate(program, &form, options, arena, answer);
}
