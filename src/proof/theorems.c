/* theorems.c: the table of all theorems, in the order in which they are tried.
 *
 * A row says what a theorem is called, where it comes from, what it concludes, what it is about,
 * its conditions in words, and which functions try it; the theorem itself, with the reason why it
 * is true, is in its own file. The first one whose conditions are all verified decides:
 *
 *     one coordinate and an odd spring:      WL2004-A, WL2004-C
 *     a machine that is not linear, by its energies; with sliders:           LW2008-T1; LW2008-C3
 *     K > 0:    Cs >= 0 and every sticking motion dissipates      globally attractive   WL2004-T2
 *               Cs not >= 0 on ker W^T: a sticking motion grows   unstable              SS-STICK
 *               Cs >= 0 there, some sticking motion undamped      not attractive        SS-UNDAMPED
 *               else friction reaches what damping feeds          locally attractive    WL2004-T3/4
 *     K >= 0:   the same as in WL2004-T2, and friction holds it   globally attractive   SS-SLIDE
 *               with one-way clutches                             globally attractive   SS-CLUTCH
 *     K not >= 0:                                      unstable   SS-STICK, LW2008-T3, SS-SADDLE
 *
 *     a function of the file falls around a point               locally attractive    SS-LYAPUNOV
 *
 *     belts, and friction that falls with speed:   SS-BELT (all three);  SS-SQUEAL (unstable)
 *
 * and for the other two questions, stable sets before stable points,
 *
 *     not linear: SS-CALM, LW2008-C3 (stable, bounded);  LW2008-T2 (unstable)
 *     stable:   WL2004-A, SS-SET;  SS-STICK, LW2008-T3, SS-SADDLE (unstable);  WL2004-C, SS-POINT;
 *               a body on two contacts: SS-AMBIGUOUS (unstable), SS-STANCE,
 *               SS-GROWS (unstable)
 *     bounded:  WL2004-A, SS-BOUNDED;  SS-STICK, LW2008-T3 (unbounded);  locally WL2004-C, -T3
 *
 * A theorem with several claims has several rows, of those about one question the stronger one
 * first. What follows besides from its conditions is listed in `also`. scripts/check-theorems holds
 * the numbers of the conditions against the tags of the theorem's file.
 */
#include "energy.h"
#include "lyapunov.h"
#include "odd_spring.h"
#include "stance.h"

#define WL2004 "van de Wouw & Leine 2004, "
#define LW2008 "Leine & van de Wouw 2008, "
#define OURS   "Standstill, docs/theorems.md"

#define EVERY  "every motion approaches the rest set"
#define BELOW  "every motion that starts with an energy V < %s approaches the "
#define LOCAL  BELOW "rest set, which lies in there as a whole"
#define SUBSET BELOW "part of the rest set that lies in there"
#define THERE                                                                                      \
  "every motion that starts in the region with V < %s approaches the rest positions there"
#define LEAVE "the rest set is unstable: arbitrarily near it motions start that go away from it"

#define STABLE "the rest set is stable: motions that start near it stay near it"
#define POINT                                                                                      \
  "the rest point in the middle of the rest set is stable: motions that start near it "            \
  "stay near it; nothing is said of the rest set as a whole"
#define BOUND "every motion is bounded"
#define STAY  "every motion that starts with an energy V < %s stays below it and is bounded"
#define GO    "arbitrarily near the rest set motions start that are not bounded"

#define MASS                                                                                       \
  { 1, "the mass matrix M is positive definite" }
#define SYMMETRIC                                                                                  \
  { 2, "the stiffness matrix K is symmetric" }
#define STIFF                                                                                      \
  { 3, "the stiffness matrix K is positive definite" }
#define ENERGY MASS, SYMMETRIC, STIFF
#define REGULAR                                                                                    \
  { 3, "the stiffness matrix K is not singular" }
#define NEGATIVE                                                                                   \
  { 4, "the stiffness matrix K is not positive semidefinite" }
#define WITHOUT_SLIP "velocities without slip: ker W^T"
#define STICKING_DAMPED                                                                            \
  {6, "the damping without slip, Cs on ker W^T, is positive definite, or semidefinite"}, {         \
    7, "no sticking motion is free of dissipation"                                                 \
  }
#define HELD(number)                                                                               \
  { number, "a rest point is held by friction forces inside their bounds: K q = f + W l, |l| < p" }
