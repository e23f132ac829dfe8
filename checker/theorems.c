/* theorems.c: what each theorem asks for, in its order, and what follows.
 *
 * This table is the checker's own: a certificate cannot leave out a hypothesis. WL2004 is van de
 * Wouw and Leine, Nonlinear Dynamics 2004; LW2008 is Leine and van de Wouw, Nonlinear Dynamics
 * 2008; those that begin with SS are proved in docs/theory.md. What is taken on trust: that these
 * theorems are true, and the arithmetic of FLINT, Arb and Jansson.
 */
#include "check.h"

/* "NUMBER KIND [MATRIX], ...": these conditions, in this order. */
static void expect(run *r, const char *list) {
  for (; list; list = strchr(list, ',')) {
    char kind[16] = "", name[8] = "";
    int number = 0;
    list += *list == ',';
    sscanf(list, "%d %15[a-z] %7[A-Za-z]", &number, kind, name);
    expect_condition(r, number, kind, name);
  }
}

/* No sticking motion is without damping. */
static void expect_damping(run *r) {
  if (r->system.r > 0) expect(r, next_is(r, "observable") ? "6 observable" : "6 definite Crs");
}

/* The same where K = 0, whatever the symbols are. */
static void expect_no_springs(run *r) {
  const size_t n = r->system.n;
  for (size_t i = 0; i < n * n; i++)
    if (!is_zero(r, r->derived.K[i / n][i % n])) refuted(r, "in finite time: K is not 0");
  expect_damping(r);
}

/* Damping may be negative where friction acts. */
static void expect_local_damping(run *r) {
  bool semidefinite = next_is(r, "semidefinite");
  if (r->system.r > 0)
    expect(r, semidefinite ? "6 semidefinite Crs, 7 observable" : "6 definite Crs");
}

/* A rest point that friction holds with a margin: without any friction where K is regular. */
static void expect_held(run *r) {
  expect(r, next_is(r, "nonsingular") ? "6 nonsingular K" : "6 held");
}

/* The same where there is no friction at all. */
static void expect_no_friction(run *r) {
  if (r->system.m > 0) refuted(r, "not bounded: there is friction");
  expect_held(r);
}

/* K > 0, or K >= 0 and a rest point; damping is not negative. */
static void expect_set(run *r) {
  const bool definite = next_is(r, "definite");
  expect(r, definite ? "3 definite K, 4 semidefinite Cs" : "3 semidefinite K, 4 semidefinite Cs");
  if (!definite) expect(r, next_is(r, "nonsingular") ? "5 nonsingular K" : "5 held");
}

/* K > 0, or K >= 0 and friction with a margin where K is not. */
static void expect_bounds(run *r) {
  const bool definite = next_is(r, "definite");
  expect(r, definite ? "3 definite K, 4 semidefinite Cs"
                     : "3 semidefinite K, 4 semidefinite Cs, 5 definite KW");
  if (!definite) expect_held(r);
}

/* K > 0, or its part on ker W^T and friction with a margin; damping on ker W^T. */
static void expect_point(run *r) {
  const json_t *next = json_array_get(r->conditions, r->next);
  const bool definite = says(json_object_get(next, "matrix"), "K");
  if (definite) expect(r, "4 definite K");
  if (!definite && r->system.r > 0) expect(r, "4 definite Kr");
  if (r->system.r > 0) expect(r, "5 semidefinite Crs");
  if (!definite) expect_held(r);
}

/* What damping sees; where a belt falls with speed its force varies, and all must be damped. */
static void expect_belts(run *r) {
  if (!has_falling_belt(r))
    expect_damping(r);
  else if (r->system.r > 0)
    expect(r, "6 definite Crs");
}

/* Likewise where there are clutches. */
static void expect_clutch_held(run *r) {
  expect(r, next_is(r, "nonsingular") ? "7 nonsingular K" : "7 held");
}

