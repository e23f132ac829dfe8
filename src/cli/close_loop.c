/* close_loop.c: feedback laws and --input, put into the equations of a model. */
#include <string.h>

#include "cli.h"

/* Prints what is wrong, unless nobody is to hear it. */
static void tell(ss_diagnostics *list, bool loud) {
  if (loud) ss_cli_print_diagnostics(list);
}

bool ss_cli_read_loop(const ss_arguments *arguments, ss_cli_loop *loop) {
  loop->model_file = arguments->operand;
  loop->law = ss_arguments_text(arguments, "feedback");
  loop->input = ss_arguments_all(arguments, "input", &loop->inputs);
  if (!loop->input) ss_cli_fail(SS_MEMORY, loop->model_file);
  return loop->input != NULL;
}

static ss_status choose_formulas(const ss_cli_loop *loop, ss_arena *arena, const ss_model *model,
                                 bool loud, ss_expr *formulas) {
  ss_diagnostics list;
  for (size_t i = 0; i < loop->inputs; i++) {
    ss_diagnostics_start(&list, arena, "--input", loop->input[i], strlen(loop->input[i]));
    const ss_status status = ss_model_input_from_text(model, loop->input[i], &list, formulas);
    tell(&list, loud);
    if (status != SS_OK) return status;
  }
  ss_diagnostics_start(&list, arena, loop->law ? "--feedback" : loop->model_file, loop->law,
                       loop->law ? strlen(loop->law) : 0);
  const ss_status status = ss_model_choose_feedback(model, loop->law, &list, formulas);
  tell(&list, loud);
  return status;
}

ss_status ss_cli_close_loop(const ss_cli_loop *loop, ss_arena *arena, const ss_model *model,
                            bool loud, ss_system **system) {
  ss_system *open;
  ss_status status = ss_system_derive(arena, model, &open);
  if (status != SS_OK) {
    if (loud) ss_cli_fail(status, "deriving the equations");
    return status;
  }
  ss_expr *formulas = ss_arena_new(arena, model->inputs, ss_expr);
  status = formulas ? choose_formulas(loop, arena, model, loud, formulas) : SS_MEMORY;
  if (status != SS_OK) return status;
  status = ss_system_close_loop(arena, open, formulas, system);
  if (status != SS_OK && loud) ss_cli_fail(status, "the inputs");
  return status;
}
