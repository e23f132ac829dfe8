/* test_linear.c: rest sets of linear machines, against closed forms and published examples. */
#include "rests.h"
#include "standstill/exact.h"

/* ---- machines of two masses and fewer -------------------------------------------------------- */

/* Vertices of van de Wouw & Leine 2004, section 6, eqs. (48) and (52) corrected: the parallelogram
 * K^-1 [-p, p], and segments. A relative error of a few roundings. */
static void test_published_machines(void **state) {
  (void)state;
  static const struct {
    const char *model;
    const char *settings[8];
    size_t vertices;
    double vertex[4][2];
  } cases[] = {
      {"friction-oscillator", {"c=-0.5"}, 2, {{-1}, {1}}},
      {"friction-oscillator", {"k=3", "c=-0.25"}, 2, {{-1. / 3}, {1. / 3}}},
      {"friction-oscillator", {"m=2", "k=8", "c=-1", "mu=0.15"}, 2, {{-0.375}, {0.375}}},
      {"friction-oscillator", {"c=0.3"}, 2, {{-1}, {1}}},
      {"two-masses", {NULL}, 4, {{-1, -1}, {-1. / 3, 1. / 3}, {1. / 3, -1. / 3}, {1, 1}}},
      {"two-masses", {"m2=2"}, 4, {{-4. / 3, -5. / 3}, {0, 1}, {0, -1}, {4. / 3, 5. / 3}}},
      {"two-masses",
       {"m2=3", "k1=2", "k2=0.5", "mu1=0.15", "mu2=7/300"},
       4,
       {{-0.41 / 0.6, -0.25 / 0.6},
        {-0.34 / 0.6, 0.1 / 0.6},
        {0.34 / 0.6, -0.1 / 0.6},
        {0.41 / 0.6, 0.25 / 0.6}}},
      {"two-masses",
       {"k1=0.05", "k2=0.05", "c2=-1.5"},
       4,
       {{-20, -20}, {-20. / 3, 20. / 3}, {20. / 3, -20. / 3}, {20, 20}}},
      {"two-masses-between", {NULL}, 2, {{1. / 3, -1. / 3}, {-1. / 3, 1. / 3}}},
      {"two-masses-between", {"m2=3"}, 2, {{1. / 3, -1. / 3}, {-1. / 3, 1. / 3}}},
      {"two-masses-sum", {NULL}, 2, {{-1, -1}, {1, 1}}},
      {"two-masses-sum", {"m2=2", "k1=2", "mu=0.15"}, 2, {{-0.75, -0.75}, {0.75, 0.75}}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, cases[i].settings);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_true(sets.complete);
    const ss_rest_set *set = sets.set;
    assert_true(set->exact);
    assert_int_equal(set->parts, 1);
    assert_int_equal(set->shape, cases[i].vertices == 4 ? SS_REST_POLYTOPE : SS_REST_SEGMENT);
    assert_int_equal(set->part->vertices, cases[i].vertices);
    for (size_t k = 0; k < cases[i].vertices; k++)
      check_vertex(set->part, m.model->coordinates, cases[i].vertex[k], 1e-14 * 20);
    machine_close(&m);
  }
}

/* The fractions themselves. */
static void test_fractions(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_string_equal(sets.set->name, "E1");
  assert_string_equal(sets.set->exact_lo[0], "-1");
  assert_string_equal(sets.set->exact_hi[1], "1");
  bool third = false;
  for (size_t i = 0; i < 8; i++) third |= strcmp(sets.set->part->exact_vertex[i], "-1/3") == 0;
  assert_true(third);
  machine_close(&m);
}

/* ---- from matrices --------------------------------------------------------------------------- */

