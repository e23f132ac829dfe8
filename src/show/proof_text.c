/* proof_text.c: a verdict for people: the claim in one sentence, what it rests on, how far it
 * reaches. */
#include <math.h>
#include <string.h>

#include "show_private.h"

static void show_verdict(const ss_proof *p, ss_text *out) {
  if (p->verdict == SS_UNKNOWN)
    ss_text_addf(out, "unknown: %s%s\n", p->supported ? "supported, not proved: " : "",
                 p->reason ? p->reason : "no theorem decides");
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

/* A claim about a region, in which there may be several rest sets. */
static bool is_regional(const ss_proof *p, const ss_answer *a) {
  return a->verdict == SS_PROVED && p->region_count > 0 &&
         (a->scope == SS_SCOPE_LOCAL || a->scope == SS_SCOPE_SUBSET);
}

/* The words of the other claims: "the rest set is stable", "motions that start below the level". */
static const char *say_answer(const ss_proof *p, const ss_answer *a) {
  const bool yes = a->verdict == SS_PROVED;
  if (a->what == SS_QUESTION_STABLE)
    return a->scope == SS_SCOPE_ZERO_ORDER ? "the rest position, in the zero-order dynamics"
           : a->point                      ? "the rest point"
           : yes                           ? "the rest set: what starts near it stays near it"
                                           : "the rest set";
  if (is_regional(p, a))
    return a->what == SS_QUESTION_BOUNDED ? "motions that start in the region below the level"
                                          : "the rest positions in the region below the level";
  if (a->what == SS_QUESTION_BOUNDED)
    return a->scope == SS_SCOPE_LOCAL && yes ? "motions that start below the level"
           : yes                             ? "every motion"
                                             : "motions";
  return a->scope == SS_SCOPE_GLOBAL   ? "the rest set: every motion approaches it"
         : a->scope == SS_SCOPE_SUBSET ? "the part of the rest set below the level"
                                       : "the rest set";
}

/* What follows besides, and what of the question stays open. */
static void show_answers(const ss_proof *p, ss_text *out) {
  ss_table t;
  if (p->verdict == SS_UNKNOWN || p->answers < 2) return;
  ss_text_add(out, "\nby the same conditions\n");
  ss_table_start(&t, 4);
  for (size_t i = 0; i < p->answers; i++) {
    const ss_answer *a = &p->answer[i];
    ss_table_add(&t, "%s", ss_question_word(a->what));
    ss_table_add(&t, "%s", ss_verdict_text(a->verdict));
    ss_table_add(&t, "%s", say_answer(p, a));
    ss_table_add(&t, "%s", a->theorem ? a->theorem : "");
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static void show_place(const ss_rest_sets *sets, const double *q, ss_text *out) {
  for (size_t i = 0; i < sets->system->coordinates; i++)
    ss_text_addf(out, "%s%s = %.6g", i ? ", " : "", sets->system->names[i], q[i]);
}

void ss_show_rest_choice(const ss_rest_choice *c, ss_text *out) {
  const ss_rest_sets *sets = &c->sets;
  if (sets->count == 0 || (sets->count == 1 && c->chosen == 0)) return;
  ss_text_add(out, "\nrest sets that were found\n");
  for (size_t i = 0; i < sets->count; i++) {
    ss_text_addf(out, "  %s  energy %.6g at ", sets->set[i].name, c->energy[i]);
    show_place(sets, sets->set[i].center, out);
    ss_text_add(out, i == c->chosen ? "   this is the one that is meant\n" : "\n");
  }
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

/* How the proved level was verified: in rationals cell by cell, or over boxes. */
static void add_how(ss_table *t, const ss_proof *p) {
  const size_t leaves = p->levels.leaves;
  if (leaves == 0)
    ss_table_add(t, "over boxes, with all rounding enclosed");
  else if (p->of_function)
    ss_table_add(t, "over %zu box%s, with all rounding enclosed", leaves, leaves == 1 ? "" : "es");
  else
    ss_table_add(t, "exactly, in %zu cell%s", leaves, leaves == 1 ? "" : "s");
}

static void show_levels(const ss_proof *p, ss_text *out) {
  const ss_levels *l = &p->levels;
  ss_table t;
  if (isnan(l->proved)) return;
  ss_text_add(out, p->of_function
                       ? "\nlevels of the function V of the model, counted from the rest point\n"
                       : "\nlevels of V = 1/2 u^T M u + U, counted from the rest point without "
                         "friction\n");
  ss_table_start(&t, 3);
  ss_table_add(&t, "proved");
  ss_table_add(&t, "%s", proved_text(l));
  add_how(&t, p);
  /* a level by boxes has no other beside it: what is told as tight is the proved one */
  if (l->leaves)
    add_level(&t, l, "tight", l->tight, "the largest on which V falls, in floating point");
  add_level(&t, l, "published", l->published, "the theorem's own procedure with the best beta");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  if (p->limited_by) ss_text_addf(out, "  stopped by %s\n", p->limited_by);
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
  if (p->rest_fraction == 1 && p->levels.leaves == 0) {
    /* over boxes: not how far it reaches, but where surely none of it is any more */
    ss_text_addf(out, "\nrest set: all of it inside the level, where V < %.10g\n", p->rest_energy);
  } else if (!isnan(p->rest_fraction)) {
    ss_text_addf(out, "\nrest set: energy at most %.10g, ", p->rest_energy);
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

static void show_region(const ss_proof *p, ss_text *out) {
  if (p->verdict == SS_UNKNOWN || p->region_count == 0) return;
  ss_text_add(out,
              p->verdict == SS_PROVED
                  ? "\nthe region: nothing is said of states outside it, whatever their energy\n"
                  : "\nthe region\n");
  for (size_t i = 0; i < p->region_count; i++)
    ss_text_addf(out, "  %s from %.10g to %.10g\n", p->region_name[i], p->region_lo[i],
                 p->region_hi[i]);
  if (p->region_moves)
    ss_text_addf(out, "it moves with the parameters in their ranges: %s\n", p->region_moves);
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
  show_answers(p, out);
  show_levels(p, out);
  show_rest_set(p, out);
  show_region(p, out);
  show_escape(p, out);
  if (p->motions) ss_text_addf(out, "\nassumed: the model as written; %s\n", p->motions);
}
