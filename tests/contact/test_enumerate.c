/* Enumeration of contact modes: closed-form problems (Painleve's rod, Varkonyi's biped, a slider),
 * and random ones against Lemke's method, which works quite differently. */
#include "arena.h"
#include "support.h"

/* ---- Painleve's rod -------------------------------------------------------------------------- */

/* A rod on its tip, inclination theta; m = 1, l = 1, J = 1/3, g = 9.81; spinning with omega. */
typedef struct rod {
  double G[4], c[2];
  ss_contact contact;
  ss_contact_problem problem;
} rod;

static void set_rod(rod *r, double theta, double mu, double omega, double slip) {
  const double J = 1. / 3, g = 9.81, s = sin(theta), k = cos(theta);
  r->G[0] = 1 + k * k / J;
  r->G[1] = r->G[2] = s * k / J;
  r->G[3] = 1 + s * s / J;
  r->c[0] = -g + s * omega * omega;
  r->c[1] = -k * omega * omega;
  r->contact = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}};
  r->contact.sliding = slip != 0;
  r->contact.slide[0] = slip > 0 ? -mu : mu;
  r->problem = (ss_contact_problem){1, 2, &r->contact, r->G, NULL, r->c};
}

/* Sliding with the tip ahead: the sign of A = 1/m + l^2/J cos (cos - mu sin) and that of the free
 * normal acceleration b decide. */
static void painleve_regions(void **state) {
  (void)state;
  int seen[3] = {0};
  for (int i = 1; i < 60; i++)
    for (int j = 0; j < 60; j++)
      for (int spin = 0; spin < 2; spin++) {
        const double theta = 1.57079632679 * i / 60, mu = 4. * j / 60;
        rod r;
        set_rod(&r, theta, mu, spin ? 5 : 0, 1);
        const double A = 1 + 3 * cos(theta) * (cos(theta) - mu * sin(theta)), b = r.c[0];
        if (fabs(A) < 1e-6 || fabs(b) < 1e-6) continue;
        const ss_solutions expected = A > 0   ? SS_SOLUTIONS_UNIQUE
                                      : b > 0 ? SS_SOLUTIONS_SEVERAL
                                              : SS_SOLUTIONS_NONE;
        ss_mode_list list;
        assert_int_equal(ss_contact_enumerate(&r.problem, 1e-10, arena, &list), SS_OK);
        assert_int_equal(list.solutions, expected);
        assert_int_equal(list.count, expected == SS_SOLUTIONS_NONE     ? 0
                                     : expected == SS_SOLUTIONS_UNIQUE ? 1
                                                                       : 2);
        seen[expected]++;
        for (size_t k = 0; k < list.count; k++) {
          const ss_mode_solution *item = &list.items[k];
          const bool free = item->mode[0] == SS_MODE_FREE;
          assert_true(free || item->mode[0] == SS_MODE_SLIP_PLUS);
          const double lambda = free ? 0 : -b / A;
          assert_true(fabs(item->r[0] - lambda) <= 1e-9 * (1 + fabs(lambda)));
          assert_true(fabs(item->r[1] + mu * lambda) <= 1e-9 * (1 + fabs(lambda)));
        }
      }
  for (int k = 0; k < 3; k++) assert_true(seen[k] > 100);
}

/* At rest a rod cannot be without solution: |r_T| <= mu r_N leaves stick. */
static void rod_at_rest_has_solutions(void **state) {
  (void)state;
  for (int i = 1; i < 30; i++)
    for (int j = 0; j < 30; j++) {
      rod r;
      set_rod(&r, 1.57079632679 * i / 30, 4. * j / 30, 0, 0);
      ss_mode_list list;
      assert_int_equal(ss_contact_enumerate(&r.problem, 1e-10, arena, &list), SS_OK);
      assert_true(list.count >= 1);
    }
}

/* ---- Varkonyi's biped ------------------------------------------------------------------------ */

