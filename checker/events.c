/* events.c: the functions of a stance fall from event to event.
 *
 * Flight, slip and impact are carried out, in velocities, with numbers x for impulse, slip after
 * it, duration and speed:
 *
 *     x  ->  start of the event  ->  R(x) = V_from(start) - V_to(after) - sum N_ab l_a(x) l_b(x),
 *
 * a quadratic form, R_ij = (R(e_i + e_j) - R(e_i) - R(e_j))/2. It must be positive definite but for
 * the slip p of a body that slides on, whose square vanishes by theory: p times the other
 * variables, all of them >= 0, must have positive factors.
 */
#include "stance.h"

enum { IMPULSE = 0, SLIP = 1, DURATION = 2, SPEED = 3, SIZE = 4 };

typedef struct event {
  enum { FLIGHT, BOUNCE, EPISODE } kind;
  size_t from, to, after, side; /* after: slip +, slip -, stick; side: the slip at the start */
  size_t size, forms;
  const fmpq *N; /* by pairs of forms */
} event;

/* ---- functions and events -------------------------------------------------------------------- */

/* The function of contact i and a sign of its slip, of which V is told by i and g in one number. */
static size_t which(size_t i, size_t g) {
  return 2 * i + g;
}

/* It at a velocity, l and the gap of the other contact. */
static arb_ptr value_at(run *r, const stance *s, size_t function, arb_srcptr u, arb_srcptr l,
                        arb_srcptr gap) {
  const size_t i = function / 2, g = function % 2;
  const foot *c = &s->foot[i];
  const arb_ptr up = op(r, '*', c->b, gap), w = dot(r, c->N, u), slip = dot(r, c->T, u);
  const arb_ptr rest = op(r, '-', dot(r, s->foot[1 - i].N, u), op(r, '*', c->rho, slip));
  arb_ptr V = op(r, '*', s->f, op(r, '+', l, up));
  arb_addmul(V, c->k[g], op(r, '+', energy_of(r, s, u), up), P);
  arb_addmul(V, c->q[g], op(r, '*', slip, slip), P);
  arb_addmul(V, c->a[g], op(r, '*', w, w), P);
  arb_addmul(V, c->beta[g], op(r, '*', w, slip), P);
  arb_addmul(V, c->r, op(r, '*', rest, rest), P);
  return V;
}

/* Impulse as a change of velocity: of a slip after it, or of stick between the edges, one of which
 * is that of an impact without collision where slip of that sign does not last. */
static vector impulse(run *r, const foot *c, size_t after, const int *x) {
  vector sum = new_balls(r, 3);
  if (after < 2) return along(r, sum, whole(r, x[IMPULSE]), edge(r, c, after));
  for (size_t g = 0; g < 2; g++) {
    const arb_ptr size = op(r, '/', whole(r, x[g]), op(r, '+', c->mu, c->mu));
    const arb_ptr level = op(r, '/', dot(r, c->N, c->MN), dot(r, c->N, c->MT));
    sum =
        along(r, sum, size,
              c->lasts[g] ? edge(r, c, g) : along(r, c->MN, op(r, '-', whole(r, 0), level), c->MT));
  }
  return sum;
}

/* The velocities before and after an impact that begins with w_j. */
static void hit(run *r, const stance *s, const event *e, const int *x, arb_srcptr speed,
                vector *before, vector *after) {
  const foot *c = &s->foot[e->to];
  const vector change = impulse(r, c, e->after, x);
  vector own = new_balls(r, 3);
  arb_div(own, dot(r, c->N, change), op(r, '+', whole(r, 1), c->e), P);
  arb_neg(own, own);
  arb_set_si(own + 1, e->after == 2 ? 0 : e->after ? -x[SLIP] : x[SLIP]);
  arb_sub(own + 1, own + 1, dot(r, c->T, change), P);
  arb_set(own + 2, speed);
  *before = combine(r, c->unit, own);
  *after = along(r, *before, whole(r, 1), change);
}

