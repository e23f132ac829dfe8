/* cycle.c: a motion of a body on two rough contacts that comes back larger, SS-GROWS of
 * docs/theory.md.
 *
 * The steps of the certificate are taken with velocities u of the body itself: in a mode
 * u = u_0 + t a, the gap of the other contact follows from N u, and a plastic impact adds the
 * impulse that stops N u (and T u, if it ends in stick); those with restitution are in bounces.c.
 * Nothing is searched; whatever is not seen to be strict is refuted.
 */
#include "stance.h"

vector velocity_at(run *r, const stance *s, const place *x) {
  vector own = new_balls(r, 3);
  arb_set(own, x->own);
  arb_set(own + 1, x->slip);
  arb_set(own + 2, x->rate);
  return combine(r, s->foot[x->on].unit, own);
}

char read_mode(run *r, const json_t *step, const char *key) {
  const json_t *word = json_object_get(step, key);
  if (json_is_null(word)) return 0;
  if (says(word, "stick")) return 's';
  if (!says(word, "slip+") && !says(word, "slip-"))
    malformed(r, "steps: \"stick\", \"slip+\", \"slip-\" or null is expected");
  return says(word, "slip+") ? '+' : '-';
}

bool goes(arb_srcptr slip, char mode) {
  return mode == '+' ? arb_is_positive(slip) : arb_is_negative(slip);
}

bool take_mode(run *r, const stance *s, place *x, char mode, bool turns) {
  char modes[2] = {'f', 'f'};
  const foot *c = &s->foot[x->on], *other = &s->foot[1 - x->on];
  const arb_ptr force = new_balls(r, 4);
  vector a;
  modes[x->on] = mode;
  if (!accelerate(r, s, modes, &a, force)) return false;
  if (mode == 's' ? !is_inside(r, c, force + 2 * x->on) : !arb_is_positive(force + 2 * x->on))
    return false;
  const arb_ptr speeds = dot(r, c->T, a), falls = dot(r, other->N, a);
  const bool resting = arb_is_zero(x->slip);
  if (mode == 's' ? !resting : !goes(resting ? speeds : x->slip, mode)) return false;
  arb_ptr D, root = op(r, '*', x->rate, x->rate);
  if (turns) {
    D = op(r, '-', whole(r, 0), op(r, '/', x->slip, speeds));
    if (mode == 's' || !arb_is_positive(D)) return false;
  } else {
    arb_submul(root, op(r, '*', whole(r, 2), falls), x->gap, P);
    if (!arb_is_negative(falls) || !arb_is_positive(root)) return false;
    arb_sqrt(root, root, P);
    D = op(r, '-', whole(r, 0), op(r, '/', op(r, '+', x->rate, root), falls));
  }
  /* in between the gap is open: it is concave, or grows */
  const bool opens = arb_is_positive(x->rate);
  if (!opens && !arb_is_positive(x->gap)) return false;
  if (!opens && !arb_is_negative(falls)) return false;
  const arb_ptr half = op(r, '/', op(r, '*', falls, D), whole(r, 2));
  const arb_ptr gap = op(r, '+', x->gap, op(r, '*', D, op(r, '+', x->rate, half)));
  if (turns && !arb_is_positive(gap)) return false;
  x->gap = turns ? gap : whole(r, 0);
  x->rate = turns ? op(r, '+', x->rate, op(r, '*', D, falls)) : op(r, '-', whole(r, 0), root);
  x->slip = turns || mode == 's' ? whole(r, 0) : op(r, '+', x->slip, op(r, '*', D, speeds));
  return turns || mode == 's' || goes(x->slip, mode);
}

bool answer_of(run *r, const foot *c, char mode, arb_srcptr hit, arb_srcptr slip, vector *change) {
  const vector none = new_balls(r, 3), by = edge(r, c, mode == '-');
  if (mode == 's') { /* by Cramer's rule */
    const arb_ptr a = dot(r, c->N, c->MN), b = dot(r, c->N, c->MT), d = dot(r, c->T, c->MT);
    const arb_ptr det = op(r, '-', op(r, '*', a, d), op(r, '*', b, b)), force = new_balls(r, 2);
    if (!arb_is_positive(det)) return false;
    arb_set(force, op(r, '/', op(r, '-', op(r, '*', b, slip), op(r, '*', d, hit)), det));
    arb_set(force + 1, op(r, '/', op(r, '-', op(r, '*', b, hit), op(r, '*', a, slip)), det));
    *change = along(r, along(r, none, force, c->MN), force + 1, c->MT);
    return is_inside(r, c, force);
  }
  const arb_ptr drag = dot(r, c->N, by);
  if (!arb_is_positive(drag)) return false;
  *change = along(r, none, op(r, '-', whole(r, 0), op(r, '/', hit, drag)), by);
  return true;
}

/* A plastic impact at the other contact, after which that one is closed. */
static bool take_impact(run *r, const stance *s, place *x, char mode) {
  const size_t k = 1 - x->on;
  const foot *c = &s->foot[k];
  const arb_ptr slip = dot(r, c->T, velocity_at(r, s, x));
  vector change;
  if (!arb_is_negative(x->rate) || !answer_of(r, c, mode, x->rate, slip, &change)) return false;
  x->rate = dot(r, s->foot[x->on].N, change); /* it was 0: that contact was closed */
  x->slip = mode == 's' ? whole(r, 0) : op(r, '+', slip, dot(r, c->T, change));
  x->gap = whole(r, 0);
  x->on = k;
  return !arb_contains_zero(x->rate) && (mode == 's' || goes(x->slip, mode));
}

