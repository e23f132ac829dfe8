/* tape.c: from expressions to instructions.
 *
 * The outputs' nodes are listed depth first, arguments before users, and lowered one by one to a
 * draft: instructions on values that are written once. Nodes are shared in the graph, so common
 * subexpressions are computed once, and what no output reaches is never listed. On the way
 *
 *     - a value that no input changes goes to the prologue;
 *     - a sum or product that only one other sum or product uses becomes one instruction with it
 *       (a*b + c, rounded twice): a third fewer instructions in typical equations of motion;
 *     - sin and cos of the same argument become one instruction;
 *     - x^2 is a square, x^n for |n| <= 16 a chain of products, other powers call pow;
 *     - x*(1/q) is divided by q where 1/q is no double: one rounding, not two;
 *     - an output that is a number, a symbol or another output once more becomes a copy.
 *
 * Then values get slots (tape_slots.c). Depth first keeps lives short: a value is used soon after
 * it is made, and slots are few. Time and memory are linear in the graph.
 *
 * Fails with SS_BAD_ARGUMENT when an output is SS_EXPR_NONE, uses ddt, or uses a symbol that is
 * neither parameter nor input; when a parameter or input is no symbol or is given twice; with
 * SS_LIMIT beyond 2^29 nodes; and when memory does.
 */
#include "tape_private.h"

#include <stdlib.h>

#include "graph_private.h"

enum { MOST_NODES = 1 << 29 };

#define OPERANDS_OF(name, operands, ...) operands,

int ss_instruction_operands(uint32_t code) {
  static const uint8_t operands[] = {SS_TAPE_ALL(OPERANDS_OF)};
  return operands[code];
}

typedef struct compiler {
  const ss_graph *graph;
  ss_arena *scratch;
  ss_expr *list; /* nodes that the outputs reach, arguments first */
  size_t length;
  /* by node */
  uint32_t *value;      /* its value in the draft, 0: none yet */
  uint32_t *uses;       /* by other nodes and as an output */
  uint32_t *reciprocal; /* of a number 1/q: the value q */
  ss_expr *sine;        /* of an argument: its node sin(argument), if reached */
  ss_expr *cosine;
  uint8_t *varies;   /* with the inputs */
  uint8_t *absorbed; /* into the instruction of the node that uses it */
  uint8_t *absorbs;  /* 1 + the number of the argument that it absorbs, 0: none */
  /* by constant */
  const fmpq **number;
  uint8_t *inverted; /* the constant is 1/number */
  ss_tape *tape;     /* which keeps the curves */
  ss_draft draft;
} compiler;

