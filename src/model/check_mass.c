/* check_mass.c: the kinetic energy is positive for every motion.
 *
 * Lagrange's equations M u' = h need an invertible M, and mechanics a positive one. T is a
 * polynomial of second order in u (check_degrees.c), so that a few values of it give M at a point:
 *
 *     M_ii = T(e_i) + T(-e_i) - 2 T(0),      M_ij = T(e_i + e_j) - T(e_i) - T(e_j) + T(0).
 *
 * Scaled to a unit diagonal, M must have no eigenvalue below 1e-12: a smaller one cannot be told
 * from rounding, and no motion could be computed there. Tested is each state, at t = 0; without
 * states, one point of no special position. Where T is not finite nothing is said: the point may
 * lie outside what the model is for. Cost: n (n + 1)/2 evaluations of T and one Cholesky factor a
 * point.
 */
#include <math.h>

#include "reader.h"
#include "standstill/tape.h"

enum { MOST_COORDINATES = 64, MOST_STATES = 100 };

static const double least_eigenvalue = 1e-12;

typedef struct scales {
  ss_reader *reader;
  size_t n;
  ss_tape *tape; /* of t, q, u: the kinetic energy */
  double *work;  /* of the tape */
  double *M;     /* n x n */
  double *q, *u; /* a state */
  double *T;     /* of the unit velocities */
} scales;

static bool start_scales(scales *s, ss_reader *reader) {
  ss_model *model = reader->model;
  size_t n = model->coordinates;
  *s = (scales){.reader = reader, .n = n};
  ss_expr kinetic = ss_rewriter_apply(&reader->closer, model->kinetic);
  ss_graph_clear_status(reader->graph);
  ss_expr *symbol = ss_reader_borrow(reader, 2 * n + 1, sizeof *symbol);
  if (!kinetic || !symbol) return false;
  symbol[0] = model->time;
  for (size_t i = 0; i < n; i++) {
    symbol[1 + i] = model->coordinate[i].q;
    symbol[1 + n + i] = model->coordinate[i].u;
  }
  if (ss_tape_compile(reader->graph, 0, NULL, 2 * n + 1, symbol, 1, &kinetic, &s->tape) != SS_OK)
    return false;
  s->work = ss_reader_borrow(reader, ss_tape_work_size(s->tape), sizeof *s->work);
  s->M = ss_reader_borrow(reader, n * n, sizeof *s->M);
  s->q = ss_reader_borrow(reader, n, sizeof *s->q);
  s->u = ss_reader_borrow(reader, n, sizeof *s->u);
  s->T = ss_reader_borrow(reader, n, sizeof *s->T);
  if (!s->work || !s->M || !s->q || !s->u || !s->T) return false;
  ss_tape_prepare(s->tape, NULL, s->work);
  return true;
}

/* T at q with `speed` as the velocity of the coordinates i and j, which may be the same. */
static double weigh(scales *s, size_t i, size_t j, double speed) {
  double *in = ss_tape_in(s->tape, s->work), *u = in + 1 + s->n;
  in[0] = 0;
  for (size_t k = 0; k < s->n; k++) {
    in[1 + k] = s->q[k];
    u[k] = k == i || k == j ? speed : 0;
  }
  ss_tape_run(s->tape, s->work);
  return *ss_tape_out(s->tape, s->work);
}

/* M at q, scaled to a unit diagonal, minus the least eigenvalue: a positive definite matrix? What
 * is not finite passes. */
static bool is_positive(scales *s) {
  size_t n = s->n;
  double *M = s->M, T0 = weigh(s, 0, 0, 0);
  for (size_t i = 0; i < n; i++) {
    s->T[i] = weigh(s, i, i, 1);
    M[i * n + i] = s->reader->model->coordinate[i].aux ? 1 : s->T[i] + weigh(s, i, i, -1) - 2 * T0;
    if (!isfinite(M[i * n + i])) return true;
    if (M[i * n + i] <= 0) return false;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      if (s->reader->model->coordinate[i].aux || s->reader->model->coordinate[j].aux) {
        M[i * n + j] = M[j * n + i] = 0;
        continue;
      }
      double Tij = weigh(s, i, j, 1), Mi = M[i * n + i], Mj = M[j * n + j];
      M[i * n + j] = M[j * n + i] = (Tij - s->T[i] - s->T[j] + T0) / sqrt(Mi * Mj);
    }
  for (size_t i = 0; i < n; i++) M[i * n + i] = 1 - least_eigenvalue;
  return ss_matrix_factor(n, M, M) != SS_SINGULAR;
}

static void check_states(scales *s) {
  const ss_model *model = s->reader->model;
  ss_complaint say = ss_reader_state_complaint(s->reader);
  for (size_t i = 0; i < model->states && i < MOST_STATES; i++) {
    const ss_name *name = &model->state[i].name;
    if (ss_model_evaluate_state(model, i, s->q, s->u) == SS_OK && !is_positive(s))
      say(s->reader, name->where,
          "the kinetic energy is not positive for every motion in state '%s'", name->text);
  }
}

static void check_somewhere(scales *s) {
  const ss_model *model = s->reader->model;
  for (size_t i = 0; i < s->n; i++) s->q[i] = 0.5 + 0.3 * sin(1.7 + 2.3 * (double)i);
  if (is_positive(s)) return;
  ss_span where = model->kinetics_count ? model->kinetics[0].where : model->body[0].name.where;
  ss_reader_error(s->reader, where, "the kinetic energy is not positive for every motion");
}

void ss_reader_check_mass(ss_reader *reader) {
  scales s = {0};
  if (reader->list->errors || reader->model->coordinates > MOST_COORDINATES) return;
  if (start_scales(&s, reader)) {
    if (reader->model->states)
      check_states(&s);
    else
      check_somewhere(&s);
  }
  if (s.tape) ss_tape_destroy(s.tape);
}
