/* off.h: the checker with refusals that can be switched off, one at a time (test_refusals.c).
 *
 * Included before every source of the checker: each refusal notes its place, and asks the test
 * before it ends the run.
 */
#ifndef TESTS_CHECKER_OFF_H
#define TESTS_CHECKER_OFF_H

#define _Noreturn
#include "../../checker/check.h"

#undef malformed
#undef refuted
#define malformed(r, ...) (note_place(__FILE__, __LINE__), stop_unless_off(r, 2, __VA_ARGS__))
#define refuted(r, ...)   (note_place(__FILE__, __LINE__), stop_unless_off(r, 1, __VA_ARGS__))

void note_place(const char *file, int line);
void stop_unless_off(run *r, int status, const char *format, ...);

#endif
