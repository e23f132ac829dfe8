/* tube.c: a tube of motions follows a plan.
 *
 * The centre of a tube is the exact motion in the modes of the plan: its Taylor polynomial in
 * balls, whose end is rounded to a point. What differs from a motion of the machine is added to the
 * radius r (docs/theory.md, "Tubes"):
 *
 *     r <- e^(rate t) (sqrt(r^2 + 6 t sum p_j eta_j) + t sum kappa_j excess_j) + rounding
 *
 * where nothing is known of the frictions of its motions; the rate is less while some of the
 * centre's stick with a margin. Where all motions are in the mode of the centre: swarm.c.
 */
#include <math.h>

#include "tubes.h"

/* ---- balls ----------------------------------------------------------------------------------- */

balls *new_ball_matrix(run *r, size_t rows, size_t columns) {
  balls *A = new_room(r, 1, sizeof *A);
  *A = (balls){new_balls(r, rows * columns), (slong)rows, (slong)columns,
               new_room(r, rows + 1, sizeof(arb_ptr))};
  for (size_t i = 0; i < rows; i++) A->rows[i] = A->entries + i * columns;
  return A;
}

balls *to_balls(run *r, const matrix *A) {
  balls *B = new_ball_matrix(r, (size_t)fmpq_mat_nrows(A), (size_t)fmpq_mat_ncols(A));
  arb_mat_set_fmpq_mat(B, A, PREC);
  return B;
}

/* z = sqrt(x^T S x), S positive definite */
void root_form(arb_t z, const balls *S, arb_srcptr x) {
  arb_t sum;
  arb_init(sum);
  arb_zero(z);
  for (slong i = 0; i < S->r; i++) {
    arb_dot(sum, NULL, 0, S->rows[i], 1, x, 1, S->c, PREC);
    arb_addmul(z, sum, x + i, PREC);
  }
  arb_nonnegative_part(z, z);
  arb_sqrt(z, z, PREC);
  arb_clear(sum);
}

/* |Y| <= (tr (P^-1 Y^T P Y)^1024)^(1/2048) */
void operator_norm(run *r, const tubes *t, arb_t z, const balls *Y) {
  balls *S = new_ball_matrix(r, t->d, t->d), *T = new_ball_matrix(r, t->d, t->d);
  arb_mat_transpose(S, Y);
  arb_mat_mul(T, t->Q, S, 2 * PREC);
  arb_mat_mul(S, T, t->P, 2 * PREC);
  arb_mat_mul(T, S, Y, 2 * PREC);
  for (int k = 0; k < 5; k++) {
    arb_mat_mul(S, T, T, 2 * PREC);
    arb_mat_mul(T, S, S, 2 * PREC);
  }
  arb_mat_trace(z, T, 2 * PREC);
  arb_nonnegative_part(z, z);
  arb_root_ui(z, z, 2048, PREC);
}

/* a_k t^k becomes Bernstein's form of the same degree on [0, t]. */
static void bernstein(arb_ptr a, slong degree, const arb_t t) {
  arb_t power;
  arb_init(power);
  arb_one(power);
  for (slong k = 0; k <= degree; k++) {
    arb_mul(a + k, a + k, power, PREC);
    arb_mul(power, power, t, PREC);
    arb_mul_si(power, power, k + 1, PREC);
    arb_div_si(power, power, degree > k ? degree - k : 1, PREC);
  }
  for (slong pass = 0; pass < degree; pass++)
    for (slong i = degree; i > pass; i--) arb_add(a + i, a + i, a + i - 1, PREC);
  arb_clear(power);
}

double from_above(const arb_t x) {
  arf_t z;
  arf_init(z);
  arb_get_ubound_arf(z, x, 64);
  const double value = arf_get_d(z, ARF_RND_CEIL);
  arf_clear(z);
  return value;
}

double from_below(const arb_t x) {
  arf_t z;
  arf_init(z);
  arb_get_lbound_arf(z, x, 64);
  const double value = arf_get_d(z, ARF_RND_FLOOR);
  arf_clear(z);
  return value;
}

