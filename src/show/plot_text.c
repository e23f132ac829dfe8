/* plot_text.c: letters, legends, and the looks of curves (see plot.h). */
#include <math.h>
#include <string.h>

#include "plot.h"

/* ---- looks ----------------------------------------------------------------------------------- */

static const double palette[SS_PLOT_COLOURS][3] = {
    {0.000, 0.447, 0.698}, {0.835, 0.369, 0.000}, {0.000, 0.620, 0.451}, {0.800, 0.475, 0.655},
    {0.902, 0.624, 0.000}, {0.337, 0.706, 0.914}, {0.2, 0.2, 0.2}};

/* Every time round the palette the dashes change: whole, long, short, long and short. */
static const struct {
  int count;
  double lengths[4];
} dashes[] = {{0, {0}}, {2, {5, 2}}, {2, {1.5, 1.5}}, {4, {5, 1.5, 1.5, 1.5}}};

uint32_t ss_plot_colour(size_t style, double share) {
  const double *c = palette[style % SS_PLOT_COLOURS];
  uint32_t colour = 0;
  for (int k = 0; k < 3; k++)
    colour = colour << 8 | (uint32_t)lround(255 * (1 - share * (1 - c[k])));
  return colour;
}

void ss_plot_set_style(ss_plot *plot, size_t style, double alpha) {
  const double *c = palette[style % SS_PLOT_COLOURS];
  const size_t round = style / SS_PLOT_COLOURS % (sizeof dashes / sizeof *dashes);
  cairo_set_source_rgba(plot->cr, c[0], c[1], c[2], alpha);
  cairo_set_dash(plot->cr, dashes[round].lengths, dashes[round].count, 0);
}

/* ---- letters --------------------------------------------------------------------------------- */

double ss_plot_text_width(ss_plot *plot, double size, const char *text) {
  cairo_text_extents_t extents;
  cairo_set_font_size(plot->cr, size);
  cairo_text_extents(plot->cr, text, &extents);
  return extents.x_advance;
}

void ss_plot_text(ss_plot *plot, double x, double y, double size, const char *text) {
  cairo_set_font_size(plot->cr, size);
  cairo_set_source_rgb(plot->cr, 0.15, 0.15, 0.15);
  cairo_move_to(plot->cr, x, y);
  cairo_show_text(plot->cr, text);
  cairo_new_path(plot->cr);
}

void ss_plot_text_within(ss_plot *plot, double x, double y, double size, double room,
                         const char *text) {
  enum { LONGEST = 400 };
  static const char ellipsis[] = "…";
  char cut[LONGEST + sizeof ellipsis];
  size_t length = strlen(text);
  if (length > LONGEST) length = LONGEST;
  memcpy(cut, text, length);
  cut[length] = '\0';
  if (text[length]) strcpy(cut + length, ellipsis);
  while (length > 0 && ss_plot_text_width(plot, size, cut) > room) {
    /* the last whole character: bytes 10xxxxxx continue one */
    do length--;
    while (length > 0 && ((unsigned char)cut[length] & 0xC0) == 0x80);
    strcpy(cut + length, ellipsis);
  }
  ss_plot_text(plot, x, y, size, cut);
}

/* ---- legends --------------------------------------------------------------------------------- */

enum { LETTERS = 9, LINE = 12, SWATCH = 14, SPACE = 10 };

static double entry_width(ss_plot *plot, const char *name) {
  return SWATCH + 4 + ss_plot_text_width(plot, LETTERS, name);
}

/* How many entries from `first` on fit into one line, and how wide they are. */
static size_t fill_line(ss_plot *plot, double room, size_t first, size_t count,
                        const char *const *names, double *width) {
  size_t end = first;
  *width = 0;
  while (end < count) {
    const double wanted = *width + (end > first ? SPACE : 0) + entry_width(plot, names[end]);
    if (end > first && wanted > room) break;
    *width = wanted;
    end++;
  }
  return end;
}

/* A stretch of the curve. */
static void draw_swatch(ss_plot *plot, double x, double y, size_t style) {
  ss_plot_set_style(plot, style, 1);
  cairo_set_line_width(plot->cr, 2);
  cairo_move_to(plot->cr, x, y - 3);
  cairo_line_to(plot->cr, x + SWATCH, y - 3);
  cairo_stroke(plot->cr);
}

double ss_plot_legend(ss_plot *plot, const ss_panel *p, double y, size_t count,
                      const char *const *names) {
  double height = 0, width;
  for (size_t i = 0; i < count; height += LINE) {
    const size_t end = fill_line(plot, p->width, i, count, names, &width);
    double x = p->left + fmax(p->width - width, 0);
    for (; i < end; i++) {
      draw_swatch(plot, x, y + height, i);
      ss_plot_text_within(plot, x + SWATCH + 4, y + height, LETTERS, p->width - SWATCH - 4,
                          names[i]);
      x += entry_width(plot, names[i]) + SPACE;
    }
  }
  return height;
}
