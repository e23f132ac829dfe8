/* main.c: standstill-check CERTIFICATE [MODEL] [--quiet]
 *
 * Reads the files, hands them to the checker and says what came of it. Exit status: 0 everything
 * holds, 1 something does not, 2 it cannot be read, 3 no memory. Errors are one line on the
 * standard error. A verdict must not hang on memory: where there is none, the run ends, whoever
 * asked for it (malloc and its kin stand here for all libraries of the process).
 */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

/* A sanitizer's allocator is not ours to replace. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/* The C library's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static void *give(void *memory) {
  static const char text[] = "standstill-check: error: out of memory\n";
  if (memory) return memory;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(3);
  _exit(3);
}

void *malloc(size_t size) {
  return give(__libc_malloc(size ? size : 1));
}

void *calloc(size_t count, size_t size) {
  return give(__libc_calloc(count ? count : 1, size ? size : 1));
}

void *realloc(void *memory, size_t size) {
  return give(__libc_realloc(memory, size ? size : 1));
}

#endif

static const char usage[] = "usage: standstill-check CERTIFICATE [MODEL] [--quiet]\n"
                            "\n"
                            "Verifies a certificate of `standstill prove`, `basin --prove` or "
                            "`rest` with code of its own.\n"
                            "\n"
                            "  MODEL    a model file that must be the one in the certificate\n"
                            "  --quiet  print nothing but errors\n"
                            "  --help   print this\n"
                            "\n"
                            "Exit status: 0 all of it holds, 1 something does not, 2 bad input, "
                            "3 no memory.\n";

/* The bytes of a file, at most MOST_BYTES + 1 of them; NULL with a message if it cannot be read. */
static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = file ? malloc(MOST_BYTES + 1) : NULL;
  if (bytes) *size = fread(bytes, 1, MOST_BYTES + 1, file);
  bool good = bytes && !ferror(file);
  if (!good) fprintf(stderr, "%s: error: it cannot be %s\n", path, file ? "read" : "opened");
  if (!good) free(bytes);
  if (file) fclose(file);
  return good ? bytes : NULL;
}

static int check_files(const char *certificate, const char *model_path, bool quiet) {
  size_t size = 0, model_size = 0;
  char *bytes = read_file(certificate, &size), *text = NULL, message[600] = "";
  int status = 2;
  if (bytes && model_path) text = read_file(model_path, &model_size);
  if (bytes && (text || !model_path))
    status = check_certificate(bytes, size, text, model_size, quiet ? NULL : stdout, message);
  if (message[0])
    fprintf(stderr, "%s: %s: %s\n", certificate, status == 1 ? "rejected" : "error", message);
  free(bytes);
  free(text);
  return status;
}

int main(int count, char **words) {
  const char *names[2] = {NULL, NULL};
  size_t given = 0;
  bool quiet = false;
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "--help") == 0) return fputs(usage, stdout), 0;
    if (strcmp(words[i], "--quiet") == 0) {
      quiet = true;
    } else if (words[i][0] == '-' || given == 2) {
      fprintf(stderr, "standstill-check: error: '%s' is not expected\n", words[i]);
      return 2;
    } else {
      names[given++] = words[i];
    }
  }
  if (given == 0) return fputs(usage, stderr), 2;
  int status = check_files(names[0], names[1], quiet);
  flint_cleanup();
  if (fflush(stdout) != 0) return fputs("standstill-check: error: cannot write\n", stderr), 2;
  return status;
}
