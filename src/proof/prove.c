/* prove.c: which theorem decides?
 *
 * One coordinate: the two theorems about oscillators, which allow nonlinear springs. Otherwise the
 * machine must be linear, M > 0, K = K^T regular, and then
 *
 *     K > 0:    Cs >= 0 and every sticking motion dissipates      globally attractive   WL2004-T2
 *               Cs not >= 0 on ker W^T: a sticking motion grows   unstable              SS-STICK
 *               Cs >= 0 there, some sticking motion undamped      not attractive        SS-UNDAMPED
 *               else friction reaches what damping feeds          locally attractive    WL2004-T3/4
 *     K not >= 0:                                      unstable   SS-STICK, LW2008-T3, SS-SADDLE
 *
 * What none of them decides is `unknown`, with the condition that failed first.
 */
#include <math.h>
#include <string.h>

#include "level.h"
#include "odd_spring.h"

const char *ss_condition_word(ss_condition_status status) {
  static const char *const words[] = {"proved", "supported", "assumed", "failed", "unknown"};
  return words[status];
}

const char *ss_claim_word(ss_claim claim) {
  static const char *const words[] = {
      "none",     "globally-attractive", "locally-attractive", "attractive-subset",
      "unstable", "not-attractive"};
  return words[claim];
}

ss_proof_options ss_proof_default_options(void) {
  return (ss_proof_options){.leaves = 64, .gap = 1e-3};
}

typedef struct decision {
  ss_arena *arena;
  const ss_proof_options *options;
  ss_proof *proof;
} decision;

/* ---- what is told ---------------------------------------------------------------------------- */

static const char *source_of(const char *theorem) {
  static const char *const sources[][2] = {
      {"WL2004-T2", "van de Wouw & Leine 2004, theorem 2"},
      {"WL2004-T3", "van de Wouw & Leine 2004, theorem 3"},
      {"WL2004-T4", "van de Wouw & Leine 2004, theorem 4"},
      {"WL2004-A", "van de Wouw & Leine 2004, appendix A"},
      {"WL2004-C", "van de Wouw & Leine 2004, section 5"},
      {"LW2008-T3", "Leine & van de Wouw 2008, theorem 3"},
      {"SS-STICK", "Standstill, docs/theorems.md"},
      {"SS-SADDLE", "Standstill, docs/theorems.md"},
      {"SS-UNDAMPED", "Standstill, docs/theorems.md"},
  };
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if (strcmp(theorem, sources[i][0]) == 0) return sources[i][1];
  return NULL;
}

static const char *sentence_of(decision *d, const ss_attempt *a, ss_claim claim) {
  const char *level = a->levels.digits;
  switch (claim) {
  case SS_CLAIM_GLOBALLY_ATTRACTIVE: return "every motion approaches the rest set";
  case SS_CLAIM_LOCALLY_ATTRACTIVE:
    return ss_arena_format(d->arena,
                           "every motion that starts with an energy V < %s approaches the "
                           "rest set, which lies in there as a whole",
                           level);
  case SS_CLAIM_ATTRACTIVE_SUBSET:
    return ss_arena_format(d->arena,
                           "every motion that starts with an energy V < %s approaches the "
                           "part of the rest set that lies in there",
                           level);
  case SS_CLAIM_UNSTABLE:
    return strcmp(a->theorem, "SS-STICK") == 0
               ? "arbitrarily near the rest set there are motions that leave it: one without "
                 "slip grows, and friction does not act on it"
               : "arbitrarily near the rest set there are motions that leave it for ever: the "
                 "stiffness is negative";
  case SS_CLAIM_NOT_ATTRACTIVE:
    return "the rest set is not attractive: arbitrarily near it there are motions without slip "
           "and without damping, which go on for ever";
  default: return NULL;
  }
}

