/* energy_point.c: the rest point q_e in the middle of a rest set (2008, eqs. 54-59).
 *
 * Without friction the machine rests where the forces of the closed contacts carry it:
 *
 *     F(q, lambda) = ( dU/dq - sum_j w_Nj lambda_j,  g_j for the closed j ) = 0,    lambda > 0,
 *
 * the Kuhn-Tucker conditions of min U on g >= 0. Which contacts are closed is tried out, from the
 * position that was asked about; Newton's method in doubles finds a solution, Krawczyk's operator
 * shows in balls that there is exactly one nearby, for all parameters in their ranges:
 *
 *     K = z - Y F(z) + (I - Y F'(Z)) (Z - z)  inside Z,     Y near F'(z)^-1.
 *
 * It is a strict local minimum if the forces are positive and the Hessian of U - lambda g is
 * positive definite on ker W_N^T, for which it is enough that it is so after adding tau W W^T.
 * Coordinates on which nothing depends stay where they are: they are divided out. Where ranges are
 * too wide for one box they are halved, and the boxes of all pieces are put together.
 * Reference: Neumaier, Interval Methods for Systems of Equations, 1990, section 5.1.
 */
#include <arb_mat.h>
#include <math.h>
#include <string.h>

#include "energy.h"

enum {
  UNKNOWNS = SS_ENERGY_COORDINATES + SS_ENERGY_CONTACTS,
  STEPS = 60,
  PRECISION = 128,
  HALVINGS = 18,
  PIECES = 4000
};

typedef struct kkt {
  const ss_energy *e;
  size_t closed;            /* a set of contacts */
  size_t free, forces, k;   /* coordinates that count, closed contacts, both */
  size_t unknown[UNKNOWNS]; /* index of the input of each unknown */
  ss_tape *tape;            /* inputs: q, lambda, ranges; outputs: F, then U and all gaps */
  size_t inputs;
  double z[2 * UNKNOWNS + 64];
  double *range_lo, *range_hi; /* of the parameters, or of a piece of their ranges */
  size_t pieces;               /* that were tried */
} kkt;

/* ---- the system ------------------------------------------------------------------------------ */

static ss_status compile(kkt *s) {
  const ss_energy *e = s->e;
  ss_graph *g = e->graph;
  ss_expr in[UNKNOWNS + e->ranges], out[UNKNOWNS + SS_ENERGY_CONTACTS + 1];
  ss_expr force[SS_ENERGY_CONTACTS];
  size_t ins = 0, outs = 0;
  s->forces = s->free = 0;
  for (size_t i = 0; i < e->n; i++) {
    if (e->used[i]) s->unknown[s->free++] = ins;
    in[ins++] = e->system->q[i];
  }
  s->k = s->free;
  for (size_t j = 0; j < e->contacts; j++) {
    if (!(s->closed >> j & 1)) continue;
    force[j] = ss_expr_symbol(g, ss_arena_format(e->arena, "force %zu", j));
    s->unknown[s->k++] = ins;
    in[ins++] = force[j];
    s->forces++;
  }
  for (size_t i = 0; i < e->n; i++) {
    ss_expr sum = e->dU[i];
    for (size_t j = 0; j < e->contacts; j++)
      if (s->closed >> j & 1)
        sum = ss_expr_sub(g, sum, ss_expr_mul(g, force[j], e->contact[j].normal[i]));
    if (e->used[i]) out[outs++] = sum;
  }
  for (size_t j = 0; j < e->contacts; j++)
    if (s->closed >> j & 1) out[outs++] = ss_energy_closing(e, j, force[j]);
  out[outs++] = ss_energy_potential(e, s->closed);
  for (size_t j = 0; j < e->contacts; j++) out[outs++] = e->contact[j].gap;
  for (size_t i = 0; i < e->ranges; i++) in[ins++] = e->variable[2 * e->n + i];
  s->inputs = ins;
  return ss_tape_compile(g, 0, NULL, ins, in, outs, out, &s->tape);
}

