/* test_contains.c: can a machine rest here? Against closed forms, against the contact solver of
 * src/motion, and by looking at the forces and pushes that are handed out. */
#include "rests.h"
#include "standstill/exact.h"

static ss_rest_answer ask(machine *m, const ss_rest_formulas *formulas) {
  ss_rest_answer answer;
  assert_int_equal(
      ss_rest_contains(m->arena, m->system, m->parameters, m->q, formulas, 1e-9, &answer), SS_OK);
  return answer;
}

/* q as exact numbers: numerators over a common denominator. */
static const ss_rest_formulas *fractions(machine *m, const long *numerator,
                                         unsigned long denominator) {
  const size_t n = m->model->coordinates;
  ss_rest_formulas *formulas = ss_arena_new(m->arena, 1, ss_rest_formulas);
  ss_expr *q = ss_arena_new(m->arena, n, ss_expr);
  *formulas = (ss_rest_formulas){ss_graph_create_over(m->arena, m->system->graph), q};
  for (size_t i = 0; i < n; i++) {
    q[i] = ss_expr_ratio(formulas->graph, numerator[i], denominator);
    m->q[i] = (double)numerator[i] / (double)denominator;
  }
  return formulas;
}

/* The corners of the parallelogram are members, exactly; a billionth beyond nothing is. */
static void test_exact(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  const long corner[][2] = {{3, 3}, {1, -1}, {-1, 1}, {-3, -3}, {0, 0}};
  for (size_t i = 0; i < 5; i++) {
    const ss_rest_answer at = ask(&m, fractions(&m, corner[i], 3));
    assert_int_equal(at.verdict, SS_PROVED);
    assert_true(at.exact);
    assert_non_null(at.exact_forces);
    if (i == 4) continue;
    const long beyond[] = {corner[i][0] * 1000000001, corner[i][1] * 1000000001};
    const ss_rest_answer off = ask(&m, fractions(&m, beyond, 3000000000u));
    assert_int_equal(off.verdict, SS_REFUTED);
    assert_true(off.exact);
    assert_non_null(off.exact_push);
  }
  const ss_rest_answer one = ask(&m, fractions(&m, corner[1], 3));
  assert_string_equal(one.exact_forces[0], "1"); /* 2/3 + 1/3 */
  assert_string_equal(one.exact_forces[1], "-1");
  machine_close(&m);
}

/* Forces balance and lie within their laws: |h + W lambda| small, |lambda_T| <= bound. */
static void test_forces(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  m.q[0] = 0.4;
  m.q[1] = 0.3;
  const ss_rest_answer answer = ask(&m, NULL);
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_false(answer.exact);
  assert_near(answer.forces[0], 2 * 0.4 - 0.3, 1e-14);
  assert_near(answer.forces[1], 2 * 0.3 - 0.4, 1e-14);
  assert_true(answer.residual < 1e-15);
  machine_close(&m);
}

/* v . h exceeds what friction can take: sum of p |w . v|. */
static void test_push(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  m.q[0] = 0.9;
  m.q[1] = -0.9; /* in the printed box (48), not in the set: needs a force of 2.7 > 1 */
  const ss_rest_answer answer = ask(&m, NULL);
  assert_int_equal(answer.verdict, SS_REFUTED);
  const double *v = answer.push;
  assert_non_null(v);
  const double h[] = {-2.7, 2.7};
  assert_true(v[0] * h[0] + v[1] * h[1] > fabs(v[0]) + fabs(v[1]));
  machine_close(&m);
}

