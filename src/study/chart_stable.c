/* chart_stable.c: is the rest position at --from stable? On a chart: one class for each claim, with
 * the reason where it is not, and for what stands in the way of an answer; there is no value. */
#include <math.h>
#include <string.h>

#include "study_private.h"

static const struct {
  const char *name;
  ss_verdict verdict;
  ss_claim claim;
  const char *theorem; /* NULL: any */
  const char *reason;  /* a word in it; NULL: any */
  ss_sweep_role role;
} outcomes[] = {
    {"proved stable", SS_PROVED, SS_CLAIM_STABLE, NULL, NULL, SS_SWEEP_PROVED},
    {"proved stable-point", SS_PROVED, SS_CLAIM_STABLE_POINT, NULL, NULL, SS_SWEEP_PROVED},
    {"proved zero-order-stable", SS_PROVED, SS_CLAIM_ZERO_ORDER, NULL, NULL, SS_SWEEP_PROVED},
    {"refuted ambiguous", SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-AMBIGUOUS", NULL, SS_SWEEP_REFUTED},
    {"refuted growing", SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-GROWS", NULL, SS_SWEEP_REFUTED},
    {"refuted unstable", SS_REFUTED, SS_CLAIM_UNSTABLE, NULL, NULL, SS_SWEEP_REFUTED},
    {"no rest position", SS_UNKNOWN, SS_CLAIM_NONE, NULL, "no forces hold", SS_SWEEP_UNKNOWN},
    {"no solution", SS_UNKNOWN, SS_CLAIM_NONE, NULL, "Painleve", SS_SWEEP_UNKNOWN},
    {"unknown", SS_UNKNOWN, SS_CLAIM_NONE, NULL, NULL, SS_SWEEP_UNKNOWN},
};

enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };

static ss_status prepare_stable(ss_parameter_chart *c) {
  for (size_t k = 0; k < OUTCOMES; k++) {
    const uint8_t code = ss_map_add_class(&c->work, outcomes[k].name, outcomes[k].role);
    if (k == 0) c->first = code;
  }
  return SS_OK;
}

static bool fits(const ss_proof *p, size_t k) {
  if (p->verdict != outcomes[k].verdict) return false;
  if (p->verdict == SS_UNKNOWN)
    return !outcomes[k].reason || (p->reason && strstr(p->reason, outcomes[k].reason));
  return p->claim == outcomes[k].claim &&
         (!outcomes[k].theorem || strcmp(p->theorem, outcomes[k].theorem) == 0);
}

static ss_status run_stable(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_proof_options options = ss_proof_default_options();
  ss_proof proof;
  options.question = SS_QUESTION_STABLE;
  options.at = p->q;
  ss_status status = ss_prove(p->arena, p->system, &options, &proof);
  if (status != SS_OK) return status;
  status = ss_study_confirm(p->arena, p->machine, &proof);
  size_t k = 0;
  while (k + 1 < OUTCOMES && !fits(&proof, k)) k++;
  *code = (uint8_t)(p->chart->first + k);
  *value = NAN;
  ss_proof_clear(&proof);
  return status;
}

const ss_chart_test ss_chart_stable = {"stable", "nothing", prepare_stable, run_stable};
