/* stance_functions.c: what the functions V^(i) of a stance must satisfy, as inequalities.
 *
 *     impact       V^(m) before - V^(i) after > 0 for an impact at i that ends
 *                    a slip on contact m (and, with restitution, a flight from an impact at m),
 *                    a flight from an impact at i itself,
 *                    a slip on m that speeds up, V^(m) being taken where it began
 *
 * An impact at i is one of three cones: slip of either sign after it, (n, p) >= 0, impulse and
 * slip; stick, (a, b) >= 0, the distances of the impulse from both edges of the friction cone.
 * Durations are variables >= 0 as well, so that all of these are quadratic forms on polyhedral
 * cones. They are shown to be positive by products of the linear forms that are not negative there:
 * P - sum N_ab l_a l_b positive definite, N_ab >= 0. Along p alone (both contacts slide, no
 * impulse) P is 0 by construction, and so it is for p times u (flight with the speed u from a
 * contact that slides): there the products n p and D p take up what stands in P, which must be
 * positive.
 */
#include <stdlib.h>

#include "stance.h"

enum { SLIP = 1, DURATION = 2, SPEED = 3 }; /* variables; 0 is the impulse */

static arb_ptr at(arb_mat_t A, slong i, slong j) {
  return arb_mat_entry(A, i, j);
}

/* ---- transitions ----------------------------------------------------------------------------- */

/* From V^(from) at `start` to V^(to) at `end`: states as 3 x size matrices of the variables; gaps
 * of the other contact and the work of the load as forms. */
typedef struct transition {
  const char *what;
  size_t from, to;
  size_t side, end; /* the sign of the slip at the start and after the impact: 0 +, 1 - */
  slong size;
  bool slips;                     /* p is variable 1, and the slip at the start has its sign */
  arb_mat_t before, after, start; /* of the impact, in c_to; where it began, in c_from */
  arb_mat_t gap_start, gap_end, work;
  size_t forms;
  arb_mat_t form; /* rows: linear forms that are not negative */
} transition;

static void start_transition(transition *t, const char *what, size_t from, size_t to, slong size) {
  *t = (transition){.what = what, .from = from, .to = to, .size = size};
  arb_mat_init(t->before, 3, size);
  arb_mat_init(t->after, 3, size);
  arb_mat_init(t->start, 3, size);
  arb_mat_init(t->gap_start, size, size);
  arb_mat_init(t->gap_end, size, size);
  arb_mat_init(t->work, size, size);
  arb_mat_init(t->form, STANCE_FORMS, size);
}

static void stop_transition(transition *t) {
  arb_mat_clear(t->before);
  arb_mat_clear(t->after);
  arb_mat_clear(t->start);
  arb_mat_clear(t->gap_start);
  arb_mat_clear(t->gap_end);
  arb_mat_clear(t->work);
  arb_mat_clear(t->form);
}

/* to += factor (x^T y + y^T x)/2 for rows x, y */
static void add_product(arb_mat_t to, const arb_t factor, arb_srcptr x, arb_srcptr y, slong p) {
  const slong n = arb_mat_nrows(to);
  arb_t half;
  arb_init(half);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++) {
      if ((arb_is_zero(x + i) || arb_is_zero(y + j)) && (arb_is_zero(x + j) || arb_is_zero(y + i)))
        continue;
      arb_mul(half, x + i, y + j, p);
      arb_addmul(half, x + j, y + i, p);
      arb_mul_2exp_si(half, half, -1);
      arb_addmul(at(to, i, j), half, factor, p);
    }
  arb_clear(half);
}

static arb_srcptr row(arb_mat_t A, slong i) {
  return A->rows[i];
}

/* to += sign X^T G X */
static void add_form(arb_mat_t to, arb_mat_t X, arb_mat_t G, int sign, slong p) {
  arb_t factor;
  arb_init(factor);
  for (slong k = 0; k < 3; k++)
    for (slong j = 0; j < 3; j++) {
      if (arb_is_zero(at(G, k, j))) continue;
      arb_mul_si(factor, at(G, k, j), sign, p);
      add_product(to, factor, row(X, k), row(X, j), p);
    }
  arb_clear(factor);
}

