/* form.c: what a tape computes, over a box.
 *
 * Two enclosures of f over a box B with middle c:
 *
 *     f(B) by intervals                    wide where variables occur often: x - x on [0, 1]
 *     f(c) + f'(B) (B - c)                 its excess falls with the square of the width of B
 *
 * The second one is the mean value theorem with slopes in balls (tape_slopes.c); both hold, so the
 * values are their intersection. Sums of outputs with fixed weights are formed before B is put in,
 *
 *     w . f(c) + (w . f'(B)) (B - c),
 *
 * because slopes that cancel do so only then.
 *
 * Cost: one run of the slopes and one of the balls at c. Reference: Neumaier, Interval Methods for
 * Systems of Equations, 1990, section 2.3.
 */
#include <assert.h>
#include <string.h>

#include "standstill/boxes.h"

/* The ball around [lo, hi]. */
static void set_ball(double lo, double hi, arb_t ball) {
  assert(lo <= hi);
  arf_t a, b;
  arf_init(a);
  arf_init(b);
  arf_set_d(a, lo);
  arf_set_d(b, hi);
  arb_set_interval_arf(ball, a, b, 64);
  arf_clear(a);
  arf_clear(b);
}

void ss_form_create(const ss_tape *tape, arb_srcptr parameters, slong precision, ss_form *form) {
  const size_t inputs = ss_tape_inputs(tape), outputs = ss_tape_outputs(tape);
  *form = (ss_form){.tape = tape, .inputs = inputs, .outputs = outputs, .precision = precision};
  form->wide = _arb_vec_init((slong)ss_slopes_work_size(tape));
  form->narrow = _arb_vec_init((slong)ss_balls_work_size(tape));
  form->value = _arb_vec_init((slong)outputs);
  form->middle = _arb_vec_init((slong)inputs);
  form->offset = _arb_vec_init((slong)inputs);
  ss_slopes_prepare(tape, parameters, form->wide, precision);
  ss_balls_prepare(tape, parameters, form->narrow, precision);
  form->slope = ss_slopes_gradients(tape, form->wide);
  form->at_middle = ss_balls_out(tape, form->narrow);
}

void ss_form_destroy(ss_form *form) {
  if (!form->tape) return;
  _arb_vec_clear(form->wide, (slong)ss_slopes_work_size(form->tape));
  _arb_vec_clear(form->narrow, (slong)ss_balls_work_size(form->tape));
  _arb_vec_clear(form->value, (slong)form->outputs);
  _arb_vec_clear(form->middle, (slong)form->inputs);
  _arb_vec_clear(form->offset, (slong)form->inputs);
  form->tape = NULL;
}

/* out = natural or the mean-value form, whichever says more, or both. */
static void intersect(arb_t out, const arb_t natural, const arb_t mean, slong precision) {
  /* undefined somewhere: slopes may not see it */
  if (!arb_is_finite(mean) || !arb_is_finite(natural) || arb_contains(mean, natural)) {
    arb_set(out, natural);
    return;
  }
  if (arb_contains(natural, mean)) {
    arb_set(out, mean);
    return;
  }
  if (!arb_intersection(out, natural, mean, precision)) arb_set(out, natural);
  /* the radius is rounded upwards: an end that was exactly 0 must not be lost to that */
  if ((arb_is_nonnegative(natural) && !arb_is_nonnegative(out)) ||
      (arb_is_nonpositive(natural) && !arb_is_nonpositive(out)))
    arb_set(out, natural);
}

void ss_form_run(ss_form *form, const double *lo, const double *hi) {
  const slong p = form->precision;
  arb_ptr in = ss_slopes_in(form->tape, form->wide);
  arb_ptr at = ss_balls_in(form->tape, form->narrow);
  for (size_t j = 0; j < form->inputs; j++) {
    set_ball(lo[j], hi[j], in + j);
    arb_get_mid_arb(form->middle + j, in + j);
    arb_set(at + j, form->middle + j);
    arb_sub(form->offset + j, in + j, form->middle + j, p);
  }
  ss_slopes_run(form->tape, form->wide, p);
  ss_balls_run(form->tape, form->narrow, p);
  arb_t sum;
  arb_init(sum);
  for (size_t i = 0; i < form->outputs; i++) {
    arb_srcptr natural = ss_slopes_out(form->tape, form->wide) + i;
    if (arb_is_exact(natural)) { /* as good as it gets: most of the outputs are constants */
      arb_set(form->value + i, natural);
      continue;
    }
    arb_set(sum, form->at_middle + i);
    for (size_t j = 0; j < form->inputs; j++) {
      arb_srcptr slope = form->slope + i * form->inputs + j;
      if (!arb_is_zero(slope)) arb_addmul(sum, slope, form->offset + j, p);
    }
    intersect(form->value + i, natural, sum, p);
  }
  arb_clear(sum);
}

void ss_form_combine(const ss_form *form, size_t first, size_t count, arb_srcptr weight,
                     arb_t sum) {
  const slong p = form->precision;
  assert(first + count <= form->outputs);
  arb_t natural, mean, slope;
  arb_init(natural);
  arb_init(mean);
  arb_init(slope);
  for (size_t i = 0; i < count; i++) {
    arb_addmul(natural, weight + i, form->value + first + i, p);
    arb_addmul(mean, weight + i, form->at_middle + first + i, p);
  }
  for (size_t j = 0; j < form->inputs; j++) {
    arb_zero(slope);
    for (size_t i = 0; i < count; i++)
      arb_addmul(slope, weight + i, form->slope + (first + i) * form->inputs + j, p);
    arb_addmul(mean, slope, form->offset + j, p);
  }
  intersect(sum, natural, mean, p);
  arb_clear(natural);
  arb_clear(mean);
  arb_clear(slope);
}