static void expect_losses(run *r) {
  expect(r, next_is(r, "friction") ? "4 friction" : "4 definite Cs");
}

#define FALLS  "1 mass, 2 stationary, 3 border, 4 falls"
#define RUBS   "2 even, 1 mass, 3 border, 4 rubs, 5 convex, 6 bounds"
#define ENERGY "1 definite M, 2 symmetric K, 3 definite K, "
#define BELTS  "1 definite M, 2 symmetric K, 3 definite K, 4 semidefinite Cs"
#define SLIDE  "1 definite M, 2 symmetric K, 3 semidefinite K, 4 semidefinite Cs, 5 kernel W"
#define CLUTCHES                                                                                   \
  "1 definite M, 2 symmetric K, 3 semidefinite K, 4 semidefinite Cs, 5 definite CWG, "             \
  "6 definite KW"
#define PUSH   "1 definite M, 2 symmetric K, 3 nonsingular K, 4 negative K"
#define PERCH  "1 heavy, 2 directions, 3 pressed, 4 grip, 5 bounces"
#define STABLE "the set of rest positions is stable: what starts near it stays near it"
#define POINT  "a rest position is stable: what starts near it stays near it"
#define BOUND  "every motion is bounded"
#define STAY   "every motion that starts below the level stays below it and is bounded"
#define GO     "as near to the rest positions as one likes motions start that are not bounded"
#define BELOW  "every motion that starts below the level tends to the "
#define LOCAL  BELOW "set of rest positions, all of which lies inside"
#define SUBSET BELOW "rest positions below it"