#define GROWING                                                                                    \
  CONDITIONS(MASS, SYMMETRIC, {3, WITHOUT_SLIP},                                                   \
             {4, "the stiffness without slip, K on ker W^T, is not singular"},                     \
             {5, "the motion without slip has a growing mode"}, HELD(6))
#define BELTS                                                                                      \
  MASS, SYMMETRIC, STIFF, {                                                                        \
    4, "the damping, Cs = (C + C^T)/2, with the steepest fall of belts, is positive semidefinite"  \
  }
#define SPRING                                                                                     \
  { 2, "the spring pulls back: U' is odd with coefficients >= 0, the first > 0" }
#define PASSIVE                                                                                    \
  MASS, SYMMETRIC, {3, "the stiffness matrix K is positive definite, or semidefinite"}, {          \
    4, "the damping, Cs = (C + C^T)/2, is positive semidefinite"                                   \
  }
#define SLIDING                                                                                    \
  MASS, SYMMETRIC, {3, "the stiffness matrix K is positive semidefinite"},                         \
      {4, "the damping, Cs = (C + C^T)/2, is positive semidefinite"}, {5, WITHOUT_SLIP},           \
      {6, "no motion without slip is free of dissipation"},                                        \
      {7, "friction acts where springs do not: K + W W^T is positive definite"}, HELD(8)
#define CLUTCHED                                                                                   \
  CONDITIONS(MASS, SYMMETRIC, {3, "the stiffness matrix K is positive semidefinite"},              \
             {4, "the damping, Cs = (C + C^T)/2, is positive semidefinite"},                       \
             {5, "every velocity is damped, rubs or runs in a clutch: Cs + W W^T + G G^T > 0"},    \
             {6, "friction acts where springs do not: K + W W^T is positive definite"}, HELD(7))
#define END                                                                                        \
  { 0, NULL }

#define PUSHED                                                                                     \
  CONDITIONS(MASS, SYMMETRIC, REGULAR, NEGATIVE,                                                   \
             {5, "the damping, Cs = (C + C^T)/2, is positive semidefinite"},                       \
             {6, "every velocity dissipates: ker Cs and ker W^T have only 0 in common"})
#define FALLING                                                                                    \
  CONDITIONS(ENERGY, {4, "there is dry friction"}, {5, WITHOUT_SLIP}, STICKING_DAMPED,             \
             {8, "the energy falls wherever V < level"})
#define LYAPUNOV                                                                                   \
  CONDITIONS({1, "the mass matrix M is positive definite in the region"},                          \
             {2, "the forces and the slope of V vanish at the rest point"},                        \
             {3, "V >= level on the border of the region"},                                        \
             {4, "V falls wherever V < level, but for the rest point"})
#define CONDITIONS(...) ((const ss_requirement[]){__VA_ARGS__, END})

/* What follows besides: from a passive machine's conditions, and where V falls below a level. */
#define ALSO(...) ((const ss_consequence[]){__VA_ARGS__, {SS_CLAIM_NONE, NULL}})
#define ALL_BUT_RESTS                                                                              \
  ALSO({SS_CLAIM_STABLE, "SS-SET"}, {SS_CLAIM_STABLE_POINT, "SS-POINT"},                           \
       {SS_CLAIM_BOUNDED, "SS-BOUNDED"})
#define BELOW_LEVEL(point, theorem)                                                                \
  ALSO({SS_CLAIM_STABLE_POINT, point}, {SS_CLAIM_LOCALLY_BOUNDED, theorem})

#define PASSIVE_SPRING                                                                             \
  CONDITIONS(MASS, SPRING, {3, "the damping is not negative"},                                     \
             {4, "there is dry friction, or damping"})
#define FED_SPRING                                                                                 \
  CONDITIONS(MASS, SPRING, {3, "there is dry friction"},                                           \
             {4, "the energy falls wherever V < level = m p^2/(2 c^2)"})

#define ENERGIES                                                                                   \
  CONDITIONS({1, "the mass matrix M(q) is positive definite"},                                     \
             {2, "a rest point is a strict minimum of the potential on the admissible set"},       \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {4, "open contacts of I_C accelerate inwards"},                                       \
             {5, "no velocity is free of dissipation while the contacts of I_C are closed"},       \
             {6, "restitutions are at least 0 and less than 1"},                                   \
             {7, "impacts do not gain energy"},                                                    \
             {8, "V >= level on the border of the region, all else holds below it"},               \
             {9, "limit sets are positively invariant"})

