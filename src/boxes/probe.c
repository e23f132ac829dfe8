/* probe.c: what can be said about a box.
 *
 * In this order, until something decides: a clause all of whose conditions are refuted (refute.c);
 * the local form near the point where a condition holds with equality; a mixture of conditions that
 * contradict each other (weights.c). What is left is open and gets a lower end of the objective,
 *
 *     V >= lower end of V on the box,     V >= lower end of V - sum w_i f_i,
 *
 * widened by a sixteenth of the enclosure's radius, so that a second program with other roundings
 * finds it too. The side to cut is the one along which the enclosures spread most: the sum over the
 * outputs of |slope_j| r_j, each output counted in parts of its whole, so that units do not matter;
 * a variable that does not occur has slope 0 and is never cut.
 *
 * Near x_e: H over the hull of the box and x_e is asked only where the box is no farther from x_e
 * than four times its own size; boxes farther off are small enough for the mean-value form.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

/* 2^MARGIN of a radius; no level is larger than 2^BEYOND */
enum { REACH = 4, MARGIN = -4, BEYOND = 200 };

size_t ss_question_clause(const ss_boxes_question *question, size_t c) {
  size_t i = 0;
  for (; i < question->conditions; i++)
    if (!question->condition[i].alternative && c-- == 0) break;
  return i;
}

size_t ss_question_clauses(const ss_boxes_question *question) {
  size_t count = 0;
  for (size_t i = 0; i < question->conditions; i++) count += !question->condition[i].alternative;
  return count;
}

/* ---- creation -------------------------------------------------------------------------------- */

static size_t count_entries(const ss_boxes_condition *c) {
  if (c->sense == SS_BOXES_NOT_DEFINITE) return c->columns * (c->columns + 1) / 2;
  return c->sense == SS_BOXES_DEPENDENT ? c->rows * c->columns : 1;
}

static size_t count_balls(const ss_boxes_question *q) {
  size_t most = ss_tape_inputs(q->tape);
  if (q->local) most = q->local->inputs * (q->local->inputs + 1) / 2 + most;
  for (size_t i = 0; i < q->conditions; i++) {
    const size_t entries = count_entries(&q->condition[i]);
    most = entries > most ? entries : most;
  }
  return most;
}

static size_t count_numbers(const ss_boxes_question *q) {
  size_t most = ss_probe_weigh_size(q);
  for (size_t i = 0; i < q->conditions; i++) {
    const ss_boxes_condition *c = &q->condition[i];
    const size_t need = c->columns * (c->columns + c->rows);
    if (c->sense == SS_BOXES_DEPENDENT && need > most) most = need;
  }
  return most;
}

bool ss_probe_create(const ss_boxes_question *question, const double *lo, const double *hi,
                     ss_probe *probe) {
  const size_t k = ss_tape_inputs(question->tape);
  const slong precision = question->precision ? question->precision : 64;
  *probe = (ss_probe){.question = question};
  probe->numbers = malloc((count_numbers(question) + 1) * sizeof *probe->numbers);
  probe->root_lo = malloc((2 * k + 1) * sizeof *probe->root_lo);
  if (!probe->numbers || !probe->root_lo) return ss_probe_destroy(probe), false;
  probe->root_hi = probe->root_lo + k;
  memcpy(probe->root_lo, lo, k * sizeof *lo);
  memcpy(probe->root_hi, hi, k * sizeof *hi);
  probe->factor = _arb_vec_init((slong)count_balls(question) + 1);
  ss_form_create(question->tape, question->parameters, precision, &probe->form);
  if (question->local)
    ss_form_create(question->local->tape, question->parameters, precision, &probe->near);
  return true;
}

void ss_probe_destroy(ss_probe *probe) {
  if (probe->factor) _arb_vec_clear(probe->factor, (slong)count_balls(probe->question) + 1);
  ss_form_destroy(&probe->form);
  ss_form_destroy(&probe->near);
  free(probe->numbers);
  free(probe->root_lo);
  *probe = (ss_probe){0};
}

/* ---- what decides ---------------------------------------------------------------------------- */

