/* bench_stance.c: CPU time of what stability of stances and sums of squares cost, over their size.
 *
 *     points      a verdict about planar-biped, from the model's text on, over the grids of figures
 *                 2 and 3 of Varkonyi: mean and longest             (0.02 to 2 s a point are asked)
 *     contacts    all 4^n combinations of modes of a body on n feet in a row, n = 1 to 4, with
 *                 their forces and accelerations; the factor from one n to the next
 *     degree      a polynomial of degree 2d in three unknowns, d = 1 to 4, the sum of (1 + x^2 +
 *                 y^2 + z^2)^d/10 and of three random squares: from the polynomial to exact Gram
 *                 matrices; equalities, rows of the largest block, the factor from d to the next
 *
 * One thread. The semidefinite programs beside CSDP are in bench_sdp.c.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "standstill/proof.h"
#include "standstill/sos.h"
#include "standstill/zero_order.h"

/* after FLINT, whose headers use a name of <complex.h> */
#include <cblas.h>

static const double origin[3];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what) {
  printf("bench_stance: %s\n", what);
  exit(1);
}

/* ---- points ---------------------------------------------------------------------------------- */

static ss_verdict ask(const char *settings) {
  char copy[120];
  ss_setting setting[5];
  size_t count = 0;
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_system *system = NULL;
  ss_proof proof;
  ss_proof_options options = ss_proof_default_options();
  options.question = SS_QUESTION_STABLE;
  options.at = origin;
  snprintf(copy, sizeof copy, "%s", settings);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
    setting[count++] = (ss_setting){word};
  ss_diagnostics_start(&list, arena, "models/planar-biped.still", NULL, 0);
  if (ss_model_read(arena, "models/planar-biped.still", count, setting, &list, &model) != SS_OK ||
      ss_system_derive(arena, model, &system) != SS_OK ||
      ss_prove(arena, system, &options, &proof) != SS_OK)
    fail("the biped is not read");
  const ss_verdict verdict = proof.verdict;
  ss_proof_clear(&proof);
  ss_arena_destroy(arena);
  return verdict;
}

static void time_points(const char *name, const char *format, const double *d, const double *mu) {
  double sum = 0, most = 0;
  size_t count[3] = {0};
  for (size_t i = 0; i < 8; i++)
    for (size_t j = 0; j < 8; j++) {
      char settings[100];
      snprintf(settings, sizeof settings, format, d[i], mu[j], mu[j]);
      const double start = now();
      count[ask(settings)]++;
      const double seconds = now() - start;
      sum += seconds;
      most = fmax(most, seconds);
    }
  printf("%s: %zu proved, %zu refuted, %zu unknown; %.3f s a point, longest %.3f s\n", name,
         count[SS_PROVED], count[SS_REFUTED], count[SS_UNKNOWN], sum / 64, most);
}

/* ---- contacts -------------------------------------------------------------------------------- */

static double time_modes(size_t feet) {
  enum { TURNS = 20 };
  char text[1000];
  int length = snprintf(text, sizeof text,
                        "coord x, z, a\nbody b { mass = 1; inertia = 1; at = (x, z, a) }\n"
                        "potential = 9*z - 2*x\n");
  for (size_t i = 0; i < feet; i++)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "point P%zu on b (%zu, -1)\ncontact c%zu { gap = P%zu.y + 1; slip = "
                       "ddt(P%zu.x); law = coulomb(1/2); restitution = sequential(0) }\n",
                       i, i, i, i, i);
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_system *system = NULL;
  ss_diagnostics_start(&list, arena, "feet.still", text, (size_t)length);
  if (ss_model_parse(arena, "feet.still", text, (size_t)length, 0, NULL, &list, &model) != SS_OK ||
      ss_system_derive(arena, model, &system) != SS_OK)
    fail("the feet are not read");
  const double start = now();
  for (int turn = 0; turn < TURNS; turn++) {
    const ss_zero_order *zero = NULL;
    const char *why_not = NULL;
    size_t motions = 0;
    ss_zero_motion *motion;
    if (ss_zero_order_find(arena, system, origin, &zero, &why_not) != SS_OK || !zero ||
        ss_zero_order_motions(arena, zero, &motions, &motion) != SS_OK)
      fail("there is no zero-order dynamics");
  }
  const double seconds = (now() - start) / TURNS;
  ss_arena_destroy(arena);
  return seconds;
}

