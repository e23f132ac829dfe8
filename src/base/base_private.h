/* base_private.h: what the files of src/base share. */
#ifndef STANDSTILL_BASE_PRIVATE_H
#define STANDSTILL_BASE_PRIVATE_H

#include "standstill/base.h"

/* Length of the well-formed UTF-8 character at text, of which `left` bytes are left; 0: there is
 * none. */
size_t ss_text_character(const char *text, size_t left);

/* SHA-256 of bytes that come in pieces. */
typedef struct ss_sha256_state {
  uint32_t word[8];
  uint64_t length;
  unsigned char held[64]; /* of a block that is not yet full */
} ss_sha256_state;

void ss_sha256_start(ss_sha256_state *state);
void ss_sha256_add(ss_sha256_state *state, const void *bytes, size_t length);
void ss_sha256_end(ss_sha256_state *state, char hexadecimal[65]);

#endif
