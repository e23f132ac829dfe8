/* What is computed once for a problem: forms, scales, diagonal blocks; the size query and the
 * layout agree in both storages. */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

static spatial begin(const ss_contact_problem *problem, const ss_contact_options *options,
                     void *work) {
  spatial s = {.problem = problem, .options = options, .n = problem->size};
  s.contacts = problem->contacts;
  ss_spatial_start(&s, work);
  return s;
}

static void forms(void **state) {
  (void)state;
  static const struct {
    ss_contact contact;
    face_form form;
  } cases[] = {
      {{.kind = SS_ELEMENT_CONTACT}, FORM_NORMAL},
      {{.kind = SS_ELEMENT_CLUTCH, .law = {.kind = SS_LAW_ONEWAY}}, FORM_NORMAL},
      {{.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {1}}}, FORM_INTERVAL},
      {{.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {1}}}, FORM_DISK},
      {{.kind = SS_ELEMENT_SLIDER}, FORM_BILATERAL},
      {{.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_DISK, {1}}}, FORM_GENERAL},
      {{.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_DISK, {1}}}, FORM_GENERAL},
      {{.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_ROLLING, {1, 1, 1}}}, FORM_GENERAL},
      {{.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {1}}, .sliding = true}, FORM_GENERAL},
  };
  enum { CASES = sizeof cases / sizeof *cases };
  random_source source = {130};
  heap_problem p = make_problem(CASES);
  for (size_t k = 0; k < CASES; k++) p.contact[k] = cases[k].contact;
  settle(&p);
  fill_dense(&source, 60, &p);
  for (int sparse = 0; sparse < 2; sparse++) {
    if (sparse) make_sparse(&p);
    const ss_contact_options options = ss_contact_default_options();
    void *work = make_work(ss_contact_spatial_work(&p.problem, &options));
    spatial s = begin(&p.problem, &options, work);
    for (size_t k = 0; k < CASES; k++) {
      const face *f = &s.face[k];
      const size_t n = p.problem.size, o = p.contact[k].offset;
      assert_int_equal(f->form, cases[k].form);
      assert_true((s.tangent[k].general != NULL) == (f->form == FORM_GENERAL));
      double largest = 0;
      for (unsigned a = 0; a < f->dimension; a++) {
        largest = fmax(largest, p.G[(o + a) * (n + 1)]);
        for (unsigned b = 0; b < f->dimension; b++)
          assert_true(f->block[a + f->lead * b] == p.G[o + a + n * (o + b)]);
      }
      assert_true(f->g == largest);
    }
    free(work);
  }
  free_problem(&p);
}

/* Zeros on the diagonal are replaced, so that nobody divides by them. */
static void zero_diagonals(void **state) {
  (void)state;
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = make_problem(2);
  for (size_t i = 0; i < 2; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {1}}};
  settle(&p);
  p.G[7] = 4; /* one tangential direction of contact 0 moves */
  void *work = make_work(ss_contact_spatial_work(&p.problem, &options));
  spatial s = begin(&p.problem, &options, work);
  assert_true(s.face[0].g == 4 && s.face[0].gN == 4 && s.face[0].gT == 4);
  assert_true(s.face[1].g == 1 && s.face[1].gN == 1 && s.face[1].gT == 1);
  free(work);
  free_problem(&p);
}

/* The ordering of a chain has no fill: its factors are what the query counted. */
static void sparse_factors_fit(void **state) {
  (void)state;
  random_source source = {131};
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = draw_chain(&source, 50, 0.5);
  make_sparse(&p);
  const size_t bytes = ss_contact_spatial_work(&p.problem, &options);
  char *work = make_work(bytes);
  spatial s = begin(&p.problem, &options, work);
  ss_spatial_prepare_lu(&s);
  assert_true(s.has_lu);
  assert_true((char *)(s.lu.above + 9 * 50) <= work + bytes);
  size_t numbers[3 * 50];
  assert_int_equal(ss_block_lu_count(&s.graph, s.order, numbers), 49);
  free(work);
  free_problem(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms),
      cmocka_unit_test(zero_diagonals),
      cmocka_unit_test(sparse_factors_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
