/* command_basin.c: `standstill basin MODEL`: which rest set does each start reach?
 *
 * The request is read and checked on every rank; one engine is opened first, on the main thread, so
 * that what does not apply is said in a sentence before anything is computed.
 *
 * The bound on the energy gained is, unless --gain gives it, a hundred times the spread of the
 * energy over nine starts of the plane. It is shown: whoever knows the machine may know better.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basin.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FROM,
    {"plane", SS_OPTION_TEXT, "A,B", "the two axes: coordinates or velocities, as x,x'"},
    {"range", SS_OPTION_TEXT, "A0:A1,B0:B1", "from where to where along each"},
    {"method", SS_OPTION_TEXT, "METHOD", "auto (default), pwl, moreau or events"},
    {"end", SS_OPTION_REAL, "T", "undecided after this time (default 200)"},
    {"step", SS_OPTION_REAL, "DT", "moreau: the step (default 1e-3)"},
    {"tolerance", SS_OPTION_REAL, "TOL", "events: of the integration (default 1e-10)"},
    {"gain", SS_OPTION_REAL, "E", "escapes with more energy than at its start by E"},
    {"region", SS_OPTION_TEXT, "NAME",
     "escapes when it leaves this region (default: the only one)"},
    SS_SHARED_BOX,
    {"feedback", SS_OPTION_TEXT, "NAME", "the feedback law, where the model has several"},
    {"input", SS_OPTION_REPEATED, "NAME=FORMULA", "let an input follow a formula, as u=2*sin(t)"},
    {"check", SS_OPTION_INTEGER, "K", "do K random points again by events and compare"},
    {"edge", SS_OPTION_TEXT, "A0,B0:A1,B1", "find boundaries along a line to 1e-8, by events"},
    SS_SHARED_PLOT,
    SS_SHARED_ALSO,
    SS_SHARED_LEVEL,
    SS_MAP_OPTIONS,
};

static int refuse(const char *option, const char *text, const char *why) {
  ss_cli_error("--%s %s: %s", option, text, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* ---- the plane ------------------------------------------------------------------------------- */

/* "x, x'" or "0:1, 0:2": two pieces without the spaces around them; false if there are not two. */
static bool split(const ss_basin *b, const char *text, const char *pieces[2]) {
  const char *comma = strchr(text, ',');
  if (!comma || strchr(comma + 1, ',')) return false;
  const char *starts[2] = {text, comma + 1}, *ends[2] = {comma, text + strlen(text)};
  for (int k = 0; k < 2; k++) {
    while (starts[k] < ends[k] && *starts[k] == ' ') starts[k]++;
    while (ends[k] > starts[k] && ends[k][-1] == ' ') ends[k]--;
    pieces[k] = ss_arena_copy_text(b->map.arena, starts[k], (size_t)(ends[k] - starts[k]));
    if (!pieces[k] || !*pieces[k]) return false;
  }
  return true;
}

/* A unit of a velocity: "m/s", "" where the coordinate has none. */
static const char *get_unit(const ss_basin *b, size_t coordinate, bool velocity) {
  const char *unit = b->map.model->coordinate[coordinate].name.unit;
  if (!unit) return "";
  if (!velocity) return unit;
  const char *rate = ss_arena_format(b->map.arena, "%s/s", unit);
  return rate ? rate : "";
}

static int read_axis(ss_basin *b, int k, const char *name) {
  const ss_model *model = b->map.model;
  const size_t n = model->coordinates, length = strlen(name);
  const bool velocity = length > 1 && name[length - 1] == '\'';
  const char *plain = ss_arena_copy_text(b->map.arena, name, length - velocity);
  const size_t i = plain ? ss_model_find_coordinate(model, plain) : n;
  if (i == n) {
    const char **names = ss_arena_new(b->map.arena, n, const char *);
    for (size_t j = 0; names && j < n; j++) names[j] = model->coordinate[j].name.text;
    const char *near = names && plain ? ss_nearest_name(plain, n, names) : NULL;
    const char *why = "this is no coordinate and no velocity, as x or x'";
    if (near)
      why = ss_arena_format(b->map.arena, "unknown variable; did you mean '%s%s'?", near,
                            velocity ? "'" : "");
    return refuse("plane", name, why ? why : "unknown variable");
  }
  b->axis[k] = velocity ? n + i : i;
  b->map.map.axis[k].name = name;
  b->map.map.axis[k].unit = get_unit(b, i, velocity);
  return 0;
}