/* The conditions become the proof's; the attempt is over. */
static void take_conditions(decision *d, ss_attempt *a) {
  ss_proof *p = d->proof;
  for (size_t i = 0; i < p->conditions; i++) json_decref(p->condition[i].evidence);
  memcpy(p->condition, a->condition, sizeof p->condition);
  p->conditions = a->count;
  p->theorem = a->theorem;
  p->source = source_of(a->theorem);
  p->levels = a->levels;
  p->rest_energy = a->rest_energy;
  p->rest_fraction = a->rest_fraction;
  p->escape = a->escape;
  if (!isnan(a->paper_residual)) {
    p->paper_holds = a->paper_residual < 1e-9;
    p->paper = ss_arena_format(
        d->arena, "eigencolumns of the non-positive eigenvalues of Cs %s span W (distance %.2g)",
        p->paper_holds ? "lie in" : "do not lie in", a->paper_residual);
  }
  a->count = 0;
}

static void conclude(decision *d, ss_attempt *a, ss_claim claim) {
  ss_proof *p = d->proof;
  take_conditions(d, a);
  p->claim = claim;
  p->verdict = claim == SS_CLAIM_NOT_ATTRACTIVE ? SS_REFUTED : SS_PROVED;
  p->sentence = sentence_of(d, a, claim);
  p->level = a->has_level ? a->levels.exact : NULL;
  p->reason = NULL;
  json_decref(p->data);
  p->data = ss_evidence_system(a->facts);
  ss_attempt_clear(a);
}

/* Undecided so far: the failed attempt is kept, it may be the last. */
static void give_up(decision *d, ss_attempt *a, const char *reason) {
  take_conditions(d, a);
  d->proof->reason = reason;
  ss_attempt_clear(a);
}

/* ---- linear machines ------------------------------------------------------------------------- */

/* One theorem, one claim: true if decided. */
static bool try_theorem(decision *d, const ss_facts *f, const char *name,
                        bool (*theorem)(ss_attempt *), ss_claim claim, const char *reason) {
  ss_attempt a;
  ss_attempt_start(&a, f, name);
  if (theorem(&a)) {
    conclude(d, &a, claim);
    return true;
  }
  give_up(d, &a, reason);
  return false;
}

static void decide_local(decision *d, const ss_facts *f) {
  ss_attempt a;
  ss_attempt_start(&a, f, "WL2004-T4");
  if (ss_theorem_wl2004_t4(&a))
    conclude(d, &a, SS_CLAIM_LOCALLY_ATTRACTIVE);
  else if (a.has_level)
    conclude(d, &a, SS_CLAIM_ATTRACTIVE_SUBSET);
  else
    give_up(d, &a,
            f->Crs_is != SS_DEFINITE && !f->sure
                ? "a velocity without slip is not damped, and what follows from it could not be "
                  "shown for all parameters in their ranges"
            : f->Crs_is == SS_INDEFINITE
                ? "a velocity without slip is fed by the damping, but that a motion without slip "
                  "grows was not verified: the energy does not decide"
                : "no level on which the energy falls could be verified");
}

static void decide_stiff(decision *d, const ss_facts *f) {
  if (try_theorem(d, f, "WL2004-T2", ss_theorem_wl2004_t2, SS_CLAIM_GLOBALLY_ATTRACTIVE,
                  "the damping is negative"))
    return;
  if (f->Crs_is == SS_INDEFINITE &&
      try_theorem(d, f, "SS-STICK", ss_theorem_ss_stick, SS_CLAIM_UNSTABLE, NULL))
    return;
  if (f->sure && f->r && f->Crs_is == SS_SEMIDEFINITE &&
      try_theorem(d, f, "SS-UNDAMPED", ss_theorem_ss_undamped, SS_CLAIM_NOT_ATTRACTIVE, NULL))
    return;
  if (f->m)
    decide_local(d, f);
  else /* what failed in theorem 2 shows more than that friction is missing */
    try_theorem(d, f, "WL2004-T2", ss_theorem_wl2004_t2, SS_CLAIM_GLOBALLY_ATTRACTIVE,
                "nothing rubs, and that a motion grows or goes on for ever was not verified");
}

