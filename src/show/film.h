/* film.h: a motion as pictures, before anybody decides on paper, screen or file.
 *
 * A film has PIECES (lines, areas, circles, arrows, labels) and FRAMES at equal distances in time.
 * Every frame gives each piece its numbers, in the units of the model: a line or area its points,
 * one after the other; a circle its middle and radius; an arrow its foot and tip; a label its
 * place. What a piece consists of is the same in all frames.
 */
#ifndef STANDSTILL_SHOW_FILM_H
#define STANDSTILL_SHOW_FILM_H

#include "standstill/show.h"

typedef enum ss_film_kind {
  SS_FILM_LINE,
  SS_FILM_AREA,
  SS_FILM_CIRCLE,
  SS_FILM_ARROW,
  SS_FILM_LABEL
} ss_film_kind;

typedef struct ss_film_piece {
  ss_film_kind kind;
  bool thin;        /* of a hatching, a spring */
  size_t first;     /* of its numbers in a frame */
  size_t count;     /* of its numbers */
  size_t element;   /* of an arrow; else SIZE_MAX */
  const char *text; /* of a label; else "" */
} ss_film_piece;

/* What a contact does in a frame. */
typedef enum ss_light { SS_LIGHT_FREE, SS_LIGHT_STICK, SS_LIGHT_SLIP, SS_LIGHT_HIT } ss_light;

typedef struct ss_film {
  const ss_system *system;
  const ss_motion *motion;
  size_t dimensions; /* 2 or 3 */
  size_t pieces;
  const ss_film_piece *piece;
  size_t frames, numbers;
  const double *t;      /* frames */
  const double *number; /* frames x numbers */
  const uint8_t *light; /* frames x elements */
  double low[3], high[3];
  double end;     /* time of the last frame: the motion's, or when what moves leaves the picture */
  double seconds; /* that the film takes: longer than a short motion, shorter than a long one */
} ss_film;

enum { SS_FILM_RATE = 60 };

/* Of a motion with regular samples. SS_BAD_INPUT: the model has no drawings. */
ss_status ss_film_make(ss_arena *arena, const ss_system *system, const double *parameters,
                       const ss_motion *motion, ss_film *film);

/* The numbers of a piece in a frame. */
const double *ss_film_at(const ss_film *film, size_t frame, const ss_film_piece *piece);

/* A place on a page of the given size, y downwards; three dimensions are seen from above. */
void ss_film_project(const ss_film *film, const double *place, double width, double height,
                     double page[2]);

/* An arrow in a frame, as a line on a page: its foot, its tip, its head; no points where there is
 * no force to be seen. */
enum { SS_FILM_ARROW_POINTS = 5 };
size_t ss_film_draw_arrow(const ss_film *film, size_t frame, const ss_film_piece *piece,
                          const double size[2], double page[2 * SS_FILM_ARROW_POINTS]);

/* Nothing, or that the film ends before the motion, and why. */
void ss_film_add_word(const ss_film *film, ss_text *out);

/* Whether a piece never moves. */
bool ss_film_stands(const ss_film *film, const ss_film_piece *piece);

/* The light of an element's mode; that of being hit comes from events. */
ss_light ss_film_light(ss_mode mode);

/* 0xRRGGBB of an arrow's light. */
uint32_t ss_film_colour(ss_light light);

/* Text with the signs of HTML and SVG escaped. */
void ss_film_add_escaped(const char *text, ss_text *out);

/* Every step-th frame only, and the last. */
ss_status ss_film_thin(ss_arena *arena, size_t step, ss_film *film);

/* The machine in its first frame, the controls and the list of events, as a part of a page;
 * `waits`: it plays when it is asked to. What the page needs besides: the style in its head, at its
 * end the numbers and the script. */
void ss_film_add_style(ss_text *out);
void ss_film_add_stage(const ss_film *film, bool waits, ss_text *out);
void ss_film_add_data(const ss_film *film, ss_text *out);
void ss_film_add_script(ss_text *out);

/* A string of JSON that cannot end a script either. */
void ss_film_add_quoted(const char *text, ss_text *out);

/* The three kinds of file. */
ss_status ss_film_write_html(const ss_film *film, ss_text *out);
ss_status ss_film_write_svg(const ss_film *film, ss_text *out);
ss_status ss_film_write_gif(const ss_film *film, const char *file);

#endif