/* The change of c_k by the impulse without collision: (1, -D_NN/D_NT)/(2 mu), w_i unchanged. It is
 * an edge of the cone of impulses that stop the slip, where the friction cone's edge is none. */
static void set_tangential(const ss_footing *s, size_t i, slong k, arb_t change) {
  const stance_contact *c = &s->contact[i];
  const slong p = s->precision;
  arb_t ratio;
  arb_init(ratio);
  arb_div(ratio, arb_mat_entry(c->impulse, 0, 0), arb_mat_entry(c->impulse, 0, 1), p);
  arb_mul(change, ratio, arb_mat_entry(c->impulse, k, 1), p);
  arb_sub(change, arb_mat_entry(c->impulse, k, 0), change, p);
  arb_div(change, change, &s->zero->mu[i], p);
  arb_mul_2exp_si(change, change, -1);
  if (k == 0) arb_zero(change);
  arb_clear(ratio);
}

/* before and after of an impact at t->to: kind 0 slip +, 1 slip -, 2 stick. The row w of the other
 * gap before it is set by the caller. */
static void set_impact(const ss_footing *s, transition *t, int kind) {
  const stance_contact *c = &s->contact[t->to];
  const slong p = s->precision;
  arb_t change, ratio, e, whole;
  arb_init(change);
  arb_init(ratio);
  arb_init(e);
  arb_init(whole);
  arb_set(e, &s->zero->e[t->to]);
  arb_add_si(whole, e, 1, p);
  t->end = kind < 2 ? (size_t)kind : s->rest[t->to];
  t->slips = kind < 2 && ss_stance_sign(s, t->from, t->side) == ss_stance_sign(s, t->to, t->end);
  for (slong v = 0; v < (kind < 2 ? 1 : 2); v++)
    for (slong k = 0; k < 3; k++) {
      if (kind < 2) { /* impulse (1, -+ mu) */
        arb_mul_si(ratio, &s->zero->mu[t->to], kind == 0 ? -1 : 1, p);
        arb_mul(change, arb_mat_entry(c->impulse, k, 1), ratio, p);
        arb_add(change, change, arb_mat_entry(c->impulse, k, 0), p);
      } else { /* (1/(2 mu), -+ 1/2) */
        arb_div(change, arb_mat_entry(c->impulse, k, 0), &s->zero->mu[t->to], p);
        if (v == 0) arb_sub(change, change, arb_mat_entry(c->impulse, k, 1), p);
        if (v == 1) arb_add(change, change, arb_mat_entry(c->impulse, k, 1), p);
        arb_mul_2exp_si(change, change, -1);
        if (!c->slips[v].lasts) set_tangential(s, t->to, k, change);
      }
      if (k == 0) {
        arb_div(change, change, whole, p);
        arb_neg(at(t->before, 0, v), change);
        arb_mul(at(t->after, 0, v), change, e, p);
      }
      if (k == 1) arb_neg(at(t->before, 1, v), change);
      if (k == 2) arb_set(at(t->after, 2, v), change);
    }
  if (kind < 2) {
    arb_set_si(at(t->before, 1, SLIP), kind == 0 ? 1 : -1);
    arb_set_si(at(t->after, 1, SLIP), kind == 0 ? 1 : -1);
  }
  for (slong v = 0; v < t->size; v++) /* w_j after = w_j before + impulse */
    arb_add(at(t->after, 2, v), at(t->after, 2, v), at(t->before, 2, v), p);
  arb_clear(change);
  arb_clear(ratio);
  arb_clear(e);
  arb_clear(whole);
}

/* The state a duration (a row) earlier: start = state - rate duration; work of the load. */
static void go_back(const ss_footing *s, transition *t, size_t frame, arb_mat_t state,
                    arb_mat_t rate, arb_srcptr duration) {
  const stance_contact *c = &s->contact[frame];
  const slong p = s->precision;
  arb_t half;
  arb_init(half);
  for (slong k = 0; k < 3; k++) {
    arb_srcptr load = arb_mat_entry(c->load, 0, k);
    add_product(t->work, load, row(state, k), duration, p);
    arb_mul_2exp_si(half, at(rate, k, 0), -1);
    arb_mul(half, half, load, p);
    arb_neg(half, half);
    add_product(t->work, half, duration, duration, p);
    for (slong v = 0; v < t->size; v++) {
      arb_set(at(t->start, k, v), at(state, k, v));
      arb_submul(at(t->start, k, v), at(rate, k, 0), duration + v, p);
    }
  }
  arb_clear(half);
}

