/* map.c: a map of proved cells: every leaf is followed anew, by its plan, without search.
 *
 * x = (q - q_e, u), x' = A x - sum B_j s_j, s_j in p_j Sign(w_j^T u), |x|^2 = q^T K q + u^T M u,
 * C_s + rate M >= 0. Tubes follow their plans (tube.c).
 *
 * At the end a tube must lie below the level of the certificate's theorem, or Re(e^(-i phi) l^T x)
 * must exceed all that friction can do, for a growing mode l. Leaves must not overlap; their areas
 * are the shares. On trust: T1 to T6 of docs/theory.md.
 */
#include "tubes.h"

/* ---- the machine ----------------------------------------------------------------------------- */

/* A >= 0, or > 0, by elimination. */
bool is_positive(run *r, const matrix *A, bool strict) {
  const slong n = fmpq_mat_nrows(A);
  matrix *S = new_matrix(r, (size_t)n, (size_t)n);
  fmpq *q = new_rational(r);
  fmpq_mat_set(S, A);
  for (slong k = 0; k < n; k++) {
    const int sign = fmpq_sgn(entry(S, k, k));
    if (sign < 0 || (sign == 0 && strict)) return false;
    for (slong i = k + 1; i < n; i++) {
      if (sign == 0 && !fmpq_is_zero(entry(S, i, k))) return false;
      if (sign > 0) fmpq_div(q, entry(S, i, k), entry(S, k, k));
      for (slong j = k + 1; sign > 0 && j < n; j++) fmpq_submul(entry(S, i, j), q, entry(S, k, j));
    }
  }
  return true;
}

/* The blocks of a d x d matrix. */
static matrix *in_blocks(run *r, const matrix *a, const matrix *b, const matrix *c,
                         const matrix *e) {
  const slong n = fmpq_mat_nrows(a);
  matrix *A = new_matrix(r, 2 * (size_t)n, 2 * (size_t)n);
  const matrix *const block[] = {a, b, c, e};
  for (slong i = 0; i < 4 * n * n; i++)
    if (block[i / (2 * n * n) * 2 + i % (2 * n) / n])
      fmpq_set(entry(A, i / (2 * n), i % (2 * n)),
               entry(block[i / (2 * n * n) * 2 + i % (2 * n) / n], i / (2 * n) % n, i % n));
  return A;
}

