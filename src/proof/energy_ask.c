/* energy_ask.c: which states violate a condition, and how much energy have they at least?
 *
 * Each condition of theorem 1 (lw2008_t1.c) is turned into systems of inequalities between smooth
 * functions, whose solutions are the states that violate it; the box prover bounds V over them from
 * below. All contacts have g >= 0, those of the set S are closed, g = 0.
 *
 * Accelerations. With w the normals and M^-1 written out, a contact i accelerates by
 *
 *     gamma_i' = a_i + sum_(j in S) A_ij lambda_j,   a_i = w_i^T M^-1 (h + sum_f F_f w_f) + zeta_i,
 *     A_ij = w_i^T M^-1 (w_j + sum_k s_jk w_Tjk),      |s_jk| <= ratio,  |F_f| <= bound.
 *
 * Closed contacts that stay closed have gamma' = 0: lambda = -A^-1 a, and with Cramer's rule
 *
 *     gamma_i' det A_SS = det [ A_SS a_S ; A_iS a_i ] =: F.
 *
 * Column j depends on the s_jk of contact j only, affinely, and the last one on the F_f: both
 * determinants are affine in each of them alone, so that they are negative (positive) for all if
 * they are at the corners. INWARD asks where F >= 0 at a corner, CARRIED where det A <= 0.
 *
 * V loses what does not matter: velocities that do not occur are chosen so that T is least,
 * T = u_r^T (Minv_rr)^-1 u_r/2.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"
#include "standstill/exact.h"

enum { OUTPUTS = 96, SIZE = SS_ENERGY_CONTACTS + 1 };

const char *ss_energy_kind_word(ss_energy_kind kind) {
  static const char *const words[] = {"border",  "mass",    "power",    "damping", "inward",
                                      "carried", "full",    "limit",    "impact",  "convex",
                                      "rest",    "held",    "solvable", "stalled", "stationary",
                                      "exists",  "balance", "curved",   "apart",   "grows",
                                      "starts",  "above",   "drag",     "fed",     "late"};
  return words[kind];
}

enum { EXTRA = SS_ENERGY_CONTACTS * (SS_ENERGY_SLIPS + 1) + 16 };

typedef struct ss_energy_writing {
  const ss_energy *e;
  size_t extras; /* variables beside those of the machine: forces, each in [low, 1] */
  ss_expr extra[EXTRA];
  double extra_low[EXTRA];
  const ss_energy_question *question;
  ss_expr out[OUTPUTS];
  size_t outs;
  ss_boxes_condition condition[OUTPUTS];
  size_t conditions;
} writing;

/* ---- accelerations --------------------------------------------------------------------------- */

static ss_expr form_product(const ss_energy *e, const ss_expr *x, const ss_expr *y) {
  ss_graph *g = e->graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < e->n; i++)
    for (size_t j = 0; j < e->n; j++) {
      if (ss_expr_is_integer(g, x[i], 0) || ss_expr_is_integer(g, e->Minv[i * e->n + j], 0) ||
          ss_expr_is_integer(g, y[j], 0))
        continue;
      sum = ss_expr_add(g, sum, ss_expr_mul(g, x[i], ss_expr_mul(g, e->Minv[i * e->n + j], y[j])));
    }
  return sum;
}

static ss_expr signed_limit(const ss_energy *e, ss_expr limit, bool upper) {
  return upper ? limit : ss_expr_neg(e->graph, limit);
}

size_t ss_energy_corners(const ss_energy *e, size_t closed) {
  size_t count = 0;
  for (size_t j = 0; j < e->contacts; j++)
    if (closed >> j & 1) count += e->contact[j].slips;
  for (size_t j = 0; j < e->frictions; j++) count += e->friction[j].slips;
  return count;
}

/* y += factor x. */
static void add_direction(const ss_energy *e, const ss_expr *x, ss_expr factor, ss_expr *y) {
  for (size_t i = 0; i < e->n; i++)
    y[i] = ss_expr_add(e->graph, y[i], ss_expr_mul(e->graph, factor, x[i]));
}