/* gap = -w duration + rate duration^2/2: what it was before it came to 0 with w. */
static void add_gap(arb_mat_t to, arb_srcptr w, const arb_t rate, arb_srcptr duration, slong p) {
  arb_t factor;
  arb_init(factor);
  arb_set_si(factor, -1);
  add_product(to, factor, w, duration, p);
  arb_mul_2exp_si(factor, rate, -1);
  add_product(to, factor, duration, duration, p);
  arb_clear(factor);
}

/* What k (T + b gap) of the start has beyond its least value over w_j and gap_j >= 0, which an
 * event from i to i does not know: K_jj/2 (w_j + (K_jw w_i + K_js s_i)/K_jj)^2 + b gap_j. */
static void add_unseen(ss_footing *s, transition *t, int sign, arb_mat_t P) {
  stance_contact *c = &s->contact[t->from];
  const slong p = s->precision;
  arb_ptr y = _arb_vec_init(t->size);
  arb_t factor;
  arb_init(factor);
  for (slong v = 0; v < t->size; v++) {
    for (slong k = 0; k < 3; k++) arb_addmul(y + v, at(c->K, 2, k), at(t->start, k, v), p);
    arb_div(y + v, y + v, at(c->K, 2, 2), p);
  }
  arb_mul_2exp_si(factor, at(c->K, 2, 2), -1);
  arb_mul_si(factor, factor, sign, p);
  add_product(P, factor, y, y, p);
  arb_mul_si(factor, at(c->load, 0, 2), -sign, p);
  for (slong i = 0; i < t->size; i++)
    for (slong j = 0; j < t->size; j++) arb_addmul(at(P, i, j), factor, at(t->gap_start, i, j), p);
  _arb_vec_clear(y, t->size);
  arb_clear(factor);
}

/* P of one unknown. */
static void set_difference(ss_footing *s, transition *t, size_t v, arb_mat_t P) {
  const slong p = s->precision;
  stance_contact *from = &s->contact[t->from], *to = &s->contact[t->to];
  add_form(P, t->start, from->form[t->side][v], 1, p);
  add_form(P, t->after, to->form[t->end][v], -1, p);
  for (slong i = 0; i < t->size; i++)
    for (slong j = 0; j < t->size; j++) {
      arb_addmul(at(P, i, j), &from->gap[t->side][v], at(t->gap_start, i, j), p);
      arb_submul(at(P, i, j), &to->gap[t->end][v], at(t->gap_end, i, j), p);
      if (v == STANCE_F) arb_sub(at(P, i, j), at(P, i, j), at(t->work, i, j), p);
    }
  /* (k_before - k_after)(T + b gap) counts with its least value */
  const size_t before = ss_stance_weight(s, t->from, t->side),
               after = ss_stance_weight(s, t->to, t->end);
  if (t->from == t->to && before != after && (v == before || v == after))
    add_unseen(s, t, v == before ? -1 : 1, P);
}

/* A product of two forms that says nothing where P is 0 by construction. */
static bool is_useful(const transition *t, arb_mat_t B, size_t a, size_t b) {
  if (!t->slips) return true;
  if (a == 0 && b == SLIP) return false; /* these take up what stands in P */
  if (a == SLIP && b < (size_t)t->size) return false;
  return arb_is_zero(at(B, SLIP, SLIP));
}

/* The part of a symmetric matrix that an inequality is about: rows[] x rows[], or one entry. */
static void take(arb_mat_t to, arb_mat_t from, const slong *rows, bool entry) {
  for (slong i = 0; i < arb_mat_nrows(to); i++)
    for (slong j = 0; j < arb_mat_nrows(to); j++)
      arb_set(at(to, i, j), at(from, rows[i], rows[entry ? 1 : j]));
}