/* The number of clause c's conditions that are refuted is that of its conditions. */
static bool refutes_clause(ss_probe *probe, size_t c) {
  const ss_boxes_question *q = probe->question;
  size_t i = ss_question_clause(q, c);
  if (i == q->conditions || !ss_probe_refutes(probe, &q->condition[i])) return false;
  for (i++; i < q->conditions && q->condition[i].alternative; i++)
    if (!ss_probe_refutes(probe, &q->condition[i])) return false;
  return true;
}

/* The box and x_e in one box; false if they are far from each other. */
static bool reach_out(const ss_boxes_question *q, const double *lo, const double *hi, double *from,
                      double *to) {
  const ss_boxes_local *local = q->local;
  const size_t k = ss_tape_inputs(q->tape);
  memcpy(from, lo, k * sizeof *from);
  memcpy(to, hi, k * sizeof *to);
  for (size_t j = 0; j < local->inputs; j++) {
    from[j] = fmin(lo[j], local->lo[j]);
    to[j] = fmax(hi[j], local->hi[j]);
    if (to[j] - from[j] > REACH * (hi[j] - lo[j]) + (local->hi[j] - local->lo[j])) return false;
  }
  return true;
}

static bool is_near(ss_probe *probe, const double *lo, const double *hi) {
  const ss_boxes_question *q = probe->question;
  const size_t k = ss_tape_inputs(q->tape);
  double from[k + 1], to[k + 1];
  if (!q->local || !reach_out(q, lo, hi, from, to)) return false;
  ss_form_run(&probe->near, from, to);
  const size_t n = q->local->inputs;
  for (size_t i = 0; i < n * (n + 1) / 2; i++) arb_set(probe->factor + i, probe->near.value + i);
  return ss_balls_are_definite(probe->factor, n, probe->near.precision);
}

static double lower_end(const arb_t x) {
  arf_t end;
  mag_t more;
  if (!arb_is_finite(x)) return -INFINITY;
  arf_init(end);
  mag_init(more);
  mag_mul_2exp_si(more, arb_radref(x), MARGIN);
  mag_add(more, more, arb_radref(x));
  arf_set_mag(end, more);
  arf_sub(end, arb_midref(x), end, 53, ARF_RND_FLOOR);
  const double low = arf_get_d(end, ARF_RND_FLOOR);
  arf_clear(end);
  mag_clear(more);
  return low;
}

/* Conditions that contradict each other, whatever V is: with large weights the mixture is beyond
 * every level. */
static void contradict(ss_probe *probe, ss_finding *finding) {
  const ss_boxes_question *q = probe->question;
  double trial[q->conditions + 1];
  arb_t sum;
  if (!ss_probe_contradict(probe, trial)) return;
  for (size_t i = 0; i < q->conditions; i++) trial[i] = ldexp(trial[i], 2 * BEYOND);
  arb_init(sum);
  ss_probe_mix(probe, trial, sum);
  arb_neg(sum, sum);
  if (lower_end(sum) > ldexp(1, BEYOND)) {
    memcpy(finding->weight, trial, q->conditions * sizeof *trial);
    finding->fact = SS_BOXES_MIXED;
    finding->mixed = INFINITY;
  }
  arb_clear(sum);
}

/* Weights, and what follows: a contradiction, or a lower end of V. */
static void mix(ss_probe *probe, ss_finding *finding) {
  const ss_boxes_question *q = probe->question;
  if (!ss_probe_weigh(probe, finding->weight)) return;
  for (size_t i = 0; i < q->conditions; i++)
    if (!isfinite(finding->weight[i])) return;
  arb_t sum;
  arb_init(sum);
  ss_probe_mix(probe, finding->weight, sum);
  arb_neg(sum, sum);
  const double low = lower_end(sum);
  if (q->objective != SIZE_MAX)
    finding->mixed = low;
  else if (low > 0)
    finding->fact = SS_BOXES_MIXED;
  arb_clear(sum);
}

/* ---- where to cut ---------------------------------------------------------------------------- */

