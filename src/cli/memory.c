/* memory.c: memory is there, or the run ends.
 *
 * A library tells SS_MEMORY and lets its user decide. A program that has decided need not carry the
 * question through every function: malloc and its kin are defined here, above those of the C
 * library, for all code of the process: ours, the C library's and that of every library we load.
 * Where there is no memory they end the run with one sentence and the exit code of SS_MEMORY.
 * Nothing is lost by that: results are printed in one go at the end, files have no name before they
 * are whole (ss_file), and the chunks of a map are in its journal.
 *
 * OpenBLAS takes a buffer of 128 MB for each thread that multiplies more than a few rows, and where
 * it gets none asks again for ever. Its own threads, which its initialiser starts, do so where
 * address space is limited (ulimit -v), and the end of the program waits for them. So under such a
 * limit the program begins again with OPENBLAS_NUM_THREADS=1, before any initialiser has run, and
 * the two functions by which OpenBLAS takes and gives back its buffers are ours: they ask whether
 * there is space for another one, or end the run. Most commands never come here: our own loops do
 * what has a few rows.
 *
 * The libraries could not do better: FLINT and GMP print what they like and abort; Jansson loses
 * pieces of what it prints when a buffer cannot grow; HDF5, cairo, fontconfig and SUNDIALS break
 * down, or draw and integrate something else without a word.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <flint/flint.h>
#include <malloc.h>
#include <pthread.h>
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

/* A sanitizer's allocator is not ours to replace. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/* The C library's own, of which those below take the place in this process. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void *check(void *memory) {
  if (!memory) give_up(SS_MEMORY, "");
  return memory;
}

void *malloc(size_t size) {
  return check(__libc_malloc(size ? size : 1));
}

void *calloc(size_t count, size_t size) {
  return check(__libc_calloc(count ? count : 1, size ? size : 1));
}

void *realloc(void *memory, size_t size) {
  return check(__libc_realloc(memory, size ? size : 1));
}

void *memalign(size_t alignment, size_t size) {
  return check(__libc_memalign(alignment, size ? size : 1));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return 0;
}

#endif

/* FLINT has said what it met. */
static _Noreturn void abort_for_flint(void) {
  give_up(SS_LIMIT, "FLINT cannot go on: ");
}

static bool is_space_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void ss_cli_guard_memory(void) {
  flint_set_abort(abort_for_flint);
  /* an arena of the C library for each thread reserves 128 MB */
  if (is_space_limited()) mallopt(M_ARENA_MAX, 1);
}

/* ---- OpenBLAS -------------------------------------------------------------------------------- */

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

/* These stand before OpenBLAS's own functions of the same names, which keep what they took. */
void *blas_memory_alloc(int where);
void blas_memory_free(void *buffer);

/* OpenBLAS's own, and whether space is limited. */
static void *(*take)(int);
static void (*give_back)(void *);
static bool limited;
static pthread_once_t found = PTHREAD_ONCE_INIT;

static void find_functions(void) {
  take = (void *(*)(int))dlsym(RTLD_NEXT, "blas_memory_alloc");
  give_back = (void (*)(void *))dlsym(RTLD_NEXT, "blas_memory_free");
  limited = is_space_limited();
}

/* Buffers that OpenBLAS has, and those in use; one thread at a time, where space is limited. */
static pthread_mutex_t buffers_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t buffers_taken, buffers_used;

static bool has_space_for_buffer(void) {
  static const size_t BUFFER = (size_t)136 << 20; /* 128 MB, and what stands around it */
  void *space = mmap(NULL, BUFFER, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (space == MAP_FAILED) return false;
  munmap(space, BUFFER);
  return true;
}

void *blas_memory_alloc(int where) {
  pthread_once(&found, find_functions);
  if (!limited) return take(where);
  pthread_mutex_lock(&buffers_lock);
  if (buffers_used == buffers_taken) {
    if (!has_space_for_buffer())
      give_up(SS_MEMORY, "too little address space (ulimit -v) for OpenBLAS, 128 MB a thread: ");
    buffers_taken++;
  }
  buffers_used++;
  void *buffer = take(where);
  pthread_mutex_unlock(&buffers_lock);
  return buffer;
}

void blas_memory_free(void *buffer) {
  pthread_once(&found, find_functions);
  if (limited) pthread_mutex_lock(&buffers_lock);
  give_back(buffer);
  if (!limited) return;
  buffers_used--;
  pthread_mutex_unlock(&buffers_lock);
}
