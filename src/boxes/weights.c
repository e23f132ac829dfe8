/* weights.c: conditions that contradict each other only together.
 *
 * Where every f_i >= 0, every sum w_i f_i with w_i >= 0 is too (for f_i = 0 with any w_i): a box on
 * which such a sum is negative has no solution, although each f_i alone may take either sign on it.
 * With an objective, V >= V - sum w_i f_i on the solutions, whose lower end bounds V. Near the
 * least V the gradients of V and of the active conditions cancel (Kuhn and Tucker), so that the
 * mean-value form of the sum is wide by the square of the box only, and boxes may be as large as
 * the root of the gap that is to be closed; without, as large as the gap.
 *
 * Which weights? Over a box of half widths r the upper end of the sum is about
 *
 *     phi(w) = sum_i w_i f_i(c) + sum_j r_j (|sum_i w_i s_ij| + sum_i |w_i| d_ij),
 *
 * s_ij +- d_ij being the slopes: convex, piecewise linear. It is minimised in doubles one w_i after
 * the other, each at the best one of its breakpoints; with V in the sum with the weight -1 or, if
 * there is none, with one condition of weight 1 after the other. That may end in a kink: of two
 * contacts that carry the same weight the first one takes it all. So each condition is the first
 * once, and the best weights count. They are rounded to few bits; whatever they are, the sum is
 * then bounded in balls.
 *
 * With an objective conditions may contradict each other all the same. If sum w_i f_i < 0 on the
 * box, so does V - c sum w_i f_i exceed any level for large c: no level needs another leaf.
 */
#include <math.h>
#include <string.h>

#include "probe.h"

enum { SWEEPS = 4, BITS = 12, FIRSTS = 6 };

typedef struct mixture {
  const ss_probe *probe;
  size_t k;
  double *r, *b; /* k: half widths; slopes of the sum so far */
  double value;  /* of the sum at the middle */
  double spread; /* sum_i |w_i| sum_j r_j d_ij */
} mixture;

size_t ss_probe_weigh_size(const ss_boxes_question *question) {
  return 2 * ss_tape_inputs(question->tape) + 2 * question->conditions + 1;
}

static double middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* Only conditions that stand alone in their clause can be mixed. */
static bool can_mix(const ss_boxes_question *q, size_t i) {
  const ss_boxes_condition *c = &q->condition[i];
  if (c->sense > SS_BOXES_ZERO || c->alternative) return false;
  return i + 1 == q->conditions || !q->condition[i + 1].alternative;
}

/* The output's slope by j, and what it adds to the spread with weight 1. */
static double slope(const mixture *m, size_t output, size_t j) {
  return middle(m->probe->form.slope + output * m->k + j);
}

static double spread(const mixture *m, size_t output) {
  double sum = 0;
  for (size_t j = 0; j < m->k; j++)
    sum += m->r[j] * mag_get_d(arb_radref(m->probe->form.slope + output * m->k + j));
  return sum;
}

static void add(mixture *m, size_t output, double weight, double change_of_magnitude) {
  m->value += weight * middle(m->probe->form.at_middle + output);
  for (size_t j = 0; j < m->k; j++) m->b[j] += weight * slope(m, output, j);
  m->spread += change_of_magnitude * spread(m, output);
}

/* phi, but for what does not change with w: the sum without condition i plus w f_i. */
static double measure(const mixture *m, size_t output, double own, double w) {
  double sum = w * middle(m->probe->form.at_middle + output) + fabs(w) * own;
  for (size_t j = 0; j < m->k; j++) sum += m->r[j] * fabs(m->b[j] + w * slope(m, output, j));
  return sum;
}

/* The best weight of a condition, the others being what they are. */
static double choose(const mixture *m, const ss_boxes_condition *c) {
  const double own = spread(m, c->output);
  double best = 0, least = measure(m, c->output, own, 0);
  for (size_t j = 0; j < m->k; j++) {
    const double w = -m->b[j] / slope(m, c->output, j);
    if (!isfinite(w) || (w <= 0 && c->sense != SS_BOXES_ZERO)) continue;
    const double phi = measure(m, c->output, own, w);
    if (phi < least) {
      least = phi;
      best = w;
    }
  }
  return best;
}

static double round_weight(double w) {
  int exponent;
  const double mantissa = frexp(w, &exponent);
  return ldexp(rint(ldexp(mantissa, BITS)), exponent - BITS);
}