static void enter_tube_machine(run *r, tubes *t, const json_t *map) {
  const system_data *s = &r->system;
  const matrix *M = s->M.center, *K = s->K.center, *C = s->C.center, *W = s->W.center;
  const uncertain exact[] = {s->M, s->f};
  matrix *one = new_matrix(r, s->n, s->n), *S = symmetric_part(r, C),
         *T = new_matrix(r, s->n, s->n);
  const fmpq *rate = read_rational(r, map, "rate");
  bool good = r->derived.linear && !r->machine && !next_item(r, NULL, CHART_COORD);
  for (size_t i = 0; i < COUNT(exact); i++) good = good && fmpq_mat_is_zero(exact[i].radius);
  good = good && (fmpq_mat_is_zero(s->K.radius) || fmpq_mat_is_zero(s->f.center));
  good = good && fmpq_mat_equal(K, transpose(r, K)) && fmpq_mat_equal(M, transpose(r, M));
  fmpq_mat_scalar_mul_fmpq(T, M, rate);
  fmpq_mat_add(S, S, T);
  if (!good || !is_positive(r, M, true) || !is_positive(r, K, true))
    malformed(r, "map: M and K must be exact, symmetric and positive definite");
  if (fmpq_sgn(rate) < 0 || !is_positive(r, S, false))
    refuted(r, "map: motions may part faster than at the rate %s", show_rational(r, rate));
  if (s->n > MOST_TUBE || s->m > MOST_TUBE) malformed(r, "map: too many coordinates or frictions");
  t->n = s->n, t->m = s->m, t->d = 2 * s->n;
  fmpq_mat_one(one);
  matrix *minus = new_matrix(r, s->n, s->n), *damp = new_matrix(r, s->n, s->n);
  fmpq_mat_neg(minus, solve_system(r, M, K));
  fmpq_mat_neg(damp, solve_system(r, M, C));
  t->A = to_balls(r, in_blocks(r, new_matrix(r, s->n, s->n), one, minus, damp));
  t->P = to_balls(r, in_blocks(r, K, NULL, NULL, M));
  t->Q = to_balls(r, in_blocks(r, solve_system(r, K, one), NULL, NULL, solve_system(r, M, one)));
  matrix *B = new_matrix(r, t->d, t->m), *rows = new_matrix(r, t->m, t->d);
  const matrix *MW = t->m ? solve_system(r, M, W) : W;
  for (size_t i = 0; i < t->n * t->m; i++) {
    fmpq_set(entry(B, t->n + i / t->m, i % t->m), entry(MW, i / t->m, i % t->m));
    fmpq_set(entry(rows, i % t->m, t->n + i / t->m), entry(W, i / t->m, i % t->m));
  }
  t->B = to_balls(r, B);
  t->W = to_balls(r, rows);
  t->p = new_balls(r, t->m + 1);
  t->kappa = new_balls(r, t->m + 1);
  for (size_t j = 0; j < t->m; j++) {
    arb_set_fmpq(t->p + j, entry(s->p.center, j, 0), PREC);
    root_form(t->kappa + j, t->Q, t->W->rows[j]);
  }
  t->rate = new_ball(r);
  arb_set_fmpq(t->rate, rate, PREC);
}

/* C_s + push sum w_j w_j^T/kappa_j^2 over a set; push/kappa_j into `need`. */
static matrix *push_along(run *r, const tubes *t, size_t set, const fmpq *push, double *need) {
  const system_data *s = &r->system;
  matrix *S = symmetric_part(r, s->C.center);
  fmpq *z = new_rational(r), *square = new_rational(r);
  arb_ptr ball = t->t[0];
  arb_set_fmpq(ball, push, PREC);
  const double least = from_above(ball);
  for (size_t j = 0; j < t->m; j++) {
    if (!(set >> j & 1)) continue;
    matrix *w = new_matrix(r, s->n, 1);
    for (size_t i = 0; i < s->n; i++) fmpq_set(entry(w, i, 0), entry(s->W.center, i, j));
    const matrix *a = multiply(r, transpose(r, w), solve_system(r, s->M.center, w));
    if (fmpq_is_zero(entry(a, 0, 0))) malformed(r, "map: friction %zu has no direction", j + 1);
    fmpq_div(square, push, entry(a, 0, 0));
    const matrix *ww = multiply(r, w, transpose(r, w));
    for (size_t i = 0; i < s->n * s->n; i++) {
      fmpq_mul(z, square, entry(ww, i / s->n, i % s->n));
      fmpq_add(entry(S, i / s->n, i % s->n), entry(S, i / s->n, i % s->n), z);
    }
    need[j] = least / t->size_of[j] * (1 + 0x1p-40);
  }
  return S;
}

/* While frictions of a set stick: Cs + rate M + push sum w_j w_j^T/kappa_j^2 >= 0. */
static void enter_held(run *r, tubes *t, const json_t *list) {
  const system_data *s = &r->system;
  const json_t *member;
  size_t k;
  if (!json_is_array(list) || json_array_size(list) > MOST_HELD)
    malformed(r, "map: a list of at most %d rates is expected", MOST_HELD);
  json_array_foreach(list, k, member) {
    held_rate *h = &t->held_rate[k];
    read_shape(r, member, "held", "frictions rate push");
    h->set = (size_t)read_integer(r, json_object_get(member, "frictions"), 1, (1 << t->m) - 1,
                                  "frictions");
    const fmpq *rate = read_rational(r, member, "rate"), *push = read_rational(r, member, "push");
    matrix *S = push_along(r, t, h->set, push, h->need), *T = new_matrix(r, s->n, s->n);
    fmpq_mat_scalar_mul_fmpq(T, s->M.center, rate);
    fmpq_mat_add(S, S, T);
    if (fmpq_sgn(rate) < 0 || fmpq_sgn(push) < 0 || !is_positive(r, S, false))
      refuted(r, "map: while frictions stick motions may part faster than at the rate %s",
              show_rational(r, rate));
    h->rate = new_ball(r);
    arb_set_fmpq(h->rate, rate, PREC);
    t->rates = k + 1;
  }
}