static int read_plane(ss_basin *b) {
  const ss_arguments *a = b->map.arguments;
  const char *plane = ss_arguments_text(a, "plane"), *range = ss_arguments_text(a, "range");
  const char *names[2], *ranges[2];
  if (!plane) return refuse("plane", "", "which two variables? As --plane x,x'");
  if (!range) return refuse("range", "", "from where to where? As --range -1:1,-2:2");
  if (!split(b, plane, names)) return refuse("plane", plane, "expected two names, as x,x'");
  if (!split(b, range, ranges)) return refuse("range", range, "expected two ranges, as -1:1,-2:2");
  for (int k = 0; k < 2; k++) {
    ss_sweep_axis *axis = &b->map.map.axis[k];
    int code = read_axis(b, k, names[k]);
    if (code == 0) code = ss_map_read_range(&b->map, "range", ranges[k], &axis->low, &axis->high);
    if (code != 0) return code;
  }
  return b->axis[0] != b->axis[1] ? 0 : refuse("plane", plane, "the two axes are the same");
}

/* ---- how ------------------------------------------------------------------------------------- */

static int read_method(ss_basin *b) {
  const char *word = ss_arguments_text(b->map.arguments, "method");
  const char *words[SS_REACH_ENGINE_COUNT];
  for (int k = 0; k < SS_REACH_ENGINE_COUNT; k++) {
    words[k] = ss_reach_engine_word((ss_reach_engine)k);
    if (!word || strcmp(word, words[k]) != 0) continue;
    b->options.engine = (ss_reach_engine)k;
    return 0;
  }
  return word ? refuse("method", word, "there are auto, pwl, moreau and events") : 0;
}

static int read_options(ss_basin *b) {
  static const char *const positive[] = {"end", "step", "tolerance", "gain"};
  const ss_arguments *a = b->map.arguments;
  ss_reach_options *o = &b->options;
  *o = ss_reach_default_options();
  const int code = ss_map_check_positive(&b->map, sizeof positive / sizeof *positive, positive);
  if (code != 0) return code;
  o->end = ss_arguments_real(a, "end", o->end);
  o->step = ss_arguments_real(a, "step", o->step);
  o->tolerance = ss_arguments_real(a, "tolerance", o->tolerance);
  o->gain = ss_arguments_real(a, "gain", o->gain);
  o->watchful = ss_arguments_has(a, "gain");
  return read_method(b);
}

static int read_region(ss_basin *b) {
  const ss_model *model = b->map.model;
  const char *name = ss_arguments_text(b->map.arguments, "region");
  b->region = SIZE_MAX;
  if (!name && model->regions == 1) b->region = 0;
  if (!name) return 0;
  for (size_t i = 0; i < model->regions; i++)
    if (strcmp(model->region[i].name.text, name) == 0) b->region = i;
  return b->region != SIZE_MAX ? 0 : refuse("region", name, "the model has no region of that name");
}

static int read_base(ss_basin *b) {
  const ss_model *model = b->map.model;
  const size_t n = model->coordinates;
  const char *from = ss_arguments_text(b->map.arguments, "from");
  ss_diagnostics list;
  b->q = ss_arena_new(b->map.arena, n, double);
  b->u = ss_arena_new(b->map.arena, n, double);
  b->parameters = ss_arena_new(b->map.arena, model->parameters, double);
  if (!b->q || !b->u || !b->parameters) return ss_cli_fail(SS_MEMORY, "basin");
  if (!from) from = model->states ? model->state[0].name.text : "";
  ss_diagnostics_start(&list, b->map.arena, "--from", from, strlen(from));
  const ss_status status = *from ? ss_model_state_from_text(model, from, &list, b->q, b->u) : SS_OK;
  ss_cli_print_diagnostics(&list);
  ss_model_parameter_values(model, b->parameters);
  return ss_status_exit_code(status);
}

/* ---- what the map is about ------------------------------------------------------------------- */

