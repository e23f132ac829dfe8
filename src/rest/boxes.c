/* boxes.c: are these all the rest sets there are? Branch and bound in ball arithmetic.
 *
 * A box of positions holds no equilibrium if, in every case of closed contacts and slider sides,
 *
 *     a gap that should be 0 is not 0, one that should not be negative is, anywhere in the box; or
 *     one virtual velocity v pushes harder than all admissible forces hold, everywhere in the box:
 *         v . h > sum over known frictions N sigma(W_T^T v),
 *         s v . W_N >= sigma(W_T^T v) for contacts and sliders,     v . w >= 0 for clutches,
 *
 * sigma being the law's support function (bounded by the sum of its values along the axes). v is
 * found by a linear program at the middle of the box, with as much room to all inequalities as
 * possible, and the inequalities are then verified with balls over the whole box: the answer is
 * rigorous, however v was found. Boxes that are not excluded are halved; one that has become small
 * (1 / SMALL of the whole, in each coordinate) and lies at a known set is left alone; at one that
 * does not, a set is sought anew. If no other boxes are left over, every equilibrium of the region
 * lies within a small box of a set that is known.
 *
 * Without contacts and frictions, where that set is a point z*, more can be said: h has at most one
 * zero in a box B that contains z* if |I - Y J(B)| < 1 in the row sum norm, J being the derivatives
 * in balls and Y any matrix, here the inverse of J in the middle: then h is injective on B. Boxes
 * are halved until that holds, or down to 2^-FINE of the whole.
 *
 * A slider without friction takes any force, so that v would have to be exactly across it: such
 * machines are not decided. Cost: two evaluations and one program a case and a box.
 */
#include <arb_mat.h>
#include <math.h>
#include <string.h>

#include "boxes.h"

enum { SMALL = 64, TINY = 1024, PRECISION = 64, FINE = 24, DEPTH = FINE + 2 };

typedef struct hunt {
  ss_pieces *pieces;
  ss_search *s;
  ss_lp lp;
  arb_ptr balls;   /* workspace of the tape */
  double *lo, *hi; /* stack of boxes: k each */
  double *middle, *v;
  size_t depth, programs;
  ss_tape *slopes; /* dh/dz, by rows; NULL: not asked for */
  arb_ptr slope_balls;
  bool alone;
} hunt;

/* ---- the push -------------------------------------------------------------------------------- */

/* The law's support function along slip component k. */
static double support_along(const ss_search *s, size_t e, size_t k) {
  ss_law law = {.kind = s->system->element[e].element->law};
  double v[SS_SLIP_MOST] = {0};
  memcpy(law.argument, s->law + 3 * e, sizeof law.argument);
  v[k] = 1;
  return ss_law_support(&law, 1, v, NULL);
}

/* row += part * (direction . v), v_i being columns 2i minus 2i + 1. */
static void add_dot(hunt *a, size_t row, const double *direction, double part) {
  for (size_t i = 0; i < a->s->n; i++) {
    ss_lp_add(&a->lp, row, 2 * i, part * direction[i]);
    ss_lp_add(&a->lp, row, 2 * i + 1, -part * direction[i]);
  }
}

static double largest(size_t n, const double *x) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most > 0 ? most : 1;
}

/* A column >= |w . v|. */
static size_t write_size(hunt *a, const double *w) {
  const size_t column = ss_lp_column(&a->lp, 0);
  for (int side = -1; side <= 1; side += 2) {
    const size_t row = ss_lp_row(&a->lp, 0);
    ss_lp_add(&a->lp, row, column, 1);
    add_dot(a, row, w, side);
    ss_lp_add(&a->lp, row, ss_lp_column(&a->lp, 0), -1);
  }
  return column;
}