static bool pose_part(ss_footing *s, const transition *t, arb_mat_t *P, const slong *rows,
                      slong size) {
  const bool entry = size == 0; /* the entry rows[0], rows[1] */
  stance_inequality *e = ss_stance_new_inequality(s, t->what, entry ? 1 : size);
  if (!e) return false;
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) take(e->A[v], P[v], rows, entry);
  return true;
}

/* Adds the products to the inequalities from `first` on, which are about these rows. */
static bool add_products(ss_footing *s, transition *t, size_t first, slong (*rows)[STANCE_ROWS]) {
  arb_mat_t B;
  arb_t one;
  arb_init(one);
  arb_one(one);
  arb_mat_init(B, t->size, t->size);
  stance_event *event = &s->event[s->events++];
  bool good = true;
  for (size_t a = 0; a < t->forms && good; a++)
    for (size_t b = a + 1; b < t->forms && good; b++) {
      event->multiplier[event->pairs++] = SIZE_MAX;
      arb_mat_zero(B);
      add_product(B, one, row(t->form, (slong)a), row(t->form, (slong)b), s->precision);
      if (!is_useful(t, B, a, b)) continue;
      good = s->multipliers < STANCE_MULTIPLIERS;
      for (size_t k = first; k < s->inequalities && good; k++) {
        stance_inequality *e = &s->inequality[k];
        const size_t p = e->products++;
        arb_mat_init(e->B[p], e->size, e->size);
        take(e->B[p], B, rows[k - first], k > first);
        e->multiplier[p] = s->multipliers;
      }
      if (good) event->multiplier[event->pairs - 1] = s->multipliers++;
    }
  arb_clear(one);
  arb_mat_clear(B);
  return good;
}

static bool pose_transition(ss_footing *s, transition *t) {
  arb_mat_t P[STANCE_UNKNOWNS];
  const size_t first = s->inequalities;
  slong rows[4][STANCE_ROWS] = {{0, 1, 2, 3}, {0, SLIP}, {SLIP, DURATION}, {SLIP, SPEED}};
  slong size = t->size;
  if (t->slips) {
    for (slong k = SLIP; k + 1 < size; k++) rows[0][k] = k + 1;
    size--;
  }
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
    arb_mat_init(P[v], t->size, t->size);
    set_difference(s, t, v, P[v]);
  }
  bool good = s->events < STANCE_EVENTS && pose_part(s, t, P, rows[0], size);
  if (t->slips) good = good && pose_part(s, t, P, rows[1], 0);
  for (slong k = DURATION; k < t->size && t->slips; k++)
    good = good && pose_part(s, t, P, rows[k], 0);
  good = good && add_products(s, t, first, rows);
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_mat_clear(P[v]);
  return good;
}

/* Linear forms: x_0, x_1, ..., the slip at the start. */
static void add_variables(transition *t) {
  for (slong v = 0; v < t->size; v++) arb_one(at(t->form, (slong)t->forms++, v));
  for (slong v = 0; v < t->size; v++) {
    arb_ptr to = at(t->form, (slong)t->forms, v);
    (t->side == 0 ? arb_set : arb_neg)(to, at(t->start, 1, v));
  }
  t->forms++;
}

/* An impact at i that ends a slip on m or, with restitution, a flight from an impact at m. */
static bool pose_arrival(ss_footing *s, size_t i, int kind, size_t side) {
  stance_contact *c = &s->contact[i];
  const slong p = s->precision;
  transition t;
  arb_mat_t state;
  start_transition(&t, "the function falls to an impact at the other contact", 1 - i, i,
                   s->bounces ? 4 : 2);
  t.side = side;
  arb_mat_init(state, 3, t.size);
  arb_ptr duration = _arb_vec_init(t.size);
  if (s->bounces) {
    arb_one(duration + DURATION);
    arb_one(at(t.before, 2, SPEED));
    arb_mul_2exp_si(at(t.before, 2, DURATION), at(c->fall, 2, 0), -1);
  }
  set_impact(s, &t, kind);
  go_back(s, &t, i, t.before, c->fall, duration);
  arb_mat_mul(state, c->to_other, t.start, p);
  arb_mat_swap(state, t.start);
  add_variables(&t);
  if (s->bounces) {
    add_gap(t.gap_start, row(t.before, 0), at(c->fall, 0, 0), duration, p);
    arb_mul_2exp_si(at(t.gap_end, DURATION, SPEED), duration + DURATION, -1); /* u D */
    arb_mul_2exp_si(at(t.gap_end, SPEED, DURATION), duration + DURATION, -1);
    for (slong v = 0; v < t.size; v++) arb_neg(at(t.form, 5, v), at(t.before, 0, v));
    arb_mul_2exp_si(at(t.form, 5, DURATION), at(c->fall, 0, 0), -1);
    t.forms = 6;
  }
  const bool good = pose_transition(s, &t);
  _arb_vec_clear(duration, t.size);
  arb_mat_clear(state);
  stop_transition(&t);
  return good;
}

