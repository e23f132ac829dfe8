/* chart_tests.c: the verdicts that can be charted.
 *
 *     prove      the verdict and the claim that it is about; value: the proved level
 *     simulate   the motion from the state: rests, escapes, undecided; value: when
 *     modes      the contact modes at the state: none consistent, several, or the one that is;
 *                value: how many there are. Spatial modes cannot be enumerated: the one that the
 *                solver found, and no value
 *     rest, contains   chart_rest.c
 */
#include <math.h>
#include <string.h>

#include "chart.h"
#include "standstill/proof.h"

/* ---- prove ----------------------------------------------------------------------------------- */

/* The claims that a verdict may be about, in the order of their classes. */
static const struct {
  ss_verdict verdict;
  ss_claim claim;
  ss_sweep_role role;
} outcomes[] = {
    {SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, SS_SWEEP_PROVED},
    {SS_PROVED, SS_CLAIM_ATTRACTIVE_SUBSET, SS_SWEEP_PROVED},
    {SS_REFUTED, SS_CLAIM_UNSTABLE, SS_SWEEP_REFUTED},
    {SS_REFUTED, SS_CLAIM_NOT_ATTRACTIVE, SS_SWEEP_REFUTED},
};

enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };

static int prepare_prove(ss_chart_request *c) {
  ss_map_request *m = &c->map;
  for (size_t k = 0; k < OUTCOMES; k++) {
    const char *name = ss_arena_format(m->arena, "%s %s", ss_verdict_text(outcomes[k].verdict),
                                       ss_claim_word(outcomes[k].claim));
    const uint8_t code = ss_map_add_class(m, name ? name : "?", outcomes[k].role);
    if (k == 0) c->first = code;
  }
  ss_map_add_class(m, "unknown", SS_SWEEP_UNKNOWN);
  return 0;
}

static ss_status run_prove(const ss_chart_point *p, uint8_t *code, double *value) {
  const ss_proof_options options = ss_proof_default_options();
  ss_proof proof;
  const ss_status status = ss_prove(p->arena, p->system, &options, &proof);
  if (status != SS_OK) return status;
  size_t k = 0;
  while (k < OUTCOMES && (proof.verdict != outcomes[k].verdict || proof.claim != outcomes[k].claim))
    k++;
  *code = (uint8_t)(p->chart->first + k);
  *value = proof.levels.proved;
  ss_proof_clear(&proof);
  return SS_OK;
}

/* ---- simulate -------------------------------------------------------------------------------- */

/* A hundred times the larger energy at the start, where nothing else is said; none without any. */
static double estimate_gain(const ss_chart_point *p) {
  ss_system_values values;
  const ss_status status =
      ss_system_evaluate(p->arena, p->system, p->parameters, p->q, p->u, 0, &values);
  if (status != SS_OK) return INFINITY;
  const double *energy = values.of[SS_QUANTITY_ENERGY];
  const double size = fmax(energy[0], fabs(energy[1]));
  return size > 0 && isfinite(size) ? 100 * size : INFINITY;
}

static int prepare_simulate(ss_chart_request *c) {
  ss_map_request *m = &c->map;
  const ss_arguments *a = m->arguments;
  ss_chart_point nominal;
  c->options = ss_reach_default_options();
  c->options.end = ss_arguments_real(a, "end", c->options.end);
  c->options.tolerance = ss_arguments_real(a, "tolerance", c->options.tolerance);
  /* in the middle of the chart, if there is a model there */
  if (ss_chart_open_point(c, m->arena, 0.5 * (m->map.axis[0].low + m->map.axis[0].high),
                          0.5 * (m->map.axis[1].low + m->map.axis[1].high), &nominal) == SS_OK)
    c->options.gain = estimate_gain(&nominal);
  ss_chart_close_point(&nominal);
  c->options.gain = ss_arguments_real(a, "gain", c->options.gain);
  c->options.watchful = ss_arguments_has(a, "gain");
  ss_map_add_fact(m, "end", "%s", ss_map_number(m, c->options.end));
  ss_map_add_fact(m, "tolerance", "%s", ss_map_number(m, c->options.tolerance));
  if (c->options.gain < INFINITY)
    ss_map_add_fact(m, "escape", "energy gained beyond %s", ss_map_number(m, c->options.gain));
  c->first = ss_map_add_class(m, "rests", SS_SWEEP_REST);
  ss_map_add_class(m, "escapes", SS_SWEEP_ESCAPES);
  ss_map_add_class(m, "undecided", SS_SWEEP_UNDECIDED);
  ss_map_add_class(m, "inconsistent", SS_SWEEP_INCONSISTENT);
  return 0;
}

static ss_status run_simulate(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_reach_options options = p->chart->options;
  ss_reach *reach;
  const char *why;
  options.engine = SS_REACH_ENGINE_PWL;
  ss_status status = ss_reach_create(p->system, p->parameters, &options, &reach, &why);
  if (status == SS_BAD_ARGUMENT) {
    options.engine = SS_REACH_ENGINE_EVENTS;
    status = ss_reach_create(p->system, p->parameters, &options, &reach, &why);
  }
  if (status != SS_OK) return status;
  ss_reach_end end;
  status = ss_reach_run(reach, 1, p->q, p->u, &end);
  ss_reach_destroy(reach);
  *value = end.t;
  *code =
      end.kind == SS_REACH_FAILED ? p->chart->failed : (uint8_t)(p->chart->first + (int)end.kind);
  return status;
}

/* ---- modes ----------------------------------------------------------------------------------- */

enum { NONE, SEVERAL, NOT_LISTED, PATTERNS };

