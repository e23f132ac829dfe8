/* lw2008_t3.c: negative stiffness pushes the machine off its rest set.
 *
 * THEOREM:   LW2008-T3    Leine & van de Wouw 2008, theorem 3: a linear machine with dry friction
 *                         whose stiffness is not positive semidefinite has an unstable rest set.
 * REQUIRES:  LW2008-T3.1  M is positive definite                       -> check_mass()
 * REQUIRES:  LW2008-T3.2  K is symmetric                               -> check_symmetry()
 * REQUIRES:  LW2008-T3.3  K is not singular                            -> check_regularity()
 * REQUIRES:  LW2008-T3.4  x^T K x < 0 for some x                       -> check_negative()
 * REQUIRES:  LW2008-T3.5  Cs is positive semidefinite                  -> check_damping()
 * REQUIRES:  LW2008-T3.6  ker Cs and ker W^T have only 0 in common     -> check_dissipation()
 * CONCLUDES: LW2008-T3.C  unstable, not attractive, and some motions are not bounded
 * DEVIATES:  LW2008-T3.4  printed as K = K^T != 0, which is not enough.
 * DEVIATES:  LW2008-T3.6  printed with the purely imaginary eigenvalues of C; what counts is where
 *                         nothing dissipates, the kernel of its symmetric part.
 * DEVIATES:  LW2008-T3.C  -V = -1/2 u^T M u - 1/2 q^T K q never falls, so that a motion from rest
 *                         at a point with -V above its maximum on the rest set E cannot come back
 *                         to E, and by the kernels it cannot stay elsewhere either. The print takes
 *                         the start on an eigenvector of K, where -V may be too small; we take
 *                         (1 + delta) times the maximiser of -V on E, which is star-shaped: it is
 *                         as near to E as one likes. The proof needs its existence only; a
 *                         maximiser is reported as a demonstration. A motion that were bounded
 *                         would have limit points, at rest, of less energy than E has.
 */
#include "facts.h"

static bool check_mass(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_definite(a, f, 1, "M");
}

static bool check_symmetry(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_symmetric(a, f, 2);
}

static bool check_regularity(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_nonsingular(a, f, 3, "K");
}

static bool check_negative(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_negative(a, f, 4);
}

static bool check_damping(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_semidefinite(a, f, 5, "Cs");
}

/* [Cs; W^T] with the radii of C. */
static void stack_losses(ss_uncertain *stack, const ss_facts *f) {
  ss_uncertain Cs;
  ss_uncertain_init(&Cs, f->n, f->n);
  ss_exact_symmetric_part(Cs.center, f->linear->center.C);
  ss_exact_symmetric_part(Cs.radius, f->linear->radius.C);
  ss_uncertain_init(stack, f->n + f->m, f->n);
  for (slong j = 0; j < f->n; j++) {
    for (slong i = 0; i < f->n; i++) {
      fmpq_set(ss_entry(stack->center, i, j), ss_entry(Cs.center, i, j));
      fmpq_set(ss_entry(stack->radius, i, j), ss_entry(Cs.radius, i, j));
    }
    for (slong i = 0; i < f->m; i++)
      fmpq_set(ss_entry(stack->center, f->n + i, j), ss_entry(f->W, j, i));
  }
  ss_uncertain_clear(&Cs);
}

/* The rank of [Cs; W^T] is n. */
static bool check_dissipation(ss_attempt *a, const ss_facts *f) {
  fmpq_mat_t kernel, x;
  ss_uncertain stack;
  stack_losses(&stack, f);
  ss_exact_kernel(kernel, stack.center);
  bool good = fmpq_mat_ncols(kernel) == 0;
  const char *detail = ss_arena_format(f->arena, "rank %ld of %ld", (long)f->n, (long)f->n);
  if (!good) {
    fmpq_mat_init(x, f->n, 1);
    for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(x, i, 0), ss_entry(kernel, i, 0));
    detail = ss_arena_format(f->arena, "neither damping nor friction acts on %s",
                             ss_vector_text(f->arena, x));
    fmpq_mat_clear(x);
  } else if (!f->sure_C && !ss_uncertain_is_full(&stack)) {
    good = false;
    detail = "not shown for all parameters in their ranges";
  }
  json_t *evidence = good ? ss_evidence("trivial") : NULL;
  if (good) json_object_set_new(evidence, "matrices", json_pack("[ss]", "Cs", "W"));
  ss_attempt_add(a, 6, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence, detail);
  fmpq_mat_clear(kernel);
  ss_uncertain_clear(&stack);
  return good;
}

bool ss_theorem_lw2008_t3(ss_attempt *a) {
  const ss_facts *f = a->facts;
  bool good = check_mass(a, f) && check_symmetry(a, f) && check_regularity(a, f) &&
              check_negative(a, f) && check_damping(a, f) && check_dissipation(a, f);
  if (good) ss_attempt_show_escape(a, f);
  return good;
}
