/* test_motion_hdf5.c: the file reads back to the same arrays and attributes. */
#include <hdf5.h>

#include "motion_fixture.h"

/* A dataset of so many rows and columns (0: no second dimension), as doubles. */
static double *read_set(motion_fixture *m, hid_t file, const char *name, hsize_t rows,
                        hsize_t columns) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  assert_true(set >= 0);
  hid_t space = H5Dget_space(set);
  hsize_t size[2] = {0, 0};
  assert_int_equal(H5Sget_simple_extent_ndims(space), columns ? 2 : 1);
  H5Sget_simple_extent_dims(space, size, NULL);
  assert_int_equal(size[0], rows);
  assert_int_equal(size[1], columns);
  double *data = ss_arena_new(m->f.arena, rows * (columns ? columns : 1), double);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  H5Sclose(space);
  H5Dclose(set);
  return data;
}

static void expect_text(hid_t file, const char *name, const char *text) {
  char found[500] = "";
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  assert_true(attribute >= 0);
  hid_t type = H5Aget_type(attribute);
  assert_true(H5Tget_size(type) < sizeof found);
  assert_true(H5Aread(attribute, type, found) >= 0);
  assert_string_equal(found, text);
  H5Tclose(type);
  H5Aclose(attribute);
}

static void test_samples(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const char *name = name_file(&m, ".h5");
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = m.f.system, .parameters = m.parameters},
                           &m.motion, name),
      SS_OK);
  hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  const double *t = read_set(&m, file, "t", SAMPLES, 0);
  const double *q = read_set(&m, file, "q", SAMPLES, 2), *u = read_set(&m, file, "u", SAMPLES, 2);
  const double *forces = read_set(&m, file, "forces", SAMPLES, 3);
  const double *modes = read_set(&m, file, "modes", SAMPLES, 2);
  for (size_t i = 0; i < SAMPLES; i++) {
    assert_true(t[i] == m.sample[i].t);
    assert_memory_equal(q + 2 * i, m.q[i], sizeof m.q[i]);
    assert_memory_equal(u + 2 * i, m.u[i], sizeof m.u[i]);
    assert_memory_equal(forces + 3 * i, m.forces[i], sizeof m.forces[i]);
    for (size_t k = 0; k < 2; k++) assert_true(modes[2 * i + k] == m.modes[i][k]);
  }
  H5Fclose(file);
  stop_motion(&m);
}

static void test_events_and_names(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const char *name = name_file(&m, ".h5");
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = m.f.system, .parameters = m.parameters},
                           &m.motion, name),
      SS_OK);
  hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
  const double *t = read_set(&m, file, "events/t", EVENTS, 0);
  const double *kind = read_set(&m, file, "events/kind", EVENTS, 0);
  const double *element = read_set(&m, file, "events/element", EVENTS, 0);
  const double *before = read_set(&m, file, "events/energy_before", EVENTS, 0);
  const double *after = read_set(&m, file, "events/energy_after", EVENTS, 0);
  for (size_t i = 0; i < EVENTS; i++) {
    assert_true(t[i] == m.event[i].t);
    assert_true(kind[i] == m.event[i].kind);
    assert_true(element[i] == (i < 3 ? 0 : -1));
    assert_true(i == 0 ? before[i] == 5 && after[i] == 1.25 : isnan(before[i]) && isnan(after[i]));
  }
  expect_text(file, "model", "Bead");
  expect_text(file, "hash", m.f.model->hash);
  expect_text(file, "coordinates", "x,y");
  expect_text(file, "elements", "floor,wall");
  expect_text(file, "directions", "floor N,floor T,wall T");
  expect_text(file, "parameters", "m=2,g=9.81,mu=0.25");
  expect_text(file, "mode_words", "free,stick,slip+,slip-,closed,slip,roll");
  expect_text(file, "event_words",
              "impact,stick,slip,detach,close,accumulation,rest,settle,leave,roll,jam");
  H5Fclose(file);
  stop_motion(&m);
}

/* No elements, no events, no samples: empty sets, not an error. */
static void test_empty(void **state) {
  (void)state;
  motion_fixture m;
  fixture free_body;
  start_motion(&m);
  start_fixture(&free_body, "coord x, y\nkinetic = x'^2 + y'^2\n");
  m.motion.samples = m.motion.events = 0;
  const char *name = name_file(&m, ".h5");
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = free_body.system, .parameters = NULL},
                           &m.motion, name),
      SS_OK);
  hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
  read_set(&m, file, "t", 0, 0);
  expect_text(file, "elements", "");
  H5Fclose(file);
  stop_fixture(&free_body);
  stop_motion(&m);
}

static void test_unwritable(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = m.f.system, .parameters = m.parameters},
                           &m.motion, "no/such/folder/run.h5"),
      SS_IO);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples),
      cmocka_unit_test(test_events_and_names),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_unwritable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
