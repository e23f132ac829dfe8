/* report.c: what a page about a machine is made of: motions, rest sets, verdicts.
 *
 * Each part is one question to the machine, with its defaults, so that the page says what the
 * commands say. Motions and maps share a number of seconds; what does not fit is left out or ends
 * early, and says so. Rest sets and proofs end by counted work, whatever the machine's speed; where
 * the patience is over before, they end with what they have.
 *
 * The motion that is shown begins at the first state of the file that moves and comes to rest, else
 * at the first that moves at all: a machine that stands still is no picture of its motion. As in
 * `simulate`, a motion that is over early is run again with shorter intervals; one that is not over
 * is followed on, since the question of the page is whether it comes to rest.
 */
#include "report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 500, STARTS_MOST = 12 };

/* When motions are stopped; where one that still moves then comes to rest by the second, that is
 * told and shown. */
static const double END = 10, LATEST = 100;

ss_report_options ss_report_default_options(void) {
  return (ss_report_options){.seconds = 20, .patience = 60};
}

double ss_report_time_left(const ss_report_work *w) {
  return w->options->seconds - (ss_clock() - w->begun);
}

/* ---- motions --------------------------------------------------------------------------------- */

typedef struct watch {
  const ss_report_work *work;
  double least; /* seconds that shall be left */
} watch;

static bool has_time(void *user, double t) {
  const watch *w = user;
  (void)t;
  return ss_report_time_left(w->work) > w->least;
}

/* When a motion leaves the region of the model, beyond which it may mean nothing; INFINITY: not. */
static double find_leaving(const ss_motion *m) {
  for (size_t i = 0; i < m->events; i++)
    if (m->event[i].kind == SS_EVENT_LEAVE) return m->event[i].t;
  return INFINITY;
}

static bool is_over(const ss_report_start *s) {
  return s->status != SS_OK || s->leaves || s->motion.at_rest || s->motion.settles;
}

/* Until s->end; again with shorter intervals where it is over early. */
static void run_until_end(ss_report_work *w, watch *limit, ss_report_start *s) {
  const ss_model *model = ss_machine_model(w->machine);
  ss_motion_options o = ss_motion_default_options();
  o.end = s->end;
  o.every = o.end / SAMPLES;
  o.progress = has_time;
  o.user = limit;
  if (model->regions == 1) o.region = &model->region[0];
  s->status = ss_machine_move(w->arena, w->machine, s->name, &o, NULL, &s->motion);
  const double leaves = find_leaving(&s->motion), t = fmin(leaves, s->motion.t);
  s->leaves = s->status == SS_OK && leaves > 0 && leaves <= o.end;
  if (s->status == SS_OK && t > 0 && (t < 0.5 * o.end || s->leaves)) {
    o.every = fmax(t / SAMPLES, o.end / 5e6);
    if (s->leaves) o.end = leaves;
    s->status = ss_machine_move(w->arena, w->machine, s->name, &o, NULL, &s->motion);
  }
}

static ss_status run_start(ss_report_work *w, const char *from, ss_report_start *start) {
  const double seconds = w->options->seconds;
  /* half of the time is for what comes after */
  watch limit = {w, 0.5 * seconds};
  *start = (ss_report_start){.name = from, .end = w->options->end > 0 ? w->options->end : END};
  run_until_end(w, &limit, start);
  if (start->status == SS_LIMIT && !has_time(&limit, start->motion.t))
    start->motion.reason = ss_arena_format(
        w->arena, "the time of this page was over at t = %.6g of the motion", start->motion.t);
  if (!is_over(start) && !(w->options->end > 0)) {
    ss_report_start longer = {.name = from, .end = LATEST};
    limit.least = 0.75 * seconds;
    run_until_end(w, &limit, &longer);
    if (longer.status == SS_OK && (longer.motion.at_rest || longer.motion.settles)) *start = longer;
    if (longer.status == SS_MEMORY) return SS_MEMORY;
  }
  return start->status == SS_MEMORY ? SS_MEMORY : SS_OK;
}

/* 0: shows nothing; 1: stands still; 2: moves; 3: moves and comes to rest. */
static int rank_start(const ss_report_start *s) {
  if (!s->motion.q) return 0;
  if (!(s->motion.t > 0)) return 1;
  return s->motion.at_rest || s->motion.settles ? 3 : 2;
}

