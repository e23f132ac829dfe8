/* plot.c: pictures and what is drawn into their panels (see plot.h).
 *
 * Vector formats get one unit a point; PNG is rendered at twice that, so that it stays sharp on
 * screens. Curves are clipped to their panel and thinned: points are left out as long as a straight
 * line passes all of them at less than NEAR points, so that a million samples make a small file.
 * From the last point drawn, A, every point P left out restricts the directions in which the line
 * may go on to those within asin(NEAR/|AP|) of AP; when none is left, the point before is drawn and
 * becomes A. One pass.
 */
#include "plot.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

#include "standstill/show.h"

/* ---- the picture ----------------------------------------------------------------------------- */

static const double SHARPNESS = 2;

typedef enum format { FORMAT_NONE, FORMAT_SVG, FORMAT_PNG, FORMAT_PDF } format;

static format find_format(const char *file) {
  static const char *const endings[] = {"", ".svg", ".png", ".pdf"};
  const size_t n = strlen(file);
  for (int k = FORMAT_SVG; k <= FORMAT_PDF; k++)
    if (n > 4 && strcmp(file + n - 4, endings[k]) == 0) return (format)k;
  return FORMAT_NONE;
}

bool ss_show_draws(const char *file) {
  return find_format(file) != FORMAT_NONE;
}

/* Letters where their font wants them, not on whole pixels, in every format alike. */
static void place_letters_freely(cairo_t *cr) {
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_set_font_options(cr, options);
  cairo_font_options_destroy(options);
}

/* Where cairo's bytes go. The file remembers a failure; cairo is not told, because its surfaces do
 * not let go of what they hold after one. */
