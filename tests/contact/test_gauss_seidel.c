/* Passes: the natural map is the residual's, velocities are G r + c in both storages, projections
 * without friction lower the energy, and passes solve well-posed problems. */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

static spatial begin(const ss_contact_problem *problem, const ss_contact_options *options,
                     void **work) {
  spatial s = {.problem = problem, .options = options, .n = problem->size};
  s.contacts = problem->contacts;
  *work = make_work(ss_contact_spatial_work(problem, options));
  ss_spatial_start(&s, *work);
  return s;
}

/* Reactions near the laws: some 0, some inside the cones, some outside. */
static void draw_reactions(random_source *source, size_t n, double *r) {
  for (size_t i = 0; i < n; i++)
    r[i] = draw_uniform(source) < 0.2 ? 0 : draw_between(source, -0.5, 1.5);
}

static void natural_map_is_the_residual(void **state) {
  (void)state;
  random_source source = {80};
  for (int k = 0; k < 300; k++) {
    ss_contact_options options = ss_contact_default_options();
    options.residual = k % 2 ? SS_RESIDUAL_UNIT : SS_RESIDUAL_SCALED;
    heap_problem p = draw_mixed(&source, draw_count(&source, 1, 8), 1, false);
    take_own_lengths(&p);
    if (k % 3 == 0) make_sparse(&p);
    double r[48], xi[48], other[48];
    void *work;
    spatial s = begin(&p.problem, &options, &work);
    draw_reactions(&source, s.n, r);
    ss_spatial_velocity(&s, r, xi);
    const double residual = ss_contact_residual(&p.problem, options.residual, r, other);
    const double F = ss_spatial_natural_map(&s, r, xi);
    const double measure = ss_spatial_measure(&s, F, r, xi);
    assert_true(fabs(measure - residual * s.data_size) <= 1e-12 * (1 + measure));
    for (size_t i = 0; i < s.n; i++) assert_true(fabs(xi[i] - other[i]) <= 1e-13);
    free(work);
    free_problem(&p);
  }
}

/* Velocities that follow a change of a few reactions are those of the new ones, in both storages,
 * with and without a proximal term. */
static void velocities_follow_changes(void **state) {
  (void)state;
  random_source source = {83};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 200; k++) {
    heap_problem p = draw_mixed(&source, draw_count(&source, 1, 8), 1, false);
    take_own_lengths(&p);
    if (k % 4) make_sparse(&p);
    double r[48], xi[48], to[48], to_xi[48], found[48];
    void *work;
    spatial s = begin(&p.problem, &options, &work);
    draw_reactions(&source, s.n, r);
    s.shift = k % 3 ? 0 : 0.1;
    memset(s.center, 0, s.n * sizeof *s.center);
    memcpy(to, r, s.n * sizeof *r);
    for (size_t i = 0; i < s.n; i++)
      if (draw_uniform(&source) < 0.3) to[i] = draw_uniform(&source);
    ss_spatial_velocity(&s, r, xi);
    ss_spatial_velocity(&s, to, to_xi);
    ss_spatial_follow(&s, r, xi, to, found);
    for (size_t i = 0; i < s.n; i++) assert_true(fabs(to_xi[i] - found[i]) <= 1e-12);
    free(work);
    free_problem(&p);
  }
}

/* Without friction the problem is: minimise r G r / 2 + c r over r_N >= 0; each visit lowers it. */
static void projections_lower_the_energy(void **state) {
  (void)state;
  random_source source = {81};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 50; k++) {
    heap_problem p = make_problem(draw_count(&source, 1, 20));
    settle(&p);
    for (size_t i = 0; i < p.problem.contacts; i++) p.contact[i].kind = SS_ELEMENT_CONTACT;
    free(p.G);
    free(p.c);
    settle(&p);
    fill_dense(&source, 2 * p.problem.size, &p);
    double r[20] = {0}, xi[20], before = 0;
    void *work;
    spatial s = begin(&p.problem, &options, &work);
    ss_spatial_velocity(&s, r, xi);
    for (int pass = 0; pass < 10; pass++) {
      ss_spatial_pass(&s, pass % 2, r, xi);
      double energy = 0;
      for (size_t i = 0; i < s.n; i++) energy += 0.5 * r[i] * (xi[i] + p.c[i]);
      assert_true(energy <= before + 1e-14);
      before = energy;
    }
    free(work);
    free_problem(&p);
  }
}

/* With the proximal term the velocity changes as announced, and dense passes keep it up to date. */
static void proximal_terms_are_kept_up_to_date(void **state) {
  (void)state;
  random_source source = {82};
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = draw_disks(&source, 6, 0.5, 0);
  double r[18] = {0}, xi[18], again[18];
  void *work;
  spatial s = begin(&p.problem, &options, &work);
  s.shift = 0.5;
  draw_reactions(&source, s.n, s.center);
  ss_spatial_velocity(&s, r, xi);
  for (size_t i = 0; i < s.n; i++)
    assert_true(fabs(xi[i] - (p.c[i] - 0.5 * s.face[i / 3].g * s.center[i])) < 1e-14);
  for (int pass = 0; pass < 5; pass++) ss_spatial_pass(&s, false, r, xi);
  ss_spatial_velocity(&s, r, again);
  for (size_t i = 0; i < s.n; i++) assert_true(fabs(xi[i] - again[i]) < 1e-12);
  free(work);
  free_problem(&p);
}

static void passes_solve_well_posed_problems(void **state) {
  (void)state;
  random_source source = {83};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 100; k++) {
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 10), 0.1, 0);
    if (k % 2) make_sparse(&p);
    double r[30] = {0}, xi[30];
    void *work;
    spatial s = begin(&p.problem, &options, &work);
    ss_spatial_velocity(&s, r, xi);
    for (int pass = 0; pass < 2000; pass++) ss_spatial_pass(&s, k % 4 < 2, r, xi);
    assert_true(ss_contact_residual(&p.problem, SS_RESIDUAL_SCALED, r, xi) < 1e-10);
    free(work);
    free_problem(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(natural_map_is_the_residual),
      cmocka_unit_test(velocities_follow_changes),
      cmocka_unit_test(projections_lower_the_energy),
      cmocka_unit_test(proximal_terms_are_kept_up_to_date),
      cmocka_unit_test(passes_solve_well_posed_problems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
