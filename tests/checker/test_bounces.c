/* test_bounces.c: steps of motions with restitution, against arithmetic in doubles and each other.
 *
 * The body is the planar biped: M is the identity, the feet have N = (0, 1, l), T = (1, 0, h), and
 * the load is (sin a, -cos a, 0). A flight is a parabola, an impact is what M du = N l + T m says
 * of its impulse, and 200 bounces one by one come where all of them come at once. For every
 * condition of a step there is a place that satisfies all but this one.
 */
#include "../../checker/stance.h"
#include "support.h"

#include <math.h>

/* ---- the body -------------------------------------------------------------------------------- */

static void open_body(run *r, const char *settings) {
  char copy[200], *rest = NULL;
  bytes text = read_bytes("models/planar-biped.still");
  json_t *system =
      json_pack("{s: [s, s], s: [s, s, s]}", "contacts", "foot1", "foot2", "at", "0", "0", "0");
  r->root = system; /* freed with the run */
  if (setjmp(r->end) != 0) fail_msg("%s", r->message);
  char *kept = new_room(r, text.size + 1, 1);
  memcpy(kept, text.data, text.size);
  free(text.data);
  parse_model(r, kept);
  snprintf(copy, sizeof copy, "%s", settings);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    kept = new_room(r, strlen(word) + 1, 1);
    apply_setting(r, strcpy(kept, word));
  }
  read_model(r);
  enter_stance(r, system);
}

/* Foot 1 (on = 0) has the slip, rate and height given first; then rate and gap of the other. */
static place at(run *r, size_t on, const double x[5]) {
  arb_ptr ball[5];
  for (size_t i = 0; i < 5; i++) {
    ball[i] = new_ball(r);
    arb_set_d(ball[i], x[i]);
  }
  return (place){on, ball[0], ball[3], ball[4], ball[1], ball[2], whole(r, 1)};
}

static bool take(run *r, place *x, const char *step, const char *contact, const char *mode) {
  json_t *said =
      mode ? json_pack("{s: s, s: s, s: s}", "step", step, "contact", contact, "mode", mode)
           : json_pack("{s: s, s: s, s: n}", "step", step, "contact", contact, "mode");
  bool good = false;
  if (setjmp(r->end) == 0) {
    r->status = 0;
    good = take_bounce(r, r->stance, x, said);
  }
  json_decref(said);
  return good;
}

