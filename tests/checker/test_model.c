/* test_model.c: what the checker makes of a model text.
 *
 * The text is put in a certificate that is otherwise empty, so that a model which the checker
 * understands is rejected for its parameters or its system, and one which it refuses for the
 * reason that is expected here. That it understands them rightly is shown by the certificates.
 */
#include <dirent.h>

#include "support.h"

static const char *check_text(const char *text, const char *setting) {
  static char message[600];
  char hex[65];
  sha256_hex(text, strlen(text), hex);
  json_t *root =
      json_pack("{s:s, s:{s:s, s:s, s:s}, s:[s*], s:n, s:{}, s:s, s:s, s:s, s:n, s:{}, s:[]}",
                "format", "standstill-certificate/2", "model", "file", "m", "sha256", hex, "text",
                text, "settings", setting, "feedback", "parameters", "claim", "globally-attractive",
                "how", "asymptotic", "theorem", "WL2004-T2", "level", "system", "conditions");
  assert_non_null(root);
  assert_int_not_equal(check_json(root, message), 0);
  json_decref(root);
  return message;
}

#define MASS       "coord x\nkinetic = x'^2/2\n"
#define UNDERSTOOD "system: the member"

static const struct {
  const char *text, *message;
} cases[] = {
    /* understood: the certificate has no system */
    {MASS, UNDERSTOOD},
    {"coord x\nkinetic = 1/2*(x')^2", UNDERSTOOD},
    {"kinetic = x'^2 # comment { \" \ncoord x;", UNDERSTOOD},
    {MASS "potential = -x^2^1*2/3 + 0*x^3 - (x^4 - x^2*x^2)", UNDERSTOOD},
    {MASS "force x = -3.5e-1*x' + 2*-x", UNDERSTOOD},
    {MASS "let y = 2*x\nfriction f { slip = ddt(y)\n - x'\n normal = 2\n law = coulomb(1/2) }",
     UNDERSTOOD},
    {MASS "potential = cos(0)*x^2 + sin(pi)*x^3 + (sqrt(4) - 2)*x^4", UNDERSTOOD},
    {MASS "potential = (sqrt(2) - sqrt(2))*x^3 + atan2(0, 1)*x^4", UNDERSTOOD},
    {MASS "param a = max(-1, 0)\nlet b = a*x^5\npotential = b\nforce x = max(1, 2)*x",
     "parameters: a is missing"},
    {"coord x, y\nbody b { mass = 1; inertia = 1; at = (x, y, 0) }\npoint p on b (1, 2)\n"
     "force at p = (-p.x, -p.y)",
     UNDERSTOOD},
    {MASS "input v\nforce x = v\nfeedback v = -x", UNDERSTOOD},
    {MASS "input v in [-1, 1]\nforce x = v", UNDERSTOOD},
    {MASS "state s { x = 1 }\nregion r { x <= 1; x >= 0 }\nexpect equilibria a { x = 0 }",
     UNDERSTOOD},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }\nchart z { x = z; y = x }",
     UNDERSTOOD},
    {MASS "friction f {\n slip =\n\n x'\n *\n 2\n normal = (1\n + 1)\n law = coulomb(1)\n}",
     UNDERSTOOD},
    {"coord at\nkinetic = at'^2\nforce at = -at", UNDERSTOOD},
    {"coord x[1..2]\nfor i in 1..2 { kinetic = x[i]'^2 }\nforce x[1] = -sum(i in 1..2: i*x[i])",
     UNDERSTOOD},
    {"coord x[-1..0]\nfor i in -1..0 {\n kinetic = x[i]'^2\n}\nforce x[0] = sum(i in 2..1: x[i])",
     UNDERSTOOD},
    {"coord q[1][1..2], q[2][1]\nfor i in 1..2 { for j in 1..2*(2 - i) + (i - 1) { kinetic = "
     "q[i][j]'^2 } }",
     UNDERSTOOD},
    {"coord x[1..2], y[1..2]\nfor i in 1..2 {\n body b[i] { mass = i; inertia = 1; at = (x[i], "
     "y[i], 0) }\n"
     " point p[i] on b[i] (1, 2)\n force at p[i] = (-p[i].x, -p[i].y)\n}",
     UNDERSTOOD},
    {"param n = 2\ncoord x[1..n]\nfor i in 1..n { kinetic = x[i]'^2 }", "parameters: n is missing"},
    {MASS "input v in [-1,\n 2]\nforce x = -x - 2.50e+0*x - .5e-1*x", UNDERSTOOD},
    {MASS "input v in [1, 2]\nforce x = -x", "line 3, 'v': the input is not 0"},
    {MASS "param a = 1 in [-1, 2]\ninput v in [a, 2]\nforce x = v - v", "saturates"},
    {MASS "input v in [-1, 0]\nforce x = v\nfeedback v = 5", UNDERSTOOD},
    {MASS "input v in [-1, 1]\nforce x = v\nfeedback v = 5", "saturates"},
    {MASS "input v in [-1, 1]\nforce x = v - v\nfeedback v = x'", "saturates"},
    {MASS "input v in [-1, 1]\nforce x = v\nfeedback v = x' - x'", UNDERSTOOD},
    /* the law without a name counts where several have one, the only one where none is without */
    {MASS "input v\nforce x = v\nfeedback a : v = t\nfeedback v = -x\nfeedback b : v = t",
     UNDERSTOOD},
    {MASS "input v\nforce x = v\nfeedback v = t\nfeedback a : v = -x", "depends on time"},
    {MASS "input v\nforce x = v\nfeedback a : v = t", "depends on time"},
    /* inputs stand in forces, and linearly */
    {MASS "input v\nforce x = v/2 + 3*v - x'\nfeedback v = -x", UNDERSTOOD},
    {MASS "input v\nforce x = 1/v\nfeedback v = 2", "not linearly"},
    {MASS "input v\nforce x = v/v\nfeedback v = 2", "not linearly"},
    {MASS "input v\nforce x = v*v\nfeedback v = 2", "not linearly"},
    {MASS "input v\nforce x = v^2\nfeedback v = 2", "not linearly"},
    {MASS "input v\nforce x = sin(v)\nfeedback v = 0", "not linearly"},
    {MASS "input v; input w\nlet a = v*w\nforce x = a", "not linearly"},
    {MASS "input v\npotential = v*x", "not linearly"},
    {MASS "input v\nforce x = v\nfriction f { slip = x'; normal = v + 2; law = coulomb(1) }",
     "not linearly"},
    {MASS "input v; input w\nforce x = v + w\nfeedback v = w\nfeedback w = 1", "uses an input"},
    /* shapes: an input each, matched or not, and never with bounds */
    {MASS "input v\nforce x = 2*v\nshape s { potential = x^2; damping = 3*x'^2 }", UNDERSTOOD},
    {MASS "shape s { potential = x^2 }\ninput v\nforce x = v\nfeedback v = -x'", UNDERSTOOD},
    {MASS "input v\nforce x = v\nshape s { damping = x'^2 }", "a key is missing"},
    {MASS "input v in [-1, 1]\nforce x = v\nshape s { potential = x^2 }", "may saturate"},
    {MASS "input v; input w\nforce x = v + w\nshape s { potential = x^2 }", "are dependent"},
    {MASS "input v\nforce x = v*x\nshape s { potential = x^2 }", "directions are rational"},
    {MASS "input v\nforce x = v\nfeedback s: v = 1\nshape s { potential = x }", "several laws"},
    {"coord x, y\nkinetic = x'^2 + y'^2\ninput v\nforce x = v\nshape s { potential = y^2 }",
     "no law of the inputs"},
    {"coord x, y\nkinetic = x'^2 + y'^2\ninput v\nforce x = v\nforce y = -v\npotential = y\n"
     "shape s { potential = (x - y)^2 + y }",
     UNDERSTOOD},
    /* what may not stand in a place, also where nothing comes of it */
    {MASS "potential = 0*x'", "stands where none may"},
    {MASS "let v = x'\npotential = (v - v)*x", "stands where none may"},
    {MASS "potential = ddt(3)", "stands where none may"},
    {MASS "potential = abs(2)*x^2", "stands where none may"},
    {MASS "param a = 1\nkinetic = min(a, 2)*x'^2", "stands where none may"},
    {MASS "friction f { slip = x'; normal = 1; law = coulomb(1 + 0*x) }", "stands where none may"},
    {MASS "body b { mass = 1 + 0*t; inertia = 1; at = (x, 0, 0) }", "stands where none may"},
    {MASS "body b { mass = 1; inertia = 1; at = (x, abs(0), 0) }", "stands where none may"},
    {MASS "param a = 0*t", "a parameter depends on a coordinate"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y + 0*x' }\nchart z { x = z; y = z }",
     "stands where none may"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }\nchart z { x = z; y = z }\n"
     "potential = 0*z",
     "stands where none may"},
    /* impact laws that no theorem is about */
    {MASS "contact c { gap = x; restitution = poisson(1/2) }",
     "only newton(eN, eT) and sequential"},
    /* a mark before the text */
    {"\xEF\xBB\xBF" MASS, UNDERSTOOD},
    {"\n\xEF\xBB\xBF" MASS, "line 2: no word"},
    /* a line ends a formula outside of blocks, and only the end of a statement begins another */
    {MASS "force x = x\n- 2*x", "line 4: a name is expected"},
    {MASS "let a = (1\nforce x = -x", "bracket is not closed"},
    {MASS "state s { x = (1 }\nforce x = -x", "bracket is not closed"},
    {MASS "state s { x = 1 } force x = -x", "a statement does not end"},
    {MASS "friction f { slip\n = x'; normal = 1; law = coulomb(1) }", "'=' is expected"},
    {MASS "friction f { slip = x' normal = 1; law = coulomb(1) }", "an entry does not end"},
    /* a relation goes on behind its sign, and before it, as an operator; a key does not */
    {MASS
     "expect equilibria { abs(x)\n<= 1\n x\n\n # so\n = 0 }\nregion r { x <=\n\n 1\nx\n >= 0 }",
     UNDERSTOOD},
    {MASS "region r { x ;\n <= 1 }", "a relation is expected"},
    {MASS "region r { x <= 1\n <= 2 }", "a formula is expected"},
    {MASS "region r { x <= \n 1 = 2 }", "an entry does not end"},
    {MASS "state s { x\n = 1 }", "'=' is expected"},
    /* nothing hides in what a proof does not depend on */
    {MASS "state s { x = 1\nforce x = 1000*x'\n}", "'=' is expected"},
    {MASS "state s { x = 1\nx' = 1000*x\n}\nregion s { x <= x'; x = 0 }", UNDERSTOOD},
    {MASS "state s { x = 1; x = 2 }", "defined twice"},
    {MASS "state s { x = 1 }\nstate s { x = 2 }", "defined twice"},
    {MASS "state s { y = 1 }", "'y': the name has no meaning"},
    {MASS "state s { x = y }", "'y': the name has no meaning"},
    {MASS "state s { x = t }", "depends on time"},
    {MASS "state s { x = x' ; x' = x }", "leads back to itself"},
    {MASS "region s { x <= 1 <= 2 }", "an entry does not end"},
    {MASS "region s { x }", "a relation is expected"},
    {MASS "region s { z <= 1 }", "'z': the name has no meaning"},
    {MASS "model \"a\"\nmodel \"b\"", "defined twice"},
    {MASS "model a b", "'\"' is expected"},
    {MASS "let unused = nothing", "'nothing': the name has no meaning"},
    {MASS "let unused = sin(x)*t", UNDERSTOOD},
    {MASS "param sin = 1", "reserved"},
    {MASS "param a = 3 in [1, 2]", "outside of its range"},
    {MASS "param a = 10^400", "does not fit a double"},
    {MASS "param a = 1e350", "cannot be read"},
    {MASS "feedback v = 1", "'v': the name has no meaning"},
    {MASS "input v\npotential = v*x", "an input stands where none may"},
    {MASS "input v\nforce x = v^2", "an input stands where none may"},
    {MASS "input v\nlet w = v*v\nforce x = w", "an input stands where none may"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }\nchart z { x = z; y = z; w = 1 }",
     "'w': the name has no meaning"},
    {"coord x\nkinetic = -x'^2", "not positive"},
    {"coord x\npotential = x^2", "no kinetic energy"},
    /* not linear */
    {MASS "potential = x^3", "not linear: a stiffness depends"},
    {MASS "potential = cos(x)", "'cos': a function of a coordinate"},
    {MASS "potential = sqrt(x)", "'sqrt': a function of a coordinate"},
    {MASS "potential = 1/(1 + x)", "divides by a coordinate"},
    {MASS "potential = sqrt(2)*x^3 - 1.4142*x^3", "not linear: a stiffness depends"},
    {MASS "force x = -x'^3", "damping of the model is not constant"},
    {MASS "force x = -abs(x')", "'abs': a function of a coordinate"},
    {MASS "force x = cos(t)", "depends on time"},
    {"coord x\nkinetic = x^2*x'^2", "mass matrix of the model is not constant"},
    {"coord x\nkinetic = x'^2 + x'", "not quadratic"},
    {"coord x\nkinetic = (x' + 1)^2", "not quadratic"},
    {"coord x\nkinetic = (x'^2 + x^2)", "not quadratic"},
    {MASS "potential = x*x'", "stands where none may"},
    {MASS "input v in [-1, 1]\nforce x = v\nfeedback v = -x", "saturates"},
    {MASS "input v\nforce x = v\nfeedback a : v = -x\nfeedback b : v = x", "several laws"},
    {MASS "input v\nforce x = v\nfeedback v = -x\nfeedback v = x", "defined twice"},
    {MASS "contact c { gap = x }", "a system with contacts"},
    {MASS "clutch c { slip = x'; law = oneway }", "not about clutches"},
    {MASS "clutch c { slip = x' }", "a key is missing"},
    {MASS "clutch c { slip = x'; law = oneway; law = oneway }", "given twice"},
    {MASS "clutch c { slip = x'; law = coulomb(1) }", "clutches are oneway"},
    {MASS "friction f { slip = x'; normal = 1; law = oneway }", "clutches are oneway"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nfriction f { slip = (x', y'); normal = 1; law = disk(1) }",
     "only the law coulomb"},
    {MASS "friction f { slip = x*x'; normal = 1; law = coulomb(1) }", "direction of a friction"},
    {MASS "friction f { slip = x' + 1; normal = 1; law = coulomb(1) }",
     "about friction that can hold"},
    {MASS "friction f { slip = x' - x'; normal = 1; law = coulomb(1) }", "never slips"},
    {MASS "friction f { slip = x'; normal = 1; law = coulomb(1 + x) }", "where none may"},
    {MASS "friction f { slip = x'; normal = 1; law = coulomb(1 + slip) }", "slip"},
    {MASS "friction f { slip = x'; normal = 1; law = stribeck(2, 1, 1) }",
     "about friction that can hold, and does not fall"},
    {MASS "friction f { slip = x'; normal = x; law = coulomb(1) }", "bound of a friction"},
    {MASS "friction f { slip = x'; normal = 1; law = coulomb(-1) }", "negative coefficient"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }", "needs a chart"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }\nchart z { x = z; y = 2*z }",
     "does not satisfy the sliders"},
    {"coord x, y, w\nkinetic = x'^2 + y'^2 + w'^2\nslider s { gap = x - y }\n"
     "chart z { x = z; y = z; w = 0 }",
     "the chart has 1 coordinates"},
    {"coord x, y\nkinetic = x'^2 + y'^2\nslider s { gap = x - y }\nslider t { gap = 2*x - 2*y }\n"
     "chart z { x = z; y = z }",
     "sliders are dependent"},
    /* wrong */
    {"", "no coordinates"},
    {MASS "param a = b\nparam b = a\nforce x = a", "leads back to itself"},
    {MASS "param a = x\nforce x = a", "a parameter depends on a coordinate"},
    {MASS "param a = 1/(1 - 1)\nforce x = a", "divides by"},
    {MASS "param a = 1 in [2, 1]\nforce x = a", "range of a parameter is empty"},
    {MASS "param a = 1 in [-1, 1]\nforce x = 1/a", "divides by what may be zero"},
    {MASS "param x = 1", "defined twice"},
    {MASS "param pi = 3", "reserved"},
    {MASS "force x = y", "line 3, 'y': the name has no meaning"},
    {MASS "force x = y'", "no meaning here"},
    {MASS "param a = 1\nforce x = a'", "no meaning here"},
    {MASS "force x = p.x", "no meaning here"},
    {MASS "force x = 8^(1/3) + 2^0.3 + 0^(1/2) + (4/9)^(-3/2)", UNDERSTOOD},
    {MASS "force x = frob(1)", "unknown function"},
    /* the program refuses these too, whether or not a proof depends on them */
    {MASS "draw circle (x, 0) radius 1/0", "divides by zero"},
    {MASS "state s { x = 1/(2 - 2) }", "divides by zero"},
    {MASS "lyapunov V = x^2/(1 - 1) + x'^2", "divides by zero"},
    {MASS "region r { x/0.0 <= 1 }", "divides by zero"},
    {MASS "param a = 0\nstate s { x = 1/a }", "parameters: a is missing"},
    {MASS "contact c { gap = x; restitution = newton(1/2, 2) }", "restitution is beyond"},
    {MASS "contact c { gap = x; restitution = newton(9/8, 0) }", "restitution is beyond"},
    {MASS "contact c { gap = x; restitution = newton(0, -9/8) }", "restitution is beyond"},
    {MASS "contact c { gap = x; restitution = sequential(-1/8) }", "restitution is beyond"},
    {MASS "param e = 1/2 in [0, 9/8]\ncontact c { gap = x; restitution = newton(e, 0) }",
     "restitution is beyond"},
    {MASS "force x = exp(exp(exp(exp(9))))", "no finite value"},
    {MASS "force x = log(0)", "no finite value"},
    {MASS "force x = (1", "bracket is not closed"},
    {MASS "force x = 1 2", "is not expected"},
    {MASS "force x = 2m", "cannot be read"},
    {MASS "force x = 1..2", "cannot be read"},
    {MASS "force x = 1e9999", "cannot be read"},
    {MASS "force x = 1e-99999999999999999999", "cannot be read"},
    {MASS "force x = 1e", "cannot be read"},
    {MASS "force x = 1e 5", "cannot be read"},
    {MASS "feedback", "a name is expected"},
    {MASS "force", "a name is expected"},
    {MASS "point p on", "a name is expected"},
    {MASS "force x = (1e300^32)^11", "too large"},
    {MASS "force x = 1e400", "cannot be read"},
    {MASS "wobble x", "line 3, 'wobble': unknown statement"},
    {MASS "body3 B { mass = 1 }", "line 3, 'body3': unknown statement"},
    {MASS "force x = 1 $", "line 3: no word"},
    {MASS "friction f { slip = x'; normal = 1 }", "a key is missing"},
    {MASS "for i in 1..2 { force x[i] = 1 }", "'x[1]'"},
    {MASS "for i in 1 { }", "a range is expected"},
    {MASS "for i in 1..x { }", "a whole number is expected"},
    {MASS "for i in 1..2 { for i in 1..2 { } }", "an index is used twice"},
    {MASS "for i in 1..2 { force x = 1", "a bracket is not closed"},
    {MASS "param a = 1/2\nfor i in 1..a { }", "no whole number"},
    {MASS "param a = b\nparam b = a\nfor i in 1..a { }", "too many levels"},
    {MASS "for i in 1..200000000 { }", "too large"},
    {"coord x[1..30000000]\nkinetic = 1", "too large"},
    {MASS "force x = x[1.5]", "a whole number is expected"},
    {MASS "force x = '", "a number or a name is expected"},
    {MASS "friction f { slip = x'; slip = x' }", "a key is given twice"},
    {MASS "friction f { slip = x'; gap = x }", "not a key"},
    {MASS "state s { x = 1", "a block is not closed"},
};

