/* theorem_words.h: what the rows of the table of theorems (theorems.c) have in common: sentences,
 * lists of conditions in words, rows of one theorem that differ in a few entries. */
#ifndef STANDSTILL_PROOF_THEOREM_WORDS_H
#define STANDSTILL_PROOF_THEOREM_WORDS_H

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
             {4, "the forces in sliders follow from the state, contacts are open in the region"},  \
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

#define PERCHED                                                                                    \
  {1, "the mass matrix M is positive definite"},                                                   \
      {2, "the rates of closed gaps and the slips are coordinates of the velocity"},               \
      {3, "open contacts accelerate inwards whatever friction does, each by itself"},              \
      {4, "friction can give more than what holds the machine, also while it slides"}, {           \
    5, "bounces become smaller"                                                                    \
  }
#define PERCH(what, how_, words, conditions_, more, check)                                         \
  {                                                                                                \
    .id = "SS-PERCH", .source = OURS, .claim = what, .how = how_, .sentence = words,               \
    .view = &ss_view_perch, .conditions = conditions_, .also = more, .prove = check,               \
    .explain = ss_perch_explain                                                                    \
  }
#define PERCHED_EVERYWHERE                                                                         \
  CONDITIONS(PERCHED, {6, "nothing depends on the state, and there is no other contact"})

/* A function of the file, and friction. */
#define RUBBED(what, how_, words, more)                                                            \
  {                                                                                                \
    .id = "SS-RUBBED", .source = OURS, .claim = what, .how = how_, .sentence = words,              \
    .view = &ss_view_lyapunov,                                                                     \
    .conditions = CONDITIONS(                                                                      \
        {1, "the mass matrix M(q) is positive definite in the region"},                            \
        {2, "the slope of V vanishes at the rest point, that by velocities wherever u = 0"},       \
        {3, "V >= level on the border of the region"},                                             \
        {4, "V falls where V < level and u is not 0, whatever friction forces are"},               \
        {5, "V is convex in the velocities"}, {6, "the bounds of friction forces are positive"},   \
        {7, "V has a strict minimum at the rest point, if that is claimed"}),                      \
    .also = more, .concerns = ss_lyapunov_is_rubbed, .prove = ss_theorem_ss_rubbed,                \
    .explain = ss_lyapunov_explain                                                                 \
  }

/* Contacts that are springs. */
#define SPRINGY                                                                                    \
  CONDITIONS({1, "the mass matrix M(q) is positive definite"},                                     \
             {2, "a rest point is a strict minimum of the potential with that of the springs"},    \
             {3, "forces without potential take energy away: u^T f_nc <= 0, f_nc = 0 at rest"},    \
             {5, "every velocity is damped"},                                                      \
             {8, "V >= level on the border of the region, all else holds below it"})
#define SPRINGS(what, how_, words, more, function, why)                                            \
  {                                                                                                \
    .id = "T1999-T6", .source = "Tornambè 1999, theorem 6", .claim = what, .how = how_,            \
    .sentence = words, .view = &ss_view_springs, .conditions = SPRINGY, .also = more,              \
    .prove = function, .explain = why                                                              \
  }
#define WITH_SPRINGS "with springs for contacts "

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

#endif
