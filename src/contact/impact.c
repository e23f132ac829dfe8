/* impact.c: impact laws at velocity level.
 *
 * With M = L L^T and Y = L^-1 W the Delassus matrix is G = Y^T Y, and impulses Lambda change the
 * velocities by u+ = u- + L^-T Y Lambda, gamma+ = gamma- + G Lambda. The laws differ in what they
 * ask of gamma+:
 *
 *     newton      xi = gamma+ + E gamma- = G Lambda + (I + E) gamma- obeys the contact laws: one
 * contact problem for all contacts. sequence    the same for one contact after the other, c = ((1 +
 * e) gamma_N-, gamma_T-), until none approaches. If closed contacts are kept, a contact that was
 * hit before joins with c = gamma-. energetic   Lambda = (1 + eps) Lambda_0 with the inelastic
 * Lambda_0; complementarity makes T+ = T- - (1 - eps^2) D / 2, D = -gamma- . Lambda_0, which yields
 * eps from the prescribed T+ in closed form, if eps^2 >= 0.
 *
 *     poisson     two phases. Compression is the inelastic impact: gamma_C = gamma- + G Lambda_C
 * obeys the contact laws. In expansion every contact gives back at least e of its normal impulse,
 *
 *         Lambda_NE = e Lambda_NC + P,   0 <= P  complementary to  gamma_N+ >= 0,
 *         -Lambda_TE in (e Lambda_NC + P) C,   gamma_T+ in the normal cone there,
 *
 * P being what keeps contacts from being passed. Since (a + b) C = a C + b C for a convex set C and
 * a, b >= 0, friction is the sum of that of a contact with the unknown force P and of that of a
 * friction element with the known normal impulse e Lambda_NC: one more contact problem, in which
 * the slips of contacts that give back stand twice.
 *
 * Newton's law can gain energy when restitutions differ and friction is present (Kane & Levinson's
 * pendulum): every report has both energies and says so. Costs the contact problem and n^2 size for
 * Y.
 *
 * References: Leine & van de Wouw 2008, section 3; Varkonyi, section II D; Bouma 2018, section 2.2;
 * Tornambe 1999, remark 8; Pfeiffer & Glocker 1996, chapter 8, and Anitescu & Potra 1997 (poisson).
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modes.h"

const char *ss_impact_outcome_text(ss_impact_outcome outcome) {
#define OUTCOME_TEXT(name, text) text,
  static const char *const texts[] = {SS_OUTCOME_LIST(OUTCOME_TEXT)};
#undef OUTCOME_TEXT
  return texts[outcome];
}

/* ---- the bench on which all laws work -------------------------------------------------------- */

typedef struct bench {
  const ss_impact *impact;
  const ss_contact_options *options;
  double *Y, *G, *gamma, *c, *r, *xi, *y;
  double *part_G, *part_c; /* the problem of some of the contacts */
  size_t *from;
  ss_contact *part;
  bool *hit;
  void *work;
} bench;

/* Components and contacts of the largest problem of one impact: in expansion slips stand twice. */
static size_t most_size(const ss_impact *impact) {
  return impact->expands ? 2 * impact->size : impact->size;
}

static size_t most_contacts(const ss_impact *impact) {
  return impact->expands ? 2 * impact->contacts : impact->contacts;
}

static bool has_normal(const ss_contact *contact) {
  return contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
}

/* Does the contact give back normal impulse e Lambda_N in expansion, so that its friction stands
 * twice? `Lambda` are the impulses of compression; NULL: any. */
static double find_returned(const ss_impact *impact, size_t i, const double *Lambda) {
  const ss_contact *contact = &impact->contact[i];
  if (contact->kind != SS_ELEMENT_CONTACT) return 0;
  return Lambda ? (impact->eN ? impact->eN[i] : 0) * fmax(0, Lambda[contact->offset]) : 1;
}

