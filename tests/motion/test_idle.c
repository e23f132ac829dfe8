/* test_idle.c: elements that can exert no friction change no motion. The oracle is the same machine
 * without them, or with contacts that have no friction at all. */
#include "../../src/motion/run.h"
#include "machine.h"

/* ---- which elements are idle ----------------------------------------------------------------- */

static void check_idle(const char *text, size_t count, const bool *expected) {
  machine m = machine_parse(text);
  ss_run run;
  assert_int_equal(ss_run_start(&run, m.arena, m.system, m.parameters, &m.options), SS_OK);
  assert_int_equal(run.elements, count);
  for (size_t i = 0; i < count; i++) assert_int_equal(run.idle[i], expected[i]);
  ss_run_end(&run);
  machine_close(&m);
}

/* 0 for good, not 0 at the origin by chance; the whole set, not a direction of it. */
static void test_which(void **state) {
  (void)state;
  check_idle("param k = 0\nparam mu = 0.2\ncoord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\n"
             "friction a { slip = x'; normal = 0; law = coulomb(mu) }\n"
             "friction b { slip = x'; normal = 1; law = coulomb(mu) }\n"
             "friction c { slip = x'; normal = k*(1 + x^2); law = coulomb(mu) }\n"
             "friction d { slip = x'; normal = x^2; law = coulomb(mu) }\n"
             "friction e { slip = x'; normal = 1 - cos(t); law = coulomb(mu) }\n"
             "friction f { slip = x'; normal = 3; law = coulomb(k) }\n",
             6, (const bool[]){true, false, true, false, false, true});
  check_idle("param k = 0\ncoord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
             "friction a { slip = (x', y'); normal = 1; law = disk(k) }\n"
             "friction b { slip = (x', y'); normal = 1; law = ellipse(0.1, k) }\n"
             "friction c { slip = (x', y'); spin = z'; normal = 1; law = contensou(k, 0.1) }\n"
             "contact d { gap = z; slip = x'; law = coulomb(k) }\n"
             "contact e { gap = z }\n"
             "clutch f { slip = x'; law = oneway }\n",
             6, (const bool[]){true, false, true, true, false, false});
}

/* ---- the same motion ------------------------------------------------------------------------- */

static bool has_same_name(const machine *a, size_t i, const machine *b, size_t j) {
  if (i == SIZE_MAX || j == SIZE_MAX) return i == j;
  return strcmp(a->system->element[i].element->name.text,
                b->system->element[j].element->name.text) == 0;
}

/* Both run to `end`; then their final states, and where the method is `events` their events, are
 * the same up to `error`. */
static void check_same(machine *a, machine *b, const char *from, double end, double error) {
  machine_put(a, from);
  machine_put(b, from);
  machine_run_well(a, end);
  machine_run_well(b, end);
  const ss_motion *first = &a->motion, *second = &b->motion;
  const ss_sample *last = &first->sample[first->samples - 1];
  const ss_sample *other = &second->sample[second->samples - 1];
  assert_int_equal(first->at_rest, second->at_rest);
  assert_near(last->t, other->t, error);
  for (size_t k = 0; k < a->model->coordinates; k++) {
    assert_near(last->q[k], other->q[k], error);
    assert_near(last->u[k], other->u[k], error);
  }
  if (a->options.method != SS_MOTION_EVENTS) return;
  assert_int_equal(first->events, second->events);
  for (size_t i = 0; i < first->events; i++) {
    assert_int_equal(first->event[i].kind, second->event[i].kind);
    assert_near(first->event[i].t, second->event[i].t, error);
    assert_true(has_same_name(a, first->event[i].element, b, second->event[i].element));
  }
}

