/* stance.c: the geometry of a body on two contacts, what its slips do, and what stands in the way.
 *
 *     slip of sign g on contact i   lambda_N = -a_N/(D_NN - g mu D_NT),  lambda_T = -g mu lambda_N
 *     stick                         D [lambda] = -a for gap and slip
 *
 * Where D_NN - g mu D_NT < 0 no motion slips with that sign (Painleve): such a slip ends at once,
 * by an impact without collision, whose impulses are among those of impacts with w_i = 0.
 * Everything is decided in balls; what is not decided counts as not fulfilled.
 */
#include "stance.h"

#include <string.h>

static arb_ptr at(arb_mat_t A, slong i, slong j) {
  return arb_mat_entry(A, i, j);
}

static void clear(void *object) {
  ss_footing *s = object;
  for (size_t i = 0; i < 2; i++) {
    stance_contact *c = &s->contact[i];
    arb_mat_clear(c->K);
    arb_mat_clear(c->to_other);
    arb_mat_clear(c->load);
    arb_mat_clear(c->impulse);
    arb_mat_clear(c->fall);
    arb_clear(&c->stuck);
    for (size_t g = 0; g < 2; g++) {
      arb_clear(&c->drag[g]);
      arb_clear(&c->slips[g].normal);
      arb_clear(&c->slips[g].slip);
      arb_clear(&c->slips[g].up);
    }
    for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
      for (size_t g = 0; g < 2; g++) {
        arb_mat_clear(c->form[g][v]);
        arb_clear(&c->gap[g][v]);
      }
    }
  }
  arb_clear(&s->ratio);
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    for (size_t v = 0; v < STANCE_UNKNOWNS; v++) arb_mat_clear(e->A[v]);
    for (size_t p = 0; p < e->products; p++) arb_mat_clear(e->B[p]);
  }
}

static ss_footing *make(ss_arena *arena) {
  ss_footing *s = ss_arena_new(arena, 1, ss_footing);
  if (!s) return NULL;
  s->arena = arena;
  s->inequality = ss_arena_new(arena, STANCE_MOST, stance_inequality);
  s->multiplier = ss_arena_new(arena, STANCE_MULTIPLIERS, double);
  if (!s->inequality || !s->multiplier) return NULL;
  for (size_t i = 0; i < 2; i++) {
    stance_contact *c = &s->contact[i];
    arb_mat_init(c->K, 3, 3);
    arb_mat_init(c->to_other, 3, 3);
    arb_mat_init(c->load, 1, 3);
    arb_mat_init(c->impulse, 3, 2);
    arb_mat_init(c->fall, 3, 1);
    arb_init(&c->stuck);
    for (size_t g = 0; g < 2; g++) {
      arb_init(&c->drag[g]);
      arb_init(&c->slips[g].normal);
      arb_init(&c->slips[g].slip);
      arb_init(&c->slips[g].up);
    }
    for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
      for (size_t g = 0; g < 2; g++) {
        arb_mat_init(c->form[g][v], 3, 3);
        arb_init(&c->gap[g][v]);
      }
    }
  }
  arb_init(&s->ratio);
  if (ss_arena_defer(arena, clear, s)) return s;
  clear(s);
  return NULL;
}

/* ---- geometry -------------------------------------------------------------------------------- */

/* Rows of J for c_i: gap i, slip i, gap j. */
static slong row_of(size_t i, slong k) {
  return k < 2 ? 2 * (slong)i + k : 2 * (slong)(1 - i);
}

/* C_i^-1; false if c_i are no coordinates. */
static bool invert(const ss_zero_order *z, size_t i, arb_mat_t inverse) {
  arb_mat_t C;
  arb_mat_init(C, 3, 3);
  for (slong k = 0; k < 3; k++)
    for (slong j = 0; j < 3; j++) arb_set(at(C, k, j), arb_mat_entry(z->J, row_of(i, k), j));
  const bool good = arb_mat_inv(inverse, C, z->precision);
  arb_mat_clear(C);
  return good;
}