static void test_gaps(void **state) {
  (void)state;
  machine m = machine_open("falling-block", NULL);
  m.q[1] = -0.1;
  ss_rest_answer answer = ask(&m, NULL);
  assert_int_equal(answer.verdict, SS_REFUTED);
  assert_int_equal(answer.penetrates, 0);
  m.q[1] = 0.1; /* in the air */
  answer = ask(&m, NULL);
  assert_int_equal(answer.verdict, SS_REFUTED);
  assert_int_equal(answer.closed_count, 0);
  assert_true(answer.push[1] < 0);
  m.q[0] = m.q[1] = 0;
  assert_int_equal(ask(&m, NULL).closed_count, 1);
  m.q[0] = NAN;
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_BAD_ARGUMENT);
  machine_close(&m);
  m = machine_open("constrained-beam", NULL);
  m.q[1] = 2; /* off the tracks */
  assert_int_equal(ask(&m, NULL).verdict, SS_REFUTED);
  machine_close(&m);
}

/* The states that other tests have shown to be inside and outside. */
static void test_ends(void **state) {
  (void)state;
  static const struct {
    const char *model, *inside, *outside;
  } cases[] = {
      {"friction-oscillator", "x=0.999999", "x=1.000001"},
      {"rocking-block", "x=0.14714,y=0.1", "x=0.14716,y=0.1"},
      {"sliding-disk", "x=0.1,y=-0.27", "x=0.1,y=-0.28"},
      {"spinning-disk", "x=0.1,y=-0.27,psi=3", "x=0.1,y=-0.28"},
      {"three-leg-stool", "x=3,gamma=1,z=0.35", "z=0.36"},
      {"planar-biped", "x=1", "x=1,z=0.1"},
      {"painleve-rod", "theta=pi/2,y=1", "theta=pi/2-0.001,y=sin(pi/2-0.001)"},
      {"ratchet", "a=-0.0799", "a=0.001"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, NULL);
    machine_put(&m, cases[i].inside);
    assert_int_equal(ask(&m, NULL).verdict, SS_PROVED);
    machine_put(&m, cases[i].outside);
    assert_int_equal(ask(&m, NULL).verdict, SS_REFUTED);
    machine_close(&m);
  }
}

/* The beam's sliders press either way: every place of both sets, none beyond their ends, which are
 * tan(phi) = 2 mu2 / (1 - mu1 mu2). */
static void test_beam_all_along(void **state) {
  (void)state;
  machine m = machine_open("constrained-beam", NULL);
  const double tip = atan(0.6 / 0.91);
  for (int i = 0; i < 200; i++) {
    const double middle = i % 2 ? M_PI : 0;
    for (int k = 0; k < 2; k++) { /* within; beyond either end */
      const double share = k == 0 ? (i + 0.5) / 100 - 1 : (i < 100 ? -1 : 1) * (1 + (i + 1) * 1e-4);
      m.q[2] = middle + share * tip;
      m.q[0] = sin(m.q[2]);
      m.q[1] = cos(m.q[2]);
      assert_int_equal(ask(&m, NULL).verdict, k == 0 ? SS_PROVED : SS_REFUTED);
    }
  }
  machine_close(&m);
}

/* Loads that are tiny against the friction bound, or nothing but the rounding of pi. */
static void test_tiny_loads(void **state) {
  (void)state;
  static const double places[] = {0, 1e-9, -1e-9, 1e-300, M_PI, 0.05};
  machine m = machine_parse("model \"inverted\"\ncoord phi\nkinetic = 1/2*phi'^2\n"
                            "potential = 9.81*cos(phi)\n"
                            "friction f { slip = phi'; normal = 10; law = coulomb(0.1) }\n");
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    m.q[0] = places[i];
    assert_int_equal(ask(&m, NULL).verdict, SS_PROVED);
  }
  m.q[0] = 0.11;
  assert_int_equal(ask(&m, NULL).verdict, SS_REFUTED);
  machine_put(&m, "phi=pi");
  assert_int_equal(ask(&m, NULL).verdict, SS_PROVED);
  machine_close(&m);
}