/* Improves all weights but that of `fixed`, from that of `first` on; returns phi. */
static double improve(mixture *m, size_t fixed, size_t first, double *weight) {
  const ss_boxes_question *q = m->probe->question;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    bool changed = false;
    for (size_t k = 0; k < q->conditions; k++) {
      const size_t i = (first + k) % q->conditions;
      if (i == fixed || !can_mix(q, i)) continue;
      const double before = weight[i];
      const size_t output = q->condition[i].output;
      add(m, output, -before, -fabs(before));
      weight[i] = round_weight(choose(m, &q->condition[i]));
      add(m, output, weight[i], fabs(weight[i]));
      changed |= weight[i] != before;
    }
    if (!changed) break;
  }
  double sum = m->value + m->spread;
  for (size_t j = 0; j < m->k; j++) sum += m->r[j] * fabs(m->b[j]);
  return sum;
}

static void start(mixture *m, const ss_probe *probe) {
  const size_t k = ss_tape_inputs(probe->question->tape);
  *m = (mixture){.probe = probe, .k = k, .r = probe->numbers, .b = probe->numbers + k};
  memset(m->b, 0, k * sizeof *m->b);
  for (size_t j = 0; j < k; j++) m->r[j] = mag_get_d(arb_radref(probe->form.offset + j));
}

/* Without the objective: one condition after the other has weight 1. */
static bool try_each(ss_probe *probe, double *weight) {
  const ss_boxes_question *q = probe->question;
  double *trial = probe->numbers + 2 * ss_tape_inputs(q->tape);
  for (size_t i = 0; i < q->conditions; i++) {
    if (!can_mix(q, i)) continue;
    for (int sign = 1; sign >= (q->condition[i].sense == SS_BOXES_ZERO ? -1 : 1); sign -= 2) {
      mixture m;
      start(&m, probe);
      memset(trial, 0, q->conditions * sizeof *trial);
      trial[i] = sign;
      add(&m, q->condition[i].output, sign, 1);
      if (!(improve(&m, i, 0, trial) < 0)) continue;
      memcpy(weight, trial, q->conditions * sizeof *weight);
      return true;
    }
  }
  return false;
}

bool ss_probe_contradict(ss_probe *probe, double *weight) {
  const ss_boxes_question *q = probe->question;
  bool wrong = false;
  for (size_t i = 0; i < q->conditions && !wrong; i++) {
    const double f = can_mix(q, i) ? middle(probe->form.at_middle + q->condition[i].output) : 0;
    wrong = q->condition[i].sense == SS_BOXES_ZERO ? f != 0 : f < 0;
  }
  memset(weight, 0, q->conditions * sizeof *weight);
  return wrong && try_each(probe, weight);
}

bool ss_probe_weigh(ss_probe *probe, double *weight) {
  const ss_boxes_question *q = probe->question;
  memset(weight, 0, q->conditions * sizeof *weight);
  if (q->objective == SIZE_MAX) return try_each(probe, weight);
  double *trial = probe->numbers + 2 * ss_tape_inputs(q->tape), least = INFINITY;
  for (size_t first = 0; first < q->conditions && first < FIRSTS; first++) {
    mixture m;
    if (!can_mix(q, first)) continue;
    start(&m, probe);
    memset(trial, 0, q->conditions * sizeof *trial);
    add(&m, q->objective, -1, 1);
    const double phi = improve(&m, SIZE_MAX, first, trial);
    if (!(phi < least)) continue;
    least = phi;
    memcpy(weight, trial, q->conditions * sizeof *weight);
  }
  for (size_t i = 0; i < q->conditions; i++)
    if (weight[i] != 0) return isfinite(weight[i]);
  return false;
}

/* sum += w times the output: at the middle, and its slopes times the box. */
static void mix_in(const ss_form *form, size_t output, double w, arb_ptr slopes, arb_t sum) {
  arb_t weight;
  arb_init(weight);
  arb_set_d(weight, w);
  arb_addmul(sum, weight, form->at_middle + output, form->precision);
  for (size_t j = 0; j < form->inputs; j++)
    arb_addmul(slopes + j, weight, form->slope + output * form->inputs + j, form->precision);
  arb_clear(weight);
}

void ss_probe_mix(const ss_probe *probe, const double *weight, arb_t sum) {
  const ss_boxes_question *q = probe->question;
  const ss_form *form = &probe->form;
  _arb_vec_zero(probe->factor, (slong)form->inputs);
  arb_zero(sum);
  for (size_t i = 0; i < q->conditions; i++) {
    if (weight[i] == 0) continue;
    /* undefined somewhere on the box, which slopes may not see */
    if (!arb_is_finite(form->value + q->condition[i].output)) arb_indeterminate(sum);
    mix_in(form, q->condition[i].output, weight[i], probe->factor, sum);
  }
  if (q->objective != SIZE_MAX) {
    if (!arb_is_finite(form->value + q->objective)) arb_indeterminate(sum);
    mix_in(form, q->objective, -1, probe->factor, sum);
  }
  for (size_t j = 0; j < form->inputs; j++)
    arb_addmul(sum, probe->factor + j, form->offset + j, form->precision);
}
