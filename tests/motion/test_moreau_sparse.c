/* test_moreau_sparse.c: steps by blocks of G against the same steps by full matrices. */
#include "stepping.h"

/* Rows of discs on a floor, between two posts: n in the bottom row, one less in each above. */
static const char pile[] =
    "param n = 7; param r = 0.1; param s = 0.002; param mu = 0.4; param e = 0.2\n"
    "for i in 1..n { for j in 1..n+1-i {\n"
    "  coord x[i][j], y[i][j], w[i][j]\n"
    "  kinetic = 1/2*(x[i][j]'^2 + y[i][j]'^2) + 1/4*r^2*w[i][j]'^2\n"
    "  potential = 9.81*y[i][j]\n"
    "} }\n"
    "for j in 1..n { contact floor[j] { gap = y[1][j] - r; slip = x[1][j]' + r*w[1][j]'\n"
    "  law = coulomb(mu); restitution = newton(e, 0) } }\n"
    "contact left { gap = x[1][1] - r; restitution = newton(e, 0) }\n"
    "contact right { gap = (2*n + 1)*r + n*s - x[1][n]; restitution = newton(e, 0) }\n"
    "friction axle { slip = w[1][1]'; normal = 1; law = coulomb(0.001) }\n"
    "for i in 2..n { for j in 1..n+1-i { for k in 0..1 {\n"
    "  let d[i][j][k] = sqrt((x[i][j] - x[i-1][j+k])^2 + (y[i][j] - y[i-1][j+k])^2)\n"
    "  contact on[i][j][k] { gap = d[i][j][k] - 2*r\n"
    "    slip = ((x[i][j]' - x[i-1][j+k]')*(y[i][j] - y[i-1][j+k])\n"
    "      - (y[i][j]' - y[i-1][j+k]')*(x[i][j] - x[i-1][j+k]))/d[i][j][k]\n"
    "      + r*(w[i][j]' + w[i-1][j+k]')\n"
    "    law = coulomb(mu); restitution = newton(e, 0) }\n"
    "} } }\n"
    "state dropped { for i in 1..n { for j in 1..n+1-i {\n"
    "  x[i][j] = (2*j + i - 1)*r + (j + (i - 1)/2)*s\n"
    "  y[i][j] = r + (i - 1)*sqrt(3)*(r + s/2) + s*(1 + j/10)\n"
    "} } }\n";

/* The largest difference of two states, of positions and velocities. */
static double find_difference(size_t n, const ss_moreau_state *a, const ss_moreau_state *b) {
  double most = 0;
  for (size_t k = 0; k < n; k++)
    most = fmax(most, fmax(fabs(a->q[k] - b->q[k]), fabs(a->u[k] - b->u[k])));
  return most;
}

/* Do the impulses of each solve the contact problem of the other, which is the same, so that it has
 * several solutions? */
static bool has_several(ss_moreau *a, ss_moreau *b) {
  const ss_contact_problem one = ss_moreau_problem(a), other = ss_moreau_problem(b);
  double *xi = malloc((one.size + 1) * sizeof *xi);
  bool both = one.size == other.size;
  for (size_t j = 0; both && j < one.size; j++) both = fabs(one.c[j] - other.c[j]) < 1e-12;
  both = both && ss_contact_residual(&one, SS_RESIDUAL_SCALED, b->P, xi) < 1e-10 &&
         ss_contact_residual(&other, SS_RESIDUAL_SCALED, a->P, xi) < 1e-10;
  free(xi);
  return both;
}

/* Every step by blocks is the step by full matrices from the same state, with its impacts, its
 * energies and its forces: to the tolerance of two contact problems, 1e-10 of velocities of 1. By
 * full matrices only every so many steps. Friction lets a contact problem have several solutions,
 * of which the two may find different ones: in one step at the most. The most contacts at once. */
static size_t compare_steps(machine one, machine same, int steps, int every) {
  stepping a = stepping_open(one, "dropped"), b = stepping_open(same, "dropped");
  const size_t n = a.stepper.n;
  assert_true(a.stepper.sparse.on);
  b.stepper.sparse.on = false;
  size_t hits = 0, most = 0, several = 0;
  for (int i = 0; i < steps; i++) {
    if (i % every == 0) ss_moreau_copy(&b.state, &a.state);
    stepping_step(&a, 1e-3);
    if (i % every != 0) continue;
    stepping_step(&b, 1e-3);
    assert_int_equal(a.result.hits, b.result.hits);
    const double difference = find_difference(n, &a.state, &b.state);
    if (difference > 1e-8 && !a.result.hits && has_several(&a.stepper, &b.stepper)) {
      several++;
      continue;
    }
    const double allowed = 1e-8 * (1 + (double)a.result.hits); /* a contact problem each */
    if (difference > allowed) fail_msg("step %d: %g", i, difference);
    assert_near(a.result.amounts[0], b.result.amounts[0], 1e-8);
    hits += a.result.hits;
    if (a.stepper.count > most) most = a.stepper.count;
  }
  assert_true(hits > 10); /* it has landed */
  assert_true(several <= 1);
  stepping_close(&a);
  stepping_close(&b);
  return most;
}

static void test_same_steps(void **state) {
  (void)state;
  assert_true(compare_steps(machine_parse(pile), machine_parse(pile), 250, 1) > 20);
}

/* The worked pile of 105 discs and 289 contacts. */
static void test_large_pile(void **state) {
  (void)state;
  const char *const settings[] = {"n=14", NULL};
  machine one = machine_open("piles/pile-of-discs", settings);
  assert_true(compare_steps(one, machine_open("piles/pile-of-discs", settings), 300, 15) > 100);
}

