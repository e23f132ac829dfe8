/* test_zero_hold.c: whether friction holds a position, against closed forms. */
#include "stances.h"

typedef struct question {
  const char *settings;
  ss_verdict verdict;
} question;

static void ask_all(const char *file, size_t count, const question *list) {
  for (size_t i = 0; i < count; i++) {
    machine m = read_file(file, list[i].settings);
    const ss_verdict found = ss_zero_order_holds(find_zero(&m), NULL);
    if (found != list[i].verdict) fail_msg("%s, %s: %d", file, list[i].settings, (int)found);
    stop(&m);
  }
}

/* If and only if mu1 + mu2 >= 2 tan alpha: the feet are symmetric about the load. */
static void by_two(void **state) {
  (void)state;
  const question list[] = {{"mu1=0.7 mu2=2", SS_PROVED},
                           {"mu1=0.1 mu2=1.06", SS_PROVED},
                           {"mu1=0.1 mu2=1.05", SS_REFUTED},
                           {"mu1=0.5 mu2=0.5", SS_REFUTED}};
  ask_all("models/planar-biped.still", 4, list);
}

/* On one plane, if and only if mu > tan alpha = 0.2027100355; the box is wedged. */
static void by_three(void **state) {
  (void)state;
  const question list[] = {{"mu=0.6", SS_PROVED},
                           {"mu=0.20271004", SS_PROVED},
                           {"mu=0.20271003", SS_REFUTED},
                           {"mu=0.6 alpha=1.3", SS_REFUTED}},
                 box[] = {{"mu=0.4", SS_PROVED}, {"mu=0.001", SS_PROVED}};
  ask_all("models/stances/three-feet.still", 4, list);
  ask_all("models/stances/box-against-stop.still", 2, box);
}

static ss_verdict ask_text(const char *text) {
  machine m = read_machine("test.still", text, 0, NULL);
  const ss_verdict found = ss_zero_order_holds(find_zero(&m), NULL);
  stop(&m);
  return found;
}

#define BODY "coord x, z, a; kinetic = (x'^2 + z'^2 + a'^2)/2; potential = "
#define FOOT(name, at)                                                                             \
  "contact " name " { gap = z + (" at ")*a; slip = x' + a'; law = coulomb(1/2);"                   \
  " restitution = sequential(0) }\n"
#define FOUR FOOT("p", "-2") FOOT("q", "-1") FOOT("r", "1") FOOT("s", "2")

/* h = 1 above the feet: the load (k, -1) is held if |k| < 1/2 and it meets the ground between the
 * outer feet, where one k is not decided. On one foot nothing is held but what balances on it. */
static void by_others(void **state) {
  (void)state;
  assert_int_equal(ask_text(BODY "z - 49/100*x\n" FOUR), SS_PROVED);
  assert_int_equal(ask_text(BODY "z - x/2\n" FOUR), SS_UNKNOWN);
  assert_int_equal(ask_text(BODY "z - 51/100*x\n" FOUR), SS_REFUTED);
  assert_int_equal(ask_text(BODY "z - 3/2*a\n" FOUR), SS_PROVED);
  assert_int_equal(ask_text(BODY "z + 9/4*a\n" FOUR), SS_REFUTED);
  assert_int_equal(ask_text(BODY "z - a/4\n" FOOT("p", "0")), SS_REFUTED);
  assert_int_equal(ask_text(BODY "z\n" FOOT("p", "0")), SS_UNKNOWN);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_two), cmocka_unit_test(by_three),
                                     cmocka_unit_test(by_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