static bool set_geometry(ss_footing *s, size_t i) {
  const ss_zero_order *z = s->zero;
  stance_contact *c = &s->contact[i];
  const slong p = s->precision;
  arb_mat_t inverse, work, other;
  arb_mat_init(inverse, 3, 3);
  arb_mat_init(work, 3, 3);
  arb_mat_init(other, 3, 3);
  const bool good = invert(z, i, inverse);
  if (good) {
    arb_mat_mul(work, z->M, inverse, p);
    for (slong k = 0; k < 3; k++)
      for (slong j = 0; j < 3; j++) arb_set(at(other, k, j), at(inverse, j, k));
    arb_mat_mul(c->K, other, work, p);
    for (slong k = 0; k < 3; k++)
      for (slong j = 0; j < 3; j++)
        arb_set(at(other, k, j), arb_mat_entry(z->J, row_of(1 - i, k), j));
    arb_mat_mul(c->to_other, other, inverse, p);
    for (slong j = 0; j < 3; j++)
      for (slong k = 0; k < 3; k++)
        arb_addmul(at(c->load, 0, j), arb_mat_entry(z->h, k, 0), at(inverse, k, j), p);
    /* gaps and slips that are coordinates of both are the same: no rounding there */
    for (slong j = 0; j < 3; j++) {
      arb_set_si(at(c->to_other, 0, j), j == 2);
      arb_set_si(at(c->to_other, 2, j), j == 0);
    }
    for (slong k = 0; k < 3; k++) {
      arb_set(at(c->impulse, k, 0), arb_mat_entry(z->D, row_of(i, k), 2 * (slong)i));
      arb_set(at(c->impulse, k, 1), arb_mat_entry(z->D, row_of(i, k), 2 * (slong)i + 1));
      arb_set(at(c->fall, k, 0), arb_mat_entry(z->a, row_of(i, k), 0));
    }
  }
  arb_mat_clear(inverse);
  arb_mat_clear(work);
  arb_mat_clear(other);
  return good;
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* c' = fall + impulse (1, -g mu) lambda_N */
static void set_slip(const ss_footing *s, size_t i, size_t g, stance_contact *c) {
  const slong p = s->precision;
  arb_t ratio;
  arb_init(ratio);
  arb_mul_si(ratio, &s->zero->mu[i], g == 0 ? -1 : 1, p); /* lambda_T / lambda_N */
  arb_mul(&c->drag[g], at(c->impulse, 0, 1), ratio, p);
  arb_add(&c->drag[g], &c->drag[g], at(c->impulse, 0, 0), p);
  stance_slip *slip = &c->slips[g];
  arb_div(&slip->normal, at(c->fall, 0, 0), &c->drag[g], p);
  arb_neg(&slip->normal, &slip->normal);
  for (slong k = 1; k < 3; k++) {
    arb_ptr to = k == 1 ? &slip->slip : &slip->up;
    arb_mul(to, at(c->impulse, k, 1), ratio, p);
    arb_add(to, to, at(c->impulse, k, 0), p);
    arb_mul(to, to, &slip->normal, p);
    arb_add(to, to, at(c->fall, k, 0), p);
  }
  arb_clear(ratio);
}

/* w_j' while the contact sticks. */
static bool set_stuck(const ss_footing *s, stance_contact *c) {
  arb_mat_t A, b;
  arb_mat_init(A, 2, 2);
  arb_mat_init(b, 2, 1);
  for (slong k = 0; k < 2; k++) {
    arb_neg(at(b, k, 0), at(c->fall, k, 0));
    for (slong j = 0; j < 2; j++) arb_set(at(A, k, j), at(c->impulse, k, j));
  }
  const bool good = arb_mat_solve(b, A, b, s->precision);
  arb_set(&c->stuck, at(c->fall, 2, 0));
  for (slong j = 0; j < 2 && good; j++)
    arb_addmul(&c->stuck, at(c->impulse, 2, j), at(b, j, 0), s->precision);
  arb_mat_clear(A);
  arb_mat_clear(b);
  return good;
}

/* A phrase where slips on one contact are not as the theorem wants them. */
static const char *look_at(ss_footing *s, size_t i) {
  stance_contact *c = &s->contact[i];
  if (!arb_is_negative(at(c->fall, 0, 0))) return "the load does not press each contact by itself";
  for (size_t g = 0; g < 2; g++) {
    set_slip(s, i, g, c);
    stance_slip *slip = &c->slips[g];
    slip->lasts = arb_is_positive(&c->drag[g]);
    if (!slip->lasts && !arb_is_negative(&c->drag[g]))
      return "whether slip on one contact has a solution is not decided (Painleve)";
    if (!slip->lasts) continue;
    const bool slows = g == 0 ? arb_is_negative(&slip->slip) : arb_is_positive(&slip->slip);
    const bool speeds = g == 0 ? arb_is_positive(&slip->slip) : arb_is_negative(&slip->slip);
    if (!slows && !speeds) return "whether a slip slows down is not decided";
    slip->stops = slows;
    if (speeds && !arb_is_negative(&slip->up))
      return "slip on one contact speeds up while the other contact lifts";
  }
  c->sticks = true;
  for (size_t g = 0; g < 2; g++) c->sticks = c->sticks && (c->slips[g].stops || !c->slips[g].lasts);
  if (!c->sticks) return NULL;
  if (!set_stuck(s, c) || !arb_is_negative(&c->stuck))
    return "while one contact sticks the other does not come down";
  return NULL;
}

/* Both slide, the first with sign g: A lambda = -a for the gaps. Cramer's rule: lambda_i is the
 * quotient of `part[i]` and the determinant. */
void ss_stance_pair(const ss_footing *s, size_t g, arb_mat_t A, arb_ptr part) {
  const ss_zero_order *z = s->zero;
  const slong p = s->precision;
  for (slong i = 0; i < 2; i++)
    for (slong j = 0; j < 2; j++) {
      arb_mul_si(at(A, i, j), &z->mu[j], ss_stance_drag(s, g, (size_t)j), p);
      arb_mul(at(A, i, j), at(A, i, j), arb_mat_entry(z->D, 2 * i, 2 * j + 1), p);
      arb_add(at(A, i, j), at(A, i, j), arb_mat_entry(z->D, 2 * i, 2 * j), p);
    }
  arb_srcptr a = arb_mat_entry(z->a, 0, 0), b = arb_mat_entry(z->a, 2, 0);
  arb_mul(part, b, at(A, 0, 1), p);
  arb_submul(part, a, at(A, 1, 1), p);
  arb_mul(part + 1, a, at(A, 1, 0), p);
  arb_submul(part + 1, b, at(A, 0, 0), p);
}

size_t ss_stance_sign(const ss_footing *s, size_t i, size_t g) {
  return i == 0 || arb_is_positive(&s->ratio) ? g : 1 - g;
}

int ss_stance_drag(const ss_footing *s, size_t g, size_t contact) {
  const bool same = contact == 0 || arb_is_positive(&s->ratio);
  return (g == 0) == same ? -1 : 1;
}

/* While both slide, at least one of: both stay, the first alone, the second alone, or an impact
 * without collision. */
static bool has_solution(const ss_footing *s, size_t g) {
  arb_mat_t A;
  arb_t det;
  arb_ptr part = _arb_vec_init(2);
  arb_mat_init(A, 2, 2);
  arb_init(det);
  ss_stance_pair(s, g, A, part);
  arb_mat_det(det, A, s->precision);
  bool found = (arb_is_positive(det) && arb_is_positive(part) && arb_is_positive(part + 1)) ||
               (arb_is_negative(det) && arb_is_negative(part) && arb_is_negative(part + 1));
  for (size_t i = 0; i < 2; i++) {
    const stance_slip *slip = &s->contact[i].slips[ss_stance_drag(s, g, i) < 0 ? 0 : 1];
    found = found || !slip->lasts || arb_is_positive(&slip->up);
  }
  _arb_vec_clear(part, 2);
  arb_mat_clear(A);
  arb_clear(det);
  return found;
}

static const char *find_modes(ss_footing *s) {
  for (size_t i = 0; i < 2; i++) {
    const char *why = look_at(s, i);
    if (why) return why;
  }
  for (size_t g = 0; g < 2; g++)
    if (!has_solution(s, g)) return "while both contacts slide no motion is consistent (Painleve)";
  return NULL;
}

/* ---- restitution and energy ------------------------------------------------------------------ */

/* 0: no restitution, 1: at both contacts, -1: neither. */
static int find_restitution(const ss_zero_order *z) {
  int positive = 0, zero = 0;
  for (size_t i = 0; i < 2; i++) {
    positive += arb_is_positive(&z->e[i]);
    zero += arb_is_zero(&z->e[i]);
  }
  return zero == 2 ? 0 : positive == 2 ? 1 : -1;
}

static const char *why_not_planar(const ss_zero_order *z) {
  if (z->contacts != 2 || z->coordinates != 3)
    return "it is no body with three coordinates on two closed contacts";
  for (size_t i = 0; i < 2; i++) {
    if (!arb_is_positive(&z->mu[i])) return "a contact is without friction";
    const ss_restitution_kind kind = z->system->element[z->element[i]].element->restitution;
    if (kind != SS_RESTITUTION_SEQUENTIAL)
      return "impacts of several contacts are not `sequential`";
  }
  if (find_restitution(z) < 0) return "one contact has restitution and the other has none";
  return NULL;
}

ss_status ss_stance_find(ss_arena *arena, const ss_zero_order *zero, ss_footing **stance,
                         const char **why_not) {
  *stance = NULL;
  *why_not = why_not_planar(zero);
  if (*why_not) return SS_OK;
  ss_footing *s = make(arena);
  if (!s) return SS_MEMORY;
  s->zero = zero;
  s->precision = zero->precision;
  s->bounces = find_restitution(zero) == 1;
  s->held = ss_zero_order_holds(zero, &s->friction);
  if (!set_geometry(s, 0) || !set_geometry(s, 1)) {
    s->geometry = "the directions of the two contacts are dependent";
    s->no_coordinates = true;
  } else {
    arb_set(&s->ratio, at(s->contact[0].to_other, 1, 1));
    if (arb_contains_zero(&s->ratio)) s->geometry = "one contact slides alone";
    if (arb_contains_zero(at(s->contact[0].load, 0, 1)))
      s->geometry = "the load has no part along the line on which both contacts slide";
    if (!s->geometry) s->modes = find_modes(s);
  }
  *stance = s;
  return SS_OK;
}