/* ---- a step ---------------------------------------------------------------------------------- */

const held *hold(run *r, tubes *t, size_t set) {
  const matrix *W = r->system.W.center;
  if (t->held[set]) return t->held[set];
  held *h = t->held[set] = new_room(r, 1, sizeof *h);
  matrix *part = NULL;
  for (size_t j = 0; j < t->m; j++) {
    if (!(set >> j & 1)) continue;
    matrix *more = new_matrix(r, t->n, h->count + 1);
    h->index[h->count] = j;
    for (size_t i = 0; i < t->n * (h->count + 1); i++)
      fmpq_set(entry(more, i / (h->count + 1), i % (h->count + 1)),
               entry(W, i / (h->count + 1), h->index[i % (h->count + 1)]));
    if (rank_of(r, more) <= h->count) continue;
    part = more;
    h->count++;
  }
  if (h->count == 0) return h;
  matrix *one = new_matrix(r, h->count, h->count);
  fmpq_mat_one(one);
  const matrix *G = multiply(r, transpose(r, part), solve_system(r, r->system.M.center, part));
  h->inverse = to_balls(r, solve_system(r, G, one));
  return h;
}

/* y -= B G^-1 W^T y on those that hold; the forces into `force`, if that is not NULL. */
void project(const tubes *t, const held *h, arb_ptr y, arb_ptr force, slong stride) {
  arb_t slip[MOST_TUBE], z;
  arb_init(z);
  for (size_t i = 0; i < h->count; i++) {
    arb_init(slip[i]);
    arb_dot(slip[i], NULL, 0, t->W->rows[h->index[i]], 1, y, 1, (slong)t->d, PREC);
  }
  for (size_t i = 0; i < h->count; i++) {
    arb_dot(z, NULL, 0, h->inverse->rows[i], 1, slip[0], 1, (slong)h->count, PREC);
    for (size_t k = t->n; k < t->d; k++)
      arb_submul(y + k, z, arb_mat_entry(t->B, k, h->index[i]), PREC);
    if (force) arb_set(force + (slong)h->index[i] * stride, z);
  }
  for (size_t i = 0; i < h->count; i++) arb_clear(slip[i]);
  arb_clear(z);
}

void arrive(tubes *t, const series *s, const arb_t time, arb_ptr x, arb_t jump) {
  arb_t y, z;
  arb_init(y);
  arb_init(z);
  arb_set_d(jump, s->rest[0]);
  for (size_t i = 0; i < t->d; i++) {
    arb_set(y, s->c[ORDER] + i);
    for (size_t k = ORDER; k-- > 0;) {
      arb_mul(y, y, time, PREC);
      arb_add(y, y, s->c[k] + i, PREC);
    }
    arb_get_mid_arb(x + i, y);
    arb_sub(z, y, x + i, PREC);
    arb_abs(z, z);
    arb_addmul(jump, z, t->weight + i, PREC);
  }
  arb_clear(y);
  arb_clear(z);
}

/* x = sum c_k t^k, c_k = A^(k-1) x'/k!: with z = |A| time <= 1 the rest is at most twice its first
 * term, |x'| time z^D/(D + 1)!; so are those of the derivatives. */
static void bound_rest(const tubes *t, double f, const arb_t time, double rest[3]) {
  const double T = from_above(time), z = t->A_size * T;
  double term = z <= 1 ? 2.001 * f * t->A_size : HUGE_VAL; /* |x'| |A| z^(D-1)/(D - 1)! */
  for (size_t k = 1; k < ORDER; k++) term *= z / (double)k;
  rest[2] = term;
  rest[1] = term * T / (ORDER - 1) * 1.001;
  rest[0] = rest[1] * T * 1.001;
}

/* What moves: the centre, with its loads; a difference; one that the centre forces. */
typedef struct mover {
  bool loaded;
  const loose *number;
  const series *centre;
} mover;

