/* patch.c: what rests in a cell is connected, within a box around it.
 *
 * A cell may be wider than what rests in it: a curve, a bent strip. In the only case of closed
 * contacts that is left there, the coordinates are split into a base x and the others, y:
 *
 *     graphs   Newton's method (hold.c) shows that for each x there is one y, and that it rests:
 *              the image of a box under a continuous map.
 *     strips   the set has an interior. On each line along one axis y what rests is an interval
 *              (leads.c), and a SPINE y(x) rests for every x: lines that are intervals and meet a
 *              connected curve. The spine is found by holding one force at the value that it has
 *              where all forces are farthest from their limits, which leaves an equation for y.
 *
 * Both in a PATCH, the cell widened in y so far that the graph or spine does not leave it: what
 * rests in the patch is connected, and contains what rests in the cell. Two patches of the same
 * case are connected if a point of one spine lies in the other patch: it is a member of both. The
 * spine's point over a place x that both cells have is enclosed by Newton's method again.
 *
 * Cost: per cell one to three runs of Newton's method for each force that is not certain, three per
 * pair.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"

enum { ROUNDS = 3, STEPS = 4 };

static const double MORE = 1e-6; /* of a cell's side */

/* ---- one patch ------------------------------------------------------------------------------- */

/* Keeps the box of the last Newton's method. */
static void keep(ss_cover *c, size_t cell) {
  const ss_judge *j = &c->judge;
  memcpy(c->patch + cell * 2 * c->tree.k, j->box, 2 * c->tree.k * sizeof *j->box);
  c->info[cell].along = ss_judge_list_unknowns(j);
  c->info[cell].fixed = j->fixed;
  c->info[cell].fixed_at = j->fixed_at;
}

/* The forces near the middle of the cell where they are farthest from their limits: from an
 * equilibrium near it, then inwards. */
static bool find_best_forces(ss_cover *c, const ss_rest_pattern *pattern, const double *lo,
                             const double *hi, double *force) {
  ss_walker *w = c->judge.w;
  const ss_search *s = c->judge.s;
  const size_t k = c->tree.k, forces = s->normals + s->slips;
  double share = 0;
  w->pattern = pattern;
  memset(w->force, 0, forces * sizeof *w->force);
  for (size_t i = 0; i < k; i++) {
    w->z[i] = lo[i] / 2 + hi[i] / 2;
    if (!s->free[i]) share = fmax(share, (hi[i] - lo[i]) / ss_search_width(s, i));
  }
  if (!ss_walker_settle(w, share, NULL)) return false;
  for (int step = 0; step < STEPS; step++) {
    if (!ss_walker_hold(w, INFINITY)) return false;
    memcpy(force, w->force, forces * sizeof *force);
    for (size_t i = 0; i < k; i++) w->reach[i] = s->free[i] ? 0 : (hi[i] - lo[i]) / 2;
    if (!ss_walker_ease(w)) break;
    for (size_t i = 0; i < k; i++) w->z[i] += w->dz[i];
  }
  return true;
}

/* Is there a spine with this force held, and are lines along its axis intervals? */
static bool try_strip(ss_cover *c, size_t cell, const double *lo, const double *hi, size_t force,
                      double value) {
  ss_judge *j = &c->judge;
  const ss_rest_pattern *pattern = &c->patterns->item[c->info[cell].only];
  j->fixed = force;
  j->fixed_at = value;
  ss_judge_look(j, lo, hi);
  const bool spine = ss_judge_hold(j, pattern) == SS_HELD_ALWAYS && j->branch.moving == 1;
  if (spine) keep(c, cell);
  j->fixed = SIZE_MAX;
  if (!spine) return false;
  const double *box = c->patch + cell * 2 * c->tree.k;
  size_t axis = 0;
  while (!(c->info[cell].along >> axis & 1)) axis++;
  ss_judge_look(j, box, box + c->tree.k);
  const ss_held held = ss_judge_hold(j, pattern);
  return (held == SS_HELD_ALWAYS || held == SS_HELD_BRANCH) && !j->branch.moving &&
         !j->branch.spare && ss_judge_is_convex(j, pattern, axis);
}

