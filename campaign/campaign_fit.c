/* campaign_fit.c: do fits find what made the data, as often as they say?
 *
 * For the friction oscillator, the rocking block and the two masses: 200 regular samples of the
 * coordinates of one motion, with normal errors of 1 % of the largest value of each, and starting
 * values that are 50 % off, up or down at random. All true values must lie in their intervals,
 * which hold together with 95 %: at least 95 times of 100.
 *
 * Usage: campaign_fit [TRIALS [FIRST]]      (default: trials 1 to 100 of each)
 */
#include <stdlib.h>

#include "fit_trial.h"

enum { TRIALS = 100 };

int main(int count, char **words) {
  const int trials = count > 1 ? atoi(words[1]) : TRIALS;
  const int begin = count > 2 ? atoi(words[2]) : 1;
  const double noise = 0.01;
  bool good = trials > 0;
  printf("%-22s %7s %7s %10s %9s  %s\n", "model", "trials", "within", "explained", "motions",
         "mean error of each parameter");
  for (size_t k = 0; k < sizeof fit_cases / sizeof *fit_cases; k++) {
    const fit_case *c = &fit_cases[k];
    int within = 0, explained = 0;
    double motions = 0, error[FIT_PARAMETERS] = {0};
    for (int i = 0; i < trials; i++) {
      const fit_outcome o = fit_try(c, noise, (uint64_t)(begin + i));
      within += o.within;
      explained += o.explained;
      motions += (double)o.motions / trials;
      for (size_t p = 0; p < c->parameters; p++) error[p] += o.error[p] / trials;
      if (o.within && o.explained) continue;
      fprintf(stderr, "%s, trial %d:%s", c->name, begin + i, o.ran ? "" : " failed");
      for (size_t p = 0; p < c->parameters; p++)
        fprintf(stderr, " %s = %.5g +- %.2g", c->parameter[p], o.value[p], o.error[p]);
      fprintf(stderr, "%s\n", o.explained ? "" : ", not explained");
    }
    printf("%-22s %7d %7d %10d %9.1f ", c->name, trials, within, explained, motions);
    for (size_t p = 0; p < c->parameters; p++) printf(" %s %.2g", c->parameter[p], error[p]);
    printf("\n");
    fflush(stdout);
    good = good && within >= 0.95 * trials;
  }
  return good ? 0 : 1;
}