/* A body on two feet (l1, -h), (l2, -h) of a plane, load (sin a, -cos a), at rest: ambiguous iff
 * d < h tan a and mu1 < tan a - d / h (mu2 = 2, a = 30 degrees, h = 1); both feet stick iff
 * mu1 + mu2 >= 2 tan a, always here. */
static void biped_is_ambiguous_where_it_should(void **state) {
  (void)state;
  const double tangent = tan(3.14159265358979323846 / 6);
  int ambiguous = 0;
  for (int i = 1; i < 20; i++)
    for (int j = 1; j < 20; j++) {
      const double d = 0.053 * i, mu1 = 0.051 * j, l[2] = {tangent - d, tangent + d};
      const double N[2][3] = {{0, 1, l[0]}, {0, 1, l[1]}}, T[3] = {1, 0, 1};
      const double load[3] = {0.5, -sqrt(3) / 2, 0};
      double W[4][3], G[16], c[4] = {0};
      ss_contact contact[2];
      for (size_t k = 0; k < 2; k++) {
        memcpy(W[2 * k], N[k], sizeof W[0]);
        memcpy(W[2 * k + 1], T, sizeof W[0]);
        contact[k] = (ss_contact){
            .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {k ? 2 : mu1}}, .offset = 2 * k};
      }
      for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
          G[a + 4 * b] = 0;
          for (int k = 0; k < 3; k++) G[a + 4 * b] += W[a][k] * W[b][k];
        }
      for (int a = 0; a < 4; a++)
        for (int k = 0; k < 3; k++) c[a] += W[a][k] * load[k];
      const ss_contact_problem problem = {2, 4, contact, G, NULL, c};
      ss_mode_list list;
      assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_OK);
      const bool several = d < tangent && mu1 < tangent - d;
      assert_int_equal(list.solutions, several ? SS_SOLUTIONS_SEVERAL : SS_SOLUTIONS_UNIQUE);
      ambiguous += several;
      /* rest is one of them; the feet share the friction as they like */
      bool rest = false;
      for (size_t k = 0; k < list.count; k++)
        if (list.items[k].mode[0] == SS_MODE_STICK && list.items[k].mode[1] == SS_MODE_STICK) {
          rest = true;
          assert_false(list.items[k].forces_unique);
          assert_true(list.items[k].motion_unique);
        }
      assert_true(rest);
    }
  assert_true(ambiguous > 20);
}

/* ---- sliders, friction elements, clutches ---------------------------------------------------- */

/* A bead pushed along a wire by f and across it by p: it sticks iff |f| <= mu |p|, whatever the
 * sign of the normal force. */
static void slider_takes_either_sign(void **state) {
  (void)state;
  random_source source = {31};
  for (int i = 0; i < 2000; i++) {
    const double mu = draw_between(&source, 0, 2), m = draw_between(&source, 0.1, 10);
    const double p = draw_normal(&source), f = draw_normal(&source);
    const double G[4] = {1 / m, 0, 0, 1 / m}, c[2] = {p / m, f / m};
    const ss_contact contact = {.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {mu}}};
    const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
    ss_mode_list list;
    assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_OK);
    assert_int_equal(list.count, 1);
    assert_true(fabs(list.items[0].r[0] + p) <= 1e-12 * (1 + fabs(p)));
    const ss_mode mode = fabs(f) <= mu * fabs(p) ? SS_MODE_STICK
                         : f > 0                 ? SS_MODE_SLIP_PLUS
                                                 : SS_MODE_SLIP_MINUS;
    assert_int_equal(list.items[0].mode[0], mode);
  }
}

/* xi_N = r_N + a r_T + c_N = 0, xi_T = a r_N + r_T + c_T: with much friction a slider can jam
 * (several solutions) or have none. Counted by hand: stick r = -G^-1 c, and for each sign of r_N
 * and of xi_T r_N = -c_N / (1 + a tie), tie = -+mu. */
