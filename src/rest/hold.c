/* hold.c: forces that hold a machine, everywhere in a box or on a graph over it.
 *
 * With these contacts closed, an equilibrium is a solution of
 *
 *     F(z, lambda) = ( h(z) + W(z) lambda,  g(z) of closed contacts ) = 0
 *
 * with admissible forces and open gaps >= 0. At the middle of the box a linear program gives forces
 * lambda_0 that stay as far from their limits as possible (step.c). As many unknowns y as there are
 * equations are chosen by elimination: forces where they serve, coordinates for what is left. All
 * other coordinates range over the box, all other forces stay as they are. Krawczyk's operator for
 * y, with the other coordinates as parameters,
 *
 *     K(Y) = y_0 - P F(box, y_0) + (I - P F_y(box, Y)) (Y - y_0),        P ~ F_y(middle, y_0)^-1,
 *
 * in balls: K(Y) within Y proves that for each value of the other coordinates there is exactly one
 * y in Y, and it lies in K(Y). If no coordinate is among the unknowns, the whole box rests where
 * the enclosed forces are admissible. Otherwise equilibria form a graph over the other coordinates,
 * which may be none: an isolated point.
 *
 * How y changes with another coordinate z_i, between any two places of the box, is enclosed by
 * -P F_i with a remainder: |y'| <= |P F_i| / (1 - beta), beta = |I - P F_y|.
 *
 * Gaps that depend on each other have no such P: then nothing is said. Reference: Neumaier,
 * Interval Methods for Systems of Equations, 1990, section 5.1.
 */
#include <math.h>
#include <string.h>

#include "judge.h"

enum { TRIES = 3, STEPS = 4 };

static size_t count_forces(const ss_judge *j) {
  return j->s->normals + j->s->slips;
}

/* ---- Krawczyk's operator --------------------------------------------------------------------- */

/* sum = d F_r / d column over the box, the forces being those of `force`. */
static void enclose_slope(const ss_judge *j, size_t r, size_t column, arb_srcptr force, arb_t sum) {
  const ss_search *s = j->s;
  const size_t forces = count_forces(j), k = s->k;
  if (column < forces) {
    arb_zero(sum);
    if (r < s->n)
      arb_set(sum,
              j->form.value + (column < s->normals ? j->at.WN + column * s->n + r
                                                   : j->at.WT + (column - s->normals) * s->n + r));
    return;
  }
  const size_t i = column - forces;
  if (r >= s->n) {
    arb_set(sum, j->form.slope + (j->at.gap + j->order[r]) * k + i);
    return;
  }
  arb_set(sum, j->form.slope + (j->at.h + r) * k + i);
  for (size_t f = 0; f < forces; f++) {
    const size_t output =
        f < s->normals ? j->at.WN + f * s->n + r : j->at.WT + (f - s->normals) * s->n + r;
    arb_srcptr dW = j->form.slope + output * k + i;
    if (!arb_is_zero(force + f) && !arb_is_zero(dW)) arb_addmul(sum, force + f, dW, j->precision);
  }
}

/* residual = F(middle, y_0); drift = how F changes with each coordinate over the box, forces being
 * y_0. Their sum with the box put in is F(box, y_0); P is applied before that, so that what P
 * cancels is not lost to the box. */
static void enclose_residual(ss_judge *j) {
  const ss_search *s = j->s;
  const size_t forces = count_forces(j);
  for (size_t r = 0; r < j->branch.equations; r++) {
    arb_ptr sum = j->residual + r;
    arb_set(sum, j->form.at_middle + (r < s->n ? j->at.h + r : j->at.gap + j->order[r]));
    for (size_t f = 0; r < s->n && f < forces; f++)
      arb_addmul(sum, j->start_ball + f,
                 j->form.at_middle + (f < s->normals ? j->at.WN + f * s->n + r
                                                     : j->at.WT + (f - s->normals) * s->n + r),
                 j->precision);
    for (size_t i = 0; i < s->k; i++)
      enclose_slope(j, r, forces + i, j->start_ball, j->drift + r * s->k + i);
  }
}