static bool take_rock(run *r, const stance *s, place *x, const json_t *step) {
  read_shape(r, step, "steps", "mode impact");
  const char mode = read_mode(r, step, "mode"), impact = read_mode(r, step, "impact");
  if (!mode && !impact) malformed(r, "steps: a mode or an impact is expected");
  if (!mode && !(arb_is_zero(x->gap) && arb_is_negative(x->rate))) return false;
  if (mode && !take_mode(r, s, x, mode, !impact)) return false;
  return !impact || take_impact(r, s, x, impact);
}

static bool take_step(run *r, const stance *s, place *x, const json_t *step) {
  if (!(s->bounces ? take_bounce : take_rock)(r, s, x, step)) return false;
  if (arb_contains_zero(x->rate)) return true;
  const bool opens = arb_is_positive(x->rate);
  const arb_ptr unit = op(r, opens ? '+' : '-', whole(r, 0), x->rate);
  x->size = op(r, '*', x->size, unit);
  x->slip = op(r, '/', x->slip, unit);
  x->own = op(r, '/', x->own, unit);
  x->gap = op(r, '/', op(r, '/', x->gap, unit), unit);
  x->height = op(r, '/', op(r, '/', x->height, unit), unit);
  x->rate = whole(r, opens ? 1 : -1);
  return true;
}

/* Whether a ratio lies inside (low, high); 0 alone is exactly met. */
static bool is_between(run *r, arb_srcptr ratio, const fmpq *low, const fmpq *high) {
  const arb_ptr a = op(r, '-', ratio, of_rational(r, low));
  const arb_ptr b = op(r, '-', of_rational(r, high), ratio);
  if (fmpq_equal(low, high)) return arb_is_zero(a);
  return arb_is_positive(a) && arb_is_positive(b);
}

void verify_cycle(run *r, const json_t *condition) {
  stance *s = r->stance;
  const fmpq *low = read_rational(r, condition, "low"), *high = read_rational(r, condition, "high");
  const json_t *steps = json_object_get(condition, "steps"), *step;
  const json_int_t pieces = json_integer_value(json_object_get(condition, "pieces"));
  const char *name = read_text(r, condition, "contact");
  size_t first = 0, k;
  if (!json_is_array(steps) || json_array_size(steps) > 100)
    malformed(r, "steps: a list is expected");
  const bool alone = fmpq_is_zero(low) && fmpq_is_zero(high); /* which sticking makes exact */
  if (pieces < 1 || pieces > 1024 || (!alone && fmpq_cmp(low, high) >= 0))
    malformed(r, "an interval of ratios, and 1 to 1024 pieces of it, are expected");
  for (size_t i = 0; i < 2; i++)
    if (s->bounces ? !is_between(r, s->foot[i].e, &(fmpq){0, 1}, &(fmpq){1, 1})
                   : !arb_is_zero(s->foot[i].e))
      refuted(r, "restitutions are neither both 0 nor both between 0 and 1");
  while (first < 2 && strcmp(name, s->name[first]) != 0) first++;
  if (first == 2) malformed(r, "contact: one of the two is expected");
  for (json_int_t i = 0; i < pieces; i++) {
    const arb_ptr a = of_rational(r, low), b = op(r, '-', of_rational(r, high), a);
    const arb_ptr from = op(r, '+', a, op(r, '*', b, op(r, '/', whole(r, i), whole(r, pieces))));
    const arb_ptr to = op(r, '+', a, op(r, '*', b, op(r, '/', whole(r, i + 1), whole(r, pieces))));
    arb_union(from, from, to, P);
    const arb_ptr zero = whole(r, 0), rate = whole(r, s->bounces ? -1 : 1);
    place x = {first, from, rate, zero, zero, zero, whole(r, 1)};
    if (alone) x.slip = whole(r, 0);
    json_array_foreach(steps, k, step) if (!take_step(r, s, &x, step))
        refuted(r, "a step of the cycle is not consistent");
    if (x.on != first || !arb_is_zero(x.gap) || !arb_equal(x.rate, rate) || !arb_is_zero(x.own) ||
        !arb_is_zero(x.height) || !is_between(r, x.slip, low, high))
      refuted(r, "the cycle does not lead back to where it began");
    if (i > 0) arb_min(x.size, x.size, s->growth, P);
    s->growth = x.size;
  }
  confirm(r, "a motion comes back to where it began, with strict inequalities (%zu steps)",
          json_array_size(steps));
}

void verify_growth(run *r, const json_t *condition) {
  const fmpq *factor = read_rational(r, condition, "factor");
  const arb_ptr room = op(r, '-', r->stance->growth, of_rational(r, factor));
  if (fmpq_cmp_si(factor, 1) <= 0) refuted(r, "the factor of growth is not above 1");
  if (!arb_is_nonnegative(room)) refuted(r, "the cycle does not grow by that factor");
  confirm(r, "the motion is larger then");
}
