/* fit.c: what was fitted, for people and for programs, and measurements over a motion.
 *
 * The picture has a panel for every measured column, the motion as a curve and the measurements as
 * dots, and below it, where a fit is shown, what is left of them. The keys of the JSON are
 * documented in docs/output.md and stable. */
#include <math.h>
#include <string.h>

#include "plane.h"
#include "show_private.h"
#include "standstill/json.h"

/* Half the side of a measurement, in points: those of 200 rows can be told from the curve. */
static const double DOT = 1;

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 100, LOW = 44 };

/* ---- text ------------------------------------------------------------------------------------ */

static void show_unknown(const ss_fit_unknown *x, ss_table *t) {
  ss_table_add(t, "%s", x->name);
  ss_table_add(t, "%.6g", x->value);
  if (x->determined)
    ss_table_add(t, "in [%.6g, %.6g]", x->low, x->high);
  else
    ss_table_add(t, "undetermined");
  ss_table_add(t, "from %.4g%s", x->begin, x->at_end ? ", at the end of its range" : "");
}

void ss_show_fit(const ss_measured *measured, const ss_fit *fit, ss_text *out) {
  ss_table t;
  size_t open = 0;
  ss_table_start(&t, 4);
  for (size_t i = 0; i < fit->unknowns; i++) {
    show_unknown(&fit->unknown[i], &t);
    if (!fit->unknown[i].determined) open++;
  }
  ss_text_addf(out, "fitted to %zu number%s of %s:\n", fit->numbers, fit->numbers == 1 ? "" : "s",
               measured->file);
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  if (open < fit->unknowns && fit->explained)
    ss_text_addf(out, "all intervals together hold with %g %%\n", 100 * fit->confidence);
  if (open)
    ss_text_add(out,
                "undetermined: the data fit as well with another value, others changed along\n");
  ss_text_add(out, "\nresidual (root mean square)\n");
  ss_table_start(&t, 2);
  for (size_t c = 0; c < measured->columns; c++) {
    ss_table_add(&t, "%s", measured->name[c]);
    ss_table_add(&t, "%.3g", fit->residuals[c]);
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  if (fit->left_out)
    ss_text_addf(out, "left out: %zu number%s far off all others\n", fit->left_out,
                 fit->left_out == 1 ? "" : "s");
  if (!fit->explained)
    ss_text_addf(out,
                 "neighbouring residuals hang together (correlation %.2g): the model does not "
                 "explain the data, or the search has not found how\n",
                 fit->correlation);
  if (fit->no_gradients)
    ss_text_addf(out, "derivatives by differences of motions in part: %s\n", fit->no_gradients);
  ss_text_addf(out, "%zu round%s, %zu motion%s\n", fit->rounds, fit->rounds == 1 ? "" : "s",
               fit->motions, fit->motions == 1 ? "" : "s");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void ss_show_fit_json(const ss_measured *measured, const ss_fit *fit, ss_text *out) {
  json_t *root = json_object(), *values = json_object(), *intervals = json_object();
  json_t *errors = json_object(), *residuals = json_object(), *open = json_array();
  json_t *bound = json_array();
  for (size_t i = 0; i < fit->unknowns; i++) {
    const ss_fit_unknown *x = &fit->unknown[i];
    const double ends[2] = {x->low, x->high};
    ss_json_set(&values, x->name, ss_json_real(x->value));
    ss_json_set(&intervals, x->name, ss_json_list(2, x->determined ? ends : NULL));
    ss_json_set(&errors, x->name, ss_json_real(x->error));
    if (!x->determined) ss_json_append(&open, json_string(x->name));
    if (x->at_end) ss_json_append(&bound, json_string(x->name));
  }
  for (size_t c = 0; c < measured->columns; c++)
    ss_json_set(&residuals, measured->name[c], ss_json_real(fit->residuals[c]));
  ss_json_set(&root, "values", values);
  ss_json_set(&root, "intervals", intervals);
  ss_json_set(&root, "confidence", ss_json_real(fit->confidence));
  ss_json_set(&root, "errors", errors);
  ss_json_set(&root, "undetermined", open);
  ss_json_set(&root, "at_end", bound);
  ss_json_set(&root, "residual", ss_json_real(fit->residual));
  ss_json_set(&root, "residuals", residuals);
  ss_json_set(&root, "numbers", json_integer((json_int_t)fit->numbers));
  ss_json_set(&root, "left_out", json_integer((json_int_t)fit->left_out));
  ss_json_set(&root, "correlation", ss_json_real(fit->correlation));
  ss_json_set(&root, "explained", json_boolean(fit->explained));
  ss_json_set(&root, "differences", ss_json_text(fit->no_gradients));
  ss_json_set(&root, "rounds", json_integer((json_int_t)fit->rounds));
  ss_json_set(&root, "motions", json_integer((json_int_t)fit->motions));
  ss_json_print(root, out);
}

/* ---- the picture ----------------------------------------------------------------------------- */

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_motion *motion;
  const ss_measured *measured;
  const double *predicted; /* NULL: nothing is said about what is left */
  double y;
} page;

static const char *label(const page *p, size_t c) {
  const size_t n = p->system->coordinates, i = p->measured->state[c];
  return ss_show_axis_label(p->arena, p->measured->name[c], i >= n,
                            p->system->model->coordinate[i % n].name.unit);
}

/* All in one path of small squares: a file of thousands of them stays small. */
static void draw_dots(page *p, const ss_panel *panel, const double *values) {
  for (size_t k = 0; k < p->measured->rows; k++)
    if (isfinite(values[k]) && p->measured->t[k] <= panel->x1)
      cairo_rectangle(p->plot.cr, ss_panel_x(panel, p->measured->t[k]) - DOT,
                      ss_panel_y(panel, values[k]) - DOT, 2 * DOT, 2 * DOT);
  ss_plot_set_style(&p->plot, 1, 0.7);
  cairo_fill(p->plot.cr);
}

/* The motion and the measurements of one column. */
static ss_status draw_column(page *p, size_t c, ss_panel *panel) {
  const size_t n = p->system->coordinates, state = p->measured->state[c];
  const ss_motion *m = p->motion;
  double *t = ss_arena_new(p->arena, m->samples, double);
  double *v = ss_arena_new(p->arena, m->samples, double);
  if (!t || !v) return SS_MEMORY;
  for (size_t k = 0; k < m->samples; k++) {
    t[k] = m->sample[k].t;
    v[k] = state < n ? m->sample[k].q[state] : m->sample[k].u[state - n];
  }
  panel->y0 = 1;
  panel->y1 = 0;
  ss_plot_extend(m->samples, v, &panel->y0, &panel->y1);
  ss_plot_extend(p->measured->rows, p->measured->value[c], &panel->y0, &panel->y1);
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = label(p, c);
  panel->height = PANEL;
  panel->top = p->y += 14;
  ss_plot_axes(&p->plot, panel);
  draw_dots(p, panel, p->measured->value[c]);
  ss_plot_curve(&p->plot, panel, m->samples, t, v, 0);
  p->y += panel->height;
  return SS_OK;
}

static ss_status draw_residual(page *p, size_t c, ss_panel *panel) {
  const ss_measured *d = p->measured;
  double *left = ss_arena_new(p->arena, d->rows, double);
  if (!left) return SS_MEMORY;
  for (size_t k = 0; k < d->rows; k++) left[k] = d->value[c][k] - p->predicted[c * d->rows + k];
  panel->y0 = 1;
  panel->y1 = 0;
  ss_plot_extend(d->rows, left, &panel->y0, &panel->y1);
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = "residual";
  panel->height = LOW;
  panel->top = p->y += 8;
  ss_plot_axes(&p->plot, panel);
  draw_dots(p, panel, left);
  p->y += panel->height;
  return SS_OK;
}

static ss_status draw(page *p, const char *file) {
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT};
  const ss_measured *d = p->measured;
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  panel.x1 = fmax(p->motion->t, p->predicted ? d->t[d->rows - 1] : 0);
  if (!(panel.x1 > 0)) panel.x1 = 1;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, p->system->model->title);
  p->y = 14;
  for (size_t c = 0; c < d->columns && status == SS_OK; c++) {
    const bool last = c + 1 == d->columns;
    panel.x_numbers = last && !p->predicted;
    panel.x_label = panel.x_numbers ? ss_show_time_label(p->system->model) : NULL;
    status = draw_column(p, c, &panel);
    panel.x_numbers = last;
    panel.x_label = last ? ss_show_time_label(p->system->model) : NULL;
    if (p->predicted && status == SS_OK) status = draw_residual(p, c, &panel);
  }
  p->y += 30;
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_measured_plot(const ss_system *system, const ss_motion *motion,
                                const ss_measured *measured, const double *predicted,
                                const char *file) {
  page p = {.arena = ss_arena_create(),
            .system = system,
            .motion = motion,
            .measured = measured,
            .predicted = predicted};
  if (!p.arena) return SS_MEMORY;
  /* once to measure */
  ss_status status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