static machine from_matrices(size_t n, size_t m, const double *K, const double *W,
                             const double *p) {
  char text[4000];
  size_t at = 0;
  at += (size_t)sprintf(text + at, "model \"matrices\"\n");
  for (size_t i = 0; i < n; i++) at += (size_t)sprintf(text + at, "coord x%zu\n", i);
  for (size_t i = 0; i < n; i++) {
    at += (size_t)sprintf(text + at, "kinetic = 1/2*x%zu'^2\nforce x%zu = 0", i, i);
    for (size_t j = 0; j < n; j++)
      at += (size_t)sprintf(text + at, " - (%.17g)*x%zu", K[i * n + j], j);
    at += (size_t)sprintf(text + at, "\n");
  }
  for (size_t k = 0; k < m; k++) {
    at += (size_t)sprintf(text + at, "friction f%zu { slip = 0", k);
    for (size_t i = 0; i < n; i++)
      at += (size_t)sprintf(text + at, " + (%.17g)*x%zu'", W[i * m + k], i);
    at += (size_t)sprintf(text + at, "; normal = %.17g; law = coulomb(1) }\n", p[k]);
  }
  return machine_parse(text);
}

static long pick(uint64_t *seed, uint64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (long)((*seed >> 33) % below);
}

/* Is factor * q a member, q given as fractions? Decided exactly. */
static bool is_member(machine *m, const char *const *fractions, double factor) {
  const size_t n = m->model->coordinates;
  ss_expr q[4];
  const ss_rest_formulas formulas = {ss_graph_create_over(m->arena, m->system->graph), q};
  fmpq_t value, scale;
  fmpq_init(value);
  fmpq_init(scale);
  ss_exact_from_double(scale, factor, 0);
  for (size_t j = 0; j < n; j++) {
    assert_int_equal(fmpq_set_str(value, fractions[j], 10), 0);
    fmpq_mul(value, value, scale);
    q[j] = ss_expr_number(formulas.graph, value);
    m->q[j] = ss_number_to_double(value);
  }
  fmpq_clear(value);
  fmpq_clear(scale);
  ss_rest_answer answer;
  assert_int_equal(
      ss_rest_contains(m->arena, m->system, m->parameters, m->q, &formulas, 0, &answer), SS_OK);
  assert_true(answer.exact);
  return answer.verdict == SS_PROVED;
}

