/* spatial.c: the ladder of methods for every contact problem that is not small and planar.
 *
 *     1. round 0: a burst of passes (gauss_seidel.c), which finds who is free, sticks and
 *        slips, then semismooth Newton from there (newton.c): 2 to 4 steps as a rule
 *     2. few contacts: Newton with other step lengths for friction, where it is almost solved
 *     3. proximal points: passes and Newton on xi + shift g (r - r_k), where r_k is the solution
 *        before. shift falls from 1 while that succeeds and rises where it does not
 *     4. more rounds, each burst twice as long and from where the passes are, with exact and
 *        projected passes, the two scalings of the prox equations, weak and strong damping in turn:
 *        what one variant cycles on another one leaves
 *     5. rung 2 for any number, farther and longer, then proximal points from r = 0
 *     6. projected passes to the limit, Newton after each burst
 *
 * The first that brings the residual to the tolerance ends it; otherwise the best point of all is
 * what remains, and the caller is told so. Rung 3 is what dependent directions with much friction
 * need: of 20 random problems of 128 contacts with rank 192, mu = 1 and 2, it solves 19, where
 * rungs 1 and 4 alone solve 11.
 *
 * Rung 2 is for creeping contacts. A body on three legs has nine contact directions for six
 * coordinates; if c is off the range of G by a little (the gaps that a time step takes back do
 * that), sticking is impossible, and legs at the bound of friction slip with velocities of the size
 * of that little, eps |c|. In the prox equation the slip is then invisible beside the force: t =
 * r_T - xi_T / g points along r_T, whatever the direction of xi_T, until r_T is right to eps, and
 * Newton wanders. The same equation with the step length 1 / (eps g) has r_T and the slip of one
 * size. eps is about the residual that is left, so the lengths tried are that, ten times more and
 * less, and so on. Of 158 such problems of a stool the first length solves four in five within
 * ten steps; without rung 2, 14 stay unsolved. Of 2000 random bodies on three legs, c off by 1e-9
 * to 1e-4, 5 stay unsolved, without it 1617. Proximal points of such problems get the step length
 * between, 1 / (sqrt(shift) g).
 *
 * The constants below were chosen on such problems and on 34 real ones; no result depends on them,
 * only the time.
 *
 * Cost: docs/contact-solver.md has the figures. Reference for the proximal points: R. Rockafellar,
 * Monotone operators and the proximal point algorithm, SIAM J. Control Optim. 1976.
 */
#include <math.h>
#include <string.h>

#include "spatial.h"

/* passes in a burst; rounds before and after the proximal points; Newton steps in a round */
enum { FIRST_BURST = 4, LONGEST_BURST = 256, LAST_BURST = 512, EARLY_ROUNDS = 1, ROUNDS = 12 };
enum { SHORT_RUN = 30, LONG_RUN = 100 };

/* contacts for which other step lengths are tried before proximal points: larger problems that are
 * almost solved are more often solved by these, and 150 steps are dear there */
enum { FEW_MOST = 32 };

/* proximal points, Newton steps for all of them, and for each of the tries for one */
enum { PROXIMAL_MOST = 150, PROXIMAL_STEPS = 600, PROXIMAL_RUN = 20, PROXIMAL_TRIES = 3 };

/* the residual of a problem that is almost solved */
static const double ALMOST = 1e-4;

/* Remembers r if it is the best so far; is the goal reached? */
static bool judge(spatial *s, ss_contact_method method, const double *r, double measure) {
  if (measure < s->best_F) {
    s->best_F = measure;
    s->best_method = method;
    memcpy(s->best, r, s->n * sizeof *r);
  }
  return s->best_F <= s->goal;
}

static size_t subtract(size_t a, size_t b) {
  return a > b ? a - b : 0;
}

static bool make_passes(spatial *s, size_t count, bool exact, double *r) {
  const size_t left = subtract(s->options->passes_most, s->passes);
  if (count > left) count = left;
  for (size_t k = 0; k < count; k++) ss_spatial_pass(s, exact, r, s->xi);
  ss_spatial_velocity(s, r, s->xi);
  const double F = ss_spatial_natural_map(s, r, s->xi);
  return judge(s, SS_METHOD_GAUSS_SEIDEL, r, ss_spatial_measure(s, F, r, s->xi));
}

