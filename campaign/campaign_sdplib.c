/* campaign_sdplib.c: the problems of SDPLIB, one after the other.
 *
 *     campaign_sdplib [FOLDER [SECONDS [EQUALITIES]]]
 *
 * prints for every problem of FOLDER (../shared/problems-sdp) with at most EQUALITIES (2000)
 * equalities how it ended within SECONDS (600), both values in the sign of the file beside the
 * published optimum, and what was measured. The published optima are in FOLDER/optima.csv, which is
 * the list of SDPLIB 1.2; three numbers of it are not the optima of the files, and those that the
 * authors of SDPA-GMP publish stand in their place. A value agrees if it differs from the published
 * one by at most one unit of its last digit. Exit status 1 if a problem is called optimal and does
 * not agree, or infeasible and is not.
 *
 * References: Borchers, SDPLIB 1.2, Optim. Methods Softw. 11 (1999) 683-690; the README of
 * github.com/nakatamaho/sdpa-gmp (values in multiple precision).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "standstill/sdp.h"

typedef struct totals {
  size_t problems, optimal, infeasible, agree, false_claims;
} totals;

/* What is published now, where the list of 1999 is wrong. */
static const char *correct(const char *name, const char *published) {
  static const char *const later[][2] = {
      {"maxG51", "4.006256e+03"}, {"qap10", "-1.093e+03"}, {"qpG51", "1.181800e+04"}};
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (strcmp(name, later[i][0]) == 0) return later[i][1];
  return published;
}

/* One unit of the last digit of a number as it is written. */
static double last_digit(const char *text) {
  const char *exponent = strchr(text, 'e'), *point = strchr(text, '.');
  const size_t end = exponent ? (size_t)(exponent - text) : strlen(text);
  const double digits = point ? (double)(end - (size_t)(point - text) - 1) : 0;
  return pow(10, (exponent ? atof(exponent + 1) : 0) - digits);
}

static void print_answer(const char *name, const char *published, const ss_sdp_answer *answer,
                         double seconds, totals *all) {
  const ss_sdp_residuals *r = &answer->residuals;
  const bool infeasible = strstr(published, "infeasible") != NULL;
  const bool ray =
      answer->outcome == SS_SDP_PRIMAL_INFEASIBLE || answer->outcome == SS_SDP_DUAL_INFEASIBLE;
  /* the programs of a file are named the other way round */
  const bool right =
      ray && infeasible && (answer->outcome == SS_SDP_DUAL_INFEASIBLE) == (published[0] == 'p');
  const double off = fabs(-r->primal_value - atof(published)), unit = last_digit(published);
  const bool agrees = ray ? right : !infeasible && off <= unit;
  printf("| %s | %s | %zu | ", name, ss_sdp_outcome_word(answer->outcome), answer->iterations);
  if (ray)
    printf("ray %.0e | | %s | | | |", answer->ray, published);
  else
    printf("%.9g | %.9g | %s | %.0e | %.0e | %.0e |", -r->primal_value, -r->dual_value, published,
           r->primal, r->dual, r->gap);
  printf(" %s | %.1f |\n", agrees ? "yes" : "no", seconds);
  fflush(stdout);
  all->problems++;
  all->optimal += answer->outcome == SS_SDP_OPTIMAL;
  all->infeasible += ray;
  all->agree += agrees;
  all->false_claims += !agrees && (ray || answer->outcome == SS_SDP_OPTIMAL);
}

static void run(const char *folder, const char *name, const char *published, double seconds,
                totals *all) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.dat-s", folder, name);
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  const ss_sdp_program *program;
  if (!arena || ss_sdp_read(path, arena, &list, &program) != SS_OK) {
    printf("| %s | cannot be read |\n", name);
    ss_arena_destroy(arena);
    return;
  }
  ss_sdp_options options = ss_sdp_default_options();
  options.seconds = seconds;
  ss_sdp_answer answer;
  const clock_t start = clock();
  const ss_status status = ss_sdp_solve(program, &options, arena, &answer);
  if (status == SS_MEMORY || status == SS_BAD_ARGUMENT)
    printf("| %s | %s |\n", name, ss_status_text(status));
  else
    print_answer(name, published, &answer, (double)(clock() - start) / CLOCKS_PER_SEC, all);
  ss_arena_destroy(arena);
}

int main(int count, char **words) {
  const char *folder = count > 1 ? words[1] : "../shared/problems-sdp";
  const double seconds = count > 2 ? atof(words[2]) : 600;
  const size_t most = count > 3 ? (size_t)atol(words[3]) : 2000;
  char path[512], line[256], name[64], published[64];
  snprintf(path, sizeof path, "%s/optima.csv", folder);
  FILE *file = fopen(path, "r");
  if (!file) {
    printf("no problems: %s does not exist\n", path);
    return 0;
  }
  totals all = {0};
  size_t m, n;
  puts("| problem | outcome | iterations | primal | dual | published | primal residual | dual "
       "residual | gap | agrees | CPU s |\n|---|---|---|---|---|---|---|---|---|---|---|");
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "%63[^,],%zu,%zu,%63[^\n\r]", name, &m, &n, published) == 4 && m <= most)
      run(folder, name, correct(name, published), seconds, &all);
  fclose(file);
  printf("\n%zu problems: %zu optimal, %zu infeasible with a checked ray; %zu agree with what is "
         "published; %zu false claims\n",
         all.problems, all.optimal, all.infeasible, all.agree, all.false_claims);
  return all.false_claims > 0;
}
