/* t1999_t5.c: machines that a controller presses against stops.
 *
 * THEOREM:   T1999-T5    Tornambè 1999, theorem 5: a machine in contacts without friction, with a
 *                        potential (its own, or shaped by feedback) that has a minimum on the
 *                        admissible set, and with damping of every velocity, comes to rest there;
 *                        its contact forces tend to what holds it, in the mean at least.
 * REQUIRES:  T1999-T5.1  T = u^T M(q) u/2 with M > 0 (assumption 1)  -> check_mass()
 * REQUIRES:  T1999-T5.2  a strict minimum q_R of U on the admissible set (3)  -> check_point()
 * REQUIRES:  T1999-T5.3  u^T f_nc <= 0 and f_nc = 0 for u = 0  -> check_power()
 * REQUIRES:  T1999-T5.5  every velocity is damped (full actuation, remark 5)  -> check_damping()
 * REQUIRES:  T1999-T5.6  nothing rubs in contacts, 0 <= e <= 1  -> check_impacts()
 * REQUIRES:  T1999-T5.8  U grows around q_R (assumption 4): the level  -> check_level()
 * REQUIRES:  T1999-T5.9  motions are continuous in their start (2)  -> check_limits()
 * CONCLUDES: T1999-T5.C  item 1, q_R is stable; item 2, it attracts, globally or below a level
 * DEVIATES:  T1999-T5.2  the print asks that (27) has one solution with forces >= 0; motions tend
 *                        to the rest positions below the level whether there is one or more.
 * DEVIATES:  T1999-T5.6  the print has e = 1 (11a) and lets e < 1 be a remark (8, 9), with energy
 *                        in place of velocities, which is unsound for more than one coordinate.
 * DEVIATES:  T1999-T5.8  the quadratic bounds of U - U_R that the print has fail where a contact
 *                        force is positive: U grows linearly there. What the proof needs is that V
 *                        is above a level on the border of a region.
 * DEVIATES:  T1999-T5.C  the print says that contact forces tend to lambda_R. With e = 1 it
 *                        bounces on for ever, and they do so in the mean of time only.
 *
 * It is theorem 1 of 2008 (lw2008_t1.c) with I_C empty: V falls while anything moves, so that
 * impacts need not take energy away, and e = 1 is allowed. The mean of contact forces: W_N lambda
 * is d(M u)/dt + dU/dq + what is of second order in u; its mean over time tends to dU/dq(q_R) = W_N
 * lambda_R, because M u is bounded and q tends to q_R; W_N has full rank.
 */
#include <math.h>

#include "energy.h"

static const ss_energy_proof *proof_of(const ss_attempt *a) {
  return ((const ss_energy *)a->facts)->proof;
}

static bool check_mass(ss_attempt *a) {
  return ss_energy_add_asked(a, 1, "");
}

/* The forces at q_R, in doubles: least squares of dU/dq = W_N lambda by Gauss and Seidel. */
static void find_forces(const ss_energy *e, double *force) {
  const ss_energy_point *p = &e->proof->point;
  ss_expr out[SS_ENERGY_COORDINATES * (SS_ENERGY_CONTACTS + 1)];
  double in[e->variables], value[SS_ENERGY_COORDINATES * (SS_ENERGY_CONTACTS + 1)];
  ss_tape *tape = NULL;
  const size_t n = e->n;
  for (size_t i = 0; i < n; i++) {
    out[i] = e->dU[i];
    for (size_t j = 0; j < e->contacts; j++) out[(j + 1) * n + i] = e->contact[j].normal[i];
  }
  for (size_t i = 0; i < e->variables; i++)
    in[i] = i < n ? p->q[i] : i < 2 * n ? 0 : (e->range_lo[i - 2 * n] + e->range_hi[i - 2 * n]) / 2;
  for (size_t j = 0; j < e->contacts; j++) force[j] = 0;
  if (ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, n * (e->contacts + 1), out,
                      &tape) != SS_OK)
    return;
  if (ss_tape_eval(tape, NULL, in, value) == SS_OK)
    for (int round = 0; round < 200; round++)
      for (size_t j = 0; j < e->contacts; j++) {
        double up = 0, down = 0;
        const double *w = value + (j + 1) * n;
        if (!(p->closed >> j & 1)) continue;
        for (size_t i = 0; i < n; i++) {
          up += w[i] * value[i];
          down += w[i] * w[i];
        }
        if (!(down > 0)) continue;
        force[j] += up / down;
        for (size_t i = 0; i < n; i++) value[i] -= up / down * w[i];
      }
  ss_tape_destroy(tape);
}

