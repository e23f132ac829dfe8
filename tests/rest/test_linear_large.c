/* test_linear_large.c: rest sets without their vertices: closed forms, and the same sets with. */
#include "linears.h"

/* Extents, dimension, centre and sides of a chain that has 2^30 vertices. */
static void test_chain(void **state) {
  (void)state;
  enum { N = 30 };
  char text[200 * N];
  write_chain(N, text);
  machine m = machine_parse(text);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  assert_true(sets.complete);
  const ss_rest_set *set = sets.set;
  assert_true(set->exact && set->vertices_left_out && set->certain && set->connected);
  assert_int_equal(set->dimension, N);
  assert_int_equal(set->shape, SS_REST_POLYTOPE);
  double q[N];
  for (size_t i = 1; i <= N; i++) {
    const double most = (double)(i * (2 * N + 1 - i)) / 2;
    assert_true(set->hi[i - 1] == most && set->lo[i - 1] == -most);
    q[i - 1] = most; /* every force at its limit: a vertex */
  }
  assert_string_equal(set->exact_hi[0], "30");
  assert_string_equal(set->exact_lo[1], "-59");
  assert_int_equal(ss_rest_which(&sets, set->center, 0), 0);
  assert_int_equal(ss_rest_which(&sets, q, 1e-9), 0);
  q[0] = -q[0];
  assert_int_equal(ss_rest_which(&sets, q, 1e-9), SIZE_MAX);
  machine_close(&m);
}

/* The same machine both ways. */
static void compare(const char *text) {
  linears l = linears_open(text);
  ss_rest_sets sets = {0};
  ss_rest_linear_cases cases;
  linears_read(&l);
  assert_int_equal(ss_rest_linear_list_cases(&l.linear, &cases), SS_OK);
  assert_int_equal(ss_rest_linear_show_large(&l.linear, &cases, &sets), SS_OK);
  const ss_rest_sets listed = find_rests(&l.m);
  assert_int_equal(sets.count, listed.count);
  for (size_t i = 0; i < sets.count; i++) {
    size_t same = 0;
    const ss_rest_set *a = &sets.set[i];
    for (size_t k = 0; k < listed.count; k++) {
      const ss_rest_set *b = &listed.set[k];
      bool equal = a->dimension == b->dimension && a->closed_count == b->closed_count;
      for (size_t j = 0; j < l.m.model->coordinates; j++)
        equal = equal && strcmp(a->exact_lo[j], b->exact_lo[j]) == 0 &&
                strcmp(a->exact_hi[j], b->exact_hi[j]) == 0;
      same += equal;
    }
    assert_int_equal(same, 1);
    assert_int_equal(ss_rest_which(&listed, a->center, 1e-12) == SIZE_MAX, false);
  }
  linears_close(&l);
}

static void test_against_vertices(void **state) {
  (void)state;
  /* bounded and not, with a singular K, one friction for two coordinates */
  compare("model \"a\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x - y)^2 + x\n"
          "friction f { slip = x'; normal = 3; law = coulomb(1) }\n"
          "friction g { slip = y'; normal = 2; law = coulomb(1) }\n");
  compare("model \"b\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + 2*y^2 + x*y\n"
          "friction f { slip = x' + y'; normal = 3; law = coulomb(1) }\n");
  /* friction to spare: forces are not determined */
  compare("model \"c\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
          "friction f { slip = x'; normal = 3; law = coulomb(1) }\n"
          "friction g { slip = 2*x'; normal = 1; law = coulomb(1) }\n");
  /* walls: three sets, and one set of three parts */
  compare("model \"d\"\ncoord x\nkinetic = 1/2*x'^2\npotential = -1/2*x^2\n"
          "contact a { gap = x + 1 }\ncontact b { gap = 1 - x }\n");
  compare("model \"e\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = -1/2*x^2 + 3*y\n"
          "friction f { slip = x'; normal = 2; law = coulomb(1) }\n"
          "contact a { gap = x + 1 }\ncontact b { gap = 1 - x }\n"
          "contact c { gap = y - x; slip = x'; law = coulomb(1/4) }\n");
  compare("model \"f\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*x^2 + x*y\n"
          "slider s { gap = y; slip = x'; law = coulomb(1/2) }\n"
          "clutch k { slip = x'; law = oneway }\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_chain),
                                     cmocka_unit_test(test_against_vertices)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
