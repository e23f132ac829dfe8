/* test_report_replay.c: what a page replays is where the film has the machine. */
#include "report_fixture.h"

#include <jansson.h>

/* The node's value by the rules that report.js has. */
static double evaluate(json_t *program, size_t node, const double *variable) {
  json_t *n = json_array_get(program, node);
  if (json_is_number(n)) return json_number_value(n);
  json_t *head = json_array_get(n, 0);
  if (json_array_size(n) == 1) return variable[json_integer_value(head)];
  const char *op = json_string_value(head);
  double a[2] = {0};
  for (size_t i = 1; i < json_array_size(n); i++) {
    const size_t argument = (size_t)json_integer_value(json_array_get(n, i));
    assert_true(argument < node);
    a[i - 1] = evaluate(program, argument, variable);
  }
  switch (*op) {
  case '+': return a[0] + a[1];
  case '-': return a[0] - a[1];
  case '*': return a[0] * a[1];
  case '/': return a[0] / a[1];
  case '^': return pow(a[0], a[1]);
  default: break;
  }
  if (strcmp(op, "neg") == 0) return -a[0];
  if (strcmp(op, "sin") == 0) return sin(a[0]);
  assert_string_equal(op, "cos");
  return cos(a[0]);
}

#define SWINGS                                                                                     \
  "param l = 1.25\ncoord phi, s\nkinetic = 1/2*(l^2*phi'^2 + s'^2)\n"                              \
  "potential = 9.81*(1 - cos(phi)) + s^2\n"                                                        \
  "friction pivot { slip = phi'; normal = 1; law = coulomb(1) }\n"                                 \
  "friction base { slip = s'; normal = 1; law = coulomb(1) }\nstate far { phi = 1; s = 0.9 }\n"    \
  "draw line (s, t/3) to (s + l*sin(phi), -l*cos(phi))\n"                                          \
  "draw circle (l*sin(phi)^2/2, 0) radius l/10\ndraw arrow pivot at (s, 0)\n"                      \
  "draw label \"</script>\" at (phi, 1)\n"

static json_t *read_replay(const report_fixture *f, const ss_replay *replay,
                           const ss_report_track *track) {
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "{");
  ss_replay_add_machine(replay, &text);
  ss_replay_add_track(replay, track, &text);
  ss_text_add(&text, "}");
  json_t *root = json_loads(text.data, 0, NULL);
  assert_non_null(root);
  assert_null(strstr(text.data, "</script"));
  ss_text_stop(&text);
  (void)f;
  return root;
}

/* Positions are good to half a unit; places follow them as the drawings say. */
static void places_are_those_of_the_drawings(void **state) {
  (void)state;
  report_fixture f = open_report(SWINGS);
  assert_true(f.report.tracks > 10);
  const ss_report_track *track = &f.report.track[3];
  const ss_replay *replay = ss_replay_make(f.arena, &f.report);
  assert_non_null(replay);
  json_t *root = read_replay(&f, replay, track), *machine = json_object_get(root, "machine");
  json_t *program = json_object_get(machine, "program"), *q = json_object_get(root, "q");
  json_t *drawing = json_object_get(machine, "drawings");
  json_t *variables = json_object_get(machine, "variables");
  assert_int_equal(json_array_size(variables), 2);
  assert_int_equal(json_array_size(q), 2 * track->points);
  assert_int_equal(json_array_size(drawing), 4);
  double sum[2] = {0}, at[3];
  for (size_t k = 0; k < track->points; k++) {
    for (size_t j = 0; j < 2; j++) {
      json_t *v = json_array_get(variables, j);
      const double unit = json_number_value(json_object_get(v, "unit"));
      sum[j] += json_number_value(json_array_get(q, 2 * k + j));
      at[j] = json_number_value(json_object_get(v, "low")) + unit * sum[j];
      assert_true(fabs(at[j] - track->state[4 * k + j]) <= 0.51 * unit);
    }
    at[2] = track->point[3 * k + 2];
    const double phi = at[0], s = at[1], l = 1.25;
    const double line[4] = {s, at[2] / 3, s + l * sin(phi), -l * cos(phi)};
    json_t *places = json_object_get(json_array_get(drawing, 0), "places");
    for (size_t i = 0; i < 4; i++) {
      const size_t node = (size_t)json_integer_value(json_array_get(places, i));
      assert_true(fabs(evaluate(program, node, at) - line[i]) <= 1e-12);
    }
    json_t *radius = json_object_get(json_array_get(drawing, 1), "radius");
    assert_true(fabs(evaluate(program, (size_t)json_integer_value(radius), at) - l / 10) <= 1e-9);
  }
  json_decref(root);
  close_report(&f);
}

/* One digit a point for what has an arrow, nothing for the others. */
static void lights_are_the_modes(void **state) {
  (void)state;
  report_fixture f = open_report(SWINGS);
  const ss_report_track *track = &f.report.track[0];
  json_t *root = read_replay(&f, ss_replay_make(f.arena, &f.report), track);
  json_t *lights = json_object_get(root, "lights");
  const char *pivot = json_string_value(json_array_get(lights, 0));
  assert_int_equal(strlen(pivot), track->points);
  assert_string_equal(json_string_value(json_array_get(lights, 1)), "");
  for (size_t k = 0; k < track->points; k++)
    assert_int_equal(pivot[k] - '0', ss_film_light(track->modes[2 * k]));
  assert_true(track->rests && pivot[track->points - 1] == '0' + SS_LIGHT_STICK);
  json_decref(root);
  close_report(&f);
}

static void nothing_drawn_nothing_replayed(void **state) {
  (void)state;
  report_fixture f = open_report("coord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
                                 "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  assert_null(ss_replay_make(f.arena, &f.report));
  close_report(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_are_those_of_the_drawings),
      cmocka_unit_test(lights_are_the_modes),
      cmocka_unit_test(nothing_drawn_nothing_replayed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
