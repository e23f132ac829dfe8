/* doubt.c: does a motion claim to be the only one from its start?
 *
 * It does until a method meets a place where the laws allow several motions, or where the motion is
 * not continuous in its start; the first such place is kept, as a time and a sentence. Four are
 * looked for:
 *
 *     landings at once    two contacts that were open close in one impact (events), or within one
 *                         step of each other (time stepping, which cannot tell these apart). The
 *                         limit of impacts in turn, in either order, is not the impact at once.
 *     several solutions   a contact problem that is solved by several motions, if it is planar and
 *                         small: where modes change, and at impacts.
 *     a choice            the first of several modes was followed because the caller said so.
 *     shares              more contacts press than are needed, and slip: how they share the load
 *                         decides the motion, and is not determined (events).
 *
 * The order of two impacts does not matter if neither changes the velocity of the other contact:
 * G = W^T M^-1 W, over all that take part in the impact, falls into blocks without coupling, and
 * the two belong to different ones. It hardly matters if one of them lands with less than STAKE of
 * the largest kinetic energy of the run: motions with many small impacts would claim nothing
 * otherwise. The claim so is one about what the rest of the energy does. Blocks are found by
 * merging labels, one comparison per block of G, which may be dense or not; entries below COUPLED
 * of the diagonal ones are rounding.
 *
 * What is not looked for: several solutions of spatial problems and of many contacts, and those
 * that begin to exist while nothing changes.
 */
#include <math.h>
#include <stdarg.h>

#include "run.h"

static const double COUPLED = 1e-12;

/* Of the largest kinetic energy at an impact so far. */
static const double STAKE = 1e-3;

/* Residuals of solutions; problems of more contacts are not enumerated. */
static const double EXACT = 1e-12;
enum { ENUMERATE_MOST = 6 };

void ss_doubt_note(ss_run *run, double t, const char *format, ...) {
  va_list arguments;
  if (run->doubt) return;
  va_start(arguments, format);
  const char *text = ss_run_text(run, format, arguments);
  va_end(arguments);
  run->doubt = text ? text : ss_status_text(SS_MEMORY);
  run->doubt_time = t;
}

void ss_doubt_landings(ss_run *run, double t, const ss_landings *found) {
  const ss_system_element *e = run->system->element;
  if (!(found->energy > STAKE * run->kinetic_most)) return;
  ss_doubt_note(run, t,
                "'%s' and '%s' land at once; had one of them landed first, the motion could end "
                "elsewhere",
                e[found->one].element->name.text, e[found->other].element->name.text);
}

/* ---- coupling -------------------------------------------------------------------------------- */

/* The block of contacts i and j, from its first entry on, with the distance of its columns. */
typedef struct coupling {
  const double *block;
  size_t lead;
} coupling;

/* G's diagonal entry of component `a` of contact i. */
static double find_diagonal(const ss_contact_problem *p, size_t i, size_t a) {
  if (p->dense) return p->dense[(p->contact[i].offset + a) * (p->size + 1)];
  const ss_block_matrix *G = p->sparse;
  size_t k = G->start[i];
  while (G->column[k] != i) k++;
  return G->value[G->at[k] + a * (ss_contact_dimension(&p->contact[i]) + 1)];
}

static bool are_coupled(const ss_contact_problem *p, size_t i, size_t j, coupling c) {
  const size_t rows = ss_contact_dimension(&p->contact[i]);
  const size_t columns = ss_contact_dimension(&p->contact[j]);
  for (size_t a = 0; a < rows; a++)
    for (size_t b = 0; b < columns; b++) {
      const double own = find_diagonal(p, i, a) * find_diagonal(p, j, b);
      if (fabs(c.block[a + c.lead * b]) > COUPLED * sqrt(own)) return true;
    }
  return false;
}

/* The first contact of i's block: labels lead to smaller ones, and the first leads to itself. */
static size_t find_first(size_t *label, size_t i) {
  while (label[i] != i) i = label[i] = label[label[i]];
  return i;
}

static void merge(const ss_contact_problem *p, size_t i, size_t j, coupling c, size_t *label) {
  const size_t one = find_first(label, i), other = find_first(label, j);
  if (one == other || !are_coupled(p, i, j, c)) return;
  label[one > other ? one : other] = one < other ? one : other;
}

/* Labels the blocks without coupling by their first contacts. */
static void label_blocks(const ss_contact_problem *p, size_t *label) {
  const ss_block_matrix *G = p->sparse;
  for (size_t i = 0; i < p->contacts; i++) label[i] = i;
  for (size_t i = 0; i < p->contacts && !p->dense; i++)
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++)
      if (G->column[k] < i)
        merge(p, i, G->column[k],
              (coupling){G->value + G->at[k], ss_contact_dimension(&p->contact[i])}, label);
  for (size_t j = 1; j < p->contacts && p->dense; j++)
    for (size_t i = 0; i < j; i++)
      merge(p, i, j,
            (coupling){p->dense + p->contact[i].offset + p->size * p->contact[j].offset, p->size},
            label);
  for (size_t i = 0; i < p->contacts; i++) label[i] = find_first(label, i);
}

/* gamma_N^2 / 2 G: what contact i would lose if it landed alone, without restitution. */
static double find_energy(const ss_contact_problem *p, size_t i, double approach) {
  return 0.5 * approach * approach / find_diagonal(p, i, 0);
}

ss_landings ss_doubt_find_landings(const ss_contact_problem *p, const double *approach,
                                   size_t *label) {
  ss_landings found = {0};
  label_blocks(p, label);
  for (size_t j = 1; j < p->contacts; j++) {
    if (!(approach[j] > 0)) continue;
    for (size_t i = 0; i < j; i++) {
      if (!(approach[i] > 0) || label[i] != label[j]) continue;
      const double energy = fmin(find_energy(p, i, approach[i]), find_energy(p, j, approach[j]));
      if (energy > found.energy) found = (ss_landings){i, j, energy};
    }
  }
  return found;
}

/* ---- several solutions ----------------------------------------------------------------------- */

bool ss_doubt_has_several(ss_arena *scratch, const ss_contact_problem *p) {
  if (p->contacts > ENUMERATE_MOST) return false;
  for (size_t k = 0; k < p->contacts; k++)
    if (ss_law_dimension(p->contact[k].law.kind) > 1) return false;
  const ss_arena_mark mark = ss_arena_get_mark(scratch);
  ss_mode_list list;
  const bool several = ss_contact_enumerate(p, EXACT, scratch, &list) == SS_OK &&
                       list.solutions == SS_SOLUTIONS_SEVERAL;
  ss_arena_release(scratch, mark);
  return several;
}
