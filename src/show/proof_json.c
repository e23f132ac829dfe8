/* proof_json.c: a verdict for programs. The keys are documented in docs/output.md and stable. */
#include <math.h>

#include "json_private.h"
#include "show_private.h"

static json_t *conditions(const ss_proof *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < p->conditions; i++) {
    const ss_condition *c = &p->condition[i];
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:s}", "id", c->id, "text", c->text, "status",
                                    ss_condition_word(c->status), "detail", c->detail));
  }
  return list;
}

static json_t *levels(const ss_levels *l) {
  json_t *object = json_object();
  json_object_set_new(object, "published", ss_json_real(l->published));
  json_object_set_new(object, "tight", ss_json_real(l->tight));
  json_object_set_new(object, "proved", ss_json_real(l->proved));
  json_object_set_new(object, "exact", l->exact ? json_string(l->exact) : json_null());
  return object;
}

static json_t *text_or_null(const char *text) {
  return text ? json_string(text) : json_null();
}

static json_t *inside(const ss_proof *p) {
  if (isnan(p->rest_fraction)) return json_null();
  return json_string(p->rest_fraction == 1 ? "whole" : "part");
}

static json_t *escape(const ss_proof *p) {
  const ss_escape *e = &p->escape;
  if (!e->q || !p->linear) return json_null();
  json_t *object = json_object();
  size_t n = p->linear->coordinates;
  json_object_set_new(object, "from", ss_json_list(n, e->from));
  json_object_set_new(object, "q", ss_json_list(n, e->q));
  json_object_set_new(object, "u", ss_json_list(n, e->u));
  json_object_set_new(object, "beyond", json_boolean(e->beyond));
  return object;
}

static json_t *extent(const ss_proof *p) {
  json_t *object = p->rest_count ? json_object() : json_null();
  for (size_t i = 0; i < p->rest_count; i++) {
    json_t *ends = json_array();
    json_array_append_new(ends, ss_json_real(p->rest_lo[i]));
    json_array_append_new(ends, ss_json_real(p->rest_hi[i]));
    json_object_set_new(object, p->rest_name[i], ends);
  }
  return object;
}

void ss_show_proof_json(const ss_proof *p, const char *certificate, ss_text *out) {
  json_t *root = json_object();
  json_object_set_new(root, "verdict", json_string(ss_verdict_text(p->verdict)));
  json_object_set_new(root, "claim", json_string(ss_claim_word(p->claim)));
  json_object_set_new(root, "how",
                      p->how == SS_HOW_NONE ? json_null() : json_string(ss_how_word(p->how)));
  json_object_set_new(root, "theorem", text_or_null(p->theorem));
  json_object_set_new(root, "source", text_or_null(p->source));
  json_object_set_new(root, "sentence", text_or_null(p->sentence));
  json_object_set_new(root, "reason", text_or_null(p->reason));
  json_object_set_new(root, "conditions", conditions(p));
  json_object_set_new(root, "paper_condition",
                      p->paper ? json_boolean(p->paper_holds) : json_null());
  json_object_set_new(root, "level", ss_json_real(p->levels.proved));
  json_object_set_new(root, "levels", levels(&p->levels));
  json_object_set_new(root, "rest_set_inside", inside(p));
  json_object_set_new(root, "rest_set_extent", extent(p));
  json_object_set_new(root, "rest_set_fraction", ss_json_real(p->rest_fraction));
  json_object_set_new(root, "rest_set_energy", ss_json_real(p->rest_energy));
  json_object_set_new(root, "escape", escape(p));
  json_object_set_new(root, "certificate", text_or_null(certificate));
  ss_json_print(root, out);
}
