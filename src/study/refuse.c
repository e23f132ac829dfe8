/* refuse.c: what a person should read about a request that stands in no source text.
 *
 * A diagnostic without a file prints as "standstill: error: …": the sentence names the option and
 * its text itself. Lists about other texts (a model, a state, a formula) are passed on item by
 * item, so that a caller has one list for all.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "study_private.h"

ss_status ss_study_refuse(ss_diagnostics *list, ss_status status, const char *format, ...) {
  char message[512];
  va_list args;
  assert(status != SS_OK);
  if (!list) return status;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  ss_diagnostic *item = ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "%s", message);
  *item = (ss_diagnostic){.severity = SS_ERROR, .status = status, .message = item->message};
  return status;
}

static const char *keep(ss_arena *arena, const char *text) {
  return text ? ss_arena_copy_text(arena, text, strlen(text)) : NULL;
}

/* Whatever an item says is copied: the texts that it is about may go before it is read. */
void ss_study_pass_on(const ss_diagnostics *from, const char *file, ss_diagnostics *to) {
  for (size_t i = 0; to && i < from->count; i++) {
    ss_diagnostic *item = ss_diagnostics_add(to, from->items[i].severity, SS_NOWHERE, "%s", "");
    *item = from->items[i];
    item->file = keep(to->arena, file ? file : item->file);
    item->source = keep(to->arena, item->source);
    item->message = keep(to->arena, item->message);
    item->hint = keep(to->arena, item->hint);
  }
  if (to) to->left_out += from->left_out;
}
