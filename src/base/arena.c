/* arena.c: memory that is freed as a whole, or back to a mark.
 *
 * Chunks in a linked list, newest first; an allocation bumps the newest chunk. Each chunk is at
 * least twice as large as the one before (up to 64 MB), so that n bytes cost O(log n) calls of
 * malloc. Everything is aligned to 64 bytes: a cache line, and the widest vector register.
 *
 * Releasing to a mark takes the chunks that came after it away and zeroes nothing: blocks are
 * zeroed when they are handed out. The largest chunk taken away (of at most 64 MB) is kept for the
 * next time memory runs short: a loop that marks, allocates across the end of a chunk and releases
 * would otherwise map and unmap one in every turn (two thirds of the time of a motion with a
 * million impacts). What an arena owns without holding it (a graph with its own tables) is
 * deferred: a list of calls, newest first, kept in the arena itself. Fails only when malloc does.
 *
 * Whoever writes beyond the end of a block would meet nobody: what follows is handed out later, and
 * zeroed then. So the bytes behind the newest block, up to the next 64 and 64 more, have a pattern,
 * which is looked at whenever the next block is taken, released or destroyed; a chunk has 64 bytes
 * more than it hands out. That is an assertion: it costs two cache lines for each block.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/base.h"

enum { ALIGNMENT = 64, FIRST_CHUNK = 1 << 14, LARGEST_STEP = 1 << 26 };

/* What stands behind a block: how much at least, and of which value. */
enum { GUARD = ALIGNMENT, PATTERN = 0xA5 };

typedef struct chunk {
  struct chunk *older;
  size_t size, used;
  size_t end; /* of the newest block: from here to used + GUARD the pattern stands */
  unsigned char *bytes;
} chunk;

typedef struct deferred {
  struct deferred *older;
  void (*destroy)(void *object);
  void *object;
} deferred;

struct ss_arena {
  chunk *newest, *spare; /* spare: empty, in no list; NULL: none */
  deferred *deferred;
  size_t handed_out;
};

static size_t round_up(size_t size) {
  return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static void free_chunk(chunk *c) {
  if (c) free(c->bytes);
  free(c);
}

/* The newest block ends at `end`, and all that is handed out at c->used. */
static void place_guard(chunk *c, size_t end) {
  c->end = end;
  memset(c->bytes + end, PATTERN, c->used + GUARD - end);
}

/* Has nobody written behind the newest block? Every byte there is the one before it. */
static bool is_intact(const chunk *c) {
  const unsigned char *guard = c->bytes + c->end;
  return guard[0] == PATTERN && memcmp(guard, guard + 1, c->used + GUARD - c->end - 1) == 0;
}

static chunk *make_chunk(size_t size) {
  chunk *fresh = malloc(sizeof *fresh);
  if (!fresh) return NULL;
  *fresh = (chunk){.size = size, .bytes = aligned_alloc(ALIGNMENT, size + GUARD)};
  if (fresh->bytes) return fresh;
  free(fresh);
  return NULL;
}

/* A new newest chunk with room for `size` bytes: the spare one, if it is large enough. */
static chunk *grow(ss_arena *arena, size_t size) {
  size_t wanted = arena->newest ? arena->newest->size * 2 : FIRST_CHUNK;
  if (wanted > LARGEST_STEP) wanted = LARGEST_STEP;
  if (wanted < size) wanted = size;
  chunk *fresh = arena->spare;
  if (fresh && fresh->size >= size)
    arena->spare = NULL;
  else
    fresh = make_chunk(wanted);
  if (!fresh) return NULL;
  fresh->used = 0;
  place_guard(fresh, 0);
  fresh->older = arena->newest;
  arena->newest = fresh;
  return fresh;
}

static void drop_newest(ss_arena *arena) {
  chunk *gone = arena->newest;
  assert(is_intact(gone));
  arena->newest = gone->older;
  const bool keep =
      gone->size <= LARGEST_STEP && (!arena->spare || gone->size > arena->spare->size);
  free_chunk(keep ? arena->spare : gone);
  if (keep) arena->spare = gone;
}

/* The calls that were deferred after `last`. */
static void call_deferred(ss_arena *arena, const deferred *last) {
  while (arena->deferred && arena->deferred != last) {
    deferred *call = arena->deferred;
    arena->deferred = call->older;
    call->destroy(call->object);
  }
}

ss_arena *ss_arena_create(void) {
  return calloc(1, sizeof(ss_arena));
}

void ss_arena_destroy(ss_arena *arena) {
  if (!arena) return;
  call_deferred(arena, NULL);
  while (arena->newest) drop_newest(arena);
  free_chunk(arena->spare);
  free(arena);
}

void *ss_arena_alloc(ss_arena *arena, size_t count, size_t size) {
  size_t asked;
  if (__builtin_mul_overflow(count, size, &asked) || asked > SIZE_MAX / 2) return NULL;
  const size_t bytes = round_up(asked ? asked : 1);
  chunk *c = arena->newest;
  assert(!c || is_intact(c));
  if (!c || c->size - c->used < bytes) c = grow(arena, bytes);
  if (!c) return NULL;
  unsigned char *block = c->bytes + c->used;
  const size_t end = c->used + asked;
  c->used += bytes;
  place_guard(c, end);
  arena->handed_out += bytes;
  return memset(block, 0, asked);
}

char *ss_arena_copy_text(ss_arena *arena, const char *text, size_t length) {
  char *copy = ss_arena_alloc(arena, length + 1, 1);
  if (copy) memcpy(copy, text, length);
  return copy;
}

char *ss_arena_format(ss_arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  char *text = length < 0 ? NULL : ss_arena_alloc(arena, (size_t)length + 1, 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(args);
  return text;
}

bool ss_arena_defer(ss_arena *arena, void (*destroy)(void *object), void *object) {
  deferred *call = ss_arena_new(arena, 1, deferred);
  if (!call) return false;
  *call = (deferred){arena->deferred, destroy, object};
  arena->deferred = call;
  return true;
}

ss_arena_mark ss_arena_get_mark(const ss_arena *arena) {
  return (ss_arena_mark){arena->newest, arena->newest ? arena->newest->used : 0, arena->deferred};
}

void ss_arena_release(ss_arena *arena, ss_arena_mark mark) {
  call_deferred(arena, mark.deferred);
  while (arena->newest && arena->newest != mark.chunk) drop_newest(arena);
  chunk *c = arena->newest;
  if (!c) return;
  assert(is_intact(c));
  c->used = mark.used;
  place_guard(c, mark.used);
}

size_t ss_arena_bytes(const ss_arena *arena) {
  return arena->handed_out;
}
