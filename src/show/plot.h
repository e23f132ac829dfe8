/* plot.h: a small plotting layer over cairo, for the pictures of src/show.
 *
 * A picture holds panels; a panel maps data to a rectangle of the page. Sizes are in points. How
 * high a page must be is found by drawing it without a file first. A style is a number: its colour
 * is one of Okabe and Ito's, which people with any kind of colour vision can tell apart; beyond
 * them, curves are dashed.
 *
 *     ss_plot_start        the page
 *     ss_plot_axes         frame, grid, ticks, numbers, labels
 *     ss_plot_cells        a map over the grid
 *     ss_plot_curve, ...   what lies above
 *     ss_plot_legend       names
 *     ss_plot_stop         the file
 */
#ifndef STANDSTILL_SHOW_PLOT_H
#define STANDSTILL_SHOW_PLOT_H

#include <cairo.h>
#include <stdint.h>

#include "standstill/base.h"

enum { SS_PLOT_COLOURS = 7 };

/* Added to a colour 0xRRGGBB of a cell: striped with white. */
enum { SS_PLOT_HATCHED = 1 << 24 };

typedef struct ss_plot {
  cairo_surface_t *surface;
  cairo_t *cr;
  const char *name; /* of the file; NULL: none is written */
  ss_file *file;
} ss_plot;

/* A rectangle of the page and the data it shows. */
typedef struct ss_panel {
  double left, top, width, height;
  double x0, x1, y0, y1;
  const char *x_label, *y_label; /* NULL: none */
  bool x_numbers;                /* whether the ticks of x carry numbers */
  bool bare;                     /* y means nothing: no ticks, no numbers */
} ss_panel;

/* What a line is drawn with where its colour means something; dash[0] = 0: a whole line. A halo
 * keeps it apart from what lies below. */
typedef struct ss_pen {
  uint32_t colour; /* 0xRRGGBB */
  double width, dash[2];
  bool halo;
} ss_pen;

/* ---- plot.c ---------------------------------------------------------------------------------- */

/* The ending chooses the format: .svg, .png, .pdf; any other is SS_BAD_INPUT. SS_IO if the file
 * cannot be opened. Without a file (NULL) the same can be drawn and measured. */
ss_status ss_plot_start(ss_plot *plot, const char *file, double width, double height);

/* The same as SVG at the end of a text. */
ss_status ss_plot_start_svg(ss_plot *plot, ss_text *out, double width, double height);

/* Writes the file and frees the picture. SS_IO if the file cannot be written. */
ss_status ss_plot_stop(ss_plot *plot);

/* Frees the picture and removes the file. */
void ss_plot_cancel(ss_plot *plot);

/* Widens [lo, hi] to hold the finite ones of the values. Start with lo > hi. */
void ss_plot_extend(size_t count, const double *values, double *lo, double *hi);

/* A range with some air, never empty. */
void ss_plot_margin(double *lo, double *hi);

/* A curve through the points; a value that is not finite interrupts it. */
void ss_plot_curve(ss_plot *plot, const ss_panel *panel, size_t count, const double *x,
                   const double *y, size_t style);

/* The same with a pen of one's own. */
void ss_plot_line(ss_plot *plot, const ss_panel *panel, size_t count, const double *x,
                  const double *y, const ss_pen *pen);

/* A dot. */
void ss_plot_dot(ss_plot *plot, const ss_panel *panel, double x, double y, size_t style);

/* A filled bar from (x0, y0) to (x1, y1) in data. */
void ss_plot_bar(ss_plot *plot, const ss_panel *panel, const double box[4], size_t style,
                 double alpha);

/* A thin vertical line through the panel. */
void ss_plot_mark(ss_plot *plot, const ss_panel *panel, double x);

/* ---- plot_area.c ----------------------------------------------------------------------------- */

/* The inside of a polygon (of several, each ended by a point that is not finite: those within
 * others are holes), with its edge. */
void ss_plot_polygon(ss_plot *plot, const ss_panel *panel, size_t count, const double *x,
                     const double *y, size_t style, double alpha);

/* A grid of cells that fills the panel, covers its grid lines and renews its frame: columns from x0
 * to x1, rows from y0 to y1, row by row; colours are 0xRRGGBB. SS_MEMORY if there is none. */
