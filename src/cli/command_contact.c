/* command_contact.c: `standstill contact FILE`: solves a friction-contact problem that somebody
 * else wrote, in FCLIB's HDF5 form or in Siconos's text form, or converts it. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "cli.h"
#include "standstill/contact.h"

static const ss_option options[] = {
    {"tolerance", SS_OPTION_REAL, "T", "the residual that is small enough (default: 1e-10)"},
    {"method", SS_OPTION_TEXT, "NAME", "auto, enumerate, lemke, newton or gauss-seidel"},
    {"dump", SS_OPTION_TEXT, "FILE", "write the problem in FCLIB's form"},
    SS_SHARED_JSON,
};

/* A problem and its answer. */
typedef struct answer {
  const char *file;
  const ss_contact_problem *problem;
  ss_contact_options options;
  ss_contact_report report;
  ss_status status;
  double *r, *xi;
} answer;

static ss_status choose_method(const ss_arguments *arguments, ss_contact_method *method) {
  const char *word = ss_arguments_text(arguments, "method"), *words[SS_METHOD_COUNT];
  if (!word) return SS_OK;
  for (int k = 0; k < SS_METHOD_COUNT; k++) {
    words[k] = ss_contact_method_word((ss_contact_method)k);
    if (strcmp(word, words[k]) != 0) continue;
    *method = (ss_contact_method)k;
    return SS_OK;
  }
  const char *nearest = ss_nearest_name(word, SS_METHOD_COUNT, words);
  ss_cli_error("--method: no method '%s'%s%s%s", word, nearest ? "; did you mean '" : "",
               nearest ? nearest : "", nearest ? "'?" : "");
  return SS_BAD_INPUT;
}

static ss_status choose_options(const ss_arguments *arguments, ss_contact_options *chosen) {
  *chosen = ss_contact_default_options();
  chosen->tolerance = ss_arguments_real(arguments, "tolerance", chosen->tolerance);
  if (!(chosen->tolerance > 0)) {
    ss_cli_error("--tolerance: must be positive");
    return SS_BAD_INPUT;
  }
  return choose_method(arguments, &chosen->method);
}

static ss_status solve(ss_arena *arena, answer *a) {
  const size_t n = a->problem->size, bytes = ss_contact_work_size(a->problem, &a->options);
  a->r = ss_arena_new(arena, n, double);
  a->xi = ss_arena_new(arena, n, double);
  void *work = bytes == SIZE_MAX ? NULL : ss_arena_alloc(arena, bytes, 1);
  if (!a->r || !a->xi || !work) return SS_MEMORY;
  a->status = ss_contact_solve(a->problem, &a->options, work, a->r, a->xi, &a->report);
  return SS_OK;
}

/* ---- output ---------------------------------------------------------------------------------- */

static const char *word_of(ss_status status) {
  return status == SS_OK ? "solved" : "no solution found";
}

static void print_vector(ss_text *out, const char *key, size_t n, const double *x) {
  ss_text_addf(out, ",\n  \"%s\": [", key);
  for (size_t k = 0; k < n; k++) ss_text_addf(out, "%s%.17g", k ? ", " : "", x[k]);
  ss_text_add(out, "]");
}

static void print_json(const answer *a, ss_text *out) {
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

static void print_table(const answer *a, ss_text *out) {
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

static void print_text(const answer *a, ss_text *out) {
  const ss_contact_problem *problem = a->problem;
  ss_text_addf(out, "%s: %zu contact%s, G %s\n", a->file, problem->contacts,
               problem->contacts == 1 ? "" : "s", problem->dense ? "dense" : "in sparse blocks");
  ss_text_addf(out, "status    %s\n", word_of(a->status));
  ss_text_addf(out, "residual  %.2e (tolerance %.0e)\n", a->report.residual, a->options.tolerance);
  ss_text_addf(out, "method    %s, %zu iterations\n\n", ss_contact_method_word(a->report.method),
               a->report.iterations);
  print_table(a, out);
}

static int show(const ss_arguments *arguments, const answer *a) {
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(arguments, "json"))
    print_json(a, &out);
  else
    print_text(a, &out);
  const int code = ss_cli_finish(&out);
  return code ? code : ss_status_exit_code(a->status);
}

static int dump(const ss_arguments *arguments, const answer *a, const char *path) {
  ss_diagnostics list;
  const ss_status status = ss_contact_write(a->problem, a->file, path, &list, arguments->arena);
  ss_cli_print_diagnostics(&list);
  if (status == SS_MEMORY) return ss_cli_fail(status, "contact");
  return ss_status_exit_code(status);
}

static int run_contact(const ss_arguments *arguments) {
  answer a = {.file = arguments->operand};
  ss_diagnostics list;
  ss_status status = choose_options(arguments, &a.options);
  if (status != SS_OK) return ss_status_exit_code(status);
  status = ss_contact_read(a.file, arguments->arena, &list, &a.problem);
  ss_cli_print_diagnostics(&list);
  if (status == SS_MEMORY) return ss_cli_fail(status, a.file);
  if (status != SS_OK) return ss_status_exit_code(status);
  const char *path = ss_arguments_text(arguments, "dump");
  const int code = path ? dump(arguments, &a, path) : 0;
  if (code) return code;
  status = solve(arguments->arena, &a);
  if (status != SS_OK) return ss_cli_fail(status, a.file);
  if (a.status == SS_BAD_ARGUMENT) {
    ss_cli_error("--method: %s takes small planar problems only",
                 ss_contact_method_word(a.options.method));
    return ss_status_exit_code(a.status);
  }
  return show(arguments, &a);
}

const ss_command ss_command_contact = {
    .name = "contact",
    .operand = "FILE",
    .summary = "solve a friction-contact problem in FCLIB's or Siconos's form",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_contact,
};
