/* test_worked_models.c: every file of models/ is read without a complaint, says what it is, has the
 * names that scripts rely on, survives the way through JSON, and starts from admissible states.
 *
 * Gaps of the named states are enclosed in balls of 200 bits, so that a closed contact shows as an
 * enclosure of zero and not as a rounding error of either sign. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/tape.h"
#include "worked.h"

enum { PRECISION = 200 };

/* ---- words ----------------------------------------------------------------------------------- */

/* Word i of a list that blanks separate, copied to `word`; false beyond the last. */
static bool get_word(const char *list, size_t i, char word[32]) {
  for (; i > 0; i--) {
    list = strchr(list, ' ');
    if (!list) return false;
    list++;
  }
  if (!*list) return false; /* a model without elements */
  size_t length = strcspn(list, " ");
  assert_in_range(length, 1, 31);
  memcpy(word, list, length);
  word[length] = '\0';
  return true;
}

static size_t count_words(const char *list) {
  size_t count = 0;
  char word[32];
  while (get_word(list, count, word)) count++;
  return count;
}

/* ---- the files ------------------------------------------------------------------------------- */

static void the_table_is_the_folder(void **state) {
  (void)state;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  size_t found = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *ending = strstr(entry->d_name, ".still");
    if (!ending) continue;
    size_t length = (size_t)(ending - entry->d_name), k = 0;
    while (k < WORKED_COUNT && (strlen(worked_models[k].name) != length ||
                                memcmp(worked_models[k].name, entry->d_name, length) != 0))
      k++;
    if (k == WORKED_COUNT) print_error("%s is not in the table\n", entry->d_name);
    assert_true(k < WORKED_COUNT);
    found++;
  }
  closedir(folder);
  assert_int_equal(found, WORKED_COUNT);
}

/* ---- one model ------------------------------------------------------------------------------- */

static void check_documentation(const ss_model *model) {
  assert_true(strlen(model->title) > 0);
  assert_true(strlen(model->source) > 0);
  for (size_t i = 0; i < model->parameters; i++) {
    assert_non_null(model->parameter[i].name.unit);
    assert_true(strlen(model->parameter[i].name.doc) > 0);
  }
  for (size_t i = 0; i < model->coordinates; i++) {
    assert_non_null(model->coordinate[i].name.unit);
    assert_true(strlen(model->coordinate[i].name.doc) > 0);
  }
  for (size_t i = 0; i < model->inputs; i++) assert_non_null(model->input[i].name.unit);
}

static void check_names(const ss_model *model, const worked *expected) {
  char word[32];
  assert_int_equal(model->coordinates, count_words(expected->coordinates));
  for (size_t i = 0; get_word(expected->coordinates, i, word); i++)
    assert_string_equal(model->coordinate[i].name.text, word);
  assert_int_equal(model->parameters, count_words(expected->parameters));
  for (size_t i = 0; get_word(expected->parameters, i, word); i++)
    assert_true(ss_model_find_parameter(model, word) < model->parameters);
  assert_int_equal(model->elements, count_words(expected->elements));
  for (size_t i = 0; get_word(expected->elements, i, word); i++)
    assert_int_equal(ss_model_find_element(model, word), i);
}

/* text -> model -> JSON -> model -> JSON: the same hash, the same JSON. */
static void check_round_trip(ss_arena *arena, const ss_model *model) {
  ss_text first, second;
  ss_text_start(&first);
  ss_text_start(&second);
  ss_model_print_json(model, &first);
  assert_false(first.failed);
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "model.json", first.data, first.length);
  ss_model *again = NULL;
  ss_status status =
      ss_model_parse(arena, "model.json", first.data, first.length, 0, NULL, &list, &again);
  assert_int_equal(list.count, 0);
  assert_int_equal(status, SS_OK);
  assert_string_equal(model->hash, again->hash);
  ss_model_print_json(again, &second);
  assert_string_equal(first.data, second.data);
  ss_model_close(again);
  ss_text_stop(&first);
  ss_text_stop(&second);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* e with the state's values for coordinates and velocities, then the parameters' values. */
static ss_expr put_state(ss_graph *graph, const ss_model *model, const ss_state *at, ss_expr e) {
  ss_expr from[64], to[64];
  size_t n = model->coordinates;
  assert_true(2 * n <= 64 && model->parameters <= 64);
  for (size_t i = 0; i < n; i++) {
    from[i] = model->coordinate[i].q;
    to[i] = at->q[i].resolved;
    from[n + i] = model->coordinate[i].u;
    to[n + i] = at->u[i].resolved;
  }
  assert_int_equal(ss_expr_substitute(graph, 2 * n, from, to, 1, &e, &e), SS_OK);
  for (size_t i = 0; i < model->parameters; i++) {
    from[i] = model->parameter[i].symbol;
    to[i] = model->parameter[i].value.resolved;
  }
  /* a parameter's value may use other parameters, never itself: as many rounds as parameters */
  for (size_t i = 0; i < model->parameters; i++)
    assert_int_equal(ss_expr_substitute(graph, model->parameters, from, to, 1, &e, &e), SS_OK);
  return e;
}

