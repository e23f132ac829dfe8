/* test_vary_text.c: a variation as people read it. */
#include "vary_fixture.h"

static void expect(const vary_fixture *f, size_t count, const char *const *texts) {
  ss_text out;
  ss_text_start(&out);
  ss_show_vary(f->m.system, &f->v, f->v.refusal.kind ? NULL : &f->cycle, &f->parameter, &out);
  const char *from = out.data;
  for (size_t k = 0; k < count; k++) {
    const char *found = strstr(from, texts[k]);
    if (!found) fail_msg("no '%s' in\n%s", texts[k], out.data);
    from = found + strlen(texts[k]);
  }
  ss_text_stop(&out);
}

static void test_ball(void **state) {
  (void)state;
  vary_fixture f = start_vary("bouncing-ball", "drop", 1);
  const char *const texts[] = {"Bouncing ball", "t = 0.451523641  impact  floor",
                               "3.9865",        "transition map over [0, 1]",
                               "multipliers",   "order 2.0"};
  expect(&f, 6, texts);
  machine_close(&f.m);
}

static void test_pieces(void **state) {
  (void)state;
  vary_fixture f = start_vary("plank-box", "landing", 0.05);
  const char *const texts[] = {"left, right  at once: the gain depends on the order",
                               "first to last: left, right",
                               "where ",
                               "dtheta <= 0",
                               "first to last: right, left",
                               "by the order of the events"};
  expect(&f, 6, texts);
  machine_close(&f.m);
}

/* From a turning point one way is slipped without an event; a coefficient of 1 is not told. */
static void test_start(void **state) {
  (void)state;
  vary_fixture f = start_vary("falling-block", "slide", 0.5);
  const char *const texts[] = {
      "by the order of the events\n  without an event\n    where dx' <= 0\n",
      "first to last: floor\n    where -dx' <= 0\n"};
  expect(&f, 2, texts);
  machine_close(&f.m);
}

static void test_refused(void **state) {
  (void)state;
  vary_fixture f = start_vary("friction-oscillator", "stuck", 1);
  const char *const texts[] = {"no derivative beyond t = 0 (border):", "'floor'"};
  expect(&f, 2, texts);
  machine_close(&f.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ball),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
