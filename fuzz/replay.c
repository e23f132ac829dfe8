/* replay.c: runs a fuzz target on files and on mutants of them, without libFuzzer.
 *
 *     replay [--mutants COUNT] FILE...
 *
 * `make test` links every target with this main, so that targets neither rot nor forget what
 * fuzzing once found. A mutant is a file with one to eight changes: a byte, a sign by another one,
 * a stretch of bytes doubled, taken away, or taken from another file. They come from a fixed
 * sequence: a run can be repeated. The input that a target dies of is left in PROGRAM.finding.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  uint8_t *data = NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    long length = ftell(file);
    *size = length > 0 ? (size_t)length : 0;
    rewind(file);
    data = length < 0 ? NULL : malloc(*size ? *size : 1);
    if (data && fread(data, 1, *size, file) != *size) {
      free(data);
      data = NULL;
    }
  }
  fclose(file);
  return data;
}

/* ---- what is run at present, for the handler of a deadly signal ------------------------------ */

static const uint8_t *present;
static size_t present_size;
static char finding[4096];

static void keep_finding(int number) {
  const int out = open(finding, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out >= 0 && write(out, present, present_size) >= 0) close(out);
  signal(number, SIG_DFL);
  raise(number);
}

static void run(const uint8_t *data, size_t size) {
  /* an exact-sized copy, so that a sanitizer sees a read beyond its end */
  uint8_t *copy = malloc(size ? size : 1);
  if (!copy) return;
  if (size) memcpy(copy, data, size);
  present = data;
  present_size = size;
  alarm(20); /* an input that takes longer is a finding too */
  LLVMFuzzerTestOneInput(copy, size);
  alarm(0);
  free(copy);
}

/* ---- mutants --------------------------------------------------------------------------------- */

enum { LARGEST = 1 << 16 };

static uint64_t draw(uint64_t *random, uint64_t most) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return most ? (*random >> 33) % most : 0;
}

/* One change to the bytes, of which there is room for LARGEST. */
static void change(uint64_t *random, uint8_t *data, size_t *size, const uint8_t *other,
                   size_t other_size) {
  const size_t at = draw(random, *size), most = *size - at;
  const size_t length = draw(random, most < 40 ? most : 40);
  static const char signs[] = "()[]{},;:=<>+-*/^'\"#.\n 019eEx_";
  switch (draw(random, 6)) {
  case 0:
    if (*size) data[at] = (uint8_t)draw(random, 256);
    break;
  case 1:
    if (*size) data[at] ^= (uint8_t)(1u << draw(random, 8));
    break;
  case 2: /* taken away */
    memmove(data + at, data + at + length, most - length);
    *size -= length;
    break;
  case 3: /* doubled */
    if (*size + length > LARGEST) break;
    memmove(data + at + length, data + at, most);
    *size += length;
    break;
  case 4:
    if (*size) data[at] = (uint8_t)signs[draw(random, sizeof signs - 1)];
    break;
  default: { /* from another file */
    const size_t from = draw(random, other_size), left = other_size - from;
    const size_t taken = left < length ? left : length;
    memcpy(data + at, other + from, taken);
  }
  }
}

typedef struct seed {
  uint8_t *data;
  size_t size;
} seed;

static void run_mutants(size_t count, size_t seeds, const seed *of) {
  static uint8_t data[LARGEST];
  uint64_t random = 1;
  for (size_t k = 0; k < count; k++) {
    const seed *one = &of[draw(&random, seeds)], *other = &of[draw(&random, seeds)];
    size_t size = one->size < LARGEST ? one->size : LARGEST;
    memcpy(data, one->data, size);
    for (uint64_t n = 1 + draw(&random, draw(&random, 2) ? 8 : 2); n > 0; n--)
      change(&random, data, &size, other->data, other->size);
    run(data, size);
  }
  printf("%zu mutants\n", count);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void catch_signals(const char *program) {
  static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
  snprintf(finding, sizeof finding, "%s.finding", program);
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], keep_finding);
}

int main(int count, char **words) {
  size_t mutants = 0, seeds = 0;
  int first = 1;
  if (count > 2 && strcmp(words[1], "--mutants") == 0) {
    mutants = strtoull(words[2], NULL, 10);
    first = 3;
  }
  seed *of = calloc((size_t)count, sizeof *of);
  if (!of) return 1;
  catch_signals(words[0]);
  for (int i = first; i < count; i++) {
    seed *s = &of[seeds++];
    s->data = read_file(words[i], &s->size);
    if (!s->data) {
      fprintf(stderr, "cannot read %s\n", words[i]);
      return 1;
    }
    printf("%s\n", words[i]);
    fflush(stdout);
    run(s->data, s->size);
  }
  if (seeds) run_mutants(mutants, seeds, of);
  for (size_t i = 0; i < seeds; i++) free(of[i].data);
  free(of);
  return 0;
}
