/* Writing FCLIB's form: what is read back has the same solutions, and what the form cannot hold is
 * refused by name. */
#include "spatial_support.h"

#include <stdio.h>
#include <unistd.h>

#include "arena.h"

static void make_path(char *path) {
  strcpy(path, "/tmp/standstill-test-XXXXXX");
  const int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
}

static const ss_contact_problem *write_and_read(const ss_contact_problem *problem) {
  char path[64];
  ss_diagnostics list;
  const ss_contact_problem *back;
  make_path(path);
  assert_int_equal(ss_contact_write(problem, "test", path, &list, arena), SS_OK);
  assert_int_equal(list.count, 0);
  assert_int_equal(ss_contact_read(path, arena, &list, &back), SS_OK);
  remove(path);
  return back;
}

/* Entry (i, j) of G in either storage. */
static double entry(const ss_contact_problem *p, size_t i, size_t j) {
  double *x = take_zeroed(p->size, sizeof(double)), *y = take_zeroed(p->size, sizeof(double));
  x[j] = 1;
  ss_contact_velocity(p, x, y);
  const double value = y[i] - p->c[i];
  free(x);
  free(y);
  return value;
}

static void assert_same(const ss_contact_problem *a, const ss_contact_problem *b) {
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->contacts, b->contacts);
  for (size_t i = 0; i < a->size; i++) {
    assert_true(a->c[i] == b->c[i]);
    for (size_t j = 0; j < a->size; j++)
      assert_true(fabs(entry(a, i, j) - entry(b, i, j)) <= 1e-14);
  }
  for (size_t i = 0; i < a->contacts; i++) {
    assert_int_equal(a->contact[i].law.kind, b->contact[i].law.kind);
    assert_true(a->contact[i].law.argument[0] == b->contact[i].law.argument[0]);
  }
}

static void round_trips(void **state) {
  (void)state;
  random_source source = {110};
  for (int k = 0; k < 10; k++) {
    heap_problem p = k % 2 ? draw_chain(&source, 36, 0.4) : draw_disks(&source, 4, 0.4, 0);
    if (k % 2) make_sparse(&p);
    assert_same(&p.problem, write_and_read(&p.problem));
    free_problem(&p);
  }
}

/* Bilateral constraints move behind the contacts; frictionless contacts get mu = 0 and directions
 * in which nothing moves. */
static void sliders_and_frictionless_contacts(void **state) {
  (void)state;
  random_source source = {111};
  heap_problem p = make_problem(4);
  p.contact[0] = (ss_contact){.kind = SS_ELEMENT_SLIDER};
  p.contact[1] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}};
  p.contact[2] = (ss_contact){.kind = SS_ELEMENT_CONTACT};
  p.contact[3] = (ss_contact){.kind = SS_ELEMENT_CLUTCH, .law = {.kind = SS_LAW_ONEWAY}};
  settle(&p);
  fill_dense(&source, 10, &p);
  const ss_contact_problem *back = write_and_read(&p.problem);
  assert_int_equal(back->contacts, 4);
  assert_int_equal(back->size, 7);
  assert_int_equal(back->contact[3].kind, SS_ELEMENT_SLIDER);
  const size_t place[] = {6, 0, 1, 2, 4}; /* of slider, contact N and T, contact N, clutch */
  for (size_t i = 0; i < 5; i++) {
    assert_true(back->c[place[i]] == p.c[i]);
    for (size_t j = 0; j < 5; j++)
      assert_true(fabs(back->dense[place[i] + 7 * place[j]] - p.G[i + 5 * j]) <= 1e-15);
  }
  /* the same velocities come out */
  const ss_contact_options options = ss_contact_default_options();
  double r[7], xi[7], back_xi[7];
  ss_contact_report report;
  assert_int_equal(solve_guarded(&p.problem, &options, r, xi, &report), SS_OK);
  assert_int_equal(solve_guarded(back, &options, r, back_xi, &report), SS_OK);
  for (size_t i = 0; i < 5; i++) assert_true(fabs(xi[i] - back_xi[place[i]]) < 1e-8);
  free_problem(&p);
}

static void expect_refusal(ss_contact first, ss_contact second, const char *message) {
  char path[64];
  ss_diagnostics list;
  heap_problem p = make_problem(2);
  p.contact[0] = first;
  p.contact[1] = second;
  settle(&p);
  make_path(path);
  assert_int_equal(ss_contact_write(&p.problem, "test", path, &list, arena), SS_BAD_INPUT);
  assert_int_equal(list.errors, 1);
  assert_non_null(strstr(list.items[0].message, message));
  remove(path);
  free_problem(&p);
}

static void what_does_not_fit_is_refused(void **state) {
  (void)state;
  const ss_contact disk = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}};
  const ss_contact interval = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}};
  const ss_contact slider = {.kind = SS_ELEMENT_SLIDER};
  ss_contact other = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_ELLIPSE, {0.5, 0.2}}};
  expect_refusal(disk, other, "contact 2 does not fit into FCLIB's form: its law is neither");
  other = (ss_contact){.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_DISK, {0.5}}, .normal = 1};
  expect_refusal(other, disk, "contact 1 does not fit into FCLIB's form: its normal force");
  other = (ss_contact){.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {0.5}}};
  expect_refusal(disk, other, "a slider with friction");
  other = disk;
  other.sliding = true;
  expect_refusal(disk, other, "slides already");
  expect_refusal(disk, interval, "mix planar and spatial friction");
  expect_refusal(slider, slider, "be without contacts");
}

static void a_place_that_cannot_be_written(void **state) {
  (void)state;
  random_source source = {112};
  ss_diagnostics list;
  heap_problem p = draw_disks(&source, 1, 0.5, 0);
  assert_int_equal(ss_contact_write(&p.problem, "test", "/no/such/folder/x.hdf5", &list, arena),
                   SS_IO);
  assert_int_equal(list.errors, 1);
  free_problem(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trips),
      cmocka_unit_test(sliders_and_frictionless_contacts),
      cmocka_unit_test(what_does_not_fit_is_refused),
      cmocka_unit_test(a_place_that_cannot_be_written),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
