/* bounces.c: steps of a motion of a body on two rough contacts with restitution (cycle.c).
 *
 * Bounces of one contact without end, each ending in slip of the same sign or each in stick: the
 * next one is the last one with velocities e times as large. With u the velocity now and d what a
 * flight of the time tau and the impact after it add to it, it is v = u + d/(1 - e) in the
 * end; where the bounces have shrunk by r it is v - r d/(1 - e), and what is left of the way, which
 * is r X + r^2 Y, is one flight and what is left then:
 *
 *     r X + r^2 Y = r tau (v - r d/(1 - e)) + r^2 tau^2 a/2 + e r X + e^2 r^2 Y.
 */
#include "stance.h"

/* The coordinates become those of contact k. */
static void face(run *r, const stance *s, place *x, size_t k) {
  if (x->on == k) return;
  const arb_ptr own = x->own, height = x->height;
  x->slip = dot(r, s->foot[k].T, velocity_at(r, s, x));
  x->own = x->rate;
  x->height = x->gap;
  x->rate = own;
  x->gap = height;
  x->on = k;
}

static bool is_leaving(arb_srcptr gap, arb_srcptr rate) {
  return arb_is_positive(gap) || (arb_is_zero(gap) && arb_is_positive(rate));
}

/* Until contact k is met; the gap of the other one is concave, and open at both ends. */
static bool fly(run *r, const stance *s, place *x, size_t k) {
  face(r, s, x, k);
  const foot *c = &s->foot[k], *other = &s->foot[1 - k];
  const arb_ptr falls = dot(r, c->N, s->fall), sinks = dot(r, other->N, s->fall);
  if (!arb_is_negative(falls) || !arb_is_negative(sinks) || !is_leaving(x->height, x->own) ||
      !is_leaving(x->gap, x->rate))
    return false;
  const arb_ptr speed = op(r, '*', x->own, x->own);
  arb_submul(speed, op(r, '+', falls, falls), x->height, P);
  if (!arb_is_positive(speed)) return false;
  arb_sqrt(speed, speed, P);
  const arb_ptr D = op(r, '-', whole(r, 0), op(r, '/', op(r, '+', x->own, speed), falls));
  const arb_ptr way = op(r, '+', x->rate, op(r, '/', op(r, '*', sinks, D), whole(r, 2)));
  x->gap = op(r, '+', x->gap, op(r, '*', D, way));
  x->rate = op(r, '+', x->rate, op(r, '*', D, sinks));
  x->slip = op(r, '+', x->slip, op(r, '*', D, dot(r, c->T, s->fall)));
  x->own = op(r, '-', whole(r, 0), speed);
  x->height = whole(r, 0);
  return arb_is_positive(x->gap);
}

/* An impact at contact k, which is met. */
static bool strike(run *r, const stance *s, place *x, size_t k, char mode) {
  face(r, s, x, k);
  const foot *c = &s->foot[k];
  const arb_ptr hit = op(r, '*', x->own, op(r, '+', whole(r, 1), c->e));
  vector change;
  if (!arb_is_zero(x->height) || !arb_is_negative(x->own) ||
      !(arb_is_zero(x->gap) || arb_is_positive(x->gap)) ||
      !answer_of(r, c, mode, hit, x->slip, &change))
    return false;
  x->own = op(r, '-', x->own, hit);
  x->slip = mode == 's' ? whole(r, 0) : op(r, '+', x->slip, dot(r, c->T, change));
  x->rate = op(r, '+', x->rate, dot(r, s->foot[1 - k].N, change));
  return (mode == 's' || goes(x->slip, mode)) &&
         (arb_is_positive(x->gap) || !arb_contains_zero(x->rate));
}

/* Bounces of the contact that was just left, until it stays. */
static bool settle(run *r, const stance *s, place *x, char mode) {
  const foot *c = &s->foot[x->on], *other = &s->foot[1 - x->on];
  const arb_ptr falls = dot(r, c->N, s->fall), sinks = dot(r, other->N, s->fall);
  const arb_ptr less = op(r, '-', whole(r, 1), c->e), more = op(r, '+', whole(r, 1), c->e);
  vector change;
  if (!arb_is_negative(falls) || !arb_is_negative(sinks) || !arb_is_positive(less) ||
      !arb_is_zero(x->height) || !arb_is_positive(x->own) || !arb_is_positive(x->gap) ||
      (mode == 's' && !arb_is_zero(x->slip)))
    return false;
  const arb_ptr half = op(r, '-', whole(r, 0), op(r, '/', x->own, falls));
  const arb_ptr tau = op(r, '+', half, half), hit = op(r, '-', whole(r, 0), x->own);
  const arb_ptr drift = op(r, '*', tau, dot(r, c->T, s->fall)); /* counts where it was 0 */
  if (!answer_of(r, c, mode, op(r, '*', more, hit), drift, &change)) return false;
  const vector d = along(r, change, tau, s->fall), u = velocity_at(r, s, x);
  const vector v = along(r, u, op(r, '/', whole(r, 1), less), d);
  x->rate = dot(r, other->N, v);
  const arb_ptr X = op(r, '/', op(r, '*', tau, x->rate), less);
  arb_ptr Y = op(r, '*', half, sinks); /* tau a/2 */
  Y = op(r, '-', Y, op(r, '/', dot(r, other->N, d), less));
  Y = op(r, '/', op(r, '*', Y, tau), op(r, '*', less, more));
  x->gap = op(r, '+', x->gap, op(r, '+', X, Y));
  const arb_ptr first = op(r, '+', x->slip, dot(r, c->T, d));
  x->slip = mode == 's' ? whole(r, 0) : dot(r, c->T, v);
  x->own = whole(r, 0);
  /* gap - r X - r^2 Y is positive at r = 1, and now at 0, and so is what it has between */
  return arb_is_positive(x->gap) &&
         arb_is_positive(op(r, '-', x->gap, op(r, '/', X, whole(r, 2)))) &&
         (mode == 's' || (goes(first, mode) && goes(x->slip, mode)));
}

bool take_bounce(run *r, const stance *s, place *x, const json_t *step) {
  read_shape(r, step, "steps", "step contact mode");
  const char *word = read_text(r, step, "step"), *name = read_text(r, step, "contact");
  const char mode = read_mode(r, step, "mode");
  const size_t k = strcmp(name, s->name[0]) == 0 ? 0 : 1;
  if (!mode || strcmp(name, s->name[k]) != 0) malformed(r, "steps: a contact and a mode, please");
  if (strcmp(word, "hit") == 0) return strike(r, s, x, k, mode);
  if (strcmp(word, "fly") == 0) return fly(r, s, x, k) && strike(r, s, x, k, mode);
  if (x->on != k) return false;
  if (strcmp(word, "settle") == 0) return settle(r, s, x, mode);
  const bool turns = strcmp(word, "turn") == 0;
  if (!turns && strcmp(word, "land") != 0)
    malformed(r, "steps: \"hit\", \"fly\", \"settle\", \"turn\" or \"land\" is expected");
  return arb_is_zero(x->own) && arb_is_zero(x->height) && take_mode(r, s, x, mode, turns);
}