static size_t count_slider_solutions(double a, double mu, const double *c) {
  size_t count = 0;
  const double det = 1 - a * a, rN = (-c[0] + a * c[1]) / det, rT = (-c[1] + a * c[0]) / det;
  count += fabs(rT) <= mu * fabs(rN);
  for (int sign = -1; sign <= 1; sign += 2)
    for (int slip = -1; slip <= 1; slip += 2) {
      const double tie = -slip * sign * mu, N = -c[0] / (1 + a * tie), T = tie * N;
      count += N * sign > 0 && (a * N + T + c[1]) * slip > 0;
    }
  return count;
}

static void slider_can_have_several_solutions(void **state) {
  (void)state;
  random_source source = {32};
  int seen[6] = {0};
  for (int i = 0; i < 5000; i++) {
    const double a = draw_between(&source, -0.95, 0.95), mu = draw_between(&source, 0, 3);
    const double G[4] = {1, a, a, 1}, c[2] = {draw_normal(&source), draw_normal(&source)};
    const ss_contact contact = {.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {mu}}};
    const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
    ss_mode_list list;
    assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_OK);
    const size_t expected = count_slider_solutions(a, mu, c);
    assert_int_equal(list.count, expected);
    seen[expected]++;
  }
  assert_true(seen[1] > 1000 && seen[3] > 100);
}

static void friction_and_clutch(void **state) {
  (void)state;
  /* mass on a rough floor with known weight, and a wheel with a one-way clutch */
  const ss_contact contact[2] = {
      {.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_COULOMB, {0.5}}, .normal = 10, .offset = 0},
      {.kind = SS_ELEMENT_CLUTCH, .law = {SS_LAW_ONEWAY, {0}}, .offset = 1}};
  const double G[4] = {1, 0, 0, 1};
  const struct {
    double c[2], r[2];
    ss_mode mode[2];
  } cases[] = {{{4, 1}, {-4, 0}, {SS_MODE_STICK, SS_MODE_FREE}},
               {{7, -2}, {-5, 2}, {SS_MODE_SLIP_PLUS, SS_MODE_STICK}},
               {{-7, 0}, {5, 0}, {SS_MODE_SLIP_MINUS, SS_MODE_STICK}}};
  for (size_t i = 0; i < 3; i++) {
    const ss_contact_problem problem = {2, 2, contact, G, NULL, cases[i].c};
    ss_mode_list list;
    assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_OK);
    assert_int_equal(list.count, 1);
    for (int k = 0; k < 2; k++) {
      assert_int_equal(list.items[0].mode[k], cases[i].mode[k]);
      assert_true(fabs(list.items[0].r[k] - cases[i].r[k]) <= 1e-12);
    }
  }
}

/* ---- random problems ------------------------------------------------------------------------- */

static bool holds(const ss_mode_list *list, size_t n, const double *xi, double tolerance) {
  for (size_t k = 0; k < list->count; k++) {
    double distance = 0;
    for (size_t i = 0; i < n; i++) distance = fmax(distance, fabs(list->items[k].xi[i] - xi[i]));
    if (distance <= tolerance || !list->items[k].motion_unique) return true;
  }
  return false;
}

/* Solvable by construction: each has a solution, Lemke's is among those enumerated, all are
 * verified. */
