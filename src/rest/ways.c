/* ways.c: which components of a cover are connected.
 *
 * Cells inside rest as a whole: those that touch are connected, and have a LABEL in common. What
 * rests in a cell with a patch (patch.c) is connected within it: it has its own label, which is
 * joined with that of another patch if they share a member. From an open cell a WAY leads if moving
 * along it keeps whatever is admissible admissible up to the cell's end (leads.c), or to one of
 * several ends. If all cells behind these have one label, everything that rests in the cell is
 * connected with it, and the cell gets the label too; so it goes on until no cell gets another one.
 * If nothing but what is outside lies behind the ends, nothing rests in the cell. A labelled cell
 * that touches one inside joins their labels, for the points that they share rest. Two cells whose
 * ways lead to each other are looked at as one box. A component is connected if all of its cells
 * have one label.
 *
 * Cells behind an end share more with it than an edge: every point of the end lies in one of them.
 * Cost: some passes over all pairs of cells that touch.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"

static bool is_left(const void *data, size_t leaf, uint32_t fact) {
  (void)data;
  (void)leaf;
  return fact != SS_CELL_OUTSIDE;
}

/* Do the boxes share more than a point of the axis? One turn makes no difference. */
static bool overlap(const ss_cover *c, size_t j, const double *lo, const double *hi,
                    const double *lo2, const double *hi2) {
  const double turn = c->judge.s->period[j];
  if (c->judge.s->free[j] || (lo[j] < hi2[j] && lo2[j] < hi[j])) return true;
  for (int side = -1; side <= 1 && turn > 0; side += 2)
    if (lo[j] < hi2[j] + side * turn && lo2[j] + side * turn < hi[j]) return true;
  return false;
}

/* Which end of a's box b lies behind, if not round a corner: bit 2 axis + (side > 0). */
static unsigned find_sides(const ss_cover *c, size_t a, size_t b) {
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1], lo2[k + 1], hi2[k + 1];
  unsigned sides = 0;
  ss_boxes_box(&c->tree, a, lo, hi);
  ss_boxes_box(&c->tree, b, lo2, hi2);
  for (size_t j = 0; j < k && j < 4; j++) {
    const double turn = c->judge.s->period[j], near = 1e-9 * turn;
    bool behind = true;
    for (size_t i = 0; i < k && behind; i++) behind = i == j || overlap(c, i, lo, hi, lo2, hi2);
    if (!behind || c->judge.s->free[j]) continue;
    if (hi[j] == lo2[j] || (turn > 0 && fabs(hi[j] - lo2[j] - turn) <= near)) sides |= 2u << 2 * j;
    if (lo[j] == hi2[j] || (turn > 0 && fabs(lo[j] - hi2[j] + turn) <= near)) sides |= 1u << 2 * j;
  }
  return sides;
}

/* Cells while ways are followed: cells inside, and cells from which ways lead to them, have a
 * label; labels that are joined belong to one connected set. */
typedef struct following {
  ss_cover *c;
  size_t *label;          /* per node; SIZE_MAX: none */
  size_t *joined;         /* per node: union and find */
  size_t *exit;           /* SIDES per node: the label behind that end */
  unsigned char *blocked; /* per node: ends behind which there is no label, or two */
  bool changed;
} following;

enum { SIDES = 8 };

static size_t find_root(const following *f, size_t label) {
  while (f->joined[label] != label) label = f->joined[label] = f->joined[f->joined[label]];
  return label;
}

static void join_labels(following *f, size_t a, size_t b) {
  const size_t x = find_root(f, a), y = find_root(f, b);
  if (x == y) return;
  f->joined[x < y ? y : x] = x < y ? x : y;
  f->changed = true;
}

/* b as seen from a. */
static void look_behind(following *f, size_t a, size_t b) {
  const bool inside = f->c->tree.node[b].fact == SS_CELL_INSIDE;
  if (f->label[a] != SIZE_MAX) {
    /* a point that they share rests, and a way leads from it to a's label */
    const bool patched = !f->c->info[a].patched && f->c->info[b].patched;
    if (inside || (patched && find_root(f, f->label[a]) != find_root(f, f->label[b]) &&
                   ss_cover_enters(f->c, b, a)))
      join_labels(f, f->label[a], f->label[b]);
    return;
  }
  const unsigned sides = find_sides(f->c, a, b);
  for (unsigned side = 0; side < SIDES; side++) {
    if (!(sides >> side & 1)) continue;
    size_t *exit = f->exit + a * SIDES + side;
    const size_t root = f->label[b] == SIZE_MAX ? SIZE_MAX : find_root(f, f->label[b]);
    if (root == SIZE_MAX || (*exit != SIZE_MAX && find_root(f, *exit) != root))
      f->blocked[a] = (unsigned char)(f->blocked[a] | 1u << side);
    *exit = root;
  }
}

static void follow(void *data, size_t a, size_t b) {
  look_behind(data, a, b);
  look_behind(data, b, a);
}

