/* refute.c: a push that no forces can stop, everywhere in a box.
 *
 * A box holds no equilibrium with these contacts closed if for one v, everywhere in it,
 *
 *     v . h > sum over known frictions N sigma(W_T^T v),
 *     s v . W_N >= sigma(W_T^T v) for contacts and sliders,     v . w >= 0 for clutches,
 *     v . W_N = 0 for sliders without friction,
 *
 * sigma being the law's support function. v is found by a linear program at the middle of the box,
 * with as much room to all inequalities as possible; sigma is the largest of y . (W_T^T v) over
 * points y of the law's set: two points are a planar law, a spatial one gets the point that attains
 * sigma where the program had too little, a few times. The inequalities are then verified with
 * balls over the whole box: the answer is a proof, however v was found. The equation of a plain
 * slider is kept by projecting: v(z) = v - W_N (W_N^T W_N)^-1 W_N^T v, in balls too.
 *
 * Cost: one to six programs of some ten rows, 20 us each, and the verification.
 */
#include <math.h>
#include <string.h>

#include "judge.h"

enum { ROUNDS = 6, POINTS_MOST = 96 };

static bool is_plain_slider(const ss_element *e) {
  return e->kind == SS_ELEMENT_SLIDER && e->law == SS_LAW_FRICTIONLESS;
}

static bool rubs(const ss_judge *j, size_t e) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  if (element->element->kind == SS_ELEMENT_CLUTCH || !element->slips) return false;
  return element->element->kind != SS_ELEMENT_FRICTION || s->normal[e] > 0;
}

static ss_law law_of(const ss_search *s, size_t e) {
  ss_law law = {.kind = s->system->element[e].element->law};
  memcpy(law.argument, s->law + 3 * e, sizeof law.argument);
  return law;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void add_point(ss_judge *j, size_t e, const double *v) {
  if (j->points == POINTS_MOST) return;
  const ss_law law = law_of(j->s, e);
  ss_law_support(&law, 1, v, j->point + j->points * SS_SLIP_MOST);
  j->owner[j->points++] = e;
}

/* Points of all laws, along the axes. */
static void start_points(ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  j->points = 0;
  for (size_t e = 0; e < s->elements; e++)
    for (size_t i = 0; pattern->closed[e] && rubs(j, e) && i < 2 * s->system->element[e].slips;
         i++) {
      double v[SS_SLIP_MOST] = {0};
      v[i / 2] = i % 2 ? -1 : 1;
      add_point(j, e, v);
    }
}

/* row += part * (direction . v), v_i being columns 2i minus 2i + 1. */
static void add_dot(ss_judge *j, size_t row, const double *direction, double part) {
  for (size_t i = 0; i < j->s->n; i++) {
    ss_lp_add(&j->lp, row, 2 * i, part * direction[i]);
    ss_lp_add(&j->lp, row, 2 * i + 1, -part * direction[i]);
  }
}

static double largest(size_t n, const double *x) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most > 0 ? most : 1;
}

/* A column >= y . (W_T^T v) for all points of the element. */
static size_t write_support(ss_judge *j, size_t e) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  const size_t column = ss_lp_column(&j->lp, 0);
  for (size_t p = 0; p < j->points; p++) {
    if (j->owner[p] != e) continue;
    const size_t row = ss_lp_row(&j->lp, 0);
    ss_lp_add(&j->lp, row, column, 1);
    for (size_t i = 0; i < element->slips; i++)
      add_dot(j, row, s->WT + (element->slip + i) * s->n, -j->point[p * SS_SLIP_MOST + i]);
    ss_lp_add(&j->lp, row, ss_lp_column(&j->lp, 0), -1);
  }
  return column;
}

