/* test_film_gif.c: unpacked by a reader of its own, every frame has its size, and the last one
 * shows the machine where it rests. */
#include "film_stage.h"

#include <stdio.h>

enum { WIDTH = 640, STAGE = 340, HEIGHT = 360 };

typedef struct gif {
  uint8_t *data;
  size_t size, at;
} gif;

static uint8_t next(gif *g) {
  assert_true(g->at < g->size);
  return g->data[g->at++];
}

static int next_number(gif *g) {
  const int low = next(g);
  return low | next(g) << 8;
}

/* The bits of the blocks, in one array. */
static uint8_t *join_blocks(gif *g, size_t *length) {
  uint8_t *bytes = malloc(g->size);
  *length = 0;
  for (uint8_t n; (n = next(g)) != 0;)
    for (; n; n--) bytes[(*length)++] = next(g);
  return bytes;
}

/* LZW as the standard has it: strings by prefix and last byte. */
static void unpack(gif *g, uint8_t *out, size_t wanted) {
  static uint16_t prefix[4096];
  static uint8_t last[4096], stack[4097];
  const int least = next(g);
  const int clear = 1 << least;
  size_t length, bit = 0, done = 0;
  uint8_t *bytes = join_blocks(g, &length);
  int width = least + 1, count = clear + 2, before = -1, first = 0;
  for (;;) {
    int code = 0;
    for (int i = 0; i < width; i++, bit++) {
      assert_true(bit / 8 < length);
      code |= (bytes[bit / 8] >> (bit % 8) & 1) << i;
    }
    if (code == clear) {
      width = least + 1, count = clear + 2, before = -1;
      continue;
    }
    if (code == clear + 1) break;
    size_t depth = 0;
    int now = code;
    assert_true(code < count || (code == count && before >= 0));
    if (code == count) stack[depth++] = (uint8_t)first, now = before;
    for (; now >= clear; now = prefix[now]) stack[depth++] = last[now];
    first = now;
    stack[depth++] = (uint8_t)now;
    while (depth) {
      assert_true(done < wanted);
      out[done++] = stack[--depth];
    }
    if (before >= 0 && count < 4096) {
      prefix[count] = (uint16_t)before, last[count] = (uint8_t)first;
      if (++count == 1 << width && width < 12) width++;
    }
    before = code;
  }
  assert_int_equal(done, wanted);
  free(bytes);
}

static gif read_gif(const char *file) {
  gif g = {.data = malloc(1 << 24)};
  FILE *in = fopen(file, "rb");
  assert_non_null(in);
  g.size = fread(g.data, 1, 1 << 24, in);
  fclose(in);
  assert_memory_equal(g.data, "GIF89a", 6);
  g.at = 6;
  assert_int_equal(next_number(&g), WIDTH);
  assert_int_equal(next_number(&g), HEIGHT);
  g.at = 13 + 3 * 256;
  return g;
}

/* All frames, laid over each other; how many. */
static size_t play(gif *g, uint8_t *page) {
  size_t frames = 0;
  static uint8_t part[WIDTH * HEIGHT];
  for (uint8_t sign; (sign = next(g)) != ';';) {
    if (sign == '!') {
      next(g);
      for (uint8_t n; (n = next(g)) != 0;) g->at += n;
      continue;
    }
    assert_int_equal(sign, ',');
    const int x = next_number(g), y = next_number(g), w = next_number(g), h = next_number(g);
    assert_true(x + w <= WIDTH && y + h <= HEIGHT && w > 0 && h > 0);
    assert_int_equal(next(g), 0);
    unpack(g, part, (size_t)w * (size_t)h);
    for (int k = 0; k < h; k++) memcpy(page + (y + k) * WIDTH + x, part + k * w, (size_t)w);
    frames++;
  }
  assert_int_equal(g->at, g->size);
  return frames;
}

static void every_frame_unpacks(void **state) {
  (void)state;
  static uint8_t page[WIDTH * HEIGHT];
  film_stage s = open_film(FALLING, "drop", 3);
  char file[] = "/tmp/standstill-film-XXXXXX.gif";
  close(mkstemps(file, 4));
  assert_int_equal(ss_film_write_gif(&s.film, file), SS_OK);
  gif g = read_gif(file);
  assert_int_equal(play(&g, page), 125); /* five seconds */
  /* in the middle of the square at rest, and above it */
  const ss_film_piece *area = &s.film.piece[5];
  const double *at = ss_film_at(&s.film, s.film.frames - 1, area);
  assert_int_equal(area->kind, SS_FILM_AREA);
  double inside[2], place[2] = {at[0] + 0.7, at[1] + 0.7};
  ss_film_project(&s.film, place, WIDTH, STAGE, inside);
  const uint8_t blue = page[(int)inside[1] * WIDTH + (int)inside[0]];
  static const uint8_t colour[] = {0xcf, 0xe3, 0xf2};
  assert_memory_equal(g.data + 13 + 3 * blue, colour, 3);
  assert_int_equal(page[0], 215); /* white */
  /* at its end the bar of the time is full */
  static const uint8_t full[] = {0x00, 0x72, 0xb2};
  assert_memory_equal(g.data + 13 + 3 * page[(STAGE + 10) * WIDTH + 100], full, 3);
  free(g.data);
  unlink(file);
  close_film(&s);
}

static void a_file_that_cannot_be_written(void **state) {
  (void)state;
  film_stage s = open_film(FALLING, "drop", 0.1);
  assert_int_equal(ss_film_write_gif(&s.film, "/nowhere/film.gif"), SS_IO);
  close_film(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_frame_unpacks),
                                     cmocka_unit_test(a_file_that_cannot_be_written)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
