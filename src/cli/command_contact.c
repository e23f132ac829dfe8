/* command_contact.c: `standstill contact FILE`: solves a friction-contact problem that somebody
 * else wrote, in FCLIB's HDF5 form or in Siconos's text form, or converts it. */
#include <string.h>

#include "cli.h"
#include "standstill/show.h"

static const ss_option options[] = {
    {"tolerance", SS_OPTION_REAL, "T", "the residual that is small enough (default: 1e-10)"},
    {"method", SS_OPTION_TEXT, "NAME", "auto, enumerate, lemke, newton or gauss-seidel"},
    {"dump", SS_OPTION_TEXT, "FILE", "write the problem in FCLIB's form"},
    SS_SHARED_JSON,
};

static int read_method(const ss_arguments *arguments, ss_contact_method *method) {
  const char *word = ss_arguments_text(arguments, "method"), *words[SS_METHOD_COUNT];
  if (!word) return 0;
  for (int k = 0; k < SS_METHOD_COUNT; k++) {
    words[k] = ss_contact_method_word((ss_contact_method)k);
    if (strcmp(word, words[k]) != 0) continue;
    *method = (ss_contact_method)k;
    return 0;
  }
  const char *nearest = ss_nearest_name(word, SS_METHOD_COUNT, words);
  return ss_cli_refuse("--method: no method '%s'%s%s%s", word, nearest ? "; did you mean '" : "",
                       nearest ? nearest : "", nearest ? "'?" : "");
}

static int dump(const ss_arguments *arguments, const ss_contact_problem *problem,
                const char *path) {
  ss_diagnostics list;
  const ss_status status =
      ss_contact_write(problem, arguments->operand, path, &list, arguments->arena);
  ss_cli_print_diagnostics(&list);
  return status == SS_MEMORY ? ss_cli_fail(status, "contact") : ss_status_exit_code(status);
}

static int solve(const ss_arguments *arguments, const ss_contact_problem *problem,
                 const ss_contact_options *how) {
  ss_contact_answer answer;
  ss_text out;
  const ss_status status = ss_contact_answer_find(arguments->arena, problem, how, &answer);
  if (status != SS_OK) return ss_cli_fail(status, arguments->operand);
  if (answer.status == SS_BAD_ARGUMENT) {
    ss_cli_error("--method: %s takes small planar problems only",
                 ss_contact_method_word(how->method));
    return ss_status_exit_code(answer.status);
  }
  ss_text_start(&out);
  if (ss_arguments_has(arguments, "json"))
    ss_show_contact_json(&answer, &out);
  else
    ss_show_contact(&answer, arguments->operand, &out);
  const int code = ss_cli_finish(&out);
  return code ? code : ss_status_exit_code(answer.status);
}

static int run_contact(const ss_arguments *arguments) {
  const char *path = ss_arguments_text(arguments, "dump");
  const ss_contact_problem *problem;
  ss_contact_options how = ss_contact_default_options();
  ss_diagnostics list;
  how.tolerance = ss_arguments_real(arguments, "tolerance", how.tolerance);
  if (!(how.tolerance > 0)) return ss_cli_refuse("--tolerance: must be positive");
  int code = read_method(arguments, &how.method);
  if (code != 0) return code;
  const ss_status status = ss_contact_read(arguments->operand, arguments->arena, &list, &problem);
  ss_cli_print_diagnostics(&list);
  if (status == SS_MEMORY) return ss_cli_fail(status, arguments->operand);
  if (status != SS_OK) return ss_status_exit_code(status);
  code = path ? dump(arguments, problem, path) : 0;
  return code ? code : solve(arguments, problem, &how);
}

const ss_command ss_command_contact = {
    "contact", "FILE", "solve a friction-contact problem in FCLIB's or Siconos's form",
    SS_OPTIONS(options), run_contact};
