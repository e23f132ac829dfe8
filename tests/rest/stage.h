/* stage.h: a machine with everything that walks among its equilibria need. */
#ifndef STANDSTILL_TESTS_REST_STAGE_H
#define STANDSTILL_TESTS_REST_STAGE_H

#include "../../src/rest/search.h"
#include "rests.h"

typedef struct stage {
  machine m;
  ss_statics statics;
  ss_search search;
  ss_walker walker;
  ss_patterns patterns;
  ss_pieces pieces;
} stage;

/* Closes everything that can be, and looks at the box of the options (NULL: the default one). */
static inline void stage_open(stage *s, const char *text, const ss_rest_options *box) {
  const ss_rest_options options = box ? *box : ss_rest_default_options();
  *s = (stage){.m = machine_parse(text)};
  ss_arena *arena = s->m.arena;
  assert_int_equal(ss_statics_create(arena, s->m.system, s->m.parameters, &s->statics), SS_OK);
  assert_int_equal(ss_search_start(arena, &s->statics, &options, &s->search), SS_OK);
  assert_int_equal(ss_walker_create(arena, &s->search, &s->walker), SS_OK);
  assert_int_equal(ss_rest_patterns_list(arena, s->m.system, 8, &s->patterns), SS_OK);
  s->walker.pattern = &s->patterns.item[s->patterns.count - 1];
  s->pieces = (ss_pieces){.search = &s->search, .walker = &s->walker, .patterns = &s->patterns};
}

static inline void stage_close(stage *s) {
  ss_pieces_clear(&s->pieces);
  ss_search_stop(&s->search);
  machine_close(&s->m);
}

/* Puts the walker on a place and finds the forces there; false if none hold it. */
static inline bool stage_put(stage *s, const double *z) {
  memcpy(s->walker.z, z, s->search.k * sizeof *z);
  return ss_walker_hold(&s->walker, 1e-10);
}

#endif
