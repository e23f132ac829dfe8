/* ss_rubbed.c
 *
 * THEOREM:   SS-RUBBED    ours: where a function of the file falls along all motions whatever dry
 *                         friction does, the rest positions in the part of {V < level} in a region
 *                         attract it.
 * REQUIRES:  SS-RUBBED.1  M is positive definite on the region                   -> check_mass()
 * REQUIRES:  SS-RUBBED.2  grad V vanishes at x_e, and dV/du wherever u = 0    -> check_velocities()
 * REQUIRES:  SS-RUBBED.3  V >= level on the border of the region                 -> check_border()
 * REQUIRES:  SS-RUBBED.4  V' < 0 where V < level and u is not 0, for all friction forces
 *                                                                                -> check_rate()
 * REQUIRES:  SS-RUBBED.5  V is convex in the velocities                          -> check_convex()
 * REQUIRES:  SS-RUBBED.6  the bounds of friction forces are positive             -> check_bounds()
 * REQUIRES:  SS-RUBBED.7  V has a strict minimum at x_e, if that is claimed      -> check_minimum()
 * CONCLUDES: SS-RUBBED.C  attractive: the rest positions below the level; x_e is stable; what
 *                         starts below the level stays
 *
 *     V' = V_q u + V_u M^-1 (h + W lambda),     lambda_j = -p_j s_j,  s_j = sign of w_j^T u
 *
 * V' is affine in each force, so that its ends are enough; where w_j^T u = 0 both are tried. It is
 * of first order near u = 0: with u = t H d, H the half widths of the region, t in [0, 1] and d on
 * a face d_i = +-1 of the unit cube,
 *
 *     V' = int_0^t G dt,    G = sum_i (dV'/du_i)(q, t H d) H_i d_i,
 *
 * and G < 0 is asked, for all t with V(q, t H d) < level: t is divided out, and nothing is left out
 * around rest. Where a friction rubs one velocity alone, its sign is that of a component of d,
 * which then lies in [0, 1] or [-1, 0]. docs/theory.md has the proof.
 */
#include "lyapunov.h"

#include <math.h>
#include <string.h>

enum { MOVES = 6 };

typedef struct finding {
  ss_lyapunov_facts *f;
  ss_boxes_effort effort;
  ss_boxes_answer *border; /* 4 n */
  ss_boxes_answer *falls;  /* corners, then 2 n faces */
  size_t faces, corners;
  double level;
} finding;

/* ---- V' divided by the speed ----------------------------------------------------------------- */

/* The coordinate whose velocity alone a friction rubs, times a positive number; n: none. The first
 * friction of a coordinate says which sign its component of d has. */
static size_t aligned(const ss_lyapunov_facts *f, size_t j) {
  size_t at = f->n;
  for (size_t i = 0; i < f->n; i++) {
    const fmpq *w = ss_expr_value(f->graph, ss_expr_simplify(f->graph, f->slip[j][i]));
    if (w && fmpq_is_zero(w)) continue;
    if (at < f->n || !w || fmpq_sgn(w) < 0) return f->n;
    at = i;
  }
  return at;
}

/* The sign of component i of d at the corner, or 0: it may have any. */
static int sign_of(const ss_lyapunov_facts *f, size_t corner, size_t i) {
  for (size_t j = 0; j < f->frictions; j++)
    if (aligned(f, j) == i) return corner >> j & 1 ? -1 : 1;
  return 0;
}

/* The corner and the face have a direction in common. */
static bool is_possible(const finding *x, size_t corner, size_t face) {
  return sign_of(x->f, corner, face / 2) * (face % 2 ? 1 : -1) >= 0;
}

