/* theorems.c: what each theorem asks for, in its order, and what follows.
 *
 * This table is the checker's own: a certificate cannot leave out a hypothesis. WL2004 is van de
 * Wouw and Leine, Nonlinear Dynamics 2004; LW2008 is Leine and van de Wouw, Nonlinear Dynamics
 * 2008; SS-STICK and SS-UNDAMPED are proved in docs/certificate.md. What is taken on trust: that
 * these theorems are true, and the arithmetic of FLINT, Arb and Jansson.
 */
#include <string.h>

#include "check.h"

static void expect_energy(run *r) {
  expect_condition(r, 1, "definite", "M");
  expect_condition(r, 2, "symmetric", "K");
  expect_condition(r, 3, "definite", "K");
}

/* Global: C >= 0, and no sticking motion is without damping. */
static void check_t2(run *r) {
  expect_energy(r);
  expect_condition(r, 4, "semidefinite", "Cs");
  expect_condition(r, 5, "kernel", "W");
  if (r->system.r == 0) return;
  if (next_is(r, "observable", NULL))
    expect_condition(r, 6, "observable", NULL);
  else
    expect_condition(r, 6, "definite", "Crs");
}

/* Local, with negative damping: friction acts on all that is not damped, below a level. */
static void check_t3(run *r) {
  expect_energy(r);
  expect_condition(r, 4, "friction", NULL);
  expect_condition(r, 5, "kernel", "W");
  if (r->system.r > 0 && next_is(r, "semidefinite", "Crs")) {
    expect_condition(r, 6, "semidefinite", "Crs");
    expect_condition(r, 7, "observable", NULL);
  } else if (r->system.r > 0) {
    expect_condition(r, 6, "definite", "Crs");
  }
  expect_condition(r, 8, "level", NULL);
}

static void check_t4(run *r) {
  check_t3(r);
  expect_condition(r, 9, "inside", NULL);
}

static void check_a(run *r) {
  expect_condition(r, 1, "definite", "M");
  expect_condition(r, 2, "spring", NULL);
  expect_condition(r, 3, "semidefinite", "Cs");
  if (next_is(r, "friction", NULL))
    expect_condition(r, 4, "friction", NULL);
  else
    expect_condition(r, 4, "definite", "Cs");
}

static void check_c(run *r) {
  expect_condition(r, 1, "definite", "M");
  expect_condition(r, 2, "spring", NULL);
  expect_condition(r, 3, "friction", NULL);
  expect_condition(r, 4, "speed", NULL);
  if (strcmp(r->claim, "locally-attractive") == 0) expect_condition(r, 5, "extent", NULL);
}

static void check_negative_stiffness(run *r) {
  expect_condition(r, 1, "definite", "M");
  expect_condition(r, 2, "symmetric", "K");
  expect_condition(r, 3, "nonsingular", "K");
  expect_condition(r, 4, "negative", "K");
  expect_condition(r, 5, "semidefinite", "Cs");
  expect_condition(r, 6, "trivial", NULL);
}

static void check_stick(run *r) {
  expect_condition(r, 1, "definite", "M");
  expect_condition(r, 2, "symmetric", "K");
  expect_condition(r, 3, "kernel", "W");
  expect_condition(r, 4, "nonsingular", "Kr");
  expect_condition(r, 5, "growing", NULL);
}

static void check_undamped(run *r) {
  expect_energy(r);
  expect_condition(r, 4, "kernel", "W");
  expect_condition(r, 5, "undamped", NULL);
}

static const struct {
  const char *theorem, *claim;
  bool level;
  void (*check)(run *r);
  const char *sentence;
} theorems[] = {
    {"WL2004-T2", "globally-attractive", false, check_t2,
     "every motion, wherever it starts, tends to the set of rest positions"},
    {"WL2004-T3", "attractive-subset", true, check_t3,
     "every motion that starts below the level tends to the rest positions below it"},
    {"WL2004-T4", "locally-attractive", true, check_t4,
     "every motion that starts below the level tends to the set of rest positions, all of which "
     "lies inside"},
    {"WL2004-A", "globally-attractive", false, check_a,
     "every motion, wherever it starts, tends to the set of rest positions, which is stable"},
    {"WL2004-C", "locally-attractive", true, check_c,
     "every motion that starts below the level tends to the set of rest positions, all of which "
     "lies inside"},
    {"WL2004-C", "attractive-subset", true, check_c,
     "every motion that starts below the level tends to the rest positions below it"},
    {"LW2008-T3", "unstable", false, check_negative_stiffness,
     "the set of rest positions is unstable: its stiffness pushes away from it"},
    {"SS-STICK", "unstable", false, check_stick,
     "the set of rest positions is unstable: a motion that friction cannot reach grows"},
    {"SS-UNDAMPED", "not-attractive", false, check_undamped,
     "the set of rest positions is not attractive: a motion that friction cannot reach never ends"},
};

static void read_level(run *r, bool wanted) {
  const json_t *level = json_object_get(r->root, "level");
  if (!wanted && !json_is_null(level)) malformed(r, "level: the theorem has none");
  if (!wanted) return;
  r->system.level = read_rational(r, r->root, "level");
  if (fmpq_sgn(r->system.level) <= 0) refuted(r, "level: it is not positive");
}

void verify_theorem(run *r) {
  size_t i = 0, count = sizeof theorems / sizeof *theorems;
  while (i < count &&
         (strcmp(theorems[i].theorem, r->theorem) != 0 || strcmp(theorems[i].claim, r->claim) != 0))
    i++;
  if (i == count)
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  r->conditions = json_object_get(r->root, "conditions");
  if (!json_is_array(r->conditions)) malformed(r, "conditions: an array is expected");
  read_level(r, theorems[i].level);
  theorems[i].check(r);
  if (json_array_size(r->conditions) != r->next) refuted(r, "conditions: one is superfluous");
  if (!r->print) return;
  fprintf(r->print,
          "on trust   that the theorem %s is true; FLINT, Arb and Jansson\nproved     %s: %s",
          r->theorem, r->claim, theorems[i].sentence);
  if (theorems[i].level) fprintf(r->print, " (level %s)", show_rational(r, r->system.level));
  fputc('\n', r->print);
}
