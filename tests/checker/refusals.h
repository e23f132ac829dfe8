/* refusals.h: certificates that are coherent and false, one for each refusal (test_refusals.c). */
#ifndef TESTS_CHECKER_REFUSALS_H
#define TESTS_CHECKER_REFUSALS_H

#include "refused.h"

#define C(c) "system.C = [['" c "']]\nsystem.formulas.C = [['" c "']]\n"
#define NONE                                                                                       \
  "system.frictions = []\nsystem.W = [[]]\nsystem.p = []\nsystem.formulas.W = [[]]\n"              \
  "system.formulas.p = []\n"
/* two masses of which one pushes the other */
#define C2(a, b)                                                                                   \
  "system.C = [['" a "','" b "'],['" b "','" a "']]\n"                                             \
  "system.formulas.C = [['" a "','" b "'],['" b "','" a "']]\n"
#define SADDLE(a, b, c)                                                                            \
  "system.K = [['" a "','" b "'],['" b "','" c "']]\n"                                             \
  "system.formulas.K = [['" a "','" b "'],['" b "','" c "']]\n"
/* about one rest point */
#define POINT                                                                                      \
  "claim = 'stable-point'\nhow = null\nconditions = [{'id': 'SS-PERCH.1', 'kind': 'heavy'},"       \
  " {'id': 'SS-PERCH.2', 'kind': 'directions'}, {'id': 'SS-PERCH.3', 'kind': 'pressed'},"          \
  " {'id': 'SS-PERCH.4', 'kind': 'grip'}, {'id': 'SS-PERCH.5', 'kind': 'bounces'}]"
/* .. within 1/64 */
#define NEAR(at) POINT "\nsystem.radius = '1/64'\nsystem.at = " at
#define LEAF     "conditions[5].leaves[0]"
#define RANGE                                                                                      \
  "parameters.p = {'center': '1/2', 'radius': '1/2'}\n"                                            \
  "conditions[0].tree = 'c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 c0 0 '\n"

