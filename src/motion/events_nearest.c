/* events_nearest.c: the smallest admissible forces, where several produce the stances.
 *
 * A table on four legs has one normal force more than it needs. While it slides and turns, every
 * leg rubs in a direction of its own, so that not only its forces but also its accelerations depend
 * on how the legs share the weight: rigid bodies do not tell. What is taken is
 *
 *     min |r|^2,  |r|^2 = sum G_jj r_j^2,   over  r = r* + Z z,  r_k in K_k for every contact k,
 *
 * Z a basis of the forces that do not accelerate what the stances hold, orthonormal in this norm,
 * r* the smallest solution without the bounds: so |r|^2 = |r*|^2 + |z|^2. For equal legs it is what
 * equally soft legs do. K_k = {N >= 0, -r_T in N C}. The choice is continuous along a motion, which
 * integration needs, and depends on nothing but the state.
 *
 * If r* is admissible, it is the answer. Otherwise minimise
 *
 *     |z|^2 / S^2 + w sum d_k(r)^2,     d_k = max(0, -N) or dist(-r_T, N C), both convex in r,
 *
 * by Gauss and Newton with halved steps, w = 1e2, 1e5, 1e8; distances are relative to the forces at
 * hand. What is left of them is of the order 1 / w if admissible forces exist, and the bounds a
 * that they lie on are known: J z = J z_0 - a(z_0), J their gradients, is solved for the smallest z
 * a few times, to rounding. The margin
 *
 *     ALLOWED + (least distance to a bound inside, or - the largest d_k outside)
 *
 * is continuous and passes 0 where there are none any more. Costs freedoms^2 size + freedoms^3 a
 * step, some ten steps.
 */
#include <math.h>
#include <string.h>

#include "events.h"

/* Distances beyond a bound, relative to the forces at hand, that are not seen. */
static const double ALLOWED = 1e-6;

enum { STEPS_MOST = 30, HALVINGS_MOST = 20 };

/* ---- the basis ------------------------------------------------------------------------------- */

static double multiply(const ss_events *ev, const double *a, const double *b) {
  const ss_contact_state *at = &ev->contacts.at;
  double sum = 0;
  for (size_t j = 0; j < at->size; j++) sum += at->G[j * (at->size + 1)] * a[j] * b[j];
  return sum;
}

static void subtract(size_t size, double factor, const double *a, double *b) {
  for (size_t j = 0; j < size; j++) b[j] -= factor * a[j];
}