#define SLIDERS                                                                                    \
  CONDITIONS({1, "the mass matrix M(q) is positive definite"},                                     \
             {2, "a rest point is a strict minimum of the potential"},                             \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {4, "the forces in the sliders, and so the accelerations, follow from the state"},    \
             {5, "no motion goes on without dissipation, for want of slip or of normal forces"},   \
             {8, "V >= level on the border of the region, all else holds below it"},               \
             {9, "limit sets are invariant"})

#define LEAVING                                                                                    \
  CONDITIONS({1, "the mass matrix M(q) is positive definite in the region"},                       \
             {2, "the potential has no minimum in the region"},                                    \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {4, "the forces in sliders, and so the accelerations, follow from the state"},        \
             {5, "no motion in the region goes on without dissipation"},                           \
             {6, "there is a rest position in the region"}, {7, "nowhere does the energy grow"},   \
             {8, "no rest position lies on the border of the region"},                             \
             {9, "the accelerations that friction allows are a convex set"})
#define AWAY                                                                                       \
  "the rest positions in the region are unstable: arbitrarily near them motions start that leave " \
  "the region"

#define TORNAMBE "Tornambè 1999, theorem 5"
#define PRESSED                                                                                    \
  CONDITIONS({1, "the mass matrix M(q) is positive definite"},                                     \
             {2, "a rest point is a strict minimum of the potential on the admissible set"},       \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {5, "every velocity is damped"},                                                      \
             {6, "nothing rubs in contacts, and restitutions are at least 0 and at most 1"},       \
             {8, "V >= level on the border of the region, all else holds below it"},               \
             {9, "limit sets are positively invariant"})

/* A body on two contacts: of the machine itself, or of its zero-order dynamics. */
#define STANCE(what, words, when, function)                                                        \
  {                                                                                                \
    .id = "SS-STANCE", .source = OURS, .claim = what, .sentence = words, .view = &ss_view_stance,  \
    .conditions = CONDITIONS(                                                                      \
        {1, "two contacts with a load along the line on which both slide"},                        \
        {2, "forces inside both friction cones hold the body"},                                    \
        {3, "the load presses each contact; every slip has one solution and ends"},                \
        {4, "no impact raises the energy"},                                                        \
        {5, "functions on the surfaces of sliding are positive and fall from event to event"},     \
        {6, "all forces but those of the contacts have a potential"}),                             \
    .concerns = when, .prove = function, .explain = ss_stance_explain                              \
  }

#define UNFED                                                                                      \
  CONDITIONS({1, "the mass matrix M(q) is positive definite"},                                     \
             {2, "a rest point is a strict minimum of the potential on the admissible set"},       \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {5, "the bounds of friction forces are positive"},                                    \
             {6, "restitutions are at least 0 and at most 1"}, {7, "impacts do not gain energy"},  \
             {8, "V >= level on the border of the region, all else holds below it"})
#define REST_POINT                                                                                 \
  "the rest point is stable: motions that start near it stay near it; nothing is said of the "     \
  "rest set as a whole"
#define STAYS "every motion that starts in the region with V < %s stays there and is bounded"
#define CALM(what, words, function, more, why)                                                     \
  {                                                                                                \
    .id = "SS-CALM", .source = OURS, .claim = what, .sentence = words, .view = &ss_view_energy,    \
    .conditions = UNFED, .also = more, .prove = function, .explain = why                           \
  }
#define SLIDES(what, when, words, function, more, why)                                             \
  {                                                                                                \
    .id = "LW2008-C3", .source = LW2008 "corollary 3", .claim = what, .how = when,                 \
    .sentence = words, .view = &ss_view_slider, .conditions = SLIDERS, .also = more,               \
    .concerns = ss_energy_is_joint, .prove = function, .explain = why                              \
  }
#define LEAVE_ROW(what, words, seen, more, function, why)                                          \
  {                                                                                                \
    .id = "LW2008-T2", .source = LW2008 "theorem 2", .claim = what, .sentence = words,             \
    .view = seen, .conditions = LEAVING, .also = more, .concerns = ss_energy_is_joint,             \
    .prove = function, .explain = why                                                              \
  }