/* T5: Cs + push sum w_j w_j^T/kappa_j^2 > 0, all frictions; null: no tube settles. */
static void enter_settling(run *r, tubes *t, const json_t *map) {
  if (json_is_null(json_object_get(map, "settle"))) return;
  const fmpq *push = read_rational(r, map, "settle");
  matrix *S = push_along(r, t, ((size_t)1 << t->m) - 1, push, t->settle_need);
  subtract_radii(S, r->system.C.radius);
  if (fmpq_sgn(push) < 0 || !is_positive(r, S, true))
    refuted(r, "map: rest points are not seen to settle with %s", show_rational(r, push));
  t->may_settle = true;
  const system_data *s = &r->system;
  const matrix *KW = t->m ? solve_system(r, s->K.center, s->W.center) : s->W.center;
  t->bend = to_balls(r, KW);
}

/* Rows f_i with P^-1 = sum f_i f_i^T; |A|; the unit of time, |A| 16 units being at most 1/2. */
static void enter_norms(run *r, tubes *t) {
  arb_mat_t L;
  t->bound = new_ball(r);
  t->frame = new_ball_matrix(r, t->d, t->d);
  arb_mat_init(L, (slong)t->d, (slong)t->d);
  const bool good = arb_mat_cho(L, t->Q, 2 * PREC);
  if (good) arb_mat_transpose(t->frame, L);
  arb_mat_clear(L);
  if (!good) malformed(r, "map: M and K are not seen to be positive definite");
  operator_norm(r, t, t->bound, t->A);
  t->A_size = from_above(t->bound);
  for (size_t j = 0; j < t->m; j++) t->size_of[j] = from_above(t->kappa + j);
  arb_mul(t->t[0], t->bound, t->unit, PREC);
  if (!(from_above(t->t[0]) <= 1. / 32)) malformed(r, "map: the unit of time is too long");
}

static void new_series(run *r, const tubes *t, series *s) {
  for (size_t k = 0; k <= ORDER + 1; k++) s->c[k] = new_balls(r, t->d);
  s->force = new_balls(r, (t->m + 1) * (ORDER + 1));
}

/* Room for centres and directions. */
static void enter_room(run *r, tubes *t) {
  t->weight = new_balls(r, t->d);
  for (size_t i = 0; i < t->d; i++) arb_sqrt(t->weight + i, arb_mat_entry(t->P, i, i), PREC);
  for (size_t k = 0; k < 8; k++) t->t[k] = new_ball(r);
  t->x = new_balls(r, t->d), t->reach = new_balls(r, t->d), t->way_of = new_balls(r, t->d);
  t->r = new_ball(r), t->eps = new_ball(r), t->window = new_ball(r), t->guard_rate = new_ball(r);
  t->a = new_balls(r, ORDER + 1 + t->d), t->row = new_balls(r, ORDER + 1 + t->d);
  t->along = new_balls(r, t->d + t->ranges);
  new_series(r, t, &t->centre);
  new_series(r, t, &t->after);
  for (size_t i = 0; i < t->d + t->ranges; i++) {
    new_series(r, t, &t->way[i]);
    t->g[i] = new_balls(r, t->d);
  }
}

/* ---- a leaf ---------------------------------------------------------------------------------- */

