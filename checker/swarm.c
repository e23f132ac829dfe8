/* swarm.c: tubes all of whose motions are in the mode of the centre, and how they change it.
 *
 * Differences from the centre are sum xi_i g_i + e, |e| <= eps; the directions g_i move as the
 * centre does, without loads. A step is sure if over the whole of it slips of the centre exceed
 * those of the differences, and forces that stick leave more than those of the differences. At an
 * event one friction changes its mode: within a window of half width W all motions have it, once,
 * and differences jump by 1 - d c/gamma' but for what is quadratic in them (docs/theory.md,
 * "Tubes", T7).
 *
 * Bounds are doubles, rounded away by SAFE after each formula: sums and products of a few positive
 * numbers.
 */
#include <math.h>

#include "tubes.h"

#define SAFE (1 + 0x1p-44)

/* ---- sizes ----------------------------------------------------------------------------------- */

/* The largest of sum xi_i value_i. */
static double gather(const tubes *t, const double *value) {
  double sum = 0;
  for (size_t i = 0; i < t->count; i++) sum += t->ball ? value[i] * value[i] : fabs(value[i]);
  if (t->ball) sum = sqrt(sum);
  for (size_t i = 0; i < t->ranges; i++) sum += fabs(value[t->count + i]);
  return SAFE * sum;
}

/* z = g_a^T P g_b */
static void product(const tubes *t, arb_srcptr a, arb_srcptr b, arb_t z) {
  arb_t sum;
  arb_init(sum);
  arb_zero(z);
  for (size_t i = 0; i < t->d; i++) {
    arb_dot(sum, NULL, 0, t->P->rows[i], 1, b, 1, (slong)t->d, PREC);
    arb_addmul(z, sum, a + i, PREC);
  }
  arb_clear(sum);
}

/* sum |g_a^T P g_b| over the members from one on */
static void box_form(tubes *t, size_t from, arb_t sum) {
  arb_ptr z = t->t[7];
  for (size_t a = from; a < t->count + t->ranges; a++)
    for (size_t b = from; b < t->count + t->ranges; b++) {
      product(t, t->g[a], t->g[b], z);
      arb_abs(z, z);
      arb_add(sum, sum, z, PREC);
    }
}

/* r = max |sum xi_i g_i| + eps: of a box by its products, of a ball by (tr N^64)^(1/128). */
void gather_swarm(tubes *t) {
  arb_mat_t N1, N2;
  arb_t others;
  arb_init(others);
  arb_mat_init(N1, (slong)t->count, (slong)t->count);
  arb_mat_init(N2, (slong)t->count, (slong)t->count);
  arb_zero(t->r);
  box_form(t, t->ball ? t->count : 0, t->r);
  if (t->ball && t->count) {
    arb_set(others, t->r);
    for (size_t a = 0; a < t->count * t->count; a++)
      product(t, t->g[a / t->count], t->g[a % t->count], N1->entries + a);
    for (int k = 0; k < 3; k++) {
      arb_mat_mul(N2, N1, N1, 2 * PREC);
      arb_mat_mul(N1, N2, N2, 2 * PREC);
    }
    arb_mat_trace(t->r, N1, 2 * PREC);
    arb_nonnegative_part(t->r, t->r);
    arb_root_ui(t->r, t->r, 64, PREC);
  }
  arb_nonnegative_part(t->r, t->r);
  arb_sqrt(t->r, t->r, PREC);
  arb_sqrt(others, others, PREC);
  arb_add(t->r, t->r, others, PREC);
  arb_add(t->r, t->r, t->eps, PREC);
  arb_clear(others);
  arb_mat_clear(N1);
  arb_mat_clear(N2);
}

double reach_along(tubes *t, arb_srcptr row) {
  double along[MOST_WAYS];
  arb_t z;
  arb_init(z);
  for (size_t i = 0; i < t->count + t->ranges; i++) {
    arb_dot(z, NULL, 0, row, 1, t->g[i], 1, (slong)t->d, PREC);
    arb_abs(z, z);
    along[i] = from_above(z);
  }
  arb_clear(z);
  return gather(t, along);
}

