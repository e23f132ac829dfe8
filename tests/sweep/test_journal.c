/* test_journal.c: what was finished is found again; what is damaged is said. */
#include <fcntl.h>
#include <sys/stat.h>

#include "../../src/sweep/sweep_private.h"
#include "grid.h"

enum { CHUNKS = 5, POINTS = 3 };

static const char question[] = "model: a\nhash: 1\n";
static char name[64];

static ss_status open_journal(ss_arena *arena, bool resume, const char *asked, ss_journal *journal,
                              const char **why) {
  ss_sweep_options options = ss_sweep_default_options();
  options.journal = name;
  options.resume = resume;
  *why = NULL;
  const ss_status status = ss_journal_open(arena, &options, asked, journal, why);
  if (status != SS_OK) ss_journal_close(journal);
  return status;
}

/* A journal with CHUNKS records, in an order that is not theirs. */
static void make_journal(ss_arena *arena) {
  ss_journal journal;
  const char *why;
  grid_file(name, "journal.part");
  assert_int_equal(open_journal(arena, false, question, &journal, &why), SS_OK);
  for (unsigned k = 0; k < CHUNKS; k++) {
    const unsigned chunk = (3 * k + 2) % CHUNKS;
    const uint8_t codes[POINTS] = {1, 2, 1};
    const double values[POINTS] = {chunk, NAN, -0.0};
    const ss_journal_record record = {
        .round = chunk % 2, .count = POINTS, .chunk = chunk, .codes = codes, .values = values};
    assert_int_equal(ss_journal_append(&journal, &record), SS_OK);
  }
  ss_journal_flush(&journal);
  ss_journal_close(&journal);
}

static off_t get_size(void) {
  struct stat info;
  assert_int_equal(stat(name, &info), 0);
  return info.st_size;
}

static void flip_byte(off_t at) {
  const int file = open(name, O_RDWR);
  unsigned char byte;
  assert_int_equal(pread(file, &byte, 1, at), 1);
  byte ^= 0x10;
  assert_int_equal(pwrite(file, &byte, 1, at), 1);
  close(file);
}

static void records_come_back(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_journal journal;
  const char *why;
  make_journal(arena);
  assert_int_equal(open_journal(arena, true, question, &journal, &why), SS_OK);
  assert_null(why);
  assert_int_equal(journal.records, CHUNKS);
  for (size_t k = 0; k < CHUNKS; k++) {
    const ss_journal_record *record = ss_journal_find(&journal, k % 2, k);
    assert_non_null(record);
    assert_int_equal(record->count, POINTS);
    assert_true(record->values[0] == (double)k && isnan(record->values[1]));
    assert_int_equal(record->codes[1], 2);
    assert_null(ss_journal_find(&journal, 1 - k % 2, k));
  }
  ss_journal_close(&journal);
  ss_arena_destroy(arena);
}

static void an_unfinished_run_is_not_overwritten(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_journal journal;
  const char *why;
  make_journal(arena);
  assert_int_equal(open_journal(arena, false, question, &journal, &why), SS_BAD_INPUT);
  assert_non_null(strstr(why, "--resume"));
  ss_arena_destroy(arena);
}

static void another_question_is_refused(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_journal journal;
  const char *why;
  make_journal(arena);
  assert_int_equal(open_journal(arena, true, "model: a\nhash: 2\n", &journal, &why), SS_BAD_INPUT);
  assert_string_equal(why, "it belongs to another question (hash)");
  assert_int_equal(open_journal(arena, true, "model: a\nhash: 1\nmore: 1\n", &journal, &why),
                   SS_BAD_INPUT);
  assert_non_null(strstr(why, "(more)"));
  ss_arena_destroy(arena);
}

/* A journal cut anywhere loses what is cut, says so, and goes on. */
static void every_cut_is_survived(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  make_journal(arena);
  const off_t whole = get_size(), record = 24 + POINTS * 9 + 64, head = whole - CHUNKS * record;
  for (off_t size = whole; size >= 0; size -= 7) {
    ss_journal journal;
    const char *why;
    make_journal(arena);
    assert_int_equal(truncate(name, size), 0);
    assert_int_equal(open_journal(arena, true, question, &journal, &why), SS_OK);
    const off_t kept = size < head ? 0 : (size - head) / record;
    assert_int_equal(journal.records, kept);
    const bool torn = size > head && (size - head) % record >= 24;
    if (torn) assert_non_null(strstr(why, "ended within a chunk"));
    ss_journal_close(&journal);
    assert_int_equal(get_size(), head + kept * record);
  }
  ss_arena_destroy(arena);
}

static void every_changed_byte_is_noticed(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  make_journal(arena);
  const off_t whole = get_size();
  for (off_t at = 0; at < whole; at += 5) {
    ss_journal journal;
    const char *why;
    flip_byte(at);
    const ss_status status = open_journal(arena, true, question, &journal, &why);
    if (status == SS_OK) {
      /* a count that grew beyond the end of the file looks like a cut */
      assert_non_null(strstr(why, "ended within a chunk"));
      assert_true(journal.records < CHUNKS);
      ss_journal_close(&journal);
      make_journal(arena);
      continue;
    }
    assert_int_equal(status, SS_BAD_INPUT);
    assert_non_null(why);
    flip_byte(at);
  }
  ss_arena_destroy(arena);
}

static void two_runs_do_not_share_one(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_journal one, other;
  const char *why;
  make_journal(arena);
  assert_int_equal(open_journal(arena, true, question, &one, &why), SS_OK);
  assert_int_equal(open_journal(arena, true, question, &other, &why), SS_IO);
  assert_string_equal(why, "another run is writing it");
  ss_journal_close(&one);
  ss_arena_destroy(arena);
}

static int remove_journal(void **state) {
  (void)state;
  unlink(name);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_come_back),
      cmocka_unit_test(an_unfinished_run_is_not_overwritten),
      cmocka_unit_test(another_question_is_refused),
      cmocka_unit_test(every_cut_is_survived),
      cmocka_unit_test(every_changed_byte_is_noticed),
      cmocka_unit_test(two_runs_do_not_share_one),
  };
  return cmocka_run_group_tests(tests, NULL, remove_journal);
}
