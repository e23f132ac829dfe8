/* attack.c: what motions say against a claim, for people and for programs.
 *
 * A start is told in full precision, as --from reads it, so that the motion can be seen again. */
#include <math.h>

#include "show_private.h"
#include "standstill/json.h"

enum { SHOWN = 5 };

/* "x = 0.1, x' = 2" */
static void add_start(const ss_attack *a, const ss_attack_finding *f, ss_text *out) {
  for (size_t i = 0; i < 2 * a->coordinates; i++)
    ss_text_addf(out, "%s%s%s=%.17g", i ? ", " : "", a->names[i % a->coordinates],
                 i < a->coordinates ? "" : "'",
                 i < a->coordinates ? f->q[i] : f->u[i - a->coordinates]);
}

static const char *tell(ss_attack_kind kind) {
  return kind == SS_ATTACK_GAINS    ? "V grows"
         : kind == SS_ATTACK_LEAVES ? "it leaves the region"
                                    : "it rests where it should not";
}

void ss_show_attack(const ss_attack *a, ss_text *out) {
  if (a->why_not) {
    ss_text_addf(out, "\nattack: none, %s\n", a->why_not);
    return;
  }
  ss_text_addf(out, "\nattack: %zu motion%s from the claimed region, %zu came to rest", a->motions,
               a->motions == 1 ? "" : "s", a->rested);
  if (a->moving) ss_text_addf(out, ", %zu still moved at the end", a->moving);
  if (a->failed) ss_text_addf(out, ", %zu could not be followed", a->failed);
  ss_text_addf(out, "; %zu contradict%s the claim\n", a->findings, a->findings == 1 ? "s" : "");
  for (size_t i = 0; i < a->findings && i < SHOWN; i++) {
    const ss_attack_finding *f = &a->finding[i];
    ss_text_addf(out, "  %s at t = %.9g", tell(f->kind), f->t);
    if (f->kind == SS_ATTACK_GAINS) ss_text_addf(out, ", from %.9g to %.9g", f->before, f->after);
    ss_text_add(out, ", from ");
    add_start(a, f, out);
    ss_text_add(out, "\n");
  }
  if (a->findings)
    ss_text_add(out, "error: the claim or the simulation is wrong; there is no verdict\n");
}

void *ss_show_attack_json(const ss_attack *a) {
  json_t *object = a ? json_object() : json_null(), *list = json_array();
  if (!a) {
    json_decref(list);
    return object;
  }
  for (size_t i = 0; i < a->findings; i++) {
    const ss_attack_finding *f = &a->finding[i];
    json_t *item = json_object(), *start = json_object();
    for (size_t k = 0; k < a->coordinates; k++) {
      char name[256];
      snprintf(name, sizeof name, "%s'", a->names[k]);
      ss_json_set(&start, a->names[k], ss_json_real(f->q[k]));
      ss_json_set(&start, name, ss_json_real(f->u[k]));
    }
    ss_json_set(&item, "kind", json_string(ss_attack_word(f->kind)));
    ss_json_set(&item, "t", ss_json_real(f->t));
    ss_json_set(&item, "before", ss_json_real(f->before));
    ss_json_set(&item, "after", ss_json_real(f->after));
    ss_json_set(&item, "start", start);
    ss_json_append(&list, item);
  }
  ss_json_set(&object, "motions", json_integer((json_int_t)a->motions));
  ss_json_set(&object, "rested", json_integer((json_int_t)a->rested));
  ss_json_set(&object, "moving", json_integer((json_int_t)a->moving));
  ss_json_set(&object, "failed", json_integer((json_int_t)a->failed));
  ss_json_set(&object, "why_not", ss_json_text(a->why_not));
  ss_json_set(&object, "findings", list);
  return object;
}
