/* ss_perch.c: machines that nothing but friction holds.
 *
 * THEOREM:   SS-PERCH    ours: a machine whose closed contacts and frictions hold it in every
 *                        direction, by forces inside their bounds, comes to rest in finite time,
 *                        and stays near where it was nudged.
 * REQUIRES:  SS-PERCH.1  M is positive definite                              -> check_mass()
 * REQUIRES:  SS-PERCH.2  the rates of the gaps and the slips are coordinates of the velocity, and
 *                        there is a position at which all these gaps are 0   -> check_directions()
 * REQUIRES:  SS-PERCH.3  each contact that is open accelerates inwards, whatever frictions do, and
 *                        D_NN > mu |D_NT|; contacts do not act on each other's gaps
 *                                                                            -> check_pressed()
 * REQUIRES:  SS-PERCH.4  the forces that hold it at rest are less than friction can give, also with
 *                        the least normal forces that there are while it slides -> check_held()
 * REQUIRES:  SS-PERCH.5  bounces become smaller: e^2 A < alpha, a gap that is open accelerating
 *                        inwards by alpha to A                               -> check_bounces()
 * REQUIRES:  SS-PERCH.6  everywhere: nothing depends on the state, and no other contact is there
 *                                                                            -> check_constant()
 * CONCLUDES: SS-PERCH.C  with 6: every motion comes to rest in finite time, all positions at which
 *                        the gaps are 0 are rest positions, and together they are stable; without:
 *                        such a position is stable
 *
 * Bounces end first, in finite time; then contacts stay closed and the kinetic energy falls at a
 * rate of at least const |u|. The potential need not have a minimum: a block on a slope. Impacts
 * may gain energy (e_T and e_N differ): normal impulses are terms of geometric series all the same.
 * The proof is in docs/theory.md.
 */
#include "perch.h"

static arb_srcptr entry_of(const ss_perch *p, size_t i, size_t j) {
  return arb_mat_entry(p->D, i, j);
}

/* alpha and A: an open gap accelerates inwards by so much at least, and at most. */
static void find_fall(const ss_perch *p, const perch_element *c, arb_t least, arb_t most) {
  arb_t stir;
  arb_init(stir);
  ss_perch_stir(p, c, stir);
  arb_add(least, arb_mat_entry(p->a, c->row, 0), stir, p->precision);
  arb_neg(least, least);
  arb_sub(most, stir, arb_mat_entry(p->a, c->row, 0), p->precision);
  arb_clear(stir);
}

/* No friction changes the acceleration of the gap while it is open. */
static bool is_calm(const ss_perch *p, const perch_element *c) {
  arb_t stir;
  arb_init(stir);
  ss_perch_stir(p, c, stir);
  const bool calm = arb_is_zero(stir);
  arb_clear(stir);
  return calm;
}

/* mu |D_NT|, or with a sign (one slip only) mu D_NT. */
static void find_drag(const ss_perch *p, const perch_element *c, int sign, arb_t drag) {
  arb_t square;
  arb_init(square);
  for (size_t k = 0; k < c->slips && c->slips > 1; k++)
    arb_addmul(square, entry_of(p, c->row, c->slip + k), entry_of(p, c->row, c->slip + k),
               p->precision);
  arb_sqrtpos(drag, square, p->precision);
  if (c->slips == 1) arb_set(drag, entry_of(p, c->row, c->slip));
  if (c->slips == 1 && sign == 0) arb_abs(drag, drag);
  if (c->slips == 1 && sign < 0) arb_neg(drag, drag);
  arb_mul(drag, drag, &c->bound, p->precision);
  arb_clear(square);
}

static bool is_alone(const ss_perch *p, const perch_element *c) {
  for (size_t i = 0; i < p->elements; i++) {
    const perch_element *other = &p->element[i];
    if (other == c || !other->contact) continue;
    for (size_t k = 0; k < 1 + other->slips; k++)
      if (!arb_is_zero(entry_of(p, c->row, other->row + k))) return false;
  }
  return true;
}

