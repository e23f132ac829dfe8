/* bench_tape.c: what interpretation costs, against the same formulas written in C by hand.
 *
 * The rocking block of Leine & van de Wouw 2008, section 7.3: M, h, W_N, W_T and the gaps, 26
 * numbers from coordinates and velocities. Entries that no state changes are written once on either
 * side.
 *
 *     scalar   one state at a time: the tape against a C function      (at most 4)
 *     lanes    4096 states: the lane tape against a loop that the compiler vectorises, with the
 * same vector sine and cosine, in blocks that stay in the first-level cache (at most 1.5)
 *
 * CPU time, the best of many repetitions taken in turns, so that both see the same machine.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "standstill/tape.h"

enum { STATES = 4096, INPUTS = 3, PARAMETERS = 7, OUTPUTS = 26, REPETITIONS = 200 };

enum { M = 0, H = 9, WN = 12, WT = 18, G = 24 }; /* where each output starts, row by row */

typedef struct block_parameters {
  double m, J, a, b, k, g, mu;
} block_parameters;

static const block_parameters block = {1, 0.05 / 3, 0.2, 0.1, 10, 9.81, 0.3};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Makes the compiler believe that the memory is read here. */
static void use(const double *memory) {
  __asm__ volatile("" : : "r"(memory) : "memory");
}

/* ---- the tape -------------------------------------------------------------------------------- */

typedef struct formulas {
  ss_graph *graph;
  ss_expr parameter[PARAMETERS], input[INPUTS], output[OUTPUTS];
} formulas;

/* Height and abscissa of the corner (side*a, -b), and their gradients by the coordinates. */
static void write_corner(formulas *f, int contact, long side) {
  ss_graph *g = f->graph;
  ss_expr phi = f->input[2], a = ss_expr_mul(g, ss_expr_integer(g, side), f->parameter[2]);
  ss_expr s = ss_expr_unary(g, SS_OP_SIN, phi), c = ss_expr_unary(g, SS_OP_COS, phi);
  ss_expr b = f->parameter[3];
  ss_expr height =
      ss_expr_sub(g, ss_expr_add(g, f->input[1], ss_expr_mul(g, a, s)), ss_expr_mul(g, b, c));
  ss_expr across =
      ss_expr_add(g, ss_expr_add(g, f->input[0], ss_expr_mul(g, a, c)), ss_expr_mul(g, b, s));
  f->output[G + contact] = height;
  for (int j = 0; j < 3; j++) {
    ss_expr_differentiate(g, 1, &height, f->input[j], &f->output[WN + 3 * contact + j]);
    ss_expr_differentiate(g, 1, &across, f->input[j], &f->output[WT + 3 * contact + j]);
  }
}

static formulas write_formulas(void) {
  static const char *const names[] = {"m", "J", "a", "b", "k", "g", "mu", "x", "y", "phi"};
  formulas f = {.graph = ss_graph_create()};
  ss_graph *g = f.graph;
  for (int i = 0; i < PARAMETERS; i++) f.parameter[i] = ss_expr_symbol(g, names[i]);
  for (int i = 0; i < INPUTS; i++) f.input[i] = ss_expr_symbol(g, names[PARAMETERS + i]);
  ss_expr m = f.parameter[0], J = f.parameter[1], k = f.parameter[4], gravity = f.parameter[5];
  ss_expr zero = ss_expr_integer(g, 0);
  for (int i = 0; i < 9; i++) f.output[M + i] = i % 4 ? zero : i == 8 ? J : m;
  f.output[H] = ss_expr_neg(g, ss_expr_mul(g, k, f.input[0]));
  f.output[H + 1] = ss_expr_neg(g, ss_expr_mul(g, m, gravity));
  f.output[H + 2] = zero;
  write_corner(&f, 0, -1);
  write_corner(&f, 1, 1);
  return f;
}

/* ---- the same by hand ------------------------------------------------------------------------ */

/* Entries that no state changes. */
static void fill_constants(double *out, size_t stride) {
  memset(out, 0, OUTPUTS * stride * sizeof *out);
  for (size_t j = 0; j < stride; j++) {
    out[M * stride + j] = out[(M + 4) * stride + j] = block.m;
    out[(M + 8) * stride + j] = block.J;
    out[(H + 1) * stride + j] = -block.m * block.g;
    for (size_t contact = 0; contact < 2; contact++) {
      out[(WN + 3 * contact + 1) * stride + j] = 1;
      out[(WT + 3 * contact) * stride + j] = 1;
    }
  }
}