/* ---- degree ---------------------------------------------------------------------------------- */

static ss_poly multiply(ss_ring *ring, ss_poly a, ss_poly b) {
  ss_poly product = {0};
  if (!ss_poly_multiply(ring, a, b, &product)) fail("a polynomial is too long");
  return product;
}

/* Coefficients -3 to 3 of all monomials up to degree d. */
static ss_poly draw_poly(ss_ring *ring, int d, unsigned *seed) {
  ss_poly sum = {0};
  for (int i = 0; i <= d; i++)
    for (int j = 0; i + j <= d; j++)
      for (int k = 0; i + j + k <= d; k++) {
        *seed = *seed * 1103515245u + 12345u;
        const ss_power powers[] = {{0, i}, {1, j}, {2, k}};
        ss_poly term = ss_poly_integer(ring, (long)(*seed >> 16) % 7 - 3);
        for (size_t v = 0; v < 3; v++)
          if (powers[v].exponent)
            term = multiply(ring, term, ss_poly_atom(ring, powers[v].atom, powers[v].exponent));
        sum = ss_poly_plus(ring, sum, term);
      }
  return sum;
}

static double time_squares(int d, ss_sos_answer *answer, ss_arena *arena) {
  ss_ring ring;
  unsigned seed = 9;
  if (!ss_ring_start(&ring, 1000000)) fail("out of memory");
  ss_poly length = ss_poly_integer(&ring, 1), p = ss_poly_integer(&ring, 1), tenth;
  for (uint32_t v = 0; v < 3; v++) length = ss_poly_plus(&ring, length, ss_poly_atom(&ring, v, 2));
  for (int k = 0; k < d; k++) p = multiply(&ring, p, length);
  fmpq_t share;
  fmpq_init(share);
  fmpq_set_si(share, 1, 10);
  tenth = ss_poly_number(&ring, share);
  fmpq_clear(share);
  p = multiply(&ring, p, tenth);
  for (int k = 0; k < 3; k++) {
    const ss_poly square = draw_poly(&ring, d, &seed);
    p = ss_poly_plus(&ring, p, multiply(&ring, square, square));
  }
  const ss_sos_options options = ss_sos_default_options();
  const double start = now();
  if (ss_sos_decide_poly(&ring, p, &options, arena, answer) != SS_OK) fail("no answer");
  const double seconds = now() - start;
  ss_ring_stop(&ring);
  return seconds;
}

int main(void) {
  openblas_set_num_threads(1);
  time_points("figure 2", "d=%g mu1=%g", (double[]){0.1, 0.25, 0.4, 0.55, 0.7, 0.9, 1.2, 1.6},
              (double[]){0.05, 0.15, 0.25, 0.35, 0.5, 0.7, 1, 1.5});
  time_points("figure 3", "alpha=pi/9 e=0.1 d=%g mu1=%g mu2=%g",
              (double[]){0.15, 0.3, 0.5, 0.75, 1, 1.5, 2, 3},
              (double[]){0.4, 0.5, 0.6, 0.8, 1, 1.4, 2, 3});
  puts("\ncontacts  modes  ms       factor");
  double last = NAN;
  for (size_t n = 1; n <= SS_ZERO_ORDER_MOST; n++) {
    const double seconds = time_modes(n);
    printf("%-8zu  %-5d  %-7.3f  %.1f\n", n, 1 << 2 * n, 1e3 * seconds, seconds / last);
    last = seconds;
  }
  puts("\ndegree  equalities  largest block  verdict  s         factor");
  for (int d = 1; d <= 4; d++) {
    ss_arena *arena = ss_arena_create();
    ss_sos_answer answer;
    const double seconds = time_squares(d, &answer, arena);
    printf("%-6d  %-10zu  %-13zu  %-7s  %-8.4f  %.1f\n", 2 * d, answer.equalities, answer.largest,
           ss_verdict_text(answer.verdict), seconds, d > 1 ? seconds / last : (double)NAN);
    last = seconds;
    ss_arena_destroy(arena);
  }
  return 0;
}
