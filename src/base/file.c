/* file.c: files that are whole or not there.
 *
 *     begin    O_TMPFILE: an inode without a name in the folder of the path; where the file system
 *              has none, a name of 64 random bits, made by O_EXCL and O_NOFOLLOW, so that nobody
 *              can have planted it
 *     add      a buffer, then write; the first failure is remembered
 *     end      fsync; linkat gives the inode its name; where the name is taken, a random name and
 *              then rename, which replaces in one step
 *
 * So nobody ever sees half a file under its name, an old one survives whatever fails, and of a
 * program that is killed nothing is left (without O_TMPFILE: the file with the random name). A path
 * that is a link is followed: the link stays, what it points to is replaced. What is no regular
 * file cannot be replaced: bytes for a pipe or a device are collected in the folder for temporary
 * files and copied at the end. A file that may not be written is not replaced, although its folder
 * would allow it; one that is replaced keeps who may read it.
 *
 * Cost: one pass, and a flush of the disk a file. What can fail: everything that errno knows.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ----------------------------------------------------------------------------------- */

/* "folder/", or "" for the present one: the length of the path up to its last slash. */
static size_t get_folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A name beside the path that nobody can guess; NULL when memory is out. */
static char *make_name(const char *path) {
  const size_t folder = get_folder_length(path), size = folder + 40;
  uint64_t random = 0;
  char *name = malloc(size);
  if (!name || getrandom(&random, sizeof random, 0) != sizeof random) {
    free(name);
    return NULL;
  }
  snprintf(name, size, "%.*s.standstill-%016llx", (int)folder, path, (unsigned long long)random);
  return name;
}

/* Where the file will stand: the path, links followed as far as they lead somewhere. */
static char *follow_links(const char *path) {
  struct stat info;
  char *real = lstat(path, &info) == 0 && S_ISLNK(info.st_mode) ? realpath(path, NULL) : NULL;
  return real ? real : strdup(path);
}

/* ---- descriptors ----------------------------------------------------------------------------- */

/* An inode without a name in the folder of the path; -1 where the system cannot make one or could
 * not name it later. */
static int open_unnamed(const char *path) {
  const size_t length = get_folder_length(path);
  char *folder = length ? strndup(path, length) : strdup(".");
  if (!folder || access("/proc/self/fd", X_OK) != 0) {
    free(folder);
    return -1;
  }
  const int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  free(folder);
  return descriptor;
}