/* What comes first, a function for what depends on the system, and what comes last. */
static const struct {
  const char *theorem, *claim, *how; /* how: NULL where it does not attract */
  bool level;
  const char *conditions;
  void (*more)(run *r);
  const char *last, *sentence;
} theorems[] = {
    {"WL2004-T2", "globally-attractive", "asymptotic", false,
     ENERGY "4 semidefinite Cs, 5 kernel W", expect_damping, NULL,
     "every motion, wherever it starts, tends to the set of rest positions"},
    {"WL2004-T3", "attractive-subset", "asymptotic", true, ENERGY "4 friction, 5 kernel W",
     expect_local_damping, "8 level", SUBSET},
    {"WL2004-T3", "locally-bounded", NULL, true, ENERGY "4 friction, 5 kernel W",
     expect_local_damping, "8 level", STAY},
    {"WL2004-T4", "locally-attractive", "asymptotic", true, ENERGY "4 friction, 5 kernel W",
     expect_local_damping, "8 level, 9 inside", LOCAL},
    {"WL2004-A", "globally-attractive", "asymptotic", false,
     "1 definite M, 2 spring, 3 semidefinite Cs", expect_losses, NULL,
     "every motion, wherever it starts, tends to the set of rest positions, which is stable"},
    {"WL2004-A", "stable", NULL, false, "1 definite M, 2 spring, 3 semidefinite Cs", expect_losses,
     NULL, STABLE},
    {"WL2004-A", "bounded", NULL, false, "1 definite M, 2 spring, 3 semidefinite Cs", expect_losses,
     NULL, BOUND},
    {"WL2004-C", "locally-attractive", "asymptotic", true,
     "1 definite M, 2 spring, 3 friction, 4 speed", NULL, "5 extent", LOCAL},
    {"WL2004-C", "attractive-subset", "asymptotic", true,
     "1 definite M, 2 spring, 3 friction, 4 speed", NULL, NULL, SUBSET},
    {"WL2004-C", "stable-point", NULL, true, "1 definite M, 2 spring, 3 friction, 4 speed", NULL,
     NULL, POINT},
    {"WL2004-C", "locally-bounded", NULL, true, "1 definite M, 2 spring, 3 friction, 4 speed", NULL,
     NULL, STAY},
    {"LW2008-T3", "unstable", NULL, false, PUSH ", 5 semidefinite Cs, 6 trivial", NULL, NULL,
     "the set of rest positions is unstable: its stiffness pushes away from it"},
    {"LW2008-T3", "unbounded", NULL, false, PUSH ", 5 semidefinite Cs, 6 trivial", NULL, NULL,
     GO ": its stiffness pushes away from it"},
    {"SS-STICK", "unstable", NULL, false,
     "1 definite M, 2 symmetric K, 3 kernel W, 4 nonsingular Kr, 5 growing", expect_held, NULL,
     "the set of rest positions is unstable: a motion that friction cannot reach grows"},
    {"SS-STICK", "unbounded", NULL, false,
     "1 definite M, 2 symmetric K, 3 kernel W, 4 nonsingular Kr, 5 growing", expect_no_friction,
     NULL, GO ": nothing rubs, and a motion grows"},
    {"SS-SQUEAL", "unstable", NULL, false,
     "1 definite M, 2 symmetric K, 3 kernel W, 4 nonsingular Kr, 5 growing", expect_held, NULL,
     "the set of rest positions is unstable: near it a motion grows"},
    {"SS-BELT", "globally-attractive", "asymptotic", false, BELTS ", 5 kernel W", expect_belts,
     NULL, "every motion, wherever it starts, tends to the set of rest positions"},
    {"SS-BELT", "stable-point", NULL, false, BELTS, NULL, NULL, POINT},
    {"SS-BELT", "bounded", NULL, false, BELTS, NULL, NULL, BOUND},
    {"SS-SET", "stable", NULL, false, "1 definite M, 2 symmetric K", expect_set, NULL, STABLE},
    {"SS-POINT", "stable-point", NULL, false, "1 definite M, 2 symmetric K, 3 kernel W",
     expect_point, NULL, POINT},
    {"SS-BOUNDED", "bounded", NULL, false, "1 definite M, 2 symmetric K", expect_bounds, NULL,
     BOUND},
    {"SS-SLIDE", "globally-attractive", "asymptotic", false, SLIDE, expect_damping,
     "7 definite KW, 8 held", "every motion, wherever it starts, tends to a rest position"},
    {"SS-SLIDE", "globally-attractive", "finite", false, SLIDE, expect_no_springs,
     "7 definite KW, 8 held",
     "every motion, wherever it starts, ends in a rest position after a finite time"},
    {"SS-CLUTCH", "globally-attractive", "asymptotic", false, CLUTCHES, expect_clutch_held, NULL,
     "every motion, wherever it starts, tends to the set of rest positions"},
    {"SS-CLUTCH", "bounded", NULL, false, CLUTCHES, expect_clutch_held, NULL, BOUND},
    {"SS-SADDLE", "unstable", NULL, false, PUSH ", 5 kernel W", expect_local_damping, NULL,
     "the set of rest positions is unstable: its stiffness pushes away from it"},
    {"SS-LYAPUNOV", "locally-attractive", "asymptotic", true, FALLS, NULL, NULL,
     "every motion that starts in the region and below the level tends to the rest point"},
    {"SS-LYAPUNOV", "stable-point", NULL, true, FALLS, NULL, NULL, POINT},
    {"SS-LYAPUNOV", "locally-bounded", NULL, true, FALLS, NULL, NULL,
     "every motion that starts in the region and below the level stays there"},
    {"SS-RUBBED", "attractive-subset", "asymptotic", true, RUBS, NULL, NULL,
     "every motion that starts in the region and below the level tends to the rest positions "
     "there"},
    {"SS-RUBBED", "stable-point", NULL, true, RUBS ", 7 minimum", NULL, NULL, POINT},
    {"SS-RUBBED", "locally-bounded", NULL, true, RUBS, NULL, NULL,
     "every motion that starts in the region and below the level stays there"},
    {"SS-STANCE", "stable-point", NULL, false,
     "1 footing, 2 balance, 3 modes, 4 losses, 5 functions, 6 forces", NULL, NULL, POINT},
    {"SS-STANCE", "zero-order-stable", NULL, false,
     "1 footing, 2 balance, 3 modes, 4 losses, 5 functions", NULL, NULL,
     "the rest position is stable in the zero-order dynamics"},
    {"SS-AMBIGUOUS", "unstable", NULL, false, "1 balance, 2 motion", NULL, NULL,
     "the rest position is unstable: a second, moving solution starts from it"},
    {"SS-GROWS", "unstable", NULL, false, "1 balance, 2 cycle, 3 growth", NULL, NULL,
     "the rest position is unstable: arbitrarily small motions rock more and more"},
    {"SS-PERCH", "globally-attractive", "finite", false, PERCH ", 6 constant", NULL, NULL,
     "every motion, wherever it starts, ends in a rest position after a finite time"},
    {"SS-PERCH", "stable", NULL, false, PERCH ", 6 constant", NULL, NULL, STABLE},
    {"SS-PERCH", "bounded", NULL, false, PERCH ", 6 constant", NULL, NULL, BOUND},
    {"SS-PERCH", "stable-point", NULL, false, PERCH, NULL, NULL, POINT},
    {"SS-UNDAMPED", "not-attractive", NULL, false, ENERGY "4 kernel W, 5 undamped", NULL, NULL,
     "the set of rest positions is not attractive: a motion that friction cannot reach never ends"},
};

