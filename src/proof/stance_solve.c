/* stance_solve.c: unknowns and multipliers of a stance's inequalities, and whether they hold.
 *
 *     maximise t:   sum_v f_v A_v - sum_k N_k B_k >= t I  for each inequality,   N_k >= t,
 *                   the mean of all traces <= 1
 *
 * with rows and columns scaled by powers of two so that the energy's diagonal is about 1. The
 * solution, t > 0, is a list of doubles; a double is an exact number, and with these numbers the
 * inequalities are evaluated in balls and factored (Cholesky): only that decides.
 */
#include <math.h>

#include "stance.h"
#include "standstill/sdp.h"

enum { WIDER = 3 }; /* bits */

typedef struct builder {
  ss_footing *s;
  ss_sdp_program *program;
  ss_sdp_block *block;
  ss_sdp_entry *entry;
  size_t entries, room;
  double *scale;                       /* STANCE_ROWS an inequality */
  size_t used, place[STANCE_UNKNOWNS]; /* unknowns that occur, and which one each is */
} builder;

static double middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static void put(builder *b, size_t unknown, size_t block, slong i, slong j, double value) {
  if (value == 0 || b->entries == b->room) return;
  b->entry[b->entries++] = (ss_sdp_entry){unknown, block, (size_t)i, (size_t)j, value};
}

/* 2^-k with 4^k about the size of what stands on the diagonal. */
static void find_scales(builder *b, size_t k) {
  stance_inequality *e = &b->s->inequality[k];
  for (slong i = 0; i < e->size; i++) {
    double size = 0;
    for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
      size = fmax(size, fabs(middle(arb_mat_entry(e->A[v], i, i))));
    b->scale[k * STANCE_ROWS + (size_t)i] = size > 1e-30 ? exp2(-round(log2(size) / 2)) : 1;
  }
}

/* Whether an unknown stands in some inequality. */
static bool occurs(ss_footing *s, size_t v) {
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    for (slong i = 0; i < e->size; i++)
      for (slong j = i; j < e->size; j++)
        if (middle(arb_mat_entry(e->A[v], i, j)) != 0) return true;
  }
  return false;
}

/* Z = C - sum y A >= 0: the matrices with a minus, t with a plus. `share`: of the mean. */
static void put_inequality(builder *b, size_t k, size_t t, size_t mean, double share) {
  stance_inequality *e = &b->s->inequality[k];
  const double *scale = b->scale + k * STANCE_ROWS;
  for (slong i = 0; i < e->size; i++) {
    for (slong j = i; j < e->size; j++) {
      const double both = scale[i] * scale[j];
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
        const double value = both * middle(arb_mat_entry(e->A[v], i, j));
        put(b, b->place[v], k, i, j, -value);
        if (i == j) put(b, b->place[v], mean, 0, 0, share * value);
      }
      for (size_t p = 0; p < e->products; p++) {
        const double value = both * middle(arb_mat_entry(e->B[p], i, j));
        put(b, b->used + e->multiplier[p], k, i, j, value);
        if (i == j) put(b, b->used + e->multiplier[p], mean, 0, 0, -share * value);
      }
    }
    put(b, t, k, i, i, 1);
  }
}

