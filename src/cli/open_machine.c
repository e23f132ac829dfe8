/* open_machine.c: the machine that a command's operand and its options name, and the end of every
 * answer: what the library has said, and the exit code. */
#include "cli.h"

int ss_cli_end(ss_status status, ss_diagnostics *list, const char *what) {
  const bool said = list->errors > 0;
  ss_cli_print_diagnostics(list);
  list->count = list->errors = list->left_out = 0;
  if (status != SS_OK && !said) return ss_cli_fail(status, what);
  return ss_status_exit_code(status);
}

void ss_cli_note_inputs(const ss_machine *machine, double end) {
  const double until = ss_machine_inputs_until(machine);
  if (end > until)
    ss_cli_note("the file of an input ends at t = %g: from there on it keeps its last value",
                until);
}

static int open_machine(const ss_arguments *arguments, ss_machine_options options,
                        ss_machine **machine) {
  ss_diagnostics list;
  *machine = NULL;
  options.setting = ss_arguments_all(arguments, "set", &options.settings);
  if (ss_arguments_knows(arguments, "input"))
    options.input = ss_arguments_all(arguments, "input", &options.inputs);
  if (ss_arguments_knows(arguments, "feedback"))
    options.feedback = ss_arguments_text(arguments, "feedback");
  ss_diagnostics_start(&list, arguments->arena, NULL, NULL, 0);
  const ss_status status = ss_machine_open(arguments->operand, &options, &list, machine);
  return ss_cli_end(status, &list, arguments->operand);
}

int ss_cli_open(const ss_arguments *arguments, bool open, ss_machine **machine) {
  return open_machine(arguments, (ss_machine_options){.open = open}, machine);
}

int ss_cli_open_to_move(const ss_arguments *arguments, ss_machine **machine) {
  return open_machine(arguments, (ss_machine_options){.counts = true}, machine);
}