/* The inequality of one element; `work` is the row of the work of h. */
static void write_element(hunt *a, const ss_rest_pattern *pattern, size_t e, size_t work,
                          size_t room) {
  const ss_search *s = a->s;
  const ss_system_element *element = &s->system->element[e];
  const ss_element_kind kind = element->element->kind;
  size_t row = work;
  if (!pattern->closed[e]) return;
  if (kind != SS_ELEMENT_FRICTION) {
    const double *W =
        kind == SS_ELEMENT_CLUTCH ? s->WT + element->slip * s->n : s->WN + element->normal * s->n;
    row = ss_lp_row(&a->lp, 0);
    add_dot(a, row, W, pattern->side[e] < 0 ? -1 : 1);
    ss_lp_add(&a->lp, row, room, -largest(s->n, W));
    ss_lp_add(&a->lp, row, ss_lp_column(&a->lp, 0), -1);
  }
  for (size_t k = 0; kind != SS_ELEMENT_CLUTCH && k < element->slips; k++) {
    const double sigma = support_along(s, e, k);
    if (sigma == 0) continue;
    const size_t size = write_size(a, s->WT + (element->slip + k) * s->n);
    ss_lp_add(&a->lp, row, size, kind == SS_ELEMENT_FRICTION ? -sigma * s->normal[e] : -sigma);
  }
}

/* The push with the most room at the middle; false if there is none. */
static bool find_push(hunt *a, const ss_rest_pattern *pattern) {
  const ss_search *s = a->s;
  a->programs++;
  ss_lp_reset(&a->lp);
  for (size_t i = 0; i < 2 * s->n; i++) ss_lp_column(&a->lp, 0);
  const size_t room = ss_lp_column(&a->lp, -1), work = ss_lp_row(&a->lp, 0);
  add_dot(a, work, s->h, 1);
  ss_lp_add(&a->lp, work, room, -largest(s->n, s->h));
  ss_lp_add(&a->lp, work, ss_lp_column(&a->lp, 0), -1);
  for (size_t e = 0; e < s->elements; e++) write_element(a, pattern, e, work, room);
  for (size_t i = 0; i < 2 * s->n; i++) {
    const size_t row = ss_lp_row(&a->lp, 1);
    ss_lp_add(&a->lp, row, i, 1);
    ss_lp_add(&a->lp, row, ss_lp_column(&a->lp, 0), 1);
  }
  if (ss_lp_solve(&a->lp) != SS_LP_SOLVED || !(a->lp.x[room] > 1e-9)) return false;
  for (size_t i = 0; i < s->n; i++) a->v[i] = a->lp.x[2 * i] - a->lp.x[2 * i + 1];
  return true;
}

/* ---- verification with balls ----------------------------------------------------------------- */

/* Outputs of the tape begin here (search.c). */
typedef struct outputs {
  arb_srcptr h, gap, WN, WT, normal, law, region;
} outputs;

static outputs locate(const hunt *a) {
  const ss_search *s = a->s;
  outputs o = {.h = ss_balls_out(s->tape, a->balls)};
  o.gap = o.h + s->n;
  o.WN = o.gap + s->normals;
  o.WT = o.WN + s->normals * s->n;
  o.normal = o.WT + s->slips * s->n;
  o.law = o.normal + s->elements;
  o.region = o.law + 3 * s->elements;
  return o;
}

/* sum = v . direction */
static void dot_balls(const hunt *a, arb_srcptr direction, arb_t sum) {
  arb_t v;
  arb_init(v);
  arb_zero(sum);
  for (size_t i = 0; i < a->s->n; i++) {
    arb_set_d(v, a->v[i]);
    arb_addmul(sum, v, direction + i, PRECISION);
  }
  arb_clear(v);
}

/* sum -= factor * sigma(W_T^T v), bounded along the axes. */
static void subtract_friction(const hunt *a, const outputs *o, size_t e, arb_srcptr factor,
                              arb_t sum) {
  const ss_search *s = a->s;
  const ss_system_element *element = &s->system->element[e];
  arb_t size, sigma;
  arb_init(size);
  arb_init(sigma);
  for (size_t k = 0; k < element->slips; k++) {
    dot_balls(a, o->WT + (element->slip + k) * s->n, size);
    arb_abs(size, size);
    if (element->element->law == SS_LAW_COULOMB)
      arb_set(sigma, o->law + 3 * e);
    else
      arb_set_d(sigma, support_along(s, e, k) * (1 + 1e-9)); /* above its rounding */
    arb_mul(size, size, sigma, PRECISION);
    if (factor) arb_mul(size, size, factor, PRECISION);
    arb_sub(sum, sum, size, PRECISION);
  }
  arb_clear(size);
  arb_clear(sigma);
}

