/* domain.c: where the formulas of a model have a value.
 *
 * Derivatives forget where a function has no value: log(x) has none for x < 0, its slope 1/x does;
 * and simplification forgets what cancels: 0/(x - 1) is 0 but for x = 1. A place of the machine is
 * one where every formula of the file has a value. They are read as they are written (written.c),
 * and every operation says what its argument must be:
 *
 *     a/b, tan a          b != 0, cos a != 0
 *     log a               a > 0
 *     sqrt a              a >= 0
 *     asin a, acos a      1 - a >= 0, 1 + a >= 0
 *     a^b                 a != 0 for b = -1, -2 …; a >= 0 for other b > 0, a > 0 for other b < 0;
 *                         a > 0 is enough for a b that is no number
 *
 * An argument may be simplified: where those within it hold, that changes nothing, and they come
 * before it. At rest velocities are 0, and so is ddt.
 */
#include <stdlib.h>

#include "range.h"
#include "standstill/system.h"

/* Conditions while they are listed. */
typedef struct listing {
  const ss_graph *from;
  ss_graph *graph; /* of the arguments */
  const ss_replacing *replace;
  ss_expr *copy; /* by node of `from` */
  ss_expr *argument;
  ss_need *need;
  size_t count, room;
  bool failed;
} listing;

static bool make_room(listing *l) {
  if (l->count < l->room) return true;
  const size_t room = 2 * l->room + 8;
  ss_expr *argument = realloc(l->argument, room * sizeof *argument);
  if (argument) l->argument = argument;
  ss_need *need = realloc(l->need, room * sizeof *need);
  if (need) l->need = need;
  if (!argument || !need) return false;
  l->room = room;
  return true;
}

/* Does a number have what is needed? */
static bool is_met(const fmpq *x, ss_need need) {
  const int sign = fmpq_sgn(x);
  return need == SS_NEED_NONZERO ? sign != 0 : need == SS_NEED_NONNEGATIVE ? sign >= 0 : sign > 0;
}

static void add(listing *l, ss_need need, ss_expr argument) {
  const fmpq *x = argument ? ss_expr_value(l->graph, argument) : NULL;
  if (!argument || (x && is_met(x, need))) return;
  for (size_t i = 0; i < l->count; i++)
    if (l->argument[i] == argument && l->need[i] == need) return;
  if (!make_room(l)) {
    l->failed = true;
    return;
  }
  l->argument[l->count] = argument;
  l->need[l->count++] = need;
}

static void add_power(listing *l, ss_expr a, ss_expr b) {
  const fmpq *power = ss_expr_value(l->graph, b);
  if (!power)
    add(l, SS_NEED_PERHAPS, a);
  else if (!fmpz_is_one(fmpq_denref(power)))
    add(l, fmpq_sgn(power) > 0 ? SS_NEED_NONNEGATIVE : SS_NEED_POSITIVE, a);
  else if (fmpq_sgn(power) < 0)
    add(l, SS_NEED_NONZERO, a);
}

/* What an operation needs of its arguments. */
static void add_needs(listing *l, ss_op op, ss_expr a, ss_expr b) {
  ss_graph *g = l->graph;
  switch (op) {
  case SS_OP_DIV: add(l, SS_NEED_NONZERO, b); break;
  case SS_OP_TAN: add(l, SS_NEED_NONZERO, ss_expr_unary(g, SS_OP_COS, a)); break;
  case SS_OP_LOG: add(l, SS_NEED_POSITIVE, a); break;
  case SS_OP_SQRT: add(l, SS_NEED_NONNEGATIVE, a); break;
  case SS_OP_POW: add_power(l, a, b); break;
  case SS_OP_ASIN:
  case SS_OP_ACOS:
    add(l, SS_NEED_NONNEGATIVE, ss_expr_sub(g, ss_expr_integer(g, 1), a));
    add(l, SS_NEED_NONNEGATIVE, ss_expr_add(g, ss_expr_integer(g, 1), a));
    break;
  default: break;
  }
}