/* Nothing has become of the ranges yet. */
static void begin_ranges(tubes *t) {
  for (size_t i = 0; i < t->ranges; i++)
    for (size_t k = 0; k < t->d; k++) arb_zero(t->g[t->count + i] + k);
}

/* ---- how they begin -------------------------------------------------------------------------- */

void begin_box(tubes *t) {
  t->count = 0;
  t->ball = false;
  t->launched = 0;
  arb_zero(t->eps);
  for (size_t i = 0; i < t->d; i++) {
    if (arb_is_zero(t->reach + i)) continue;
    for (size_t k = 0; k < t->d; k++) arb_zero(t->g[t->count] + k);
    arb_set(t->g[t->count++] + i, t->reach + i);
  }
  begin_ranges(t);
  for (size_t j = 0; j < t->m; j++) {
    bool zero = true;
    for (size_t i = t->n; i < t->d; i++)
      if (!arb_is_zero(arb_mat_entry(t->W, j, i)))
        zero = zero && arb_is_zero(t->x + i) && arb_is_zero(t->reach + i);
    if (zero) t->launched |= 1u << j;
  }
}

/* Rows of the frame, Q = F^T F, times r: |x| <= r is sum xi_i f_i, |xi| <= r. */
static void begin_ball(tubes *t) {
  t->ball = true;
  t->count = t->d;
  t->launched = 0;
  arb_zero(t->eps);
  for (size_t i = 0; i < t->d; i++)
    for (size_t k = 0; k < t->d; k++)
      arb_mul(t->g[i] + k, arb_mat_entry(t->frame, i, k), t->r, PREC);
  begin_ranges(t);
}

/* Whether the motions are seen to be in the mode of the centre. */
static bool begin_surely(run *r, tubes *t) {
  const size_t set = stuck_set(t);
  size_t count = 0;
  for (size_t j = 0; j < t->m; j++) count += set >> j & 1;
  if (t->begun ? set != 0 : (set & ~(size_t)t->launched) != 0) return false;
  if (hold(r, t, set)->count != count) return false;
  if (t->begun) begin_ball(t);
  t->sure = true;
  return true;
}

/* ---- a sure step ----------------------------------------------------------------------------- */

static double grip(const held *h, size_t i) {
  arb_t z;
  arb_init(z);
  arb_sqrt(z, arb_mat_entry(h->inverse, i, i), PREC);
  const double value = from_above(z);
  arb_clear(z);
  return value;
}

/* The largest of a derivative of the slip, or of the force, of the differences over [-back, ahead].
 */
static double find_spread(tubes *t, size_t j, bool force, int order, arb_srcptr span[2],
                          double size) {
  double most[MOST_WAYS], ends[2];
  for (size_t i = 0; i < t->count + t->ranges; i++) {
    if (!force) find_slips(t, &t->way[i], j);
    find_extent(t, force ? t->way[i].force + j * (ORDER + 1) : t->row, order, span[0], span[1],
                ends);
    most[i] = SAFE * (fmax(ends[1], -ends[0]) + size * t->way[i].rest[order]);
  }
  return gather(t, most);
}

