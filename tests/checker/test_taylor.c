/* test_taylor.c: functions over boxes, in first and second order: what they enclose, how tightly.
 *
 * f over [low, high] must have f at every point of it; where f is monotone, or one of two linear
 * pieces, not more than its ends, up to rounding. At a kink the second derivative is not that of
 * the piece in the middle: f = |x| - x over [-1, 2] is 0 with all derivatives in the middle, and 2
 * at the left end.
 */
#include <math.h>

#include "support.h"

typedef struct trial {
  run *r;
  item it;
  node *x;
  box_variable variable;
} trial;

static void start(trial *t) {
  t->r = calloc(1, sizeof *t->r);
  t->it = (item){.kind = COORD};
  t->x = velocity_tree(t->r, &t->it);
  t->variable = (box_variable){'u', &t->it};
}

static void stop_trial(trial *t) {
  free_all(t->r);
  free(t->r);
}

/* The interval of f over the box, to the order. */
static void enclose(trial *t, node *f, size_t order, const double *box, double *ends) {
  arb_t value;
  arf_t low, high;
  arb_init(value);
  arf_init(low);
  arf_init(high);
  open_space(t->r, 1, order, &t->variable);
  enter_box(t->r, box, box + 1);
  enclose_one(t->r, f, value);
  arb_get_interval_arf(low, high, value, 64);
  ends[0] = arf_get_d(low, ARF_RND_DOWN);
  ends[1] = arf_get_d(high, ARF_RND_UP);
  arb_clear(value);
  arf_clear(low);
  arf_clear(high);
}

static double kinked(char op, double x) {
  return op == 'h'   ? tanh(x)
         : op == 'T' ? atan(x)
         : op == '|' ? fabs(x)
         : op == 'm' ? fmin(x, -x / 2)
                     : fmax(x, -x / 2);
}

static const double boxes[][2] = {{-1, 2},       {-1e6, 1e5}, {0, 3},  {-4, -1},
                                  {-0.01, 0.02}, {1e-3, 100}, {-3, 0}, {-50, 60}};

static void test_enclosed(void **state) {
  (void)state;
  trial t;
  start(&t);
  run *r = t.r;
  node *other = MUL(number_tree(r, &(fmpq){-1, 2}), t.x);
  for (const char *op = "hT|mM"; *op; op++)
    for (size_t k = 0; k < 2 * sizeof boxes / sizeof *boxes; k++) {
      const double *box = boxes[k / 2];
      node *f = make_node(r, *op, t.x, strchr("mM", *op) ? other : NULL);
      double ends[2], low = INFINITY, high = -INFINITY;
      enclose(&t, f, 1 + k % 2, box, ends);
      for (int i = 0; i <= 1000; i++) {
        const double y = kinked(*op, box[0] + (box[1] - box[0]) * i / 1000);
        low = fmin(low, y);
        high = fmax(high, y);
      }
      if (box[0] <= 0 && box[1] >= 0) {
        low = fmin(low, 0);
        high = fmax(high, 0);
      }
      assert_true(ends[0] <= low && ends[1] >= high);
      /* two arguments are not known to be one variable */
      if (strchr("mM", *op) && box[0] < 0 && box[1] > 0) continue;
      /* radii have 30 bits, and no slope here is above 1 */
      const double more = 0x1p-26 * (box[1] - box[0] + high - low);
      assert_true(ends[0] >= low - more && ends[1] <= high + more);
    }
  stop_trial(&t);
}

static void test_kinks(void **state) {
  (void)state;
  trial t;
  start(&t);
  run *r = t.r;
  node *zero = integer_tree(r, 0);
  node *all[] = {SUB(make_node(r, '|', t.x, NULL), t.x),
                 NEG(MUL(integer_tree(r, 2), make_node(r, 'm', t.x, zero))),
                 MUL(integer_tree(r, 2), make_node(r, 'M', NEG(t.x), zero))};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    double ends[2];
    enclose(&t, all[i], 2, boxes[0], ends);
    assert_true(ends[0] <= 0 && ends[1] >= 2);
  }
  stop_trial(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_enclosed), cmocka_unit_test(test_kinks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
