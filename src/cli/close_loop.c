/* close_loop.c: feedback laws and --input, put into the equations of a model. */
#include <string.h>

#include "cli.h"

/* Prints what is wrong, unless nobody is to hear it. */
static void tell(ss_diagnostics *list, bool loud) {
  if (loud) ss_cli_print_diagnostics(list);
}

static ss_status choose_formulas(const ss_arguments *arguments, ss_arena *arena,
                                 const ss_model *model, bool loud, ss_expr *formulas) {
  size_t count;
  const char *law = ss_arguments_text(arguments, "feedback");
  const char *const *texts = ss_arguments_all(arguments, arena, "input", &count);
  ss_diagnostics list;
  ss_status status = texts ? SS_OK : SS_MEMORY;
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    ss_diagnostics_start(&list, arena, "--input", texts[i], strlen(texts[i]));
    status = ss_model_input_from_text(model, texts[i], &list, formulas);
    tell(&list, loud);
  }
  if (status != SS_OK) return status;
  ss_diagnostics_start(&list, arena, law ? "--feedback" : arguments->operand, law,
                       law ? strlen(law) : 0);
  status = ss_model_choose_feedback(model, law, &list, formulas);
  tell(&list, loud);
  return status;
}

ss_status ss_cli_close_loop(const ss_arguments *arguments, ss_arena *arena, const ss_model *model,
                            bool loud, ss_system **system) {
  ss_system *open;
  ss_status status = ss_system_derive(arena, model, &open);
  if (status != SS_OK) {
    if (loud) ss_cli_fail(status, "deriving the equations");
    return status;
  }
  ss_expr *formulas = ss_arena_new(arena, model->inputs, ss_expr);
  status = formulas ? choose_formulas(arguments, arena, model, loud, formulas) : SS_MEMORY;
  if (status != SS_OK) return status;
  status = ss_system_close_loop(arena, open, formulas, system);
  if (status != SS_OK && loud) ss_cli_fail(status, "the inputs");
  return status;
}