static void compare_with_lemke(random_source *source, size_t contacts, int count) {
  random_problem *p = malloc(sizeof *p);
  for (int i = 0; i < count; i++) {
    const size_t n = 2 * contacts;
    draw_planar(source, contacts, i % 2 ? draw_count(source, 1, n) : 0, p);
    ss_mode_list list;
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    assert_int_equal(ss_contact_enumerate(&p->problem, 1e-10, arena, &list), SS_OK);
    assert_true(list.count >= 1);
    double r[16], xi[16];
    for (size_t k = 0; k < list.count; k++)
      assert_true(ss_contact_residual(&p->problem, SS_RESIDUAL_SCALED, list.items[k].r, xi) <=
                  2e-10);
    ss_contact_options options = ss_contact_default_options();
    ss_contact_report report;
    options.method = SS_METHOD_LEMKE;
    void *work = make_work(ss_contact_work_size(&p->problem, &options));
    assert_int_equal(ss_contact_solve(&p->problem, &options, work, r, xi, &report), SS_OK);
    assert_true(holds(&list, n, xi, 1e-6));
    free(work);
    ss_arena_release(arena, mark);
  }
  free(p);
}

static void random_problems_agree_with_lemke(void **state) {
  (void)state;
  random_source source = {17};
  const int count[] = {0, 2000, 2000, 1000, 400, 60, 20};
  for (size_t contacts = 1; contacts <= 6; contacts++)
    compare_with_lemke(&source, contacts, count[contacts]);
}

/* The friction cone's edge: the same solution in several modes is one solution. */
static void border_solutions_are_reported_once(void **state) {
  (void)state;
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}};
  const double G[4] = {1, 0, 0, 1};
  const double edge[2] = {-2, 1}, graze[2] = {0, 0};
  const ss_contact_problem sticks = {1, 2, &contact, G, NULL, edge};
  const ss_contact_problem grazes = {1, 2, &contact, G, NULL, graze};
  ss_mode_list list;
  assert_int_equal(ss_contact_enumerate(&sticks, 1e-10, arena, &list), SS_OK);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.items[0].mode[0], SS_MODE_STICK);
  assert_int_equal(ss_contact_enumerate(&grazes, 1e-10, arena, &list), SS_OK);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.solutions, SS_SOLUTIONS_UNIQUE);
}

/* A slip whose normal effect vanishes (A = 0) at zero free acceleration: any force, any slip. */
static void motion_can_be_a_whole_range(void **state) {
  (void)state;
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {2}}};
  const double G[4] = {1, 0.5, 0.5, 0.25}, c[2] = {0, 0};
  const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
  ss_mode_list list;
  assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_OK);
  assert_int_equal(list.solutions, SS_SOLUTIONS_UNIQUE);
  assert_false(list.items[0].forces_unique);
  /* now with G_TT larger: the slip depends on the force */
  const double wide[4] = {1, 0.5, 0.5, 2};
  const ss_contact sliding = {
      .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {2}}, .sliding = true, .slide = {-2}};
  const ss_contact_problem paradox = {1, 2, &sliding, wide, NULL, c};
  assert_int_equal(ss_contact_enumerate(&paradox, 1e-10, arena, &list), SS_OK);
  assert_int_equal(list.solutions, SS_SOLUTIONS_SEVERAL);
}

static void spatial_problems_are_refused(void **state) {
  (void)state;
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}};
  const double G[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0};
  const ss_contact_problem problem = {1, 3, &contact, G, NULL, c};
  ss_mode_list list;
  assert_int_equal(ss_contact_enumerate(&problem, 1e-10, arena, &list), SS_BAD_ARGUMENT);
  assert_string_equal(ss_mode_word(SS_MODE_SLIP_MINUS), "slip-");
  assert_string_equal(ss_solutions_word(SS_SOLUTIONS_SEVERAL), "several");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(painleve_regions),
      cmocka_unit_test(rod_at_rest_has_solutions),
      cmocka_unit_test(biped_is_ambiguous_where_it_should),
      cmocka_unit_test(slider_takes_either_sign),
      cmocka_unit_test(slider_can_have_several_solutions),
      cmocka_unit_test(friction_and_clutch),
      cmocka_unit_test(random_problems_agree_with_lemke),
      cmocka_unit_test(border_solutions_are_reported_once),
      cmocka_unit_test(motion_can_be_a_whole_range),
      cmocka_unit_test(spatial_problems_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
