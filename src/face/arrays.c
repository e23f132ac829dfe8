/* arrays.c: motions and equations as plain arrays, for whoever computes with many at once.
 *
 * A motion's samples are records with pointers; a table holds the same numbers column by column,
 * copied once. Equations are tapes compiled once; a call runs them over many states, row by row:
 * some 30 ns a state of a small machine.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/standstill.h"

/* ---- motions --------------------------------------------------------------------------------- */

ss_status ss_motion_tabulate(ss_arena *arena, const ss_system *system, const ss_motion *motion,
                             ss_motion_table *table) {
  assert(ss_graph_is_sealed(system->graph));
  const size_t n = system->coordinates, f = system->normals + system->slips;
  const size_t m = motion->samples;
  assert(arena && table);
  double *t = ss_arena_new(arena, m, double), *q = ss_arena_new(arena, m * n, double);
  double *u = ss_arena_new(arena, m * n, double), *force = ss_arena_new(arena, m * f, double);
  *table = (ss_motion_table){0};
  if (!t || !q || !u || !force) return SS_MEMORY;
  for (size_t k = 0; k < m; k++) {
    const ss_sample *s = &motion->sample[k];
    t[k] = s->t;
    memcpy(q + k * n, s->q, n * sizeof *q);
    memcpy(u + k * n, s->u, n * sizeof *u);
    if (f && s->forces) memcpy(force + k * f, s->forces, f * sizeof *force);
  }
  *table = (ss_motion_table){m, n, f, t, q, u, force};
  return SS_OK;
}

/* ---- equations ------------------------------------------------------------------------------- */

struct ss_equations {
  const ss_machine *machine;
  ss_system_tape tape[SS_QUANTITY_COUNT];
};

ss_status ss_equations_open(const ss_machine *machine, ss_equations **equations) {
  assert(machine && equations);
  ss_equations *e = *equations = calloc(1, sizeof *e);
  if (!e) return SS_MEMORY;
  ss_status status = SS_OK;
  e->machine = machine;
  for (unsigned k = 0; k < SS_QUANTITY_COUNT && status == SS_OK; k++)
    status = ss_system_compile(ss_machine_system(machine), 1u << k, &e->tape[k]);
  if (status == SS_OK) return SS_OK;
  ss_equations_close(e);
  *equations = NULL;
  return status;
}

void ss_equations_close(ss_equations *equations) {
  if (!equations) return;
  for (unsigned k = 0; k < SS_QUANTITY_COUNT; k++) ss_system_tape_destroy(&equations->tape[k]);
  free(equations);
}

size_t ss_equations_count(const ss_equations *equations, ss_quantity quantity) {
  return ss_system_count(ss_machine_system(equations->machine), quantity);
}

ss_status ss_equations_evaluate(const ss_equations *equations, ss_quantity quantity,
                                const ss_states *states, double *out) {
  const ss_tape *tape = equations->tape[quantity].tape;
  const size_t n = ss_machine_system(equations->machine)->coordinates;
  const size_t m = ss_equations_count(equations, quantity);
  assert(states && states->q && out);
  if (m == 0) return SS_OK;
  double *work = calloc(ss_tape_work_size(tape), sizeof *work);
  if (!work) return SS_MEMORY;
  ss_tape_prepare(tape, ss_machine_parameters(equations->machine), work);
  for (size_t k = 0; k < states->count; k++) {
    double *in = ss_tape_in(tape, work);
    memcpy(in, states->q + k * n, n * sizeof *in);
    if (states->u)
      memcpy(in + n, states->u + k * n, n * sizeof *in);
    else
      memset(in + n, 0, n * sizeof *in);
    in[2 * n] = states->t ? states->t[k] : 0;
    ss_tape_run(tape, work);
    memcpy(out + k * m, ss_tape_out(tape, work), m * sizeof *out);
  }
  free(work);
  return SS_OK;
}