static bool is_pressed(const ss_perch *p, const perch_element *c) {
  arb_t least, most, drag;
  arb_init(least);
  arb_init(most);
  arb_init(drag);
  find_fall(p, c, least, most);
  find_drag(p, c, 0, drag);
  arb_sub(drag, entry_of(p, c->row, c->row), drag, p->precision);
  const bool good = arb_is_positive(least) && arb_is_positive(drag) && is_alone(p, c);
  arb_clear(least);
  arb_clear(most);
  arb_clear(drag);
  return good;
}

/* Of a contact that slides with the sign (0: in any direction): mu lambda_N, at least; or mu times
 * the normal force at rest, which is as good where no friction acts on the gap but, of one slip,
 * its own, and balls are not made wider by dividing. */
static void find_grip(const ss_perch *p, const perch_element *c, int sign, arb_t grip) {
  arb_t least, most, drag;
  arb_init(least);
  arb_init(most);
  arb_init(drag);
  find_fall(p, c, least, most);
  find_drag(p, c, sign, drag);
  const bool simple = is_calm(p, c) && (sign || arb_is_zero(drag));
  /* alpha / (D_NN - sign mu D_NT), or + mu |D_NT| */
  (sign ? arb_sub : arb_add)(drag, entry_of(p, c->row, c->row), drag, p->precision);
  arb_div(grip, least, drag, p->precision);
  if (simple) arb_set(grip, arb_mat_entry(p->force, c->row, 0));
  arb_mul(grip, grip, &c->bound, p->precision);
  arb_clear(least);
  arb_clear(most);
  arb_clear(drag);
}

/* Friction has more to give than what holds it. */
static bool is_held(const ss_perch *p, const perch_element *x) {
  arb_t grip, load;
  bool good = true;
  if (x->slips == 0) return true;
  arb_init(grip);
  arb_init(load);
  for (int sign = -1; sign <= 1; sign++) {
    const bool each = x->contact && x->slips == 1;
    if (each == (sign == 0)) continue;
    if (!each && sign != 0) continue;
    if (x->contact)
      find_grip(p, x, sign, grip);
    else
      arb_set(grip, &x->bound);
    ss_perch_length(p->force, x->slip, x->slips, p->precision, load);
    if (each) arb_mul_si(load, arb_mat_entry(p->force, x->slip, 0), -sign, p->precision);
    arb_sub(grip, grip, load, p->precision);
    good = good && arb_is_positive(grip);
  }
  arb_clear(grip);
  arb_clear(load);
  return good;
}

static bool calms_down(const ss_perch *p, const perch_element *c) {
  arb_t least, most, square;
  arb_init(least);
  arb_init(most);
  arb_init(square);
  find_fall(p, c, least, most);
  arb_mul(square, &c->e, &c->e, p->precision);
  arb_submul(least, square, most, p->precision);
  arb_one(most);
  const bool good =
      arb_is_nonnegative(&c->e) && arb_lt(&c->e, most) && (is_calm(p, c) || arb_is_positive(least));
  arb_clear(least);
  arb_clear(most);
  arb_clear(square);
  return good;
}

/* ---- conditions ------------------------------------------------------------------------------ */

typedef bool test(const ss_perch *p, const perch_element *x);

/* The first element, of contacts or of all, that fails. */
static const char *find_failing(const ss_perch *p, test *passes, bool contacts) {
  for (size_t i = 0; i < p->elements; i++)
    if ((p->element[i].contact || !contacts) && !passes(p, &p->element[i]))
      return p->element[i].name;
  return NULL;
}

static bool add(ss_attempt *a, int number, const char *kind, const char *fails) {
  if (!fails) return ss_attempt_add(a, number, SS_CONDITION_PROVED, ss_evidence(kind), NULL);
  return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL,
                        ss_arena_format(a->arena, "it is not shown of '%s'", fails));
}

