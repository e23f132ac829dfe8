/* plot.c: pictures, panels, curves (see plot.h).
 *
 * Vector formats get one unit a point; PNG is rendered at twice that, so that it stays sharp on
 * screens. Curves are clipped to their panel. Long curves are thinned: a point closer than a
 * quarter of a unit to the last one drawn is left out, so that a million samples make a small file.
 */
#include "plot.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double palette[SS_PLOT_COLOURS][3] = {
    {0.000, 0.447, 0.698}, {0.835, 0.369, 0.000}, {0.000, 0.620, 0.451}, {0.800, 0.475, 0.655},
    {0.902, 0.624, 0.000}, {0.337, 0.706, 0.914}, {0.2, 0.2, 0.2}};

static void set_colour(ss_plot *plot, int colour, double alpha) {
  const double *c = palette[colour % SS_PLOT_COLOURS];
  cairo_set_source_rgba(plot->cr, c[0], c[1], c[2], alpha);
}

/* ---- the picture --------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

ss_status ss_plot_start(ss_plot *plot, const char *file, double width, double height) {
  enum { SHARPNESS = 2 };
  *plot = (ss_plot){.file = file, .is_png = ends_with(file, ".png")};
  if (plot->is_png)
    plot->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(SHARPNESS * width),
                                               (int)(SHARPNESS * height));
  else if (ends_with(file, ".svg"))
    plot->surface = cairo_svg_surface_create(file, width, height);
  else if (ends_with(file, ".pdf"))
    plot->surface = cairo_pdf_surface_create(file, width, height);
  else
    return SS_BAD_INPUT;
  plot->cr = cairo_create(plot->surface);
  if (plot->is_png) cairo_scale(plot->cr, SHARPNESS, SHARPNESS);
  cairo_set_source_rgb(plot->cr, 1, 1, 1);
  cairo_paint(plot->cr);
  cairo_select_font_face(plot->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_line_join(plot->cr, CAIRO_LINE_JOIN_ROUND);
  return SS_OK;
}

ss_status ss_plot_stop(ss_plot *plot) {
  ss_status status = SS_OK;
  if (plot->is_png && cairo_surface_write_to_png(plot->surface, plot->file) != CAIRO_STATUS_SUCCESS)
    status = SS_IO;
  cairo_surface_finish(plot->surface);
  if (cairo_status(plot->cr) != CAIRO_STATUS_SUCCESS ||
      cairo_surface_status(plot->surface) != CAIRO_STATUS_SUCCESS)
    status = SS_IO;
  cairo_destroy(plot->cr);
  cairo_surface_destroy(plot->surface);
  return status;
}

/* ---- ranges -------------------------------------------------------------------------------- */

void ss_plot_extend(size_t count, size_t stride, const double *values, double *lo, double *hi) {
  for (size_t i = 0; i < count; i++) {
    double v = values[i * stride];
    if (!isfinite(v)) continue;
    if (*lo > *hi) *lo = *hi = v;
    *lo = fmin(*lo, v);
    *hi = fmax(*hi, v);
  }
}

void ss_plot_margin(double *lo, double *hi) {
  if (*lo > *hi) *lo = *hi = 0;
  double air = 0.06 * (*hi - *lo);
  if (!(air > 1e-9 * fmax(fabs(*lo), fabs(*hi)))) air = fmax(0.5 * fabs(*hi), 0.5);
  *lo -= air;
  *hi += air;
}