/* Blocks are for machines whose contacts hardly know each other, with a constant diagonal M. */
static void test_where_blocks_serve(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool on;
  } cases[] = {{"coord x[1..40]\nfor i in 1..40 { kinetic = 1/2*x[i]'^2\n"
                "friction f[i] { slip = x[i]'; normal = 1; law = coulomb(0.3) } }\n",
                true},
               /* everything moves x[1] */
               {"coord x[1..40]\nfor i in 1..40 { kinetic = 1/2*x[i]'^2\n"
                "friction f[i] { slip = x[i]' + x[1]'; normal = 1; law = coulomb(0.3) } }\n",
                false},
               /* M is not diagonal */
               {"coord x[1..40]\nkinetic = 1/2*x[1]'*x[2]'\nfor i in 1..40 { kinetic = x[i]'^2\n"
                "friction f[i] { slip = x[i]'; normal = 1; law = coulomb(0.3) } }\n",
                false},
               /* few */
               {"coord x[1..4]\nfor i in 1..4 { kinetic = 1/2*x[i]'^2\n"
                "friction f[i] { slip = x[i]'; normal = 1; law = coulomb(0.3) } }\n",
                false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    stepping s = stepping_open(machine_parse(cases[i].text), "x[1]'=1");
    assert_int_equal(s.stepper.sparse.on, cases[i].on);
    stepping_step(&s, 1e-3);
    stepping_close(&s);
  }
}

/* Other impact laws of many contacts take the full matrices. */
static void test_other_laws(void **state) {
  (void)state;
  stepping s = stepping_open(
      machine_parse("coord x[1..30]\nfor i in 1..30 { kinetic = 1/2*x[i]'^2\n"
                    "contact f[i] { gap = x[i]; restitution = poisson(0.5) } }\n"
                    "state falls { for i in 1..30 { x[i] = i/10000; x[i]' = -1 } }\n"),
      "falls");
  assert_true(s.stepper.sparse.on);
  for (int i = 0; i < 5; i++) stepping_step(&s, 1e-3);
  for (size_t k = 0; k < 30; k++) assert_near(s.state.u[k], 0.5, 1e-9);
  stepping_close(&s);
}

/* An impact reaches what leans on the body that is hit, not what lies elsewhere: two stacks of
 * boxes, a third box falls onto one of them; boxes of the other have a velocity into the floor that
 * is left over from somewhere. */
static void test_impacts_elsewhere(void **state) {
  (void)state;
  stepping s = stepping_open(
      machine_parse(
          "coord x[1..15], y[1..15]\nfor i in 1..15 { kinetic = 1/2*(x[i]'^2 + y[i]'^2) }\n"
          "contact p[1] { gap = x[1]; restitution = newton(0.5, 0) }\n"
          "contact q[1] { gap = y[1]; restitution = newton(0.5, 0) }\n"
          "for i in 2..15 {\n"
          "contact p[i] { gap = x[i] - x[i-1]; restitution = newton(0.5, 0) }\n"
          "contact q[i] { gap = y[i] - y[i-1]; restitution = newton(0.5, 0) } }\n"
          "state falls { x[15] = 0.0001; x[15]' = -1 }\n"),
      "falls");
  const size_t y = 15;
  assert_true(s.stepper.sparse.on);
  s.state.u[y] = -1e-3;
  stepping_step(&s, 1e-3);
  assert_int_equal(s.result.hits, 1);
  const ss_moreau_hit *hit = &s.result.hit[0];
  assert_near(hit->u_after[y], -1e-3, 0);
  for (size_t k = 0; k < s.stepper.normals; k++) {
    double moves_y = 0;
    for (size_t j = y; j < 30; j++) moves_y += fabs(s.stepper.at.WN[30 * k + j]);
    if (moves_y > 0) assert_near(hit->impulses[k], 0, 0);
  }
  assert_true(hit->u_after[14] > 0.4); /* it bounces */
  assert_near(s.state.u[y], 0, 1e-9);  /* the step itself stops it, without a bounce */
  stepping_close(&s);
}

/* What impacts are told of a state is what a full evaluation finds there. */
static void test_glance(void **state) {
  (void)state;
  stepping s = stepping_open(machine_parse(pile), "dropped");
  ss_moreau *m = &s.stepper;
  const size_t n = m->n;
  double *u = calloc(n, sizeof *u);
  assert_non_null(m->light_work);
  for (size_t k = 0; k < n; k++) {
    m->q[k] += 1e-3 * (double)(k % 7);
    u[k] = (double)(k % 5);
  }
  ss_moreau_glance(m, 0.1, u);
  const ss_state_view seen = m->at;
  ss_moreau_evaluate(m, 0.1, m->q, u);
  assert_memory_equal(seen.gap, m->at.gap, m->normals * sizeof *u);
  assert_memory_equal(seen.WN, m->at.WN, n * m->normals * sizeof *u);
  assert_memory_equal(seen.WT, m->at.WT, n * m->slips * sizeof *u);
  assert_memory_equal(seen.wN, m->at.wN, m->normals * sizeof *u);
  assert_memory_equal(seen.wT, m->at.wT, m->slips * sizeof *u);
  assert_memory_equal(seen.law, m->at.law, 3 * m->elements * sizeof *u);
  assert_memory_equal(seen.restitution, m->at.restitution, 2 * m->elements * sizeof *u);
  free(u);
  stepping_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_steps),         cmocka_unit_test(test_large_pile),
      cmocka_unit_test(test_where_blocks_serve), cmocka_unit_test(test_other_laws),
      cmocka_unit_test(test_impacts_elsewhere),  cmocka_unit_test(test_glance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
