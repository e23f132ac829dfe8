/* ss_undamped.c: a sticking motion that nothing damps goes on for ever.
 *
 * THEOREM:   SS-UNDAMPED    ours: if motions without slip and without dissipation exist, the rest
 *                           set does not attract what is near it.
 * REQUIRES:  SS-UNDAMPED.1  M is positive definite                     -> check_mass()
 * REQUIRES:  SS-UNDAMPED.2  K is symmetric                             -> check_symmetry()
 * REQUIRES:  SS-UNDAMPED.3  K is positive definite                     -> check_stiffness()
 * REQUIRES:  SS-UNDAMPED.5  the sticking motion x' = A x has an invariant subspace V in the kernel
 *                           of [0 Crs]                                 -> check_undamped()
 * CONCLUDES: SS-UNDAMPED.C  not attractive
 *
 * Near the rest point the friction forces that keep the machine from slipping are a linear function
 * of the state, hence inside their bounds (all p > 0): on V the motion is x' = A x, its energy
 * 1/2 u^T Mr u + 1/2 q^T Kr q is constant, and arbitrarily small such motions never come to rest,
 * nor do they approach the rest set, which meets the sticking subspace in one point. V is the
 * kernel of the rows [0 Crs] A^k, k < 2 r.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_stiffness(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 3, "K");
}

/* A V = V S: V has the rows of the identity at its free coordinates. */
static bool find_action(fmpq_mat_t S, const ss_facts *f, const fmpq_mat_t V) {
  slong k = fmpq_mat_ncols(V);
  fmpq_mat_t X, AV, VS;
  fmpq_mat_init(X, k, 2 * f->r);
  fmpq_mat_init(AV, 2 * f->r, k);
  fmpq_mat_init(VS, 2 * f->r, k);
  fmpq_mat_mul(AV, f->A, V);
  bool good = ss_exact_left_inverse(X, V);
  if (good) {
    fmpq_mat_mul(S, X, AV);
    fmpq_mat_mul(VS, V, S);
    good = fmpq_mat_equal(AV, VS) != 0;
  }
  fmpq_mat_clear(X);
  fmpq_mat_clear(AV);
  fmpq_mat_clear(VS);
  return good;
}

static bool check_undamped(ss_attempt *a, const ss_facts *f) {
  if (f->r == 0) return ss_attempt_add(a, 5, SS_CONDITION_FAILED, NULL, "every motion slips");
  fmpq_mat_t V, S;
  ss_sticking_unseen(V, f);
  slong k = fmpq_mat_ncols(V);
  fmpq_mat_init(S, k, k);
  bool good = k > 0 && find_action(S, f, V);
  json_t *evidence = good ? ss_evidence("undamped") : NULL;
  if (good) {
    json_object_set_new(evidence, "basis", ss_evidence_matrix(V));
    json_object_set_new(evidence, "S", ss_evidence_matrix(S));
  }
  ss_attempt_add(a, 5, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence,
                 ss_arena_format(f->arena, "dimension %ld of %ld", (long)k, 2 * (long)f->r));
  fmpq_mat_clear(V);
  fmpq_mat_clear(S);
  return good;
}

bool ss_theorem_ss_undamped(ss_attempt *a) {
  const ss_facts *f = a->facts;
  return check_mass(a, f) && check_symmetry(a, f) && check_stiffness(a, f) &&
         ss_attempt_kernel(a, f, 4) && check_undamped(a, f);
}
