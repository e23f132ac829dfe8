/* test_arena.c: alignment, zeroing, marks, overflow, and blocks that do not overlap. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/base.h"

static int start(void **state) {
  *state = ss_arena_create();
  return *state ? 0 : -1;
}

static int stop(void **state) {
  ss_arena_destroy(*state);
  return 0;
}

static bool is_filled_with(const unsigned char *block, size_t size, int value) {
  for (size_t i = 0; i < size; i++)
    if (block[i] != value) return false;
  return true;
}

static void blocks_are_aligned_to_a_cache_line(void **state) {
  for (size_t size = 0; size < 300; size++) {
    void *block = ss_arena_alloc(*state, 1, size);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % 64, 0);
  }
}

/* Each block is filled with its own number; at the end all still hold it. Sizes cross the bounds
 * of several chunks. */
static void blocks_are_zeroed_and_do_not_overlap(void **state) {
  enum { BLOCKS = 400 };
  unsigned char *blocks[BLOCKS];
  size_t sizes[BLOCKS];
  for (size_t i = 0; i < BLOCKS; i++) {
    sizes[i] = (i * 7919) % 3001 + (i % 50 == 0 ? 100000 : 0);
    blocks[i] = ss_arena_new(*state, sizes[i], unsigned char);
    assert_non_null(blocks[i]);
    assert_true(is_filled_with(blocks[i], sizes[i], 0));
    memset(blocks[i], (int)(i % 255) + 1, sizes[i]);
  }
  for (size_t i = 0; i < BLOCKS; i++)
    assert_true(is_filled_with(blocks[i], sizes[i], (int)(i % 255) + 1));
}

static void memory_used_before_is_zeroed_again(void **state) {
  ss_arena_alloc(*state, 1, 1);
  ss_arena_mark mark = ss_arena_get_mark(*state);
  unsigned char *first = ss_arena_alloc(*state, 1000, 1);
  memset(first, 0xAB, 1000);
  ss_arena_release(*state, mark);
  unsigned char *second = ss_arena_alloc(*state, 1000, 1);
  assert_ptr_equal(first, second);
  assert_true(is_filled_with(second, 1000, 0));
}

static void products_that_overflow_are_refused(void **state) {
  assert_null(ss_arena_alloc(*state, SIZE_MAX, 2));
  assert_null(ss_arena_alloc(*state, SIZE_MAX / 8 + 2, 8));
  assert_null(ss_arena_alloc(*state, 2, SIZE_MAX / 2 + 1));
  assert_null(ss_arena_alloc(*state, SIZE_MAX, 1));
  assert_null(ss_arena_alloc(*state, SIZE_MAX - 63, 1));
  assert_non_null(ss_arena_alloc(*state, 8, 8));
}

static void a_zero_count_gives_a_pointer_of_its_own(void **state) {
  char *a = ss_arena_new(*state, 0, char), *b = ss_arena_new(*state, 0, char);
  assert_non_null(a);
  assert_non_null(b);
  assert_ptr_not_equal(a, b);
}

/* Marks nest; what came before a mark survives the release, across chunks. */
static void marks_nest(void **state) {
  char *kept = ss_arena_copy_text(*state, "kept", 4);
  ss_arena_mark outer = ss_arena_get_mark(*state);
  char *inside = ss_arena_copy_text(*state, "inside", 6);
  ss_arena_mark inner = ss_arena_get_mark(*state);
  for (int i = 0; i < 20; i++) assert_non_null(ss_arena_alloc(*state, 10000, 1));
  ss_arena_release(*state, inner);
  assert_string_equal(inside, "inside");
  ss_arena_release(*state, outer);
  assert_string_equal(kept, "kept");
  assert_ptr_equal(ss_arena_copy_text(*state, "again", 5), inside);
}

static void a_mark_of_the_empty_arena_frees_everything(void **state) {
  ss_arena_mark empty = ss_arena_get_mark(*state);
  for (int i = 0; i < 10; i++) assert_non_null(ss_arena_alloc(*state, 50000, 1));
  ss_arena_release(*state, empty);
  ss_arena_mark after = ss_arena_get_mark(*state);
  assert_ptr_equal(after.chunk, empty.chunk);
  assert_non_null(ss_arena_alloc(*state, 1, 1));
}

/* Writes its own number behind those that are there. */
typedef struct caller {
  char *log, number;
} caller;

static void note(void *object) {
  const caller *c = object;
  strncat(c->log, &c->number, 1);
}

