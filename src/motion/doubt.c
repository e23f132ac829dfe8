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
 * merging labels, contacts^2 comparisons of blocks of G; entries below COUPLED of the diagonal ones
 * are rounding.
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

static bool are_coupled(const ss_contact_problem *p, size_t i, size_t j) {
  const ss_contact *a = &p->contact[i], *b = &p->contact[j];
  const size_t a_end = a->offset + ss_contact_dimension(a);
  const size_t b_end = b->offset + ss_contact_dimension(b);
  for (size_t k = a->offset; k < a_end; k++)
    for (size_t l = b->offset; l < b_end; l++) {
      const double own = p->dense[k * (p->size + 1)] * p->dense[l * (p->size + 1)];
      if (fabs(p->dense[k + p->size * l]) > COUPLED * sqrt(own)) return true;
    }
  return false;
}

/* Labels the blocks without coupling. */
static void label_blocks(const ss_contact_problem *p, size_t *label) {
  for (size_t i = 0; i < p->contacts; i++) label[i] = i;
  for (size_t j = 1; j < p->contacts; j++)
    for (size_t i = 0; i < j; i++) {
      const size_t from = label[j], to = label[i];
      if (from == to || !are_coupled(p, i, j)) continue;
      for (size_t k = 0; k < p->contacts; k++)
        if (label[k] == from) label[k] = to;
    }
}

/* gamma_N^2 / 2 G: what contact i would lose if it landed alone, without restitution. */
static double find_energy(const ss_contact_problem *p, size_t i, double approach) {
  return 0.5 * approach * approach / p->dense[p->contact[i].offset * (p->size + 1)];
}

ss_landings ss_doubt_find_landings(const ss_contact_problem *p, const double *approach,
                                   size_t *label) {
  ss_landings found = {0};
  label_blocks(p, label);
  for (size_t j = 1; j < p->contacts; j++)
    for (size_t i = 0; i < j; i++) {
      if (!(approach[i] > 0 && approach[j] > 0) || label[i] != label[j]) continue;
      const double energy = fmin(find_energy(p, i, approach[i]), find_energy(p, j, approach[j]));
      if (energy > found.energy) found = (ss_landings){i, j, energy};
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
