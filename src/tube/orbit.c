/* orbit.c: a machine with one coordinate and friction, as a direction field in its plane.
 *
 *     M(q) u' = h(q, u) - sign(u) P(q, u),    P = sum |a_j| N_j mu_j,    slips a_j(q) u
 *
 * With w = u^2/2, dw/dq = u'. Motions to the left are looked at in x = -q, so that x grows along
 * all of them: g(x, v) = s F_s(s x, s v), v = |u|, F_s = (h - s P)/M.
 *
 * Energy. E = M u^2/2 - int h(q, 0) dq has the rate u (h(q, u) + M' u^2/2 - h(q, 0)) - |u| P,
 * h having -M' u^2/2 among its terms; by the mean value theorem that is |u| (|u| y - P) with y
 * between the values of d/du (h + M' u^2/2): it falls where |u| max(0, y) < P.
 */
#include <assert.h>
#include <math.h>

#include "fence_private.h"
#include "standstill/linear.h"

/* ---- what is asked of a machine -------------------------------------------------------------- */

static const char *find_element_obstacle(const ss_system *s) {
  size_t contacts = 0;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    contacts += e->kind == SS_ELEMENT_CONTACT;
    if (e->kind == SS_ELEMENT_CONTACT) {
      if (e->slips) return "a contact has friction of its own";
      if (e->restitution != SS_RESTITUTION_NEWTON) return "an impact law is not newton's";
      continue;
    }
    if (e->kind != SS_ELEMENT_FRICTION) return "it has sliders or clutches";
    if (e->law != SS_LAW_COULOMB) return "a friction acts in more than one direction";
  }
  if (contacts > 1) return "it has more than one contact";
  if (s->elements - contacts > FRICTIONS) return "it has more than 8 frictions";
  return s->elements > contacts ? NULL : "it has no friction";
}

static const char *find_obstacle(const ss_system *s) {
  if (s->coordinates != 1)
    return "it is not linear, and of nonlinear machines only those with one coordinate are ordered "
           "in their plane";
  if (s->auxiliaries || s->projection) return "it has first-order states, or a chart";
  for (size_t i = 0; i < s->model->parameters; i++)
    if (s->model->parameter[i].low.resolved) return "a parameter has a range";
  for (size_t i = 0; i < s->inputs; i++)
    if (s->model->input[i].low.resolved) return "an input has bounds";
  if (!s->traits.autonomous) return "something depends on the time";
  if (s->traits.driven) return "a belt feeds it";
  if (s->frame_moves) return "its frame moves";
  if (s->traits.kink) return "a force is not smooth";
  return find_element_obstacle(s);
}

/* ---- the tape -------------------------------------------------------------------------------- */

/* P = sum |a_j| N_j mu_j, and N_j mu_j */
static ss_expr find_rubbing(ss_graph *g, const ss_system *s, ss_expr *part) {
  ss_expr sum = s->zero;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT) continue;
    const ss_expr arm = ss_expr_unary(g, SS_OP_ABS, s->slip[s->element[i].slip].W[0]);
    const ss_expr force = ss_expr_mul(g, e->normal.resolved, e->law_argument[0].resolved);
    *part++ = force;
    sum = ss_expr_add(g, sum, ss_expr_mul(g, arm, force));
  }
  return sum;
}

static ss_status check_smooth(const ss_system *s, const ss_graph *g, const char **why_not) {
  ss_status status = SS_OK;
  for (size_t i = 0; i < s->elements && status == SS_OK; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT) continue;
    const ss_expr parts[] = {e->normal.resolved, e->law_argument[0].resolved};
    ss_expr kink;
    status = ss_system_find_kink(s, g, 2, parts, false, &kink);
    if (status == SS_OK && kink) *why_not = "a friction is not smooth, or its bound jumps";
  }
  return status;
}

static ss_status compile(ss_arena *arena, const ss_system *s, ss_tape **tape,
                         const char **why_not) {
  ss_graph *g = ss_graph_create_over(arena, s->graph);
  ss_expr slope, fall, out[OUTPUTS + FRICTIONS];
  if (!g) return SS_MEMORY;
  ss_status status = check_smooth(s, g, why_not);
  if (status != SS_OK || *why_not) return status;
  status = ss_expr_differentiate(g, 1, s->M, s->q[0], &slope);
  if (status == SS_OK) status = ss_expr_differentiate(g, 1, &s->potential, s->q[0], &fall);
  if (status != SS_OK) return status;
  const ss_expr P = find_rubbing(g, s, out + OUTPUTS), square = ss_expr_mul(g, s->u[0], s->u[0]);
  const ss_expr turn = ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_expr_mul(g, slope, square));
  /* h = push - turn: a push that were made of h would have M' in it twice, without end in boxes */
  out[PUSH] = ss_expr_simplify(g, ss_expr_sub(g, s->nonconservative[0], fall));
  const ss_expr h = ss_expr_sub(g, out[PUSH], turn);
  out[FORWARD] = ss_expr_div(g, ss_expr_sub(g, h, P), s->M[0]);
  out[BACKWARD] = ss_expr_div(g, ss_expr_add(g, h, P), s->M[0]);
  out[RUBBING] = P;
  out[MASS] = s->M[0];
  const ss_expr in[2] = {s->q[0], s->u[0]};
  status = ss_graph_status(g);
  if (status == SS_OK)
    status = ss_tape_compile(g, 0, NULL, 2, in, OUTPUTS + s->elements - s->normals, out, tape);
  return status;
}

