/* plot_area.c: areas of a panel: polygons, maps of cells (see plot.h).
 *
 * A map is one picture inside the picture, not a rectangle a cell: viewers leave hairlines between
 * rectangles that touch, and a million of them make a file that nobody opens. Viewers also smooth
 * pictures they enlarge, which would blur the cells of a coarse grid; therefore every cell is
 * written as so many equal pixels that the picture has the resolution of the page. A grid that is
 * finer than MOST pixels is thinned by leaving out cells.
 */
#include <math.h>

#include "plot.h"

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

enum { STRIPE = 3 }; /* pixels */

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
    for (size_t j = 0; j < (size_t)width; j++) {
      const uint32_t colour = colours[row * columns + j * columns / (size_t)width];
      const bool stripe = colour & SS_PLOT_HATCHED && (i + j) / STRIPE % 2;
      pixels[j] = stripe ? 0xFFFFFF : colour & 0xFFFFFF;
    }
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