ss_status ss_plot_cells(ss_plot *plot, const ss_panel *panel, size_t columns, size_t rows,
                        const uint32_t *colours);

/* ---- plot_contour.c -------------------------------------------------------------------------- */

/* Values at the points of a grid that fills a rectangle: columns from x0 to x1, rows from y0 to y1,
 * row by row. */
typedef struct ss_grid {
  size_t columns, rows;
  double x0, x1, y0, y1;
  const double *value;
} ss_grid;

/* Where the values are `level`: polylines, each ended by a point that is not finite. Arrays live in
 * the arena. */
ss_status ss_plot_contour(ss_arena *arena, const ss_grid *grid, double level, size_t *count,
                          double **x, double **y);

/* ---- plot_marks.c ---------------------------------------------------------------------------- */

/* Colour, width and dashes of a pen, for cairo's next stroke. */
void ss_plot_set_pen(ss_plot *plot, const ss_pen *pen);

/* A disk with a rim, at a place of the page. */
void ss_plot_disk(ss_plot *plot, double x, double y, double radius, uint32_t fill, uint32_t rim);

/* An arrow on the page, its middle at (x, y), in the direction (dx, dy), upwards positive. */
void ss_plot_arrow(ss_plot *plot, double x, double y, double dx, double dy, double length);

/* Words with a white rim, so that they can be read above anything; their middle at x. */
void ss_plot_label(ss_plot *plot, double x, double y, double size, const char *text);

/* What a mark of a picture means. */
typedef enum ss_legend_kind {
  SS_LEGEND_BOX,
  SS_LEGEND_LINE,
  SS_LEGEND_DISK,
  SS_LEGEND_RING
} ss_legend_kind;

typedef struct ss_legend_mark {
  ss_legend_kind kind;
  ss_pen pen; /* boxes, disks and rings have its colour */
  const char *name;
} ss_legend_mark;

/* A legend of them from `left` on, in as many lines as `width` asks for; the first line's base is
 * at y. Returns the height of all lines. */
double ss_plot_marks(ss_plot *plot, double left, double y, double width, size_t count,
                     const ss_legend_mark *keys);

/* ---- plot_axes.c ----------------------------------------------------------------------------- */

/* How the numbers of an axis are written: (value - offset) / 10^exponent with so many decimals. */
typedef struct ss_axis {
  double tick; /* the distance of the ticks: 1, 2 or 5 times a power of ten */
  double offset;
  int exponent, decimals;
} ss_axis;

/* About `wanted` ticks, with numbers that are short and different. */
ss_axis ss_plot_axis(double lo, double hi, int wanted);

/* Frame, grid, ticks, numbers, labels. */
void ss_plot_axes(ss_plot *plot, const ss_panel *panel);

/* The frame alone. */
void ss_plot_frame(ss_plot *plot, const ss_panel *panel);

/* ---- plot_text.c ----------------------------------------------------------------------------- */

double ss_plot_text_width(ss_plot *plot, double size, const char *text);

/* Text at a place of the page. */
void ss_plot_text(ss_plot *plot, double x, double y, double size, const char *text);

/* The same, cut with an ellipsis so that it is at most `room` wide. */
void ss_plot_text_within(ss_plot *plot, double x, double y, double size, double room,
                         const char *text);

/* Names with the looks of their curves, in as many lines as the width asks for; the first line's
 * base is at y. Returns the height of all lines. */
double ss_plot_legend(ss_plot *plot, const ss_panel *panel, double y, size_t count,
                      const char *const *names);

/* Colour and dashes of curve number `style`. */
void ss_plot_set_style(ss_plot *plot, size_t style, double alpha);

/* The colour of a style, mixed with white: share 1 is the colour itself, 0 is white. */
uint32_t ss_plot_colour(size_t style, double share);

/* Places on the page. */
static inline double ss_panel_x(const ss_panel *p, double x) {
  return p->left + p->width * (x - p->x0) / (p->x1 - p->x0);
}

static inline double ss_panel_y(const ss_panel *p, double y) {
  return p->top + p->height * (p->y1 - y) / (p->y1 - p->y0);
}

#endif
