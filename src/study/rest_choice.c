/* rest_choice.c: which rest set a proof is about.
 *
 * A machine may rest in several places that hang together nowhere: a pendulum below and above, two
 * wells. A proof is about one of them, the one of least energy unless a state in another one is
 * given; the others are named, because they bound what can be proved of it. Energies are those of
 * the middles of the sets, U(q), unless a long set reaches clearly lower. Of several with the same
 * energy (a bar that lies on either side) the one in the regions of the file is meant, then one
 * that a state of the file names.
 *
 * A linear machine without gaps has one rest set: {q : K q = f + W lambda, |lambda_j| <= p_j} is
 * convex. Everywhere else sets are searched, briefly: a proof does not rest on what is found here.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "study_private.h"

/* A search that takes a second or two, not minutes. */
enum { STARTS = 24, PROGRAMS = 4000, BOXES = 1000 };

static bool has_one(const ss_system *s) {
  return s->traits.linear && s->normals == 0;
}

static double energy_at(ss_arena *arena, const ss_machine *machine, const double *q) {
  const size_t n = ss_machine_model(machine)->coordinates;
  double *u = ss_arena_new(arena, n, double);
  ss_system_values values;
  if (!u || ss_system_evaluate(arena, ss_machine_system(machine), ss_machine_parameters(machine), q,
                               u, 0, &values) != SS_OK)
    return NAN;
  return values.of[SS_QUANTITY_ENERGY][1];
}

static ss_status search(ss_arena *arena, const ss_machine *machine, double until,
                        ss_rest_choice *choice) {
  ss_rest_options o = ss_rest_default_options();
  const char *why_not;
  o.starts = STARTS;
  o.programs_most = PROGRAMS;
  o.boxes_most = BOXES;
  o.until = until;
  if (has_one(ss_machine_system(machine))) return SS_OK;
  const ss_status status =
      ss_rest_find(arena, ss_machine_system(machine), ss_machine_parameters(machine), &o,
                   &choice->sets, &why_not);
  if (status == SS_BAD_ARGUMENT) choice->sets = (ss_rest_sets){0};
  if (status != SS_OK) return status == SS_BAD_ARGUMENT ? SS_OK : status;
  double *energy = ss_arena_new(arena, choice->sets.count, double);
  if (!energy && choice->sets.count) return SS_MEMORY;
  for (size_t i = 0; i < choice->sets.count; i++)
    energy[i] = energy_at(arena, machine, choice->sets.set[i].center);
  choice->energy = energy;
  return SS_OK;
}

/* The position of the state, at which the machine must be able to rest. */
static ss_status read_position(ss_arena *arena, const ss_machine *machine, const char *at,
                               ss_diagnostics *list, ss_rest_choice *choice) {
  const size_t n = ss_machine_model(machine)->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_rest_answer answer;
  if (!q || !u) return SS_MEMORY;
  ss_status status = ss_machine_state(machine, "--at", at, list, q, u);
  if (status == SS_OK) status = ss_study_check_still(machine, "--at", at, u, list);
  if (status == SS_OK)
    status = ss_machine_contains(arena, machine, at, SS_REST_NEAR, list, &answer);
  if (status != SS_OK) return status;
  if (answer.verdict == SS_REFUTED)
    return ss_study_refuse(list, SS_BAD_INPUT, "--at %s: it cannot rest there: %s", at,
                           answer.reason ? answer.reason : "no forces hold it");
  choice->at = q;
  return SS_OK;
}

/* How many of the relations of the model's regions hold at rest at q. */
static size_t count_relations(ss_arena *arena, const ss_machine *machine, const double *q) {
  const ss_model *m = ss_machine_model(machine);
  const ss_system *s = ss_machine_system(machine);
  const size_t n = m->coordinates;
  ss_expr *in = ss_arena_new(arena, 2 * n + 1, ss_expr);
  ss_expr *parameter = ss_arena_new(arena, m->parameters, ss_expr);
  double *at = ss_arena_new(arena, 2 * n + 1, double);
  size_t count = 0;
  if (!in || !parameter || !at) return 0;
  memcpy(in, s->q, n * sizeof *in);
  memcpy(in + n, s->u, n * sizeof *in);
  in[2 * n] = m->time;
  memcpy(at, q, n * sizeof *q);
  for (size_t i = 0; i < m->parameters; i++) parameter[i] = m->parameter[i].symbol;
  for (size_t r = 0; r < m->regions; r++)
    for (size_t i = 0; i < m->region[r].count; i++) {
      const ss_relation *x = &m->region[r].items[i];
      const ss_expr sides[] = {x->left.resolved, x->right.resolved};
      double side[2] = {NAN, NAN};
      ss_tape *tape = NULL;
      if (ss_tape_compile(s->graph, m->parameters, parameter, 2 * n + 1, in, 2, sides, &tape) ==
          SS_OK)
        ss_tape_eval(tape, ss_machine_parameters(machine), at, side);
      ss_tape_destroy(tape);
      const double more = 1e-9 * fmax(1, fmax(fabs(side[0]), fabs(side[1])));
      count += x->kind == SS_LESS_EQUAL      ? side[0] <= side[1] + more
               : x->kind == SS_GREATER_EQUAL ? side[0] >= side[1] - more
                                             : fabs(side[0] - side[1]) <= more;
    }
  return count;
}