/* out = sum of row_s x_s, x with `stride`. */
static void multiply(const ss_judge *j, const double *row, arb_srcptr x, size_t stride, arb_t out) {
  arb_t entry;
  arb_init(entry);
  arb_zero(out);
  for (size_t q = 0; q < j->branch.equations; q++) {
    if (row[q] == 0) continue;
    arb_set_d(entry, row[q]);
    arb_addmul(out, entry, x + q * stride, j->precision);
  }
  arb_clear(entry);
}

/* out_r = sum of P_rs x_s, x with `stride`. */
static void precondition(const ss_judge *j, size_t r, arb_srcptr x, size_t stride, arb_t out) {
  multiply(j, j->inverse + r * j->branch.equations, x, stride, out);
}

/* out = row . F(box, y_0), over the box of the coordinates that are no unknowns, or of all. */
static void enclose_equations(const ss_judge *j, const double *row, bool all, arb_t out) {
  const size_t k = j->s->k, forces = count_forces(j);
  arb_t term;
  arb_init(term);
  multiply(j, row, j->residual, 1, out);
  for (size_t i = 0; i < k; i++) {
    if ((!all && j->branch.is_unknown[forces + i]) || arb_is_zero(j->form.offset + i)) continue;
    multiply(j, row, j->drift + i, k, term);
    arb_addmul(out, term, j->form.offset + i, j->precision);
  }
  arb_clear(term);
}

/* slope = I - P F_y over the box and the enclosed forces, equations x equations. */
static void enclose_remainder(ss_judge *j) {
  const size_t m = j->branch.equations;
  arb_ptr column = j->next; /* not in use yet */
  arb_t sum;
  arb_init(sum);
  for (size_t c = 0; c < m; c++) {
    for (size_t r = 0; r < m; r++)
      enclose_slope(j, r, j->branch.unknown[c], j->branch.enclosure, column + r);
    for (size_t r = 0; r < m; r++) {
      precondition(j, r, column, 1, sum);
      arb_neg(sum, sum);
      if (r == c) arb_add_si(sum, sum, 1, j->precision);
      arb_set(j->slope + r * m + c, sum);
    }
  }
  arb_clear(sum);
}

/* next = K(Y), Y - y_0 being `radius`, balls around 0. */
static void apply_operator(ss_judge *j) {
  const size_t m = j->branch.equations;
  for (size_t r = 0; r < m; r++) {
    enclose_equations(j, j->inverse + r * m, false, j->next + r);
    arb_neg(j->next + r, j->next + r);
    arb_dot(j->next + r, j->next + r, 0, j->slope + r * m, 1, j->radius, 1, (slong)m, j->precision);
  }
}

/* Forces as they start, with the unknown ones in Y. */
static void spread_unknowns(ss_judge *j) {
  const size_t columns = count_forces(j) + j->s->k;
  for (size_t c = 0; c < columns; c++) arb_set(j->branch.enclosure + c, j->start_ball + c);
  for (size_t i = 0; i < j->s->k; i++)
    arb_add(j->branch.enclosure + count_forces(j) + i, j->form.middle + i, j->form.offset + i,
            j->precision);
  for (size_t r = 0; r < j->branch.equations; r++) {
    const size_t c = j->branch.unknown[r];
    if (c < count_forces(j))
      arb_add(j->branch.enclosure + c, j->start_ball + c, j->radius + r, j->precision);
  }
}

/* Is K(Y) within the interior of Y? Coordinates among the unknowns keep the Y of the box. */
static bool is_within(const ss_judge *j) {
  for (size_t r = 0; r < j->branch.equations; r++)
    if (!arb_is_finite(j->next + r) || !arb_contains_interior(j->radius + r, j->next + r))
      return false;
  return true;
}