/* x := A^-1 x for a dense A by rows, with pivots; false if singular. A is overwritten. */
static bool solve(size_t n, double *A, size_t columns, double *X) {
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
    if (!(fabs(A[pivot * n + k]) > 1e-300)) return false;
    for (size_t j = 0; j < n; j++) {
      const double t = A[k * n + j];
      A[k * n + j] = A[pivot * n + j];
      A[pivot * n + j] = t;
    }
    for (size_t j = 0; j < columns; j++) {
      const double t = X[k * columns + j];
      X[k * columns + j] = X[pivot * columns + j];
      X[pivot * columns + j] = t;
    }
    for (size_t i = 0; i < n; i++) {
      const double f = i == k ? 0 : A[i * n + k] / A[k * n + k];
      if (f == 0) continue;
      for (size_t j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
      for (size_t j = 0; j < columns; j++) X[i * columns + j] -= f * X[k * columns + j];
    }
  }
  for (size_t k = 0; k < n; k++)
    for (size_t j = 0; j < columns; j++) X[k * columns + j] /= A[k * n + k];
  return true;
}

/* ---- Newton's method ------------------------------------------------------------------------- */

static void gather(const kkt *s, const double *gradients, double *J) {
  for (size_t i = 0; i < s->k; i++)
    for (size_t j = 0; j < s->k; j++) J[i * s->k + j] = gradients[i * s->inputs + s->unknown[j]];
}

/* What is small beside unknown i, a length; forces, which are not 0, are their own units. */
static double unit_of(const kkt *s, size_t i) {
  if (i >= s->free) return 0;
  return s->e->scale ? s->e->scale[s->unknown[i]] : 1;
}

static bool iterate(kkt *s, double *work) {
  double J[UNKNOWNS * UNKNOWNS], step[UNKNOWNS];
  ss_forward_prepare(s->tape, NULL, work);
  for (int round = 0; round < STEPS; round++) {
    double size = 0, scale = 1e-300;
    memcpy(ss_forward_in(s->tape, work), s->z, s->inputs * sizeof *s->z);
    ss_forward_run(s->tape, work);
    memcpy(step, ss_forward_out(s->tape, work), s->k * sizeof *step);
    gather(s, ss_forward_gradients(s->tape, work), J);
    if (!solve(s->k, J, 1, step)) return false;
    for (size_t i = 0; i < s->k; i++) {
      double *z = &s->z[s->unknown[i]];
      if (!isfinite(step[i])) return false;
      *z -= step[i];
      size = fmax(size, fabs(step[i]) / fmax(unit_of(s, i), fabs(*z)));
      scale = fmax(scale, fabs(*z));
    }
    if (size < 1e-13) return true;
  }
  return false;
}

/* Forces push, and the other gaps are open. */
static bool fits(const kkt *s, double *work) {
  const ss_energy *e = s->e;
  memcpy(ss_forward_in(s->tape, work), s->z, s->inputs * sizeof *s->z);
  ss_forward_run(s->tape, work);
  const double *gap = ss_forward_out(s->tape, work) + s->k + 1;
  for (size_t j = 0; j < s->forces; j++)
    if (!(s->z[s->unknown[s->free + j]] > 0)) return false;
  for (size_t j = 0; j < e->contacts; j++)
    if (!(s->closed >> j & 1) && !(gap[j] > 0)) return false;
  return true;
}

/* ---- Krawczyk's operator --------------------------------------------------------------------- */

typedef struct enclosure {
  double lo[2 * UNKNOWNS + 64], hi[2 * UNKNOWNS + 64];
  ss_form form;
  double Y[UNKNOWNS * UNKNOWNS];
} enclosure;

/* Z: z with radii; the ranges of parameters as they are. */
static void set_box(const kkt *s, const double *radius, enclosure *x) {
  const size_t first = s->inputs - s->e->ranges;
  for (size_t i = 0; i < s->inputs; i++) {
    x->lo[i] = i < first ? s->z[i] : s->range_lo[i - first];
    x->hi[i] = i < first ? s->z[i] : s->range_hi[i - first];
  }
  for (size_t i = 0; i < s->k; i++) {
    x->lo[s->unknown[i]] -= radius[i];
    x->hi[s->unknown[i]] += radius[i];
  }
}