/* Is the inequality of a closed element true over the box? Known friction goes to `work`. */
static bool verify_element(const hunt *a, const outputs *o, const ss_rest_pattern *pattern,
                           size_t e, arb_t work) {
  const ss_search *s = a->s;
  const ss_system_element *element = &s->system->element[e];
  const ss_element_kind kind = element->element->kind;
  if (!pattern->closed[e]) return true;
  if (kind == SS_ELEMENT_FRICTION) {
    subtract_friction(a, o, e, o->normal + e, work);
    return true;
  }
  arb_t sum;
  arb_init(sum);
  dot_balls(
      a, kind == SS_ELEMENT_CLUTCH ? o->WT + element->slip * s->n : o->WN + element->normal * s->n,
      sum);
  if (pattern->side[e] < 0) arb_neg(sum, sum);
  if (kind != SS_ELEMENT_CLUTCH) subtract_friction(a, o, e, NULL, sum);
  const bool good = arb_is_nonnegative(sum);
  arb_clear(sum);
  return good;
}

static bool verify_push(const hunt *a, const outputs *o, const ss_rest_pattern *pattern) {
  arb_t work;
  arb_init(work);
  dot_balls(a, o->h, work);
  bool good = true;
  for (size_t e = 0; e < a->s->elements && good; e++) good = verify_element(a, o, pattern, e, work);
  good = good && arb_is_positive(work);
  arb_clear(work);
  return good;
}

