/* rest.c: certificates about where a linear machine with frictions can rest.
 *
 *     K q = f + W l,    |l_i| <= p_i
 *
 * An end of coordinate j is a number with a rest point that attains it and a vector y, K^T y = s
 * e_j with s = 1 for the upper and -1 for the lower end: then every rest point has
 *
 *     s q_j = y^T (f + W l) <= y^T f + sum_i p_i |(W^T y)_i|,
 *
 * which must be s times the end. A coordinate without ends has a rest point and v with K v = 0, v_j
 * = 1: all of q + t v rests. Nothing rests if K^T y = 0 and the right side is -1.
 */
#include "check.h"

static void verify_point(run *r, const json_t *object) {
  const matrix *q = read_vector(r, object, "q", r->system.n);
  const matrix *l = read_vector(r, object, "forces", r->system.m);
  const matrix *size = absolute(r, l);
  verify_balance(r, q, l);
  verify_free_coordinates(r, q);
  for (size_t j = 0; j < r->system.m; j++)
    if (fmpq_cmp(entry(size, j, 0), entry(r->system.p.center, j, 0)) > 0)
      refuted(r, "the friction force %zu is beyond its bound", j + 1);
}

/* y^T f + sum p |W^T y|, if K^T y is sign times the unit vector j. */
static fmpq *bound_by(run *r, const matrix *y, size_t j, int sign) {
  const system_data *s = &r->system;
  matrix *unit = new_matrix(r, s->n, 1);
  fmpq_set_si(entry(unit, j, 0), sign, 1);
  if (!fmpq_mat_equal(multiply(r, transpose(r, s->K.center), y), unit))
    refuted(r, "y does not single out what it should");
  const matrix *work = absolute(r, multiply(r, transpose(r, s->W.center), y));
  const matrix *turned = transpose(r, y);
  fmpq *sum = new_rational(r);
  fmpq_set(sum, entry(multiply(r, turned, s->f.center), 0, 0));
  for (size_t i = 0; i < s->m; i++) fmpq_addmul(sum, entry(work, i, 0), entry(s->p.center, i, 0));
  return sum;
}

static const fmpq *verify_end(run *r, const json_t *extent, size_t j, const char *name, int sign) {
  const json_t *end = json_object_get(extent, name);
  snprintf(r->where, sizeof r->where, "coordinate %zu, %s", j + 1, name);
  read_shape(r, end, name, "at q forces y");
  const fmpq *at = read_rational(r, end, "at");
  verify_point(r, end);
  if (!fmpq_equal(at, entry(read_vector(r, end, "q", r->system.n), j, 0)))
    refuted(r, "the rest point does not attain the end");
  fmpq *bound = bound_by(r, read_vector(r, end, "y", r->system.n), j, sign);
  fmpq_mul_si(bound, bound, sign);
  if (!fmpq_equal(at, bound))
    refuted(r, "y shows the end %s, not %s", show_rational(r, bound), show_rational(r, at));
  confirm(r, "a rest point is at %s, and none beyond", show_rational(r, at));
  return at;
}

/* No spring acts on this coordinate, or through it. */
static bool is_loose(const run *r, size_t j) {
  for (size_t i = 0; i < r->system.n; i++)
    if (!fmpq_is_zero(entry(r->system.K.center, i, j))) return false;
  return true;
}

static void verify_direction(run *r, const json_t *extent, size_t j) {
  matrix *v = read_vector(r, extent, "direction", r->system.n);
  snprintf(r->where, sizeof r->where, "coordinate %zu", j + 1);
  verify_point(r, extent);
  if (!fmpq_mat_is_zero(multiply(r, r->system.K.center, v)))
    refuted(r, "the springs resist along the direction");
  if (!fmpq_is_one(entry(v, j, 0))) refuted(r, "the direction does not go along the coordinate");
  for (size_t i = 0; i < r->system.n; i++)
    if (i != j && !fmpq_is_zero(entry(v, i, 0)) && is_loose(r, i))
      malformed(r, "direction: nothing depends on coordinate %zu, which must be 0", i + 1);
  confirm(r, "from a rest point everything along a line rests");
}

static void tell(run *r, const char *name, const fmpq *low, const fmpq *high) {
  if (!r->print) return;
  fprintf(r->print, "proved     rest points have %s from %s to %s, both attained\n", name,
          show_rational(r, low), show_rational(r, high));
}

static void verify_coordinate(run *r, const json_t *extent, size_t j) {
  const bool ends = json_object_get(extent, "direction") == NULL;
  const char *name = read_text(r, extent, "coordinate");
  snprintf(r->where, sizeof r->where, "coordinate %zu", j + 1);
  read_shape(r, extent, "extents", ends ? "coordinate low high" : "coordinate q forces direction");
  if (!token_is(r->coordinate[j]->name, name)) refuted(r, "it has another name in the model");
  if (!ends) {
    verify_direction(r, extent, j);
    if (r->print) fprintf(r->print, "proved     rest points have any value of %s\n", name);
    return;
  }
  const fmpq *low = verify_end(r, extent, j, "low", -1);
  tell(r, name, low, verify_end(r, extent, j, "high", 1));
}

void verify_rest(run *r) {
  const json_t *extents = json_object_get(r->root, "extents");
  const item *slider = next_item(r, NULL, SLIDER);
  if (slider) complain(r, slider->name, "certificates of rest are about frictions alone");
  if (json_object_get(json_object_get(r->root, "system"), "radius"))
    malformed(r, "certificates of rest are about rational numbers");
  print_machine(r);
  if (!extents) {
    const matrix *y = read_vector(r, r->root, "nowhere", r->system.n);
    const fmpq *bound = bound_by(r, y, 0, 0);
    if (!fmpq_equal(bound, &(fmpq){-1, 1}))
      refuted(r, "nowhere: y shows %s, not -1", show_rational(r, bound));
    if (r->print) fputs("proved     nothing rests: no forces balance the loads\n", r->print);
    return;
  }
  want_array(r, extents, r->system.n, "extents");
  for (size_t j = 0; j < r->system.n; j++) verify_coordinate(r, json_array_get(extents, j), j);
}