/* Radii that Y F(z) asks for; the operator with them; whether it maps Z into itself. */
static bool contract(const kkt *s, enclosure *x, double *radius) {
  const double none[UNKNOWNS] = {0};
  arb_t sum, t, entry;
  arb_ptr move = _arb_vec_init((slong)s->k);
  bool inside = true;
  arb_init(sum);
  arb_init(t);
  arb_init(entry);
  set_box(s, none, x);
  ss_form_run(&x->form, x->lo, x->hi);
  for (size_t i = 0; i < s->k; i++)
    for (size_t j = 0; j < s->k; j++) {
      arb_set_d(t, x->Y[i * s->k + j]);
      arb_submul(move + i, t, x->form.value + j, PRECISION);
    }
  for (size_t i = 0; i < s->k; i++) {
    mag_t m;
    mag_init(m);
    arb_get_mag(m, move + i);
    const double z = fabs(s->z[s->unknown[i]]);
    radius[i] = fmax(2 * mag_get_d(m), fmax(radius[i], 1e-11 * fmax(unit_of(s, i), z)));
    mag_clear(m);
  }
  set_box(s, radius, x);
  ss_form_run(&x->form, x->lo, x->hi);
  for (size_t i = 0; i < s->k && inside; i++) {
    arb_set(sum, move + i);
    for (size_t j = 0; j < s->k; j++) {
      arb_set_si(entry, i == j);
      for (size_t m = 0; m < s->k; m++) {
        arb_set_d(t, x->Y[i * s->k + m]);
        arb_submul(entry, t, x->form.slope + m * s->inputs + s->unknown[j], PRECISION);
      }
      arb_set_d(t, 2 * radius[j]);
      arb_abs(entry, entry);
      arb_mul(entry, entry, t, PRECISION);
      arb_add_error(sum, entry);
    }
    arb_set_d(t, 0.999 * radius[i]); /* the ends of Z are rounded */
    arb_abs(sum, sum);
    inside = arb_lt(sum, t);
  }
  arb_clear(sum);
  arb_clear(t);
  arb_clear(entry);
  _arb_vec_clear(move, (slong)s->k);
  return inside;
}

/* H + tau W W^T > 0 over the box that the form was run on. */
static bool is_minimum(const kkt *s, const enclosure *x, double *with) {
  const slong n = (slong)s->free;
  const size_t k = s->inputs;
  bool good = n == 0;
  arb_mat_t A, L;
  arb_t t;
  arb_mat_init(A, n, n);
  arb_mat_init(L, n, n);
  arb_init(t);
  const double most = s->e->stiffness > 0 ? s->e->stiffness : 1e9; /* springs have no more */
  for (double tau = fmin(1, most), last = 0; tau > last && !good;
       last = tau, tau = fmin(32 * tau, most)) {
    for (slong i = 0; i < n; i++)
      for (slong j = 0; j < n; j++) {
        arb_set(t, x->form.slope + (size_t)i * k + s->unknown[j]);
        for (size_t m = 0; m < s->forces; m++) {
          arb_t w;
          arb_init(w);
          arb_set_d(w, tau);
          arb_mul(w, w, x->form.slope + (size_t)i * k + s->unknown[s->free + m], PRECISION);
          arb_addmul(t, w, x->form.slope + (size_t)j * k + s->unknown[s->free + m], PRECISION);
          arb_clear(w);
        }
        arb_set(arb_mat_entry(A, i, j), t);
      }
    good = arb_mat_cho(L, A, PRECISION);
    *with = tau;
  }
  arb_mat_clear(A);
  arb_mat_clear(L);
  arb_clear(t);
  return good;
}

static double lower(const arb_t x) {
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, x, PRECISION);
  const double value = arf_get_d(end, ARF_RND_FLOOR);
  arf_clear(end);
  return value;
}

/* What a certificate needs to show it again. */
static void keep_inverse(const kkt *s, const enclosure *x, ss_energy_point *point) {
  double *Y = ss_arena_new(s->e->arena, s->k * s->k + 1, double);
  if (Y) memcpy(Y, x->Y, s->k * s->k * sizeof *Y);
  point->inverse = Y;
  point->unknowns = s->k;
}