/* Which ends of the cell lie within the box that was covered? */
static unsigned find_inner_ends(const ss_cover *c, size_t cell) {
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1];
  unsigned ends = 0;
  ss_boxes_box(&c->tree, cell, lo, hi);
  for (size_t j = 0; j < k && j < SIDES / 2; j++) {
    const bool turns = c->judge.s->period[j] > 0;
    if (lo[j] > c->tree.lo[j] || turns) ends |= 1u << 2 * j;
    if (hi[j] < c->tree.hi[j] || turns) ends |= 2u << 2 * j;
  }
  return ends;
}

/* Is there one label, or nothing at all, behind all of these ends? */
static bool agree(const following *f, size_t cell, unsigned ends, size_t *label) {
  *label = SIZE_MAX;
  for (unsigned side = 0; side < SIDES; side++) {
    const size_t own = f->exit[cell * SIDES + side];
    if (!(ends >> side & 1) || own == SIZE_MAX) continue;
    if (*label != SIZE_MAX && find_root(f, *label) != find_root(f, own)) return false;
    *label = own;
  }
  return true;
}

/* Gives a label to each open cell with a way to one. Where nothing but what is outside lies behind
 * the ends that a way leads to, nothing rests in the cell. */
static void label_cells(following *f) {
  ss_cover *c = f->c;
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i) || f->label[i] != SIZE_MAX) continue;
    const unsigned open = ~(unsigned)f->blocked[i] & find_inner_ends(c, i);
    const unsigned single = c->info[i].ways & open, joint = c->info[i].joint;
    for (unsigned side = 0; side < SIDES && f->label[i] == SIZE_MAX; side++)
      if (single >> side & 1) f->label[i] = f->exit[i * SIDES + side];
    size_t label;
    const bool together = joint && !(joint & ~open) && agree(f, i, joint, &label);
    if (together && f->label[i] == SIZE_MAX) f->label[i] = label;
    if (!single && !together) continue;
    if (f->label[i] == SIZE_MAX) c->tree.node[i].fact = SS_CELL_OUTSIDE;
    f->changed = true;
  }
}

/* ---- two cells as one ------------------------------------------------------------------------ */

/* What lies behind an end of two cells that are one box, cut across an axis. */
typedef struct twin {
  following *f;
  size_t cell[2]; /* the lower one first */
  size_t axis;
} twin;

/* The label behind an end; false if there is none that is certain, or two. */
static bool look_behind_both(const twin *t, unsigned side, size_t *label) {
  const following *f = t->f;
  *label = SIZE_MAX;
  for (unsigned i = 0; i < 2; i++) {
    const size_t cell = t->cell[i], own = f->exit[cell * SIDES + side];
    if (side / 2 == t->axis && side % 2 != i) continue; /* the end that they share */
    if (f->blocked[cell] >> side & 1 || !(find_inner_ends(f->c, cell) >> side & 1)) return false;
    if (own == SIZE_MAX) continue;
    if (*label != SIZE_MAX && find_root(f, *label) != find_root(f, own)) return false;
    *label = own;
  }
  return true;
}

/* The ends of a way: one label, or nothing, behind all of them? */
static bool agree_both(const twin *t, unsigned ends, size_t *label) {
  *label = SIZE_MAX;
  for (unsigned side = 0; side < SIDES; side++) {
    size_t own;
    if (!(ends >> side & 1)) continue;
    if (!look_behind_both(t, side, &own)) return false;
    if (own == SIZE_MAX) continue;
    if (*label != SIZE_MAX && find_root(t->f, *label) != find_root(t->f, own)) return false;
    *label = own;
  }
  return true;
}

/* Are the two cells one box? Then which: a's and b's ends become its own. */
static bool unite(const ss_cover *c, size_t a, size_t b, twin *t, double *lo, double *hi) {
  const size_t k = c->tree.k;
  double lo2[k + 1], hi2[k + 1];
  ss_boxes_box(&c->tree, a, lo, hi);
  ss_boxes_box(&c->tree, b, lo2, hi2);
  size_t differ = 0;
  for (size_t j = 0; j < k; j++) {
    if (lo[j] == lo2[j] && hi[j] == hi2[j]) continue;
    if (hi[j] != lo2[j] && hi2[j] != lo[j]) return false;
    t->axis = j;
    t->cell[0] = hi[j] == lo2[j] ? a : b;
    t->cell[1] = hi[j] == lo2[j] ? b : a;
    differ++;
  }
  for (size_t j = 0; j < k; j++) {
    lo[j] = fmin(lo[j], lo2[j]);
    hi[j] = fmax(hi[j], hi2[j]);
  }
  return differ == 1;
}

/* What rests along the end that two cells share has ways that may lead from each to the other, and
 * neither gets a label. As one box they do. */