/* The modes that an element can have, as bits. */
static unsigned get_modes(const ss_element *element) {
  const bool planar = element->law == SS_LAW_COULOMB;
  unsigned modes = planar ? 1u << SS_MODE_STICK | 1u << SS_MODE_SLIP_PLUS | 1u << SS_MODE_SLIP_MINUS
                          : 1u << SS_MODE_STICK | 1u << SS_MODE_SLIP;
  if (element->law == SS_LAW_FRICTIONLESS) modes = 1u << SS_MODE_CLOSED;
  if (element->kind == SS_ELEMENT_CONTACT) modes |= 1u << SS_MODE_FREE;
  if (element->kind == SS_ELEMENT_CLUTCH) modes = (1u << SS_MODE_COUNT) - 1;
  return modes;
}

/* Patterns are numbers: the mode of element i is the i-th digit. The next one after `modes` that
 * the elements can have; false after the last. */
static bool find_next(const ss_model *model, ss_mode *modes) {
  for (size_t i = 0; i < model->elements; i++) {
    const unsigned possible = get_modes(&model->element[i]);
    for (unsigned k = modes[i] + 1u; k < SS_MODE_COUNT; k++)
      if (possible >> k & 1) {
        modes[i] = (ss_mode)k;
        return true;
      }
    modes[i] = (ss_mode)__builtin_ctz(possible);
  }
  return false;
}

static void set_first(const ss_model *model, ss_mode *modes) {
  for (size_t i = 0; i < model->elements; i++)
    modes[i] = (ss_mode)__builtin_ctz(get_modes(&model->element[i]));
}

static size_t count_patterns(const ss_model *model) {
  size_t count = 1;
  for (size_t i = 0; i < model->elements && count < SS_SWEEP_CLASSES_MOST; i++)
    count *= (size_t)__builtin_popcount(get_modes(&model->element[i]));
  return count;
}

static bool lists_patterns(const ss_model *model) {
  return model->elements > 0 && count_patterns(model) + 8 < SS_SWEEP_CLASSES_MOST;
}

static const char *name_pattern(const ss_map_request *m, const ss_mode *modes) {
  const ss_model *model = m->model;
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < model->elements; i++)
    ss_text_addf(&text, "%s%s%s%s", i ? " " : "",
                 model->elements > 1 ? model->element[i].name.text : "",
                 model->elements > 1 ? ":" : "", ss_mode_word(modes[i]));
  const char *name = ss_arena_copy_text(m->arena, text.data, text.length);
  ss_text_stop(&text);
  return name ? name : "?";
}

static int prepare_modes(ss_chart_request *c) {
  ss_map_request *m = &c->map;
  ss_mode *modes = ss_arena_new(m->arena, m->model->elements + 1, ss_mode);
  if (!modes) return ss_cli_fail(SS_MEMORY, "chart");
  c->first = ss_map_add_class(m, "none", SS_SWEEP_REFUTED);
  ss_map_add_class(m, "several", SS_SWEEP_UNKNOWN);
  ss_map_add_class(m, lists_patterns(m->model) ? "another one" : "one", SS_SWEEP_PROVED);
  if (!lists_patterns(m->model)) return 0;
  set_first(m->model, modes);
  do ss_map_add_class(m, name_pattern(m, modes), SS_SWEEP_OTHER);
  while (find_next(m->model, modes));
  return 0;
}

/* The number of a pattern among those of the elements; NOT_LISTED where it is none. */
static size_t find_pattern(const ss_chart_point *p, const ss_mode *modes) {
  const ss_model *model = p->model;
  ss_mode *at = ss_arena_new(p->arena, model->elements + 1, ss_mode);
  if (!at || !lists_patterns(model)) return NOT_LISTED;
  set_first(model, at);
  for (size_t k = PATTERNS;; k++) {
    if (memcmp(at, modes, model->elements * sizeof *at) == 0) return k;
    if (!find_next(model, at)) return NOT_LISTED;
  }
}

static ss_status run_modes(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_system_values values;
  ss_contact_state *contacts = ss_arena_new(p->arena, 1, ss_contact_state);
  ss_state_modes modes;
  const ss_place place = {p->q, p->u, NULL};
  if (!contacts) return SS_MEMORY;
  ss_status status = ss_system_evaluate(p->arena, p->system, p->parameters, p->q, p->u, 0, &values);
  if (status == SS_OK)
    status = ss_contact_at_acceleration(p->arena, p->system, &values, &place, contacts);
  if (status == SS_OK) status = ss_contact_modes(p->arena, contacts, &modes);
  if (status != SS_OK) return status;
  *value = modes.decided ? (double)modes.count : NAN;
  *code = p->chart->failed;
  if (!modes.decided && modes.count == 0) return SS_OK;
  size_t kind = NOT_LISTED;
  if (modes.count == 1) kind = find_pattern(p, modes.items[0].mode);
  if (modes.decided && modes.solutions == SS_SOLUTIONS_SEVERAL) kind = SEVERAL;
  if (modes.decided && modes.solutions == SS_SOLUTIONS_NONE) kind = NONE;
  *code = (uint8_t)(p->chart->first + kind);
  return SS_OK;
}

/* ---- the list -------------------------------------------------------------------------------- */

static const ss_chart_test prove = {"prove", "proved level", prepare_prove, run_prove};
static const ss_chart_test simulate = {"simulate", "time to the decision", prepare_simulate,
                                       run_simulate};
static const ss_chart_test modes = {"modes", "consistent modes", prepare_modes, run_modes};

static const ss_chart_test *const tests[] = {&prove, &simulate, &modes, &ss_chart_rest,
                                             &ss_chart_contains};

const char ss_chart_words[] = "prove, simulate, modes, rest and contains";

const ss_chart_test *ss_chart_find_test(const char *word) {
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strcmp(word, tests[i]->word) == 0) return tests[i];
  return NULL;
}
