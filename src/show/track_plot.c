/* track_plot.c: a motion over the reference that it follows.
 *
 * A panel for every coordinate and velocity: the motion as a thin line, the reference that held at
 * that moment as a broad pale one below it. Where references change with events both jump together,
 * where they change with the clock they jump apart. Below are the inputs, over what the reference
 * would do, and the largest error and feedback; what is less than ROUNDING of what they are
 * differences of is drawn as 0. Broken vertical lines are the motion's impacts.
 */
#include <math.h>

#include "plane.h"
#include "show_private.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 72 };

static const double ROUNDING = 1e-9;

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_motion *motion;
  const ss_track *track;
  double *t;
  double y;
  double size[2]; /* the largest state, the largest input */
} page;

/* Column c of what a panel shows: states, then inputs, then sizes. */
static void get_pair(const page *p, size_t c, size_t k, double *thin, double *broad) {
  const size_t n = p->system->coordinates, inputs = p->track->inputs;
  const ss_sample *at = &p->motion->sample[k];
  const ss_track_sample *s = &p->track->sample[k];
  if (c < 2 * n) {
    *thin = c < n ? at->q[c] : at->u[c - n];
    *broad = *thin - s->error[c];
  } else if (c < 2 * n + inputs) {
    *thin = s->input[c - 2 * n];
    *broad = *thin - s->feedback[c - 2 * n];
  } else {
    const bool error = c == 2 * n + inputs;
    *thin = 0;
    *broad = NAN;
    for (size_t i = 0; i < (error ? 2 * n : inputs); i++)
      *thin = fmax(*thin, fabs(error ? s->error[i] : s->feedback[i]));
    if (*thin <= ROUNDING * p->size[error ? 0 : 1]) *thin = 0;
  }
}

static void measure(page *p) {
  const size_t n = p->system->coordinates;
  for (size_t k = 0; k < p->motion->samples; k++) {
    const ss_sample *at = &p->motion->sample[k];
    for (size_t i = 0; i < n; i++)
      p->size[0] = fmax(p->size[0], fmax(fabs(at->q[i]), fabs(at->u[i])));
    for (size_t i = 0; i < p->track->inputs; i++)
      p->size[1] = fmax(p->size[1], fabs(p->track->sample[k].input[i]));
  }
}

static const char *name_panel(const page *p, size_t c) {
  const ss_model *m = p->system->model;
  const size_t n = p->system->coordinates, inputs = p->track->inputs;
  if (c < 2 * n) {
    const char *name = ss_arena_format(p->arena, "%s%s", p->system->names[c % n], c < n ? "" : "'");
    return name ? ss_show_axis_label(p->arena, name, c >= n, m->coordinate[c % n].name.unit) : NULL;
  }
  if (c < 2 * n + inputs) return m->input[c - 2 * n].name.text;
  return c == 2 * n + inputs ? "error" : "feedback";
}

static ss_status draw_panel(page *p, size_t c, ss_panel *panel) {
  const size_t count = p->motion->samples;
  double *thin = ss_arena_new(p->arena, count, double);
  double *broad = ss_arena_new(p->arena, count, double);
  if (!thin || !broad) return SS_MEMORY;
  for (size_t k = 0; k < count; k++) get_pair(p, c, k, &thin[k], &broad[k]);
  panel->y0 = 1;
  panel->y1 = 0;
  ss_plot_extend(count, thin, &panel->y0, &panel->y1);
  if (!isnan(broad[0])) ss_plot_extend(count, broad, &panel->y0, &panel->y1);
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = name_panel(p, c);
  panel->top = p->y += 12;
  ss_plot_axes(&p->plot, panel);
  for (size_t k = 0; k < p->motion->events; k++) {
    const double at[2] = {p->motion->event[k].t, p->motion->event[k].t};
    const double ends[2] = {panel->y0, panel->y1};
    const ss_pen pale = {0xb0b0b0, 0.6, {2, 2}, false};
    if (ss_event_jumps(p->motion->event[k].kind)) ss_plot_line(&p->plot, panel, 2, at, ends, &pale);
  }
  const ss_pen wide = {ss_plot_colour(0, 0.35), 4, {0, 0}, false};
  const ss_pen fine = {ss_plot_colour(0, 1), 0.8, {0, 0}, false};
  if (!isnan(broad[0])) ss_plot_line(&p->plot, panel, count, p->t, broad, &wide);
  ss_plot_line(&p->plot, panel, count, p->t, thin, &fine);
  p->y += panel->height;
  return SS_OK;
}

/* What the lines are. */
static void explain(page *p) {
  const ss_legend_mark marks[] = {
      {SS_LEGEND_LINE, {ss_plot_colour(0, 0.35), 4, {0, 0}, false}, "reference"},
      {SS_LEGEND_LINE,
       {ss_plot_colour(0, 1), 0.8, {0, 0}, false},
       p->track->by_clock ? "motion, references switched by the clock"
                          : "motion, references switched by events"},
  };
  p->y += ss_plot_marks(&p->plot, LEFT, p->y + 12, WIDTH - LEFT - RIGHT, 2, marks);
}

static ss_status draw(page *p, const char *file) {
  const size_t panels = 2 * p->system->coordinates + p->track->inputs + 2;
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  panel.x1 = p->motion->t > 0 ? p->motion->t : 1;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, p->system->model->title);
  p->y = 18;
  explain(p);
  for (size_t c = 0; c < panels && status == SS_OK; c++) {
    panel.x_numbers = c + 1 == panels;
    panel.x_label = panel.x_numbers ? ss_show_time_label(p->system->model) : NULL;
    status = draw_panel(p, c, &panel);
  }
  p->y += 30;
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_track_plot(const ss_system *system, const ss_motion *motion,
                             const ss_track *track, const char *file) {
  page p = {.arena = ss_arena_create(), .system = system, .motion = motion, .track = track};
  if (p.arena) p.t = ss_arena_new(p.arena, motion->samples, double);
  ss_status status = p.t ? SS_OK : SS_MEMORY;
  for (size_t k = 0; p.t && k < motion->samples; k++) p.t[k] = motion->sample[k].t;
  measure(&p);
  /* once to measure */
  if (status == SS_OK) status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
