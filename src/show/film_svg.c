/* film_svg.c: a film as one animated picture: SVG with its own animation (SMIL), no script.
 *
 * Every piece that moves has its numbers of all frames in an <animate>; browsers interpolate
 * between them, so that every second frame is enough. The picture plays for ever; below it is a bar
 * of the time with the events as marks.
 */
#include <math.h>

#include "film.h"

enum { WIDTH = 960, STAGE = 510, HEIGHT = 540, EVERY = 2 };
enum { BAR = 120, BAR_LEFT = BAR, BAR_RIGHT = WIDTH - BAR, BAR_Y = STAGE + 14 };

/* ---- numbers of one frame -------------------------------------------------------------------- */

typedef void number_writer(const ss_film *film, const ss_film_piece *piece, size_t frame,
                           ss_text *out);

static void write_points(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const double *at = ss_film_at(film, frame, piece);
  for (size_t k = 0; k + film->dimensions <= piece->count; k += film->dimensions) {
    double page[2];
    ss_film_project(film, at + k, WIDTH, STAGE, page);
    ss_text_addf(out, "%s%.1f,%.1f", k ? " " : "", page[0], page[1]);
  }
}

static void write_arrow(const ss_film *film, const ss_film_piece *piece, size_t frame,
                        ss_text *out) {
  const double size[2] = {WIDTH, STAGE};
  double page[2 * SS_FILM_ARROW_POINTS];
  /* as many points as in any other frame: they are interpolated one by one */
  if (ss_film_draw_arrow(film, frame, piece, size, page) == 0)
    for (int k = 2; k < 2 * SS_FILM_ARROW_POINTS; k++) page[k] = page[k % 2];
  for (int k = 0; k < SS_FILM_ARROW_POINTS; k++)
    ss_text_addf(out, "%s%.1f,%.1f", k ? " " : "", page[2 * k], page[2 * k + 1]);
}

static void write_x(const ss_film *film, const ss_film_piece *piece, size_t frame, ss_text *out) {
  double page[2];
  ss_film_project(film, ss_film_at(film, frame, piece), WIDTH, STAGE, page);
  ss_text_addf(out, "%.1f", page[0]);
}

static void write_y(const ss_film *film, const ss_film_piece *piece, size_t frame, ss_text *out) {
  double page[2];
  ss_film_project(film, ss_film_at(film, frame, piece), WIDTH, STAGE, page);
  ss_text_addf(out, "%.1f", page[1]);
}

static void write_radius(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const double *at = ss_film_at(film, frame, piece);
  double place[3] = {at[0], at[1], film->dimensions == 3 ? at[2] : 0}, a[2], b[2];
  ss_film_project(film, place, WIDTH, STAGE, a);
  place[0] += at[film->dimensions];
  ss_film_project(film, place, WIDTH, STAGE, b);
  ss_text_addf(out, "%.1f", hypot(b[0] - a[0], b[1] - a[1]));
}

static void write_colour(const ss_film *film, const ss_film_piece *piece, size_t frame,
                         ss_text *out) {
  const uint8_t light = film->light[frame * film->system->elements + piece->element];
  ss_text_addf(out, "#%06x", ss_film_colour((ss_light)light));
}

/* Of the dot at an arrow's foot: an impact is a flash. */
static void write_spot(const ss_film *film, const ss_film_piece *piece, size_t frame,
                       ss_text *out) {
  const uint8_t light = film->light[frame * film->system->elements + piece->element];
  ss_text_add(out, light == SS_LIGHT_HIT ? "14" : "6");
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
  const bool jumps = write == write_colour || write == write_spot;
  if (film->frames < 2 || (!jumps && ss_film_stands(film, p))) return;
  ss_text_addf(out,
               "<animate attributeName=\"%s\" dur=\"%.3fs\" repeatCount=\"indefinite\"%s values=\"",
               attribute, film->seconds, jumps ? " calcMode=\"discrete\"" : "");
  for (size_t k = 0; k < film->frames; k += EVERY) {
    if (k) ss_text_add(out, ";");
    write(film, p, k, out);
  }
  ss_text_add(out, "\"/>");
}