static const struct {
  const char *base, *message, *changes;
} cases[] = {

    /* fences.c */
    {fenced, "may cross segment 2",
     "map.havens[0].right_under = '2 137438953472 0 2 549755813888 0 2 687194767360 0 2 "
     "824633720832"
     " 0 2 962072674304 0 2 1099511627776 0'"},
    {fenced, "not all of haven 1 rests", "text: x'^2/2 => x'^2/2; potential = 0.3*x^4"},
    {fenced, "motions may leave haven 1", "map.havens[0].kind = 'trap'"},
    {fenced, "may end elsewhere", "map.high = ['1/2','4']"},
    {fenced, "not all of haven 2 starts to the right",
     "map.havens[1] = {'kind': 'right', 'next': 0, 'from': '-1/4', 'to': '1/4', 'right_under': "
     "null, 'right_over': null, 'left_under': null, 'left_over': null}"},
    {fenced, "what stops in haven 2 may not go to haven 1",
     "text: x'^2/2 => x'^2/2; potential = x^4/16\n"
     "map.havens[1] = {'kind': 'right', 'next': 0, 'from': '-3', 'to': '-5/2', 'right_under': "
     "null, 'right_over': null, 'left_under': null, 'left_over': null}"},
    {fenced, "its gap is not 0 there",
     "text: x'^2/2 => x'^2/2; contact c { gap = x + 2 }\nmap.stop = '-3/2'"},
    {fenced, "what comes back from the stop may not go to haven 1",
     "text: x'^2/2 => x'^2/2; contact c { gap = x + 2 }\nmap.stop = '-2'\n"
     "map.havens[1] = {'kind': 'bounce', 'next': 0, 'height': 2, 'over': 1, 'from': '-2', 'to': "
     "'-2', 'right_under': null, 'right_over': null, 'left_under': null, 'left_over': null}"},
    {fenced, "covers what another one does",
     "map.leaves[3] = '1 0 0 rest 0'\nmap.shares.rest = '3/4'\nmap.shares.open = '1/4'"},

    /* boxes.c, lyapunov.c */
    {falling, "does not hold in its box", "conditions[3].tree = '^'"},
    {falling, "a weight is negative", "conditions[3].tree = 'a.b.a.(-1e-9)'"},
    {falling, "are not seen to vanish at the rest point", "system.center = ['1/8','0']"},
    {falling, "are not seen to vanish at the rest point", "system.center = ['0','1/8']"},
    {falling, "are not seen to vanish at the rest point", "text: -x - x' => 1/64 - x - x'"},
    /* at x_e all of a range counts, not where the tree of the mass ends: V there, and the forces */
    {falling, "does not hold in its box",
     "text: coord x => param p = 1/2 in [0, 1]; coord x\ntext: -x - x' => -x - (2*p - 1)*x'\n"
     "text: x*x' + x'^2 => x*x' + x'^2 - 10*p\n" RANGE "conditions[3].tree = 'c^c^c^.'"},
    {falling, "are not seen to vanish at the rest point",
     "text: coord x => param p = 1/2 in [0, 1]; coord x\n"
     "text: -x - x' => (sign(p - 1/2) - 1)/64 - x - x'\n" RANGE},

    /* stance.c, events.c */
    {standing, "a gap is not 0 at the position", "system.at = ['0','-1/8','0']"},
    {standing, "it is no body on two rough contacts",
     "text: coulomb(2); restitution = sequential(0) => coulomb(2); restitution = sequential(1/10)"},
    {standing, "these forces are not inside the friction cones", "conditions[1].friction = '0'"},
    {standing, "a slip has no solution, or does not end",
     "text: 4*z - 3*x => 4*z - x + 4*a\ntext: z + a/4 => z - 2*a\ntext: z + 5/4*a => z + 2*a\n"
     "text: coulomb(2) => coulomb(1)\nconditions[1].friction = '-1/2'\n"
     "conditions[4].functions = "
     "['1/64','1','4','2','2','1','1','0','0','0','0','0','0','0','0','0',"
     "'0']\nconditions[4].rest = [1,1]\n"
     "conditions[4].events = [['1','1/8','0'],['1','0','1'],['1','0','1'],['1/2','1/8','0']]"},
    {standing, "the motion is not consistent",
     "theorem = 'SS-AMBIGUOUS'\nclaim = 'unstable'\n"
     "conditions = [{'id': 'SS-AMBIGUOUS.1', 'kind': 'balance', 'friction': '-5/2'},"
     " {'id': 'SS-AMBIGUOUS.2', 'kind': 'motion', 'modes': ['free', 'slip+']}]"},
    {gaining, "an impact may raise the energy", ""},
    {standing, "a force varies that is not the slope of the potential",
     "claim = 'stable-point'\nconditions[5] = {'id': 'SS-STANCE.6', 'kind': 'forces'}\n"
     "text: potential = => force x = -x'; potential ="},
    {standing, "a function is not positive", "conditions[4].functions[0] = '0'"},
    /* in a part of the range both contacts press while both slide: an undecided push counts */
    {standing, "a function is not positive",
     "text: coord x => param w = -6 in [-385/64, -47/8]; coord x\ntext: 3*x => 9/2*x - w*a\n"
     "text: z + a/4; slip = x' + a' => z + 5/2*a; slip = x' + a'/2\n"
     "text: z + 5/4*a; slip = x' + a' => z + a; slip = x' + a'/2\n"
     "text: coulomb(2) => coulomb(17/4)\ntext: coulomb(1) => coulomb(2)\n"
     "parameters = {'w': {'center': '-761/128', 'radius': '9/128'}}\n"
     "conditions[1].friction = '-27/14'\nconditions[4].functions = "
     "['1','9','8','31','32','28','30',"
     "'0','0','0','0','0','0','0','0','0','0']\nconditions[4].events = [['0','1','0'],"
     "['11','1','8'],['38','15','1'],['0','1','0'],['1','1','2'],['1','1','1'],['22','1','3'],"
     "['0','1','0'],['1','1','1'],['1','1','1']]"},
    {standing, "a multiplier is negative", "conditions[4].events[4] = ['-1/100','1/4','1/4']"},
    {standing, "the function is not seen to fall", "conditions[4].events[4] = ['10','1/4','1/4']"},

    /* cycle.c */
    {rocking, "restitutions are neither both 0 nor both between 0 and 1",
     "text: coulomb(2); restitution = sequential(0) => coulomb(2); restitution = sequential(1/10)"},
    {rocking, "a step of the cycle is not consistent",
     "conditions[1].steps = [{'mode': 'slip-', 'impact': null}, {'mode': 'slip+', 'impact': "
     "'stick'},"
     " {'mode': 'stick', 'impact': 'stick'}]"},
    {rocking, "the cycle does not lead back to where it began",
     "conditions[1].low = '1/10'\nconditions[1].high = '1/5'\nconditions[1].pieces = 4\n"
     "conditions[2].factor = '1001/1000'"},
    {rocking, "the factor of growth is not above 1", "conditions[2].factor = '1'"},
    {rocking, "the cycle does not grow by that factor", "conditions[2].factor = '6/5'"},

    /* perch.c */
    {perched, "the mass matrix is not positive definite", "text: (x'^2 + y'^2) => (y'^2 - x'^2)"},
    {perched, "the directions are dependent", "text: y - x/4 => y\ntext: slip = x' => slip = y'"},
    {perched, "a contact that is not named may be closed",
     "text: coord => contact g { gap = x };"
     " coord\n" NEAR("['0', '0']")},
    {perched, "the gaps are not seen to be 0", NEAR("['0', '1/8']")},
    {perched, "contacts act on each other",
     "text: slip = x'; law = coulomb(1/2); => \ntext: coord => contact g { gap = y + x }; coord\n"
     "system.held = ['f', 'g']"},
    /* with friction in two directions the body would be held all the same */
    {perched, "contacts act on each other",
     "text: x, y => x, y, z\ntext: y'^2)/2 => y'^2 + z'^2)/2 + 4/5*x'*y'\ntext: y - x/4 => y\n"
     "text: slip = x' => slip = (x', z')\ntext: coulomb(1/2) => disk(2)"},
    {perched, "friction may not hold the machine", "text: y - x/4 => y - x/2"},
    {perched, "friction may not hold the machine", "text: y - x/4 => y + x/2"},
    {perched, "friction may not hold the machine",
     "text: contact f => friction g { slip = x'; normal = 1; law = coulomb(1/8) }; contact f\n"
     "text: slip = x'; law = coulomb(1/2); => \nsystem.held = ['g', 'f']"},
    {perched, "bounces may not become smaller", "text: newton(1/2, 0) => newton(1, 0)"},
    {perched, "bounces may not become smaller",
     "text: y - x/4 => -y\n"
     "text: contact f => friction g { slip = x'; normal = 1; law = coulomb(1/8) }; contact f\n"
     "text: slip = x'; law = coulomb(1/2); => \nsystem.held = ['g', 'f']"},
    {perched, "something depends on the state", "text: y - x/4 => y + x^2"},
    {perched, "something depends on the state", "text: y - x/4 => y; force x = -x'"},
    {perched, "something depends on the state", "text: gap = y => gap = y + x^2"},
    /* at 0, above the floor, it would be held; on the floor it is not */
    {perched, "something depends on the state",
     POINT "\ntext: y - x/4 => y; force x = 8*y^2\ntext: gap = y => gap = y + 1"},
    {perched, "it is about one position", "system.at = ['0', '0']\nsystem.radius = '1/64'"},

    /* conditions.c */
    {"negative-stiffness", "is not symmetric: the forces of position",
     "text: force x   = -c*x' => force x   = -c*x' - y\n"
     "system.K = [['1','3'],['2','1']]\nsystem.formulas.K = [['1','3'],['2','1']]\n"
     "conditions[2].determinant = '-5'\nconditions[3].image = ['-2','1']\n"
     "conditions[3].value = '-3'"},
    {"negative-stiffness", "K is singular",
     "text: (x + y)^2 - (x^2 + y^2)/2 => -x^2/2\n" SADDLE(
         "-1", "0", "0") "conditions[2].determinant = '0'\nconditions[3].x = ['1','0']\n"
                         "conditions[3].image = ['-1','0']\nconditions[3].value = '-1'"},
    {"stick-mode", "image is not the matrix", "conditions[4].image[0] = '1'"},
    {"negative-stiffness", "image is not the matrix", "conditions[3].image[0] = '1'"},
    {"negative-stiffness", "the value 1 is not negative",
     "conditions[3].x = ['1','0']\nconditions[3].image = ['1','2']\nconditions[3].value = '1'"},
    {"oscillator-passive", "there is no friction",
     "text: friction floor => let floor = 1 #\nsettings[1] = 'c=0'\nparameters.c = '0'\n" NONE C(
         "0") "conditions[2].D = ['0']"},
    {"block", "do not balance", "conditions[6].forces = ['-1/3']"},
    {"block", "is free and must be 0", "conditions[6].q = ['7']"},
    {"block", "is not inside its bound",
     "settings = ['F=1']\nparameters.F = '1'\nsystem.f = ['1']\nsystem.formulas.f = ['1']\n"
     "conditions[6].forces = ['-1']"},
    {"slide", "basis of ker W^T is not the one", "conditions[4].basis = [['0'],['2']]"},
    {"negative-stiffness", "neither damping nor friction",
     "text: friction a => let a = 1 #\ntext: friction b => let b = 1 #\n"
     "settings = ['c=0']\nparameters.c = '0'\n" C2(
         "0", "0") "conditions[4].D = ['0','0']\n"
                   "system.frictions = []\nsystem.W = [[],[]]\nsystem.p = []\nsystem.formulas.W = "
                   "[[],[]]\n"
                   "system.formulas.p = []"},
    {"undamped", "does not follow for uncertain matrices",
     "settings[2] = 'k1=0.9:1.1'\nparameters.k1 = {'center': '1', 'radius': '1/10'}\n"
     "system.formulas.K = [['k1 + 1','-1'],['-1','1 + k1']]\n"
     "system.radius = {'M': [['0','0'],['0','0']], 'C': [['0','0'],['0','0']],"
     " 'K': [['1/10','0'],['0','1/10']], 'f': ['0','0'], 'W': [['0'],['0']], 'p': ['0']}\n"
     "system.lower = {'M': [['1','0'],['0','1']], 'K': [['19/10','-1'],['-1','19/10']],"
     " 'Cs': [['1/4','1/4'],['1/4','1/4']], 'Crs': [['0']]}\n"
     "conditions[2].L = [[],['-10/19']]\nconditions[2].D = ['19/10','261/190']"},
    {"chain", "2 steps are enough",
     "text: force x3  = => force x2 = -x2'/2; force x3  =\nsystem.C[1][1] = '1/2'\n"
     "system.formulas.C[1][1] = '1/2'\nconditions[3].D = ['0','1/2','1/2']\n"
     "conditions[5].steps = 3"},
    {"chain", "rank is too small",
     "settings = ['c3=0']\nparameters.c3 = '0'\n"
     "system.C = [['0','0','0'],['0','0','0'],['0','0','0']]\n"
     "system.formulas.C = [['0','0','0'],['0','0','0'],['0','0','0']]\n"
     "conditions[3].D = ['0','0','0']"},
    {"undamped", "columns of the basis are dependent",
     "settings[1] = 'c2=1/2'\nparameters.c2 = '1/2'\n" C2(
         "1", "-1/2") "conditions[4].basis = [['0'],['0']]\nconditions[4].S = [['0']]"},
    {"undamped", "A V is not V S", "conditions[4].S = [['0','1'],['-2','0']]"},
    {"undamped", "motions in the subspace are damped",
     "settings[1] = 'c2=1/2'\nparameters.c2 = '1/2'\n" C2(
         "1", "-1/2") "conditions[4].S = [['0','1'],['-3','-3/2']]"},
    {"stick-mode", "alpha is not positive",
     "settings[0] = 'c1=0.2'\nparameters.c1 = '1/5'\n" C2(
         "7/10", "-1/2") "conditions[4] = {'id': 'SS-STICK.5', 'kind': 'growing', 'P': "
                         "[['1','0'],['0','1']],"
                         " 'alpha': '-1', 'x': ['1','0'], 'image': ['1','0'], 'value': '1', 'L': "
                         "[[],['0']],"
                         " 'D': ['1','3/5']}"},
    {"stick-mode", "x^T P x is not positive",
     "settings[0] = 'c1=0.2'\nparameters.c1 = '1/5'\n" C2(
         "7/10", "-1/2") "conditions[4] = {'id': 'SS-STICK.5', 'kind': 'growing', 'P': "
                         "[['-1','0'],['0','-1']],"
                         " 'alpha': '1', 'x': ['1','0'], 'image': ['-1','0'], 'value': '-1', 'L': "
                         "[[],['0']],"
                         " 'D': ['1','7/5']}"},
    {"negative-stiffness", "the theorem asks for this condition here",
     "conditions[5].id = 'LW2008-T3.7'"},

    /* level.c: the true level of two frictions is 8/9 */
    {two_frictions, "an entry of N is negative",
     "level = '8'\n" LEAF ".d = [['1/4','0'],['1/4','0']]\n" LEAF ".N = [['0'],['-1','0']]"},
    {"oscillator-subset", "a cut is there for nothing",
     "conditions[5].cuts = [['1']]\n"
     "conditions[5].leaves = [{'signs': [1,1], 'd': [['3/2','0'],['0','0']],"
     " 'N': [['0'],['0','0']], 'kappa': '0', 'L': [[],['0']], 'D': ['0','0']},"
     " {'signs': [1,-1], 'd': [['3/2','0'],['0','0']], 'N': [['0'],['0','0']], 'kappa': '0',"
     " 'L': [[],['0']], 'D': ['0','0']}]"},
    {two_frictions, "zeta is larger than p", "level = '8'\n" LEAF ".d = [['1/2','3'],['1','-3']]"},
    {two_frictions, "leaves 1 and 2 overlap",
     "level = '5000'\n" LEAF ".signs = [1,-1]\n" LEAF ".d = [['1/100','0'],['0','0']]\n" LEAF
     ".N = [['0'],['149/100','0']]"},
    {two_frictions, "do not cover every pattern",
     "level = '5000'\nconditions[5].leaves = [{'signs': [1,-1], 'd': [['1/100','0'],['0','0']],"
     " 'N': [['0'],['149/100','0']], 'kappa': '0', 'L': [[],['0']], 'D': ['0','0']}]"},
    {"oscillator-subset", "first sign of a leaf is not +1",
     LEAF ".signs = [-1]\n" LEAF ".d = [['-3/2','0']]\n" LEAF ".N = [['0']]"},
    {"oscillator-subset", "no d is there",
     "settings = ['c=0']\nparameters.c = '0'\n" C("0") "level = '5'\n" LEAF ".d = [['0','0']]"},
    {"oscillator-subset", "the rest set reaches the energy 1/2",
     "theorem = 'WL2004-T4'\nclaim = 'locally-attractive'\nconditions[0].id = 'WL2004-T4.1'\n"
     "conditions[1].id = 'WL2004-T4.2'\nconditions[2].id = 'WL2004-T4.3'\n"
     "conditions[3].id = 'WL2004-T4.4'\nconditions[4].id = 'WL2004-T4.5'\n"
     "conditions[5].id = 'WL2004-T4.8'\n"
     "conditions[6] = {'id': 'WL2004-T4.9', 'kind': 'inside', 'method': 'vertices',"
     " 'energy': '1/2'}"},

    /* linear.c */
    {pushed, "a matrix is singular",
     "settings = ['k=-1:1']\nparameters.k.center = '0'\nsystem.K[1][1] = '0'\n"
     "system.lower.K[1][1] = '-1'"},
    {pushed, "may be singular within its radii",
     "settings = ['k=-1:3']\nparameters.k = {'center': '1', 'radius': '2'}\n"
     "system.K[1][1] = '1'\nsystem.radius.K[1][1] = '2'\nsystem.lower.K[1][1] = '-1'"},
    {"oscillator-subset", "the pivot D_1 = -1 is not positive",
     "settings[1] = 'k=-1'\nparameters.k = '-1'\nsystem.K = [['-1']]\n"
     "system.formulas.K = [['-1']]\nconditions[2].D = ['-1']"},
    {"chain", "column 1 of L is not 0", "conditions[3].L[1] = ['5']"},
    {"oscillator-subset", "L D L^T is not the matrix",
     "settings[1] = 'k=-1'\nparameters.k = '-1'\nsystem.K = [['-1']]\n"
     "system.formulas.K = [['-1']]"},

    /* lower.c */
    {"negative-stiffness-uncertain", "lower: K is not symmetric", "system.lower.K[0][1] = '-2'"},
    {"bent", "lower: K is not seen to be below",
     "system.lower.K = [['1']]\nconditions[2].D = ['1']"},

    /* more powers than have corners: 56 is the least of K */
    {"bent", "lower: K is not seen to be below",
     "text: 1/2*atan2(a, 1)*x^2 => 1/2*(100 - c*b1 - c*b2 - c*b3 - c*b4 - c*b5 - c*b6 - c*"
     "b7 - c*b8 - c*b9 - c*b10 - c*b11)*x^2"
     "\n"
     "text: coord x => param c = 1 in [1, 2]; param b1 = 1 in [1, 2]; param b2 = 1 in [1, "
     "2]; param b3 = 1 in [1, 2]; param b4 = 1 in [1, 2]; param b5 = 1 in [1, 2]; param b6"
     " = 1 in [1, 2]; param b7 = 1 in [1, 2]; param b8 = 1 in [1, 2]; param b9 = 1 in [1, "
     "2]; param b10 = 1 in [1, 2]; param b11 = 1 in [1, 2]; coord x"
     "\n"
     "parameters.c = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b1 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b2 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b3 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b4 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b5 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b6 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b7 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b8 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b9 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b10 = {'center': '3/2', 'radius': '1/2'}\n"
     "parameters.b11 = {'center': '3/2', 'radius': '1/2'}\n"
     "system.formulas.K = [['100 - c*b1 - c*b2 - c*b3 - c*b4 - c*b5 - c*b6 - c*b7 - c*b8 -"
     " c*b9 - c*b10 - c*b11']]"
     "\n"
     "system.K = [['145/2']]\n"
     "system.radius.K = [['33/2']]\n"
     "system.lower.K = [['60']]\n"
     "conditions[2].D = ['60']"},
    /* reading.c, run.c */
    {"negative-stiffness", "determinant is -3, not -4", "conditions[2].determinant = '-4'"},
    {"negative-stiffness", "does not have the SHA-256",
     "model.sha256 = '0000000000000000000000000000000000000000000000000000000000000000'"},

    /* spring.c */
    {"oscillator-passive", "the spring is not odd", "text: 1/4*k3*x^4 => 1/4*k3*x^4 + x^3"},
    {"oscillator-passive", "K is not the first coefficient",
     "settings[2] = 'k=0.9:1.1'\nparameters.k = {'center': '1', 'radius': '1/10'}\n"
     "system.formulas.K = [['k']]\n"
     "system.radius = {'M': [['0']], 'C': [['0']], 'K': [['1/10']], 'f': ['0'], 'W': [['0']],"
     " 'p': ['0']}\n"
     "system.lower = {'M': [['1']], 'K': [['9/10']], 'Cs': [['3/10']], 'Crs': []}\n"
     "conditions[1].formulas = ['k','1']\nconditions[1].radius = ['1/5','0']"},
    {"oscillator-passive", "the coefficient of x^3 is not positive",
     "settings[0] = 'k3=-1'\nparameters.k3 = '-1'\nconditions[1].coefficients = ['1','-1']\n"
     "conditions[1].formulas = ['1','-1']"},
    {"oscillator-passive", "the coefficient of x^1 is not positive",
     "settings[2] = 'k=0'\nparameters.k = '0'\nsystem.K = [['0']]\nsystem.formulas.K = [['0']]\n"
     "conditions[1].coefficients = ['0','1']\nconditions[1].formulas = ['0','1']"},
    {"oscillator-speed", "the damping is not negative",
     "settings[0] = 'c=1/2'\nparameters.c = '1/2'\n" C("1/2")},
    {"oscillator-speed", "x is not a positive multiple of 2^-40",
     "conditions[4].x = '2199023255553/2199023255552'\n"
     "conditions[4].energy = '4835703278462914745335809/9671406556917033397649408'"},
    {"oscillator-speed", "reaches beyond x",
     "conditions[4].x = '1099511627775/1099511627776'\n"
     "conditions[4].energy = '1208925819612430151450625/2417851639229258349412352'"},
    {"oscillator-speed", "x is not the smallest one",
     "conditions[4].x = '3/2'\nconditions[4].energy = '9/8'"},
    {"oscillator-speed", "x is not the smallest one",
     "conditions[4].x = '1099511627777/1099511627776'\n"
     "conditions[4].energy = '1208925819616828197961729/2417851639229258349412352'"},
    {"oscillator-speed", "the rest set reaches the energy 1/2",
     "settings[0] = 'c=-3/2'\nparameters.c = '-3/2'\n" C("-3/2") "level = '2/9'"},

    /* system.c */
    {"bent", "M is between 181/100 and 221/100 in the model",
     "system.M = [['201/100']]\nsystem.radius.M = [['199/1000']]"},
    {"bent", "K is between", "system.radius.K = [['1/20']]"},
    {"two-masses-set", "is exact, and its formula is not that number",
     "system.formulas.K[0][0] = '1 + 1'"},
    {"bent", "in the model, not a^3 + 1", "system.formulas.M = [['a^3 + 1']]"},
    {"bent", "in the model, not atan2(1, a)", "system.formulas.K = [['atan2(1, a)']]"},
    {"two-masses-uncertain", "has a range that the certificate does not give exactly",
     "parameters.k1.radius = '1/9'"},
    {"bent", "the model has 1 coordinates", "system.coordinates = ['x','x']"},
    {"bent", "entry 1 of the coordinates is not that", "system.coordinates = ['y']"},
    {"slide", "the center is not unique", "system.center = ['0','0']"},
    {"two-masses-set", "the center is not the rest point", "system.center = ['1','0']"},

    /* theorems.c */
    {"slide", "in finite time: K is not 0", "how = 'finite'"},
    {"stick-mode", "not bounded: there is friction", "claim = 'unbounded'"},
    {two_frictions, "level: it is not positive",
     "level = '0'\n" LEAF ".d = [['1/2','1'],['1','-1']]"},
    {"two-masses-set", "conditions: one is superfluous",
     "conditions[5] = {'id': 'WL2004-T2.6', 'kind': 'friction'}"},

    /* map.c */
    {cells, "motions may part faster", "map.rate = '1/4'"},
    {cells, "does not hold", "map.leaves[9] = '1 1 1 escape 0 0'"},
    {cells, "the leaf, rest, does not hold",
     "map = {'start': ['5', '0'], 'reach': ['1/8', '0'], 'rate': '1/2', 'unit': 6, "
     "'held': [], 'settle': null, 'modes': [], 'leaf': 'rest'}"},
    {cells, "covers what another one does",
     "map.leaves[9] = '1 0 0 rest u+1:1342812624 u-6 S-0:34359738368 S-3'"},
    {cells, "while frictions stick motions may part faster",
     "map.held = [{'frictions': 1, 'rate': '0', 'push': '49/100'}]"},
    {cells, "rest points are not seen to settle", "map.settle = '1/2'"},
    {cells, "does not hold", /* it escapes, and is 5/2 from that rest point */
     "map = {'start': ['3', '0'], 'reach': ['0', '0'], 'rate': '1/2', 'unit': 6, 'held': [], "
     "'settle': '51/100', 'modes': [], 'leaf': 'settle -524288'}"},
    {cells, "does not hold", /* a step of no time tells no sign of a slip: it comes to rest */
     "map = {'start': ['-9/4', '-1'], 'reach': ['0', '0'], 'rate': '1/2', 'unit': 6, 'held': [], "
     "'settle': null, 'modes': [{'value': ['1/4', '4360591588697965/4503599627370496'], 're': "
     "['822241035294227/2251799813685248', '-822241035294227/562949953421312'], 'im': "
     "['-6369051672525773/4503599627370496', '0']}], 'leaf': 'escape 0 208 S+0:0 S+2'}"},

    /* flow.c: y stays where it is, x goes away, V grows near 0, ... */
    {flowing, "a variable has no power of its own",
     "text: rate y = -y => rate y = 0*y\ntext: x^2 + y^2 => x^2\n"
     "function = {'basis': [[1, 0]], 'L': [[]], 'D': ['1']}\n"
     "squares = {'basis': [[1, 0]], 'L': [[]], 'D': ['2']}"},
    {flowing, "squares: a variable has no power of its own",
     "text: rate y = -y => rate y = 0*y\nsquares = {'basis': [[1, 0]], 'L': [[]], 'D': ['2']}"},
    {flowing, "a square has no positive weight",
     "text: rate x = -x => rate x = x\nsquares.D = ['-2', '2']"},
    {flowing, "a square has no positive weight",
     "text: rate y = -y => rate y = 0*y\nsquares.D = ['2', '0']"},
    {flowing, "a square has no positive weight",
     "text: x^2 + y^2 => x^2 - y^2\ntext: rate y = -y => rate y = y\nfunction.D = ['1', '-1']"},
    {flowing, "a square has no positive weight",
     "text: rate x = -x => rate x = x*(1 - 3/2*(x^2 + y^2))\n"
     "text: rate y = -y => rate y = y*(1 - 3/2*(x^2 + y^2))\nsquares.D = ['1', '1']\n"
     "multiplier = {'basis': [[1, 0], [0, 1]], 'L': [[], ['0']], 'D': ['-3', '-3']}"},
    {flowing, "a column without weight is not 0",
     "multiplier = {'basis': [[1, 0], [0, 1]], 'L': [[], ['1']], 'D': ['0', '0']}"},
    {flowing, "multiplied out, it is not V",
     "text: x^2 + y^2 => x^2 - y^2\ntext: rate y = -y => rate y = y"},
    {flowing, "multiplied out, it is not -V' less", "text: rate x = -x => rate x = x"},
    {flowing, "it is not positive", "level = '0'"},
    /* nowhere.c: with m = 3 the mass matrix has no sign, although its diagonal is positive */
    {nowhere, "the mass matrix is not constant and positive definite",
     "text: [9/2, 11/2] => [3, 7]\nparameters.m.radius = '2'\nsystem.region[4] = ['3', '7']"},
    {leaving, "it is 0", "point = ['0', '0']"},
    {leaving, "it is not below the level", "point = ['1', '0']"},
    {leaving, "V falls there", "point = ['1/2', '1/2']"},

    /* ranges.c */
    {"../maps/few-strips", "leaf 1 is one of another piece",
     "map.pieces[0].map.leaves = ['1 1 0 escape 0 817']\n"
     "map.pieces[1].map.leaves = ['1 0 0 escape 0 805']\n"
     "map.shares.escape = '1/2'\nmap.shares.open = '1/2'"},
    {ranged, "the stiffness may differ by more", "map.stretch = '1/17'"},
    {ranged, "does not hold", /* below the level of the middle only */ "map.start = ['15/8','0']"},

    /* what is no certificate: refusals without which something false would pass */
    {"two-masses-uncertain", "W must be exact", "system.radius.W[1][1] = '1/10'"},
    {"oscillator-passive", "the friction may vanish within the ranges",
     "settings = ['k3=1','c=0','mu=0:0.1']\nparameters.c = '0'\n"
     "parameters.mu = {'center': '1/20', 'radius': '1/20'}\n" C(
         "0") "system.p = ['1/2']\nsystem.formulas.p = ['10*mu']\n"
              "system.radius = {'M': [['0']], 'C': [['0']], 'K': [['0']], 'f': ['0'], 'W': [['0']],"
              " 'p': ['1/2']}\nsystem.lower = {'M': [['1']], 'K': [['1']], 'Cs': [['0']], 'Crs': "
              "[]}\n"
              "conditions[1].radius = ['0','0']\nconditions[2].D = ['0']"},
    {"two-masses-set", "level: the theorem has none", "level = '1'"},
    {squealing, "a map is about friction that can hold", ""},
    {rubbing, "may hold nothing at rest, and rubs all the same",
     "format = 'standstill-certificate/2'"},
    {"oscillator-passive", "the certificate leaves out this friction",
     "settings[1] = 'c=3/10'\n" NONE "conditions[3] = {'id': 'WL2004-A.4', 'kind': 'definite',"
     " 'matrix': 'Cs', 'L': [[]], 'D': ['3/10']}"},
    {"two-masses-set", "sets a parameter for the second time", "settings = ['c2=1/5', 'c2=1/5']"},
    {"two-masses-set", "is no setting", "settings = ['c2=1/5 # not this']"},
    {"two-masses-set", "a member is superfluous", "system.note = '1'"},
    {"oscillator-subset", "a friction has a negative coefficient",
     "text: normal = m*g; law = coulomb(mu) => normal = -m*g; law = coulomb(-mu)"},
    {"oscillator-passive", "the input is not 0 within its bounds",
     "text: force x   = -c*x' => input a in [1, 2] ; force x   = -c*x' + a*x' - a*x'"},
    {"bent", "a name or law is defined twice", "text: coord x => let b = a; let b = a^2; coord x"},
    {"bent", "the value is outside of its range", "text: param a = 1 in => param a = 2 in"},
    {"bent", "an input stands where none may",
     "text: coord x => input v; potential = v*x^2; coord x"},
    {"bent", "divides by what may be zero",
     "text: 1/2*atan2(a, 1)*x^2 => 1/2*atan2(a, 1)*x^2*(a - 1)/(a - 1)"},
    /* rest.c */
    {"rest-two-masses", "the friction force 1 is beyond its bound",
     "extents[0].high.q = ['1', '0']\nextents[0].high.forces = ['2', '-1']"},
    {"rest-two-masses", "y does not single out", "extents[0].high.y = ['1/2', '1/2']"},
    {"rest-two-masses", "does not attain the end",
     "extents[0].high.q = ['1/3', '-1/3']\nextents[0].high.forces = ['1', '-1']"},
    {"rest-two-masses", "y shows the end 1, not 1/3",
     "extents[0].high.at = '1/3'\nextents[0].high.q = ['1/3', '-1/3']\n"
     "extents[0].high.forces = ['1', '-1']"},
    {"rest-two-masses", "it has another name in the model", "extents[0].coordinate = 'x2'"},
    {"rest-loose", "the springs resist", "extents[0].direction = ['1', '0', '0']"},
    {"rest-loose", "does not go along the coordinate", "extents[0].direction = ['0', '0', '0']"},
    {"rest-nowhere", "nowhere: y shows -1/2, not -1", "nowhere = ['-1', '-1', '0']"},
    /* cover.c: it rests at 1 and not at 2, and at a stop that it presses on */
    {resting, "does not show what it says: '-'",
     "cover = 'aa-p1 p1 a-p1 p1 a.a.+* aaaa+* .-p0 g0 -p0 g0 -p0 g0 '\n"
     "places = [{'outer': [['-2', '1']], 'inner': [['-1/2', '1/2']]}]"},
    {resting, "does not show what it says: '+'",
     "cover = 'aa-p1 p1 a-p1 p1 a.a.+* aaaa+* .+* -p0 g0 -p0 g0 '\n"
     "places = [{'outer': [['-2', '2']], 'inner': [['-1/2', '2']]}]"},
    {resting, "does not show what it says: '-'",
     "text: gap = x + 4 => gap = 4 - x\ntext: potential = x^2/2 => potential = x^2/2 - 8*x\n"
     "system.box = [['-8', '4']]\ncover = '-p1 p1 '\nplaces = []"},
    {resting, "does not show what it says: '+'",
     "text: gap = x + 4 => gap = x - 4\nsystem.box = [['-1/2', '1/2']]\ncover = '+* '\n"
     "places = [{'outer': [['-1/2', '1/2']], 'inner': [['-1/2', '1/2']]}]"},
    {resting, "the tree shows the end -2", "places[0].outer = [['-1/2', '2']]"},
    {resting, "the tree shows the end 0.5", "places[0].inner = [['-1/2', '2']]"},
    {resting, "the tree leaves 1 of them",
     "places[1] = {'outer': [['4', '5']], 'inner': [['4', '5']]}"},
    {resting, "nothing in it was shown to rest",
     "text: normal = 1; => normal = 0*x;\n"
     "cover = 'aa-p1 p1 a-p1 p1 a.a..aaaa...-p0 g0 -p0 g0 '"},
    {resting, "is no number, or may be negative",
     "text: normal = 1; law = coulomb(1) => normal = -1; law = coulomb(-1)"},
};

#endif
