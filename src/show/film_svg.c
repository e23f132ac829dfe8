/* film_svg.c: a film as one animated picture: SVG with its own animation (SMIL), no script.
 *
 * Every piece that moves has its numbers of all frames in an <animate>; browsers interpolate
 * between them, so that every second frame is enough. The picture plays for ever.
 */
#include <math.h>

#include "film.h"

enum { WIDTH = 960, HEIGHT = 540, EVERY = 2 };

/* ---- numbers of one frame -------------------------------------------------------------------- */

typedef void number_writer(const ss_film *film, const ss_film_piece *piece, size_t frame,
                           ss_text *out);

static void write_points(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const double *at = ss_film_at(film, frame, piece);
  for (size_t k = 0; k + film->dimensions <= piece->count; k += film->dimensions) {
    double page[2];
    ss_film_project(film, at + k, WIDTH, HEIGHT, page);
    ss_text_addf(out, "%s%.1f,%.1f", k ? " " : "", page[0], page[1]);
  }
}

static void write_x(const ss_film *film, const ss_film_piece *piece, size_t frame, ss_text *out) {
  double page[2];
  ss_film_project(film, ss_film_at(film, frame, piece), WIDTH, HEIGHT, page);
  ss_text_addf(out, "%.1f", page[0]);
}

static void write_y(const ss_film *film, const ss_film_piece *piece, size_t frame, ss_text *out) {
  double page[2];
  ss_film_project(film, ss_film_at(film, frame, piece), WIDTH, HEIGHT, page);
  ss_text_addf(out, "%.1f", page[1]);
}

static void write_radius(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const double *at = ss_film_at(film, frame, piece);
  double place[3] = {at[0], at[1], film->dimensions == 3 ? at[2] : 0}, a[2], b[2];
  ss_film_project(film, place, WIDTH, HEIGHT, a);
  place[0] += at[film->dimensions];
  ss_film_project(film, place, WIDTH, HEIGHT, b);
  ss_text_addf(out, "%.1f", hypot(b[0] - a[0], b[1] - a[1]));
}

static void write_colour(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const uint8_t light = film->light[frame * film->system->elements + piece->element];
  ss_text_addf(out, "#%06x", ss_film_colour((ss_light)light));
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* attribute="value of the first frame" */
static void set(const ss_film *film, const ss_film_piece *p, const char *attribute,
                number_writer *write, ss_text *out) {
  ss_text_addf(out, " %s=\"", attribute);
  write(film, p, 0, out);
  ss_text_add(out, "\"");
}

static void animate(const ss_film *film, const ss_film_piece *p, const char *attribute,
                    number_writer *write, ss_text *out) {
  if (film->frames < 2 || (write != write_colour && ss_film_stands(film, p))) return;
  ss_text_addf(out,
               "<animate attributeName=\"%s\" dur=\"%.3fs\" repeatCount=\"indefinite\"%s values=\"",
               attribute, film->seconds, write == write_colour ? " calcMode=\"discrete\"" : "");
  for (size_t k = 0; k < film->frames; k += EVERY) {
    if (k) ss_text_add(out, ";");
    write(film, p, k, out);
  }
  ss_text_add(out, "\"/>");
}

static void write_path(const ss_film *film, const ss_film_piece *p, const char *look,
                       ss_text *out) {
  const char *tag = p->kind == SS_FILM_AREA ? "polygon" : "polyline";
  ss_text_addf(out, "<%s %s", tag, look);
  set(film, p, "points", write_points, out);
  if (p->kind == SS_FILM_ARROW) set(film, p, "stroke", write_colour, out);
  ss_text_add(out, ">");
  animate(film, p, "points", write_points, out);
  if (p->kind == SS_FILM_ARROW) animate(film, p, "stroke", write_colour, out);
  ss_text_addf(out, "</%s>\n", tag);
}

static void write_dot(const ss_film *film, const ss_film_piece *p, ss_text *out) {
  const bool round = p->kind == SS_FILM_CIRCLE;
  ss_text_add(out, round ? "<circle fill=\"#cfe3f2\" stroke=\"#1f5f8b\" stroke-width=\"2\""
                         : "<circle r=\"6\"");
  set(film, p, "cx", write_x, out);
  set(film, p, "cy", write_y, out);
  set(film, p, round ? "r" : "fill", round ? write_radius : write_colour, out);
  ss_text_add(out, ">");
  animate(film, p, "cx", write_x, out);
  animate(film, p, "cy", write_y, out);
  animate(film, p, round ? "r" : "fill", round ? write_radius : write_colour, out);
  ss_text_add(out, "</circle>\n");
}

static void write_label(const ss_film *film, const ss_film_piece *p, ss_text *out) {
  ss_text_add(out, "<text font-family=\"sans-serif\" font-size=\"20\" text-anchor=\"middle\"");
  set(film, p, "x", write_x, out);
  set(film, p, "y", write_y, out);
  ss_text_add(out, ">");
  ss_film_add_escaped(p->text, out);
  animate(film, p, "x", write_x, out);
  animate(film, p, "y", write_y, out);
  ss_text_add(out, "</text>\n");
}

static void write_piece(const ss_film *film, const ss_film_piece *p, ss_text *out) {
  switch (p->kind) {
  case SS_FILM_LINE:
    write_path(film, p,
               p->thin ? "fill=\"none\" stroke=\"#777\" stroke-width=\"1.5\""
                       : "fill=\"none\" stroke=\"#333\" stroke-width=\"3\"",
               out);
    return;
  case SS_FILM_AREA:
    write_path(film, p, "fill=\"#cfe3f2\" stroke=\"#1f5f8b\" stroke-width=\"2\"", out);
    return;
  case SS_FILM_ARROW:
    write_path(film, p, "fill=\"none\" stroke-width=\"3\"", out);
    write_dot(film, p, out);
    return;
  case SS_FILM_CIRCLE: write_dot(film, p, out); return;
  case SS_FILM_LABEL: write_label(film, p, out); return;
  }
}

ss_status ss_film_write_svg(const ss_film *film, ss_text *out) {
  ss_text_addf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\">\n<title>",
               WIDTH, HEIGHT, WIDTH, HEIGHT);
  ss_film_add_escaped(film->system->model->title, out);
  ss_text_add(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  for (size_t i = 0; i < film->pieces; i++) write_piece(film, &film->piece[i], out);
  ss_text_add(out, "</svg>\n");
  return out->failed ? SS_MEMORY : SS_OK;
}
