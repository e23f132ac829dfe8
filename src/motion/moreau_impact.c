/* moreau_impact.c: impacts inside a step.
 *
 * A contact that does not touch, but whose gap g is negative in the middle of the step and grows
 * more so (gamma_N < 0), was hit the time
 *
 *     tau = g / gamma_N
 *
 * ago, to first order. The one that was hit first decides: the state goes back to the moment of the
 * impact, s = dt/2 - tau after the step's beginning, with the acceleration a of the last step,
 *
 *     q_c = q_M - tau u,    u_c = u + s a,    u' = impact law at (q_c, u_c),    q_M = q_c + tau u',
 *
 * and the rest of the step, dt - s, goes on from there. Without this correction each impact would
 * leave an error of the size of a step, and a gap that is as negative; with it the error is of the
 * size of dt^2. Contacts that are hit at the same time (to SIMULTANEOUS of the step) are hit
 * together, and those that touch take part, as do sliders and clutches; forces that are known are
 * bounded and have no impulse. Where the mass matrix is constant and diagonal and there are many
 * elements (moreau_sparse.c), only those take part whom an impulse can reach, through elements that
 * are closed and move a coordinate together: what lies elsewhere is not hit. The law is the model's
 * (src/contact/impact.c).
 *
 * Afterwards another contact may have closed, and the search begins again. A contact that was hit
 * touches, and is not hit again in the same step: what comes later is left to the contact problem
 * of the step, which stops what approaches without restitution. So is a weak hit, one that ends a
 * flight of less than FLIGHT_LEAST steps (-2 gamma_N / a_N at the acceleration of the last step),
 * because steps cannot resolve such flights; the time correction is made all the same, with the
 * velocity after the step (m->weak = tau). Infinitely many impacts in a short time, of one
 * contact or of several in turn, so end in lasting contact, a few steps too early and with an error
 * of the size of dt^2 in the positions.
 */
#include <math.h>
#include <string.h>

#include "moreau.h"

static const double SIMULTANEOUS = 1e-6, FLIGHT_LEAST = 4;

static double find_gamma(const ss_moreau *m, size_t normal) {
  return ss_moreau_rate(m, normal, m->u) + m->at.wN[normal];
}

/* How fast the approach to a contact grew in the last step. */
static double find_growth(const ss_moreau *m, const ss_moreau_state *state, size_t normal) {
  return -ss_moreau_rate(m, normal, state->a);
}

/* How long ago a contact was hit, at most `limit`; -1 if it was not. A weak hit only makes it
 * touch. */
static double find_time(ss_moreau *m, ss_moreau_state *state, size_t normal, double dt,
                        double limit, ss_moreau_result *result) {
  if (m->at.gap[normal] > 0 || state->touches[normal]) return -1;
  const double gamma = find_gamma(m, normal);
  if (!(gamma < 0)) return -1;
  const double tau = fmin(m->at.gap[normal] / gamma, limit);
  const double growth = find_growth(m, state, normal);
  if (-2 * gamma >= FLIGHT_LEAST * dt * growth) return tau;
  result->unseen = fmax(result->unseen, 0.5 * gamma * gamma / growth);
  state->touches[normal] = true;
  state->leave[normal] = gamma;
  m->weak = fmax(m->weak, tau);
  return -1;
}

/* The longest of these times; m->ago has them all. */
static double find_longest(ss_moreau *m, ss_moreau_state *state, double dt, double limit,
                           ss_moreau_result *result) {
  double longest = -1;
  for (size_t i = 0; i < m->elements; i++) {
    const size_t k = m->system->element[i].normal;
    if (k == SIZE_MAX) continue;
    const bool contact = m->kind[i].kind == SS_ELEMENT_CONTACT;
    m->ago[k] = contact ? find_time(m, state, k, dt, limit, result) : -1;
    longest = larger_of(longest, m->ago[k]);
  }
  return longest;
}

/* The contacts that were hit then touch. Returns the first of them. */
static size_t close_contacts(ss_moreau *m, ss_moreau_state *state, double since, double now) {
  size_t first = SIZE_MAX;
  for (size_t i = m->elements; i-- > 0;) {
    const size_t k = m->system->element[i].normal;
    if (k == SIZE_MAX || m->ago[k] < since) continue;
    state->touches[k] = true;
    state->landing[2 * k] = now;
    state->landing[2 * k + 1] = -find_gamma(m, k);
    first = i;
  }
  return first;
}

/* Can element i have an impulse? */
static bool is_closed(const ss_moreau *m, const ss_moreau_state *state, size_t i) {
  const ss_element_kind kind = m->kind[i].kind;
  if (kind == SS_ELEMENT_FRICTION) return false;
  return kind != SS_ELEMENT_CONTACT || state->touches[m->system->element[i].normal];
}

