/* cycle.c: a periodic motion as text and as JSON: period, extent, multipliers.
 *
 * In text the multiplier of largest modulus stands for all: a cycle attracts if it is inside the
 * unit circle. JSON has all of them, the state where a coordinate is greatest, and the residual.
 */
#include "show_private.h"

void ss_show_cycle(size_t n, const char *const *names, const char *what, const ss_cycle *c,
                   ss_text *out) {
  ss_text_addf(out, "  %s: period %.9g, multiplier %.6g", what, c->period, c->re[0]);
  if (c->im[0] != 0) ss_text_addf(out, " %+.6g i", c->im[0]);
  for (size_t k = 0; k < n; k++)
    ss_text_addf(out, "%s%s from %.9g to %.9g", k ? ", " : "\n  on it ", names[k], c->low[k],
                 c->high[k]);
  ss_text_add(out, "\n");
}

json_t *ss_show_cycle_json(size_t n, const ss_cycle *c) {
  json_t *object = json_object(), *multipliers = json_array();
  for (size_t k = 0; k < c->multipliers; k++) {
    const double value[2] = {c->re[k], c->im[k]};
    ss_json_append(&multipliers, ss_json_list(2, value));
  }
  ss_json_set(&object, "period", ss_json_real(c->period));
  ss_json_set(&object, "q", ss_json_list(n, c->q));
  ss_json_set(&object, "u", ss_json_list(n, c->u));
  ss_json_set(&object, "low", ss_json_list(n, c->low));
  ss_json_set(&object, "high", ss_json_list(n, c->high));
  ss_json_set(&object, "multipliers", multipliers);
  ss_json_set(&object, "residual", ss_json_real(c->residual));
  return object;
}
