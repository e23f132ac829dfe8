/* test_lagrange.c: the equations of motion of chains of links, and moving contacts.
 *
 * Oracle: the closed form. With c_ij the share of link j in the position of centre i (l_j above it,
 * l_i/2 in it, 0 below) and A = sum_i m_i c_i c_i^T, a chain of angles a from the vertical has
 *
 *     M_jk = A_jk cos(a_j - a_k) + J_j [j = k]
 *     h_j  = -sum_k A_jk sin(a_j - a_k) a_k'^2 - g sum_i m_i c_ij sin a_j
 *
 * and with angles from link to link, a = L q, it has L^T M L and L^T h.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../bench/chain.h"
#include "../expr/random_expr.h"
#include "../model/support.h"
#include "standstill/system.h"

enum { LINKS = 12 };

typedef struct links {
  int count;
  double g, m[LINKS], l[LINKS], J[LINKS];
  double q[LINKS], u[LINKS]; /* from the vertical */
} links;

/* Draws everything, in the order of the parameters of the model. */
static void draw_links(random_source *r, links *c, double *parameters) {
  parameters[0] = c->g = random_between(r, 5, 15);
  for (int i = 0; i < c->count; i++) {
    parameters[1 + 3 * i] = c->m[i] = random_between(r, 0.5, 2);
    parameters[2 + 3 * i] = c->l[i] = random_between(r, 0.5, 2);
    parameters[3 + 3 * i] = c->J[i] = random_between(r, 0.1, 1);
    c->q[i] = random_between(r, -3, 3);
    c->u[i] = random_between(r, -2, 2);
  }
}

static double share(const links *c, int i, int j) {
  return j < i ? c->l[j] : j == i ? c->l[j] / 2 : 0;
}

/* M and h in angles from the vertical. */
static void solve_by_hand(const links *c, double M[LINKS][LINKS], double *h) {
  for (int j = 0; j < c->count; j++) {
    h[j] = 0;
    for (int i = 0; i < c->count; i++) h[j] -= c->g * c->m[i] * share(c, i, j) * sin(c->q[j]);
    for (int k = 0; k < c->count; k++) {
      double A = 0;
      for (int i = 0; i < c->count; i++) A += c->m[i] * share(c, i, j) * share(c, i, k);
      M[j][k] = A * cos(c->q[j] - c->q[k]) + (j == k ? c->J[j] : 0);
      h[j] -= A * sin(c->q[j] - c->q[k]) * c->u[k] * c->u[k];
    }
  }
}

/* L^T M L and L^T h, L_jk = 1 for k <= j: sums over the links from here on. */
static void turn_relative(int n, double M[LINKS][LINKS], double *h) {
  for (int j = n - 2; j >= 0; j--) h[j] += h[j + 1];
  for (int j = n - 2; j >= 0; j--)
    for (int k = 0; k < n; k++) M[j][k] += M[j + 1][k];
  for (int k = n - 2; k >= 0; k--)
    for (int j = 0; j < n; j++) M[j][k] += M[j][k + 1];
}

/* Both sides are sums of at most LINKS^3 products of a few factors: the terms' roundings add up to
 * less than LINKS^4 units of 2^-53 times the largest of them, which are below 500. */
static void check_state(const ss_system_tape *tape, const links *c, const double *parameters,
                        angles kind) {
  const double bound = 500.0 * LINKS * LINKS * LINKS * LINKS * 0x1p-53;
  double M[LINKS][LINKS], h[LINKS], in[2 * LINKS + 1], out[LINKS * LINKS + LINKS];
  int n = c->count;
  for (int i = 0; i < n; i++) {
    bool relative = kind == FROM_LINK_TO_LINK && i > 0;
    in[i] = c->q[i] - (relative ? c->q[i - 1] : 0);
    in[n + i] = c->u[i] - (relative ? c->u[i - 1] : 0);
  }
  in[2 * n] = 0;
  assert_int_equal(ss_tape_eval(tape->tape, parameters, in, out), SS_OK);
  solve_by_hand(c, M, h);
  if (kind == FROM_LINK_TO_LINK) turn_relative(n, M, h);
  for (int j = 0; j < n; j++) {
    assert_true(fabs(out[tape->offset[SS_QUANTITY_H] + (size_t)j] - h[j]) < bound);
    for (int k = 0; k < n; k++)
      assert_true(fabs(out[tape->offset[SS_QUANTITY_M] + (size_t)(j * n + k)] - M[j][k]) < bound);
  }
}

static void check_chain(int n, angles kind) {
  random_source r = {(uint64_t)n};
  ss_text text;
  ss_text_start(&text);
  write_chain(&text, n, kind);
  reading read = read_good(text.data);
  ss_system *system;
  ss_system_tape tape;
  assert_int_equal(ss_system_derive(read.arena, read.model, &system), SS_OK);
  assert_int_equal(ss_system_compile(system, SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H), &tape),
                   SS_OK);
  links c = {.count = n};
  double parameters[1 + 3 * LINKS];
  assert_int_equal(read.model->parameters, 1 + 3 * n);
  for (int i = 0; i < 50; i++) {
    draw_links(&r, &c, parameters);
    check_state(&tape, &c, parameters, kind);
  }
  ss_system_tape_destroy(&tape);
  ss_text_stop(&text);
  stop_reading(&read);
}

static void chains_have_their_closed_form(void **state) {
  (void)state;
  for (int n = 1; n <= LINKS; n++) {
    check_chain(n, FROM_THE_VERTICAL);
    check_chain(n, FROM_LINK_TO_LINK);
  }
}

/* A pendulum over a floor that moves: W, w and zeta of gap and slip by hand. */
static void moving_contacts(void **state) {
  (void)state;
  reading r = read_good("param l = 1\ncoord q, x\nkinetic = q'^2 + x'^2\n"
                        "contact floor { gap = x - l*cos(q) + sin(2*t)\n"
                        "  slip = ddt(l*sin(q)) + t*x' + cos(t); law = coulomb(1) }\n");
  ss_system *s;
  assert_int_equal(ss_system_derive(r.arena, r.model, &s), SS_OK);
  assert_formula(s->graph, s->gap[0], "x - l*cos(q) + sin(2*t)");
  assert_formula(s->graph, s->normal[0].W[0], "l*sin(q)");
  assert_formula(s->graph, s->normal[0].W[1], "1");
  assert_formula(s->graph, s->normal[0].w, "2*cos(2*t)");
  assert_formula(s->graph, s->normal[0].zeta, "l*cos(q)*q'^2 - 4*sin(2*t)");
  assert_formula(s->graph, s->slip[0].W[0], "l*cos(q)");
  assert_formula(s->graph, s->slip[0].W[1], "t");
  assert_formula(s->graph, s->slip[0].w, "cos(t)");
  assert_formula(s->graph, s->slip[0].zeta, "-l*sin(q)*q'^2 + x' - sin(t)");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_have_their_closed_form),
      cmocka_unit_test(moving_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
