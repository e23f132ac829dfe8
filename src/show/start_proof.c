/* start_proof.c: what is proved of a start, for people and for programs. */
#include "show_private.h"
#include "standstill/json.h"

static void add_start(const ss_model *m, const double *q, const double *u, ss_text *out) {
  bool first = true;
  for (size_t i = 0; i < 2 * m->coordinates; i++) {
    const double value = i < m->coordinates ? q[i] : u[i - m->coordinates];
    if (value == 0) continue;
    ss_text_addf(out, "%s%s%s = %.6g", first ? "" : ", ",
                 m->coordinate[i % m->coordinates].name.text, i < m->coordinates ? "" : "'", value);
    first = false;
  }
  if (first) ss_text_add(out, "everything at 0");
}

static void add_verdict(const ss_start_proof *p, ss_text *out) {
  const char *in = p->set ? " in " : "", *set = p->set ? p->set : "";
  if (p->verdict == SS_PROVED && p->settles)
    ss_text_addf(out,
                 "proved: by t = %.6g so near a rest point that it tends to rest%s%s, by what "
                 "friction holds there\n",
                 p->time, in, set);
  else if (p->verdict == SS_PROVED && p->level)
    ss_text_addf(out,
                 "proved: below the level V = %s by t = %.6g, from where every motion tends to "
                 "rest%s%s (%s)\n",
                 p->level, p->time, in, set, p->theorem);
  else if (p->verdict == SS_PROVED)
    ss_text_addf(out, "proved: tends to rest%s%s, as every motion of this machine does (%s)\n", in,
                 set, p->theorem);
  else if (p->verdict == SS_REFUTED)
    ss_text_addf(out,
                 "proved: never comes to rest; at t = %.6g it is where no friction of these "
                 "bounds brings a motion back from\n",
                 p->time);
  else if (p->reason)
    ss_text_addf(out, "open: a proof was found that the checker does not confirm: %s\n", p->reason);
  else if (p->touches)
    ss_text_addf(out,
                 "open: after t = %.6g a contact may close, and nothing carries starts through "
                 "impacts yet\n",
                 p->time);
  else
    ss_text_addf(out,
                 "open: at t = %.6g the tube around the motion is %.3g wide, and nothing is "
                 "shown; try %sa longer --end\n",
                 p->time, p->tube, p->radius > 0 ? "a smaller --radius, or " : "");
  if (p->apart) ss_text_add(out, "  no contact closes on the way\n");
}

void ss_show_start_proof(const ss_model *model, const ss_start_options *o, const ss_start_proof *p,
                         ss_text *out) {
  ss_text_add(out, p->radius > 0 ? "every start near " : "from ");
  add_start(model, o->q, o->u, out);
  if (p->radius > 0)
    ss_text_addf(out, "\n  (no coordinate and no velocity differs by more than %.6g)", p->radius);
  ss_text_add(out, "\n");
  add_verdict(p, out);
  if (p->certificate) ss_text_addf(out, "certificate: %s\n", p->certificate);
}

void ss_show_start_proof_json(const ss_model *model, const ss_start_options *o,
                              const ss_start_proof *p, ss_text *out) {
  static const char *const fates[] = {
      [SS_PROVED] = "rest", [SS_REFUTED] = "escape", [SS_UNKNOWN] = "open"};
  json_t *root = json_object(), *start = json_object();
  for (size_t i = 0; i < model->coordinates; i++) {
    char name[300];
    snprintf(name, sizeof name, "%s'", model->coordinate[i].name.text);
    ss_json_set(&start, model->coordinate[i].name.text, ss_json_real(o->q[i]));
    ss_json_set(&start, name, ss_json_real(o->u[i]));
  }
  ss_json_set(&root, "verdict", json_string(ss_verdict_text(p->verdict)));
  ss_json_set(&root, "fate", json_string(fates[p->verdict]));
  ss_json_set(&root, "start", start);
  ss_json_set(&root, "radius", ss_json_real(p->radius));
  ss_json_set(&root, "time", ss_json_real(p->time));
  ss_json_set(&root, "tube", ss_json_real(p->tube));
  ss_json_set(&root, "set", ss_json_text(p->set));
  ss_json_set(&root, "theorem", ss_json_text(p->theorem));
  ss_json_set(&root, "level", ss_json_text(p->level));
  ss_json_set(&root, "settles", json_boolean(p->settles));
  ss_json_set(&root, "apart", json_boolean(p->apart));
  ss_json_set(&root, "reason", ss_json_text(p->reason));
  ss_json_set(&root, "certificate", ss_json_text(p->certificate));
  ss_json_print(root, out);
}
