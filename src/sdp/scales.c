/* scales.c: the units in which a program is normalised.
 *
 *     rho_i = 1 / |(A_i, B_i)|,   kappa_j = 1 / |rho B_j|,   beta = max |rho_i b_i|,
 *     gamma = max of |C| and |kappa_j f_j|                    (Frobenius' norm; entries by size)
 *
 * each rounded to a power of two, so that normalising changes no digit; what is 0 counts as 1.
 * Entries of one place are added before, so that the units do not depend on how a program is
 * written down. Cost O(entries log entries).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "interior.h"

/* An entry of A_i, C (equality COST) or B (block FREE). */
typedef struct item {
  size_t equality, block, row, column, origin;
  double value;
} item;

#define COST SIZE_MAX
#define FREE SIZE_MAX

static int compare_items(const void *x, const void *y) {
  const item *a = x, *b = y;
  if (a->equality != b->equality) return a->equality < b->equality ? -1 : 1;
  if (a->block != b->block) return a->block < b->block ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->origin > b->origin) - (a->origin < b->origin);
}

static item make_item(const ss_sdp_entry *e, size_t equality) {
  const bool upper = e->row <= e->column;
  return (item){.equality = equality,
                .block = e->block,
                .row = upper ? e->row : e->column,
                .column = upper ? e->column : e->row,
                .value = e->value};
}

/* All entries, those of one place added; returns how many. */
static size_t merge_items(const ss_sdp_program *program, item *items) {
  size_t count = 0, kept = 0;
  for (size_t k = 0; k < program->entries; k++)
    items[count++] = make_item(&program->entry[k], program->entry[k].equality);
  for (size_t k = 0; k < program->costs; k++) items[count++] = make_item(&program->cost[k], COST);
  for (size_t k = 0; k < program->coefficients; k++) {
    const ss_sdp_coefficient *c = &program->coefficient[k];
    items[count++] =
        (item){.equality = c->equality, .block = FREE, .row = c->variable, .value = c->value};
  }
  for (size_t k = 0; k < count; k++) items[k].origin = k;
  if (count) qsort(items, count, sizeof *items, compare_items);
  for (size_t k = 0; k < count;) {
    item sum = items[k++];
    for (; k < count && items[k].equality == sum.equality && items[k].block == sum.block &&
           items[k].row == sum.row && items[k].column == sum.column;
         k++)
      sum.value += items[k].value;
    items[kept++] = sum;
  }
  return kept;
}

/* The power of two next to a number > 0; 1 for 0. */
static double round_scale(double x) {
  return x > 0 ? exp2(nearbyint(log2(x))) : 1;
}

static void scale_rows(const ss_sdp_program *program, size_t count, const item *items,
                       ss_scales *scales) {
  for (size_t k = 0; k < count; k++) {
    const item *e = &items[k];
    if (e->equality == COST) continue;
    const bool twice = e->block != FREE && e->row != e->column;
    scales->row[e->equality] = hypot(scales->row[e->equality], (twice ? M_SQRT2 : 1) * e->value);
  }
  for (size_t i = 0; i < program->equalities; i++) {
    scales->row[i] = 1 / round_scale(scales->row[i]);
    scales->beta = fmax(scales->beta, fabs(scales->row[i] * program->b[i]));
  }
  scales->beta = round_scale(scales->beta);
}

static void scale_columns(const ss_sdp_program *program, size_t count, const item *items,
                          ss_scales *scales) {
  for (size_t k = 0; k < count; k++) {
    const item *e = &items[k];
    if (e->equality == COST)
      scales->gamma = fmax(scales->gamma, fabs(e->value));
    else if (e->block == FREE)
      scales->column[e->row] = hypot(scales->column[e->row], scales->row[e->equality] * e->value);
  }
  for (size_t j = 0; j < program->variables; j++) {
    scales->column[j] = 1 / round_scale(scales->column[j]);
    scales->gamma = fmax(scales->gamma, fabs(scales->column[j] * program->f[j]));
  }
  scales->gamma = round_scale(scales->gamma);
}

ss_status ss_scales_make(const ss_sdp_program *program, ss_arena *arena, ss_scales *scales) {
  *scales = (ss_scales){.row = ss_arena_new(arena, program->equalities, double),
                        .column = ss_arena_new(arena, program->variables, double)};
  if (!scales->row || !scales->column) return SS_MEMORY;
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  item *items =
      ss_arena_new(arena, program->entries + program->costs + program->coefficients, item);
  if (!items) return SS_MEMORY;
  const size_t count = merge_items(program, items);
  scale_rows(program, count, items, scales);
  scale_columns(program, count, items, scales);
  ss_arena_release(arena, mark);
  return SS_OK;
}
