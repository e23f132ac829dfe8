/* ends.c: how far what rests in a component reaches, from both sides.
 *
 * The height of a place is z_a, or -z_a, for one coordinate a. The greatest height of what rests in
 * a component lies between
 *
 *     inner   the height of a place that certainly rests in it: in a cell inside, or a member that
 *             Newton's method encloses (hold.c), which lies in no other component's cells;
 *     outer   the greatest height of boxes that together hold all that rests above `inner`.
 *
 * Boxes begin with the component's own and wait in a heap, the highest first. Each is cut to what
 * the component's cells leave of it and to what is above `inner`; one in which nothing rests is
 * dropped. Of the others the upper half is looked at alone: where nothing rests in it, it is taken
 * off, and the box has become flatter; else the box is halved across its longest other side. So
 * boxes get flat where the end is: over a width w a smooth maximum is known to w^2, and a few boxes
 * of width w go on where cells of equal sides would be as many as 1/w. This is branch and bound
 * with the cut-off test alone; see Du and Kearfott, The cluster problem in multivariate global
 * optimization, J. Global Optim. 5 (1994).
 *
 * Cost: some three looks a box, some hundred boxes an end with two coordinates.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"

enum { LOOKS_MOST = 2000 /* per end */, PATIENCE = 100, STEPS = 4, VAIN = 8 };

static const double REACH = 1e-3;              /* of the box: how far a walk onto the set may go */
static const double FLAT = 1e-3, SMALL = 1e-6; /* of the extent */
static const double ROUND = 0x1p-50;           /* of the box: doubles tell no more */

/* One end of one component. */
typedef struct ascent {
  ss_cover *c;
  const ss_component *own;
  size_t m, axis, k;
  int side;
  size_t *cell, cells; /* of the component */
  double *heap;        /* boxes, 2 k each */
  size_t count, room;
  double inner, outer; /* heights */
  size_t vain;         /* walks, one after the other, that did not raise `inner` */
} ascent;

/* ---- boxes by height ------------------------------------------------------------------------- */

static double find_top(const ascent *a, const double *box) {
  return a->side > 0 ? box[a->k + a->axis] : -box[a->axis];
}

static double find_bottom(const ascent *a, const double *box) {
  return a->side > 0 ? box[a->axis] : -box[a->k + a->axis];
}

/* The box from height `from` to height `to`. */
static void set_heights(const ascent *a, double *box, double from, double to) {
  box[a->axis] = a->side > 0 ? from : -to;
  box[a->k + a->axis] = a->side > 0 ? to : -from;
}

static void exchange(const ascent *a, size_t i, size_t j) {
  double box[2 * a->k];
  memcpy(box, a->heap + i * 2 * a->k, sizeof box);
  memcpy(a->heap + i * 2 * a->k, a->heap + j * 2 * a->k, sizeof box);
  memcpy(a->heap + j * 2 * a->k, box, sizeof box);
}

static bool is_higher(const ascent *a, size_t i, size_t j) {
  return find_top(a, a->heap + i * 2 * a->k) > find_top(a, a->heap + j * 2 * a->k);
}

static ss_status push(ascent *a, const double *box) {
  if (a->count == a->room) {
    const size_t room = 2 * a->room + 64;
    double *more = realloc(a->heap, room * 2 * a->k * sizeof *more);
    if (!more) return SS_MEMORY;
    a->heap = more;
    a->room = room;
  }
  memcpy(a->heap + a->count * 2 * a->k, box, 2 * a->k * sizeof *box);
  for (size_t i = a->count++; i > 0 && is_higher(a, i, (i - 1) / 2); i = (i - 1) / 2)
    exchange(a, i, (i - 1) / 2);
  return SS_OK;
}

/* The highest box leaves the heap. */
static void pop(ascent *a, double *box) {
  memcpy(box, a->heap, 2 * a->k * sizeof *box);
  exchange(a, 0, --a->count);
  for (size_t i = 0;;) {
    size_t most = i;
    for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < a->count; child++)
      if (is_higher(a, child, most)) most = child;
    if (most == i) return;
    exchange(a, i, most);
    i = most;
  }
}

