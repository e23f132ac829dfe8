/* tape_slots.c: which slot holds which value.
 *
 * A value lives from the instruction that writes it to the last one that reads it. Walking the
 * instructions in order, a slot whose value has been read for the last time goes back on a stack,
 * and the next result takes the slot on top: the one used most recently, hence still in the
 * nearest cache. (A slot of 64 lanes takes 512 bytes: a first-level cache of 48 KB holds 96.)
 * An instruction may write the slot that it reads; evaluators read operands before they write.
 *
 *     constants | parameters | prologue | inputs | temporaries | outputs
 *
 * Results of the prologue that the body reads live for ever, for the body runs many times on one
 * workspace; so do inputs and outputs. An output is computed in its place, hence contiguous with
 * the others, and an output that no input changes is never computed again.
 *
 * Linear in the number of instructions. Fails only when memory does.
 */
#include "tape_private.h"

#include <string.h>

enum { FOR_EVER = UINT32_MAX };

typedef struct allocator {
  ss_value *values;
  uint32_t *last; /* by value: the instruction that reads it last */
  uint32_t *free; /* a stack of slots */
  size_t free_count;
  size_t next; /* the first slot that was never used */
} allocator;

/* The k-th operand of an instruction. */
static uint32_t operand(const ss_instruction *i, int k) {
  return k == 0 ? i->a : k == 1 ? i->b : i->c;
}

/* A result of this phase that may lose its slot: no output, not read by a later phase. */
static bool is_temporary(const allocator *s, uint32_t v, ss_value_kind phase) {
  return s->values[v].kind == phase && !s->values[v].output && s->last[v] != FOR_EVER;
}

static void find_last_uses(allocator *s, const ss_instruction *code, size_t length,
                           ss_value_kind phase) {
  for (size_t n = 0; n < length; n++)
    for (int k = 0; k < ss_instruction_operands(code[n].code); k++) {
      uint32_t v = operand(&code[n], k);
      s->last[v] = s->values[v].kind == phase ? (uint32_t)n : FOR_EVER;
    }
}

static void release_operands(allocator *s, const ss_instruction *i, size_t n, ss_value_kind phase) {
  for (int k = 0; k < ss_instruction_operands(i->code); k++) {
    uint32_t v = operand(i, k);
    if (!is_temporary(s, v, phase) || s->last[v] != n) continue;
    s->free[s->free_count++] = s->values[v].slot;
    s->last[v] = FOR_EVER; /* a second operand of the same value must not release it again */
  }
}

static void place_result(allocator *s, uint32_t v) {
  if (s->values[v].output) return;
  s->values[v].slot = s->free_count ? s->free[--s->free_count] : (uint32_t)s->next++;
}

/* Slots for the results of one phase. */
static void scan(allocator *s, const ss_instruction *code, size_t length, ss_value_kind phase) {
  s->free_count = 0;
  for (size_t n = 0; n < length; n++) {
    release_operands(s, &code[n], n, phase);
    place_result(s, code[n].out);
    if (code[n].code == SS_TAPE_SIN_COS) place_result(s, code[n].b);
  }
}

static void place_given(allocator *s, const ss_draft *draft, ss_value_kind kind, size_t base) {
  for (uint32_t v = 1; v < draft->count; v++)
    if (s->values[v].kind == kind) s->values[v].slot = (uint32_t)base + s->values[v].index;
}

static void place_outputs(allocator *s, const ss_draft *draft, size_t base) {
  for (uint32_t v = 1; v < draft->count; v++)
    if (s->values[v].output) s->values[v].slot = (uint32_t)base + s->values[v].output - 1;
}

/* The code on slots instead of values. */
static void write_code(const allocator *s, const ss_instruction *draft, size_t length,
                       ss_instruction *code) {
  for (size_t n = 0; n < length; n++) {
    ss_instruction i = draft[n];
    int operands = ss_instruction_operands(i.code);
    i.out = s->values[i.out].slot;
    if (operands > 0) i.a = s->values[i.a].slot;
    if (operands > 1 || i.code == SS_TAPE_SIN_COS) i.b = s->values[i.b].slot;
    if (operands > 2) i.c = s->values[i.c].slot;
    code[n] = i;
  }
}

ss_status ss_draft_allocate(ss_draft *draft, ss_arena *scratch, ss_tape *tape) {
  allocator s = {.values = draft->values, .next = tape->constants + tape->parameters};
  s.last = ss_arena_new(scratch, draft->count, uint32_t);
  s.free = ss_arena_new(scratch, draft->count, uint32_t);
  tape->prologue = draft->prologue_length;
  tape->body = draft->body_length;
  tape->code = ss_arena_new(tape->arena, tape->prologue + tape->body, ss_instruction);
  if (!s.last || !s.free || !tape->code) return SS_MEMORY;
  place_given(&s, draft, SS_VALUE_CONSTANT, 0);
  place_given(&s, draft, SS_VALUE_PARAMETER, tape->constants);
  find_last_uses(&s, draft->prologue, draft->prologue_length, SS_VALUE_PROLOGUE);
  find_last_uses(&s, draft->body, draft->body_length, SS_VALUE_BODY);
  scan(&s, draft->prologue, draft->prologue_length, SS_VALUE_PROLOGUE);
  tape->first_input = s.next;
  place_given(&s, draft, SS_VALUE_INPUT, s.next);
  s.next += tape->inputs;
  scan(&s, draft->body, draft->body_length, SS_VALUE_BODY);
  tape->first_output = s.next;
  place_outputs(&s, draft, s.next);
  tape->slots = s.next + tape->outputs;
  write_code(&s, draft->prologue, draft->prologue_length, tape->code);
  write_code(&s, draft->body, draft->body_length, tape->code + tape->prologue);
  return SS_OK;
}
