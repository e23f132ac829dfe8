/* form.c: the normalised program: what the interior point method works on.
 *
 *     <A_i, X> + (B g)_i = b_i   becomes   rho_i <A_i, beta X'> + rho_i (B diag(kappa) beta g')_i
 *                                          = beta b'_i
 *     X = beta X',  Z = gamma Z',  y_i = gamma rho_i y'_i,  g_j = beta kappa_j g'_j,
 *     C = gamma C',  f_j = gamma f'_j / kappa_j,  <C, X> = beta gamma <C', X'>
 *
 * with the powers of two of scales.c: no digit of the program changes.
 *
 * Blocks fall apart: two rows of a block belong together only if an entry of C or of an A_i joins
 * them, directly or through others. Entries of X between rows that do not belong together occur
 * nowhere and may be 0 (a principal submatrix of X >= 0 is >= 0, and so is the sum of such), and Z
 * is 0 there. Components of one row are scalars x >= 0, as are the rows of diagonal blocks; rows
 * that occur nowhere get X = Z = 0. So a matrix of 2000 rows of which 1000 are diagonal costs what
 * one of 1000 rows costs.
 *
 * Equalities are sorted by falling number of entries: the Schur complement is formed column by
 * column, and the equalities with many entries then have the longest columns (schur.c).
 *
 * Cost O(entries log entries). Fails only for want of memory.
 */
#include <stdlib.h>
#include <string.h>

#include "interior.h"

/* ---- components ------------------------------------------------------------------------------ */

