/* status.c: the texts behind status and verdict, generated from the one list in base.h. */
#include "standstill/base.h"

#define NAME_OF(name, code, text) "SS_" #name,
#define TEXT_OF(name, code, text) text,
#define CODE_OF(name, code, text) code,

static const char *const names[] = {SS_STATUS_LIST(NAME_OF)};
static const char *const texts[] = {SS_STATUS_LIST(TEXT_OF)};
static const int codes[] = {SS_STATUS_LIST(CODE_OF)};

static bool is_known(ss_status status) {
  return (int)status >= 0 && status < SS_STATUS_COUNT;
}

const char *ss_status_name(ss_status status) {
  return is_known(status) ? names[status] : "SS_?";
}

const char *ss_status_text(ss_status status) {
  return is_known(status) ? texts[status] : "unknown status";
}

int ss_status_exit_code(ss_status status) {
  return is_known(status) ? codes[status] : 3;
}

const char *ss_verdict_text(ss_verdict verdict) {
  switch (verdict) {
  case SS_PROVED: return "proved";
  case SS_REFUTED: return "refuted";
  case SS_UNKNOWN: break;
  }
  return "unknown";
}