static void add_classes(ss_basin *b) {
  ss_map_request *m = &b->map;
  enum { SETS_MOST = SS_SWEEP_CLASSES_MOST - 8 };
  for (size_t i = 0; i < b->sets.count && i < SETS_MOST; i++)
    b->set_code[i] = ss_map_add_class(m, b->sets.set[i].name, SS_SWEEP_REST);
  b->elsewhere = ss_map_add_class(m, b->sets.count ? "rests elsewhere" : "rests", SS_SWEEP_REST);
  for (size_t i = SETS_MOST; i < SS_SWEEP_CLASSES_MOST; i++) b->set_code[i] = b->elsewhere;
  b->code[SS_REACH_ESCAPES] = ss_map_add_class(m, "escapes", SS_SWEEP_ESCAPES);
  b->code[SS_REACH_UNDECIDED] = ss_map_add_class(m, "undecided", SS_SWEEP_UNDECIDED);
  b->code[SS_REACH_INCONSISTENT] = ss_map_add_class(m, "inconsistent", SS_SWEEP_INCONSISTENT);
  b->code[SS_REACH_FAILED] = ss_map_add_class(m, "failed", SS_SWEEP_FAILED);
}

static int find_rest_sets(ss_basin *b) {
  ss_rest_options search = ss_rest_default_options();
  const char *why;
  size_t count;
  const char *const *box = ss_arguments_all(b->map.arguments, "box", &count);
  const int code = ss_cli_read_box(b->map.arena, b->map.model, count, box, &search);
  if (code != 0) return code;
  if (b->region != SIZE_MAX) search.region = b->map.model->region[b->region].name.text;
  const ss_status status =
      ss_rest_find(b->map.arena, b->system, b->parameters, &search, &b->sets, &why);
  if (status != SS_OK) b->sets = (ss_rest_sets){0};
  b->options.sets = b->sets.count ? &b->sets : NULL;
  return 0;
}

/* Nine starts: the spread of their energies, the largest position and velocity. */
typedef struct survey {
  double low, high, q, u;
} survey;

static survey look_around(const ss_basin *b, const ss_basin_worker *w) {
  const ss_sweep_axis *axis = b->map.map.axis;
  const ss_sweep_axis three[2] = {{.low = axis[0].low, .high = axis[0].high, .count = 3},
                                  {.low = axis[1].low, .high = axis[1].high, .count = 3}};
  const size_t n = b->map.model->coordinates;
  double *q = ss_arena_new(b->map.arena, 2 * n, double);
  survey s = {.low = INFINITY, .high = -INFINITY};
  for (size_t k = 0; q && k < 9; k++) {
    const double x = ss_sweep_at(&three[0], k % 3), y = ss_sweep_at(&three[1], k / 3);
    if (!ss_basin_start(w, x, y, q, q + n)) continue;
    const double energy = ss_reach_energy(ss_basin_reach(w), q, q + n);
    s.low = fmin(s.low, energy);
    s.high = fmax(s.high, energy);
    for (size_t i = 0; i < n; i++) {
      s.q = fmax(s.q, fabs(q[i]));
      s.u = fmax(s.u, fabs(q[n + i]));
    }
  }
  return s;
}

/* A hundred times the spread of the energy, to three digits; infinite where there is none. */
static double choose_gain(const survey *s) {
  char digits[32];
  if (!(s->high > s->low && isfinite(s->high - s->low))) return INFINITY;
  snprintf(digits, sizeof digits, "%.2e", 100 * (s->high - s->low));
  return strtod(digits, NULL);
}

/* What counts as near a rest set, and as slow, goes with the size of the motions where that is
 * small. */
static void choose_scales(ss_basin *b, const survey *s) {
  const size_t n = b->map.model->coordinates;
  const bool positions = b->axis[0] < n || b->axis[1] < n;
  if (positions && s->q > 0) b->options.size = fmin(b->options.size, s->q);
  const double speed = s->u > 0 ? s->u : b->options.size;
  b->options.still *= fmin(1, speed);
}

static void add_base(ss_basin *b) {
  const ss_model *model = b->map.model;
  const size_t n = model->coordinates;
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < 2 * n; i++) {
    if (i == b->axis[0] || i == b->axis[1]) continue;
    ss_text_addf(&text, "%s%s%s = %s", text.length ? ", " : "", model->coordinate[i % n].name.text,
                 i < n ? "" : "'", ss_map_number(&b->map, i < n ? b->q[i] : b->u[i - n]));
  }
  ss_map_add_fact(&b->map, "base", "%s", text.data);
  ss_text_stop(&text);
}

