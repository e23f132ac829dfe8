/* stance.c: a body that stands on two rough contacts, SS-STANCE and SS-AMBIGUOUS of docs/theory.md.
 *
 * M, h and the rows N_i, T_i of the contacts come from the model at the position, as balls. What
 * contacts do together is a linear system for their forces,
 *
 *     row (M^-1 h + sum_k lambda_k M^-1 (N_k -+ mu_k T_k)) = 0     for slips; N and T for stick,
 *
 * whose solution gives the acceleration of slips, of sticking and of motions from rest alike.
 */
#include "stance.h"

enum { CLOSED = 200 }; /* bits of a gap that counts as 0 */

/* ---- arithmetic ------------------------------------------------------------------------------ */

arb_ptr op(run *r, char sign, arb_srcptr a, arb_srcptr b) {
  arb_ptr z = new_ball(r);
  (sign == '+' ? arb_add : sign == '-' ? arb_sub : sign == '*' ? arb_mul : arb_div)(z, a, b, P);
  return z;
}

arb_ptr whole(run *r, slong x) {
  arb_ptr z = new_ball(r);
  arb_set_si(z, x);
  return z;
}

arb_ptr of_rational(run *r, const fmpq *x) {
  arb_ptr z = new_ball(r);
  arb_set_fmpq(z, x, P);
  return z;
}

arb_ptr dot(run *r, arb_srcptr x, arb_srcptr y) {
  arb_ptr z = new_ball(r);
  arb_dot(z, NULL, 0, x, 1, y, 1, 3, P);
  return z;
}

vector along(run *r, arb_srcptr x, arb_srcptr c, arb_srcptr y) {
  vector z = new_balls(r, 3);
  for (size_t i = 0; i < 3; i++) {
    arb_set(z + i, x + i);
    arb_addmul(z + i, c, y + i, P);
  }
  return z;
}

static bool is_signed(arb_srcptr x, int sign) {
  return sign > 0 ? arb_is_positive(x) : arb_is_negative(x);
}

/* The columns of the inverse of a matrix of rows: cross products over the determinant. */
static bool invert_rows(run *r, const vector *row, vector *column) {
  for (size_t i = 0; i < 3; i++) {
    const vector a = row[(i + 1) % 3], b = row[(i + 2) % 3];
    column[i] = new_balls(r, 3);
    for (size_t k = 0; k < 3; k++) {
      const size_t l = (k + 1) % 3, m = (k + 2) % 3;
      arb_mul(column[i] + k, a + l, b + m, P);
      arb_submul(column[i] + k, a + m, b + l, P);
    }
  }
  arb_ptr det = dot(r, row[0], column[0]);
  for (size_t i = 0; i < 3; i++) _arb_vec_scalar_div(column[i], column[i], 3, det, P);
  return !arb_contains_zero(det);
}

vector combine(run *r, const vector *column, arb_srcptr x) {
  vector z = new_balls(r, 3);
  for (size_t i = 0; i < 3; i++) z = along(r, z, x + i, column[i]);
  return z;
}

arb_ptr energy_of(run *r, const stance *s, arb_srcptr u) {
  arb_ptr T = dot(r, u, combine(r, s->M, u));
  arb_mul_2exp_si(T, T, -1);
  return T;
}

/* ---- modes ----------------------------------------------------------------------------------- */

vector edge(run *r, const foot *c, size_t g) {
  return along(r, c->MN, op(r, g ? '+' : '-', whole(r, 0), c->mu), c->MT);
}

bool accelerate(run *r, const stance *s, const char *mode, vector *acceleration, arb_ptr force) {
  vector row[3], by[3], column[3], right = new_balls(r, 3);
  size_t k = 0, unknown[3];
  for (size_t i = 0; i < 2; i++)
    for (size_t t = 0; t < (mode[i] == 'f' ? 0 : mode[i] == 's' ? 2 : 1); t++) {
      const foot *c = &s->foot[i];
      if (k == 3) return false;
      unknown[k] = 2 * i + t;
      row[k] = t ? c->T : c->N;
      by[k++] = mode[i] == 's' ? (t ? c->MT : c->MN) : edge(r, c, mode[i] == '-');
    }
  vector A[3];
  for (size_t i = 0; i < 3; i++) {
    A[i] = new_balls(r, 3);
    arb_one(A[i] + i);
    for (size_t j = 0; j < k && i < k; j++) arb_set(A[i] + j, dot(r, row[i], by[j]));
    if (i < k) arb_neg(right + i, dot(r, row[i], s->fall));
  }
  if (!invert_rows(r, A, column)) return false;
  const vector x = combine(r, column, right);
  *acceleration = s->fall;
  for (size_t i = 0; i < k; i++) {
    *acceleration = along(r, *acceleration, x + i, by[i]);
    arb_set(force + unknown[i], x + i);
    const char m = mode[unknown[i] / 2];
    if (m != 's') arb_mul(force + unknown[i] + 1, x + i, s->foot[unknown[i] / 2].mu, P);
    if (m == '+') arb_neg(force + unknown[i] + 1, force + unknown[i] + 1);
  }
  return true;
}

