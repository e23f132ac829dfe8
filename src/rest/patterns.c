/* patterns.c: the cases of the equilibrium problem.
 *
 * A contact is closed or open, and a slider presses to one side or to the other (its friction is
 * bounded by |lambda_N|): in each case the conditions are convex. All combinations are tried in
 * turn, 2^(contacts + sliders with friction) of them. Of many contacts only the sets of at most two
 * closed ones are, and the answer says that it is not complete.
 */
#include "rest_private.h"

enum { SIDES_MOST = 10 };

static bool has_sides(const ss_element *e) {
  return e->kind == SS_ELEMENT_SLIDER && e->law != SS_LAW_FRICTIONLESS;
}

static size_t count_bits(const ss_system *system, size_t *contacts) {
  size_t bits = 0;
  *contacts = 0;
  for (size_t i = 0; i < system->elements; i++) {
    const ss_element *e = system->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT) ++*contacts;
    if (e->kind == SS_ELEMENT_CONTACT || has_sides(e)) bits++;
  }
  return bits;
}

ss_status ss_rest_patterns_start(ss_arena *arena, const ss_system *system, size_t contacts_most,
                                 ss_rest_pattern *pattern) {
  size_t contacts;
  const size_t bits = count_bits(system, &contacts);
  *pattern = (ss_rest_pattern){.all = contacts <= contacts_most};
  pattern->closed = ss_arena_new(arena, system->elements, bool);
  pattern->side = ss_arena_new(arena, system->elements, int);
  if (!pattern->closed || !pattern->side) return SS_MEMORY;
  return bits - contacts > SIDES_MOST || bits > 24 ? SS_LIMIT : SS_OK;
}

bool ss_rest_patterns_next(const ss_system *system, ss_rest_pattern *pattern) {
  size_t contacts;
  const size_t bits = count_bits(system, &contacts);
  for (; pattern->next < (uint64_t)1 << bits; pattern->next++) {
    size_t bit = 0, closed = 0;
    for (size_t i = 0; i < system->elements; i++) {
      const ss_element *e = system->element[i].element;
      const bool contact = e->kind == SS_ELEMENT_CONTACT;
      const bool set = contact || has_sides(e) ? pattern->next >> bit++ & 1 : true;
      pattern->closed[i] = contact ? set : true;
      pattern->side[i] = has_sides(e) ? (set ? 1 : -1) : 0;
      closed += contact && set;
    }
    if (pattern->all || closed <= 2) {
      pattern->next++;
      return true;
    }
  }
  return false;
}
