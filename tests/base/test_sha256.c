/* Vectors of FIPS 180-4 and its companion examples; lengths around the padding's edges against
 * values from an independent implementation (GNU coreutils sha256sum). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/base/base_private.h"

static void expect_hash(const char *text, size_t length, const char *expected) {
  char hash[65];
  ss_sha256(text, length, hash);
  assert_string_equal(hash, expected);
}

static void test_published_vectors(void **state) {
  (void)state;
  const char *long_text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect_hash(long_text, strlen(long_text),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_a_million_letters(void **state) {
  (void)state;
  size_t length = 1000000;
  char *text = malloc(length);
  assert_non_null(text);
  memset(text, 'a', length);
  expect_hash(text, length, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(text);
}

static void test_edges_of_the_padding(void **state) {
  (void)state;
  char text[120];
  memset(text, 'x', sizeof text);
  expect_hash(text, 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
  expect_hash(text, 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
  expect_hash(text, 63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
  expect_hash(text, 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
  expect_hash(text, 65, "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9");
  expect_hash(text, 119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c");
  expect_hash(text, 120, "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98");
}

/* However the bytes are cut. */
static void test_pieces_give_the_same(void **state) {
  (void)state;
  char text[300], whole[65], pieces[65];
  for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(i * 31);
  ss_sha256(text, sizeof text, whole);
  for (size_t first = 0; first <= 130; first++)
    for (size_t second = 0; first + second <= sizeof text; second += 13) {
      ss_sha256_state s;
      ss_sha256_start(&s);
      ss_sha256_add(&s, text, first);
      ss_sha256_add(&s, text + first, second);
      ss_sha256_add(&s, text + first + second, sizeof text - first - second);
      ss_sha256_end(&s, pieces);
      assert_string_equal(pieces, whole);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published_vectors),
      cmocka_unit_test(test_a_million_letters),
      cmocka_unit_test(test_edges_of_the_padding),
      cmocka_unit_test(test_pieces_give_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
