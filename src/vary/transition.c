/* transition.c: what follows when guards reach 0: impacts, then the modes after.
 *
 * IMPACTS are those of the motion (events_impacts.c of that room), with one difference: only the
 * contacts named as closing take part beside those that are closed already. A contact that is about
 * to close at the same instant, in a perturbed motion a moment later, does not. So the impact of
 * one of two corners, and then of the other one with the first one closed, are two transitions.
 * Every closed contact shares the impulses, by the contact law; one whose impulse would have to
 * pull lifts instead. Newton's law takes all at once, the sequential law one contact after the
 * other, each of them a jump of its own. Poisson's law has two jumps: compression is the inelastic
 * impact, expansion gives back e of each normal impulse, which is no unknown then, or more where
 * the contact stays.
 *
 * THE MODES AFTER follow from the contact problem at acceleration level, all its solutions being
 * enumerated. What the guards say is imposed: a contact whose normal force has become 0 is open, a
 * slip that has ended is at rest, a sticking force at its bound slips.
 *
 * The border between the modes of an impact (an impulse just on its cone, a slip that just stops)
 * is where a derivative ends: the margin says how far away that is, as a share of the impulse.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Residuals of impacts. */
static const double GOOD = 1e-11;

ss_status ss_transition_create(ss_arena *arena, const ss_vary *v, ss_transition *t) {
  *t = (ss_transition){.u = ss_arena_new(arena, v->frame.n, double),
                       .after = ss_arena_new(arena, v->frame.elements, ss_mode),
                       .margin = INFINITY,
                       .margin_element = SIZE_MAX};
  return t->u && t->after ? SS_OK : SS_MEMORY;
}

/* ---- impacts --------------------------------------------------------------------------------- */

typedef struct collision {
  ss_vary *v;
  const ss_mode *modes;
  const bool *closes;
  double still;
  ss_transition *out;
} collision;

static double approach_of(const collision *c, size_t i) {
  const ss_frame *f = &c->v->frame;
  const ss_system_element *e = &f->system->element[i];
  if (e->element->kind == SS_ELEMENT_CLUTCH) return -f->gamma[f->normals + e->slip];
  if (e->element->kind != SS_ELEMENT_CONTACT) return 0;
  return c->modes[i] != SS_MODE_FREE || c->closes[i] ? -f->gamma[e->normal] : 0;
}

static bool takes_part(const collision *c, size_t i) {
  const ss_frame *f = &c->v->frame;
  const ss_system_element *e = &f->system->element[i];
  if (e->element->kind == SS_ELEMENT_FRICTION) return false;
  if (e->element->kind != SS_ELEMENT_CONTACT) return true;
  return c->closes[i] || (c->modes[i] != SS_MODE_FREE && f->gamma[e->normal] <= c->still);
}

/* The first element that approaches; SIZE_MAX: none does. */
static size_t find_first(const collision *c) {
  for (size_t i = 0; i < c->v->frame.elements; i++)
    if (approach_of(c, i) > c->still) return i;
  return SIZE_MAX;
}

static void join(const collision *c, size_t i) {
  ss_vary *v = c->v;
  const ss_contact as =
      ss_contact_of(v->system->element[i].element, v->frame.values.of[SS_QUANTITY_LAW] + 3 * i, 0);
  ss_contact_state_join(&v->contacts, &v->frame.values, i, &as);
}

/* The law of the contacts that take part; motions stop where they have several. */
static ss_restitution_kind find_law(const collision *c) {
  for (size_t i = 0; i < c->v->frame.elements; i++) {
    const ss_element *e = c->v->system->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT && takes_part(c, i)) return e->restitution;
  }
  return SS_RESTITUTION_NEWTON;
}

