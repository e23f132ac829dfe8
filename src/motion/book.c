/* book.c: the energy book.
 *
 * With E = T + U (in a moving frame Jacobi's energy, system/energies.c), L = T - U,
 * u^T M u' = u^T (h + sum W lambda) and the gyroscopic forces doing no work,
 *
 *     dE/dt = u^T f_nc - dL/dt|_q,u + sum over elements (lambda_N W_N^T u + lambda_T^T W_T^T u),
 *
 * and at an impact T jumps. Where a gap or a slip depends on t (a driven slider, a table that
 * shakes), W^T u = gamma - w: lambda gamma is what the element dissipates, and -lambda w the work
 * of what drives it. With springs at the contacts E has their energy, and what a normal force
 * does beyond storing it counts as loss in impacts. A method integrates the powers
 * (ss_book_powers) by its own means and tells the jumps; nothing here is derived from E itself, so
 * that
 *
 *     residual = E(end) - E(start) - work - friction - impacts
 *
 * shows what a method lost: integration error, drift of constraints, or a mistake.
 */
#include <math.h>
#include <string.h>

#include "run.h"

static double evaluate_energy(ss_run *run) {
  ss_run_evaluate(run, run->t, run->q, run->u);
  return run->at.energy[0] + run->at.energy[1] + ss_springs_energy(run);
}

ss_status ss_book_start(ss_run *run) {
  ss_book *book = &run->book;
  book->friction_of = ss_arena_new(run->arena, run->elements, double);
  book->impacts_of = ss_arena_new(run->arena, run->elements, double);
  if (!book->friction_of || !book->impacts_of) return SS_MEMORY;
  book->start = evaluate_energy(run);
  run->kinetic_most = run->at.energy[0];
  return SS_OK;
}

static double multiply(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

size_t ss_book_count(const ss_run *run) {
  const size_t springs = run->springs ? run->elements + run->normals + run->slips : 0;
  return 2 + run->elements + springs;
}

/* What springs add to the powers. */
static void add_springs(const ss_run *run, const double *u, const double *forces, double *powers) {
  double *losses = powers + 2 + run->elements;
  for (size_t i = 0; i < run->elements; i++)
    losses[i] = ss_springs_have(run, i) ? ss_springs_power(run, i, u) : 0;
  memcpy(losses + run->elements, forces, (run->normals + run->slips) * sizeof *forces);
}

double ss_book_drive(const ss_run *run, const double *forces) {
  return -multiply(run->normals, run->at.wN, forces) -
         multiply(run->slips, run->at.wT, forces + run->normals);
}

void ss_book_powers(const ss_run *run, const double *u, const double *forces, double *powers) {
  const ss_state_view *at = &run->at;
  const size_t n = run->n;
  powers[0] = multiply(n, at->fnc, u) + at->drift + ss_book_drive(run, forces);
  powers[1] = multiply(n, at->control, u);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    double power = 0;
    if (e->normal != SIZE_MAX && !ss_springs_have(run, i))
      power += forces[e->normal] * ss_contact_rate(n, at->WN, at->wN, e->normal, u);
    for (size_t k = e->slip; k < e->slip + e->slips; k++)
      power += forces[run->normals + k] * ss_contact_rate(n, at->WT, at->wT, k, u);
    powers[2 + i] = power;
  }
  if (run->springs) add_springs(run, u, forces, powers);
}

void ss_book_add(ss_run *run, const double *amounts) {
  run->book.work += amounts[0];
  run->book.controls += amounts[1];
  for (size_t i = 0; i < run->elements; i++) run->book.friction_of[i] += amounts[2 + i];
  if (!run->springs) return;
  const double *losses = amounts + 2 + run->elements, *impulses = losses + run->elements;
  for (size_t i = 0; i < run->elements; i++) run->book.impacts_of[i] += losses[i];
  for (size_t k = 0; k < run->normals + run->slips; k++) run->springs->impulse[k] += impulses[k];
}

void ss_book_impact(ss_run *run, size_t element, double gain, double drive) {
  run->book.work += drive;
  run->book.impacts_of[element] += gain - drive;
}

void ss_book_finish(ss_run *run, ss_energy_book *out) {
  const ss_book *book = &run->book;
  *out = (ss_energy_book){.start = book->start, .work = book->work, .controls = book->controls};
  out->end = evaluate_energy(run);
  out->kinetic = run->at.energy[0];
  out->potential = run->at.energy[1] + ss_springs_energy(run);
  out->friction_of = book->friction_of;
  out->impacts_of = book->impacts_of;
  for (size_t i = 0; i < run->elements; i++) {
    out->friction += book->friction_of[i];
    out->impacts += book->impacts_of[i];
  }
  out->residual = out->end - out->start - out->work - out->friction - out->impacts;
}
