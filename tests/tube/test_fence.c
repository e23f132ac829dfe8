/* test_fence.c: havens and cells, against motions by small steps. */
#include "plane.h"

/* Where the motion stops for ever: q'' = pull, by small steps. */
static double find_rest(const orbit *o, double q, double u) {
  const double h = 5e-4;
  for (size_t k = 0; k < 400000; k++) {
    const bool right = ss_orbit_pull(o, 1, q, 0) >= 0 && !(o->wall > 0 && q >= o->stop),
               left = ss_orbit_pull(o, -1, -q, 0) >= 0 && !(o->wall < 0 && q <= o->stop);
    if (u == 0 && !right && !left) return q;
    const int side = u != 0 ? (u > 0 ? 1 : -1) : right ? 1 : -1;
    const double v = fabs(u) + h / 2 * ss_orbit_pull(o, side, side * q, fabs(u));
    const double y = q + h / 2 * u;
    const double next = fabs(u) + h * ss_orbit_pull(o, side, side * y, fmax(0, v));
    q += h * side * v;
    u = next > 0 ? side * next : 0;
    if (!o->wall || !(o->wall * (q - o->stop) > 0)) continue;
    q = o->stop;
    u = fabs(u) < 1e-3 ? 0 : -o->bounce * u;
  }
  return NAN;
}

static const ss_fences *make_fences(stage *s, double reach, double speed, size_t depth) {
  const ss_fence_options o = {{-reach, -speed}, {reach, speed}, depth};
  const ss_fences *f;
  assert_int_equal(ss_fences_create(s->arena, ss_machine_system(s->machine), &o, &f, &s->why),
                   SS_OK);
  return f;
}

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static double pick(uint64_t *seed, double low, double high) {
  return low + (high - low) * (double)next_random(seed) / 0x1p31;
}

/* Boxes that have a haven: their motions rest there. */
static size_t motions_rest_where_it_is_said(const char *text, double speed, double least) {
  enum { TRIES = 400 };
  stage s = open_stage(text);
  const ss_fences *f = make_fences(&s, 3, speed, 7);
  uint64_t seed = 7;
  size_t decided = 0, sets[64] = {0}, different = 0, turns = 0;
  for (int k = 0; k < TRIES; k++) {
    const double q = pick(&seed, -2.9, 2.9), u = pick(&seed, -0.95 * speed, 0.95 * speed);
    const double low[2] = {q - 0.02, u - 0.02}, high[2] = {q + 0.02, u + 0.02};
    const size_t haven = ss_fences_find(f, low, high);
    if (haven == SIZE_MAX) continue;
    const ss_haven *h = ss_fences_haven(f, ss_fences_root(f, haven));
    assert_true(ss_haven_is_last(h));
    turns += !ss_haven_is_last(ss_fences_haven(f, haven));
    const double at = find_rest(s.o, pick(&seed, low[0], high[0]), pick(&seed, low[1], high[1]));
    assert_true(h->from - 1e-3 < at && at < h->to + 1e-3);
    if (sets[haven]++ == 0) different++;
    decided++;
  }
  assert_true((double)decided > least * TRIES);
  assert_true(different > 1);
  close_stage(&s);
  return turns;
}

static void pendulum(void **state) {
  (void)state;
  motions_rest_where_it_is_said(PENDULUM, 4, 0.7);
}

/* Friction that falls with speed and depends on the position, a mass that does too. */
static void others(void **state) {
  (void)state;
  motions_rest_where_it_is_said(
      "coord q\nkinetic = q'^2/2\npotential = 1 - cos(q)\n"
      "friction f { slip = q'; normal = 1; law = stribeck(0.4, 0.2, 0.5) }\n",
      3, 0.7);
  motions_rest_where_it_is_said(
      "coord q\nkinetic = (2 + cos(q))*q'^2/2\npotential = 1 - cos(q)\nforce q = -q'/5\n"
      "friction f { slip = q'; normal = 2 + sin(q); law = coulomb(0.1) }\n",
      3, 0.7);
}

/* Two wells: most of what starts far away turns several times before it rests in one of them. */
static void wells(void **state) {
  (void)state;
  const size_t turns = motions_rest_where_it_is_said(
      "coord q\nkinetic = q'^2/2\npotential = q^4/4 - q^2/2\nforce q = -q'/4\n"
      "friction f { slip = q'; normal = 1; law = coulomb(0.1) }\n",
      3, 0.6);
  assert_true(turns > 100);
}

