/* fuzz_problem.c: friction-contact problems in Siconos's text form.
 *
 * Whatever the bytes are, reading ends with a status; a failure has a diagnostic, and diagnostics
 * can be printed; a problem that was read passes the check of contact problems, and solving it
 * ends, with a residual that does not lie.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "standstill/contact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Limits that keep a run short. */
enum { LARGEST_SIZE = 60 };

static void solve(ss_arena *arena, const ss_contact_problem *problem) {
  ss_contact_options options = ss_contact_default_options();
  options.passes_most = 50;
  options.newton_most = 50;
  options.pivots_most = 50;
  ss_contact_report report;
  void *work = ss_arena_alloc(arena, ss_contact_work_size(problem, &options), 1);
  double *r = ss_arena_new(arena, problem->size, double);
  double *xi = ss_arena_new(arena, problem->size, double);
  if (!work || !r || !xi) return;
  if (ss_contact_solve(problem, &options, work, r, xi, &report) != SS_OK) return;
  if (!(ss_contact_residual(problem, options.residual, r, xi) <= options.tolerance)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ss_arena *arena = ss_arena_create();
  const ss_contact_problem *problem = NULL;
  ss_diagnostics list;
  ss_text out;
  if (!arena) return 0;
  ss_text_start(&out);
  ss_diagnostics_start(&list, arena, "input", (const char *)data, size);
  const ss_status status = ss_contact_read_text((const char *)data, size, arena, &list, &problem);
  ss_diagnostics_print(&list, &out);
  if (status == SS_BAD_INPUT && list.errors == 0) abort();
  if (status == SS_OK && ss_contact_check(problem) != SS_OK) abort();
  if (status == SS_OK && problem->size <= LARGEST_SIZE) solve(arena, problem);
  ss_text_stop(&out);
  ss_arena_destroy(arena);
  return 0;
}
