/* chart_stable.c: is the rest position at --from stable? On a chart: one class for each claim, and
 * for what is supported only; there is no value. */
#include <math.h>
#include <string.h>

#include "study_private.h"

static const struct {
  ss_verdict verdict;
  ss_claim claim;
  ss_sweep_role role;
} outcomes[] = {
    {SS_PROVED, SS_CLAIM_STABLE, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_STABLE_POINT, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_ZERO_ORDER, SS_SWEEP_PROVED},
    {SS_REFUTED, SS_CLAIM_UNSTABLE, SS_SWEEP_REFUTED},
};

enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };

static ss_status prepare_stable(ss_parameter_chart *c) {
  ss_map_work *w = &c->work;
  for (size_t k = 0; k < OUTCOMES; k++) {
    const char *name = ss_arena_format(w->arena, "%s %s", ss_verdict_text(outcomes[k].verdict),
                                       ss_claim_word(outcomes[k].claim));
    const uint8_t code = ss_map_add_class(w, name ? name : "?", outcomes[k].role);
    if (k == 0) c->first = code;
  }
  ss_map_add_class(w, "supported stable", SS_SWEEP_UNKNOWN);
  ss_map_add_class(w, "supported unstable", SS_SWEEP_UNKNOWN);
  ss_map_add_class(w, "unknown", SS_SWEEP_UNKNOWN);
  return SS_OK;
}

static ss_status run_stable(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_proof_options options = ss_proof_default_options();
  ss_proof proof;
  options.question = SS_QUESTION_STABLE;
  options.at = p->q;
  const ss_status status = ss_prove(p->arena, p->system, &options, &proof);
  if (status != SS_OK) return status;
  size_t k = 0;
  while (k < OUTCOMES && (proof.verdict != outcomes[k].verdict || proof.claim != outcomes[k].claim))
    k++;
  /* supported: stable or not, by the last theorem that was tried; then unknown */
  if (k == OUTCOMES) k += !proof.supported ? 2 : strcmp(proof.theorem, "SS-AMBIGUOUS") == 0;
  *code = (uint8_t)(p->chart->first + k);
  *value = NAN;
  ss_proof_clear(&proof);
  return SS_OK;
}

const ss_chart_test ss_chart_stable = {"stable", "nothing", prepare_stable, run_stable};