/* The force columns at the corner: those of the closed contacts, then h with the frictions. */
static size_t find_columns(const ss_energy *e, size_t closed, size_t corner,
                           ss_expr column[SIZE][SS_ENERGY_COORDINATES]) {
  size_t count = 0, bit = 0;
  for (size_t j = 0; j < e->contacts; j++) {
    const ss_rubbing *c = &e->contact[j];
    if (!(closed >> j & 1)) continue;
    memcpy(column[count], c->normal, e->n * sizeof *c->normal);
    for (size_t k = 0; k < c->slips; k++, bit++)
      add_direction(e, c->slip[k], signed_limit(e, c->limit[k], corner >> bit & 1), column[count]);
    count++;
  }
  memcpy(column[count], e->system->h, e->n * sizeof *e->system->h);
  for (size_t j = 0; j < e->frictions; j++)
    for (size_t k = 0; k < e->friction[j].slips; k++, bit++)
      add_direction(e, e->friction[j].slip[k],
                    signed_limit(e, e->friction[j].limit[k], corner >> bit & 1), column[count]);
  return count;
}

static ss_expr determinant(ss_graph *g, size_t n, ss_expr A[SIZE][SIZE]) {
  if (n == 0) return ss_expr_integer(g, 1);
  if (n == 1) return A[0][0];
  ss_expr sum = ss_expr_integer(g, 0), minor[SIZE][SIZE];
  for (size_t k = 0; k < n; k++) {
    if (ss_expr_is_integer(g, A[0][k], 0)) continue;
    for (size_t i = 1; i < n; i++)
      for (size_t j = 0, m = 0; j < n; j++)
        if (j != k) minor[i - 1][m++] = A[i][j];
    const ss_expr term = ss_expr_mul(g, A[0][k], determinant(g, n - 1, minor));
    sum = k % 2 ? ss_expr_sub(g, sum, term) : ss_expr_add(g, sum, term);
  }
  return sum;
}

/* F of the open contact, or det A where `open` is none. */
static ss_expr find_acceleration(const ss_energy *e, size_t closed, size_t open, size_t corner) {
  ss_expr column[SIZE][SS_ENERGY_COORDINATES], A[SIZE][SIZE];
  const size_t s = find_columns(e, closed, corner, column);
  size_t rows = 0;
  for (size_t i = 0; i <= e->contacts; i++) {
    const size_t c = i < e->contacts ? i : open;
    if (i < e->contacts ? !(closed >> i & 1) : open >= e->contacts) continue;
    for (size_t j = 0; j < s; j++) A[rows][j] = form_product(e, e->contact[c].normal, column[j]);
    A[rows][s] =
        ss_expr_add(e->graph, form_product(e, e->contact[c].normal, column[s]), e->contact[c].zeta);
    rows++;
  }
  return ss_expr_simplify(e->graph, determinant(e->graph, rows, A));
}

/* ---- outputs and conditions ------------------------------------------------------------------ */

static size_t add_output(writing *w, ss_expr e) {
  if (w->outs < OUTPUTS) w->out[w->outs] = e;
  return w->outs++;
}

static void add_condition(writing *w, ss_boxes_sense sense, size_t output, size_t rows,
                          size_t columns) {
  if (w->conditions < OUTPUTS)
    w->condition[w->conditions] =
        (ss_boxes_condition){.sense = sense, .output = output, .rows = rows, .columns = columns};
  w->conditions++;
}

/* The symmetric matrix, lower triangle; without rows that are 0, if they may be left out. */
static void add_definite(writing *w, const ss_expr *A, size_t n, bool leave_out) {
  size_t keep[SS_ENERGY_COORDINATES + SS_ENERGY_CONTACTS * (SS_ENERGY_SLIPS + 1)], count = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (!leave_out || !ss_expr_is_integer(w->e->graph, A[i * n + j], 0)) {
        keep[count++] = i;
        break;
      }
  const size_t first = w->outs;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j <= i; j++) add_output(w, A[keep[i] * n + keep[j]]);
  if (count) add_condition(w, SS_BOXES_NOT_DEFINITE, first, count, count);
}

/* Rows whose common kernel is to be {0}: normals of the closed contacts, slips that dissipate,
 * damping. */
