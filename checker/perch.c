/* perch.c: machines that only friction holds, SS-PERCH of docs/theory.md.
 *
 * Mass, forces and directions come from the model, in balls over the box of the certificate with
 * all parameters in their ranges, or at any place where none of them depends on the state. By
 * Gauss' elimination, whose pivots show that M is definite and the directions are independent,
 *
 *     X = M^-1 [J^T h],    D = J X,    a = J M^-1 h,    J^T force = -h.
 *
 * The certificate gives nothing but the names of what holds the machine and the box.
 */
#include "energy.h"

enum { P = BOX_BITS };

/* One that holds it: rows of its gap's rate (of contacts) and of its slips. */
typedef struct holder {
  const rubbing *c;
  bool contact;
  size_t row, slip;
  arb_ptr bound, e; /* mu, or mu times the normal force */
} holder;

typedef struct perch {
  energy x;
  size_t n, holders;
  holder holder[MOST_FORCES];
  bool everywhere;
  double at[MOST_FORCES], radius;
  arb_ptr M, h, J, D, a, force;
} perch;

static arb_ptr ball_of(run *r, node *e) {
  arb_ptr z = new_ball(r);
  enclose_one(r, e, z);
  if (!arb_is_finite(z)) malformed(r, "a formula has no value in the box");
  return z;
}