/* Who takes part, by that law. */
static ss_status gather(const collision *c, size_t first, ss_restitution_kind law) {
  ss_vary *v = c->v;
  bool others = false;
  if (law == SS_RESTITUTION_ENERGETIC)
    return ss_vary_refuse(v, SS_REFUSAL_LAW, first, NAN,
                          "the impact of '%s' at t = %.9g follows the law `%s`, whose "
                          "derivative is not known here",
                          ss_vary_name(v, first), v->t, ss_restitution_word(law));
  for (size_t i = 0; i < v->frame.elements; i++) {
    const ss_element *e = v->system->element[i].element;
    if (!takes_part(c, i)) continue;
    others = others || e->kind != SS_ELEMENT_CONTACT;
    if (law != SS_RESTITUTION_SEQUENTIAL || i == first) join(c, i);
  }
  if (law == SS_RESTITUTION_SEQUENTIAL && others)
    return ss_vary_refuse(v, SS_REFUSAL_LAW, first, NAN,
                          "the sequential impact of '%s' at t = %.9g happens beside sliders or "
                          "clutches, for which its derivative is not known here",
                          ss_vary_name(v, first), v->t);
  return SS_OK;
}

static void note_margin(collision *c, size_t element, double margin) {
  if (margin >= c->out->margin) return;
  c->out->margin = margin;
  c->out->margin_element = element;
}

/* Slip in several directions: which parts move, and against what. */
static void read_parts(const collision *c, const ss_contact *contact, const double *r,
                       const double *xi, ss_bond *bond) {
  const ss_law_kind law = contact->law.kind;
  bond->push = r[0];
  for (size_t part = 0; part < ss_law_parts(law); part++) {
    double speed = 0;
    for (size_t k = ss_law_part_first(part); k < ss_law_part_last(law, part); k++) {
      bond->slip[k] = xi[1 + k];
      speed = hypot(speed, xi[1 + k]);
    }
    bond->holds[part] = !(speed > c->still);
  }
}

/* The bond of contact k from impulses r and velocities xi of the problem. */
static ss_bond read_bond(collision *c, size_t k, const double *r, const double *xi) {
  const ss_contact_state *s = &c->v->contacts;
  const ss_contact *contact = &s->contact[k];
  const bool has_normal = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
  const size_t first = contact->offset, element = s->element[k];
  ss_bond bond = {.kind = SS_BOND_HELD, .sign = 1, .side = 1};
  const double size = fabs(r[first]) * s->G[first * (s->size + 1)];
  if (contact->kind != SS_ELEMENT_SLIDER && xi[first] > c->still) bond.kind = SS_BOND_NONE;
  if (contact->kind == SS_ELEMENT_SLIDER && r[first] < 0) bond.side = -1;
  if (!has_normal || bond.kind == SS_BOND_NONE) return bond;
  const size_t slips = ss_contact_dimension(contact) - 1;
  double slip = 0;
  for (size_t a = 1; a <= slips; a++) slip = hypot(slip, xi[first + a]);
  if (slips == 0 || !(slip > c->still)) return bond;
  bond.kind = SS_BOND_SLIP;
  bond.sign = xi[first + 1] < 0 ? -1 : 1;
  if (size > c->still) note_margin(c, element, slip / size);
  if (slips > 1) read_parts(c, contact, r + first, xi + first, &bond);
  return bond;
}

/* The worst of the sticking planar contacts for impulses r of the response: mu - |T| / N. */
static double find_worst(const ss_vary *v, const double *r, size_t *element) {
  const ss_response *s = &v->response;
  double worst = INFINITY, most = 0;
  for (size_t a = 0; a < s->size; a++) most = fmax(most, fabs(r[a]));
  for (size_t a = 1; a < s->size; a++) {
    const size_t i = s->owner[a];
    if (s->owner[a - 1] != i || s->bond[i].kind != SS_BOND_HELD) continue;
    if (v->system->element[i].slips != 1 || fabs(r[a - 1]) <= 1e-12 * most) continue;
    const double N = s->owner[a - 1] == i ? r[a - 1] : 0;
    const bool pulls = N < 0 && v->system->element[i].element->kind == SS_ELEMENT_CONTACT;
    const double mu = ss_frame_value(&v->frame, SS_QUANTITY_LAW, 3 * i);
    const double margin = pulls ? N / most : mu - fabs(r[a] / N);
    if (margin >= worst) continue;
    worst = margin;
    *element = i;
  }
  return worst;
}

/* A direction in which impulses may change without a change of the motion: that of the dropped
 * component `d`, z_d = 1, z_x = -A^-1 W_x^T M^-1 W_d. */
