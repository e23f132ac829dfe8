/* test_doubt.c: which motions claim to be the only ones. */
#include "../../src/motion/run.h"
#include "machine.h"

/* ---- blocks of G ----------------------------------------------------------------------------- */

/* What the problem's G says if its blocks that are not 0 are listed. */
static ss_landings find_by_blocks(const ss_contact_problem *dense, const double *approach) {
  size_t start[5] = {0}, column[16], at[16], label[4], blocks = 0;
  for (size_t i = 0; i < dense->contacts; i++) {
    for (size_t j = 0; j < dense->contacts; j++) {
      at[blocks] = i + dense->size * j;
      if (dense->dense[at[blocks]] != 0) column[blocks++] = j;
    }
    start[i + 1] = blocks;
  }
  const ss_block_matrix G = {start, column, at, dense->dense};
  ss_contact_problem problem = *dense;
  problem.dense = NULL;
  problem.sparse = &G;
  return ss_doubt_find_landings(&problem, approach, label);
}

/* Frictionless contacts with the matrix G, dense and by blocks; approach velocities 1, 2, .. */
static ss_landings find(size_t count, const double *G, const double *approach) {
  ss_contact contact[4] = {0};
  const double c[4] = {0};
  size_t label[4];
  for (size_t i = 0; i < count; i++) {
    contact[i].kind = SS_ELEMENT_CONTACT;
    contact[i].law.kind = SS_LAW_FRICTIONLESS;
    contact[i].offset = i;
  }
  const ss_contact_problem problem = {
      .contacts = count, .size = count, .contact = contact, .dense = G, .c = c};
  const ss_landings found = ss_doubt_find_landings(&problem, approach, label);
  const ss_landings same = find_by_blocks(&problem, approach);
  assert_int_equal(found.one, same.one);
  assert_int_equal(found.other, same.other);
  assert_true(found.energy == same.energy);
  return found;
}

static void test_coupling(void **state) {
  (void)state;
  const double apart[4] = {2, 0, 0, 3}, together[4] = {2, -1, -1, 3},
               rounding[4] = {2, 1e-13, 1e-13, 3};
  const double both[2] = {1, 2}, first[2] = {1, 0};
  assert_true(find(2, apart, both).energy == 0);
  assert_true(find(2, rounding, both).energy == 0);
  assert_true(find(2, together, first).energy == 0);
  const ss_landings found = find(2, together, both);
  assert_int_equal(found.one, 0);
  assert_int_equal(found.other, 1);
  /* 1^2 / (2 2) and 2^2 / (2 3): the smaller */
  assert_near(found.energy, 0.25, 1e-15);
}

/* The first and the third are coupled through the second, which stays closed; the fourth is alone.
 */
static void test_coupling_through_another(void **state) {
  (void)state;
  const double G[16] = {2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 2};
  const double ends[4] = {1, 0, 1, 5}, others[4] = {0, 1, 0, 5};
  const ss_landings found = find(4, G, ends);
  assert_int_equal(found.one, 0);
  assert_int_equal(found.other, 2);
  assert_near(found.energy, 0.25, 1e-15);
  assert_true(find(4, G, others).energy == 0);
}

/* ---- motions --------------------------------------------------------------------------------- */

static const ss_motion_method METHODS[] = {SS_MOTION_EVENTS, SS_MOTION_MOREAU};

static void expect_claim(machine *m, double end) {
  for (int k = 0; k < 2; k++) {
    m->options.method = METHODS[k];
    machine_run_well(m, end);
    assert_null(m->motion.doubt);
  }
}

static void expect_doubt(machine *m, double end, double t, const char *part) {
  for (int k = 0; k < 2; k++) {
    m->options.method = METHODS[k];
    machine_run_well(m, end);
    assert_non_null(strstr(m->motion.doubt, part));
    assert_near(m->motion.doubt_time, t, METHODS[k] == SS_MOTION_EVENTS ? 1e-9 : 2e-3);
  }
}

/* A bar that falls flat lands on both ends at once: sqrt(2 h / g). With a tilt it does not. */
static void test_bar(void **state) {
  (void)state;
  machine m = machine_open("rocking-bar", NULL);
  machine_put(&m, "y=0.5");
  expect_doubt(&m, 0.5, sqrt(1 / 9.81), "'left' and 'right' land at once");
  machine_put(&m, "y=0.5,phi=0.2");
  expect_claim(&m, 0.5);
  machine_close(&m);
}