/* Positions: each within the radius, or pinned at its middle or at an end. */
static void enter_positions(run *r, perch *p, const bool *wide, size_t end, int side) {
  double low[MOST_VARIABLES] = {0}, high[MOST_VARIABLES] = {0};
  energy *x = &p->x;
  if (x->variables > MOST_VARIABLES) malformed(r, "too many parameters with a range");
  for (size_t i = 0; i < x->variables; i++) {
    if (i < p->n) {
      const double reach = !wide || wide[i] ? p->radius : 0;
      low[i] = p->at[i] - reach;
      high[i] = p->at[i] + reach;
      if (i == end) low[i] = high[i] = p->at[i] + side * p->radius;
    }
    if (i < 2 * p->n) continue;
    low[i] = end_of(r, x->variable[i].item->range.low, -1);
    high[i] = end_of(r, x->variable[i].item->range.high, 1);
  }
  enter_box(r, low, high);
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void want_law(run *r, const rubbing *c) {
  const item *it = c->item;
  if (c->slips == 0) return;
  if ((it->part[LAW].to && c->limit[0]->has & HAS_TIME) ||
      !(c->slips == 1 ? token_is(it->law, "coulomb") : token_is(it->law, "disk")))
    complain(r, it->name, "coulomb(mu) or disk(mu) is expected");
}

/* The element of that name, with its rows. */
static void enter_holder(run *r, perch *p, const char *name, size_t *rows) {
  holder *to = &p->holder[p->holders];
  for (size_t k = 0; k < p->x.contacts + p->x.frictions; k++) {
    const bool contact = k < p->x.contacts;
    const rubbing *c = contact ? &p->x.contact[k] : &p->x.friction[k - p->x.contacts];
    if (token_is(c->item->name, name)) *to = (holder){.c = c, .contact = contact};
  }
  for (size_t k = 0; k < p->holders; k++)
    if (p->holder[k].c == to->c) malformed(r, "held: a name stands there twice");
  if (!to->c) malformed(r, "held: there is no contact or friction of that name");
  want_law(r, to->c);
  to->row = *rows;
  to->slip = *rows + to->contact;
  *rows += to->contact + to->c->slips;
  if (*rows > p->n) malformed(r, "gaps and slips are more than the coordinates");
  p->holders++;
}

static bool is_named(const perch *p, const rubbing *c) {
  for (size_t k = 0; k < p->holders; k++)
    if (p->holder[k].c == c) return true;
  return false;
}

static void enter_holders(run *r, perch *p, const json_t *names) {
  size_t rows = 0;
  if (!json_is_array(names)) malformed(r, "held: an array is expected");
  for (size_t i = 0; i < json_array_size(names); i++) {
    const char *name = json_string_value(json_array_get(names, i));
    if (!name || p->holders == MOST_FORCES) malformed(r, "held: names are expected");
    enter_holder(r, p, name, &rows);
  }
  if (rows != p->n || rows == 0) malformed(r, "gaps and slips are not as many as the coordinates");
  for (size_t k = 0; k < p->x.frictions; k++)
    if (!is_named(p, &p->x.friction[k])) malformed(r, "held: a friction is missing");
  for (size_t k = 0; k < p->x.contacts; k++) {
    if (is_named(p, &p->x.contact[k])) continue;
    if (p->everywhere) malformed(r, "held: a contact is missing");
    if (!arb_is_positive(ball_of(r, p->x.contact[k].gap)))
      refuted(r, "a contact that is not named may be closed in the box");
  }
}

static void read_box(run *r, perch *p, const json_t *system) {
  p->everywhere = json_is_null(json_object_get(system, "at"));
  if (p->everywhere != json_is_null(json_object_get(system, "radius")))
    malformed(r, "at and radius belong together");
  if (p->everywhere) return;
  const matrix *at = read_vector(r, system, "at", p->n);
  for (size_t i = 0; i < p->n; i++) p->at[i] = end_of(r, entry(at, i, 0), 0);
  p->radius = end_of(r, read_rational(r, system, "radius"), 0);
  if (!(p->radius > 0)) malformed(r, "radius: it is not positive");
}

static void enter_numbers(run *r, perch *p) {
  const size_t n = p->n;
  for (size_t i = 0; i < n; i++) {
    arb_set(p->h + i, ball_of(r, p->x.h[i]));
    for (size_t j = 0; j < n; j++) arb_set(p->M + i * n + j, ball_of(r, p->x.M[i * n + j]));
  }
  for (size_t i = 0; i < p->holders; i++) {
    holder *x = &p->holder[i];
    const rubbing *c = x->c;
    x->bound = c->slips ? ball_of(r, c->limit[0]) : new_ball(r);
    if (x->contact) x->e = ball_of(r, c->eN);
    if (x->contact && c->eN->has & HAS_TIME) malformed(r, "the model depends on the time");
    for (size_t j = 0; j < n; j++) {
      if (x->contact) arb_set(p->J + x->row * n + j, ball_of(r, c->normal[j]));
      for (size_t k = 0; k < c->slips; k++)
        arb_set(p->J + (x->slip + k) * n + j, ball_of(r, c->slip[k][j]));
    }
  }
}

static bool is_farther(arb_srcptr x, arb_srcptr y) {
  mag_t a, b;
  mag_init(a);
  mag_init(b);
  arb_get_mag_lower(a, x);
  arb_get_mag_lower(b, y);
  const bool farther = mag_cmp(a, b) > 0;
  mag_clear(a);
  mag_clear(b);
  return farther;
}

/* A^-1 B in place of B, rows of m; A is overwritten. `definite`: A is symmetric, and all pivots on
 * its diagonal are positive. */
static bool eliminate(size_t n, size_t m, arb_ptr A, arb_ptr B, bool definite) {
  arb_t t;
  bool good = true;
  arb_init(t);
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n && !definite; i++)
      if (is_farther(A + i * n + k, A + best * n + k)) best = i;
    for (size_t j = 0; j < n; j++) arb_swap(A + k * n + j, A + best * n + j);
    for (size_t j = 0; j < m; j++) arb_swap(B + k * m + j, B + best * m + j);
    arb_srcptr pivot = A + k * n + k;
    good = good && (definite ? arb_is_positive(pivot) : !arb_contains_zero(pivot));
    for (size_t i = 0; i < n && !arb_contains_zero(pivot); i++) {
      if (i == k || arb_is_zero(A + i * n + k)) continue;
      arb_div(t, A + i * n + k, pivot, P);
      for (size_t j = 0; j < n; j++) arb_submul(A + i * n + j, t, A + k * n + j, P);
      for (size_t j = 0; j < m; j++) arb_submul(B + i * m + j, t, B + k * m + j, P);
    }
  }
  for (size_t i = 0; i < n * m; i++)
    if (!arb_contains_zero(A + (i / m) * (n + 1))) arb_div(B + i, B + i, A + (i / m) * (n + 1), P);
  arb_clear(t);
  return good;
}