#define LEAVES(seen)                                                                               \
  LEAVE_ROW(SS_CLAIM_UNSTABLE, AWAY ", and do not come back to them", seen,                        \
            ALSO({SS_CLAIM_NOT_ATTRACTIVE, "LW2008-T2"}), ss_theorem_lw2008_t2_away, NULL),        \
      LEAVE_ROW(SS_CLAIM_UNSTABLE, AWAY, seen, NULL, ss_theorem_lw2008_t2,                         \
                ss_energy_explain_leaving),                                                        \
      LEAVE_ROW(SS_CLAIM_NOT_ATTRACTIVE,                                                           \
                "the rest positions in the region are not attractive: arbitrarily near them "      \
                "motions start that do not tend to them",                                          \
                seen, NULL, ss_theorem_lw2008_t2_not, NULL)

#define ODD(what, when, words, more)                                                               \
  {                                                                                                \
    .id = "WL2004-A", .source = WL2004 "appendix A", .claim = what, .how = when,                   \
    .sentence = words, .view = &ss_view_spring, .conditions = PASSIVE_SPRING, .also = more,        \
    .concerns = ss_spring_is_passive, .prove = ss_theorem_wl2004_a, .explain = ss_spring_explain   \
  }
#define SPEED(what, when, words, list, more, function, why)                                        \
  {                                                                                                \
    .id = "WL2004-C", .source = WL2004 "section 5", .claim = what, .how = when, .sentence = words, \
    .view = &ss_view_spring, .conditions = list, .also = more, .concerns = ss_spring_is_fed,       \
    .prove = function, .explain = why                                                              \
  }
#define BELT(what, when, words, list, more, function, why)                                         \
  {                                                                                                \
    .id = "SS-BELT", .source = OURS, .claim = what, .how = when, .sentence = words,                \
    .view = &ss_view_belt, .conditions = list, .also = more, .prove = function, .explain = why     \
  }