static void open_named(ss_file *f, const char *path) {
  enum { TRIES = 100 };
  for (int i = 0; i < TRIES && f->descriptor < 0; i++) {
    free(f->name);
    f->name = make_name(path);
    if (!f->name) return;
    f->descriptor = open(f->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (f->descriptor < 0 && errno != EEXIST) break;
  }
}

/* Whether the path may be written: what stands there, if something does. False: errno. */
static bool look_at_path(ss_file *f) {
  struct stat info;
  if (!*f->path) errno = ENOENT;
  if (!*f->path) return false;
  if (stat(f->path, &info) != 0) return errno == ENOENT;
  if (S_ISDIR(info.st_mode)) errno = EISDIR;
  if (S_ISDIR(info.st_mode) || access(f->path, W_OK) != 0) return false;
  f->direct = !S_ISREG(info.st_mode);
  f->mode = f->direct ? -1 : (int)(info.st_mode & 0777);
  return true;
}

static void release(ss_file *f) {
  const int problem = errno;
  if (f->descriptor >= 0) close(f->descriptor);
  if (f->name) unlink(f->name);
  free(f->name);
  free(f->path);
  free(f);
  errno = problem;
}

ss_status ss_file_begin(const char *path, ss_file **file) {
  ss_file *f = calloc(1, sizeof *f);
  *file = NULL;
  if (!f) return SS_MEMORY;
  f->descriptor = f->mode = -1;
  f->hdf5 = -1;
  f->path = follow_links(path);
  if (f->path && look_at_path(f)) {
    const char *place = f->direct ? P_tmpdir "/standstill" : f->path;
    f->descriptor = open_unnamed(place);
    if (f->descriptor < 0) open_named(f, place);
  }
  if (f->descriptor >= 0) {
    /* who may read the old file may read the new one; where that cannot be, umask has its say */
    if (f->mode >= 0 && fchmod(f->descriptor, (mode_t)f->mode) != 0) errno = 0;
    *file = f;
    return SS_OK;
  }
  /* without a descriptor there is nothing under the name */
  free(f->name);
  f->name = NULL;
  const ss_status status = !f->path || errno == ENOMEM ? SS_MEMORY : SS_IO;
  release(f);
  return status;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void fail(ss_file *f) {
  if (!f->problem) f->problem = errno ? errno : EIO;
}

void ss_file_write_at(ss_file *f, uint64_t offset, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0 && !f->problem) {
    const ssize_t done = pwrite(f->descriptor, at, length, (off_t)offset);
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = ENOSPC;
    if (done <= 0) {
      fail(f);
      return;
    }
    at += done;
    offset += (uint64_t)done;
    length -= (size_t)done;
  }
  if (!f->problem && offset > f->length) f->length = offset;
}

void ss_file_read_at(ss_file *f, uint64_t offset, void *bytes, size_t length) {
  char *at = bytes;
  while (length > 0) {
    const ssize_t done = pread(f->descriptor, at, length, (off_t)offset);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(f);
    if (done <= 0) break;
    at += done;
    offset += (uint64_t)done;
    length -= (size_t)done;
  }
  memset(at, 0, length);
}

void ss_file_flush(ss_file *f) {
  ss_file_write_at(f, f->length, f->buffer, f->held);
  f->held = 0;
}

void ss_file_add(ss_file *f, const void *bytes, size_t length) {
  if (length > SS_FILE_BUFFER - f->held) ss_file_flush(f);
  if (length > SS_FILE_BUFFER) {
    ss_file_write_at(f, f->length, bytes, length);
  } else if (length > 0) {
    memcpy(f->buffer + f->held, bytes, length);
    f->held += length;
  }
}

void ss_file_add_file(ss_file *f, ss_file *other) {
  ss_file_flush(f);
  ss_file_flush(other);
  if (other->problem && !f->problem) f->problem = other->problem;
  for (uint64_t at = 0; at < other->length && !f->problem;) {
    const uint64_t left = other->length - at;
    const size_t part = left < SS_FILE_BUFFER ? (size_t)left : SS_FILE_BUFFER;
    ss_file_read_at(other, at, other->buffer, part);
    ss_file_write_at(f, f->length, other->buffer, part);
    at += part;
  }
  ss_file_cancel(other);
}

bool ss_file_has_failed(const ss_file *f) {
  return f->problem != 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Gives an inode without a name a random one, so that rename can take it. */
static bool name_inode(ss_file *f, const char *descriptor) {
  enum { TRIES = 100 };
  for (int i = 0; i < TRIES; i++) {
    char *name = make_name(f->path);
    if (name && linkat(AT_FDCWD, descriptor, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
      f->name = name;
      return true;
    }
    free(name);
    if (errno != EEXIST) break;
  }
  return false;
}

static bool put_in_place(ss_file *f) {
  char descriptor[40];
  snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", f->descriptor);
  if (!f->name && linkat(AT_FDCWD, descriptor, AT_FDCWD, f->path, AT_SYMLINK_FOLLOW) == 0)
    return true;
  if (!f->name && (errno != EEXIST || !name_inode(f, descriptor))) return false;
  if (rename(f->name, f->path) != 0) return false;
  free(f->name);
  f->name = NULL;
  return true;
}

/* To what is no regular file. */
static bool copy_out(ss_file *f) {
  const int out = open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  bool good = out >= 0;
  for (uint64_t at = 0; good && at < f->length;) {
    const uint64_t left = f->length - at;
    const size_t part = left < SS_FILE_BUFFER ? (size_t)left : SS_FILE_BUFFER;
    ss_file_read_at(f, at, f->buffer, part);
    const ssize_t done = write(out, f->buffer, part);
    if (done > 0) at += (uint64_t)done;
    good = !f->problem && (done > 0 || (done < 0 && errno == EINTR));
  }
  if (out >= 0 && close(out) != 0) good = false;
  return good;
}

ss_status ss_file_end(ss_file *f) {
  ss_file_flush(f);
  errno = 0;
  /* what cannot be flushed (EINVAL) is as good as it gets */
  if (!f->problem && !f->direct && fsync(f->descriptor) != 0 && errno != EINVAL) fail(f);
  if (!f->problem && !(f->direct ? copy_out(f) : put_in_place(f))) fail(f);
  const ss_status status = !f->problem ? SS_OK : f->problem == ENOMEM ? SS_MEMORY : SS_IO;
  errno = f->problem;
  release(f);
  return status;
}

void ss_file_cancel(ss_file *f) {
  if (f) release(f);
}

ss_status ss_file_write(const char *path, const ss_text *text) {
  ss_file *file;
  if (text->failed) return SS_MEMORY;
  const ss_status status = ss_file_begin(path, &file);
  if (status != SS_OK) return status;
  ss_file_add(file, text->data, text->length);
  return ss_file_end(file);
}

bool ss_file_is_same(const char *one, const char *other) {
  struct stat a, b;
  return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