/* The hull with what was found in another piece of the ranges. */
static void add_piece(const kkt *s, const enclosure *x, ss_energy_point *point, double *lo,
                      double *hi) {
  arb_t minus;
  arb_init(minus);
  for (size_t i = 0; i < s->e->n; i++) {
    lo[i] = point->stationary ? fmin(lo[i], x->lo[i]) : x->lo[i];
    hi[i] = point->stationary ? fmax(hi[i], x->hi[i]) : x->hi[i];
  }
  for (size_t j = 0; j < s->forces; j++) {
    const double low = x->lo[s->unknown[s->free + j]], high = x->hi[s->unknown[s->free + j]];
    point->force_lo[j] = point->stationary ? fmin(point->force_lo[j], low) : low;
    point->force_hi[j] = point->stationary ? fmax(point->force_hi[j], high) : high;
  }
  arb_neg(minus, x->form.value + s->k);
  const double U_hi = -lower(minus), U_lo = lower(x->form.value + s->k);
  point->U_hi = point->stationary ? fmax(point->U_hi, U_hi) : U_hi;
  point->U_lo = point->stationary ? fmin(point->U_lo, U_lo) : U_lo;
  point->lo = lo;
  point->hi = hi;
  point->stationary = true;
  arb_clear(minus);
}

/* Shows that a solution is near z, in x, for all parameters of the piece: forces push, and the
 * other contacts are open. */
static bool enclose(kkt *s, double *work, enclosure *x) {
  double J[UNKNOWNS * UNKNOWNS], radius[UNKNOWNS] = {0};
  memset(x->Y, 0, sizeof x->Y);
  for (size_t i = 0; i < s->k; i++) x->Y[i * s->k + i] = 1;
  if (!iterate(s, work) || !fits(s, work)) return false;
  gather(s, ss_forward_gradients(s->tape, work), J);
  if (!solve(s->k, J, s->k, x->Y)) return false;
  bool good = contract(s, x, radius);
  for (int round = 0; round < 12 && !good; round++) {
    for (size_t i = 0; i < s->k; i++) radius[i] *= 2;
    good = contract(s, x, radius);
  }
  for (size_t j = 0; j < s->forces && good; j++) good = x->lo[s->unknown[s->free + j]] > 0;
  for (size_t j = 0; j < s->e->contacts && good; j++)
    if (!(s->closed >> j & 1)) good = arb_is_positive(x->form.value + s->k + 1 + j);
  return good;
}

/* The range that moves the solution most, or the widest one where none moves it; SIZE_MAX: there is
 * none to halve. The tape was run at z. */
static size_t find_widest(const kkt *s, double *work) {
  const size_t first = s->inputs - s->e->ranges, ranges = s->e->ranges;
  double J[UNKNOWNS * UNKNOWNS], X[UNKNOWNS], most = 0;
  size_t widest = SIZE_MAX;
  for (size_t r = 0; r < ranges; r++) {
    const double width = s->range_hi[r] - s->range_lo[r];
    const double size = fmax(fabs(s->range_lo[r]), fmax(fabs(s->range_hi[r]), 1e-300));
    double effect = 1e-9 * width / size;
    if (!(width > 1e-3 * size)) continue;
    gather(s, ss_forward_gradients(s->tape, work), J);
    for (size_t i = 0; i < s->k; i++)
      X[i] = ss_forward_gradients(s->tape, work)[i * s->inputs + first + r];
    if (solve(s->k, J, 1, X))
      for (size_t i = 0; i < s->k; i++)
        effect = fmax(effect, width * fabs(X[i]) / fmax(unit_of(s, i), fabs(s->z[s->unknown[i]])));
    if (!(effect > most)) continue;
    most = effect;
    widest = r;
  }
  return widest;
}

/* Shows that for all parameters of the piece a solution is near z and a strict minimum; where it
 * fails, of both halves of the piece, as often as `halvings` says. */
