/* memory.c: memory is there, or the run ends.
 *
 * A library tells SS_MEMORY and lets its user decide. A program that has decided need not carry the
 * question through every function: here each allocation of ours (ld's --wrap sends malloc and its
 * kin to this file), and each of FLINT, GMP and Jansson, ends the run with one sentence and the
 * exit code of SS_MEMORY. Nothing is lost by that: results are printed in one go at the end, files
 * have no name before they are whole (ss_file), and the chunks of a map are in its journal.
 *
 * OpenBLAS takes a buffer of 128 MB for each thread that multiplies, and where it gets none asks
 * again for ever. Its own threads, which its initialiser starts, do so where address space is
 * limited (ulimit -v), and the end of the program waits for them. So under such a limit the program
 * begins again with OPENBLAS_NUM_THREADS=1, before any initialiser has run, and the buffers are
 * taken, or their lack is told, before anything is computed.
 *
 * FLINT and GMP could not do otherwise: they print what they like and abort. Jansson could, but
 * loses pieces of what it prints when a buffer cannot grow.
 */
#include <flint/flint.h>
#include <gmp.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli.h"

/* Does not allocate, and runs no exit handlers: they might. */
static _Noreturn void give_up(ss_status status, const char *what) {
  static const char before[] = "standstill: error: ";
  const char *const parts[] = {before, what, ss_status_text(status), "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) break;
  _exit(ss_status_exit_code(status));
}

/* The functions that ld calls instead of those of the same name, and those themselves. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static void *check(void *memory) {
  if (!memory) give_up(SS_MEMORY, "");
  return memory;
}

void *__wrap_malloc(size_t size) {
  return check(__real_malloc(size ? size : 1));
}

void *__wrap_calloc(size_t count, size_t size) {
  return check(__real_calloc(count ? count : 1, size ? size : 1));
}

void *__wrap_realloc(void *memory, size_t size) {
  return check(__real_realloc(memory, size ? size : 1));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return check(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text) {
  return check(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t most) {
  return check(__real_strndup(text, most));
}

static void *reallocate_for_gmp(void *memory, size_t old, size_t size) {
  (void)old;
  return __wrap_realloc(memory, size);
}

static void free_for_gmp(void *memory, size_t size) {
  (void)size;
  free(memory);
}

/* FLINT has said what it met. */
static _Noreturn void abort_for_flint(void) {
  give_up(SS_LIMIT, "FLINT cannot go on: ");
}

void ss_cli_guard_memory(void) {
  mp_set_memory_functions(__wrap_malloc, reallocate_for_gmp, free_for_gmp);
  __flint_set_memory_functions(__wrap_malloc, __wrap_calloc, __wrap_realloc, free);
  flint_set_abort(abort_for_flint);
  json_set_alloc_funcs(__wrap_malloc, free);
}

/* ---- OpenBLAS -------------------------------------------------------------------------------- */

/* OpenBLAS's own: a buffer for a thread that multiplies, and the end of its use. It keeps them. */
void *blas_memory_alloc(int where);
void blas_memory_free(void *buffer);

static bool is_space_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Runs before the initialisers of all libraries: nothing but system calls works here. */
__attribute__((no_sanitize("address", "undefined", "thread"))) static void stop_threads_of_blas(
    int count, char **words, char **environment) {
  static char alone[] = "OPENBLAS_NUM_THREADS=1";
  const size_t name = strcspn(alone, "=") + 1;
  size_t length = 0, place;
  (void)count;
  if (!is_space_limited()) return;
  while (environment[length]) length++;
  for (place = 0; place < length; place++)
    if (strncmp(environment[place], alone, name) == 0) break;
  if (place < length && strcmp(environment[place], alone) == 0) return;
  char *with[length + 2];
  memcpy(with, environment, length * sizeof *with);
  with[length] = with[length + 1] = NULL;
  with[place] = alone;
  execve("/proc/self/exe", words, with);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = stop_threads_of_blas;

void ss_cli_take_buffers(size_t threads) {
  enum { MOST = 256 };
  static const size_t BUFFER = (size_t)136 << 20; /* 128 MB, and what stands around it */
  void *buffer[MOST];
  if (!is_space_limited()) return;
  const size_t count = threads < MOST ? threads : MOST;
  void *space =
      count ? mmap(NULL, count * BUFFER, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
  if (space == MAP_FAILED)
    give_up(SS_MEMORY, count > 1 ? "too little address space for so many threads (--threads N): "
                                 : "too little address space for OpenBLAS: ");
  if (count) munmap(space, count * BUFFER);
  for (size_t i = 0; i < count; i++) buffer[i] = blas_memory_alloc(0);
  for (size_t i = 0; i < count; i++) blas_memory_free(buffer[i]);
}