static bool stays_sure(tubes *t, const held *h, const arb_t time, double eps, double drag) {
  arb_ptr zero = t->t[6];
  arb_srcptr span[2] = {zero, time};
  double ends[2];
  arb_zero(zero);
  for (size_t j = 0; j < t->m; j++) {
    const double size = t->size_of[j];
    if (t->sign[j] == 0) continue;
    find_slips(t, &t->centre, j);
    find_extent(t, t->row, 0, zero, time, ends);
    const double least = (t->sign[j] > 0 ? ends[0] : -ends[1]);
    if (least > SAFE * (find_spread(t, j, false, 0, span, size) + size * (eps + t->centre.rest[0])))
      continue;
    if (!(t->launched >> j & 1)) return false;
    find_slips(t, &t->centre, j);
    find_extent(t, t->row, 1, zero, time, ends);
    const double push = t->sign[j] > 0 ? ends[0] : -ends[1];
    const double off = find_spread(t, j, false, 1, span, size) +
                       size * (t->A_size * eps + drag + t->centre.rest[1]);
    if (!(push > SAFE * off)) return false;
  }
  for (size_t i = 0; i < h->count; i++) {
    const size_t j = h->index[i];
    const double size = SAFE * grip(h, i) * t->A_size;
    find_extent(t, t->centre.force + j * (ORDER + 1), 0, zero, time, ends);
    const double left = from_below(t->p + j) - t->way_out[j] - fmax(ends[1], -ends[0]);
    const double off = find_spread(t, j, true, 0, span, size) +
                       size * (eps + drag / t->A_size + t->centre.rest[0]);
    if (!(left > SAFE * off)) return false;
  }
  return true;
}

/* Slips that are to be 0 and are not, of centre and directions: what they add to (|e|)'. */
static double find_drift(tubes *t, const held *h) {
  double sum = 0;
  arb_t z;
  arb_init(z);
  for (size_t i = 0; i < h->count; i++) {
    const size_t j = h->index[i];
    double off = reach_along(t, t->W->rows[j]);
    arb_dot(z, NULL, 0, t->W->rows[j], 1, t->x, 1, (slong)t->d, PREC);
    arb_abs(z, z);
    off += from_above(z);
    sum += SAFE * off * grip(h, i) * t->A_size;
  }
  arb_clear(z);
  return sum;
}

/* e^(rate time) (eps + (drift + drag) time) */
static void grow_eps(tubes *t, const held *h, double drag, const arb_t time) {
  arb_ptr z = t->t[1];
  arb_set_d(z, find_drift(t, h) + drag);
  arb_addmul(t->eps, z, time, PREC);
  arb_mul(z, t->rate, time, PREC);
  arb_exp(z, z, PREC);
  arb_mul(t->eps, t->eps, z, PREC);
}

static void expand_swarm(tubes *t, const held *h, const series *centre, const arb_t time) {
  for (size_t i = 0; i < t->count; i++) expand(t, h, t->g[i], true, time, &t->way[i]);
  for (size_t i = 0; i < t->ranges; i++) expand_forced(t, h, i, centre, time);
}

/* The drag around a centre. */
static double drag_around(tubes *t, const series *centre, double rate, const arb_t time) {
  if (!t->ranges) return 0;
  const double T = from_above(time);
  gather_swarm(t);
  return find_drag(t, find_forcing(t, centre, T), from_above(t->r), rate, T);
}

static void move_swarm(tubes *t, const arb_t time) {
  for (size_t i = 0; i < t->count + t->ranges; i++) {
    arrive(t, &t->way[i], time, t->g[i], t->t[0]);
    arb_add(t->eps, t->eps, t->t[0], PREC);
  }
}

/* After a sure step the slips of all motions have the signs of the mode: they may only speed up. */
static unsigned all_that_slip(const tubes *t) {
  return (unsigned)(((size_t)1 << t->m) - 1) & ~(unsigned)stuck_set(t);
}

/* Motions part at the rate at most: how far from the centre they are in that time. */
static double find_farthest(tubes *t, const held *h, const arb_t time) {
  gather_swarm(t);
  arb_set_d(t->t[1], find_drift(t, h));
  arb_addmul(t->r, t->t[1], time, PREC);
  arb_mul(t->t[1], t->rate, time, PREC);
  arb_exp(t->t[1], t->t[1], PREC);
  arb_mul(t->t[1], t->t[1], t->r, PREC);
  return from_above(t->t[1]);
}

