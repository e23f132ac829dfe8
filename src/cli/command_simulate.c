/* command_simulate.c: `standstill simulate MODEL`: a motion, its events, its energy book, its
 * picture.
 *
 * Everything that can be wrong with the request is said before anything moves. Without --every the
 * trajectory has some 500 regular samples: a motion that comes to rest long before --end is run a
 * second time with shorter intervals, if its trajectory is to be seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"method", SS_OPTION_TEXT, "METHOD", "events (default), moreau or penalty"},
    {"end", SS_OPTION_REAL, "T", "stop at this time (default 10)"},
    {"every", SS_OPTION_REAL, "DT", "also record the state every DT (default: 500 times)"},
    {"step", SS_OPTION_REAL, "DT", "moreau: the step (default 1e-3); 0: chosen by the tolerance"},
    {"tolerance", SS_OPTION_REAL, "TOL", "events: of the integration (default 1e-10)"},
    {"stiffness", SS_OPTION_REPEATED, "K", "penalty: of all contacts (1e6), or CONTACT=K of one"},
    {"damping", SS_OPTION_REPEATED, "D",
     "penalty: own laws p^a (K + D p') of the penetration p; D, or CONTACT=D"},
    {"power", SS_OPTION_REPEATED, "A", "penalty: a of own laws (1; Hertz 1.5); A, or CONTACT=A"},
    {"compare", SS_OPTION_TEXT, "LIST",
     "penalty: how far from the rigid motion, for each stiffness of the list"},
    SS_SHARED_FEEDBACK,
    SS_SHARED_INPUT,
    {"on-ambiguity", SS_OPTION_TEXT, "CHOICE",
     "of several consistent modes: first, or stop (default)"},
    {"impact-order", SS_OPTION_TEXT, "LIST",
     "events: contacts with sequential impacts in the order in which they are hit"},
    {"on-jam", SS_OPTION_TEXT, "CHOICE",
     "events: where no modes are consistent: impact (without collision), or stop (default)"},
    {"time-limit", SS_OPTION_REAL, "S", "stop after S seconds; what was computed is shown"},
    {"region", SS_OPTION_TEXT, "NAME", "tell when it leaves this region (default: the only one)"},
    {"cycle", SS_OPTION_SWITCH, NULL, "say to which cycle a motion tends that goes on at the end"},
    {"prove", SS_OPTION_SWITCH, NULL, "show by a theorem what becomes of this start"},
    {"radius", SS_OPTION_REAL, "R", "with --prove: of all starts that differ by at most R"},
    {"track", SS_OPTION_TEXT, "REFERENCE",
     "follow the motion from a state, or that of a file: .csv or .h5 with t, x, x', inputs"},
    {"weights", SS_OPTION_TEXT, "LIST",
     "with --track: what errors and inputs cost, as x=100,Fx=0.01 (default: all 1)"},
    {"by-clock", SS_OPTION_SWITCH, NULL,
     "with --track: switch the reference at its own times, not at events"},
    {"go-on", SS_OPTION_SWITCH, NULL, "go on after the machine has come to rest or settled"},
    SS_SHARED_JSON,
    SS_SHARED_OUT,
    SS_SHARED_PLOT,
    {"data", SS_OPTION_TEXT, "FILE",
     "draw measurements over the motion: .csv or .h5 with t, x, x'"},
    {"plot-plane", SS_OPTION_TEXT, "X,Y", "draw this plane, as x,x' or t,x, instead"},
    SS_SHARED_ALSO,
    SS_SHARED_LEVEL,
    {"movie", SS_OPTION_TEXT, "FILE",
     "the machine moving, as its draw statements say: .html, .svg, .gif"},
    {"dump", SS_OPTION_TEXT, "FILE", "write the contact problem of the first impact, FCLIB's form"},
    SS_SHARED_QUIET,
};

/* ---- what was asked for ---------------------------------------------------------------------- */

enum { SAMPLES = 500 };

static int read_method(ss_simulation *s) {
  const char *word = ss_arguments_text(s->arguments, "method");
  const char *words[SS_MOTION_METHOD_COUNT];
  for (int k = 0; k < SS_MOTION_METHOD_COUNT; k++) {
    words[k] = ss_motion_method_word((ss_motion_method)k);
    if (word && strcmp(word, words[k]) == 0) s->options.method = (ss_motion_method)k;
    if (word && strcmp(word, words[k]) == 0) return 0;
  }
  if (!word) return 0;
  const char *near = ss_nearest_name(word, SS_MOTION_METHOD_COUNT, words);
  if (near) return ss_cli_refuse("no method '%s'; did you mean '%s'?", word, near);
  return ss_cli_refuse("no method '%s'; there are events, moreau and penalty", word);
}