static void decide_soft(decision *d, const ss_facts *f) {
  if (f->r && try_theorem(d, f, "SS-STICK", ss_theorem_ss_stick, SS_CLAIM_UNSTABLE, NULL)) return;
  if (try_theorem(d, f, "LW2008-T3", ss_theorem_lw2008_t3, SS_CLAIM_UNSTABLE, NULL)) return;
  try_theorem(d, f, "SS-SADDLE", ss_theorem_ss_saddle, SS_CLAIM_UNSTABLE,
              "the stiffness is negative, but the damping does not take energy from every motion "
              "without slip, and that one of them grows was not verified");
}

/* "K is singular along (1, 1): …" */
static const char *explain_singular(decision *d, const ss_facts *f) {
  fmpq_mat_t kernel, x;
  ss_exact_kernel(kernel, f->K);
  fmpq_mat_init(x, f->n, 1);
  for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(x, i, 0), ss_entry(kernel, i, 0));
  const char *text = ss_arena_format(
      d->arena,
      "the stiffness is singular along %s: rest points, if there are any, are not bounded "
      "in this direction",
      ss_vector_text(d->arena, x));
  fmpq_mat_clear(kernel);
  fmpq_mat_clear(x);
  return text;
}

/* The conditions that every theorem asks for, in the words of theorem 2. */
static void refuse(decision *d, const ss_facts *f, const char *reason) {
  ss_attempt a;
  ss_attempt_start(&a, f, "WL2004-T2");
  ss_attempt_definite(&a, 1, "M", f->M);
  if (f->M_is == SS_DEFINITE && ss_attempt_symmetric(&a, 2, "K", f->K))
    ss_attempt_definite(&a, 3, "K", f->K);
  give_up(d, &a, reason);
}

/* Whether x^T K x < 0 for some x, whatever the parameters are in their ranges. */
static bool is_soft(const ss_facts *f) {
  ss_attempt a;
  ss_attempt_start(&a, f, "LW2008-T3");
  bool soft = ss_attempt_negative(&a, 4, "K", f->K);
  ss_attempt_clear(&a);
  return soft;
}

/* "…: K of x and y is only known to lie between 1 and 2", the entry with the largest radius. */
static const char *name_widest(decision *d, const ss_linear *l, const char *what, const char *name,
                               const fmpq_mat_t center, const fmpq_mat_t radius) {
  const slong n = fmpq_mat_nrows(radius);
  slong at = 0;
  for (slong i = 1; i < n * n; i++)
    if (fmpq_cmp(ss_entry(radius, i / n, i % n), ss_entry(radius, at / n, at % n)) > 0) at = i;
  double c = ss_entry_double(center, at / n, at % n), r = ss_entry_double(radius, at / n, at % n);
  return ss_arena_format(d->arena, "%s: %s of %s%s%s is only known to lie between %.6g and %.6g",
                         what, name, l->coordinate[at / n], at / n == at % n ? "" : " and ",
                         at / n == at % n ? "" : l->coordinate[at % n], c - r, c + r);
}

static void decide_linear(decision *d, const ss_linear *linear) {
  ss_facts f;
  bool good = ss_facts_find(&f, d->arena, linear);
  f.options = d->options;
  if (!good)
    refuse(d, &f,
           fmpq_mat_is_zero(linear->radius.M)
               ? "the mass matrix is not positive definite"
               : name_widest(d, linear,
                             "the mass matrix could not be shown to be positive definite for all "
                             "parameters in their ranges",
                             "M", linear->center.M, linear->radius.M));
  else if (!f.symmetric)
    refuse(d, &f, "the stiffness is not symmetric: circulatory forces have no energy");
  else if (!f.regular && f.sure_K)
    refuse(d, &f, explain_singular(d, &f));
  else if (!f.regular)
    refuse(d, &f,
           name_widest(d, linear, "the stiffness may be singular within the ranges", "K",
                       linear->center.K, linear->radius.K));
  else if (!f.sure_W)
    d->proof->reason =
        "a direction of friction is irrational or has a range: ker W^T is not certain";
  else if (f.K_is == SS_DEFINITE)
    decide_stiff(d, &f);
  else if (!f.sure_K && !is_soft(&f))
    refuse(d, &f,
           name_widest(d, linear,
                       "the stiffness could not be shown to be positive definite for all "
                       "parameters in their ranges, nor to be negative in some direction",
                       "K", linear->center.K, linear->radius.K));
  else
    decide_soft(d, &f);
  if (good && f.symmetric && f.sure_W) ss_extent_linear(d->proof, &f);
  ss_facts_clear(&f);
}

