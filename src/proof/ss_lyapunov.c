/* ss_lyapunov.c
 *
 * THEOREM:   SS-LYAPUNOV    ours: a rest point around which a function of the file falls along all
 *                           motions attracts the part of {V < level} around it, and is stable.
 * REQUIRES:  SS-LYAPUNOV.1  M is positive definite on the region        -> check_mass()
 * REQUIRES:  SS-LYAPUNOV.2  the forces and grad V vanish at x_e         -> check_rest_point()
 * REQUIRES:  SS-LYAPUNOV.3  V >= level on the border of the region      -> check_border()
 * REQUIRES:  SS-LYAPUNOV.4  V' < 0 where V < level, but for x_e         -> check_rate()
 * CONCLUDES: SS-LYAPUNOV.C  locally attractive, level; stable; bounded below the level
 *
 * The region R is a box around x_e, found by rays (lyapunov_region.c). The level is
 *
 *     min of V over {V' >= 0} without x_e in R, and over the border of R,
 *
 * found and proved at once by branch and bound. Near x_e, where V' and its gradient vanish, V' < 0
 * follows from its curvature on the hull of a box and x_e (boxes.h), in the same tree. Where the
 * border stops the level, it is moved outwards a few times. That V > 0 and that the part of
 * {V < level} in R is one piece follows: docs/theory.md.
 */
#include "lyapunov.h"

#include <math.h>
#include <string.h>

enum { MOVES = 6 };

/* What was found on the way, for all conditions. */
typedef struct finding {
  const ss_lyapunov_facts *f;
  ss_boxes_effort effort;
  ss_boxes_answer inside;
  ss_boxes_answer *border; /* 2 n pairs */
  double level;
} finding;

/* ---- questions ------------------------------------------------------------------------------- */

/* The least V where V' >= 0. */
static ss_status ask_inside(finding *x, const double *lo, const double *hi) {
  static const ss_boxes_condition grows = {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1};
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_local local = {.tape = f->curvature,
                                .lo = f->center_lo,
                                .hi = f->center_hi,
                                .condition = 0,
                                .inputs = 2 * f->n};
  const ss_boxes_question question = {
      .tape = f->tape, .conditions = 1, .condition = &grows, .objective = 0, .local = &local};
  ss_boxes_answer_clear(&x->inside);
  return ss_boxes_ask(&question, lo, hi, &x->effort, &x->inside);
}

/* The least V on a side of the box: that where variable j is at its end. */
static ss_status ask_side(finding *x, size_t side, double goal) {
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_question question = {.tape = f->tape, .objective = 0};
  double lo[f->k + 1], hi[f->k + 1];
  ss_boxes_effort effort = x->effort;
  memcpy(lo, f->lo, f->k * sizeof *lo);
  memcpy(hi, f->hi, f->k * sizeof *hi);
  if (side % 2)
    lo[side / 2] = hi[side / 2];
  else
    hi[side / 2] = lo[side / 2];
  effort.goal = goal;
  ss_boxes_answer_clear(&x->border[side]);
  return ss_boxes_ask(&question, lo, hi, &effort, &x->border[side]);
}

/* Moves a side of the region outwards. */
static void move_side(ss_lyapunov_facts *f, size_t side) {
  const size_t j = side / 2;
  const double by = (f->hi[j] - f->lo[j]) / 8;
  if (side % 2)
    f->hi[j] += by;
  else
    f->lo[j] -= by;
}

/* All of it, moving out what stops the level; SS_OK with level <= 0 where there is none. */
static ss_status find_level(finding *x) {
  ss_lyapunov_facts *f = (ss_lyapunov_facts *)x->f;
  ss_status status = SS_OK;
  for (int move = 0; move <= MOVES && status == SS_OK; move++) {
    status = ask_inside(x, f->lo, f->hi);
    if (status != SS_OK || x->inside.verdict != SS_PROVED) return status;
    double level = x->inside.bound;
    bool moved = false;
    for (size_t side = 0; side < 4 * f->n && status == SS_OK; side++) {
      status = ask_side(x, side, isfinite(level) ? level : 0);
      if (status != SS_OK || x->border[side].verdict != SS_PROVED) return status;
      if (x->border[side].bound < level * (1 - 1e-6) && move < MOVES) {
        move_side(f, side);
        moved = true;
      } else {
        level = fmin(level, x->border[side].bound);
      }
    }
    x->level = level;
    if (!moved) break;
  }
  return status;
}

/* ---- the conditions -------------------------------------------------------------------------- */

static bool check_mass(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_condition wrong = {.sense = SS_BOXES_NOT_DEFINITE, .columns = f->n};
  const ss_boxes_question question = {
      .tape = f->mass, .conditions = 1, .condition = &wrong, .objective = SIZE_MAX};
  ss_boxes_answer answer;
  bool good = ss_boxes_ask(&question, f->lo, f->hi, &x->effort, &answer) == SS_OK &&
              answer.verdict == SS_PROVED;
  good = ss_attempt_add(a, 1, good ? SS_CONDITION_PROVED : SS_CONDITION_UNKNOWN,
                        good ? ss_evidence_tree("mass", &answer) : NULL,
                        good ? "" : "it may be singular somewhere in the region");
  ss_boxes_answer_clear(&answer);
  return good;
}

static bool check_rest_point(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  double at[2 * f->n + 1];
  for (size_t j = 0; j < 2 * f->n; j++) at[j] = ss_number_to_double(&f->center[j]);
  return ss_attempt_add(a, 2, SS_CONDITION_PROVED, ss_evidence("stationary"),
                        ss_point_text(a->arena, f->n, f->words, at));
}

