/* basin_peers.h: the contest of bench_basin.c: does the motion reach the rest set by T = 100?
 *
 * Two masses (van de Wouw & Leine 2004, section 6.1): M = I, K = [2 -1; -1 2],
 * C = [c1 + c2, -c2; -c2, c1 + c2] with c1 = 1/2, c2 = -3/8, friction forces up to 1 on each mass.
 */
#ifndef BENCH_BASIN_PEERS_H
#define BENCH_BASIN_PEERS_H

#include <stdbool.h>
#include <stddef.h>

static const double basin_damping = 0.125, basin_coupling = 0.375, basin_end = 100,
                    basin_step = 1e-3;

/* Starts x1, x2, x1', x2', four numbers each; which of them reach the rest set. Return the CPU time
 * in seconds, negative on failure. */
#ifdef __cplusplus
extern "C" {
#endif
double reach_by_stepping(size_t count, const double *starts, bool *reached);
double reach_in_sundials(size_t count, const double *starts, bool *reached);
double reach_in_siconos(size_t count, const double *starts, bool *reached);
double read_clock(void);
#ifdef __cplusplus
}
#endif

#endif