/* Newton from s->point, s->point_xi. */
static bool go_on_newton(spatial *s, size_t most) {
  const size_t left = subtract(s->options->newton_most, s->steps);
  ss_spatial_prepare_lu(s);
  const double measure =
      ss_spatial_newton(s, most < left ? most : left, s->goal, s->point, s->point_xi);
  return judge(s, SS_METHOD_NEWTON, s->point, measure);
}

/* Newton from r; r itself stays where it is. */
static bool run_newton(spatial *s, size_t most, const double *r) {
  memcpy(s->point, r, s->n * sizeof *r);
  memcpy(s->point_xi, s->xi, s->n * sizeof *r);
  return go_on_newton(s, most);
}

/* What changes from round to round. */
typedef struct variant {
  bool exact_passes, own_scales;
  double damping;
} variant;

static bool alternate(spatial *s, size_t first, size_t end, double *r) {
  static const variant variants[] = {
      {true, false, 1}, {true, true, 0.01}, {false, false, 1}, {false, true, 1e-4}};
  size_t burst = (size_t)FIRST_BURST << first;
  if (first == 0 && s->options->warm) burst = 1;
  for (size_t round = first; round < end; round++) {
    const variant *v = &variants[round % (sizeof variants / sizeof *variants)];
    s->own_scales = v->own_scales;
    s->damping = v->damping;
    if (make_passes(s, burst, v->exact_passes, r)) return true;
    if (run_newton(s, round < 2 ? SHORT_RUN : LONG_RUN, r)) return true;
    if (burst < LONGEST_BURST) burst *= 2;
  }
  return false;
}

/* How far and how long other step lengths are looked for. */
typedef struct search {
  double factor, damping;
  int reach;
  size_t most;
} search;

/* Newton from the best point, which almost solves the problem, with the step lengths 1 / (grade g)
 * for friction: grade is `factor` times what is left of the residual, times 1, 10, 1/10, 100, ...
 * 10^-reach. */
static bool regrade(spatial *s, const search *how) {
  const double left = s->best_F / s->data_size;
  bool done = false;
  if (!(left < ALMOST)) return false;
  s->own_scales = false;
  s->damping = how->damping;
  for (int k = 0; k <= 2 * how->reach && !done; k++) {
    s->grade = how->factor * left * pow(10, k % 2 ? (k + 1) / 2 : -k / 2);
    memcpy(s->point, s->best, s->n * sizeof *s->point);
    ss_spatial_velocity(s, s->point, s->point_xi);
    done = go_on_newton(s, how->most);
  }
  s->grade = 1;
  return done;
}

/* Solves the problem with the proximal term from s->point, up to |F| <= goal. */
static bool solve_proximal(spatial *s, double goal) {
  size_t burst = FIRST_BURST;
  for (int k = 0; k < PROXIMAL_TRIES; k++, burst *= 4) {
    for (size_t j = 0; j < burst; j++) ss_spatial_pass(s, false, s->point, s->point_xi);
    ss_spatial_velocity(s, s->point, s->point_xi);
    if (ss_spatial_newton(s, PROXIMAL_RUN, goal, s->point, s->point_xi) <= goal) return true;
  }
  return false;
}

/* Proximal points from start: each is the solution of the problem with
 * xi = G r + c + shift g (r - center), center the one before. */