/* Digits of a position as formulas, as the command line reads them. */
static const ss_rest_formulas *digits(machine *m, const double *q) {
  const size_t n = m->model->coordinates;
  ss_rest_formulas *formulas = ss_arena_new(m->arena, 1, ss_rest_formulas);
  ss_expr *list = ss_arena_new(m->arena, n, ss_expr);
  fmpq_t value;
  fmpq_init(value);
  *formulas = (ss_rest_formulas){ss_graph_create_over(m->arena, m->system->graph), list};
  for (size_t i = 0; i < n; i++) {
    char text[60];
    snprintf(text, sizeof text, "%.17g", fabs(q[i]));
    assert_true(ss_number_from_text(text, strlen(text), value));
    if (q[i] < 0) fmpq_neg(value, value);
    list[i] = ss_expr_number(formulas->graph, value);
    m->q[i] = strtod(text, NULL) * (q[i] < 0 ? -1 : 1);
  }
  fmpq_clear(value);
  return formulas;
}

/* Whatever is told can be asked: centres and points of sets, their ends above all, whose digits lie
 * beyond them as often as not. */
static void test_points_told(void **state) {
  (void)state;
  static const char *const texts[] = {
      "model \"cubic\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2/2 + x^4/4\n"
      "friction f { slip = x'; normal = 1; law = coulomb(1/3) }\n",
      "model \"bowl\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 3*y\n"
      "contact c { gap = y - x^2/3; slip = x' + 2/3*x*y'; law = coulomb(0.3) }\n",
      "model \"rail\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 3*y\n"
      "slider c { gap = y - x^2/3; slip = x' + 2/3*x*y'; law = coulomb(0.3) }\n",
      "model \"patch\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^4 + x*y + y^4\n"
      "friction f { slip = x'; normal = 1; law = coulomb(0.3) }\n"
      "friction g { slip = x' + y'; normal = 1; law = coulomb(0.2) }\n",
      /* an end at two contacts, so near to 0 that its decimals are no double */
      "model \"ridge\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
      "contact c { gap = y + x^2 }\ncontact d { gap = y - 1/4*x; slip = x'; law = coulomb(1/4) }\n"
      "region r { abs(x) <= 2; y >= -2; y <= 3 }\n",
      /* across the end of a turn that doubles count in steps of 5e-7 */
      "model \"large\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1e18*(1 - cos(1e-9*x))\n"
      "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = machine_parse(texts[i]);
    const ss_rest_sets sets = find_rests(&m);
    const size_t n = m.model->coordinates;
    assert_true(sets.complete && sets.count > 0);
    for (size_t k = 0; k < sets.count; k++) {
      const ss_rest_set *set = &sets.set[k];
      for (size_t p = 0; p <= set->points; p++) {
        const ss_rest_formulas *at = digits(&m, p ? set->point + (p - 1) * n : set->center);
        assert_int_equal(ask(&m, at).verdict, SS_PROVED);
      }
    }
    machine_close(&m);
  }
}

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Random positions: the linear program and the contact problem agree, but for positions closer to
 * the boundary than their tolerances. */
static void test_agrees_with_contact_problem(void **state) {
  (void)state;
  static const struct {
    const char *model;
    double size[3];
  } cases[] = {{"two-masses", {1.2, 1.2}},
               {"two-masses", {0.4, 0.4}},
               {"sliding-disk", {0.4, 0.4}},
               {"rocking-block", {0.3, 0, 0}},
               {"falling-block", {0.6, 0}}};
  uint64_t seed = 7;
  size_t members = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, NULL);
    for (size_t k = 0; k < 40; k++) {
      for (size_t j = 0; j < m.model->coordinates; j++)
        m.q[j] = cases[i].size[j] * (2 * uniform(&seed) - 1);
      if (i == 3) m.q[1] = 0.1;
      bool yes;
      assert_int_equal(
          ss_motion_is_equilibrium(m.arena, m.system, m.parameters, m.q, 0, 1e-9, &yes), SS_OK);
      const ss_rest_answer answer = ask(&m, NULL);
      assert_int_equal(answer.verdict == SS_PROVED, yes);
      members += yes;
    }
    machine_close(&m);
  }
  assert_in_range(members, 30, 170);
}