/* ---- one coordinate -------------------------------------------------------------------------- */

static void decide_oscillator(decision *d, const ss_one *one) {
  ss_facts f;
  ss_attempt a;
  bool whole = false, good = ss_one_facts(&f, d->arena, one);
  f.options = d->options;
  bool fed = good && fmpq_sgn(ss_entry(f.Cs, 0, 0)) < 0;
  ss_attempt_start(&a, &f, fed ? "WL2004-C" : "WL2004-A");
  if (!good)
    ss_attempt_definite(&a, 1, "M", f.M);
  else
    good = fed ? ss_theorem_wl2004_c(&a, one, &whole) : ss_theorem_wl2004_a(&a, one);
  if (!good)
    give_up(d, &a, "a condition of the theorem about oscillators fails");
  else if (!fed)
    conclude(d, &a, SS_CLAIM_GLOBALLY_ATTRACTIVE);
  else
    conclude(d, &a, whole ? SS_CLAIM_LOCALLY_ATTRACTIVE : SS_CLAIM_ATTRACTIVE_SUBSET);
  if (good) ss_extent_spring(d->proof, &f, one);
  ss_facts_clear(&f);
}

static ss_status try_oscillator(decision *d, const ss_system *inserted, const char *not_linear) {
  ss_one one;
  const char *why_not;
  ss_status status = ss_one_find(d->arena, inserted, &one, &why_not);
  if (status == SS_OK && !why_not) decide_oscillator(d, &one);
  if (status == SS_OK && why_not && not_linear && !strstr(not_linear, why_not))
    d->proof->reason = ss_arena_format(d->arena, "%s, and %s", not_linear, why_not);
  ss_one_clear(&one);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_prove(ss_arena *arena, const ss_system *system, const ss_proof_options *options,
                   ss_proof *proof) {
  decision d = {.arena = arena, .options = options, .proof = proof};
  ss_linear *linear = ss_arena_new(arena, 1, ss_linear);
  const char *why_not;
  *proof = (ss_proof){.rest_energy = NAN, .rest_fraction = NAN};
  proof->levels = (ss_levels){.published = NAN, .tight = NAN, .proved = NAN};
  if (!linear) return SS_MEMORY;
  ss_status status = ss_linear_create(arena, system, linear, &why_not);
  if (status != SS_OK) return status;
  if (!why_not) proof->linear = linear;
  if (why_not)
    proof->reason =
        ss_arena_format(arena,
                        linear->vague ? "the numbers of the machine are not certain: %s"
                                      : "the theorems are about linear machines, but %s",
                        why_not);
  if (linear->system && linear->system->coordinates == 1 && (why_not || linear->exact))
    status = try_oscillator(&d, linear->system, proof->reason);
  if (status != SS_OK || proof->verdict != SS_UNKNOWN || why_not) return status;
  decide_linear(&d, linear);
  return SS_OK;
}

void ss_proof_clear(ss_proof *proof) {
  for (size_t i = 0; i < proof->conditions; i++) json_decref(proof->condition[i].evidence);
  json_decref(proof->data);
  if (proof->linear) ss_linear_clear((ss_linear *)proof->linear);
  proof->conditions = 0;
  proof->data = NULL;
  proof->linear = NULL;
}
