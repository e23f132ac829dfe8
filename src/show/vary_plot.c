/* vary_plot.c: perturbed motions and what the variation predicts of them, over time.
 *
 * A panel for every coordinate and velocity: the difference of the perturbed motion from the
 * nominal one, through the size of the perturbation, as a thin line, and the prediction z as a
 * broad pale one below it. They lie on each other but around events, where the perturbed motion is
 * on the other side of a jump for a while: those peaks leave the panel, whose range is that of the
 * predictions.
 * Broken vertical lines are the events.
 */
#include <math.h>

#include "plane.h"
#include "show_private.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 84 };

/* How much larger than the predictions a panel is, so that peaks are seen to begin. */
static const double AIR = 0.35;

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_spread *spread;
  double y;
} page;

static double *gather(const page *p, const double *all, size_t motion, size_t state) {
  const ss_spread *s = p->spread;
  double *values = ss_arena_new(p->arena, s->times, double);
  for (size_t k = 0; values && k < s->times; k++)
    values[k] = all[(motion * s->times + k) * 2 * s->n + state];
  return values;
}

static ss_status draw_state(page *p, size_t state, ss_panel *panel) {
  const ss_spread *s = p->spread;
  double **z = ss_arena_new(p->arena, s->motions, double *);
  double **d = ss_arena_new(p->arena, s->motions, double *);
  if (!z || !d) return SS_MEMORY;
  panel->y0 = 1;
  panel->y1 = 0;
  for (size_t m = 0; m < s->motions; m++) {
    z[m] = gather(p, s->predicted, m, state);
    d[m] = gather(p, s->difference, m, state);
    if (!z[m] || !d[m]) return SS_MEMORY;
    ss_plot_extend(s->times, z[m], &panel->y0, &panel->y1);
  }
  const double air = AIR * (panel->y1 - panel->y0);
  panel->y0 -= air;
  panel->y1 += air;
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = ss_arena_format(p->arena, "\xce\x94%s%s / \xce\xb5",
                                   p->system->names[state % s->n], state < s->n ? "" : "'");
  panel->top = p->y += 14;
  ss_plot_axes(&p->plot, panel);
  for (size_t k = 0; k < s->events; k++) {
    const double at[2] = {s->event[k], s->event[k]}, ends[2] = {panel->y0, panel->y1};
    const ss_pen pale = {0xb0b0b0, 0.6, {2, 2}, false};
    ss_plot_line(&p->plot, panel, 2, at, ends, &pale);
  }
  for (size_t m = 0; m < s->motions; m++) {
    const ss_pen broad = {ss_plot_colour(m, 0.35), 4, {0, 0}, false};
    const ss_pen thin = {ss_plot_colour(m, 1), 0.8, {0, 0}, false};
    ss_plot_line(&p->plot, panel, s->times, s->t, z[m], &broad);
    ss_plot_line(&p->plot, panel, s->times, s->t, d[m], &thin);
  }
  p->y += panel->height;
  return SS_OK;
}

/* What the lines are, in the looks of the first motion. */
static void explain(page *p) {
  const ss_legend_mark marks[] = {
      {SS_LEGEND_LINE, {ss_plot_colour(0, 0.35), 4, {0, 0}, false}, "predicted"},
      {SS_LEGEND_LINE,
       {ss_plot_colour(0, 1), 0.8, {0, 0}, false},
       ss_arena_format(p->arena, "perturbed motion, \xce\xb5 = %g", p->spread->eps)},
  };
  p->y += 12 + ss_plot_marks(&p->plot, LEFT, p->y + 12, WIDTH - LEFT - RIGHT, 2, marks) - 12;
}

static ss_status draw(page *p, const char *file) {
  const ss_spread *s = p->spread;
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  panel.x1 = s->t[s->times - 1] > 0 ? s->t[s->times - 1] : 1;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, p->system->model->title);
  p->y = 18;
  explain(p);
  for (size_t i = 0; i < 2 * s->n && status == SS_OK; i++) {
    panel.x_numbers = i + 1 == 2 * s->n;
    panel.x_label = panel.x_numbers ? ss_show_time_label(p->system->model) : NULL;
    status = draw_state(p, i, &panel);
  }
  p->y += 30;
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_spread_plot(const ss_system *system, const ss_spread *spread, const char *file) {
  page p = {.arena = ss_arena_create(), .system = system, .spread = spread};
  if (!p.arena) return SS_MEMORY;
  /* once to measure */
  ss_status status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