/* A stop on either side: pressed against it or not, fed or damped; what starts beyond is none. */
static void stops(void **state) {
  (void)state;
  static const char *const text[] = {
      "potential = q^2/2\nforce q = q'/4\n"
      "contact c { gap = q + 1; restitution = newton(0.6, 0) }\n",
      "potential = 1 - cos(q) - q/4\nforce q = -q'/9\n"
      "contact c { gap = (2 - q)/3; restitution = newton(0.8, 0) }\n",
      "potential = q^4/4 - q^2/2\nforce q = q'/9\n"
      "contact c { gap = q + 1/3; restitution = newton(0.3, 0) }\n"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    char machine[500];
    snprintf(machine, sizeof machine, "coord q\nkinetic = q'^2/2\n%s%s", text[i],
             "friction f { slip = q'; normal = 1; law = coulomb(0.3) }\n");
    const size_t turns = motions_rest_where_it_is_said(machine, 2, 0.2);
    print_message("%zu turn or bounce\n", turns);
    assert_true(turns > 10);
    stage s = open_stage(machine);
    const ss_fences *f = make_fences(&s, 3, 2, 5);
    const double q = s.o->stop + s.o->wall * 0.01;
    const double low[2] = {q - 0.015, -0.01}, high[2] = {q + 0.015, 0.01};
    assert_true(ss_fences_find(f, low, high) == SIZE_MAX);
    close_stage(&s);
  }
}

/* Around the bottom of a well everything is caught, whatever the mass does and however early strong
 * damping ends the fences that come from afar. */
static void masses_that_depend_on_the_position(void **state) {
  (void)state;
  static const char *const text[] = {
      "coord q\nkinetic = (2 + sin(q)/2)*q'^2/2\npotential = q^2\nforce q = -q'/4\n",
      "coord q\nkinetic = (1 + cos(q)/2)^2*q'^2/2\npotential = q^2 + sin(2*q)/4\n"
      "force q = -q'/4 - q'^3/20\n",
      "coord q\nkinetic = (1 + q^4/6 + q^2/9)*q'^2/2\npotential = q^2/2 + sin(2*q)/4\n"
      "force q = -q'^3/6\n",
      "coord q\nkinetic = (1 + q^2)*q'^2/2\npotential = q^2/2\n"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    char machine[500];
    snprintf(machine, sizeof machine,
             "%sfriction f { slip = (1 + q^2/4)*q'; normal = 1; law = coulomb(0.15) }\n", text[i]);
    stage s = open_stage(machine);
    const ss_fences *f = make_fences(&s, 1.5, 1.5, 5);
    double widest = 0;
    for (size_t k = 0; k < ss_fences_count(f); k++) {
      const ss_haven *h = ss_fences_haven(f, k);
      if (h->trap) widest = fmax(widest, h->to - h->from);
    }
    print_message("a trap of %g\n", widest);
    assert_true(widest > 1);
    close_stage(&s);
  }
}

/* A turn starts to its side, ends in a haven before it, and has fences for the other side. */
static void turns_are_turns(void **state) {
  (void)state;
  stage s = open_stage("coord q\nkinetic = q'^2/2\npotential = q^4/4 - q^2/2\n"
                       "friction f { slip = q'; normal = 1; law = coulomb(0.1) }\n");
  const ss_fences *f = make_fences(&s, 2, 2, 5);
  size_t turns = 0;
  for (size_t k = 0; k < ss_fences_count(f); k++) {
    const ss_haven *h = ss_fences_haven(f, k);
    if (!h->starts) {
      assert_int_equal(turns, 0); /* they stand behind the others */
      assert_int_equal(ss_fences_root(f, k), k);
      continue;
    }
    turns++;
    assert_true(h->next < k && ss_fences_haven(f, h->next)->starts != h->starts);
    for (int i = 0; i <= 8; i++) {
      const double q = h->from + (h->to - h->from) * i / 8;
      assert_true(ss_orbit_pull(s.o, h->starts, h->starts * q, 0) > 0);
    }
    for (size_t i = 0; i < SS_FENCES_OF_HAVEN; i++) {
      ss_text text;
      ss_text_start(&text);
      if (ss_fences_print(f, k, i, &text)) assert_int_equal(i < 2, h->starts < 0);
      ss_text_stop(&text);
    }
  }
  assert_true(turns >= 4);
  close_stage(&s);
}

/* Fences as text: three numbers each segment; those that nobody needs are not there. */
static void fences_are_printed(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  const ss_fences *f = make_fences(&s, 1, 1, 5);
  size_t there = 0;
  for (size_t k = 0; k < ss_fences_count(f); k++)
    for (size_t i = 0; i < SS_FENCES_OF_HAVEN; i++) {
      ss_text text;
      size_t numbers = 1;
      ss_text_start(&text);
      if (ss_fences_print(f, k, i, &text)) {
        for (const char *c = text.data; *c; c++) numbers += *c == ' ';
        assert_int_equal(numbers % 3, 0);
        there++;
      }
      ss_text_stop(&text);
    }
  assert_true(there >= 2);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum),
                                     cmocka_unit_test(others),
                                     cmocka_unit_test(wells),
                                     cmocka_unit_test(stops),
                                     cmocka_unit_test(masses_that_depend_on_the_position),
                                     cmocka_unit_test(turns_are_turns),
                                     cmocka_unit_test(fences_are_printed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
