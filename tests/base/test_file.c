/* test_file.c: files that are whole or not there, whatever fails, and what they may replace. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/base.h"

/* Each test runs in a folder of its own. */
static int start(void **state) {
  char *folder = strdup(P_tmpdir "/standstill-test-XXXXXX");
  *state = folder;
  return folder && mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int stop(void **state) {
  DIR *folder = opendir(".");
  for (struct dirent *entry; folder && (entry = readdir(folder));) unlink(entry->d_name);
  if (folder) closedir(folder);
  const int code = chdir("/") == 0 ? rmdir(*state) : -1;
  free(*state);
  return code;
}

static size_t count_entries(void) {
  size_t count = 0;
  DIR *folder = opendir(".");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));)
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  closedir(folder);
  return count;
}

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void expect(const char *path, const char *text) {
  char found[100] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(found, text);
}

static ss_file *begin(const char *path) {
  ss_file *file;
  assert_int_equal(ss_file_begin(path, &file), SS_OK);
  return file;
}

static void a_file_has_its_name_when_it_is_whole(void **state) {
  (void)state;
  ss_file *file = begin("a");
  ss_file_add(file, "one ", 4);
  ss_file_add(file, "", 0);
  ss_file_add(file, "two", 3);
  assert_int_equal(access("a", F_OK), -1);
  assert_int_equal(ss_file_end(file), SS_OK);
  expect("a", "one two");
  assert_int_equal(count_entries(), 1);
}

static void the_mode_is_what_umask_says(void **state) {
  struct stat info;
  (void)state;
  const mode_t old = umask(027);
  assert_int_equal(ss_file_end(begin("a")), SS_OK);
  umask(old);
  assert_int_equal(stat("a", &info), 0);
  assert_int_equal(info.st_mode & 0777, 0640);
}

