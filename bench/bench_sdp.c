/* bench_sdp.c: semidefinite programs of the shape that sums of squares give, against CSDP.
 *
 *     for each shape and kind: how many of the programs each solver solves to 1e-9 and the time of
 *     CSDP over ours; then the geometric mean of the ratios                           (at least 1)
 *
 * Shapes (blocks, largest block, equalities, free variables) are those of stability tests of a body
 * on two contacts: some dozens of polynomial identities  sum_j g_j q_j = sum_l h_l s_l,  s_l a sum
 * of squares with its Gram matrix, h_l a multiplier of degree 0 to 2, in two to four unknowns.
 * Kinds:
 *
 *     random      the same equalities, with a solution X, Z > 0 chosen before
 *     margin      Gram = X + t I, trace fixed, maximise t; some g gives an interior point (t > 0)
 *     edge        the same, but the chosen Gram matrices are singular (t is 0, or little more)
 *
 * CSDP gets the program as a file with free variables split, since it knows no others; reading is
 * not timed. Its time is that with its own tolerance of 1e-8, ours that with 1e-9. Answers are
 * measured by ss_sdp_measure, and count as solved if no residual exceeds 1e-9; CSDP has further
 * tries with 1e-9 and 1e-10, not timed, and the best of the three counts. One thread, CPU time.
 *
 * NEEDS:  libsdp-dev
 * CFLAGS: -isystem /usr/include/csdp
 * LIBS:   -lsdp
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <declarations.h>

#include "standstill/sdp.h"

enum { MOST = 1 << 20, UNKNOWNS_MOST = 4, TERMS_MOST = 4, PROGRAMS = 3 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t seed = 1;

static double draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-53 * 2 - 1;
}

static size_t draw_count(size_t least, size_t most) {
  return least + (size_t)((draw() + 1) / 2 * (double)(most - least + 1));
}

static void *grab(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory) abort();
  return memory;
}

/* ---- monomials ------------------------------------------------------------------------------- */

typedef struct monomial {
  int power[UNKNOWNS_MOST];
} monomial;

/* All monomials of a degree up to `degree`; returns how many. */
static size_t list_monomials(size_t unknowns, int degree, monomial *list) {
  size_t count = 0;
  monomial m = {0};
  for (;;) {
    int sum = 0;
    for (size_t v = 0; v < unknowns; v++) sum += m.power[v];
    if (sum <= degree) list[count++] = m;
    size_t v = 0;
    while (v < unknowns && m.power[v] == degree) m.power[v++] = 0;
    if (v == unknowns) return count;
    m.power[v]++;
  }
}

static size_t find_monomial(size_t count, const monomial *list, const monomial *m) {
  for (size_t k = 0; k < count; k++)
    if (memcmp(&list[k], m, sizeof *m) == 0) return k;
  abort();
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef enum kind { KIND_RANDOM, KIND_MARGIN, KIND_EDGE, KIND_COUNT } kind;
static const char *const kind_name[] = {"random", "margin", "edge"};

typedef struct shape {
  const char *name;
  size_t identities, unknowns;
  int degree; /* half the degree of the identities */
  size_t multipliers, variables;
} shape;

static const shape shapes[] = {
    {"k0", 14, 2, 1, 2, 8},         {"surface", 12, 2, 1, 3, 6}, {"k1, e = 0", 12, 3, 2, 2, 20},
    {"k1, e > 0", 9, 3, 3, 13, 20}, {"ball", 8, 3, 3, 6, 55},    {"four", 10, 4, 2, 5, 60},
    {"many free", 8, 3, 3, 3, 80},
};

typedef struct builder {
  ss_sdp_program program;
  ss_sdp_block *block;
  ss_sdp_entry *entry, *cost;
  ss_sdp_coefficient *B;
  double *b, *f;
} builder;

static void add_block(builder *to, size_t size) {
  to->block[to->program.blocks++] = (ss_sdp_block){size, false};
}

static void add_entry(builder *to, size_t equality, size_t row, size_t column, double value) {
  to->entry[to->program.entries++] =
      (ss_sdp_entry){equality, to->program.blocks - 1, row, column, value};
}

/* One Gram block with its multiplier: entries, and the identity's coefficients for Gram = I. */
static void add_gram(builder *to, const shape *s, int degree, size_t first, size_t rows,
                     const monomial *row, double *unit) {
  monomial basis[256], term[TERMS_MOST];
  double weight[TERMS_MOST];
  const size_t n = list_monomials(s->unknowns, degree, basis);
  const int left = 2 * (s->degree - degree);
  size_t terms = left ? draw_count(2, TERMS_MOST) : 1;
  for (size_t t = 0; t < terms; t++) {
    term[t] = (monomial){0};
    weight[t] = left ? draw() : 1;
    for (int d = 0; left && d < (int)draw_count(0, (size_t)left); d++)
      term[t].power[draw_count(0, s->unknowns - 1)]++;
  }
  add_block(to, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++)
      for (size_t t = 0; t < terms; t++) {
        monomial m = term[t];
        for (size_t v = 0; v < s->unknowns; v++)
          m.power[v] += basis[i].power[v] + basis[j].power[v];
        const size_t at = find_monomial(rows, row, &m);
        add_entry(to, first + at, i, j, weight[t]);
        if (i == j) unit[first + at] += weight[t];
      }
}

/* A random matrix of given rank, with trace n: the point that the program is built around. */
static void draw_point(size_t n, size_t rank, double *X) {
  double F[64 * 64], trace = 0;
  for (size_t k = 0; k < n * rank; k++) F[k] = draw();
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < rank; k++) sum += F[i + n * k] * F[j + n * k];
      X[i + n * j] = sum;
      if (i == j) trace += sum;
    }
  for (size_t k = 0; k < n * n; k++) X[k] *= (double)n / trace;
}

