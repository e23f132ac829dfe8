/* apart.c: a machine with contacts, while none of them is closed.
 *
 * Then it is the machine without contacts: one that is read from the same text, and whose contacts
 * are left out before its equations are derived. What of its motions is told of the machine with
 * contacts must keep all gaps open; they are linear in the coordinates here, a q + d, and are told
 * in doubles next to their numbers (tube.h).
 */
#include <math.h>

#include "standstill/linear.h"
#include "study_private.h"

/* Gaps at q = 0, then their slopes, n each; a phrase if they are not linear in q. */
static ss_status write_gaps(const ss_system *s, ss_graph *g, ss_expr *out, const char **why_not) {
  const size_t n = s->coordinates;
  ss_status status = SS_OK;
  for (size_t k = 0; k < s->normals && status == SS_OK; k++) {
    out[k] = s->gap[k];
    for (size_t i = 0; i < n && status == SS_OK; i++) {
      ss_expr *slope = &out[s->normals + k * n + i], bend;
      status = ss_expr_differentiate(g, 1, &s->gap[k], s->q[i], slope);
      for (size_t j = 0; j < n && status == SS_OK; j++) {
        status = ss_expr_differentiate(g, 1, slope, s->q[j], &bend);
        if (status == SS_OK && ss_expr_simplify(g, bend) != s->zero)
          *why_not = "a gap is not linear";
      }
    }
  }
  return status == SS_OK ? ss_graph_status(g) : status;
}

static ss_status evaluate_gaps(ss_arena *arena, const ss_tape *tape, const ss_system *s,
                               ss_tube_gap *gap) {
  const size_t n = s->coordinates;
  double *work = ss_arena_new(arena, ss_tape_work_size(tape), double);
  if (!work) return SS_MEMORY;
  ss_tape_prepare(tape, NULL, work);
  for (size_t i = 0; i < 2 * n; i++) ss_tape_in(tape, work)[i] = 0;
  ss_tape_run(tape, work);
  const double *found = ss_tape_out(tape, work);
  for (size_t k = 0; k < s->normals; k++) {
    gap[k].d = found[k];
    for (size_t i = 0; i < n; i++) gap[k].a[i] = found[s->normals + k * n + i];
  }
  return SS_OK;
}

static const char *find_obstacle(const ss_machine *machine) {
  const ss_system *s = ss_machine_system(machine);
  const ss_model *m = ss_machine_model(machine);
  if (ss_machine_counts(machine)) return "a law changes with events";
  if (s->coordinates > SS_TUBE_MOST) return "it has more than 8 coordinates";
  if (s->auxiliaries || s->projection) return "it has first-order states, or a chart";
  if (!s->traits.autonomous) return "something depends on the time";
  for (size_t i = 0; i < m->parameters; i++)
    if (m->parameter[i].low.resolved) return "a parameter has a range";
  for (size_t i = 0; i < m->elements; i++)
    if (m->element[i].kind == SS_ELEMENT_SLIDER) return "it has sliders";
  return NULL;
}

static ss_status compile(ss_arena *arena, const ss_system *s, ss_tape **tape,
                         const char **why_not) {
  const size_t n = s->coordinates, outputs = s->normals * (n + 1);
  ss_graph *g = ss_graph_create_over(arena, s->graph);
  ss_expr *out = ss_arena_new(arena, outputs, ss_expr), *in = ss_arena_new(arena, 2 * n, ss_expr);
  if (!g || !out || !in) return SS_MEMORY;
  for (size_t i = 0; i < n; i++) in[i] = s->q[i], in[n + i] = s->u[i];
  const ss_status status = write_gaps(s, g, out, why_not);
  if (status != SS_OK || *why_not) return status;
  return ss_tape_compile(g, 0, NULL, 2 * n, in, outputs, out, tape);
}

ss_status ss_study_find_gaps(ss_arena *arena, const ss_machine *machine, const ss_tube_gap **gap,
                             const char **why_not) {
  const ss_system *system = ss_machine_system(machine);
  ss_tube_gap *gaps = ss_arena_new(arena, system->normals, ss_tube_gap);
  ss_system *s = NULL;
  ss_tape *tape;
  if (!gaps) return SS_MEMORY;
  *gap = gaps;
  *why_not = find_obstacle(machine);
  if (*why_not) return SS_OK;
  ss_status status = ss_system_check_written(arena, system, why_not);
  if (status == SS_OK && !*why_not) status = ss_system_insert_parameters(arena, system, &s);
  if (status == SS_OK && !*why_not) status = compile(arena, s, &tape, why_not);
  if (status != SS_OK || *why_not) return status;
  status = evaluate_gaps(arena, tape, s, gaps);
  ss_tape_destroy(tape);
  return status;
}
