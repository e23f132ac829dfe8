/* cover.c: branch and bound.
 *
 * The leaves of the tree are tested in the order in which they came to be. A leaf that the test
 * decides keeps the fact; an open one is cut and its halves wait at the end: boxes of one size are
 * all tested before smaller ones (breadth first), so that a search that hits its limit has treated
 * the whole root alike, and what it leaves open is of one size.
 *
 * The side that is cut is the test's choice, else the longest in units of `smallest`; a box with no
 * side longer than that stays open. The order depends on the tree and the test alone.
 */
#include <assert.h>
#include <math.h>

#include "standstill/boxes.h"

/* The side to cut; k if none is long enough. */
static size_t choose_axis(size_t k, const double *lo, const double *hi, const double *smallest,
                          size_t wanted) {
  if (wanted < k && hi[wanted] - lo[wanted] > smallest[wanted]) return wanted;
  size_t axis = k;
  double longest = 1;
  for (size_t j = 0; j < k; j++) {
    const double length = (hi[j] - lo[j]) / smallest[j];
    if (length > longest) axis = j;
    longest = fmax(longest, length);
  }
  return axis;
}

/* Tests a new leaf, cuts an open one if it can be cut. */
static ss_status treat_leaf(ss_boxes_tree *tree, const ss_boxes_task *task, size_t leaf,
                            ss_boxes_report *report) {
  const size_t k = tree->k;
  double lo[k + 1], hi[k + 1];
  size_t axis = k;
  ss_boxes_box(tree, leaf, lo, hi);
  if (tree->node[leaf].fact == SS_BOXES_NEW) {
    tree->node[leaf].fact = task->test(task->data, lo, hi, &axis);
    assert(tree->node[leaf].fact != SS_BOXES_NEW);
    report->tested++;
  }
  if (tree->node[leaf].fact != SS_BOXES_OPEN) return SS_OK;
  axis = choose_axis(k, lo, hi, task->smallest, axis);
  const ss_status status = axis < k ? ss_boxes_cut(tree, leaf, axis) : SS_LIMIT;
  if (status == SS_LIMIT) report->open++;
  return status == SS_LIMIT ? SS_OK : status;
}

ss_status ss_boxes_cover(ss_boxes_tree *tree, const ss_boxes_task *task, ss_boxes_report *report) {
  const double end = task->seconds_most > 0 ? ss_clock() + task->seconds_most : 0;
  ss_status status = SS_OK;
  *report = (ss_boxes_report){0};
  for (size_t i = 0; i < tree->count && status == SS_OK; i++) {
    const ss_boxes_node *node = &tree->node[i];
    if (node->child || node->fact >= SS_BOXES_OWN) continue;
    if (report->tested >= task->boxes_most || ss_clock_is_past(end)) {
      report->open += node->fact == SS_BOXES_OPEN;
      report->untested += node->fact == SS_BOXES_NEW;
      continue;
    }
    status = treat_leaf(tree, task, i, report);
  }
  return status;
}
