/* refused.h: machines and certificates that refusals.h changes. */
#ifndef TESTS_CHECKER_REFUSED_H
#define TESTS_CHECKER_REFUSED_H

/* Two frictions on one mass that damping feeds; WL2004-T3. */
static const char two_frictions[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'coord x\\nkinetic = x\\u0027^2/2\\npotential = x^2/2\\nforce x = 3/2*x\\u0027\\n"
    "friction f { slip = x\\u0027; normal = 1; law = coulomb(1) }\\n"
    "friction g { slip = x\\u0027; normal = 1; law = coulomb(1) }\\n'},"
    " 'settings': [], 'feedback': null, 'parameters': {}, 'claim': 'attractive-subset',"
    " 'how': 'asymptotic', 'theorem': 'WL2004-T3', 'level': '8/9', 'system': {"
    " 'coordinates': ['x'], 'frictions': ['f', 'g'], 'center': ['0'],"
    " 'formulas': {'M': [['1']], 'C': [['-3/2']], 'K': [['1']], 'f': ['0'], 'W': [['1', '1']],"
    "              'p': ['1', '1']},"
    " 'M': [['1']], 'C': [['-3/2']], 'K': [['1']], 'f': ['0'], 'W': [['1', '1']], 'p': ['1', '1']},"
    " 'conditions': [{'id': 'WL2004-T3.1', 'kind': 'definite', 'matrix': 'M', 'L': [[]],"
    " 'D': ['1']}, {'id': 'WL2004-T3.2', 'kind': 'symmetric', 'matrix': 'K'},"
    " {'id': 'WL2004-T3.3', 'kind': 'definite', 'matrix': 'K', 'L': [[]], 'D': ['1']},"
    " {'id': 'WL2004-T3.4', 'kind': 'friction'},"
    " {'id': 'WL2004-T3.5', 'kind': 'kernel', 'matrix': 'W', 'basis': [[]]},"
    " {'id': 'WL2004-T3.8', 'kind': 'level', 'cuts': [], 'leaves': [{'signs': [1, 1],"
    " 'd': [['3/4', '0'], ['3/4', '0']], 'N': [['0'], ['0', '0']], 'kappa': '0', 'L': [[], ['0']],"
    " 'D': ['0', '0']}, {'signs': [1, -1], 'd': [['0', '0'], ['0', '0']],"
    " 'N': [['0'], ['3/2', '0']], 'kappa': '0', 'L': [[], ['0']], 'D': ['0', '0']}]}]}";

/* Cells of starts of a mass that damping feeds; WL2004-C and a map. */
static const char cells[] =
    "{'format': 'standstill-map/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord "
    "x\\nkinetic = x\\u0027^2/2\\npotential = x^2/2\\nforce x = x\\u0027/2\\nfriction f { "
    "slip = x\\u0027; normal = 1; law = coulomb(1) }\\n'}, 'settings': [], 'feedback': null, "
    "'parameters': {}, 'claim': 'locally-attractive', 'how': 'asymptotic', 'theorem': "
    "'WL2004-C', 'level': '2', 'system': {'coordinates': ['x'], 'frictions': ['f'], 'center': "
    "['0'], 'formulas': {'M': [['1']], 'C': [['-1/2']], 'K': [['1']], 'f': ['0'], 'W': "
    "[['1']], 'p': ['1']}, 'M': [['1']], 'C': [['-1/2']], 'K': [['1']], 'f': ['0'], 'W': "
    "[['1']], 'p': ['1']}, 'conditions': [{'kind': 'definite', 'matrix': 'M', 'L': [[]], 'D': "
    "['1'], 'id': 'WL2004-C.1'}, {'kind': 'spring', 'coefficients': ['1'], 'formulas': ['1'], "
    "'id': 'WL2004-C.2'}, {'kind': 'friction', 'id': 'WL2004-C.3'}, {'kind': 'speed', 'id': "
    "'WL2004-C.4'}, {'kind': 'extent', 'x': '1', 'energy': '1/2', 'id': 'WL2004-C.5'}], "
    "'map': {'axes': [0, 1], 'low': ['2', '0'], 'high': ['9/4', '1/4'], 'base': ['0', '0'], "
    "'depth': 1, 'rate': '1/2', 'unit': 6, 'held': [], 'settle': null, 'modes': [{'value': ['1/4', "
    "'4360591588697965/4503599627370496'], 're': ['822241035294227/2251799813685248', "
    "'-822241035294227/562949953421312'], 'im': ['-6369051672525773/4503599627370496', "
    "'0']}], 'leaves': ['1 0 0 rest u+1:1342812624 u-6 S-0:34359738368 S-3', "
    "'1 1 0 rest u+1:1120689108 u-5 S-0:8589934592 S-11', '1 0 1 rest S+0:7884753371 "
    "X-0:9185498505 S-0:8589934592 S-4', '1 1 1 rest S+0:7595309650 X-0:8797069514 "
    "S-0:17179869184 S-10'], 'shares': {'rest': '1', 'escape': '0', 'open': '0'}}}";

/* Starts of the same mass, its stiffness within 1/16: below the level of all of them. */
static const char ranged[] =
    "{'format': 'standstill-map/1', 'model': {'file': 'm', 'sha256': '', 'text': 'param k = 1 "
    "in [15/16, 17/16]\\ncoord x\\nkinetic = x\\u0027^2/2\\npotential = k*x^2/2\\nforce x = "
    "x\\u0027/2\\nfriction f { slip = x\\u0027; normal = 1; law = coulomb(1) }\\n'}, "
    "'settings': [], 'feedback': null, 'parameters': {'k': {'center': '1', 'radius': '1/16'}}, "
    "'claim': 'locally-attractive', 'how': 'asymptotic', 'theorem': 'WL2004-T4', 'level': '2', "
    "'system': {'coordinates': ['x'], 'frictions': ['f'], 'center': ['0'], 'formulas': {'M': "
    "[['1']], 'C': [['-1/2']], 'K': [['k']], 'f': ['0'], 'W': [['1']], 'p': ['1']}, 'M': "
    "[['1']], 'C': [['-1/2']], 'K': [['1']], 'f': ['0'], 'W': [['1']], 'p': ['1'], 'radius': "
    "{'M': [['0']], 'C': [['0']], 'K': [['1/16']], 'f': ['0'], 'W': [['0']], 'p': ['0']}, "
    "'lower': {'M': [['1']], 'K': [['15/16']], 'Cs': [['-1/2']], 'Crs': []}}, 'conditions': "
    "[{'kind': 'definite', 'matrix': 'M', 'L': [[]], 'D': ['1'], 'id': 'WL2004-T4.1'}, "
    "{'kind': 'symmetric', 'matrix': 'K', 'id': 'WL2004-T4.2'}, {'kind': 'definite', 'matrix': "
    "'K', 'L': [[]], 'D': ['15/16'], 'id': 'WL2004-T4.3'}, {'kind': 'friction', 'id': "
    "'WL2004-T4.4'}, {'kind': 'kernel', 'matrix': 'W', 'basis': [[]], 'id': 'WL2004-T4.5'}, "
    "{'kind': 'level', 'cuts': [], 'leaves': [{'signs': [0], 'd': [['1/2', '0']], 'N': [], "
    "'kappa': '0', 'L': [[], ['0']], 'D': ['0', '0']}], 'id': 'WL2004-T4.8'}, {'kind': "
    "'inside', 'method': 'vertices', 'energy': '8/15', 'id': 'WL2004-T4.9'}], 'map': {'rate': "
    "'1/2', 'unit': 6, 'held': [], 'settle': null, 'stretch': '1/16', 'modes': [], 'start': "
    "['1', '0'], 'reach': ['1/8', '0'], 'leaf': 'rest'}}";

/* Cells of starts of a block that friction stops, by a fence. */
static const char fenced[] =
    "{'format': 'standstill-fences/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord "
    "x\\nkinetic = x\\u0027^2/2\\nfriction f { slip = x\\u0027; normal = 1; law = coulomb(1) "
    "}\\n'}, "
    "'settings': [], 'feedback': null, 'parameters': {}, 'map': {'axes': [0, 1], 'low': ['-1/2', "
    "'0'], 'high': ['1/2', '1/4'], 'depth': 1, 'havens': [{'kind': 'rest', 'from': '-1', 'to': "
    "'1', "
    "'right_under': '2 137438953472 0 2 274877906944 0 2 412316860416 0 2 549755813888 0 2 "
    "687194767360 0 2 824633720832 0', 'right_over': null, 'left_under': null, 'left_over': "
    "null}], "
    "'leaves': ['1 0 0 rest 0', '1 1 0 rest 0', '1 0 1 rest 0', '1 1 1 rest 0'], "
    "'shares': {'rest': '1', 'escape': '0', 'open': '0'}}}";

/* A mass on a belt, fed by a force, SS-SQUEAL: it does not grow for ever. And one that friction
 * rubs which holds nothing, as if it swung on, SS-UNDAMPED. */
#define ON_BELT(friction, claim, theorem, C, f, more)                                              \
  "{'format': 'standstill-map/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord x\\n"        \
  "kinetic = x\\u0027^2/2\\npotential = x^2/2\\n" friction "'}, 'settings': [], 'feedback': null," \
  " 'parameters': {}, 'claim': '" claim "', 'how': null, 'theorem': '" theorem "',"                \
  " 'level': null, 'system': {'coordinates': ['x'], 'frictions': [], 'center': ['" f "'],"         \
  " 'formulas': {'M': [['1']], 'C': [['" C "']], 'K': [['1']], 'f': ['" f "'], 'W': [[]],"         \
  " 'p': []}, 'M': [['1']], 'C': [['" C "']], 'K': [['1']], 'f': ['" f "'], 'W': [[]],"            \
  " 'p': []}, 'conditions': [{'kind': 'definite', 'matrix': 'M', 'L': [[]], 'D': ['1'],"           \
  " 'id': '" theorem ".1'}, {'kind': 'symmetric', 'matrix': 'K', 'id': '" theorem ".2'}," more "}"

static const char squealing[] = ON_BELT(
    "force x = x\\u0027/2\\nfriction f { slip = x\\u0027 - 1; normal = 1; law = coulomb(1/2) }\\n",
    "unstable", "SS-SQUEAL", "-1/2", "1/2",
    "{'kind': 'kernel', 'matrix': 'W', 'basis': [['1']], 'id': 'SS-SQUEAL.3'},"
    " {'kind': 'nonsingular', 'matrix': 'Kr', 'determinant': '1', 'id': 'SS-SQUEAL.4'},"
    " {'kind': 'growing', 'P': [['112/45', '-9/16'], ['-9/16', '38/17']], 'alpha': '1/20',"
    " 'x': ['-1', '4/5'], 'image': ['-529/180', '3197/1360'], 'value': '36869/7650',"
    " 'L': [[], ['115/244936']], 'D': ['1801/1800', '11974428523/11992066560'],"
    " 'id': 'SS-SQUEAL.5'}, {'kind': 'held', 'q': ['1/2'], 'forces': [], 'id': 'SS-SQUEAL.6'}],"
    " 'map': {'start': ['9', '0'], 'reach': ['1/8', '0'], 'rate': '1/2', 'unit': 6, 'held': [],"
    " 'settle': null, 'modes': [{'value': ['1/4', '4360591588697965/4503599627370496'],"
    " 're': ['822241035294227/2251799813685248', '-822241035294227/562949953421312'],"
    " 'im': ['-6369051672525773/4503599627370496', '0']}], 'leaf': 'escape 0 776'}");

static const char rubbing[] =
    ON_BELT("friction f { slip = x\\u0027; normal = 1; law = stribeck(0, 1/4, 1) }\\n",
            "not-attractive", "SS-UNDAMPED", "0", "0",
            "{'kind': 'definite', 'matrix': 'K', 'L': [[]], 'D': ['1'], 'id': 'SS-UNDAMPED.3'},"
            " {'kind': 'kernel', 'matrix': 'W', 'basis': [['1']], 'id': 'SS-UNDAMPED.4'},"
            " {'kind': 'undamped', 'basis': [['1', '0'], ['0', '1']],"
            " 'S': [['0', '1'], ['-1', '0']], 'id': 'SS-UNDAMPED.5'}]");

/* A function that falls along the motions of a damped mass; SS-LYAPUNOV. */
static const char falling[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'coord x\\nkinetic = x\\u0027^2/2\\nforce x = -x - x\\u0027\\n"
    "lyapunov V = 3/2*x^2 + x*x\\u0027 + x\\u0027^2\\n'},"
    " 'settings': [], 'feedback': null, 'parameters': {}, 'claim': 'locally-attractive',"
    " 'how': 'asymptotic', 'theorem': 'SS-LYAPUNOV', 'level': '1/4', 'system': {"
    " 'lyapunov': 'V', 'center': ['0', '0'], 'low': ['-1', '-1'], 'high': ['1', '1']},"
    " 'conditions': [{'id': 'SS-LYAPUNOV.1', 'kind': 'mass', 'tree': '0 '},"
    " {'id': 'SS-LYAPUNOV.2', 'kind': 'stationary'},"
    " {'id': 'SS-LYAPUNOV.3', 'kind': 'border', 'trees': ['^', '^', '^', '^']},"
    " {'id': 'SS-LYAPUNOV.4', 'kind': 'falls', 'tree': '.'}]}";

/* A mass that is pushed away, and one on a spring with a range; LW2008-T3. */
static const char pushed[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'param k = 2 in [1, 3]\\ncoord x, y\\nkinetic = (x\\u0027^2 + y\\u0027^2)/2\\n"
    "potential = k*y^2/2 - x^2/2\\nforce x = -x\\u0027\\nforce y = -y\\u0027\\n'},"
    " 'settings': [], 'feedback': null, 'parameters': {'k': {'center': '2', 'radius': '1'}},"
    " 'claim': 'unstable', 'how': null, 'theorem': 'LW2008-T3', 'level': null, 'system': {"
    " 'coordinates': ['x', 'y'], 'frictions': [], 'center': ['0', '0'],"
    " 'formulas': {'M': [['1', '0'], ['0', '1']], 'C': [['1', '0'], ['0', '1']],"
    "              'K': [['-1', '0'], ['0', 'k']], 'f': ['0', '0'], 'W': [[], []], 'p': []},"
    " 'M': [['1', '0'], ['0', '1']], 'C': [['1', '0'], ['0', '1']], 'K': [['-1', '0'], ['0', '2']],"
    " 'f': ['0', '0'], 'W': [[], []], 'p': [], 'radius': {'M': [['0', '0'], ['0', '0']],"
    " 'C': [['0', '0'], ['0', '0']], 'K': [['0', '0'], ['0', '1']], 'f': ['0', '0'],"
    " 'W': [[], []], 'p': []}, 'lower': {'M': [['1', '0'], ['0', '1']],"
    " 'K': [['-1', '0'], ['0', '1']], 'Cs': [['1', '0'], ['0', '1']],"
    " 'Crs': [['1', '0'], ['0', '1']]}},"
    " 'conditions': [{'id': 'LW2008-T3.1', 'kind': 'definite', 'matrix': 'M', 'L': [[], ['0']],"
    " 'D': ['1', '1']}, {'id': 'LW2008-T3.2', 'kind': 'symmetric', 'matrix': 'K'},"
    " {'id': 'LW2008-T3.3', 'kind': 'nonsingular', 'matrix': 'K'},"
    " {'id': 'LW2008-T3.4', 'kind': 'negative', 'matrix': 'K', 'x': ['1', '0'],"
    " 'image': ['-1', '0'], 'value': '-1'}, {'id': 'LW2008-T3.5', 'kind': 'semidefinite',"
    " 'matrix': 'Cs', 'L': [[], ['0']], 'D': ['1', '1']},"
    " {'id': 'LW2008-T3.6', 'kind': 'trivial', 'matrices': ['Cs', 'W']}]}";

/* A body on two rough contacts; SS-STANCE. */
#define STANDING(load, first, second, functions, events, friction)                                 \
  "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"            \
  " 'coord x, z, a\\nkinetic = (x\\u0027^2 + z\\u0027^2 + a\\u0027^2)/2\\npotential = " load       \
  "\\ncontact p { gap = z " first " }\\ncontact q { gap = z " second " }\\n'},"                    \
  " 'settings': [], 'feedback': null, 'parameters': {}, 'claim': 'zero-order-stable', 'how': "     \
  "null,"                                                                                          \
  " 'theorem': 'SS-STANCE', 'level': null, 'system': {'contacts': ['p', 'q'],"                     \
  " 'at': ['0', '0', '0']}, 'conditions': [{'id': 'SS-STANCE.1', 'kind': 'footing'},"              \
  " {'id': 'SS-STANCE.2', 'kind': 'balance', 'friction': '" friction "'},"                         \
  " {'id': 'SS-STANCE.3', 'kind': 'modes'}, {'id': 'SS-STANCE.4', 'kind': 'losses'},"              \
  " {'id': 'SS-STANCE.5', 'kind': 'functions', 'functions': [" functions "],"                      \
  "  'rest': [0, 0], 'events': [" events "]}]}"

static const char standing[] = STANDING(
    "4*z - 3*x", "+ a/4; slip = x\\u0027 + a\\u0027; law = coulomb(1); restitution = sequential(0)",
    "+ 5/4*a; slip = x\\u0027 + a\\u0027; law = coulomb(2); restitution = sequential(0)",
    "'1/4', '5/4', '1', '2', '5/2', '2', '3', '0', '0', '0', '0', '0', '0', '0', '0', '0', "
    "'0'",
    "['0', '1/4', '0'], ['3/2', '1/4', '1/2'], ['7/4', '1/4', '1/4'], ['0', '1/4', '0'], "
    "['1/4', '1/4', '1/4'], ['1/4', '1/4', '5/4'], ['0', '1/4', '0'], ['15/4', '1/4', '1/2'],"
    " ['23/4', '1/4', '1/2'], ['0', '1/4', '0'], ['1/4', '1/4', '1/4'], ['1/4', '1/4', '1/4']",
    "-5/2");

/* Functions that fall although impacts may raise the energy. */
static const char gaining[] = STANDING(
    "4*z - x",
    "- 5/4*a; slip = x\\u0027 + 3/2*a\\u0027; law = coulomb(2); restitution = sequential(7/10)",
    "+ 2*a; slip = x\\u0027 + 3/2*a\\u0027; law = coulomb(2); restitution = sequential(7/10)",
    "'1/60', '58/15', '49/15', '11/3', '299/60', '31/4', '167/20', '5/3', '6/5', '-41/60', "
    "'-7/10', '7/6', '17/20', '1/2', '11/10', '0', '0'",
    "['0', '1/60', '1/60', '1/60', '1/60', '0', '0', '0', '1/60', '1/60', '1/20', '1/60', "
    "'29/60', '1/60', '1/60'], ['0', '1/60', '0'], ['1/60', '1/60', '1/60', '1/60', '1/60', "
    "'93/20', '1/60', '49/30', '67/20', '1/60', '1/60', '1/60', '29/30', '1/60', '1/60'], "
    "['47/6', '1/60', '19/10'], ['1/60', '1/60', '1/60', '1/60', '1/60', '1/60', '1/15', "
    "'1/60', '1/60', '1/60', '1/60', '1/60', '1/60', '11/30', '1/60'], ['1/60', '1/60', "
    "'1/60'], ['1/60', '1/60', '1/60', '1/60', '1/60', '1/60', '1/3', '59/60', '1/60', "
    "'1/60', '1/60', '1/60', '2/5', '1/60', '1/60'], ['1/60', '1/60', '23/30'], ['1/60', "
    "'1/60', '1/60', '1/60', '1/60', '8/5', '1/60', '1/30', '67/60', '59/60', '3/4', '1', "
    "'7/12', '1/60', '1/60'], ['89/15', '1/60', '1/60'], ['0', '1/60', '1/60', '1/60', "
    "'1/60', '0', '0', '0', '1/60', '37/30', '1/60', '1/60', '5/6', '1/60', '1/60'], ['0', "
    "'1/60', '0'], ['1/60', '59/60', '1/60', '5/6', '1/60', '1/60', '1/60', '1/60', '1/60', "
    "'1/4', '1/60', '61/60', '1/60', '1/60', '1/60'], ['1/60', '31/20', '1/60'], ['1/60', "
    "'49/60', '1/60', '1/60', '1/60', '1/60', '1/60', '1/60', '1/60', '47/60', '1/60', '1/4', "
    "'1/60', '1/60', '1/60'], ['1/60', '1/60', '1/60']",
    "-1/2");

/* A body that rocks more and more; SS-GROWS. */
static const char rocking[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'coord x, z, a\\nkinetic = (x\\u0027^2 + z\\u0027^2 + a\\u0027^2)/2\\n"
    "potential = 4*z - 3*x\\ncontact p { gap = z + a/2; slip = x\\u0027 + a\\u0027;"
    " law = coulomb(3/5); restitution = sequential(0) }\\ncontact q { gap = z + a;"
    " slip = x\\u0027 + a\\u0027; law = coulomb(2); restitution = sequential(0) }\\n'},"
    " 'settings': [], 'feedback': null, 'parameters': {}, 'claim': 'unstable', 'how': null,"
    " 'theorem': 'SS-GROWS', 'level': null, 'system': {'contacts': ['p', 'q'],"
    " 'at': ['0', '0', '0']}, 'conditions': ["
    "{'id': 'SS-GROWS.1', 'kind': 'balance', 'friction': '-5/2'},"
    " {'id': 'SS-GROWS.2', 'kind': 'cycle', 'contact': 'p', 'low': '0', 'high': '0', 'pieces': 1,"
    "  'steps': [{'mode': 'slip+', 'impact': 'stick'}, {'mode': 'stick', 'impact': 'stick'}]},"
    " {'id': 'SS-GROWS.3', 'kind': 'growth', 'factor': '101/100'}]}";

/* A polynomial system that tends to 0. */
static const char flowing[] =
    "{'format': 'standstill-flow/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord x, y\\n"
    "rate x = -x\\nrate y = -y\\nfunction V = x^2 + y^2\\n'}, 'level': '1',"
    " 'function': {'basis': [[1, 0], [0, 1]], 'L': [[], ['0']], 'D': ['1', '1']},"
    " 'squares': {'basis': [[1, 0], [0, 1]], 'L': [[], ['0']], 'D': ['2', '2']},"
    " 'multiplier': {'basis': [], 'L': [], 'D': []}}";

/* One that does not, at (1/2, 0). */
static const char leaving[] =
    "{'format': 'standstill-flow/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord x, y\\n"
    "rate x = x - 2*y\\nrate y = -y\\nfunction V = x^2 + y^2\\n'}, 'level': '1',"
    " 'point': ['1/2', '0']}";

/* No place to rest: pulled along x for ever, whatever the mass of y; SS-NOWHERE. */
static const char nowhere[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'param m = 5 in [9/2, 11/2]\\ncoord x, y\\nkinetic = x\\u0027^2/2 + m/2*y\\u0027^2 +"
    " 2*x\\u0027*y\\u0027\\npotential = -x\\nforce x = -x\\u0027\\nforce y = -y\\u0027\\n"
    "contact stop { gap = x - 1/2; restitution = newton(1/2, 0) }\\n'}, 'settings': [],"
    " 'feedback': null, 'parameters': {'m': {'center': '5', 'radius': '1/2'}},"
    " 'claim': 'not-attractive', 'how': null, 'theorem': 'SS-NOWHERE', 'level': null,"
    " 'system': {'coordinates': ['x', 'y'], 'force': '1', 'region': [['0', '0'], ['0', '0'],"
    " ['0', '0'], ['0', '0'], ['9/2', '11/2']]}, 'conditions': [{'id': 'SS-NOWHERE.1', 'kind':"
    " 'boxes', 'questions': [{'kind': 'rest', 'closed': 0, 'open': 0, 'corner': 0, 'face': -1,"
    " 'variables': [], 'tree': '1 '}, {'kind': 'rest', 'closed': 1, 'open': 0, 'corner': 0,"
    " 'face': -1, 'variables': ['normal 0 0'], 'tree': '1 '}]}]}";

/* A spring with friction, beside a stop at -4: it rests from -1 to 1. */
static const char resting[] =
    "{'format': 'standstill-rest/1', 'model': {'file': 'm', 'sha256': '', 'text': 'coord x\\n"
    "kinetic = x\\u0027^2/2\\npotential = x^2/2\\nfriction f { slip = x\\u0027; normal = 1;"
    " law = coulomb(1) }\\ncontact c { gap = x + 4 }\\n'}, 'settings': [], 'feedback': null,"
    " 'parameters': {}, 'system': {'coordinates': ['x'], 'box': [['-8', '8']]},"
    " 'pushes': [['-1'], ['1']],"
    " 'cover': 'aa-p1 p1 a-p1 p1 a.a.+* aaaa+* ..-p0 g0 -p0 g0 ',"
    " 'places': [{'outer': [['-2', '2']], 'inner': [['-1/2', '1/2']]}]}";

/* A block that friction holds, whatever pushed it; SS-PERCH. */
static const char perched[] =
    "{'format': 'standstill-certificate/2', 'model': {'file': 'm', 'sha256': '', 'text':"
    " 'coord x, y\\nkinetic = (x\\u0027^2 + y\\u0027^2)/2\\npotential = y - x/4\\n"
    "contact f { gap = y; slip = x\\u0027; law = coulomb(1/2); restitution = newton(1/2, 0) }\\n'},"
    " 'settings': [], 'feedback': null, 'parameters': {}, 'claim': 'globally-attractive',"
    " 'how': 'finite', 'theorem': 'SS-PERCH', 'level': null, 'system': {'held': ['f'], 'at': null,"
    " 'radius': null}, 'conditions': [{'id': 'SS-PERCH.1', 'kind': 'heavy'},"
    " {'id': 'SS-PERCH.2', 'kind': 'directions'}, {'id': 'SS-PERCH.3', 'kind': 'pressed'},"
    " {'id': 'SS-PERCH.4', 'kind': 'grip'}, {'id': 'SS-PERCH.5', 'kind': 'bounces'},"
    " {'id': 'SS-PERCH.6', 'kind': 'constant'}]}";

#endif