static bool follow_proximal_points(spatial *s, const double *start) {
  const size_t bytes = s->n * sizeof *s->center;
  const size_t budget = s->steps + PROXIMAL_STEPS;
  const size_t most = budget < s->options->newton_most ? budget : s->options->newton_most;
  const bool few = s->contacts <= FEW_MOST;
  double F = s->data_size, shift = 1, factor = 0.1;
  s->own_scales = false;
  s->damping = 1;
  memcpy(s->point, start, bytes);
  for (size_t k = 0; k < PROXIMAL_MOST && s->steps < most; k++) {
    const double goal = fmax(0.5 * s->fine, fmin(0.1 * F, 1e-3 * s->data_size));
    memcpy(s->center, s->point, bytes);
    s->shift = shift;
    s->grade = few && F < ALMOST * s->data_size ? fmin(1, sqrt(shift)) : 1;
    ss_spatial_velocity(s, s->point, s->point_xi);
    const bool found = solve_proximal(s, goal);
    s->shift = 0;
    s->grade = 1;
    ss_spatial_velocity(s, s->point, s->point_xi);
    F = ss_spatial_natural_map(s, s->point, s->point_xi);
    const double measure = ss_spatial_measure(s, F, s->point, s->point_xi);
    if (judge(s, SS_METHOD_NEWTON, s->point, measure)) return true;
    if (found) {
      shift = fmax(factor * shift, 1e-9);
      factor = fmax(0.1, factor * factor);
    } else {
      memcpy(s->point, s->center, bytes);
      shift = fmin(4 * shift, 1e3);
      factor = 0.6;
    }
  }
  return false;
}

static bool restart_proximal(spatial *s) {
  memset(s->trial, 0, s->n * sizeof *s->trial);
  return follow_proximal_points(s, s->trial);
}

/* Passes to the limit, in bursts. Without Newton the first quarter of them is exact. */
static bool pass_to_the_limit(spatial *s, bool newton, double *r) {
  const size_t most = s->options->passes_most;
  for (size_t burst = FIRST_BURST; s->passes < most;) {
    if (make_passes(s, burst, !newton && s->passes < most / 4, r)) return true;
    if (newton && run_newton(s, SHORT_RUN, r)) return true;
    if (burst < LAST_BURST) burst *= 2;
  }
  return false;
}

static bool climb(spatial *s, double *r) {
  static const search near = {3, 0.1, 2, SHORT_RUN}, far = {1, 0.01, 4, LONG_RUN};
  const bool few = s->contacts <= FEW_MOST;
  switch (s->options->method) {
  case SS_METHOD_GAUSS_SEIDEL: return pass_to_the_limit(s, false, r);
  case SS_METHOD_NEWTON:
    return make_passes(s, FIRST_BURST, true, r) || run_newton(s, s->options->newton_most, r);
  default:
    return alternate(s, 0, EARLY_ROUNDS, r) || (few && regrade(s, &near)) ||
           follow_proximal_points(s, s->best) || alternate(s, EARLY_ROUNDS, ROUNDS, r) ||
           regrade(s, &far) || restart_proximal(s) || pass_to_the_limit(s, true, r);
  }
}

/* Small problems of the common kind from a cold start: seldom more is needed. */
static bool try_few(const ss_contact_problem *problem, const ss_contact_options *options,
                    void *work, double *r, ss_contact_report *report) {
  if (options->method != SS_METHOD_AUTO || options->warm || !ss_few_apply(problem)) return false;
  if (ss_few_solve(problem, options, work, r, &report->iterations)) {
    report->method = SS_METHOD_NEWTON;
    return true;
  }
  memset(r, 0, problem->size * sizeof *r);
  return false;
}

bool ss_contact_spatial_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                            void *work, double *r, ss_contact_report *report) {
  if (try_few(problem, options, work, r, report)) return true;
  spatial s = {.problem = problem, .options = options, .n = problem->size};
  s.contacts = problem->contacts;
  ss_spatial_start(&s, work);
  ss_spatial_velocity(&s, r, s.xi);
  memset(s.best, 0, s.n * sizeof *r);
  const double F = ss_spatial_natural_map(&s, r, s.xi);
  const double measure = ss_spatial_measure(&s, F, r, s.xi);
  const bool solved = judge(&s, SS_METHOD_GAUSS_SEIDEL, r, measure) || climb(&s, r);
  memcpy(r, s.best, s.n * sizeof *r);
  report->method = s.best_method;
  report->residual = s.best_F / s.data_size;
  report->iterations += s.passes + s.steps;
  return solved;
}
