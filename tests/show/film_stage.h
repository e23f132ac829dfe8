/* film_stage.h: a film of a block that falls, for the tests of all kinds of movie. */
#ifndef TESTS_SHOW_FILM_STAGE_H
#define TESTS_SHOW_FILM_STAGE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/show/film.h"

/* A body that slides and falls; the title and the label try to break out. */
#define FALLING                                                                                    \
  "model \"</script><b>&\\\"\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"       \
  "contact floor { gap = y; slip = x'; law = coulomb(0.3); restitution = newton(0.5, 0) }\n"       \
  "draw ground (-1, 0) to (4, 0)\ndraw spring (-1, y) to (x, y)\ndraw damper (-1, 1) to (x, y)\n"  \
  "draw polygon (x, y) (x + 1, y) (x + 1, y + 1) (x, y + 1)\n"                                     \
  "draw circle (x, y + 2) radius 0.5\ndraw line (x, y) to (x, y + 2)\n"                            \
  "draw arrow floor at (x, y)\ndraw label \"<i>A & B\" at (x, y + 3)\nstate drop { y = 1; x' = 2 " \
  "}\n"

typedef struct film_stage {
  ss_arena *arena;
  ss_machine *machine;
  ss_motion *motion; /* where the film looks for it */
  ss_film film;
} film_stage;

static inline film_stage open_film(const char *text, const char *from, double end) {
  film_stage s = {.arena = ss_arena_create()};
  s.motion = ss_arena_new(s.arena, 1, ss_motion);
  ss_motion_options o = ss_motion_default_options();
  ss_diagnostics list;
  ss_diagnostics_start(&list, s.arena, NULL, NULL, 0);
  assert_int_equal(ss_machine_parse("film", text, NULL, &list, &s.machine), SS_OK);
  o.end = end, o.every = end / 500;
  assert_int_equal(ss_machine_move(s.arena, s.machine, from, &o, &list, s.motion), SS_OK);
  assert_int_equal(ss_film_make(s.arena, ss_machine_system(s.machine),
                                ss_machine_parameters(s.machine), s.motion, &s.film),
                   SS_OK);
  return s;
}

static inline void close_film(film_stage *s) {
  ss_machine_close(s->machine);
  ss_arena_destroy(s->arena);
}

static inline size_t count_of(const char *text, const char *piece) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, piece)); at += strlen(piece)) count++;
  return count;
}

/* The piece that a drawing became, counted by kind. */
static inline const ss_film_piece *find_piece(const ss_film *f, ss_film_kind kind) {
  for (size_t i = 0; i < f->pieces; i++)
    if (f->piece[i].kind == kind) return &f->piece[i];
  fail();
  return NULL;
}

#endif