/* How far the output changes along each side, in parts of the whole. */
static void add_spread(const ss_probe *probe, size_t output, double *score) {
  const ss_form *form = &probe->form;
  arb_srcptr slope = form->slope + output * form->inputs;
  double part[form->inputs + 1], whole = 0;
  for (size_t j = 0; j < form->inputs; j++) {
    const double r = mag_get_d(arb_radref(form->offset + j));
    mag_t size;
    mag_init(size);
    arb_get_mag(size, slope + j);
    /* where a slope is not known, sides count in parts of the root's */
    part[j] = mag_is_zero(size) ? 0
              : mag_is_finite(size)
                  ? mag_get_d(size) * r
                  : 1e300 * (r / fmax(probe->root_hi[j] - probe->root_lo[j], 1e-300));
    mag_clear(size);
    whole += part[j];
  }
  for (size_t j = 0; j < form->inputs && whole > 0; j++) score[j] += part[j] / whole;
}

/* What keeps a mixture wide: its own slopes, and those that do not cancel. */
static void add_mixture_spread(const ss_probe *probe, const double *weight, double *score) {
  const ss_boxes_question *q = probe->question;
  const ss_form *form = &probe->form;
  double part[form->inputs + 1], whole = 0;
  for (size_t j = 0; j < form->inputs; j++) {
    double sum = 0, loose = 0;
    for (size_t i = 0; i <= q->conditions; i++) {
      const double w = i < q->conditions ? weight[i] : -1;
      const size_t output = i < q->conditions ? q->condition[i].output : q->objective;
      if (w == 0 || output == SIZE_MAX) continue;
      arb_srcptr s = form->slope + output * form->inputs + j;
      sum += w * arf_get_d(arb_midref(s), ARF_RND_NEAR);
      loose += fabs(w) * mag_get_d(arb_radref(s));
    }
    part[j] = (fabs(sum) + loose) * mag_get_d(arb_radref(form->offset + j));
    whole += part[j];
  }
  for (size_t j = 0; j < form->inputs && whole > 0; j++) score[j] += part[j] / whole;
}

static double share_of_root(const ss_probe *probe, const double *lo, const double *hi, size_t j) {
  return (hi[j] - lo[j]) / fmax(probe->root_hi[j] - probe->root_lo[j], 1e-300);
}

/* A side that is long beside the one that is to be cut, where conditions change along it. Mixtures
 * without conditions do not see it: where V is 0 at a corner of the box they would cut towards
 * that corner for ever, and conditions that only a shorter side refutes stay open. */
static size_t find_left_behind(const ss_probe *probe, const double *lo, const double *hi,
                               size_t best) {
  enum { FAR = 4096 };
  const ss_boxes_question *q = probe->question;
  const size_t k = probe->form.inputs;
  double longest = FAR * share_of_root(probe, lo, hi, best), score[k + 1];
  size_t found = best;
  bool any = false;
  for (size_t j = 0; j < k; j++) any = any || share_of_root(probe, lo, hi, j) > longest;
  if (!any) return best;
  memset(score, 0, sizeof score);
  for (size_t i = 0; i < q->conditions; i++)
    for (size_t e = 0; e < count_entries(&q->condition[i]); e++)
      add_spread(probe, q->condition[i].output + e, score);
  for (size_t j = 0; j < k; j++) {
    if (!(score[j] > 0) || !(share_of_root(probe, lo, hi, j) > longest)) continue;
    longest = share_of_root(probe, lo, hi, j);
    found = j;
  }
  return found;
}

static size_t choose_axis(const ss_probe *probe, const double *lo, const double *hi,
                          const ss_finding *finding) {
  const ss_boxes_question *q = probe->question;
  const size_t k = probe->form.inputs;
  double score[k + 1];
  size_t best = k;
  memset(score, 0, sizeof score);
  if (finding->mixed > -INFINITY) {
    add_mixture_spread(probe, finding->weight, score);
  } else {
    for (size_t i = 0; i < q->conditions; i++)
      for (size_t e = 0; e < count_entries(&q->condition[i]); e++)
        add_spread(probe, q->condition[i].output + e, score);
    if (q->objective != SIZE_MAX) add_spread(probe, q->objective, score);
  }
  for (size_t j = 0; j < k; j++) {
    const double cut = lo[j] / 2 + hi[j] / 2;
    if (!(cut > lo[j] && cut < hi[j]) || !(score[j] > 0)) continue;
    if (best == k || score[j] > score[best]) best = j;
  }
  return best < k && q->exclusive ? find_left_behind(probe, lo, hi, best) : best;
}

