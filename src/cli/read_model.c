/* read_model.c: the model that a command's operand and its --set options name. */
#include "cli.h"

ss_status ss_cli_read_model(const ss_arguments *arguments, ss_model **model) {
  size_t count;
  const char *const *texts = ss_arguments_all(arguments, "set", &count);
  ss_setting *settings = ss_arena_new(arguments->arena, count, ss_setting);
  *model = NULL;
  if (!texts || !settings) {
    ss_cli_fail(SS_MEMORY, arguments->operand);
    return SS_MEMORY;
  }
  for (size_t i = 0; i < count; i++) settings[i].text = texts[i];
  ss_diagnostics list;
  ss_diagnostics_start(&list, arguments->arena, arguments->operand, NULL, 0);
  ss_status status =
      ss_model_read(arguments->arena, arguments->operand, count, settings, &list, model);
  ss_cli_print_diagnostics(&list);
  if (status != SS_OK && list.count == 0) ss_cli_fail(status, arguments->operand);
  return status;
}
