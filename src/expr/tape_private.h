/* tape_private.h: the instruction set and the tape itself, for the evaluators in src/expr only. */
#ifndef STANDSTILL_TAPE_PRIVATE_H
#define STANDSTILL_TAPE_PRIVATE_H

#include "standstill/tape.h"

/* ---- the instruction set --------------------------------------------------------------------- */

/* One list in five parts; every evaluator is a switch over it. An instruction writes slot `out`
 * from the slots a, b, c, as many as it has operands, and may write the slot that it reads.
 */

/* Operators: name, operands, formula. The formula is compiled for a double and for a vector of
 * doubles alike, hence equal bit for bit. */
#define SS_TAPE_OPERATORS(X)                                                                       \
  X(COPY, 1, a)                                                                                    \
  X(NEG, 1, -a)                                                                                    \
  X(ADD, 2, a + b)                                                                                 \
  X(SUB, 2, a - b)                                                                                 \
  X(MUL, 2, (a * b))                                                                               \
  X(DIV, 2, a / b)                                                                                 \
  X(SQUARE, 1, (a * a))                                                                            \
  X(MUL_NEG, 2, -(a * b))

/* Two operators in one: the first on a and b, the second on its result and c (FROM: c minus it).
 * Name, operands, formula, first, second. Rounded twice, as the two instructions would be. */
#define SS_TAPE_FUSIONS(X)                                                                         \
  X(ADD_ADD, 3, (a + b) + c, ADD, ADD)                                                             \
  X(ADD_SUB, 3, (a + b) - c, ADD, SUB)                                                             \
  X(ADD_FROM, 3, c - (a + b), ADD, FROM)                                                           \
  X(ADD_MUL, 3, (a + b) * c, ADD, MUL)                                                             \
  X(SUB_ADD, 3, (a - b) + c, SUB, ADD)                                                             \
  X(SUB_SUB, 3, (a - b) - c, SUB, SUB)                                                             \
  X(SUB_FROM, 3, c - (a - b), SUB, FROM)                                                           \
  X(SUB_MUL, 3, (a - b) * c, SUB, MUL)                                                             \
  X(MUL_ADD, 3, (a * b) + c, MUL, ADD)                                                             \
  X(MUL_SUB, 3, (a * b) - c, MUL, SUB)                                                             \
  X(MUL_FROM, 3, c - (a * b), MUL, FROM)                                                           \
  X(MUL_MUL, 3, (a * b) * c, MUL, MUL)

/* Operations with an exact or correctly rounded result that each evaluator writes out. */
#define SS_TAPE_SELECTIONS(X)                                                                      \
  X(SQRT, 1)                                                                                       \
  X(ABS, 1)                                                                                        \
  X(SIGN, 1)                                                                                       \
  X(MIN, 2)                                                                                        \
  X(MAX, 2)

/* Functions: name, operands, function of libm and stem of SLEEF's. */
#define SS_TAPE_FUNCTIONS(X)                                                                       \
  X(SIN, 1, sin)                                                                                   \
  X(COS, 1, cos)                                                                                   \
  X(TAN, 1, tan)                                                                                   \
  X(ASIN, 1, asin)                                                                                 \
  X(ACOS, 1, acos)                                                                                 \
  X(ATAN, 1, atan)                                                                                 \
  X(LOG, 1, log)                                                                                   \
  X(TANH, 1, tanh)

/* The rest. PI has no operand; SIN_COS writes sin a to out and cos a to slot b; POWER is a^n with
 * the integer n = (int32_t)b, |n| <= SS_TAPE_HIGHEST_POWER, not 0, 1 or 2; AT looks a up in the
 * curve whose address b and c are the halves of. */
#define SS_TAPE_OTHERS(X)                                                                          \
  X(EXP, 1)                                                                                        \
  X(ATAN2, 2)                                                                                      \
  X(POW, 2)                                                                                        \
  X(PI, 0)                                                                                         \
  X(SIN_COS, 1)                                                                                    \
  X(POWER, 1)                                                                                      \
  X(AT, 1)

#define SS_TAPE_ALL(X)                                                                             \
  SS_TAPE_OPERATORS(X)                                                                             \
  SS_TAPE_FUSIONS(X)                                                                               \
  SS_TAPE_SELECTIONS(X)                                                                            \
  SS_TAPE_FUNCTIONS(X)                                                                             \
  SS_TAPE_OTHERS(X)

typedef enum ss_instruction_code {
#define SS_TAPE_ENUM(name, ...) SS_TAPE_##name,
  SS_TAPE_ALL(SS_TAPE_ENUM)
#undef SS_TAPE_ENUM
      SS_TAPE_CODES
} ss_instruction_code;

typedef struct ss_instruction {
  uint32_t code, out, a, b, c;
} ss_instruction;

/* Number of operands of an instruction. */
int ss_instruction_operands(uint32_t code);