/* radius = a ball around 0, twice as wide as x reaches, and no narrower than `least`. */
static void widen(arb_t radius, const arb_t x, double least) {
  arf_t end, other;
  arf_init(end);
  arf_init(other);
  arb_get_abs_ubound_arf(end, x, 30);
  arf_mul_2exp_si(end, end, 1);
  arf_set_d(other, least);
  arb_zero(radius);
  arb_add_error_arf(radius, arf_cmp(end, other) > 0 ? end : other);
  arf_clear(end);
  arf_clear(other);
}

/* The radius of all forces that may balance anything in the box, the unknown coordinates included:
 * with P ~ W^-1 on the equations that the forces were found from, |lambda - lambda_0| is at most
 * |P F(box, lambda_0)| / (1 - |I - P W|). False if that says nothing. */
static bool bound_forces(ss_judge *j, double unit) {
  const size_t m = j->branch.equations, forces = count_forces(j);
  arb_t beta, sum, most, entry;
  arb_ptr all[] = {beta, sum, most, entry};
  for (int i = 0; i < 4; i++) arb_init(all[i]);
  for (size_t r = 0; r < m; r++) {
    if (j->branch.unknown[r] >= forces) continue;
    arb_ptr row = j->radius + r;
    arb_zero(row);
    arb_zero(sum);
    for (size_t c = 0; c < m; c++) { /* column c of I - P W */
      if (j->branch.unknown[c] >= forces) continue;
      arb_set_si(most, r == c);
      for (size_t q = 0; q < m; q++) {
        if (j->forces_only[r * m + q] == 0) continue;
        enclose_slope(j, q, j->branch.unknown[c], j->start_ball, entry);
        arb_mul_si(entry, entry, -1, j->precision);
        arb_set_d(row, j->forces_only[r * m + q]);
        arb_addmul(most, entry, row, j->precision);
      }
      arb_abs(most, most);
      arb_add(sum, sum, most, j->precision);
    }
    arb_max(beta, beta, sum, j->precision);
    enclose_equations(j, j->forces_only + r * m, true, row);
  }
  arb_neg(beta, beta);
  arb_add_si(beta, beta, 1, j->precision);
  const bool good = arb_is_positive(beta);
  arb_zero(most);
  for (size_t r = 0; r < m && good; r++) {
    if (j->branch.unknown[r] >= forces) continue;
    arb_abs(sum, j->radius + r);
    arb_max(most, most, sum, j->precision);
  }
  if (good) arb_div(most, most, beta, j->precision);
  for (size_t r = 0; r < m && good; r++)
    if (j->branch.unknown[r] < forces) widen(j->radius + r, most, 1e-12 * unit);
  for (int i = 0; i < 4; i++) arb_clear(all[i]);
  return good;
}

/* One try of K(Y) within Y; on success the enclosures are those of K. */
static bool try_operator(ss_judge *j) {
  spread_unknowns(j);
  enclose_remainder(j);
  apply_operator(j);
  if (!is_within(j)) return false;
  for (size_t r = 0; r < j->branch.equations; r++) {
    const size_t c = j->branch.unknown[r];
    arb_add(j->branch.enclosure + c, j->start_ball + c, j->next + r, j->precision);
  }
  return true;
}

/* Tries K(Y) within Y: for all forces that could balance, where the unknown coordinates depend on
 * forces and none is to spare; else with Y grown as K asks for, around the forces of the start. */
static bool contract(ss_judge *j, double unit) {
  const size_t m = j->branch.equations, forces = count_forces(j);
  for (size_t r = 0; r < m; r++)
    if (j->branch.unknown[r] >= forces)
      arb_set(j->radius + r, j->form.offset + (j->branch.unknown[r] - forces));
  enclose_residual(j);
  if (!j->branch.determined && !j->branch.spare && bound_forces(j, unit)) {
    if (try_operator(j)) return j->branch.determined = true;
  }
  for (size_t r = 0; r < m; r++) {
    enclose_equations(j, j->inverse + r * m, false, j->next + r);
    if (j->branch.unknown[r] < forces) widen(j->radius + r, j->next + r, 1e-12 * unit);
  }
  for (int attempt = 0; attempt < TRIES; attempt++) {
    if (try_operator(j)) return true;
    for (size_t r = 0; r < m; r++)
      if (j->branch.unknown[r] < forces && arb_is_finite(j->next + r))
        widen(j->radius + r, j->next + r, 0);
  }
  return false;
}

