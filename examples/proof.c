/* proof.c: where can it rest, does it come to rest, and who can check that? */
#include <standstill/standstill.h>
#include <stdio.h>

int main(int count, char **words) {
  const char *file = count > 1 ? words[1] : "two-masses.still";
  ss_arena *arena = ss_arena_create();
  ss_diagnostics said;
  ss_machine *machine;
  ss_rest_sets rest = {0};
  ss_proof proof = {0};
  ss_diagnostics_start(&said, arena, NULL, NULL, 0);
  ss_status status = ss_machine_open(file, NULL, &said, &machine);
  if (status == SS_OK) status = ss_machine_rest(arena, machine, NULL, &said, &rest);
  if (status == SS_OK) status = ss_machine_prove(arena, machine, NULL, &said, &proof);
  if (proof.verdict == SS_PROVED) status = ss_machine_certify(machine, &proof, "proof.json", &said);
  fputs(ss_machine_said(&said), stderr);
  if (status == SS_OK)
    printf("%zu rest sets, %s: %s\n", rest.count, ss_verdict_text(proof.verdict), proof.sentence);
  ss_proof_clear(&proof);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return ss_status_exit_code(status);
}