/* Idle frictions in the direction of another one, and in one of their own. */
#define THREE_MASSES                                                                               \
  "coord x1, x2, x3\n"                                                                             \
  "kinetic = 5*x1'^2 - 4*x1'*x2' + 2*x1'*x3' + 5*x2'^2 + 2*x2'*x3' + 13/2*x3'^2\n"                 \
  "force x1 = -8*x2' - 4*x3' - 10*x1 - 7*x2 - 4*x3 + 2\n"                                          \
  "force x2 = 8*x1' - x2' - 7*x3' - 7*x1 - 7*x2 - 3*x3 + 2\n"                                      \
  "force x3 = -8*x1' - 3*x2' - 4*x3' - 4*x1 - 3*x2 - 10*x3 - 1\n"                                  \
  "friction f2 { slip = -2*x1' + x3'; normal = 3; law = coulomb(1) }\n"                            \
  "friction f3 { slip = -x1' + 2*x2' + 2*x3'; normal = 1; law = coulomb(1) }\n"
#define IDLE_ONES                                                                                  \
  "friction f1 { slip = -2*x1' + x3'; normal = 0; law = coulomb(1) }\n"                            \
  "friction f4 { slip = -x1' + x3'; normal = 0; law = coulomb(1) }\n"                              \
  "friction f5 { slip = x1' - 2*x2' - 2*x3'; normal = 2; law = coulomb(0) }\n"

static void compare_three_masses(ss_motion_method method, double error) {
  static const char *const from[] = {"x2=-1, x3=1", "x1=1, x3=1, x1'=-1, x2'=-1, x3'=-1", "x2'=1"};
  for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
    machine with = machine_parse(THREE_MASSES IDLE_ONES), without = machine_parse(THREE_MASSES);
    with.options.method = without.options.method = method;
    check_same(&with, &without, from[i], 15, error);
    machine_close(&with);
    machine_close(&without);
  }
}

/* Events found to rounding, some 30 of them, each passing on what the last one had. */
static void test_beside_another(void **state) {
  (void)state;
  compare_three_masses(SS_MOTION_EVENTS, 1e-11);
}

/* The same steps: a turn of an idle slip cuts none. */
static void test_other_methods(void **state) {
  (void)state;
  compare_three_masses(SS_MOTION_MOREAU, 1e-10);
  compare_three_masses(SS_MOTION_PENALTY, 1e-9);
}

/* ---- spatial laws ---------------------------------------------------------------------------- */

#define TABLE                                                                                      \
  "coord x, y, psi\nkinetic = 1/2*(x'^2 + y'^2) + 1/4*psi'^2\n"                                    \
  "potential = 5*x^2 + 4*y^2 + x*y\n"                                                              \
  "friction table { slip = (x', y'); normal = 3; law = disk(0.3) }\n"                              \
  "friction axle { slip = psi'; normal = 1; law = coulomb(0.1) }\n"
#define IDLE_TABLES                                                                                \
  "friction a { slip = (x', y'); normal = 0; law = disk(0.3) }\n"                                  \
  "friction b { slip = (x' + y', y'); spin = psi'; normal = 1; law = contensou(0, 0.1) }\n"        \
  "friction c { slip = y'; normal = 2; law = coulomb(0) }\n"

/* Idle elements beside a spatial law: integrators of the same tolerance. */
static void test_spatial(void **state) {
  (void)state;
  machine with = machine_parse(TABLE IDLE_TABLES), without = machine_parse(TABLE);
  check_same(&with, &without, "x=1, y'=1, psi'=1", 10, 1e-7);
  assert_true(with.motion.at_rest);
  machine_close(&with);
  machine_close(&without);
}

/* Spatial laws that are all idle leave a linear machine: x = cos(3 t), y = sin(2 t) / 2. */
static void test_all_idle(void **state) {
  (void)state;
  machine m = machine_parse("param mu = 0\ncoord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\n"
                            "potential = 9/2*x^2 + 2*y^2\n"
                            "friction a { slip = (x', y'); normal = 2; law = disk(mu) }\n");
  machine_put(&m, "x=1, y'=1");
  machine_run_well(&m, 7);
  const ss_sample *last = &m.motion.sample[m.motion.samples - 1];
  assert_near(last->q[0], cos(21), 1e-12);
  assert_near(last->q[1], sin(14) / 2, 1e-12);
  assert_int_equal(m.motion.events, 0);
  machine_close(&m);
}