static bool try_strips(ss_cover *c, size_t cell, const double *lo, const double *hi) {
  const ss_search *s = c->judge.s;
  const ss_rest_pattern *pattern = &c->patterns->item[c->info[cell].only];
  double force[s->normals + s->slips + 1];
  if (!find_best_forces(c, pattern, lo, hi, force)) return false;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    for (size_t i = 0; pattern->closed[e] && i < element->slips; i++) {
      const size_t f = s->normals + element->slip + i;
      if (try_strip(c, cell, lo, hi, f, force[f])) return true;
    }
  }
  return false;
}

static bool try_patch(ss_cover *c, size_t cell, const double *lo, const double *hi) {
  const ss_rest_pattern *pattern = &c->patterns->item[c->info[cell].only];
  ss_judge_look(&c->judge, lo, hi);
  const ss_held held = ss_judge_hold(&c->judge, pattern);
  const ss_branch *b = &c->judge.branch;
  if (held == SS_HELD_ALWAYS && b->moving && b->determined) {
    keep(c, cell);
    return true;
  }
  return held == SS_HELD_BRANCH && !b->moving && !b->spare && try_strips(c, cell, lo, hi);
}

void ss_cover_patch(ss_cover *c, size_t cell) {
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1];
  ss_cell *info = &c->info[cell];
  if (info->tried || info->only == SIZE_MAX || k > 8 * sizeof info->along) return;
  info->tried = true;
  /* all that rests in the cell is in what Newton's method has left of it */
  const double *tight = c->tight + cell * 2 * k;
  double near[2 * k + 1]; /* a little more, so that patches overlap where cells touch */
  ss_boxes_box(&c->tree, cell, lo, hi);
  for (size_t i = 0; i < k; i++) {
    const double more = MORE * (hi[i] - lo[i]);
    near[i] = tight[i] - more;
    near[k + i] = tight[k + i] + more;
    lo[i] -= more;
    hi[i] += more;
  }
  info->patched = try_patch(c, cell, near, near + k) || try_patch(c, cell, lo, hi);
}

/* ---- two patches ----------------------------------------------------------------------------- */

/* A place that both cells have: z as a's cell counts it, and how far b's is turned from that. */
static bool find_place(const ss_cover *c, size_t a, size_t b, double *z, double *turned) {
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1], lo2[k + 1], hi2[k + 1];
  ss_boxes_box(&c->tree, a, lo, hi);
  ss_boxes_box(&c->tree, b, lo2, hi2);
  for (size_t i = 0; i < k; i++) {
    const double turn = c->judge.s->period[i];
    turned[i] = lo2[i] > hi[i] ? turn : hi2[i] < lo[i] ? -turn : 0;
    const double from = fmax(lo[i], lo2[i] - turned[i]), to = fmin(hi[i], hi2[i] - turned[i]);
    if (from > to) return false;
    z[i] = from / 2 + to / 2;
  }
  return true;
}

