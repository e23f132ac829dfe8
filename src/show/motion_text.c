/* motion_text.c: a motion for people: what happened when, where it ended, where the energy went. */
#include <math.h>

#include "show_private.h"

enum { FIRST_SHOWN = 25, LAST_SHOWN = 10 };

static const char *element_name(const ss_system *s, size_t element) {
  return element < s->elements ? s->element[element].element->name.text : "";
}

/* "xR <= LP no longer holds" */
static void add_relation(const ss_system *s, ss_table *t, const ss_relation *relation) {
  ss_text text;
  ss_text_start(&text);
  ss_show_relation(s->graph, relation, &text);
  ss_text_add(&text, " no longer holds");
  ss_table_add_text(t, &text);
  ss_text_stop(&text);
}

/* "kinetic energy 2.5 -> 0.6" for an impact, the rate of a settling, "" for the rest. */
static void add_detail(const ss_system *s, ss_table *t, const ss_event *e) {
  if (ss_event_jumps(e->kind))
    ss_table_add(t, "kinetic energy %.6g -> %.6g%s", e->energy_before, e->energy_after,
                 e->energy_after > e->energy_before * (1 + 1e-9) + 1e-12 ? " (gained)" : "");
  else if (e->kind == SS_EVENT_SETTLE && !isnan(e->rate))
    ss_table_add(t, "rate %.6g", e->rate);
  else if (e->kind == SS_EVENT_LEAVE && e->relation)
    add_relation(s, t, e->relation);
  else
    ss_table_add(t, "%s", "");
}

static void show_events(const ss_system *s, const ss_motion *m, ss_text *out) {
  ss_table t;
  const size_t all = m->events + m->left_out;
  const bool long_list = all > FIRST_SHOWN + LAST_SHOWN;
  if (m->events == 0) return;
  ss_table_start(&t, 4);
  for (size_t i = 0; i < m->events; i++) {
    if (long_list && i == FIRST_SHOWN) {
      ss_table_add(&t, "...");
      ss_table_add(&t, "%zu more", all - FIRST_SHOWN - LAST_SHOWN);
      ss_table_add(&t, "%s", "");
      ss_table_add(&t, "%s", "");
      i = m->events - LAST_SHOWN;
    }
    const ss_event *e = &m->event[i];
    ss_table_add(&t, "%.9f", e->t);
    ss_table_add(&t, "%s", ss_event_word(e->kind));
    ss_table_add(&t, "%s", element_name(s, e->element));
    add_detail(s, &t, e);
  }
  ss_text_add(out, "events\n");
  ss_table_print(&t, 2, out);
  ss_text_add(out, "\n");
  ss_table_stop(&t);
}

/* When the machine rested, or had settled. */
static double find_end(const ss_motion *m) {
  for (size_t i = m->events; i-- > 0;)
    if (m->event[i].kind == SS_EVENT_REST || m->event[i].kind == SS_EVENT_SETTLE)
      return m->event[i].t;
  return m->t;
}

/* Values that are rounding errors of the largest one are 0 to people. */
static double clean(double value, double size) {
  return fabs(value) < 1e-14 * fmax(1, size) ? 0 : value;
}

static double find_size(size_t count, const double *values) {
  double size = 0;
  for (size_t i = 0; i < count; i++) size = fmax(size, fabs(values[i]));
  return size;
}

static void show_end(const ss_system *s, const ss_motion *m, ss_text *out) {
  if (m->at_rest)
    ss_text_addf(out, "came to rest at t = %.9g, in the rest set near ", find_end(m));
  else if (m->settles)
    ss_text_addf(out, "has settled at t = %.9g and tends to the rest set near ", find_end(m));
  else
    ss_text_addf(out, "at t = %.9g: ", m->t);
  for (size_t i = 0; i < s->coordinates; i++)
    ss_text_addf(out, "%s%s = %.9g", i ? ", " : "", s->names[i],
                 clean(m->q[i], find_size(s->coordinates, m->q)));
  ss_text_add(out, "\n");
  if (m->settles && !isnan(m->rate))
    ss_text_addf(out, "  it never quite stops: velocities fall like exp(-%.6g t)\n", m->rate);
  if (m->at_rest || m->settles) return;
  if (find_size(s->coordinates, m->u) == 0) {
    ss_text_add(out, "  standing still there\n");
    return;
  }
  ss_text_add(out, "  moving with ");
  for (size_t i = 0; i < s->coordinates; i++)
    ss_text_addf(out, "%s%s' = %.9g", i ? ", " : "", s->names[i],
                 clean(m->u[i], find_size(s->coordinates, m->u)));
  ss_text_add(out, "\n");
  if (m->cycle) ss_show_cycle(s->coordinates, s->names, "it tends to a cycle", m->cycle, out);
}

static void add_amount(ss_table *t, const char *what, double joule) {
  ss_table_add(t, "%s", what);
  ss_table_add(t, "%.9g", joule);
}

/* An element's amounts, where they are not 0. */
static void add_amounts(ss_table *t, const char *what, const ss_element *e, double joule) {
  if (joule == 0) return;
  ss_table_add(t, "%s %s", what, e->name.text);
  ss_table_add(t, "%.9g", joule);
}

static void show_energy(const ss_system *s, const ss_motion *m, ss_text *out) {
  const ss_energy_book *b = &m->energy;
  const double all[] = {b->start, b->end, b->work, b->friction, b->impacts};
  const double size = find_size(sizeof all / sizeof *all, all);
  ss_table t;
  ss_table_start(&t, 2);
  add_amount(&t, "start", clean(b->start, size));
  add_amount(&t, "work of forces", clean(b->work - b->controls, size));
  if (b->controls != 0) add_amount(&t, "work of controls", clean(b->controls, size));
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    /* without friction: what time stepping took away where it stopped a contact; by events it
     * takes nothing, and what there is are rounding errors */
    const bool rubs = e->law != SS_LAW_FRICTIONLESS;
    double taken = b->friction_of ? clean(b->friction_of[i], size) : 0;
    if (!rubs && m->method == SS_MOTION_EVENTS && fabs(taken) <= fabs(b->residual)) taken = 0;
    add_amounts(&t, rubs ? "friction in" : "losses in", e, taken);
    if (b->impacts_of) add_amounts(&t, "impacts of", e, clean(b->impacts_of[i], size));
  }
  add_amount(&t, "end", clean(b->end, size));
  add_amount(&t, "residual", b->residual);
  ss_text_add(out, "\nenergy\n");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

void ss_show_motion(const ss_system *s, const ss_motion *m, ss_text *out) {
  show_events(s, m, out);
  show_end(s, m, out);
  show_energy(s, m, out);
  ss_text_addf(out, "\nmethod %s, %zu step%s", ss_motion_method_word(m->method), m->steps,
               m->steps == 1 ? "" : "s");
  if (m->method != SS_MOTION_EVENTS && s->normals)
    ss_text_addf(out, ", gaps kept to %.2g", m->penetration);
  ss_text_add(out, "\n");
  if (m->doubt) ss_text_addf(out, "not unique at t = %.9g: %s\n", m->doubt_time, m->doubt);
  if (m->reason) ss_text_addf(out, "stopped early: %s\n", m->reason);
}