/* The contacts of expansion: all, then the frictions under known normal impulses. */
static ss_contact_problem list_expansion(const ss_impact *impact, const double *Lambda,
                                         ss_contact *list) {
  ss_contact_problem p = {impact->contacts, impact->size, list, NULL, NULL, NULL};
  if (impact->contacts) memcpy(list, impact->contact, impact->contacts * sizeof *list);
  for (size_t i = 0; i < impact->contacts; i++) {
    const double normal = find_returned(impact, i, Lambda);
    if (!(normal > 0) || ss_contact_dimension(&list[i]) == 1) continue;
    ss_contact *known = &list[p.contacts++];
    *known = list[i];
    known->kind = SS_ELEMENT_FRICTION;
    known->normal = normal;
    known->offset = p.size;
    p.size += ss_contact_dimension(known);
  }
  return p;
}

/* Bytes for the contact problems of an impact; SIZE_MAX without memory to look at them. */
static size_t solving_size(const ss_impact *impact, const ss_contact_options *options) {
  const double any = 0;
  const ss_contact_problem once = {
      impact->contacts, impact->size, impact->contact, &any, NULL, &any};
  const size_t bytes = ss_contact_work_size(&once, options);
  if (!impact->expands) return bytes;
  ss_contact *list = calloc(most_contacts(impact) + 1, sizeof *list);
  if (!list) return SIZE_MAX / 2;
  ss_contact_problem twice = list_expansion(impact, NULL, list);
  twice.dense = twice.c = &any;
  const size_t more = ss_contact_work_size(&twice, options);
  free(list);
  return bytes > more ? bytes : more;
}

size_t ss_impact_work_size(const ss_impact *impact, const ss_contact_options *options) {
  const size_t n = impact->n, size = impact->size, most = most_size(impact);
  return carve_size(n * size, sizeof(double)) + carve_size(size * size, sizeof(double)) +
         carve_size(most * most, sizeof(double)) + 2 * carve_size(size, sizeof(double)) +
         3 * carve_size(most, sizeof(double)) + carve_size(most, sizeof(size_t)) +
         carve_size(n, sizeof(double)) + carve_size(most_contacts(impact), sizeof(ss_contact)) +
         carve_size(impact->contacts, 1) + solving_size(impact, options);
}

static bench set_up(const ss_impact *impact, const ss_contact_options *options, void *work) {
  const size_t n = impact->n, size = impact->size;
  const size_t most = most_size(impact);
  bench b = {.impact = impact, .options = options};
  b.Y = carve(&work, n * size, sizeof(double));
  b.G = carve(&work, size * size, sizeof(double));
  b.part_G = carve(&work, most * most, sizeof(double));
  b.gamma = carve(&work, size, sizeof(double));
  b.c = carve(&work, size, sizeof(double));
  b.part_c = carve(&work, most, sizeof(double));
  b.r = carve(&work, most, sizeof(double));
  b.xi = carve(&work, most, sizeof(double));
  b.y = carve(&work, n, sizeof(double));
  b.from = carve(&work, most, sizeof(size_t));
  b.part = carve(&work, most_contacts(impact), sizeof(ss_contact));
  b.hit = carve(&work, impact->contacts, 1);
  b.work = work;
  ss_contact_delassus(n, impact->L, size, impact->W, b.Y, b.G);
  for (size_t i = 0; i < size; i++) {
    b.gamma[i] = impact->w ? impact->w[i] : 0;
    for (size_t k = 0; k < n; k++) b.gamma[i] += impact->W[k + n * i] * impact->u[k];
  }
  return b;
}

/* c = (I + E) gamma. */
static void load_restitution(bench *b) {
  const ss_impact *impact = b->impact;
  for (size_t i = 0; i < impact->contacts; i++) {
    const ss_contact *contact = &impact->contact[i];
    const double eN = impact->eN ? impact->eN[i] : 0, eT = impact->eT ? impact->eT[i] : 0;
    for (size_t a = 0; a < ss_contact_dimension(contact); a++) {
      const size_t k = contact->offset + a;
      b->c[k] = (1 + (a == 0 && has_normal(contact) ? eN : eT)) * b->gamma[k];
    }
  }
}

