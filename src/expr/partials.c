/* partials.c: the derivatives of many expressions by many symbols, where most of them are 0.
 *
 * By symbol j: from the symbol upwards, along "is an argument of", to the nodes that depend on it;
 * these, in the order of their numbers (arguments are older than who uses them), get their
 * derivative by the chain rule, all others have 0. So a symbol costs what depends on it, not the
 * whole graph:
 *
 *     time  O(nodes + rows + sum over symbols d log d),   d: nodes that depend on the symbol
 *
 * and the answer lists what is not 0. A chain of n bodies, each tied to its neighbours, has
 * d = O(1) and takes O(n); where all depends on all this is what n sweeps (diff.c) cost.
 *
 * Fails when memory does, or when an expression contains ddt (SS_BAD_ARGUMENT).
 */
#include "graph_private.h"

#include <stdlib.h>

/* Lists by node number: those of node e are item[first[e]] … item[first[e + 1] - 1]. */
typedef struct lists {
  uint32_t *first, *item;
} lists;

typedef struct search {
  ss_graph *graph;
  size_t nodes, length; /* numbers below which nodes are; nodes that the expressions reach */
  ss_expr *reached;
  lists users, rows; /* the nodes that have one as argument; the expressions that are one */
  ss_expr *of;       /* derivatives by the symbol at hand; SS_EXPR_NONE: not found, hence 0 */
  ss_expr *found;    /* the nodes that depend on it */
  size_t count;
  ss_partial *list;
  size_t listed, capacity;
} search;

/* ---- who uses whom --------------------------------------------------------------------------- */

static bool make_lists(lists *l, size_t nodes, size_t items) {
  l->first = calloc(nodes + 2, sizeof *l->first);
  l->item = malloc((items + 1) * sizeof *l->item);
  return l->first && l->item;
}

/* Counts became first[e + 2]; now they are where the items of e begin, for filling. */
static void add_up(lists *l, size_t nodes) {
  for (size_t e = 2; e < nodes + 2; e++) l->first[e] += l->first[e - 1];
}

static void put(lists *l, ss_expr e, size_t item) {
  l->item[l->first[e + 1]++] = (uint32_t)item;
}

static bool list_users(search *s) {
  const ss_graph *g = s->graph;
  if (!make_lists(&s->users, s->nodes, 2 * s->length)) return false;
  for (size_t i = 0; i < s->length; i++)
    for (int k = 0; k < ss_op_arity(ss_expr_op(g, s->reached[i])); k++)
      s->users.first[ss_expr_arg(g, s->reached[i], k) + 2]++;
  add_up(&s->users, s->nodes);
  for (size_t i = 0; i < s->length; i++)
    for (int k = 0; k < ss_op_arity(ss_expr_op(g, s->reached[i])); k++)
      put(&s->users, ss_expr_arg(g, s->reached[i], k), s->reached[i]);
  return true;
}

static bool list_rows(search *s, size_t count, const ss_expr *exprs) {
  if (!make_lists(&s->rows, s->nodes, count)) return false;
  for (size_t i = 0; i < count; i++) s->rows.first[exprs[i] + 2]++;
  add_up(&s->rows, s->nodes);
  for (size_t i = 0; i < count; i++) put(&s->rows, exprs[i], i);
  return true;
}

static bool start(search *s, size_t count, const ss_expr *exprs) {
  s->nodes = ss_graph_count(s->graph);
  s->reached = ss_graph_collect(s->graph, count, exprs, &s->length);
  s->of = calloc(s->nodes, sizeof *s->of);
  s->found = malloc((s->length + 1) * sizeof *s->found);
  if (s->reached && s->of && s->found && list_users(s) && list_rows(s, count, exprs)) return true;
  ss_graph_fail(s->graph, SS_MEMORY);
  return false;
}

static void stop(search *s) {
  free(s->users.first);
  free(s->users.item);
  free(s->rows.first);
  free(s->rows.item);
  free(s->reached);
  free(s->of);
  free(s->found);
}

static bool has_ddt(const search *s) {
  for (size_t i = 0; i < s->length; i++)
    if (ss_expr_op(s->graph, s->reached[i]) == SS_OP_DDT) return true;
  return false;
}

/* ---- one symbol ------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b) {
  const ss_expr x = *(const ss_expr *)a, y = *(const ss_expr *)b;
  return (x > y) - (x < y);
}

/* The nodes that depend on the symbol, itself not among them, in order. */
static void find_dependents(search *s, ss_expr symbol, ss_expr one) {
  s->count = 0;
  s->of[symbol] = one;
  ss_expr e = symbol;
  for (size_t next = 0;; e = s->found[next++]) {
    for (uint32_t k = s->users.first[e]; k < s->users.first[e + 1]; k++) {
      const ss_expr user = s->users.item[k];
      if (s->of[user]) continue;
      s->of[user] = one;
      s->found[s->count++] = user;
    }
    if (next == s->count) break;
  }
  qsort(s->found, s->count, sizeof *s->found, compare);
}

static bool list_one(search *s, size_t row, size_t column, ss_expr value) {
  if (s->listed == s->capacity) {
    const size_t wanted = s->capacity ? 2 * s->capacity : 256;
    ss_partial *grown = realloc(s->list, wanted * sizeof *grown);
    if (!grown) return false;
    s->list = grown;
    s->capacity = wanted;
  }
  s->list[s->listed++] = (ss_partial){row, column, value};
  return true;
}

static bool list_node(search *s, ss_expr e, size_t column) {
  if (ss_expr_is_integer(s->graph, s->of[e], 0)) return true;
  for (uint32_t k = s->rows.first[e]; k < s->rows.first[e + 1]; k++)
    if (!list_one(s, s->rows.item[k], column, s->of[e])) return false;
  return true;
}

static void differentiate_by(search *s, ss_expr symbol, size_t column) {
  ss_graph *g = s->graph;
  const ss_expr zero = ss_expr_integer(g, 0), one = ss_expr_integer(g, 1);
  find_dependents(s, symbol, one);
  bool good = list_node(s, symbol, column);
  for (size_t i = 0; i < s->count; i++) {
    const ss_expr e = s->found[i];
    const ss_expr da = s->of[ss_expr_arg(g, e, 0)], db = s->of[ss_expr_arg(g, e, 1)];
    s->of[e] = ss_expr_chain_rule(g, e, da ? da : zero, db ? db : zero);
    good = good && list_node(s, e, column);
  }
  if (!good) ss_graph_fail(g, SS_MEMORY);
  s->of[symbol] = SS_EXPR_NONE;
  for (size_t i = 0; i < s->count; i++) s->of[s->found[i]] = SS_EXPR_NONE;
}

/* ---- all of them ----------------------------------------------------------------------------- */

ss_status ss_expr_partials(ss_graph *g, size_t count, const ss_expr *exprs, size_t symbols,
                           const ss_expr *symbol, size_t *listed, ss_partial **list) {
  search s = {.graph = g};
  bool good = ss_graph_status(g) == SS_OK && start(&s, count, exprs);
  if (good && has_ddt(&s)) ss_graph_fail(g, SS_BAD_ARGUMENT), good = false;
  for (size_t j = 0; j < symbols && good; j++) {
    differentiate_by(&s, symbol[j], j);
    good = ss_graph_status(g) == SS_OK;
  }
  stop(&s);
  if (!good) free(s.list);
  *list = good ? s.list : NULL;
  *listed = good ? s.listed : 0;
  return ss_graph_status(g);
}
