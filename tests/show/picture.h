/* picture.h: pictures drawn by a test, and a look at their pixels. */
#ifndef PICTURE_H
#define PICTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/show/plot.h"

/* A file of that ending, for this test alone; the caller removes it. */
static inline const char *picture_name(char name[300], const char *ending) {
  const char *folder = getenv("TMPDIR");
  snprintf(name, 300, "%s/picture-%ld%s", folder ? folder : P_tmpdir, (long)getpid(), ending);
  return name;
}

/* The whole file, with a zero behind it; the caller frees it. */
static inline char *read_whole(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, *length, file), *length);
  text[*length] = '\0';
  fclose(file);
  return text;
}

/* The file is what its ending says, from its first bytes to its last. */
static inline void assert_is_picture(const char *name) {
  static const struct {
    const char *ending, *first, *last;
  } kinds[] = {{".svg", "<?xml", "</svg>\n"},
               {".pdf", "%PDF-", "%%EOF\n"},
               {".png", "\x89PNG\r\n", "IEND\xae\x42\x60\x82"}};
  size_t length;
  char *text = read_whole(name, &length);
  for (size_t i = 0; i < 3; i++) {
    if (!strstr(name, kinds[i].ending)) continue;
    const size_t first = strlen(kinds[i].first), last = strlen(kinds[i].last);
    assert_true(length > first + last);
    assert_memory_equal(text, kinds[i].first, first);
    assert_memory_equal(text + length - last, kinds[i].last, last);
  }
  free(text);
}

/* How many pixels of a box (in points: left, top, right, bottom) are not white. */
static inline size_t count_ink(cairo_surface_t *image, double left, double top, double right,
                               double bottom) {
  enum { SHARPNESS = 2 };
  const int stride = cairo_image_surface_get_stride(image);
  const unsigned char *data = cairo_image_surface_get_data(image);
  const int width = cairo_image_surface_get_width(image);
  const int height = cairo_image_surface_get_height(image);
  size_t ink = 0;
  assert_non_null(data);
  for (int y = (int)(SHARPNESS * top); y < (int)(SHARPNESS * bottom) && y < height; y++)
    for (int x = (int)(SHARPNESS * left); x < (int)(SHARPNESS * right) && x < width; x++) {
      uint32_t pixel;
      memcpy(&pixel, data + y * stride + 4 * x, sizeof pixel);
      ink += (pixel & 0xFFFFFF) != 0xFFFFFF;
    }
  return ink;
}

/* The colour at a place, 0xRRGGBB. */
static inline uint32_t pixel_at(cairo_surface_t *image, double x, double y) {
  uint32_t pixel;
  const int stride = cairo_image_surface_get_stride(image);
  memcpy(&pixel, cairo_image_surface_get_data(image) + (int)(2 * y) * stride + 4 * (int)(2 * x),
         sizeof pixel);
  return pixel & 0xFFFFFF;
}

/* Something is on the page, and nothing touches its edge. */
static inline void assert_margins(cairo_surface_t *image) {
  const double width = cairo_image_surface_get_width(image) / 2.0;
  const double height = cairo_image_surface_get_height(image) / 2.0;
  assert_int_equal(count_ink(image, 0, 0, 3, height), 0);
  assert_int_equal(count_ink(image, width - 3, 0, width, height), 0);
  assert_int_equal(count_ink(image, 0, 0, width, 3), 0);
  assert_int_equal(count_ink(image, 0, height - 3, width, height), 0);
  assert_true(count_ink(image, 0, 0, width, height) > 1000);
}

/* Stops the plot, which must be a PNG, and reads it back; its file is removed. */
static inline cairo_surface_t *look_at(ss_plot *plot) {
  const char *name = plot->name;
  assert_int_equal(ss_plot_stop(plot), SS_OK);
  assert_is_picture(name);
  cairo_surface_t *image = cairo_image_surface_create_from_png(name);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  unlink(name);
  return image;
}

#endif
