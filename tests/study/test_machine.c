/* test_machine.c: machines from files and texts, changed, closed; what is wrong with them. */
#include "stage.h"

static void settings_laws_and_inputs(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  const char *settings[] = {"F=0.2", "F=1/4"}, *inputs[] = {"v=sin(t)"};
  const ss_machine_options set = {.settings = 2, .setting = settings}, soft = {.feedback = "soft"},
                           free = {.inputs = 1, .input = inputs}, open = {.open = true};
  assert_int_equal(ss_machine_parse("bead", BEAD, &set, &s.said, &s.machine), SS_OK);
  assert_true(ss_machine_parameters(s.machine)[0] == 0.25); /* the last one counts */
  ss_machine_close(s.machine);
  const ss_machine_options *three[] = {&soft, &free, &open};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ss_machine_parse("cart", CART, three[i], &s.said, &s.machine), SS_OK);
    assert_int_equal(ss_machine_system(s.machine)->inputs, i == 2 ? 1 : 0);
    ss_machine_close(s.machine);
  }
  s.machine = NULL;
  close_stage(&s);
}

static void mistakes_are_said_and_outlive_the_machine(void **state) {
  (void)state;
  const struct {
    ss_machine_options options;
    const char *file, *text;
  } wrong[] = {
      {{.settings = 1, .setting = (const char *[]){"G=1"}}, "--set", "unknown parameter 'G'"},
      {{.feedback = "sotf"}, "--feedback", "unknown feedback law 'sotf'"},
      {{.inputs = 1, .input = (const char *[]){"v=y"}}, "--input", "unknown name 'y'"},
      {{0}, "cart", "several feedback laws"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    stage s = open_stage(NULL);
    assert_int_equal(ss_machine_parse("cart", CART, &wrong[i].options, &s.said, &s.machine),
                     SS_BAD_INPUT);
    assert_null(s.machine);
    assert_string_equal(s.said.items[0].file, wrong[i].file);
    assert_said(&s, wrong[i].text);
    assert_int_equal(ss_machine_parse("cart", CART, &wrong[i].options, NULL, &s.machine),
                     SS_BAD_INPUT);
    close_stage(&s);
  }
  stage s = open_stage(NULL);
  assert_int_equal(ss_machine_open("nothing.still", NULL, &s.said, &s.machine), SS_IO);
  assert_string_equal(s.said.items[0].file, "nothing.still");
  close_stage(&s);
}

/* A changed machine is what the text says with one setting more; the first stays what it is. */
static void a_change_follows_everywhere(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_machine *changed, *again;
  double q, u;
  const char *setting = "F=0.75";
  assert_int_equal(ss_machine_change(s.machine, 1, &setting, &s.said, &changed), SS_OK);
  assert_int_equal(ss_machine_state(changed, "--from", "here", &s.said, &q, &u), SS_OK);
  assert_true(q == 1.5);
  assert_int_equal(ss_machine_state(s.machine, "--from", NULL, &s.said, &q, &u), SS_OK);
  assert_true(q == 1.0);
  assert_int_equal(ss_machine_change(changed, 0, NULL, &s.said, &again), SS_OK);
  assert_true(ss_machine_parameters(again)[0] == 0.75);
  assert_int_equal(ss_machine_options_of(again)->settings, 1);
  const char *wrong = "k=";
  ss_machine *none;
  assert_int_equal(ss_machine_change(again, 1, &wrong, &s.said, &none), SS_BAD_INPUT);
  assert_null(none);
  ss_machine_close(changed);
  ss_machine_close(again);
  close_stage(&s);
}

/* A model from JSON has no text; its canonical form is read again. */
static void a_change_of_json(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_text json;
  ss_text_start(&json);
  ss_model_print_json(ss_machine_model(s.machine), &json);
  ss_machine *machine, *changed;
  const char *setting = "k=3";
  assert_int_equal(ss_machine_parse("json", json.data, NULL, &s.said, &machine), SS_OK);
  ss_text_stop(&json);
  assert_int_equal(ss_machine_change(machine, 1, &setting, &s.said, &changed), SS_OK);
  ss_machine_close(machine);
  assert_true(ss_machine_parameters(changed)[1] == 3);
  ss_machine_close(changed);
  close_stage(&s);
}

static void states(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  double q = 7, u = 7;
  assert_int_equal(ss_machine_state(s.machine, "--from", "", &s.said, &q, &u), SS_OK);
  assert_true(q == 0 && u == 0);
  assert_int_equal(ss_machine_state(s.machine, "--from", "kick, x=3", &s.said, &q, &u), SS_OK);
  assert_true(q == 3 && u == 1);
  assert_int_equal(ss_machine_state(s.machine, "--at", "kik", &s.said, &q, &u), SS_BAD_INPUT);
  assert_string_equal(s.said.items[0].file, "--at");
  assert_int_equal(ss_machine_state(s.machine, "--at", "kik", NULL, &q, &u), SS_BAD_INPUT);
  ss_machine_close(NULL);
  close_stage(&s);
}

RUN_TESTS(T(settings_laws_and_inputs), T(mistakes_are_said_and_outlive_the_machine),
          T(a_change_follows_everywhere), T(a_change_of_json), T(states))
