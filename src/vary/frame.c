/* frame.c: the system at one state, with derivatives by q, u, t and the parameters that move.
 *
 * One tape computes M, h, gaps, directions, laws; its forward evaluator gives every number with its
 * row of derivatives. Velocities of the directions follow:
 *
 *     gamma = W^T u + w,      d gamma = dW^T u + W^T du + dw
 *
 * A look costs about `columns` + 1 evaluations of the tape on doubles. A mass matrix that is the
 * same everywhere, n^2 numbers with n^2 rows of zeros, is evaluated once and stays out of it.
 * Nothing is allocated after the creation.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "variation.h"

/* Slips in several directions that are 0, up to rounding, of the speeds of the machine. */
static const double REST = 1e-13;

enum {
  QUANTITIES = SS_QUANTITY_BIT(H) | SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) |
               SS_QUANTITY_BIT(WN_TIME) | SS_QUANTITY_BIT(WN_RATE) | SS_QUANTITY_BIT(WT) |
               SS_QUANTITY_BIT(WT_TIME) | SS_QUANTITY_BIT(WT_RATE) | SS_QUANTITY_BIT(NORMAL) |
               SS_QUANTITY_BIT(LAW) | SS_QUANTITY_BIT(RESTITUTION)
};

/* The values of the parameters that stay, in their order, and of those that move. */
static void split_parameters(const ss_frame *f, const double *parameters, const size_t *parameter,
                             double *stay, double *move) {
  size_t count = 0;
  for (size_t i = 0; i < f->system->model->parameters; i++) {
    bool moves = false;
    for (size_t k = 0; k < f->moved; k++) moves = moves || parameter[k] == i;
    if (!moves) stay[count++] = parameters[i];
  }
  for (size_t k = 0; k < f->moved; k++) move[k] = parameters[parameter[k]];
}

/* The mass matrix that no state and no moving parameter changes. */
static ss_status fix_mass(ss_arena *arena, const double *parameters, ss_frame *f) {
  ss_system_tape tape;
  double *M = ss_arena_new(arena, f->n * f->n, double);
  double *zeros = ss_arena_new(arena, 2 * f->n + 1, double);
  if (!M || !zeros) return SS_MEMORY;
  ss_status status = ss_system_compile(f->system, SS_QUANTITY_BIT(M), &tape);
  if (status == SS_OK) status = ss_tape_eval(tape.tape, parameters, zeros, M);
  ss_system_tape_destroy(&tape);
  f->values.of[SS_QUANTITY_M] = M;
  return status;
}

ss_status ss_frame_create(ss_arena *arena, const ss_system *system, const double *parameters,
                          size_t moved, const size_t *parameter, ss_frame *f) {
  assert(ss_graph_is_sealed(system->graph));
  const size_t n = system->coordinates, directions = system->normals + system->slips;
  *f = (ss_frame){.system = system,
                  .n = n,
                  .elements = system->elements,
                  .normals = system->normals,
                  .directions = directions,
                  .moved = moved,
                  .columns = 2 * n + 1 + moved,
                  .width = 2 * n + moved};
  f->fixed_mass = system->traits.constant_mass && moved == 0;
  const unsigned mask = QUANTITIES | (f->fixed_mass ? 0 : SS_QUANTITY_BIT(M));
  const ss_status status = ss_system_compile_moving(system, mask, moved, parameter, &f->tape);
  if (status != SS_OK) return status;
  f->work = ss_arena_new(arena, ss_forward_work_size(f->tape.tape), double);
  f->q = ss_arena_new(arena, n, double);
  f->u = ss_arena_new(arena, n, double);
  f->gamma = ss_arena_new(arena, directions, double);
  f->gamma_slope = ss_arena_new(arena, directions * f->columns, double);
  double *stay = ss_arena_new(arena, system->model->parameters, double);
  double *move = ss_arena_new(arena, moved, double);
  if (!f->work || !f->q || !f->u || !f->gamma || !f->gamma_slope || !stay || !move)
    return SS_MEMORY;
  split_parameters(f, parameters, parameter, stay, move);
  ss_forward_prepare(f->tape.tape, stay, f->work);
  if (moved) memcpy(ss_forward_in(f->tape.tape, f->work) + 2 * n + 1, move, moved * sizeof *move);
  f->value = ss_forward_out(f->tape.tape, f->work);
  f->slopes = ss_forward_gradients(f->tape.tape, f->work);
  for (int k = 0; k < SS_QUANTITY_COUNT; k++) f->values.of[k] = f->value + f->tape.offset[k];
  return f->fixed_mass ? fix_mass(arena, parameters, f) : SS_OK;
}

void ss_frame_destroy(ss_frame *f) {
  ss_system_tape_destroy(&f->tape);
}

/* gamma and its derivatives. */
static void find_velocities(ss_frame *f) {
  const size_t n = f->n, columns = f->columns;
  for (size_t d = 0; d < f->directions; d++) {
    const bool normal = d < f->normals;
    const size_t i = normal ? d : d - f->normals;
    const ss_quantity W = normal ? SS_QUANTITY_WN : SS_QUANTITY_WT;
    const ss_quantity w = normal ? SS_QUANTITY_WN_TIME : SS_QUANTITY_WT_TIME;
    double *slope = f->gamma_slope + d * columns, gamma = ss_frame_value(f, w, i);
    memcpy(slope, ss_frame_slope(f, w, i), columns * sizeof *slope);
    for (size_t k = 0; k < n; k++) {
      const double *dW = ss_frame_slope(f, W, i * n + k);
      const double value = ss_frame_value(f, W, i * n + k);
      gamma += value * f->u[k];
      for (size_t c = 0; c < columns; c++) slope[c] += dW[c] * f->u[k];
      slope[n + k] += value;
    }
    f->gamma[d] = gamma;
  }
}

bool ss_frame_look(ss_frame *f, double t, const double *q, const double *u) {
  double *in = ss_forward_in(f->tape.tape, f->work);
  const size_t n = f->n, outputs = ss_tape_outputs(f->tape.tape);
  memmove(f->q, q, n * sizeof *q);
  memmove(f->u, u, n * sizeof *u);
  f->t = t;
  memcpy(in, f->q, n * sizeof *q);
  memcpy(in + n, f->u, n * sizeof *u);
  in[2 * n] = t;
  ss_forward_run(f->tape.tape, f->work);
  find_velocities(f);
  return ss_vary_are_finite(outputs, f->value) &&
         ss_vary_are_finite(outputs * f->columns, f->slopes);
}

double ss_frame_speed(const ss_frame *f, size_t element, size_t part) {
  const ss_system_element *e = &f->system->element[element];
  const double *gamma = f->gamma + f->normals + e->slip;
  double speed = 0;
  for (size_t k = ss_law_part_first(part); k < ss_law_part_last(e->element->law, part); k++)
    speed = hypot(speed, gamma[k]);
  return speed;
}

bool ss_frame_rests(const ss_frame *f, size_t element, size_t part) {
  double size = 1;
  for (size_t k = 0; k < f->n; k++) size = fmax(size, fabs(f->u[k]));
  return ss_frame_speed(f, element, part) <= REST * size;
}
