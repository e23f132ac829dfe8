/* test_motion_read.c: a motion comes back from its file, and nothing else does. */
#include <hdf5.h>

#include "motion_fixture.h"

static const char *write_motion(motion_fixture *m) {
  const char *name = name_file(m, ".h5");
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = m->f.system, .parameters = m->parameters},
                           &m->motion, name),
      SS_OK);
  return name;
}

static void test_round_trip(void **state) {
  (void)state;
  motion_fixture m;
  ss_recording r;
  const char *why;
  start_motion(&m);
  assert_int_equal(ss_show_motion_read(m.f.arena, write_motion(&m), &r, &why), SS_OK);
  assert_string_equal(ss_machine_model(r.machine)->title, "Bead");
  assert_string_equal(ss_machine_model(r.machine)->hash, m.f.model->hash);
  assert_int_equal(ss_machine_system(r.machine)->coordinates, 2);
  assert_true(ss_machine_parameters(r.machine)[0] == 2 &&
              ss_machine_parameters(r.machine)[2] == 0.25);
  assert_int_equal(r.motion.samples, SAMPLES);
  assert_int_equal(r.motion.events, EVENTS);
  assert_true(r.motion.t == 2 && r.motion.at_rest && r.motion.q[1] == m.q[5][1]);
  for (size_t i = 0; i < SAMPLES; i++) {
    assert_true(r.motion.sample[i].t == m.sample[i].t);
    assert_memory_equal(r.motion.sample[i].q, m.q[i], sizeof m.q[i]);
    assert_memory_equal(r.motion.sample[i].u, m.u[i], sizeof m.u[i]);
    assert_memory_equal(r.motion.sample[i].forces, m.forces[i], sizeof m.forces[i]);
    assert_memory_equal(r.motion.sample[i].modes, m.modes[i], sizeof m.modes[i]);
  }
  for (size_t i = 0; i < EVENTS; i++) {
    assert_true(r.motion.event[i].t == m.event[i].t);
    assert_int_equal(r.motion.event[i].kind, m.event[i].kind);
    assert_int_equal(r.motion.event[i].element, m.event[i].element);
  }
  ss_machine_close(r.machine);
  stop_motion(&m);
}

/* What the inputs followed and how it was computed come back: the machine is as it was. */
static void test_machine(void **state) {
  static const char cart[] = "coord x\ninput u in [-1, 1]\ninput v\nkinetic = 1/2*x'^2\n"
                             "force x = u + v\nfeedback slow: u = -x\nfeedback fast: u = -9*x\n"
                             "contact wall { gap = x + 5 }\n";
  static const char *const inputs[] = {"v=1/4*t"};
  static const double stiffness[] = {12345.5};
  (void)state;
  motion_fixture m;
  ss_machine *machine;
  ss_recording r;
  const char *why;
  double slope[2];
  start_motion(&m);
  const ss_machine_options options = {.feedback = "fast", .input = inputs, .inputs = 1};
  ss_motion_options how = ss_motion_default_options();
  how.method = SS_MOTION_PENALTY;
  how.end = 0.5;
  how.tolerance = 1e-7;
  how.step = 0.125;
  how.stiffness_of = stiffness;
  how.first_if_several = true;
  assert_int_equal(ss_machine_parse("cart", cart, &options, NULL, &machine), SS_OK);
  const ss_motion_source source = {ss_machine_system(machine), ss_machine_parameters(machine),
                                   ss_machine_options_of(machine), &how, "one"};
  ss_motion motion;
  assert_int_equal(ss_machine_move(m.f.arena, machine, "x=1", &how, NULL, &motion), SS_OK);
  const char *name = name_file(&m, ".h5");
  assert_int_equal(ss_show_motion_write(&source, &motion, name), SS_OK);
  assert_int_equal(ss_show_motion_read(m.f.arena, name, &r, &why), SS_OK);
  assert_int_equal(r.how.method, SS_MOTION_PENALTY);
  assert_string_equal(r.start, "one");
  assert_true(r.how.end == 0.5 && r.how.tolerance == 1e-7 && r.how.step == 0.125);
  assert_true(r.how.first_if_several && r.how.stiffness_of[0] == 12345.5);
  const ss_machine *const both[] = {machine, r.machine};
  for (size_t k = 0; k < 2; k++) {
    assert_int_equal(ss_machine_system(both[k])->inputs, 0);
    assert_int_equal(ss_machine_move(m.f.arena, both[k], "x=1", &how, NULL, &motion), SS_OK);
    slope[k] = motion.u[0];
  }
  assert_true(slope[0] == slope[1]);
  ss_machine_close(r.machine);
  ss_machine_close(machine);
  stop_motion(&m);
}

