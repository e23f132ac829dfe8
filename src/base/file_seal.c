/* file_seal.c: the first block of a file, which tells whether the rest is as it was written.
 *
 *     "format length SHA-256\n", zeros up to SS_FILE_BLOCK, then the bytes
 *
 * A file that was cut, changed or never was one of ours is known before anybody looks at its
 * content. The check tells accidents, not authors: whoever reads on believes nothing that can be
 * checked. Cost: a pass over the file, in pieces. What can fail: reading and writing.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

static void write_line(const char *format, uint64_t length, const char *check,
                       char block[SS_FILE_BLOCK]) {
  memset(block, 0, SS_FILE_BLOCK);
  snprintf(block, SS_FILE_BLOCK, "%s %llu %s\n", format, (unsigned long long)length, check);
}

void ss_file_seal(ss_file *f, const char *format) {
  char check[65], block[SS_FILE_BLOCK];
  ss_sha256_state state;
  ss_file_flush(f);
  ss_sha256_start(&state);
  for (uint64_t at = SS_FILE_BLOCK; at < f->length && !f->problem;) {
    const uint64_t left = f->length - at;
    const size_t part = left < SS_FILE_BUFFER ? (size_t)left : SS_FILE_BUFFER;
    ss_file_read_at(f, at, f->buffer, part);
    ss_sha256_add(&state, f->buffer, part);
    at += part;
  }
  ss_sha256_end(&state, check);
  write_line(format, f->length, check, block);
  ss_file_write_at(f, 0, block, sizeof block);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Fills as much of the buffer as the file has; negative: errno. */
static ssize_t read_piece(int in, char *buffer, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t got = read(in, buffer + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += (size_t)got;
  }
  return (ssize_t)done;
}

static ss_status check_open(int in, uint64_t length, const char *format, const char **why) {
  char block[SS_FILE_BLOCK + 1] = "", expected[SS_FILE_BLOCK], check[65], buffer[8192];
  const size_t word = strlen(format);
  const ssize_t head = read_piece(in, block, SS_FILE_BLOCK);
  if (head < 0) return SS_IO;
  if (head < SS_FILE_BLOCK || memcmp(block, format, word) != 0 || block[word] != ' ')
    return SS_BAD_INPUT;
  *why = "it is truncated: bytes are missing at its end";
  if (length < strtoull(block + word, NULL, 10)) return SS_BAD_INPUT;
  *why = "it was changed: its checksum does not match";
  ss_sha256_state state;
  ssize_t got;
  ss_sha256_start(&state);
  while ((got = read_piece(in, buffer, sizeof buffer)) > 0)
    ss_sha256_add(&state, buffer, (size_t)got);
  if (got < 0) return SS_IO;
  ss_sha256_end(&state, check);
  write_line(format, length, check, expected);
  return memcmp(block, expected, SS_FILE_BLOCK) == 0 ? SS_OK : SS_BAD_INPUT;
}

ss_status ss_file_check_seal(const char *path, const char *format, const char **why) {
  struct stat info;
  ss_status status = SS_IO;
  *why = NULL;
  errno = 0;
  const int in = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (in >= 0 && fstat(in, &info) == 0 && S_ISREG(info.st_mode))
    status = check_open(in, (uint64_t)info.st_size, format, why);
  if (status == SS_IO) *why = errno ? strerror(errno) : "not a file";
  if (in >= 0) close(in);
  return status;
}
