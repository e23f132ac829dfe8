/* picture_motions.c: further motions of a picture: the same machine from other states, or with
 * other parameters.
 *
 *     kick              from a state of the file
 *     x=1, x'=2         from a state of one's own
 *     kick, mu=0.2      with a parameter changed
 *     mu=0.2            the same, from where the first motion starts
 *     oiled: mu=0.2     the same, with a name for the legend
 *
 * Items whose name is a parameter's change it, all others say the state. A variant is a machine of
 * its own, so that whatever depends on the parameter follows.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "study_private.h"

enum { SAMPLES = 1000 };

static const char OPTION[] = "--also";

/* ---- words ----------------------------------------------------------------------------------- */

/* The end of an item: the next comma outside parentheses, or the end of the text. */
static const char *find_end(const char *text) {
  int depth = 0;
  for (; *text && (*text != ',' || depth > 0); text++) depth += (*text == '(') - (*text == ')');
  return text;
}

/* What the legend says of a motion: what stands before a colon, else everything; moves *text behind
 * the colon. A colon in a value, as in mu=0.1:0.2, is none. */
static const char *take_name(const ss_picture *p, const char **text) {
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
static ss_status split_items(const ss_picture *p, const char *text, size_t *settings,
                             const char **setting, const char **state) {
  *settings = 0;
  *state = "";
  for (const char *from = text; *from;) {
    const char *end = find_end(from);
    from += strspn(from, " ");
    const char *item = ss_arena_copy_text(p->arena, from, end > from ? (size_t)(end - from) : 0);
    if (!item) return SS_MEMORY;
    if (sets_parameter(ss_machine_model(p->machine), item))
      setting[(*settings)++] = item;
    else
      *state = ss_arena_format(p->arena, "%s%s%s", *state, **state ? ", " : "", item);
    if (!*state) return SS_MEMORY;
    from = *end ? end + 1 : end;
  }
  return SS_OK;
}

/* ---- machines and states --------------------------------------------------------------------- */

static ss_status read_state(const ss_picture *p, const ss_variant *v, const char *state,
                            ss_diagnostics *list) {
  const size_t bytes = ss_machine_model(p->machine)->coordinates * sizeof *v->q;
  if (*state) return ss_machine_state(v->machine, OPTION, state, list, v->q, v->u);
  memcpy(v->q, p->options.q, bytes);
  memcpy(v->u, p->options.u, bytes);
  return SS_OK;
}

static ss_status read_variant(const ss_picture *p, const char *text, ss_diagnostics *list,
                              ss_variant *v) {
  const size_t n = ss_machine_model(p->machine)->coordinates;
  const char **setting = ss_arena_new(p->arena, strlen(text) + 1, const char *);
  const char *state;
  size_t settings;
  ss_diagnostics about;
  v->name = take_name(p, &text);
  v->q = ss_arena_new(p->arena, n, double);
  v->u = ss_arena_new(p->arena, n, double);
  if (!v->name || !setting || !v->q || !v->u) return SS_MEMORY;
  ss_status status = split_items(p, text, &settings, setting, &state);
  if (status != SS_OK) return status;
  ss_diagnostics_start(&about, list->arena, NULL, NULL, 0);
  status = ss_machine_change(p->machine, settings, setting, &about, &v->machine);
  if (status != SS_OK) ss_study_pass_on(&about, OPTION, list);
  return status == SS_OK ? read_state(p, v, state, list) : status;
}

ss_status ss_picture_read_motions(ss_picture *p, ss_diagnostics *list) {
  p->variant = ss_arena_new(p->arena, p->options.motions, ss_variant);
  assert(p->options.motions == 0 || p->options.motion);
  if (!p->variant) return SS_MEMORY;
  for (size_t i = 0; i < p->options.motions; i++) {
    ss_variant *v = &p->variant[p->variants++];
    const ss_status status = read_variant(p, p->options.motion[i], list, v);
    if (status != SS_OK) return status;
  }
  return SS_OK;
}

/* ---- motions --------------------------------------------------------------------------------- */

static double get_value(const ss_sample *s, size_t n, size_t axis) {
  return axis < n ? s->q[axis] : s->u[axis - n];
}

/* When the motion was last seen on the page, or twice as far out. */
static double find_last_sight(const ss_picture *p, const ss_motion *m) {
  const size_t n = ss_machine_model(p->machine)->coordinates;
  double last = 0;
  if (!p->options.page) return m->t;
  for (size_t i = 0; i < m->samples; i++) {
    bool seen = true;
    for (int k = 0; k < 2; k++) {
      const double lo = p->options.page[2 * k], hi = p->options.page[2 * k + 1],
                   half = 0.5 * fabs(hi - lo);
      if (fabs(get_value(&m->sample[i], n, p->options.axis[k]) - 0.5 * (lo + hi)) > 2 * half)
        seen = false;
    }
    if (seen) last = m->sample[i].t;
  }
  return last;
}

/* In a basin starts are those of the map: the values on the axes stay, others follow where contacts
 * ask for it. A start that cannot be had stays as it is; the motion will say so. */
static void adjust_start(const ss_picture *p, ss_variant *v) {
  const size_t n = ss_machine_model(p->machine)->coordinates;
  ss_reach_options options = ss_reach_default_options();
  bool *fixed = ss_arena_new(p->arena, 2 * n, bool);
  double *start = ss_arena_new(p->arena, 2 * n, double);
  ss_reach *reach = NULL;
  const char *why;
  if (!p->options.page || !fixed || !start) return;
  options.engine = SS_REACH_ENGINE_EVENTS; /* nothing will run: this one always applies */
  options.closed = p->options.closed;
  for (int k = 0; k < 2; k++) fixed[p->options.axis[k]] = true;
  memcpy(start, v->q, n * sizeof *start);
  memcpy(start + n, v->u, n * sizeof *start);
  if (ss_reach_create(ss_machine_system(v->machine), ss_machine_parameters(v->machine), &options,
                      &reach, &why) == SS_OK &&
      ss_reach_adjust(reach, fixed, fixed + n, start, start + n)) {
    memcpy(v->q, start, n * sizeof *start);
    memcpy(v->u, start + n, n * sizeof *start);
  }
  ss_reach_destroy(reach);
}

/* Of a motion that rests early, or leaves the page, the part to be seen is run again with more
 * samples. */
static ss_status run_variant(const ss_picture *p, ss_variant *v) {
  ss_motion_options o = p->options.how;
  adjust_start(p, v);
  const ss_status status =
      ss_motion_run(p->arena, ss_machine_system(v->machine), ss_machine_parameters(v->machine),
                    v->q, v->u, &o, &v->motion);
  if (!v->motion.q || !p->options.resample || !(v->motion.t > 0)) return status;
  const double t = find_last_sight(p, &v->motion);
  if (!(t < 0.5 * o.end)) return status;
  o.end = fmin(o.end, 1.1 * t + 4 * o.every);
  o.every = o.end / SAMPLES;
  return ss_motion_run(p->arena, ss_machine_system(v->machine), ss_machine_parameters(v->machine),
                       v->q, v->u, &o, &v->motion);
}

ss_status ss_picture_run_motions(ss_picture *p, ss_diagnostics *list) {
  for (size_t i = 0; i < p->variants; i++) {
    ss_variant *v = &p->variant[i];
    const ss_status status = run_variant(p, v);
    if (status == SS_OK) continue;
    const char *reason = v->motion.reason;
    ss_study_refuse(list, status, "%s %s: %s", OPTION, v->name,
                    reason ? reason : ss_status_text(status));
    /* what was computed up to a failure is drawn */
    if (!v->motion.q) return status;
  }
  return SS_OK;
}
