/* scale.c: turning measured by lengths of the problem itself.
 *
 * Spin and roll of a contact are angular velocities, its slip is a velocity, and their diagonal
 * entries of G differ by the square of a length: for a coin of 1 cm by 10^4. Step lengths that
 * fit one do not fit the other, and the solvers, which have one per contact, fail. With a length l
 * for each turning component (S = diag(1, …, l, …)),
 *
 *     r = S r',    xi' = S xi = S G S r' + S c,
 *
 * and the laws keep their form: contensou(mu, r) becomes contensou(mu, r / l), the roll's disk has
 * mur / l, so that nothing but the numbers changes. Chosen is l^2 = G_slip / G_turn, rounded to a
 * power of two, which makes the change exact; the scaled problem has the lengths 1. The scaled
 * residual (problem.c) measures turning by the same lengths, and so does not depend on their unit.
 * Cost: a copy of G; only where a law has spin, and G is dense.
 */
#include <math.h>
#include <string.h>

#include "scale.h"

static bool turns(const ss_contact_problem *problem, size_t i) {
  const ss_law_kind law = problem->contact[i].law.kind;
  return problem->dense && (law == SS_LAW_CONTENSOU || law == SS_LAW_ROLLING);
}

bool ss_scale_applies(const ss_contact_problem *problem, ss_residual_kind kind) {
  if (kind != SS_RESIDUAL_SCALED) return false;
  for (size_t i = 0; i < problem->contacts; i++)
    if (turns(problem, i)) return true;
  return false;
}

size_t ss_scale_work(const ss_contact_problem *problem) {
  const size_t n = problem->size;
  return carve_size(n * n, sizeof(double)) + 2 * carve_size(n, sizeof(double)) +
         carve_size(problem->contacts, sizeof(ss_contact));
}

/* The power of two next to sqrt(slip / turn). */
static double choose_length(double slip, double turn) {
  int exponent;
  if (!(slip > 0 && turn > 0)) return 1;
  frexp(sqrt(slip / turn), &exponent);
  return ldexp(1, exponent);
}

static double find_largest(const ss_contact_problem *problem, size_t first, size_t last) {
  double largest = 0;
  for (size_t a = first; a < last; a++)
    largest = larger_of(largest, problem->dense[a * (problem->size + 1)]);
  return largest;
}

void ss_scale_contact(const ss_contact_problem *problem, size_t i, ss_contact *contact,
                      double *length) {
  *contact = problem->contact[i];
  const size_t first = contact->offset, size = ss_contact_dimension(contact);
  const size_t slip = contact->kind != SS_ELEMENT_FRICTION, spin = slip + 2;
  for (size_t a = 0; a < size; a++) length[a] = 1;
  if (!turns(problem, i)) return;
  const double g = find_largest(problem, first + slip, first + spin);
  length[spin] = choose_length(g, find_largest(problem, first + spin, first + spin + 1));
  contact->law.argument[1] /= length[spin];
  for (size_t a = spin + 1; a < size; a++)
    length[a] = choose_length(g, find_largest(problem, first + spin + 1, first + size));
  if (size > spin + 1) contact->law.argument[2] /= length[spin + 1];
  for (size_t a = spin; a < size; a++) contact->slide[a - slip] /= length[a];
}

void ss_scale_make(const ss_contact_problem *problem, void **work, ss_measured_problem *scaled) {
  const size_t n = problem->size;
  double *G = carve(work, n * n, sizeof *G), *c = carve(work, n, sizeof *c);
  double *length = carve(work, n, sizeof *length);
  ss_contact *contact = carve(work, problem->contacts, sizeof *contact);
  for (size_t i = 0; i < problem->contacts; i++)
    ss_scale_contact(problem, i, &contact[i], length + problem->contact[i].offset);
  for (size_t a = 0; a < n; a++) {
    c[a] = length[a] * problem->c[a];
    for (size_t b = 0; b < n; b++) G[b + n * a] = length[a] * length[b] * problem->dense[b + n * a];
  }
  *scaled = (ss_measured_problem){{problem->contacts, n, contact, G, NULL, c}, length};
}

void ss_scale_start(const ss_measured_problem *scaled, double *r) {
  for (size_t a = 0; a < scaled->problem.size; a++) r[a] /= scaled->length[a];
}

void ss_scale_finish(const ss_measured_problem *scaled, double *r, double *xi) {
  for (size_t a = 0; a < scaled->problem.size; a++) {
    r[a] *= scaled->length[a];
    xi[a] /= scaled->length[a];
  }
}
