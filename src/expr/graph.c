/* graph.c: the store of expressions.
 *
 * Every node is interned: before a node (op, a, b) is made, a hash table is asked for it, so that
 * equal expressions are equal numbers, common subexpressions exist once, and a definition that uses
 * the one before it twice costs one node, not twice the text. Nodes are appended and never move in
 * number: the arguments of a node are always older, hence smaller. Interning costs O(1) on average.
 *
 * A graph over another one (ss_graph_create_over) appends to it: its own nodes are numbered from
 * the base's count on, and a node is looked for in each table from the top to the bottom. Bases are
 * sealed, so that all that is below the top is only read; a chain of graphs is as long as there are
 * steps of derivation, at most half a dozen.
 *
 * Numbers are exact rationals (FLINT fmpq) and, like names, live in an arena: pointers to them stay
 * valid while the graph lives. What can fail is memory, and 2^32 nodes; the failure is remembered
 * in the graph (see expr.h), so that building formulas needs no checks in between.
 */
#include "graph_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ARITY_OF(name, arity, word) arity,
#define WORD_OF(name, arity, word)  word,

static const int arities[] = {SS_OP_LIST(ARITY_OF)};
static const char *const words[] = {SS_OP_LIST(WORD_OF)};

int ss_op_arity(ss_op op) {
  return arities[op];
}

const char *ss_op_word(ss_op op) {
  return words[op];
}

ss_op ss_op_from_word(const char *word, size_t length) {
  for (int op = 0; op < SS_OP_COUNT; op++)
    if (words[op] && strlen(words[op]) == length && memcmp(words[op], word, length) == 0)
      return (ss_op)op;
  return SS_OP_COUNT;
}

/* ---- the hash table -------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h) {
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  h ^= h >> 29;
  h *= 0xD6E8FEB86659FD93u;
  return h ^ (h >> 32);
}

static uint64_t hash_bytes(const char *bytes, size_t length) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)bytes[i]) * 1099511628211u;
  return mix(h);
}

static uint64_t hash_integer(const fmpz_t value) {
  return mix(fmpz_fdiv_ui(value, 4294967291u) ^ (uint64_t)fmpz_bits(value) << 40 ^
             (uint64_t)(fmpz_sgn(value) + 1) << 60);
}

static uint64_t hash_number(const fmpq_t value) {
  return mix(hash_integer(fmpq_numref(value)) + 3 * hash_integer(fmpq_denref(value)));
}

/* Of a node of this graph itself. */
static uint64_t hash_node(const ss_graph *graph, ss_node node) {
  switch (node.op) {
  case SS_OP_NUMBER: return hash_number(graph->numbers[node.a]);
  case SS_OP_SYMBOL: return hash_bytes(graph->names[node.a], strlen(graph->names[node.a]));
  case SS_OP_CURVE: return mix((uint64_t)(uintptr_t)graph->curves[node.a].curve);
  default: return mix(((uint64_t)node.a << 32 | node.b) ^ (uint64_t)node.op << 57);
  }
}

static void put(ss_graph *graph, ss_expr e) {
  size_t mask = graph->table_size - 1;
  size_t i = hash_node(graph, graph->nodes[e - graph->first]) & mask;
  while (graph->table[i]) i = (i + 1) & mask;
  graph->table[i] = e;
}

static bool grow_table(ss_graph *graph) {
  size_t size = graph->table_size ? 2 * graph->table_size : 1024;
  ss_expr *table = calloc(size, sizeof *table);
  if (!table) return false;
  free(graph->table);
  graph->table = table;
  graph->table_size = size;
  for (size_t e = graph->first ? graph->first : 1; e < graph->count; e++) put(graph, (ss_expr)e);
  return true;
}

/* An array with room for one more item: the items, or NULL when memory is out. */
static void *make_room(void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return items;
  size_t wanted = *capacity ? 2 * *capacity : 256;
  void *grown = realloc(items, wanted * size);
  if (grown) *capacity = wanted;
  return grown;
}

/* Whether the graph may be changed; asking for it when it may not is a mistake of the program. */
static bool is_open(ss_graph *graph) {
  assert(!graph->sealed);
  if (graph->sealed) graph->status = SS_BAD_ARGUMENT;
  return !graph->sealed;
}

static ss_expr append(ss_graph *graph, ss_node node) {
  if (!is_open(graph)) return SS_EXPR_NONE;
  if (graph->count >= UINT32_MAX) return ss_graph_fail(graph, SS_LIMIT);
  const size_t own = graph->count - graph->first;
  ss_node *nodes = make_room(graph->nodes, own, &graph->capacity, sizeof *nodes);
  if (!nodes) return ss_graph_fail(graph, SS_MEMORY);
  graph->nodes = nodes;
  if (2 * own >= graph->table_size && !grow_table(graph)) return ss_graph_fail(graph, SS_MEMORY);
  ss_expr e = (ss_expr)graph->count++;
  nodes[own] = node;
  put(graph, e);
  return e;
}