static void add_full(writing *w) {
  const ss_energy *e = w->e;
  const size_t n = e->n, first = w->outs;
  size_t rows = 0;
  for (size_t j = 0; j < e->contacts && !(e->stiffness > 0); j++) {
    const ss_rubbing *c = &e->contact[j];
    if (!(w->question->closed >> j & 1)) continue;
    for (size_t i = 0; i < n; i++) add_output(w, c->normal[i]);
    for (size_t k = 0; k < c->slips; k++)
      for (size_t i = 0; i < n; i++) add_output(w, c->slip[k][i]);
    rows += 1 + c->slips;
  }
  for (size_t j = 0; j < e->frictions; j++)
    for (size_t k = 0; k < e->friction[j].slips; k++, rows++)
      for (size_t i = 0; i < n; i++) add_output(w, e->friction[j].slip[k][i]);
  for (size_t r = 0; e->damping && r < n; r++) {
    bool zero = true;
    for (size_t i = 0; i < n; i++)
      zero = zero && ss_expr_is_integer(e->graph, e->damping[r * n + i], 0);
    if (zero) continue;
    for (size_t i = 0; i < n; i++) add_output(w, e->damping[r * n + i]);
    rows++;
  }
  for (size_t r = 0; e->drag && r < n; r++) {
    if (!e->drag[r]) continue;
    for (size_t i = 0; i < n; i++) add_output(w, ss_expr_integer(e->graph, i == r));
    rows++;
  }
  if (w->outs <= OUTPUTS) add_condition(w, SS_BOXES_DEPENDENT, first, rows, n);
}

/* The symmetric part of G (I - E)(I + E)^-1 over the closed contacts. */
static void add_impact(writing *w) {
  const ss_energy *e = w->e;
  ss_graph *g = e->graph;
  enum { MOST = SS_ENERGY_CONTACTS * (SS_ENERGY_SLIPS + 1) };
  const ss_expr *direction[MOST];
  ss_expr loss[MOST], *A = ss_arena_new(e->arena, MOST * MOST, ss_expr);
  const ss_expr one = ss_expr_integer(g, 1);
  size_t count = 0;
  if (!A) return;
  for (size_t j = 0; j < e->contacts; j++) {
    const ss_rubbing *c = &e->contact[j];
    if (!(w->question->closed >> j & 1)) continue;
    for (size_t k = 0; k <= c->slips; k++) {
      const ss_expr r = k ? c->eT : c->eN;
      direction[count] = k ? c->slip[k - 1] : c->normal;
      loss[count++] = ss_expr_div(g, ss_expr_sub(g, one, r), ss_expr_add(g, one, r));
    }
  }
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      A[i * count + j] =
          ss_expr_simplify(g, ss_expr_mul(g, form_product(e, direction[i], direction[j]),
                                          ss_expr_add(g, loss[i], loss[j])));
  add_definite(w, A, count, false);
}

ss_expr ss_energy_number(const ss_energy *e, double x) {
  fmpq_t exact;
  fmpq_init(exact);
  ss_exact_from_double(exact, x, 0);
  const ss_expr number = ss_expr_number(e->graph, exact);
  fmpq_clear(exact);
  return number;
}

/* V counts from the rest point. */
static ss_expr from_zero(const ss_energy *e, ss_expr V) {
  return ss_expr_sub(e->graph, V, ss_energy_number(e, e->zero));
}

ss_expr ss_energy_function(const ss_energy *e) {
  return from_zero(e, ss_expr_add(e->graph, e->T, e->U));
}

/* ---- rest positions -------------------------------------------------------------------------- */

static ss_expr add_extra(writing *w, const char *name, size_t a, size_t b, double low) {
  const ss_expr symbol =
      ss_expr_symbol(w->e->graph, ss_arena_format(w->e->arena, "%s %zu %zu", name, a, b));
  if (w->extras < EXTRA) {
    w->extra[w->extras] = symbol;
    w->extra_low[w->extras] = low;
    w->extras++;
  }
  return symbol;
}

/* |t| <= size. */
static void add_bound(writing *w, ss_expr size, ss_expr t) {
  ss_graph *g = w->e->graph;
  add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, ss_expr_sub(g, size, t)), 0, 0);
  add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, ss_expr_add(g, size, t)), 0, 0);
}