static size_t find_root(size_t *parent, size_t node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

/* Joins the rows that the entries join; `used`: rows that occur. */
static void join_rows(const size_t *start, size_t count, const ss_sdp_entry *entry, size_t *parent,
                      bool *used) {
  for (size_t k = 0; k < count; k++) {
    if (entry[k].value == 0) continue;
    const size_t row = start[entry[k].block] + entry[k].row;
    const size_t column = start[entry[k].block] + entry[k].column;
    used[row] = used[column] = true;
    const size_t a = find_root(parent, row), b = find_root(parent, column);
    /* the least node is the root, so that the order of the components does not depend on that of
     * the entries */
    parent[a < b ? b : a] = a < b ? a : b;
  }
}

/* Gives every component its block and every row its place; `count` is the size of each component by
 * its root, and is used up. */
static void place_rows(ss_sdp_form *form, size_t nodes, size_t *parent, const bool *used,
                       const size_t *count, size_t *block_of) {
  for (size_t node = 0; node < nodes; node++) {
    const size_t root = find_root(parent, node);
    ss_sdp_form_place *place = &form->place[node];
    if (!used[node]) {
      *place = (ss_sdp_form_place){SS_SDP_FORM_NOWHERE, 0};
    } else if (count[root] == 1) {
      *place = (ss_sdp_form_place){SS_SDP_FORM_SCALAR, form->scalars++};
    } else {
      if (root == node) {
        block_of[root] = form->blocks;
        form->block[form->blocks++].n = 0;
      }
      *place = (ss_sdp_form_place){block_of[root], form->block[block_of[root]].n++};
    }
  }
}

/* Sizes and places of the blocks within a point. */
static void lay_out(ss_sdp_form *form) {
  const size_t line = 8; /* doubles of 64 bytes */
  size_t at = (form->scalars + line - 1) / line * line;
  form->order = form->scalars;
  for (size_t k = 0; k < form->blocks; k++) {
    const size_t n = form->block[k].n;
    form->block[k].at = at;
    at += (n * n + line - 1) / line * line;
    form->order += n;
    if (n > form->largest) form->largest = n;
  }
  form->length = at;
}

static ss_status split_blocks(const ss_sdp_program *program, ss_arena *arena, ss_sdp_form *form) {
  form->place_start = ss_arena_new(arena, program->blocks + 1, size_t);
  if (!form->place_start) return SS_MEMORY;
  for (size_t k = 0; k < program->blocks; k++)
    form->place_start[k + 1] = form->place_start[k] + program->block[k].size;
  const size_t nodes = form->place_start[program->blocks];
  form->place = ss_arena_new(arena, nodes, ss_sdp_form_place);
  form->block = ss_arena_new(arena, nodes, ss_sdp_form_block);
  size_t *parent = ss_arena_new(arena, nodes, size_t), *count = ss_arena_new(arena, nodes, size_t);
  size_t *block_of = ss_arena_new(arena, nodes, size_t);
  bool *used = ss_arena_new(arena, nodes, bool);
  if (!form->place || !form->block || !parent || !count || !block_of || !used) return SS_MEMORY;
  for (size_t node = 0; node < nodes; node++) parent[node] = node;
  join_rows(form->place_start, program->costs, program->cost, parent, used);
  join_rows(form->place_start, program->entries, program->entry, parent, used);
  for (size_t node = 0; node < nodes; node++) count[find_root(parent, node)]++;
  place_rows(form, nodes, parent, used, count, block_of);
  lay_out(form);
  return SS_OK;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* An entry of the form on its way: equality in the order of the form. */
typedef struct raw_entry {
  size_t block, equality, column, row, origin;
  double value;
} raw_entry;

/* Total, so that the sums of equal places are formed in the order of the program. */
static int compare_entries(const void *x, const void *y) {
  const raw_entry *a = x, *b = y;
  if (a->block != b->block) return a->block < b->block ? -1 : 1;
  if (a->equality != b->equality) return a->equality < b->equality ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  return (a->origin > b->origin) - (a->origin < b->origin);
}

/* The place of an entry of the program within the form, row <= column. */
static raw_entry place_entry(const ss_sdp_form *form, const ss_sdp_entry *e) {
  const ss_sdp_form_place row = form->place[form->place_start[e->block] + e->row];
  const ss_sdp_form_place column = form->place[form->place_start[e->block] + e->column];
  const bool upper = row.index <= column.index;
  return (raw_entry){.block = row.block,
                     .row = upper ? row.index : column.index,
                     .column = upper ? column.index : row.index};
}

/* Sorts, adds what has the same place, drops zeros; returns how many are left. */
static size_t merge_entries(size_t count, raw_entry *raw) {
  if (count) qsort(raw, count, sizeof *raw, compare_entries);
  size_t kept = 0;
  for (size_t k = 0; k < count;) {
    raw_entry sum = raw[k++];
    for (; k < count && raw[k].block == sum.block && raw[k].equality == sum.equality &&
           raw[k].column == sum.column && raw[k].row == sum.row;
         k++)
      sum.value += raw[k].value;
    if (sum.value != 0) raw[kept++] = sum;
  }
  return kept;
}

/* Sorts the kept equalities by falling number of entries. */
typedef struct ranked {
  size_t equality, count;
} ranked;

static int compare_ranks(const void *x, const void *y) {
  const ranked *a = x, *b = y;
  if (a->count != b->count) return a->count > b->count ? -1 : 1;
  return (a->equality > b->equality) - (a->equality < b->equality);
}

static ss_status order_equalities(const ss_sdp_program *program, const bool *kept, ss_arena *arena,
                                  ss_sdp_form *form, size_t *number) {
  ranked *rank = ss_arena_new(arena, program->equalities, ranked);
  form->equality = ss_arena_new(arena, program->equalities, size_t);
  if (!rank || !form->equality) return SS_MEMORY;
  for (size_t i = 0; i < program->equalities; i++) rank[i].equality = i;
  for (size_t k = 0; k < program->entries; k++) rank[program->entry[k].equality].count++;
  if (program->equalities) qsort(rank, program->equalities, sizeof *rank, compare_ranks);
  for (size_t k = 0; k < program->equalities; k++) {
    const size_t i = rank[k].equality;
    number[i] = SIZE_MAX;
    if (kept && !kept[i]) continue;
    number[i] = form->m;
    form->equality[form->m++] = i;
  }
  return SS_OK;
}

static raw_entry *gather_entries(const ss_sdp_program *program, const ss_sdp_form *form,
                                 const size_t *number, const double *rows, ss_arena *arena,
                                 size_t *count) {
  raw_entry *raw = ss_arena_new(arena, program->entries, raw_entry);
  *count = 0;
  for (size_t k = 0; raw && k < program->entries; k++) {
    const ss_sdp_entry *e = &program->entry[k];
    if (number[e->equality] == SIZE_MAX || e->value == 0) continue;
    raw_entry place = place_entry(form, e);
    place.equality = number[e->equality];
    place.origin = k;
    place.value = e->value * rows[e->equality];
    raw[(*count)++] = place;
  }
  if (raw) *count = merge_entries(*count, raw);
  return raw;
}

/* Entries of the blocks, their parts by equality; scalars sort last (their block is the greatest
 * number), so entries [0, matrices) belong to blocks. */
static ss_status store_blocks(ss_sdp_form *form, ss_arena *arena, size_t matrices,
                              const raw_entry *raw) {
  form->entry = ss_arena_new(arena, matrices, ss_sdp_form_entry);
  form->part = ss_arena_new(arena, matrices, ss_sdp_form_part);
  form->part_start = ss_arena_new(arena, form->m + 2, size_t);
  if (!form->entry || !form->part || !form->part_start) return SS_MEMORY;
  for (size_t k = 0; k < matrices; k++) {
    const raw_entry *e = &raw[k];
    form->entry[k] =
        (ss_sdp_form_entry){(uint32_t)e->row, (uint32_t)e->column, (uint32_t)e->equality,
                            e->row == e->column ? e->value / 2 : e->value};
    const bool begins = k == 0 || raw[k - 1].block != e->block;
    if (begins) form->block[e->block].first = k;
    form->block[e->block].last = k + 1;
    if (begins || raw[k - 1].equality != e->equality) form->part_start[e->equality + 2]++;
  }
  for (size_t i = 0; i < form->m; i++) form->part_start[i + 2] += form->part_start[i + 1];
  for (size_t k = 0; k < matrices;) {
    size_t last = k + 1;
    while (last < matrices && raw[last].block == raw[k].block &&
           raw[last].equality == raw[k].equality)
      last++;
    form->part[form->part_start[raw[k].equality + 1]++] = (ss_sdp_form_part){raw[k].block, k, last};
    k = last;
  }
  return SS_OK;
}

/* Coefficients of the scalars, by equality and by scalar. */
static ss_status store_scalars(ss_sdp_form *form, ss_arena *arena, size_t count,
                               const raw_entry *raw) {
  form->term = ss_arena_new(arena, count, ss_sdp_form_term);
  form->down = ss_arena_new(arena, count, ss_sdp_form_term);
  form->term_start = ss_arena_new(arena, form->m + 1, size_t);
  form->down_start = ss_arena_new(arena, form->scalars + 2, size_t);
  if (!form->term || !form->down || !form->term_start || !form->down_start) return SS_MEMORY;
  for (size_t k = 0; k < count; k++) {
    form->term[k] = (ss_sdp_form_term){raw[k].row, raw[k].value};
    form->term_start[raw[k].equality + 1]++;
    form->down_start[raw[k].row + 2]++;
  }
  for (size_t i = 0; i < form->m; i++) form->term_start[i + 1] += form->term_start[i];
  for (size_t s = 0; s < form->scalars; s++) form->down_start[s + 2] += form->down_start[s + 1];
  for (size_t k = 0; k < count; k++)
    form->down[form->down_start[raw[k].row + 1]++] =
        (ss_sdp_form_term){raw[k].equality, raw[k].value};
  return SS_OK;
}

/* C as a point. */
static ss_status store_cost(const ss_sdp_program *program, ss_sdp_form *form, ss_arena *arena) {
  form->C = ss_arena_new(arena, form->length, double);
  if (!form->C) return SS_MEMORY;
  for (size_t k = 0; k < program->costs; k++) {
    const ss_sdp_entry *e = &program->cost[k];
    if (e->value == 0) continue;
    const raw_entry place = place_entry(form, e);
    const double value = e->value / form->gamma;
    if (place.block == SS_SDP_FORM_SCALAR) {
      form->C[place.row] += value;
      continue;
    }
    const ss_sdp_form_block *block = &form->block[place.block];
    form->C[block->at + place.row + block->n * place.column] += value;
    if (place.row != place.column)
      form->C[block->at + place.column + block->n * place.row] += value;
  }
  return SS_OK;
}

/* B, f, b and the scales of what is kept. */
static ss_status store_free(const ss_sdp_program *program, const bool *kept, const size_t *number,
                            const ss_scales *scales, ss_arena *arena, ss_sdp_form *form) {
  size_t *place = ss_arena_new(arena, program->variables, size_t);
  form->variable = ss_arena_new(arena, program->variables, size_t);
  form->column_scale = ss_arena_new(arena, program->variables, double);
  form->f = ss_arena_new(arena, program->variables, double);
  form->row_scale = ss_arena_new(arena, form->m, double);
  form->b = ss_arena_new(arena, form->m, double);
  if (!place || !form->variable || !form->column_scale || !form->f || !form->row_scale || !form->b)
    return SS_MEMORY;
  for (size_t j = 0; j < program->variables; j++) {
    place[j] = SIZE_MAX;
    if (kept && !kept[j]) continue;
    place[j] = form->p;
    form->column_scale[form->p] = scales->column[j];
    form->f[form->p] = scales->column[j] * program->f[j] / form->gamma;
    form->variable[form->p++] = j;
  }
  for (size_t i = 0; i < form->m; i++) {
    form->row_scale[i] = scales->row[form->equality[i]];
    form->b[i] = form->row_scale[i] * program->b[form->equality[i]] / form->beta;
  }
  form->B = ss_arena_new(arena, form->m * form->p, double);
  if (!form->B) return SS_MEMORY;
  for (size_t k = 0; k < program->coefficients; k++) {
    const ss_sdp_coefficient *c = &program->coefficient[k];
    if (number[c->equality] == SIZE_MAX || place[c->variable] == SIZE_MAX) continue;
    form->B[number[c->equality] + form->m * place[c->variable]] +=
        c->value * scales->row[c->equality] * scales->column[c->variable];
  }
  return SS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_sdp_form_make(const ss_sdp_program *program, ss_sdp_form_choice choice,
                           ss_arena *arena, ss_sdp_form *form) {
  *form = (ss_sdp_form){0};
  size_t *number = ss_arena_new(arena, program->equalities, size_t), count = 0;
  if (!number) return SS_MEMORY;
  ss_scales scales;
  ss_status status = ss_scales_make(program, arena, &scales);
  form->beta = scales.beta;
  form->gamma = scales.gamma;
  if (!status) status = split_blocks(program, arena, form);
  if (!status) status = order_equalities(program, choice.equality, arena, form, number);
  if (status) return status;
  const raw_entry *raw = gather_entries(program, form, number, scales.row, arena, &count);
  if (!raw) return SS_MEMORY;
  size_t matrices = 0;
  while (matrices < count && raw[matrices].block != SS_SDP_FORM_SCALAR) matrices++;
  status = store_blocks(form, arena, matrices, raw);
  if (!status) status = store_scalars(form, arena, count - matrices, raw + matrices);
  if (!status) status = store_cost(program, form, arena);
  if (!status) status = store_free(program, choice.variable, number, &scales, arena, form);
  return status;
}

void ss_sdp_form_expand(const ss_sdp_program *program, const ss_sdp_form *form, double scale,
                        const double *point, double *whole) {
  memset(whole, 0, ss_sdp_offset(program, program->blocks) * sizeof *whole);
  for (size_t k = 0, at = 0; k < program->blocks; k++) {
    const size_t n = program->block[k].size;
    const ss_sdp_form_place *place = &form->place[form->place_start[k]];
    const bool diagonal = program->block[k].diagonal;
    for (size_t j = 0; j < n; j++) {
      if (place[j].block == SS_SDP_FORM_SCALAR)
        whole[at + j * (diagonal ? 1 : n + 1)] = scale * point[place[j].index];
      if (place[j].block >= SS_SDP_FORM_NOWHERE) continue;
      const ss_sdp_form_block *block = &form->block[place[j].block];
      for (size_t i = 0; i < n; i++)
        if (place[i].block == place[j].block)
          whole[at + i + n * j] =
              scale * point[block->at + place[i].index + block->n * place[j].index];
    }
    at += diagonal ? n : n * n;
  }
}