static void expand_from(tubes *t, const held *h, const mover *by, const arb_t time, series *s) {
  arb_ptr z = t->t[4];
  for (size_t k = 0; k <= ORDER; k++) {
    arb_ptr y = s->c[k + 1];
    for (size_t i = 0; i < t->d; i++)
      arb_dot(y + i, NULL, 0, t->A->rows[i], 1, s->c[k], 1, (slong)t->d, PREC);
    if (by->number) add_forcing(t, by->number, by->centre, k, y);
    for (size_t j = 0; k == 0 && by->loaded && j < t->m; j++)
      for (size_t i = t->n; t->sign[j] && i < t->d; i++) {
        arb_mul(z, t->p + j, arb_mat_entry(t->B, i, j), PREC);
        arb_submul_si(y + i, z, t->sign[j], PREC);
      }
    project(t, h, y, s->force + k, ORDER + 1);
    if (k == 0) {
      root_form(z, t->P, y);
      s->flow = from_above(z);
    }
    for (size_t i = 0; i < t->d; i++) arb_div_ui(y + i, y + i, k + 1, PREC);
  }
  bound_rest(t, s->flow, time, s->rest);
}

void expand(tubes *t, const held *h, arb_srcptr x, bool difference, const arb_t time, series *s) {
  for (size_t i = 0; i < t->d; i++) arb_set(s->c[0] + i, x + i);
  expand_from(t, h, &(mover){.loaded = !difference}, time, s);
}

/* h' = A h + A_i x~ + ...: |h^(k)| <= |A|^(k-1) (|h'| + (k - 1) |A_i|/|A| |x~'|); terms still
 * halve, and the first that is left out has k - 1 = ORDER. Forces see the rest of the centre. */
void expand_forced(tubes *t, const held *h, size_t number, const series *centre, const arb_t time) {
  const loose *l = &t->loose[number];
  series *s = &t->way[t->count + number];
  const double share = 1.001 * l->size / t->A_size;
  for (size_t i = 0; i < t->d; i++) arb_set(s->c[0] + i, t->g[t->count + number] + i);
  expand_from(t, h, &(mover){.number = l, .centre = centre}, time, s);
  bound_rest(t, 1.001 * (s->flow + ORDER * share * centre->flow), time, s->rest);
  for (size_t k = 0; k < 3; k++) s->rest[k] += share * centre->rest[k];
}

void find_slips(tubes *t, const series *s, size_t j) {
  for (size_t k = 0; k <= ORDER; k++)
    arb_dot(t->row + k, NULL, 0, t->W->rows[j], 1, s->c[k], 1, (slong)t->d, PREC);
}

void find_extent(tubes *t, arb_srcptr a, int order, const arb_t back, const arb_t ahead,
                 double ends[2]) {
  ends[0] = HUGE_VAL, ends[1] = -HUGE_VAL;
  for (int side = 0; side < 2; side++) {
    if (side && arb_is_zero(back)) continue; /* of no time at all: what it is now */
    for (size_t k = 0; k <= ORDER; k++) {
      const size_t from = k + (size_t)order;
      arb_zero(t->a + k);
      if (from > ORDER) continue;
      arb_set(t->a + k, a + from);
      for (size_t i = from; i > k; i--) arb_mul_ui(t->a + k, t->a + k, i, PREC);
      if (side && k % 2) arb_neg(t->a + k, t->a + k);
    }
    bernstein(t->a, ORDER, side ? back : ahead);
    for (size_t k = 0; k <= ORDER; k++) {
      ends[0] = fmin(ends[0], from_below(t->a + k));
      ends[1] = fmax(ends[1], from_above(t->a + k));
    }
  }
}

/* ---- steps of which nothing is known --------------------------------------------------------- */

size_t stuck_set(const tubes *t) {
  size_t set = 0;
  for (size_t j = 0; j < t->m; j++) set |= (size_t)(t->sign[j] == 0) << j;
  return set;
}