static void add_facts(ss_basin *b) {
  ss_map_request *m = &b->map;
  const ss_reach_options *o = &b->options;
  add_base(b);
  ss_map_add_fact(m, "method", "%s", ss_reach_engine_word(o->engine));
  ss_map_add_fact(m, "end", "%s", ss_map_number(m, o->end));
  if (o->engine == SS_REACH_ENGINE_LANES)
    ss_map_add_fact(m, "step", "%s", ss_map_number(m, o->step));
  if (o->engine == SS_REACH_ENGINE_EVENTS)
    ss_map_add_fact(m, "tolerance", "%s", ss_map_number(m, o->tolerance));
  if (o->gain < INFINITY)
    ss_map_add_fact(m, "escape", "energy gained beyond %s", ss_map_number(m, o->gain));
  if (b->region != SIZE_MAX)
    ss_map_add_fact(m, "region", "%s", m->model->region[b->region].name.text);
  size_t boxes;
  const char *const *box = ss_arguments_all(m->arguments, "box", &boxes);
  for (size_t i = 0; box && i < boxes; i++) ss_map_add_fact(m, "box", "%s", box[i]);
  if (b->loop.law) ss_map_add_fact(m, "feedback", "%s", b->loop.law);
  for (size_t i = 0; i < b->loop.inputs; i++) ss_map_add_fact(m, "input", "%s", b->loop.input[i]);
  ss_map_add_fact(m, "value", "time to the decision");
}

/* Opens an engine once: chooses it, and says what does not apply. */
static int try_engine(ss_basin *b) {
  ss_basin_worker *w;
  const char *why;
  const ss_status status = ss_basin_open(b, &b->options, &w, &why);
  if (status != SS_OK) {
    ss_cli_error("basin: %s", why ? why : ss_status_text(status));
    return ss_status_exit_code(status);
  }
  b->options.engine = ss_reach_engine_of(ss_basin_reach(w));
  const survey around = look_around(b, w);
  if (!ss_arguments_has(b->map.arguments, "gain")) b->options.gain = choose_gain(&around);
  choose_scales(b, &around);
  ss_basin_close(w);
  return 0;
}

static int make(ss_map_request *m) {
  static const size_t chunks[] = {[SS_REACH_ENGINE_PWL] = 256,
                                  [SS_REACH_ENGINE_LANES] = 4 * SS_LANES,
                                  [SS_REACH_ENGINE_EVENTS] = 8};
  ss_basin *b = (ss_basin *)m;
  double line[4];
  int code = ss_map_read(m, "basin");
  if (code == 0) code = read_plane(b);
  if (code == 0) code = read_options(b);
  if (code == 0) code = read_region(b);
  if (code == 0) code = ss_basin_read_edge(b, line);
  if (code != 0) return code;
  if (!ss_cli_read_loop(m->arguments, &b->loop)) return ss_status_exit_code(SS_MEMORY);
  const ss_status status = ss_cli_close_loop(&b->loop, m->arena, m->model, true, &b->system);
  if (status != SS_OK) return ss_status_exit_code(status);
  code = read_base(b);
  if (code != 0) return code;
  code = find_rest_sets(b);
  if (code == 0) code = ss_basin_read_picture(b);
  if (code == 0) code = try_engine(b);
  if (code != 0) return code;
  add_classes(b);
  add_facts(b);
  m->sweep.chunk = chunks[b->options.engine];
  m->task = ss_basin_task(b);
  return 0;
}

/* A map that was stopped is drawn as far as it goes, and not questioned. */
static int finish(ss_map_request *m) {
  ss_basin *b = (ss_basin *)m;
  const bool complete = m->map.complete;
  int code = complete && ss_arguments_has(m->arguments, "check") ? ss_basin_check(b) : 0;
  if (code == 0 && complete && ss_arguments_has(m->arguments, "edge"))
    code = ss_basin_find_edges(b);
  return code == 0 ? ss_basin_draw(b) : code;
}

static int run_basin(const ss_arguments *arguments) {
  ss_basin b = {.map = {.arguments = arguments, .arena = arguments->arena}};
  const int code = ss_map_run_command(&b.map, make, finish);
  ss_picture_close(&b.picture);
  return code;
}

const ss_command ss_command_basin = {
    .name = "basin",
    .operand = "MODEL",
    .summary = "map which rest set each start reaches",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_basin,
};
