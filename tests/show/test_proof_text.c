/* test_proof_text.c: verdicts for people. */
#include "../proof/support.h"
#include "standstill/show.h"

static void expect(const char *text, const char *const *words) {
  machine m = prove_text(text);
  ss_text out;
  ss_text_start(&out);
  ss_show_proof(&m.proof, &out);
  for (; *words; words++)
    if (!strstr(out.data, *words)) fail_msg("\"%s\" is not in:\n%s", *words, out.data);
  ss_text_stop(&out);
  stop(&m);
}

static void test_proved(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("-1/2", "1"),
         (const char *[]){"proved: every motion that starts", "by WL2004-T4", "WL2004-T4.8  proved",
                          "tight", "published", "all of it inside", "by the same conditions",
                          "stable      proved  the rest point", "assumed:", NULL});
}

/* p = 1/3, c = -1/7: 49/18 is proved and published, and no rounding tells them apart. */
static void test_levels_agree(void **state) {
  (void)state;
  expect("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = 1/7*x'\n"
         "friction a { slip = x'; normal = 1/3; law = coulomb(1) }\n",
         (const char *[]){"proved     49/18", "published  49/18", NULL});
}

/* A level by boxes has no cells, no tighter one beside it, and its rest set only a bound. */
static void test_level_by_boxes(void **state) {
  (void)state;
  machine m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = -cos(x)\n"
                         "friction a { slip = x'; normal = 1/10; law = coulomb(1) }\n");
  ss_text out;
  ss_text_start(&out);
  ss_show_proof(&m.proof, &out);
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_non_null(strstr(out.data, "over boxes, with all rounding enclosed\n"));
  assert_null(strstr(out.data, "cells"));
  assert_null(strstr(out.data, "tight"));
  if (m.proof.rest_fraction == 1)
    assert_non_null(strstr(out.data, "rest set: all of it inside the level, where V < "));
  ss_text_stop(&out);
  stop(&m);
}

static void test_part(void **state) {
  (void)state;
  expect(TWO "potential = 1/200*(x^2 + y^2)\n" RUBS_X RUBS_Y DAMPER("-1", "1"),
         (const char *[]){"its copy scaled by 0.07071 lies inside the level", NULL});
}

static void test_unstable(void **state) {
  (void)state;
  expect(TWO SPRINGS RUBS_X DAMPER("1", "-1"),
         (const char *[]){"refuted: the rest set is unstable",
                          "it is left from x = 0, y = 0 with a small multiple added of",
                          "y' = ", NULL});
  expect(TWO "potential = x^2 - y^2 - 4*x\n" RUBS_X RUBS_Y,
         (const char *[]){"the stiffness is negative",
                          "it is left from rest a little beyond x = 2,",
                          ", as seen from x = 2, y = 0", NULL});
}

static void test_unknown(void **state) {
  (void)state;
  expect(TWO "potential = (x - y)^2\n",
         (const char *[]){"unknown: the stiffness is singular along (1, 1)", "failed", NULL});
  expect("coord x\nkinetic = 1/2*x'^2\nforce x = 1/3\n"
         "friction a { slip = x'; normal = 1; law = coulomb(1) }\n",
         (const char *[]){"proved: every motion tends to a rest point, in finite time", NULL});
  expect(TWO "potential = x^4 + y^2\n",
         (const char *[]){"unknown: the theorem about machines with contacts asks", NULL});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_proved),       cmocka_unit_test(test_part),
      cmocka_unit_test(test_levels_agree), cmocka_unit_test(test_level_by_boxes),
      cmocka_unit_test(test_unstable),     cmocka_unit_test(test_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