/* 6 sum p_j eta_j, and sum kappa_j (|s_j| - p_j); margins p_j - |s_j|, 0 where it slips. */
static void price(tubes *t, const held *h, const arb_t time, double cost[2], double *margin) {
  arb_ptr zero = t->t[6];
  double ends[2];
  arb_zero(zero);
  cost[0] = cost[1] = 0;
  for (size_t j = 0; j < t->m; j++) {
    find_slips(t, &t->centre, j);
    find_extent(t, t->row, 0, zero, time, ends);
    const double off = t->size_of[j] * t->centre.rest[0] * 1.001;
    const double wrong = t->sign[j] == 0  ? fmax(ends[1], -ends[0])
                         : t->sign[j] > 0 ? -ends[0]
                                          : ends[1];
    margin[j] = t->sign[j] ? 0 : from_below(t->p + j) - t->way_out[j];
    cost[0] += 6.001 * from_above(t->most_p + j) * fmax(0, wrong + off);
  }
  for (size_t i = 0; i < h->count; i++) {
    const size_t j = h->index[i];
    find_extent(t, t->centre.force + j * (ORDER + 1), 0, zero, time, ends);
    arb_sqrt(t->t[5], arb_mat_entry(h->inverse, i, i), PREC);
    const double off = 1.001 * from_above(t->t[5]) * t->A_size * t->centre.rest[0];
    const double left = from_below(t->p + j) - (fmax(ends[1], -ends[0]) + off) * (1 + 0x1p-50);
    margin[j] = left - t->way_out[j];
    cost[1] += 1.001 * t->size_of[j] * fmax(0, -left);
  }
}

/* The rate in a tube that is nowhere wider than this. */
static arb_srcptr find_rate(const tubes *t, const double *margin, double r) {
  arb_srcptr rate = t->rate;
  for (size_t i = 0; i < t->rates; i++) {
    bool good = arb_lt(t->held_rate[i].rate, rate);
    for (size_t j = 0; good && j < t->m; j++)
      if (t->held_rate[i].set >> j & 1)
        good = margin[j] > (1 + 0x1p-50) * (t->held_rate[i].need[j] * r);
    if (good) rate = t->held_rate[i].rate;
  }
  return rate;
}

/* z = e^((rate + stir) time) */
static void grow_by(const tubes *t, arb_srcptr rate, const arb_t time, arb_t z) {
  arb_set_d(z, t->stir);
  arb_add(z, z, rate, PREC);
  arb_mul(z, z, time, PREC);
  arb_exp(z, z, PREC);
}

static bool move_loosely(run *r, tubes *t, const arb_t time) {
  arb_ptr jump = t->t[0], z = t->t[1], sum = t->t[2];
  const held *h = hold(r, t, stuck_set(t));
  double cost[2], margin[MOST_TUBE];
  if (t->sure) gather_swarm(t);
  t->sure = false;
  expand(t, h, t->x, false, time, &t->centre);
  price(t, h, time, cost, margin);
  cost[1] += find_forcing(t, &t->centre, from_above(time));
  arrive(t, &t->centre, time, t->x, jump);
  arb_set_d(sum, cost[0]);
  arb_mul(sum, sum, time, PREC);
  arb_addmul(sum, t->r, t->r, PREC);
  arb_sqrt(sum, sum, PREC);
  arb_set_d(z, cost[1]);
  arb_addmul(sum, z, time, PREC);
  grow_by(t, t->rate, time, z);
  arb_mul(z, z, sum, PREC);
  grow_by(t, find_rate(t, margin, from_above(z)), time, z);
  arb_mul(t->r, sum, z, PREC);
  const bool apart = !t->gaps || stays_apart(t, &t->centre, time, from_above(t->r));
  arb_add(t->r, t->r, jump, PREC);
  return apart;
}

/* ---- plans ----------------------------------------------------------------------------------- */

bool read_signs(const tubes *t, const char **text, int *sign) {
  for (size_t j = 0; j < t->m; j++) {
    const char c = (*text)[j];
    if (c != '+' && c != '-' && c != '0') return false;
    sign[j] = c == '+' ? 1 : c == '-' ? -1 : 0;
  }
  *text += t->m;
  return true;
}