bool move_surely(run *r, tubes *t, const arb_t time) {
  const held *h = hold(r, t, stuck_set(t));
  if (!t->sure && !begin_surely(r, t)) return false;
  expand(t, h, t->x, false, time, &t->centre);
  if (t->gaps && !stays_apart(t, &t->centre, time, find_farthest(t, h, time))) return false;
  expand_swarm(t, h, &t->centre, time);
  const double drag = drag_around(t, &t->centre, from_above(t->rate), time);
  grow_eps(t, h, drag, time);
  if (!stays_sure(t, h, time, from_above(t->eps), drag)) return false;
  move_swarm(t, time);
  arrive(t, &t->centre, time, t->x, t->t[0]);
  arb_add(t->eps, t->eps, t->t[0], PREC);
  t->launched = all_that_slip(t);
  return true;
}

/* ---- an event -------------------------------------------------------------------------------- */

typedef struct crossing {
  size_t j;
  int was, is;
  const held *from, *to;
  double W, E, A, y, jump; /* |y|: y = Pi_J B_j, J what else sticks */
  double drift;            /* |e - Pi_J e| */
  arb_ptr way;             /* y */
  /* the guard, towards the event; |c|_*, |c e|, |(c e)'|, |gamma''| */
  double value, low, high, size, most, turn, bend;
  double forcing, drag, stir, omega; /* of the ranges: on x, e, rates of rows, over the window */
} crossing;

static bool find_way(run *r, tubes *t, crossing *c) {
  const size_t set = stuck_set(t) & ~((size_t)1 << c->j);
  arb_ptr z = t->t[1];
  for (size_t i = 0; i < t->d; i++) arb_set(c->way + i, arb_mat_entry(t->B, i, c->j));
  project(t, hold(r, t, set), c->way, NULL, 0);
  root_form(z, t->P, c->way);
  c->y = from_above(z);
  return arb_is_positive(z);
}

/* Before the event: a slip towards 0, or a force towards its bound. */
static bool find_guard(tubes *t, crossing *c, const arb_t time, const arb_t window, arb_t rate) {
  arb_ptr zero = t->t[6], value = t->t[5];
  const bool slips = c->was != 0;
  const int sign = slips ? -c->was : c->is;
  arb_ptr a = slips ? t->row : t->centre.force + c->j * (ORDER + 1);
  arb_srcptr span[2] = {zero, window};
  double ends[2];
  arb_zero(zero);
  c->size = slips ? t->size_of[c->j] : SAFE * t->A_size / c->y * (1 + 1e-9);
  c->turn = find_spread(t, c->j, !slips, 1, span, c->size) +
            SAFE * c->size * (c->A * c->E * (from_above(t->eps) + c->omega) + c->stir);
  if (slips) find_slips(t, &t->centre, c->j);
  find_extent(t, a, 2, zero, window, ends);
  c->bend = fmax(ends[1], -ends[0]) + c->size * t->centre.rest[2];
  find_extent(t, a, 1, zero, window, ends);
  c->low = (sign > 0 ? ends[0] : -ends[1]) - SAFE * c->size * t->centre.rest[1];
  c->high = (sign > 0 ? ends[1] : -ends[0]) + SAFE * c->size * t->centre.rest[1];
  arb_zero(value);
  arb_zero(rate);
  for (size_t k = ORDER + 1; k-- > 0;) {
    arb_mul(value, value, time, PREC);
    arb_add(value, value, a + k, PREC);
    if (k == 0) continue;
    arb_mul(rate, rate, time, PREC);
    arb_addmul_ui(rate, a + k, k, PREC);
  }
  arb_mul_si(value, value, sign, PREC);
  arb_mul_si(rate, rate, sign, PREC);
  if (!slips) arb_sub(value, value, t->p + c->j, PREC);
  arb_abs(value, value);
  c->value = SAFE * (from_above(value) +
                     c->size * (t->centre.rest[0] + c->omega + (slips ? 0 : c->drag / c->A)));
  return c->low > 0 && from_below(rate) > 0;
}