static void find_null(const ss_vary *v, size_t d, double *z) {
  const ss_response *s = &v->response;
  const size_t n = v->frame.n, m = s->unknowns;
  memset(z, 0, s->size * sizeof *z);
  for (size_t x = 0; x < m; x++)
    for (size_t y = 0; y < m; y++) {
      double g = 0;
      /* W_y^T M^-1 W_d by the columns of Y = M^-1 W and of L L^T = M */
      for (size_t k = 0; k < n; k++) {
        const size_t e = s->direction[s->unknown[y]];
        const double *W = e < v->frame.normals
                              ? v->frame.values.of[SS_QUANTITY_WN] + e * n
                              : v->frame.values.of[SS_QUANTITY_WT] + (e - v->frame.normals) * n;
        g += W[k] * s->Y[d * n + k];
      }
      z[s->unknown[x]] -= s->inverse[x * m + y] * g;
    }
  z[d] = 1;
  for (size_t a = 0; a < s->size; a++)
    if (s->role[a] == SS_ROLE_TIED) z[a] = s->tie[a] * z[s->master[a]];
}

/* The margin of sticking contacts. Where impulses are not unique it is that of the best of them:
 * along each free direction the worst contact is a concave function, maximised by golden section.
 */
static ss_status measure_stick(collision *c) {
  ss_vary *v = c->v;
  const ss_response *s = &v->response;
  const double golden = 0.6180339887498949;
  double *r = ss_arena_new(v->scratch, s->size, double),
         *z = ss_arena_new(v->scratch, s->size, double);
  double *at = ss_arena_new(v->scratch, s->size, double), most = 0;
  size_t element = SIZE_MAX;
  if (!r || !z || !at) return SS_MEMORY;
  memcpy(r, s->r, s->size * sizeof *r);
  for (size_t a = 0; a < s->size; a++) most += fabs(r[a]);
  for (size_t d = 0; d < s->size; d++) {
    if (s->role[d] != SS_ROLE_DROPPED) continue;
    find_null(v, d, z);
    double low = -most, high = most;
    for (int round = 0; round < 100; round++) {
      double value[2];
      const double step = golden * (high - low), where[] = {high - step, low + step};
      for (int k = 0; k < 2; k++) {
        for (size_t a = 0; a < s->size; a++) at[a] = r[a] + where[k] * z[a];
        value[k] = find_worst(v, at, &element);
      }
      if (value[0] < value[1])
        low = where[0];
      else
        high = where[1];
    }
    for (size_t a = 0; a < s->size; a++) r[a] += 0.5 * (low + high) * z[a];
  }
  const double worst = find_worst(v, r, &element);
  if (element != SIZE_MAX) note_margin(c, element, worst);
  return SS_OK;
}

/* The bonds of an impact go into the list, and the velocities after it are theirs. */
static ss_status follow_bonds(collision *c, size_t first, ss_bond *bonds) {
  ss_vary *v = c->v;
  ss_frame *f = &v->frame;
  c->out->jump[c->out->jumps++] = bonds;
  if (!ss_response_choose(f, bonds, true, &v->response) || !ss_response_solve(f, &v->response))
    return ss_vary_refuse(v, SS_REFUSAL_LAW, first, NAN,
                          "the impact of '%s' at t = %.9g has no derivative: slip in several "
                          "directions, or a singular problem",
                          ss_vary_name(v, first), v->t);
  for (size_t k = 0; k < f->n; k++) c->out->u[k] = f->u[k] + v->response.v[k];
  return measure_stick(c);
}

static ss_status refuse_unsolved(ss_vary *v, size_t first, double residual) {
  return ss_vary_refuse(v, SS_REFUSAL_AMBIGUOUS, first, residual,
                        "the impact of '%s' at t = %.9g, before others of the same instant, has "
                        "no solution that was found",
                        ss_vary_name(v, first), v->t);
}

/* ---- poisson --------------------------------------------------------------------------------- */

/* The bond of contact k in expansion, the frame standing behind it: `from` its normal impulse in
 * compression, `all` that of both. */