__attribute__((noinline)) static void evaluate_by_hand(const block_parameters *p, const double *in,
                                                       double *out) {
  const double s = sin(in[2]), c = cos(in[2]);
  const double as = p->a * s, ac = p->a * c, bs = p->b * s, bc = p->b * c;
  out[H] = -p->k * in[0];
  out[WN + 2] = bs - ac;
  out[WN + 5] = bs + ac;
  out[WT + 2] = as + bc;
  out[WT + 5] = bc - as;
  out[G] = in[1] - as - bc;
  out[G + 1] = in[1] + as - bc;
}

/* The compiler vectorises this loop; s and c hold sines and cosines. */
__attribute__((noinline, optimize("O3"), target_clones("avx512f", "avx2", "default"))) static void
evaluate_block(const block_parameters *p, const double *restrict x, const double *restrict y,
               const double *restrict s, const double *restrict c, double *restrict out) {
  for (size_t j = 0; j < SS_LANES; j++) {
    const double as = p->a * s[j], ac = p->a * c[j], bs = p->b * s[j], bc = p->b * c[j];
    out[H * SS_LANES + j] = -p->k * x[j];
    out[(WN + 2) * SS_LANES + j] = bs - ac;
    out[(WN + 5) * SS_LANES + j] = bs + ac;
    out[(WT + 2) * SS_LANES + j] = as + bc;
    out[(WT + 5) * SS_LANES + j] = bc - as;
    out[G * SS_LANES + j] = y[j] - as - bc;
    out[(G + 1) * SS_LANES + j] = y[j] + as - bc;
  }
}

/* ---- sines and cosines of a block ------------------------------------------------------------ */

typedef double vector4 __attribute__((vector_size(32), may_alias));
typedef double vector8 __attribute__((vector_size(64), may_alias));
typedef struct pair4 {
  vector4 sine, cosine;
} pair4;
typedef struct pair8 {
  vector8 sine, cosine;
} pair8;

#ifdef __x86_64__
__attribute__((target("avx2"))) pair4 Sleef_sincosd4_u10avx2(vector4);
__attribute__((target("avx512f"))) pair8 Sleef_sincosd8_u10avx512f(vector8);

__attribute__((target("avx512f"))) static void sincos8(const double *x, double *s, double *c) {
  for (size_t j = 0; j < SS_LANES; j += 8) {
    pair8 r = Sleef_sincosd8_u10avx512f(*(const vector8 *)(x + j));
    *(vector8 *)(s + j) = r.sine;
    *(vector8 *)(c + j) = r.cosine;
  }
}

__attribute__((target("avx2"))) static void sincos4(const double *x, double *s, double *c) {
  for (size_t j = 0; j < SS_LANES; j += 4) {
    pair4 r = Sleef_sincosd4_u10avx2(*(const vector4 *)(x + j));
    *(vector4 *)(s + j) = r.sine;
    *(vector4 *)(c + j) = r.cosine;
  }
}
#endif

static void sincos1(const double *x, double *s, double *c) {
  for (size_t j = 0; j < SS_LANES; j++) {
    s[j] = sin(x[j]);
    c[j] = cos(x[j]);
  }
}

typedef void (*block_sincos)(const double *x, double *s, double *c);

static block_sincos choose_sincos(void) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return sincos8;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return sincos4;
#endif
  return sincos1;
}

/* ---- timing ---------------------------------------------------------------------------------- */

typedef struct setting {
  ss_tape *tape;
  double *scalar, *lanes, *out; /* workspaces of the tape, outputs of the hand-written code */
  double *rows;                 /* states one after the other */
  double *columns;              /* input by input */
  block_sincos sincos;
} setting;

static double time_scalar_tape(setting *s) {
  double start = now(), *in = ss_tape_in(s->tape, s->scalar);
  for (size_t n = 0; n < STATES; n++) {
    memcpy(in, s->rows + INPUTS * n, INPUTS * sizeof *in);
    ss_tape_run(s->tape, s->scalar);
    use(ss_tape_out(s->tape, s->scalar));
  }
  return now() - start;
}

