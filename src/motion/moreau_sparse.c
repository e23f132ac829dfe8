/* moreau_sparse.c: steps of machines whose contacts hardly know each other.
 *
 * In a pile every contact moves two bodies, and G = W^T M^-1 W couples it to the contacts of these
 * two only. Where M is constant and diagonal, the entry of contacts i and j is
 *
 *     G_ij = sum over coordinates k that both move:  W_ik W_jk / M_kk,
 *
 * so that the blocks of G that are not 0 are known from the model: those of elements that have a
 * coordinate in common. They are listed once. A step fills the blocks of the contacts that take
 * part, in compressed rows (contact.h), and every product with W goes over the coordinates of its
 * row: the work of a step and its contact problem grows like the number of contacts, where full
 * matrices cost n size^2. Problems of a few contacts are spread into the full matrix all the same,
 * because the solver has methods of their own for these.
 *
 * The factors of G's blocks fill up, and how much depends on who takes part. Their space is
 * FILL times the blocks of all elements together; a problem that needs more is solved without
 * Newton's method (solve options, fill_most). Other machines keep full matrices: `on` is false.
 */
#include <stdlib.h>
#include <string.h>

#include "moreau.h"

/* From so many elements on, if at most a quarter of the blocks is there; fill; a small problem. */
enum { ELEMENTS_LEAST = 24, SHARE = 4, FILL = 16, FEW = 8 };

/* ---- what is where --------------------------------------------------------------------------- */

static const ss_expr *find_row(const ss_system *s, size_t column) {
  return column < s->normals ? s->normal[column].W : s->slip[column - s->normals].W;
}

/* The coordinates of every direction. */
static bool list_coordinates(ss_moreau *m, ss_arena *arena) {
  ss_moreau_sparse *p = &m->sparse;
  const size_t most = m->normals + m->slips;
  p->first = ss_arena_new(arena, most + 1, size_t);
  for (int round = 0; round < 2 && p->first; round++) {
    size_t count = 0;
    for (size_t c = 0; c < most; c++) {
      const ss_expr *W = find_row(m->system, c);
      p->first[c] = count;
      for (size_t k = 0; k < m->n; k++) {
        if (ss_expr_is_integer(m->system->graph, W[k], 0)) continue;
        if (round) p->index[count] = k;
        count++;
      }
    }
    p->first[most] = count;
    if (!round) p->index = ss_arena_new(arena, count + 1, size_t);
    if (!p->index) return false;
  }
  return p->first != NULL;
}

/* Directions of element i: its normal, if it has one, then its slips. */
static size_t column_of(const ss_moreau *m, size_t i, size_t a) {
  const ss_system_element *e = &m->system->element[i];
  if (e->normal == SIZE_MAX) return m->normals + e->slip + a;
  return a == 0 ? e->normal : m->normals + e->slip + a - 1;
}

static size_t columns_of(const ss_moreau *m, size_t i) {
  const ss_system_element *e = &m->system->element[i];
  return (e->normal != SIZE_MAX) + e->slips;
}

/* Elements by coordinate: `by` has them in the order of the coordinates, begin[k] where k's begin.
 */
typedef struct crowd {
  size_t *begin, *by, *seen;
} crowd;

static bool list_by_coordinate(const ss_moreau *m, ss_arena *scratch, crowd *w) {
  const ss_moreau_sparse *p = &m->sparse;
  w->begin = ss_arena_new(scratch, m->n + 2, size_t);
  w->by = ss_arena_new(scratch, p->first[m->normals + m->slips] + 1, size_t);
  w->seen = ss_arena_new(scratch, m->elements + 1, size_t);
  if (!w->begin || !w->by || !w->seen) return false;
  for (size_t c = 0; c < p->first[m->normals + m->slips]; c++) w->begin[p->index[c] + 2]++;
  for (size_t k = 2; k < m->n + 2; k++) w->begin[k] += w->begin[k - 1];
  for (size_t i = 0; i < m->elements; i++)
    for (size_t a = 0; a < columns_of(m, i); a++) {
      const size_t c = column_of(m, i, a);
      for (size_t j = p->first[c]; j < p->first[c + 1]; j++) w->by[w->begin[p->index[j] + 1]++] = i;
    }
  return true;
}

