/* test_balance.c: forces that hold a machine, and pushes that none can stop, exactly. */
#include "../../src/rest/balance.h"
#include "rests.h"

/* A machine at a position of fractions, and the case that is asked about. */
typedef struct scene {
  machine m;
  ss_statics statics, there;
  ss_balance balance;
  ss_rest_pattern pattern;
  fmpq *lambda, *push;
} scene;

static scene open_scene(const char *text, const long *numerator, unsigned long denominator) {
  scene s = {.m = machine_parse(text)};
  ss_expr q[4];
  assert_int_equal(ss_statics_create(s.m.arena, s.m.system, s.m.parameters, &s.statics), SS_OK);
  for (size_t i = 0; i < s.m.model->coordinates; i++)
    q[i] = ss_expr_ratio(s.statics.graph, numerator[i], denominator);
  assert_int_equal(ss_statics_insert(s.m.arena, &s.statics, q, &s.there), SS_OK);
  assert_true(ss_balance_of_formulas(&s.there, &s.balance));
  assert_int_equal(ss_rest_pattern_create(s.m.arena, s.m.system, &s.pattern), SS_OK);
  for (size_t e = 0; e < s.m.system->elements; e++) s.pattern.closed[e] = true;
  s.lambda = _fmpq_vec_init((slong)(s.m.system->normals + s.m.system->slips));
  s.push = _fmpq_vec_init((slong)s.balance.n);
  return s;
}

static void close_scene(scene *s) {
  _fmpq_vec_clear(s->lambda, (slong)(s->m.system->normals + s->m.system->slips));
  _fmpq_vec_clear(s->push, (slong)s->balance.n);
  ss_balance_clear(&s->balance);
  machine_close(&s->m);
}

static bool holds(scene *s) {
  return ss_balance_hold(&s->balance, &s->pattern, s->lambda, s->push);
}

static void check_force(const scene *s, size_t i, const char *expected) {
  assert_string_equal(ss_rest_fraction(s->m.arena, s->lambda + i), expected);
}

/* sum += a . b over n entries */
static void add_dot(fmpq_t sum, size_t n, const fmpq *a, const fmpq *b) {
  for (size_t i = 0; i < n; i++) fmpq_addmul(sum, a + i, b + i);
}

/* A block on a slope of 3:4: normal force 4/5 m g, friction 3/5 m g, held if mu >= 3/4. */
static void test_slope(void **state) {
  (void)state;
  static const struct {
    const char *mu;
    bool stays;
  } cases[] = {{"3/4", true}, {"749999999/1000000000", false}, {"2", true}, {"0", false}};
  const long origin[] = {0, 0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "model \"slope\"\nparam mu = %s\ncoord x, y\nkinetic = x'^2 + y'^2\n"
             "force x = -6\nforce y = -8\n"
             "contact c { gap = y; slip = x'; law = coulomb(mu) }\n",
             cases[i].mu);
    scene s = open_scene(text, origin, 1);
    assert_true(s.balance.exact);
    assert_int_equal(holds(&s), cases[i].stays);
    if (cases[i].stays) {
      check_force(&s, 0, "8");
      check_force(&s, 1, "6");
    } else { /* it slides down */
      assert_true(fmpq_sgn(s.push) < 0);
    }
    s.pattern.closed[0] = false; /* an open contact holds nothing */
    assert_false(holds(&s));
    close_scene(&s);
  }
}

/* A slider pressed by 8 to either side: friction is bounded by |lambda_N|, on the side where the
 * normal force is. */
static void test_slider_sides(void **state) {
  (void)state;
  const long origin[] = {0, 0};
  for (int direction = -1; direction <= 1; direction += 2) {
    char text[400];
    snprintf(text, sizeof text,
             "model \"rail\"\ncoord x, y\nkinetic = x'^2 + y'^2\nforce x = 4\nforce y = %d\n"
             "slider s { gap = y; slip = x'; law = coulomb(1/2) }\n",
             8 * direction);
    scene s = open_scene(text, origin, 1);
    s.pattern.side[0] = -direction;
    assert_true(holds(&s));
    check_force(&s, 0, direction > 0 ? "-8" : "8");
    check_force(&s, 1, "-4");
    s.pattern.side[0] = direction;
    assert_false(holds(&s));
    close_scene(&s);
  }
}