static bool overlap(size_t k, const double *a, const double *b) {
  for (size_t j = 0; j < k; j++)
    if (a[j] > b[k + j] || b[j] > a[k + j]) return false;
  return true;
}

/* What is left of a box: above `inner`, and around the component's cells; false if nothing is. */
static bool clip(const ascent *a, double *box) {
  const size_t k = a->k;
  double left[2 * k];
  bool any = false;
  if (find_top(a, box) <= a->inner) return false;
  set_heights(a, box, fmax(find_bottom(a, box), a->inner), find_top(a, box));
  for (size_t i = 0; i < a->cells; i++) {
    const double *cell = a->c->tight + a->cell[i] * 2 * k;
    if (!overlap(k, box, cell)) continue;
    for (size_t j = 0; j < k; j++) {
      const double lo = fmax(box[j], cell[j]), hi = fmin(box[k + j], cell[k + j]);
      left[j] = any ? fmin(left[j], lo) : lo;
      left[k + j] = any ? fmax(left[k + j], hi) : hi;
    }
    any = true;
  }
  if (any) memcpy(box, left, sizeof left);
  return any;
}

/* ---- members --------------------------------------------------------------------------------- */

/* Does the box meet the cell, an angle being turned to it? */
static bool meets(const ss_search *s, const double *box, const double *cell) {
  for (size_t j = 0; j < s->k; j++) {
    double turn = 0;
    if (s->free[j]) continue;
    if (s->period[j] > 0) turn = s->period[j] * round((cell[j] - box[j]) / s->period[j]);
    if (box[j] + turn > cell[s->k + j] || cell[j] > box[s->k + j] + turn) return false;
  }
  return true;
}

/* Is what rests in the box in this component, certainly? Then it is in the box that is covered, and
 * in no other component's cells. */
static bool is_own(const ascent *a, const double *box) {
  const ss_search *s = a->c->judge.s;
  const ss_boxes_tree *tree = &a->c->tree;
  for (size_t j = 0; j < a->k; j++)
    if (!s->free[j] && s->period[j] == 0 && (box[j] < tree->lo[j] || box[a->k + j] > tree->hi[j]))
      return false;
  for (size_t i = 0; i < tree->count; i++)
    if (ss_cover_is_cell(tree, i) && a->c->group[i] != a->m &&
        meets(s, box, a->c->tight + i * 2 * a->k))
      return false;
  return true;
}

/* Raises `inner` by a member at z, or near it; false if there is none, or not one of this
 * component. */
static bool try_member(ascent *a, const double *z) {
  double box[2 * a->k];
  if (!ss_cover_enclose_member(a->c, z, REACH, box, box + a->k) || !is_own(a, box)) return false;
  a->inner = fmax(a->inner, find_bottom(a, box));
  return true;
}

/* The same after a walk from z onto the set, in each case. */
static void try_walks(ascent *a, const double *z) {
  ss_walker *w = a->c->judge.w;
  const ss_search *s = a->c->judge.s;
  double at[a->k];
  for (size_t p = 0; p < a->c->patterns->count; p++) {
    w->pattern = &a->c->patterns->item[p];
    memcpy(w->z, z, sizeof at);
    memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
    if (!ss_walker_settle(w, REACH, NULL)) continue;
    memcpy(at, w->z, sizeof at);
    if (try_member(a, at)) return;
  }
}

/* From z towards the middle of the largest cell inside, so far that half of what is between inner
 * and outer is left: that leads into a corner. */
