/* unknowns.c: what the equations of rest are solved for.
 *
 *     F(z, lambda) = ( h(z) + W(z) lambda,  g(z) of closed contacts ) = 0
 *
 * has n + closed equations in forces and coordinates. As many unknowns are chosen by elimination
 * after Gauss and Jordan, at the middle of the box in doubles: forces first, because a set has an
 * interior where they suffice, then coordinates; always the entry that is largest for its row and
 * for the width of its column's variable. The elimination leaves P ~ F_y^-1 behind, and how the
 * unknowns follow the other coordinates. Equations that depend on each other are refused.
 */
#include <math.h>
#include <string.h>

#include "judge.h"

static size_t count_forces(const ss_judge *j) {
  return j->s->normals + j->s->slips;
}

/* ---- the equations --------------------------------------------------------------------------- */

/* Which gap an equation is about; SIZE_MAX: row i of the balance. A chart satisfies its sliders. */
void ss_judge_list_equations(ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  ss_branch *b = &j->branch;
  b->equations = 0;
  for (size_t i = 0; i < s->n; i++) j->order[b->equations++] = SIZE_MAX;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    if (element->normal == SIZE_MAX || !pattern->closed[e] || j->still) continue;
    if (element->element->kind == SS_ELEMENT_SLIDER && s->chart) continue;
    j->order[b->equations++] = element->normal;
  }
}

/* May the force change at the middle of the box, or `anywhere` in it? One of an open contact, of a
 * law without extent, or of a friction that nothing presses, may not. */
static bool is_variable(const ss_judge *j, const ss_rest_pattern *pattern, size_t force,
                        bool anywhere) {
  const ss_search *s = j->s;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    const bool normal = force < s->normals && element->normal == force;
    const size_t slip = force - s->normals;
    const bool rub =
        force >= s->normals && slip >= element->slip && slip < element->slip + element->slips;
    if (!normal && !rub) continue;
    if (!pattern->closed[e]) return false;
    if (normal || element->element->kind == SS_ELEMENT_CLUTCH) return true;
    const bool loaded = element->element->kind != SS_ELEMENT_FRICTION;
    if (anywhere)
      return (loaded || !arb_is_nonpositive(j->form.value + j->at.normal + e)) &&
             !arb_is_nonpositive(j->form.value + j->at.law + 3 * e);
    return (loaded || s->normal[e] > 0) && s->law[3 * e] > 0;
  }
  return false;
}

/* Row r of the derivative of F in doubles at the middle: forces, then z. */
static void fill_row(const ss_judge *j, size_t r, double *row) {
  const ss_search *s = j->s;
  const size_t forces = count_forces(j);
  if (r >= s->n) {
    memset(row, 0, forces * sizeof *row);
    memcpy(row + forces, s->dgap + j->order[r] * s->k, s->k * sizeof *row);
    return;
  }
  for (size_t f = 0; f < forces; f++)
    row[f] = f < s->normals ? s->WN[f * s->n + r] : s->WT[(f - s->normals) * s->n + r];
  for (size_t i = 0; i < s->k; i++) {
    double sum = s->dh[r * s->k + i];
    for (size_t f = 0; f < forces; f++) {
      const double *dW = f < s->normals ? s->dWN + (f * s->n + r) * s->k
                                        : s->dWT + ((f - s->normals) * s->n + r) * s->k;
      sum += j->start[f] * dW[i];
    }
    row[forces + i] = sum;
  }
}

/* ---- the unknowns ---------------------------------------------------------------------------- */

/* One step of Gauss and Jordan on A and on what becomes the inverse. */
static void eliminate(ss_judge *j, size_t row, size_t column, size_t columns) {
  const size_t m = j->branch.equations;
  double *pivot_row = j->A + row * columns, *own = j->inverse + row * m;
  const double pivot = pivot_row[column];
  for (size_t c = 0; c < columns; c++) pivot_row[c] /= pivot;
  for (size_t c = 0; c < m; c++) own[c] /= pivot;
  for (size_t r = 0; r < m; r++) {
    const double factor = j->A[r * columns + column];
    if (r == row || factor == 0) continue;
    for (size_t c = 0; c < columns; c++) j->A[r * columns + c] -= factor * pivot_row[c];
    for (size_t c = 0; c < m; c++) j->inverse[r * m + c] -= factor * own[c];
  }
}

/* How much a variable changes: a force by what forces are at hand, where these are large. */
static double find_width(const ss_judge *j, size_t column) {
  const size_t forces = count_forces(j);
  return column < forces ? fmax(1, ss_walker_unit(j->w)) : ss_search_width(j->s, column - forces);
}