static void a_private_file_stays_private(void **state) {
  struct stat info;
  (void)state;
  put("a", "old");
  assert_int_equal(chmod("a", 0600), 0);
  assert_int_equal(ss_file_end(begin("a")), SS_OK);
  assert_int_equal(stat("a", &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
}

static void an_old_file_survives_a_cancel(void **state) {
  (void)state;
  put("a", "old");
  ss_file *file = begin("a");
  ss_file_add(file, "new", 3);
  ss_file_cancel(file);
  ss_file_cancel(NULL);
  expect("a", "old");
  assert_int_equal(count_entries(), 1);
}

static void an_old_file_is_replaced(void **state) {
  (void)state;
  put("a", "an older and longer text");
  ss_file *file = begin("a");
  ss_file_add(file, "new", 3);
  expect("a", "an older and longer text");
  assert_int_equal(ss_file_end(file), SS_OK);
  expect("a", "new");
  assert_int_equal(count_entries(), 1);
}

/* A limit on the size of files stands for a full disk. */
static void an_old_file_survives_a_full_disk(void **state) {
  enum { MUCH = 300000 };
  struct rlimit all, some = {.rlim_cur = 100000};
  char *bytes = calloc(MUCH, 1);
  (void)state;
  put("a", "old");
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
  some.rlim_max = all.rlim_max;
  for (size_t piece = 1000; piece <= MUCH; piece *= 300) {
    ss_file *file = begin("a");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &some), 0);
    for (size_t done = 0; done < MUCH; done += piece) ss_file_add(file, bytes, piece);
    const ss_status status = ss_file_end(file);
    assert_int_equal(errno, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    assert_int_equal(status, SS_IO);
    expect("a", "old");
    assert_int_equal(count_entries(), 1);
  }
  signal(SIGXFSZ, SIG_DFL);
  free(bytes);
}

/* What a link points to is replaced; what a planted link points to is not touched. */
static void links_are_followed_and_names_cannot_be_planted(void **state) {
  (void)state;
  put("target", "old");
  put("precious", "precious");
  assert_int_equal(symlink("target", "a"), 0);
  assert_int_equal(symlink("precious", "a.new"), 0);
  assert_int_equal(symlink("precious", "target.new"), 0);
  ss_file *file = begin("a");
  ss_file_add(file, "new", 3);
  assert_int_equal(ss_file_end(file), SS_OK);
  expect("target", "new");
  expect("a", "new");
  expect("precious", "precious");
  char to[20] = "";
  assert_int_equal(readlink("a", to, sizeof to - 1), 6);
  assert_string_equal(to, "target");
}

static void what_cannot_be_made_says_why(void **state) {
  ss_file *file;
  (void)state;
  assert_int_equal(ss_file_begin("nowhere/a", &file), SS_IO);
  assert_int_equal(errno, ENOENT);
  assert_null(file);
  assert_int_equal(ss_file_begin(".", &file), SS_IO);
  assert_int_equal(errno, EISDIR);
  assert_int_equal(ss_file_begin("", &file), SS_IO);
  assert_int_equal(errno, ENOENT);
  put("a", "x");
  assert_int_equal(ss_file_begin("a/b", &file), SS_IO);
  assert_int_equal(errno, ENOTDIR);
  assert_int_equal(chmod("a", 0400), 0);
  if (geteuid() != 0) {
    assert_int_equal(ss_file_begin("a", &file), SS_IO);
    assert_int_equal(errno, EACCES);
  }
}

/* A device stays one, and gets the bytes; a full one says so. */
static void devices_are_written_not_replaced(void **state) {
  struct stat info;
  (void)state;
  ss_file *file = begin("/dev/null");
  ss_file_add(file, "text", 4);
  assert_int_equal(ss_file_end(file), SS_OK);
  assert_int_equal(stat("/dev/null", &info), 0);
  assert_true(S_ISCHR(info.st_mode));
  file = begin("/dev/full");
  ss_file_add(file, "text", 4);
  assert_int_equal(ss_file_end(file), SS_IO);
  assert_int_equal(errno, ENOSPC);
  assert_int_equal(mkfifo("pipe", 0600), 0);
  const int in = open("pipe", O_RDONLY | O_NONBLOCK);
  char got[10] = "";
  file = begin("pipe");
  ss_file_add(file, "text", 4);
  assert_int_equal(ss_file_end(file), SS_OK);
  assert_int_equal(read(in, got, sizeof got), 4);
  assert_string_equal(got, "text");
  close(in);
}

static void texts_are_written_in_one_go(void **state) {
  ss_text text;
  (void)state;
  ss_text_start(&text);
  ss_text_add(&text, "all");
  assert_int_equal(ss_file_write("a", &text), SS_OK);
  expect("a", "all");
  text.failed = true;
  assert_int_equal(ss_file_write("a", &text), SS_MEMORY);
  expect("a", "all");
  ss_text_stop(&text);
}

static void two_names_of_one_file_are_known(void **state) {
  (void)state;
  put("a", "x");
  put("b", "x");
  assert_int_equal(link("a", "c"), 0);
  assert_int_equal(symlink("a", "d"), 0);
  assert_true(ss_file_is_same("a", "./a"));
  assert_true(ss_file_is_same("a", "c"));
  assert_true(ss_file_is_same("d", "a"));
  assert_false(ss_file_is_same("a", "b"));
  assert_false(ss_file_is_same("a", "none"));
  assert_false(ss_file_is_same("none", "none"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(a_file_has_its_name_when_it_is_whole),
      IN_FOLDER(the_mode_is_what_umask_says),
      IN_FOLDER(a_private_file_stays_private),
      IN_FOLDER(an_old_file_survives_a_cancel),
      IN_FOLDER(an_old_file_is_replaced),
      IN_FOLDER(an_old_file_survives_a_full_disk),
      IN_FOLDER(links_are_followed_and_names_cannot_be_planted),
      IN_FOLDER(what_cannot_be_made_says_why),
      IN_FOLDER(devices_are_written_not_replaced),
      IN_FOLDER(texts_are_written_in_one_go),
      IN_FOLDER(two_names_of_one_file_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