static void try_inwards(ascent *a, const double *z) {
  double lo[a->k], hi[a->k], at[a->k];
  if (a->own->largest == SIZE_MAX) return;
  ss_boxes_box(&a->c->tree, a->own->largest, lo, hi);
  const double height = a->side * z[a->axis], wanted = a->inner / 2 + a->outer / 2;
  const double deep = a->side * (lo[a->axis] / 2 + hi[a->axis] / 2);
  if (!(height > wanted && wanted > deep)) return;
  const double share = (height - wanted) / (height - deep);
  for (size_t j = 0; j < a->k; j++) at[j] = z[j] + share * (lo[j] / 2 + hi[j] / 2 - z[j]);
  try_member(a, at);
}

/* Members in the middle of a box and at its foot; where sets have no interior, near its middle. */
static void try_members(ascent *a, const double *box) {
  const double before = a->inner;
  double z[a->k];
  for (size_t j = 0; j < a->k; j++) z[j] = box[j] / 2 + box[a->k + j] / 2;
  if (!try_member(a, z) && !a->own->inside && (a->vain < VAIN || a->vain % VAIN == 0))
    try_walks(a, z);
  a->vain = a->inner > before ? 0 : a->vain + 1;
  if (!a->own->inside) return;
  z[a->axis] = a->side * find_bottom(a, box);
  if (find_bottom(a, box) > a->inner) try_member(a, z);
  z[a->axis] = a->side * find_top(a, box);
  if (a->inner == before) try_inwards(a, z);
}

/* ---- the ascent ------------------------------------------------------------------------------ */

/* The side of a box over that of the component, which counts as no smaller than FLAT of its
 * largest: what is flat has no length to be cut. */
static double measure_side(const ascent *a, const double *box, size_t j) {
  const ss_search *s = a->c->judge.s;
  double largest = 0;
  for (size_t i = 0; i < a->k; i++)
    if (!s->free[i])
      largest = fmax(largest, (a->own->hi[i] - a->own->lo[i]) / ss_search_width(s, i));
  const double side = fmax(a->own->hi[j] - a->own->lo[j], FLAT * largest * ss_search_width(s, j));
  return side > 0 ? (box[a->k + j] - box[j]) / side : 0;
}

/* share[r]: how much row r of the balance takes part in a push: |v_r|, and of rows on which one
 * element acts with several forces the largest of them. */
static void share_push(const ss_judge *j, double *share) {
  const ss_search *s = j->s;
  for (size_t r = 0; r < s->n; r++) share[r] = fabs(j->v[r]);
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    const bool normal = element->normal != SIZE_MAX;
    double most = 0;
    if (element->slips + normal < 2) continue;
    for (int pass = 0; pass < 2; pass++)
      for (size_t r = 0; r < s->n; r++) {
        bool acts = normal && s->WN[element->normal * s->n + r] != 0;
        for (size_t i = 0; i < element->slips; i++)
          acts |= s->WT[(element->slip + i) * s->n + r] != 0;
        if (acts && pass == 0) most = fmax(most, share[r]);
        if (acts && pass == 1) share[r] = most;
      }
  }
}

/* How much each side of a box changes what a push does, at the most: the push is the one that comes
 * nearest to moving all of it. False if there is none. */
static bool weigh_sides(const ascent *a, const double *box, double *weight) {
  ss_judge *j = &a->c->judge;
  double share[j->s->n];
  bool any = false;
  memset(j->v, 0, j->s->n * sizeof *j->v);
  ss_judge_look(j, box, box + a->k);
  for (size_t p = 0; p < a->c->patterns->count; p++)
    if (!ss_judge_misses(j, &a->c->patterns->item[p])) ss_judge_refute(j, &a->c->patterns->item[p]);
  share_push(j, share);
  mag_t most;
  mag_init(most);
  for (size_t i = 0; i < a->k; i++) {
    weight[i] = 0;
    for (size_t r = 0; r < j->s->n && !j->s->free[i]; r++) {
      arb_get_mag(most, j->form.slope + (j->at.h + r) * a->k + i);
      if (share[r] > 0) weight[i] += share[r] * mag_get_d(most) * (box[a->k + i] - box[i]);
    }
    any |= weight[i] > 0 && isfinite(weight[i]);
  }
  mag_clear(most);
  return any;
}

