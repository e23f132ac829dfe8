/* zero_modes.c: all that closed contacts can do, starting from rest.
 *
 *     free    lambda = 0,                           gap'' > 0
 *     stick   gap'' = slip'' = 0,                   |lambda_T| < mu lambda_N
 *     slip+   gap'' = 0, lambda_T = -mu lambda_N,   slip'' > 0, lambda_N > 0      (slip-: mirrored)
 *
 * A combination is a linear system for the forces of the contacts that are not free, solved in
 * balls; its inequalities are then decided or not. Where several contacts stick, the forces are not
 * determined (D is singular): such a combination is left undecided here; whether friction can hold
 * the position as a whole is answered in zero_hold.c.
 */
#include "standstill/zero_order.h"

const char *ss_zero_mode_word(ss_zero_mode mode) {
  static const char *const words[] = {"free", "stick", "slip+", "slip-"};
  return words[mode];
}

/* ---- one combination ------------------------------------------------------------------------- */

static int sign_of(ss_zero_mode mode) {
  return mode == SS_ZERO_PLUS ? 1 : -1;
}

/* The unknown forces: normal ones of what is not free, tangential ones of what sticks. */
static size_t list_unknowns(const ss_zero_order *z, const ss_zero_mode *mode, slong *unknown) {
  size_t count = 0;
  for (size_t i = 0; i < z->contacts; i++) {
    if (mode[i] == SS_ZERO_FREE) continue;
    unknown[count++] = 2 * (slong)i;
    if (mode[i] == SS_ZERO_STICK) unknown[count++] = 2 * (slong)i + 1;
  }
  return count;
}

/* Entry of the system: c''_row for a unit of the unknown, its friction included. */
static void set_entry(const ss_zero_order *z, const ss_zero_mode *mode, slong row, slong column,
                      arb_t to) {
  const size_t i = (size_t)column / 2;
  arb_set(to, arb_mat_entry(z->D, row, column));
  if (column % 2 != 0 || mode[i] == SS_ZERO_STICK) return;
  arb_t friction;
  arb_init(friction);
  arb_mul(friction, &z->mu[i], arb_mat_entry(z->D, row, column + 1), z->precision);
  arb_mul_si(friction, friction, -sign_of(mode[i]), z->precision);
  arb_add(to, to, friction, z->precision);
  arb_clear(friction);
}

/* lambda (2 contacts x 1) of a combination; false if it is not determined. */
static bool solve(const ss_zero_order *z, const ss_zero_mode *mode, arb_mat_t lambda) {
  slong unknown[2 * SS_ZERO_ORDER_MOST];
  const slong count = (slong)list_unknowns(z, mode, unknown);
  arb_mat_t A, b;
  arb_mat_init(A, count, count);
  arb_mat_init(b, count, 1);
  for (slong r = 0; r < count; r++) {
    arb_neg(arb_mat_entry(b, r, 0), arb_mat_entry(z->a, unknown[r], 0));
    for (slong k = 0; k < count; k++)
      set_entry(z, mode, unknown[r], unknown[k], arb_mat_entry(A, r, k));
  }
  const bool good = count == 0 || arb_mat_solve(b, A, b, z->precision);
  arb_mat_zero(lambda);
  for (slong r = 0; r < count && good; r++) {
    const size_t i = (size_t)unknown[r] / 2;
    arb_set(arb_mat_entry(lambda, unknown[r], 0), arb_mat_entry(b, r, 0));
    if (unknown[r] % 2 != 0 || mode[i] == SS_ZERO_STICK) continue;
    arb_mul(arb_mat_entry(lambda, unknown[r] + 1, 0), &z->mu[i], arb_mat_entry(b, r, 0),
            z->precision);
    arb_mul_si(arb_mat_entry(lambda, unknown[r] + 1, 0), arb_mat_entry(lambda, unknown[r] + 1, 0),
               -sign_of(mode[i]), z->precision);
  }
  arb_mat_clear(A);
  arb_mat_clear(b);
  return good;
}

/* x > 0: 1, x < 0: -1, else 0. */
static int sign(const arb_t x) {
  return arb_is_positive(x) ? 1 : arb_is_negative(x) ? -1 : 0;
}

static ss_verdict both(ss_verdict so_far, int found) {
  if (so_far == SS_REFUTED || found < 0) return SS_REFUTED;
  return found > 0 ? so_far : SS_UNKNOWN;
}

/* The inequalities of one contact. */
static ss_verdict judge(const ss_zero_order *z, size_t i, ss_zero_mode mode, const arb_mat_t lambda,
                        const arb_mat_t c, ss_verdict so_far) {
  arb_srcptr normal = arb_mat_entry(lambda, 2 * i, 0),
             friction = arb_mat_entry(lambda, 2 * i + 1, 0);
  if (mode == SS_ZERO_FREE) return both(so_far, sign(arb_mat_entry(c, 2 * i, 0)));
  so_far = both(so_far, sign(normal));
  if (mode != SS_ZERO_STICK)
    return both(so_far, sign_of(mode) * sign(arb_mat_entry(c, 2 * i + 1, 0)));
  arb_t room;
  arb_init(room);
  for (int side = -1; side <= 1; side += 2) {
    arb_mul(room, &z->mu[i], normal, z->precision);
    if (side < 0) arb_sub(room, room, friction, z->precision);
    if (side > 0) arb_add(room, room, friction, z->precision);
    so_far = both(so_far, sign(room));
  }
  arb_clear(room);
  return so_far;
}

static void decide(const ss_zero_order *z, ss_zero_motion *m) {
  const slong rows = 2 * (slong)z->contacts;
  arb_mat_t lambda, c;
  arb_mat_init(lambda, rows, 1);
  arb_mat_init(c, rows, 1);
  m->determined = solve(z, m->mode, lambda);
  if (m->determined) {
    arb_mat_mul(c, z->D, lambda, z->precision);
    arb_mat_add(c, c, z->a, z->precision);
    m->consistent = SS_PROVED;
    for (size_t i = 0; i < z->contacts; i++)
      m->consistent = judge(z, i, m->mode[i], lambda, c, m->consistent);
    for (slong r = 0; r < rows; r++) {
      const size_t i = (size_t)r / 2;
      const bool held = m->mode[i] == SS_ZERO_STICK || (r % 2 == 0 && m->mode[i] != SS_ZERO_FREE);
      m->force[r] = arf_get_d(arb_midref(arb_mat_entry(lambda, r, 0)), ARF_RND_NEAR);
      m->acceleration[r] = held ? 0 : arf_get_d(arb_midref(arb_mat_entry(c, r, 0)), ARF_RND_NEAR);
    }
  }
  arb_mat_clear(lambda);
  arb_mat_clear(c);
}

ss_status ss_zero_order_motions(ss_arena *arena, const ss_zero_order *zero, size_t *count,
                                ss_zero_motion **motion) {
  *count = (size_t)1 << (2 * zero->contacts);
  *motion = ss_arena_new(arena, *count, ss_zero_motion);
  if (!*motion) return SS_MEMORY;
  for (size_t k = 0; k < *count; k++) {
    for (size_t i = 0; i < zero->contacts; i++)
      (*motion)[k].mode[i] = (ss_zero_mode)(k >> (2 * (zero->contacts - 1 - i)) & 3);
    decide(zero, &(*motion)[k]);
  }
  return SS_OK;
}
