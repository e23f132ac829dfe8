/* events_open.c: what an event-driven run needs, made once: buffers, workspaces, flows.
 *
 * Everything is taken from the run's scratch arena, sized for the largest contact problem that the
 * system can pose, so that phases and events allocate nothing of their own (but for the lists of
 * modes at an event, which are released there). Which flow a system gets:
 *
 *     piecewise linear             the exact one (flow_linear.c), and no integrator
 *     otherwise                    ARKODE (flow_smooth.c)
 *     spatial slip, or springs     CVODE besides (flow_stiff.c), for the phases that need it
 *
 * The longest step so far, `pace`, is what short times are measured by; before the first step it is
 * a tenth of the time in which the state changes by its own size. Fails where memory is out, or
 * where M is not positive definite at the start.
 */
#include <math.h>

#include "events.h"

/* Steps of a motion that depends on time. */
enum { STEPS_LEAST = 500 };

static bool make_buffers(ss_events *ev) {
  const ss_run *run = ev->run;
  ss_arena *arena = run->scratch;
  const size_t most = run->normals + run->slips, elements = run->elements;
  ev->size = 3 * run->n + ss_book_count(run);
  ev->stance = ss_arena_new(arena, elements, ss_stance);
  ev->old_stance = ss_arena_new(arena, elements, ss_stance);
  ev->ended = ss_arena_new(arena, SS_PARTS_MOST * elements, bool);
  ev->border = ss_arena_new(arena, SS_PARTS_MOST * elements, bool);
  ev->closing = ss_arena_new(arena, elements, bool);
  ev->falls = ss_arena_new(arena, elements, bool);
  ev->pressed = ss_arena_new(arena, elements, bool);
  ev->aloft = ss_arena_new(arena, elements, bool);
  ev->swings = ss_arena_new(arena, SS_PARTS_MOST * elements, unsigned);
  ev->duty = ss_arena_new(arena, elements, ss_duty);
  ev->guard = ss_arena_new(arena, SS_GUARDS_AN_ELEMENT * elements + 1, ss_guard);
  ev->y = ss_arena_new(arena, ev->size, double);
  ev->y_end = ss_arena_new(arena, ev->size, double);
  ev->y_inside = ss_arena_new(arena, ev->size, double);
  ev->null = ss_arena_new(arena, most * most, double);
  ev->line = ss_arena_new(arena, 6 * elements, double);
  ev->work = ss_arena_new(arena, most * (2 * most + 6), double);
  ev->error = ss_arena_new(arena, most, double);
  ev->index = ss_arena_new(arena, most + elements, size_t);
  ev->unknown = ss_arena_new(arena, most, size_t);
  ev->owner = ss_arena_new(arena, most, size_t);
  ev->restitution = ss_arena_new(arena, 2 * elements, double);
  ev->amounts = ss_arena_new(arena, ss_book_count(run), double);
  return ev->stance && ev->old_stance && ev->ended && ev->border && ev->closing && ev->falls &&
         ev->pressed && ev->aloft && ev->swings && ev->duty && ev->guard && ev->y && ev->y_end &&
         ev->y_inside && ev->null && ev->line && ev->work && ev->error && ev->index &&
         ev->unknown && ev->owner && ev->restitution && ev->amounts;
}

/* Which laws depend on velocities. */
static void find_falling(ss_events *ev) {
  const ss_system *s = ev->run->system;
  if (!(s->traits.on[SS_QUANTITY_LAW] & SS_ON_VELOCITY)) return;
  for (size_t i = 0; i < s->elements; i++)
    for (size_t k = 0; k < 3 && s->element[i].slips > 0; k++) {
      const ss_expr value = s->element[i].element->law_argument[k].resolved;
      for (size_t j = 0; value != SS_EXPR_NONE && j < s->coordinates; j++)
        ev->falls[i] |= ss_expr_depends(s->graph, value, s->u[j]);
    }
}

static size_t measure_impact(const ss_run *run, const ss_contact_problem *problem,
                             const ss_contact_options *options) {
  const ss_impact impact = {.n = run->n,
                            .contacts = problem->contacts,
                            .size = problem->size,
                            .contact = problem->contact,
                            .expands = ss_impact_has_phases(run->system)};
  return ss_impact_work_size(&impact, options);
}

static bool make_impact_work(ss_events *ev) {
  const size_t bytes = ss_contacts_most(ev->run, &ev->contacts, measure_impact);
  ev->impact_work = ss_arena_alloc(ev->run->scratch, bytes, 1);
  return ev->impact_work != NULL;
}

/* A tenth of the time in which velocities or accelerations change the state by its own size. */
static double guess_pace(const ss_events *ev) {
  const ss_run *run = ev->run;
  const double size = ss_run_size(run->n, run->q);
  double time = run->options->end;
  for (size_t k = 0; k < run->n; k++) {
    time = fmin(time, size / fabs(run->u[k]));
    time = fmin(time, sqrt(size / fabs(ev->contacts.at.free[k])));
  }
  return 0.1 * time;
}

/* A machine that stands still gives an integrator no reason for short steps, and a pulse that comes
 * by the clock would be stepped over: where something depends on t, steps are limited. */
static double find_longest(const ss_motion_options *o) {
  const double longest = o->end / STEPS_LEAST;
  return o->every > 0 ? fmin(longest, o->every) : longest;
}

static bool has_spatial_slip(const ss_run *run) {
  for (size_t i = 0; i < run->elements; i++)
    if (run->system->element[i].slips > 1 && !run->idle[i]) return true;
  return false;
}

/* Piecewise linear machines have the exact flow, others an integrator; where a spatial slip can
 * begin or a contact with a spring rubs, a second one. */
static ss_status choose_flows(ss_events *ev) {
  const bool springs = ev->run->springs != NULL;
  bool linear = false;
  ss_status status = springs ? SS_OK : ss_flow_is_linear(ev->run, &linear);
  if (status != SS_OK) return status;
  if (linear) return ss_flow_linear_create(ev);
  status = ss_flow_smooth_create(ev);
  const bool stiff = springs || has_spatial_slip(ev->run);
  return status == SS_OK && stiff ? ss_flow_stiff_create(ev) : status;
}

ss_status ss_events_prepare(ss_events *ev, ss_run *run) {
  *ev = (ss_events){.run = run, .chatter.element = SIZE_MAX, .pulling = SIZE_MAX};
  if (!make_buffers(ev)) return SS_MEMORY;
  find_falling(ev);
  ss_run_evaluate(run, run->t, run->q, run->u);
  ss_status status = ss_contacts_create(run, &ev->contacts);
  if (status == SS_OK) status = ss_contacts_factor(run, &ev->contacts, run->u);
  if (status == SS_OK && !make_impact_work(ev)) status = SS_MEMORY;
  ev->contacts.options.tolerance = 1e-14;
  ev->contacts.options.passes_most = 1000;
  ev->rests_for_good = ss_run_is_autonomous(run);
  ev->longest = ev->rests_for_good ? INFINITY : find_longest(run->options);
  ev->pace = guess_pace(ev);
  return status;
}

ss_status ss_events_open(ss_events *ev, ss_run *run) {
  const ss_status status = ss_events_prepare(ev, run);
  return status == SS_OK ? choose_flows(ev) : status;
}

void ss_events_close(ss_events *ev) {
  ss_flow_smooth_destroy(ev);
  ss_flow_stiff_destroy(ev);
}
