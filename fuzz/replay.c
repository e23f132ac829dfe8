/* replay.c: runs a fuzz target on files, without libFuzzer.
 *
 *     replay FILE...
 *
 * `make test` links every target with this main and runs it on its seeds, so that targets neither
 * rot nor forget what fuzzing once found.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An exact-sized copy, so that a sanitizer sees a read beyond its end. */
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

int main(int count, char **paths) {
  for (int i = 1; i < count; i++) {
    size_t size = 0;
    uint8_t *data = read_file(paths[i], &size);
    if (!data) {
      fprintf(stderr, "cannot read %s\n", paths[i]);
      return 1;
    }
    printf("%s\n", paths[i]);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
  }
  return 0;
}
