/* sha256.c: SHA-256, the fingerprint of models and certificates.
 *
 * The message is padded to whole blocks of 64 bytes (a one bit, zeros, the length in bits as a
 * 64-bit number, most significant byte first). Each block is expanded to 64 words
 *
 *     w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
 *
 * and mixed into eight words of state in 64 rounds. Written by hand because it is one page, and a
 * library of cryptography would be a dependency for a checksum. Nothing here is secret, so nothing
 * has to run in constant time. Cost: O(length), about 200 MB/s. Nothing can fail.
 *
 * Reference: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3, 6.2.2.
 */
#include <stdio.h>
#include <string.h>

#include "base_private.h"

enum { BLOCK = 64, ROUNDS = 64 };

/* The fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int n) {
  return x >> n | x << (32 - n);
}

static void expand(const unsigned char *block, uint32_t *w) {
  for (int t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
           (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (int t = 16; t < ROUNDS; t++) {
    uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
    uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
}

static void mix_block(uint32_t *state, const unsigned char *block) {
  uint32_t w[ROUNDS], v[8];
  expand(block, w);
  memcpy(v, state, sizeof v);
  for (int t = 0; t < ROUNDS; t++) {
    uint32_t S1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
    uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    uint32_t T1 = v[7] + S1 + choice + K[t] + w[t];
    uint32_t S0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
    uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += T1;
    v[0] = T1 + S0 + majority;
  }
  for (int i = 0; i < 8; i++) state[i] += v[i];
}

void ss_sha256_start(ss_sha256_state *s) {
  /* the fractional parts of the square roots of the first eight primes */
  *s = (ss_sha256_state){.word = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                  0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void ss_sha256_add(ss_sha256_state *s, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  while (length > 0) {
    const size_t held = s->length % BLOCK;
    const size_t part = length < BLOCK - held ? length : BLOCK - held;
    if (part < BLOCK) memcpy(s->held + held, at, part);
    if (held + part == BLOCK) mix_block(s->word, part == BLOCK ? at : s->held);
    s->length += part;
    at += part;
    length -= part;
  }
}

void ss_sha256_end(ss_sha256_state *s, char hexadecimal[65]) {
  /* a one bit, zeros, the length in bits */
  unsigned char tail[2 * BLOCK] = {0x80};
  const uint64_t bits = s->length * 8;
  const size_t held = s->length % BLOCK, end = (held + 9 <= BLOCK ? BLOCK : 2 * BLOCK) - held;
  for (size_t i = 0; i < 8; i++) tail[end - 1 - i] = (unsigned char)(bits >> 8 * i);
  ss_sha256_add(s, tail, end);
  for (int i = 0; i < 8; i++) snprintf(hexadecimal + 8 * i, 9, "%08x", s->word[i]);
}

void ss_sha256(const void *bytes, size_t length, char hexadecimal[65]) {
  ss_sha256_state state;
  ss_sha256_start(&state);
  ss_sha256_add(&state, bytes, length);
  ss_sha256_end(&state, hexadecimal);
}
