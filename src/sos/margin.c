/* margin.c: the margin program, as a semidefinite program in doubles.
 *
 *     maximise t   such that   sum_v f~_v p~_cv - sum g~ (F m)^T (X + t I) F m = 0,
 *                              monomial by monomial,
 *                              X_0 + t = tau~,     (sum tr X + X_0)/N + t = 1
 *
 * N is the number of all rows. t is then at most 1, the mean of the eigenvalues of all S = X + t I.
 * The functional is the solution y of the dual program: with Z the dual blocks,
 * l~ = y has l~(g~ F m m^T F^T) = Z - (t/N) I. If there is no point at all (traces that must
 * vanish), y is the ray that shows it, and l~ is definite all the more.
 */
#include <math.h>

#include "sos_private.h"

typedef struct builder {
  const sos_work *work;
  ss_sdp_block *block;
  ss_sdp_entry *entry;
  ss_sdp_coefficient *coefficient;
  size_t blocks, entries, coefficients;
  size_t unknowns; /* free ones: f, tau, t */
} builder;

static void put_entry(builder *to, size_t row, size_t block, size_t a, size_t b, double value) {
  to->entry[to->entries++] = (ss_sdp_entry){row, block, a, b, value};
}

static void put(builder *to, size_t row, size_t unknown, double value) {
  to->coefficient[to->coefficients++] = (ss_sdp_coefficient){row, unknown, value};
}

static double number(const fmpq *x) {
  return fmpq_get_d(x);
}

static void put_block(builder *to, size_t n, size_t t) {
  const sos_block *block = &to->work->block[n];
  for (size_t b = 0; b < sos_size(block); b++)
    for (size_t a = 0; a <= b; a++) {
      const sos_column *column = &block->column[sos_at(a, b)];
      for (size_t k = 0; k < column->poly.count; k++) {
        const double value = -number(&column->poly.terms[k].coefficient);
        put_entry(to, column->row[k], n, a, b, a == b ? value : value / 2);
        if (a == b) put(to, column->row[k], t, value);
      }
    }
}

/* The last two equations, and tau's block. */
static void put_frame(builder *to, size_t tau, size_t t) {
  const sos_work *work = to->work;
  size_t rows = work->constant, trace = work->rows + work->constant;
  for (size_t b = 0; b < work->blocks; b++) rows += sos_size(&work->block[b]);
  for (size_t b = 0; b < work->blocks; b++)
    for (size_t a = 0; a < sos_size(&work->block[b]); a++)
      put_entry(to, trace, b, a, a, 1 / (double)rows);
  put(to, trace, t, 1);
  if (!work->constant) return;
  put_entry(to, trace, work->blocks, 0, 0, 1 / (double)rows);
  put_entry(to, work->rows, work->blocks, 0, 0, 1);
  put(to, work->rows, t, 1);
  put(to, work->rows, tau, -1);
}

static bool make_room(builder *to) {
  const sos_work *work = to->work;
  size_t terms = 4, diagonal = 4, rows = 1;
  for (size_t i = 0; i < work->summands; i++) diagonal += work->summand[i].column.poly.count;
  for (size_t n = 0; n < work->blocks; n++)
    for (size_t b = 0; b < sos_size(&work->block[n]); b++, rows++)
      for (size_t a = 0; a <= b; a++) {
        terms += work->block[n].column[sos_at(a, b)].poly.count;
        if (a == b) diagonal += work->block[n].column[sos_at(a, b)].poly.count;
      }
  to->block = ss_arena_new(work->arena, work->blocks + 1, ss_sdp_block);
  to->entry = ss_arena_new(work->arena, terms + rows, ss_sdp_entry);
  to->coefficient = ss_arena_new(work->arena, diagonal, ss_sdp_coefficient);
  return to->block && to->entry && to->coefficient;
}

static bool build(const sos_work *work, builder *to, ss_sdp_program *program) {
  const size_t tau = work->program->unknowns, t = tau + work->constant;
  *to = (builder){.work = work, .unknowns = t + 1};
  if (!make_room(to)) return false;
  for (size_t b = 0; b < work->blocks; b++) {
    to->block[to->blocks++] = (ss_sdp_block){sos_size(&work->block[b]), false};
    put_block(to, b, t);
  }
  if (work->constant) to->block[to->blocks++] = (ss_sdp_block){1, true};
  for (size_t i = 0; i < work->summands; i++) {
    const sos_summand *s = &work->summand[i];
    for (size_t k = 0; k < s->column.poly.count; k++)
      put(to, s->column.row[k], s->unknown, number(&s->column.poly.terms[k].coefficient));
  }
  put_frame(to, tau, t);
  const size_t equalities = work->rows + work->constant + 1;
  double *b = ss_arena_new(work->arena, equalities, double),
         *f = ss_arena_new(work->arena, to->unknowns, double);
  if (!b || !f) return false;
  b[equalities - 1] = 1;
  f[t] = -1;
  *program = (ss_sdp_program){.blocks = to->blocks,
                              .block = to->block,
                              .equalities = equalities,
                              .b = b,
                              .variables = to->unknowns,
                              .f = f,
                              .entries = to->entries,
                              .entry = to->entry,
                              .coefficients = to->coefficients,
                              .coefficient = to->coefficient};
  return true;
}

static bool take(sos_work *work, const ss_sdp_program *program, const ss_sdp_answer *answer,
                 sos_point *point) {
  const size_t t = program->variables - 1;
  point->margin = answer->point.g[t];
  point->unknown = ss_arena_new(work->arena, work->program->unknowns + 1, double);
  point->S = ss_arena_new(work->arena, work->blocks, double *);
  point->moment = ss_arena_new(work->arena, work->rows, double);
  if (!point->unknown || !point->S || !point->moment) return false;
  for (size_t v = 0; v < t; v++) point->unknown[v] = answer->point.g[v];
  for (size_t r = 0; r < work->rows; r++) point->moment[r] = answer->point.y[r];
  for (size_t b = 0; b < work->blocks; b++) {
    point->S[b] = answer->point.X + ss_sdp_offset(program, b);
    for (size_t a = 0; a < sos_size(&work->block[b]); a++)
      point->S[b][a * (sos_size(&work->block[b]) + 1)] += point->margin;
  }
  return true;
}

bool ss_sos_solve_margin(sos_work *work, const ss_sdp_options *options, sos_point *point) {
  builder to;
  ss_sdp_program *program = ss_arena_new(work->arena, 1, ss_sdp_program);
  ss_sdp_answer answer;
  *point = (sos_point){.margin = NAN, .program = program};
  if (!program || !build(work, &to, program)) return false;
  const ss_status status = ss_sdp_solve(program, options, work->arena, &answer);
  if (status == SS_MEMORY) return false;
  if (status == SS_BAD_ARGUMENT) {
    point->why = "the numbers are too large or too small for doubles";
    return true;
  }
  if (answer.outcome == SS_SDP_DUAL_INFEASIBLE) {
    point->why = "the margin seems to have no bound";
    return true;
  }
  point->solved = true; /* or nearly: what is exact is decided elsewhere */
  if (!take(work, program, &answer, point)) return false;
  if (answer.outcome == SS_SDP_PRIMAL_INFEASIBLE) point->margin = -INFINITY;
  return true;
}
