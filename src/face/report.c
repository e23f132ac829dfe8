/* report.c: a machine on one page, in one call. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "standstill/standstill.h"

static ss_status complain(ss_diagnostics *list, ss_status status, const char *file) {
  const char *why = status == SS_IO ? strerror(errno) : ss_status_text(status);
  ss_diagnostic *item =
      ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "cannot write %s: %s", file, why);
  *item = (ss_diagnostic){.severity = SS_ERROR, .status = status, .message = item->message};
  return status;
}

ss_status ss_machine_report(const ss_machine *machine, const ss_report_options *options,
                            const char *file, ss_diagnostics *list) {
  const ss_report_options defaults = ss_report_default_options();
  ss_arena *arena = ss_arena_create();
  ss_report report;
  ss_text page;
  assert(machine && file && list);
  if (!arena) return SS_MEMORY;
  ss_text_start(&page);
  ss_status status = ss_report_make(arena, machine, options ? options : &defaults, list, &report);
  if (status == SS_OK) {
    status = ss_show_report(&report, &page);
    if (status == SS_OK) status = ss_file_write(file, &page);
    if (status != SS_OK) complain(list, status, file);
    ss_report_clear(&report);
  }
  ss_text_stop(&page);
  ss_arena_destroy(arena);
  return status;
}