static double time_scalar_hand(setting *s) {
  double start = now();
  for (size_t n = 0; n < STATES; n++) {
    evaluate_by_hand(&block, s->rows + INPUTS * n, s->out);
    use(s->out);
  }
  return now() - start;
}

static double time_lane_tape(setting *s) {
  double start = now();
  for (size_t n = 0; n < STATES; n += SS_LANES) {
    ss_lanes_load(s->tape, s->columns + n, STATES, SS_LANES, s->lanes);
    ss_lanes_run(s->tape, s->lanes);
    use(ss_lanes_out(s->tape, s->lanes));
  }
  return now() - start;
}

static double time_block_hand(setting *s) {
  _Alignas(64) double sine[SS_LANES], cosine[SS_LANES];
  double start = now();
  for (size_t n = 0; n < STATES; n += SS_LANES) {
    const double *x = s->columns + n;
    s->sincos(x + 2 * STATES, sine, cosine);
    evaluate_block(&block, x, x + STATES, sine, cosine, s->out);
    use(s->out);
  }
  return now() - start;
}

/* The best times of two contestants that take turns. */
static void race(setting *s, const char *title, double (*ours)(setting *),
                 double (*theirs)(setting *), double limit) {
  double our_best = DBL_MAX, their_best = DBL_MAX;
  for (int n = 0; n < REPETITIONS; n++) {
    our_best = fmin(our_best, ours(s));
    their_best = fmin(their_best, theirs(s));
  }
  printf("%-34s %7.2f ns  by hand %7.2f ns  ratio %5.2f  (at most %.1f)\n", title,
         our_best / STATES * 1e9, their_best / STATES * 1e9, our_best / their_best, limit);
}

/* Both sides must have computed the same: the largest difference over all outputs. */
static double largest_difference(setting *s) {
  double worst = 0;
  for (size_t n = 0; n < STATES; n++) {
    memcpy(ss_tape_in(s->tape, s->scalar), s->rows + INPUTS * n, INPUTS * sizeof(double));
    ss_tape_run(s->tape, s->scalar);
    evaluate_by_hand(&block, s->rows + INPUTS * n, s->out);
    for (int k = 0; k < OUTPUTS; k++)
      worst = fmax(worst, fabs(ss_tape_out(s->tape, s->scalar)[k] - s->out[k]));
  }
  return worst;
}

static void fill_states(setting *s) {
  for (size_t n = 0; n < STATES; n++)
    for (size_t i = 0; i < INPUTS; i++) {
      double x = 3 * sin((double)(n * INPUTS + i));
      s->rows[n * INPUTS + i] = s->columns[i * STATES + n] = x;
    }
}

int main(void) {
  formulas f = write_formulas();
  ss_arena *arena = ss_arena_create();
  setting s = {.sincos = choose_sincos()};
  if (ss_tape_compile(f.graph, PARAMETERS, f.parameter, INPUTS, f.input, OUTPUTS, f.output,
                      &s.tape) != SS_OK)
    return 1;
  s.scalar = ss_arena_new(arena, ss_tape_work_size(s.tape), double);
  s.lanes = ss_arena_new(arena, ss_lanes_work_size(s.tape), double);
  s.out = ss_arena_new(arena, OUTPUTS * SS_LANES, double);
  s.rows = ss_arena_new(arena, INPUTS * STATES, double);
  s.columns = ss_arena_new(arena, INPUTS * STATES, double);
  fill_states(&s);
  ss_tape_prepare(s.tape, &block.m, s.scalar);
  ss_lanes_prepare(s.tape, &block.m, s.lanes);
  printf("rocking block, M h W_N W_T g a state: %zu instructions, %zu slots\n",
         ss_tape_length(s.tape), ss_tape_work_size(s.tape));
  fill_constants(s.out, 1);
  printf("largest difference between tape and hand: %.1e\n", largest_difference(&s));
  race(&s, "tape, one state at a time", time_scalar_tape, time_scalar_hand, 4);
  fill_constants(s.out, SS_LANES);
  race(&s, "lane tape, 64 states at a time", time_lane_tape, time_block_hand, 1.5);
  ss_tape_destroy(s.tape);
  ss_graph_destroy(f.graph);
  ss_arena_destroy(arena);
  return 0;
}
