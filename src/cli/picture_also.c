/* picture_also.c: the motions of --also: the same machine from other states, or with other
 * parameters.
 *
 *     --also kick              from a state of the file
 *     --also "x=1, x'=2"       from a state of one's own
 *     --also "kick, mu=0.2"    with a parameter changed
 *     --also mu=0.2            the same, from where the first motion starts
 *     --also "oiled: mu=0.2"   the same, with a name for the legend
 *
 * Items whose name is a parameter's change it, all others say the state. The model is read again
 * from its canonical form with those settings, so that whatever depends on them follows.
 */
#include <math.h>
#include <string.h>

#include "picture.h"
#include "standstill/reach.h"

enum { SAMPLES = 1000 };

/* ---- words ----------------------------------------------------------------------------------- */

/* The end of an item: the next comma outside parentheses, or the end of the text. */
static const char *find_end(const char *text) {
  int depth = 0;
  for (; *text && (*text != ',' || depth > 0); text++) depth += (*text == '(') - (*text == ')');
  return text;
}

/* What the legend says of a motion: what stands before a colon, else everything; moves *text behind
 * the colon. A colon in a value, as in mu=0.1:0.2, is none. */
static const char *take_name(ss_picture *p, const char **text) {
  const char *name = *text;
  const size_t length = strcspn(name, ":=");
  if (name[length] != ':') return name;
  *text = name + length + 1;
  return ss_arena_copy_text(p->arena, name, length);
}

/* Whether an item "name = value" is about a parameter. */
static bool sets_parameter(const ss_model *model, const char *item) {
  const size_t length = strcspn(item, " =");
  if (item[length + strspn(item + length, " ")] != '=') return false;
  for (size_t i = 0; i < model->parameters; i++) {
    const char *name = model->parameter[i].name.text;
    if (strlen(name) == length && strncmp(name, item, length) == 0) return true;
  }
  return false;
}

/* Settings and the state's text; SS_MEMORY is all that can fail. */
static ss_status split_items(ss_picture *p, const char *text, size_t *settings, ss_setting *setting,
                             const char **state) {
  *settings = 0;
  *state = "";
  for (const char *from = text; *from;) {
    const char *end = find_end(from);
    from += strspn(from, " ");
    const char *item = ss_arena_copy_text(p->arena, from, end > from ? (size_t)(end - from) : 0);
    if (!item) return SS_MEMORY;
    if (sets_parameter(p->model, item))
      setting[(*settings)++].text = item;
    else
      *state = ss_arena_format(p->arena, "%s%s%s", *state, **state ? ", " : "", item);
    if (!*state) return SS_MEMORY;
    from = *end ? end + 1 : end;
  }
  return SS_OK;
}

/* ---- models and states ----------------------------------------------------------------------- */

static ss_status read_again(ss_picture *p, size_t settings, const ss_setting *setting,
                            ss_model **model) {
  ss_text json;
  ss_diagnostics list;
  ss_text_start(&json);
  ss_model_print_json(p->model, &json);
  const char *text = json.failed ? NULL : ss_arena_copy_text(p->arena, json.data, json.length);
  ss_text_stop(&json);
  if (!text) return SS_MEMORY;
  ss_diagnostics_start(&list, p->arena, p->model->file, text, strlen(text));
  const ss_status status =
      ss_model_parse(p->arena, p->model->file, text, strlen(text), settings, setting, &list, model);
  for (size_t i = 0; i < list.count; i++) list.items[i].file = "--also";
  ss_cli_print_diagnostics(&list);
  return status;
}

static ss_status read_state(ss_picture *p, ss_variant *v, const char *state) {
  const size_t bytes = p->model->coordinates * sizeof *v->q;
  ss_diagnostics list;
  ss_model_parameter_values(v->model, v->parameters);
  memcpy(v->q, p->q, bytes);
  memcpy(v->u, p->u, bytes);
  if (!*state) return SS_OK;
  memset(v->q, 0, bytes);
  memset(v->u, 0, bytes);
  ss_diagnostics_start(&list, p->arena, "--also", state, strlen(state));
  const ss_status status = ss_model_state_from_text(v->model, state, &list, v->q, v->u);
  for (size_t i = 0; i < list.count; i++) list.items[i].file = "--also";
  ss_cli_print_diagnostics(&list);
  return status;
}

