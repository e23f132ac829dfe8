/* test_stance_functions.c: the inequalities held against motions that are computed here.
 *
 * For random unknowns the quadratic forms are compared with V before and after an impact, with the
 * impact solved by its own formulas in the body's coordinates. */
#include "stances.h"

static double draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* V^(i) at u (no gap), by the definition in stance.h with r = 0, for slips of the sign g. */
static double value(const ss_footing *s, size_t i, size_t g, const double *f, const double *u) {
  const double h = 1;
  const double t = tan(M_PI / 6), d = 0.55, l[] = {t - d, t + d};
  (void)s;
  const double slip = u[0] + h * u[2], own = u[1] + l[i] * u[2];
  const double T = 0.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  assert_true(fabs(own) < 1e-12);
  /* T where both slide, by s^2: the body does not turn */
  const double k = f[STANCE_K + 2 * i + g], K = ball_middle(arb_mat_entry(s->contact[i].K, 1, 1));
  return k * T + (f[STANCE_Q + g] - k / 2 * K) * slip * slip;
}

/* Plastic impacts at foot 1 of a body that slides on foot 2, sticking after it. */
static void sticking_impacts(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  uint64_t seed = 5;
  size_t found = 0;
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    if (strcmp(e->what, "the function falls to an impact at the other contact") != 0) continue;
    if (e->size != 2) continue;
    /* by contacts: slip + and - after a slip of the other sign, then stick after slip + and - */
    const size_t i = found / 4, j = 1 - i, side = found % 2;
    if (found++ % 4 < 2) continue;
    const double t = tan(M_PI / 6), l[] = {t - 0.55, t + 0.55}, mu[] = {0.7, 2};
    for (int trial = 0; trial < 20; trial++) {
      const double x[] = {draw(&seed), draw(&seed)};
      const double N = (x[0] + x[1]) / (2 * mu[i]), F = (x[1] - x[0]) / 2;
      /* after: foot i stands still; before: less the impulse, foot j slides (w_j = 0) */
      const double du[] = {F, N, N * l[i] + F};
      /* u after = w (turning about foot i); before = after - du has no velocity of gap j */
      const double spin = (du[1] + l[j] * du[2]) / (l[j] - l[i]);
      const double after[] = {-spin, -l[i] * spin, spin};
      const double before[] = {after[0] - du[0], after[1] - du[1], after[2] - du[2]};
      double f[STANCE_UNKNOWNS] = {0}, form = 0;
      for (size_t v = STANCE_Q; v < STANCE_A; v++) f[v] = draw(&seed);
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
        for (slong a = 0; a < 2; a++)
          for (slong b = 0; b < 2; b++)
            form += f[v] * x[a] * x[b] * ball_middle(arb_mat_entry(e->A[v], a, b));
      const double fall = value(s, j, side, f, before) - value(s, i, s->rest[i], f, after);
      assert_true(fabs(form - fall) < 1e-12 * (1 + fabs(fall)));
    }
  }
  assert_int_equal(found, 8);
  stop(&m);
}

static double entry_of(const arb_mat_t A, slong i, slong j) {
  return ball_middle(arb_mat_entry(A, i, j));
}

/* V^(i) before a flight from i to i minus V after the impact that ends in stick: x as in the
 * inequality; the other gap and its rate after the impact are anything. */
static double fall_of(const ss_footing *s, size_t i, const double *f, const double *x,
                      const double *other) {
  const stance_contact *c = &s->contact[i];
  const size_t end = s->rest[i], side = 1 - end;
  const double mu = ball_middle(&s->zero->mu[i]), e = ball_middle(&s->zero->e[i]);
  double after[3], start[3], D = 0, work = 0, rise = 0, sum = 0;
  for (slong k = 0; k < 3; k++) {
    const double N = entry_of(c->impulse, k, 0), T = entry_of(c->impulse, k, 1);
    const double change = (x[0] * (N / mu - T) + x[1] * (N / mu + T)) / 2;
    after[k] = k == 0 ? e * change / (1 + e) : k == 1 ? 0 : other[1];
    start[k] = after[k] - change;
  }
  D = 2 * start[0] / entry_of(c->fall, 0, 0);
  for (slong k = 0; k < 3; k++) {
    const double rate = entry_of(c->fall, k, 0), mean = start[k] - rate * D / 2;
    start[k] -= rate * D;
    work += D * mean * entry_of(c->load, 0, k);
    if (k == 2) rise = D * mean;
  }
  for (size_t v = 0; v < STANCE_UNKNOWNS; v++) {
    double V = v == STANCE_F ? -work : 0;
    for (slong a = 0; a < 3; a++)
      for (slong b = 0; b < 3; b++)
        V += start[a] * start[b] * entry_of(c->form[side][v], a, b) -
             after[a] * after[b] * entry_of(c->form[end][v], a, b);
    V += ball_middle(&c->gap[side][v]) * other[0];
    V -= ball_middle(&c->gap[end][v]) * (other[0] + rise);
    sum += f[v] * V;
  }
  return sum;
}

/* From impact to impact at one contact the other one may do what it likes: the inequality bounds
 * the difference from below, and with the worst gap and rate it is equal. */
static void bounces(void **state) {
  (void)state;
  machine m = read_file("models/planar-biped.still", "alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1");
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_false(s->tied[0] || s->tied[1]);
  uint64_t seed = 9;
  size_t found = 0, seen = 0;
  for (size_t k = 0; k < s->inequalities; k++) {
    stance_inequality *e = &s->inequality[k];
    if (strcmp(e->what, "the function falls from an impact to the next one there") != 0) continue;
    if (e->size != 2) continue;
    /* by contacts: slip + and - after the other sign, then stick after slip + and - */
    const size_t i = found / 4, side = found % 2;
    if (found++ % 4 < 2 || side == s->rest[i]) continue;
    seen++;
    for (int trial = 0; trial < 50; trial++) {
      const double x[] = {draw(&seed), draw(&seed)};
      double f[STANCE_UNKNOWNS], form = 0, least = INFINITY;
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++) f[v] = draw(&seed);
      f[STANCE_K + 2 * i + side] += 1; /* the larger one, as it must be */
      for (size_t v = 0; v < STANCE_UNKNOWNS; v++)
        for (slong a = 0; a < 2; a++)
          for (slong b = 0; b < 2; b++) form += f[v] * x[a] * x[b] * entry_of(e->A[v], a, b);
      for (int w = -4000; w <= 4000; w++)
        least = fmin(least, fall_of(s, i, f, x, (double[]){0, w * 2e-3}));
      assert_true(least >= form - 1e-12 && least <= form + 1e-4);
      assert_true(fall_of(s, i, f, x, (double[]){draw(&seed), 4 * draw(&seed) - 2}) >= form);
    }
  }
  assert_int_equal(found, 8);
  assert_int_equal(seen, 2);
  stop(&m);
}

static void energy(void **state) {
  (void)state;
  static const struct {
    const char *settings;
    bool loses;
  } cases[] = {{"alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1", true},
               {"alpha=pi/9 e=0.99 d=2 mu1=2 mu2=2", false}};
  for (size_t k = 0; k < 2; k++) {
    machine m = read_file("models/planar-biped.still", cases[k].settings);
    assert_true(ss_stance_loses_energy(find_stance(&m)) == cases[k].loses);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sticking_impacts), cmocka_unit_test(bounces),
                                     cmocka_unit_test(energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