/* The heaviest side but those in `solved`, or the longest one that is not that of the height;
 * a->k: there is none. */
static size_t find_longest(const ascent *a, const double *box, unsigned solved, bool heavy) {
  double weight[a->k], most = 0;
  size_t longest = a->k;
  if (heavy && !weigh_sides(a, box, weight)) return a->k;
  for (size_t j = 0; j < a->k; j++) {
    const double length = heavy ? weight[j] : measure_side(a, box, j);
    if (a->c->judge.s->free[j] || solved >> j & 1 || !(length > most)) continue;
    if (j == a->axis && !heavy && !(length > 2 * most)) continue;
    longest = j;
    most = length;
  }
  return longest;
}

/* Both halves of a box, as far as something is left of them; *stuck if it has none. Coordinates
 * that follow from the others (solved) get smaller with these. */
static ss_status halve(ascent *a, double *box, unsigned solved, bool *stuck) {
  size_t axis = find_longest(a, box, solved, solved == 0);
  if (axis == a->k) axis = find_longest(a, box, solved, false);
  if (axis == a->k) axis = a->axis;
  const double lo = box[axis], hi = box[a->k + axis], middle = lo / 2 + hi / 2;
  *stuck = !(lo < middle && middle < hi);
  if (*stuck) return push(a, box);
  double half[2 * a->k];
  ss_status status = SS_OK;
  for (int i = 0; i < 2 && status == SS_OK; i++) {
    memcpy(half, box, sizeof half);
    half[i ? axis : a->k + axis] = middle;
    if (clip(a, half)) status = push(a, half);
  }
  return status;
}

/* Looks at a box, again as long as Newton's method makes it smaller: nothing rests in it; else
 * *whole: all does; else it is cut to what is left, *solved being what follows from the rest. */
static bool holds_nothing(const ascent *a, double *box, bool *whole, unsigned *solved) {
  double left[2 * a->k];
  *whole = false;
  for (int step = 0; step < STEPS; step++) {
    ss_look l = {.box = left};
    const uint32_t fact = ss_cover_look(a->c, box, box + a->k, &l);
    a->c->boxes++;
    *whole = fact == SS_CELL_INSIDE && step == 0;
    *solved = l.only == SIZE_MAX ? 0 : l.solved;
    if (fact == SS_CELL_OUTSIDE) return true;
    if (fact == SS_CELL_INSIDE || !l.tight) return false;
    bool smaller = false;
    for (size_t j = 0; j < a->k; j++)
      smaller |= left[a->k + j] - left[j] < 0.75 * (box[a->k + j] - box[j]);
    memcpy(box, left, sizeof left);
    if (!smaller) return false;
  }
  return false;
}

/* One box, the highest: lower, in halves, or nothing. */
static ss_status treat(ascent *a, double *box, bool *stuck) {
  double upper[2 * a->k];
  unsigned solved, other;
  bool whole;
  const double before = find_top(a, box);
  if (!clip(a, box)) return SS_OK;
  if (find_top(a, box) < before) return push(a, box);
  if (holds_nothing(a, box, &whole, &solved)) return SS_OK;
  if (whole) {
    a->inner = fmax(a->inner, find_top(a, box));
    return SS_OK;
  }
  try_members(a, box);
  if (!clip(a, box)) return SS_OK;
  const double middle = find_bottom(a, box) / 2 + find_top(a, box) / 2;
  memcpy(upper, box, sizeof upper);
  set_heights(a, upper, middle, find_top(a, box));
  if (holds_nothing(a, upper, &whole, &other)) {
    set_heights(a, box, find_bottom(a, box), middle);
    return push(a, box);
  }
  if (whole) a->inner = fmax(a->inner, find_top(a, upper));
  return halve(a, box, solved, stuck);
}

/* Brings inner and outer together; once they are nearer than `small`, as long as that does not take
 * too many looks. */