/* ---- life ------------------------------------------------------------------------------------ */

static ss_graph *create(const ss_graph *base) {
  ss_graph *graph = calloc(1, sizeof *graph);
  if (!graph) return NULL;
  graph->base = base;
  graph->count = graph->first = base ? (ss_expr)base->count : 0;
  graph->arena = ss_arena_create();
  graph->nodes = make_room(NULL, 0, &graph->capacity, sizeof *graph->nodes);
  if (!graph->arena || !graph->nodes || !grow_table(graph)) {
    ss_graph_destroy(graph);
    return NULL;
  }
  return graph;
}

ss_graph *ss_graph_create(void) {
  ss_graph *graph = create(NULL);
  if (!graph) return NULL;
  graph->count = 1;
  graph->nodes[0] = (ss_node){.op = SS_OP_COUNT};
  return graph;
}

static void destroy(void *graph) {
  ss_graph_destroy(graph);
}

ss_graph *ss_graph_create_over(ss_arena *arena, const ss_graph *base) {
  assert(base->sealed);
  ss_graph *graph = create(base);
  if (!graph) return NULL;
  graph->plain = base->plain;
  if (ss_arena_defer(arena, destroy, graph)) return graph;
  ss_graph_destroy(graph);
  return NULL;
}

void ss_graph_destroy(ss_graph *graph) {
  if (!graph) return;
  for (size_t i = 0; i < graph->number_count; i++) fmpq_clear(graph->numbers[i]);
  for (size_t i = 0; i < graph->curve_count; i++) ss_curve_release(graph->curves[i].curve);
  free(graph->numbers);
  free(graph->curves);
  free(graph->names);
  free(graph->table);
  free(graph->nodes);
  ss_arena_destroy(graph->arena);
  free(graph);
}

ss_status ss_graph_status(const ss_graph *graph) {
  return graph->status;
}

void ss_graph_seal(ss_graph *graph) {
  graph->sealed = true;
}

bool ss_graph_is_sealed(const ss_graph *graph) {
  return graph->sealed;
}

void ss_graph_clear_status(ss_graph *graph) {
  if (is_open(graph)) graph->status = SS_OK;
}

void ss_graph_set_folding(ss_graph *graph, bool folding) {
  if (is_open(graph)) graph->plain = !folding;
}

ss_expr ss_graph_fail(ss_graph *graph, ss_status status) {
  if (is_open(graph) && graph->status == SS_OK) graph->status = status;
  return SS_EXPR_NONE;
}

size_t ss_graph_count(const ss_graph *graph) {
  return graph->count;
}

/* ---- leaves and interning -------------------------------------------------------------------- */

/* The next node of this graph itself with the hash; *at is where to look, first the hash. */
static ss_expr next_candidate(const ss_graph *graph, uint64_t *at, ss_node *node) {
  const ss_expr e = graph->table[(*at)++ & (graph->table_size - 1)];
  if (e) *node = graph->nodes[e - graph->first];
  return e;
}

static ss_expr find_node(const ss_graph *graph, ss_node node) {
  const uint64_t hash = hash_node(graph, node);
  ss_node other;
  for (; graph; graph = graph->base) {
    uint64_t at = hash;
    for (ss_expr e; (e = next_candidate(graph, &at, &other));)
      if (other.op == node.op && other.a == node.a && other.b == node.b) return e;
  }
  return SS_EXPR_NONE;
}

ss_expr ss_graph_intern(ss_graph *graph, ss_op op, uint32_t a, uint32_t b) {
  ss_expr known = find_node(graph, (ss_node){op, a, b});
  return known ? known : append(graph, (ss_node){op, a, b});
}

ss_expr ss_graph_intern_either(ss_graph *graph, ss_op op, uint32_t a, uint32_t b) {
  ss_expr swapped = find_node(graph, (ss_node){op, b, a});
  return swapped ? swapped : ss_graph_intern(graph, op, a, b);
}

static ss_expr find_number(const ss_graph *graph, const fmpq_t value) {
  const uint64_t hash = hash_number(value);
  ss_node other;
  for (; graph; graph = graph->base) {
    uint64_t at = hash;
    for (ss_expr e; (e = next_candidate(graph, &at, &other));)
      if (other.op == SS_OP_NUMBER && fmpq_equal(graph->numbers[other.a], value)) return e;
  }
  return SS_EXPR_NONE;
}

