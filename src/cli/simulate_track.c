/* simulate_track.c: --track: the motion follows a reference. */
#include <math.h>

#include "simulate.h"

int ss_simulate_open_track(ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  const char *reference = ss_arguments_text(a, "track");
  ss_track_options o = ss_track_default_options();
  ss_diagnostics list;
  if (!reference && (ss_arguments_has(a, "weights") || ss_arguments_has(a, "by-clock")))
    return ss_cli_refuse("--weights and --by-clock go with --track");
  if (!reference) return 0;
  if (ss_arguments_has(a, "prove") || ss_arguments_has(a, "compare") ||
      ss_arguments_has(a, "plot-plane") || ss_arguments_has(a, "data"))
    return ss_cli_refuse("--track goes without --prove, --compare, --plot-plane and --data");
  if (s->options.method != SS_MOTION_EVENTS)
    return ss_cli_refuse("--track means nothing to the method %s",
                         ss_motion_method_word(s->options.method));
  o.reference = reference;
  o.weights = ss_arguments_text(a, "weights");
  o.end = ss_arguments_real(a, "end", NAN);
  o.by_clock = ss_arguments_has(a, "by-clock");
  o.first_if_several = s->options.first_if_several;
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  const ss_status status = ss_track_open(s->machine, &o, &list, &s->tracker);
  const int code = ss_cli_end(status, &list, "--track");
  if (code != 0) return code;
  /* the reference says for how long, and its samples are as many as those of a motion */
  const double end = ss_track_reference(s->tracker)->variation.t;
  if (!ss_arguments_has(a, "every")) s->options.every *= end / s->options.end;
  s->options.end = end;
  return 0;
}

ss_status ss_simulate_follow(ss_simulation *s) {
  return ss_track_run(s->arena, s->tracker, s->q, s->u, &s->options, &s->motion, &s->track);
}