static ss_status ascend(ascent *a, double tolerance, double small, size_t looks_most) {
  const size_t most = a->c->boxes + (looks_most < LOOKS_MOST ? looks_most : LOOKS_MOST);
  double box[2 * a->k];
  bool stuck = false;
  memcpy(box, a->own->lo, a->k * sizeof *box);
  memcpy(box + a->k, a->own->hi, a->k * sizeof *box);
  a->outer = find_top(a, box);
  ss_status status = clip(a, box) ? push(a, box) : SS_OK;
  size_t since = a->c->boxes;
  double last = INFINITY;
  while (status == SS_OK && a->count && !stuck && a->c->boxes < most) {
    a->outer = find_top(a, a->heap);
    const double gap = a->outer - a->inner;
    if (gap <= tolerance || (gap < small && a->c->boxes > since + PATIENCE)) break;
    if (gap < last / 2) {
      last = gap;
      since = a->c->boxes;
    }
    pop(a, box);
    status = treat(a, box, &stuck);
  }
  a->outer = a->count ? fmin(a->outer, find_top(a, a->heap)) : a->inner;
  a->outer = fmax(a->outer, a->inner);
  return status;
}

/* ---- the interface --------------------------------------------------------------------------- */

static ss_status sharpen_end(ascent *a, ss_component *own, double tolerance, size_t looks_most) {
  const double extent = own->hi[a->axis] - own->lo[a->axis];
  double *outer = a->side > 0 ? &own->hi[a->axis] : &own->lo[a->axis];
  double *inner = a->side > 0 ? &own->in_hi[a->axis] : &own->in_lo[a->axis];
  a->inner = isnan(*inner) ? -INFINITY : a->side * *inner;
  a->count = 0;
  const double least = ROUND * ss_search_width(a->c->judge.s, a->axis);
  const ss_status status = ascend(a, fmax(tolerance * extent, least), SMALL * extent, looks_most);
  if (status != SS_OK) return status;
  if (a->outer == -INFINITY) {
    own->empty = !own->certain;
    return SS_OK;
  }
  *outer = a->side * a->outer;
  if (a->inner > -INFINITY) {
    *inner = a->side * a->inner;
    own->certain = true;
  }
  return SS_OK;
}

/* All ends of a component, each with its share of the looks that are left. */
static ss_status sharpen_component(ascent *a, ss_component *own, double tolerance, size_t most) {
  const ss_search *s = a->c->judge.s;
  ss_status status = SS_OK;
  a->own = own;
  a->cells = 0;
  for (size_t i = 0; i < a->c->tree.count; i++)
    if (ss_cover_is_cell(&a->c->tree, i) && a->c->group[i] == a->m) a->cell[a->cells++] = i;
  for (size_t i = 0; i < 2 * a->k && status == SS_OK && !own->empty; i++) {
    a->axis = i / 2;
    a->side = i % 2 ? 1 : -1;
    if (s->free[a->axis] || (s->period[a->axis] > 0 && own->round) || a->c->boxes >= most ||
        ss_search_is_late(a->c->judge.s, ss_search_moment(s, SS_SHARE_ENDS)))
      continue;
    status = sharpen_end(a, own, tolerance, (most - a->c->boxes) / (2 * a->k - i));
  }
  return status;
}

ss_status ss_cover_sharpen(ss_cover *c, double tolerance, size_t looks_most) {
  const size_t most = c->boxes + looks_most;
  if (!c->whole || ss_search_mattering(c->judge.s) < 2) return SS_OK;
  ascent a = {.c = c, .k = c->tree.k, .cell = malloc(c->tree.count * sizeof *a.cell)};
  ss_status status = a.cell ? SS_OK : SS_MEMORY;
  for (; a.m < c->count && status == SS_OK; a.m++) {
    const size_t share = c->boxes < most ? (most - c->boxes) / (c->count - a.m) : 0;
    if (!c->component[a.m].empty && !c->component[a.m].point)
      status = sharpen_component(&a, &c->component[a.m], tolerance, c->boxes + share);
  }
  free(a.cell);
  free(a.heap);
  return status;
}