static cairo_status_t write_bytes(void *file, const unsigned char *data, unsigned int length) {
  ss_file_add(file, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t write_text(void *text, const unsigned char *data, unsigned int length) {
  ss_text_add_bytes(text, (const char *)data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *open_surface(ss_file *file, format kind, double width, double height) {
  switch (kind) {
  case FORMAT_SVG: return cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
  case FORMAT_PDF: return cairo_pdf_surface_create_for_stream(write_bytes, file, width, height);
  case FORMAT_PNG:
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(SHARPNESS * width),
                                      (int)(SHARPNESS * height));
  default: return cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
  }
}

/* A white page with our letters. */
static void begin_page(ss_plot *plot) {
  cairo_set_source_rgb(plot->cr, 1, 1, 1);
  cairo_paint(plot->cr);
  cairo_select_font_face(plot->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_line_join(plot->cr, CAIRO_LINE_JOIN_ROUND);
  place_letters_freely(plot->cr);
}

ss_status ss_plot_start_svg(ss_plot *plot, ss_text *out, double width, double height) {
  *plot = (ss_plot){.surface = cairo_svg_surface_create_for_stream(write_text, out, width, height)};
  plot->cr = cairo_create(plot->surface);
  begin_page(plot);
  return SS_OK;
}

ss_status ss_plot_start(ss_plot *plot, const char *file, double width, double height) {
  const format kind = file ? find_format(file) : FORMAT_NONE;
  *plot = (ss_plot){.name = file};
  if (file && kind == FORMAT_NONE) return SS_BAD_INPUT;
  const ss_status status = file ? ss_file_begin(file, &plot->file) : SS_OK;
  if (status != SS_OK) return status;
  plot->surface = open_surface(plot->file, kind, width, height);
  plot->cr = cairo_create(plot->surface);
  if (kind == FORMAT_PNG) cairo_scale(plot->cr, SHARPNESS, SHARPNESS);
  begin_page(plot);
  return SS_OK;
}

/* Ends what cairo draws; SS_OK, or what it met: of a page of sane size that is memory. */
static ss_status finish_surface(ss_plot *plot) {
  cairo_status_t met = cairo_status(plot->cr);
  if (met == CAIRO_STATUS_SUCCESS && plot->name && find_format(plot->name) == FORMAT_PNG)
    met = cairo_surface_write_to_png_stream(plot->surface, write_bytes, plot->file);
  cairo_destroy(plot->cr);
  cairo_surface_finish(plot->surface);
  if (met == CAIRO_STATUS_SUCCESS) met = cairo_surface_status(plot->surface);
  cairo_surface_destroy(plot->surface);
  return met == CAIRO_STATUS_SUCCESS ? SS_OK : SS_MEMORY;
}

ss_status ss_plot_stop(ss_plot *plot) {
  ss_status status = finish_surface(plot);
  if (plot->file && status == SS_OK)
    status = ss_file_end(plot->file);
  else
    ss_file_cancel(plot->file);
  *plot = (ss_plot){0};
  return status;
}

void ss_plot_cancel(ss_plot *plot) {
  finish_surface(plot);
  ss_file_cancel(plot->file);
  *plot = (ss_plot){0};
}

/* ---- ranges ---------------------------------------------------------------------------------- */

void ss_plot_extend(size_t count, const double *values, double *lo, double *hi) {
  for (size_t i = 0; i < count; i++) {
    const double v = values[i];
    if (!isfinite(v)) continue;
    if (*lo > *hi) *lo = *hi = v;
    *lo = fmin(*lo, v);
    *hi = fmax(*hi, v);
  }
}

void ss_plot_margin(double *lo, double *hi) {
  if (*lo > *hi) *lo = *hi = 0;
  const double size = fmax(fabs(*lo), fabs(*hi));
  double air = 0.06 * (*hi - *lo);
  /* a constant, up to rounding: half of itself above and below */
  if (!(air > 1e-10 * size)) air = size > 0 ? 0.5 * size : 0.5;
  *lo -= air;
  *hi += air;
}

static void clip(ss_plot *plot, const ss_panel *p) {
  cairo_save(plot->cr);
  cairo_rectangle(plot->cr, p->left, p->top, p->width, p->height);
  cairo_clip(plot->cr);
}

/* ---- curves ---------------------------------------------------------------------------------- */

static const double NEAR = 0.03, FAR = 1e6;

typedef struct pen {
  cairo_t *cr;
  bool down, waits;              /* is on the page; a point waits to be drawn */
  double x, y;                   /* the last point drawn */
  double next_x, next_y, length; /* the one that waits, and how far away it is */
  double base, low, high;        /* directions that pass all points left out: base + [low, high] */
  size_t drawn;
} pen;

/* Draws the point that waits. A long path is stroked in pieces, because the time for that grows
 * faster than the length. */
static void draw_to(pen *p) {
  enum { MOST = 5000 };
  if (!p->waits) return;
  cairo_line_to(p->cr, p->next_x, p->next_y);
  p->x = p->next_x;
  p->y = p->next_y;
  p->waits = false;
  p->length = 0;
  if (++p->drawn % MOST) return;
  cairo_stroke(p->cr);
  cairo_move_to(p->cr, p->x, p->y);
}

/* Restricts the directions to those that pass (x, y); false if none is left or the curve turns
 * back. */
static bool restrict_directions(pen *p, double x, double y) {
  const double length = hypot(x - p->x, y - p->y);
  const double spread = length > NEAR ? asin(NEAR / length) : M_PI;
  const double direction = atan2(y - p->y, x - p->x);
  if (!p->waits) {
    p->base = direction;
    p->low = -M_PI;
    p->high = M_PI;
  }
  const double turn = remainder(direction - p->base, 2 * M_PI);
  if (turn < p->low || turn > p->high || length < p->length - NEAR) return false;
  p->low = fmax(p->low, turn - spread);
  p->high = fmin(p->high, turn + spread);
  p->length = length;
  return true;
}

static void move_to(pen *p, double x, double y) {
  if (!p->down) {
    cairo_move_to(p->cr, p->x = x, p->y = y);
    p->down = true;
    return;
  }
  if (!restrict_directions(p, x, y)) {
    draw_to(p);
    restrict_directions(p, x, y);
  }
  p->next_x = x;
  p->next_y = y;
  p->waits = true;
}

/* The path through the points, stroked with whatever pen is set. Points so far away that cairo's
 * numbers end there are left out like those that are not finite. */
static void trace(ss_plot *plot, const ss_panel *p, size_t count, const double *x,
                  const double *y) {
  pen line = {.cr = plot->cr};
  for (size_t i = 0; i < count; i++) {
    const double px = ss_panel_x(p, x[i]), py = ss_panel_y(p, y[i]);
    if (fabs(px) < FAR && fabs(py) < FAR) {
      move_to(&line, px, py);
      continue;
    }
    draw_to(&line);
    line.down = false;
  }
  draw_to(&line);
  cairo_stroke(plot->cr);
}

void ss_plot_curve(ss_plot *plot, const ss_panel *p, size_t count, const double *x, const double *y,
                   size_t style) {
  clip(plot, p);
  ss_plot_set_style(plot, style, 1);
  cairo_set_line_width(plot->cr, 1.1);
  trace(plot, p, count, x, y);
  cairo_restore(plot->cr);
}

void ss_plot_line(ss_plot *plot, const ss_panel *p, size_t count, const double *x, const double *y,
                  const ss_pen *with) {
  clip(plot, p);
  cairo_set_line_join(plot->cr, CAIRO_LINE_JOIN_ROUND);
  if (with->halo) {
    const ss_pen halo = {.colour = 0xFFFFFF, .width = with->width + 1.6};
    ss_plot_set_pen(plot, &halo);
    trace(plot, p, count, x, y);
  }
  ss_plot_set_pen(plot, with);
  trace(plot, p, count, x, y);
  cairo_restore(plot->cr);
}

/* ---- marks ----------------------------------------------------------------------------------- */

void ss_plot_dot(ss_plot *plot, const ss_panel *p, double x, double y, size_t style) {
  ss_plot_set_style(plot, style, 1);
  cairo_new_path(plot->cr);
  cairo_arc(plot->cr, ss_panel_x(p, x), ss_panel_y(p, y), 2.6, 0, 2 * M_PI);
  cairo_fill(plot->cr);
}

void ss_plot_bar(ss_plot *plot, const ss_panel *p, const double box[4], size_t style,
                 double alpha) {
  const double x0 = ss_panel_x(p, box[0]), x1 = ss_panel_x(p, box[2]);
  const double y0 = ss_panel_y(p, box[3]), y1 = ss_panel_y(p, box[1]);
  clip(plot, p);
  ss_plot_set_style(plot, style, alpha);
  cairo_rectangle(plot->cr, x0, y0, x1 - x0, y1 - y0);
  cairo_fill(plot->cr);
  cairo_restore(plot->cr);
}

void ss_plot_mark(ss_plot *plot, const ss_panel *p, double x) {
  const double place = ss_panel_x(p, x);
  cairo_set_source_rgb(plot->cr, 0.1, 0.1, 0.1);
  cairo_set_dash(plot->cr, NULL, 0, 0);
  cairo_set_line_width(plot->cr, 0.7);
  cairo_move_to(plot->cr, place, p->top);
  cairo_line_to(plot->cr, place, p->top + p->height);
  cairo_stroke(plot->cr);
}
