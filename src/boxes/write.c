/* write.c: the tree of an answer as text, one sign for most nodes.
 *
 * From the root downwards, the lower half of a cut before the upper one. Where a box is cut follows
 * from its ends (lo/2 + hi/2 in doubles), so that only the axis is written: a letter, "a" for the
 * first, "A" for the 27th. Weights are written so that they read back exactly: they have few bits.
 */
#include <assert.h>
#include <stdlib.h>

#include "standstill/boxes.h"

static void write_weights(const ss_boxes_answer *a, size_t leaf, ss_text *out) {
  for (size_t i = 0; i < a->conditions; i++)
    ss_text_addf(out, "%s%.17g", i ? " " : "(", a->weight[leaf * a->conditions + i]);
  ss_text_add(out, ")");
}

static void write_leaf(const ss_boxes_answer *a, size_t leaf, ss_text *out) {
  const uint32_t fact = a->tree.node[leaf].fact;
  if (fact == SS_BOXES_ABOVE)
    ss_text_add(out, "^");
  else if (fact == SS_BOXES_NEAR)
    ss_text_add(out, ".");
  else if (fact == SS_BOXES_MIXED)
    write_weights(a, leaf, out);
  else if (fact >= SS_BOXES_CLAUSE)
    ss_text_addf(out, "%u ", fact - SS_BOXES_CLAUSE);
  else
    ss_text_add(out, "?");
}

static void write_axis(uint32_t axis, ss_text *out) {
  const char sign[2] = {(char)(axis < 26 ? 'a' + (int)axis : 'A' + (int)axis - 26), 0};
  assert(axis < 52);
  ss_text_add(out, sign);
}

void ss_boxes_write(const ss_boxes_answer *answer, ss_text *out) {
  const ss_boxes_tree *tree = &answer->tree;
  /* down to the lower half, else on to the next upper half that is not yet written */
  size_t at = 0;
  for (;;) {
    const ss_boxes_node *node = &tree->node[at];
    if (node->child) {
      write_axis(node->axis, out);
      at = node->child;
      continue;
    }
    write_leaf(answer, at, out);
    while (at && at != tree->node[tree->node[at].parent].child) at = tree->node[at].parent;
    if (!at) return;
    at++;
  }
}
