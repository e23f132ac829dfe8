/* commands.c: the list of commands, and finding one by name. */
#include <string.h>

#include "cli.h"

static const ss_command *const commands[] = {
    &ss_command_new,     &ss_command_info,   &ss_command_simulate, &ss_command_rest,
    &ss_command_prove,   &ss_command_vary,   &ss_command_fit,      &ss_command_basin,
    &ss_command_chart,   &ss_command_report, &ss_command_plot,     &ss_command_contact,
    &ss_command_attract, &ss_command_help,   &ss_command_version,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

size_t ss_commands_count(void) {
  return COMMANDS;
}

const ss_command *ss_commands_get(size_t index) {
  return commands[index];
}

const ss_command *ss_commands_find(const char *name) {
  const char *names[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++) {
    names[i] = commands[i]->name;
    if (strcmp(name, names[i]) == 0) return commands[i];
  }
  const char *nearest = ss_nearest_name(name, COMMANDS, names);
  if (nearest)
    ss_cli_error("no command '%s'; did you mean '%s'?", name, nearest);
  else
    ss_cli_error("no command '%s'; 'standstill help' lists the commands", name);
  return NULL;
}