/* The stop of the only contact, whose gap must be c q + d: d, c and the restitution by a tape. */
static ss_status find_stop(ss_arena *arena, const ss_system *s, orbit *o, const char **why_not) {
  const ss_element *e = NULL;
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].element->kind == SS_ELEMENT_CONTACT) e = s->element[i].element;
  if (!e) return SS_OK;
  ss_graph *g = ss_graph_create_over(arena, s->graph);
  const ss_expr own = e->restitution_argument[0].resolved;
  ss_expr out[3] = {s->gap[0], SS_EXPR_NONE, own ? own : s->zero}, bend;
  ss_tape *tape;
  if (!g) return SS_MEMORY;
  ss_status status = ss_expr_differentiate(g, 1, out, s->q[0], &out[1]);
  if (status == SS_OK) status = ss_expr_differentiate(g, 1, out + 1, s->q[0], &bend);
  if (status != SS_OK) return status;
  if (ss_expr_simplify(g, bend) != s->zero) *why_not = "a gap is not c x + d";
  status = ss_graph_status(g);
  if (status != SS_OK || *why_not) return status;
  status = ss_tape_compile(g, 0, NULL, 2, (ss_expr[]){s->q[0], s->u[0]}, 3, out, &tape);
  if (status != SS_OK) return status;
  double *work = ss_arena_new(arena, ss_tape_work_size(tape), double);
  if (work) {
    ss_tape_prepare(tape, NULL, work);
    ss_tape_in(tape, work)[0] = ss_tape_in(tape, work)[1] = 0;
    ss_tape_run(tape, work);
    const double *found = ss_tape_out(tape, work);
    o->wall = found[1] > 0 ? -1 : 1;
    o->stop = o->wall * ldexp(ceil(ldexp(-o->wall * found[0] / found[1], GRAIN)), -GRAIN);
    o->bounce = found[2] * (1 + 0x1p-40);
    if (!(found[1] != 0 && fabs(o->stop) < 512)) *why_not = "a gap cannot close, or is too wide";
    if (!(found[2] >= 0 && found[2] < 1)) *why_not = "a restitution is not below 1";
  }
  ss_tape_destroy(tape);
  return work ? SS_OK : SS_MEMORY;
}

static void close_orbit(void *object) {
  orbit *o = object;
  for (size_t i = 0; i < 8; i++) arb_clear(o->room + i);
  if (o->slopes) _arb_vec_clear(o->slopes, (slong)o->balls);
  ss_tape_destroy(o->tape);
}

ss_status ss_orbit_open(ss_arena *arena, const ss_system *system, orbit **result,
                        const char **why_not) {
  ss_system *s;
  orbit *o = *result = ss_arena_new(arena, 1, orbit);
  if (!o) return SS_MEMORY;
  *why_not = find_obstacle(system);
  if (*why_not) return SS_BAD_ARGUMENT;
  ss_status status = ss_system_check_written(arena, system, why_not);
  if (status == SS_OK && !*why_not) status = ss_system_insert_parameters(arena, system, &s);
  if (status == SS_OK && !*why_not) status = compile(arena, s, &o->tape, why_not);
  if (status == SS_OK && !*why_not) status = find_stop(arena, s, o, why_not);
  if (status == SS_OK && *why_not) status = SS_BAD_ARGUMENT;
  if (status != SS_OK) return status;
  o->frictions = system->elements - system->normals;
  o->balls = ss_slopes_work_size(o->tape);
  o->slopes = _arb_vec_init((slong)o->balls);
  for (size_t i = 0; i < 8; i++) arb_init(o->room + i), o->ball[i] = o->room + i;
  if (!ss_arena_defer(arena, close_orbit, o)) {
    close_orbit(o);
    return SS_MEMORY;
  }
  o->work = ss_arena_new(arena, ss_tape_work_size(o->tape), double);
  if (!o->work) return SS_MEMORY;
  ss_tape_prepare(o->tape, NULL, o->work);
  ss_slopes_prepare(o->tape, NULL, o->slopes, FENCE_BITS);
  return SS_OK;
}

/* ---- questions ------------------------------------------------------------------------------- */