void put_to_rest(run *r, tubes *t, size_t set, arb_t jump) {
  arb_ptr y = t->centre.c[0], moved = t->centre.c[1], z = t->t[7];
  for (size_t i = 0; i < t->d; i++) arb_set(y + i, t->x + i), arb_set(moved + i, t->x + i);
  project(t, hold(r, t, set), y, NULL, 0);
  arb_zero(jump);
  for (size_t i = 0; i < t->d; i++) {
    arb_get_mid_arb(t->x + i, y + i);
    arb_sub(moved + i, moved + i, t->x + i, PREC);
  }
  root_form(z, t->P, moved);
  arb_add(jump, jump, z, PREC);
}

/* The modes of a stretch; slips that change their sign, or stick, are put to 0 where nothing is
 * known of the tube's other motions. */
static bool change_mode(run *r, tubes *t, bool sure, const char **text) {
  int sign[MOST_TUBE];
  size_t set = 0;
  bool changed = false;
  if (!read_signs(t, text, sign)) return false;
  for (size_t j = 0; j < t->m; j++) {
    const bool other = t->begun && sign[j] != t->sign[j];
    changed = changed || other;
    if (sign[j] == 0 || other) set |= (size_t)1 << j;
    t->sign[j] = sign[j];
  }
  if (sure && changed && t->sure) return false;
  if (t->sure && (sure || !changed)) return true;
  if (t->sure) gather_swarm(t);
  t->sure = false;
  if (!set) return true;
  put_to_rest(r, t, set, t->t[0]);
  arb_add(t->r, t->r, t->t[0], PREC);
  if (!t->begun) arb_add(t->eps, t->eps, t->t[0], PREC);
  return true;
}

/* 2^-32 units; false: it is no number of them, or they are more than `units`. */
static bool read_parts(const tubes *t, const char **text, size_t units, arb_t time) {
  char *end;
  if (**text < '0' || **text > '9') return false;
  const unsigned long parts = strtoul(*text, &end, 10);
  if (parts > (unsigned long)units << 32) return false;
  *text = end;
  arb_mul_ui(time, t->unit, parts, PREC);
  arb_mul_2exp_si(time, time, -32);
  return true;
}

/* "KINDsignsSTEPS[:PARTS]": steps of 16 units or 1, then 2^-32 units; "XsignsO:PARTS": an event
 * after so many, and as many more. False: it fails. */
bool follow_plan(run *r, tubes *t, const char *text) {
  arb_ptr time = new_ball(r);
  while (*text) {
    const char kind = *text++;
    const bool sure = kind == 'S', event = kind == 'X';
    const size_t units = kind == 'u' ? 1 : BIG;
    int sign[MOST_TUBE];
    char *end;
    if (!strchr("SXUu", kind)) return false;
    if (event ? !read_signs(t, &text, sign) : !change_mode(r, t, sure, &text)) return false;
    const unsigned long steps = strtoul(text, &end, 10);
    if (end == text || *text < '0' || *text > '9' || steps > 1 << 20) return false;
    text = end;
    if (event && (steps || *text != ':' || !t->sure)) return false;
    arb_mul_ui(time, t->unit, units, PREC);
    t->steps += steps + 1;
    if (t->steps > MOST_TUBE_STEPS) malformed(r, "map: more than %d steps", MOST_TUBE_STEPS);
    for (unsigned long k = 0; k < steps; k++) {
      if (sure && !move_surely(r, t, time)) return false;
      if (!sure && !move_loosely(r, t, time)) return false;
      t->begun = true;
    }
    if (*text == ':') {
      text++;
      if (!read_parts(t, &text, units, time)) return false;
      if (event ? !move_over_event(r, t, sign, time) : sure && !move_surely(r, t, time))
        return false;
      if (!event && !sure && !move_loosely(r, t, time)) return false;
      t->begun = true;
    }
    if (*text && *text++ != ' ') return false;
  }
  return true;
}