/* Encloses a constant expression. */
static void enclose(const ss_graph *graph, ss_expr e, arb_t value) {
  ss_tape *tape = NULL;
  assert_int_equal(ss_tape_compile(graph, 0, NULL, 0, NULL, 1, &e, &tape), SS_OK);
  slong slots = (slong)ss_balls_work_size(tape);
  arb_ptr work = _arb_vec_init(slots);
  ss_balls_prepare(tape, NULL, work, PRECISION);
  ss_balls_run(tape, work, PRECISION);
  arb_set(value, ss_balls_out(tape, work));
  _arb_vec_clear(work, slots);
  ss_tape_destroy(tape);
}

static void check_state(const ss_model *model, const ss_state *at) {
  arb_t gap;
  arb_init(gap);
  ss_arena *arena = ss_arena_create();
  ss_graph *graph = ss_graph_create_over(arena, model->graph);
  for (size_t i = 0; i < model->elements; i++) {
    const ss_element *element = &model->element[i];
    if (element->gap.resolved == SS_EXPR_NONE) continue;
    enclose(graph, put_state(graph, model, at, element->gap.resolved), gap);
    /* a closed contact shows as a ball around zero of a radius below 2^-150 */
    bool zero = arb_contains_zero(gap) && mag_cmp_2exp_si(arb_radref(gap), -150) < 0;
    bool fine = zero || (element->kind == SS_ELEMENT_CONTACT && arb_is_positive(gap));
    if (!fine) print_error("state %s violates %s\n", at->name.text, element->name.text);
    assert_true(fine);
  }
  arb_clear(gap);
  ss_arena_destroy(arena);
}

static void every_model_is_as_it_should_be(void **state) {
  (void)state;
  for (size_t k = 0; k < WORKED_COUNT; k++) {
    ss_arena *arena = ss_arena_create();
    ss_model *model = read_worked_model(arena, worked_models[k].name);
    check_documentation(model);
    check_names(model, &worked_models[k]);
    check_round_trip(arena, model);
    assert_true(model->states >= 2);
    for (size_t i = 0; i < model->states; i++) check_state(model, &model->state[i]);
    ss_model_close(model);
    ss_arena_destroy(arena);
  }
}

/* ---- settings -------------------------------------------------------------------------------- */

static size_t count_complaints(const char *name, size_t settings, const ss_setting *setting,
                               ss_status *status) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list = {0};
  ss_model *model = NULL;
  char *file = ss_arena_format(arena, "models/%s.still", name);
  *status = ss_model_read(arena, file, settings, setting, &list, &model);
  size_t count = list.count;
  if (model) ss_model_close(model);
  ss_arena_destroy(arena);
  return count;
}

/* Halves and doubles each parameter but restitutions, whose range is [0, 1]: the states are
 * formulas and stay admissible. */
static void states_follow_the_parameters(void **state) {
  (void)state;
  for (size_t k = 0; k < WORKED_COUNT; k++) {
    ss_arena *arena = ss_arena_create();
    ss_model *model = read_worked_model(arena, worked_models[k].name);
    double *value = ss_arena_new(arena, model->parameters, double);
    ss_model_parameter_values(model, value);
    for (size_t i = 0; i < 2 * model->parameters; i++) {
      const char *name = model->parameter[i / 2].name.text;
      if (*name == 'e') continue;
      ss_setting setting = {
          ss_arena_format(arena, "%s=%.17g", name, (i % 2 ? 2 : 0.5) * value[i / 2])};
      ss_status status;
      size_t complaints = count_complaints(worked_models[k].name, 1, &setting, &status);
      if (complaints) print_error("%s --set %s\n", worked_models[k].name, setting.text);
      assert_int_equal(status, SS_OK);
      assert_int_equal(complaints, 0);
    }
    ss_model_close(model);
    ss_arena_destroy(arena);
  }
}

/* Feet that have changed places spoil the state that stands on one of them, not the model. */
static void a_spoilt_state_is_a_warning(void **state) {
  (void)state;
  const ss_setting swap[] = {{"d=-1.5"}};
  ss_status status;
  assert_int_equal(count_complaints("planar-biped", 1, swap, &status), 1);
  assert_int_equal(status, SS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_is_the_folder),
      cmocka_unit_test(every_model_is_as_it_should_be),
      cmocka_unit_test(states_follow_the_parameters),
      cmocka_unit_test(a_spoilt_state_is_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