static ss_status run_starts(ss_report_work *w, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(w->machine);
  const char *from = w->options->from;
  const size_t states = model->states < STARTS_MOST ? model->states : STARTS_MOST;
  ss_report *r = w->report;
  r->start = ss_arena_new(w->arena, states + 1, ss_report_start);
  double *state = ss_arena_new(w->arena, 2 * model->coordinates, double);
  if (!r->start || !state) return SS_MEMORY;
  /* a start that makes no sense is said before anything is computed */
  if (from) {
    const ss_status status =
        ss_machine_state(w->machine, "--from", from, list, state, state + model->coordinates);
    if (status != SS_OK) return status;
  }
  ss_status status = from || states == 0 ? run_start(w, from, &r->start[r->starts++]) : SS_OK;
  for (size_t i = 0; i < states && status == SS_OK; i++) {
    if (from && strcmp(from, model->state[i].name.text) == 0) continue;
    status = run_start(w, model->state[i].name.text, &r->start[r->starts++]);
  }
  for (size_t i = 1; !from && i < r->starts; i++)
    if (rank_start(&r->start[i]) > rank_start(&r->start[r->shown])) r->shown = i;
  return status;
}

/* ---- rest sets and verdicts ------------------------------------------------------------------ */

static ss_status find_rest(ss_report_work *w) {
  ss_report *r = w->report;
  ss_rest_sets *sets = ss_arena_new(w->arena, 1, ss_rest_sets);
  ss_rest_options o = ss_rest_default_options();
  o.until = ss_clock() + w->options->patience;
  if (!sets) return SS_MEMORY;
  const ss_status status = ss_rest_find(w->arena, ss_machine_system(w->machine),
                                        ss_machine_parameters(w->machine), &o, sets, &r->no_rest);
  if (status == SS_MEMORY) return status;
  if (status != SS_OK && !r->no_rest) r->no_rest = ss_status_text(status);
  if (status != SS_OK) return SS_OK;
  r->rest = sets;
  r->no_rest = NULL;
  return ss_machine_check_expected(w->arena, w->machine, sets, &r->expected);
}

/* The text of a certificate, where one can be written. */
static ss_status certify(ss_report_work *w, ss_report_claim *c) {
  ss_text text;
  if (c->proof.verdict == SS_UNKNOWN || ss_study_check_certifiable(w->machine, NULL) != SS_OK)
    return SS_OK;
  ss_text_start(&text);
  ss_status status = ss_machine_certificate(w->machine, &c->proof, NULL, &text);
  if (status == SS_OK) {
    c->certificate = ss_arena_copy_text(w->arena, text.data, text.length);
    c->length = text.length;
    if (!c->certificate) status = SS_MEMORY;
  }
  ss_text_stop(&text);
  return status == SS_MEMORY ? status : SS_OK;
}

const char *ss_report_name_position(ss_report_work *w, const double *q) {
  const ss_model *model = ss_machine_model(w->machine);
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < model->coordinates; i++) /* what is less than rounding is nothing */
    ss_text_addf(&text, "%s%s=%.10g", i ? "," : "", model->coordinate[i].name.text,
                 fabs(q[i]) > 1e-15 ? q[i] : 0);
  const char *name = text.failed ? NULL : ss_arena_copy_text(w->arena, text.data, text.length);
  ss_text_stop(&text);
  return name;
}

/* The rest set of the proofs: that of `prove`, the one of least energy, where a motion of the file
 * ends in it or none ends anywhere; else one in which a motion ends, from a state that rests by
 * itself before others. A table is not asked about upside down below the floor. */
static ss_status choose_rest(ss_report_work *w, double until) {
  ss_report *r = w->report;
  const ss_report_start *own = NULL;
  ss_status status = ss_machine_choose_rest(w->arena, w->machine, NULL, until, NULL, &r->choice);
  if (status != SS_OK || r->choice.sets.count == 0) return status;
  for (size_t i = 0; i < r->starts; i++) {
    const ss_report_start *s = &r->start[i];
    if (s->status != SS_OK || !(s->motion.at_rest || s->motion.settles)) continue;
    if (ss_rest_which(&r->choice.sets, s->motion.q, 1e-3) == r->choice.chosen) return SS_OK;
    if (!own || (own->motion.t > 0 && !(s->motion.t > 0))) own = s;
  }
  if (!own) return SS_OK;
  ss_rest_choice other;
  const char *at =
      own->name && !(own->motion.t > 0) ? own->name : ss_report_name_position(w, own->motion.q);
  if (!at) return SS_MEMORY;
  status = ss_machine_choose_rest(w->arena, w->machine, at, until, NULL, &other);
  if (status != SS_OK) return status == SS_MEMORY ? status : SS_OK;
  r->choice = other;
  r->at = at;
  return SS_OK;
}

