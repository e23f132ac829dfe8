/* patterns.c: the cases of the equilibrium problem.
 *
 * A contact is closed or open, and a slider presses to one side or to the other (its friction is
 * bounded by |lambda_N|): in each case the conditions are convex. All combinations are tried in
 * turn, 2^(contacts + sliders with friction) of them. Of many contacts only the sets of at most two
 * closed ones are, and the answer says that it is not complete.
 *
 * A case is a number whose low bits are the contacts and whose high bits are the sides. If more
 * contacts are closed than wanted, so they are in every number up to the next multiple of the
 * lowest bit that is set: these are skipped at once.
 */
#include <assert.h>
#include <string.h>

#include "rest_private.h"

enum { SIDES_MOST = 10, BITS_MOST = 24, CLOSED_MOST = 2 };

static bool has_sides(const ss_element *e) {
  return e->kind == SS_ELEMENT_SLIDER && e->law != SS_LAW_FRICTIONLESS;
}

static void count_bits(const ss_system *system, size_t *contacts, size_t *sides) {
  *contacts = *sides = 0;
  for (size_t i = 0; i < system->elements; i++) {
    const ss_element *e = system->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT) ++*contacts;
    if (has_sides(e)) ++*sides;
  }
}

ss_status ss_rest_pattern_create(ss_arena *arena, const ss_system *system,
                                 ss_rest_pattern *pattern) {
  *pattern = (ss_rest_pattern){.all = true};
  pattern->closed = ss_arena_new(arena, system->elements, bool);
  pattern->side = ss_arena_new(arena, system->elements, int);
  if (!pattern->closed || !pattern->side) return SS_MEMORY;
  size_t contacts, sides;
  count_bits(system, &contacts, &sides);
  return sides > SIDES_MOST ? SS_LIMIT : SS_OK;
}

bool ss_rest_pattern_choose_sides(const ss_system *system, uint64_t number,
                                  ss_rest_pattern *pattern) {
  size_t bit = 0;
  for (size_t i = 0; i < system->elements; i++)
    pattern->side[i] = has_sides(system->element[i].element) ? (number >> bit++ & 1 ? -1 : 1) : 0;
  return number >> bit == 0;
}

ss_status ss_rest_patterns_start(ss_arena *arena, const ss_system *system, size_t contacts_most,
                                 ss_rest_pattern *pattern) {
  assert(ss_graph_is_sealed(system->graph));
  size_t contacts, sides;
  count_bits(system, &contacts, &sides);
  const ss_status status = ss_rest_pattern_create(arena, system, pattern);
  pattern->all = contacts <= contacts_most;
  return status == SS_OK && contacts + sides > BITS_MOST ? SS_LIMIT : status;
}

static size_t count_ones(uint64_t number) {
  size_t ones = 0;
  for (; number; number &= number - 1) ones++;
  return ones;
}

bool ss_rest_patterns_next(const ss_system *system, ss_rest_pattern *pattern) {
  size_t contacts, sides, contact = 0;
  count_bits(system, &contacts, &sides);
  const uint64_t one = 1, of_contacts = (one << contacts) - 1;
  while (!pattern->all && count_ones(pattern->next & of_contacts) > CLOSED_MOST)
    pattern->next += pattern->next & (~pattern->next + 1);
  const uint64_t number = pattern->next;
  if (number >> (contacts + sides)) return false;
  for (size_t i = 0; i < system->elements; i++) {
    const bool is_contact = system->element[i].element->kind == SS_ELEMENT_CONTACT;
    pattern->closed[i] = is_contact ? number >> contact++ & 1 : true;
  }
  ss_rest_pattern_choose_sides(system, number >> contacts, pattern);
  pattern->next++;
  return true;
}

ss_status ss_rest_patterns_list(ss_arena *arena, const ss_system *system, size_t contacts_most,
                                ss_patterns *patterns) {
  ss_rest_pattern pattern;
  ss_status status = ss_rest_patterns_start(arena, system, contacts_most, &pattern);
  *patterns = (ss_patterns){.all = pattern.all};
  if (status != SS_OK) return status;
  while (ss_rest_patterns_next(system, &pattern)) patterns->count++;
  patterns->item = ss_arena_new(arena, patterns->count, ss_rest_pattern);
  if (!patterns->item) return SS_MEMORY;
  pattern.next = 0;
  for (size_t i = 0; i < patterns->count; i++) {
    ss_rest_pattern *item = &patterns->item[i];
    ss_rest_patterns_next(system, &pattern);
    status = ss_rest_pattern_create(arena, system, item);
    if (status != SS_OK) return status;
    memcpy(item->closed, pattern.closed, system->elements * sizeof *item->closed);
    memcpy(item->side, pattern.side, system->elements * sizeof *item->side);
  }
  return SS_OK;
}