/* The ball around a box of starts: x, which is moved to the rest point without friction, and
 * `reach` in each direction. */
static void begin_tube(tubes *t, matrix *x) {
  for (size_t i = 0; i < t->n; i++)
    fmpq_sub(entry(x, i, 0), entry(x, i, 0), entry(t->center, i, 0));
  arb_zero(t->r);
  for (size_t i = 0; i < t->d; i++) {
    arb_set_fmpq(t->a, entry(x, i, 0), PREC);
    arb_get_mid_arb(t->x + i, t->a);
    arb_sub(t->t[0], t->a, t->x + i, PREC);
    arb_abs(t->t[0], t->t[0]);
    arb_add(t->reach + i, t->reach + i, t->t[0], PREC);
  }
  for (size_t i = 0; i < t->d * t->d; i++) {
    arb_abs(t->t[0], t->P->entries + i);
    arb_mul(t->t[0], t->t[0], t->reach + i / t->d, PREC);
    arb_addmul(t->r, t->t[0], t->reach + i % t->d, PREC);
  }
  arb_sqrt(t->r, t->r, PREC);
  t->sure = t->begun = false;
  begin_box(t);
}

/* A cell: its middle, half its width in each direction, and the ball around it. */
static void begin_leaf(run *r, tubes *t, const size_t cell[3]) {
  const matrix *low = t->low, *high = t->high;
  matrix *x = new_matrix(r, t->d, 1);
  fmpq *width = new_rational(r), *at = new_rational(r);
  fmpq_mat_set(x, t->base);
  for (size_t i = 0; i < t->d; i++) arb_zero(t->reach + i);
  for (size_t k = 0; k < 2; k++) {
    const size_t i = t->axis[k];
    if (i == t->d) continue; /* the parameter, which is in the machine */
    fmpq_sub(width, entry(high, k, 0), entry(low, k, 0));
    fmpq_div_2exp(width, width, cell[0] + 1);
    fmpq_set_ui(at, 2 * cell[1 + k] + 1, 1);
    fmpq_mul(at, at, width);
    fmpq_add(entry(x, i, 0), entry(low, k, 0), at);
    arb_set_fmpq(t->reach + i, width, PREC);
  }
  begin_tube(t, x);
}

/* max |x| over the tube: |x~|^2 + 2 max x~^T P g + |g|^2 */
static void find_far(tubes *t, arb_t z) {
  arb_ptr size = t->t[1], far = t->t[2];
  root_form(far, t->P, t->x);
  if (!has_shape(t)) {
    arb_add(z, far, t->r, PREC);
    return;
  }
  for (size_t i = 0; i < t->d; i++)
    arb_dot(t->row + i, NULL, 0, t->P->rows[i], 1, t->x, 1, (slong)t->d, PREC);
  gather_swarm(t);
  arb_sub(size, t->r, t->eps, PREC);
  arb_set_d(z, 2 * reach_along(t, t->row));
  arb_addmul(z, far, far, PREC);
  arb_addmul(z, size, size, PREC);
  arb_sqrt(z, z, PREC);
  arb_add(z, z, t->eps, PREC);
}

/* T5: "s1,s2,..." are forces of a rest point, in 2^-20 p_j, with more to spare than what the
 * distance from it asks for. */