/* The groups dof3 and negative_stiffness of the reference values. */
static void test_matrices(void **state) {
  (void)state;
  static const struct {
    size_t n, m, vertices;
    double K[9], W[9], p[3], vertex[4][3]; /* the others are opposite */
  } cases[] = {
      {3,
       2,
       4,
       {3, -1, 0, -1, 3, -1, 0, -1, 2},
       {1, 0, -1, 0.5, 0, 1},
       {1, 0.6},
       {{-0.32307692307692304, 0.03076923076923077, -0.28461538461538466},
        {-0.1384615384615384, 0.5846153846153846, 0.5923076923076924}}},
      {3,
       3,
       8,
       {3, -1, 0, -1, 3, -1, 0, -1, 2},
       {1, 0, 0, 0, 1, 0, 0, 0, 1},
       {1, 0.8, 0.5},
       {{-0.5461538461538461, -0.6384615384615385, -0.5692307692307692},
        {-0.46923076923076923, -0.4076923076923077, 0.046153846153846156},
        {-0.29999999999999993, 0.1, -0.2},
        {-0.22307692307692303, 0.3307692307692308, 0.4153846153846154}}},
      {1, 1, 2, {-1}, {1}, {1}, {{1}}},
      {2, 2, 4, {1, 2, 2, 1}, {1, 0, 0, 1}, {1, 1}, {{1. / 3, 1. / 3}, {1, -1}}},
      {2, 2, 4, {2, 0, 0, -0.5}, {1, 0, 0, 1}, {1, 0.4}, {{0.5, 0.8}, {0.5, -0.8}}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = from_matrices(cases[i].n, cases[i].m, cases[i].K, cases[i].W, cases[i].p);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_int_equal(sets.set->part->vertices, cases[i].vertices);
    for (size_t k = 0; k < cases[i].vertices / 2; k++) {
      double opposite[3];
      for (size_t j = 0; j < 3; j++) opposite[j] = -cases[i].vertex[k][j];
      check_vertex(sets.set->part, cases[i].n, cases[i].vertex[k], 1e-14);
      check_vertex(sets.set->part, cases[i].n, opposite, 1e-14);
    }
    machine_close(&m);
  }
}

/* Random machines: all vertices are members, exactly; a millionth beyond, seen from the middle,
 * none is. K = L L^T + 1 is regular, entries are small integers. */
static void test_random_machines(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (size_t trial = 0; trial < 30; trial++) {
    const size_t n = 1 + trial % 4, m = 1 + trial % 5;
    double L[16], K[16], W[20], p[5];
    for (size_t i = 0; i < n * n; i++) L[i] = (double)(pick(&seed, 5) - 2);
    for (size_t i = 0; i < n * m; i++) W[i] = (double)(pick(&seed, 5) - 2);
    for (size_t k = 0; k < m; k++) p[k] = (double)(pick(&seed, 3) + 1);
    for (size_t k = 0; k < m; k++) W[(size_t)pick(&seed, n) * m + k] += 3;
    for (size_t i = 0; i < n * n; i++) {
      K[i] = i / n == i % n;
      for (size_t j = 0; j < n; j++) K[i] += L[i / n * n + j] * L[i % n * n + j];
    }
    machine a = from_matrices(n, m, K, W, p);
    const ss_rest_sets sets = find_rests(&a);
    assert_int_equal(sets.count, 1);
    const ss_rest_part *part = sets.set->part;
    assert_true(part->vertices >= 1);
    for (size_t v = 0; v < part->vertices; v++) {
      assert_true(is_member(&a, part->exact_vertex + v * n, 1));
      if (part->vertices > 1) assert_false(is_member(&a, part->exact_vertex + v * n, 1.000001));
    }
    machine_close(&a);
  }
}

/* ---- contacts, clutches, unbounded sets, no friction ----------------------------------------- */

static void test_falling_block(void **state) {
  (void)state;
  static const struct {
    const char *settings[6];
    double x;
  } cases[] = {{{NULL}, 0.2943}, {{"m=2", "k=50", "mu=0.1", "g=10"}, 0.04}, {{"mu=0"}, 0}};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("falling-block", cases[i].settings);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 1);
    assert_int_equal(sets.set->closed_count, 1);
    assert_near(sets.set->hi[0], cases[i].x, 1e-15);
    assert_near(sets.set->lo[0], -cases[i].x, 1e-15);
    assert_near(sets.set->hi[1], 0, 0);
    assert_int_equal(sets.set->shape, cases[i].x > 0 ? SS_REST_SEGMENT : SS_REST_POINT);
    machine_close(&m);
  }
}