static void test_texts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *message = check_text(cases[i].text, NULL);
    if (!strstr(message, cases[i].message))
      fail_msg("%s\n-> %s, not: %s", cases[i].text, message, cases[i].message);
  }
}

/* What the program refuses is refused here: but for units, which are comments, for mass matrices
 * that are singular, which no theorem allows, and for bytes that JSON cannot carry. */
static void test_bad_models(void **state) {
  static const char folder[] = "tests/bad-models";
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  size_t tried = 0;
  (void)state;
  assert_non_null(directory);
  while ((entry = readdir(directory))) {
    char path[400];
    const size_t length = strlen(entry->d_name);
    if (length < 6 || strcmp(entry->d_name + length - 6, ".still") != 0) continue;
    snprintf(path, sizeof path, "%s/%.*s.expect", folder, (int)(length - 6), entry->d_name);
    bytes said = read_bytes(path);
    const bool wrong = strstr(said.data, ": error: ");
    const bool units = strstr(said.data, "unit"), singular = strstr(said.data, "in state 'start'");
    free(said.data);
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    bytes text = read_bytes(path);
    json_t *utf8 = json_stringn(text.data, text.size);
    if (wrong && !units && !singular && utf8 && strlen(text.data) == text.size) {
      const char *message = check_text(text.data, NULL);
      tried++;
      if (strstr(message, UNDERSTOOD) || strstr(message, "parameters: "))
        fail_msg("%s is understood", path);
    }
    json_decref(utf8);
    free(text.data);
  }
  closedir(directory);
  assert_true(tried > 150);
}