/* u_after = u + M^-1 W Lambda, and the energies; without success u_after = u. */
static ss_status finish(bench *b, const double *Lambda, double *u_after, ss_impact_report *report) {
  const ss_impact *impact = b->impact;
  const bool done = report->outcome == SS_IMPACT_DONE;
  memcpy(u_after, impact->u, impact->n * sizeof *u_after);
  report->before = report->after = ss_contact_energy(impact->n, impact->L, impact->u);
  if (done) {
    ss_contact_respond(impact->n, impact->L, impact->size, b->Y, Lambda, b->y);
    for (size_t i = 0; i < impact->n; i++) u_after[i] += b->y[i];
    report->after = ss_contact_energy(impact->n, impact->L, u_after);
  }
  report->gains = report->after > report->before * (1 + 1e-12);
  return done ? SS_OK : SS_NO_CONVERGENCE;
}

static bool solve(const bench *b, const ss_contact_problem *problem, double *r,
                  ss_impact_report *report) {
  ss_contact_report solved;
  const ss_status status = ss_contact_solve(problem, b->options, b->work, r, b->xi, &solved);
  report->residual = fmax(report->residual, solved.residual);
  report->method = solved.method;
  return status == SS_OK;
}

ss_status ss_impact_newton(const ss_impact *impact, const ss_contact_options *options, void *work,
                           double *u_after, double *Lambda, ss_impact_report *report) {
  bench b = set_up(impact, options, work);
  *report = (ss_impact_report){.impacts = 1};
  load_restitution(&b);
  const ss_contact_problem problem = {
      impact->contacts, impact->size, impact->contact, b.G, NULL, b.c};
  if (!solve(&b, &problem, Lambda, report)) report->outcome = SS_IMPACT_UNSOLVED;
  return finish(&b, Lambda, u_after, report);
}

/* G of the components `from`. */
static void gather_G(bench *b, size_t size) {
  for (size_t j = 0; j < size; j++)
    for (size_t i = 0; i < size; i++)
      b->part_G[i + size * j] = b->G[b->from[i] + b->impact->size * b->from[j]];
}

/* ---- poisson --------------------------------------------------------------------------------- */

/* Adds impulse to component a: Lambda and gamma change. */
static void push(bench *b, size_t a, double impulse, double *Lambda) {
  Lambda[a] += impulse;
  add_multiple(b->impact->size, impulse, b->G + b->impact->size * a, b->gamma);
}

/* The problem of expansion after compression with Lambda: what is given back is known. */
static ss_contact_problem pose_expansion(bench *b, double *Lambda) {
  const ss_impact *impact = b->impact;
  ss_contact_problem p = list_expansion(impact, Lambda, b->part);
  for (size_t k = 0; k < impact->size; k++) b->from[k] = k;
  for (size_t i = 0, k = impact->contacts; i < impact->contacts; i++) {
    const ss_contact *contact = &impact->contact[i];
    const double normal = find_returned(impact, i, Lambda);
    if (!(normal > 0)) continue;
    if (k < p.contacts && ss_contact_dimension(contact) > 1) {
      const ss_contact *known = &b->part[k++];
      for (size_t a = 0; a < ss_contact_dimension(known); a++)
        b->from[known->offset + a] = contact->offset + 1 + a;
    }
    push(b, contact->offset, normal, Lambda);
  }
  for (size_t a = 0; a < p.size; a++) b->part_c[a] = b->gamma[b->from[a]];
  gather_G(b, p.size);
  p.dense = b->part_G;
  p.c = b->part_c;
  return p;
}