static bool check_border(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  json_t *evidence = ss_evidence("border"), *trees = json_array();
  size_t boxes = 0;
  for (size_t side = 0; side < 4 * f->n; side++) {
    json_array_append_new(trees, ss_tree_text(&x->border[side]));
    boxes += x->border[side].tested;
  }
  json_object_set_new(evidence, "trees", trees);
  return ss_attempt_add(a, 3, SS_CONDITION_PROVED, evidence,
                        ss_arena_format(a->arena, "%zu boxes", boxes));
}

static bool check_rate(ss_attempt *a, const finding *x) {
  return ss_attempt_add(a, 4, SS_CONDITION_PROVED, ss_evidence_tree("falls", &x->inside),
                        ss_arena_format(a->arena, "%zu boxes", x->inside.tested));
}

/* V' = 0 inside the region, or the border. */
static void tell_what_stops(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_answer *least = &x->inside;
  for (size_t side = 0; side < 4 * f->n; side++)
    if (x->border[side].least < least->least) least = &x->border[side];
  if (!isfinite(least->least)) return;
  a->levels.tight = least->least;
  a->limited_by = ss_arena_format(a->arena, "%s at %s",
                                  least == &x->inside ? "V' = 0" : "the border of the region",
                                  ss_point_text(a->arena, f->k, f->words, least->point));
}

/* Why there is no level: what could not be decided, and where. */
static bool give_up(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_answer *in = &x->inside;
  double lo[f->k + 1], hi[f->k + 1];
  if (in->verdict == SS_PROVED || !in->tree.count)
    return ss_attempt_add(a, 3, SS_CONDITION_UNKNOWN, NULL, "no level was found on the border");
  ss_boxes_box(&in->tree, in->blocking, lo, hi);
  for (size_t j = 0; j < f->k; j++) lo[j] = lo[j] / 2 + hi[j] / 2;
  return ss_attempt_add(
      a, 4, SS_CONDITION_UNKNOWN, NULL,
      ss_arena_format(a->arena, "undecided near %s", ss_point_text(a->arena, f->k, f->words, lo)));
}

double ss_lyapunov_round_level(ss_attempt *a, double level) {
  const int digits = 7 - (int)floor(log10(level));
  fmpz_t ten;
  fmpz_init(ten);
  fmpz_set_ui(ten, 10);
  fmpq_t scale;
  fmpq_init(scale);
  fmpq_set_fmpz(scale, ten);
  fmpq_pow_si(scale, scale, digits);
  arf_t number;
  arf_init(number);
  arf_set_d(number, level * (1 - 1e-12));
  arf_get_fmpq(a->level, number);
  fmpq_mul(a->level, a->level, scale);
  fmpz_fdiv_q(fmpq_numref(a->level), fmpq_numref(a->level), fmpq_denref(a->level));
  fmpz_one(fmpq_denref(a->level));
  fmpq_div(a->level, a->level, scale);
  a->has_level = true;
  arf_set_fmpq(number, a->level, 53, ARF_RND_CEIL);
  const double bound = arf_get_d(number, ARF_RND_CEIL);
  arf_clear(number);
  fmpq_clear(scale);
  fmpz_clear(ten);
  return bound;
}

/* The trees are about the round level. */
static void round_level(ss_attempt *a, finding *x) {
  const double bound = ss_lyapunov_round_level(a, x->level);
  if (x->inside.bound > bound && isfinite(x->inside.bound)) ss_boxes_lower(&x->inside, bound);
  for (size_t side = 0; side < 4 * x->f->n; side++) ss_boxes_lower(&x->border[side], bound);
}

static bool conclude(ss_attempt *a, finding *x) {
  if (!(x->level > 0) || !isfinite(x->level)) return give_up(a, x);
  round_level(a, x);
  const bool good =
      check_mass(a, x) && check_rest_point(a, x) && check_border(a, x) && check_rate(a, x);
  a->levels.leaves = x->inside.tested;
  tell_what_stops(a, x);
  if (good) ss_attempt_tell_level(a);
  return good;
}

bool ss_lyapunov_is_elsewhere(const ss_attempt *a, const ss_lyapunov_facts *f) {
  if (!a->options->chosen || !a->options->at) return false;
  for (size_t j = 0; j < f->n; j++) {
    const double x = ss_number_to_double(&f->center[j]);
    if (!(fabs(a->options->at[j] - x) <= 1e-6 * fmax(1, fabs(x)))) return true;
  }
  return false;
}

static bool try_function(ss_attempt *a, ss_lyapunov_facts *f) {
  if (ss_lyapunov_is_elsewhere(a, f))
    return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL,
                          "V is stationary at another rest point than the one that was chosen");
  finding x = {.f = f,
               .effort = {.gap = a->options->box_gap,
                          .boxes = a->options->boxes,
                          .until = a->options->until}};
  double guess;
  if (!ss_lyapunov_find_region(f, &guess))
    return ss_attempt_add(a, 4, SS_CONDITION_UNKNOWN, NULL,
                          "V does not rise, or does not fall, around the rest point");
  x.border = ss_arena_new(a->arena, 4 * f->n, ss_boxes_answer);
  const bool good = x.border && find_level(&x) == SS_OK && conclude(a, &x);
  for (size_t side = 0; x.border && side < 4 * f->n; side++) ss_boxes_answer_clear(&x.border[side]);
  ss_boxes_answer_clear(&x.inside);
  return good;
}

bool ss_theorem_ss_lyapunov(ss_attempt *a) {
  return ss_lyapunov_try_each(a, try_function);
}

const char *ss_lyapunov_explain(const ss_attempt *a) {
  const ss_lyapunov_facts *f = a->facts;
  return ss_arena_format(a->arena, "the function %s does not show that it comes to rest",
                         f->shown ? f->shown->name : f->name);
}