/* The inequality of one element; `work` is the row of the work of h. */
static void write_element(ss_judge *j, const ss_rest_pattern *pattern, size_t e, size_t work,
                          size_t room) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  const ss_element_kind kind = element->element->kind;
  size_t row = work;
  if (!pattern->closed[e]) return;
  if (is_plain_slider(element->element)) {
    add_dot(j, ss_lp_row(&j->lp, 0), s->WN + element->normal * s->n, 1);
    return;
  }
  if (kind != SS_ELEMENT_FRICTION) {
    const double *W =
        kind == SS_ELEMENT_CLUTCH ? s->WT + element->slip * s->n : s->WN + element->normal * s->n;
    row = ss_lp_row(&j->lp, 0);
    add_dot(j, row, W, pattern->side[e] < 0 ? -1 : 1);
    ss_lp_add(&j->lp, row, room, -largest(s->n, W));
    ss_lp_add(&j->lp, row, ss_lp_column(&j->lp, 0), -1);
  }
  if (rubs(j, e))
    ss_lp_add(&j->lp, row, write_support(j, e), kind == SS_ELEMENT_FRICTION ? -s->normal[e] : -1);
}

/* The push with the most room at the middle; false if there is none. */
static bool solve_program(ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  ss_lp *lp = &j->lp;
  ss_lp_reset(lp);
  for (size_t i = 0; i < 2 * s->n; i++) ss_lp_column(lp, 0);
  const size_t room = ss_lp_column(lp, -1), work = ss_lp_row(lp, 0);
  add_dot(j, work, s->h, 1);
  ss_lp_add(lp, work, room, -largest(s->n, s->h));
  ss_lp_add(lp, work, ss_lp_column(lp, 0), -1);
  for (size_t e = 0; e < s->elements; e++) write_element(j, pattern, e, work, room);
  for (size_t i = 0; i < 2 * s->n; i++) {
    const size_t row = ss_lp_row(lp, 1);
    ss_lp_add(lp, row, i, 1);
    ss_lp_add(lp, row, ss_lp_column(lp, 0), 1);
  }
  if (lp->full || ss_lp_solve(lp) != SS_LP_SOLVED || !(lp->x[room] > 0)) return false;
  for (size_t i = 0; i < s->n; i++) j->v[i] = lp->x[2 * i] - lp->x[2 * i + 1];
  return true;
}

/* Adds the points that the push needs; false if there are none. */
static bool refine_points(ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  const size_t before = j->points;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    if (!pattern->closed[e] || !rubs(j, e) || element->slips < 2) continue;
    double slip[SS_SLIP_MOST] = {0}, most = 0;
    for (size_t i = 0; i < element->slips; i++)
      for (size_t k = 0; k < s->n; k++) slip[i] += s->WT[(element->slip + i) * s->n + k] * j->v[k];
    for (size_t p = 0; p < before; p++) {
      double sum = 0;
      for (size_t i = 0; i < element->slips; i++) sum += slip[i] * j->point[p * SS_SLIP_MOST + i];
      if (j->owner[p] == e) most = fmax(most, sum);
    }
    const ss_law law = law_of(s, e);
    if (ss_law_support(&law, 1, slip, NULL) > most * (1 + 1e-6)) add_point(j, e, slip);
  }
  return j->points > before;
}

/* ---- verification with balls ----------------------------------------------------------------- */

/* judge->push = v, projected onto what plain sliders allow; false if that cannot be done. One
 * slider after the other: W_N of a later one is made orthogonal to the earlier ones first. */
