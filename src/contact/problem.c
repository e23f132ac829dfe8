/* problem.c: the contact problem xi = G r + c: its shape, its check, its residual.
 *
 * The residual is the natural map of the contact laws, contact by contact (contact.h has the
 * definition). It vanishes exactly at the solutions: x = prox_K(x - rho y) <=> -y in N_K(x) for any
 * rho > 0. Taking rho = 1/g with g the largest diagonal entry of the contact's block of G makes the
 * map a velocity, and the quotient by the size of the data is the same in all units and for all
 * scalings r -> a r, G -> G / a.
 *
 * Costs one product with G. Nothing can fail.
 */
#include <math.h>
#include <string.h>

#include "scale.h"
#include "workspace.h"

size_t ss_contact_dimension(const ss_contact *contact) {
  const bool has_normal = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
  return (has_normal ? 1 : 0) + (size_t)law_components(contact->law.kind);
}

/* ---- G r + c --------------------------------------------------------------------------------- */

WIDE_VECTORS static void multiply_dense(const ss_contact_problem *problem, const double *r,
                                        double *xi) {
  const size_t n = problem->size;
  memcpy(xi, problem->c, n * sizeof *xi);
  for (size_t j = 0; j < n; j++)
    if (r[j] != 0) add_multiple(n, r[j], problem->dense + j * n, xi);
}

static void multiply_sparse(const ss_contact_problem *problem, const double *r, double *xi) {
  const ss_block_matrix *G = problem->sparse;
  memcpy(xi, problem->c, problem->size * sizeof *xi);
  for (size_t i = 0; i < problem->contacts; i++) {
    const size_t rows = ss_contact_dimension(&problem->contact[i]);
    double *y = xi + problem->contact[i].offset;
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++) {
      const ss_contact *other = &problem->contact[G->column[k]];
      const size_t columns = ss_contact_dimension(other);
      const double *block = G->value + G->at[k], *x = r + other->offset;
      for (size_t b = 0; b < columns; b++)
        for (size_t a = 0; a < rows; a++) y[a] += block[a + rows * b] * x[b];
    }
  }
}

void ss_contact_velocity(const ss_contact_problem *problem, const double *r, double *xi) {
  if (problem->dense)
    multiply_dense(problem, r, xi);
  else
    multiply_sparse(problem, r, xi);
}

/* ---- residual -------------------------------------------------------------------------------- */

double ss_contact_scale(const ss_contact_problem *problem, size_t contact) {
  const size_t dimension = ss_contact_dimension(&problem->contact[contact]);
  double g = 0;
  if (problem->dense) {
    const size_t step = problem->size + 1;
    const double *diagonal = problem->dense + problem->contact[contact].offset * step;
    for (size_t a = 0; a < dimension; a++) g = larger_of(g, diagonal[a * step]);
  } else {
    const ss_block_matrix *G = problem->sparse;
    size_t k = G->start[contact];
    while (G->column[k] != contact) k++;
    for (size_t a = 0; a < dimension; a++) g = fmax(g, G->value[G->at[k] + a * (dimension + 1)]);
  }
  return g > 0 ? g : 1;
}

double ss_contact_bound(const ss_contact *contact) {
  const double *argument = contact->law.argument;
  switch (contact->law.kind) {
  case SS_LAW_COULOMB:
  case SS_LAW_DISK: return argument[0];
  case SS_LAW_ELLIPSE: return fmax(argument[0], argument[1]);
  case SS_LAW_CONTENSOU: return argument[0] * fmax(1, argument[1]);
  case SS_LAW_ROLLING: return fmax(argument[0] * fmax(1, argument[1]), argument[2]);
  default: return 0;
  }
}

void ss_contact_prox(const ss_contact *contact, double normal, const double *y, double *p) {
  const size_t components = (size_t)law_components(contact->law.kind);
  bool holds = false;
  for (size_t a = 0; a < components; a++) holds |= !ss_contact_slides(contact, a);
  if (holds) ss_law_prox(&contact->law, normal, y, p);
  for (size_t a = 0; a < components; a++)
    if (ss_contact_slides(contact, a)) p[a] = -normal * contact->slide[a];
}

/* The square of a contact's natural map, times g. */
static double square_natural_map(const ss_contact *contact, double g, const double *r,
                                 const double *xi) {
  double square = 0, normal = contact->normal;
  if (contact->kind == SS_ELEMENT_CONTACT) {
    const double F = smaller_of(g * r[0], xi[0]); /* g (r - max(0, r - xi / g)) */
    square = F * F;
    normal = larger_of(r[0], 0);
    r++, xi++;
  } else if (contact->kind == SS_ELEMENT_SLIDER) {
    square = xi[0] * xi[0];
    normal = fabs(r[0]);
    r++, xi++;
  }
  if (contact->law.kind == SS_LAW_COULOMB && !contact->sliding) { /* the common case, in line */
    const double bound = g * contact->law.argument[0] * normal, F = g * r[0] - xi[0];
    const double nearest = F > bound ? bound : F < -bound ? -bound : F;
    return square + (g * r[0] - nearest) * (g * r[0] - nearest);
  }
  double y[SS_SLIP_MOST] = {0}, p[SS_SLIP_MOST];
  const int components = law_components(contact->law.kind);
  for (int a = 0; a < components; a++) y[a] = xi[a] / g - r[a];
  ss_contact_prox(contact, normal, y, p);
  for (int a = 0; a < components; a++) square += (g * (r[a] + p[a])) * (g * (r[a] + p[a]));
  return square;
}