/* Rows of the directions at t_c, and how far they reach. */
static void find_along(tubes *t, crossing *c, const arb_t time, arb_ptr along) {
  double most[MOST_WAYS];
  for (size_t i = 0; i < t->count + t->ranges; i++) {
    arb_ptr a = c->was ? t->row : t->way[i].force + c->j * (ORDER + 1);
    if (c->was) find_slips(t, &t->way[i], c->j);
    arb_zero(along + i);
    for (size_t k = ORDER + 1; k-- > 0;) {
      arb_mul(along + i, along + i, time, PREC);
      arb_add(along + i, along + i, a + k, PREC);
    }
    if (i >= t->count && !c->was && t->loose[i - t->count].friction == c->j)
      arb_submul_si(along + i, t->loose[i - t->count].radius, c->is, PREC);
    arb_abs(t->t[1], along + i);
    most[i] = SAFE * (from_above(t->t[1]) + c->size * t->way[i].rest[0]);
  }
  c->most = SAFE * (gather(t, most) + c->size * from_above(t->eps));
}

/* The remainder of the jump. False: the event is not seen to take place in the window. */
static bool bound_jump(tubes *t, crossing *c, double *extra) {
  const double A = c->A, E = c->E, least = c->low - c->turn;
  const double h = SAFE * (c->value + c->most) / least, square = c->y * c->y;
  double k, slope, other;
  if (!(least > 0) || !(h < c->W)) return false;
  if (c->was && c->is) {
    k = 2 * from_above(t->p + c->j), slope = 0;
    other = 2 * t->way_out[c->j] * c->y;
  } else if (c->was) {
    k = 1.001 * c->high / square, slope = 1.001 * c->bend / square;
    other = 1.001 * c->turn / c->y;
  } else {
    k = c->value + c->high * c->W, slope = c->high;
    other = c->y * (c->most + c->turn * c->W + c->drag / c->A * c->size);
  }
  const double d = c->y * (c->was ? k : c->value);
  const double late = (h * (c->high - c->low + c->turn) + c->value) / c->low;
  const double apart = c->jump * E + h * h / 2 * c->y * (slope + A * E * k);
  const double gap = c->jump * E + h * E * c->y * k;
  /* directions do not jump where a force is released: all of s d is left over; slips of e that are
   * to be 0 and are not are seen by the row */
  const double left = c->was ? late + c->drift * c->size / c->low : h;
  *extra = SAFE * (d * left + apart + h * E * E * other + h * A * E * gap + 2 * c->omega);
  return isfinite(*extra);
}

/* What is not in the directions, wherever in the window. */
static double find_left_out(const tubes *t, const crossing *c) {
  return SAFE * c->E * (from_above(t->eps) + c->drift + c->omega);
}

/* The others of the swarm, in a mode, over [-back, ahead]. */
static bool others_stay(tubes *t, const crossing *c, const held *h, const series *s,
                        arb_srcptr span[2]) {
  const double off = find_left_out(t, c) + s->rest[0];
  double ends[2];
  for (size_t j = 0; j < t->m; j++) {
    const double size = t->size_of[j];
    if (j == c->j || t->sign[j] == 0) continue;
    const double spread = find_spread(t, j, false, 0, span, size);
    find_slips(t, s, j);
    find_extent(t, t->row, 0, span[0], span[1], ends);
    const double least = t->sign[j] > 0 ? ends[0] : -ends[1];
    if (!(least > SAFE * (spread + size * off))) return false;
  }
  for (size_t i = 0; i < h->count; i++) {
    const size_t j = h->index[i];
    const double size = SAFE * grip(h, i) * t->A_size;
    if (j == c->j && s != &t->after) continue;
    find_extent(t, s->force + j * (ORDER + 1), 0, span[0], span[1], ends);
    const double left = from_below(t->p + j) - t->way_out[j] - fmax(ends[1], -ends[0]);
    const double spread = find_spread(t, j, true, 0, span, size);
    if (!(left > SAFE * (spread + size * (off + c->drag / c->A)))) return false;
  }
  return true;
}