/* A block with a potential that stands for 0 <= slope <= 1/2 where it is written, and has a value
 * there only if the file says so: what cancels counts. */
static void test_places_without_a_value(void **state) {
  (void)state;
  static const struct {
    const char *formulas;
    long q; /* over 4 */
    ss_verdict verdict;
  } cases[] = {
      {"potential = log(x)", -20, SS_REFUTED},
      {"potential = log(x)", 20, SS_PROVED},
      {"potential = log(x)", 0, SS_REFUTED},
      {"potential = x^2/2 + 0*log(x)", -1, SS_REFUTED},
      {"potential = x^2/2 + 0*log(1/x)", 0, SS_REFUTED},
      {"potential = x^2/2*(x/x)", 0, SS_REFUTED},
      {"potential = x^2/2*(x/x)", 1, SS_PROVED},
      {"potential = x^2/2 + sqrt(x) - sqrt(x)", -1, SS_REFUTED},
      {"potential = x^2/2 + 0*sqrt(x)", 0, SS_PROVED},
      {"potential = x^2/2 + 0*asin(8*x)", 1, SS_REFUTED},
      {"potential = x^2/2 + 0*acos(4*x)", 1, SS_PROVED},
      {"potential = x^2/2\nforce x = 0/(x - 1/4)", 1, SS_REFUTED},
      {"potential = x^2/2\ncontact c { gap = x + 1 + 0*log(sin(x)) }", -1, SS_REFUTED},
      {"potential = x^2/2\nfriction g { slip = x'; normal = x/x; law = coulomb(1) }", 0,
       SS_REFUTED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\n%s\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n",
             cases[i].formulas);
    machine m = machine_parse(text);
    const ss_rest_answer exact = ask(&m, fractions(&m, &cases[i].q, 4));
    const ss_rest_answer balls = ask(&m, NULL);
    if (exact.verdict != cases[i].verdict) print_error("%s\n", text);
    assert_int_equal(exact.verdict, cases[i].verdict);
    assert_int_equal(balls.verdict == SS_REFUTED, exact.verdict == SS_REFUTED);
    if (exact.verdict == SS_REFUTED) assert_non_null(strstr(exact.reason, "no value"));
    machine_close(&m);
  }
}

/* Ends of sets that a disk holds: forces that are nearly alone admissible, found by many cuts that
 * are nearly the same. Points that `rest` has told of these machines. */
static void test_ends_held_by_disks(void **state) {
  (void)state;
  static const double places[][2] = {{-0.10483070669277959, 1.2842428870145506},
                                     {-0.10458844999914747, 1.2824513742308286}};
  machine m = machine_parse(
      "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = -2.92*x\n"
      "force y = -1.78*y + 1.83*sin(4.37*y + 2.14)\n"
      "friction e { slip = (x', y'); normal = 0.32 + 0.13*x - 0.17*sin(7.17*x + 3);"
      " law = disk(0.55) }\n"
      "friction f { slip = 0.27*x' + (-0.71 + 0.09*sin(7.96*y - 2.61))*y'; normal = 1.65;"
      " law = coulomb(0.84) }\n");
  for (size_t i = 0; i < 2; i++) {
    m.q[0] = places[i][0];
    m.q[1] = places[i][1];
    assert_int_equal(ask(&m, NULL).verdict, SS_PROVED);
  }
  m.q[0] -= 1e-6; /* outwards */
  assert_int_equal(ask(&m, NULL).verdict, SS_REFUTED);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact),
      cmocka_unit_test(test_forces),
      cmocka_unit_test(test_push),
      cmocka_unit_test(test_gaps),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_beam_all_along),
      cmocka_unit_test(test_tiny_loads),
      cmocka_unit_test(test_points_told),
      cmocka_unit_test(test_ends_held_by_disks),
      cmocka_unit_test(test_places_without_a_value),
      cmocka_unit_test(test_agrees_with_contact_problem),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