static bool settles(tubes *t, const char *text) {
  arb_ptr e = t->after.c[0], part = t->t[1], spare = t->t[2];
  double margin[MOST_TUBE];
  if (!t->may_settle) return false;
  if (has_shape(t)) gather_swarm(t);
  for (size_t i = 0; i < t->d; i++) arb_set(e + i, t->x + i);
  for (size_t j = 0; j < t->m; j++) {
    char *end;
    const long share = strtol(text, &end, 10);
    if (end == text || (*text != '-' && (*text < '0' || *text > '9'))) return false;
    if (labs(share) > 1 << 20 || *end != (j + 1 < t->m ? ',' : 0)) return false;
    text = end + 1;
    arb_mul_si(part, t->p + j, share, PREC);
    arb_mul_2exp_si(part, part, -20);
    for (size_t i = 0; i < t->n; i++) arb_addmul(e + i, part, arb_mat_entry(t->bend, i, j), PREC);
    arb_abs(part, part);
    arb_sub(spare, t->p + j, part, PREC);
    margin[j] = from_below(spare) - t->way_out[j];
  }
  root_form(part, t->P, e);
  arb_add(part, part, t->r, PREC);
  root_form(spare, t->P, t->x);
  /* the rest point of another stiffness is elsewhere, and so is its norm */
  const double near = from_above(part), own = 2 * t->longer * (near + from_above(spare));
  const double far = ((1 + t->longer) * near + own) * (1 + 0x1p-40);
  for (size_t j = 0; j < t->m; j++)
    if (!(margin[j] > t->settle_need[j] * far)) return false;
  return rests_apart(t, e, far);
}

/* "rest PLAN", "settle FORCES PLAN" or "escape MODE DIRECTION PLAN" of the tube that has begun;
 * rest or not, -1: it fails. */
static int verify_fate(run *r, tubes *t, const char *text) {
  size_t mode = 0, direction = 0;
  int used = 0, more = 0;
  char fate[8] = "", forces[128] = "";
  if (sscanf(text, "%7[a-z]%n", fate, &used) != 1) return -1;
  const bool rest = strcmp(fate, "rest") == 0, settle = strcmp(fate, "settle") == 0;
  if (!rest && !settle &&
      (strcmp(fate, "escape") != 0 ||
       sscanf(text + used, " %zu %zu%n", &mode, &direction, &more) != 2 || mode >= t->modes ||
       direction >= 1024))
    return -1;
  if (settle && sscanf(text + used, " %127[-0-9,]%n", forces, &more) != 1) return -1;
  text += used + more;
  if (rest && t->always) return *text ? -1 : 1;
  if (*text && (*text++ != ' ' || !*text)) return -1;
  if (!follow_plan(r, t, text)) return -1;
  if (settle) return settles(t, forces) ? 1 : -1;
  if (!rest && t->gaps) return -1; /* a contact may end an escape */
  if (!rest) return escapes(t, mode, direction) ? 0 : -1;
  find_far(t, t->t[0]);
  arb_set_d(t->t[1], t->longer);
  arb_add_ui(t->t[1], t->t[1], 1, PREC);
  arb_mul(t->t[0], t->t[0], t->t[1], PREC);
  return t->radius && arb_lt(t->t[0], t->radius) ? 1 : -1;
}

/* "DEPTH COLUMN ROW FATE" */
static int verify_leaf(run *r, tubes *t, const char *text, size_t cell[3]) {
  int used = 0;
  if (sscanf(text, "%zu %zu %zu %n", &cell[0], &cell[1], &cell[2], &used) != 3 || !used) return -1;
  if (cell[0] > t->depth || cell[1] >> cell[0] || cell[2] >> cell[0]) return -1;
  begin_leaf(r, t, cell);
  return verify_fate(r, t, text + used);
}

/* ---- the map --------------------------------------------------------------------------------- */

bool mark_leaf(size_t depth, unsigned char *cells, const size_t cell[3], int fate) {
  const size_t size = (size_t)1 << (depth - cell[0]), side = (size_t)1 << depth;
  for (size_t y = cell[2] * size; y < (cell[2] + 1) * size; y++)
    for (size_t x = cell[1] * size; x < (cell[1] + 1) * size; x++) {
      if (cells[y * side + x]) return false;
      cells[y * side + x] = fate ? 1 : 2;
    }
  return true;
}