/* ---- the whole ------------------------------------------------------------------------------- */

void ss_probe_examine(ss_probe *probe, const double *lo, const double *hi, ss_finding *finding) {
  const ss_boxes_question *q = probe->question;
  const size_t clauses = ss_question_clauses(q);
  finding->fact = SS_BOXES_OPEN;
  finding->axis = probe->form.inputs;
  finding->above = finding->mixed = -INFINITY;
  memset(finding->weight, 0, q->conditions * sizeof *finding->weight);
  ss_form_run(&probe->form, lo, hi);
  for (size_t c = 0; c < clauses; c++)
    if (refutes_clause(probe, c)) {
      finding->fact = SS_BOXES_CLAUSE + (uint32_t)c;
      return;
    }
  if (is_near(probe, lo, hi)) {
    finding->fact = SS_BOXES_NEAR;
    return;
  }
  if (q->objective != SIZE_MAX) finding->above = lower_end(probe->form.value + q->objective);
  mix(probe, finding);
  if (q->exclusive) contradict(probe, finding);
  if (finding->fact == SS_BOXES_OPEN) finding->axis = choose_axis(probe, lo, hi, finding);
}

/* Are these weights that a mixture may have? */
static bool are_weights(const ss_boxes_question *q, const double *weight) {
  for (size_t i = 0; i < q->conditions; i++) {
    const ss_boxes_condition *c = &q->condition[i];
    const bool alone =
        !c->alternative && (i + 1 == q->conditions || !q->condition[i + 1].alternative);
    if (weight[i] == 0) continue;
    if (!isfinite(weight[i]) || !alone || c->sense > SS_BOXES_ZERO) return false;
    if (weight[i] < 0 && c->sense != SS_BOXES_ZERO) return false;
  }
  return true;
}

/* V - sum w f >= bound, or sum w f < 0. */
static bool mixture_holds(ss_probe *probe, const double *weight, double bound) {
  arb_t sum, least;
  arb_init(sum);
  arb_init(least);
  ss_probe_mix(probe, weight, sum);
  const bool rises = probe->question->objective != SIZE_MAX;
  if (rises) arb_set_d(least, fmin(bound, ldexp(1, BEYOND)));
  arb_add(sum, sum, least, probe->form.precision);
  const bool holds = rises ? arb_is_nonpositive(sum) : arb_is_negative(sum);
  arb_clear(sum);
  arb_clear(least);
  return holds;
}

static bool is_above(const ss_probe *probe, double bound) {
  arb_t least;
  arb_init(least);
  arb_set_d(least, bound);
  const bool above = arb_ge(probe->form.value + probe->question->objective, least);
  arb_clear(least);
  return above;
}

bool ss_probe_holds(ss_probe *probe, const double *lo, const double *hi, uint32_t fact,
                    const double *weight, double bound) {
  const ss_boxes_question *q = probe->question;
  ss_form_run(&probe->form, lo, hi);
  if (fact == SS_BOXES_NEAR) return is_near(probe, lo, hi);
  if (fact == SS_BOXES_ABOVE) return q->objective != SIZE_MAX && is_above(probe, bound);
  if (fact == SS_BOXES_MIXED) return are_weights(q, weight) && mixture_holds(probe, weight, bound);
  return fact >= SS_BOXES_CLAUSE && refutes_clause(probe, fact - SS_BOXES_CLAUSE);
}

bool ss_probe_satisfies(ss_probe *probe, const double *point) {
  const ss_boxes_question *q = probe->question;
  ss_form_run(&probe->form, point, point);
  for (size_t i = 0; i < q->conditions;) {
    bool any = ss_probe_confirms(probe, &q->condition[i]);
    for (i++; i < q->conditions && q->condition[i].alternative; i++)
      any |= ss_probe_confirms(probe, &q->condition[i]);
    if (!any) return false;
  }
  return true;
}