/* T + b gap beyond its least value over all rates and gaps of the other contact. */
static arb_ptr unseen(run *r, const stance *s, const foot *c, arb_srcptr u, arb_srcptr gap) {
  const vector push = combine(r, s->M, c->unit[2]);
  const arb_ptr back = op(r, '/', dot(r, u, push), dot(r, c->unit[2], push));
  const vector least = along(r, u, op(r, '-', whole(r, 0), back), c->unit[2]);
  return op(r, '+', op(r, '-', energy_of(r, s, u), energy_of(r, s, least)), op(r, '*', c->b, gap));
}

/* R at x. */
static arb_ptr evaluate_event(run *r, const stance *s, const event *e, const int *x) {
  const foot *to = &s->foot[e->to], *other = &s->foot[1 - e->to], *o = &s->foot[1 - e->from];
  const vector a = e->kind == EPISODE ? s->foot[e->from].slide[e->side] : s->fall;
  vector before, after;
  arb_ptr D = whole(r, e->size > DURATION ? x[DURATION] : 0), half = new_ball(r);
  arb_mul_2exp_si(half, D, -1);
  arb_ptr speed = whole(r, e->size == SIZE ? x[SPEED] : 0), zero = whole(r, 0);
  if (e->kind == FLIGHT) speed = op(r, '+', speed, op(r, '*', half, dot(r, other->N, s->fall)));
  hit(r, s, e, x, speed, &before, &after);
  if (e->kind == BOUNCE) {
    half = op(r, '/', dot(r, to->N, before), dot(r, to->N, s->fall));
    D = op(r, '+', half, half);
  }
  const arb_ptr minus = op(r, '-', zero, D);
  const vector start = along(r, before, minus, a), middle = along(r, before, whole(r, 0), a);
  arb_submul(middle, half, a, P);
  for (size_t i = 1; i < 3; i++) arb_submul(middle + i, half, a + i, P);
  const arb_ptr came = op(r, '*', minus, dot(r, o->N, middle));
  const arb_ptr left = whole(r, e->size == SIZE ? x[SPEED] * x[DURATION] : 0);
  const size_t ends = e->after < 2 ? e->after : to->rest;
  arb_ptr R = op(
      r, '-',
      value_at(r, s, which(e->from, e->side), start, op(r, '*', minus, dot(r, s->h, middle)), came),
      value_at(r, s, which(e->to, ends), after, zero, left));
  /* w_j and gap_j are not among the variables of a bounce: k counts as if they were the worst */
  if (e->kind == BOUNCE)
    arb_submul(R, op(r, '-', to->k[e->side], to->k[ends]), unseen(r, s, to, start, came), P);
  /* forms: the variables, the slip at the start, the gap at the start over D */
  arb_ptr l[SIZE + 2];
  for (size_t i = 0; i < e->size; i++) l[i] = whole(r, x[i]);
  l[e->size] = dot(r, s->foot[e->from].T, start);
  if (e->side) arb_neg(l[e->size], l[e->size]);
  l[e->size + 1] = op(r, '-', zero, dot(r, to->N, middle));
  for (size_t i = 0, k = 0; i < e->forms; i++)
    for (size_t j = i + 1; j < e->forms; j++, k++)
      arb_submul(R, of_rational(r, e->N + k), op(r, '*', l[i], l[j]), P);
  return R;
}

/* The matrix of a quadratic form in `size` variables; `which` one: NULL the event, else f V_1 + V
 * of a contact, or the energy that an impact takes. */
typedef arb_ptr form_at(run *r, const stance *s, const event *e, const int *x);