static void draw_points(const builder *to, bool whole, double *X) {
  for (size_t k = 0; k < to->program.blocks; k++) {
    const size_t n = to->block[k].size;
    draw_point(n, whole ? n : (n + 1) / 2, X + ss_sdp_offset(&to->program, k));
  }
}

static void add_coefficient(builder *to, size_t equality, size_t variable, double value) {
  if (value == 0) return;
  to->B[to->program.coefficients++] = (ss_sdp_coefficient){equality, variable, value};
}

/* A(X) for every equality. */
static void apply(const builder *to, const double *X, double *value) {
  for (size_t k = 0; k < to->program.entries; k++) {
    const ss_sdp_entry *e = &to->entry[k];
    const size_t n = to->block[e->block].size;
    const double x = X[ss_sdp_offset(&to->program, e->block) + e->row + n * e->column];
    value[e->equality] += (e->row == e->column ? 1 : 2) * e->value * x;
  }
}

/* Margin: q_0 carries the chosen Gram matrices, the others are random; then t and the trace. */
static void finish_margin(builder *to, const shape *s, const double *unit, bool whole) {
  const size_t m = to->program.equalities, t = s->variables - 1;
  const size_t length = ss_sdp_offset(&to->program, to->program.blocks);
  double *X = grab(length, sizeof *X), *q = grab(m, sizeof *q), order = 0;
  draw_points(to, whole, X);
  apply(to, X, q);
  for (size_t i = 0; i < m; i++) {
    add_coefficient(to, i, 0, -q[i]);
    for (size_t j = 1; j < t; j++)
      if (draw() > 0.9) add_coefficient(to, i, j, draw());
    add_coefficient(to, i, t, unit[i]);
  }
  for (size_t k = 0; k < to->program.blocks; k++) {
    const size_t n = to->block[k].size;
    for (size_t i = 0; i < n; i++) to->entry[to->program.entries++] = (ss_sdp_entry){m, k, i, i, 1};
    order += (double)n;
  }
  add_coefficient(to, m, t, order);
  to->b[m] = order;
  to->f[t] = -1;
  to->program.equalities++;
  free(X);
  free(q);
}

/* Random: b, C and f from a chosen interior point. */
static void finish_random(builder *to, const shape *s) {
  const size_t m = to->program.equalities;
  const size_t length = ss_sdp_offset(&to->program, to->program.blocks);
  double *X = grab(length, sizeof *X), *y = grab(m, sizeof *y), *Z = grab(length, sizeof *Z);
  draw_points(to, true, X);
  draw_points(to, true, Z);
  apply(to, X, to->b);
  for (size_t i = 0; i < m; i++) {
    y[i] = draw();
    for (size_t j = 0; j < s->variables; j++)
      if (draw() > 0.8) {
        const double value = draw();
        add_coefficient(to, i, j, value);
        to->f[j] += value * y[i];
      }
  }
  for (size_t k = 0, c = 0; k < to->program.blocks; k++) {
    const size_t n = to->block[k].size, at = ss_sdp_offset(&to->program, k);
    for (size_t i = 0; i < n; i++)
      for (size_t j = i; j < n; j++) {
        to->cost[c++] = (ss_sdp_entry){0, k, i, j, Z[at + i + n * j]};
        to->program.costs = c;
      }
  }
  for (size_t k = 0; k < to->program.entries; k++) {
    ss_sdp_entry cost = to->entry[k];
    cost.value *= y[cost.equality];
    to->cost[to->program.costs++] = cost;
  }
  free(X);
  free(y);
  free(Z);
}

