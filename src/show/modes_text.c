/* modes_text.c: the consistent contact modes at a state, for people. */
#include <math.h>

#include "show_private.h"

static double rounded(double value) {
  return fabs(value) < 1e-12 ? 0 : value;
}

/* "exactly one", "none (Painlevé)", "ambiguous", and what that means here. */
static void show_verdict(const ss_snapshot *s, ss_text *out) {
  const ss_state_modes *modes = s->modes;
  if (s->contacts->approaching)
    ss_text_add(out, "  a closed contact approaches: an impact comes first\n");
  if (!modes->decided)
    ss_text_add(out, modes->count ? "  a solution; whether it is the only one is not decided\n"
                                  : "  no solution was found, which decides nothing\n");
  else if (modes->solutions == SS_SOLUTIONS_NONE)
    ss_text_add(out, "  none (Painlevé): no forces satisfy the laws of all contacts\n");
  else if (modes->solutions == SS_SOLUTIONS_UNIQUE)
    ss_text_add(out, "  exactly one\n");
  else
    ss_text_addf(out, "  ambiguous: %zu consistent\n", modes->count);
}

static void show_mode(const ss_snapshot *s, const ss_state_mode *mode, ss_text *out) {
  const ss_system *sys = s->system;
  ss_table t;
  ss_table_start(&t, 3);
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    ss_table_add(&t, "%s %s", ss_element_word(e->element->kind), e->element->name.text);
    ss_table_add(&t, "%s", ss_mode_word(mode->mode[i]));
    ss_text forces;
    ss_text_start(&forces);
    if (e->normal != SIZE_MAX) ss_text_addf(&forces, "λ_N %.6g", rounded(mode->forces[e->normal]));
    for (size_t k = 0; k < e->slips; k++)
      ss_text_addf(&forces, "%sλ_%s %.6g", forces.length ? "  " : "",
                   ss_show_slip_name(e->element, k),
                   rounded(mode->forces[sys->normals + e->slip + k]));
    ss_table_add_text(&t, &forces);
    ss_text_stop(&forces);
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  ss_text_add(out, "    ");
  for (size_t i = 0; i < sys->coordinates; i++)
    ss_text_addf(out, "%s%s%s = %.6g", i ? ", " : "", sys->names[i], sys->aux[i] ? "'" : "''",
                 rounded(mode->acceleration[i]));
  ss_text_add(out, "\n");
  if (s->modes->decided && !mode->motion_unique)
    ss_text_add(out, "    one of a whole range of motions\n");
  else if (s->modes->decided && !mode->forces_unique)
    ss_text_add(out, "    other forces lead to the same motion\n");
}

void ss_show_modes(const ss_snapshot *s, ss_text *out) {
  if (!s->modes) return;
  ss_text_add(out, "\ncontact modes\n");
  show_verdict(s, out);
  for (size_t i = 0; i < s->modes->count; i++) {
    ss_text_add(out, "\n");
    show_mode(s, &s->modes->items[i], out);
  }
}
