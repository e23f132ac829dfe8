/* motion_block.h: the rocking block of the benchmark of motions, and who moves it.
 *
 * Leine & van de Wouw 2008, section 7.3, with numbers of our own; e_T = 0, because Siconos 4.4
 * aborts for planar e_T > 0.
 */
#ifndef BENCH_MOTION_BLOCK_H
#define BENCH_MOTION_BLOCK_H

#include <stddef.h>

static const double block_m = 1, block_a = 0.1, block_b = 0.2, block_J = 0.05 / 3, block_k = 10,
                    block_g = 9.81, block_mu = 0.3, block_e = 0.4;
static const double block_step = 1e-4;

typedef struct block_state {
  double x, y, phi, vx, vy, w;
} block_state;

/* Moves the state by so many steps; returns the CPU time in seconds, negative on failure. */
#ifdef __cplusplus
extern "C" {
#endif
double move_by_hand(block_state *state, size_t steps);
double move_in_siconos(block_state *state, size_t steps);
double move_in_mujoco(block_state *state, size_t steps);
double move_in_ode(block_state *state, size_t steps);

/* The same for `count` states, a multiple of 32. */
double move_many_by_hand(block_state *states, size_t count, size_t steps);

double read_clock(void);
#ifdef __cplusplus
}
#endif

#endif
