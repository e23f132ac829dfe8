/* find_cycle.c: the cycle to which a motion tends.
 *
 * First whether there is one that attracts, with turns of a quarter of the motion's time; only then
 * the cycle itself, and it counts if all its multipliers lie in the unit circle. Not a proof.
 */
#include "standstill/study.h"

ss_status ss_machine_find_cycle(ss_arena *arena, const ss_machine *machine,
                                const ss_motion_options *options, const ss_motion *motion,
                                const ss_cycle **cycle) {
  const ss_system *system = ss_machine_system(machine);
  const double *parameters = ss_machine_parameters(machine);
  ss_motion_options how = *options;
  ss_cycle *own = ss_arena_new(arena, 1, ss_cycle);
  bool found = false;
  *cycle = NULL;
  if (!own) return SS_MEMORY;
  how.end = options->end / 4;
  how.progress = NULL;
  how.take = NULL;
  how.region = NULL;
  ss_status status = ss_cycle_attracts(system, parameters, motion->q, motion->u, &how, &found);
  how.end = options->end;
  if (status == SS_OK && found)
    status = ss_cycle_find(arena, system, parameters, motion->q, motion->u, &how, own, &found);
  if (status == SS_OK && found && own->outside == 0) *cycle = own;
  return status;
}