/* A contact in lengths of its own (scale.c), and its scale there. */
static double scale_turning(const ss_contact_problem *problem, size_t i, ss_contact *contact,
                            double *length) {
  double g = 0;
  ss_scale_contact(problem, i, contact, length);
  for (size_t a = 0; a < ss_contact_dimension(contact); a++)
    g = larger_of(g, length[a] * length[a] *
                         problem->dense[(contact->offset + a) * (problem->size + 1)]);
  return g > 0 ? g : 1;
}

/* The square of what a friction whose normal force is known could do. */
static double square_bound(const ss_contact *contact, double g) {
  const double known = g * ss_contact_bound(contact) * contact->normal;
  return contact->kind == SS_ELEMENT_FRICTION ? known * known : 0;
}

static double square_turning_data(const ss_contact_problem *problem, size_t i) {
  double square = 0, length[SS_SLIP_MOST + 1];
  ss_contact contact;
  const double g = scale_turning(problem, i, &contact, length);
  const double *c = problem->c + contact.offset;
  for (size_t a = 0; a < ss_contact_dimension(&contact); a++)
    square += (length[a] * c[a]) * (length[a] * c[a]);
  return square + square_bound(&contact, g);
}

double ss_contact_data_size(const ss_contact_problem *problem, ss_residual_kind kind) {
  double square = 0;
  if (ss_scale_applies(problem, kind)) {
    for (size_t i = 0; i < problem->contacts; i++) square += square_turning_data(problem, i);
    return square > 0 ? sqrt(square) : 1;
  }
  for (size_t i = 0; i < problem->size; i++) square += problem->c[i] * problem->c[i];
  for (size_t i = 0; kind == SS_RESIDUAL_SCALED && i < problem->contacts; i++)
    if (problem->contact[i].kind == SS_ELEMENT_FRICTION)
      square += square_bound(&problem->contact[i], ss_contact_scale(problem, i));
  return square > 0 ? sqrt(square) : 1;
}

static double square_turning(const ss_contact_problem *problem, size_t i, const double *r,
                             const double *xi) {
  double length[SS_SLIP_MOST + 1], scaled_r[SS_SLIP_MOST + 1], scaled_xi[SS_SLIP_MOST + 1];
  ss_contact contact;
  const double g = scale_turning(problem, i, &contact, length);
  for (size_t a = 0; a < ss_contact_dimension(&contact); a++) {
    scaled_r[a] = r[a] / length[a];
    scaled_xi[a] = length[a] * xi[a];
  }
  return square_natural_map(&contact, g, scaled_r, scaled_xi);
}

double ss_contact_residual(const ss_contact_problem *problem, ss_residual_kind kind,
                           const double *r, double *xi) {
  ss_contact_velocity(problem, r, xi);
  const bool turning = ss_scale_applies(problem, kind);
  double square = 0;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    const double *own_r = r + contact->offset, *own_xi = xi + contact->offset;
    const double g = kind == SS_RESIDUAL_SCALED && !turning ? ss_contact_scale(problem, i) : 1;
    square += turning ? square_turning(problem, i, own_r, own_xi)
                      : square_natural_map(contact, g, own_r, own_xi);
  }
  const double residual = sqrt(square) / ss_contact_data_size(problem, kind);
  return isnan(residual) ? INFINITY : residual;
}

/* ---- check ----------------------------------------------------------------------------------- */

static bool are_finite(size_t count, const double *x) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

static bool is_contact_valid(const ss_contact *contact) {
  if (contact->kind >= SS_ELEMENT_COUNT || contact->law.kind >= SS_LAW_COUNT) return false;
  const bool clutch = contact->kind == SS_ELEMENT_CLUTCH;
  if (clutch != (contact->law.kind == SS_LAW_ONEWAY)) return false;
  if (contact->kind == SS_ELEMENT_FRICTION && contact->law.kind == SS_LAW_FRICTIONLESS)
    return false;
  for (int a = 0; a < 3; a++)
    if (!(contact->law.argument[a] >= 0) || !isfinite(contact->law.argument[a])) return false;
  if (contact->kind == SS_ELEMENT_FRICTION && !(contact->normal >= 0 && isfinite(contact->normal)))
    return false;
  return !(contact->sliding || contact->turning) ||
         (!clutch && are_finite((size_t)law_components(contact->law.kind), contact->slide));
}

static bool is_sparse_valid(const ss_contact_problem *problem) {
  const ss_block_matrix *G = problem->sparse;
  for (size_t i = 0; i < problem->contacts; i++) {
    bool diagonal = false;
    const size_t rows = ss_contact_dimension(&problem->contact[i]);
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++) {
      const size_t j = G->column[k];
      if (j >= problem->contacts || (k > G->start[i] && j <= G->column[k - 1])) return false;
      const size_t entries = rows * ss_contact_dimension(&problem->contact[j]);
      if (!are_finite(entries, G->value + G->at[k])) return false;
      diagonal = diagonal || j == i;
    }
    if (!diagonal) return false;
  }
  return true;
}

ss_status ss_contact_check(const ss_contact_problem *problem) {
  size_t size = 0;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_contact *contact = &problem->contact[i];
    if (!is_contact_valid(contact) || contact->offset != size) return SS_BAD_ARGUMENT;
    size += ss_contact_dimension(contact);
  }
  const bool one_storage = (problem->dense != NULL) != (problem->sparse != NULL);
  if (size != problem->size || !one_storage || !are_finite(size, problem->c))
    return SS_BAD_ARGUMENT;
  if (problem->dense && !are_finite(size * size, problem->dense)) return SS_BAD_ARGUMENT;
  if (problem->sparse && !is_sparse_valid(problem)) return SS_BAD_ARGUMENT;
  return SS_OK;
}
