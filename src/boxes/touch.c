/* touch.c: which boxes of a tree share a point, and what hangs together.
 *
 * Two subtrees are compared from the top: if their boxes share no point, nothing in them does;
 * otherwise the larger of the two is opened. Boxes are closed, their ends exact: a common face,
 * edge or corner is a common point. Coordinates with a period are compared once more, shifted by a
 * turn; a turn is no double, so that there boxes count as touching if they nearly do, which joins
 * rather than parts.
 *
 * Groups by union and find, with the lowest leaf as the name. Cost: about the number of pairs.
 */
#include <math.h>
#include <string.h>

#include "standstill/boxes.h"

static const double SEAM = 1e-9;

typedef struct walk {
  const ss_boxes_tree *tree;
  ss_boxes_choice counts;
  ss_boxes_meeting meet;
  void *data;
  const double *shift, *slack; /* k: of the second of two boxes; how generously they touch */
} walk;

static bool share_point(const walk *w, const double *lo, const double *hi, const double *lo2,
                        const double *hi2) {
  for (size_t j = 0; j < w->tree->k; j++)
    if (lo[j] > hi2[j] + w->shift[j] + w->slack[j] || lo2[j] + w->shift[j] > hi[j] + w->slack[j])
      return false;
  return true;
}

static double measure(const walk *w, const double *lo, const double *hi) {
  double size = 0;
  for (size_t j = 0; j < w->tree->k; j++)
    size += (hi[j] - lo[j]) / fmax(w->tree->hi[j] - w->tree->lo[j], 1e-300);
  return size;
}

/* A half of a box, as a copy. */
static void take_half(const ss_boxes_node *node, size_t k, int half, const double *box,
                      double *part) {
  memcpy(part, box, 2 * k * sizeof *part);
  part[node->axis + (half ? 0 : k)] = node->cut;
}

/* Pairs of a leaf below a and a leaf below b; boxes are lo, then hi. */
static void compare(const walk *w, size_t a, const double *box_a, size_t b, const double *box_b) {
  const size_t k = w->tree->k;
  const ss_boxes_node *na = &w->tree->node[a], *nb = &w->tree->node[b];
  if (!share_point(w, box_a, box_a + k, box_b, box_b + k)) return;
  if (!na->child && !w->counts(w->data, a, na->fact)) return;
  if (!nb->child && !w->counts(w->data, b, nb->fact)) return;
  if (!na->child && !nb->child) {
    if (a != b) w->meet(w->data, a, b);
    return;
  }
  const bool first =
      !nb->child || (na->child && measure(w, box_a, box_a + k) >= measure(w, box_b, box_b + k));
  double part[2 * k + 1];
  for (int half = 0; half < 2; half++) {
    take_half(first ? na : nb, k, half, first ? box_a : box_b, part);
    if (first)
      compare(w, na->child + (size_t)half, part, b, box_b);
    else
      compare(w, a, box_a, nb->child + (size_t)half, part);
  }
}

/* Pairs of leaves below a node. */
static void visit(const walk *w, size_t node, const double *box) {
  const size_t k = w->tree->k;
  const ss_boxes_node *n = &w->tree->node[node];
  if (!n->child) return;
  double low[2 * k + 1], high[2 * k + 1];
  take_half(n, k, 0, box, low);
  take_half(n, k, 1, box, high);
  visit(w, n->child, low);
  visit(w, n->child + 1, high);
  compare(w, n->child, low, n->child + 1, high);
}

/* Pairs across the ends of turns: shifts by a turn, one of each pair of opposite ones. */
static void visit_seams(const walk *w, const double *period, const double *box) {
  const size_t k = w->tree->k;
  double shift[k + 1], slack[k + 1];
  walk seam = *w;
  seam.shift = shift;
  seam.slack = slack;
  size_t codes = 1;
  for (size_t j = 0; j < k; j++) codes *= 3;
  for (size_t code = 0; code < codes; code++) {
    int first = 0;
    for (size_t j = 0, rest = code; j < k; j++, rest /= 3) {
      const int step = (int)(rest % 3) - 1;
      if (!first) first = step;
      shift[j] = step * period[j];
      slack[j] = SEAM * period[j];
      if (step && !(period[j] > 0)) first = -2; /* no turn to make */
    }
    if (first == 1) compare(&seam, 0, box, 0, box);
  }
}

void ss_boxes_touch(const ss_boxes_tree *tree, const double *period, ss_boxes_choice counts,
                    ss_boxes_meeting meet, void *data) {
  const size_t k = tree->k;
  double none[k + 1], box[2 * k + 1];
  for (size_t j = 0; j < k; j++) none[j] = 0;
  memcpy(box, tree->lo, k * sizeof *box);
  memcpy(box + k, tree->hi, k * sizeof *box);
  const walk w = {tree, counts, meet, data, none, none};
  visit(&w, 0, box);
  if (period) visit_seams(&w, period, box);
}

/* ---- groups ---------------------------------------------------------------------------------- */

typedef struct grouping {
  ss_boxes_choice counts;
  void *data;
  size_t *group;
} grouping;

static size_t find_root(size_t *group, size_t leaf) {
  while (group[leaf] != leaf) leaf = group[leaf] = group[group[leaf]];
  return leaf;
}

static bool ask(const void *data, size_t leaf, uint32_t fact) {
  const grouping *g = data;
  return g->counts(g->data, leaf, fact);
}

static void join(void *data, size_t a, size_t b) {
  const grouping *g = data;
  const size_t x = find_root(g->group, a), y = find_root(g->group, b);
  g->group[x < y ? y : x] = x < y ? x : y;
}

size_t ss_boxes_components(const ss_boxes_tree *tree, const double *period, ss_boxes_choice counts,
                           void *data, size_t *group) {
  grouping g = {counts, data, group};
  for (size_t i = 0; i < tree->count; i++)
    group[i] = !tree->node[i].child && counts(data, i, tree->node[i].fact) ? i : SIZE_MAX;
  ss_boxes_touch(tree, period, ask, join, &g);
  size_t count = 0;
  for (size_t i = 0; i < tree->count; i++) {
    if (group[i] == SIZE_MAX) continue;
    group[i] = find_root(group, i);
    count += group[i] == i;
  }
  return count;
}
