/* threads.c: how long does it move, over a parameter? Many threads share one machine. */
#include <standstill/standstill.h>
#include <stdio.h>

int main(int count, char **words) {
  const char *file = count > 1 ? words[1] : "friction-oscillator.still";
  double end[9] = {0};
  ss_machine *machine;
  if (ss_machine_open(file, NULL, NULL, &machine) != SS_OK) return 2;
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    ss_arena *arena = ss_arena_create(); /* of this thread's own */
    const char *setting = ss_arena_format(arena, "mu=%d/100", 10 + 5 * i);
    ss_machine *changed;
    ss_motion motion;
    if (ss_machine_change(machine, 1, &setting, NULL, &changed) == SS_OK &&
        ss_machine_move(arena, changed, "kick", NULL, NULL, &motion) == SS_OK && motion.at_rest)
      end[i] = motion.t;
    ss_machine_close(changed);
    ss_arena_destroy(arena);
  }
  for (int i = 0; i < 9; i++) printf("mu = %.2f: at rest after %.6f s\n", 0.1 + 0.05 * i, end[i]);
  ss_machine_close(machine);
  return 0;
}