double ss_plot_tick(double lo, double hi, int wanted) {
  double raw = (hi - lo) / wanted, power = pow(10, floor(log10(raw)));
  double share = raw / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static double place_x(const ss_panel *p, double x) {
  return p->left + p->width * (x - p->x0) / (p->x1 - p->x0);
}

static double place_y(const ss_panel *p, double y) {
  return p->top + p->height * (p->y1 - y) / (p->y1 - p->y0);
}

/* ---- axes ---------------------------------------------------------------------------------- */

void ss_plot_text(ss_plot *plot, double x, double y, double size, const char *text) {
  cairo_set_font_size(plot->cr, size);
  cairo_set_source_rgb(plot->cr, 0.15, 0.15, 0.15);
  cairo_move_to(plot->cr, x, y);
  cairo_show_text(plot->cr, text);
}

static double text_width(ss_plot *plot, double size, const char *text) {
  cairo_text_extents_t extents;
  cairo_set_font_size(plot->cr, size);
  cairo_text_extents(plot->cr, text, &extents);
  return extents.x_advance;
}

static void draw_line(ss_plot *plot, double x0, double y0, double x1, double y1) {
  cairo_move_to(plot->cr, x0, y0);
  cairo_line_to(plot->cr, x1, y1);
  cairo_stroke(plot->cr);
}

static void format_tick(double value, double tick, char *text, size_t size) {
  if (fabs(value) < 1e-9 * tick) value = 0;
  snprintf(text, size, "%.6g", value);
}

static void draw_x_ticks(ss_plot *plot, const ss_panel *p) {
  double tick = ss_plot_tick(p->x0, p->x1, 7);
  char text[32];
  for (double k = ceil(p->x0 / tick); k * tick <= p->x1; k++) {
    double x = place_x(p, k * tick);
    cairo_set_source_rgb(plot->cr, 0.9, 0.9, 0.9);
    draw_line(plot, x, p->top, x, p->top + p->height);
    if (!p->x_numbers) continue;
    format_tick(k * tick, tick, text, sizeof text);
    ss_plot_text(plot, x - text_width(plot, 8, text) / 2, p->top + p->height + 11, 8, text);
  }
}

static void draw_y_ticks(ss_plot *plot, const ss_panel *p) {
  double tick = ss_plot_tick(p->y0, p->y1, p->height > 80 ? 5 : 3);
  char text[32];
  for (double k = ceil(p->y0 / tick); k * tick <= p->y1; k++) {
    double y = place_y(p, k * tick);
    cairo_set_source_rgb(plot->cr, 0.9, 0.9, 0.9);
    draw_line(plot, p->left, y, p->left + p->width, y);
    format_tick(k * tick, tick, text, sizeof text);
    ss_plot_text(plot, p->left - text_width(plot, 8, text) - 4, y + 3, 8, text);
  }
}

static void draw_labels(ss_plot *plot, const ss_panel *p) {
  if (p->x_label) {
    double width = text_width(plot, 9, p->x_label);
    ss_plot_text(plot, p->left + (p->width - width) / 2, p->top + p->height + 24, 9, p->x_label);
  }
  if (!p->y_label) return;
  double width = text_width(plot, 9, p->y_label);
  cairo_save(plot->cr);
  cairo_translate(plot->cr, p->left - 38, p->top + (p->height + width) / 2);
  cairo_rotate(plot->cr, -M_PI / 2);
  ss_plot_text(plot, 0, 0, 9, p->y_label);
  cairo_restore(plot->cr);
}

void ss_plot_axes(ss_plot *plot, const ss_panel *p) {
  cairo_set_line_width(plot->cr, 0.6);
  draw_x_ticks(plot, p);
  draw_y_ticks(plot, p);
  cairo_set_source_rgb(plot->cr, 0.4, 0.4, 0.4);
  cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
  cairo_stroke(plot->cr);
  draw_labels(plot, p);
}

/* ---- data ---------------------------------------------------------------------------------- */

static void clip(ss_plot *plot, const ss_panel *p) {
  cairo_save(plot->cr);
  cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
  cairo_clip(plot->cr);
}

void ss_plot_curve(ss_plot *plot, const ss_panel *p, size_t count, size_t stride, const double *x,
                   const double *y, int colour) {
  enum { MOST_SEGMENTS = 5000 };
  bool drawing = false;
  double last_x = 0, last_y = 0;
  size_t segments = 0;
  clip(plot, p);
  set_colour(plot, colour, 1);
  cairo_set_line_width(plot->cr, 1.1);
  for (size_t i = 0; i < count; i++) {
    double px = place_x(p, x[i * stride]), py = place_y(p, y[i * stride]);
    if (!isfinite(px) || !isfinite(py)) {
      drawing = false;
      continue;
    }
    bool near = drawing && hypot(px - last_x, py - last_y) < 0.25 && i + 1 < count;
    if (near) continue;
    if (drawing)
      cairo_line_to(plot->cr, px, py);
    else
      cairo_move_to(plot->cr, px, py);
    drawing = true;
    last_x = px, last_y = py;
    if (++segments % MOST_SEGMENTS == 0) {
      cairo_stroke(plot->cr);
      cairo_move_to(plot->cr, px, py);
    }
  }
  cairo_stroke(plot->cr);
  cairo_restore(plot->cr);
}

void ss_plot_dot(ss_plot *plot, const ss_panel *p, double x, double y, int colour) {
  set_colour(plot, colour, 1);
  cairo_arc(plot->cr, place_x(p, x), place_y(p, y), 2.4, 0, 2 * M_PI);
  cairo_fill(plot->cr);
}

void ss_plot_bar(ss_plot *plot, const ss_panel *p, const double box[4], int colour, double alpha) {
  double x0 = place_x(p, box[0]), x1 = place_x(p, box[2]);
  double y0 = place_y(p, box[3]), y1 = place_y(p, box[1]);
  clip(plot, p);
  set_colour(plot, colour, alpha);
  cairo_rectangle(plot->cr, x0, y0, x1 - x0, y1 - y0);
  cairo_fill(plot->cr);
  cairo_restore(plot->cr);
}

void ss_plot_legend(ss_plot *plot, const ss_panel *p, size_t count, const char *const *names) {
  double x = p->left + p->width;
  for (size_t i = count; i-- > 0;) {
    x -= text_width(plot, 9, names[i]);
    ss_plot_text(plot, x, p->top - 4, 9, names[i]);
    set_colour(plot, (int)i, 1);
    cairo_set_line_width(plot->cr, 2);
    draw_line(plot, x - 16, p->top - 7, x - 4, p->top - 7);
    x -= 26;
  }
}