/* The largest entry, by the size of its row and of its column's variable, in rows that have no
 * unknown yet and columns from `first` to `end`. */
static bool find_pivot(const ss_judge *j, const bool *allowed, const double *row_size, size_t first,
                       size_t end, size_t *row, size_t *column) {
  const size_t columns = count_forces(j) + j->s->k;
  double most = 1e-8;
  bool found = false;
  for (size_t r = 0; r < j->branch.equations; r++)
    for (size_t c = first; c < end && j->branch.unknown[r] == SIZE_MAX; c++) {
      if (!allowed[c] || j->branch.is_unknown[c]) continue;
      const double size = fabs(j->A[r * columns + c]) * find_width(j, c) / row_size[r];
      if (!(size > most)) continue;
      most = size;
      *row = r;
      *column = c;
      found = true;
    }
  return found;
}

/* Chooses the unknowns: forces first, then coordinates; false if the equations depend on each
 * other. `start` holds forces and z. */
bool ss_judge_choose_unknowns(ss_judge *j, const ss_rest_pattern *pattern) {
  const size_t forces = count_forces(j), columns = forces + j->s->k, m = j->branch.equations;
  bool allowed[columns + 1];
  double row_size[m + 1];
  ss_branch *b = &j->branch;
  for (size_t c = 0; c < columns; c++) {
    allowed[c] = c < forces ? c != j->fixed && is_variable(j, pattern, c, false)
                            : !j->s->free[c - forces] && !j->still &&
                                  (!j->along || j->along >> (c - forces) & 1);
    b->is_unknown[c] = false;
  }
  memset(j->inverse, 0, m * m * sizeof *j->inverse);
  for (size_t r = 0; r < m; r++) {
    double *row = j->A + r * columns;
    fill_row(j, r, row);
    j->inverse[r * m + r] = 1;
    b->unknown[r] = SIZE_MAX;
    row_size[r] = 0;
    for (size_t c = 0; c < columns; c++)
      if (allowed[c]) row_size[r] = fmax(row_size[r], fabs(row[c]) * find_width(j, c));
    if (!(row_size[r] > 0)) return false;
  }
  size_t found = 0, row, column;
  for (int pass = 0; pass < 2; pass++) {
    while (find_pivot(j, allowed, row_size, pass ? forces : 0, pass ? columns : forces, &row,
                      &column)) {
      eliminate(j, row, column, columns);
      b->unknown[row] = column;
      b->is_unknown[column] = true;
      found++;
    }
    /* how the forces alone follow from as many equations */
    if (pass == 0) memcpy(j->forces_only, j->inverse, m * m * sizeof *j->inverse);
  }
  b->determined = true;
  b->moving = b->spare = 0;
  for (size_t c = 0; c < columns; c++) {
    if (c >= forces) b->moving += b->is_unknown[c];
    if (c < forces)
      b->spare += c != j->fixed && !b->is_unknown[c] && is_variable(j, pattern, c, true);
  }
  /* coordinates that follow from the gaps alone are the same whatever the forces are; those that
   * follow from rows of the balance without forces too: ss_judge_is_determined */
  for (size_t r = 0; found == m && r < m; r++)
    for (size_t q = 0; q < j->s->n && b->unknown[r] >= forces; q++)
      if (j->inverse[r * m + q] != 0) b->determined = false;
  return found == m;
}

/* Has the row of the balance no force that may change, anywhere in the box? */
static bool is_free_of_forces(const ss_judge *j, const ss_rest_pattern *pattern, size_t row) {
  const ss_search *s = j->s;
  for (size_t f = 0; f < count_forces(j); f++) {
    const size_t output =
        f < s->normals ? j->at.WN + f * s->n + row : j->at.WT + (f - s->normals) * s->n + row;
    if (!arb_is_zero(j->form.value + output) && is_variable(j, pattern, f, true)) return false;
  }
  return true;
}

bool ss_judge_is_determined(const ss_judge *j, const ss_rest_pattern *pattern) {
  const size_t m = j->branch.equations;
  for (size_t r = 0; r < m; r++)
    for (size_t q = 0; q < j->s->n && j->branch.unknown[r] >= count_forces(j); q++)
      if (j->inverse[r * m + q] != 0 && !is_free_of_forces(j, pattern, q)) return false;
  return true;
}

unsigned ss_judge_list_unknowns(const ss_judge *j) {
  unsigned bits = 0;
  for (size_t i = 0; i < j->s->k && i < 8 * sizeof bits; i++)
    if (j->branch.is_unknown[count_forces(j) + i]) bits |= 1u << i;
  return bits;
}