static bool verify(kkt *s, double *work, enclosure *x, size_t halvings, ss_energy_point *point) {
  const size_t first = s->inputs - s->e->ranges;
  double tau = 0;
  for (size_t i = 0; i < s->e->ranges; i++) s->z[first + i] = (s->range_lo[i] + s->range_hi[i]) / 2;
  const bool enclosed = enclose(s, work, x);
  const size_t widest = find_widest(s, work);
  if (!point->inverse) keep_inverse(s, x, point); /* of the middle of the ranges */
  if (enclosed && is_minimum(s, x, &tau)) {
    point->tau = fmax(point->tau, tau);
    add_piece(s, x, point, (double *)point->lo, (double *)point->hi);
    return true;
  }
  if (halvings == 0 || widest == SIZE_MAX || ++s->pieces > PIECES) {
    point->why_not =
        enclosed ? "it is no strict minimum of the potential" : "the rest point is not enclosed";
    if (enclosed) add_piece(s, x, point, (double *)point->lo, (double *)point->hi);
    return false;
  }
  const double lo = s->range_lo[widest], hi = s->range_hi[widest], middle = lo / 2 + hi / 2;
  s->range_hi[widest] = middle;
  bool good = verify(s, work, x, halvings - 1, point);
  s->range_hi[widest] = hi;
  s->range_lo[widest] = middle;
  good = good && verify(s, work, x, halvings - 1, point);
  s->range_lo[widest] = lo;
  return good;
}

/* All parameters in their ranges. */
static ss_status try_ranges(kkt *s, double *work, ss_energy_point *point) {
  const ss_energy *e = s->e;
  enclosure *x = ss_arena_new(e->arena, 1, enclosure);
  double *box = ss_arena_new(e->arena, 2 * e->n, double);
  s->range_lo = ss_arena_new(e->arena, 2 * e->ranges + 1, double);
  s->range_hi = s->range_lo + e->ranges;
  if (!x || !box || !s->range_lo) return SS_MEMORY;
  memcpy(s->range_lo, e->range_lo, e->ranges * sizeof *s->range_lo);
  memcpy(s->range_hi, e->range_hi, e->ranges * sizeof *s->range_hi);
  ss_form_create(s->tape, NULL, PRECISION, &x->form);
  point->lo = box;
  point->hi = box + e->n;
  point->why_not = NULL;
  point->found = verify(s, work, x, HALVINGS, point);
  ss_form_destroy(&x->form);
  return SS_OK;
}

/* dq/dtheta = -J^-1 dF/dtheta, where the tape was run last. */
static void take_slope(const kkt *s, double *work, ss_energy_point *point) {
  const ss_energy *e = s->e;
  const size_t first = s->inputs - e->ranges;
  double J[UNKNOWNS * UNKNOWNS], *X = ss_arena_new(e->arena, s->k * e->ranges + 1, double),
                                 *slope = ss_arena_new(e->arena, e->n * e->ranges, double);
  if (!X || !slope) return;
  const double *gradients = ss_forward_gradients(s->tape, work);
  gather(s, gradients, J);
  for (size_t i = 0; i < s->k; i++)
    for (size_t r = 0; r < e->ranges; r++)
      X[i * e->ranges + r] = -gradients[i * s->inputs + first + r];
  if (!solve(s->k, J, e->ranges, X)) return;
  for (size_t i = 0; i < e->n * e->ranges; i++) slope[i] = 0;
  for (size_t i = 0; i < s->free; i++)
    memcpy(slope + s->unknown[i] * e->ranges, X + i * e->ranges, e->ranges * sizeof *slope);
  point->slope = slope;
}

/* At the position that is asked about, forces 0; or those that come nearest to carrying the machine
 * there. */
