/* film_html.c: a film as one page that needs nothing else.
 *
 * The first frame is drawn as SVG, so that the page shows the machine without any script; movie.js,
 * which is part of the page, moves it: play, pause, slow motion, a bar with the events as marks, a
 * step to the next event. Numbers are whole multiples of 1/GRAIN of the picture's size, which no
 * screen can tell from the truth; a piece that never moves is written once. Text of the model is
 * escaped wherever it stands.
 */
#include <math.h>
#include <string.h>

#include "film.h"

enum { WIDTH = 960, HEIGHT = 540, GRAIN = 4000 };

/* src/show/movie.js, from movie_script to movie_script_end. */
__asm__(".section .rodata\n"
        ".global ss_movie_script, ss_movie_script_end\n"
        ".hidden ss_movie_script, ss_movie_script_end\n"
        "ss_movie_script:\n.incbin \"src/show/movie.js\"\n"
        "ss_movie_script_end:\n.byte 0\n.previous\n");
extern const char ss_movie_script[], ss_movie_script_end[];

/* ---- text ------------------------------------------------------------------------------------ */

void ss_film_add_escaped(const char *text, ss_text *out) {
  for (; *text; text++) {
    static const char *const signs[] = {"<", "&lt;", ">", "&gt;", "&", "&amp;", "\"", "&quot;"};
    const char *escaped = NULL;
    for (int k = 0; k < 8; k += 2)
      if (*text == *signs[k]) escaped = signs[k + 1];
    if (escaped)
      ss_text_add(out, escaped);
    else
      ss_text_add_bytes(out, text, 1);
  }
}

void ss_film_add_quoted(const char *text, ss_text *out) {
  ss_text_add(out, "\"");
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 0x20 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&')
      ss_text_addf(out, "\\u%04x", c);
    else
      ss_text_add_bytes(out, text, 1);
  }
  ss_text_add(out, "\"");
}

static const char *element_name(const ss_film *film, size_t element) {
  return element < film->system->elements ? film->system->element[element].element->name.text : "";
}

/* ---- the first frame ------------------------------------------------------------------------- */

static void add_points(const ss_film *film, const ss_film_piece *piece, ss_text *out) {
  const double *at = ss_film_at(film, 0, piece);
  ss_text_add(out, " points=\"");
  for (size_t k = 0; k + film->dimensions <= piece->count; k += film->dimensions) {
    double page[2];
    ss_film_project(film, at + k, WIDTH, HEIGHT, page);
    ss_text_addf(out, "%s%.1f,%.1f", k ? " " : "", page[0], page[1]);
  }
  ss_text_add(out, "\"");
}

static void add_arrow(const ss_film *film, const ss_film_piece *piece, ss_text *out) {
  const double size[2] = {WIDTH, HEIGHT};
  double page[2 * SS_FILM_ARROW_POINTS];
  const size_t count = ss_film_draw_arrow(film, 0, piece, size, page);
  ss_text_add(out, " points=\"");
  for (size_t k = 0; k < count; k++)
    ss_text_addf(out, "%s%.1f,%.1f", k ? " " : "", page[2 * k], page[2 * k + 1]);
  ss_text_add(out, "\"");
}

