/* chart_prove.c: the verdict of a proof on a chart: one class for each claim that a verdict may be
 * about; the value is the proved level. */
#include "study_private.h"

/* The claims that a verdict may be about, in the order of their classes. */
static const struct {
  ss_verdict verdict;
  ss_claim claim;
  ss_sweep_role role;
} outcomes[] = {
    {SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, SS_SWEEP_PROVED},
    {SS_REFUTED, SS_CLAIM_UNSTABLE, SS_SWEEP_REFUTED},
    {SS_REFUTED, SS_CLAIM_NOT_ATTRACTIVE, SS_SWEEP_REFUTED},
};

enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };

static ss_status prepare_prove(ss_parameter_chart *c) {
  ss_map_work *w = &c->work;
  for (size_t k = 0; k < OUTCOMES; k++) {
    const char *name = ss_arena_format(w->arena, "%s %s", ss_verdict_text(outcomes[k].verdict),
                                       ss_claim_word(outcomes[k].claim));
    const uint8_t code = ss_map_add_class(w, name ? name : "?", outcomes[k].role);
    if (k == 0) c->first = code;
  }
  ss_map_add_class(w, "unknown", SS_SWEEP_UNKNOWN);
  return SS_OK;
}

static ss_status run_prove(const ss_chart_point *p, uint8_t *code, double *value) {
  const ss_proof_options options = ss_proof_default_options();
  ss_proof proof;
  ss_status status = ss_prove(p->arena, p->system, &options, &proof);
  if (status != SS_OK) return status;
  status = ss_study_confirm(p->arena, p->machine, &proof);
  size_t k = 0;
  while (k < OUTCOMES && (proof.verdict != outcomes[k].verdict || proof.claim != outcomes[k].claim))
    k++;
  *code = (uint8_t)(p->chart->first + k);
  *value = proof.levels.proved;
  ss_proof_clear(&proof);
  return status;
}

const ss_chart_test ss_chart_prove = {"prove", "proved level", prepare_prove, run_prove};