/* A flight from an impact at i to the next one at i. w_j and gap_j do not matter. */
static void start_bounce(ss_footing *s, transition *t, size_t i, int kind, size_t side) {
  stance_contact *c = &s->contact[i];
  const slong p = s->precision;
  start_transition(t, "the function falls from an impact to the next one there", i, i, 2);
  t->side = side;
  arb_ptr duration = _arb_vec_init(t->size);
  set_impact(s, t, kind);
  for (slong v = 0; v < 2; v++) { /* 2 w_i / w_i' */
    arb_div(duration + v, at(t->before, 0, v), at(c->fall, 0, 0), p);
    arb_mul_2exp_si(duration + v, duration + v, 1);
  }
  if (kind < 2) arb_zero(duration + SLIP);
  go_back(s, t, i, t->before, c->fall, duration);
  add_gap(t->gap_start, row(t->before, 2), at(c->fall, 2, 0), duration, p);
  add_variables(t);
  _arb_vec_clear(duration, t->size);
}

static bool pose_bounce(ss_footing *s, size_t i, int kind, size_t side) {
  transition t;
  start_bounce(s, &t, i, kind, side);
  const bool good = pose_transition(s, &t);
  stop_transition(&t);
  return good;
}

/* After an impact the contact slips with a sign only if it can. */
static bool has_impact(const ss_footing *s, size_t i, int kind) {
  return kind == 2 || s->contact[i].slips[kind].lasts;
}

/* k_i is one number for both signs where V^(i) of the sign that counts without slip could be
 * followed by the other one: after a bounce that turns the slip round. Likewise where T + b gap_j
 * may be negative. */
static bool is_tied(ss_footing *s, size_t i) {
  const size_t far = 1 - s->rest[i];
  if (!arb_is_negative(at(s->contact[i].load, 0, 2))) return true;
  if (!s->bounces || !has_impact(s, i, (int)far)) return false;
  transition t;
  start_bounce(s, &t, i, (int)far, s->rest[i]);
  /* with n, p >= 0 the slip before it would have the wrong sign */
  const bool impossible = arb_is_negative(at(t.form, 2, 0));
  stop_transition(&t);
  return !impossible;
}

/* A slip of sign g that has no solution ends by an impact without collision: one edge of those that
 * stop it. With restitution it is among the bounces. */
static bool pose_stop(ss_footing *s, size_t i, size_t g) {
  transition t;
  arb_mat_t P;
  if (s->contact[i].slips[g].lasts || s->bounces) return true;
  stance_inequality *e =
      ss_stance_new_inequality(s, "it falls where a slip without solution ends", 1);
  if (!e) return false;
  start_bounce(s, &t, i, 2, g);
  arb_mat_init(P, 2, 2);
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
    arb_mat_zero(P);
    set_difference(s, &t, v, P);
    arb_set(at(e->A[v], 0, 0), at(P, (slong)g, (slong)g));
  }
  arb_mat_clear(P);
  stop_transition(&t);
  return true;
}