bool is_inside(run *r, const foot *c, arb_srcptr force) {
  const arb_ptr most = op(r, '*', c->mu, force);
  return arb_is_positive(op(r, '-', most, force + 1)) &&
         arb_is_positive(op(r, '+', most, force + 1));
}

/* What slips on contact i do; false where the theorem does not know. */
static bool look_at_slips(run *r, stance *s, size_t i) {
  foot *c = &s->foot[i];
  const foot *other = &s->foot[1 - i];
  bool sticks = true;
  if (!arb_is_negative(dot(r, c->N, s->fall))) return false;
  for (size_t g = 0; g < 2; g++) {
    char mode[2] = {'f', 'f'};
    const arb_ptr drag = dot(r, c->N, edge(r, c, g));
    mode[i] = g ? '-' : '+';
    c->lasts[g] = arb_is_positive(drag);
    if (!c->lasts[g] && !arb_is_negative(drag)) return false;
    if (!c->lasts[g]) continue;
    if (!accelerate(r, s, mode, &c->slide[g], new_balls(r, 4))) return false;
    const arb_ptr rate = dot(r, c->T, c->slide[g]);
    c->stops[g] = is_signed(rate, g ? 1 : -1);
    sticks = sticks && c->stops[g];
    if (!c->stops[g] &&
        !(is_signed(rate, g ? -1 : 1) && arb_is_negative(dot(r, other->N, c->slide[g]))))
      return false;
  }
  vector stuck;
  if (!sticks && !s->bounces && c->lasts[0] && c->lasts[1]) { /* rho of the slip that stops */
    const vector stop = c->slide[c->stops[0] ? 0 : 1];
    c->rho = op(r, '/', dot(r, other->N, stop), dot(r, c->T, stop));
  }
  return !sticks || (accelerate(r, s, i ? "fs" : "sf", &stuck, new_balls(r, 4)) &&
                     arb_is_negative(dot(r, other->N, stuck)));
}

size_t sign_of(run *r, const stance *s, size_t i, size_t g) {
  return i == 0 || arb_is_positive(dot(r, s->foot[1].T, s->foot[0].unit[1])) ? g : 1 - g;
}

int slide_both(run *r, const stance *s, size_t g, size_t *signs, vector *acceleration) {
  const arb_ptr force = new_balls(r, 4);
  signs[0] = g;
  signs[1] = sign_of(r, s, 1, g);
  const char mode[2] = {signs[0] ? '-' : '+', signs[1] ? '-' : '+'};
  /* forces times the determinant: of different signs, whatever that is */
  arb_ptr part[2];
  for (size_t i = 0; i < 2; i++) {
    const foot *c = &s->foot[i], *o = &s->foot[1 - i];
    const vector push = edge(r, o, signs[1 - i]);
    part[i] = op(r, '*', dot(r, o->N, s->fall), dot(r, c->N, push));
    arb_submul(part[i], dot(r, c->N, s->fall), dot(r, o->N, push), P);
  }
  *acceleration = NULL;
  if (arb_is_negative(op(r, '*', part[0], part[1]))) return -1;
  if (!accelerate(r, s, mode, acceleration, force)) return 0;
  if (arb_is_negative(force) || arb_is_negative(force + 2)) return -1;
  return arb_is_positive(force) && arb_is_positive(force + 2);
}

static bool look_at_both(run *r, const stance *s, size_t g) {
  size_t signs[2];
  vector acceleration;
  if (slide_both(r, s, g, signs, &acceleration) > 0) return true;
  for (size_t i = 0; i < 2; i++) {
    const foot *c = &s->foot[i];
    if (!c->lasts[signs[i]]) return true;
    if (arb_is_positive(dot(r, s->foot[1 - i].N, c->slide[signs[i]]))) return true;
  }
  return false;
}