static ss_expr replace(const listing *l, ss_expr symbol) {
  for (size_t i = 0; i < l->replace->pairs; i++)
    if (l->replace->from[i] == symbol) return l->replace->to[i];
  return symbol;
}

/* One node; those of its arguments are there. */
static ss_expr copy_node(listing *l, ss_expr e) {
  ss_graph *g = l->graph;
  const ss_op op = ss_expr_op(l->from, e);
  const ss_expr a = l->copy[ss_expr_arg(l->from, e, 0)], b = l->copy[ss_expr_arg(l->from, e, 1)];
  if (op == SS_OP_NUMBER) return ss_expr_number(g, ss_expr_value(l->from, e));
  if (op == SS_OP_PI) return ss_expr_pi(g);
  if (op == SS_OP_CURVE) {
    int order;
    ss_curve *curve = ss_expr_curve(l->from, e, &order);
    return ss_expr_add_curve(g, curve, order);
  }
  if (op == SS_OP_SYMBOL) return replace(l, ss_expr_symbol(g, ss_expr_name(l->from, e)));
  if (op == SS_OP_DDT) return ss_expr_integer(g, 0);
  add_needs(l, op, a, b);
  return ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
}

/* All nodes: arguments have smaller numbers. A number that does not exist, as 1/0, is 0 where its
 * condition, which does not hold, says the rest. */
static ss_status list_conditions(listing *l) {
  const size_t count = ss_graph_count(l->from);
  l->copy = calloc(count, sizeof *l->copy);
  if (!l->copy) return SS_MEMORY;
  for (ss_expr e = 1; e < count && !l->failed; e++) {
    l->copy[e] = copy_node(l, e);
    const ss_status status = ss_graph_status(l->graph);
    if (status == SS_OK) continue;
    if (status != SS_BAD_INPUT) return status;
    ss_graph_clear_status(l->graph);
    l->copy[e] = ss_expr_integer(l->graph, 0);
    add(l, SS_NEED_NONZERO, l->copy[e]);
  }
  return l->failed ? SS_MEMORY : SS_OK;
}

static ss_status keep(ss_arena *arena, const listing *l, ss_domain *domain) {
  ss_expr *argument = ss_arena_new(arena, l->count, ss_expr);
  ss_need *need = ss_arena_new(arena, l->count, ss_need);
  if (!argument || !need) return SS_MEMORY;
  for (size_t i = 0; i < l->count; i++) {
    argument[i] = l->argument[i];
    need[i] = l->need[i];
  }
  *domain = (ss_domain){.count = l->count, .argument = argument, .need = need};
  return SS_OK;
}

ss_status ss_system_list_domain(ss_arena *arena, const ss_system *system, ss_graph *graph,
                                const ss_replacing *replace, bool chart, ss_domain *domain) {
  const ss_model *model = system->model;
  ss_written w;
  ss_status status = ss_written_start(&w, model, system->graph, system->law);
  listing l = {.from = w.graph, .graph = graph, .replace = replace};
  *domain = (ss_domain){0};
  w.loose = true;
  w.why = NULL; /* of ranges, which have no part in this */
  w.formula = NULL;
  if (status == SS_OK && !chart) ss_written_read_machine(&w);
  for (size_t i = 0; status == SS_OK && chart && model->chart && i < model->coordinates; i++)
    ss_written_read(&w, &model->chart->map[i]);
  if (status == SS_OK && w.failed) status = SS_MEMORY;
  if (status == SS_OK && w.why) status = SS_LIMIT;
  if (status == SS_OK) status = list_conditions(&l);
  if (status == SS_OK) status = keep(arena, &l, domain);
  free(l.copy);
  free(l.argument);
  free(l.need);
  ss_written_clear(&w);
  return status;
}
