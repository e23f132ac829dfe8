/* command_help.c: `standstill help [COMMAND]`, and the texts behind every --help.
 *
 * Everything is printed from the tables of the commands; the columns are as wide as the widest
 * entry.
 */
#include <string.h>

#include "cli.h"

/* Of "set NAME=VALUE". */
static size_t option_width(const ss_option *option) {
  return strlen(option->name) + (option->value ? 1 + strlen(option->value) : 0);
}

static void print_option(const ss_option *option, size_t width, ss_text *out) {
  ss_text_addf(out, "  --%s%s%s%*s  %s\n", option->name, option->value ? " " : "",
               option->value ? option->value : "", (int)(width - option_width(option)), "",
               option->help);
}

void ss_help_print_command(const ss_command *command, ss_text *out) {
  size_t width = option_width(&ss_option_help);
  for (size_t i = 0; i < command->option_count; i++)
    if (option_width(&command->options[i]) > width) width = option_width(&command->options[i]);

  ss_text_addf(out, "usage: standstill %s%s%s [options]\n\n%s\n\noptions:\n", command->name,
               command->operand ? " " : "", command->operand ? command->operand : "",
               command->summary);
  for (size_t i = 0; i < command->option_count; i++) print_option(&command->options[i], width, out);
  print_option(&ss_option_help, width, out);
}

void ss_help_print_program(ss_text *out) {
  ss_text_add(out, "Standstill: will a machine with dry friction, contacts and impacts come to "
                   "rest?\n\nusage: standstill COMMAND MODEL [options]\n\ncommands:\n");
  for (size_t i = 0; i < ss_commands_count(); i++) {
    const ss_command *command = ss_commands_get(i);
    ss_text_addf(out, "  %-10s %s\n", command->name, command->summary);
  }
  ss_text_add(out, "\n'standstill help COMMAND' shows the options of a command.\n"
                   "--color always, never or auto (default) goes with every command; NO_COLOR=1 "
                   "means never.\n");
}

static const ss_option options[] = {
    {"completion", SS_OPTION_TEXT, "SHELL", "print the completion script of bash, zsh or fish"},
};

static int complete(const char *shell) {
  ss_text text;
  ss_text_start(&text);
  if (ss_completion_print(shell, &text)) return ss_cli_finish(&text);
  ss_text_stop(&text);
  return ss_cli_refuse("--completion is bash, zsh or fish, not '%s'", shell);
}

static int run(const ss_arguments *arguments) {
  const ss_command *command = NULL;
  const char *shell = ss_arguments_text(arguments, "completion");
  if (shell) return complete(shell);
  if (arguments->operand) {
    command = ss_commands_find(arguments->operand);
    if (!command) return ss_status_exit_code(SS_BAD_INPUT);
  }
  ss_text text;
  ss_text_start(&text);
  if (command)
    ss_help_print_command(command, &text);
  else
    ss_help_print_program(&text);
  return ss_cli_finish(&text);
}

const ss_command ss_command_help = {"help", "[COMMAND]", "show the commands, or the options of one",
                                    SS_OPTIONS(options), run};