/* The curve of an instruction AT, and the order of its derivative. */
typedef struct ss_curve_order {
  ss_curve *curve;
  int order;
} ss_curve_order;

static inline const ss_curve_order *ss_instruction_curve(const ss_instruction *i) {
  return (const ss_curve_order *)((uintptr_t)i->c << 16 << 16 | i->b);
}

/* curve.c: all values of a derivative over a ball; whether it may jump inside it. */
void ss_curve_enclose(const ss_curve *curve, int order, const arb_t x, arb_t out, slong precision);
bool ss_curve_may_jump(const ss_curve *curve, int order, const arb_t x);

/* The integer power x^n by squaring, as a statement on variables of one type, scalar or vector:
 * at most |n| - 1 roundings, and one for the quotient when n < 0. */
enum { SS_TAPE_HIGHEST_POWER = 16 };

#define SS_TAPE_RAISE(result, x, n)                                                                \
  do {                                                                                             \
    unsigned power_ = (unsigned)((n) < 0 ? -(n) : (n));                                            \
    result = (x);                                                                                  \
    for (unsigned bit_ = 1u << (31 - __builtin_clz(power_)) >> 1; bit_; bit_ >>= 1) {              \
      result = result * result;                                                                    \
      if (power_ & bit_) result = result * (x);                                                    \
    }                                                                                              \
    if ((n) < 0) result = 1 / result;                                                              \
  } while (0)

/* ---- lanes ----------------------------------------------------------------------------------- */

/* An interpreter for one kind of vector register. */
typedef struct ss_lane_kernel {
  const char *name;
  /* Runs instructions up to SS_TAPE_CODES; slots are counted in doubles. */
  void (*run)(const ss_instruction *i, double *work);
  /* A full block of inputs: input i of lane j from columns[i * stride + j]. */
  void (*load)(const double *columns, size_t stride, size_t inputs, double *in);
} ss_lane_kernel;

/* Kernel number i of those that this machine can run, the fastest first, or NULL. The last one
 * is always the portable kernel. */
const ss_lane_kernel *ss_lane_kernel_at(size_t i);

/* Writes the lane code of a tape. SS_OK, SS_MEMORY, or SS_LIMIT beyond 2^32 doubles. */
ss_status ss_lanes_assemble(ss_tape *tape);

/* ---- the tape -------------------------------------------------------------------------------- */

/* Slots: constants | parameters | results of the prologue | inputs | temporaries | outputs.
 */
struct ss_tape {
  ss_arena *arena;      /* owns the arrays */
  ss_instruction *code; /* the prologue, then the body */
  size_t prologue, body;
  size_t constants, parameters, inputs, outputs;
  size_t first_input, first_output, slots;
  fmpq *exact;     /* the constants, */
  double *rounded; /* and the doubles nearest to them */
  ss_curve_order *curve;
  size_t curves;
  const ss_lane_kernel *lanes;
  ss_instruction *lane_code; /* the body as the kernels want it */

  /* For the gradient: bit j of row r tells whether the value that row r belongs to depends on
   * input j; sources[3 i + k] is the row of operand k of instruction i of the body. */
  uint32_t *sources;
  uint64_t *rows;
  size_t row_words;
};

/* Runs instructions on a workspace of doubles. */
void ss_tape_execute(const ss_instruction *i, const ss_instruction *end, double *s);

/* The same on a workspace of balls. */
void ss_balls_execute(const ss_instruction *i, const ss_instruction *end, arb_ptr s, slong p);

/* ---- between the passes of the compiler ------------------------------------------------------ */

/* The draft of a tape: instructions whose operands and results are numbered values, each written
 * once. Values: those the evaluator is given (constants, parameters, inputs), and results.
 */
typedef enum ss_value_kind {
  SS_VALUE_CONSTANT,
  SS_VALUE_PARAMETER,
  SS_VALUE_PROLOGUE, /* a result that no input changes */
  SS_VALUE_INPUT,
  SS_VALUE_BODY
} ss_value_kind;

typedef struct ss_value {
  ss_value_kind kind;
  uint32_t index;  /* among the constants, parameters or inputs */
  uint32_t output; /* 1 + the output that it is, 0 if none */
  uint32_t slot;   /* set by ss_draft_allocate */
} ss_value;

typedef struct ss_draft {
  ss_value *values; /* number 0 is not used */
  uint32_t count;
  ss_instruction *prologue, *body;
  size_t prologue_length, body_length;
  size_t constants;
} ss_draft;

/* Gives every value a slot and writes the code of the tape. SS_OK or SS_MEMORY. */
ss_status ss_draft_allocate(ss_draft *draft, ss_arena *scratch, ss_tape *tape);

/* Fills the tape's table of dependencies. SS_OK or SS_MEMORY. */
ss_status ss_draft_find_sources(const ss_draft *draft, ss_arena *scratch, ss_tape *tape);

#endif