static ss_expr find_name(const ss_graph *graph, const char *name, size_t length) {
  const uint64_t hash = hash_bytes(name, length);
  ss_node other;
  for (; graph; graph = graph->base) {
    uint64_t at = hash;
    for (ss_expr e; (e = next_candidate(graph, &at, &other));)
      if (other.op == SS_OP_SYMBOL && strcmp(graph->names[other.a], name) == 0) return e;
  }
  return SS_EXPR_NONE;
}

ss_expr ss_expr_number(ss_graph *graph, const fmpq_t value) {
  ss_expr known = find_number(graph, value);
  if (known || !is_open(graph)) return known;
  fmpq **numbers =
      make_room(graph->numbers, graph->number_count, &graph->number_capacity, sizeof *numbers);
  fmpq *copy = ss_arena_new(graph->arena, 1, fmpq);
  if (numbers) graph->numbers = numbers;
  if (!numbers || !copy) return ss_graph_fail(graph, SS_MEMORY);
  fmpq_init(copy);
  fmpq_set(copy, value);
  numbers[graph->number_count] = copy;
  return append(graph, (ss_node){SS_OP_NUMBER, (uint32_t)graph->number_count++, 0});
}

ss_expr ss_expr_ratio(ss_graph *graph, long numerator, unsigned long denominator) {
  fmpq_t value;
  fmpq_init(value);
  ss_expr e = SS_EXPR_NONE;
  if (denominator == 0) {
    ss_graph_fail(graph, SS_BAD_INPUT);
  } else {
    fmpq_set_si(value, numerator, denominator);
    e = ss_expr_number(graph, value);
  }
  fmpq_clear(value);
  return e;
}

ss_expr ss_expr_integer(ss_graph *graph, long value) {
  return ss_expr_ratio(graph, value, 1);
}

ss_expr ss_expr_pi(ss_graph *graph) {
  return ss_graph_intern(graph, SS_OP_PI, 0, 0);
}

ss_expr ss_expr_symbol(ss_graph *graph, const char *name) {
  const size_t length = strlen(name);
  const ss_expr known = find_name(graph, name, length);
  if (known || !is_open(graph)) return known;
  const char **names =
      make_room(graph->names, graph->name_count, &graph->name_capacity, sizeof *names);
  char *copy = ss_arena_copy_text(graph->arena, name, length);
  if (names) graph->names = names;
  if (!names || !copy) return ss_graph_fail(graph, SS_MEMORY);
  names[graph->name_count] = copy;
  return append(graph, (ss_node){SS_OP_SYMBOL, (uint32_t)graph->name_count++, 0});
}

/* The node of a derivative of a curve. */
static ss_expr find_curve(const ss_graph *graph, const ss_curve *curve, int order) {
  const uint64_t hash = mix((uint64_t)(uintptr_t)curve);
  ss_node other;
  for (; graph; graph = graph->base) {
    uint64_t at = hash;
    for (ss_expr e; (e = next_candidate(graph, &at, &other));)
      if (other.op == SS_OP_CURVE && graph->curves[other.a].curve == curve &&
          graph->curves[other.a].order == order)
        return e;
  }
  return SS_EXPR_NONE;
}

ss_expr ss_expr_add_curve(ss_graph *graph, ss_curve *curve, int order) {
  const ss_expr known = find_curve(graph, curve, order);
  if (known || !is_open(graph)) return known;
  ss_curve_order *curves =
      make_room(graph->curves, graph->curve_count, &graph->curve_capacity, sizeof *curves);
  if (!curves) return ss_graph_fail(graph, SS_MEMORY);
  graph->curves = curves;
  curves[graph->curve_count] = (ss_curve_order){ss_curve_keep(curve), order};
  return append(graph, (ss_node){SS_OP_CURVE, (uint32_t)graph->curve_count++, 0});
}

ss_expr ss_expr_follow(ss_graph *graph, ss_curve *curve, int order, ss_expr x) {
  return ss_expr_binary(graph, SS_OP_AT, x, ss_expr_add_curve(graph, curve, order));
}

/* ---- reading --------------------------------------------------------------------------------- */

ss_curve *ss_expr_curve(const ss_graph *graph, ss_expr e, int *order) {
  const ss_graph *owner = ss_graph_owner(graph, e);
  const ss_node node = owner->nodes[e - owner->first];
  if (node.op != SS_OP_CURVE) return NULL;
  *order = owner->curves[node.a].order;
  return owner->curves[node.a].curve;
}

double ss_graph_next_row(const ss_graph *graph, double x, bool backwards) {
  double next = backwards ? -INFINITY : INFINITY;
  for (; graph; graph = graph->base)
    for (size_t i = 0; i < graph->curve_count; i++) {
      const double row = ss_curve_next(graph->curves[i].curve, x, backwards);
      next = backwards ? fmax(next, row) : fmin(next, row);
    }
  return next;
}