void ss_nearest_begin(ss_events *ev) {
  const size_t size = ev->contacts.at.size;
  for (size_t i = 0; i < ev->freedoms; i++) {
    double *z = ev->null + size * i;
    for (int again = 0; again < 2; again++)
      for (size_t k = 0; k < i; k++)
        subtract(size, multiply(ev, ev->null + size * k, z), ev->null + size * k, z);
    const double length = sqrt(multiply(ev, z, z));
    for (size_t j = 0; j < size && length > 0; j++) z[j] /= length;
  }
  for (size_t i = 0; i < ev->freedoms; i++) {
    const double *z = ev->null + size * i;
    subtract(size, multiply(ev, z, ev->contacts.r), z, ev->contacts.r);
  }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* A convex function of the forces of one contact that is at most 0 where they are admissible, and
 * its gradient. */
typedef struct bound {
  double value;
  double gradient[1 + SS_SLIP_MOST];
} bound;

static double side_of(const ss_events *ev, size_t k) {
  const ss_contact *contact = &ev->contacts.at.contact[k];
  return contact->kind == SS_ELEMENT_SLIDER ? ev->stance[ev->contacts.at.element[k]].side : 1;
}

static bool has_normal(const ss_contact *contact) {
  return contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
}

/* -N; a clutch has its only force here. False if nothing bounds it. */
static bool bound_normal(const ss_events *ev, size_t k, const double *r, bound *b) {
  const ss_contact *contact = &ev->contacts.at.contact[k];
  const bool slider = contact->kind == SS_ELEMENT_SLIDER;
  if (contact->kind == SS_ELEMENT_FRICTION) return false;
  if (slider && contact->law.kind == SS_LAW_FRICTIONLESS) return false;
  *b = (bound){.value = -side_of(ev, k) * r[contact->offset]};
  b->gradient[0] = -side_of(ev, k);
  return true;
}

/* The distance of -r_T from N C, of a part of the law; inside, minus how much of the bound is left
 * along r_T. */
static bool bound_friction(const ss_events *ev, size_t k, size_t part, const double *r, bound *b) {
  const ss_contact *contact = &ev->contacts.at.contact[k];
  const ss_law law = ss_law_part(&contact->law, part);
  const size_t count = (size_t)ss_law_dimension(law.kind), from = ss_law_part_first(part);
  const size_t skip = has_normal(contact) ? 1 : 0, first = skip + from;
  double x[SS_SLIP_MOST], p[SS_SLIP_MOST], away[SS_SLIP_MOST], square = 0, length = 0;
  if (contact->kind == SS_ELEMENT_CLUTCH || count == 0 || ss_contact_slides(contact, from))
    return false;
  const double side = side_of(ev, k);
  const double N = skip ? fmax(0, side * r[contact->offset]) : contact->normal;
  for (size_t a = 0; a < count; a++) x[a] = -r[contact->offset + first + a];
  ss_law_prox(&law, N, x, p);
  for (size_t a = 0; a < count; a++) square += (x[a] - p[a]) * (x[a] - p[a]);
  for (size_t a = 0; a < count; a++) length += x[a] * x[a];
  *b = (bound){.value = sqrt(square)};
  length = sqrt(length);
  for (size_t a = 0; a < count; a++) {
    away[a] = square > 0 ? (x[a] - p[a]) / b->value : length > 0 ? x[a] / length : a == 0;
    b->gradient[first + a] = -away[a];
  }
  const double reach = ss_law_support(&law, 1, away, NULL);
  if (skip) b->gradient[0] = -side * reach;
  if (square == 0) b->value = length - N * reach;
  return true;
}

/* ---- a place --------------------------------------------------------------------------------- */

typedef struct nearest {
  ss_events *ev;
  size_t freedoms, size;
  double *force;               /* by contacts: what forces are measured by */
  double w, length;            /* S */
  double *r, *z, *step, *next; /* forces; size `freedoms` each */
  double *slope;               /* .. and this */
  double *H, *J;               /* freedoms^2 each */
  double *kept;
} nearest;

static void go(const nearest *s, const double *z) {
  const ss_contacts *c = &s->ev->contacts;
  memcpy(s->r, c->r, s->size * sizeof *s->r);
  for (size_t i = 0; i < s->freedoms; i++)
    subtract(s->size, -z[i], s->ev->null + s->size * i, s->r);
}

/* Visits both bounds of every contact at s->r: the objective's part, what it adds to H and the
 * gradient in s->step (both NULL: nothing), and the largest value. */
static double add_bound(const nearest *s, size_t k, const bound *b, double size, bool slopes) {
  const ss_contact *contact = &s->ev->contacts.at.contact[k];
  const size_t f = s->freedoms, dimension = ss_contact_dimension(contact);
  const double value = b->value / size;
  if (value <= 0) return 0;
  for (size_t i = 0; slopes && i < f; i++) {
    double slope = 0;
    for (size_t a = 0; a < dimension; a++)
      slope += b->gradient[a] * s->ev->null[s->size * i + contact->offset + a];
    s->next[i] = slope * s->length / size;
    s->step[i] -= s->w * value * s->next[i];
  }
  for (size_t i = 0; slopes && i < f; i++)
    for (size_t j = 0; j < f; j++) s->H[i + f * j] += s->w * s->next[i] * s->next[j];
  return s->w * value * value;
}

/* The sum of squares beyond the bounds; *largest is the largest value, relative. */
static double visit(const nearest *s, bool slopes, double *largest) {
  const ss_contacts *c = &s->ev->contacts;
  double sum = 0;
  *largest = -INFINITY;
  for (size_t k = 0; k < c->at.contacts; k++) {
    const double size = s->force[k];
    bound b;
    if (bound_normal(s->ev, k, s->r, &b)) {
      *largest = fmax(*largest, b.value / size);
      sum += add_bound(s, k, &b, size, slopes);
    }
    for (size_t part = 0; part < ss_law_parts(c->at.contact[k].law.kind); part++)
      if (bound_friction(s->ev, k, part, s->r, &b)) {
        *largest = fmax(*largest, b.value / size);
        sum += add_bound(s, k, &b, size, slopes);
      }
  }
  return sum;
}

static double square_of(size_t n, const double *x) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

/* ---- Gauss and Newton ------------------------------------------------------------------------ */

/* z and steps are in units of S. */
static void place(const nearest *s, const double *z) {
  for (size_t i = 0; i < s->freedoms; i++) s->next[i] = s->length * z[i];
  go(s, s->next);
}

/* What a step may still gain is this share of the objective: rounding. */
static const double GAIN = 1e-14;

/* The step, factor by factor, until one is better than `before`; false if none is. */
static bool descend(const nearest *s, double before, double *after) {
  const size_t f = s->freedoms;
  double *trial = s->H, factor = 1, largest; /* the factor of H has served */
  for (int k = 0; k < HALVINGS_MOST; k++, factor /= 2) {
    for (size_t i = 0; i < f; i++) trial[i] = s->z[i] + factor * s->step[i];
    place(s, trial);
    *after = square_of(f, trial) + visit(s, false, &largest);
    if (!(*after < before)) continue;
    memcpy(s->z, trial, f * sizeof *s->z);
    return true;
  }
  place(s, s->z);
  return false;
}

/* One step at s->r = r(z); false if it is the last. With the half gradient -p and H step = p, the
 * step gains p . step, were there no kinks; the last is taken without asking, since the objective
 * cannot tell. */
static bool improve(const nearest *s) {
  const size_t f = s->freedoms;
  double largest, gain = 0, after;
  memset(s->H, 0, f * f * sizeof *s->H);
  for (size_t i = 0; i < f; i++) {
    s->H[i * (f + 1)] = 1;
    s->step[i] = -s->z[i];
  }
  const double before = square_of(f, s->z) + visit(s, true, &largest);
  memcpy(s->slope, s->step, f * sizeof *s->slope);
  if (ss_matrix_factor(f, s->H, s->H) != SS_OK) return false;
  ss_matrix_solve(f, s->H, 1, s->step);
  for (size_t i = 0; i < f; i++) gain += s->slope[i] * s->step[i];
  if (gain > GAIN * before) return descend(s, before, &after) && before - after > GAIN * before;
  for (size_t i = 0; i < f; i++) s->z[i] += s->step[i];
  place(s, s->z);
  return false;
}

/* ---- on the bounds --------------------------------------------------------------------------- */

/* Bounds nearer than this are those that the smallest forces lie on. */
static const double ACTIVE = 1e-5;

/* Changes of z, in units of S, that are left then: bounds that are planes need one round. */
static const double ROUNDING = 1e-15;

enum { POLISH_MOST = 6 };

/* Appends the slopes of a bound at s->r to the rows of J, if it is active. */
static void list_bound(const nearest *s, size_t k, const bound *b, size_t *rows) {
  const ss_contact *contact = &s->ev->contacts.at.contact[k];
  const size_t f = s->freedoms;
  const double size = s->force[k];
  if (b->value < -ACTIVE * size || (*rows)++ >= f) return;
  double *row = s->J + f * (*rows - 1), sum = -b->value / size;
  for (size_t i = 0; i < f; i++) {
    double slope = 0;
    for (size_t a = 0; a < ss_contact_dimension(contact); a++)
      slope += b->gradient[a] * s->ev->null[s->size * i + contact->offset + a];
    row[i] = slope * s->length / size;
    sum += row[i] * s->z[i];
  }
  s->step[*rows - 1] = sum;
}

/* The active bounds at s->r: J by rows, J z_0 - a(z_0) in s->step. More than there are freedoms
 * cannot be kept; their number is returned all the same. */
static size_t list_active(const nearest *s) {
  const ss_contacts *c = &s->ev->contacts;
  size_t rows = 0;
  bound b;
  for (size_t k = 0; k < c->at.contacts; k++) {
    if (bound_normal(s->ev, k, s->r, &b)) list_bound(s, k, &b, &rows);
    for (size_t part = 0; part < ss_law_parts(c->at.contact[k].law.kind); part++)
      if (bound_friction(s->ev, k, part, s->r, &b)) list_bound(s, k, &b, &rows);
  }
  return rows;
}

/* z = J^T (J J^T)^-1 step, and how much that changes z; false if J's rows depend on each other. */
static bool solve_active(const nearest *s, size_t rows, double *z, double *change) {
  const size_t f = s->freedoms;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < rows; j++) {
      double sum = 0;
      for (size_t k = 0; k < f; k++) sum += s->J[f * i + k] * s->J[f * j + k];
      s->H[i + rows * j] = sum;
    }
  if (ss_matrix_factor(rows, s->H, s->H) != SS_OK) return false;
  ss_matrix_solve(rows, s->H, 1, s->step);
  *change = 0;
  for (size_t k = 0; k < f; k++) {
    double sum = 0;
    for (size_t i = 0; i < rows; i++) sum += s->J[f * i + k] * s->step[i];
    *change = fmax(*change, fabs(sum - z[k]));
    z[k] = sum;
  }
  return true;
}

