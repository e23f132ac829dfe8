/* linear_cases.c: the cases of a linear machine that have equilibria.
 *
 * Contacts are open or closed, sliders press to one side or to the other: 2^m cases, of which few
 * are possible. They are found by branch and bound. The polyhedron of a case that is not settled
 * (linear_rows.c) contains the equilibria of all cases that it may become; if it is empty, so are
 * they. A contact is settled where linear programs show it,
 *
 *     closed   if its gap is 0 all over the polyhedron, or its force nowhere,
 *     open     if its force is 0 all over it, or its gap nowhere,
 *
 * and a slider if its force has one sign. If nothing more can be settled so, one element is taken
 * to be the one and then the other. A hundred blocks on a floor take two rounds and no branch.
 *
 * Cost: a few programs per element and round. At most CASES_MOST polyhedra are looked at; beyond
 * that the list is not complete, and says so.
 */
#include <stdlib.h>
#include <string.h>

#include "linear.h"

enum { CASES_MOST = 4096 };

typedef struct listing {
  const ss_rest_linear *m;
  ss_rest_linear_cases *cases;
  size_t tried;
} listing;

static ss_status make_case(const ss_rest_linear *m, ss_rest_linear_case *one) {
  const size_t count = m->system->elements;
  one->closed = ss_arena_new(m->arena, count, bool);
  one->settled = ss_arena_new(m->arena, count, bool);
  one->side = ss_arena_new(m->arena, count, int);
  return one->closed && one->settled && one->side ? SS_OK : SS_MEMORY;
}

static ss_status copy_case(const ss_rest_linear *m, const ss_rest_linear_case *from,
                           ss_rest_linear_case *to) {
  const size_t count = m->system->elements;
  const ss_status status = make_case(m, to);
  if (status != SS_OK) return status;
  memcpy(to->closed, from->closed, count * sizeof *to->closed);
  memcpy(to->settled, from->settled, count * sizeof *to->settled);
  memcpy(to->side, from->side, count * sizeof *to->side);
  return SS_OK;
}

/* Everything that has one case only is settled at once. */
static void start_case(const ss_rest_linear *m, ss_rest_linear_case *one) {
  for (size_t e = 0; e < m->system->elements; e++) {
    const ss_system_element *element = &m->system->element[e];
    const ss_element_kind kind = element->element->kind;
    const bool rubs = element->slips && !fmpq_is_zero(m->mu + e);
    one->closed[e] = kind != SS_ELEMENT_CONTACT;
    one->settled[e] = kind == SS_ELEMENT_SLIDER ? !rubs : kind != SS_ELEMENT_CONTACT;
  }
}

/* ---- settling -------------------------------------------------------------------------------- */

static void settle_contact(const ss_rest_linear_rows *rows, ss_dictionary *d, size_t e,
                           ss_rest_linear_case *one) {
  const slong gap = rows->gap[e], press = rows->press[e];
  const bool closed = !ss_dictionary_is_strict(d, gap) || !ss_dictionary_is_met(d, press);
  one->settled[e] = closed || !ss_dictionary_is_strict(d, press) || !ss_dictionary_is_met(d, gap);
  one->closed[e] = closed;
}

static void settle_slider(const ss_rest_linear *m, ss_dictionary *d, size_t e,
                          ss_rest_linear_case *one) {
  const slong force = (slong)(m->n + m->system->element[e].normal);
  fmpq_t end;
  fmpq_init(end);
  for (int side = -1; side <= 1 && !one->settled[e]; side += 2) {
    one->settled[e] = ss_dictionary_extreme(d, force, -side, end) && fmpq_sgn(end) * side >= 0;
    one->side[e] = one->settled[e] ? side : 0;
  }
  fmpq_clear(end);
}

/* Settles what can be; whether something was, and in *open the first element that is left. */
static bool settle(const ss_rest_linear *m, const ss_rest_linear_rows *rows, ss_dictionary *d,
                   ss_rest_linear_case *one, size_t *open) {
  bool changed = false;
  *open = SIZE_MAX;
  for (size_t e = 0; e < m->system->elements; e++) {
    if (one->settled[e]) continue;
    if (rows->press[e] >= 0)
      settle_contact(rows, d, e, one);
    else
      settle_slider(m, d, e, one);
    changed |= one->settled[e];
    if (!one->settled[e] && *open == SIZE_MAX) *open = e;
  }
  return changed;
}

/* ---- branching ------------------------------------------------------------------------------- */

static ss_status keep_case(listing *l, const ss_rest_linear_case *one) {
  ss_rest_linear_cases *cases = l->cases;
  if (cases->count == cases->capacity) {
    const size_t capacity = 2 * cases->capacity + 8;
    ss_rest_linear_case *more = ss_arena_new(l->m->arena, capacity, ss_rest_linear_case);
    if (!more) return SS_MEMORY;
    if (cases->count) memcpy(more, cases->item, cases->count * sizeof *more);
    cases->item = more;
    cases->capacity = capacity;
  }
  return copy_case(l->m, one, &cases->item[cases->count++]);
}

/* One round: *empty, or what can be settled; *open: the element to branch on, SIZE_MAX: none. */
static ss_status look(listing *l, ss_rest_linear_case *one, bool *empty, bool *changed,
                      size_t *open) {
  ss_rest_linear_rows rows;
  ss_dictionary d;
  const ss_status status = ss_rest_linear_write(l->m, one, &rows);
  if (status != SS_OK) return status;
  ss_dictionary_create(rows.equations, rows.inequalities, &d);
  *empty = d.empty;
  *changed = !d.empty && settle(l->m, &rows, &d, one, open);
  ss_dictionary_clear(&d);
  ss_rest_linear_rows_clear(&rows);
  return SS_OK;
}

static ss_status branch(listing *l, const ss_rest_linear_case *one, size_t e);

/* Lists the cases that `one` may become; it is settled on the way. */
static ss_status list(listing *l, ss_rest_linear_case *one) {
  bool empty = false, changed = true;
  size_t open = SIZE_MAX;
  while (changed) {
    if (l->tried++ == CASES_MOST) {
      l->cases->all = false;
      return SS_OK;
    }
    const ss_status status = look(l, one, &empty, &changed, &open);
    if (status != SS_OK || empty) return status;
  }
  return open == SIZE_MAX ? keep_case(l, one) : branch(l, one, open);
}

static ss_status branch(listing *l, const ss_rest_linear_case *one, size_t e) {
  const bool contact = l->m->system->element[e].element->kind == SS_ELEMENT_CONTACT;
  ss_status status = SS_OK;
  for (int choice = 0; choice < 2 && status == SS_OK && l->cases->all; choice++) {
    ss_rest_linear_case next;
    status = copy_case(l->m, one, &next);
    if (status != SS_OK) break;
    next.settled[e] = true;
    next.closed[e] = !contact || choice == 1;
    next.side[e] = contact ? 0 : choice ? -1 : 1;
    status = list(l, &next);
  }
  return status;
}

ss_status ss_rest_linear_list_cases(const ss_rest_linear *m, ss_rest_linear_cases *cases) {
  listing l = {.m = m, .cases = cases};
  ss_rest_linear_case first;
  *cases = (ss_rest_linear_cases){.all = true};
  const ss_status status = make_case(m, &first);
  if (status != SS_OK) return status;
  start_case(m, &first);
  return list(&l, &first);
}