static void add_shape(const ss_film *film, size_t i, ss_text *out) {
  const ss_film_piece *p = &film->piece[i];
  const double *at = ss_film_at(film, 0, p);
  double page[2], edge[2], place[3] = {0};
  ss_film_project(film, at, WIDTH, HEIGHT, page);
  memcpy(place, at, film->dimensions * sizeof *at);
  switch (p->kind) {
  case SS_FILM_LINE:
  case SS_FILM_AREA:
    ss_text_addf(out, "<%s data-piece=\"%zu\" class=\"%s\"",
                 p->kind == SS_FILM_LINE ? "polyline" : "polygon", i,
                 p->kind == SS_FILM_AREA ? "area"
                 : p->thin               ? "thin"
                                         : "line");
    add_points(film, p, out);
    ss_text_add(out, "/>\n");
    return;
  case SS_FILM_CIRCLE:
    place[0] += at[film->dimensions];
    ss_film_project(film, place, WIDTH, HEIGHT, edge);
    ss_text_addf(out,
                 "<circle data-piece=\"%zu\" class=\"area\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                 i, page[0], page[1], hypot(edge[0] - page[0], edge[1] - page[1]));
    return;
  case SS_FILM_ARROW:
    ss_text_addf(out, "<g data-piece=\"%zu\" class=\"arrow\" style=\"color:#%06x\"><title>", i,
                 ss_film_colour((ss_light)film->light[p->element]));
    ss_film_add_escaped(element_name(film, p->element), out);
    ss_text_add(out, "</title><polyline");
    add_arrow(film, p, out);
    ss_text_addf(out, "/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/></g>\n", page[0], page[1]);
    return;
  case SS_FILM_LABEL:
    ss_text_addf(out, "<text data-piece=\"%zu\" x=\"%.1f\" y=\"%.1f\">", i, page[0], page[1]);
    ss_film_add_escaped(p->text, out);
    ss_text_add(out, "</text>\n");
    return;
  }
}

/* ---- data ------------------------------------------------------------------------------------ */

static void add_row(const ss_film *film, const ss_film_piece *p, size_t frame, double grain,
                    ss_text *out) {
  const double *at = ss_film_at(film, frame, p);
  const size_t radius = p->kind == SS_FILM_CIRCLE ? film->dimensions : SIZE_MAX;
  ss_text_add(out, "[");
  for (size_t k = 0; k < p->count; k++) {
    const double low = k == radius ? 0 : film->low[k % film->dimensions];
    const double v = isfinite(at[k]) ? grain * (at[k] - low) : 0;
    ss_text_addf(out, "%s%.0f", k ? "," : "", fmax(-1e9, fmin(1e9, v)));
  }
  ss_text_add(out, "]");
}

static void add_pieces(const ss_film *film, double grain, ss_text *out) {
  static const char *const kinds[] = {"line", "area", "circle", "arrow", "label"};
  ss_text_add(out, ",\"pieces\":[");
  for (size_t i = 0; i < film->pieces; i++) {
    const ss_film_piece *p = &film->piece[i];
    const size_t rows = ss_film_stands(film, p) ? 1 : film->frames;
    ss_text_addf(out, "%s{\"kind\":\"%s\",\"element\":%zd,\"rows\":[", i ? ",\n" : "",
                 kinds[p->kind], p->element < film->system->elements ? (ssize_t)p->element : -1);
    for (size_t k = 0; k < rows; k++) {
      if (k) ss_text_add(out, ",");
      add_row(film, p, k, grain, out);
    }
    ss_text_add(out, "]}");
  }
  ss_text_add(out, "]");
}

static void add_lights(const ss_film *film, ss_text *out) {
  const size_t elements = film->system->elements;
  ss_text_add(out, ",\"lights\":[");
  for (size_t e = 0; e < elements; e++) {
    ss_text_add(out, e ? ",\"" : "\"");
    for (size_t k = 0; k < film->frames; k++)
      ss_text_addf(out, "%d", film->light[k * elements + e]);
    ss_text_add(out, "\"");
  }
  ss_text_add(out, "]");
}

static void add_events(const ss_film *film, ss_text *out) {
  ss_text_add(out, ",\"events\":[");
  for (size_t i = 0; i < film->motion->events; i++) {
    const ss_event *e = &film->motion->event[i];
    ss_text_addf(out, "%s{\"t\":%.9g,\"kind\":\"%s\",\"contact\":", i ? "," : "", e->t,
                 ss_event_word(e->kind));
    ss_film_add_quoted(element_name(film, e->element), out);
    ss_text_add(out, "}");
  }
  ss_text_add(out, "]");
}

static void add_data(const ss_film *film, ss_text *out) {
  double size = 0;
  for (size_t k = 0; k < film->dimensions; k++) size = fmax(size, film->high[k] - film->low[k]);
  const double grain = GRAIN / size;
  ss_text_addf(out, "{\"dimensions\":%zu,\"rate\":%g,\"grain\":%.9g,\"low\":[%.9g,%.9g,%.9g]",
               film->dimensions, (double)(film->frames - 1) / film->seconds, grain, film->low[0],
               film->low[1], film->low[2]);
  ss_text_addf(out, ",\"high\":[%.9g,%.9g,%.9g],\"t\":[", film->high[0], film->high[1],
               film->high[2]);
  for (size_t k = 0; k < film->frames; k++) ss_text_addf(out, "%s%.6g", k ? "," : "", film->t[k]);
  ss_text_add(out, "]");
  add_pieces(film, grain, out);
  add_lights(film, out);
  add_events(film, out);
  ss_text_add(out, "}");
}

/* ---- the page -------------------------------------------------------------------------------- */

static const char PAGE[] =
    "body{font:16px/1.4 sans-serif;margin:1em auto;max-width:62em;padding:0 1em;color:#222;"
    "background:#fff}h1{overflow-wrap:break-word}table{border-collapse:collapse}td,th{padding:.1em "
    ".8em;text-align:left}";

static const char STYLE[] =
    ".scene{width:100%;height:auto;border:1px solid #ccc;touch-action:pan-y}"
    ".line{fill:none;stroke:#333;stroke-width:3}.thin{fill:none;stroke:#777;stroke-width:1.5}"
    ".area{fill:#cfe3f2;stroke:#1f5f8b;stroke-width:2}.arrow{color:#999}"
    ".arrow polyline{fill:none;stroke:currentColor;stroke-width:3}"
    ".arrow circle{fill:currentColor}.scene text{font:20px sans-serif;text-anchor:middle}"
    "@media(max-width:36em){.scene text{font-size:40px}.scene .line{stroke-width:5}}"
    "#controls{display:none}.alive #controls{display:flex;gap:.6em;flex-wrap:wrap;align-items:"
    "center;margin:.6em 0}#controls input{flex:1 1 "
    "14em}#clock{min-width:6em}#event{flex-basis:100%;"
    "min-height:1.4em}tr[data-t]{cursor:pointer}.at{font:inherit;border:0;padding:0;background:"
    "none;"
    "color:#1f5f8b;text-decoration:underline;cursor:pointer}"
    ".key span{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin:0 .3em 0 .7em}"
    ".key em{font-style:normal;white-space:nowrap}"
    "@media print{#controls,.hint{display:none!important}}";

void ss_film_add_style(ss_text *out) {
  ss_text_add(out, STYLE);
}

static void add_controls(const ss_film *film, ss_text *out) {
  const char *hidden = film->motion->events ? "" : " hidden";
  ss_text_addf(out,
               "<div id=\"controls\"><button id=\"play\" type=\"button\">Play</button>"
               "<button id=\"before\" type=\"button\"%s>Event before</button>"
               "<button id=\"next\" type=\"button\"%s>Next event</button>"
               "<label>Speed <select id=\"speed\"><option value=\"1\">1</option>"
               "<option value=\"0.5\">1/2</option><option value=\"0.1\">1/10</option>"
               "<option value=\"2\">2</option></select></label>"
               "<input id=\"time\" type=\"range\" min=\"0\" max=\"%zu\" value=\"0\" list=\"marks\" "
               "aria-label=\"time\"><span id=\"clock\">t = 0</span><datalist id=\"marks\">",
               hidden, hidden, film->frames - 1);
  for (size_t i = 0; i < film->motion->events && film->motion->event[i].t <= film->end; i++)
    if (film->end > 0)
      ss_text_addf(out, "<option value=\"%.0f\"></option>",
                   film->motion->event[i].t / film->end * (double)(film->frames - 1));
  ss_text_addf(out, "</datalist>%s</div>\n",
               film->motion->events ? "<output id=\"event\"></output>" : "");
}

enum { ROWS = 200 };

static void add_table(const ss_film *film, ss_text *out) {
  const size_t events = film->motion->events, rows = events < ROWS ? events : ROWS;
  if (events == 0) return;
  ss_text_addf(
      out,
      "<details class=\"long\"><summary>%zu event%s</summary><table><tr><th>t</th><th>what</th>"
      "<th>contact</th></tr>\n",
      events, events == 1 ? "" : "s");
  for (size_t i = 0; i < rows; i++) {
    const ss_event *e = &film->motion->event[i];
    ss_text_addf(out, "<tr data-t=\"%.9g\"><td>%.6f</td><td>%s</td><td>", e->t, e->t,
                 ss_event_word(e->kind));
    ss_film_add_escaped(element_name(film, e->element), out);
    ss_text_add(out, "</td></tr>\n");
  }
  ss_text_add(out,
              rows < events ? "<tr><td>…</td></tr></table></details>\n" : "</table></details>\n");
}

static const char KEY[] = "<p class=\"key\">A contact <em><span "
                          "style=\"background:#009e73\"></span>sticks</em> <em><span "
                          "style=\"background:#e69f00\"></span>slips</em> <em><span "
                          "style=\"background:#d55e00\"></span>is "
                          "hit</em> <em><span style=\"background:#999\"></span>is open</em></p>\n";

static bool shows_contacts(const ss_film *film) {
  for (size_t i = 0; i < film->pieces; i++)
    if (film->piece[i].kind == SS_FILM_ARROW) return true;
  return false;
}

void ss_film_add_stage(const ss_film *film, bool waits, ss_text *out) {
  ss_text_addf(out,
               "<svg id=\"scene\" class=\"scene\" viewBox=\"0 0 %d %d\" role=\"img\" "
               "aria-label=\"the machine"
               "\"%s>\n",
               WIDTH, HEIGHT, waits ? " data-waits=\"yes\"" : "");
  for (size_t i = 0; i < film->pieces; i++) add_shape(film, i, out);
  ss_text_add(out, "</svg>\n");
  add_controls(film, out);
  if (film->end < film->motion->t) {
    ss_text_add(out, "<p>The film ");
    ss_film_add_word(film, out);
    ss_text_add(out, ".</p>\n");
  }
  if (shows_contacts(film)) ss_text_add(out, KEY);
  add_table(film, out);
}

void ss_film_add_data(const ss_film *film, ss_text *out) {
  ss_text_add(out, "<script type=\"application/json\" id=\"film\">");
  add_data(film, out);
  ss_text_add(out, "</script>\n");
}

void ss_film_add_script(ss_text *out) {
  ss_text_add(out, "<script>\n");
  ss_text_add_bytes(out, ss_movie_script, (size_t)(ss_movie_script_end - ss_movie_script));
  ss_text_add(out, "</script>\n");
}

ss_status ss_film_write_html(const ss_film *film, ss_text *out) {
  const char *title = *film->system->model->title ? film->system->model->title : "A machine";
  ss_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
  ss_film_add_escaped(title, out);
  ss_text_addf(out, "</title>\n<style>%s%s</style>\n</head>\n<body>\n<h1>", PAGE, STYLE);
  ss_film_add_escaped(title, out);
  ss_text_add(out, "</h1>\n");
  ss_film_add_stage(film, false, out);
  ss_film_add_data(film, out);
  ss_film_add_script(out);
  ss_text_add(out, "</body>\n</html>\n");
  return out->failed ? SS_MEMORY : SS_OK;
}