void enter_perch(run *r, const json_t *system) {
  perch *p = r->perch = new_room(r, 1, sizeof *p);
  energy *x = &p->x;
  read_shape(r, system, "system", "held at radius");
  if (next_item(r, NULL, SLIDER | CHART_COORD | CLUTCH)) malformed(r, "sliders do not belong here");
  x->still = true;
  read_machine(r, x);
  p->n = x->n;
  choose_variables(r, x);
  read_box(r, p, system);
  open_space(r, x->variables, 1, x->variable);
  enter_positions(r, p, NULL, p->n, 0);
  enter_holders(r, p, json_object_get(system, "held"));
  p->M = new_balls(r, p->n * p->n);
  p->D = new_balls(r, p->n * p->n);
  p->J = new_balls(r, p->n * p->n);
  p->h = new_balls(r, p->n);
  p->a = new_balls(r, p->n);
  p->force = new_balls(r, p->n);
  enter_numbers(r, p);
  confirm(r, "mass, forces and %zu directions follow from the model", p->n);
}

/* ---- conditions ------------------------------------------------------------------------------ */

void verify_heavy(run *r, const json_t *condition) {
  perch *p = r->perch;
  const size_t n = p->n;
  (void)condition;
  arb_ptr A = new_balls(r, n * n), X = new_balls(r, n * (n + 1));
  _arb_vec_set(A, p->M, (slong)(n * n));
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) arb_set(X + i * (n + 1) + j, p->J + j * n + i);
    arb_set(X + i * (n + 1) + n, p->h + i);
  }
  if (!eliminate(n, n + 1, A, X, true)) refuted(r, "the mass matrix is not positive definite");
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= n; j++)
      for (size_t k = 0; k < n; k++)
        add_product(j < n ? p->D + i * n + j : p->a + i, p->J + i * n + k, X + k * (n + 1) + j);
  confirm(r, "the mass matrix is positive definite");
}

/* Gap i is negative on one side of its coordinate and positive on the other. */
static bool crosses(run *r, perch *p, const size_t *pinned, size_t i) {
  bool wide[MOST_FORCES] = {false};
  int sign[2];
  for (size_t k = 0; k < p->holders; k++)
    if (p->holder[k].contact && k != i) wide[pinned[k]] = true;
  for (int side = 0; side < 2; side++) {
    enter_positions(r, p, wide, pinned[i], side ? 1 : -1);
    arb_srcptr gap = ball_of(r, p->holder[i].c->gap);
    sign[side] = arb_is_positive(gap) ? 1 : arb_is_negative(gap) ? -1 : 0;
  }
  return sign[0] * sign[1] < 0;
}

/* For each gap the coordinate that moves it most, of those that are left. */
static void pin(run *r, const perch *p, size_t *pinned) {
  bool taken[MOST_FORCES] = {false};
  arb_ptr size = new_ball(r);
  for (size_t i = 0; i < p->holders; i++) {
    double most = 0;
    pinned[i] = p->n;
    for (size_t j = 0; j < p->n && p->holder[i].contact; j++) {
      arb_abs(size, p->J + p->holder[i].row * p->n + j);
      const double slope = arf_get_d(arb_midref(size), ARF_RND_NEAR);
      if (taken[j] || !(slope > most)) continue;
      most = slope;
      pinned[i] = j;
    }
    if (p->holder[i].contact && pinned[i] == p->n) malformed(r, "a gap does not change");
    if (p->holder[i].contact) taken[pinned[i]] = true;
  }
}

