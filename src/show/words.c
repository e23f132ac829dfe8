/* words.c: small phrases that text, LaTeX and JSON output share. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "show_private.h"

static void show_call(const ss_graph *graph, const char *word, int count,
                      const ss_formula *argument, ss_text *out) {
  ss_text_add(out, word);
  for (int i = 0; i < count; i++) {
    ss_text_add(out, i ? ", " : "(");
    /* what the file leaves out is zero */
    if (argument[i].written)
      ss_expr_print(graph, argument[i].written, SS_PRINT_TEXT, out);
    else
      ss_text_add(out, "0");
  }
  if (count) ss_text_add(out, ")");
}

void ss_show_relation(const ss_graph *graph, const ss_relation *relation, ss_text *out) {
  static const char *const signs[] = {
      [SS_LESS_EQUAL] = " <= ", [SS_GREATER_EQUAL] = " >= ", [SS_EQUAL] = " = "};
  ss_expr_print(graph, relation->left.written, SS_PRINT_TEXT, out);
  ss_text_add(out, signs[relation->kind]);
  ss_expr_print(graph, relation->right.written, SS_PRINT_TEXT, out);
}

void ss_show_law(const ss_graph *graph, const ss_element *e, ss_text *out) {
  if (e->law == SS_LAW_FRICTIONLESS)
    ss_text_add(out, "frictionless");
  else
    show_call(graph, ss_law_word(e->law), ss_law_arguments(e->law), e->law_argument, out);
}

void ss_show_restitution(const ss_graph *graph, const ss_element *e, ss_text *out) {
  show_call(graph, ss_restitution_word(e->restitution), ss_restitution_arguments(e->restitution),
            e->restitution_argument, out);
}

void ss_show_double(double value, ss_text *out) {
  char text[32];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  ss_text_add(out, text);
}

void ss_show_parameter_value(const ss_model *model, size_t parameter, ss_text *out) {
  const ss_parameter *p = &model->parameter[parameter];
  double value;
  if (ss_expr_value(model->graph, p->closed)) {
    ss_text_add(out, "= ");
    ss_expr_print(model->graph, p->closed, SS_PRINT_TEXT, out);
  } else if (ss_model_evaluate(model, model->graph, 1, &p->symbol, &value) == SS_OK) {
    ss_text_addf(out, "≈ %.10g", value);
  }
}

const char *ss_show_slip_name(const ss_element *e, size_t k) {
  static const char *const planar[] = {"T"};
  static const char *const spatial[] = {"T1", "T2", "spin", "roll1", "roll2"};
  return e->slips == 1 ? planar[0] : spatial[k];
}