/* Whom impulses of the contacts that have just been hit (m->ago) can reach: from one to the next
 * that is closed and moves a coordinate of it. */
static void find_reached(ss_moreau *m, const ss_moreau_state *state, double since) {
  const ss_moreau_sparse *p = &m->sparse;
  size_t *list = m->order, end = 0;
  for (size_t i = 0; i < m->elements; i++) {
    const size_t k = m->system->element[i].normal;
    p->reached[i] = k != SIZE_MAX && m->ago[k] >= since;
    if (p->reached[i]) list[end++] = i;
  }
  for (size_t next = 0; next < end; next++)
    for (size_t b = p->near_first[list[next]]; b < p->near_first[list[next] + 1]; b++) {
      const size_t i = p->near[b];
      if (p->reached[i] || !is_closed(m, state, i)) continue;
      p->reached[i] = true;
      list[end++] = i;
    }
}

/* The contact problem of those who take part: of all that are closed, if it is not known who moves
 * whom. */
static void gather(ss_moreau *m, const ss_moreau_state *state, double since) {
  const bool *reached = m->sparse.reached;
  m->count = m->size = 0;
  m->sparse.filled = false;
  if (reached) find_reached(m, state, since);
  for (size_t i = 0; i < m->elements; i++)
    if (reached ? reached[i] : is_closed(m, state, i)) ss_moreau_add(m, i);
}

/* The law of the contacts that take part; false if they have different ones. */
static bool find_law(const ss_moreau *m, ss_restitution_kind *law) {
  bool found = false;
  *law = SS_RESTITUTION_NEWTON;
  for (size_t k = 0; k < m->count; k++) {
    const ss_element *e = m->system->element[m->element[k]].element;
    if (e->kind != SS_ELEMENT_CONTACT) continue;
    if (found && e->restitution != *law) return false;
    *law = e->restitution;
    found = true;
  }
  return true;
}

static void list_coefficients(ss_moreau *m, ss_restitution_kind law) {
  for (size_t k = 0; k < m->count; k++) {
    const double *e = m->at.restitution + 2 * m->element[k];
    const bool bounces = m->contact[k].kind == SS_ELEMENT_CONTACT;
    m->eN[k] = bounces ? e[0] : 0;
    m->eT[k] = bounces && law == SS_RESTITUTION_NEWTON ? e[1] : 0;
    m->order[k] = k;
  }
}

static ss_status fail_to_factor(ss_moreau *m) {
  m->why = "the mass matrix is not positive definite";
  return SS_SINGULAR;
}

static ss_status apply_law(ss_moreau *m, double *u_after, ss_impact_report *report) {
  ss_restitution_kind law;
  if (!find_law(m, &law)) {
    m->why = "contacts with different impact laws collide at once";
    return SS_NO_CONVERGENCE;
  }
  list_coefficients(m, law);
  if (m->sparse.on && law == SS_RESTITUTION_NEWTON) {
    if (ss_mass_update(&m->mass, m->at.M) != SS_OK) return fail_to_factor(m);
    const ss_status status = ss_moreau_sparse_impact(m, u_after, report);
    if (status != SS_OK) m->why = ss_impact_outcome_text(report->outcome);
    return status;
  }
  for (size_t j = 0; m->sparse.on && j < m->size; j++) {
    const size_t c = m->column[j];
    const double *W = c < m->normals ? m->at.WN + m->n * c : m->at.WT + m->n * (c - m->normals);
    memcpy(m->W + m->n * j, W, m->n * sizeof *W);
  }
  if (!m->factored && ss_matrix_factor(m->n, m->at.M, m->L) != SS_OK) return fail_to_factor(m);
  m->factored = m->mass.kind != SS_MASS_VARIES;
  const ss_impact impact = {.n = m->n,
                            .L = m->L,
                            .u = m->u,
                            .contacts = m->count,
                            .size = m->size,
                            .contact = m->contact,
                            .W = m->W,
                            .w = m->w,
                            .eN = m->eN,
                            .eT = m->eT,
                            .order = m->order,
                            .expands = law == SS_RESTITUTION_POISSON};
  ss_status status;
  if (law == SS_RESTITUTION_SEQUENTIAL)
    status = ss_impact_sequence(&impact, &m->impact_options, m->impact_work, u_after, m->P, report);
  else if (law == SS_RESTITUTION_ENERGETIC)
    status =
        ss_impact_energetic(&impact, &m->impact_options, m->impact_work, u_after, m->P, report);
  else if (law == SS_RESTITUTION_POISSON)
    status = ss_impact_poisson(&impact, &m->impact_options, m->impact_work, u_after, m->P, report);
  else
    status = ss_impact_newton(&impact, &m->impact_options, m->impact_work, u_after, m->P, report);
  if (status != SS_OK) m->why = ss_impact_outcome_text(report->outcome);
  return status;
}