/* The size of forces at hand. */
static double find_unit(const ss_judge *j) {
  const ss_search *s = j->s;
  double unit = 1e-300;
  for (size_t i = 0; i < s->n; i++) unit = fmax(unit, fabs(s->h[i]));
  for (size_t e = 0; e < s->elements; e++) unit = fmax(unit, fabs(s->normal[e]));
  return unit;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Forces at the middle, the best ones. */
static bool start_forces(ss_judge *j, const ss_rest_pattern *pattern, const double *z) {
  ss_walker *w = j->w;
  memcpy(w->z, z, j->s->k * sizeof *z);
  w->pattern = pattern;
  memset(w->force, 0, count_forces(j) * sizeof *w->force);
  ss_walker_hold(w, INFINITY);
  memcpy(j->start, w->force, count_forces(j) * sizeof *w->force);
  for (size_t f = 0; f < count_forces(j); f++)
    if (!isfinite(j->start[f])) return false;
  return true;
}

/* Newton's method in doubles for the unknowns, from the middle; false if it leaves the box by more
 * than its own width. */
static bool find_place(ss_judge *j, const ss_rest_pattern *pattern, double *z) {
  const ss_search *s = j->s;
  const size_t forces = count_forces(j), m = j->branch.equations;
  for (int step = 0; step < STEPS; step++) {
    double F[m + 1];
    for (size_t r = 0; r < m; r++) {
      F[r] = r < s->n ? s->h[r] : s->gap[j->order[r]];
      for (size_t f = 0; r < s->n && f < forces; f++)
        F[r] += j->start[f] *
                (f < s->normals ? s->WN[f * s->n + r] : s->WT[(f - s->normals) * s->n + r]);
    }
    for (size_t r = 0; r < m; r++) {
      const size_t c = j->branch.unknown[r];
      double sum = 0;
      for (size_t q = 0; q < m; q++) sum += j->inverse[r * m + q] * F[q];
      *(c < forces ? &j->start[c] : &z[c - forces]) -= sum;
    }
    for (size_t i = 0; i < s->k; i++)
      if (!(fabs(z[i] - j->middle[i]) <=
            1.5 * (j->hi[i] - j->lo[i]) + 1e-7 * ss_search_width(s, i)))
        return false;
    if (j->branch.moving && (!ss_search_at(j->s, z) || !ss_judge_choose_unknowns(j, pattern)))
      return false;
  }
  return true;
}

/* Takes the other form; the one of the box is not lost. */
static void exchange_forms(ss_judge *j) {
  const ss_form form = j->form;
  j->form = j->aside;
  j->aside = form;
}

/* Widens the box in the unknown coordinates to what the graph needs, and looks at it. */
static void look_around(ss_judge *j, const double *z) {
  const ss_search *s = j->s;
  const size_t forces = count_forces(j), columns = forces + s->k;
  double *lo = j->box, *hi = j->box + s->k;
  for (size_t i = 0; i < s->k; i++) {
    lo[i] = j->lo[i];
    hi[i] = j->hi[i];
  }
  for (size_t r = 0; r < j->branch.equations; r++) {
    const size_t c = j->branch.unknown[r];
    if (c < forces) continue;
    double reach = 1e-13 * fmax(fabs(z[c - forces]), 1e-3 * ss_search_width(s, c - forces));
    /* after elimination the row tells how y_r follows the other coordinates */
    for (size_t i = 0; i < s->k; i++)
      if (!j->branch.is_unknown[forces + i])
        reach += fabs(j->A[r * columns + forces + i]) * (j->hi[i] - j->lo[i]);
    /* all of the box, so that whatever rests in it is seen */
    reach = fmax(reach, fmax(j->hi[c - forces] - z[c - forces], z[c - forces] - j->lo[c - forces]));
    lo[c - forces] = z[c - forces] - reach;
    hi[c - forces] = z[c - forces] + reach;
  }
  exchange_forms(j);
  ss_form_run(&j->form, lo, hi);
}

/* ---- what the enclosed forces may do --------------------------------------------------------- */

static ss_verdict both(ss_verdict a, ss_verdict b) {
  if (a == SS_REFUTED || b == SS_REFUTED) return SS_REFUTED;
  return a == SS_PROVED && b == SS_PROVED ? SS_PROVED : SS_UNKNOWN;
}

static ss_verdict is_not_negative(const arb_t x) {
  return arb_is_nonnegative(x) ? SS_PROVED : arb_is_negative(x) ? SS_REFUTED : SS_UNKNOWN;
}

/* The normal force of an element, >= 0 where it may press: |lambda_N| on its side, or known. */
ss_verdict ss_judge_enclose_normal(const ss_judge *j, const ss_rest_pattern *pattern, size_t e,
                                   arb_t normal) {
  const ss_system_element *element = &j->s->system->element[e];
  if (element->normal == SIZE_MAX) {
    arb_set(normal, j->form.value + j->at.normal + e);
    if (arb_is_nonpositive(normal)) arb_zero(normal); /* what does not press does not rub */
    return arb_is_nonnegative(normal) ? SS_PROVED : SS_UNKNOWN;
  }
  arb_set(normal, j->branch.enclosure + element->normal);
  if (element->element->kind == SS_ELEMENT_SLIDER && element->element->law == SS_LAW_FRICTIONLESS)
    return SS_PROVED;
  if (pattern->side[e] < 0) arb_neg(normal, normal);
  return is_not_negative(normal);
}

ss_verdict ss_judge_element(ss_judge *j, const ss_rest_pattern *pattern, size_t e) {
  const ss_search *s = j->s;
  const ss_system_element *element = &s->system->element[e];
  arb_srcptr slip = j->branch.enclosure + s->normals + element->slip;
  arb_t normal;
  arb_init(normal);
  ss_verdict verdict = ss_judge_enclose_normal(j, pattern, e, normal);
  if (element->element->kind == SS_ELEMENT_CLUTCH) {
    verdict = is_not_negative(slip);
  } else if (element->slips && verdict == SS_PROVED) {
    for (size_t i = 0; i < element->slips; i++) arb_neg(j->slip + i, slip + i);
    verdict = ss_law_contains_balls(element->element->law, j->form.value + j->at.law + 3 * e,
                                    normal, j->slip, j->precision);
  }
  arb_clear(normal);
  return verdict;
}

static ss_verdict judge_places(const ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  ss_verdict verdict = SS_PROVED;
  for (size_t e = 0; e < s->elements; e++) {
    const size_t i = s->system->element[e].normal;
    if (i != SIZE_MAX && !pattern->closed[e])
      verdict = both(verdict, is_not_negative(j->form.value + j->at.gap + i));
  }
  for (size_t i = 0; i < s->relations; i++) {
    arb_srcptr margin = j->form.value + j->at.region + i;
    verdict = both(verdict, !s->equal[i]          ? is_not_negative(margin)
                            : arb_is_zero(margin) ? SS_PROVED
                                                  : SS_UNKNOWN);
  }
  return verdict;
}

/* derivative = d unknowns / d other coordinates; all indeterminate if the remainder is not small.
 */
static void enclose_derivatives(ss_judge *j) {
  const size_t m = j->branch.equations, k = j->s->k, forces = count_forces(j);
  arb_t beta, sum, most;
  arb_init(beta);
  arb_init(sum);
  arb_init(most);
  enclose_remainder(j); /* over K instead of Y */
  for (size_t r = 0; r < m; r++) {
    arb_zero(sum);
    for (size_t c = 0; c < m; c++) {
      arb_abs(most, j->slope + r * m + c);
      arb_add(sum, sum, most, j->precision);
    }
    arb_max(beta, beta, sum, j->precision);
  }
  arb_neg(beta, beta);
  arb_add_si(beta, beta, 1, j->precision); /* 1 - beta */
  for (size_t i = 0; i < k; i++) {
    arb_zero(most);
    for (size_t r = 0; r < m; r++)
      enclose_slope(j, r, forces + i, j->branch.enclosure, j->residual + r);
    for (size_t r = 0; r < m; r++) {
      arb_ptr out = j->branch.derivative + r * k + i;
      precondition(j, r, j->residual, 1, out);
      arb_neg(out, out);
      arb_abs(sum, out);
      arb_max(most, most, sum, j->precision);
    }
    arb_div(most, most, beta, j->precision);
    arb_neg(sum, beta);
    arb_add_si(sum, sum, 1, j->precision);
    arb_mul(most, most, sum, j->precision); /* beta |P F_i| / (1 - beta) */
    for (size_t r = 0; r < m; r++) {
      if (arb_is_positive(beta))
        arb_add_error(j->branch.derivative + r * k + i, most);
      else
        arb_indeterminate(j->branch.derivative + r * k + i);
    }
  }
  arb_clear(beta);
  arb_clear(sum);
  arb_clear(most);
}

ss_held ss_judge_hold(ss_judge *j, const ss_rest_pattern *pattern) {
  const size_t forces = count_forces(j);
  double z[j->s->k + 1];
  if (!j->finite) return SS_HELD_OPEN;
  memcpy(z, j->middle, j->s->k * sizeof *z);
  ss_judge_list_equations(j, pattern);
  memset(j->start, 0, forces * sizeof *j->start);
  if (j->fixed != SIZE_MAX) j->start[j->fixed] = j->fixed_at;
  /* forces to spare, or that matter: those that stay farthest from their limits */
  if (!ss_judge_choose_unknowns(j, pattern) || j->branch.spare) {
    if (!start_forces(j, pattern, z)) return SS_HELD_OPEN;
    if (j->fixed != SIZE_MAX) j->start[j->fixed] = j->fixed_at;
    if (!ss_judge_choose_unknowns(j, pattern)) return SS_HELD_OPEN;
  }
  const bool placed = find_place(j, pattern, z);
  if (j->branch.moving) ss_search_at(j->s, j->middle); /* what follows is about the box again */
  if (!placed) return SS_HELD_OPEN;
  if (j->branch.moving) {
    look_around(j, z);
    j->branch.determined = ss_judge_is_determined(j, pattern);
  }
  for (size_t f = 0; f < forces; f++) arb_set_d(j->start_ball + f, j->start[f]);
  for (size_t i = 0; i < j->s->k; i++) arb_set(j->start_ball + forces + i, j->form.middle + i);
  const bool solved = contract(j, find_unit(j));
  ss_verdict verdict = SS_UNKNOWN;
  const ss_verdict domain = ss_judge_domain(j); /* where a formula has no value nothing is held */
  if (solved) {
    verdict = judge_places(j, pattern);
    for (size_t e = 0; e < j->s->elements; e++)
      if (pattern->closed[e]) verdict = both(verdict, ss_judge_element(j, pattern, e));
    if (!j->branch.moving || verdict != SS_PROVED) enclose_derivatives(j);
  }
  if (j->branch.moving) exchange_forms(j);
  if (!solved) return SS_HELD_OPEN;
  if (verdict == SS_REFUTED && !j->branch.spare && j->branch.determined) return SS_HELD_NEVER;
  if (domain != SS_PROVED) return SS_HELD_OPEN;
  return verdict == SS_PROVED ? SS_HELD_ALWAYS : SS_HELD_BRANCH;
}