static ss_op op_of(const compiler *c, ss_expr e) {
  return ss_graph_node(c->graph, e).op;
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t new_value(compiler *c, ss_value_kind kind, size_t index) {
  c->draft.values[c->draft.count] = (ss_value){.kind = kind, .index = (uint32_t)index};
  return c->draft.count++;
}

static uint32_t new_constant(compiler *c, const fmpq *number, bool inverted) {
  c->number[c->draft.constants] = number;
  c->inverted[c->draft.constants] = inverted;
  return new_value(c, SS_VALUE_CONSTANT, c->draft.constants++);
}

/* The value of a node that has been lowered; numbers become constants when first asked for. */
static uint32_t value_of(compiler *c, ss_expr e) {
  if (!c->value[e] && op_of(c, e) == SS_OP_NUMBER)
    c->value[e] = new_constant(c, ss_expr_value(c->graph, e), false);
  return c->value[e];
}

/* Appends an instruction to the prologue or the body; returns the value of its result. */
static uint32_t add(compiler *c, bool varies, ss_instruction i) {
  i.out = new_value(c, varies ? SS_VALUE_BODY : SS_VALUE_PROLOGUE, 0);
  if (varies)
    c->draft.body[c->draft.body_length++] = i;
  else
    c->draft.prologue[c->draft.prologue_length++] = i;
  return i.out;
}

/* ---- what fuses with what -------------------------------------------------------------------- */

/* x*(1/q) with an integer q that is a double although 1/q is none. */
static bool is_exact_quotient(const compiler *c, ss_expr e) {
  const fmpq *n = ss_expr_value(c->graph, ss_expr_arg(c->graph, e, 0));
  return n && fmpz_is_pm1(fmpq_numref(n)) && fmpz_bits(fmpq_denref(n)) <= 53 &&
         fmpz_val2(fmpq_denref(n)) + 1 < fmpz_bits(fmpq_denref(n));
}

/* The operators that fuse, as rows of the table below; -1 for all others. */
static int row_of_inner(const compiler *c, ss_expr e) {
  ss_op op = op_of(c, e);
  if (op == SS_OP_MUL && is_exact_quotient(c, e)) return -1;
  return op == SS_OP_ADD ? 0 : op == SS_OP_SUB ? 1 : op == SS_OP_MUL ? 2 : -1;
}

/* The instruction that does node e and, before it, its argument number k; SS_TAPE_CODES: none. */
static uint32_t fused_instruction(const compiler *c, ss_expr e, int k) {
  static const uint32_t table[3][4] = {
      {SS_TAPE_ADD_ADD, SS_TAPE_ADD_SUB, SS_TAPE_ADD_FROM, SS_TAPE_ADD_MUL},
      {SS_TAPE_SUB_ADD, SS_TAPE_SUB_SUB, SS_TAPE_SUB_FROM, SS_TAPE_SUB_MUL},
      {SS_TAPE_MUL_ADD, SS_TAPE_MUL_SUB, SS_TAPE_MUL_FROM, SS_TAPE_MUL_MUL}};
  int inner = row_of_inner(c, ss_expr_arg(c->graph, e, k)), outer = row_of_inner(c, e);
  if (inner == 2 && op_of(c, e) == SS_OP_NEG) return SS_TAPE_MUL_NEG;
  if (inner < 0 || outer < 0) return SS_TAPE_CODES;
  int column = outer == 0 ? 0 : outer == 2 ? 3 : 1 + k;
  return table[inner][column];
}

/* Pairs a node with an argument that nothing else uses and that is in no pair yet. Taken bottom up,
 * as here, this makes as many pairs as there can be in a tree. */
static void choose_absorbed(compiler *c, ss_expr e) {
  for (int k = 0; k < ss_op_arity(op_of(c, e)); k++) {
    ss_expr inner = ss_expr_arg(c->graph, e, k);
    if (c->uses[inner] != 1 || c->absorbs[inner] || c->varies[inner] != c->varies[e] ||
        fused_instruction(c, e, k) == SS_TAPE_CODES)
      continue;
    c->absorbed[inner] = 1;
    c->absorbs[e] = (uint8_t)(1 + k);
    return;
  }
}

/* Counts uses, finds what varies, and pairs sines with cosines. */
static ss_status survey(compiler *c, size_t outputs, const ss_expr *output) {
  for (size_t k = 0; k < outputs; k++) c->uses[output[k]]++;
  for (size_t n = 0; n < c->length; n++) {
    ss_expr e = c->list[n];
    ss_op op = op_of(c, e);
    if (op == SS_OP_DDT || (op == SS_OP_SYMBOL && !c->value[e])) return SS_BAD_ARGUMENT;
    if (op == SS_OP_SIN) c->sine[ss_expr_arg(c->graph, e, 0)] = e;
    if (op == SS_OP_COS) c->cosine[ss_expr_arg(c->graph, e, 0)] = e;
    for (int i = 0; i < ss_op_arity(op); i++) {
      ss_expr argument = ss_expr_arg(c->graph, e, i);
      c->uses[argument]++;
      c->varies[e] |= c->varies[argument];
    }
  }
  for (size_t n = 0; n < c->length; n++) choose_absorbed(c, c->list[n]);
  return SS_OK;
}

/* ---- lowering -------------------------------------------------------------------------------- */

/* A node and the argument that it absorbs. */
static ss_instruction lower_pair(compiler *c, ss_expr e) {
  int k = c->absorbs[e] - 1;
  ss_expr inner = ss_expr_arg(c->graph, e, k);
  ss_instruction i = {.code = fused_instruction(c, e, k)};
  i.a = value_of(c, ss_expr_arg(c->graph, inner, 0));
  i.b = value_of(c, ss_expr_arg(c->graph, inner, 1));
  if (ss_op_arity(op_of(c, e)) == 2) i.c = value_of(c, ss_expr_arg(c->graph, e, 1 - k));
  return i;
}

/* x*(1/q) as x/q. */
static ss_instruction lower_quotient(compiler *c, ss_expr e) {
  ss_expr n = ss_expr_arg(c->graph, e, 0);
  if (!c->reciprocal[n]) c->reciprocal[n] = new_constant(c, ss_expr_value(c->graph, n), true);
  return (ss_instruction){
      .code = SS_TAPE_DIV, .a = value_of(c, ss_expr_arg(c->graph, e, 1)), .b = c->reciprocal[n]};
}

/* a^b: square, integer power, or pow. */
static ss_instruction lower_power(compiler *c, ss_expr e) {
  ss_expr b = ss_expr_arg(c->graph, e, 1);
  const fmpq *exponent = ss_expr_value(c->graph, b);
  ss_instruction i = {.code = SS_TAPE_POW, .a = value_of(c, ss_expr_arg(c->graph, e, 0))};
  long n = 0;
  if (exponent && fmpz_is_one(fmpq_denref(exponent)) && fmpz_fits_si(fmpq_numref(exponent)))
    n = fmpz_get_si(fmpq_numref(exponent));
  if (n > SS_TAPE_HIGHEST_POWER || n < -SS_TAPE_HIGHEST_POWER) n = 0;
  if (n == 2)
    i.code = SS_TAPE_SQUARE;
  else if (n != 0)
    i.code = SS_TAPE_POWER, i.b = (uint32_t)(int32_t)n;
  else
    i.b = value_of(c, b);
  return i;
}

/* A look-up in a curve, which the tape keeps. */
static ss_instruction lower_curve(compiler *c, ss_expr e) {
  ss_curve_order *kept = &c->tape->curve[c->tape->curves++];
  kept->curve = ss_curve_keep(ss_expr_curve(c->graph, ss_expr_arg(c->graph, e, 1), &kept->order));
  const uintptr_t address = (uintptr_t)kept;
  return (ss_instruction){.code = SS_TAPE_AT,
                          .a = value_of(c, ss_expr_arg(c->graph, e, 0)),
                          .b = (uint32_t)address,
                          .c = (uint32_t)(address >> 16 >> 16)};
}

/* The instruction that a tape has for an operation of the graph, argument for argument. */
static uint32_t same_instruction(ss_op op) {
#define SAME(name, ...)                                                                            \
  case SS_OP_##name: return SS_TAPE_##name;
  switch (op) {
    SS_TAPE_SELECTIONS(SAME)
    SS_TAPE_FUNCTIONS(SAME)
    SAME(NEG)
    SAME(ADD)
    SAME(SUB)
    SAME(MUL)
    SAME(DIV)
    SAME(EXP)
    SAME(ATAN2)
    SAME(PI)
  default: return SS_TAPE_CODES;
  }
#undef SAME
}

static ss_instruction lower_plainly(compiler *c, ss_expr e) {
  ss_instruction i = {.code = same_instruction(op_of(c, e))};
  int arity = ss_op_arity(op_of(c, e));
  if (arity > 0) i.a = value_of(c, ss_expr_arg(c->graph, e, 0));
  if (arity > 1) i.b = value_of(c, ss_expr_arg(c->graph, e, 1));
  return i;
}

/* sin and cos of one argument: one instruction with two results. */
static void lower_sine_and_cosine(compiler *c, ss_expr argument, bool varies) {
  ss_instruction i = {.code = SS_TAPE_SIN_COS, .a = value_of(c, argument)};
  i.b = new_value(c, varies ? SS_VALUE_BODY : SS_VALUE_PROLOGUE, 0);
  c->value[c->cosine[argument]] = i.b;
  c->value[c->sine[argument]] = add(c, varies, i);
}

static void lower(compiler *c, ss_expr e) {
  ss_op op = op_of(c, e);
  if (c->value[e] || c->absorbed[e] || op == SS_OP_NUMBER || op == SS_OP_CURVE) return;
  ss_expr a = ss_expr_arg(c->graph, e, 0);
  if ((op == SS_OP_SIN || op == SS_OP_COS) && c->sine[a] && c->cosine[a])
    lower_sine_and_cosine(c, a, c->varies[e]);
  else if (c->absorbs[e])
    c->value[e] = add(c, c->varies[e], lower_pair(c, e));
  else if (op == SS_OP_MUL && is_exact_quotient(c, e))
    c->value[e] = add(c, c->varies[e], lower_quotient(c, e));
  else if (op == SS_OP_POW)
    c->value[e] = add(c, c->varies[e], lower_power(c, e));
  else if (op == SS_OP_AT)
    c->value[e] = add(c, c->varies[e], lower_curve(c, e));
  else
    c->value[e] = add(c, c->varies[e], lower_plainly(c, e));
}

/* Names the values that are outputs; copies those that cannot be one in place. */
static void lower_outputs(compiler *c, size_t outputs, const ss_expr *output) {
  for (size_t k = 0; k < outputs; k++) {
    uint32_t v = value_of(c, output[k]);
    ss_value_kind kind = c->draft.values[v].kind;
    bool given = kind != SS_VALUE_PROLOGUE && kind != SS_VALUE_BODY;
    if (given || c->draft.values[v].output)
      v = add(c, c->varies[output[k]], (ss_instruction){.code = SS_TAPE_COPY, .a = v});
    c->draft.values[v].output = (uint32_t)(k + 1);
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool allocate_compiler(compiler *c, size_t given, size_t outputs) {
  size_t nodes = c->graph->count, most = 2 * c->length + given + outputs + 1;
  c->value = ss_arena_new(c->scratch, nodes, uint32_t);
  c->uses = ss_arena_new(c->scratch, nodes, uint32_t);
  c->reciprocal = ss_arena_new(c->scratch, nodes, uint32_t);
  c->sine = ss_arena_new(c->scratch, nodes, ss_expr);
  c->cosine = ss_arena_new(c->scratch, nodes, ss_expr);
  c->varies = ss_arena_new(c->scratch, nodes, uint8_t);
  c->absorbed = ss_arena_new(c->scratch, nodes, uint8_t);
  c->absorbs = ss_arena_new(c->scratch, nodes, uint8_t);
  c->number = ss_arena_new(c->scratch, 2 * c->length, const fmpq *);
  c->inverted = ss_arena_new(c->scratch, 2 * c->length, uint8_t);
  c->draft.values = ss_arena_new(c->scratch, most, ss_value);
  c->draft.prologue = ss_arena_new(c->scratch, c->length + outputs, ss_instruction);
  c->draft.body = ss_arena_new(c->scratch, c->length + outputs, ss_instruction);
  c->draft.count = 1;
  return c->value && c->uses && c->reciprocal && c->sine && c->cosine && c->varies && c->absorbed &&
         c->absorbs && c->number && c->inverted && c->draft.values && c->draft.prologue &&
         c->draft.body;
}

/* Gives values to symbols. */
static ss_status bind(compiler *c, ss_value_kind kind, size_t count, const ss_expr *symbol) {
  for (size_t i = 0; i < count; i++) {
    ss_expr e = symbol[i];
    if (e >= c->graph->count || op_of(c, e) != SS_OP_SYMBOL || c->value[e]) return SS_BAD_ARGUMENT;
    c->value[e] = new_value(c, kind, i);
    c->varies[e] = kind == SS_VALUE_INPUT;
  }
  return SS_OK;
}

/* The constants: exact, and rounded to the nearest double. */
static ss_status keep_constants(const compiler *c, ss_tape *tape) {
  tape->exact = ss_arena_new(tape->arena, c->draft.constants, fmpq);
  tape->rounded = ss_arena_new(tape->arena, c->draft.constants, double);
  if (!tape->exact || !tape->rounded) return SS_MEMORY;
  for (size_t i = 0; i < c->draft.constants; i++) {
    fmpq_init(tape->exact + i);
    tape->constants = i + 1;
    fmpq_set(tape->exact + i, c->number[i]);
    if (c->inverted[i]) fmpq_inv(tape->exact + i, tape->exact + i);
    tape->rounded[i] = ss_number_to_double(tape->exact + i);
  }
  return SS_OK;
}

static ss_status compile(compiler *c, const ss_expr *parameter, const ss_expr *input,
                         const ss_expr *output, ss_tape *tape) {
  for (size_t k = 0; k < tape->outputs; k++)
    if (output[k] == SS_EXPR_NONE || output[k] >= c->graph->count) return SS_BAD_ARGUMENT;
  c->list = ss_graph_collect(c->graph, tape->outputs, output, &c->length);
  if (!c->list) return SS_MEMORY;
  if (c->length > MOST_NODES) return SS_LIMIT;
  size_t looked_up = 0;
  for (size_t n = 0; n < c->length; n++) looked_up += op_of(c, c->list[n]) == SS_OP_AT;
  tape->curve = ss_arena_new(tape->arena, looked_up, ss_curve_order);
  if (!tape->curve || !allocate_compiler(c, tape->parameters + tape->inputs, tape->outputs))
    return SS_MEMORY;
  ss_status status = bind(c, SS_VALUE_PARAMETER, tape->parameters, parameter);
  if (status == SS_OK) status = bind(c, SS_VALUE_INPUT, tape->inputs, input);
  if (status == SS_OK) status = survey(c, tape->outputs, output);
  if (status != SS_OK) return status;
  for (size_t n = 0; n < c->length; n++) lower(c, c->list[n]);
  lower_outputs(c, tape->outputs, output);
  status = keep_constants(c, tape);
  if (status == SS_OK) status = ss_draft_find_sources(&c->draft, c->scratch, tape);
  if (status == SS_OK) status = ss_draft_allocate(&c->draft, c->scratch, tape);
  if (status == SS_OK) status = ss_lanes_assemble(tape);
  return status;
}

ss_status ss_tape_compile(const ss_graph *graph, size_t parameters, const ss_expr *parameter,
                          size_t inputs, const ss_expr *input, size_t outputs,
                          const ss_expr *output, ss_tape **result) {
  ss_tape *tape = calloc(1, sizeof *tape);
  compiler c = {.graph = graph, .scratch = ss_arena_create(), .tape = tape};
  ss_status status = SS_MEMORY;
  *result = NULL;
  if (tape) tape->arena = ss_arena_create();
  if (tape && tape->arena && c.scratch) {
    tape->parameters = parameters;
    tape->inputs = inputs;
    tape->outputs = outputs;
    status = compile(&c, parameter, input, output, tape);
  }
  free(c.list);
  ss_arena_destroy(c.scratch);
  if (status == SS_OK)
    *result = tape;
  else
    ss_tape_destroy(tape);
  return status;
}

void ss_tape_destroy(ss_tape *tape) {
  if (!tape) return;
  for (size_t i = 0; i < tape->constants; i++) fmpq_clear(tape->exact + i);
  for (size_t i = 0; i < tape->curves; i++) ss_curve_release(tape->curve[i].curve);
  ss_arena_destroy(tape->arena);
  free(tape);
}

/* ---- questions ------------------------------------------------------------------------------- */

size_t ss_tape_inputs(const ss_tape *tape) {
  return tape->inputs;
}

size_t ss_tape_parameters(const ss_tape *tape) {
  return tape->parameters;
}

size_t ss_tape_outputs(const ss_tape *tape) {
  return tape->outputs;
}

size_t ss_tape_prologue_length(const ss_tape *tape) {
  return tape->prologue;
}

size_t ss_tape_length(const ss_tape *tape) {
  return tape->body;
}
