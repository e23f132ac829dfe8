/* box_evidence.c: trees of boxes as pieces of certificates, points in words. */
#include <math.h>

#include "lyapunov.h"

json_t *ss_tree_text(const ss_boxes_answer *answer) {
  ss_text text;
  ss_text_start(&text);
  ss_boxes_write(answer, &text);
  json_t *string = text.failed ? NULL : json_string(text.data);
  ss_text_stop(&text);
  return string;
}

json_t *ss_evidence_tree(const char *kind, const ss_boxes_answer *answer) {
  json_t *evidence = ss_evidence(kind);
  json_object_set_new(evidence, "tree", ss_tree_text(answer));
  return evidence;
}

json_t *ss_evidence_double(double x) {
  fmpq_t exact;
  arf_t number;
  fmpq_init(exact);
  arf_init(number);
  arf_set_d(number, x);
  arf_get_fmpq(exact, number);
  json_t *text = ss_evidence_number(exact);
  arf_clear(number);
  fmpq_clear(exact);
  return text;
}

const char *ss_point_text(ss_arena *arena, size_t k, const char *const *words,
                          const double *point) {
  ss_text text;
  ss_text_start(&text);
  for (size_t j = 0; j < k; j++)
    ss_text_addf(&text, "%s%s = %.6g", j ? ", " : "", words[j], point[j]);
  const char *copy = text.failed ? NULL : ss_arena_copy_text(arena, text.data, text.length);
  ss_text_stop(&text);
  return copy;
}