static int compare(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Elements that share a coordinate with i, i itself among them; how many. `list` may be NULL. */
static size_t list_near(const ss_moreau *m, crowd *w, size_t i, size_t stamp, size_t *list) {
  const ss_moreau_sparse *p = &m->sparse;
  size_t count = 0;
  for (size_t a = 0; a < columns_of(m, i); a++) {
    const size_t c = column_of(m, i, a);
    for (size_t j = p->first[c]; j < p->first[c + 1]; j++)
      for (size_t b = w->begin[p->index[j]]; b < w->begin[p->index[j] + 1]; b++) {
        if (w->seen[w->by[b]] == stamp) continue;
        w->seen[w->by[b]] = stamp;
        if (list) list[count] = w->by[b];
        count++;
      }
  }
  if (w->seen[i] != stamp) { /* a row without coordinates */
    if (list) list[count] = i;
    count++;
  }
  if (list) qsort(list, count, sizeof *list, compare);
  return count;
}

static bool list_neighbours(ss_moreau *m, ss_arena *arena) {
  ss_moreau_sparse *p = &m->sparse;
  crowd w;
  if (!list_by_coordinate(m, arena, &w)) return false;
  p->near_first = ss_arena_new(arena, m->elements + 1, size_t);
  for (int round = 0; round < 2 && p->near_first; round++) {
    size_t count = 0;
    for (size_t i = 0; i < m->elements; i++) {
      const size_t stamp = 1 + i + (size_t)round * m->elements;
      p->near_first[i] = count;
      count += list_near(m, &w, i, stamp, round ? p->near + count : NULL);
    }
    p->near_first[m->elements] = count;
    if (!round) p->near = ss_arena_new(arena, count + 1, size_t);
    if (!p->near) return false;
  }
  return p->near_first != NULL;
}

static bool make_blocks(ss_moreau *m, ss_arena *arena) {
  ss_moreau_sparse *p = &m->sparse;
  const size_t blocks = p->near_first[m->elements];
  size_t values = 0;
  for (size_t i = 0; i < m->elements; i++)
    for (size_t b = p->near_first[i]; b < p->near_first[i + 1]; b++)
      values += columns_of(m, i) * columns_of(m, p->near[b]);
  p->place = ss_arena_new(arena, m->elements + 1, size_t);
  p->start = ss_arena_new(arena, m->elements + 1, size_t);
  p->cursor = ss_arena_new(arena, m->elements + 1, size_t);
  p->column = ss_arena_new(arena, blocks + 1, size_t);
  p->at = ss_arena_new(arena, blocks + 1, size_t);
  p->value = ss_arena_new(arena, values + 1, double);
  p->G = (ss_block_matrix){p->start, p->column, p->at, p->value};
  return p->place && p->start && p->cursor && p->column && p->at && p->value;
}

ss_status ss_moreau_sparse_create(ss_arena *arena, ss_moreau *m) {
  ss_moreau_sparse *p = &m->sparse;
  if (ss_mass_classify(m->system) != SS_MASS_DIAGONAL || m->elements < ELEMENTS_LEAST) return SS_OK;
  p->reached = ss_arena_new(arena, m->elements, bool);
  if (!p->reached || !list_coordinates(m, arena) || !list_neighbours(m, arena)) return SS_MEMORY;
  const size_t blocks = p->near_first[m->elements];
  if (SHARE * blocks > m->elements * m->elements) return SS_OK;
  if (!make_blocks(m, arena)) return SS_MEMORY;
  p->on = true;
  m->options.fill_most = m->impact_options.fill_most = FILL * blocks;
  return SS_OK;
}

/* ---- products -------------------------------------------------------------------------------- */

double ss_moreau_rate(const ss_moreau *m, size_t column, const double *x) {
  const ss_moreau_sparse *p = &m->sparse;
  const double *W =
      column < m->normals ? m->at.WN + m->n * column : m->at.WT + m->n * (column - m->normals);
  double sum = 0;
  if (p->on)
    for (size_t j = p->first[column]; j < p->first[column + 1]; j++)
      sum += W[p->index[j]] * x[p->index[j]];
  else
    for (size_t k = 0; k < m->n; k++) sum += W[k] * x[k];
  return sum;
}

/* W_i^T M^-1 W_j over the coordinates of i. */
static double couple(const ss_moreau *m, size_t i, size_t j) {
  const ss_moreau_sparse *p = &m->sparse;
  const double *Wi = i < m->normals ? m->at.WN + m->n * i : m->at.WT + m->n * (i - m->normals);
  const double *Wj = j < m->normals ? m->at.WN + m->n * j : m->at.WT + m->n * (j - m->normals);
  double sum = 0;
  for (size_t b = p->first[i]; b < p->first[i + 1]; b++) {
    const size_t k = p->index[b];
    sum += Wi[k] * m->mass.diagonal[k] * Wj[k];
  }
  return sum;
}

/* The block of contacts k and other, from W. */
static void couple_contacts(const ss_moreau *m, size_t k, size_t other, double *block) {
  const size_t rows = columns_of(m, m->element[k]), columns = columns_of(m, m->element[other]);
  for (size_t c = 0; c < columns; c++)
    for (size_t a = 0; a < rows; a++)
      *block++ =
          couple(m, m->column[m->contact[k].offset + a], m->column[m->contact[other].offset + c]);
}

/* The same from its mirror image, which is there already: rows come in order, and so do the columns
 * of each. */
static void mirror_block(ss_moreau_sparse *p, size_t other, size_t rows, size_t columns,
                         double *block) {
  const double *image = p->value + p->at[p->cursor[other]++];
  for (size_t c = 0; c < columns; c++)
    for (size_t a = 0; a < rows; a++) *block++ = image[c + columns * a];
}

void ss_moreau_sparse_fill(ss_moreau *m) {
  ss_moreau_sparse *p = &m->sparse;
  size_t blocks = 0, values = 0;
  for (size_t i = 0; i < m->elements; i++) p->place[i] = SIZE_MAX;
  for (size_t k = 0; k < m->count; k++) p->place[m->element[k]] = k;
  for (size_t k = 0; k < m->count; k++) {
    const size_t i = m->element[k], rows = columns_of(m, i);
    p->start[k] = blocks;
    for (size_t b = p->near_first[i]; b < p->near_first[i + 1]; b++) {
      const size_t other = p->place[p->near[b]], columns = columns_of(m, p->near[b]);
      if (other == SIZE_MAX) continue;
      p->column[blocks] = other;
      p->at[blocks++] = values;
      if (other == k) p->cursor[k] = blocks;
      if (other < k)
        mirror_block(p, other, rows, columns, p->value + values);
      else
        couple_contacts(m, k, other, p->value + values);
      values += rows * columns;
    }
  }
  p->start[m->count] = blocks;
  p->filled = true;
}

void ss_moreau_sparse_spread(ss_moreau *m) {
  const ss_moreau_sparse *p = &m->sparse;
  memset(m->G, 0, m->size * m->size * sizeof *m->G);
  for (size_t k = 0; k < m->count; k++)
    for (size_t b = p->start[k]; b < p->start[k + 1]; b++) {
      const size_t rows = columns_of(m, m->element[k]), other = p->column[b];
      const size_t first = m->contact[k].offset, second = m->contact[other].offset;
      for (size_t c = 0; c < columns_of(m, m->element[other]); c++)
        memcpy(m->G + first + m->size * (second + c), p->value + p->at[b] + rows * c,
               rows * sizeof *m->G);
    }
}

ss_contact_problem ss_moreau_problem(ss_moreau *m) {
  ss_contact_problem problem = {
      .contacts = m->count, .size = m->size, .contact = m->contact, .c = m->c};
  if (!m->sparse.on || m->count <= FEW)
    problem.dense = m->G;
  else
    problem.sparse = &m->sparse.G;
  if (m->sparse.on && problem.dense) ss_moreau_sparse_spread(m);
  return problem;
}

double ss_moreau_diagonal(const ss_moreau *m, size_t component) {
  if (!m->sparse.on) return m->G[component * (m->size + 1)];
  return couple(m, m->column[component], m->column[component]);
}

void ss_moreau_sparse_push(const ss_moreau *m, const double *P, double *u) {
  const ss_moreau_sparse *p = &m->sparse;
  for (size_t j = 0; j < m->size; j++) {
    const size_t c = m->column[j];
    const double *W = c < m->normals ? m->at.WN + m->n * c : m->at.WT + m->n * (c - m->normals);
    for (size_t b = p->first[c]; b < p->first[c + 1]; b++) {
      const size_t k = p->index[b];
      u[k] += m->mass.diagonal[k] * W[k] * P[j];
    }
  }
}

/* ---- impacts --------------------------------------------------------------------------------- */

static double find_energy(const ss_moreau *m, const double *u) {
  double twice = 0;
  for (size_t k = 0; k < m->n; k++)
    if (m->mass.diagonal[k] > 0) twice += u[k] * u[k] / m->mass.diagonal[k];
  return 0.5 * twice;
}

ss_status ss_moreau_sparse_impact(ss_moreau *m, double *u_after, ss_impact_report *report) {
  *report = (ss_impact_report){.impacts = 1};
  ss_moreau_sparse_fill(m);
  for (size_t k = 0; k < m->count; k++) {
    const size_t end = k + 1 < m->count ? m->contact[k + 1].offset : m->size;
    for (size_t j = m->contact[k].offset; j < end; j++) {
      const double e = m->column[j] < m->normals ? m->eN[k] : m->eT[k];
      m->c[j] = (1 + e) * (ss_moreau_rate(m, m->column[j], m->u) + m->w[j]);
    }
  }
  const ss_contact_problem problem = ss_moreau_problem(m);
  ss_contact_report solved;
  if (ss_contact_solve(&problem, &m->impact_options, m->solve_work, m->P, m->xi, &solved) !=
      SS_OK) {
    report->outcome = SS_IMPACT_UNSOLVED;
    return SS_NO_CONVERGENCE;
  }
  memcpy(u_after, m->u, m->n * sizeof *u_after);
  ss_moreau_sparse_push(m, m->P, u_after);
  report->before = find_energy(m, m->u);
  report->after = find_energy(m, u_after);
  return SS_OK;
}
