/* Lemke's method: solves everything that its theory says it does, degenerate problems included. */
#include "../../src/contact/workspace.h"
#include "support.h"

static double run(const ss_contact_problem *problem, bool *done) {
  const ss_contact_options options = ss_contact_default_options();
  double r[SIZE_MOST], xi[SIZE_MOST];
  ss_contact_report report = {0};
  void *work = make_work(ss_contact_lemke_work(problem));
  *done = ss_contact_lemke_raw(problem, &options, work, r, &report);
  free(work);
  return ss_contact_residual(problem, SS_RESIDUAL_SCALED, r, xi);
}

/* c in the range of W^T: always solvable, for any friction and any rank. */
static void velocity_level_always_ends(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {21};
  for (int i = 0; i < 3000; i++) {
    const size_t contacts = draw_count(&source, 1, 10);
    draw_planar(&source, contacts, i % 2 ? draw_count(&source, 1, 2 * contacts) : 0, p);
    bool done;
    const double residual = run(&p->problem, &done);
    assert_true(done);
    assert_true(residual <= 1e-8);
  }
  free(p);
}

/* Integers: ties in every ratio test. The directions repeat themselves, contacts are duplicated. */
static void degenerate_problems_do_not_cycle(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {22};
  for (int i = 0; i < 2000; i++) {
    const size_t contacts = draw_count(&source, 2, 6), n = 2 * contacts;
    draw_planar(&source, contacts, 2, p);
    int W[12][3], v[3];
    for (int k = 0; k < 3; k++) v[k] = (int)draw_count(&source, 0, 2) - 1;
    for (size_t a = 0; a < n; a++)
      for (int k = 0; k < 3; k++) W[a][k] = (int)draw_count(&source, 0, 2) - 1;
    for (size_t a = 0; a < n; a++) {
      p->c[a] = 0;
      for (int k = 0; k < 3; k++) p->c[a] += W[a][k] * v[k];
      for (size_t b = 0; b < n; b++) {
        p->G[a + n * b] = 0;
        for (int k = 0; k < 3; k++) p->G[a + n * b] += W[a][k] * W[b][k];
      }
    }
    for (size_t a = 0; a < contacts; a++) p->contact[a].law.argument[0] = a % 2 ? 1 : 0.5;
    bool done;
    const double residual = run(&p->problem, &done);
    assert_true(done && residual <= 1e-9);
  }
  free(p);
}

/* Painleve's rod has no solution: the path ends in a ray. */
static void rays_are_reported(void **state) {
  (void)state;
  const double G[4] = {1.876, 1.364, 1.364, 3.124}, c[2] = {-9.81, 0};
  const ss_contact contact = {
      .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {2}}, .sliding = true, .slide = {-2}};
  const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
  bool done;
  assert_true(run(&problem, &done) > 1e-3);
  assert_false(done);
}

/* Bilateral constraints, known normal forces (also sliding), clutches. */
static void other_elements(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {23};
  for (int i = 0; i < 2000; i++) {
    const ss_contact contact[5] = {
        {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.7}}, .offset = 0},
        {.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_FRICTIONLESS, {0}}, .offset = 2},
        {.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_COULOMB, {0.4}}, .normal = 1.5, .offset = 3},
        {.kind = SS_ELEMENT_FRICTION,
         .law = {SS_LAW_COULOMB, {0.4}},
         .normal = 1.5,
         .offset = 4,
         .sliding = true,
         .slide = {-0.4}},
        {.kind = SS_ELEMENT_CLUTCH, .law = {SS_LAW_ONEWAY, {0}}, .offset = 5}};
    memcpy(p->contact, contact, sizeof contact);
    p->problem = (ss_contact_problem){5, 6, p->contact, p->G, NULL, p->c};
    draw_matrix(&source, i % 2 ? 12 : 4, p);
    bool done;
    const double residual = run(&p->problem, &done);
    assert_true(done && residual <= 1e-9);
  }
  free(p);
}

/* Sliders with friction are the largest: the method may widen their friction bound, so that not all
 * results are right, but with little friction they are. */
static void sliders_with_friction(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {24};
  int right = 0;
  for (int i = 0; i < 500; i++) {
    const size_t contacts = draw_count(&source, 1, 6);
    for (size_t k = 0; k < contacts; k++)
      p->contact[k] =
          (ss_contact){.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {0.05}}, .offset = 2 * k};
    p->problem = (ss_contact_problem){contacts, 2 * contacts, p->contact, p->G, NULL, p->c};
    draw_matrix(&source, 6 * contacts, p);
    bool done;
    right += run(&p->problem, &done) <= 1e-9;
  }
  assert_true(right >= 450);
  free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(velocity_level_always_ends),
      cmocka_unit_test(degenerate_problems_do_not_cycle),
      cmocka_unit_test(rays_are_reported),
      cmocka_unit_test(other_elements),
      cmocka_unit_test(sliders_with_friction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