/* Is a gap or a relation of the region violated all over the box? */
static bool misses(const hunt *a, const outputs *o, const ss_rest_pattern *pattern) {
  const ss_search *s = a->s;
  for (size_t e = 0; e < s->elements; e++) {
    const size_t i = s->system->element[e].normal;
    if (i == SIZE_MAX) continue;
    if (arb_is_negative(o->gap + i)) return true;
    if (pattern->closed[e] && arb_is_positive(o->gap + i)) return true;
  }
  for (size_t i = 0; i < s->relations; i++)
    if (arb_is_negative(o->region + i) || (s->equal[i] && arb_is_positive(o->region + i)))
      return true;
  return false;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

/* Evaluates the tape over the box, and in doubles at its middle. */
static bool evaluate(hunt *a, const double *lo, const double *hi) {
  ss_search *s = a->s;
  arb_ptr in = ss_balls_in(s->tape, a->balls);
  for (size_t j = 0; j < s->k; j++) {
    a->middle[j] = lo[j] / 2 + hi[j] / 2;
    arb_set_d(in + j, a->middle[j]);
    /* the radius covers both ends, rounding included */
    mag_set_d(arb_radref(in + j), fmax(hi[j] - a->middle[j], a->middle[j] - lo[j]));
  }
  ss_balls_run(s->tape, a->balls, PRECISION);
  return ss_search_at(s, a->middle);
}

/* The first case in which the box may hold an equilibrium; NULL: it holds none. */
static const ss_rest_pattern *find_case(hunt *a) {
  const ss_patterns *patterns = a->pieces->patterns;
  const outputs o = locate(a);
  for (size_t i = 0; i < patterns->count; i++) {
    const ss_rest_pattern *pattern = &patterns->item[i];
    if (!misses(a, &o, pattern) && !(find_push(a, pattern) && verify_push(a, &o, pattern)))
      return pattern;
  }
  return NULL;
}

/* The widest side, in shares of the whole. */
static double find_widest(const hunt *a, const double *lo, const double *hi, size_t *side) {
  double widest = 0;
  *side = 0;
  for (size_t j = 0; j < a->s->k; j++) {
    const double width = (hi[j] - lo[j]) / (a->s->to[j] - a->s->from[j]);
    if (width > widest) *side = j;
    widest = fmax(widest, width);
  }
  return widest;
}

/* Is the box at a known set? */
static bool is_known(const hunt *a, double widest) {
  return ss_pieces_distance(a->pieces, a->middle) <= widest * sqrt((double)a->s->k);
}

/* J(B) over the hull B of the box and the point, in balls, and in its middle, exact. */
static void find_slopes(hunt *a, const double *lo, const double *hi, const double *point,
                        arb_mat_t J, arb_mat_t middle) {
  const size_t k = a->s->k;
  arb_ptr in = ss_balls_in(a->slopes, a->slope_balls);
  for (int wide = 0; wide < 2; wide++) {
    for (size_t j = 0; j < k; j++) {
      const double turn = a->s->period[j];
      double at = point[j];
      if (turn > 0) at += turn * round((lo[j] / 2 + hi[j] / 2 - at) / turn);
      const double from = fmin(lo[j], at), to = fmax(hi[j], at), centre = from / 2 + to / 2;
      arb_set_d(in + j, centre);
      /* a little more than the way to both ends, whatever a turn is rounded to */
      if (wide) mag_set_d(arb_radref(in + j), (1 + 1e-9) * fmax(to - centre, centre - from));
    }
    ss_balls_run(a->slopes, a->slope_balls, PRECISION);
    arb_srcptr out = ss_balls_out(a->slopes, a->slope_balls);
    for (size_t i = 0; i < k * k; i++) {
      arb_ptr entry = arb_mat_entry(wide ? J : middle, (slong)(i / k), (slong)(i % k));
      arb_set(entry, out + i);
    }
  }
}

/* Is the known point the only equilibrium in the hull of the box and itself? */
static bool is_alone(hunt *a, const double *lo, const double *hi, const double *point) {
  const slong k = (slong)a->s->k;
  arb_mat_t J, Y, P;
  arb_t sum, one;
  arb_mat_init(J, k, k);
  arb_mat_init(Y, k, k);
  arb_mat_init(P, k, k);
  arb_init(sum);
  arb_init(one);
  arb_one(one);
  find_slopes(a, lo, hi, point, J, P);
  bool good = arb_mat_inv(Y, P, PRECISION) != 0;
  if (good) arb_mat_mul(P, Y, J, PRECISION);
  for (slong i = 0; good && i < k; i++) {
    arb_zero(sum);
    for (slong j = 0; j < k; j++) {
      if (i == j) arb_sub(arb_mat_entry(P, i, j), one, arb_mat_entry(P, i, j), PRECISION);
      arb_abs(arb_mat_entry(P, i, j), arb_mat_entry(P, i, j));
      arb_add(sum, sum, arb_mat_entry(P, i, j), PRECISION);
    }
    good = arb_lt(sum, one) != 0;
  }
  arb_clear(sum);
  arb_clear(one);
  arb_mat_clear(J);
  arb_mat_clear(Y);
  arb_mat_clear(P);
  return good;
}

/* Whether a small box at a known set may be left alone. */
static bool is_settled(hunt *a, const double *lo, const double *hi, double widest) {
  const double *point = a->slopes ? ss_pieces_point(a->pieces, a->middle) : NULL;
  if (point && is_alone(a, lo, hi, point)) return true;
  if (point && widest > ldexp(1, -FINE)) return false;
  a->alone = false;
  return true;
}

static ss_status seek_anew(hunt *a, const ss_rest_pattern *pattern) {
  ss_walker *w = a->pieces->walker;
  memcpy(w->z, a->middle, a->s->k * sizeof *w->z);
  w->pattern = pattern;
  memset(w->force, 0, (a->s->normals + a->s->slips) * sizeof *w->force);
  if (!ss_walker_settle(w, 0.02, NULL) || !ss_walker_hold(w, 1e-10)) return SS_OK;
  return ss_pieces_explore(a->pieces);
}

/* Takes the last box of the stack; *left counts those that nothing could be said about. */
static ss_status take_box(hunt *a, size_t *left) {
  const size_t k = a->s->k;
  double *lo = a->lo + --a->depth * k, *hi = a->hi + a->depth * k;
  size_t side;
  const double widest = find_widest(a, lo, hi, &side);
  const bool finite = evaluate(a, lo, hi);
  const ss_rest_pattern *pattern = finite ? find_case(a) : a->pieces->patterns->item;
  if (!pattern) return SS_OK;
  bool known = false;
  if (widest <= 1.0 / SMALL) {
    known = is_known(a, widest);
    if (known && is_settled(a, lo, hi, widest)) return SS_OK;
    const ss_status status = finite ? seek_anew(a, pattern) : SS_OK;
    if (status != SS_OK) return status;
    if (!known && is_known(a, widest) && is_settled(a, lo, hi, widest)) return SS_OK;
    known = is_known(a, widest);
  }
  if (widest <= (a->slopes ? ldexp(1, -FINE) : 1.0 / TINY) && !known) {
    ++*left;
    return SS_OK;
  }
  const double cut = lo[side] / 2 + hi[side] / 2;
  memcpy(lo + k, lo, k * sizeof *lo);
  memcpy(hi + k, hi, k * sizeof *hi);
  hi[side] = cut;
  lo[k + side] = cut;
  a->depth += 2;
  return SS_OK;
}

static ss_status start(hunt *a, ss_arena *arena) {
  const ss_search *s = a->s;
  const size_t boxes = DEPTH * s->k + 3;
  const size_t rows = 1 + s->elements + 2 * s->slips + 2 * s->n;
  a->lo = ss_arena_new(arena, boxes * s->k, double);
  a->hi = ss_arena_new(arena, boxes * s->k, double);
  a->middle = ss_arena_new(arena, s->k, double);
  a->v = ss_arena_new(arena, s->n, double);
  if (!a->lo || !a->hi || !a->middle || !a->v) return SS_MEMORY;
  for (size_t j = 0; j < s->k; j++) {
    a->lo[j] = s->free[j] ? 0 : s->from[j];
    a->hi[j] = s->free[j] ? 0 : s->to[j];
  }
  a->depth = 1;
  return ss_lp_create(arena, rows, 2 * s->n + 1 + s->slips + rows, &a->lp);
}

/* The tape of dh/dz, where sets are isolated points unless something is degenerate. */
static ss_status compile_slopes(hunt *a, ss_arena *arena) {
  const ss_search *s = a->s;
  if (s->elements || s->k != s->n) return SS_OK;
  for (size_t j = 0; j < s->k; j++)
    if (s->free[j]) return SS_OK;
  ss_expr *slopes = ss_arena_new(arena, s->n * s->k, ss_expr);
  if (!slopes) return SS_MEMORY;
  ss_status status = ss_expr_jacobian(s->graph, s->n, s->formula, s->k, s->z, slopes);
  if (status == SS_OK)
    status = ss_tape_compile(s->graph, 0, NULL, s->k, s->z, s->n * s->k, slopes, &a->slopes);
  if (status != SS_OK) return status;
  a->slope_balls = _arb_vec_init((slong)ss_balls_work_size(a->slopes));
  ss_balls_prepare(a->slopes, NULL, a->slope_balls, PRECISION);
  a->alone = true;
  return SS_OK;
}

static bool has_plain_slider(const ss_search *s) {
  for (size_t e = 0; e < s->elements; e++) {
    const ss_element *element = s->system->element[e].element;
    if (element->kind == SS_ELEMENT_SLIDER && element->law == SS_LAW_FRICTIONLESS) return true;
  }
  return false;
}

ss_status ss_boxes_search(ss_pieces *pieces, ss_arena *arena, size_t boxes_most,
                          ss_boxes_found *found) {
  hunt a = {.pieces = pieces, .s = pieces->search};
  size_t left = 0;
  *found = (ss_boxes_found){0};
  if (has_plain_slider(a.s)) return SS_OK;
  ss_status status = start(&a, arena);
  if (status == SS_OK) status = compile_slopes(&a, arena);
  if (status != SS_OK) return status;
  const slong size = (slong)ss_balls_work_size(a.s->tape);
  a.balls = _arb_vec_init(size);
  ss_balls_prepare(a.s->tape, NULL, a.balls, PRECISION);
  while (status == SS_OK && a.depth > 0 && found->boxes < boxes_most &&
         a.programs < 2 * boxes_most && left == 0) {
    status = take_box(&a, &left);
    found->boxes++;
  }
  found->all = status == SS_OK && a.depth == 0 && left == 0 && pieces->patterns->all;
  found->alone = found->all && a.alone;
  _arb_vec_clear(a.balls, size);
  if (a.slopes) _arb_vec_clear(a.slope_balls, (slong)ss_balls_work_size(a.slopes));
  ss_tape_destroy(a.slopes);
  return status;
}