/* "; the force of stop tends to 0.9": by itself for one contact that is closed and e < 1. */
static const char *tell_forces(const ss_attempt *a) {
  const ss_energy *e = a->facts;
  const ss_energy_proof *p = e->proof;
  const bool settles = p->holds[6] && __builtin_popcountll(p->point.closed) == 1;
  const char *text = "";
  double force[SS_ENERGY_CONTACTS];
  find_forces(e, force);
  for (size_t j = 0; j < e->contacts && text; j++)
    if (p->point.closed >> j & 1)
      text = ss_arena_format(a->arena, "%s; the force of %s tends to %.10g%s", text,
                             e->contact[j].name, force[j], settles ? "" : " in the mean of time");
  return text ? text : "";
}

static bool check_point(ss_attempt *a) {
  if (!ss_energy_add_point(a)) return false;
  ss_condition *c = &a->condition[a->count - 1];
  const char *detail = ss_arena_format(a->arena, "%s%s", c->detail, tell_forces(a));
  if (detail) c->detail = detail;
  return true;
}

static bool check_power(ss_attempt *a) {
  return ss_energy_add_asked(a, 3, ss_energy_tell_power(a->facts));
}

static bool check_damping(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  if (!p->chosen && !p->late && !p->detail[5]) return ss_energy_add_asked(a, 5, "");
  return ss_attempt_add(a, 5, SS_CONDITION_FAILED, NULL, "there are velocities without damping");
}

static bool check_impacts(ss_attempt *a) {
  const ss_energy_proof *p = proof_of(a);
  const ss_energy *e = a->facts;
  bool rough = false;
  if (p->smooth) return ss_attempt_add(a, 6, SS_CONDITION_PROVED, ss_evidence("restitution"), "");
  for (size_t j = 0; j < e->contacts; j++) rough = rough || e->contact[j].slips;
  return ss_attempt_add(a, 6, rough ? SS_CONDITION_FAILED : SS_CONDITION_UNKNOWN, NULL, "");
}

static bool check_level(ss_attempt *a) {
  return ss_energy_add_level(a);
}

static bool check_limits(ss_attempt *a) {
  return ss_energy_add_limit_sets(a);
}

static bool find(ss_attempt *a) {
  return ss_energy_find_level((ss_energy *)a->facts, a->options) == SS_OK;
}

static bool check_all(ss_attempt *a) {
  return check_point(a) && check_impacts(a) && check_damping(a) && check_mass(a) &&
         check_power(a) && check_level(a) && check_limits(a);
}

bool ss_energy_is_joint(const void *facts) {
  return !((const ss_energy *)facts)->single;
}

bool ss_energy_is_pressed(const void *facts) {
  if (!ss_energy_is_joint(facts)) return false;
  const ss_energy *e = facts;
  bool damped = e->damping != NULL;
  for (size_t i = 0; i < e->n && damped; i++)
    damped = !ss_expr_is_integer(e->graph, e->damping[i * e->n + i], 0);
  for (size_t j = 0; j < e->contacts; j++) damped = damped && e->contact[j].slips == 0;
  return e->contacts > 0 && damped;
}

bool ss_theorem_t1999_t5_global(ss_attempt *a) {
  return find(a) && proof_of(a)->everywhere && check_all(a);
}

bool ss_theorem_t1999_t5_inside(ss_attempt *a) {
  return find(a) && proof_of(a)->inside && check_all(a);
}

bool ss_theorem_t1999_t5(ss_attempt *a) {
  return find(a) && !proof_of(a)->everywhere && check_all(a);
}

const char *ss_energy_explain_pressed(const ss_attempt *a) {
  return ss_attempt_explain(a, "the theorem about machines that are pressed against stops");
}