static int read_variant(ss_picture *p, const char *text, ss_variant *v) {
  const size_t n = p->model->coordinates;
  ss_setting *setting = ss_arena_new(p->arena, strlen(text) + 1, ss_setting);
  const char *state;
  size_t settings;
  v->name = take_name(p, &text);
  v->q = ss_arena_new(p->arena, n, double);
  v->u = ss_arena_new(p->arena, n, double);
  v->parameters = ss_arena_new(p->arena, p->model->parameters, double);
  if (!v->name || !setting || !v->q || !v->u || !v->parameters)
    return ss_cli_fail(SS_MEMORY, "--also");
  ss_status status = split_items(p, text, &settings, setting, &state);
  if (status != SS_OK) return ss_cli_fail(status, "--also");
  status = read_again(p, settings, setting, &v->model);
  if (status == SS_OK) status = read_state(p, v, state);
  if (status == SS_OK) status = ss_cli_close_loop(&p->loop, p->arena, v->model, true, &v->system);
  return ss_status_exit_code(status);
}

int ss_picture_read_also(ss_picture *p) {
  size_t count;
  const char *const *texts = ss_arguments_all(p->arguments, "also", &count);
  p->variant = ss_arena_new(p->arena, count, ss_variant);
  if (!texts || !p->variant) return ss_cli_fail(SS_MEMORY, "--also");
  for (size_t i = 0; i < count; i++) {
    const int code = read_variant(p, texts[i], &p->variant[p->variants++]);
    if (code != 0) return code;
  }
  return 0;
}

/* ---- motions --------------------------------------------------------------------------------- */

static double get_value(const ss_sample *s, size_t n, size_t axis) {
  return axis < n ? s->q[axis] : s->u[axis - n];
}

/* When the motion was last seen on the page, or twice as far out. */
static double find_last_sight(const ss_picture *p, const ss_motion *m) {
  const size_t n = p->model->coordinates;
  double last = 0;
  if (!p->page) return m->t;
  for (size_t i = 0; i < m->samples; i++) {
    bool seen = true;
    for (int k = 0; k < 2; k++) {
      const double lo = p->page[2 * k], hi = p->page[2 * k + 1], half = 0.5 * fabs(hi - lo);
      if (fabs(get_value(&m->sample[i], n, p->axis[k]) - 0.5 * (lo + hi)) > 2 * half) seen = false;
    }
    if (seen) last = m->sample[i].t;
  }
  return last;
}

/* In a basin starts are those of the map: the values on the axes stay, others follow where contacts
 * ask for it. A start that cannot be had stays as it is; the motion will say so. */
static void adjust_start(const ss_picture *p, ss_variant *v) {
  const size_t n = p->model->coordinates;
  ss_reach_options options = ss_reach_default_options();
  bool *fixed = ss_arena_new(p->arena, 2 * n, bool);
  double *start = ss_arena_new(p->arena, 2 * n, double);
  ss_reach *reach = NULL;
  const char *why;
  if (!p->page || !fixed || !start) return;
  options.engine = SS_REACH_ENGINE_EVENTS; /* nothing will run: this one always applies */
  for (int k = 0; k < 2; k++) fixed[p->axis[k]] = true;
  memcpy(start, v->q, n * sizeof *start);
  memcpy(start + n, v->u, n * sizeof *start);
  if (ss_reach_create(v->system, v->parameters, &options, &reach, &why) == SS_OK &&
      ss_reach_adjust(reach, fixed, fixed + n, start, start + n)) {
    memcpy(v->q, start, n * sizeof *start);
    memcpy(v->u, start + n, n * sizeof *start);
  }
  ss_reach_destroy(reach);
}

/* Of a motion that rests early, or leaves the page, the part to be seen is run again with more
 * samples. */
static ss_status run_variant(ss_picture *p, ss_variant *v) {
  ss_motion_options o = p->options;
  adjust_start(p, v);
  const ss_status status =
      ss_motion_run(p->arena, v->system, v->parameters, v->q, v->u, &o, &v->motion);
  if (!v->motion.q || !p->resample || !(v->motion.t > 0)) return status;
  const double t = find_last_sight(p, &v->motion);
  if (!(t < 0.5 * o.end)) return status;
  o.end = fmin(o.end, 1.1 * t + 4 * o.every);
  o.every = o.end / SAMPLES;
  return ss_motion_run(p->arena, v->system, v->parameters, v->q, v->u, &o, &v->motion);
}

int ss_picture_run_also(ss_picture *p) {
  for (size_t i = 0; i < p->variants; i++) {
    ss_variant *v = &p->variant[i];
    const ss_status status = run_variant(p, v);
    if (status == SS_OK) continue;
    const char *reason = v->motion.reason;
    ss_cli_error("--also %s: %s", v->name, reason ? reason : ss_status_text(status));
    /* what was computed up to a failure is drawn */
    if (!v->motion.q) return ss_status_exit_code(status);
  }
  return 0;
}