static ss_bond read_expansion(collision *c, size_t k, double from, double all) {
  const ss_contact_state *s = &c->v->contacts;
  const ss_frame *f = &c->v->frame;
  const size_t i = s->element[k], first = s->contact[k].offset, slips = f->system->element[i].slips;
  ss_bond bond = {.kind = SS_BOND_HELD, .sign = 1, .side = 1, .soft = true};
  const bool contact = s->contact[k].kind == SS_ELEMENT_CONTACT;
  const double back = contact ? s->eN[k] * fmax(0, from) : 0;
  const double own = s->G[first * (s->size + 1)];
  if (s->contact[k].kind != SS_ELEMENT_SLIDER && f->gamma[s->direction[first]] > c->still) {
    bond.kind = back > 0 ? SS_BOND_HELD : SS_BOND_NONE;
    bond.given = back > 0;
    bond.push = back;
  } else if (back > 0) { /* kept down by more than what is given back */
    note_margin(c, i, (all - from - back) / all);
  }
  if (s->contact[k].kind == SS_ELEMENT_SLIDER && all < from) bond.side = -1;
  if (bond.kind == SS_BOND_NONE || s->contact[k].kind == SS_ELEMENT_CLUTCH || !slips) return bond;
  double slip = 0;
  for (size_t a = 0; a < slips; a++) slip = hypot(slip, f->gamma[s->direction[first + 1 + a]]);
  if (!(slip > c->still)) return bond;
  bond.kind = SS_BOND_SLIP;
  bond.sign = f->gamma[s->direction[first + 1]] < 0 ? -1 : 1;
  if ((all - from) * own > c->still) note_margin(c, i, slip / ((all - from) * own));
  return bond;
}

/* Compression is an inelastic impact. What expansion does follows from the velocities u after it
 * and the impulses of both, r; from: those of compression. */
static ss_status expand(collision *c, size_t first, const double *u, const double *from,
                        const double *r) {
  ss_vary *v = c->v;
  ss_frame *f = &v->frame;
  const ss_contact_state *s = &v->contacts;
  double *between = ss_arena_new(v->scratch, f->n, double);
  ss_bond *bonds = ss_arena_new(v->scratch, f->elements, ss_bond);
  if (!between || !bonds) return SS_MEMORY;
  memcpy(between, c->out->u, f->n * sizeof *between);
  if (v->response.dependent)
    return ss_vary_refuse(v, SS_REFUSAL_LAW, first, NAN,
                          "the impact of '%s' at t = %.9g gives back impulses that are not unique",
                          ss_vary_name(v, first), v->t);
  if (!ss_frame_look(f, v->t, f->q, u)) return SS_NO_CONVERGENCE;
  for (size_t k = 0; k < s->contacts; k++) {
    const size_t i = s->element[k], at = s->contact[k].offset;
    bonds[i] = read_expansion(c, k, from[at], r[at]);
    if (bonds[i].kind == SS_BOND_SLIP && f->system->element[i].slips > 1)
      return ss_vary_refuse(v, SS_REFUSAL_LAW, i, NAN,
                            "'%s' slips in several directions while it expands at t = %.9g, by "
                            "the law `poisson`, whose derivative is not known here then",
                            ss_vary_name(v, i), v->t);
  }
  if (!ss_frame_look(f, v->t, f->q, between)) return SS_NO_CONVERGENCE;
  return follow_bonds(c, first, bonds);
}

/* ---- impacts in turn ------------------------------------------------------------------------- */

