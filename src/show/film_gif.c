/* film_gif.c: a film as GIF, for slides and chats.
 *
 * Frames are drawn by cairo and reduced to a fixed palette, a cube of 6 x 6 x 6 colours and our
 * own, and packed by the format's own method (LZW with codes of growing width; its table is a tree
 * of strings, child by last byte, in a hash of 2^13 slots). 25 pictures a second, which every
 * viewer plays. Of a frame only the rectangle that has changed is written. Cost: about 3 ms a
 * frame.
 */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "film.h"

enum {
  WIDTH = 640,
  STAGE = 340,
  HEIGHT = 360,
  PIXELS = WIDTH * HEIGHT,
  RATE = 25,
  SIDES = 6,
  CUBE = SIDES * SIDES * SIDES,
  COLOURS = 256
};

/* Colours of surfaces, which would look otherwise in the cube, stand after it. */
static const uint32_t own[] = {0xcfe3f2, 0x1f5f8b, 0x777777, 0x999999,
                               0x009e73, 0xe69f00, 0xd55e00, 0x0072b2};

/* ---- packing --------------------------------------------------------------------------------- */

enum { CLEAR = COLOURS, END, FIRST, CODES = 4096, SLOTS = 8192 };

typedef struct packer {
  ss_file *file;
  uint32_t bits;
  int held, width;
  uint8_t block[255];
  size_t filled;
  uint32_t key[SLOTS]; /* 1 + (prefix << 8 | byte); 0: empty */
  uint16_t code[SLOTS];
  int next;
} packer;

static void flush_block(packer *p) {
  const uint8_t size = (uint8_t)p->filled;
  if (size == 0) return;
  ss_file_add(p->file, &size, 1);
  ss_file_add(p->file, p->block, size);
  p->filled = 0;
}

static void put_code(packer *p, int code) {
  p->bits |= (uint32_t)code << p->held;
  for (p->held += p->width; p->held >= 8; p->held -= 8, p->bits >>= 8) {
    p->block[p->filled++] = (uint8_t)p->bits;
    if (p->filled == sizeof p->block) flush_block(p);
  }
}

static void start_table(packer *p) {
  put_code(p, CLEAR);
  memset(p->key, 0, sizeof p->key);
  p->next = FIRST;
  p->width = 9;
}

/* The slot of a string and its next byte: where it is, or where it would be. */
static size_t find_slot(const packer *p, uint32_t key) {
  size_t slot = (key * 2654435761u) >> 19;
  while (p->key[slot] && p->key[slot] != key) slot = (slot + 1) % SLOTS;
  return slot;
}

static void add_string(packer *p, size_t slot, uint32_t key) {
  p->key[slot] = key;
  p->code[slot] = (uint16_t)p->next;
  if (p->next == 1 << p->width && p->width < 12) p->width++;
  if (++p->next == CODES) start_table(p);
}