/* Whether a state of the file is a position in the set. */
static bool has_state(ss_arena *arena, const ss_machine *machine, const ss_rest_sets *sets,
                      size_t set) {
  const ss_model *m = ss_machine_model(machine);
  double *q = ss_arena_new(arena, m->coordinates, double);
  double *u = ss_arena_new(arena, m->coordinates, double);
  for (size_t i = 0; q && u && i < m->states; i++)
    if (ss_machine_state(machine, "", m->state[i].name.text, NULL, q, u) == SS_OK &&
        ss_rest_which(sets, q, SS_REST_NEAR) == set)
      return true;
  return false;
}

/* The least energy of the positions of a set that were traced, where its middle has clearly more:
 * a tip on a floor rests along a long curve. Else that of the middle. */
static double lowest_energy(ss_arena *arena, const ss_machine *machine,
                            const ss_rest_choice *choice, size_t i) {
  const ss_rest_set *set = &choice->sets.set[i];
  const size_t n = ss_machine_model(machine)->coordinates;
  double least = choice->energy[i];
  for (size_t k = 0; k < set->points; k++)
    least = fmin(least, energy_at(arena, machine, set->point + k * n));
  return least < choice->energy[i] - 0.05 * fabs(choice->energy[i]) ? least : choice->energy[i];
}

static double distance_of(const ss_rest_choice *choice, size_t i, size_t n) {
  double square = 0;
  for (size_t k = 0; k < n; k++)
    square += choice->sets.set[i].center[k] * choice->sets.set[i].center[k];
  return square;
}

/* The one of least energy; of several the one that the file is about; of these the one nearest to
 * the origin of coordinates. */
static size_t choose_lowest(ss_arena *arena, const ss_machine *machine,
                            const ss_rest_choice *choice) {
  const size_t n = ss_machine_model(machine)->coordinates;
  double least = INFINITY, most = 0;
  size_t chosen = SIZE_MAX, score = 0;
  double *energy = ss_arena_new(arena, choice->sets.count, double);
  if (!energy) return 0;
  for (size_t i = 0; i < choice->sets.count; i++) {
    energy[i] = lowest_energy(arena, machine, choice, i);
    least = fmin(least, energy[i]);
    most = fmax(most, fabs(choice->energy[i]));
  }
  for (size_t i = 0; i < choice->sets.count; i++) {
    /* what was traced is as near to its lowest point as the steps were short */
    if (!(energy[i] <= least + (energy[i] < choice->energy[i] ? 1e-2 : 1e-9) * most)) continue;
    const size_t own = 1 + 2 * count_relations(arena, machine, choice->sets.set[i].center) +
                       has_state(arena, machine, &choice->sets, i);
    const bool nearer =
        own == score && distance_of(choice, i, n) < (1 - 1e-9) * distance_of(choice, chosen, n);
    if (own > score || nearer) chosen = i;
    if (own > score) score = own;
  }
  return chosen == SIZE_MAX ? 0 : chosen;
}

ss_status ss_machine_choose_rest(ss_arena *arena, const ss_machine *machine, const char *at,
                                 double until, ss_diagnostics *list, ss_rest_choice *choice) {
  *choice = (ss_rest_choice){.chosen = SIZE_MAX};
  ss_status status = at ? read_position(arena, machine, at, list, choice) : SS_OK;
  if (status == SS_OK) status = search(arena, machine, until, choice);
  if (status != SS_OK || choice->sets.count == 0) return status;
  if (at) {
    choice->chosen = ss_rest_which(&choice->sets, choice->at, SS_REST_NEAR);
    return SS_OK;
  }
  choice->chosen = choose_lowest(arena, machine, choice);
  choice->at = choice->sets.set[choice->chosen].center;
  return SS_OK;
}