/* What all tubes of the machine have in common. */
static void enter_tubes(run *r, tubes *t, const json_t *map) {
  enter_tube_machine(r, t, map);
  const json_t *center = json_object_get(json_object_get(r->root, "system"), "center");
  t->center = json_is_null(center) ? NULL : solve_system(r, r->system.K.center, r->system.f.center);
  if (!t->center) malformed(r, "map: the rest point without friction is not known");
  t->unit = new_ball(r);
  arb_one(t->unit);
  arb_mul_2exp_si(t->unit, t->unit,
                  -read_integer(r, json_object_get(map, "unit"), -60, 60, "unit"));
  /* theorems whose level is one of V = |x|^2/2 */
  const bool own = strncmp(r->theorem, "WL2004-", 7) == 0, slide = !strcmp(r->theorem, "SS-SLIDE");
  t->always = (own || slide) && strcmp(r->claim, "globally-attractive") == 0;
  if (own && (!strcmp(r->claim, "locally-attractive") || !strcmp(r->claim, "attractive-subset"))) {
    t->radius = new_ball(r);
    arb_set_fmpq(t->radius, r->system.level, PREC);
    arb_mul_2exp_si(t->radius, t->radius, 1);
    arb_sqrt(t->radius, t->radius, PREC);
  }
  enter_ranges(r, t, map);
  enter_room(r, t);
  enter_norms(r, t);
  enter_gaps(r, t);
  enter_held(r, t, json_object_get(map, "held"));
  enter_settling(r, t, map);
  enter_modes(r, t, json_object_get(map, "modes"));
}

/* Those, and what all tubes have; the stretch of a stiffness only where it has radii. */
static void read_members(run *r, const json_t *map, const char *own) {
  char members[160];
  snprintf(members, sizeof members, "%s rate unit held settle modes%s", own,
           fmpq_mat_is_zero(r->system.K.radius) ? "" : " stretch");
  read_shape(r, map, "map", members);
}

/* The plane; an axis that is t->d is not one of the state. */
void enter_cells(run *r, tubes *t, const json_t *map) {
  t->low = read_vector(r, map, "low", 2);
  t->high = read_vector(r, map, "high", 2);
  for (size_t k = 0; k < 2; k++)
    if (fmpq_cmp(entry(t->low, k, 0), entry(t->high, k, 0)) >= 0)
      malformed(r, "map: a range is empty");
  t->base = read_vector(r, map, "base", t->d);
  t->depth = (size_t)read_integer(r, json_object_get(map, "depth"), 1, 12, "depth");
  t->cells = new_room(r, (size_t)1 << 2 * t->depth, 1);
}

static void enter_map(run *r, tubes *t, const json_t *map) {
  const json_t *axes = json_object_get(map, "axes");
  read_members(r, map, "axes low high base depth leaves shares");
  enter_tubes(r, t, map);
  want_array(r, axes, 2, "axes");
  for (size_t k = 0; k < 2; k++)
    t->axis[k] = (size_t)read_integer(r, json_array_get(axes, k), 0, (long)t->d - 1, "axes");
  if (t->axis[0] == t->axis[1]) malformed(r, "map: the two axes are one");
  enter_cells(r, t, map);
}

void compare_share(run *r, const json_t *shares, const char *name, size_t cells, size_t depth) {
  fmpq *x = new_rational(r);
  fmpq_set_ui(x, cells, 1);
  fmpq_div_2exp(x, x, 2 * depth);
  expect_number(r, shares, name, x);
}

/* A start and all that differ from it by at most `reach`, entry by entry. */
static void verify_start(run *r, const json_t *map) {
  tubes *t = new_room(r, 1, sizeof *t);
  read_members(r, map, "start reach leaf");
  enter_tubes(r, t, map);
  matrix *x = read_vector(r, map, "start", t->d);
  const matrix *reach = read_vector(r, map, "reach", t->d);
  for (size_t i = 0; i < t->d; i++) {
    if (fmpq_sgn(entry(reach, i, 0)) < 0) malformed(r, "reach: a number is negative");
    arb_set_fmpq(t->reach + i, entry(reach, i, 0), PREC);
  }
  begin_tube(t, x);
  const char *leaf = json_string_value(json_object_get(map, "leaf"));
  const int fate = leaf ? verify_fate(r, t, leaf) : -1;
  if (fate < 0) refuted(r, "map: the leaf, %.40s, does not hold", leaf ? leaf : "");
  confirm(r, "start: its tube followed anew");
  if (r->print)
    fprintf(r->print, "proved     every start of the box %s\n", fate ? "tends to rest" : "escapes");
}