static void label_twins(void *data, size_t a, size_t b) {
  following *f = data;
  ss_cover *c = f->c;
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1], box[2 * k + 1];
  twin t = {.f = f};
  size_t label = SIZE_MAX;
  if (!ss_cover_is_cell(&c->tree, a) || !ss_cover_is_cell(&c->tree, b)) return;
  if (f->label[a] != SIZE_MAX || f->label[b] != SIZE_MAX || !unite(c, a, b, &t, lo, hi)) return;
  ss_look l = {.box = box};
  const uint32_t fact = ss_cover_look(c, lo, hi, &l);
  c->boxes++;
  if (fact == SS_CELL_INSIDE) return;
  bool known = fact == SS_CELL_OUTSIDE || (l.joint && agree_both(&t, l.joint, &label));
  for (unsigned side = 0; side < SIDES && !known; side++)
    known = l.ways >> side & 1 && agree_both(&t, 1u << side, &label);
  if (!known) return;
  for (int i = 0; i < 2; i++) {
    f->label[t.cell[i]] = label;
    if (label == SIZE_MAX) c->tree.node[t.cell[i]].fact = SS_CELL_OUTSIDE;
  }
  f->changed = true;
}

/* ---- all cells ------------------------------------------------------------------------------- */

/* Patches that touch. */
static void join_patches(void *data, size_t a, size_t b) {
  following *f = data;
  if (f->label[a] == SIZE_MAX || f->label[b] == SIZE_MAX) return;
  if (find_root(f, a) != find_root(f, b) && ss_cover_joins(f->c, a, b)) join_labels(f, a, b);
}

static void follow_ways(following *f) {
  ss_cover *c = f->c;
  for (size_t i = 0; i < c->tree.count; i++) {
    const bool whole = ss_cover_is_cell(&c->tree, i) && /* what is split has no info */
                       (c->tree.node[i].fact == SS_CELL_INSIDE || c->info[i].patched);
    f->joined[i] = i;
    f->label[i] = whole ? i : SIZE_MAX;
  }
  ss_boxes_touch(&c->tree, c->judge.s->period, is_left, join_patches, f);
  for (f->changed = true; f->changed;) {
    f->changed = false;
    memset(f->blocked, 0, c->tree.count);
    for (size_t i = 0; i < SIDES * c->tree.count; i++) f->exit[i] = SIZE_MAX;
    ss_boxes_touch(&c->tree, c->judge.s->period, is_left, follow, f);
    label_cells(f);
    if (!f->changed) ss_boxes_touch(&c->tree, c->judge.s->period, is_left, label_twins, f);
  }
}

/* Which components are connected: all cells have a label, and it is the same. */
static void judge_components(const following *f) {
  ss_cover *c = f->c;
  size_t first[c->count + 1];
  for (size_t m = 0; m < c->count; m++) {
    first[m] = SIZE_MAX;
    c->component[m].connected = true;
  }
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i)) continue;
    const size_t m = c->group[i];
    const size_t root = f->label[i] == SIZE_MAX ? SIZE_MAX : find_root(f, f->label[i]);
    c->info[i].labelled = root != SIZE_MAX;
    if (first[m] == SIZE_MAX) first[m] = root;
    if (root == SIZE_MAX || root != first[m]) c->component[m].connected = false;
  }
  for (size_t m = 0; m < c->count; m++)
    c->component[m].connected =
        (first[m] != SIZE_MAX && c->component[m].connected) || c->component[m].point;
}

/* Sets that are not known to hang together, in cells that touch: smaller cells may part them. */
static void mark_seam(void *data, size_t a, size_t b) {
  following *f = data;
  if (f->label[a] == SIZE_MAX || f->label[b] == SIZE_MAX) return;
  if (find_root(f, f->label[a]) == find_root(f, f->label[b])) return;
  f->c->info[a].labelled = f->c->info[b].labelled = false;
}

/* Cells of components that are not known to be connected get their patches; false if none does. */
static bool patch_cells(following *f) {
  ss_cover *c = f->c;
  bool found = false;
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i) || c->component[c->group[i]].connected) continue;
    if (c->tree.node[i].fact == SS_CELL_INSIDE || c->info[i].tried) continue;
    ss_cover_patch(c, i);
    found |= c->info[i].patched;
  }
  return found;
}

ss_status ss_cover_connect(ss_cover *c) {
  const size_t count = c->tree.count;
  following f = {.c = c, .blocked = malloc(count)};
  f.label = malloc((2 + SIDES) * count * sizeof *f.label);
  f.joined = f.label + count;
  f.exit = f.joined + count;
  const bool good = f.blocked && f.label;
  if (good) follow_ways(&f);
  if (good) judge_components(&f);
  if (good && patch_cells(&f)) {
    follow_ways(&f);
    judge_components(&f);
  }
  if (good) ss_boxes_touch(&c->tree, c->judge.s->period, is_left, mark_seam, &f);
  free(f.blocked);
  free(f.label);
  return good ? SS_OK : SS_MEMORY;
}
