/* tree.c: a box cut into boxes, as data.
 *
 * A node knows its parent, and where it is cut; its box follows by going up to the root and taking
 * the nearest cut on each side of each axis. Nodes are kept in one array in the order in which they
 * came to be, so that indices stay true while the tree grows, and larger boxes come before smaller
 * ones. Ends and cuts are doubles: exact numbers, the same for whoever reads the tree.
 *
 * Cost: O(depth) for a box; 32 bytes a node.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/boxes.h"

ss_status ss_boxes_tree_create(size_t k, const double *lo, const double *hi, ss_boxes_tree *tree) {
  *tree = (ss_boxes_tree){.k = k, .capacity = 64};
  for (size_t j = 0; j < k; j++)
    if (!isfinite(lo[j]) || !isfinite(hi[j]) || lo[j] > hi[j]) return SS_BAD_ARGUMENT;
  tree->lo = malloc((2 * k + 1) * sizeof *tree->lo);
  tree->node = malloc(tree->capacity * sizeof *tree->node);
  if (!tree->lo || !tree->node) {
    ss_boxes_tree_destroy(tree);
    return SS_MEMORY;
  }
  tree->hi = tree->lo + k;
  if (k) memcpy(tree->lo, lo, k * sizeof *lo);
  if (k) memcpy(tree->hi, hi, k * sizeof *hi);
  tree->node[0] = (ss_boxes_node){.fact = SS_BOXES_NEW};
  tree->count = 1;
  return SS_OK;
}

void ss_boxes_tree_destroy(ss_boxes_tree *tree) {
  free(tree->lo);
  free(tree->node);
  *tree = (ss_boxes_tree){0};
}

void ss_boxes_box(const ss_boxes_tree *tree, size_t node, double *lo, double *hi) {
  assert(node < tree->count);
  memcpy(lo, tree->lo, tree->k * sizeof *lo);
  memcpy(hi, tree->hi, tree->k * sizeof *hi);
  for (size_t at = node; at != 0;) {
    const ss_boxes_node *up = &tree->node[tree->node[at].parent];
    if (at == up->child)
      hi[up->axis] = fmin(hi[up->axis], up->cut);
    else
      lo[up->axis] = fmax(lo[up->axis], up->cut);
    at = tree->node[at].parent;
  }
}

static ss_status make_room(ss_boxes_tree *tree) {
  if (tree->count + 2 <= tree->capacity) return SS_OK;
  if (tree->capacity > UINT32_MAX / 2) return SS_LIMIT;
  ss_boxes_node *more = realloc(tree->node, 2 * tree->capacity * sizeof *more);
  if (!more) return SS_MEMORY;
  tree->node = more;
  tree->capacity *= 2;
  return SS_OK;
}

ss_status ss_boxes_cut(ss_boxes_tree *tree, size_t leaf, size_t axis) {
  assert(leaf < tree->count && axis < tree->k && tree->node[leaf].child == 0);
  double lo[tree->k], hi[tree->k];
  ss_boxes_box(tree, leaf, lo, hi);
  const double cut = lo[axis] / 2 + hi[axis] / 2;
  if (!(cut > lo[axis] && cut < hi[axis])) return SS_LIMIT;
  const ss_status status = make_room(tree);
  if (status != SS_OK) return status;
  ss_boxes_node *node = &tree->node[leaf];
  node->child = (uint32_t)tree->count;
  node->axis = (uint32_t)axis;
  node->cut = cut;
  for (int half = 0; half < 2; half++)
    tree->node[tree->count++] = (ss_boxes_node){.parent = (uint32_t)leaf, .fact = SS_BOXES_NEW};
  return SS_OK;
}

size_t ss_boxes_locate(const ss_boxes_tree *tree, const double *point) {
  for (size_t j = 0; j < tree->k; j++)
    if (!(point[j] >= tree->lo[j] && point[j] <= tree->hi[j])) return SIZE_MAX;
  size_t at = 0;
  while (tree->node[at].child) {
    const ss_boxes_node *node = &tree->node[at];
    at = node->child + (point[node->axis] > node->cut);
  }
  return at;
}

bool ss_boxes_is_tree(const ss_boxes_tree *tree) {
  double lo[tree->k + 1], hi[tree->k + 1];
  if (tree->count == 0) return false;
  for (size_t i = 0; i < tree->count; i++) {
    const ss_boxes_node *node = &tree->node[i];
    if (!node->child) continue;
    if (node->child <= i || node->child + 1 >= tree->count || node->axis >= tree->k) return false;
    if (tree->node[node->child].parent != i || tree->node[node->child + 1].parent != i)
      return false;
    ss_boxes_box(tree, i, lo, hi);
    if (!(node->cut > lo[node->axis] && node->cut < hi[node->axis])) return false;
  }
  for (size_t i = 1; i < tree->count; i++) {
    const size_t up = tree->node[i].parent;
    if (up >= i || (tree->node[up].child != i && tree->node[up].child + 1 != i)) return false;
  }
  return true;
}