static double middle(arb_srcptr x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static double times(arb_srcptr x, arb_srcptr y) {
  double sum = 0;
  for (size_t i = 0; i < 3; i++) sum += middle(x + i) * middle(y + i);
  return sum;
}

static bool is_near(arb_srcptr x, double value) {
  if (fabs(middle(x) - value) < 1e-12) return true;
  print_error("%.17g, not %.17g\n", middle(x), value);
  return false;
}

static void close_run(run *r) {
  free_all(r);
  free(r);
}

static run *open_run(const char *settings) {
  run *r = calloc(1, sizeof *r);
  assert_non_null(r);
  open_body(r, settings);
  return r;
}

#define BODY   "alpha=pi/4 d=0.4 mu1=0.25 mu2=2 e=0.5"
#define SLOPES "alpha=pi/4 d=0.4 mu1=0.25 mu2=1 e=0.5 phi2=0.1" /* slips of the feet differ */

/* ---- tests ----------------------------------------------------------------------------------- */

/* Up from foot k and down to foot j: own + g t, height + own t + g t^2/2. */
static void fly_and_land(size_t on, size_t to, const double x[5]) {
  run *r = open_run(SLOPES);
  const stance *s = r->stance;
  place before = at(r, on, x), after = before;
  const double own = to == on ? x[1] : x[3], height = to == on ? x[2] : x[4],
               rate = to == on ? x[3] : x[1], gap = to == on ? x[4] : x[2];
  const double g = times(s->foot[to].N, s->fall), other = times(s->foot[1 - to].N, s->fall);
  const vector u = velocity_at(r, s, &before);
  const double slip = times(s->foot[to].T, u);
  const double t = (-own - sqrt(own * own - 2 * g * height)) / g;
  assert_true(take(r, &after, "fly", to ? "foot2" : "foot1", "slip+"));
  /* the impact: w is -w/2, and the impulse N l - T mu l */
  const double hit = own + g * t, mu = middle(s->foot[to].mu);
  const double l =
      -1.5 * hit / (times(s->foot[to].N, s->foot[to].N) - mu * times(s->foot[to].N, s->foot[to].T));
  assert_int_equal(after.on, to);
  assert_true(arb_is_zero(after.height));
  assert_true(is_near(after.own, -hit / 2));
  assert_true(is_near(after.slip, slip + t * times(s->foot[to].T, s->fall) +
                                      l * (times(s->foot[to].T, s->foot[to].N) -
                                           mu * times(s->foot[to].T, s->foot[to].T))));
  assert_true(is_near(after.gap, gap + rate * t + other * t * t / 2));
  assert_true(is_near(after.rate, rate + other * t +
                                      l * (times(s->foot[1 - to].N, s->foot[to].N) -
                                           mu * times(s->foot[1 - to].N, s->foot[to].T))));
  close_run(r);
}

static void flights(void **state) {
  (void)state;
  fly_and_land(0, 0, (double[]){3, 0.1, 0, 0.3, 2});
  fly_and_land(0, 0, (double[]){3, 0.1, 0.01, -0.3, 2});
  fly_and_land(0, 0, (double[]){3, -0.1, 0.01, 0.3, 0});
  fly_and_land(0, 1, (double[]){9, 0.3, 2, 0.1, 0});
  fly_and_land(0, 1, (double[]){9, 0.3, 2, -0.1, 0.01});
  fly_and_land(1, 1, (double[]){9, 0.1, 0, 0.3, 2});
}

/* In stick: no slip afterwards, and an impulse inside the cone. */
static void impacts(void **state) {
  (void)state;
  run *r = open_run("alpha=pi/4 d=0.4 mu1=3 mu2=3 e=0.5");
  const stance *s = r->stance;
  place before = at(r, 0, (double[]){0.1, -1, 0, 0.3, 2}), after = before;
  assert_true(take(r, &after, "hit", "foot1", "stick"));
  assert_true(arb_is_zero(after.slip));
  assert_true(is_near(after.own, 0.5));
  assert_true(is_near(after.gap, 2));
  const vector u = velocity_at(r, s, &before), v = velocity_at(r, s, &after);
  const double l = middle(v + 1) - middle(u + 1), m = middle(v) - middle(u);
  assert_true(fabs(m) < 3 * l);
  assert_true(fabs(middle(v + 2) - middle(u + 2) - l * middle(s->foot[0].N + 2) -
                   m * middle(s->foot[0].T + 2)) < 1e-12);
  close_run(r);
}

static void compare(const char *settings, size_t on, double slip, const char *mode) {
  run *r = open_run(settings);
  const char *contact = on ? "foot2" : "foot1";
  place all = at(r, on, (double[]){slip, 0.1, 0, 0.3, 2}), each = all;
  assert_true(take(r, &all, "settle", contact, mode));
  for (size_t k = 0; k < 200; k++) {
    assert_true(take(r, &each, "fly", contact, mode));
    if (mode[1] == 't') assert_true(arb_is_zero(each.slip));
  }
  assert_true(arb_is_zero(all.own) && arb_is_zero(all.height));
  assert_true(is_near(each.own, 0));
  assert_true(is_near(all.slip, middle(each.slip)));
  assert_true(is_near(all.rate, middle(each.rate)));
  assert_true(is_near(all.gap, middle(each.gap)));
  close_run(r);
}

static void all_at_once(void **state) {
  (void)state;
  compare(BODY, 0, 3, "slip+");
  compare(BODY, 0, -3, "slip-");
  compare(SLOPES, 1, -3, "slip-");
  compare("alpha=pi/4 d=0.4 mu1=3 mu2=3 e=0.5", 0, 0, "stick");
}

/* Slips s + (1 + e + e^2 + ...) d: the first one and the last one have the sign of the mode. */
static void slips_that_turn(void **state) {
  (void)state;
  run *r = open_run(BODY);
  const char *const modes[] = {"slip+", "slip-"};
  for (size_t i = 0; i < 2; i++) {
    const double x[5] = {i ? -3 : 3, 0.1, 0, 0.3, 2};
    place all = at(r, 0, x);
    assert_true(take(r, &all, "settle", "foot1", modes[i]));
    const double d = (middle(all.slip) - x[0]) / 2;
    assert_true(d > 0);
    /* with s = -3/2 d the first is below 0, the last above; it is above, or below, with others */
    place turns = at(r, 0, (double[]){-1.5 * d, 0.1, 0, 0.3, 2});
    assert_false(take(r, &turns, "settle", "foot1", modes[i]));
    place not = at(r, 0, (double[]){(i ? -2.1 : -0.9) * d, 0.1, 0, 0.3, 2});
    assert_true(take(r, &not, "settle", "foot1", modes[i]));
  }
  close_run(r);
}

/* The least gap at which bounces are accepted: there the middle point of the parabola through
 * which the gaps go, as Bezier's, is 0: G = X/2, X = tau w/(1 - e). */
static void least_gap(void **state) {
  (void)state;
  run *r = open_run("d=0.4 mu1=0.25 e=0.9");
  double low = 0, high = 20;
  place x;
  for (int k = 0; k < 50; k++) {
    const double gap = (low + high) / 2;
    x = at(r, 0, (double[]){-30, 0.1, 0, -0.3, gap});
    if (take(r, &x, "settle", "foot1", "slip-"))
      high = gap;
    else
      low = gap;
  }
  x = at(r, 0, (double[]){-30, 0.1, 0, -0.3, high});
  assert_true(take(r, &x, "settle", "foot1", "slip-"));
  const double tau = -0.2 / times(r->stance->foot[0].N, r->stance->fall);
  assert_true(middle(x.rate) > 0);
  assert_true(fabs(middle(x.gap) - tau * middle(x.rate) / (1 - 0.9) / 2) < 1e-9);
  close_run(r);
}

/* Both feet on the ground: what the other one does next must be known. Of a rate that is only known
 * to be in [-1, 1] nobody can say how long a flight is. */
static void wide_places(void **state) {
  (void)state;
  run *r = open_run(BODY);
  place x = at(r, 0, (double[]){3, -1, 0, 0.3, 0});
  assert_true(take(r, &x, "hit", "foot1", "slip+"));
  x = at(r, 0, (double[]){3, -1, 0, 0.3, 0});
  mag_set_d(arb_radref(x.rate), 9);
  assert_false(take(r, &x, "hit", "foot1", "slip+"));
  x = at(r, 0, (double[]){3, -1, 0, 0.3, 2}); /* which need not be known while it is up */
  mag_set_d(arb_radref(x.rate), 9);
  assert_true(take(r, &x, "hit", "foot1", "slip+"));
  x = at(r, 0, (double[]){3, 0, 0.001, 0.3, 2});
  assert_true(take(r, &x, "fly", "foot1", "slip+"));
  x = at(r, 0, (double[]){3, 0, 0.001, 0.3, 2});
  mag_set_d(arb_radref(x.own), 1);
  assert_false(take(r, &x, "fly", "foot1", "slip+"));
  close_run(r);
}

/* The other foot's impact, in its own coordinates; a slip that ends; a landing. */
static void other_steps(void **state) {
  (void)state;
  run *r = open_run(SLOPES);
  const stance *s = r->stance;
  place x = at(r, 0, (double[]){3, 0.3, 2, -1, 0}), before = x;
  const double slip = times(s->foot[1].T, velocity_at(r, s, &before));
  assert_true(take(r, &x, "hit", "foot2", slip > 0 ? "slip+" : "slip-"));
  assert_int_equal(x.on, 1);
  assert_true(is_near(x.own, 0.5));
  assert_true(is_near(x.gap, 2));
  x = at(r, 0, (double[]){-0.1, 0, 0, 0.3, 2});
  assert_true(take(r, &x, "turn", "foot1", "slip-"));
  assert_true(arb_is_zero(x.slip) && arb_is_positive(x.gap));
  x = at(r, 0, (double[]){-0.1, 0, 0, 0.3, 2});
  assert_false(take(r, &x, "turn", "foot1", "slip+"));
  close_run(r);
  r = open_run(BODY);
  x = at(r, 1, (double[]){0, 0, 0, 0.3, 2});
  assert_true(take(r, &x, "land", "foot2", "stick"));
  assert_true(arb_is_zero(x.gap));
  for (int k = 0; k < 2; k++) { /* the same above the ground, or leaving it */
    x = at(r, 1, (double[]){0, k ? 0.1 : 0, k ? 0 : 0.1, 0.3, 2});
    assert_false(take(r, &x, "land", "foot2", "stick"));
  }
  close_run(r);
}

typedef struct wrong {
  double x[5]; /* slip, rate, height; rate and gap of the other one */
  const char *step, *contact, *mode, *settings;
} wrong;

#define UP "alpha=pi/4 d=0.4 mu1=0.25 e=0.5 F=-1" /* nothing falls */

static const wrong none[] = {
    /* flights: it has not left, or goes down already; likewise the other; it is met first; and it
     * is at its top, below the ground */
    {{3, 0, 0, 0.3, 2}, "fly", "foot1", "slip+", BODY},
    {{3, -0.1, 0, 0.3, 2}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, -0.001, 0.3, 2}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, 0, 0, 0}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, 0, -0.1, 0}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, 0, 2, -0.001}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, 0, -1, 0.001}, "fly", "foot1", "slip+", BODY},
    {{3, 0.1, 0, 0.3, 2}, "fly", "foot2", "slip+", BODY},
    {{3, 0.1, 0, 0.3, 2}, "fly", "foot1", "slip+", UP},
    {{3, 0.1, 0, 0.3, 2}, "fly", "foot1", "slip+", UP " T=-0.8"},
    {{3, 0.1, 0, 0.3, 2}, "fly", "foot1", "slip+", BODY " T=0.8"},
    /* impacts: above the ground; upwards, or not at all; the other one below; slip that turns, of
     * the other sign, or in stick outside of the cone; nobody knows where the other one goes */
    {{3, -1, 0.001, 0.3, 2}, "hit", "foot1", "slip+", BODY},
    {{3, 1, 0, 0.3, 2}, "hit", "foot1", "slip+", BODY},
    {{3, 0, 0, 0.3, 2}, "hit", "foot1", "slip+", BODY},
    {{3, -1, 0, 0.3, -0.001}, "hit", "foot1", "slip+", BODY},
    {{-0.001, -1, 0, 0.3, 2}, "hit", "foot1", "slip-", BODY},
    {{3, -1, 0, 0.3, 2}, "hit", "foot1", "slip-", BODY},
    {{3, -1, 0, 0.3, 2}, "hit", "foot1", "stick", BODY},
    /* bounces without end: of nothing, downwards, from above the ground; with the other one on the
     * ground, below, met in between; slip that turns, of the other sign, in stick; elastic */
    {{3, 0, 0, 0.3, 2}, "settle", "foot1", "slip+", BODY},
    {{3, -0.1, 0, 0.3, 2}, "settle", "foot1", "slip+", BODY},
    {{3, 0.1, 0.001, 0.3, 2}, "settle", "foot1", "slip+", BODY},
    {{3, 0.1, 0, 9, 0}, "settle", "foot1", "slip+", BODY},
    {{3, 0.1, 0, -1, 0.001}, "settle", "foot1", "slip+", BODY},
    {{-0.001, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip-", BODY},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip-", BODY},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "stick", BODY},
    {{0.001, 0.1, 0, 0.3, 2}, "settle", "foot1", "stick", "alpha=pi/4 d=0.4 mu1=3 mu2=3 e=0.5"},
    {{0, 0.1, 0, 0.3, 2}, "settle", "foot1", "stick", BODY},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip+", "alpha=pi/4 d=0.4 mu1=0.25 mu2=2 e=1"},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip+", UP},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip+", UP " T=-0.8"},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot1", "slip+", BODY " T=0.8"},
    {{3, 0.1, 0, 0.3, 2}, "settle", "foot2", "slip+", BODY},
    /* modes of a contact that is open */
    {{3, 0.1, 0, 0.3, 2}, "land", "foot1", "slip+", BODY},
    {{3, 0, 0.1, 0.3, 2}, "land", "foot1", "slip+", BODY},
    {{3, 0, 0, 0.3, 2}, "land", "foot2", "slip+", BODY},
    /* words that nobody knows */
    {{3, 0, 0, 0.3, 2}, "bounce", "foot1", "slip+", BODY},
    {{3, -1, 0, 0.3, 2}, "hit", "foot3", "slip+", BODY},
    {{3, -1, 0, 0.3, 2}, "hit", "foot1", NULL, BODY},
};

