/* proof_text.c: a verdict for people: the claim in one sentence, what it rests on, how far it
 * reaches. */
#include <math.h>
#include <string.h>

#include "show_private.h"

static void show_verdict(const ss_proof *p, ss_text *out) {
  if (p->verdict == SS_UNKNOWN)
    ss_text_addf(out, "unknown: %s\n", p->reason ? p->reason : "no theorem decides");
  else
    ss_text_addf(out, "%s: %s\n", ss_verdict_text(p->verdict), p->sentence);
  if (p->theorem && p->verdict == SS_UNKNOWN)
    ss_text_addf(out, "  nearest theorem %s: %s\n", p->theorem, p->source);
  else if (p->theorem)
    ss_text_addf(out, "  by %s: %s\n", p->theorem, p->source);
}

static void show_conditions(const ss_proof *p, ss_text *out) {
  ss_table t;
  if (!p->conditions) return;
  ss_text_add(out, "\nconditions\n");
  ss_table_start(&t, 4);
  for (size_t i = 0; i < p->conditions; i++) {
    const ss_condition *c = &p->condition[i];
    ss_table_add(&t, "%s", c->id);
    ss_table_add(&t, "%s", ss_condition_word(c->status));
    ss_table_add(&t, "%s", c->text);
    ss_table_add(&t, "%s", c->detail);
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  if (p->paper) ss_text_addf(out, "  the publication's own condition: %s\n", p->paper);
}

/* The proved level as a fraction, or in digits that are rounded down. */
static const char *proved_text(const ss_levels *l) {
  return l->exact && strlen(l->exact) <= 24 ? l->exact : l->digits;
}

/* A level that is the proved one is printed as that is: rounding makes no difference of them. */
static void add_level(ss_table *t, const ss_levels *l, const char *name, double level,
                      const char *what) {
  if (isnan(level)) return;
  ss_table_add(t, "%s", name);
  if (level == l->proved)
    ss_table_add(t, "%s", proved_text(l));
  else
    ss_table_add(t, "%.10g", level);
  ss_table_add(t, "%s", what);
}

static void show_levels(const ss_proof *p, ss_text *out) {
  const ss_levels *l = &p->levels;
  ss_table t;
  if (isnan(l->proved)) return;
  ss_text_add(out,
              "\nlevels of V = 1/2 u^T M u + U, counted from the rest point without friction\n");
  ss_table_start(&t, 3);
  ss_table_add(&t, "proved");
  ss_table_add(&t, "%s", proved_text(l));
  ss_table_add(&t, "exactly, %zu cell%s", l->leaves, l->leaves == 1 ? "" : "s");
  add_level(&t, l, "tight", l->tight, "the largest on which V falls, in floating point");
  add_level(&t, l, "published", l->published, "the theorem's own procedure with the best beta");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  if (l->tight > l->proved)
    ss_text_addf(out, "  gap between proved and tight: %.2g %%\n",
                 100 * (l->tight - l->proved) / l->tight);
}

/* Four digits, rounded down. */
static double cut_digits(double x) {
  double unit = pow(10, floor(log10(x)) - 3);
  return x > 0 ? floor(x / unit) * unit : 0;
}

static void show_extent(const ss_proof *p, ss_text *out) {
  ss_table t;
  ss_table_start(&t, 2);
  for (size_t i = 0; i < p->rest_count; i++) {
    ss_table_add(&t, "%s", p->rest_name[i]);
    if (p->rest_lo[i] < p->rest_hi[i])
      ss_table_add(&t, "from %.10g to %.10g", p->rest_lo[i], p->rest_hi[i]);
    else
      ss_table_add(&t, "= %.10g", p->rest_lo[i]);
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static void show_rest_set(const ss_proof *p, ss_text *out) {
  if (!isnan(p->rest_fraction)) {
    ss_text_addf(out, "\nrest set: energy up to %.10g, ", p->rest_energy);
    if (p->rest_fraction == 1)
      ss_text_add(out, "all of it inside the level\n");
    else
      ss_text_addf(out, "its copy scaled by %.4g lies inside the level\n",
                   cut_digits(p->rest_fraction));
  } else if (p->rest_count) {
    ss_text_add(out, "\nrest set\n");
  }
  show_extent(p, out);
}

static void show_state(const ss_linear *l, const double *q, const double *from, ss_text *out) {
  for (size_t i = 0; i < l->coordinates; i++)
    ss_text_addf(out, "%s %s = %.6g", i ? "," : "", l->coordinate[i], q[i] - (from ? from[i] : 0));
}

/* Absolute positions; the multiples are of what is added to the rest point. */
static void show_escape(const ss_proof *p, ss_text *out) {
  const ss_escape *e = &p->escape;
  const ss_linear *l = p->linear;
  bool moves = false;
  if (!e->q || !l) return;
  ss_text_add(out, e->beyond ? "\nit is left from rest a little beyond" : "\nit is left from");
  show_state(l, e->beyond ? e->q : e->from, NULL, out);
  if (e->beyond) {
    ss_text_add(out, ", as seen from");
    show_state(l, e->from, NULL, out);
  } else {
    ss_text_add(out, " with a small multiple added of");
    show_state(l, e->q, e->from, out);
    for (size_t i = 0; i < l->coordinates; i++) moves = moves || e->u[i] != 0;
    for (size_t i = 0; moves && i < l->coordinates; i++)
      ss_text_addf(out, ", %s' = %.6g", l->coordinate[i], e->u[i]);
  }
  ss_text_add(out, "\n");
}

void ss_show_proof(const ss_proof *p, ss_text *out) {
  show_verdict(p, out);
  show_conditions(p, out);
  show_levels(p, out);
  show_rest_set(p, out);
  show_escape(p, out);
  if (p->verdict != SS_UNKNOWN)
    ss_text_add(out,
                "\nassumed: the model as written; motions in the sense of Filippov, which exist "
                "and are unique for this class\n");
}