static ss_status prove(ss_report_work *w) {
  ss_report *r = w->report;
  ss_proof_options o = ss_proof_default_options();
  o.until = ss_clock() + w->options->patience;
  ss_status status = choose_rest(w, o.until);
  if (status != SS_OK) return status == SS_MEMORY ? status : SS_OK;
  o.at = r->choice.at;
  o.sets = &r->choice.sets;
  o.own_set = r->choice.chosen;
  for (int k = 0; k < SS_QUESTIONS && status == SS_OK; k++) {
    ss_report_claim *c = &r->claim[r->claims];
    o.question = (ss_question)k;
    status = ss_machine_prove(w->arena, w->machine, &o, NULL, &c->proof);
    if (status != SS_OK) break;
    r->claims++;
    status = certify(w, c);
  }
  return status == SS_MEMORY ? status : SS_OK;
}

/* ---- a chart of verdicts --------------------------------------------------------------------- */

enum { CHART = 15 };

static bool has_time_for_map(void *user, const ss_sweep_progress *progress) {
  const ss_report_work *w = user;
  (void)progress;
  return ss_report_time_left(w) > 0.1 * w->options->seconds;
}

/* Over the first two parameters that have ranges, where their ends are known. */
static ss_status draw_chart(ss_report_work *w) {
  const ss_model *model = ss_machine_model(w->machine);
  ss_parameter_chart_options *o = ss_arena_new(w->arena, 1, ss_parameter_chart_options);
  ss_parameter_chart *chart = NULL;
  ss_diagnostics said;
  int found = 0;
  if (!o) return SS_MEMORY;
  *o = ss_parameter_chart_default_options();
  for (size_t i = 0; i < model->parameters && found < 2; i++) {
    const ss_parameter *p = &model->parameter[i];
    const ss_expr ends[2] = {p->closed_low, p->closed_high};
    double at[2];
    if (!p->low.written || ss_model_evaluate(model, model->graph, 2, ends, at) != SS_OK) continue;
    if (!(at[1] > at[0])) continue;
    o->parameter[found] = p->name.text;
    o->low[found] = at[0];
    o->high[found++] = at[1];
  }
  if (found < 2) return SS_OK;
  o->test = "prove";
  o->map.count[0] = o->map.count[1] = CHART;
  o->map.threads = w->options->threads;
  o->map.go_on = has_time_for_map;
  o->map.user = w;
  ss_diagnostics_start(&said, w->arena, NULL, NULL, 0);
  ss_status status = ss_parameter_chart_prepare(w->arena, w->machine, o, &said, &chart);
  if (status == SS_OK) status = ss_parameter_chart_run(chart, &said);
  if (status == SS_OK) w->report->chart = ss_parameter_chart_map(chart);
  w->report->chart_stopped = status == SS_LIMIT;
  w->report->chart_command = ss_arena_format(
      w->arena, "standstill chart %s --vary %s=%.6g:%.6g --vary %s=%.6g:%.6g --grid %dx%d",
      model->file, o->parameter[0], o->low[0], o->high[0], o->parameter[1], o->low[1], o->high[1],
      CHART, CHART);
  return status == SS_MEMORY || !w->report->chart_command ? SS_MEMORY : SS_OK;
}

/* ---- all of it ------------------------------------------------------------------------------- */

ss_status ss_report_make(ss_arena *arena, const ss_machine *machine,
                         const ss_report_options *options, ss_diagnostics *list,
                         ss_report *report) {
  assert(arena && machine && options && list && report);
  ss_report_work w = {arena, machine, options, report, ss_clock()};
  ss_status (*const parts[])(ss_report_work *) = {find_rest, prove, draw_chart};
  *report = (ss_report){.machine = machine, .command = options->command ? options->command : ""};
  report->choice.chosen = SIZE_MAX;
  ss_status status = ss_report_check_plane(&w, list);
  if (status == SS_OK) status = run_starts(&w, list);
  for (size_t i = 0; i < sizeof parts / sizeof *parts && status == SS_OK; i++) {
    status = parts[i](&w);
    /* what proofs take is not taken from the maps */
    if (i == 1) w.begun = ss_clock();
  }
  if (status == SS_OK) status = ss_report_map_basin(&w, list);
  if (status != SS_OK) ss_report_clear(report);
  return status;
}

void ss_report_clear(ss_report *report) {
  for (size_t i = 0; i < report->claims; i++) ss_proof_clear(&report->claim[i].proof);
  report->claims = 0;
}