static bool check_mass(ss_attempt *a, const ss_perch *p) {
  return p->heavy ? add(a, 1, "heavy", NULL)
                  : ss_attempt_add(a, 1, SS_CONDITION_UNKNOWN, NULL, NULL);
}

static bool check_directions(ss_attempt *a, const ss_perch *p) {
  if (p->independent && p->closed) return add(a, 2, "directions", NULL);
  return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL,
                        p->closed ? "they are dependent" : "the gaps are not 0 there");
}

static bool check_pressed(ss_attempt *a, const ss_perch *p) {
  return add(a, 3, "pressed", find_failing(p, is_pressed, true));
}

/* "floor would have to hold with 0.309 times its force, and can with 0.2": in no parameters of the
 * ranges do the forces that hold the machine, which are the only ones, exist. Else NULL. */
static const char *tell_slide(ss_attempt *a, const ss_perch *p) {
  const char *told = NULL;
  arb_t load, most;
  arb_init(load);
  arb_init(most);
  for (size_t i = 0; i < p->elements && !told; i++) {
    const perch_element *x = &p->element[i];
    if (!x->contact || x->slips == 0) continue;
    ss_perch_length(p->force, x->slip, x->slips, p->precision, load);
    arb_div(load, load, arb_mat_entry(p->force, x->row, 0), p->precision);
    arb_sub(most, &x->bound, load, p->precision);
    if (!arb_is_negative(most) || !arb_is_positive(arb_mat_entry(p->force, x->row, 0))) continue;
    told = ss_arena_format(a->arena,
                           "it cannot rest there: '%s' would have to hold with %.4g times its "
                           "normal force, and can with %.4g",
                           x->name, arf_get_d(arb_midref(load), ARF_RND_NEAR),
                           arf_get_d(arb_midref(&x->bound), ARF_RND_NEAR));
  }
  arb_clear(load);
  arb_clear(most);
  return told;
}

static bool check_held(ss_attempt *a, const ss_perch *p) {
  const char *slides = tell_slide(a, p);
  if (slides) return ss_attempt_add(a, 4, SS_CONDITION_FAILED, NULL, slides);
  return add(a, 4, "grip", find_failing(p, is_held, false));
}

static bool check_bounces(ss_attempt *a, const ss_perch *p) {
  return add(a, 5, "bounces", find_failing(p, calms_down, true));
}

static bool check_constant(ss_attempt *a, const ss_perch *p) {
  if (p->everywhere) return add(a, 6, "constant", NULL);
  return ss_attempt_add(a, 6, SS_CONDITION_UNKNOWN, NULL,
                        "something depends on the state, or another contact is there");
}

bool ss_perch_holds(const ss_perch *p) {
  return p->heavy && p->independent && p->closed && !find_failing(p, is_pressed, true) &&
         !find_failing(p, is_held, false) && !find_failing(p, calms_down, true);
}

bool ss_theorem_ss_perch(ss_attempt *a) {
  const ss_perch *p = a->facts;
  return check_mass(a, p) && check_directions(a, p) && check_pressed(a, p) && check_held(a, p) &&
         check_bounces(a, p);
}

bool ss_theorem_ss_perch_everywhere(ss_attempt *a) {
  return ss_theorem_ss_perch(a) && check_constant(a, a->facts);
}

/* Without contacts, or where friction is not needed to hold it, other theorems tell more. */
const char *ss_perch_explain(const ss_attempt *a) {
  const ss_perch *p = a->facts;
  bool leans = false;
  for (size_t i = 0; i < p->elements; i++)
    for (size_t k = 0; k < p->element[i].slips && p->element[i].contact; k++)
      leans = leans || !arb_contains_zero(arb_mat_entry(p->force, p->element[i].slip + k, 0));
  return leans ? ss_attempt_explain(a, "the theorem about machines that only friction holds")
               : NULL;
}
