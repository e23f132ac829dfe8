/* plot_axes.c: ticks, numbers, grid and labels of a panel (see plot.h).
 *
 * Ticks are at multiples of 1, 2 or 5 times a power of ten. Their numbers are written as
 *
 *     (value - offset) / 10^exponent
 *
 * with as many decimals as it takes to tell two ticks apart. The offset is 0 unless the range is so
 * narrow that the numbers would agree in their first four digits; the exponent is 0 for numbers of
 * ordinary size. Both are written once, above the axis, so that numbers stay short whatever the
 * data are.
 */
#include <math.h>
#include <stdio.h>

#include "plot.h"

enum { NUMBER = 8, LABEL = 9 }; /* sizes of letters */

/* ---- numbers --------------------------------------------------------------------------------- */

ss_axis ss_plot_axis(double lo, double hi, int wanted) {
  const double raw = (hi - lo) / wanted, power = pow(10, floor(log10(raw))), share = raw / power;
  ss_axis axis = {.tick = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10)};
  double size = fmax(fabs(lo), fabs(hi));
  if (axis.tick < 1e-4 * size) {
    const double unit = pow(10, ceil(log10(hi - lo)));
    axis.offset = floor(lo / unit) * unit;
    size = fmax(fabs(lo - axis.offset), fabs(hi - axis.offset));
  }
  const int exponent = (int)floor(log10(size)), last = (int)floor(log10(axis.tick) + 1e-9);
  if (exponent < -3 || exponent > 4 || last < -5) axis.exponent = exponent;
  axis.decimals = axis.exponent > last ? axis.exponent - last : 0;
  return axis;
}

static void format_number(const ss_axis *axis, double value, char *text, size_t size) {
  double shown = (value - axis->offset) / pow(10, axis->exponent);
  if (fabs(shown) < 0.5 * pow(10, -axis->decimals)) shown = 0; /* no "-0" */
  snprintf(text, size, "%.*f", axis->decimals, shown);
}

/* "×10⁻⁵ + 1.25", or "" where the numbers are what they say. */
static void format_remark(const ss_axis *axis, char *text, size_t size) {
  int length = 0;
  text[0] = '\0';
  if (axis->exponent) length = snprintf(text, size, "×1e%d", axis->exponent);
  if (axis->offset != 0)
    snprintf(text + length, size - (size_t)length, "%s%+.10g", length ? " " : "", axis->offset);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_line(ss_plot *plot, double x0, double y0, double x1, double y1) {
  cairo_move_to(plot->cr, x0, y0);
  cairo_line_to(plot->cr, x1, y1);
  cairo_stroke(plot->cr);
}

static void prepare_grid(ss_plot *plot) {
  cairo_set_dash(plot->cr, NULL, 0, 0);
  cairo_set_line_width(plot->cr, 0.6);
  cairo_set_source_rgb(plot->cr, 0.9, 0.9, 0.9);
}

/* Whether the numbers of x stand apart. */
static bool is_airy(ss_plot *plot, const ss_panel *p, const ss_axis *axis) {
  const double distance = p->width * axis->tick / (p->x1 - p->x0);
  char text[64];
  for (double k = ceil(p->x0 / axis->tick); k * axis->tick <= p->x1; k++) {
    format_number(axis, k * axis->tick, text, sizeof text);
    if (ss_plot_text_width(plot, NUMBER, text) + NUMBER > distance) return false;
  }
  return true;
}

static void draw_x_ticks(ss_plot *plot, const ss_panel *p) {
  int wanted = 7;
  ss_axis axis = ss_plot_axis(p->x0, p->x1, wanted);
  while (wanted > 1 && !is_airy(plot, p, &axis)) axis = ss_plot_axis(p->x0, p->x1, --wanted);
  const double bottom = p->top + p->height;
  char text[64];
  for (double k = ceil(p->x0 / axis.tick); k * axis.tick <= p->x1; k++) {
    const double x = ss_panel_x(p, k * axis.tick);
    prepare_grid(plot);
    draw_line(plot, x, p->top, x, bottom);
    if (!p->x_numbers) continue;
    format_number(&axis, k * axis.tick, text, sizeof text);
    ss_plot_text(plot, x - ss_plot_text_width(plot, NUMBER, text) / 2, bottom + 11, NUMBER, text);
  }
  if (!p->x_numbers) return;
  format_remark(&axis, text, sizeof text);
  ss_plot_text(plot, p->left + p->width - ss_plot_text_width(plot, NUMBER, text), bottom + 22,
               NUMBER, text);
}

/* Returns the width of the widest number. */
static double draw_y_ticks(ss_plot *plot, const ss_panel *p) {
  const ss_axis axis = ss_plot_axis(p->y0, p->y1, p->height > 80 ? 5 : 3);
  double widest = 0;
  char text[64];
  for (double k = ceil(p->y0 / axis.tick); k * axis.tick <= p->y1; k++) {
    const double y = ss_panel_y(p, k * axis.tick);
    prepare_grid(plot);
    draw_line(plot, p->left, y, p->left + p->width, y);
    format_number(&axis, k * axis.tick, text, sizeof text);
    const double width = ss_plot_text_width(plot, NUMBER, text);
    widest = fmax(widest, width);
    ss_plot_text(plot, p->left - width - 4, y + 3, NUMBER, text);
  }
  format_remark(&axis, text, sizeof text);
  ss_plot_text(plot, p->left, p->top - 3, NUMBER, text);
  return widest;
}

/* Words that are read from below, their middle at (x, y). */
static void draw_upright(ss_plot *plot, double x, double y, const char *text) {
  cairo_save(plot->cr);
  cairo_translate(plot->cr, x, y + ss_plot_text_width(plot, LABEL, text) / 2);
  cairo_rotate(plot->cr, -M_PI / 2);
  ss_plot_text(plot, 0, 0, LABEL, text);
  cairo_restore(plot->cr);
}

static void draw_labels(ss_plot *plot, const ss_panel *p, double widest) {
  if (p->x_label) {
    const double width = ss_plot_text_width(plot, LABEL, p->x_label);
    ss_plot_text(plot, p->left + (p->width - width) / 2, p->top + p->height + 24, LABEL,
                 p->x_label);
  }
  if (p->y_label)
    draw_upright(plot, fmax(p->left - fmax(10 + widest, 40), 10), p->top + p->height / 2,
                 p->y_label);
}

void ss_plot_frame(ss_plot *plot, const ss_panel *p) {
  cairo_set_dash(plot->cr, NULL, 0, 0);
  cairo_set_line_width(plot->cr, 0.6);
  cairo_set_source_rgb(plot->cr, 0.4, 0.4, 0.4);
  cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
  cairo_stroke(plot->cr);
}

void ss_plot_axes(ss_plot *plot, const ss_panel *p) {
  draw_x_ticks(plot, p);
  const double widest = p->bare ? 0 : draw_y_ticks(plot, p);
  ss_plot_frame(plot, p);
  draw_labels(plot, p, widest);
}