/* One impact: its bonds into the list, and the velocities after it. */
static ss_status collide_once(collision *c, size_t first) {
  ss_vary *v = c->v;
  ss_frame *f = &v->frame;
  const ss_restitution_kind law = find_law(c);
  const bool expands = law == SS_RESTITUTION_POISSON;
  ss_status status = ss_contact_state_begin(&v->contacts, &f->values, f->u);
  if (status == SS_OK) status = gather(c, first, law);
  if (status != SS_OK || v->refusal.kind) return status;
  ss_contact_state *s = &v->contacts;
  ss_impact impact = ss_contact_impact(s), soft = impact;
  if (expands) soft.eN = soft.eT = NULL;
  ss_contact_options options = ss_contact_default_options();
  options.tolerance = GOOD;
  void *work = ss_arena_alloc(v->scratch, ss_impact_work_size(&impact, &options), 1);
  double *r = ss_arena_new(v->scratch, s->size, double),
         *u = ss_arena_new(v->scratch, f->n, double);
  double *all = ss_arena_new(v->scratch, s->size, double);
  double *xi = ss_arena_new(v->scratch, s->size, double);
  ss_bond *bonds = ss_arena_new(v->scratch, f->elements, ss_bond);
  if (!work || !r || !xi || !u || !bonds || !all) return SS_MEMORY;
  ss_impact_report report;
  if (ss_impact_newton(&soft, &options, work, u, r, &report) != SS_OK ||
      (expands && ss_impact_poisson(&impact, &options, work, u, all, &report) != SS_OK))
    return refuse_unsolved(v, first, report.residual);
  ss_contact_state_pose_impact(s);
  for (size_t a = 0; expands && a < s->size; a++) s->c[a] = s->gamma[s->direction[a]];
  const ss_contact_problem problem = ss_contact_state_problem(s);
  ss_contact_velocity(&problem, r, xi);
  for (size_t k = 0; k < s->contacts; k++) {
    bonds[s->element[k]] = read_bond(c, k, r, xi);
    bonds[s->element[k]].soft = expands;
  }
  status = follow_bonds(c, first, bonds);
  return status == SS_OK && expands && !v->refusal.kind ? expand(c, first, u, r, all) : status;
}

ss_status ss_transition_collide(ss_vary *v, const double *x, const ss_mode *modes,
                                const bool *closes, ss_transition *out) {
  const size_t n = v->frame.n;
  collision c = {v, modes, closes, ss_vary_still(v, x), out};
  memcpy(out->u, x + n, n * sizeof *out->u);
  for (out->jumps = 0; out->jumps < SS_JUMPS_MOST - 1;) {
    if (!ss_frame_look(&v->frame, v->t, x, out->u)) return SS_NO_CONVERGENCE;
    const size_t first = find_first(&c);
    if (first == SIZE_MAX) return SS_OK;
    const ss_status status = collide_once(&c, first);
    if (status != SS_OK || v->refusal.kind) return status;
  }
  return ss_vary_refuse(v, SS_REFUSAL_LIMIT, SIZE_MAX, SS_JUMPS_MOST,
                        "more than %d impacts at t = %.9g", SS_JUMPS_MOST, v->t);
}

/* ---- modes after ----------------------------------------------------------------------------- */

static const ss_vary_guard *find_fired(size_t fired, const ss_vary_guard *const *guard, size_t i) {
  for (size_t k = 0; k < fired; k++)
    if (guard[k]->element == i) return guard[k];
  return NULL;
}

/* Which parts of element i's law move? Not the one whose slip ends, unless `ends` is NULL. The slip
 * of a ball that rolls and begins to slip has no direction, but its roll has. */
static bool find_moving(const ss_frame *f, size_t i, const ss_vary_guard *ends, double still,
                        bool moves[SS_PARTS_MOST]) {
  const ss_system_element *e = &f->system->element[i];
  const size_t parts = ss_law_parts(e->element->law);
  bool any = false;
  for (size_t part = 0; part < parts; part++) {
    const bool stops = ends && (parts == 1 || (size_t)ends->sign == part);
    moves[part] = !stops && ss_frame_speed(f, i, part) > still;
    any |= moves[part];
  }
  return any;
}