/* ---- conditions ------------------------------------------------------------------------------ */

void verify_footing(run *r, const json_t *condition) {
  stance *s = r->stance;
  (void)condition;
  bool good = true;
  for (size_t i = 0; i < 2; i++) {
    foot *c = &s->foot[i];
    c->b = op(r, '-', whole(r, 0), dot(r, s->h, c->unit[2]));
    good = good && arb_is_positive(c->mu) &&
           (s->bounces ? arb_is_positive(c->e) : arb_is_zero(c->e)) &&
           !arb_contains_zero(dot(r, s->foot[1 - i].T, c->unit[1])) &&
           !arb_contains_zero(dot(r, s->h, c->unit[1]));
  }
  if (!good) refuted(r, "it is no body on two rough contacts that the load pulls along");
  confirm(r, "two rough contacts, and a load along the line on which both slide");
}

/* The friction of the second contact is given, the other forces follow. */
void verify_forces(run *r, const json_t *condition) {
  const stance *s = r->stance;
  const arb_ptr last = of_rational(r, read_rational(r, condition, "friction"));
  vector load = along(r, s->h, last, s->foot[1].T);
  arb_ptr force = new_balls(r, 4);
  for (size_t i = 0; i < 3; i++) arb_neg(force + i, dot(r, load, s->foot[0].unit[i]));
  arb_set(force + 3, last);
  if (!is_inside(r, &s->foot[0], force) || !is_inside(r, &s->foot[1], force + 2))
    refuted(r, "these forces are not inside the friction cones");
  confirm(r, "forces inside both friction cones hold the body");
}

void verify_potential(run *r, const json_t *condition) {
  (void)condition;
  if (!r->stance->potential) refuted(r, "a force varies that is not the slope of the potential");
  confirm(r, "all forces but those of the contacts have a potential");
}

void verify_modes(run *r, const json_t *condition) {
  stance *s = r->stance;
  (void)condition;
  if (!look_at_slips(r, s, 0) || !look_at_slips(r, s, 1) || !look_at_both(r, s, 0) ||
      !look_at_both(r, s, 1))
    refuted(r, "a slip has no solution, or does not end");
  confirm(r, "the load presses each contact, and every slip has one solution and ends");
}

void verify_motion(run *r, const json_t *condition) {
  const stance *s = r->stance;
  const json_t *list = json_object_get(condition, "modes");
  char mode[2];
  vector a;
  arb_ptr force = new_balls(r, 4);
  want_array(r, list, 2, "modes");
  for (size_t i = 0; i < 2; i++) {
    const char *word = json_string_value(json_array_get(list, i));
    const char *all[] = {"free", "stick", "slip+", "slip-"};
    size_t k = 0;
    while (k < 4 && (!word || strcmp(word, all[k]) != 0)) k++;
    if (k == 4) malformed(r, "modes: \"free\", \"stick\", \"slip+\" or \"slip-\" is expected");
    mode[i] = "fs+-"[k];
  }
  bool good = accelerate(r, s, mode, &a, force);
  for (size_t i = 0; i < 2 && good; i++) {
    const foot *c = &s->foot[i];
    if (mode[i] == 'f') good = arb_is_positive(dot(r, c->N, a));
    if (mode[i] == 's') good = is_inside(r, c, force + 2 * i);
    if (mode[i] == '+' || mode[i] == '-')
      good = arb_is_positive(force + 2 * i) && is_signed(dot(r, c->T, a), mode[i] == '+' ? 1 : -1);
  }
  if (!good) refuted(r, "the motion is not consistent");
  confirm(r, "from rest another motion is consistent, with strict inequalities");
}

/* ---- the body -------------------------------------------------------------------------------- */

/* Of a formula at the position, velocities being 0. */
static void find_ball(run *r, const energy *x, const matrix *q, node *e, arb_t z) {
  interval range;
  arb_t high;
  if (!find_interval(r, at_place(r, e, x->q, q), &range))
    malformed(r, "a formula has no value at the position");
  arb_init(high);
  arb_set_fmpq(z, range.low, P);
  arb_set_fmpq(high, range.high, P);
  arb_union(z, z, high, P);
  arb_clear(high);
}

