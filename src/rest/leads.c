/* leads.c: ways that stay within what is admissible, and lines on which it is an interval.
 *
 * Over a box in which forces and unknown coordinates follow the other ones (hold.c, BRANCH), what
 * is admissible is what has no negative MARGIN:
 *
 *     gaps of open contacts, relations of the region, normal forces, forces of clutches,
 *     mu N - lambda and mu N + lambda (planar friction), ((mu N)^2 - |lambda|^2)/2 (disks).
 *
 * Margins that are not negative anywhere in the box do not count. When the coordinates that are no
 * unknowns move along d, forces and unknown ones change by their enclosed derivatives, and so do
 * the margins. If none of them falls, whatever is admissible stays so: a WAY leads to the ends of
 * the box towards which coordinates move. If each of them rises throughout or falls throughout
 * along an axis, what is admissible on a line is an interval.
 *
 * Which d: along each axis both ways; and the one that raises the margins by their gradients of
 * length 1, in widths of the box. With two margins that is a way wherever there is one.
 */
#include <math.h>
#include <string.h>

#include "judge.h"

enum { MARGINS_MOST = 64, SIDES = 8 };

/* ---- how margins change ---------------------------------------------------------------------- */

/* dz and dforce along d. */
static void follow(ss_judge *j, const double *d) {
  const ss_search *s = j->s;
  const size_t forces = s->normals + s->slips, k = s->k;
  arb_t step;
  arb_init(step);
  for (size_t i = 0; i < k; i++) arb_set_d(j->dz + i, j->branch.is_unknown[forces + i] ? 0 : d[i]);
  for (size_t f = 0; f < forces; f++) arb_zero(j->dforce + f);
  for (size_t r = 0; r < j->branch.equations; r++) {
    const size_t c = j->branch.unknown[r];
    arb_ptr out = c < forces ? j->dforce + c : j->dz + (c - forces);
    arb_zero(out);
    for (size_t i = 0; i < k; i++) {
      if (j->branch.is_unknown[forces + i] || d[i] == 0) continue;
      arb_set_d(step, d[i]);
      arb_addmul(out, j->branch.derivative + r * k + i, step, j->precision);
    }
  }
  arb_clear(step);
}

/* The change of an output of the form. */
static void change_output(const ss_judge *j, size_t output, arb_t change) {
  arb_dot(change, NULL, 0, j->form.slope + output * j->s->k, 1, j->dz, 1, (slong)j->s->k,
          j->precision);
}

static void add_output(ss_judge *j, size_t output, size_t *count) {
  if (!arb_is_nonnegative(j->form.value + output)) change_output(j, output, j->change + (*count)++);
}

/* The changes of the margins mu N -+ lambda that may be negative. */
static void add_planar(ss_judge *j, size_t slip, const arb_t mu, const arb_t N, const arb_t dN,
                       size_t *count) {
  arb_srcptr force = j->branch.enclosure + slip, change = j->dforce + slip;
  arb_t margin;
  arb_init(margin);
  for (int side = -1; side <= 1; side += 2) {
    arb_mul(margin, mu, N, j->precision);
    arb_addmul_si(margin, force, side, j->precision);
    if (arb_is_nonnegative(margin)) continue;
    arb_ptr out = j->change + (*count)++;
    arb_mul(out, mu, dN, j->precision);
    arb_addmul_si(out, change, side, j->precision);
  }
  arb_clear(margin);
}

/* That of ((mu N)^2 - |lambda|^2)/2. */
static void add_disk(ss_judge *j, size_t slip, size_t slips, const arb_t mu, const arb_t N,
                     const arb_t dN, size_t *count) {
  arb_ptr out = j->change + (*count)++;
  arb_t dot;
  arb_init(dot);
  arb_dot(dot, NULL, 0, j->branch.enclosure + slip, 1, j->dforce + slip, 1, (slong)slips,
          j->precision);
  arb_mul(out, mu, mu, j->precision);
  arb_mul(out, out, N, j->precision);
  arb_mul(out, out, dN, j->precision);
  arb_sub(out, out, dot, j->precision);
  arb_clear(dot);
}

/* The friction of an element with the normal force N: laws of length only, of constant mu. */
static bool add_friction(ss_judge *j, size_t e, const arb_t N, const arb_t dN, size_t *count) {
  const ss_system_element *element = &j->s->system->element[e];
  const ss_law_kind law = element->element->law;
  const size_t output = j->at.law + 3 * e, slip = j->s->normals + element->slip;
  arb_srcptr mu = j->form.value + output;
  if (!element->slips || law == SS_LAW_FRICTIONLESS) return true;
  for (size_t i = 0; i < j->s->k; i++)
    if (!arb_is_zero(j->form.slope + output * j->s->k + i)) return false;
  if (law == SS_LAW_COULOMB && element->slips == 1)
    add_planar(j, slip, mu, N, dN, count);
  else if (law == SS_LAW_DISK || law == SS_LAW_COULOMB)
    add_disk(j, slip, element->slips, mu, N, dN, count);
  else
    return false;
  return true;
}