/* A force that is about to reach one bound is not at the other. */
static bool was_apart(tubes *t, const crossing *c, arb_srcptr span[2]) {
  double ends[2];
  if (c->was) return true;
  find_extent(t, t->centre.force + c->j * (ORDER + 1), 0, span[0], span[1], ends);
  const double most = c->is > 0 ? -ends[0] : ends[1];
  const double off = find_spread(t, c->j, true, 0, span, c->size) +
                     c->size * (find_left_out(t, c) + c->drag / c->A + t->centre.rest[0]);
  return most + SAFE * (off + t->way_out[c->j]) < from_below(t->p + c->j);
}

/* What changed goes on: it turns, or what is released speeds up. */
static bool goes_on(tubes *t, const crossing *c, arb_srcptr span[2]) {
  const int order = c->was ? 1 : 2;
  const double size = t->size_of[c->j];
  double ends[2];
  if (c->is == 0) return true;
  const double spread = find_spread(t, c->j, false, order, span, size);
  find_slips(t, &t->after, c->j);
  find_extent(t, t->row, order, span[0], span[1], ends);
  const double least = c->is > 0 ? ends[0] : -ends[1];
  const double scale = order == 2 ? c->A * c->A : c->A;
  const double stir = 2 * c->stir * (order == 2 ? c->A : 1);
  const double off = size * (scale * find_left_out(t, c) + stir + t->after.rest[order]);
  return least > SAFE * (spread + off);
}

/* g_i -= d (c g_i)/gamma' */
static void jump_swarm(tubes *t, const crossing *c, arb_srcptr along, const arb_t rate) {
  arb_t part, z;
  arb_init(part);
  arb_init(z);
  for (size_t i = 0; c->was && i < t->count + t->ranges; i++) {
    if (c->is) {
      arb_mul(part, t->p + c->j, along + i, PREC);
      arb_mul_2exp_si(part, part, 1);
      arb_div(part, part, rate, PREC);
    } else {
      arb_dot(z, NULL, 0, t->W->rows[c->j], 1, c->way, 1, (slong)t->d, PREC);
      arb_div(part, along + i, z, PREC);
    }
    for (size_t k = t->n; k < t->d; k++) {
      arb_submul(t->g[i] + k, part, c->way + k, PREC);
      arb_get_mid_arb(z, t->g[i] + k);
      arb_sub(t->g[i] + k, t->g[i] + k, z, PREC);
      arb_abs(t->g[i] + k, t->g[i] + k);
      arb_addmul(t->eps, t->g[i] + k, t->weight + k, PREC);
      arb_set(t->g[i] + k, z);
    }
  }
  arb_clear(part);
  arb_clear(z);
}

/* The one friction that changes its mode. */
static bool find_change(const tubes *t, const int *sign, crossing *c) {
  size_t count = 0;
  for (size_t j = 0; j < t->m; j++) {
    if (sign[j] == t->sign[j]) continue;
    c->j = j;
    c->was = t->sign[j];
    c->is = sign[j];
    count++;
  }
  return count == 1;
}

/* The new mode: its centre starts where the old one is at the event, its slips put to 0. */
static bool enter_mode(run *r, tubes *t, crossing *c, const arb_t time) {
  arb_ptr jump = t->t[0], sum = t->t[2];
  size_t count = 0;
  arb_set_d(sum, 0);
  arrive(t, &t->centre, time, t->x, sum);
  t->sign[c->j] = c->is;
  const size_t set = stuck_set(t);
  for (size_t j = 0; j < t->m; j++) count += set >> j & 1;
  c->to = hold(r, t, set);
  /* the old centre is needed still: its polynomial is kept while slips are put to 0 */
  series kept = t->centre;
  t->centre = t->after;
  put_to_rest(r, t, set | (size_t)1 << c->j, jump);
  t->after = t->centre;
  t->centre = kept;
  arb_add(jump, jump, sum, PREC);
  c->jump = from_above(jump);
  if (c->to->count != count) return false;
  expand(t, c->to, t->x, false, time, &t->after);
  return true;
}

