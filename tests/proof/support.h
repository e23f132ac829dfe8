/* support.h: machines from a text, and what is proved about them. */
#ifndef STANDSTILL_TESTS_PROOF_SUPPORT_H
#define STANDSTILL_TESTS_PROOF_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/proof/facts.h"

typedef struct machine {
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  ss_proof proof;
  ss_linear linear; /* after start_facts */
  ss_facts facts;
  ss_proof_options options;
} machine;

/* Reads a text, or a file where `text` is NULL, with settings, and derives. */
static inline machine read_machine(const char *file, const char *text, size_t settings,
                                   const ss_setting *setting) {
  machine m = {.arena = ss_arena_create(), .options = ss_proof_default_options()};
  ss_diagnostics list;
  ss_status status;
  assert_non_null(m.arena);
  ss_diagnostics_start(&list, m.arena, file, text, text ? strlen(text) : 0);
  if (text)
    status = ss_model_parse(m.arena, file, text, strlen(text), settings, setting, &list, &m.model);
  else
    status = ss_model_read(m.arena, file, settings, setting, &list, &m.model);
  if (status != SS_OK) {
    ss_text out;
    ss_text_start(&out);
    ss_diagnostics_print(&list, &out);
    print_message("%s", out.data);
    ss_text_stop(&out);
  }
  assert_int_equal(status, SS_OK);
  assert_int_equal(ss_system_derive(m.arena, m.model, &m.system), SS_OK);
  return m;
}