/* The nearest place on the active bounds, if it is as good as what is there. */
static void polish(const nearest *s) {
  const size_t f = s->freedoms;
  double largest, change = INFINITY;
  visit(s, false, &largest);
  if (largest > ALLOWED) return;
  memcpy(s->kept, s->z, f * sizeof *s->kept);
  for (int k = 0; k < POLISH_MOST && change > ROUNDING; k++) {
    const size_t rows = list_active(s);
    if (rows == 0 || rows > f || !solve_active(s, rows, s->z, &change)) break;
    place(s, s->z);
  }
  change = 0;
  for (size_t i = 0; i < f; i++) change = fmax(change, fabs(s->z[i] - s->kept[i]));
  visit(s, false, &largest);
  if (largest <= ALLOWED && change <= ACTIVE) return;
  memcpy(s->z, s->kept, f * sizeof *s->z);
  place(s, s->z);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void ss_nearest_choose(ss_events *ev) {
  ss_contacts *c = &ev->contacts;
  const size_t f = ev->freedoms, most = ev->run->normals + ev->run->slips;
  double largest;
  nearest s = {.ev = ev, .freedoms = f, .size = c->at.size, .r = ev->error, .H = ev->work};
  s.z = ev->work + most * most;
  s.step = s.z + most;
  s.next = s.step + most;
  s.kept = s.next + most;
  s.slope = s.kept + most;
  s.force = s.slope + most;
  s.J = s.force + most;
  memset(s.z, 0, f * sizeof *s.z);
  for (size_t k = 0; k < c->at.contacts; k++) {
    const double g = c->at.G[c->at.contact[k].offset * (c->at.size + 1)];
    s.force[k] = ss_events_force_size(ev, k);
    s.length = fmax(s.length, sqrt(g) * s.force[k]);
  }
  place(&s, s.z);
  visit(&s, false, &largest);
  for (s.w = 1e2; largest > 0 && s.w < 1e9; s.w *= 1e3)
    for (int k = 0; k < STEPS_MOST && improve(&s); k++) continue;
  if (largest > 0) polish(&s);
  visit(&s, false, &largest);
  memcpy(c->r, s.r, s.size * sizeof *c->r);
  ev->margin = ALLOWED - largest;
}