/* In the old mode, as far as the latest motion has its event. */
static bool is_sure_before(tubes *t, const crossing *c, const arb_t window) {
  const int sign = t->sign[c->j];
  arb_ptr zero = t->t[6];
  arb_srcptr span[2] = {zero, window};
  arb_zero(zero);
  t->sign[c->j] = c->was;
  const bool good = others_stay(t, c, c->from, &t->centre, span) && was_apart(t, c, span);
  t->sign[c->j] = sign;
  return good;
}

/* In the new one, from the earliest on. */
static bool is_sure_after(tubes *t, const crossing *c, const arb_t time) {
  arb_srcptr span[2] = {time, time};
  return others_stay(t, c, c->to, &t->after, span) && goes_on(t, c, span);
}

/* Drags in the window, as far as its modes are known: twice, for a swarm that is at most twice as
 * wide after the event. */
static void enter_drag(tubes *t, crossing *c, const series *mode, double wide, double window) {
  if (!t->ranges) return;
  c->forcing = fmax(c->forcing, find_forcing(t, mode, window));
  c->drag = SAFE * 2 * c->E * find_drag(t, c->forcing, wide, c->A, window);
  c->stir = SAFE * (c->drag + t->stir * c->forcing / c->A);
  c->omega = SAFE * 2 * c->E * c->W * c->drag;
}

bool move_over_event(run *r, tubes *t, const int *sign, const arb_t time) {
  crossing c = {.W = from_below(time), .A = t->A_size, .way = t->way_of};
  arb_ptr window = t->window, rate = t->guard_rate, along = t->along;
  double extra;
  if (!find_change(t, sign, &c) || !find_way(r, t, &c)) return false;
  c.E = SAFE * exp(c.A * from_above(time)) * (1 + 1e-12);
  c.from = hold(r, t, stuck_set(t));
  arb_mul_2exp_si(window, time, 1);
  if (t->gaps) gather_swarm(t);
  if (!is_far(t, window)) return false;
  expand(t, c.from, t->x, false, window, &t->centre);
  expand_swarm(t, c.from, &t->centre, window);
  const double drag = drag_around(t, &t->centre, c.A, window), wide = from_above(t->r);
  enter_drag(t, &c, &t->centre, wide, from_above(window));
  grow_eps(t, c.from, drag, time);
  c.drift = find_drift(t, c.from) / c.A * SAFE;
  for (size_t i = 0; i < t->count + t->ranges; i++) {
    arb_set_d(t->t[0], t->way[i].rest[0]);
    arb_add(t->eps, t->eps, t->t[0], PREC);
  }
  if (!find_guard(t, &c, time, window, rate)) return false;
  find_along(t, &c, time, along);
  /* the directions at t_c */
  move_swarm(t, time);
  if (!enter_mode(r, t, &c, time)) return false;
  enter_drag(t, &c, &t->after, wide, from_above(window));
  if (!bound_jump(t, &c, &extra) || !is_sure_before(t, &c, window)) return false;
  jump_swarm(t, &c, along, rate);
  arb_set_d(t->t[0], extra);
  arb_add(t->eps, t->eps, t->t[0], PREC);
  expand_swarm(t, c.to, &t->after, time);
  if (!is_sure_after(t, &c, time)) return false;
  /* the second half of the window; drags were counted twice */
  const double after = drag_around(t, &t->after, from_above(t->rate), time);
  if (t->ranges && !(from_above(t->r) < 2 * wide)) return false;
  grow_eps(t, c.to, after, time);
  move_swarm(t, time);
  arrive(t, &t->after, time, t->x, t->t[0]);
  arb_add(t->eps, t->eps, t->t[0], PREC);
  t->launched = all_that_slip(t);
  return true;
}