/* Neither positions nor velocities occur. */
static void want_steady(run *r, const perch *p, node *e) {
  for (size_t i = 0; i < p->n; i++)
    if (!is_zero_tree(by(r, e, p->x.q[i])) || !is_zero_tree(differentiate(r, e, p->x.q[i], true)))
      refuted(r, "something depends on the state");
}

/* Without a box numbers were evaluated at one place, and are meant for all. */
static void want_all_steady(run *r, const perch *p) {
  for (size_t i = 0; i < p->n; i++) want_steady(r, p, p->x.h[i]);
  for (size_t i = 0; i < p->n * p->n; i++) want_steady(r, p, p->x.M[i]);
  for (size_t i = 0; i < p->holders; i++) {
    const rubbing *c = p->holder[i].c;
    for (size_t j = 0; j < p->n; j++) {
      if (p->holder[i].contact) want_steady(r, p, c->normal[j]);
      for (size_t k = 0; k < c->slips; k++) want_steady(r, p, c->slip[k][j]);
    }
    for (size_t k = 0; k < c->slips; k++) want_steady(r, p, c->limit[k]);
    if (p->holder[i].contact) want_steady(r, p, c->eN);
  }
}

void verify_directions(run *r, const json_t *condition) {
  perch *p = r->perch;
  const size_t n = p->n;
  size_t pinned[MOST_FORCES];
  (void)condition;
  arb_ptr A = new_balls(r, n * n);
  for (size_t i = 0; i < n * n; i++) arb_set(A + i, p->J + (i % n) * n + i / n);
  for (size_t i = 0; i < n; i++) arb_neg(p->force + i, p->h + i);
  if (!eliminate(n, 1, A, p->force, false)) refuted(r, "the directions are dependent");
  if (p->everywhere) want_all_steady(r, p);
  if (!p->everywhere) {
    pin(r, p, pinned);
    for (size_t i = 0; i < p->holders; i++)
      if (p->holder[i].contact && !crosses(r, p, pinned, i))
        refuted(r, "the gaps are not seen to be 0 somewhere in the box");
  }
  confirm(r, "rates of gaps and slips are coordinates%s",
          p->everywhere ? "" : ", and all gaps are 0 at some position of the box");
}

/* By how much frictions may change the acceleration of a gap, which is from -most to -least. */
static void fall_of(run *r, const perch *p, const holder *c, arb_ptr *least, arb_ptr *most) {
  arb_ptr stir = new_ball(r), one = new_ball(r);
  *least = new_ball(r);
  *most = new_ball(r);
  for (size_t i = 0; i < p->holders; i++)
    for (size_t k = 0; k < p->holder[i].c->slips && !p->holder[i].contact; k++) {
      arb_abs(one, p->D + c->row * p->n + p->holder[i].slip + k);
      arb_addmul(stir, one, p->holder[i].bound, P);
    }
  arb_sub(*most, stir, p->a + c->row, P);
  arb_add(*least, stir, p->a + c->row, P);
  arb_neg(*least, *least);
}

/* No friction acts on an open gap: it accelerates by a, whatever else happens. */
static bool is_calm(const perch *p, const holder *c) {
  for (size_t i = 0; i < p->holders; i++)
    for (size_t k = 0; k < p->holder[i].c->slips && !p->holder[i].contact; k++)
      if (!arb_is_zero(p->D + c->row * p->n + p->holder[i].slip + k)) return false;
  return true;
}

/* sqrt(sum x_k^2) */
static arb_ptr length_of(run *r, size_t count, arb_srcptr x) {
  arb_ptr z = new_ball(r);
  for (size_t k = 0; k < count; k++) arb_addmul(z, x + k, x + k, P);
  arb_sqrtpos(z, z, P);
  if (count == 1) arb_abs(z, x);
  return z;
}

/* Neither does another contact change the acceleration of its gap, nor its own friction the sign of
 * what it does to it. */