/* What a tube follows is friction that takes p at every speed, and forces that do not change. */
static void refuse_belts(run *r) {
  for (const item *it = NULL; (it = next_item(r, it, FRICTION));)
    if (is_belt(r, it) || falls(it))
      complain(r, it->name, "a map is about friction that can hold, and does not fall");
}

/* All leaves, each followed anew; no cell is in two of them. */
static size_t verify_leaves(run *r, tubes *t, const json_t *leaves) {
  const json_t *leaf;
  size_t i, cell[3];
  if (!json_is_array(leaves)) malformed(r, "leaves: an array is expected");
  json_array_foreach(leaves, i, leaf) {
    const char *text = json_string_value(leaf);
    const int fate = text ? verify_leaf(r, t, text, cell) : -1;
    if (fate < 0) refuted(r, "map: leaf %zu, %.40s, does not hold", i + 1, text ? text : "");
    if (r->strip && (cell[0] != r->strip->depth || cell[1 + r->strip->axis] != r->strip->index))
      refuted(r, "map: leaf %zu is one of another piece", i + 1);
    if (fate >= 0 && !mark_leaf(t->depth, t->cells, cell, fate))
      refuted(r, "map: leaf %zu covers what another one does", i + 1);
  }
  return i;
}

void verify_shares(run *r, const tubes *t, const json_t *map, size_t leaves) {
  const json_t *shares = json_object_get(map, "shares");
  const size_t all = (size_t)1 << 2 * t->depth;
  size_t count[2] = {0};
  for (size_t k = 0; k < all; k++)
    if (t->cells[k]) count[t->cells[k] - 1]++;
  read_shape(r, shares, "shares", "rest escape open");
  compare_share(r, shares, "rest", count[0], t->depth);
  compare_share(r, shares, "escape", count[1], t->depth);
  compare_share(r, shares, "open", all - count[0] - count[1], t->depth);
  confirm(r, "map: %zu leaves of 2^%zu x 2^%zu cells, each followed anew", leaves, t->depth,
          t->depth);
  if (r->print)
    fprintf(r->print, "proved     map: %.4f %% of the starts tend to rest, %.4f %% escape\n",
            100. * (double)count[0] / (double)all, 100. * (double)count[1] / (double)all);
}

/* Of an interval of a parameter: the plane is that of the whole map. */
static void verify_piece(run *r, tubes *t, const json_t *map) {
  const tubes *whole = r->strip->whole;
  read_members(r, map, "leaves");
  enter_tubes(r, t, map);
  if (whole->d != t->d) malformed(r, "map: the base has another number of entries");
  t->low = whole->low, t->high = whole->high, t->base = whole->base;
  t->depth = whole->depth, t->cells = whole->cells;
  for (size_t k = 0; k < 2; k++) t->axis[k] = whole->axis[k];
  r->strip->leaves += verify_leaves(r, t, json_object_get(map, "leaves"));
}

void verify_map(run *r) {
  const json_t *map = json_object_get(r->root, "map");
  tubes *t = new_room(r, 1, sizeof *t);
  refuse_belts(r);
  if (r->strip) return verify_piece(r, t, map);
  if (json_object_get(map, "start")) return verify_start(r, map);
  enter_map(r, t, map);
  verify_shares(r, t, map, verify_leaves(r, t, json_object_get(map, "leaves")));
}