static void find_form(run *r, const stance *s, const event *e, form_at *at, arb_ptr A) {
  const size_t n = e->size;
  int x[SIZE] = {0};
  for (size_t i = 0; i < n; i++) {
    x[i] = 1;
    arb_set(A + i * n + i, at(r, s, e, x));
    x[i] = 0;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      x[i] = x[j] = 1;
      arb_ptr both = at(r, s, e, x);
      arb_sub(both, both, A + i * n + i, P);
      arb_sub(both, both, A + j * n + j, P);
      arb_mul_2exp_si(A + i * n + j, both, -1);
      arb_set(A + j * n + i, A + i * n + j);
      x[i] = x[j] = 0;
    }
}

/* By Gauss, the variable `skip` left out. */
static bool is_definite(run *r, arb_ptr A, size_t n, size_t skip) {
  for (size_t k = 0; k < n; k++) {
    if (k == skip) continue;
    if (!arb_is_positive(A + k * n + k)) return false;
    for (size_t i = k + 1; i < n; i++) {
      const arb_ptr t = op(r, '/', A + i * n + k, A + k * n + k);
      for (size_t j = k + 1; j < n; j++) arb_submul(A + i * n + j, t, A + k * n + j, P);
    }
  }
  return true;
}

/* The body goes on sliding to the same side: p^2 vanishes. */
static bool slides_on(run *r, const stance *s, const event *e) {
  return e->after < 2 && sign_of(r, s, e->from, e->side) == sign_of(r, s, e->to, e->after);
}

