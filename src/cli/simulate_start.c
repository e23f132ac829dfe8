/* simulate_start.c: where a motion starts, and a word where it would not be one.
 *
 * Without --from a motion starts at the first state of the file, which often is the one where the
 * machine rests. Scripts rely on that, so it stays; but a newcomer who sees nothing move should be
 * told why and what to try: every other state of the file that is not an equilibrium itself. The
 * note goes to stderr and changes no result.
 */
#include <string.h>

#include "simulate.h"

static const double BALANCE = 1e-10;

int ss_simulate_read_start(ss_simulation *s) {
  const char *from = ss_arguments_text(s->arguments, "from");
  const size_t n = s->model->coordinates;
  ss_diagnostics list;
  s->q = ss_arena_new(s->arena, n, double);
  s->u = ss_arena_new(s->arena, n, double);
  if (!s->q || !s->u) return ss_cli_fail(SS_MEMORY, "simulate");
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  const ss_status status = ss_machine_state(s->machine, "--from", from, &list, s->q, s->u);
  return ss_cli_end(status, &list, "--from");
}

static bool is_still(const ss_simulation *s, const double *q, const double *u) {
  bool yes = false;
  for (size_t i = 0; i < s->model->coordinates; i++)
    if (u[i] != 0) return false;
  return ss_motion_is_equilibrium(s->arena, s->system, s->parameters, q, 0, BALANCE, &yes) ==
             SS_OK &&
         yes;
}

/* "; try --from drop or --from toss": the states that move. */
static void suggest_states(const ss_simulation *s, ss_text *text) {
  const ss_model *m = s->model;
  double *q = ss_arena_new(s->arena, m->coordinates, double);
  double *u = ss_arena_new(s->arena, m->coordinates, double);
  size_t found = 0;
  for (size_t i = 1; q && u && i < m->states; i++) {
    const char *name = m->state[i].name.text;
    if (ss_machine_state(s->machine, "--from", name, NULL, q, u) != SS_OK || is_still(s, q, u))
      continue;
    ss_text_addf(text, "%s --from %s", found++ ? " or" : "; try", name);
  }
  if (found == 0 && m->coordinates)
    ss_text_addf(text, "; try --from \"%s'=1\"", m->coordinate[0].name.text);
}

void ss_simulate_explain_start(const ss_simulation *s) {
  const char *from = ss_arguments_text(s->arguments, "from");
  const ss_model *m = s->model;
  const char *reason = s->motion.reason ? s->motion.reason : "";
  if (!from || m->coordinates < 2) return;
  if (!strstr(reason, "the start penetrates") && !strstr(reason, "not finite at the start")) return;
  if (from[strcspn(from, ",=")] != '=') return;
  if (m->states)
    ss_cli_note(
        "coordinates that --from does not name are 0; a state of the file may come first, as "
        "--from \"%s, %s\"",
        m->state[m->states - 1].name.text, from);
  else
    ss_cli_note("coordinates that --from does not name are 0");
}

void ss_simulate_explain_stillness(const ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  if (ss_arguments_has(a, "from") || ss_arguments_has(a, "quiet")) return;
  if (!s->motion.at_rest || !is_still(s, s->q, s->u)) return;
  ss_text text;
  ss_text_start(&text);
  if (s->model->states)
    ss_text_addf(&text, "the first state of the file, '%s', is an equilibrium: nothing moves",
                 s->model->state[0].name.text);
  else
    ss_text_add(&text, "the start, with all coordinates 0, is an equilibrium: nothing moves");
  suggest_states(s, &text);
  if (!text.failed) ss_cli_note("%s", text.data);
  ss_text_stop(&text);
}