/* U lies between the energies of the question. */
static void add_energies(writing *w) {
  const ss_energy *e = w->e;
  if (w->question->plain) return;
  ss_graph *g = e->graph;
  fmpq_t size;
  fmpq_init(size);
  for (int end = 0; end < 2; end++) {
    ss_exact_from_double(size, end ? w->question->to : w->question->from, 0);
    const ss_expr U = ss_energy_potential(e, w->question->closed);
    const ss_expr above = ss_expr_sub(g, from_zero(e, U), ss_expr_number(g, size));
    add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, end ? ss_expr_neg(g, above) : above), 0,
                  0);
  }
  fmpq_clear(size);
}

/* Forces hold the machine: s h(q, 0) + force sum_j (l_j w_Nj + sum_k t_jk ratio w_Tjk) + sum_f
 * f_k bound w_k = 0 with s = 1 - sum_j l_j >= 0, |t_jk| <= l_j, |f_k| <= s: forces and s are told
 * as parts of a whole, so that they lie in [0, 1] whatever they are. */
static void add_rest(writing *w) {
  const ss_energy *e = w->e;
  ss_graph *g = e->graph;
  ss_expr sum[SS_ENERGY_COORDINATES], s = ss_expr_integer(g, 1);
  fmpq_t size;
  fmpq_init(size);
  ss_exact_from_double(size, e->force, 0);
  const ss_expr force = ss_expr_number(g, size);
  for (size_t i = 0; i < e->n; i++) sum[i] = ss_expr_integer(g, 0);
  for (size_t j = 0; j < e->contacts && !(e->stiffness > 0); j++) {
    const ss_rubbing *c = &e->contact[j];
    if (!(w->question->closed >> j & 1)) continue;
    const ss_expr l = add_extra(w, "normal", j, 0, 0);
    s = ss_expr_sub(g, s, l);
    add_direction(e, c->normal, ss_expr_mul(g, force, l), sum);
    for (size_t k = 0; k < c->slips; k++) {
      const ss_expr t = add_extra(w, "slip", j, k, -1);
      add_bound(w, l, t);
      add_direction(e, c->slip[k], ss_expr_mul(g, ss_expr_mul(g, force, c->limit[k]), t), sum);
    }
  }
  add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, s), 0, 0);
  for (size_t j = 0; j < e->frictions; j++)
    for (size_t k = 0; k < e->friction[j].slips; k++) {
      const ss_expr t = add_extra(w, "friction", j, k, -1);
      add_bound(w, s, t);
      add_direction(e, e->friction[j].slip[k], ss_expr_mul(g, e->friction[j].limit[k], t), sum);
    }
  for (size_t i = 0; i < e->n; i++) {
    const ss_expr slope = ss_energy_slope(e, w->question->closed, i);
    sum[i] = ss_expr_sub(g, sum[i], ss_expr_mul(g, s, slope));
    if (!ss_expr_is_integer(g, sum[i], 0))
      add_condition(w, SS_BOXES_ZERO, add_output(w, sum[i]), 0, 0);
  }
  add_energies(w);
  fmpq_clear(size);
}