static bool is_positive(run *r, const stance *s, const event *e, form_at *at) {
  arb_ptr A = new_balls(r, SIZE * SIZE);
  find_form(r, s, e, at, A);
  if (!slides_on(r, s, e)) return is_definite(r, A, e->size, SIZE);
  for (size_t i = 0; i < e->size; i++)
    if (i != SLIP && !arb_is_positive(A + SLIP * e->size + i)) return false;
  return is_definite(r, A, e->size, SLIP);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static arb_ptr lost_energy(run *r, const stance *s, const event *e, const int *x) {
  vector before, after;
  hit(r, s, e, x, whole(r, 0), &before, &after);
  return op(r, '-', energy_of(r, s, before), energy_of(r, s, after));
}

/* A quadratic form in two variables >= 0 that is positive but for p^2. */
static bool is_copositive(run *r, const stance *s, const event *e) {
  arb_ptr A = new_balls(r, SIZE);
  find_form(r, s, e, lost_energy, A);
  if (!arb_is_positive(A)) return false;
  if (arb_is_positive(A + 1)) return e->after < 2 || arb_is_positive(A + 3);
  return e->after == 2 && is_definite(r, A, 2, SIZE);
}

void verify_losses(run *r, const json_t *condition) {
  const stance *s = r->stance;
  (void)condition;
  for (size_t i = 0; i < 2 && s->bounces; i++)
    for (size_t after = 0; after < 3; after++) {
      const event e = {.to = i, .after = after, .size = 2};
      if ((after == 2 || s->foot[i].lasts[after]) && !is_copositive(r, s, &e))
        refuted(r, "an impact may raise the energy");
    }
  confirm(r, "no impact raises the energy");
}

static arb_ptr whole_function(run *r, const stance *s, const event *e, const int *x) {
  vector own = new_balls(r, 3);
  for (size_t i = 0; i < e->size; i++) arb_set_si(own + 3 - e->size + i, x[i]);
  const vector u = combine(r, s->foot[e->to].unit, own);
  const arb_ptr zero = whole(r, 0);
  return op(r, '+', value_at(r, s, which(e->to, e->side), u, zero, zero),
            op(r, '*', s->f, energy_of(r, s, u)));
}

/* V^(i)' at a slip of one sign, w_j = 0, under an acceleration. */
static arb_ptr rate_at(run *r, const stance *s, size_t i, size_t g, arb_srcptr acceleration) {
  const arb_ptr zero = whole(r, 0), sign = whole(r, g ? -1 : 1);
  const vector u = along(r, new_balls(r, 3), sign, s->foot[i].unit[1]);
  const vector sum = along(r, u, whole(r, 1), acceleration);
  arb_ptr V = op(r, '*', s->f, dot(r, s->h, u));
  arb_add(V, V, value_at(r, s, which(i, g), sum, zero, zero), P);
  arb_sub(V, V, value_at(r, s, which(i, g), u, zero, zero), P);
  arb_sub(V, V, value_at(r, s, which(i, g), acceleration, zero, zero), P);
  return V;
}

/* k is larger for the sign that does not count without slip only where T + b gap >= 0 and no bounce
 * leads to that sign: with n = 1 and no slip after it the slip before had the other sign. */
static bool may_differ(run *r, const stance *s, size_t i) {
  const foot *c = &s->foot[i];
  const event e = {.kind = BOUNCE, .from = i, .to = i, .after = 1 - c->rest, .side = c->rest};
  const int n_alone[] = {1, 0};
  vector before, after;
  if (!arb_is_positive(c->b)) return false;
  if (!s->bounces || !c->lasts[e.after]) return true;
  hit(r, s, &e, n_alone, whole(r, 0), &before, &after);
  const arb_ptr half = op(r, '/', dot(r, c->N, before), dot(r, c->N, s->fall));
  const arb_ptr slip = dot(r, c->T, along(r, before, op(r, '-', whole(r, 0), half), s->fall));
  arb_submul(slip, half, dot(r, c->T, s->fall), P);
  return c->rest ? arb_is_positive(slip) : arb_is_negative(slip);
}

/* f > 0; f V_1 + V positive; V' < 0 while slips end and while both slide; V falls where a slip
 * ends, by itself or by an impact without collision. */
static bool is_function(run *r, const stance *s, size_t i) {
  const foot *c = &s->foot[i];
  const size_t far = 1 - c->rest;
  const arb_ptr more = op(r, '-', c->k[far], c->k[c->rest]);
  bool good = arb_is_positive(s->f) && arb_is_nonnegative(more) &&
              (!c->lasts[far] || c->stops[far]) && (arb_is_zero(more) || may_differ(r, s, i));
  for (size_t g = 0; g < 2 && good; g++) {
    const event e = {.to = i, .after = 2, .side = g, .size = s->bounces ? 3 : 2};
    const event stop = {.kind = BOUNCE, .from = i, .to = i, .after = 2, .side = g, .size = 2};
    const int edge_alone[] = {g == 0, g == 1};
    size_t signs[2];
    vector both;
    good = is_positive(r, s, &e, whole_function) &&
           arb_is_positive(op(r, '*', c->b, op(r, '+', s->f, c->k[g])));
    if (c->lasts[g] && c->stops[g])
      good = good && arb_is_negative(rate_at(r, s, i, g, c->slide[g]));
    if (!c->lasts[g]) good = good && arb_is_positive(evaluate_event(r, s, &stop, edge_alone));
    const int pushed = slide_both(r, s, g, signs, &both);
    good = good && (pushed < 0 || (both && arb_is_negative(rate_at(r, s, 0, g, both))));
  }
  return good;
}

/* f, Q; k, a, b by contact and sign; r by contact. */
static void read_functions(run *r, stance *s, const json_t *condition) {
  const matrix *x = read_vector(r, condition, "functions", 17);
  const json_t *rest = json_object_get(condition, "rest");
  want_array(r, rest, 2, "rest");
  s->f = of_rational(r, entry(x, 0, 0));
  for (size_t g = 0; g < 2; g++) s->Q[g] = of_rational(r, entry(x, 1 + g, 0));
  for (size_t i = 0; i < 2; i++) {
    foot *c = &s->foot[i];
    c->rest = (size_t)read_integer(r, json_array_get(rest, i), 0, 1, "rest");
    c->r = of_rational(r, entry(x, 15 + i, 0));
    const arb_ptr ratio = dot(r, s->foot[0].T, c->unit[1]);
    bool idle = !c->rho && !arb_is_zero(c->r);
    if (!c->rho) c->rho = whole(r, 0);
    for (size_t g = 0; g < 2; g++) {
      c->k[g] = of_rational(r, entry(x, 3 + which(i, g), 0));
      c->a[g] = of_rational(r, entry(x, 7 + which(i, g), 0));
      c->beta[g] = of_rational(r, entry(x, 11 + which(i, g), 0));
      idle = idle || (!s->bounces && !(arb_is_zero(c->a[g]) && arb_is_zero(c->beta[g])));
      /* V = f l + Q s_1^2 where both slide */
      c->q[g] = op(r, '*', s->Q[sign_of(r, s, i, g)], op(r, '*', ratio, ratio));
      arb_submul(c->q[g], c->k[g], energy_of(r, s, c->unit[1]), P);
      arb_submul(c->q[g], c->r, op(r, '*', c->rho, c->rho), P);
    }
    if (idle) malformed(r, "functions: a number has no meaning here");
  }
  for (size_t i = 0; i < 2 && s->bounces; i++)
    for (size_t g = 0; g < 2; g++) { /* what b adds to has no w_i s_i where contact i leaves */
      foot *c = &s->foot[i];
      const foot *o = &s->foot[1 - i];
      const size_t far = sign_of(r, s, 1 - i, sign_of(r, s, i, g));
      const arb_ptr slips = op(r, '*', dot(r, o->T, c->unit[0]), dot(r, o->T, c->unit[1]));
      if (g) arb_neg(c->beta[g], c->beta[g]);
      arb_addmul(c->beta[g], op(r, '-', o->k[far], c->k[g]),
                 dot(r, c->unit[0], combine(r, s->M, c->unit[1])), P);
      arb_addmul(c->beta[g], op(r, '+', o->q[far], o->q[far]), slips, P);
    }
}

static void verify_event(run *r, event e, const json_t *list) {
  const stance *s = r->stance;
  size_t k = 0;
  const bool on = slides_on(r, s, &e);
  e.forms = e.size + (e.size > DURATION ? 2 : 1);
  const json_t *own = json_array_get(list, r->leaves++);
  json_t *holder = json_pack("{s:O}", "multipliers", own ? own : json_null());
  const matrix *N = read_vector(r, holder, "multipliers", e.forms * (e.forms - 1) / 2);
  json_decref(holder);
  e.N = N->entries;
  for (size_t i = 0; i < e.forms; i++)
    for (size_t j = i + 1; j < e.forms; j++, k++)
      if (fmpq_sgn(e.N + k) < 0 || (on && i == SLIP && j == e.size && !fmpq_is_zero(e.N + k)))
        refuted(r, "event %zu: a multiplier is negative, or does not belong there", r->leaves);
  if (!is_positive(r, s, &e, evaluate_event))
    refuted(r, "event %zu: the function is not seen to fall", r->leaves);
}

void verify_functions(run *r, const json_t *condition) {
  stance *s = r->stance;
  const json_t *list = json_object_get(condition, "events");
  const size_t size = s->bounces ? SIZE : 2;
  read_functions(r, s, condition);
  if (!is_function(r, s, 0) || !is_function(r, s, 1))
    refuted(r, "a function is not positive, or does not fall while the body slides");
  for (size_t k = 0; k < 12; k++) {
    const size_t i = k / 6, after = k / 2 % 3, g = k % 2;
    const foot *c = &s->foot[i];
    const event e = {FLIGHT, 1 - i, i, after, g, size, 0, NULL};
    if (after == 2 || c->lasts[after]) {
      verify_event(r, e, list);
      if (s->bounces) verify_event(r, (event){BOUNCE, i, i, after, g, 2, 0, NULL}, list);
    }
    if ((after == 2 || s->foot[1 - i].lasts[after]) && c->lasts[g] && !c->stops[g])
      verify_event(r, (event){EPISODE, i, 1 - i, after, g, 3, 0, NULL}, list);
  }
  want_array(r, list, r->leaves, "events");
  confirm(r, "functions are positive and fall from event to event (%zu kinds of events)",
          r->leaves);
}
