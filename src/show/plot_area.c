/* plot_area.c: areas of a panel: polygons, maps of cells, the colours of a scale (see plot.h).
 *
 * A map is one picture inside the picture, not a rectangle a cell: viewers leave hairlines between
 * rectangles that touch, and a million of them make a file that nobody opens. Viewers also smooth
 * pictures they enlarge, which would blur the cells of a coarse grid; therefore every cell is
 * written as so many equal pixels that the picture has the resolution of the page. A grid that is
 * finer than MOST pixels is thinned by leaving out cells.
 *
 * The scale of colours runs from dark blue to light yellow with a lightness that grows steadily:
 * blue and yellow stay apart for people who do not tell red from green, and the order survives
 * printing in grey.
 */
#include <math.h>

#include "plot.h"

/* ---- colours --------------------------------------------------------------------------------- */

uint32_t ss_plot_heat(double share) {
  enum { KNOTS = 5 };
  static const double knots[KNOTS][3] = {
      {8, 29, 88}, {45, 76, 128}, {122, 127, 128}, {205, 178, 98}, {255, 240, 165}};
  if (isnan(share)) return 0xC8C8C8;
  const double place = fmin(fmax(share, 0), 1) * (KNOTS - 1);
  const int k = place < KNOTS - 1 ? (int)place : KNOTS - 2;
  uint32_t colour = 0;
  for (int c = 0; c < 3; c++) {
    const double part = knots[k][c] + (place - k) * (knots[k + 1][c] - knots[k][c]);
    colour = colour << 8 | (uint32_t)lround(part);
  }
  return colour;
}

/* ---- polygons -------------------------------------------------------------------------------- */

void ss_plot_polygon(ss_plot *plot, const ss_panel *p, size_t count, const double *x,
                     const double *y, size_t style, double alpha) {
  bool inside = false;
  cairo_save(plot->cr);
  cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
  cairo_clip(plot->cr);
  for (size_t i = 0; i < count; i++) {
    const double px = ss_panel_x(p, x[i]), py = ss_panel_y(p, y[i]);
    const bool point = isfinite(px) && isfinite(py);
    if (point)
      cairo_line_to(plot->cr, px, py);
    else if (inside)
      cairo_close_path(plot->cr);
    if (!point) cairo_new_sub_path(plot->cr);
    inside = point;
  }
  if (inside) cairo_close_path(plot->cr);
  cairo_set_fill_rule(plot->cr, CAIRO_FILL_RULE_EVEN_ODD);
  ss_plot_set_style(plot, style, alpha);
  cairo_fill_preserve(plot->cr);
  ss_plot_set_style(plot, style, 1);
  cairo_set_line_width(plot->cr, 0.8);
  cairo_stroke(plot->cr);
  cairo_restore(plot->cr);
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* Pixels along an edge of so many points for so many cells. */
static int count_pixels(double points, size_t cells) {
  enum { FINE = 2, MOST = 8192 };
  if (cells > MOST) return MOST;
  const double each = ceil(FINE * points / (double)cells);
  return (int)cells * (int)fmax(each, 1);
}

/* Row 0 of the cells is the lowest, row 0 of the pixels the highest. */
static cairo_surface_t *paint_cells(int width, int height, size_t columns, size_t rows,
                                    const uint32_t *colours) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) return image;
  unsigned char *data = cairo_image_surface_get_data(image);
  const size_t stride = (size_t)cairo_image_surface_get_stride(image);
  cairo_surface_flush(image);
  for (size_t i = 0; i < (size_t)height; i++) {
    const size_t row = ((size_t)height - 1 - i) * rows / (size_t)height;
    uint32_t *pixels = (uint32_t *)(void *)(data + i * stride);
    for (size_t j = 0; j < (size_t)width; j++)
      pixels[j] = colours[row * columns + j * columns / (size_t)width];
  }
  cairo_surface_mark_dirty(image);
  return image;
}

ss_status ss_plot_cells(ss_plot *plot, const ss_panel *p, size_t columns, size_t rows,
                        const uint32_t *colours) {
  if (columns == 0 || rows == 0) return SS_OK;
  const int width = count_pixels(p->width, columns), height = count_pixels(p->height, rows);
  cairo_surface_t *image = paint_cells(width, height, columns, rows, colours);
  const bool good = cairo_surface_status(image) == CAIRO_STATUS_SUCCESS;
  if (good) {
    cairo_save(plot->cr);
    cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
    cairo_clip(plot->cr);
    cairo_translate(plot->cr, p->left, p->top);
    cairo_scale(plot->cr, p->width / width, p->height / height);
    cairo_set_source_surface(plot->cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(plot->cr), CAIRO_FILTER_NEAREST);
    cairo_paint(plot->cr);
    cairo_restore(plot->cr);
    ss_plot_frame(plot, p);
  }
  cairo_surface_destroy(image);
  return good ? SS_OK : SS_MEMORY;
}