static void write_path(const ss_film *film, const ss_film_piece *p, const char *look,
                       ss_text *out) {
  const char *tag = p->kind == SS_FILM_AREA ? "polygon" : "polyline";
  number_writer *points = p->kind == SS_FILM_ARROW ? write_arrow : write_points;
  ss_text_addf(out, "<%s %s", tag, look);
  set(film, p, "points", points, out);
  if (p->kind == SS_FILM_ARROW) set(film, p, "stroke", write_colour, out);
  ss_text_add(out, ">");
  animate(film, p, "points", points, out);
  if (p->kind == SS_FILM_ARROW) animate(film, p, "stroke", write_colour, out);
  ss_text_addf(out, "</%s>\n", tag);
}

static void write_dot(const ss_film *film, const ss_film_piece *p, ss_text *out) {
  const bool round = p->kind == SS_FILM_CIRCLE;
  const struct {
    const char *name;
    number_writer *write;
  } attributes[] = {{"cx", write_x},
                    {"cy", write_y},
                    {"r", round ? write_radius : write_spot},
                    {"fill", round ? NULL : write_colour}};
  ss_text_add(out, "<circle");
  if (round) ss_text_add(out, " fill=\"#cfe3f2\" stroke=\"#1f5f8b\" stroke-width=\"2\"");
  for (int k = 0; k < 4; k++)
    if (attributes[k].write) set(film, p, attributes[k].name, attributes[k].write, out);
  ss_text_add(out, ">");
  for (int k = 0; k < 4; k++)
    if (attributes[k].write) animate(film, p, attributes[k].name, attributes[k].write, out);
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

/* The time as a bar that fills, with a mark at every event; at its ends the times. */
static void write_bar(const ss_film *film, ss_text *out) {
  if (film->frames < 2) return;
  ss_text_addf(out,
               "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#444\">\n<rect x=\"%d\" "
               "y=\"%d\" width=\"%d\" height=\"4\" fill=\"#ddd\"/>\n<rect x=\"%d\" y=\"%d\" "
               "width=\"0\" height=\"4\" fill=\"#0072b2\"><animate attributeName=\"width\" "
               "dur=\"%.3fs\" repeatCount=\"indefinite\" values=\"0;%d\"/></rect>\n<path "
               "stroke=\"#444\" d=\"",
               BAR_LEFT, BAR_Y, BAR_RIGHT - BAR_LEFT, BAR_LEFT, BAR_Y, film->seconds,
               BAR_RIGHT - BAR_LEFT);
  double before = -1;
  for (size_t i = 0; i < film->motion->events && film->motion->event[i].t <= film->end; i++) {
    const double share = film->motion->event[i].t / film->end;
    const double x = BAR_LEFT + share * (BAR_RIGHT - BAR_LEFT);
    if (x - before >= 0.5) ss_text_addf(out, "M%.1f %dv10", before = x, BAR_Y - 3);
  }
  ss_text_addf(out,
               "\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\">t = 0</text>\n<text x=\"%d\" "
               "y=\"%d\">t = %.4g</text>\n<text x=\"8\" y=\"18\">",
               BAR_LEFT - 8, BAR_Y + 7, BAR_RIGHT + 8, BAR_Y + 7, film->end);
  ss_film_add_word(film, out);
  ss_text_add(out, "</text>\n</g>\n");
}

ss_status ss_film_write_svg(const ss_film *film, ss_text *out) {
  ss_text_addf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\">\n<title>",
               WIDTH, HEIGHT, WIDTH, HEIGHT);
  ss_film_add_escaped(film->system->model->title, out);
  ss_text_add(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  for (size_t i = 0; i < film->pieces; i++) write_piece(film, &film->piece[i], out);
  write_bar(film, out);
  ss_text_add(out, "</svg>\n");
  return out->failed ? SS_MEMORY : SS_OK;
}