/* One impact at (m->q, m->u), which is evaluated; the velocities change. False in *happened if
 * there were no impulses. */
static ss_status hit(ss_moreau *m, ss_moreau_state *state, double since, ss_moreau_hit *hit,
                     bool *happened) {
  const size_t n = m->n;
  ss_impact_report report;
  gather(m, state, since);
  const ss_status status = apply_law(m, hit->u_after, &report);
  if (status != SS_OK) return status;
  hit->before = report.before;
  hit->after = report.after;
  memcpy(hit->q, m->q, n * sizeof *hit->q);
  memcpy(hit->u_before, m->u, n * sizeof *hit->u_before);
  memset(hit->impulses, 0, (m->normals + m->slips) * sizeof *hit->impulses);
  *happened = false;
  hit->drive = 0;
  for (size_t j = 0; j < m->size; j++) {
    hit->impulses[m->column[j]] = m->P[j];
    hit->drive -= m->P[j] * m->w[j];
    *happened |= m->P[j] != 0;
  }
  memcpy(m->u, hit->u_after, n * sizeof *m->u);
  for (size_t k = 0; k < m->normals; k++)
    if (state->touches[k]) state->leave[k] = find_gamma(m, k);
  return SS_OK;
}

/* Were other contacts, coupled to this one, hit within one step? After `hit`, which has gathered
 * those who take part and factored M. */
static void find_companions(ss_moreau *m, const ss_moreau_state *state, double now, double dt,
                            ss_moreau_result *result) {
  size_t landings = 0;
  for (size_t k = 0; k < m->count; k++) {
    const double *landing = &state->landing[2 * m->system->element[m->element[k]].normal];
    const bool lands = m->contact[k].kind == SS_ELEMENT_CONTACT && landing[0] >= now - dt;
    m->approach[k] = lands ? landing[1] : 0;
    landings += lands;
  }
  if (landings < 2) return;
  if (m->sparse.on) {
    if (!m->sparse.filled) ss_moreau_sparse_fill(m);
  } else
    ss_contact_delassus(m->n, m->L, m->size, m->W, m->Z, m->G);
  const ss_contact_problem problem = {.contacts = m->count,
                                      .size = m->size,
                                      .contact = m->contact,
                                      .dense = m->sparse.on ? NULL : m->G,
                                      .sparse = m->sparse.on ? &m->sparse.G : NULL,
                                      .c = m->c};
  const ss_landings found = ss_doubt_find_landings(&problem, m->approach, m->order);
  if (found.energy > result->at_once.energy)
    result->at_once = (ss_landings){m->element[found.one], m->element[found.other], found.energy};
}

ss_status ss_moreau_collide(ss_moreau *m, ss_moreau_state *state, double dt,
                            ss_moreau_result *result) {
  const size_t n = m->n;
  double longest = 0.5 * (dt + state->step), done = 0;
  bool glanced = false;
  m->weak = 0;
  for (double tau; (tau = find_longest(m, state, dt, longest, result)) >= 0; longest = tau) {
    ss_moreau_hit *next = &result->hit[result->hits];
    const double s = 0.5 * dt - tau, since = fmax(0, tau - SIMULTANEOUS * dt);
    bool happened;
    next->t = state->t + s;
    next->element = close_contacts(m, state, since, next->t);
    for (size_t k = 0; k < n; k++) m->q[k] -= tau * m->u[k];
    ss_moreau_advance(m, state, s - done, result);
    ss_moreau_glance(m, next->t, m->u);
    const ss_status status = hit(m, state, since, next, &happened);
    if (status != SS_OK) {
      m->where = next->element;
      return status;
    }
    if (happened) find_companions(m, state, next->t, dt, result);
    result->hits += happened;
    done = s;
    for (size_t k = 0; k < n; k++) {
      m->q[k] += tau * m->u[k];
      m->v[k] = m->u[k] + 0.5 * dt * state->a[k];
    }
    ss_moreau_glance(m, state->t + 0.5 * dt, m->v);
    glanced = m->light_work != NULL;
  }
  if (glanced) ss_moreau_evaluate(m, state->t + 0.5 * dt, m->q, m->v);
  m->rest = dt - done;
  return SS_OK;
}