/* The spine of a over z, as a box; false if Newton's method fails. */
static bool find_spine(ss_cover *c, size_t a, const double *z, double *lo, double *hi) {
  ss_judge *j = &c->judge;
  const ss_cell *info = &c->info[a];
  const size_t k = c->tree.k, forces = j->s->normals + j->s->slips;
  const double *box = c->patch + a * 2 * k;
  ss_held held = SS_HELD_OPEN;
  bool good = true;
  for (size_t i = 0; i < k; i++) {
    const bool along = info->along >> i & 1;
    const double base = fmin(fmax(z[i], box[i]), box[k + i]);
    lo[i] = along ? box[i] : base;
    hi[i] = along ? box[k + i] : base;
  }
  j->fixed = info->fixed;
  j->fixed_at = info->fixed_at;
  j->along = info->along;
  arf_t end;
  arf_init(end);
  for (int round = 0; round < ROUNDS && good; round++) {
    ss_judge_look(j, lo, hi);
    held = ss_judge_hold(j, &c->patterns->item[info->only]);
    good = (held == SS_HELD_ALWAYS || held == SS_HELD_BRANCH) &&
           ss_judge_list_unknowns(j) == info->along;
    for (size_t i = 0; i < k && good; i++) {
      if (!(info->along >> i & 1)) continue;
      arb_get_lbound_arf(end, j->branch.enclosure + forces + i, 80);
      lo[i] = arf_get_d(end, ARF_RND_FLOOR);
      arb_get_ubound_arf(end, j->branch.enclosure + forces + i, 80);
      hi[i] = arf_get_d(end, ARF_RND_CEIL);
      good = lo[i] >= box[i] && hi[i] <= box[k + i];
    }
  }
  arf_clear(end);
  j->fixed = SIZE_MAX;
  j->along = 0;
  return good && held == SS_HELD_ALWAYS;
}

/* Does a's spine have a point in b's box, its patch or the cell itself? */
static bool reaches(ss_cover *c, size_t a, size_t b, const double *box) {
  const size_t k = c->tree.k;
  double z[k + 1], turned[k + 1], lo[k + 1], hi[k + 1];
  if (!find_place(c, a, b, z, turned) || !find_spine(c, a, z, lo, hi)) return false;
  /* a turn is no double: room for what it is rounded by */
  for (size_t i = 0; i < k; i++) {
    const double room = turned[i] != 0 ? 1e-13 * fabs(turned[i]) : 0;
    if (lo[i] + turned[i] - room < box[i] || hi[i] + turned[i] + room > box[k + i]) return false;
  }
  return true;
}

/* Where the answer about two cells stands, or would: the key is a, b, and then the answer. */
static size_t find_pair(const ss_cover *c, uint64_t key) {
  size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (c->pair_room - 1);
  while (c->pair[i] && c->pair[i] >> 1 != key) i = (i + 1) & (c->pair_room - 1);
  return i;
}

/* Room for one more answer; false if there is none. */
static bool make_room_for_pair(ss_cover *c) {
  if (2 * c->pairs < c->pair_room) return true;
  uint64_t *old = c->pair, *more = calloc(2 * c->pair_room + 1024, sizeof *more);
  const size_t room = c->pair_room;
  if (!more) return false;
  c->pair = more;
  c->pair_room = room ? 2 * room : 1024;
  for (size_t i = 0; i < room; i++)
    if (old[i]) c->pair[find_pair(c, old[i] >> 1)] = old[i];
  free(old);
  return true;
}

bool ss_cover_joins(ss_cover *c, size_t a, size_t b) {
  if (!c->info[a].patched || !c->info[b].patched || c->info[a].only != c->info[b].only)
    return false;
  /* patches stay as they are, and are asked about at every level of the cover */
  const uint64_t key = (uint64_t)a << 31 | b;
  const bool keeps = make_room_for_pair(c);
  const size_t at = keeps ? find_pair(c, key) : 0;
  if (keeps && c->pair[at]) return c->pair[at] & 1;
  const double *patch_a = c->patch + a * 2 * c->tree.k, *patch_b = c->patch + b * 2 * c->tree.k;
  const bool joins = reaches(c, a, b, patch_b) || reaches(c, b, a, patch_a);
  if (keeps) {
    c->pair[at] = key << 1 | joins;
    c->pairs++;
  }
  return joins;
}

bool ss_cover_enters(ss_cover *c, size_t a, size_t b) {
  double box[2 * c->tree.k + 1];
  if (!c->info[a].patched) return false;
  ss_boxes_box(&c->tree, b, box, box + c->tree.k);
  return reaches(c, a, b, box);
}
