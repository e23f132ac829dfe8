/* test_shared.c: many threads ask one machine everything at once, and get what one thread gets.
 *
 * A machine is sealed once it is open: motions, rest sets, proofs and basins only read it, and make
 * what they need besides in memory of their own. Oracle: the same questions asked by one thread,
 * compared as text, digit by digit. `make sanitize` runs this test under ThreadSanitizer, which
 * also sees a write that does no harm.
 */
#include <pthread.h>

#include "stage.h"
#include "standstill/show.h"

enum { THREADS = 4 };

/* A rod with a free joint and a stop: not linear, with contacts. */
static const char FLAIL[] = "model \"Flail\"\n"
                            "param mu = 0.3\n"
                            "param off = 0\n"
                            "coord a\n"
                            "kinetic = 1/2*(1 + off*a^2)*a'^2\n"
                            "potential = 1 - cos(a) + off*a^4\n"
                            "contact stop { gap = 2 - a; law = coulomb(mu); slip = a';\n"
                            "  restitution = newton(1/2, 0) }\n"
                            "friction hinge { slip = a'; normal = 1; law = coulomb(mu/10) }\n"
                            "region near { a <= 3; a >= -3 }\n"
                            "state swing { a = 1; a' = 1/2 }\n";

typedef struct question {
  const ss_machine *machine;
  const char *from;
  ss_text answer;
  pthread_barrier_t *start; /* NULL: alone */
} question;

static void ask_motion(const question *q, ss_arena *arena, ss_text *out) {
  ss_motion motion;
  if (ss_machine_move(arena, q->machine, q->from, NULL, NULL, &motion) == SS_OK)
    ss_show_motion_json(ss_machine_system(q->machine), &motion, out);
}

static void ask_rest(const question *q, ss_arena *arena, ss_text *out) {
  ss_rest_sets sets;
  ss_rest_answer answer;
  if (ss_machine_rest(arena, q->machine, NULL, NULL, &sets) == SS_OK)
    ss_show_rest_json(&sets, NULL, out);
  if (ss_machine_contains(arena, q->machine, q->from, 1e-9, NULL, &answer) == SS_OK)
    ss_text_addf(out, "contains: %s, %s\n", ss_verdict_text(answer.verdict), answer.reason);
}

static void ask_proof(const question *q, ss_arena *arena, ss_text *out) {
  ss_proof proof;
  if (ss_machine_prove(arena, q->machine, NULL, NULL, &proof) == SS_OK)
    ss_show_proof_json(&proof, NULL, NULL, NULL, out);
  ss_proof_clear(&proof);
}

static void ask_reach(const question *q, ss_text *out) {
  enum { STARTS = 8 };
  const ss_system *system = ss_machine_system(q->machine);
  const ss_model *model = ss_machine_model(q->machine);
  ss_reach_options options = ss_reach_default_options();
  ss_reach_end ends[STARTS];
  double x[STARTS], u[STARTS];
  const char *why;
  ss_reach *reach;
  options.end = 20;
  if (model->regions) options.region = &model->region[0];
  assert_int_equal(system->coordinates, 1);
  for (int i = 0; i < STARTS; i++) x[i] = 0.2 * i - 0.9, u[i] = 0.5 - 0.1 * i;
  assert_int_equal(
      ss_reach_create(system, ss_machine_parameters(q->machine), &options, &reach, &why), SS_OK);
  assert_int_equal(ss_reach_run(reach, STARTS, x, u, ends), SS_OK);
  for (int i = 0; i < STARTS; i++)
    ss_text_addf(out, "%d %zu %.17g\n", (int)ends[i].kind, ends[i].set, ends[i].t);
  ss_reach_destroy(reach);
}

static void *ask_everything(void *user) {
  question *q = user;
  ss_arena *arena = ss_arena_create();
  ss_text_start(&q->answer);
  if (q->start) pthread_barrier_wait(q->start);
  ask_motion(q, arena, &q->answer);
  ask_rest(q, arena, &q->answer);
  ask_proof(q, arena, &q->answer);
  ask_reach(q, &q->answer);
  ss_arena_destroy(arena);
  if (q->start) flint_cleanup(); /* what FLINT keeps for each thread */
  return NULL;
}

static void compare(const char *text, const char *from) {
  stage s = open_stage(text);
  question alone = {.machine = s.machine, .from = from}, together[THREADS];
  pthread_t thread[THREADS];
  pthread_barrier_t start;
  ask_everything(&alone);
  assert_true(alone.answer.length > 100);
  assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    together[i] = (question){.machine = s.machine, .from = from, .start = &start};
    assert_int_equal(pthread_create(&thread[i], NULL, ask_everything, &together[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < THREADS; i++) {
    assert_string_equal(together[i].answer.data, alone.answer.data);
    ss_text_stop(&together[i].answer);
  }
  ss_text_stop(&alone.answer);
  pthread_barrier_destroy(&start);
  close_stage(&s);
}

static void test_linear(void **state) {
  (void)state;
  compare(BEAD, "kick");
}

static void test_contacts(void **state) {
  (void)state;
  compare(FLAIL, "swing");
}

static void test_wells(void **state) {
  (void)state;
  compare(WELLS, "x=0.3");
}

RUN_TESTS(T(test_linear), T(test_contacts), T(test_wells))