/* An option that the method does not know is a misunderstanding. */
static int check_for_method(const ss_simulation *s) {
  static const struct {
    const char *option;
    bool known[SS_MOTION_METHOD_COUNT];
  } rules[] = {
      {"step", {[SS_MOTION_MOREAU] = true}},
      {"stiffness", {[SS_MOTION_PENALTY] = true}},
      {"damping", {[SS_MOTION_PENALTY] = true}},
      {"power", {[SS_MOTION_PENALTY] = true}},
      {"compare", {[SS_MOTION_PENALTY] = true}},
      {"impact-order", {[SS_MOTION_EVENTS] = true}},
      {"on-jam", {[SS_MOTION_EVENTS] = true}},
      {"on-ambiguity", {[SS_MOTION_EVENTS] = true, [SS_MOTION_PENALTY] = true}},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    /* a dump without an impact is of a time step */
    const bool dumps = i == 0 && ss_arguments_has(s->arguments, "dump");
    if (!ss_arguments_has(s->arguments, rules[i].option) || dumps) continue;
    if (rules[i].known[s->options.method]) continue;
    return ss_cli_refuse("--%s means nothing to the method %s", rules[i].option,
                         ss_motion_method_word(s->options.method));
  }
  return 0;
}

/* "1e6": of all contacts; "left=1e7": of one. */
static int read_number(ss_simulation *s, const char *option, const char *text, double *of) {
  const ss_model *m = s->model;
  const char *equals = strchr(text, '='), *number = equals ? equals + 1 : text;
  const char **names = ss_arena_new(s->arena, m->elements, const char *);
  char *end;
  const double k = strtod(number, &end);
  if (!names) return ss_cli_fail(SS_MEMORY, "simulate");
  const bool decimal = strspn(number, "+-.0123456789eE") == strlen(number);
  if (end == number || *end || !isfinite(k) || !decimal)
    return ss_cli_refuse("--%s needs a decimal number, as 1e6 or %s=1e6, not '%s'", option,
                         m->elements ? m->element[0].name.text : "CONTACT", text);
  bool found = false;
  size_t contacts = 0;
  for (size_t i = 0; i < m->elements; i++) {
    names[i] = m->element[i].name.text;
    const size_t length = strlen(names[i]);
    const bool meant =
        !equals || (length == (size_t)(equals - text) && strncmp(names[i], text, length) == 0);
    if (meant && m->element[i].kind == SS_ELEMENT_CONTACT) of[i] = k, found = true;
    if (m->element[i].kind == SS_ELEMENT_CONTACT) names[contacts++] = names[i];
  }
  if (found || !equals) return 0;
  const char *name = ss_arena_copy_text(s->arena, text, (size_t)(equals - text));
  const char *near = name ? ss_nearest_name(name, contacts, names) : NULL;
  return ss_cli_refuse("--%s: no contact '%s'%s%s%s", option, name ? name : "",
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Puts the contact that begins the text on the next rank. */
static int rank_contact(ss_simulation *s, const char *text, size_t length, size_t next,
                        size_t *rank) {
  const ss_model *m = s->model;
  for (size_t i = 0; i < m->elements; i++) {
    const char *name = m->element[i].name.text;
    if (strlen(name) != length || strncmp(name, text, length) != 0) continue;
    if (m->element[i].kind != SS_ELEMENT_CONTACT || rank[i] < m->elements) break;
    rank[i] = next;
    return 0;
  }
  ss_cli_error("--impact-order: no contact '%.*s', or named twice", (int)length, text);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* "right,left": those that are not named come last, as the file lists them. */
static int read_order(ss_simulation *s) {
  const char *text = ss_arguments_text(s->arguments, "impact-order");
  const size_t elements = s->model->elements;
  size_t *rank = text ? ss_arena_new(s->arena, elements, size_t) : NULL, next = 0;
  if (!text) return 0;
  if (!rank) return ss_cli_fail(SS_MEMORY, "simulate");
  for (size_t i = 0; i < elements; i++) rank[i] = elements + i;
  for (int code; *text; text += *text == ',') {
    const size_t length = strcspn(text, ",");
    if ((code = rank_contact(s, text, length, next++, rank)) != 0) return code;
    text += length;
  }
  s->options.impact_rank = rank;
  return 0;
}

/* One number per element from an option that may be repeated, `usual` where none is given; NULL in
 * *list if it is not given at all. */
static int read_numbers(ss_simulation *s, const char *option, double usual, const double **list) {
  size_t count;
  const char *const *texts = ss_arguments_all(s->arguments, option, &count);
  double *of = ss_arena_new(s->arena, s->model->elements, double);
  if (!texts || !of) return ss_cli_fail(SS_MEMORY, "simulate");
  for (size_t i = 0; i < s->model->elements; i++) of[i] = usual;
  int code = 0;
  for (size_t i = 0; i < count && code == 0; i++) code = read_number(s, option, texts[i], of);
  *list = count ? of : NULL;
  return code;
}

static int read_springs(ss_simulation *s) {
  ss_motion_options *o = &s->options;
  int code = read_numbers(s, "stiffness", o->stiffness, &o->stiffness_of);
  if (code == 0) code = read_numbers(s, "damping", NAN, &o->damping_of);
  return code == 0 ? read_numbers(s, "power", 1, &o->power_of) : code;
}

/* The region that a motion may leave: by name, or the only one. */
static int read_region(ss_simulation *s) {
  const ss_model *m = s->model;
  const char *name = ss_arguments_text(s->arguments, "region");
  if (!name && m->regions == 1) s->options.region = &m->region[0];
  for (size_t i = 0; name && i < m->regions; i++)
    if (strcmp(m->region[i].name.text, name) == 0) s->options.region = &m->region[i];
  if (!name || s->options.region) return 0;
  return ss_cli_refuse("--region %s: the model has no region of that name", name);
}

static int read_options(ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  ss_motion_options *o = &s->options;
  const char *ambiguity = ss_arguments_text(a, "on-ambiguity");
  *o = ss_motion_default_options();
  o->end = ss_arguments_real(a, "end", o->end);
  o->every = ss_arguments_real(a, "every", o->end / SAMPLES);
  o->step = ss_arguments_real(a, "step", o->step);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->go_on_at_rest = ss_arguments_has(a, "go-on");
  o->first_if_several = ambiguity && strcmp(ambiguity, "first") == 0;
  if (ambiguity && !o->first_if_several && strcmp(ambiguity, "stop") != 0)
    return ss_cli_refuse("--on-ambiguity is 'first' or 'stop', not '%s'", ambiguity);
  const char *jam = ss_arguments_text(a, "on-jam");
  o->impact_if_jammed = jam && strcmp(jam, "impact") == 0;
  if (jam && !o->impact_if_jammed && strcmp(jam, "stop") != 0)
    return ss_cli_refuse("--on-jam is 'impact' or 'stop', not '%s'", jam);
  if (ss_cli_read_limit(a) == 0) return ss_status_exit_code(SS_BAD_INPUT);
  int code = read_method(s);
  if (code == 0) code = check_for_method(s);
  if (code == 0) code = read_region(s);
  if (code == 0) code = read_order(s);
  return code == 0 ? read_springs(s) : code;
}

/* ---- the run --------------------------------------------------------------------------------- */

static ss_status run_once(ss_simulation *s) {
  ss_progress progress =
      ss_cli_start_progress(s->options.end, ss_arguments_real(s->arguments, "time-limit", INFINITY),
                            ss_arguments_has(s->arguments, "quiet"));
  s->options.progress = ss_cli_show_progress;
  s->options.user = &progress;
  const ss_status status =
      s->tracker ? ss_simulate_follow(s)
                 : ss_machine_move_from(s->arena, s->machine, s->q, s->u, &s->options, &s->motion);
  ss_cli_end_progress(&progress);
  return status;
}

/* --cycle: of a motion that has not come to an end. What is not found is said on stderr. */
static ss_status find_cycle(ss_simulation *s) {
  ss_motion *m = &s->motion;
  if (!ss_arguments_has(s->arguments, "cycle") || m->at_rest || m->settles) return SS_OK;
  const ss_status status = ss_machine_find_cycle(s->arena, s->machine, &s->options, m, &m->cycle);
  if (status == SS_BAD_ARGUMENT)
    ss_cli_note("--cycle: forces depend on time: there is no return map");
  else if (status == SS_OK && !m->cycle)
    ss_cli_note("--cycle: no cycle was found that it tends to");
  return status == SS_BAD_ARGUMENT ? SS_OK : status;
}

static ss_status run_motion(ss_simulation *s) {
  const ss_status status = run_once(s);
  const bool early = s->motion.t > 0 && s->motion.t < 0.5 * s->options.end;
  if (status != SS_OK || !early || ss_arguments_has(s->arguments, "every")) return status;
  if (!ss_simulate_shows_trajectory(s)) return status;
  /* of a motion that ended at once fewer, so that the whole time has not too many */
  s->options.every = fmax(s->motion.t / SAMPLES, s->options.end / 5e6);
  return ss_simulate_begin_output(s) == 0 ? run_once(s) : SS_IO;
}

/* What a plane shows beside the motion, as far as it can be wrong. */
static int read_picture(ss_simulation *s) {
  ss_picture_options o = {.q = s->q, .u = s->u, .how = s->options};
  ss_diagnostics list;
  if (!ss_arguments_has(s->arguments, "plot-plane")) return 0;
  o.resample = !ss_arguments_has(s->arguments, "every");
  const int code = ss_picture_read_options(s->arguments, &o);
  if (code != 0) return code;
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  const ss_status status = ss_picture_prepare(s->arena, s->machine, &o, &list, &s->picture);
  return ss_cli_end(status, &list, "simulate");
}

/* Laws that change with events are for one motion, by events. */
static int check_counting(const ss_simulation *s) {
  static const char *const without[] = {"track", "prove", "compare", "cycle", "plot-plane"};
  if (!ss_machine_counts(s->machine)) return 0;
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (ss_arguments_has(s->arguments, without[i]))
      return ss_cli_refuse("--%s does not go with a law that changes with events", without[i]);
  if (s->options.method == SS_MOTION_EVENTS) return 0;
  return ss_cli_refuse("the method %s does not follow a law that changes with events",
                       ss_motion_method_word(s->options.method));
}

static int simulate(ss_simulation *s) {
  s->model = ss_machine_model(s->machine);
  s->system = ss_machine_system(s->machine);
  s->parameters = ss_machine_parameters(s->machine);
  const bool proves = ss_arguments_has(s->arguments, "prove");
  int code = read_options(s);
  if (code == 0 && !proves && ss_arguments_has(s->arguments, "radius")) {
    ss_cli_error("--radius goes with --prove");
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  if (code == 0 && !proves) code = ss_simulate_check_output(s);
  if (code == 0) code = check_counting(s);
  if (code == 0) code = ss_simulate_read_data(s);
  if (code == 0) code = ss_simulate_read_start(s);
  if (code == 0) code = ss_simulate_open_track(s);
  if (code == 0 && proves) return ss_simulate_prove(s);
  if (code == 0 && ss_arguments_has(s->arguments, "compare")) return ss_simulate_compare(s);
  if (code == 0) code = read_picture(s);
  if (code == 0) code = ss_simulate_begin_output(s);
  if (code != 0) return code;
  ss_cli_note_inputs(s->machine, s->options.end);
  ss_status status = run_motion(s);
  if (status == SS_OK) status = find_cycle(s);
  /* a file that fails ends the motion, and tells why */
  if (status == SS_IO) return ss_simulate_end_output(s);
  if (status != SS_OK)
    ss_cli_error("%s", s->motion.reason ? s->motion.reason : ss_status_text(status));
  if (status == SS_BAD_INPUT) ss_simulate_explain_start(s);
  /* everything up to a failure is shown; a request that makes no sense has nothing to show */
  if (s->motion.q) code = ss_simulate_show(s);
  if (status == SS_OK) ss_simulate_explain_stillness(s);
  return status != SS_OK ? ss_status_exit_code(status) : code;
}

static int run_simulate(const ss_arguments *arguments) {
  ss_simulation s = {.arguments = arguments, .arena = arguments->arena};
  int code = ss_cli_open_to_move(arguments, &s.machine);
  if (code == 0) code = simulate(&s);
  ss_show_motion_cancel(s.file);
  ss_picture_close(s.picture);
  ss_track_close(s.tracker);
  ss_machine_close(s.machine);
  return code;
}

const ss_command ss_command_simulate = {
    "simulate", "MODEL", "move a model in time, with every event and every joule accounted for",
    SS_OPTIONS(options), run_simulate};