static bool fits(run *r, size_t i) {
  const json_t *how = json_object_get(r->root, "how");
  if (theorems[i].how ? !says(how, theorems[i].how) : !json_is_null(how)) return false;
  return strcmp(theorems[i].theorem, r->theorem) == 0 && strcmp(theorems[i].claim, r->claim) == 0;
}

/* Of which machine: what the command line changed in the model is part of the claim. */
void print_machine(const run *r) {
  if (!r->print) return;
  const json_t *settings = json_object_get(r->root, "settings"), *setting;
  size_t i;
  fprintf(r->print, "about      the model%s", json_array_size(settings) ? " with" : " as it is");
  json_array_foreach(settings, i, setting)
      fprintf(r->print, "%s %s", i ? "," : "", json_string_value(setting));
  if (r->model.feedback) fprintf(r->print, ", feedback %s", r->model.feedback);
  fputc('\n', r->print);
}

void print_claim(run *r, const char *sentence) {
  const bool apart = json_object_get(r->root, "map") && next_item(r, NULL, CONTACT);
  print_machine(r);
  if (!r->print) return;
  fprintf(r->print,
          "on trust   that the theorem %s is true; FLINT, Arb and Jansson\nproved     %s%s: %s",
          r->theorem, apart ? "without its contacts " : "", r->claim, sentence);
  if (r->system.level) fprintf(r->print, " (level %s)", show_rational(r, r->system.level));
  fputc('\n', r->print);
}

void verify_theorem(run *r) {
  size_t i = 0, count = COUNT(theorems);
  while (i < count && !fits(r, i)) i++;
  if (i == count)
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  r->conditions = json_object_get(r->root, "conditions");
  if (!json_is_array(r->conditions)) malformed(r, "conditions: an array is expected");
  if (theorems[i].level) {
    r->system.level = read_rational(r, r->root, "level");
    if (fmpq_sgn(r->system.level) <= 0) refuted(r, "level: it is not positive");
  } else if (!json_is_null(json_object_get(r->root, "level"))) {
    malformed(r, "level: the theorem has none");
  }
  if (!r->machine !=
      (strcmp(r->theorem, "SS-LYAPUNOV") != 0 && strcmp(r->theorem, "SS-RUBBED") != 0))
    malformed(r, "the system is not of the kind that the theorem is about");
  expect(r, theorems[i].conditions);
  if (theorems[i].more) theorems[i].more(r);
  expect(r, theorems[i].last);
  if (json_array_size(r->conditions) != r->next) refuted(r, "conditions: one is superfluous");
  print_claim(r, theorems[i].sentence);
}
