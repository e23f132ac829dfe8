/* plot.h: a small plotting layer over cairo, for the pictures of src/show.
 *
 * A picture holds panels; a panel maps data to a rectangle of the page. Sizes are in points.
 * Colours are those of Okabe and Ito, which people with any kind of colour vision can tell apart.
 */
#ifndef STANDSTILL_SHOW_PLOT_H
#define STANDSTILL_SHOW_PLOT_H

#include <cairo.h>

#include "standstill/base.h"

enum { SS_PLOT_COLOURS = 7 };

typedef struct ss_plot {
  cairo_surface_t *surface;
  cairo_t *cr;
  const char *file;
  bool is_png;
} ss_plot;

/* A rectangle of the page and the data it shows. */
typedef struct ss_panel {
  double left, top, width, height;
  double x0, x1, y0, y1;
  const char *x_label, *y_label; /* NULL: none */
  bool x_numbers;                /* whether the ticks of x carry numbers */
} ss_panel;

/* The ending chooses the format: .svg, .png, .pdf; any other is SS_BAD_INPUT. */
ss_status ss_plot_start(ss_plot *plot, const char *file, double width, double height);

/* Writes the file and frees the picture. */
ss_status ss_plot_stop(ss_plot *plot);

/* Widens [lo, hi] to hold the finite ones of the values. Start with lo > hi. */
void ss_plot_extend(size_t count, size_t stride, const double *values, double *lo, double *hi);

/* A range with some air, never empty. */
void ss_plot_margin(double *lo, double *hi);

/* The distance of the ticks for about `wanted` of them: 1, 2 or 5 times a power of ten. */
double ss_plot_tick(double lo, double hi, int wanted);

/* Frame, grid, ticks, numbers, labels. */
void ss_plot_axes(ss_plot *plot, const ss_panel *panel);

/* A curve through the points; a value that is not finite interrupts it. */
void ss_plot_curve(ss_plot *plot, const ss_panel *panel, size_t count, size_t stride,
                   const double *x, const double *y, int colour);

/* A dot. */
void ss_plot_dot(ss_plot *plot, const ss_panel *panel, double x, double y, int colour);

/* A filled bar from (x0, y0) to (x1, y1) in data. */
void ss_plot_bar(ss_plot *plot, const ss_panel *panel, const double box[4], int colour,
                 double alpha);

/* Names with their colours, above the panel, from the right. */
void ss_plot_legend(ss_plot *plot, const ss_panel *panel, size_t count, const char *const *names);

/* Text at a place of the page. */
void ss_plot_text(ss_plot *plot, double x, double y, double size, const char *text);

#endif