static void start(kkt *s, const double *at, bool carried, double *work) {
  const size_t n = s->free, m = s->forces, first = s->inputs - s->e->ranges;
  double J[UNKNOWNS * UNKNOWNS], A[UNKNOWNS * UNKNOWNS], b[UNKNOWNS];
  memset(s->z, 0, sizeof s->z);
  memcpy(s->z, at, s->e->n * sizeof *s->z);
  for (size_t i = 0; i < s->e->ranges; i++)
    s->z[first + i] = (s->e->range_lo[i] + s->e->range_hi[i]) / 2;
  if (!carried) return;
  ss_forward_prepare(s->tape, NULL, work);
  memcpy(ss_forward_in(s->tape, work), s->z, s->inputs * sizeof *s->z);
  ss_forward_run(s->tape, work);
  gather(s, ss_forward_gradients(s->tape, work), J);
  const double *dU = ss_forward_out(s->tape, work);
  for (size_t a = 0; a < m; a++) { /* W^T W lambda = W^T dU, J has -W */
    b[a] = 0;
    for (size_t i = 0; i < n; i++) b[a] -= J[i * s->k + n + a] * dU[i];
    for (size_t c = 0; c < m; c++) {
      A[a * m + c] = 0;
      for (size_t i = 0; i < n; i++) A[a * m + c] += J[i * s->k + n + a] * J[i * s->k + n + c];
    }
  }
  for (size_t j = 0; j < m && (j > 0 || solve(m, A, 1, b)); j++) s->z[s->unknown[n + j]] = b[j];
}

/* A solution, forces pushing; where gaps are curved and the potential is not, only forces make the
 * first step possible. */
static bool find_solution(kkt *s, const double *at, double *work) {
  for (int carried = 0; carried <= (s->forces > 0); carried++) {
    start(s, at, carried, work);
    if (iterate(s, work) && fits(s, work)) return true;
  }
  return false;
}

/* One set of closed contacts. */
static ss_status try_closed(const ss_energy *e, const double *at, size_t closed,
                            ss_energy_point *point) {
  kkt *s = ss_arena_new(e->arena, 1, kkt);
  if (!s) return SS_MEMORY;
  *s = (kkt){.e = e, .closed = closed};
  ss_status status = compile(s);
  if (status != SS_OK) return status;
  double *work = ss_arena_new(e->arena, ss_forward_work_size(s->tape), double);
  double *q = ss_arena_new(e->arena, e->n, double);
  if (!work || !q) status = SS_MEMORY;
  if (status == SS_OK) {
    if (find_solution(s, at, work)) {
      memcpy(q, s->z, e->n * sizeof *q);
      point->q = q;
      point->force = s->forces ? 0 : 1;
      for (size_t j = 0; j < s->forces; j++)
        point->force = fmax(point->force, s->z[s->unknown[s->free + j]]);
      point->closed = closed;
      if (e->ranges) take_slope(s, work, point);
      status = try_ranges(s, work, point);
    }
  }
  ss_tape_destroy(s->tape);
  return status;
}

static double distance(const ss_energy *e, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < e->n; i++)
    if (e->used[i]) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

/* One that is nearer to what was asked about, also where it is no minimum; of all a minimum. */
static bool is_better(const ss_energy *e, const double *at, const ss_energy_point *one,
                      const ss_energy_point *than) {
  if (at && one->stationary && than->stationary)
    return distance(e, one->q, at) < distance(e, than->q, at);
  return one->found + one->stationary > than->found + than->stationary ||
         !(one->stationary || than->stationary);
}

/* Of several rest points the one that is nearest to what was asked about, else the first. */
ss_status ss_energy_find_point(const ss_energy *e, const double *at, ss_energy_point *point) {
  const double zero[SS_ENERGY_COORDINATES] = {0};
  const size_t sets = (size_t)1 << e->contacts;
  ss_status status = SS_OK;
  *point = (ss_energy_point){
      .why_not = "near the rest set that is asked about no single place was found where the "
                 "machine would rest without friction; --at asks about another"};
  /* more closed contacts first: a rest set that was asked about has its contacts closed */
  for (size_t count = e->contacts + 1; count-- > 0 && !(point->found && !at);)
    for (size_t set = 0; set < sets && !(point->found && !at) && status == SS_OK; set++) {
      ss_energy_point one = {.why_not = point->why_not};
      if ((size_t)__builtin_popcountll(set) != count) continue;
      status = try_closed(e, at ? at : zero, set, &one);
      if (is_better(e, at, &one, point)) *point = one;
    }
  return status;
}
