/* apart.c: machines with contacts, as long as no contact closes.
 *
 * While every gap a q + d is positive no contact exerts a force, whatever its laws, and a motion is
 * one of the machine without them. So tubes are followed as if there were none, as long as all of
 * their motions keep all gaps open (T9 of docs/theory.md):
 *
 *     step     gap(x~) > |(a, 0)|_* r over the step, x~ being a polynomial
 *     event    gap + min(0, gap') t - |(0, a)|_* (|A| |x(t)| + sum p_j kappa_j) t^2/2 > 0,
 *              whatever happens in the window
 *     level    V < level lies within all gaps; it does not grow there
 *     rest     gap(rest point) > |(a, 0)|_* r
 *
 * Of escapes nothing can be said: a contact may end them. What is lost is what touches, and the
 * width of a tube as a ball.
 */
#include <math.h>

#include "tube_private.h"

/* The row (a, 0), or (0, a). */
static double measure_row(const exact_machine *e, const double *a, slong from) {
  arb_mat_t row;
  arb_mat_init(row, 1, e->d);
  for (slong i = 0; i < e->n; i++) arb_set_d(arb_mat_entry(row, 0, from + i), a[i]);
  const double size = ss_tube_dual_norm(e, row);
  arb_mat_clear(row);
  return ROUND_UP(size);
}

/* What is within all gaps is below this, in the energy's norm. */
static double find_radius(const ss_tube *t) {
  double radius = INFINITY;
  for (size_t k = 0; k < t->gaps; k++)
    radius = fmin(radius, ROUND_DOWN((t->gap[k].at - t->gap[k].slack) / t->gap[k].size));
  return fmax(0, radius);
}

bool ss_tube_enter_gaps(ss_tube *t, const exact_machine *e, const ss_tube_options *o) {
  if (o->gaps > GAPS) return false;
  t->gaps = o->gaps;
  for (size_t k = 0; k < o->gaps; k++) {
    tube_gap *gap = &t->gap[k];
    double size = fabs(o->gap[k].d);
    gap->at = o->gap[k].d;
    for (size_t i = 0; i < t->n; i++) {
      gap->a[i] = o->gap[k].a[i];
      gap->at += gap->a[i] * t->middle[i];
      size += fabs(gap->a[i] * t->middle[i]);
    }
    gap->slack = ROUND_UP(0x1p-40 * size);
    gap->size = measure_row(e, gap->a, 0);
    gap->rate = measure_row(e, gap->a, e->n);
    if (!(gap->size > 0) || !isfinite(gap->size + gap->rate + size)) return false;
  }
  /* energy that may grow keeps nothing within the gaps */
  if (t->gaps && o->global) t->radius = fmpq_is_zero(t->rate) ? INFINITY : 0;
  t->radius = fmin(t->radius, find_radius(t));
  return true;
}

bool ss_tube_stays_apart(const ss_tube *t, const expansion *e, double length, double r) {
  for (size_t g = 0; g < t->gaps; g++) {
    const tube_gap *gap = &t->gap[g];
    double row[ORDER + 1], total = 0, power = 1, low, high;
    for (size_t k = 0; k <= ORDER; k++, power *= length) {
      row[k] = k ? 0 : gap->at;
      for (size_t i = 0; i < t->n; i++) {
        row[k] += gap->a[i] * e->c[k][i];
        total += fabs(gap->a[i] * e->c[k][i]) * power;
      }
    }
    ss_tube_find_ends(row, length, &low, &high);
    const double off = gap->slack + ROUND_UP(0x1p-40 * (total + fabs(gap->at)));
    if (!(low > (1 + TO_SPARE) * ROUND_UP(gap->size * r + off))) return false;
  }
  return true;
}

bool ss_tube_is_far(const ss_tube *t, const double *x, double size, double r, double time) {
  double push = t->bound * ROUND_UP(exp(t->lambda * time)) * (size + r);
  for (size_t j = 0; j < t->m; j++) push += t->p[j] * t->kappa[j];
  for (size_t g = 0; g < t->gaps; g++) {
    const tube_gap *gap = &t->gap[g];
    double at = gap->at, rate = 0, total = fabs(gap->at);
    for (size_t i = 0; i < t->n; i++) {
      at += gap->a[i] * x[i];
      rate += gap->a[i] * x[t->n + i];
      total += fabs(gap->a[i] * x[i]) + fabs(gap->a[i] * x[t->n + i]) * time;
    }
    const double closing = fmax(0, ROUND_UP(gap->rate * r) - rate) * time;
    const double off = gap->slack + 0x1p-40 * total + gap->size * r;
    const double lost = closing + off + gap->rate * push * time * time / 2;
    if (!(at > (1 + TO_SPARE) * ROUND_UP(lost))) return false;
  }
  return true;
}

bool ss_tube_rests_apart(const ss_tube *t, const double *force, double far) {
  for (size_t g = 0; g < t->gaps; g++) {
    const tube_gap *gap = &t->gap[g];
    double at = gap->at, total = fabs(gap->at);
    for (size_t i = 0; i < t->n; i++)
      for (size_t j = 0; j < t->m; j++) {
        at -= gap->a[i] * t->bend[j][i] * force[j];
        total += fabs(gap->a[i] * t->bend[j][i] * force[j]);
      }
    if (!(at > (1 + TO_SPARE) * ROUND_UP(gap->size * far + gap->slack + 0x1p-40 * total)))
      return false;
  }
  return true;
}