static void add_specific(writing *w) {
  const ss_energy *e = w->e;
  const ss_energy_question *q = w->question;
  ss_graph *g = e->graph;
  switch (q->kind) {
  case SS_ENERGY_BORDER: break;
  case SS_ENERGY_MASS: add_definite(w, e->system->M, e->n, false); break;
  case SS_ENERGY_POWER: add_condition(w, SS_BOXES_POSITIVE, add_output(w, e->power), 0, 0); break;
  case SS_ENERGY_DAMPING: add_definite(w, e->damping, e->n, true); break;
  case SS_ENERGY_DRAG:
    add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, ss_expr_neg(g, e->drag[q->open])), 0, 0);
    break;
  case SS_ENERGY_INWARD:
    add_condition(w, SS_BOXES_NOT_NEGATIVE,
                  add_output(w, find_acceleration(e, q->closed, q->open, q->corner)), 0, 0);
    break;
  case SS_ENERGY_CARRIED: {
    const ss_expr det = find_acceleration(e, q->closed, e->contacts, q->corner);
    add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, ss_expr_neg(g, det)), 0, 0);
    break;
  }
  case SS_ENERGY_FULL: add_full(w); break;
  case SS_ENERGY_LIMIT: {
    const size_t j = q->open;
    const ss_rubbing *r = j < e->contacts ? &e->contact[j]
                          : j < e->contacts + e->frictions
                              ? &e->friction[j - e->contacts]
                              : &e->slider[j - e->contacts - e->frictions];
    add_condition(w, SS_BOXES_NOT_NEGATIVE, add_output(w, ss_expr_neg(g, r->limit[q->corner])), 0,
                  0);
    break;
  }
  case SS_ENERGY_IMPACT: add_impact(w); break;
  case SS_ENERGY_CONVEX: {
    ss_expr H[SS_ENERGY_COORDINATES * SS_ENERGY_COORDINATES];
    if (ss_expr_jacobian(g, e->n, e->dU, e->n, e->system->q, H) == SS_OK)
      add_definite(w, H, e->n, true);
    break;
  }
  case SS_ENERGY_REST: add_rest(w); break;
  case SS_ENERGY_HELD: add_energies(w); /* fall through */
  case SS_ENERGY_SOLVABLE:
  case SS_ENERGY_STALLED: ss_slider_write(e, q, w); break;
  case SS_ENERGY_STATIONARY:
  case SS_ENERGY_EXISTS: ss_leave_write(e, q, w); break;
  case SS_ENERGY_FED: ss_fed_write(e, q, w); break;
  case SS_ENERGY_LATE: ss_late_write(e, q, w); break;
  case SS_ENERGY_GROWS:
  case SS_ENERGY_STARTS: ss_along_write(e, q, w); break;
  case SS_ENERGY_BALANCE:
  case SS_ENERGY_CURVED:
  case SS_ENERGY_APART:
  case SS_ENERGY_ABOVE: ss_minimum_write(e, q, w); break;
  }
}

/* ---- the energy of what occurs --------------------------------------------------------------- */

static bool occurs(const writing *w, size_t from, ss_expr symbol) {
  for (size_t i = from; i < w->outs; i++)
    if (ss_expr_depends(w->e->graph, w->out[i], symbol)) return true;
  return false;
}

/* U + u_r^T (Minv_rr)^-1 u_r/2 for the velocities r that occur. */
static ss_expr least_energy(const writing *w) {
  const ss_energy *e = w->e;
  ss_graph *g = e->graph;
  const size_t n = e->n;
  size_t r[SS_ENERGY_COORDINATES], count = 0;
  ss_expr A[SIZE][SIZE], minor[SIZE][SIZE], T = ss_expr_integer(g, 0);
  for (size_t i = 0; i < n; i++)
    if (occurs(w, 1, e->system->u[i]) ||
        (w->question->kind == SS_ENERGY_BORDER && w->question->face / 2 == n + i))
      r[count++] = i;
  const ss_expr U = ss_energy_potential(e, w->question->closed);
  if (count == 0) return from_zero(e, U);
  if (count == n || count >= SIZE) return from_zero(e, ss_expr_add(g, e->T, U));
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++) A[i][j] = e->Minv[r[i] * n + r[j]];
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++) {
      for (size_t a = 0, x = 0; a < count; a++) {
        if (a == i) continue;
        for (size_t b = 0, y = 0; b < count; b++)
          if (b != j) minor[x][y++] = A[a][b];
        x++;
      }
      ss_expr term = ss_expr_mul(g, determinant(g, count - 1, minor),
                                 ss_expr_mul(g, e->system->u[r[i]], e->system->u[r[j]]));
      T = (i + j) % 2 ? ss_expr_sub(g, T, term) : ss_expr_add(g, T, term);
    }
  T = ss_expr_div(g, T, ss_expr_mul(g, ss_expr_integer(g, 2), determinant(g, count, A)));
  return from_zero(e, ss_expr_add(g, U, ss_expr_simplify(g, T)));
}

/* ---- for others ------------------------------------------------------------------------------ */

size_t ss_energy_write_function(ss_energy_writing *w, ss_expr f) {
  return add_output(w, f);
}

void ss_energy_write_condition(ss_energy_writing *w, ss_boxes_sense sense, size_t first,
                               size_t rows, size_t columns) {
  add_condition(w, sense, first, rows, columns);
}

ss_expr ss_energy_write_variable(ss_energy_writing *w, const char *name, size_t index, double low) {
  return add_extra(w, name, index, 0, low);
}

static bool is_about_rest(ss_energy_kind kind) {
  return kind == SS_ENERGY_REST || kind == SS_ENERGY_HELD;
}

