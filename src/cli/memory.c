/* memory.c: memory is there, or the run ends.
 *
 * A library tells SS_MEMORY and lets its user decide. A program that has decided need not carry the
 * question through every function: here each allocation of ours (ld's --wrap sends malloc and its
 * kin to this file), and each of FLINT, GMP and Jansson, ends the run with one sentence and the
 * exit code of SS_MEMORY. Nothing is lost by that: results are printed in one go at the end, files
 * have no name before they are whole (ss_file), and the chunks of a map are in its journal.
 *
 * FLINT and GMP could not do otherwise: they print what they like and abort. Jansson could, but
 * loses pieces of what it prints when a buffer cannot grow.
 */
#include <flint/flint.h>
#include <gmp.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
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