static builder build(const shape *s, kind k) {
  builder to = {.block = grab(1000, sizeof *to.block),
                .entry = grab(MOST, sizeof *to.entry),
                .cost = grab(MOST, sizeof *to.cost),
                .B = grab(MOST, sizeof *to.B),
                .b = grab(5000, sizeof *to.b),
                .f = grab(s->variables, sizeof *to.f)};
  to.program.block = to.block;
  double *unit = grab(5000, sizeof *unit);
  static monomial row[4096];
  const size_t rows = list_monomials(s->unknowns, 2 * s->degree, row);
  for (size_t id = 0; id < s->identities; id++) {
    const size_t first = to.program.equalities;
    to.program.equalities += rows;
    add_gram(&to, s, s->degree, first, rows, row, unit);
    for (size_t l = 0; l < s->multipliers; l++)
      add_gram(&to, s, (int)draw_count(0, (size_t)s->degree - 1), first, rows, row, unit);
  }
  to.program.variables = s->variables;
  if (k == KIND_RANDOM)
    finish_random(&to, s);
  else
    finish_margin(&to, s, unit, k == KIND_MARGIN);
  free(unit);
  to.program.entry = to.entry;
  to.program.cost = to.cost;
  to.program.coefficient = to.B;
  to.program.b = to.b;
  to.program.f = to.f;
  return to;
}

static void drop(builder *to) {
  void *pieces[] = {to->block, to->entry, to->cost, to->B, to->b, to->f};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) free(pieces[k]);
}

/* ---- the two solvers ------------------------------------------------------------------------- */

typedef struct result {
  double seconds, worst; /* worst: the largest residual */
} result;

static double worst_of(const ss_sdp_residuals *r) {
  return fmax(fmax(fmax(r->primal, r->dual), r->gap), fmax(-r->least_X, -r->least_Z));
}

static result run_own(const ss_sdp_program *program, double tolerance) {
  ss_arena *arena = ss_arena_create();
  ss_sdp_options options = ss_sdp_default_options();
  options.tolerance = tolerance;
  ss_sdp_answer answer;
  const double start = now();
  if (!arena) abort();
  ss_sdp_solve(program, &options, arena, &answer);
  const result out = {now() - start,
                      answer.outcome == SS_SDP_OPTIMAL || answer.outcome == SS_SDP_STALLED
                          ? worst_of(&answer.residuals)
                          : INFINITY};
  ss_arena_destroy(arena);
  return out;
}

/* CSDP's answer: y, then "1 block i j value" of Z and "2 block i j value" of X. */
static bool read_solution(const char *path, const ss_sdp_program *program, ss_sdp_point *point) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool good = true;
  for (size_t i = 0; i < program->equalities && good; i++) {
    good = fscanf(file, "%lf", &point->y[i]) == 1;
    point->y[i] = -point->y[i];
  }
  int which;
  size_t k, i, j;
  double value;
  while (good && fscanf(file, "%d %zu %zu %zu %lf", &which, &k, &i, &j, &value) == 5) {
    if (k == program->blocks + 1) { /* the free variables, as differences */
      if (which == 2) point->g[(i - 1) / 2] += i % 2 ? value : -value;
      continue;
    }
    double *to = (which == 1 ? point->Z : point->X) + ss_sdp_offset(program, k - 1);
    const size_t n = program->block[k - 1].size;
    to[i - 1 + n * (j - 1)] = to[j - 1 + n * (i - 1)] = value;
  }
  fclose(file);
  return good;
}