static inline machine prove_text(const char *text) {
  machine m = read_machine("test.still", text, 0, NULL);
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* "m=1 c=-1/2": settings as one text. */
static inline machine read_file(const char *file, const char *settings) {
  ss_setting setting[16];
  size_t count = 0;
  static char copy[16][64];
  for (const char *s = settings; *s; s += strspn(s, " ")) {
    size_t length = strcspn(s, " ");
    assert_true(count < 16 && length < sizeof copy[0]);
    memcpy(copy[count], s, length);
    copy[count][length] = '\0';
    setting[count].text = copy[count];
    count++;
    s += length;
  }
  return read_machine(file, NULL, count, setting);
}

static inline machine prove_file(const char *file, const char *settings) {
  machine m = read_file(file, settings);
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* The exact matrices only, for the parts below the theorems. */
static inline machine start_facts(const char *text) {
  machine m = read_machine("test.still", text, 0, NULL);
  const char *why_not;
  assert_int_equal(ss_linear_create(m.arena, m.system, &m.linear, &why_not), SS_OK);
  assert_null(why_not);
  ss_facts_find(&m.facts, m.arena, &m.linear);
  return m;
}

/* For a machine that has been moved by its return: facts point to what lives in it. */
static inline void settle(machine *m) {
  m->facts.linear = &m->linear;
}

static inline void stop(machine *m) {
  ss_proof_clear(&m->proof);
  ss_facts_clear(&m->facts);
  ss_linear_clear(&m->linear);
  ss_model_close(m->model);
  ss_arena_destroy(m->arena);
}

/* The status of condition `id` in a proof; fails if it is not there. */
static inline ss_condition_status status_of(const ss_proof *p, const char *id) {
  for (size_t i = 0; i < p->conditions; i++)
    if (strcmp(p->condition[i].id, id) == 0) return p->condition[i].status;
  fail_msg("no condition %s", id);
  return SS_CONDITION_UNKNOWN;
}

static inline void assert_verdict(const machine *m, ss_verdict verdict, ss_claim claim,
                                  const char *theorem) {
  if (m->proof.verdict != verdict || m->proof.claim != claim)
    print_message("%s: %s, %s (%s)\n", theorem ? theorem : "", ss_verdict_text(m->proof.verdict),
                  ss_claim_word(m->proof.claim), m->proof.reason ? m->proof.reason : "");
  assert_int_equal(m->proof.verdict, verdict);
  assert_int_equal(m->proof.claim, claim);
  if (theorem) assert_string_equal(m->proof.theorem, theorem);
  /* nothing is called proved whose conditions are not */
  for (size_t i = 0; verdict != SS_UNKNOWN && i < m->proof.conditions; i++) {
    assert_int_equal(m->proof.condition[i].status, SS_CONDITION_PROVED);
    assert_non_null(m->proof.condition[i].evidence);
  }
}

static inline void assert_near(double value, double expected, double relative) {
  if (!(fabs(value - expected) <= relative * fmax(fabs(expected), 1e-300)))
    fail_msg("%.17g is not %.17g", value, expected);
}

/* The first row of that name. */
static inline const ss_theorem *find_theorem(const char *id) {
  size_t count;
  const ss_theorem *theorem = ss_theorems(&count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(theorem[i].id, id) == 0) return &theorem[i];
  fail_msg("no theorem %s", id);
  return NULL;
}

/* An attempt at no theorem. */
static inline void start_attempt(ss_attempt *a, const machine *m) {
  static const ss_theorem row = {.id = "TEST"};
  ss_attempt_start(a, m->arena, &m->options, &row, &m->facts);
}

/* Tries the theorem on facts; its last condition must have the id and the status. */
static inline void expect_attempt(const machine *m, const char *theorem, const void *facts,
                                  const char *id, ss_condition_status status) {
  ss_attempt a;
  const ss_theorem *row = find_theorem(theorem);
  ss_attempt_start(&a, m->arena, &m->options, row, facts);
  assert_int_equal(row->prove(&a), status == SS_CONDITION_PROVED);
  assert_true(a.count > 0);
  assert_string_equal(a.condition[a.count - 1].id, id);
  assert_int_equal(a.condition[a.count - 1].status, status);
  for (size_t i = 0; i < a.count; i++) assert_true(strlen(a.condition[i].text) > 0);
  ss_attempt_clear(&a);
}

/* The same on a text. */
static inline void expect_end(const char *text, const char *theorem, const char *id,
                              ss_condition_status status) {
  machine m = start_facts(text);
  settle(&m);
  expect_attempt(&m, theorem, &m.facts, id, status);
  stop(&m);
}

/* Every theorem asks for a positive definite mass first: a machine whose M has been spoilt (the
 * reader refuses such a model). */
static inline void expect_mass_refused(const char *theorem) {
  machine m = start_facts("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y^2\n");
  settle(&m);
  ss_attempt a;
  const ss_theorem *row = find_theorem(theorem);
  fmpq_set_si(ss_entry(m.facts.M, 1, 1), -1, 1);
  ss_attempt_start(&a, m.arena, &m.options, row, &m.facts);
  assert_false(row->prove(&a));
  assert_int_equal(a.count, 1);
  assert_int_equal(a.condition[0].status, SS_CONDITION_FAILED);
  assert_string_equal(a.condition[0].detail, "x^T A x = -1 for x = (0, 1)");
  ss_attempt_clear(&a);
  stop(&m);
}

#define TWO          "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
#define SPRINGS      "potential = 1/2*x^2 + 1/2*(x - y)^2 + 1/2*y^2\n"
#define RUBS_X       "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
#define RUBS_Y       "friction b { slip = y'; normal = 1; law = coulomb(1) }\n"
#define RUBS_APART   "friction a { slip = y' - x'; normal = 1; law = coulomb(1) }\n"
#define DAMPER(c, d) "force x = -(" c ")*x'\nforce y = -(" d ")*y'\n"

#define THREE_WAYS "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
/* x is pushed away and rubs; y and z stick to nothing, and their motion is fed but decays. */
#define PUSHED_AND_FED                                                                             \
  THREE_WAYS "potential = 1/2*(y^2 + z^2 - x^2)\n" RUBS_X                                          \
             "force x = x'\nforce y = y'/10 + 3*z'\nforce z = -3*y' - z'\n"

#endif
