/* proximal.c: contact problems that the methods of solve.c give up, as a sequence of easier ones.
 *
 * Where many contacts share few bodies G is far from regular, reactions are not unique, and
 * Newton's method walks along valleys that lead nowhere. With a weight on what changes,
 *
 *     xi = G r + c + a D (r - r_k),      D = diag G,      r_{k+1}: the solution of this,
 *
 * the matrix G + a D is regular and a few Newton steps solve the problem; where r_k stays, xi is
 * that of the problem itself. This is the proximal point method (Rockafellar 1976): it converges
 * for monotone problems, which Coulomb's law makes none of, so that nothing is promised. What it
 * returns has a residual that is computed afresh from G and c.
 *
 * The weight: a = FIRST at first; solved, it is taken times EASIER; not solved, r_k stays and a is
 * taken times HARDER. RockPile_tob1 (463 contacts, friction 1, of the collection of Siconos), which
 * stopped at 7e-6, is solved to 2e-12 in some 400 rounds, 7 s; so it is with FIRST 1e-2, with
 * EASIER 0.8 or 0.95, with more PASSES or NEWTON steps. Newton's method alone stagnates at 1e-7.
 *
 * Not for time steps: memory is allocated, and a problem without a solution costs all the rounds.
 * Reference: R. T. Rockafellar, Monotone operators and the proximal point algorithm, SIAM J.
 * Control Optim. 14 (1976).
 */
#include <math.h>
#include <string.h>

#include "standstill/contact.h"

enum { ROUNDS = 1000, PASSES = 20, NEWTON = 60 };
static const double FIRST = 1e-3, EASIER = 0.9, HARDER = 10, MOST = 1, WITHIN = 0.1;

typedef struct rounds {
  const ss_contact_problem *hard;
  ss_contact_problem eased; /* G + a D, and c - a D r_k */
  ss_block_matrix blocks;
  double *G, *c, *D; /* of the eased one; the diagonal of the hard one */
  double *r, *kept;  /* r_{k+1}; r_k */
  size_t values;     /* numbers of G that are stored */
  void *work;
  ss_contact_options options;
} rounds;

/* ---- the eased problem ----------------------------------------------------------------------- */

/* How many numbers sparse blocks take. */
static size_t count_values(const ss_contact_problem *p) {
  size_t values = 0;
  for (size_t k = 0; k < p->contacts; k++)
    for (size_t b = p->sparse->start[k]; b < p->sparse->start[k + 1]; b++) {
      const size_t rows = ss_contact_dimension(&p->contact[k]);
      const size_t columns = ss_contact_dimension(&p->contact[p->sparse->column[b]]);
      if (p->sparse->at[b] + rows * columns > values) values = p->sparse->at[b] + rows * columns;
    }
  return values;
}

/* Where the i-th number of the diagonal of contact k is among those of G; SIZE_MAX: nowhere. */
static size_t find_diagonal(const ss_contact_problem *p, size_t k, size_t i) {
  if (p->dense) return (p->contact[k].offset + i) * (p->size + 1);
  for (size_t b = p->sparse->start[k]; b < p->sparse->start[k + 1]; b++)
    if (p->sparse->column[b] == k)
      return p->sparse->at[b] + i * (ss_contact_dimension(&p->contact[k]) + 1);
  return SIZE_MAX;
}

static const double *get_numbers(const ss_contact_problem *p) {
  return p->dense ? p->dense : p->sparse->value;
}

static void ease(rounds *x, double a) {
  const ss_contact_problem *p = x->hard;
  memcpy(x->G, get_numbers(p), x->values * sizeof *x->G);
  for (size_t k = 0; k < p->contacts; k++)
    for (size_t i = 0; i < ss_contact_dimension(&p->contact[k]); i++) {
      const size_t at = find_diagonal(p, k, i), j = p->contact[k].offset + i;
      if (at != SIZE_MAX) x->G[at] += a * x->D[j];
      x->c[j] = p->c[j] - (at != SIZE_MAX ? a * x->D[j] * x->kept[j] : 0);
    }
}

