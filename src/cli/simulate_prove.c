/* simulate_prove.c: `simulate --prove`: what becomes of the start, or of all starts near it, as a
 * theorem. */
#include <string.h>

#include "simulate.h"

/* What a motion has and a proof has not. */
static int refuse_others(const ss_simulation *s) {
  static const char *const others[] = {
      "method",  "every",        "step",       "tolerance", "stiffness", "damping", "power",
      "cycle",   "on-ambiguity", "plot",       "movie",     "dump",      "region",  "go-on",
      "compare", "data",         "plot-plane", "also",      "level"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (!ss_arguments_has(s->arguments, others[i])) continue;
    ss_cli_error("--%s does not go with --prove", others[i]);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  const char *file = ss_arguments_text(s->arguments, "out");
  const size_t length = file ? strlen(file) : 0, ending = strlen(".proof.json");
  if (!file || (length > ending && strcmp(file + length - ending, ".proof.json") == 0)) return 0;
  ss_cli_error("--out %s: a certificate ends in .proof.json", file);
  return ss_status_exit_code(SS_BAD_INPUT);
}

int ss_simulate_prove(ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  const ss_start_options o = {.q = s->q,
                              .u = s->u,
                              .radius = ss_arguments_real(a, "radius", 0),
                              .end = ss_arguments_real(a, "end", 60),
                              .file = ss_arguments_text(a, "out")};
  ss_start_proof proof;
  ss_diagnostics list;
  ss_text out;
  int code = refuse_others(s);
  if (code != 0) return code;
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  const ss_status status = ss_machine_prove_start(s->arena, s->machine, &o, &list, &proof);
  if (status != SS_OK) return ss_cli_end(status, &list, "simulate");
  /* as those of `prove`: it comes to rest, it does not, nothing is shown */
  const int verdict = proof.verdict == SS_PROVED ? 0 : proof.verdict == SS_REFUTED ? 10 : 20;
  ss_text_start(&out);
  if (ss_arguments_has(a, "json"))
    ss_show_start_proof_json(s->model, &o, &proof, &out);
  else if (!ss_arguments_has(a, "quiet"))
    ss_show_start_proof(s->model, &o, &proof, &out);
  code = ss_cli_finish(&out);
  return code != 0 ? code : verdict;
}
