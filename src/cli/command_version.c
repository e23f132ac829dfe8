/* command_version.c: `standstill version`. */
#include "cli.h"
#include "standstill/version.h"

static int run(const ss_arguments *arguments) {
  (void)arguments;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "standstill " SS_VERSION "\n");
  return ss_cli_finish(&text);
}

const ss_command ss_command_version = {"version", NULL, "show the version", NULL, 0, run};
