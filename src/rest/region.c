/* region.c: a box around the region.
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

#include "search.h"

enum { PRECISION = 64, SHARES = 60, ROUNDS = 8 };

static const double FAR = 1e9;

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