static void test_settings(void **state) {
  static const struct {
    const char *setting, *message;
  } settings[] = {
      {"a=2", "parameters: a is missing"}, {"a=1:2", "parameters: a is missing"},
      {"b=2", "names no parameter"},       {"a", "'=' is expected"},
      {"a=2;", "is no setting"},           {"a=2:3:4", "does not end"},
      {"a=2 # x", "is no setting"},        {"a=", "a formula is expected"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    const char *message = check_text(MASS "param a = 1\npotential = a*x^2", settings[i].setting);
    if (!strstr(message, settings[i].message)) fail_msg("%s -> %s", settings[i].setting, message);
  }
}

/* A formula nested without brackets, and with them, ends the run and not the stack. */
static void test_nesting(void **state) {
  enum { DEEP = 200000 };
  static const char *const pieces[] = {"1^", "("};
  char *text = calloc(2 * DEEP + 100, 1);
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    size_t length = (size_t)sprintf(text, MASS "force x = ");
    for (size_t k = 0; k < DEEP; k++) length += (size_t)sprintf(text + length, "%s", pieces[i]);
    sprintf(text + length, "1");
    assert_non_null(strstr(check_text(text, NULL), i ? "not closed" : "nested too deeply"));
  }
  free(text);
}

/* The examples of FIPS 180-4, and lengths around the end of a block. */
static void test_digest(void **state) {
  static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  char hex[65], letters[200];
  (void)state;
  sha256_hex("", 0, hex);
  assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  sha256_hex("abc", 3, hex);
  assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  sha256_hex(two_blocks, 56, hex);
  assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  memset(letters, 'a', sizeof letters);
  sha256_hex(letters, 55, hex);
  assert_string_equal(hex, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  sha256_hex(letters, 64, hex);
  assert_string_equal(hex, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),    cmocka_unit_test(test_bad_models),
      cmocka_unit_test(test_settings), cmocka_unit_test(test_nesting),
      cmocka_unit_test(test_digest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
