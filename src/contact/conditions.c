/* conditions.c: when Newton's impact law cannot gain energy.
 *
 * An impact changes the kinetic energy by
 *
 *     T+ - T- = sum_i xi_i Lambda_i / (1 + e_i) - 1/2 Lambda^T G B Lambda,   B = (I - E) (I +
 * E)^-1,
 *
 * where the first sum is <= 0 by the contact laws. The second term is harmless if the symmetric
 * part of G B is positive semidefinite, which holds
 *
 *     7a  if 1 - b_min / b_max < 1 / cond G (b the diagonal of B): with H = B / b_max,
 *         x^T G H x >= x^T G x - |G| |I - H| |x|^2 >= (g_min - g_max (1 - b_min / b_max)) |x|^2;
 *     7b  if all e are equal: B is a multiple of I;
 *     7c  without friction, contact by contact, if no contact separates before the impact.
 *
 * The paper prints 2 e_max / (1 + e_max) for the left side of 7a, which is 1 - b_min: that assumes
 * b <= 1, that is e >= 0, and is not enough for e_T < 0.
 *
 * Reference: Leine & van de Wouw 2008, theorem 1 and proposition 4.
 */
#include <math.h>
#include <string.h>

#include "workspace.h"

/* 1 / cond G for symmetric G; 0 if it is singular to working precision. */
static ss_status find_inverse_condition(const ss_contact_problem *problem, ss_arena *arena,
                                        double *inverse) {
  const size_t n = problem->size;
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  double *G = ss_arena_new(arena, n * n, double), *eigenvalue = ss_arena_new(arena, n, double);
  ss_status status = G && eigenvalue ? SS_OK : SS_MEMORY;
  *inverse = 0;
  if (status == SS_OK) {
    memcpy(G, problem->dense, n * n * sizeof *G);
    status = ss_matrix_eigenvalues(n, G, eigenvalue);
  }
  if (status == SS_OK && eigenvalue[0] > 1e-14 * (double)n * eigenvalue[n - 1])
    *inverse = eigenvalue[0] / eigenvalue[n - 1];
  ss_arena_release(arena, mark);
  return status;
}

ss_status ss_restitution_check(const ss_contact_problem *problem, const double *eN,
                               const double *eT, ss_arena *arena,
                               ss_restitution_conditions *conditions) {
  *conditions = (ss_restitution_conditions){.in_range = true, .equal = true, .smooth = true};
  if (!problem->dense) return SS_BAD_ARGUMENT;
  double least = INFINITY, most = -INFINITY;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    const bool normal = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
    const bool tangential = law_components(contact->law.kind) > 0;
    const double e[2] = {eN ? eN[i] : 0, eT ? eT[i] : 0};
    if (normal && !(e[0] >= 0 && e[0] < 1)) conditions->in_range = false;
    if (tangential && !(fabs(e[1]) < 1)) conditions->in_range = false;
    if (tangential && ss_contact_bound(contact) > 0) conditions->smooth = false;
    for (int k = normal ? 0 : 1; k < (tangential ? 2 : 1); k++) {
      least = fmin(least, e[k]);
      most = fmax(most, e[k]);
    }
  }
  if (problem->size == 0) return SS_OK;
  conditions->equal = least == most;
  const double b_min = (1 - most) / (1 + most), b_max = (1 - least) / (1 + least);
  conditions->left = 1 - b_min / b_max;
  const ss_status status = find_inverse_condition(problem, arena, &conditions->right);
  conditions->small = conditions->in_range && conditions->left < conditions->right;
  return status;
}
