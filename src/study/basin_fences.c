/* basin_fences.c: proved basins of machines with one coordinate that are not linear.
 *
 * Fences (fence.h) tell of every cell of the plane (q, u) in which haven its motions come to rest.
 * A haven is called by the rest set in it; where the coordinate is an angle that sets were
 * found for one turn of, by how many turns it is away from it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "standstill/json.h"
#include "standstill/linear.h"
#include "study_private.h"

bool ss_basin_is_fenced(const ss_machine *machine) {
  const ss_system *s = ss_machine_system(machine);
  if (s->coordinates != 1) return false;
  if (s->normals) return true;
  /* with the numbers that parameters have: a cubic spring may have none */
  ss_arena *arena = ss_arena_create();
  ss_linear linear;
  const char *why_not = NULL;
  const bool known = arena && ss_linear_create(arena, s, &linear, &why_not) == SS_OK;
  const bool fenced = known && why_not;
  if (known && !fenced) ss_linear_clear(&linear);
  ss_arena_destroy(arena);
  return fenced;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* How many copies of a set, by whole turns, have something in the haven; the turns of the last. */
static size_t count_copies(const ss_basin *b, const ss_rest_set *set, const ss_haven *h,
                           double *turns) {
  const double period = b->sets.searched == 1 ? b->sets.searched_period[0] : 0;
  if (!(period > 0)) {
    *turns = 0;
    return set->lo[0] <= h->to && h->from <= set->hi[0];
  }
  const double first = ceil((h->from - set->hi[0]) / period);
  *turns = floor((h->to - set->lo[0]) / period);
  return first <= *turns ? (size_t)(*turns - first) + 1 : 0;
}

/* Were rest sets searched in all of it? */
static bool was_searched(const ss_basin *b, const ss_haven *h) {
  const ss_rest_sets *s = &b->sets;
  if (!s->complete || s->searched > 1) return false;
  return s->searched == 0 || s->searched_period[0] > 0 || !s->from ||
         (s->from[0] <= h->from && h->to <= s->to[0]);
}

/* The only set that has something in it; where that is not known, the haven itself. */
static const char *name_haven(const ss_basin *b, size_t k) {
  const ss_haven *h = ss_fences_haven(b->proof->fences, k);
  ss_arena *arena = b->work.arena;
  const char *found = NULL;
  double turns, those = 0;
  size_t count = 0;
  for (size_t i = 0; i < b->sets.count; i++) {
    const size_t copies = count_copies(b, &b->sets.set[i], h, &turns);
    if (copies) found = b->sets.set[i].name, those = turns;
    count += copies;
  }
  if (count != 1 || !was_searched(b, h))
    return ss_arena_format(arena, "rests between %.6g and %.6g", h->from, h->to);
  if (those == 0) return found;
  return ss_arena_format(arena, "%s %c %.0f turn%s", found, those > 0 ? '+' : '-', fabs(those),
                         fabs(those) == 1 ? "" : "s");
}

/* ---- the fences ------------------------------------------------------------------------------ */

/* Which axis of the plane is the coordinate. */
static int position_axis(const ss_basin *b) {
  return b->axis[0] == 0 ? 0 : 1;
}

static ss_status add_havens(ss_basin *b) {
  struct ss_basin_proof *p = b->proof;
  ss_map_work *w = &b->work;
  for (size_t k = 0; k < ss_fences_count(p->fences); k++) {
    const ss_haven *h = ss_fences_haven(p->fences, k);
    if (!ss_haven_is_last(h)) break; /* turns: their classes are those of their ends */
    const char *name = name_haven(b, k);
    const char *class = name ? ss_arena_format(w->arena, "%s, proved", name) : NULL;
    if (!class) return SS_MEMORY;
    const uint8_t code = ss_map_add_class(w, class, SS_SWEEP_PROVED_REST);
    if (k == 0) p->rest = code;
    ss_map_add_fact(w, name, "%s from %.9g to %.9g, %s",
                    ss_machine_model(b->machine)->coordinate[0].name.text, h->from, h->to,
                    h->trap ? "from where motions rest there" : "all of it rests");
  }
  return SS_OK;
}

