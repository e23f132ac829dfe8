/* plot_marks.c: pens, disks, arrows, words above data, and legends that explain them (see plot.h).
 */
#include <math.h>

#include "plot.h"

static void set_colour(ss_plot *plot, uint32_t colour) {
  cairo_set_source_rgb(plot->cr, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                       (colour & 255) / 255.0);
}

void ss_plot_set_pen(ss_plot *plot, const ss_pen *pen) {
  set_colour(plot, pen->colour);
  cairo_set_line_width(plot->cr, pen->width);
  cairo_set_dash(plot->cr, pen->dash, pen->dash[0] > 0 ? 2 : 0, 0);
}

void ss_plot_disk(ss_plot *plot, double x, double y, double radius, uint32_t fill, uint32_t rim) {
  const ss_pen edge = {.colour = rim, .width = 1};
  cairo_new_path(plot->cr);
  cairo_arc(plot->cr, x, y, radius, 0, 2 * M_PI);
  set_colour(plot, fill);
  cairo_fill_preserve(plot->cr);
  ss_plot_set_pen(plot, &edge);
  cairo_stroke(plot->cr);
}

void ss_plot_arrow(ss_plot *plot, double x, double y, double dx, double dy, double length) {
  const ss_pen thin = {.colour = 0x707070, .width = 0.6};
  const double size = hypot(dx, dy), head = 2.2;
  if (!(size > 0) || !isfinite(size)) return;
  const double c = dx / size, s = -dy / size;
  const double tip_x = x + 0.5 * length * c, tip_y = y + 0.5 * length * s;
  ss_plot_set_pen(plot, &thin);
  cairo_move_to(plot->cr, x - 0.5 * length * c, y - 0.5 * length * s);
  cairo_line_to(plot->cr, tip_x, tip_y);
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to(plot->cr, tip_x - head * (c - 0.5 * side * s),
                  tip_y - head * (s + 0.5 * side * c));
    cairo_line_to(plot->cr, tip_x, tip_y);
  }
  cairo_stroke(plot->cr);
}

void ss_plot_label(ss_plot *plot, double x, double y, double size, const char *text) {
  const ss_pen rim = {.colour = 0xFFFFFF, .width = 2.4};
  const double left = x - ss_plot_text_width(plot, size, text) / 2;
  cairo_set_line_join(plot->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to(plot->cr, left, y);
  cairo_text_path(plot->cr, text);
  ss_plot_set_pen(plot, &rim);
  cairo_stroke(plot->cr);
  ss_plot_text(plot, left, y, size, text);
}

/* ---- legends --------------------------------------------------------------------------------- */

enum { LINE = 13, SWATCH = 15, BEHIND = 4, SPACE = 10 };
static const double LETTERS = 8.5;

static double measure_key(ss_plot *plot, const ss_legend_mark *key) {
  return SWATCH + BEHIND + ss_plot_text_width(plot, LETTERS, key->name);
}

/* As the cells of a map: white from the lower left to the upper right. */
static void draw_stripes(ss_plot *plot, double x, double y) {
  static const ss_pen white = {.colour = 0xFFFFFF, .width = 1.5};
  cairo_save(plot->cr);
  cairo_rectangle(plot->cr, x, y, SWATCH, 8);
  cairo_clip(plot->cr);
  ss_plot_set_pen(plot, &white);
  for (double at = x - 8; at < x + SWATCH; at += 4) {
    cairo_move_to(plot->cr, at, y + 8);
    cairo_line_to(plot->cr, at + 8, y);
  }
  cairo_stroke(plot->cr);
  cairo_restore(plot->cr);
}

static void draw_swatch(ss_plot *plot, double x, double y, const ss_legend_mark *key) {
  static const ss_pen rim = {.colour = 0x666666, .width = 0.6};
  const double middle = y - 3;
  switch (key->kind) {
  case SS_LEGEND_BOX:
    cairo_rectangle(plot->cr, x, middle - 4, SWATCH, 8);
    set_colour(plot, key->pen.colour);
    cairo_fill(plot->cr);
    if (key->pen.colour & SS_PLOT_HATCHED) draw_stripes(plot, x, middle - 4);
    cairo_rectangle(plot->cr, x, middle - 4, SWATCH, 8);
    ss_plot_set_pen(plot, &rim);
    cairo_stroke(plot->cr);
    break;
  case SS_LEGEND_LINE:
    ss_plot_set_pen(plot, &key->pen);
    cairo_move_to(plot->cr, x, middle);
    cairo_line_to(plot->cr, x + SWATCH, middle);
    cairo_stroke(plot->cr);
    break;
  case SS_LEGEND_DISK:
    ss_plot_disk(plot, x + SWATCH / 2.0, middle, 2.4, key->pen.colour, key->pen.colour);
    break;
  case SS_LEGEND_RING:
    ss_plot_disk(plot, x + SWATCH / 2.0, middle, 2.4, 0xFFFFFF, key->pen.colour);
    break;
  }
}

double ss_plot_marks(ss_plot *plot, double left, double y, double width, size_t count,
                     const ss_legend_mark *keys) {
  double x = left, height = count ? LINE : 0;
  for (size_t i = 0; i < count; i++) {
    const double wide = measure_key(plot, &keys[i]);
    if (x > left && x + wide > left + width) {
      x = left;
      height += LINE;
    }
    const double base = y + height - LINE;
    draw_swatch(plot, x, base, &keys[i]);
    ss_plot_text_within(plot, x + SWATCH + BEHIND, base, LETTERS, width - SWATCH - BEHIND,
                        keys[i].name);
    x += wide + SPACE;
  }
  return height;
}