static void pack(packer *p, const uint8_t *page, const int box[4]) {
  const uint8_t least = 8;
  int prefix = -1;
  ss_file_add(p->file, &least, 1);
  p->bits = 0, p->held = 0, p->width = 9, p->filled = 0;
  start_table(p);
  for (int y = box[1]; y < box[3]; y++) {
    for (int x = box[0]; x < box[2]; x++) {
      const uint8_t byte = page[y * WIDTH + x];
      const uint32_t key = 1 + ((uint32_t)prefix << 8 | byte);
      const size_t slot = prefix < 0 ? 0 : find_slot(p, key);
      if (prefix >= 0 && p->key[slot] == key) {
        prefix = p->code[slot];
        continue;
      }
      if (prefix >= 0) put_code(p, prefix);
      if (prefix >= 0) add_string(p, slot, key);
      prefix = byte;
    }
  }
  put_code(p, prefix);
  put_code(p, END);
  if (p->held > 0) p->width = 8 - p->held, put_code(p, 0);
  flush_block(p);
  ss_file_add(p->file, "", 1);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void set_colour(cairo_t *cr, uint32_t colour) {
  cairo_set_source_rgb(cr, (colour >> 16) / 255.0, (colour >> 8 & 255) / 255.0,
                       (colour & 255) / 255.0);
}

static void trace_piece(cairo_t *cr, const ss_film *film, const ss_film_piece *p,
                        const double *at) {
  for (size_t k = 0; k + film->dimensions <= p->count; k += film->dimensions) {
    double page[2];
    ss_film_project(film, at + k, WIDTH, STAGE, page);
    cairo_line_to(cr, page[0], page[1]);
  }
}

static void fill_area(cairo_t *cr) {
  set_colour(cr, 0xcfe3f2);
  cairo_fill_preserve(cr);
  set_colour(cr, 0x1f5f8b);
  cairo_stroke(cr);
}

static void draw_circle(cairo_t *cr, const ss_film *film, const double *at) {
  double place[3] = {at[0], at[1], film->dimensions == 3 ? at[2] : 0}, a[2], b[2];
  ss_film_project(film, place, WIDTH, STAGE, a);
  place[0] += at[film->dimensions];
  ss_film_project(film, place, WIDTH, STAGE, b);
  cairo_arc(cr, a[0], a[1], hypot(b[0] - a[0], b[1] - a[1]), 0, 2 * M_PI);
  fill_area(cr);
}

static void draw_piece(cairo_t *cr, const ss_film *film, const ss_film_piece *p, size_t frame) {
  const double *at = ss_film_at(film, frame, p);
  double page[2];
  cairo_new_path(cr);
  cairo_set_line_width(cr, p->thin ? 1 : 2);
  ss_film_project(film, at, WIDTH, STAGE, page);
  switch (p->kind) {
  case SS_FILM_LINE:
    trace_piece(cr, film, p, at);
    set_colour(cr, p->thin ? 0x777777 : 0x333333);
    cairo_stroke(cr);
    return;
  case SS_FILM_AREA:
    trace_piece(cr, film, p, at);
    cairo_close_path(cr);
    fill_area(cr);
    return;
  case SS_FILM_ARROW: {
    const uint8_t light = film->light[frame * film->system->elements + p->element];
    const double size[2] = {WIDTH, STAGE};
    double arrow[2 * SS_FILM_ARROW_POINTS];
    const size_t points = ss_film_draw_arrow(film, frame, p, size, arrow);
    set_colour(cr, ss_film_colour((ss_light)light));
    for (size_t k = 0; k < points; k++) cairo_line_to(cr, arrow[2 * k], arrow[2 * k + 1]);
    cairo_stroke(cr);
    cairo_arc(cr, page[0], page[1], light == SS_LIGHT_HIT ? 9 : 4, 0, 2 * M_PI);
    cairo_fill(cr);
    return;
  }
  case SS_FILM_CIRCLE: draw_circle(cr, film, at); return;
  case SS_FILM_LABEL: {
    cairo_text_extents_t size;
    cairo_text_extents(cr, p->text, &size);
    cairo_move_to(cr, page[0] - size.width / 2, page[1]);
    set_colour(cr, 0);
    cairo_show_text(cr, p->text);
    return;
  }
  }
}

/* The time as a bar that fills, with a mark at every event; at its ends the times. */
static void draw_bar(cairo_t *cr, const ss_film *film, size_t frame) {
  const double left = 90, width = WIDTH - 180, y = STAGE + 9;
  char text[200];
  if (film->frames < 2) return;
  set_colour(cr, 0xcccccc);
  cairo_rectangle(cr, left, y, width, 3);
  cairo_fill(cr);
  set_colour(cr, 0x0072b2);
  cairo_rectangle(cr, left, y, round(width * (double)frame / (double)(film->frames - 1)), 3);
  cairo_fill(cr);
  set_colour(cr, 0x444444);
  for (size_t i = 0; i < film->motion->events && film->motion->event[i].t <= film->end; i++)
    cairo_rectangle(cr, round(left + width * film->motion->event[i].t / film->end), y - 2, 1, 7);
  cairo_fill(cr);
  cairo_move_to(cr, left - 40, y + 6);
  cairo_show_text(cr, "t = 0");
  snprintf(text, sizeof text, "t = %.4g", film->end);
  cairo_move_to(cr, left + width + 6, y + 6);
  cairo_show_text(cr, text);
}

static void draw_word(cairo_t *cr, const ss_film *film) {
  ss_text word;
  ss_text_start(&word);
  ss_film_add_word(film, &word);
  set_colour(cr, 0x444444);
  cairo_move_to(cr, 6, 14);
  if (!word.failed) cairo_show_text(cr, word.data);
  ss_text_stop(&word);
}

static uint8_t find_colour(uint32_t pixel) {
  const uint32_t r = pixel >> 16, g = pixel >> 8 & 255, b = pixel & 255;
  for (size_t k = 0; pixel != 0xffffff && k < sizeof own / sizeof *own; k++)
    if (pixel == own[k]) return (uint8_t)(CUBE + k);
  return (uint8_t)(((r + 25) / 51 * SIDES + (g + 25) / 51) * SIDES + (b + 25) / 51);
}

/* A frame in colours of the palette. */
static void draw_frame(cairo_t *cr, const ss_film *film, size_t frame, uint8_t *page) {
  cairo_surface_t *surface = cairo_get_target(cr);
  set_colour(cr, 0xffffff);
  cairo_paint(cr);
  for (size_t i = 0; i < film->pieces; i++) draw_piece(cr, film, &film->piece[i], frame);
  draw_bar(cr, film, frame);
  draw_word(cr, film);
  cairo_surface_flush(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const unsigned char *data = cairo_image_surface_get_data(surface);
  for (int i = 0; data && i < PIXELS; i++) {
    uint32_t pixel;
    memcpy(&pixel, data + i / WIDTH * stride + i % WIDTH * 4, 4);
    page[i] = find_colour(pixel & 0xffffff);
  }
}

/* ---- the file -------------------------------------------------------------------------------- */

/* left, top, right, bottom of what differs; all where there is nothing before. */
static void find_change(const uint8_t *before, const uint8_t *now, int box[4]) {
  const int all[4] = {0, 0, WIDTH, HEIGHT}, none[4] = {WIDTH, HEIGHT, 0, 0};
  memcpy(box, before ? none : all, sizeof all);
  for (int i = 0; before && i < PIXELS; i++) {
    const int x = i % WIDTH, y = i / WIDTH;
    if (before[i] == now[i]) continue;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x >= box[2]) box[2] = x + 1;
    if (y >= box[3]) box[3] = y + 1;
  }
  if (box[0] < box[2]) return;
  box[0] = box[1] = 0, box[2] = box[3] = 1; /* a picture has a pixel at least */
}

static void put_numbers(ss_file *file, int count, const int *numbers) {
  for (int i = 0; i < count; i++) {
    const uint8_t bytes[2] = {(uint8_t)numbers[i], (uint8_t)(numbers[i] >> 8)};
    ss_file_add(file, bytes, 2);
  }
}

static void put_head(ss_file *file) {
  uint8_t palette[3 * COLOURS] = {0};
  const int size[2] = {WIDTH, HEIGHT};
  for (size_t k = 0; k < sizeof own / sizeof *own; k++)
    for (int j = 0; j < 3; j++)
      palette[3 * (CUBE + k) + (size_t)j] = (uint8_t)(own[k] >> (16 - 8 * j));
  for (int i = 0; i < CUBE; i++) {
    palette[3 * i] = (uint8_t)(i / (SIDES * SIDES) * 51);
    palette[3 * i + 1] = (uint8_t)(i / SIDES % SIDES * 51);
    palette[3 * i + 2] = (uint8_t)(i % SIDES * 51);
  }
  ss_file_add(file, "GIF89a", 6);
  put_numbers(file, 2, size);
  ss_file_add(file, "\xf7\0\0", 3); /* a palette of 256 colours */
  ss_file_add(file, palette, sizeof palette);
  ss_file_add(file, "!\xff\x0bNETSCAPE2.0\3\1\0\0\0", 19); /* plays for ever */
}

static void put_frame(packer *p, const uint8_t *before, const uint8_t *now) {
  int box[4];
  find_change(before, now, box);
  const uint8_t control[] = {'!', 0xf9, 4, 4, 100 / RATE, 0, 0, 0, ','};
  const int place[4] = {box[0], box[1], box[2] - box[0], box[3] - box[1]};
  ss_file_add(p->file, control, sizeof control);
  put_numbers(p->file, 4, place);
  ss_file_add(p->file, "", 1);
  pack(p, now, box);
}

static void put_frames(const ss_film *film, cairo_t *cr, packer *p, uint8_t *pages) {
  const size_t count = film->frames > 1 ? (size_t)(film->seconds * RATE) : 1;
  for (size_t k = 0; k < count; k++) {
    const size_t frame = count > 1 ? k * (film->frames - 1) / (count - 1) : 0;
    draw_frame(cr, film, frame, pages + k % 2 * PIXELS);
    put_frame(p, k ? pages + (k + 1) % 2 * PIXELS : NULL, pages + k % 2 * PIXELS);
  }
}

ss_status ss_film_write_gif(const ss_film *film, const char *file) {
  packer *p = calloc(1, sizeof *p);
  uint8_t *pages = calloc(2, PIXELS);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create(surface);
  ss_status status = p && pages && cairo_status(cr) == CAIRO_STATUS_SUCCESS ? SS_OK : SS_MEMORY;
  cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, 13);
  if (status == SS_OK) status = ss_file_begin(file, &p->file);
  if (status == SS_OK) {
    put_head(p->file);
    put_frames(film, cr, p, pages);
    ss_file_add(p->file, ";", 1);
    status = ss_file_end(p->file);
  }
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  free(pages);
  free(p);
  return status;
}