ss_status ss_impact_poisson(const ss_impact *impact, const ss_contact_options *options, void *work,
                            double *u_after, double *Lambda, ss_impact_report *report) {
  assert(impact->expands);
  bench b = set_up(impact, options, work);
  *report = (ss_impact_report){.impacts = 1};
  memset(Lambda, 0, impact->size * sizeof *Lambda);
  memcpy(b.c, b.gamma, impact->size * sizeof *b.c);
  const ss_contact_problem compression = {
      impact->contacts, impact->size, impact->contact, b.G, NULL, b.c};
  if (!solve(&b, &compression, b.r, report)) report->outcome = SS_IMPACT_UNSOLVED;
  for (size_t a = 0; report->outcome == SS_IMPACT_DONE && a < impact->size; a++)
    push(&b, a, b.r[a], Lambda);
  if (report->outcome == SS_IMPACT_DONE) {
    const ss_contact_problem expansion = pose_expansion(&b, Lambda);
    if (!solve(&b, &expansion, b.r, report)) report->outcome = SS_IMPACT_UNSOLVED;
    for (size_t a = 0; report->outcome == SS_IMPACT_DONE && a < expansion.size; a++)
      Lambda[b.from[a]] += b.r[a];
  }
  return finish(&b, Lambda, u_after, report);
}

/* ---- sequence -------------------------------------------------------------------------------- */

/* The first contact in the order that approaches faster than `still`; contacts if none does. */
static size_t find_approaching(const bench *b, double still) {
  const ss_impact *impact = b->impact;
  for (size_t k = 0; k < impact->contacts; k++) {
    const ss_contact *contact = &impact->contact[impact->order[k]];
    if (contact->kind == SS_ELEMENT_CONTACT && b->gamma[contact->offset] < -still)
      return impact->order[k];
  }
  return impact->contacts;
}

/* Does contact i take part in an impact at contact `at`? Sliders and known forces always do. */
static bool takes_part(const bench *b, size_t i, size_t at) {
  if (i == at || b->impact->contact[i].kind != SS_ELEMENT_CONTACT) return true;
  return b->impact->keeps_closed && b->hit[i];
}

/* Components of those who take part, listed in `from`: their contact problem. */
static ss_contact_problem extract(bench *b, size_t at) {
  const ss_impact *impact = b->impact;
  ss_contact_problem part = {0, 0, b->part, b->part_G, NULL, b->part_c};
  for (size_t i = 0; i < impact->contacts; i++) {
    if (!takes_part(b, i, at)) continue;
    ss_contact *copy = &b->part[part.contacts++];
    *copy = impact->contact[i];
    copy->offset = part.size;
    for (size_t a = 0; a < ss_contact_dimension(copy); a++)
      b->from[part.size++] = impact->contact[i].offset + a;
    for (size_t a = copy->offset; a < part.size; a++) b->part_c[a] = b->gamma[b->from[a]];
    if (i == at && impact->eN) b->part_c[copy->offset] *= 1 + impact->eN[i];
  }
  gather_G(b, part.size);
  return part;
}

/* One impact at contact `at`: Lambda and gamma change. */
static bool hit_contact(bench *b, size_t at, double *Lambda, ss_impact_report *report) {
  const ss_contact_problem part = extract(b, at);
  if (!solve(b, &part, b->r, report)) return false;
  for (size_t a = 0; a < part.size; a++) push(b, b->from[a], b->r[a], Lambda);
  b->hit[at] = true;
  report->impacts++;
  return true;
}

enum { IMPACTS_MOST = 10000 };

