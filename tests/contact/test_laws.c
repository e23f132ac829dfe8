/* Properties of the force laws on 2e4 random inputs a law, every combination of vanishing numbers
 * among them. Independent of the code under test are
 * brute-force points of each set, for the Contensou body by quadrature. */
#include "disc.h"
#include "support.h"

enum { INPUTS = 20000, SEARCHES = 5000, TABLE = 2000 };

static const ss_law_kind kinds[] = {SS_LAW_COULOMB,   SS_LAW_DISK,    SS_LAW_ELLIPSE,
                                    SS_LAW_CONTENSOU, SS_LAW_ROLLING, SS_LAW_ONEWAY};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int components(ss_law_kind kind) {
  static const int count[] = {0, 1, 2, 2, 3, 5, 1};
  return count[kind];
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

static double norm(int n, const double *x) {
  return sqrt(dot(n, x, x));
}

/* Law number i: parameters between 0.01 and 10, a normal force up to 100. One law in eight has
 * numbers that are 0: each of the 16 combinations in turn. */
static ss_law draw_law(random_source *source, ss_law_kind kind, int i, double *normal) {
  const int zeros = i % 8 == 0 ? i / 8 % 16 : 0;
  ss_law law = {.kind = kind};
  for (int k = 0; k < 3; k++)
    law.argument[k] = zeros >> k & 1 ? 0 : pow(10, draw_between(source, -2, 1));
  *normal = zeros >> 3 & 1 ? 0 : pow(10, draw_between(source, -2, 2));
  return law;
}

static void draw_vector(random_source *source, int n, double *x) {
  const double size = pow(10, draw_between(source, -3, 3));
  for (int i = 0; i < n; i++)
    x[i] = draw_uniform(source) < 1. / 16 ? 0 : size * draw_normal(source);
}

/* ---- projection ------------------------------------------------------------------------------ */

/* p = prox x is in the set, prox p = p, and (x - p) . (y - p) <= 0 for all y of the set, that is
 * support(x - p) = (x - p) . p. Rounding: a few ulp of |x| |x - p|, 1e-13 is 500 of them. */
static void check_projection(const ss_law *law, double normal, const double *x) {
  const int n = components(law->kind);
  double p[5], again[5], away[5];
  ss_law_prox(law, normal, x, p);
  ss_law_prox(law, normal, p, again);
  for (int i = 0; i < n; i++) {
    assert_true(isfinite(p[i]));
    assert_true(fabs(again[i] - p[i]) <= 1e-13 * norm(n, p));
    away[i] = x[i] - p[i];
  }
  assert_true(ss_law_contains(law, normal, p, 1e-13 * norm(n, p)));
  const double gap = law->kind == SS_LAW_ONEWAY
                         ? -dot(n, away, p)
                         : ss_law_support(law, normal, away, NULL) - dot(n, away, p);
  assert_true(fabs(gap) <= 1e-13 * norm(n, x) * norm(n, away));
}

static void projection_is_optimal_and_idempotent(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    random_source source = {1000 + (uint64_t)k};
    for (int i = 0; i < INPUTS; i++) {
      double normal, x[5];
      const ss_law law = draw_law(&source, kinds[k], i, &normal);
      draw_vector(&source, components(kinds[k]), x);
      check_projection(&law, normal, x);
    }
  }
}

/* prox(a N, a x) = a prox(N, x); support(N, a v) = support(a N, v) = a support(N, v). */
static void laws_are_positively_homogeneous(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    random_source source = {2000 + (uint64_t)k};
    const int n = components(kinds[k]);
    for (int i = 0; i < INPUTS; i++) {
      double normal, x[5], ax[5], p[5], pa[5];
      const ss_law law = draw_law(&source, kinds[k], i, &normal);
      draw_vector(&source, n, x);
      const double a = pow(10, draw_between(&source, -2, 2));
      for (int j = 0; j < n; j++) ax[j] = a * x[j];
      ss_law_prox(&law, normal, x, p);
      ss_law_prox(&law, a * normal, ax, pa);
      for (int j = 0; j < n; j++) assert_true(fabs(pa[j] - a * p[j]) <= 1e-13 * a * norm(n, x));
      const double h = ss_law_support(&law, normal, x, NULL);
      if (isinf(h)) continue;
      assert_true(fabs(ss_law_support(&law, normal, ax, NULL) - a * h) <= 1e-13 * a * h);
      assert_true(fabs(ss_law_support(&law, a * normal, x, NULL) - a * h) <= 1e-13 * a * h);
    }
  }
}

/* Fenchel: -lambda = prox(-lambda + rho v) <=> lambda . v = -support(v). The maximiser is in the
 * set, attains the support function, and is the projection of maximiser + rho v. */
