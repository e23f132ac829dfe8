/* arena.h: one arena for a whole test program, made and destroyed by its fixtures. */
#ifndef TESTS_CONTACT_ARENA_H
#define TESTS_CONTACT_ARENA_H

#include "standstill/base.h"

static ss_arena *arena;

static int set_up(void **state) {
  (void)state;
  arena = ss_arena_create();
  return arena ? 0 : 1;
}

static int tear_down(void **state) {
  (void)state;
  ss_arena_destroy(arena);
  return 0;
}

#endif
