/* simulate_compare.c: --compare 1e3,1e4: motions with springs for contacts beside the rigid one.
 *
 * A table or JSON on the standard output, and a picture of all motions where --plot asks for it. Of
 * the options of a single motion those for its files and planes mean nothing here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"

/* Positive decimal numbers between commas; their number, 0 after an error message. */
static size_t read_list(const char *text, size_t most, double *list) {
  size_t count = 0;
  for (const char *at = text; count < most;) {
    char *end;
    list[count] = strtod(at, &end);
    const bool decimal = end > at && (*at == '.' || (*at >= '0' && *at <= '9'));
    if (!decimal || !isfinite(list[count]) || !(list[count] > 0)) break;
    count++;
    if (*end == 0) return count;
    if (*end != ',') break;
    at = end + 1;
  }
  ss_cli_error("--compare needs positive numbers between commas, as 1e3,1e4,1e5, not '%s'", text);
  return 0;
}

/* What a single motion has and a comparison has not. */
static int refuse_others(const ss_simulation *s) {
  static const char *const others[] = {"out",       "plot-plane", "movie", "dump",  "cycle",
                                       "stiffness", "damping",    "power", "region"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (!ss_arguments_has(s->arguments, others[i])) continue;
    return ss_cli_refuse("--%s does not go with --compare", others[i]);
  }
  return 0;
}

int ss_simulate_compare(ss_simulation *s) {
  enum { MOST = 32, SAMPLES = 4000 };
  const ss_arguments *a = s->arguments;
  const char *plot = ss_arguments_text(a, "plot");
  const ss_start start = {s->q, s->u};
  double stiffness[MOST];
  ss_comparison comparison;
  ss_text out;
  int code = refuse_others(s);
  if (code != 0) return code;
  const size_t count = read_list(ss_arguments_text(a, "compare"), MOST, stiffness);
  if (count == 0) return ss_status_exit_code(SS_BAD_INPUT);
  if (!ss_arguments_has(a, "every")) s->options.every = s->options.end / SAMPLES;
  const ss_status status =
      ss_machine_compare(s->arena, s->machine, &start, &s->options, count, stiffness, &comparison);
  if (status != SS_OK) {
    ss_cli_error("%s", comparison.reason ? comparison.reason : ss_status_text(status));
    return ss_status_exit_code(status);
  }
  if (plot) {
    const ss_status drawn = ss_show_comparison_plot(s->system, &comparison, plot);
    if (drawn != SS_OK) return ss_picture_complain(drawn, plot);
  }
  ss_text_start(&out);
  (ss_arguments_has(a, "json") ? ss_show_comparison_json : ss_show_comparison)(s->system,
                                                                               &comparison, &out);
  if (ss_arguments_has(a, "quiet") && !ss_arguments_has(a, "json")) return ss_text_stop(&out), 0;
  return ss_cli_finish(&out);
}