static void fenchel_equality_holds(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    random_source source = {3000 + (uint64_t)k};
    const int n = components(kinds[k]);
    for (int i = 0; i < INPUTS; i++) {
      double normal, v[5], y[5], x[5], p[5];
      const ss_law law = draw_law(&source, kinds[k], i, &normal);
      draw_vector(&source, n, v);
      const double h = ss_law_support(&law, normal, v, y);
      if (isinf(h)) continue;
      assert_true(h >= 0);
      assert_true(fabs(dot(n, v, y) - h) <= 1e-14 * norm(n, v) * norm(n, y));
      const double rho = norm(n, y) / (norm(n, v) + 1e-300);
      for (int j = 0; j < n; j++) x[j] = y[j] + rho * v[j];
      ss_law_prox(&law, normal, x, p);
      for (int j = 0; j < n; j++) assert_true(fabs(p[j] - y[j]) <= 1e-11 * norm(n, x));
    }
  }
}

/* ---- brute force ----------------------------------------------------------------------------- */

static double table[TABLE + 1][2];

/* Boundary points of the profile: d from 0 to infinity. */
static int fill_table(void **state) {
  (void)state;
  for (int i = 0; i <= TABLE; i++) {
    /* no node at d = 1, where the quadrature converges slowly */
    const double t = pi / 2 * (i + (i == TABLE / 2 ? 0.2 : 0)) / TABLE;
    if (i == TABLE) {
      table[i][0] = 1, table[i][1] = 0;
    } else {
      integrate_disc(tan(t), table[i]);
    }
  }
  return 0;
}

/* The largest v . y over many points y of the set. */
static double search_maximum(const ss_law *law, double normal, const double *v) {
  const double *argument = law->argument;
  double most = 0;
  if (law->kind == SS_LAW_COULOMB)
    return fmax(argument[0] * normal * v[0], -argument[0] * normal * v[0]);
  if (law->kind == SS_LAW_DISK || law->kind == SS_LAW_ELLIPSE) {
    const double b0 = argument[0], b1 = argument[law->kind == SS_LAW_ELLIPSE];
    for (int i = 0; i < 400; i++) {
      const double t = 2 * pi * i / 400;
      most = fmax(most, normal * (b0 * cos(t) * v[0] + b1 * sin(t) * v[1]));
    }
    return most;
  }
  const double speed = hypot(v[0], v[1]), spin = argument[1] * fabs(v[2]);
  for (int i = 0; i <= TABLE; i += 10)
    most = fmax(most, normal * argument[0] * (table[i][0] * speed + table[i][1] * spin));
  if (law->kind == SS_LAW_ROLLING) most += normal * argument[2] * hypot(v[3], v[4]);
  return most;
}

/* The points are 400 on a circle (the maximum is missed by at most 1 - cos(pi / 400) = 3.1e-5) or
 * 200 on the profile, whose normals' ratio d is tan of an even grid: missed by at most 1e-4. */
static void support_is_the_brute_force_maximum(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    if (kinds[k] == SS_LAW_ONEWAY) continue;
    random_source source = {4000 + (uint64_t)k};
    for (int i = 0; i < SEARCHES; i++) {
      double normal, v[5];
      const ss_law law = draw_law(&source, kinds[k], i, &normal);
      draw_vector(&source, components(kinds[k]), v);
      const double h = ss_law_support(&law, normal, v, NULL);
      const double brute = search_maximum(&law, normal, v);
      assert_true(brute <= h * (1 + 1e-12));
      assert_true(brute >= h * (1 - 1e-4));
    }
  }
}

/* ---- derivative ------------------------------------------------------------------------------ */

/* Central differences with step 1e-5 |x|: error 1e-10 relative to the third derivative's scale,
 * which is bounded by the cube of the curvature; inputs near a kink or a tight curve are left out.
 */
static bool check_derivative(const ss_law *law, double normal, const double *x) {
  const int n = components(law->kind);
  const double step = 1e-5;
  double J[25], dN[5], p[5], plus[5], minus[5], y[5], JJ[25], dd[5];
  ss_law_prox_derivative(law, normal, x, J, dN);
  ss_law_prox(law, normal, x, p);
  for (int j = 0; j <= n; j++) {
    double shifted[2] = {normal, normal};
    for (int s = 0; s < 2; s++) {
      memcpy(y, x, sizeof y);
      if (j < n)
        y[j] += s ? -step : step;
      else
        shifted[s] += s ? -step : step;
      ss_law_prox(law, shifted[s], y, s ? minus : plus);
      ss_law_prox_derivative(law, shifted[s], y, JJ, dd);
      /* another piece of the map: not differentiable in between */
      for (int i = 0; i < n * n; i++)
        if (fabs(JJ[i] - J[i]) > 1e-2) return false;
    }
    for (int i = 0; i < n; i++) {
      const double difference = (plus[i] - minus[i]) / (2 * step);
      const double exact = j < n ? J[i + n * j] : dN[i];
      if (fabs(difference - exact) > 1e-5 * (1 + fabs(exact))) return false;
    }
  }
  return true;
}