ss_op ss_expr_op(const ss_graph *graph, ss_expr e) {
  return ss_graph_node(graph, e).op;
}

ss_expr ss_expr_arg(const ss_graph *graph, ss_expr e, int i) {
  ss_node node = ss_graph_node(graph, e);
  if (e == SS_EXPR_NONE || i >= arities[node.op]) return SS_EXPR_NONE;
  return i == 0 ? node.a : node.b;
}

const fmpq *ss_expr_value(const ss_graph *graph, ss_expr e) {
  const ss_graph *owner = ss_graph_owner(graph, e);
  const ss_node node = owner->nodes[e - owner->first];
  return node.op == SS_OP_NUMBER ? owner->numbers[node.a] : NULL;
}

const char *ss_expr_name(const ss_graph *graph, ss_expr e) {
  const ss_graph *owner = ss_graph_owner(graph, e);
  const ss_node node = owner->nodes[e - owner->first];
  return node.op == SS_OP_SYMBOL ? owner->names[node.a] : NULL;
}

bool ss_expr_is_integer(const ss_graph *graph, ss_expr e, long value) {
  const fmpq *number = ss_expr_value(graph, e);
  return number && fmpz_is_one(fmpq_denref(number)) && fmpz_equal_si(fmpq_numref(number), value);
}

/* ---- passes ---------------------------------------------------------------------------------- */

void ss_expr_mark(const ss_graph *graph, size_t count, const ss_expr *roots, uint8_t *marks) {
  ss_expr highest = 0;
  for (size_t i = 0; i < count; i++) {
    marks[roots[i]] = 1;
    if (roots[i] > highest) highest = roots[i];
  }
  for (ss_expr e = highest; e > 0; e--) {
    if (!marks[e]) continue;
    const ss_node node = ss_graph_node(graph, e);
    if (arities[node.op] > 0) marks[node.a] = 1;
    if (arities[node.op] > 1) marks[node.b] = 1;
  }
  marks[0] = 0;
}

/* Depth first with a stack of our own: a node is listed when its arguments have been. */
ss_expr *ss_graph_collect(const ss_graph *graph, size_t count, const ss_expr *roots,
                          size_t *length) {
  enum { UNSEEN, OPEN, LISTED };
  uint8_t *seen = calloc(graph->count, 1);
  size_t capacity = 64 + count, used = 0, listed = 0;
  ss_expr *stack = malloc(capacity * sizeof *stack);
  ss_expr *list = malloc(capacity * sizeof *list);
  size_t list_capacity = capacity;
  bool good = seen && stack && list;
  for (size_t r = count; good && r-- > 0;) stack[used++] = roots[r];
  while (good && used > 0) {
    ss_expr e = stack[used - 1];
    if (e == SS_EXPR_NONE || seen[e] == LISTED) {
      used--;
    } else if (seen[e] == OPEN) {
      ss_expr *grown = make_room(list, listed, &list_capacity, sizeof *list);
      good = grown != NULL;
      if (good) (list = grown)[listed++] = e;
      seen[e] = LISTED;
      used--;
    } else {
      seen[e] = OPEN;
      for (int i = arities[ss_graph_node(graph, e).op]; good && i-- > 0;) {
        ss_expr *grown = make_room(stack, used, &capacity, sizeof *stack);
        good = grown != NULL;
        if (good) (stack = grown)[used++] = ss_expr_arg(graph, e, i);
      }
    }
  }
  free(seen);
  free(stack);
  *length = listed;
  if (good) return list;
  free(list);
  return NULL;
}

bool ss_expr_depends(const ss_graph *graph, ss_expr e, ss_expr symbol) {
  size_t length;
  ss_expr *list = ss_graph_collect(graph, 1, &e, &length);
  bool found = false;
  for (size_t i = 0; list && i < length && !found; i++) found = list[i] == symbol;
  free(list);
  return found;
}

ss_expr ss_expr_find_symbol(const ss_graph *graph, size_t count, const ss_expr *exprs,
                            size_t symbols, const ss_expr *symbol) {
  if (!count || !symbols) return SS_EXPR_NONE;
  uint8_t *marks = calloc(graph->count, 1);
  if (!marks) return symbol[0];
  ss_expr_mark(graph, count, exprs, marks);
  size_t i = 0;
  while (i < symbols && !marks[symbol[i]]) i++;
  free(marks);
  return i < symbols ? symbol[i] : SS_EXPR_NONE;
}

size_t ss_expr_size(const ss_graph *graph, ss_expr e) {
  size_t length = 0;
  free(ss_graph_collect(graph, 1, &e, &length));
  return length;
}