/* D: the diagonal; its mean where that is 0, as for a contact that moves nothing. */
static void read_diagonal(rounds *x) {
  const ss_contact_problem *p = x->hard;
  double sum = 0;
  for (size_t k = 0; k < p->contacts; k++)
    for (size_t i = 0; i < ss_contact_dimension(&p->contact[k]); i++) {
      const size_t at = find_diagonal(p, k, i);
      x->D[p->contact[k].offset + i] = at != SIZE_MAX ? fabs(get_numbers(p)[at]) : 0;
      sum += x->D[p->contact[k].offset + i];
    }
  for (size_t j = 0; j < p->size; j++)
    if (!(x->D[j] > 0)) x->D[j] = sum / (double)p->size;
}

static ss_status make_rounds(ss_arena *arena, const ss_contact_problem *problem, rounds *x) {
  const size_t size = problem->size;
  x->hard = problem;
  x->values = problem->dense ? size * size : count_values(problem);
  x->G = ss_arena_new(arena, x->values, double);
  x->c = ss_arena_new(arena, size, double);
  x->D = ss_arena_new(arena, size, double);
  x->r = ss_arena_new(arena, size, double);
  x->kept = ss_arena_new(arena, size, double);
  if (!x->G || !x->c || !x->D || !x->r || !x->kept) return SS_MEMORY;
  x->eased = *problem;
  x->eased.c = x->c;
  if (problem->dense) {
    x->eased.dense = x->G;
  } else {
    x->blocks = *problem->sparse;
    x->blocks.value = x->G;
    x->eased.sparse = &x->blocks;
  }
  const size_t needed = ss_contact_work_size(&x->eased, &x->options);
  x->work = needed == SIZE_MAX ? NULL : ss_arena_alloc(arena, needed, 1);
  read_diagonal(x);
  return x->work ? SS_OK : SS_MEMORY;
}

/* ---- the rounds ------------------------------------------------------------------------------ */

/* r holds the best guess so far and receives better ones, xi what belongs to it. */
static ss_status go_on(rounds *x, const ss_contact_options *wanted, double *r, double *xi,
                       ss_contact_report *report) {
  const size_t bytes = x->hard->size * sizeof *r;
  double a = FIRST;
  for (int k = 0; k < ROUNDS && report->residual > wanted->tolerance; k++) {
    ss_contact_report inner;
    ease(x, a);
    memcpy(x->r, x->kept, bytes);
    const bool solved =
        ss_contact_solve(&x->eased, &x->options, x->work, x->r, xi, &inner) == SS_OK;
    report->iterations += inner.iterations;
    a = solved ? a * EASIER : fmin(a * HARDER, MOST);
    if (!solved) continue;
    memcpy(x->kept, x->r, bytes);
    const double residual = ss_contact_residual(x->hard, wanted->residual, x->r, xi);
    if (residual >= report->residual) continue;
    memcpy(r, x->r, bytes);
    report->residual = residual;
    report->method = inner.method;
  }
  report->residual = ss_contact_residual(x->hard, wanted->residual, r, xi);
  return report->residual <= wanted->tolerance ? SS_OK : SS_NO_CONVERGENCE;
}

ss_status ss_contact_solve_patiently(ss_arena *arena, const ss_contact_problem *problem,
                                     const ss_contact_options *options, double *r, double *xi,
                                     ss_contact_report *report) {
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  const size_t needed = ss_contact_work_size(problem, options);
  void *work = needed == SIZE_MAX ? NULL : ss_arena_alloc(arena, needed, 1);
  ss_status status = work ? ss_contact_solve(problem, options, work, r, xi, report) : SS_MEMORY;
  if (status == SS_NO_CONVERGENCE && problem->size) {
    rounds x = {.options = *options};
    x.options.tolerance = WITHIN * options->tolerance;
    x.options.passes_most = PASSES;
    x.options.newton_most = NEWTON;
    x.options.warm = true;
    status = make_rounds(arena, problem, &x);
    if (status == SS_OK) status = go_on(&x, options, r, xi, report);
  }
  ss_arena_release(arena, mark);
  return status;
}