static void write_parameters(double tolerance) {
  FILE *file = fopen("param.csdp", "w");
  if (!file) abort();
  fprintf(file,
          "axtol=%g\natytol=%g\nobjtol=%g\npinftol=1.0e8\ndinftol=1.0e8\nmaxiter=200\n"
          "minstepfrac=0.90\nmaxstepfrac=0.97\nminstepp=1.0e-8\nminstepd=1.0e-8\nusexzgap=1\n"
          "tweakgap=0\naffine=0\nprintlevel=0\nperturbobj=1\nfastmode=0\n",
          tolerance, tolerance, tolerance);
  fclose(file);
}

/* In the scratch folder, which is the working folder: CSDP reads its parameters there. */
static result run_peer(const ss_sdp_program *program, double tolerance) {
  result out = {INFINITY, INFINITY};
  struct blockmatrix C, X, Z;
  struct constraintmatrix *constraints;
  double *a, *y, primal, dual;
  int n, m;
  write_parameters(tolerance);
  char file[] = "program.dat-s", solution[] = "answer";
  if (ss_sdp_write(program, NULL, file) || read_prob(file, &n, &m, &C, &a, &constraints, 0))
    abort();
  initsoln(n, m, C, a, constraints, &X, &y, &Z);
  const double start = now();
  easy_sdp(n, m, C, a, constraints, 0, &X, &y, &Z, &primal, &dual);
  out.seconds = now() - start;
  write_sol(solution, n, m, X, y, Z);
  free_prob(n, m, C, a, constraints, X, y, Z);
  ss_arena *arena = ss_arena_create();
  if (!arena) abort();
  const size_t length = ss_sdp_offset(program, program->blocks);
  ss_sdp_point point = {.X = ss_arena_new(arena, length, double),
                        .Z = ss_arena_new(arena, length, double),
                        .g = ss_arena_new(arena, program->variables, double),
                        .y = ss_arena_new(arena, program->equalities, double)};
  ss_sdp_residuals residuals;
  if (read_solution(solution, program, &point) &&
      ss_sdp_measure(program, &point, arena, &residuals) == SS_OK)
    out.worst = worst_of(&residuals);
  ss_arena_destroy(arena);
  return out;
}

/* ---- the comparison -------------------------------------------------------------------------- */

typedef struct summary {
  size_t programs, own, peer;
  double logs;
} summary;

static void compare(const shape *s, kind k, summary *all) {
  const double tolerance = 1e-9;
  summary here = {0};
  size_t most = 0, blocks = 0, rows = 0;
  double worst = 0, worst_peer = 0;
  for (size_t n = 0; n < PROGRAMS; n++) {
    builder made = build(s, k);
    blocks = made.program.blocks;
    rows = made.program.equalities;
    for (size_t b = 0; b < blocks; b++)
      if (made.block[b].size > most) most = made.block[b].size;
    const result own = run_own(&made.program, tolerance);
    const result timed = run_peer(&made.program, 1e-8);
    double peer = timed.worst;
    for (double strict = 1e-9; strict > 1e-11; strict /= 10)
      peer = fmin(peer, run_peer(&made.program, strict).worst);
    here.programs++;
    here.own += own.worst <= tolerance;
    here.peer += peer <= tolerance;
    here.logs += log(timed.seconds / own.seconds);
    worst = fmax(worst, own.worst);
    worst_peer = fmax(worst_peer, peer);
    drop(&made);
  }
  printf(
      "%-10s %-7s %4zu blocks <= %2zu, %3zu equalities, %2zu free: to 1e-9 ours %zu, CSDP %zu of "
      "%zu; worst %.0e, %.0e; %.1f times\n",
      s->name, kind_name[k], blocks, most, rows, s->variables, here.own, here.peer, here.programs,
      worst, worst_peer, exp(here.logs / (double)here.programs));
  fflush(stdout);
  all->programs += here.programs;
  all->own += here.own;
  all->peer += here.peer;
  all->logs += here.logs;
}

int main(void) {
  char folder[] = "/tmp/bench_sdp.XXXXXX";
  if (!mkdtemp(folder) || chdir(folder)) return 1;
  summary all = {0};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (kind k = 0; k < KIND_COUNT; k++) compare(&shapes[s], k, &all);
  printf("\n%zu programs: solved to 1e-9 by ours %zu, by CSDP %zu\n", all.programs, all.own,
         all.peer);
  printf("CSDP over ours, geometric mean: %.1f times (at least 1)\n",
         exp(all.logs / (double)all.programs));
  const char *files[] = {"param.csdp", "program.dat-s", "answer"};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) remove(files[k]);
  return chdir("/") || rmdir(folder);
}