/* The lever may push on the pawl; nothing turns the wheel back: unbounded along b. */
static void test_ratchet(void **state) {
  (void)state;
  machine m = machine_open("ratchet", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_int_equal(sets.set->shape, SS_REST_POLYHEDRON);
  assert_near(sets.set->lo[0], -0.08, 1e-16);
  assert_near(sets.set->hi[0], 0, 0);
  assert_true(isinf(sets.set->lo[1]) && isinf(sets.set->hi[1]));
  assert_string_equal(sets.set->exact_hi[1], "inf");
  assert_int_equal(sets.set->part->rays, 2);
  machine_close(&m);
}

/* A mass between two walls, with a preload that friction or a wall can carry: the three cases
 * (free, left wall, right wall) meet, so that there is one set, [-1, 1]; without friction the mass
 * rests at the wall that it is pushed to. */
static void test_walls(void **state) {
  (void)state;
  static const char text[] =
      "model \"walls\"\nparam mu = 1/2\nparam F = 1/4\ncoord x\nkinetic = 1/2*x'^2\nforce x = F\n"
      "contact low { gap = x + 1 }\ncontact high { gap = 1 - x }\n"
      "friction f { slip = x'; normal = 1; law = coulomb(mu) }\n";
  machine m = machine_parse(text);
  ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_near(sets.set->lo[0], -1, 0);
  assert_near(sets.set->hi[0], 1, 0);
  assert_int_equal(sets.set->closed_count, 0);
  for (size_t i = 0; i < m.model->parameters; i++)
    if (strcmp(m.model->parameter[i].name.text, "mu") == 0) m.parameters[i] = 0.125;
  sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_int_equal(sets.set->shape, SS_REST_POINT);
  assert_near(sets.set->lo[0], 1, 0);
  assert_int_equal(sets.set->closed_count, 1);
  assert_string_equal(m.model->element[sets.set->closed[0]].name.text, "high");
  assert_false(sets.set->exact); /* of a number that is not the file's */
  machine_close(&m);
}

/* A slider presses either way: |lambda_T| <= mu |lambda_N| holds in two cones. */
static void test_slider(void **state) {
  (void)state;
  machine m = machine_parse(
      "model \"groove\"\nparam N = -3\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
      "potential = x^2\nforce y = N\nslider s { gap = y; slip = x'; law = coulomb(1/2) }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_near(sets.set->lo[0], -0.75, 0);
  assert_near(sets.set->hi[0], 0.75, 0);
  machine_close(&m);
}

/* Numbers that are not rational are rounded, and the answer says so; a machine that is not defined
 * at the origin is no linear one. */
static void test_what_is_not_exact(void **state) {
  (void)state;
  machine m = machine_parse("model \"root\"\nparam k = sqrt(2)\ncoord x\nkinetic = 1/2*x'^2\n"
                            "potential = 1/2*k*x^2\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  ss_rest_sets sets = find_rests(&m);
  assert_false(sets.set->exact);
  assert_null(sets.set->exact_hi);
  assert_near(sets.set->hi[0], sqrt(0.5), 1e-15);
  machine_close(&m);
  m = machine_parse("model \"well\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x - log(x)\n"
                    "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_near(sets.set->lo[0], 2. / 3, 1e-12); /* |1 - 1/x| <= 1/2 */
  assert_near(sets.set->hi[0], 2, 1e-12);
  machine_close(&m);
}

/* No force can stop it: no rest set. */
static void test_none(void **state) {
  (void)state;
  machine m = machine_parse("model \"thrown\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = 1\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 0);
  assert_true(sets.complete);
  machine_close(&m);
}

/* A box that is asked for cuts the sets, exactly: its ends are the decimals that they are written
 * as. What only touches an end is not cut. */
static void test_box(void **state) {
  (void)state;
  static const struct {
    double from, to;
    const char *lo, *hi; /* NULL: no set */
    bool cut;
  } cases[] = {{-1, 1, "-1/10", "1/10", false},   {0.05, 2, "1/20", "1/10", true},
               {0.1, 0.3, "1/10", "1/10", true},  {-0.1, 0.1, "-1/10", "1/10", false},
               {0.11, 2, NULL, NULL, false},      {-1e-5, 0.03, "-1/100000", "3/100", true},
               {NAN, NAN, "-1/10", "1/10", false}};
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 10*x^2 + 10*(y - x)^2\n"
                            "friction f { slip = x'; normal = 10; law = coulomb(1/5) }\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double from[] = {cases[i].from, NAN}, to[] = {cases[i].to, NAN};
    ss_rest_options options = ss_rest_default_options();
    ss_rest_sets sets;
    const char *why_not;
    options.from = from;
    options.to = to;
    assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not),
                     SS_OK);
    assert_true(sets.complete);
    assert_int_equal(sets.count, cases[i].lo ? 1 : 0);
    assert_int_equal(sets.searched, isnan(from[0]) ? 0 : 1);
    if (!cases[i].lo) continue;
    assert_string_equal(sets.set->exact_lo[0], cases[i].lo);
    assert_string_equal(sets.set->exact_hi[1], cases[i].hi); /* y follows x */
    assert_int_equal(sets.set->cut, cases[i].cut);
  }
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published_machines),
      cmocka_unit_test(test_fractions),
      cmocka_unit_test(test_matrices),
      cmocka_unit_test(test_falling_block),
      cmocka_unit_test(test_ratchet),
      cmocka_unit_test(test_walls),
      cmocka_unit_test(test_slider),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_box),
      cmocka_unit_test(test_random_machines),
      cmocka_unit_test(test_what_is_not_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
