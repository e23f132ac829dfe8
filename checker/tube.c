/* tube.c: a tube of motions follows a plan.
 *
 * The centre of a tube is the exact motion in the modes of the plan: its Taylor polynomial in
 * balls, whose end is rounded to a point. What differs from a motion of the machine is added to the
 * radius r (docs/theory.md, "Tubes"):
 *
 *     loose   r <- e^(rate t) (sqrt(r^2 + 4 t sum p_j eta_j) + t sum kappa_j excess_j) + rounding
 *     sure    r = |exp(A t)| r_0 + rounding, where no slip of the tube can be 0
 */
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
static void operator_norm(run *r, const tubes *t, arb_t z, const balls *Y) {
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

/* exp(A k unit), their norms, and those of the slips on each unit. */
void fill_tables(run *r, tubes *t) {
  balls *step = new_ball_matrix(r, t->d, t->d);
  arb_ptr row = new_balls(r, t->d), tail = new_ball(r), z = new_ball(r);
  t->bound = new_ball(r);
  t->norm = new_balls(r, TABLE + 1);
  operator_norm(r, t, t->bound, t->A);
  arb_mat_scalar_mul_arb(step, t->A, t->unit, PREC);
  /* the remainder of the hull: |w| (|A| unit)^5/5! 2 */
  arb_mul(z, t->bound, t->unit, PREC);
  arb_mul_2exp_si(tail, z, 5);
  if (!arb_is_nonnegative(tail) || arf_cmp_2exp_si(arb_midref(z), -5) > 0)
    malformed(r, "map: the unit of time is too long");
  arb_pow_ui(tail, z, HULL + 1, PREC);
  arb_div_ui(tail, tail, 60, PREC);
  for (size_t i = 0; i <= HULL; i++) t->hull[i] = new_ball_matrix(r, t->m, t->d);
  arb_mat_set(t->hull[0], t->W);
  for (size_t i = 1; i <= HULL; i++) {
    arb_mat_mul(t->hull[i], t->hull[i - 1], step, PREC);
    arb_mat_scalar_div_si(t->hull[i], t->hull[i], (slong)i, PREC);
  }
  for (size_t j = 0; j < t->m * t->d; j++) {
    arb_t a[HULL + 1];
    arb_one(z);
    for (size_t i = 0; i <= HULL; i++) *a[i] = t->hull[i]->entries[j];
    bernstein(a[0], HULL, z);
    for (size_t i = 0; i <= HULL; i++) t->hull[i]->entries[j] = *a[i];
  }
  balls *turn = new_ball_matrix(r, t->d, t->d);
  balls *power[2] = {new_ball_matrix(r, t->d, t->d), new_ball_matrix(r, t->d, t->d)};
  arb_mat_exp(turn, step, PREC);
  arb_mat_one(power[0]);
  for (size_t k = 0; k <= TABLE; k++) {
    if (k > 0) arb_mat_mul(power[k % 2], power[(k + 1) % 2], turn, PREC);
    operator_norm(r, t, t->norm + k, power[k % 2]);
    if (k == TABLE) return;
    t->slip[k] = new_balls(r, t->m + 1);
    for (size_t j = 0; j < t->m * (HULL + 1); j++) {
      arb_ptr most = t->slip[k] + j / (HULL + 1);
      for (size_t i = 0; i < t->d; i++)
        arb_dot(row + i, NULL, 0, t->hull[j % (HULL + 1)]->rows[j / (HULL + 1)], 1,
                power[k % 2]->entries + i, (slong)t->d, (slong)t->d, PREC);
      root_form(z, t->Q, row);
      arb_max(most, most, z, PREC);
      if (j % (HULL + 1) < HULL) continue;
      arb_mul(z, tail, t->kappa + j / (HULL + 1), PREC);
      arb_addmul(most, z, t->norm + k, PREC);
    }
  }
}

/* ---- a step ---------------------------------------------------------------------------------- */

static const held *hold(run *r, tubes *t, size_t set) {
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
static void project(const tubes *t, const held *h, arb_ptr y, arb_ptr force, slong stride) {
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

/* x becomes the middle of y, and `jump` bounds its distance from y. */
static void round_to_point(tubes *t, arb_srcptr y, arb_t jump) {
  arb_ptr z = t->t[7];
  arb_zero(jump);
  for (size_t i = 0; i < t->d; i++) {
    arb_get_mid_arb(t->x + i, y + i);
    arb_sub(z, y + i, t->x + i, PREC);
    arb_abs(z, z);
    arb_addmul(jump, z, t->weight + i, PREC);
  }
}

/* Taylor coefficients of the motion in this mode, and of the forces that hold; `rest` bounds what
 * is left out: |x'| t (|A| t)^ORDER/(ORDER + 1)! 2. */
static void expand(tubes *t, const held *h, const arb_t time, arb_t rest) {
  arb_ptr z = t->t[4];
  for (size_t i = 0; i < t->d; i++) arb_set(t->c[0] + i, t->x + i);
  for (size_t k = 0; k <= ORDER; k++) {
    arb_ptr y = t->c[k + 1];
    for (size_t i = 0; i < t->d; i++)
      arb_dot(y + i, NULL, 0, t->A->rows[i], 1, t->c[k], 1, (slong)t->d, PREC);
    for (size_t j = 0; k == 0 && j < t->m; j++)
      for (size_t i = t->n; t->sign[j] && i < t->d; i++) {
        arb_mul(z, t->p + j, arb_mat_entry(t->B, i, j), PREC);
        arb_submul_si(y + i, z, t->sign[j], PREC);
      }
    project(t, h, y, t->force + k, ORDER + 1);
    if (k == 0) root_form(rest, t->P, y);
    for (size_t i = 0; i < t->d; i++) arb_div_ui(y + i, y + i, k + 1, PREC);
  }
  arb_mul(z, t->bound, time, PREC);
  arb_pow_ui(z, z, ORDER, PREC);
  arb_mul(rest, rest, z, PREC);
  arb_mul(rest, rest, time, PREC);
  for (ulong k = 3; k <= ORDER + 1; k++) arb_div_ui(rest, rest, k, PREC);
}

/* least_j: sign_j w_j^T u over the step, or -|w_j^T u| where it sticks, from below. */
static void bound_slips(tubes *t, const arb_t time, const arb_t rest) {
  arb_ptr a = t->a;
  for (size_t j = 0; j < t->m; j++) {
    for (size_t k = 0; k <= ORDER; k++)
      arb_dot(a + k, NULL, 0, t->W->rows[j], 1, t->c[k], 1, (slong)t->d, PREC);
    bernstein(a, ORDER, time);
    for (size_t k = 0; k <= ORDER; k++) {
      if (t->sign[j] == 0) arb_abs(a + k, a + k);
      if (t->sign[j] <= 0) arb_neg(a + k, a + k);
      if (k == 0) arb_set(t->least + j, a);
      arb_min(t->least + j, t->least + j, a + k, PREC);
    }
    arb_submul(t->least + j, rest, t->kappa + j, PREC);
  }
}

/* excess: sum of kappa_j (|s_j| - p_j); the remainder's force is at most sqrt((G^-1)_jj) |A| rest.
 */
static void bound_forces(tubes *t, const held *h, const arb_t time, const arb_t rest) {
  arb_ptr z = t->t[4], part = t->t[5];
  arb_zero(t->excess);
  for (size_t i = 0; i < h->count; i++) {
    arb_ptr a = t->force + h->index[i] * (ORDER + 1);
    bernstein(a, ORDER, time);
    arb_zero(z);
    for (size_t k = 0; k <= ORDER; k++) {
      arb_abs(a + k, a + k);
      arb_max(z, z, a + k, PREC);
    }
    arb_sqrt(part, arb_mat_entry(h->inverse, i, i), PREC);
    arb_mul(part, part, t->bound, PREC);
    arb_addmul(z, part, rest, PREC);
    arb_sub(z, z, t->p + h->index[i], PREC);
    arb_nonnegative_part(z, z);
    arb_addmul(t->excess, z, t->kappa + h->index[i], PREC);
  }
}

/* The centre moves by `time`; jump is the error of its end. */
static void move(run *r, tubes *t, const arb_t time, arb_t jump) {
  arb_ptr rest = t->t[3], y = t->c[ORDER];
  size_t set = 0;
  for (size_t j = 0; j < t->m; j++) set |= (size_t)(t->sign[j] == 0) << j;
  const held *h = hold(r, t, set);
  expand(t, h, time, rest);
  bound_slips(t, time, rest);
  bound_forces(t, h, time, rest);
  for (size_t i = 0; i < t->d; i++)
    for (size_t k = ORDER; k-- > 0;) {
      arb_mul(y + i, y + i, time, PREC);
      arb_add(y + i, y + i, t->c[k] + i, PREC);
    }
  round_to_point(t, y, jump);
  arb_add(jump, jump, rest, PREC);
}

/* z = e^(rate time) */
static void find_growth(const tubes *t, arb_t z, const arb_t time) {
  arb_mul(z, t->rate, time, PREC);
  arb_exp(z, z, PREC);
}

static void move_loosely(run *r, tubes *t, const arb_t time) {
  arb_ptr jump = t->t[0], z = t->t[1], sum = t->t[2];
  t->sure = false;
  move(r, t, time, jump);
  arb_zero(sum);
  for (size_t j = 0; j < t->m; j++) {
    arb_neg(z, t->least + j);
    arb_nonnegative_part(z, z);
    arb_addmul(sum, z, t->p + j, PREC);
  }
  arb_mul_2exp_si(sum, sum, 2);
  arb_mul(sum, sum, time, PREC);
  arb_addmul(sum, t->r, t->r, PREC);
  arb_sqrt(sum, sum, PREC);
  arb_addmul(sum, t->excess, time, PREC);
  find_growth(t, z, time);
  arb_mul(t->r, sum, z, PREC);
  arb_add(t->r, t->r, jump, PREC);
}

/* So many units in which no slip of the tube can be 0; false if that is not seen. */
static bool move_surely(run *r, tubes *t, size_t units, const arb_t time) {
  arb_ptr jump = t->t[0], z = t->t[1], most = t->t[2];
  if (!t->sure || t->k + units > TABLE) {
    t->sure = true;
    t->k = 0;
    arb_set(t->r0, t->r);
    arb_zero(t->eps);
  }
  move(r, t, time, jump);
  find_growth(t, z, time);
  arb_mul(t->eps, t->eps, z, PREC);
  for (size_t j = 0; j < t->m; j++) {
    arb_zero(most);
    for (size_t k = t->k; k < t->k + units; k++) arb_max(most, most, t->slip[k] + j, PREC);
    arb_mul(most, most, t->r0, PREC);
    arb_addmul(most, t->kappa + j, t->eps, PREC);
    if (t->sign[j] == 0 || !arb_gt(t->least + j, most)) return false;
  }
  t->k += units;
  arb_add(t->eps, t->eps, jump, PREC);
  arb_mul(t->r, t->norm + t->k, t->r0, PREC);
  arb_add(t->r, t->r, t->eps, PREC);
  return true;
}

/* The modes of a stretch; slips that change their sign, or stick, are put to 0. */
static bool change_mode(run *r, tubes *t, const char **text) {
  size_t set = 0;
  bool changed = false;
  for (size_t j = 0; j < t->m; j++) {
    const int sign = (*text)[j] == '+' ? 1 : (*text)[j] == '-' ? -1 : 0;
    if (!(*text)[j] || !strchr("+-0", (*text)[j])) return false;
    if (t->begun && sign != t->sign[j]) changed = true;
    if (sign == 0 || (t->begun && sign != t->sign[j])) set |= (size_t)1 << j;
    t->sign[j] = sign;
  }
  *text += t->m;
  if (changed) t->sure = false;
  if (!set || t->sure) return true;
  arb_ptr y = t->c[0], moved = t->c[1], jump = t->t[0];
  for (size_t i = 0; i < t->d; i++) arb_set(y + i, t->x + i), arb_set(moved + i, t->x + i);
  project(t, hold(r, t, set), y, NULL, 0);
  round_to_point(t, y, jump);
  arb_add(t->r, t->r, jump, PREC);
  for (size_t i = 0; i < t->d; i++) arb_sub(moved + i, moved + i, t->x + i, PREC);
  root_form(jump, t->P, moved);
  arb_add(t->r, t->r, jump, PREC);
  return true;
}

/* "KINDsignsSTEPS[:PARTS]": steps of 16 units or 1, then 2^-32 units. False: it fails. */
bool follow_plan(run *r, tubes *t, const char *text) {
  arb_ptr time = new_ball(r);
  while (*text) {
    const char kind = *text++;
    const bool large = kind == 'L' || kind == 'U', sure = kind == 'L' || kind == 'l';
    const size_t units = large ? BIG : 1;
    char *end;
    if ((!sure && !strchr("Uu", kind)) || !change_mode(r, t, &text)) return false;
    const unsigned long steps = strtoul(text, &end, 10);
    if (end == text || *text < '0' || *text > '9' || steps > 1 << 20) return false;
    text = end;
    arb_mul_ui(time, t->unit, units, PREC);
    t->steps += steps + 1;
    if (t->steps > MOST_TUBE_STEPS) malformed(r, "map: more than %d steps", MOST_TUBE_STEPS);
    for (unsigned long k = 0; k < steps; k++) {
      if (sure && !move_surely(r, t, units, time)) return false;
      if (!sure) move_loosely(r, t, time);
      t->begun = true;
    }
    if (*text == ':') {
      const unsigned long parts = strtoul(text + 1, &end, 10);
      if (sure || end == text + 1 || parts >> 32 >= units) return false;
      text = end;
      arb_mul_ui(time, t->unit, parts, PREC);
      arb_mul_2exp_si(time, time, -32);
      move_loosely(r, t, time);
      t->begun = true;
    }
    if (*text && *text++ != ' ') return false;
  }
  return true;
}
