/* tape_forward.c: values and gradients together, forward mode.
 *
 * The workspace is that of the double evaluator, followed by n derivatives a slot, one for each
 * input. Of an instruction z = f(a, b, c) the double evaluator computes the value; from it and the
 * operands follow the partial derivatives f_a, f_b, f_c, and
 *
 *     dz/dx_j = f_a da/dx_j + f_b db/dx_j + f_c dc/dx_j          j = 0..n-1
 *
 * so that a run costs about n + 1 times a run on doubles, in loops over contiguous memory. The
 * gradient is exact up to rounding. Partial derivatives are the formulas of ss_expr_differentiate,
 * also at kinks: |a|' = sign a, min and max share a tie in halves, sign' = 0.
 *
 * Where a partial derivative is infinite or NaN (sqrt at 0), 0 times it must still be 0 for an
 * input that the operand does not depend on. Only then the table of dependencies is asked, which
 * ss_draft_find_sources makes: one row of bits a value, the union of the rows of its operands.
 *
 * The prologue has no gradient: it runs on doubles.
 *
 * CFLAGS: -O3
 */
#include <math.h>
#include <string.h>

#include "tape_private.h"

/* ---- which value depends on which input ------------------------------------------------------ */

/* Row 0 belongs to what no input changes, row 1 + j to input j, then results of the body. */
ss_status ss_draft_find_sources(const ss_draft *draft, ss_arena *scratch, ss_tape *tape) {
  size_t words = (tape->inputs + 63) / 64;
  uint32_t *row = ss_arena_new(scratch, draft->count, uint32_t), next = (uint32_t)tape->inputs + 1;
  tape->row_words = words;
  tape->rows = ss_arena_new(tape->arena, (next + draft->body_length) * words, uint64_t);
  tape->sources = ss_arena_new(tape->arena, 3 * draft->body_length, uint32_t);
  if (!row || !tape->rows || !tape->sources) return SS_MEMORY;
  for (uint32_t v = 1; v < draft->count; v++)
    if (draft->values[v].kind == SS_VALUE_INPUT) row[v] = 1 + draft->values[v].index;
  for (size_t j = 0; j < tape->inputs; j++)
    tape->rows[(1 + j) * words + j / 64] |= (uint64_t)1 << j % 64;
  for (size_t n = 0; n < draft->body_length; n++, next++) {
    const ss_instruction *i = &draft->body[n];
    const uint32_t operand[] = {i->a, i->b, i->c};
    row[i->out] = next;
    if (i->code == SS_TAPE_SIN_COS) row[i->b] = next;
    for (int k = 0; k < ss_instruction_operands(i->code); k++) {
      uint32_t source = tape->sources[3 * n + k] = row[operand[k]];
      for (size_t w = 0; w < words; w++)
        tape->rows[next * words + w] |= tape->rows[source * words + w];
    }
  }
  return SS_OK;
}

static bool depends(const ss_tape *tape, uint32_t row, size_t input) {
  return tape->rows[row * tape->row_words + input / 64] >> input % 64 & 1;
}

/* ---- partial derivatives --------------------------------------------------------------------- */

static double sign_of(double a) {
  return a > 0 ? 1 : a < 0 ? -1 : a;
}

/* n a^(n-1) */
static double derive_power(double a, int n) {
  double lower = a;
  if (n != 2) SS_TAPE_RAISE(lower, a, n - 1);
  return n * lower;
}

/* min (side = -1) and max (side = 1): (a' + b' + side sign(a - b)(a' - b'))/2 */
static void derive_extremum(double a, double b, double side, double *d) {
  double s = side * sign_of(a - b);
  d[0] = (1 + s) / 2;
  d[1] = (1 - s) / 2;
}

static void derive_angle(double a, double b, double *d) {
  double squared = a * a + b * b;
  d[0] = b / squared;
  d[1] = -a / squared;
}

static double derive_curve(const ss_curve_order *c, double a) {
  return ss_curve_value(c->curve, c->order + 1, a);
}

/* Two operators: t = a first b, z = t second c. */
static void derive_fusion(char first, char second, const double *x, double *d) {
  const double a = x[0], b = x[1], c = x[2];
  const double t = first == '+' ? a + b : first == '-' ? a - b : a * b;
  const double by_t = second == '*' ? c : second == '<' ? -1 : 1; /* '<': c - t */
  d[0] = by_t * (first == '*' ? b : 1);
  d[1] = by_t * (first == '*' ? a : first == '-' ? -1 : 1);
  d[2] = second == '*' ? t : second == '-' ? -1 : 1;
}

#define SIGN_ADD  '+'
#define SIGN_SUB  '-'
#define SIGN_MUL  '*'
#define SIGN_FROM '<'
#define FUSION_CASE(name, operands, formula, first, second)                                        \
  case SS_TAPE_##name: derive_fusion(SIGN_##first, SIGN_##second, x, d); break;