/* The others are about all states of the box: that T is least at rest needs M > 0. */
static bool has_energy(const ss_energy_question *q) {
  return !q->plain && !is_about_rest(q->kind) && q->kind != SS_ENERGY_MASS;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* It may be about a face of the region. */
static bool has_face(const ss_energy_question *q) {
  return q->kind == SS_ENERGY_BORDER || q->kind == SS_ENERGY_EXISTS ||
         q->kind == SS_ENERGY_BALANCE || is_about_rest(q->kind);
}

/* Nothing is assumed of gaps. */
static bool is_bare(const writing *w) {
  const ss_energy_kind kind = w->question->kind;
  return (kind >= SS_ENERGY_BALANCE && kind <= SS_ENERGY_ABOVE) ||
         (w->e->stiffness > 0 && kind == SS_ENERGY_MASS);
}

/* Those of the set are 0, or of springs not positive; the others are not negative. */
static void add_gaps(writing *w) {
  const ss_energy *e = w->e;
  for (size_t j = 0; j < e->contacts; j++) {
    const bool closed = w->question->closed >> j & 1, spring = e->stiffness > 0;
    const ss_expr gap = e->contact[j].gap;
    add_condition(w, closed && !spring ? SS_BOXES_ZERO : SS_BOXES_NOT_NEGATIVE,
                  add_output(w, closed && spring ? ss_expr_neg(e->graph, gap) : gap), 0, 0);
  }
}

static void write_question(writing *w, bool everywhere) {
  const ss_energy *e = w->e;
  if (everywhere) {
    add_specific(w);
    return;
  }
  add_output(w, e->U); /* V, once it is known what occurs */
  if (!is_bare(w)) add_gaps(w);
  add_specific(w);
  if (w->outs > OUTPUTS) return;
  w->out[0] = has_energy(w->question) ? least_energy(w) : ss_expr_integer(e->graph, 0);
}

ss_status ss_energy_ask(const ss_energy *e, const ss_energy_question *question, const double *lo,
                        const double *hi, const ss_boxes_effort *effort, ss_energy_answer *answer) {
  writing *w = ss_arena_new(e->arena, 1, writing);
  const size_t most = e->variables + EXTRA;
  double low[most], high[most];
  ss_expr *in = ss_arena_new(e->arena, most, ss_expr);
  size_t k = 0;
  ss_tape *tape = NULL;
  *answer = (ss_energy_answer){.question = *question, .variable = in};
  if (!w || !in) return SS_MEMORY;
  *w = (writing){.e = e, .question = question};
  write_question(w, !lo);
  for (size_t i = 0; i < 2 * e->n && !lo; i++)
    if (occurs(w, 0, e->variable[i])) return SS_LIMIT;
  if (w->outs > OUTPUTS || ss_graph_status(e->graph) != SS_OK) {
    ss_graph_clear_status(e->graph);
    return SS_LIMIT;
  }
  for (size_t i = 0; i < e->variables; i++) {
    if (!occurs(w, 0, e->variable[i])) continue;
    low[k] = lo ? lo[i] : e->range_lo[i - 2 * e->n];
    high[k] = lo ? hi[i] : e->range_hi[i - 2 * e->n];
    if (has_face(question) && question->face / 2 == i)
      (question->face % 2 ? low : high)[k] = question->face % 2 ? hi[i] : lo[i];
    in[k++] = e->variable[i];
  }
  for (size_t i = 0; i < w->extras; i++, k++) {
    in[k] = w->extra[i];
    low[k] = w->extra_low[i];
    high[k] = 1;
  }
  answer->variables = k;
  ss_status status = ss_tape_compile(e->graph, 0, NULL, k, in, w->outs, w->out, &tape);
  const ss_boxes_question asked = {.tape = tape,
                                   .conditions = w->conditions,
                                   .condition = w->condition,
                                   .objective = lo && has_energy(question) ? 0 : SIZE_MAX};
  ss_boxes_effort limited = *effort;
  limited.until = e->until;
  if (status == SS_OK) status = ss_boxes_ask(&asked, low, high, &limited, &answer->boxes);
  ss_tape_destroy(tape);
  return status;
}

void ss_energy_answer_clear(ss_energy_answer *answer) {
  ss_boxes_answer_clear(&answer->boxes);
}
