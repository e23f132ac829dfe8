/* test_file_seal.c: every byte that changes, every byte that is missing, is noticed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/base.h"

enum { LENGTH = SS_FILE_BLOCK + 1000 };

static const char *const path = "sealed.bin";

static int start(void **state) {
  char *folder = strdup(P_tmpdir "/standstill-test-XXXXXX");
  *state = folder;
  return folder && mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int stop(void **state) {
  unlink(path);
  const int code = chdir("/") == 0 ? rmdir(*state) : -1;
  free(*state);
  return code;
}

static void make(unsigned char *bytes) {
  ss_file *file;
  memset(bytes, 0, LENGTH);
  for (size_t i = SS_FILE_BLOCK; i < LENGTH; i++) bytes[i] = (unsigned char)(i * 7 + i / 256);
  assert_int_equal(ss_file_begin(path, &file), SS_OK);
  ss_file_add(file, bytes, LENGTH);
  ss_file_seal(file, "format/1");
  assert_int_equal(ss_file_end(file), SS_OK);
  FILE *in = fopen(path, "rb");
  assert_int_equal(fread(bytes, 1, LENGTH, in), LENGTH);
  fclose(in);
}

static ss_status check_bytes(const unsigned char *bytes, size_t length, const char **why) {
  FILE *out = fopen(path, "wb");
  assert_int_equal(fwrite(bytes, 1, length, out), length);
  fclose(out);
  return ss_file_check_seal(path, "format/1", why);
}

/* The check is that of the bytes after the block, by the other way to compute it. */
static void the_block_is_what_the_format_says(void **state) {
  unsigned char bytes[LENGTH];
  char check[65], line[200];
  (void)state;
  make(bytes);
  ss_sha256(bytes + SS_FILE_BLOCK, LENGTH - SS_FILE_BLOCK, check);
  snprintf(line, sizeof line, "format/1 %d %s\n", LENGTH, check);
  assert_memory_equal(bytes, line, strlen(line) + 1);
}

static void every_changed_byte_is_noticed(void **state) {
  unsigned char bytes[LENGTH];
  const char *why;
  (void)state;
  make(bytes);
  assert_int_equal(check_bytes(bytes, LENGTH, &why), SS_OK);
  for (size_t i = 0; i < LENGTH; i++) {
    bytes[i] ^= 1;
    assert_int_equal(check_bytes(bytes, LENGTH, &why), SS_BAD_INPUT);
    if (i >= SS_FILE_BLOCK) assert_string_equal(why, "it was changed: its checksum does not match");
    if (i < 8) assert_null(why);
    bytes[i] ^= 1;
  }
}

static void every_cut_and_every_surplus_is_noticed(void **state) {
  unsigned char bytes[LENGTH + 1] = {0};
  const char *why;
  (void)state;
  make(bytes);
  for (size_t length = 0; length < LENGTH; length += 7) {
    assert_int_equal(check_bytes(bytes, length, &why), SS_BAD_INPUT);
    if (length < SS_FILE_BLOCK)
      assert_null(why);
    else
      assert_string_equal(why, "it is truncated: bytes are missing at its end");
  }
  assert_int_equal(check_bytes(bytes, LENGTH + 1, &why), SS_BAD_INPUT);
}

static void what_cannot_be_read_says_why(void **state) {
  const char *why;
  (void)state;
  assert_int_equal(ss_file_check_seal("none", "format/1", &why), SS_IO);
  assert_string_equal(why, strerror(ENOENT));
  assert_int_equal(ss_file_check_seal(".", "format/1", &why), SS_IO);
  assert_string_equal(why, "not a file");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(the_block_is_what_the_format_says),
      IN_FOLDER(every_changed_byte_is_noticed),
      IN_FOLDER(every_cut_and_every_surplus_is_noticed),
      IN_FOLDER(what_cannot_be_read_says_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