/* A slip of sign g on m that speeds up until an impact at i. */
static bool pose_episode(ss_footing *s, size_t m, size_t g, int kind) {
  const size_t i = 1 - m;
  const stance_slip *slip = &s->contact[m].slips[g];
  const slong p = s->precision;
  transition t;
  arb_mat_t state, rate;
  if (!slip->lasts || slip->stops) return true;
  start_transition(&t, "the function falls over a slip that speeds up", m, i, 3);
  t.side = g;
  arb_mat_init(state, 3, 3);
  arb_mat_init(rate, 3, 1);
  arb_ptr duration = _arb_vec_init(3);
  arb_one(duration + DURATION);
  arb_set(at(rate, 1, 0), &slip->slip);
  arb_set(at(rate, 2, 0), &slip->up);
  set_impact(s, &t, kind);
  arb_mat_mul(state, s->contact[i].to_other, t.before, p);
  go_back(s, &t, m, state, rate, duration);
  add_gap(t.gap_start, row(state, 2), &slip->up, duration, p);
  add_variables(&t);
  for (slong v = 0; v < 3; v++) arb_neg(at(t.form, 4, v), at(state, 2, v));
  arb_mul_2exp_si(at(t.form, 4, DURATION), &slip->up, -1);
  t.forms = 5;
  const bool good = pose_transition(s, &t);
  _arb_vec_clear(duration, 3);
  arb_mat_clear(state);
  arb_mat_clear(rate);
  stop_transition(&t);
  return good;
}

/* As if nothing had been posed. */
static void clear_inequalities(ss_footing *s) {
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_mat_clear(e->A[v]);
    for (size_t p = 0; p < e->products; p++) arb_mat_clear(e->B[p]);
    e->products = 0;
  }
  for (size_t k = 0; k < s->events; k++) s->event[k].pairs = 0;
  s->inequalities = s->multipliers = s->events = 0;
}

bool ss_stance_pose(ss_footing *s) {
  bool good = true;
  clear_inequalities(s);
  for (size_t i = 0; i < 2; i++) s->tied[i] = is_tied(s, i);
  ss_stance_set_functions(s);
  stance_inequality *f = ss_stance_new_inequality(s, "the load counts", 1);
  if (!f) return false;
  arb_one(at(f->A[STANCE_F], 0, 0));
  for (size_t i = 0; i < 2 && good; i++) {
    good = ss_stance_pose_double(s, i) && ss_stance_pose_rest(s, i);
    for (size_t g = 0; g < 2 && good; g++)
      good = ss_stance_pose_positive(s, i, g) && ss_stance_pose_slip(s, i, g) && pose_stop(s, i, g);
    for (int kind = 0; kind < 3 && good; kind++)
      for (size_t g = 0; g < 2 && good; g++) {
        if (has_impact(s, i, kind)) good = pose_arrival(s, i, kind, g);
        if (s->bounces && has_impact(s, i, kind)) good = good && pose_bounce(s, i, kind, g);
        if (has_impact(s, 1 - i, kind)) good = good && pose_episode(s, i, g, kind);
      }
  }
  return good;
}

/* ---- energy ---------------------------------------------------------------------------------- */

/* T before - T after is not negative on a cone of impacts: [[A, B], [B, C]] copositive, C being 0
 * by construction where the contact slips after it. */
static bool loses(const ss_footing *s, transition *t) {
  const slong p = s->precision;
  arb_mat_t P, K;
  arb_mat_init(P, 2, 2);
  arb_mat_init(K, 3, 3);
  arb_mat_scalar_mul_2exp_si(K, s->contact[t->to].K, -1);
  add_form(P, t->before, K, 1, p);
  add_form(P, t->after, K, -1, p);
  bool good = arb_is_positive(at(P, 0, 0));
  if (t->slips) {
    good = good && arb_is_positive(at(P, 0, 1));
  } else {
    arb_t det;
    arb_init(det);
    arb_mat_det(det, P, p);
    good = good && arb_is_positive(at(P, 1, 1)) &&
           (arb_is_positive(at(P, 0, 1)) || arb_is_positive(det));
    arb_clear(det);
  }
  arb_mat_clear(P);
  arb_mat_clear(K);
  return good;
}

bool ss_stance_loses_energy(const ss_footing *s) {
  bool good = true;
  for (size_t i = 0; i < 2; i++)
    for (int kind = 0; kind < 3; kind++) {
      transition t;
      start_transition(&t, "", i, i, 2);
      t.side = kind == 1;
      set_impact(s, &t, kind);
      good = good && (!has_impact(s, i, kind) || loses(s, &t));
      stop_transition(&t);
    }
  return good;
}