ss_status ss_impact_sequence(const ss_impact *impact, const ss_contact_options *options, void *work,
                             double *u_after, double *Lambda, ss_impact_report *report) {
  assert(impact->order || impact->contacts == 0);
  bench b = set_up(impact, options, work);
  *report = (ss_impact_report){.outcome = SS_IMPACT_DONE};
  memset(Lambda, 0, impact->size * sizeof *Lambda);
  memset(b.hit, 0, impact->contacts * sizeof *b.hit);
  double still = 0;
  for (size_t i = 0; i < impact->contacts; i++)
    if (impact->contact[i].kind == SS_ELEMENT_CONTACT)
      still = fmax(still, -b.gamma[impact->contact[i].offset]);
  still *= 1e-12;
  for (;;) {
    const size_t at = find_approaching(&b, still);
    if (at == impact->contacts) break;
    if (report->impacts == IMPACTS_MOST)
      report->outcome = SS_IMPACT_ENDLESS;
    else if (!hit_contact(&b, at, Lambda, report))
      report->outcome = SS_IMPACT_UNSOLVED;
    if (report->outcome != SS_IMPACT_DONE) break;
  }
  return finish(&b, Lambda, u_after, report);
}

bool ss_impact_next_order(size_t contacts, size_t *order) {
  size_t i = contacts;
  while (i > 1 && order[i - 2] > order[i - 1]) i--;
  /* the tail from i - 1 on falls: reverse it, then put the next larger entry before it */
  for (size_t a = i > 0 ? i - 1 : 0, z = contacts; a + 1 < z; a++, z--) {
    const size_t t = order[a];
    order[a] = order[z - 1];
    order[z - 1] = t;
  }
  if (i <= 1) return false;
  size_t j = i - 1;
  while (order[j] < order[i - 2]) j++;
  const size_t t = order[j];
  order[j] = order[i - 2];
  order[i - 2] = t;
  return true;
}

/* ---- energetic ------------------------------------------------------------------------------- */

/* prod e_i^2 over the approaching contacts; an outcome other than done if that has no meaning. */
static ss_impact_outcome find_energy_ratio(const bench *b, double *ratio) {
  const ss_impact *impact = b->impact;
  *ratio = 1;
  for (size_t i = 0; i < impact->contacts; i++) {
    const ss_contact *contact = &impact->contact[i];
    if (ss_contact_dimension(contact) > 1 || !has_normal(contact)) return SS_IMPACT_FRICTION;
    if (contact->kind != SS_ELEMENT_CONTACT) continue;
    const double approach = fmax(0, -b->gamma[contact->offset]);
    const double e = 1 - (impact->eN ? impact->eN[i] : 0) * approach; /* Tornambe, eq. 45 */
    if (e < 0) return SS_IMPACT_NEGATIVE;
    *ratio *= e * e;
  }
  return SS_IMPACT_DONE;
}

ss_status ss_impact_energetic(const ss_impact *impact, const ss_contact_options *options,
                              void *work, double *u_after, double *Lambda,
                              ss_impact_report *report) {
  bench b = set_up(impact, options, work);
  *report = (ss_impact_report){.impacts = 1};
  memset(Lambda, 0, impact->size * sizeof *Lambda);
  double ratio;
  report->outcome = find_energy_ratio(&b, &ratio);
  const ss_contact_problem problem = {impact->contacts, impact->size, impact->contact, b.G, NULL,
                                      b.gamma};
  if (report->outcome == SS_IMPACT_DONE && !solve(&b, &problem, Lambda, report))
    report->outcome = SS_IMPACT_UNSOLVED;
  if (report->outcome == SS_IMPACT_DONE) {
    double D = 0; /* twice the energy that an inelastic impact takes */
    for (size_t i = 0; i < impact->size; i++) D -= b.gamma[i] * Lambda[i];
    const double loss = 2 * (1 - ratio) * ss_contact_energy(impact->n, impact->L, impact->u);
    const double square = D > 0 ? 1 - loss / D : loss > 0 ? -1 : 0;
    if (square < 0) report->outcome = SS_IMPACT_UNREACHABLE;
    for (size_t i = 0; i < impact->size; i++) Lambda[i] *= 1 + sqrt(fmax(0, square));
  }
  return finish(&b, Lambda, u_after, report);
}