static void enter_foot(run *r, const energy *x, const matrix *q, const rubbing *c, foot *to) {
  to->N = new_balls(r, 3);
  to->T = new_balls(r, 3);
  to->mu = new_ball(r);
  to->e = new_ball(r);
  if (c->slips != 1 || !token_is(c->item->law, "coulomb") || !c->item->part[RESTITUTION].to ||
      c->item->part[RESTITUTION + 1].to)
    complain(r, c->item->name, "a planar contact, coulomb(mu) and sequential(e), is expected");
  for (size_t k = 0; k < 3; k++) {
    find_ball(r, x, q, c->normal[k], to->N + k);
    find_ball(r, x, q, c->slip[0][k], to->T + k);
  }
  find_ball(r, x, q, c->limit[0], to->mu);
  find_ball(r, x, q, c->eN, to->e);
}

/* The contacts that are closed at the position, which are those of the certificate. */
static void enter_contacts(run *r, const energy *x, const matrix *q, const json_t *names) {
  stance *s = r->stance;
  size_t closed = 0;
  want_array(r, names, 2, "contacts");
  for (size_t j = 0; j < x->contacts; j++) {
    arb_ptr gap = new_ball(r);
    find_ball(r, x, q, x->contact[j].gap, gap);
    if (arb_is_positive(gap)) continue;
    const char *name = json_string_value(json_array_get(names, closed));
    if (closed == 2 || !name || !token_is(x->contact[j].item->name, name))
      malformed(r, "the contacts that are closed at the position are others");
    if (mag_cmp_2exp_si(arb_radref(gap), -CLOSED) > 0 || !arb_contains_zero(gap))
      refuted(r, "a gap is not 0 at the position");
    s->name[closed] = name;
    enter_foot(r, x, q, &x->contact[j], &s->foot[closed++]);
  }
  if (closed != 2) malformed(r, "two contacts are expected to be closed");
}

/* By its leading minors. */
static bool is_heavy(run *r, const stance *s) {
  arb_ptr minor = op(r, '*', s->M[0], s->M[1] + 1), det = new_ball(r);
  arb_submul(minor, s->M[0] + 1, s->M[1], P);
  for (size_t k = 0; k < 3; k++) {
    const size_t l = (k + 1) % 3, m = (k + 2) % 3;
    arb_ptr part = op(r, '*', s->M[1] + l, s->M[2] + m);
    arb_submul(part, s->M[1] + m, s->M[2] + l, P);
    arb_addmul(det, s->M[0] + k, part, P);
  }
  return arb_is_positive(s->M[0]) && arb_is_positive(minor) && arb_is_positive(det);
}

#define TOLD(i) (int)x->q[i]->name.length, x->q[i]->name.at, show_rational(r, entry(q, i, 0))

void enter_stance(run *r, const json_t *system) {
  stance *s = r->stance = new_room(r, 1, sizeof *s);
  energy *x = new_room(r, 1, sizeof *x);
  vector inverse[3], rows[3];
  read_shape(r, system, "system", "contacts at");
  read_machine(r, x);
  if (x->n != 3 || x->frictions) malformed(r, "a body with three coordinates is expected");
  const matrix *q = read_vector(r, system, "at", 3);
  s->h = new_balls(r, 3);
  for (size_t i = 0; i < 3; i++) {
    s->M[i] = new_balls(r, 3);
    find_ball(r, x, q, x->h[i], s->h + i);
    for (size_t j = 0; j < 3; j++) find_ball(r, x, q, x->M[3 * i + j], s->M[i] + j);
  }
  enter_contacts(r, x, q, json_object_get(system, "contacts"));
  if (!is_heavy(r, s) || !invert_rows(r, s->M, inverse))
    malformed(r, "the mass matrix is not positive definite");
  s->potential = x->Q[0]->fixed && x->Q[1]->fixed && x->Q[2]->fixed;
  s->fall = combine(r, inverse, s->h);
  s->bounces = !arb_is_zero(s->foot[0].e);
  for (size_t i = 0; i < 2; i++) {
    foot *c = &s->foot[i];
    c->MN = combine(r, inverse, c->N);
    c->MT = combine(r, inverse, c->T);
    rows[0] = c->N;
    rows[1] = c->T;
    rows[2] = s->foot[1 - i].N;
    if (!invert_rows(r, rows, c->unit)) malformed(r, "the contacts' directions are dependent");
  }
  confirm(r, "mass, load and two contacts at %.*s = %s, %.*s = %s, %.*s = %s follow from the model",
          TOLD(0), TOLD(1), TOLD(2));
}