/* No elements, no events: a body alone. */
static void test_alone(void **state) {
  (void)state;
  motion_fixture m;
  fixture body;
  ss_recording r;
  const char *why;
  start_motion(&m);
  start_fixture(&body, "coord x, y\nkinetic = x'^2 + y'^2\n");
  m.motion.events = 0;
  m.motion.at_rest = false;
  const char *name = name_file(&m, ".h5");
  assert_int_equal(
      ss_show_motion_write(&(ss_motion_source){.system = body.system, .parameters = m.parameters},
                           &m.motion, name),
      SS_OK);
  assert_int_equal(ss_show_motion_read(m.f.arena, name, &r, &why), SS_OK);
  assert_int_equal(r.motion.samples, SAMPLES);
  assert_false(r.motion.at_rest);
  ss_machine_close(r.machine);
  stop_fixture(&body);
  stop_motion(&m);
}

/* The bytes of a file; the caller frees them. */
static unsigned char *load(const char *file, size_t *bytes) {
  FILE *in = fopen(file, "rb");
  assert_non_null(in);
  fseek(in, 0, SEEK_END);
  *bytes = (size_t)ftell(in);
  rewind(in);
  unsigned char *data = malloc(*bytes);
  assert_int_equal(fread(data, 1, *bytes, in), *bytes);
  fclose(in);
  return data;
}

/* A seal that fits what was done to the file. */
static void seal_again(const char *file) {
  size_t bytes;
  ss_file *out;
  unsigned char *data = load(file, &bytes);
  assert_int_equal(ss_file_begin(file, &out), SS_OK);
  ss_file_add(out, data, bytes);
  ss_file_seal(out, "standstill-motion/1");
  assert_int_equal(ss_file_end(out), SS_OK);
  free(data);
}

/* Takes a dataset away, or puts another one in its place. */
static void spoil(const char *file, const char *name, int rank, hsize_t rows, const int *numbers) {
  const hsize_t size[2] = {rows, 2};
  const hid_t f = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(f >= 0);
  assert_true(H5Ldelete(f, name, H5P_DEFAULT) >= 0);
  if (rank) {
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t set =
        H5Dcreate2(f, name, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    H5Dclose(set);
    H5Sclose(space);
  }
  H5Fclose(f);
  seal_again(file);
}

/* Whatever is missing, too short, of another rank or out of range is refused. */
static void test_refusals(void **state) {
  (void)state;
  static const int zeros[4 * SAMPLES], wild[4 * SAMPLES] = {99}, below[4 * SAMPLES] = {-1};
  static const struct {
    const char *name;
    int rank; /* 0: missing */
    hsize_t rows;
    const int *numbers;
  } cases[] = {{"t", 0, 0, NULL},
               {"t", 2, SAMPLES, zeros},
               {"q", 0, 0, NULL},
               {"q", 2, SAMPLES - 1, zeros},
               {"u", 1, SAMPLES, zeros},
               {"forces", 2, SAMPLES, zeros},
               {"modes", 2, SAMPLES, wild},
               {"modes", 2, SAMPLES, below},
               {"events/t", 1, EVENTS + 1, zeros},
               {"events/kind", 1, EVENTS, wild},
               {"events/kind", 1, EVENTS, below},
               {"events/element", 1, EVENTS, wild},
               {"model", 0, 0, NULL},
               {"model", 1, 1, zeros}};
  motion_fixture m;
  ss_recording r;
  const char *why;
  start_motion(&m);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *file = write_motion(&m);
    spoil(file, cases[i].name, cases[i].rank, cases[i].rows, cases[i].numbers);
    assert_int_equal(ss_show_motion_read(m.f.arena, file, &r, &why), SS_BAD_INPUT);
    assert_string_equal(why, "its datasets do not fit each other");
    assert_null(r.machine);
  }
  assert_int_equal(ss_show_motion_read(m.f.arena, "README.md", &r, &why), SS_BAD_INPUT);
  assert_string_equal(why, "it is no motion of this program, or not all of one");
  assert_int_equal(ss_show_motion_read(m.f.arena, "no/such/file.h5", &r, &why), SS_IO);
  stop_motion(&m);
}

/* No damaged file is read without a word: a byte that changed, bytes that are missing. */
static void test_damage(void **state) {
  motion_fixture m;
  ss_recording r;
  const char *why;
  size_t bytes;
  (void)state;
  start_motion(&m);
  const char *file = write_motion(&m);
  unsigned char *data = load(file, &bytes);
  for (size_t k = 0; k < 300; k++) {
    FILE *out = fopen(file, "wb");
    const size_t at = bytes * k / 300, length = k % 3 ? bytes : at;
    data[at] ^= 0x10;
    assert_int_equal(fwrite(data, 1, length, out), length);
    fclose(out);
    data[at] ^= 0x10;
    assert_int_equal(ss_show_motion_read(m.f.arena, file, &r, &why), SS_BAD_INPUT);
    assert_true(*why);
    assert_null(r.machine);
  }
  free(data);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_machine),
      cmocka_unit_test(test_alone), cmocka_unit_test(test_refusals), cmocka_unit_test(test_damage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
