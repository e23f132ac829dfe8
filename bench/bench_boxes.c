/* bench_boxes.c: what a proof by boxes costs, and how that grows as the level approaches the best.
 *
 *     Van der Pol's oscillator backwards in time, two states: the eight dampings for which dReal's
 *     levels were published (ten proofs in 4.7 s of 32 jobs, delta 1e-4, without certificates), and
 *     one of them with gaps from 1e-1 to 1e-7 to the best level;
 *     two coupled oscillators of that kind, four states, with gaps from 1e-1 to 1e-4
 *     a double pendulum with dry friction in both joints, four states: its rest set attracts what
 *     has less energy than a level; gaps from 1e-1 to 1e-3
 *
 *     boxes (of the double pendulum those of the certificate's trees); boxes a second of CPU; bytes
 *     of the certificate; time of standstill-check in units of that of the search; level in units
 *     of the best one (of the double pendulum the upright rest set's least energy)
 *
 * The figures to hold: all eight proofs and checks together in less than 4.7 s of one core, a check
 * in at most three times the search.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "standstill/study.h"

#define VAN_DER_POL                                                                                \
  "coord q\nkinetic = 1/2*q'^2\nforce q = -q - mu*(1 - q^2)*q'\n"                                  \
  "lyapunov V = (mu/2 + 1/mu)*q^2 + q*q' + q'^2/mu\n"
#define PAIR                                                                                       \
  "coord x, y\nkinetic = 1/2*x'^2 + 1/2*y'^2\nforce x = -x - (1 - x^2)*x' + 0.05*y\n"              \
  "force y = -y - (1 - y^2)*y' + 0.05*x\n"                                                         \
  "lyapunov V = 3/2*x^2 + x*x' + x'^2 + 3/2*y^2 + y*y' + y'^2\n"

#define PENDULUMS                                                                                  \
  "coord a, b\nkinetic = a'^2 + 1/2*b'^2 + cos(a - b)*a'*b'\n"                                     \
  "potential = 2*9.81*(1 - cos(a)) + 9.81*(1 - cos(b))\n"                                          \
  "friction shoulder { slip = a'; normal = 0.3; law = coulomb(1) }\n"                              \
  "friction elbow { slip = b' - a'; normal = 0.2; law = coulomb(1) }\n"

static double used(int who) {
  struct rusage u;
  getrusage(who, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

typedef struct figures {
  double search, check;
} figures;

static int run_checker(void) {
  return system("build/standstill-check --quiet build/bench-boxes.json");
}

/* Splits and leaves of all trees of a certificate. */
static size_t count_boxes(const char *certificate) {
  size_t count = 0;
  for (const char *at = certificate; (at = strstr(at, "\"tree\": \"")); at++)
    for (const char *c = at + 9; *c != '"'; c++)
      count += (*c >= 'a' && *c <= 'z') || *c == '^' || *c == '.' || *c == ' ';
  return count;
}

/* Searches, writes, checks; prints a line. `best` is the best level, 0: the one that is seen. */
static figures measure(const char *label, const char *text, double gap, double best) {
  static const char file[] = "build/bench-boxes.json";
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_system *machine = NULL;
  ss_proof proof;
  ss_text certificate;
  ss_proof_options o = ss_proof_default_options();
  figures f = {0, 0};
  o.box_gap = gap;
  o.boxes = 2000000;
  ss_diagnostics_start(&list, arena, "bench.still", text, strlen(text));
  const double start = used(RUSAGE_SELF), before = used(RUSAGE_CHILDREN);
  if (ss_model_parse(arena, "bench.still", text, strlen(text), 0, NULL, &list, &model) != SS_OK ||
      ss_system_derive(arena, model, &machine) != SS_OK ||
      ss_prove(arena, machine, &o, &proof) != SS_OK)
    exit(1);
  f.search = used(RUSAGE_SELF) - start;
  ss_text_start(&certificate);
  if (proof.verdict == SS_PROVED)
    ss_proof_write_certificate(&proof, model, 0, NULL, NULL, &certificate);
  const bool written = proof.verdict == SS_PROVED && ss_file_write(file, &certificate) == SS_OK;
  const int status = written ? run_checker() : 1;
  const size_t boxes =
      proof.levels.leaves || !written ? proof.levels.leaves : count_boxes(certificate.data);
  f.check = used(RUSAGE_CHILDREN) - before;
  printf("%-10s %7.0e %8zu %10.0f %9zu %9.1f  %.7f  %s\n", label, gap, boxes,
         (double)boxes / f.search, certificate.length, f.check / f.search,
         proof.levels.proved / (best > 0 ? best : proof.levels.tight),
         status == 0 ? "checked" : "not checked");
  ss_text_stop(&certificate);
  ss_proof_clear(&proof);
  ss_model_close(model);
  ss_arena_destroy(arena);
  return f;
}

int main(void) {
  static const char *const mu[] = {"1.25", "2.4", "1.96", "1.7", "0.81", "0.62", "2.23", "1.92"};
  /* U where friction just holds the lower rod upright: sin(d) = 0.2/9.81 */
  const double upright = 9.81 * (1 + sqrt(1 - 0.2 / 9.81 * (0.2 / 9.81)));
  char text[400];
  figures all = {0, 0};
  printf("model          gap    boxes  a second     bytes  checking  of best\n");
  for (size_t i = 0; i < sizeof mu / sizeof *mu; i++) {
    snprintf(text, sizeof text, "param mu = %s\n" VAN_DER_POL, mu[i]);
    const figures f = measure(mu[i], text, 2e-5, 0);
    all.search += f.search;
    all.check += f.check;
  }
  printf("eight proofs and checks: %.2f of the 4.7 s that dReal took for ten proofs on 32 jobs\n\n",
         (all.search + all.check) / 4.7);
  snprintf(text, sizeof text, "param mu = 1.25\n" VAN_DER_POL);
  for (double gap = 1e-1; gap > 5e-8; gap /= 10) measure("mu = 1.25", text, gap, 0);
  printf("\n");
  for (double gap = 1e-1; gap > 5e-5; gap /= 10) measure("a pair", PAIR, gap, 0);
  printf("\n");
  for (double gap = 1e-1; gap > 5e-4; gap /= 10) measure("pendulums", PENDULUMS, gap, upright);
  remove("build/bench-boxes.json");
  return 0;
}
