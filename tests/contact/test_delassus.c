/* G = W^T M^-1 W and what goes with it, against matrices that are multiplied out. */
#include "../../src/contact/workspace.h"
#include "support.h"

enum { N = 7, SIZE = 5 };

static void matches_the_definition(void **state) {
  (void)state;
  random_source source = {8};
  for (int i = 0; i < 200; i++) {
    double A[N][N], M[N * N], L[N * N], W[N * SIZE], Y[N * SIZE], G[SIZE * SIZE], u[N];
    for (int a = 0; a < N; a++) {
      u[a] = draw_normal(&source);
      for (int b = 0; b < N; b++) A[a][b] = draw_normal(&source);
    }
    double energy = 0;
    for (int a = 0; a < N; a++)
      for (int b = 0; b < N; b++) {
        M[a + N * b] = a == b;
        for (int k = 0; k < N; k++) M[a + N * b] += A[a][k] * A[b][k];
        energy += 0.5 * u[a] * M[a + N * b] * u[b];
      }
    for (int a = 0; a < N * SIZE; a++) W[a] = draw_normal(&source);
    assert_int_equal(ss_matrix_factor(N, M, L), SS_OK);
    assert_true(fabs(ss_contact_energy(N, L, u) - energy) <= 1e-12 * energy);
    ss_contact_delassus(N, L, SIZE, W, Y, G);
    /* M v = W r */
    double v[N];
    ss_contact_respond(N, L, SIZE, Y, u, v);
    for (int a = 0; a < N; a++) {
      double sum = 0;
      for (int b = 0; b < N; b++) sum += M[a + N * b] * v[b];
      for (int j = 0; j < SIZE; j++) sum -= W[a + N * j] * u[j];
      assert_true(fabs(sum) <= 1e-11);
    }
    for (int j = 0; j < SIZE; j++) {
      /* x = M^-1 w_j by both triangles, then M x = w_j and G[:, j] = W^T x */
      double x[N];
      memcpy(x, Y + N * j, sizeof x);
      ss_contact_solve_upper(N, L, x);
      for (int a = 0; a < N; a++) {
        double sum = -W[a + N * j];
        for (int b = 0; b < N; b++) sum += M[a + N * b] * x[b];
        assert_true(fabs(sum) <= 1e-11);
      }
      for (int k = 0; k < SIZE; k++) {
        double sum = 0;
        for (int a = 0; a < N; a++) sum += W[a + N * k] * x[a];
        assert_true(fabs(sum - G[k + SIZE * j]) <= 1e-11 * (1 + fabs(sum)));
        assert_true(G[k + SIZE * j] == G[j + SIZE * k]);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(matches_the_definition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