static bool project_push(ss_judge *j) {
  const ss_search *s = j->s;
  const slong n = (slong)s->n, p = j->precision;
  for (size_t i = 0; i < s->n; i++) arb_set_d(j->push + i, j->v[i]);
  arb_ptr W = j->plain;
  arb_t dot, square;
  arb_init(dot);
  arb_init(square);
  bool good = true;
  size_t count = 0;
  for (size_t e = 0; e < s->elements && good; e++) {
    const ss_system_element *element = &s->system->element[e];
    if (!is_plain_slider(element->element)) continue;
    arb_ptr own = W + (slong)count * n;
    _arb_vec_set(own, j->form.value + j->at.WN + element->normal * s->n, n);
    for (size_t i = 0; i < count; i++) {
      arb_srcptr other = W + (slong)i * n;
      arb_dot(dot, NULL, 0, own, 1, other, 1, n, p);
      arb_dot(square, NULL, 0, other, 1, other, 1, n, p);
      arb_div(dot, dot, square, p);
      for (slong k = 0; k < n; k++) arb_submul(own + k, dot, other + k, p);
    }
    arb_dot(square, NULL, 0, own, 1, own, 1, n, p);
    good = arb_is_positive(square);
    arb_dot(dot, NULL, 0, own, 1, j->push, 1, n, p);
    arb_div(dot, dot, square, p);
    for (slong k = 0; k < n; k++) arb_submul(j->push + k, dot, own + k, p);
    count++;
  }
  arb_clear(dot);
  arb_clear(square);
  return good;
}

/* sum = sigma(W_T^T v) over the box. */
static void enclose_support(ss_judge *j, size_t e, arb_t sum) {
  const ss_system_element *element = &j->s->system->element[e];
  for (size_t i = 0; i < element->slips; i++)
    ss_form_combine(&j->form, j->at.WT + (element->slip + i) * j->s->n, j->s->n, j->push,
                    j->slip + i);
  ss_law_support_balls(element->element->law, j->form.value + j->at.law + 3 * e, j->slip, sum,
                       j->precision);
}

/* The largest of a ball and 0. */
static void clamp(arb_t x, slong p) {
  arb_t zero;
  arb_init(zero);
  if (arb_is_nonpositive(x))
    arb_zero(x);
  else if (arb_contains_negative(x))
    arb_max(x, x, zero, p);
  arb_clear(zero);
}

/* Is the inequality of a closed element true over the box? Known friction goes to `work`. */
static bool verify_element(ss_judge *j, const ss_rest_pattern *pattern, size_t e, arb_t work) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  const ss_element_kind kind = element->element->kind;
  if (!pattern->closed[e] || is_plain_slider(element->element)) return true;
  arb_t sum, sigma;
  arb_init(sum);
  arb_init(sigma);
  if (kind != SS_ELEMENT_CLUTCH && element->slips) enclose_support(j, e, sigma);
  bool good = true;
  if (kind == SS_ELEMENT_FRICTION) {
    arb_set(sum, j->form.value + j->at.normal + e);
    clamp(sum, j->precision);
    arb_submul(work, sum, sigma, j->precision);
  } else {
    ss_form_combine(&j->form,
                    kind == SS_ELEMENT_CLUTCH ? j->at.WT + element->slip * s->n
                                              : j->at.WN + element->normal * s->n,
                    s->n, j->push, sum);
    if (pattern->side[e] < 0) arb_neg(sum, sum);
    arb_sub(sum, sum, sigma, j->precision);
    good = arb_is_nonnegative(sum);
  }
  arb_clear(sum);
  arb_clear(sigma);
  return good;
}

static bool verify_push(ss_judge *j, const ss_rest_pattern *pattern) {
  arb_t work;
  arb_init(work);
  bool good = project_push(j);
  if (good) ss_form_combine(&j->form, j->at.h, j->s->n, j->push, work);
  for (size_t e = 0; e < j->s->elements && good; e++) good = verify_element(j, pattern, e, work);
  good = good && arb_is_positive(work);
  arb_clear(work);
  return good;
}

bool ss_judge_refute_by(ss_judge *j, const ss_rest_pattern *pattern, const double *v) {
  memcpy(j->v, v, j->s->n * sizeof *v);
  return verify_push(j, pattern);
}

bool ss_judge_refute(ss_judge *j, const ss_rest_pattern *pattern) {
  if (!j->finite) return false;
  start_points(j, pattern);
  for (int round = 0; round < ROUNDS; round++) {
    if (!solve_program(j, pattern)) return false;
    if (verify_push(j, pattern)) return true;
    if (!refine_points(j, pattern)) return false;
  }
  return false;
}
