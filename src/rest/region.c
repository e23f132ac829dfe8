/* region.c: the region's relations, and a box around it.
 *
 * The region is given by margins r_i(z) >= 0 (or = 0). A slab at one end of the box in which some
 * margin is negative throughout, by ball arithmetic, holds nothing of the region and is cut off:
 * half of the width where that works, else a quarter, and so on down to 2^-SHARES of it; then the
 * next end, and all again until nothing changes. The box begins with ±FAR in every coordinate, and
 * each success halves it, so that a bound of any size is found in some thirty steps. An end that
 * is still FAR counts as none.
 *
 * The result is rigorous, the region lies within it, and is near to the best where the relations
 * are about single coordinates or have convex terms; the margins themselves cut the sets exactly.
 */
#include <math.h>
#include <string.h>

#include "search.h"

enum { PRECISION = 64, SHARES = 60, ROUNDS = 8 };

static const double FAR = 1e9;

/* ---- relations ------------------------------------------------------------------------------- */

/* The region of that name, or the only one; NULL if there is none. */
static const ss_relations *find_region(const ss_model *model, const char *name) {
  for (size_t i = 0; name && i < model->regions; i++)
    if (strcmp(model->region[i].name.text, name) == 0) return &model->region[i];
  return !name && model->regions == 1 ? model->region : NULL;
}

ss_status ss_region_list(ss_arena *arena, const ss_statics *statics, const char *name,
                         ss_region_margins *list) {
  const ss_system *system = statics->system;
  const ss_relations *region = find_region(system->model, name);
  const size_t most = region ? region->count : 0;
  ss_graph *g = statics->graph;
  *list = (ss_region_margins){.margin = ss_arena_new(arena, most, ss_expr),
                              .equal = ss_arena_new(arena, most, bool)};
  if (!list->margin || !list->equal) return SS_MEMORY;
  for (size_t i = 0; i < most; i++) {
    const ss_relation *r = &region->items[i];
    ss_expr margin = ss_expr_sub(g, r->left.resolved, r->right.resolved);
    if (ss_expr_find_symbol(g, 1, &margin, system->coordinates, system->u) ||
        ss_expr_depends(g, margin, system->model->time))
      continue;
    if (r->kind == SS_LESS_EQUAL) margin = ss_expr_neg(g, margin);
    list->equal[list->relations] = r->kind == SS_EQUAL;
    list->margin[list->relations++] = margin;
  }
  return ss_statics_close(statics, list->relations, list->margin, list->margin);
}

/* ---- the box --------------------------------------------------------------------------------- */

typedef struct shaving {
  const ss_search *s;
  ss_tape *tape;
  arb_ptr balls;
  double *lo, *hi;
} shaving;

/* Is a margin violated wherever the others are in the box and z_j in [from, to]? */
static bool is_outside(const shaving *a, size_t j, double from, double to) {
  arb_ptr in = ss_balls_in(a->tape, a->balls);
  for (size_t i = 0; i < a->s->k; i++) {
    const double lo = i == j ? from : a->lo[i], hi = i == j ? to : a->hi[i];
    const double middle = lo / 2 + hi / 2;
    arb_set_d(in + i, middle);
    mag_set_d(arb_radref(in + i), fmax(hi - middle, middle - lo));
  }
  ss_balls_run(a->tape, a->balls, PRECISION);
  arb_srcptr margin = ss_balls_out(a->tape, a->balls);
  for (size_t i = 0; i < a->s->relations; i++)
    if (arb_is_negative(margin + i) || (a->s->equal[i] && arb_is_positive(margin + i))) return true;
  return false;
}

/* Cuts slabs off one end of z_j; whether there were any. */
static bool shave(shaving *a, size_t j, bool upper) {
  bool changed = false;
  double share = 0.5;
  for (int tries = 0; tries < 200 && share > ldexp(1, -SHARES); tries++) {
    const double width = a->hi[j] - a->lo[j];
    const double cut = upper ? a->hi[j] - share * width : a->lo[j] + share * width;
    if (!(cut > a->lo[j] && cut < a->hi[j])) break;
    if (is_outside(a, j, upper ? cut : a->lo[j], upper ? a->hi[j] : cut)) {
      *(upper ? &a->hi[j] : &a->lo[j]) = cut;
      changed = true;
    } else {
      share /= 2;
    }
  }
  return changed;
}

ss_status ss_region_bound(const ss_search *search, const ss_expr *margins, double *lo, double *hi) {
  shaving a = {.s = search, .lo = lo, .hi = hi};
  const size_t k = search->k;
  ss_status status =
      ss_tape_compile(search->graph, 0, NULL, k, search->z, search->relations, margins, &a.tape);
  if (status != SS_OK) return status;
  const slong size = (slong)ss_balls_work_size(a.tape);
  a.balls = _arb_vec_init(size);
  ss_balls_prepare(a.tape, NULL, a.balls, PRECISION);
  for (size_t j = 0; j < k; j++) {
    lo[j] = -FAR;
    hi[j] = FAR;
  }
  bool changed = search->relations > 0;
  for (int round = 0; changed && round < ROUNDS; round++) {
    changed = false;
    for (size_t j = 0; j < 2 * k; j++) changed |= shave(&a, j / 2, j % 2);
  }
  /* where nothing satisfies the relations, any box will do */
  const bool empty = k > 0 && is_outside(&a, 0, lo[0], hi[0]);
  for (size_t j = 0; j < k; j++) {
    if (empty || lo[j] == -FAR) lo[j] = -INFINITY;
    if (empty || hi[j] == FAR) hi[j] = INFINITY;
  }
  _arb_vec_clear(a.balls, size);
  ss_tape_destroy(a.tape);
  return SS_OK;
}
