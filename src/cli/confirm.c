/* confirm.c: nothing is called proved that the checker does not confirm.
 *
 * The checker shares no code with what finds proofs: it reads the certificate as its own program
 * does, from the text alone. It bounds functions by other means, so that it may fail to see what
 * was seen here; then the verdict is `unknown`, with what was found, and with what the checker
 * says. Cost: that of checking, less than that of the search as a rule.
 */
#include <stdio.h>

#include "cli.h"

ss_status ss_cli_confirm(ss_arena *arena, const ss_machine *machine, ss_proof *proof) {
  char message[600] = "";
  ss_diagnostics list;
  ss_text text;
  if (proof->verdict == SS_UNKNOWN) return SS_OK;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  ss_text_start(&text);
  ss_status status = ss_machine_certificate(machine, proof, &list, &text);
  if (status == SS_OK && check_certificate(text.data, text.length, NULL, 0, NULL, message) != 0) {
    const char *reason =
        ss_arena_format(arena, "a proof was found that the checker does not confirm: %s", message);
    ss_proof_withdraw(proof, reason ? reason : "the checker does not confirm it");
  }
  ss_text_stop(&text);
  return status == SS_BAD_INPUT ? SS_OK : status;
}