static void what_is_deferred_goes_with_its_mark(void **state) {
  char log[8] = "";
  caller c[4] = {{log, '1'}, {log, '2'}, {log, '3'}, {log, '4'}};
  ss_arena *arena = ss_arena_create();
  (void)state;
  assert_true(ss_arena_defer(arena, note, &c[0]));
  ss_arena_mark mark = ss_arena_get_mark(arena);
  assert_true(ss_arena_defer(arena, note, &c[1]));
  assert_non_null(ss_arena_alloc(arena, 100000, 1));
  assert_true(ss_arena_defer(arena, note, &c[2]));
  ss_arena_release(arena, mark);
  assert_string_equal(log, "32");
  ss_arena_release(arena, mark);
  assert_string_equal(log, "32");
  assert_true(ss_arena_defer(arena, note, &c[3]));
  ss_arena_destroy(arena);
  assert_string_equal(log, "3241");
}

/* A loop across the end of a chunk asks the system for memory once, not in every turn: what is
 * released is what is handed out next, although other memory is taken in between. */
static void a_loop_across_the_end_of_a_chunk_keeps_its_memory(void **state) {
  char *first = NULL;
  void *between[20];
  assert_non_null(ss_arena_alloc(*state, 16000, 1));
  for (int i = 0; i < 20; i++) {
    ss_arena_mark mark = ss_arena_get_mark(*state);
    char *block = ss_arena_alloc(*state, 20000, 1);
    if (!first) first = block;
    assert_ptr_equal(block, first);
    assert_true(is_filled_with((unsigned char *)block, 20000, 0));
    memset(block, 1, 20000);
    ss_arena_release(*state, mark);
    between[i] = malloc(32768);
  }
  for (int i = 0; i < 20; i++) free(between[i]);
}

static void bytes_count_what_was_handed_out(void **state) {
  assert_int_equal(ss_arena_bytes(*state), 0);
  ss_arena_alloc(*state, 1, 64);
  assert_int_equal(ss_arena_bytes(*state), 64);
  ss_arena_alloc(*state, 3, 1);
  assert_int_equal(ss_arena_bytes(*state), 128);
}

static void text_is_copied_and_formatted(void **state) {
  char *copy = ss_arena_copy_text(*state, "phi'=2", 3);
  assert_string_equal(copy, "phi");
  assert_string_equal(ss_arena_copy_text(*state, "", 0), "");
  assert_string_equal(ss_arena_format(*state, "%s=%d", "mu", 3), "mu=3");
  char *wide = ss_arena_format(*state, "%*d", 70000, 1);
  assert_int_equal(strlen(wide), 70000);
  assert_int_equal(wide[69999], '1');
}

/* ---- beyond the end of a block --------------------------------------------------------------- */

typedef enum next { TAKES, RELEASES, DESTROYS } next;

/* A block of `size` bytes in an arena of its own, the byte `beyond` its end written, then what
 * comes next: is it noticed? */
static bool is_noticed(size_t size, size_t beyond, next what) {
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    ss_arena *arena = ss_arena_create();
    ss_arena_mark mark = ss_arena_get_mark(arena);
    fclose(stderr); /* an assertion that fails says so */
    if (size < 10000) ss_arena_alloc(arena, 1, 8);
    if (size < 10000) mark = ss_arena_get_mark(arena);
    volatile char *block = ss_arena_alloc(arena, size, 1);
    block[size + beyond] = 1;
    if (what == TAKES) ss_arena_alloc(arena, 1, 8);
    if (what == RELEASES) ss_arena_release(arena, mark);
    if (what == DESTROYS) ss_arena_destroy(arena);
    _exit(0);
  }
  int status = 0;
  assert_true(child > 0 && waitpid(child, &status, 0) == child);
  assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : status == 0);
  return WIFSIGNALED(status);
}

/* Blocks of no bytes, of some, of a whole number of cache lines, of more than a chunk. */
static void writing_beyond_a_block_is_noticed(void **state) {
  static const size_t sizes[] = {0, 1, 63, 64, 65, 16384, 100000};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (next what = TAKES; what <= DESTROYS; what++) {
      assert_true(is_noticed(sizes[i], 0, what));
      assert_true(is_noticed(sizes[i], 63, what));
      if (sizes[i]) assert_false(is_noticed(sizes[i], (size_t)-1, what));
    }
}

static void destroying_nothing_is_allowed(void **state) {
  (void)state;
  ss_arena_destroy(NULL);
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_ARENA(blocks_are_aligned_to_a_cache_line),
      IN_ARENA(blocks_are_zeroed_and_do_not_overlap),
      IN_ARENA(memory_used_before_is_zeroed_again),
      IN_ARENA(products_that_overflow_are_refused),
      IN_ARENA(a_zero_count_gives_a_pointer_of_its_own),
      IN_ARENA(marks_nest),
      IN_ARENA(a_mark_of_the_empty_arena_frees_everything),
      cmocka_unit_test(what_is_deferred_goes_with_its_mark),
      IN_ARENA(a_loop_across_the_end_of_a_chunk_keeps_its_memory),
      IN_ARENA(bytes_count_what_was_handed_out),
      IN_ARENA(text_is_copied_and_formatted),
      cmocka_unit_test(writing_beyond_a_block_is_noticed),
      cmocka_unit_test(destroying_nothing_is_allowed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