/* V, G and the signed slips with u = t H d on a face; inputs: q, ranges, t, the other |d| or d. */
static ss_status compile_rate(const finding *x, size_t corner, size_t face, ss_tape **tape) {
  const ss_lyapunov_facts *f = x->f;
  ss_graph *g = f->graph;
  const size_t n = f->n;
  ss_expr lambda[f->frictions + 1], slope[n + 1], u[n + 1], in[f->k + n + 1], speed[n + 1];
  ss_expr out[2 + f->frictions], G = ss_expr_integer(g, 0);
  const ss_expr t = ss_expr_symbol(g, "speed of all");
  size_t ins = 0;
  for (size_t j = 0; j < f->frictions; j++)
    lambda[j] = corner >> j & 1 ? f->bound[j] : ss_expr_neg(g, f->bound[j]);
  const ss_expr rate = ss_lyapunov_rate(f, lambda);
  ss_status status = ss_expr_gradient(g, rate, n, f->system->u, slope);
  for (size_t i = 0; i < n; i++) in[ins++] = f->system->q[i];
  for (size_t i = 2 * n; i < f->k; i++) in[ins++] = f->variable[i];
  in[ins++] = t;
  for (size_t i = 0; i < n; i++) {
    ss_expr d = ss_expr_integer(g, face % 2 ? 1 : -1);
    if (i != face / 2) d = in[ins++] = ss_expr_symbol(g, ss_arena_format(f->arena, "speed %zu", i));
    if (i != face / 2 && sign_of(f, corner, i) < 0) d = ss_expr_neg(g, d);
    speed[i] = ss_expr_mul(g, ss_lyapunov_number(f, f->hi[n + i]), d);
    u[i] = ss_expr_mul(g, t, speed[i]);
    G = ss_expr_add(g, G, ss_expr_mul(g, slope[i], speed[i]));
  }
  out[0] = f->V;
  out[1] = G;
  if (status == SS_OK) status = ss_expr_substitute(g, n, f->system->u, u, 2, out, out);
  for (size_t j = 0; j < f->frictions; j++) {
    ss_expr slip = ss_expr_integer(g, 0);
    for (size_t i = 0; i < n; i++)
      slip = ss_expr_add(g, slip, ss_expr_mul(g, f->slip[j][i], speed[i]));
    out[2 + j] = corner >> j & 1 ? ss_expr_neg(g, slip) : slip;
  }
  if (status == SS_OK) status = ss_graph_status(g);
  if (status == SS_OK) ss_expr_simplify_all(g, 2 + f->frictions, out, out);
  if (status == SS_OK) status = ss_tape_compile(g, 0, NULL, ins, in, 2 + f->frictions, out, tape);
  return status;
}

/* The least V where G >= 0. */
static ss_status ask_rate(finding *x, size_t corner, size_t face, double goal) {
  const ss_lyapunov_facts *f = x->f;
  ss_tape *tape = NULL;
  ss_boxes_condition condition[1 + SS_LYAPUNOV_FRICTIONS];
  double lo[f->k + f->n + 1], hi[f->k + f->n + 1];
  ss_boxes_answer *answer = &x->falls[corner * x->faces + face];
  size_t k = 0;
  for (size_t j = 0; j <= f->frictions; j++)
    condition[j] = (ss_boxes_condition){.sense = SS_BOXES_NOT_NEGATIVE, .output = 1 + j};
  for (size_t i = 0; i < f->k; i++)
    if (i < f->n || i >= 2 * f->n) lo[k] = f->lo[i], hi[k++] = f->hi[i];
  lo[k] = 0, hi[k++] = 1;
  for (size_t i = 0; i < f->n; i++)
    if (i != face / 2) lo[k] = sign_of(f, corner, i) ? 0 : -1, hi[k++] = 1;
  ss_status status = compile_rate(x, corner, face, &tape);
  const ss_boxes_question question = {.tape = tape,
                                      .conditions = 1 + f->frictions,
                                      .condition = condition,
                                      .objective = 0,
                                      .exclusive = true};
  ss_boxes_effort effort = x->effort;
  effort.goal = goal;
  ss_boxes_answer_clear(answer);
  if (status == SS_OK) status = ss_boxes_ask(&question, lo, hi, &effort, answer);
  ss_tape_destroy(tape);
  return status;
}

/* The least V on a side of the box. */
static ss_status ask_side(finding *x, size_t side, double goal) {
  const ss_lyapunov_facts *f = x->f;
  const ss_boxes_question question = {.tape = f->tape, .objective = 0};
  double lo[f->k + 1], hi[f->k + 1];
  ss_boxes_effort effort = x->effort;
  memcpy(lo, f->lo, f->k * sizeof *lo);
  memcpy(hi, f->hi, f->k * sizeof *hi);
  (side % 2 ? lo : hi)[side / 2] = (side % 2 ? hi : lo)[side / 2];
  effort.goal = goal;
  ss_boxes_answer_clear(&x->border[side]);
  return ss_boxes_ask(&question, lo, hi, &effort, &x->border[side]);
}