/* The partial derivatives d of z = f(x[0], x[1], x[2]). */
static void derive(const ss_instruction *i, const double *x, double z, double *d) {
  const double a = x[0], b = x[1];
  d[0] = d[1] = d[2] = 1;
  switch ((ss_instruction_code)i->code) {
  case SS_TAPE_COPY:
  case SS_TAPE_ADD: break;
  case SS_TAPE_NEG: d[0] = -1; break;
  case SS_TAPE_SUB: d[1] = -1; break;
  case SS_TAPE_MUL: d[0] = b, d[1] = a; break;
  case SS_TAPE_MUL_NEG:
    d[0] = -b, d[1] = -a;
    break;
    SS_TAPE_FUSIONS(FUSION_CASE)
  case SS_TAPE_DIV: d[0] = 1 / b, d[1] = -a / (b * b); break;
  case SS_TAPE_SQUARE: d[0] = 2 * a; break;
  case SS_TAPE_POWER: d[0] = derive_power(a, (int32_t)i->b); break;
  case SS_TAPE_POW: d[0] = b * pow(a, b - 1), d[1] = z * log(a); break;
  case SS_TAPE_SQRT: d[0] = 1 / (2 * z); break;
  case SS_TAPE_ABS: d[0] = sign_of(a); break;
  case SS_TAPE_SIGN: d[0] = 0; break;
  case SS_TAPE_MIN: derive_extremum(a, b, -1, d); break;
  case SS_TAPE_MAX: derive_extremum(a, b, 1, d); break;
  case SS_TAPE_SIN: d[0] = cos(a); break;
  case SS_TAPE_COS: d[0] = -sin(a); break;
  case SS_TAPE_TAN: d[0] = 1 + z * z; break;
  case SS_TAPE_ASIN: d[0] = 1 / sqrt(1 - a * a); break;
  case SS_TAPE_ACOS: d[0] = -1 / sqrt(1 - a * a); break;
  case SS_TAPE_ATAN: d[0] = 1 / (1 + a * a); break;
  case SS_TAPE_LOG: d[0] = 1 / a; break;
  case SS_TAPE_TANH: d[0] = 1 - z * z; break;
  case SS_TAPE_EXP: d[0] = z; break;
  case SS_TAPE_ATAN2: derive_angle(a, b, d); break;
  case SS_TAPE_AT: d[0] = derive_curve(ss_instruction_curve(i), a); break;
  case SS_TAPE_SIN_COS: /* two results: see step */
  case SS_TAPE_PI:
  case SS_TAPE_CODES: break;
  }
}

/* ---- the chain rule -------------------------------------------------------------------------- */

typedef struct run {
  const ss_tape *tape;
  double *values, *gradients;
  size_t n;
} run;

static double *gradient_of(const run *r, uint32_t slot) {
  return r->gradients + slot * r->n;
}

/* The chain rule where a partial derivative is infinite or NaN. */
static void chain_singular(const run *r, const ss_instruction *i, const double *d, double *out) {
  size_t at = (size_t)(i - r->tape->code) - r->tape->prologue;
  const uint32_t operand[] = {i->a, i->b, i->c};
  int operands = ss_instruction_operands(i->code);
  for (size_t j = 0; j < r->n; j++) {
    double sum = 0;
    for (int k = 0; k < operands; k++)
      if (depends(r->tape, r->tape->sources[3 * at + k], j))
        sum += d[k] * gradient_of(r, operand[k])[j];
    out[j] = sum;
  }
}

static void chain(const run *r, const ss_instruction *i, const double *d, double *out) {
  int operands = ss_instruction_operands(i->code);
  for (int k = 0; k < operands; k++)
    if (!isfinite(d[k])) {
      chain_singular(r, i, d, out);
      return;
    }
  const double *a = gradient_of(r, i->a);
  const double *b = operands > 1 ? gradient_of(r, i->b) : a;
  const double *c = operands > 2 ? gradient_of(r, i->c) : a;
  if (operands == 1)
    for (size_t j = 0; j < r->n; j++) out[j] = d[0] * a[j];
  else if (operands == 2)
    for (size_t j = 0; j < r->n; j++) out[j] = d[0] * a[j] + d[1] * b[j];
  else
    for (size_t j = 0; j < r->n; j++) out[j] = d[0] * a[j] + d[1] * b[j] + d[2] * c[j];
}

/* sin a and cos a: the result that takes the place of a comes last. */
static void chain_sine_and_cosine(const run *r, const ss_instruction *i) {
  const double by_sine = r->values[i->b], by_cosine = -r->values[i->out];
  if (i->b != i->a) chain(r, i, &by_cosine, gradient_of(r, i->b));
  chain(r, i, &by_sine, gradient_of(r, i->out));
  if (i->b == i->a) chain(r, i, &by_cosine, gradient_of(r, i->b));
}

static void step(const run *r, const ss_instruction *i) {
  int operands = ss_instruction_operands(i->code);
  double x[3] = {r->values[i->a]}, d[3];
  if (operands > 1) x[1] = r->values[i->b];
  if (operands > 2) x[2] = r->values[i->c];
  ss_tape_execute(i, i + 1, r->values);
  if (i->code == SS_TAPE_SIN_COS) {
    chain_sine_and_cosine(r, i);
    return;
  }
  derive(i, x, r->values[i->out], d);
  chain(r, i, d, gradient_of(r, i->out));
}

/* ---- the interface --------------------------------------------------------------------------- */

size_t ss_forward_work_size(const ss_tape *tape) {
  return tape->slots * (1 + tape->inputs);
}

void ss_forward_prepare(const ss_tape *tape, const double *parameters, double *work) {
  double *gradients = work + tape->slots;
  ss_tape_prepare(tape, parameters, work);
  memset(gradients, 0, tape->slots * tape->inputs * sizeof *work);
  for (size_t j = 0; j < tape->inputs; j++)
    gradients[(tape->first_input + j) * tape->inputs + j] = 1;
}

double *ss_forward_in(const ss_tape *tape, double *work) {
  return ss_tape_in(tape, work);
}

const double *ss_forward_out(const ss_tape *tape, const double *work) {
  return ss_tape_out(tape, work);
}

const double *ss_forward_gradients(const ss_tape *tape, const double *work) {
  return work + tape->slots + tape->first_output * tape->inputs;
}

void ss_forward_run(const ss_tape *tape, double *work) {
  const ss_instruction *body = tape->code + tape->prologue;
  run r = {tape, work, work + tape->slots, tape->inputs};
  for (const ss_instruction *i = body; i < body + tape->body; i++) step(&r, i);
}
