/* journal.c: finished chunks, kept as they come.
 *
 *     head     "standstill-journal/1\n", length of the question (8 bytes), the question, SHA-256
 *     record   mark, round, count, length of the text (4 bytes each), chunk (8 bytes), values,
 *              codes, text, SHA-256
 *
 * A record goes to the system in one write, so a process that dies loses at most the record under
 * way; the disk is asked to keep up once in a while. A record that ends too early is what such a
 * death leaves: it is cut off with a remark. A record that is whole but does not match its checksum
 * is damage, and the journal is refused. So is one whose question is another.
 *
 * Numbers are in the byte order of the machine: a journal is continued on machines of one kind. The
 * file is locked while a run writes it. What can fail: the file, memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep_private.h"

static const char title[] = "standstill-journal/1\n";

enum { TITLE = sizeof title - 1, CHECK = 64, MARK = 0x4b4e4843 };

typedef struct record_head {
  uint32_t mark, round, count, length;
  uint64_t chunk;
} record_head;

static size_t get_record_size(size_t count, size_t length) {
  return sizeof(record_head) + count * (sizeof(double) + 1) + length + CHECK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static ss_status write_all(int file, const unsigned char *data, size_t bytes) {
  while (bytes > 0) {
    const ssize_t done = write(file, data, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return SS_IO;
    data += done;
    bytes -= (size_t)done;
  }
  return SS_OK;
}

static void add_check(unsigned char *data, size_t bytes) {
  char check[CHECK + 1];
  ss_sha256(data, bytes, check);
  memcpy(data + bytes, check, CHECK);
}

static bool check_matches(const unsigned char *data, size_t bytes) {
  char check[CHECK + 1];
  ss_sha256(data, bytes, check);
  return memcmp(data + bytes, check, CHECK) == 0;
}

ss_status ss_journal_append(const ss_journal *journal, const ss_journal_record *r) {
  if (journal->file < 0) return SS_OK;
  const size_t size = get_record_size(r->count, r->length);
  const record_head head = {MARK, r->round, r->count, r->length, r->chunk};
  unsigned char *data = malloc(size), *next = data;
  if (!data) return SS_MEMORY;
  memcpy(next, &head, sizeof head);
  next += sizeof head;
  memcpy(next, r->values, r->count * sizeof *r->values);
  next += r->count * sizeof *r->values;
  memcpy(next, r->codes, r->count);
  if (r->length) memcpy(next + r->count, r->text, r->length);
  add_check(data, size - CHECK);
  const ss_status status = write_all(journal->file, data, size);
  free(data);
  return status;
}

/* The head as it must be, in memory that the caller frees. */
static unsigned char *make_head(const char *question, size_t *size) {
  const uint64_t length = strlen(question);
  *size = TITLE + sizeof length + length + CHECK;
  unsigned char *head = malloc(*size);
  if (!head) return NULL;
  for (size_t i = 0; i < TITLE; i++) head[i] = (unsigned char)title[i];
  memcpy(head + TITLE, &length, sizeof length);
  memcpy(head + TITLE + sizeof length, question, length + 1); /* the check overwrites its zero */
  add_check(head, *size - CHECK);
  return head;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The whole file, in memory that the caller frees. */
static ss_status read_file(int file, unsigned char **data, size_t *bytes) {
  struct stat info;
  if (fstat(file, &info) != 0) return SS_IO;
  *bytes = (size_t)info.st_size;
  *data = malloc(*bytes + 1);
  if (!*data) return SS_MEMORY;
  for (size_t done = 0; done < *bytes;) {
    const ssize_t got = pread(file, *data + done, *bytes - done, (off_t)done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return SS_IO;
    done += (size_t)got;
  }
  return SS_OK;
}

/* In which way a head that is not ours differs. */
static const char *explain_head(ss_arena *arena, const unsigned char *data, size_t bytes,
                                const char *question) {
  uint64_t length;
  if (bytes < TITLE + sizeof length || memcmp(data, title, TITLE) != 0) return "it is no journal";
  memcpy(&length, data + TITLE, sizeof length);
  const size_t before = TITLE + sizeof length;
  if (length > bytes - before || bytes - before - length < CHECK ||
      !check_matches(data, before + length))
    return "its head is damaged";
  const char *other = ss_arena_copy_text(arena, (const char *)data + before, length);
  const char *key = other ? ss_sweep_compare_questions(arena, question, other) : "";
  const char *text = ss_arena_format(arena, "it belongs to another question (%s)", key);
  return text ? text : "it belongs to another question";
}

/* Its values are set by align_values. */
static ss_status keep_record(ss_journal *j, const unsigned char *data, const record_head *head) {
  if (j->records == j->capacity) {
    const size_t capacity = j->capacity ? 2 * j->capacity : 1024;
    ss_journal_record *record = realloc(j->record, capacity * sizeof *record);
    if (!record) return SS_MEMORY;
    j->record = record;
    j->capacity = capacity;
  }
  const unsigned char *values = data + sizeof *head;
  j->record[j->records++] = (ss_journal_record){.round = head->round,
                                                .count = head->count,
                                                .length = head->length,
                                                .chunk = head->chunk,
                                                .codes = values + head->count * sizeof(double)};
  ss_journal_record *r = &j->record[j->records - 1];
  r->text = (const char *)(r->codes + r->count);
  return SS_OK;
}

/* The records from `at` on; *end: where the last whole one ends. */
static ss_status read_records(ss_arena *arena, ss_journal *j, size_t at, size_t bytes, size_t *end,
                              const char **why) {
  record_head head;
  ss_status status = SS_OK;
  while (status == SS_OK && bytes - at >= sizeof head) {
    memcpy(&head, j->old + at, sizeof head);
    const bool sound = head.mark == MARK;
    const size_t size = sound ? get_record_size(head.count, head.length) : 0;
    if (sound && size > bytes - at) break;
    if (!sound || !check_matches(j->old + at, size - CHECK)) {
      const char *text = ss_arena_format(arena, "it is damaged at byte %zu", at);
      *why = text ? text : "it is damaged";
      return SS_BAD_INPUT;
    }
    status = keep_record(j, j->old + at, &head);
    at += size;
  }
  *end = at;
  return status;
}

static int compare_records(const void *a, const void *b) {
  const ss_journal_record *one = a, *other = b;
  if (one->round != other->round) return one->round < other->round ? -1 : 1;
  return (one->chunk > other->chunk) - (one->chunk < other->chunk);
}

/* Copies the values of all records to where doubles may stand. */
static ss_status align_values(ss_journal *j) {
  size_t count = 0;
  for (size_t i = 0; i < j->records; i++) count += j->record[i].count;
  j->values = malloc((count + 1) * sizeof *j->values);
  if (!j->values) return SS_MEMORY;
  double *next = j->values;
  for (size_t i = 0; i < j->records; i++) {
    ss_journal_record *r = &j->record[i];
    memcpy(next, r->codes - r->count * sizeof *next, r->count * sizeof *next);
    r->values = next;
    next += r->count;
  }
  return SS_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

static ss_status continue_journal(ss_arena *arena, const unsigned char *head, size_t size,
                                  const char *question, ss_journal *j, const char **why) {
  size_t bytes, end = size;
  ss_status status = read_file(j->file, &j->old, &bytes);
  if (status != SS_OK) return status;
  const bool shorter = bytes < size;
  if (memcmp(j->old, head, shorter ? bytes : size) != 0) {
    *why = explain_head(arena, j->old, bytes, question);
    return SS_BAD_INPUT;
  }
  if (shorter) {
    status = ftruncate(j->file, 0) == 0 ? write_all(j->file, head, size) : SS_IO;
  } else {
    status = read_records(arena, j, size, bytes, &end, why);
    if (status == SS_OK && end < bytes) {
      *why = "the journal ended within a chunk, which is computed again";
      status = ftruncate(j->file, (off_t)end) == 0 ? SS_OK : SS_IO;
    }
  }
  if (status == SS_OK) status = align_values(j);
  if (status == SS_OK && j->records)
    qsort(j->record, j->records, sizeof *j->record, compare_records);
  return status;
}

static ss_status open_file(const ss_sweep_options *options, bool *is_new, ss_journal *j,
                           const char **why) {
  j->file = open(options->journal, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  *is_new = j->file >= 0;
  if (!*is_new && errno == EEXIST && !options->resume) {
    *why = "it holds a run that was not finished: --resume goes on with it; remove it to begin a "
           "new run";
    return SS_BAD_INPUT;
  }
  if (!*is_new && errno == EEXIST)
    j->file = open(options->journal, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (j->file < 0) {
    *why = strerror(errno);
    return SS_IO;
  }
  if (flock(j->file, LOCK_EX | LOCK_NB) != 0) {
    *why = "another run is writing it";
    return SS_IO;
  }
  return SS_OK;
}

ss_status ss_journal_open(ss_arena *arena, const ss_sweep_options *options, const char *question,
                          ss_journal *j, const char **why) {
  *j = (ss_journal){.file = -1};
  if (!options->journal) return SS_OK;
  bool is_new;
  size_t size;
  unsigned char *head = make_head(question, &size);
  if (!head) return SS_MEMORY;
  ss_status status = open_file(options, &is_new, j, why);
  if (status == SS_OK && is_new)
    status = write_all(j->file, head, size);
  else if (status == SS_OK)
    status = continue_journal(arena, head, size, question, j, why);
  if (status == SS_IO && !*why) *why = strerror(errno);
  free(head);
  return status;
}

const ss_journal_record *ss_journal_find(const ss_journal *j, size_t round, size_t chunk) {
  const ss_journal_record key = {.round = (uint32_t)round, .chunk = chunk};
  if (!j->records) return NULL;
  return bsearch(&key, j->record, j->records, sizeof *j->record, compare_records);
}

void ss_journal_flush(const ss_journal *j) {
  if (j->file >= 0) fdatasync(j->file);
}

void ss_journal_close(ss_journal *j) {
  if (j->file >= 0) close(j->file);
  free(j->old);
  free(j->record);
  free(j->values);
  *j = (ss_journal){.file = -1};
}

void ss_sweep_forget(const char *journal) {
  unlink(journal);
}