/* Element i in the problem at acceleration level; false if it takes no part. */
static bool join_after(ss_vary *v, ss_mode before, const ss_vary_guard *g, size_t i, double still) {
  const ss_frame *f = &v->frame;
  const ss_system_element *e = &f->system->element[i];
  const ss_element_kind kind = e->element->kind;
  const ss_guard_kind why = g ? g->kind : SS_GUARD_COUNT;
  if (kind == SS_ELEMENT_CONTACT) {
    if ((before == SS_MODE_FREE && why != SS_GUARD_GAP) || why == SS_GUARD_NORMAL) return false;
    if (f->gamma[e->normal] > still) return false;
  }
  if (kind == SS_ELEMENT_CLUTCH) {
    if (why == SS_GUARD_BOUND) return false;
    if (why != SS_GUARD_SLIP && f->gamma[f->normals + e->slip] > still) return false;
  }
  const ss_contact as = ss_contact_of(e->element, f->values.of[SS_QUANTITY_LAW] + 3 * i,
                                      ss_frame_value(f, SS_QUANTITY_NORMAL, i));
  ss_contact *contact = ss_contact_state_join(&v->contacts, &f->values, i, &as);
  if (kind == SS_ELEMENT_CLUTCH || e->slips == 0) return true;
  bool moves[SS_PARTS_MOST];
  double fake = 0;
  const bool any = find_moving(f, i, why == SS_GUARD_SLIP ? g : NULL, still, moves);
  /* a force at its upper bound slips backwards; a slip that is about to end goes on till then */
  if (why == SS_GUARD_BOUND && e->slips == 1) fake = -g->sign;
  if (!g && !any && before == SS_MODE_SLIP_PLUS) fake = 1;
  if (!g && !any && before == SS_MODE_SLIP_MINUS) fake = -1;
  if (fake != 0)
    ss_contact_slide(contact, &fake);
  else if (any)
    ss_contact_slide_parts(contact, f->gamma + f->normals + e->slip, moves);
  return true;
}

/* The problem at acceleration level at the frame's state, and its solutions. */
static ss_status solve_after(ss_vary *v, const ss_mode *modes, size_t fired,
                             const ss_vary_guard *const *guard, double still,
                             ss_state_modes *found) {
  ss_frame *f = &v->frame;
  const ss_status status = ss_contact_state_begin(&v->contacts, &f->values, f->u);
  if (status != SS_OK) return status;
  ss_contact_state_load(&v->contacts);
  for (size_t i = 0; i < f->elements; i++)
    join_after(v, modes[i], find_fired(fired, guard, i), i, still);
  ss_contact_state_pose_acceleration(&v->contacts, &f->values);
  return ss_contact_modes(v->scratch, &v->contacts, found);
}

ss_status ss_transition_accelerate(ss_vary *v, const double *x, const ss_mode *modes, double *a) {
  ss_frame *f = &v->frame;
  ss_state_modes found;
  if (!ss_frame_look(f, v->t, x, x + f->n)) return SS_NO_CONVERGENCE;
  const ss_status status = solve_after(v, modes, 0, NULL, ss_vary_still(v, x), &found);
  if (status != SS_OK) return status;
  if (found.count == 0)
    return ss_vary_refuse(v, SS_REFUSAL_AMBIGUOUS, SIZE_MAX, 0,
                          "the motion at t = %.9g has no solution", v->t);
  memcpy(a, found.items[0].acceleration, f->n * sizeof *a);
  return SS_OK;
}

ss_status ss_transition_choose(ss_vary *v, const double *x, const ss_mode *modes, size_t fired,
                               const ss_vary_guard *const *guard, ss_transition *out) {
  ss_frame *f = &v->frame;
  const double still = ss_vary_still(v, x);
  ss_state_modes found;
  if (!ss_frame_look(f, v->t, x, out->u)) return SS_NO_CONVERGENCE;
  const ss_status status = solve_after(v, modes, fired, guard, still, &found);
  if (status != SS_OK) return status;
  for (size_t k = 1; k < found.count; k++)
    for (size_t i = 0; i < f->n; i++)
      if (fabs(found.items[k].acceleration[i] - found.items[0].acceleration[i]) >
          1e-7 * (1 + fabs(found.items[0].acceleration[i])))
        return ss_vary_refuse(v, SS_REFUSAL_AMBIGUOUS, SIZE_MAX, (double)found.count,
                              "between the events at t = %.9g the motion has %zu solutions", v->t,
                              found.count);
  if (found.count == 0)
    return ss_vary_refuse(v, SS_REFUSAL_AMBIGUOUS, SIZE_MAX, 0,
                          "between the events at t = %.9g the motion has no solution", v->t);
  memcpy(out->after, found.items[0].mode, f->elements * sizeof *out->after);
  /* what takes no part keeps its name: free contacts, and idle frictions */
  for (size_t i = 0; i < f->elements; i++)
    if (v->system->element[i].element->kind == SS_ELEMENT_FRICTION && out->after[i] == SS_MODE_FREE)
      out->after[i] = modes[i];
  return SS_OK;
}
