/* proof_json.c: a verdict for programs. The keys are documented in docs/output.md and stable. */
#include <math.h>

#include "show_private.h"
#include "standstill/json.h"

static json_t *conditions(const ss_proof *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < p->conditions; i++) {
    const ss_condition *c = &p->condition[i];
    json_t *object = json_object();
    ss_json_set(&object, "id", json_string(c->id));
    ss_json_set(&object, "text", json_string(c->text));
    ss_json_set(&object, "status", json_string(ss_condition_word(c->status)));
    ss_json_set(&object, "detail", json_string(c->detail));
    ss_json_append(&list, object);
  }
  return list;
}

static json_t *levels(const ss_levels *l) {
  json_t *object = json_object();
  ss_json_set(&object, "published", ss_json_real(l->published));
  ss_json_set(&object, "tight", ss_json_real(l->tight));
  ss_json_set(&object, "proved", ss_json_real(l->proved));
  ss_json_set(&object, "exact", ss_json_text(l->exact));
  ss_json_set(&object, "beta", l->beta > 0 ? ss_json_real(l->beta) : json_null());
  ss_json_set(&object, "eigenvalues",
              l->eigenvalues ? ss_json_list(l->eigenvalues, l->eigenvalue) : json_null());
  ss_json_set(&object, "rho", l->eigenvalues ? ss_json_list(l->eigenvalues, l->rho) : json_null());
  return object;
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
  ss_json_set(&object, "from", ss_json_list(n, e->from));
  ss_json_set(&object, "q", ss_json_list(n, e->q));
  ss_json_set(&object, "u", ss_json_list(n, e->u));
  ss_json_set(&object, "beyond", json_boolean(e->beyond));
  return object;
}

/* {name: [lo, hi]}, or null. */
static json_t *box(size_t count, const char *const *names, const double *lo, const double *hi) {
  json_t *object = count ? json_object() : json_null();
  for (size_t i = 0; i < count; i++) {
    json_t *ends = json_array();
    ss_json_append(&ends, ss_json_real(lo[i]));
    ss_json_append(&ends, ss_json_real(hi[i]));
    ss_json_set(&object, names[i], ends);
  }
  return object;
}

static json_t *answers(const ss_proof *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < p->answers; i++) {
    const ss_answer *a = &p->answer[i];
    json_t *object = json_object();
    ss_json_set(&object, "what", json_string(ss_question_word(a->what)));
    ss_json_set(&object, "of", json_string(a->point ? "point" : "set"));
    ss_json_set(&object, "verdict", json_string(ss_verdict_text(a->verdict)));
    ss_json_set(&object, "scope",
                a->scope == SS_SCOPE_NONE ? json_null() : json_string(ss_scope_word(a->scope)));
    ss_json_set(&object, "how",
                a->how == SS_HOW_NONE ? json_null() : json_string(ss_how_word(a->how)));
    ss_json_set(&object, "theorem", ss_json_text(a->theorem));
    ss_json_set(&object, "level", ss_json_real(a->level));
    ss_json_append(&list, object);
  }
  return list;
}

static json_t *rest_sets(const ss_rest_choice *c) {
  if (!c || c->sets.count == 0) return json_null();
  json_t *list = json_array();
  for (size_t i = 0; i < c->sets.count; i++) {
    json_t *object = json_object(), *center = json_object();
    for (size_t k = 0; k < c->sets.system->coordinates; k++)
      ss_json_set(&center, c->sets.system->names[k], ss_json_real(c->sets.set[i].center[k]));
    ss_json_set(&object, "name", json_string(c->sets.set[i].name));
    ss_json_set(&object, "chosen", json_boolean(i == c->chosen));
    ss_json_set(&object, "center", center);
    ss_json_set(&object, "energy", ss_json_real(c->energy[i]));
    ss_json_append(&list, object);
  }
  return list;
}

void ss_show_proof_json(const ss_proof *p, const ss_rest_choice *choice, const ss_attack *attack,
                        const char *certificate, ss_text *out) {
  json_t *root = json_object();
  const bool wrong = attack && attack->findings;
  ss_json_set(&root, "verdict", json_string(wrong ? "error" : ss_verdict_text(p->verdict)));
  ss_json_set(&root, "claim", json_string(ss_claim_word(p->claim)));
  ss_json_set(&root, "how", p->how == SS_HOW_NONE ? json_null() : json_string(ss_how_word(p->how)));
  ss_json_set(&root, "theorem", ss_json_text(p->theorem));
  ss_json_set(&root, "source", ss_json_text(p->source));
  ss_json_set(&root, "sentence", ss_json_text(p->sentence));
  ss_json_set(&root, "reason", ss_json_text(p->reason));
  ss_json_set(&root, "stopped", json_boolean(p->stopped));
  ss_json_set(&root, "supported", json_boolean(p->supported));
  ss_json_set(&root, "conditions", conditions(p));
  ss_json_set(&root, "question", json_string(ss_question_word(p->question)));
  ss_json_set(&root, "claims", answers(p));
  ss_json_set(&root, "rest_sets", rest_sets(choice));
  ss_json_set(&root, "paper_condition", p->paper ? json_boolean(p->paper_holds) : json_null());
  ss_json_set(&root, "level", ss_json_real(p->levels.proved));
  ss_json_set(&root, "levels", levels(&p->levels));
  ss_json_set(&root, "rest_set_inside", inside(p));
  ss_json_set(&root, "limited_by", ss_json_text(p->limited_by));
  ss_json_set(&root, "rest_set_extent", box(p->rest_count, p->rest_name, p->rest_lo, p->rest_hi));
  ss_json_set(&root, "region", box(p->region_count, p->region_name, p->region_lo, p->region_hi));
  ss_json_set(&root, "region_moves", ss_json_text(p->region_moves));
  ss_json_set(&root, "stiffness", ss_json_real(p->stiffness > 0 ? p->stiffness : NAN));
  ss_json_set(&root, "rest_set_fraction", ss_json_real(p->rest_fraction));
  ss_json_set(&root, "rest_set_energy", ss_json_real(p->rest_energy));
  ss_json_set(&root, "escape", escape(p));
  ss_json_set(&root, "attack", ss_show_attack_json(attack));
  ss_json_set(&root, "certificate", ss_json_text(certificate));
  ss_json_print(root, out);
}
