/* test_book.c: every worked model keeps its energy book, from random starts.
 *
 * The residual must be below 1e-9 of the largest energy in the book; gaps never fall below -1e-10;
 * where all restitutions are equal or 0 (conditions 6 and 7 of Leine & van de Wouw 2008, theorem 1)
 * and no damper is negative, T + U never grows.
 */
#include "machine.h"

static uint64_t seed = 3;

static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

/* Where starts are drawn: middle and range of each coordinate. */
typedef struct worked {
  const char *model;
  int runs;
  double end, middle[6], range[6], speed;
  bool passive;
} worked;

static const worked models[] = {
    {"bouncing-ball", 20, 8, {1}, {1}, 3, true},
    {"friction-oscillator", 20, 20, {0}, {3}, 3, false},
    {"two-masses", 20, 20, {0}, {3, 3}, 3, false},
    {"two-masses-between", 20, 20, {0}, {3, 3}, 3, false},
    {"two-masses-sum", 20, 20, {0}, {3, 3}, 3, false},
    {"falling-block", 20, 5, {0, 0.5}, {1, 0.5}, 2, true},
    {"arm-against-stop", 20, 5, {3}, {2.4}, 5, false},
    {"ratchet", 20, 10, {0}, {2, 2}, 3, true},
    {"sliding-disk", 20, 5, {0}, {1, 1}, 2, true},
    {"spinning-disk", 20, 3, {0}, {1, 1, 3}, 3, true},
    {"rocking-bar", 10, 4, {0, 1.5, 0}, {0.3, 0.4, 1}, 1, true},
    {"rocking-block", 10, 4, {0, 0.5, 0}, {0.3, 0.2, 0.5}, 1, true},
    {"rough-pendulum", 10, 4, {1.3, 1.3}, {0.3, 0.3}, 1, false},
    {"plank-box", 5, 2, {0.6, 0.3, 0, 0}, {0.2, 0.1, 0.3, 0.1}, 1, true},
    {"planar-biped", 10, 5, {0, 0.6, 0}, {1, 0.2, 0.3}, 1, true},
    {"painleve-rod", 5, 5, {0, 1.3, 1.5}, {1, 0.2, 1.5}, 1, true},
    {"three-leg-stool", 2, 1, {0, 0, 0.6, 0, 0, 0}, {1, 1, 0.1, 0.3, 0.3, 3}, 1, true},
};

/* Energies and gaps at the samples. */
static void check_samples(machine *m, bool passive) {
  double before = INFINITY, size = 1;
  for (size_t i = 0; i < m->motion.samples; i++) {
    const ss_sample *s = &m->motion.sample[i];
    const ss_arena_mark mark = ss_arena_get_mark(m->arena);
    ss_system_values v;
    assert_int_equal(ss_system_evaluate(m->arena, m->system, m->parameters, s->q, s->u, s->t, &v),
                     SS_OK);
    for (size_t k = 0; k < m->system->normals; k++) assert_true(v.of[SS_QUANTITY_GAP][k] >= -1e-10);
    const double energy = v.of[SS_QUANTITY_ENERGY][0] + v.of[SS_QUANTITY_ENERGY][1];
    size = fmax(size, fabs(energy));
    if (passive) assert_true(energy <= before + 1e-9 * size);
    before = energy;
    ss_arena_release(m->arena, mark);
  }
}

static void test_worked_models(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    const worked *w = &models[i];
    machine m = machine_open(w->model, NULL);
    const size_t n = m.system->coordinates;
    m.options.every = w->end / 7;
    for (int run = 0; run < w->runs; run++) {
      const ss_arena_mark mark = ss_arena_get_mark(m.arena);
      for (size_t k = 0; k < n; k++) m.q[k] = w->middle[k] + w->range[k] * draw();
      for (size_t k = 0; k < n; k++) m.u[k] = w->speed * draw();
      const ss_status status = machine_run(&m, w->end);
      /* a start below the floor, or a paradox of Coulomb's law, is an answer too */
      if (status != SS_OK && status != SS_BAD_INPUT) {
        if (!strstr(m.motion.reason, "motions are possible"))
          print_error("%s: %s\n", w->model, m.motion.reason);
        assert_non_null(strstr(m.motion.reason, "motions are possible"));
      }
      if (status != SS_BAD_INPUT) {
        if (machine_residual(&m) >= 1e-9)
          print_error("%s: residual %g\n", w->model, machine_residual(&m));
        assert_true(machine_residual(&m) < 1e-9);
        check_samples(&m, w->passive);
      }
      ss_arena_release(m.arena, mark);
    }
    machine_close(&m);
  }
}

/* Each account on its own: m = 1, k = 1, F = 1 from x = 3.5 with a damper and a control. */
static void test_accounts(void **state) {
  (void)state;
  machine m = machine_parse("coord x\ninput F\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "force x = F - 0.1*x'\nfeedback F = -0.2*x'\n"
                            "friction floor { slip = x'; normal = 1; law = coulomb(1) }\n");
  m.q[0] = 3.5;
  machine_run_well(&m, 100);
  const ss_energy_book *b = &m.motion.energy;
  assert_near(b->start, 6.125, 1e-14);
  assert_near(b->end, b->kinetic + b->potential, 1e-15);
  assert_near(b->controls, b->work * 2 / 3, 1e-12); /* 0.2 of 0.3 */
  assert_near(b->friction, b->friction_of[0], 0);
  /* the friction force is 1 all the time: its work is the way */
  double way = 0, x = 3.5;
  for (size_t i = 0; i < m.motion.events; i++) {
    way += fabs(m.motion.event[i].q[0] - x);
    x = m.motion.event[i].q[0];
  }
  assert_near(b->friction, -way, 1e-12);
  assert_near(b->residual, b->end - b->start - b->work - b->friction - b->impacts, 1e-15);
  assert_near(b->residual, 0, 1e-13);
  machine_close(&m);
}

