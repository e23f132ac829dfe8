/* test_energy_minimum.c: boxes in which a rest point is shown to be a strict minimum. */
#include "energy_support.h"

/* The proof for the question whether the rest point is stable. */
static ss_energy_proof *show(machine *m) {
  const char *why_not;
  ss_energy *e = see(m, &why_not);
  assert_non_null(e);
  ss_proof_options o = ss_proof_default_options();
  o.question = SS_QUESTION_STABLE;
  assert_int_equal(ss_energy_find_level(e, &o), SS_OK);
  return e->proof;
}

static void clear(ss_energy_proof *p) {
  for (size_t i = 0; i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  free(p->answer);
}

/* U = (x - 1)^2 + 3 y + y^4 on y >= 0: x = 1, y = 0, the floor carries 3 in all of the box. */
static void on_a_floor(void **state) {
  (void)state;
  machine m = read_machine("t", PLANE "potential = (x - 1)^2 + 3*y + y^4\n" FLOOR, 0, NULL);
  ss_energy_proof *p = show(&m);
  assert_true(p->minimum);
  assert_true(p->place_lo[0] < 1 && p->place_hi[0] > 1 && p->place_hi[0] < 1.001);
  assert_true(p->place_lo[1] < 0 && p->place_hi[1] > 0);
  assert_true(p->force_lo[0] < 3 && p->force_hi[0] > 3 && p->force_hi[0] < 3.001);
  size_t faces = 0, others = 0;
  for (size_t i = 0; i < p->asked; i++) {
    if (p->answer[i].question.condition != 2) continue;
    faces += p->answer[i].question.kind == SS_ENERGY_BALANCE;
    others += p->answer[i].question.kind != SS_ENERGY_BALANCE;
  }
  assert_int_equal(faces, 6); /* of x, y and the force */
  assert_int_equal(others, 2);
  clear(p);
  stop(&m);
}

/* For all parameters in their range. */
static void with_a_range(void **state) {
  (void)state;
  machine m = read_machine("t",
                           "param a = 1 in [9/10, 11/10]\ncoord x\nkinetic = x'^2\n"
                           "potential = a*(x - 1)^2 + (x - 1)^4\n",
                           0, NULL);
  ss_energy_proof *p = show(&m);
  assert_true(p->minimum);
  assert_true(p->place_lo[0] < 1 && p->place_hi[0] > 1);
  assert_true(p->place_lo[2] <= 0.9 && p->place_hi[2] >= 1.1);
  clear(p);
  stop(&m);
}

/* The rest point moves with the parameter, and coordinates move along (energy_slide.c): the box has
 * all of x(a) - x'(1) (a - 1), which hardly moves. */
static void that_moves(void **state) {
  (void)state;
  machine m = read_machine("t",
                           "param a = 1 in [9/10, 11/10]\ncoord x\nkinetic = x'^2\n"
                           "potential = (x - a)^2 + x^4/50\n",
                           0, NULL);
  ss_energy_proof *p = show(&m);
  assert_true(p->minimum);
  /* 2 (x - a) + 2 x^3/25 = 0: x = 0.8735, 0.96415, 1.0536, x'(1) = 0.8997 */
  assert_true(p->place_lo[0] < 0.9636 && p->place_hi[0] > 0.9641);
  assert_true(p->place_hi[0] - p->place_lo[0] < 0.15); /* 0.18 if they did not */
  clear(p);
  stop(&m);
}

/* Without forces nothing is asked of them; another contact is open. */
static void beside_a_wall(void **state) {
  (void)state;
  machine m = read_machine("t",
                           PLANE "potential = x^2 + y^2 + y^4\n"
                                 "contact wall { gap = x + 1 }\n",
                           0, NULL);
  ss_energy_proof *p = show(&m);
  assert_true(p->minimum);
  assert_int_equal(p->point.closed, 0);
  bool apart = false;
  for (size_t i = 0; i < p->asked; i++)
    apart = apart || p->answer[i].question.kind == SS_ENERGY_APART;
  assert_true(apart);
  clear(p);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(on_a_floor),
      cmocka_unit_test(with_a_range),
      cmocka_unit_test(that_moves),
      cmocka_unit_test(beside_a_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