/* Two balls side by side have nothing to do with each other: at once or in turn is the same. A rod
 * between them couples them. */
static void test_two_balls(void **state) {
  (void)state;
  const char *const text = "coord y, z\nkinetic = 1/2*(y'^2 + z'^2) + %s\npotential = 10*(y + z)\n"
                           "contact a { gap = y; restitution = newton(0.5, 0) }\n"
                           "contact b { gap = z; restitution = newton(0.5, 0) }\n"
                           "state drop { y = 0.2; z = 0.2 }\n";
  const char *const coupling[] = {"0", "1/4*y'*z'"};
  for (int coupled = 0; coupled < 2; coupled++) {
    char full[400];
    snprintf(full, sizeof full, text, coupling[coupled]);
    machine m = machine_parse(full);
    machine_put(&m, "drop");
    /* M = ((1, 1/4), (1/4, 1)) y'' = -10 each: 8 m/s^2 */
    if (coupled)
      expect_doubt(&m, 0.3, sqrt(0.4 / 8), "'a' and 'b' land at once");
    else
      expect_claim(&m, 3);
    machine_close(&m);
  }
}

/* A ball on a ball that lies on the floor: the upper one lands on a contact that is closed. */
static void test_landing_on_a_closed_one(void **state) {
  (void)state;
  machine m = machine_parse("coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\npotential = 10*(y + z)\n"
                            "contact floor { gap = y; restitution = newton(0.5, 0) }\n"
                            "contact between { gap = z - y; restitution = newton(0.5, 0) }\n");
  machine_put(&m, "z=0.2");
  expect_claim(&m, 1);
  machine_close(&m);
}

/* Landings with a thousandth of the energy change nothing that counts: the two balls above, whose
 * fast neighbour bounces elsewhere. */
static void test_little_energy(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2) + 1/4*y'*z'\n"
                            "potential = 10*(y + z)\n"
                            "contact a { gap = y; restitution = newton(0.5, 0) }\n"
                            "contact b { gap = z; restitution = newton(0.5, 0) }\n"
                            "contact wall { gap = x; restitution = newton(0.5, 0) }\n");
  /* they land with 1.8 m/s and 1.5 J each */
  machine_put(&m, "x=1,x'=-20,y=0.2,z=0.2");
  expect_doubt(&m, 0.3, sqrt(0.4 / 8), "'a' and 'b' land at once");
  machine_put(&m, "x=1,x'=-200,y=0.2,z=0.2");
  expect_claim(&m, 0.3);
  machine_close(&m);
}

/* Painleve's rod where it may go on sliding or lift off: who follows the first mode knows of
 * others. */
static void test_choice(void **state) {
  (void)state;
  machine m = machine_open("painleve-rod", NULL);
  machine_put(&m, "spun");
  m.options.first_if_several = true;
  machine_run(&m, 1e-3);
  assert_non_null(strstr(m.motion.doubt, "several motions are possible"));
  assert_near(m.motion.doubt_time, 0, 0);
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = 1e-5;
  machine_run(&m, 1e-3);
  assert_non_null(strstr(m.motion.doubt, "several solutions"));
  machine_close(&m);
}

/* The first doubt stays, with its time. */
static void test_first_stays(void **state) {
  (void)state;
  machine m = machine_open("rocking-bar", NULL);
  ss_run run;
  assert_int_equal(ss_run_start(&run, m.arena, m.system, m.parameters, &m.options), SS_OK);
  assert_null(run.doubt);
  ss_doubt_note(&run, 1, "number %d", 1);
  ss_doubt_note(&run, 2, "number %d", 2);
  assert_string_equal(run.doubt, "number 1");
  assert_near(run.doubt_time, 1, 0);
  ss_run_end(&run);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_coupling),
      cmocka_unit_test(test_coupling_through_another),
      cmocka_unit_test(test_bar),
      cmocka_unit_test(test_two_balls),
      cmocka_unit_test(test_landing_on_a_closed_one),
      cmocka_unit_test(test_little_energy),
      cmocka_unit_test(test_choice),
      cmocka_unit_test(test_first_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