ss_status ss_basin_start_fences(ss_basin *b, ss_diagnostics *list) {
  struct ss_basin_proof *p = b->proof;
  const int q = position_axis(b);
  const char *why;
  const ss_fence_options o = {.low = {b->page[2 * q], b->page[2 * (1 - q)]},
                              .high = {b->page[2 * q + 1], b->page[2 * (1 - q) + 1]},
                              .depth = p->depth};
  const ss_status status =
      ss_fences_create(b->work.arena, ss_machine_system(b->machine), &o, &p->fences, &why);
  if (status != SS_OK)
    return ss_study_refuse(list, status == SS_BAD_ARGUMENT ? SS_BAD_INPUT : status, "--prove: %s",
                           why ? why : ss_status_text(status));
  p->shares.set = "rest";
  ss_map_add_fact(&b->work, "proof", "fences, depth %zu", p->depth);
  return add_havens(b);
}

size_t ss_basin_find_haven(const ss_basin *b, const double *x, const double *reach) {
  const double low[2] = {x[0] - reach[0], x[1] - reach[1]};
  const double high[2] = {x[0] + reach[0], x[1] + reach[1]};
  return ss_fences_find(b->proof->fences, low, high);
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* How many havens are needed: all that are no turns, and turns up to the last that a leaf names. */
static size_t count_needed(const ss_basin *b) {
  const struct ss_basin_proof *p = b->proof;
  size_t count = 0, haven;
  while (count < ss_fences_count(p->fences) && ss_haven_is_last(ss_fences_haven(p->fences, count)))
    count++;
  for (size_t i = 0; i < p->chunks; i++)
    for (const char *line = p->cell[i].leaves.data, *end; (end = strchr(line, '\n'));
         line = end + 1)
      if (sscanf(line, "%*u %*u %*u rest %zu", &haven) == 1 && haven >= count) count = haven + 1;
  return count;
}

void ss_basin_describe_fences(const ss_basin *b, void *map) {
  static const char *const names[SS_FENCES_OF_HAVEN] = {"right_under", "right_over", "left_under",
                                                        "left_over"};
  const ss_fences *f = b->proof->fences;
  json_t *havens = json_array(), *root = map;
  for (size_t k = 0, count = count_needed(b); k < count; k++) {
    const ss_haven *h = ss_fences_haven(f, k);
    json_t *haven = json_object(), *ends = ss_study_numbers(2, (double[]){h->from, h->to});
    const char *kind = h->starts > 0   ? "right"
                       : h->starts < 0 ? "left"
                       : h->wall       ? h->trap ? "stop" : "bounce"
                       : h->trap       ? "trap"
                                       : "rest";
    ss_json_set(&haven, "kind", json_string(kind));
    if (!ss_haven_is_last(h)) ss_json_set(&haven, "next", json_integer((json_int_t)h->next));
    const size_t under = h->wall < 0 ? 2 : 0; /* of the motions that run into the stop */
    if (h->wall) ss_json_set(&haven, "height", json_integer(ss_fences_bounce(f, k, under)));
    if (h->wall && !h->trap)
      ss_json_set(&haven, "over", json_integer(ss_fences_bounce(f, k, under + 1)));
    ss_json_set(&haven, "from", json_incref(json_array_get(ends, 0)));
    ss_json_set(&haven, "to", json_incref(json_array_get(ends, 1)));
    json_decref(ends);
    for (size_t i = 0; i < SS_FENCES_OF_HAVEN; i++) {
      ss_text text;
      ss_text_start(&text);
      const bool there = ss_fences_print(f, k, i, &text);
      ss_json_set(&haven, names[i], there && !text.failed ? json_string(text.data) : json_null());
      ss_text_stop(&text);
    }
    ss_json_append(&havens, haven);
  }
  ss_json_set(&root, "havens", havens);
  double stop;
  if (!ss_fences_stop(f, &stop)) return;
  json_t *at = ss_study_numbers(1, &stop);
  ss_json_set(&root, "stop", json_incref(json_array_get(at, 0)));
  json_decref(at);
}
