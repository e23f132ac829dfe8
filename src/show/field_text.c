/* field_text.c: whether a function falls along the motions of a polynomial system: the answer, for
 * people and as JSON. Numbers are exact, and are shown as fractions. */
#include "show_private.h"
#include "standstill/json.h"

static void add_rational(ss_text *out, const fmpq *x) {
  char *text = fmpq_get_str(NULL, 10, x);
  ss_text_add(out, text);
  flint_free(text);
}

static json_t *rational(const fmpq *x) {
  char *text = fmpq_get_str(NULL, 10, x);
  json_t *value = json_string(text);
  flint_free(text);
  return value;
}

void ss_show_field_json(const ss_field *flow, const ss_field_answer *answer, ss_text *out) {
  json_t *root = json_object(), *point = json_null();
  if (answer->verdict == SS_REFUTED) {
    point = json_object();
    for (size_t i = 0; i < flow->coordinates; i++)
      ss_json_set(&point, flow->name[i], rational(&answer->point[i]));
  }
  ss_json_set(&root, "verdict", json_string(ss_verdict_text(answer->verdict)));
  ss_json_set(&root, "function", ss_json_text(flow->function_name));
  ss_json_set(&root, "level", rational(answer->level));
  ss_json_set(&root, "reason", ss_json_text(answer->reason));
  ss_json_set(&root, "point", point);
  ss_json_set(&root, "value", answer->value ? rational(&answer->value[0]) : json_null());
  ss_json_set(&root, "rate", answer->value ? rational(&answer->value[1]) : json_null());
  json_t *sizes = json_array();
  for (size_t k = 0; k < 3; k++)
    ss_json_append(&sizes, json_integer((json_int_t)answer->gram[k].count));
  ss_json_set(&root, "squares", sizes);
  ss_json_print(root, out);
}

void ss_show_field(const ss_field *flow, const ss_field_answer *answer, ss_text *out) {
  const char *V = flow->function_name;
  ss_text_addf(out, "%s: ", ss_verdict_text(answer->verdict));
  if (answer->verdict == SS_UNKNOWN) {
    ss_text_addf(out, "whether %s falls wherever 0 < %s <= ", V, V);
    add_rational(out, answer->level);
    ss_text_addf(out, "\n  %s\n", answer->reason);
  } else if (answer->verdict == SS_PROVED) {
    ss_text_addf(out, "every motion that starts with %s < ", V);
    add_rational(out, answer->level);
    ss_text_addf(out, " tends to 0\n  %s > 0, and %s' < 0 wherever 0 < %s <= ", V, V, V);
    add_rational(out, answer->level);
    ss_text_addf(out, ": sums of %zu, %zu and %zu squares, exact\n", answer->gram[0].count,
                 answer->gram[1].count, answer->gram[2].count);
  } else {
    ss_text_addf(out, "%s does not fall everywhere below ", V);
    add_rational(out, answer->level);
    for (size_t i = 0; i < flow->coordinates; i++) {
      ss_text_addf(out, "%s%s = ", i ? ", " : "\n  at ", flow->name[i]);
      add_rational(out, &answer->point[i]);
    }
    ss_text_addf(out, ":\n  %s = ", V);
    add_rational(out, &answer->value[0]);
    ss_text_addf(out, ", %s' = ", V);
    add_rational(out, &answer->value[1]);
    ss_text_add(out, " >= 0\n");
  }
}
