/* bench_prove.c: CPU time of a verdict with its certificate, over the size of the machine.
 *
 *     random linear machines with n coordinates and n frictions and two directions that damping
 *     feeds, n = 2, 5, 10, 20, 40; from the model's text to the certificate's
 *
 *     reading and deriving; proving; writing; bytes of the certificate; the exponent of growth
 *     from one size to the next; gap between the proved level and the largest
 *
 * Cells of velocities: the default up to n = 10, one beyond. The machine of a size is the first
 * one from a fixed seed that needs a level (WL2004-T3 or -T4). The figure to hold is below one
 * second of CPU for n = 10.
 */
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../campaign/machine.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct figures {
  double reading, proving, writing, gap;
  size_t bytes, leaves;
  const char *theorem;
  bool level;
} figures;

static bool measure(const ss_text *text, size_t leaves, figures *f) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_system *system;
  ss_proof proof;
  ss_text certificate;
  ss_proof_options o = ss_proof_default_options();
  o.leaves = leaves;
  double start = now();
  ss_diagnostics_start(&list, arena, "bench.still", text->data, text->length);
  bool good = ss_model_parse(arena, "bench.still", text->data, text->length, 0, NULL, &list,
                             &model) == SS_OK &&
              ss_system_derive(arena, model, &system) == SS_OK;
  double read = now();
  good = good && ss_prove(arena, system, &o, &proof) == SS_OK;
  double proved = now();
  if (!good) return false;
  ss_text_start(&certificate);
  if (proof.verdict != SS_UNKNOWN)
    ss_proof_write_certificate(&proof, model, 0, NULL, NULL, &certificate);
  *f = (figures){.reading = read - start, .proving = proved - read, .writing = now() - proved};
  f->bytes = certificate.length;
  f->level = proof.levels.proved > 0;
  f->leaves = proof.levels.leaves;
  f->gap = 1 - proof.levels.proved / proof.levels.tight;
  f->theorem = f->level && proof.claim == SS_CLAIM_LOCALLY_ATTRACTIVE ? "WL2004-T4" : "WL2004-T3";
  ss_text_stop(&certificate);
  ss_proof_clear(&proof);
  ss_model_close(model);
  ss_arena_destroy(arena);
  return true;
}

/* The first machine of that size that needs a level. */
static bool run_size(size_t n, figures *f) {
  random_machine *r = calloc(1, sizeof *r);
  uint64_t seed = 7 * n;
  bool found = false;
  for (int attempt = 0; attempt < 20 && !found; attempt++) {
    ss_text text;
    *r = (random_machine){.n = n, .m = n, .fed = 2, .in_span = true};
    draw_machine(r, &seed);
    ss_text_start(&text);
    print_machine(r, &text);
    found = measure(&text, n <= 10 ? 64 : 1, f) && f->level;
    ss_text_stop(&text);
  }
  free(r);
  return found;
}

int main(void) {
  static const size_t sizes[] = {2, 5, 10, 20, 40};
  double before = 0;
  openblas_set_num_threads(1);
  printf("%4s %10s %10s %10s %10s %8s %8s %9s %7s  %s\n", "n", "read s", "prove s", "write s",
         "total s", "growth", "leaves", "bytes", "gap", "theorem");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    figures f = {0};
    if (!run_size(sizes[i], &f)) {
      fprintf(stderr, "no machine of size %zu\n", sizes[i]);
      return 1;
    }
    double total = f.reading + f.proving + f.writing;
    printf("%4zu %10.4f %10.4f %10.4f %10.4f ", sizes[i], f.reading, f.proving, f.writing, total);
    if (i)
      printf("%8.2f ", log(total / before) / log((double)sizes[i] / (double)sizes[i - 1]));
    else
      printf("%8s ", "");
    printf("%8zu %9zu %6.2g%%  %s\n", f.leaves, f.bytes, 100 * f.gap, f.theorem);
    before = total;
  }
  return 0;
}