static void wrong_steps(void **state) {
  (void)state;
  size_t accepted = 0;
  for (size_t i = 0; i < COUNT(none); i++) {
    run *r = open_run(none[i].settings);
    place x = at(r, 0, none[i].x);
    if (take(r, &x, none[i].step, none[i].contact, none[i].mode)) {
      print_error("accepted: %zu, %s\n", i, none[i].step);
      accepted++;
    }
    assert_int_equal(r->status, i + 3 >= COUNT(none) ? 2 : 0);
    close_run(r);
  }
  assert_int_equal(accepted, 0);
}

/* Foot 2 dips to 0 between two bounces of foot 1 and rises again: between the ends of its way. */
static void in_between(void **state) {
  (void)state;
  run *r = open_run("d=0.4 mu1=0.25 e=0.9");
  place x = at(r, 0, (double[]){30, 0.1, 0, -1, 0.2}), each = x;
  bool open = true;
  for (size_t k = 0; k < 400 && open; k++) open = take(r, &each, "fly", "foot1", "slip+");
  assert_false(open);
  assert_false(take(r, &x, "settle", "foot1", "slip+"));
  close_run(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flights),     cmocka_unit_test(impacts),
      cmocka_unit_test(all_at_once), cmocka_unit_test(wrong_steps),
      cmocka_unit_test(in_between),  cmocka_unit_test(slips_that_turn),
      cmocka_unit_test(least_gap),   cmocka_unit_test(wide_places),
      cmocka_unit_test(other_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