/* The margins of a closed element that are not certain; false if they are not understood. */
static bool add_element(ss_judge *j, const ss_rest_pattern *pattern, size_t e, size_t *count) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  if (ss_judge_element(j, pattern, e) == SS_PROVED) return true;
  if (element->element->kind == SS_ELEMENT_CLUTCH) {
    arb_set(j->change + (*count)++, j->dforce + s->normals + element->slip);
    return true;
  }
  arb_t N, dN;
  arb_init(N);
  arb_init(dN);
  const bool presses = ss_judge_enclose_normal(j, pattern, e, N) == SS_PROVED;
  bool good = true;
  if (element->normal == SIZE_MAX) {
    change_output(j, j->at.normal + e, dN);
    good = presses && arb_is_nonnegative(j->form.value + j->at.normal + e);
  } else {
    arb_mul_si(dN, j->dforce + element->normal, pattern->side[e] < 0 ? -1 : 1, j->precision);
    if (!presses) arb_set(j->change + (*count)++, dN);
  }
  good = good && add_friction(j, e, N, dN, count);
  arb_clear(N);
  arb_clear(dN);
  return good;
}

/* change[] along d of every margin that may be negative; false if some are not understood. */
static bool list_changes(ss_judge *j, const ss_rest_pattern *pattern, const double *d,
                         size_t *count) {
  const ss_search *s = j->s;
  bool good = !j->branch.spare && j->branch.determined;
  *count = 0;
  follow(j, d);
  for (size_t e = 0; e < s->elements && good; e++) {
    const size_t normal = s->system->element[e].normal;
    if (pattern->closed[e])
      good = add_element(j, pattern, e, count);
    else if (normal != SIZE_MAX)
      add_output(j, j->at.gap + normal, count);
  }
  for (size_t i = 0; i < s->relations && good; i++) {
    good = !s->equal[i];
    add_output(j, j->at.region + i, count);
  }
  return good;
}

/* ---- ways ------------------------------------------------------------------------------------ */

bool ss_judge_leads(ss_judge *j, const ss_rest_pattern *pattern, const double *d) {
  size_t count;
  if (!list_changes(j, pattern, d, &count)) return false;
  for (size_t m = 0; m < count; m++)
    if (!arb_is_nonnegative(j->change + m)) return false;
  return true;
}

bool ss_judge_is_convex(ss_judge *j, const ss_rest_pattern *pattern, size_t axis) {
  double d[j->s->k + 1];
  size_t count;
  memset(d, 0, sizeof d);
  d[axis] = 1;
  if (j->branch.moving || !list_changes(j, pattern, d, &count)) return false;
  for (size_t m = 0; m < count; m++)
    if (!arb_is_nonnegative(j->change + m) && !arb_is_nonpositive(j->change + m)) return false;
  return true;
}

/* d = the sum of the gradients of all margins, each of length 1 in widths of the box. */
static bool find_rise(ss_judge *j, const ss_rest_pattern *pattern, double *d) {
  const ss_search *s = j->s;
  double gradient[MARGINS_MOST * (s->k + 1)], most = 0;
  size_t count = 0;
  for (size_t i = 0; i < s->k; i++) {
    memset(d, 0, s->k * sizeof *d);
    d[i] = s->free[i] ? 0 : ss_search_width(s, i);
    if (!list_changes(j, pattern, d, &count) || count > MARGINS_MOST) return false;
    for (size_t m = 0; m < count; m++)
      gradient[m * s->k + i] = arf_get_d(arb_midref(j->change + m), ARF_RND_NEAR);
  }
  memset(d, 0, s->k * sizeof *d);
  for (size_t m = 0; m < count; m++) {
    double square = 0;
    for (size_t i = 0; i < s->k; i++) square += gradient[m * s->k + i] * gradient[m * s->k + i];
    for (size_t i = 0; i < s->k && square > 0 && isfinite(square); i++)
      d[i] += gradient[m * s->k + i] / sqrt(square);
  }
  for (size_t i = 0; i < s->k; i++) d[i] *= ss_search_width(s, i);
  for (size_t i = 0; i < s->k; i++) most = fmax(most, fabs(d[i]));
  return most > 0;
}

/* The ends of the box that a motion along the last d may meet. */
static unsigned list_ends(const ss_judge *j) {
  unsigned ends = 0;
  for (size_t i = 0; i < j->s->k && i < SIDES / 2; i++) {
    if (!arb_is_nonpositive(j->dz + i)) ends |= 2u << 2 * i;
    if (!arb_is_nonnegative(j->dz + i)) ends |= 1u << 2 * i;
  }
  return ends;
}

static bool is_single(unsigned ends) {
  return ends && !(ends & (ends - 1));
}

void ss_judge_list_ways(ss_judge *j, const ss_rest_pattern *pattern, unsigned char *single,
                        unsigned char *joint) {
  const ss_search *s = j->s;
  double d[s->k + 1];
  unsigned one = 0, several = 0;
  for (size_t i = 0; i < 2 * s->k; i++) {
    if (s->free[i / 2] || j->branch.is_unknown[s->normals + s->slips + i / 2]) continue;
    memset(d, 0, s->k * sizeof *d);
    d[i / 2] = i % 2 ? 1 : -1;
    if (!ss_judge_leads(j, pattern, d)) continue;
    const unsigned ends = list_ends(j);
    if (is_single(ends))
      one |= ends;
    else
      several = ends;
  }
  if (!one && !several && s->k <= SIDES / 2 && find_rise(j, pattern, d) &&
      ss_judge_leads(j, pattern, d))
    several = list_ends(j);
  *single = (unsigned char)one;
  *joint = (unsigned char)(s->k <= SIDES / 2 ? several : 0);
}