static bool is_alone(run *r, const perch *p, const holder *c) {
  arb_srcptr row = p->D + c->row * p->n;
  arb_ptr rest = new_ball(r);
  bool alone = true;
  arb_mul(rest, c->bound, length_of(r, c->c->slips, row + c->slip), P);
  arb_sub(rest, row + c->row, rest, P);
  for (const holder *x = p->holder; x < p->holder + p->holders; x++)
    for (size_t j = 0; j < 1 + x->c->slips && x->contact && x != c; j++)
      alone = alone && arb_is_zero(row + x->row + j);
  return alone && arb_is_positive(rest);
}

void verify_pressed(run *r, const json_t *condition) {
  const perch *p = r->perch;
  (void)condition;
  for (size_t i = 0; i < p->holders; i++)
    if (p->holder[i].contact && !is_alone(r, p, &p->holder[i]))
      refuted(r, "contacts act on each other, or friction turns what a force does");
  confirm(r, "contacts push what they touch away, each by itself");
}

/* mu lambda_N at least, where the contact slides with the sign, or (0) in any direction. With no
 * friction on the gap but its own along one line (or none), the normal force at rest is as good:
 * sliding pushes to the same side as friction that exceeds it at rest. */
static arb_ptr grip_of(run *r, const perch *p, const holder *c, int sign) {
  arb_ptr least, most, drag = new_ball(r);
  arb_srcptr row = p->D + c->row * p->n;
  fall_of(r, p, c, &least, &most);
  if (sign)
    arb_mul_si(drag, row + c->slip, -sign, P);
  else
    arb_set(drag, length_of(r, c->c->slips, row + c->slip));
  const bool simple = is_calm(p, c) && (sign || arb_is_zero(drag));
  arb_mul(drag, drag, c->bound, P);
  arb_add(drag, drag, row + c->row, P);
  arb_div(drag, least, drag, P);
  if (simple) arb_set(drag, p->force + c->row);
  arb_mul(drag, drag, c->bound, P);
  return drag;
}

void verify_grip(run *r, const json_t *condition) {
  const perch *p = r->perch;
  (void)condition;
  for (size_t i = 0; i < p->holders; i++) {
    const holder *x = &p->holder[i];
    if (!x->c->slips) continue;
    const bool planar = x->contact && x->c->slips == 1;
    for (int sign = planar ? -1 : 0; sign <= (planar ? 1 : 0); sign += 2) {
      arb_ptr more = new_ball(r), load = length_of(r, x->c->slips, p->force + x->slip);
      if (planar) arb_mul_si(load, p->force + x->slip, -sign, P);
      arb_sub(more, x->contact ? grip_of(r, p, x, sign) : x->bound, load, P);
      if (!arb_is_positive(more)) refuted(r, "friction may not hold the machine");
    }
  }
  confirm(r, "friction can give more than what holds the machine");
}

void verify_bounces(run *r, const json_t *condition) {
  const perch *p = r->perch;
  (void)condition;
  for (size_t i = 0; i < p->holders; i++) {
    const holder *c = &p->holder[i];
    arb_ptr least, most, square = new_ball(r), whole = new_ball(r);
    if (!c->contact) continue;
    arb_one(whole);
    fall_of(r, p, c, &least, &most);
    const bool inwards = arb_is_positive(least), calm = is_calm(p, c);
    arb_mul(square, c->e, c->e, P);
    arb_submul(least, square, most, P);
    if (!arb_is_nonnegative(c->e) || !arb_lt(c->e, whole) || !inwards ||
        !(calm || arb_is_positive(least)))
      refuted(r, "bounces may not become smaller");
  }
  confirm(r, "open contacts accelerate inwards, and bounces become smaller");
}

/* That nothing depends on the state was seen with the directions. */
void verify_constant(run *r, const json_t *condition) {
  const perch *p = r->perch;
  (void)condition;
  if (!p->everywhere) refuted(r, "it is about one position");
  confirm(r, "nothing depends on the state");
}