/* ---- worked models with mu = 0 --------------------------------------------------------------- */

static void check_linear(const char *model, const char *const *settings, const char *from) {
  machine m = machine_open(model, settings);
  machine_put(&m, from);
  machine_run_well(&m, 10);
  assert_int_equal(m.motion.events, 0);
  assert_near(m.motion.energy.friction, 0, 0);
  assert_true(machine_residual(&m) < 1e-13);
  machine_close(&m);
}

/* No friction, no events; one idle mass beside a rough one: the rough one's events only. */
static void test_frictions(void **state) {
  (void)state;
  static const char *const none[] = {"mu=0", NULL}, *const neither[] = {"mu1=0", "mu2=0", NULL};
  static const char *const second[] = {"mu1=0", NULL};
  check_linear("friction-oscillator", none, "kick");
  check_linear("two-masses", neither, "apart");
  machine m = machine_open("two-masses", second);
  machine_put(&m, "apart");
  machine_run_well(&m, 10);
  assert_true(m.motion.events > 0);
  for (size_t i = 0; i < m.motion.events; i++) assert_int_equal(m.motion.event[i].element, 1);
  machine_close(&m);
}

/* The mode of an idle element is the sign of its slip velocity. */
static void test_modes(void **state) {
  (void)state;
  static const char *const none[] = {"mu=0", NULL};
  machine m = machine_open("friction-oscillator", none);
  machine_put(&m, "kick");
  m.options.every = 0.05;
  machine_run_well(&m, 5);
  size_t count[2] = {0};
  for (size_t i = 0; i < m.motion.samples; i++) {
    const ss_sample *s = &m.motion.sample[i];
    assert_near(s->forces[0], 0, 0);
    if (fabs(s->u[0]) < 1e-6) continue;
    assert_int_equal(s->modes[0], s->u[0] > 0 ? SS_MODE_SLIP_PLUS : SS_MODE_SLIP_MINUS);
    count[s->u[0] > 0]++;
  }
  assert_true(count[0] > 10 && count[1] > 10);
  machine_close(&m);
}

/* Contacts with mu = 0 move as contacts that have no law of friction. */
static void compare_contacts(const char *model, const char *from, double end) {
  static const char *const none[] = {"mu=0", NULL};
  machine idle = machine_open(model, none), smooth = machine_open(model, none);
  ss_element *copy = ss_arena_new(smooth.arena, smooth.system->elements, ss_element);
  ss_system_element *list = ss_arena_new(smooth.arena, smooth.system->elements, ss_system_element);
  for (size_t i = 0; i < smooth.system->elements; i++) {
    list[i] = smooth.system->element[i];
    copy[i] = *list[i].element;
    if (copy[i].kind == SS_ELEMENT_CONTACT) copy[i].law = SS_LAW_FRICTIONLESS, list[i].slips = 0;
    list[i].element = &copy[i];
  }
  smooth.system->element = list;
  check_same(&idle, &smooth, from, end, 1e-9);
  machine_close(&idle);
  machine_close(&smooth);
}

static void test_contacts(void **state) {
  (void)state;
  compare_contacts("rocking-block", "rest", 1);
  compare_contacts("rocking-block", "tilted", 5);
  compare_contacts("rocking-block", "drop", 5);
  compare_contacts("plank-box", "landing", 2);
  compare_contacts("plank-box", "above", 2);
  compare_contacts("three-leg-stool", "rest", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_which),         cmocka_unit_test(test_beside_another),
      cmocka_unit_test(test_other_methods), cmocka_unit_test(test_spatial),
      cmocka_unit_test(test_all_idle),      cmocka_unit_test(test_frictions),
      cmocka_unit_test(test_modes),         cmocka_unit_test(test_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
