/* motion.c: a motion of a machine: when does it come to rest, and where? */
#include <standstill/standstill.h>
#include <stdio.h>

int main(int count, char **words) {
  const char *file = count > 1 ? words[1] : "rocking-block.still";
  ss_arena *arena = ss_arena_create(); /* results live here */
  ss_diagnostics said;                 /* what a person should read */
  ss_machine *machine;
  ss_motion motion;
  ss_diagnostics_start(&said, arena, NULL, NULL, 0);
  ss_status status = ss_machine_open(file, NULL, &said, &machine);
  if (status == SS_OK) status = ss_machine_move(arena, machine, "tilted", NULL, &said, &motion);
  fputs(ss_machine_said(&said), stderr);
  if (status == SS_OK)
    printf("%s after %.6f s, %zu events, %.6f J lost in impacts\n",
           motion.at_rest ? "at rest" : "moving", motion.t, motion.events, -motion.energy.impacts);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return ss_status_exit_code(status);
}
