/* contact_text.c: the answer of a friction-contact problem, for people and as JSON. */
#include <math.h>
#include <stdint.h>

#include "show_private.h"

ss_status ss_contact_answer_find(ss_arena *arena, const ss_contact_problem *problem,
                                 const ss_contact_options *options, ss_contact_answer *answer) {
  const size_t bytes = ss_contact_work_size(problem, options);
  double *r = ss_arena_new(arena, problem->size, double);
  double *xi = ss_arena_new(arena, problem->size, double);
  void *work = bytes == SIZE_MAX ? NULL : ss_arena_alloc(arena, bytes, 1);
  *answer = (ss_contact_answer){.problem = problem, .options = *options, .r = r, .xi = xi};
  if (!r || !xi || !work) return SS_MEMORY;
  if (options->method == SS_METHOD_AUTO)
    answer->status = ss_contact_solve_patiently(arena, problem, options, r, xi, &answer->report);
  else
    answer->status = ss_contact_solve(problem, options, work, r, xi, &answer->report);
  return answer->status == SS_MEMORY ? SS_MEMORY : SS_OK;
}

static const char *word_of(ss_status status) {
  return status == SS_OK ? "solved" : "no solution found";
}

static void print_vector(ss_text *out, const char *key, size_t n, const double *x) {
  ss_text_addf(out, ",\n  \"%s\": [", key);
  for (size_t k = 0; k < n; k++) ss_text_addf(out, "%s%.17g", k ? ", " : "", x[k]);
  ss_text_add(out, "]");
}

void ss_show_contact_json(const ss_contact_answer *a, ss_text *out) {
  ss_text_addf(out, "{\n  \"status\": \"%s\"", word_of(a->status));
  if (isfinite(a->report.residual))
    ss_text_addf(out, ",\n  \"residual\": %.17g", a->report.residual);
  else
    ss_text_add(out, ",\n  \"residual\": null");
  ss_text_addf(out, ",\n  \"method\": \"%s\",\n  \"iterations\": %zu",
               ss_contact_method_word(a->report.method), a->report.iterations);
  ss_text_addf(out, ",\n  \"contacts\": %zu", a->problem->contacts);
  print_vector(out, "reactions", a->problem->size, a->r);
  print_vector(out, "velocities", a->problem->size, a->xi);
  ss_text_add(out, "\n}\n");
}

/* Components in columns; `width` columns at least. */
static void print_components(ss_text *out, size_t width, size_t dimension, const double *x) {
  for (size_t k = 0; k < dimension; k++) ss_text_addf(out, " %15.8g", x[k]);
  for (size_t k = dimension; k < width; k++) ss_text_addf(out, " %15s", "");
}

static void print_table(const ss_contact_answer *a, ss_text *out) {
  const ss_contact_problem *problem = a->problem;
  size_t width = 1;
  for (size_t i = 0; i < problem->contacts; i++) {
    const size_t dimension = ss_contact_dimension(&problem->contact[i]);
    if (dimension > width) width = dimension;
  }
  ss_text_addf(out, "contact %15s", "r_N");
  for (size_t k = 1; k < width; k++) ss_text_addf(out, " %15s", "r_T");
  ss_text_addf(out, " %15s", "xi_N");
  for (size_t k = 1; k < width; k++) ss_text_addf(out, " %15s", "xi_T");
  ss_text_add(out, "\n");
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    const size_t dimension = ss_contact_dimension(contact);
    ss_text_addf(out, "%7zu", i + 1);
    print_components(out, width, dimension, a->r + contact->offset);
    print_components(out, 0, dimension, a->xi + contact->offset);
    ss_text_add(out, "\n");
  }
}

void ss_show_contact(const ss_contact_answer *a, const char *name, ss_text *out) {
  const ss_contact_problem *problem = a->problem;
  ss_text_addf(out, "%s: %zu contact%s, G %s\n", name, problem->contacts,
               problem->contacts == 1 ? "" : "s", problem->dense ? "dense" : "in sparse blocks");
  ss_text_addf(out, "status    %s\n", word_of(a->status));
  ss_text_addf(out, "residual  %.2e (tolerance %.0e)\n", a->report.residual, a->options.tolerance);
  ss_text_addf(out, "method    %s, %zu iterations\n\n", ss_contact_method_word(a->report.method),
               a->report.iterations);
  print_table(a, out);
}