static void derivative_matches_differences(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    random_source source = {5000 + (uint64_t)k};
    int right = 0, tried = 0;
    for (int i = 0; i < 3000; i++) {
      ss_law law = {.kind = kinds[k]};
      for (int j = 0; j < 3; j++) law.argument[j] = draw_between(&source, 0.5, 2);
      double x[5] = {0};
      for (int j = 0; j < components(kinds[k]); j++) x[j] = 2 * draw_normal(&source);
      tried++;
      right += check_derivative(&law, draw_between(&source, 0.5, 2), x);
    }
    /* all but the few inputs within 1e-5 of a kink */
    assert_true(right >= tried - 5);
  }
}

/* ---- questions ------------------------------------------------------------------------------- */

static void questions_about_the_sets(void **state) {
  (void)state;
  const struct {
    ss_law law;
    double normal;
    int dimension;
    bool interior;
  } cases[] = {
      {{SS_LAW_FRICTIONLESS, {0}}, 1, 0, true},
      {{SS_LAW_COULOMB, {0.3}}, 1, 1, true},
      {{SS_LAW_COULOMB, {0.3}}, 0, 0, false},
      {{SS_LAW_COULOMB, {0}}, 1, 0, false},
      {{SS_LAW_DISK, {0.3}}, 2, 2, true},
      {{SS_LAW_ELLIPSE, {0.3, 0}}, 2, 1, false},
      {{SS_LAW_ELLIPSE, {0.3, 0.2}}, 2, 2, true},
      {{SS_LAW_CONTENSOU, {0.3, 0.1}}, 2, 3, true},
      {{SS_LAW_CONTENSOU, {0.3, 0}}, 2, 2, false},
      {{SS_LAW_ROLLING, {0.3, 0.1, 0.01}}, 2, 5, true},
      {{SS_LAW_ROLLING, {0.3, 0.1, 0}}, 2, 3, false},
      {{SS_LAW_ONEWAY, {0}}, 0, 1, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(ss_law_set_dimension(&cases[i].law, cases[i].normal), cases[i].dimension);
    assert_int_equal(ss_law_zero_is_interior(&cases[i].law, cases[i].normal), cases[i].interior);
  }
  const double inside[2] = {0.3, 0.4}, outside[2] = {0.3, 0.41};
  const ss_law disk = {SS_LAW_DISK, {0.25}};
  assert_true(ss_law_contains(&disk, 2, inside, 1e-15));
  assert_false(ss_law_contains(&disk, 2, outside, 1e-3));
}

/* The set of rolling is the product of those of its parts. */
static void parts_make_the_whole(void **state) {
  (void)state;
  const ss_law rolling = {SS_LAW_ROLLING, {0.3, 0.1, 0.02}}, disk = {SS_LAW_DISK, {0.3}};
  assert_int_equal(ss_law_parts(SS_LAW_ROLLING), 2);
  assert_int_equal(ss_law_parts(SS_LAW_CONTENSOU), 1);
  assert_int_equal(ss_law_part(&disk, 0).kind, SS_LAW_DISK);
  const double x[5] = {1, -0.4, 0.1, 0.03, -0.2};
  double whole[5], of[5];
  ss_law_prox(&rolling, 2, x, whole);
  for (size_t part = 0; part < 2; part++) {
    const ss_law law = ss_law_part(&rolling, part);
    const size_t first = ss_law_part_first(part), last = ss_law_part_last(SS_LAW_ROLLING, part);
    assert_int_equal(last - first, ss_law_dimension(law.kind));
    ss_law_prox(&law, 2, x + first, of);
    for (size_t k = first; k < last; k++) assert_true(of[k - first] == whole[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(projection_is_optimal_and_idempotent),
      cmocka_unit_test(laws_are_positively_homogeneous),
      cmocka_unit_test(fenchel_equality_holds),
      cmocka_unit_test(support_is_the_brute_force_maximum),
      cmocka_unit_test(derivative_matches_differences),
      cmocka_unit_test(questions_about_the_sets),
      cmocka_unit_test(parts_make_the_whole),
  };
  return cmocka_run_group_tests(tests, fill_table, NULL);
}