static bool build(ss_footing *s, builder *b) {
  const size_t list = s->inequalities, mean = list + 1, blocks = s->inequalities + 2;
  size_t rows = s->multipliers;
  *b = (builder){.s = s};
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) b->place[v] = occurs(s, v) ? b->used++ : SIZE_MAX;
  const size_t m = b->used + s->multipliers + 1, t = m - 1;
  b->room = s->inequalities * 500 + 8 * m + 100;
  b->block = ss_arena_new(s->arena, blocks, ss_sdp_block);
  b->entry = ss_arena_new(s->arena, b->room, ss_sdp_entry);
  b->scale = ss_arena_new(s->arena, s->inequalities * STANCE_ROWS, double);
  double *value = ss_arena_new(s->arena, m, double);
  if (!b->block || !b->entry || !b->scale || !value) return false;
  for (size_t k = 0; k < s->inequalities; k++) rows += (size_t)s->inequality[k].size;
  for (size_t k = 0; k < s->inequalities; k++) {
    b->block[k] = (ss_sdp_block){(size_t)s->inequality[k].size, false};
    find_scales(b, k);
    put_inequality(b, k, t, mean, 1 / (double)rows);
  }
  b->block[list] = (ss_sdp_block){s->multipliers, true};
  b->block[mean] = (ss_sdp_block){1, true};
  for (size_t k = 0; k < s->multipliers; k++) {
    put(b, b->used + k, list, (slong)k, (slong)k, -1);
    put(b, b->used + k, mean, 0, 0, 1 / (double)rows);
    put(b, t, list, (slong)k, (slong)k, 1);
  }
  ss_sdp_entry *cost = ss_arena_new(s->arena, 1, ss_sdp_entry);
  b->program = ss_arena_new(s->arena, 1, ss_sdp_program);
  if (!cost || !b->program) return false;
  *cost = (ss_sdp_entry){0, mean, 0, 0, 1};
  value[t] = 1;
  *b->program = (ss_sdp_program){.blocks = blocks,
                                 .block = b->block,
                                 .equalities = m,
                                 .b = value,
                                 .costs = 1,
                                 .cost = cost,
                                 .entries = b->entries,
                                 .entry = b->entry};
  return b->entries < b->room;
}

ss_status ss_stance_solve(ss_footing *s) {
  builder b;
  ss_sdp_answer answer;
  ss_sdp_options options = ss_sdp_default_options();
  options.threads = 1; /* blocks of size 1 to 4: threads would only wait for each other */
  s->margin = NAN;
  if (!build(s, &b)) return SS_MEMORY;
  s->program = b.program;
  const ss_status status = ss_sdp_solve(b.program, &options, s->arena, &answer);
  if (status == SS_MEMORY) return status;
  if (status != SS_OK && status != SS_NO_CONVERGENCE && status != SS_LIMIT) return SS_OK;
  if (answer.outcome == SS_SDP_PRIMAL_INFEASIBLE || answer.outcome == SS_SDP_DUAL_INFEASIBLE)
    return SS_OK;
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
    s->unknown[v] = b.place[v] == SIZE_MAX ? 0 : answer.point.y[b.place[v]];
  for (size_t i = 0; i < 2; i++)
    for (size_t g = 0; g < 2; g++)
      s->unknown[STANCE_K + 2 * i + g] = s->unknown[ss_stance_weight(s, i, g)];
  for (size_t k = 0; k < s->multipliers; k++) s->multiplier[k] = answer.point.y[b.used + k];
  s->margin = answer.point.y[b.program->equalities - 1];
  return SS_OK;
}

/* ---- in balls -------------------------------------------------------------------------------- */

static void add_multiple(arb_mat_t to, const arb_mat_t A, double factor, slong precision) {
  arb_t x;
  arb_init(x);
  arb_set_d(x, factor);
  for (slong i = 0; i < arb_mat_nrows(to); i++)
    for (slong j = 0; j < arb_mat_nrows(to); j++)
      arb_addmul(arb_mat_entry(to, i, j), arb_mat_entry(A, i, j), x, precision);
  arb_clear(x);
}

static bool holds(const ss_footing *s, const stance_inequality *e) {
  arb_mat_t R, L;
  arb_mat_init(R, e->size, e->size);
  arb_mat_init(L, e->size, e->size);
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
    add_multiple(R, e->A[v], s->unknown[v], s->precision);
  for (size_t p = 0; p < e->products; p++)
    add_multiple(R, e->B[p], -s->multiplier[e->multiplier[p]], s->precision);
  /* a second program computes the same by another way, and its balls may be wider */
  for (slong i = 0; i < e->size; i++)
    for (slong j = 0; j < e->size; j++)
      mag_mul_2exp_si(arb_radref(arb_mat_entry(R, i, j)), arb_radref(arb_mat_entry(R, i, j)),
                      WIDER);
  const bool good = arb_mat_cho(L, R, s->precision);
  arb_mat_clear(R);
  arb_mat_clear(L);
  return good;
}

bool ss_stance_verify(const ss_footing *s) {
  if (!(s->margin > 0)) return false;
  for (size_t k = 0; k < s->multipliers; k++)
    if (!(s->multiplier[k] >= 0)) return false;
  for (size_t k = 0; k < s->inequalities; k++)
    if (!holds(s, &s->inequality[k])) return false;
  return true;
}