double ss_orbit_pull(const orbit *o, int side, double x, double speed) {
  double *in = ss_tape_in(o->tape, o->work);
  in[0] = side * x;
  in[1] = side * speed;
  ss_tape_run(o->tape, o->work);
  return side * ss_tape_out(o->tape, o->work)[side > 0 ? FORWARD : BACKWARD];
}

static arb_srcptr run(orbit *o) {
  ss_slopes_run(o->tape, o->slopes, FENCE_BITS);
  return ss_slopes_out(o->tape, o->slopes);
}

/* M > 0 and no N mu is negative, over the box at hand. */
static bool is_physical(const orbit *o, arb_srcptr out) {
  bool good = arb_is_positive(out + MASS);
  for (size_t i = 0; i < o->frictions; i++) good = good && arb_is_nonnegative(out + OUTPUTS + i);
  return good;
}

bool ss_orbit_pull_box(orbit *o, int side, const arb_t x, const arb_t speed, arb_ptr g) {
  const size_t which = side > 0 ? FORWARD : BACKWARD;
  arb_ptr in = ss_slopes_in(o->tape, o->slopes);
  arb_mul_si(in, x, side, FENCE_BITS);
  arb_mul_si(in + 1, speed, side, FENCE_BITS);
  arb_srcptr out = run(o), slope = ss_slopes_gradients(o->tape, o->slopes);
  arb_mul_si(g, out + which, side, FENCE_BITS);
  arb_set(g + 1, slope + 2 * which);
  arb_set(g + 2, slope + 2 * which + 1);
  return is_physical(o, out) && arb_is_finite(g);
}

static void set_hull(arb_t z, double low, double high) {
  arf_t a, b;
  arf_init(a);
  arf_init(b);
  arf_set_d(a, low);
  arf_set_d(b, high);
  arb_set_interval_arf(z, a, b, FENCE_BITS);
  arf_clear(a);
  arf_clear(b);
}

enum { HALVINGS = 48 };

static bool rests(orbit *o, double from, double to, int depth) {
  arb_ptr in = ss_slopes_in(o->tape, o->slopes);
  set_hull(in, from, to);
  arb_zero(in + 1);
  arb_srcptr out = run(o);
  const bool good =
      is_physical(o, out) && arb_is_negative(out + FORWARD) && arb_is_positive(out + BACKWARD);
  const double middle = from + (to - from) / 2;
  if (good || depth == 0 || !(from < middle && middle < to)) return good;
  return rests(o, from, middle, depth - 1) && rests(o, middle, to, depth - 1);
}

bool ss_orbit_rests(orbit *o, double from, double to) {
  return rests(o, from, from, 0) && rests(o, to, to, 0) && rests(o, from, to, HALVINGS);
}

/* g > 0 at rest, along motions to that side */
static bool starts(orbit *o, int side, double from, double to, int depth) {
  arb_struct g[3];
  arb_ptr x = o->ball[6], v = o->ball[5];
  for (int i = 0; i < 3; i++) arb_init(g + i);
  set_hull(x, side > 0 ? from : -to, side > 0 ? to : -from);
  arb_zero(v);
  bool good = ss_orbit_pull_box(o, side, x, v, g) && arb_is_positive(g);
  for (int i = 0; i < 3; i++) arb_clear(g + i);
  const double middle = from + (to - from) / 2;
  if (good || depth == 0 || !(from < middle && middle < to)) return good;
  return starts(o, side, from, middle, depth - 1) && starts(o, side, middle, to, depth - 1);
}

bool ss_orbit_starts(orbit *o, int side, double from, double to) {
  return starts(o, side, from, from, 0) && starts(o, side, to, to, 0) &&
         starts(o, side, from, to, HALVINGS);
}

/* |u| max(0, d/du PUSH) < P for all |u| up to `speed` */
static bool loses(orbit *o, double from, double to, double speed, int depth) {
  arb_ptr in = ss_slopes_in(o->tape, o->slopes), feed = o->ball[7];
  set_hull(in, from, to);
  set_hull(in + 1, -speed, speed);
  arb_srcptr out = run(o), slope = ss_slopes_gradients(o->tape, o->slopes) + 2 * PUSH + 1;
  arb_zero(feed);
  if (!arb_is_nonpositive(slope)) {
    arb_get_ubound_arf(arb_midref(feed), slope, FENCE_BITS);
    set_hull(in + 1, speed, speed);
    arb_mul(feed, feed, in + 1, FENCE_BITS);
  }
  const bool good = is_physical(o, out) && arb_is_finite(slope) && arb_is_positive(out + RUBBING) &&
                    arb_lt(feed, out + RUBBING);
  const double middle = from + (to - from) / 2;
  if (good || depth == 0) return good;
  return loses(o, from, middle, speed, depth - 1) && loses(o, middle, to, speed, depth - 1);
}

bool ss_orbit_loses(orbit *o, double from, double to, double speed) {
  enum { DEPTH = 10 };
  return loses(o, from, to, speed, DEPTH);
}