static const ss_theorem theorems[] = {
    ODD(SS_CLAIM_GLOBALLY_ATTRACTIVE, SS_HOW_ASYMPTOTIC, EVERY,
        ALSO({SS_CLAIM_STABLE, "WL2004-A"}, {SS_CLAIM_STABLE_POINT, "WL2004-A"},
             {SS_CLAIM_BOUNDED, "WL2004-A"})),
    ODD(SS_CLAIM_STABLE, SS_HOW_NONE, STABLE,
        ALSO({SS_CLAIM_STABLE_POINT, "WL2004-A"}, {SS_CLAIM_GLOBALLY_ATTRACTIVE, "WL2004-A"},
             {SS_CLAIM_BOUNDED, "WL2004-A"})),
    ODD(SS_CLAIM_BOUNDED, SS_HOW_NONE, BOUND,
        ALSO({SS_CLAIM_GLOBALLY_ATTRACTIVE, "WL2004-A"}, {SS_CLAIM_STABLE, "WL2004-A"},
             {SS_CLAIM_STABLE_POINT, "WL2004-A"})),
    SPEED(SS_CLAIM_LOCALLY_ATTRACTIVE, SS_HOW_ASYMPTOTIC, LOCAL,
          CONDITIONS(MASS, SPRING, {3, "there is dry friction"},
                     {4, "the energy falls wherever V < level = m p^2/(2 c^2)"},
                     {5, "the whole rest set has less energy than the level"}),
          BELOW_LEVEL("WL2004-C", "WL2004-C"), ss_theorem_wl2004_c, NULL),
    SPEED(SS_CLAIM_ATTRACTIVE_SUBSET, SS_HOW_ASYMPTOTIC, SUBSET, FED_SPRING,
          BELOW_LEVEL("WL2004-C", "WL2004-C"), ss_theorem_wl2004_c_part, ss_spring_explain),
    SPEED(SS_CLAIM_STABLE_POINT, SS_HOW_NONE, POINT, FED_SPRING,
          ALSO({SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-C"}, {SS_CLAIM_LOCALLY_BOUNDED, "WL2004-C"}),
          ss_theorem_wl2004_c_part, ss_spring_explain),
    SPEED(SS_CLAIM_LOCALLY_BOUNDED, SS_HOW_NONE, STAY, FED_SPRING,
          ALSO({SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-C"}, {SS_CLAIM_STABLE_POINT, "WL2004-C"}),
          ss_theorem_wl2004_c_part, ss_spring_explain),
    {.id = "WL2004-T2",
     .source = WL2004 "theorem 2",
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = EVERY,
     .view = &ss_view_linear,
     .conditions =
         CONDITIONS(ENERGY, {4, "the damping, Cs = (C + C^T)/2, is positive semidefinite"},
                    {5, WITHOUT_SLIP}, {6, "no motion without slip is free of dissipation"}),
     .also = ALL_BUT_RESTS,
     .prove = ss_theorem_wl2004_t2,
     .explain = ss_linear_explain},
    {.id = "SS-SLIDE",
     .source = OURS,
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_FINITE,
     .sentence = "every motion tends to a rest point, in finite time",
     .view = &ss_view_linear,
     .conditions = CONDITIONS(SLIDING),
     .also = ALL_BUT_RESTS,
     .concerns = ss_linear_is_loose,
     .prove = ss_theorem_ss_slide_free},
    {.id = "SS-SLIDE",
     .source = OURS,
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = "every motion tends to a rest point",
     .view = &ss_view_linear,
     .conditions = CONDITIONS(SLIDING),
     .also = ALL_BUT_RESTS,
     .concerns = ss_linear_is_loose,
     .prove = ss_theorem_ss_slide,
     .explain = ss_linear_explain_loose},
    {.id = "SS-CLUTCH",
     .source = OURS,
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = EVERY,
     .view = &ss_view_clutch,
     .conditions = CLUTCHED,
     .also = ALSO({SS_CLAIM_BOUNDED, "SS-CLUTCH"}),
     .prove = ss_theorem_ss_clutch,
     .explain = ss_clutch_explain},
    {.id = "SS-CLUTCH",
     .source = OURS,
     .claim = SS_CLAIM_BOUNDED,
     .sentence = BOUND,
     .view = &ss_view_clutch,
     .conditions = CLUTCHED,
     .also = ALSO({SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-CLUTCH"}),
     .prove = ss_theorem_ss_clutch,
     .explain = ss_clutch_explain},
    {.id = "SS-SET",
     .source = OURS,
     .claim = SS_CLAIM_STABLE,
     .sentence = STABLE,
     .view = &ss_view_linear,
     .conditions = CONDITIONS(PASSIVE, HELD(5)),
     .prove = ss_theorem_ss_set},
    {.id = "SS-BOUNDED",
     .source = OURS,
     .claim = SS_CLAIM_BOUNDED,
     .sentence = BOUND,
     .view = &ss_view_linear,
     .conditions = CONDITIONS(
         PASSIVE, {5, "friction acts where springs do not: K + W W^T is positive definite"},
         HELD(6)),
     .also = ALSO({SS_CLAIM_STABLE, "SS-SET"}, {SS_CLAIM_STABLE_POINT, "SS-POINT"}),
     .prove = ss_theorem_ss_bounded,
     .explain = ss_linear_explain_bounded},
    BELT(SS_CLAIM_GLOBALLY_ATTRACTIVE, SS_HOW_ASYMPTOTIC, EVERY,
         CONDITIONS(BELTS, {5, WITHOUT_SLIP}, {6, "no motion without slip is free of dissipation"}),
         ALSO({SS_CLAIM_STABLE_POINT, "SS-BELT"}, {SS_CLAIM_BOUNDED, "SS-BELT"}),
         ss_theorem_ss_belt, NULL),
    BELT(SS_CLAIM_STABLE_POINT, SS_HOW_NONE, POINT, CONDITIONS(BELTS),
         ALSO({SS_CLAIM_BOUNDED, "SS-BELT"}), ss_theorem_ss_belt_stable, NULL),
    BELT(SS_CLAIM_BOUNDED, SS_HOW_NONE, BOUND, CONDITIONS(BELTS),
         ALSO({SS_CLAIM_STABLE_POINT, "SS-BELT"}), ss_theorem_ss_belt_stable, ss_belt_explain),
    {.id = "SS-SQUEAL",
     .source = OURS,
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = LEAVE,
     .view = &ss_view_squeal,
     .conditions = GROWING,
     .prove = ss_theorem_ss_squeal,
     .explain = ss_belt_explain},
    {.id = "SS-STICK",
     .source = OURS,
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = LEAVE "; one without slip grows, and friction does not act on it",
     .view = &ss_view_linear,
     .conditions = GROWING,
     .concerns = ss_linear_is_fed,
     .prove = ss_theorem_ss_stick},
    {.id = "SS-STICK",
     .source = OURS,
     .claim = SS_CLAIM_UNBOUNDED,
     .sentence = GO ": nothing rubs, and a motion grows",
     .view = &ss_view_linear,
     .conditions = GROWING,
     .also = ALSO({SS_CLAIM_UNSTABLE, "SS-STICK"}),
     .concerns = ss_linear_is_fed,
     .prove = ss_theorem_ss_stick_free},
    {.id = "SS-UNDAMPED",
     .source = OURS,
     .claim = SS_CLAIM_NOT_ATTRACTIVE,
     .sentence = "the rest set is not attractive: arbitrarily near it there are motions without "
                 "slip and without damping, which go on for ever",
     .view = &ss_view_linear,
     .conditions = CONDITIONS(ENERGY, {4, WITHOUT_SLIP},
                              {5, "a motion without slip and without dissipation"}),
     .concerns = ss_linear_is_undamped,
     .prove = ss_theorem_ss_undamped},
    {.id = "SS-UNDAMPED",
     .source = OURS,
     .claim = SS_CLAIM_NOT_ATTRACTIVE,
     .sentence = "the rest set is not attractive: arbitrarily near it there are motions without "
                 "damping, along which belts pull steadily, and which go on for ever",
     .view = &ss_view_belt,
     .conditions = CONDITIONS(ENERGY, {4, WITHOUT_SLIP},
                              {5, "a motion without slip and without dissipation"}),
     .concerns = ss_belt_is_undamped,
     .prove = ss_theorem_ss_undamped},
    {.id = "WL2004-T4",
     .source = WL2004 "theorem 4",
     .claim = SS_CLAIM_LOCALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = LOCAL,
     .view = &ss_view_linear,
     .conditions = CONDITIONS(ENERGY, {4, "there is dry friction"}, {5, WITHOUT_SLIP},
                              STICKING_DAMPED, {8, "the energy falls wherever V < level"},
                              {9, "the whole rest set has less energy than the level"}),
     .also = BELOW_LEVEL("SS-POINT", "WL2004-T3"),
     .concerns = ss_linear_is_rubbed,
     .prove = ss_theorem_wl2004_t4},
    {.id = "WL2004-T3",
     .source = WL2004 "theorem 3",
     .claim = SS_CLAIM_ATTRACTIVE_SUBSET,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = SUBSET,
     .view = &ss_view_linear,
     .conditions = FALLING,
     .also = BELOW_LEVEL("SS-POINT", "WL2004-T3"),
     .concerns = ss_linear_is_rubbed,
     .prove = ss_theorem_wl2004_t3,
     .explain = ss_linear_explain_rubbed},
    {.id = "WL2004-T3",
     .source = WL2004 "theorem 3",
     .claim = SS_CLAIM_LOCALLY_BOUNDED,
     .sentence = STAY,
     .view = &ss_view_linear,
     .conditions = FALLING,
     .also = ALSO({SS_CLAIM_ATTRACTIVE_SUBSET, "WL2004-T3"}, {SS_CLAIM_STABLE_POINT, "SS-POINT"}),
     .concerns = ss_linear_is_rubbed,
     .prove = ss_theorem_wl2004_t3},
    {.id = "SS-LYAPUNOV",
     .source = OURS,
     .claim = SS_CLAIM_LOCALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = "every motion that starts in the region with V < %s approaches the rest point",
     .view = &ss_view_lyapunov,
     .conditions = LYAPUNOV,
     .also =
         ALSO({SS_CLAIM_STABLE_POINT, "SS-LYAPUNOV"}, {SS_CLAIM_LOCALLY_BOUNDED, "SS-LYAPUNOV"}),
     .prove = ss_theorem_ss_lyapunov,
     .explain = ss_lyapunov_explain},
    {.id = "SS-LYAPUNOV",
     .source = OURS,
     .claim = SS_CLAIM_STABLE_POINT,
     .sentence =
         "the rest point is stable: motions that start near it stay near it, and approach it",
     .view = &ss_view_lyapunov,
     .conditions = LYAPUNOV,
     .also = ALSO({SS_CLAIM_LOCALLY_ATTRACTIVE, "SS-LYAPUNOV"},
                  {SS_CLAIM_LOCALLY_BOUNDED, "SS-LYAPUNOV"}),
     .prove = ss_theorem_ss_lyapunov,
     .explain = ss_lyapunov_explain},
    {.id = "SS-LYAPUNOV",
     .source = OURS,
     .claim = SS_CLAIM_LOCALLY_BOUNDED,
     .sentence = "every motion that starts in the region with V < %s stays there",
     .view = &ss_view_lyapunov,
     .conditions = LYAPUNOV,
     .also =
         ALSO({SS_CLAIM_LOCALLY_ATTRACTIVE, "SS-LYAPUNOV"}, {SS_CLAIM_STABLE_POINT, "SS-LYAPUNOV"}),
     .prove = ss_theorem_ss_lyapunov,
     .explain = ss_lyapunov_explain},
    {.id = "T1999-T5",
     .source = TORNAMBE,
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = EVERY,
     .view = &ss_view_energy,
     .conditions = PRESSED,
     .also = ALSO({SS_CLAIM_STABLE_POINT, "T1999-T5"}, {SS_CLAIM_BOUNDED, "T1999-T5"}),
     .concerns = ss_energy_is_pressed,
     .prove = ss_theorem_t1999_t5_global},
    {.id = "T1999-T5",
     .source = TORNAMBE,
     .claim = SS_CLAIM_LOCALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = THERE ", all of which have less energy",
     .view = &ss_view_energy,
     .conditions = PRESSED,
     .also = BELOW_LEVEL("T1999-T5", "T1999-T5"),
     .concerns = ss_energy_is_pressed,
     .prove = ss_theorem_t1999_t5_inside},
    {.id = "T1999-T5",
     .source = TORNAMBE,
     .claim = SS_CLAIM_ATTRACTIVE_SUBSET,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = THERE,
     .view = &ss_view_energy,
     .conditions = PRESSED,
     .also = BELOW_LEVEL("T1999-T5", "T1999-T5"),
     .concerns = ss_energy_is_pressed,
     .prove = ss_theorem_t1999_t5,
     .explain = ss_energy_explain_pressed},
    {.id = "LW2008-T1",
     .source = LW2008 "theorem 1",
     .claim = SS_CLAIM_GLOBALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = EVERY,
     .view = &ss_view_energy,
     .conditions = ENERGIES,
     .also = ALSO({SS_CLAIM_STABLE_POINT, "LW2008-T1"}, {SS_CLAIM_BOUNDED, "LW2008-T1"}),
     .concerns = ss_energy_is_joint,
     .prove = ss_theorem_lw2008_t1_global},
    {.id = "LW2008-T1",
     .source = LW2008 "theorem 1",
     .claim = SS_CLAIM_LOCALLY_ATTRACTIVE,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = THERE ", all of which have less energy",
     .view = &ss_view_energy,
     .conditions = ENERGIES,
     .also = BELOW_LEVEL("LW2008-T1", "LW2008-T1"),
     .concerns = ss_energy_is_joint,
     .prove = ss_theorem_lw2008_t1_inside},
    {.id = "LW2008-T1",
     .source = LW2008 "theorem 1",
     .claim = SS_CLAIM_ATTRACTIVE_SUBSET,
     .how = SS_HOW_ASYMPTOTIC,
     .sentence = THERE,
     .view = &ss_view_energy,
     .conditions = ENERGIES,
     .also = BELOW_LEVEL("LW2008-T1", "LW2008-T1"),
     .concerns = ss_energy_is_joint,
     .prove = ss_theorem_lw2008_t1,
     .explain = ss_energy_explain},
    CALM(SS_CLAIM_STABLE_POINT, REST_POINT, ss_theorem_ss_calm_global,
         ALSO({SS_CLAIM_BOUNDED, "SS-CALM"}), NULL),
    CALM(SS_CLAIM_STABLE_POINT, REST_POINT, ss_theorem_ss_calm,
         ALSO({SS_CLAIM_LOCALLY_BOUNDED, "SS-CALM"}), ss_calm_explain),
    CALM(SS_CLAIM_BOUNDED, BOUND, ss_theorem_ss_calm_global, NULL, NULL),
    CALM(SS_CLAIM_LOCALLY_BOUNDED, STAYS, ss_theorem_ss_calm, NULL, ss_calm_explain),
    SLIDES(SS_CLAIM_LOCALLY_ATTRACTIVE, SS_HOW_ASYMPTOTIC, THERE ", all of which have less energy",
           ss_theorem_lw2008_c3_inside, BELOW_LEVEL("LW2008-C3", "LW2008-C3"), NULL),
    SLIDES(SS_CLAIM_ATTRACTIVE_SUBSET, SS_HOW_ASYMPTOTIC, THERE, ss_theorem_lw2008_c3,
           BELOW_LEVEL("LW2008-C3", "LW2008-C3"), ss_slider_explain),
    SLIDES(SS_CLAIM_STABLE_POINT, SS_HOW_NONE, REST_POINT, ss_theorem_lw2008_c3_point,
           ALSO({SS_CLAIM_LOCALLY_BOUNDED, "LW2008-C3"}), ss_slider_explain),
    SLIDES(SS_CLAIM_LOCALLY_BOUNDED, SS_HOW_NONE, STAYS, ss_theorem_lw2008_c3_stays, NULL,
           ss_slider_explain),
    LEAVES(&ss_view_energy),
    LEAVES(&ss_view_slider),
    {.id = "SS-NOWHERE",
     .source = OURS,
     .claim = SS_CLAIM_NOT_ATTRACTIVE,
     .sentence = "no motion comes to rest: there is no position at which forces balance",
     .view = &ss_view_energy,
     .conditions = CONDITIONS({1, "nowhere do forces of contacts and frictions balance"}),
     .concerns = ss_energy_is_joint,
     .prove = ss_theorem_ss_nowhere},
    {.id = "LW2008-T3",
     .source = LW2008 "theorem 3",
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = LEAVE " for ever; the stiffness is negative",
     .view = &ss_view_linear,
     .conditions = PUSHED,
     .also = ALSO({SS_CLAIM_NOT_ATTRACTIVE, "LW2008-T3"}, {SS_CLAIM_UNBOUNDED, "LW2008-T3"}),
     .concerns = ss_linear_is_soft,
     .prove = ss_theorem_lw2008_t3},
    {.id = "LW2008-T3",
     .source = LW2008 "theorem 3",
     .claim = SS_CLAIM_UNBOUNDED,
     .sentence = GO ": the stiffness is negative",
     .view = &ss_view_linear,
     .conditions = PUSHED,
     .also = ALSO({SS_CLAIM_NOT_ATTRACTIVE, "LW2008-T3"}, {SS_CLAIM_UNSTABLE, "LW2008-T3"}),
     .concerns = ss_linear_is_soft,
     .prove = ss_theorem_lw2008_t3},
    {.id = "SS-SADDLE",
     .source = OURS,
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = LEAVE ", farther than some distance that does not depend on the start; the "
                       "stiffness is negative",
     .view = &ss_view_linear,
     .conditions =
         CONDITIONS(MASS, SYMMETRIC, REGULAR, NEGATIVE, {5, WITHOUT_SLIP}, STICKING_DAMPED),
     .concerns = ss_linear_is_soft,
     .prove = ss_theorem_ss_saddle,
     .explain = ss_linear_explain_soft},
    {.id = "SS-POINT",
     .source = OURS,
     .claim = SS_CLAIM_STABLE_POINT,
     .sentence = POINT,
     .view = &ss_view_linear,
     .conditions = CONDITIONS(
         MASS, SYMMETRIC, {3, WITHOUT_SLIP},
         {4, "the stiffness K, or that without slip, K on ker W^T, is positive definite"},
         {5, "the damping without slip, Cs on ker W^T, is positive semidefinite"}, HELD(6)),
     .prove = ss_theorem_ss_point,
     .explain = ss_linear_explain_stable},
    {.id = "SS-AMBIGUOUS",
     .source = OURS,
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = "the rest position is unstable: a second, moving solution starts from it",
     .view = &ss_view_stance,
     .conditions =
         CONDITIONS({1, "forces inside both friction cones hold the body"},
                    {2, "another motion is consistent, all its inequalities being strict"}),
     .concerns = ss_stance_is_ambiguous,
     .prove = ss_theorem_ss_ambiguous,
     .explain = ss_ambiguous_explain},
    STANCE(SS_CLAIM_STABLE_POINT, REST_POINT, ss_stance_is_machine, ss_theorem_ss_stance),
    STANCE(SS_CLAIM_ZERO_ORDER,
           "the rest position is stable in the zero-order dynamics: nudged, the body stays near "
           "it, to lowest order",
           ss_stance_is_rough, ss_theorem_ss_stance_zero_order),
    {.id = "SS-GROWS",
     .source = OURS,
     .claim = SS_CLAIM_UNSTABLE,
     .sentence = "the rest position is unstable: arbitrarily small motions rock more and more",
     .view = &ss_view_stance,
     .conditions =
         CONDITIONS({1, "forces inside both friction cones hold the body"},
                    {2, "a motion comes back to where it began, all inequalities being strict"},
                    {3, "it is larger then"}),
     .concerns = ss_stance_may_grow,
     .prove = ss_theorem_ss_grows},
};

const ss_theorem *ss_theorems(size_t *count) {
  *count = sizeof theorems / sizeof *theorems;
  return theorems;
}
