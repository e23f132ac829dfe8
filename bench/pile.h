/* pile.h: the pile of discs of the benchmark (models/piles/pile-of-discs.still), and who moves it.
 */
#ifndef BENCH_PILE_H
#define BENCH_PILE_H

#include <stddef.h>

static const double pile_m = 1, pile_r = 0.1, pile_s = 0.002, pile_g = 9.81, pile_mu = 0.4,
                    pile_e = 0.2, pile_step = 1e-3;

/* Moves a pile of so many rows from its state `dropped` by so many steps; the CPU time in seconds,
 * and in *height the mean height of the discs afterwards. */
#ifdef __cplusplus
extern "C" {
#endif
double move_pile_in_siconos(size_t rows, size_t steps, double *height);
double read_clock(void);
#ifdef __cplusplus
}
#endif

#endif