/* A side of the region goes outwards; velocities are as far from 0 on both sides. */
static void move_side(ss_lyapunov_facts *f, size_t side) {
  const size_t j = side / 2;
  const double by = (f->hi[j] - f->lo[j]) / 8;
  if (side % 2 || j >= f->n) f->hi[j] += by;
  if (side % 2 == 0 || j >= f->n) f->lo[j] -= by;
}

/* The level; SS_OK with level <= 0 where there is none. */
static ss_status find_level(finding *x) {
  ss_lyapunov_facts *f = x->f;
  ss_status status = SS_OK;
  for (size_t i = f->n; i < 2 * f->n; i++) {
    f->hi[i] = fmax(f->hi[i], -f->lo[i]);
    f->lo[i] = -f->hi[i];
  }
  for (int move = 0; move <= MOVES && status == SS_OK; move++) {
    double level = INFINITY;
    bool moved = false;
    x->level = 0;
    for (size_t i = 0; i < x->corners * x->faces && status == SS_OK; i++) {
      if (!is_possible(x, i / x->faces, i % x->faces)) continue;
      status = ask_rate(x, i / x->faces, i % x->faces, isfinite(level) ? level : 0);
      if (status != SS_OK || x->falls[i].verdict != SS_PROVED) return status;
      level = fmin(level, x->falls[i].bound);
      if (!(level > 0)) return status;
    }
    for (size_t side = 0; side < 4 * f->n && status == SS_OK; side++) {
      status = ask_side(x, side, isfinite(level) ? level : 0);
      if (status != SS_OK || x->border[side].verdict != SS_PROVED) return status;
      if (x->border[side].bound < level * (1 - 1e-6) && isfinite(level) && move < MOVES) {
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

/* No state of the region has a matrix that is not definite, or a bound that is not positive. */
static bool add_plain(ss_attempt *a, const finding *x, int number, const ss_tape *tape,
                      const ss_boxes_condition *wrong, const char *words[2]) {
  const ss_boxes_question question = {
      .tape = tape, .conditions = 1, .condition = wrong, .objective = SIZE_MAX};
  ss_boxes_answer answer;
  bool good = ss_boxes_ask(&question, x->f->lo, x->f->hi, &x->effort, &answer) == SS_OK &&
              answer.verdict == SS_PROVED;
  good = ss_attempt_add(a, number, good ? SS_CONDITION_PROVED : SS_CONDITION_UNKNOWN,
                        good ? ss_evidence_tree(words[0], &answer) : NULL, good ? "" : words[1]);
  ss_boxes_answer_clear(&answer);
  return good;
}

static bool check_mass(ss_attempt *a, const finding *x) {
  const ss_boxes_condition wrong = {.sense = SS_BOXES_NOT_DEFINITE, .columns = x->f->n};
  const char *words[] = {"mass", "it may be singular somewhere in the region"};
  return add_plain(a, x, 1, x->f->mass, &wrong, words);
}

static bool check_velocities(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  double at[2 * f->n + 1];
  if (!f->even)
    return ss_attempt_add(
        a, 2, SS_CONDITION_UNKNOWN, NULL,
        "dV/du does not vanish wherever u = 0: V would grow where friction begins "
        "to hold");
  for (size_t j = 0; j < 2 * f->n; j++) at[j] = ss_number_to_double(&f->center[j]);
  return ss_attempt_add(a, 2, SS_CONDITION_PROVED, ss_evidence("even"),
                        ss_point_text(a->arena, f->n, f->words, at));
}

static bool add_trees(ss_attempt *a, int number, const char *kind, size_t count,
                      const ss_boxes_answer *answer) {
  json_t *evidence = ss_evidence(kind), *trees = json_array();
  size_t boxes = 0;
  for (size_t i = 0; i < count; i++) {
    if (!answer[i].tree.count) continue; /* it was not asked */
    json_array_append_new(trees, ss_tree_text(&answer[i]));
    boxes += answer[i].tested;
  }
  json_object_set_new(evidence, "trees", trees);
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, evidence,
                        ss_arena_format(a->arena, "%zu boxes", boxes));
}

static bool check_border(ss_attempt *a, const finding *x) {
  return add_trees(a, 3, "border", 4 * x->f->n, x->border);
}

static bool check_rate(ss_attempt *a, const finding *x) {
  return add_trees(a, 4, "rubs", x->corners * x->faces, x->falls);
}

static bool check_convex(ss_attempt *a, const finding *x) {
  const ss_boxes_condition wrong = {.sense = SS_BOXES_NOT_DEFINITE, .columns = x->f->n};
  const char *words[] = {"convex", "it may not be somewhere in the region"};
  return add_plain(a, x, 5, x->f->curvature, &wrong, words);
}

/* One question: some bound is not positive. */
static bool check_bounds(ss_attempt *a, const finding *x) {
  ss_boxes_condition wrong = {.sense = SS_BOXES_NOT_DEFINITE, .columns = x->f->frictions};
  const char *words[] = {"bounds", "one may vanish somewhere in the region"};
  return add_plain(a, x, 6, x->f->bounds, &wrong, words);
}

static bool check_minimum(ss_attempt *a, const finding *x) {
  if (x->f->strict) return ss_attempt_add(a, 7, SS_CONDITION_PROVED, ss_evidence("minimum"), "");
  return ss_attempt_add(a, 7, SS_CONDITION_UNKNOWN, NULL,
                        "its second derivatives there are not seen to be positive definite");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool give_up(ss_attempt *a, const finding *x) {
  const ss_lyapunov_facts *f = x->f;
  for (size_t i = 0; i < x->corners * x->faces; i++)
    if (x->falls[i].tree.count && (x->falls[i].verdict != SS_PROVED || !(x->falls[i].bound > 0)))
      return ss_attempt_add(
          a, 4, SS_CONDITION_UNKNOWN, NULL,
          ss_arena_format(a->arena,
                          "not shown near the rest point, or in some direction "
                          "of velocity nothing rubs (frictions: %zu, coordinates: "
                          "%zu)",
                          f->frictions, f->n));
  return ss_attempt_add(a, 3, SS_CONDITION_UNKNOWN, NULL, "no level was found on the border");
}

static bool conclude(ss_attempt *a, finding *x, bool point) {
  if (!(x->level > 0) || !isfinite(x->level)) return give_up(a, x);
  const double bound = ss_lyapunov_round_level(a, x->level);
  for (size_t i = 0; i < x->corners * x->faces; i++)
    if (x->falls[i].tree.count && isfinite(x->falls[i].bound)) ss_boxes_lower(&x->falls[i], bound);
  for (size_t side = 0; side < 4 * x->f->n; side++) ss_boxes_lower(&x->border[side], bound);
  const bool good = check_mass(a, x) && check_border(a, x) && check_rate(a, x) &&
                    check_convex(a, x) && check_bounds(a, x) && (!point || check_minimum(a, x));
  if (good) ss_attempt_tell_level(a);
  return good;
}

static bool try_function(ss_attempt *a, ss_lyapunov_facts *f) {
  const bool point = a->theorem->claim == SS_CLAIM_STABLE_POINT;
  finding x = {.f = f,
               .faces = 2 * f->n,
               .corners = (size_t)1 << f->frictions,
               .effort = {.gap = a->options->box_gap,
                          .boxes = a->options->boxes,
                          .until = a->options->until}};
  double guess;
  if (ss_lyapunov_is_elsewhere(a, f))
    return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL,
                          "V is stationary at another rest point than the one that was chosen");
  if (!check_velocities(a, &x)) return false;
  if (!ss_lyapunov_find_region(f, &guess))
    return ss_attempt_add(a, 4, SS_CONDITION_UNKNOWN, NULL,
                          "V does not rise, or does not fall, around the rest point");
  x.border = ss_arena_new(a->arena, 4 * f->n, ss_boxes_answer);
  x.falls = ss_arena_new(a->arena, x.corners * x.faces, ss_boxes_answer);
  const bool good = x.border && x.falls && find_level(&x) == SS_OK && conclude(a, &x, point);
  for (size_t side = 0; x.border && side < 4 * f->n; side++) ss_boxes_answer_clear(&x.border[side]);
  for (size_t i = 0; x.falls && i < x.corners * x.faces; i++) ss_boxes_answer_clear(&x.falls[i]);
  return good;
}

bool ss_theorem_ss_rubbed(ss_attempt *a) {
  return ss_lyapunov_try_each(a, try_function);
}

bool ss_lyapunov_is_rubbed(const void *facts) {
  return ((const ss_lyapunov_facts *)facts)->frictions > 0;
}

bool ss_lyapunov_is_smooth(const void *facts) {
  return !ss_lyapunov_is_rubbed(facts);
}
