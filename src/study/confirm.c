/* confirm.c: nothing is called proved that the checker does not confirm.
 *
 * The checker shares no code with what finds proofs: it reads the certificate as its own program
 * does, from the text alone. It bounds functions by other means, so that it may fail to see what
 * was seen here; then the verdict is `unknown`, with what was found, and with what the checker
 * says. What cannot have a certificate (models from JSON, inputs of the command line) is left as it
 * is. Cost: that of checking, less than that of the search as a rule.
 */
#include <stdio.h>

#include "study_private.h"

/* Of the checker, which is one object of the library. 0: it holds; 3: there was no memory. */
int ss_check_certificate(const char *bytes, size_t size, const char *model_text, size_t model_size,
                         FILE *print, char message[600]);

enum { OUT_OF_MEMORY = 3 };

ss_status ss_study_ask_checker(const ss_text *text, char message[600], ss_verdict *verdict) {
  message[0] = 0;
  const int answer = ss_check_certificate(text->data, text->length, NULL, 0, NULL, message);
  *verdict = answer == 0 ? SS_PROVED : SS_REFUTED;
  return answer == OUT_OF_MEMORY ? SS_MEMORY : SS_OK;
}

ss_status ss_study_confirm(ss_arena *arena, const ss_machine *machine, ss_proof *proof) {
  char message[600];
  ss_verdict verdict = SS_PROVED;
  ss_text text;
  if (proof->verdict == SS_UNKNOWN || ss_study_check_certifiable(machine, NULL) != SS_OK)
    return SS_OK;
  /* of a machine without its contacts nothing is told but what is in a map, which is asked about */
  if (ss_machine_is_apart(machine)) return SS_OK;
  ss_text_start(&text);
  ss_status status = ss_machine_certificate(machine, proof, NULL, &text);
  if (status == SS_OK) status = ss_study_ask_checker(&text, message, &verdict);
  if (status == SS_OK && verdict != SS_PROVED) {
    const char *reason =
        ss_arena_format(arena, "a proof was found that the checker does not confirm: %s", message);
    if (!reason) status = SS_MEMORY;
    if (reason) ss_proof_withdraw(proof, reason);
  }
  ss_text_stop(&text);
  return status;
}