/* Without friction a slider takes forces of both signs, a contact does not. */
static void test_smooth(void **state) {
  (void)state;
  const long origin[] = {0};
  for (int i = 0; i < 4; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "model \"s\"\ncoord x\nkinetic = x'^2\nforce x = %d\n%s { gap = x }\n", i % 2 ? 7 : -7,
             i < 2 ? "slider a" : "contact a");
    scene s = open_scene(text, origin, 1);
    const bool expected = i != 3; /* pulled off */
    assert_int_equal(holds(&s), expected);
    if (expected) check_force(&s, 0, i % 2 ? "-7" : "7");
    close_scene(&s);
  }
}

/* A clutch pushes one way; friction takes what is left, up to its bound; no normal force, no
 * friction. */
static void test_clutch_and_friction(void **state) {
  (void)state;
  static const char text[] = "model \"c\"\ncoord x\nkinetic = x'^2\npotential = 1/2*x^2\n"
                             "clutch c { slip = x'; law = oneway }\n"
                             "friction f { slip = x'; normal = 3; law = coulomb(1/3) }\n"
                             "friction none { slip = x'; normal = x - 100; law = coulomb(1) }\n";
  static const struct {
    long x; /* in thirds */
    bool stays;
  } cases[] = {{3, true}, {-3, true}, {30, true}, {-4, false}, {0, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s = open_scene(text, &cases[i].x, 3);
    assert_int_equal(holds(&s), cases[i].stays);
    if (cases[i].stays) {
      assert_true(fmpq_sgn(s.lambda) >= 0);
      assert_true(fmpq_cmp_si(s.lambda + 1, 1) <= 0 && fmpq_cmp_si(s.lambda + 1, -1) >= 0);
      assert_true(fmpq_is_zero(s.lambda + 2));
      fmpq_t sum;
      fmpq_init(sum);
      for (size_t e = 0; e < 3; e++) fmpq_add(sum, sum, s.lambda + e);
      fmpq_add(sum, sum, s.balance.h);
      assert_true(fmpq_is_zero(sum));
      fmpq_clear(sum);
    } else {
      assert_true(fmpq_sgn(s.push) > 0); /* x < 0: the spring pulls it up */
    }
    close_scene(&s);
  }
}

/* Two masses between frictions of 1: beyond the parallelogram v . h is more than they can take,
 * sum |v_i|; within it nothing is. */
static void test_push(void **state) {
  (void)state;
  static const char text[] = "model \"two\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                             "potential = x^2 + y^2 - x*y\n"
                             "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
                             "friction b { slip = y'; normal = 2; law = coulomb(1/2) }\n";
  size_t members = 0;
  for (long x = -5; x <= 5; x++)
    for (long y = -5; y <= 5; y++) {
      const long at[] = {x, y};
      scene s = open_scene(text, at, 4);
      const bool inside = labs(2 * x - y) <= 4 && labs(2 * y - x) <= 4;
      assert_int_equal(holds(&s), inside);
      members += inside;
      fmpq_t work, room;
      fmpq_init(work);
      fmpq_init(room);
      if (!inside) {
        add_dot(work, 2, s.push, s.balance.h);
        for (size_t i = 0; i < 2; i++) {
          fmpq_abs(s.push + i, s.push + i);
          fmpq_add(room, room, s.push + i);
        }
        assert_true(fmpq_cmp(work, room) > 0);
      }
      fmpq_clear(work);
      fmpq_clear(room);
      close_scene(&s);
    }
  assert_in_range(members, 20, 100);
}

/* Numbers that are none, and laws that are not planar. */
static void test_refusals(void **state) {
  (void)state;
  static const char *const texts[] = {
      "model \"r\"\ncoord x\nkinetic = x'^2\nforce x = sqrt(2)\n",
      "model \"d\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
      "friction f { slip = (x', y'); normal = 1; law = disk(1) }\n"};
  for (size_t i = 0; i < 2; i++) {
    machine m = machine_parse(texts[i]);
    ss_statics statics;
    ss_search search;
    ss_balance balance;
    assert_int_equal(ss_statics_create(m.arena, m.system, m.parameters, &statics), SS_OK);
    assert_false(ss_balance_of_formulas(&statics, &balance));
    assert_int_equal(ss_search_start(m.arena, &statics, NULL, &search), SS_OK);
    assert_true(ss_search_at(&search, m.q));
    const bool planar = i == 0;
    assert_int_equal(ss_balance_of_numbers(&search, &balance), planar);
    if (planar) {
      assert_false(balance.exact);
      assert_true(ss_number_to_double(balance.h) == sqrt(2));
      ss_balance_clear(&balance);
    }
    ss_search_stop(&search);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slope),  cmocka_unit_test(test_slider_sides),
      cmocka_unit_test(test_smooth), cmocka_unit_test(test_clutch_and_friction),
      cmocka_unit_test(test_push),   cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