/* A belt that a slider drives pulls a mass on a spring. The mass never runs ahead of the belt, so
 * that friction takes F times the way between them, and the drive gives all the rest. */
static void test_driven_belt(void **state) {
  (void)state;
  const double error[] = {1e-12, 1e-5, 1e-12};
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse("coord x, b\nkinetic = 1/2*(x'^2 + b'^2)\npotential = 2*x^2\n"
                              "friction belt { slip = x' - b'; normal = 10; law = coulomb(0.2) }\n"
                              "slider drive { gap = b - t/2 }\n");
    machine_put(&m, "b'=1/2");
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 10);
    const ss_energy_book *b = &m.motion.energy;
    assert_near(b->friction_of[0], -2 * (m.motion.q[1] - m.motion.q[0]), error[method]);
    assert_near(b->friction_of[1], 0, error[method]);
    assert_near(b->work, b->end - b->start - b->friction_of[0], error[method]);
    machine_close(&m);
  }
}

/* A ball that bounces on a table which shakes, without loss: what it gains is the table's work. The
 * moments of impacts are those of moreau to its second order. */
static void test_shaken_table(void **state) {
  (void)state;
  const double error[] = {1e-12, 1e-3, 1e-9};
  for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
    machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 9.81*x\n"
                              "contact table { gap = x - sin(3*t)/10; "
                              "restitution = newton(1, 0) }\n");
    m.q[0] = 0.2;
    m.options.method = (ss_motion_method)method;
    machine_run_well(&m, 1);
    const ss_energy_book *b = &m.motion.energy;
    assert_true(machine_count(&m, SS_EVENT_IMPACT) > 1);
    assert_true(fabs(b->end - b->start) > 0.1);
    assert_near(b->impacts, 0, error[method]);
    assert_near(b->work, b->end - b->start, error[method]);
    machine_close(&m);
  }
}

typedef struct moving {
  const char *text, *start;
  double x, gain; /* closed form: the first coordinate and the energy's change; NAN: none */
} moving;

/* A spring in a shaken frame, x'' + x = sin(t), from x = 1: x = cos(t) + (sin(t) - t cos(t))/2; a
 * mass that grows, p = (1 + t) x' = 1; a free mass seen from a frame that turns, and with a wall in
 * it; a mass on a spring in a frame that turns and loses by friction; a floor that shakes in it. */
static const moving frames[] = {
    {"coord x\nkinetic = 1/2*(x' + cos(t))^2\npotential = 1/2*x^2\n", "x=1", -0.9049554155264086,
     1.403717769419905},
    {"coord x\nkinetic = 1/2*(1 + t)*x'^2\n", "x'=1", 1.791759469228055, 1. / 12 - 0.5},
    {"coord x, y\nkinetic = 1/2*((x' - 3*y)^2 + (y' + 3*x)^2)\n", "x=1, y'=-3", -0.7596879128588213,
     0},
    {"coord x, y\nkinetic = 1/2*((x' - 3*y)^2 + (y' + 3*x)^2)\npotential = 20*x^2 + 20*y^2\n"
     "contact wall { gap = x + 0.5; slip = y'; law = coulomb(0.3); restitution = newton(0.5, 0) "
     "}\n",
     "x=1, y'=1", NAN, NAN},
    {"coord x, y\nkinetic = 1/2*((x' - y*cos(t))^2 + (y' + x*cos(t))^2)\n"
     "potential = x^2 + 2*y^2 + x*sin(t)\n"
     "friction f { slip = x' - sin(t); normal = 1; law = coulomb(0.2) }\n"
     "contact wall { gap = y + 0.5 + sin(3*t)/10; slip = x'; law = coulomb(0.3);"
     " restitution = newton(0.5, 0) }\n",
     "x=1, y'=1", NAN, NAN},
    {"coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\nforce x = -x'/5\n"
     "slider ring { gap = (x - sin(2*t))^2 + y^2 - 1 }\n"
     "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n"
     "contact stop { gap = x + 1.6; restitution = newton(0.5, 0) }\n"
     "chart a { x = sin(2*t) + sin(a); y = -cos(a) }\n",
     "a=1", NAN, NAN},
};

/* In moving frames the book keeps Jacobi's energy: by events to rounding, by steps to their
 * order. */
static void test_moving_frames(void **state) {
  (void)state;
  const double error[] = {1e-9, 2e-3, 1e-7};
  for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
    for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
      const moving *f = &frames[i];
      machine m = machine_parse(f->text);
      machine_put(&m, f->start);
      m.options.method = (ss_motion_method)method;
      m.options.step = 1e-4;
      machine_run_well(&m, 5);
      const ss_energy_book *b = &m.motion.energy;
      assert_near(b->residual, 0, error[method]);
      if (!isnan(f->x)) assert_near(m.motion.q[0], f->x, error[method]);
      if (!isnan(f->gain)) assert_near(b->end - b->start, f->gain, error[method]);
      if (!isnan(f->gain)) assert_near(b->work, f->gain, error[method]);
      machine_close(&m);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worked_models), cmocka_unit_test(test_accounts),
      cmocka_unit_test(test_driven_belt),   cmocka_unit_test(test_shaken_table),
      cmocka_unit_test(test_moving_frames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
