/* test_scale.c: contacts that spin and roll, in other units of length.
 *
 * In units k times as small velocities are k times as large, angular ones are the same: xi' = S xi,
 * G' = S G S, r' = r / S, and the laws' lengths are k times as large. The same impulses must come
 * out, for grains of sand and for wheels.
 */
#include "support.h"

#include "arena.h"

enum { SIZE = 6, RUNS = 200 };

typedef struct units {
  ss_contact contact;
  double G[SIZE * SIZE], c[SIZE], r[SIZE], xi[SIZE];
} units;

static ss_status settle(units *x, ss_contact_report *report) {
  const ss_contact_problem problem = {1, SIZE, &x->contact, x->G, NULL, x->c};
  const ss_contact_options options = ss_contact_default_options();
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  void *work = ss_arena_alloc(arena, ss_contact_work_size(&problem, &options), 1);
  const ss_status status = ss_contact_solve(&problem, &options, work, x->r, x->xi, report);
  ss_arena_release(arena, mark);
  return status;
}

/* A body of mass 1 and size 1 that rolls: G = B B^T + I. */
static void draw_problem(random_source *source, units *x) {
  double B[SIZE * SIZE];
  *x = (units){.contact = {.kind = SS_ELEMENT_CONTACT,
                           .law = {.kind = SS_LAW_ROLLING, .argument = {0.4, 0.05, 0.01}}}};
  for (size_t k = 0; k < SIZE * SIZE; k++) B[k] = draw_normal(source);
  for (size_t i = 0; i < SIZE; i++) {
    x->c[i] = draw_normal(source);
    for (size_t j = 0; j < SIZE; j++) {
      x->G[i + SIZE * j] = i == j;
      for (size_t k = 0; k < SIZE; k++) x->G[i + SIZE * j] += B[i + SIZE * k] * B[j + SIZE * k];
    }
  }
}

/* The same with lengths k times as large: angular velocities, components 3 to 5, are as before. */
static units change_units(const units *x, double k) {
  units y = *x;
  for (size_t i = 0; i < SIZE; i++) {
    y.c[i] = (i < 3 ? k : 1) * x->c[i];
    for (size_t j = 0; j < SIZE; j++)
      y.G[i + SIZE * j] = (i < 3 ? k : 1) * (j < 3 ? k : 1) * x->G[i + SIZE * j];
  }
  y.contact.law.argument[1] *= k;
  y.contact.law.argument[2] *= k;
  return y;
}

static void test_units(void **state) {
  (void)state;
  const double sizes[] = {1e-5, 1e-2, 1e3};
  random_source source = {5};
  for (int run = 0; run < RUNS; run++) {
    units x;
    ss_contact_report report;
    draw_problem(&source, &x);
    assert_int_equal(settle(&x, &report), SS_OK);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      units y = change_units(&x, sizes[s]);
      assert_int_equal(settle(&y, &report), SS_OK);
      assert_true(report.residual <= 1e-10);
      for (size_t i = 0; i < SIZE; i++) {
        const double back = (i < 3 ? sizes[s] : 1) * y.r[i];
        assert_true(fabs(back - x.r[i]) <= 1e-7 * (1 + fabs(x.r[i])));
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_units)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
