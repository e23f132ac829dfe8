/* rewrite.c: images of expressions, each computed once.
 *
 * A rewriter maps every node to an image made by its rule from the images of the node's arguments:
 * the same operation on the images (substitution), the chain rule (a derivative). Images of single
 * nodes, such as symbols, may be set beforehand. Images are kept between calls, so that ten
 * thousand definitions, each using the last one, cost one visit a node in all. Forgetting is O(1):
 * an image counts only if its stamp is the present one.
 *
 * Depth first with a stack of our own, however deep the expression. SS_EXPR_NONE is an image like
 * any other; the rules pass it on. Memory failure shows as SS_EXPR_NONE and in the graph's status.
 */
#include <stdlib.h>
#include <string.h>

#include "reader.h"

void ss_rewriter_start(ss_rewriter *rewriter, ss_graph *graph,
                       ss_expr (*rule)(void *user, ss_expr e, ss_expr a, ss_expr b), void *user) {
  *rewriter = (ss_rewriter){.graph = graph, .rule = rule, .user = user, .now = 1};
}

void ss_rewriter_stop(ss_rewriter *rewriter) {
  free(rewriter->image);
  free(rewriter->stamp);
  free(rewriter->stack);
  *rewriter = (ss_rewriter){0};
}

void ss_rewriter_reset(ss_rewriter *rewriter) {
  rewriter->now++;
}

/* Room for the image of every node that the graph has now. */
static bool make_room(ss_rewriter *rewriter, ss_expr e) {
  if (e < rewriter->capacity) return true;
  size_t old = rewriter->capacity, capacity = 2 * ss_graph_count(rewriter->graph);
  ss_expr *image = realloc(rewriter->image, capacity * sizeof *image);
  if (image) rewriter->image = image;
  uint32_t *stamp = realloc(rewriter->stamp, capacity * sizeof *stamp);
  if (stamp) rewriter->stamp = stamp;
  if (!image || !stamp) return false;
  memset(stamp + old, 0, (capacity - old) * sizeof *stamp);
  rewriter->capacity = capacity;
  return true;
}

static bool push(ss_rewriter *rewriter, size_t *depth, ss_expr e) {
  if (*depth == rewriter->stack_capacity) {
    size_t capacity = 2 * *depth + 64;
    ss_expr *stack = realloc(rewriter->stack, capacity * sizeof *stack);
    if (!stack) return false;
    rewriter->stack = stack;
    rewriter->stack_capacity = capacity;
  }
  rewriter->stack[(*depth)++] = e;
  return true;
}

static bool is_done(const ss_rewriter *rewriter, ss_expr e) {
  return e == SS_EXPR_NONE || rewriter->stamp[e] == rewriter->now;
}

static ss_expr image_of(const ss_rewriter *rewriter, ss_expr e) {
  return e == SS_EXPR_NONE ? SS_EXPR_NONE : rewriter->image[e];
}

void ss_rewriter_set(ss_rewriter *rewriter, ss_expr e, ss_expr image) {
  if (e == SS_EXPR_NONE || !make_room(rewriter, e)) return;
  rewriter->image[e] = image;
  rewriter->stamp[e] = rewriter->now;
}

ss_expr ss_rewriter_apply(ss_rewriter *rewriter, ss_expr root) {
  const ss_graph *graph = rewriter->graph;
  size_t depth = 0;
  if (root == SS_EXPR_NONE) return SS_EXPR_NONE;
  if (!make_room(rewriter, root) || !push(rewriter, &depth, root)) return SS_EXPR_NONE;
  while (depth) {
    ss_expr e = rewriter->stack[depth - 1];
    if (is_done(rewriter, e)) {
      depth--;
      continue;
    }
    ss_expr a = ss_expr_arg(graph, e, 0), b = ss_expr_arg(graph, e, 1);
    bool ready = is_done(rewriter, a) && is_done(rewriter, b);
    if (ready) {
      ss_expr image =
          rewriter->rule(rewriter->user, e, image_of(rewriter, a), image_of(rewriter, b));
      ss_rewriter_set(rewriter, e, image);
      depth--;
    } else if ((!is_done(rewriter, b) && !push(rewriter, &depth, b)) ||
               (!is_done(rewriter, a) && !push(rewriter, &depth, a))) {
      return SS_EXPR_NONE;
    }
  }
  return rewriter->image[root];
}

ss_expr ss_rewriter_rebuild(void *user, ss_expr e, ss_expr a, ss_expr b) {
  ss_graph *graph = user;
  ss_op op = ss_expr_op(graph, e);
  if (ss_op_arity(op) == 0) return e;
  if (ss_op_arity(op) == 1) return a == ss_expr_arg(graph, e, 0) ? e : ss_expr_unary(graph, op, a);
  if (a == ss_expr_arg(graph, e, 0) && b == ss_expr_arg(graph, e, 1)) return e;
  return ss_expr_binary(graph, op, a, b);
}
